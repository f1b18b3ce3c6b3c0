//! Small random regions, and what happens when they run.
//!
//! ```c
//! for (i = 0; i < 3; i++) { S0; S1; for (j = i; j < 3; j++) { S2; S3; } S4; }   /* and such */
//! ```
//!
//! A run decides for each uncertain access whether it happens. It knows nothing of isl.

use super::add_access;
use isl::UnionMap;
use polyhedral::{AccessKind, Condition, Expression, Instance, Loop, Node, Program, Scop};
use std::collections::BTreeMap;

/// The same numbers for the same seed.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as i64) % bound
    }
}

/// `array[constant + i * coefficients[0] + j * coefficients[1]]`
#[derive(Clone, Debug)]
pub struct Touch {
    pub kind: AccessKind,
    pub array: usize,
    pub constant: i64,
    pub coefficients: [i64; 2],
    /// Whether a read depends on data.
    pub guarded: bool,
}

impl Touch {
    fn cell(&self, iterators: &[i64]) -> i64 {
        self.constant + iterators.iter().zip(self.coefficients).map(|(i, c)| i * c).sum::<i64>()
    }

    pub fn is_certain(&self) -> bool {
        self.kind != AccessKind::MayWrite && !self.guarded
    }
}

/// A loop over i around statements, some of them in a loop over j.
#[derive(Clone, Debug)]
pub struct Nest {
    /// Statements by number: before, in and after the inner loop.
    pub parts: [Vec<usize>; 3],
    /// Whether the inner loop begins at i.
    pub triangular: bool,
}

#[derive(Clone, Debug)]
pub struct RandomRegion {
    pub nests: Vec<Nest>,
    /// Per statement its accesses, reads first.
    pub touches: Vec<Vec<Touch>>,
}

pub const ARRAYS: [&str; 2] = ["a", "tmp"];
const ITERATIONS: i64 = 3;

impl RandomRegion {
    /// A region; with uncertain accesses if asked for.
    pub fn new(random: &mut Random, uncertain: bool) -> Self {
        let mut touches = Vec::new();
        let mut nests = Vec::new();
        for _ in 0..1 + random.below(2) {
            let parts = [0, 1, 2].map(|part| {
                let number = random.below(3);
                let statements = (0..number).map(|_| {
                    touches.push(accesses(random, if part == 1 { 2 } else { 1 }, uncertain));
                    touches.len() - 1
                });
                statements.collect()
            });
            nests.push(Nest { parts, triangular: random.below(2) == 0 });
        }
        RandomRegion { nests, touches }
    }

    /// All instances in the order of the program.
    pub fn instances(&self) -> Vec<(usize, Vec<i64>)> {
        let mut instances = Vec::new();
        for nest in &self.nests {
            for i in 0..ITERATIONS {
                let [before, inner, after] = &nest.parts;
                instances.extend(before.iter().map(|s| (*s, vec![i])));
                for j in if nest.triangular { i } else { 0 }..ITERATIONS {
                    instances.extend(inner.iter().map(|s| (*s, vec![i, j])));
                }
                instances.extend(after.iter().map(|s| (*s, vec![i])));
            }
        }
        instances
    }

    /// The region as polycc sees it.
    pub fn scop(&self) -> Scop {
        let (mut domains, mut dates) = (String::new(), String::new());
        for (n, nest) in self.nests.iter().enumerate() {
            let mut position = 0;
            for (part, statements) in nest.parts.iter().enumerate() {
                for (inside, s) in statements.iter().enumerate() {
                    let bounds = format!("0 <= i < {ITERATIONS}");
                    if part == 1 {
                        let least = if nest.triangular { "i" } else { "0" };
                        domains += &format!("S{s}[i, j] : {bounds} and {least} <= j < {ITERATIONS}; ");
                        dates += &format!("S{s}[i, j] -> [{n}, i, {position}, j, {inside}]; ");
                    } else {
                        domains += &format!("S{s}[i] : {bounds}; ");
                        dates += &format!("S{s}[i] -> [{n}, i, {position}, 0, 0]; ");
                        position += 1;
                    }
                }
                position += i64::from(part == 1 && !statements.is_empty());
            }
        }
        // the text names the arrays; their accesses come afterwards
        let first = self.nests.iter().flat_map(|nest| {
            let of = |part: usize, tuple: &'static str| {
                nest.parts[part].iter().map(move |s| format!("S{s}{tuple}"))
            };
            of(0, "[i]").chain(of(1, "[i, j]")).chain(of(2, "[i]"))
        });
        let name = first.min().unwrap_or_default();
        let reads: Vec<_> = ARRAYS.iter().map(|array| format!("{name} -> {array}[0]")).collect();
        let text =
            format!("domain: {{ {domains} }}\nread: {{ {} }}\nschedule: {{ {dates} }}", reads.join("; "));
        let mut scop = super::region(&text);
        scop.function = "f".into();
        for statement in &mut scop.statements {
            statement.accesses.clear();
        }
        // in the order of their numbers, which is that of the text
        scop.statements.sort_by_key(|statement| statement.name[1..].parse::<usize>().unwrap());
        for (s, touches) in self.touches.iter().enumerate() {
            for touch in touches {
                self.add(&mut scop, s, touch);
            }
        }
        scop.program = self.program();
        scop
    }

    fn add(&self, scop: &mut Scop, statement: usize, touch: &Touch) {
        let inner = scop.statements[statement].iterators.len() == 2;
        let (tuple, [i, j]) = (if inner { "[i, j]" } else { "[i]" }, touch.coefficients);
        let inner_term = if inner { format!(" + {j}j") } else { String::new() };
        let (array, constant) = (ARRAYS[touch.array], touch.constant);
        let relation = format!("S{statement}{tuple} -> {array}[{constant} + {i}i{inner_term}]");
        add_access(scop, touch.kind, &relation);
        let accesses = &mut scop.statements[statement].accesses;
        if touch.guarded {
            let reads = accesses.iter_mut().filter(|access| !access.writes());
            // no affine condition stands for it
            reads.last().unwrap().guard = Condition::And(vec![]);
        }
    }

    /// The loop tree, one line for each loop over i, which the loop over j shares.
    fn program(&self) -> Program {
        let instance = |statement: &usize| {
            Node::Instance(Instance { statement: *statement, iterators: vec![], subscripts: vec![] })
        };
        let counted = |iterator: &str, line, body| {
            Node::Loop(Loop {
                iterator: iterator.into(),
                initial: Expression::Constant(0),
                condition: Condition::Constant(true),
                step: 1,
                parallel: false,
                body,
                line,
            })
        };
        let nest = |(line, nest): (u32, &Nest)| {
            let [before, inner, after] = &nest.parts;
            let mut body: Vec<Node> = before.iter().map(instance).collect();
            body.push(counted("j", line, inner.iter().map(instance).collect()));
            body.extend(after.iter().map(instance));
            counted("i", line, body)
        };
        Program { body: (1..).zip(&self.nests).map(nest).collect() }
    }
}

fn accesses(random: &mut Random, depth: usize, uncertain: bool) -> Vec<Touch> {
    let touch = |random: &mut Random, write: bool| {
        let maybe = uncertain && random.below(3) == 0;
        let mut coefficients = [random.below(3) - 1, random.below(3) - 1];
        coefficients[depth..].fill(0);
        Touch {
            kind: match (write, maybe) {
                (false, _) => AccessKind::Read,
                (true, false) => AccessKind::MustWrite,
                (true, true) => AccessKind::MayWrite,
            },
            array: random.below(2) as usize,
            constant: random.below(3),
            coefficients,
            guarded: !write && maybe,
        }
    };
    let mut accesses: Vec<_> = (0..2).map(|_| touch(random, false)).collect();
    accesses.push(touch(random, true));
    if random.below(3) == 0 {
        accesses.push(touch(random, true));
    }
    accesses
}

/// An instance: a statement by number, and its iterators.
pub type InstanceOf = (usize, Vec<i64>);
/// A cell: an array by number, and its subscript.
pub type Cell = (usize, i64);
/// An instance and one of its accesses.
pub type Event = (InstanceOf, usize);

/// What happened in one run.
#[derive(Default)]
pub struct Trace {
    /// Reads, with the write whose value they got, if it was one of the region's.
    pub reads: Vec<(Event, Cell, Option<Event>)>,
    /// Writes.
    pub writes: Vec<(Event, Cell)>,
    /// Per cell whose value is in it at the end.
    pub last: BTreeMap<Cell, Event>,
}

impl Trace {
    /// Runs the region.
    pub fn of(region: &RandomRegion, random: &mut Random) -> Self {
        let mut trace = Trace::default();
        for instance in region.instances() {
            for (position, touch) in region.touches[instance.0].iter().enumerate() {
                if !touch.is_certain() && random.below(2) == 0 {
                    continue;
                }
                let cell = (touch.array, touch.cell(&instance.1));
                let event = (instance.clone(), position);
                if touch.kind == AccessKind::Read {
                    trace.reads.push((event, cell, trace.last.get(&cell).cloned()));
                } else {
                    trace.writes.push((event.clone(), cell));
                    trace.last.insert(cell, event);
                }
            }
        }
        trace
    }
}

/// `{ S[i] -> T[j]; … }`, or cells on the right.
pub fn relation(model: &UnionMap, pairs: impl IntoIterator<Item = (String, String)>) -> UnionMap {
    let pairs: Vec<_> = pairs.into_iter().map(|(from, to)| format!("{from} -> {to}")).collect();
    UnionMap::read_from_str(model.context(), &format!("{{ {} }}", pairs.join("; "))).unwrap()
}

pub fn instance_text((statement, iterators): &InstanceOf) -> String {
    format!("S{statement}{iterators:?}")
}

pub fn cell_text((array, subscript): &Cell) -> String {
    format!("{}[{subscript}]", ARRAYS[*array])
}
