//! By how many rows each nest of a fused loop runs behind the first.
//!
//! Wanted are delays `d` such that no value is read before it is written, `d_v - d_u >= least`, and few
//! bytes wait: an array of rows of `weight` bytes keeps the rows from the first that is written to the last
//! that is read, so the sum of `weight * (end - start)` is to be least, where no writer comes before `start`
//! and no reader after `end`. All constraints are on differences of two variables, so the matrix is totally
//! unimodular and the best solution integral. The solver works with floating-point numbers: its answer is
//! rounded and only used if it meets the constraints; otherwise each nest runs as early as it may.

use good_lp::{Expression, ProblemVariables, Solution, SolverModel, Variable, variable};
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

/// `d_to - d_from >= least`; `from` comes before `to` in the order of nests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// The nest that is first.
    pub from: usize,
    /// The nest that follows.
    pub to: usize,
    /// By how many rows at least.
    pub least: i64,
}

/// The rows of an array that are kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Window {
    /// The nests that write it, each with the least distance of its row from that of the cell.
    pub writers: Vec<(usize, i64)>,
    /// Those that read it, each with the largest distance of its row from that of the cell.
    pub readers: Vec<(usize, i64)>,
    /// What a row costs.
    pub weight: f64,
}

/// Nests that are so far apart don't run in one loop.
pub const MOST: i64 = 1_000_000;
/// No delay of a program is near this.
const LARGEST: f64 = MOST as f64;
/// What a row of delay costs, against the cheapest row kept: of solutions that keep the same, the one that
/// starts early is preferred.
const DELAY_WEIGHT: f64 = 1e-3;

/// The delays for what has been asked, which orders of another depth, and other functions, ask again: a solver takes longer to
/// set up than to run.
static KNOWN: LazyLock<Mutex<HashMap<String, Vec<i64>>>> = LazyLock::new(Mutex::default);

/// The delays of `nests` many nests, in their order; the least is 0.
pub fn delays(nests: usize, constraints: &[Constraint], windows: &[Window]) -> Vec<i64> {
    let question = format!("{nests} {constraints:?} {windows:?}");
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(question).or_insert_with(|| solved(nests, constraints, windows)).clone()
}

fn solved(nests: usize, constraints: &[Constraint], windows: &[Window]) -> Vec<i64> {
    let best = least_storage(nests, constraints, windows).filter(|found| holds(found, constraints));
    let mut found = best.unwrap_or_else(|| earliest(nests, constraints));
    let first = found.iter().copied().min().unwrap_or(0);
    found.iter_mut().for_each(|delay| *delay -= first);
    found
}

fn holds(delays: &[i64], constraints: &[Constraint]) -> bool {
    constraints.iter().all(|c| delays[c.to] - delays[c.from] >= c.least)
}

fn least_storage(nests: usize, constraints: &[Constraint], windows: &[Window]) -> Option<Vec<i64>> {
    let cheapest = windows.iter().map(|window| window.weight).fold(f64::MAX, f64::min);
    let mut variables = ProblemVariables::new();
    let delays: Vec<Variable> = (0..nests).map(|_| variables.add(variable().min(0.0).max(LARGEST))).collect();
    let mut cost: Expression = delays.iter().map(|d| DELAY_WEIGHT * *d).sum();
    let mut rows = Vec::new();
    for window in windows {
        let bounded = || variable().min(-LARGEST).max(2.0 * LARGEST);
        let (start, end) = (variables.add(bounded()), variables.add(bounded()));
        rows.extend(window.writers.iter().map(|(w, least)| (delays[*w] - start).geq(-*least as f64)));
        rows.extend(window.readers.iter().map(|(r, most)| (end - delays[*r]).geq(*most as f64)));
        cost += (window.weight / cheapest) * (end - start);
    }
    let between = |c: &Constraint| (delays[c.to] - delays[c.from]).geq(c.least as f64);
    rows.extend(constraints.iter().map(between));
    let mut problem = variables.minimise(cost).using(good_lp::default_solver);
    for row in rows {
        problem.add_constraint(row);
    }
    let solution = problem.solve().ok()?;
    Some(delays.iter().map(|d| solution.value(*d).round() as i64).collect())
}

/// Each as early as its predecessors allow.
fn earliest(nests: usize, constraints: &[Constraint]) -> Vec<i64> {
    let mut delays = vec![0; nests];
    for nest in 0..nests {
        let bounds = constraints.iter().filter(|c| c.to == nest).map(|c| delays[c.from] + c.least);
        delays[nest] = bounds.max().unwrap_or(0).max(0);
    }
    delays
}

#[cfg(test)]
mod tests {
    use super::*;

    fn constraint(from: usize, to: usize, least: i64) -> Constraint {
        Constraint { from, to, least }
    }

    fn window(writer: usize, readers: &[(usize, i64)], weight: f64) -> Window {
        Window { writers: vec![(writer, 0)], readers: readers.to_vec(), weight }
    }

    #[test]
    fn a_side_branch_waits_for_the_join() {
        // 0 -> 1 -> 3 by way of two delays of 2; 2 -> 3 pointwise: 2 runs late, so that its rows needn't wait
        let constraints = [constraint(0, 1, 2), constraint(1, 3, 2), constraint(2, 3, 0)];
        let windows = [window(0, &[(1, 2)], 8.0), window(1, &[(3, 2)], 8.0), window(2, &[(3, 0)], 8.0)];
        assert_eq!(delays(4, &constraints, &windows), [0, 2, 4, 4]);
        assert_eq!(earliest(4, &constraints), [0, 2, 0, 4]);
    }

    #[test]
    fn wide_rows_wait_less_than_narrow_ones() {
        // 0 -> 1 -> 2 -> 3 and 0 -> 3: whether 1 runs with 0 or with 2 depends on whose rows are wider
        let constraints = [constraint(0, 1, 0), constraint(1, 2, 0), constraint(0, 2, 3)];
        let chain = |first, second| [window(0, &[(1, 0)], first), window(1, &[(2, 0)], second)];
        assert_eq!(delays(3, &constraints, &chain(80.0, 8.0)), [0, 0, 3]);
        assert_eq!(delays(3, &constraints, &chain(8.0, 80.0)), [0, 3, 3]);
    }
}
