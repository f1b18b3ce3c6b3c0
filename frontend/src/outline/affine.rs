//! C's integer expressions and conditions as affine ones.
//!
//! An expression is taken only if C computes what mathematics does:
//! * signed arithmetic: always, since overflow is undefined;
//! * unsigned arithmetic, conversions, and `/`, `%`, `>>`, `&` on operands that may be negative: under
//!   an [`Obligation`] each;
//! * sums and products in 64 bits within a subscript: always, since addresses are computed modulo 2^64
//!   too, so that the subscript `i - 1` is -1 for `i == 0` whatever the type of `i`. Within unsigned arithmetic likewise: of
//!   `y + dy` only the sum must be what mathematics says.

use diagnostics::{Code, Diagnostic, Span};
use polyhedral::expression::LinearForm;
use polyhedral::{Comparison, Condition, Expression};

use super::builder::Builder;
use super::{Cause, Obligation};
use crate::getters::computed;
use crate::refusal::{Reason, refusal, unsupported};
use crate::syntax::fold;
use crate::syntax::tree::{self, BinaryOperator, ExpressionKind, SymbolId, SymbolKind, UnaryOperator};
use crate::syntax::types::Integer;

impl Builder<'_> {
    /// An integer expression in counters and parameters; `role` says what it is for, as in "the bound".
    pub fn affine(&mut self, expression: &tree::Expression, role: &str) -> Result<Expression, Diagnostic> {
        let value = self.affine_value(expression, role);
        value.map_err(|problem| Reason::of_expression(expression).of(problem))
    }

    fn affine_value(&mut self, expression: &tree::Expression, role: &str) -> Result<Expression, Diagnostic> {
        let not_affine =
            |code: Code, reason: &str| Err(self::not_affine(code, role, expression.span, reason));
        if expression.type_.integer().is_none() && !matches!(expression.kind, ExpressionKind::Index(..)) {
            return self.not_integer(expression, role);
        }
        if let Some(cell) = self.steady_cell(expression) {
            return self.variable(cell, expression, role);
        }
        match &expression.kind {
            ExpressionKind::Integer(_) | ExpressionKind::SizeOf(..) => self.constant(expression, role),
            ExpressionKind::Variable(symbol) => self.variable(*symbol, expression, role),
            ExpressionKind::Member(..) if !expression.subscripted().1.is_empty() => {
                not_affine(Code::ValueFromMemory, "read from memory, so no bound on its value is known")
            }
            ExpressionKind::Member(symbol, _) => {
                self.check_member(*symbol, expression.span)?;
                self.variable(*symbol, expression, role)
            }
            ExpressionKind::Unary(operator, operand) => self.unary(*operator, operand, expression, role),
            ExpressionKind::Binary(operator, left, right) => {
                self.binary(*operator, left, right, expression, role)
            }
            ExpressionKind::Cast(operand) => {
                let kind = kind_of(expression)?;
                let value = self.exactly(!self.is_harmless(kind), |builder| builder.affine(operand, role))?;
                self.converted(value, operand, kind, expression.span)
            }
            ExpressionKind::Conditional(condition, then, otherwise) => {
                let condition = self.exactly(true, |builder| builder.condition(condition, role))?;
                let kind = kind_of(expression)?.clone();
                let then = self.under(condition.clone(), |b| b.operand(then, &kind, role))?;
                let negated = Condition::Not(Box::new(condition.clone()));
                let otherwise = self.under(negated, |b| b.operand(otherwise, &kind, role))?;
                Ok(Expression::Select(Box::new(condition), Box::new(then), Box::new(otherwise)))
            }
            ExpressionKind::Index(..) => {
                not_affine(Code::ValueFromMemory, "read from memory, so no bound on its value is known")
            }
            ExpressionKind::Call(..) => match self.computed_by_call(expression) {
                Some(value) => self.affine(&value, role),
                None => not_affine(Code::UnknownCall, "the result of a call isn't known here"),
            },
            ExpressionKind::Assign(..) | ExpressionKind::Increment { .. } => {
                not_affine(Code::AssignmentInside, "this changes a variable")
            }
            ExpressionKind::Comma(_) => {
                not_affine(Code::UnsupportedExpression, "the comma operator isn't supported")
            }
            ExpressionKind::Other(what, _) => {
                not_affine(unsupported(what), &format!("{what} isn't supported"))
            }
            ExpressionKind::Floating => not_affine(Code::NoInteger, "not an integer"),
        }
    }

    /// The value of a call whose function computes that from its arguments alone.
    pub fn computed_by_call(&self, call: &tree::Expression) -> Option<tree::Expression> {
        let ExpressionKind::Call(callee, _) = &call.kind else { return None };
        let computation = self.around.translation.resolved.computations.get(&callee.variable()?)?;
        computed(computation, call)
    }

    /// What is wrong with an expression that is no integer.
    fn not_integer(&mut self, expression: &tree::Expression, role: &str) -> Result<Expression, Diagnostic> {
        let (code, reason) = match &expression.kind {
            ExpressionKind::Variable(symbol) => match self.around.symbols()[*symbol].kind {
                SymbolKind::Undeclared => {
                    (Code::NotDeclared, format!("`{}` isn't declared", self.name(*symbol)))
                }
                _ => (Code::NoInteger, "not an integer".into()),
            },
            ExpressionKind::Call(..) => (Code::UnknownCall, "the result of a call isn't known here".into()),
            ExpressionKind::Other(what, _) => (unsupported(what), format!("{what} isn't supported")),
            _ => (Code::NoInteger, "not an integer".into()),
        };
        Err(not_affine(code, role, expression.span, &reason))
    }

    fn constant(&self, expression: &tree::Expression, role: &str) -> Result<Expression, Diagnostic> {
        let value = fold::constant(expression, self.around.symbols());
        let value = value.and_then(|value| i64::try_from(value).ok());
        value
            .map(Expression::Constant)
            .ok_or_else(|| not_affine(Code::NotAffine, role, expression.span, "not a known constant"))
    }

    fn variable(
        &mut self,
        symbol: SymbolId,
        expression: &tree::Expression,
        role: &str,
    ) -> Result<Expression, Diagnostic> {
        if let Some(value) = self.values.first().and_then(|path| path.get(&symbol)) {
            let unknown =
                || not_affine(Code::VariableChanges, role, expression.span, "its value isn't known here");
            return value.clone().ok_or_else(unknown);
        }
        if let Some(active) = self.active.iter().find(|active| active.symbol == Some(symbol)) {
            return Ok(Expression::variable(&active.iterator.name));
        }
        if fold::constant_variable(symbol, self.around.symbols()).is_some() {
            return self.constant(expression, role);
        }
        let name = self.name(symbol);
        let refuse = |code, reason: String| Err(not_affine(code, role, expression.span, &reason));
        let declared = &self.around.symbols()[symbol];
        if declared.type_.qualifiers.volatile || declared.type_.qualifiers.atomic {
            return refuse(Code::VolatileOrAtomic, format!("`{name}` is volatile or atomic"));
        }
        if self.counters.contains(&symbol) {
            return refuse(Code::Counter, format!("the value of `{name}` outside of its loop isn't known"));
        }
        if let Some(value) = self.defined(symbol) {
            return Ok(value);
        }
        if let Some(&change) = self.changed.get(&symbol) {
            let problem = not_affine(
                Code::VariableChanges,
                role,
                expression.span,
                &format!("`{name}` is changed in the region"),
            );
            return Err(problem.also(change, "changed here"));
        }
        if declared.declared.is_some_and(|declared| self.around.is_inside(declared.declaration)) {
            return refuse(Code::VariableChanges, format!("`{name}` has no value here"));
        }
        if let Some(problem) = self.writer_of(symbol, expression.span) {
            return Err(problem);
        }
        if let Some(value) = self.value_given_with_block(symbol) {
            return Ok(value);
        }
        self.mentioned.insert(symbol);
        Ok(Expression::variable(self.isl_name(symbol)))
    }

    fn unary(
        &mut self,
        operator: UnaryOperator,
        operand: &tree::Expression,
        expression: &tree::Expression,
        role: &str,
    ) -> Result<Expression, Diagnostic> {
        match operator {
            UnaryOperator::Plus => self.operand(operand, kind_of(expression)?, role),
            UnaryOperator::Minus => {
                let kind = kind_of(expression)?;
                let value = self.wrapping(kind, |builder| builder.operand(operand, kind, role))?;
                Ok(self.computed(Expression::Negate(Box::new(value)), kind, expression.span))
            }
            UnaryOperator::Dereference => Err(not_affine(
                Code::ValueFromMemory,
                role,
                expression.span,
                "read from memory, so no bound on its value is known",
            )),
            _ => Err(not_affine(Code::NotAffine, role, expression.span, "this operator isn't affine")),
        }
    }

    fn binary(
        &mut self,
        operator: BinaryOperator,
        left: &tree::Expression,
        right: &tree::Expression,
        expression: &tree::Expression,
        role: &str,
    ) -> Result<Expression, Diagnostic> {
        let kind = kind_of(expression)?;
        let folded =
            || fold::constant(expression, self.around.symbols()).and_then(|value| i64::try_from(value).ok());
        match operator {
            BinaryOperator::Add | BinaryOperator::Subtract => {
                let operand =
                    |builder: &mut Self, it| builder.wrapping(kind, |inner| inner.operand(it, kind, role));
                let (a, b) = (operand(self, left)?, operand(self, right)?);
                let sum = if operator == BinaryOperator::Add { a + b } else { a - b };
                Ok(self.computed(sum, kind, expression.span))
            }
            _ if folded().is_some() => Ok(Expression::Constant(folded().unwrap_or_default())),
            BinaryOperator::Multiply => self.product(left, right, expression, role),
            BinaryOperator::Divide | BinaryOperator::Modulo => {
                let divisor = self.positive_constant(right, role)?;
                if !self.values.is_empty() && operator == BinaryOperator::Divide {
                    let dividend = self.operand(left, kind, role)?;
                    return Ok(towards_zero(dividend, divisor));
                }
                let dividend = match self.rounded_down == Some(expression.span) {
                    true => self.exactly(true, |builder| builder.operand(left, kind, role))?,
                    false => self.non_negative(left, kind, role)?,
                };
                match operator {
                    BinaryOperator::Divide => Ok(divided(true, dividend, divisor)),
                    _ => remainder(dividend, divisor, expression.span, role),
                }
            }
            BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => {
                let power = self.power_of_two(right, role)?;
                if operator == BinaryOperator::ShiftRight {
                    return Ok(divided(true, self.non_negative(left, kind, role)?, power));
                }
                let value = self.wrapping(kind, |builder| builder.operand(left, kind, role))?;
                let product = Expression::Multiply(Box::new(value), Box::new(Expression::Constant(power)));
                Ok(self.computed(product, kind, expression.span))
            }
            BinaryOperator::BitAnd => self.masked(left, right, expression, role),
            BinaryOperator::Compare(_) | BinaryOperator::And | BinaryOperator::Or => {
                Err(not_affine(Code::NotAffine, role, expression.span, "a truth value isn't affine"))
            }
            BinaryOperator::BitXor | BinaryOperator::BitOr => {
                Err(not_affine(Code::NotAffine, role, expression.span, "this operator isn't affine"))
            }
        }
    }

    fn product(
        &mut self,
        left: &tree::Expression,
        right: &tree::Expression,
        expression: &tree::Expression,
        role: &str,
    ) -> Result<Expression, Diagnostic> {
        let kind = kind_of(expression)?;
        let (factor, other) = match (self.constant_here(left), self.constant_here(right)) {
            (Some(factor), _) => (factor, right),
            (_, Some(factor)) => (factor, left),
            _ => {
                // a product is a parameter, of the factors that C computes
                let is_exact = self.modulo != Some(ADDRESS_BITS);
                let factor =
                    |builder: &mut Self, it| builder.exactly(is_exact, |b| b.operand(it, kind, role));
                let (a, b) = (factor(self, left)?, factor(self, right)?);
                return self.fixed_product(&a, &b, expression, kind, role);
            }
        };
        let value = self.wrapping(kind, |builder| builder.operand(other, kind, role))?;
        let product = Expression::Multiply(Box::new(Expression::Constant(factor)), Box::new(value));
        Ok(self.computed(product, kind, expression.span))
    }

    /// `x & (2^k - 1)` is the remainder by `2^k`.
    fn masked(
        &mut self,
        left: &tree::Expression,
        right: &tree::Expression,
        expression: &tree::Expression,
        role: &str,
    ) -> Result<Expression, Diagnostic> {
        let mask = |e: &tree::Expression| {
            let value = self.constant_here(e)?;
            let modulus = value.checked_add(1)?;
            (modulus > 1 && modulus & value == 0).then_some(modulus)
        };
        let (value, modulus) = match (mask(left), mask(right)) {
            (_, Some(modulus)) => (left, modulus),
            (Some(modulus), _) => (right, modulus),
            _ => {
                return Err(not_affine(Code::NotAffine, role, expression.span, "this operator isn't affine"));
            }
        };
        let value = self.non_negative(value, kind_of(expression)?, role)?;
        remainder(value, modulus, expression.span, role)
    }

    fn positive_constant(&self, divisor: &tree::Expression, role: &str) -> Result<i64, Diagnostic> {
        let value = self.constant_here(divisor);
        let reason = "the divisor isn't a positive constant";
        value
            .filter(|value| *value > 0)
            .ok_or_else(|| not_affine(Code::NotAffine, role, divisor.span, reason))
    }

    fn power_of_two(&self, exponent: &tree::Expression, role: &str) -> Result<i64, Diagnostic> {
        let value = self.constant_here(exponent).filter(|value| (0..62).contains(value));
        value
            .map(|value| 1i64 << value)
            .ok_or_else(|| not_affine(Code::NotAffine, role, exponent.span, "not a small constant"))
    }

    /// An operand of division and its like, which must not be negative.
    fn non_negative(
        &mut self,
        operand: &tree::Expression,
        kind: &Integer,
        role: &str,
    ) -> Result<Expression, Diagnostic> {
        self.exactly(true, |builder| {
            let value = builder.operand(operand, kind, role)?;
            builder.require(&value, (0, i128::MAX), operand.span, Cause::Divides);
            Ok(value)
        })
    }

    /// What `work` does, if `exact` even where values are needed only modulo a power of two.
    pub fn exactly<T>(&mut self, exact: bool, work: impl FnOnce(&mut Self) -> T) -> T {
        let needed = if exact { None } else { self.modulo };
        self.modulo(needed, work)
    }

    /// What `work` does for an operand of arithmetic that wraps around in type `kind`: it is needed only as far as the result is.
    fn wrapping<T>(&mut self, kind: &Integer, work: impl FnOnce(&mut Self) -> T) -> T {
        let needed = if kind.wraps() && !self.is_harmless(kind) { Some(kind.bits) } else { self.modulo };
        self.modulo(needed, work)
    }

    /// What `work` does for a part of an address.
    pub fn in_address<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        self.modulo(Some(ADDRESS_BITS), work)
    }

    fn modulo<T>(&mut self, needed: Option<u32>, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.modulo, needed);
        let result = work(self);
        self.modulo = before;
        result
    }

    /// Whether it doesn't matter if numbers wrap around in type `kind`.
    fn is_harmless(&self, kind: &Integer) -> bool {
        self.modulo.is_some_and(|bits| kind.bits >= bits)
    }

    /// An operand, converted to the type in which C computes.
    pub fn operand(
        &mut self,
        operand: &tree::Expression,
        kind: &Integer,
        role: &str,
    ) -> Result<Expression, Diagnostic> {
        let value = self.affine(operand, role)?;
        self.converted(value, operand, kind, operand.span)
    }

    /// `value`, which `from` has, as a value of type `kind`.
    fn converted(
        &mut self,
        value: Expression,
        from: &tree::Expression,
        kind: &Integer,
        place: Span,
    ) -> Result<Expression, Diagnostic> {
        let from = kind_of(from)?;
        if kind.bits == 1 && from.bits != 1 {
            return Err(refusal(Code::Conversion, "a number is converted to `_Bool`", place, "not affine"));
        }
        if !kind.includes(from) && !self.is_harmless(kind) {
            self.require(&value, kind.range(), place, Cause::Converts);
        }
        Ok(value)
    }

    /// The result of an operator.
    fn computed(&mut self, value: Expression, kind: &Integer, place: Span) -> Expression {
        if kind.wraps() && !self.is_harmless(kind) {
            self.require(&value, kind.range(), place, Cause::WrapsAround);
        }
        value
    }

    fn require(&mut self, value: &Expression, range: (i128, i128), place: Span, cause: Cause) {
        let fits = |constant: i64| range.0 <= i128::from(constant) && i128::from(constant) <= range.1;
        if !value.constant().is_some_and(fits) {
            let when = Condition::And(self.path.clone());
            self.obligations.push(Obligation { value: value.clone(), range, when, place, cause });
        }
    }

    /// A condition on counters and parameters.
    pub fn condition(&mut self, expression: &tree::Expression, role: &str) -> Result<Condition, Diagnostic> {
        if let Some(holds) = self.around.translation.resolved.null_tests.get(&expression.span) {
            return Ok(Condition::Constant(*holds));
        }
        match &expression.kind {
            ExpressionKind::Binary(BinaryOperator::And, left, right) => {
                let left = self.condition(left, role)?;
                let right = self.under(left.clone(), |b| b.condition(right, role))?;
                Ok(Condition::And(flatten(left, right, |c| match c {
                    Condition::And(list) => Ok(list),
                    other => Err(other),
                })))
            }
            ExpressionKind::Binary(BinaryOperator::Or, left, right) => {
                let left = self.condition(left, role)?;
                let negated = Condition::Not(Box::new(left.clone()));
                let right = self.under(negated, |b| b.condition(right, role))?;
                Ok(Condition::Or(flatten(left, right, |c| match c {
                    Condition::Or(list) => Ok(list),
                    other => Err(other),
                })))
            }
            ExpressionKind::Unary(UnaryOperator::Not, operand) => {
                Ok(Condition::Not(Box::new(self.condition(operand, role)?)))
            }
            ExpressionKind::Binary(BinaryOperator::Compare(relation), left, right) => {
                self.comparison(*relation, left, right, role)
            }
            _ => {
                let value = self.affine(expression, role)?;
                Ok(match value.constant() {
                    Some(constant) => Condition::Constant(constant != 0),
                    None => Condition::Compare(Comparison::NotEqual, value, Expression::Constant(0)),
                })
            }
        }
    }

    fn comparison(
        &mut self,
        relation: Comparison,
        left: &tree::Expression,
        right: &tree::Expression,
        role: &str,
    ) -> Result<Condition, Diagnostic> {
        // The operands' own trouble is told before that of their types.
        let (a, b) = (self.affine(left, role)?, self.affine(right, role)?);
        let kind = Integer::common(kind_of(left)?, kind_of(right)?);
        let a = self.converted(a, left, &kind, left.span)?;
        let b = self.converted(b, right, &kind, right.span)?;
        Ok(Condition::Compare(relation, a, b))
    }

    /// What `work` does where `condition` is known.
    pub fn under<T>(&mut self, condition: Condition, work: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(condition);
        let result = work(self);
        self.path.pop();
        result
    }
}

/// A remainder by so much of any multiple is quickly understood.
const LARGEST_MODULUS: i64 = 8;

/// Addresses are computed modulo a power of two with so many bits.
const ADDRESS_BITS: u32 = 64;

/// C's quotient, whatever the sign of the dividend.
fn towards_zero(dividend: Expression, divisor: i64) -> Expression {
    let quotient = |dividend| divided(true, dividend, divisor);
    let negated = |value| Expression::Negate(Box::new(value));
    let is_positive = Condition::Compare(Comparison::GreaterEqual, dividend.clone(), Expression::Constant(0));
    let below = negated(quotient(negated(dividend.clone())));
    Expression::Select(Box::new(is_positive), Box::new(quotient(dividend)), Box::new(below))
}

fn divided(quotient: bool, dividend: Expression, divisor: i64) -> Expression {
    let (dividend, divisor) = (Box::new(dividend), Box::new(Expression::Constant(divisor)));
    if quotient { Expression::FloorDivide(dividend, divisor) } else { Expression::Modulo(dividend, divisor) }
}

/// What is left of `dividend`, unless it jumps about: cells that `7919 * k % 300` names are all over the array, no region
/// has a gain of knowing them, and isl would search for them among points of two lattices for minutes, out of any budget.
fn remainder(dividend: Expression, divisor: i64, span: Span, role: &str) -> Result<Expression, Diagnostic> {
    let jumps = |coefficient: i64| {
        let step = coefficient.rem_euclid(divisor);
        let step = step.min(divisor - step);
        divisor > LARGEST_MODULUS && step != 0 && divisor % step != 0
    };
    let form = LinearForm::of(&dividend);
    if form.is_some_and(|form| form.terms.iter().any(|(_, coefficient)| jumps(*coefficient))) {
        let reason = "a remainder of a multiple jumps about";
        return Err(not_affine(Code::NotAffine, role, span, reason));
    }
    Ok(divided(false, dividend, divisor))
}

/// The operands of nested conditions of one kind, in order.
fn flatten(
    left: Condition,
    right: Condition,
    open: impl Fn(Condition) -> Result<Vec<Condition>, Condition>,
) -> Vec<Condition> {
    let mut list = open(left).unwrap_or_else(|other| vec![other]);
    list.extend(open(right).unwrap_or_else(|other| vec![other]));
    list
}

/// The type of an expression that is known to be an integer.
fn kind_of(expression: &tree::Expression) -> Result<&Integer, Diagnostic> {
    let kind = expression.type_.integer();
    kind.ok_or_else(|| {
        refusal(
            Code::NoInteger,
            "a number that is no integer is used like one",
            expression.span,
            "not an integer",
        )
    })
}

pub fn not_affine(code: Code, role: &str, place: Span, reason: &str) -> Diagnostic {
    refusal(code, format!("{role} isn't affine"), place, reason)
}
