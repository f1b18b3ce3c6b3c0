//! The accesses of one array, each as a statement of its own.
//!
//! Several accesses of one statement carry different dependences (Morvan, *Memory Allocation and Array
//! Contraction using the Polyhedral Model in GeCoS*, section 2.5.2), but an instance has one name and
//! one date. So the instances of each access get a name of their own, its **tag**. Reads of one
//! statement that are alike share a tag.
//!
//! Within an instance the reads come before all writes, and writes happen in the order of the accesses:
//! dates get one more dimension where a statement writes the array more than once. Dimensions that are
//! the same constant for all accesses of the array tell nothing, and cost isl much; they are dropped.

use isl::{DimType, Map, Set, UnionMap};
use polyhedral::{Access, AccessKind, ArrayId, Scop, Statement, StatementId};
use std::collections::{BTreeMap, HashMap};

/// A statement, and the position of an access in [`polyhedral::Statement::accesses`].
pub type AccessId = (StatementId, usize);

/// One access, or several reads of one statement that are alike.
#[derive(Clone, Debug)]
pub struct Reference {
    /// Which accesses, in the order of the statement; more than one only for reads.
    pub ids: Vec<AccessId>,
    /// What they do.
    pub kind: AccessKind,
    /// `{ S[i] -> A[x] }` within domain and context.
    pub cells: Map,
    /// `{ S[i] -> [t] }`: when, within the array's accesses. An instance's reads don't come after its
    /// writes.
    pub dates: Map,
}

/// `{ S[i] -> [t] }`, by statement: when it runs.
#[derive(Clone, Debug)]
pub struct Dates(BTreeMap<StatementId, Map>);

impl Dates {
    /// Those that `schedule` (`{ S[i] -> [t] }`) gives all statements.
    ///
    /// # Errors
    /// isl's.
    pub fn of(scop: &Scop, schedule: &UnionMap) -> isl::Result<Self> {
        Self::of_some(scop, schedule, 0..scop.statements.len())
    }

    fn of_some(
        scop: &Scop,
        schedule: &UnionMap,
        statements: impl Iterator<Item = StatementId>,
    ) -> isl::Result<Self> {
        let maps = schedule.maps()?;
        let length = maps.first().map_or(Ok(0), |map| map.dim(DimType::Out))?;
        let mut by_name = HashMap::new();
        for map in maps {
            by_name.insert(map.tuple_name(DimType::In)?.unwrap_or_default(), map);
        }
        let dates = |id: StatementId| {
            let Statement { name, domain, .. } = &scop.statements[id];
            Ok((id, dates(by_name.get(name), domain, length)?))
        };
        statements.map(dates).collect::<isl::Result<_>>().map(Dates)
    }
}

/// The accesses of one array, statement by statement, in the order in which an instance makes them.
#[derive(Clone, Debug)]
pub struct References(Vec<Reference>);

impl References {
    /// The accesses of `array` when instances run at the dates of `schedule` (`{ S[i] -> [t] }`).
    ///
    /// # Errors
    /// isl's.
    pub fn of(scop: &Scop, array: ArrayId, schedule: &UnionMap) -> isl::Result<Self> {
        Self::dated(scop, array, &Dates::of_some(scop, schedule, with_access(scop, array))?)
    }

    /// The same where the dates are known.
    ///
    /// # Errors
    /// isl's.
    pub fn dated(scop: &Scop, array: ArrayId, dates: &Dates) -> isl::Result<Self> {
        let mut references = Vec::new();
        for id in with_access(scop, array) {
            references.extend(of_statement(scop, id, array, &dates.0[&id])?);
        }
        drop_common_dates(&mut references)?;
        Ok(References(references))
    }

    /// The reads.
    pub fn reads(&self) -> impl Iterator<Item = &Reference> {
        self.0.iter().filter(|reference| reference.kind == AccessKind::Read)
    }

    /// The writes, certain or not.
    pub fn writes(&self) -> impl Iterator<Item = &Reference> {
        self.0.iter().filter(|reference| reference.kind != AccessKind::Read)
    }

    /// The number of dimensions of dates.
    ///
    /// # Errors
    /// isl's.
    pub fn date_length(&self) -> isl::Result<u32> {
        self.0.first().map_or(Ok(0), |reference| reference.dates.dim(DimType::Out))
    }

    /// The one that stands for this access.
    pub fn of_access(&self, id: AccessId) -> Option<&Reference> {
        self.0.iter().find(|reference| reference.ids.contains(&id))
    }

    /// All accesses; the position of one is its number.
    pub fn all(&self) -> &[Reference] {
        &self.0
    }

    /// The number of the access whose tag ([`tag`]) is the tuple of `map` on that side.
    ///
    /// # Errors
    /// isl's.
    ///
    /// # Panics
    /// If there is none.
    pub fn tagged_as(&self, map: &Map, side: DimType) -> isl::Result<usize> {
        let name = map.tuple_name(side)?.unwrap_or_default();
        let number = name.strip_prefix(TAG).and_then(|number| number.parse::<usize>().ok());
        Ok(number.filter(|number| *number < self.0.len()).expect("a tag is the number of an access"))
    }
}

impl Reference {
    /// The statement.
    pub fn statement(&self) -> StatementId {
        self.ids[0].0
    }
}

/// What tags begin with.
const TAG: char = '$';

/// `map` with the tag of the access in the place of its statement.
///
/// # Errors
/// isl's.
pub fn tag(map: Map, number: usize) -> isl::Result<Map> {
    map.set_tuple_name(DimType::In, &format!("{TAG}{number}"))
}

/// `{ S[i] -> A[x] }`: the cells of an access of `statement`, within domain and context.
///
/// # Errors
/// isl's.
pub fn within_domain(scop: &Scop, statement: &Statement, access: &Access) -> isl::Result<Map> {
    let domain = statement.domain.clone();
    access.relation.clone().intersect_domain(domain)?.intersect_params(scop.context.clone())?.coalesce()
}

/// The statements with accesses of `array`.
fn with_access(scop: &Scop, array: ArrayId) -> impl Iterator<Item = StatementId> {
    let statements = scop.statements.iter().enumerate();
    let with = statements.filter(move |(_, it)| it.accesses.iter().any(|access| access.array == array));
    with.map(|(id, _)| id)
}

fn of_statement(scop: &Scop, id: StatementId, array: ArrayId, dates: &Map) -> isl::Result<Vec<Reference>> {
    let statement = &scop.statements[id];
    let last = dates.dim(DimType::Out)?;
    let date = dates.clone().add_dims(DimType::Out, 1)?;
    let mut references: Vec<Reference> = Vec::new();
    let mut writes = 0;
    for (position, access) in statement.accesses.iter().enumerate().filter(|(_, a)| a.array == array) {
        if let Some(known) = alike(&mut references, statement, access)? {
            known.ids.push((id, position));
            continue;
        }
        let cells = within_domain(scop, statement, access)?;
        let dates = date.clone().fix_si(DimType::Out, last, writes)?;
        references.push(Reference { ids: vec![(id, position)], kind: access.kind, cells, dates });
        writes += i32::from(access.writes());
    }
    Ok(references)
}

/// The one of `references` that reads what `access` reads.
fn alike<'a>(
    references: &'a mut [Reference],
    statement: &Statement,
    access: &Access,
) -> isl::Result<Option<&'a mut Reference>> {
    for reference in references {
        let known = &statement.accesses[reference.ids[0].1];
        let same_text = known.subscripts == access.subscripts && known.guard == access.guard;
        let reads = !known.writes() && !access.writes();
        if reads && same_text && known.relation.plain_is_equal(&access.relation)? {
            return Ok(Some(reference));
        }
    }
    Ok(None)
}

/// `{ S[i] -> [t] }` of the statement with this domain, on the whole space, if it has a schedule at all.
fn dates(schedule: Option<&Map>, domain: &Set, length: u32) -> isl::Result<Map> {
    if let Some(schedule) = schedule {
        let schedule = schedule.clone().to_union_map()?;
        let dates = crate::order::dates(&schedule, domain.clone().to_union_set()?)?;
        if let Some(dates) = dates.maps()?.pop() {
            return Ok(dates);
        }
    }
    Map::empty(domain.space()?.from_domain()?.add_dims(DimType::Out, length)?)
}

/// Removes the dimensions that have one constant value in all dates.
fn drop_common_dates(references: &mut [Reference]) -> isl::Result<()> {
    let length = references.first().map_or(Ok(0), |reference| reference.dates.dim(DimType::Out))?;
    let mut common: Vec<Option<Option<i64>>> = vec![None; length as usize];
    for reference in &*references {
        let dates = reference.dates.clone().range()?;
        for (dimension, common) in (0..length).zip(&mut common) {
            if !matches!(common, Some(None)) {
                let value = dates.plain_val_if_fixed(DimType::Set, dimension)?.to_i64()?;
                *common = Some(value.filter(|_| common.is_none_or(|common| common == value)));
            }
        }
    }
    for (dimension, _) in (0..length).zip(&common).rev().filter(|(_, common)| matches!(common, Some(Some(_))))
    {
        for reference in &mut *references {
            let dates = reference.dates.clone();
            reference.dates = dates.project_out(DimType::Out, dimension, 1)?;
        }
    }
    Ok(())
}
