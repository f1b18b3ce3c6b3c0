//! Transfers that run while another iteration works: the load for the next iteration, and the store of the one before.
//!
//! Legal where a load brings nothing that an iteration before its own stores (Theorem 1 has it so, and it is asked
//! again at the earlier date), since no store then needs to be done before it; and where no two cells that are
//! copied or touched while one iteration works share memory, which is how windows are chosen. So a window that slides
//! holds one step more, and an array that every iteration copies anew gets two buffers in rotation.

use isl::{Aff, DimType, LocalSpace, Map, Set, Val};

/// `{ [i] -> [i'] }`: the iteration after each one of `domain` (`{ [i] }`), but for the last; `None` if these aren't all
/// `step` apart.
///
/// # Errors
/// isl's.
pub fn next(domain: &Set, step: i64) -> isl::Result<Option<Map>> {
    let local = LocalSpace::from_space(domain.space()?)?;
    let one = Aff::var_on_domain(local.clone(), DimType::Set, 0)?;
    let step = Aff::val_on_domain(local, Val::from_i64(domain.context(), step)?)?;
    let next =
        Map::from_aff(one.add(step)?)?.intersect_domain(domain.clone())?.intersect_range(domain.clone())?;
    let others = domain.clone().subtract(domain.clone().lexmin()?)?;
    Ok(others.is_subset(&next.clone().range()?)?.then_some(next))
}

#[cfg(test)]
mod tests {
    use super::*;
    use isl::Context;

    #[test]
    fn iterations_follow_each_other_by_steps() -> isl::Result<()> {
        let domain = |text: &str| Set::read_from_str(&Context::new(), text);
        let stepped = domain("[n] -> { [i] : 0 <= i < n and i mod 4 = 0 }")?;
        let found = next(&stepped, 4)?.map(|next| next.to_string());
        assert_eq!(found.as_deref(), Some("[n] -> { [i] -> [4 + i] : (i) mod 4 = 0 and 0 <= i <= -5 + n }"));
        let with_a_hole = domain("[n] -> { [i] : 0 <= i < n and i != 3 }")?;
        assert!(next(&with_a_hole, 1)?.is_none());
        Ok(())
    }
}
