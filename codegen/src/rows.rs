//! Pointers to the rows of arrays that an innermost loop goes along.
//!
//! Where all subscripts but the last are the same in all iterations of an innermost loop, and one of them is
//! computed by `/` or `%`, the row gets a name in front of the loop: what a reader wants to see, and a
//! compiler needn't find out. The pointer is declared in the block that the loop stands in, and serves all
//! of that block. A loop whose bounds vary from row to row may have no iterations where there is no such row;
//! its rows get no names, nor do those that only some iterations touch: they need not be there in the others.
//!
//! Where a short loop of constant bounds tells which row it is, as in a window of 3 x 3, there is a table of them ([`row_tables`]).
//!
//! In `c[y - 1][x] = t[x] == 3 || (c[y - 1][x] && t[x] == 2)` the cell is read in some iterations and written in all.
//! Compilers make vectors of that where they see that it is one cell, which arithmetic under the condition hides. So
//! the row's subscript, not a pointer to it, gets a name.

use crate::layout::Layout;
use crate::row_tables::{self, RowTable};
use polyhedral::expression::LinearForm;
use polyhedral::print::expression;
use polyhedral::{
    Access, ArrayId, Condition, Expression, Instance, Loop, Node, Parameter, Program, Scop, Storage,
};
use std::collections::{BTreeMap, BTreeSet};

/// A row: the array, and all its subscripts but the last.
pub type Row = (ArrayId, Vec<Expression>);

/// The rows that have names.
#[derive(Clone)]
pub struct Rows<'a> {
    layout: &'a Layout<'a>,
    names: BTreeMap<Row, String>,
    /// Cells that have names, with all their subscripts.
    cells: BTreeMap<Row, String>,
    /// Where rows of arrays that stay begin: the names of their last subscripts but one, or in flat arrays of all but the
    /// last, by their original subscripts.
    starts: BTreeMap<Row, String>,
    /// The first cell of arrays of which a window of cells is there.
    windows: BTreeMap<ArrayId, Expression>,
    taken: BTreeSet<String>,
    /// How many instances of the tree touch each array.
    users: BTreeMap<ArrayId, usize>,
}

impl<'a> Rows<'a> {
    /// None, in front of `program`.
    pub fn new(layout: &'a Layout<'a>, program: &Program) -> Self {
        let scop = layout.scop;
        let mut taken = scop.taken.clone();
        taken.extend(scop.arrays.iter().flat_map(|array| [array.name.clone(), array.c_name.clone()]));
        taken.extend(scop.parameters.iter().flat_map(|p| [p.name.clone(), p.spelling.clone()]));
        taken.extend(Node::loops(&program.body).into_iter().map(|counted| counted.iterator.clone()));
        let users = users(scop, &program.body);
        let (names, cells, starts, windows) = Default::default();
        Rows { layout, names, cells, starts, windows, taken, users }
    }

    /// How many instances of the tree touch `array`.
    pub fn users(&self, array: ArrayId) -> usize {
        self.users.get(&array).copied().unwrap_or(0)
    }

    /// The rows that have names in a block, and the declarations that it needs for that.
    pub fn around(&self, block: &[Node]) -> (Self, Vec<String>) {
        let (mut inside, mut declarations) = (self.clone(), Vec::new());
        let written = self.written(block);
        let rows: BTreeSet<Row> = block.iter().flat_map(|node| self.of_loop(node)).collect();
        for (array, row) in rows.into_iter().filter(|row| !self.names.contains_key(row)) {
            let name = inside.named(array, self.behind(&row));
            let declared = &self.layout.scop.arrays[array];
            let constant = if written.contains(&array) { "" } else { "const " };
            let (element, start) = (&declared.element, self.layout.row(array, &row));
            declarations.push(format!("{constant}{element} *{name} = {start};"));
            inside.name((array, row), name);
        }
        for table in row_tables::of(block, self) {
            if !inside.names.contains_key(&table.row) {
                declarations.push(inside.declare(table, &written));
            }
        }
        let starts: BTreeSet<Row> = block.iter().flat_map(|node| self.half_read(node)).collect();
        for (array, row) in starts.into_iter().filter(|row| !self.starts.contains_key(row)) {
            let Some(start) = self.layout.start(array, &row) else { continue };
            let name = inside.named(array, None);
            declarations.push(format!("long {name} = {};", expression(&start)));
            inside.starts.insert((array, row), name);
        }
        (inside, declarations)
    }

    /// The reference of an access to the cell whose original subscripts are given.
    pub fn access(&self, access: &Access, subscripts: &[Expression]) -> String {
        let named = self.reference(access.array, subscripts);
        match is_certain(access) || named != self.layout.reference(access.array, subscripts) {
            true => named,
            false => self.layout.reference_if(access.array, subscripts),
        }
    }

    /// The reference to the cell of `array` whose original subscripts are given.
    pub fn reference(&self, array: ArrayId, subscripts: &[Expression]) -> String {
        if let (Some(first), [subscript]) = (self.windows.get(&array), subscripts) {
            let distance = (subscript.clone() - first.clone()).simplify();
            return self.layout.reference_at(array, distance);
        }
        let mut cell = self.layout.cell(array, subscripts);
        if let Some(name) = self.cells.get(&(array, cell.clone())) {
            return name.clone();
        }
        if let Some((last, row)) = subscripts.split_last()
            && let Some(start) = self.starts.get(&(array, row.to_vec()))
        {
            return self.layout.reference_from(array, row, start, last);
        }
        let last = cell.pop();
        match (self.names.get(&(array, cell)), last) {
            (Some(name), Some(last)) => format!("{name}{}", self.layout.brackets(&[last])),
            _ => self.layout.reference(array, subscripts),
        }
    }

    /// The rows that `node`, if it is a loop with no others in it but for windows, goes along and that are worth a name.
    fn of_loop(&self, node: &Node) -> Vec<Row> {
        let Node::Loop(counted) = node else { return Vec::new() };
        if !self.is_steady(counted) {
            return Vec::new();
        }
        let runs = |window: &[row_tables::Window]| !window.iter().any(row_tables::Window::is_clipped);
        let instances = row_tables::in_windows(counted).into_iter().filter(|(_, window)| runs(window));
        let rows = instances.flat_map(|(instance, window)| {
            let certain = self.certain(instance).into_iter();
            certain.filter(move |row| row_tables::telling(row, &window).next().is_none())
        });
        rows.filter(|row| self.is_nameable(row, counted)).collect()
    }

    /// The rows that an instance touches in any case.
    pub fn certain(&self, instance: &Instance) -> Vec<Row> {
        rows_of(self.layout, instance, is_certain)
    }

    /// Whether the bounds of a loop are the same wherever the block is run that it stands in.
    pub fn is_steady(&self, counted: &Loop) -> bool {
        let parameters = &self.layout.scop.parameters;
        read_by_bounds(counted).iter().all(|name| parameters.iter().any(|p| p.name == *name))
    }

    /// Whether a row is worth a name in front of this loop, and can have one.
    pub fn is_nameable(&self, row: &Row, counted: &Loop) -> bool {
        let array = &self.layout.scop.arrays[row.0];
        let is_named = array.is_variable() || matches!(array.storage, Storage::Block { .. });
        // a row of a table is read from memory, which must be there
        let is_read = matches!(array.storage, Storage::RowTable { .. });
        // in front of the loop that gives each thread its own, the name would stand for somebody else's
        let is_shared = !(counted.parallel && self.layout.private.contains(&row.0));
        is_named
            && !is_read
            && !self.is_one_of_many(row)
            && !array.flat.is_some_and(|flat| flat.overlapping)
            && row.1.iter().any(has_division)
            && is_constant(row, counted)
            && is_shared
    }

    /// Gives the rows of a table names, and the table a declaration.
    fn declare(&mut self, table: RowTable, written: &BTreeSet<ArrayId>) -> String {
        let RowTable { row: (array, row), counter, first, last, is_clipped } = table;
        let home = self.layout.name(self.layout.home(array));
        let name = self.free(&format!("{home}_rows"));
        let at = |turn: i64| {
            let known = |name: &str| (name == counter).then_some(Expression::Constant(turn));
            let row = row.iter().map(|it| it.substitute(&known).simplify());
            let row: Vec<_> = row.map(|it| if is_clipped { in_any_case(it) } else { it }).collect();
            self.layout.row(array, &row)
        };
        let starts: Vec<String> = (first..=last).map(at).collect();
        let constant = if written.contains(&array) { "" } else { "const " };
        let (element, count) = (&self.layout.scop.arrays[array].element, starts.len());
        let declaration = format!("{constant}{element} *{name}[{count}] = {{{}}};", starts.join(", "));
        let turn = (Expression::variable(&counter) - Expression::Constant(first)).simplify();
        self.name((array, row), format!("{name}{}", self.layout.brackets(&[turn])));
        declaration
    }

    /// Whether a row is one of a plane of a variable whose size the compiler knows. Stencils go along many of them, all at distances
    /// that one counter gives from one known place, where their names would take a register each.
    fn is_one_of_many(&self, (array, row): &Row) -> bool {
        let (array, scop) = (*array, self.layout.scop);
        let is_local = matches!(scop.arrays[array].storage, Storage::Local { .. });
        let mut names = BTreeSet::new();
        let extents = self.layout.extents(array).unwrap_or_default();
        extents.iter().for_each(|extent| extent.variables(&mut names));
        let is_lifted = |name| scop.parameters.iter().any(|p| p.name == name && p.value.is_some());
        row.len() > 1 && is_local && names.into_iter().all(is_lifted)
    }

    /// The rows of arrays that stay, by original subscripts, of which `node`, if it is an innermost loop, writes cells
    /// that the same statement reads in some iterations only.
    fn half_read(&self, node: &Node) -> Vec<Row> {
        let Node::Loop(counted) = node else { return Vec::new() };
        if counted.parallel || counted.body.iter().any(has_loop) {
            return Vec::new();
        }
        let mut rows = Vec::new();
        for node in &counted.body {
            let Node::Instance(instance) = node else { continue };
            let accesses = &self.layout.scop.statements[instance.statement].accesses;
            let cells = || accesses.iter().zip(&instance.subscripts);
            for (written, cell) in cells().filter(|(access, _)| access.writes() && is_certain(access)) {
                let is_half_read = |(read, other): (&Access, &Vec<Expression>)| {
                    read.array == written.array && !read.writes() && !is_certain(read) && other == cell
                };
                if let Some((_, row)) = cell.split_last().filter(|_| cells().any(is_half_read)) {
                    rows.push((written.array, row.to_vec()));
                }
            }
        }
        let stays = |row: &Row| self.layout.mappings[row.0].is_none() && is_constant(row, counted);
        rows.retain(|row| stays(row) && self.is_readable(row, counted));
        rows
    }

    /// Whether what tells where a row begins can be read in front of a loop that may have no iterations: `p` in `p->w` need lead
    /// nowhere then, unless the loop's bounds read it.
    fn is_readable(&self, (array, row): &Row, counted: &Loop) -> bool {
        let mut names = BTreeSet::new();
        row.iter().for_each(|subscript| subscript.variables(&mut names));
        let extents = self.layout.scop.arrays[*array].extents.iter().skip(1).flatten();
        extents.filter_map(|extent| extent.value.as_ref()).for_each(|extent| extent.variables(&mut names));
        let bounds = read_by_bounds(counted);
        let is_variable = |name: &String| {
            let mut parameters = self.layout.scop.parameters.iter();
            parameters.find(|parameter| parameter.name == *name).is_none_or(Parameter::is_word)
        };
        names.iter().all(|name| is_variable(name) || bounds.contains(name))
    }

    /// The arrays that `block` writes.
    fn written(&self, block: &[Node]) -> BTreeSet<ArrayId> {
        let instances = Node::instances(block);
        let accesses =
            instances.iter().flat_map(|instance| &self.layout.scop.statements[instance.statement].accesses);
        accesses.filter(|access| access.writes()).map(|access| access.array).collect()
    }

    /// A new name for a row of `array`, which may be known to be so many rows behind the current one.
    pub fn named(&mut self, array: ArrayId, behind: Option<i64>) -> String {
        let array = self.layout.name(self.layout.home(array));
        self.free(&behind.map_or(format!("{array}_row"), |behind| format!("{array}_{behind}")))
    }

    /// Gives `row` a name.
    pub fn name(&mut self, row: Row, name: String) {
        self.names.insert(row, name);
    }

    /// Gives a cell a name.
    pub fn name_cell(&mut self, array: ArrayId, cell: Vec<Expression>, name: String) {
        self.cells.insert((array, cell), name);
    }

    /// `name`, with a word in the place of the way to a member, or if that is taken something like it; it is taken now.
    pub fn free(&mut self, name: &str) -> String {
        let name = name.replace("->", "_").replace('.', "_");
        let numbered = (1..).map(|number| format!("{name}{number}"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        let free = names.find(|name| !self.taken.contains(name)).unwrap_or_default();
        self.taken.insert(free.clone());
        free
    }

    /// That the window of `array` begins at this cell.
    pub fn start_at(&mut self, array: ArrayId, first: Expression) {
        self.windows.insert(array, first);
    }

    /// How many rows behind the current one a row is, if that shows.
    fn behind(&self, row: &[Expression]) -> Option<i64> {
        let [Expression::Modulo(row, _)] = row else { return None };
        let form = LinearForm::of(&self.layout.spelled(row))?;
        let is_counted = matches!(form.terms.as_slice(), [(_, 1)]);
        (is_counted && form.constant <= 0).then(|| form.constant.saturating_neg())
    }
}

/// A remainder of what may be negative, where C rounds towards zero, as one that isn't.
fn in_any_case(subscript: Expression) -> Expression {
    let Expression::Modulo(_, divisor) = &subscript else { return subscript };
    let divisor = divisor.clone();
    let positive = Expression::Add(Box::new(subscript), divisor.clone());
    Expression::Modulo(Box::new(positive), divisor)
}

/// How many instances in `nodes` touch each array.
pub fn users(scop: &Scop, nodes: &[Node]) -> BTreeMap<ArrayId, usize> {
    let mut users = BTreeMap::new();
    for instance in Node::instances(nodes) {
        let accesses = &scop.statements[instance.statement].accesses;
        let touched: BTreeSet<ArrayId> = accesses.iter().map(|access| access.array).collect();
        touched.into_iter().for_each(|array| *users.entry(array).or_default() += 1);
    }
    users
}

/// The rows of all cells that those accesses of an instance touch which `select` takes.
pub fn rows_of(layout: &Layout, instance: &Instance, select: impl Fn(&Access) -> bool) -> Vec<Row> {
    let accesses = layout.scop.statements[instance.statement].accesses.iter().zip(&instance.subscripts);
    let row = |(access, subscripts): (&Access, &Vec<Expression>)| {
        let mut cell = layout.cell(access.array, subscripts);
        cell.pop();
        (access.array, cell)
    };
    accesses.filter(|(access, _)| select(access)).map(row).collect()
}

/// What the bounds of `counted` read.
fn read_by_bounds(counted: &Loop) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    counted.initial.variables(&mut names);
    counted.condition.variables(&mut names);
    names.remove(&counted.iterator);
    names
}

/// Whether all iterations of `counted` go along the same row, which is known.
fn is_constant(row: &Row, counted: &Loop) -> bool {
    let mut names = BTreeSet::new();
    row.1.iter().for_each(|subscript| subscript.variables(&mut names));
    !names.contains(&counted.iterator) && row.1.iter().all(Expression::is_known)
}

/// Whether all instances do the access.
fn is_certain(access: &Access) -> bool {
    access.guard == Condition::Constant(true)
}

/// Whether there is a loop in it.
pub fn has_loop(node: &Node) -> bool {
    !Node::loops(std::slice::from_ref(node)).is_empty()
}

/// Whether C divides to compute the value.
fn has_division(value: &Expression) -> bool {
    match value {
        Expression::Constant(_) | Expression::Variable(_) => false,
        Expression::FloorDivide(..) | Expression::Modulo(..) => value.constant().is_none(),
        Expression::Negate(a) => has_division(a),
        Expression::Add(a, b) | Expression::Subtract(a, b) | Expression::Multiply(a, b) => {
            has_division(a) || has_division(b)
        }
        Expression::Minimum(list) | Expression::Maximum(list) => list.iter().any(has_division),
        Expression::Select(_, a, b) => has_division(a) || has_division(b),
    }
}
