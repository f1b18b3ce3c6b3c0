//! Local structures of which nothing but members is used: `struct image t = { w, h, malloc(w * h) };`, and then `t.data[i]`.
//!
//! Where nobody else can know such a structure, each member is a variable of its own. The trees say so from here on, so that a block
//! that a member holds is one like those that local pointers hold. Sound since every mention of the structure's name is looked at:
//! one that is no number and no pointer in it keeps it what it is. The text keeps the structure, of course: what stands in it is
//! declared there ([`Declared::is_member`]), so no declaration of it may change.

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::Span;
use diagnostics::token::TokenKind;
use std::sync::Arc;

use crate::facts::allocation::is_fresh;
use crate::facts::members::member;
use crate::settled::words_of_pragmas;
use crate::syntax::tree::{
    Construct, Declaration, Declared, Expression, ExpressionKind, Function, Initializer, Member, Statement,
    StatementKind, Step, Symbol, SymbolId, SymbolKind, UnaryOperator,
};
use crate::syntax::types::{Type, TypeKind};
use crate::translation::Translation;

/// A structure that is taken apart.
struct Apart {
    object: SymbolId,
    /// Its members that are mentioned.
    members: Vec<SymbolId>,
    /// What its declaration gives members, by their names; all others get zeros. `None` where it gives them nothing.
    given: Option<Vec<(String, Expression)>>,
}

/// Finds such structures that hold a block, and makes variables of their members; in the functions without an isolated
/// statement, since what is copied for one is told by its text.
pub fn take_apart(translation: &mut Translation, text: &str, isolated: &[Span]) {
    let is_plain = |function: &&Function| !isolated.iter().any(|place| function.span.contains(*place));
    let functions = translation.resolved.functions.iter().filter(is_plain);
    let found: Vec<_> =
        functions.flat_map(|function| Search::new(translation, text, function).apart()).collect();
    if found.is_empty() {
        return;
    }
    let mut variables: BTreeSet<SymbolId> = BTreeSet::new();
    let mut declared = BTreeMap::new();
    for apart in found {
        let members = make_variables(translation, &apart);
        variables.extend(&members);
        declared.insert(apart.object, members);
    }
    let rename = &mut |expression: &mut Expression| {
        if let ExpressionKind::Member(symbol, _) = expression.kind
            && variables.contains(&symbol)
        {
            expression.kind = ExpressionKind::Variable(symbol);
        }
    };
    for function in &mut translation.resolved.functions {
        function.body.change_expressions(rename);
        declare(&mut function.body, &declared);
    }
    for symbol in &mut translation.resolved.symbols.0 {
        symbol.initializer.iter_mut().flat_map(Initializer::expressions_mut).for_each(|it| it.change(rename));
    }
}

/// Makes variables of the members, in the order of the values that they are given.
fn make_variables(translation: &mut Translation, apart: &Apart) -> Vec<SymbolId> {
    let resolved = &mut translation.resolved;
    let symbols = &resolved.symbols;
    let object = symbols[apart.object].clone();
    let path = |id: SymbolId| member(id, symbols).map(|member| member.fields().join("."));
    let mut waiting: BTreeMap<String, SymbolId> =
        apart.members.iter().filter_map(|id| Some((path(*id)?, *id))).collect();
    let mut variables = Vec::new();
    for (name, value) in apart.given.iter().flatten() {
        let id = waiting.remove(name).unwrap_or(SymbolId(resolved.symbols.0.len()));
        let type_ = field(&resolved.records, &object.type_, name);
        if let Some(type_) = type_.filter(|_| id.0 == resolved.symbols.0.len()) {
            let kind = SymbolKind::Undeclared;
            let name = format!("{}.{name}", object.name);
            resolved.symbols.0.push(Symbol { name, kind, type_, ..object.clone() });
        }
        variables.push((id, Some(value.clone())));
    }
    let end = object.declared.map_or(0, |places| places.declaration.end);
    let zero = Expression { kind: ExpressionKind::Integer(0), span: Span::new(end, end), type_: Type::int() };
    let zero = apart.given.as_ref().map(|_| zero);
    variables.extend(waiting.into_values().map(|id| (id, zero.clone())));
    let mut all = Vec::new();
    for (id, value) in variables {
        let Some(symbol) = resolved.symbols.0.get_mut(id.0) else { continue };
        let steps = match &symbol.kind {
            SymbolKind::Member(member) => {
                symbol.type_ = member.type_.clone();
                Some(member.steps.clone())
            }
            _ => None,
        };
        symbol.kind = SymbolKind::Local { is_static: false };
        symbol.name_span = object.name_span;
        symbol.initializer = value.map(Initializer::Value);
        symbol.declared = object.declared.map(|places| Declared { is_member: true, ..places });
        if let Some(steps) = steps {
            resolved.symbols.0.iter_mut().for_each(|cell| start_at(cell, apart.object, &steps, id));
        }
        all.push(id);
    }
    all
}

/// Makes a cell of the member that `steps` lead to from `object` one of `variable`.
fn start_at(cell: &mut Symbol, object: SymbolId, steps: &[Step], variable: SymbolId) {
    let SymbolKind::Member(member) = &cell.kind else { return };
    if member.is_cell_of(object, steps) {
        let steps = member.steps[steps.len()..].to_vec();
        let member = Member { object: variable, steps, ..Member::clone(member) };
        cell.kind = SymbolKind::Member(Arc::new(member));
    }
}

/// The type of a structure's member.
fn field(records: &crate::syntax::records::Records, type_: &Type, name: &str) -> Option<Type> {
    let TypeKind::Record(record) = type_.kind else { return None };
    let (field, _) = records.member(record, name).ok()?;
    let mut field = field.clone().with_qualifiers(type_.qualifiers);
    field.qualifiers.restrict = false;
    Some(field)
}

/// Puts the declarations of members in the place of those of their structures.
fn declare(statement: &mut Statement, members: &BTreeMap<SymbolId, Vec<SymbolId>>) {
    match &mut statement.kind {
        StatementKind::Declaration(list) => {
            let each = list.drain(..).flat_map(|declared| match members.get(&declared.symbol) {
                Some(members) => {
                    members.iter().map(|symbol| Declaration { symbol: *symbol, ..declared }).collect()
                }
                None => vec![declared],
            });
            *list = each.collect();
        }
        StatementKind::Block(list) | StatementKind::Other(_, _, list) => {
            list.iter_mut().for_each(|inner| declare(inner, members));
        }
        StatementKind::If(_, then, otherwise) => {
            declare(then, members);
            otherwise.iter_mut().for_each(|inner| declare(inner, members));
        }
        StatementKind::For(parts) => declare(&mut parts.body, members),
        StatementKind::Labeled(_, inner) => declare(inner, members),
        StatementKind::Expression(_) => {}
    }
}

/// The search in one function.
struct Search<'a> {
    translation: &'a Translation,
    text: &'a str,
    function: &'a Function,
    in_pragmas: BTreeSet<String>,
    /// Where structures stand in front of a number or a pointer that is in them.
    starts: BTreeSet<Span>,
    /// All mentions of variables; those in types and operands of `sizeof` are not computed.
    mentions: Vec<(SymbolId, Span)>,
    sized: BTreeSet<Span>,
    /// Members that are used, and those of which the address is taken.
    members: BTreeSet<SymbolId>,
    taken: BTreeSet<SymbolId>,
    /// Members that get a fresh block.
    blocks: BTreeSet<SymbolId>,
}

impl<'a> Search<'a> {
    fn new(translation: &'a Translation, text: &'a str, function: &'a Function) -> Self {
        let symbols = &translation.resolved.symbols;
        let mut search = Search {
            translation,
            text,
            function,
            in_pragmas: words_of_pragmas(translation, text, function.span),
            starts: BTreeSet::new(),
            mentions: Vec::new(),
            sized: BTreeSet::new(),
            members: BTreeSet::new(),
            taken: BTreeSet::new(),
            blocks: BTreeSet::new(),
        };
        function.body.walk_with_types(symbols, &mut |part| {
            search.mentions.extend(part.variable().map(|symbol| (symbol, part.span)));
        });
        function.body.walk_expressions(symbols, &mut |part| search.note(part));
        search
    }

    fn note(&mut self, part: &Expression) {
        match &part.kind {
            ExpressionKind::Member(symbol, _) => {
                self.members.insert(*symbol);
                self.starts.extend(self.start(part));
            }
            ExpressionKind::Unary(UnaryOperator::Address, operand) => self.taken.extend(operand.named()),
            ExpressionKind::SizeOf(_, Some(operand)) => {
                operand.walk(&mut |part| self.sized.extend(part.variable().map(|_| part.span)));
            }
            ExpressionKind::Assign(None, target, value)
                if is_fresh(value, &self.translation.resolved.symbols) =>
            {
                self.blocks.extend(target.named());
            }
            _ => {}
        }
    }

    /// Where the structure is named of which an expression is a number or a pointer.
    fn start(&self, part: &Expression) -> Option<Span> {
        is_scalar(&part.type_).then_some(())?;
        let mut way = part;
        while let ExpressionKind::Member(symbol, inner) = &way.kind {
            member(*symbol, &self.translation.resolved.symbols).filter(|member| is_own(member))?;
            way = inner;
        }
        way.variable().map(|_| way.span)
    }

    fn apart(self) -> Vec<Apart> {
        let mut declared = Vec::new();
        let mut assembly = false;
        self.function.body.walk(&mut |statement| match &statement.kind {
            StatementKind::Block(list) => {
                for inner in list {
                    if let StatementKind::Declaration(list) = &inner.kind {
                        declared.extend(list.iter().map(|it| it.symbol));
                    }
                }
            }
            StatementKind::Other(Construct::Assembly, ..) => assembly = true,
            _ => {}
        });
        declared.retain(|_| !assembly);
        declared.into_iter().filter_map(|object| self.taken_apart(object)).collect()
    }

    fn taken_apart(&self, object: SymbolId) -> Option<Apart> {
        let resolved = &self.translation.resolved;
        let symbols = &resolved.symbols;
        let declared = &symbols[object];
        let qualifiers = declared.type_.qualifiers;
        let is_plain = declared.kind == (SymbolKind::Local { is_static: false })
            && matches!(declared.type_.kind, TypeKind::Record(_))
            && !qualifiers.volatile
            && !qualifiers.atomic
            && !self.in_pragmas.contains(&declared.name);
        let is_member = |id: &SymbolId| member(*id, symbols).is_some_and(|member| member.object == object);
        if !is_plain || !self.are_members(object) || self.taken.iter().any(is_member) {
            return None;
        }
        let members: Vec<_> = self.members.iter().copied().filter(is_member).collect();
        if !members.iter().all(|id| member(*id, symbols).is_some_and(is_own)) {
            return None;
        }
        let given = match &declared.initializer {
            None => None,
            Some(Initializer::Value(_)) => return None,
            Some(Initializer::List(values)) => {
                let names = resolved.listed.get(&object)?;
                Some(names.iter().cloned().zip(values.iter().cloned()).collect::<Vec<_>>())
            }
        };
        let mut mentions_itself = false;
        for (_, value) in given.iter().flatten() {
            value.walk(&mut |part| mentions_itself |= part.variable() == Some(object));
        }
        let is_given_block = given.iter().flatten().any(|(_, value)| is_fresh(value, symbols));
        let holds_block = is_given_block || members.iter().any(|id| self.blocks.contains(id));
        let scalars = members.into_iter().filter(|id| is_scalar(&symbols[*id].type_)).collect();
        (holds_block && !mentions_itself).then_some(Apart { object, members: scalars, given })
    }

    /// Whether a variable is mentioned nowhere but in front of its numbers and pointers: neither by the trees nor by a token that
    /// these don't know.
    fn are_members(&self, object: SymbolId) -> bool {
        let declared = &self.translation.resolved.symbols[object];
        let Some(places) = declared.declared else { return false };
        let mut own = self.mentions.iter().filter(|(symbol, _)| *symbol == object).map(|(_, place)| place);
        if !own.all(|place| self.starts.contains(place) || self.sized.contains(place)) {
            return false;
        }
        let known = |place: Span| {
            place == declared.name_span || self.starts.contains(&place) || self.sized.contains(&place)
        };
        let tokens = self.translation.table.within(places.scope);
        let text = |position: usize| tokens[position].span.of(self.text);
        (0..tokens.len())
            .filter(|at| tokens[*at].kind == TokenKind::Identifier && text(*at) == declared.name)
            .all(|at| known(tokens[at].span) || at > 0 && matches!(text(at - 1), "." | "->"))
    }
}

/// Whether a member is in the variable itself, and no cell of an array.
fn is_own(member: &Member) -> bool {
    member.steps.iter().all(|step| matches!(step, Step::Field(_)))
}

fn is_scalar(type_: &Type) -> bool {
    type_.is_arithmetic() || matches!(type_.kind, TypeKind::Pointer(_))
}
