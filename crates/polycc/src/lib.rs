//! polycc: less memory for the temporaries of C programs.
//!
//! The [`pipeline`] joins the stages: the frontend's model of a region, dataflow analysis, the
//! schedule, allocation, the transformed program and the check of it. [`output`] puts the results into
//! the user's text, [`report`] and [`emit`] tell about them. The binary `polycc` adds files and options.

pub mod apart;
mod borders;
pub mod budget;
pub mod build;
pub mod cache;
pub mod chunk;
pub mod command_line;
mod cost;
mod counting;
pub mod coverage;
pub mod dependencies;
pub mod driver;
pub mod drop_in;
pub mod emit;
mod evaluated;
pub mod explain;
pub mod flags;
pub mod inline;
pub mod input;
pub mod isolate;
pub mod leftovers;
pub mod line_directives;
mod meant;
pub mod messages;
mod names;
pub mod openmp;
mod operands;
pub mod output;
pub mod outputs;
pub mod parallel;
pub mod pipeline;
pub mod program;
pub mod progress;
pub mod project;
mod reach;
pub mod report;
mod report_html;
pub mod reread;
mod scattered;
mod story;
pub mod summary;
mod sweeps;
pub mod syntax;
pub mod tile;
pub mod time_limit;
pub mod timing;
mod unused;
pub mod verify;
mod worth;
pub mod writable;

pub use build::Build;
pub use input::Input;
pub use pipeline::{Region, Settings};
