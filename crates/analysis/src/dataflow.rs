//! Array dataflow analysis: for each read, the last write of its cell before it (Trifunovic and Cohen,
//! *Ignoring memory-based dependences*, section 4.2.1; Feautrier 1991).
//!
//! isl's flow computation does the work, one array at a time, with each access as a statement of its own,
//! so that dependences stay apart that go through different accesses ([`crate::references`]), and cells that
//! are named by constants one at a time ([`crate::buckets`]). A read for
//! which no write is found gets a value from before the region. Exact when all writes are certain; a
//! may-write is a possible source and does not hide earlier ones, so flow is then a superset.
//! [`crate::levels`] computes the same step by step.

use crate::buckets::{Bucket, buckets};
use crate::counters::{without_fixed, without_unknown};
use crate::references::{AccessId, Dates, References, tag};
use isl::{DimType, Map, Set, UnionAccessInfo, UnionFlow, UnionMap};
use polyhedral::{AccessKind, ArrayId, Scop};
use std::collections::BTreeMap;

/// Who reads whose values. Spaces: `S_w[j]` writes, `S_r[i]` reads, `A[x]` is a cell.
#[derive(Clone, Debug)]
pub struct Dataflow {
    /// Per array `{ S_r[i] -> A[x] }`: its reads.
    pub reads: Vec<UnionMap>,
    /// Per array `{ S_w[j] -> A[x] }`: its writes, certain or not.
    pub writes: Vec<UnionMap>,
    /// By array, write and read, for each pair of accesses that has any flow.
    pub flows: Vec<AccessFlow>,
    /// Reads of values from before the region, by array and access.
    pub live_in_accesses: Vec<BorderAccess>,
    /// Writes whose values are in cells of outliving arrays when the region ends, by array and access.
    pub live_out_accesses: Vec<BorderAccess>,
    /// Per array `{ S_w[j] -> S_r[i] }`: the read gets its value (maybe) from that write.
    pub values: Vec<UnionMap>,
    /// `{ S_r[i] -> A[x] }`: reads of values from before the region.
    pub live_in: UnionMap,
    /// `{ S_w[j] -> A[x] }`: writes whose values are in cells of outliving arrays when the region ends.
    pub live_out: UnionMap,
    /// `{ S_w[j] -> A[x] }`: writes whose values are in cells of other arrays when the region ends, and copied from
    /// there. What expands arrays says so.
    pub copied: UnionMap,
}

/// What one access reads of what another wrote.
#[derive(Clone, Debug)]
pub struct AccessFlow {
    /// Through which array.
    pub array: ArrayId,
    /// The write.
    pub write: AccessId,
    /// The read.
    pub read: AccessId,
    /// `{ S_w[j] -> S_r[i] }`: the read may get its value from that write.
    pub relation: Map,
    /// `{ S_w[j] -> S_r[i] }`: it gets it from there if both accesses happen. All of `relation`, where all
    /// writes of the array are certain.
    pub certain: Map,
}

/// The part of an access through which values cross the border of the region.
#[derive(Clone, Debug)]
pub struct BorderAccess {
    /// The access.
    pub access: AccessId,
    /// `{ S[i] -> A[x] }`: the value in that cell may cross.
    pub cells: Map,
    /// `{ S[i] -> A[x] }`: it crosses if the access happens.
    pub certain: Map,
}

/// `{ S[i] -> T[j] }`: who of the first touches a cell that one of the second touches, where one of both writes it: of reads and writes
/// (`{ S[i] -> A[x] }`).
///
/// # Errors
/// isl's.
pub fn conflicting(
    (reads, writes): (&UnionMap, &UnionMap),
    (their_reads, their_writes): (&UnionMap, &UnionMap),
) -> isl::Result<UnionMap> {
    let pairs = |ours: &UnionMap, theirs: &UnionMap| ours.clone().apply_range(theirs.clone().reverse()?);
    pairs(writes, their_writes)?.union(pairs(writes, their_reads)?)?.union(pairs(reads, their_writes)?)
}

impl Dataflow {
    /// The dataflow of `scop` in the order in which it is written.
    ///
    /// # Errors
    /// isl's.
    pub fn of(scop: &Scop) -> isl::Result<Self> {
        let (mut reads, mut writes) = (Vec::new(), Vec::new());
        let (mut flows, mut values) = (Vec::new(), Vec::new());
        let (mut live_in_accesses, mut live_out_accesses) = (Vec::new(), Vec::new());
        let nothing = UnionMap::empty(scop.context.space()?)?;
        let domain = scop.domain()?;
        let within_domain = |array, writes| {
            let accesses = scop.accesses(|_, access| access.array == array && access.writes() == writes)?;
            accesses.intersect_domain(domain.clone())
        };
        let dates = Dates::of(scop, &scop.schedule)?;
        for (id, array) in scop.arrays.iter().enumerate() {
            reads.push(within_domain(id, false)?);
            writes.push(within_domain(id, true)?);
            let array_flow = ArrayFlow::new(scop, References::dated(scop, id, &dates)?)?;
            let (of_array, from_before) = array_flow.values_of_reads(id)?;
            values.push(union(&nothing, of_array.iter().map(|flow| &flow.relation))?);
            flows.extend(of_array);
            live_in_accesses.extend(from_before);
            if array.outlives.is_some() {
                live_out_accesses.extend(array_flow.last_writes()?);
            }
        }
        let live_in = union(&nothing, live_in_accesses.iter().map(|reads| &reads.cells))?;
        let live_out = union(&nothing, live_out_accesses.iter().map(|writes| &writes.cells))?;
        let copied = nothing;
        Ok(Dataflow {
            reads,
            writes,
            flows,
            live_in_accesses,
            live_out_accesses,
            values,
            live_in,
            live_out,
            copied,
        })
    }

    /// Adds what the region leaves in these arrays of `scop`, which were temporary in the region of the dataflow.
    ///
    /// # Errors
    /// isl's.
    pub fn keep(&mut self, scop: &Scop, arrays: &[ArrayId]) -> isl::Result<()> {
        if arrays.is_empty() {
            return Ok(());
        }
        let dates = Dates::of(scop, &scop.schedule)?;
        for array in arrays {
            let references = References::dated(scop, *array, &dates)?;
            self.live_out_accesses.extend(ArrayFlow::new(scop, references)?.last_writes()?);
        }
        let array = |(statement, access): AccessId| scop.statements[statement].accesses[access].array;
        self.live_out_accesses.sort_by_key(|border| (array(border.access), border.access));
        let nothing = UnionMap::empty(scop.context.space()?)?;
        self.live_out = union(&nothing, self.live_out_accesses.iter().map(|writes| &writes.cells))?;
        Ok(())
    }

    /// `{ S_r[i] -> S_w[j] }`: each read and the write it gets its value from, over all arrays.
    ///
    /// # Errors
    /// isl's.
    pub fn flow(&self) -> isl::Result<UnionMap> {
        let mut all = UnionMap::empty(self.live_in.space()?)?;
        for values in &self.values {
            all = all.union(values.clone().reverse()?)?;
        }
        all.coalesce()
    }
}

/// The union of `maps`, which are of any spaces.
fn union<'a>(nothing: &UnionMap, maps: impl IntoIterator<Item = &'a Map>) -> isl::Result<UnionMap> {
    let add = |all: UnionMap, map: &Map| all.union(map.clone().to_union_map()?);
    maps.into_iter().try_fold(nothing.clone(), add)?.coalesce()
}

/// One array and its accesses. isl sees the tags of the accesses in the place of statements.
struct ArrayFlow<'a> {
    scop: &'a Scop,
    references: References,
    buckets: Vec<Bucket>,
    nothing: UnionMap,
}

/// What may be, and what is if all accesses happen.
#[derive(Clone)]
struct Parts {
    may: Map,
    must: Map,
}

impl<'a> ArrayFlow<'a> {
    fn new(scop: &'a Scop, references: References) -> isl::Result<Self> {
        let buckets = buckets(references.all())?;
        Ok(ArrayFlow { scop, references, buckets, nothing: UnionMap::empty(scop.context.space()?)? })
    }

    /// Where the reads get their values: from which writes, and which reads from before the region.
    fn values_of_reads(&self, array: ArrayId) -> isl::Result<(Vec<AccessFlow>, Vec<BorderAccess>)> {
        let (mut flows, mut from_before) = (BTreeMap::new(), BTreeMap::new());
        for bucket in &self.buckets {
            let reads = self.tagged(bucket, AccessKind::Read)?;
            if reads.is_empty()? {
                continue;
            }
            let found = self.flow_to(bucket, reads, self.dates(bucket)?)?;
            let pairs = |found| without_unknown(bucket.own_pairs(found)?);
            let (may, must) = (pairs(found.full_may_dependence()?)?, pairs(found.full_must_dependence()?)?);
            for may in nonempty(&may)? {
                let ends = (self.number(&may, DimType::In)?, self.number(&may, DimType::Out)?);
                let must = must.extract_map(may.space()?)?;
                flows.entry(ends).or_insert_with(Vec::new).push(Parts { may, must });
            }
            let (may, must) = (bucket.own(found.may_no_source()?)?, bucket.own(found.must_no_source()?)?);
            self.add_border(&mut from_before, may, must, &|_| true)?;
        }
        let mut found = Vec::new();
        for ((write, read), parts) in flows {
            let parts = together(parts)?;
            let untag = |map| self.untag(self.untag(map, DimType::In, write)?, DimType::Out, read);
            let (relation, certain) = (untag(parts.may)?, untag(parts.must)?);
            let (write, reads) = (self.references.all()[write].ids[0], &self.references.all()[read].ids);
            found.extend(reads.iter().map(|&read| AccessFlow {
                array,
                write,
                read,
                relation: relation.clone(),
                certain: certain.clone(),
            }));
        }
        found.sort_by_key(|flow| (flow.write, flow.read));
        Ok((found, self.at_border(from_before)?))
    }

    /// The writes that no later certain write of the cell hides: those from which a read of all cells
    /// after the region would get its values.
    fn last_writes(&self) -> isl::Result<Vec<BorderAccess>> {
        let end = Set::universe(self.scop.context.space()?.add_unnamed_tuple_ui(0)?)?.set_tuple_name(END)?;
        let mut found = BTreeMap::new();
        for bucket in &self.buckets {
            let certain = self.tagged(bucket, AccessKind::MustWrite)?;
            let writes = certain.union(self.tagged(bucket, AccessKind::MayWrite)?)?;
            if writes.is_empty()? {
                continue;
            }
            let dates = with_end(&self.dates(bucket)?, end.clone())?;
            for (cells, writes) in self.by_cells(bucket)? {
                let reads = Map::from_domain_and_range(end.clone(), cells)?.to_union_map()?;
                let flow = self.flow_to(bucket, reads, dates.clone())?;
                // { tag[j] -> [$end[] -> A[x]] }
                let (last, certain) = (flow.full_may_dependence()?, flow.full_must_dependence()?);
                let own = |found: UnionMap| bucket.own(found.range_factor_range()?);
                self.add_border(&mut found, own(last)?, own(certain)?, &|number| writes.contains(&number))?;
            }
        }
        self.at_border(found)
    }

    /// What the accesses `sinks` (`{ tag[i] -> A[x] }`) get from the writes of the bucket.
    fn flow_to(&self, bucket: &Bucket, sinks: UnionMap, dates: UnionMap) -> isl::Result<UnionFlow> {
        UnionAccessInfo::from_sink(sinks)?
            .set_must_source(self.tagged(bucket, AccessKind::MustWrite)?)?
            .set_may_source(self.tagged(bucket, AccessKind::MayWrite)?)?
            .set_schedule_map(dates)?
            .compute_flow()
    }

    /// The cells that the bucket's writes write, with these writes: those that write the same ones together. What becomes of
    /// other cells would only divide them into more pieces.
    fn by_cells(&self, bucket: &Bucket) -> isl::Result<Vec<(Set, Vec<usize>)>> {
        let mut found: Vec<(Set, Vec<usize>)> = Vec::new();
        for (number, cells) in &bucket.parts {
            if self.references.all()[*number].kind == AccessKind::Read {
                continue;
            }
            let cells = cells.clone().range()?;
            let mut same = None;
            for (position, (known, _)) in found.iter().enumerate() {
                if bucket.is_single || known.plain_is_equal(&cells)? {
                    same = Some(position);
                    break;
                }
            }
            match same {
                Some(position) => {
                    let (known, mut writes) = found.swap_remove(position);
                    writes.push(*number);
                    found.push((if bucket.is_single { known.union(cells)? } else { known }, writes));
                }
                None => found.push((cells, vec![*number])),
            }
        }
        Ok(found)
    }

    /// Adds the parts `may` and `must` (`{ tag[i] -> A[x] }`) of the accesses that are wanted.
    fn add_border(
        &self,
        found: &mut BTreeMap<usize, Vec<Parts>>,
        may: UnionMap,
        must: UnionMap,
        is_wanted: &dyn Fn(usize) -> bool,
    ) -> isl::Result<()> {
        let (may, must) = (without_unknown(may)?, without_unknown(must)?);
        for may in nonempty(&may)? {
            let number = self.number(&may, DimType::In)?;
            if !is_wanted(number) {
                continue;
            }
            let must = must.extract_map(may.space()?)?;
            found.entry(number).or_default().push(Parts { may, must });
        }
        Ok(())
    }

    /// The parts of accesses, by access.
    fn at_border(&self, parts: BTreeMap<usize, Vec<Parts>>) -> isl::Result<Vec<BorderAccess>> {
        let mut found = Vec::new();
        for (number, parts) in parts {
            let Parts { may, must } = together(parts)?;
            let certain = self.untag(must, DimType::In, number)?;
            let cells = self.untag(may, DimType::In, number)?;
            found.extend(self.references.all()[number].ids.iter().map(|&access| BorderAccess {
                access,
                cells: cells.clone(),
                certain: certain.clone(),
            }));
        }
        found.sort_by_key(|border| border.access);
        Ok(found)
    }

    /// `{ tag[i] -> A[x] }`
    fn tagged(&self, bucket: &Bucket, kind: AccessKind) -> isl::Result<UnionMap> {
        let of_kind = bucket.parts.iter().filter(|(number, _)| self.references.all()[*number].kind == kind);
        let tagged = of_kind.map(|(number, cells)| tag(cells.clone(), *number));
        union(&self.nothing, &tagged.collect::<isl::Result<Vec<_>>>()?)
    }

    /// `{ tag[i] -> [t] }`
    fn dates(&self, bucket: &Bucket) -> isl::Result<UnionMap> {
        let date = |(number, cells): &(usize, Map)| {
            Ok((self.references.all()[*number].dates.clone(), cells.clone().domain()?))
        };
        let dates: Vec<_> = bucket.parts.iter().map(date).collect::<isl::Result<_>>()?;
        let counted = without_fixed(&dates)?;
        let dates = counted.unwrap_or_else(|| dates.into_iter().map(|(dates, _)| dates).collect());
        let tagged = bucket.parts.iter().zip(dates).map(|((number, _), dates)| tag(dates, *number));
        union(&self.nothing, &tagged.collect::<isl::Result<Vec<_>>>()?)
    }

    /// The access whose tag is the tuple of `map` on that side.
    fn number(&self, map: &Map, side: DimType) -> isl::Result<usize> {
        self.references.tagged_as(map, side)
    }

    /// `map` with the statement's name in the place of the tag.
    fn untag(&self, map: Map, side: DimType, number: usize) -> isl::Result<Map> {
        let statement = self.references.all()[number].statement();
        map.set_tuple_name(side, &self.scop.statements[statement].name)?.coalesce()
    }
}

/// What several buckets say of one access, or of two; isl looks through all of both sets that it unites, so that large ones
/// are united last.
fn together(mut parts: Vec<Parts>) -> isl::Result<Parts> {
    let unite = |pair: &[Parts]| match pair {
        [one, other] => Ok(Parts {
            may: one.may.clone().union(other.may.clone())?,
            must: one.must.clone().union(other.must.clone())?,
        }),
        single => Ok(single[0].clone()),
    };
    while parts.len() > 1 {
        parts = parts.chunks(2).map(unite).collect::<isl::Result<_>>()?;
    }
    Ok(parts.pop().expect("a bucket says something"))
}

fn nonempty(union: &UnionMap) -> isl::Result<Vec<Map>> {
    let mut maps = Vec::new();
    for map in union.maps()? {
        if !map.is_empty()? {
            maps.push(map);
        }
    }
    Ok(maps)
}

/// The name of what runs after all accesses; no tag is called so.
const END: &str = "$end";

/// `{ tag[i] -> [0, t]; $end[] -> [1, 0, …] }` of the dates `{ tag[i] -> [t] }`.
fn with_end(dates: &UnionMap, end: Set) -> isl::Result<UnionMap> {
    let context = end.context().clone();
    let point = |text: &str| isl::UnionSet::read_from_str(&context, text);
    let inside = UnionMap::from_domain_and_range(dates.clone().domain()?, point("{ [0] }")?)?;
    let length = dates.maps()?.first().map_or(Ok(0), |map| map.dim(DimType::Out))? as usize;
    let last = point(&format!("{{ [1{}] }}", ", 0".repeat(length)))?;
    let last = UnionMap::from_domain_and_range(end.to_union_set()?, last)?;
    inside.flat_range_product(dates.clone())?.union(last)
}
