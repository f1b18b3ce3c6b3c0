//! What a series of comparisons came to.

use std::collections::BTreeMap;
use std::fmt;

/// The counts, and what was found to differ.
#[derive(Default)]
pub struct Tally {
    pub regions: usize,
    /// Regions that are too large to be run.
    pub not_run: Vec<String>,
    pub runs: usize,
    /// By name: sets compared, points in them.
    pub compared: BTreeMap<&'static str, (usize, usize)>,
    /// How many analyses were too hard for isl with symbolic parameters and done with their values.
    pub with_values: usize,
    /// What isl didn't finish with values either.
    pub too_hard: Vec<String>,
    pub differences: Vec<String>,
}

impl Tally {
    /// Counts a set that was compared.
    pub fn count(&mut self, what: &'static str, points: usize) {
        let entry = self.compared.entry(what).or_default();
        *entry = (entry.0 + 1, entry.1 + points);
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} regions, {} not run, {} runs", self.regions, self.not_run.len(), self.runs)?;
        writeln!(f, "  {} analyses with values, {} too hard", self.with_values, self.too_hard.len())?;
        for (what, (sets, points)) in &self.compared {
            writeln!(f, "  {what}: {sets} sets, {points} points")?;
        }
        self.not_run.iter().try_for_each(|name| writeln!(f, "  not run: {name}"))?;
        self.too_hard.iter().try_for_each(|name| writeln!(f, "  too hard: {name}"))
    }
}
