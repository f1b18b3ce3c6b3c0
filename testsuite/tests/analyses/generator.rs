//! Random programs: functions with one region each, in the shapes that the model knows.
//!
//! Loops count up and down with steps, over rectangles, triangles and single points; conditions compare
//! sums of counters and parameters or their remainders; statements assign to planes, rows and scalars
//! what they read from some, also under `?:`, also to the same cell. Nothing keeps a program from
//! writing what nobody reads, or reading what nobody wrote.

use crate::random::Random;
use std::fmt::Write;

/// The texts of `count` functions.
pub fn functions(random: &mut Random, count: usize) -> Vec<String> {
    (0..count).map(|number| function(random, number)).collect()
}

/// Subscripts lie between 0 and this, give or take.
const EXTENT: &str = "2 * n + 2 * m + 12";
const COUNTERS: [&str; 3] = ["i", "j", "k"];

/// The variables: name, number of dimensions. The first outlive the region.
const VISIBLE: [(&str, usize); 3] = [("p", 2), ("q", 1), ("r", 1)];
const LOCAL: [(&str, usize); 5] = [("t", 2), ("u", 1), ("v", 1), ("s", 0), ("z", 0)];

fn function(random: &mut Random, number: usize) -> String {
    let variables = variables(random);
    let mut writer = Writer { random, variables, text: String::new(), counters: vec![], statements: 0 };
    writer.block(1);
    let (visible, local) = (VISIBLE.map(declared).join(", "), LOCAL.map(declared).join(", "));
    format!(
        "void kernel{number}(int n, int m, {visible})\n{{\n  double {};\n#pragma scop\n{}#pragma endscop\n}}\n",
        local.replace("double ", ""),
        writer.text
    )
}

fn declared((name, dimensions): (&str, usize)) -> String {
    format!("double {name}{}", format!("[{EXTENT}]").repeat(dimensions))
}

/// The few that a program uses, so that its accesses meet.
fn variables(random: &mut Random) -> Vec<(&'static str, usize)> {
    let visible = VISIBLE[random.below(VISIBLE.len())];
    let local = (0..1 + random.below(3)).map(|_| LOCAL[random.below(LOCAL.len())]);
    std::iter::once(visible).chain(local).collect()
}

struct Writer<'a> {
    random: &'a mut Random,
    variables: Vec<(&'static str, usize)>,
    text: String,
    /// Those in scope, outermost first.
    counters: Vec<&'static str>,
    statements: usize,
}

/// Programs grow no further.
const MOST_STATEMENTS: usize = 4;

impl Writer<'_> {
    fn block(&mut self, indent: usize) {
        for _ in 0..1 + self.random.below(3) {
            if self.statements < MOST_STATEMENTS {
                self.node(indent);
            }
        }
    }

    fn node(&mut self, indent: usize) {
        let depth = self.counters.len();
        match self.random.below(8) {
            0..=3 if depth < 2 => self.counted(indent),
            4 if depth == 2 => self.counted(indent),
            5 if depth > 0 => self.condition(indent),
            _ => self.assignment(indent),
        }
    }

    fn line(&mut self, indent: usize, text: &str) {
        writeln!(self.text, "{:1$}{text}", "", 2 * indent).unwrap();
    }

    fn counted(&mut self, indent: usize) {
        let counter = COUNTERS[self.counters.len()];
        let (low, high) = (self.low(), self.high());
        let step = [1, 1, 1, 2, 3][self.random.below(5)];
        let head = match self.random.below(3) {
            0 => format!("for (int {counter} = {high} - 1; {counter} >= {low}; {counter} -= {step}) {{"),
            _ => format!("for (int {counter} = {low}; {counter} < {high}; {counter} += {step}) {{"),
        };
        self.line(indent, &head);
        self.counters.push(counter);
        self.block(indent + 1);
        self.counters.pop();
        self.line(indent, "}");
    }

    fn low(&mut self) -> String {
        match (self.random.below(5), self.counters.last()) {
            (0, Some(counter)) => counter.to_string(),
            (1, Some(counter)) => format!("{counter} + 1"),
            (2, _) => "1".into(),
            _ => "0".into(),
        }
    }

    fn high(&mut self) -> String {
        match (self.random.below(7), self.counters.last()) {
            (0, Some(counter)) => format!("{counter} + 1"),
            (1, Some(counter)) => format!("n - {counter}"),
            (2, _) => "3".into(),
            (3, _) => "n + 1".into(),
            (4 | 5, _) => "m".into(),
            _ => "n".into(),
        }
    }

    fn condition(&mut self, indent: usize) {
        let test = self.test();
        self.line(indent, &format!("if ({test}) {{"));
        self.block(indent + 1);
        if self.random.one_in(3) && self.statements < MOST_STATEMENTS {
            self.line(indent, "} else {");
            self.block(indent + 1);
        }
        self.line(indent, "}");
    }

    /// An affine condition on the counters.
    fn test(&mut self) -> String {
        let (i, j) = (self.counter(), self.counter());
        match self.random.below(9) {
            0 => format!("{i} + {j} < n"),
            1 => format!("{i} >= {j}"),
            2 if !self.counters.is_empty() => format!("{i} % 2 == 0"),
            3 => format!("{i} != 2"),
            4 => format!("{i} < m - 1 && {j} > 0"),
            5 => format!("{i} == 0 || {j} == n - 1"),
            6 => "n > m".into(),
            7 => format!("2 * {i} <= n + {j}"),
            _ => format!("!({i} < 1)"),
        }
    }

    /// A counter in scope, or a parameter where there is none.
    fn counter(&mut self) -> &'static str {
        match self.counters.is_empty() {
            true => "m",
            false => self.counters[self.random.below(self.counters.len())],
        }
    }

    fn assignment(&mut self, indent: usize) {
        self.statements += 1;
        let target = self.reference();
        let operator = ["=", "=", "=", "+=", "*="][self.random.below(5)];
        let value = self.value();
        self.line(indent, &format!("{target} {operator} {value};"));
    }

    fn value(&mut self) -> String {
        let first = self.reference();
        match self.random.below(8) {
            0 => "1.5".into(),
            1 => {
                let (test, other) = (self.test(), self.reference());
                format!("({test} ? {first} : {other})")
            }
            2 => {
                let (other, third) = (self.reference(), self.reference());
                format!("({first} > 0 ? {other} : {third} + 1)")
            }
            3 => {
                let test = self.test();
                format!("0.5 + ({test} ? {first} : 2)")
            }
            4 | 5 => {
                let other = self.reference();
                format!("{first} - {other} * 2")
            }
            _ => format!("{first} + 1"),
        }
    }

    /// A cell or a scalar.
    fn reference(&mut self) -> String {
        let (name, dimensions) = self.variables[self.random.below(self.variables.len())];
        let subscripts = (0..dimensions).map(|_| format!("[{}]", self.subscript()));
        format!("{name}{}", subscripts.collect::<String>())
    }

    fn subscript(&mut self) -> String {
        let i = self.counter();
        match self.random.below(12) {
            0 => self.random.between(0, 2).to_string(),
            1 => format!("n - {i} + 2"),
            2 => format!("2 * {i} + {}", self.random.between(0, 1)),
            3 => format!("{i} + {}", self.counter()),
            4 if !self.counters.is_empty() => format!("{i} % 2"),
            5 if !self.counters.is_empty() => format!("{i} / 2 + 1"),
            6 => "m".into(),
            7 => format!("{i} - {} + 2", self.random.between(0, 2)),
            _ => format!("{i} + {}", self.random.between(0, 2)),
        }
    }
}
