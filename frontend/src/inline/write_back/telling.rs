//! Functions that tell somebody something, and do nothing else: what they are given is what it was.

use super::super::called;
use crate::facts::changes::{addresses_taken, change};
use crate::facts::purity::only_computes;
use crate::syntax::resolve::Resolved;
use crate::syntax::tree::{Expression, ExpressionKind, Function, SymbolId, Symbols};
use crate::syntax::types::TypeKind;

/// Those of the library, and those that tell the time.
const TELLING: [&str; 22] = [
    "printf",
    "fprintf",
    "puts",
    "putchar",
    "fputs",
    "fputc",
    "putc",
    "fwrite",
    "fflush",
    "fopen",
    "fclose",
    "perror",
    "exit",
    "clock",
    "time",
    "difftime",
    "gettimeofday",
    "clock_gettime",
    "omp_get_wtime",
    "omp_get_num_threads",
    "omp_get_thread_num",
    "omp_get_max_threads",
];

/// Those of the library that write text into an array.
const WRITING_TEXT: [&str; 2] = ["sprintf", "snprintf"];

/// Longer chains of calls aren't followed.
const LONGEST_CHAIN: usize = 4;

/// Whether a function is one of the library that tells something, or the time.
pub fn is_telling(resolved: &Resolved, symbol: SymbolId) -> bool {
    called(resolved, symbol).is_none() && TELLING.contains(&resolved.symbols[symbol].name.as_str())
}

/// The array into which a call writes text, and does nothing else.
pub fn writes_text(callee: &Expression, arguments: &[Expression], symbols: &Symbols) -> Option<SymbolId> {
    let name = symbols[callee.variable()?].name.as_str();
    let target = arguments.first()?.variable().filter(|_| WRITING_TEXT.contains(&name))?;
    matches!(symbols[target].type_.kind, TypeKind::Array(..)).then_some(target)
}

/// Whether a function of the file does nothing but to tell something of what it is given: it changes variables of its own alone, and what it
/// calls does no more.
pub fn tells_only(resolved: &Resolved, symbol: SymbolId) -> bool {
    called(resolved, symbol).is_some_and(|function| tells(resolved, function, 0))
}

fn tells(resolved: &Resolved, function: &Function, depth: usize) -> bool {
    let symbols = &resolved.symbols;
    let is_own = |symbol: SymbolId| function.span.contains(symbols[symbol].name_span);
    let is_array = |symbol: SymbolId| {
        let type_ = &symbols[symbol].type_;
        let is_of_numbers = matches!(type_.kind, TypeKind::Array(..)) && type_.innermost().is_arithmetic();
        is_of_numbers && !function.parameters.contains(&symbol)
    };
    let calls = |callee: &Expression, arguments: &[Expression]| {
        let Some(symbol) = callee.variable() else { return false };
        let is_text = || writes_text(callee, arguments, symbols).is_some_and(|it| is_own(it) && is_array(it));
        match called(resolved, symbol) {
            Some(inner) => depth < LONGEST_CHAIN && tells(resolved, inner, depth + 1),
            None => is_telling(resolved, symbol) || only_computes(symbols, symbol) || is_text(),
        }
    };
    let mut tells = !function.body.holds_assembly();
    tells &= addresses_taken(&function.body, symbols).keys().all(|symbol| is_own(*symbol));
    function.body.walk_with_types(symbols, &mut |part| {
        if part.assigned().is_some() {
            tells &= change(part)
                .is_some_and(|change| is_own(change.symbol) && (change.is_whole || is_array(change.symbol)));
        }
        if let ExpressionKind::Call(callee, arguments) = &part.kind {
            tells &= calls(callee, arguments);
        }
    });
    tells
}
