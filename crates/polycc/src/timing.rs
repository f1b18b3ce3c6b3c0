//! How long each stage took, and how much isl did.

use crate::progress::Progress;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Stages with their times, in the order in which they first ran; several runs of one are added up.
#[derive(Clone, Debug, Default)]
pub struct Timing {
    stages: Vec<(&'static str, Duration)>,
    runs: BTreeMap<&'static str, usize>,
    cost: u64,
    progress: Progress,
}

impl Timing {
    /// One that shows its stages while they run.
    pub fn shown(progress: Progress) -> Self {
        Timing { progress, ..Timing::default() }
    }

    /// Runs `work` as part of `stage`.
    pub fn measure<T>(&mut self, stage: &'static str, work: impl FnOnce() -> T) -> T {
        self.progress.stage(stage);
        *self.runs.entry(stage).or_default() += 1;
        let start = Instant::now();
        let result = work();
        self.add(stage, start.elapsed());
        result
    }

    /// Adds what isl did for an attempt at a region, as [`crate::budget`] counts it.
    pub fn charge(&mut self, cost: u64) {
        self.cost += cost;
    }

    /// What isl did for all attempts at regions.
    pub fn cost(&self) -> u64 {
        self.cost
    }

    /// How often a stage ran.
    pub fn runs(&self, stage: &str) -> usize {
        self.runs.get(stage).copied().unwrap_or(0)
    }

    /// The stages and their times.
    pub fn stages(&self) -> &[(&'static str, Duration)] {
        &self.stages
    }

    fn add(&mut self, stage: &'static str, time: Duration) {
        match self.stages.iter_mut().find(|(name, _)| *name == stage) {
            Some((_, sum)) => *sum += time,
            None => self.stages.push((stage, time)),
        }
    }
}
