//! x
mod suggestion;
pub mod preprocess;
pub mod syntax;
