//! Arrays that start out as zeros (`calloc`, `= {0}`, `static`): the zeros that the region reads are written by statements of
//! its own, so that nothing comes from before it.
//!
//! Only cells that are read before the program writes them need a zero: of a table whose first row and column are never
//! written, these two.

use std::collections::BTreeSet;

use polyhedral::{
    Access, AccessKind, Array, ArrayId, Condition, Expression, Instance, IntegerType, Iterator, Node, Piece,
    Scop, Statement, Storage,
};

use crate::boxes::{self, Bounds, filled, fresh, within};
use crate::{Analysed, Role};
use isl::{Set, UnionMap};

/// More boxes of zeros aren't written.
const MOST_BOXES: usize = 4;

/// Lines that end so many cells before the edge go up to it.
const MOST_LEFT: i64 = 4;

/// Whether the region finds an array zeroed and reads zeros of it.
pub fn is_any(analysed: &Analysed) -> bool {
    (0..analysed.scop.arrays.len()).any(|array| is_zeroed(analysed, array))
}

fn is_zeroed(analysed: &Analysed, id: ArrayId) -> bool {
    let Analysed { scop, roles, .. } = analysed;
    let array = &scop.arrays[id];
    let is_zeroed = matches!(
        array.storage,
        Storage::Local { zeroed: true, .. }
            | Storage::Block { zeroed: true, fresh: true, .. }
            | Storage::RowTable { zeroed: true, fresh: true, .. }
    );
    // what nothing ever writes holds its zeros anyway
    let is_written = || scop.writers(id).next().is_some();
    is_zeroed
        && array.outlives.is_none()
        && array.dimensions() > 0
        && roles[id] == Role::LiveIn
        && is_written()
}

/// The region with statements in front that write the zeros which it reads of blocks that it finds zeroed, and that lie in a few boxes;
/// `None` if there are none.
///
/// # Errors
/// isl's.
pub fn written(analysed: &Analysed) -> isl::Result<Option<Scop>> {
    if !analysed.scop.unordered.is_empty() || analysed.scop.fixed.is_some() {
        return Ok(None);
    }
    let mut scop = analysed.scop.clone();
    let mut zeros = Vec::new();
    for array in (0..scop.arrays.len()).filter(|array| is_zeroed(analysed, *array)) {
        let Some(boxes) = boxes_read(analysed, array)? else { continue };
        for bounds in boxes {
            let zero = Zero::new(&mut scop, array, bounds)?;
            zeros.push(zero);
        }
    }
    if zeros.is_empty() {
        return Ok(None);
    }
    in_front(&mut scop, zeros)?;
    Ok(Some(scop))
}

/// The boxes of zeros of `array` that are read.
fn boxes_read(analysed: &Analysed, array: ArrayId) -> isl::Result<Option<Vec<Bounds>>> {
    let scop = &analysed.scop;
    let declared = &scop.arrays[array];
    let mut cells: Option<Set> = None;
    for read in analysed.dataflow.live_in.maps()? {
        let read = read.range()?;
        if read.tuple_name()?.as_deref() == Some(declared.name.as_str()) {
            cells = Some(match cells {
                Some(cells) => cells.union(read)?,
                None => read,
            });
        }
    }
    let (Some(cells), Some(limits)) = (cells, limits(declared)) else { return Ok(None) };
    let pieces = cells.clone().intersect_params(scop.context.clone())?.coalesce()?;
    let mut all = Vec::new();
    for piece in pieces.basic_sets()? {
        let piece = piece.to_set()?;
        let Some(bounds) = boxes::hull(&piece)? else { return Ok(None) };
        all.push((piece, to_the_edges(bounds, &limits)));
    }
    all.sort_by_key(|(_, bounds)| boxes::rank(bounds));
    let extent = filled(&cells, &limits)?;
    let mut found: Vec<(Bounds, Set)> = Vec::new();
    let mut covered = Set::empty(cells.space()?)?;
    for (piece, bounds) in all {
        let is_inside =
            |whole: &Set| whole.clone().intersect_params(scop.context.clone())?.is_subset(&extent);
        let (mut bounds, mut whole) = (bounds.clone(), filled(&piece, &bounds)?);
        // where a piece is empty, its bounds say nothing, and the array may have no such cells
        if !is_inside(&whole)? {
            bounds = within_limits(bounds, &limits);
            whole = filled(&piece, &bounds)?;
        }
        if !is_inside(&whole)? {
            return Ok(None);
        }
        if !piece.is_subset(&covered)? {
            found.push((bounds, whole.clone()));
            covered = covered.union(whole)?;
        }
    }
    let found = without_covered(found)?;
    Ok((found.len() <= MOST_BOXES).then_some(found))
}

/// The boxes without those that lie in others: small ones were taken first.
fn without_covered(mut found: Vec<(Bounds, Set)>) -> isl::Result<Vec<Bounds>> {
    let mut position = 0;
    while position < found.len() {
        let mut others = Set::empty(found[position].1.space()?)?;
        for (other, (_, whole)) in found.iter().enumerate() {
            if other != position {
                others = others.union(whole.clone())?;
            }
        }
        match found[position].1.is_subset(&others)? {
            true => {
                found.remove(position);
            }
            false => position += 1,
        }
    }
    Ok(found.into_iter().map(|(bounds, _)| bounds).collect())
}

/// Lines that start and end near the edges meet others there: they go from the first cell to the last, as more zeros do no harm.
fn to_the_edges(bounds: Bounds, limits: &Bounds) -> Bounds {
    let ends = bounds.into_iter().zip(limits);
    ends.map(|((first, last), (edge, limit))| match first == last {
        true => (first, last),
        false => {
            let left = (limit.clone() - last.clone()).simplify().constant();
            let is_near = left.is_some_and(|left| left <= MOST_LEFT);
            (edge.clone(), if is_near { limit.clone() } else { last })
        }
    })
    .collect()
}

/// The first and the last cell that `array` has along each dimension; `None` where that isn't known.
fn limits(array: &Array) -> Option<Bounds> {
    let mut bounds = Bounds::new();
    for extent in &array.extents {
        let value = extent.as_ref()?.value.clone()?;
        bounds.push((Expression::Constant(0), value - Expression::Constant(1)));
    }
    Some(bounds)
}

/// What of a box lies within `limits`.
fn within_limits(bounds: Bounds, limits: &Bounds) -> Bounds {
    let ends = bounds.into_iter().zip(limits);
    ends.map(|((first, last), (edge, limit))| {
        let first = match first.constant() {
            Some(_) => first,
            None => Expression::Maximum(vec![first, edge.clone()]),
        };
        (first, Expression::Minimum(vec![last, limit.clone()]))
    })
    .collect()
}

/// A statement that writes zeros, and the loops around it.
struct Zero {
    statement: Statement,
    bounds: Bounds,
}

impl Zero {
    fn new(scop: &mut Scop, array: ArrayId, bounds: Bounds) -> isl::Result<Self> {
        let name = format!("zero_{}", scop.arrays[array].name);
        let name = fresh(scop, &name);
        let space = scop.context.space()?.add_unnamed_tuple_ui(bounds.len() as u32)?;
        let space = Set::universe(space)?.set_tuple_name(&name)?;
        let iterators = counters_of(scop, array, &bounds).unwrap_or_else(|| {
            let kind = IntegerType { name: "long".into(), bits: 64, signed: true };
            let new = |name| Iterator { name, kind: kind.clone(), declared_inside: true, used_after: None };
            (0..bounds.len()).map(|_| new(fresh(scop, "c"))).collect()
        });
        let counters: Vec<&str> = iterators.iter().map(|iterator| iterator.name.as_str()).collect();
        let domain = within(&space, &counters, &bounds)?;
        let relation =
            domain.clone().identity()?.set_tuple_name(isl::DimType::Out, &scop.arrays[array].name)?;
        let mut nowhere = scop.span;
        nowhere.end = nowhere.start;
        let subscripts: Vec<Expression> = counters.iter().copied().map(Expression::variable).collect();
        let access = Access {
            array,
            kind: AccessKind::MustWrite,
            subscripts,
            guard: Condition::Constant(true),
            relation,
            span: nowhere,
        };
        let statement = Statement {
            name,
            iterators,
            domain,
            accesses: vec![access],
            unknown: vec![],
            text: vec![Piece::Access(0), Piece::Text(" = 0;".into())],
            span: nowhere,
            line: scop.lines.0,
        };
        Ok(Zero { statement, bounds })
    }

    /// The loops around `statement`, which is the one in this position.
    fn node(&self, position: usize) -> Node {
        let counters = || self.statement.iterators.iter().map(|iterator| iterator.name.as_str());
        let cell: Vec<Expression> = counters().map(Expression::variable).collect();
        let instance = Instance { statement: position, iterators: cell.clone(), subscripts: vec![cell] };
        boxes::loops(counters(), &self.bounds, Node::Instance(instance))
    }
}

/// The counters with which the program itself goes through all of `array`, cell by cell, if they hold what is within `bounds`.
fn counters_of(scop: &Scop, array: ArrayId, bounds: &Bounds) -> Option<Vec<Iterator>> {
    let is_in = |name: &str| bounds.iter().any(|(first, last)| first.mentions(name) || last.mentions(name));
    let sizes: Vec<_> = scop.parameters.iter().filter(|parameter| is_in(&parameter.name)).collect();
    let holds = |iterator: &Iterator| {
        let fits = |size: &IntegerType| size.signed && size.bits <= iterator.kind.bits;
        let largest = (1_i64 << (iterator.kind.bits.min(63) - 1)) - 1;
        let mut lasts = bounds.iter().filter_map(|(_, last)| last.constant());
        iterator.used_after.is_none()
            && iterator.kind.signed
            && sizes.iter().all(|size| fits(&size.kind))
            && lasts.all(|last| last < largest)
    };
    let of_access = |statement: &Statement, access: &Access| {
        let counter = |subscript: &Expression| {
            let mut all = statement.iterators.iter();
            all.find(|iterator| *subscript == Expression::variable(&iterator.name)).cloned()
        };
        let counters: Vec<Iterator> = access.subscripts.iter().map(counter).collect::<Option<_>>()?;
        let names: BTreeSet<&str> = counters.iter().map(|counter| counter.name.as_str()).collect();
        (names.len() == counters.len() && counters.iter().all(holds)).then_some(counters)
    };
    let statements = scop.statements.iter();
    let accesses = statements.flat_map(|it| it.accesses.iter().map(move |access| (it, access)));
    accesses.filter(|(_, access)| access.array == array).find_map(|(it, access)| of_access(it, access))
}

/// Puts `zeros` in front of all other statements.
fn in_front(scop: &mut Scop, zeros: Vec<Zero>) -> isl::Result<()> {
    let count = zeros.len();
    let maps = scop.schedule.maps()?;
    let length = |map: &isl::Map| map.dim(isl::DimType::Out).map(|length| length as usize);
    let old = maps.iter().map(length).collect::<isl::Result<Vec<_>>>()?.into_iter().max().unwrap_or(0);
    let deepest = zeros.iter().map(|zero| 2 * zero.bounds.len() + 1).max().unwrap_or(0);
    let padding = |from: usize| ", 0".repeat(old.max(deepest).saturating_sub(from));
    let dates: Vec<String> = (0..old).map(|position| format!("d{position}")).collect();
    let shifted: Vec<String> = (0..)
        .zip(&dates)
        .map(|(position, date)| match position {
            0 => format!("{date} + {count}"),
            _ => date.clone(),
        })
        .collect();
    let context = scop.context.context();
    // { [d] -> [d'] }
    let later = format!("{{ [{}] -> [{}{}] }}", dates.join(", "), shifted.join(", "), padding(old));
    let mut schedule = scop.schedule.clone().apply_range(UnionMap::read_from_str(context, &later)?)?;
    let mut body = Vec::new();
    for (position, zero) in zeros.iter().enumerate() {
        let names: Vec<&str> = zero.statement.iterators.iter().map(|it| it.name.as_str()).collect();
        let loops: String = names.iter().map(|name| format!(", {name}, 0")).collect();
        let padding = padding(2 * names.len() + 1);
        // { S[i] -> [t] }
        let text =
            format!("{{ {}[{}] -> [{position}{loops}{padding}] }}", zero.statement.name, names.join(", "));
        let dates = UnionMap::read_from_str(context, &text)?;
        schedule = schedule.union(dates)?;
        body.push(zero.node(position));
    }
    scop.schedule = schedule;
    let moved = scop
        .program
        .map_instances(&|instance| Instance { statement: instance.statement + count, ..instance.clone() });
    body.extend(moved.body.iter().cloned());
    scop.program.body = body;
    scop.statements.splice(0..0, zeros.into_iter().map(|zero| zero.statement));
    Ok(())
}
