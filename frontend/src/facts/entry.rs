//! What of a region is known already where its function starts, or behind the checks with which it starts, so that a copy of
//! the function can be chosen there; or right in front of the region, so that its new loops can be chosen there.

use std::collections::BTreeSet;

use diagnostics::Span;
use polyhedral::Parameter;

use super::Surroundings;
use super::certain::{is_readable, is_readable_behind, is_straight};
use super::checks::{behind, checks};
use super::members::{Owner, keeps, keeps_rows, leads_to_rows, member, owner};
use super::memory::{Moved, moved};
use super::tables::is_constant;
use crate::syntax::tree::{Construct, ExpressionKind, Statement, StatementKind, SymbolId, SymbolKind};
use crate::syntax::types::TypeKind;

/// Where a function is left for its copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// Behind the brace that opens its body.
    Start(Span),
    /// In front of the token behind its checks.
    Before(Span),
    /// In front of the region: it is chosen there whether its loops run as they were, and no copy of the function is needed.
    Around(Span),
}

impl Place {
    /// The place right in front of what runs next.
    fn since(self) -> Span {
        match self {
            Place::Start(brace) => brace,
            Place::Before(next) | Place::Around(next) => Span::new(next.start - 1, next.start),
        }
    }
}

/// A function that can be copied.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The whole definition.
    pub function: Span,
    /// Its name there.
    pub name: Span,
    /// Where the copy is chosen.
    pub place: Place,
    /// Whether it has a result.
    pub has_result: bool,
    /// Whether the definition says `static`.
    pub is_static: bool,
    /// Its parameters, in order.
    pub parameters: Vec<String>,
    /// Those that keep their values up to the end of the region, variables of the file that do, and members that do and can be
    /// read at that place (`image->data`).
    pub steady: BTreeSet<String>,
    /// Members that keep their values, but can be read there only if the region reads them.
    pub unread: BTreeSet<String>,
    /// Tables of pointers that hold the same ones there as in the region, which is reached from there in any case.
    pub tables: BTreeSet<String>,
    /// Numbers and arrays of the file, or in what steady parameters point to: their places are known there, whatever their
    /// values are.
    pub places: BTreeSet<String>,
}

impl Entry {
    /// Whether a parameter of the region has its value there already, and can be read.
    pub fn reads(&self, parameter: &Parameter) -> bool {
        self.reads_with(&BTreeSet::new(), parameter)
    }

    /// The same where some members are known to be readable as well.
    pub fn reads_with(&self, also: &BTreeSet<String>, parameter: &Parameter) -> bool {
        let is_steady = |name: &String| self.steady.contains(name) || also.contains(name);
        let is_product = !parameter.factors.is_empty();
        parameter.value.is_some()
            || is_steady(&parameter.spelling)
            || (is_product && parameter.factors.iter().all(is_steady))
    }

    /// Whether the region's loops are chosen right in front of it, and no copy of the function.
    pub fn is_around(&self) -> bool {
        matches!(self.place, Place::Around(_))
    }

    /// The same, if the region reads it.
    pub fn knows(&self, parameter: &Parameter) -> bool {
        self.reads(parameter) || self.unread.contains(&parameter.spelling)
    }

    /// The same of a parameter or member, as C spells it.
    pub fn has(&self, name: &str) -> bool {
        self.steady.contains(name) || self.unread.contains(name)
    }
}

/// The function around a region, as far as its last place knows where a copy can be chosen.
///
/// # Errors
/// Why it can't be copied, as a phrase.
pub fn entry(around: Surroundings<'_>) -> Result<Entry, String> {
    let mut entries = entries(around)?;
    entries.pop().ok_or_else(|| "it has no start".into())
}

/// The places of which a region may hope that a test there tells what it relies on, the better one first: where its function starts, and
/// right in front of it.
pub fn hopeful(around: Surroundings<'_>) -> Vec<Entry> {
    entry(around).into_iter().chain(surrounding(around)).collect()
}

/// The function around a region, by each place where a copy can be chosen: its start, and behind the checks with which it
/// starts, where more can be read.
///
/// # Errors
/// Why it can't be copied, as a phrase.
pub fn entries(around: Surroundings<'_>) -> Result<Vec<Entry>, String> {
    let function = around.function();
    let symbols = around.symbols();
    let text = around.map.text();
    let table = &around.translation.table;
    let header = table.within(Span::new(function.span.start, function.body.span.start));
    let words: Vec<&str> = header.iter().map(|token| token.span.of(text)).collect();
    let name = header.iter().find(|token| token.span.of(text) == function.name);
    let name = name.ok_or("its name comes out of a macro")?.span;
    if function.name == "main" || words.contains(&"extern") || words.contains(&"...") {
        return Err(format!("`{}` can't be copied", function.name));
    }
    if words.last() == Some(&";") || words.iter().any(|word| word.starts_with("__attribute")) {
        return Err(format!("the head of `{}` has an unusual form", function.name));
    }
    let mut odd = None;
    function.body.walk(&mut |statement| match &statement.kind {
        StatementKind::Declaration(list) => {
            let lasts = |id: SymbolId| {
                let is_static = symbols[id].kind == SymbolKind::Local { is_static: true };
                is_static && !is_constant(&symbols[id])
            };
            if list.iter().any(|declared| lasts(declared.symbol)) {
                odd = Some("it has static variables");
            }
        }
        StatementKind::Other(Construct::Assembly, ..) => odd = Some("it has inline assembly"),
        _ => {}
    });
    function.body.walk_expressions(symbols, &mut |expression| {
        if let ExpressionKind::Other(..) = expression.kind {
            let is_block = table.within(expression.span).first().is_some_and(|it| it.span.of(text) == "(");
            odd = odd.or(is_block.then_some("it has expressions of an unusual form"));
        }
    });
    let tokens = table.within(function.span);
    if tokens
        .iter()
        .any(|token| matches!(token.span.of(text), "__func__" | "__FUNCTION__" | "asm" | "__asm__"))
    {
        odd = Some("it names itself, or has inline assembly");
    }
    if let Some(odd) = odd {
        return Err(format!("`{}` can't be copied: {odd}", function.name));
    }
    let parameters: Vec<String> = function.parameters.iter().map(|id| symbols[*id].name.clone()).collect();
    if parameters.iter().any(String::is_empty) {
        return Err(format!("a parameter of `{}` has no name", function.name));
    }
    let has_result = match &symbols[function.symbol].type_.kind {
        TypeKind::Function(result) => !matches!(result.kind, TypeKind::Void),
        _ => return Err(format!("the result of `{}` isn't known", function.name)),
    };
    let steady: BTreeSet<SymbolId> =
        function.parameters.iter().copied().filter(|id| is_steady(*id, around)).collect();
    let is_place = |id: &SymbolId| {
        if is_of_file(*id, around) {
            return true;
        }
        let found = member(*id, symbols).filter(|member| !member.is_one_of_many());
        found.is_some_and(|it| steady.contains(&it.object) && owner(it) == Owner::Pointee(it.object))
    };
    let places = around.index.occurrences.keys().copied().filter(is_place);
    let spelling = |id: SymbolId| symbols[id].name.clone();
    let names = |list: Vec<SymbolId>| list.into_iter().map(spelling).collect::<BTreeSet<_>>();
    let brace = Span::new(function.body.span.start, function.body.span.start + 1);
    let places = names(places.collect());
    let at = |place: Place, checks: &[Statement]| {
        let since = place.since();
        let members = steady_members(&steady, since, around).into_iter();
        let (read, unread): (Vec<_>, Vec<_>) =
            members.partition(|id| is_readable_behind(checks, *id, around));
        let is_straight = is_straight(since.start, around);
        let is_table = |id: &SymbolId| {
            is_straight && leads_to_rows(&symbols[*id].type_) && keeps_rows(*id, since, around)
        };
        let of_file = around.index.occurrences.keys().copied();
        let of_file: Vec<_> = of_file.filter(|id| is_steady_of_file(*id, since, around)).collect();
        let all = steady.iter().chain(&of_file).chain(&read).chain(&unread).copied();
        let tables = names(all.filter(is_table).collect());
        Entry {
            places: places.clone(),
            function: function.span,
            name,
            place,
            has_result,
            is_static: words.contains(&"static"),
            steady: names(steady.iter().copied().chain(of_file).chain(read).collect()),
            unread: if is_straight { names(unread) } else { BTreeSet::new() },
            tables,
            parameters: parameters.clone(),
        }
    };
    let checks = checks(around);
    let later = behind(checks, around).map(|next| at(Place::Before(next), checks));
    Ok(std::iter::once(at(Place::Start(brace), &[])).chain(later).collect())
}

/// The place right in front of a region, where new loops can be chosen instead of those of the program.
///
/// # Errors
/// Why both can't be there, as a phrase.
pub fn surrounding(around: Surroundings<'_>) -> Result<Entry, String> {
    let (symbols, function, region) = (around.symbols(), around.function(), around.region.span);
    let Moved { before, .. } = moved(around)?;
    if let Some(lasting) = lasting(&before, around) {
        return Err(format!("`{lasting}` is declared there, and used behind"));
    }
    if region.of(around.map.text()).contains("pragma") {
        return Err("there is a pragma in it".into());
    }
    if around.statements().iter().any(|it| it.holds(&|kind| matches!(kind, StatementKind::Labeled(..)))) {
        return Err("there is a label in it".into());
    }
    let is_inside = |id: &SymbolId| around.occurrences(*id).iter().any(|it| around.is_inside(it.place));
    let is_changed = |id: SymbolId| around.changes_inside().any(|it| it.symbol == id && it.is_whole);
    let is_declared_before = |id: SymbolId| !around.is_inside(symbols[id].name_span);
    let since = Place::Around(region).since();
    let is_variable = |id: SymbolId| {
        let kind = &symbols[id].kind;
        (kind.is_variable() || *kind == SymbolKind::Parameter) && is_declared_before(id)
    };
    let is_steady = |id: &SymbolId| match member(*id, symbols) {
        None => is_variable(*id) && !is_changed(*id),
        Some(member) => {
            is_declared_before(member.object)
                && !is_changed(member.object)
                && !member.is_one_of_many()
                && keeps(*id, since, around)
        }
    };
    let is_place = |id: &SymbolId| is_variable(*id) && symbols[*id].type_.innermost().is_arithmetic();
    // what a variable of the region was given may be a member that the region doesn't name
    let is_of_parameter = |id: &SymbolId| {
        let object = member(*id, symbols).map(|member| member.object);
        object.is_some_and(|id| function.parameters.contains(&id) && !is_hidden(id, around))
    };
    let is_known = |id: &SymbolId| is_inside(id) || is_of_parameter(id);
    let all = || around.index.occurrences.keys().copied().filter(is_known);
    let name = |id: SymbolId| symbols[id].name.clone();
    let (steady, unread): (Vec<_>, Vec<_>) = all().filter(is_steady).partition(|id| is_readable(*id, around));
    Ok(Entry {
        function: function.span,
        name: symbols[function.symbol].name_span,
        place: Place::Around(region),
        has_result: false,
        is_static: false,
        parameters: vec![],
        tables: steady.iter().chain(&unread).copied().map(name).collect(),
        steady: steady.into_iter().map(name).collect(),
        unread: unread.into_iter().map(name).collect(),
        places: all().filter(is_place).map(name).collect(),
    })
}

/// A variable that the region declares and that is used behind it, or lives on: there would be one for each of both loops, but for
/// what comes to stand in front of both.
fn lasting<'a>(before: &[Span], around: Surroundings<'a>) -> Option<&'a str> {
    let symbols = around.symbols();
    let own = around.statements().iter().filter(|statement| !before.contains(&statement.span));
    let declared = own.flat_map(|statement| match &statement.kind {
        StatementKind::Declaration(list) => list.as_slice(),
        _ => &[],
    });
    let is_used = |id: SymbolId| !around.occurrences(id).iter().all(|it| around.is_inside(it.place));
    let mut lasting = declared.map(|it| it.symbol).find(|id| is_used(*id));
    around.statements().iter().for_each(|statement| {
        statement.walk(&mut |inner| {
            let StatementKind::Declaration(list) = &inner.kind else { return };
            let is_static = |id: SymbolId| symbols[id].kind == SymbolKind::Local { is_static: true };
            lasting = lasting.or(list.iter().map(|it| it.symbol).find(|id| is_static(*id)));
        });
    });
    lasting.map(|id| symbols[id].name.as_str())
}

/// The members that are reached through steady parameters, and have the same value from a place on.
fn steady_members(parameters: &BTreeSet<SymbolId>, since: Span, around: Surroundings<'_>) -> Vec<SymbolId> {
    let is_steady = |id: &SymbolId| {
        let Some(member) = member(*id, around.symbols()) else { return false };
        parameters.contains(&member.object) && !member.is_one_of_many() && keeps(*id, since, around)
    };
    around.index.occurrences.keys().copied().filter(is_steady).collect()
}

/// Whether a parameter is what it was at the start, up to the end of the region whenever that runs, and no other variable of its
/// name is meant there.
fn is_steady(symbol: SymbolId, around: Surroundings<'_>) -> bool {
    let region = around.region.span;
    let may_precede = |place: Span| {
        let mut loops = around.index.loops.iter();
        let comes_back = loops.any(|span| span.contains(region) && span.contains(place));
        place.start < region.end || comes_back || around.may_jump_back()
    };
    let mut changes = around.index.changes.iter().filter(|change| change.symbol == symbol && change.is_whole);
    let changes = changes.any(|change| may_precede(change.place));
    !changes && !is_hidden(symbol, around) && around.address_taken(symbol).is_none()
}

/// Whether the function has a variable of this name in some block.
fn is_hidden(symbol: SymbolId, around: Surroundings<'_>) -> bool {
    around.symbols().0.iter().any(|other| {
        let hides = other.declared.is_some_and(|places| around.function().body.span.contains(places.scope));
        hides && other.name == around.symbols()[symbol].name
    })
}

/// Whether a number or an array is a variable of the file, which its name means wherever the function starts.
fn is_of_file(symbol: SymbolId, around: Surroundings<'_>) -> bool {
    let declared = &around.symbols()[symbol];
    let is_taken = around.translation.resolved.file_arrays.is_taken(symbol);
    (declared.kind == SymbolKind::Global || is_taken)
        && declared.type_.innermost().is_arithmetic()
        && is_meant_everywhere(symbol, around)
}

/// Whether a number or a pointer of the file has the same value from a place on.
fn is_steady_of_file(symbol: SymbolId, since: Span, around: Surroundings<'_>) -> bool {
    let declared = &around.symbols()[symbol];
    let is_value = matches!(declared.type_.kind, TypeKind::Integer(_) | TypeKind::Pointer(_));
    declared.kind == SymbolKind::Global
        && is_value
        && is_meant_everywhere(symbol, around)
        && keeps(symbol, since, around)
}

/// Whether the function has no parameter or variable of the same name.
fn is_meant_everywhere(symbol: SymbolId, around: Surroundings<'_>) -> bool {
    let symbols = around.symbols();
    let is_parameter = |id: &SymbolId| symbols[*id].name == symbols[symbol].name;
    !is_hidden(symbol, around) && !around.function().parameters.iter().any(is_parameter)
}
