//! What a method proposes: a modular mapping `z -> Mz mod b` that isn't proved yet.

use crate::mixed_radix::MixedRadix;
use crate::size::Reference;
use polyhedral::{Expression, Mapping, MappingRow};
use std::collections::BTreeMap;

/// A modular mapping (Darte, Isoard, Yuki, *Extended Lattice-Based Memory Allocation*, section 3.2),
/// valid only with its [certificate](crate::certificate).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// One row per dimension of the new array; integers except for linearised mappings, whose entries
    /// are products of sizes.
    pub matrix: Vec<Vec<Expression>>,
    /// One per row, in the parameters.
    pub moduli: Vec<Expression>,
    /// How the single row of a linearised mapping came about.
    pub mixed_radix: Option<MixedRadix>,
}

impl Candidate {
    /// The mapping of an integer matrix.
    pub fn new(matrix: Vec<Vec<i64>>, moduli: Vec<Expression>) -> Self {
        let entries = |row: Vec<i64>| row.into_iter().map(Expression::Constant).collect();
        Candidate { matrix: matrix.into_iter().map(entries).collect(), moduli, mixed_radix: None }
    }

    /// The mapping of constant moduli.
    pub fn constant(matrix: Vec<Vec<i64>>, moduli: Vec<i64>) -> Self {
        Candidate::new(matrix, moduli.into_iter().map(Expression::Constant).collect())
    }

    /// The matrix, if all its entries are integers.
    pub fn integer_matrix(&self) -> Option<Vec<Vec<i64>>> {
        self.matrix.iter().map(|row| row.iter().map(Expression::constant).collect()).collect()
    }

    /// The number of cells: the product of the moduli.
    pub fn size(&self) -> Expression {
        product(&self.moduli)
    }

    /// The number of cells at the reference sizes, saturating.
    pub fn cells(&self, reference: &Reference) -> i128 {
        match &self.mixed_radix {
            Some(mixed_radix) => mixed_radix.cells(reference),
            None => reference.cells(&self.moduli),
        }
    }

    /// The same without rows of modulus 1, which map everything alike.
    pub fn compact(mut self) -> Self {
        let kept: Vec<bool> = self.moduli.iter().map(|modulus| modulus.constant() != Some(1)).collect();
        let mut is_kept = kept.iter();
        self.matrix.retain(|_| is_kept.next() == Some(&true));
        let mut is_kept = kept.iter();
        self.moduli.retain(|_| is_kept.next() == Some(&true));
        self
    }

    /// `[x,y] -> [(x - y) mod (2 * N - 1), y mod 2]`: in words for reports.
    pub fn describe(&self, dimensions: &[String]) -> String {
        let rows = self.matrix.iter().zip(&self.moduli).map(|(row, modulus)| {
            let value = linear(row, dimensions);
            let text = match value {
                Expression::Variable(_) | Expression::Constant(0..) => value.to_string(),
                _ => format!("({value})"),
            };
            format!("{text} mod {}", polyhedral::print::factor(modulus))
        });
        format!("[{}] -> [{}]", dimensions.join(","), rows.collect::<Vec<_>>().join(", "))
    }

    /// The matrix and the moduli at parameter values; `None` where a value is missing, doesn't fit, or
    /// a modulus isn't positive.
    pub fn at(&self, values: &BTreeMap<String, i64>) -> Option<(Vec<Vec<i64>>, Vec<i64>)> {
        let evaluate =
            |list: &[Expression]| list.iter().map(|e| e.evaluate(values)).collect::<Option<Vec<_>>>();
        let matrix = self.matrix.iter().map(|row| evaluate(row)).collect::<Option<_>>()?;
        let moduli = evaluate(&self.moduli)?;
        moduli.iter().all(|b| *b >= 1).then_some((matrix, moduli))
    }

    /// As a mapping of which all rows wrap; `None` if the matrix has parameters. Rows of modulus 1
    /// are dropped.
    pub fn to_mapping(&self) -> Option<Mapping> {
        let rows = self.integer_matrix()?.into_iter().zip(self.moduli.iter().cloned());
        let kept = rows.filter(|(_, modulus)| modulus.constant() != Some(1));
        let row = |(coefficients, modulus)| MappingRow {
            coefficients,
            offset: Expression::Constant(0),
            modulus,
            wraps: true,
        };
        Some(Mapping { rows: kept.map(row).collect() })
    }
}

/// `row . x` for the names of `x`.
fn linear(row: &[Expression], names: &[String]) -> Expression {
    let terms = row.iter().zip(names).filter(|(entry, _)| entry.constant() != Some(0));
    let term = |(entry, name): (&Expression, &String)| product(&[entry.clone(), Expression::variable(name)]);
    terms.map(term).reduce(|a, b| a + b).unwrap_or(Expression::Constant(0)).simplify()
}

/// The product of `factors`, shortly.
pub(crate) fn product(factors: &[Expression]) -> Expression {
    let times = |a: Expression, b: &Expression| Expression::Multiply(Box::new(a), Box::new(b.clone()));
    let interesting: Vec<_> = factors.iter().filter(|f| f.constant() != Some(1)).cloned().collect();
    match interesting.split_first() {
        None => Expression::Constant(1),
        Some((first, rest)) => rest.iter().fold(first.clone(), times).simplify(),
    }
}
