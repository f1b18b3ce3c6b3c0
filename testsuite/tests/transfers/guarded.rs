//! A program in which the two memory spaces are really apart.

use std::path::Path;
use std::process::Command;
use std::time::Duration;
use testsuite::case::Case;
use testsuite::cases_folder;
use testsuite::compilers::SANITIZED;
use testsuite::process::{self, Outcome};

const LIMIT: Duration = Duration::from_secs(60);

/// The isolated program prints what the original prints, and names nothing of the program's in an isolated statement.
pub fn try_out(case: &Path, polycc: &Path) -> Result<(), String> {
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let text = isolated(case, polycc, &GUARD, scratch.path())?;
    no_originals(&text)?;
    let guarded = run(&text, true, scratch.path())?;
    let original = std::fs::read_to_string(cases_folder().join(case)).map_err(|error| error.to_string())?;
    let expected = run(&original, false, scratch.path())?;
    if !guarded.succeeded() {
        return Err(format!("the guarded program {}: {}", guarded.ending(), guarded.stderr));
    }
    if !guarded.stderr.contains("guard: ") || guarded.stderr.contains("guard: 0 statements") {
        return Err(format!("no isolated statement ran: {}", guarded.stderr));
    }
    if guarded.stdout == expected.stdout { Ok(()) } else { Err("the programs print different bits".into()) }
}

/// What the guard counts.
pub fn report(case: &Path, polycc: &Path) -> Result<String, String> {
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let text = isolated(case, polycc, &GUARD, scratch.path())?;
    Ok(run(&text, true, scratch.path())?.stderr)
}

/// A reference that goes to the program's memory gets garbage.
pub fn stray_read(polycc: &Path) -> Result<(), String> {
    let guarded = tampered(polycc, "src_local[i + j]", "src[i + j]")?;
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let original =
        std::fs::read_to_string(cases_folder().join("isolated/fir.c")).map_err(|e| e.to_string())?;
    let expected = run(&original, false, scratch.path())?;
    if guarded.stdout == expected.stdout { Err("nobody saw it".into()) } else { Ok(()) }
}

/// A reference that changes the program's memory ends the program.
pub fn stray_write(polycc: &Path) -> Result<(), String> {
    let guarded = tampered(polycc, "dst_local[i] = v", "dst[i] = dst_local[i] = v")?;
    let seen = guarded.stderr.contains("has written to the program's memory");
    if seen { Ok(()) } else { Err(format!("nobody saw it: {}", guarded.stderr)) }
}

/// The sizes at which the cases `fir*.c` run (`each_size.h`).
const SIZES: [u64; 7] = [0, 1, 2, 3, 5, 7, 8];

/// Section 4.3: a filter that is isolated as a whole moves n + k elements in; one that is isolated by iterations
/// (Listing 1.4) moves k and k in each of them. Without coefficients or without results nothing goes in.
pub fn counts(polycc: &Path) -> Result<(), String> {
    for case in ["isolated/fir.c", "isolated/fir_loop.c"] {
        moves(polycc, case, &|n, k, results| Moves {
            statements: 1,
            loads: if k > 0 && results > 0 { 2 } else { 0 },
            loaded: if k > 0 && results > 0 { n + k } else { 0 },
            stores: u64::from(results > 0),
            stored: results,
        })?;
    }
    // Theorem 1: k and k elements in the first iteration, then one in each
    for case in ["isolated/fir_reuse.c", "isolated/fir_overlap.c"] {
        moves(polycc, case, &|n, k, results| Moves {
            statements: results,
            loads: if k > 0 && results > 0 { results + 1 } else { 0 },
            loaded: if k > 0 && results > 0 { n + k } else { 0 },
            stores: results,
            stored: results,
        })?;
    }
    moves(polycc, "isolated/tiles_fir.c", &|n, k, results| {
        let tiles = results.div_ceil(4);
        Moves {
            statements: tiles,
            loads: if k > 0 && results > 0 { tiles + 1 } else { 0 },
            loaded: if k > 0 && results > 0 { n + k } else { 0 },
            stores: tiles,
            stored: results,
        }
    })?;
    moves(polycc, "isolated/fir_call.c", &|_, k, results| Moves {
        statements: results,
        loads: if k > 0 { 2 * results } else { 0 },
        loaded: 2 * k * results,
        stores: results,
        stored: results,
    })
}

/// A matrix product n x m by m x p in tiles with sides of t: each factor goes in once per tile of what it doesn't
/// have, so n m ceil(p / t) and m p ceil(n / t) elements; the result once each way, if it stays for all tiles along m,
/// else as often as there are of those. With n = m = p and t that divides n: 2 n n n / t + 2 n n.
pub fn volumes(polycc: &Path) -> Result<(), String> {
    product(polycc, "isolated/tiles_matmul.c", [2, 2, 2], true)?;
    product(polycc, "isolated/tiles_apart.c", [3, 2, 4], false)
}

fn product(polycc: &Path, case: &str, [rows, columns, depth]: [u64; 3], stays: bool) -> Result<(), String> {
    let mut sum = Moves::default();
    for (n, m, p) in SIZES.iter().flat_map(|n| SIZES.iter().flat_map(|m| SIZES.map(|p| (*n, *m, p)))) {
        // C wants rows to have a cell at least
        if m == 0 || p == 0 {
            continue;
        }
        let (down, across, along) = (n.div_ceil(rows), p.div_ceil(columns), m.div_ceil(depth));
        let visits = if stays { 1 } else { along };
        // rows are copied one by one
        sum.add(&Moves {
            statements: down * across * along,
            loads: n * across * visits + n * across * along + m * down * across,
            loaded: n * p * visits + n * m * across + m * p * down,
            stores: n * across * visits,
            stored: n * p * visits,
        });
    }
    compared(polycc, case, 8, &sum)
}

/// Numbers of transfers, and of elements.
#[derive(Default)]
struct Moves {
    statements: u64,
    loads: u64,
    loaded: u64,
    stores: u64,
    stored: u64,
}

impl Moves {
    fn add(&mut self, other: &Moves) {
        self.statements += other.statements;
        self.loads += other.loads;
        self.loaded += other.loaded;
        self.stores += other.stores;
        self.stored += other.stored;
    }
}

/// `expected` takes the number of samples, of coefficients, and of results.
fn moves(polycc: &Path, case: &str, expected: &dyn Fn(u64, u64, u64) -> Moves) -> Result<(), String> {
    let mut sum = Moves::default();
    for (n, k) in SIZES.iter().flat_map(|n| SIZES.map(|k| (*n, k))) {
        sum.add(&expected(n, k, (n + 1).saturating_sub(k)));
    }
    compared(polycc, case, 4, &sum)
}

/// That a case, with elements of `width` bytes, moves this all in all.
fn compared(polycc: &Path, case: &str, width: u64, all: &Moves) -> Result<(), String> {
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let text = isolated(Path::new(case), polycc, &GUARD, scratch.path())?;
    let Moves { statements, loads, loaded, stores, stored } = all;
    let (loaded, stored) = (width * loaded, width * stored);
    let expected = format!(
        "guard: {statements} statements, {loads} loads of {loaded} bytes, {stores} stores of {stored} bytes"
    );
    let guarded = run(&text, true, scratch.path())?;
    match guarded.stderr.trim() == expected {
        true => Ok(()),
        false => Err(format!("{case}: {}, not {expected}", guarded.stderr.trim())),
    }
}

fn tampered(polycc: &Path, from: &str, to: &str) -> Result<Outcome, String> {
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let text = isolated(Path::new("isolated/fir.c"), polycc, &GUARD, scratch.path())?;
    if !text.contains(from) {
        return Err(format!("the output has no `{from}`"));
    }
    run(&text.replace(from, to), true, scratch.path())
}

/// The flags by which all transfers go through the guard.
const GUARD: [&str; 2] = ["--transfer-prefix", "guard_"];

/// The case with transfers as `spelling` says.
pub fn isolated(case: &Path, polycc: &Path, spelling: &[&str], scratch: &Path) -> Result<String, String> {
    let output = scratch.join("isolated.c");
    let mut command = Command::new(polycc);
    command.current_dir(cases_folder()).args(["-I", "include", "-q", "--optimize", "none"]);
    command.args(spelling).args(Case::read(&cases_folder(), case)?.flags);
    command.arg(case).arg("-o").arg(&output);
    let outcome = process::run(&mut command, scratch, LIMIT)?;
    if !outcome.succeeded() {
        return Err(format!("polycc {}: {}", outcome.ending(), outcome.stderr));
    }
    std::fs::read_to_string(&output).map_err(|error| error.to_string())
}

/// The isolated form of the program `text` prints what it prints itself.
pub fn compare(text: &str, polycc: &Path) -> Result<(), String> {
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let (input, output) = (scratch.path().join("input.c"), scratch.path().join("isolated.c"));
    std::fs::write(&input, text).map_err(|error| error.to_string())?;
    let mut command = Command::new(polycc);
    command.current_dir(cases_folder()).args(["-I", "include", "-q", "--optimize", "none"]).args(GUARD);
    let outcome = process::run(command.arg(&input).arg("-o").arg(&output), scratch.path(), LIMIT)?;
    if !outcome.succeeded() {
        return Err(format!("polycc {}: {}", outcome.ending(), outcome.stderr));
    }
    let isolated = std::fs::read_to_string(&output).map_err(|error| error.to_string())?;
    let guarded = run(&isolated, true, scratch.path())?;
    let expected = run(text, false, scratch.path())?;
    match guarded.succeeded() {
        false => Err(format!("the guarded program {}: {}", guarded.ending(), guarded.stderr)),
        true if guarded.stdout == expected.stdout => Ok(()),
        true => Err("the programs print different bits".into()),
    }
}

fn run(text: &str, is_guarded: bool, scratch: &Path) -> Result<Outcome, String> {
    let source = scratch.join("program.c");
    std::fs::write(&source, text).map_err(|error| error.to_string())?;
    let guard = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transfers/guard.h");
    let flags = match is_guarded {
        true => vec!["-include".to_string(), guard.display().to_string()],
        false => vec![],
    };
    let program = scratch.join("program");
    SANITIZED.compile(&source, &flags, &cases_folder(), &program)?;
    process::run(&mut Command::new(&program), scratch, LIMIT)
}

/// Between `guard_begin` and `guard_end` no variable is named that has a counterpart.
fn no_originals(text: &str) -> Result<(), String> {
    let words = |text: &str| -> Vec<String> {
        let split = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        split.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let blocks: Vec<&str> = text.split("guard_begin();").collect();
    for pair in blocks.windows(2) {
        let prelude = pair[0].rsplit("/* polycc: what follows").next().unwrap_or_default();
        let originals =
            words(prelude).into_iter().filter_map(|word| Some(word.strip_suffix("_local")?.to_owned()));
        let originals: Vec<_> = originals.collect();
        let inside = pair[1].split("guard_end();").next().unwrap_or_default();
        if let Some(name) = words(inside).into_iter().find(|word| originals.contains(word)) {
            return Err(format!("an isolated statement names `{name}`"));
        }
    }
    Ok(())
}
