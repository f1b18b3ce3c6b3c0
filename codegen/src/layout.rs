//! How arrays and parameters look in the C that is written.

use diagnostics::Span;
use polyhedral::print::{expression, factor};
use polyhedral::{
    Array, ArrayId, Block, Condition, Expression, Flat, Mapping, Parameter, Scop, Storage, Window,
};
use std::collections::{BTreeMap, BTreeSet};

/// Which arrays of a region get which mapping.
#[derive(Clone, Copy, Debug)]
pub struct Layout<'a> {
    /// The region.
    pub scop: &'a Scop,
    /// Per array the new mapping; `None` for arrays that stay.
    pub mappings: &'a [Option<Mapping>],
    /// Per array of which loops in strips touch a window of cells, which these are.
    pub windows: &'a BTreeMap<ArrayId, Window>,
    /// The memory that arrays share; all of their members have mappings.
    pub blocks: &'a [Block],
    /// The arrays of which each iteration of a parallel loop has its own.
    pub private: &'a BTreeSet<ArrayId>,
    /// How lifted constants are written.
    pub spelling: Spelling,
}

/// Arrays of a region that all stay as they are.
#[derive(Clone, Debug)]
pub struct Unchanged<'a> {
    scop: &'a Scop,
    mappings: Vec<Option<Mapping>>,
    windows: BTreeMap<ArrayId, Window>,
    private: BTreeSet<ArrayId>,
}

impl<'a> Unchanged<'a> {
    /// Those of `scop`.
    pub fn of(scop: &'a Scop) -> Self {
        let mappings = vec![None; scop.arrays.len()];
        Unchanged { scop, mappings, windows: BTreeMap::new(), private: BTreeSet::new() }
    }

    /// How they look.
    pub fn layout(&self, spelling: Spelling) -> Layout<'_> {
        let Unchanged { scop, mappings, windows, private } = self;
        Layout { scop, mappings, windows, blocks: &[], private, spelling }
    }
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
        self.spelled_reference(self.name(self.home(array)), array, self.cell(array, subscripts))
    }

    /// As [`Layout::reference`], for one under a condition: the subscript of an array of one dimension is computed in the type of
    /// addresses. Compilers that make vectors compute it in any case, without signs since it might overflow, and in 64 bits
    /// they still see that it goes along a row.
    pub fn reference_if(&self, array: ArrayId, subscripts: &[Expression]) -> String {
        let declared = &self.scop.arrays[array];
        match declared.flat {
            Some(flat) if self.mappings[array].is_none() => {
                let wide = Some(Flat { wide: true, ..flat });
                let cell = self.flattened(declared, wide, subscripts);
                self.spelled_reference(self.name(self.home(array)), array, cell)
            }
            _ => self.reference(array, subscripts),
        }
    }

    /// What is worth a name in the subscripts of all cells of a row of an array that stays: where it begins in a flat array, or
    /// its last subscript, if that is computed.
    pub fn start(&self, array: ArrayId, row: &[Expression]) -> Option<Expression> {
        let declared = &self.scop.arrays[array];
        let start = match declared.flat {
            Some(flat) => {
                let first = [row, &[Expression::Constant(0)]].concat();
                self.flattened(declared, Some(Flat { wide: true, ..flat }), &first).pop()?
            }
            None => row.last()?.clone(),
        };
        let is_computed = !matches!(start, Expression::Variable(_) | Expression::Constant(_));
        is_computed.then(|| self.spelled_signed(&start))
    }

    /// The reference to the cell `last` of the row whose [`Layout::start`] has the name `start`.
    pub fn reference_from(
        &self,
        array: ArrayId,
        row: &[Expression],
        start: &str,
        last: &Expression,
    ) -> String {
        let start = Expression::variable(start);
        let cell = match (self.scop.arrays[array].flat, row.split_last()) {
            (None, Some((_, outer))) => [outer, &[start, last.clone()]].concat(),
            _ => vec![(start + last.clone()).simplify()],
        };
        self.spelled_reference(self.name(self.home(array)), array, cell)
    }

    /// The reference to the cell of an array of one dimension that is at this place now.
    pub fn reference_at(&self, array: ArrayId, place: Expression) -> String {
        self.spelled_reference(self.name(self.home(array)), array, vec![place])
    }

    /// As [`Layout::reference`], in the user's own loops, where blocks keep their variables.
    pub fn reference_in_place(&self, array: ArrayId, subscripts: &[Expression]) -> String {
        self.spelled_reference(&self.home(array).c_name, array, self.cell(array, subscripts))
    }

    fn spelled_reference(&self, name: &str, array: ArrayId, cell: Vec<Expression>) -> String {
        let pieces = &self.home(array).pieces;
        let Some((last, first)) = pieces.split_last() else {
            return format!("{name}{}", self.place(array, &cell));
        };
        let (way, rest) = cell.split_at(first.len().min(cell.len()));
        let way = first.iter().zip(way);
        let way: String = way
            .map(|(piece, subscript)| format!("{piece}{}", self.brackets(std::slice::from_ref(subscript))))
            .collect();
        format!("{way}{last}{}", self.brackets(rest))
    }

    /// The subscripts of that cell now.
    pub fn cell(&self, array: ArrayId, subscripts: &[Expression]) -> Vec<Expression> {
        match &self.mappings[array] {
            None => {
                let declared = &self.scop.arrays[array];
                self.flattened(declared, declared.flat, subscripts)
            }
            Some(mapping) => self.mapped(array, mapping, subscripts),
        }
    }

    /// The subscripts that C has for a cell of an array that stays.
    fn flattened(&self, array: &Array, flat: Option<Flat>, subscripts: &[Expression]) -> Vec<Expression> {
        let value = |extent: &Option<polyhedral::Extent>| extent.as_ref()?.value.clone();
        let extents: Option<Vec<_>> = array.extents.iter().skip(1).map(value).collect();
        match (flat, extents) {
            (Some(flat), Some(extents)) => vec![self.one_subscript(flat, subscripts, &extents)],
            _ => subscripts.to_vec(),
        }
    }

    /// Where a cell is in rows of rows of these extents, without the outermost.
    fn one_subscript(&self, flat: Flat, cell: &[Expression], inner: &[Expression]) -> Expression {
        let mut subscripts = cell.iter().cloned();
        let first = subscripts.next().unwrap_or(Expression::Constant(0));
        let place = subscripts.zip(inner).fold(first, |place, (subscript, extent)| {
            let extent = if flat.wide { self.widened(extent) } else { extent.clone() };
            let row = Expression::Multiply(Box::new(place), Box::new(extent));
            match subscript {
                Expression::Constant(0) => row,
                Expression::Add(a, b) => row + *a + *b,
                Expression::Subtract(a, b) => row + *a - *b,
                subscript => row + subscript,
            }
        });
        place.simplify()
    }

    /// `[y][x]`, or `[y * w + x]` for an array that C sees as one of one dimension: the subscripts of a cell that
    /// [`Layout::cell`] has found.
    fn place(&self, id: ArrayId, cell: &[Expression]) -> String {
        match (self.scop.arrays[id].flat, self.extents(id)) {
            (Some(flat), Some(extents)) if cell.len() > 1 => {
                self.brackets(&[self.one_subscript(flat, cell, &extents[1..])])
            }
            _ => self.brackets(cell),
        }
    }

    /// The start of a row: all subscripts of a cell but the last.
    pub fn row(&self, id: ArrayId, row: &[Expression]) -> String {
        let name = self.name(self.home(id));
        let cell = [row, &[Expression::Constant(0)]].concat();
        match self.scop.arrays[id].flat {
            Some(_) => format!("&{name}{}", self.place(id, &cell)),
            None => format!("{name}{}", self.brackets(row)),
        }
    }

    /// What declares these extents: `[h][w]`, or `[h * w]`.
    pub fn declared(&self, array: &Array, extents: &[Expression]) -> String {
        match array.flat {
            Some(_) if extents.len() > 1 => format!("[{}]", self.cells(extents)),
            _ => self.brackets(extents),
        }
    }

    /// `size` in a type in which places in memory fit.
    fn widened(&self, size: &Expression) -> Expression {
        match size.constant() {
            Some(size) => Expression::variable(format!("{size}L")),
            None => self.spelled_wide(size),
        }
    }

    /// The memory that `array` shares with others.
    pub fn block(&self, array: ArrayId) -> Option<&Block> {
        self.blocks.iter().find(|block| block.members.contains(&array))
    }

    /// The array that declares the memory in which `array` lives: mostly itself.
    pub fn home(&self, array: ArrayId) -> &Array {
        &self.scop.arrays[self.block(array).map_or(array, |block| block.host)]
    }

    /// Whether `array` lives in the memory of another, so that its own declaration goes.
    pub fn is_guest(&self, array: ArrayId) -> bool {
        self.block(array).is_some_and(|block| block.host != array)
    }

    /// The extents that `array`, which has a mapping, is declared with.
    pub fn extents(&self, array: ArrayId) -> Option<Vec<Expression>> {
        let mapping = self.mappings[array].as_ref()?;
        Some(self.block(array).map_or_else(|| mapping.extents(), |block| block.extents.clone()))
    }

    /// Whether `array` is a block that each iteration of a parallel loop obtains for itself.
    pub fn is_per_thread(&self, array: ArrayId) -> bool {
        self.private.contains(&array) && matches!(self.scop.arrays[array].storage, Storage::Block { .. })
    }

    /// Whether nothing is left of such a block outside of these loops: the pointer goes where nothing else asks for it.
    pub fn goes(&self, array: ArrayId) -> bool {
        let is_only_freed = matches!(
            self.scop.arrays[array].storage,
            Storage::Block { initial: true, releases: Some(_), .. }
        );
        self.is_per_thread(array) && is_only_freed
    }

    /// The statements that freed `array`, if it was a block and becomes a variable where it was declared.
    pub fn variable_for(&self, array: ArrayId) -> Option<&[Span]> {
        let is_variable = self.mappings[array].as_ref()?.extents().is_empty()
            && self.block(array).is_none()
            && !self.is_per_thread(array);
        match &self.scop.arrays[array].storage {
            Storage::Block { releases: Some(places), .. }
            | Storage::RowTable { releases: Some(places), .. }
                if is_variable =>
            {
                Some(places)
            }
            _ => None,
        }
    }

    /// Memory that stays declared as it was keeps its rank: a dropped dimension has the subscript 0.
    fn mapped(&self, id: ArrayId, mapping: &Mapping, subscripts: &[Expression]) -> Vec<Expression> {
        let array = &self.scop.arrays[id];
        let mut cell = mapping.apply(subscripts);
        match array.storage {
            Storage::Local { .. } => cell,
            Storage::Block { .. }
                if cell.is_empty() && !self.is_per_thread(id) && self.variable_for(id).is_none() =>
            {
                vec![Expression::Constant(0)]
            }
            Storage::Block { .. } => cell,
            Storage::RowTable { .. } if self.variable_for(id).is_some() => cell,
            Storage::RowTable { .. } | Storage::Parameter | Storage::Library | Storage::Other => {
                let kept = |dimension: usize| mapping.rows.iter().any(|row| row.coefficients[dimension] != 0);
                let mut rows = cell.drain(..);
                let subscript = |d| if kept(d) { rows.next() } else { None };
                let all = (0..array.dimensions()).map(subscript);
                all.map(|row| row.unwrap_or(Expression::Constant(0))).collect()
            }
        }
    }

    /// The extent that each dimension of a table gets.
    pub fn extents_of_table(&self, id: ArrayId) -> Option<Vec<Expression>> {
        let mapping = self.mappings[id].as_ref()?;
        let extent = |dimension: usize| {
            let row = mapping.rows.iter().find(|row| row.coefficients[dimension] != 0);
            row.map_or(Expression::Constant(1), |row| row.modulus.clone())
        };
        Some((0..self.scop.arrays[id].dimensions()).map(extent).collect())
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

    /// `test` with parameters as C spells them, all signed.
    pub fn spelled_condition(&self, test: &Condition) -> Condition {
        test.map(&|value| self.spelled_signed(value))
    }

    /// As [`Layout::spelled_signed`], in a type in which sums of parameters fit.
    pub fn spelled_wide(&self, value: &Expression) -> Expression {
        self.spelled_by(value, &|parameter| match parameter.value {
            None => Expression::variable(format!("(long){}", parameter.spelling)),
            Some(_) => self.spelled_parameter(parameter, false),
        })
    }

    /// `value` as a number with a fraction, which doesn't overflow.
    pub fn spelled_roughly(&self, value: &Expression) -> Expression {
        self.spelled_by(value, &|parameter| match parameter.value {
            None => Expression::variable(format!("(double){}", parameter.spelling)),
            Some(_) => self.spelled_parameter(parameter, false),
        })
    }

    fn spelled_with(&self, value: &Expression, as_declared: bool) -> Expression {
        self.spelled_by(value, &|parameter| self.spelled_parameter(parameter, as_declared))
    }

    fn spelled_by(&self, value: &Expression, spell: &dyn Fn(&Parameter) -> Expression) -> Expression {
        let parameter = |name: &str| self.scop.parameters.iter().find(|p| p.name == name);
        value.substitute(&|name| parameter(name).map(spell)).simplify()
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

    /// `[h * w]` for an array that C sees as one of one dimension.
    pub fn one_dimension(&self, array: &Array) -> String {
        let extents = array.extents.iter().flatten().filter_map(|extent| extent.value.clone());
        format!("[{}]", self.cells(&extents.collect::<Vec<_>>()))
    }

    /// The comment above the declaration of `array`: mapping, new size and old.
    pub fn comment(&self, array: ArrayId) -> Option<String> {
        let extents = self.extents(array)?;
        if let Some(block) = self.block(array) {
            return (block.host == array).then(|| self.block_comment(block));
        }
        let declared = &self.scop.arrays[array];
        let dimensions = dimension_names(declared.dimensions());
        let subscripts: Vec<_> = dimensions.iter().map(Expression::variable).collect();
        let from = self.brackets(&self.flattened(declared, declared.flat, &subscripts));
        let to = self.reference(array, &subscripts);
        let new = self.cells(&extents);
        let old = self.old_cells(declared);
        let plural = if new == "1" { "cell" } else { "cells" };
        let name = &declared.c_name;
        if let Some(purpose) = &declared.purpose {
            return Some(format!("polycc: {purpose}: {name}{from} -> {to}; {new} {plural}"));
        }
        if !declared.versions.is_empty() {
            let versions = declared.versions.join(", ");
            return Some(format!("polycc: {to}, versions by {versions}; {new} {plural}"));
        }
        Some(format!("polycc: {name}{from} -> {to}; {new} {plural} instead of {old}"))
    }

    /// Where the cells of all arrays in the block are, its size and theirs.
    fn block_comment(&self, block: &Block) -> String {
        let mut mappings = Vec::new();
        let mut old = Vec::new();
        for member in &block.members {
            let declared = &self.scop.arrays[*member];
            let dimensions = dimension_names(declared.dimensions());
            let subscripts: Vec<_> = dimensions.iter().map(Expression::variable).collect();
            let from = self.brackets(&self.flattened(declared, declared.flat, &subscripts));
            mappings.push(format!("{}{from} -> {}", declared.c_name, self.reference(*member, &subscripts)));
            if declared.name_span.start < declared.name_span.end {
                old.push(self.old_cells(declared));
            }
        }
        let (new, old) = (self.cells(&block.extents), old.join(" + "));
        let plural = if new == "1" { "cell" } else { "cells" };
        format!("polycc: {}; {new} {plural} for all, instead of {old}", mappings.join(", "))
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
