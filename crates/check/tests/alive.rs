//! Counting the cells that are alive at once, against counts by hand.

mod support;

use check::most_alive;
use polyhedral::{Node, Scop};
use support::{Region, assignment, count, gauss, gauss_fused, jacobi, program, run, step};

const BUDGET: u64 = 1_000_000;

fn count_alive(scop: &Scop, body: Vec<Node>, array: &str, size: i64) -> Option<u64> {
    let (array, _) = scop.array(array).unwrap();
    most_alive(scop, &program(scop, body), array, &assignment(&[("N", size)]), BUDGET)
}

#[test]
fn gauss_fused_with_a_delay_of_two_keeps_four_cells() {
    // When S0[i,j] has written, S1[i,j-2] is still to come: it reads j-3, j-2 and j-1. With j itself
    // that makes four. (In the opposite order of equal dates it would be three.)
    let scop = gauss();
    let sizes = assignment(&[("N", 6), ("M", 9)]);
    let (tmp, _) = scop.array("tmp").unwrap();
    assert_eq!(most_alive(&scop, &gauss_fused(&scop), tmp, &sizes, BUDGET), Some(4));
}

#[test]
fn gauss_as_written_keeps_all_cells() {
    let scop = gauss();
    let sizes = assignment(&[("N", 6), ("M", 9)]);
    let (tmp, _) = scop.array("tmp").unwrap();
    assert_eq!(most_alive(&scop, &scop.program, tmp, &sizes, BUDGET), Some(4 * 9));
}

#[test]
fn jacobi_in_program_order_keeps_a_row_and_two_cells() {
    // When step[t,i] has written, row t-1 is needed from i on, since step[t,i+1] reads i: N-i cells
    // of it, and i+1 cells of row t exist.
    let scop = jacobi();
    let (a, _) = scop.array("a").unwrap();
    let sizes = assignment(&[("T", 5), ("N", 8)]);
    assert_eq!(most_alive(&scop, &scop.program, a, &sizes, BUDGET), Some(8 + 1));
}

/// A producer, a consumer, and one that writes and doesn't read.
fn pipeline(accesses: &[&str]) -> Scop {
    Region::new("N")
        .array("x[N + 1]")
        .array("b[N + 1]")
        .statement("S0", "i", &["write x[i]"])
        .statement("S1", "i", accesses)
        .program(vec![])
}

#[test]
fn the_cell_of_the_last_read_makes_room_for_the_write() {
    let scop = pipeline(&["read x[i]", "write x[i + 1]"]);
    let body = vec![run(0, "0"), count("i", "0", "i < N", vec![run(1, "i")])];
    assert_eq!(count_alive(&scop, body, "x", 7), Some(1));
}

#[test]
fn a_value_that_nobody_reads_does_not_count() {
    let scop = pipeline(&["read x[i]", "write b[i]"]);
    let body = vec![count("i", "0", "i < N", vec![run(0, "i")])];
    assert_eq!(count_alive(&scop, body, "x", 7), Some(0));
}

#[test]
fn an_overwritten_value_does_not_count() {
    let scop = pipeline(&["read x[i]", "write b[i]"]);
    let rewrite = |from| count("i", "0", "i < N", vec![run(from, "i")]);
    // The first values are dead; the second are all alive before the first is read.
    let body = vec![rewrite(0), rewrite(0), rewrite(1)];
    assert_eq!(count_alive(&scop, body, "x", 7), Some(7));
    let body = vec![count("i", "0", "i < N", vec![run(0, "i"), run(1, "i"), run(0, "i")])];
    assert_eq!(count_alive(&scop, body, "x", 7), Some(1));
}

#[test]
fn an_initial_value_counts_until_its_last_read() {
    let scop = pipeline(&["read x[i]", "write b[i]"]);
    let backwards = step("i", "N - 1", "i >= 0", -1, vec![run(1, "i"), run(0, "i")]);
    assert_eq!(count_alive(&scop, vec![backwards], "x", 7), Some(7));
}

#[test]
fn a_may_write_keeps_the_old_value_alive() {
    let scop = Region::new("N")
        .array("x[N]")
        .array("b[N]")
        .statement("S0", "i", &["write x[i]"])
        .statement("S1", "i", &["maywrite x[i]"])
        .statement("S2", "i", &["read x[i]", "write b[i]"])
        .program(vec![]);
    let both = vec![run(0, "0"), run(0, "1"), run(1, "0"), run(2, "0"), run(2, "1")];
    assert_eq!(count_alive(&scop, both, "x", 7), Some(2));
    let killed = vec![run(0, "0"), run(0, "1"), run(2, "1"), run(0, "0"), run(2, "0")];
    assert_eq!(count_alive(&scop, killed, "x", 7), Some(1));
    let kept = vec![run(0, "0"), run(0, "1"), run(2, "1"), run(1, "0"), run(2, "0")];
    assert_eq!(count_alive(&scop, kept, "x", 7), Some(2));
    let alone = vec![run(0, "1"), run(2, "1"), run(1, "0"), run(2, "0")];
    assert_eq!(count_alive(&scop, alone, "x", 7), Some(1));
}

#[test]
fn a_read_that_does_not_happen_does_not_count() {
    let scop = pipeline(&["read x[i] if i >= 5", "write b[i]"]);
    let body = vec![count("i", "0", "i < N", vec![run(0, "i")]), count("i", "0", "i < N", vec![run(1, "i")])];
    assert_eq!(count_alive(&scop, body, "x", 7), Some(2));
}

#[test]
fn past_the_budget_there_is_no_count() {
    let scop = gauss();
    let sizes = assignment(&[("N", 6), ("M", 9)]);
    assert_eq!(most_alive(&scop, &scop.program, 1, &sizes, 50), None);
    assert_eq!(most_alive(&scop, &scop.program, 1, &assignment(&[("N", 6)]), BUDGET), None);
}
