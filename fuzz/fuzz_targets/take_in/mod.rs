//! All that the frontend does with a text.

use diagnostics::{SourceMap, render};
use frontend::{Constants, Unit};

/// isl's operations per region.
const BUDGET: u64 = 200_000;

/// Regions that are modelled; more say nothing new.
const REGIONS: usize = 4;

/// Parses `text` as if a preprocessor had passed it on, finds its regions, and models them. Nothing may panic or hang; all that is
/// said must have a place.
pub fn take_in(text: &str) {
    let map = SourceMap::new(format!("# 1 \"in.c\"\n{text}"), |_| Some(text.to_string()));
    let (mut unit, problems) = Unit::parse(&map, &|| None);
    render::to_text(&problems, Some(&map), false);
    let notes = unit.find_regions(&map, &|_| true);
    render::to_text(&notes, Some(&map), false);
    for region in unit.regions().iter().take(REGIONS) {
        for constants in [Constants::Lifted, Constants::Literal] {
            let context = isl::Context::new();
            let modelled = context.with_budget(BUDGET, || Ok(unit.model(region, &map, &context, constants)));
            if let Ok(Err(problems)) = modelled {
                render::to_text(&problems, Some(&map), false);
            }
        }
        let _ = unit.text(region, &map);
    }
    for isolated in unit.isolated().iter().take(REGIONS) {
        let _ = (unit.variables(isolated, &map), unit.calls(isolated, &map), unit.loop_around(isolated, &map));
    }
}
