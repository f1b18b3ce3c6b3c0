//! Expansion: room for what a new order keeps alive at once (Trifunovic and Cohen, section 4.3, "supporting
//! array/scalar expansion" and "supporting privatization").
//!
//! Where live ranges of one cell overlap, the cell gets **versions**: the value of a write goes to the
//! version that some of the writer's iterators name, and a read looks where its value was written. Along
//! the fewest iterators that tell all overlapping ranges apart; contraction then reduces the versions to
//! those alive at once, often two. If each value is read in the iteration of a parallel loop that wrote
//! it, each iteration may have an array of its own instead.
//!
//! Values that reach the end of the region are copied back to the array, values from before it are read
//! where they are.

use analysis::dataflow::AccessFlow;
use analysis::order::on_whole_spaces;
use analysis::violation::{Violation, violations_of};
use analysis::{Analysed, Order};
use isl::{DimType, Map, Set, UnionMap};
use polyhedral::{
    Access, AccessKind, Array, ArrayId, Expression, Scop, Sharing, Statement, Storage, lower, raise,
};
use std::collections::BTreeMap;

/// A position in [`Scop::statements`] and one in [`Statement::accesses`].
pub(crate) type AccessId = (usize, usize);

/// A region in which some arrays have versions.
#[derive(Debug)]
pub struct Expanded {
    /// The region with new arrays and accesses; all else is as it was.
    pub scop: Scop,
    /// Which array took the place of which: by the expanded array the original, maybe the same.
    pub origins: BTreeMap<ArrayId, ArrayId>,
    /// What has to be copied after the region.
    pub copies: Vec<CopyOut>,
}

/// `to[x] = from[versions][x]` for all x in `cells`.
#[derive(Clone, Debug)]
pub struct CopyOut {
    /// The expanded array.
    pub from: ArrayId,
    /// The array of the program.
    pub to: ArrayId,
    /// `{ A[x] }` of `to`, its dimensions named.
    pub cells: Set,
    /// Which version holds the value of cell x, over the names of its dimensions.
    pub versions: Vec<Expression>,
    /// The names of the dimensions.
    pub dimensions: Vec<String>,
}

/// How the accesses of one array find their versions.
struct Versions {
    array: ArrayId,
    /// The names of the writer's iterators that are told apart.
    names: Vec<String>,
    /// Per access over its statement's iterators; accesses to values from before the region have none.
    of_access: BTreeMap<AccessId, Vec<Expression>>,
    copy_out: Option<(Set, Vec<Expression>, Vec<String>)>,
}

/// Whether each iteration of the parallel loops may have `array` for itself: no value of it enters or leaves
/// an iteration. `dates` is `{ S[i] -> [t] }`, of which dimension `outermost` is the first parallel one.
///
/// # Errors
/// isl's.
pub fn may_be_private(
    analysed: &Analysed,
    array: ArrayId,
    dates: &UnionMap,
    outermost: u32,
) -> isl::Result<bool> {
    let declared = &analysed.scop.arrays[array];
    let is_variable = matches!(declared.storage, Storage::Local { .. });
    if !is_variable || declared.outlives.is_some() || !incoming(analysed, array)?.is_empty()? {
        return Ok(false);
    }
    // { [t] -> [t'] }: when values are written and read
    let values = analysed.dataflow.values[array].clone();
    let times = values.apply_domain(dates.clone())?.apply_range(dates.clone())?;
    for times in times.maps()? {
        let mut same_iteration = times.clone();
        for dimension in 0..=outermost {
            same_iteration = same_iteration.equate(DimType::In, dimension, DimType::Out, dimension)?;
        }
        if !times.is_subset(&same_iteration)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The region with as many versions of `arrays` as make `order` legal for them, or the sentence that says
/// why that can't be had.
///
/// # Errors
/// isl's.
pub fn expand(
    analysed: &Analysed,
    arrays: &[ArrayId],
    order: &Order,
) -> isl::Result<Result<Expanded, String>> {
    let mut expanded = Expanded { scop: analysed.scop.clone(), origins: BTreeMap::new(), copies: Vec::new() };
    for array in arrays {
        match versions(analysed, *array, order)? {
            Ok(versions) => expanded.add(versions)?,
            Err(why) => return Ok(Err(why)),
        }
    }
    Ok(Ok(expanded))
}

/// The fewest iterators that keep overlapping live ranges of `array` apart.
fn versions(analysed: &Analysed, array: ArrayId, order: &Order) -> isl::Result<Result<Versions, String>> {
    let scop = &analysed.scop;
    let name = &scop.arrays[array].c_name;
    let violated = violations_of(analysed, array, order)?;
    if violated.iter().any(|violation| matches!(violation, Violation::Flow(_))) {
        return Ok(Err(format!("no memory for `{name}` makes up for reading before writing")));
    }
    let candidates = candidates(analysed, array)?;
    for chosen in smallest_first(candidates.len()) {
        let chosen: Vec<_> = chosen.into_iter().map(|position| &candidates[position]).collect();
        if !tells_apart(&chosen, &violated)? {
            continue;
        }
        let copy_out = copy_out(analysed, array, &chosen)?;
        let Ok(copy_out) = copy_out else { continue };
        let mut of_access: BTreeMap<AccessId, Vec<Expression>> = BTreeMap::new();
        for candidate in &chosen {
            for (access, version) in &candidate.of_access {
                of_access.entry(*access).or_default().push(version.clone());
            }
        }
        let names = chosen.iter().map(|candidate| candidate.name.clone()).collect();
        return Ok(Ok(Versions { array, names, of_access, copy_out }));
    }
    Ok(Err(format!(
        "the iterations around the writes of `{name}` don't tell its values apart wherever they are read"
    )))
}

/// One iterator as a version number.
struct Candidate {
    name: String,
    /// `{ S_w[j] -> [j_k] }` of all writes.
    of_writes: UnionMap,
    /// Per access the version, in its statement's iterators.
    of_access: BTreeMap<AccessId, Expression>,
}

/// The iterators that all writers of `array` have in common by position, and whose value at the write each
/// read knows as one affine function.
fn candidates(analysed: &Analysed, array: ArrayId) -> isl::Result<Vec<Candidate>> {
    let scop = &analysed.scop;
    let writers = accesses(scop, array, Access::writes);
    let depth = writers.iter().map(|(s, _)| scop.statements[*s].iterators.len()).min().unwrap_or(0);
    let mut found = Vec::new();
    for position in 0..depth {
        found.extend(candidate(analysed, array, &writers, position)?);
    }
    Ok(found)
}

fn candidate(
    analysed: &Analysed,
    array: ArrayId,
    writers: &[AccessId],
    position: usize,
) -> isl::Result<Option<Candidate>> {
    let scop = &analysed.scop;
    let mut of_writes = UnionMap::empty(scop.context.space()?)?;
    let mut of_access = BTreeMap::new();
    let lowest = lowest_value(scop, writers, position)?;
    for writer in writers {
        let statement = &scop.statements[writer.0];
        let domain = statement.domain.clone().intersect_params(scop.context.clone())?;
        of_writes = of_writes.union(iterator(domain.identity()?, position)?.to_union_map()?)?;
        of_access.insert(*writer, shifted(Expression::variable(&statement.iterators[position].name), lowest));
    }
    for read in accesses(scop, array, |access| access.kind == AccessKind::Read) {
        let from_inside =
            analysed.dataflow.flows.iter().filter(|flow| flow.array == array && flow.read == read);
        let from_inside: Vec<_> = from_inside.collect();
        let comes_in = reads_from_before(analysed, read)?;
        match (from_inside.is_empty(), comes_in) {
            (true, _) => {
                let own = own_write(scop, read)?.and_then(|write| of_access.get(&write).cloned());
                of_access.extend(own.map(|version| (read, version)));
            }
            (false, true) => return Ok(None),
            (false, false) => {
                let Some(version) = version_read(scop, &from_inside, position)? else { return Ok(None) };
                of_access.insert(read, shifted(version, lowest));
            }
        }
    }
    let name = scop.statements[writers[0].0].iterators[position].name.clone();
    Ok(Some(Candidate { name, of_writes, of_access }))
}

/// For a reference that reads nothing from outside its statement: the write there whose value it names.
pub(crate) fn own_write(scop: &Scop, (statement, position): AccessId) -> isl::Result<Option<AccessId>> {
    let accesses = &scop.statements[statement].accesses;
    let read = &accesses[position];
    if !read.relation.is_empty()? {
        return Ok(None);
    }
    let is_own = |access: &Access| access.writes() && access.array == read.array;
    Ok(accesses.iter().position(is_own).map(|write| (statement, write)))
}

/// The number of the version whose iterator has the value `version`: not negative.
pub(crate) fn shifted(version: Expression, lowest: Option<i64>) -> Expression {
    match lowest {
        Some(lowest) if lowest < 0 => (version - Expression::Constant(lowest)).simplify(),
        _ => version,
    }
}

/// The least value of the iterator over all writers, if it is a constant.
pub(crate) fn lowest_value(scop: &Scop, writers: &[AccessId], position: usize) -> isl::Result<Option<i64>> {
    let mut lowest: Option<i64> = None;
    for (statement, _) in writers {
        let domain = scop.statements[*statement].domain.clone().intersect_params(scop.context.clone())?;
        let Some(least) = domain.project_out_all_params()?.dim_min_val(position as u32)?.to_i64()? else {
            return Ok(None);
        };
        lowest = Some(lowest.map_or(least, |lowest| lowest.min(least)));
    }
    Ok(lowest)
}

/// The writer's iterator at `position` as a function of the reading instance.
pub(crate) fn version_read(
    scop: &Scop,
    flows: &[&AccessFlow],
    position: usize,
) -> isl::Result<Option<Expression>> {
    // { S_r[i] -> [j_k] }
    let mut all: Option<Map> = None;
    for flow in flows {
        let versions = iterator(flow.relation.clone().reverse()?, position)?;
        all = Some(match all {
            Some(all) => all.union(versions)?,
            None => versions,
        });
    }
    let Some(all) = all else { return Ok(None) };
    let statement = &scop.statements[flows[0].read.0];
    let names: Vec<_> = statement.iterators.iter().map(|iterator| iterator.name.clone()).collect();
    affine_function(all, &names)
}

/// `{ D[i] -> [j_k] }` of `{ D[i] -> S[j] }`.
fn iterator(map: Map, position: usize) -> isl::Result<Map> {
    let dimensions = map.dim(DimType::Out)?;
    let after = map.reset_tuple_id(DimType::Out)?.project_out(
        DimType::Out,
        position as u32 + 1,
        dimensions - position as u32 - 1,
    )?;
    after.project_out(DimType::Out, 0, position as u32)
}

/// The affine function that `map` (`{ D[i] -> [e] }`) is, over `names` for its arguments.
fn affine_function(map: Map, names: &[String]) -> isl::Result<Option<Expression>> {
    let whole = on_whole_spaces(map.to_union_map()?)?;
    let [function] = &whole.maps()?[..] else { return Ok(None) };
    if !function.is_single_valued()? {
        return Ok(None);
    }
    let mut function = function.clone().reset_tuple_id(DimType::In)?;
    for (position, name) in (0..).zip(names) {
        function = function.set_dim_name(DimType::In, position, name)?;
    }
    let parameters = function.dim(DimType::Param)?;
    let function = function.move_dims(DimType::Param, parameters, DimType::In, 0, names.len() as u32)?;
    let pieces = function.dim_max(0)?.foreach_piece()?;
    let [(_, value)] = &pieces[..] else { return Ok(None) };
    Ok(raise::affine(value).ok())
}

/// Whether clashing values have different versions under all of `violated`.
fn tells_apart(chosen: &[&Candidate], violated: &[Violation]) -> isl::Result<bool> {
    for violation in violated {
        let mut left = match violation {
            Violation::Flow(_) => return Ok(false),
            // the values from before stay where they are
            Violation::LiveIn(_) => continue,
            // { S_w[j] -> S_k[l] }
            Violation::Range(triples) => {
                let write = triples.clone().domain()?.unwrap()?.domain_map()?;
                write.reverse()?.apply_range(triples.clone())?
            }
            Violation::LiveOut(pairs) => pairs.clone(),
        };
        for candidate in chosen {
            let equal = candidate.of_writes.clone().apply_range(candidate.of_writes.clone().reverse()?)?;
            left = left.intersect(equal)?;
        }
        if !left.is_empty()? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Subsets of `0..count`: smaller ones first, outer iterators first.
fn smallest_first(count: usize) -> Vec<Vec<usize>> {
    let mut subsets: Vec<Vec<usize>> = (0..1usize << count.min(16))
        .map(|bits| (0..count).filter(|position| bits & (1 << position) != 0).collect())
        .collect();
    subsets.sort_by_key(|subset| (subset.len(), subset.clone()));
    subsets
}

/// What must be copied back: the cells, and the version of each. An error if the version isn't one affine
/// function of the cell.
#[allow(clippy::type_complexity)]
fn copy_out(
    analysed: &Analysed,
    array: ArrayId,
    chosen: &[&Candidate],
) -> isl::Result<Result<Option<(Set, Vec<Expression>, Vec<String>)>, ()>> {
    let scop = &analysed.scop;
    if scop.arrays[array].outlives.is_none() {
        return Ok(Ok(None));
    }
    // { S_w[j] -> A[x] }
    let space = scop.cell_space(array)?;
    let of_array = isl::UnionSet::from_set(Set::universe(space.clone())?)?;
    let last = analysed.dataflow.live_out.clone().intersect_range(of_array)?;
    let cells = last.clone().range()?.extract_set(space)?;
    if cells.is_empty()? {
        return Ok(Ok(None));
    }
    let dimensions: Vec<_> = (0..scop.arrays[array].dimensions()).map(|d| format!("x{d}")).collect();
    let mut versions = Vec::new();
    for candidate in chosen {
        let of_cell = last.clone().reverse()?.apply_range(candidate.of_writes.clone())?;
        let [of_cell] = &of_cell.maps()?[..] else { return Ok(Err(())) };
        let Some(version) = affine_function(of_cell.clone(), &dimensions)? else { return Ok(Err(())) };
        let writers = accesses(scop, array, Access::writes);
        let position = scop.statements[writers[0].0].iterators.iter().position(|i| i.name == candidate.name);
        let lowest = lowest_value(scop, &writers, position.unwrap_or(0))?;
        versions.push(shifted(version, lowest));
    }
    let mut named = cells;
    for (position, name) in (0..).zip(&dimensions) {
        named = named.set_dim_name(DimType::Set, position, name)?;
    }
    Ok(Ok(Some((named, versions, dimensions))))
}

/// `{ S_w[j] -> A[v, x] }`: what is copied after the region that `expanded` made of `before`: the values that the program
/// leaves in its own array.
///
/// # Errors
/// isl's.
pub(crate) fn copied(before: &Analysed, after: &Analysed, expanded: &Expanded) -> isl::Result<UnionMap> {
    let mut all = UnionMap::empty(after.scop.context.space()?)?;
    for copy in &expanded.copies {
        let own = Set::universe(before.scop.cell_space(copy.to)?)?.to_union_set()?;
        let last = before.dataflow.live_out.clone().intersect_range(own)?.domain()?;
        let written = after.dataflow.writes[copy.from].clone();
        all = all.union(written.intersect_domain(last)?)?;
    }
    Ok(all)
}

/// `{ S_r[i] -> A[x] }`: reads of `array` that get values from before the region.
fn incoming(analysed: &Analysed, array: ArrayId) -> isl::Result<UnionMap> {
    let cells = isl::UnionSet::from_set(Set::universe(analysed.scop.cell_space(array)?)?)?;
    analysed.dataflow.live_in.clone().intersect_range(cells)
}

fn reads_from_before(analysed: &Analysed, read: AccessId) -> isl::Result<bool> {
    let of_read = analysed.dataflow.live_in_accesses.iter().filter(|border| border.access == read);
    for border in of_read {
        if !border.cells.is_empty()? {
            return Ok(true);
        }
    }
    Ok(false)
}

pub(crate) fn accesses(scop: &Scop, array: ArrayId, select: impl Fn(&Access) -> bool) -> Vec<AccessId> {
    let statements = scop.statements.iter().enumerate();
    let all = statements.flat_map(|(id, statement)| {
        let accesses = statement.accesses.iter().enumerate();
        accesses.map(move |(position, access)| ((id, position), access))
    });
    all.filter(|(_, access)| access.array == array && select(access)).map(|(id, _)| id).collect()
}

impl Expanded {
    /// This as what was made of the region that `before` made.
    pub fn after(mut self, before: &Expanded) -> Self {
        let origin = |array: &ArrayId| before.origins.get(array).copied().unwrap_or(*array);
        self.origins.values_mut().for_each(|array| *array = origin(array));
        for (array, origin) in &before.origins {
            self.origins.entry(*array).or_insert(*origin);
        }
        self
    }

    fn add(&mut self, versions: Versions) -> isl::Result<()> {
        let target = self.target(&versions);
        self.origins.insert(target, versions.array);
        let scop = &mut self.scop;
        scop.arrays[target].versions = versions.names.clone();
        let more = versions.names.len();
        scop.arrays[target].extents.splice(0..0, std::iter::repeat_n(None, more));
        let name = scop.arrays[target].name.clone();
        for ((statement, position), version) in &versions.of_access {
            let statement = &mut scop.statements[*statement];
            let relation = relation(statement, *position, version, &name)?;
            let access = &mut statement.accesses[*position];
            access.array = target;
            access.relation = relation;
            access.subscripts.splice(0..0, version.iter().cloned());
        }
        scop.program = scop.program.map_instances(&|instance| {
            let mut instance = instance.clone();
            let iterators = &scop.statements[instance.statement].iterators;
            let value = |name: &str| {
                let position = iterators.iter().position(|iterator| iterator.name == name)?;
                Some(instance.iterators[position].clone())
            };
            let mut subscripts = instance.subscripts.clone();
            for (position, cell) in subscripts.iter_mut().enumerate() {
                if let Some(version) = versions.of_access.get(&(instance.statement, position)) {
                    cell.splice(0..0, version.iter().map(|v| v.substitute(&value).simplify()));
                }
            }
            instance.subscripts = subscripts;
            instance
        });
        if let Some((cells, version, dimensions)) = versions.copy_out {
            let to = versions.array;
            self.copies.push(CopyOut { from: target, to, cells, versions: version, dimensions });
        }
        Ok(())
    }

    /// The array that gets the versions: the array itself if it is nobody else's, else a new one.
    fn target(&mut self, versions: &Versions) -> ArrayId {
        let array = &self.scop.arrays[versions.array];
        let accessed = accesses(&self.scop, versions.array, |_| true).len();
        let is_own =
            array.outlives.is_none() && array.pinned.is_none() && accessed == versions.of_access.len();
        // a variable that is declared in the region gets its first value by a statement of that
        let is_set_here = |inside: bool| inside && array.dimensions() == 0;
        let is_plain = match array.storage {
            Storage::Local { initialized, attributed, inside, .. } => {
                (!initialized || is_set_here(inside)) && !attributed
            }
            Storage::Block { declarator, zeroed, .. } => !zeroed && declarator.is_some(),
            Storage::RowTable { .. } | Storage::Parameter | Storage::Library | Storage::Other => false,
        };
        if is_own && is_plain {
            return versions.array;
        }
        let array = array.clone();
        let new = self.new_array(&array, &format!("{}_versions", array.c_name));
        self.scop.arrays.push(new);
        self.scop.arrays.len() - 1
    }

    /// An array like `array`, declared at the start of the region and called `name`, or so with a number.
    pub(crate) fn new_array(&mut self, array: &Array, name: &str) -> Array {
        let numbered = (1..).map(|number| format!("{name}{number}"));
        let mut names = std::iter::once(name.to_string()).chain(numbered);
        let scop = &self.scop;
        let is_free = |name: &String| !scop.taken.contains(name) && scop.array(name).is_none();
        let name = names.find(is_free).unwrap_or_default();
        self.scop.taken.insert(name.clone());
        let start = self.scop.span.start;
        let nowhere = diagnostics::Span::new(start, start);
        Array {
            name: name.clone(),
            c_name: name,
            pieces: Vec::new(),
            storage: Storage::variable(nowhere, true),
            name_span: nowhere,
            outlives: None,
            comes_back: false,
            pinned: None,
            stores: Vec::new(),
            late: Vec::new(),
            unaliased: true,
            scattered: None,
            flat: None,
            sharing: Sharing { lends: true, borrows: true, is_static: false },
            ..array.clone()
        }
    }
}

/// `{ S[i] -> A[v, x] }` of the access at `position`.
fn relation(
    statement: &Statement,
    position: usize,
    versions: &[Expression],
    array: &str,
) -> isl::Result<Map> {
    let cells = statement.accesses[position].relation.clone();
    let space = statement.domain.space()?;
    let mut all = cells.reset_tuple_id(DimType::Out)?;
    for version in versions.iter().rev() {
        let function = Map::from_pw_aff(lower::expression(version, &space)?)?;
        all = function.flat_range_product(all)?;
    }
    all.set_tuple_name(DimType::Out, array)
}
