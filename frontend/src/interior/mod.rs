//! Loops with conditions that only the borders of an image, a grid or a signal need: `if (x > 0 && x < w - 1)`, `(i + 1) % n`.
//!
//! Away from the borders such a condition always comes out the same way. So the loop gets, in front of its body, a copy of the body
//! for the iterations in between, in which nothing asks any more, and compilers can do several of them at once:
//!
//! ```c
//! for (x = 0; x < w; x++) {
//!     if (x >= 1 && x < w - 1)
//!         for (; x < w - 1; x++)
//!             …
//!     … the body as it was
//! }
//! ```
//!
//! All iterations run in the order in which they did, each with the statements that it had; so nothing needs to be known of the memory
//! that they use, but that it doesn't hold what the conditions compare. [`decide`] goes through the body and tells what is known in between,
//! [`copy`] writes what is left of it.

mod copy;
mod decide;
mod frame;
mod kept;
mod levels;
mod linear;
mod reach;

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use diagnostics::token::tokens_without_comments;
use diagnostics::{SourceMap, Span};

use self::copy::Copy;
use self::decide::{Bound, Decider, Known, Surroundings, is_same};
use self::frame::{Indents, frames};
use self::kept::{Keeper, Kept, Variables, add, blocks, hidden};
use self::levels::{Counting, Level, counting, holds_loops};
use self::linear::{Linear, Term};
use crate::discovery::written::{INTERIOR, KEPT, WRITTEN};
use crate::facts::changes::changes;
use crate::facts::environment::Environment;
use crate::facts::failures::failures;
use crate::facts::fixed::fix;
use crate::facts::members::object;
use crate::facts::purity::{Purities, Purity, is_light};
use crate::inline::around::Around;
use crate::inline::named::follows_pragma;
use crate::inline::{Parsed, names};
use crate::macros::Macros;
use crate::syntax::parse::parse;
use crate::syntax::resolve::{Resolved, resolve};
use crate::syntax::split::TokenTable;
use crate::syntax::tree::{
    BinaryOperator, Construct, Expression, ExpressionKind, Function, Statement, StatementKind, Symbol,
    SymbolId, SymbolKind, Symbols, UnaryOperator,
};
use crate::syntax::types::{Integer, TypeKind};
use crate::translation::Translation;
use crate::unit::on_large_stack;
use polyhedral::Comparison;

pub use self::frame::Frame;

/// The loops of a text, and those that have borders.
#[derive(Clone, Debug, Default)]
pub struct Borders {
    /// All of them.
    pub frames: Vec<Frame>,
    /// What is to come into some.
    pub interiors: Vec<Interior>,
    /// The functions of the file in which there are conditions or remainders, or calls of such.
    pub asking: BTreeSet<String>,
}

/// Whether a loop of a function of the main file asks for something, calls a function of the file, or may write over what it reads.
pub fn may_have_borders(resolved: &Resolved, map: &SourceMap) -> bool {
    let symbols = &resolved.symbols;
    let is_own = |callee: &Expression| {
        let symbol = callee.variable();
        symbol.is_some_and(|symbol| resolved.functions.iter().any(|function| function.symbol == symbol))
    };
    resolved.functions.iter().filter(|it| map.is_in_main_file(it.span.start)).any(|function| {
        let mut may = false;
        function.body.walk(&mut |statement| {
            let StatementKind::For(parts) = &statement.kind else { return };
            may = may || asks(&parts.body, symbols) || may_write_over(statement, symbols);
            parts.body.walk_expressions(symbols, &mut |part| {
                may = may || matches!(&part.kind, ExpressionKind::Call(callee, _) if is_own(callee));
            });
        });
        may
    })
}

/// Whether a loop reads sizes or pointers from memory, and writes to other memory what may be such.
fn may_write_over(statement: &Statement, symbols: &Symbols) -> bool {
    let (mut writes, mut reads) = (false, false);
    statement.walk_expressions(symbols, &mut |part| {
        let target = part.assigned().filter(|target| target.variable().is_none());
        writes |= target.is_some_and(|target| !matches!(target.type_.kind, TypeKind::Floating(_)));
        let is_pointer = matches!(part.type_.kind, TypeKind::Pointer(_));
        reads |= match &part.kind {
            ExpressionKind::Variable(symbol) => symbols[*symbol].kind == SymbolKind::Global,
            ExpressionKind::Member(..) => true,
            ExpressionKind::Index(..) => is_pointer,
            _ => false,
        };
    });
    writes && reads
}

/// Whether there are conditions or remainders in a statement.
fn asks(statement: &Statement, symbols: &Symbols) -> bool {
    let mut asks = statement.holds(&|kind| matches!(kind, StatementKind::If(..)));
    statement.walk_expressions(symbols, &mut |part| {
        asks |= match &part.kind {
            ExpressionKind::Conditional(..) => true,
            ExpressionKind::Binary(operator, ..) => {
                matches!(operator, BinaryOperator::Modulo | BinaryOperator::And | BinaryOperator::Or)
            }
            _ => false,
        };
    });
    asks
}

/// The functions that ask for something, or call others that do.
fn asking(resolved: &Resolved) -> BTreeSet<String> {
    let symbols = &resolved.symbols;
    let own = resolved.functions.iter().filter(|function| asks(&function.body, symbols));
    let mut found: BTreeSet<SymbolId> = own.map(|function| function.symbol).collect();
    // as deep as calls are inlined
    for _ in 0..DEEPEST {
        let before = found.clone();
        for function in &resolved.functions {
            function.body.walk_expressions(symbols, &mut |part| {
                if let ExpressionKind::Call(callee, _) = &part.kind
                    && callee.variable().is_some_and(|callee| before.contains(&callee))
                {
                    found.insert(function.symbol);
                }
            });
        }
        if found == before {
            break;
        }
    }
    found.into_iter().map(|symbol| symbols[symbol].name.clone()).collect()
}

/// A loop that gets a copy of its body.
#[derive(Clone, Debug)]
pub struct Interior {
    /// The function around it.
    pub function: String,
    /// The loop, in the preprocessed text.
    pub span: Span,
    /// The copy, with the test in front of it.
    pub block: String,
    /// How many conditions and remainders are left out.
    pub decided: usize,
    /// How many sizes and pointers are in variables.
    pub kept: usize,
    /// The names, as they are written, in the sizes of the loops, and in the widths of their borders.
    pub names: [BTreeSet<String>; 2],
}

/// Shorter loops aren't worth a copy.
const SHORTEST: i128 = 24;
/// Nor are bodies that read fewer cells, and make no loop.
const FEWEST_READS: usize = 2;
/// A function that only computes takes a few instructions if it has no more tokens.
const SHORT: usize = 60;
/// Longer bodies aren't gone through, in tokens.
const LONGEST: usize = 4000;
/// So many calls within calls are looked through for what asks for borders.
const DEEPEST: usize = 4;
/// Longer copies aren't made.
const LONGEST_COPY: usize = 600;

/// The loops of the main file, and those that get a copy.
pub fn borders(map: &SourceMap) -> Borders {
    read(map, |parsed, translation| {
        let resolved = parsed.resolved;
        let mut purities = Purities::new(translation);
        let mut computing: Vec<&Function> = resolved.functions.iter().collect();
        computing.retain(|function| purities.of(function.symbol) == Purity::Constant);
        let hidden = hidden(parsed);
        let mut interiors = Vec::new();
        for function in with_loops(parsed) {
            interiors.extend(Search::of(parsed, function, &mut purities, (&computing, &hidden)));
        }
        Borders { frames: all_frames(parsed), interiors, asking: asking(resolved) }
    })
}

/// The loops of the main file.
pub fn loops(map: &SourceMap) -> Vec<Frame> {
    read(map, |parsed, _| all_frames(parsed))
}

fn all_frames(parsed: Parsed) -> Vec<Frame> {
    with_loops(parsed).flat_map(|function| frames(parsed, function)).collect()
}

/// The functions of the main file that have loops.
fn with_loops<'a>(parsed: Parsed<'a>) -> impl Iterator<Item = &'a Function> {
    let functions = parsed.resolved.functions.iter();
    let is_own = move |function: &&Function| parsed.map.is_in_main_file(function.span.start);
    functions.filter(is_own).filter(|function| holds_loops(&function.body))
}

/// Looks at a text as it is written, before anything is put in the place of anything.
fn read<T: Send>(map: &SourceMap, look: impl FnOnce(Parsed, &Translation) -> T + Send) -> T {
    on_large_stack(|| {
        let text = map.text();
        let table = TokenTable::new(text);
        let externals = parse(text, &table, &|place| map.is_in_system_header(place));
        let mut resolved = resolve(text, &table, &externals);
        fix(&mut resolved);
        let failures = failures(&resolved.functions, &resolved.symbols);
        let environment = Environment::of(text, &table, &failures, &|place| map.is_in_system_header(place));
        let translation = Translation { resolved, table, macros: Macros::of(map), environment };
        let Translation { resolved, table, macros, .. } = &translation;
        let names = names(resolved);
        look(Parsed { map, table, resolved, names: &names, macros }, &translation)
    })
}

/// Looks for loops in a function.
struct Search<'s, 'a> {
    parsed: Parsed<'a>,
    purities: &'s mut Purities<'a>,
    function: &'a Function,
    /// Functions that do nothing but to compute a value.
    computing: &'s [&'a Function],
    /// The variables of the file that nobody reaches but by their names.
    hidden: &'s BTreeSet<SymbolId>,
    /// The variables that hold nothing but blocks which the function obtains.
    blocks: BTreeSet<SymbolId>,
    /// What is known of its variables.
    around: Around<'a>,
    /// The loops that count around a place.
    levels: Vec<Level>,
    found: Vec<Found>,
}

/// A loop that was found, with how many conditions it does without.
struct Found {
    interior: Interior,
    depth: usize,
}

/// What a loop's body may change.
struct Changed {
    symbols: BTreeSet<SymbolId>,
    /// Whether that may be an integer of which others know the place.
    reaches: bool,
    /// Whether it calls functions that may change anything.
    calls: bool,
}

impl<'s, 'a> Search<'s, 'a> {
    fn of(
        parsed: Parsed<'a>,
        function: &'a Function,
        purities: &'s mut Purities<'a>,
        (computing, hidden): (&'s [&'a Function], &'s BTreeSet<SymbolId>),
    ) -> Vec<Interior> {
        let text = function.span.of(parsed.text());
        // loops that are joined must keep their counters
        if function.body.holds_assembly() || text.contains("collapse") {
            return vec![];
        }
        // what polycc wrote is left alone
        let file = parsed.file();
        let written = parsed.place(function.body.span).zip(file).map(|(place, file)| place.of(file));
        if written.is_some_and(|written| written.contains(WRITTEN)) {
            return vec![];
        }
        let around = Around::of(parsed, function);
        let (blocks, levels) = (blocks(parsed, function, &around), vec![]);
        let mut search =
            Search { parsed, purities, function, computing, hidden, blocks, around, levels, found: vec![] };
        search.statement(&function.body);
        // of loops in one another that which decides most, and the innermost of these; else the outermost
        search.found.sort_by_key(|found| {
            let decided = found.interior.decided;
            (Reverse(decided), if decided > 0 { usize::MAX - found.depth } else { found.depth })
        });
        let mut chosen: Vec<Interior> = Vec::new();
        for Found { interior, .. } in search.found {
            let is_apart =
                |it: &Interior| it.span.end <= interior.span.start || interior.span.end <= it.span.start;
            if chosen.iter().all(is_apart) {
                chosen.push(interior);
            }
        }
        chosen.sort_by_key(|interior| interior.span.start);
        chosen
    }

    fn statement(&mut self, statement: &'a Statement) {
        let StatementKind::For(parts) = &statement.kind else {
            return statement.children().for_each(|inner| self.statement(inner));
        };
        let symbols = &self.parsed.resolved.symbols;
        let Some(counting) = counting(parts, symbols).filter(|it| self.around.is_plain(it.counter)) else {
            return self.statement(&parts.body);
        };
        let changed = self.changed(&parts.body);
        let level = self.level(&counting, &changed);
        self.levels.push(level);
        if self.is_open(statement, &parts.body, &counting) {
            let nothing = BTreeMap::new();
            let keeper = self.keeper(statement, &counting, &changed, &nothing);
            let interior = self.interior(statement, &counting, &changed, keeper.as_ref());
            let found = interior.or_else(|| self.in_variables(statement, keeper.as_ref()?));
            self.found.extend(found.map(|interior| Found { interior, depth: self.levels.len() }));
        }
        self.statement(&parts.body);
        self.levels.pop();
    }

    /// What may be in variables in a loop, where some conditions are known.
    fn keeper<'k>(
        &'k self,
        statement: &'a Statement,
        counting: &Counting<'a>,
        changed: &Changed,
        known: &'k BTreeMap<Span, Known>,
    ) -> Option<Keeper<'k, 'a>> {
        let variables = Variables { around: &self.around, hidden: self.hidden, blocks: &self.blocks };
        let loop_ = (statement, counting);
        (!changed.calls).then(|| Keeper::of(self.parsed, self.function, variables, loop_, known))?
    }

    /// What a body may change.
    fn changed(&mut self, body: &Statement) -> Changed {
        let all = &self.parsed.resolved.symbols;
        let symbols = changes(body, all).iter().map(|change| change.symbol).collect();
        let (mut reaches, mut calls) = (false, false);
        body.walk_with_types(all, &mut |part| {
            reaches |= match &part.kind {
                ExpressionKind::Call(callee, _) => {
                    let purity = callee.variable().map(|callee| self.purities.of(callee));
                    let is_unknown = purity.is_none_or(|purity| purity == Purity::Unknown);
                    calls |= is_unknown;
                    is_unknown
                }
                ExpressionKind::Other(..) => true,
                _ => false,
            };
            let target = part.assigned().filter(|target| target.variable().is_none());
            reaches |= target.is_some_and(|target| !matches!(target.type_.kind, TypeKind::Floating(_)));
        });
        Changed { symbols, reaches, calls }
    }

    /// Whether a body leaves what a name stands for as it is.
    fn is_steady(&self, symbol: SymbolId, changed: &Changed) -> bool {
        self.stays(symbol, &changed.symbols, changed.reaches)
    }

    /// Whether a name keeps its value where these change, and what others know perhaps.
    fn stays(&self, symbol: SymbolId, changed: &BTreeSet<SymbolId>, reaches: bool) -> bool {
        let known = &self.parsed.resolved.symbols[symbol];
        if changed.contains(&symbol) || !known.type_.is_ordinary() {
            return false;
        }
        match &known.kind {
            SymbolKind::Member(member) => !reaches && self.stays(member.object, changed, reaches),
            SymbolKind::EnumerationConstant(_) => true,
            SymbolKind::Local { .. } | SymbolKind::Parameter | SymbolKind::Global => {
                self.around.is_plain(symbol) || known.type_.qualifiers.constant || !reaches
            }
            _ => false,
        }
    }

    /// Whether a body leaves what a name stands for as it is, if nothing is written over it; then it is one of those that are `asked` for.
    fn may_stay(&self, symbol: SymbolId, changed: &Changed, asked: &RefCell<BTreeSet<SymbolId>>) -> bool {
        if self.is_steady(symbol, changed) {
            return true;
        }
        let stays = !changed.calls && self.stays(symbol, &changed.symbols, false);
        asked.borrow_mut().extend(stays.then_some(symbol));
        stays
    }

    /// A loop as one around a place.
    fn level(&self, counting: &Counting, changed: &Changed) -> Level {
        let asked = RefCell::new(BTreeSet::new());
        let is_steady = |symbol: SymbolId| self.may_stay(symbol, changed, &asked);
        let is_plain = |symbol: SymbolId| self.around.is_plain(symbol);
        let mut decider = self.decider(self.levels.clone(), &is_steady, &is_plain);
        // where it began isn't compared again
        let first = decider.number(counting.first).filter(|_| asked.borrow().is_empty());
        let range = first.zip(decider.number(counting.bound));
        let range = range.map(|(first, bound)| levels::range(counting, first, bound));
        // what holds only away from borders is no range
        let range = range.filter(|_| decider.bounds.is_empty());
        let file = self.parsed.file();
        let written = self.parsed.place(counting.bound.span).zip(file).map(|(place, file)| place.of(file));
        let more = i128::from(counting.relation == Comparison::Less);
        let bound = written.filter(|_| counting.step > 0).map(|written| (in_sum(written), more));
        let mut relies = Vec::new();
        counting.bound.walk(&mut |part| {
            let is_asked = part.named().is_some_and(|symbol| asked.borrow().contains(&symbol));
            relies.extend(is_asked.then(|| part.clone()));
        });
        Level { counter: counting.counter, range, bound, relies }
    }

    fn decider<'d>(
        &'d self,
        levels: Vec<Level>,
        is_steady: &'d dyn Fn(SymbolId) -> bool,
        is_plain: &'d dyn Fn(SymbolId) -> bool,
    ) -> Decider<'d> {
        let (text, symbols) = (self.parsed.map.text(), &self.parsed.resolved.symbols);
        Decider::new(Surroundings { text, symbols, computing: self.computing, is_steady, is_plain }, levels)
    }

    /// Whether a body hides none of the names that values in its copy are made of.
    fn hides_none(&self, body: &Statement, known: &BTreeMap<Span, Known>) -> bool {
        let values = known.values().filter_map(|known| match known {
            Known::Value(value) => Some(value),
            _ => None,
        });
        let terms = values.flat_map(|value| value.terms.iter().flat_map(|(term, _)| &term.symbols));
        let named: BTreeSet<SymbolId> = terms.copied().collect();
        !named.iter().any(|symbol| self.alike(*symbol).any(|other| body.span.contains(other.name_span)))
    }

    /// Whether no other variable has the name of one at a place.
    fn is_visible(&self, symbol: SymbolId, place: Span) -> bool {
        let is_there = |other: &Symbol| other.declared.is_some_and(|it| it.scope.contains(place));
        !self.alike(symbol).any(is_there)
    }

    /// What else has the name of a variable, or of that whose member it is.
    fn alike(&self, symbol: SymbolId) -> impl Iterator<Item = &'a Symbol> {
        let symbols: &'a Symbols = &self.parsed.resolved.symbols;
        let symbol = object(symbol, symbols);
        let others = symbols.0.iter().enumerate().filter(move |(id, _)| SymbolId(*id) != symbol);
        others.map(|(_, other)| other).filter(move |other| other.name == symbols[symbol].name)
    }

    /// Whether a variable is declared in a body that lives on, or that others know.
    fn declares_for_longer(&self, body: &Statement) -> bool {
        let symbols = &self.parsed.resolved.symbols;
        body.holds(&|kind| match kind {
            StatementKind::Declaration(list) => {
                list.iter().any(|it| symbols[it.symbol].kind != SymbolKind::Local { is_static: false })
            }
            _ => false,
        })
    }

    /// Whether there are numbers without a sign in a sum, which wraps around then.
    fn is_unsigned(&self, sum: &Linear) -> bool {
        let symbols = &self.parsed.resolved.symbols;
        let is_unsigned = |symbol: &SymbolId| {
            let integer = symbols[*symbol].type_.integer();
            integer.is_none_or(|it| !it.signed && it.rank >= Integer::INT_RANK)
        };
        sum.terms.iter().any(|(term, _)| term.symbols.iter().any(is_unsigned))
    }

    /// Whether a copy of a loop's body may come in front of it.
    fn is_open(&self, statement: &Statement, body: &Statement, counting: &Counting) -> bool {
        let integer = self.parsed.resolved.symbols[counting.counter].type_.integer();
        let is_taken = counting.step > 0
            && integer.is_some_and(|integer| integer.rank >= Integer::INT_RANK)
            && self.parsed.table.within(body.span).len() <= LONGEST
            && !follows_pragma(self.parsed, statement.span)
            && !body.span.of(self.parsed.text()).contains("pragma");
        let written = || self.parsed.place(statement.span).zip(self.parsed.file());
        let is_plain = || {
            written().is_some_and(|(place, file)| {
                !place.of(file).lines().any(|it| it.trim_start().starts_with('#'))
            })
        };
        is_taken && is_plain() && !self.declares_for_longer(body)
    }

    /// The copy of a loop's body, if that does without conditions.
    fn interior(
        &self,
        statement: &'a Statement,
        counting: &Counting<'a>,
        changed: &Changed,
        keeper: Option<&Keeper<'_, 'a>>,
    ) -> Option<Interior> {
        // with sizes that nothing can write over, then with those of which a test says that nothing does
        let mut levels = self.levels.clone();
        for level in levels.iter_mut().filter(|level| !level.relies.is_empty()) {
            level.range = None;
            level.relies.clear();
        }
        let is_steady = |symbol: SymbolId| self.is_steady(symbol, changed);
        let loop_ = (statement, counting, changed);
        self.without_borders(loop_, (&levels, &is_steady), &|| Some(vec![])).or_else(|| {
            let keeper = keeper?;
            let asked = RefCell::new(BTreeSet::new());
            let is_steady = |symbol: SymbolId| self.may_stay(symbol, changed, &asked);
            let relied = || {
                let mut places: Vec<&Expression> =
                    self.levels.iter().flat_map(|level| &level.relies).collect();
                for symbol in asked.borrow().iter() {
                    if !places.iter().any(|place| place.named() == Some(*symbol)) {
                        places.push(keeper.place_of(*symbol)?);
                    }
                }
                Some(places.into_iter().cloned().collect())
            };
            self.without_borders(loop_, (&self.levels, &is_steady), &relied)
        })
    }

    /// The same, for loops of such ranges, with names that stay as long as nothing is written over what is relied on.
    fn without_borders(
        &self,
        (statement, counting, changed): (&'a Statement, &Counting<'a>, &Changed),
        (levels, is_steady): (&[Level], &dyn Fn(SymbolId) -> bool),
        relied: &dyn Fn() -> Option<Vec<Expression>>,
    ) -> Option<Interior> {
        let StatementKind::For(parts) = &statement.kind else { return None };
        let body = &parts.body;
        let is_plain = |symbol: SymbolId| self.around.is_plain(symbol);
        let mut decider = self.decider(levels.to_vec(), is_steady, &is_plain);
        decider.statement(body);
        let decided = decider.known.len();
        let is_worth = !decider.is_lost
            && decided > 0
            && decider.has_windows_only()
            && self.is_worth(body, &decider.known, !decider.open.is_empty());
        let are_readable = decider.bounds.iter().all(|bound| is_readable(&bound.value, levels, self.parsed));
        (is_worth && are_readable && self.hides_none(body, &decider.known)).then_some(())?;
        let bounds = Bounds::of(&decider.bounds, levels)?;
        bounds.symbols().all(|symbol| self.is_visible(symbol, statement.span)).then_some(())?;
        let Test { mut enters, goes_on, ends } = bounds.test(self, counting)?;
        let keeper = self.keeper(statement, counting, changed, &decider.known);
        let relied = relied()?;
        if !relied.is_empty() {
            enters.extend(keeper.as_ref()?.tests_of(&relied)?);
        }
        let kept = keeper.and_then(|keeper| keeper.kept()).unwrap_or_default();
        kept.tests.iter().for_each(|test| add(&mut enters, test.clone()));
        let goes_on = goes_on.map(|test| kept.in_names(&test));
        let mut known = decider.known;
        known.values_mut().for_each(|known| {
            if let Known::Value(value) = known {
                value.terms.iter_mut().for_each(|(term, _)| term.text = kept.in_names(&term.text));
            }
        });
        let names = kept.names.iter().map(|(place, name)| (*place, Known::Kept(name.clone())));
        known.extend(names);
        let test = Test { enters, goes_on, ends };
        let (block, kept) = self.block(statement, &test, kept, &known)?;
        let (function, span) = (self.function.name.clone(), statement.span);
        let names = [bounds.sizes(), bounds.widths()];
        Some(Interior { function, span, block, decided, kept, names })
    }

    /// The copy of a loop's body, if sizes and pointers that it reads again and again can be in variables.
    fn in_variables(&self, statement: &'a Statement, keeper: &Keeper<'_, 'a>) -> Option<Interior> {
        let StatementKind::For(parts) = &statement.kind else { return None };
        let is_light = !self.is_heavy(&parts.body, &BTreeMap::new());
        (is_light && keeper.is_promising(self.levels.len())).then_some(())?;
        let kept = keeper.kept()?;
        let names = kept.names.iter().map(|(place, name)| (*place, Known::Kept(name.clone())));
        let known = names.collect();
        let condition = Copy::of_value(self.parsed, &known, parts.condition.as_ref()?)?;
        let test = Test { enters: kept.tests.clone(), goes_on: Some(condition), ends: Ends::Always };
        let (block, kept) = self.block(statement, &test, kept, &known)?;
        let (function, span) = (self.function.name.clone(), statement.span);
        Some(Interior { function, span, block, decided: 0, kept, names: [keeper.sizes(), BTreeSet::new()] })
    }

    /// Whether a copy of a body would be faster, in which conditions may still be asked.
    fn is_worth(&self, body: &Statement, known: &BTreeMap<Span, Known>, is_asked: bool) -> bool {
        let symbols = &self.parsed.resolved.symbols;
        let has_values = known.values().any(|known| matches!(known, Known::Value(_)));
        let (mut reads, mut written, mut cells) = (0, Vec::new(), Vec::new());
        body.walk_expressions(symbols, &mut |part| {
            match &part.kind {
                ExpressionKind::Index(..) | ExpressionKind::Unary(UnaryOperator::Dereference, _) => {
                    reads += 1;
                    cells.push(part);
                }
                _ => {}
            }
            written.extend(part.assigned());
        });
        let has_loops = holds_loops(body);
        let is_enough = has_loops || reads > FEWEST_READS;
        // each iteration waits for the one before
        let waits = !has_values && !has_loops && written.iter().any(|target| is_recurrence(target, &cells));
        !self.is_heavy(body, known) && is_enough && !waits && (has_values || !is_asked)
    }

    /// Whether a body calls what takes long, or loops for who knows how long.
    fn is_heavy(&self, body: &Statement, known: &BTreeMap<Span, Known>) -> bool {
        let symbols = &self.parsed.resolved.symbols;
        let is_loop =
            |kind: &StatementKind| matches!(kind, StatementKind::Other(Construct::While | Construct::Do, ..));
        let mut calls = false;
        body.walk_expressions(symbols, &mut |part| match &part.kind {
            ExpressionKind::Call(callee, arguments) if !known.contains_key(&part.span) => {
                calls |= callee.variable().is_none_or(|it| !self.is_light(it, arguments));
            }
            _ => {}
        });
        calls || body.holds(&is_loop)
    }

    /// Whether a call takes a few instructions; a square does, too.
    fn is_light(&self, function: SymbolId, arguments: &[Expression]) -> bool {
        let symbols = &self.parsed.resolved.symbols;
        let mut own = self.computing.iter().filter(|it| it.symbol == function);
        let is_short = |it: &&Function| self.parsed.table.within(it.span).len() <= SHORT;
        let is_two =
            |it: &Expression| matches!(it.span.of(self.parsed.text()).trim_end_matches(['f', '0', '.']), "2");
        let is_square = || {
            let is_power = matches!(symbols[function].name.as_str(), "pow" | "powf");
            is_power && arguments.last().is_some_and(is_two)
        };
        is_light(symbols, function)
            || is_square()
            || own.next().is_some_and(|it| is_short(it) && !holds_loops(&it.body))
    }

    /// The copy with the test in front of it, and how many variables it declares.
    fn block(
        &self,
        statement: &Statement,
        test: &Test,
        kept: Kept,
        known: &BTreeMap<Span, Known>,
    ) -> Option<(String, usize)> {
        let StatementKind::For(parts) = &statement.kind else { return None };
        let body = &parts.body;
        let file = self.parsed.file()?;
        let Indents { own, unit, .. } = Indents::of(self.parsed, statement, body)?;
        let (twice, thrice) = (format!("{own}{unit}"), format!("{own}{unit}{unit}"));
        let copy = Copy::of(self.parsed, known, body, &thrice)?;
        (tokens_without_comments(&copy).count() <= LONGEST_COPY).then_some(())?;
        let step = self.parsed.place(parts.step.as_ref()?.span)?.of(file);
        let condition = self.parsed.place(parts.condition.as_ref()?.span)?.of(file);
        let fast = test.goes_on.as_deref().unwrap_or(condition);
        let is_used = |name: &str| {
            [&*copy, fast].iter().any(|text| tokens_without_comments(text).any(|it| it.span.of(text) == name))
        };
        let mut variables = kept.variables;
        variables.retain(|variable| is_used(&variable.name));
        let comments = [
            (INTERIOR, known.values().any(|known| !matches!(known, Known::Kept(_)))),
            (KEPT, !variables.is_empty()),
        ];
        let mut text = String::new();
        for (comment, _) in comments.iter().filter(|(_, is_so)| *is_so) {
            text += &format!("{own}{comment}\n");
        }
        text += &format!("{own}if ({}) {{\n", all_of(&test.enters, &own));
        variables.iter().for_each(|variable| text += &format!("{twice}{}\n", variable.declaration));
        text += &format!("{twice}for (; {fast}; {step}) {{\n");
        text += &format!("{copy}\n{twice}}}\n");
        match test.ends {
            Ends::Never => {}
            Ends::Always => text += &format!("{twice}break;\n"),
            Ends::If => text += &format!("{twice}if (!({condition}))\n{twice}{unit}break;\n"),
        }
        text += &format!("{own}}}");
        Some((text, variables.len()))
    }
}

/// The bounds of the counters, each once.
struct Bounds<'b> {
    levels: &'b [Level],
    all: Vec<Bound>,
}

/// Tests whether an iteration is one in between.
struct Test {
    /// All that must hold.
    enters: Vec<String>,
    /// Whether the next one is, too; `None` if the loop's own test says that.
    goes_on: Option<String>,
    /// Whether the loop may end behind those in between.
    ends: Ends,
}

enum Ends {
    Never,
    If,
    Always,
}

impl<'b> Bounds<'b> {
    /// Of those that decisions take, if the loops are long enough.
    fn of(found: &[Bound], levels: &'b [Level]) -> Option<Self> {
        let mut all: Vec<Bound> = Vec::new();
        for bound in found {
            let same = all.iter_mut().find(|other| {
                let is_alike = (other.counter, other.is_least) == (bound.counter, bound.is_least);
                is_alike && other.value.minus(&bound.value).value().is_some()
            });
            match same {
                Some(other) => {
                    let further = bound.distance.minus(&other.distance).value().unwrap_or(0);
                    if further > 0 {
                        *other = bound.clone();
                    }
                }
                None => all.push(bound.clone()),
            }
        }
        let is_long = |level: &Level| {
            let length = level.range.as_ref().and_then(|(least, most)| most.minus(least).value());
            let borders = all.iter().filter(|bound| bound.counter == level.counter);
            let borders: i128 = borders.filter_map(|bound| bound.distance.value()).sum();
            length.is_none_or(|length| length + 1 - borders >= SHORTEST)
        };
        let own = levels.last()?;
        let mut bounded =
            levels.iter().filter(|level| all.iter().any(|bound| bound.counter == level.counter));
        // what the iterations of the loop itself have in common, compilers ask outside of it
        let is_own = |bound: &Bound| bound.counter == own.counter;
        let is_sound = all.iter().any(is_own) && bounded.all(is_long);
        is_sound.then_some(Bounds { levels, all })
    }

    /// The variables that a test names.
    fn symbols(&self) -> impl Iterator<Item = SymbolId> {
        let bounds = self.all.iter().flat_map(|bound| [&bound.value, &bound.distance]);
        let ranges = self.levels.iter().filter_map(|level| level.range.as_ref());
        let sums = bounds.chain(ranges.flat_map(|(least, most)| [least, most]));
        let named = sums.flat_map(|sum| &sum.terms).flat_map(|(term, _)| term.symbols.iter().copied());
        self.levels.iter().map(|level| level.counter).chain(named)
    }

    /// The names in the ranges of loops with borders.
    fn sizes(&self) -> BTreeSet<String> {
        let ranges = self.levels.iter().filter_map(|level| level.range.as_ref());
        ranges.flat_map(|(_, last)| last.terms.iter().map(|(term, _)| term.text.clone())).collect()
    }

    /// The names in the widths of the borders.
    fn widths(&self) -> BTreeSet<String> {
        let terms = self.all.iter().flat_map(|bound| &bound.distance.terms);
        let symbols = terms.map(|(term, _)| term.text.split(' ').next().unwrap_or_default().to_owned());
        symbols.collect()
    }

    fn test(&self, search: &Search<'_, '_>, counting: &Counting) -> Option<Test> {
        let own = self.levels.last()?.counter;
        let (mut enters, mut goes_on, mut ends) = (Vec::new(), Vec::new(), Ends::Always);
        for level in self.levels {
            let Some((first, _)) = &level.range else { continue };
            let bounds = || self.all.iter().filter(|bound| bound.counter == level.counter);
            if bounds().next().is_none() {
                continue;
            }
            let name = &search.parsed.resolved.symbols[level.counter].name;
            // so no difference with the last value leaves its type
            let mut least = first.value().filter(|first| *first >= 0)?;
            for bound in bounds().filter(|bound| bound.is_least) {
                enters.push(format!("{name} >= {}", bound.value.text()));
                least = least.max(bound.value.value().unwrap_or(0));
            }
            for bound in bounds().filter(|bound| !bound.is_least) {
                let (written, more) = level.bound.as_ref()?;
                let by = bound.distance.value();
                // nothing that is subtracted may be more than what it is subtracted from
                match by {
                    Some(by) if search.is_unsigned(&bound.value) && by > least + 1 => {
                        enters.push(format!("{written} > {by}"));
                    }
                    None if search.is_unsigned(&bound.value) || search.is_unsigned(&bound.distance) => {
                        return None;
                    }
                    None => {
                        let sign = format!("{} >= 0", bound.distance.text());
                        if !enters.contains(&sign) {
                            enters.push(sign);
                        }
                    }
                    _ => {}
                }
                let test = match by.map(|by| by + more - 1) {
                    Some(0) => format!("{name} < {written}"),
                    Some(less) => format!("{name} < {written} - {less}"),
                    None => {
                        let limit = bound.value.plus(1, &bound.distance).shifted(1).text();
                        let distance = bound.distance.text();
                        match distance.contains(' ') {
                            true => format!("{name} < {limit} - ({distance})"),
                            false => format!("{name} < {limit} - {distance}"),
                        }
                    }
                };
                if level.counter == own {
                    goes_on.push(test.clone());
                    ends = match by {
                        Some(_) if counting.step == 1 => Ends::Never,
                        _ => Ends::If,
                    };
                }
                enters.push(test);
            }
        }
        // what was compared before something was written that may be what it was compared with
        for level in self.levels.iter().filter(|level| !level.relies.is_empty()) {
            let has_limit = self.all.iter().any(|bound| bound.counter == level.counter && !bound.is_least);
            if !has_limit {
                let (written, more) = level.bound.as_ref()?;
                let relation = if *more > 0 { "<" } else { "<=" };
                let name = &search.parsed.resolved.symbols[level.counter].name;
                enters.push(format!("{name} {relation} {written}"));
            }
        }
        let goes_on = (!goes_on.is_empty()).then(|| goes_on.join(" && "));
        Some(Test { enters, goes_on, ends })
    }
}

/// Whether what a sum names can be read whenever the loops around run: variables, and what their own tests read.
fn is_readable(sum: &Linear, levels: &[Level], parsed: Parsed) -> bool {
    let symbols = &parsed.resolved.symbols;
    let is_variable = |term: &Term| {
        term.symbols.iter().all(|symbol| !matches!(symbols[*symbol].kind, SymbolKind::Member(_)))
    };
    let ranges = || levels.iter().filter_map(|level| level.range.as_ref());
    let is_tested = |term: &Term| ranges().any(|(least, most)| least.has(term) || most.has(term));
    sum.terms.iter().all(|(term, _)| is_variable(term) || is_tested(term))
}

/// Lines of tests are no longer.
const WIDTH: usize = 110;

/// A condition that holds if all of these do.
fn all_of(conditions: &[String], indent: &str) -> String {
    let is_one = conditions.len() == 1;
    let closed = |condition: &String| match condition.contains(" || ") && !is_one {
        true => format!("({condition})"),
        false => condition.clone(),
    };
    let mut lines: Vec<String> = Vec::new();
    for condition in conditions.iter().map(closed) {
        match lines.last_mut() {
            Some(line) if line.len() + condition.len() <= WIDTH => *line += &format!(" && {condition}"),
            _ => lines.push(condition),
        }
    }
    lines.join(&format!("\n{indent}    && "))
}

/// Whether other cells of an array that is written are read, or data tell which are written.
fn is_recurrence(target: &Expression, cells: &[&Expression]) -> bool {
    let (base, own) = target.subscripted();
    let Some(array) = base.named().filter(|_| !own.is_empty()) else { return false };
    let mut is_by_data = false;
    own.iter()
        .for_each(|it| it.walk(&mut |part| is_by_data |= matches!(part.kind, ExpressionKind::Index(..))));
    if is_by_data {
        return true;
    }
    cells.iter().any(|cell| {
        let (base, subscripts) = cell.subscripted();
        let is_alike = own.len() == subscripts.len();
        base.named() == Some(array)
            && is_alike
            && own.iter().zip(&subscripts).any(|(own, other)| !is_same(own, other))
    })
}

/// A text as part of a sum.
fn in_sum(written: &str) -> String {
    let is_sum = !written.replace("->", "").contains(['?', '<', '>', '=', '|', '&', '^', '\n']);
    if is_sum { written.to_owned() } else { format!("({written})") }
}
