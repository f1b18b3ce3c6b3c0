//! Expressions and their types.

use std::sync::Arc;

use diagnostics::Span;
use lang_c::ast;
use lang_c::span::Node;
use polyhedral::Comparison;

use super::cells::moved_cell;
use super::{Resolver, assertions};
use crate::syntax::literal;
use crate::syntax::tree::{
    BinaryOperator, Expression, ExpressionKind, Statement, StatementKind, SymbolKind, TEXT, UnaryOperator,
    WRITING_TEXT,
};
use crate::syntax::types::{Floating, Integer, Type, TypeKind};

impl<'a> Resolver<'a> {
    pub(super) fn expression(&mut self, node: &'a Node<ast::Expression>) -> Expression {
        let span = self.place(node.span);
        match &node.node {
            ast::Expression::Identifier(name) => {
                self.identifier(&self.name(name), self.without_parentheses(span))
            }
            ast::Expression::Constant(constant) => constant_expression(&constant.node, span),
            ast::Expression::StringLiteral(parts) => {
                let what = if writes(&parts.node) { WRITING_TEXT } else { TEXT };
                other(what, vec![], span)
            }
            ast::Expression::GenericSelection(selection) => {
                let chosen = self.expression(&selection.node.expression);
                let parts = selection.node.associations.iter().map(|association| match &association.node {
                    ast::GenericAssociation::Type(type_) => self.expression(&type_.node.expression),
                    ast::GenericAssociation::Default(expression) => self.expression(expression),
                });
                let parts = std::iter::once(chosen).chain(parts).collect();
                other("a generic selection", parts, span)
            }
            ast::Expression::Member(member) => self.member(&member.node, span),
            ast::Expression::Call(call) => self.call(&call.node, span),
            ast::Expression::CompoundLiteral(literal) => {
                let mut values = Vec::new();
                self.initializer_values(&literal.node.initializer_list, &mut values);
                other("a compound literal", values, span)
            }
            ast::Expression::SizeOfTy(size) => {
                let type_ = self.type_name(&size.node.0.node);
                typed(
                    ExpressionKind::SizeOf(type_, None),
                    Type::plain(TypeKind::Integer(Integer::size())),
                    span,
                )
            }
            ast::Expression::SizeOfVal(size) => self.size_of_value(&size.node.0, span),
            ast::Expression::AlignOf(_) => other("`_Alignof`", vec![], span),
            ast::Expression::UnaryOperator(unary) => self.unary(&unary.node, span),
            ast::Expression::Cast(cast) => {
                let type_ = self.type_name(&cast.node.type_name.node);
                let inner = self.expression(&cast.node.expression);
                typed(ExpressionKind::Cast(Box::new(inner)), type_, span)
            }
            ast::Expression::BinaryOperator(binary) => self.binary(&binary.node, span),
            ast::Expression::Conditional(conditional) => self.conditional(&conditional.node, span),
            ast::Expression::Comma(list) => {
                let mut list: Vec<_> = list.iter().map(|part| self.expression(part)).collect();
                if let Some((asserted, unevaluated)) = assertions::asserted(&mut list) {
                    self.resolved.unevaluated.push(unevaluated);
                    return asserted;
                }
                let type_ = list.last().map_or(Type::unknown(), |last| last.type_.clone());
                typed(ExpressionKind::Comma(list), type_, span)
            }
            ast::Expression::OffsetOf(_) => other("`offsetof`", vec![], span),
            ast::Expression::VaArg(argument) => {
                let list = self.expression(&argument.node.va_list);
                other("`va_arg`", vec![list], span)
            }
            ast::Expression::Statement(statement) => {
                let statement = self.statement(statement);
                let all = self.expressions_in(&statement);
                assertions::statement_expression(statement, all, span)
            }
        }
    }

    /// All expressions of a statement that stands in an expression.
    fn expressions_in(&self, statement: &Statement) -> Vec<Expression> {
        let mut found = Vec::new();
        statement.walk(&mut |inner| {
            if !matches!(inner.kind, StatementKind::Block(_)) {
                found.extend(inner.expressions(&self.resolved.symbols).into_iter().cloned());
            }
        });
        found
    }

    fn identifier(&mut self, name: &str, span: Span) -> Expression {
        if let (None, "true" | "false") = (self.lookup(name), name) {
            return typed(ExpressionKind::Integer(i128::from(name == "true")), Type::int(), span);
        }
        let symbol = self.symbol(name, span);
        let type_ = self.resolved.symbols[symbol].type_.clone();
        typed(ExpressionKind::Variable(symbol), type_, span)
    }

    /// `span` without the parentheses around it.
    pub(super) fn without_parentheses(&self, span: Span) -> Span {
        let tokens = self.table.within(span);
        let is = |token: Option<&diagnostics::token::Token>, text| {
            token.is_some_and(|t| t.span.of(self.text) == text)
        };
        let pairs = (0..tokens.len() / 2)
            .take_while(|&i| is(tokens.get(i), "(") && is(tokens.get(tokens.len() - 1 - i), ")"))
            .count();
        match tokens.get(pairs..tokens.len() - pairs) {
            Some([first, .., last]) => first.span.to(last.span),
            Some([only]) => only.span,
            _ => span,
        }
    }

    fn call(&mut self, call: &'a ast::CallExpression, span: Span) -> Expression {
        let callee = self.expression(&call.callee);
        let arguments = call.arguments.iter().map(|argument| self.expression(argument)).collect();
        let type_ = match &callee.type_.kind {
            TypeKind::Function(result) => (**result).clone(),
            _ => Type::unknown(),
        };
        typed(ExpressionKind::Call(Box::new(callee), arguments), type_, span)
    }

    fn size_of_value(&mut self, operand: &'a Node<ast::Expression>, span: Span) -> Expression {
        let operand = self.expression(operand);
        let is_parameter = operand
            .variable()
            .is_some_and(|symbol| self.resolved.symbols[symbol].kind == SymbolKind::Parameter);
        // An array parameter is a pointer.
        let type_ = if is_parameter { operand.type_.decayed() } else { operand.type_.clone() };
        let kind = ExpressionKind::SizeOf(type_, Some(Box::new(operand)));
        typed(kind, Type::plain(TypeKind::Integer(Integer::size())), span)
    }

    fn unary(&mut self, unary: &'a ast::UnaryOperatorExpression, span: Span) -> Expression {
        let operand = self.expression(&unary.operand);
        let increment = |operand: Expression, by, is_late| {
            let type_ = operand.type_.clone();
            typed(ExpressionKind::Increment { operand: Box::new(operand), by, is_late }, type_, span)
        };
        let cell = match unary.operator.node {
            ast::UnaryOperator::Indirection => self.cell(&operand, span),
            _ => None,
        };
        if let Some((base, subscript)) = cell {
            let type_ = operand.type_.target().cloned().unwrap_or_else(Type::unknown);
            let kind = ExpressionKind::Index(Box::new(base), Box::new(subscript));
            return typed(kind, type_, self.without_parentheses(span));
        }
        let operator = match unary.operator.node {
            ast::UnaryOperator::PostIncrement => return increment(operand, 1, true),
            ast::UnaryOperator::PreIncrement => return increment(operand, 1, false),
            ast::UnaryOperator::PostDecrement => return increment(operand, -1, true),
            ast::UnaryOperator::PreDecrement => return increment(operand, -1, false),
            ast::UnaryOperator::Address => UnaryOperator::Address,
            ast::UnaryOperator::Indirection => UnaryOperator::Dereference,
            ast::UnaryOperator::Plus => UnaryOperator::Plus,
            ast::UnaryOperator::Minus => UnaryOperator::Minus,
            ast::UnaryOperator::Complement => UnaryOperator::Complement,
            ast::UnaryOperator::Negate => UnaryOperator::Not,
        };
        let type_ = match operator {
            UnaryOperator::Address => Type::plain(TypeKind::Pointer(operand.type_.clone().into())),
            UnaryOperator::Dereference => operand.type_.target().cloned().unwrap_or_else(Type::unknown),
            UnaryOperator::Not => Type::int(),
            _ => operand.type_.promoted(),
        };
        let result = typed(ExpressionKind::Unary(operator, Box::new(operand)), type_, span);
        self.note_cell(&result);
        result
    }

    fn binary(&mut self, binary: &'a ast::BinaryOperatorExpression, span: Span) -> Expression {
        let left = self.expression(&binary.lhs);
        let right = self.expression(&binary.rhs);
        if binary.operator.node == ast::BinaryOperator::Index {
            let type_ = left.type_.target().cloned().unwrap_or_else(Type::unknown);
            let (left, right) = moved_cell(left, right);
            let kind = ExpressionKind::Index(Box::new(left), Box::new(right));
            let cell = typed(kind, type_, self.without_parentheses(span));
            self.note_cell(&cell);
            return cell;
        }
        if let Some(operator) = assignment(&binary.operator.node) {
            let type_ = left.type_.clone();
            return typed(ExpressionKind::Assign(operator, Box::new(left), Box::new(right)), type_, span);
        }
        let Some(operator) = plain_operator(&binary.operator.node) else {
            return other("this operator", vec![left, right], span);
        };
        let type_ = match operator {
            BinaryOperator::Compare(_) | BinaryOperator::And | BinaryOperator::Or => Type::int(),
            BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => left.type_.promoted(),
            _ => Type::common(&left.type_, &right.type_),
        };
        typed(ExpressionKind::Binary(operator, Box::new(left), Box::new(right)), type_, span)
    }

    fn conditional(&mut self, conditional: &'a ast::ConditionalExpression, span: Span) -> Expression {
        let condition = self.expression(&conditional.condition);
        let then = self.expression(&conditional.then_expression);
        let otherwise = self.expression(&conditional.else_expression);
        let type_ = Type::common(&then.type_, &otherwise.type_);
        let kind = ExpressionKind::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise));
        typed(kind, type_, span)
    }
}

pub(super) fn typed(kind: ExpressionKind, type_: Type, span: Span) -> Expression {
    Expression { kind, span, type_ }
}

pub(super) fn other(what: &'static str, parts: Vec<Expression>, span: Span) -> Expression {
    typed(ExpressionKind::Other(what, parts), Type::unknown(), span)
}

/// Whether a text, given to `printf`, may ask it to write where an argument points to: by `%n`, or by characters that can't be read here.
fn writes(parts: &[String]) -> bool {
    let contents =
        parts.iter().map(|part| part.split_once('"').map_or("", |(_, rest)| rest).trim_end_matches('"'));
    let text = contents.collect::<String>().replace("%%", "");
    // compilers take the last two digits of those that are too large
    let is_sign = |rest: &str| {
        let digits = rest.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(rest.len());
        rest[..digits].ends_with("25")
    };
    let is_spelled = ["\\45", "\\045", "\\u0025"].iter().any(|sign| text.contains(sign))
        || text.split("\\x").skip(1).any(is_sign);
    let mut asked = text
        .split('%')
        .skip(1)
        .map(|rest| rest.trim_start_matches(|c: char| !c.is_alphabetic() || "hlLjztqw".contains(c)));
    is_spelled || asked.any(|rest| rest.starts_with('n'))
}

fn constant_expression(constant: &ast::Constant, span: Span) -> Expression {
    match constant {
        ast::Constant::Integer(integer) => match literal::integer(integer) {
            Some((value, kind)) => {
                typed(ExpressionKind::Integer(value), Type::plain(TypeKind::Integer(kind)), span)
            }
            None => other("this literal", vec![], span),
        },
        ast::Constant::Float(float) => {
            let bytes = match float.suffix.format {
                ast::FloatFormat::Float => 4,
                ast::FloatFormat::Double => 8,
                ast::FloatFormat::LongDouble | ast::FloatFormat::TS18661Format(_) => 16,
            };
            let floating = Floating { spelling: Arc::default(), bytes };
            typed(ExpressionKind::Floating, Type::plain(TypeKind::Floating(floating)), span)
        }
        ast::Constant::Character(text) => match literal::character(text) {
            Some(value) => typed(ExpressionKind::Integer(value), Type::int(), span),
            None => typed(ExpressionKind::Other("this character", vec![]), Type::int(), span),
        },
    }
}

/// The operator of an assignment, `None` within for a plain one; `None` for all other operators.
fn assignment(operator: &ast::BinaryOperator) -> Option<Option<BinaryOperator>> {
    Some(match operator {
        ast::BinaryOperator::Assign => None,
        ast::BinaryOperator::AssignMultiply => Some(BinaryOperator::Multiply),
        ast::BinaryOperator::AssignDivide => Some(BinaryOperator::Divide),
        ast::BinaryOperator::AssignModulo => Some(BinaryOperator::Modulo),
        ast::BinaryOperator::AssignPlus => Some(BinaryOperator::Add),
        ast::BinaryOperator::AssignMinus => Some(BinaryOperator::Subtract),
        ast::BinaryOperator::AssignShiftLeft => Some(BinaryOperator::ShiftLeft),
        ast::BinaryOperator::AssignShiftRight => Some(BinaryOperator::ShiftRight),
        ast::BinaryOperator::AssignBitwiseAnd => Some(BinaryOperator::BitAnd),
        ast::BinaryOperator::AssignBitwiseXor => Some(BinaryOperator::BitXor),
        ast::BinaryOperator::AssignBitwiseOr => Some(BinaryOperator::BitOr),
        _ => return None,
    })
}

fn plain_operator(operator: &ast::BinaryOperator) -> Option<BinaryOperator> {
    Some(match operator {
        ast::BinaryOperator::Multiply => BinaryOperator::Multiply,
        ast::BinaryOperator::Divide => BinaryOperator::Divide,
        ast::BinaryOperator::Modulo => BinaryOperator::Modulo,
        ast::BinaryOperator::Plus => BinaryOperator::Add,
        ast::BinaryOperator::Minus => BinaryOperator::Subtract,
        ast::BinaryOperator::ShiftLeft => BinaryOperator::ShiftLeft,
        ast::BinaryOperator::ShiftRight => BinaryOperator::ShiftRight,
        ast::BinaryOperator::Less => BinaryOperator::Compare(Comparison::Less),
        ast::BinaryOperator::Greater => BinaryOperator::Compare(Comparison::Greater),
        ast::BinaryOperator::LessOrEqual => BinaryOperator::Compare(Comparison::LessEqual),
        ast::BinaryOperator::GreaterOrEqual => BinaryOperator::Compare(Comparison::GreaterEqual),
        ast::BinaryOperator::Equals => BinaryOperator::Compare(Comparison::Equal),
        ast::BinaryOperator::NotEquals => BinaryOperator::Compare(Comparison::NotEqual),
        ast::BinaryOperator::BitwiseAnd => BinaryOperator::BitAnd,
        ast::BinaryOperator::BitwiseXor => BinaryOperator::BitXor,
        ast::BinaryOperator::BitwiseOr => BinaryOperator::BitOr,
        ast::BinaryOperator::LogicalAnd => BinaryOperator::And,
        ast::BinaryOperator::LogicalOr => BinaryOperator::Or,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::writes;

    #[test]
    fn formats_that_write() {
        let asks =
            |parts: &[&str]| writes(&parts.iter().map(|part| format!("\"{part}\"")).collect::<Vec<_>>());
        for parts in
            [&["%n"][..], &["a %d", " %5ln"], &["%*.3hhn"], &["%", "n"], &["\\45n"], &["%1$n"], &["\\x0025n"]]
        {
            assert!(asks(parts), "{parts:?}");
        }
        for parts in [
            &["%d\\n"][..],
            &["100%% now"],
            &["%5.3f", "n"],
            &["\\033[0m %i nn"],
            &[""],
            &["%c%s%p%x%%n"],
            &["\\x2588n"],
        ] {
            assert!(!asks(parts), "{parts:?}");
        }
    }
}
