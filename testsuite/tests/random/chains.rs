//! Random chains of arrays under `--optimize memory`: arrays that may share memory, in part or all of it.

use super::{Random, kept, number};
use std::fmt::Write;

#[test]
fn random_chains_keep_their_output_in_shared_memory() {
    let (first, files) = (number("POLYCC_RANDOM_SEED", 1), number("POLYCC_RANDOM_FILES", 10));
    let shared: usize = (first..first + files).map(shared).sum();
    println!("{shared} arrays share memory in {files} chains");
    assert!(shared > 0, "the generator makes chains in which something is shared");
}

/// Runs polycc on the chain of `seed`; how many arrays share memory.
fn shared(seed: u64) -> usize {
    let memory = if seed % 2 == 0 { "reallocate" } else { "contract" };
    let (said, report) = kept(seed, &program(seed), &["--optimize", "memory", "--memory", memory]);
    assert!(!said.contains("stays as it is"), "seed {seed}: the generator stays within the model\n{said}");
    let arrays = report["regions"][0]["arrays"].as_array().unwrap();
    arrays.iter().filter(|array| !array["block"].is_null()).count()
}

/// A row of one of the arrays.
struct Row {
    name: String,
    length: &'static str,
}

fn program(seed: u64) -> String {
    let mut random = Random(seed);
    let count = 3 + random.below(3);
    let rows: Vec<Row> =
        (0..count).map(|k| Row { name: format!("a{k}"), length: length(&mut random) }).collect();
    let on_heap = random.one_in(3);
    let mut text = String::from("#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n");
    text.push_str("static void kernel(int n, const double in[restrict 64], double out[restrict 64]) {\n");
    for row in &rows {
        let element = if random.one_in(8) { "float" } else { "double" };
        let (name, length) = (&row.name, row.length);
        match on_heap {
            true => writeln!(text, "    {element} *{name} = malloc(({length}) * sizeof({element}));"),
            false => writeln!(text, "    {element} {name}[{length}];"),
        }
        .unwrap();
    }
    text.push_str("    double s = 0;\n#pragma scop\n");
    for (position, row) in rows.iter().enumerate() {
        fill(&mut random, &mut text, row, &rows[..position]);
        if random.one_in(2) {
            let (name, length) = (&row.name, row.length);
            writeln!(text, "    for (int i = 0; i < {length}; i++) s += {name}[i] * 0.125;").unwrap();
        }
        if random.one_in(6) {
            // used again for something else
            fill(&mut random, &mut text, &rows[0], &rows[..=position]);
        }
    }
    let last = &rows[rows.len() - 1];
    let value = read(&mut random, last);
    writeln!(text, "    for (int i = 0; i < {}; i++) out[i] = {value} + s;", last.length).unwrap();
    text.push_str("#pragma endscop\n");
    if on_heap {
        rows.iter().for_each(|row| writeln!(text, "    free({});", row.name).unwrap());
    }
    text.push_str(MAIN);
    text
}

const MAIN: &str = "}
static double in[64], out[64];
int main(void) {
    for (int n = 1; n < 20; n += 1 + n / 4) {
        for (int i = 0; i < 64; i++) { in[i] = (i * 37 + 11) % 19 - 7.5; out[i] = 0; }
        kernel(n, in, out);
        for (int i = 0; i < 64; i++) { unsigned long long b; memcpy(&b, &out[i], 8); printf(\"%llx\\n\", b); }
    }
    return 0;
}
";

fn length(random: &mut Random) -> &'static str {
    ["n", "n", "n", "n + 2", "2 * n"][random.below(5) as usize]
}

/// A loop that computes all of `row` from rows before it.
fn fill(random: &mut Random, text: &mut String, row: &Row, before: &[Row]) {
    let (name, length) = (&row.name, row.length);
    let head = match random.one_in(3) {
        true => format!("for (int i = {length} - 1; i >= 0; i--)"),
        false => format!("for (int i = 0; i < {length}; i++)"),
    };
    let mut value = String::from("in[i] * 0.5");
    for _ in 0..1 + random.below(2) {
        // mostly the last
        let near = before.len() as u64;
        if near > 0 {
            let back = if random.one_in(3) { random.below(near) } else { 0 };
            let source = &before[(near - 1 - back) as usize];
            if source.name != *name {
                write!(value, " + {}", read(random, source)).unwrap();
            }
        }
    }
    writeln!(text, "    {head}\n        {name}[i] = {value};").unwrap();
}

/// A value of `row`, near cell i, far from it, or at the other end.
fn read(random: &mut Random, row: &Row) -> String {
    let (name, length) = (&row.name, row.length);
    let shift = 1 + random.below(2);
    match random.below(6) {
        0 => format!("(i < {length} ? {name}[{length} - 1 - i] : 1.0)"),
        1 => format!("(i >= {shift} && i - {shift} < {length} ? {name}[i - {shift}] : 2.0)"),
        2 => format!("(i + {shift} < {length} ? {name}[i + {shift}] : 3.0)"),
        _ => format!("(i < {length} ? {name}[i] : 4.0)"),
    }
}
