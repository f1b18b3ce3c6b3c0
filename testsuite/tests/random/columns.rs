//! Random loops that go down the columns of arrays, with variables that add up: innermost loops change places where that is legal, and
//! what is computed stays, also where arrays overlap.

use super::{Random, kept, number};
use std::fmt::Write;

const ARRAYS: [&str; 4] = ["a", "b", "c", "d"];

#[test]
fn random_columns_keep_their_output() {
    let (first, files) = (number("POLYCC_RANDOM_SEED", 1), number("POLYCC_RANDOM_FILES", 8));
    let changed = (first..first + files).filter(|seed| goes_along_rows(*seed)).count();
    println!("loops go along rows in {changed} of {files} programs");
    assert!(changed > 0, "the generator makes programs in which loops change places");
}

/// Runs polycc on the program of `seed`; whether loops go along rows then.
fn goes_along_rows(seed: u64) -> bool {
    let (said, _) = kept(seed, &program(seed), &[]);
    said.contains("along rows")
}

/// How a program spells its arrays.
struct Style {
    /// Whether arrays have one dimension.
    flat: bool,
    /// The rows and the columns.
    sizes: [String; 2],
}

impl Style {
    fn cell(&self, array: &str, row: &str, column: &str) -> String {
        match self.flat {
            true => format!("{array}[({row}) * m + {column}]"),
            false => format!("{array}[{row}][{column}]"),
        }
    }
}

/// A function of some nests on four matrices and three vectors, which are called as they are and shifted into one another.
fn program(seed: u64) -> String {
    let mut random = Random(seed);
    let restrict = if random.one_in(2) { "restrict " } else { "" };
    let sizes = match random.one_in(4) {
        true => ["130".to_owned(), "130".to_owned()],
        false => ["n".to_owned(), "m".to_owned()],
    };
    let style = Style { flat: random.one_in(3), sizes };
    let mut body = String::new();
    for number in 0..1 + random.below(3) {
        nest(&mut random, &mut body, &style, &format!("s{number}"));
    }
    let parameter = |array: &str| match style.flat {
        true => format!("double *{restrict}{array}"),
        false => format!("double {array}[{restrict}n][m]"),
    };
    let parameters: Vec<_> = ARRAYS.iter().map(|array| parameter(array)).collect();
    let cast = if style.flat { "" } else { "(void *)" };
    let most_shared = if restrict.is_empty() { 4 } else { 0 };
    let pairs = match style.sizes[0].as_str() {
        "130" => "{130, 130}, {131, 140}",
        _ => "{1, 1}, {2, 3}, {5, 5}, {33, 40}, {6, 600}",
    };
    format!(
        "#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void f(int n, int m, {}, double *{restrict}p, double *{restrict}q, double *{restrict}r) {{
    int i, j, k;
    double s0 = 0, s1 = 0, s2 = 0;
{body}}}
int main(void) {{
    int sizes[][2] = {{{pairs}}};
    for (int run = 0; run < (int)(sizeof sizes / sizeof *sizes); run++)
        for (int shared = 0; shared <= {most_shared}; shared++) {{
            int n = sizes[run][0], m = sizes[run][1];
            long count = 5L * n * m + 3L * (n + m);
            double *all = malloc(count * sizeof *all), *at[7];
            for (long k = 0; k < count; k++) all[k] = (k * 37 + 11) % 101 / 16.0 - 3;
            for (int k = 0; k < 7; k++) at[k] = k < 4 ? all + (long)k * n * m : all + 5L * n * m + (long)(k - 4) * (n + m);
            if (shared == 1) at[1] = at[0];
            if (shared == 2) at[1] = at[0] + 1;
            if (shared == 3) at[5] = at[4];
            if (shared == 4) at[2] = at[3] + (n - 1) * m;
            f(n, m, {cast}at[0], {cast}at[1], {cast}at[2], {cast}at[3], at[4], at[5], at[6]);
            unsigned long long bits, sum = 0;
            for (long k = 0; k < count; k++) {{ memcpy(&bits, all + k, 8); sum = sum * 1099511628211u + bits; }}
            printf(\"%llx\\n\", sum);
            free(all);
        }}
    return 0;
}}
",
        parameters.join(", ")
    )
}

/// A nest in which some loop goes down a column.
fn nest(random: &mut Random, text: &mut String, style: &Style, sum: &str) {
    let [n, m] = &style.sizes;
    let mut array = || random.pick(&ARRAYS).to_owned();
    let (x, y, z) = (array(), array(), array());
    let (x, y, z) = (x.as_str(), y.as_str(), z.as_str());
    let cell = |array: &str| style.cell(array, "i", "j");
    let (own, other) = (cell(x), cell(y));
    let columns = format!("for (j = {}; j < {m}; j++)", random.below(2));
    let rows = format!("for (i = 0; i < {n}; i++)");
    let first = random.pick(&["0", "i", "j * 0.5", "p[j]"]);
    let (left, right) = (style.cell(y, "i", "k"), style.cell(z, "k", "j"));
    match random.below(9) {
        0 => writeln!(
            text,
            "    {rows} for (j = 0; j < {n}; j++) {{ {own} = {first}; for (k = 0; k < {n}; k++) {own} += {left} * {right}; }}"
        ),
        1 => writeln!(
            text,
            "    {rows} for (j = 0; j < {n}; j++) {{ {sum} = {first}; for (k = 0; k < {n}; k++) {sum} += {left} * {right}; {own} = {sum}; }}"
        ),
        2 => writeln!(text, "    {columns} {rows} {own} = {other} * 0.5 + {};", cell(z)),
        3 => writeln!(
            text,
            "    {columns} {{ double t = {}; {rows} t += {own}; p[j] = t / 3; {rows} {other} -= {}; }}",
            random.pick(&["0", "j", "p[j]"]),
            random.pick(&["t", "p[j]"])
        ),
        4 => {
            let (up, left) = (style.cell(y, "i - 1", "j"), style.cell(y, "i", "j - 1"));
            let next = style.cell(x, random.pick(&["i", "i - 1"]), random.pick(&["j", "j - 1"]));
            writeln!(
                text,
                "    for (j = 1; j < {m}; j++) for (i = 1; i < {n}; i++) {{ {own} = {up} + {left}; {} = {next} * 0.5; }}",
                cell(z)
            )
        }
        5 => writeln!(
            text,
            "    for (j = 0; j < {n}; j++) for (i = {}; i < {n}; i++) {own} {}= {other} - {};",
            random.pick(&["j", "0", "j + 1"]),
            random.pick(&["", "+"]),
            random.pick(&["p[j]", "q[i]"])
        ),
        6 => writeln!(
            text,
            "    for (j = 1; j < {m} - 1; j++) for (i = 1; i < {n} - 1; i++) {{ {sum} = 0; for (k = -1; k <= 1; k++) {sum} += {}; {own} = {sum} / 3; }}",
            style.cell(y, "i + k", "j")
        ),
        7 => writeln!(text, "    {columns} {rows} if ({}) {{ {own} = {other} + q[i]; }}", random.pick(&["i > j", "i + j > 5"])),
        _ => writeln!(
            text,
            "    for (j = 0; j < {n}; j++) {{ {sum} = p[j]; {rows} {sum} += q[i] * {own}; r[j] = {sum} > 0 ? {sum} : 0; }}"
        ),
    }
    .unwrap();
}
