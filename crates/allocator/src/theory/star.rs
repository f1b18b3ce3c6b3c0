//! The star-shaped extension (Darte, Isoard, Yuki, *Extended Lattice-Based Memory Allocation*, section
//! 4.2.4): with every point also those between it and 0.
//!
//! Outside of a star-shaped K all multiples of a vector are outside too, so the vector can be a reuse
//! vector. For a polyhedron the extension is `{ x : exists l, 0 < l <= 1, A x + l b >= 0 }` and 0, with l
//! eliminated by Fourier and Motzkin. Of `0 < l` follow strict constraints, which between integers
//! are `>= 1`: the boundary that a closed extension would add holds no point of the real one. The
//! result is exact for the rational polyhedra of the rows that isl keeps (it drops rows that no integer
//! point needs, which only enlarges them); existentially quantified variables are eliminated before, and
//! parameters have to be: an extension of a parametric set isn't affine in general.

use isl::{BasicSet, Constraint, DimType, LocalSpace, Set, Val};

/// The integer points of the star-shaped extension of `set` (`{ [z] }`, no parameters), with 0.
///
/// # Errors
/// isl's.
pub fn star_shaped(set: &Set) -> isl::Result<Set> {
    let mut star = crate::problem::zero(set)?;
    for polyhedron in set.basic_sets()? {
        star = star.union(extension(&polyhedron.remove_divs()?.remove_redundancies()?)?.to_set()?)?;
    }
    star.coalesce()
}

/// A row `a.x + b >= 0`.
struct Row {
    coefficients: Vec<Val>,
    constant: Val,
}

/// The extension of one polyhedron, without 0 unless 0 is in it: l is eliminated from
/// `a.x + l b >= 0, 0 < l <= 1`.
fn extension(polyhedron: &BasicSet) -> isl::Result<BasicSet> {
    if polyhedron.is_empty()? {
        return BasicSet::empty(polyhedron.space()?);
    }
    let (minus_one, zero) =
        (Val::from_i64(polyhedron.context(), -1)?, Val::from_i64(polyhedron.context(), 0)?);
    let mut extension = BasicSet::universe(polyhedron.space()?)?;
    // rows that bound l from below, or not at all, and from above
    let (mut lower, mut upper) = (Vec::new(), Vec::new());
    for row in rows(polyhedron)? {
        // a lower bound has to be at most 1, an upper one positive
        let is_upper = row.constant.sign()? < 0;
        let constant = if is_upper { minus_one.clone() } else { row.constant.clone() };
        extension = with_row(extension, &row.coefficients, constant)?;
        if is_upper { upper.push(row) } else { lower.push(row) }
    }
    for low in &lower {
        for up in &upper {
            extension = with_row(extension, &between(low, up)?, zero.clone())?;
        }
    }
    Ok(extension)
}

/// That a lower bound of l doesn't exceed an upper one: the combination of their rows without l.
fn between(lower: &Row, upper: &Row) -> isl::Result<Vec<Val>> {
    let sum = |(low, up): (&Val, &Val)| {
        let low = low.clone().mul(upper.constant.clone().neg()?)?;
        low.add(up.clone().mul(lower.constant.clone())?)
    };
    lower.coefficients.iter().zip(&upper.coefficients).map(sum).collect()
}

/// The constraints of `polyhedron`, an equation as two.
fn rows(polyhedron: &BasicSet) -> isl::Result<Vec<Row>> {
    let mut rows = Vec::new();
    for constraint in polyhedron.constraints()? {
        let dimensions = 0..constraint.dim(DimType::Set)?;
        let coefficients = dimensions.map(|d| constraint.coefficient_val(DimType::Set, d));
        let row = Row {
            coefficients: coefficients.collect::<Result<_, _>>()?,
            constant: constraint.constant_val()?,
        };
        if constraint.is_equality()? {
            let negated = row.coefficients.iter().map(|c| c.clone().neg());
            let coefficients = negated.collect::<Result<_, _>>()?;
            rows.push(Row { coefficients, constant: row.constant.clone().neg()? });
        }
        rows.push(row);
    }
    Ok(rows)
}

fn with_row(set: BasicSet, coefficients: &[Val], constant: Val) -> isl::Result<BasicSet> {
    let mut row = Constraint::alloc_inequality(LocalSpace::from_space(set.space()?)?)?;
    for (position, coefficient) in (0..).zip(coefficients) {
        row = row.set_coefficient_val(DimType::Set, position, coefficient.clone())?;
    }
    set.add_constraint(row.set_constant_val(constant)?)
}
