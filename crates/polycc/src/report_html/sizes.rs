//! The sizes at which a page shows what happens, and the runs at these sizes.
//!
//! A run is drawn at the sizes of `--at` and of the program where it is short enough; else at smaller ones: large ones are cut, or all
//! get smaller in proportion. What doesn't satisfy the region's assumptions, or isn't valid C, is passed over, so that the last resort are the
//! sizes at which the check ran both programs.

use crate::pipeline::Region;
use crate::report;
use check::Constraints;
use check::enumerate::{Trace, is_valid};
use polyhedral::Scop;
use std::collections::BTreeMap;

/// What stands for each parameter.
pub type Sizes = BTreeMap<String, i64>;

/// How long a run may be.
pub struct Limits {
    /// The largest parameters to try, most wanted first.
    pub caps: &'static [i64],
    /// Whether the sizes of the program come first.
    pub tries_real: bool,
    /// Sizes that the check ran are wanted up to this one, those beyond are worse than smaller ones.
    pub enough: i64,
    /// The steps that the program may make in its own order.
    pub steps: u64,
}

/// For charts.
pub const LONG: Limits =
    Limits { caps: &[160, 96, 64, 40, 24, 16], tries_real: true, enough: i64::MAX, steps: 60_000 };

/// For pictures in which each cell and each instance is seen.
pub const SHORT: Limits = Limits { caps: &[12, 10, 8, 6], tries_real: false, enough: 20, steps: 20_000 };

/// Where data choose subscripts, so that each instance may touch all cells of a row, or of an array.
const FEW: Limits = Limits { caps: &[12, 8, 6], tries_real: false, enough: 16, steps: 2_000 };

/// A new order may make as many times the steps of the program's, in empty iterations.
const PATIENCE: u64 = 16;

/// Both programs at the same sizes.
pub struct Runs {
    /// The sizes.
    pub sizes: Sizes,
    /// The program as it was.
    pub before: Trace,
    /// The program as it is now, with the subscripts that arrays had.
    pub after: Trace,
}

impl Runs {
    /// The first runs of `region` that are short enough.
    pub fn of(region: &Region, at: &Sizes, limits: &Limits) -> Option<Self> {
        let scop = &region.analysed.scop;
        let has_unknown = scop.statements.iter().any(|statement| !statement.unknown.is_empty());
        let limits = if has_unknown { &FEW } else { limits };
        let constraints = Constraints::new(scop)?;
        let mut tried: Vec<Sizes> = Vec::new();
        for sizes in candidates(region, at, limits) {
            if tried.contains(&sizes) {
                continue;
            }
            if let Some(runs) = Runs::at(region, &constraints, &sizes, limits.steps) {
                return Some(runs);
            }
            tried.push(sizes);
        }
        None
    }

    fn at(region: &Region, constraints: &Constraints, sizes: &Sizes, steps: u64) -> Option<Self> {
        let scop = &region.analysed.scop;
        let values: Option<Vec<i64>> = scop.parameters.iter().map(|p| sizes.get(&p.name).copied()).collect();
        if !constraints.hold(&values?) {
            return None;
        }
        let before = Trace::of(scop, &scop.program, sizes, steps)?;
        if before.instances.is_empty() || !is_valid(scop, &before, sizes) {
            return None;
        }
        let after = Trace::of(&region.built().scop, &region.ordered, sizes, steps * PATIENCE)?;
        Some(Runs { sizes: sizes.clone(), before, after })
    }
}

/// The sizes to try, most wanted first.
fn candidates(region: &Region, at: &Sizes, limits: &Limits) -> Vec<Sizes> {
    let scop = &region.analysed.scop;
    let known = report::values(scop, at);
    let all = |value: &dyn Fn(Option<i64>) -> Option<i64>| -> Option<Sizes> {
        let sized =
            scop.parameters.iter().map(|p| Some((p.name.clone(), value(known.get(&p.name).copied())?)));
        sized.collect()
    };
    let real = limits.tries_real.then(|| all(&|known| known)).flatten();
    let largest = scop.parameters.iter().filter_map(|p| known.get(&p.name).copied()).max().unwrap_or(0);
    let in_proportion = |cap: i64| {
        let scaled =
            move |it: i64| i64::try_from(i128::from(it) * i128::from(cap) / i128::from(largest.max(cap)));
        all(&|known| known.map_or(Some(cap), |it| scaled(it).ok()))
    };
    let cut = |cap: i64| all(&|known| Some(known.map_or(cap, |it| it.min(cap))));
    let smaller = limits.caps.iter().flat_map(|cap| [cut(*cap), in_proportion(*cap)]).flatten();
    let mut sizes: Vec<Sizes> =
        real.into_iter().chain(smaller.map(|sizes| with_products(scop, sizes))).collect();
    let mut checked = region.check.checked.clone();
    checked.sort_by_key(|sizes| {
        let (largest, sum) = (sizes.values().max().copied().unwrap_or(0), sizes.values().sum::<i64>());
        let is_too_large = largest > limits.enough;
        (is_too_large, if is_too_large { sum } else { -sum })
    });
    sizes.extend(checked);
    sizes
}

/// The same, where a parameter that stands for a product has the value of that.
fn with_products(scop: &Scop, mut sizes: Sizes) -> Sizes {
    for product in scop.parameters.iter().filter(|p| !p.factors.is_empty()) {
        let mut factors = product.factors.iter().map(|name| sizes.get(name).copied());
        let value = factors.try_fold(1i64, |value, factor| value.checked_mul(factor?));
        sizes.extend(value.map(|value| (product.name.clone(), value)));
    }
    sizes
}

/// The sizes in words: `n = 64, H = 96 (the program has 480)`; empty if there are none.
pub fn told(scop: &Scop, sizes: &Sizes) -> String {
    let one = |parameter: &polyhedral::Parameter| {
        let value = sizes.get(&parameter.name)?;
        Some(match parameter.value {
            Some(real) if real == *value => format!("{} = {value}", parameter.spelling),
            Some(real) if parameter.spelling == real.to_string() => format!("{value} for {real}"),
            Some(real) => format!("{} = {value} (the program has {real})", parameter.spelling),
            None => format!("{} = {value}", parameter.spelling),
        })
    };
    let all: Vec<String> = scop.parameters.iter().filter_map(one).collect();
    all.join(", ")
}
