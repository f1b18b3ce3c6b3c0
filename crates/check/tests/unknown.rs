//! Subscripts that data choose: what is right must be accepted, and each wrong mapping found.

mod support;

use check::{Outcome, Report, Transformed};
use polyhedral::{Expression, Scop};
use std::collections::BTreeSet;
use support::{Region, chosen, count, extents_with, modulo, remap, run, ways};

/// Compares with the program in which `tmp` has these extents, and its cells are where `change` says.
fn compare(scop: &Scop, extents: &[&str], change: impl Fn(&[Expression]) -> Vec<Expression>) -> Report {
    let program = &remap(scop, &scop.program, "tmp", change);
    let live_out: Vec<_> = scop.arrays.iter().map(|array| array.name != "tmp").collect();
    let (extents, own) = (&extents_with(scop, "tmp", extents), &BTreeSet::new());
    let transformed = Transformed { program, statements: &scop.statements, extents, own, partial: false };
    check::compare(scop, &transformed, &live_out, 2_000_000)
}

#[track_caller]
fn accepted(report: &Report) {
    assert_eq!(report.outcome, Outcome::Equal);
    assert!(report.instances > 0);
}

#[track_caller]
fn refused(report: &Report) {
    assert!(matches!(report.outcome, Outcome::Differs(_)), "{:?}", report.outcome);
}

#[test]
fn cells_of_the_row_before_need_two_rows() {
    let scop = chosen();
    accepted(&compare(&scop, &["2", "M"], |cell| vec![modulo(&cell[0], 2), cell[1].clone()]));
    accepted(&compare(&scop, &["3", "M"], |cell| vec![modulo(&cell[0], 3), cell[1].clone()]));
    refused(&compare(&scop, &["M"], |cell| vec![cell[1].clone()]));
}

#[test]
fn a_chosen_subscript_is_never_folded() {
    let scop = chosen();
    let folded = |cell: &[Expression]| vec![modulo(&cell[0], 2), modulo(&cell[1], 3)];
    refused(&compare(&scop, &["2", "3"], folded));
    let skewed = |cell: &[Expression]| vec![modulo(&(cell[0].clone() + cell[1].clone()), 3)];
    refused(&compare(&scop, &["3"], skewed));
}

#[test]
fn cells_that_nobody_has_written_are_not_read() {
    accepted(&compare(&ways(true), &["M"], |cell| vec![cell[1].clone()]));
    // otherwise something may be there
    refused(&compare(&ways(false), &["M"], |cell| vec![cell[1].clone()]));
}

#[test]
fn what_may_be_written_stays_until_it_is_read() {
    let scop = Region::new("N M")
        .array("tmp[N][M]")
        .array("out[N][M]")
        .statement("zero", "i j", &["write tmp[i][j]"])
        .statement("count", "i j", &["read tmp[i][?]", "maywrite tmp[i][?]"])
        .unknown("M")
        .statement("result", "i j", &["read tmp[i][j]", "write out[i][j]"])
        .program(vec![
            count(
                "i",
                "0",
                "i < N",
                vec![
                    count("j", "0", "j < M", vec![run(0, "i, j")]),
                    count("j", "0", "j < M", vec![run(1, "i, j")]),
                ],
            ),
            count("i", "0", "i < N", vec![count("j", "0", "j < M", vec![run(2, "i, j")])]),
        ]);
    accepted(&compare(&scop, &["N", "M"], <[Expression]>::to_vec));
    refused(&compare(&scop, &["2", "M"], |cell| vec![modulo(&cell[0], 2), cell[1].clone()]));
}
