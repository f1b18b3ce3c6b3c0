//! The isolated statement as a loop tree, for the checker: it copies cell by cell, and the statement touches
//! counterparts only. So a cell that was not copied in, or copied back without having been written, shows.

use super::Held;
use check::{Report, Transformed};
use codegen::isolate::{Copied, Kind, Rectangle};
use polyhedral::{
    Array, ArrayId, Cell, Comparison, Condition, Copy, Expression, Extent, Instance, Loop, Node, Program,
    Scop, Statement, Variable,
};
use std::collections::BTreeMap;

/// Steps that the checker may make for one statement.
const STEPS: u64 = 4_000_000;

/// Runs the isolated statement against the region `scop`.
pub fn compare(scop: &Scop, held: &[(Variable, Held)]) -> Report {
    let mut both = scop.clone();
    let mut locals: BTreeMap<ArrayId, Local> = BTreeMap::new();
    for (_, held) in held {
        if let Some(array) = held.array {
            locals.insert(array, Local { id: both.arrays.len(), kind: &held.kind });
            both.arrays.push(counterpart(&scop.arrays[array], held.buffer.as_ref()));
        }
    }
    let isolation = Isolation { scop, locals };
    let program = isolation.program();
    let statements = isolation.statements();
    let extents: Vec<Vec<_>> = both.arrays.iter().map(extents_of).collect();
    let live_out: Vec<bool> = both.arrays.iter().map(|array| array.outlives.is_some()).collect();
    let transformed = Transformed { program: &program, statements: &statements, extents: &extents };
    check::compare(&both, &transformed, &live_out, STEPS)
}

fn extents_of(array: &Array) -> Vec<Option<Expression>> {
    array.extents.iter().map(|extent| extent.as_ref()?.value.clone()).collect()
}

/// The array that stands for another.
fn counterpart(array: &Array, buffer: Option<&Rectangle>) -> Array {
    let count = buffer.map_or(&[][..], |buffer| &buffer.count);
    let extents =
        count.iter().map(|count| Some(Extent { text: count.to_string(), value: Some(count.clone()) }));
    let name = format!("{} in its own memory space", array.name);
    Array { c_name: name.clone(), name, extents: extents.collect(), outlives: None, ..array.clone() }
}

struct Local<'a> {
    id: ArrayId,
    kind: &'a Kind,
}

struct Isolation<'a> {
    scop: &'a Scop,
    locals: BTreeMap<ArrayId, Local<'a>>,
}

#[derive(Clone, Copy)]
enum Way {
    In,
    Back,
}

impl Isolation<'_> {
    fn program(&self) -> Program {
        let copies =
            |way: Way| self.locals.iter().flat_map(move |(array, local)| self.copies(*array, local, way));
        let statement = self.scop.program.map_instances(&|instance| self.instance(instance));
        Program { body: copies(Way::In).chain(statement.body).chain(copies(Way::Back)).collect() }
    }

    fn copies(&self, array: ArrayId, local: &Local, way: Way) -> Option<Node> {
        let everything = Rectangle { present: Condition::Constant(true), first: vec![], count: vec![] };
        let (copied, buffer) = match (local.kind, way) {
            (Kind::Value, Way::In) => (everything.clone(), everything),
            (Kind::Number { load: true, .. }, Way::In) => (everything.clone(), everything),
            (Kind::Number { store: true, .. }, Way::Back) => (everything.clone(), everything),
            (Kind::Cells { buffer, load: Some(Copied { cells, .. }), .. }, Way::In) => {
                (cells.clone(), buffer.clone())
            }
            (Kind::Cells { buffer, store: Some(Copied { cells, .. }), .. }, Way::Back) => {
                (cells.clone(), buffer.clone())
            }
            _ => return None,
        };
        let counter = |dimension: usize| Expression::variable(format!("$copied{dimension}"));
        let original = |d: usize| (copied.first[d].clone() + counter(d)).simplify();
        let within = |d: usize| (original(d) - buffer.first[d].clone()).simplify();
        let dimensions = 0..copied.count.len();
        let original = Cell { array, subscripts: dimensions.clone().map(original).collect() };
        let counterpart = Cell { array: local.id, subscripts: dimensions.clone().map(within).collect() };
        let copy = match way {
            Way::In => Copy { from: original, to: counterpart },
            Way::Back => Copy { from: counterpart, to: original },
        };
        let node = dimensions.rev().fold(Node::Copy(copy), |body, d| {
            Node::Loop(Loop {
                iterator: format!("$copied{d}"),
                initial: Expression::Constant(0),
                condition: Condition::Compare(Comparison::Less, counter(d), copied.count[d].clone()),
                step: 1,
                parallel: false,
                body: vec![body],
                line: 0,
            })
        });
        Some(match &copied.present {
            Condition::Constant(true) => node,
            present => Node::If { condition: present.clone(), then_body: vec![node], else_body: vec![] },
        })
    }

    fn instance(&self, instance: &Instance) -> Instance {
        let accesses = &self.scop.statements[instance.statement].accesses;
        let cells = accesses.iter().zip(&instance.subscripts);
        let shifted =
            cells.map(|(access, cell)| match self.locals.get(&access.array).map(|local| local.kind) {
                Some(Kind::Cells { buffer, .. }) => {
                    let pairs = cell.iter().zip(&buffer.first);
                    pairs.map(|(subscript, first)| (subscript.clone() - first.clone()).simplify()).collect()
                }
                _ => cell.clone(),
            });
        Instance { subscripts: shifted.collect(), ..instance.clone() }
    }

    /// The statements, with all accesses to counterparts.
    fn statements(&self) -> Vec<Statement> {
        let mut statements = self.scop.statements.clone();
        for access in statements.iter_mut().flat_map(|statement| &mut statement.accesses) {
            if let Some(local) = self.locals.get(&access.array) {
                access.array = local.id;
            }
        }
        statements
    }
}
