//! Rows of items that are read or written: `for (x = 0; x < w; x++) fread(&a[x], 4, 1, in);` is `fread(&a[0], 4, w, in);`.

use polyhedral::expression::LinearForm;
use polyhedral::{
    ArrayId, Comparison, Condition, Expression, Instance, Loop, Mapping, Node, Piece, Program, Scop, Window,
};
use std::collections::BTreeMap;

/// Where cells are.
#[derive(Clone, Copy, Debug)]
pub struct Cells<'a> {
    /// Per array the new mapping; `None` for arrays that stay.
    pub mappings: &'a [Option<Mapping>],
    /// The arrays of which a window of cells is there.
    pub windows: &'a BTreeMap<ArrayId, Window>,
}

/// What a loop along a row of items does in one call.
pub(crate) struct RowOfItems {
    /// Its first iteration.
    pub first: Instance,
    /// How many items the row has; none if that isn't positive.
    pub count: Expression,
}

impl RowOfItems {
    /// That of a loop, if its iterations go from one cell to the next, and do nothing else.
    pub fn of(scop: &Scop, Cells { mappings, windows }: Cells, counted: &Loop) -> Option<Self> {
        let [Node::Instance(instance)] = counted.body.as_slice() else { return None };
        let statement = &scop.statements[instance.statement];
        if !statement.is_of_items() || counted.step != 1 || counted.parallel {
            return None;
        }
        let counter = counted.iterator.as_str();
        let mut named = statement.text.iter().filter_map(|piece| match piece {
            Piece::Access(position) => Some(*position),
            _ => None,
        });
        let item = named.next()?;
        let is_steady = |subscript: &Expression| !subscript.mentions(counter);
        let is_fixed = |position: usize| instance.subscripts[position].iter().all(is_steady);
        let subscripts = &instance.subscripts[item];
        let array = statement.accesses[item].array;
        let cell = match &mappings[array] {
            Some(mapping) if !windows.contains_key(&array) => mapping.apply(subscripts),
            _ => subscripts.clone(),
        };
        let (last, outer) = cell.split_last()?;
        let is_next = LinearForm::of(last)?.terms.iter().any(|(name, times)| name == counter && *times == 1);
        let count = (end(&counted.condition, counter)? - counted.initial.clone()).simplify();
        let is_row = is_next && outer.iter().all(is_steady) && named.all(is_fixed) && is_steady(&count);
        let first = |value: &Expression| {
            value.substitute(&|name| (name == counter).then(|| counted.initial.clone())).simplify()
        };
        let all = |values: &Vec<Expression>| values.iter().map(first).collect();
        is_row.then(|| RowOfItems {
            first: Instance {
                statement: instance.statement,
                iterators: all(&instance.iterators),
                subscripts: instance.subscripts.iter().map(all).collect(),
            },
            count,
        })
    }
}

/// What a counter stays below.
fn end(condition: &Condition, counter: &str) -> Option<Expression> {
    let is_counter = |value: &Expression| matches!(value, Expression::Variable(name) if name == counter);
    match condition {
        Condition::Compare(Comparison::Less, left, end) if is_counter(left) => Some(end.clone()),
        Condition::Compare(Comparison::LessEqual, left, last) if is_counter(left) => {
            Some(last.clone() + Expression::Constant(1))
        }
        Condition::And(list) => {
            let ends = list.iter().map(|part| end(part, counter)).collect::<Option<Vec<_>>>()?;
            Some(Expression::Minimum(ends))
        }
        _ => None,
    }
}

/// Whether each item is read or written in a loop along a row of them, so that a call does that at once.
pub fn are_in_rows(scop: &Scop, cells: Cells, program: &Program) -> bool {
    let is_item = |instance: &&Instance| scop.statements[instance.statement].is_of_items();
    let all = program.instances().into_iter().filter(is_item).count();
    let loops = Node::loops(&program.body).into_iter();
    all == 0 || loops.filter_map(|counted| RowOfItems::of(scop, cells, counted)).count() == all
}
