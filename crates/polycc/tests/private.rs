//! The checker refuses each list of private arrays that lacks one: results of `--parallel` and of parallel schedules, run
//! as if all threads shared what each must have for itself.

use check::{Fault, Outcome};
use frontend::preprocess::Preprocessor;
use polycc::pipeline::{self, Aim};
use polycc::{Input, Region, Settings};
use std::collections::BTreeSet;
use std::path::Path;

/// Cases of the testsuite whose results have private arrays, and what they aim at.
const CASES: [(&str, Aim); 8] = [
    ("found_private", Aim::Order),
    ("private_here_only", Aim::Order),
    ("private_row", Aim::Order),
    ("private_scalars", Aim::Order),
    ("chunks_blur", Aim::Speed),
    ("chunks_fir_bank", Aim::Speed),
    ("chunks_twice", Aim::Speed),
    ("chunks_unsharp", Aim::Speed),
];

/// The regions of a case that have private arrays.
fn results(case: &str, aim: Aim) -> Vec<Region> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testsuite/cases");
    let arguments = vec![format!("-I{}", folder.join("include").display())];
    let preprocessor = Preprocessor::new("cc", arguments);
    let read = Input::read(&folder.join("parallel").join(format!("{case}.c")), &preprocessor);
    let (mut input, _) = read.unwrap_or_else(|problem| panic!("{case}: {}", problem.message));
    input.find_regions(None);
    let at = ["h", "w", "n", "m"].map(|name| (name.to_string(), 4096)).into();
    let settings = Settings { aim, at, parallel: true, expand: true, ..Settings::default() };
    let run = |region| pipeline::run(&input, region, &settings, &mut Default::default()).ok();
    let all = input.unit.regions().iter().filter_map(run);
    all.filter(|region| !region.private.is_empty()).collect()
}

#[test]
fn lists_of_private_arrays_that_lack_one_are_refused() {
    let (mut refused, mut races) = (0, 0);
    for (case, aim) in CASES {
        let regions = results(case, aim);
        assert!(!regions.is_empty(), "{case} has no private arrays");
        for region in regions {
            assert_eq!(region.check_with(&region.private).outcome, Outcome::Equal, "{case}");
            let lacking = region.private.iter().map(|array| {
                let rest = region.private.iter().copied().filter(|other| other != array);
                rest.collect::<BTreeSet<_>>()
            });
            for wrong in lacking {
                match region.check_with(&wrong).outcome {
                    Outcome::Differs(mismatch) => {
                        refused += 1;
                        races += usize::from(matches!(mismatch.fault, Fault::Race(_)));
                    }
                    other => panic!("{case} with {wrong:?} of {:?}: {other:?}", region.private),
                }
            }
        }
    }
    assert!(refused >= 10, "{refused} lists");
    // the others run instances again whose values all would see
    assert!(races >= 5, "{races} races");
}
