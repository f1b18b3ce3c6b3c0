//! Functions of the file that obtain a table of rows, and such that release one; and parameters through which nobody changes one.

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::Span;
use polyhedral::Comparison;

use super::loops::{
    Base, Row, Step, callee, check, clears, counted, factors, factors_of, first_row, gives_up, is_same_size,
    is_table_like, step, variables, without_unit,
};
use super::uses::Uses;
use crate::facts::allocation::{freed, is_fresh, is_null, is_there, is_zeroing};
use crate::facts::changes::changes;
use crate::facts::checks::{ENDING, is_assertion};
use crate::syntax::tree::{
    BinaryOperator, Construct, Expression, ExpressionKind, Function, Initializer, Statement, StatementKind,
    SymbolId, SymbolKind, Symbols, UnaryOperator,
};
use crate::syntax::types::{Type, TypeKind};
use crate::translation::Translation;

/// The bytes of a pointer.
pub const POINTER: u64 = 8;

/// A function that does nothing but to obtain a table, if there is memory.
pub struct Maker {
    pub name: String,
    /// Whether compilers warn where nobody calls it.
    pub is_static: bool,
    pub parameters: Vec<SymbolId>,
    /// How many rows.
    pub rows: Expression,
    /// The bytes of a row, as factors.
    pub bytes: Vec<Expression>,
    /// The function of the library that gives rows.
    pub callee: Expression,
    pub is_zeroed: bool,
    pub is_contiguous: bool,
    /// What it does where sizes are none.
    pub refuses: Refuses,
}

/// What a function that obtains a table does for some sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Refuses {
    /// It doesn't look at them.
    Nothing,
    /// It ends the program where one isn't positive.
    ByAnEnd,
    /// It gives null there.
    ByNull,
    /// Nobody knows.
    Something,
}

/// A function that does nothing but to release a table.
pub struct Releaser {
    pub is_static: bool,
    /// Which parameter the table is.
    pub table: usize,
    /// Which one says how many rows there are, if it needs that.
    pub rows: Option<usize>,
    /// Whether it does nothing for null.
    pub takes_null: bool,
}

/// Those of a translation unit.
pub struct Makers {
    pub makers: BTreeMap<SymbolId, Maker>,
    pub releasers: BTreeMap<SymbolId, Releaser>,
    /// The parameters of functions, by number, through which the rows of a table stay what they are.
    keeping: BTreeSet<(SymbolId, usize)>,
}

impl Makers {
    /// Finds them.
    pub fn of(translation: &Translation, text: &str) -> Self {
        let functions = || translation.resolved.functions.iter();
        let symbols = &translation.resolved.symbols;
        let releaser = |it: &Function| Some((it.symbol, releaser(it, symbols, text)?));
        let releasers: BTreeMap<_, _> = functions().filter_map(releaser).collect();
        let maker =
            |it: &Function| Some((it.symbol, Reader::new(it, translation, text, &releasers)?.maker()?));
        let makers = functions().filter_map(maker).collect();
        let mut found = Makers { makers, releasers, keeping: BTreeSet::new() };
        found.keeping = candidates(translation).collect();
        // until what is handed on is handed to such parameters only
        loop {
            let stays = |(symbol, position): &(SymbolId, usize)| {
                let function = functions().find(|function| function.symbol == *symbol);
                function.is_some_and(|function| {
                    let table = function.parameters[*position];
                    let uses = Uses::of(function, table, symbols, &found);
                    uses.other.is_empty()
                        && !uses.is_set
                        && are_all_known(function, table, &uses, translation, text)
                })
            };
            let kept: BTreeSet<_> = found.keeping.iter().copied().filter(stays).collect();
            if kept.len() == found.keeping.len() {
                return found;
            }
            found.keeping = kept;
        }
    }

    /// Whether a function that gets a table for a parameter leaves its rows what they are.
    pub fn keeps(&self, function: SymbolId, position: usize) -> bool {
        self.keeping.contains(&(function, position))
    }
}

/// Whether no token names a variable but those that the trees know.
pub fn are_all_known(
    function: &Function,
    symbol: SymbolId,
    uses: &Uses,
    translation: &Translation,
    text: &str,
) -> bool {
    let declared = &translation.resolved.symbols[symbol];
    let scope = match declared.declared {
        // whoever took it has looked at all others
        Some(places) if !translation.resolved.file_arrays.is_taken(symbol) => places.scope,
        _ => function.span,
    };
    // others of its name
    let symbols = &translation.resolved.symbols;
    let own = symbols.0.iter().filter(|it| it.name == declared.name).map(|it| it.name_span);
    let mut others: BTreeSet<_> = own.collect();
    function.body.walk_with_types(symbols, &mut |part| {
        let named = part.variable().filter(|it| *it != symbol && symbols[*it].name == declared.name);
        others.extend(named.map(|_| part.span));
    });
    let is_known = |place: Span| others.contains(&place) || uses.all.contains(&place);
    translation.table.are_known(&declared.name, scope, text, &is_known)
}

/// The parameters that are pointers to rows.
fn candidates(translation: &Translation) -> impl Iterator<Item = (SymbolId, usize)> + '_ {
    let symbols = &translation.resolved.symbols;
    translation.resolved.functions.iter().flat_map(move |function| {
        let tables = function.parameters.iter().enumerate();
        let tables = tables.filter(move |(_, symbol)| {
            let type_ = &symbols[**symbol].type_;
            let rows = type_.target().filter(|_| matches!(type_.kind, TypeKind::Pointer(_)));
            let cells = rows.filter(|rows| matches!(rows.kind, TypeKind::Pointer(_))).and_then(Type::target);
            cells.is_some_and(Type::is_arithmetic)
        });
        tables.map(move |(position, _)| (function.symbol, position))
    })
}

fn is_static(function: &Function, text: &str) -> bool {
    let before = &text[function.span.start..function.body.span.start];
    before.split_whitespace().any(|word| word == "static")
}

/// The function that is read for a maker.
struct Reader<'a> {
    function: &'a Function,
    translation: &'a Translation,
    symbols: &'a Symbols,
    text: &'a str,
    releasers: &'a BTreeMap<SymbolId, Releaser>,
    table: SymbolId,
    list: &'a [Statement],
    obtained: Option<&'a Expression>,
    first: Option<&'a Expression>,
    data: Option<(SymbolId, Option<&'a Expression>)>,
    filled: Option<(Row<'a>, &'a Expression)>,
    refuses: Refuses,
    cleared: Vec<Cleared<'a>>,
}

/// What a function sets to zero.
enum Cleared<'a> {
    /// So many bytes of the block with all rows.
    Block(&'a Expression),
    /// So many bytes of each row.
    Bytes(&'a Expression),
    /// So many cells of each row.
    Cells(&'a Expression),
}

impl<'a> Reader<'a> {
    fn new(
        function: &'a Function,
        translation: &'a Translation,
        text: &'a str,
        releasers: &'a BTreeMap<SymbolId, Releaser>,
    ) -> Option<Self> {
        let symbols = &translation.resolved.symbols;
        let StatementKind::Block(list) = &function.body.kind else { return None };
        let (last, list) = list.split_last()?;
        let StatementKind::Other(Construct::Return, results, _) = &last.kind else { return None };
        let [result] = results.as_slice() else { return None };
        let table = result.without_casts().variable()?;
        let is_own = symbols[table].kind == SymbolKind::Local { is_static: false };
        (is_own && is_table_like(&symbols[table].type_)).then_some(Reader {
            function,
            translation,
            symbols,
            text,
            releasers,
            table,
            list,
            obtained: None,
            first: None,
            data: None,
            filled: None,
            refuses: Refuses::Nothing,
            cleared: vec![],
        })
    }

    fn maker(mut self) -> Option<Maker> {
        for statement in self.list {
            self.statement(statement)?;
        }
        let (row, bound) = self.filled.take()?;
        let rows = without_unit(factors_of(self.obtained?, self.symbols)?, POINTER)?;
        let [rows] = rows.as_slice() else { return None };
        is_same_size(rows, bound, self.symbols).then_some(())?;
        let (bytes, obtained, is_contiguous) = match row {
            Row::Own(value) => {
                (self.first.is_none() && self.data.is_none()).then_some(())?;
                (factors_of(value, self.symbols)?.into_iter().cloned().collect(), value, false)
            }
            Row::Part(base, stride) => {
                let block = match base {
                    Base::Previous | Base::First => self.first.filter(|_| self.data.is_none())?,
                    Base::Data(data) => {
                        let (symbol, value) = self.data.filter(|_| self.first.is_none())?;
                        (symbol == data).then_some(value?)?
                    }
                };
                let cell = self.symbols[self.table].type_.target()?.target()?.scalar_bytes()?;
                let mut cells = without_unit(factors_of(block, self.symbols)?, cell)?;
                let mut needed = Vec::new();
                factors(rows, &mut needed);
                factors(stride, &mut needed);
                for size in needed {
                    let at = cells.iter().position(|it| is_same_size(it, size, self.symbols))?;
                    cells.remove(at);
                }
                cells.is_empty().then_some(())?;
                let unit =
                    ExpressionKind::SizeOf(self.symbols[self.table].type_.target()?.target()?.clone(), None);
                let unit = Expression { kind: unit, ..stride.clone() };
                (vec![stride.clone(), unit], block, true)
            }
        };
        for cleared in &self.cleared {
            let (mut size, mut whole) = (Vec::new(), Vec::new());
            match cleared {
                Cleared::Block(given) => {
                    factors(given, &mut size);
                    whole = factors_of(obtained, self.symbols).filter(|_| is_contiguous)?;
                }
                Cleared::Bytes(given) => {
                    factors(given, &mut size);
                    bytes.iter().for_each(|it| factors(it, &mut whole));
                }
                Cleared::Cells(given) => {
                    let cell = self.symbols[self.table].type_.target()?.target()?.scalar_bytes()?;
                    factors(given, &mut size);
                    bytes.iter().for_each(|it| factors(it, &mut whole));
                    whole = without_unit(whole, cell)?;
                }
            }
            self.are_same(&size, &whole).then_some(())?;
        }
        let sizes = std::iter::once(*rows).chain(&bytes);
        for size in sizes {
            variables(size)?.into_iter().all(|symbol| self.is_steady(symbol)).then_some(())?;
        }
        let callee = callee(obtained)?.clone();
        Some(Maker {
            name: self.function.name.clone(),
            is_static: is_static(self.function, self.text),
            parameters: self.function.parameters.clone(),
            rows: (*rows).clone(),
            bytes,
            is_zeroed: is_zeroing(&callee, self.symbols),
            callee,
            is_contiguous,
            refuses: self.refuses,
        })
    }

    /// Whether a variable is a constant, or a parameter that keeps its value.
    fn is_steady(&self, symbol: SymbolId) -> bool {
        let is_parameter = self.function.parameters.contains(&symbol);
        let is_constant = matches!(self.symbols[symbol].kind, SymbolKind::EnumerationConstant(_));
        let is_set =
            || changes(&self.function.body, self.symbols).iter().any(|change| change.symbol == symbol);
        is_constant || is_parameter && !is_set() && !self.is_addressed(symbol)
    }

    fn is_addressed(&self, symbol: SymbolId) -> bool {
        crate::facts::changes::addresses_taken(&self.function.body, self.symbols).contains_key(&symbol)
    }

    /// Takes a statement in, if it does nothing but what such a function needs.
    fn statement(&mut self, statement: &'a Statement) -> Option<()> {
        match &statement.kind {
            StatementKind::Declaration(list) => list.iter().try_for_each(|it| self.declared(it.symbol)),
            StatementKind::Expression(None) => Some(()),
            StatementKind::Expression(Some(expression)) => match &expression.kind {
                ExpressionKind::Assign(None, target, value) => self.given(target, value),
                _ if is_assertion(expression, self.translation, self.text) => {
                    if !self.mentions(expression) {
                        self.refuse(
                            asserted(expression).filter(|it| is_positive(it)).map(|_| Refuses::ByAnEnd),
                        );
                    }
                    Some(())
                }
                _ => {
                    let bytes = self.cleared_block(expression)?;
                    self.cleared.push(Cleared::Block(bytes));
                    Some(())
                }
            },
            StatementKind::If(condition, then, None) => {
                if let Some((pointers, fails)) = check(statement) {
                    for pointer in pointers {
                        let pointer = pointer.without_casts();
                        let pointer = match &pointer.kind {
                            ExpressionKind::Assign(None, target, value) => {
                                self.given(target, value)?;
                                target
                            }
                            _ => pointer,
                        };
                        let is_own = pointer.variable() == Some(self.table)
                            || first_row(pointer) == Some(self.table)
                            || pointer.variable().is_some() && pointer.variable() == self.data.map(|it| it.0);
                        is_own.then_some(())?;
                    }
                    return self.may_fail(fails).then_some(());
                }
                let how = if ends_program(then, self.symbols) { Refuses::ByAnEnd } else { Refuses::ByNull };
                self.refuse(is_none(condition).then_some(how));
                let is_plain = variables_of_condition(condition)
                    .is_some_and(|all| all.iter().all(|symbol| self.function.parameters.contains(symbol)));
                (is_plain && self.may_fail(then)).then_some(())
            }
            StatementKind::For(_) => self.rows(statement),
            _ => None,
        }
    }

    /// Takes in what is done for some sizes, if it is known for which.
    fn refuse(&mut self, how: Option<Refuses>) {
        self.refuses = self.refuses.max(how.unwrap_or(Refuses::Something));
    }

    fn declared(&mut self, symbol: SymbolId) -> Option<()> {
        let declared = &self.symbols[symbol];
        (declared.kind == SymbolKind::Local { is_static: false }).then_some(())?;
        let value = match &declared.initializer {
            None => None,
            Some(Initializer::Value(value)) => {
                Some(value).filter(|value| !is_null(value) || is_number(&declared.type_))
            }
            Some(Initializer::List(_)) => return None,
        };
        if symbol == self.table {
            return value.map_or(Some(()), |value| self.obtain(value));
        }
        if is_number(&declared.type_) {
            return value
                .is_none_or(|value| variables(value).is_some() && !self.mentions(value))
                .then_some(());
        }
        let is_block = declared.type_.target().is_some_and(Type::is_arithmetic);
        (is_block && self.data.is_none()).then_some(())?;
        let is_obtained = value.is_none_or(|value| is_fresh(value, self.symbols) && !self.mentions(value));
        self.data = Some((symbol, value));
        is_obtained.then_some(())
    }

    fn given(&mut self, target: &Expression, value: &'a Expression) -> Option<()> {
        match target.variable() {
            Some(symbol) if symbol == self.table => self.obtain(value),
            Some(symbol) => {
                let (data, given) = self.data?;
                (data == symbol && given.is_none() && is_fresh(value, self.symbols)).then_some(())?;
                self.data = Some((data, Some(value)));
                Some(())
            }
            None => {
                let is_first = first_row(target) == Some(self.table) && self.first.is_none();
                let is_before = self.obtained.is_some() && self.filled.is_none();
                (is_first && is_before && is_fresh(value, self.symbols)).then_some(())?;
                self.first = Some(value);
                Some(())
            }
        }
    }

    fn obtain(&mut self, value: &'a Expression) -> Option<()> {
        (self.obtained.is_none() && is_fresh(value, self.symbols)).then_some(())?;
        self.obtained = Some(value);
        Some(())
    }

    /// The loop in which rows get their memory.
    fn rows(&mut self, statement: &'a Statement) -> Option<()> {
        let counted = counted(statement, self.symbols).filter(|it| !it.is_down && !it.is_last)?;
        (self.filled.is_none() && self.obtained.is_some()).then_some(())?;
        for inner in counted.body {
            if let Some(cleared) = self.cleared_row(inner, counted.counter) {
                self.filled.as_ref()?;
                self.cleared.push(cleared);
                continue;
            }
            match step(inner, counted.counter, self.symbols)? {
                Step::Fills { table, row, fails } => {
                    let is_next = table == self.table && self.filled.is_none();
                    (is_next && row.may_start_at(counted.first) && fails.is_none_or(|it| self.may_fail(it)))
                        .then_some(())?;
                    self.filled = Some((row, counted.bound));
                }
                Step::Checks { tables, fails } => {
                    let is_own = tables.iter().all(|table| *table == self.table);
                    (is_own && self.may_fail(fails)).then_some(())?;
                }
                Step::Frees { .. } => return None,
            }
        }
        self.filled.as_ref().map(drop)
    }

    /// Whether a statement does nothing to rows but to release them, and then gives up.
    fn may_fail(&self, statement: &Statement) -> bool {
        let mut jumps = false;
        statement.walk(&mut |inner| {
            jumps |= matches!(
                inner.kind,
                StatementKind::Other(Construct::Goto(_) | Construct::Assembly | Construct::Switch, ..)
                    | StatementKind::Labeled(..)
            );
        });
        !jumps && gives_up(statement) && releases_only(statement, self.table, self.symbols, self.releasers)
    }

    /// What `memset(m[0], 0, …)` clears of the block with all rows.
    fn cleared_block(&self, expression: &'a Expression) -> Option<&'a Expression> {
        let (target, bytes) = self.cleared(expression)?;
        let is_own = first_row(target) == Some(self.table)
            || target.variable().is_some() && target.variable() == self.data.map(|it| it.0);
        is_own.then_some(bytes)
    }

    /// What `memset(m[i], 0, …);`, or a loop that gives each cell a number, clears of a row.
    fn cleared_row(&self, statement: &'a Statement, counter: SymbolId) -> Option<Cleared<'a>> {
        let is_row = |it: &Expression| match &it.kind {
            ExpressionKind::Index(pointer, subscript) => {
                pointer.variable() == Some(self.table)
                    && subscript.without_casts().variable() == Some(counter)
            }
            _ => false,
        };
        if let StatementKind::Expression(Some(expression)) = &statement.kind {
            let (target, bytes) = self.cleared(expression)?;
            return is_row(target).then_some(Cleared::Bytes(bytes));
        }
        let inner = counted(statement, self.symbols).filter(|it| !it.is_last)?;
        let [Statement { kind: StatementKind::Expression(Some(given)), .. }] = inner.body else {
            return None;
        };
        let ExpressionKind::Assign(None, target, value) = &given.kind else { return None };
        let ExpressionKind::Index(row, subscript) = &target.kind else { return None };
        let value = &value.without_casts().kind;
        let is_number = matches!(value, ExpressionKind::Integer(_) | ExpressionKind::Floating);
        let is_each = subscript.variable() == Some(inner.counter) && inner.first == 0;
        (is_row(row) && is_number && is_each).then_some(Cleared::Cells(inner.bound))
    }

    /// What a call of `memset` sets to zero, and how many bytes of it.
    fn cleared(&self, expression: &'a Expression) -> Option<(&'a Expression, &'a Expression)> {
        let ExpressionKind::Call(callee, arguments) = &expression.kind else { return None };
        let [target, byte, bytes] = arguments.as_slice() else { return None };
        let is_zero = matches!(byte.kind, ExpressionKind::Integer(0)) && !self.mentions(bytes);
        let is_it = self.symbols[callee.variable()?].name == "memset" && is_zero;
        is_it.then_some((target.without_casts(), bytes))
    }

    /// Whether the same sizes stand in two products.
    fn are_same(&self, one: &[&Expression], other: &[&Expression]) -> bool {
        let mut rest = other.to_vec();
        let found = one.iter().all(|size| {
            let unit = |it: &Expression| matches!(it.kind, ExpressionKind::SizeOf(..));
            let is_it = |it: &&Expression| unit(it) == unit(size) && is_same_size(it, size, self.symbols);
            rest.iter().position(is_it).map(|at| rest.remove(at)).is_some()
        });
        found && rest.is_empty()
    }

    fn mentions(&self, value: &Expression) -> bool {
        let mut found = false;
        value.walk(&mut |part| {
            let symbol = part.variable();
            found |= symbol.is_some_and(|it| it == self.table || Some(it) == self.data.map(|it| it.0));
        });
        found
    }
}

fn is_number(type_: &Type) -> bool {
    type_.is_arithmetic()
}

/// What an assertion asks for: `condition ? (void)0 : fail()`, or `(void)sizeof(condition ? 1 : 0), …`.
fn asserted(expression: &Expression) -> Option<&Expression> {
    match &expression.kind {
        ExpressionKind::Conditional(condition, _, _) => Some(condition.without_casts()),
        ExpressionKind::Cast(inner) | ExpressionKind::SizeOf(_, Some(inner)) => asserted(inner),
        ExpressionKind::Comma(parts) => asserted(parts.first()?),
        _ => None,
    }
}

/// Whether a condition says that sizes are positive, and nothing else.
fn is_positive(condition: &Expression) -> bool {
    match &condition.kind {
        ExpressionKind::Cast(inner) => is_positive(inner),
        ExpressionKind::Binary(BinaryOperator::And, left, right) => is_positive(left) && is_positive(right),
        ExpressionKind::Binary(BinaryOperator::Compare(relation), left, right) => {
            let bound = matches!(
                (relation, &right.kind),
                (Comparison::Greater | Comparison::NotEqual, ExpressionKind::Integer(0))
                    | (Comparison::GreaterEqual, ExpressionKind::Integer(0 | 1))
            );
            bound && left.variable().is_some()
        }
        _ => false,
    }
}

/// Whether a condition says that one of several sizes isn't positive, and nothing else.
fn is_none(condition: &Expression) -> bool {
    match &condition.kind {
        ExpressionKind::Binary(BinaryOperator::Or, left, right) => is_none(left) && is_none(right),
        ExpressionKind::Unary(UnaryOperator::Not, inner) => inner.variable().is_some(),
        ExpressionKind::Binary(BinaryOperator::Compare(relation), left, right) => {
            let bound = matches!(
                (relation, &right.kind),
                (Comparison::LessEqual | Comparison::Equal, ExpressionKind::Integer(0))
                    | (Comparison::Less, ExpressionKind::Integer(0 | 1))
            );
            bound && left.variable().is_some()
        }
        _ => false,
    }
}

/// Whether what follows a statement doesn't run.
pub fn leaves(statement: &Statement, symbols: &Symbols) -> bool {
    match &statement.kind {
        StatementKind::Block(list) => list.last().is_some_and(|last| leaves(last, symbols)),
        StatementKind::Other(Construct::Return | Construct::Goto(_), ..) => true,
        _ => ends_program(statement, symbols),
    }
}

/// Whether a statement ends the program.
fn ends_program(statement: &Statement, symbols: &Symbols) -> bool {
    match &statement.kind {
        StatementKind::Block(list) => list.last().is_some_and(|last| ends_program(last, symbols)),
        StatementKind::Expression(Some(Expression { kind: ExpressionKind::Call(callee, _), .. })) => {
            let name = callee.variable().map(|callee| symbols[callee].name.as_str());
            name.is_some_and(|name| ENDING.contains(&name))
        }
        _ => false,
    }
}

/// The variables of a condition that compares sizes with constants and one another.
fn variables_of_condition(condition: &Expression) -> Option<Vec<SymbolId>> {
    let mut found = Vec::new();
    let mut is_plain = true;
    condition.walk(&mut |part| match &part.kind {
        ExpressionKind::Variable(symbol) => found.push(*symbol),
        ExpressionKind::Integer(_)
        | ExpressionKind::Cast(_)
        | ExpressionKind::SizeOf(..)
        | ExpressionKind::Binary(..)
        | ExpressionKind::Unary(UnaryOperator::Not, _) => {}
        _ => is_plain = false,
    });
    is_plain.then_some(found)
}

/// Whether a statement mentions a table only to release its rows or the table itself, or to see whether they are there.
pub fn releases_only(
    statement: &Statement,
    table: SymbolId,
    symbols: &Symbols,
    releasers: &BTreeMap<SymbolId, Releaser>,
) -> bool {
    let (mut all, mut fine) = (0, 0);
    let is_row = |it: &Expression| match &it.kind {
        ExpressionKind::Index(pointer, _) => pointer.variable() == Some(table),
        _ => first_row(it) == Some(table),
    };
    statement.walk_expressions(symbols, &mut |part| {
        all += usize::from(part.variable() == Some(table));
        if let Some(freed) = freed(part, symbols) {
            fine += usize::from(freed.variable() == Some(table) || is_row(freed));
        } else if let ExpressionKind::Call(callee, arguments) = &part.kind
            && let Some(releaser) = callee.variable().and_then(|callee| releasers.get(&callee))
            && let Some(argument) = arguments.get(releaser.table)
        {
            fine += usize::from(argument.without_casts().variable() == Some(table));
        } else if clears(part, table) {
            fine += 1;
        }
    });
    all == fine
}

/// What a function does that does nothing but to release a table.
pub fn releaser(function: &Function, symbols: &Symbols, text: &str) -> Option<Releaser> {
    let StatementKind::Block(list) = &function.body.kind else { return None };
    let is_it = |symbol: &SymbolId| is_table_like(&symbols[*symbol].type_);
    let position = function.parameters.iter().position(is_it)?;
    let table = function.parameters[position];
    let mut rows = None;
    let (mut is_freed, mut takes_null) = (false, false);
    let mut statements: Vec<&Statement> = list.iter().collect();
    // one that gets null does nothing
    if let [only] = list.as_slice()
        && let StatementKind::If(condition, then, None) = &only.kind
        && is_there(condition, table)
        && let StatementKind::Block(inner) = &then.kind
    {
        statements = inner.iter().collect();
        takes_null = true;
    }
    for (number, statement) in statements.iter().enumerate() {
        match &statement.kind {
            StatementKind::Declaration(list) => {
                let is_counter = |symbol: SymbolId| {
                    symbols[symbol].type_.integer().is_some()
                        && symbols[symbol].kind == SymbolKind::Local { is_static: false }
                        && match &symbols[symbol].initializer {
                            None => true,
                            Some(Initializer::Value(value)) => {
                                matches!(value.kind, ExpressionKind::Integer(_))
                            }
                            Some(Initializer::List(_)) => false,
                        }
                };
                list.iter().all(|it| is_counter(it.symbol)).then_some(())?;
            }
            StatementKind::If(..) => {
                let (pointers, then) = check(statement)?;
                let is_own = pointers.iter().all(|it| it.variable() == Some(table));
                (number == 0 && is_own && then.returns_nothing()).then_some(())?;
                takes_null = true;
            }
            StatementKind::For(_) => {
                let counted = counted(statement, symbols).filter(|it| !it.is_last)?;
                let [only] = counted.body else { return None };
                let Step::Frees { table: freed } = step(only, counted.counter, symbols)? else { return None };
                let bound = counted.bound.variable()?;
                let at = function.parameters.iter().position(|it| *it == bound)?;
                (freed == table && !is_freed && rows.is_none() && counted.first == 0).then_some(())?;
                rows = Some(Some(at));
            }
            StatementKind::Expression(Some(expression)) => match freed(expression, symbols) {
                Some(freed) if freed.variable() == Some(table) => {
                    (!is_freed && rows.is_some()).then_some(())?;
                    is_freed = true;
                }
                Some(freed) => {
                    (first_row(freed) == Some(table) && !is_freed && rows.is_none()).then_some(())?;
                    rows = Some(None);
                }
                None => (is_freed && clears(expression, table)).then_some(())?,
            },
            _ => return None,
        }
    }
    let is_static = is_static(function, text);
    is_freed.then_some(Releaser { is_static, table: position, rows: rows?, takes_null })
}
