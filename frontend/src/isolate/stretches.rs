//! Stretches of the program during which an array may stay in the memory space of the isolated statements that use
//! it (Guelton, Amini, Creusillet, *Beyond Do Loops*, section 4): loads move up to where one begins, stores down to
//! where it ends.
//!
//! Sound because nothing else in a stretch can see the array's own memory: no other statement of it names the array,
//! calls a function that may know it, or goes through a name that may reach the same cells; and it is entered at its
//! start and left at its end only. What stands in the way is a [`Barrier`].

use std::collections::BTreeSet;

use diagnostics::Span;

use super::Isolated;
use super::barriers::Barrier;
use crate::facts::Surroundings;
use crate::region::Region;
use crate::syntax::tree::{Construct, Statement, StatementKind, SymbolId, SymbolKind};

/// Statements that follow one another, in which an array may stay in another memory space.
#[derive(Clone, Debug)]
pub struct Stretch {
    /// As a statement that could be isolated.
    pub place: Isolated,
    /// The isolated statements in it that name the array.
    pub users: Vec<User>,
    /// The names of the integers that have one value all along.
    pub fixed: BTreeSet<String>,
}

/// An isolated statement in a stretch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct User {
    /// Its position among the isolated statements.
    pub position: usize,
    /// Whether it runs exactly once whenever the stretch does.
    pub is_certain: bool,
    /// Whether a loop in the stretch repeats it.
    pub is_repeated: bool,
}

/// The stretches for `array`, which those of the isolated statements `sites` name that have the positions `users`: outer
/// ones first. The region of `around` may be any of the function.
pub fn stretches(
    around: Surroundings<'_>,
    sites: &[Isolated],
    array: SymbolId,
    users: &[usize],
) -> (Vec<Stretch>, Vec<Barrier>) {
    let mut search = Search { around, sites, array, users, found: vec![], barriers: vec![] };
    search.visit(&around.function().body);
    (search.found, search.barriers)
}

/// The whole body of the function around, for an array that its callers hand over: what the statements in it are like, and
/// which integers never change in it.
pub fn body(
    around: Surroundings<'_>,
    sites: &[Isolated],
    array: SymbolId,
    users: &[usize],
) -> Result<(Vec<User>, BTreeSet<String>), Barrier> {
    let search = Search { around, sites, array, users, found: vec![], barriers: vec![] };
    let body = &around.function().body;
    let blocked = |statement: &Statement| search.within(statement);
    if let Some(barrier) = body.children().find_map(blocked) {
        return Err(barrier);
    }
    let mut ends = !around.index.jumps.is_empty();
    body.walk(&mut |inner| ends |= matches!(inner.kind, StatementKind::Other(Construct::Return, ..)));
    let list = match &body.kind {
        StatementKind::Block(list) => list.as_slice(),
        _ => &[],
    };
    let users = users.iter().map(|user| search.user(list, *user));
    let users = users.map(|user| User { is_certain: user.is_certain && !ends, ..user });
    Ok((users.collect(), search.fixed(body.span)))
}

/// The search in one function.
pub(super) struct Search<'a> {
    pub(super) around: Surroundings<'a>,
    /// The isolated statements, and calls of functions that hand their transfers over.
    pub(super) sites: &'a [Isolated],
    pub(super) array: SymbolId,
    pub(super) users: &'a [usize],
    found: Vec<Stretch>,
    barriers: Vec<Barrier>,
}

impl<'a> Search<'a> {
    /// Whether an isolated statement lies in `span`.
    fn holds_any(&self, span: Span) -> bool {
        self.sites.iter().any(|isolated| span.contains(isolated.region.span))
    }

    fn users_in(&self, span: Span) -> Vec<usize> {
        let is_in = |user: &usize| span.contains(self.sites[*user].region.span);
        self.users.iter().copied().filter(is_in).collect()
    }

    pub(super) fn is_isolated(&self, statement: &Statement) -> bool {
        self.sites.iter().any(|isolated| isolated.region.span == statement.span)
    }

    fn visit(&mut self, statement: &'a Statement) {
        if self.is_isolated(statement) {
            return;
        }
        if let StatementKind::Block(list) = &statement.kind {
            self.in_row(list);
        }
        for child in statement.children() {
            if self.users_in(child.span).is_empty() {
                continue;
            }
            let stands_alone = !matches!(statement.kind, StatementKind::Block(_))
                && !matches!(child.kind, StatementKind::Block(_));
            if stands_alone {
                self.in_row(std::slice::from_ref(child));
            }
            self.visit(child);
        }
    }

    /// The stretches among statements in a row: as long as they can be, then no longer than the array is used.
    fn in_row(&mut self, list: &'a [Statement]) {
        let uses = |statement: &&Statement| !self.users_in(statement.span).is_empty();
        let Some(first) = list.iter().position(|statement| uses(&statement)) else { return };
        let last = list.iter().rposition(|statement| uses(&statement)).unwrap_or(first);
        let mut start = 0;
        let mut barriers = Vec::new();
        for (position, statement) in list.iter().enumerate() {
            if let Some(barrier) = self.barrier(statement) {
                self.candidates(&list[start..position]);
                start = position + 1;
                if (first..=last).contains(&position) {
                    barriers.push(barrier);
                }
            }
        }
        self.candidates(&list[start..]);
        self.barriers.extend(barriers);
    }

    fn candidates(&mut self, run: &'a [Statement]) {
        let wide = trimmed(run, |statement| self.holds_any(statement.span));
        let tight = trimmed(run, |statement| !self.users_in(statement.span).is_empty());
        let mut spans = Vec::new();
        for part in [wide, tight] {
            let [first, ..] = part else { continue };
            let span = part.iter().fold(first.span, |all, statement| all.to(statement.span));
            let users = self.users_in(span);
            // a statement's own transfers are as good
            let is_trivial = users.len() < 2
                && part.iter().any(|statement| {
                    self.is_isolated(statement)
                        && users.iter().all(|user| self.sites[*user].region.span == statement.span)
                });
            if users.is_empty() || is_trivial || spans.contains(&span) {
                continue;
            }
            spans.push(span);
            let users = users.into_iter().map(|position| self.user(part, position)).collect();
            let stretch = Stretch { place: self.place(span), users, fixed: self.fixed(span) };
            self.found.push(stretch);
        }
    }

    fn place(&self, span: Span) -> Isolated {
        let line = |place: usize| self.around.map.locate(place).line;
        let inside = self.sites.iter().find(|isolated| span.contains(isolated.region.span));
        let region = inside.map_or(self.around.region, |isolated| &isolated.region);
        let lines = (line(span.start), line(span.end.saturating_sub(1)));
        let pragma = inside.map_or(span, |isolated| isolated.pragma);
        Isolated { pragma, region: Region { span, lines, ..region.clone() } }
    }

    fn user(&self, run: &'a [Statement], position: usize) -> User {
        let target = self.sites[position].region.span;
        let (mut is_certain, mut is_repeated) = (true, false);
        let mut inside = run.iter().find(|statement| statement.span.contains(target));
        while let Some(statement) = inside.filter(|statement| statement.span != target) {
            match &statement.kind {
                StatementKind::Block(_) => {}
                StatementKind::For(_) | StatementKind::Other(Construct::While | Construct::Do, ..) => {
                    (is_certain, is_repeated) = (false, true);
                }
                _ => is_certain = false,
            }
            inside = statement.children().find(|child| child.span.contains(target));
        }
        User { position, is_certain, is_repeated }
    }

    /// The names that stand for the same value everywhere in `span`.
    fn fixed(&self, span: Span) -> BTreeSet<String> {
        let symbols = self.around.symbols();
        let (mut fixed, mut others) = (BTreeSet::new(), BTreeSet::new());
        for &symbol in self.around.index.occurrences.keys() {
            let declared = &symbols[symbol];
            let is_plain =
                matches!(declared.kind, SymbolKind::Local { is_static: false } | SymbolKind::Parameter)
                    && declared.type_.is_arithmetic()
                    && self.around.address_taken(symbol).is_none();
            let changes = &self.around.index.changes;
            let changes = changes.iter().any(|change| change.symbol == symbol && span.contains(change.place));
            let is_fixed = is_plain && !changes && !span.contains(declared.name_span);
            if is_fixed {
                fixed.insert(declared.name.clone())
            } else {
                others.insert(declared.name.clone())
            };
        }
        fixed.difference(&others).cloned().collect()
    }
}

/// Without the statements at both ends that `keeps` doesn't take.
fn trimmed(run: &[Statement], keeps: impl Fn(&Statement) -> bool) -> &[Statement] {
    let first = run.iter().position(&keeps);
    let last = run.iter().rposition(&keeps);
    first.zip(last).and_then(|(first, last)| run.get(first..=last)).unwrap_or(&[])
}
