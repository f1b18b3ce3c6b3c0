//! What the comparison accepts and what it finds.

mod support;

use check::{Fault, Origin, Outcome, Report, Transformed};
use polyhedral::{Expression, Node, Program, Scop};
use std::collections::BTreeSet;
use support::{
    Region, count, extents, extents_with, gauss, gauss_fused, jacobi, modulo, program, remap, run, step,
    text, when,
};

const BUDGET: u64 = 2_000_000;

/// Compares with new extents for one array; all arrays but `tmp`, `a` and `x` are live-out.
fn compare_with(scop: &Scop, program: &Program, array: &str, extents: &[&str]) -> Report {
    compare_extents(scop, program, &extents_with(scop, array, extents))
}

fn compare_extents(scop: &Scop, program: &Program, extents: &[Vec<Option<Expression>>]) -> Report {
    let temporary = ["tmp", "a", "x"];
    let live_out: Vec<_> =
        scop.arrays.iter().map(|array| !temporary.contains(&array.name.as_str())).collect();
    let own = &BTreeSet::new();
    let transformed = Transformed { program, statements: &scop.statements, extents, own, partial: false };
    check::compare(scop, &transformed, &live_out, BUDGET)
}

fn compare(scop: &Scop, program: &Program) -> Report {
    compare_extents(scop, program, &extents(scop))
}

#[track_caller]
fn fault(report: &Report) -> &Fault {
    match &report.outcome {
        Outcome::Differs(mismatch) => &mismatch.fault,
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn reason(report: &Report) -> &str {
    match &report.outcome {
        Outcome::NotChecked(why) => why,
        other => panic!("{other:?}"),
    }
}

/// `tmp[i][j]` in `tmp[j mod cells]`.
fn gauss_in(scop: &Scop, cells: i64) -> Program {
    remap(scop, &gauss_fused(scop), "tmp", |cell| vec![modulo(&cell[1], cells)])
}

/// One loop that fills `x` and one that copies it to `b`.
fn copy() -> Scop {
    Region::new("N")
        .array("a[N]")
        .array("x[N]")
        .array("b[N]")
        .statement("S0", "i", &["read a[i]", "write x[i]"])
        .statement("S1", "i", &["read x[i]", "write b[i]"])
        .program(vec![
            count("i", "0", "i < N", vec![run(0, "i")]),
            count("i", "0", "i < N", vec![run(1, "i")]),
        ])
}

fn fused_copy() -> Vec<Node> {
    vec![count("i", "0", "i < N", vec![run(0, "i"), run(1, "i")])]
}

/// `copy` where `b` is read at even places only.
fn partial(a_part: &str, partial: bool) -> Report {
    let scop = Region::new("N")
        .array("a[2 * N]")
        .array("x[2 * N]")
        .array("b[N]")
        .statement("S0", "i", &["read a[i]", "write x[i]"])
        .statement("S1", "i", &["read x[2 * i]", "write b[i]"])
        .program(vec![
            count("i", "0", "i < 2 * N", vec![run(0, "i")]),
            count("i", "0", "i < N", vec![run(1, "i")]),
        ]);
    let body =
        vec![count("i", "0", a_part, vec![run(0, "2 * i")]), count("i", "0", "i < N", vec![run(1, "i")])];
    let part = program(&scop, body);
    let (extents, own) = (&extents(&scop), &BTreeSet::new());
    let transformed = Transformed { program: &part, statements: &scop.statements, extents, own, partial };
    check::compare(&scop, &transformed, &[true, false, true], BUDGET)
}

#[test]
fn instances_that_nobody_needs_may_be_missing_where_that_is_meant() {
    assert_eq!(partial("i < N", true).outcome, Outcome::Equal);
    assert!(matches!(fault(&partial("i < N", false)), Fault::Executions { .. }));
}

#[test]
fn instances_that_somebody_needs_may_not_be_missing() {
    assert!(matches!(fault(&partial("i < N - 1", true)), Fault::Value { .. }));
}

#[test]
fn what_writes_an_outliving_array_may_not_be_missing() {
    let scop = copy();
    let body =
        vec![count("i", "0", "i < N", vec![run(0, "i")]), count("i", "0", "i < N - 1", vec![run(1, "i")])];
    let part = program(&scop, body);
    let (extents, own) = (&extents(&scop), &BTreeSet::new());
    let transformed =
        Transformed { program: &part, statements: &scop.statements, extents, own, partial: true };
    let report = check::compare(&scop, &transformed, &[true, false, true], BUDGET);
    assert!(matches!(fault(&report), Fault::Executions { .. }));
}

#[test]
fn a_program_equals_itself() {
    for scop in [gauss(), jacobi(), copy()] {
        let report = compare(&scop, &scop.program);
        assert_eq!(report.outcome, Outcome::Equal);
        assert!(report.instances > 0);
    }
}

#[test]
fn gauss_fits_into_four_cells() {
    let scop = gauss();
    let report = compare_with(&scop, &gauss_in(&scop, 4), "tmp", &["4"]);
    assert_eq!(report.outcome, Outcome::Equal);
    assert!(report.checked.len() >= 8, "{report}");
    let beyond_two_wraps = |size: &str| report.checked.iter().any(|values| values[size] > 9);
    assert!(beyond_two_wraps("M") && beyond_two_wraps("N"));
}

#[test]
fn gauss_does_not_fit_into_three_cells() {
    let scop = gauss();
    let report = compare_with(&scop, &gauss_in(&scop, 3), "tmp", &["3"]);
    assert_eq!(
        report.to_string(),
        "at N = 4, M = 4, `out[1][1]` gets a wrong value: \
         S1[1,1] reads from `tmp` the value of S0[1,3] instead of the value of S0[1,0]"
    );
}

#[test]
fn a_wrong_value_is_followed_to_where_it_came_in() {
    let scop = jacobi();
    let two_rows = |modulus| {
        remap(&scop, &scop.program, "a", move |cell| vec![modulo(&cell[0], modulus), cell[1].clone()])
    };
    assert_eq!(compare_with(&scop, &two_rows(2), "a", &["2", "N"]).outcome, Outcome::Equal);
    let report = compare_with(&scop, &two_rows(1), "a", &["1", "N"]);
    let text = report.to_string();
    assert!(
        text.ends_with(
            "`b[1]` gets a wrong value: step[1,1] reads from `a` the value of left[1] instead of the \
         value of load[0]"
        ),
        "{text}"
    );
}

#[test]
fn a_cell_outside_the_new_array_is_found() {
    let scop = gauss();
    let report = compare_with(&scop, &gauss_in(&scop, 4), "tmp", &["3"]);
    assert!(matches!(fault(&report), Fault::OutsideArray { .. }));
    let text = report.to_string();
    assert!(text.ends_with("S0[1,3] accesses `tmp[3]`, but the array is now `tmp[3]`"), "{text}");
}

#[test]
fn a_negative_subscript_is_found_where_the_extent_is_unknown() {
    let scop = copy();
    let shifted = remap(&scop, &scop.program, "x", |cell| vec![cell[0].clone() - 1.into()]);
    let mut unknown = extents(&scop);
    unknown[1] = vec![None];
    let report = compare_extents(&scop, &shifted, &unknown);
    assert!(report.to_string().ends_with("S0[0] accesses `x[-1]`, but the array is now `x[]`"));
}

#[test]
fn an_array_without_cells_is_found() {
    let scop = gauss();
    let report = compare_with(&scop, &gauss_in(&scop, 4), "tmp", &["N - 3"]);
    assert!(matches!(fault(&report), Fault::EmptyArray { extent: -2, .. }));
    assert_eq!(report.to_string(), "at N = 1, M = 1, `tmp` is declared with -2 cells in one dimension");
}

#[test]
fn a_read_before_the_write_is_found() {
    let scop = copy();
    let body = vec![count("i", "0", "i < N", vec![run(1, "i"), run(0, "i")])];
    let report = compare(&scop, &program(&scop, body));
    assert_eq!(
        report.to_string(),
        "at N = 1, `b[0]` gets a wrong value: \
         S1[0] reads from `x` the initial value of `x[0]` instead of the value of S0[0]"
    );
}

#[test]
fn writes_in_the_wrong_order_are_found() {
    let scop = Region::new("N")
        .array("a[N]")
        .array("last")
        .statement("S0", "i", &["read a[i]", "write last"])
        .program(vec![count("i", "0", "i < N", vec![run(0, "i")])]);
    let backwards = vec![step("i", "N - 1", "i >= 0", -1, vec![run(0, "i")])];
    let report = compare(&scop, &program(&scop, backwards));
    assert_eq!(report.to_string(), "at N = 2, `last` gets the value of S0[0] instead of the value of S0[1]");
}

#[test]
fn a_temporary_may_end_with_anything() {
    let scop = copy();
    let fused = remap(&scop, &program(&scop, fused_copy()), "x", |_| vec![]);
    assert_eq!(compare_with(&scop, &fused, "x", &[]).outcome, Outcome::Equal);
}

#[test]
fn a_missing_instance_is_found() {
    let scop = copy();
    let body =
        vec![count("i", "0", "i < N", vec![run(0, "i")]), count("i", "0", "i < N - 1", vec![run(1, "i")])];
    let report = compare(&scop, &program(&scop, body));
    assert_eq!(report.to_string(), "at N = 1, S1[0] runs never instead of once");
}

#[test]
fn an_instance_too_many_is_found() {
    let scop = copy();
    let body =
        vec![count("i", "0", "i <= N", vec![run(0, "i")]), count("i", "0", "i < N", vec![run(1, "i")])];
    let report = compare(&scop, &program(&scop, body));
    assert_eq!(report.to_string(), "at N = 1, S0[1] runs once instead of never");
}

#[test]
fn an_instance_that_runs_twice_is_found() {
    let scop = copy();
    let twice = vec![count("i", "0", "i < N", vec![run(0, "i"), run(1, "i"), run(1, "i")])];
    let report = compare(&scop, &program(&scop, twice));
    assert_eq!(report.to_string(), "at N = 1, S1[0] runs twice instead of once");
}

#[test]
fn a_misread_original_is_found() {
    let mut scop = copy();
    scop.program = program(&scop, vec![count("i", "0", "i < N", vec![run(0, "0")])]);
    let report = compare(&scop, &scop.program);
    assert!(matches!(fault(&report), Fault::OriginalRepeats(_)));
}

#[test]
fn a_division_by_zero_is_found() {
    let scop = copy();
    let divided = remap(&scop, &scop.program, "x", |cell| {
        let by = text::expression("N - 1");
        vec![Expression::Modulo(Box::new(cell[0].clone()), Box::new(by))]
    });
    assert_eq!(*fault(&compare(&scop, &divided)), Fault::Undefined);
}

#[test]
fn a_loop_without_end_is_found() {
    let scop = copy();
    let endless = vec![count("i", "0", "i >= 0", vec![when("i < N", vec![run(0, "i"), run(1, "i")])])];
    let report = compare(&scop, &program(&scop, endless));
    assert!(matches!(fault(&report), Fault::Endless(_)));
    let stuck = vec![step("i", "0", "i < N", 0, vec![when("i < 0", vec![])])];
    let report = compare(&scop, &program(&scop, stuck));
    assert!(matches!(fault(&report), Fault::Endless(_)));
}

#[test]
fn initial_contents_do_not_move_with_the_cells() {
    let scop = Region::new("N")
        .array("x[N]")
        .array("b[N]")
        .statement("S0", "i", &["read x[i]", "write b[i]"])
        .program(vec![count("i", "0", "i < N", vec![run(0, "i")])]);
    let shrunk = remap(&scop, &scop.program, "x", |cell| vec![modulo(&cell[0], 2)]);
    let report = compare_with(&scop, &shrunk, "x", &["2"]);
    let Fault::Value { expected, found, .. } = fault(&report) else { panic!("{report}") };
    assert!(matches!((expected, found), (Origin::Initial(_), Origin::Unwritten(_))));
}

#[test]
fn a_may_write_keeps_the_old_value() {
    let loops = |order: [usize; 3]| {
        order.map(|statement| count("i", "0", "i < N", vec![run(statement, "i")])).to_vec()
    };
    let scop = Region::new("N")
        .array("b[N]")
        .statement("S0", "i", &["write b[i]"])
        .statement("S1", "i", &["maywrite b[i]"])
        .statement("S2", "i", &["maywrite b[i]"])
        .program(loops([0, 1, 2]));
    assert_eq!(compare(&scop, &scop.program).outcome, Outcome::Equal);
    let report = compare(&scop, &program(&scop, loops([1, 0, 2])));
    assert!(
        report.to_string().ends_with("S2[0] reads from `b` the value of S0[0] instead of the value of S1[0]"),
        "{report}"
    );
}

#[test]
fn a_guard_that_does_not_hold_hides_the_access() {
    let scop = |guard: &str| {
        Region::new("N")
            .array("a[N]")
            .array("b[N]")
            .statement("S0", "i", &[&format!("read a[i - 1]{guard}"), "write b[i]"])
            .program(vec![count("i", "0", "i < N", vec![run(0, "i")])])
    };
    let guarded = scop(" if i >= 1");
    assert_eq!(compare(&guarded, &guarded.program).outcome, Outcome::Equal);
    let unguarded = scop("");
    let report = compare(&unguarded, &unguarded.program);
    assert_eq!(reason(&report), "at all sizes tried, the program leaves its arrays or divides by zero");
}

#[test]
fn guards_are_in_the_iterators_of_the_statement() {
    let scop = Region::new("N")
        .array("x[N]")
        .array("b[N]")
        .statement("S0", "i", &["write x[i] if i >= 1"])
        .statement("S1", "i", &["read x[i]", "write b[i]"])
        .program(vec![
            count("i", "0", "i < N", vec![run(0, "i")]),
            count("i", "0", "i < N", vec![run(1, "i")]),
        ]);
    // The counter runs one ahead of the statement's iterator and has its name.
    let shifted = vec![count("i", "1", "i <= N", vec![run(0, "i - 1"), run(1, "i - 1")])];
    assert_eq!(compare(&scop, &program(&scop, shifted)).outcome, Outcome::Equal);
}

#[test]
fn sizes_at_which_the_original_is_invalid_are_passed_over() {
    let scop = Region::new("N")
        .array("a[N]")
        .statement("S0", "i", &["read a[i + 2]", "write a[i]"])
        .program(vec![count("i", "0", "i < 3", vec![run(0, "i")])]);
    let report = compare(&scop, &scop.program);
    assert_eq!(report.outcome, Outcome::Equal);
    assert!(report.checked.iter().all(|values| values["N"] >= 5), "{report}");
}

#[test]
fn lifted_constants_are_shrunk_as_far_as_the_assumptions_allow() {
    let scop = Region::new("M")
        .lifted("WIDTH", 1024)
        .lifted("STEPS", 500)
        .assume("WIDTH >= 8 && STEPS >= 3")
        .array("x[STEPS][WIDTH]")
        .array("b[WIDTH]")
        .statement("S0", "t i", &["write x[t][i]"])
        .statement("S1", "t i", &["read x[t][i]", "read b[i]", "write b[i]"])
        .program(vec![count(
            "t",
            "0",
            "t < STEPS",
            vec![
                count("i", "0", "i < WIDTH", vec![run(0, "t, i")]),
                count("i", "0", "i < WIDTH", vec![run(1, "t, i")]),
            ],
        )]);
    let rows = |modulus| remap(&scop, &scop.program, "x", move |cell| vec![modulo(&cell[1], modulus)]);
    let row = remap(&scop, &scop.program, "x", |cell| vec![cell[1].clone()]);
    let report = compare_with(&scop, &row, "x", &["WIDTH"]);
    assert_eq!(report.outcome, Outcome::Equal);
    let smallest = &report.checked[0];
    assert_eq!((smallest["WIDTH"], smallest["STEPS"], smallest["M"]), (8, 3, 0));
    let report = compare_with(&scop, &rows(7), "x", &["7"]);
    assert!(report.to_string().starts_with("at M = 0, WIDTH = 8, STEPS = 3, `b[0]` gets"), "{report}");
}

#[test]
fn a_lifted_literal_is_shown_in_place_of_its_value() {
    let mut scop = copy();
    scop.parameters[0].value = Some(1024);
    scop.parameters[0].spelling = "1024".into();
    let report = compare(&scop, &Program::default());
    assert_eq!(report.to_string(), "at 1 in place of 1024, S0[0] runs never instead of once");
}

#[test]
fn assumptions_that_tie_sizes_together_are_met() {
    let cases = [
        ("N == 2*M && M >= 20", 40),
        ("N mod 4 == 0 && N > M", 4),
        ("N >= M + 3 && N <= M + 3", 4),
        ("N == 100", 100),
        ("N * M == 12", 1),
        ("N != 1 && N <= 5", 2),
    ];
    for (assumption, smallest) in cases {
        let scop = Region::new("N M")
            .assume(assumption)
            .array("b[N][M]")
            .statement("S0", "i j", &["write b[i][j]"])
            .program(vec![count("i", "0", "i < N", vec![count("j", "0", "j < M", vec![run(0, "i, j")])])]);
        let report = compare(&scop, &scop.program);
        assert_eq!(report.outcome, Outcome::Equal, "{assumption}");
        let sizes = report.checked.iter().map(|values| values["N"]);
        assert_eq!(sizes.min(), Some(smallest), "{assumption}");
        for values in &report.checked {
            assert_eq!(text::condition(assumption).evaluate(values), Some(true));
        }
    }
}

#[test]
fn contradictory_assumptions_are_reported() {
    let mut scop = copy();
    scop.assumptions = text::condition("N >= 5 && N <= 4");
    let report = compare(&scop, &scop.program);
    assert_eq!(reason(&report), "no small sizes were found that satisfy the assumptions");
}

/// A loop of constant length.
fn constant(size: &str) -> Scop {
    let bound = format!("i < {size}");
    Region::new("").array(&format!("b[{size}]")).statement("S0", "i", &["write b[i]"]).program(vec![count(
        "i",
        "0",
        &bound,
        vec![run(0, "i")],
    )])
}

#[test]
fn constants_run_once_at_their_size() {
    let scop = constant("1000");
    let report = compare(&scop, &scop.program);
    assert_eq!((report.outcome, report.checked.len(), report.instances), (Outcome::Equal, 1, 1000));
    let scop = constant("1000000");
    let report = compare(&scop, &scop.program);
    assert_eq!(reason(&report), "its sizes are constants too large to run: more than 1000000 steps");
}

#[test]
fn a_program_without_instances_is_not_checked() {
    let scop = constant("0");
    assert!(matches!(compare(&scop, &scop.program).outcome, Outcome::NotChecked(_)));
    let scop = Region::new("N").array("b[N]").statement("S0", "i", &["write b[i]"]).program(vec![count(
        "i",
        "N",
        "i < N",
        vec![run(0, "i")],
    )]);
    let report = compare(&scop, &scop.program);
    assert_eq!(reason(&report), "no statement runs at any of the sizes tried");
}

#[test]
fn trees_that_cannot_run_are_not_checked() {
    let scop = copy();
    let missing = program(&scop, vec![run(0, "k")]);
    assert_eq!(reason(&compare(&scop, &missing)), "the variable `k` has no value");
    let mut unknown = scop.program.clone();
    unknown.body.push(run(7, ""));
    assert_eq!(reason(&compare(&scop, &unknown)), "there is no statement 7");
    let bare = Program { body: vec![run(0, "0")] };
    assert_eq!(reason(&compare(&scop, &bare)), "an instance of S0 has the wrong shape");
    let flat = remap(&scop, &scop.program, "x", |_| vec![]);
    assert_eq!(reason(&compare(&scop, &flat)), "an access of S0 has the wrong number of subscripts");
    let report = check::compare(
        &scop,
        &Transformed {
            program: &scop.program,
            statements: &scop.statements,
            extents: &[],
            own: &BTreeSet::new(),
            partial: false,
        },
        &[true; 3],
        BUDGET,
    );
    assert_eq!(reason(&report), "the lists of arrays have different lengths");
}

#[test]
fn without_a_budget_nothing_is_checked() {
    let scop = gauss();
    let (extents, own) = (&extents(&scop), &BTreeSet::new());
    let transformed =
        Transformed { program: &scop.program, statements: &scop.statements, extents, own, partial: false };
    let report = check::compare(&scop, &transformed, &[true; 3], 0);
    assert!(matches!(report.outcome, Outcome::NotChecked(_)));
}

#[test]
fn sizes_reach_beyond_the_tiles() {
    let scop = Region::new("N").array("b[N]").statement("S0", "i", &["write b[i]"]).program(vec![count(
        "i",
        "0",
        "i < N",
        vec![run(0, "i")],
    )]);
    let tiled = |size: i64, points: i64| {
        let inner = format!("i < {size}*t + {points} && i < N");
        let points = count("i", &format!("{size}*t"), &inner, vec![run(0, "i")]);
        program(&scop, vec![count("t", "0", &format!("t <= (N - 1) / {size}"), vec![points])])
    };
    for size in [16, 32] {
        assert_eq!(compare(&scop, &tiled(size, size)).outcome, Outcome::Equal);
        let report = compare(&scop, &tiled(size, size - 1));
        let last = size - 1;
        assert_eq!(report.to_string(), format!("at N = 35, S0[{last}] runs never instead of once"));
    }
}

#[test]
fn enormous_sizes_are_refused() {
    let mut scop = copy();
    scop.assumptions = text::condition(&format!("N >= {}", i64::MAX));
    assert!(matches!(compare(&scop, &scop.program).outcome, Outcome::NotChecked(_)));
}

#[test]
fn the_same_comparison_gives_the_same_report() {
    let scop = gauss();
    let fused = gauss_in(&scop, 4);
    let once = compare_with(&scop, &fused, "tmp", &["4"]);
    assert_eq!(once, compare_with(&scop, &fused, "tmp", &["4"]));
}
