//! Random programs: polycc's output must print what the original prints, bit for bit.
//!
//! Files hold kernels with random loops over temporaries that are defined before they are read, or one
//! kernel under a random schedule. `POLYCC_RANDOM_OPTIMIZE` sets what to aim at, `POLYCC_RANDOM_FILES` the number of files, `POLYCC_RANDOM_SEED` the first seed; a failure
//! names its seed.

use std::fmt::Write;
use std::process::Command;

mod chains;
mod columns;
mod programs;
mod strips;
mod turns;

const KERNELS_PER_FILE: u64 = 12;

#[test]
fn random_programs_keep_their_output() {
    let (first, files) = (number("POLYCC_RANDOM_SEED", 1), number("POLYCC_RANDOM_FILES", 6));
    let mut contracted = 0;
    for seed in first..first + files {
        contracted += check(seed);
    }
    println!("{contracted} arrays contracted in {} kernels", files * KERNELS_PER_FILE);
    assert!(contracted > 0, "the generator makes programs in which something contracts");
}

/// Fusions with random delays, reversals and interchanges: a schedule is refused as illegal, or the
/// output prints what the original prints.
#[test]
fn random_schedules_are_refused_or_keep_the_output() {
    let files = number("POLYCC_RANDOM_FILES", 12);
    let first = number("POLYCC_RANDOM_SEED", 1);
    let kept = (first..first + files).filter(|seed| scheduled_keeps_output(*seed)).count();
    println!("{kept} of {files} schedules are legal");
    assert!(kept > 0, "some of the schedules are legal");
}

fn scheduled_keeps_output(seed: u64) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let (input, out) = (folder.path().join("in.c"), folder.path().join("out.c"));
    std::fs::write(&input, scheduled(&mut Random(seed))).unwrap();
    let mut command = Command::new(polycc());
    let done = command.arg(&input).args(["--optimize", &aim(seed)]).arg("-o").arg(&out).output().unwrap();
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    if done.status.code() == Some(1) {
        assert!(said.contains("]: this schedule"), "seed {seed}: {said}");
        return false;
    }
    assert!(done.status.success(), "seed {seed}: {said}");
    assert_eq!(output(&input), output(&out), "seed {seed}: the outputs differ");
    true
}

/// Three phases over planes under a random schedule.
fn scheduled(random: &mut Random) -> String {
    let (back, right) = (random.below(3), random.below(3));
    let dates: Vec<String> = (0..3u64)
        .map(|statement| {
            let delay = |random: &mut Random| 2 * statement + random.below(2) * statement;
            let row = format!("{}i + {}", random.pick(&["", "", "", "-", "2"]), delay(random));
            let column = format!("{}j + {}", random.pick(&["", "", "", "", "-"]), delay(random));
            let order = random.below(8);
            let date = match order {
                0 => format!("[{column}, {row}]"),
                1 => format!("[{statement}, {row}, {column}]"),
                _ => format!("[{row}, {column}]"),
            };
            format!("S{statement}[i,j] -> {date}")
        })
        .collect();
    let schedule = dates.join("; ");
    format!(
        "#include <stdio.h>
#include <string.h>
static void kernel(int n, int m, double in[restrict 40][40], double out[restrict 40][40]) {{
    double t0[n + 6][m + 6], t1[n + 6][m + 6];
#pragma polycc schedule {{ {schedule} }}
#pragma scop
    for (int i = 0; i < n + 6; i++)
        for (int j = 0; j < m + 6; j++)
            t0[i][j] = in[i][j] * 2 - i + 0.5 * j;
    for (int i = 2; i < n + 6; i++)
        for (int j = 0; j < m + 4; j++)
            t1[i][j] = t0[i - {back}][j + {right}] + t0[i][j] * (j + 1);
    for (int i = 2; i < n + 4; i++)
        for (int j = 1; j < m + 3; j++)
            out[i][j] += t1[i][j - 1] - t1[i][j + 1];
#pragma endscop
}}
static double in[40][40], out[40][40];
int main(void) {{
    for (int n = 1; n < 12; n += 3)
        for (int m = 1; m < 12; m += 2) {{
            for (int i = 0; i < 40; i++) for (int j = 0; j < 40; j++) {{ in[i][j] = (i * 37 + j * 11) % 19 - 7.5; out[i][j] = i; }}
            kernel(n, m, in, out);
            for (int i = 0; i < 40; i++) for (int j = 0; j < 40; j++) {{ unsigned long long b; memcpy(&b, &out[i][j], 8); printf(\"%llx\\n\", b); }}
        }}
    return 0;
}}
"
    )
}

/// What polycc aims at in the test of `seed`, unless `POLYCC_RANDOM_OPTIMIZE` says it.
fn aim(seed: u64) -> String {
    let usual = if seed % 3 == 0 { "memory" } else { "speed" };
    std::env::var("POLYCC_RANDOM_OPTIMIZE").unwrap_or(usual.to_string())
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// Runs polycc on the file of `seed`; how many arrays got smaller.
fn check(seed: u64) -> usize {
    // a dozen regions share what the limit gives
    let options = ["--optimize", &aim(seed), "--time-limit", "120"];
    let (said, report) = kept(seed, &program(seed), &options);
    assert!(!said.contains("stays as it is"), "seed {seed}: the generator stays within the model\n{said}");
    contracted(&report)
}

/// How many arrays got smaller.
fn contracted(report: &serde_json::Value) -> usize {
    let regions = report["regions"].as_array().unwrap();
    let arrays = regions.iter().flat_map(|region| region["arrays"].as_array().unwrap());
    arrays.filter(|array| array["decision"] != "kept").count()
}

/// Runs polycc on the program of `seed`, which must print the same afterwards: what it said, and its report.
fn kept(seed: u64, program: &str, options: &[&str]) -> (String, serde_json::Value) {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("in.c"), program).unwrap();
    let done = Command::new(polycc())
        .arg(path("in.c"))
        .args(options)
        .args(["-o".into(), path("out.c"), "--report".into(), path("report.json")])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(done.status.success(), "seed {seed}: {said}");
    assert_eq!(output(&path("in.c")), output(&path("out.c")), "seed {seed}: the outputs differ");
    let report = std::fs::read_to_string(path("report.json")).unwrap();
    (said, serde_json::from_str(&report).unwrap())
}

fn polycc() -> std::path::PathBuf {
    let polycc = testsuite::polycc();
    assert!(testsuite::is_there(&polycc));
    polycc
}

/// What the program prints under the sanitizers.
fn output(source: &std::path::Path) -> String {
    let program = source.with_extension("exe");
    let flags = ["-O1", "-ffp-contract=off", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    let built = Command::new("gcc").args(flags).arg(source).arg("-o").arg(&program).output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let done = Command::new(&program).output().unwrap();
    assert!(done.status.success(), "{}: {}", source.display(), String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).unwrap()
}

/// A small generator (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len() as u64) as usize]
    }

    fn one_in(&mut self, odds: u64) -> bool {
        self.below(odds) == 0
    }
}

fn program(seed: u64) -> String {
    let mut random = Random(seed);
    let mut text = String::from("#include <stdio.h>\n#include <string.h>\n#define PAD 6\n\n");
    for kernel in 0..KERNELS_PER_FILE {
        text.push_str(&self::kernel(&mut random, kernel));
    }
    text.push_str("static double in[40][40], out[40][40];\nint main(void) {\n");
    text.push_str(
        "    for (int n = 1; n < 14; n += 1 + n / 3)\n        for (int m = 1; m < 12; m += 2 + m / 4) {\n",
    );
    for kernel in 0..KERNELS_PER_FILE {
        writeln!(text, "            for (int i = 0; i < 40; i++) for (int j = 0; j < 40; j++) {{ in[i][j] = (i * 37 + j * 11) % 19 - 7.5; out[i][j] = 0; }}").unwrap();
        writeln!(text, "            kernel{kernel}(n, m, in, out);").unwrap();
        writeln!(text, "            for (int i = 0; i < 40; i++) for (int j = 0; j < 40; j++) {{ unsigned long long b; memcpy(&b, &out[i][j], 8); if (b) printf(\"{kernel} %d %d %d %d %llx\\n\", n, m, i, j, b); }}").unwrap();
    }
    text.push_str("        }\n    return 0;\n}\n");
    text
}

/// One function with temporaries `t0`, `t1` (planes) and `v` (a row) in one region.
fn kernel(random: &mut Random, number: u64) -> String {
    let mut text = format!(
        "static void kernel{number}(int n, int m, double in[40][40], double out[restrict 40][40]) {{\n    \
         double t0[n + PAD][m + PAD], t1[n + PAD][m + PAD], v[n + PAD];\n    double s;\n#pragma scop\n"
    );
    match random.below(3) {
        0 => streaming(random, &mut text),
        1 => phases(random, &mut text),
        _ => time_steps(random, &mut text),
    }
    text.push_str("#pragma endscop\n}\n\n");
    text
}

/// Producers and consumers in one loop over rows, at random distances.
fn streaming(random: &mut Random, text: &mut String) {
    let delay = random.below(4);
    let (j0, j1) = ("for (int j = 0; j < m + PAD; j++)", "for (int j = 1; j < m + 4; j++)");
    let backwards = random.one_in(4);
    let head = if backwards {
        "for (int i = n + PAD - 1; i >= 0; i--) {"
    } else {
        "for (int i = 0; i < n + PAD; i++) {"
    };
    writeln!(text, "    {head}").unwrap();
    writeln!(text, "        {j0} t0[i][j] = in[i][j] * {} + i;", random.below(5)).unwrap();
    writeln!(text, "        v[i] = in[i][{}] - {}.5;", random.below(6), random.below(3)).unwrap();
    let (test, row) = match backwards {
        true => (format!("i < n + PAD - {delay}"), format!("i + {delay}")),
        false => (format!("i >= {delay}"), format!("i - {delay}")),
    };
    writeln!(text, "        if ({test}) {{").unwrap();
    let combine = random.pick(&["+", "-", "*"]);
    writeln!(text, "            {j1} t1[i][j] = t0[{row}][j - 1] {combine} t0[i][j + 1] + v[{row}];")
        .unwrap();
    let operator = random.pick(&["=", "+=", "-="]);
    let step = random.pick(&["j++", "j += 2", "j += 3"]);
    writeln!(text, "            for (int j = 2; j < m + 3; {step}) out[i][j] {operator} t1[i][j - 1] + (j > 3 ? t1[i][j - 2] : 1.0) * v[i];").unwrap();
    text.push_str("        }\n    }\n");
}

/// Whole phases one after the other, with a scalar.
fn phases(random: &mut Random, text: &mut String) {
    let shift = random.below(3);
    text.push_str("    for (int i = 0; i < n + PAD; i++)\n        for (int j = 0; j < m + PAD; j++)\n");
    writeln!(text, "            t0[i][j] = in[i][j] / {}.0;", 1 + random.below(4)).unwrap();
    text.push_str("    for (int i = 0; i < n + PAD; i++) {\n        s = 0;\n");
    let triangular = random.pick(&["j < m + PAD", "j <= i && j < m + PAD", "j < m + PAD - 1 - i % 2"]);
    writeln!(
        text,
        "        for (int j = 0; {triangular}; j++) {{ s += t0[i][j]; t1[i][j] = s * {shift} + t0[i][j]; }}"
    )
    .unwrap();
    text.push_str("        v[i] = s;\n    }\n");
    let (first, second) = if random.one_in(2) { ("i", "0") } else { ("n + PAD - 1 - i", "0") };
    writeln!(text, "    for (int i = {shift}; i < n + PAD; i++) {{").unwrap();
    writeln!(text, "        double w = v[i] - v[i - {shift}];").unwrap();
    writeln!(text, "        out[i][1] = w + t1[{first}][{second}];\n        out[i][0]++;\n    }}").unwrap();
}

/// Time steps over a row, in single assignment, with a random stencil.
fn time_steps(random: &mut Random, text: &mut String) {
    let reach = 1 + random.below(2);
    text.push_str("    for (int j = 0; j < m + PAD; j++) t0[0][j] = in[0][j];\n");
    let back = random.one_in(3);
    if back {
        text.push_str("    for (int j = 0; j < m + PAD; j++) t0[1][j] = in[1][j];\n");
    }
    let start = if back { 2 } else { 1 };
    writeln!(text, "    for (int t = {start}; t < n + PAD; t++) {{").unwrap();
    writeln!(text, "        for (int j = 0; j < m + PAD; j++) {{").unwrap();
    writeln!(text, "            if (j >= {reach} && j < m + PAD - {reach})").unwrap();
    let old = if back { "t0[t - 2][j]" } else { "(double)j" };
    writeln!(
        text,
        "                t0[t][j] = (t0[t - 1][j - {reach}] + t0[t - 1][j + {reach}]) * 0.5 - {old};"
    )
    .unwrap();
    text.push_str("            else\n                t0[t][j] = t0[t - 1][j];\n        }\n    }\n");
    text.push_str("    for (int j = 0; j < m + PAD; j++) out[0][j] = t0[n + PAD - 1][j];\n");
}
