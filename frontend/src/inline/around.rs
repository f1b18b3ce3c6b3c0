//! The function around what becomes another text, and the arrays that functions use.

use std::collections::{BTreeSet, HashMap};

use diagnostics::Span;

use super::Parsed;
use super::named::follows_pragma;
use crate::facts::changes::{Change, addresses_taken, changes};
use crate::facts::occurrences::values;
use crate::outline::headers::counter;
use crate::rows::is_pointer_to_numbers;
use crate::syntax::fold::{constant, constant_variable};
use crate::syntax::tree::{
    Construct, Expression, ExpressionKind, Function, Statement, StatementKind, SymbolId, SymbolKind,
    walk_extents,
};
use crate::syntax::types::TypeKind;

/// The function around a call.
pub struct Around<'a> {
    parsed: Parsed<'a>,
    caller: &'a Function,
    /// Whether names of types are declared in it.
    declares_types: bool,
    /// The variables whose addresses are taken.
    addressed: HashMap<SymbolId, Span>,
    /// Of these, the pointers that are only lent: to functions that look through the address, and keep it nowhere.
    pub lent: BTreeSet<SymbolId>,
    /// Those that get values; but for integers that get them before the first type that has them for a size.
    changed: BTreeSet<SymbolId>,
    /// The names of its own variables.
    pub names: BTreeSet<&'a str>,
    /// Of these, those that regions can't tell from other variables of the name: of integers that keep their values, since arrays may
    /// have such sizes, and of pointers and structures, which may hold what moves.
    pub told_by_name: BTreeSet<&'a str>,
    /// Its loops, with their counters.
    loops: Vec<(Span, SymbolId)>,
}

impl<'a> Around<'a> {
    /// Of a function.
    pub fn of(parsed: Parsed<'a>, caller: &'a Function) -> Self {
        let symbols = &parsed.resolved.symbols;
        let addressed = addresses_taken(&caller.body, symbols);
        let changes = changes(&caller.body, symbols);
        let sized = first_sizes(parsed, caller);
        // no way leads to an array but by its declaration
        let is_early =
            |change: &Change| sized.get(&change.symbol).is_some_and(|size| change.place.end <= *size);
        let is_late =
            |change: &&Change| !(is_early(change) && symbols[change.symbol].type_.integer().is_some());
        let changed = changes.iter().filter(is_late).map(|change| change.symbol).collect();
        let assigned = changes.iter().filter(|change| !change.is_declaration(symbols));
        let assigned: BTreeSet<_> = assigned.map(|change| change.symbol).collect();
        let own = || own_variables(parsed, caller);
        let is_size = |id: SymbolId| {
            symbols[id].type_.integer().is_some() && !assigned.contains(&id) && !addressed.contains_key(&id)
        };
        let holds =
            |id: SymbolId| matches!(symbols[id].type_.kind, TypeKind::Pointer(_) | TypeKind::Record(_));
        Around {
            parsed,
            caller,
            declares_types: declares_types(parsed, caller),
            names: own().map(|id| symbols[id].name.as_str()).collect(),
            told_by_name: own()
                .filter(|id| is_size(*id) || holds(*id))
                .map(|id| symbols[id].name.as_str())
                .collect(),
            loops: loops(parsed, caller),
            addressed,
            lent: BTreeSet::new(),
            changed,
        }
    }

    /// Where a call, or what else becomes another text, stands in the main file, with the text there.
    ///
    /// # Errors
    /// Why it can't be told, as a phrase.
    pub fn place(&self, call: Span) -> Result<(Span, &'a str), String> {
        if self.declares_types {
            return Err("the function around it declares types".into());
        }
        self.text_at(self.parsed.original(call))
    }

    /// The same for what may have pragmas in it.
    ///
    /// # Errors
    /// As [`Around::place`].
    pub fn place_with_pragmas(&self, statement: Span) -> Result<(Span, &'a str), String> {
        match self.declares_types {
            true => self.place(statement),
            false => self.text_at(self.parsed.place_with_pragmas(statement)),
        }
    }

    fn text_at(&self, place: Option<Span>) -> Result<(Span, &'a str), String> {
        let place = place.ok_or("it comes out of a macro")?;
        let file = self.parsed.file().ok_or("its text isn't known")?;
        Ok((place, place.of(file)))
    }

    /// The names of the counters of the loops around a place: a region takes no loop whose counter hides one of these.
    pub fn counting(&self, place: Span) -> BTreeSet<&'a str> {
        self.counters(place).map(|id| self.parsed.resolved.symbols[id].name.as_str()).collect()
    }

    /// Whether a call runs again and again with the same values of its arguments, as far as counters tell: it may be a sweep.
    pub fn repeats(&self, place: Span, arguments: &[Expression]) -> bool {
        self.counters(place).any(|counter| !arguments.iter().any(|argument| argument.mentions(counter)))
    }

    /// Whether a pragma is about a statement around a place, or about that itself: threads may run it.
    pub fn is_after_pragma(&self, place: Span) -> bool {
        let mut found = false;
        self.caller.body.walk(&mut |statement| {
            found |= statement.span.contains(place) && follows_pragma(self.parsed, statement.span);
        });
        found
    }

    /// Whether a statement is one of a block's, so that others can stand in its place, whatever they declare: no jump leads past them.
    pub fn is_listed(&self, statement: &Statement) -> bool {
        let mut found = false;
        self.caller.body.walk(&mut |inner| {
            if let StatementKind::Block(list) = &inner.kind {
                found |= list.iter().any(|listed| listed.span == statement.span);
            }
        });
        let jumps = |kind: &StatementKind| {
            matches!(
                kind,
                StatementKind::Labeled(..)
                    | StatementKind::Other(Construct::Goto(_) | Construct::Switch | Construct::Case, ..)
            )
        };
        found && !self.caller.body.holds(&jumps)
    }

    /// The counters of the loops around a place.
    fn counters(&self, place: Span) -> impl Iterator<Item = SymbolId> {
        self.loops.iter().filter(move |(all, _)| all.contains(place)).map(|(_, counter)| *counter)
    }

    /// The counters of the loops in a place that are declared elsewhere.
    pub fn counters_from_outside(&self, place: Span) -> BTreeSet<SymbolId> {
        let symbols = &self.parsed.resolved.symbols;
        let inside = self.loops.iter().filter(|(loop_, _)| place.contains(*loop_));
        inside.map(|(_, counter)| *counter).filter(|it| !place.contains(symbols[*it].name_span)).collect()
    }

    /// Whether the address of a variable is taken.
    pub fn is_addressed(&self, symbol: SymbolId) -> bool {
        self.addressed.contains_key(&symbol)
    }

    /// Whether each call of the function has a variable of its own.
    fn is_local(&self, symbol: SymbolId) -> bool {
        let kind = &self.parsed.resolved.symbols[symbol].kind;
        matches!(kind, SymbolKind::Local { is_static: false } | SymbolKind::Parameter)
    }

    /// The same, if nobody but the function knows it: its address isn't taken.
    pub fn is_private(&self, symbol: SymbolId) -> bool {
        self.is_local(symbol) && !self.is_addressed(symbol)
    }

    /// Whether a variable is a number of the function's own, or a pointer to numbers.
    pub fn names_value(&self, symbol: SymbolId) -> bool {
        let type_ = &self.parsed.resolved.symbols[symbol].type_;
        self.is_local(symbol)
            && type_.is_ordinary()
            && (type_.is_arithmetic() || is_pointer_to_numbers(type_))
    }

    /// Whether nobody but the function knows a variable, and nothing but what it does with its name changes it.
    pub fn is_plain(&self, symbol: SymbolId) -> bool {
        let qualifiers = self.parsed.resolved.symbols[symbol].type_.qualifiers;
        self.is_private(symbol) && !qualifiers.volatile && !qualifiers.atomic
    }

    /// Whether a value is the same before these statements, in them and behind them: numbers, and variables that nothing in them changes.
    pub fn keeps(&self, value: &Expression, statements: &[Statement]) -> bool {
        let symbols = &self.parsed.resolved.symbols;
        let changed = statements.iter().flat_map(|statement| changes(statement, symbols));
        let changed: BTreeSet<SymbolId> = changed.map(|change| change.symbol).collect();
        let mut keeps = true;
        value.walk(&mut |part| {
            keeps &= match &part.kind {
                ExpressionKind::Variable(symbol) => self.is_plain(*symbol) && !changed.contains(symbol),
                ExpressionKind::Binary(..) | ExpressionKind::Unary(..) | ExpressionKind::Cast(..) => true,
                _ => constant(part, symbols).is_some(),
            };
        });
        keeps
    }

    /// Whether a variable is an array, or one of the caller's that nobody else knows.
    pub fn is_own(&self, symbol: SymbolId) -> bool {
        let known = &self.parsed.resolved.symbols[symbol];
        match &known.type_.kind {
            TypeKind::Array(..) if known.kind != SymbolKind::Parameter => true,
            _ => self.is_private(symbol),
        }
    }

    /// Whether such a variable keeps its value, or anything else of the name has one: the extents of the caller's arrays were those that
    /// their variables had then.
    pub fn is_fixed(&self, symbol: SymbolId) -> bool {
        let is_kept = self.is_own(symbol) && !self.changed.contains(&symbol);
        is_kept || constant_variable(symbol, &self.parsed.resolved.symbols).is_some()
    }
}

/// Whether a function has arrays of its own, or pointers that are given what a call gives: blocks perhaps.
pub fn has_temporaries(parsed: Parsed, caller: &Function) -> bool {
    let symbols = &parsed.resolved.symbols;
    let is_array = |id: SymbolId| matches!(symbols[id].type_.kind, TypeKind::Array(..));
    let is_local = |id: SymbolId| matches!(symbols[id].kind, SymbolKind::Local { is_static: false });
    let given = values(&caller.body, symbols);
    own_variables(parsed, caller).filter(|id| is_local(*id)).any(|id| {
        let is_pointer = symbols[id].type_.target().is_some();
        let values = given.get(&id).map_or(&[][..], Vec::as_slice);
        let is_call = |value: &&Expression| matches!(value.without_casts().kind, ExpressionKind::Call(..));
        is_array(id) || is_pointer && values.iter().any(is_call)
    })
}

fn own_variables<'a>(parsed: Parsed<'a>, caller: &Function) -> impl Iterator<Item = SymbolId> + use<'a> {
    let span = caller.span;
    let all = parsed.resolved.symbols.0.iter().enumerate();
    all.filter(move |(_, symbol)| {
        let is_variable = matches!(symbol.kind, SymbolKind::Local { .. } | SymbolKind::Parameter);
        is_variable && span.contains(symbol.name_span)
    })
    .map(|(id, _)| SymbolId(id))
}

/// The loops of a function that count, with their counters.
fn loops(parsed: Parsed, caller: &Function) -> Vec<(Span, SymbolId)> {
    let mut found = Vec::new();
    caller.body.walk(&mut |statement| {
        if let StatementKind::For(parts) = &statement.kind {
            found.extend(counter(parts, &parsed.resolved.symbols).map(|id| (statement.span, id)));
        }
    });
    found
}

/// Where the extents of a function's arrays, and of what its pointers lead to, first name a variable.
fn first_sizes(parsed: Parsed, caller: &Function) -> HashMap<SymbolId, usize> {
    let symbols = &parsed.resolved.symbols;
    let mut found: HashMap<SymbolId, usize> = HashMap::new();
    for id in own_variables(parsed, caller) {
        walk_extents(&symbols[id].type_, &mut |part| {
            if let Some(size) = part.variable() {
                let first = found.entry(size).or_insert(part.span.start);
                *first = part.span.start.min(*first);
            }
        });
    }
    found
}

/// Whether names of types are declared in a function: these could hide those that another means.
pub fn declares_types(parsed: Parsed, caller: &Function) -> bool {
    let text = parsed.text();
    let tokens = parsed.table.within(caller.body.span);
    tokens.windows(3).any(|three| match three[0].span.of(text) {
        "typedef" => true,
        "struct" | "union" | "enum" => three[1..].iter().any(|token| token.span.of(text) == "{"),
        _ => false,
    })
}

/// The variables of the function, and those of the file, that values name as arrays.
pub fn temporaries<'e>(
    parsed: Parsed,
    values: impl IntoIterator<Item = &'e Expression>,
) -> BTreeSet<SymbolId> {
    let symbols = &parsed.resolved.symbols;
    let mut found = BTreeSet::new();
    for value in values {
        value.walk(&mut |part| {
            let is_own = |symbol: &SymbolId| {
                let known = &symbols[*symbol];
                known.kind.is_variable()
                    && matches!(
                        known.type_.kind,
                        TypeKind::Array(..) | TypeKind::Pointer(_) | TypeKind::Record(_)
                    )
            };
            found.extend(part.variable().filter(is_own));
        });
    }
    found
}

/// The arrays that the file declares `static`, as far as a function names them itself.
pub fn file_arrays(parsed: Parsed, symbol: SymbolId) -> BTreeSet<SymbolId> {
    let (symbols, mut found) = (&parsed.resolved.symbols, BTreeSet::new());
    let is_array = |symbol: &SymbolId| {
        parsed.resolved.statics.contains(symbol)
            && matches!(symbols[*symbol].type_.kind, TypeKind::Array(..) | TypeKind::Pointer(_))
    };
    if let Some(function) = super::called(parsed.resolved, symbol) {
        function.body.walk_with_types(symbols, &mut |part| found.extend(part.variable().filter(is_array)));
    }
    found
}
