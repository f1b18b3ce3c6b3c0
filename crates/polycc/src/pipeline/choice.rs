//! The order that is best by the model.

use super::allocation::allocate_beside;
use super::settings::{Aim, Settings};
use super::sizes::Sizes;
use crate::cost::{self, Cost};
use crate::worth::{self, Price};
use allocator::size::Reference;
use allocator::{Allocation, Decision};
use analysis::Analysed;
use isl::ErrorKind;
use polyhedral::{ArrayId, Program, Scop, StatementId, Window};
use schedule::Schedule;
use schedule::candidate::{Candidate, Effort, Strips};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// isl operations for what becomes of all arrays where loops run in strips.
const STRIPS: u64 = 150_000;

/// At sizes at which the program's arrays need more than that, it doesn't matter which order is faster.
const MOST_MEMORY: i128 = 1 << 40;

/// So many more bytes of temporaries are nothing beside loops that go along rows, or do several at a time.
pub(super) const MOST_FOR_ROWS: i128 = 64 << 10;

/// Tiles of several turns of a loop save about that much of what is fetched, at least.
const FEW_FETCHES: i128 = 4;

/// The order that is best by the model.
pub(crate) struct Choice {
    pub(crate) candidate: Candidate,
    pub(crate) allocations: Vec<Allocation>,
    /// Its loop tree, if that is made already.
    pub(crate) tree: Option<Program>,
    /// What each candidate costs, by its name.
    pub(crate) costs: Vec<(String, Cost)>,
    /// Whether another is better, but may not be taken.
    pub(crate) is_forgone: bool,
    /// Whether it is faster only where its temporaries are larger than all caches.
    pub(crate) only_large: bool,
}

impl Choice {
    /// Whether it is the program's order.
    pub(crate) fn is_as_written(&self) -> bool {
        self.candidate.schedule.is_program_order && !self.is_forgone
    }

    /// Whether all that it gains is that fused loops fetch what the caller keeps less often: loops in tiles do so less often than that.
    pub(crate) fn only_fuses(&self) -> bool {
        let is_plain = self.candidate.interchanged.is_empty() && self.candidate.blocked.is_empty();
        let keeps = self.own_and_chosen().is_some_and(|(own, chosen)| {
            chosen.memory >= own.memory && chosen.time() > own.time() / FEW_FETCHES
        });
        is_plain && keeps && !self.is_forgone
    }

    /// Whether it keeps less than half of the bytes of the program's order.
    fn shrinks(&self) -> bool {
        self.own_and_chosen().is_some_and(|(own, chosen)| chosen.memory < own.memory / 2)
    }

    /// How many bytes it keeps.
    fn memory(&self) -> i128 {
        self.own_and_chosen().map_or(0, |(_, chosen)| chosen.memory)
    }

    /// What the program's order costs, and what the chosen one does.
    pub(crate) fn own_and_chosen(&self) -> Option<(&Cost, &Cost)> {
        cost::own_and(&self.costs, &self.candidate.name)
    }
}

/// Whether a region's text can be replaced as a whole, and what in it stays by itself.
#[derive(Clone, Copy)]
pub(crate) struct Movable<'a> {
    /// Whether it can.
    pub(crate) is_free: bool,
    /// Arrays of which the first is released before the other one is obtained, in the program's order alone.
    pub(crate) turns: &'a [(String, String)],
    /// The statements that no others are fused with.
    pub(crate) alone: &'a BTreeSet<StatementId>,
}

impl Movable<'_> {
    /// Any text.
    pub(crate) const FREE: Movable<'static> = Movable { is_free: true, turns: &[], alone: &BTreeSet::new() };

    /// Whether two arrays that weren't there together would be, both as large as before.
    fn grows(&self, scop: &Scop, allocations: &[Allocation]) -> bool {
        let is_kept = |name: &String| {
            let id = scop.arrays.iter().position(|array| array.name == *name);
            id.is_some_and(|id| allocations[id].decision == Decision::Kept)
        };
        self.turns.iter().any(|(released, obtained)| is_kept(released) && is_kept(obtained))
    }
}

/// The best legal order, or the program's where the region isn't `movable`; `None` where only the program's own is
/// safe. One that is best at large sizes only, if the program `may_test` these; or if fewer instances than those of the
/// `whole` program make up for what it costs at others.
pub(crate) fn choose(
    analysed: &Analysed,
    settings: &Settings,
    movable: &Movable,
    may_test: bool,
    whole: Option<&Scop>,
) -> isl::Result<Option<Choice>> {
    let scop = &analysed.scop;
    let candidates =
        schedule::candidate::candidates(analysed, &settings.at, effort(settings, scop), movable.alone)?;
    if candidates.len() < 2 {
        return Ok(None);
    }
    let sizes = Sizes::new(scop, settings, whole)?;
    let is_plain = |candidate: &Candidate| candidate.blocked.is_empty() && candidate.at_a_time.is_empty();
    let has_others = candidates.iter().any(|candidate| !is_plain(candidate));
    let mut orders = Vec::new();
    for candidate in candidates {
        if isl::interrupt::is_interrupted() {
            return Ok(None);
        }
        settings.progress.tried();
        orders.extend(priced(analysed, candidate, settings, movable, &sizes)?);
    }
    let is_partial = whole.is_some();
    let among = |orders| choose_among(orders, scop, settings, movable, (may_test, is_partial), &sizes);
    // what reads operands in parts is faster where these are larger than all caches, and so are sums of several rows at a time: less memory
    // comes first
    if has_others {
        let plain = orders.iter().filter(|order| is_plain(&order.candidate));
        let choice = among(plain.map(Priced::without_others).collect())?;
        let Some(choice) = choice else { return Ok(None) };
        let most = choice.memory().saturating_add(MOST_FOR_ROWS);
        let is_small =
            |order: &Priced| order.candidate.at_a_time.is_empty() || order.price.cost.memory <= most;
        orders.retain(is_small);
        if choice.shrinks() {
            orders.retain(|order| order.candidate.blocked.is_empty());
            orders = orders.iter().map(Priced::without_parts).collect();
        }
        if orders.iter().all(|order| is_plain(&order.candidate)) {
            return Ok(Some(choice));
        }
    }
    among(orders)
}

/// The same among `orders` with their prices, the program's first.
fn choose_among(
    orders: Vec<Priced>,
    scop: &Scop,
    settings: &Settings,
    movable: &Movable,
    (may_test, is_partial): (bool, bool),
    sizes: &Sizes,
) -> isl::Result<Option<Choice>> {
    let mut costs = Vec::new();
    // the program's order comes first
    let (mut own, mut safe): (Option<Priced>, Vec<Priced>) = (None, vec![]);
    // with whether a test of sizes must lead to it
    let mut large: Option<(Priced, bool)> = None;
    for priced in orders {
        costs.push((priced.candidate.name.clone(), priced.price.cost));
        let limits = &own.get_or_insert_with(|| priced.clone()).others;
        let is_slower = sizes.is_slower(&priced, limits);
        let needs_test = is_slower || !is_partial;
        let may_be_large = is_slower || priced.candidate.strips.is_none();
        let is_best_large =
            large.as_ref().is_none_or(|(best, _)| priced.largest_time() < best.largest_time());
        if (may_test || !needs_test)
            && may_be_large
            && is_best_large
            && is_better_large(limits, &priced.others, settings)
        {
            large = Some((priced.clone(), needs_test));
        }
        if !is_slower {
            safe.push(priced);
        }
    }
    let Some(own) = own else { return Ok(None) };
    let Some(best) = best(safe, scop, settings.aim)? else { return Ok(None) };
    let is_worth = best.candidate.schedule.is_program_order
        || settings.aim != Aim::Speed
        || worth::is_worth(scop, &best.candidate, best.made_tree(), &own.price, &best.price)?;
    let is_forgone = is_worth && !movable.is_free && !best.candidate.schedule.is_program_order;
    let limits = own.others.clone();
    let chosen = if is_worth && !is_forgone { best } else { own };
    let mut large = large.filter(|(large, _)| {
        settings.aim == Aim::Speed && is_better_still(large, &chosen, &limits, settings)
    });
    if let Some((order, _)) = &large
        && !order.has_loops(scop)?
    {
        large = None;
    }
    let (order, only_large) = large.unwrap_or((chosen, false));
    let tree = order.made_tree().cloned();
    let Priced { candidate, allocations, .. } = order;
    Ok(Some(Choice { candidate, allocations, tree, costs, is_forgone, only_large }))
}

/// What becomes of arrays in the order of `candidate`, and what that costs, if it will do.
fn priced(
    analysed: &Analysed,
    mut candidate: Candidate,
    settings: &Settings,
    movable: &Movable,
    sizes: &Sizes,
) -> isl::Result<Option<Priced>> {
    let scop = &analysed.scop;
    // what has several cells for each element, and what has cells for the sake of this order, needs no other mapping
    let is_wide = |array: ArrayId, window: &Window| {
        let is_for_rows = !candidate.interchanged.is_empty() && !scop.arrays[array].versions.is_empty();
        window.more > 0 || is_for_rows
    };
    let wide = match &mut candidate.strips {
        None => BTreeMap::new(),
        Some(strips) => in_windows(analysed, &mut strips.windows, &is_wide, sizes.largest())?,
    };
    let allocate =
        || allocate_beside(analysed, &candidate.schedule, &candidate.company(scop), wide, settings);
    let mut allocations = match candidate.strips {
        None => allocate()?,
        // what isn't kept in windows is hard to tell across strips
        Some(_) => match scop.context.context().with_budget(STRIPS, allocate) {
            Err(error) if error.kind == ErrorKind::Quota => return Ok(None),
            allocations => allocations?,
        },
    };
    let tree = match &mut candidate.strips {
        None => None,
        Some(strips) => {
            let windows = &mut strips.windows;
            // what has one element alone may be a variable, which is better still
            windows.retain(|array, window| is_wide(*array, window) || !is_variable(&allocations[*array]));
            let is_narrow = |array: ArrayId, window: &Window| !is_wide(array, window);
            for (array, found) in in_windows(analysed, windows, &is_narrow, sizes.largest())? {
                allocations[array] = found;
            }
            let has_others = !candidate.blocked.is_empty() || !candidate.interchanged.is_empty();
            match (strips.windows.is_empty(), has_others) {
                (true, false) => return Ok(None),
                // there is nothing that loops might fail to reach: they are made for the order that is taken
                (true, true) => None,
                (false, _) => match in_strips(scop, &candidate.schedule, strips)? {
                    None => return Ok(None),
                    tree => tree,
                },
            }
        }
    };
    if !candidate.schedule.is_program_order && movable.grows(scop, &allocations) {
        return Ok(None);
    }
    let cost_at =
        |reference: &Reference| Cost::of(analysed, &candidate, &allocations, reference, &settings.caches);
    let cost = cost_at(&sizes.reference);
    let others: Vec<Cost> = sizes.others.iter().map(cost_at).collect();
    let price = Price { cost, largest: others.last().copied() };
    let tree = Rc::new(tree.map_or_else(OnceCell::new, |tree| OnceCell::from(Some(tree))));
    Ok(Some(Priced { price, candidate, allocations, tree, others }))
}

impl Sizes {
    /// Whether an order takes longer, at any size, than `limits`, what the program's costs at each.
    fn is_slower(&self, order: &Priced, limits: &[Cost]) -> bool {
        order.others.iter().zip(limits).zip(&self.spared).any(|((cost, limit), spared)| {
            let most = limit.time().saturating_add(*spared);
            limit.memory <= MOST_MEMORY && cost.time() > most.saturating_add(limit.unnoticed())
        })
    }
}

/// Whether an order that costs `others` is clearly better than the program's, which costs `limits`, at the largest size at which
/// arrays don't fit into caches.
fn is_better_large(limits: &[Cost], others: &[Cost], settings: &Settings) -> bool {
    largest_known(limits).is_some_and(|size| {
        let (own, cost) = (&limits[size], &others[size]);
        own.memory >= settings.caches.third() && worth::is_clearly_better(own, cost)
    })
}

/// Whether an order that is better at `large` sizes is so beside the one that is `chosen` for all sizes, too.
fn is_better_still(large: &Priced, chosen: &Priced, limits: &[Cost], settings: &Settings) -> bool {
    let costs = largest_known(limits).map(|size| (&chosen.others[size], &large.others[size]));
    // strips that leave arrays as large as they were
    let is_half_done =
        |cost: &Cost| chosen.candidate.strips.is_some() && cost.memory >= settings.caches.third();
    chosen.candidate.schedule.is_program_order
        || costs.is_some_and(|(chosen, large)| {
            worth::is_clearly_better(chosen, large)
                || is_half_done(chosen) && large.memory <= chosen.memory / 2
        })
}

/// The order with the fewest bytes; for speed, of those that are as fast as the fastest as far as the model can tell. The first of
/// several, of those that have loops.
fn best(mut orders: Vec<Priced>, scop: &Scop, aim: Aim) -> isl::Result<Option<Priced>> {
    while let Some(best) = place_of_best(&orders, aim) {
        let order = orders.remove(best);
        if order.has_loops(scop)? {
            return Ok(Some(order));
        }
    }
    Ok(None)
}

fn place_of_best(orders: &[Priced], aim: Aim) -> Option<usize> {
    let fastest = orders.iter().map(|order| order.price.cost).min_by_key(Cost::time)?;
    let is_as_fast = |order: &Priced| {
        let time = order.price.cost.time();
        aim == Aim::Memory || time <= fastest.time().saturating_add(fastest.unnoticed())
    };
    let among = orders.iter().enumerate().filter(|(_, order)| is_as_fast(order));
    among.min_by_key(|(_, order)| order.price.measure(aim == Aim::Memory)).map(|(place, _)| place)
}

/// An order with what becomes of the arrays, and what that costs.
#[derive(Clone)]
struct Priced {
    price: Price,
    candidate: Candidate,
    allocations: Vec<Allocation>,
    /// Where its loop tree is made, all that are the same order have it.
    tree: Rc<OnceCell<Option<Program>>>,
    /// What it costs at other sizes.
    others: Vec<Cost>,
}

impl Priced {
    /// The same where no order reads operands in parts.
    fn without_parts(&self) -> Self {
        self.with_costs(|cost| cost.whole = 0)
    }

    /// The same where no order does that, nor sums of several rows at a time.
    fn without_others(&self) -> Self {
        self.with_costs(|cost| (cost.whole, cost.one_by_one) = (0, 0))
    }

    fn with_costs(&self, change: impl FnMut(&mut Cost)) -> Self {
        let mut changed = self.clone();
        let Price { cost, largest } = &mut changed.price;
        [cost].into_iter().chain(largest).chain(&mut changed.others).for_each(change);
        changed
    }

    /// Whether an order in strips has a loop tree, which is made for that.
    fn has_loops(&self, scop: &Scop) -> isl::Result<bool> {
        let Some(strips) = &self.candidate.strips else { return Ok(true) };
        if self.tree.get().is_none() {
            let tree = in_strips(scop, &self.candidate.schedule, strips)?;
            self.tree.get_or_init(|| tree);
        }
        Ok(self.made_tree().is_some())
    }

    /// Its loop tree, if that is made.
    fn made_tree(&self) -> Option<&Program> {
        self.tree.get().and_then(Option::as_ref)
    }

    /// What it takes at the largest of other sizes.
    fn largest_time(&self) -> i128 {
        self.price.largest.map_or(0, |cost| cost.time())
    }
}

/// Of [`others`] the last at which the program's arrays can be there, by what its own order costs at each.
fn largest_known(own: &[Cost]) -> Option<usize> {
    own.iter().rposition(|own| own.memory <= MOST_MEMORY)
}

/// How deep loops are fused at most, where innermost loops stay.
const DEEPEST: u32 = 2;

/// Speed keeps innermost loops as they are, so that they stay vector loops; memory fuses as deep as it goes.
fn effort(settings: &Settings, scop: &Scop) -> Effort {
    let deepest = scop.statements.iter().map(|statement| statement.iterators.len() as u32).max();
    let depth = deepest.unwrap_or(0).saturating_sub(1).clamp(1, DEEPEST);
    match settings.aim {
        Aim::Memory => {
            Effort { strips: None, interchange: false, blocking: false, lanes: false, ..Effort::default() }
        }
        Aim::Speed | Aim::Order => {
            let half = u64::try_from(settings.caches.first() / 2).unwrap_or(u64::MAX);
            // threads get chunks
            let strips = (!settings.parallel).then_some(half);
            // threads share the rows
            let is_alone = settings.tile.is_none() && !settings.parallel;
            Effort {
                depth,
                strips,
                interchange: settings.tile.is_none(),
                blocking: is_alone,
                lanes: is_alone,
                ..Effort::default()
            }
        }
    }
}

/// What becomes of the arrays with `wanted` windows, where these have fewer cells at sizes as large as `largest`; the others are windows no
/// more.
fn in_windows(
    analysed: &Analysed,
    windows: &mut BTreeMap<ArrayId, Window>,
    wanted: &dyn Fn(ArrayId, &Window) -> bool,
    largest: &Reference,
) -> isl::Result<BTreeMap<ArrayId, Allocation>> {
    let mut found = BTreeMap::new();
    for (&array, window) in windows.iter().filter(|(array, window)| wanted(**array, window)) {
        let allocation = Allocation::in_window(analysed, array, *window, largest)?;
        found.extend(allocation.map(|allocation| (array, allocation)));
    }
    windows.retain(|array, window| !wanted(*array, window) || found.contains_key(array));
    Ok(found)
}

/// Whether an array becomes a variable, or cells that no subscript wraps around to.
fn is_variable(allocation: &Allocation) -> bool {
    allocation.decision != Decision::Kept && allocation.mapping.rows.iter().all(|row| !row.wraps)
}

/// The loop tree of an order in `strips`, if it has a loop for each, with the windows of arrays in it.
fn in_strips(scop: &Scop, schedule: &Schedule, strips: &Strips) -> isl::Result<Option<Program>> {
    match codegen::strips::program(scop, &schedule.total, &strips.loops) {
        Err(error) if error.kind == ErrorKind::Unsupported => Ok(None),
        Err(error) => Err(error),
        Ok(tree) => Ok(codegen::window::have_loops(scop, &tree, &strips.windows).then_some(tree)),
    }
}
