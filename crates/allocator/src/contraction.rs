//! Array contraction: a smaller mapping for each temporary, or the reason why there is none.

use crate::conflicts::{Conflicts, Precision};
use crate::growth::grows;
use crate::problem::Problem;
use crate::size::Reference;
use crate::successive_modulo::{self, Moduli};
use crate::{certificate, portfolio, power_of_two, width};
use analysis::{Analysed, Order, Role, bounds};
use diagnostics::{Code, Remark};
use isl::{ErrorKind, Set};
use polyhedral::{
    Array, ArrayId, Block, Comparison, Condition, Expression, Mapping, MappingRow, Storage, Window,
};

/// What happens to an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// It gets fewer cells.
    Contracted,
    /// It becomes a scalar.
    Scalarized,
    /// Its cells get versions, since an order keeps several values of one cell alive at once.
    Expanded,
    /// It stays.
    Kept,
}

/// The outcome for one array.
#[derive(Clone, Debug)]
pub struct Allocation {
    /// What happens.
    pub decision: Decision,
    /// Why nothing does, for [`Decision::Kept`].
    pub reason: Option<Remark>,
    /// Where each cell lives; the identity for a kept array.
    pub mapping: Mapping,
    /// Whether isl proved that the mapping separates all conflicting cells.
    pub proved: bool,
    /// The method that found the mapping, where it isn't the identity.
    pub method: &'static str,
    /// The conflicts, where they were computed.
    pub conflicts: Option<Conflicts>,
    /// The memory that it shares with other arrays, if it does.
    pub block: Option<Block>,
}

impl Allocation {
    /// The extents of the memory that it lives in: its own, or those of the block that it shares.
    pub fn extents(&self) -> Vec<Expression> {
        self.block.as_ref().map_or_else(|| self.mapping.extents(), |block| block.extents.clone())
    }

    /// The new mapping, where there is one.
    pub fn changed(&self) -> Option<Mapping> {
        (self.decision != Decision::Kept).then(|| self.mapping.clone())
    }

    /// That `array` stays as it is for this `reason` after all.
    pub fn instead(self, array: &Array, reason: Remark) -> Self {
        kept(array, reason, self.conflicts)
    }

    /// The same with powers of two for moduli, if that is proved, and less than the array had.
    ///
    /// # Errors
    /// isl's.
    pub fn masked(
        &self,
        analysed: &Analysed,
        array: ArrayId,
        reference: &Reference,
    ) -> isl::Result<Option<Self>> {
        let declared = &analysed.scop.arrays[array];
        let Some(conflicts) = self.conflicts.as_ref().filter(|_| declared.is_resized()) else {
            return Ok(None);
        };
        let mut mapping = self.mapping.clone();
        for row in mapping.rows.iter_mut().filter(|row| row.wraps) {
            let Some(modulus) = row.modulus.constant().and_then(|it| power_of_two::rounded(it, 0)) else {
                return Ok(None);
            };
            row.modulus = Expression::Constant(modulus);
        }
        let differences = conflicts.differences_in(&analysed.scop.context)?;
        let is_less = reference.cells(&mapping.extents()) < original_cells(declared, reference);
        let is_proved = is_less && certificate::proves(&mapping, &differences)?;
        Ok(is_proved.then(|| Allocation { mapping, ..self.clone() }))
    }

    /// That of an array of one dimension only the `window` is there that strips touch, if its cells are fewer.
    ///
    /// A cell `x` is touched by elements `e` only with `first <= x - each * e <= last`. Where `y - x` is as much as the window has cells, which
    /// is `last - first + 1 - each` more than those of a strip, an element that touches `y` is a strip or more behind each one that touches `x`:
    /// in a later strip. No value stays for another run of the loops. So cells that conflict are less far apart, and of these differences the
    /// mapping is proved.
    ///
    /// # Errors
    /// isl's.
    pub fn in_window(
        analysed: &Analysed,
        array: ArrayId,
        window: Window,
        reference: &Reference,
    ) -> isl::Result<Option<Self>> {
        let (declared, cells) = (&analysed.scop.arrays[array], window.cells());
        let is_less = i128::from(cells) < original_cells(declared, reference);
        if !is_less || !declared.is_own() || obstacle(analysed, array)?.is_some() {
            return Ok(None);
        }
        let row = MappingRow {
            coefficients: vec![1],
            offset: Expression::Constant(0),
            modulus: Expression::Constant(cells),
            wraps: true,
        };
        let mapping = Mapping { rows: vec![row] };
        let differences = format!("{{ [z] : -{cells} < z < {cells} }}");
        let differences = Set::read_from_str(analysed.scop.context.context(), &differences)?;
        let is_proved = certificate::proves(&mapping, &differences)?;
        let decision = if !declared.versions.is_empty() { Decision::Expanded } else { Decision::Contracted };
        Ok(is_proved.then(|| Allocation {
            decision,
            reason: None,
            mapping,
            proved: true,
            method: ROWS,
            conflicts: None,
            block: None,
        }))
    }
}

/// Which mappings are considered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Selection<'a> {
    /// Those that keep the subscripts of the array apart, so that rows stay rows and inner loops cost what
    /// they did.
    #[default]
    Rows,
    /// All methods, the fewest cells.
    Fewest,
    /// One method of [`portfolio::names`].
    Method(&'a str),
}

/// The method behind [`Selection::Rows`].
const ROWS: &str = "successive-modulo";

/// Operations that isl may spend on one array with exact conflicts, and then with hulls: a fraction of a
/// second, and about two.
pub(crate) const BUDGETS: [(Precision, u64); 2] = [(Precision::Exact, 400_000), (Precision::Hull, 4_000_000)];
/// The same for orders that leave something open.
const BUDGETS_IF_OPEN: [(Precision, u64); 2] = [(Precision::Exact, 1_500_000), (Precision::Hull, 4_000_000)];

/// Of this many cells of a dimension at least one must go for a wrap-around to be worth its modulo.
const LEAST_SAVING: i64 = 8;

/// Decides about `array`, whose region runs in `order`.
///
/// # Errors
/// isl's; an exhausted budget keeps the array and is no error.
pub fn allocate(
    analysed: &Analysed,
    array: ArrayId,
    order: &Order,
    reference: &Reference,
) -> isl::Result<Allocation> {
    allocate_by(Selection::Rows, analysed, array, order, reference)
}

/// As [`allocate`], with the mappings of `selection`.
///
/// # Errors
/// isl's; an exhausted budget keeps the array and is no error.
pub fn allocate_by(
    selection: Selection,
    analysed: &Analysed,
    array: ArrayId,
    order: &Order,
    reference: &Reference,
) -> isl::Result<Allocation> {
    let context = analysed.scop.context.context().clone();
    let budgets = if order.total().is_some() { BUDGETS } else { BUDGETS_IF_OPEN };
    for (precision, budget) in budgets {
        let attempt = context.with_budget(budget, || contract(analysed, array, order, reference, precision));
        match attempt {
            Err(error) if error.kind == ErrorKind::Quota => {}
            Err(error) => return Err(error),
            Ok(rows) => {
                let found = select(selection, analysed, array, rows, reference)?;
                let declared = &analysed.scop.arrays[array];
                let is_smaller = found.decision == Decision::Contracted && declared.versions.is_empty();
                return match is_smaller && grows(analysed, declared, &found.mapping)? {
                    true => Ok(found.instead(
                        declared,
                        Remark::new(Code::WouldGrow, "at some sizes it would take more memory"),
                    )),
                    false => Ok(found),
                };
            }
        }
    }
    let reason = Remark::new(Code::ConflictsTooHard, "its conflicts take too long to compute");
    Ok(kept(&analysed.scop.arrays[array], reason, None))
}

fn contract(
    analysed: &Analysed,
    array: ArrayId,
    order: &Order,
    reference: &Reference,
    precision: Precision,
) -> isl::Result<Allocation> {
    let declared = &analysed.scop.arrays[array];
    if let Some(reason) = obstacle(analysed, array)? {
        return Ok(kept(declared, reason, None));
    }
    let conflicts = Conflicts::of(analysed, array, order, precision)?;
    let differences = conflicts.differences_in(&analysed.scop.context)?;
    let extents: Vec<_> = declared.extents.iter().map(extent_value).collect();
    let Some(moduli) = successive_modulo::moduli(&differences, &extents, reference)? else {
        let reason = Remark::new(Code::AllAlive, "its conflicting cells are unboundedly far apart");
        return Ok(kept(declared, reason, Some(conflicts)));
    };
    let Some(mapping) = mapping(analysed, array, &moduli, reference)? else {
        let reason = Remark::new(Code::SizeNotKnownYet, "its new size isn't known yet where it is declared");
        return Ok(kept(declared, reason, Some(conflicts)));
    };
    let stays = Some(&mapping) == identity(declared).as_ref()
        || keeps_all(declared, &mapping)
        || only_drops_single_cells(declared, &mapping);
    if stays && declared.purpose.is_none() {
        let reason = "no dimension can shrink: cells across all of it are alive at once";
        let reason = Remark::new(Code::AllAlive, reason);
        return Ok(kept(declared, reason, Some(conflicts)));
    }
    if !certificate::proves(&mapping, &differences)? {
        let reason = Remark::new(Code::NotProved, "its smaller mapping could not be proved");
        return Ok(kept(declared, reason, Some(conflicts)));
    }
    let decision = decision(declared, &mapping);
    Ok(Allocation {
        decision,
        reason: None,
        mapping,
        proved: true,
        method: ROWS,
        conflicts: Some(conflicts),
        block: None,
    })
}

/// Whether a mapping moves no cell of memory that keeps its size.
fn keeps_all(declared: &Array, mapping: &Mapping) -> bool {
    !declared.is_resized()
        && mapping.rows.len() == declared.dimensions()
        && mapping.rows.iter().all(|row| !row.wraps && row.offset == 0.into())
}

/// Whether all that a mapping does is to leave out dimensions of one cell: that saves nothing.
fn only_drops_single_cells(declared: &Array, mapping: &Mapping) -> bool {
    let extents: Option<Vec<_>> = declared.extents.iter().map(extent_value).collect();
    let wide =
        extents.map(|extents| extents.into_iter().filter(|extent| *extent != 1.into()).collect::<Vec<_>>());
    wide == Some(mapping.extents()) && mapping.rows.iter().all(|row| !row.wraps)
}

/// What becomes of `array` by the selected methods, where `rows` is the best that keeps its rows.
fn select(
    selection: Selection,
    analysed: &Analysed,
    array: ArrayId,
    rows: Allocation,
    reference: &Reference,
) -> isl::Result<Allocation> {
    let only = match selection {
        Selection::Rows | Selection::Method(ROWS) => return Ok(rows),
        Selection::Fewest => None,
        Selection::Method(name) => Some(name),
    };
    if let Some(found) = smallest(only, analysed, array, &rows, reference)? {
        return Ok(found);
    }
    Ok(match only {
        Some(name) if rows.decision != Decision::Kept => {
            let reason = format!("`{name}` finds no smaller mapping that can be proved");
            kept(&analysed.scop.arrays[array], Remark::new(Code::NotProved, reason), rows.conflicts)
        }
        _ => rows,
    })
}

/// The smallest mapping of all methods that has fewer cells than `rows`, or the smallest of one method.
fn smallest(
    only: Option<&str>,
    analysed: &Analysed,
    array: ArrayId,
    rows: &Allocation,
    reference: &Reference,
) -> isl::Result<Option<Allocation>> {
    let declared = &analysed.scop.arrays[array];
    // subscripts that data choose stay what they are
    if analysed.scop.chosen_by_data(array).contains(&true) {
        return Ok(None);
    }
    // memory that stays declared as it is keeps its dimensions
    let Some(conflicts) = rows.conflicts.as_ref().filter(|_| !declared.keeps_rank() && declared.is_resized())
    else {
        return Ok(None);
    };
    let differences = conflicts.differences_in(&analysed.scop.context)?;
    let problem = Problem {
        parameters: analysed.scop.parameters.iter().map(|p| p.name.clone()).collect(),
        extents: declared.extents.iter().map(extent_value).collect(),
        reference: reference.clone(),
        differences,
    };
    let limit = match only {
        Some(_) => original_cells(declared, reference),
        None => original_cells(declared, reference).min(reference.cells(&rows.mapping.extents())),
    };
    let mut best: Option<(i128, Allocation)> = None;
    for outcome in portfolio::outcomes(&problem, portfolio::Settings { only, power_of_two: false }) {
        let Some(mapping) = outcome.proved().and_then(|candidate| candidate.to_mapping()) else { continue };
        let Some(mapping) = usable(analysed, declared, mapping)? else { continue };
        let cells = reference.cells(&mapping.extents());
        let is_smaller = cells < best.as_ref().map_or(limit, |(fewest, _)| *fewest);
        if is_smaller && certificate::proves(&mapping, &problem.differences)? {
            let (decision, method) = (decision(declared, &mapping), outcome.name);
            let conflicts = Some(conflicts.clone());
            best = Some((
                cells,
                Allocation { decision, reason: None, mapping, proved: true, method, conflicts, block: None },
            ));
        }
    }
    Ok(best.map(|(_, allocation)| allocation))
}

pub(crate) fn original_cells(declared: &Array, reference: &Reference) -> i128 {
    let extents: Option<Vec<_>> = declared.extents.iter().map(extent_value).collect();
    extents.map_or(i128::MAX, |extents| reference.cells(&extents))
}

pub(crate) fn decision(declared: &Array, mapping: &Mapping) -> Decision {
    match mapping.rows.is_empty() {
        _ if !declared.versions.is_empty() => Decision::Expanded,
        true => Decision::Scalarized,
        false => Decision::Contracted,
    }
}

/// `mapping` with values that are never negative and moduli that can be declared; `None` if that can't be had.
fn usable(analysed: &Analysed, declared: &Array, mapping: Mapping) -> isl::Result<Option<Mapping>> {
    let extents: Vec<_> = declared.extents.iter().map(extent_value).collect();
    let mut rows = Vec::new();
    for row in mapping.rows {
        let Some(offset) = offset(&row.coefficients, &extents) else { return Ok(None) };
        if mentions(&row.modulus, &declared.late) {
            return Ok(None);
        }
        let modulus = at_least_one(analysed, &row.modulus)?;
        rows.push(MappingRow { offset, modulus, ..row });
    }
    Ok(Some(Mapping { rows }))
}

/// The least value of `coefficients . x` on cells with `0 <= x < extents`, negated; `None` where an extent that
/// matters isn't known.
pub(crate) fn offset(coefficients: &[i64], extents: &[Option<Expression>]) -> Option<Expression> {
    let mut offset = Expression::Constant(0);
    for (coefficient, extent) in coefficients.iter().zip(extents).filter(|(coefficient, _)| **coefficient < 0)
    {
        let most = extent.clone()? - Expression::Constant(1);
        let factor = Expression::Constant(-coefficient);
        offset = offset + Expression::Multiply(Box::new(factor), Box::new(most));
    }
    Some(offset.simplify())
}

/// Why `array` must stay as it is, if there is a reason before any computation.
fn obstacle(analysed: &Analysed, array: ArrayId) -> isl::Result<Option<Remark>> {
    let stays = |code, reason: &str| Ok(Some(Remark::new(code, reason)));
    let declared = &analysed.scop.arrays[array];
    if let Some(reason) = &declared.outlives {
        return stays(Code::Outlives, reason);
    }
    if let Some(reason) = &declared.pinned {
        return stays(Code::Pinned, reason);
    }
    if analysed.roles[array] != Role::Temporary {
        return stays(Code::ReadFromBefore, "values from before the region are read");
    }
    if declared.dimensions() == 0 {
        return stays(Code::Scalar, "it is a scalar");
    }
    if !bounds::stays_inside(analysed, array)? {
        return stays(Code::MayLeaveExtents, "its subscripts may leave its declared extents");
    }
    Ok(None)
}

/// The rows that the moduli give: dimensions of modulus 1 go, those that hardly shrink stay whole.
/// `None` where a modulus can't be declared.
fn mapping(
    analysed: &Analysed,
    array: ArrayId,
    moduli: &Moduli,
    reference: &Reference,
) -> isl::Result<Option<Mapping>> {
    let declared = &analysed.scop.arrays[array];
    let cells = bounds::cells(analysed, array)?;
    let dimensions = declared.dimensions();
    let keeps_rows = declared.flat.is_some() && !declared.is_resized();
    let chosen = analysed.scop.chosen_by_data(array);
    let mut rows = Vec::new();
    for (position, modulus) in (0..).zip(&moduli.by_dimension) {
        let coefficients = (0..dimensions).map(|d| i64::from(d == position as usize)).collect();
        let extent = extent_value(&declared.extents[position as usize]);
        let is_late = mentions(modulus, &declared.late);
        let whole = match extent {
            // a subscript that data choose stays what it is
            Some(extent) if chosen[position as usize] => Some(extent),
            Some(extent) if is_late || !is_worthwhile(modulus, &extent, reference) => Some(extent),
            // a stride that is larger would lead out of memory that keeps its size
            Some(extent) if keeps_rows && position > 0 => Some(extent),
            Some(extent) if !is_bounded(analysed, modulus, &extent)? => Some(extent),
            Some(extent) if is_whole(analysed, modulus, &extent)? => Some(extent),
            _ => None,
        };
        match whole {
            _ if modulus.constant() == Some(1) && !chosen[position as usize] => {}
            // rows that the program's subscripts tell, rather than its declaration
            Some(extent) if declared.flat.is_some() && mentions(&extent, &declared.late) => return Ok(None),
            Some(modulus) => {
                // that of an array that the program doesn't declare may be any value
                let modulus = match declared.purpose {
                    Some(_) => at_least_one(analysed, &modulus)?,
                    None => modulus,
                };
                rows.push(MappingRow { coefficients, offset: 0.into(), modulus, wraps: false });
            }
            None if is_late => return Ok(None),
            None => {
                let first = first_without_wrapping(&cells, position, modulus)?;
                let (offset, wraps) = (Expression::Constant(-first.unwrap_or(0)), first.is_none());
                let modulus = at_least_one(analysed, modulus)?;
                rows.push(MappingRow { coefficients, offset, modulus, wraps });
            }
        }
    }
    Ok(Some(Mapping { rows }))
}

/// Whether `modulus` depends on one of `parameters`.
pub(crate) fn mentions(modulus: &Expression, parameters: &[String]) -> bool {
    parameters.iter().any(|parameter| modulus.mentions(parameter))
}

/// Whether a dimension of this extent saves enough by wrapping at `modulus`.
pub(crate) fn is_worthwhile(modulus: &Expression, extent: &Expression, reference: &Reference) -> bool {
    if extent.constant().is_none() && is_border(modulus, extent) {
        return false;
    }
    let saved = reference.value(extent).saturating_sub(reference.value(modulus));
    saved > 0 && saved.saturating_mul(LEAST_SAVING) >= reference.value(extent)
}

/// Whether `modulus` is `extent` less a constant, at least for large sizes.
pub(crate) fn is_border(modulus: &Expression, extent: &Expression) -> bool {
    match modulus {
        Expression::Maximum(list) => list.iter().any(|part| is_border(part, extent)),
        _ => (extent.clone() - modulus.clone()).constant().is_some(),
    }
}

/// By how much a modulus may exceed the extent at small sizes, as 3 rows do an array of 2.
const MOST_EXCESS: i64 = 4;

/// Whether a modulus that depends on parameters is about as small as the extent at all sizes, not just
/// at the reference.
fn is_bounded(analysed: &Analysed, modulus: &Expression, extent: &Expression) -> isl::Result<bool> {
    if modulus.constant().is_some() {
        return Ok(true);
    }
    let limit = extent.clone() + Expression::Constant(MOST_EXCESS);
    holds_nowhere(analysed, Condition::Compare(Comparison::Greater, modulus.clone(), limit))
}

/// Whether a modulus is the extent in other words, in the region's context: `n - 16 * m` where `n` is `16 * m + width`.
fn is_whole(analysed: &Analysed, modulus: &Expression, extent: &Expression) -> isl::Result<bool> {
    if modulus.constant().is_some() {
        return Ok(false);
    }
    holds_nowhere(analysed, Condition::Compare(Comparison::NotEqual, modulus.clone(), extent.clone()))
}

/// Whether a condition on parameters is known to hold at no sizes that the region's context allows.
fn holds_nowhere(analysed: &Analysed, condition: Condition) -> isl::Result<bool> {
    let context = analysed.scop.context.clone();
    let space = context.space()?.set_from_params()?;
    let Ok(sizes) = polyhedral::lower::condition(&condition, &space) else { return Ok(false) };
    sizes.intersect_params(context)?.is_empty()
}

/// The first of the `cells` in a dimension, or 0, if they are no more than `modulus` from there on, so that none of them wraps around.
fn first_without_wrapping(cells: &Set, position: u32, modulus: &Expression) -> isl::Result<Option<i64>> {
    if width::separates(cells, position, modulus)? {
        return Ok(Some(0));
    }
    let first = cells.clone().dim_min_val(position)?.to_i64()?.filter(|first| *first > 0);
    let Some(first) = first else { return Ok(None) };
    let end = (modulus.clone() + Expression::Constant(first)).simplify();
    Ok(width::separates(cells, position, &end)?.then_some(first))
}

/// A modulus is a declared extent and a divisor: it must be positive whenever the declaration is
/// reached, which is before the region and whatever the parameters are there. A block may have no bytes.
pub(crate) fn at_least_one(analysed: &Analysed, modulus: &Expression) -> isl::Result<Expression> {
    let positive = match modulus.constant() {
        Some(value) => value >= 1,
        None => is_positive(analysed, modulus)?,
    };
    let one = Expression::Constant(1);
    Ok(if positive { modulus.clone() } else { Expression::Maximum(vec![modulus.clone(), one]) })
}

/// Whether `expression` is positive for all parameter values that C allows where the arrays of the
/// region are declared: their extents are positive there. What `assume` says holds only later.
fn is_positive(analysed: &Analysed, expression: &Expression) -> isl::Result<bool> {
    let space = analysed.scop.context.space()?.set_from_params()?;
    let mut possible = Set::universe(space.clone())?;
    let inner = |array: &Array| match array.storage {
        Storage::Block { .. } | Storage::RowTable { .. } => array.free_extents(),
        _ => 0,
    };
    let declares = |array: &&Array| array.purpose.is_none() && array.flat.is_none();
    let arrays = analysed.scop.arrays.iter().filter(declares);
    let declared = arrays.flat_map(|array| array.extents.iter().skip(inner(array)));
    for extent in declared.filter_map(extent_value) {
        possible = possible.intersect(polyhedral::lower::expression(&extent, &space)?.pos_set()?)?;
    }
    for parameter in &analysed.scop.parameters {
        if let Some(value) = parameter.value {
            let lifted = Expression::variable(&parameter.name);
            let real = Expression::Constant(value);
            let equal = Condition::Compare(Comparison::Equal, lifted, real);
            possible = possible.intersect(polyhedral::lower::condition(&equal, &space)?)?;
        }
    }
    let Ok(value) = polyhedral::lower::expression(expression, &space) else { return Ok(false) };
    possible.is_subset(&value.pos_set()?)
}

pub(crate) fn extent_value(extent: &Option<polyhedral::Extent>) -> Option<Expression> {
    extent.as_ref().and_then(|extent| extent.value.clone())
}

fn identity(array: &Array) -> Option<Mapping> {
    let extents: Option<Vec<_>> = array.extents.iter().map(extent_value).collect();
    extents.map(|extents| Mapping::identity(&extents))
}

fn kept(array: &Array, reason: Remark, conflicts: Option<Conflicts>) -> Allocation {
    // an extent that isn't known is never printed for a kept array
    let extents: Vec<_> =
        array.extents.iter().map(|e| extent_value(e).unwrap_or(Expression::Constant(0))).collect();
    Allocation {
        decision: Decision::Kept,
        reason: Some(reason),
        mapping: Mapping::identity(&extents),
        proved: false,
        method: ROWS,
        conflicts,
        block: None,
    }
}
