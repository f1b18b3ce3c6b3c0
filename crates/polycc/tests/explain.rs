//! `polycc explain` and `--emit messages`.

use std::fs;
use std::process::{Command, Output};

const RELAX: &str = "\
void relax(int steps, int n, double x[n])
{
    double u[steps + 1][n];
    for (int i = 0; i < n; i++)
        u[0][i] = x[i];
    for (int t = 1; t <= steps; t++)
        for (int i = 0; i < n; i++)
            u[t][i] = i > 0 ? u[t - 1][i - 1] + u[t - 1][i] : u[t - 1][i];
    for (int i = 0; i < n; i++)
        x[i] = u[steps][i];
}
void count(int n, int *h, const int *image)
{
    for (int i = 0; i < n; i++)
        h[image[i]]++;
    do h[n] = 0; while (n--);
}
double noise(int i);
void draw(int n, double *a)
{
    for (int i = 0; i < n; i++) {
        a[i] = i;
        a[i] = noise(i);
    }
}
";

const APART: &str = "\
void apart(int n, double a[n])
{
#pragma polycc isolate
    a[0] = a[1];
}
";

/// Runs polycc in a folder with the programs, and a file called `explain`.
fn polycc(words: &[&str]) -> (Output, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("relax.c"), RELAX).unwrap();
    fs::write(folder.path().join("apart.c"), APART).unwrap();
    fs::write(folder.path().join("explain"), "int x;\n").unwrap();
    let done = Command::new(env!("CARGO_BIN_EXE_polycc")).args(words).current_dir(folder.path()).output();
    let entries = fs::read_dir(folder.path()).unwrap();
    let mut names: Vec<_> = entries.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    (done.unwrap(), names)
}

fn stdout(words: &[&str]) -> String {
    let (done, files) = polycc(words);
    assert_eq!((done.status.code(), &done.stderr[..]), (Some(0), &b""[..]), "{words:?}");
    assert_eq!(files, ["apart.c", "explain", "relax.c"], "nothing is written");
    String::from_utf8(done.stdout).unwrap()
}

fn has_lines(text: &str, lines: &[&str]) {
    let found: Vec<&str> = text.lines().map(str::trim).collect();
    let missing: Vec<_> = lines.iter().filter(|line| !found.contains(line)).collect();
    assert!(missing.is_empty(), "{missing:#?} aren't in\n{text}");
}

#[test]
fn codes_are_explained() {
    let text = stdout(&["explain", "p0301"]);
    assert!(text.starts_with("P0301: ") && text.contains("\n    #pragma scop\n") && !text.contains("```"));
    let list = stdout(&["explain"]);
    assert!(list.lines().count() > 60 && list.lines().all(|line| line.starts_with("P0")));
    let (done, _) = polycc(&["explain", "P0300"]);
    assert_eq!(done.status.code(), Some(2));
    let said = String::from_utf8(done.stderr).unwrap();
    assert!(said.starts_with("error[P0908]: ") && said.contains("P0301"), "{said}");
}

#[test]
fn the_story_of_a_statement() {
    let text = stdout(&["explain", "relax.c:8", "--at", "steps=500,n=1000"]);
    has_lines(
        &text,
        &[
            "in a region of `relax`, lines 4 to 10",
            "S1: u[t][i] = i > 0 ? u[t - 1][i - 1] + u[t - 1][i] : u[t - 1][i];",
            "runs for 0 < t <= steps and 0 <= i < n",
            "reads u[t - 1][i]: from S0 (relax.c:5), from S1 (relax.c:8)",
            "writes u[t][i]: read by S1 (relax.c:8), read by S2 (relax.c:10)",
            "array u (temporary): contracted, was double[steps + 1][n], now double[2][n]",
            "u[i,j] -> u[i mod 2, j] (method: successive-modulo; proved)",
            "501000 cells -> 2000, at most 1001 alive at once",
        ],
    );
}

#[test]
fn the_story_of_loops_arrays_and_messages() {
    has_lines(&stdout(&["explain", "relax.c:6"]), &["loop over t from 1 while t <= steps, by 1: S1"]);
    let declared = stdout(&["explain", "relax.c:3"]);
    has_lines(&declared, &["used by a region of `relax`, lines 4 to 10"]);
    assert!(declared.contains("array u ") && !declared.contains("S1"), "{declared}");
    let stays = stdout(&["explain", "relax.c:15"]);
    has_lines(&stays, &["why: which of its cells are used isn't known [P0501]"]);
    assert!(stays.contains("  relax.c:15:11: note[P0301]: "), "{stays}");
    assert!(stdout(&["explain", "relax.c:12"]).contains("used by a region of `count`"));
    assert!(stdout(&["explain", "relax.c:999"]).contains("no region"));
}

#[test]
fn the_story_of_what_is_not_taken_and_of_what_is_isolated() {
    let untaken = stdout(&["explain", "relax.c:22"]);
    has_lines(&untaken, &["loops of `draw`, lines 21 to 24, aren't taken: unknown call"]);
    assert!(untaken.contains("  relax.c:23:16: note[P0321]: "), "{untaken}");
    assert!(stdout(&["explain", "apart.c:4"]).contains("apart: isolated\n"));
}

#[test]
fn explanations_write_nothing() {
    for options in [&["-o", "x.c"][..], &["--report", "x.json"], &["--check"], &["--emit", "c"]] {
        let (done, files) = polycc(&[&["explain", "relax.c:8"], options].concat());
        assert_eq!((done.status.code(), files.len()), (Some(2), 3), "{options:?}");
        assert!(String::from_utf8(done.stderr).unwrap().starts_with("error[P0906]: "), "{options:?}");
    }
    let (done, _) = polycc(&["explain", "none.c:8"]);
    assert_eq!(done.status.code(), Some(1));
    assert!(String::from_utf8(done.stderr).unwrap().starts_with("error[P0101]: "));
}

#[test]
fn a_file_may_be_called_explain() {
    let (done, _) = polycc(&["./explain", "-o", "-"]);
    assert_eq!((done.status.code(), &done.stdout[..]), (Some(0), &b"int x;\n"[..]));
}

#[test]
fn messages_are_listed_by_place() {
    let text = stdout(&["relax.c", "--emit", "messages"]);
    let lines: Vec<&str> = text.lines().collect();
    let places =
        lines.iter().filter_map(|line| line.strip_prefix("relax.c:")?.split(':').next()?.parse().ok());
    let places: Vec<u32> = places.collect();
    assert!(places.is_sorted() && places.contains(&15) && places.contains(&23), "{text}");
    let has_code = |line: &&str| line.contains(": note[P0") || line.contains(": warning[P0");
    assert!(lines.iter().all(has_code), "{text}");
}
