//! Two parallel loops over rows, one behind the other, in chunks of rows.
//!
//! The first computes an array, the second writes what the first has read: `for (i…) new[i] = f(old); for (i…) old[i] = new[i];`. One
//! thread may run both for some rows in a row, with an array of its own in the place of `new`, but for the rows near the ends of a chunk:
//! what these need others overwrite, and others need them. So what is computed there is kept until all chunks are done, and the second
//! loop runs for these rows then.
//!
//! That this is the same is not said here: whoever takes the text proves it (`analysis::chunks`).

mod gone;
mod joined;
mod shape;

use std::collections::BTreeSet;

use diagnostics::Span;

use self::shape::Shape;
use super::around::Around;
use super::block::{Bound, Piece, Writer, indent_at};
use super::copies::{Cells, Pair};
use super::exchanges::copies;
use super::named::follows_pragma;
use super::parallel::{self, Parallel, parallel};
use super::{Inlined, Parsed};
use crate::facts::changes::changes;
use crate::syntax::tree::{
    BinaryOperator, Construct, Expression, ExpressionKind, Function, Statement, StatementKind, SymbolId,
    SymbolKind, Symbols,
};

/// Two loops in chunks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InChunks {
    /// The array that the first computes for the second.
    pub array: String,
    /// What each chunk has instead.
    pub own: String,
    /// The first loop, in the text without chunks.
    pub first: Span,
    /// The second one.
    pub second: Span,
    /// So many rows at either end of a chunk wait.
    pub reach: i64,
    /// The variables in which the second one joins what it computes, which is the same in any order.
    pub joined: BTreeSet<String>,
    /// Whether nothing mentions the array any more.
    pub is_gone: bool,
}

/// As many rows wait at most.
const MOST_REACH: i64 = 3;

/// So many statements may stand between two loops.
const MOST_BETWEEN: usize = 3;

/// The pairs of loops of a function that may run in chunks, each for some numbers of rows that wait.
pub fn in_chunks(parsed: Parsed, around: &Around, caller: &Function) -> Vec<Inlined> {
    let mut all = Vec::new();
    let pragmas = super::pragmas::are_within(parsed, caller.body.span);
    let symbols = &parsed.resolved.symbols;
    let is_declared =
        |name: &str| symbols.0.iter().any(|it| it.kind == SymbolKind::Function && it.name == name);
    if !pragmas
        || !is_declared("malloc")
        || !is_declared("free")
        || caller.body.holds_assembly()
        || caller.body.holds(&leads_elsewhere)
    {
        return all;
    }
    let mut given = BTreeSet::new();
    caller.body.walk(&mut |statement| {
        let StatementKind::Block(list) = &statement.kind else { return };
        let mut done = 0;
        for (position, inner) in list.iter().enumerate() {
            if position < done {
                continue;
            }
            let place = &list[position..list.len().min(position + MOST_BETWEEN + 2)];
            let pairs = Loops::of(parsed, around, caller, place, inner);
            for pair in pairs {
                let names = Names::new(parsed, &pair, &mut given);
                let loops = [pair.first.statement.span, pair.second.statement.span];
                let gone = gone::without(parsed, around, caller, pair.array, loops);
                let written =
                    (1..=MOST_REACH).map_while(|reach| pair.written(&names, reach, gone.is_some()).ok());
                let written: Vec<Inlined> = written.collect();
                if !written.is_empty() {
                    done = list.iter().filter(|it| it.span.end <= pair.span.end).count();
                    for one in written {
                        let in_chunks = one.in_chunks.clone();
                        let others = gone.iter().flatten();
                        all.extend(others.map(|it| Inlined { in_chunks: in_chunks.clone(), ..it.clone() }));
                        all.push(one);
                    }
                    break;
                }
            }
        }
    });
    all
}

/// Whether a statement may lead past others.
pub(super) fn leads_elsewhere(kind: &StatementKind) -> bool {
    matches!(
        kind,
        StatementKind::Labeled(..)
            | StatementKind::Other(Construct::Goto(_) | Construct::Switch | Construct::Case, ..)
    )
}

/// Two loops, and the array between them.
struct Loops<'a> {
    parsed: Parsed<'a>,
    /// All that is written anew.
    span: Span,
    first: Parallel<'a>,
    second: Parallel<'a>,
    /// What stands between them.
    between: &'a [Statement],
    array: SymbolId,
    shape: Shape,
    /// The variables in which the second joins what it computes.
    joined: BTreeSet<String>,
    cells: Cells<'a>,
    rows: i64,
}

/// The names of what is new.
struct Names {
    own: String,
    ends: String,
    chunks: String,
    chunk: String,
    before: String,
}

impl Names {
    fn new(parsed: Parsed, pair: &Loops, given: &mut BTreeSet<String>) -> Self {
        let array = &parsed.resolved.symbols[pair.array].name;
        let mut fresh = |name: &str| parsed.fresh_name(name, given);
        Names {
            own: fresh(&format!("{array}_rows")),
            ends: fresh(&format!("{array}_ends")),
            chunks: fresh("chunks"),
            chunk: fresh("chunk"),
            before: fresh("ends"),
        }
    }
}

impl<'a> Loops<'a> {
    /// Those that start with the first statement of `list`.
    fn of(
        parsed: Parsed<'a>,
        around: &'a Around<'a>,
        caller: &Function,
        list: &'a [Statement],
        statement: &'a Statement,
    ) -> Vec<Self> {
        let symbols = &parsed.resolved.symbols;
        let (span, first, second, between) = match &statement.kind {
            StatementKind::Block(inner) => {
                let Some(team) = parallel::team(parsed, statement) else { return vec![] };
                let [first, second] = inner.as_slice() else { return vec![] };
                let [first, second] =
                    [first, second].map(|it| parallel(parsed, around, caller, it, Some(&team)));
                let (Some(first), Some(second)) = (first, second) else { return vec![] };
                (statement.span, first, second, &[][..])
            }
            _ => {
                let Some(first) = parallel(parsed, around, caller, statement, None) else { return vec![] };
                let found =
                    list.iter().enumerate().skip(1).find_map(|(position, it)| {
                        Some((position, parallel(parsed, around, caller, it, None)?))
                    });
                let Some((position, second)) = found else { return vec![] };
                (statement.span.to(list[position].span), first, second, &list[1..position])
            }
        };
        let is_plain = |it: &Statement| {
            let calls = |part: &Expression| matches!(part.kind, ExpressionKind::Call(..));
            let mut is_plain = matches!(it.kind, StatementKind::Expression(_));
            it.walk_expressions(symbols, &mut |part| is_plain &= !calls(part));
            is_plain && !follows_pragma(parsed, it.span)
        };
        let are_alike = first.threads == second.threads
            && first.shares_nothing_of(&second, symbols)
            && second.shares_nothing_of(&first, symbols);
        // other threads may be about
        let mut is_of_team = false;
        caller.body.walk(&mut |outer| {
            let is_around = outer.span.contains(span) && outer.span != span;
            is_of_team |= is_around && follows_pragma(parsed, outer.span);
        });
        if !between.iter().all(is_plain) || !are_alike || is_of_team {
            return vec![];
        }
        let Some(joined) = joined::joined(parsed, &second) else { return vec![] };
        let written: BTreeSet<SymbolId> = changes(&first.parts.body, symbols)
            .iter()
            .filter(|change| !change.is_whole)
            .map(|it| it.symbol)
            .collect();
        let mut all = Vec::new();
        for array in written {
            if !second.parts.body.mentions(array, symbols) {
                continue;
            }
            let Some(shape) = Shape::of(parsed, around, array, (&first, &second)) else { continue };
            let computing = std::slice::from_ref(&first.parts.body);
            let Some(cells) = Cells::of(parsed, around, caller, (first.statement.span, computing), array)
            else {
                continue;
            };
            let Some(rows) = shape.rows(&first, symbols) else { continue };
            let (first, second) = (first.clone(), second.clone());
            let joined = joined.clone();
            all.push(Loops { parsed, span, first, second, between, array, shape, joined, cells, rows });
        }
        all
    }

    /// The text in chunks, where `reach` rows at either end of a chunk wait.
    fn written(&self, names: &Names, reach: i64, is_gone: bool) -> Result<Inlined, String> {
        let Parsed { map, resolved, .. } = self.parsed;
        let symbols = &resolved.symbols;
        if self.rows < 4 * reach {
            return Err("chunks have too few rows".into());
        }
        let (place, text) = parallel::place(self.parsed, self.span).ok_or("its text can't be told")?;
        let indent = indent_at(map, self.span);
        // a pragma may begin its line
        let file = self.parsed.file().unwrap_or_default();
        let line = file[..place.start].rfind('\n').map_or(0, |end| end + 1);
        let missing = indent.get(place.start - line..).unwrap_or_default().to_owned();
        let mut text_of = Text {
            pair: self,
            names,
            reach,
            bound: &Bound::default(),
            indent,
            copy: 0,
            pieces: vec![],
            text: String::new(),
        };
        text_of.add(&missing);
        text_of.all(symbols)?;
        let Text { pieces, text: block, .. } = text_of;
        let chunks = InChunks {
            array: symbols[self.array].name.clone(),
            own: names.own.clone(),
            first: self.first.statement.span,
            second: self.second.statement.span,
            reach,
            joined: self.joined.clone(),
            is_gone,
        };
        Ok(Inlined {
            span: self.span,
            place,
            text: text.to_owned(),
            block,
            pieces,
            in_chunks: Some(chunks),
            ..Inlined::default()
        })
    }
}

/// The text of two loops in chunks as it grows.
struct Text<'p, 'a> {
    pair: &'p Loops<'a>,
    names: &'p Names,
    reach: i64,
    bound: &'p Bound<'p>,
    indent: String,
    /// How often the loops' text was copied.
    copy: usize,
    pieces: Vec<Piece>,
    text: String,
}

impl Text<'_, '_> {
    fn all(&mut self, symbols: &Symbols) -> Result<(), String> {
        let Text { pair, names, reach, .. } = *self;
        let Loops { first, second, shape, rows, .. } = pair;
        let counter = &first.kind;
        let outer = self.indent.clone();
        let inner = format!("{outer}    ");
        let Names { own, ends, chunks, .. } = names;
        // what stands between comes first
        for statement in pair.between {
            self.copied(statement.span)?;
            self.add(&format!("\n{outer}"));
        }
        self.add(&format!("{counter} {chunks} = "));
        self.copied(first.bound.span)?;
        self.add(" > ");
        self.copied(first.from.span)?;
        self.add(" ? (");
        self.operand(first.bound, &[BinaryOperator::Add, BinaryOperator::Subtract])?;
        self.add(" - ");
        self.operand(first.from, &[])?;
        self.add(&format!(") / {rows} + 1 : 1;\n{outer}"));
        self.add(&shape.declared(ends, &format!("{} * {chunks}", 2 * reach)));
        self.chunk_loop(&[first, second], &outer, &inner)?;
        self.add(&format!("\n{inner}"));
        let more = i64::from(first.is_closed) + shape.beyond();
        self.add(&shape.declared(own, &first.rows_text(pair.parsed, more)));
        let all = (0, *rows);
        let (low, high) = ((0, reach), (rows - reach, *rows));
        self.row_loop(first, all, &inner)?;
        self.body(first, &inner, &|_| None)?;
        let near_ends = [(low, self.slot(0)), (high, self.slot(rows - 2 * reach))];
        for (at, slot) in &near_ends {
            self.row_loop(first, *at, &inner)?;
            self.kept(&slot(&first.name(symbols)), &inner)?;
        }
        self.row_loop(second, (reach, rows - reach), &inner)?;
        self.body(second, &inner, &|_| None)?;
        self.add(&format!("\n{inner}free({own});\n{outer}}}"));
        self.chunk_loop(&[second], &outer, &inner)?;
        for (at, slot) in &near_ends {
            self.row_loop(second, *at, &inner)?;
            let slot = slot(&second.name(symbols));
            self.body(second, &inner, &|target| {
                Some(shape.cell(pair.parsed, target, (second.counter, &slot), ends))
            })?;
        }
        self.add(&format!("\n{outer}}}\n{outer}free({ends});"));
        Ok(())
    }

    /// Where a row near an end is kept, by its number: so many rows of it are left out in each chunk.
    fn slot(&self, out: i64) -> impl Fn(&str) -> String + use<> {
        let (chunk, before) = (self.names.chunk.clone(), self.names.before.clone());
        move |counter| match out {
            0 => format!("{counter} - {chunk} + {before}"),
            _ => format!("{counter} - {chunk} - {out} + {before}"),
        }
    }

    /// Adds this text.
    fn add(&mut self, text: &str) {
        self.text.push_str(text);
        self.pieces.push(Piece::New(text.to_owned(), self.pair.span));
    }

    fn copied(&mut self, span: Span) -> Result<(), String> {
        self.write(|writer| writer.copied(span))
    }

    /// A value as an operand beside which these operators need no parentheses, nor do products.
    fn operand(&mut self, value: &Expression, plain: &[BinaryOperator]) -> Result<(), String> {
        let is_plain = match &value.kind {
            ExpressionKind::Binary(operator, ..) => {
                *operator == BinaryOperator::Multiply || plain.contains(operator)
            }
            ExpressionKind::Variable(_) | ExpressionKind::Integer(_) | ExpressionKind::Member(..) => true,
            _ => false,
        };
        self.add(if is_plain { "" } else { "(" });
        self.copied(value.span)?;
        self.add(if is_plain { "" } else { ")" });
        Ok(())
    }

    fn write(&mut self, write: impl FnOnce(&mut Writer) -> Result<(), String>) -> Result<(), String> {
        let mut writer = Writer::new(self.pair.parsed, Span::new(0, 0), self.bound);
        write(&mut writer)?;
        copies(&mut writer.pieces, self.copy);
        self.text.push_str(&writer.text);
        self.pieces.append(&mut writer.pieces);
        Ok(())
    }

    /// The start of a parallel loop over chunks for these loops.
    fn chunk_loop(&mut self, loops: &[&Parallel], outer: &str, inner: &str) -> Result<(), String> {
        let pair = self.pair;
        let (first, Names { chunk, before, .. }) = (&pair.first, self.names);
        let counter = &first.kind;
        self.copy = 0;
        let pragma = parallel::pragma(loops);
        self.add(&format!("\n{outer}{pragma}\n{outer}for ({counter} {chunk} = "));
        self.copied(first.from.span)?;
        self.add(&format!("; {chunk} {} ", if first.is_closed { "<=" } else { "<" }));
        self.copied(first.bound.span)?;
        self.add(&format!("; {chunk} += {}) {{\n{inner}{counter} {before} = ({chunk} - ", pair.rows));
        self.operand(first.from, &[])?;
        self.add(&format!(") / {} * {};", pair.rows, 2 * self.reach));
        Ok(())
    }

    /// The start of a loop over some rows of a chunk, counted from its first.
    fn row_loop(&mut self, one: &Parallel, (from, to): (i64, i64), inner: &str) -> Result<(), String> {
        let Loops { parsed, first, .. } = self.pair;
        let symbols = &parsed.resolved.symbols;
        let chunk = &self.names.chunk;
        let plus = |rows: i64| if rows == 0 { chunk.clone() } else { format!("{chunk} + {rows}") };
        let (start, end) = (plus(from), plus(to));
        let name = one.name(symbols);
        let declared = if one.is_declared { format!("{} ", one.kind) } else { String::new() };
        self.add(&format!("\n{inner}for ({declared}{name} = "));
        if parsed.words(one.from.span) == parsed.words(first.from.span) {
            self.add(&start);
        } else {
            self.add(&format!("{start} > "));
            self.operand(one.from, &[])?;
            self.add(&format!(" ? {start} : "));
            self.copied(one.from.span)?;
        }
        self.add(&format!("; {name} < {end} && {name} {} ", if one.is_closed { "<=" } else { "<" }));
        self.copied(one.bound.span)?;
        self.add(&format!("; {name}++)"));
        Ok(())
    }

    /// The body of a loop, with what `replaced` says for cells of the array, else with those of the chunk's own.
    fn body(
        &mut self,
        one: &Parallel,
        indent: &str,
        replaced: &dyn Fn(&Expression) -> Option<String>,
    ) -> Result<(), String> {
        let Loops { parsed, array, .. } = self.pair;
        let own = &self.names.own;
        let mut all: Vec<(Span, String)> = Vec::new();
        shape::cells(*parsed, *array, &one.parts.body, &mut |cell| {
            all.push(
                replaced(cell)
                    .map_or_else(|| (cell.subscripted().0.span, own.clone()), |text| (cell.span, text)),
            );
        });
        let body = &one.parts.body;
        let blank = match body.kind {
            StatementKind::Block(_) => " ".to_owned(),
            _ => format!("\n{indent}    "),
        };
        self.add(&blank);
        let span = body.span;
        self.write(|writer| {
            writer.replaced(span, &all)?;
            writer.text = further_in(&writer.text);
            Ok(())
        })?;
        self.copy += 1;
        Ok(())
    }

    /// The body of a loop that keeps what the first loop has computed for a row.
    fn kept(&mut self, slot: &str, indent: &str) -> Result<(), String> {
        let Loops { parsed, first, shape, cells, .. } = self.pair;
        let (own, ends) = (self.names.own.clone(), self.names.ends.clone());
        let pairs = |target: &Expression| -> Vec<Pair> {
            let text = shape.cell(*parsed, target, (first.counter, slot), &ends);
            vec![(vec![(target.span, text)], vec![(target.subscripted().0.span, own.clone())])]
        };
        let body = &first.parts.body;
        let is_block = matches!(body.kind, StatementKind::Block(_));
        let further = format!("{indent}    ");
        self.add(&if is_block { " ".to_owned() } else { format!("\n{further}") });
        let indent = if is_block { indent } else { &further };
        self.write(|writer| cells.copy(writer, body, indent, &pairs))?;
        self.copy += 1;
        Ok(())
    }
}

/// A text of several lines one level further in.
fn further_in(text: &str) -> String {
    let mut lines = text.split('\n');
    let mut moved = lines.next().unwrap_or_default().to_owned();
    for line in lines {
        let words = line.trim_start_matches([' ', '\t']);
        let blank = &line[..line.len() - words.len()];
        moved += &if words.is_empty() { "\n".to_owned() } else { format!("\n{blank}    {words}") };
    }
    moved
}
