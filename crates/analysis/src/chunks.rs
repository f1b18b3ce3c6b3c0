//! Whether two parallel loops over rows, one behind the other, may run in chunks of rows, each with an array of its own.
//!
//! `for (i…) new[i] = f(old); for (i…) old[i] = new[i];` becomes a loop over chunks, in which the first loop runs for all rows of the
//! chunk, and the second for all but those near its ends; for these it runs behind all chunks. That does the same, if
//!
//! 1. both are loops whose iterations may run in any order: no two of them touch what one of them writes, but for what each has for itself;
//! 2. what is read of `new` comes from the same row of the same run of the loops, and nobody else reads what they write there: so each
//!    chunk may have an array of its own;
//! 3. where else an iteration of the first and one of the second touch a cell that one of them writes, their rows are `reach` apart at
//!    most: if they are in different chunks, that of the second loop is near an end, so that it still comes behind the first one;
//! 4. the second loop has no rows that the first doesn't have, and what stands between the loops has nothing to do with the first, so
//!    that it may come before it;
//! 5. what each iteration has for itself gives no values to other loops, and the second loop's none to other rows, so that it doesn't
//!    matter which of its rows is the last one; but for variables in which the second alone joins values, with the same result in any
//!    order (the larger one, a sum of integers).
//!
//! Iterations of the first loop come in the order in which they came, and so do those of the second in each chunk.

use crate::dataflow::conflicting;
use crate::{Analysed, Role};
use isl::{DimType, Map, Set, UnionMap, UnionSet};
use polyhedral::{ArrayId, Scop, Statement, StatementId};
use std::collections::BTreeSet;

/// Which statements are which.
pub struct Loops<'f> {
    /// Those of the first loop.
    pub first: &'f dyn Fn(&Statement) -> bool,
    /// What stands between the loops.
    pub between: &'f dyn Fn(&Statement) -> bool,
    /// Those of the second.
    pub second: &'f dyn Fn(&Statement) -> bool,
    /// The array that each chunk has for itself.
    pub own: ArrayId,
    /// The variables in which the second loop joins values, with the same result in any order.
    pub joined: &'f BTreeSet<ArrayId>,
}

/// How many rows at either end of a chunk wait for all chunks; `None` where the loops can't be shown to run in chunks.
///
/// # Errors
/// isl's.
pub fn reach(analysed: &Analysed, loops: &Loops) -> isl::Result<Option<i64>> {
    let scop = &analysed.scop;
    let (Some(first), Some(second)) = (Parallel::of(scop, loops.first), Parallel::of(scop, loops.second))
    else {
        return Ok(None);
    };
    if first.dimension != second.dimension || !first.statements.is_disjoint(&second.statements) {
        return Ok(None);
    }
    let between: BTreeSet<StatementId> =
        (0..scop.statements.len()).filter(|id| (loops.between)(&scop.statements[*id])).collect();
    let Some(rows) = Rows::of(analysed, first.dimension)? else { return Ok(None) };
    if !rows.are_counted(&first.statements)? || !rows.are_counted(&second.statements)? {
        return Ok(None);
    }
    // a row of the second loop runs in the chunk of that row
    if !rows.runs(&second)?.is_subset(&rows.runs(&first)?)? {
        return Ok(None);
    }
    let touched = [&first, &second].map(|one| scop.touched(one.statements.iter().copied()));
    let mut reach = 0;
    for array in 0..scop.arrays.len() {
        for one in [&first, &second].into_iter().filter(|one| !one.private.contains(&array)) {
            if rows.apart(&rows.conflicts(array, &one.statements, &one.statements)?)? != Some(0) {
                return Ok(None);
            }
        }
        if !rows.conflicts(array, &first.statements, &between)?.is_empty()? {
            return Ok(None);
        }
        if array == loops.own {
            if !rows.is_of_rows(array, &first, &second)? {
                return Ok(None);
            }
            continue;
        }
        let [in_first, in_second] = touched.each_ref().map(|touched| touched.contains(&array));
        if loops.joined.contains(&array) {
            if in_first {
                return Ok(None);
            }
            continue;
        }
        let is_private = |one: &Parallel| one.private.contains(&array);
        if is_private(&second) && in_second && !rows.gives_nothing(array, &second)? {
            return Ok(None);
        }
        match (is_private(&first), is_private(&second)) {
            _ if !in_first || !in_second => {}
            (true, true) => {
                if !rows.gives_nothing(array, &first)? {
                    return Ok(None);
                }
            }
            (false, false) => {
                let conflicts = rows.conflicts(array, &first.statements, &second.statements)?;
                let Some(most) = rows.apart(&conflicts)? else { return Ok(None) };
                reach = reach.max(most);
            }
            _ => return Ok(None),
        }
    }
    Ok(Some(reach))
}

/// A loop that pragmas make parallel.
struct Parallel {
    statements: BTreeSet<StatementId>,
    /// Of dates: what counts its rows.
    dimension: u32,
    private: BTreeSet<ArrayId>,
}

impl Parallel {
    fn of(scop: &Scop, is_inside: &dyn Fn(&Statement) -> bool) -> Option<Self> {
        let statements: BTreeSet<StatementId> =
            (0..scop.statements.len()).filter(|id| is_inside(&scop.statements[*id])).collect();
        let is_this = |it: &&polyhedral::Unordered| {
            it.statements.iter().copied().collect::<BTreeSet<_>>() == statements
        };
        let found = scop.unordered.iter().filter(is_this).min_by_key(|it| it.dimension)?;
        let (dimension, private) = (found.dimension, found.private.iter().copied().collect());
        (!statements.is_empty() && dimension > 0).then_some(Parallel { statements, dimension, private })
    }
}

/// The rows of loops, and their runs.
struct Rows<'a> {
    analysed: &'a Analysed,
    dimension: u32,
    /// `{ S[i] -> [r] }`
    of: UnionMap,
    /// `{ S[i] -> [t,r] }`: with the run.
    both: UnionMap,
    /// `{ S[i] -> T[j] }`: both are of the same run.
    together: UnionMap,
}

impl<'a> Rows<'a> {
    /// Nothing where dates are too short to tell.
    fn of(analysed: &'a Analysed, dimension: u32) -> isl::Result<Option<Self>> {
        let scop = &analysed.scop;
        let empty = || UnionMap::empty(scop.context.space()?);
        let (mut of, mut runs, mut both) = (empty()?, empty()?, empty()?);
        for date in scop.schedule.clone().intersect_domain(scop.domain()?)?.maps()? {
            let length = date.dim(DimType::Out)?;
            if length <= dimension {
                return Ok(None);
            }
            // the loops around both come before the position of the loop
            let run = date.clone().project_out(DimType::Out, dimension - 1, length - dimension + 1)?;
            let behind = length - dimension - 1;
            let row = date.project_out(DimType::Out, dimension + 1, behind)?.project_out(
                DimType::Out,
                0,
                dimension,
            )?;
            both = both.union(run.clone().flat_range_product(row.clone())?.to_union_map()?)?;
            of = of.union(row.to_union_map()?)?;
            runs = runs.union(run.to_union_map()?)?;
        }
        let together = runs.clone().apply_range(runs.reverse()?)?;
        Ok(Some(Rows { analysed, dimension, of, both, together }))
    }

    /// Whether the counter of the loop is what tells the row.
    fn are_counted(&self, statements: &BTreeSet<StatementId>) -> isl::Result<bool> {
        let scop = &self.analysed.scop;
        let position = (self.dimension - 1) / 2;
        for id in statements {
            let statement = &scop.statements[*id];
            let domain = statement.domain.clone().intersect_params(scop.context.clone())?;
            let length = statement.iterators.len() as u32;
            if length <= position {
                return Ok(false);
            }
            let itself = Map::identity(domain.space()?.map_from_set()?)?.intersect_domain(domain.clone())?;
            let counter = itself
                .reset_tuple_id(DimType::Out)?
                .project_out(DimType::Out, position + 1, length - position - 1)?
                .project_out(DimType::Out, 0, position)?;
            let rows = self.of.clone().intersect_domain(domain.to_union_set()?)?;
            if !rows.is_equal(&counter.to_union_map()?)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// `{ [t,r] }`: the runs and rows of a loop.
    fn runs(&self, one: &Parallel) -> isl::Result<UnionSet> {
        self.both.clone().intersect_domain(self.domain(&one.statements)?)?.range()
    }

    fn domain(&self, statements: &BTreeSet<StatementId>) -> isl::Result<UnionSet> {
        self.analysed.scop.domain_of(statements.iter().copied())
    }

    /// `{ S[i] -> T[j] }`: instances of these statements in one run that touch a cell which one of them writes.
    fn conflicts(
        &self,
        array: ArrayId,
        some: &BTreeSet<StatementId>,
        others: &BTreeSet<StatementId>,
    ) -> isl::Result<UnionMap> {
        let dataflow = &self.analysed.dataflow;
        let (reads, writes) = (&dataflow.reads[array], &dataflow.writes[array]);
        let (some, others) = (self.domain(some)?, self.domain(others)?);
        let of = |touches: &UnionMap, those: &UnionSet| touches.clone().intersect_domain(those.clone());
        let ours = (of(reads, &some)?, of(writes, &some)?);
        let theirs = (of(reads, &others)?, of(writes, &others)?);
        conflicting((&ours.0, &ours.1), (&theirs.0, &theirs.1))?.intersect(self.together.clone())
    }

    /// How far the rows of such instances are apart at most, if there is a limit.
    fn apart(&self, pairs: &UnionMap) -> isl::Result<Option<i64>> {
        let rows = pairs.clone().apply_domain(self.of.clone())?.apply_range(self.of.clone())?;
        let apart = rows.deltas()?;
        if apart.is_empty()? {
            return Ok(Some(0));
        }
        let space = self.analysed.scop.context.space()?.add_unnamed_tuple_ui(1)?;
        let apart: Set = apart.extract_set(space)?.project_out_all_params()?;
        // an infinite value is no integer
        let (least, most) = (apart.clone().dim_min_val(0)?.to_i64()?, apart.dim_max_val(0)?.to_i64()?);
        Ok(least.zip(most).map(|(least, most)| most.max(least.saturating_neg())))
    }

    /// Whether all values of `array` that a loop writes are read in the same row of it.
    fn gives_nothing(&self, array: ArrayId, one: &Parallel) -> isl::Result<bool> {
        let own = self.domain(&one.statements)?;
        self.stays(array, &own)
    }

    /// Whether all that is read of the array in the loops comes from the same row, and all that they write stays in that.
    fn is_of_rows(&self, array: ArrayId, first: &Parallel, second: &Parallel) -> isl::Result<bool> {
        let both = self.domain(&first.statements)?.union(self.domain(&second.statements)?)?;
        let dataflow = &self.analysed.dataflow;
        let cells = Set::universe(self.analysed.scop.cell_space(array)?)?.to_union_set()?;
        let from_before = dataflow.live_in.clone().intersect_domain(both.clone())?.intersect_range(cells)?;
        let values = dataflow.values[array].clone().intersect_range(both.clone())?;
        let is_inside = values.clone().domain()?.is_subset(&both)?;
        let is_temporary = self.analysed.roles[array] == Role::Temporary;
        Ok(is_temporary && from_before.is_empty()? && is_inside && self.stays(array, &both)?)
    }

    /// Whether all values of `array` that some instances write are read by these, in the same run and row.
    fn stays(&self, array: ArrayId, own: &UnionSet) -> isl::Result<bool> {
        let dataflow = &self.analysed.dataflow;
        let cells = Set::universe(self.analysed.scop.cell_space(array)?)?.to_union_set()?;
        let left = dataflow.live_out.clone().intersect_domain(own.clone())?.intersect_range(cells)?;
        let values = dataflow.values[array].clone().intersect_domain(own.clone())?;
        let is_in_run = values.clone().range()?.is_subset(own)? && values.is_subset(&self.together)?;
        Ok(left.is_empty()? && is_in_run && self.apart(&values)? == Some(0))
    }
}
