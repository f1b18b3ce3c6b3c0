//! Variables that walk along with loops: `*out++ = f(*in++)` as `*(out + i) = f(*(in + i))`.
//!
//! Within an outermost loop each mention of such a pointer, or integer, becomes what it held before the loop and the sum of
//! the steps since: constants and numbers that the loop keeps, once for each turn of the loops around. What only steps goes. The
//! variable itself keeps its value, so nobody may look at it behind the loop before it gets another; where the loop gives it one, it
//! walks on from there.
//!
//! A loop makes as many turns as its header says, or none: a sum in which they are is right only in a loop that makes as many.

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::Span;
use diagnostics::token::tokens;
use polyhedral::Comparison;

use super::around::Around;
use super::block::{Bound, Writer};
use super::callee::Callees;
use super::countdowns::{Countdown, countdowns};
use super::{Inlined, Parsed};
use crate::facts::lifetime::{First, first, first_of};
use crate::facts::purity::Purity;
use crate::jumps::Jumps;
use crate::syntax::fold::constant;
use crate::syntax::tree::{
    BinaryOperator, Construct, Expression, ExpressionKind, For, Function, Initializer, Statement,
    StatementKind, SymbolId, SymbolKind, UnaryOperator,
};
use crate::syntax::types::{Integer, Type, TypeKind};

/// What stands for the value that a variable had where a turn of a loop began.
const BEFORE: &str = "@";

/// A name that isn't steady, a form that isn't gone through: the variable walks on its own.
struct Unclear;

/// The outermost loops of a function in which variables walk, but for those with something in them that is inlined.
pub fn walks(
    parsed: Parsed,
    around: &Around,
    caller: &Function,
    callees: &mut Callees,
    found: &[Inlined],
) -> Vec<Inlined> {
    let mut nests = Vec::new();
    outermost(&caller.body, [&[], &[]], &mut nests);
    // what several loops have in common is what there is to gain
    if nests.len() < 2 || caller.body.holds_assembly() {
        return vec![];
    }
    if Jumps::new(parsed.table, parsed.text(), caller).may_lead_back() {
        return vec![];
    }
    let is_apart = |span: Span| found.iter().all(|it| it.span.end <= span.start || span.end <= it.span.start);
    let nests = nests.into_iter().filter(|nest| is_apart(nest.statement.span));
    let mut given = BTreeSet::new();
    nests.filter_map(|nest| nest.written(parsed, around, caller, callees, &mut given)).collect()
}

/// An outermost loop, with what stands around it in its block.
pub struct Nest<'a> {
    /// The loop.
    pub statement: &'a Statement,
    /// What is in front of it.
    pub before: &'a [Statement],
    /// What is behind it.
    behind: &'a [Statement],
}

/// Whether a statement is a loop that the text has as one.
pub fn is_loop(kind: &StatementKind) -> bool {
    match kind {
        StatementKind::For(parts) => parts.fill.is_none(),
        StatementKind::Other(Construct::While | Construct::Do, ..) => true,
        _ => false,
    }
}

/// Whether a statement of a function stands in a loop.
pub fn is_repeated(caller: &Function, statement: Span) -> bool {
    let mut is_repeated = false;
    caller.body.walk(&mut |outer| {
        let is_around = outer.span.contains(statement) && outer.span != statement;
        is_repeated |= is_around && is_loop(&outer.kind);
    });
    is_repeated
}

/// Adds the outermost loops in a statement that has this in front of it and behind it in its block.
pub fn outermost<'a>(
    statement: &'a Statement,
    [before, behind]: [&'a [Statement]; 2],
    found: &mut Vec<Nest<'a>>,
) {
    match &statement.kind {
        kind if is_loop(kind) => found.push(Nest { statement, before, behind }),
        StatementKind::Block(list) => {
            for (position, inner) in list.iter().enumerate() {
                outermost(inner, [&list[..position], &list[position + 1..]], found);
            }
        }
        _ => statement.children().for_each(|inner| outermost(inner, [&[], &[]], found)),
    }
}

impl<'a> Nest<'a> {
    /// The loop with sums in the place of the variables that walk in it, if there are any.
    fn written(
        &self,
        parsed: Parsed,
        around: &Around,
        caller: &Function,
        callees: &mut Callees,
        given: &mut BTreeSet<String>,
    ) -> Option<Inlined> {
        let symbols = &parsed.resolved.symbols;
        (!jumps(self.statement)).then_some(())?;
        let mut changed = BTreeSet::new();
        self.statement.walk_expressions(symbols, &mut |part| {
            changed.extend(part.assigned().and_then(|target| target.without_casts().variable()));
        });
        let is_forgotten = |symbol| self.is_forgotten(symbol, parsed, caller);
        let may_walk = |symbol: &&SymbolId| may_walk(parsed, around, **symbol) && is_forgotten(**symbol);
        let walking: Vec<SymbolId> = changed.iter().filter(may_walk).copied().collect();
        (!walking.is_empty()).then_some(())?;
        let all = symbols.0.iter().enumerate().map(|(id, symbol)| (SymbolId(id), symbol));
        let inside = all.filter(|(_, symbol)| self.statement.span.contains(symbol.name_span));
        let declared: Vec<_> =
            inside.map(|(id, symbol)| (id, symbol.name.as_str(), symbol.name_span)).collect();
        let keeps_members = self.keeps_members(parsed, callees);
        let countdowns = countdowns(parsed, around, self.statement, &is_forgotten, given);
        let mut edits = Edits::default();
        for symbol in &walking {
            let walk = Walk {
                parsed,
                around,
                symbol: *symbol,
                changed: &changed,
                nest: self.statement.span,
                declared: &declared,
                countdowns: &countdowns,
                keeps_members,
                edits: Edits::default(),
                is_recorded: true,
                runs: vec![],
                turns: vec![],
                counters: vec![],
            };
            edits.add(walk.through(self));
        }
        let headers = countdowns.iter().map(|it| (it.header, it.text.clone()));
        edits.sums.extend(headers);
        (edits.is_walk && !edits.holds_pragma(parsed, self.statement.span)).then_some(())?;
        let span = self.statement.span;
        let (place, text) = around.place(span).ok()?;
        let bound = Bound::default();
        let mut writer = Writer::new(parsed, Span::new(0, 0), &bound);
        writer.replaced(span, &edits.all(self.statement)).ok()?;
        let (block, pieces) = (writer.text, writer.pieces);
        Some(Inlined { span, place, text: text.to_owned(), block, pieces, ..Inlined::default() })
    }

    /// Whether the loop writes nothing that may be an `int` in a structure: other numbers, by their types, and no bytes.
    fn keeps_members(&self, parsed: Parsed, callees: &mut Callees) -> bool {
        let mut keeps = true;
        let is_other = |type_: &Type| match type_.integer() {
            Some(integer) => integer.rank != Integer::INT_RANK && integer.bits > 8,
            None => type_.is_arithmetic(),
        };
        self.statement.walk_expressions(&parsed.resolved.symbols, &mut |part| {
            keeps &= match &part.kind {
                ExpressionKind::Call(callee, _) => {
                    callee.variable().is_some_and(|it| callees.purities.of(it) == Purity::Constant)
                }
                ExpressionKind::Other(..) => false,
                _ => {
                    let target = part.assigned().filter(|target| target.without_casts().variable().is_none());
                    target.is_none_or(|target| is_other(&target.type_))
                }
            };
        });
        keeps
    }

    /// Whether nobody looks at a variable behind the loop before it gets another value.
    fn is_forgotten(&self, symbol: SymbolId, parsed: Parsed, caller: &Function) -> bool {
        let symbols = &parsed.resolved.symbols;
        let is_mentioned_behind = |place: usize| {
            let mut is_mentioned = false;
            caller.body.walk_with_types(symbols, &mut |part| {
                is_mentioned |= part.variable() == Some(symbol) && part.span.start >= place;
            });
            is_mentioned
        };
        if !is_mentioned_behind(self.statement.span.end) {
            return true;
        }
        let mentioning = self.behind.iter().rposition(|it| it.mentions(symbol, symbols));
        let Some(last) = mentioning.filter(|last| !self.behind[..=*last].iter().any(may_jump)) else {
            return false;
        };
        match first_of(self.behind[..=last].iter().map(|it| first(it, symbol, symbols))) {
            First::Sets => true,
            First::Nothing | First::MaySet => !is_mentioned_behind(self.behind[last].span.end),
            First::Reads => false,
        }
    }
}

/// What changes in the text of a loop.
#[derive(Default)]
struct Edits {
    /// Mentions, and what stands for them.
    sums: Vec<(Span, String)>,
    /// Statements and parts of lists that only step.
    steps: BTreeSet<Span>,
    /// Of these, the statements that stand in a block.
    listed: BTreeSet<Span>,
    is_walk: bool,
}

impl Edits {
    fn add(&mut self, other: Option<Edits>) {
        if let Some(other) = other {
            self.sums.extend(other.sums);
            self.steps.extend(other.steps);
            self.listed.extend(other.listed);
            self.is_walk = true;
        }
    }

    /// Whether a pragma is in the loop, or in front of it.
    fn holds_pragma(&self, parsed: Parsed, span: Span) -> bool {
        let around = Span::new(parsed.table.end_before(span.start), span.end);
        around.of(parsed.text()).contains("pragma")
    }

    fn all(&self, nest: &Statement) -> Vec<(Span, String)> {
        let mut all = self.sums.clone();
        nest.walk(&mut |statement| match &statement.kind {
            StatementKind::For(parts) => {
                all.extend(parts.step.iter().flat_map(|step| self.without_steps(step)));
            }
            StatementKind::Expression(Some(expression)) => {
                let is_step = expression.sequence().iter().all(|part| self.steps.contains(&part.span));
                let rest = if self.listed.contains(&statement.span) { "" } else { ";" };
                match is_step {
                    true => all.push((statement.span, rest.to_owned())),
                    false => all.extend(self.without_steps(expression)),
                }
            }
            _ => {}
        });
        all
    }

    /// The places of the steps in a list, each with a comma.
    fn without_steps(&self, expression: &Expression) -> Vec<(Span, String)> {
        let parts = expression.sequence();
        let is_step = |position: usize| self.steps.contains(&parts[position].span);
        let Some(kept) = (0..parts.len()).find(|position| !is_step(*position)) else { return vec![] };
        let place = |position: usize| match position < kept {
            true => Span::new(parts[position].span.start, parts[position + 1].span.start),
            false => Span::new(parts[position - 1].span.end, parts[position].span.end),
        };
        (0..parts.len()).filter(|it| is_step(*it)).map(|it| (place(it), String::new())).collect()
    }
}

/// By how much a variable is ahead of the value that it keeps, or what it is.
#[derive(Clone, Default, PartialEq)]
struct Offset {
    /// Whether it is the whole value.
    is_value: bool,
    /// Products of numbers, with how often each counts; constants are those of the empty product.
    terms: BTreeMap<String, i64>,
    /// The loops that must run for this to be right, by their turns.
    needs: BTreeSet<String>,
}

impl Offset {
    fn product(term: String, times: i64) -> Self {
        Offset { terms: BTreeMap::from([(term, times)]), ..Offset::default() }
    }

    fn plus(mut self, other: &Offset) -> Result<Self, Unclear> {
        for (term, times) in &other.terms {
            let sum = self.terms.entry(term.clone()).or_default();
            *sum = sum.checked_add(*times).ok_or(Unclear)?;
        }
        self.terms.retain(|_, times| *times != 0);
        self.needs.extend(other.needs.iter().cloned());
        Ok(self)
    }

    /// The same for so many turns.
    fn times(&self, turns: &Offset) -> Result<Self, Unclear> {
        let mut product = Offset { needs: self.needs.clone(), is_value: self.is_value, ..Offset::default() };
        product.needs.extend(turns.needs.iter().cloned());
        for (left, a) in &self.terms {
            for (right, b) in &turns.terms {
                let factors: Vec<&str> = [left, right].into_iter().map(String::as_str).collect();
                let factors: Vec<&str> = factors.into_iter().filter(|it| !it.is_empty()).collect();
                let term = Offset::product(factors.join(" * "), a.checked_mul(*b).ok_or(Unclear)?);
                product = product.plus(&term)?;
            }
        }
        Ok(product)
    }

    /// Its value, if that is a number.
    fn constant(&self) -> Option<i64> {
        let is_number = self.terms.keys().all(String::is_empty);
        is_number.then(|| self.terms.values().sum())
    }

    /// What `name` is with it.
    fn ahead_of(&self, name: &str) -> String {
        let mut text = if self.is_value { String::new() } else { name.to_owned() };
        for (term, times) in &self.terms {
            text += match (text.is_empty(), *times < 0) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            text += &match (term.as_str(), times.unsigned_abs()) {
                ("", size) => size.to_string(),
                (_, 1) => term.clone(),
                (_, size) => format!("{size} * {term}"),
            };
        }
        match text.contains(' ') || text.starts_with('-') {
            true => format!("({text})"),
            false if text.is_empty() => "0".to_owned(),
            false => text,
        }
    }
}

/// Where a variable is when control gets to a place.
#[derive(Clone, PartialEq)]
enum State {
    At(Offset),
    Unknown,
    /// Control doesn't get there.
    Left,
}

impl State {
    fn or(self, other: State) -> State {
        match (self, other) {
            (State::Left, state) | (state, State::Left) => state,
            (one, other) if one == other => one,
            _ => State::Unknown,
        }
    }

    fn plus(self, more: &Offset) -> Result<State, Unclear> {
        Ok(match self {
            State::At(offset) => State::At(offset.plus(more)?),
            state => state,
        })
    }
}

/// A loop that a variable walks along with.
struct Counted {
    /// What counts it, in its header.
    counter: Option<SymbolId>,
    /// Its turns so far.
    index: Offset,
    /// All of them, where they are known.
    turns: Option<Offset>,
}

/// A loop of any form.
struct Loop<'e> {
    condition: Option<&'e Expression>,
    body: &'e Statement,
    step: Option<&'e Expression>,
    counted: Option<Counted>,
    /// The number that its header gives the variable, among other things, and where.
    given: Option<(Span, Offset)>,
}

/// Where control leaves the turn of a loop.
#[derive(Default)]
struct Turn {
    next: Option<State>,
    is_broken: bool,
}

/// One variable.
struct Walk<'w, 'a> {
    parsed: Parsed<'a>,
    around: &'w Around<'a>,
    symbol: SymbolId,
    /// What the loop changes.
    changed: &'w BTreeSet<SymbolId>,
    /// The whole of it.
    nest: Span,
    /// The variables that it declares, with their names and places.
    declared: &'w [(SymbolId, &'a str, Span)],
    /// Whether it changes no integer of a structure.
    keeps_members: bool,
    /// The loops in it that count down.
    countdowns: &'w [Countdown],
    edits: Edits,
    is_recorded: bool,
    /// The turns of the loops around, where they are known.
    runs: Vec<Option<String>>,
    turns: Vec<Turn>,
    /// What counts the loops around, which nothing in their bodies changes.
    counters: Vec<SymbolId>,
}

impl<'a> Walk<'_, 'a> {
    fn is_pointer(&self) -> bool {
        self.parsed.resolved.symbols[self.symbol].type_.target().is_some()
    }

    /// What changes in the text of the loop, if it is known wherever the variable is mentioned.
    fn through(mut self, nest: &Nest) -> Option<Edits> {
        self.are_all_known(nest.statement).then_some(())?;
        let first = self.value_before(nest);
        self.statement(nest.statement, State::At(first), false).ok()?;
        (!self.edits.sums.is_empty()).then_some(self.edits)
    }

    /// Whether no word of its name is anything else than the variable where it is computed with, or declared.
    fn are_all_known(&self, nest: &Statement) -> bool {
        let Parsed { table, resolved, .. } = self.parsed;
        let (known, mut mentions) = (&resolved.symbols[self.symbol], BTreeSet::new());
        nest.walk_expressions(&resolved.symbols, &mut |part| {
            mentions.extend((part.variable() == Some(self.symbol)).then_some(part.span));
        });
        let text = self.parsed.text();
        let mut words = table.within(self.nest).iter().filter(|token| token.span.of(text) == known.name);
        words.all(|token| mentions.contains(&token.span) || token.span == known.name_span)
    }

    /// What the variable is in front of a loop: a number, if that is what it was given last.
    fn value_before(&self, nest: &Nest) -> Offset {
        let symbols = &self.parsed.resolved.symbols;
        let is_mention = |it: &Statement| it.mentions(self.symbol, symbols) || it.declares(self.symbol);
        let last = nest.before.iter().rposition(is_mention);
        let Some(last) = last.filter(|last| !nest.before[last + 1..].iter().any(is_entered)) else {
            return Offset::default();
        };
        let last = &nest.before[last];
        let value = match &last.kind {
            StatementKind::Expression(Some(expression)) => match &expression.kind {
                ExpressionKind::Assign(None, target, value) if target.variable() == Some(self.symbol) => {
                    Some(&**value)
                }
                _ => None,
            },
            StatementKind::Declaration(_) if last.declares(self.symbol) => {
                match &symbols[self.symbol].initializer {
                    Some(Initializer::Value(value)) => Some(value),
                    _ => None,
                }
            }
            _ => None,
        };
        value.and_then(|value| self.constant_value(value)).unwrap_or_default()
    }

    /// A value of the variable that is a number.
    fn constant_value(&self, value: &Expression) -> Option<Offset> {
        let number = constant(value, &self.parsed.resolved.symbols).filter(|_| !self.is_pointer())?;
        let number = i32::try_from(number).ok()?;
        Some(Offset { is_value: true, ..constant_of(number.into()) })
    }

    /// What the variable is where a loop begins, if that gives it a number among other things: `for (i = 0, k = 0; …)`.
    fn given(&self, parts: &For) -> Option<(Span, Offset)> {
        let StatementKind::Expression(Some(initial)) = &parts.initial.as_ref()?.kind else { return None };
        let mut own = initial.sequence().into_iter().filter(|part| part.mentions(self.symbol));
        let (only, None) = (own.next()?, own.next()) else { return None };
        match &only.kind {
            ExpressionKind::Assign(None, target, value)
                if target.variable() == Some(self.symbol) && initial.sequence().len() > 1 =>
            {
                Some((only.span, self.constant_value(value)?))
            }
            _ => None,
        }
    }

    fn statement(&mut self, statement: &Statement, state: State, is_listed: bool) -> Result<State, Unclear> {
        match &statement.kind {
            StatementKind::Block(list) => {
                list.iter().try_fold(state, |state, inner| self.statement(inner, state, true))
            }
            StatementKind::Declaration(list) => {
                let symbols = &self.parsed.resolved.symbols;
                let mut state = state;
                for declared in list {
                    match &symbols[declared.symbol].initializer {
                        Some(Initializer::Value(value)) => state = self.value(value, state)?,
                        Some(Initializer::List(list)) => {
                            for value in list {
                                state = self.value(value, state)?;
                            }
                        }
                        None => {}
                    }
                    if declared.symbol == self.symbol {
                        state = State::At(Offset::default());
                    }
                }
                Ok(state)
            }
            StatementKind::Expression(None) => Ok(state),
            StatementKind::Expression(Some(expression)) => {
                let parts = expression.sequence();
                let state = parts.iter().try_fold(state, |state, part| self.part(part, state))?;
                if is_listed && self.is_recorded {
                    self.edits.listed.insert(statement.span);
                }
                Ok(state)
            }
            StatementKind::If(condition, then, otherwise) => {
                let state = self.value(condition, state)?;
                let taken = self.statement(then, state.clone(), false)?;
                Ok(match otherwise {
                    Some(otherwise) => taken.or(self.statement(otherwise, state, false)?),
                    None => taken.or(state),
                })
            }
            StatementKind::For(parts) if parts.fill.is_none() => self.for_loop(parts, state),
            StatementKind::Other(Construct::Return, values, _) => {
                values.iter().try_fold(state, |state, value| self.value(value, state))?;
                Ok(State::Left)
            }
            StatementKind::Other(Construct::Break, ..) => {
                self.turns.last_mut().ok_or(Unclear)?.is_broken = true;
                Ok(State::Left)
            }
            StatementKind::Other(Construct::Continue, ..) => {
                let turn = self.turns.last_mut().ok_or(Unclear)?;
                turn.next = Some(turn.next.take().map_or(state.clone(), |next| next.or(state)));
                Ok(State::Left)
            }
            StatementKind::Other(Construct::While, _, bodies)
                if self.countdowns.iter().any(|it| it.span == statement.span) =>
            {
                let countdown = self.countdowns.iter().find(|it| it.span == statement.span).ok_or(Unclear)?;
                let index =
                    self.term(&countdown.counter, &countdown.integer).map(|term| Offset::product(term, 1));
                let counted = index.map(|index| Counted { counter: None, index, turns: None });
                let [body] = bodies.as_slice() else { return Err(Unclear) };
                self.looped(&Loop { condition: None, body, step: None, counted, given: None }, state)
            }
            // others are as long as they like
            StatementKind::Other(Construct::While | Construct::Do, ..)
                if !statement.mentions(self.symbol, &self.parsed.resolved.symbols) =>
            {
                Ok(state)
            }
            _ => Err(Unclear),
        }
    }

    /// A part of a list, or a statement, that may do nothing but to set the variable.
    fn part(&mut self, part: &Expression, state: State) -> Result<State, Unclear> {
        let (is_set, value) = match &part.kind {
            ExpressionKind::Increment { operand, by, .. } if operand.variable() == Some(self.symbol) => {
                (false, Offset::product(String::new(), *by))
            }
            ExpressionKind::Assign(operator, target, value) if target.variable() == Some(self.symbol) => {
                match operator {
                    Some(BinaryOperator::Add) => (false, self.steady(value)?),
                    Some(BinaryOperator::Subtract) => (false, self.steady(value)?.times(&constant_of(-1))?),
                    Some(_) => return Err(Unclear),
                    None if value.mentions(self.symbol) => (false, self.moved(value)?),
                    None => (true, Offset::default()),
                }
            }
            _ => return self.value(part, state),
        };
        if is_set {
            return Ok(State::At(value));
        }
        if self.is_recorded {
            self.edits.steps.insert(part.span);
        }
        state.plus(&value)
    }

    /// By how much a value is ahead of the variable: `p + 2`.
    fn moved(&self, value: &Expression) -> Result<Offset, Unclear> {
        let ExpressionKind::Binary(operator, left, right) = &value.kind else { return Err(Unclear) };
        let is_own = |part: &Expression| part.variable() == Some(self.symbol);
        match operator {
            BinaryOperator::Add if is_own(left) => self.steady(right),
            BinaryOperator::Add if is_own(right) => self.steady(left),
            BinaryOperator::Subtract if is_own(left) => self.steady(right)?.times(&constant_of(-1)),
            _ => Err(Unclear),
        }
    }

    /// An expression that is computed; the variable may step in it where it is mentioned.
    fn value(&mut self, value: &Expression, state: State) -> Result<State, Unclear> {
        let mut all = Vec::new();
        self.collect(value, false, &mut all)?;
        match all.as_slice() {
            [] => Ok(state),
            [Mention { place, step: Some((by, is_late)), is_certain: true }] => {
                let after = state.clone().plus(&constant_of(*by))?;
                self.sum(*place, if *is_late { &state } else { &after })?;
                Ok(after)
            }
            all if all.iter().all(|mention| mention.step.is_none()) => {
                all.iter().try_for_each(|mention| self.sum(mention.place, &state))?;
                Ok(state)
            }
            _ => Err(Unclear),
        }
    }

    fn collect(&self, value: &Expression, is_guarded: bool, all: &mut Vec<Mention>) -> Result<(), Unclear> {
        let is_own = |part: &Expression| part.variable() == Some(self.symbol);
        let mention = |step| Mention { place: value.span, step, is_certain: !is_guarded };
        match &value.kind {
            _ if !value.mentions(self.symbol) => {}
            ExpressionKind::Variable(_) => all.push(mention(None)),
            ExpressionKind::Increment { operand, by, is_late } if is_own(operand) => {
                all.push(mention(Some((*by, *is_late))));
            }
            ExpressionKind::Assign(_, target, _) if is_own(target) => return Err(Unclear),
            ExpressionKind::Unary(UnaryOperator::Address, operand) if is_own(operand) => {
                return Err(Unclear);
            }
            ExpressionKind::Binary(BinaryOperator::And | BinaryOperator::Or, left, right) => {
                self.collect(left, is_guarded, all)?;
                self.collect(right, true, all)?;
            }
            ExpressionKind::Conditional(condition, then, otherwise) => {
                self.collect(condition, is_guarded, all)?;
                self.collect(then, true, all)?;
                self.collect(otherwise, true, all)?;
            }
            ExpressionKind::Other(..) => return Err(Unclear),
            _ => {
                for part in value.parts() {
                    self.collect(part, is_guarded, all)?;
                }
            }
        }
        Ok(())
    }

    /// Notes what stands for a mention.
    fn sum(&mut self, mention: Span, state: &State) -> Result<(), Unclear> {
        if !self.is_recorded {
            return Ok(());
        }
        let State::At(offset) = state else { return Err(Unclear) };
        let runs = |turns: &String| self.runs.iter().flatten().any(|known| known == turns);
        if mention.is_empty() || !offset.needs.iter().all(runs) {
            return Err(Unclear);
        }
        let name = &self.parsed.resolved.symbols[self.symbol].name;
        let mut text = offset.ahead_of(name);
        let all = self.parsed.text();
        let is_subscript = all[..mention.start].ends_with('[') && all[mention.end..].starts_with(']');
        if let Some(inner) =
            text.strip_prefix('(').and_then(|it| it.strip_suffix(')')).filter(|_| is_subscript)
        {
            text = inner.to_owned();
        }
        if text != mention.of(self.parsed.text()) {
            self.edits.sums.push((mention, text));
        }
        Ok(())
    }

    fn for_loop(&mut self, parts: &For, state: State) -> Result<State, Unclear> {
        let state = match &parts.initial {
            Some(initial) => self.statement(initial, state, false)?,
            None => state,
        };
        let (condition, step) = (parts.condition.as_ref(), parts.step.as_ref());
        let (counted, given) = (self.counted(parts), self.given(parts));
        let around = self.counters.len();
        self.counters.extend(counted.as_ref().and_then(|counted| counted.counter));
        let last = self.looped(&Loop { condition, body: &parts.body, step, counted, given }, state);
        self.counters.truncate(around);
        last
    }

    /// Where the variable is behind a loop.
    fn looped(&mut self, loop_: &Loop, state: State) -> Result<State, Unclear> {
        let was_recorded = std::mem::replace(&mut self.is_recorded, false);
        let before = State::At(Offset::product(BEFORE.to_owned(), 1));
        let (end, is_broken) = self.turn(loop_, before)?;
        self.is_recorded = was_recorded;
        // another number in each turn
        let counter = loop_.counted.as_ref().and_then(|it| it.counter);
        if let (State::At(step), Some(counter)) = (&end, counter)
            && self.tells(step, counter)
        {
            return Err(Unclear);
        }
        let turns = loop_.counted.as_ref().and_then(|it| it.turns.as_ref());
        let (first, last) = match end {
            State::At(mut step) if step.terms.get(BEFORE) == Some(&1) => {
                step.terms.remove(BEFORE);
                if step.terms.is_empty() {
                    (state.clone(), state)
                } else {
                    let counted = loop_.counted.as_ref().ok_or(Unclear)?;
                    let state = match &loop_.given {
                        Some((place, value)) => {
                            // nothing asks the variable itself any more
                            self.edits.steps.extend(self.is_recorded.then_some(*place));
                            State::At(value.clone())
                        }
                        None => state,
                    };
                    let first = state.clone().plus(&step.times(&counted.index)?)?;
                    (first, if is_broken { State::Unknown } else { walked(state, &step, turns)? })
                }
            }
            State::At(step) => {
                let first = state.or(State::At(step));
                let last = if is_broken { State::Unknown } else { first.clone() };
                (first, last)
            }
            State::Left => (state.clone(), if is_broken { State::Unknown } else { state }),
            State::Unknown => (State::Unknown, State::Unknown),
        };
        self.runs.push(turns.map(|turns| turns.ahead_of("")));
        let result = self.turn(loop_, first);
        self.runs.pop();
        result?;
        Ok(last)
    }

    /// Where the variable is when the next turn begins, and whether the loop may end in the middle of one.
    fn turn(&mut self, loop_: &Loop, first: State) -> Result<(State, bool), Unclear> {
        let mut state = first;
        if let Some(condition) = loop_.condition {
            let before = state.clone();
            // which is evaluated where there are no turns, too
            let runs = self.runs.pop();
            let after = self.value(condition, state);
            self.runs.extend(runs);
            state = after?;
            if state != before {
                return Err(Unclear);
            }
        }
        self.turns.push(Turn::default());
        let end = self.statement(loop_.body, state, false);
        let turn = self.turns.pop().unwrap_or_default();
        let mut end = turn.next.into_iter().fold(end?, State::or);
        for part in loop_.step.map(Expression::sequence).unwrap_or_default() {
            // the counter may have its next value here
            if part.mentions(self.symbol)
                && part.assigned().and_then(Expression::variable) != Some(self.symbol)
            {
                return Err(Unclear);
            }
            end = self.part(part, end)?;
        }
        Ok((end, turn.is_broken))
    }

    /// The turns of a loop that counts by a variable.
    fn counted(&self, loop_: &For) -> Option<Counted> {
        let symbols = &self.parsed.resolved.symbols;
        let ExpressionKind::Binary(BinaryOperator::Compare(relation), left, bound) =
            &loop_.condition.as_ref()?.kind
        else {
            return None;
        };
        let counter = left.variable().filter(|it| *it != self.symbol)?;
        let first = match &loop_.initial.as_ref()?.kind {
            StatementKind::Declaration(list) => {
                let declared = list.iter().find(|it| it.symbol == counter)?;
                let Some(Initializer::Value(value)) = &symbols[declared.symbol].initializer else {
                    return None;
                };
                value
            }
            StatementKind::Expression(Some(expression)) => {
                expression.sequence().into_iter().find_map(|part| match &part.kind {
                    ExpressionKind::Assign(None, target, value) if target.variable() == Some(counter) => {
                        Some(&**value)
                    }
                    _ => None,
                })?
            }
            _ => return None,
        };
        let changes = |part: &Expression| part.assigned().and_then(Expression::variable) == Some(counter);
        let steps = loop_.step.as_ref()?.sequence();
        let own: Vec<_> = steps.into_iter().filter(|part| changes(part)).collect();
        let [own] = own.as_slice() else { return None };
        let by = match &own.kind {
            ExpressionKind::Increment { by, .. } => *by,
            ExpressionKind::Assign(Some(BinaryOperator::Add), _, value) => {
                i64::try_from(constant(value, symbols)?).ok()?
            }
            _ => return None,
        };
        let mut is_kept = matches!(by, -1 | 1) && !self.around.is_addressed(counter);
        loop_.body.walk_expressions(symbols, &mut |part| is_kept &= !changes(part));
        is_kept.then_some(())?;
        let first = self.steady(first).ok()?;
        let sign = constant_of(by);
        let minus = |offset: &Offset| offset.times(&constant_of(-1)).ok();
        let index = self.number(counter, loop_.body.span)?.plus(&minus(&first)?).ok()?.times(&sign).ok()?;
        let more = match (relation, by) {
            (Comparison::Less | Comparison::NotEqual, 1)
            | (Comparison::Greater | Comparison::NotEqual, -1) => 0,
            (Comparison::LessEqual, 1) | (Comparison::GreaterEqual, -1) => 1,
            _ => return Some(Counted { counter: Some(counter), index, turns: None }),
        };
        // numbers with and without sign are compared as if they had none
        let sign_of = |part: &Expression| part.type_.integer().map(|integer| integer.signed);
        let is_alike = sign_of(bound) == sign_of(left) || constant(bound, symbols).is_some_and(|it| it >= 0);
        let bound = self.steady(bound).ok().filter(|_| is_alike);
        let turns = bound.and_then(|bound| {
            bound.plus(&minus(&first)?).ok()?.times(&sign).ok()?.plus(&constant_of(more)).ok()
        });
        // as many in each turn of the loops around
        let turns = turns.filter(|turns| !self.counters.iter().any(|counter| self.tells(turns, *counter)));
        Some(Counted { counter: Some(counter), index, turns })
    }

    /// Whether a variable is in a sum.
    fn tells(&self, sum: &Offset, symbol: SymbolId) -> bool {
        let name = &self.parsed.resolved.symbols[symbol].name;
        let is_it = |text: &str| tokens(text).any(|word| word.span.of(text) == name);
        sum.terms.keys().any(|term| is_it(term))
    }

    /// A number that the loop at hand keeps.
    fn steady(&self, value: &Expression) -> Result<Offset, Unclear> {
        let symbols = &self.parsed.resolved.symbols;
        if let Some(constant) = constant(value, symbols).and_then(|constant| i64::try_from(constant).ok()) {
            return Ok(constant_of(constant));
        }
        match &value.kind {
            ExpressionKind::Variable(symbol) if !self.changed.contains(symbol) => {
                let is_outer = !self.nest.contains(symbols[*symbol].name_span);
                self.number(*symbol, self.nest).filter(|_| is_outer).ok_or(Unclear)
            }
            ExpressionKind::Variable(symbol) if self.counters.contains(symbol) => {
                self.number(*symbol, self.nest).ok_or(Unclear)
            }
            ExpressionKind::Member(_, object) if self.keeps_members => {
                self.member(value, object).ok_or(Unclear)
            }
            ExpressionKind::Binary(operator, left, right)
                if value.type_.integer().is_some_and(|it| it.signed) =>
            {
                let (left, right) = (self.steady(left)?, self.steady(right)?);
                match operator {
                    BinaryOperator::Add => left.plus(&right),
                    BinaryOperator::Subtract => left.plus(&right.times(&constant_of(-1))?),
                    BinaryOperator::Multiply => left.times(&right),
                    _ => Err(Unclear),
                }
            }
            _ => Err(Unclear),
        }
    }

    /// An `int` in a structure of which a variable that stays tells.
    fn member(&self, member: &Expression, object: &Expression) -> Option<Offset> {
        let object = match &object.kind {
            ExpressionKind::Unary(UnaryOperator::Dereference, pointer) => pointer,
            _ => object,
        };
        let symbol = object.variable().filter(|it| !self.changed.contains(it))?;
        let name = &self.parsed.resolved.symbols[symbol].name;
        let integer = member.type_.integer()?;
        let qualifiers = &member.type_.qualifiers;
        let is_plain = self.around.is_plain(symbol)
            && is_int(integer)
            && !qualifiers.volatile
            && !qualifiers.atomic
            && !member.span.is_empty()
            && self.declared.iter().all(|(_, other, _)| other != name);
        let text = member.span.of(self.parsed.text());
        let text = if self.is_pointer() { format!("(long){text}") } else { text.to_owned() };
        is_plain.then(|| Offset::product(text, 1))
    }

    /// A variable of the function as a number, in 64 bits for addresses, and an `int` for those; if its name means it wherever it is in a
    /// place.
    fn number(&self, symbol: SymbolId, within: Span) -> Option<Offset> {
        let known = &self.parsed.resolved.symbols[symbol];
        let integer = known.type_.integer().filter(|it| it.bits > 1)?;
        let is_meant = self
            .declared
            .iter()
            .all(|(other, name, place)| *other == symbol || *name != known.name || !within.contains(*place));
        let term = self.term(&known.name, integer).filter(|_| is_meant && self.around.is_plain(symbol));
        term.map(|term| Offset::product(term, 1))
    }

    /// How an integer is written in a sum.
    fn term(&self, name: &str, integer: &Integer) -> Option<String> {
        match self.is_pointer() {
            true if integer.rank > Integer::INT_RANK && integer.signed => Some(name.to_owned()),
            true => Some(format!("(long){name}")),
            false => is_int(integer).then(|| name.to_owned()),
        }
    }
}

/// Whether only its own name leads to a variable, and sums of it are what it is.
fn may_walk(parsed: Parsed, around: &Around, symbol: SymbolId) -> bool {
    let known = &parsed.resolved.symbols[symbol];
    let is_pointer = match known.type_.target().map(|target| &target.kind) {
        Some(TypeKind::Array(..) | TypeKind::Void) | None => false,
        Some(_) => !matches!(known.type_.kind, TypeKind::Array(..)) || known.kind == SymbolKind::Parameter,
    };
    around.is_plain(symbol) && (is_pointer || known.type_.integer().is_some_and(is_int))
}

fn is_int(integer: &Integer) -> bool {
    integer.signed && integer.rank == Integer::INT_RANK
}

/// Where a variable is behind a loop that goes on by so much in each turn.
fn walked(state: State, step: &Offset, turns: Option<&Offset>) -> Result<State, Unclear> {
    let Some(turns) = turns else { return Ok(State::Unknown) };
    let mut all = step.times(turns)?;
    match turns.constant() {
        Some(..=0) => return Ok(State::Unknown),
        Some(_) => {}
        None => {
            all.needs.insert(turns.ahead_of(""));
        }
    }
    state.plus(&all)
}

/// Where a variable is mentioned in an expression.
struct Mention {
    place: Span,
    /// What is added to it there, and whether behind.
    step: Option<(i64, bool)>,
    is_certain: bool,
}

fn constant_of(value: i64) -> Offset {
    let terms = if value == 0 { BTreeMap::new() } else { BTreeMap::from([(String::new(), value)]) };
    Offset { terms, ..Offset::default() }
}

/// Whether there are jumps within a statement that loops don't make.
fn jumps(statement: &Statement) -> bool {
    statement.holds(&|kind| {
        matches!(
            kind,
            StatementKind::Labeled(..) | StatementKind::Other(Construct::Goto(_) | Construct::Switch, ..)
        )
    })
}

/// Whether control may leave a statement for another one than the next.
fn may_jump(statement: &Statement) -> bool {
    statement.holds(&|kind| {
        matches!(kind, StatementKind::Other(Construct::Goto(_) | Construct::Break | Construct::Continue, ..))
    })
}

/// Whether control may get into a statement from another one than that in front of it.
fn is_entered(statement: &Statement) -> bool {
    statement
        .holds(&|kind| matches!(kind, StatementKind::Labeled(..) | StatementKind::Other(Construct::Case, ..)))
}
