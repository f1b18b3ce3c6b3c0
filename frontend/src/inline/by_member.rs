//! Arrays of structures, with an array for each member in their place.
//!
//! Of `pixel line[w]`, `line[x].r` and `line[x].g` are cells of two arrays, `line_r` and `line_g`, wherever nobody asks where in memory one
//! lies from the other. Then each of them can shrink as any array does, and one that nobody reads goes. Sound since every mention of such an
//! array is looked at: each names a member of one of its structures, or says the same of all of them, and is said again for each member:
//! what declares, obtains and releases the array, asks whether there was memory for it, and copies a structure.

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::Span;
use diagnostics::token::Token;
use polyhedral::Comparison;

use super::around::Around;
use super::block::{Writer, indent_at};
use super::copies::is_sum;
use super::{Inlined, Parsed};
use crate::facts::allocation::{compared_with_null, freed, is_fresh, is_null};
use crate::syntax::records::{Record, RecordId};
use crate::syntax::resolve::Resolved;
use crate::syntax::tree::{
    BinaryOperator, Expression, ExpressionKind, Function, Initializer, Statement, StatementKind, Symbol,
    SymbolId, SymbolKind, Symbols, UnaryOperator,
};
use crate::syntax::types::{Type, TypeKind};

/// Arrays of structures between which structures are copied.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ByMember {
    /// By their names, those of the arrays for their members.
    pub arrays: BTreeMap<String, Vec<String>>,
    /// Whether any is there before the function runs, so that it may find something in it.
    pub is_lasting: bool,
}

/// So many members at most become arrays.
const MOST_MEMBERS: usize = 8;

/// Functions that put a number where an argument leads, and look at nothing beside it: programs that tell them that it is longer than it is
/// do no harm among larger ones.
const SCANNING: [&str; 3] = ["scanf", "fscanf", "sscanf"];

/// The fewest bytes of such a number.
const LEAST_SCANNED: u64 = 4;

/// What a statement may call that says something of all members: each of these calls stands there once for each.
const SAID_AGAIN: [&str; 3] = ["malloc", "calloc", "free"];

/// The arrays of structures of numbers that functions or the file declare, by their structures.
pub fn arrays_of_structures(parsed: Parsed) -> BTreeMap<RecordId, BTreeSet<SymbolId>> {
    let Resolved { symbols, records, file_arrays, .. } = parsed.resolved;
    let mut found: BTreeMap<RecordId, BTreeSet<SymbolId>> = BTreeMap::new();
    for symbol in (0..symbols.0.len()).map(SymbolId) {
        let is_declared = match symbols[symbol].kind {
            SymbolKind::Local { .. } => true,
            SymbolKind::Global => file_arrays.declared(symbol).is_some(),
            _ => false,
        };
        if is_declared
            && let Some((record, _)) = structures(&symbols[symbol].type_)
            && is_flat(&records.0[record.0])
        {
            found.entry(record).or_default().insert(symbol);
        }
    }
    found
}

/// What gives those of `all` arrays of structures that are a function's, each with those that it is copied from or to, an array for each
/// member.
pub fn by_member(
    parsed: Parsed,
    around: &Around,
    caller: &Function,
    all: &BTreeMap<RecordId, BTreeSet<SymbolId>>,
) -> Vec<Inlined> {
    let symbols = &parsed.resolved.symbols;
    let mut given = BTreeSet::new();
    let mut found = Vec::new();
    for (record, arrays) in all {
        let own = arrays.iter().copied().filter(|array| is_own(parsed, caller, *array));
        let (record, mut arrays): (RecordId, BTreeSet<SymbolId>) = (*record, own.collect());
        let is_of_file = |array: &SymbolId| symbols[*array].kind == SymbolKind::Global;
        let functions: Vec<&Function> = match arrays.iter().any(is_of_file) {
            true => parsed.resolved.functions.iter().collect(),
            false => vec![caller],
        };
        let is_plain = |function: &&Function| {
            !function.body.holds_assembly() && !super::pragmas::are_within(parsed, function.body.span)
        };
        if arrays.is_empty() || !functions.iter().all(is_plain) {
            continue;
        }
        // one that isn't known leaves what is copied from and to it as it is
        let mentions = loop {
            let mentions = Mentions::of(parsed, (around, caller.span), &functions, record, &arrays);
            let known = arrays.len();
            arrays.retain(|array| !mentions.unknown.contains(array));
            if arrays.len() == known {
                break mentions;
            }
        };
        for group in mentions.groups() {
            let writing = Writing::new(&mentions, &group, &mut given);
            found.extend(writing.all().unwrap_or_default());
        }
    }
    found
}

/// Whether an array is one of the function, or of the file, which nobody else can know; functions after the last one that mentions an array
/// of the file have nothing to do with it.
fn is_own(parsed: Parsed, caller: &Function, array: SymbolId) -> bool {
    let Parsed { resolved, map, .. } = parsed;
    let known = &resolved.symbols[array];
    match known.kind {
        SymbolKind::Local { .. } => caller.body.span.contains(known.name_span),
        SymbolKind::Global => {
            let mut users = resolved.functions.iter().rev();
            let last = users.find(|function| function.body.mentions(array, &resolved.symbols));
            known.initializer.is_none()
                && map.is_in_main_file(known.name_span.start)
                && last.is_some_and(|function| function.symbol == caller.symbol)
        }
        _ => false,
    }
}

/// The structures of which there are many behind a variable, and how many subscripts name one.
fn structures(type_: &Type) -> Option<(RecordId, usize)> {
    let (mut inner, mut depth) = (type_, 0);
    while let TypeKind::Array(target, _) | TypeKind::Pointer(target) = &inner.kind {
        // rows of a table may be anywhere
        if depth > 0 && matches!(inner.kind, TypeKind::Pointer(_)) {
            return None;
        }
        (inner, depth) = (target, depth + 1);
    }
    match inner.kind {
        TypeKind::Record(record) if depth > 0 && !inner.qualifiers.volatile => Some((record, depth)),
        _ => None,
    }
}

/// Whether a structure has nothing but numbers for members.
fn is_flat(record: &Record) -> bool {
    let Some(fields) = &record.fields else { return false };
    let is_number = |type_: &Type| {
        type_.is_arithmetic()
            && !type_.spelling().is_empty()
            && !type_.qualifiers.volatile
            && !type_.qualifiers.atomic
    };
    !record.is_union
        && record.name.is_some()
        && (1..=MOST_MEMBERS).contains(&fields.len())
        && fields.iter().all(|field| field.name.is_some() && !field.is_bits && is_number(&field.type_))
}

/// All that a function says of arrays of one structure.
struct Mentions<'a> {
    parsed: Parsed<'a>,
    around: &'a Around<'a>,
    /// The function that is asked about, of those that mention the arrays.
    caller: Span,
    symbols: &'a Symbols,
    record: &'a Record,
    id: RecordId,
    arrays: BTreeSet<SymbolId>,
    /// The members of one structure: the array's name, what names the member behind it, and which that is.
    members: Vec<(SymbolId, Span, Span, String)>,
    /// The statements that say something of all members.
    whole: Vec<(&'a Statement, Whole<'a>)>,
    /// The declarations of the file, with the arrays.
    of_file: Vec<(Span, BTreeSet<SymbolId>)>,
    /// Whether there was memory: the expression, the array, and whether it holds if there was none.
    tests: Vec<(Span, SymbolId, bool)>,
    /// The arrays of which something else is said.
    unknown: BTreeSet<SymbolId>,
}

/// What a statement says of all members.
enum Whole<'a> {
    /// It declares, obtains or releases these arrays.
    Memory(BTreeSet<SymbolId>),
    /// It copies a structure.
    Copy(&'a Expression, &'a Expression),
    /// It declares a structure that is a copy of one.
    Declared(&'a Expression),
}

impl<'a> Mentions<'a> {
    fn of(
        parsed: Parsed<'a>,
        (around, caller): (&'a Around<'a>, Span),
        functions: &[&'a Function],
        id: RecordId,
        arrays: &BTreeSet<SymbolId>,
    ) -> Self {
        let resolved = parsed.resolved;
        let mut mentions = Mentions {
            parsed,
            around,
            caller,
            symbols: &resolved.symbols,
            record: &resolved.records.0[id.0],
            id,
            arrays: arrays.clone(),
            members: Vec::new(),
            whole: Vec::new(),
            of_file: Vec::new(),
            tests: Vec::new(),
            unknown: BTreeSet::new(),
        };
        mentions.note_declarations();
        for function in functions {
            mentions.note_members(function);
            function.body.walk(&mut |statement| {
                let found = mentions.whole(statement);
                mentions.whole.extend(found.map(|whole| (statement, whole)));
            });
        }
        mentions.note_unknown(functions);
        mentions
    }

    /// Notes where the file declares arrays.
    fn note_declarations(&mut self) {
        let mut found: BTreeMap<Span, BTreeSet<SymbolId>> = BTreeMap::new();
        for array in &self.arrays {
            if let Some(declared) = self.parsed.resolved.file_arrays.declared(*array) {
                found.entry(declared.declaration).or_default().insert(*array);
            }
        }
        // and nothing else
        let commas = |declaration: Span| {
            let words = self.parsed.table.within(declaration).iter();
            words.filter(|token| token.span.of(self.parsed.text()) == ",").count()
        };
        found.retain(|declaration, arrays| {
            commas(*declaration) + 1 == arrays.len() && self.may_be_said_again(*declaration)
        });
        self.of_file.extend(found);
    }

    /// The array that an expression names alone.
    fn array(&self, expression: &Expression) -> Option<SymbolId> {
        expression.variable().filter(|symbol| self.arrays.contains(symbol))
    }

    /// The array of which an expression is a structure, and what names it there.
    fn structure(&self, expression: &Expression) -> Option<(SymbolId, Span)> {
        let (base, subscripts) = expression.subscripted();
        let array = self.array(base)?;
        let (_, depth) = structures(&self.symbols[array].type_)?;
        (subscripts.len() == depth && self.is_written(base.span)).then_some((array, base.span))
    }

    /// The structures of arrays that are copied, or copied to: the arrays, and what names them there.
    fn copied(&self, whole: &Whole<'a>) -> impl Iterator<Item = (SymbolId, Span)> {
        let structures = match whole {
            Whole::Memory(_) => [None, None],
            Whole::Copy(target, value) => [Some(*target), Some(*value)],
            Whole::Declared(value) => [Some(*value), None],
        };
        structures.into_iter().flatten().filter_map(|it| self.structure(it))
    }

    /// Whether what stands at a place is one word of the file, and comes from no macro.
    fn is_written(&self, place: Span) -> bool {
        self.parsed.table.within(place).len() == 1 && self.parsed.original(place).is_some()
    }

    fn note_members(&mut self, caller: &'a Function) {
        let symbols = self.symbols;
        let (mut addressed, mut scanned) = (BTreeSet::new(), BTreeSet::new());
        caller.body.walk_with_types(symbols, &mut |part| match &part.kind {
            ExpressionKind::Unary(UnaryOperator::Address, operand) => {
                addressed.insert(operand.span);
            }
            ExpressionKind::Call(callee, arguments) => {
                let name = callee.variable().map_or("", |callee| symbols[callee].name.as_str());
                for argument in arguments.iter().filter(|_| SCANNING.contains(&name)) {
                    if let ExpressionKind::Unary(UnaryOperator::Address, operand) = &argument.kind
                        && operand.type_.scalar_bytes().is_some_and(|bytes| bytes >= LEAST_SCANNED)
                    {
                        scanned.insert(operand.span);
                    }
                }
            }
            _ => {}
        });
        // what has the address of a member may go from it to the next one
        let is_apart = |place: Span| !addressed.contains(&place) || scanned.contains(&place);
        caller.body.walk_with_types(symbols, &mut |part| match &part.kind {
            ExpressionKind::Member(_, inner) => {
                let behind = Span::new(inner.span.end, part.span.end);
                if let Some((array, name)) = self.structure(inner)
                    && is_apart(part.span)
                    && let Some(member) = self.member_behind(behind)
                {
                    self.members.push((array, name, behind, member));
                }
            }
            ExpressionKind::Unary(UnaryOperator::Not, operand) => {
                self.tests.extend(self.array(operand).map(|array| (part.span, array, true)));
            }
            ExpressionKind::Binary(BinaryOperator::Compare(comparison), left, right) => {
                let asked = compared_with_null(left, right).and_then(|it| self.array(it));
                match comparison {
                    Comparison::Equal => self.tests.extend(asked.map(|array| (part.span, array, true))),
                    Comparison::NotEqual => self.tests.extend(asked.map(|array| (part.span, array, false))),
                    _ => {}
                }
            }
            _ => {}
        });
    }

    /// The member that words behind a structure name.
    fn member_behind(&self, behind: Span) -> Option<String> {
        self.parsed.original(behind)?;
        let text = self.parsed.text();
        let words: Vec<&str> = self.parsed.table.within(behind).iter().map(|it| it.span.of(text)).collect();
        let [".", name] = words[..] else { return None };
        self.fields().any(|(field, _)| field == name).then(|| name.to_owned())
    }

    /// The members of a structure, with how their types are written.
    fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        let fields = self.record.fields.iter().flatten();
        fields.filter_map(|field| Some((field.name.as_deref()?, field.type_.spelling())))
    }

    /// Whether an expression is a structure, and the same one however many of its members were written: nothing that tells which is in memory
    /// that a member could lie in.
    fn is_structure(&self, expression: &Expression) -> bool {
        let (base, subscripts) = expression.subscripted();
        let is_known = base.variable().is_some_and(|symbol| {
            let known = &self.symbols[symbol];
            let is_plain = || self.caller.contains(known.name_span) && self.around.is_plain(symbol);
            !matches!(known.type_.kind, TypeKind::Pointer(_)) || is_plain()
        });
        matches!(expression.type_.kind, TypeKind::Record(record) if record == self.id)
            && !expression.type_.qualifiers.volatile
            && is_known
            && subscripts.iter().all(|subscript| is_sum(subscript))
    }

    /// What a statement says of all members.
    fn whole(&self, statement: &'a Statement) -> Option<Whole<'a>> {
        let symbols = self.symbols;
        let is_block = |value: &Expression| is_fresh(value, symbols) || is_null(value);
        match &statement.kind {
            StatementKind::Declaration(list) => {
                let is_plain = |symbol: SymbolId| match &symbols[symbol].initializer {
                    None => true,
                    Some(Initializer::Value(value)) => is_block(value),
                    Some(_) => false,
                };
                if let [one] = &list[..]
                    && let Some(Initializer::Value(value)) = &symbols[one.symbol].initializer
                    && matches!(symbols[one.symbol].type_.kind, TypeKind::Record(record) if record == self.id)
                    && self.is_structure(value)
                    && self.structure(value).is_some()
                    && symbols[one.symbol].kind == (SymbolKind::Local { is_static: false })
                {
                    return Some(Whole::Declared(value));
                }
                let is_own = |symbol: SymbolId| self.arrays.contains(&symbol) && is_plain(symbol);
                let all: BTreeSet<SymbolId> = list.iter().map(|it| it.symbol).collect();
                (!all.is_empty() && all.iter().all(|it| is_own(*it))).then_some(Whole::Memory(all))
            }
            StatementKind::Expression(Some(expression)) => {
                if let Some(array) = freed(expression, symbols).and_then(|it| self.array(it)) {
                    return Some(Whole::Memory(BTreeSet::from([array])));
                }
                let ExpressionKind::Assign(None, target, value) = &expression.kind else { return None };
                if let Some(array) = self.array(target).filter(|_| is_block(value)) {
                    return Some(Whole::Memory(BTreeSet::from([array])));
                }
                let is_copy = self.is_structure(target)
                    && self.is_structure(value)
                    && (self.structure(target).is_some() || self.structure(value).is_some());
                is_copy.then_some(Whole::Copy(target, value))
            }
            _ => None,
        }
    }

    /// Notes the arrays that have a mention of which nothing is known, or whose statements hold what is written anew otherwise.
    fn note_unknown(&mut self, functions: &[&Function]) {
        let text = self.parsed.text();
        let has_file = functions.len() > 1 || !self.of_file.is_empty();
        let all = if has_file { Span::new(0, text.len()) } else { functions[0].span };
        let holds = |place: Span| self.whole.iter().find(|(statement, _)| statement.span.contains(place));
        let copied = |(_, whole): &(&Statement, Whole<'a>), place: Span| match whole {
            Whole::Memory(arrays) => arrays.iter().any(|it| self.named(*it, place)),
            whole => self.copied(whole).any(|(_, name)| name == place),
        };
        let mut unknown = BTreeSet::new();
        let is_of_program = |place: Span| !self.parsed.map.is_in_system_header(place.start);
        for token in self.parsed.table.within(all).iter().filter(|token| is_of_program(token.span)) {
            let word = token.span.of(text);
            for array in self.arrays.iter().filter(|it| self.symbols[**it].name == word) {
                let is_member = self.members.iter().any(|(_, name, ..)| *name == token.span);
                let is_test = self.tests.iter().any(|(place, ..)| place.contains(token.span));
                let is_declared = |(declaration, arrays): &(Span, BTreeSet<SymbolId>)| {
                    declaration.contains(token.span) && arrays.contains(array)
                };
                if self.of_file.iter().any(is_declared) && self.named(*array, token.span) {
                    continue;
                }
                let is_known = match holds(token.span) {
                    Some(whole) => copied(whole, token.span) && !is_member && !is_test,
                    None => is_member != is_test,
                };
                if !is_known {
                    unknown.insert(*array);
                }
            }
        }
        for (statement, whole) in &self.whole {
            if let Whole::Memory(arrays) = whole
                && !(self.tells_sizes_by_factors(statement) && self.may_be_said_again(statement.span))
            {
                unknown.extend(arrays);
            }
        }
        self.unknown = unknown;
    }

    /// Whether an array is what is named at a place.
    fn named(&self, array: SymbolId, place: Span) -> bool {
        self.symbols[array].name == place.of(self.parsed.text()) && self.is_written(place)
    }

    /// Whether words do the same however often they stand there, but for the memory that they obtain or release, and define no structure.
    fn may_be_said_again(&self, span: Span) -> bool {
        let Parsed { table, names, .. } = self.parsed;
        table.within(span).iter().all(|token| {
            let known = names.get(&token.span.start).map(|symbol| &self.symbols[*symbol]);
            let is_function = |it: &Symbol| {
                let target = it.type_.target().map(|target| &target.kind);
                it.kind == SymbolKind::Function || matches!(target, Some(TypeKind::Function(_)))
            };
            let may_do_more = known.is_some_and(|it| is_function(it) || !it.type_.is_ordinary());
            match token.span.of(self.parsed.text()) {
                "++" | "--" | "+=" | "-=" | "{" => false,
                word => !may_do_more || SAID_AGAIN.contains(&word),
            }
        })
    }

    /// Whether sizes in a statement that are told by that of a structure are multiples of it: then those of its members are as many.
    fn tells_sizes_by_factors(&self, statement: &Statement) -> bool {
        let tokens = self.parsed.table.within(statement.span);
        let text = self.parsed.text();
        let sizes: Vec<Span> =
            tokens.iter().map(|it| it.span).filter(|span| span.of(text) == "sizeof").collect();
        let mut are_factors = true;
        statement.walk_expressions(self.symbols, &mut |part| {
            let holds = sizes.iter().any(|size| part.span.contains(*size) && part.span.start != size.start);
            are_factors &= !holds
                || matches!(
                    part.kind,
                    ExpressionKind::Binary(BinaryOperator::Multiply, ..)
                        | ExpressionKind::Cast(_)
                        | ExpressionKind::Call(..)
                        | ExpressionKind::Assign(None, ..)
                );
        });
        are_factors
    }

    /// The arrays by those that they are declared with, or copied from and to.
    fn groups(&self) -> Vec<BTreeSet<SymbolId>> {
        let mut groups: Vec<BTreeSet<SymbolId>> =
            self.arrays.iter().map(|it| BTreeSet::from([*it])).collect();
        let of_file = self.of_file.iter().map(|(_, arrays)| arrays.clone());
        let of_statements = self.whole.iter().map(|(_, whole)| match whole {
            Whole::Memory(arrays) => arrays.clone(),
            whole => self.copied(whole).map(|(array, _)| array).collect(),
        });
        for together in of_file.chain(of_statements) {
            let (mut joined, others): (Vec<_>, Vec<_>) =
                groups.into_iter().partition(|group| !group.is_disjoint(&together));
            let all = joined.drain(..).flatten().collect();
            groups = others;
            groups.push(all);
        }
        groups
    }
}

/// The text in which the arrays of a group have arrays for their members.
struct Writing<'a> {
    mentions: &'a Mentions<'a>,
    group: &'a BTreeSet<SymbolId>,
    /// The members that become arrays, with how their types are written.
    fields: Vec<(&'a str, &'a str)>,
    /// By array and member.
    names: BTreeMap<(SymbolId, &'a str), String>,
    /// What C calls the structure, where the arrays are declared.
    types: BTreeSet<Vec<&'a str>>,
    by_member: ByMember,
}

impl<'a> Writing<'a> {
    fn new(mentions: &'a Mentions<'a>, group: &'a BTreeSet<SymbolId>, given: &mut BTreeSet<String>) -> Self {
        let Mentions { parsed, symbols, members, .. } = mentions;
        let is_copied = mentions
            .whole
            .iter()
            .any(|(_, whole)| mentions.copied(whole).any(|(array, _)| group.contains(&array)));
        let is_used = |field: &str| {
            is_copied || members.iter().any(|(array, _, _, member)| group.contains(array) && member == field)
        };
        let fields: Vec<_> = mentions.fields().filter(|(field, _)| is_used(field)).collect();
        let (mut names, mut arrays) = (BTreeMap::new(), BTreeMap::new());
        for array in group {
            let name = &symbols[*array].name;
            let mut own = Vec::new();
            for (field, _) in &fields {
                let new = parsed.fresh_name(&format!("{name}_{field}"), given);
                own.push(new.clone());
                names.insert((*array, *field), new);
            }
            arrays.insert(name.clone(), own);
        }
        let is_lasting =
            group.iter().any(|array| symbols[*array].kind != SymbolKind::Local { is_static: false });
        let types = mentions.record.name.iter().map(|name| name.split_whitespace().collect()).collect();
        Writing { mentions, group, fields, names, types, by_member: ByMember { arrays, is_lasting } }
    }

    /// All that is written anew.
    ///
    /// # Errors
    /// Why it can't be told, as a phrase.
    fn all(mut self) -> Result<Vec<Inlined>, String> {
        let Mentions { members, whole, of_file, tests, .. } = self.mentions;
        let is_own = |array: &SymbolId| self.group.contains(array);
        if self.fields.is_empty() {
            return Err("nobody uses it".into());
        }
        let of_file = || of_file.iter().filter(|(_, arrays)| arrays.iter().any(is_own));
        let in_function = whole.iter().filter_map(|(statement, whole)| match (&statement.kind, whole) {
            (StatementKind::Declaration(_), Whole::Memory(arrays)) => {
                arrays.iter().any(is_own).then_some(statement.span)
            }
            _ => None,
        });
        for declaration in in_function.chain(of_file().map(|(declaration, _)| *declaration)) {
            self.types.insert(self.declared_type(declaration).ok_or("its type isn't known")?);
        }
        let mut found = Vec::new();
        for (array, name, behind, member) in members.iter().filter(|(array, ..)| is_own(array)) {
            let new = self.name(*array, member)?;
            found.push(self.inlined(*name, |writer| {
                writer.new_text(&new, *name);
                Ok(())
            })?);
            found.push(self.inlined(*behind, |_| Ok(()))?);
        }
        for (place, array, is_null) in tests.iter().filter(|(_, array, _)| is_own(array)) {
            let operator = if *is_null { " || " } else { " && " };
            let (open, close) = match self.fields.len() < 2 || self.is_between(*place, operator.trim()) {
                true => ("", ""),
                false => ("(", ")"),
            };
            found.push(self.inlined(*place, |writer| {
                writer.new_text(open, *place);
                self.for_each_member(writer, (*place, operator), |writer, field| {
                    writer.replaced(*place, &self.instead(*place, &BTreeSet::from([*array]), field))
                })?;
                writer.new_text(close, *place);
                Ok(())
            })?);
        }
        for (declaration, arrays) in of_file() {
            found.push(self.inlined(*declaration, |writer| {
                self.for_each_member(writer, (*declaration, "\n"), |writer, field| {
                    writer.replaced(*declaration, &self.instead(*declaration, arrays, field))
                })
            })?);
        }
        for (statement, whole) in whole {
            match whole {
                Whole::Memory(arrays) if arrays.iter().any(is_own) => {
                    let memory = |writer: &mut Writer, field: &str| {
                        writer.replaced(statement.span, &self.instead(statement.span, arrays, field))
                    };
                    found.push(self.statements(statement, memory)?);
                }
                Whole::Copy(target, value) if self.is_of_group(target) || self.is_of_group(value) => {
                    let copy = |writer: &mut Writer, field: &str| {
                        self.member_of(writer, target, field)?;
                        writer.new_text(" = ", statement.span);
                        self.member_of(writer, value, field)?;
                        writer.new_text(";", statement.span);
                        Ok(())
                    };
                    found.push(self.statements(statement, copy)?);
                }
                Whole::Declared(value) if self.is_of_group(value) => {
                    found.push(self.inlined(value.span, |writer| {
                        writer.new_text("{ ", value.span);
                        self.for_each_member(writer, (value.span, ", "), |writer, field| {
                            self.member_of(writer, value, field)
                        })?;
                        writer.new_text(" }", value.span);
                        Ok(())
                    })?);
                }
                _ => {}
            }
        }
        Ok(found)
    }

    /// Whether parentheses or this operator are on both sides of a place.
    fn is_between(&self, place: Span, operator: &str) -> bool {
        let Parsed { table, map, .. } = self.mentions.parsed;
        let position = |at: usize| table.tokens.partition_point(|token| token.span.start < at);
        let word = |at: usize| table.tokens.get(at).map_or("", |token| token.span.of(map.text()));
        let before = position(place.start).checked_sub(1).map_or("", word);
        [(before, "("), (word(position(place.end)), ")")]
            .iter()
            .all(|(is, parenthesis)| is == parenthesis || *is == operator)
    }

    /// Whether an expression is a structure of one of these arrays.
    fn is_of_group(&self, expression: &Expression) -> bool {
        self.mentions.structure(expression).is_some_and(|(array, _)| self.group.contains(&array))
    }

    /// The array for a member.
    fn name(&self, array: SymbolId, field: &str) -> Result<String, String> {
        self.names.get(&(array, field)).cloned().ok_or_else(|| "it has no such member".to_owned())
    }

    /// A member of a structure.
    fn member_of(&self, writer: &mut Writer, structure: &Expression, field: &str) -> Result<(), String> {
        match self.mentions.structure(structure).filter(|(array, _)| self.group.contains(array)) {
            Some((array, name)) => writer.replaced(structure.span, &[(name, self.name(array, field)?)]),
            None => {
                writer.copied(structure.span)?;
                writer.new_text(&format!(".{field}"), structure.span);
                Ok(())
            }
        }
    }

    /// What stands in the place of these arrays, and of the type, for a member.
    fn instead(&self, span: Span, arrays: &BTreeSet<SymbolId>, field: &str) -> Vec<(Span, String)> {
        let Mentions { parsed, symbols, .. } = self.mentions;
        let tokens = parsed.table.within(span);
        let word = |at: usize| tokens.get(at).map_or("", |token: &Token| token.span.of(parsed.text()));
        let element = self.fields.iter().find(|(name, _)| *name == field).map_or("", |(_, type_)| type_);
        let (mut found, mut at) = (Vec::new(), 0);
        while at < tokens.len() {
            let is_here = |words: &&Vec<&str>| (0..words.len()).all(|next| word(at + next) == words[next]);
            let named = arrays.iter().find(|array| symbols[**array].name == word(at));
            let new = named.and_then(|array| self.names.get(&(*array, field)));
            let mut length = 1;
            if let Some(new) = new {
                found.push((tokens[at].span, new.clone()));
            } else if let Some(words) = self.types.iter().rev().find(is_here) {
                length = words.len();
                found.push((tokens[at].span.to(tokens[at + length - 1].span), element.to_owned()));
            }
            at += length;
        }
        found
    }

    /// How a declaration writes the structure.
    fn declared_type(&self, declaration: Span) -> Option<Vec<&'a str>> {
        let parsed = self.mentions.parsed;
        let words = parsed.table.within(declaration).iter().map(|token| token.span.of(parsed.map.text()));
        let words: Vec<&str> = words.skip_while(|word| *word == "static").take(2).collect();
        match words[..] {
            ["struct", name] => Some(vec!["struct", name]),
            [name, _] if !is_specifier(name) => Some(vec![name]),
            _ => None,
        }
    }

    /// The same statement for each member.
    fn statements(
        &self,
        statement: &Statement,
        write: impl Fn(&mut Writer, &str) -> Result<(), String>,
    ) -> Result<Inlined, String> {
        let Mentions { parsed, around, .. } = self.mentions;
        let is_listed = around.is_listed(statement);
        if !is_listed && matches!(statement.kind, StatementKind::Declaration(_)) {
            return Err("it isn't declared in a block".into());
        }
        let between = match is_listed {
            true => format!("\n{}", indent_at(parsed.map, statement.span)),
            false => " ".to_owned(),
        };
        self.inlined(statement.span, |writer| {
            writer.new_text(if is_listed { "" } else { "{ " }, statement.span);
            self.for_each_member(writer, (statement.span, &between), &write)?;
            writer.new_text(if is_listed { "" } else { " }" }, statement.span);
            Ok(())
        })
    }

    fn for_each_member(
        &self,
        writer: &mut Writer,
        (place, between): (Span, &str),
        write: impl Fn(&mut Writer, &str) -> Result<(), String>,
    ) -> Result<(), String> {
        for (number, (field, _)) in self.fields.iter().enumerate() {
            writer.new_text(if number == 0 { "" } else { between }, place);
            write(writer, field)?;
        }
        Ok(())
    }

    /// What stands at a place instead.
    fn inlined(
        &self,
        span: Span,
        write: impl FnOnce(&mut Writer) -> Result<(), String>,
    ) -> Result<Inlined, String> {
        let by_member = Some(self.by_member.clone());
        Ok(Inlined { by_member, ..self.mentions.parsed.instead(span, write)? })
    }
}

/// Whether a word in front of a type isn't the type itself.
fn is_specifier(word: &str) -> bool {
    word.starts_with('_')
        || matches!(word, "const" | "register" | "auto" | "extern" | "volatile" | "union" | "typeof")
}
