//! The relations behind the results in isl's notation, to be read and copied.

use crate::emit::{self, Stage};
use crate::pipeline::Region;
use serde::Serialize;

/// isl's operations for the relations of one stage.
const OPERATIONS: u64 = 5_000_000;

/// Longer ones are for tools, which `--emit` serves.
const MOST_BYTES: usize = 20_000;

/// A group of relations.
#[derive(Serialize)]
pub struct Sets {
    /// What they are.
    title: &'static str,
    /// What prints them in a terminal.
    option: &'static str,
    sets: Vec<Named>,
}

/// A relation by its name.
#[derive(Serialize)]
struct Named {
    name: String,
    /// Its text, if it isn't too long.
    text: Option<String>,
}

/// All groups that have something to show.
pub fn sets(region: &Region) -> Vec<Sets> {
    let groups = [
        (Stage::Allocation, "Where cells live, and whether that is proved", "allocation"),
        (Stage::Conflicts, "Cells that must stay apart, and their differences", "conflicts"),
        (Stage::Schedule, "When instances run", "schedule"),
        (Stage::Dataflow, "Which write each read gets its value from", "dataflow"),
        (Stage::Scop, "The model of the region", "scop"),
    ];
    let group = |(stage, title, option)| {
        let context = region.analysed.scop.context.context().clone();
        // what is too hard is left out
        let lines = context.with_budget(OPERATIONS, || emit::lines(stage, region)).ok()?;
        let named = |(name, text): (String, String)| Named {
            name,
            text: Some(text).filter(|it| it.len() < MOST_BYTES),
        };
        let sets: Vec<_> = lines.into_iter().map(named).collect();
        (!sets.is_empty()).then_some(Sets { title, option, sets })
    };
    groups.into_iter().filter_map(group).collect()
}
