//! Any text as a set of conflicting differences.

#![no_main]

#[path = "../../crates/polycc/src/bin/polyalloc/input.rs"]
mod input;
#[path = "../../crates/polycc/src/bin/polyalloc/place.rs"]
mod place;
#[path = "../../crates/polycc/src/bin/polyalloc/report.rs"]
mod report;

use allocator::portfolio::Settings;
use diagnostics::render;
use input::Input;
use report::Report;
use std::collections::BTreeMap;
use std::path::Path;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let some: BTreeMap<String, i64> = [("N".to_string(), 9), ("M".to_string(), 4)].into();
    for at in [BTreeMap::new(), some] {
        match Input::of_text(Path::new("in"), text, &at) {
            Ok((input, said)) => {
                render::to_text(&said, Some(&input.map), false);
                report(&input, &at);
            }
            Err(refused) => drop(render::to_text(&refused.diagnostics, refused.map.as_deref(), false)),
        }
    }
});

fn report(input: &Input, at: &BTreeMap<String, i64>) {
    if input.check_values(at).is_err() {
        return;
    }
    let _ = input.remarks(at);
    if let Ok(report) = Report::new(input, Settings { only: None, power_of_two: !at.is_empty() }, at) {
        report.to_json();
        let _ = input.unbounded();
    }
}
