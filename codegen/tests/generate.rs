//! Schedules as loops, from isl strings.

use codegen::{Comments, Spelling, Unchanged};
use isl::{Context, UnionMap};
use polyhedral::{Piece, Scop};

/// A region in text form whose statements read `S0(i, j);` in C.
fn region(text: &str) -> Scop {
    let mut scop = polyhedral::text::read(&Context::new(), text).unwrap();
    for statement in &mut scop.statements {
        let mut pieces = vec![Piece::Text(format!("{}(", statement.name))];
        for position in 0..statement.iterators.len() {
            if position > 0 {
                pieces.push(Piece::Text(", ".into()));
            }
            pieces.push(Piece::Iterator(position));
        }
        pieces.push(Piece::Text(");".into()));
        statement.text = pieces;
    }
    scop
}

fn generated(text: &str, schedule: &str) -> String {
    let scop = region(text);
    let schedule = UnionMap::read_from_str(scop.context.context(), schedule).unwrap();
    let program = codegen::generate::program(&scop, &schedule, &[]).unwrap();
    let unchanged = Unchanged::of(&scop);
    let layout = unchanged.layout(Spelling::Macros);
    codegen::print::region(&layout, &program, &Comments::default(), "")
}

const GAUSS: &str = "
    domain: [N, M] -> { S0[i, j] : 0 < i < N - 1 and 0 <= j < M; S1[i, j] : 0 < i < N - 1 and 0 < j < M - 1 }
    schedule: [N, M] -> { S0[i, j] -> [0, i, j]; S1[i, j] -> [1, i, j] }
";

#[test]
fn the_order_of_the_program() {
    let text = generated(GAUSS, "[N, M] -> { S0[i, j] -> [0, i, j]; S1[i, j] -> [1, i, j] }");
    assert_eq!(
        text,
        "\
for (int i = 1; i < N - 1; i++)
    for (int j = 0; j < M; j++)
        S0(i, j);
for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < M - 1; j++)
        S1(i, j);
"
    );
}

#[test]
fn fused_with_a_delay() {
    let text = generated(GAUSS, "[N, M] -> { S0[i, j] -> [i, j, 0]; S1[i, j] -> [i, j + 2, 1] }");
    println!("{text}");
    assert!(text.contains("S1(i, j - 2);"), "{text}");
}

#[test]
fn interchanged_and_reversed() {
    let square = "
        domain: [N] -> { S0[i, j] : 0 <= i <= j < N }
        schedule: [N] -> { S0[i, j] -> [i, j] }
    ";
    let text = generated(square, "[N] -> { S0[i, j] -> [j, i] }");
    assert_eq!(text, "for (int j = 0; j < N; j++)\n    for (int i = 0; i <= j; i++)\n        S0(i, j);\n");
    let text = generated(square, "[N] -> { S0[i, j] -> [-i, j] }");
    println!("{text}");
    assert!(text.contains("S0(-"), "{text}");
}
