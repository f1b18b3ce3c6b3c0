//! How much of isl's work goes into each region.
//!
//! isl counts its operations, and counts the same on all machines; so budgets of operations decide what is done, and the
//! time limit only ends what they let pass. Every region may do a little. What is harder draws on a purse that all regions
//! of a run share: at most a third of what is left, so that many hard regions get less each, and none gets nothing.
//!
//! A region with several loops in a row that was found, and that isn't through when its budget ends, is divided
//! (`frontend::Unit::halve`). So its first attempt gets half of what it could have, and each division leaves a third of
//! that to each half. All attempts together then cost half as much again as the whole region could have, but for what each
//! part may do in any case.

/// Operations on sets with hardly any parameters that isl does in a second, on hard ones.
const PER_SECOND: u64 = 3_000_000;

/// What each region may do in any case.
const EACH: u64 = 500_000;

/// What each part of a region may do in any case.
const EACH_PART: u64 = 250_000;

/// What a region may do where there is no time limit.
const MOST: u64 = 200_000_000;

/// So many parameters, squared, make an operation cost twice as much: isl's matrices have that many more entries.
const PARAMETERS: u64 = 200;

/// What may be done for one attempt at a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget(u64);

impl Default for Budget {
    fn default() -> Self {
        Budget(MOST)
    }
}

impl Budget {
    /// The operations on a region with so many parameters.
    pub fn operations(self, parameters: usize) -> u64 {
        self.0.saturating_mul(PARAMETERS) / weight(parameters)
    }
}

/// What so many operations on a region with so many parameters cost.
pub fn cost(operations: u64, parameters: usize) -> u64 {
    operations.saturating_mul(weight(parameters)) / PARAMETERS
}

/// What an operation costs, in parts of [`PARAMETERS`].
fn weight(parameters: usize) -> u64 {
    let parameters = parameters as u64;
    PARAMETERS.saturating_add(parameters.saturating_mul(parameters))
}

/// What is left for the hard regions of a run.
#[derive(Debug)]
pub struct Purse {
    /// `None` for a run without a limit.
    left: Option<u64>,
}

impl Purse {
    /// For a run of so many seconds; 0 for no limit.
    pub fn new(seconds: u64) -> Self {
        Purse { left: (seconds > 0).then(|| seconds.saturating_mul(PER_SECOND)) }
    }

    /// The budget of an attempt at what `divisions` have left of a region, which can be divided again if
    /// `is_divisible`.
    pub fn budget(&self, divisions: u32, is_divisible: bool) -> Budget {
        let free = free(divisions);
        let whole = self.left.map_or(MOST, |left| free + left / 3);
        let part = whole / 2 / 3u64.saturating_pow(divisions);
        Budget(if is_divisible { part.max(free) } else { whole })
    }

    /// Takes what an attempt has cost beyond what it may do in any case.
    pub fn charge(&mut self, divisions: u32, cost: u64) {
        let cost = cost.saturating_sub(free(divisions));
        self.left = self.left.map(|left| left.saturating_sub(cost));
    }
}

fn free(divisions: u32) -> u64 {
    if divisions == 0 { EACH } else { EACH_PART }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is spent if every attempt uses up its budget, and all regions are divided to the end.
    fn spent(purse: &mut Purse, divisions: u32, loops: usize) -> u64 {
        let Budget(budget) = purse.budget(divisions, loops > 1);
        purse.charge(divisions, budget);
        match loops {
            1 => budget,
            _ => {
                budget
                    + spent(purse, divisions + 1, loops / 2)
                    + spent(purse, divisions + 1, loops - loops / 2)
            }
        }
    }

    #[test]
    fn the_purse_bounds_what_hard_regions_cost_together() {
        let seconds = 20;
        for (regions, loops) in [(1, 1), (1, 2), (1, 80), (30, 1), (10, 8)] {
            let mut purse = Purse::new(seconds);
            let spent: u64 = (0..regions).map(|_| spent(&mut purse, 0, loops)).sum();
            let free = regions * (EACH + 2 * loops as u64 * EACH_PART);
            assert!(spent <= seconds * PER_SECOND + free, "{regions} {loops}: {spent}");
        }
    }

    #[test]
    fn the_last_of_many_hard_regions_gets_something() {
        let mut purse = Purse::new(1);
        for _ in 0..1000 {
            let Budget(budget) = purse.budget(0, false);
            assert!(budget >= EACH);
            purse.charge(0, budget);
        }
    }

    #[test]
    fn parameters_make_operations_dearer() {
        let budget = Purse::new(20).budget(0, false);
        assert!(budget.operations(40) * 4 < budget.operations(0));
        for parameters in [0, 3, 40] {
            assert!(cost(budget.operations(parameters), parameters) <= budget.0);
        }
    }
}
