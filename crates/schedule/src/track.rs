//! When a loop nest does its rows: affine functions of the program's dates, along which nests are fused.

use isl::{Aff, DimType, LocalSpace, Map, MultiAff, Space, Val};
use polyhedral::{Expression, Parameter, Scop};

/// The row that an instance belongs to, before any delay: `{ [t] -> [scale * t_dimension + shift] }`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Track {
    /// The loop that goes from row to row. Without one all instances belong to one row, as those of the
    /// border of an array do that has statements of its own.
    pub counter: Option<Counter>,
    /// Where row 0 is.
    pub shift: Shift,
}

/// A loop over rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Counter {
    /// The dimension of the program's dates that holds its counter.
    pub dimension: u32,
    /// By how much its rows are apart; negative if the loop is reversed.
    pub scale: i64,
}

/// An affine function of the parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shift {
    /// The coefficients of the first parameters; those of the others are 0.
    pub coefficients: Vec<i64>,
    /// The constant term.
    pub constant: i64,
}

impl Shift {
    /// What it is, with `more` added, in the parameters of `scop`.
    pub fn value(&self, scop: &Scop, more: i64) -> Expression {
        let term = |(factor, parameter): (&i64, &Parameter)| {
            Expression::Multiply(Box::new((*factor).into()), Box::new(Expression::variable(&parameter.name)))
        };
        let terms =
            self.coefficients.iter().zip(&scop.parameters).filter(|(factor, _)| **factor != 0).map(term);
        terms.fold(Expression::Constant(self.constant + more), |sum, term| term + sum).simplify()
    }
}

impl Track {
    /// One row per iteration of the loop of `dimension`.
    pub fn by(dimension: u32) -> Self {
        Track { counter: Some(Counter { dimension, scale: 1 }), shift: Shift::default() }
    }

    /// One row for all.
    pub fn at(shift: Shift) -> Self {
        Track { counter: None, shift }
    }

    /// The same with rows `factor` times as far apart.
    pub fn scaled(&self, factor: i64) -> Self {
        let counter = self.counter.map(|c| Counter { scale: c.scale * factor, ..c });
        let coefficients = self.shift.coefficients.iter().map(|c| c * factor).collect();
        Track { counter, shift: Shift { coefficients, constant: self.shift.constant * factor } }
    }

    /// `{ [t] -> [x + delay] }` as a function on dates (`{ [t] }`).
    ///
    /// # Errors
    /// isl's.
    pub fn function(&self, dates: &Space, delay: i64) -> isl::Result<Aff> {
        let local = LocalSpace::from_space(dates.clone())?;
        let value = |value: i64| Val::from_i64(dates.context(), value);
        let mut row = Aff::val_on_domain(local, value(self.shift.constant + delay)?)?;
        if let Some(counter) = self.counter {
            row = row.set_coefficient_val(DimType::In, counter.dimension, value(counter.scale)?)?;
        }
        (0..)
            .zip(&self.shift.coefficients)
            .try_fold(row, |row, (position, c)| row.set_coefficient_val(DimType::Param, position, value(*c)?))
    }
}

/// `{ [t] -> [f] }` of functions on dates (`{ [t] }`).
///
/// # Errors
/// isl's.
pub fn functions(dates: &Space, functions: Vec<Aff>) -> isl::Result<Map> {
    let range = dates.clone().params()?.add_unnamed_tuple_ui(functions.len() as u32)?;
    MultiAff::from_affs(dates.clone().map_from_domain_and_range(range)?, functions)?.to_map()
}
