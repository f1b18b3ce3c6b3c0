//! Whether pointers overlap, and sizes are as a region hopes, where only a run knows.
//!
//! A new order relies on memory that different names reach being different. Where the program doesn't say so, its function
//! gets a copy in the new order, and a test at its start chooses between the two: all rows that the region touches of one
//! array must lie before or behind all those of another, of any two of which one is written. The test is conservative:
//! whole rows, from the first that is touched at any time to the last. What the model of the region relies on
//! (`polyhedral::Hopes`) is part of the test, whatever the order.

use crate::evaluated::evaluated;
use crate::pipeline::{Aim, Overlap, Settings};
use crate::scattered::{self, Call, Helper, Rows};
use allocator::transfers::hull::{Hull, Side};
use analysis::Analysed;
use codegen::Layout;
use frontend::Entry;
use isl::{DimType, PwAff, Set};
use polyhedral::print::{condition, factor};
use polyhedral::{
    Access, AccessKind, Array, ArrayId, Comparison, Condition, Expression, Parameter, Scop, StatementId,
    Storage, raise,
};
use std::collections::BTreeSet;

/// What must be apart.
#[derive(Clone, Debug)]
pub struct Test {
    /// The function, which gets a copy.
    pub entry: Entry,
    /// What the region touches of arrays that may overlap.
    ranges: Vec<Range>,
    /// Pairs of these of which one is written.
    pairs: Vec<(usize, usize)>,
    /// Tables of pointers, and characters that are written and must be no part of these.
    tables: Vec<(usize, usize)>,
    /// Pointers to structures, and what of these ranges must be no part of them.
    structures: Vec<(String, Range)>,
    /// What must hold so that all their addresses can be read at the start: of each only once what stands before it holds.
    readable: Vec<Condition>,
    /// The same as `{ : … }`, if anything must.
    read: Option<Set>,
    /// What must hold of sizes, once that holds.
    sizes: Vec<Condition>,
    /// What holds where temporaries are large enough for the copy to be worth it.
    large: Option<Large>,
}

/// That temporaries take so many bytes at least.
#[derive(Clone, Debug)]
struct Large {
    bytes: Expression,
    least: i64,
    /// Whether any will do, so that a run at small sizes goes through the copy.
    is_lifted: bool,
    /// Whether the bytes may be too many for any integer.
    may_overflow: bool,
}

/// The tests in front of a copy, as C.
#[derive(Debug, Default)]
pub struct Tests {
    /// What is as it should be nearly always.
    expected: Vec<String>,
    /// The same, told by functions that it calls.
    calls: Vec<Call>,
    /// That sizes are large, which they may be or not.
    large: Vec<String>,
}

impl Tests {
    /// These and others.
    pub fn with(mut self, others: Tests) -> Tests {
        fn add<T: PartialEq>(list: &mut Vec<T>, tests: Vec<T>) {
            for test in tests {
                if !list.contains(&test) {
                    list.push(test);
                }
            }
        }
        add(&mut self.expected, others.expected);
        add(&mut self.calls, others.calls);
        add(&mut self.large, others.large);
        self
    }

    /// The functions that they call, with those that these call.
    pub fn helpers(&self) -> impl Iterator<Item = Helper> {
        self.calls.iter().flat_map(|call| call.helper.calls().into_iter().chain([call.helper.clone()]))
    }

    /// The condition under which they hold. A compiler that isn't told takes a conjunction of many tests to fail, and the copy to be
    /// cold, where it makes no vectors; but the function isn't cold either where sizes are small.
    pub fn condition(&self) -> String {
        let expected = match self.expected.as_slice() {
            [] => None,
            [only] => Some(format!("__builtin_expect({only}, 1)")),
            tests => Some(format!("__builtin_expect(({}), 1)", tests.join(") && ("))),
        };
        // these take longest
        let calls = self.calls.iter().map(Call::text).collect::<Vec<_>>().join(" && ");
        let calls = (!calls.is_empty()).then(|| format!("__builtin_expect({calls}, 1)"));
        expected.into_iter().chain(self.large.clone()).chain(calls).collect::<Vec<_>>().join(" && ")
    }
}

/// The rows that a region touches of an array, or of several fields of an array of structures; or more.
#[derive(Clone, Debug)]
struct Range {
    arrays: Vec<ArrayId>,
    /// The address of its first cell, as C.
    base: String,
    /// The extents whose product are the cells of a row, of an array that C sees as one of one dimension.
    row: Vec<Expression>,
    /// No row before this one is touched; in parameters that are known where the function starts.
    first: Expression,
    /// Nor is this one, nor any behind it.
    end: Expression,
    /// The rows themselves, where they lie anywhere.
    scattered: Option<Rows>,
}

/// Bounds with more pieces aren't put into a test.
const MOST_PIECES: usize = 4;
/// A test of more pairs than those of six arrays isn't worth it.
const MOST_PAIRS: usize = 15;

impl Test {
    /// The test for a region at the first place in its function where there is one, of which `entries` say what is known there;
    /// of what overlaps only if `overlaps` isn't for granted.
    ///
    /// # Errors
    /// isl's; inside, why there is no test, as a phrase.
    pub fn new(
        analysed: &Analysed,
        entries: Result<Vec<Entry>, String>,
        overlaps: bool,
    ) -> isl::Result<Result<Test, String>> {
        let entries = match entries {
            Ok(entries) => entries,
            Err(why) => return Ok(Err(why)),
        };
        let mut why = None;
        // of rows that lie anywhere less is known where the function starts
        let has_rows = analysed.scop.arrays.iter().any(|array| array.scattered.is_some());
        for entry in entries {
            let is_around = entry.is_around();
            match Test::at(analysed, entry, overlaps)? {
                Ok(test) => return Ok(Ok(test)),
                // the function says more
                Err(_) if is_around && why.is_some() && !has_rows => {}
                Err(reason) => why = Some(reason),
            }
        }
        Ok(Err(why.unwrap_or_default()))
    }

    /// The test at one place.
    fn at(analysed: &Analysed, entry: Entry, overlaps: bool) -> isl::Result<Result<Test, String>> {
        let scop = &analysed.scop;
        if let Some(name) = hoped(scop).into_iter().find(|name| !entry.has(name)) {
            return Ok(Err(format!("`{name}` isn't known where the function starts")));
        }
        let mut ranges = Vec::new();
        for arrays in together(scop, unknown(scop, &|_| true), &entry).into_iter().filter(|_| overlaps) {
            match range(scop, &arrays, &entry)? {
                Ok(range) => ranges.push(range),
                Err(why) => return Ok(Err(why)),
            }
        }
        let writes = |range: &Range| {
            range.arrays.iter().any(|array| accesses(scop, *array, &|_| true).any(Access::writes))
        };
        let all = (0..ranges.len()).flat_map(|a| (a + 1..ranges.len()).map(move |b| (a, b)));
        let mut pairs: Vec<_> = all.filter(|(a, b)| writes(&ranges[*a]) || writes(&ranges[*b])).collect();
        // a row may overlap another of the same table, which is told with those of another table as well
        let is_scattered = |id: usize| ranges[id].scattered.is_some();
        let is_told = |id: usize| {
            pairs.iter().any(|(a, b)| (*a == id || *b == id) && is_scattered(*a) && is_scattered(*b))
        };
        let alone: Vec<_> = (0..ranges.len())
            .filter(|id| is_scattered(*id) && writes(&ranges[*id]) && !is_told(*id))
            .map(|id| (id, id))
            .collect();
        pairs.extend(alone);
        if pairs.len() > MOST_PAIRS {
            return Ok(Err("too many arrays may overlap".into()));
        }
        let is_character = |range: &Range| scop.arrays[range.arrays[0]].element_bytes == Some(1);
        let characters = (0..ranges.len()).filter(|id| writes(&ranges[*id]) && is_character(&ranges[*id]));
        let scattered = |characters| {
            let tables = (0..ranges.len()).filter(|id| is_scattered(*id));
            tables.map(move |table| (table, characters)).collect::<Vec<_>>()
        };
        let tables: Vec<_> = characters.flat_map(scattered).collect();
        if tables.len() > MOST_PAIRS {
            return Ok(Err("too many arrays may overlap".into()));
        }
        let mut structures = Vec::new();
        for (pointer, array) in &scop.hopes.apart {
            match range(scop, &[*array], &entry)? {
                Ok(range) => structures.push((pointer.clone(), range)),
                Err(why) => return Ok(Err(why)),
            }
        }
        if structures.len() > MOST_PAIRS {
            return Ok(Err("too much may be part of structures".into()));
        }
        let all_ranges = ranges.iter().chain(structures.iter().map(|(_, range)| range));
        let arrays = all_ranges.map(|range| range.base.trim_start_matches('&').to_owned());
        let parameters = scop.parameters.iter().map(|parameter| parameter.spelling.clone());
        let mut unread: BTreeSet<String> =
            arrays.chain(parameters).chain(scop.hopes.readable.iter().cloned()).collect();
        unread.retain(|name| entry.unread.contains(name));
        let Some((read, readable)) = readable(scop, unread, &entry)? else {
            return Ok(Err("what it reads of structures may be read too early".into()));
        };
        let mut sizes = scop.hopes.sizes.clone();
        let all_ranges = ranges.iter().chain(structures.iter().map(|(_, range)| range));
        sizes.extend(strides(scop, all_ranges, &entry)?);
        Ok(Ok(Test { entry, ranges, pairs, tables, structures, readable, read, sizes, large: None }))
    }

    /// `{ : … }`, what it asks for so that it can read what it asks about, if that is anything.
    pub(crate) fn read(&self) -> Option<&Set> {
        self.read.as_ref()
    }

    /// Whether it can tell how large a block is to be, where that is obtained in front of its place: it asks for nothing but sizes
    /// that are known there.
    pub fn chooses_size_of(&self, array: &Array) -> bool {
        let Storage::Block { allocation, .. } = &array.storage else { return false };
        let mut names = BTreeSet::new();
        self.sizes.iter().for_each(|condition| condition.variables(&mut names));
        self.large.iter().for_each(|large| large.bytes.variables(&mut names));
        let is_of_sizes = self.ranges.is_empty() && self.structures.is_empty() && self.readable.is_empty();
        is_of_sizes
            && !allocation.is_empty()
            && (array.flat.is_some() || array.dimensions() == 1)
            && array.stores.is_empty()
            && !array.late.iter().any(|late| names.contains(late))
    }

    /// Adds what must hold of sizes.
    pub(crate) fn asks_for(&mut self, condition: Condition) {
        self.sizes.extend(conjuncts(condition));
    }

    /// The test as C.
    pub fn tests(&self, layout: &Layout) -> Tests {
        let pairs = self.pairs.iter().map(|(a, b)| self.separate(layout, *a, *b));
        let tables =
            self.tables.iter().map(|(table, characters)| self.is_no_table(layout, *table, *characters));
        let structures =
            self.structures.iter().map(|(pointer, range)| outside(layout, range, pointee(pointer)));
        let (mut compared, mut calls) = (Vec::new(), Vec::new());
        for apart in pairs.chain(structures).chain(tables) {
            match apart {
                Apart::Compared(test) => compared.push(test),
                Apart::Called(call) => calls.push(call),
            }
        }
        let ranges = self.ranges.iter().chain(self.structures.iter().map(|(_, range)| range));
        let rows = ranges.filter_map(|range| range.scattered.as_ref());
        let tests = self.readable.iter().chain(&self.sizes).chain(rows.flat_map(|rows| &rows.touched));
        let tests = tests.map(|test| condition(&test.map(&|value| layout.spelled_wide(value))));
        let large = self.large.iter().map(|large| {
            let bytes = match large.may_overflow {
                true => layout.spelled_roughly(&large.bytes),
                false => layout.spelled_wide(&large.bytes),
            };
            let least = Expression::Constant(if large.is_lifted { 0 } else { large.least });
            condition(&Condition::Compare(Comparison::GreaterEqual, bytes, least))
        });
        // each once
        let expected = tests.chain(compared).collect();
        Tests::default().with(Tests { expected, calls, large: large.collect() })
    }

    fn separate(&self, layout: &Layout, a: usize, b: usize) -> Apart {
        let is_same = a == b;
        let (a, b) = (&self.ranges[a], &self.ranges[b]);
        match (&a.scattered, &b.scattered) {
            (Some(rows), Some(_)) if is_same => Apart::Called(rows.are_in_order(layout)),
            (Some(rows), Some(others)) => Apart::Called(rows.are_apart(layout, others)),
            (None, Some(_)) => outside(layout, b, block(layout, a)),
            (_, None) => outside(layout, a, block(layout, b)),
        }
    }

    /// That characters which are written are no part of a table of pointers.
    fn is_no_table(&self, layout: &Layout, table: usize, characters: usize) -> Apart {
        let (table, characters) = (&self.ranges[table], &self.ranges[characters]);
        // the cells of a table whose rows lie anywhere are pointers
        outside(layout, characters, block(layout, table))
    }

    /// Whether it holds in any case.
    pub fn is_empty(&self) -> bool {
        let is_of_sizes = self.is_of_sizes();
        self.pairs.is_empty() && self.structures.is_empty() && !is_of_sizes && self.readable.is_empty()
    }

    /// Whether it tests sizes.
    pub fn is_of_sizes(&self) -> bool {
        !self.sizes.is_empty() || self.large.is_some()
    }

    /// Whether it asks how much memory temporaries take.
    pub fn is_of_memory(&self) -> bool {
        self.large.is_some()
    }

    /// What loops behind it are for.
    pub fn purpose(&self) -> String {
        let sizes = match (&self.large, self.sizes.is_empty()) {
            (Some(_), _) => Some("large sizes"),
            (None, false) => Some("sizes as they should be"),
            (None, true) => None,
        };
        let apart = (!self.pairs.is_empty()).then_some("memory that doesn't overlap");
        sizes.into_iter().chain(apart).collect::<Vec<_>>().join(", in ")
    }

    /// Asks for no memory, or for what it did again.
    pub fn exchange_memory(&mut self) {
        self.large.iter_mut().for_each(|large| large.is_lifted = !large.is_lifted);
    }

    /// The names of the arrays that are tested, and of structures whose numbers are, quoted.
    pub fn names(&self, scop: &Scop) -> Vec<String> {
        let name = |range: &Range| {
            let name = &scop.arrays[range.arrays[0]].c_name;
            let is_structure = structure(name) == Some(range.base.as_str());
            if is_structure { format!("`*{}`", range.base) } else { format!("`{name}`") }
        };
        let (rows, others): (Vec<_>, Vec<_>) = self.ranges.iter().partition(|it| it.scattered.is_some());
        let rows: Vec<_> = rows.into_iter().map(name).collect();
        let mut names: Vec<_> = others.into_iter().map(name).collect();
        if !rows.is_empty() {
            names.push(format!("rows of {}", rows.join(", ")));
        }
        names
    }
}

/// How a test tells that memory is apart.
enum Apart {
    /// By comparing addresses.
    Compared(String),
    /// By a function.
    Called(Call),
}

/// That no cell of a range is part of a block of memory, from an address to one behind it.
fn outside(layout: &Layout, range: &Range, memory: (String, String)) -> Apart {
    let Some(rows) = &range.scattered else {
        let (start, behind) = block(layout, range);
        return Apart::Compared(format!("{behind} <= {} || {} <= {start}", memory.0, memory.1));
    };
    Apart::Called(rows.are_outside(layout, memory))
}

/// The structure that a pointer points to.
fn pointee(pointer: &str) -> (String, String) {
    (format!("(const char *){pointer}"), format!("(const char *)({pointer} + 1)"))
}

/// Where the rows of a range start and end.
fn block(layout: &Layout, range: &Range) -> (String, String) {
    (address(layout, range, &range.first), address(layout, range, &range.end))
}

/// `(const char *)(a + row)`, or with the number of cells in a row.
fn address(layout: &Layout, range: &Range, row: &Expression) -> String {
    let times = |cells, extent| Expression::Multiply(Box::new(cells), Box::new(layout.spelled_wide(extent)));
    let cells = range.row.iter().fold(layout.spelled_wide(row), times);
    match cells.simplify() {
        Expression::Constant(0) => format!("(const char *){}", range.base),
        cells => format!("(const char *)({} + {})", range.base, factor(&cells)),
    }
}

/// What the model relies on: the parameters of conditions, and members that are read, as C spells them.
fn hoped(scop: &Scop) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    scop.hopes.sizes.iter().for_each(|condition| condition.variables(&mut names));
    let named = scop.parameters.iter().filter(|it| it.value.is_none() && names.contains(&it.name));
    named.map(|it| it.spelling.clone()).chain(scop.hopes.readable.iter().cloned()).collect()
}

/// The conditions that must all hold so that one does.
pub(crate) fn conjuncts(condition: Condition) -> Vec<Condition> {
    match condition {
        Condition::Constant(true) => vec![],
        Condition::And(list) => list,
        other => vec![other],
    }
}

/// Whether a statement goes to a cell whatever the data are.
pub(crate) fn is_certain(access: &Access) -> bool {
    access.guard == Condition::Constant(true) && access.kind != AccessKind::MayWrite
}

/// What the `reordered` statements do with an array.
pub(crate) fn accesses<'a>(
    scop: &'a Scop,
    array: ArrayId,
    reordered: &'a dyn Fn(StatementId) -> bool,
) -> impl Iterator<Item = &'a Access> {
    let statements = scop.statements.iter().enumerate().filter(|(id, _)| reordered(*id));
    statements.flat_map(|(_, statement)| &statement.accesses).filter(move |access| access.array == array)
}

/// The arrays of the `reordered` statements that may overlap others.
pub(crate) fn unknown(scop: &Scop, reordered: &dyn Fn(StatementId) -> bool) -> Vec<ArrayId> {
    let is_unknown =
        |id: &ArrayId| !scop.arrays[*id].unaliased && accesses(scop, *id, reordered).next().is_some();
    (0..scop.arrays.len()).filter(is_unknown).collect()
}

/// A test that chooses the copy only where the temporaries take more bytes than all caches hold, together with what `other`
/// tests; `None` where the sizes aren't known at the start of the function.
///
/// # Errors
/// isl's.
pub(crate) fn by_size(
    analysed: &Analysed,
    entries: &dyn Fn() -> Result<Vec<Entry>, String>,
    settings: &Settings,
    other: Option<&Test>,
) -> isl::Result<Option<Test>> {
    let Some(bytes) = temporaries(&analysed.scop) else { return Ok(None) };
    where_large(analysed, entries, settings, other, (bytes, settings.caches.third()))
}

/// The same where so many `bytes` are at least as many as the `least`.
///
/// # Errors
/// isl's.
pub(crate) fn where_large(
    analysed: &Analysed,
    entries: &dyn Fn() -> Result<Vec<Entry>, String>,
    settings: &Settings,
    other: Option<&Test>,
    (bytes, least): (Expression, i128),
) -> isl::Result<Option<Test>> {
    if settings.overlap == Overlap::Refuse || settings.aim != Aim::Speed {
        return Ok(None);
    }
    let test = match other {
        Some(test) => Ok(test.clone()),
        None => Test::new(analysed, entries(), false)?,
    };
    let Ok(mut test) = test else { return Ok(None) };
    let mut names = BTreeSet::new();
    bytes.variables(&mut names);
    let is_plain = |it: &Parameter| it.factors.is_empty() && test.entry.reads(it);
    // counters of loops, say, are no parameters
    let is_known = |name: &String| analysed.scop.parameters.iter().any(|it| it.name == *name && is_plain(it));
    if names.is_empty() || !names.iter().all(is_known) {
        return Ok(None);
    }
    let least = i64::try_from(least).unwrap_or(i64::MAX);
    let may_overflow = unknown_factors(&bytes) > 1;
    test.large = Some(Large { bytes, least, is_lifted: false, may_overflow });
    Ok(Some(test))
}

/// The temporary arrays.
fn temporary(scop: &Scop) -> impl Iterator<Item = &Array> {
    scop.arrays.iter().filter(|array| array.may_shrink())
}

/// How many factors of a product, or of one part of a sum, are no constants at most: a product of several may overflow.
fn unknown_factors(bytes: &Expression) -> usize {
    match bytes {
        Expression::Multiply(a, b) => unknown_factors(a) + unknown_factors(b),
        Expression::Add(a, b) | Expression::Subtract(a, b) => unknown_factors(a).max(unknown_factors(b)),
        other => usize::from(other.constant().is_none()),
    }
}

/// The bytes of all temporary arrays; `None` if there are none, or not all sizes are known.
fn temporaries(scop: &Scop) -> Option<Expression> {
    let bytes = temporary(scop).map(|array| {
        let element = Expression::Constant(i64::try_from(array.element_bytes?).ok()?);
        let extents = array.extents.iter().map(|extent| extent.as_ref()?.value.clone());
        let extents = extents.collect::<Option<Vec<_>>>()?;
        let times = |a: Expression, b: Expression| Expression::Multiply(Box::new(a), Box::new(b));
        Some(extents.into_iter().fold(element, times))
    });
    let sum = bytes.collect::<Option<Vec<_>>>()?.into_iter().reduce(|a, b| a + b)?;
    Some(sum.simplify())
}

/// The arrays by where they start: the fields of an array of structures are together, and the numbers in one structure.
fn together(scop: &Scop, arrays: Vec<ArrayId>, entry: &Entry) -> Vec<Vec<ArrayId>> {
    let mut found: Vec<Vec<ArrayId>> = Vec::new();
    let is_inside = |id: &ArrayId, pointer: &str| {
        let name = &scop.arrays[*id].c_name;
        scop.arrays[*id].dimensions() > 0 && entry.places.contains(name) && structure(name) == Some(pointer)
    };
    let home = |id: ArrayId| {
        let name = &scop.arrays[id].c_name;
        let pointer = structure(name).filter(|_| is_place(scop, id, entry));
        // arrays in the structure have ranges of their own
        pointer.filter(|it| !arrays.iter().any(|id| is_inside(id, it))).unwrap_or(base(name))
    };
    for id in arrays.iter().copied() {
        match found.iter_mut().find(|group| home(group[0]) == home(id)) {
            Some(group) => group.push(id),
            None => found.push(vec![id]),
        }
    }
    found
}

/// Whether an array is a number whose place is known where the function starts.
fn is_place(scop: &Scop, id: ArrayId, entry: &Entry) -> bool {
    scop.arrays[id].dimensions() == 0 && entry.places.contains(&scop.arrays[id].c_name)
}

/// The variable that leads to the structure of which `name` is a member.
fn structure(name: &str) -> Option<&str> {
    let (pointer, field) = name.split_once("->")?;
    let is_member = !pointer.contains(['.', '[', '(']) && !field.contains(['[', '-']);
    is_member.then_some(pointer)
}

/// The pointer to the structures of which `name` is a field (`im->pixels[].red`), or itself.
pub(crate) fn base(name: &str) -> &str {
    match name.split_once("[].") {
        Some((base, field)) if !field.contains(['[', '-']) => base,
        _ => name,
    }
}

fn range(scop: &Scop, ids: &[ArrayId], entry: &Entry) -> isl::Result<Result<Range, String>> {
    let id = ids[0];
    let array = &scop.arrays[id];
    let arrays = ids.to_vec();
    if is_place(scop, id, entry) {
        let base = match structure(&array.c_name).filter(|_| ids.len() > 1) {
            Some(pointer) => pointer.to_owned(),
            None => format!("&{}", array.c_name),
        };
        let (first, end) = (Expression::Constant(0), Expression::Constant(1));
        return Ok(Ok(Range { arrays, base, row: vec![], first, end, scattered: None }));
    }
    let known = [&entry.steady, &entry.unread, &entry.places];
    let base = base(&array.c_name);
    let is_steady = known.iter().any(|names| names.contains(base));
    if array.dimensions() == 0 || !is_steady {
        return Ok(Err(format!("`{}` isn't known where the function starts", array.c_name)));
    }
    let vague =
        || Err(format!("what it touches of `{}` isn't known where the function starts", array.c_name));
    if let Some(kind) = &array.scattered {
        let rows = scattered::rows(scop, id, kind, entry)?;
        return Ok(rows.map(|rows| {
            let (first, end) = rows.rows.clone();
            Range { arrays, base: base.to_owned(), row: vec![], first, end, scattered: Some(rows) }
        }));
    }
    let Some(row) = row(scop, id, entry)? else { return Ok(vague()) };
    for other in &ids[1..] {
        if self::row(scop, *other, entry)?.as_ref() != Some(&row) {
            return Ok(vague());
        }
    }
    let Some(cells) = touched(scop, ids, entry)? else { return Ok(vague()) };
    let everywhere = Set::universe(cells.space()?.params()?)?;
    let Some(hull) = Hull::around(&cells, &everywhere)? else { return Ok(vague()) };
    let is_overlapping = ids.iter().any(|id| scop.arrays[*id].flat.is_some_and(|flat| flat.overlapping));
    let dimensions = if is_overlapping { hull.sides.len() } else { 1 };
    let mut sides = Vec::new();
    for side in &hull.sides[..dimensions] {
        let Some(bounds) = bounds(side)? else { return Ok(vague()) };
        sides.push(bounds);
    }
    let base = base.to_owned();
    if !is_overlapping {
        let (first, end) = sides.remove(0);
        return Ok(Ok(Range { arrays, base, row, first, end, scattered: None }));
    }
    // the first and the last cell of a box are its corners, unless the way between rows is negative: see `strides`
    let (firsts, mut ends): (Vec<_>, Vec<_>) = sides.into_iter().unzip();
    for end in &mut ends[..dimensions - 1] {
        *end = end.clone() - Expression::Constant(1);
    }
    Ok(Ok(Range {
        arrays,
        base,
        first: place(firsts, &row),
        end: place(ends, &row),
        row: vec![],
        scattered: None,
    }))
}

/// Where a cell is in rows of rows of these extents, without the outermost.
fn place(cell: Vec<Expression>, inner: &[Expression]) -> Expression {
    let mut cell = cell.into_iter();
    let first = cell.next().unwrap_or(Expression::Constant(0));
    cell.zip(inner).fold(first, |place, (subscript, extent)| {
        Expression::Multiply(Box::new(place), Box::new(extent.clone())) + subscript
    })
}

/// The lengths of rows that overlap: none may be negative.
fn strides<'a>(
    scop: &Scop,
    ranges: impl Iterator<Item = &'a Range>,
    entry: &Entry,
) -> isl::Result<Vec<Condition>> {
    let overlaps = |id: &&ArrayId| scop.arrays[**id].flat.is_some_and(|flat| flat.overlapping);
    let mut found = Vec::new();
    for id in ranges.flat_map(|range| &range.arrays).filter(overlaps) {
        for extent in row(scop, *id, entry)?.unwrap_or_default() {
            let test = Condition::Compare(Comparison::GreaterEqual, extent, Expression::Constant(0));
            if !scop.implies(&test)? && !found.contains(&test) {
                found.push(test);
            }
        }
    }
    Ok(found)
}

/// The extents of a row of an array that C sees as one of one dimension, in parameters that are known where the function
/// starts; none for others, of which only the names in the type must be known there.
fn row(scop: &Scop, id: ArrayId, entry: &Entry) -> isl::Result<Option<Vec<Expression>>> {
    let array = &scop.arrays[id];
    let mut row = Vec::new();
    for extent in array.extents.iter().skip(1) {
        let Some(extent) = extent.as_ref().and_then(|extent| extent.value.as_ref()) else { return Ok(None) };
        let mut names = BTreeSet::new();
        extent.variables(&mut names);
        let mut extent = extent.clone();
        for name in names.iter().filter(|name| !is_known(scop, entry, name)) {
            let value = if array.flat.is_some() { value_at_start(scop, entry, name)? } else { None };
            let Some(value) = value else { return Ok(None) };
            extent = extent.substitute(&|other| (other == *name).then(|| value.clone()));
        }
        row.extend(array.flat.is_some().then_some(extent));
    }
    Ok(Some(row))
}

/// The value of a parameter in parameters that are known where the function starts: what the context says that it equals.
fn value_at_start(scop: &Scop, entry: &Entry, name: &str) -> isl::Result<Option<Expression>> {
    let context = scop.context.clone();
    let Some(position) = context.space()?.find_dim_by_name(DimType::Param, name)? else { return Ok(None) };
    let value = context.from_params()?.move_dims(DimType::Set, 0, DimType::Param, position, 1)?;
    let value = over_known(scop, entry, value)?;
    if !value.is_singleton()? {
        return Ok(None);
    }
    let pieces = pieces(&value.dim_min(0)?)?;
    Ok(pieces.filter(|pieces| pieces.len() == 1).map(|mut pieces| pieces.remove(0)))
}

/// When what is `unread` can be read at the place of a test, with the tests that tell, in order: what one of them has found to be there
/// the next may read. `None` if that can't be told.
fn readable(
    scop: &Scop,
    mut unread: BTreeSet<String>,
    entry: &Entry,
) -> isl::Result<Option<(Option<Set>, Vec<Condition>)>> {
    let (mut read, mut tests) = (None::<Set>, Vec::new());
    let mut also: BTreeSet<String> = BTreeSet::new();
    while !unread.is_empty() {
        let is_known = |parameter: &Parameter| entry.reads_with(&also, parameter);
        // in front of the loops all is true that is known of the region, but for what is hoped
        let mut known = match entry.is_around() && scop.hopes.sizes.is_empty() {
            true => over(scop, &is_known, scop.context.clone())?,
            false => Set::universe(scop.context.space()?)?,
        };
        if let Some(read) = &read {
            known = known.intersect(read.clone())?;
        }
        let (mut here, mut found) = (known.clone(), Vec::new());
        for name in &unread {
            let certain = read_for_certain(scop, name, &is_known)?;
            if !certain.is_empty()? {
                here = here.intersect(certain)?;
                found.push(name.clone());
            }
        }
        let test = codegen::parametric::holds(&here.clone().coalesce()?, &known)?;
        match test {
            _ if found.is_empty() => return Ok(None),
            Condition::Constant(false) => return Ok(None),
            test => tests.extend(conjuncts(test)),
        }
        read = Some(here.coalesce()?);
        unread.retain(|name| !found.contains(name));
        also.extend(found);
    }
    Ok(Some((read, tests)))
}

/// `{ : … }`: the parameters at which the region goes through the pointer to the structure of a member for certain, among
/// those that are known.
fn read_for_certain(scop: &Scop, member: &str, is_known: &dyn Fn(&Parameter) -> bool) -> isl::Result<Set> {
    let way = |name: &str| name.rfind("->").map(|end| name[..end].to_owned());
    let mut read = evaluated(scop, &|spelling| way(spelling).is_some() && way(spelling) == way(member))?;
    for statement in &scop.statements {
        let goes_there = |access: &&Access| {
            let name = &scop.arrays[access.array].c_name;
            let is_same = name == member || way(name).is_some_and(|it| Some(it) == way(member));
            is_same && is_certain(access)
        };
        if statement.accesses.iter().any(|access| goes_there(&access)) {
            read = read.union(statement.domain.clone().params()?)?;
        }
    }
    let over = |set: Set| over(scop, is_known, set);
    let elsewhere = over(scop.context.clone().subtract(read)?)?;
    over(scop.context.clone())?.subtract(elsewhere)
}

/// What a set says of the parameters that are known where the function starts, once it may look at all.
fn over_known(scop: &Scop, entry: &Entry, set: Set) -> isl::Result<Set> {
    over(scop, &|parameter| entry.knows(parameter), set)
}

/// What a set says of some parameters.
pub(crate) fn over(scop: &Scop, is_known: &dyn Fn(&Parameter) -> bool, mut set: Set) -> isl::Result<Set> {
    for parameter in scop.parameters.iter().filter(|it| !is_known(it)) {
        if let Some(position) = set.space()?.find_dim_by_name(DimType::Param, &parameter.name)? {
            set = set.project_out(DimType::Param, position, 1)?;
        }
    }
    Ok(set)
}

/// Whether a parameter of the region has its value where the function starts.
fn is_known(scop: &Scop, entry: &Entry, name: &str) -> bool {
    let parameter = scop.parameters.iter().find(|parameter| parameter.name == name);
    parameter.is_some_and(|parameter| entry.knows(parameter))
}

/// `{ A[x] }`: the cells that the region touches, over the parameters that are known where the function starts; of several
/// fields of an array of structures, which of these.
fn touched(scop: &Scop, ids: &[ArrayId], entry: &Entry) -> isl::Result<Option<Set>> {
    touched_by(scop, ids, entry, &|_| true)
}

/// Those that certain accesses touch.
pub(crate) fn touched_by(
    scop: &Scop,
    ids: &[ArrayId],
    entry: &Entry,
    is_meant: &dyn Fn(&Access) -> bool,
) -> isl::Result<Option<Set>> {
    let mut cells: Option<Set> = None;
    for statement in &scop.statements {
        let accesses = statement.accesses.iter().filter(|access| ids.contains(&access.array));
        for access in accesses.filter(|access| is_meant(access)) {
            let relation = access.relation.clone().intersect_domain(statement.domain.clone())?;
            let touched = relation.range()?.intersect_params(scop.context.clone())?;
            let mut touched = touched.set_tuple_name(&scop.arrays[ids[0]].name)?;
            if ids.len() > 1 {
                // which structures: how many dimensions a field has is another matter
                let inner = touched.dim(DimType::Set)? - 1;
                touched = touched.project_out(DimType::Set, 1, inner)?;
                touched = touched.set_tuple_name(&scop.arrays[ids[0]].name)?;
            }
            cells = Some(match cells {
                Some(cells) => cells.union(touched)?,
                None => touched,
            });
        }
    }
    let Some(cells) = cells else { return Ok(None) };
    Ok(Some(over_known(scop, entry, cells)?.coalesce()?))
}

/// A subscript that none of a side is before, and one that all of it is before; `None` where they aren't simple.
pub(crate) fn bounds(side: &Side) -> isl::Result<Option<(Expression, Expression)>> {
    let end = side.first.clone().add(side.count.clone())?;
    let both = pieces(&side.first)?.zip(pieces(&end)?);
    Ok(both.map(|(first, end)| (smallest(first, true), smallest(end, false))))
}

/// The values that a bound may have; `None` where they are too many, or no integer expressions.
fn pieces(bound: &PwAff) -> isl::Result<Option<Vec<Expression>>> {
    let mut found = Vec::new();
    for (_, value) in bound.foreach_piece()? {
        let Ok(value) = raise::affine(&value) else { return Ok(None) };
        if !found.contains(&value) {
            found.push(value);
        }
    }
    Ok((1..=MOST_PIECES).contains(&found.len()).then_some(found))
}

/// The smallest of some values, or the largest.
fn smallest(mut values: Vec<Expression>, is_smallest: bool) -> Expression {
    let numbers = values.iter().filter_map(Expression::constant);
    let number = if is_smallest { numbers.min() } else { numbers.max() };
    values.retain(|value| value.constant().is_none_or(|it| Some(it) == number));
    match values.len() {
        1 => values.remove(0),
        _ if is_smallest => Expression::Minimum(values),
        _ => Expression::Maximum(values),
    }
}

/// The lines that go to the copy of a function, as its first ones.
pub fn dispatch(entry: &Entry, copy: &str, tests: &Tests, purpose: &str) -> String {
    let call = format!("{copy}({})", entry.parameters.join(", "));
    let body = match entry.has_result {
        true => format!("        return {call};\n"),
        false => format!("        {call};\n        return;\n"),
    };
    let condition = tests.condition();
    format!("    /* polycc: `{copy}` is for {purpose} */\n    if ({condition}) {{\n{body}    }}")
}
