//! The star-shaped extension (Darte, Isoard, Yuki, *Extended Lattice-Based Memory Allocation*, section
//! 4.2.4): with every point also those between it and 0.
//!
//! Outside of a star-shaped K all multiples of a vector are outside too, so the vector can be a reuse
//! vector. For a polyhedron the extension is `{ x : exists l, 0 < l <= 1, A x + l b >= 0 }` and 0, with l
//! eliminated by Fourier and Motzkin. Of `0 < l` follow strict constraints, which between integers
//! are `>= 1`: the boundary that a closed extension would add holds no point of the real one. The
//! result is exact for rational polyhedra; existentially quantified variables are eliminated before, and
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

/// The extension of one polyhedron, without 0 unless 0 is in it.
fn extension(polyhedron: &BasicSet) -> isl::Result<BasicSet> {
    let rows = rows(polyhedron)?;
    let mut extension = BasicSet::universe(polyhedron.space()?)?;
    if polyhedron.is_empty()? {
        return BasicSet::empty(polyhedron.space()?);
    }
    for row in &rows {
        // l <= 1 with a.x + l b >= 0, where that bounds l from below; 0 < l, where from above
        let constant = if row.constant.sign()? < 0 { -1 } else { 0 };
        let positive = row.constant.sign()? > 0;
        let constant =
            if positive { row.constant.clone() } else { Val::from_i64(polyhedron.context(), constant)? };
        extension = with_row(extension, &row.coefficients, constant)?;
    }
    for lower in rows.iter().filter(|row| row.constant.sign().is_ok_and(|sign| sign > 0)) {
        for upper in rows.iter().filter(|row| row.constant.sign().is_ok_and(|sign| sign < 0)) {
            let pair = lower.coefficients.iter().zip(&upper.coefficients);
            let sum = |(low, up): (&Val, &Val)| {
                let low = low.clone().mul(upper.constant.clone().neg()?)?;
                low.add(up.clone().mul(lower.constant.clone())?)
            };
            let coefficients = pair.map(sum).collect::<isl::Result<Vec<_>>>()?;
            extension = with_row(extension, &coefficients, Val::from_i64(polyhedron.context(), 0)?)?;
        }
    }
    Ok(extension)
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
