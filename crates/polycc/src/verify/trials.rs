//! The integers at which a function is called.
//!
//! Some are those at which its regions were checked, so they suit these. The others are larger, and in several orders, since
//! a size may have to be smaller than another one (a radius, say). Nothing but the run of the original tells whether they suit.

use check::Constraints;
use polyhedral::Scop;
use std::collections::{BTreeMap, BTreeSet};

/// A region of a function, as far as it says which sizes suit.
pub struct Site<'a> {
    /// The region.
    pub scop: &'a Scop,
    /// The sizes at which it was checked, by the names of its parameters.
    pub checked: &'a [BTreeMap<String, i64>],
    /// Whether the user says something of the sizes, so that others are wrong.
    pub is_bound: bool,
}

/// So many trials have sizes that were checked.
const CHECKED: usize = 6;
/// Larger ones, and small ones that tell mistakes at borders.
const SIZES: [i64; 10] = [8, 5, 13, 3, 17, 24, 9, 33, 2, 11];
const SMALL: [i64; 4] = [1, 2, 3, 0];

/// Values of all `sizes`, as the program spells them, trial by trial.
pub fn candidates(sizes: &[String], sites: &[Site]) -> Vec<Vec<i64>> {
    let known = |site: &Site, number: usize| -> BTreeMap<String, i64> {
        let checked = site.checked.get(number);
        let free = site.scop.parameters.iter().filter(|it| it.value.is_none() && it.factors.is_empty());
        free.filter_map(|it| Some((it.spelling.clone(), *checked?.get(&it.name)?))).collect()
    };
    let most = sites.iter().map(|site| site.checked.len()).max().unwrap_or(0);
    // small and large ones in turn
    let numbers =
        (0..most.min(CHECKED)).map(|turn| if turn % 2 == 0 { turn / 2 } else { most - 1 - turn / 2 });
    let checked = numbers.map(|number| {
        let values: BTreeMap<String, i64> = sites.iter().flat_map(|site| known(site, number)).collect();
        let value =
            |(place, name): (usize, &String)| values.get(name).copied().unwrap_or(SIZES[place % SIZES.len()]);
        sizes.iter().enumerate().map(value).collect()
    });
    let mut seen = BTreeSet::new();
    let all = checked.chain(generated(sizes.len()));
    all.filter(|values| sites.iter().all(|site| suits(site, sizes, values)) && seen.insert(values.clone()))
        .collect()
}

/// Sizes of which nothing is known.
fn generated(count: usize) -> impl Iterator<Item = Vec<i64>> {
    let turned = move |turn: usize| -> Vec<i64> {
        (0..count).map(|place| SIZES[(turn + place) % SIZES.len()]).collect()
    };
    let sorted = move |turn: usize, is_rising: bool| {
        let mut values = turned(turn);
        values.sort_unstable();
        if !is_rising {
            values.reverse();
        }
        values
    };
    let one_small = move |turn: usize| {
        let small = SMALL[turn / count.max(1) % SMALL.len()];
        let value =
            |place| if place == turn % count.max(1) { small } else { SIZES[(turn + place) % SIZES.len()] };
        (0..count).map(value).collect()
    };
    let equal = move |turn: usize| vec![SIZES[turn % SIZES.len()]; count];
    let small = move |turn: usize| vec![SMALL[turn % SMALL.len()]; count];
    (0..SIZES.len()).flat_map(move |turn| {
        [turned(turn), one_small(turn), sorted(turn, false), sorted(turn, true), equal(turn), small(turn)]
    })
}

/// Whether a region may run at these values, as far as they tell.
fn suits(site: &Site, sizes: &[String], values: &[i64]) -> bool {
    let Some(constraints) = Constraints::new(site.scop) else { return !site.is_bound };
    let mut all: Vec<Option<i64>> = Vec::new();
    for parameter in &site.scop.parameters {
        let of_name = |name: &String| site.scop.parameters.iter().position(|it| it.name == *name);
        all.push(match parameter.value {
            Some(value) => Some(value),
            None if parameter.factors.is_empty() => {
                sizes.iter().position(|size| *size == parameter.spelling).map(|place| values[place])
            }
            None => parameter.factors.iter().try_fold(1i64, |product, name| {
                product.checked_mul(all.get(of_name(name)?).copied().flatten()?)
            }),
        });
    }
    match all.into_iter().collect::<Option<Vec<_>>>() {
        Some(values) => constraints.hold(&values),
        None => !site.is_bound,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_unequal_equal_and_small() {
        let sizes = ["n".to_owned(), "m".to_owned()];
        let all = candidates(&sizes, &[]);
        let has = |is_such: &dyn Fn(&[i64]) -> bool| all.iter().any(|values| is_such(values));
        assert!(has(&|v| v[0] < v[1]) && has(&|v| v[0] > v[1]) && has(&|v| v[0] == v[1]));
        assert!(has(&|v| v[0] == 0) && has(&|v| v[1] == 1) && has(&|v| v == [33, 2]));
        let different: BTreeSet<_> = all.iter().collect();
        assert_eq!(different.len(), all.len());
        assert_eq!(candidates(&[], &[]), [Vec::<i64>::new()]);
    }
}
