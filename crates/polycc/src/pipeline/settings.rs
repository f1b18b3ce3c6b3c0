//! What the user wants of all regions.

use crate::budget::Budget;
use crate::cache::Caches;
use crate::progress::Progress;
use allocator::Selection;
use std::collections::BTreeMap;

/// What the user wants of all regions.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Parameter values at which sizes are evaluated (`--at`).
    pub at: BTreeMap<String, i64>,
    /// A schedule that wins over the pragma (`--schedule`), by function.
    pub schedules: BTreeMap<String, String>,
    /// Whether a schedule that violates live ranges gets more memory (`--expand violated`).
    pub expand: bool,
    /// Arrays whose contents nobody needs afterwards (`--temporary`).
    pub temporaries: Vec<String>,
    /// What to aim at (`--optimize`).
    pub aim: Aim,
    /// The caches that orders are judged by (`--cache`).
    pub caches: Caches,
    /// The method of allocation (`--allocator`), if not the best.
    pub method: Option<String>,
    /// What memory is given to (`--memory`).
    pub memory: Memory,
    /// Whether loop nests get tiles (`--tile`), and their sizes, where they are given.
    pub tile: Option<Vec<i64>>,
    /// Whether loops get OpenMP's pragmas (`--parallel`).
    pub parallel: bool,
    /// What a new order makes of pointers that may overlap (`--overlap`).
    pub overlap: Overlap,
    /// What isl may do for one attempt at a region.
    pub budget: Budget,
    /// Who is told how many orders were tried.
    pub progress: Progress,
}

/// What a new order makes of pointers that may overlap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overlap {
    /// The program tests whether they do.
    #[default]
    Test,
    /// They don't.
    Assume,
    /// There is no new order.
    Refuse,
}

/// What memory is given to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Memory {
    /// Arrays, which are contracted.
    #[default]
    Contract,
    /// Statements: what each writes to temporaries gets an array of its own, which is contracted, where that
    /// takes fewer bytes.
    Reallocate,
}

/// What to aim at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aim {
    /// The program's order, with arrays whose subscripts stay apart.
    Order,
    /// The order that is fastest by the model, with arrays that are no slower to reach.
    #[default]
    Speed,
    /// The fewest cells.
    Memory,
}

impl Settings {
    pub(super) fn selection(&self) -> Selection<'_> {
        match (&self.method, self.aim) {
            (Some(method), _) => Selection::Method(method),
            (None, Aim::Memory) => Selection::Fewest,
            (None, Aim::Order | Aim::Speed) => Selection::Rows,
        }
    }
}
