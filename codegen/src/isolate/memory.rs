//! The memory of an isolated statement: its declarations, and the copies around it.

use super::clone::Placed;
use super::kernel::is_inside;
use super::means::Number;
use super::{Around, Counterpart, Isolated, Kind, Offset, Rectangle, Shared, Window};
use polyhedral::print::{condition, expression, factor};
use polyhedral::{Comparison, Condition, Expression};

/// Arrays of a constant size up to this many elements are variables; others come from the heap, since a
/// large one would not fit on the stack.
const LARGEST_VARIABLE: i64 = 512;

/// The line before the block of an isolated statement.
pub const MARKER: &str = "/* polycc: what follows runs in a memory space of its own */";

/// The line before the block around a loop whose iterations share buffers.
pub const LASTING_MARKER: &str = "/* polycc: what is copied lasts for the whole loop */";

impl Counterpart<'_> {
    /// Whether it is the same for all iterations of the loop around the statement.
    fn lasts(&self) -> bool {
        matches!(self.kind, Kind::Cells { lasts: true, .. })
    }

    fn stores(&self) -> bool {
        match &self.kind {
            Kind::Value | Kind::Resident { .. } => false,
            Kind::Number { store, .. } => *store,
            Kind::Cells { stores, .. } => !stores.is_empty(),
        }
    }
}

impl Isolated<'_> {
    /// The lines before the statement.
    pub(super) fn before(&self) -> String {
        let mut lines = vec![MARKER.to_string(), "{".to_string()];
        lines.extend(self.handed_over());
        lines.extend(self.idle());
        if !self.counterparts.iter().any(Counterpart::lasts) {
            lines.extend(self.prelude());
        }
        lines.extend(self.values());
        lines.extend(self.abbreviations());
        lines.extend(self.memory(false));
        lines.extend(self.counterparts.iter().flat_map(|counterpart| self.load(counterpart)));
        lines.extend(self.means.wait());
        lines.extend(self.meanwhile());
        let [begin, _] = self.frame();
        lines.extend(begin);
        self.indented(&lines)
    }

    /// The declarations of what the copies need several times.
    pub(super) fn abbreviations(&self) -> impl Iterator<Item = String> {
        self.shared.iter().map(|shared| match shared {
            Shared::Holds(name, test) => {
                format!("const int {name} = {};", condition(&self.layout.spelled_condition(test)))
            }
            Shared::Value(name, value) => format!("const long {name} = {};", self.text(value)),
        })
    }

    /// The lines behind the statement.
    pub(super) fn after(&self) -> String {
        let [_, end] = self.frame();
        let mut lines: Vec<String> = end.into_iter().collect();
        // the numbers last: places may depend on what they were
        let is_number = |it: &&Counterpart<'_>| matches!(it.kind, Kind::Number { .. });
        let arrays = self.counterparts.iter().filter(|it| !is_number(it));
        let stored = arrays.chain(self.counterparts.iter().filter(is_number));
        lines.extend(stored.flat_map(|counterpart| self.store(counterpart)));
        let released = self.release(false);
        if !released.is_empty() || self.counterparts.iter().any(|it| !it.overlaps() && it.stores()) {
            lines.extend(self.means.wait());
        }
        lines.extend(released);
        lines.push("}".into());
        self.indented(&lines)
    }

    /// The lines before and behind the loop around the statement.
    pub(super) fn lasting(&self, around: &Around) -> [String; 2] {
        let before =
            [vec![LASTING_MARKER.to_string(), "{".into()], self.prelude(), self.memory(true)].concat();
        let behind = [self.means.wait().into_iter().collect(), self.release(true), vec!["}".into()]].concat();
        [before, behind]
            .map(|lines| lines.iter().map(|line| format!("{}{line}\n", around.indentation)).collect())
    }

    pub(super) fn prelude(&self) -> Vec<String> {
        let has_arrays = self.counterparts.iter().any(|it| matches!(it.kind, Kind::Cells { .. }));
        if has_arrays { self.means.prelude() } else { vec![] }
    }

    /// What stands directly before the statement, and directly behind it.
    fn frame(&self) -> [Option<String>; 2] {
        let (mut pointers, mut numbers) = (Vec::new(), Vec::new());
        for Counterpart { name, kind, .. } in &self.counterparts {
            match kind {
                Kind::Value => {}
                Kind::Cells { .. } | Kind::Resident { .. } => pointers.push(name.as_str()),
                Kind::Number { load, store } => numbers.push(Number { name, load: *load, store: *store }),
            }
        }
        self.means.frame(&pointers, &numbers)
    }

    /// The declarations of buffers, and those of offsets, that last for the loop around, or don't.
    pub(super) fn memory(&self, lasts: bool) -> Vec<String> {
        let own = || self.counterparts.iter().filter(move |it| it.lasts() == lasts);
        let mut lines: Vec<String> = own().filter_map(|counterpart| self.window(counterpart)).collect();
        lines.extend(own().flat_map(|counterpart| self.declaration(counterpart)));
        lines.extend(own().flat_map(|counterpart| self.offsets(counterpart)));
        let heap = own().filter(|it| !self.means.is_kernel() && self.is_on_heap(it));
        let tests: Vec<_> = heap.map(|counterpart| format!("!{}", counterpart.name)).collect();
        if !tests.is_empty() {
            // what a program can do that gets no memory
            lines.push(format!("if ({})", tests.join(" || ")));
            lines.push("    abort();".into());
        }
        lines
    }

    pub(super) fn release(&self, lasts: bool) -> Vec<String> {
        let own = self.counterparts.iter().rev().filter(|it| it.lasts() == lasts && self.is_on_heap(it));
        own.map(|counterpart| self.means.release(&counterpart.name)).collect()
    }

    pub(super) fn indented(&self, lines: &[String]) -> String {
        lines.iter().map(|line| format!("{}{line}\n", self.indentation)).collect()
    }

    /// Says which parameters are buffers.
    fn handed_over(&self) -> Option<String> {
        let own = self
            .counterparts
            .iter()
            .filter(|it| matches!(it.kind, Kind::Resident { .. }) && it.name == it.variable.name);
        let names: Vec<_> = own.map(|counterpart| format!("`{}`", counterpart.name)).collect();
        let are = if names.len() == 1 { "is" } else { "are" };
        let names = Some(names.join(", ")).filter(|names| !names.is_empty())?;
        Some(format!("/* polycc: {names} {are} in it already: calls hand over what is copied */"))
    }

    /// What keeps compilers from warning of variables and functions that nothing uses any more.
    fn idle(&self) -> impl Iterator<Item = String> {
        let is_idle = |counterpart: &&Counterpart<'_>| {
            let moves = match &counterpart.kind {
                Kind::Value | Kind::Resident { .. } => true,
                Kind::Number { load, store } => *load || *store,
                Kind::Cells { loads, stores, .. } => !loads.is_empty() || !stores.is_empty(),
            };
            counterpart.variable.is_only_here && !moves
        };
        let idle = self.counterparts.iter().filter(is_idle).map(|counterpart| &counterpart.variable.name);
        idle.chain(&self.idle).map(|name| format!("(void){name};"))
    }

    /// The numbers that are passed by value, one declaration for each type.
    fn values(&self) -> Vec<String> {
        let mut by_type: Vec<(&str, Vec<String>)> = Vec::new();
        for counterpart in self.counterparts.iter().filter(|it| matches!(it.kind, Kind::Value)) {
            let declarator = format!("{} = {}", counterpart.name, counterpart.variable.name);
            let element = counterpart.variable.element.as_str();
            match by_type.iter_mut().find(|(known, _)| *known == element) {
                Some((_, list)) => list.push(declarator),
                None => by_type.push((element, vec![declarator])),
            }
        }
        by_type.into_iter().map(|(element, list)| format!("const {element} {};", list.join(", "))).collect()
    }

    /// The declaration of the number of rows of a buffer that wraps around.
    fn window(&self, counterpart: &Counterpart<'_>) -> Option<String> {
        let Kind::Cells { window: Some(window), .. } = &counterpart.kind else { return None };
        let Window { name, rows } = &**window;
        rows.constant().is_none().then(|| format!("const long {name} = {};", self.text(rows)))
    }

    fn declaration(&self, counterpart: &Counterpart<'_>) -> Vec<String> {
        let (element, name) = (&counterpart.variable.element, &counterpart.name);
        match &counterpart.kind {
            Kind::Value | Kind::Resident { .. } => vec![],
            Kind::Number { .. } if self.means.is_kernel() => match self.is_on_heap(counterpart) {
                true => self.means.declare(element, name, &self.bytes(element, &[])),
                false => vec![],
            },
            Kind::Number { .. } => vec![format!("{element} {name};")],
            Kind::Cells { buffer, .. } if !self.is_on_heap(counterpart) => {
                vec![format!("{element} {name}{};", self.layout.brackets(&buffer.count))]
            }
            Kind::Cells { buffer, .. } => {
                let bytes = self.or_one(buffer, self.bytes(element, &buffer.count));
                if self.means.is_kernel() {
                    return self.means.declare(element, name, &bytes);
                }
                let inner = buffer.count.get(1..).unwrap_or_default();
                let brackets: String =
                    inner.iter().map(|count| format!("[{}]", self.guarded(buffer, count))).collect();
                let declarator =
                    if inner.is_empty() { format!("*{name}") } else { format!("(*{name}){brackets}") };
                vec![format!("{element} {declarator} = {};", self.means.allocate(&bytes))]
            }
        }
    }

    /// Where the counterpart of a variable starts, and how long its rows are.
    pub(super) fn placed(&self, variable: &str) -> Option<Placed> {
        let counterpart = self.counterparts.iter().find(|it| it.variable.name == variable)?;
        let (buffer, offsets, window) = counterpart.kind.cells()?;
        let window = match window {
            Some(window) => self.text(&window.modulus()),
            None => buffer.count.first().map_or(String::new(), |rows| self.guarded(buffer, rows)),
        };
        let offsets = offsets.iter().map(|offset| match offset {
            Offset::Constant(value) => value.to_string(),
            Offset::Named(name, _) => name.clone(),
        });
        let widths = self.widths.get(variable).cloned().unwrap_or_default();
        Some(Placed { offsets: offsets.collect(), widths, window: Some(window) })
    }

    /// An extent, which must be positive where there are no cells, too.
    fn guarded(&self, buffer: &Rectangle, count: &Expression) -> String {
        match count.constant() {
            Some(constant) => constant.to_string(),
            None => self.or_one(buffer, self.text(count)),
        }
    }

    fn or_one(&self, buffer: &Rectangle, value: String) -> String {
        match self.test(&buffer.present) {
            None => value,
            Some(test) => format!("{test} ? {value} : 1"),
        }
    }

    fn offsets(&self, counterpart: &Counterpart<'_>) -> Vec<String> {
        let Kind::Cells { offsets, .. } = &counterpart.kind else { return vec![] };
        let named = offsets.iter().filter_map(|offset| match offset {
            Offset::Constant(_) => None,
            Offset::Named(name, value) => Some(format!("const long {name} = {};", self.text(value))),
        });
        named.collect()
    }

    /// `sizeof(double) * n * m`: the multiplication starts with an unsigned number of 64 bits, so no part of it
    /// overflows.
    pub(super) fn bytes(&self, element: &str, count: &[Expression]) -> String {
        let factors = count.iter().filter(|count| count.constant() != Some(1));
        let factors = factors.map(|count| factor(&self.layout.spelled_signed(count)));
        std::iter::once(format!("sizeof({element})")).chain(factors).collect::<Vec<_>>().join(" * ")
    }

    fn is_on_heap(&self, counterpart: &Counterpart<'_>) -> bool {
        if matches!(counterpart.kind, Kind::Resident { .. }) {
            return false;
        }
        let Kind::Cells { buffer, .. } = &counterpart.kind else {
            return self.means.is_kernel() && counterpart.kind != Kind::Value && !is_inside(counterpart);
        };
        let cells =
            buffer.count.iter().try_fold(1i64, |product, count| product.checked_mul(count.constant()?));
        !self.means.allows_variables() || cells.is_none_or(|cells| cells > LARGEST_VARIABLE)
    }

    pub(super) fn text(&self, value: &Expression) -> String {
        expression(&self.layout.spelled_signed(value))
    }

    /// A condition as an operand of `?:`; `None` where it always holds.
    pub(super) fn test(&self, holds: &Condition) -> Option<String> {
        match holds {
            Condition::Constant(true) => None,
            // a variable that holds it
            Condition::Compare(Comparison::NotEqual, Expression::Variable(name), Expression::Constant(0)) => {
                Some(name.clone())
            }
            _ => Some(condition(&self.layout.spelled_condition(holds))),
        }
    }
}
