//! Sizes and pointers in memory that a loop reads again in each iteration, since what it writes might lie over them.
//!
//! `image->data[y * image->width + x] = v` writes a character, and that may be one of `image->width`, or of `image->data`, as far as
//! compilers know. So they read both anew for each pixel, and make no vectors. A copy of the loop has them in variables; it runs where
//! a test says that what the loop writes lies elsewhere ([`super::reach`]).

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use diagnostics::Span;
use diagnostics::token::tokens_without_comments;

use super::copy::balanced;
use super::decide::{Known, is_same};
use super::in_sum;
use super::levels::{Counting, counting};
use super::reach::{Counted, Reach, Words, closed, is_array, is_parameter, is_pointer};
use crate::facts::changes::{addresses_taken, changes};
use crate::facts::occurrences::values;
use crate::inline::Parsed;
use crate::inline::around::Around;
use crate::syntax::fold::constant;
use crate::syntax::records::NOT_TAKEN;
use crate::syntax::tree::{
    BinaryOperator, Construct, Expression, ExpressionKind, Function, Initializer, Statement, StatementKind,
    SymbolId, SymbolKind, TEXT, UnaryOperator,
};
use crate::syntax::types::{Type, TypeKind};
use polyhedral::Comparison;

/// What a copy has in variables.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// By place in the loop, the name of the variable that has the value of what is there.
    pub names: BTreeMap<Span, String>,
    /// The declarations of these variables, with their names.
    pub declarations: Vec<(String, String)>,
    /// What must hold where the copy begins.
    pub tests: Vec<String>,
    /// How what is kept is written, with the names.
    pub texts: Vec<(String, String)>,
}

/// A cell or a variable that the loop reads or writes.
#[derive(Clone, Copy)]
struct Access<'a> {
    place: &'a Expression,
    /// Whether each iteration does.
    is_certain: bool,
}

impl Kept {
    /// A text with the names in it.
    pub fn in_names(&self, text: &str) -> String {
        let words: Vec<&str> = tokens_without_comments(text).map(|token| token.span.of(text)).collect();
        let kept = self.texts.iter().map(|(own, name)| {
            (tokens_without_comments(own).map(|token| token.span.of(own)).collect::<Vec<_>>(), name)
        });
        let kept: Vec<_> = kept.collect();
        let tokens: Vec<Span> = tokens_without_comments(text).map(|token| token.span).collect();
        let (mut new, mut end, mut at) = (String::new(), 0, 0);
        while at < words.len() {
            let is_member = at > 0 && matches!(words[at - 1], "." | "->");
            let found = kept.iter().find(|(own, _)| !is_member && words[at..].starts_with(own));
            let (word, length) = match found {
                Some((own, name)) => (name.as_str(), own.len()),
                None => (words[at], 1),
            };
            new += &text[end..tokens[at].start];
            new += word;
            at += length;
            end = tokens[at - 1].end;
        }
        new + &text[end..]
    }
}

/// Looks through a loop.
pub struct Keeper<'k, 'a> {
    parsed: Parsed<'a>,
    function: &'a Function,
    around: &'k Around<'a>,
    /// The `static` numbers and pointers that are known by their names alone.
    hidden: &'k BTreeSet<SymbolId>,
    body: &'a Statement,
    /// How conditions come out.
    known: &'k BTreeMap<Span, Known>,
    /// The loop's own counter.
    counter: SymbolId,
    /// The names that its statements give values to, or declare.
    changed: BTreeSet<SymbolId>,
    /// The loops within it.
    inner: Vec<Span>,
    ranges: Vec<Counted<'a>>,
    definitions: HashMap<SymbolId, &'a Expression>,
    /// Those of them that each iteration computes.
    defined: BTreeSet<SymbolId>,
    reads: Vec<Access<'a>>,
    writes: Vec<Access<'a>>,
    /// The sums that are computed in each iteration, as they are written.
    computed: BTreeSet<String>,
    /// Where subscripts and headers of loops stand: what is there tells which cells an iteration uses, and how many there are.
    shaping: Vec<Span>,
    /// The variables that hold nothing but blocks which the function obtains.
    blocks: BTreeSet<SymbolId>,
    /// Whether an iteration may have ended early where the walk is.
    is_cut: bool,
    /// Whether there is something that isn't looked through.
    is_lost: bool,
}

/// What was found in a branch, by position, and the sums that it computes for certain.
struct Branch {
    reads: Range<usize>,
    writes: Range<usize>,
    computed: BTreeSet<String>,
}

/// Functions that give a block that nothing else leads to.
const OBTAINING: [&str; 3] = ["malloc", "calloc", "aligned_alloc"];

/// More tests aren't made.
const MOST_TESTS: usize = 6;
/// Nor longer ones.
const LONGEST_TEST: usize = 240;
/// Loops of no more iterations belong to an iteration of the one around them.
const SHORT: i128 = 16;
/// Fewer iterations in all aren't worth a copy.
const SHORTEST: i128 = 64;

impl<'k, 'a> Keeper<'k, 'a> {
    /// For a loop whose body calls nothing that changes memory, and in which some conditions are `known`.
    pub fn of(
        parsed: Parsed<'a>,
        function: &'a Function,
        (around, hidden): (&'k Around<'a>, &'k BTreeSet<SymbolId>),
        (statement, own): (&'a Statement, &Counting<'a>),
        known: &'k BTreeMap<Span, Known>,
    ) -> Option<Self> {
        let symbols = &parsed.resolved.symbols;
        let StatementKind::For(parts) = &statement.kind else { return None };
        let body = &parts.body;
        let all = changes(body, symbols);
        let times = |symbol: SymbolId| all.iter().filter(|change| change.symbol == symbol).count();
        let mut definitions = HashMap::new();
        body.walk(&mut |inner| {
            let StatementKind::Declaration(list) = &inner.kind else { return };
            for declared in list {
                if let Some(Initializer::Value(value)) = &symbols[declared.symbol].initializer
                    && times(declared.symbol) <= 1
                    && around.is_plain(declared.symbol)
                {
                    definitions.insert(declared.symbol, value);
                }
            }
        });
        let mut assigned = Vec::new();
        assignments(body, &mut assigned);
        for (symbol, value, block) in assigned {
            let is_local = matches!(symbols[symbol].kind, SymbolKind::Local { is_static: false });
            let is_only = times(symbol) == 1 && is_local && around.is_plain(symbol);
            let mut is_first = true;
            body.walk_with_types(symbols, &mut |part| {
                let is_behind = value.span.end <= part.span.start && part.span.end <= block.end;
                let is_target = || part.span.end <= value.span.start && block.start <= part.span.start;
                if part.variable() == Some(symbol) && !is_behind {
                    // the place that is assigned
                    is_first &= is_target()
                        && parsed.table.within(part.span.to(value.span)).len()
                            == parsed.table.within(part.span).len()
                                + parsed.table.within(value.span).len()
                                + 1;
                }
            });
            if is_only && is_first {
                definitions.insert(symbol, value);
            }
        }
        let mut keeper = Keeper {
            parsed,
            function,
            around,
            hidden,
            body,
            known,
            counter: own.counter,
            changed: all.iter().filter(|change| change.is_whole).map(|change| change.symbol).collect(),
            inner: vec![],
            ranges: vec![],
            definitions,
            defined: BTreeSet::new(),
            reads: vec![],
            writes: vec![],
            computed: BTreeSet::new(),
            shaping: vec![],
            blocks: blocks(parsed, function, around),
            is_cut: false,
            is_lost: false,
        };
        keeper.value(parts.condition.as_ref()?, true);
        keeper.shaping.extend(parts.condition.iter().map(|condition| condition.span));
        let mut loops = Vec::new();
        keeper.statement(body, true, &mut loops);
        (!keeper.is_lost).then_some(())?;
        keeper.shaping.extend(keeper.definitions_in_subscripts());
        // with all writes at hand
        let own = keeper.range(own, statement.span)?;
        keeper.ranges.push(own);
        for (counting, span) in loops {
            let range = keeper.range(&counting, span);
            keeper.ranges.extend(range);
        }
        Some(keeper)
    }

    // ---- what the loop does ------------------------------------------------------------------------------------

    /// Goes through a statement that runs in each iteration, or not in all.
    fn statement(
        &mut self,
        statement: &'a Statement,
        is_certain: bool,
        loops: &mut Vec<(Counting<'a>, Span)>,
    ) {
        let symbols = &self.parsed.resolved.symbols;
        match &statement.kind {
            StatementKind::Block(list) => {
                list.iter().for_each(|inner| self.statement(inner, is_certain, loops));
            }
            StatementKind::Declaration(list) => {
                for declared in list {
                    let initial = symbols[declared.symbol].initializer.as_ref();
                    let values = initial.map_or(&[][..], Initializer::expressions);
                    values.iter().for_each(|value| self.value(value, is_certain));
                    if is_certain && !self.is_cut {
                        self.defined.insert(declared.symbol);
                    }
                }
            }
            StatementKind::Expression(expression) => {
                expression.iter().for_each(|expression| self.value(expression, is_certain));
            }
            StatementKind::If(condition, then, otherwise) => {
                match self.comes_out(condition) {
                    Some(true) => return self.statement(then, is_certain, loops),
                    Some(false) => {
                        return otherwise.iter().for_each(|it| self.statement(it, is_certain, loops));
                    }
                    None => self.value(condition, is_certain),
                }
                let one = self.branch(is_certain, |own| own.statement(then, is_certain, loops));
                let other = self.branch(is_certain, |own| {
                    otherwise.iter().for_each(|otherwise| own.statement(otherwise, is_certain, loops));
                });
                self.join(one, other);
            }
            StatementKind::For(parts) => {
                self.inner.push(statement.span);
                let counting = counting(parts, symbols).filter(|it| self.around.is_plain(it.counter));
                let is_counted = counting.is_some();
                loops.extend(counting.map(|counting| (counting, statement.span)));
                parts.initial.iter().for_each(|initial| self.statement(initial, is_certain, loops));
                parts.condition.iter().for_each(|part| self.value(part, is_certain));
                self.shaping.extend(parts.condition.iter().map(|condition| condition.span));
                parts.step.iter().for_each(|part| self.value(part, false));
                self.statement(&parts.body, is_certain && is_counted, loops);
            }
            // what follows it may not run
            StatementKind::Other(Construct::Continue, ..) => self.is_cut = true,
            StatementKind::Other(..) | StatementKind::Labeled(..) => self.is_lost = true,
        }
    }

    /// How a condition comes out.
    fn comes_out(&self, condition: &Expression) -> Option<bool> {
        match self.known.get(&condition.span) {
            Some(Known::Condition(known)) => Some(*known),
            _ => None,
        }
    }

    /// Goes through a branch. What it does for certain is so if the other one does the same.
    fn branch(&mut self, is_certain: bool, walk: impl FnOnce(&mut Self)) -> Branch {
        let (reads, writes) = (self.reads.len(), self.writes.len());
        let outside = (std::mem::take(&mut self.computed), self.defined.clone());
        walk(self);
        let computed = std::mem::replace(&mut self.computed, outside.0);
        self.defined = outside.1;
        let computed = if is_certain { computed } else { BTreeSet::new() };
        Branch { reads: reads..self.reads.len(), writes: writes..self.writes.len(), computed }
    }

    /// Leaves as certain what two branches have in common.
    fn join(&mut self, one: Branch, other: Branch) {
        let both = one.computed.intersection(&other.computed).cloned();
        self.computed.extend(both);
        for (all, ranges) in
            [(&mut self.reads, [one.reads, other.reads]), (&mut self.writes, [one.writes, other.writes])]
        {
            let places = |range: &Range<usize>| {
                let certain = all[range.clone()].iter().filter(|access| access.is_certain);
                certain.map(|access| access.place).collect::<Vec<_>>()
            };
            let [left, right] = [places(&ranges[0]), places(&ranges[1])];
            for (range, others) in ranges.into_iter().zip([right, left]) {
                for access in &mut all[range] {
                    access.is_certain &= others.iter().any(|other| is_same(access.place, other));
                }
            }
        }
    }

    /// Goes through a value with all that it does.
    fn value(&mut self, value: &'a Expression, is_certain: bool) {
        let is_certain = is_certain && !self.is_cut;
        if self.comes_out(value).is_some() {
            return;
        }
        match &value.kind {
            ExpressionKind::Variable(_)
            | ExpressionKind::Member(..)
            | ExpressionKind::Index(..)
            | ExpressionKind::Unary(UnaryOperator::Dereference, _) => {
                if !is_array(value) {
                    self.reads.push(Access { place: value, is_certain });
                }
                self.place(value, is_certain);
            }
            ExpressionKind::Unary(UnaryOperator::Address, inner) => self.place(inner, is_certain),
            ExpressionKind::Assign(operator, target, given) => {
                if operator.is_some() {
                    self.reads.push(Access { place: target, is_certain });
                }
                self.writes.push(Access { place: target, is_certain });
                self.place(target, is_certain);
                self.value(given, is_certain);
            }
            ExpressionKind::Increment { operand, .. } => {
                self.reads.push(Access { place: operand, is_certain });
                self.writes.push(Access { place: operand, is_certain });
                self.place(operand, is_certain);
            }
            ExpressionKind::Binary(BinaryOperator::And | BinaryOperator::Or, left, right) => {
                self.value(left, is_certain);
                self.value(right, is_certain && self.comes_out(left).is_some());
            }
            ExpressionKind::Conditional(condition, yes, no) => {
                match self.comes_out(condition) {
                    Some(true) => return self.value(yes, is_certain),
                    Some(false) => return self.value(no, is_certain),
                    None => self.value(condition, is_certain),
                }
                let one = self.branch(is_certain, |own| own.value(yes, is_certain));
                let other = self.branch(is_certain, |own| own.value(no, is_certain));
                self.join(one, other);
            }
            ExpressionKind::Call(_, arguments) => {
                arguments.iter().for_each(|argument| self.value(argument, is_certain));
            }
            ExpressionKind::SizeOf(..) => {}
            ExpressionKind::Other(what, parts) => {
                self.is_lost |= !NOT_TAKEN.contains(what) && *what != TEXT;
                parts.iter().for_each(|part| self.value(part, is_certain));
            }
            _ => value.parts().into_iter().for_each(|part| self.value(part, is_certain)),
        }
    }

    /// Goes through what computes a place.
    fn place(&mut self, place: &'a Expression, is_certain: bool) {
        match &place.kind {
            ExpressionKind::Variable(_) => {}
            ExpressionKind::Member(_, inner) if !is_pointer(inner) => self.place(inner, is_certain),
            ExpressionKind::Index(array, subscript) => {
                match is_array(array) {
                    true => self.place(array, is_certain),
                    false => self.value(array, is_certain),
                }
                self.value(subscript, is_certain);
                self.shaping.push(subscript.span);
                if is_certain && !self.is_cut {
                    let text = self.text(subscript);
                    self.computed.insert(text);
                }
            }
            _ => place.parts().into_iter().for_each(|part| self.value(part, is_certain)),
        }
    }

    /// The values of a counter, if they are the same in all iterations of the loop; its own go on from where it is.
    fn range(&self, counting: &Counting<'a>, span: Span) -> Option<Counted<'a>> {
        let symbols = &self.parsed.resolved.symbols;
        let (counter, bound) = (counting.counter, counting.bound);
        let is_own = counter == self.counter;
        (self.is_steady(bound) && (is_own || self.is_steady(counting.first))).then_some(())?;
        let (first, last) = (self.text(counting.first), self.text(bound));
        let first = if is_own { symbols[counter].name.clone() } else { first };
        let by_one = |by: i128| match constant(bound, symbols) {
            Some(value) => (value + by).to_string(),
            None => shifted(&last, by),
        };
        let (least, most) = match counting.relation {
            Comparison::Less => (first, by_one(-1)),
            Comparison::LessEqual => (first, last.clone()),
            Comparison::Greater => (by_one(1), first),
            _ => (last.clone(), first),
        };
        let number = constant(counting.first, symbols);
        let relation = match counting.relation {
            Comparison::Less => ">",
            Comparison::LessEqual => ">=",
            Comparison::Greater => "<",
            _ => "<=",
        };
        let is_known = number.is_some() && constant(bound, symbols).is_some();
        let runs = (!is_own && !is_known)
            .then(|| format!("{} {relation} {}", in_sum(&last), in_sum(&self.text(counting.first))));
        let first = number;
        let length = first.zip(constant(bound, symbols)).map(|(first, bound)| (bound - first).abs() + 1);
        let is_from_zero = counting.step > 0 && first.is_some_and(|first| first >= 0);
        let bound = is_from_zero.then_some(last);
        let ends = [counting.first, counting.bound];
        Some(Counted { counter, span, least, most, bound, runs, length, ends })
    }

    /// The words of an expression.
    fn text(&self, expression: &Expression) -> String {
        let text = balanced(self.parsed, expression.span).of(self.parsed.text());
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Where the values stand of variables that subscripts name.
    fn definitions_in_subscripts(&self) -> Vec<Span> {
        let mut named = BTreeSet::new();
        let places = self.reads.iter().chain(&self.writes).map(|access| access.place);
        places.filter(|place| self.is_shaping(place.span)).for_each(|place| {
            named.extend(place.variable());
        });
        let definitions = self.definitions.iter().filter(|(symbol, _)| named.contains(symbol));
        definitions.map(|(_, value)| value.span).collect()
    }

    fn is_shaping(&self, place: Span) -> bool {
        self.shaping.iter().any(|shaping| shaping.contains(place))
    }

    // ---- what stays --------------------------------------------------------------------------------------------

    /// Whether an expression has the same value in all iterations, if what it reads isn't written over.
    fn is_steady(&self, expression: &Expression) -> bool {
        match &expression.kind {
            ExpressionKind::Integer(_) | ExpressionKind::Floating | ExpressionKind::SizeOf(..) => true,
            ExpressionKind::Variable(symbol) => self.is_kept_name(*symbol),
            ExpressionKind::Member(symbol, inner) => {
                let is_kept = expression.type_.is_ordinary() && !self.changed.contains(symbol);
                is_kept && self.is_steady(inner)
            }
            ExpressionKind::Index(array, subscript) => {
                expression.type_.is_ordinary()
                    && self.is_steady(array)
                    && self.is_steady(subscript)
                    && !self.writes.iter().any(|write| writes_cell_of(write.place, array))
            }
            ExpressionKind::Unary(UnaryOperator::Dereference, pointer) => {
                expression.type_.is_ordinary()
                    && self.is_steady(pointer)
                    && !self.writes.iter().any(|write| writes_cell_of(write.place, pointer))
            }
            ExpressionKind::Unary(..)
            | ExpressionKind::Binary(..)
            | ExpressionKind::Cast(_)
            | ExpressionKind::Conditional(..) => {
                expression.parts().into_iter().all(|part| self.is_steady(part))
            }
            _ => false,
        }
    }

    fn is_kept_name(&self, symbol: SymbolId) -> bool {
        let known = &self.parsed.resolved.symbols[symbol];
        match known.kind {
            SymbolKind::EnumerationConstant(_) => true,
            SymbolKind::Local { .. } | SymbolKind::Parameter | SymbolKind::Global => {
                let is_inner = self.is_inner(symbol) || symbol == self.counter;
                known.type_.is_ordinary() && !is_inner && !self.changed.contains(&symbol)
            }
            _ => false,
        }
    }

    /// Whether a variable is declared in the loop's body.
    fn is_inner(&self, symbol: SymbolId) -> bool {
        self.body.span.contains(self.parsed.resolved.symbols[symbol].name_span)
    }

    /// Whether nothing but statements that name a variable change it, as compilers know, too.
    fn is_own(&self, symbol: SymbolId) -> bool {
        let known = &self.parsed.resolved.symbols[symbol];
        self.around.is_plain(symbol)
            || self.hidden.contains(&symbol)
            || known.type_.qualifiers.constant && known.kind == SymbolKind::Global
    }

    /// The cells and variables that a value is read from where others may write, by way of each other.
    fn cells<'e>(&self, value: &'e Expression, found: &mut Vec<&'e Expression>) {
        match &value.kind {
            ExpressionKind::Variable(_)
            | ExpressionKind::Member(..)
            | ExpressionKind::Index(..)
            | ExpressionKind::Unary(UnaryOperator::Dereference, _) => {
                let is_own = self.variable_of(value).is_some_and(|object| self.is_own(object));
                if !is_array(value) && !is_own {
                    found.push(value);
                }
                self.cells_to(value, found);
            }
            ExpressionKind::Unary(UnaryOperator::Address, place) => self.cells_to(place, found),
            ExpressionKind::SizeOf(..) => {}
            _ => value.parts().into_iter().for_each(|part| self.cells(part, found)),
        }
    }

    /// Those that the way to a place reads.
    fn cells_to<'e>(&self, place: &'e Expression, found: &mut Vec<&'e Expression>) {
        match &place.kind {
            ExpressionKind::Variable(_) => {}
            ExpressionKind::Member(_, inner) if !is_pointer(inner) => self.cells_to(inner, found),
            ExpressionKind::Index(array, subscript) => {
                match is_array(array) {
                    true => self.cells_to(array, found),
                    false => self.cells(array, found),
                }
                self.cells(subscript, found);
            }
            _ => place.parts().into_iter().for_each(|part| self.cells(part, found)),
        }
    }

    /// The variable that a place lies in, if no pointer leads to it.
    fn variable_of(&self, place: &Expression) -> Option<SymbolId> {
        match &place.kind {
            ExpressionKind::Variable(symbol) => Some(*symbol),
            ExpressionKind::Member(_, inner) if !is_pointer(inner) => self.variable_of(inner),
            ExpressionKind::Index(array, _) if self.is_declared(array) => self.variable_of(array),
            _ => None,
        }
    }

    /// Whether an expression names an array rather than a pointer, as parameters are.
    fn is_declared(&self, array: &Expression) -> bool {
        is_array(array) && !is_parameter(array, self.parsed)
    }

    // ---- what is kept ------------------------------------------------------------------------------------------

    /// What a copy of the loop is to have in variables.
    pub fn kept(&self) -> Option<Kept> {
        let writes = self.memory_writes();
        self.is_worth(&writes).then_some(())?;
        let candidates: Vec<&Access> = self.reads.iter().filter(|it| self.is_candidate(it.place)).collect();
        let mut places: Vec<&Expression> = Vec::new();
        for read in &candidates {
            // of `a->b->c` the whole
            let is_part = candidates.iter().any(|other| {
                other.place.span != read.place.span && other.place.span.contains(read.place.span)
            });
            if !is_part && !places.iter().any(|place| is_same(place, read.place)) {
                places.push(read.place);
            }
        }
        // values that are only computed with come along where they need no test of their own
        let is_shaping = |place: &&Expression| {
            let mut alike = candidates.iter().filter(|read| is_same(read.place, place));
            is_pointer(place) || alike.any(|read| self.is_shaping(read.place.span))
        };
        let (shaping, others): (Vec<&Expression>, Vec<&Expression>) =
            places.into_iter().partition(is_shaping);
        let mut kept = Kept { tests: self.tests_of_reaches(&writes)?, ..Kept::default() };
        for (place, most) in shaping.iter().map(|it| (it, MOST_TESTS)).chain(others.iter().map(|it| (it, 0)))
        {
            let Some(tests) = self.tests_for(place, &writes).filter(|_| self.is_at_risk(place, &writes))
            else {
                continue;
            };
            let new: Vec<String> = tests.into_iter().filter(|test| !kept.tests.contains(test)).collect();
            let is_free = new.is_empty() && !kept.names.is_empty();
            if !is_free && kept.tests.len() + new.len() > most {
                continue;
            }
            let Some((declaration, name)) = self.declared(place, &kept.texts) else { continue };
            let alike = candidates.iter().filter(|read| is_same(read.place, place));
            kept.names.extend(alike.map(|read| (read.place.span, name.clone())));
            kept.declarations.push((declaration, name.clone()));
            kept.texts.push((self.text(place), name));
            new.into_iter().for_each(|test| add(&mut kept.tests, test));
        }
        let is_short = kept.tests.iter().all(|it| it.len() <= LONGEST_TEST);
        (!kept.names.is_empty() && is_short).then_some(kept)
    }

    /// What must be tested so that sizes and members have the values that they had in front of the loop, wherever it is.
    pub fn tests_of(&self, places: &[Expression]) -> Option<Vec<String>> {
        let writes = self.memory_writes();
        let mut all = self.tests_of_reaches(&writes)?;
        for place in places {
            self.tests_for(place, &writes)?.into_iter().for_each(|test| add(&mut all, test));
        }
        (all.len() <= MOST_TESTS && all.iter().all(|it| it.len() <= LONGEST_TEST)).then_some(all)
    }

    /// Where the loop reads what a name stands for, if that stays, and can be read in front of it.
    pub fn place_of(&self, symbol: SymbolId) -> Option<&'a Expression> {
        let can_be_read = |place: &Expression| {
            let mut cells = Vec::new();
            self.cells(place, &mut cells);
            cells.into_iter().all(|cell| self.is_readable(cell))
        };
        let mut all = self.reads.iter().map(|read| read.place);
        all.find(|place| place.named() == Some(symbol) && self.is_steady(place) && can_be_read(place))
    }

    /// What must be tested so that all that is written lies where the first iteration says.
    fn tests_of_reaches(&self, writes: &[(Access<'a>, Option<Reach>)]) -> Option<Vec<String>> {
        let mut tests = Vec::new();
        for (write, _) in writes.iter().filter(|(_, reach)| reach.is_some()) {
            for cell in self.cells_of_reach(write.place) {
                self.tests_against(cell, writes)?.into_iter().for_each(|test| add(&mut tests, test));
            }
        }
        Some(tests)
    }

    /// The sizes of the loops, as they are written.
    pub fn sizes(&self) -> BTreeSet<String> {
        self.ranges.iter().filter_map(|range| range.bound.clone()).collect()
    }

    /// Whether a copy may be much faster: compilers make vectors of a loop that computes numbers of others, cell by cell, if none of them
    /// waits for what an earlier iteration has left, and no data choose cells.
    pub fn is_promising(&self, depth: usize) -> bool {
        let is_steady = |expression: &Expression| self.is_steady(expression);
        let words = Words {
            parsed: self.parsed,
            ranges: &self.ranges,
            definitions: &self.definitions,
            is_steady: &is_steady,
        };
        let is_memory = |access: &&Access<'a>| {
            let object = self.variable_of(access.place);
            !object.is_some_and(|it| self.is_own(it) && !has_subscripts(access.place))
        };
        let writes: Vec<&Access> = self.writes.iter().filter(is_memory).collect();
        let reads: Vec<&Access> = self.reads.iter().filter(is_memory).collect();
        let is_number = |access: &&&Access| access.place.type_.is_arithmetic();
        let are_numbers = writes.iter().all(|write| write.place.type_.is_arithmetic() && write.is_certain);
        let moving: Option<Vec<bool>> = writes
            .iter()
            .chain(reads.iter().filter(is_number))
            .map(|access| words.moves(access.place))
            .collect();
        let Some(moving) = moving else { return false };
        let moves = moving[writes.len()..].iter().filter(|moves| **moves).count();
        let is_narrow = |write: &&Access| write.place.type_.scalar_bytes().is_some_and(|bytes| bytes < 4);
        let is_long = depth + self.inner.len() >= 2
            || writes.iter().any(is_narrow)
            || self.ranges.first().is_some_and(|own| own.most.contains('*'));
        let waits = writes
            .iter()
            .any(|write| reads.iter().filter(is_number).any(|read| self.waits_for(read.place, write.place)));
        are_numbers && is_long && moves > 0 && !waits && self.computes() && !self.carries()
    }

    /// Whether a read may be of what another iteration has written to the same array: not where each has several cells of its own.
    fn waits_for(&self, read: &Expression, write: &Expression) -> bool {
        let [(array, own), (other_array, other)] = [write, read].map(Expression::subscripted);
        let is_same_array = array.named().is_some() && array.named() == other_array.named();
        let are_different = own.len() != other.len() || own.iter().zip(&other).any(|(a, b)| !is_same(a, b));
        is_same_array && are_different && !self.has_factor(array) && !own.iter().any(|it| self.has_factor(it))
    }

    /// Whether something is a number of times another one: `i * 3`.
    fn has_factor(&self, value: &Expression) -> bool {
        let symbols = &self.parsed.resolved.symbols;
        let mut found = false;
        value.walk(&mut |part| {
            found |= match &part.kind {
                ExpressionKind::Binary(BinaryOperator::Multiply, left, right) => {
                    constant(left, symbols).or(constant(right, symbols)).is_some()
                }
                ExpressionKind::Variable(symbol) => {
                    self.definitions.get(symbol).is_some_and(|definition| self.has_factor(definition))
                }
                _ => false,
            };
        });
        found
    }

    /// Whether the body does more than to copy.
    fn computes(&self) -> bool {
        let symbols = &self.parsed.resolved.symbols;
        let mut computes = self.body.holds(&|kind| matches!(kind, StatementKind::If(..)));
        self.body.walk_expressions(symbols, &mut |part| {
            computes |= match &part.kind {
                ExpressionKind::Assign(operator, ..) => operator.is_some(),
                ExpressionKind::Conditional(..) => true,
                ExpressionKind::Binary(..) | ExpressionKind::Unary(..) => {
                    !self.is_shaping(part.span) && part.type_.is_arithmetic() && !self.is_steady(part)
                }
                _ => false,
            };
        });
        computes
    }

    /// Whether a variable takes a value from one iteration to the next.
    fn carries(&self) -> bool {
        let is_outer = |symbol: &&SymbolId| {
            let known = &self.parsed.resolved.symbols[**symbol];
            known.kind.is_variable() && !self.is_inner(**symbol)
        };
        let is_counter = |symbol: SymbolId| self.ranges.iter().any(|range| range.counter == symbol);
        self.changed.iter().filter(is_outer).any(|symbol| {
            let first = |all: &[Access]| {
                let own = all.iter().filter(|access| access.place.variable() == Some(*symbol));
                own.map(|access| access.place.span.start).min()
            };
            let (read, write) = (first(&self.reads), first(&self.writes));
            let is_set_first = match (read, write) {
                (Some(read), Some(write)) => write < read,
                (read, _) => read.is_none(),
            };
            !is_set_first && !is_counter(*symbol)
        })
    }

    /// Whether a loop is long, and writes in its own iterations, or in those of one loop within.
    fn is_worth(&self, writes: &[(Access<'a>, Option<Reach>)]) -> bool {
        let length = |span: &Span| {
            let range = self.ranges.iter().find(|range| range.span == *span);
            range.and_then(|range| range.length)
        };
        let is_long = |span: &&Span| length(span).is_none_or(|length| length > SHORT);
        let around = |place: Span| self.inner.iter().filter(move |inner| inner.contains(place));
        let is_deep = writes.iter().any(|(write, _)| around(write.place.span).filter(is_long).count() > 1);
        // what a long loop computes that writes nothing is most of the work, and stays as fast
        let is_idle = |inner: &Span| !writes.iter().any(|(write, _)| inner.contains(write.place.span));
        let has_idle = self.inner.iter().filter(is_long).any(is_idle);
        let lengths: Option<i128> = self.ranges.iter().map(|range| range.length).product();
        !writes.is_empty() && !is_deep && !has_idle && lengths.is_none_or(|length| length >= SHORTEST)
    }

    /// What must be tested if a place is read in front of the loop; `None` if no test can tell that it may be.
    fn tests_for(&self, place: &Expression, writes: &[(Access<'a>, Option<Reach>)]) -> Option<Vec<String>> {
        let mut cells = Vec::new();
        self.cells(place, &mut cells);
        let mut tests = Vec::new();
        for cell in cells {
            tests.extend(self.tests_against(cell, writes)?);
        }
        Some(tests)
    }

    /// What must be tested so that a cell isn't written.
    fn tests_against(
        &self,
        cell: &Expression,
        writes: &[(Access<'a>, Option<Reach>)],
    ) -> Option<Vec<String>> {
        let mut tests = Vec::new();
        for (write, reach) in writes {
            if !self.are_apart(write.place, cell) {
                tests.extend(self.tests(reach.as_ref()?, cell));
            }
        }
        Some(tests)
    }

    /// Whether a compiler must expect that what leads to a place is written, and the place can be read in front of the loop.
    fn is_at_risk(&self, place: &Expression, writes: &[(Access<'a>, Option<Reach>)]) -> bool {
        let mut cells = Vec::new();
        self.cells(place, &mut cells);
        let is_written = |cell: &&Expression| {
            let mut others = writes.iter().filter(|(write, _)| !self.is_in_block(write.place));
            others.any(|(write, _)| !self.are_apart(write.place, cell))
        };
        cells.iter().any(is_written) && cells.iter().all(|cell| self.is_readable(cell))
    }

    /// What the loop writes but for variables of its own, with what that reaches.
    fn memory_writes(&self) -> Vec<(Access<'a>, Option<Reach>)> {
        let is_steady = |expression: &Expression| self.is_steady(expression);
        let words = Words {
            parsed: self.parsed,
            ranges: &self.ranges,
            definitions: &self.definitions,
            is_steady: &is_steady,
        };
        let mut found: Vec<(Access, Option<Reach>)> = Vec::new();
        for write in &self.writes {
            let object = self.variable_of(write.place);
            let is_whole = write.place.variable().is_some() || !has_subscripts(write.place);
            if object.is_some_and(|it| self.is_inner(it) || self.is_own(it) && is_whole) {
                continue;
            }
            let is_certain = write.is_certain || self.is_computed(write.place);
            let is_plain = write.place.type_.is_ordinary() && self.can_be_tested(write.place);
            let reach = is_plain.then(|| words.reach(write.place, is_certain)).flatten();
            // cells beside one another are one range
            let beside = found.iter_mut().find_map(|(other, known)| {
                let is_alike = is_same_type(&other.place.type_, &write.place.type_);
                let (known, new) = (known.as_mut()?, reach.as_ref()?);
                let are_beside =
                    known.lowest.cell == new.lowest.cell && known.highest.cell == new.highest.cell;
                (is_alike && are_beside && known.holds == new.holds).then_some((known, new))
            });
            if let Some((known, new)) = beside {
                known.lowest.more = known.lowest.more.min(new.lowest.more);
                known.highest.more = known.highest.more.max(new.highest.more);
                known.needs_order |= new.needs_order;
                continue;
            }
            found.push((*write, reach));
        }
        found
    }

    /// Whether a test may read all that the way to a place reads.
    fn can_be_tested(&self, place: &'a Expression) -> bool {
        self.cells_of_reach(place).into_iter().all(|cell| self.is_readable(cell))
    }

    /// What the way to a written place reads that stays, with the ranges of counters.
    fn cells_of_reach(&self, place: &'a Expression) -> Vec<&'a Expression> {
        let mut cells = Vec::new();
        self.cells_to(place, &mut cells);
        let (mut waiting, mut seen) = (vec![place], BTreeSet::new());
        while let Some(next) = waiting.pop() {
            next.walk(&mut |part| {
                let Some(symbol) = part.variable().filter(|symbol| seen.insert(*symbol)) else { return };
                if let Some(definition) = self.definitions.get(&symbol) {
                    self.cells(definition, &mut cells);
                    waiting.push(definition);
                }
            });
        }
        let around = self.ranges.iter().filter(|range| range.span.contains(place.span));
        around.for_each(|range| range.ends.iter().for_each(|end| self.cells(end, &mut cells)));
        cells.retain(|cell| self.is_steady(cell));
        cells
    }

    /// Whether each iteration computes the place of a write, whether it writes or not.
    fn is_computed(&self, place: &Expression) -> bool {
        match &place.kind {
            ExpressionKind::Index(array, subscript) => {
                let is_known = self.computed.contains(&self.text(subscript)) || self.is_counted(subscript);
                is_known && (!is_array(array) || self.is_computed(array))
            }
            ExpressionKind::Member(_, inner) if !is_pointer(inner) => self.is_computed(inner),
            ExpressionKind::Member(_, pointer)
            | ExpressionKind::Unary(UnaryOperator::Dereference, pointer) => {
                pointer.variable().is_some_and(|it| self.defined.contains(&it))
            }
            ExpressionKind::Variable(_) => true,
            _ => false,
        }
    }

    /// Whether a subscript is no more than a counter and a number.
    fn is_counted(&self, subscript: &Expression) -> bool {
        let mut is_plain = true;
        subscript.walk(&mut |part| {
            is_plain &= match &part.kind {
                ExpressionKind::Variable(symbol) => {
                    self.ranges.iter().any(|range| range.counter == *symbol) || self.defined.contains(symbol)
                }
                ExpressionKind::Integer(_) => true,
                ExpressionKind::Binary(operator, ..) => {
                    matches!(operator, BinaryOperator::Add | BinaryOperator::Subtract)
                }
                _ => false,
            };
        });
        is_plain
    }

    /// Whether a place that is read is worth a variable, if others may write to it.
    fn is_candidate(&self, place: &Expression) -> bool {
        let is_scalar = place.type_.is_arithmetic() || matches!(place.type_.kind, TypeKind::Pointer(_));
        let mut cells = Vec::new();
        self.cells(place, &mut cells);
        is_scalar && !cells.is_empty() && self.is_steady(place)
    }

    /// Whether a cell can be read in front of the iterations.
    fn is_readable(&self, cell: &Expression) -> bool {
        let is_beside = |place: &Expression| {
            let structures = structure_of(place).zip(structure_of(cell));
            structures.is_some_and(|(one, other)| is_same(one, other))
        };
        let mut all = self.reads.iter().chain(&self.writes);
        self.variable_of(cell).is_some()
            || all.any(|it| it.is_certain && (is_same(it.place, cell) || is_beside(it.place)))
    }

    /// Whether a write can't change a cell.
    fn are_apart(&self, write: &Expression, cell: &Expression) -> bool {
        let variables = self.variable_of(write).zip(self.variable_of(cell));
        // other members of one structure
        let structures = structure_of(write).zip(structure_of(cell));
        !may_alias(&write.type_, &cell.type_)
            || variables.is_some_and(|(one, other)| one != other)
            || structures.is_some_and(|(one, other)| is_same(one, other))
    }

    /// Whether a cell lies in a block that the function has obtained.
    fn is_in_block(&self, cell: &Expression) -> bool {
        match &cell.kind {
            ExpressionKind::Index(array, _) if !is_array(array) => {
                array.variable().is_some_and(|it| self.blocks.contains(&it))
            }
            ExpressionKind::Index(inner, _) => self.is_in_block(inner),
            ExpressionKind::Member(_, inner) if !is_pointer(inner) => self.is_in_block(inner),
            _ => false,
        }
    }

    /// Tests that what a write reaches doesn't lie over a cell, or the structure around it.
    fn tests(&self, reach: &Reach, cell: &Expression) -> Vec<String> {
        let [start, end] = self.edges(cell);
        let bytes = |pointer: &str| format!("(const char *){}", pointer);
        let (low, high) = (reach.lowest.pointer(false), reach.highest.pointer(true));
        let mut all: Vec<String> = reach.holds.iter().cloned().collect();
        if reach.needs_order {
            all.push(format!("{} < {}", bytes(&low), bytes(&high)));
        }
        all.push(format!("{} <= {} || {} <= {}", bytes(&high), bytes(&start), bytes(&end), bytes(&low)));
        all
    }

    /// Where the memory begins and ends that a cell is a part of: a structure, or an array that is declared.
    fn edges(&self, cell: &Expression) -> [String; 2] {
        let behind = |pointer: String| {
            let end = format!("({pointer} + 1)");
            [pointer, end]
        };
        let structure = structure_of(cell);
        match (structure, &cell.kind) {
            (Some(pointer), _) if is_pointer(pointer) && !is_array(pointer) => {
                behind(closed(&self.text(pointer)))
            }
            (None, ExpressionKind::Unary(UnaryOperator::Dereference, pointer)) => {
                behind(closed(&self.text(pointer)))
            }
            (None, ExpressionKind::Index(pointer, _)) if self.text(cell).starts_with('*') => {
                behind(closed(&self.text(pointer)))
            }
            _ => {
                let variable = self.variable_of(cell).filter(|_| has_subscripts(cell));
                let object = structure.unwrap_or(cell);
                match variable {
                    Some(variable) => behind(format!("&{}", self.parsed.resolved.symbols[variable].name)),
                    None => behind(format!("&{}", closed(&self.text(object)))),
                }
            }
        }
    }

    /// A declaration of a variable that has the value of a place, with its name.
    fn declared(&self, place: &Expression, given: &[(String, String)]) -> Option<(String, String)> {
        let words = match &place.kind {
            ExpressionKind::Member(symbol, inner) => {
                let own = self.parsed.resolved.symbols[*symbol].name.clone();
                let own = own.rsplit(['.', '>']).next().unwrap_or_default().to_owned();
                let object = self.text(inner);
                let object: String = object
                    .replace("->", "_")
                    .chars()
                    .filter(|it| it.is_alphanumeric() || *it == '_')
                    .collect();
                vec![own.clone(), format!("{object}_{own}")]
            }
            ExpressionKind::Variable(symbol) => {
                vec![format!("kept_{}", self.parsed.resolved.symbols[*symbol].name)]
            }
            _ => {
                let base = place.subscripted().0;
                let mut name = base.named().map_or("value", |it| &self.parsed.resolved.symbols[it].name);
                name = name.rsplit(['.', '>', '[', ']', ' ']).next().unwrap_or("value");
                let what = if is_pointer(place) { "row" } else { "value" };
                vec![format!("{name}_{what}")]
            }
        };
        let is_free = |name: &&String| !given.iter().any(|(_, other)| other == *name) && !self.is_word(name);
        let name = words.iter().find(is_free).cloned();
        let name = name.unwrap_or_else(|| {
            let last = words.last().cloned().unwrap_or_default();
            let mut numbered = (2..).map(|number| format!("{last}_{number}"));
            numbered.find(|name| is_free(&name)).unwrap_or_default()
        });
        let type_ = self.spelled(&place.type_)?;
        let space = if type_.ends_with('*') { "" } else { " " };
        let declaration = match type_.ends_with('*') {
            true => format!("{type_}const {name} = {};", self.text(place)),
            false => format!("const {type_}{space}{name} = {};", self.text(place)),
        };
        Some((declaration, name))
    }

    /// Whether a name is one of the function, of the file or of a macro.
    fn is_word(&self, name: &str) -> bool {
        let Parsed { table, map, macros, .. } = self.parsed;
        let in_function = table.within(self.function.span).iter().enumerate();
        let tokens = table.within(self.function.span);
        let mut used = in_function.filter(|(at, _)| {
            // a member has its own names
            let before = at.checked_sub(1).map_or("", |at| tokens[at].span.of(map.text()));
            !matches!(before, "." | "->")
        });
        used.any(|(_, token)| token.span.of(map.text()) == name)
            || macros.names.iter().any(|it| it == name)
            || is_keyword(name)
    }

    /// How a type is written in front of a name, without qualifiers of its own.
    fn spelled(&self, type_: &Type) -> Option<String> {
        let target = match &type_.kind {
            TypeKind::Pointer(target) => target,
            TypeKind::Integer(_) | TypeKind::Floating(_) => {
                return Some(type_.spelling().to_owned()).filter(|name| !name.is_empty());
            }
            TypeKind::Record(record) => return self.parsed.resolved.records.0[record.0].name.clone(),
            TypeKind::Void => return Some("void".to_owned()),
            _ => return None,
        };
        let qualifiers = target.qualifiers;
        (!qualifiers.volatile && !qualifiers.atomic && !qualifiers.restrict).then_some(())?;
        let inner = self.spelled(target)?;
        let is_nested = inner.ends_with('*');
        Some(match (qualifiers.constant, is_nested) {
            (false, false) => format!("{inner} *"),
            (false, true) => format!("{inner}*"),
            (true, false) => format!("const {inner} *"),
            (true, true) => format!("{inner}const *"),
        })
    }
}

/// Adds a test, unless it is there.
fn add(tests: &mut Vec<String>, test: String) {
    if !tests.contains(&test) {
        tests.push(test);
    }
}

/// Words of C that a member can't be called but a typedef of C23 or C++ may be.
fn is_keyword(name: &str) -> bool {
    matches!(name, "bool" | "true" | "false" | "asm" | "inline" | "typeof")
}

/// `bound - 1`
fn shifted(bound: &str, by: i128) -> String {
    let bound = in_sum(bound);
    if let Some((front, last)) = bound.rsplit_once(' ')
        && let Ok(last) = last.parse::<i128>()
        && let Some((front, last)) = (front.strip_suffix(" -").map(|front| (front, -last)))
            .or_else(|| front.strip_suffix(" +").map(|front| (front, last)))
        && front.matches('(').count() == front.matches(')').count()
    {
        return match last + by {
            0 => front.to_owned(),
            more if more > 0 => format!("{front} + {more}"),
            less => format!("{front} - {}", -less),
        };
    }
    if by > 0 { format!("{bound} + {by}") } else { format!("{bound} - {}", -by) }
}

/// The statements in the blocks of another that give a variable a value, with the block.
fn assignments<'a>(statement: &'a Statement, found: &mut Vec<(SymbolId, &'a Expression, Span)>) {
    if let StatementKind::Block(list) = &statement.kind {
        for inner in list {
            if let StatementKind::Expression(Some(expression)) = &inner.kind
                && let ExpressionKind::Assign(None, target, value) = &expression.kind
                && let Some(symbol) = target.variable()
            {
                found.push((symbol, value, statement.span));
            }
        }
    }
    statement.children().into_iter().for_each(|inner| assignments(inner, found));
}

/// Whether a place is a cell of an array, or a member of one.
fn has_subscripts(place: &Expression) -> bool {
    match &place.kind {
        ExpressionKind::Index(..) => true,
        ExpressionKind::Member(_, inner) => has_subscripts(inner),
        _ => false,
    }
}

/// The variables of a function that hold nothing but blocks which it obtains.
fn blocks(parsed: Parsed, function: &Function, around: &Around) -> BTreeSet<SymbolId> {
    let symbols = &parsed.resolved.symbols;
    let is_block = |value: &&Expression| match &value.without_casts().kind {
        ExpressionKind::Call(callee, _) => callee.variable().is_some_and(|callee| {
            let symbol = &symbols[callee];
            symbol.kind == SymbolKind::Function && OBTAINING.contains(&symbol.name.as_str())
        }),
        _ => false,
    };
    let is_local = |symbol: SymbolId| symbols[symbol].kind == SymbolKind::Local { is_static: false };
    let given = values(&function.body, symbols).into_iter();
    let blocks = given.filter(|(symbol, values)| {
        is_local(*symbol) && around.is_plain(*symbol) && values.iter().all(is_block)
    });
    blocks.map(|(symbol, _)| symbol).collect()
}

/// The numbers and pointers of the file that no other file knows, and whose addresses nobody takes.
pub fn hidden(parsed: Parsed) -> BTreeSet<SymbolId> {
    let resolved = parsed.resolved;
    let symbols = &resolved.symbols;
    let is_scalar = |symbol: &SymbolId| {
        let type_ = &symbols[*symbol].type_;
        type_.is_arithmetic() || matches!(type_.kind, TypeKind::Pointer(_))
    };
    let mut found: BTreeSet<SymbolId> = resolved.statics.iter().copied().filter(is_scalar).collect();
    for function in &resolved.functions {
        addresses_taken(&function.body, symbols).keys().for_each(|symbol| {
            found.remove(symbol);
        });
    }
    for value in symbols.0.iter().filter_map(|symbol| symbol.initializer.as_ref()) {
        value.expressions().iter().for_each(|value| {
            value.walk(&mut |part| {
                if let ExpressionKind::Unary(UnaryOperator::Address, place) = &part.kind
                    && let Some(symbol) = place.variable()
                {
                    found.remove(&symbol);
                }
            });
        });
    }
    found
}

/// What leads to the structure that a member lies in: a pointer to it, or a variable; cells of arrays in it lie in it, too.
fn structure_of(place: &Expression) -> Option<&Expression> {
    match &place.kind {
        ExpressionKind::Member(_, inner) if is_pointer(inner) => Some(inner),
        ExpressionKind::Member(_, inner) => structure_of(inner).or_else(|| match inner.kind {
            ExpressionKind::Variable(_) => Some(&**inner),
            _ => None,
        }),
        ExpressionKind::Index(array, _) if is_array(array) => structure_of(array),
        _ => None,
    }
}

/// Whether a write is to a cell of an array that a place names.
fn writes_cell_of(write: &Expression, array: &Expression) -> bool {
    match &write.kind {
        ExpressionKind::Index(own, _) => is_same(own, array) || is_array(own) && writes_cell_of(own, array),
        ExpressionKind::Unary(UnaryOperator::Dereference, pointer) => is_same(pointer, array),
        ExpressionKind::Member(_, inner) => {
            is_same(inner, array) || !is_pointer(inner) && writes_cell_of(inner, array)
        }
        _ => false,
    }
}

/// Whether what is written in one type may be read in another one (C11 6.5p7).
fn may_alias(written: &Type, read: &Type) -> bool {
    match (&written.kind, &read.kind) {
        (TypeKind::Integer(written), _) if written.bits == 8 => true,
        (_, TypeKind::Integer(read)) if read.bits == 8 => true,
        (TypeKind::Integer(written), TypeKind::Integer(read)) => written.bits == read.bits,
        (TypeKind::Floating(written), TypeKind::Floating(read)) => written.bytes == read.bytes,
        (TypeKind::Pointer(_), TypeKind::Pointer(_)) => true,
        (
            TypeKind::Integer(_) | TypeKind::Floating(_) | TypeKind::Pointer(_),
            TypeKind::Integer(_) | TypeKind::Floating(_) | TypeKind::Pointer(_),
        ) => false,
        _ => true,
    }
}

fn is_same_type(one: &Type, other: &Type) -> bool {
    match (&one.kind, &other.kind) {
        (TypeKind::Record(one), TypeKind::Record(other)) => one == other,
        _ => one.scalar_bytes().is_some() && one.scalar_bytes() == other.scalar_bytes(),
    }
}
