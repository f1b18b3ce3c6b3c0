//! Which of several orders is the fastest: a model, not a measurement.
//!
//! It counts bytes. An array that is larger than the cache is fetched from memory or stored there once for
//! each statement that touches it; a smaller one costs nothing. A statement that is interleaved with others
//! in its innermost loop is no vector loop any more: each instance counts as so many bytes as could have
//! been moved meanwhile. Nothing is computed twice in any order. What all orders have in common, the arrays of
//! the caller, is left out.

use allocator::Allocation;
use allocator::size::Reference;
use analysis::Analysed;
use polyhedral::{Array, ArrayId, Scop, StatementId};
use schedule::candidate::Candidate;

/// The size of a second-level cache where the machine doesn't tell.
const USUAL_CACHE: i128 = 1 << 20;

/// What an instance outside of vector loops costs, in bytes from memory.
const SCALAR_INSTANCE: i128 = 16;

/// What an order costs in the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Bytes of temporaries that are moved between cache and memory.
    pub moved: i128,
    /// Instances that are not in vector loops any more, in bytes.
    pub scalar: i128,
    /// Bytes of all temporaries.
    pub memory: i128,
}

impl Cost {
    /// The cost of `candidate` with these allocations, at the sizes of `reference`, with a cache of `cache`
    /// bytes.
    pub fn of(
        analysed: &Analysed,
        candidate: &Candidate,
        allocations: &[Allocation],
        reference: &Reference,
        cache: i128,
    ) -> Self {
        let scop = &analysed.scop;
        let mut moved = 0i128;
        let temporaries = (0..scop.arrays.len()).filter(|id| scop.arrays[*id].outlives.is_none());
        for array in temporaries {
            let bytes = element(&scop.arrays[array]);
            let size = reference.cells(&allocations[array].extents()).saturating_mul(bytes);
            if size > cache {
                let touched = cells(scop, array, reference).saturating_mul(bytes);
                moved = moved.saturating_add(touched.saturating_mul(statements_of(scop, array)));
            }
        }
        let interleaved =
            candidate.fused.iter().flat_map(|fused| &fused.nests).filter(|nest| !nest.keeps_rows);
        let statements = interleaved.flat_map(|nest| &nest.statements);
        let instances = statements.map(|statement| instances(scop, *statement, reference));
        let scalar = instances.fold(0i128, i128::saturating_add).saturating_mul(SCALAR_INSTANCE);
        Cost { moved, scalar, memory: memory(analysed, allocations, reference) }
    }

    /// The time it stands for.
    pub fn time(&self) -> i128 {
        self.moved.saturating_add(self.scalar)
    }
}

/// Bytes of all temporaries; blocks that arrays share count once.
pub fn memory(analysed: &Analysed, allocations: &[Allocation], reference: &Reference) -> i128 {
    let scop = &analysed.scop;
    let is_counted = |array: &ArrayId| {
        let is_guest = allocations[*array].block.as_ref().is_some_and(|block| block.host != *array);
        scop.arrays[*array].outlives.is_none() && !is_guest
    };
    let temporaries = (0..scop.arrays.len()).filter(is_counted);
    let bytes = |array: ArrayId| {
        reference.cells(&allocations[array].extents()).saturating_mul(element(&scop.arrays[array]))
    };
    temporaries.map(bytes).fold(0, i128::saturating_add)
}

/// The machine's second-level data cache in bytes.
pub fn cache() -> i128 {
    let text = std::fs::read_to_string("/sys/devices/system/cpu/cpu0/cache/index2/size").unwrap_or_default();
    let (digits, unit) = text.trim().split_at(text.trim().find(|c: char| !c.is_ascii_digit()).unwrap_or(0));
    let factor = match unit {
        "K" => 1 << 10,
        "M" => 1 << 20,
        _ => return USUAL_CACHE,
    };
    digits.parse::<i128>().map_or(USUAL_CACHE, |size| size * factor)
}

/// The bytes of an element.
pub(crate) fn element(array: &Array) -> i128 {
    array.element_bytes.map_or(8, i128::from)
}

/// The cells that the array was declared with.
fn cells(scop: &Scop, array: ArrayId, reference: &Reference) -> i128 {
    let extents = scop.arrays[array].extents.iter().flatten().filter_map(|extent| extent.value.clone());
    reference.cells(&extents.collect::<Vec<_>>())
}

fn statements_of(scop: &Scop, array: ArrayId) -> i128 {
    let touches = |statement: &&polyhedral::Statement| statement.accesses.iter().any(|a| a.array == array);
    scop.statements.iter().filter(touches).count() as i128
}

/// About how many instances the statement has: the cells of the largest array that it writes.
fn instances(scop: &Scop, statement: StatementId, reference: &Reference) -> i128 {
    let written = scop.statements[statement].accesses.iter().filter(|access| access.writes());
    written.map(|access| cells(scop, access.array, reference)).max().unwrap_or(1)
}
