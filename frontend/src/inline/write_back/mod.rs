//! Loops that compute a new array from old ones, after which all change places: with copies of what was written in the place of that.
//!
//! `for (t = 0; t < n; t++) { step(u, v); w = u; u = v; v = w; }` copies what `step` wrote back into `u` at the end of each turn instead.
//! Then no pointer changes, the old array holds the result, and of the new one no more is alive than what the old one still has to give.
//! That this is the same is not said here: whoever takes the text proves it (`analysis::exchange`), for cells that turns don't write must
//! be the same in both. What the proof can't see is asked here: nobody else may know of the blocks, or the function itself by
//! another name.

mod blocks;
mod idle;

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::Span;

use super::around::Around;
use super::block::{Bound, Writer, indent_at};
use super::copies::{Cells, Pair, changes_nothing, is_sum};
use super::exchanges::{copies, found_in, is_held, is_only_held};
use super::parallel::{parallel, pragma_without_sums};
use super::walks::is_loop;
use super::{Inlined, Parsed};
use crate::facts::changes::changes;
use crate::facts::exchanged::{Exchange, exchanges};
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
}

/// Arrays in a row that get what the next one holds, the last one what a loop writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenBack {
    /// The pointers to what is read.
    pub old: Vec<String>,
    /// The pointer to what is written.
    pub new: String,
    /// Whether all blocks are obtained by the same words, one right after the other.
    pub is_one_size: bool,
}

/// The most arrays that are read.
const MOST: usize = 3;

/// So many turns stand for as many as there may be.
const TURNS: &str = "1000000";

/// The loops of a function at whose end two pointers change places, with copies instead.
pub fn written_back(parsed: Parsed, around: &Around, caller: &Function) -> Vec<Inlined> {
    let mut all: Vec<Inlined> = Vec::new();
    if exchanges(&caller.body, &parsed.resolved.symbols).is_empty()
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
            && let Some(turn) = Turn::of(parsed, around, caller, statement, body)
        {
            all.extend(turn.written(Copying::Program).ok());
            all.extend(turn.written(Copying::Proof).ok());
            all.extend(turn.without_first_values(caller));
            all.extend(turn.without_held(caller));
            all.extend(turn.without_idle(caller));
        }
    });
    all
}

/// A loop at the end of whose turns two pointers change places.
struct Turn<'a> {
    parsed: Parsed<'a>,
    around: &'a Around<'a>,
    statement: &'a Statement,
    body: &'a Statement,
    /// What runs in each turn.
    list: &'a [Statement],
    /// How many statements run before both change places.
    before: usize,
    exchange: Exchange,
    /// The pointers to what is read, each in front of the one whose value it gets; the last one gets that of the new one.
    old: Vec<SymbolId>,
    new: SymbolId,
    /// What of the new array a turn sets.
    cells: Cells<'a>,
    /// What the proof does without.
    idle: BTreeSet<Span>,
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
        statement: &'a Statement,
        body: &'a Statement,
    ) -> Option<Self> {
        let symbols = &parsed.resolved.symbols;
        let StatementKind::Block(list) = &body.kind else { return None };
        let mut found = found_in(list, symbols);
        let (before, (exchange, _)) = found.pop_first().filter(|_| found.is_empty())?;
        let changes = changes(statement, symbols);
        let is_written =
            |pointer: &SymbolId| changes.iter().any(|change| change.symbol == *pointer && !change.is_whole);
        let mut pointers = exchange.pointers.clone();
        let written = pointers.iter().position(is_written)?;
        pointers.rotate_left(written + 1);
        let new = pointers.pop()?;
        if pointers.len() > MOST || pointers.iter().any(is_written) {
            return None;
        }
        let old = pointers;
        let cells = Cells::of(parsed, around, caller, (statement.span, &list[..before]), new)?;
        let (idle, is_one_size) = (BTreeSet::new(), false);
        let mut turn = Turn {
            parsed,
            around,
            statement,
            body,
            list,
            before,
            exchange,
            old,
            new,
            cells,
            idle,
            is_one_size,
            pragmas: BTreeMap::new(),
        };
        let is_pointer = |symbol: SymbolId| {
            symbols[symbol].type_.target().is_some()
                && around.is_plain(symbol)
                && !statement.span.contains(symbols[symbol].name_span)
        };
        let spelled = |symbol: SymbolId| symbols[symbol].type_.spelling();
        let is_sound = turn.all().all(|symbol| spelled(symbol) == spelled(new) && is_pointer(symbol))
            && around.is_plain(turn.exchange.held_in)
            && is_only_held(turn.exchange.held_in, caller, symbols)
            && turn.is_last()
            && turn.is_known_by_its_name(caller)
            && !around.is_after_pragma(statement.span);
        is_sound.then_some(())?;
        turn.idle = turn.idle(caller);
        turn.pragmas = turn.pragmas(caller)?;
        turn.is_one_size = turn.is_one_size(caller);
        Some(turn)
    }

    /// All of the arrays.
    fn all(&self) -> impl Iterator<Item = SymbolId> {
        self.old.iter().copied().chain([self.new])
    }

    /// The pragmas for copies of loops that run in parallel, if those are all that have pragmas.
    fn pragmas(&self, caller: &Function) -> Option<BTreeMap<Span, String>> {
        let mut found = BTreeMap::new();
        for statement in self.computing() {
            if let Some(loop_) = parallel(self.parsed, self.around, caller, statement, None) {
                found.insert(statement.span, pragma_without_sums(&loop_));
            }
        }
        let all = self.statement.span.of(self.parsed.text()).matches("pragma").count();
        (all == found.len()).then_some(found)
    }

    /// Whether nothing behind the exchange mentions the arrays before the next turn.
    fn is_last(&self) -> bool {
        let symbols = &self.parsed.resolved.symbols;
        let mentions = |statement: &Statement| self.all().any(|it| statement.mentions(it, symbols));
        let is_there = |span: Span| self.exchange.place.contains(span);
        let behind = self.list.iter().filter(|it| it.span.start >= self.exchange.place.end);
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
        &self.list[..self.before]
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
        let Parsed { map, resolved, .. } = self.parsed;
        let symbols = &resolved.symbols;
        let span = self.statement.span;
        let (place, text) = self.around.place_with_pragmas(span)?;
        let bound = Bound::default();
        let mut writer = Writer::new(self.parsed, Span::new(0, 0), &bound);
        let mut start = span.start;
        let is_proof = copying == Copying::Proof;
        if is_proof {
            self.header(&mut writer)?;
            start = self.body.span.start;
        }
        let exchange = self.exchange.place;
        let goes = |statement: &&Statement| {
            is_held(statement, &|symbol| symbol == self.exchange.held_in, symbols)
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
        writer.copied(Span::new(start, exchange.start))?;
        let inner = indent_at(map, exchange);
        let first = self.list.first().map_or(inner.clone(), |first| indent_at(map, first.span));
        let inner = if inner.is_empty() { first } else { inner };
        writer.new_text(&format!("\n{inner}"), exchange);
        let position = writer.pieces.len();
        let all: Vec<SymbolId> = self.all().collect();
        let name = |symbol: SymbolId| symbols[symbol].name.clone();
        let pairs = |target: &Expression| -> Vec<Pair> {
            let place = target.subscripted().0.span;
            let both =
                all.windows(2).map(|pair| (vec![(place, name(pair[0]))], vec![(place, name(pair[1]))]));
            both.collect()
        };
        let mut is_first = true;
        for statement in self.computing().iter().filter(|it| self.cells.writes(it) || self.cells.tells(it)) {
            if !std::mem::take(&mut is_first) {
                writer.new_text(&format!("\n{inner}"), exchange);
            }
            if let Some(pragma) = self.pragmas.get(&statement.span).filter(|_| !is_proof) {
                writer.new_text(&format!("{pragma}\n{inner}"), exchange);
            }
            self.cells.copy(&mut writer, statement, &inner, &pairs)?;
        }
        copies(&mut writer.pieces[position..], 1);
        let is_end = self.list.iter().all(|it| it.span.start < exchange.end);
        let around = if is_end { indent_at(map, span) } else { inner };
        writer.new_text(&format!("\n{around}"), exchange);
        let mut start = exchange.end;
        for statement in behind.filter(goes) {
            writer.copied(Span::new(start, statement.span.start))?;
            start = statement.span.end;
        }
        let end = if is_proof { self.body.span.end } else { span.end };
        writer.copied(Span::new(start, end))?;
        let written_back = Some(WrittenBack {
            old: self.old.iter().copied().map(name).collect(),
            new: name(self.new),
            is_one_size: self.is_one_size,
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
