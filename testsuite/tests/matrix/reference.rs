//! What a program prints before polycc had it, at which sizes, and in how many threads.

use crate::place::Place;
use crate::program::Program;
use testsuite::compilers::{Build, Compiled, QUICK, SANITIZED, THREADED, THREADS};

/// The original's behaviour.
#[derive(Debug)]
pub struct Reference {
    /// The sizes of each run, as the environment gives them.
    pub sizes: Vec<String>,
    /// How many of those tried the program can run at.
    pub taken: usize,
    /// What it prints.
    pub output: Vec<u8>,
    /// In how many threads it prints that.
    pub threads: Vec<u32>,
}

/// Local variables that were never set must not look alike in two builds.
const UNSET: [&str; 2] = ["-ftrivial-auto-var-init=pattern", "-ftrivial-auto-var-init=zero"];

/// More output than this shows nothing that less doesn't.
const LARGEST: usize = 16 << 20;

impl Reference {
    /// Finds the sizes at which the original has a meaning, and runs it.
    pub fn of(program: &Program, place: &Place) -> Result<Reference, String> {
        program.write(&place.folder.join("in.c"))?;
        let build = |build: Build, name: &str, unset: &str| {
            place.compile(program, build, "in.c", name, &[unset.to_string()])
        };
        let checked = build(SANITIZED, "in.checked", UNSET[0])?;
        let quick = if parallel(&program.text) { THREADED } else { QUICK };
        let plain = build(quick, "in.plain", UNSET[1])?;
        let defined = |size: &&str| agreed(&checked, &plain, &[size.to_string()]).is_some();
        let mut chosen: Vec<&str> = program.sizes.candidates(program.least).filter(defined).collect();
        loop {
            let sizes = program.sizes.runs(&chosen);
            if let Some(output) = agreed(&checked, &plain, &sizes).filter(|_| !chosen.is_empty()) {
                let same = |threads: &u32| run(&plain, *threads, &sizes).is_ok_and(|other| other == output);
                let threads = THREADS.into_iter().filter(same).collect();
                return Ok(Reference { sizes, taken: chosen.len(), output, threads });
            }
            // one after the other is too much for it
            chosen.pop().ok_or("the original can't run at any of the sizes")?;
        }
    }
}

/// Whether the text has OpenMP's pragmas.
pub fn parallel(text: &str) -> bool {
    text.contains("#pragma omp") || text.contains("_Pragma(\"omp")
}

/// What both builds print, if the program ends well at `sizes` and uses nothing that was never set.
fn agreed(checked: &Compiled, plain: &Compiled, sizes: &[String]) -> Option<Vec<u8>> {
    let output = run(checked, 1, sizes).ok()?;
    (output.len() <= LARGEST && run(plain, 1, sizes).ok()? == output).then_some(output)
}

/// What a program prints in all runs.
pub fn run(program: &Compiled, threads: u32, sizes: &[String]) -> Result<Vec<u8>, String> {
    let outputs =
        sizes.iter().map(|sizes| Ok(program.run_with(threads, &[("SIZES", sizes.clone())])?.stdout));
    outputs.collect::<Result<Vec<_>, String>>().map(|outputs| outputs.concat())
}
