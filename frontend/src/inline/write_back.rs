//! Loops that compute a new array from old ones, after which all change places: with copies of what was written in the place of that.
//!
//! `for (t = 0; t < n; t++) { step(u, v); w = u; u = v; v = w; }` copies what `step` wrote back into `u` at the end of each turn instead.
//! Then no pointer changes, the old array holds the result, and of the new one no more is alive than what the old one still has to give.
//! That this is the same is not said here: whoever takes the text proves it (`analysis::exchange`), for cells that turns don't write must
//! be the same in both. What the proof can't see is asked here: nobody else may know of the blocks, or the function itself by
//! another name.

use std::collections::BTreeSet;

use diagnostics::Span;
use diagnostics::token::Token;

use super::around::Around;
use super::block::{Bound, Writer, indent_at};
use super::exchanges::{copies, found_in, is_held};
use super::named::follows_pragma;
use super::walks::is_loop;
use super::{Inlined, Parsed, called};
use crate::facts::allocation::{compared_with_null, freed, is_fresh, is_null};
use crate::facts::changes::{Change, changes};
use crate::facts::exchanged::{Exchange, exchanges as all_exchanges};
use crate::facts::lifetime::assigns_first;
use crate::facts::occurrences::values;
use crate::jumps::Jumps;
use crate::syntax::tree::{
    BinaryOperator, Construct, Expression, ExpressionKind, For, Function, Initializer, Statement,
    StatementKind, SymbolId, UnaryOperator,
};

/// What a text is for in which copies stand for pointers that change places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Copying {
    /// It has nothing to do with that.
    #[default]
    No,
    /// It is the program's.
    Program,
    /// It is nobody's: that the program's is the same is proved in it. Its loop runs on whatever data say, without what only tells how far it
    /// is, and how long that took. What the program does is a part of that.
    Proof,
}

/// Arrays in a row that get what the next one holds, the last one what a loop writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenBack {
    /// The pointers to what is read.
    pub old: Vec<String>,
    /// The pointer to what is written.
    pub new: String,
    /// Whether all blocks are obtained by the same words, one right after the other.
    pub is_one_size: bool,
}

/// The most arrays that are read.
const MOST: usize = 3;

/// So many turns stand for as many as there may be.
const TURNS: &str = "1000000";

/// Functions of the library that tell the time, or the user something.
const IDLE: [&str; 12] = [
    "printf",
    "fprintf",
    "puts",
    "putchar",
    "fflush",
    "clock",
    "time",
    "difftime",
    "gettimeofday",
    "clock_gettime",
    "omp_get_wtime",
    "omp_get_num_threads",
];

/// Functions of the library that look at an array, or fill it, and forget it.
const FORGETTING: [&str; 5] = ["memset", "memcpy", "memmove", "fread", "fwrite"];

/// The loops of a function at whose end two pointers change places, with copies instead.
pub fn written_back(parsed: Parsed, around: &Around, caller: &Function) -> Vec<Inlined> {
    let mut all: Vec<Inlined> = Vec::new();
    if caller.body.holds_assembly() || Jumps::new(parsed.table, parsed.text(), caller).may_lead_back() {
        return all;
    }
    caller.body.walk(&mut |statement| {
        let body = match &statement.kind {
            StatementKind::For(parts) => Some(&parts.body),
            StatementKind::Other(Construct::While | Construct::Do, _, bodies) => bodies.first(),
            _ => None,
        };
        let is_apart =
            |it: &Inlined| it.span.end <= statement.span.start || statement.span.end <= it.span.start;
        if let Some(body) = body
            && all.iter().all(is_apart)
            && let Some(turn) = Turn::of(parsed, around, caller, statement, body)
        {
            all.extend(turn.written(Copying::Program).ok());
            all.extend(turn.written(Copying::Proof).ok());
            all.extend(turn.without_first_values(caller));
            all.extend(turn.without_idle(caller));
        }
    });
    all
}

/// A loop at the end of whose turns two pointers change places.
struct Turn<'a> {
    parsed: Parsed<'a>,
    around: &'a Around<'a>,
    statement: &'a Statement,
    body: &'a Statement,
    /// What runs in each turn.
    list: &'a [Statement],
    /// How many statements run before both change places.
    before: usize,
    exchange: Exchange,
    /// The pointers to what is read, each in front of the one whose value it gets; the last one gets that of the new one.
    old: Vec<SymbolId>,
    new: SymbolId,
    /// The variables that tell where cells are that are copied.
    telling: BTreeSet<SymbolId>,
    /// What the proof does without.
    idle: BTreeSet<Span>,
    /// Whether all blocks are obtained by the same words, one right after the other.
    is_one_size: bool,
}

impl<'a> Turn<'a> {
    fn of(
        parsed: Parsed<'a>,
        around: &'a Around<'a>,
        caller: &Function,
        statement: &'a Statement,
        body: &'a Statement,
    ) -> Option<Self> {
        let symbols = &parsed.resolved.symbols;
        let StatementKind::Block(list) = &body.kind else { return None };
        let mut found = found_in(list, symbols);
        let (before, (exchange, _)) = found.pop_first().filter(|_| found.is_empty())?;
        let changes = changes(statement, symbols);
        let is_written =
            |pointer: &SymbolId| changes.iter().any(|change| change.symbol == *pointer && !change.is_whole);
        let mut pointers = exchange.pointers.clone();
        let written = pointers.iter().position(is_written)?;
        pointers.rotate_left(written + 1);
        let new = pointers.pop()?;
        if pointers.len() > MOST || pointers.iter().any(is_written) {
            return None;
        }
        let old = pointers;
        let (telling, idle, is_one_size) = (BTreeSet::new(), BTreeSet::new(), false);
        let mut turn = Turn {
            parsed,
            around,
            statement,
            body,
            list,
            before,
            exchange,
            old,
            new,
            telling,
            idle,
            is_one_size,
        };
        let is_pointer = |symbol: SymbolId| {
            symbols[symbol].type_.target().is_some()
                && around.is_plain(symbol)
                && !statement.span.contains(symbols[symbol].name_span)
        };
        let spelled = |symbol: SymbolId| symbols[symbol].type_.spelling();
        let is_sound = turn.all().all(|symbol| spelled(symbol) == spelled(new) && is_pointer(symbol))
            && around.is_plain(turn.exchange.held_in)
            && turn.is_last()
            && turn.is_known_by_its_name(caller)
            && !statement.span.of(parsed.text()).contains("pragma")
            && !follows_pragma(parsed, statement.span);
        is_sound.then_some(())?;
        turn.telling = turn.telling(caller)?;
        turn.idle = turn.idle(caller);
        turn.is_one_size = turn.is_one_size(caller);
        Some(turn)
    }

    /// All of the arrays.
    fn all(&self) -> impl Iterator<Item = SymbolId> {
        self.old.iter().copied().chain([self.new])
    }

    /// Whether nothing behind the exchange mentions the arrays before the next turn, nor what held one of them meanwhile anywhere else.
    fn is_last(&self) -> bool {
        let symbols = &self.parsed.resolved.symbols;
        let mentions = |statement: &Statement| self.all().any(|it| statement.mentions(it, symbols));
        let is_there = |span: Span| self.exchange.place.contains(span);
        let behind = self.list.iter().filter(|it| it.span.start >= self.exchange.place.end);
        let mut in_header = false;
        self.statement.walk_expressions(symbols, &mut |part| {
            let is_one = part.variable().is_some_and(|it| self.all().any(|one| one == it));
            let is_in_list = self.list.iter().any(|it| it.span.contains(part.span));
            in_header |= is_one && !is_in_list && !is_there(part.span);
        });
        let mut jumps = false;
        self.statement.walk(&mut |inner| {
            jumps |= matches!(
                inner.kind,
                StatementKind::Labeled(..)
                    | StatementKind::Other(Construct::Goto(_) | Construct::Continue, ..)
            );
        });
        !jumps && !in_header && !behind.into_iter().any(mentions)
    }

    /// Whether both pointers hold blocks that have no other name, and the loop does no more with them than to read cells of the old
    /// array and to write some of the new one.
    fn is_known_by_its_name(&self, caller: &Function) -> bool {
        let symbols = &self.parsed.resolved.symbols;
        let exchanges = all_exchanges(&caller.body, symbols);
        let is_exchange = |span: Span| exchanges.iter().any(|exchange| exchange.place.contains(span));
        let is_one = |symbol: Option<SymbolId>| symbol.is_some_and(|it| self.all().any(|one| one == it));
        let given = values(&caller.body, symbols);
        let mut makers = BTreeSet::new();
        let mut is_known = self.all().all(|pointer| {
            let all = given.get(&pointer).map_or(&[][..], Vec::as_slice);
            let mut others = all.iter().filter(|value| !is_exchange(value.span) && !is_null(value));
            others.all(|value| match self.is_block(value) {
                true => makers.insert(None) || true,
                false => self.maker(value).is_some_and(|maker| makers.insert(Some(maker)) || true),
            })
        });
        // what makes the new array a block of its own, which it must be to shrink, does so with the old one
        is_known &= makers.len() == 1;
        // places where they are no more than what C says there
        let mut plain: BTreeSet<Span> = BTreeSet::new();
        let is_repeated = self.is_repeated(caller);
        let loop_ = self.statement.span;
        caller.body.walk_with_types(symbols, &mut |part| match &part.kind {
            ExpressionKind::Index(..) if part.type_.is_arithmetic() => {
                plain.insert(part.subscripted().0.span);
            }
            ExpressionKind::Unary(UnaryOperator::Address, operand) => {
                let operand = operand.subscripted().0;
                is_known &= !is_one(operand.variable());
            }
            ExpressionKind::Unary(UnaryOperator::Not, operand) => {
                plain.insert(operand.subscripted().0.span);
            }
            ExpressionKind::Binary(_, left, right) => {
                plain.extend(compared_with_null(left, right).map(|it| it.subscripted().0.span));
            }
            ExpressionKind::SizeOf(_, Some(operand)) => {
                operand.walk(&mut |inner| {
                    plain.insert(inner.span);
                });
            }
            ExpressionKind::Assign(None, target, value)
                if self.is_block(value) || self.maker(value).is_some() =>
            {
                plain.insert(target.subscripted().0.span);
            }
            ExpressionKind::Call(callee, arguments) => {
                let name = callee.variable().map_or("", |callee| symbols[callee].name.as_str());
                let is_behind = !is_repeated && part.span.start >= loop_.end;
                if let Some(freed) = freed(part, symbols) {
                    // or a row
                    plain.insert(freed.subscripted().0.span);
                } else if is_behind || FORGETTING.contains(&name) && !loop_.contains(part.span) {
                    plain.extend(arguments.iter().map(|argument| argument.without_casts().span));
                }
            }
            _ => {}
        });
        caller.body.walk(&mut |statement| {
            if let StatementKind::Other(Construct::Return, list, _) = &statement.kind {
                plain.extend(list.iter().map(|value| value.without_casts().span));
            }
        });
        caller.body.walk_with_types(symbols, &mut |part| {
            is_known &= !is_one(part.variable()) || is_exchange(part.span) || plain.contains(&part.span);
        });
        let is_of_loop = |span: Span| loop_.contains(span);
        let changes = changes(&caller.body, symbols);
        let mut own = changes.iter().filter(|change| is_of_loop(change.place) && !is_exchange(change.place));
        is_known
            && own.all(|change| {
                !self.old.contains(&change.symbol) && !(change.symbol == self.new && change.is_whole)
            })
    }

    /// Whether a value is a block that nobody had before.
    fn is_block(&self, value: &Expression) -> bool {
        let resolved = self.parsed.resolved;
        let is_known = |callee: &Expression| callee.variable().is_some_and(|it| resolved.fresh.contains(&it));
        is_fresh(value, &resolved.symbols)
            || matches!(&value.without_casts().kind, ExpressionKind::Call(callee, _) if is_known(callee))
    }

    /// Whether all blocks are obtained by the same words, between which nothing changes what these mean.
    fn is_one_size(&self, caller: &Function) -> bool {
        let symbols = &self.parsed.resolved.symbols;
        let given = values(&caller.body, symbols);
        let obtained = |pointer: SymbolId| {
            let all = given.get(&pointer).map_or(&[][..], Vec::as_slice);
            let mut blocks = all.iter().filter(|value| self.is_block(value) || self.maker(value).is_some());
            blocks.next().filter(|_| blocks.next().is_none()).map(|value| (pointer, *value))
        };
        let Some(all) = self.all().map(obtained).collect::<Option<Vec<_>>>() else { return false };
        let words = |(pointer, value): &(SymbolId, &Expression)| -> Vec<String> {
            let tokens = self.parsed.table.within(value.span).iter();
            let word = |token: &Token| match token.span.of(self.parsed.text()) {
                word if word == symbols[*pointer].name => "*".to_owned(),
                word => word.to_owned(),
            };
            tokens.map(word).collect()
        };
        let place = |value: &Expression| value.span;
        let (Some(first), Some(last)) = (
            all.iter().map(|(_, value)| place(value)).min_by_key(|span| span.start),
            all.iter().map(|(_, value)| place(value)).max_by_key(|span| span.end),
        ) else {
            return false;
        };
        let mut told = BTreeSet::new();
        let (mut calls, mut members) = (0, false);
        for (_, value) in &all {
            value.walk(&mut |part| {
                told.extend(part.variable());
                calls += usize::from(matches!(part.kind, ExpressionKind::Call(..)));
                members |= matches!(part.kind, ExpressionKind::Member(..) | ExpressionKind::Index(..));
            });
        }
        let is_between = |change: &Change| first.start < change.place.start && change.place.start < last.end;
        let changes = changes(&caller.body, symbols);
        let mut between = changes.iter().filter(|change| is_between(change));
        let is_number = |symbol: &SymbolId| symbols[*symbol].type_.integer().is_some();
        let mut numbers = told.iter().filter(|symbol| is_number(symbol));
        let mut jumps = false;
        caller.body.walk(&mut |inner| {
            jumps |= is_loop(&inner.kind) && inner.span.contains(first) != inner.span.contains(last);
        });
        !jumps
            && !members
            && calls == all.len()
            && all.iter().all(|one| words(one) == words(&all[0]))
            && numbers.all(|symbol| self.around.is_plain(*symbol))
            && between.all(|change| !told.contains(&change.symbol) || !is_number(&change.symbol))
    }

    /// The function of the file that gives a value.
    fn maker(&self, value: &Expression) -> Option<SymbolId> {
        let ExpressionKind::Call(callee, _) = &value.without_casts().kind else { return None };
        let symbol = callee.variable()?;
        called(self.parsed.resolved, symbol).map(|function| function.symbol)
    }

    /// Whether the loop is in another one.
    fn is_repeated(&self, caller: &Function) -> bool {
        let mut is_repeated = false;
        caller.body.walk(&mut |outer| {
            let is_loop = match &outer.kind {
                StatementKind::For(_) => true,
                StatementKind::Other(construct, ..) => matches!(construct, Construct::While | Construct::Do),
                _ => false,
            };
            is_repeated |=
                is_loop && outer.span.contains(self.statement.span) && outer.span != self.statement.span;
        });
        is_repeated
    }

    /// What a turn does before both arrays change places.
    fn computing(&self) -> &'a [Statement] {
        &self.list[..self.before]
    }

    /// The variables on which depends which cells are copied; nothing if more would have to be copied than a few sums of them.
    fn telling(&self, caller: &Function) -> Option<BTreeSet<SymbolId>> {
        let symbols = &self.parsed.resolved.symbols;
        let mut found = BTreeSet::new();
        for statement in self.computing() {
            self.tell(statement, &mut found)?;
        }
        // what these depend on
        loop {
            let known = found.len();
            let mut is_plain = true;
            let mut more = BTreeSet::new();
            for statement in self.computing() {
                statement.walk(&mut |inner| {
                    for (symbol, value) in given(inner, symbols) {
                        if found.contains(&symbol) {
                            is_plain &= is_sum(value);
                            value.walk(&mut |part| more.extend(part.variable()));
                        }
                    }
                });
            }
            found.extend(more);
            if !is_plain {
                return None;
            }
            if found.len() == known {
                return self.may_run_twice(&found, caller).then_some(found);
            }
        }
    }

    /// Whether it makes no difference that a turn gives these variables values once more: they are its own, or count in loops that give
    /// them a value before anybody looks at them.
    fn may_run_twice(&self, variables: &BTreeSet<SymbolId>, caller: &Function) -> bool {
        let symbols = &self.parsed.resolved.symbols;
        let changed: BTreeSet<SymbolId> = self
            .computing()
            .iter()
            .flat_map(|statement| changes(statement, symbols))
            .map(|change| change.symbol)
            .filter(|symbol| variables.contains(symbol))
            .filter(|symbol| !self.statement.span.contains(symbols[*symbol].name_span))
            .collect();
        let mut renewed = Vec::new();
        caller.body.walk(&mut |inner| {
            renewed
                .extend(changed.iter().filter_map(|symbol| Some((*symbol, assigns_first(inner, *symbol)?))));
        });
        let mut is_counted = changed.iter().all(|symbol| self.around.is_plain(*symbol));
        caller.body.walk_with_types(symbols, &mut |part| {
            let Some(symbol) = part.variable().filter(|symbol| changed.contains(symbol)) else { return };
            is_counted &= renewed.iter().any(|(it, place)| *it == symbol && place.contains(part.span));
        });
        is_counted
    }

    /// Adds what the copies of what a statement writes mention.
    fn tell(&self, statement: &Statement, found: &mut BTreeSet<SymbolId>) -> Option<()> {
        let mention = |part: &Expression, found: &mut BTreeSet<SymbolId>| {
            part.walk(&mut |inner| found.extend(inner.variable()));
        };
        if !self.writes(statement) {
            return Some(());
        }
        match &statement.kind {
            StatementKind::Block(list) => list.iter().try_for_each(|inner| self.tell(inner, found)),
            StatementKind::For(parts) if parts.fill.is_none() => {
                parts.condition.iter().chain(&parts.step).for_each(|part| mention(part, found));
                let symbols = &self.parsed.resolved.symbols;
                parts
                    .initial
                    .iter()
                    .for_each(|it| it.walk_expressions(symbols, &mut |part| mention(part, found)));
                self.tell(&parts.body, found)
            }
            StatementKind::If(condition, then, otherwise) => {
                if is_sum(condition) {
                    mention(condition, found);
                }
                self.tell(then, found)?;
                otherwise.iter().try_for_each(|inner| self.tell(inner, found))
            }
            StatementKind::Expression(Some(expression)) => {
                for target in self.targets(expression)? {
                    for subscript in target.subscripted().1 {
                        is_sum(subscript).then_some(())?;
                        mention(subscript, found);
                    }
                }
                Some(())
            }
            _ => None,
        }
    }

    /// Whether a statement writes cells of the new array.
    fn writes(&self, statement: &Statement) -> bool {
        let changes = changes(statement, &self.parsed.resolved.symbols);
        changes.iter().any(|change| change.symbol == self.new)
    }

    /// The cells of the new array that a statement sets; nothing if it does so anywhere but at its beginning.
    fn targets<'e>(&self, expression: &'e Expression) -> Option<Vec<&'e Expression>> {
        let is_new = |target: &Expression| target.subscripted().0.variable() == Some(self.new);
        let (mut found, mut all) = (Vec::new(), 0);
        expression.walk(&mut |part| all += usize::from(part.assigned().is_some_and(is_new)));
        let mut rest = expression;
        let mut listed = 0;
        while let ExpressionKind::Assign(operator, target, value) = &rest.kind {
            if is_new(target) {
                listed += 1;
                // what only changes a cell finds it set
                found.extend(operator.is_none().then_some(&**target));
            }
            rest = value;
        }
        (listed == all).then_some(found)
    }

    /// The statements around the loop: those in front of it in its block, and those behind it.
    fn siblings<'f>(&self, caller: &'f Function) -> [&'f [Statement]; 2] {
        let mut found: [&[Statement]; 2] = [&[], &[]];
        caller.body.walk(&mut |outer| {
            if let StatementKind::Block(list) = &outer.kind
                && let Some(position) = list.iter().position(|it| it.span == self.statement.span)
            {
                found = [&list[..position], &list[position + 1..]];
            }
        });
        found
    }

    /// For the program: what gives the new array values in front of the loop, beside another one in a statement, or all at once. Nobody reads
    /// these, if nothing in front of the loop does.
    fn without_first_values(&self, caller: &Function) -> Vec<Inlined> {
        let symbols = &self.parsed.resolved.symbols;
        let is_new = |target: &Expression| target.subscripted().0.variable() == Some(self.new);
        let [before, _] = self.siblings(caller);
        let (mut reads, mut found): (bool, Vec<(Span, Vec<Span>)>) = (false, vec![]);
        for statement in before {
            let mut written: BTreeSet<Span> = BTreeSet::new();
            statement.walk(&mut |inner| {
                let StatementKind::Expression(Some(expression)) = &inner.kind else { return };
                if let ExpressionKind::Call(callee, arguments) = &expression.kind
                    && let Some(name) = callee.variable().map(|callee| symbols[callee].name.as_str())
                    && matches!(name, "memcpy" | "memset" | "memmove")
                    && let Some(target) = arguments.first().map(Expression::without_casts)
                    && target.variable() == Some(self.new)
                {
                    written.insert(target.span);
                    found.push((inner.span, vec![]));
                }
                let mut rest = expression;
                let (mut kept, mut is_set) = (Vec::new(), false);
                while let ExpressionKind::Assign(None, target, value) = &rest.kind {
                    if is_new(target) {
                        is_set = true;
                        written.insert(target.subscripted().0.span);
                    } else {
                        kept.push(target.span);
                    }
                    rest = value;
                }
                if is_set && !kept.is_empty() {
                    kept.push(rest.span);
                    found.push((inner.span, kept));
                }
            });
            statement.walk_expressions(symbols, &mut |part| {
                let is_cell = matches!(part.kind, ExpressionKind::Index(..)) && is_new(part);
                reads |= is_cell && !written.contains(&part.subscripted().0.span);
            });
        }
        found.retain(|_| !reads);
        let left = |(span, kept): &(Span, Vec<Span>)| self.left(*span, kept, Copying::Program).ok();
        found.iter().filter_map(left).collect()
    }

    /// For the proof: what says how far it is, and how long that took, around the loop.
    fn without_idle(&self, caller: &Function) -> Vec<Inlined> {
        let all = self.siblings(caller).into_iter().flatten();
        let idle = all.filter(|statement| self.idle.contains(&statement.span));
        let left = |statement: &Statement| {
            let kept: Vec<Span> = self.declared(statement).into_iter().collect();
            self.left(statement.span, &kept, Copying::Proof).ok()
        };
        idle.filter_map(left).collect()
    }

    /// What an idle statement declares, without a value.
    fn declared(&self, statement: &Statement) -> Option<Span> {
        let StatementKind::Declaration(_) = &statement.kind else { return None };
        let mut tokens = self.parsed.table.within(statement.span).iter();
        let equal = tokens.find(|token| token.span.of(self.parsed.text()) == "=")?;
        Some(Span::new(statement.span.start, equal.span.start))
    }

    /// The text that has nothing in the place of a statement but these parts of it, each a value of those before.
    fn left(&self, span: Span, kept: &[Span], copying: Copying) -> Result<Inlined, String> {
        let (place, text) = self.around.place(span)?;
        let bound = Bound::default();
        let mut writer = Writer::new(self.parsed, Span::new(0, 0), &bound);
        for (number, part) in kept.iter().enumerate() {
            writer.new_text(if number == 0 { "" } else { " = " }, span);
            writer.copied(*part)?;
        }
        writer.new_text(";", span);
        let (block, pieces) = (writer.text, writer.pieces);
        Ok(Inlined { span, place, text: text.to_owned(), block, pieces, copying, ..Inlined::default() })
    }

    /// The statements beside the loop, and of those that run in it, that do nothing to arrays, nor to what anything else than such
    /// statements looks at: they say how far it is, ask for the time, or leave the loop.
    fn idle(&self, caller: &Function) -> BTreeSet<Span> {
        let symbols = &self.parsed.resolved.symbols;
        let beside = self.siblings(caller).into_iter().flatten();
        let all: Vec<&Statement> = beside.chain(self.list).collect();
        let sets: Vec<_> = all.iter().map(|statement| self.sets_only(statement)).collect();
        let mut is_idle: Vec<bool> = sets.iter().map(Option::is_some).collect();
        loop {
            let mut seen = BTreeSet::new();
            for (statement, _) in all.iter().zip(&is_idle).filter(|(_, is_idle)| !**is_idle) {
                statement.walk_with_types(symbols, &mut |part| seen.extend(part.variable()));
            }
            let counts =
                |set: &Option<BTreeSet<SymbolId>>| set.as_ref().is_some_and(|set| set.is_disjoint(&seen));
            let next: Vec<bool> =
                is_idle.iter().zip(&sets).map(|(is_idle, set)| *is_idle && counts(set)).collect();
            if next == is_idle {
                break;
            }
            is_idle = next;
        }
        all.iter().zip(is_idle).filter(|(_, is_idle)| *is_idle).map(|(statement, _)| statement.span).collect()
    }

    /// The variables to which a statement gives values, if it does no more, but for telling something or leaving the loop.
    fn sets_only(&self, statement: &Statement) -> Option<BTreeSet<SymbolId>> {
        let symbols = &self.parsed.resolved.symbols;
        if self.all().any(|it| statement.mentions(it, symbols)) {
            return None;
        }
        let mut set = BTreeSet::new();
        let is_fine = match &statement.kind {
            StatementKind::Block(list) => {
                for inner in list {
                    set.extend(self.sets_only(inner)?);
                }
                true
            }
            StatementKind::If(condition, then, otherwise) => {
                for branch in std::iter::once(then).chain(otherwise) {
                    set.extend(self.sets_only(branch)?);
                }
                changes_nothing(condition)
            }
            StatementKind::Other(Construct::Break, ..) | StatementKind::Expression(None) => true,
            StatementKind::Expression(Some(expression)) => match &expression.kind {
                ExpressionKind::Assign(None, target, value) => {
                    set.insert(target.variable().filter(|it| self.around.is_plain(*it))?);
                    self.is_idle_value(value, &mut set)
                }
                _ => self.is_idle_value(expression, &mut set),
            },
            StatementKind::Declaration(list) => {
                let [declared] = list.as_slice() else { return None };
                let Some(Initializer::Value(value)) = &symbols[declared.symbol].initializer else {
                    return None;
                };
                set.insert(declared.symbol);
                self.around.is_plain(declared.symbol) && self.is_idle_value(value, &mut set)
            }
            _ => false,
        };
        is_fine.then_some(set)
    }

    /// Whether a value is computed of what is there, or asked of a function of the library that tells something.
    fn is_idle_value(&self, value: &Expression, set: &mut BTreeSet<SymbolId>) -> bool {
        let symbols = &self.parsed.resolved.symbols;
        let ExpressionKind::Call(callee, arguments) = &value.without_casts().kind else {
            return changes_nothing(value);
        };
        for argument in arguments {
            if let ExpressionKind::Unary(UnaryOperator::Address, operand) = &argument.without_casts().kind {
                operand.walk(&mut |part| set.extend(part.variable()));
            }
        }
        let is_idle = |callee: SymbolId| IDLE.contains(&symbols[callee].name.as_str());
        callee.variable().is_some_and(is_idle) && arguments.iter().all(changes_nothing)
    }

    /// In the proof, a loop that no data ends.
    fn header(&self, writer: &mut Writer) -> Result<(), String> {
        let span = self.statement.span;
        let body = self.body.span;
        let StatementKind::For(parts) = &self.statement.kind else {
            let StatementKind::Other(_, conditions, _) = &self.statement.kind else { return Ok(()) };
            if !conditions.iter().all(changes_nothing) {
                return Err("what ends the loop does more".into());
            }
            let name = self.parsed.fresh_name("turn", &mut BTreeSet::new());
            writer.new_text(&format!("for (int {name} = 0; {name} < {TURNS}; {name}++) "), span);
            return Ok(());
        };
        // a loop ends with its counter, or sooner
        let mut ends = Vec::new();
        parts.condition.iter().for_each(|condition| conjuncts(condition, &mut ends));
        let (Some(condition), [_, _, ..]) = (&parts.condition, &ends[..]) else {
            return writer.copied(Span::new(span.start, body.start));
        };
        if !changes_nothing(condition) {
            return Err("what ends the loop does more".into());
        }
        let counted: Vec<_> = ends.into_iter().filter(|end| is_sum(end)).collect();
        let [end] = counted[..] else { return Err("what ends the loop isn't known".into()) };
        writer.copied(Span::new(span.start, condition.span.start))?;
        writer.copied(end.span)?;
        writer.copied(Span::new(condition.span.end, body.start))
    }

    /// The loop with copies.
    fn written(&self, copying: Copying) -> Result<Inlined, String> {
        let Parsed { map, resolved, .. } = self.parsed;
        let symbols = &resolved.symbols;
        let span = self.statement.span;
        let (place, text) = self.around.place(span)?;
        let bound = Bound::default();
        let mut writer = Writer::new(self.parsed, Span::new(0, 0), &bound);
        let mut start = span.start;
        let is_proof = copying == Copying::Proof;
        if is_proof {
            self.header(&mut writer)?;
            start = self.body.span.start;
        }
        let exchange = self.exchange.place;
        let goes = |statement: &&Statement| {
            is_held(statement, &|symbol| symbol == self.exchange.held_in, symbols)
                || is_proof && self.idle.contains(&statement.span)
        };
        let (before, behind) =
            (self.computing(), self.list.iter().filter(|it| it.span.start >= exchange.end));
        for statement in before.iter().filter(goes) {
            writer.copied(Span::new(start, statement.span.start))?;
            start = statement.span.end;
            if let Some(declared) = self.declared(statement).filter(|_| self.idle.contains(&statement.span)) {
                writer.copied(declared)?;
                writer.new_text(";", statement.span);
            }
        }
        writer.copied(Span::new(start, exchange.start))?;
        let inner = indent_at(map, exchange);
        let first = self.list.first().map_or(inner.clone(), |first| indent_at(map, first.span));
        let inner = if inner.is_empty() { first } else { inner };
        writer.new_text(&format!("\n{inner}"), exchange);
        let position = writer.pieces.len();
        let mut is_first = true;
        for statement in self.computing().iter().filter(|it| self.writes(it) || self.tells(it)) {
            if !std::mem::take(&mut is_first) {
                writer.new_text(&format!("\n{inner}"), exchange);
            }
            self.copy(&mut writer, statement, &inner)?;
        }
        copies(&mut writer.pieces[position..], 1);
        writer.new_text(&format!("\n{inner}"), exchange);
        let mut start = exchange.end;
        for statement in behind.filter(goes) {
            writer.copied(Span::new(start, statement.span.start))?;
            start = statement.span.end;
        }
        let end = if is_proof { self.body.span.end } else { span.end };
        writer.copied(Span::new(start, end))?;
        let name = |symbol: SymbolId| symbols[symbol].name.clone();
        let written_back = Some(WrittenBack {
            old: self.old.iter().copied().map(name).collect(),
            new: name(self.new),
            is_one_size: self.is_one_size,
        });
        let (block, pieces) = (writer.text, writer.pieces);
        Ok(Inlined {
            span,
            place,
            text: text.to_owned(),
            block,
            pieces,
            written_back,
            copying,
            ..Inlined::default()
        })
    }

    /// Whether a statement gives a variable a value on which depends what is copied.
    fn tells(&self, statement: &Statement) -> bool {
        let symbols = &self.parsed.resolved.symbols;
        match &statement.kind {
            StatementKind::Declaration(list) => list.iter().any(|it| self.telling.contains(&it.symbol)),
            StatementKind::Expression(Some(_)) => {
                given(statement, symbols).iter().any(|(symbol, _)| self.telling.contains(symbol))
            }
            _ => false,
        }
    }

    /// The copies of what a statement writes.
    fn copy(&self, writer: &mut Writer, statement: &Statement, indent: &str) -> Result<(), String> {
        let further = format!("{indent}    ");
        match &statement.kind {
            StatementKind::Block(list) => {
                writer.new_text("{", statement.span);
                for inner in list.iter().filter(|it| self.writes(it) || self.tells(it)) {
                    writer.new_text(&format!("\n{further}"), inner.span);
                    self.copy(writer, inner, &further)?;
                }
                writer.new_text(&format!("\n{indent}}}"), statement.span);
            }
            StatementKind::For(parts) => {
                let For { body, .. } = &**parts;
                writer.copied(Span::new(statement.span.start, body.span.start))?;
                self.nested(writer, body, indent)?;
            }
            StatementKind::If(condition, then, otherwise) => {
                let mut texts = Vec::new();
                for branch in std::iter::once(then).chain(otherwise) {
                    let mut other = self.writer_of_other();
                    self.copy(&mut other, branch, indent)?;
                    texts.push(other.text.split_whitespace().collect::<Vec<_>>().join(" "));
                }
                match (&texts[..], otherwise) {
                    ([ours, theirs], _) if ours == theirs => self.copy(writer, then, indent)?,
                    // what data choose finds the cell set
                    _ if !is_sum(condition) => writer.new_text(";", statement.span),
                    (_, otherwise) => {
                        writer.copied(Span::new(statement.span.start, then.span.start))?;
                        self.nested(writer, then, indent)?;
                        if let Some(otherwise) = otherwise {
                            writer.new_text(&format!("\n{indent}else "), statement.span);
                            self.copy(writer, otherwise, indent)?;
                        }
                    }
                }
            }
            StatementKind::Declaration(_) => writer.copied(statement.span)?,
            StatementKind::Expression(Some(expression)) => {
                let targets = self.targets(expression).ok_or("it sets cells within an expression")?;
                if targets.is_empty() && self.tells(statement) {
                    return writer.copied(statement.span);
                }
                let symbols = &self.parsed.resolved.symbols;
                let all: Vec<SymbolId> = self.all().collect();
                let pairs = targets.iter().flat_map(|target| all.windows(2).map(move |pair| (target, pair)));
                let is_several = targets.len() * self.old.len() > 1;
                writer.new_text(if is_several { "{ " } else { "" }, statement.span);
                for (target, pair) in pairs {
                    let place = target.subscripted().0.span;
                    writer.replaced(target.span, &[(place, symbols[pair[0]].name.clone())])?;
                    writer.new_text(" = ", target.span);
                    writer.replaced(target.span, &[(place, symbols[pair[1]].name.clone())])?;
                    writer.new_text(if is_several { "; " } else { ";" }, target.span);
                }
                writer.new_text(if is_several { "}" } else { "" }, statement.span);
                if targets.is_empty() {
                    writer.new_text(";", statement.span);
                }
            }
            _ => writer.new_text(";", statement.span),
        }
        Ok(())
    }

    /// The copies in the body of a loop or a branch.
    fn nested(&self, writer: &mut Writer, body: &Statement, indent: &str) -> Result<(), String> {
        if matches!(body.kind, StatementKind::Block(_)) {
            writer.new_text(" ", body.span);
            return self.copy(writer, body, indent);
        }
        let further = format!("{indent}    ");
        writer.new_text(&format!("\n{further}"), body.span);
        self.copy(writer, body, &further)
    }

    /// For a text that is only looked at.
    fn writer_of_other(&self) -> Writer<'a> {
        static NOTHING: std::sync::LazyLock<Bound<'static>> = std::sync::LazyLock::new(Bound::default);
        Writer::new(self.parsed, Span::new(0, 0), &NOTHING)
    }
}

/// The variables that a statement gives values.
fn given<'e>(
    statement: &'e Statement,
    symbols: &'e crate::syntax::tree::Symbols,
) -> Vec<(SymbolId, &'e Expression)> {
    match &statement.kind {
        StatementKind::Declaration(list) => {
            let value = |symbol: SymbolId| match &symbols[symbol].initializer {
                Some(Initializer::Value(value)) => Some((symbol, value)),
                _ => None,
            };
            list.iter().filter_map(|declared| value(declared.symbol)).collect()
        }
        StatementKind::Expression(Some(expression)) => match &expression.kind {
            ExpressionKind::Assign(None, target, value) => {
                target.variable().map(|symbol| (symbol, &**value)).into_iter().collect()
            }
            _ => vec![],
        },
        _ => vec![],
    }
}

/// Whether an expression is made of numbers and variables alone.
fn is_sum(expression: &Expression) -> bool {
    let mut is_sum = true;
    expression.walk(&mut |part| {
        is_sum &= matches!(
            part.kind,
            ExpressionKind::Variable(_)
                | ExpressionKind::Integer(_)
                | ExpressionKind::Unary(UnaryOperator::Plus | UnaryOperator::Minus | UnaryOperator::Not, _)
                | ExpressionKind::Binary(..)
                | ExpressionKind::Cast(_)
        ) && part.type_.integer().is_some();
    });
    is_sum
}

/// Whether an expression only computes a value.
fn changes_nothing(expression: &Expression) -> bool {
    let mut changes = false;
    expression.walk(&mut |part| {
        changes |= part.assigned().is_some() || matches!(part.kind, ExpressionKind::Call(..));
    });
    !changes
}

/// The conditions all of which must hold.
fn conjuncts<'e>(condition: &'e Expression, found: &mut Vec<&'e Expression>) {
    match &condition.kind {
        ExpressionKind::Binary(BinaryOperator::And, left, right) => {
            conjuncts(left, found);
            conjuncts(right, found);
        }
        _ => found.push(condition),
    }
}
