//! Random chains of loops over elements by default: what they exchange is kept in windows of strips. A small first cache makes strips so
//! short that there are many at the sizes at which the programs run.

use super::{Random, kept, number};
use std::fmt::Write;

#[test]
fn random_strips_keep_their_output() {
    keep_their_output(program);
}

#[test]
fn random_channels_keep_their_output() {
    keep_their_output(channels);
}

/// Runs the chains that `program` makes of seeds, of which some must have windows.
fn keep_their_output(program: fn(u64) -> String) {
    let (first, files) = (number("POLYCC_RANDOM_SEED", 1), number("POLYCC_RANDOM_FILES", 4));
    let windows: usize = (first..first + files).map(|seed| windows(seed, &program(seed))).sum();
    println!("{windows} arrays are windows in {files} chains");
    assert!(windows > 0, "the generator makes chains that run in strips");
}

/// Runs polycc on the chain of `seed`; how many of its arrays become windows.
fn windows(seed: u64, program: &str) -> usize {
    let (_, report) = kept(seed, program, &["--cache", "2K,4K,8K", "--at", "n=100000"]);
    let regions = report["regions"].as_array().unwrap();
    let arrays = regions.iter().flat_map(|region| region["arrays"].as_array().unwrap());
    let extent = |array: &serde_json::Value| array["extents"][0].as_str()?.parse::<u64>().ok();
    arrays.filter(|array| extent(array).is_some_and(|cells| cells >= 128)).count()
}

fn program(seed: u64) -> String {
    let mut random = Random(seed);
    let count = 1 + random.below(4) as usize;
    let in_time = random.one_in(3);
    let on_heap = random.one_in(2);
    let mut text = String::from("#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n");
    text.push_str("static double kernel(int n, const double *restrict x, double *restrict y) {\n");
    for k in 0..count {
        let element = if random.one_in(4) { "float" } else { "double" };
        match on_heap {
            true => writeln!(text, "    {element} *a{k} = malloc(n * sizeof({element}));"),
            false => writeln!(text, "    {element} a{k}[n];"),
        }
        .unwrap();
    }
    text.push_str("    double s = 0;\n");
    if in_time {
        text.push_str(
            "    for (int i = 0; i < n; i++)\n        y[i] = x[i];\n    for (int t = 0; t < 3; t++) {\n",
        );
    }
    let source = if in_time { "y" } else { "x" };
    for k in 0..count {
        let back = if k > 1 && random.one_in(3) { 2 } else { 1 };
        let from = if k < back { source.to_string() } else { format!("a{}", k - back) };
        stage(&mut random, &mut text, &format!("a{k}"), &from);
        if random.one_in(4) {
            writeln!(text, "    for (int i = 0; i < n; i++) s += a{k}[i] * 0.125;").unwrap();
        }
    }
    let last = format!("a{}", count - 1);
    match random.below(5) {
        // every few elements
        3 | 4 if !in_time => {
            let (every, first) = (2 + random.below(3), random.below(2));
            let taps = random.below(every);
            writeln!(
                text,
                "    for (int i = 0; i < (n - {first} - {taps}) / {every}; i++) y[i] = {last}[{every} * i + {first}] - {last}[{every} * i + {0}] * 0.5;",
                first + taps
            )
        }
        0 => {
            writeln!(text, "    for (int i = 2; i < n - 2; i++) y[i] = {last}[i - 2] - {last}[i + 1] * 0.5;")
        }
        1 => writeln!(text, "    for (int i = 0; i < n; i++) y[i] += {last}[i] * 0.25;"),
        _ => writeln!(text, "    for (int i = 1; i < n; i++) y[i] = {last}[i] > 0 ? {last}[i - 1] : x[i];"),
    }
    .unwrap();
    text.push_str(if in_time { "    }\n" } else { "" });
    if on_heap {
        (0..count).for_each(|k| writeln!(text, "    free(a{k});").unwrap());
    }
    text.push_str(MAIN);
    text
}

/// A chain of loops over the samples of several channels, side by side.
fn channels(seed: u64) -> String {
    let mut random = Random(seed);
    let (count, channels) = (1 + random.below(4), 2 + random.below(3));
    let mut text = String::from("#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n");
    text.push_str("static double kernel(int n, const double *restrict x, double *restrict y) {\n");
    for k in 0..count {
        writeln!(text, "    double *a{k} = malloc({channels} * n * sizeof(double));").unwrap();
    }
    text.push_str("    double s = 0;\n");
    for k in 0..count {
        let back = if k > 1 && random.one_in(3) { 2 } else { 1 };
        let from = if k < back { "x".to_string() } else { format!("a{}", k - back) };
        let cell =
            |array: &str, channel: u64, late: u64| format!("{array}[{channels} * (i - {late}) + {channel}]");
        let (own, factor) = (format!("a{k}"), random.pick(&["0.5", "0.25", "-1.5"]));
        match random.below(4) {
            0 => writeln!(
                text,
                "    for (int i = 0; i < {channels} * n; i++) {own}[i] = {from}[i] * {factor};"
            )
            .unwrap(),
            kind => {
                let late = if kind == 1 { 1 + random.below(5) } else { 0 };
                for first in 0..channels * late {
                    writeln!(text, "    {own}[{first}] = {from}[{first}];").unwrap();
                }
                writeln!(text, "    for (int i = {late}; i < n; i++) {{").unwrap();
                for channel in 0..channels {
                    let other = if kind == 2 { random.below(channels) } else { channel };
                    let (to, one, two) =
                        (cell(&own, channel, 0), cell(&from, channel, 0), cell(&from, other, late));
                    writeln!(text, "        {to} = {one} + {factor} * {two};").unwrap();
                }
                text.push_str("    }\n");
            }
        }
    }
    let last = format!("a{}", count - 1);
    match random.below(2) {
        0 => writeln!(
            text,
            "    for (int i = 0; i < n; i++) y[i] = {last}[{channels} * i] - {last}[{channels} * i + 1];"
        ),
        _ => {
            writeln!(text, "    for (int i = 0; i < {channels} * n; i++) {{ y[i] = {last}[i]; s += y[i]; }}")
        }
    }
    .unwrap();
    (0..count).for_each(|k| writeln!(text, "    free(a{k});").unwrap());
    text.push_str(&MAIN.replace("1024", "4096"));
    text
}

const MAIN: &str = "    return s;
}
static double x[1024], y[1024];
int main(void) {
    static const int sizes[] = {6, 7, 9, 126, 127, 128, 129, 131, 255, 256, 258, 400, 1001};
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int n = sizes[k];
        for (int i = 0; i < 1024; i++) { x[i] = (i * 37 + 11) % 19 - 7.5; y[i] = i % 5; }
        double s = kernel(n, x, y);
        unsigned long long b;
        memcpy(&b, &s, 8);
        printf(\"%d %llx\\n\", n, b);
        for (int i = 0; i < 1024; i++) { memcpy(&b, &y[i], 8); printf(\"%llx\\n\", b); }
    }
    return 0;
}
";

/// A loop, and perhaps its borders, that compute all of `name` from another array.
fn stage(random: &mut Random, text: &mut String, name: &str, from: &str) {
    let factor = random.pick(&["0.5", "0.25", "-1.5"]);
    match random.below(6) {
        0 => writeln!(text, "    for (int i = 0; i < n; i++) {name}[i] = {from}[i] * {factor};").unwrap(),
        1 => {
            let reach = 1 + random.below(3);
            for cell in 0..reach {
                writeln!(text, "    {name}[{cell}] = {from}[{cell}];").unwrap();
                writeln!(text, "    {name}[n - {0}] = {from}[n - {0}] * 2;", cell + 1).unwrap();
            }
            writeln!(text, "    for (int i = {reach}; i < n - {reach}; i++) {name}[i] = {from}[i - {reach}] + {from}[i] + {factor} * {from}[i + {reach}];").unwrap();
        }
        2 => {
            writeln!(text, "    {name}[0] = {from}[0];").unwrap();
            writeln!(
                text,
                "    for (int i = 1; i < n; i++) {name}[i] = {name}[i - 1] * {factor} + {from}[i];"
            )
            .unwrap();
        }
        3 => {
            let shift = 1 + random.below(4);
            writeln!(
                text,
                "    for (int i = 0; i < n - {shift}; i++) {name}[i] = {from}[i + {shift}] * {factor};"
            )
            .unwrap();
            writeln!(text, "    for (int i = n - {shift}; i < n; i++) {name}[i] = {from}[i];").unwrap();
        }
        4 => {
            writeln!(text, "    for (int i = n - 1; i >= 0; i--) {name}[i] = {from}[i] - {factor};").unwrap()
        }
        _ => {
            writeln!(
                text,
                "    for (int i = 0; i < n; i++) {name}[i] = i > 1 ? {from}[i - 2] * {factor} : {from}[i];"
            )
            .unwrap();
            writeln!(text, "    for (int i = 1; i < n; i++) {name}[i] = {name}[i] + {from}[i - 1];").unwrap();
        }
    }
}
