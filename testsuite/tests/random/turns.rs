//! Random loops over elements inside of loops that aren't taken: what one turn leaves in a variable the next one finds there.

use super::{Random, contracted, kept, number};
use std::fmt::Write;

#[test]
fn random_turns_keep_their_output() {
    let (first, files) = (number("POLYCC_RANDOM_SEED", 1), number("POLYCC_RANDOM_FILES", 8));
    let shrunk: usize = (first..first + files).map(shrunk).sum();
    println!("{shrunk} arrays shrink in {files} programs");
    assert!(shrunk > 0, "the generator makes programs in which something shrinks");
}

/// Runs polycc on the program of `seed`; how many arrays got smaller.
fn shrunk(seed: u64) -> usize {
    let (_, report) = kept(seed, &program(seed), &["--optimize", &super::aim(seed)]);
    contracted(&report)
}

/// Arrays and numbers that live through all turns (`s0`, `sum`, …), and others that live in one (`t0`, …).
fn program(seed: u64) -> String {
    let mut random = Random(seed);
    let states = 1 + random.below(3) as usize;
    let temporaries = 1 + random.below(2) as usize;
    let cells = random.pick(&["4", "5", "24", "130"]);
    let kind =
        random.pick(&["double s[N];", "static double s[N];", "double *s = malloc(N * sizeof *s);", "FILE"]);
    let (of_file, own) = if kind == "FILE" { ("double s[N];", "") } else { ("", kind) };
    let declared = |form: &str, k: usize| {
        let named = form.replace("s[", &format!("s{k}[")).replace("*s ", &format!("*s{k} "));
        named.replace("*s)", &format!("*s{k})"))
    };
    let mut text = format!("#include <stdio.h>\n#include <stdlib.h>\n#define N {cells}\n");
    for k in 0..states {
        writeln!(text, "{}", declared(of_file, k)).unwrap();
    }
    text.push_str("int main(void) {\n    double sum = 0, last = 1;\n");
    for k in 0..states {
        writeln!(text, "    {}", declared(own, k)).unwrap();
        writeln!(text, "    for (int i = 0; i < N; i++) s{k}[i] = i * 7 % 11 - {k};").unwrap();
    }
    let (head, foot) = [
        ("    double turn = 0;\n    while (turn < 4) {\n", "        turn += 1;\n    }\n"),
        ("    double turn = 0;\n    do {\n", "        turn += 1;\n    } while (turn < 4);\n"),
        (
            "    double turn = 0;\n    for (;;) {\n        if (turn > 3) break;\n",
            "        turn += 1;\n    }\n",
        ),
        (
            "    double turn = 0;\nagain:\n    {\n",
            "        turn += 1;\n    }\n    if (turn < 4) goto again;\n",
        ),
        ("    for (double turn = 0; turn < 4; turn += 1.5) {\n", "    }\n"),
        ("    for (int turn = 0; turn < 4; turn++) {\n", "    }\n"),
    ][random.below(6) as usize];
    text.push_str(head);
    let is_inner = random.one_in(2);
    let names: Vec<_> = (0..temporaries).map(|k| format!("t{k}[N]")).collect();
    let declaration = format!("double {};\n", names.join(", "));
    match is_inner {
        true => write!(text, "        {declaration}").unwrap(),
        // in front of the loop, and of a label
        false => text = text.replacen("double sum", &format!("{declaration}    double sum"), 1),
    }
    let mut known: Vec<String> = (0..states).map(|k| format!("s{k}")).collect();
    for step in 0..3 + random.below(4) {
        let fresh = format!("t{}", random.below(temporaries as u64));
        let target = match random.one_in(2) || step == 0 {
            true => fresh,
            false => format!("s{}", random.below(states as u64)),
        };
        let source = known[random.below(known.len() as u64) as usize].clone();
        let other = known[random.below(known.len() as u64) as usize].clone();
        if random.one_in(6) {
            writeln!(text, "        for (int i = 0; i < N; i++) sum += {source}[i] * 0.25;").unwrap();
            continue;
        }
        statement(&mut random, &mut text, &target, &source, &other);
        if !known.contains(&target) {
            known.push(target);
        }
    }
    let shown = ["s0[0]", "s0[N - 1]", "sum", "last"][random.below(4) as usize];
    writeln!(text, "        printf(\"%a\\n\", {shown});").unwrap();
    text.push_str(foot);
    if random.one_in(3) {
        writeln!(text, "    printf(\"%a %a\\n\", s{}[1], sum);", random.below(states as u64)).unwrap();
    }
    if kind.contains("malloc") {
        (0..states).for_each(|k| writeln!(text, "    free(s{k});").unwrap());
    }
    text.push_str("    return 0;\n}\n");
    text
}

/// Loops over all elements of `target`.
fn statement(random: &mut Random, text: &mut String, target: &str, source: &str, other: &str) {
    let cell = random.pick(&["i", "N - 1 - i", "(i + 1) % N", "i / 2"]);
    let factor = random.pick(&["0.5", "0.25", "-0.75"]);
    let all = "for (int i = 0; i < N; i++)";
    match random.below(5) {
        1 => writeln!(
            text,
            "        {all} {target}[i] = {source}[i] * {factor} + last;\n        last = {target}[1];"
        ),
        2 => writeln!(
            text,
            "        {all} {target}[i] = 0;\n        {all} {target}[i] = {source}[{cell}] - {other}[i];"
        ),
        3 => writeln!(text, "        {all} {target}[i] = i > 1 ? {source}[i - 2] : sum;"),
        _ => writeln!(text, "        {all} {target}[i] = {source}[{cell}] * {factor} + {other}[i] * 0.5;"),
    }
    .unwrap();
}
