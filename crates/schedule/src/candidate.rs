//! Orders under which contraction pays (Trifunovic and Cohen, *Ignoring memory-based dependences*, the loop
//! of Fig. 8): an order is proposed, and dropped if it violates flow or live ranges.
//!
//! Flow alone constrains a first proposal. If that destroys live ranges, since cells serve several values,
//! the order in which the program uses these cells becomes a constraint too.

use crate::arrangement::{Arrangement, Fused, FusedNest, Innermost, Vectors};
use crate::flow::{self, Dependence};
use crate::interchange::{Interchange, MANY, SEVERAL};
use crate::lanes::Unfilled;
use crate::nest::{Frame, Nest};
use crate::storage::Storage;
use crate::{Schedule, strips, user};
use analysis::violation::{Harm, harm, violated};
use analysis::{Analysed, Order};
use isl::{DimType, ErrorKind, Map, UnionMap};
use polyhedral::{ArrayId, Scop, StatementId, StripLoop, Window};
use std::collections::{BTreeMap, BTreeSet};

/// An order that a region may run in.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The order; legal.
    pub schedule: Schedule,
    /// What it is, in words.
    pub name: String,
    /// The loops that it fuses.
    pub fused: Vec<Fused>,
    /// What runs in strips.
    pub strips: Option<Strips>,
    /// The statements whose innermost loops go down the columns of arrays, while they go along rows in other orders of the region.
    pub in_columns: BTreeSet<StatementId>,
    /// The sums that wait for each addition, while many of them grow at a time in other orders of the region.
    pub waiting: BTreeSet<StatementId>,
    /// The sums of which several rows are done at a time ([`crate::lanes`]).
    pub at_a_time: BTreeSet<StatementId>,
    /// Those of which that is so in other orders of the region.
    pub one_by_one: BTreeSet<StatementId>,
    /// The statements whose innermost loop is another one than in the program.
    pub interchanged: BTreeSet<StatementId>,
    /// Those of them whose innermost loop is a row that may be short, for all that is known, with its position in the program.
    pub rows: BTreeMap<StatementId, usize>,
    /// The statements that read operands in parts which stay in the cache ([`crate::blocking`]).
    pub blocked: BTreeSet<StatementId>,
    /// Those that do so in other orders of the region.
    pub unblocked: BTreeSet<StatementId>,
}

/// What runs in strips.
#[derive(Clone, Debug)]
pub struct Strips {
    /// The loops over strips.
    pub loops: Vec<StripLoop>,
    /// The order with strips of [`Strips::SMALL`] elements.
    pub small: Schedule,
    /// Per array of which a strip needs a few cells, which they are.
    pub windows: BTreeMap<ArrayId, Window>,
}

impl Strips {
    /// So few elements that a run at small sizes has many strips.
    pub const SMALL: i64 = 3;

    /// The loops over strips of [`Strips::SMALL`] elements.
    pub fn small_loops(&self) -> Vec<StripLoop> {
        self.loops.iter().map(|one| one.with_strip(Strips::SMALL)).collect()
    }

    /// The windows of strips of [`Strips::SMALL`] elements.
    pub fn small_windows(&self) -> BTreeMap<ArrayId, Window> {
        self.windows.iter().map(|(array, window)| (*array, window.with_strip(Strips::SMALL))).collect()
    }
}

/// Statements whose loops have other statements in them, too.
#[derive(Clone, Debug, Default)]
pub struct Company {
    /// Those that share an innermost loop with one that waits for its last results.
    pub waiting: BTreeSet<StatementId>,
    /// Those that do one element while others do a row: the loop around them is no innermost one.
    pub beside_rows: BTreeSet<StatementId>,
}

impl Candidate {
    /// An order that fuses nothing.
    pub fn alone(schedule: Schedule, name: String) -> Self {
        let none = BTreeSet::new;
        let (in_columns, waiting, interchanged) = (none(), none(), none());
        let (at_a_time, one_by_one) = (none(), none());
        let (blocked, unblocked) = (none(), none());
        let (fused, strips) = (Vec::new(), None);
        let rows = BTreeMap::new();
        Candidate {
            schedule,
            name,
            fused,
            strips,
            in_columns,
            waiting,
            at_a_time,
            one_by_one,
            interchanged,
            rows,
            blocked,
            unblocked,
        }
    }

    /// What shares the loops of the statements of `scop`.
    pub fn company(&self, scop: &Scop) -> Company {
        let mut company = Company::default();
        let depth = |statement: &StatementId| scop.statements[*statement].iterators.len();
        for fused in &self.fused {
            let inside = |nest: &FusedNest| {
                let deepest = nest.statements.iter().map(depth).max().unwrap_or(0);
                nest.outer.map_or(0, |outer| deepest.saturating_sub(outer + 1))
            };
            let has_rows = fused.strip.is_none() && fused.nests.iter().any(|nest| inside(nest) > 0);
            for nest in &fused.nests {
                let statements = nest.statements.iter().copied();
                if has_rows && nest.outer.is_some() && inside(nest) == 0 {
                    company.beside_rows.extend(statements.clone());
                }
                company.waiting.extend(statements.filter(|_| nest.waits));
            }
        }
        company
    }
}

/// Regions with more statements stay in their order: the work grows faster than their number.
const MOST_STATEMENTS: usize = 200;

/// How much work goes into candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How many isl operations each candidate may cost; one that needs more is left out.
    pub operations: u64,
    /// The deepest fusion that is tried.
    pub depth: u32,
    /// How many bytes strips of loops over elements may touch, if such loops may run in strips.
    pub strips: Option<u64>,
    /// Whether other loops may become innermost ones (`crate::interchange`).
    pub interchange: bool,
    /// Whether operands may be read in parts ([`crate::blocking`]).
    pub blocking: bool,
    /// Whether sums of several rows may grow at a time (`crate::lanes`).
    pub lanes: bool,
}

impl Default for Effort {
    fn default() -> Self {
        Effort {
            operations: 5_000_000,
            depth: 3,
            strips: Some(16 << 10),
            interchange: true,
            blocking: true,
            lanes: true,
        }
    }
}

/// Legal orders for a region, the program's first; storage is compared at the parameter values `reference`. Nothing is fused
/// with the statements that run `alone`.
///
/// # Errors
/// isl's.
pub fn candidates(
    analysed: &Analysed,
    reference: &BTreeMap<String, i64>,
    effort: Effort,
    alone: &BTreeSet<StatementId>,
) -> isl::Result<Vec<Candidate>> {
    let scop = &analysed.scop;
    let schedule = user::program_order(scop)?;
    let mut found = vec![Candidate::alone(schedule, "the program's order".into())];
    if !may_reorder(scop) {
        return Ok(found);
    }
    let Some(mut frame) = Frame::of(scop)? else { return Ok(found) };
    frame.alone.clone_from(alone);
    let wanted = |many| match effort.interchange {
        true => Interchange::wanted(&frame, scop, many),
        false => Ok(Interchange::default()),
    };
    let wanted_alone = wanted(MANY)?;
    let interchange = legal_interchange(analysed, &frame, effort, &wanted_alone)?;
    if !interchange.is_empty() {
        found.push(interchanged_alone(analysed, &frame, &interchange, ALONG_ROWS)?);
    }
    let lanes = match effort.lanes {
        true => legal_lanes(analysed, &frame, &interchange, effort)?,
        false => Interchange::default(),
    };
    if !lanes.is_empty() {
        let along = if interchange.is_empty() { "" } else { ALONG_ROWS };
        let both = interchange.clone().and(lanes.clone());
        let candidate = interchanged_alone(analysed, &frame, &both, &format!("{along}{AT_A_TIME}"))?;
        found.push(Candidate { at_a_time: lanes.sums().clone(), ..candidate });
    }
    // cells for the sake of these sums alone are nothing that other orders need
    let is_for_lanes = interchange.is_empty()
        && !lanes.is_empty()
        && scop.arrays.iter().any(|array| !array.versions.is_empty());
    let blocked = match effort.blocking && !is_for_lanes {
        true => legal_blocking(analysed, &frame, &interchange, effort)?,
        false => Interchange::default(),
    };
    if !blocked.is_empty() {
        let both = interchange.clone().and(blocked.clone());
        let along = if interchange.is_empty() { "" } else { ALONG_ROWS };
        let name = format!("{along}{IN_PARTS}");
        let candidate = interchanged_alone(analysed, &frame, &both, &name)?;
        found.push(Candidate { blocked: blocked.changed(), ..candidate });
    }
    if !is_for_lanes {
        let search = Search::new(analysed, &frame, reference, effort)?;
        search.fusions(&Interchange::default(), &mut found)?;
        let wanted = wanted(SEVERAL)?;
        let along = match wanted == wanted_alone {
            true => interchange.clone(),
            false => legal_interchange(analysed, &frame, effort, &wanted)?,
        };
        let along = if along.has_strips() { &interchange } else { &along };
        if !along.is_empty() && !along.has_strips() {
            search.fusions(along, &mut found)?;
        }
    }
    let wanted = interchange.statements(&frame, &frame.whole());
    for candidate in &mut found {
        let left = wanted.difference(&candidate.interchanged).copied();
        (candidate.waiting, candidate.in_columns) = left.partition(|it| interchange.is_sum(*it));
        let left = lanes.sums().difference(&candidate.at_a_time);
        candidate.one_by_one = left.copied().collect();
        candidate.rows = interchange.rows_of_unknown_length(&frame, scop, &candidate.interchanged)?;
        candidate.unblocked = blocked.changed().difference(&candidate.blocked).copied().collect();
    }
    Ok(found)
}

/// What to add to the names of orders with other innermost loops.
const ALONG_ROWS: &str = ", innermost loops along rows";

/// What to add to the names of orders that do several rows at a time.
const AT_A_TIME: &str = ", sums of several rows at a time";

/// What to add to the names of orders that read operands in parts.
const IN_PARTS: &str = ", operands in parts";

/// What interchange is legal of what is `wanted`, nest by nest.
fn legal_interchange(
    analysed: &Analysed,
    frame: &Frame,
    effort: Effort,
    wanted: &Interchange,
) -> isl::Result<Interchange> {
    Ok(interchange_if(analysed, frame, effort, wanted, &|_| false)?.0)
}

/// Which sums of several rows at a time are wanted beside `interchange`, and legal, nest by nest.
fn legal_lanes(
    analysed: &Analysed,
    frame: &Frame,
    interchange: &Interchange,
    effort: Effort,
) -> isl::Result<Interchange> {
    let scop = &analysed.scop;
    let wanted = interchange.lanes(frame, scop)?.with_cells_of_rows(frame, scop);
    legal_interchange(analysed, frame, effort, &wanted)
}

/// What blocking is wanted with `interchange` and legal, nest by nest.
fn legal_blocking(
    analysed: &Analysed,
    frame: &Frame,
    interchange: &Interchange,
    effort: Effort,
) -> isl::Result<Interchange> {
    let wanted = interchange.blocked(frame, &analysed.scop)?;
    legal_interchange(analysed, frame, effort, &wanted)
}

/// Of which arrays values may be overwritten, since more memory repairs that.
type May<'a> = &'a dyn Fn(ArrayId) -> bool;

/// What interchange is `wanted` that overwrites no values but those that it `may`, and whether it does: of each nest all, or else what of it
/// may be.
fn interchange_if(
    analysed: &Analysed,
    frame: &Frame,
    effort: Effort,
    wanted: &Interchange,
    may: May,
) -> isl::Result<(Interchange, bool)> {
    let (mut all, mut any) = (Interchange::default(), false);
    for nest in frame.split(&frame.whole()) {
        let own = wanted.within(&nest);
        if own.is_empty() {
            continue;
        }
        // nothing else runs at another time
        let arrays = analysed.scop.touched(nest.statements.iter().copied());
        let allowed = |wanted| allowed(analysed, frame, effort, wanted, &arrays, may);
        let groups = own.groups(frame);
        if let Some((whole, violates)) = allowed(own)? {
            (all, any) = (all.and(whole), any || violates);
            continue;
        }
        let mut taken = Interchange::default();
        for group in groups.iter().filter(|_| groups.len() > 1) {
            if let Some((more, violates)) = allowed(taken.clone().and(group.clone()))? {
                (taken, any) = (more, any || violates);
            }
        }
        all = all.and(taken);
    }
    Ok((all, any))
}

/// `wanted`, or the same with loops that are joined by what stands behind them, if no values of these arrays are overwritten by that but those
/// that `may` be; and whether any are.
fn allowed(
    analysed: &Analysed,
    frame: &Frame,
    effort: Effort,
    wanted: Interchange,
    arrays: &BTreeSet<ArrayId>,
    may: May,
) -> isl::Result<Option<(Interchange, bool)>> {
    let mut tried: Option<Arrangement> = None;
    for own in [wanted.clone(), wanted.joining()] {
        let arrangement = Arrangement::interchanged(frame, &own);
        if tried.as_ref() == Some(&arrangement) {
            break;
        }
        let violates = |order: &Order| {
            let mut any = false;
            for array in arrays {
                match harm(analysed, *array, order)? {
                    None => {}
                    Some(Harm::Overwriting) if may(*array) => any = true,
                    Some(_) => return Ok(None),
                }
            }
            Ok(Some(any))
        };
        let violates = || {
            // quick to tell, and more than need be
            if let Some((dates, bands)) = arrangement.with_any_rows_at_a_time(frame)? {
                let dates = schedule(&analysed.scop, dates)?.dates;
                if let Some(any) = violates(&Order::tiled(dates, bands, BTreeSet::new()))? {
                    return Ok(Some(any));
                }
            }
            violates(&order_of(analysed, frame, &arrangement)?)
        };
        if let Some(any) = within_budget(&analysed.scop, effort.operations, violates)? {
            return Ok(Some((own, any)));
        }
        tried = Some(arrangement);
    }
    Ok(None)
}

/// The order in which innermost loops go along rows, if it is legal but for variables that need a cell for each iteration of these
/// loops.
///
/// # Errors
/// isl's.
pub fn interchange_for_more_cells(analysed: &Analysed, effort: Effort) -> isl::Result<Option<Order>> {
    let scop = &analysed.scop;
    if !may_reorder(scop) {
        return Ok(None);
    }
    let Some(frame) = Frame::of(scop)? else { return Ok(None) };
    let is_variable = |array: ArrayId| {
        let array = &scop.arrays[array];
        let is_own = matches!(array.storage, polyhedral::Storage::Local { .. }) && !array.storage.is_static();
        is_own && array.dimensions() == 0 && array.outlives.is_none()
    };
    let wanted = Interchange::all_wanted(&frame, scop)?;
    let has_variable =
        |nest: &&Nest| scop.touched(nest.statements.iter().copied()).into_iter().any(is_variable);
    let nests = frame.split(&frame.whole());
    let wanted = nests.iter().filter(has_variable).map(|nest| wanted.within(nest));
    let wanted = wanted.fold(Interchange::default(), Interchange::and);
    within_budget(scop, effort.operations / MORE_CELLS, || {
        let (interchange, needs_cells) = interchange_if(analysed, &frame, effort, &wanted, &is_variable)?;
        if !needs_cells {
            return Ok(None);
        }
        order_of(analysed, &frame, &Arrangement::interchanged(&frame, &interchange)).map(Some)
    })
}

/// The order of an arrangement, where strips of rows that loops don't fill are as whole ones.
fn order_of(analysed: &Analysed, frame: &Frame, arrangement: &Arrangement) -> isl::Result<Order> {
    Ok(schedule(&analysed.scop, arrangement.dates_where(frame, Unfilled::AsWhole)?)?.order)
}

/// The order of the program with this interchange, which is legal, and this `addition` to its name.
fn interchanged_alone(
    analysed: &Analysed,
    frame: &Frame,
    interchange: &Interchange,
    addition: &str,
) -> isl::Result<Candidate> {
    let scop = &analysed.scop;
    let arrangement = Arrangement::interchanged(frame, interchange);
    let loops = arrangement.strip_loops(scop);
    let whole = schedule(scop, arrangement.dates(frame)?)?;
    let strips = match loops.is_empty() {
        true => None,
        false => {
            let small = in_small_strips(scop, frame, &arrangement, &whole)?;
            let spreads = strips::spreads(scop, &flow::flow(analysed)?, &arrangement.elements(frame)?)?;
            let windows = loops.iter().flat_map(|one| {
                let touched = scop.touched(one.statements.keys().copied());
                let windows = strips::windows(scop, &spreads, one.strip).into_iter();
                windows.filter(move |(array, _)| touched.contains(array)).collect::<Vec<_>>()
            });
            Some(Strips { small, windows: windows.collect(), loops })
        }
    };
    let alone = Candidate::alone(whole, format!("the program's order{addition}"));
    Ok(Candidate { strips, interchanged: arrangement.interchanged, ..alone })
}

/// The order of `arrangement`, which is `whole`, in strips of [`Strips::SMALL`] elements.
fn in_small_strips(
    scop: &Scop,
    frame: &Frame,
    arrangement: &Arrangement,
    whole: &Schedule,
) -> isl::Result<Schedule> {
    let in_small = arrangement.with_strips_of(Strips::SMALL);
    match in_small == *arrangement {
        true => Ok(whole.clone()),
        false => schedule(scop, in_small.dates(frame)?),
    }
}

/// The search for nests to fuse.
struct Search<'a> {
    analysed: &'a Analysed,
    frame: &'a Frame,
    storage: Storage<'a>,
    effort: Effort,
    /// What may bring nests together, with what that adds to the name of an order.
    proposals: Vec<(Vec<Dependence>, &'static str)>,
}

impl<'a> Search<'a> {
    fn new(
        analysed: &'a Analysed,
        frame: &'a Frame,
        reference: &'a BTreeMap<String, i64>,
        effort: Effort,
    ) -> isl::Result<Self> {
        let (flow, inputs) = (flow::flow(analysed)?, flow::inputs(analysed)?);
        let with_inputs =
            (!inputs.is_empty()).then(|| ([flow.as_slice(), &inputs].concat(), ", with what reads the same"));
        let proposals = [(flow.clone(), "")].into_iter().chain(with_inputs).collect();
        Ok(Search { analysed, frame, storage: Storage::new(analysed, reference), effort, proposals })
    }

    /// Adds the legal orders that fuse nests, with this interchange in them, to those that are `found`.
    fn fusions(&self, interchange: &Interchange, found: &mut Vec<Candidate>) -> isl::Result<()> {
        let (scop, effort) = (&self.analysed.scop, self.effort);
        let along = if interchange.is_empty() { "" } else { ALONG_ROWS };
        for (dependences, addition) in &self.proposals {
            for depth in 1..=effort.depth {
                let name = format!("fused at depth {depth}{addition}{along}");
                let proposed = |innermost: Innermost, name: &str, found: &[Candidate]| {
                    let wanted = Fusion { dependences, depth, innermost, interchange };
                    let new = || fused(self.analysed, self.frame, &self.storage, wanted, name, found);
                    within_budget(scop, effort.operations, new)
                };
                let Some(any) = proposed(Innermost::Any, &name, found)? else { break };
                let nests = || any.fused.iter().flat_map(|fused| &fused.nests);
                let loses_vectors = nests().any(|nest| nest.vectors == Vectors::Lost);
                let may_be_strips = loses_vectors || nests().any(|nest| may_be_strip(scop, nest));
                found.push(any);
                let vectors = loses_vectors.then_some((Innermost::Vectors, " where loops stay vectors"));
                let strips = effort.strips.filter(|_| may_be_strips);
                let strips = strips.map(|bytes| (Innermost::Strips(bytes), " in strips"));
                for (innermost, how) in vectors.into_iter().chain(strips) {
                    let other = proposed(innermost, &format!("{name}{how}"), found)?;
                    found.extend(other);
                }
            }
        }
        Ok(())
    }
}

/// Whether it may be better to run a nest on a strip of elements: in a loop that waits others wait for cells of rings; and where each element
/// has a loop of its own, compilers may write that out, so that the one around it is a vector loop.
fn may_be_strip(scop: &Scop, nest: &FusedNest) -> bool {
    let statements = nest.statements.iter().map(|statement| &scop.statements[*statement]);
    let deepest = statements.map(|statement| statement.iterators.len()).max().unwrap_or(0);
    let has_loop = nest.outer.is_some_and(|outer| deepest == outer + 2);
    let has_line = || scop.arrays.iter().any(|array| array.dimensions() == 1 && array.is_own());
    nest.waits || has_loop && has_line()
}

/// To find out whether an order needs more cells is worth this part of what a candidate may cost.
const MORE_CELLS: u64 = 20;

/// What `body` finds; nothing if that takes it too long.
fn within_budget<T>(
    scop: &Scop,
    budget: u64,
    body: impl FnOnce() -> isl::Result<Option<T>>,
) -> isl::Result<Option<T>> {
    match scop.context.context().with_budget(budget, body) {
        Err(error) if error.kind == ErrorKind::Quota => Ok(None),
        other => other,
    }
}

/// Loops in another order leave their counters with other values.
fn may_reorder(scop: &Scop) -> bool {
    scop.statements.len() <= MOST_STATEMENTS && scop.counter_used_after().is_none()
}

/// What is to be fused: by which dependences, how deep, and what may become of innermost loops.
#[derive(Clone, Copy)]
struct Fusion<'a> {
    dependences: &'a [Dependence],
    depth: u32,
    innermost: Innermost,
    interchange: &'a Interchange,
}

/// The legal order that fuses what is wanted, if there is one that isn't `known`.
fn fused(
    analysed: &Analysed,
    frame: &Frame,
    storage: &Storage,
    wanted: Fusion<'_>,
    name: &str,
    known: &[Candidate],
) -> isl::Result<Option<Candidate>> {
    let legal = legal(analysed, wanted.dependences, |dependences| {
        let Fusion { depth, innermost, interchange, .. } = wanted;
        let arrangement = Arrangement::fusing(frame, dependences, storage, depth, innermost, interchange)?;
        // the program's order fuses nothing
        let is_same = |candidate: &Candidate| {
            candidate.fused == arrangement.fused && candidate.interchanged == arrangement.interchanged
        };
        if known.iter().any(is_same) {
            return Ok(None);
        }
        Ok(Some((arrangement.dates(frame)?, arrangement)))
    })?;
    let Some((schedule, arrangement)) = legal else { return Ok(None) };
    let loops = arrangement.strip_loops(&analysed.scop);
    let strips = match loops.is_empty() {
        true => None,
        false => {
            let small = in_small_strips(&analysed.scop, frame, &arrangement, &schedule)?;
            Some(Strips { loops, small, windows: arrangement.windows.clone() })
        }
    };
    let Arrangement { fused, interchanged, .. } = arrangement;
    Ok(Some(Candidate { fused, strips, interchanged, ..Candidate::alone(schedule, name.to_owned()) }))
}

/// What `propose` makes (dates, `{ S[i] -> [t] }` per statement) of `dependences` alone, if that is legal, or
/// else of them and the order in which cells are used whose values it destroys.
fn legal<T>(
    analysed: &Analysed,
    dependences: &[Dependence],
    propose: impl Fn(&[Dependence]) -> isl::Result<Option<(Vec<Map>, T)>>,
) -> isl::Result<Option<(Schedule, T)>> {
    let mut dependences = dependences.to_vec();
    let mut known = BTreeSet::new();
    loop {
        let Some((dates, found)) = propose(&dependences)? else { return Ok(None) };
        let schedule = schedule(&analysed.scop, dates)?;
        let arrays = violated(analysed, &schedule.order)?;
        if arrays.is_empty() {
            return Ok(Some((schedule, found)));
        }
        let more: BTreeSet<ArrayId> = arrays.difference(&known).copied().collect();
        if more.is_empty() {
            return Ok(None);
        }
        dependences.extend(flow::reuse(analysed, &more)?);
        known.extend(more);
    }
}

/// The order of these dates, `{ S[i] -> [t] }` per statement.
fn schedule(scop: &Scop, dates: Vec<Map>) -> isl::Result<Schedule> {
    let mut all = UnionMap::empty(scop.context.space()?)?;
    let mut depth = 0;
    for map in dates {
        depth = map.dim(DimType::Out)?;
        all = all.union(map.to_union_map()?)?;
    }
    let dates = all.intersect_domain(scop.domain()?)?;
    Ok(Schedule {
        total: dates.clone(),
        order: Order::sequential(dates.clone()),
        dates,
        is_program_order: false,
        depth,
        parallel: Vec::new(),
    })
}
