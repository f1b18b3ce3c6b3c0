//! When a loop nest does its rows: affine functions of the program's dates, along which nests are fused.

use isl::{Aff, DimType, LocalSpace, Map, MultiAff, Space, Val};

/// The row that an instance belongs to, before any delay: `{ [t] -> [x] }`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Track {
    /// One row per iteration of a loop: `scale * t_dimension`.
    Loop {
        /// The dimension of the program's dates that holds the loop's counter.
        dimension: u32,
        /// By how much rows are apart; negative if the loop is reversed.
        scale: i64,
    },
    /// All instances belong to one row: a border of an array that has statements of its own. The
    /// coefficients are those of the parameters.
    Row {
        /// One per parameter.
        coefficients: Vec<i64>,
        /// The constant term.
        constant: i64,
    },
}

impl Track {
    /// The same with rows `factor` times as far apart.
    pub fn scaled(&self, factor: i64) -> Self {
        match self {
            Track::Loop { dimension, scale } => Track::Loop { dimension: *dimension, scale: scale * factor },
            Track::Row { coefficients, constant } => Track::Row {
                coefficients: coefficients.iter().map(|c| c * factor).collect(),
                constant: constant * factor,
            },
        }
    }

    /// `{ [t] -> [x + delay] }` as a function on dates (`{ [t] }`).
    ///
    /// # Errors
    /// isl's.
    pub fn function(&self, dates: &Space, delay: i64) -> isl::Result<Aff> {
        let local = LocalSpace::from_space(dates.clone())?;
        let value = |value: i64| Val::from_i64(dates.context(), value);
        match self {
            Track::Loop { dimension, scale } => {
                let counter = Aff::var_on_domain(local, DimType::Set, *dimension)?;
                counter.scale_val(value(*scale)?)?.set_constant_val(value(delay)?)
            }
            Track::Row { coefficients, constant } => {
                let row = Aff::val_on_domain(local, value(constant + delay)?)?;
                (0..).zip(coefficients).try_fold(row, |row, (position, c)| {
                    row.set_coefficient_val(DimType::Param, position, value(*c)?)
                })
            }
        }
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
