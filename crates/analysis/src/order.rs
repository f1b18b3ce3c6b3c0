//! Which instances certainly run before which: the happens-before relation (Darte, Isoard, Yuki,
//! *Liveness in Explicitly-Parallel Programs*, section 3.2).
//!
//! An order is given by dates that are compared lexicographically, some dimensions of which may be
//! unordered (parallel loops, at any depth), or as a relation that need be no partial order: `a -> b`
//! says that no execution runs b before a, so that `a -> b` and `b -> a` together say that no execution
//! runs both. Whatever isn't ordered may happen in any order or at the same time. Within an instance
//! reads come before the write.
//!
//! Dates are compared on whole spaces: comparing them on domains first would multiply the pieces of the
//! domains with those of the lexicographic order.

use isl::{DimType, Map, Set, Space, UnionMap, UnionSet};
use polyhedral::{ArrayId, Scop};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A happens-before relation between the instances of a region.
#[derive(Clone, Debug)]
pub struct Order {
    precedence: Precedence,
    /// What the dates of two statements say, once that is asked for: there are few of these, and many pairs of their instances.
    known: Rc<RefCell<Known>>,
}

/// By the names of two statements, the dimensions that don't order them, and what is asked: `{ S[i] -> T[j] }` on whole spaces.
type Known = BTreeMap<(String, String, BTreeSet<u32>, Relates), Option<Map>>;

#[derive(Clone, Debug)]
enum Precedence {
    /// `{ S[i] -> [t] }`, injective, all dates of one length.
    Dates { dates: UnionMap, unordered: Vec<Unordered> },
    /// Dates (`{ S[i] -> [t] }`, injective, all of one length), of which the bands say less, but for arrays whose
    /// values stay within points of a band. In fronts, tiles run at the same time.
    Tiles { dates: UnionMap, bands: Vec<Band>, within_points: BTreeSet<ArrayId>, in_fronts: bool },
    /// `{ S[i] -> T[j] }`: the first is before the second in every execution that has both.
    Relation(UnionMap),
}

/// Loops that are to be tiled, whatever the sizes of the tiles.
#[derive(Clone, Debug)]
pub struct Band {
    /// How many dimensions of the dates stand outside of the tiles.
    pub outer: u32,
    /// `{ S[i] -> [x] }`: along each coordinate tiles are intervals.
    pub coordinates: UnionMap,
}

/// A dimension of dates that doesn't order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unordered {
    /// Which. Instances whose dates agree before it and differ there are unordered.
    pub dimension: u32,
    /// Between which statements.
    pub statements: BTreeSet<String>,
    /// Arrays for which it orders all the same, since each thread has its own.
    pub private: BTreeSet<ArrayId>,
}

/// What one pair of dates says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Relates {
    /// The first is before the second.
    Certainly,
    /// The second is not certainly before the first.
    Maybe,
}

impl Order {
    fn new(precedence: Precedence) -> Self {
        Order { precedence, known: Rc::default() }
    }

    /// Instances run one after the other at `dates` (`{ S[i] -> [t] }`, injective).
    pub fn sequential(dates: UnionMap) -> Self {
        Order::with_unordered(dates, Vec::new())
    }

    /// Instances run at `dates` (`{ S[i] -> [t] }`, injective) but for dimensions that don't order.
    pub fn with_unordered(dates: UnionMap, unordered: Vec<Unordered>) -> Self {
        Order::new(Precedence::Dates { dates, unordered })
    }

    /// Instances run at `dates` (`{ S[i] -> [t] }`, injective) but in tiles: boxes in the coordinates of a
    /// band. Tiles run so that none comes before one that it lies behind along some coordinate and before along
    /// none, at the same time where neither is so; each keeps the order of dates.
    ///
    /// So what is certain at all sizes of tiles, and in a wavefront of tiles, too: of two instances that agree
    /// outside of the band, the first is before the second if its date is and no coordinate is larger.
    ///
    /// Of arrays `within_points` each value is written and read at one point of a band, all in one tile, by
    /// instances that keep their order. Where tiles run one after the other, two of its values are alive
    /// together only if they are in the order of dates, which is the one that counts for these arrays.
    pub fn tiled(dates: UnionMap, bands: Vec<Band>, within_points: BTreeSet<ArrayId>) -> Self {
        Order::new(Precedence::Tiles { dates, bands, within_points, in_fronts: false })
    }

    /// [`Order::tiled`], where tiles that don't wait for each other run at the same time; all values count as used at
    /// more than one point.
    pub fn in_fronts(dates: UnionMap, bands: Vec<Band>) -> Self {
        let within_points = BTreeSet::new();
        Order::new(Precedence::Tiles { dates, bands, within_points, in_fronts: true })
    }

    /// The order that `scop`'s program prescribes.
    pub fn of_program(scop: &Scop) -> Self {
        let entry = |entry: &polyhedral::Unordered| Unordered {
            dimension: entry.dimension,
            statements: entry.statements.iter().map(|id| scop.statements[*id].name.clone()).collect(),
            private: entry.private.iter().copied().collect(),
        };
        let unordered = scop.unordered.iter().map(entry).collect();
        Order::with_unordered(scop.schedule.clone(), unordered)
    }

    /// The order that `relation` (`{ S[i] -> T[j] }`) states and nothing else; it is not closed
    /// transitively. That an instance is related to itself says nothing.
    ///
    /// # Errors
    /// isl's.
    pub fn relation(relation: UnionMap) -> isl::Result<Self> {
        let itself = relation.clone().domain()?.identity()?;
        Ok(Order::new(Precedence::Relation(relation.subtract(itself)?)))
    }

    /// The order as far as it concerns `array`.
    pub fn of_array(&self, array: ArrayId) -> Self {
        let mut order = self.clone();
        match &mut order.precedence {
            Precedence::Dates { unordered, .. } => unordered.retain(|entry| !entry.private.contains(&array)),
            Precedence::Tiles { dates, within_points, .. } if within_points.contains(&array) => {
                return Order::sequential(dates.clone());
            }
            Precedence::Tiles { .. } | Precedence::Relation(_) => {}
        }
        order
    }

    /// The order in which each thread has `array` for itself.
    pub fn with_private(mut self, array: ArrayId) -> Self {
        if let Precedence::Dates { unordered, .. } = &mut self.precedence {
            unordered.iter_mut().for_each(|entry| {
                entry.private.insert(array);
            });
        }
        self
    }

    /// Whether each thread has some array for itself.
    pub fn has_private(&self) -> bool {
        match &self.precedence {
            Precedence::Dates { unordered, .. } => unordered.iter().any(|entry| !entry.private.is_empty()),
            Precedence::Tiles { .. } | Precedence::Relation(_) => false,
        }
    }

    /// The dates, if instances run one after the other.
    pub fn total(&self) -> Option<&UnionMap> {
        match &self.precedence {
            Precedence::Dates { dates, unordered, .. } if unordered.is_empty() => Some(dates),
            _ => None,
        }
    }

    /// Whether instances may run at the same time.
    pub fn is_concurrent(&self) -> bool {
        match &self.precedence {
            Precedence::Dates { unordered, .. } => !unordered.is_empty(),
            Precedence::Tiles { in_fronts, .. } => *in_fronts,
            Precedence::Relation(_) => true,
        }
    }

    /// Whether the order comes from dates.
    pub fn has_dates(&self) -> bool {
        !matches!(self.precedence, Precedence::Relation(_))
    }

    /// Those of `pairs` (`{ S[i] -> T[j] }`) whose first is certainly before the second.
    ///
    /// # Errors
    /// isl's.
    pub fn certainly(&self, pairs: &UnionMap) -> isl::Result<UnionMap> {
        match &self.precedence {
            Precedence::Dates { dates, unordered, .. } => {
                select(pairs, |pair| self.related(dates, unordered, Relates::Certainly, pair))
            }
            Precedence::Tiles { dates, bands, .. } => {
                select(pairs, |pair| in_tiles(dates, bands, Relates::Certainly, pair))
            }
            Precedence::Relation(relation) => pairs.clone().intersect(relation.clone()),
        }
    }

    /// Those of `pairs` (`{ S[i] -> T[j] }`), of different instances, whose first may run before the
    /// second: the second is not certainly before it.
    ///
    /// # Errors
    /// isl's.
    pub fn maybe(&self, pairs: &UnionMap) -> isl::Result<UnionMap> {
        match &self.precedence {
            Precedence::Dates { dates, unordered, .. } => {
                select(pairs, |pair| self.related(dates, unordered, Relates::Maybe, pair))
            }
            Precedence::Tiles { dates, bands, .. } => {
                select(pairs, |pair| in_tiles(dates, bands, Relates::Maybe, pair))
            }
            Precedence::Relation(relation) => {
                let itself = pairs.clone().domain()?.identity()?;
                pairs.clone().subtract(relation.clone().reverse()?)?.subtract(itself)
            }
        }
    }

    /// Those of `pairs` (`{ S_r[i] -> S_k[l] }`), of different instances, where the write of the second
    /// may happen before the first has read.
    ///
    /// # Errors
    /// isl's.
    pub fn may_overtake(&self, pairs: &UnionMap) -> isl::Result<UnionMap> {
        self.maybe(&pairs.clone().reverse()?)?.reverse()
    }

    /// `{ S[i] -> T[j] }` on whole spaces, for the statements of `pair`; `None` where one has no dates.
    fn related(
        &self,
        dates: &UnionMap,
        unordered: &[Unordered],
        relates: Relates,
        pair: &Map,
    ) -> isl::Result<Option<Map>> {
        let (first, second) = (pair.tuple_name(DimType::In)?, pair.tuple_name(DimType::Out)?);
        let (first, second) = (first.unwrap_or_default(), second.unwrap_or_default());
        let is_of_both = |u: &&Unordered| u.statements.contains(&first) && u.statements.contains(&second);
        let joint: BTreeSet<u32> = unordered.iter().filter(is_of_both).map(|u| u.dimension).collect();
        let asked = (first, second, joint, relates);
        if let Some(known) = self.known.borrow().get(&asked) {
            return Ok(known.clone());
        }
        let found = match ends(dates, pair)? {
            None => None,
            Some((left, right)) if asked.2.is_empty() => Some(left.lex_lt_map(right)?),
            Some((left, right)) => {
                let precedence = lexicographic(&left.space()?.range()?, &asked.2, relates)?;
                Some(left.apply_range(precedence)?.apply_range(right.reverse()?)?)
            }
        };
        self.known.borrow_mut().insert(asked, found.clone());
        Ok(found)
    }
}

/// Per pair of statements that `pairs` relates, what `relation` says of it, within `pairs`.
fn select(pairs: &UnionMap, relation: impl Fn(&Map) -> isl::Result<Option<Map>>) -> isl::Result<UnionMap> {
    let mut selected = UnionMap::empty(pairs.space()?)?;
    for pair in pairs.maps()? {
        if let Some(related) = relation(&pair)? {
            selected = selected.union(pair.intersect(related)?.to_union_map()?)?;
        }
    }
    Ok(selected)
}

/// As [`Order::related`], where the statements of `pair` may run in tiles.
fn in_tiles(dates: &UnionMap, bands: &[Band], relates: Relates, pair: &Map) -> isl::Result<Option<Map>> {
    let Some((left, right)) = ends(dates, pair)? else { return Ok(None) };
    let mut before = left.clone().lex_lt_map(right.clone())?;
    for band in bands {
        let Some((x, y)) = ends(&band.coordinates, pair)? else { continue };
        let space = left.space()?.range()?;
        let same = agreeing(&space, band.outer)?;
        let elsewhere =
            lexicographic(&space, &(band.outer..space.dim(DimType::Set)?).collect(), Relates::Certainly)?;
        let on_instances =
            |dates: Map| left.clone().apply_range(dates)?.apply_range(right.clone().reverse()?);
        let (same, elsewhere) = (on_instances(same)?, on_instances(elsewhere)?);
        let coordinates = x.space()?.range()?;
        let along = |relation: Map| x.clone().apply_range(relation)?.apply_range(y.clone().reverse()?);
        before = match relates {
            Relates::Certainly => {
                let not_behind = along(componentwise(&coordinates)?)?.intersect(same)?;
                before.intersect(not_behind)?.union(elsewhere)?
            }
            Relates::Maybe => along(somewhere_less(&coordinates)?)?.intersect(same)?.union(before)?,
        };
    }
    before.coalesce().map(Some)
}

/// The values of `functions` (`{ S[i] -> [x] }`) on the two sides of `pair`, on whole spaces; `None` where one
/// has none.
fn ends(functions: &UnionMap, pair: &Map) -> isl::Result<Option<(Map, Map)>> {
    let of = |instances: Set| -> isl::Result<Option<Map>> {
        // a statement without instances is before and after nothing
        let whole = Set::universe(instances.space()?)?.to_union_set()?;
        Ok(dates(functions, whole)?.maps()?.into_iter().next())
    };
    Ok(of(pair.clone().domain()?)?.zip(of(pair.clone().range()?)?))
}

/// `{ [x] -> [y] }` whose first `dimensions` are equal.
fn agreeing(space: &Space, dimensions: u32) -> isl::Result<Map> {
    let all = Map::universe(Map::identity(space.clone().map_from_set()?)?.space()?)?;
    (0..dimensions).try_fold(all, |map, d| map.equate(DimType::In, d, DimType::Out, d))
}

/// `{ [x] -> [y] : x_k <= y_k for all k }`
fn componentwise(space: &Space) -> isl::Result<Map> {
    let all = agreeing(space, 0)?;
    (0..space.dim(DimType::Set)?).try_fold(all, |map, d| map.order_le(DimType::In, d, DimType::Out, d))
}

/// `{ [x] -> [y] : x_k < y_k for some k }`
fn somewhere_less(space: &Space) -> isl::Result<Map> {
    let all = agreeing(space, 0)?;
    let less = |d| all.clone().order_lt(DimType::In, d, DimType::Out, d);
    let none = Map::empty(all.space()?)?;
    (0..space.dim(DimType::Set)?).try_fold(none, |map, d| map.union(less(d)?))
}

/// `{ [t] -> [t'] }`: by the first dimension where both differ; one of `unordered` says nothing for
/// certain and everything maybe.
fn lexicographic(space: &Space, unordered: &BTreeSet<u32>, relates: Relates) -> isl::Result<Map> {
    let pairs = Map::identity(space.clone().map_from_set()?)?.space()?;
    let mut all = Map::empty(pairs.clone())?;
    let mut equal_before = Map::universe(pairs)?;
    for dimension in 0..space.dim(DimType::Set)? {
        let (t, other) = ((DimType::In, dimension), (DimType::Out, dimension));
        let before = || equal_before.clone().order_lt(t.0, t.1, other.0, other.1);
        let after = || equal_before.clone().order_gt(t.0, t.1, other.0, other.1);
        match (unordered.contains(&dimension), relates) {
            (false, _) => all = all.union(before()?)?,
            (true, Relates::Maybe) => all = all.union(before()?)?.union(after()?)?,
            (true, Relates::Certainly) => {}
        }
        equal_before = equal_before.equate(t.0, t.1, other.0, other.1)?;
    }
    Ok(all)
}

/// `{ S[i] -> [t] }` of the statements of `instances`, on whole spaces.
///
/// # Errors
/// isl's.
pub fn dates(schedule: &UnionMap, instances: UnionSet) -> isl::Result<UnionMap> {
    on_whole_spaces(schedule.clone().intersect_domain(instances)?)
}

/// The affine functions that `functions` (`{ S[i] -> X[x] }`, single-valued) are on their domains, on
/// whole spaces. A function that is not one affine function stays on its domain.
///
/// # Errors
/// isl's.
pub fn on_whole_spaces(functions: UnionMap) -> isl::Result<UnionMap> {
    let mut whole = UnionMap::empty(functions.space()?)?;
    for function in functions.maps()? {
        let extended = function.clone().affine_hull()?.to_map()?;
        let function = if extended.is_single_valued()? { extended } else { function };
        whole = whole.union(function.to_union_map()?)?;
    }
    Ok(whole)
}

/// Those of `pairs` whose first has the smaller date in `schedule` (`{ S[i] -> [t] }`, injective).
///
/// # Errors
/// isl's.
pub fn before(schedule: &UnionMap, pairs: &UnionMap) -> isl::Result<UnionMap> {
    Order::sequential(schedule.clone()).certainly(pairs)
}
