//! Buffers that last for a loop contract as other arrays do: a cell is alive from the first iteration that touches it to
//! the last one, and a window over the cells that are alive at once slides along. Only the outermost dimension
//! wraps around, so that rows stay in one piece.
//!
//! Two cells may share memory if no iteration has both alive (Lefebvre, Feautrier; Darte, Schreiber, Villard); all that an
//! iteration touches or copies counts as alive in all of it.

use super::Hull;
use crate::contraction::{is_border, is_worthwhile};
use crate::size::Reference;
use crate::width::{separates, width};
use analysis::Analysed;
use isl::{DimType, Map, Set};
use polyhedral::Expression;

const LARGE: i64 = 10_007;
const SMALL: i64 = 101;

/// The modulus of the outermost dimension of the buffer around the cells that the iterations touch (`{ [i] -> A[x] }`),
/// if that saves memory.
///
/// # Errors
/// isl's.
pub fn window(touched: &Map, buffer: &Hull, whole: &Analysed) -> isl::Result<Option<Expression>> {
    let context = &whole.scop.context;
    let conflicting = differences(&alive(touched)?)?.intersect_params(context.clone())?;
    let extents = differences(&Map::from_range(buffer.cells.clone())?)?.intersect_params(context.clone())?;
    for reference in references(whole)? {
        let (modulus, extent) = (width(&conflicting, 0, &reference)?, width(&extents, 0, &reference)?);
        let (Some(modulus), Some(extent)) = (modulus, extent) else { return Ok(None) };
        let saves = match extent.constant() {
            Some(_) => is_worthwhile(&modulus, &extent, &reference),
            None => !is_border(&modulus, &extent),
        };
        if saves && separates(&conflicting, 0, &modulus)? {
            return Ok(Some(modulus));
        }
    }
    Ok(None)
}

/// Sizes of which one is much larger than the others: which of them, nobody says, and a filter is shorter than its input
/// where both are parameters.
fn references(whole: &Analysed) -> isl::Result<Vec<Reference>> {
    let parameters = &whole.scop.parameters;
    let given = |large: usize| {
        let sizes = parameters.iter().enumerate();
        let size = |position| if position == large { LARGE } else { SMALL };
        sizes.map(|(position, parameter)| (parameter.name.clone(), size(position))).collect()
    };
    let all = (0..parameters.len().max(1)).map(given);
    all.map(|given| Reference::within(&whole.scop.context, parameters, &given)).collect()
}

/// `{ [i] -> A[x] }`: the cells that an iteration or an earlier one touches, and it or a later one.
fn alive(touched: &Map) -> isl::Result<Map> {
    let iterations = touched.clone().domain()?;
    // { [i] -> [i'] : i <= i' }
    let until = iterations.clone().lex_le_set(iterations)?;
    let before = until.clone().reverse()?.apply_range(touched.clone())?;
    until.apply_range(touched.clone())?.intersect(before)?.coalesce()
}

/// `{ [z] }`: how far the outermost subscripts of cells of the same iteration are apart.
fn differences(alive: &Map) -> isl::Result<Set> {
    let inner = alive.dim(DimType::Out)? - 1;
    let outermost = alive.clone().project_out(DimType::Out, 1, inner)?.reset_tuple_id(DimType::Out)?;
    outermost.clone().reverse()?.apply_range(outermost)?.deltas()?.coalesce()
}

#[cfg(test)]
mod tests {
    use super::*;
    use isl::Context;

    fn distances(touched: &str) -> isl::Result<Set> {
        differences(&alive(&Map::read_from_str(&Context::new(), touched)?)?)
    }

    #[test]
    fn a_filter_needs_as_many_cells_as_it_has_taps() -> isl::Result<()> {
        let found = distances("[n, k] -> { [i] -> A[x] : 0 <= i < n and i <= x < i + k }")?;
        let expected = Set::read_from_str(found.context(), "[n, k] -> { [z] : -k < z < k and n > 0 }")?;
        assert!(found.is_equal(&expected)?, "{found}");
        Ok(())
    }

    #[test]
    fn cells_that_are_touched_again_stay_alive_meanwhile() -> isl::Result<()> {
        let found = distances("[n] -> { [i] -> A[i] : 0 <= i < n; [i] -> A[n - 1 - i] : 0 <= i < n }")?;
        let most = Set::read_from_str(found.context(), "[n] -> { [z] : z = n - 1 and n > 0 }")?;
        assert!(most.is_subset(&found)?, "{found}");
        Ok(())
    }
}
