//! A region is modelled and run for a check twice at most, however many plans are made for it.

use frontend::preprocess::Preprocessor;
use polycc::pipeline::{self, Memory};
use polycc::timing::Timing;
use polycc::{Input, Settings};
use std::path::Path;

/// Cases for whose regions several plans are made: with zeros, with a name for each use, with fewer instances, with an array
/// for each statement, and with constants as parameters or as numbers.
const CASES: [&str; 8] = [
    "auto/arrays_of_the_file",
    "auto/cells_that_are_read",
    "auto/elements_in_strips",
    "auto/zeroed_in_vain",
    "auto/zeros_that_are_added_to",
    "nonaffine/filled_by_calls",
    "speed/im2col",
    "structures/limiter",
];

/// How often the stages ran for each region of a case.
fn timings(case: &str, memory: Memory) -> Vec<Timing> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testsuite/cases");
    let arguments = vec![format!("-I{}", folder.join("include").display())];
    let preprocessor = Preprocessor::new("cc", arguments);
    let read = Input::read(&folder.join(format!("{case}.c")), &preprocessor);
    let (mut input, _) = read.unwrap_or_else(|problem| panic!("{case}: {}", problem.message));
    input.find_regions(None);
    let settings = Settings { memory, ..Settings::default() };
    let timing = |region| {
        let mut timing = Timing::default();
        pipeline::run(&input, region, &settings, &mut timing).ok().map(|_| timing)
    };
    input.unit.regions().iter().filter_map(timing).collect()
}

#[test]
fn two_pipelines_at_most() {
    for case in CASES {
        let both = [Memory::Contract, Memory::Reallocate].map(|memory| timings(case, memory)).concat();
        for (timing, stage) in both.iter().flat_map(|timing| [(timing, "model"), (timing, "check")]) {
            let runs = timing.runs(stage);
            assert!((1..=2).contains(&runs), "{case}: {stage} {runs} times");
        }
        // each plan starts with the order that the region has
        let has_more_plans = |timing: &Timing| timing.runs("schedule") > timing.runs("check");
        assert!(both.iter().any(has_more_plans), "{case} shows nothing: one plan for each check");
    }
}
