//! Members of structures: whose memory they are, and what a part of a function may do to them.

use std::sync::PoisonError;

use diagnostics::Span;

use super::Surroundings;
use super::aliasing::is_anonymous;
use super::allocation::allocation;
use super::changes::{Change, change};
use super::lifetime::{escapes, escapes_before_end};
use super::purity::Purities;
use crate::syntax::tree::{
    Expression, ExpressionKind, Initializer, Member, Step, SymbolId, SymbolKind, Symbols,
};
use crate::syntax::types::{Type, TypeKind};

/// Whose memory the cells of a member are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The variable's own, with which the path starts.
    Object(SymbolId),
    /// What that variable points to.
    Pointee(SymbolId),
    /// What a pointer in a structure points to.
    Elsewhere,
}

/// What is known of a symbol, if it is a member.
pub fn member(symbol: SymbolId, symbols: &Symbols) -> Option<&Member> {
    match &symbols[symbol].kind {
        SymbolKind::Member(member) => Some(member),
        _ => None,
    }
}

/// The variable that must be known to know where `symbol` is: where its path starts, else itself.
pub fn object(symbol: SymbolId, symbols: &Symbols) -> SymbolId {
    member(symbol, symbols).map_or(symbol, |member| member.object)
}

/// Whose memory the numbers are that a member leads to.
pub fn owner(member: &Member) -> Owner {
    match member.type_.kind {
        TypeKind::Pointer(_) => Owner::Elsewhere,
        _ => holder(member),
    }
}

/// Whose memory the member itself is in.
fn holder(member: &Member) -> Owner {
    match member.steps.iter().rposition(Step::is_pointer) {
        None => Owner::Object(member.object),
        Some(0) => Owner::Pointee(member.object),
        Some(_) => Owner::Elsewhere,
    }
}

/// Whether an array may be longer than its structure says: compilers let the last member of one that a pointer leads
/// to go on in the memory behind.
pub fn may_go_on(member: &Member, around: Surroundings<'_>) -> bool {
    let Some(record) = member.record else { return false };
    let fields =
        around.translation.resolved.records.0.get(record.0).and_then(|record| record.fields.as_ref());
    let last = fields.and_then(|fields| fields.last()).and_then(|field| field.name.as_deref());
    let is_last = last.is_none() || last == member.fields().last().copied();
    is_last && !matches!(owner(member), Owner::Object(_)) && !member.is_one_of_many()
}

/// Whether pointers that aren't known may lead to the memory in which the value of `symbol` is.
fn is_exposed(symbol: SymbolId, around: Surroundings<'_>) -> bool {
    match member(symbol, around.symbols()).map(holder) {
        None => is_known(symbol, around) || escapes(symbol, around),
        Some(Owner::Object(object)) => is_known(object, around) || escapes(object, around),
        Some(Owner::Pointee(object)) => allocation(object, around).is_none() || escapes(object, around),
        Some(Owner::Elsewhere) => true,
    }
}

/// Whether others may know where a variable is.
fn is_known(symbol: SymbolId, around: Surroundings<'_>) -> bool {
    // nobody has the address of a number that the file keeps
    let is_global = matches!(around.symbols()[symbol].kind, SymbolKind::Global)
        && !around.translation.resolved.kept.contains(&symbol);
    is_global || around.address_taken(symbol).is_some()
}

/// Whether writing a cell of `written`, as far as it leads to numbers, may change the value of `symbol`, or that of
/// a pointer on the way to it.
///
/// Two variables, and two members of one structure, are apart. What a pointer leads to may be anything of the
/// same type, since C says that memory is read as what it was written as; characters may be part of anything.
pub fn may_change(written: SymbolId, symbol: SymbolId, around: Surroundings<'_>) -> bool {
    let symbols = around.symbols();
    if written == symbol || is_cell_of(symbol, written, symbols) {
        return true;
    }
    let mut links = links(symbol, around);
    links.push((symbol, symbols[symbol].type_.clone()));
    let target = target(&symbols[written].type_);
    links.iter().any(|(link, type_)| may_be(written, target, *link, type_, around))
}

/// As [`may_change`], where a pointer is told apart from what it leads to.
pub fn may_write(written: SymbolId, symbol: SymbolId, around: Surroundings<'_>) -> bool {
    let type_ = &around.symbols()[written].type_;
    match written == symbol {
        true => is_compatible(target(type_), type_) && is_exposed(symbol, around),
        false => may_change(written, symbol, around),
    }
}

/// The pointers in structures that lead to the cells of `symbol`.
pub fn pointers_to(symbol: SymbolId, around: Surroundings<'_>) -> Vec<SymbolId> {
    let symbols = around.symbols();
    let type_ = member(symbol, symbols).map(|member| &member.type_);
    let own = type_.is_some_and(|type_| matches!(type_.kind, TypeKind::Pointer(_))).then_some(symbol);
    let links = links(symbol, around).into_iter().map(|(link, _)| link);
    own.into_iter().chain(links).filter(|pointer| member(*pointer, symbols).is_some()).collect()
}

/// Whether `symbol` is a member of the structure that a parameter of the function points to.
pub fn is_in_structure(symbol: SymbolId, around: Surroundings<'_>) -> bool {
    let found = member(symbol, around.symbols()).filter(|member| !member.is_one_of_many());
    let object = found.and_then(|member| match holder(member) {
        Owner::Pointee(object) => Some(object),
        _ => None,
    });
    let of_function = |object: SymbolId| around.function().parameters.contains(&object);
    let is_structure = |object: SymbolId| {
        let type_ = around.symbols()[object].type_.target();
        type_.is_some_and(|type_| matches!(type_.kind, TypeKind::Record(..)))
    };
    object.is_some_and(|object| {
        of_function(object) && is_structure(object) && around.address_taken(object).is_none()
    })
}

/// Whether writing something of type `type_`, at a place of which nothing is known, may change the value of `symbol`,
/// or that of a pointer on the way to it.
pub fn may_be_written(type_: &Type, symbol: SymbolId, around: Surroundings<'_>) -> bool {
    let mut links = links(symbol, around);
    links.push((symbol, around.symbols()[symbol].type_.clone()));
    let fits = |value: &Type| match (&type_.kind, &value.kind) {
        (TypeKind::Pointer(_), TypeKind::Integer(value)) => value.rank == 1,
        (TypeKind::Pointer(_), TypeKind::Floating(_)) => false,
        _ => is_compatible(type_, value),
    };
    links.iter().any(|(link, value)| fits(value) && is_exposed(*link, around))
}

/// Whether nothing but a pointer changes, of which nobody else can know where it is.
pub fn sets_own_pointer(change: &Change, around: Surroundings<'_>) -> bool {
    let declared = &around.symbols()[change.symbol];
    let is_own = matches!(declared.kind, SymbolKind::Local { is_static: false } | SymbolKind::Parameter);
    let is_pointer = matches!(declared.type_.kind, TypeKind::Pointer(_));
    change.is_whole && is_own && is_pointer && around.address_taken(change.symbol).is_none()
}

/// Whether `symbol` is a cell of `array` that has constant subscripts.
fn is_cell_of(symbol: SymbolId, array: SymbolId, symbols: &Symbols) -> bool {
    let Some(cell) = member(symbol, symbols) else { return false };
    match member(array, symbols) {
        Some(array) => cell.is_cell_of(array.object, &array.steps),
        None => cell.is_cell_of(array, &[]),
    }
}

/// The pointers that must keep their values so that `symbol` is the same object.
fn links(symbol: SymbolId, around: Surroundings<'_>) -> Vec<(SymbolId, Type)> {
    let symbols = around.symbols();
    let Some(member) = member(symbol, symbols) else { return vec![] };
    let known = around.index.occurrences.keys().filter_map(|id| match &symbols[*id].kind {
        SymbolKind::Member(link) => Some((*id, link)),
        _ => None,
    });
    let is_prefix = |link: &Member| {
        link.object == member.object
            && link.steps.len() < member.steps.len()
            && member.steps.starts_with(&link.steps)
            && matches!(link.type_.kind, TypeKind::Pointer(_))
    };
    let mut links: Vec<_> =
        known.filter(|(_, link)| is_prefix(link)).map(|(id, link)| (id, link.type_.clone())).collect();
    let object = &symbols[member.object].type_;
    if matches!(object.kind, TypeKind::Pointer(_)) {
        links.push((member.object, object.clone()));
    }
    links
}

/// Whether a cell of `written`, of type `target`, may be a part of `value`, of type `type_`.
fn may_be(written: SymbolId, target: &Type, value: SymbolId, type_: &Type, around: Surroundings<'_>) -> bool {
    let symbols = around.symbols();
    if !is_compatible(target, type_) || !is_exposed(value, around) {
        return false;
    }
    let (writer, reader) = (member(written, symbols), member(value, symbols));
    match writer.map(owner) {
        // a variable that others may know is no other variable, but may hold a structure
        None if symbols[written].type_.qualifiers.restrict && !leads_to_rows(&symbols[written].type_) => {
            false
        }
        None if !is_anonymous(written, around) => {
            let is_exposed = is_known(written, around) || escapes_before_end(written, around);
            is_exposed && !matches!(reader.map(holder), None | Some(Owner::Object(_)))
        }
        None | Some(Owner::Elsewhere) => true,
        Some(Owner::Object(object)) if is_another(object, value, symbols) => false,
        Some(_) => match (writer, reader) {
            (Some(writer), Some(reader)) => match (writer.record, reader.record) {
                (Some(one), Some(other)) if one != other => {
                    around.translation.resolved.records.share_union(one, other)
                }
                (Some(_), Some(_)) => writer.fields().last() == reader.fields().last(),
                _ => true,
            },
            _ => true,
        },
    }
}

/// Whether `value` is in a variable of its own, other than `object`.
fn is_another(object: SymbolId, value: SymbolId, symbols: &Symbols) -> bool {
    match member(value, symbols).map(holder) {
        None => value != object,
        Some(Owner::Object(other)) => other != object,
        Some(Owner::Pointee(_) | Owner::Elsewhere) => false,
    }
}

/// Whether it is the type of a pointer to pointers to numbers, or of an array of such.
pub fn leads_to_rows(type_: &Type) -> bool {
    let rows = type_.target().filter(|rows| matches!(rows.kind, TypeKind::Pointer(_)));
    rows.and_then(Type::target).is_some_and(Type::is_arithmetic)
}

/// What a cell of an array, or what a pointer leads to, is to pointers in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// No part of one: its type says so.
    Number,
    /// A part of one, maybe.
    Character,
    /// One itself, or what may hold one.
    Other,
}

/// What the cells of `written` are to pointers.
pub fn cell(written: SymbolId, symbols: &Symbols) -> Cell {
    match &target(&symbols[written].type_).kind {
        TypeKind::Integer(characters) if characters.rank == 1 => Cell::Character,
        TypeKind::Integer(_) | TypeKind::Floating(_) => Cell::Number,
        _ => Cell::Other,
    }
}

/// What a variable leads to, through its pointer and its dimensions.
fn target(type_: &Type) -> &Type {
    match &type_.kind {
        TypeKind::Pointer(target) | TypeKind::Array(target, _) => self::target(target),
        _ => type_,
    }
}

/// Whether C lets a value of type `value` be changed by writing one of type `written`.
fn is_compatible(written: &Type, value: &Type) -> bool {
    match (&written.kind, &value.kind) {
        (TypeKind::Integer(characters), _) | (_, TypeKind::Integer(characters)) if characters.rank == 1 => {
            true
        }
        (TypeKind::Integer(written), TypeKind::Integer(value)) => written.rank == value.rank,
        (TypeKind::Floating(_), TypeKind::Integer(_)) => false,
        (TypeKind::Integer(_) | TypeKind::Floating(_), TypeKind::Pointer(_)) => false,
        _ => true,
    }
}

/// Whether `symbol`, a member, has the same value at the region as at `since`: nothing behind `since` may write it, in
/// whatever order that runs.
pub fn keeps(symbol: SymbolId, since: Span, around: Surroundings<'_>) -> bool {
    let function = around.function().span;
    keeps_within(symbol, Span::new(since.start + 1, function.end), around)
}

/// The same where nothing but what starts in a place of the function may run.
pub fn keeps_within(symbol: SymbolId, place: Span, around: Surroundings<'_>) -> bool {
    let (symbols, body) = (around.symbols(), &around.function().body);
    let object = object(symbol, symbols);
    let is_private =
        matches!(member(symbol, symbols).map(holder), Some(Owner::Object(_))) && !is_exposed(symbol, around);
    if around.may_jump_back() || !is_private && body.holds_assembly() {
        return false;
    }
    let mut keeps = true;
    body.walk_expressions(symbols, &mut |expression| {
        if !keeps || !(place.start..place.end).contains(&expression.span.start) {
            return;
        }
        keeps = match &expression.kind {
            ExpressionKind::Assign(..) | ExpressionKind::Increment { .. } => match change(expression) {
                // a test tells that the structure is no part of what is written
                Some(change)
                    if around.region.is_hopeful
                        && !change.is_whole
                        && around.is_inside(change.place)
                        && is_in_structure(symbol, around) =>
                {
                    true
                }
                // a cell that the pointer leads to isn't the pointer, unless its type says that it may be, and others may know where it is
                Some(change) if change.symbol == symbol && !change.is_whole => {
                    let type_ = &symbols[symbol].type_;
                    let is_apart = is_private || !is_compatible(target(type_), type_);
                    matches!(type_.kind, TypeKind::Pointer(_)) && is_apart
                }
                Some(change) => {
                    change.symbol != symbol
                        && !(change.symbol == object && change.is_whole)
                        && (sets_own_pointer(&change, around) || !may_change(change.symbol, symbol, around))
                }
                None => is_private,
            },
            ExpressionKind::Call(callee, _) => is_private || is_harmless(callee, symbol, around),
            _ => true,
        };
    });
    keeps
}

/// Whether the pointers in a table are the same at the region as at `since`: nothing behind that may write a pointer in memory, but for
/// characters that the region writes; a test tells that these are none of the table.
pub fn keeps_rows(table: SymbolId, since: Span, around: Surroundings<'_>) -> bool {
    let (symbols, body) = (around.symbols(), &around.function().body);
    if around.may_jump_back() || body.holds_assembly() {
        return false;
    }
    let mut keeps = true;
    body.walk_expressions(symbols, &mut |expression| {
        if !keeps || expression.span.start <= since.start {
            return;
        }
        keeps = match &expression.kind {
            ExpressionKind::Assign(..) | ExpressionKind::Increment { .. } => {
                let is_number = expression.assigned().is_some_and(|target| target.type_.is_arithmetic());
                change(expression).is_some_and(|change| match change.is_whole {
                    true => change.symbol != table && (is_number || sets_own_pointer(&change, around)),
                    false => match cell(change.symbol, symbols) {
                        Cell::Number => is_number,
                        Cell::Character => is_number && around.is_inside(change.place),
                        Cell::Other => false,
                    },
                })
            }
            ExpressionKind::Call(callee, _) => is_harmless(callee, table, around),
            _ => true,
        };
    });
    keeps
}

/// What a list gives a member of a local structure in front of the region, if it keeps that.
pub fn given_by_list<'a>(symbol: SymbolId, around: Surroundings<'a>) -> Option<&'a Expression> {
    let symbols = around.symbols();
    let member = member(symbol, symbols)?;
    let [Step::Field(name)] = member.steps.as_slice() else { return None };
    let object = &symbols[member.object];
    let Some(Initializer::List(values)) = &object.initializer else { return None };
    let names = around.translation.resolved.listed.get(&member.object)?;
    let value = values.get(names.iter().position(|listed| listed == name)?)?;
    let is_before = object.kind == SymbolKind::Local { is_static: false }
        && !around.is_inside(object.declared?.declaration)
        && keeps(symbol, object.name_span, around);
    is_before.then_some(value)
}

/// Functions of the C library that write nothing which the program knows but to streams.
const KEEPING: &str = " malloc calloc free abort exit printf puts putchar fprintf fputs fputc putc fwrite fopen fclose \
    fflush perror ";

/// Whether a call writes nothing that the program knows, or at least not `symbol`.
fn is_harmless(callee: &Expression, symbol: SymbolId, around: Surroundings<'_>) -> bool {
    let Some(function) = callee.variable() else { return false };
    let resolved = &around.translation.resolved;
    let name = around.symbols()[function].name.as_str();
    let is_foreign = || !resolved.functions.iter().any(|own| own.symbol == function);
    KEEPING.split_whitespace().any(|keeping| keeping == name) && is_foreign()
        || resolved.obtaining.contains(&function)
        || Purities::new(around.translation).spares(function, Some(symbol))
        || writes_others(function, symbol, around)
}

/// Whether all that a function of the file may write is of types that C keeps apart from that of `symbol`.
fn writes_others(function: SymbolId, symbol: SymbolId, around: Surroundings<'_>) -> bool {
    let mut purities = Purities::new(around.translation);
    let mut effects = around.index.effects.lock().unwrap_or_else(PoisonError::into_inner);
    let written = effects.of(function, around.function().symbol, around.translation, &mut purities);
    let type_ = &around.symbols()[symbol].type_;
    written.is_some_and(|written| written.iter().all(|it| !is_compatible(it, type_)))
}
