//! Statements `a.w = b.w = w;` as one for each assignment, so that each is known that gives a structure's member, or a pointer, its value.

use diagnostics::Span;

use super::around::Around;
use super::block::{Bound, Writer, indent_at};
use super::named::follows_pragma;
use super::{Inlined, Parsed};
use crate::chains::links;
use crate::syntax::tree::{Expression, ExpressionKind, Function, Statement, StatementKind};
use crate::syntax::types::TypeKind;

/// Those of a function in which nothing else becomes another text, as `found` says.
pub fn chained(parsed: Parsed, around: &Around, caller: &Function, found: &[Inlined]) -> Vec<Inlined> {
    let mut all = Vec::new();
    caller.body.walk(&mut |statement| {
        let StatementKind::Block(list) = &statement.kind else { return };
        let is_apart = |it: &&Statement| {
            found.iter().all(|other| other.span.end <= it.span.start || it.span.end <= other.span.start)
                && !follows_pragma(parsed, it.span)
        };
        all.extend(list.iter().filter(is_apart).filter_map(|it| in_a_row(parsed, around, it).ok()));
    });
    all
}

/// Such a statement as several.
fn in_a_row(parsed: Parsed, around: &Around, statement: &Statement) -> Result<Inlined, String> {
    let StatementKind::Expression(Some(expression)) = &statement.kind else {
        return Err("it assigns nothing".into());
    };
    let keeps = |symbol| around.is_plain(symbol);
    let links = links(expression, &parsed.resolved.symbols, &keeps).unwrap_or_default();
    if links.len() < 2 || !links.iter().any(|(target, _)| is_of_structure(target)) {
        return Err("it assigns one number, or no structure's".into());
    }
    let span = statement.span;
    let (place, text) = around.place(span)?;
    let whole = innermost(parsed, span, &links).ok_or("its parts can't be told")?;
    let (bound, indent) = (Bound::default(), indent_at(parsed.map, span));
    let mut writer = Writer::new(parsed, Span::new(0, 0), &bound);
    let first = links[0].1;
    for (position, (target, value)) in links.into_iter().enumerate() {
        writer.new_text(&if position == 0 { String::new() } else { format!("\n{indent}") }, span);
        writer.copied(target.span)?;
        writer.new_text(" = ", span);
        writer.copied(if std::ptr::eq(value, first) { whole } else { value.span })?;
        writer.new_text(";", span);
    }
    let (block, pieces) = (writer.text, writer.pieces);
    Ok(Inlined { span, place, text: text.to_owned(), block, pieces, ..Inlined::default() })
}

/// Whether a place is a pointer, or in a structure.
fn is_of_structure(target: &Expression) -> bool {
    matches!(target.kind, ExpressionKind::Member(..)) || matches!(target.type_.kind, TypeKind::Pointer(_))
}

/// All of the tokens of the innermost value of a statement, in front of which there is nothing but the targets.
fn innermost(parsed: Parsed, statement: Span, links: &[(&Expression, &Expression)]) -> Option<Span> {
    let mut rest = parsed.table.within(statement);
    for (target, _) in links.iter().rev() {
        let own = parsed.table.within(target.span);
        let is_next = rest.len() > own.len() && rest.first()?.span.start == own.first()?.span.start;
        let is_given = is_next && rest[own.len()].span.of(parsed.text()) == "=";
        rest = is_given.then(|| &rest[own.len() + 1..])?;
    }
    let (end, value) = rest.split_last()?;
    (end.span.of(parsed.text()) == ";").then(|| Some(value.first()?.span.to(value.last()?.span)))?
}
