//! The copies around an isolated statement.

use super::means::{Direction, Pieces, Row};
use super::{Copied, Counterpart, Isolated, Kind, Window};
use polyhedral::print::{condition, factor};
use polyhedral::{Comparison, Condition, Expression};

impl Counterpart<'_> {
    fn dimensions(&self) -> usize {
        if let Kind::Cells { offsets, .. } = &self.kind { offsets.len() } else { 0 }
    }

    fn window(&self) -> Option<&Window> {
        if let Kind::Cells { window, .. } = &self.kind { window.as_deref() } else { None }
    }

    /// Whether some of its copies run while other iterations work.
    pub(super) fn overlaps(&self) -> bool {
        let Kind::Cells { loads, stores, .. } = &self.kind else { return false };
        loads.iter().chain(stores).any(|copied| copied.is_meanwhile)
    }

    /// Whether a copy starts in the buffer's first row; it doesn't wrap around, since no more rows are alive at once than a
    /// window has.
    fn starts_first(&self, copied: &Copied) -> bool {
        self.within(copied, 0).constant() == Some(0)
    }

    /// How far the first cell of a copy is from the first one of the buffer.
    fn within(&self, copied: &Copied, dimension: usize) -> Expression {
        let first = &copied.cells.first[dimension];
        let Kind::Cells { buffer, .. } = &self.kind else { return first.clone() };
        match &buffer.first[dimension] {
            start if first == start => Expression::Constant(0),
            Expression::Constant(0) => first.clone(),
            start => (first.clone() - start.clone()).simplify(),
        }
    }
}

impl Isolated<'_> {
    /// What is started before the statement and runs meanwhile.
    pub(super) fn meanwhile(&self) -> Vec<String> {
        let cells = self.counterparts.iter().filter_map(|counterpart| match &counterpart.kind {
            Kind::Cells { loads, stores, .. } => Some((counterpart, loads, stores)),
            _ => None,
        });
        let copies = cells.flat_map(|(counterpart, loads, stores)| {
            let loads = loads.iter().map(|load| (load, Direction::Load));
            let all = loads.chain(stores.iter().map(|store| (store, Direction::Store)));
            all.filter(|(copied, _)| copied.is_meanwhile).map(move |(copied, way)| (counterpart, copied, way))
        });
        copies.flat_map(|(counterpart, copied, way)| self.copy(counterpart, copied, way)).collect()
    }

    pub(super) fn load(&self, counterpart: &Counterpart<'_>) -> Vec<String> {
        match &counterpart.kind {
            Kind::Number { load: true, .. } => self.number(counterpart, Direction::Load),
            Kind::Cells { loads, .. } => {
                let loads = loads.iter().filter(|load| !load.is_meanwhile);
                loads.flat_map(|load| self.copy(counterpart, load, Direction::Load)).collect()
            }
            _ => vec![],
        }
    }

    pub(super) fn store(&self, counterpart: &Counterpart<'_>) -> Vec<String> {
        match &counterpart.kind {
            Kind::Number { store: true, .. } => self.number(counterpart, Direction::Store),
            Kind::Cells { stores, .. } => {
                let stores = stores.iter().filter(|store| !store.is_meanwhile);
                stores.flat_map(|store| self.copy(counterpart, store, Direction::Store)).collect()
            }
            _ => vec![],
        }
    }

    fn number(&self, counterpart: &Counterpart<'_>, direction: Direction) -> Vec<String> {
        let (original, local) = (&counterpart.variable.name, &counterpart.name);
        if self.means.assigns_numbers() {
            return match direction {
                Direction::Load => vec![format!("{local} = {original};")],
                Direction::Store => vec![format!("{original} = {local};")],
            };
        }
        let (original, bytes) = (
            format!("&{original}"),
            format!("sizeof {}", if self.means.is_kernel() { original } else { local }),
        );
        let local = if self.means.is_kernel() { local.clone() } else { format!("&{local}") };
        let pieces = Pieces { direction, original: &original, local: &local, rows: vec![], bytes };
        self.call(vec![], vec![], &pieces)
    }

    /// The call that copies pieces, where the `tests` hold, in `loops`.
    fn call(&self, mut tests: Vec<String>, loops: Vec<String>, pieces: &Pieces<'_>) -> Vec<String> {
        let mut call = self.means.copy(pieces);
        let mut heads: Vec<String> = vec![];
        if !tests.is_empty() && (!loops.is_empty() || self.means.failure().is_none()) {
            heads.push(format!("if ({})", std::mem::take(&mut tests).join(" && ")));
        }
        heads.extend(loops);
        let mut behind = String::from(";");
        if let Some(failure) = self.means.failure() {
            tests.push(String::new());
            call[0] = format!("if ({}{}", tests.join(" && "), call[0]);
            behind = format!("{failure})");
        }
        if let Some(last) = call.last_mut() {
            last.push_str(&behind);
        }
        call[1..].iter_mut().for_each(|line| line.insert_str(0, "        "));
        if self.means.failure().is_some() {
            call.push("    abort();".into());
        }
        let level = "    ".repeat(heads.len());
        let call = call.into_iter().map(|line| format!("{level}{line}"));
        let heads = heads.into_iter().enumerate();
        heads.map(|(level, line)| format!("{}{line}", "    ".repeat(level))).chain(call).collect()
    }

    fn copy(&self, counterpart: &Counterpart<'_>, copied: &Copied, direction: Direction) -> Vec<String> {
        let tests = [&copied.when, &copied.cells.present].into_iter().filter_map(|test| self.test(test));
        let tests = tests.map(|test| if test.contains("||") { format!("({test})") } else { test }).collect();
        match self.wraps(counterpart, copied) {
            Some(window) => self.split(counterpart, copied, direction, tests, window),
            None => self.piece(counterpart, copied, direction, tests, None),
        }
    }

    /// The window at whose end the rows of a copy may go on at its start.
    fn wraps<'a>(&self, counterpart: &'a Counterpart<'_>, copied: &Copied) -> Option<&'a Window> {
        let is_one = || copied.cells.count[0].constant() == Some(1);
        counterpart.window().filter(|_| copied.stepped == 0 && !is_one() && !counterpart.starts_first(copied))
    }

    /// A copy in two parts: up to the window's end, and from its start.
    fn split(
        &self,
        counterpart: &Counterpart<'_>,
        copied: &Copied,
        direction: Direction,
        tests: Vec<String>,
        window: &Window,
    ) -> Vec<String> {
        let [start, head] = self.split.each_ref().map(Expression::variable);
        let first = window.wrapped(counterpart.within(copied, 0));
        let count = &copied.cells.count[0];
        let left = window.modulus() - start.clone();
        let smaller = |left: &Expression| {
            let test = Condition::Compare(Comparison::Less, left.clone(), count.clone());
            condition(&self.layout.spelled_condition(&test))
        };
        let (ends_before, goes_on) = (smaller(&left), smaller(&head));
        let (mut before, mut behind) = (copied.clone(), copied.clone());
        before.cells.count[0] = head.clone();
        behind.cells.first[0] = copied.cells.first[0].clone() + head.clone();
        behind.cells.count[0] = count.clone() - head.clone();
        let open = if tests.is_empty() { "{".to_string() } else { format!("if ({}) {{", tests.join(" && ")) };
        let (left, all) = (self.text(&left), self.text(count));
        let mut inside = vec![
            format!("const long {start} = {};", self.text(&first)),
            format!("const long {head} = {ends_before} ? {left} : {all};"),
        ];
        inside.extend(self.piece(counterpart, &before, direction, vec![], Some(start)));
        inside.extend(self.piece(counterpart, &behind, direction, vec![goes_on], Some(0.into())));
        let inside = inside.into_iter().map(|line| format!("    {line}"));
        std::iter::once(open).chain(inside).chain(["}".to_string()]).collect()
    }

    /// Loops over the dimensions that are stepped through around the copy of one piece, whose first row in the buffer
    /// may be known.
    fn piece(
        &self,
        counterpart: &Counterpart<'_>,
        copied: &Copied,
        direction: Direction,
        tests: Vec<String>,
        known: Option<Expression>,
    ) -> Vec<String> {
        let Copied { cells, stepped, .. } = copied;
        let window = counterpart.window();
        // rows that may wrap around are copied one by one
        let least = usize::from(window.is_some() && *stepped > 0);
        let looped = stepped.saturating_sub(self.means.rows()).max(least);
        let mut loops = vec![];
        for (counter, count) in self.counters.iter().zip(&cells.count[..looped]) {
            if count.constant() != Some(1) {
                let test = Condition::Compare(Comparison::Less, Expression::variable(counter), count.clone());
                let test = condition(&self.layout.spelled_condition(&test));
                loops.push(format!("for (long {counter} = 0; {test}; {counter}++)"));
            }
        }
        let row = |d: usize| match (d < looped).then(|| cells.count[d].constant()) {
            Some(Some(1)) | None => Expression::Constant(0),
            Some(_) => Expression::variable(&self.counters[d]),
        };
        let original: Vec<_> = (0..=*stepped).map(|d| plus(cells.first[d].clone(), row(d))).collect();
        let original = self.address(&counterpart.variable.name, &original);
        let subscript = |d: usize| match (d, &known, window) {
            (0, Some(known), _) => known.clone(),
            (0, None, Some(window)) if !counterpart.starts_first(copied) => {
                window.wrapped(plus(counterpart.within(copied, 0), row(0)))
            }
            _ => plus(counterpart.within(copied, d), row(d)),
        };
        let local = match self.means.is_kernel() {
            true => {
                let subscripts: Vec<_> = (0..counterpart.dimensions()).map(subscript).collect();
                self.flat_address(counterpart, &subscripts)
            }
            false => {
                let subscripts: Vec<_> = (0..=*stepped).map(subscript).collect();
                self.address(&counterpart.name, &subscripts)
            }
        };
        let rows = (looped..*stepped).map(|d| {
            let distance = |name: &str| format!("sizeof {name}{}", "[0]".repeat(d + 1));
            Row {
                count: self.text(&cells.count[d]),
                original: distance(&counterpart.variable.name),
                local: match self.means.is_kernel() {
                    true => self.flat_bytes(counterpart, d),
                    false => distance(&counterpart.name),
                },
            }
        });
        let pieces = Pieces {
            direction,
            original: &original,
            local: &local,
            rows: rows.collect(),
            bytes: self.bytes(&counterpart.variable.element, &cells.count[*stepped..]),
        };
        self.call(tests, loops, &pieces)
    }

    /// As [`Self::address`], in a buffer of one dimension.
    fn flat_address(&self, counterpart: &Counterpart<'_>, subscripts: &[Expression]) -> String {
        let mut place = String::from("0");
        for (d, subscript) in subscripts.iter().enumerate() {
            let subscript = factor(&self.layout.spelled_signed(subscript));
            let width = if d == 0 { "" } else { &*self.widths_of(counterpart)[d - 1] };
            place = match (place.as_str(), subscript.as_str()) {
                ("0", _) => subscript,
                (_, "0") => format!("{place} * {}", as_long(width)),
                _ if place.contains(" + ") => format!("({place}) * {} + {subscript}", as_long(width)),
                _ => format!("{place} * {} + {subscript}", as_long(width)),
            };
        }
        self.means.place(&counterpart.name, &counterpart.variable.element, &place)
    }

    /// The distance in bytes from one subscript of a dimension to the next, in a buffer of one dimension.
    fn flat_bytes(&self, counterpart: &Counterpart<'_>, dimension: usize) -> String {
        let widths = self.widths_of(counterpart)[dimension..].iter().map(|width| format!(" * {width}"));
        format!("sizeof({}){}", counterpart.variable.element, widths.collect::<String>())
    }

    /// The address of a cell.
    fn address(&self, name: &str, subscripts: &[Expression]) -> String {
        let Some((last, outer)) = subscripts.split_last() else { return name.to_string() };
        let brackets = |list: &[Expression]| -> String {
            list.iter().map(|subscript| format!("[{}]", self.text(subscript))).collect()
        };
        match last.constant() {
            Some(0) => format!("{name}{}", brackets(outer)),
            _ => format!("&{name}{}", brackets(subscripts)),
        }
    }
}

/// A factor of a place: products of places may be more than an `int` holds.
fn as_long(width: &str) -> String {
    if width.parse::<i64>().is_ok() { format!("{width}L") } else { width.to_string() }
}

fn plus(value: Expression, step: Expression) -> Expression {
    match (value, step) {
        (value, Expression::Constant(0)) => value,
        (Expression::Constant(0), step) => step,
        (value, step) => (value + step).simplify(),
    }
}
