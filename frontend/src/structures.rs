//! Local structures of which nothing but members is used: `struct image t = { w, h, malloc(w * h) };`, and then `t.data[i]`; and
//! structures on the heap that a local pointer leads to: `struct image *t = malloc(sizeof *t);`, and then `t->data[i]`; declared so, or
//! given by a later statement of the same block, in front of all other uses: `struct image *t = NULL; …; t = image_new(w, h);`.
//!
//! Where nobody else can know such a structure, each member is a variable of its own. The trees say so from here on, so that a block
//! that a member holds is one like those that local pointers hold. Sound since every mention of the structure's name is looked at:
//! one that is no number and no pointer in it keeps it what it is. The text keeps the structure, of course: what stands in it is
//! declared there ([`Declared::is_member`]), so no declaration of it may change.

use std::collections::{BTreeMap, BTreeSet};
use std::slice;

use diagnostics::Span;
use std::sync::Arc;

use crate::facts::allocation::{compared_with_null, is_fresh, is_null};
use crate::facts::members::member;
use crate::handed::{Handed, Site, sites};
use crate::jumps::Jumps;
use crate::settled::words_of_pragmas;
use crate::syntax::tree::{
    BinaryOperator, Construct, Declaration, Declared, Expression, ExpressionKind, Function, Initializer,
    Member, Statement, StatementKind, Step, Symbol, SymbolId, SymbolKind, Symbols, UnaryOperator,
};
use crate::syntax::types::{Type, TypeKind};
use crate::translation::Translation;
use crate::wrappers::{self, Release, Wrappers};

/// A structure that is taken apart.
struct Apart {
    /// The structure, or the pointer to it.
    object: SymbolId,
    /// Its members that are mentioned.
    members: Vec<SymbolId>,
    /// What its declaration gives members, by their names; or the statement that makes it.
    given: Vec<(String, Expression)>,
    /// That statement.
    made_by: Option<Span>,
    /// Whether all others get zeros.
    is_zeroed: bool,
    /// Whether a function, or `malloc`, makes it, so that what is declared stays so.
    is_obtained: bool,
    /// The statements that release it by a function, with what that does.
    releases: Vec<(Span, Vec<Release>)>,
    /// The arguments that are the structure, or the pointer to it, with the members that the called function touches.
    handed: Vec<(Span, BTreeSet<String>)>,
    /// Where the function gives it back, or the pointer to it.
    given_back: Vec<Span>,
}

/// Finds such structures that hold a block, and makes variables of their members; in the functions without an isolated
/// statement, since what is copied for one is told by its text.
pub fn take_apart(translation: &mut Translation, text: &str, isolated: &[Span]) {
    let is_plain = |function: &&Function| !isolated.iter().any(|place| function.span.contains(*place));
    let functions = translation.resolved.functions.iter().filter(is_plain);
    let (wrappers, mut functions_by) = (Wrappers::of(translation, text), Handed::of(translation, text));
    let searches = functions.map(|it| Search::new(translation, text, it, &wrappers));
    let found: Vec<_> = searches.flat_map(|search| search.apart(&mut functions_by)).collect();
    let mut handed: BTreeMap<Span, (Vec<SymbolId>, bool)> = BTreeMap::new();
    if found.is_empty() {
        return;
    }
    translation.resolved.obtaining = wrappers.constructors().collect();
    let goes = |apart: &Apart| !apart.handed.is_empty() || !apart.given_back.is_empty();
    translation.resolved.hands_on = found.iter().any(goes);
    translation.resolved.taken_apart = found.iter().map(|apart| apart.object).collect();
    let mut variables: BTreeSet<SymbolId> = BTreeSet::new();
    let (mut changed, mut made) = (Changed::default(), Changed::default());
    for apart in found {
        let (members, values) = make_variables(translation, &apart);
        if let Some(place) = apart.made_by {
            made.behind.insert(place, values);
        }
        variables.extend(members.iter().map(|(id, _)| id));
        let by_name: BTreeMap<_, _> = members.iter().map(|(id, name)| (name.as_str(), *id)).collect();
        for (place, releases) in &apart.releases {
            let released = wrappers::released(releases, &by_name, &translation.resolved.symbols);
            changed.released.insert(*place, released);
        }
        let all: Vec<SymbolId> = members.iter().map(|(id, _)| *id).collect();
        for place in &apart.given_back {
            let members = named_at(*place, &all, &translation.resolved.symbols);
            changed.given_back.insert(*place, members);
        }
        for (place, touched) in &apart.handed {
            let touched = touched.iter().filter_map(|name| by_name.get(name.as_str()).copied());
            handed.insert(*place, (touched.collect(), apart.is_obtained));
        }
        let members = members.into_iter().map(|(id, _)| id);
        let object = apart.is_obtained.then_some(apart.object);
        changed.declared.insert(apart.object, object.into_iter().chain(members).collect());
    }
    translation.resolved.functions.iter_mut().for_each(|function| made.change(&mut function.body));
    translation.resolved.change_expressions(&mut |resolved, expression| match &mut expression.kind {
        ExpressionKind::Member(symbol, _) if variables.contains(symbol) => {
            expression.kind = ExpressionKind::Variable(*symbol);
        }
        ExpressionKind::Call(_, arguments) => {
            for argument in arguments {
                if let Some((touched, is_obtained)) = handed.get(&argument.span) {
                    as_touched(argument, touched, *is_obtained, &resolved.symbols);
                }
            }
        }
        _ => {}
    });
    translation.resolved.functions.iter_mut().for_each(|function| changed.change(&mut function.body));
}

/// Makes variables of the members, in the order of the values that they are given; gives them with the way to them, and what gives
/// them values where a statement makes the structure.
fn make_variables(
    translation: &mut Translation,
    apart: &Apart,
) -> (Vec<(SymbolId, String)>, Vec<Expression>) {
    let resolved = &mut translation.resolved;
    let symbols = &resolved.symbols;
    let object = symbols[apart.object].clone();
    let mut waiting: BTreeMap<String, SymbolId> =
        apart.members.iter().filter_map(|id| Some((path(member(*id, symbols)?), *id))).collect();
    let mut variables = Vec::new();
    for (name, value) in &apart.given {
        let known = waiting.remove(name);
        if known.is_none() && apart.is_obtained {
            continue;
        }
        let id = known.unwrap_or(SymbolId(resolved.symbols.0.len()));
        let type_ = field(&resolved.records, &object.type_, name);
        if let Some(type_) = type_.filter(|_| known.is_none()) {
            let (kind, spelled) = (SymbolKind::Undeclared, format!("{}.{name}", object.name));
            resolved.symbols.0.push(Symbol { name: spelled, kind, type_, ..object.clone() });
        }
        variables.push((id, name.clone(), Some(value.clone())));
    }
    let end = object.declared.map_or(0, |places| places.declaration.end);
    let (kind, span) = (ExpressionKind::Integer(0), Span::new(end, end));
    let zero = apart.is_zeroed.then(|| Expression { kind, span, type_: Type::int() });
    variables.extend(waiting.into_iter().map(|(name, id)| (id, name, zero.clone())));
    let (mut all, mut values) = (Vec::new(), Vec::new());
    for (id, name, value) in variables {
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
        if let (Some(place), Some(value)) = (apart.made_by, &value) {
            let (type_, span) = (symbol.type_.clone(), Span::new(place.start, place.start));
            let target = Expression { kind: ExpressionKind::Variable(id), span, type_: type_.clone() };
            let kind = ExpressionKind::Assign(None, Box::new(target), Box::new(value.clone()));
            values.push(Expression { kind, span, type_ });
        }
        symbol.initializer = value.filter(|_| apart.made_by.is_none()).map(Initializer::Value);
        symbol.declared = object.declared.map(|places| Declared { is_member: true, ..places });
        if let Some(steps) = steps {
            resolved.symbols.0.iter_mut().for_each(|cell| start_at(cell, apart.object, &steps, id));
        }
        all.push((id, name));
    }
    (all, values)
}

/// The way to a member from its structure.
pub fn path(member: &Member) -> String {
    member.fields().join(".")
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

/// What stands for a structure that a function of the file gets: the pointer to it, if there is one, and what it touches.
pub const HANDED_ON: &str = "a structure that is handed on";

/// A structure that is handed to a function of the file as what that touches of it.
fn as_touched(argument: &mut Expression, touched: &[SymbolId], is_obtained: bool, symbols: &Symbols) {
    let pointer = is_obtained.then(|| argument.clone());
    let parts = pointer.into_iter().chain(named_at(argument.span, touched, symbols)).collect();
    argument.kind = ExpressionKind::Other(HANDED_ON, parts);
}

/// Mentions of variables at a place, of which the text has none.
fn named_at(place: Span, variables: &[SymbolId], symbols: &Symbols) -> Vec<Expression> {
    let here = Span::new(place.start, place.start);
    let of = |symbol: &SymbolId| Expression {
        kind: ExpressionKind::Variable(*symbol),
        span: here,
        type_: symbols[*symbol].type_.clone(),
    };
    variables.iter().map(of).collect()
}

/// The statements that become others.
#[derive(Default)]
struct Changed {
    /// What is declared in the place of structures.
    declared: BTreeMap<SymbolId, Vec<SymbolId>>,
    /// What calls release.
    released: BTreeMap<Span, Vec<Expression>>,
    /// What happens behind statements.
    behind: BTreeMap<Span, Vec<Expression>>,
    /// The members of what the function gives back.
    given_back: BTreeMap<Span, Vec<Expression>>,
}

impl Changed {
    fn change(&self, statement: &mut Statement) {
        let span = statement.span;
        match &mut statement.kind {
            StatementKind::Declaration(list) => {
                let each = list.drain(..).flat_map(|declared| match self.declared.get(&declared.symbol) {
                    Some(members) => {
                        members.iter().map(|symbol| Declaration { symbol: *symbol, ..declared }).collect()
                    }
                    None => vec![declared],
                });
                *list = each.collect();
            }
            StatementKind::Block(list) => {
                for mut inner in std::mem::take(list) {
                    self.change(&mut inner);
                    let values = self.behind.get(&inner.span).into_iter().flatten().cloned();
                    let (span, kinds) = (inner.span, values.map(Some).map(StatementKind::Expression));
                    list.push(inner);
                    list.extend(kinds.map(|kind| Statement { kind, span }));
                }
            }
            StatementKind::Other(Construct::Return, values, _) => {
                for value in values {
                    if let Some(members) = self.given_back.get(&value.span) {
                        let parts = std::iter::once(value.clone()).chain(members.iter().cloned());
                        value.kind = ExpressionKind::Other(HANDED_ON, parts.collect());
                    }
                }
            }
            StatementKind::Other(_, _, list) => list.iter_mut().for_each(|inner| self.change(inner)),
            StatementKind::If(_, then, otherwise) => {
                self.change(then);
                otherwise.iter_mut().for_each(|inner| self.change(inner));
            }
            StatementKind::For(parts) => self.change(&mut parts.body),
            StatementKind::Labeled(_, inner) => self.change(inner),
            StatementKind::Expression(_) => {
                if let Some(releases) = self.released.get(&span) {
                    let each = releases.iter().cloned().map(Some).map(StatementKind::Expression);
                    statement.kind =
                        StatementKind::Block(each.map(|kind| Statement { kind, span }).collect());
                }
            }
        }
    }
}

/// The search in one function.
struct Search<'a> {
    translation: &'a Translation,
    text: &'a str,
    function: &'a Function,
    in_pragmas: BTreeSet<String>,
    wrappers: &'a Wrappers,
    /// Where structures, or pointers to them, stand in front of a number or a pointer that is in them.
    starts: BTreeSet<Span>,
    /// Where pointers are only tested.
    tests: BTreeSet<Span>,
    /// The statements that release what a pointer leads to, with the place of the pointer, what is released, and whether the function
    /// ends behind.
    releases: Vec<Released>,
    /// The statements that give variables something else than null, where nothing else mentions these before, but for their declarations
    /// in the same block.
    makings: BTreeMap<SymbolId, Making<'a>>,
    /// Whether a jump leads back, so that the order of the text says nothing.
    jumps: bool,
    loops: Vec<Span>,
    /// Where variables are what the function gives back.
    returns: Vec<(SymbolId, Span)>,
    /// All mentions of variables; those in types and operands of `sizeof` are not computed.
    mentions: Vec<(SymbolId, Span)>,
    sized: BTreeSet<Span>,
    /// Members that are used, and those of which the address is taken.
    members: BTreeSet<SymbolId>,
    taken: BTreeSet<SymbolId>,
    /// Members that get a fresh block.
    blocks: BTreeSet<SymbolId>,
    /// The arguments that are structures, or pointers to them.
    sites: Vec<Site<'a>>,
}

impl<'a> Search<'a> {
    fn new(
        translation: &'a Translation,
        text: &'a str,
        function: &'a Function,
        wrappers: &'a Wrappers,
    ) -> Self {
        let symbols = &translation.resolved.symbols;
        let mut search = Search {
            translation,
            text,
            function,
            in_pragmas: words_of_pragmas(translation, text, function.span),
            wrappers,
            starts: BTreeSet::new(),
            tests: BTreeSet::new(),
            releases: Vec::new(),
            makings: BTreeMap::new(),
            jumps: Jumps::new(&translation.table, text, function).may_lead_back(),
            loops: Vec::new(),
            returns: Vec::new(),
            mentions: Vec::new(),
            sized: BTreeSet::new(),
            members: BTreeSet::new(),
            taken: BTreeSet::new(),
            blocks: BTreeSet::new(),
            sites: Vec::new(),
        };
        function.body.walk_with_types(symbols, &mut |part| {
            search.mentions.extend(part.variable().map(|symbol| (symbol, part.span)));
        });
        function.body.walk_expressions(symbols, &mut |part| {
            search.note(part);
            search.sites.extend(sites(part));
        });
        function.body.walk(&mut |statement| search.note_statement(statement));
        search.note_releases(slice::from_ref(&function.body), false);
        search.makings = search.makings();
        search
    }

    /// The statements that make structures, or what local pointers lead to.
    fn makings(&self) -> BTreeMap<SymbolId, Making<'a>> {
        let mut found = BTreeMap::new();
        self.function.body.walk(&mut |statement| {
            if let StatementKind::Block(list) = &statement.kind {
                self.makings_in(list, &mut BTreeSet::new(), &mut found);
            }
        });
        found
    }

    /// Those among statements that run one after the other, and in blocks of these, of variables that are `declared` there without a value.
    fn makings_in(
        &self,
        list: &'a [Statement],
        declared: &mut BTreeSet<SymbolId>,
        found: &mut BTreeMap<SymbolId, Making<'a>>,
    ) {
        let is_empty = |symbol: &SymbolId| match &self.translation.resolved.symbols[*symbol].initializer {
            Some(Initializer::Value(value)) => is_null(value),
            given => given.is_none(),
        };
        for inner in list {
            match &inner.kind {
                StatementKind::Declaration(list) => {
                    declared.extend(list.iter().map(|it| it.symbol).filter(is_empty));
                }
                StatementKind::Expression(Some(expression)) => {
                    let ExpressionKind::Assign(None, target, value) = &expression.kind else { continue };
                    let mut mentions = self.mentions.iter().filter(|it| Some(it.0) == target.variable());
                    let is_first = mentions.all(|(_, place)| target.span.start <= place.start);
                    let symbol = target.variable().filter(|it| is_first && declared.contains(it));
                    let made = Making { statement: inner.span, target: target.span, value };
                    found.extend(symbol.map(|symbol| (symbol, made)));
                }
                StatementKind::Block(list) => self.makings_in(list, declared, found),
                _ => {}
            }
        }
    }

    fn note(&mut self, part: &Expression) {
        match &part.kind {
            ExpressionKind::Member(symbol, _) => {
                self.members.insert(*symbol);
                self.starts.extend(start(part, &self.translation.resolved.symbols));
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
        self.tests.extend(tested(part));
    }

    fn note_statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::If(condition, ..) => {
                self.tests.extend(condition.variable().map(|_| condition.span));
            }
            StatementKind::For(_) | StatementKind::Other(Construct::While | Construct::Do, ..) => {
                self.loops.push(statement.span);
            }
            StatementKind::Other(Construct::Return, values, _) => {
                self.returns.extend(values.iter().filter_map(|value| Some((value.variable()?, value.span))));
            }
            _ => {}
        }
    }

    /// Takes note of what statements release that run one after the other, and of whether the function ends behind them.
    fn note_releases(&mut self, list: &[Statement], ends: bool) {
        let is_return = |it: &Statement| matches!(it.kind, StatementKind::Other(Construct::Return, ..));
        for (position, inner) in list.iter().enumerate() {
            let leaves = ends || list[position..].iter().any(is_return);
            // in front of a return, with nothing but calls between
            let next = list[position + 1..].iter().find(|it| !only_calls(it));
            let is_last = ends || next.is_some_and(is_return);
            let released = self.wrappers.release(inner, &self.translation.resolved.symbols);
            self.releases.extend(released.map(|(pointer, place, by_function)| Released {
                statement: inner.span,
                pointer,
                place,
                by_function,
                leaves,
            }));
            match &inner.kind {
                StatementKind::Block(list) => self.note_releases(list, is_last),
                StatementKind::If(_, then, otherwise) => {
                    for part in std::iter::once(then).chain(otherwise) {
                        self.note_releases(slice::from_ref(part), is_last);
                    }
                }
                // a loop goes on
                _ => {
                    for part in inner.children() {
                        self.note_releases(slice::from_ref(part), false);
                    }
                }
            }
        }
    }

    fn apart(self, functions: &mut Handed) -> Vec<Apart> {
        if self.function.body.holds_assembly() {
            return vec![];
        }
        let mut declared = Vec::new();
        self.function.body.walk(&mut |statement| {
            let StatementKind::Block(list) = &statement.kind else { return };
            for inner in list {
                if let StatementKind::Declaration(list) = &inner.kind {
                    declared.extend(list.iter().map(|it| it.symbol));
                }
            }
        });
        declared.into_iter().filter_map(|object| self.taken_apart(object, functions)).collect()
    }

    fn taken_apart(&self, object: SymbolId, functions: &mut Handed) -> Option<Apart> {
        let resolved = &self.translation.resolved;
        let symbols = &resolved.symbols;
        let declared = &symbols[object];
        let is_on_heap = matches!(declared.type_.kind, TypeKind::Pointer(_));
        let structure = if is_on_heap { declared.type_.target()? } else { &declared.type_ };
        let is_plain = |type_: &Type| !type_.qualifiers.volatile && !type_.qualifiers.atomic;
        let fits = declared.kind == (SymbolKind::Local { is_static: false })
            && matches!(structure.kind, TypeKind::Record(_))
            && is_plain(structure)
            && is_plain(&declared.type_)
            && !self.in_pragmas.contains(&declared.name);
        let is_member = |id: &SymbolId| member(*id, symbols).is_some_and(|member| member.object == object);
        if !fits || self.taken.iter().any(is_member) {
            return None;
        }
        let members: Vec<_> = self.members.iter().copied().filter(is_member).collect();
        if !members.iter().all(|id| member(*id, symbols).is_some_and(|member| is_own(member, symbols))) {
            return None;
        }
        let made = self.makings.get(&object);
        let (given, is_zeroed) = match &declared.initializer {
            Some(Initializer::Value(value)) if !is_null(value) => {
                (!is_on_heap || self.is_released_last(object)).then_some(())?;
                self.wrappers.obtained(value, symbols)?
            }
            Some(Initializer::List(values)) => {
                let names = resolved.listed.get(&object)?;
                (names.iter().cloned().zip(values.iter().cloned()).collect::<Vec<_>>(), true)
            }
            _ if is_on_heap => {
                let Making { value, .. } = made.filter(|_| self.is_released_last(object))?;
                self.wrappers.obtained(value, symbols)?
            }
            _ if made.is_some() => self.wrappers.obtained(made?.value, symbols)?,
            _ => (vec![], false),
        };
        let mut mentions_itself = false;
        for (_, value) in &given {
            value.walk(&mut |part| mentions_itself |= part.variable() == Some(object));
        }
        let is_given_block = given.iter().any(|(_, value)| is_fresh(value, symbols));
        let holds_block = is_given_block || members.iter().any(|id| self.blocks.contains(id));
        if !holds_block || mentions_itself {
            return None;
        }
        let named = self.sites.iter().filter(|site| symbols[site.variable].name == declared.name);
        let handed = named.filter_map(|site| Some((site, functions.touched(site)?)));
        let handed: Vec<(&Site, BTreeSet<String>)> = handed.collect();
        self.are_members(object, &handed).then_some(())?;
        let members = members.into_iter().filter(|id| is_scalar(&symbols[*id].type_)).collect();
        let releases = self.releases.iter().filter(|it| it.pointer == object);
        let releases = releases.filter_map(|it| Some((it.statement, it.by_function.clone()?)));
        let mut releases: Vec<_> = releases.collect();
        let repeats =
            |place: Span| self.loops.iter().any(|it| it.contains(place) && !it.contains(declared.name_span));
        let mentions =
            || self.mentions.iter().filter(|(symbol, _)| *symbol == object).map(|(_, place)| *place);
        let is_last = |place: Span| !repeats(place) && mentions().all(|other| other.start < place.end);
        // nobody looks at what isn't there any more
        if !self.jumps && releases.iter().all(|(place, _)| is_last(*place)) {
            releases.iter_mut().for_each(|(_, list)| list.retain(Release::frees));
        }
        let is_obtained =
            is_on_heap || made.is_some() || matches!(declared.initializer, Some(Initializer::Value(_)));
        let handed = handed.into_iter().filter(|(site, _)| site.variable == object);
        let handed = handed.map(|(site, touched)| (site.argument, touched)).collect();
        let made_by = made.map(|made| made.statement);
        let given_back = self.returns.iter().filter(|it| it.0 == object);
        let given_back = given_back.map(|(_, place)| *place).collect();
        Some(Apart { object, members, given, made_by, is_zeroed, is_obtained, releases, handed, given_back })
    }

    fn is_made_at(&self, object: SymbolId, place: Span) -> bool {
        self.makings.get(&object).is_some_and(|made| made.target == place)
    }

    /// Whether a structure on the heap is released behind all that uses it, or where the function ends.
    fn is_released_last(&self, pointer: SymbolId) -> bool {
        let mentions = || self.mentions.iter().filter(|(symbol, _)| *symbol == pointer);
        let is_release = |place: Span| self.releases.iter().any(|it| it.place == place);
        let is_last = |released: &Released| {
            mentions().all(|(_, place)| place.start <= released.place.start || is_release(*place))
        };
        let mut own = self.releases.iter().filter(|it| it.pointer == pointer);
        !self.jumps && own.all(|released| released.leaves || is_last(released))
    }

    /// Whether a variable is mentioned nowhere but in front of its numbers and pointers: neither by the trees nor by a token that
    /// these don't know.
    fn are_members(&self, object: SymbolId, handed: &[(&Site, BTreeSet<String>)]) -> bool {
        let declared = &self.translation.resolved.symbols[object];
        let Some(places) = declared.declared else { return false };
        let mut own = self.mentions.iter().filter(|(symbol, _)| *symbol == object).map(|(_, place)| place);
        let is_on_heap = matches!(declared.type_.kind, TypeKind::Pointer(_));
        let is_handled = |place: Span| {
            is_on_heap && self.tests.contains(&place)
                || self.is_made_at(object, place)
                || self.returns.contains(&(object, place))
                || self.releases.iter().any(|it| it.place == place)
                || handed.iter().any(|(site, _)| site.name == place)
        };
        let is_known =
            |place: Span| self.starts.contains(&place) || self.sized.contains(&place) || is_handled(place);
        if !own.all(|place| is_known(*place)) {
            return false;
        }
        let is_known = |place: Span| place == declared.name_span || is_known(place);
        self.translation.table.are_known(&declared.name, places.scope, self.text, &is_known)
    }
}

/// Whether a statement does nothing but to call functions, perhaps under conditions.
fn only_calls(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Block(list) => list.iter().all(only_calls),
        StatementKind::If(_, then, otherwise) => {
            std::iter::once(then).chain(otherwise).all(|part| only_calls(part))
        }
        StatementKind::Expression(Some(expression)) => matches!(expression.kind, ExpressionKind::Call(..)),
        _ => false,
    }
}

/// A statement that gives a variable a structure, or a pointer what it leads to.
#[derive(Clone, Copy)]
struct Making<'a> {
    statement: Span,
    /// The variable's place.
    target: Span,
    value: &'a Expression,
}

/// A statement that releases what a pointer leads to.
struct Released {
    statement: Span,
    pointer: SymbolId,
    /// The pointer's place.
    place: Span,
    /// What a function of the file does for that, if it isn't `free` itself.
    by_function: Option<Vec<Release>>,
    /// Whether the function ends behind.
    leaves: bool,
}

/// Where the structure is named of which an expression is a number or a pointer.
pub fn start(part: &Expression, symbols: &Symbols) -> Option<Span> {
    is_scalar(&part.type_).then_some(())?;
    let mut way = part;
    while let ExpressionKind::Member(symbol, inner) = &way.kind {
        member(*symbol, symbols).filter(|member| is_own(member, symbols))?;
        way = inner;
    }
    if let ExpressionKind::Unary(UnaryOperator::Dereference, pointer) = &way.kind {
        way = pointer;
    }
    way.variable().map(|_| way.span)
}

/// The places of pointers that an expression only looks at.
pub fn tested(part: &Expression) -> Vec<Span> {
    let operands: Vec<&Expression> = match &part.kind {
        ExpressionKind::Unary(UnaryOperator::Not, operand) => vec![operand],
        ExpressionKind::Binary(BinaryOperator::And | BinaryOperator::Or, left, right) => vec![left, right],
        ExpressionKind::Binary(BinaryOperator::Compare(_), left, right) => {
            compared_with_null(left, right).into_iter().collect()
        }
        _ => vec![],
    };
    operands.into_iter().filter(|operand| operand.variable().is_some()).map(|operand| operand.span).collect()
}

/// Whether a member is in the variable itself, or in what that points to, and no cell of an array.
pub fn is_own(member: &Member, symbols: &Symbols) -> bool {
    let steps = match (&symbols[member.object].type_.kind, member.steps.as_slice()) {
        (TypeKind::Pointer(_), [Step::Dereference, steps @ ..]) => steps,
        (_, steps) => steps,
    };
    steps.iter().all(|step| matches!(step, Step::Field(_)))
}

fn is_scalar(type_: &Type) -> bool {
    type_.is_arithmetic() || matches!(type_.kind, TypeKind::Pointer(_))
}
