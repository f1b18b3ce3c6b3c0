//! What a loop reads and writes, and which of that each iteration does for certain.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use diagnostics::Span;

use super::{Access, Keeper, Variables};
use crate::facts::changes::changes;
use crate::inline::Parsed;
use crate::interior::decide::{Known, is_same};
use crate::interior::in_sum;
use crate::interior::levels::{Counting, counting};
use crate::interior::reach::{Counted, is_array, is_pointer, shifted};
use crate::syntax::fold::constant;
use crate::syntax::records::NOT_TAKEN;
use crate::syntax::tree::{
    BinaryOperator, Construct, Expression, ExpressionKind, Function, Initializer, Statement, StatementKind,
    SymbolId, SymbolKind, TEXT, UnaryOperator,
};
use polyhedral::Comparison;

/// What was found in a branch, by position, and the sums that it computes for certain.
struct Branch {
    reads: Range<usize>,
    writes: Range<usize>,
    computed: BTreeSet<String>,
}

impl<'k, 'a> Keeper<'k, 'a> {
    /// For a loop whose body calls nothing that changes memory, and in which some conditions are `known`.
    pub fn of(
        parsed: Parsed<'a>,
        function: &'a Function,
        variables: Variables<'k, 'a>,
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
                    && !value.mentions(declared.symbol)
                    && variables.around.is_plain(declared.symbol)
                {
                    definitions.insert(declared.symbol, value);
                }
            }
        });
        let mut assigned = Vec::new();
        assignments(body, &mut assigned);
        for (symbol, value, block) in assigned {
            let is_local = matches!(symbols[symbol].kind, SymbolKind::Local { is_static: false });
            let is_only = times(symbol) == 1 && is_local && variables.around.is_plain(symbol);
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
            variables,
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
                self.inner.push((statement.span, parts.body.span));
                let counting =
                    counting(parts, symbols).filter(|it| self.variables.around.is_plain(it.counter));
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
            _ => value.parts().for_each(|part| self.value(part, is_certain)),
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
            _ => place.parts().for_each(|part| self.value(part, is_certain)),
        }
    }

    /// The values of a counter, if they are the same in all iterations of the loop; its own go on from where it is.
    fn range(&self, counting: &Counting<'a>, span: Span) -> Option<Counted<'a>> {
        let symbols = &self.parsed.resolved.symbols;
        let (counter, bound) = (counting.counter, counting.bound);
        let is_own = counter == self.counter;
        (self.is_steady(bound) && (is_own || self.is_steady(counting.first))).then_some(())?;
        let last = self.text(bound);
        let start = if is_own { symbols[counter].name.clone() } else { self.text(counting.first) };
        let by_one = |by: i128| match constant(bound, symbols) {
            Some(value) => (value + by).to_string(),
            None => shifted(&last, by),
        };
        let (least, most) = match counting.relation {
            Comparison::Less => (start, by_one(-1)),
            Comparison::LessEqual => (start, last.clone()),
            Comparison::Greater => (by_one(1), start),
            _ => (last.clone(), start),
        };
        let first = constant(counting.first, symbols);
        let known = first.zip(constant(bound, symbols));
        let difference = known.map(|(first, bound)| i64::try_from(first - bound));
        if let Some(difference) = difference {
            counting.relation.holds(difference.ok()?, 0).then_some(())?;
        }
        let relation = counting.relation.mirrored().symbol();
        let runs = (!is_own && known.is_none())
            .then(|| format!("{} {relation} {}", in_sum(&last), in_sum(&self.text(counting.first))));
        let length = known.map(|(first, bound)| (bound - first).abs() + 1);
        let is_from_zero = counting.step > 0 && first.is_some_and(|first| first >= 0);
        let bound = is_from_zero.then_some(last);
        let ends = [counting.first, counting.bound];
        Some(Counted { counter, span, least, most, bound, runs, length, ends })
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

    pub(super) fn is_shaping(&self, place: Span) -> bool {
        self.shaping.iter().any(|shaping| shaping.contains(place))
    }
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
    statement.children().for_each(|inner| assignments(inner, found));
}
