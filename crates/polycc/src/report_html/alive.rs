//! The bytes alive over time, before and after, and how long each array is in use.
//!
//! A value is alive from its write to its last read, as for [`check::most_alive`]: that counts the peak, and here the whole
//! curve is drawn. Time goes by instances. Only temporaries count, since only they shrink.

use super::chart::{Curve, area, span};
use super::sizes::{self, Runs, Sizes};
use crate::pipeline::Region;
use crate::report;
use crate::summary::size;
use analysis::Role;
use check::enumerate::{Cell, Trace};
use polyhedral::{AccessKind, ArrayId};
use serde::Serialize;
use std::collections::BTreeMap;

/// Points that a curve has at most.
const MOST_POINTS: usize = 240;

/// A curve this much lower than the other is drawn a second time, on a scale of its own.
const MUCH_LOWER: i64 = 6;

/// The charts with what belongs to them.
#[derive(Serialize)]
pub struct Alive {
    /// At which sizes.
    sizes: String,
    before: Side,
    after: Side,
    /// Whether there is one curve for both.
    is_same: bool,
    /// Both curves, and maybe the second one by itself.
    charts: Vec<Chart>,
    /// Bars for the bytes that are reserved before and after.
    reserved: Option<[String; 2]>,
    bars: Vec<Bar>,
    /// Whether a point of a curve is the largest of several instants.
    is_sampled: bool,
}

/// Curves on one scale.
#[derive(Serialize)]
struct Chart {
    picture: String,
    /// What the top of the scale means.
    top: String,
    /// Whether a line shows what is reserved after.
    is_marked: bool,
}

/// What is told of one of the runs.
#[derive(Serialize)]
struct Side {
    instances: usize,
    /// The most bytes alive.
    peak: i64,
    peak_size: String,
    /// The bytes that all temporaries have.
    reserved: Option<i64>,
    reserved_size: Option<String>,
}

/// When an array is in use.
#[derive(Serialize)]
struct Bar {
    name: String,
    before: String,
    after: String,
    /// The same in words.
    words: String,
}

/// From the first write of an array to the last read, in instants from 0.
#[derive(Clone, Copy)]
struct Use {
    first: usize,
    last: usize,
}

/// What a run tells.
struct Lives {
    /// Bytes alive behind each instance; the first entry is in front of all.
    alive: Vec<i64>,
    /// By array of the program.
    uses: BTreeMap<ArrayId, Use>,
}

impl Alive {
    /// For a region with temporaries that has a run short enough.
    pub fn of(region: &Region, at: &Sizes) -> Option<Self> {
        let counted = counted(region);
        let runs = (!counted.is_empty()).then(|| Runs::of(region, at, &sizes::LONG)).flatten()?;
        let before = Lives::of(&runs.before, &counted.iter().map(|it| (it.array, *it)).collect());
        let parts = counted.iter().flat_map(|it| region.parts(it.array).into_iter().map(|part| (part, *it)));
        let after = Lives::of(&runs.after, &parts.collect());
        if before.peak().max(after.peak()) == 0 {
            return None;
        }
        let reserved = report::bytes(region, &runs.sizes);
        Some(Alive {
            sizes: sizes::told(&region.analysed.scop, &runs.sizes),
            before: Side::of(&before, &runs.before, reserved.map(|(before, _)| before)),
            after: Side::of(&after, &runs.after, reserved.map(|(_, after)| after)),
            is_same: before.alive == after.alive,
            charts: charts(&before, &after, reserved.map(|(_, after)| after)),
            reserved: reserved.map(|(before, after)| reserved_bars(before, after)),
            bars: counted.iter().filter_map(|it| bar(region, it.array, &before, &after)).collect(),
            is_sampled: before.alive.len().max(after.alive.len()) > MOST_POINTS,
        })
    }
}

impl Side {
    fn of(lives: &Lives, trace: &Trace, reserved: Option<i64>) -> Self {
        Side {
            instances: trace.instances.len(),
            peak: lives.peak(),
            peak_size: size(lives.peak().into()),
            reserved,
            reserved_size: reserved.map(|bytes| size(bytes.into())),
        }
    }
}

/// Both curves on one scale, and the second one once more if it is hard to see there.
fn charts(before: &Lives, after: &Lives, reserved: Option<i64>) -> Vec<Chart> {
    let curve = |class, lives: &Lives| Curve { class, values: lives.sampled() };
    let mut curves = vec![curve("after", after)];
    if before.alive != after.alive {
        curves.insert(0, curve("before", before));
    }
    let whole = Chart::of(&curves, before.peak().max(after.peak()), reserved, "bytes alive over time");
    let is_low = after.peak() > 0 && after.peak() <= before.peak() / MUCH_LOWER;
    let close =
        || Chart::of(&[curve("after", after)], after.peak(), reserved, "bytes alive over time, after");
    std::iter::once(whole).chain(is_low.then(close)).collect()
}

impl Chart {
    /// Curves up to `peak`, with a line at what is `reserved` if that leaves room for them.
    fn of(curves: &[Curve], peak: i64, reserved: Option<i64>, label: &str) -> Self {
        const MOST_ROOM: i64 = 3;
        let mark = reserved.filter(|reserved| *reserved <= peak.saturating_mul(MOST_ROOM));
        let top = peak.max(mark.unwrap_or(0));
        let picture = area(curves, mark, top, label);
        Chart { picture, top: size(top.into()), is_marked: mark.is_some() }
    }
}

fn reserved_bars(before: i64, after: i64) -> [String; 2] {
    let most = before.max(after).max(1) as f64;
    [("before", before), ("after", after)].map(|(class, bytes)| span(class, Some((0.0, bytes as f64 / most))))
}

/// An array of the program with the size of an element.
#[derive(Clone, Copy)]
struct Counted {
    array: ArrayId,
    element: i64,
}

/// The temporaries.
fn counted(region: &Region) -> Vec<Counted> {
    let scop = &region.analysed.scop;
    let counted = (0..scop.arrays.len()).filter_map(|array| {
        let is_counted =
            region.analysed.roles[array] == Role::Temporary && scop.arrays[array].dimensions() > 0;
        let element = i64::try_from(scop.arrays[array].element_bytes?).ok()?;
        is_counted.then_some(Counted { array, element })
    });
    counted.collect()
}

impl Lives {
    /// Those of the arrays in `counted`, which says whose values each holds.
    fn of(trace: &Trace, counted: &BTreeMap<ArrayId, Counted>) -> Self {
        let mut open: BTreeMap<&Cell, Use> = BTreeMap::new();
        let mut changes = vec![0i64; trace.instances.len() + 1];
        let mut uses: BTreeMap<ArrayId, Use> = BTreeMap::new();
        let mut end = |cell: &Cell, life: Use| {
            let Some(it) = counted.get(&cell.array).filter(|_| life.last > life.first) else { return };
            changes[life.first] = changes[life.first].saturating_add(it.element);
            changes[life.last] = changes[life.last].saturating_sub(it.element);
            let whole = uses.entry(it.array).or_insert(life);
            *whole = Use { first: whole.first.min(life.first), last: whole.last.max(life.last) };
        };
        for (now, instance) in (1..).zip(&trace.instances) {
            for touch in instance.touches.iter().filter(|touch| counted.contains_key(&touch.cell.array)) {
                let known = open.get(&touch.cell).copied();
                match touch.kind {
                    AccessKind::Read => {
                        open.entry(&touch.cell).or_insert(Use { first: 0, last: 0 }).last = now
                    }
                    // what may not happen leaves the value that is there
                    AccessKind::MayWrite if known.is_some() => {}
                    AccessKind::MustWrite | AccessKind::MayWrite => {
                        if let Some(life) = open.insert(&touch.cell, Use { first: now, last: now }) {
                            end(&touch.cell, life);
                        }
                    }
                }
            }
        }
        open.into_iter().for_each(|(cell, life)| end(cell, life));
        let alive = changes.iter().scan(0i64, |alive, change| {
            *alive = alive.saturating_add(*change);
            Some(*alive)
        });
        Lives { alive: alive.collect(), uses }
    }

    fn peak(&self) -> i64 {
        self.alive.iter().copied().max().unwrap_or(0)
    }

    /// At most so many points, each the largest of its part of the run.
    fn sampled(&self) -> Vec<i64> {
        let points = self.alive.len().clamp(1, MOST_POINTS);
        let start = |point: usize| point * self.alive.len() / points;
        let largest = |point: usize| self.alive[start(point)..start(point + 1)].iter().copied().max();
        (0..points).filter_map(largest).collect()
    }

    /// Where in the run an array is in use, as parts of the whole.
    fn part(&self, array: ArrayId) -> Option<(f64, f64)> {
        let Use { first, last } = self.uses.get(&array)?;
        let all = (self.alive.len().max(2) - 1) as f64;
        Some((*first as f64 / all, *last as f64 / all))
    }
}

fn bar(region: &Region, array: ArrayId, before: &Lives, after: &Lives) -> Option<Bar> {
    let name = region.analysed.scop.arrays[array].name.clone();
    let parts = [before, after].map(|lives| lives.part(array));
    parts.iter().flatten().next()?;
    let words = |part: Option<(f64, f64)>| match part {
        Some((first, last)) => format!("{:.0} % to {:.0} %", 100.0 * first, 100.0 * last),
        None => "not at all".to_string(),
    };
    Some(Bar {
        before: span("before", parts[0]),
        after: span("after", parts[1]),
        words: format!(
            "{name} is in use from {} of the run before, {} after",
            words(parts[0]),
            words(parts[1])
        ),
        name,
    })
}
