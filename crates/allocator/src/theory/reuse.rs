//! Constant reuse vectors (Darte, Isoard, Yuki, *Extended Lattice-Based Memory Allocation*, section 4.2).
//!
//! A reuse vector `l = m a` leads from a cell to one that may share its location. Given directions
//! `a_1 … a_(i-1)`, the next vector lies, with all its multiples, outside of the extrusion K_i of the
//! conflicting differences along them. Then (Theorem 2) all integer combinations of reuse vectors lie
//! outside of K. Short vectors are taken first, since more of them fit into the array.
//!
//! A constant vector has to serve all parameter values, so parameters are projected out first (section
//! 4.2.3). That multiples lie outside is had in the paper's two ways (section 4.2.4): K_i is made
//! star-shaped before, or multiples are checked after. The second is better where K has holes, the
//! first where it has none, since K_i then has fewer pieces.
//!
//! The direction is the vector's component along the rows that complete the directions so far into a
//! unimodular matrix, divided by its content, so that they can be completed again (section 4.2.2).

use crate::theory::extrusion::{extruded, rationally_extruded};
use crate::theory::image::coordinates;
use crate::theory::integer_matrix::{Matrix, Vector, combination, completion, inverse, primitive};
use crate::theory::shortest::shortest;
use crate::theory::star::star_shaped;
use isl::{DimType, ErrorKind, Set, Val};

/// Directions with multiples: the reuse vectors `multiples_k * directions_k`, in the order found.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Chain {
    /// Vectors that can be completed into a unimodular matrix.
    pub directions: Matrix,
    /// One for each, positive.
    pub multiples: Vec<i64>,
}

impl Chain {
    /// Its first `length` vectors.
    pub fn beginning(&self, length: usize) -> Self {
        Chain { directions: self.directions[..length].to_vec(), multiples: self.multiples[..length].to_vec() }
    }
}

/// How multiples of a vector are kept out of the conflicting differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// By a star-shaped extension.
    Star,
    /// By a check.
    Checked,
}

/// Chains that are followed at most; the paper leaves the choice among equally short vectors open.
const MOST_CHAINS: usize = 6;
/// Equally short vectors that are tried.
const MOST_BRANCHES: usize = 3;
/// Vectors that are dropped for a conflicting multiple before a chain ends.
const MOST_CHECKS: usize = 12;
/// Dimensions of sets that are searched: norms have as many rows as there are signs.
const MOST_DIMENSIONS: usize = 8;
/// isl's operations for one step.
const BUDGET: u64 = 60_000;

/// The chains of `differences` (`[p] -> { [z] }`, symmetric), each as long as constant vectors are found;
/// the empty one where there are none.
///
/// # Errors
/// isl's. An exhausted budget ends a chain.
pub fn chains(differences: &Set) -> isl::Result<Vec<Chain>> {
    let constant = differences.clone().project_out_all_params()?.coalesce()?;
    let mut all = Vec::new();
    for shape in [Shape::Star, Shape::Checked] {
        let mut chains = Vec::new();
        follow(&constant, Chain::default(), shape, &mut chains)?;
        chains.retain(|chain| !all.contains(chain));
        all.extend(chains);
    }
    Ok(all)
}

fn follow(set: &Set, chain: Chain, shape: Shape, chains: &mut Vec<Chain>) -> isl::Result<()> {
    let steps = match set.context().with_budget(BUDGET, || steps(set, &chain.directions, shape)) {
        Err(error) if error.kind == ErrorKind::Quota => vec![],
        steps => steps?,
    };
    if steps.is_empty() {
        chains.push(chain);
        return Ok(());
    }
    for (multiple, direction) in steps.into_iter().take(MOST_BRANCHES) {
        if chains.len() < MOST_CHAINS {
            let mut longer = chain.clone();
            longer.directions.push(direction);
            longer.multiples.push(multiple);
            follow(set, longer, shape, chains)?;
        }
    }
    Ok(())
}

/// The multiples and directions of the shortest vectors that can follow `directions`, equally short.
///
/// # Errors
/// isl's.
pub fn steps(set: &Set, directions: &Matrix, shape: Shape) -> isl::Result<Vec<(i64, Vector)>> {
    let dimensions = set.dim(DimType::Set)? as usize;
    let Some(completion) = completion(directions, dimensions) else { return Ok(vec![]) };
    if dimensions > MOST_DIMENSIONS {
        return Ok(vec![]);
    }
    let vectors = match shape {
        Shape::Star => shortest(&outside(set, directions)?)?,
        Shape::Checked => shortest_checked(set, directions)?,
    };
    let mut steps = Vec::new();
    for vector in vectors {
        steps.extend(component(&vector, directions, &completion).filter(|step| !steps.contains(step)));
    }
    Ok(steps)
}

/// The complement of the star-shaped extrusion of `set` along `directions`.
///
/// # Errors
/// isl's.
pub fn outside(set: &Set, directions: &Matrix) -> isl::Result<Set> {
    let star = star_shaped(set)?;
    if directions.is_empty() {
        return star.complement();
    }
    // integer points of the extrusion of a star-shaped set needn't be star-shaped
    star_shaped(&rationally_extruded(&star, directions)?)?.complement()
}

/// The shortest vectors outside of the extrusion whose multiples are outside too.
fn shortest_checked(set: &Set, directions: &Matrix) -> isl::Result<Vec<Vector>> {
    let extruded = extruded(set, directions)?.coalesce()?;
    let mut rest = extruded.clone().complement()?;
    for _ in 0..MOST_CHECKS {
        let vectors = shortest(&rest)?;
        if vectors.is_empty() {
            break;
        }
        let mut good = Vec::new();
        for vector in vectors.into_iter().take(MOST_CHECKS) {
            let line = coordinates(&extruded, std::slice::from_ref(&vector))?;
            if line.lower_bound_si(DimType::Set, 0, 1)?.is_empty()? {
                good.push(vector);
            } else {
                rest = without(rest, &vector)?;
            }
        }
        if !good.is_empty() {
            return Ok(good);
        }
    }
    Ok(vec![])
}

/// `set` without `vector` and its opposite.
fn without(set: Set, vector: &[i64]) -> isl::Result<Set> {
    [1, -1].into_iter().try_fold(set, |set, sign: i64| {
        let mut point = Set::universe(set.space()?)?;
        for (position, entry) in (0..).zip(vector) {
            let value = Val::from_i64(set.context(), entry.saturating_mul(sign))?;
            point = point.fix_val(DimType::Set, position, value)?;
        }
        set.subtract(point)
    })
}

/// What `vector` is along the rows of `completion`, as a multiple of a direction.
fn component(vector: &Vector, directions: &Matrix, completion: &Matrix) -> Option<(i64, Vector)> {
    let basis = [directions.as_slice(), completion.as_slice()].concat();
    // vector = weights . basis
    let weights = combination(vector, &inverse(&basis)?)?;
    let (multiple, weights) = primitive(&weights[directions.len()..])?;
    Some((multiple, combination(&weights, completion)?))
}
