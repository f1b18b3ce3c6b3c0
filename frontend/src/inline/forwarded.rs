//! Cells that were just copied, read from where they were copied to.
//!
//! Behind `for (i…) for (j…) old[i][j] = new[i][j];` it is the same whether `new[3][4]` is read or `old[3][4]`, until one of them is
//! written again. Where nothing behind the copy reads `new` any more, it lives no longer than to the copy, and may shrink. Sound since
//! every mention of both arrays is a cell of them, the copied cells are a box of constant edges, and subscripts stay inside it whatever
//! their counters are. Functions of the file are read so as well, if they are called nowhere else.

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::Span;
use polyhedral::Comparison;

use super::block::Writer;
use super::chunks::leads_elsewhere;
use super::pragmas::in_front;
use super::unused::is_declared_at;
use super::{Inlined, Parsed};
use crate::facts::changes::change;
use crate::outline::headers::{Test, header, is_by_one};
use crate::settled::words_of_clauses;
use crate::syntax::fold::constant;
use crate::syntax::tree::{
    BinaryOperator, Construct, Expression, ExpressionKind, For, Function, Statement, StatementKind, SymbolId,
    SymbolKind, Symbols, UnaryOperator,
};
use crate::syntax::types::{Type, TypeKind};

/// An array whose cells are read from another, to which they were copied.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Forwarded {
    /// What the program reads.
    pub from: String,
    /// What is read instead.
    pub to: String,
    /// The functions in which it is.
    pub readers: BTreeSet<String>,
}

/// The values that a counter may have: the least and the largest.
type Range = (i128, i128);

/// The counters around a place, with their values.
type Ranges = BTreeMap<SymbolId, Range>;

/// Whether a function gives a cell the value of another, or of a call that may become one.
pub(crate) fn may_copy(function: &Function, symbols: &Symbols) -> bool {
    let mut may_copy = false;
    function.body.walk_expressions(symbols, &mut |part| {
        if let ExpressionKind::Assign(None, target, value) = &part.kind {
            let is_value = matches!(value.kind, ExpressionKind::Index(..) | ExpressionKind::Call(..));
            may_copy |= is_value && matches!(target.kind, ExpressionKind::Index(..));
        }
    });
    may_copy
}

/// The cells of the arrays that a function copies that may be read from where they are copied to.
pub(crate) fn forwarded(parsed: Parsed, caller: &Function) -> Vec<Inlined> {
    let mut all = Vec::new();
    if caller.body.holds_assembly() || caller.body.holds(&leads_elsewhere) {
        return all;
    }
    for copy in copies(parsed, caller) {
        let reads = Reads::behind(parsed, caller, &copy);
        let written = reads.and_then(|reads| reads.written().ok()).unwrap_or_default();
        let is_new = |it: &Inlined| all.iter().all(|other: &Inlined| other.span != it.span);
        if written.iter().all(is_new) {
            all.extend(written);
        }
    }
    all
}

/// A loop that copies a box of cells.
struct Copy<'a> {
    from: SymbolId,
    to: SymbolId,
    /// The cell that is read.
    cell: &'a Expression,
    /// The cells, by dimension.
    cells: Vec<Range>,
    /// The outermost loop.
    loop_: &'a Statement,
    /// What comes behind it, in its block.
    behind: &'a [Statement],
}

/// The copies of a function, of arrays of which nothing is known but their cells.
fn copies<'a>(parsed: Parsed, caller: &'a Function) -> Vec<Copy<'a>> {
    let mut found: Vec<(Span, Copy)> = Vec::new();
    caller.body.walk(&mut |statement| {
        let StatementKind::Block(list) = &statement.kind else { return };
        for (position, loop_) in list.iter().enumerate() {
            let mut inside = Vec::new();
            copied(parsed, loop_, &mut Vec::new(), &mut inside);
            let behind = &list[position + 1..];
            found.extend(inside.into_iter().map(|copy| (statement.span, Copy { loop_, behind, ..copy })));
        }
    });
    found.retain(|(_, copy)| {
        !copy.behind.is_empty()
            && is_alone(parsed, caller, copy)
            && [copy.from, copy.to].iter().all(|it| is_known_by_cells(parsed, caller, *it))
    });
    if found.is_empty() {
        return vec![];
    }
    // threads that go on may read what others haven't copied yet
    let of_threads = of_threads(parsed, caller);
    let is_plain = |block: Span| !of_threads.iter().any(|place| place.contains(block));
    found.into_iter().filter(|(block, _)| is_plain(*block)).map(|(_, copy)| copy).collect()
}

/// The statements that a pragma is about which isn't known to end when all threads have.
fn of_threads(parsed: Parsed, caller: &Function) -> Vec<Span> {
    let mut found = Vec::new();
    caller.body.walk(&mut |statement| {
        let mut lines = in_front(parsed.table, parsed.text(), statement.span.start);
        let is_loop = matches!(statement.kind, StatementKind::For(_));
        let is_plain = |line: Span| {
            let words: Vec<&str> = line.of(parsed.text()).split_whitespace().collect();
            is_loop && words.starts_with(&["#pragma", "omp", "parallel", "for"])
        };
        if lines.any(|line| !is_plain(line)) {
            found.push(statement.span);
        }
    });
    found
}

/// The cells that loops copy in each of their iterations, with the loops around.
fn copied<'a>(
    parsed: Parsed,
    statement: &'a Statement,
    loops: &mut Vec<(SymbolId, Range)>,
    found: &mut Vec<Copy<'a>>,
) {
    let symbols = &parsed.resolved.symbols;
    match &statement.kind {
        StatementKind::For(parts) => {
            let Some((counter, range)) = counted(parsed, parts).filter(|_| is_plain(parts)) else { return };
            let by_one = parts.step.as_ref().is_some_and(|step| is_by_one(step, counter, symbols));
            if by_one {
                loops.push((counter, range));
                copied(parsed, &parts.body, loops, found);
                loops.pop();
            }
        }
        StatementKind::Block(list) => list.iter().for_each(|inner| copied(parsed, inner, loops, found)),
        StatementKind::Expression(Some(expression)) => {
            let ExpressionKind::Assign(None, target, cell) = &expression.kind else { return };
            let (Some((to, into)), Some((from, out_of))) = (cell_of(parsed, target), cell_of(parsed, cell))
            else {
                return;
            };
            let range = |subscript: &&Expression| {
                loops
                    .iter()
                    .find(|(counter, _)| subscript.variable() == Some(*counter))
                    .map(|(_, range)| *range)
            };
            let counters: Vec<_> = into.iter().map(|it| it.variable()).collect();
            let are_same = counters == out_of.iter().map(|it| it.variable()).collect::<Vec<_>>();
            let each = loops.iter().all(|(counter, _)| counters.contains(&Some(*counter)));
            let Some(cells) = into.iter().map(range).collect::<Option<Vec<_>>>() else { return };
            if are_same
                && each
                && loops.len() == counters.len()
                && from != to
                && same_type(&target.type_, &cell.type_)
            {
                found.push(Copy { from, to, cell, cells, loop_: statement, behind: &[] });
            }
        }
        _ => {}
    }
}

fn same_type(one: &Type, other: &Type) -> bool {
    !one.spelling().is_empty() && one.spelling() == other.spelling()
}

/// Whether a loop does nothing else with the array that it copies to, only reads the other, and runs through; nor do its counters change.
fn is_alone(parsed: Parsed, caller: &Function, copy: &Copy) -> bool {
    let symbols = &parsed.resolved.symbols;
    let loop_ = copy.loop_;
    let (mut written, mut is_alone) = (0, true);
    loop_.walk(&mut |inner| {
        if let StatementKind::For(parts) = &inner.kind {
            let counter = header(parts, symbols).map(|header| header.counter);
            is_alone &= counter.is_some_and(|counter| is_only_counted(parsed, caller, inner, counter));
        }
        is_alone &= !matches!(
            &inner.kind,
            StatementKind::Other(
                Construct::While | Construct::Do | Construct::Break | Construct::Continue | Construct::Return,
                ..
            )
        );
    });
    loop_.walk_with_types(symbols, &mut |part| {
        let target = change(part).map(|change| change.symbol);
        written += usize::from(target == Some(copy.to));
        is_alone &= target != Some(copy.from);
        is_alone &= !matches!(&part.kind, ExpressionKind::Unary(UnaryOperator::Address, _));
    });
    is_alone && written == 1 && only_computes(parsed, loop_)
}

/// Whether a statement calls none of the file's functions.
fn only_computes(parsed: Parsed, statement: &Statement) -> bool {
    let mut only_computes = true;
    statement.walk_with_types(&parsed.resolved.symbols, &mut |part| {
        if let ExpressionKind::Call(callee, _) = &part.kind {
            only_computes &= callee.variable().is_some_and(|it| super::called(parsed.resolved, it).is_none());
        }
    });
    only_computes
}

/// Whether a loop is a loop as it stands there.
fn is_plain(parts: &For) -> bool {
    parts.fill.is_none()
}

/// What counts a loop of constant bounds, and its values.
fn counted(parsed: Parsed, parts: &For) -> Option<(SymbolId, Range)> {
    let symbols = &parsed.resolved.symbols;
    let header = header(parts, symbols).filter(|header| !header.has_more())?;
    let Test::Separate = header.test else { return None };
    let ExpressionKind::Binary(BinaryOperator::Compare(relation), left, bound) =
        &parts.condition.as_ref()?.kind
    else {
        return None;
    };
    let (first, bound) = (constant(header.first, symbols)?, constant(bound, symbols)?);
    let goes_up = match &parts.step.as_ref()?.kind {
        ExpressionKind::Increment { by, .. } => *by == 1,
        ExpressionKind::Assign(Some(BinaryOperator::Add), _, by) => constant(by, symbols)? > 0,
        _ => false,
    };
    let last = match relation {
        Comparison::Less => bound - 1,
        Comparison::LessEqual => bound,
        _ => return None,
    };
    (left.variable() == Some(header.counter) && goes_up && first <= last)
        .then_some((header.counter, (first, last)))
}

/// The array of which an expression is a cell, with its subscripts.
fn cell_of<'e>(parsed: Parsed, expression: &'e Expression) -> Option<(SymbolId, Vec<&'e Expression>)> {
    let (base, subscripts) = expression.subscripted();
    let array = base.variable()?;
    let mut depth = 0;
    let mut inner = &parsed.resolved.symbols[array].type_;
    while let TypeKind::Array(element, _) = &inner.kind {
        (inner, depth) = (element, depth + 1);
    }
    let is_cell = inner.is_arithmetic() && inner.is_ordinary() && depth > 0 && subscripts.len() == depth;
    is_cell.then_some((array, subscripts))
}

/// Whether an array is one of the function, or of the file, all of whose mentions are cells, so that nobody has its address.
fn is_known_by_cells(parsed: Parsed, caller: &Function, array: SymbolId) -> bool {
    let Parsed { resolved, table, map, .. } = parsed;
    let known = &resolved.symbols[array];
    let (all, declaration) = match known.kind {
        SymbolKind::Local { .. } => (caller.span, known.declared.map(|declared| declared.declaration)),
        SymbolKind::Global => {
            let declared = resolved.file_arrays.declared(array);
            (Span::new(0, map.text().len()), declared.map(|declared| declared.declaration))
        }
        _ => return false,
    };
    let Some(declaration) = declaration else { return false };
    // no other variable has its name, so that each word is a mention
    let is_single = resolved.symbols.0.iter().filter(|other| other.name == known.name).count() == 1;
    let mut cells = BTreeSet::new();
    for function in &resolved.functions {
        let mut addressed = BTreeSet::new();
        function.body.walk_with_types(&resolved.symbols, &mut |part| {
            if let ExpressionKind::Unary(UnaryOperator::Address, operand) = &part.kind {
                addressed.insert(operand.span);
            }
            if cell_of(parsed, part).is_some_and(|(it, _)| it == array) && !addressed.contains(&part.span) {
                cells.insert(part.subscripted().0.span);
            }
        });
    }
    let mentions = table.within(all).iter().filter(|token| token.span.of(map.text()) == known.name);
    let text = map.text();
    let in_pragmas = words_of_clauses(table, text, Span::new(0, text.len()));
    is_single
        && !in_pragmas.contains(&known.name)
        && mentions.filter(|token| !declaration.contains(token.span)).all(|token| cells.contains(&token.span))
}

/// What is read behind a copy that it has copied.
struct Reads<'p> {
    parsed: Parsed<'p>,
    copy: &'p Copy<'p>,
    caller: &'p Function,
    /// The names of the array, with the functions that read it there.
    places: BTreeMap<Span, &'p str>,
}

impl<'p> Reads<'p> {
    /// Those that can be told; nothing if there are none.
    fn behind(parsed: Parsed<'p>, caller: &'p Function, copy: &'p Copy<'p>) -> Option<Self> {
        let mut reads = Reads { parsed, copy, caller, places: BTreeMap::new() };
        let mut called = BTreeSet::new();
        for statement in copy.behind {
            if reads.may_write(statement, &mut BTreeSet::new()) {
                break;
            }
            reads.add(statement, caller, &mut Ranges::new());
            statement.walk_with_types(&parsed.resolved.symbols, &mut |part| {
                if let ExpressionKind::Call(callee, _) = &part.kind {
                    called.insert(callee.span);
                }
            });
        }
        // or nowhere any more
        for function in &parsed.resolved.functions {
            if reads.is_called_only(function, &called) {
                reads.add(&function.body, function, &mut Ranges::new());
            }
        }
        (!reads.places.is_empty()).then_some(reads)
    }

    /// Whether a function is called at these places, and named nowhere else.
    fn is_called_only(&self, function: &Function, places: &BTreeSet<Span>) -> bool {
        let Parsed { resolved, table, map, .. } = self.parsed;
        let known = &resolved.symbols[function.symbol];
        let is_declared = |place: Span| is_declared_at(resolved, table, map.text(), function, place);
        let mut mentions =
            table.tokens.iter().map(|token| token.span).filter(|it| it.of(map.text()) == known.name);
        resolved.is_whole_program
            && function.symbol != self.caller.symbol
            && map.is_in_main_file(function.body.span.start)
            && mentions.all(|it| places.contains(&it) || is_declared(it))
    }

    /// Whether something that runs for a statement may write one of the arrays.
    fn may_write(&self, statement: &Statement, known: &mut BTreeSet<SymbolId>) -> bool {
        let Parsed { resolved, .. } = self.parsed;
        let mut may_write = statement.holds_assembly();
        let mut callees = BTreeSet::new();
        statement.walk_with_types(&resolved.symbols, &mut |part| {
            let written = change(part).map(|change| change.symbol);
            may_write |= written.is_some_and(|it| it == self.copy.from || it == self.copy.to);
            if let ExpressionKind::Call(callee, _) = &part.kind {
                // a library function doesn't know them
                let kind = callee.variable().map(|callee| &resolved.symbols[callee].kind);
                may_write |= !matches!(kind, Some(SymbolKind::Function | SymbolKind::Undeclared));
            }
            // or one that is handed on, to be called
            callees.extend(
                part.variable().and_then(|symbol| super::called(resolved, symbol)).map(|it| it.symbol),
            );
        });
        callees.retain(|callee| known.insert(*callee));
        let bodies = callees.iter().filter_map(|callee| super::called(resolved, *callee));
        may_write || bodies.into_iter().any(|function| self.may_write(&function.body, known))
    }

    /// Adds the reads of a statement that are sure to be of cells that were copied, with the counters around it.
    fn add(&mut self, statement: &'p Statement, function: &'p Function, around: &mut Ranges) {
        let symbols = &self.parsed.resolved.symbols;
        if let StatementKind::For(parts) = &statement.kind
            && let Some((counter, range)) = counted(self.parsed, parts).filter(|_| is_plain(parts))
            && is_only_counted(self.parsed, function, statement, counter)
        {
            let outer = around.insert(counter, range);
            self.add(&parts.body, function, around);
            match outer {
                Some(outer) => drop(around.insert(counter, outer)),
                None => drop(around.remove(&counter)),
            }
            return;
        }
        for expression in statement.expressions(symbols) {
            expression.walk(&mut |part| {
                let Some((array, subscripts)) = cell_of(self.parsed, part) else { return };
                let name = part.subscripted().0.span;
                let is_inside = |(subscript, cells): (&&Expression, &Range)| {
                    range(self.parsed, subscript, around).is_some_and(|it| cells.0 <= it.0 && it.1 <= cells.1)
                };
                if array == self.copy.from
                    && subscripts.iter().zip(&self.copy.cells).all(is_inside)
                    && self.parsed.table.within(name).len() == 1
                    && self.parsed.original(name).is_some()
                {
                    self.places.insert(name, &function.name);
                }
            });
        }
        for inner in statement.children() {
            self.add(inner, function, around);
        }
    }

    /// The names of the other array in their places.
    ///
    /// # Errors
    /// Why they can't be written, as a phrase.
    fn written(&self) -> Result<Vec<Inlined>, String> {
        let Parsed { resolved, .. } = self.parsed;
        let name = |array: SymbolId| resolved.symbols[array].name.clone();
        let to = name(self.copy.to);
        // where it is read it must be declared
        let declared = resolved.file_arrays.declared(self.copy.to).map(|declared| declared.declaration.end);
        let is_early = |place: &Span| declared.is_some_and(|end| place.start < end);
        if self.places.keys().any(is_early) {
            return Err("it is declared too late".into());
        }
        let readers = self.places.values().map(|reader| (*reader).to_owned()).collect();
        let forwarded = Forwarded { from: name(self.copy.from), to: to.clone(), readers };
        // the copy is where that comes from
        let copy = self.copy.cell.subscripted().0.span;
        let same = self.parsed.instead(copy, |writer| writer.copied(copy));
        let reads = self.places.keys().map(|place| {
            self.parsed.instead(*place, |writer: &mut Writer| {
                writer.new_text(&to, *place);
                Ok(())
            })
        });
        let all = std::iter::once(same).chain(reads);
        all.map(|it| Ok(Inlined { forwarded: Some(forwarded.clone()), ..it? })).collect()
    }
}

/// Whether a loop's counter changes in its header only, and is a variable of the function that nobody else knows.
fn is_only_counted(parsed: Parsed, function: &Function, loop_: &Statement, counter: SymbolId) -> bool {
    let symbols = &parsed.resolved.symbols;
    let StatementKind::For(parts) = &loop_.kind else { return false };
    let mut is_only_counted = matches!(symbols[counter].kind, SymbolKind::Local { is_static: false })
        && function.span.contains(symbols[counter].name_span);
    parts.body.walk_with_types(symbols, &mut |part| {
        is_only_counted &= change(part).is_none_or(|change| change.symbol != counter);
    });
    function.body.walk_with_types(symbols, &mut |part| {
        if let ExpressionKind::Unary(UnaryOperator::Address, operand) = &part.kind {
            is_only_counted &= operand.variable() != Some(counter);
        }
    });
    is_only_counted
}

/// The values that an expression may have, by those of counters.
fn range(parsed: Parsed, expression: &Expression, around: &Ranges) -> Option<Range> {
    let symbols = &parsed.resolved.symbols;
    if let Some(value) = constant(expression, symbols) {
        return Some((value, value));
    }
    match &expression.kind {
        ExpressionKind::Variable(symbol) => around.get(symbol).copied(),
        ExpressionKind::Binary(operator, left, right) => {
            let ((a, b), (c, d)) = (range(parsed, left, around)?, range(parsed, right, around)?);
            match operator {
                BinaryOperator::Add => Some((a + c, b + d)),
                BinaryOperator::Subtract => Some((a - d, b - c)),
                BinaryOperator::Multiply if a == b => {
                    let ends = (a.checked_mul(c)?, a.checked_mul(d)?);
                    Some((ends.0.min(ends.1), ends.0.max(ends.1)))
                }
                _ => None,
            }
        }
        _ => None,
    }
}
