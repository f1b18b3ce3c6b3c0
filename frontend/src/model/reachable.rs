//! The values that integers may have at the starts of a loop's iterations: those at its entry, and what any number of
//! iterations make of them, as long as the loop's condition holds.
//!
//! isl's transitive closure is exact for steps by constants and over-approximates others, which is safe here; so is the
//! convex hull of the result.

use isl::{DimType, Map, Result, Set};
use polyhedral::{Comparison, Condition, Expression, lower};

use crate::outline::Reachable;

/// `{ [x] : … }` of `universe`, all values of the counters.
pub fn values(reachable: &Reachable, universe: Set) -> Result<Set> {
    let space = universe.space()?;
    let mut entered = universe.clone();
    for (counter, initial) in reachable.counters.iter().zip(&reachable.initial) {
        if let Some(initial) = initial {
            let counter = Expression::variable(&counter.name);
            let is_initial = Condition::Compare(Comparison::Equal, counter, initial.clone());
            entered = entered.intersect(lower::condition(&is_initial, &space)?)?;
        }
    }
    let holds = lower::condition(&reachable.condition, &space)?;
    let running = universe.intersect(holds.clone())?;
    let mut steps: Option<Map> = None;
    for step in &reachable.steps {
        let step = one(&running, step)?;
        steps = Some(match steps {
            None => step,
            Some(all) => all.union(step)?,
        });
    }
    let entered = entered.intersect(holds.clone())?;
    let Some(steps) = steps else { return entered.coalesce() };
    let (closure, _) = steps.intersect_range(running)?.transitive_closure()?;
    let all = entered.clone().union(entered.apply(closure)?)?.intersect(holds.clone())?;
    // convex, so that bounds are short
    all.remove_divs()?.coalesce()?.polyhedral_hull()?.to_set()?.intersect(holds)
}

/// `{ [x] -> [x'] }`: one iteration along one path.
fn one(running: &Set, step: &[Option<Expression>]) -> Result<Map> {
    let space = running.space()?;
    let mut map = Map::from_domain_and_range(running.clone(), Set::universe(space.clone())?)?;
    let dimensions = space.dim(DimType::Set)?;
    let around = dimensions - step.len() as u32;
    for position in 0..around {
        map = map.equate(DimType::In, position, DimType::Out, position)?;
    }
    for (position, value) in (around..).zip(step) {
        if let Some(value) = value {
            // { [x] -> [value] }
            let value = lower::expression(value, &space)?.to_map()?;
            // { [x] -> [x'] : x'_position = value }
            let others = value.insert_dims(DimType::Out, 0, position)?;
            let others = others.add_dims(DimType::Out, dimensions - position - 1)?;
            map = map.intersect(others)?;
        }
    }
    Ok(map)
}
