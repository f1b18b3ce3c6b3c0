//! Dependences by access, by hand.

mod support;

use analysis::dataflow::{AccessFlow, Dataflow};
use analysis::dependence::DependenceKind;
use analysis::references::AccessId;
use analysis::violation::violations_of;
use analysis::{Analysed, DependenceGraph, Order};
use polyhedral::{AccessKind, Scop};
use support::{add_access, assert_equal, assert_map, region};

/// Morvan, Fig. 3: `(x[i][j], y[i][j]) = f(x[i-1][j], y[i-2][j])`.
const PURE_FUNCTION: &str = "
    domain: [N] -> { S[i, j] : 1 <= i <= N and 0 <= j <= N }
    read: [N] -> { S[i, j] -> x[i - 1, j]; S[i, j] -> y[i - 2, j] }
    must_write: [N] -> { S[i, j] -> x[i, j]; S[i, j] -> y[i, j] }
    schedule: [N] -> { S[i, j] -> [i, j] }
";

fn flow(dataflow: &Dataflow, write: AccessId, read: AccessId) -> &AccessFlow {
    let found = dataflow.flows.iter().find(|flow| (flow.write, flow.read) == (write, read));
    found.unwrap_or_else(|| panic!("no flow from {write:?} to {read:?}"))
}

/// The only access of a statement to an array of that kind.
fn access(scop: &Scop, statement: &str, kind: AccessKind, array: &str) -> AccessId {
    let (id, statement) = scop.statement(statement).unwrap();
    let (array, _) = scop.array(array).unwrap();
    let mut places = statement.accesses.iter().enumerate();
    let place = places.find(|(_, access)| access.kind == kind && access.array == array);
    (id, place.unwrap().0)
}

#[test]
fn dependences_of_a_pure_function_have_distances_one_and_two() {
    let scop = region(PURE_FUNCTION);
    let dataflow = Dataflow::of(&scop).unwrap();
    assert_eq!(dataflow.flows.len(), 2);
    let through = |array| {
        let write = access(&scop, "S", AccessKind::MustWrite, array);
        flow(&dataflow, write, access(&scop, "S", AccessKind::Read, array))
    };
    // the paper's d1 and d2, reversed, with the domains it leaves out
    assert_map(&through("x").relation, "[N] -> { S[i, j] -> S[i + 1, j] : 1 <= i < N and 0 <= j <= N }");
    assert_map(&through("y").relation, "[N] -> { S[i, j] -> S[i + 2, j] : 1 <= i <= N - 2 and 0 <= j <= N }");
}

/// A statement that writes two cells of one array, and one that reads all.
fn pairs() -> Scop {
    let mut scop = region(
        "domain: [N] -> { S[i] : 0 <= i < N; T[i] : 0 <= i < 2N }
         read: [N] -> { T[i] -> a[i] }
         schedule: [N] -> { S[i] -> [0, i]; T[i] -> [1, i] }",
    );
    add_access(&mut scop, AccessKind::MustWrite, "S[i] -> a[2i]");
    add_access(&mut scop, AccessKind::MustWrite, "S[i] -> a[2i + 1]");
    scop
}

#[test]
fn two_writes_of_one_statement_keep_their_dependences_apart() {
    let dataflow = Dataflow::of(&pairs()).unwrap();
    let (even, odd) = (flow(&dataflow, (0, 0), (1, 0)), flow(&dataflow, (0, 1), (1, 0)));
    assert_map(&even.relation, "[N] -> { S[i] -> T[2i] : 0 <= i < N }");
    assert_map(&odd.relation, "[N] -> { S[i] -> T[2i + 1] : 0 <= i < N }");
    assert_equal(dataflow.values[0].clone(), "[N] -> { S[i] -> T[i'] : 0 <= i < N and 2i <= i' <= 2i + 1 }");
    assert_eq!(dataflow.live_out_accesses.len(), 2);
    assert_map(&dataflow.live_out_accesses[1].cells, "[N] -> { S[i] -> a[2i + 1] : 0 <= i < N }");
}

#[test]
fn a_write_to_the_other_cell_of_a_pair_leaves_the_value_alone() {
    let mut scop = region(
        "domain: { W[]; K[]; R[] }
         must_write: { K[] -> a[0] }
         schedule: { W[] -> [0]; K[] -> [1]; R[] -> [2] }",
    );
    add_access(&mut scop, AccessKind::MustWrite, "W[] -> a[0]");
    add_access(&mut scop, AccessKind::MustWrite, "W[] -> a[1]");
    add_access(&mut scop, AccessKind::Read, "R[] -> a[0]");
    add_access(&mut scop, AccessKind::Read, "R[] -> a[1]");
    let (array, _) = scop.array("a").unwrap();
    let schedule = scop.schedule.clone();
    let analysed = Analysed::new(scop).unwrap();
    // R reads a[1] of W and a[0] of K, which stands between them
    assert_equal(analysed.dataflow.values[array].clone(), "{ W[] -> R[]; K[] -> R[] }");
    let violated = violations_of(&analysed, array, &Order::sequential(schedule)).unwrap();
    assert!(violated.is_empty(), "{violated:?}");
}

#[test]
fn of_two_writes_to_one_cell_in_one_instance_the_later_stays() {
    let mut scop = region(
        "domain: { S[i] : 0 <= i < 10; T[i] : 0 <= i < 10 }
         read: { T[i] -> a[i] }
         schedule: { S[i] -> [0, i]; T[i] -> [1, i] }",
    );
    add_access(&mut scop, AccessKind::MustWrite, "S[i] -> a[5]");
    add_access(&mut scop, AccessKind::MustWrite, "S[i] -> a[i]");
    let dataflow = Dataflow::of(&scop).unwrap();
    assert_map(&flow(&dataflow, (0, 0), (1, 0)).relation, "{ S[9] -> T[5] }");
    assert_map(&flow(&dataflow, (0, 1), (1, 0)).relation, "{ S[i] -> T[i] : 0 <= i < 10 and i != 5 }");
}

#[test]
fn reads_that_are_alike_each_have_their_flow() {
    let mut scop = region(
        "domain: { S[i] : 0 <= i < 10; T[i] : 0 <= i < 10 }
         must_write: { S[i] -> a[i] }
         schedule: { S[i] -> [0, i]; T[i] -> [1, i] }",
    );
    add_access(&mut scop, AccessKind::Read, "T[i] -> a[9 - i]");
    add_access(&mut scop, AccessKind::Read, "T[i] -> a[9 - i]");
    let dataflow = Dataflow::of(&scop).unwrap();
    for read in [(1, 0), (1, 1)] {
        assert_map(&flow(&dataflow, (0, 0), read).relation, "{ S[i] -> T[9 - i] : 0 <= i < 10 }");
    }
}

#[test]
fn an_instance_reads_before_it_writes() {
    let scop = region(
        "domain: { S[i] : 0 <= i < 10 }
         read: { S[i] -> a[i] }
         must_write: { S[i] -> a[i] }
         schedule: { S[i] -> [i] }",
    );
    let dataflow = Dataflow::of(&scop).unwrap();
    assert!(dataflow.flows.is_empty());
    assert_map(&dataflow.live_in_accesses[0].cells, "{ S[i] -> a[i] : 0 <= i < 10 }");
}

/// Writes for certain (but not everything), maybe and then reads.
const MAYBE: &str = "
    domain: { S[i] : 0 <= i < 6; M[i] : 3 <= i < 10; T[i] : 0 <= i < 10 }
    read: { T[i] -> a[i] }
    must_write: { S[i] -> a[i] }
    may_write: { M[i] -> a[i] }
    schedule: { S[i] -> [0, i]; M[i] -> [1, i]; T[i] -> [2, i] }
";

#[test]
fn a_may_write_is_a_source_and_hides_nothing() {
    let dataflow = Dataflow::of(&region(MAYBE)).unwrap();
    let (certain, maybe) = (flow(&dataflow, (0, 0), (2, 0)), flow(&dataflow, (1, 0), (2, 0)));
    assert_map(&certain.relation, "{ S[i] -> T[i] : 0 <= i < 6 }");
    assert_map(&certain.certain, "{ S[i] -> T[i] : 0 <= i < 3 }");
    assert_map(&maybe.relation, "{ M[i] -> T[i] : 3 <= i < 10 }");
    assert!(maybe.certain.is_empty().unwrap());
    let from_before = &dataflow.live_in_accesses[0];
    assert_map(&from_before.cells, "{ T[i] -> a[i] : 6 <= i < 10 }");
    assert!(from_before.certain.is_empty().unwrap());
}

#[test]
fn a_may_write_leaves_it_open_whose_value_stays() {
    let dataflow = Dataflow::of(&region(MAYBE)).unwrap();
    let [certain, maybe] = &dataflow.live_out_accesses[..] else { panic!("two accesses write") };
    assert_map(&certain.cells, "{ S[i] -> a[i] : 0 <= i < 6 }");
    assert_map(&certain.certain, "{ S[i] -> a[i] : 0 <= i < 3 }");
    assert_map(&maybe.cells, "{ M[i] -> a[i] : 3 <= i < 10 }");
    assert!(maybe.certain.is_empty().unwrap());
}

#[test]
fn a_statement_that_never_runs_has_no_flow() {
    let scop = region(
        "domain: [N] -> { S[i] : 0 <= i < N; T[i] : 0 <= i < N and N < 0; U[i] : 0 <= i < N }
         read: [N] -> { T[i] -> a[i]; U[i] -> a[i] }
         must_write: [N] -> { S[i] -> a[i]; T[i] -> a[i] }
         schedule: [N] -> { S[i] -> [0, i]; T[i] -> [1, i]; U[i] -> [2, i] }",
    );
    let dataflow = Dataflow::of(&scop).unwrap();
    let only = flow(&dataflow, (0, 0), (scop.statements.len() - 1, 0));
    assert_map(&only.relation, "[N] -> { S[i] -> U[i] : 0 <= i < N }");
    assert_eq!(dataflow.flows.len(), 1);
}

#[test]
fn the_graph_has_an_edge_for_each_pair_of_accesses() {
    let mut scop = region(
        "domain: { S[i] : 0 <= i < 10; T[i] : 0 <= i < 10 }
         must_write: { S[i] -> a[i]; T[i] -> b[] }
         schedule: { S[i] -> [0, i]; T[i] -> [1, i] }",
    );
    add_access(&mut scop, AccessKind::Read, "T[i] -> a[i]");
    add_access(&mut scop, AccessKind::Read, "T[i] -> a[9 - i]");
    add_access(&mut scop, AccessKind::Read, "T[i] -> b[]");
    let analysed = Analysed::new(scop).unwrap();
    let graph = DependenceGraph::of(&analysed).unwrap().graph;
    let of_kind = |kind| {
        let edges = graph.edge_weights().filter(move |edge| edge.kind == kind);
        edges.map(|edge| (edge.source, edge.sink, edge.relation.clone())).collect::<Vec<_>>()
    };
    let flows = of_kind(DependenceKind::Flow);
    assert_eq!(flows.len(), 3);
    assert_eq!((flows[0].0, flows[0].1), ((0, 0), (1, 0)));
    assert_map(&flows[1].2, "{ S[i] -> T[9 - i] : 0 <= i < 10 }");
    // the scalar's value goes from one instance to the next, while its cell stays the same for all later
    assert_map(&flows[2].2, "{ T[i] -> T[i + 1] : 0 <= i < 9 }");
    for (kind, source) in [(DependenceKind::Anti, 2), (DependenceKind::Output, 3)] {
        let [(from, to, relation)] = &of_kind(kind)[..] else { panic!("one {kind} dependence") };
        assert_eq!((*from, *to), ((1, source), (1, 3)));
        assert_map(relation, "{ T[i] -> T[i'] : 0 <= i < i' < 10 }");
    }
}

#[test]
fn graphviz_text_names_statements_and_dependences() {
    let analysed = Analysed::new(pairs()).unwrap();
    let graph = DependenceGraph::of(&analysed).unwrap();
    let text = analysis::dot::digraph("f:1-\"2\"", &analysed, &graph).unwrap();
    let lines: Vec<_> = text.lines().map(str::trim).collect();
    assert_eq!(lines[0], "digraph \"f:1-\\\"2\\\"\" {");
    assert!(lines.contains(&"\"S\" [label=\"S\\nline 0\"];"));
    let edges: Vec<_> = lines.iter().filter(|line| line.contains("->") && line.contains("label")).collect();
    assert_eq!(edges.len(), 2);
    assert!(edges.iter().all(|edge| edge.starts_with("\"S\" -> \"T\" [label=\"flow a\\n[N] -> { S[i]")));
    assert_eq!(lines.last(), Some(&"}"));
    assert_eq!(text, analysis::dot::digraph("f:1-\"2\"", &analysed, &graph).unwrap());
}
