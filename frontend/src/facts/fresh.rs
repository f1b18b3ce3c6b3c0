//! Functions of the file that give back a block that nobody else knows: `float *p = malloc(n); …; return p;`.
//!
//! So what they give back is apart from all that was there before, as what `malloc` gives back is. Each value that such a function returns
//! is null, what a function of the same kind gives back, or a local pointer that is never set to anything else, and that goes nowhere else but to
//! functions of the library that don't keep it.

use std::collections::{BTreeSet, HashSet};

use diagnostics::Span;

use super::allocation::{is_fresh, is_null};
use super::occurrences::{Use, occurrences, values};
use crate::syntax::tree::{
    Construct, Expression, ExpressionKind, Function, Initializer, StatementKind, SymbolId, SymbolKind,
};
use crate::syntax::types::TypeKind;
use crate::translation::Translation;

/// Functions that only look at, or write, what an argument leads to.
const BORROWING: &str =
    " memset memcpy memmove fread fwrite fgets fscanf sscanf scanf printf fprintf strlen strcpy ";

/// Functions that call one another are followed so far.
const LONGEST_CHAIN: usize = 4;

/// Such functions of a translation unit.
pub fn fresh(translation: &Translation) -> BTreeSet<SymbolId> {
    let mut known = BTreeSet::new();
    for _ in 0..LONGEST_CHAIN {
        let functions = translation.resolved.functions.iter();
        let found: BTreeSet<_> =
            functions.filter(|it| gives_back_fresh(it, &known, translation)).map(|it| it.symbol).collect();
        if found == known {
            break;
        }
        known = found;
    }
    known
}

/// Whether a value is a block that nobody knew before.
pub fn is_fresh_block(value: &Expression, translation: &Translation) -> bool {
    is_fresh(value, &translation.resolved.symbols) || is_given_back(value, &translation.resolved.fresh)
}

fn is_given_back(value: &Expression, known: &BTreeSet<SymbolId>) -> bool {
    let ExpressionKind::Call(callee, _) = &value.without_casts().kind else { return false };
    callee.variable().is_some_and(|callee| known.contains(&callee))
}

fn gives_back_fresh(function: &Function, known: &BTreeSet<SymbolId>, translation: &Translation) -> bool {
    let symbols = &translation.resolved.symbols;
    let is_block = |value: &Expression| is_fresh(value, symbols) || is_given_back(value, known);
    let (mut returned, mut places, mut is_fine) =
        (BTreeSet::new(), Vec::new(), !function.body.holds_assembly());
    let mut is_obtained = false;
    function.body.walk(&mut |statement| {
        let StatementKind::Other(Construct::Return, values, _) = &statement.kind else { return };
        for value in values {
            match value.without_casts().variable() {
                _ if is_null(value) => {}
                _ if is_block(value) => is_obtained = true,
                Some(pointer) => {
                    returned.insert(pointer);
                    places.push(value.span);
                }
                None => is_fine = false,
            }
        }
    });
    if !is_fine || returned.is_empty() && !is_obtained {
        return false;
    }
    let uses = occurrences(&function.body, symbols, &HashSet::new());
    let values = values(&function.body, symbols);
    places.extend(borrowed(function, translation));
    returned.iter().all(|pointer| {
        let declared = &symbols[*pointer];
        let is_own = declared.kind == SymbolKind::Local { is_static: false }
            && matches!(declared.type_.kind, TypeKind::Pointer(_))
            && !matches!(declared.initializer, Some(Initializer::List(_)));
        let mut values = values.get(pointer).into_iter().flatten();
        let stays = |place: Span| places.iter().any(|it| it.contains(place));
        let mut uses = uses.get(pointer).into_iter().flatten();
        is_own
            && values.all(|value| is_null(value) || is_block(value))
            && uses.all(|it| it.use_ != Use::Escape || stays(it.place))
    })
}

/// The arguments of calls that keep nothing; not those that change what they hand over.
fn borrowed(function: &Function, translation: &Translation) -> Vec<Span> {
    let symbols = &translation.resolved.symbols;
    let mut found = Vec::new();
    function.body.walk_expressions(symbols, &mut |expression| {
        let ExpressionKind::Call(callee, arguments) = &expression.kind else { return };
        let name = callee.variable().map_or("", |callee| symbols[callee].name.as_str());
        if BORROWING.split_whitespace().any(|listed| listed == name) {
            let changes = |argument: &Expression| {
                let mut found = false;
                argument.walk(&mut |part| found |= part.assigned().is_some());
                found
            };
            found.extend(arguments.iter().filter(|it| !changes(it)).map(|argument| argument.span));
        }
    });
    found
}
