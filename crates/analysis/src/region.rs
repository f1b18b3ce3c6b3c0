//! Array regions: which cells a statement or a loop reads and writes (Guelton, Amini, Creusillet,
//! *Beyond Do Loops*, section 2).

use isl::UnionMap;
use polyhedral::{AccessKind, Condition, Scop};

/// The cells that one construct touches in one way.
#[derive(Clone, Debug)]
pub struct ArrayRegion {
    /// `read.may`, `read.must`, `write.may` or `write.must`.
    pub kind: &'static str,
    /// `S0`, or `loop i@12` with the loop's line.
    pub construct: String,
    /// `{ S[i] -> A[x] }`: by statement instance.
    pub accesses: UnionMap,
}

/// The regions of all statements, each restricted to the instances that run.
///
/// # Errors
/// isl's.
pub fn array_regions(scop: &Scop) -> isl::Result<Vec<ArrayRegion>> {
    let domain = scop.domain()?;
    let mut regions = Vec::new();
    for statement in &scop.statements {
        for (kind, read, certain) in KINDS {
            let accesses = scop.accesses(|other, access| {
                let sure = match access.kind {
                    AccessKind::Read => access.guard == Condition::Constant(true),
                    AccessKind::MustWrite => true,
                    AccessKind::MayWrite => false,
                };
                let is_read = access.kind == AccessKind::Read;
                other.name == statement.name && is_read == read && (sure || !certain)
            })?;
            let accesses = accesses.intersect_domain(domain.clone())?;
            regions.push(ArrayRegion { kind, construct: statement.name.clone(), accesses });
        }
    }
    Ok(regions)
}

/// Name, whether it is about reads, whether only certain accesses count.
const KINDS: [(&str, bool, bool); 4] = [
    ("read.may", true, false),
    ("read.must", true, true),
    ("write.may", false, false),
    ("write.must", false, true),
];
