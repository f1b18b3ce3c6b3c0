//! Regions built by hand. Their isl objects are placeholders: the checker never looks at them.
#![allow(dead_code, reason = "each test file uses a part")]

pub mod text;

use diagnostics::Span;
use isl::{Context, Map, Set, UnionMap};
use polyhedral::{
    Access, AccessKind, Array, Condition, Expression, Extent, Instance, IntegerType, Iterator, Loop, Node,
    Parameter, Program, Scop, Statement, Storage, Unknown,
};
use std::collections::BTreeMap;
use text::{condition, expression};

/// A region under construction.
pub struct Region {
    context: Context,
    scop: Scop,
}

impl Region {
    /// A region with these parameters, separated by spaces.
    pub fn new(parameters: &str) -> Self {
        let context = Context::new();
        let scop = Scop {
            function: "f".into(),
            file: "f.c".into(),
            lines: (1, 2),
            span: Span::default(),
            parameters: parameters.split_whitespace().map(|name| parameter(name, None)).collect(),
            context: Set::read_from_str(&context, "{ : }").unwrap(),
            assumptions: Condition::Constant(true),
            arrays: vec![],
            fixed: None,
            is_divided: false,
            hopes: Default::default(),
            statements: vec![],
            program: Program::default(),
            schedule: UnionMap::read_from_str(&context, "{ }").unwrap(),
            unordered: vec![],
            threads: None,
            taken: Default::default(),
        };
        Region { context, scop }
    }

    /// Adds a lifted constant.
    pub fn lifted(mut self, name: &str, value: i64) -> Self {
        self.scop.parameters.push(parameter(name, Some(value)));
        self
    }

    /// States what is known of the parameters.
    pub fn assume(mut self, text: &str) -> Self {
        self.scop.assumptions = condition(text);
        self
    }

    /// Adds an array: `tmp[N][M]`; `a[]` has an unknown extent.
    pub fn array(mut self, text: &str) -> Self {
        let (name, subscripts) = cell(text);
        let extent = |text: &String| {
            let known = !text.is_empty();
            known.then(|| Extent { text: text.clone(), value: Some(expression(text)) })
        };
        self.scop.arrays.push(Array {
            name: name.clone(),
            c_name: name,
            pieces: Vec::new(),
            element: "double".into(),
            element_bytes: Some(8),
            is_rounded: true,
            extents: subscripts.iter().map(extent).collect(),
            versions: Vec::new(),
            storage: Storage::Parameter,
            name_span: Span::default(),
            outlives: None,
            comes_back: false,
            pinned: None,
            late: vec![],
            purpose: None,
            unaliased: true,
            scattered: None,
            flat: None,
            sharing: Default::default(),
            indeterminate: false,
            stores: vec![],
        });
        self
    }

    /// Adds a statement. Accesses are `read a[i] if i > 0`, `write b[i]`, `maywrite c[i]`.
    pub fn statement(mut self, name: &str, iterators: &str, accesses: &[&str]) -> Self {
        let iterator = |name: &str| Iterator {
            name: name.into(),
            kind: integer(),
            declared_inside: true,
            used_after: None,
        };
        let statement = Statement {
            name: name.into(),
            iterators: iterators.split_whitespace().map(iterator).collect(),
            domain: Set::read_from_str(&self.context, "{ S[] }").unwrap(),
            accesses: accesses.iter().map(|text| self.access(text)).collect(),
            unknown: vec![],
            text: vec![],
            span: Span::default(),
            line: 1,
        };
        self.scop.statements.push(statement);
        self
    }

    /// Gives the last statement a subscript that data choose, less than this.
    pub fn unknown(mut self, extent: &str) -> Self {
        let (name, extent, text) = (UNKNOWN.to_owned(), expression(extent), vec![]);
        let unknown = Unknown { name, extent, text, span: Span::default() };
        self.scop.statements.last_mut().unwrap().unknown.push(unknown);
        self
    }

    /// Says whether the last array holds nothing at first.
    pub fn indeterminate(mut self, indeterminate: bool) -> Self {
        self.scop.arrays.last_mut().unwrap().indeterminate = indeterminate;
        self
    }

    fn access(&self, text: &str) -> Access {
        let (kind, rest) = text.split_once(' ').unwrap();
        let (place, guard) = rest.split_once(" if ").unwrap_or((rest, ""));
        let (name, subscripts) = cell(place);
        Access {
            array: self.scop.array(&name).unwrap().0,
            kind: match kind {
                "read" => AccessKind::Read,
                "write" => AccessKind::MustWrite,
                "maywrite" => AccessKind::MayWrite,
                _ => panic!("{kind}"),
            },
            subscripts: subscripts.iter().map(|text| subscript(text)).collect(),
            guard: if guard.is_empty() { Condition::Constant(true) } else { condition(guard) },
            relation: Map::read_from_str(&self.context, "{ S[] -> A[] }").unwrap(),
            span: Span::default(),
        }
    }

    /// The region with this program.
    pub fn program(mut self, body: Vec<Node>) -> Scop {
        self.scop.program = program(&self.scop, body);
        self.scop
    }
}

/// `?` stands for one that data choose.
fn subscript(text: &str) -> Expression {
    if text == UNKNOWN { Expression::variable(UNKNOWN) } else { expression(text) }
}

const UNKNOWN: &str = "?";

fn parameter(name: &str, value: Option<i64>) -> Parameter {
    Parameter {
        name: name.into(),
        kind: integer(),
        value,
        spelling: name.into(),
        declared: None,
        factors: vec![],
    }
}

fn integer() -> IntegerType {
    IntegerType { name: "int".into(), bits: 32, signed: true }
}

/// `a[i][j + 1]` as `a` and the subscripts.
fn cell(text: &str) -> (String, Vec<String>) {
    let (name, rest) = text.split_once('[').unwrap_or((text, ""));
    let inner = rest.strip_suffix(']').unwrap_or(rest);
    let subscripts = inner.split("][").map(str::to_owned);
    let scalar = !text.contains('[');
    (name.to_owned(), if scalar { vec![] } else { subscripts.collect() })
}

/// `for (iterator = from; bound; iterator++) body`
pub fn count(iterator: &str, from: &str, bound: &str, body: Vec<Node>) -> Node {
    step(iterator, from, bound, 1, body)
}

/// `for (iterator = from; bound; iterator += step) body`
pub fn step(iterator: &str, from: &str, bound: &str, step: i64, body: Vec<Node>) -> Node {
    let (initial, condition) = (expression(from), condition(bound));
    let parallel = false;
    Node::Loop(Loop { iterator: iterator.into(), initial, condition, step, parallel, body, line: 0 })
}

/// `if (test) body`
pub fn when(test: &str, body: Vec<Node>) -> Node {
    Node::If { condition: condition(test), then_body: body, else_body: vec![] }
}

/// The instance of the statement at this position, `"i, j - 2"`.
pub fn run(statement: usize, iterators: &str) -> Node {
    let texts = iterators.split(',').filter(|text| !text.trim().is_empty());
    let iterators = texts.map(expression).collect();
    Node::Instance(Instance { statement, iterators, subscripts: vec![] })
}

/// A program whose instances touch the original cells.
pub fn program(scop: &Scop, body: Vec<Node>) -> Program {
    Program { body }.map_instances(&|instance| {
        let statement = &scop.statements[instance.statement];
        let replacement = |name: &str| {
            let position = statement.iterators.iter().position(|i| i.name == name)?;
            instance.iterators.get(position).cloned()
        };
        let subscripts =
            |access: &Access| access.subscripts.iter().map(|s| s.substitute(&replacement)).collect();
        let subscripts = statement.accesses.iter().map(subscripts).collect();
        Instance { subscripts, ..instance.clone() }
    })
}

/// `program` with the cells of `array` changed.
pub fn remap(
    scop: &Scop,
    program: &Program,
    array: &str,
    change: impl Fn(&[Expression]) -> Vec<Expression>,
) -> Program {
    let (array, _) = scop.array(array).unwrap();
    program.map_instances(&|instance| {
        let accesses = &scop.statements[instance.statement].accesses;
        let cells = instance.subscripts.iter().zip(accesses);
        let changed =
            cells.map(|(cell, access)| if access.array == array { change(cell) } else { cell.clone() });
        Instance { subscripts: changed.collect(), ..instance.clone() }
    })
}

/// `expression mod divisor`
pub fn modulo(dividend: &Expression, divisor: i64) -> Expression {
    Expression::Modulo(Box::new(dividend.clone()), Box::new(Expression::Constant(divisor)))
}

/// The extents of the original arrays.
pub fn extents(scop: &Scop) -> Vec<Vec<Option<Expression>>> {
    let value = |extent: &Option<Extent>| extent.as_ref()?.value.clone();
    scop.arrays.iter().map(|array| array.extents.iter().map(value).collect()).collect()
}

/// The extents of the original arrays but for one.
pub fn extents_with(scop: &Scop, array: &str, changed: &[&str]) -> Vec<Vec<Option<Expression>>> {
    let mut extents = extents(scop);
    let changed = changed.iter().map(|text| Some(expression(text))).collect();
    extents[scop.array(array).unwrap().0] = changed;
    extents
}

/// Parameter values: `("N", 4)`.
pub fn assignment(values: &[(&str, i64)]) -> BTreeMap<String, i64> {
    values.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect()
}

/// The Gaussian filter of Morvan, *Memory Allocation and Array Contraction in GeCoS*, Fig. 1.
pub fn gauss() -> Scop {
    Region::new("N M")
        .array("in[N][M]")
        .array("tmp[N][M]")
        .array("out[N][M]")
        .statement(
            "S0",
            "i j",
            &["read in[i][j]", "read in[i - 1][j]", "read in[i + 1][j]", "write tmp[i][j]"],
        )
        .statement(
            "S1",
            "i j",
            &["read tmp[i][j]", "read tmp[i][j - 1]", "read tmp[i][j + 1]", "write out[i][j]"],
        )
        .program(vec![
            count("i", "1", "i < N - 1", vec![count("j", "0", "j < M", vec![run(0, "i, j")])]),
            count("i", "1", "i < N - 1", vec![count("j", "1", "j < M - 1", vec![run(1, "i, j")])]),
        ])
}

/// Its schedule `S0[i,j] -> [i,j]; S1[i,j] -> [i,j+2]`, with the original cells.
pub fn gauss_fused(scop: &Scop) -> Program {
    let body = vec![when("c < M", vec![run(0, "r, c")]), when("c >= 3 && c <= M", vec![run(1, "r, c - 2")])];
    let rows = count("r", "1", "r < N - 1", vec![count("c", "0", "c <= M", body)]);
    program(scop, vec![rows])
}

/// Jacobi in one dimension, in single assignment: row `t` of `a` is computed from row `t - 1`.
pub fn jacobi() -> Scop {
    let reads = ["read a[t - 1][i - 1]", "read a[t - 1][i]", "read a[t - 1][i + 1]"];
    Region::new("T N")
        .array("b[N]")
        .array("a[T + 1][N]")
        .statement("load", "i", &["read b[i]", "write a[0][i]"])
        .statement("step", "t i", &[reads[0], reads[1], reads[2], "write a[t][i]"])
        .statement("left", "t", &["read a[t - 1][0]", "write a[t][0]"])
        .statement("right", "t", &["read a[t - 1][N - 1]", "write a[t][N - 1]"])
        .statement("store", "i", &["read a[T][i]", "write b[i]"])
        .assume("N >= 2")
        .program(vec![
            count("i", "0", "i < N", vec![run(0, "i")]),
            count(
                "t",
                "1",
                "t <= T",
                vec![run(2, "t"), count("i", "1", "i < N - 1", vec![run(1, "t, i")]), run(3, "t")],
            ),
            count("i", "0", "i < N", vec![run(4, "i")]),
        ])
}

/// The best of each prefix of `N` things in `M` spaces, each cell from one of the row before that data choose.
pub fn chosen() -> Scop {
    Region::new("N M")
        .array("tmp[N][M]")
        .array("out[M]")
        .statement("first", "j", &["write tmp[0][j]"])
        .statement("best", "i j", &["read tmp[i - 1][j]", "read tmp[i - 1][?]", "write tmp[i][j]"])
        .unknown("M")
        .statement("last", "j", &["read tmp[N - 1][j]", "write out[j]"])
        .assume("N >= 1")
        .program(vec![
            count("j", "0", "j < M", vec![run(0, "j")]),
            count("i", "1", "i < N", vec![count("j", "0", "j < M", vec![run(1, "i, j")])]),
            count("j", "0", "j < M", vec![run(2, "j")]),
        ])
}

/// In how many ways each sum is had: each cell from one of its own row that data choose, of those that are there.
pub fn ways(indeterminate: bool) -> Scop {
    Region::new("N M")
        .array("tmp[N][M]")
        .indeterminate(indeterminate)
        .array("out[M]")
        .statement("first", "j", &["write tmp[0][j]"])
        .statement("add", "i j", &["read tmp[i - 1][j]", "read tmp[i][?] if j >= 1", "write tmp[i][j]"])
        .unknown("M")
        .statement("last", "j", &["read tmp[N - 1][j]", "write out[j]"])
        .assume("N >= 1")
        .program(vec![
            count("j", "0", "j < M", vec![run(0, "j")]),
            count("i", "1", "i < N", vec![count("j", "0", "j < M", vec![run(1, "i, j")])]),
            count("j", "0", "j < M", vec![run(2, "j")]),
        ])
}
