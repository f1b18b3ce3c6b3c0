//! Calls whose functions' statements stand among those of the caller, without braces around them.
//!
//! `save(name, img, w, h)` opens a file, writes pixels and closes it: no region takes all of that, and one that takes the loop alone has
//! none of the caller's. In a row with these it has. What the function declares lives on behind the call then, so each of its variables
//! gets a name that means nothing else there, and no more than one of the functions beside each other may have large arrays: the stack
//! has to hold no more than it had to. Where it ends early (`if (!f) return;`), a jump leads to a label at its end.

use super::Parsed;
use super::around::{Around, declares_types};
use super::block::Bound;
use super::callee::{Callee, Form, is_in_macro};
use super::site::fresh;
use crate::syntax::fold::size;
use crate::syntax::tree::{Function, StatementKind, SymbolId, SymbolKind, Symbols, walk_extents};
use crate::syntax::types::{Type, TypeKind};

/// Arrays of more bytes are large.
const LARGE: i128 = 4096;

/// What stands for parameters and variables of a function without braces, if it can do without; `beside` are the functions that become
/// text there, too.
pub fn opened<'a>(
    parsed: Parsed<'a>,
    around: &Around,
    callee: &Callee,
    bound: &Bound<'a>,
    beside: &[&Function],
) -> Option<Bound<'a>> {
    let symbols = &parsed.resolved.symbols;
    let is_large = |function: &Function| has_large_arrays(parsed, function);
    let is_second = || is_large(callee.function) && beside.iter().any(|other| is_large(other));
    if declares_types(parsed, callee.function) || is_second() {
        return None;
    }
    let Form::Statements { ends, .. } = &callee.form else { return None };
    let parameters = callee.parameters.iter().map(|parameter| parameter.symbol);
    let is_declared = |symbol: &SymbolId| bound.arguments.get(symbol).is_some_and(|it| !it.is_put_in);
    let all = own_variables(parsed, callee.function).into_iter().chain(parameters.filter(is_declared));
    let all: Vec<SymbolId> = all.collect();
    // nothing may jump past what has a size that is computed
    if !ends.is_empty() && all.iter().any(|symbol| has_variable_size(&symbols[*symbol].type_, symbols)) {
        return None;
    }
    let is_inside = |kind: &SymbolKind| {
        matches!(kind, SymbolKind::Local { .. } | SymbolKind::Parameter | SymbolKind::Member(_))
    };
    let is_of_file =
        |name: &str| symbols.0.iter().any(|symbol| symbol.name == name && !is_inside(&symbol.kind));
    let is_beside = |name: &str| {
        let is_in = |place| beside.iter().any(|other| other.span.contains(place));
        symbols.0.iter().any(|symbol| symbol.name == name && is_in(symbol.name_span))
    };
    let earlier = beside.iter().filter(|other| other.symbol == callee.function.symbol).count();
    let mut opened = bound.clone();
    for symbol in all {
        let name = symbols[symbol].name.as_str();
        let is_adopted = bound.adopted.is_some_and(|it| it.own == symbol);
        opened.lasting.extend((!is_adopted).then_some(symbol));
        let is_free = !around.names.contains(name) && !is_of_file(name) && !is_beside(name);
        if is_adopted || is_free || bound.renamed.contains_key(&symbol) {
            continue;
        }
        if is_in_macro(parsed, callee.function, symbol) || callee.in_pragmas.contains(name) {
            return None;
        }
        opened.renamed.insert(symbol, fresh(parsed, callee, name, earlier));
    }
    opened.end = Some(fresh(parsed, callee, "end", earlier));
    Some(opened)
}

/// What the outermost block of a function declares.
fn own_variables(parsed: Parsed, function: &Function) -> Vec<SymbolId> {
    let StatementKind::Block(list) = &function.body.kind else { return vec![] };
    let declared = list.iter().flat_map(|statement| match &statement.kind {
        StatementKind::Declaration(list) => list.as_slice(),
        _ => &[],
    });
    let own = |symbol: &SymbolId| matches!(parsed.resolved.symbols[*symbol].kind, SymbolKind::Local { .. });
    declared.map(|declared| declared.symbol).filter(own).collect()
}

fn has_large_arrays(parsed: Parsed, function: &Function) -> bool {
    let symbols = &parsed.resolved.symbols;
    let is_large = |type_: &Type| {
        matches!(type_.kind, TypeKind::Array(..)) && size(type_, symbols).is_none_or(|bytes| bytes > LARGE)
    };
    own_variables(parsed, function).into_iter().any(|symbol| is_large(&symbols[symbol].type_))
}

/// Whether C takes a type for one of a variable size: a variable is in it, whatever is known of that.
fn has_variable_size(type_: &Type, symbols: &Symbols) -> bool {
    let mut found = false;
    let is_constant = |it: SymbolId| matches!(symbols[it].kind, SymbolKind::EnumerationConstant(_));
    walk_extents(type_, &mut |part| found |= part.variable().is_some_and(|it| !is_constant(it)));
    found
}
