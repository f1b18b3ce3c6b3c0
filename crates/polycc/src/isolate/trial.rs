//! The isolated statement as a loop tree, for the checker: it copies cell by cell, and the statement touches
//! counterparts only. So a cell that was not copied in, or copied back without having been written, shows.

use super::Held;
use check::{Outcome, Report, Transformed};
use codegen::isolate::{Copied, Kind, Rectangle};
use polyhedral::{
    Array, ArrayId, Cell, Comparison, Condition, Copy, Expression, Extent, Instance, Loop, Node, Program,
    Scop, Statement, Storage, Variable,
};
use std::collections::{BTreeMap, BTreeSet};

/// Steps that the checker may make for one statement.
const STEPS: u64 = 4_000_000;

/// Runs the isolated statement against the region `scop`.
pub fn compare(scop: &Scop, held: &[(Variable, Held)]) -> Report {
    if has_while(scop) {
        let outcome = Outcome::NotChecked("it has a `while` loop".into());
        return Report { outcome, checked: vec![], instances: 0 };
    }
    run(scop, held, &|isolation, program| isolation.around(program.body.clone()))
}

/// Whether the loop tree doesn't run all statements: it knows no `while` loops.
pub fn has_while(scop: &Scop) -> bool {
    let run_statements: BTreeSet<_> = scop.program.instances().iter().map(|it| it.statement).collect();
    run_statements.len() < scop.statements.len()
}

/// Runs `program`, the region `scop` in another order, against it.
pub fn compare_order(scop: &Scop, program: &Program) -> Report {
    let extents: Vec<Vec<_>> = scop.arrays.iter().map(extents_of).collect();
    let live_out: Vec<bool> = scop.arrays.iter().map(|array| array.outlives.is_some()).collect();
    let (extents, own) = (&extents, &BTreeSet::new());
    let transformed = Transformed { program, statements: &scop.statements, extents, own, partial: false };
    check::compare(scop, &transformed, &live_out, STEPS)
}

/// Runs the loop `whole`, which does nothing but to run the isolated statement, with transfers in each iteration. `None`
/// where it has another form.
pub fn compare_loop(whole: &Scop, held: &[(Variable, Held)]) -> Option<Report> {
    let [Node::Loop(_)] = whole.program.body.as_slice() else { return None };
    Some(run(whole, held, &|isolation, program| {
        let loops = program.body.iter().map(|node| match node {
            Node::Loop(counted) => {
                Node::Loop(Loop { body: isolation.around(counted.body.clone()), ..counted.clone() })
            }
            other => other.clone(),
        });
        loops.collect()
    }))
}

fn run(scop: &Scop, held: &[(Variable, Held)], place: &dyn Fn(&Isolation, &Program) -> Vec<Node>) -> Report {
    let mut both = scop.clone();
    let mut locals: BTreeMap<ArrayId, Local> = BTreeMap::new();
    for (variable, held) in held {
        let is_this = |array: &Array| {
            let is_inside = matches!(array.storage, Storage::Local { inside: true, .. });
            array.c_name == variable.name && !is_inside
        };
        if let Some(array) = scop.arrays.iter().position(is_this) {
            locals.insert(array, Local { id: both.arrays.len(), kind: &held.kind });
            both.arrays.push(counterpart(scop, &scop.arrays[array], held.buffer.as_ref()));
        }
    }
    let isolation = Isolation { scop, locals };
    let shifted = scop.program.map_instances(&|instance| isolation.instance(instance));
    let program = Program { body: place(&isolation, &shifted) };
    let statements = isolation.statements();
    let extents: Vec<Vec<_>> = both.arrays.iter().map(extents_of).collect();
    let live_out: Vec<bool> = both.arrays.iter().map(|array| array.outlives.is_some()).collect();
    let transformed = Transformed {
        program: &program,
        statements: &statements,
        extents: &extents,
        own: &BTreeSet::new(),
        partial: false,
    };
    check::compare(&both, &transformed, &live_out, STEPS)
}

fn extents_of(array: &Array) -> Vec<Option<Expression>> {
    array.extents.iter().map(|extent| extent.as_ref()?.value.clone()).collect()
}

/// The array that stands for another. Sizes that change from iteration to iteration aren't known.
fn counterpart(scop: &Scop, array: &Array, buffer: Option<&Rectangle>) -> Array {
    let count = buffer.map_or(&[][..], |buffer| &buffer.count);
    let extents = count.iter().map(|count| {
        let mut names = BTreeSet::new();
        count.variables(&mut names);
        let is_fixed =
            names.iter().all(|name| scop.parameters.iter().any(|parameter| parameter.name == *name));
        is_fixed.then(|| Extent { text: count.to_string(), value: Some(count.clone()) })
    });
    let name = format!("{} in its own memory space", array.name);
    Array {
        c_name: name.clone(),
        name,
        extents: extents.collect(),
        outlives: None,
        comes_back: false,
        ..array.clone()
    }
}

struct Local<'a> {
    id: ArrayId,
    kind: &'a Kind,
}

impl Local<'_> {
    /// The subscript in the buffer of what is so far from its first one.
    fn within(&self, dimension: usize, distance: Expression) -> Expression {
        match self.kind {
            Kind::Cells { window: Some(window), .. } if dimension == 0 => {
                Expression::Modulo(Box::new(distance), Box::new(window.rows.clone()))
            }
            _ => distance,
        }
    }
}

struct Isolation<'a> {
    scop: &'a Scop,
    locals: BTreeMap<ArrayId, Local<'a>>,
}

#[derive(Clone, Copy)]
enum Way {
    In,
    /// Both ways, before the statement but not for it.
    Meanwhile,
    Back,
}

impl Isolation<'_> {
    /// `statement` with the copies before and behind it.
    fn around(&self, statement: Vec<Node>) -> Vec<Node> {
        let copies =
            |way: Way| self.locals.iter().flat_map(move |(array, local)| self.copies(*array, local, way));
        copies(Way::In).chain(copies(Way::Meanwhile)).chain(statement).chain(copies(Way::Back)).collect()
    }

    fn copies(&self, array: ArrayId, local: &Local, way: Way) -> Vec<Node> {
        let everything = Rectangle { present: Condition::Constant(true), first: vec![], count: vec![] };
        let whole = Copied {
            when: Condition::Constant(true),
            cells: everything.clone(),
            stepped: 0,
            is_meanwhile: false,
        };
        let some = |list: &[Copied], buffer: &Rectangle, is_meanwhile: bool, way: Way| -> Vec<Node> {
            let copied = list.iter().filter(|copied| copied.is_meanwhile == is_meanwhile);
            copied.map(|copied| self.copied(array, local, way, copied, buffer)).collect()
        };
        match (local.kind, way) {
            (Kind::Value, Way::In)
            | (Kind::Number { load: true, .. }, Way::In)
            | (Kind::Number { store: true, .. }, Way::Back) => {
                vec![self.copied(array, local, way, &whole, &everything)]
            }
            (Kind::Cells { buffer, loads, .. }, Way::In) => some(loads, buffer, false, way),
            (Kind::Cells { buffer, stores, .. }, Way::Back) => some(stores, buffer, false, way),
            (Kind::Cells { buffer, loads, stores, .. }, Way::Meanwhile) => {
                [some(loads, buffer, true, Way::In), some(stores, buffer, true, Way::Back)].concat()
            }
            _ => vec![],
        }
    }

    fn copied(&self, array: ArrayId, local: &Local, way: Way, copied: &Copied, buffer: &Rectangle) -> Node {
        let Copied { when, cells: copied, .. } = copied;
        let counter = |dimension: usize| Expression::variable(format!("$copied{dimension}"));
        let original = |d: usize| (copied.first[d].clone() + counter(d)).simplify();
        let within = |d: usize| local.within(d, (original(d) - buffer.first[d].clone()).simplify());
        let dimensions = 0..copied.count.len();
        let original = Cell { array, subscripts: dimensions.clone().map(original).collect() };
        let counterpart = Cell { array: local.id, subscripts: dimensions.clone().map(within).collect() };
        let copy = match way {
            Way::In | Way::Meanwhile => Copy { from: original, to: counterpart },
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
        let tests = [when, &copied.present].into_iter().filter(|test| **test != Condition::Constant(true));
        tests.fold(node, |node, test| Node::If {
            condition: test.clone(),
            then_body: vec![node],
            else_body: vec![],
        })
    }

    fn instance(&self, instance: &Instance) -> Instance {
        let accesses = &self.scop.statements[instance.statement].accesses;
        let cells = accesses.iter().zip(&instance.subscripts);
        let shifted = cells.map(|(access, cell)| match self.locals.get(&access.array) {
            Some(local @ Local { kind: Kind::Cells { buffer, .. }, .. }) => {
                let pairs = cell.iter().zip(&buffer.first);
                let shifted = pairs.map(|(subscript, first)| (subscript.clone() - first.clone()).simplify());
                shifted.enumerate().map(|(d, subscript)| local.within(d, subscript)).collect()
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
