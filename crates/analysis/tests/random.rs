//! Random small regions: what the analyses say against what happens when the regions run.

mod support;

use analysis::dataflow::Dataflow;
use analysis::region::{ArrayRegion, array_regions};
use analysis::{Analysed, levels};
use isl::UnionMap;
use std::collections::BTreeSet;
use support::random::{
    ARRAYS, Cell, Event, InstanceOf, Random, RandomRegion, Trace, cell_text, instance_text, relation,
};

const REGIONS: u64 = 24;
const RUNS: usize = 3;

/// Regions with certain accesses only, or with uncertain ones.
fn regions(uncertain: bool) -> impl Iterator<Item = (RandomRegion, Random)> {
    (0..REGIONS).filter_map(move |seed| {
        let mut random = Random::new(2 * seed + u64::from(uncertain));
        let region = RandomRegion::new(&mut random, uncertain);
        (!region.touches.is_empty()).then_some((region, random))
    })
}

fn assert_subset(smaller: &UnionMap, larger: &UnionMap, what: &str, region: &RandomRegion) {
    assert!(smaller.is_subset(larger).unwrap(), "{what}: {smaller}\nnot in {larger}\n{region:?}");
}

/// `{ S_w[j] -> S_r[i] }` of one pair of accesses.
fn pairs(dataflow: &Dataflow, trace: &Trace, write: (usize, usize), read: (usize, usize)) -> UnionMap {
    let is = |event: &Event, access: (usize, usize)| (event.0.0, event.1) == access;
    let found = trace.reads.iter().filter_map(|(reader, _, source)| {
        let writer = source.as_ref()?;
        let of_pair = is(writer, write) && is(reader, read);
        of_pair.then(|| (instance_text(&writer.0), instance_text(&reader.0)))
    });
    relation(&dataflow.live_in, found)
}

#[test]
fn certain_flow_is_what_happens() {
    for (region, mut random) in regions(false) {
        let dataflow = Dataflow::of(&region.scop()).unwrap();
        let trace = Trace::of(&region, &mut random);
        let happened: BTreeSet<_> = trace
            .reads
            .iter()
            .filter_map(|(reader, _, source)| {
                let writer = source.as_ref()?;
                Some(((writer.0.0, writer.1), (reader.0.0, reader.1)))
            })
            .collect();
        let found: BTreeSet<_> = dataflow.flows.iter().map(|flow| (flow.write, flow.read)).collect();
        assert_eq!(found, happened, "{region:?}");
        for flow in &dataflow.flows {
            let expected = pairs(&dataflow, &trace, flow.write, flow.read);
            for found in [&flow.relation, &flow.certain] {
                let found = found.clone().to_union_map().unwrap();
                assert!(found.is_equal(&expected).unwrap(), "{found}\n{expected}\n{region:?}");
            }
        }
        let from_before = trace.reads.iter().filter(|(_, _, source)| source.is_none());
        let from_before = from_before.map(|(event, cell, _)| (instance_text(&event.0), cell_text(cell)));
        let from_before = relation(&dataflow.live_in, from_before);
        assert!(dataflow.live_in.is_equal(&from_before).unwrap(), "{region:?}");
        let last = trace.last.iter().filter(|(cell, _)| outlives(cell));
        let last = last.map(|(cell, event)| (instance_text(&event.0), cell_text(cell)));
        assert!(dataflow.live_out.is_equal(&relation(&dataflow.live_in, last)).unwrap(), "{region:?}");
    }
}

#[test]
fn uncertain_flow_holds_what_happens_and_certain_flow_happens() {
    for (region, mut random) in regions(true) {
        let dataflow = Dataflow::of(&region.scop()).unwrap();
        for _ in 0..RUNS {
            let trace = Trace::of(&region, &mut random);
            for (reader, cell, source) in &trace.reads {
                let at = instance_text(&reader.0);
                let Some(writer) = source else {
                    let read = relation(&dataflow.live_in, [(at, cell_text(cell))]);
                    assert_subset(&read, &dataflow.live_in, "a read from before", &region);
                    continue;
                };
                let (write, read) = ((writer.0.0, writer.1), (reader.0.0, reader.1));
                let pair = relation(&dataflow.live_in, [(instance_text(&writer.0), at)]);
                let flow = dataflow.flows.iter().find(|flow| (flow.write, flow.read) == (write, read));
                let flow = flow.unwrap_or_else(|| panic!("no flow for {pair}\n{region:?}"));
                let flow = flow.relation.clone().to_union_map().unwrap();
                assert_subset(&pair, &flow, "a value that was read", &region);
            }
            for flow in &dataflow.flows {
                let happened = pairs(&dataflow, &trace, flow.write, flow.read);
                // those whose read happened; the write is certain
                let reads = trace.reads.iter().filter(|(event, _, _)| (event.0.0, event.1) == flow.read);
                let reads = reads.map(|(event, _, _)| (instance_text(&event.0), "[]".to_string()));
                let reads = relation(&dataflow.live_in, reads).domain().unwrap();
                let certain = flow.certain.clone().to_union_map().unwrap().intersect_range(reads).unwrap();
                assert_subset(&certain, &happened, "certain flow", &region);
            }
        }
    }
}

#[test]
fn level_by_level_is_the_same() {
    for (region, _) in regions(false) {
        let scop = region.scop();
        let dataflow = Dataflow::of(&scop).unwrap();
        let found = (0..scop.arrays.len()).flat_map(|array| levels::flows(&scop, array).unwrap());
        let found: Vec<_> = found.collect();
        let keys = |flows: &[analysis::dataflow::AccessFlow]| -> Vec<_> {
            flows.iter().map(|flow| (flow.array, flow.write, flow.read)).collect()
        };
        assert_eq!(keys(&found), keys(&dataflow.flows), "{region:?}");
        for (found, expected) in found.iter().zip(&dataflow.flows) {
            assert!(found.relation.is_equal(&expected.relation).unwrap(), "{region:?}");
        }
    }
}

#[test]
fn levels_refuse_uncertain_writes() {
    let with_may_write = regions(true).find_map(|(region, _)| {
        let touches = region.touches.iter().flatten();
        let array = touches.clone().find(|t| t.kind == polyhedral::AccessKind::MayWrite)?.array;
        Some((region.scop(), array))
    });
    let (scop, array) = with_may_write.unwrap();
    let (array, _) = scop.array(ARRAYS[array]).unwrap();
    assert_eq!(levels::flows(&scop, array).unwrap_err().kind, isl::ErrorKind::Unsupported);
}

fn outlives(cell: &Cell) -> bool {
    !ARRAYS[cell.0].starts_with("tmp")
}

/// Which execution of a construct an instance belongs to, as a prefix of its iterators.
struct Construct {
    name: String,
    tuple: String,
    statements: Vec<usize>,
    depth: usize,
}

fn constructs(region: &RandomRegion) -> Vec<Construct> {
    let mut all = Vec::new();
    for (line, nest) in (1..).zip(&region.nests) {
        for (part, statements) in nest.parts.iter().enumerate() {
            all.extend(statements.iter().map(|s| Construct {
                name: format!("S{s}"),
                tuple: format!("S{s}"),
                statements: vec![*s],
                depth: if part == 1 { 2 } else { 1 },
            }));
        }
        let tuple = "loop".to_string();
        let (name, statements) = (format!("loop i@{line}"), nest.parts.concat());
        all.push(Construct { name, tuple: tuple.clone(), statements, depth: 0 });
        let (name, statements) = (format!("loop j@{line}"), nest.parts[1].clone());
        all.push(Construct { name, tuple, statements, depth: 1 });
    }
    let statements = (0..region.touches.len()).collect();
    all.push(Construct { name: "f".into(), tuple: "f".into(), statements, depth: 0 });
    all
}

impl Construct {
    fn execution(&self, (statement, iterators): &InstanceOf) -> Option<Vec<i64>> {
        self.statements.contains(statement).then(|| iterators[..self.depth].to_vec())
    }

    /// `{ C[o] -> A[x] }` of the events that `select` gives cells for.
    fn cells(&self, model: &UnionMap, events: impl Iterator<Item = (Vec<i64>, Cell)>) -> UnionMap {
        let pairs =
            events.map(|(execution, cell)| (format!("{}{execution:?}", self.tuple), cell_text(&cell)));
        relation(model, pairs)
    }

    /// READ, WRITE, IN and OUT of one run.
    fn regions(&self, model: &UnionMap, trace: &Trace) -> [(&'static str, UnionMap); 4] {
        let of = |event: &Event| self.execution(&event.0);
        let read = trace.reads.iter().filter_map(|(event, cell, _)| Some((of(event)?, *cell)));
        let write = trace.writes.iter().filter_map(|(event, cell)| Some((of(event)?, *cell)));
        let imported = trace.reads.iter().filter_map(|(event, cell, source)| {
            let (inside, source) = (of(event)?, source.as_ref().and_then(of));
            (source.as_ref() != Some(&inside)).then_some((inside, *cell))
        });
        let later = trace.reads.iter().filter_map(|(event, cell, source)| {
            let inside = of(source.as_ref()?)?;
            (of(event).as_ref() != Some(&inside)).then_some((inside, *cell))
        });
        let last = trace.last.iter().filter(|(cell, _)| outlives(cell));
        let last = last.filter_map(|(cell, event)| Some((of(event)?, *cell)));
        [
            ("read", self.cells(model, read)),
            ("write", self.cells(model, write)),
            ("in", self.cells(model, imported)),
            ("out", self.cells(model, later.chain(last))),
        ]
    }
}

fn of<'a>(regions: &'a [ArrayRegion], kind: &str, certainty: &str, construct: &str) -> &'a UnionMap {
    let kind = format!("{kind}.{certainty}");
    let found = regions.iter().find(|region| region.kind == kind && region.construct == construct);
    &found.unwrap_or_else(|| panic!("no {kind}({construct})")).cells
}

#[test]
fn certain_array_regions_are_what_happens() {
    for (region, mut random) in regions(false) {
        let analysed = Analysed::new(region.scop()).unwrap();
        let found = array_regions(&analysed).unwrap();
        let trace = Trace::of(&region, &mut random);
        for construct in constructs(&region) {
            for (kind, cells) in construct.regions(&analysed.dataflow.live_in, &trace) {
                for certainty in ["may", "must"] {
                    let found = of(&found, kind, certainty, &construct.name);
                    let what = format!("{kind}.{certainty}({})", construct.name);
                    assert!(found.is_equal(&cells).unwrap(), "{what}: {found}\n{cells}\n{region:?}");
                }
            }
        }
    }
}

#[test]
fn uncertain_array_regions_enclose_what_happens() {
    let mut differing = 0;
    for (region, mut random) in regions(true) {
        let analysed = Analysed::new(region.scop()).unwrap();
        let found = array_regions(&analysed).unwrap();
        for _ in 0..RUNS {
            let trace = Trace::of(&region, &mut random);
            for construct in constructs(&region) {
                for (kind, cells) in construct.regions(&analysed.dataflow.live_in, &trace) {
                    let (may, must) =
                        (of(&found, kind, "may", &construct.name), of(&found, kind, "must", &construct.name));
                    assert_subset(&cells, may, &format!("{kind}.may({})", construct.name), &region);
                    assert_subset(must, &cells, &format!("{kind}.must({})", construct.name), &region);
                    differing += usize::from(!must.is_equal(may).unwrap());
                }
            }
        }
    }
    assert!(differing > 100, "uncertain accesses make a difference");
}
