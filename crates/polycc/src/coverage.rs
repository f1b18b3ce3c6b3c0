//! `--emit coverage`: how much of a file's loop nests is taken, and why not the rest.

use crate::input::Input;
use crate::pipeline::Region;
use allocator::Decision;
use analysis::Role;
use diagnostics::Span;
use frontend::Nest;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// How a nest outside of all marked regions is counted, where nobody asked for more.
const UNMARKED: &str = "not marked";

/// What is counted in one file.
#[derive(Clone, Debug, Serialize)]
pub struct Coverage {
    /// Outermost `for` loops with all in them.
    nests: Nests,
    /// Those that call no function but the file's own, and such of which it is known what they do.
    nests_without_external_calls: Nests,
    loops: Share,
    statements: Share,
    temporaries: Temporaries,
    /// How many nests aren't taken as a whole, by the kind of the first reason.
    reasons: BTreeMap<String, usize>,
    each: Vec<One>,
}

/// Nests, by how much of them lies in regions.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Nests {
    all: usize,
    whole: usize,
    /// Of those that are taken whole: they keep their order, since of some statements only is known what they may touch.
    inexact: usize,
    partly: usize,
    not: usize,
}

#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Share {
    all: usize,
    taken: usize,
}

/// Local arrays, and blocks that local pointers hold.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Temporaries {
    /// Used in loops.
    found: usize,
    /// In a region, and known to die with it.
    modelled: usize,
    /// With fewer cells than before.
    shrunk: usize,
}

/// One nest.
#[derive(Clone, Debug, Serialize)]
struct One {
    function: String,
    lines: [u32; 2],
    loops: usize,
    taken: Taken,
    /// Whether all of it is known exactly.
    exact: bool,
    calls_out: bool,
    /// Why it isn't taken as a whole, or not exactly.
    reason: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Taken {
    Whole,
    Partly,
    Not,
}

/// A region that the stages refused, with the kind of the reason.
pub struct Refused {
    /// Its place.
    pub span: Span,
    /// Why.
    pub reason: String,
}

/// A nest that isn't taken as a whole.
pub struct Missed<'a> {
    /// The function around it.
    pub function: &'a str,
    /// Its first and its last line.
    pub lines: (u32, u32),
    /// The kind of the first reason.
    pub reason: &'a str,
}

impl Coverage {
    /// The nest at a line, if it isn't taken as a whole.
    pub fn missed(&self, line: u32) -> Option<Missed<'_>> {
        let nests = self.each.iter().filter(|nest| nest.taken != Taken::Whole);
        let mut here = nests.filter(|nest| (nest.lines[0]..=nest.lines[1]).contains(&line));
        let nest = here.next()?;
        let reason = nest.reason.as_deref()?;
        Some(Missed { function: &nest.function, lines: nest.lines.into(), reason })
    }

    /// Of `input`, whose regions at `taken` went through all stages with the results `regions`.
    pub fn new(input: &Input, taken: &[Span], regions: &[Region], refused: &[Refused]) -> Self {
        let nests = input.unit.nests(&input.map);
        let is_taken = |span: &Span| taken.iter().any(|region| region.contains(*span));
        let share = |parts: &dyn Fn(&Nest) -> &[Span]| Share {
            all: nests.iter().map(|nest| parts(nest).len()).sum(),
            taken: nests.iter().map(|nest| parts(nest).iter().filter(|part| is_taken(part)).count()).sum(),
        };
        let (loops, statements) = (share(&|nest| &nest.loops), share(&|nest| &nest.statements));
        let each: Vec<One> = nests.iter().map(|nest| one(nest, is_taken, refused)).collect();
        let mut reasons = BTreeMap::new();
        let missed = each.iter().filter(|nest| nest.taken != Taken::Whole);
        for reason in missed.filter_map(|nest| nest.reason.as_ref()) {
            *reasons.entry(reason.clone()).or_default() += 1;
        }
        Coverage {
            nests: Nests::of(each.iter()),
            nests_without_external_calls: Nests::of(each.iter().filter(|nest| !nest.calls_out)),
            loops,
            statements,
            temporaries: temporaries(input, regions),
            reasons,
            each,
        }
    }

    /// As lines `key: value`, sorted.
    pub fn text(&self, file: &str) -> String {
        let mut lines = BTreeMap::from([
            ("loops".to_owned(), self.loops.all),
            ("loops.taken".to_owned(), self.loops.taken),
            ("statements".to_owned(), self.statements.all),
            ("statements.taken".to_owned(), self.statements.taken),
            ("temporaries.found".to_owned(), self.temporaries.found),
            ("temporaries.modelled".to_owned(), self.temporaries.modelled),
            ("temporaries.shrunk".to_owned(), self.temporaries.shrunk),
        ]);
        lines.extend(self.nests.lines("nests"));
        lines.extend(self.nests_without_external_calls.lines("nests_without_external_calls"));
        lines.extend(self.reasons.iter().map(|(reason, count)| (format!("reason({reason})"), *count)));
        let mut text = format!("file {file}\n");
        for (key, value) in lines {
            writeln!(text, "{key}: {value}").expect("a string takes all text");
        }
        text
    }
}

impl Nests {
    fn of<'a>(nests: impl Iterator<Item = &'a One>) -> Self {
        let mut counts = Nests::default();
        for nest in nests {
            counts.all += 1;
            match nest.taken {
                Taken::Whole => counts.whole += 1,
                Taken::Partly => counts.partly += 1,
                Taken::Not => counts.not += 1,
            }
            counts.inexact += usize::from(nest.taken == Taken::Whole && !nest.exact);
        }
        counts
    }

    fn lines(self, key: &str) -> [(String, usize); 5] {
        [
            (key.to_owned(), self.all),
            (format!("{key}.inexact"), self.inexact),
            (format!("{key}.not"), self.not),
            (format!("{key}.partly"), self.partly),
            (format!("{key}.whole"), self.whole),
        ]
    }
}

fn one(nest: &Nest, is_taken: impl Fn(&Span) -> bool, refused: &[Refused]) -> One {
    let taken = match nest.loops.iter().filter(|part| is_taken(part)).count() {
        0 => Taken::Not,
        _ if is_taken(&nest.span) => Taken::Whole,
        _ => Taken::Partly,
    };
    let later = || refused.iter().find(|region| region.span.contains(nest.span));
    let reason = nest.reason.clone().or_else(|| later().map(|region| region.reason.clone()));
    One {
        function: nest.function.clone(),
        lines: nest.lines.into(),
        loops: nest.loops.len(),
        taken,
        exact: taken == Taken::Whole && reason.is_none(),
        calls_out: nest.calls_out,
        reason: reason.or_else(|| (taken != Taken::Whole).then(|| UNMARKED.to_owned())),
    }
}

fn temporaries(input: &Input, regions: &[Region]) -> Temporaries {
    let mut counts = Temporaries { found: input.unit.temporaries(&input.map), ..Temporaries::default() };
    for region in regions {
        let scop = &region.analysed.scop;
        for id in 0..scop.arrays.len() {
            if region.analysed.roles[id] == Role::Temporary && scop.arrays[id].dimensions() > 0 {
                counts.modelled += 1;
                let is_kept = |part: &usize| region.allocations[*part].decision == Decision::Kept;
                counts.shrunk += usize::from(!region.parts(id).iter().all(is_kept));
            }
        }
    }
    counts
}
