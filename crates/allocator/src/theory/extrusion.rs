//! The extrusion of a set along vectors (Darte, Isoard, Yuki, *Extended Lattice-Based Memory
//! Allocation*, section 4.2): everything that differs from an element by a combination of them.
//!
//! For vectors that can be completed into a unimodular matrix, integer combinations are enough: two
//! integer points that differ by a real combination differ by an integer one (section 4.2.2).

use crate::theory::integer_matrix::Vector;
use isl::{Aff, DimType, LocalSpace, MultiAff, Set, Space, Val};

/// `{ [x] : exists u: x - sum of u_j * vectors_j in set }`, over the integers.
///
/// # Errors
/// isl's.
pub fn extruded(set: &Set, vectors: &[Vector]) -> isl::Result<Set> {
    let dimensions = set.dim(DimType::Set)?;
    let added = vectors.len() as u32;
    let function = function(set.space()?, dimensions, vectors)?;
    // { [x, u] : x - sum of u_j * vectors_j in set }
    let with_multiples = set.clone().preimage_multi_aff(function)?;
    with_multiples.project_out(DimType::Set, dimensions, added)
}

/// The same over the rationals: a superset without existentially quantified variables.
///
/// # Errors
/// isl's.
pub fn rationally_extruded(set: &Set, vectors: &[Vector]) -> isl::Result<Set> {
    extruded(set, vectors)?.remove_divs()
}

/// `{ [x, u] -> [x - sum of u_j * vectors_j] }`
fn function(target: Space, dimensions: u32, vectors: &[Vector]) -> isl::Result<MultiAff> {
    let source = target.clone().add_dims(DimType::Set, vectors.len() as u32)?;
    let local = LocalSpace::from_space(source.clone())?;
    let component = |d: u32| {
        let x = Aff::var_on_domain(local.clone(), DimType::Set, d)?;
        (dimensions..).zip(vectors).try_fold(x, |sum, (position, vector)| {
            let entry = Val::from_i64(target.context(), vector[d as usize].saturating_neg())?;
            sum.set_coefficient_val(DimType::In, position, entry)
        })
    };
    let components = (0..dimensions).map(component).collect::<isl::Result<Vec<_>>>()?;
    MultiAff::from_affs(source.map_from_domain_and_range(target.clone())?, components)
}
