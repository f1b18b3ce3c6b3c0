//! What goes with the exchange: first values of the new array, which nobody reads, from the program; timers and messages from its proof.

use std::collections::BTreeSet;

use diagnostics::Span;

use super::super::Inlined;
use super::super::block::declarator;
use super::super::left_out::{declaration, left_out};
use super::blocks::asked;
use super::{Copying, Turn, changes_nothing};
use crate::syntax::tree::{
    Construct, Expression, ExpressionKind, Function, Initializer, Statement, StatementKind, SymbolId,
    UnaryOperator,
};

/// Functions of the library that tell the time, or the user something.
const IDLE: [&str; 12] = [
    "printf",
    "fprintf",
    "puts",
    "putchar",
    "fflush",
    "clock",
    "time",
    "difftime",
    "gettimeofday",
    "clock_gettime",
    "omp_get_wtime",
    "omp_get_num_threads",
];

impl Turn<'_> {
    /// The statements around the loop: those in front of it in its block, and those behind it.
    fn siblings<'f>(&self, caller: &'f Function) -> [&'f [Statement]; 2] {
        let mut found: [&[Statement]; 2] = [&[], &[]];
        caller.body.walk(&mut |outer| {
            if let StatementKind::Block(list) = &outer.kind
                && let Some(position) = list.iter().position(|it| it.span == self.statement.span)
            {
                found = [&list[..position], &list[position + 1..]];
            }
        });
        found
    }

    /// For the program: what gives the new array values in front of the loop, beside another one in a statement, or all at once. Nobody reads
    /// these, if nothing in front of the loop does.
    pub(super) fn without_first_values(&self, caller: &Function) -> Vec<Inlined> {
        let symbols = &self.parsed.resolved.symbols;
        let is_new = |target: &Expression| target.subscripted().0.variable() == Some(self.new);
        let [before, _] = self.siblings(caller);
        let mut reads = false;
        let mut found: Vec<(Span, Vec<Span>, &str)> = Vec::new();
        for statement in before {
            let mut written: BTreeSet<Span> = BTreeSet::new();
            statement.walk(&mut |inner| {
                let StatementKind::Expression(Some(expression)) = &inner.kind else { return };
                if let ExpressionKind::Call(callee, arguments) = &expression.kind
                    && let Some(name) = callee.variable().map(|callee| symbols[callee].name.as_str())
                    && matches!(name, "memcpy" | "memset" | "memmove")
                    && let Some(target) = arguments.first().map(Expression::without_casts)
                    && target.variable() == Some(self.new)
                {
                    written.insert(target.span);
                    let is_listed = self.around.is_listed(inner);
                    found.push((inner.span, vec![], if is_listed { "" } else { ";" }));
                }
                let mut rest = expression;
                let (mut kept, mut is_set) = (Vec::new(), false);
                while let ExpressionKind::Assign(None, target, value) = &rest.kind {
                    // or gives it a block
                    if is_new(target) {
                        is_set = true;
                        written.insert(target.subscripted().0.span);
                    } else {
                        kept.push(target.span);
                    }
                    rest = value;
                }
                if is_set && !kept.is_empty() {
                    kept.push(rest.span);
                    found.push((inner.span, kept, ";"));
                }
            });
            statement.walk_expressions(symbols, &mut |part| written.extend(asked(part)));
            statement.walk_expressions(symbols, &mut |part| {
                reads |= part.variable() == Some(self.new) && !written.contains(&part.span);
            });
        }
        found.retain(|_| !reads);
        let left = |(span, kept, end): &(Span, Vec<Span>, &str)| {
            self.left(*span, (kept, end), Copying::Program).ok()
        };
        found.iter().filter_map(left).collect()
    }

    /// For the program: the variable that held a pointer meanwhile, declared in front of the loop for nothing else.
    pub(super) fn without_held(&self, caller: &Function) -> Option<Inlined> {
        let symbols = &self.parsed.resolved.symbols;
        let held = self.exchange.held_in;
        let mut is_used =
            symbols[held].initializer.is_some() || self.statement.span.contains(symbols[held].name_span);
        caller.body.walk_with_types(symbols, &mut |part| {
            is_used |= part.variable() == Some(held) && !self.exchange.place.contains(part.span);
        });
        let span = declaration(self.parsed, held).filter(|_| !is_used)?;
        self.left(span, (&[], ""), Copying::Program).ok()
    }

    /// For the proof: what says how far it is, and how long that took, around the loop.
    pub(super) fn without_idle(&self, caller: &Function) -> Vec<Inlined> {
        let all = self.siblings(caller).into_iter().flatten();
        let idle = all.filter(|statement| self.idle.contains(&statement.span));
        let left = |statement: &Statement| {
            let kept: Vec<Span> = self.declared(statement).into_iter().collect();
            self.left(statement.span, (&kept, ";"), Copying::Proof).ok()
        };
        idle.filter_map(left).collect()
    }

    /// What an idle statement declares, without a value.
    pub(super) fn declared(&self, statement: &Statement) -> Option<Span> {
        let StatementKind::Declaration(_) = &statement.kind else { return None };
        declarator(self.parsed, statement.span).ok()
    }

    /// The text that has nothing in the place of a statement but these parts of it, each a value of those before, and an end.
    fn left(&self, span: Span, (kept, end): (&[Span], &str), copying: Copying) -> Result<Inlined, String> {
        let (place, _) = self.around.place(span)?;
        Ok(Inlined { copying, ..left_out(self.parsed, (span, place), (kept, end))? })
    }

    /// The statements beside the loop, and of those that run in it, that do nothing to arrays, nor to what anything else than such
    /// statements looks at: they say how far it is, ask for the time, or leave the loop.
    pub(super) fn idle(&self, caller: &Function) -> BTreeSet<Span> {
        let symbols = &self.parsed.resolved.symbols;
        let beside = self.siblings(caller).into_iter().flatten();
        let all: Vec<&Statement> = beside.chain(self.list).collect();
        let sets: Vec<_> = all.iter().map(|statement| self.sets_only(statement)).collect();
        let mut is_idle: Vec<bool> = sets.iter().map(Option::is_some).collect();
        loop {
            let mut seen = BTreeSet::new();
            for (statement, _) in all.iter().zip(&is_idle).filter(|(_, is_idle)| !**is_idle) {
                statement.walk_with_types(symbols, &mut |part| seen.extend(part.variable()));
            }
            let counts =
                |set: &Option<BTreeSet<SymbolId>>| set.as_ref().is_some_and(|set| set.is_disjoint(&seen));
            let next: Vec<bool> =
                is_idle.iter().zip(&sets).map(|(is_idle, set)| *is_idle && counts(set)).collect();
            if next == is_idle {
                break;
            }
            is_idle = next;
        }
        all.iter().zip(is_idle).filter(|(_, is_idle)| *is_idle).map(|(statement, _)| statement.span).collect()
    }

    /// The variables to which a statement gives values, if it does no more, but for telling something or leaving the loop.
    fn sets_only(&self, statement: &Statement) -> Option<BTreeSet<SymbolId>> {
        let symbols = &self.parsed.resolved.symbols;
        if self.all().any(|it| statement.mentions(it, symbols)) {
            return None;
        }
        let mut set = BTreeSet::new();
        let is_fine = match &statement.kind {
            StatementKind::Block(list) => {
                for inner in list {
                    set.extend(self.sets_only(inner)?);
                }
                true
            }
            StatementKind::If(condition, then, otherwise) => {
                for branch in std::iter::once(then).chain(otherwise) {
                    set.extend(self.sets_only(branch)?);
                }
                changes_nothing(condition)
            }
            StatementKind::Other(Construct::Break, ..) | StatementKind::Expression(None) => true,
            StatementKind::Expression(Some(expression)) => match &expression.kind {
                ExpressionKind::Assign(None, target, value) => {
                    set.insert(target.variable().filter(|it| self.around.is_plain(*it))?);
                    self.is_idle_value(value, &mut set)
                }
                _ => self.is_idle_value(expression, &mut set),
            },
            StatementKind::Declaration(list) => {
                let [declared] = list.as_slice() else { return None };
                let Some(Initializer::Value(value)) = &symbols[declared.symbol].initializer else {
                    return None;
                };
                set.insert(declared.symbol);
                self.around.is_plain(declared.symbol) && self.is_idle_value(value, &mut set)
            }
            _ => false,
        };
        is_fine.then_some(set)
    }

    /// Whether a value is computed of what is there, or asked of a function of the library that tells something.
    fn is_idle_value(&self, value: &Expression, set: &mut BTreeSet<SymbolId>) -> bool {
        let ExpressionKind::Call(callee, arguments) = &value.without_casts().kind else {
            return self.only_asks(value);
        };
        for argument in arguments {
            if let ExpressionKind::Unary(UnaryOperator::Address, operand) = &argument.without_casts().kind {
                operand.walk(&mut |part| set.extend(part.variable()));
            }
        }
        self.is_idle(callee) && arguments.iter().all(|it| self.only_asks(it))
    }

    /// Whether a call is that of such a function.
    fn is_idle(&self, callee: &Expression) -> bool {
        let symbols = &self.parsed.resolved.symbols;
        callee.variable().is_some_and(|callee| IDLE.contains(&symbols[callee].name.as_str()))
    }

    /// Whether an expression gives nothing a value, and calls such functions of the library alone, which keep what they say.
    fn only_asks(&self, value: &Expression) -> bool {
        let mut only_asks = true;
        value.walk(&mut |part| {
            only_asks &= part.assigned().is_none();
            if let ExpressionKind::Call(callee, arguments) = &part.kind {
                let is_address = |it: &Expression| {
                    matches!(it.without_casts().kind, ExpressionKind::Unary(UnaryOperator::Address, _))
                };
                only_asks &= self.is_idle(callee) && !arguments.iter().any(is_address);
            }
        });
        only_asks
    }
}
