//! Whether rows that lie anywhere overlap, where only a run knows: what a test calls for it.
//!
//! Rows that a program obtains one by one lie one behind the other in memory, or one before the other. A walk over the pointers tells
//! whether they do, and so that none overlaps another; one over two tables at once, as in a merge, tells the same of these.

use crate::apart::{bounds, conjuncts, is_certain, over, touched_by};
use allocator::transfers::hull::Hull;
use codegen::Layout;
use frontend::Entry;
use isl::{DimType, Set};
use polyhedral::{ArrayId, Comparison, Condition, Expression, Scattered, Scop, lower, print};

/// The rows that a region touches of a table of pointers.
#[derive(Clone, Debug)]
pub struct Rows {
    /// The table, as C.
    pub table: String,
    /// The type of a cell.
    pub element: String,
    /// Whether the program says another one.
    pub is_named: bool,
    /// The first row, and the first one behind.
    pub rows: (Expression, Expression),
    /// The first cell of each, and the first one behind.
    pub cells: (Expression, Expression),
    /// What must hold so that the region touches all of these rows.
    pub touched: Vec<Condition>,
}

/// The rows that the region touches of a table, with the cells that it touches of any of them. A test reads their pointers, so the
/// region must read these as well, whatever its data are.
///
/// # Errors
/// isl's; inside, why they can't be told, as a phrase.
pub fn rows(scop: &Scop, id: ArrayId, kind: &Scattered, entry: &Entry) -> isl::Result<Result<Rows, String>> {
    let array = &scop.arrays[id];
    let vague =
        |what: &str| Ok(Err(format!("{what} of `{}` isn't known where the loops start", array.c_name)));
    if !entry.tables.contains(&array.c_name) {
        return Ok(Err(format!(
            "where the rows of `{}` lie isn't known where the function starts",
            array.c_name
        )));
    }
    if !scop.parameters.iter().all(|parameter| entry.knows(parameter)) {
        return vague("which rows it touches");
    }
    let cells = touched_by(scop, &[id], entry, &|_| true)?;
    let certain = touched_by(scop, &[id], entry, &is_certain)?;
    let (Some(cells), Some(certain)) = (cells, certain) else { return vague("whether it touches any row") };
    let everywhere = Set::universe(cells.space()?.params()?)?;
    let Some(hull) = Hull::around(&cells, &everywhere)? else { return vague("what it touches") };
    let mut sides = Vec::new();
    for side in &hull.sides {
        let Some(bounds) = bounds(side)? else { return vague("what it touches") };
        sides.push(bounds);
    }
    let [rows, cells] = <[_; 2]>::try_from(sides).expect("it has two dimensions");
    // the test reads those that these bounds mean, if there is a cell to look at
    let certain = certain.project_out(DimType::Set, 1, 1)?.set_dim_name(DimType::Set, 0, ROW)?;
    let row = Expression::variable(ROW);
    let compare =
        |relation, a: &Expression, b: &Expression| Condition::Compare(relation, a.clone(), b.clone());
    let is_read = Condition::And(vec![
        compare(Comparison::LessEqual, &rows.0, &row),
        compare(Comparison::Less, &row, &rows.1),
        compare(Comparison::Less, &cells.0, &cells.1),
    ]);
    let read = lower::condition(&is_read, &certain.space()?)?.intersect_params(scop.context.clone())?;
    let touched = match (read.is_subset(&certain)?, read.intersect_params(hull.present.clone())?) {
        (true, _) => vec![],
        (false, present) if present.is_subset(&certain)? => {
            let known = over(scop, &|parameter| entry.knows(parameter), scop.context.clone())?;
            conjuncts(codegen::parametric::holds(&hull.present, &known)?)
        }
        _ => return vague("whether it touches all rows"),
    };
    let Scattered { element, is_named } = kind.clone();
    Ok(Ok(Rows { table: array.c_name.clone(), element, is_named, rows, cells, touched }))
}

/// A name that is none in C.
const ROW: &str = "the row";

/// A function that a test calls.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Helper {
    /// Whether rows with cells of a type are in order.
    InOrder(String),
    /// Whether such rows are apart from those of another table.
    Apart(String, String),
    /// Whether they are apart from one block of memory.
    Outside(String),
}

/// A call of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    pub helper: Helper,
    /// As C.
    pub arguments: String,
}

impl Call {
    /// It, as C.
    pub fn text(&self) -> String {
        format!("{}({})", self.helper.name(), self.arguments)
    }
}

impl Helper {
    /// Its name in C.
    pub fn name(&self) -> String {
        let word = |type_: &String| type_.replace(|c: char| !c.is_alphanumeric(), "_");
        match self {
            Helper::InOrder(type_) => format!("{}_rows_in_order", word(type_)),
            Helper::Apart(one, other) if one == other => format!("{}_rows_apart", word(one)),
            Helper::Apart(one, other) => format!("{}_{}_rows_apart", word(one), word(other)),
            Helper::Outside(type_) => format!("{}_rows_outside", word(type_)),
        }
    }

    /// The functions that it calls.
    pub fn calls(&self) -> Vec<Helper> {
        match self {
            Helper::InOrder(_) | Helper::Outside(_) => vec![],
            Helper::Apart(one, other) => {
                vec![Helper::InOrder(one.clone()), Helper::InOrder(other.clone())]
            }
        }
    }

    /// Its definition.
    pub fn definition(&self) -> String {
        let name = self.name();
        match self {
            Helper::InOrder(type_) => format!(
                "/* polycc: 1 where rows lie one behind the other in memory, -1 where one before the other, else 0 */
static int {name}({type_} *const *a, long rows, long first, long end)
{{
    int up = 1, down = 1;
    for (long i = 1; first < end && i < rows; i++) {{
        up &= (const char *)(a[i - 1] + end) <= (const char *)(a[i] + first);
        down &= (const char *)(a[i] + end) <= (const char *)(a[i - 1] + first);
    }}
    return up ? 1 : -down;
}}
"
            ),
            Helper::Apart(one, other) => format!(
                "/* polycc: whether rows of `a` and `b`, in order each, overlap nowhere */
static int {name}({one} *const *a, long rows_a, long first_a, long end_a,
    {other} *const *b, long rows_b, long first_b, long end_b)
{{
    int up_a = {}(a, rows_a, first_a, end_a), up_b = {}(b, rows_b, first_b, end_b);
    long i = 0, j = 0;
    while (up_a && up_b && i < rows_a && j < rows_b && first_a < end_a && first_b < end_b) {{
        {one} *p = a[up_a > 0 ? i : rows_a - 1 - i];
        {other} *q = b[up_b > 0 ? j : rows_b - 1 - j];
        if ((const char *)(p + end_a) <= (const char *)(q + first_b))
            i++;
        else if ((const char *)(q + end_b) <= (const char *)(p + first_a))
            j++;
        else
            return 0;
    }}
    return up_a && up_b;
}}
",
                Helper::InOrder(one.clone()).name(),
                Helper::InOrder(other.clone()).name(),
            ),
            Helper::Outside(type_) => format!(
                "/* polycc: whether no row has a part of the memory from `start` to `behind` */
static int {name}({type_} *const *a, long rows, long first, long end,
    const char *start, const char *behind)
{{
    for (long i = 0; first < end && i < rows; i++)
        if ((const char *)(a[i] + end) > start && behind > (const char *)(a[i] + first))
            return 0;
    return 1;
}}
"
            ),
        }
    }
}

impl Rows {
    /// The arguments that stand for it.
    fn arguments(&self, layout: &Layout) -> String {
        let wide = |value: &Expression| match value {
            // it becomes one when it is handed on
            Expression::Variable(_) => layout.spelled(value),
            _ => layout.spelled_wide(value).simplify(),
        };
        let spelled = |value: &Expression| print::expression(&wide(value));
        let (first, end) = &self.rows;
        let table = match wide(first) {
            Expression::Constant(0) => self.table.clone(),
            first => format!("{} + {}", self.table, summand(&first)),
        };
        let table = match (self.is_named, table.contains(' ')) {
            (true, true) => format!("({} *const *)({table})", self.element),
            (true, false) => format!("({} *const *){table}", self.element),
            (false, _) => table,
        };
        let rows = end.clone() - first.clone();
        format!(
            "{table}, {}, {}, {}",
            spelled(&rows.simplify()),
            spelled(&self.cells.0),
            spelled(&self.cells.1)
        )
    }

    /// That none of them overlaps another.
    pub fn are_in_order(&self, layout: &Layout) -> Call {
        Call { helper: Helper::InOrder(self.element.clone()), arguments: self.arguments(layout) }
    }

    /// That none of them overlaps another, or one of another table.
    pub fn are_apart(&self, layout: &Layout, others: &Rows) -> Call {
        let arguments = format!("{}, {}", self.arguments(layout), others.arguments(layout));
        Call { helper: Helper::Apart(self.element.clone(), others.element.clone()), arguments }
    }

    /// That none of them has a part of a block of memory.
    pub fn are_outside(&self, layout: &Layout, (start, behind): (String, String)) -> Call {
        let arguments = format!("{}, {start}, {behind}", self.arguments(layout));
        Call { helper: Helper::Outside(self.element.clone()), arguments }
    }
}

/// A number behind a `+`.
fn summand(value: &Expression) -> String {
    match value {
        Expression::Minimum(_) | Expression::Maximum(_) | Expression::Select(..) => {
            format!("({})", print::expression(value))
        }
        _ => print::expression(value),
    }
}
