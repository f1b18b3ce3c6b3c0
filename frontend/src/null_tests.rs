//! Tests of pointers that can only come out one way: `if (!in || !out) return;` in a stage that is inlined, where the function around it
//! has read what `in` points to, and knows that it got memory for `out`.
//!
//! Statements are followed in the order in which they run. A local pointer of which nobody knows the address points to something
//! where it has just been given an address, what a function returned that never returns null, or a pointer that does; where
//! a test says so; and behind what reads or writes through it, since with a null pointer the program would have no meaning there. What
//! a loop or a `switch` changes isn't known in it; behind a label nothing is.
//!
//! `if (p) { … }` comes out true, too, where the program would go through a null `p` right behind, with nothing but sums, loops and
//! memory between. Where `p` is null for want of memory alone, it is enough that the next loop that uses `p` would: one that does
//! so without a test isn't made to go on without it.

use std::collections::{BTreeSet, HashMap};

use diagnostics::Span;

use crate::facts::allocation::{compared_with_null, is_fresh, is_null, null_unless};
use crate::facts::certain::evaluated;
use crate::facts::changes::{addresses_taken, change};
use crate::facts::checks::ENDING;
use crate::facts::purity::{Purities, Purity};
use crate::syntax::resolve::Resolved;
use crate::syntax::tree::{
    BinaryOperator, Construct, Expression, ExpressionKind, Function, Initializer, Statement, StatementKind,
    SymbolId, SymbolKind, Symbols, UnaryOperator,
};
use crate::syntax::types::{Type, TypeKind};
use crate::translation::Translation;
use crate::wrappers::Wrappers;
use polyhedral::Comparison;

/// By their places, the tests of pointers in conditions of `if`s that come out one way, with whether they hold.
pub fn null_tests(translation: &Translation, text: &str) -> HashMap<Span, bool> {
    let resolved = &translation.resolved;
    let mut returning = Returning { resolved, known: HashMap::new() };
    let wrappers = Wrappers::of(translation, text);
    let obtaining: BTreeSet<SymbolId> = wrappers.constructors().collect();
    let goes_on = goes_on(translation, &wrappers);
    let mut found = HashMap::new();
    for function in &resolved.functions {
        let walk = Walk::through(function, resolved, &mut returning);
        let blocks = blocks(function, &resolved.symbols, &obtaining);
        let tests = BTreeSet::new();
        let mut later = Later { resolved, addressed: &walk.addressed, goes_on: &goes_on, blocks, tests };
        later.statement(&function.body, None);
        found.extend(later.tests.into_iter().map(|test| (test, true)));
        found.extend(walk.tests);
    }
    found
}

/// The truth of a condition on pointers alone, if that is known.
pub fn comes_out(condition: &Expression, resolved: &Resolved) -> Option<bool> {
    let of = |part: &Expression| comes_out(part, resolved);
    let known = resolved.null_tests.get(&condition.span).copied();
    known.or_else(|| match &condition.kind {
        ExpressionKind::Unary(UnaryOperator::Not, operand) => Some(!of(operand)?),
        ExpressionKind::Binary(BinaryOperator::And, left, right) => Some(of(left)? && of(right)?),
        ExpressionKind::Binary(BinaryOperator::Or, left, right) => Some(of(left)? || of(right)?),
        _ => None,
    })
}

/// The functions that return a pointer to something whenever they do.
struct Returning<'a> {
    resolved: &'a Resolved,
    known: HashMap<SymbolId, bool>,
}

impl Returning<'_> {
    fn never_null(&mut self, symbol: SymbolId) -> bool {
        if let Some(known) = self.known.get(&symbol) {
            return *known;
        }
        // one that calls itself may
        self.known.insert(symbol, false);
        let resolved = self.resolved;
        let function = resolved.functions.iter().find(|function| function.symbol == symbol);
        let known = function.is_some_and(|function| {
            let walk = Walk::through(function, resolved, self);
            walk.returns && !walk.returns_null
        });
        self.known.insert(symbol, known);
        known
    }
}

/// The pointers that point to something.
type Given = BTreeSet<SymbolId>;

/// The way through a function.
struct Walk<'a, 'b> {
    symbols: &'a Symbols,
    returning: &'b mut Returning<'a>,
    /// The pointers whose addresses are taken.
    addressed: BTreeSet<SymbolId>,
    tests: HashMap<Span, bool>,
    /// Whether it returns something, and whether that may be null.
    returns: bool,
    returns_null: bool,
}

impl<'a, 'b> Walk<'a, 'b> {
    fn through(function: &'a Function, resolved: &'a Resolved, returning: &'b mut Returning<'a>) -> Self {
        let symbols = &resolved.symbols;
        let addressed = addresses_taken(&function.body, symbols).into_keys().collect();
        let mut walk = Walk {
            symbols,
            returning,
            addressed,
            tests: HashMap::new(),
            returns: false,
            returns_null: false,
        };
        walk.statement(&function.body, Given::new());
        walk
    }

    /// What is known behind a statement, if that can be reached through it.
    fn statement(&mut self, statement: &'a Statement, mut given: Given) -> Option<Given> {
        match &statement.kind {
            StatementKind::Block(list) => {
                let mut known = Some(given);
                for inner in list {
                    // only a label can be reached then
                    known = self.statement(inner, known.unwrap_or_default());
                }
                known
            }
            StatementKind::Declaration(list) => {
                for declared in list {
                    let initializer = &self.symbols[declared.symbol].initializer;
                    let values = initializer.iter().flat_map(Initializer::expressions);
                    values.for_each(|value| self.run(value, &mut given));
                    given.remove(&declared.symbol);
                    if let Some(Initializer::Value(value)) = initializer
                        && self.is_given(value, &given)
                    {
                        self.give(declared.symbol, &mut given);
                    }
                }
                Some(given)
            }
            StatementKind::Expression(expression) => {
                let expression = expression.as_ref();
                expression.into_iter().for_each(|expression| self.run(expression, &mut given));
                let resolved = self.returning.resolved;
                (!expression.is_some_and(|expression| ends_program(expression, resolved))).then_some(given)
            }
            StatementKind::If(condition, then, otherwise) => {
                self.run(condition, &mut given);
                self.note(condition, &given);
                let then_given = self.where_is(condition, true, given.clone());
                let then = self.statement(then, then_given);
                let otherwise_given = self.where_is(condition, false, given);
                let otherwise = match otherwise {
                    Some(otherwise) => self.statement(otherwise, otherwise_given),
                    None => Some(otherwise_given),
                };
                match (then, otherwise) {
                    (Some(then), Some(otherwise)) => Some(then.intersection(&otherwise).copied().collect()),
                    (then, otherwise) => then.or(otherwise),
                }
            }
            StatementKind::For(parts) => {
                if let Some(initial) = &parts.initial {
                    given = self.statement(initial, given)?;
                }
                parts.condition.iter().for_each(|condition| self.run(condition, &mut given));
                self.forget(statement, &mut given);
                let inside = match &parts.condition {
                    Some(condition) => self.where_is(condition, true, given.clone()),
                    None => given.clone(),
                };
                self.statement(&parts.body, inside);
                Some(given)
            }
            StatementKind::Labeled(_, inner) => self.statement(inner, Given::new()),
            StatementKind::Other(Construct::Return, values, _) => {
                for value in values {
                    self.run(value, &mut given);
                    self.returns = true;
                    self.returns_null |= !self.is_given(value, &given);
                }
                None
            }
            StatementKind::Other(Construct::Goto(_) | Construct::Break | Construct::Continue, ..) => None,
            StatementKind::Other(Construct::Assembly, ..) => Some(Given::new()),
            StatementKind::Other(Construct::While | Construct::Do, _, list) => {
                self.forget(statement, &mut given);
                list.iter().for_each(|inner| _ = self.statement(inner, given.clone()));
                Some(given)
            }
            StatementKind::Other(..) => {
                // to a `case` more than one way leads
                self.forget(statement, &mut given);
                statement.walk(&mut |inner| {
                    let returns = matches!(inner.kind, StatementKind::Other(Construct::Return, ..));
                    self.returns_null |= returns;
                });
                Some(given)
            }
        }
    }

    /// Takes note of what an expression changes where it is evaluated, and of what it goes through.
    fn run(&mut self, expression: &'a Expression, given: &mut Given) {
        let is_set = match &expression.kind {
            ExpressionKind::Assign(None, _, value) => self.is_given(value, given),
            _ => false,
        };
        evaluated(expression, &mut |part| {
            let pointer = gone_through(part);
            pointer.into_iter().for_each(|pointer| self.give(pointer, given));
        });
        forget(expression, given);
        if let Some(target) = expression.assigned().and_then(Expression::variable).filter(|_| is_set) {
            self.give(target, given);
        }
    }

    /// Takes note that a pointer points to something, if that can be told at all.
    fn give(&self, pointer: SymbolId, given: &mut Given) {
        let known = &self.symbols[pointer];
        let is_own = matches!(known.kind, SymbolKind::Local { is_static: false } | SymbolKind::Parameter);
        let is_plain = !known.type_.qualifiers.volatile && !known.type_.qualifiers.atomic;
        if is_own && is_plain && is_pointer(&known.type_) && !self.addressed.contains(&pointer) {
            given.insert(pointer);
        }
    }

    /// Whether a pointer is known to point to something.
    fn is_given(&mut self, value: &Expression, given: &Given) -> bool {
        match &value.kind {
            ExpressionKind::Variable(symbol) => {
                given.contains(symbol) || matches!(value.type_.kind, TypeKind::Array(..))
            }
            ExpressionKind::Cast(inner) | ExpressionKind::Assign(None, _, inner) => {
                is_pointer(&value.type_) && self.is_given(inner, given)
            }
            ExpressionKind::Unary(UnaryOperator::Address, operand) => operand.variable().is_some(),
            ExpressionKind::Conditional(_, then, otherwise) => {
                self.is_given(then, given) && self.is_given(otherwise, given)
            }
            ExpressionKind::Call(callee, _) => {
                callee.variable().is_some_and(|callee| self.returning.never_null(callee))
            }
            _ => false,
        }
    }

    /// What is known where a condition has the truth value `holds`.
    fn where_is(&self, condition: &Expression, holds: bool, mut given: Given) -> Given {
        match &condition.kind {
            ExpressionKind::Unary(UnaryOperator::Not, operand) => self.where_is(operand, !holds, given),
            ExpressionKind::Binary(operator, left, right)
                if *operator == if holds { BinaryOperator::And } else { BinaryOperator::Or } =>
            {
                let given = self.where_is(left, holds, given);
                self.where_is(right, holds, given)
            }
            _ => {
                let tested = tested(condition).filter(|(_, is_there)| *is_there == holds);
                if let Some(pointer) = tested.and_then(|(pointer, _)| pointer.variable()) {
                    self.give(pointer, &mut given);
                }
                given
            }
        }
    }

    /// Takes note of the tests in a condition that come out one way.
    fn note(&mut self, condition: &Expression, given: &Given) {
        match &condition.kind {
            ExpressionKind::Unary(UnaryOperator::Not, operand) => self.note(operand, given),
            ExpressionKind::Binary(operator @ (BinaryOperator::And | BinaryOperator::Or), left, right) => {
                self.note(left, given);
                let behind = self.where_is(left, *operator == BinaryOperator::And, given.clone());
                self.note(right, &behind);
            }
            _ => {
                let tested = tested(condition).filter(|(pointer, _)| self.is_given(pointer, given));
                self.tests.extend(tested.map(|(_, is_there)| (condition.span, is_there)));
            }
        }
    }

    /// Forgets what a statement may change.
    fn forget(&self, statement: &'a Statement, given: &mut Given) {
        statement.walk_expressions(self.symbols, &mut |part| forget(part, given));
    }
}

/// The functions that do nothing but to compute, or to handle memory, and return.
fn goes_on(translation: &Translation, wrappers: &Wrappers) -> BTreeSet<SymbolId> {
    let symbols = &translation.resolved.symbols;
    let mut purities = Purities::new(translation);
    let is_memory =
        |symbol: &SymbolId| matches!(symbols[*symbol].name.as_str(), "malloc" | "calloc" | "free");
    let mut called = BTreeSet::new();
    for function in &translation.resolved.functions {
        function.body.walk_expressions(symbols, &mut |part| {
            if let ExpressionKind::Call(callee, _) = &part.kind {
                called.extend(callee.variable());
            }
        });
    }
    let mut found: BTreeSet<SymbolId> = wrappers.constructors().chain(wrappers.destructors()).collect();
    found.extend(called.into_iter().filter(|it| is_memory(it) || purities.of(*it) != Purity::Unknown));
    found
}

/// The pointers that get nothing but null and fresh blocks, or what one of the functions `obtaining` makes.
fn blocks(function: &Function, symbols: &Symbols, obtaining: &BTreeSet<SymbolId>) -> BTreeSet<SymbolId> {
    let mut values: Vec<(SymbolId, Option<&Expression>)> = Vec::new();
    function.body.walk(&mut |statement| {
        if let StatementKind::Declaration(list) = &statement.kind {
            for declared in list {
                match &symbols[declared.symbol].initializer {
                    Some(Initializer::Value(value)) => values.push((declared.symbol, Some(value))),
                    Some(Initializer::List(_)) => values.push((declared.symbol, None)),
                    None => {}
                }
            }
        }
    });
    function.body.walk_expressions(symbols, &mut |part| {
        let value = match &part.kind {
            ExpressionKind::Assign(None, _, value) => Some(&**value),
            _ => None,
        };
        let target = part.assigned().and_then(Expression::variable);
        values.extend(target.map(|target| (target, value)));
    });
    let is_block = |value: &Expression| {
        let made = || match &value.without_casts().kind {
            ExpressionKind::Call(callee, _) => callee.variable().is_some_and(|it| obtaining.contains(&it)),
            _ => false,
        };
        is_null(value) || is_fresh(value, symbols) || made()
    };
    let (given, others): (Vec<_>, Vec<_>) =
        values.into_iter().partition(|(_, value)| value.is_some_and(is_block));
    let others: BTreeSet<SymbolId> = others.into_iter().map(|(symbol, _)| symbol).collect();
    given.into_iter().map(|(symbol, _)| symbol).filter(|symbol| !others.contains(symbol)).collect()
}

/// The search for what a function goes through later, from its end.
struct Later<'a> {
    resolved: &'a Resolved,
    /// The pointers whose addresses are taken.
    addressed: &'a BTreeSet<SymbolId>,
    /// What can be called between.
    goes_on: &'a BTreeSet<SymbolId>,
    /// The pointers that are null for want of memory alone.
    blocks: BTreeSet<SymbolId>,
    /// The conditions that hold.
    tests: BTreeSet<Span>,
}

/// What runs behind a statement.
struct Rest<'a, 'b> {
    list: &'a [Statement],
    /// Behind the block that these stand in.
    outer: Option<&'b Rest<'a, 'b>>,
}

/// What is known of a pointer behind a statement.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Passed {
    /// The function went through it.
    Through,
    /// Nothing yet.
    On,
    /// Nothing, and what follows may not run, or come too late to be seen first.
    Off,
}

impl<'a> Later<'a> {
    /// Takes note of the conditions in a statement that hold.
    fn statement(&mut self, statement: &'a Statement, rest: Option<&Rest<'a, '_>>) {
        match &statement.kind {
            StatementKind::Block(list) => {
                for (position, inner) in list.iter().enumerate().rev() {
                    self.statement(inner, Some(&Rest { list: &list[position + 1..], outer: rest }));
                }
            }
            StatementKind::If(condition, then, None) => {
                let holds = self.holds(condition, rest);
                self.tests.extend(holds.then_some(condition.span));
                self.statement(then, rest.filter(|_| holds));
            }
            _ => statement.children().for_each(|inner| self.statement(inner, None)),
        }
    }

    /// Whether a condition holds: if it didn't, the function would go through a null pointer.
    fn holds(&self, condition: &Expression, rest: Option<&Rest>) -> bool {
        let pointers = null_unless(condition).unwrap_or_default();
        let [Some(pointer)] = pointers.iter().map(|it| it.variable()).collect::<Vec<_>>()[..] else {
            return false;
        };
        let known = &self.resolved.symbols[pointer];
        let is_own = matches!(known.kind, SymbolKind::Local { is_static: false } | SymbolKind::Parameter);
        let is_plain = is_pointer(&known.type_) && known.type_.is_ordinary();
        is_own && is_plain && !self.addressed.contains(&pointer) && self.is_needed(pointer, rest)
    }

    fn is_needed(&self, pointer: SymbolId, mut rest: Option<&Rest>) -> bool {
        while let Some(Rest { list, outer }) = rest {
            match self.through_all(pointer, list) {
                Passed::Through => return true,
                Passed::On => rest = *outer,
                Passed::Off => return false,
            }
        }
        false
    }

    fn through_all(&self, pointer: SymbolId, list: &[Statement]) -> Passed {
        let mut each = list.iter().map(|inner| self.through(pointer, inner));
        each.find(|passed| *passed != Passed::On).unwrap_or(Passed::On)
    }

    /// What is known of the pointer behind a statement.
    fn through(&self, pointer: SymbolId, statement: &Statement) -> Passed {
        match &statement.kind {
            StatementKind::Block(list) => self.through_all(pointer, list),
            StatementKind::If(condition, then, _) => match self.evaluated(pointer, condition) {
                Passed::On if self.tests.contains(&condition.span) => self.through(pointer, then),
                Passed::On => self.around(pointer, statement),
                passed => passed,
            },
            StatementKind::For(parts) => {
                let initial = parts.initial.iter().map(|initial| self.through(pointer, initial));
                let condition = parts.condition.as_ref().map(|it| self.evaluated(pointer, it));
                let mut all = initial.chain([condition.unwrap_or(Passed::Off)]);
                all.find(|passed| *passed != Passed::On).unwrap_or_else(|| {
                    let passed = self.around(pointer, statement);
                    let is_used = || match passed {
                        Passed::On => self.uses_untested(pointer, statement),
                        _ => self.through(pointer, &parts.body) == Passed::Through,
                    };
                    if self.blocks.contains(&pointer) && is_used() { Passed::Through } else { passed }
                })
            }
            StatementKind::Declaration(_) | StatementKind::Expression(_) => {
                let all = statement.expressions(&self.resolved.symbols);
                let mut each = all.into_iter().map(|expression| self.evaluated(pointer, expression));
                each.find(|passed| *passed != Passed::On).unwrap_or(Passed::On)
            }
            StatementKind::Other(Construct::Return, values, _) => {
                let through = values.iter().any(|it| self.evaluated(pointer, it) == Passed::Through);
                if through { Passed::Through } else { Passed::Off }
            }
            _ => Passed::Off,
        }
    }

    /// Whether a loop goes through the pointer, perhaps under conditions, but asks nowhere whether that is null.
    fn uses_untested(&self, pointer: SymbolId, body: &Statement) -> bool {
        let (mut mentions, mut uses) = (0, 0);
        body.walk_expressions(&self.resolved.symbols, &mut |part| {
            mentions += usize::from(part.variable() == Some(pointer));
            uses += usize::from(gone_through(part) == Some(pointer));
        });
        uses > 0 && uses == mentions
    }

    /// The same of a statement of which nobody knows how often its parts run.
    fn around(&self, pointer: SymbolId, statement: &Statement) -> Passed {
        let may_leave =
            statement.holds(&|kind| matches!(kind, StatementKind::Other(..) | StatementKind::Labeled(..)));
        let mut is_plain = !may_leave;
        statement
            .walk_expressions(&self.resolved.symbols, &mut |part| is_plain &= self.is_plain(pointer, part));
        if is_plain { Passed::On } else { Passed::Off }
    }

    /// The same of what is evaluated whenever an expression is.
    fn evaluated(&self, pointer: SymbolId, expression: &Expression) -> Passed {
        let mut is_plain = true;
        expression.walk(&mut |part| is_plain &= self.is_plain(pointer, part));
        // what is called sees its arguments only when all of them are there
        let certain = match &expression.kind {
            _ if is_plain => vec![expression],
            ExpressionKind::Call(_, arguments) => arguments.iter().collect(),
            _ => return Passed::Off,
        };
        let mut through = false;
        for part in certain {
            evaluated(part, &mut |part| through |= gone_through(part) == Some(pointer));
        }
        match (through, is_plain) {
            (true, _) => Passed::Through,
            (false, true) => Passed::On,
            (false, false) => Passed::Off,
        }
    }

    /// Whether a part of an expression leaves the pointer what it is, and goes on in silence.
    fn is_plain(&self, pointer: SymbolId, part: &Expression) -> bool {
        match &part.kind {
            ExpressionKind::Call(callee, _) => callee.variable().is_some_and(|it| self.goes_on.contains(&it)),
            ExpressionKind::Other(what, _) => what.ends_with("literal"),
            _ => change(part).is_none_or(|change| change.symbol != pointer || !change.is_whole),
        }
    }
}

/// Whether an expression is a call of a function that doesn't return.
pub fn ends_program(expression: &Expression, resolved: &Resolved) -> bool {
    let ExpressionKind::Call(callee, _) = &expression.kind else { return false };
    let is_own = |symbol| resolved.functions.iter().any(|own| own.symbol == symbol);
    callee
        .variable()
        .is_some_and(|symbol| ENDING.contains(&resolved.symbols[symbol].name.as_str()) && !is_own(symbol))
}

/// The pointer of which an expression reads or writes what it points to.
fn gone_through(part: &Expression) -> Option<SymbolId> {
    let pointer = match &part.kind {
        ExpressionKind::Member(_, pointer)
        | ExpressionKind::Index(pointer, _)
        | ExpressionKind::Unary(UnaryOperator::Dereference, pointer) => pointer,
        _ => return None,
    };
    pointer.variable().filter(|_| is_pointer(&pointer.type_))
}

/// Forgets what an expression may change.
fn forget(expression: &Expression, given: &mut Given) {
    expression.walk(&mut |part| match &part.kind {
        ExpressionKind::Other(what, _) if !what.ends_with("literal") => given.clear(),
        _ => {
            let changed = change(part).filter(|change| change.is_whole);
            changed.iter().for_each(|change| _ = given.remove(&change.symbol));
        }
    });
}

/// The pointer that a condition tests, and whether the condition holds where that points to something.
fn tested(condition: &Expression) -> Option<(&Expression, bool)> {
    let (pointer, is_there) = match &condition.kind {
        ExpressionKind::Binary(BinaryOperator::Compare(relation), left, right) => {
            let pointer = compared_with_null(left, right)?;
            match relation {
                Comparison::Equal => (pointer, false),
                Comparison::NotEqual => (pointer, true),
                _ => return None,
            }
        }
        _ => (condition, true),
    };
    matches!(pointer.type_.kind, TypeKind::Pointer(_) | TypeKind::Array(..)).then_some((pointer, is_there))
}

fn is_pointer(type_: &Type) -> bool {
    matches!(type_.kind, TypeKind::Pointer(_))
}
