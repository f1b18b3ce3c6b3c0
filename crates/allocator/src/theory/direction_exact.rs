//! Narrowest directions in isl alone: the lexicographically least point of a set over Farkas
//! coefficients, as the script of section 5.1 of Darte, Isoard, Yuki, *Extended Lattice-Based Memory
//! Allocation* does it. Exact; Farkas' multipliers are eliminated, which can be expensive, so a
//! budget belongs around it.

use crate::theory::direction::{
    Direction, LARGEST_COEFFICIENT, LARGEST_CONSTANT, LARGEST_ENTRY, Program, Side,
};
use crate::theory::farkas::{self, ConeRow};
use isl::{BasicSet, Constraint, Context, DimType, LocalSpace, Space, Val};
use std::ops::Range;

/// The narrowest direction; `None` where there is no bound.
///
/// # Errors
/// isl's.
pub fn exact(program: &Program) -> isl::Result<Option<Direction>> {
    let Some(context) = program.polyhedra.first().map(BasicSet::context) else { return Ok(None) };
    let layout = Layout::of(program);
    let mut solutions = bounded(&layout, program, context)?;
    for polyhedron in program.polyhedra {
        for row in farkas::cone(polyhedron)? {
            solutions = slack(solutions, &layout, program, &row)?;
        }
    }
    for (polyhedron, side) in program.separated {
        for row in farkas::cone(polyhedron)? {
            solutions = excess(solutions, &layout, program, &row, *side)?;
        }
    }
    let least = solutions.lexmin()?.sample_point()?;
    if least.is_void()? {
        return Ok(None);
    }
    let at = |position| least.coordinate_val(DimType::Set, position)?.to_i64();
    let values = (0..layout.total()).map(at).collect::<isl::Result<Option<Vec<_>>>>()?;
    Ok(values.and_then(|values| layout.direction(program, &values)))
}

/// The tuple that isl minimises: D by priority, d, the sum of sizes, the sizes, the multiples.
struct Layout {
    growth: Range<u32>,
    constant: u32,
    sum: u32,
    sizes: Range<u32>,
    multiples: Range<u32>,
}

impl Layout {
    fn of(program: &Program) -> Self {
        let parameters = program.priority.len() as u32;
        let dimensions = program.basis.first().map_or(0, Vec::len) as u32;
        let sizes = parameters + 2..parameters + 2 + dimensions;
        let multiples = sizes.end..sizes.end + program.basis.len() as u32;
        Layout { growth: 0..parameters, constant: parameters, sum: parameters + 1, sizes, multiples }
    }

    fn total(&self) -> u32 {
        self.multiples.end
    }

    fn direction(&self, program: &Program, values: &[i64]) -> Option<Direction> {
        let multiples = values[self.multiples.start as usize..].to_vec();
        let mut growth = vec![0; program.priority.len()];
        for (value, parameter) in values.iter().zip(program.priority) {
            growth[*parameter] = *value;
        }
        Direction::new(program, multiples, growth, values[self.constant as usize])
    }
}

/// What holds of the unknowns whatever the polyhedra.
fn bounded(layout: &Layout, program: &Program, context: &Context) -> isl::Result<BasicSet> {
    let number = |value: i64| Val::from_i64(context, value);
    let mut set = BasicSet::universe(Space::set_alloc(context, 0, layout.total())?)?;
    let mut ranges = vec![(layout.constant, -LARGEST_CONSTANT, LARGEST_CONSTANT)];
    ranges.extend(layout.growth.clone().map(|position| (position, 0, LARGEST_COEFFICIENT)));
    ranges.extend(layout.sizes.clone().map(|position| (position, 0, LARGEST_ENTRY)));
    for (row, position) in layout.multiples.clone().enumerate() {
        let least = if program.leading == Some(row) { 1 } else { -LARGEST_COEFFICIENT };
        ranges.push((position, least, LARGEST_COEFFICIENT));
    }
    for (position, least, most) in ranges {
        set = at_least_zero(set, false, vec![(position, number(1)?)], number(-i64::from(least))?)?;
        set = at_least_zero(set, false, vec![(position, number(-1)?)], number(i64::from(most))?)?;
    }
    for (d, size) in layout.sizes.clone().enumerate() {
        for sign in [1, -1] {
            let entry = layout.multiples.clone().zip(program.basis);
            let entry = entry.map(|(position, row)| Ok((position, number(sign * row[d])?)));
            let mut terms = entry.collect::<isl::Result<Vec<_>>>()?;
            terms.push((size, number(1)?));
            set = at_least_zero(set, false, terms, number(0)?)?;
        }
    }
    let sizes = layout.sizes.clone().map(|size| Ok((size, number(-1)?)));
    let mut terms = sizes.collect::<isl::Result<Vec<_>>>()?;
    terms.push((layout.sum, number(1)?));
    at_least_zero(set, true, terms, number(0)?)
}

/// Keeps where `D.p + d - c.z` satisfies the row of a cone.
fn slack(set: BasicSet, layout: &Layout, program: &Program, row: &ConeRow) -> isl::Result<BasicSet> {
    let mut terms = vec![(layout.constant, row.factors.constant.clone())];
    for (position, parameter) in layout.growth.clone().zip(program.priority) {
        terms.push((position, row.factors.parameters[*parameter].clone()));
    }
    for (position, factor) in of_multiples(layout, program, row)? {
        terms.push((position, factor.neg()?));
    }
    let zero = Val::from_i64(set.context(), 0)?;
    at_least_zero(set, row.is_equality, terms, zero)
}

/// Keeps where `c.z - 1` (or `-c.z - 1`) satisfies the row of a cone.
fn excess(
    set: BasicSet,
    layout: &Layout,
    program: &Program,
    row: &ConeRow,
    side: Side,
) -> isl::Result<BasicSet> {
    let mut terms = of_multiples(layout, program, row)?;
    if side == Side::Negative {
        terms = terms.into_iter().map(|(p, factor)| Ok((p, factor.neg()?))).collect::<isl::Result<_>>()?;
    }
    at_least_zero(set, row.is_equality, terms, row.factors.constant.clone().neg()?)
}

/// What a row's factors of c are for the multiples that make up c.
fn of_multiples(layout: &Layout, program: &Program, row: &ConeRow) -> isl::Result<Vec<(u32, Val)>> {
    let context = row.factors.constant.context();
    let factor = |basis_row: &Vec<i64>| {
        let mut terms = row.factors.variables.iter().zip(basis_row);
        terms.try_fold(Val::from_i64(context, 0)?, |sum, (factor, entry)| {
            sum.add(factor.clone().mul(Val::from_i64(context, *entry)?)?)
        })
    };
    layout.multiples.clone().zip(program.basis).map(|(position, row)| Ok((position, factor(row)?))).collect()
}

/// Keeps where the sum of the terms and the constant is not negative, or 0.
fn at_least_zero(
    set: BasicSet,
    is_equality: bool,
    terms: Vec<(u32, Val)>,
    constant: Val,
) -> isl::Result<BasicSet> {
    let local = LocalSpace::from_space(set.space()?)?;
    let mut row = match is_equality {
        true => Constraint::alloc_equality(local)?,
        false => Constraint::alloc_inequality(local)?,
    };
    for (position, factor) in terms {
        row = row.set_coefficient_val(DimType::Set, position, factor)?;
    }
    set.add_constraint(row.set_constant_val(constant)?)
}
