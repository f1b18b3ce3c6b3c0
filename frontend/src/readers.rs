//! Functions of the C library that put what they read where their arguments point: `scanf("%d", &n)`.
//!
//! They forget these places when they come back. The trees have `n += …` of something unknown in the place of `&n`: a change of
//! `n` that may leave it as it was, since reading may fail. So `n` is a variable like others, of which nobody has the address. The
//! text stays.

use crate::facts::purity::library_name;
use crate::syntax::resolve::Resolved;
use crate::syntax::tree::{
    BinaryOperator, Expression, ExpressionKind, READ, SymbolId, SymbolKind, Symbols, UnaryOperator,
};
use std::collections::HashSet;

/// The functions, with how many arguments come before the places.
const READERS: [(&str, usize); 4] = [("scanf", 1), ("fscanf", 2), ("sscanf", 2), ("fread", 0)];

/// Replaces places of single numbers among the arguments of such functions.
pub fn look_through(resolved: &mut Resolved) {
    let own: HashSet<SymbolId> = resolved.functions.iter().map(|function| function.symbol).collect();
    let symbols = &resolved.symbols;
    let skipped = |symbol: SymbolId| {
        let is_foreign = symbols[symbol].kind == SymbolKind::Function && !own.contains(&symbol);
        let known = READERS.iter().find(|(name, _)| is_foreign && *name == library_name(&symbols[symbol]));
        known.map(|(_, count)| (symbol, *count))
    };
    let readers: Vec<(SymbolId, usize)> = (0..symbols.0.len()).map(SymbolId).filter_map(skipped).collect();
    if readers.is_empty() {
        return;
    }
    resolved.change_expressions(&mut |resolved, expression| {
        let ExpressionKind::Call(callee, arguments) = &mut expression.kind else { return };
        let reader = readers.iter().find(|(symbol, _)| callee.variable() == Some(*symbol));
        let Some((_, skipped)) = reader else { return };
        for argument in arguments.iter_mut().skip(*skipped) {
            if let Some(place) = place(argument, &resolved.symbols) {
                let (span, type_) = (argument.span, place.type_.clone());
                let read = ExpressionKind::Other(READ, vec![]);
                let read = Box::new(Expression { kind: read, span, type_: type_.clone() });
                let kind = ExpressionKind::Assign(Some(BinaryOperator::Add), Box::new(place), read);
                *argument = Expression { kind, span, type_ };
            }
        }
    });
}

/// The number whose address an argument is, if no other lies behind it that might be meant as well.
fn place(argument: &Expression, symbols: &Symbols) -> Option<Expression> {
    let ExpressionKind::Unary(UnaryOperator::Address, operand) = &argument.kind else { return None };
    let is_variable = operand.variable().is_some_and(|symbol| {
        matches!(symbols[symbol].kind, SymbolKind::Local { .. } | SymbolKind::Parameter | SymbolKind::Global)
    });
    let is_number = operand.type_.is_arithmetic() && operand.type_.is_ordinary();
    (is_variable && is_number).then(|| (**operand).clone())
}
