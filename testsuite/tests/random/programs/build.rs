//! Functions without undefined behaviour from any choices.
//!
//! Sizes are `n` and `m`, which may be 0; arrays have `PAD` cells more, so that subscripts near counters stay inside. A counter
//! knows the range of its values, a subscript is a counter with the right range and an offset that keeps to the extent. An array may
//! be read wherever all of it was written before, or where the same cell was written before in the same or an enclosing block.

use super::raw::{RawArray, RawFile, RawKernel, RawNode, RawOperand};
use super::rows::Style;
use std::fmt::Write;

/// Cells that arrays have beyond a size.
const PAD: i64 = 6;

/// More statements are not made.
const STATEMENTS: usize = 12;

/// Loops around a statement.
const DEPTH: usize = 4;

/// A file of functions, without `main`.
#[derive(Clone, Debug)]
pub struct File {
    /// What polycc is given.
    pub text: String,
    /// The functions.
    pub kernels: Vec<Kernel>,
    /// Whether something in it is isolated.
    pub isolated: bool,
    /// Whether it has statements that aren't affine.
    pub is_inexact: bool,
}

/// What a caller must know of a function.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// Element type and number of cells of each array that is handed over.
    pub parameters: Vec<(&'static str, String)>,
}

/// The functions that the file defines besides.
pub const HELPERS: [&str; 2] = ["soften", "ramp"];

const PRELUDE: &str = "#include <math.h>
#include <stdlib.h>
#define PAD 6

static inline double soften(double x)
{
    return x * 0.5 + 0.125;
}

static __attribute__((const)) double ramp(double x)
{
    return x < 0.0 ? 0.0 : x > 1.0 ? 1.0 : x;
}

";

/// The file that the choices make.
pub fn file(raw: &RawFile) -> File {
    let (marked, isolated) = (raw.marking % 2 == 0, raw.marking >= 4);
    let mut text = PRELUDE.to_string();
    let mut kernels = Vec::new();
    for (number, kernel) in raw.kernels.iter().enumerate() {
        let builder = Builder::new(kernel, isolated);
        kernels.push(builder.write(number, kernel, marked && !isolated, &mut text));
    }
    let is_inexact = text.contains("const int *x");
    File { text, kernels, isolated, is_inexact }
}

/// What an extent is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Size {
    N,
    M,
    Five,
}

impl Size {
    fn base(self) -> &'static str {
        match self {
            Size::N => "n",
            Size::M => "m",
            Size::Five => "",
        }
    }

    /// The extent less the base.
    fn room(self) -> i64 {
        if self == Size::Five { 5 } else { PAD }
    }

    fn extent(self) -> &'static str {
        match self {
            Size::N => "n + PAD",
            Size::M => "m + PAD",
            Size::Five => "5",
        }
    }
}

/// `base + offset`, as one writes it.
fn plus(base: &str, offset: i64) -> String {
    match (base, offset) {
        ("", offset) => offset.to_string(),
        (base, 0) => base.to_string(),
        (base, 1..) => format!("{base} + {offset}"),
        (base, _) => format!("{base} - {}", -offset),
    }
}

fn brackets(subscripts: &[String]) -> String {
    subscripts.iter().map(|subscript| format!("[{subscript}]")).collect()
}

/// A counter with values from `low` up to, not including, the size's base plus `high`.
#[derive(Clone, Debug)]
struct Counter {
    name: &'static str,
    size: Size,
    low: i64,
    high: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Storage {
    Restrict,
    Plain,
    Variable,
    Fixed,
    Static,
    Heap,
    Zeroed,
}

impl Storage {
    fn parameter(self) -> bool {
        matches!(self, Storage::Restrict | Storage::Plain)
    }

    fn fixed(self) -> bool {
        matches!(self, Storage::Fixed | Storage::Static)
    }
}

#[derive(Clone, Debug)]
pub(super) struct Array {
    pub(super) name: String,
    pub(super) element: &'static str,
    sizes: Vec<Size>,
    storage: Storage,
    /// All cells have a value.
    defined: bool,
    written: bool,
}

impl Array {
    fn new(number: usize, raw: &RawArray) -> Array {
        let storage = [
            Storage::Restrict,
            Storage::Variable,
            Storage::Heap,
            Storage::Restrict,
            Storage::Variable,
            Storage::Fixed,
            Storage::Static,
            Storage::Plain,
            Storage::Zeroed,
        ][usize::from(raw.storage % 9)];
        let element = ["double", "double", "double", "float", "int", "double", "float", "double"]
            [usize::from(raw.element % 8)];
        let mut sizes: Vec<Size> = raw
            .dimensions
            .iter()
            .map(|choice| [Size::N, Size::M, Size::Five][usize::from(choice % 8 / 3)])
            .collect();
        if sizes.len() == 3 && storage.fixed() {
            sizes[2] = Size::Five;
        }
        let defined = storage.parameter() || matches!(storage, Storage::Static | Storage::Zeroed);
        Array { name: format!("a{number}"), element, sizes, storage, defined, written: false }
    }

    /// `[n + PAD][m + PAD]`, from dimension `first` on.
    fn brackets(&self, first: usize) -> String {
        let extent = |size: &Size| match (self.storage.fixed(), size) {
            (true, Size::N | Size::M) => "81",
            _ => size.extent(),
        };
        self.sizes[first..].iter().map(|size| format!("[{}]", extent(size))).collect()
    }

    fn parameter(&self, style: u8) -> String {
        let (element, name) = (self.element, &self.name);
        let constant = if self.written { "" } else { "const " };
        let restrict = if self.storage == Storage::Restrict { "restrict" } else { "" };
        match style % 3 {
            0 if self.sizes.len() > 1 => {
                format!("{constant}{element} (*{restrict} {name}){}", self.brackets(1))
            }
            1 if self.sizes.len() == 1 => format!("{constant}{element} *{restrict} {name}"),
            _ => {
                let rest = self.brackets(1);
                format!("{constant}{element} {name}[{restrict} {}]{rest}", self.sizes[0].extent())
            }
        }
    }

    fn declaration(&self) -> String {
        let (element, name) = (self.element, &self.name);
        let pointer = match self.sizes.len() {
            1 => format!("*{name}"),
            _ => format!("(*{name}){}", self.brackets(1)),
        };
        let all = self.brackets(0);
        match self.storage {
            Storage::Heap => format!("{element} {pointer} = malloc(sizeof({element}{all}));"),
            Storage::Zeroed => format!("{element} {pointer} = calloc(1, sizeof({element}{all}));"),
            Storage::Static => format!("static {element} {name}{all};"),
            _ => format!("{element} {name}{all};"),
        }
    }
}

/// What functions with statements that aren't affine get besides, of 64 cells each.
const TABLES: [(&str, &str); 3] = [("const int *x", "int"), ("int *h", "int"), ("double *g", "double")];

const NAMES: [&str; 6] = ["i", "j", "k", "l", "p", "q"];

/// An array, and the subscripts of one of its cells.
type Cell = (usize, Vec<String>);

pub(super) struct Builder {
    pub(super) arrays: Vec<Array>,
    counters: Vec<Counter>,
    /// Per open block the cells that were written in it, and how many variables it declares.
    blocks: Vec<(Vec<Cell>, usize)>,
    /// Variables in scope, `w0` and on.
    variables: usize,
    pub(super) statements: usize,
    declared_before: bool,
    isolate: bool,
    /// Whether the tables `x`, `h` and `g` are used, and the index `r`.
    pub(super) has_tables: bool,
    /// Whether the end of the function is jumped to.
    pub(super) has_end: bool,
    /// Per open loop whether leaving it early leaves all arrays as defined as they are.
    pub(super) may_leave: Vec<bool>,
    /// How cells are reached: by their arrays, or by pointers to rows that are declared, or set.
    pub(super) style: Style,
    /// Pointers to rows so far.
    pub(super) rows: usize,
    /// The array that is being written row by row, and the order of that.
    filling: Option<(usize, u8)>,
    text: String,
}

impl Builder {
    fn new(raw: &RawKernel, isolate: bool) -> Builder {
        let mut arrays: Vec<Array> =
            raw.arrays.iter().enumerate().map(|(number, array)| Array::new(number, array)).collect();
        arrays[0].storage = Storage::Restrict;
        arrays[0].defined = true;
        Builder {
            arrays,
            counters: Vec::new(),
            blocks: vec![(Vec::new(), 0)],
            variables: 0,
            statements: 0,
            declared_before: raw.style & 1 != 0,
            isolate,
            has_tables: false,
            has_end: false,
            may_leave: Vec::new(),
            style: if isolate { Style::Arrays } else { Style::of(raw.style) },
            rows: 0,
            filling: None,
            text: String::new(),
        }
    }

    fn write(mut self, number: usize, raw: &RawKernel, marked: bool, text: &mut String) -> Kernel {
        for node in &raw.nodes {
            self.node(node);
        }
        let locals: Vec<&Array> = self.arrays.iter().filter(|array| !array.storage.parameter()).collect();
        let parameters: Vec<&Array> = self.arrays.iter().filter(|array| array.storage.parameter()).collect();
        let mut formals: Vec<String> = parameters
            .iter()
            .enumerate()
            .map(|(at, array)| array.parameter(raw.style / 2 + at as u8))
            .collect();
        if self.has_tables {
            formals.extend(TABLES.map(|(declaration, _)| declaration.to_string()));
        }
        writeln!(
            text,
            "void kernel{number}(int n, int m, {}, double *restrict result)\n{{",
            formals.join(", ")
        )
        .unwrap();
        locals.iter().for_each(|array| writeln!(text, "    {}", array.declaration()).unwrap());
        text.push_str("    double s0 = 0.0, s1 = 1.0;\n");
        if self.declared_before {
            text.push_str("    int i, j, k, l;\n");
        }
        text.push_str(self.style.declarations());
        let (begin, end) = if marked { ("#pragma scop\n", "#pragma endscop\n") } else { ("", "") };
        if self.has_tables {
            text.push_str("    int r = 0;\n    (void)x, (void)h, (void)g, (void)r;\n");
        }
        write!(text, "{begin}{}{end}", self.text).unwrap();
        if self.has_end {
            text.push_str("done:\n");
        }
        text.push_str("    result[0] = s0;\n    result[1] = s1;\n");
        let on_heap = locals.iter().filter(|array| matches!(array.storage, Storage::Heap | Storage::Zeroed));
        on_heap.for_each(|array| writeln!(text, "    free({});", array.name).unwrap());
        text.push_str("}\n\n");
        let cells = |array: &&Array| {
            let extents: Vec<String> =
                array.sizes.iter().map(|size| format!("({})", size.extent())).collect();
            (array.element, extents.join(" * "))
        };
        let mut parameters: Vec<_> = parameters.iter().map(cells).collect();
        if self.has_tables {
            parameters.extend(TABLES.map(|(_, element)| (element, "64".to_string())));
        }
        Kernel { parameters }
    }

    pub(super) fn line(&mut self, line: &str) {
        let indent = "    ".repeat(self.blocks.len());
        writeln!(self.text, "{indent}{line}").unwrap();
    }

    fn open(&mut self, head: &str) {
        self.line(&format!("{head} {{"));
        self.blocks.push((Vec::new(), 0));
    }

    fn close(&mut self) {
        let (_, declared) = self.blocks.pop().unwrap();
        self.variables -= declared;
        self.line("}");
    }

    fn node(&mut self, node: &RawNode) {
        if self.statements >= STATEMENTS {
            return;
        }
        match node {
            RawNode::Loop { bounds, body } => self.nest(bounds, body),
            RawNode::If { test, body, otherwise } => self.condition(test, body, otherwise),
            RawNode::Assign { target, operator, value } => self.assign(target, *operator, value),
            RawNode::Declare { value } if self.blocks.len() > 1 => {
                let value = self.sum(value);
                let name = self.variables;
                self.line(&format!("double w{name} = {value};"));
                self.variables += 1;
                self.blocks.last_mut().unwrap().1 += 1;
                self.statements += 1;
            }
            RawNode::Declare { .. } => {}
            RawNode::Inexact { kind, which, value } => self.inexact(*kind, *which, value),
            RawNode::Fill { array, order, value, more } => self.fill(*array, *order, value, more),
        }
    }

    fn isolated(&mut self) {
        if self.isolate && self.counters.is_empty() {
            self.isolate = false;
            self.text.push_str("#pragma polycc isolate\n");
        }
    }

    fn nest(&mut self, bounds: &[u8; 4], body: &[RawNode]) {
        if self.counters.len() >= DEPTH {
            return body.iter().for_each(|node| self.node(node));
        }
        self.isolated();
        let (head, counter) = self.head(bounds);
        self.open(&head);
        self.counters.push(counter);
        self.may_leave.push(true);
        body.iter().for_each(|node| self.node(node));
        self.may_leave.pop();
        self.counters.pop();
        self.close();
    }

    /// A loop's head and its counter.
    fn head(&self, [size, kind, low, high]: &[u8; 4]) -> (String, Counter) {
        let wanted = [Size::N, Size::M, Size::N, Size::M, Size::Five][usize::from(size % 5)];
        let same = self.counters.iter().filter(|counter| counter.size == wanted).count();
        let size = if same >= 2 { Size::Five } else { wanted };
        let name = NAMES[self.counters.len()];
        let (low, high) = (i64::from(low % 4), size.room() - i64::from(high % 4));
        let end = plus(size.base(), high);
        let int = if self.declared_before { "" } else { "int " };
        let outer = self.counters.iter().rev().find(|counter| counter.size == size);
        let up = |from: &str, test: String, step: &str| format!("for ({int}{name} = {from}; {test}; {step})");
        let one = format!("{name}++");
        match (kind % 8, outer) {
            (4, _) => {
                let last = plus(size.base(), high - 1);
                (
                    up(&last, format!("{name} >= {low}"), &format!("{name}--")),
                    Counter { name, size, low, high },
                )
            }
            (5, _) => (
                up(&low.to_string(), format!("{name} < {end}"), &format!("{name} += 2")),
                Counter { name, size, low, high },
            ),
            (6, Some(outer)) => {
                let head = up(&low.to_string(), format!("{name} <= {}", outer.name), &one);
                (head, Counter { name, size, low, high: outer.high })
            }
            (7, Some(outer)) => (
                up(outer.name, format!("{name} < {end}"), &one),
                Counter { name, size, low: outer.low, high },
            ),
            _ => (up(&low.to_string(), format!("{name} < {end}"), &one), Counter { name, size, low, high }),
        }
    }

    /// Loops over all cells of an array.
    fn fill(&mut self, array: u8, order: u8, value: &[RawOperand], more: &[RawNode]) {
        let array = usize::from(array) % self.arrays.len();
        let sizes = self.arrays[array].sizes.clone();
        self.isolated();
        let columns_first = order & 4 != 0 && sizes.len() == 2;
        let dimensions: Vec<usize> = if columns_first { vec![1, 0] } else { (0..sizes.len()).collect() };
        let mut subscripts = vec![String::new(); sizes.len()];
        let int = if self.declared_before { "" } else { "int " };
        for (depth, dimension) in dimensions.iter().enumerate() {
            let (size, name) = (sizes[*dimension], NAMES[depth]);
            let extent = size.extent();
            let head = match order >> depth & 1 {
                1 if order & 8 != 0 => format!("for ({int}{name} = {extent} - 1; {name} >= 0; {name}--)"),
                _ => format!("for ({int}{name} = 0; {name} < {extent}; {name}++)"),
            };
            self.open(&head);
            self.counters.push(Counter { name, size, low: 0, high: size.room() });
            self.may_leave.push(false);
            subscripts[*dimension] = name.to_string();
        }
        let target = brackets(&subscripts);
        let before =
            (order & 48 == 16 && !columns_first).then(|| self.row_before(array, order, value)).flatten();
        let sum = self.value(array, value);
        let name = self.arrays[array].name.clone();
        let sum = before.map_or(sum.clone(), |before| format!("{before} + {sum}"));
        self.line(&format!("{name}{target} = {sum};"));
        self.statements += 1;
        self.arrays[array].written = true;
        self.filling = (order & 4 == 0).then_some((array, order));
        let inside = order & 128 == 0;
        if inside {
            self.wrote(array, subscripts);
            more.iter().for_each(|node| self.node(node));
        }
        for left in (0..dimensions.len()).rev() {
            self.counters.pop();
            self.may_leave.pop();
            self.close();
            if left == 1 && !inside {
                more.iter().for_each(|node| self.node(node));
            }
        }
        self.filling = None;
        self.arrays[array].defined = true;
    }

    /// A value for a statement that isn't affine: of a row that was written before, if there is one.
    pub(super) fn old_or_new(&self, which: u8, value: &[RawOperand]) -> String {
        let old = self.filling.filter(|_| which & 3 != 0);
        old.and_then(|(array, order)| self.row_before(array, order ^ (which & 64), value))
            .unwrap_or_else(|| self.sum(value))
    }

    /// The name of a counter.
    pub(super) fn counter(&self, which: u8) -> Option<&'static str> {
        Some(self.counters.get(usize::from(which) % self.counters.len().max(1))?.name)
    }

    /// A cell of an array that may be written anywhere, and that doesn't hold small numbers alone.
    pub(super) fn written_cell(&mut self, value: &RawOperand) -> Option<String> {
        let array = usize::from(value.which) % self.arrays.len();
        if self.arrays[array].element == "int" || !self.arrays[array].defined {
            return None;
        }
        self.arrays[array].written = true;
        let at = self.subscripts(&self.arrays[array].sizes, &value.subscripts);
        Some(format!("{}{}", self.arrays[array].name, brackets(&at)))
    }

    /// A cell of a row of the array that was written before, while it is filled row by row.
    fn row_before(&self, array: usize, order: u8, value: &[RawOperand]) -> Option<String> {
        let filled = &self.arrays[array];
        if filled.element == "int" {
            return None;
        }
        let counter = &self.counters[0];
        let back = i64::from(order >> 6 & 1) + 1;
        let at = self.subscripts(&filled.sizes, &value[0].subscripts);
        let rest = brackets(&at[1..]);
        let (name, i) = (&filled.name, counter.name);
        Some(match order & 9 {
            9 => format!(
                "({i} + {back} < {} ? 0.5 * {name}[{i} + {back}]{rest} : 0.25)",
                counter.size.extent()
            ),
            _ => format!("({i} >= {back} ? 0.5 * {name}[{i} - {back}]{rest} : 0.75)"),
        })
    }

    fn condition(&mut self, test: &[u8; 4], body: &[RawNode], otherwise: &[RawNode]) {
        let test = self.test(test);
        self.open(&format!("if ({test})"));
        body.iter().for_each(|node| self.node(node));
        self.close();
        if !otherwise.is_empty() {
            self.open("else");
            otherwise.iter().for_each(|node| self.node(node));
            self.close();
        }
    }

    fn test(&self, [kind, which, offset, more]: &[u8; 4]) -> String {
        let operand = RawOperand { kind: 0, which: *which, subscripts: [*offset, *more, *which] };
        let Some(counter) = self.counters.get(usize::from(*which) % self.counters.len().max(1)) else {
            return format!("{} > 0.25", self.operand(&operand, false));
        };
        let (name, other) = (counter.name, &self.counters[usize::from(*more) % self.counters.len()]);
        let offset = i64::from(offset % 5);
        match kind % 6 {
            0 => format!("{name} >= {offset}"),
            1 => format!("{name} < {}", plus(counter.size.base(), offset)),
            2 => format!("{name} + {offset} <= 2 * {}", other.name),
            3 => format!("{name} % 2 == {}", offset % 2),
            _ => format!("{} > 0.25", self.operand(&operand, false)),
        }
    }

    fn assign(&mut self, target: &[u8; 4], operator: u8, value: &[RawOperand]) {
        let operator = ["=", "=", "=", "+=", "+=", "-="][usize::from(operator % 6)];
        self.statements += 1;
        if target[0] % 5 == 4 {
            let value = self.sum(value);
            return match operator {
                "=" => self.line(&format!("s{} = {value};", target[1] % 2)),
                _ => self.line(&format!("s{} {operator} 0.125 * ({value});", target[1] % 2)),
            };
        }
        let array = usize::from(target[0]) % self.arrays.len();
        let sizes = self.arrays[array].sizes.clone();
        let subscripts = self.subscripts(&sizes, &target[1..]);
        let brackets = brackets(&subscripts);
        let operator = if self.readable(array, &brackets) { operator } else { "=" };
        let value = self.value(array, value);
        let value = match (operator, self.arrays[array].element) {
            ("=", _) | (_, "double" | "float") => value,
            _ => format!("({value}) & 15"),
        };
        let name = self.arrays[array].name.clone();
        self.by_rows(&format!("{name}{brackets} {operator} {value};"));
        self.arrays[array].written = true;
        self.wrote(array, subscripts);
    }

    fn wrote(&mut self, array: usize, subscripts: Vec<String>) {
        self.blocks.last_mut().unwrap().0.push((array, subscripts));
    }

    fn readable(&self, array: usize, brackets: &str) -> bool {
        let wrote = |(other, at): &(usize, Vec<String>)| *other == array && self::brackets(at) == brackets;
        self.arrays[array].defined || self.blocks.iter().flat_map(|block| &block.0).any(wrote)
    }

    /// Subscripts within an array's extents, mostly one counter for each.
    fn subscripts(&self, sizes: &[Size], choices: &[u8]) -> Vec<String> {
        let before = |at: usize| sizes[..at].iter().filter(|size| **size == sizes[at]).count();
        (0..sizes.len()).map(|at| self.subscript(sizes[at], before(at), choices[at])).collect()
    }

    /// A subscript for one of the dimensions of a size: its number among them says which counter is the usual one.
    fn subscript(&self, size: Size, number: usize, choice: u8) -> String {
        let fitting: Vec<&Counter> = self.counters.iter().filter(|counter| counter.size == size).collect();
        let constant = i64::from(choice / 8) % size.room();
        if fitting.is_empty() || choice % 16 == 15 {
            return if choice % 2 == 0 { constant.to_string() } else { plus(size.base(), constant) };
        }
        let other = if choice % 8 == 7 { usize::from(choice / 8) } else { 0 };
        let counter = fitting[(number + other) % fitting.len()];
        let spread = size.room() - counter.high + counter.low;
        let offset = i64::from(choice / 4) % (spread + 1) - counter.low;
        let near = if choice % 4 < 2 { 0 } else { offset };
        match choice % 16 {
            // room - 1 - high < the smallest of these, which are all up to the extent
            14 => format!("{} - {}", plus(size.base(), size.room() - 1), counter.name),
            _ => plus(counter.name, near),
        }
    }

    /// The right side of an assignment to an array.
    fn value(&self, array: usize, operands: &[RawOperand]) -> String {
        if self.arrays[array].element != "int" {
            return self.sum(operands);
        }
        let terms: Vec<String> = operands
            .iter()
            .zip(["", "3 * ", "-"])
            .map(|(operand, factor)| format!("{factor}{}", self.operand(operand, true)))
            .collect();
        format!("({}) & 1023", terms.join(" + "))
    }

    fn sum(&self, operands: &[RawOperand]) -> String {
        let terms: Vec<String> = operands
            .iter()
            .zip(["0.5 * ", "0.25 * ", "0.125 * "])
            .map(|(operand, factor)| format!("{factor}{}", self.operand(operand, false)))
            .collect();
        terms.join([" + ", " - "][usize::from(operands[0].which % 2)])
    }

    fn operand(&self, raw: &RawOperand, integer: bool) -> String {
        let cell = self.cell(raw, integer);
        let counter = self.counters.get(usize::from(raw.which) % self.counters.len().max(1));
        if integer {
            return match (raw.kind % 8, counter) {
                (7, Some(counter)) => counter.name.to_string(),
                _ => cell.unwrap_or("7".to_string()),
            };
        }
        let cell = cell.unwrap_or("1.5".to_string());
        let variable = match usize::from(raw.which) % (self.variables + 2) {
            number @ 0..2 => format!("s{number}"),
            number => format!("w{}", number - 2),
        };
        match (raw.kind % 16, counter) {
            (0..9, _) => cell,
            (9 | 10, _) => variable,
            (11, Some(counter)) => format!("(0.0625 * {})", counter.name),
            (12, _) => format!("soften({cell})"),
            (13, _) => format!("ramp({cell})"),
            (14, Some(counter)) => format!("({} > {} ? {cell} : 0.5)", counter.name, raw.subscripts[2] % 4),
            (15, _) => format!("({cell} > 0.125 ? {variable} : fabs({cell}))"),
            _ => "2.5".to_string(),
        }
    }

    /// A cell that has a value.
    fn cell(&self, raw: &RawOperand, integer: bool) -> Option<String> {
        let fits = |array: &Array| !integer || array.element == "int";
        let whole: Vec<&Array> = self.arrays.iter().filter(|array| array.defined && fits(array)).collect();
        let single: Vec<String> = self
            .blocks
            .iter()
            .flat_map(|block| &block.0)
            .filter(|(array, _)| fits(&self.arrays[*array]))
            .map(|(array, at)| format!("{}{}", self.arrays[*array].name, brackets(at)))
            .collect();
        let choice = usize::from(raw.which) % (whole.len() + single.len()).max(1);
        if let Some(cell) = single.get(choice) {
            return Some(cell.clone());
        }
        let array = whole.get(choice - single.len())?;
        Some(format!("{}{}", array.name, brackets(&self.subscripts(&array.sizes, &raw.subscripts))))
    }
}
