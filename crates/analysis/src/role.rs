//! What an array is for.

use crate::dataflow::Dataflow;
use isl::UnionMap;
use polyhedral::{ArrayId, Scop};
use std::fmt;

/// How an array's contents relate to the code around the region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Written before it is read, and not needed afterwards: polycc may lay it out anew.
    Temporary,
    /// Values come in, none are needed afterwards.
    LiveIn,
    /// No value comes in, those written are needed afterwards.
    LiveOut,
    /// Both.
    LiveInOut,
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Role::Temporary => "temporary",
            Role::LiveIn => "live-in",
            Role::LiveOut => "live-out",
            Role::LiveInOut => "live-in-out",
        })
    }
}

/// The role of each array of `scop`.
///
/// # Errors
/// isl's.
pub fn roles(scop: &Scop, dataflow: &Dataflow) -> isl::Result<Vec<Role>> {
    let arrays_read_from_before = array_names(&dataflow.live_in)?;
    let role = |(id, array): (usize, &polyhedral::Array)| {
        let comes_in = arrays_read_from_before.contains(&array.name);
        let goes_out = array.outlives.is_some() && !dataflow.writes[id].is_empty()?;
        Ok(match (comes_in, goes_out) {
            (false, false) if array.outlives.is_some() => Role::LiveIn,
            (false, false) => Role::Temporary,
            (true, false) => Role::LiveIn,
            (false, true) => Role::LiveOut,
            (true, true) => Role::LiveInOut,
        })
    };
    scop.arrays.iter().enumerate().map(role).collect()
}

/// Marks variables that the region reads before it writes them, and that its next run finds as they are left, as needed afterwards.
/// Gives these.
///
/// # Errors
/// isl's.
pub fn keep_state(scop: &mut Scop, dataflow: &Dataflow) -> isl::Result<Vec<ArrayId>> {
    let arrays_read_from_before = array_names(&dataflow.live_in)?;
    let mut kept = Vec::new();
    for (id, array) in scop.arrays.iter_mut().enumerate() {
        if array.comes_back && array.outlives.is_none() && arrays_read_from_before.contains(&array.name) {
            array.outlives = Some("its next run reads what this one leaves".into());
            kept.push(id);
        }
    }
    Ok(kept)
}

fn array_names(accesses: &UnionMap) -> isl::Result<Vec<String>> {
    let names = accesses.maps()?.into_iter().map(|map| map.tuple_name(isl::DimType::Out));
    names.map(|name| Ok(name?.unwrap_or_default())).collect()
}
