//! The instances of each chunk.

use super::{Chunked, Rows};
use crate::flow::bounds;
use crate::track::functions;
use isl::{Aff, Constraint, DimType, LocalSpace, Map, Set, Space, Val};
use polyhedral::Scop;

/// From the program's instances to those in chunks.
pub(super) struct Lift {
    /// Per statement `{ S[i] -> S[c,i] }` for each chunk that runs the instance.
    pub(super) copies: Vec<Map>,
    /// Per statement `{ S[c,i] -> S[i] }`, on whole spaces.
    pub(super) spaces: Vec<Map>,
}

impl Lift {
    /// A chunk of n rows starts at a multiple of n. The statement that starts `a` rows early runs row r in all chunks
    /// of the rows from r to r + a.
    pub(super) fn new(
        scop: &Scop,
        rows: &Rows,
        loops: &[Chunked],
        size: &dyn Fn(i64) -> i64,
    ) -> isl::Result<Self> {
        let (mut copies, mut spaces) = (Vec::new(), Vec::new());
        for (id, statement) in scop.statements.iter().enumerate() {
            let domain = statement.domain.clone().intersect_params(scop.context.clone())?;
            let row = rows.of[id].clone();
            // { [r] }
            let line = row.space()?.range()?;
            let chunk = match loops.iter().find(|one| one.statements.contains(&id)) {
                None => functions(&line, vec![Aff::zero_on_domain(LocalSpace::from_space(line.clone())?)?])?,
                Some(one) => {
                    let most = one.halo.values().copied().max().unwrap_or(0);
                    let first = first_row(&line, size(most))?;
                    let chunks = all_rows(scop, rows, one)?.apply(first.clone())?;
                    later(&line, one.halo[&id])?.apply_range(first)?.intersect_range(chunks)?
                }
            };
            // { S[i] -> [c] }
            let chunk = row.apply_range(chunk)?.intersect_domain(domain)?;
            let name = &statement.name;
            let itself = Map::identity(statement.domain.space()?.map_from_set()?)?;
            copies.push(chunk.flat_range_product(itself.clone())?.set_tuple_name(DimType::Out, name)?);
            spaces.push(itself.insert_dims(DimType::In, 0, 1)?.set_tuple_name(DimType::In, name)?);
        }
        Ok(Lift { copies, spaces })
    }
}

/// `{ [r] }`: an interval that holds the rows of all statements of the loop.
fn all_rows(scop: &Scop, rows: &Rows, one: &Chunked) -> isl::Result<Set> {
    let mut all: Option<Set> = None;
    for id in &one.statements {
        let domain = scop.statements[*id].domain.clone().intersect_params(scop.context.clone())?;
        let own = domain.apply(rows.of[*id].clone())?;
        all = Some(match all {
            Some(all) => all.union(own)?,
            None => own,
        });
    }
    let empty = || Set::empty(scop.context.space()?.add_unnamed_tuple_ui(1)?);
    all.map_or_else(empty, Ok)?.simple_hull()?.to_set()
}

/// `{ [r] -> [c] }`: the first row of the chunk of `size` rows that row r is in.
fn first_row(line: &Space, size: i64) -> isl::Result<Map> {
    let local = LocalSpace::from_space(line.clone())?;
    let size = || Val::from_i64(line.context(), size);
    let row = Aff::var_on_domain(local, DimType::Set, 0)?;
    functions(line, vec![row.scale_down_val(size()?)?.floor()?.scale_val(size()?)?])
}

/// `{ [r] -> [r'] : r <= r' <= r + most }`
fn later(line: &Space, most: i64) -> isl::Result<Map> {
    let pairs = Map::identity(line.clone().map_from_set()?)?.space()?;
    let bound = |sign: i32, constant: i64| -> isl::Result<_> {
        Constraint::alloc_inequality(LocalSpace::from_space(pairs.clone())?)?
            .set_coefficient_si(DimType::In, 0, -sign)?
            .set_coefficient_si(DimType::Out, 0, sign)?
            .set_constant_val(Val::from_i64(pairs.context(), constant)?)
    };
    Map::universe(pairs.clone())?.add_constraint(bound(1, 0)?)?.add_constraint(bound(-1, most)?)
}

/// `{ S[c,i] -> [c] }`
pub(super) fn first_dimension(instances: &Space) -> isl::Result<Map> {
    let local = LocalSpace::from_space(instances.clone())?;
    functions(instances, vec![Aff::var_on_domain(local, DimType::Set, 0)?])
}

/// `map` (`{ S[i] -> [t] }`) with those dimensions of its range.
pub(super) fn permuted(map: Map, dimensions: impl IntoIterator<Item = u32>) -> isl::Result<Map> {
    let space = map.space()?.range()?;
    let local = || LocalSpace::from_space(space.clone());
    let dimension = |d: u32| Aff::var_on_domain(local()?, DimType::Set, d);
    let chosen = dimensions.into_iter().map(dimension).collect::<isl::Result<Vec<_>>>()?;
    map.apply_range(functions(&space, chosen)?)
}

/// The value of a dimension of dates (`{ S[i] -> [t] }`), if it is a constant.
pub(super) fn constant(dates: &Map, dimension: u32) -> isl::Result<Option<i64>> {
    if dates.dim(DimType::Out)? <= dimension {
        return Ok(None);
    }
    let values = bounds(permuted(dates.clone(), [dimension])?.range()?)?;
    Ok(values.least.filter(|least| values.most == Some(*least)))
}
