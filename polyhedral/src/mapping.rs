//! Modular mappings `x -> Mx mod b` (Darte, Isoard, Yuki, *Extended Lattice-Based Memory Allocation*,
//! section 2).

use crate::expression::{Expression, LinearForm};
use crate::scop::ArrayId;

/// Where the cell `x` of an array lives: one subscript per row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapping {
    /// The rows, outermost subscript first; none for a scalar.
    pub rows: Vec<MappingRow>,
}

/// One row of the matrix with its modulus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MappingRow {
    /// Coefficients of the array's subscripts; one per dimension of the array.
    pub coefficients: Vec<i64>,
    /// Added to the value so that it isn't negative for any cell, in parameters.
    pub offset: Expression,
    /// The extent of the new dimension, in parameters; at least 1 where the array has cells.
    pub modulus: Expression,
    /// Whether the row's value may reach the modulus and must be reduced. Where not, the value itself
    /// is the subscript.
    pub wraps: bool,
}

/// Memory that several arrays share: each has its own mapping into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The array whose declaration declares the block.
    pub host: ArrayId,
    /// All that live in it, the host among them, in increasing order.
    pub members: Vec<ArrayId>,
    /// The extents of the block, outermost first. Mappings of all members have as many rows.
    pub extents: Vec<Expression>,
}

impl Mapping {
    /// The mapping that leaves an array of these extents as it is.
    pub fn identity(extents: &[Expression]) -> Self {
        let row = |(position, extent): (usize, &Expression)| MappingRow {
            coefficients: (0..extents.len()).map(|d| i64::from(d == position)).collect(),
            offset: Expression::Constant(0),
            modulus: extent.clone(),
            wraps: false,
        };
        Mapping { rows: extents.iter().enumerate().map(row).collect() }
    }

    /// The number of subscripts that it maps; 0 for a mapping to a scalar.
    pub fn dimensions(&self) -> usize {
        self.rows.first().map_or(0, |row| row.coefficients.len())
    }

    /// The new subscripts of the cell with the given old ones.
    pub fn apply(&self, subscripts: &[Expression]) -> Vec<Expression> {
        self.rows.iter().map(|row| row.apply(subscripts)).collect()
    }

    /// The extents of the new array, outermost first.
    pub fn extents(&self) -> Vec<Expression> {
        self.rows.iter().map(|row| row.modulus.clone()).collect()
    }

    /// `tmp[i,j] -> tmp[j mod 3]`: in words for reports.
    pub fn describe(&self, array: &str, dimensions: &[String]) -> String {
        self.describe_into(array, array, dimensions)
    }

    /// As [`Mapping::describe`], for an array that lives in the block of `host`.
    pub fn describe_into(&self, array: &str, host: &str, dimensions: &[String]) -> String {
        let subscripts: Vec<_> = dimensions.iter().map(Expression::variable).collect();
        let row = |row: &MappingRow| {
            let value = row.linear(&subscripts);
            match (row.wraps, LinearForm::of(&value).is_some_and(|f| f.terms.len() == 1 && f.constant == 0)) {
                (false, _) => value.to_string(),
                (true, true) => format!("{value} mod {}", crate::print::factor(&row.modulus)),
                (true, false) => format!("({value}) mod {}", crate::print::factor(&row.modulus)),
            }
        };
        let new: Vec<_> = self.rows.iter().map(row).collect();
        format!("{array}[{}] -> {host}[{}]", dimensions.join(","), new.join(", "))
    }
}

impl MappingRow {
    /// The row's value before reduction.
    pub fn linear(&self, subscripts: &[Expression]) -> Expression {
        let term = |(c, x): (&i64, &Expression)| {
            Expression::Multiply(Box::new(Expression::Constant(*c)), Box::new(x.clone()))
        };
        let nonzero = self.coefficients.iter().zip(subscripts).filter(|(c, _)| **c != 0);
        let sum = nonzero.map(term).reduce(|a, b| a + b);
        match (sum, self.offset.constant()) {
            (Some(sum), Some(0)) => sum.simplify(),
            (Some(sum), _) => (self.offset.clone() + sum).simplify(),
            (None, _) => self.offset.simplify(),
        }
    }

    fn apply(&self, subscripts: &[Expression]) -> Expression {
        let value = self.linear(subscripts);
        match (&self.modulus, self.wraps) {
            (_, false) => value,
            (modulus, true) => Expression::Modulo(Box::new(value), Box::new(modulus.clone())).simplify(),
        }
    }
}
