//! The order that isl's own scheduler finds: functions with small distances, as Pluto's.

use crate::flow::{Dependence, Kind};
use crate::nest::Frame;
use crate::track::{Track, functions};
use isl::{DimType, Map, ScheduleConstraints, UnionMap};
use polyhedral::Scop;

/// isl operations that its scheduler may spend.
const OPERATIONS: u64 = 200_000;

/// Per statement `{ S[i] -> [t] }`, injective, all of one length; `None` where a statement has no instances.
/// Instances that the scheduler leaves unordered run in the order of the program, statement by statement.
///
/// # Errors
/// isl's; the scheduler may need any number of operations.
pub fn dates(scop: &Scop, frame: &Frame, dependences: &[Dependence]) -> isl::Result<Option<Vec<Map>>> {
    let mut validity = UnionMap::empty(scop.context.space()?)?;
    let mut proximity = validity.clone();
    for dependence in dependences {
        let pairs = dependence.relation.clone().to_union_map()?;
        if dependence.kind != Kind::Reuse {
            proximity = proximity.union(pairs.clone())?;
        }
        if dependence.kind != Kind::Input {
            validity = validity.union(pairs)?;
        }
    }
    let constraints = ScheduleConstraints::on_domain(scop.domain()?)?
        .set_context(scop.context.clone())?
        .set_validity(validity.coalesce()?)?
        .set_proximity(proximity.coalesce()?)?;
    let schedule = scop.context.context().with_budget(OPERATIONS, || constraints.compute_schedule())?;
    let found = schedule.map()?.intersect_domain(scop.domain()?)?;
    let is_total = found.is_injective()?;
    let mut dates = Vec::new();
    for (position, (program, instances)) in (0..).zip(frame.dates.iter().zip(&frame.domains)) {
        let of_statement = found.clone().intersect_domain(instances.clone().to_union_set()?)?;
        let [of_statement] = &of_statement.maps()?[..] else { return Ok(None) };
        dates.push(match is_total {
            true => of_statement.clone(),
            false => {
                let textual = textual(program, position)?;
                of_statement.clone().flat_range_product(textual)?.flat_range_product(program.clone())?
            }
        });
    }
    let lengths = dates.iter().map(|map| map.dim(DimType::Out)).collect::<isl::Result<Vec<_>>>()?;
    Ok(lengths.windows(2).all(|pair| pair[0] == pair[1]).then_some(dates))
}

/// `{ S[i] -> [position] }`
fn textual(dates: &Map, position: i64) -> isl::Result<Map> {
    let space = dates.space()?.range()?;
    let row = Track::at(crate::track::Shift { coefficients: Vec::new(), constant: position });
    dates.clone().apply_range(functions(&space, vec![row.function(&space, 0)?])?)
}
