//! Which of several orders is the fastest: a model, not a measurement (`docs/cost-model.md`).
//!
//! It counts bytes, and weighs them by where they come from. Each statement that touches a temporary array moves
//! the bytes of that array once; they come from the smallest cache that holds all of the arrays that are used
//! together: those of a fused loop, or in loops that run one after the other each array by itself. A statement that
//! is interleaved with others in its innermost loop is no vector loop any more: each instance counts as so many
//! bytes as could have been fetched meanwhile. Nothing is computed twice but rows at the borders of parallel chunks, as a
//! share of all. The arrays of the caller count where loops over elements share them, and operands where rows read them
//! whole (`crate::operands`).

use crate::cache::Caches;
use crate::operands::Rows;
use allocator::size::Reference;
use allocator::{Allocation, Decision};
use analysis::Analysed;
use codegen::work::Around;
use polyhedral::{Array, ArrayId, Node, Scop, Statement, StatementId, Storage};
use schedule::arrangement::{Fused, FusedNest, MOST_IN_TURN, Vectors};
use schedule::candidate::Candidate;
use schedule::effort::{adds_up, are_light};

/// What an instance outside of vector loops costs, in bytes from memory.
pub(crate) const SCALAR_INSTANCE: i128 = 16;

/// What an instance of a sum costs that waits for its last addition while those of other rows could be done, in bytes from memory.
pub(crate) const WAITING_ALONE: i128 = 8;

/// A sum of so many parts is long.
const LONG: i128 = 16;

/// What an access to a cell of a ring costs, in bytes from memory: where it lies is computed each time.
const RING: i128 = 2;

/// What an instance in a vector loop costs, in bytes from memory, where it is left out.
const INSTANCE: i128 = 2;

/// The share of the time by which an order must be faster to count as such.
const NOTICED: i128 = 100;

/// How many bytes of each level cost as much as one from memory: first, second and third level.
const CHEAPER: [i128; 3] = [32, 16, 4];

/// Blocks up to so many bytes the C library keeps when they are freed, for the next call; the memory of larger ones goes back to
/// the system, and each page of them has to be asked for and cleared again.
const KEPT: i128 = 32 << 20;

/// How many bytes from memory take as long as getting one of a fresh page.
const FRESH: i128 = 2;

/// What an order costs in the model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Bytes of temporaries that are moved to and from each level: the caches, and memory.
    pub moved: [i128; 4],
    /// Bytes of temporaries that are in use together, at most.
    pub working_set: i128,
    /// The bytes of the caller's arrays that loops over elements move, in bytes from memory.
    pub callers: i128,
    /// What rows that run in turn take longer for what each of them reads whole, in bytes from memory.
    pub operands: i128,
    /// What going from one short row to another takes, in bytes from memory.
    pub short: i128,
    /// Instances that are not in vector loops any more, in bytes.
    pub scalar: i128,
    /// What it takes to go down columns of arrays that other orders go through by rows, in bytes from memory.
    pub columns: i128,
    /// What it takes that sums wait for each addition, of which other orders make vectors, in bytes from memory.
    pub waiting: i128,
    /// What it takes that sums wait for each addition, of which other orders do those of several rows at a time, in bytes from memory.
    pub one_by_one: i128,
    /// What it takes to read operands whole in each row that other orders read in parts, in bytes from memory.
    pub whole: i128,
    /// What it takes to find cells in rings, in bytes from memory.
    pub rings: i128,
    /// What calls of the library take, the same in all orders, in bytes from memory.
    pub calls: i128,
    /// What is computed again, in bytes from memory.
    pub recomputed: i128,
    /// What the instances take by themselves, the same in all orders, in bytes from memory: no part of what is compared, but what a
    /// difference must be seen beside.
    pub work: i128,
    /// What pages take that the system gives to large blocks, in bytes from memory.
    pub fresh: i128,
    /// Bytes of all temporaries.
    pub memory: i128,
}

impl Cost {
    /// The cost of `candidate` with these allocations, at the sizes of `reference`.
    pub fn of(
        analysed: &Analysed,
        candidate: &Candidate,
        allocations: &[Allocation],
        reference: &Reference,
        caches: &Caches,
    ) -> Self {
        let scop = &analysed.scop;
        let sizes: Vec<(ArrayId, i128)> = (0..scop.arrays.len())
            .filter(|id| scop.arrays[*id].outlives.is_none())
            .map(|id| (id, size(scop, id, allocations, reference)))
            .collect();
        let in_fused = |array: ArrayId| {
            let mut statements =
                candidate.fused.iter().flat_map(|fused| &fused.nests).flat_map(|n| &n.statements);
            statements.any(|statement| touches(scop, *statement, array))
        };
        let rows = Rows::new(scop, candidate, reference, caches);
        // what keeps its size passes by
        let is_kept = |array: ArrayId| is_kept(&allocations[array]);
        let in_turn =
            |(array, size): (ArrayId, i128)| if is_kept(array) { size / rows.turns(array) } else { size };
        let together = sizes.iter().copied().filter(|(array, _)| in_fused(*array)).map(in_turn);
        let together = together.fold(0, i128::saturating_add);
        let memory = memory(analysed, allocations, reference);
        let fresh = fresh(scop, allocations, reference);
        let mut cost = Cost { working_set: together, memory, fresh, ..Cost::default() };
        let loops = own_loops(&scop.program.body);
        for (array, size) in sizes {
            let in_use = match in_fused(array) {
                true if is_kept(array) => together.max(size),
                true => together,
                false => size,
            };
            cost.working_set = cost.working_set.max(in_use);
            // a variable stays in a register
            if !allocations[array].mapping.extents().is_empty() {
                let level = &mut cost.moved[caches.level(in_use)];
                let touched = cells(scop, array, reference).saturating_mul(element(&scop.arrays[array]));
                *level = level.saturating_add(touched.saturating_mul(loops_over(&loops, scop, array)));
            }
        }
        cost.scalar = scalar(scop, candidate, &rows);
        cost.columns = rows.columns();
        cost.waiting = rows.waiting();
        cost.one_by_one = rows.one_by_one();
        cost.whole = rows.whole();
        cost.rings = rings(scop, candidate, allocations, &rows);
        cost.calls = calls(scop, candidate, &rows);
        cost.work = work(scop, &rows);
        (cost.callers, cost.operands, cost.short) = (rows.callers(), rows.operands(together), rows.short());
        cost
    }

    /// The time it stands for, in bytes from memory.
    pub fn time(&self) -> i128 {
        let moved = (0..).zip(self.moved).map(|(level, bytes)| from_memory(bytes, level));
        let others = [
            self.callers,
            self.operands,
            self.short,
            self.scalar,
            self.columns,
            self.waiting,
            self.one_by_one,
            self.whole,
            self.rings,
            self.calls,
            self.recomputed,
            self.fresh,
        ];
        moved.chain(others).fold(0, i128::saturating_add)
    }

    /// How much more or less doesn't count: the model is no finer.
    pub(crate) fn unnoticed(&self) -> i128 {
        self.time().saturating_add(self.work) / NOTICED
    }
}

/// What the program's order costs, the first of `costs`, and what that of a name does.
pub(crate) fn own_and<'a>(costs: &'a [(String, Cost)], name: &str) -> Option<(&'a Cost, &'a Cost)> {
    let (_, named) = costs.iter().find(|(other, _)| other == name)?;
    Some((&costs.first()?.1, named))
}

/// As many bytes from memory as take the time of `bytes` from a level.
pub(crate) fn from_memory(bytes: i128, level: usize) -> i128 {
    CHEAPER.get(level).map_or(bytes, |cheaper| bytes / cheaper)
}

/// Bytes of all temporaries; blocks that arrays share count once.
pub fn memory(analysed: &Analysed, allocations: &[Allocation], reference: &Reference) -> i128 {
    let scop = &analysed.scop;
    kept(scop, allocations)
        .map(|array| size(scop, array, allocations, reference))
        .fold(0, i128::saturating_add)
}

/// What the pages of large blocks take, in bytes from memory.
fn fresh(scop: &Scop, allocations: &[Allocation], reference: &Reference) -> i128 {
    let is_block =
        |id: &ArrayId| matches!(scop.arrays[*id].storage, Storage::Block { .. } | Storage::RowTable { .. });
    let blocks = kept(scop, allocations).filter(is_block);
    let sizes = blocks.map(|array| size(scop, array, allocations, reference)).filter(|size| *size > KEPT);
    sizes.fold(0, i128::saturating_add).saturating_mul(FRESH)
}

/// The temporaries that have memory of their own.
fn kept<'a>(scop: &'a Scop, allocations: &'a [Allocation]) -> impl Iterator<Item = ArrayId> + 'a {
    let is_kept = |array: &ArrayId| {
        let is_guest = allocations[*array].block.as_ref().is_some_and(|block| block.host != *array);
        scop.arrays[*array].outlives.is_none() && !is_guest
    };
    (0..scop.arrays.len()).filter(is_kept)
}

/// Bytes of all temporaries as they were declared.
pub(crate) fn declared(scop: &Scop, reference: &Reference) -> i128 {
    let temporaries = (0..scop.arrays.len()).filter(|array| scop.arrays[*array].outlives.is_none());
    temporaries.map(|array| declared_of(scop, array, reference)).fold(0, i128::saturating_add)
}

/// Bytes of an array as it was declared.
pub(crate) fn declared_of(scop: &Scop, array: ArrayId, reference: &Reference) -> i128 {
    cells(scop, array, reference).saturating_mul(element(&scop.arrays[array]))
}

/// What the instances take that `whole` has more than `less`, in bytes from memory.
pub(crate) fn spared(whole: &Scop, less: &Scop, reference: &Reference) -> i128 {
    (instances(whole, reference) - instances(less, reference)).max(0).saturating_mul(INSTANCE)
}

/// About how many instances a region has.
pub(crate) fn instances(scop: &Scop, reference: &Reference) -> i128 {
    let all = codegen::work::instances(scop, &scop.program.body);
    all.iter().map(|(_, loops)| trips(loops, reference)).fold(0, i128::saturating_add)
}

/// What calls of the library take: one for a whole row of items, unless their loops are fused with others.
fn calls(scop: &Scop, candidate: &Candidate, rows: &Rows<'_>) -> i128 {
    let is_fused = |id: StatementId, statement: &Statement| {
        let mut nests = candidate.fused.iter().filter(|fused| fused.nests.len() > 1 && fused.strip.is_none());
        nests.any(|fused| {
            let is_there = fused.nests.iter().any(|nest| nest.statements.contains(&id));
            is_there && fused.depth as usize >= statement.iterators.len()
        })
    };
    let time = |(id, statement): (StatementId, &Statement)| match statement.is_of_items() {
        true if !is_fused(id, statement) => 0,
        _ => rows.instances(id).saturating_mul(schedule::effort::calls(statement)),
    };
    scop.statements.iter().enumerate().map(time).fold(0, i128::saturating_add)
}

/// What the instances take by themselves.
fn work(scop: &Scop, rows: &Rows<'_>) -> i128 {
    let one = |statement| if adds_up(scop, statement) { SCALAR_INSTANCE } else { INSTANCE };
    let time = |id: StatementId| rows.instances(id).saturating_mul(one(&scop.statements[id]));
    (0..scop.statements.len()).map(time).fold(0, i128::saturating_add)
}

/// The instances in loops that are no vector loops any more, in bytes; but for the few operations that are done while a long sum in
/// the same turn waits for its parts.
fn scalar(scop: &Scop, candidate: &Candidate, rows: &Rows<'_>) -> i128 {
    let instances = |statements: &[StatementId]| {
        statements.iter().map(|statement| rows.instances(*statement)).fold(0, i128::saturating_add)
    };
    let lost = |fused: &Fused| {
        let all = fused.nests.iter().flat_map(|nest| nest.statements.iter().copied());
        let sums: Vec<_> = all.filter(|statement| adds_up(scop, &scop.statements[*statement])).collect();
        let waiting = instances(&sums);
        let nests = fused.nests.iter().filter(|nest| nest.vectors == Vectors::Lost);
        let own = nests.map(|nest| (instances(&nest.statements), fused.depth == 1 && is_light(scop, nest)));
        let counts = |(own, is_light): &(i128, bool)| !is_light || own.saturating_mul(LONG) > waiting;
        own.filter(counts).map(|(own, _)| own).fold(0, i128::saturating_add)
    };
    candidate.fused.iter().map(lost).fold(0, i128::saturating_add).saturating_mul(SCALAR_INSTANCE)
}

/// The accesses to cells that lie in rings: not those of variables that change places, nor of windows in strips.
fn rings(scop: &Scop, candidate: &Candidate, allocations: &[Allocation], rows: &Rows<'_>) -> i128 {
    let has_window =
        |array: ArrayId| candidate.strips.as_ref().is_some_and(|strips| strips.windows.contains_key(&array));
    let is_ring = |array: ArrayId| {
        let mut moduli = allocations[array].mapping.rows.iter().filter(|row| row.wraps);
        let is_long = moduli.any(|row| row.modulus.constant().is_some_and(|it| it > MOST_IN_TURN));
        scop.arrays[array].dimensions() == 1 && is_long && !is_kept(&allocations[array]) && !has_window(array)
    };
    let accesses = |(id, statement): (StatementId, &Statement)| {
        let of_rings = statement.accesses.iter().filter(|access| is_ring(access.array)).count();
        rows.instances(id).saturating_mul(of_rings as i128)
    };
    let all = scop.statements.iter().enumerate().map(accesses).fold(0, i128::saturating_add);
    all.saturating_mul(RING)
}

/// Whether a nest has no loop but the fused one, and does little for each element.
fn is_light(scop: &Scop, nest: &FusedNest) -> bool {
    let statements = || nest.statements.iter().map(|statement| &scop.statements[*statement]);
    let are_elements = nest.outer.is_some_and(|outer| statements().all(|it| it.iterators.len() == outer + 1));
    are_elements && are_light(statements())
}

/// Bytes of what an array has become.
pub(crate) fn size(scop: &Scop, array: ArrayId, allocations: &[Allocation], reference: &Reference) -> i128 {
    let mapped = || reference.cells(&allocations[array].extents());
    let cells = match &allocations[array] {
        allocation if is_kept(allocation) => cells(scop, array, reference),
        // a window is larger than a small array, which costs nothing
        Allocation { decision: Decision::Contracted, block: None, .. } => {
            mapped().min(cells(scop, array, reference))
        }
        _ => mapped(),
    };
    cells.saturating_mul(element(&scop.arrays[array]))
}

/// Whether an array stays as it was declared.
fn is_kept(allocation: &Allocation) -> bool {
    allocation.decision == Decision::Kept && allocation.block.is_none()
}

/// The bytes of an element.
pub(crate) fn element(array: &Array) -> i128 {
    array.element_bytes.map_or(8, i128::from)
}

/// The cells that the array was declared with, or about as many as are used where that isn't known.
fn cells(scop: &Scop, array: ArrayId, reference: &Reference) -> i128 {
    let extents = &scop.arrays[array].extents;
    let known = extents.iter().flatten().filter_map(|extent| extent.value.clone());
    let known = reference.cells(&known.collect::<Vec<_>>());
    match extents.iter().any(Option::is_none) {
        true => known.max(used(scop, array, reference)),
        false => known,
    }
}

/// How often a statement runs that uses the array: the one that does so least.
fn used(scop: &Scop, array: ArrayId, reference: &Reference) -> i128 {
    let all = codegen::work::instances(scop, &scop.program.body);
    let users = all.iter().filter(|(statement, _)| touches(scop, *statement, array));
    users.map(|(_, loops)| trips(loops, reference)).min().unwrap_or(1)
}

/// How often loops run that stand in one another.
fn trips(loops: &[Around], reference: &Reference) -> i128 {
    let trips = loops.iter().map(|around| i128::from(reference.value(&around.trips).max(0)));
    trips.fold(1, i128::saturating_mul)
}

pub(crate) fn touches(scop: &Scop, statement: StatementId, array: ArrayId) -> bool {
    scop.statements[statement].accesses.iter().any(|access| access.array == array)
}

/// How many of the `loops` (see [`own_loops`]) touch `array`: what several statements of one loop use, it fetches once.
fn loops_over(loops: &[Vec<StatementId>], scop: &Scop, array: ArrayId) -> i128 {
    let touched = loops.iter().filter(|statements| statements.iter().any(|s| touches(scop, *s, array)));
    touched.count() as i128
}

/// Per loop the statements that are in no loop inside it; first those that are in none at all.
fn own_loops(body: &[Node]) -> Vec<Vec<StatementId>> {
    fn collect(body: &[Node], own: &mut Vec<StatementId>, others: &mut Vec<Vec<StatementId>>) {
        for node in body {
            match node {
                Node::Loop(counted) => others.extend(own_loops(&counted.body)),
                Node::If { then_body, else_body, .. } => {
                    collect(then_body, own, others);
                    collect(else_body, own, others);
                }
                Node::Sections(bodies) => bodies.iter().for_each(|body| collect(body, own, others)),
                Node::Instance(instance) => own.push(instance.statement),
                Node::Copy(_) => {}
            }
        }
    }
    let (mut own, mut others) = (Vec::new(), Vec::new());
    collect(body, &mut own, &mut others);
    others.insert(0, own);
    others
}
