//! The search for tables in one function.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use diagnostics::Span;
use polyhedral::{Part, SizePlace};

use super::loops::{
    Base, Counted, Row, Step, callee, check, clears, counted, factors, factors_of, first_row, gives_up,
    is_same_size, is_unit, may_be_table, place, step, variables, without_unit,
};
use super::makers::{Maker, Makers, POINTER, Refuses, are_all_known, leaves, releases_only};
use super::uses::Uses;
use super::{Found, RowTable, start};
use crate::facts::allocation::{freed, is_fresh, is_null, is_zeroing};
use crate::facts::changes::{Change, addresses_taken, changes};
use crate::jumps::Jumps;
use crate::settled::words_of_clauses;
use crate::syntax::fold;
use crate::syntax::tree::{
    Construct, Expression, ExpressionKind, Function, Initializer, Statement, StatementKind, SymbolId,
    SymbolKind, Symbols, UnaryOperator,
};
use crate::syntax::types::Type;
use crate::translation::Translation;

/// Functions of the library that change no variable of the program.
const KNOWN: [&str; 8] = ["malloc", "calloc", "free", "exit", "printf", "fprintf", "puts", "perror"];

/// The search in one function.
pub struct Search<'a> {
    translation: &'a Translation,
    symbols: &'a Symbols,
    text: &'a str,
    function: &'a Function,
    makers: &'a Makers,
    in_pragmas: BTreeSet<String>,
    changes: Vec<Change>,
    addressed: HashMap<SymbolId, Span>,
    /// The blocks, with their statements.
    lists: Vec<&'a [Statement]>,
    /// By variable, the values that it is given.
    values: BTreeMap<SymbolId, Vec<&'a Expression>>,
}

/// What is known of a table before its mentions are looked at.
struct Candidate<'a> {
    symbol: SymbolId,
    rows: Expression,
    width: Expression,
    callee: Expression,
    is_zeroed: bool,
    is_contiguous: bool,
    value: Span,
    sizes: [Option<Vec<SizePlace>>; 2],
    /// The loops and statements that give it rows.
    fills: Vec<Known<'a>>,
    /// The block in which its rows are, if that has a name.
    data: Option<SymbolId>,
    is_made: Option<&'a Maker>,
}

/// A statement that does something for one table, or a loop that does so for several.
struct Known<'a> {
    whole: Span,
    /// Those for this table.
    own: Vec<&'a Statement>,
    all: Vec<Span>,
    /// The loop.
    counted: Option<Counted<'a>>,
    tables: BTreeSet<SymbolId>,
    /// What runs where there is no memory.
    fails: Vec<&'a Statement>,
}

impl<'a> Known<'a> {
    /// A statement that does something for one table.
    fn alone(statement: &'a Statement, table: SymbolId) -> Self {
        Known {
            whole: statement.span,
            own: vec![statement],
            all: vec![statement.span],
            counted: None,
            tables: BTreeSet::from([table]),
            fails: vec![],
        }
    }

    fn part(&self) -> Part {
        let own = self.own.iter().map(|it| it.span).collect();
        Part { whole: self.whole, own, all: self.all.clone() }
    }
}

impl<'a> Search<'a> {
    pub fn new(
        translation: &'a Translation,
        text: &'a str,
        function: &'a Function,
        makers: &'a Makers,
    ) -> Self {
        let symbols = &translation.resolved.symbols;
        let mut lists = Vec::new();
        let mut values: BTreeMap<SymbolId, Vec<&Expression>> = BTreeMap::new();
        function.body.walk(&mut |statement| match &statement.kind {
            StatementKind::Block(list) | StatementKind::Other(Construct::Switch, _, list) => {
                lists.push(list.as_slice());
            }
            StatementKind::Declaration(list) => {
                for declared in list {
                    if let Some(Initializer::Value(value)) = &symbols[declared.symbol].initializer {
                        values.entry(declared.symbol).or_default().push(value)
                    }
                }
            }
            _ => {}
        });
        function.body.walk_expressions(symbols, &mut |part| {
            if let ExpressionKind::Assign(_, target, value) = &part.kind
                && let Some(symbol) = target.variable()
            {
                values.entry(symbol).or_default().push(value);
            }
        });
        Search {
            translation,
            symbols,
            text,
            function,
            makers,
            in_pragmas: words_of_clauses(&translation.table, text, function.span),
            changes: changes(&function.body, symbols),
            addressed: addresses_taken(&function.body, symbols),
            lists,
            values,
        }
    }

    pub fn tables(self) -> Vec<Found> {
        if self.function.body.holds_assembly() {
            return vec![];
        }
        let symbols: Vec<SymbolId> = self.values.keys().copied().collect();
        let mut candidates: BTreeMap<SymbolId, Candidate> =
            symbols.into_iter().filter_map(|symbol| Some((symbol, self.candidate(symbol)?))).collect();
        loop {
            let names: BTreeSet<SymbolId> = candidates.keys().copied().collect();
            let found: BTreeMap<SymbolId, Found> =
                candidates.iter().filter_map(|(id, it)| Some((*id, self.found(it, &names)?))).collect();
            if found.len() == candidates.len() {
                return found.into_values().collect();
            }
            candidates.retain(|id, _| found.contains_key(id));
        }
    }

    /// A table that is obtained once.
    fn candidate(&self, symbol: SymbolId) -> Option<Candidate<'a>> {
        let declared = &self.symbols[symbol];
        let is_plain = may_be_table(declared) && !self.in_pragmas.contains(&declared.name);
        let places = declared.declared.filter(|places| is_plain && !places.is_member)?;
        places.declarator.of(self.text).contains('*').then_some(())?;
        let given = self.values.get(&symbol)?.iter().filter(|value| !is_null(value));
        let [value] = given.collect::<Vec<_>>()[..] else { return None };
        (!self.addressed.contains_key(&symbol)).then_some(())?;
        let call = value.without_casts();
        let ExpressionKind::Call(callee, arguments) = &call.kind else { return None };
        if is_fresh(call, self.symbols) {
            return self.filled(symbol, call);
        }
        let maker = self.makers.makers.get(&callee.variable()?)?;
        self.made(symbol, call, arguments, maker)
    }

    /// A table that a function makes.
    fn made(
        &self,
        symbol: SymbolId,
        call: &'a Expression,
        arguments: &'a [Expression],
        maker: &'a Maker,
    ) -> Option<Candidate<'a>> {
        (arguments.len() == maker.parameters.len()).then_some(())?;
        arguments.iter().all(is_pure).then_some(())?;
        let put_in = |size: &Expression| {
            let mut size = size.clone();
            size.change(&mut |part| {
                part.span = start(call.span);
                let parameter = part.variable();
                let at = maker.parameters.iter().position(|it| Some(*it) == parameter);
                if let Some(at) = at {
                    // converted as a call does
                    part.kind = ExpressionKind::Cast(Box::new(arguments[at].clone()));
                    part.span = arguments[at].span;
                }
            });
            size
        };
        let rows = put_in(&maker.rows);
        let bytes: Vec<Expression> = maker.bytes.iter().map(put_in).collect();
        let mut all = Vec::new();
        bytes.iter().for_each(|it| factors(it, &mut all));
        let cell = self.cell(symbol)?;
        let width = without_unit(all, cell)?;
        let [width] = width.as_slice() else { return None };
        let (width, callee) = ((*width).clone(), maker.callee.clone());
        let is_tested = self.leaves_without(symbol, call);
        // which argument tells a size, and nothing else
        let told = |size: &Expression, own: &[&Expression], others: &[&Expression]| {
            if maker.refuses == Refuses::Something || maker.refuses == Refuses::ByNull && !is_tested {
                return None;
            }
            if fold::constant(size, self.symbols).is_some() && own.iter().all(|it| it.variable().is_none()) {
                return Some(vec![]);
            }
            let parameter =
                own.iter().find_map(|it| it.without_casts().variable().filter(|_| is_whole(it)))?;
            let mut elsewhere = false;
            for other in others {
                other.walk(&mut |part| elsewhere |= part.variable() == Some(parameter));
            }
            let at = maker.parameters.iter().position(|it| *it == parameter)?;
            let (place, is_known) = (place(&arguments[at])?, fold::constant(size, self.symbols).is_some());
            let told = match maker.refuses {
                Refuses::Nothing => SizePlace::Count(place),
                _ if is_known => SizePlace::Count(place),
                _ => SizePlace::Argument { place, spelling: place.of(self.text).to_owned() },
            };
            (!elsewhere).then_some(vec![told])
        };
        let own: Vec<&Expression> = maker.bytes.iter().collect();
        let mut widths = Vec::new();
        own.iter().for_each(|it| factors(it, &mut widths));
        let units = |it: &&&Expression| {
            let substituted = put_in(it);
            !is_unit(&substituted, cell) && !is_unit(substituted.without_casts(), cell)
        };
        let widths: Vec<&Expression> = widths.iter().filter(units).copied().collect();
        let sizes = [told(&rows, &[&maker.rows], &widths), told(&width, &widths, &[&maker.rows])];
        Some(Candidate {
            symbol,
            rows,
            width,
            callee,
            is_zeroed: maker.is_zeroed,
            is_contiguous: maker.is_contiguous,
            value: call.span,
            sizes,
            fills: vec![],
            data: None,
            is_made: Some(maker),
        })
    }

    /// What stands behind the statement in which a table is obtained, in its block.
    fn scope(&self, value: Span) -> Option<Span> {
        let is_it = |it: &Expression| it.without_casts().span == value;
        let sets = |it: &Expression| match &it.kind {
            ExpressionKind::Assign(None, _, value) => is_it(value),
            _ => false,
        };
        let holds = |statement: &Statement| match &statement.kind {
            StatementKind::Declaration(_) => statement.expressions(self.symbols).into_iter().any(is_it),
            StatementKind::Expression(Some(expression)) => sets(expression),
            // one that goes on has obtained it
            StatementKind::If(..) => check(statement).is_some_and(|(pointers, then)| {
                pointers.into_iter().any(|it| sets(it.without_casts())) && leaves(then, self.symbols)
            }),
            _ => false,
        };
        let mut scope = self.lists.iter().find_map(|list| {
            let at = list.iter().position(holds)?;
            Some(Span::new(list[at].span.start, list.last()?.span.end))
        })?;
        // a block that is a statement of another one is left at its end
        let is_around = |statement: &&Statement, scope: Span| {
            let StatementKind::Block(list) = &statement.kind else { return false };
            let last = list.last().map(|last| last.span.end);
            last == Some(scope.end) && statement.span.start < scope.start
        };
        while let Some(end) = self.lists.iter().find_map(|list| {
            list.iter().find(|it| is_around(it, scope))?;
            Some(list.last()?.span.end)
        }) {
            scope = Span::new(scope.start, end);
        }
        Some(scope)
    }

    /// Whether the function is left right behind the call that obtains a table where that gave null.
    fn leaves_without(&self, table: SymbolId, call: &Expression) -> bool {
        let tests = |statement: &Statement| {
            let tested = check(statement);
            tested.is_some_and(|(pointers, then)| {
                let of_table = |it: &&Expression| match &it.without_casts().kind {
                    ExpressionKind::Assign(None, target, _) => target.variable() == Some(table),
                    _ => it.without_casts().variable() == Some(table),
                };
                pointers.iter().any(of_table) && leaves(then, self.symbols)
            })
        };
        self.lists.iter().any(|list| {
            let at = list.iter().position(|it| it.span.contains(call.span));
            at.is_some_and(|at| list[at..].iter().take(2).any(tests))
        })
    }

    /// A table that the function's own statements obtain.
    fn filled(&self, symbol: SymbolId, call: &'a Expression) -> Option<Candidate<'a>> {
        let sizes = without_unit(factors_of(call, self.symbols)?, POINTER)?;
        let [rows] = sizes.as_slice() else { return None };
        let rows = *rows;
        let list = self.lists.iter().find(|list| {
            list.iter().any(|it| {
                let is_direct = !matches!(
                    it.kind,
                    StatementKind::Block(_)
                        | StatementKind::For(_)
                        | StatementKind::Labeled(..)
                        | StatementKind::Other(..)
                );
                let mut holds = false;
                for expression in it.expressions(self.symbols) {
                    expression.walk(&mut |part| holds |= part.span == call.span);
                }
                is_direct && holds
            })
        })?;
        let obtained = list.iter().position(|it| it.span.contains(call.span))?;
        let mut fills = Vec::new();
        let mut first: Option<&Expression> = None;
        let mut found: Option<(Row, usize)> = None;
        for (at, statement) in list.iter().enumerate().skip(obtained + 1) {
            if let Some(value) = self.first_of(statement, symbol) {
                (first.is_none() && found.is_none()).then_some(())?;
                first = Some(value);
                fills.push(Known::alone(statement, symbol));
            }
            let Some(known) = self.known(statement, symbol, true) else { continue };
            let (known, row, start) = known;
            let Some(row) = row else { continue };
            (found.is_none() && row.may_start_at(start)).then_some(())?;
            fills.push(known);
            found = Some((row, at));
        }
        let (row, last) = found?;
        fills.last()?.counted.as_ref()?.ends_behind(rows, self.symbols).then_some(())?;
        let cell = self.cell(symbol)?;
        let (width, value, data, is_contiguous) = match row {
            Row::Own(value) => {
                first.is_none().then_some(())?;
                let sizes = without_unit(factors_of(value, self.symbols)?, cell)?;
                let [width] = sizes.as_slice() else { return None };
                (*width, value, None, false)
            }
            Row::Part(base, stride) => {
                let (block, data) = match base {
                    Base::Previous | Base::First => (first?, None),
                    Base::Data(data) => {
                        first.is_none().then_some(())?;
                        let given = self.values.get(&data)?.iter().filter(|it| !is_null(it));
                        let [block] = given.collect::<Vec<_>>()[..] else { return None };
                        is_fresh(block, self.symbols).then_some(())?;
                        (*block, Some(data))
                    }
                };
                (stride, block, data, true)
            }
        };
        let mut places = [Some(vec![]), Some(vec![])];
        let mut note = |dimension: usize, at: Option<Span>| match (at, &mut places[dimension]) {
            (Some(at), Some(list)) => list.push(SizePlace::Count(at)),
            (None, list) => *list = None,
            _ => {}
        };
        note(0, place(rows));
        note(1, place(width));
        if is_contiguous {
            let mut cells = without_unit(factors_of(value, self.symbols)?, cell)?;
            for (dimension, size) in [rows, width].into_iter().enumerate() {
                let mut parts = Vec::new();
                factors(size, &mut parts);
                let is_one = parts.len() == 1;
                for part in parts {
                    let at = cells.iter().position(|it| is_same_size(it, part, self.symbols))?;
                    note(dimension, place(cells.remove(at)).filter(|_| is_one));
                }
            }
            cells.is_empty().then_some(())?;
        }
        // both have one value all the while
        let meanwhile = Span::new(call.span.start.min(value.span.start), list[last].span.end);
        for size in [rows, width] {
            variables(size)?.into_iter().all(|it| self.is_steady(it, meanwhile)).then_some(())?;
        }
        let jumps = Jumps::new(&self.translation.table, self.text, self.function);
        (jumps.before_entries(meanwhile) == meanwhile).then_some(())?;
        let callee = callee(value)?.clone();
        Some(Candidate {
            symbol,
            rows: rows.clone(),
            width: width.clone(),
            is_zeroed: is_zeroing(&callee, self.symbols),
            callee,
            is_contiguous,
            value: call.span,
            sizes: places,
            fills,
            data,
            is_made: None,
        })
    }

    /// The block that a statement gives the first row of a table: `t[0] = malloc(h * w * sizeof(float));`.
    fn first_of(&self, statement: &'a Statement, table: SymbolId) -> Option<&'a Expression> {
        let StatementKind::Expression(Some(expression)) = &statement.kind else { return None };
        let ExpressionKind::Assign(None, target, value) = &expression.kind else { return None };
        (first_row(target) == Some(table) && is_fresh(value, self.symbols)).then_some(&**value)
    }

    /// A loop that gives rows of a table their memory, or releases them; with what they get, and the number of the first.
    fn known(
        &self,
        statement: &'a Statement,
        table: SymbolId,
        fills: bool,
    ) -> Option<(Known<'a>, Option<Row<'a>>, i128)> {
        let counted = counted(statement, self.symbols).filter(|it| !(it.is_down && fills))?;
        let (mut own, mut tables, mut fails, mut row) = (vec![], BTreeSet::new(), vec![], None);
        for inner in counted.body {
            let (touched, then) = match step(inner, counted.counter, self.symbols)? {
                Step::Fills { table: filled, row: given, fails } if fills => {
                    if filled == table {
                        row.is_none().then_some(())?;
                        row = Some(given);
                    }
                    (vec![filled], fails)
                }
                Step::Checks { tables, fails } if fills => (tables, Some(fails)),
                Step::Frees { table } if !fills => (vec![table], None),
                _ => return None,
            };
            if touched.contains(&table) {
                own.push(inner);
                fails.extend(then);
            }
            tables.extend(touched);
        }
        let is_counter_free = counted.is_own || self.is_set_first(counted.counter);
        (!own.is_empty() && is_counter_free).then_some(())?;
        let (whole, all) = (statement.span, counted.body.iter().map(|it| it.span).collect());
        let first = counted.first;
        Some((Known { whole, own, all, counted: Some(counted), tables, fails }, row, first))
    }

    /// Whether a variable counts in loops that give it a value first, and nothing else is done with it.
    fn is_set_first(&self, counter: SymbolId) -> bool {
        let mut loops: Vec<Span> = Vec::new();
        self.function.body.walk(&mut |statement| {
            let StatementKind::For(parts) = &statement.kind else { return };
            let Some(Statement { kind: StatementKind::Expression(Some(initial)), .. }) = &parts.initial
            else {
                return;
            };
            if let ExpressionKind::Assign(None, target, value) = &initial.kind {
                let mut reads = false;
                value.walk(&mut |part| reads |= part.variable() == Some(counter));
                if target.variable() == Some(counter) && !reads {
                    loops.push(statement.span);
                }
            }
        });
        let mut all = true;
        self.function.body.walk_with_types(self.symbols, &mut |part| {
            if part.variable() == Some(counter) {
                all &= loops.iter().any(|it| it.contains(part.span));
            }
        });
        all && !self.addressed.contains_key(&counter)
    }

    /// Whether a variable has one value in a part of the function.
    fn is_steady(&self, symbol: SymbolId, meanwhile: Span) -> bool {
        let declared = &self.symbols[symbol];
        match declared.kind {
            SymbolKind::EnumerationConstant(_) => return true,
            SymbolKind::Local { is_static: false } | SymbolKind::Parameter => {}
            _ if declared.type_.qualifiers.constant => return !declared.type_.qualifiers.volatile,
            SymbolKind::Global if self.is_of_this_file(symbol) && self.calls_nobody(meanwhile) => {}
            _ => return false,
        }
        let changes = self.changes.iter().filter(|change| change.symbol == symbol);
        let mut meanwhile = changes.filter(|change| meanwhile.contains(change.place));
        meanwhile.next().is_none()
            && !self.addressed.contains_key(&symbol)
            && !declared.type_.qualifiers.volatile
    }

    /// Whether it is a variable that no other file knows, and whose address nobody has.
    fn is_of_this_file(&self, symbol: SymbolId) -> bool {
        let resolved = &self.translation.resolved;
        let has_address =
            |function: &Function| addresses_taken(&function.body, self.symbols).contains_key(&symbol);
        resolved.statics.contains(&symbol) && !resolved.functions.iter().any(has_address)
    }

    /// Whether a part of the function calls nothing but what obtains memory, says that there is none, and ends the program.
    fn calls_nobody(&self, meanwhile: Span) -> bool {
        let mut calls_nobody = true;
        self.function.body.walk_with_types(self.symbols, &mut |part| {
            if let ExpressionKind::Call(callee, _) = &part.kind
                && meanwhile.contains(part.span)
            {
                let name = callee.variable().map(|callee| self.symbols[callee].name.as_str());
                let is_own = |it: &Function| Some(it.name.as_str()) == name;
                calls_nobody &= name.is_some_and(|name| KNOWN.contains(&name))
                    && !self.translation.resolved.functions.iter().any(is_own);
            }
        });
        calls_nobody
    }

    fn cell(&self, table: SymbolId) -> Option<u64> {
        self.symbols[table].type_.target().and_then(Type::target)?.scalar_bytes()
    }

    /// A candidate all of whose mentions are known, if `candidates` are tables.
    fn found(&self, candidate: &Candidate<'a>, candidates: &BTreeSet<SymbolId>) -> Option<Found> {
        let symbol = candidate.symbol;
        let mut known: Vec<Span> = candidate.fills.iter().map(|it| it.whole).collect();
        let fills: Vec<&Known> = candidate.fills.iter().collect();
        let mut released: Vec<Known> = Vec::new();
        let mut calls: Vec<&Expression> = Vec::new();
        let mut is_fine = true;
        self.function.body.walk(&mut |statement| {
            if fills.iter().any(|it| it.whole.contains(statement.span)) {
                return;
            }
            if let Some((frees, _, first)) = self.known(statement, symbol, false) {
                let is_same =
                    frees.counted.as_ref().is_some_and(|it| it.ends_behind(&candidate.rows, self.symbols));
                is_fine &= is_same && first == 0 && !candidate.is_contiguous;
                released.push(frees);
            } else if candidate.is_contiguous && self.frees_first(statement, symbol) {
                released.push(Known::alone(statement, symbol));
            } else if let Some(call) = self.releasing(statement, symbol) {
                calls.push(call);
            }
        });
        known.extend(released.iter().map(|it| it.whole));
        for part in fills.iter().copied().chain(&released) {
            is_fine &= part.tables.is_subset(candidates);
        }
        for fails in fills.iter().flat_map(|it| &it.fails) {
            is_fine &= gives_up(fails)
                && self.is_failure(fails)
                && candidates
                    .iter()
                    .all(|it| releases_only(fails, *it, self.symbols, &self.makers.releasers));
        }
        is_fine.then_some(())?;
        let mut sizes = candidate.sizes.clone();
        for part in fills.iter().copied().chain(&released) {
            self.note_bound(part, symbol, &mut sizes[0]);
        }
        let mut releases = Vec::new();
        let mut releasers_stay = true;
        for call in &calls {
            let ExpressionKind::Call(callee, arguments) = &call.kind else { return None };
            let callee = callee.variable()?;
            let releaser = self.makers.releasers.get(&callee)?;
            // rows apart need to be known, a block doesn't have them
            (releaser.rows.is_none() == candidate.is_contiguous).then_some(())?;
            if let Some(at) = releaser.rows {
                let rows = arguments.get(at)?;
                (is_same_size(&candidate.rows, rows, self.symbols) && is_pure(rows)).then_some(())?;
                match (&mut sizes[0], place(rows)) {
                    (Some(list), Some(at)) => list.push(SizePlace::Count(at)),
                    (list, _) => *list = None,
                }
            }
            arguments.iter().all(is_pure).then_some(())?;
            let may_be_null = candidate.is_made.is_some_and(|maker| maker.refuses == Refuses::ByNull);
            if may_be_null && !releaser.takes_null {
                sizes[0] = None;
            }
            releases.push(call.span);
            releasers_stay &= !releaser.is_static || self.is_called_elsewhere(callee);
        }
        let is_known = |place: Span| known.contains(&place) || calls.iter().any(|it| it.span == place);
        let statements: BTreeSet<Span> = self.statements_of(&calls);
        let is_known = |place: Span| is_known(place) || statements.contains(&place);
        let uses = Uses::outside(self.function, symbol, self.symbols, self.makers, &is_known);
        uses.other.is_empty().then_some(())?;
        are_all_known(self.function, symbol, &uses, self.translation, self.text).then_some(())?;
        if let Some(data) = candidate.data {
            self.is_only_data(data, candidate).then_some(())?;
        }
        let mut gone = BTreeMap::new();
        for part in fills.iter().copied().chain(&released) {
            gone.insert(part.whole, part.fails.iter().map(|it| self.failing(it, part, candidates)).collect());
        }
        for part in fills.iter().copied().filter(|it| it.tables.len() > 1) {
            // what runs for the other tables, too
            let all = self.all_failures(part, candidates);
            gone.insert(part.whole, all);
        }
        let maker_stays = candidate.is_made.is_none_or(|maker| {
            let symbol = self.translation.resolved.functions.iter().find(|it| it.name == maker.name);
            !maker.is_static || symbol.is_some_and(|it| self.is_called_elsewhere(it.symbol))
        });
        let stars = self.symbols[symbol].declared?.declarator.of(self.text).matches('*').count();
        let has_fails = fills.iter().any(|it| !it.fails.is_empty());
        let table = RowTable {
            sizes,
            fills: candidate.fills.iter().map(Known::part).collect(),
            releases: released.iter().map(Known::part).collect(),
            scope: self.scope(candidate.value).unwrap_or_default(),
            is_replaceable: maker_stays
                && releasers_stay
                && stars == 2
                && !has_fails
                && candidate.data.is_none(),
            is_contiguous: candidate.is_contiguous,
        };
        Some(Found {
            symbol,
            rows: candidate.rows.clone(),
            width: candidate.width.clone(),
            element: self.symbols[symbol].type_.target()?.target()?.clone(),
            callee: candidate.callee.clone(),
            is_zeroed: candidate.is_zeroed,
            value: candidate.value,
            releases,
            gone,
            table,
        })
    }

    /// The statements that are nothing but these calls.
    fn statements_of(&self, calls: &[&Expression]) -> BTreeSet<Span> {
        let mut found = BTreeSet::new();
        self.function.body.walk(&mut |statement| {
            if let StatementKind::Expression(Some(expression)) = &statement.kind
                && calls.iter().any(|call| call.span == expression.span)
            {
                found.insert(statement.span);
            }
        });
        found
    }

    /// Where the bound of a loop may say another number of rows.
    fn note_bound(&self, part: &Known, table: SymbolId, sizes: &mut Option<Vec<SizePlace>>) {
        let Some(Counted { counter, bound, is_last, .. }) = part.counted else { return };
        let Some(list) = sizes else { return };
        if part.tables.len() == 1 {
            match place(bound) {
                Some(at) if is_last => list.push(SizePlace::Last(at)),
                Some(at) => list.push(SizePlace::Count(at)),
                None => *sizes = None,
            }
            return;
        }
        for statement in &part.own {
            let is_shared = match step(statement, counter, self.symbols) {
                Some(Step::Checks { tables, .. }) => tables.iter().any(|it| *it != table),
                _ => false,
            };
            let tokens = self.translation.table.within(statement.span);
            let (false, Some(first)) = (is_shared, tokens.first()) else {
                *sizes = None;
                return;
            };
            let spelling = first.span.of(self.text).to_owned();
            let counter = self.symbols[counter].name.clone();
            list.push(SizePlace::Guard { first: first.span, spelling, counter });
        }
    }

    /// `free(t[0]);`
    fn frees_first(&self, statement: &Statement, table: SymbolId) -> bool {
        let StatementKind::Expression(Some(expression)) = &statement.kind else { return false };
        freed(expression, self.symbols).and_then(first_row) == Some(table)
    }

    /// The call of a function that releases the table.
    fn releasing(&self, statement: &'a Statement, table: SymbolId) -> Option<&'a Expression> {
        let StatementKind::Expression(Some(expression)) = &statement.kind else { return None };
        let ExpressionKind::Call(callee, arguments) = &expression.kind else { return None };
        let releaser = self.makers.releasers.get(&callee.variable()?)?;
        let argument = arguments.get(releaser.table)?;
        (argument.without_casts().variable() == Some(table)).then_some(expression)
    }

    fn is_called_elsewhere(&self, callee: SymbolId) -> bool {
        let mut functions = self.translation.resolved.functions.iter();
        functions.any(|function| {
            let mut found = false;
            function
                .body
                .walk_expressions(self.symbols, &mut |part| found |= part.variable() == Some(callee));
            found && function.symbol != self.function.symbol && function.symbol != callee
        })
    }

    /// Whether nothing is done with a block but to give its parts to a table.
    fn is_only_data(&self, data: SymbolId, candidate: &Candidate) -> bool {
        let (mut all, mut fine) = (0, 0);
        let fills: Vec<Span> = candidate.fills.iter().map(|it| it.whole).collect();
        self.function.body.walk_with_types(self.symbols, &mut |part| {
            all += usize::from(part.variable() == Some(data));
            match &part.kind {
                ExpressionKind::Variable(symbol) if *symbol == data => {
                    fine += usize::from(fills.iter().any(|it| it.contains(part.span)));
                }
                ExpressionKind::SizeOf(_, Some(operand)) => {
                    operand.walk(&mut |part| fine += usize::from(part.variable() == Some(data)));
                }
                ExpressionKind::Assign(None, target, _) => {
                    fine += usize::from(target.variable() == Some(data))
                }
                ExpressionKind::Unary(UnaryOperator::Not, operand) => {
                    fine += usize::from(operand.variable() == Some(data));
                }
                ExpressionKind::Binary(crate::syntax::tree::BinaryOperator::Compare(_), left, right) => {
                    fine += usize::from(left.variable() == Some(data) && is_null(right));
                }
                _ => {
                    fine +=
                        usize::from(freed(part, self.symbols).and_then(Expression::variable) == Some(data))
                }
            }
        });
        let declared = &self.symbols[data];
        let is_own = declared.kind == SymbolKind::Local { is_static: false };
        is_own
            && all == fine
            && !self.addressed.contains_key(&data)
            && !self.in_pragmas.contains(&declared.name)
    }

    /// Whether a statement can stand elsewhere: nothing leads into it, or out of it to a loop around it.
    fn is_failure(&self, statement: &Statement) -> bool {
        let mut plain = true;
        statement.walk(&mut |inner| {
            plain &= !matches!(
                inner.kind,
                StatementKind::Labeled(..)
                    | StatementKind::Other(
                        Construct::Break
                            | Construct::Continue
                            | Construct::Switch
                            | Construct::Case
                            | Construct::Assembly,
                        ..
                    )
            );
        });
        plain
    }

    /// What runs where there is no memory for a row: as if there were none for the table.
    fn failing(&self, fails: &Statement, part: &Known, candidates: &BTreeSet<SymbolId>) -> Statement {
        let here = start(part.whole);
        let mut then = fails.clone();
        self.without_rows(&mut then, candidates);
        let table = part.tables.iter().next().copied().unwrap_or(self.function.symbol);
        let pointer = Expression {
            kind: ExpressionKind::Variable(table),
            span: here,
            type_: self.symbols[table].type_.clone(),
        };
        let condition = Expression {
            kind: ExpressionKind::Unary(UnaryOperator::Not, Box::new(pointer)),
            span: here,
            type_: Type::int(),
        };
        Statement { kind: StatementKind::If(condition, Box::new(then), None), span: part.whole }
    }

    /// The same for all tables of a loop.
    fn all_failures(&self, part: &Known, candidates: &BTreeSet<SymbolId>) -> Vec<Statement> {
        let mut found = Vec::new();
        for list in &self.lists {
            for statement in list.iter().filter(|it| it.span == part.whole) {
                let Some(counted) = counted(statement, self.symbols) else { continue };
                for inner in counted.body {
                    if let Some(Step::Fills { fails: Some(fails), .. } | Step::Checks { fails, .. }) =
                        step(inner, counted.counter, self.symbols)
                    {
                        found.push(self.failing(fails, part, candidates));
                    }
                }
            }
        }
        found
    }

    /// Takes out what releases rows.
    fn without_rows(&self, statement: &mut Statement, candidates: &BTreeSet<SymbolId>) {
        match &mut statement.kind {
            StatementKind::Block(list) | StatementKind::Other(_, _, list) => {
                list.iter_mut().for_each(|inner| self.without_rows(inner, candidates));
            }
            StatementKind::If(_, then, otherwise) => {
                self.without_rows(then, candidates);
                otherwise.iter_mut().for_each(|inner| self.without_rows(inner, candidates));
            }
            StatementKind::For(parts) => self.without_rows(&mut parts.body, candidates),
            StatementKind::Labeled(_, inner) => self.without_rows(inner, candidates),
            StatementKind::Declaration(_) => {}
            StatementKind::Expression(expression) => {
                let mut mentions = false;
                if let Some(expression) = expression {
                    expression.walk(&mut |part| {
                        mentions |= part.variable().is_some_and(|it| candidates.contains(&it));
                    });
                }
                if mentions
                    && !expression.as_ref().is_some_and(|it| candidates.iter().any(|t| clears(it, *t)))
                {
                    *expression = None;
                }
            }
        }
    }
}

/// Whether an expression computes a number of variables and constants.
fn is_pure(expression: &Expression) -> bool {
    let mut pure = true;
    expression.walk(&mut |part| {
        pure &= !part.type_.qualifiers.volatile
            && matches!(
                part.kind,
                ExpressionKind::Variable(_)
                    | ExpressionKind::Member(..)
                    | ExpressionKind::Integer(_)
                    | ExpressionKind::Floating
                    | ExpressionKind::Binary(..)
                    | ExpressionKind::Unary(
                        UnaryOperator::Plus | UnaryOperator::Minus | UnaryOperator::Dereference,
                        _
                    )
                    | ExpressionKind::Cast(_)
                    | ExpressionKind::Conditional(..)
                    | ExpressionKind::SizeOf(..)
            );
    });
    pure
}

/// Whether an expression is a parameter and nothing else.
fn is_whole(expression: &Expression) -> bool {
    expression.without_casts().variable().is_some()
}
