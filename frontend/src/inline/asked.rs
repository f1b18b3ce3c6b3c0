//! Statements that begin with a call and ask for the value of it: `n = fill(v);`, `int r = fit(k);`, `return run(v);`, and
//! `if (make(&v) < 0) goto fail;`. With a block in the place of the call, the statement stands at its end, and asks for what the function
//! returns there. Nothing else happens in front of the call, so what the block does is done when it always was.

use std::collections::BTreeMap;

use super::Parsed;
use crate::facts::allocation::null_where;
use crate::jumps::leads_away;
use crate::syntax::fold::constant;
use crate::syntax::tree::{
    BinaryOperator, Construct, Expression, ExpressionKind, Function, Initializer, Statement, StatementKind,
    SymbolId, SymbolKind, Symbols, UnaryOperator,
};
use crate::syntax::types::{Type, TypeKind};

/// Statements with words of more bytes aren't written more than once.
const LONGEST: usize = 200;

/// A statement with the call that it begins with.
pub struct Asked<'a> {
    /// The statement.
    pub statement: &'a Statement,
    /// The call.
    pub call: &'a Expression,
    /// The function.
    pub callee: SymbolId,
    /// Its arguments.
    pub arguments: &'a [Expression],
    /// What becomes of the value.
    pub value: Value<'a>,
    /// The next statement, if that asks whether the variable that gets the value is null, and leads elsewhere then.
    pub check: Option<&'a Statement>,
}

/// What becomes of a call's value.
#[derive(Clone, Copy)]
pub enum Value<'a> {
    /// Nobody asks for it.
    Unused,
    /// A variable, or a member of one, gets it.
    Assigned(Option<SymbolId>),
    /// The variable that is declared there gets it.
    Declared(SymbolId),
    /// The function around the call returns it.
    Returned,
    /// This condition, of it and constants alone, tells whether that statement runs, from which nothing goes on to the next one.
    Tested(&'a Expression, &'a Statement),
}

impl<'a> Asked<'a> {
    /// What the statements of a function ask for.
    pub fn all(function: &'a Function, parsed: Parsed<'a>) -> Vec<Self> {
        let mut found = Vec::new();
        let mut checks = BTreeMap::new();
        function.body.walk(&mut |statement| {
            if let StatementKind::Block(list) = &statement.kind {
                checks.extend(list.windows(2).map(|pair| (pair[0].span, &pair[1])));
            }
            found.extend(Asked::of(statement, parsed));
        });
        for asked in &mut found {
            let next = checks.get(&asked.statement.span).copied();
            asked.check = next.filter(|next| asked.null_in(next, parsed).is_some());
        }
        found
    }

    /// What runs where nothing is returned but a null pointer, and leads elsewhere.
    pub fn if_null(&self, parsed: Parsed) -> Option<&'a Statement> {
        self.null_in(self.check?, parsed)
    }

    /// What a statement runs if the variable that gets the value is null, if it does nothing else.
    fn null_in(&self, statement: &'a Statement, parsed: Parsed) -> Option<&'a Statement> {
        let StatementKind::If(condition, then, None) = &statement.kind else { return None };
        let symbol = self.made(&parsed.resolved.symbols)?;
        let pointers = null_where(condition)?;
        let is_alone = matches!(pointers.as_slice(), [only] if only.variable() == Some(symbol));
        (is_alone && leaves(then, parsed)).then_some(then)
    }

    /// What a statement asks for.
    pub fn of(statement: &'a Statement, parsed: Parsed<'a>) -> Option<Self> {
        let symbols = &parsed.resolved.symbols;
        let (value, use_) = match &statement.kind {
            StatementKind::Expression(Some(expression)) => match &expression.kind {
                ExpressionKind::Assign(None, target, value)
                    if is_own_number(target, symbols) || is_own_variable(target, symbols) =>
                {
                    (value.without_casts(), Value::Assigned(target.variable()))
                }
                _ => (expression, Value::Unused),
            },
            StatementKind::Declaration(list) => {
                let [declared] = list.as_slice() else { return None };
                let known = &symbols[declared.symbol];
                let Some(Initializer::Value(value)) = &known.initializer else { return None };
                let is_own = known.kind == SymbolKind::Local { is_static: false };
                let is_value = known.type_.is_arithmetic()
                    || matches!(known.type_.kind, TypeKind::Pointer(_) | TypeKind::Record(_));
                let is_plain = is_value && known.type_.is_ordinary() && !known.type_.qualifiers.constant;
                (is_own && is_plain).then_some(())?;
                (value.without_casts(), Value::Declared(declared.symbol))
            }
            StatementKind::Other(Construct::Return, values, _) => (values.first()?, Value::Returned),
            StatementKind::If(condition, then, None) if leaves(then, parsed) => {
                (tested(condition)?, Value::Tested(condition, then))
            }
            _ => return None,
        };
        let ExpressionKind::Call(callee, arguments) = &value.kind else { return None };
        let asked =
            Asked { statement, call: value, callee: callee.variable()?, arguments, value: use_, check: None };
        let is_known = !asked.is_asked() || value.type_.is_arithmetic() || asked.made(symbols).is_some();
        is_known.then_some(asked)
    }

    /// The structure, or the pointer to numbers or to one, that gets the value, if that is one: tables of rows are known by what
    /// makes them.
    pub fn made(&self, symbols: &Symbols) -> Option<SymbolId> {
        let (Value::Declared(target) | Value::Assigned(Some(target))) = self.value else { return None };
        let is_structure = |type_: &Type| matches!(type_.kind, TypeKind::Record(_));
        let is_made = |type_: &Type| match type_.target() {
            Some(target) if matches!(type_.kind, TypeKind::Pointer(_)) => {
                target.is_arithmetic() || is_structure(target)
            }
            _ => is_structure(type_),
        };
        (is_made(&symbols[target].type_) && is_made(&self.call.type_)).then_some(target)
    }

    /// Whether somebody asks for the value.
    pub fn is_asked(&self) -> bool {
        !matches!(self.value, Value::Unused)
    }

    /// Whether a condition holds for what the function returns, where that can be told.
    pub fn holds(&self, returned: &Expression, symbols: &Symbols) -> Option<bool> {
        let Value::Tested(condition, _) = self.value else { return None };
        let value = constant(returned, symbols)?;
        // small numbers are what they are in every type but `bool`
        let is_small = (-100..=100).contains(&value) && (value >= 0 || is_signed(&self.call.type_));
        let is_wide = self.call.type_.integer().is_some_and(|kind| kind.bits > 7);
        (is_small && is_wide).then_some(())?;
        let mut condition = condition.clone();
        condition.change(&mut |part| {
            if part.span == self.call.span && matches!(part.kind, ExpressionKind::Call(..)) {
                part.kind = ExpressionKind::Integer(value);
            }
        });
        constant(&condition, symbols).map(|value| value != 0)
    }
}

fn is_signed(type_: &Type) -> bool {
    type_.integer().is_some_and(|kind| kind.signed)
}

/// The operands of `a || b || c`.
pub fn alternatives(condition: &Expression) -> Vec<&Expression> {
    match &condition.kind {
        ExpressionKind::Binary(BinaryOperator::Or, left, right) => {
            let mut all = alternatives(left);
            all.extend(alternatives(right));
            all
        }
        _ => vec![condition],
    }
}

/// The call of which, with constants alone, a condition asks for the value.
pub fn tested(condition: &Expression) -> Option<&Expression> {
    let is_constant = |it: &Expression| {
        let mut all = true;
        it.walk(&mut |part| {
            all &= matches!(
                part.kind,
                ExpressionKind::Integer(_)
                    | ExpressionKind::Floating
                    | ExpressionKind::Cast(_)
                    | ExpressionKind::Unary(UnaryOperator::Minus | UnaryOperator::Plus, _)
            );
        });
        all
    };
    match &condition.kind {
        ExpressionKind::Call(..) => Some(condition),
        ExpressionKind::Unary(UnaryOperator::Not, inner) | ExpressionKind::Cast(inner) => tested(inner),
        ExpressionKind::Binary(BinaryOperator::Compare(_), left, right) => {
            match (is_constant(left), is_constant(right)) {
                (false, true) => tested(left),
                (true, false) => tested(right),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether a statement, which can be written more than once, leads elsewhere than to the next one.
pub fn leaves(statement: &Statement, parsed: Parsed) -> bool {
    let words = parsed.table.within(statement.span).iter();
    let mut is_plain = words.map(|word| word.span.end - word.span.start).sum::<usize>() <= LONGEST;
    statement.walk(&mut |inner| {
        is_plain &= matches!(
            inner.kind,
            StatementKind::Block(_)
                | StatementKind::Expression(_)
                | StatementKind::Other(
                    Construct::Return | Construct::Goto(_) | Construct::Break | Construct::Continue,
                    ..
                )
        );
    });
    is_plain && leads_away(statement, parsed.resolved)
}

/// Whether an expression is a pointer or a structure of the function's own.
fn is_own_variable(target: &Expression, symbols: &Symbols) -> bool {
    let is_own = |symbol: SymbolId| symbols[symbol].kind == SymbolKind::Local { is_static: false };
    let is_kind = matches!(target.type_.kind, TypeKind::Pointer(_) | TypeKind::Record(_));
    is_kind && target.type_.is_ordinary() && target.variable().is_some_and(is_own)
}

/// Whether an expression is a number of the function's own, wherever that is.
fn is_own_number(target: &Expression, symbols: &Symbols) -> bool {
    let is_there = match &target.kind {
        ExpressionKind::Variable(_) => true,
        ExpressionKind::Member(_, inner) => {
            let mut inner = &**inner;
            while let ExpressionKind::Member(_, outer) = &inner.kind {
                inner = outer;
            }
            inner.variable().is_some_and(|it| !matches!(symbols[it].type_.kind, TypeKind::Pointer(_)))
        }
        _ => false,
    };
    is_there && target.type_.is_arithmetic() && target.type_.is_ordinary()
}
