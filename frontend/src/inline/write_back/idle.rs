//! What goes with the exchange: first values of the new array, which nobody reads, from the program; timers and messages from its proof.

use std::collections::BTreeSet;

use diagnostics::Span;

use super::super::Inlined;
use super::super::block::declarator;
use super::super::copies::is_only_counted;
use super::super::left_out::{declaration, left_out};
use super::blocks::asked;
use super::telling::{is_telling, tells_only, writes_text};
use super::{Copying, Turn, changes_nothing};
use crate::facts::allocation::freed;
use crate::facts::purity::only_computes;
use crate::outline::headers::{header, own_step};
use crate::syntax::tree::{
    Construct, Expression, ExpressionKind, Function, Initializer, Statement, StatementKind, SymbolId,
    UnaryOperator,
};

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
    /// these, if nothing in front of the loop does, nor, where no pointers change places, behind it.
    pub(super) fn without_first_values(&self, caller: &Function) -> Vec<Inlined> {
        let symbols = &self.parsed.resolved.symbols;
        let is_new = |target: &Expression| target.subscripted().0.variable() == Some(self.step.new);
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
                    && target.variable() == Some(self.step.new)
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
                reads |= part.variable() == Some(self.step.new) && !written.contains(&part.span);
            });
        }
        if self.is_whole() {
            let mut plain = BTreeSet::new();
            caller.body.walk_with_types(symbols, &mut |part| match &part.kind {
                ExpressionKind::SizeOf(_, Some(operand)) => {
                    operand.walk(&mut |inner| plain.extend(inner.variable().map(|_| inner.span)));
                }
                _ => plain.extend(freed(part, symbols).map(|freed| freed.subscripted().0.span)),
            });
            let is_told =
                |it: &Statement| self.idle.contains(&it.span) && it.mentions(self.step.new, symbols);
            reads |= self.list.iter().any(is_told);
            let is_before = |place: Span| before.iter().any(|it| it.span.contains(place));
            caller.body.walk_with_types(symbols, &mut |part| {
                let is_elsewhere = !self.statement.span.contains(part.span) && !is_before(part.span);
                reads |=
                    part.variable() == Some(self.step.new) && is_elsewhere && !plain.contains(&part.span);
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
        let held = self.step.held_in?;
        let mut is_used =
            symbols[held].initializer.is_some() || self.statement.span.contains(symbols[held].name_span);
        caller.body.walk_with_types(symbols, &mut |part| {
            is_used |= part.variable() == Some(held) && !self.step.place.contains(part.span);
        });
        let span = declaration(self.parsed, held).filter(|_| !is_used)?;
        self.left(span, (&[], ""), Copying::Program).ok()
    }

    /// For the proof: what says how far it is, and how long that took, around the loop.
    pub(super) fn without_idle(&self, caller: &Function, copying: Copying) -> Vec<Inlined> {
        let all = self.siblings(caller).into_iter().flatten();
        let idle = all.filter(|statement| self.idle.contains(&statement.span));
        let left = |statement: &Statement| {
            let kept: Vec<Span> = self.declared(statement).into_iter().collect();
            self.left(statement.span, (&kept, ";"), copying).ok()
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
    /// statements looks at: they say how far it is, ask for the time, or leave the loop. Those in it may look at cells.
    pub(super) fn idle(&self, caller: &Function) -> BTreeSet<Span> {
        let symbols = &self.parsed.resolved.symbols;
        let beside = self.siblings(caller).into_iter().flatten().filter(|it| !self.mentions_array(it));
        let own = self.list.iter().filter(|it| !self.step.place.contains(it.span));
        let all: Vec<&Statement> = beside.chain(own).collect();
        let sets = |it: &Statement| self.only_looks(it).then(|| self.sets_only(it, caller)).flatten();
        let sets: Vec<_> = all.iter().map(|statement| sets(statement)).collect();
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

    pub(super) fn mentions_array(&self, statement: &Statement) -> bool {
        self.all().any(|it| statement.mentions(it, &self.parsed.resolved.symbols))
    }

    /// Whether what the proof does without looks at the arrays.
    pub(super) fn is_told(&self) -> bool {
        self.list.iter().any(|it| self.idle.contains(&it.span) && self.mentions_array(it))
    }

    /// Whether a statement mentions the arrays only to look at cells of them; where these change places, of the old ones.
    fn only_looks(&self, statement: &Statement) -> bool {
        let symbols = &self.parsed.resolved.symbols;
        let is_one = |symbol: Option<SymbolId>| symbol.is_some_and(|it| self.all().any(|one| one == it));
        let may_be_seen = |symbol: &Option<SymbolId>| {
            is_one(*symbol) && (self.is_whole() || *symbol != Some(self.step.new))
        };
        let (mut cells, mut all) = (0, 0);
        statement.walk_with_types(symbols, &mut |part| {
            // a function that only tells something looks at cells, too
            if let ExpressionKind::Call(callee, arguments) = &part.kind
                && callee.variable().is_some_and(|it| tells_only(self.parsed.resolved, it))
            {
                let arrays = arguments.iter().map(|argument| argument.without_casts().variable());
                cells += arrays.filter(may_be_seen).count();
            }
            let is_cell = matches!(part.kind, ExpressionKind::Index(..)) && part.type_.is_arithmetic();
            cells += usize::from(is_cell && may_be_seen(&part.subscripted().0.variable()));
            all += usize::from(is_one(part.variable()));
        });
        cells == all
    }

    /// The variables to which a statement gives values, if it does no more, but for telling something or leaving the loop.
    fn sets_only(&self, statement: &Statement, caller: &Function) -> Option<BTreeSet<SymbolId>> {
        let symbols = &self.parsed.resolved.symbols;
        let mut set = BTreeSet::new();
        let is_fine = match &statement.kind {
            StatementKind::Block(list) => {
                let is_named = |it: &&Statement| match &it.kind {
                    StatementKind::Declaration(list) => {
                        list.iter().all(|declared| symbols[declared.symbol].initializer.is_none())
                    }
                    _ => false,
                };
                for inner in list.iter().filter(|it| !is_named(it)) {
                    set.extend(self.sets_only(inner, caller)?);
                }
                true
            }
            StatementKind::If(condition, then, otherwise) => {
                for branch in std::iter::once(then).chain(otherwise) {
                    set.extend(self.sets_only(branch, caller)?);
                }
                changes_nothing(condition)
            }
            StatementKind::For(parts) => {
                let header = header(parts, symbols).filter(|header| !header.has_more())?;
                let (condition, step) = (parts.condition.as_ref()?, parts.step.as_ref()?);
                set.extend(self.sets_only(&parts.body, caller)?);
                let counter = BTreeSet::from([header.counter]);
                let is_own = statement.span.contains(symbols[header.counter].name_span);
                let is_counted = is_own || is_only_counted(&counter, self.parsed, self.around, caller);
                let is_stepped = match &own_step(step, header.counter).kind {
                    ExpressionKind::Increment { .. } => true,
                    ExpressionKind::Assign(_, _, value) => changes_nothing(value),
                    _ => false,
                };
                is_counted && is_stepped && changes_nothing(condition) && changes_nothing(header.first)
            }
            StatementKind::Other(Construct::Return, results, _) if self.is_whole() => {
                results.iter().all(|result| self.only_asks(result))
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

    /// Whether a value is computed of what is there, or asked of a function that tells something; or text is written into a variable.
    fn is_idle_value(&self, value: &Expression, set: &mut BTreeSet<SymbolId>) -> bool {
        let symbols = &self.parsed.resolved.symbols;
        let ExpressionKind::Call(callee, arguments) = &value.without_casts().kind else {
            return self.only_asks(value);
        };
        for argument in arguments {
            if let ExpressionKind::Unary(UnaryOperator::Address, operand) = &argument.without_casts().kind {
                operand.walk(&mut |part| set.extend(part.variable()));
            }
        }
        let mut rest = arguments.as_slice();
        if let Some(target) = writes_text(callee, arguments, symbols) {
            set.insert(target);
            rest = &arguments[1..];
        }
        (rest.len() < arguments.len() || self.is_idle(callee)) && rest.iter().all(|it| self.only_asks(it))
    }

    /// Whether a call is that of a function that only tells something.
    fn is_idle(&self, callee: &Expression) -> bool {
        let resolved = self.parsed.resolved;
        callee.variable().is_some_and(|it| is_telling(resolved, it) || tells_only(resolved, it))
    }

    /// Whether an expression gives nothing a value, and calls such functions alone.
    fn only_asks(&self, value: &Expression) -> bool {
        let symbols = &self.parsed.resolved.symbols;
        let computes = |callee: &Expression| callee.variable().is_some_and(|it| only_computes(symbols, it));
        let mut only_asks = true;
        value.walk(&mut |part| {
            only_asks &= part.assigned().is_none();
            if let ExpressionKind::Call(callee, arguments) = &part.kind {
                let is_address = |it: &Expression| {
                    matches!(it.without_casts().kind, ExpressionKind::Unary(UnaryOperator::Address, _))
                };
                only_asks &= computes(callee) || self.is_idle(callee) && !arguments.iter().any(is_address);
            }
        });
        only_asks
    }
}
