//! The order of the text as dates: `{ S[i,j] -> [0, i, 1, j, 0] }`.
//!
//! Positions among neighbours alternate with counters; a counter that goes down is negated.

use isl::{Aff, DimType, LocalSpace, Map, MultiAff, Result, Set, Space, Val};

/// An entry of a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// The position among neighbours.
    Position(i64),
    /// The counter at this place.
    Counter {
        /// Which.
        index: u32,
        /// Whether it goes down.
        negated: bool,
    },
}

/// `{ S[i] -> date }` for the statement with this domain, padded to `length`.
pub fn date_map(domain: &Set, entries: &[Entry], length: usize) -> Result<Map> {
    let space = domain.space()?;
    let affs = (0..length).map(|position| aff(entries.get(position), &space)).collect::<Result<Vec<_>>>()?;
    let range = space.clone().params()?.add_unnamed_tuple_ui(length as u32)?;
    MultiAff::from_affs(Space::map_from_domain_and_range(space, range)?, affs)?.to_map()
}

fn aff(entry: Option<&Entry>, space: &Space) -> Result<Aff> {
    let local = LocalSpace::from_space(space.clone())?;
    match entry {
        None => Aff::zero_on_domain(local),
        Some(Entry::Position(position)) => {
            Aff::val_on_domain(local, Val::from_i64(space.context(), *position)?)
        }
        Some(Entry::Counter { index, negated }) => {
            let counter = Aff::var_on_domain(local, DimType::Set, *index)?;
            if *negated { counter.neg() } else { Ok(counter) }
        }
    }
}
