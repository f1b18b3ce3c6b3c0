//! Loops in which pointers change places: `for (t = 0; t < n; t++) { step(u, v); w = u; u = v; v = w; }` two turns at a time.
//!
//! After as many turns as there are pointers each leads to what it led to at first. So a loop that makes so many turns at once, each
//! in the names that the pointers have there, changes none of them, and its arrays are known. The turns that are left
//! over come behind it, as they were written.

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::Span;
use polyhedral::Comparison;

use super::around::Around;
use super::block::{Bound, Piece, Writer, indent_at};
use super::countdowns::{Countdown, countdowns};
use super::named::follows_pragma;
use super::walks::is_repeated;
use super::{Inlined, Parsed};
use crate::facts::changes::{Change, changes};
use crate::facts::exchanged::{Exchange, exchange, exchanges as all_exchanges};
use crate::facts::lifetime::assigns_first;
use crate::jumps::Jumps;
use crate::outline::headers::{Test, header, is_by_one};
use crate::syntax::fold::constant;
use crate::syntax::tree::{
    BinaryOperator, Construct, Expression, ExpressionKind, For, Function, Statement, StatementKind, SymbolId,
    SymbolKind, Symbols,
};
use crate::syntax::types::Integer;

/// The most turns at a time.
const MOST: usize = 3;

/// The loops of a function in which pointers change places.
pub fn exchanges(parsed: Parsed, around: &Around, caller: &Function) -> Vec<Inlined> {
    let mut all: Vec<Inlined> = Vec::new();
    if caller.body.holds_assembly() || Jumps::new(parsed.table, parsed.text(), caller).may_lead_back() {
        return all;
    }
    let mut given = BTreeSet::new();
    caller.body.walk(&mut |statement| {
        let StatementKind::Block(list) = &statement.kind else { return };
        for inner in list {
            let is_apart = |it: &Inlined| it.span.end <= inner.span.start || inner.span.end <= it.span.start;
            if all.iter().all(is_apart) {
                let turns = Turns::of(parsed, around, caller, inner, &mut given);
                all.extend(turns.and_then(|turns| turns.written().ok()));
            }
        }
    });
    all
}

/// A loop in which pointers change places.
struct Turns<'a> {
    parsed: Parsed<'a>,
    around: &'a Around<'a>,
    statement: &'a Statement,
    count: Count<'a>,
    body: &'a Statement,
    /// What runs in each turn.
    list: &'a [Statement],
    /// By its first statement, each exchange in that list, with the number of statements.
    exchanges: BTreeMap<usize, (Exchange, usize)>,
    /// The variables that change places.
    pointers: BTreeSet<SymbolId>,
    /// Those that hold one of them meanwhile.
    held: BTreeSet<SymbolId>,
    /// After how many turns all is in its place again.
    order: usize,
}

/// How the turns of a loop are counted.
enum Count<'a> {
    /// `for (t = 0; t < n; t++)`
    Up(Up<'a>),
    /// `while (n--)`, with what counts instead.
    Down(Countdown),
}

/// A loop that goes up by ones.
struct Up<'a> {
    counter: SymbolId,
    first: i128,
    /// How the counter is compared with the bound.
    relation: Comparison,
    bound: &'a Expression,
    /// Where the counter stands in that comparison.
    compared: Span,
    step: Span,
    is_assigned: bool,
}

impl<'a> Turns<'a> {
    fn of(
        parsed: Parsed<'a>,
        around: &'a Around<'a>,
        caller: &Function,
        statement: &'a Statement,
        given: &mut BTreeSet<String>,
    ) -> Option<Self> {
        let symbols = &parsed.resolved.symbols;
        let body = match &statement.kind {
            StatementKind::For(parts) => &parts.body,
            StatementKind::Other(Construct::While, _, bodies) => bodies.first()?,
            _ => return None,
        };
        let StatementKind::Block(list) = &body.kind else { return None };
        let exchanges = found_in(list, symbols);
        let (first, _) = exchanges.values().next()?;
        let order = first.pointers.len();
        let is_alike = exchanges.values().all(|(it, _)| it.pointers.len() == order);
        let count = match &statement.kind {
            StatementKind::For(parts) => Count::Up(counted(parts, statement, parsed, around)?),
            _ => Count::Down(counted_down(statement, parsed, around, caller, given)?),
        };
        let all = exchanges.values().map(|(exchange, _)| exchange);
        let pointers = all.clone().flat_map(|exchange| exchange.pointers.iter().copied()).collect();
        let held = all.map(|exchange| exchange.held_in).collect();
        let turns = Turns { parsed, around, statement, count, body, list, exchanges, pointers, held, order };
        let is_sound = is_alike
            && order <= MOST
            && turns.exchanges_only_there()
            && turns.forgets(caller)
            && !turns.jumps_or_lasts()
            && !statement.span.of(parsed.text()).contains("pragma")
            && !follows_pragma(parsed, statement.span);
        is_sound.then_some(turns)
    }

    /// Whether each pointer is changed by one exchange, and mentioned elsewhere under its own name only to be read.
    fn exchanges_only_there(&self) -> bool {
        let Parsed { table, resolved, .. } = self.parsed;
        let symbols = &resolved.symbols;
        let Turns { pointers, held, .. } = self;
        let number: usize = self.exchanges.values().map(|(exchange, _)| exchange.pointers.len()).sum();
        let is_pointer = |symbol: &SymbolId| {
            symbols[*symbol].type_.target().is_some()
                && self.around.is_plain(*symbol)
                && !self.statement.span.contains(symbols[*symbol].name_span)
        };
        let is_one_type = |exchange: &Exchange| {
            let spelled = |symbol: &SymbolId| symbols[*symbol].type_.spelling();
            let mut all = exchange.pointers.iter();
            all.all(|pointer| spelled(pointer) == spelled(&exchange.pointers[0]))
        };
        let is_within = |change: &Change| {
            self.exchanges.values().any(|(exchange, _)| exchange.place.contains(change.place))
        };
        let is_own = |change: &&Change| pointers.contains(&change.symbol) && change.is_whole;
        let mut mentions = BTreeSet::new();
        self.statement.walk_expressions(symbols, &mut |part| {
            mentions.extend(part.variable().filter(|it| pointers.contains(it)).map(|_| part.span));
        });
        // no word of their names is anything else
        let names: BTreeSet<&str> = pointers.iter().map(|it| symbols[*it].name.as_str()).collect();
        let text = self.parsed.text();
        let mut words =
            table.within(self.statement.span).iter().filter(|token| names.contains(token.span.of(text)));
        number == pointers.len()
            && pointers.is_disjoint(held)
            && pointers.iter().all(is_pointer)
            && held.iter().all(|it| self.around.is_plain(*it))
            && self.exchanges.values().all(|(exchange, _)| is_one_type(exchange))
            && changes(self.statement, symbols).iter().filter(is_own).all(is_within)
            && words.all(|token| mentions.contains(&token.span))
    }

    /// Whether nobody looks at the counter, or at what held a pointer meanwhile, behind the loop before it gets another value.
    fn forgets(&self, caller: &Function) -> bool {
        let symbols = &self.parsed.resolved.symbols;
        let up = match &self.count {
            Count::Up(up) => Some(up),
            Count::Down(_) => None,
        };
        let mut renewed = Vec::new();
        caller.body.walk(&mut |inner| renewed.extend(up.and_then(|up| assigns_first(inner, up.counter))));
        let mut forgets = self.held.iter().all(|held| is_only_held(*held, caller, symbols));
        caller.body.walk_with_types(symbols, &mut |part| {
            if let Some(up) = up.filter(|up| part.variable() == Some(up.counter)) {
                let is_there = self.statement.span.contains(part.span);
                let is_before = part.span.end <= self.statement.span.start && up.is_assigned;
                forgets &= is_there || is_before || renewed.iter().any(|place| place.contains(part.span));
            }
        });
        forgets
    }

    /// Whether a turn may end early, or has variables that live on.
    fn jumps_or_lasts(&self) -> bool {
        let jumps = self.body.holds(&|kind| {
            let leaves = |construct: &Construct| {
                matches!(
                    construct,
                    Construct::Goto(_)
                        | Construct::Break
                        | Construct::Continue
                        | Construct::Return
                        | Construct::Switch
                )
            };
            match kind {
                StatementKind::Labeled(..) => true,
                StatementKind::Other(construct, ..) => leaves(construct),
                _ => false,
            }
        });
        // what holds a pointer goes; other static variables would be several
        let is_static = |symbol: &SymbolKind| matches!(symbol, SymbolKind::Local { is_static: true });
        let all = self.parsed.resolved.symbols.0.iter().enumerate();
        let mut own = all.filter(|(_, symbol)| self.statement.span.contains(symbol.name_span));
        jumps || own.any(|(id, symbol)| is_static(&symbol.kind) && !self.held.contains(&SymbolId(id)))
    }

    /// The text with so many turns at a time.
    fn written(&self) -> Result<Inlined, String> {
        let Parsed { map, resolved, .. } = self.parsed;
        let span = self.statement.span;
        let (place, text) = self.around.place(span)?;
        let bound = Bound::default();
        let mut writer = Writer::new(self.parsed, Span::new(0, 0), &bound);
        let (further, order) = (self.order - 1, self.order);
        match &self.count {
            Count::Up(up) => {
                let name = &resolved.symbols[up.counter].name;
                let header = Span::new(span.start, self.body.span.start);
                let several =
                    [(up.compared, format!("{name} + {further}")), (up.step, format!("{name} += {order}"))];
                writer.replaced(header, &several)?;
            }
            Count::Down(down) => {
                let Countdown { counter: name, type_, bound, .. } = down;
                let header =
                    format!("for ({type_} {name} = 0; {name} + {further} < {bound}; {name} += {order})");
                writer.new_text(&header, span);
            }
        }
        writer.new_text(" {", span);
        let indent = indent_at(map, span);
        let mut names = BTreeMap::new();
        for turn in 0..self.order {
            let first = writer.pieces.len();
            self.turn(&mut writer, &mut names, turn > 0)?;
            copies(&mut writer.pieces[first..], turn);
        }
        writer.new_text(&format!("\n{indent}}}"), span);
        for (number, condition) in self.left_over()?.into_iter().enumerate() {
            writer.new_text(&format!("\n{indent}{condition}"), span);
            let first = writer.pieces.len();
            writer.copied(self.body.span)?;
            copies(&mut writer.pieces[first..], self.order + number);
        }
        let (block, pieces) = (writer.text, writer.pieces);
        let (text, is_exchange) = (text.to_owned(), true);
        Ok(Inlined { span, place, text, block, pieces, is_exchange, ..Inlined::default() })
    }

    /// One turn in the names that the pointers have at the start of the first one.
    fn turn(
        &self,
        writer: &mut Writer,
        names: &mut BTreeMap<SymbolId, SymbolId>,
        is_further: bool,
    ) -> Result<(), String> {
        let symbols = &self.parsed.resolved.symbols;
        let span = self.statement.span;
        let indent = |place: Span| indent_at(self.parsed.map, place);
        let inner = self.list.first().map_or(String::new(), |first| indent(first.span));
        let is_declaration = |it: &Statement| matches!(it.kind, StatementKind::Declaration(_));
        let is_own_block = is_further && self.list.iter().any(|it| is_declaration(it) && !self.is_held(it));
        let open = if is_own_block { "{ " } else { "" };
        writer.new_text(&format!("\n{inner}{open}"), span);
        let (mut position, mut is_first) = (0, true);
        while position < self.list.len() {
            if let Some((exchange, number)) = self.exchanges.get(&position) {
                let given = exchange.pointers.iter().cycle().skip(1);
                let given: Vec<_> = exchange.pointers.iter().zip(given).collect();
                let is_now = |symbol: &SymbolId| names.get(symbol).copied().unwrap_or(*symbol);
                let new: Vec<_> = given.into_iter().map(|(to, from)| (*to, is_now(from))).collect();
                names.extend(new);
                position += number;
                continue;
            }
            let statement = &self.list[position];
            position += 1;
            if self.is_held(statement) {
                continue;
            }
            let mut stand = Vec::new();
            statement.walk_expressions(symbols, &mut |part| {
                let name = part.variable().and_then(|symbol| names.get(&symbol).filter(|it| **it != symbol));
                stand.extend(name.map(|name| (part.span, symbols[*name].name.clone())));
            });
            if !std::mem::take(&mut is_first) {
                writer.new_text(&format!("\n{inner}"), span);
            }
            writer.replaced(statement.span, &stand)?;
        }
        writer.new_text(if is_own_block { " }" } else { "" }, span);
        Ok(())
    }

    /// Whether a statement only declares what holds a pointer meanwhile.
    fn is_held(&self, statement: &Statement) -> bool {
        let symbols = &self.parsed.resolved.symbols;
        is_held(statement, &|symbol| self.held.contains(&symbol), symbols)
    }

    /// In front of each turn that may be left over: under what condition it is.
    fn left_over(&self) -> Result<Vec<String>, String> {
        let order = i128::try_from(self.order).map_err(|_| "there are too many")?;
        let (first, bound) = match &self.count {
            Count::Up(up) => {
                let first = if up.relation == Comparison::LessEqual { up.first - 1 } else { up.first };
                if let Some(last) = constant(up.bound, &self.parsed.resolved.symbols) {
                    let turns = (last - first).max(0) % order;
                    return Ok((0..turns).map(|_| String::new()).collect());
                }
                let (_, text) = self.around.place(up.bound.span)?;
                let is_word = up.bound.variable().is_some();
                (first, if is_word { text.to_owned() } else { format!("({text})") })
            }
            Count::Down(down) => (0, down.bound.clone()),
        };
        let (guard, turns) = match first {
            0 => (String::new(), bound),
            -1 => (format!("{bound} >= 0 && "), format!("({bound} + 1)")),
            _ => (format!("{bound} > {first} && "), format!("({bound} - {first})")),
        };
        let condition = |number| match number + 1 == order {
            true => format!("if ({guard}{turns} % {order} == {number}) "),
            false => format!("if ({guard}{turns} % {order} >= {number}) "),
        };
        Ok((1..order).map(condition).collect())
    }
}

/// How a loop counts that goes up by ones, from a number that isn't negative to a bound that it keeps, and looks at its counter nowhere
/// else.
fn counted<'a>(parts: &'a For, statement: &Statement, parsed: Parsed<'a>, around: &Around) -> Option<Up<'a>> {
    let symbols = &parsed.resolved.symbols;
    let header = header(parts, symbols).filter(|header| !header.has_more())?;
    let counter = header.counter;
    let (relation, compared, bound) = match (&header.test, &parts.condition.as_ref()?.kind) {
        (Test::Separate, ExpressionKind::Binary(BinaryOperator::Compare(relation), left, right)) => {
            (left.variable() == Some(counter)).then_some((*relation, left.span, &**right))?
        }
        _ => return None,
    };
    let step = parts.step.as_ref()?;
    let first = constant(header.first, symbols).filter(|first| *first >= 0)?;
    let (integer, limit) = (symbols[counter].type_.integer()?, bound.type_.integer()?);
    // the bound is compared as it is
    let is_compared = integer.signed || !limit.signed || constant(bound, symbols).is_some();
    let is_sound = is_by_one(step, counter, symbols)
        && matches!(relation, Comparison::Less | Comparison::LessEqual)
        && around.is_plain(counter)
        && integer.rank >= Integer::INT_RANK
        && is_compared
        && !parts.body.mentions(counter, symbols)
        && around.keeps(bound, std::slice::from_ref(statement));
    let is_assigned = assigns_first(statement, counter).is_some();
    is_sound.then_some(Up { counter, first, relation, bound, compared, step: step.span, is_assigned })
}

/// What counts up instead in a loop that counts a variable down which nobody looks at behind it.
fn counted_down(
    statement: &Statement,
    parsed: Parsed,
    around: &Around,
    caller: &Function,
    given: &mut BTreeSet<String>,
) -> Option<Countdown> {
    let is_repeated = is_repeated(caller, statement.span);
    let is_forgotten = |symbol: SymbolId| {
        let mut is_mentioned = false;
        caller.body.walk_with_types(&parsed.resolved.symbols, &mut |part| {
            is_mentioned |= part.variable() == Some(symbol) && part.span.start >= statement.span.end;
        });
        !is_repeated && !is_mentioned
    };
    let found = countdowns(parsed, around, statement, &is_forgotten, given);
    found.into_iter().find(|it| it.span == statement.span)
}

/// The exchanges in a list of statements: each by the place of the first of its statements, with their number.
pub fn found_in(list: &[Statement], symbols: &Symbols) -> BTreeMap<usize, (Exchange, usize)> {
    let (mut found, mut position) = (BTreeMap::new(), 0);
    while position < list.len() {
        let number = match exchange(&list[position..], symbols).or_else(|| block(&list[position], symbols)) {
            Some((exchange, number)) => {
                found.insert(position, (exchange, number));
                number
            }
            None => 1,
        };
        position += number;
    }
    found
}

/// Whether nobody looks at a variable but exchanges that hold a pointer in it: each of them sets it first.
pub fn is_only_held(held: SymbolId, caller: &Function, symbols: &Symbols) -> bool {
    let all = all_exchanges(&caller.body, symbols);
    let holding: Vec<Span> = all.iter().filter(|it| it.held_in == held).map(|it| it.place).collect();
    let mut is_only = true;
    caller.body.walk_with_types(symbols, &mut |part| {
        let is_there = || holding.iter().any(|place| place.contains(part.span));
        is_only &= part.variable() != Some(held) || is_there();
    });
    is_only
}

/// Whether a statement only declares such variables, without values.
pub fn is_held(statement: &Statement, holds: &dyn Fn(SymbolId) -> bool, symbols: &Symbols) -> bool {
    let StatementKind::Declaration(list) = &statement.kind else { return false };
    list.iter().all(|it| holds(it.symbol) && symbols[it.symbol].initializer.is_none())
}

/// The exchange that a block is, with nothing else but the declaration of what holds a pointer meanwhile.
fn block(statement: &Statement, symbols: &Symbols) -> Option<(Exchange, usize)> {
    let StatementKind::Block(list) = &statement.kind else { return None };
    let is_declared = |it: &&Statement| {
        let StatementKind::Declaration(list) = &it.kind else { return false };
        list.iter().all(|it| symbols[it.symbol].initializer.is_none())
    };
    let before = list.iter().take_while(is_declared).count();
    let (mut exchange, number) = exchange(&list[before..], symbols)?;
    exchange.place = statement.span;
    (before + number == list.len()).then_some((exchange, 1))
}

/// Says of pieces that they are those of a further copy of the same text, unless it is the first.
pub fn copies(pieces: &mut [Piece], number: usize) {
    for piece in pieces.iter_mut().filter(|_| number > 0) {
        if let Piece::Copied(span, _) = piece {
            *piece = Piece::Again(*span, number);
        }
    }
}
