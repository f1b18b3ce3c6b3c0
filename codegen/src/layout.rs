//! How arrays and parameters look in the C that is written.

use polyhedral::print::{expression, factor};
use polyhedral::{Array, ArrayId, Expression, Mapping, Parameter, Scop, Storage};
use std::collections::BTreeSet;

/// Which arrays of a region get which mapping.
#[derive(Clone, Copy, Debug)]
pub struct Layout<'a> {
    /// The region.
    pub scop: &'a Scop,
    /// Per array the new mapping; `None` for arrays that stay.
    pub mappings: &'a [Option<Mapping>],
    /// The arrays of which each iteration of a parallel loop has its own.
    pub private: &'a BTreeSet<ArrayId>,
    /// How lifted constants are written.
    pub spelling: Spelling,
}

/// How lifted constants are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// By the user's macros where there are any.
    Macros,
    /// By their values, as the preprocessor would leave them.
    Values,
}

impl Layout<'_> {
    /// The reference to the cell of `array` whose original subscripts are given.
    pub fn reference(&self, array: ArrayId, subscripts: &[Expression]) -> String {
        let cell = self.cell(array, subscripts);
        format!("{}{}", self.name(&self.scop.arrays[array]), self.brackets(&cell))
    }

    /// The subscripts of that cell now.
    pub fn cell(&self, array: ArrayId, subscripts: &[Expression]) -> Vec<Expression> {
        match &self.mappings[array] {
            None => subscripts.to_vec(),
            Some(mapping) => self.mapped(&self.scop.arrays[array], mapping, subscripts),
        }
    }

    /// As [`Layout::reference`], in the user's own loops, where blocks keep their variables.
    pub fn reference_in_place(&self, array: ArrayId, subscripts: &[Expression]) -> String {
        let declared = &self.scop.arrays[array];
        let renamed = self.reference(array, subscripts);
        let brackets = renamed.strip_prefix(self.name(declared)).unwrap_or_default();
        format!("{}{brackets}", declared.c_name)
    }

    /// Memory that stays declared as it was keeps its rank: a dropped dimension has the subscript 0.
    fn mapped(&self, array: &Array, mapping: &Mapping, subscripts: &[Expression]) -> Vec<Expression> {
        let mut cell = mapping.apply(subscripts);
        match array.storage {
            Storage::Local { .. } => cell,
            Storage::Block { .. } if cell.is_empty() => vec![Expression::Constant(0)],
            Storage::Block { .. } => cell,
            Storage::Parameter | Storage::Other => {
                let kept = |dimension: usize| mapping.rows.iter().any(|row| row.coefficients[dimension] != 0);
                let mut rows = cell.drain(..);
                let subscript = |d| if kept(d) { rows.next() } else { None };
                let all = (0..array.dimensions()).map(subscript);
                all.map(|row| row.unwrap_or(Expression::Constant(0))).collect()
            }
        }
    }

    /// The C name; a variable of an inner block that moves out gets its unique name.
    pub fn name<'b>(&self, array: &'b Array) -> &'b str {
        match array.storage {
            Storage::Local { inside: true, .. } => &array.name,
            _ => &array.c_name,
        }
    }

    /// `value` with parameters as C spells them. A lone parameter is a size; in larger expressions
    /// parameters are made signed, since subtractions may be negative.
    pub fn spelled(&self, value: &Expression) -> Expression {
        self.spelled_with(value, matches!(value, Expression::Variable(_)))
    }

    /// `value` with parameters as C spells them, all signed: for comparisons with signed counters.
    pub fn spelled_signed(&self, value: &Expression) -> Expression {
        self.spelled_with(value, false)
    }

    fn spelled_with(&self, value: &Expression, as_declared: bool) -> Expression {
        let spelled = value.substitute(&|name| {
            let parameter = self.scop.parameters.iter().find(|p| p.name == name)?;
            Some(self.spelled_parameter(parameter, as_declared))
        });
        spelled.simplify()
    }

    fn spelled_parameter(&self, parameter: &Parameter, as_declared: bool) -> Expression {
        match parameter.value {
            Some(value) if parameter.spelling == value.to_string() => Expression::Constant(value),
            Some(value) if self.spelling == Spelling::Values => Expression::variable(value.to_string()),
            None if !parameter.kind.signed && !as_declared => {
                Expression::variable(format!("(long){}", parameter.spelling))
            }
            _ => Expression::variable(&parameter.spelling),
        }
    }

    /// `[2][M]`
    pub fn brackets(&self, extents: &[Expression]) -> String {
        extents.iter().map(|e| format!("[{}]", expression(&self.spelled(e)))).collect()
    }

    /// `2 * M`, `1` for no extents.
    pub fn cells(&self, extents: &[Expression]) -> String {
        let spelled: Vec<_> = extents.iter().map(|e| self.spelled(e)).collect();
        let constants: Option<Vec<_>> = spelled.iter().map(Expression::constant).collect();
        if let Some(constants) = constants {
            return constants.iter().product::<i64>().to_string();
        }
        let factors: Vec<_> = spelled.iter().map(factor).collect();
        factors.join(" * ")
    }

    /// The comment above the declaration of `array`: mapping, new size and old.
    pub fn comment(&self, array: ArrayId) -> Option<String> {
        let mapping = self.mappings[array].as_ref()?;
        let declared = &self.scop.arrays[array];
        let dimensions = dimension_names(declared.dimensions());
        let subscripts: Vec<_> = dimensions.iter().map(Expression::variable).collect();
        let from: String = dimensions.iter().map(|d| format!("[{d}]")).collect();
        let to = self.reference(array, &subscripts);
        let new = self.cells(&mapping.extents());
        let old = self.old_cells(declared);
        let plural = if new == "1" { "cell" } else { "cells" };
        let name = &declared.c_name;
        if !declared.versions.is_empty() {
            let versions = declared.versions.join(", ");
            return Some(format!("polycc: {to}, versions by {versions}; {new} {plural}"));
        }
        Some(format!("polycc: {name}{from} -> {to}; {new} {plural} instead of {old}"))
    }

    fn old_cells(&self, array: &Array) -> String {
        let extents: Option<Vec<_>> =
            array.extents.iter().map(|e| e.as_ref().and_then(|e| e.value.clone())).collect();
        extents.map_or_else(|| "all".to_string(), |extents| self.cells(&extents))
    }
}

/// `i, j, k, l, …`: names for the subscripts of an array in reports and comments.
pub fn dimension_names(dimensions: usize) -> Vec<String> {
    let letters = ('i'..='z').map(String::from);
    letters.take(dimensions).collect()
}
