//! Straight-line code that writes one cell after the other.

mod support;

use analysis::dataflow::Dataflow;
use analysis::levels;
use polyhedral::Scop;
use support::{assert_map, region};

/// A loop that writes all of `a`, `count` assignments to cells of it, each `gap` behind the last, from the first on, and a
/// loop that reads all of it.
fn assignments(count: usize, gap: usize) -> Scop {
    let list = |item: &dyn Fn(usize) -> String| (0..count).map(item).collect::<Vec<_>>().join("; ");
    region(&format!(
        "domain: [n] -> {{ F[i] : 0 <= i < n; L[i] : 0 <= i < n; {} }}
         read: [n] -> {{ L[i] -> a[i] }}
         must_write: [n] -> {{ F[i] -> a[i]; {} }}
         schedule: [n] -> {{ F[i] -> [0, i]; L[i] -> [{}, i]; {} }}",
        list(&|k| format!("S{k}[]")),
        list(&|k| format!("S{k}[] -> a[{}]", gap * k)),
        count + 1,
        list(&|k| format!("S{k}[] -> [{}, 0]", k + 1)),
    ))
}

#[test]
fn cells_named_by_constants_hide_what_a_loop_wrote() {
    let dataflow = Dataflow::of(&assignments(3, 1)).unwrap();
    let relations: Vec<_> = dataflow.flows.iter().map(|flow| flow.relation.clone()).collect();
    assert_eq!(relations.len(), 4);
    let from_loop = relations.iter().find(|map| map.to_string().contains("F[")).unwrap();
    assert_map(from_loop, "[n] -> { F[i] -> L[i] : 3 <= i < n }");
    let last: Vec<_> = dataflow.live_out_accesses.iter().map(|border| border.cells.to_string()).collect();
    assert!(last.len() <= 4, "{last:?}");
}

#[test]
fn buckets_find_the_flow_that_the_specification_finds() {
    for gap in [1, 3] {
        let scop = assignments(4, gap);
        let found = Dataflow::of(&scop).unwrap().flows;
        let expected = levels::flows(&scop, 0).unwrap();
        assert_eq!(found.len(), expected.len());
        for (one, other) in found.iter().zip(&expected) {
            assert_eq!((one.write, one.read), (other.write, other.read));
            assert!(one.relation.is_equal(&other.relation).unwrap());
            assert!(one.certain.is_equal(&other.relation).unwrap());
        }
    }
}

#[test]
fn what_a_loop_wrote_is_left_between_cells_named_by_constants() {
    let dataflow = Dataflow::of(&assignments(3, 2)).unwrap();
    let left = "i >= 0 and i < n and i != 0 and i != 2 and i != 4";
    let from_loop = dataflow.flows.iter().find(|flow| flow.relation.to_string().contains("F["));
    assert_map(&from_loop.unwrap().relation, &format!("[n] -> {{ F[i] -> L[i] : {left} }}"));
    let last = dataflow.live_out_accesses.iter().find(|border| border.cells.to_string().contains("F["));
    assert_map(&last.unwrap().cells, &format!("[n] -> {{ F[i] -> a[i] : {left} }}"));
    assert_map(&last.unwrap().certain, &format!("[n] -> {{ F[i] -> a[i] : {left} }}"));
}

/// The operations of isl that the dataflow takes.
fn operations(count: usize, gap: usize) -> u64 {
    const MOST: u64 = 100_000_000;
    let scop = assignments(count, gap);
    let context = scop.context.context().clone();
    let mut left = None;
    context
        .with_budget(MOST, || {
            Dataflow::of(&scop)?;
            left = context.remaining();
            Ok(())
        })
        .unwrap();
    MOST - left.unwrap()
}

#[test]
fn a_hundred_assignments_to_constant_cells_take_little_more_than_twice_what_fifty_take() {
    let (fifty, hundred) = (operations(50, 1), operations(100, 1));
    assert!(hundred < 3 * fifty, "{fifty} and {hundred} operations");
}

#[test]
fn two_hundred_assignments_to_cells_that_lie_apart_take_less_than_six_times_what_a_hundred_take() {
    let (hundred, more) = (operations(100, 3), operations(200, 3));
    assert!(more < 6 * hundred, "{hundred} and {more} operations");
}

#[test]
fn accesses_of_one_iteration_are_overtaken_by_writes_of_the_iteration_before() {
    let scop = region(
        "domain: { S[1]; W[i] : 0 <= i <= 2; X[0] }
         read: { S[i] -> a[2] }
         must_write: { W[i] -> a[2]; X[i] -> a[2] }
         schedule: { S[i] -> [i, 0, 0]; W[i] -> [i, 0, 1]; X[i] -> [i, 1, 0] }",
    );
    let flows = Dataflow::of(&scop).unwrap().flows;
    assert_eq!(flows.len(), 1);
    assert_map(&flows[0].relation, "{ X[0] -> S[1] }");
}
