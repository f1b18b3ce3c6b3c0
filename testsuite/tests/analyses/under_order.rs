//! What depends on an order as well: live ranges, overlaps, cells alive at once, violations, conflicts.

use crate::comparison::Subject;
use crate::orders::Given;
use crate::points::{self, Tuples};
use crate::runs::Run;
use crate::tally::Tally;
use allocator::conflicts::{Conflicts, Precision};
use analysis::most_alive::most_alive;
use analysis::violation::{Violation, overlaps, violations_of};
use analysis::{Analysed, Order, live_range};
use check::enumerate;
use isl::{Set, UnionMap};
use polyhedral::ArrayId;
use std::collections::BTreeSet;

/// How many values of an array are followed.
const MOST_VALUES: u64 = 100_000;

/// An order, as far as it concerns an array, for the analyses and in each run.
struct Ordered {
    array: ArrayId,
    symbolic: Order,
    enumerated: Vec<enumerate::Order>,
    title: String,
}

impl Subject {
    /// Compares what an order makes of each array.
    pub fn compare_order(&self, order: &Given, tally: &mut Tally) {
        let symbolic = order.symbolic(&self.scop).unwrap_or_else(|error| panic!("{order}: {error}"));
        for array in 0..self.scop.arrays.len() {
            let enumerated = |run: &Run| order.enumerated(&self.scop, &run.trace, &run.parameters, array);
            let ordered = Ordered {
                array,
                symbolic: symbolic.of_array(array),
                enumerated: self.runs.iter().map(enumerated).collect(),
                title: format!("`{}`, {order}", self.scop.arrays[array].name),
            };
            self.compare_live_ranges(&ordered, tally);
            self.compare_overlaps(&ordered, tally);
            self.compare_most_alive(order, &ordered, tally);
            self.compare_violations(&ordered, tally);
            self.compare_conflicts(&ordered, tally);
        }
    }

    fn compare_live_ranges(&self, ordered: &Ordered, tally: &mut Tally) {
        let computed = self.computed("live ranges", tally, |analysed| {
            live_range::live_ranges(analysed, ordered.array, &ordered.symbolic)
        });
        for ((run, order), computed) in self.runs.iter().zip(&ordered.enumerated).zip(&computed) {
            let Some(computed) = computed else { continue };
            let found = enumerate::live_ranges(&run.trace, &run.dataflow, ordered.array, order);
            let found = found.iter().map(|(w, r)| self.tuples(run, &[*w, *r])).collect();
            self.equal("live ranges", run, &ordered.title, computed, &found, tally);
        }
    }

    fn compare_overlaps(&self, ordered: &Ordered, tally: &mut Tally) {
        let computed =
            self.computed("overlaps", tally, |analysed| overlaps(analysed, ordered.array, &ordered.symbolic));
        for ((run, order), computed) in self.runs.iter().zip(&ordered.enumerated).zip(&computed) {
            let Some(computed) = computed else { continue };
            let found = enumerate::overlaps(&run.trace, &run.dataflow, ordered.array, order);
            let tuples =
                |((w, r), (v, s)): &((usize, usize), (usize, usize))| self.tuples(run, &[*w, *r, *v, *s]);
            let found = found.iter().map(tuples).collect();
            self.equal("overlaps", run, &ordered.title, computed, &found, tally);
        }
    }

    /// Under a total order in which values are written before they are read.
    fn compare_most_alive(&self, order: &Given, ordered: &Ordered, tally: &mut Tally) {
        let array = ordered.array;
        for (run, enumerated) in self.runs.iter().zip(&ordered.enumerated) {
            let Some((dates, times)) = order.times(&self.scop, &run.trace, &run.parameters) else { return };
            let violated = enumerate::violations(&run.trace, &run.dataflow, array, enumerated);
            if !violated.flow.is_empty() {
                continue;
            }
            let found = enumerate::most_alive(&run.trace, &run.dataflow, array, &times) as u64;
            let counted = |analysed: &Analysed| {
                most_alive(analysed, array, &dates, &run.parameters, MOST_VALUES).unwrap()
            };
            let with_values = || run.analysed(&self.scop).ok().and_then(counted);
            let computed = self.analysed.as_ref().and_then(counted).or_else(with_values);
            tally.count("most alive", 1);
            if computed != Some(found) {
                let both = format!("{computed:?}, enumerated {found}");
                let place = format!("{}: most alive ({})", self.name, ordered.title);
                tally.differences.push(format!("{place} at {:?}: {both}", run.parameters));
            }
        }
    }

    fn compare_violations(&self, ordered: &Ordered, tally: &mut Tally) {
        let computed = self.computed("violations", tally, |analysed| {
            violations_of(analysed, ordered.array, &ordered.symbolic)
        });
        let nothing = UnionMap::empty(self.scop.context.space().unwrap()).unwrap();
        for ((run, order), computed) in self.runs.iter().zip(&ordered.enumerated).zip(&computed) {
            let Some(computed) = computed else { continue };
            let found = enumerate::violations(&run.trace, &run.dataflow, ordered.array, order);
            let pairs = |pairs: &BTreeSet<(usize, usize)>| -> BTreeSet<Tuples> {
                pairs.iter().map(|(first, second)| self.tuples(run, &[*first, *second])).collect()
            };
            let triples = found.ranges.iter().map(|(w, r, k)| self.tuples(run, &[*w, *r, *k])).collect();
            type IsKind = fn(&Violation) -> bool;
            let kinds: [(_, IsKind, _); 4] = [
                ("violated flow", |v| matches!(v, Violation::Flow(_)), pairs(&found.flow)),
                ("violated ranges", |v| matches!(v, Violation::Range(_)), triples),
                ("violated live-in", |v| matches!(v, Violation::LiveIn(_)), pairs(&found.live_in)),
                ("violated live-out", |v| matches!(v, Violation::LiveOut(_)), pairs(&found.live_out)),
            ];
            for (what, is_kind, found) in kinds {
                let computed = computed.iter().find(|violation| is_kind(violation));
                let computed = computed.map_or(&nothing, |violation| violation.relation());
                self.equal(what, run, &ordered.title, computed, &found, tally);
            }
        }
    }

    fn compare_conflicts(&self, ordered: &Ordered, tally: &mut Tally) {
        let computed = self.computed("conflicts", tally, |analysed| {
            let conflicts = Conflicts::of(analysed, ordered.array, &ordered.symbolic, Precision::Exact)?;
            Ok((conflicts.relation()?.to_union_map()?, conflicts.differences))
        });
        let name = &self.scop.arrays[ordered.array].name;
        for (position, (run, computed)) in self.runs.iter().zip(&computed).enumerate() {
            let order = &ordered.enumerated[position];
            let found = enumerate::conflicts(&run.trace, &run.dataflow, ordered.array, order);
            let Some(computed) = computed else {
                self.compare_hull(run, ordered, &found, tally);
                continue;
            };
            let pair =
                |(x, y): &(Vec<i64>, Vec<i64>)| vec![(name.clone(), x.clone()), (name.clone(), y.clone())];
            let pairs = found.iter().map(pair).collect();
            self.equal("conflicts", run, &ordered.title, &computed.0, &pairs, tally);
            let (computed, found) = differences(&computed.1, &found, run);
            self.same("differences", run, &ordered.title, &computed, &found, tally);
        }
    }

    /// Where exact conflicts are too hard there may be more, but none may be missing.
    fn compare_hull(&self, run: &Run, ordered: &Ordered, found: &Pairs, tally: &mut Tally) {
        let computed = self.within_values("hulls of conflicts", run, tally, |analysed| {
            Ok(Conflicts::of(analysed, ordered.array, &ordered.symbolic, Precision::Hull)?.differences)
        });
        let Some(computed) = computed else { return };
        let (computed, found) = differences(&computed, found, run);
        let common = computed.intersection(&found).cloned().collect();
        self.same("differences in hulls", run, &ordered.title, &common, &found, tally);
    }
}

/// Pairs of cells of one array.
type Pairs = BTreeSet<(Vec<i64>, Vec<i64>)>;

/// The points of `computed` and the differences of the pairs that were found.
fn differences(computed: &Set, found: &Pairs, run: &Run) -> (BTreeSet<Tuples>, BTreeSet<Tuples>) {
    let computed = points::of_vectors(computed, &run.parameters).unwrap();
    let mut found = enumerate::differences(found);
    // 0 is there also at parameters at which nothing is written
    found.extend(computed.iter().filter(|z| z.iter().all(|z| *z == 0)).cloned());
    let points = |set: BTreeSet<Vec<i64>>| set.into_iter().map(|z| vec![(String::new(), z)]).collect();
    (points(computed), points(found))
}
