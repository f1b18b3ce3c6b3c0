//! Arrays of which each iteration of a parallel loop has its own, and instances that run in several of them.

mod support;

use check::{Outcome, Report, Transformed};
use polyhedral::{Node, Program, Scop, Unordered};
use std::collections::BTreeSet;
use support::{Region, count, extents, program, run, step};

/// Two passes: `b[i]` is made of `x[i]` and `x[i + 1]`.
fn two_passes() -> Scop {
    Region::new("N")
        .assume("N >= 2")
        .array("x[N]")
        .array("b[N]")
        .statement("S0", "i", &["write x[i]"])
        .statement("S1", "i", &["read x[i]", "read x[i + 1]", "write b[i]"])
        .program(vec![
            count("i", "0", "i < N", vec![run(0, "i")]),
            count("i", "0", "i < N - 1", vec![run(1, "i")]),
        ])
}

/// Chunks of two rows in parallel, of which each runs S0 from `first` to before `end`, and S1 for its rows.
fn in_chunks(first: &str, end: &str) -> Program {
    let passes = vec![
        count("i", first, end, vec![run(0, "i")]),
        count("i", "c", "i < N - 1 && i < c + 2", vec![run(1, "i")]),
    ];
    let mut chunks = step("c", "0", "c < N", 2, passes);
    let Node::Loop(counted) = &mut chunks else { panic!("a loop") };
    counted.parallel = true;
    program(&two_passes(), vec![chunks])
}

fn compare(program: &Program, own: &[usize]) -> Report {
    let scop = two_passes();
    let (extents, own) = (&extents(&scop), &own.iter().copied().collect::<BTreeSet<_>>());
    let transformed = Transformed { program, statements: &scop.statements, extents, own, partial: false };
    check::compare(&scop, &transformed, &[false, true], 1_000_000)
}

#[test]
fn a_scalar_that_all_share_is_a_race_although_each_iteration_writes_it_first() {
    let mut scop = Region::new("N")
        .array("x[N]")
        .array("t")
        .array("y[N]")
        .statement("S0", "i", &["read x[i]", "write t"])
        .statement("S1", "i", &["read t", "write y[i]"])
        .program(vec![count("i", "0", "i < N", vec![run(0, "i"), run(1, "i")])]);
    let mut body = scop.program.body.clone();
    let Node::Loop(counted) = &mut body[0] else { panic!("a loop") };
    counted.parallel = true;
    let program = &Program { body };
    let extents = &extents(&scop);
    let report = |scop: &Scop, own: &[usize]| {
        let own = &own.iter().copied().collect();
        let transformed = Transformed { program, statements: &scop.statements, extents, own, partial: false };
        check::compare(scop, &transformed, &[false, false, true], 1_000_000).to_string()
    };
    let shared = report(&scop, &[]);
    assert!(shared.contains("S0[0] writes `t` and S0[1] writes it, and nothing"), "{shared}");
    assert!(!report(&scop, &[1]).contains("nothing says which"), "each has its own");
    // the program itself says so: a clause, or a declaration in the loop
    scop.unordered = vec![Unordered { dimension: 1, statements: vec![0, 1], private: vec![1] }];
    assert!(!report(&scop, &[]).contains("nothing says which"), "private in the program");
}

#[test]
fn iterations_may_compute_again_what_only_they_see() {
    let program = in_chunks("c", "i < N && i < c + 3");
    assert_eq!(compare(&program, &[0]).outcome, Outcome::Equal);
}

#[test]
fn what_all_see_is_computed_once() {
    let program = in_chunks("c", "i < N && i < c + 3");
    let report = compare(&program, &[]).to_string();
    assert!(report.contains("S0[2] runs"), "{report}");
    // all see b, which two loops write here
    let Program { body } = in_chunks("c", "i < N && i < c + 3");
    let twice = Program { body: [body.clone(), body].concat() };
    let report = compare(&twice, &[0]).to_string();
    assert!(report.contains("S1[0] runs"), "{report}");
}

#[test]
fn an_iteration_finds_nothing_of_another() {
    let program = in_chunks("c", "i < N && i < c + 2");
    // with one array for all, the loop backwards would do
    assert!(matches!(compare(&program, &[]).outcome, Outcome::Differs(_)));
    assert!(matches!(compare(&program, &[0]).outcome, Outcome::Differs(_)));
    let late = in_chunks("c + 1", "i < N && i < c + 3");
    assert!(matches!(compare(&late, &[0]).outcome, Outcome::Differs(_)));
}

#[test]
fn one_iteration_computes_nothing_twice() {
    let Program { body } = in_chunks("c", "i < N && i < c + 3");
    let Node::Loop(mut chunks) = body[0].clone() else { panic!("a loop") };
    let again = chunks.body[0].clone();
    chunks.body.insert(1, again);
    let report = compare(&Program { body: vec![Node::Loop(chunks)] }, &[0]).to_string();
    assert!(report.contains("S0[0] runs"), "{report}");
}
