//! Functions whose bodies can stand in the place of their calls.
//!
//! Nothing may depend on being a function of its own: no `static` variables but for tables, no labels (a label may be there once), no `alloca`
//! (its memory lives as long as the function), no `setjmp`, no name of the function itself, no variable arguments; and it must
//! end at its end. What a user forbids by an attribute stays forbidden.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use diagnostics::token::{Token, TokenKind};
use diagnostics::{FileId, Span};

use super::Parsed;
use super::around::file_arrays;
use super::expansion::expansions;
use super::pragmas;
use super::site::is_loop;
use crate::discovery::written::is_copied;
use crate::facts::purity::{Purities, Purity};
use crate::facts::tables::may_be_copied;
use crate::fills::fills;
use crate::getters::{computations, is_getter, is_number};
use crate::jumps::leads_away;
use crate::row_tables::makers::releaser;
use crate::rows::is_same;
use crate::syntax::resolve::Computation;
use crate::syntax::split::external_declarations;
use crate::syntax::tree::{
    Construct, Expression, ExpressionKind, Function, READ, Statement, StatementKind, SymbolId, SymbolKind,
    TEXT, UnaryOperator, WRITTEN,
};
use crate::syntax::types::{Type, TypeKind};
use crate::translation::Translation;
use crate::wrappers::Wrappers;

/// Bodies of more tokens stay where they are.
const LONGEST: usize = 3000;

/// Functions that do something to the function that calls them, and names that tell which one that is.
const TIED: &str = " setjmp _setjmp __sigsetjmp sigsetjmp alloca __builtin_alloca __builtin_alloca_with_align \
    __builtin_va_start __builtin_return_address __builtin_frame_address __builtin_apply_args __builtin_setjmp \
    __func__ __FUNCTION__ __PRETTY_FUNCTION__ getcontext vfork ";

/// A function that can be inlined.
#[derive(Clone, Debug)]
pub struct Callee<'a> {
    /// The function.
    pub function: &'a Function,
    /// Its parameters, in order.
    pub parameters: Vec<Parameter>,
    /// What it does.
    pub form: Form<'a>,
    /// How many loops, or calls of the file's functions, it consists of.
    pub stages: usize,
    /// Whether nothing happens where the values are computed that it returns.
    pub is_silent: bool,
    /// Whether something stands beside its loops that is in no region, as calls that open a file: only without braces around all of it
    /// are these loops in a row with the caller's.
    pub is_mixed: bool,
    /// The variables that OpenMP's pragmas in it name.
    pub in_pragmas: BTreeSet<&'a str>,
}

/// What a function's body is.
#[derive(Clone, Debug)]
pub enum Form<'a> {
    /// Statements.
    Statements {
        /// The body without its braces, and without a `return` at its end.
        inside: Span,
        /// Where it ends earlier, in order.
        ends: Vec<End<'a>>,
        /// What it returns at its end.
        returned: Option<Returned<'a>>,
    },
    /// `return value;`, perhaps behind `if (condition) return other;`.
    Value {
        /// The conditions, in parentheses, and the values where they hold, in order.
        choices: Vec<(Span, Span)>,
        /// The last value's place.
        value: Span,
        /// The type that it is converted to, if it has another.
        type_: Option<String>,
    },
}

/// A statement `if (condition) return value;` of a body, or `if (condition) { …; return value; }`.
#[derive(Clone, Debug)]
pub struct End<'a> {
    /// The statement.
    pub statement: Span,
    /// Its condition.
    pub test: &'a Expression,
    /// The same in parentheses, by its place.
    pub condition: Span,
    /// What it does before it returns.
    pub before: Span,
    /// What it returns.
    pub returned: Option<Returned<'a>>,
}

/// The value of a `return`.
#[derive(Clone, Copy, Debug)]
pub struct Returned<'a> {
    /// The value.
    pub value: &'a Expression,
    /// All of its tokens.
    pub span: Span,
}

/// A parameter as its function declares it.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The parameter.
    pub symbol: SymbolId,
    /// Its whole declaration.
    pub span: Span,
    /// Its name there.
    pub name: Span,
    /// For an array: the first extent, which means nothing, and those behind it.
    pub extents: Option<(Span, Option<Span>)>,
    /// Whether the body gives it another value, or looks at more of it than its value.
    pub is_variable: bool,
    /// Whether a macro names it in the body, or a pragma, so that it must keep its name.
    pub is_in_macro: bool,
    /// Whether what these macros stand for can be in their place.
    pub is_expandable: bool,
}

impl Callee<'_> {
    /// Whether it has a value wherever it ends.
    pub fn returns_values(&self) -> bool {
        match &self.form {
            Form::Statements { ends, returned, .. } => {
                returned.is_some() && ends.iter().all(|end| end.returned.is_some())
            }
            Form::Value { .. } => true,
        }
    }
}

/// All that were asked for.
pub struct Callees<'a> {
    parsed: Parsed<'a>,
    /// What calls may do.
    pub purities: Purities<'a>,
    wrappers: Wrappers,
    known: HashMap<SymbolId, Result<Callee<'a>, String>>,
    computing: HashMap<SymbolId, bool>,
    reading: HashMap<SymbolId, bool>,
    owning: HashMap<SymbolId, bool>,
    /// The functions that compute an integer.
    computations: BTreeMap<SymbolId, Computation>,
    /// The names in declarations outside of functions that have attributes.
    with_attributes: Vec<&'a str>,
}

impl<'a> Callees<'a> {
    /// Of a translation unit.
    pub fn new(parsed: Parsed<'a>, translation: &'a Translation) -> Self {
        let purities = Purities::new(translation);
        Callees {
            parsed,
            purities,
            wrappers: Wrappers::of(translation, parsed.text()),
            known: HashMap::new(),
            computing: HashMap::new(),
            reading: HashMap::new(),
            owning: HashMap::new(),
            computations: computations(&translation.resolved),
            with_attributes: with_attributes(parsed),
        }
    }

    /// A function of the file as one that can be inlined, or why it can't be; `None` for one that has no body here.
    pub fn get(&mut self, symbol: SymbolId) -> Option<Result<Callee<'a>, String>> {
        let function = super::called(self.parsed.resolved, symbol)?;
        if !self.known.contains_key(&symbol) {
            self.known.insert(symbol, Err("it calls itself".to_owned()));
            let all = results(function);
            let is_pure = all.is_some_and(|all| all.into_iter().all(|part| self.is_pure(part)));
            let callee = match self.with_attributes.contains(&function.name.as_str()) {
                true => Err("it is declared with an attribute".to_owned()),
                false if is_copied(function, &self.parsed.resolved.functions, self.parsed.map) => {
                    Err("it is one of two that polycc made of one".to_owned())
                }
                false => callee(self.parsed, function, is_pure),
            };
            let (is_silent, is_mixed) = (self.returns_silently(function), self.is_mixed(function));
            let callee = callee.map(|callee| Callee { is_silent, is_mixed, ..callee });
            self.known.insert(symbol, callee);
        }
        self.known.get(&symbol).cloned()
    }

    fn returns_silently(&mut self, function: &'a Function) -> bool {
        let mut values = Vec::new();
        function.body.walk(&mut |statement| {
            if let StatementKind::Other(Construct::Return, returned, _) = &statement.kind {
                values.extend(returned);
            }
        });
        values.into_iter().all(|value| self.is_pure(value))
    }

    fn is_mixed(&mut self, function: &'a Function) -> bool {
        let StatementKind::Block(list) = &function.body.kind else { return false };
        let symbols = &self.parsed.resolved.symbols;
        let (loops, others): (Vec<&Statement>, Vec<_>) =
            list.iter().partition(|inner| is_loop(inner, symbols));
        !loops.is_empty() && others.into_iter().any(|inner| self.is_apart(inner))
    }

    /// Whether a statement is in no region: it calls a function of which no more is known than its name.
    fn is_apart(&mut self, statement: &'a Statement) -> bool {
        let resolved = self.parsed.resolved;
        let symbols = &resolved.symbols;
        let mut called = Vec::new();
        let mut add = |part: &Expression| {
            if let ExpressionKind::Call(callee, _) = &part.kind {
                called.push(callee.variable());
            }
        };
        match &statement.kind {
            // what a check does that leaves is nothing to what is behind it
            StatementKind::If(condition, then, None) if leads_away(then, resolved) => {
                condition.walk(&mut add)
            }
            _ => statement.walk_expressions(symbols, &mut add),
        }
        let mut is_known = |symbol: SymbolId| {
            let name = symbols[symbol].name.as_str();
            matches!(name, "malloc" | "calloc" | "free")
                || fills(name)
                || super::called(resolved, symbol).is_some()
                || self.purities.of(symbol) != Purity::Unknown
        };
        !called.into_iter().all(|callee| callee.is_some_and(&mut is_known))
    }

    /// Whether a function does nothing but to read a place, by way of another perhaps: its calls are looked through as they are.
    pub fn reads_place(&self, symbol: SymbolId) -> bool {
        let resolved = self.parsed.resolved;
        super::called(resolved, symbol).is_some_and(|function| {
            let value = match &function.body.kind {
                StatementKind::Block(list) if list.len() == 1 => result(&list[0]),
                _ => None,
            };
            value.is_some_and(|(value, _)| is_place(value))
                || is_getter(function, resolved, &self.computations)
        })
    }

    /// Whether a call is looked through as it is for the number that it stands for.
    pub fn is_number(&self, symbol: SymbolId, arguments: &[Expression]) -> bool {
        let resolved = self.parsed.resolved;
        let function = super::called(resolved, symbol);
        function.is_some_and(|it| is_number(it, arguments, resolved, &self.computations))
    }

    /// Whether a function does nothing but to release a table of rows.
    pub fn releases_table(&self, symbol: SymbolId) -> bool {
        let function = super::called(self.parsed.resolved, symbol);
        function.is_some_and(|it| releaser(it, &self.parsed.resolved.symbols, self.parsed.text()).is_some())
    }

    /// Whether a function does nothing but to release what is in a structure.
    pub fn releases_structure(&self, symbol: SymbolId) -> bool {
        self.wrappers.releases_structure(symbol)
    }

    /// Whether a function stays for other files and uses arrays of its own: these belong to it alone as long as no other function has
    /// what it does.
    pub fn keeps_arrays(&self, symbol: SymbolId) -> bool {
        let Some(function) = super::called(self.parsed.resolved, symbol) else { return false };
        let symbols = &self.parsed.resolved.symbols;
        let mut names_array = false;
        function.body.walk_with_types(symbols, &mut |part| {
            names_array |= part.variable().is_some_and(|symbol| {
                symbols[symbol].kind == SymbolKind::Global
                    && matches!(symbols[symbol].type_.kind, TypeKind::Array(..))
            });
        });
        !self.is_static(symbol) && !self.parsed.resolved.is_whole_program && names_array
    }

    /// Whether a function stays whoever calls it, and changes arrays of the file that no other function names: these would be those of
    /// two functions.
    pub fn owns_arrays(&mut self, symbol: SymbolId) -> bool {
        if let Some(known) = self.owning.get(&symbol) {
            return *known;
        }
        let resolved = self.parsed.resolved;
        let changes = |id: &SymbolId| !resolved.symbols[*id].type_.innermost().qualifiers.constant;
        let others = || resolved.functions.iter().filter(|function| function.symbol != symbol);
        let is_own = |id: SymbolId| !others().any(|other| other.body.mentions(id, &resolved.symbols));
        let owns = !self.is_static(symbol)
            && file_arrays(self.parsed, symbol).into_iter().filter(changes).any(is_own);
        self.owning.insert(symbol, owns);
        owns
    }

    /// Whether only this file can call a function, so that it goes with its last call.
    fn is_static(&self, symbol: SymbolId) -> bool {
        super::called(self.parsed.resolved, symbol).is_some_and(|function| {
            let header = Span::new(function.span.start, function.body.span.start);
            let text = self.parsed.text();
            self.parsed.table.within(header).iter().any(|token| token.span.of(text) == "static")
        })
    }

    /// Whether the main file defines a function.
    pub fn is_users(&self, symbol: SymbolId) -> bool {
        let function = super::called(self.parsed.resolved, symbol);
        function.is_some_and(|function| self.parsed.map.is_in_main_file(function.body.span.start))
    }

    /// Whether nothing happens where a value is computed, in functions neither.
    pub fn is_pure(&mut self, value: &Expression) -> bool {
        self.is_harmless(value, Self::computes)
    }

    /// Whether nothing changes where a value is computed, in functions neither; these may be slow.
    pub fn changes_nothing(&mut self, value: &Expression) -> bool {
        self.is_harmless(value, Self::reads)
    }

    fn is_harmless(&mut self, value: &Expression, may_call: fn(&mut Self, SymbolId) -> bool) -> bool {
        let (mut all, mut called) = (true, vec![]);
        value.walk(&mut |part| match &part.kind {
            ExpressionKind::Call(callee, _) => called.push(callee.variable()),
            ExpressionKind::Other(TEXT, _) => {}
            ExpressionKind::Assign(..) | ExpressionKind::Increment { .. } | ExpressionKind::Other(..) => {
                all = false
            }
            _ => all &= !part.type_.qualifiers.volatile && !part.type_.qualifiers.atomic,
        });
        all && called.into_iter().all(|symbol| symbol.is_some_and(|symbol| may_call(self, symbol)))
    }

    /// Whether a function does nothing but to compute a value, of memory perhaps.
    fn computes(&mut self, symbol: SymbolId) -> bool {
        if self.purities.of(symbol) != Purity::Unknown {
            return true;
        }
        if let Some(known) = self.computing.get(&symbol) {
            return *known;
        }
        // one that calls itself isn't known to end
        self.computing.insert(symbol, false);
        let function = super::called(self.parsed.resolved, symbol);
        let computes =
            function.is_some_and(|function| ends_soon(function) && self.only_reads(function, Self::computes));
        self.computing.insert(symbol, computes);
        computes
    }

    /// Whether a function changes nothing, however long that takes.
    fn reads(&mut self, symbol: SymbolId) -> bool {
        if self.purities.of(symbol) != Purity::Unknown {
            return true;
        }
        if let Some(known) = self.reading.get(&symbol) {
            return *known;
        }
        self.reading.insert(symbol, false);
        let function = super::called(self.parsed.resolved, symbol);
        let reads = function.is_some_and(|function| self.only_reads(function, Self::reads));
        self.reading.insert(symbol, reads);
        reads
    }

    /// Whether a function changes nothing but its own variables.
    fn only_reads(&mut self, function: &'a Function, may_call: fn(&mut Self, SymbolId) -> bool) -> bool {
        let symbols = &self.parsed.resolved.symbols;
        let (mut all, mut called) = (true, vec![]);
        let is_own = |target: &Expression| {
            let symbol =
                holder(target).variable().filter(|symbol| function.span.contains(symbols[*symbol].name_span));
            symbol.is_some_and(|symbol| {
                let type_ = &symbols[symbol].type_;
                match symbols[symbol].kind {
                    SymbolKind::Local { is_static: false } => type_.innermost().is_arithmetic(),
                    SymbolKind::Parameter => type_.is_arithmetic(),
                    _ => false,
                }
            })
        };
        function.body.walk_with_types(symbols, &mut |part| {
            all &= match &part.kind {
                ExpressionKind::Assign(_, target, _) => is_own(target),
                ExpressionKind::Increment { operand, .. } => is_own(operand),
                ExpressionKind::Unary(UnaryOperator::Address, _) | ExpressionKind::Other(..) => false,
                _ => !part.type_.qualifiers.volatile && !part.type_.qualifiers.atomic,
            };
            if let ExpressionKind::Call(callee, _) = &part.kind {
                called.push(callee.variable());
            }
        });
        all &= !function.body.holds_assembly();
        all && called.into_iter().all(|symbol| symbol.is_some_and(|symbol| may_call(self, symbol)))
    }
}

/// Whether a function has no loops: to go on for ever is an effect.
fn ends_soon(function: &Function) -> bool {
    !function.body.holds(&|kind| {
        matches!(
            kind,
            StatementKind::For(_)
                | StatementKind::Labeled(..)
                | StatementKind::Other(Construct::While | Construct::Do | Construct::Goto(_), ..)
        )
    })
}

/// The values of a function that does nothing but to return one of them, and the conditions that tell which.
fn results(function: &Function) -> Option<Vec<&Expression>> {
    let StatementKind::Block(list) = &function.body.kind else { return None };
    let (choices, last) = choices(list)?;
    let mut found = vec![result(last)?.0];
    for (test, then) in choices {
        let StatementKind::If(condition, ..) = &test.kind else { return None };
        found.extend([condition, result(then)?.0]);
    }
    Some(found)
}

/// The statements `if (condition) return value;` of a list, each with its `return`, and the statement with the last value, which may stand
/// behind an `else`, as conditions may.
fn choices(list: &[Statement]) -> Option<(Vec<(&Statement, &Statement)>, &Statement)> {
    let (mut last, rest) = list.split_last()?;
    let mut found = Vec::new();
    for test in rest {
        let StatementKind::If(_, then, None) = &test.kind else { return None };
        found.push((test, &**then));
    }
    loop {
        match &last.kind {
            StatementKind::If(_, then, Some(otherwise)) => {
                found.push((last, &**then));
                last = otherwise;
            }
            StatementKind::Block(list) => match list.as_slice() {
                [only] => last = only,
                _ => return None,
            },
            _ => return Some((found, last)),
        }
    }
}

/// The value of a `return`, with its statement.
fn result(statement: &Statement) -> Option<(&Expression, &Statement)> {
    match &statement.kind {
        StatementKind::Block(list) => match list.as_slice() {
            [only] => result(only),
            _ => None,
        },
        StatementKind::Other(Construct::Return, values, _) => values.first().map(|value| (value, statement)),
        _ => None,
    }
}

/// Whether a value is what is in a place, or what a function gives.
fn is_place(value: &Expression) -> bool {
    matches!(value.kind, ExpressionKind::Index(..) | ExpressionKind::Member(..) | ExpressionKind::Call(..))
}

/// The identifiers in all declarations with attributes that are no definitions.
fn with_attributes<'a>(parsed: Parsed<'a>) -> Vec<&'a str> {
    let text = parsed.map.text();
    let word = |token: &Token| token.span.of(text);
    let mut found = Vec::new();
    for piece in external_declarations(text, &parsed.table.tokens) {
        let tokens = &parsed.table.tokens[piece.tokens.clone()];
        let is_users = parsed.map.is_in_main_file(piece.span.start);
        let is_definition = parsed.resolved.functions.iter().any(|function| function.span == piece.span);
        if is_users && !is_definition && tokens.iter().any(|token| is_attribute(word(token))) {
            found.extend(tokens.iter().filter(|token| token.kind == TokenKind::Identifier).map(word));
        }
    }
    found
}

fn is_attribute(word: &str) -> bool {
    matches!(
        word,
        "__attribute__" | "__attribute" | "__declspec" | "_Noreturn" | "__noreturn__" | "__asm__" | "asm"
    )
}

fn callee<'a>(parsed: Parsed<'a>, function: &'a Function, is_pure: bool) -> Result<Callee<'a>, String> {
    let (text, symbols) = (parsed.map.text(), &parsed.resolved.symbols);
    let header = Span::new(function.span.start, function.body.span.start);
    let tokens = parsed.table.within(header);
    if tokens.iter().any(|token| is_attribute(token.span.of(text)) || token.span.of(text) == "[[") {
        return Err("it has an attribute".into());
    }
    let parameters =
        parameters(parsed, function, tokens).ok_or("its parameters are declared in an unusual way")?;
    let own = parsed.map.original_with_pragmas(function.body.span);
    if own.is_none_or(|original| original.file != FileId::MAIN) {
        return Err("a macro or a directive is in the way of its text".into());
    }
    let in_pragmas = pragmas::names(&parsed, function)?;
    let body = parsed.table.within(function.body.span);
    if body.len() > LONGEST {
        return Err("it is long".into());
    }
    let tied = body.iter().map(|token| token.span.of(text)).find(|word| TIED.contains(&format!(" {word} ")));
    if let Some(word) = tied {
        return Err(format!("`{word}` depends on the function around it"));
    }
    let StatementKind::Block(list) = &function.body.kind else { return Err("it has no body".into()) };
    let calls_itself = |part: &Expression| part.variable() == Some(function.symbol);
    let (mut why, mut stages) = (None, 0);
    function.body.walk_with_types(symbols, &mut |part| {
        if calls_itself(part) {
            why = Some("it calls itself");
        }
        if let ExpressionKind::Other(what, _) = part.kind
            && ![TEXT, READ, WRITTEN, "a compound literal", "this literal", "this operator"].contains(&what)
        {
            why = Some("it asks for more than values");
        }
    });
    function.body.walk(&mut |statement| match &statement.kind {
        StatementKind::Labeled(..) | StatementKind::Other(Construct::Goto(_), ..) => {
            why = Some("it has a label")
        }
        StatementKind::Other(Construct::Assembly, ..) => why = Some("it has assembly"),
        StatementKind::Other(Construct::While | Construct::Do, ..) => stages += 1,
        _ if is_loop(statement, symbols) => stages += 1,
        StatementKind::Expression(Some(expression)) => {
            let callee = match &expression.kind {
                ExpressionKind::Call(callee, _) => callee.variable(),
                _ => None,
            };
            stages +=
                usize::from(callee.is_some_and(|symbol| super::called(parsed.resolved, symbol).is_some()));
        }
        StatementKind::Declaration(list) => {
            let is_own = |id: SymbolId| match symbols[id].kind {
                SymbolKind::Local { is_static: false } => true,
                _ => may_be_copied(id, function, &parsed.resolved.functions, symbols),
            };
            if !list.iter().all(|declared| is_own(declared.symbol)) {
                why = Some("it has a variable that lives on");
            }
        }
        _ => {}
    });
    if let Some(why) = why {
        return Err(why.into());
    }
    let form = match value(parsed, function, list, is_pure) {
        Some(value) => value,
        None => ends(parsed, &function.body, list).ok_or("it returns before its end")?,
    };
    let parameters = parameters.into_iter().map(|parameter| {
        let is_in_pragma = in_pragmas.contains(symbols[parameter.symbol].name.as_str());
        let is_in_macro = is_in_macro(parsed, function, parameter.symbol);
        Parameter {
            is_variable: is_variable(parsed, function, parameter.symbol),
            is_in_macro: is_in_macro || is_in_pragma,
            is_expandable: is_in_macro && !is_in_pragma && is_expandable(parsed, function, parameter.symbol),
            ..parameter
        }
    });
    let parameters = parameters.collect();
    Ok(Callee { function, parameters, form, stages, is_silent: false, is_mixed: false, in_pragmas })
}

/// The body without braces and without the return at its end, and the conditions under which it ends earlier; `None` if it may
/// return elsewhere.
fn ends<'a>(parsed: Parsed, body: &Statement, list: &'a [Statement]) -> Option<Form<'a>> {
    let returns = |statement: &Statement| {
        let mut count = 0;
        statement.walk(&mut |inner| count += usize::from(is_return(inner)));
        count
    };
    let (mut end, mut last) = (body.span.end - 1, None);
    let mut found = Vec::new();
    for (position, statement) in list.iter().enumerate() {
        let is_last = position + 1 == list.len();
        let (mut statement, whole) = (statement, statement.span);
        // `if (…) return …; else if (…) return …; else return …;`
        while let StatementKind::If(test, then, Some(otherwise)) = &statement.kind {
            if !is_last || returns(then) != 1 || returns(otherwise) == 0 {
                break;
            }
            let next = match &otherwise.kind {
                StatementKind::Block(list) if list.len() == 1 => &list[0],
                _ => otherwise,
            };
            found.push(early(parsed, statement, (test, then), next.span.start)?);
            statement = next;
        }
        match &statement.kind {
            _ if returns(statement) == 0 => {}
            _ if is_return(statement) && is_last => {
                (end, last) = (statement.span.start, returned(parsed, statement)?);
            }
            StatementKind::If(test, then, None) if returns(statement) == 1 => {
                found.push(early(parsed, statement, (test, then), whole.end)?);
            }
            _ => return None,
        }
    }
    let inside = Span::new(body.span.start + 1, end);
    Some(Form::Statements { inside, ends: found, returned: last })
}

/// `if (condition) { …; return value; }`, with all up to `end`.
fn early<'a>(
    parsed: Parsed,
    statement: &Statement,
    (test, then): (&'a Expression, &'a Statement),
    end: usize,
) -> Option<End<'a>> {
    let (before, ending) = match &then.kind {
        StatementKind::Block(list) => {
            let ending = list.last()?;
            (Span::new(then.span.start + 1, ending.span.start), ending)
        }
        _ => (Span::new(then.span.start, then.span.start), then),
    };
    is_return(ending).then_some(())?;
    Some(End {
        statement: Span::new(statement.span.start, end),
        test,
        condition: condition(parsed, statement)?,
        before,
        returned: returned(parsed, ending)?,
    })
}

fn is_return(statement: &Statement) -> bool {
    matches!(statement.kind, StatementKind::Other(Construct::Return, ..))
}

/// What a `return` returns, if anything; `None` where its text can't be told.
fn returned<'a>(parsed: Parsed, statement: &'a Statement) -> Option<Option<Returned<'a>>> {
    let StatementKind::Other(Construct::Return, values, _) = &statement.kind else { return None };
    match values.first() {
        None => Some(None),
        Some(value) => Some(Some(Returned { value, span: place(parsed, statement)? })),
    }
}

/// The tokens between `return` and its semicolon.
fn place(parsed: Parsed, statement: &Statement) -> Option<Span> {
    let [_, inside @ .., _] = parsed.table.within(statement.span) else { return None };
    Some(inside.first()?.span.to(inside.last()?.span))
}

/// The body of such a function as that value.
fn value<'a>(parsed: Parsed, function: &Function, list: &[Statement], is_pure: bool) -> Option<Form<'a>> {
    let (choices, last) = choices(list)?;
    let TypeKind::Function(wanted) = &parsed.resolved.symbols[function.symbol].type_.kind else {
        return None;
    };
    let (value, statement) = result(last)?;
    // what only reads a place is looked through as it is
    if choices.is_empty() && is_place(value) {
        return None;
    }
    let (mut places, mut values) = (Vec::new(), vec![value]);
    for (test, then) in choices {
        let (value, statement) = result(then)?;
        places.push((condition(parsed, test)?, place(parsed, statement)?));
        values.push(value);
    }
    let has_type = is_same(&common(&values)?, wanted);
    let spelled = Some(wanted.spelling().to_owned());
    let type_ = spelled.filter(|name| !has_type && wanted.is_arithmetic() && !name.is_empty());
    let is_converted = has_type || type_.is_some();
    let value = place(parsed, statement)?;
    (is_converted && is_pure).then_some(Form::Value { choices: places, value, type_ })
}

/// The type of `c ? a : b` where that is the type of all of `values` but for small numbers, which mean the same in it.
fn common(values: &[&Expression]) -> Option<Type> {
    let is_small = |value: &Expression| {
        matches!(value.kind, ExpressionKind::Integer(0..=100)) && is_same(&value.type_, &Type::int())
    };
    let type_ = &values.iter().find(|value| !is_small(value)).or(values.first())?.type_;
    let is_alike = |value: &&Expression| is_same(&value.type_, type_) || is_small(value);
    match values {
        [_] => Some(type_.clone()),
        _ => (type_.is_arithmetic() && values.iter().all(is_alike)).then(|| type_.promoted()),
    }
}

/// The condition of an `if`, with its parentheses.
pub(super) fn condition(parsed: Parsed, statement: &Statement) -> Option<Span> {
    let StatementKind::If(_, then, _) = &statement.kind else { return None };
    let open = parsed.table.within(statement.span).get(1)?;
    Some(Span::new(open.span.start, parsed.table.end_before(then.span.start)))
}

/// Whether a parameter gets another value, or more of it is looked at than its value.
fn is_variable(parsed: Parsed, function: &Function, symbol: SymbolId) -> bool {
    let symbols = &parsed.resolved.symbols;
    let is_structure = matches!(symbols[symbol].type_.kind, TypeKind::Record(_));
    let is_it = |expression: &Expression| {
        let whole = if is_structure { holder(expression) } else { expression.without_casts() };
        whole.variable() == Some(symbol)
    };
    let mut found = false;
    function.body.walk_with_types(symbols, &mut |part| match &part.kind {
        ExpressionKind::Assign(_, target, _) => found |= is_it(target),
        ExpressionKind::Increment { operand, .. } => found |= is_it(operand),
        ExpressionKind::Unary(UnaryOperator::Address, operand) => found |= is_it(operand),
        ExpressionKind::SizeOf(_, Some(operand)) => found |= is_it(operand),
        // an array in it may be written to through a pointer
        ExpressionKind::Member(..) if matches!(part.type_.kind, TypeKind::Array(..)) => found |= is_it(part),
        _ => {}
    });
    let text = parsed.text();
    let mut words = parsed.table.within(function.body.span).iter().map(|token| token.span.of(text));
    found
        || words.any(|word| matches!(word, "typeof" | "__typeof__" | "__typeof" | "_Generic" | "__auto_type"))
}

/// The variable of whose own memory an expression is a part: members and cells of arrays in it, but nothing that it points to.
fn holder(expression: &Expression) -> &Expression {
    let expression = expression.without_casts();
    match &expression.kind {
        ExpressionKind::Member(_, inner) => holder(inner),
        ExpressionKind::Index(array, _) if matches!(array.type_.kind, TypeKind::Array(..)) => holder(array),
        _ => expression,
    }
}

/// Whether a variable is named by something that isn't its name in the file.
pub(super) fn is_in_macro(parsed: Parsed, function: &Function, symbol: SymbolId) -> bool {
    let name = parsed.resolved.symbols[symbol].name.as_str();
    let is_it = |token: &Token| parsed.names.get(&token.span.start) == Some(&symbol);
    let mut tokens = parsed.table.within(function.body.span).iter();
    tokens.any(|token| is_it(token) && parsed.place_of_name(token.span, name).is_none())
}

/// Whether macros that name a variable are the user's, and no more than that.
fn is_expandable(parsed: Parsed, function: &Function, symbol: SymbolId) -> bool {
    let is_it = |token: &Token| parsed.names.get(&token.span.start) == Some(&symbol);
    expansions(parsed, parsed.table.within(function.body.span), &is_it).is_some()
}

/// The parameters of a function, if its header ends with them.
fn parameters(parsed: Parsed, function: &Function, header: &[Token]) -> Option<Vec<Parameter>> {
    let text = parsed.text();
    let word = |token: &Token| token.span.of(text);
    let name = header.iter().position(|token| word(token) == function.name)?;
    let open = name + 1;
    let close = header.len().checked_sub(1)?;
    let is_list = header.get(open).map(word) == Some("(") && word(&header[close]) == ")" && open < close;
    let inside = is_list.then(|| &header[open + 1..close])?;
    let mut depth = 0usize;
    let mut pieces = vec![];
    let mut start = 0;
    for (position, token) in inside.iter().enumerate() {
        match word(token) {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.checked_sub(1)?,
            "," if depth == 0 => {
                pieces.push(&inside[start..position]);
                start = position + 1;
            }
            "..." => return None,
            _ => {}
        }
    }
    pieces.push(&inside[start..]);
    if function.parameters.is_empty() {
        let is_void = matches!(pieces.as_slice(), [only] if only.is_empty() || only.len() == 1 && word(&only[0]) == "void");
        return is_void.then(Vec::new);
    }
    if pieces.len() != function.parameters.len() {
        return None;
    }
    let both = pieces.into_iter().zip(&function.parameters);
    both.map(|(piece, symbol)| parameter(parsed, *symbol, piece)).collect()
}

fn parameter(parsed: Parsed, symbol: SymbolId, piece: &[Token]) -> Option<Parameter> {
    let known = &parsed.resolved.symbols[symbol];
    let position = piece.iter().position(|token| token.span == known.name_span)?;
    let span = piece.first()?.span.to(piece.last()?.span);
    let text = parsed.text();
    let extents = match piece.get(position + 1).map(|token| token.span.of(text)) {
        Some("[") => Some(extents(text, &piece[position + 1..])?),
        _ if matches!(known.type_.kind, TypeKind::Array(..)) => return None,
        _ => None,
    };
    let name = known.name_span;
    Some(Parameter {
        symbol,
        span,
        name,
        extents,
        is_variable: true,
        is_in_macro: false,
        is_expandable: false,
    })
}

/// The first of these extents, and those behind it.
fn extents(text: &str, tokens: &[Token]) -> Option<(Span, Option<Span>)> {
    let mut depth = 0usize;
    for (position, token) in tokens.iter().enumerate() {
        match token.span.of(text) {
            "[" => depth += 1,
            "]" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            let first = tokens[0].span.to(token.span);
            let rest = &tokens[position + 1..];
            let behind = match (rest.first(), rest.last()) {
                (Some(start), Some(end)) if start.span.of(text) == "[" => Some(start.span.to(end.span)),
                (None, _) => None,
                _ => return None,
            };
            return Some((first, behind));
        }
    }
    None
}
