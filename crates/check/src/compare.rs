//! Compares the transformed program with the original at a few small parameter assignments.
//!
//! [`crate::parameters`] chooses them and [`crate::trial`] runs both programs at one of them. The
//! first difference ends the comparison. Assignments at which the original is no valid program, or
//! that are too long for the budget, are passed over; the report names those that were run. At least
//! one of them has an instance, otherwise nothing counts as checked.

use crate::mismatch::{Mismatch, Setting};
use crate::parameters;
use crate::report::{Outcome, Report};
use crate::trial::{Bench, Beyond, Verdict};
use polyhedral::{ArrayId, Expression, Parameter, Program, Scop, Statement};
use std::collections::{BTreeMap, BTreeSet};

/// The transformed program, as codegen made it.
#[derive(Clone, Copy, Debug)]
pub struct Transformed<'a> {
    /// Its loops; subscripts are those of the transformed arrays.
    pub program: &'a Program,
    /// The region's statements with the accesses that `program` makes: they may go to other arrays than
    /// the original's.
    pub statements: &'a [Statement],
    /// Per array of the region the extents that it has now; `None` where they aren't known.
    pub extents: &'a [Vec<Option<Expression>>],
    /// The arrays of which each iteration of a parallel loop has its own, empty at first. What writes nothing else may run in
    /// several iterations.
    pub own: &'a BTreeSet<ArrayId>,
    /// Whether instances may be missing that write nothing but arrays that aren't live-out. That nobody reads what they
    /// write is seen from the values: those who did read it compute others now.
    pub partial: bool,
}

/// No comparison makes more steps than this, so that cells, instances and values can be numbered.
const MOST_STEPS: u64 = 1 << 26;

/// Where the original leaves its arrays at all sizes tried, these are made larger so many times: `x[16 * n]` needs 16 times
/// as many cells as `n` says.
const MOST_WIDER: u32 = 8;

/// Compares `scop`'s program with the transformed one.
///
/// `live_out` tells per array whether its contents matter afterwards. At most `budget` steps are
/// made in total, where a step is an instance or the start of a loop's iteration.
pub fn compare(scop: &Scop, transformed: &Transformed, live_out: &[bool], budget: u64) -> Report {
    if let Err(why) = check_shape(scop, transformed, live_out) {
        return Report::not_checked(why);
    }
    let candidates = match parameters::choose(scop, transformed.program) {
        Ok(candidates) => candidates,
        Err(missing) => return Report::not_checked(missing),
    };
    let mut bench = Bench::new(scop, transformed, live_out, budget.min(MOST_STEPS));
    let report = compare_all(scop, &mut bench, candidates.clone(), 0);
    let is_unchecked = |report: &Report| matches!(report.outcome, Outcome::NotChecked(_));
    if !is_unchecked(&report) {
        return report;
    }
    // constants are what they are
    let is_free = || scop.parameters.iter().all(|parameter| parameter.value.is_none());
    let others = match report.checked.is_empty() {
        true => is_free().then_some((candidates, MOST_WIDER)),
        false => parameters::larger(scop).ok().map(|larger| (larger, 0)),
    };
    let other = others.map(|(candidates, wider)| compare_all(scop, &mut bench, candidates, wider));
    other.filter(|other| !is_unchecked(other)).unwrap_or(report)
}

/// Compares at each of the candidates, or where arrays are up to so many times made larger of which the original needs more.
fn compare_all(scop: &Scop, bench: &mut Bench, candidates: Vec<Vec<i64>>, most_wider: u32) -> Report {
    let (mut checked, mut instances) = (vec![], 0);
    let mut tally = Tally { tried: candidates.len(), ..Tally::default() };
    for candidate in candidates {
        let mut values = candidate;
        let mut verdict = bench.compare_at(&assignment(scop, &values));
        for wider in 0..most_wider {
            let Ok(Verdict::Invalid(Some(Beyond { array, dimension, subscript }))) = verdict else { break };
            // it may need many more
            let least = subscript.saturating_add(1 << wider);
            let Ok(Some(wide)) = parameters::widened(scop, &values, array, dimension, least) else { break };
            values = wide;
            verdict = bench.compare_at(&assignment(scop, &values));
        }
        let assignment = assignment(scop, &values);
        match verdict {
            Err(why) => return Report::not_checked(why),
            Ok(Verdict::Agree(count)) => {
                instances += count;
                checked.push(assignment);
            }
            Ok(Verdict::Invalid(_)) => tally.invalid += 1,
            Ok(Verdict::TooLong(limit)) => tally.shortest_limit = Some(limit),
            Ok(Verdict::Differ(fault)) => {
                let mismatch = Mismatch { parameters: settings(scop, &values), fault: *fault };
                return Report { outcome: Outcome::Differs(Box::new(mismatch)), checked, instances };
            }
        }
    }
    let outcome = match instances {
        0 => Outcome::NotChecked(tally.explain(scop)),
        _ => Outcome::Equal,
    };
    Report { outcome, checked, instances }
}

fn assignment(scop: &Scop, values: &[i64]) -> BTreeMap<String, i64> {
    let names = scop.parameters.iter().map(|parameter| parameter.name.clone());
    names.zip(values.iter().copied()).collect()
}

fn settings(scop: &Scop, values: &[i64]) -> Vec<Setting> {
    let setting = |(parameter, value): (&Parameter, &i64)| Setting {
        spelling: parameter.spelling.clone(),
        value: *value,
    };
    scop.parameters.iter().zip(values).map(setting).collect()
}

/// Why assignments were passed over.
#[derive(Default)]
struct Tally {
    tried: usize,
    /// How many were no valid program.
    invalid: usize,
    /// The steps that the last run which was too long was allowed.
    shortest_limit: Option<u64>,
}

impl Tally {
    /// Why no instance was checked.
    fn explain(&self, scop: &Scop) -> String {
        match self.shortest_limit {
            _ if self.tried == 0 => "no small sizes were found that satisfy the assumptions".to_owned(),
            Some(limit) if scop.parameters.is_empty() => {
                format!("its sizes are constants too large to run: more than {limit} steps")
            }
            Some(limit) => format!("the smallest sizes tried are too large: more than {limit} steps"),
            None if self.invalid == self.tried => {
                "at all sizes tried, the program leaves its arrays or divides by zero".to_owned()
            }
            None => "no statement runs at any of the sizes tried".to_owned(),
        }
    }
}

/// Checks the lengths of lists that must match.
fn check_shape(scop: &Scop, transformed: &Transformed, live_out: &[bool]) -> Result<(), String> {
    let arrays = scop.arrays.len();
    if transformed.extents.len() != arrays || live_out.len() != arrays {
        return Err("the lists of arrays have different lengths".to_owned());
    }
    let original: Vec<_> = scop.arrays.iter().map(|array| array.dimensions()).collect();
    let changed: Vec<_> = transformed.extents.iter().map(Vec::len).collect();
    check_dimensions(&scop.statements, &scop.program, &original)?;
    check_dimensions(transformed.statements, transformed.program, &changed)
}

/// Checks that each access has one subscript per dimension.
fn check_dimensions(statements: &[Statement], program: &Program, dimensions: &[usize]) -> Result<(), String> {
    for instance in program.instances() {
        let Some(statement) = statements.get(instance.statement) else { continue };
        for (access, subscripts) in statement.accesses.iter().zip(&instance.subscripts) {
            if dimensions.get(access.array) != Some(&subscripts.len()) {
                return Err(format!("an access of {} has the wrong number of subscripts", statement.name));
            }
        }
    }
    Ok(())
}
