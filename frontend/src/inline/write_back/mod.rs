//! Loops that compute a new array from old ones, after which all change places: with copies of what was written in the place of that.
//!
//! `for (t = 0; t < n; t++) { step(u, v); w = u; u = v; v = w; }` copies what `step` wrote back into `u` at the end of each turn instead.
//! Then no pointer changes, the old array holds the result, and of the new one no more is alive than what the old one still has to give.
//! That this is the same is not said here: whoever takes the text proves it (`analysis::exchange`), for cells that turns don't write must
//! be the same in both. What the proof can't see is asked here: nobody else may know of the blocks, or the function itself by
//! another name.
//!
//! Where a turn copies the new array back itself, but all of it (`memcpy(u, v, sizeof u)`), it copies what was written instead. The
//! rest holds the same already, which is proved likewise (`analysis::restored`) of a text that has the copy as it is.

mod blocks;
mod idle;
mod telling;
mod whole;

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::Span;

pub use self::whole::Copiers;
use super::around::Around;
use super::block::{Bound, Writer, indent_at};
use super::copies::{Cells, Pair, changes_nothing, is_only_counted, is_sum};
use super::exchanges::{copies, found_in, is_held, is_only_held};
use super::parallel::{parallel, pragma_without_sums};
use super::walks::is_loop;
use super::{Inlined, Parsed};
use crate::facts::changes::changes;
use crate::facts::exchanged::exchanges;
use crate::jumps::Jumps;
use crate::syntax::tree::{
    BinaryOperator, Construct, Expression, ExpressionKind, Function, Statement, StatementKind, SymbolId,
};

/// What a text is for in which copies stand for pointers that change places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Copying {
    /// It has nothing to do with that.
    #[default]
    No,
    /// It is the program's.
    Program,
    /// It is nobody's: that the program's is the same is proved in it. Its loop runs on whatever data say, without what only tells how far it
    /// is, and how long that took. What the program does is a part of that.
    Proof,
    /// The same of the program as it is, where all of an array is copied.
    Original,
}

/// Arrays in a row that get what the next one holds, the last one what a loop writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenBack {
    /// What is read.
    pub old: Vec<String>,
    /// What is written.
    pub new: String,
    /// Whether all blocks are obtained by the same words, one right after the other.
    pub is_one_size: bool,
    /// Whether somebody looks at all of what is read, which the proof does without.
    pub is_told: bool,
    /// Whether the program copies all of it, and changes no pointers.
    pub is_whole: bool,
}

/// The most arrays that are read.
const MOST: usize = 3;

/// So many turns stand for as many as there may be.
const TURNS: &str = "1000000";

/// The loops of a function at whose end two pointers change places, or where there are none, at whose end all of an array is copied, with
/// copies of what is written instead.
pub fn written_back(parsed: Parsed, around: &Around, caller: &Function) -> Vec<Inlined> {
    let mut all: Vec<Inlined> = Vec::new();
    let is_whole = exchanges(&caller.body, &parsed.resolved.symbols).is_empty();
    if is_whole && !whole::may_copy(caller, &parsed.resolved.symbols)
        || caller.body.holds_assembly()
        || Jumps::new(parsed.table, parsed.text(), caller).may_lead_back()
    {
        return all;
    }
    caller.body.walk(&mut |statement| {
        let body = match &statement.kind {
            StatementKind::For(parts) => Some(&parts.body),
            StatementKind::Other(Construct::While | Construct::Do, _, bodies) => bodies.first(),
            _ => None,
        };
        let is_apart =
            |it: &Inlined| it.span.end <= statement.span.start || statement.span.end <= it.span.start;
        if let Some(body) = body
            && all.iter().all(is_apart)
            && let Some(turn) = Turn::of(parsed, around, caller, (statement, body), is_whole)
        {
            let proofs = match is_whole {
                true => &[Copying::Proof, Copying::Original][..],
                false => &[Copying::Proof],
            };
            all.extend(turn.written(Copying::Program).ok());
            all.extend(proofs.iter().filter_map(|copying| turn.written(*copying).ok()));
            let beside = proofs.iter().flat_map(|copying| turn.without_idle(caller, *copying));
            let beside = beside.chain(turn.without_held(caller)).chain(turn.without_first_values(caller));
            for one in beside {
                // what two loops do without goes once
                let meets = |other: &Inlined| {
                    let is_apart = one.span.end <= other.span.start || other.span.end <= one.span.start;
                    other.copying == one.copying && !is_apart
                };
                if !all.iter().any(meets) {
                    all.push(one);
                }
            }
        }
    });
    all
}

/// How new values become old ones.
struct Step {
    /// The statements.
    place: Span,
    /// How many run before them in a turn.
    before: usize,
    /// What is read, each in front of what it gets; the last one gets what is new.
    old: Vec<SymbolId>,
    new: SymbolId,
    /// Where pointers change places: what holds one of them meanwhile.
    held_in: Option<SymbolId>,
}

/// A loop at the end of whose turns two pointers change places, or an array is copied.
struct Turn<'a> {
    parsed: Parsed<'a>,
    around: &'a Around<'a>,
    statement: &'a Statement,
    body: &'a Statement,
    /// What runs in each turn.
    list: &'a [Statement],
    step: Step,
    /// What of the new array a turn sets.
    cells: Cells<'a>,
    /// What the proof does without.
    idle: BTreeSet<Span>,
    /// Whether that looks at the arrays.
    is_told: bool,
    /// Whether all blocks are obtained by the same words, one right after the other.
    is_one_size: bool,
    /// By the loops that run in parallel: the pragmas for their copies.
    pragmas: BTreeMap<Span, String>,
}

impl<'a> Turn<'a> {
    fn of(
        parsed: Parsed<'a>,
        around: &'a Around<'a>,
        caller: &Function,
        (statement, body): (&'a Statement, &'a Statement),
        is_whole: bool,
    ) -> Option<Self> {
        let StatementKind::Block(list) = &body.kind else { return None };
        let step = match is_whole {
            true => whole::step(parsed, list)?,
            false => Step::exchanging(parsed, statement, list)?,
        };
        let cells = Cells::of(parsed, around, caller, (statement.span, &list[..step.before]), step.new)?;
        let mut turn = Turn {
            parsed,
            around,
            statement,
            body,
            list,
            step,
            cells,
            idle: BTreeSet::new(),
            is_told: false,
            is_one_size: false,
            pragmas: BTreeMap::new(),
        };
        let is_sound = match is_whole {
            true => turn.is_only_copy(caller),
            false => turn.exchanges_soundly(caller),
        };
        (is_sound && !around.is_after_pragma(statement.span)).then_some(())?;
        turn.idle = turn.idle(caller);
        turn.is_told = turn.is_told();
        turn.is_last().then_some(())?;
        turn.pragmas = turn.pragmas(caller)?;
        turn.is_one_size = turn.is_one_size(caller);
        Some(turn)
    }

    /// Whether the program copies all of the new array itself.
    fn is_whole(&self) -> bool {
        self.step.held_in.is_none()
    }

    /// Whether nobody looks at what the program's copy leaves in counters.
    fn is_only_copy(&self, caller: &Function) -> bool {
        let symbols = &self.parsed.resolved.symbols;
        let place = self.step.place;
        let changes =
            self.list.iter().filter(|it| place.contains(it.span)).flat_map(|it| changes(it, symbols));
        let mut counters: BTreeSet<SymbolId> = changes.map(|change| change.symbol).collect();
        counters.retain(|it| !self.step.old.contains(it) && !place.contains(symbols[*it].name_span));
        is_only_counted(&counters, self.parsed, self.around, caller)
    }

    /// Whether pointers change places of which all is known.
    fn exchanges_soundly(&self, caller: &Function) -> bool {
        let symbols = &self.parsed.resolved.symbols;
        let Some(held_in) = self.step.held_in else { return false };
        let is_pointer = |symbol: SymbolId| {
            symbols[symbol].type_.target().is_some()
                && self.around.is_plain(symbol)
                && !self.statement.span.contains(symbols[symbol].name_span)
        };
        let spelled = |symbol: SymbolId| symbols[symbol].type_.spelling();
        self.all().all(|symbol| spelled(symbol) == spelled(self.step.new) && is_pointer(symbol))
            && self.around.is_plain(held_in)
            && is_only_held(held_in, caller, symbols)
            && self.is_known_by_its_name(caller)
    }

    /// All of the arrays.
    fn all(&self) -> impl Iterator<Item = SymbolId> {
        self.step.old.iter().copied().chain([self.step.new])
    }

    /// The pragmas for copies of loops that run in parallel, if those are all that have pragmas.
    fn pragmas(&self, caller: &Function) -> Option<BTreeMap<Span, String>> {
        let mut found = BTreeMap::new();
        for statement in self.computing() {
            if let Some(loop_) = parallel(self.parsed, self.around, caller, statement, None) {
                found.insert(statement.span, pragma_without_sums(&loop_));
            }
        }
        let number = |place: Span| place.of(self.parsed.text()).matches("pragma").count();
        let of_copies = number(self.step.place);
        let are_alike = (of_copies == 0) == found.is_empty() || !self.is_whole();
        (are_alike && number(self.statement.span) == found.len() + of_copies).then_some(found)
    }

    /// Whether nothing behind an exchange mentions the arrays before the next turn, unless it goes in the proof.
    fn is_last(&self) -> bool {
        if self.is_whole() {
            return true;
        }
        let symbols = &self.parsed.resolved.symbols;
        let mentions = |it: &Statement| self.mentions_array(it) && !self.idle.contains(&it.span);
        let is_there = |span: Span| self.step.place.contains(span);
        let behind = self.list.iter().filter(|it| it.span.start >= self.step.place.end);
        let mut in_header = false;
        self.statement.walk_expressions(symbols, &mut |part| {
            let is_one = part.variable().is_some_and(|it| self.all().any(|one| one == it));
            let is_in_list = self.list.iter().any(|it| it.span.contains(part.span));
            in_header |= is_one && !is_in_list && !is_there(part.span);
        });
        let (mut jumps, mut loops) = (false, Vec::new());
        self.list.iter().for_each(|it| {
            it.walk(&mut |inner| loops.extend(is_loop(&inner.kind).then_some(inner.span)));
        });
        let is_of_inner = |place: Span| loops.iter().any(|span| span.contains(place));
        self.statement.walk(&mut |inner| {
            jumps |= match inner.kind {
                StatementKind::Labeled(..) | StatementKind::Other(Construct::Goto(_), ..) => true,
                StatementKind::Other(Construct::Continue, ..) => !is_of_inner(inner.span),
                _ => false,
            };
        });
        !jumps && !in_header && !behind.into_iter().any(mentions)
    }

    /// What a turn does before both arrays change places.
    fn computing(&self) -> &'a [Statement] {
        &self.list[..self.step.before]
    }

    /// In the proof, a loop that no data ends.
    fn header(&self, writer: &mut Writer) -> Result<(), String> {
        let span = self.statement.span;
        let body = self.body.span;
        let StatementKind::For(parts) = &self.statement.kind else {
            let StatementKind::Other(_, conditions, _) = &self.statement.kind else { return Ok(()) };
            if !conditions.iter().all(changes_nothing) {
                return Err("what ends the loop does more".into());
            }
            let name = self.parsed.fresh_name("turn", &mut BTreeSet::new());
            writer.new_text(&format!("for (int {name} = 0; {name} < {TURNS}; {name}++) "), span);
            return Ok(());
        };
        // a loop ends with its counter, or sooner
        let mut ends = Vec::new();
        parts.condition.iter().for_each(|condition| conjuncts(condition, &mut ends));
        let (Some(condition), [_, _, ..]) = (&parts.condition, &ends[..]) else {
            return writer.copied(Span::new(span.start, body.start));
        };
        if !changes_nothing(condition) {
            return Err("what ends the loop does more".into());
        }
        let counted: Vec<_> = ends.into_iter().filter(|end| is_sum(end)).collect();
        let [end] = counted[..] else { return Err("what ends the loop isn't known".into()) };
        writer.copied(Span::new(span.start, condition.span.start))?;
        writer.copied(end.span)?;
        writer.copied(Span::new(condition.span.end, body.start))
    }

    /// The loop with copies.
    fn written(&self, copying: Copying) -> Result<Inlined, String> {
        let symbols = &self.parsed.resolved.symbols;
        let span = self.statement.span;
        let (place, text) = self.around.place_with_pragmas(span)?;
        let bound = Bound::default();
        let mut writer = Writer::new(self.parsed, Span::new(0, 0), &bound);
        let mut start = span.start;
        let is_proof = matches!(copying, Copying::Proof | Copying::Original);
        if is_proof {
            self.header(&mut writer)?;
            start = self.body.span.start;
        }
        let exchange = self.step.place;
        let goes = |statement: &&Statement| {
            is_held(statement, &|symbol| Some(symbol) == self.step.held_in, symbols)
                || is_proof && self.idle.contains(&statement.span)
        };
        let (before, behind) =
            (self.computing(), self.list.iter().filter(|it| it.span.start >= exchange.end));
        for statement in before.iter().filter(goes) {
            writer.copied(Span::new(start, statement.span.start))?;
            start = statement.span.end;
            if let Some(declared) = self.declared(statement).filter(|_| self.idle.contains(&statement.span)) {
                writer.copied(declared)?;
                writer.new_text(";", statement.span);
            }
        }
        if copying != Copying::Original {
            writer.copied(Span::new(start, exchange.start))?;
            self.copies(&mut writer, is_proof)?;
            start = exchange.end;
        }
        for statement in behind.filter(goes) {
            writer.copied(Span::new(start, statement.span.start))?;
            start = statement.span.end;
        }
        let end = if is_proof { self.body.span.end } else { span.end };
        writer.copied(Span::new(start, end))?;
        let name = |symbol: SymbolId| symbols[symbol].name.clone();
        let written_back = Some(WrittenBack {
            old: self.step.old.iter().copied().map(name).collect(),
            new: name(self.step.new),
            is_one_size: self.is_one_size,
            is_told: self.is_told,
            is_whole: self.is_whole(),
        });
        let (block, pieces) = (writer.text, writer.pieces);
        Ok(Inlined {
            span,
            place,
            text: text.to_owned(),
            block,
            pieces,
            written_back,
            copying,
            ..Inlined::default()
        })
    }

    /// The copies of what a turn writes.
    fn copies(&self, writer: &mut Writer, is_proof: bool) -> Result<(), String> {
        let Parsed { map, resolved, .. } = self.parsed;
        let place = self.step.place;
        let inner = indent_at(map, place);
        let first = self.list.first().map_or(inner.clone(), |first| indent_at(map, first.span));
        let inner = if inner.is_empty() { first } else { inner };
        writer.new_text(&format!("\n{inner}"), place);
        let (position, start) = (writer.pieces.len(), writer.text.len());
        let all: Vec<SymbolId> = self.all().collect();
        let name = |symbol: SymbolId| resolved.symbols[symbol].name.clone();
        let pairs = |target: &Expression| -> Vec<Pair> {
            let place = target.subscripted().0.span;
            let both =
                all.windows(2).map(|pair| (vec![(place, name(pair[0]))], vec![(place, name(pair[1]))]));
            both.collect()
        };
        let mut is_first = true;
        for statement in self.computing().iter().filter(|it| self.cells.writes(it) || self.cells.tells(it)) {
            if !std::mem::take(&mut is_first) {
                writer.new_text(&format!("\n{inner}"), place);
            }
            if let Some(pragma) = self.pragmas.get(&statement.span).filter(|_| !is_proof) {
                writer.new_text(&format!("{pragma}\n{inner}"), place);
            }
            self.cells.copy(writer, statement, &inner, &pairs)?;
        }
        let is_same = |one: &str, other: &str| one.split_whitespace().eq(other.split_whitespace());
        if self.is_whole() && is_same(&writer.text[start..], place.of(self.parsed.text())) {
            return Err("it copies what is written as it is".into());
        }
        copies(&mut writer.pieces[position..], 1);
        let is_end = self.list.iter().all(|it| it.span.start < place.end);
        let around = if is_end { indent_at(map, self.statement.span) } else { inner };
        writer.new_text(&format!("\n{around}"), place);
        Ok(())
    }
}

impl Step {
    /// Pointers that change places.
    fn exchanging(parsed: Parsed, statement: &Statement, list: &[Statement]) -> Option<Self> {
        let symbols = &parsed.resolved.symbols;
        let mut found = found_in(list, symbols);
        let (before, (exchange, _)) = found.pop_first().filter(|_| found.is_empty())?;
        let changes = changes(statement, symbols);
        let is_written =
            |pointer: &SymbolId| changes.iter().any(|change| change.symbol == *pointer && !change.is_whole);
        let mut pointers = exchange.pointers;
        let written = pointers.iter().position(is_written)?;
        pointers.rotate_left(written + 1);
        let new = pointers.pop()?;
        if pointers.len() > MOST || pointers.iter().any(is_written) {
            return None;
        }
        Some(Step { place: exchange.place, before, old: pointers, new, held_in: Some(exchange.held_in) })
    }
}

/// The conditions all of which must hold.
fn conjuncts<'e>(condition: &'e Expression, found: &mut Vec<&'e Expression>) {
    match &condition.kind {
        ExpressionKind::Binary(BinaryOperator::And, left, right) => {
            conjuncts(left, found);
            conjuncts(right, found);
        }
        _ => found.push(condition),
    }
}
