//! What must be known of the blocks that change places: nobody has another name for one, and all have room for what is copied.

use std::collections::BTreeSet;

use diagnostics::Span;
use diagnostics::token::Token;

use super::super::called;
use super::super::walks::{is_loop, is_repeated};
use super::Turn;
use crate::facts::allocation::{compared_with_null, freed, is_fresh, is_null};
use crate::facts::changes::{Change, changes};
use crate::facts::exchanged::exchanges;
use crate::facts::occurrences::values;
use crate::syntax::tree::{
    BinaryOperator, Construct, Expression, ExpressionKind, Function, StatementKind, SymbolId, UnaryOperator,
};
use crate::syntax::types::TypeKind;

/// Functions of the library that look at an array, or fill it, and forget it.
const FORGETTING: [&str; 5] = ["memset", "memcpy", "memmove", "fread", "fwrite"];

impl Turn<'_> {
    /// Whether both pointers hold blocks that have no other name, and the loop does no more with them than to read cells of the old
    /// array and to write some of the new one.
    pub(super) fn is_known_by_its_name(&self, caller: &Function) -> bool {
        let symbols = &self.parsed.resolved.symbols;
        let exchanges = exchanges(&caller.body, symbols);
        let is_exchange = |span: Span| exchanges.iter().any(|exchange| exchange.place.contains(span));
        let is_one = |symbol: Option<SymbolId>| symbol.is_some_and(|it| self.all().any(|one| one == it));
        let given = values(&caller.body, symbols);
        let mut makers = BTreeSet::new();
        let mut is_known = true;
        for pointer in self.all() {
            let all = given.get(&pointer).map_or(&[][..], Vec::as_slice);
            for value in all.iter().filter(|value| !is_exchange(value.span) && !is_null(value)) {
                let maker = self.maker(value);
                is_known &= self.is_block(value) || maker.is_some();
                makers.insert(maker.filter(|_| !self.is_block(value)));
            }
        }
        // what makes the new array a block of its own, which it must be to shrink, does so with the old one
        is_known &= makers.len() == 1;
        // places where they are no more than what C says there
        let mut plain: BTreeSet<Span> = BTreeSet::new();
        let is_repeated = is_repeated(caller, self.statement.span);
        let loop_ = self.statement.span;
        let unused = self.unused(caller);
        caller.body.walk_with_types(symbols, &mut |part| plain.extend(asked(part)));
        caller.body.walk_with_types(symbols, &mut |part| match &part.kind {
            ExpressionKind::Index(..) if part.type_.is_arithmetic() => {
                plain.insert(part.subscripted().0.span);
            }
            ExpressionKind::Unary(UnaryOperator::Address, operand) => {
                let operand = operand.subscripted().0;
                is_known &= !is_one(operand.variable());
            }
            ExpressionKind::SizeOf(_, Some(operand)) => {
                operand.walk(&mut |inner| {
                    plain.insert(inner.span);
                });
            }
            ExpressionKind::Assign(None, target, value)
                if unused.contains(&part.span) && (self.is_block(value) || self.maker(value).is_some()) =>
            {
                plain.insert(target.subscripted().0.span);
            }
            ExpressionKind::Call(callee, arguments) => {
                let name = callee.variable().map_or("", |callee| symbols[callee].name.as_str());
                let is_behind = !is_repeated && part.span.start >= loop_.end;
                if let Some(freed) = freed(part, symbols) {
                    // or a row
                    plain.insert(freed.subscripted().0.span);
                } else if is_behind || FORGETTING.contains(&name) && !loop_.contains(part.span) {
                    plain.extend(arguments.iter().map(|argument| argument.without_casts().span));
                }
            }
            _ => {}
        });
        caller.body.walk(&mut |statement| {
            if let StatementKind::Other(Construct::Return, list, _) = &statement.kind {
                plain.extend(list.iter().map(|value| value.without_casts().span));
            }
        });
        caller.body.walk_with_types(symbols, &mut |part| {
            is_known &= !is_one(part.variable()) || is_exchange(part.span) || plain.contains(&part.span);
        });
        let is_of_loop = |span: Span| loop_.contains(span);
        let changes = changes(&caller.body, symbols);
        let mut own = changes.iter().filter(|change| is_of_loop(change.place) && !is_exchange(change.place));
        is_known
            && own.all(|change| {
                !self.step.old.contains(&change.symbol)
                    && (change.symbol != self.step.new || !change.is_whole)
            })
    }

    /// The expressions of whose values nothing more becomes than that somebody asks whether they are null.
    fn unused(&self, caller: &Function) -> BTreeSet<Span> {
        let mut found = BTreeSet::new();
        caller.body.walk(&mut |statement| {
            if let StatementKind::Expression(Some(expression)) = &statement.kind {
                found.insert(expression.span);
            }
        });
        caller.body.walk_with_types(&self.parsed.resolved.symbols, &mut |part| found.extend(asked(part)));
        found
    }

    /// Whether a value is a block that nobody had before.
    fn is_block(&self, value: &Expression) -> bool {
        let resolved = self.parsed.resolved;
        let is_known = |callee: &Expression| callee.variable().is_some_and(|it| resolved.fresh.contains(&it));
        is_fresh(value, &resolved.symbols)
            || matches!(&value.without_casts().kind, ExpressionKind::Call(callee, _) if is_known(callee))
    }

    /// Whether all blocks are obtained by the same words, between which nothing changes what these mean.
    pub(super) fn is_one_size(&self, caller: &Function) -> bool {
        let symbols = &self.parsed.resolved.symbols;
        let given = values(&caller.body, symbols);
        let obtained = |pointer: SymbolId| {
            let all = given.get(&pointer).map_or(&[][..], Vec::as_slice);
            let mut blocks = all.iter().filter(|value| self.is_block(value) || self.maker(value).is_some());
            blocks.next().filter(|_| blocks.next().is_none()).map(|value| (pointer, *value))
        };
        let Some(all) = self.all().map(obtained).collect::<Option<Vec<_>>>() else { return false };
        let words = |(pointer, value): &(SymbolId, &Expression)| -> Vec<String> {
            let tokens = self.parsed.table.within(value.span).iter();
            let word = |token: &Token| match token.span.of(self.parsed.text()) {
                word if word == symbols[*pointer].name => "*".to_owned(),
                word => word.to_owned(),
            };
            tokens.map(word).collect()
        };
        let place = |value: &Expression| value.span;
        let (Some(first), Some(last)) = (
            all.iter().map(|(_, value)| place(value)).min_by_key(|span| span.start),
            all.iter().map(|(_, value)| place(value)).max_by_key(|span| span.end),
        ) else {
            return false;
        };
        let mut told = BTreeSet::new();
        let (mut calls, mut members) = (0, false);
        for (_, value) in &all {
            value.walk(&mut |part| {
                told.extend(part.variable());
                calls += usize::from(matches!(part.kind, ExpressionKind::Call(..)));
                members |= matches!(part.kind, ExpressionKind::Member(..) | ExpressionKind::Index(..));
            });
        }
        let is_between = |change: &Change| first.start < change.place.start && change.place.start < last.end;
        let changes = changes(&caller.body, symbols);
        let mut between = changes.iter().filter(|change| is_between(change));
        let is_number = |symbol: &SymbolId| symbols[*symbol].type_.integer().is_some();
        let mut numbers = told.iter().filter(|symbol| is_number(symbol));
        let mut jumps = false;
        caller.body.walk(&mut |inner| {
            jumps |= is_loop(&inner.kind) && inner.span.contains(first) != inner.span.contains(last);
        });
        !jumps
            && !members
            && calls == all.len()
            && all.iter().all(|one| words(one) == words(&all[0]))
            && numbers.all(|symbol| self.around.is_plain(*symbol))
            && between.all(|change| !told.contains(&change.symbol) || !is_number(&change.symbol))
    }

    /// The function of the file that gives a value.
    fn maker(&self, value: &Expression) -> Option<SymbolId> {
        let ExpressionKind::Call(callee, _) = &value.without_casts().kind else { return None };
        let symbol = callee.variable()?;
        called(self.parsed.resolved, symbol).map(|function| function.symbol)
    }
}

/// The pointers that an expression asks for whether they are null, and for nothing else; of those in tables, the tables.
pub(super) fn asked(part: &Expression) -> Vec<Span> {
    let own = |operand: &Expression| match operand.type_.kind {
        TypeKind::Pointer(_) => vec![operand.span, operand.subscripted().0.span],
        _ => vec![],
    };
    match &part.kind {
        ExpressionKind::Binary(BinaryOperator::And | BinaryOperator::Or, left, right) => {
            [own(left), own(right)].concat()
        }
        ExpressionKind::Binary(_, left, right) => compared_with_null(left, right).map_or(vec![], own),
        ExpressionKind::Unary(UnaryOperator::Not, operand) => own(operand),
        _ => vec![],
    }
}
