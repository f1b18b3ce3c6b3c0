//! Checks with which a function starts: `if (!in || in->w < 3) return -1;`, and declarations among them.
//!
//! A copy of the function is chosen behind them where it can't be at the start. The copy makes the checks once more, with the
//! same results: they read what nobody changes meanwhile, and have no effect where they let the function go on.

use diagnostics::{FileId, Span};

use super::Surroundings;
use super::certain::{certain, evaluated};
use super::purity::{Purities, Purity};
use crate::syntax::tree::{
    BinaryOperator, Construct, Expression, ExpressionKind, Statement, StatementKind, SymbolKind, Symbols,
    UnaryOperator,
};
use crate::translation::Translation;

/// The statements up to the last check before the region, if there is one.
pub fn checks(around: Surroundings<'_>) -> &[Statement] {
    let StatementKind::Block(list) = &around.function().body.kind else { return &[] };
    let is_harmless = |statement: &&Statement| {
        let is_before = statement.span.end <= around.region.span.start;
        is_before && (is_check(statement, around) || is_silent(statement, around))
    };
    let harmless = list.iter().take_while(is_harmless).count();
    let last = list[..harmless].iter().rposition(|statement| is_check(statement, around));
    &list[..last.map_or(0, |last| last + 1)]
}

/// Visits what statements have evaluated for certain where they let the function go on.
pub fn passed<'a>(
    statements: &'a [Statement],
    around: Surroundings<'a>,
    visit: &mut dyn FnMut(&'a Expression),
) {
    for statement in statements {
        match &statement.kind {
            StatementKind::If(condition, then, None) if leaves(then) => decided(condition, false, visit),
            _ => certain(statement, around.symbols(), visit),
        }
    }
}

/// Visits what is evaluated for certain where a condition turns out to be `truth`.
fn decided<'a>(condition: &'a Expression, truth: bool, visit: &mut dyn FnMut(&'a Expression)) {
    match (&condition.kind, truth) {
        (ExpressionKind::Binary(BinaryOperator::Or, left, right), false)
        | (ExpressionKind::Binary(BinaryOperator::And, left, right), true) => {
            decided(left, truth, visit);
            decided(right, truth, visit);
        }
        (ExpressionKind::Unary(UnaryOperator::Not, inner), _) => decided(inner, !truth, visit),
        _ => evaluated(condition, visit),
    }
}

/// Whether a statement does nothing, or leaves the function.
fn is_check(statement: &Statement, around: Surroundings<'_>) -> bool {
    match &statement.kind {
        StatementKind::If(condition, then, None) => is_pure(condition, around.translation) && leaves(then),
        StatementKind::Expression(Some(expression)) => {
            is_assertion(expression, around.translation, around.map.text())
        }
        _ => false,
    }
}

/// The functions of the library that end the program.
pub const ENDING: [&str; 5] = ["exit", "abort", "_Exit", "_exit", "quick_exit"];

/// Those that do so where an assertion doesn't hold.
pub const FAILING: [&str; 5] = ["__assert_fail", "__assert_rtn", "__assert", "_assert", "_wassert"];

/// What is no part of an assertion's own text.
const UNUSUAL: [&str; 9] = ["return", "goto", "break", "continue", "while", "for", "do", "switch", "__asm__"];

/// Whether an expression is what `assert` is made of: without effect, unless the program ends.
pub fn is_assertion(expression: &Expression, translation: &Translation, text: &str) -> bool {
    let words = translation.table.within(expression.span).iter().map(|token| token.span.of(text));
    let is_usual = words.into_iter().all(|word| !UNUSUAL.contains(&word));
    let (mut fails, mut pure) = (false, true);
    expression.walk(&mut |part| match &part.kind {
        ExpressionKind::Assign(..) | ExpressionKind::Increment { .. } => pure = false,
        ExpressionKind::Call(callee, _) => match is_failing(callee, &translation.resolved.symbols) {
            true => fails = true,
            false => pure &= is_pure(part, translation),
        },
        _ => pure &= is_steady(part),
    });
    fails && pure && is_usual
}

/// Whether what is called ends the program where an assertion doesn't hold.
pub fn is_failing(callee: &Expression, symbols: &Symbols) -> bool {
    callee.variable().is_some_and(|callee| FAILING.contains(&symbols[callee].name.as_str()))
}

fn is_steady(part: &Expression) -> bool {
    !part.type_.qualifiers.volatile && !part.type_.qualifiers.atomic
}

/// Whether a statement returns, if it comes to its end at all.
fn leaves(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Block(list) => {
            let mut jumps = false;
            statement.walk(&mut |inner| {
                jumps |= matches!(
                    inner.kind,
                    StatementKind::Labeled(..)
                        | StatementKind::Other(Construct::Goto(_) | Construct::Assembly, ..)
                );
            });
            !jumps && list.last().is_some_and(leaves)
        }
        StatementKind::Other(Construct::Return, ..) => true,
        _ => false,
    }
}

/// Whether a statement only gives local variables values.
fn is_silent(statement: &Statement, around: Surroundings<'_>) -> bool {
    let symbols = around.symbols();
    match &statement.kind {
        StatementKind::Declaration(_) => {
            statement.expressions(symbols).into_iter().all(|it| is_pure(it, around.translation))
        }
        StatementKind::Expression(None) => true,
        StatementKind::Expression(Some(expression)) => match &expression.kind {
            ExpressionKind::Assign(None, target, value) => {
                let target = target.variable();
                let is_local = |symbol| symbols[symbol].kind == SymbolKind::Local { is_static: false };
                target.is_some_and(is_local) && is_pure(value, around.translation)
            }
            _ => is_pure(expression, around.translation),
        },
        _ => false,
    }
}

/// Whether evaluating an expression changes nothing, and gives the same once more.
pub fn is_pure(expression: &Expression, translation: &Translation) -> bool {
    let mut purities = Purities::new(translation);
    let mut pure = true;
    expression.walk(&mut |part| {
        pure &= is_steady(part);
        pure &= match &part.kind {
            ExpressionKind::Assign(..) | ExpressionKind::Increment { .. } | ExpressionKind::Other(..) => {
                false
            }
            ExpressionKind::Call(callee, _) => {
                callee.variable().is_some_and(|callee| purities.of(callee) != Purity::Unknown)
            }
            _ => true,
        };
    });
    pure
}

/// The token behind the checks, in front of which a test may stand; none where it doesn't stand in the main file as it is.
pub fn behind(checks: &[Statement], around: Surroundings<'_>) -> Option<Span> {
    let end = checks.last()?.span.end;
    let tokens = &around.translation.table.tokens;
    let next = tokens.get(tokens.partition_point(|token| token.span.start < end))?.span;
    around.map.original(next).is_some_and(|place| place.file == FileId::MAIN).then_some(next)
}
