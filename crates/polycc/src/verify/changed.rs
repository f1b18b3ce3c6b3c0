//! The functions of a file that changed, and what is known of how they may be called.

use super::calls::{Callee, Callees};
use super::driver::Driver;
use super::trials::{Site, candidates};
use crate::input::Input;
use crate::reread::Reading;
use polyhedral::Scop;
use reread::Source;
use std::collections::BTreeMap;

impl Callees {
    /// Those of a file that was `source` and becomes `text`. Nobody needs what is in `temporaries` after a region.
    pub fn new(reading: &Reading, source: &str, text: &str, temporaries: &[String]) -> Self {
        let Input { path, preprocessor, .. } = reading.input;
        let parsed = |text: &str| Input::from_text(path, text.to_owned(), preprocessor);
        let (Ok((before, _)), Ok((after, _))) = (parsed(source), parsed(text)) else {
            return Callees::default();
        };
        // parameters that are tables of rows are called as they are written
        let written = before.unit.as_written(&before.map);
        let unit = written.as_ref().unwrap_or(&before.unit);
        let (was, is) = (Source::new(unit, &before.map), Source::new(&after.unit, &after.map));
        let ignored = reading.ignored(temporaries);
        let mut callees = Callees::default();
        for (name, _) in was.changed(&is) {
            let Some(function) = unit.definitions().iter().find(|function| function.name == name) else {
                continue;
            };
            match Driver::new(unit, &before.map, function, &ignored) {
                Ok(driver) => {
                    let trials = candidates(&driver.sizes, &sites(reading, name));
                    callees.all.push(Callee { driver, trials, ignored: ignored.clone() });
                }
                Err(why) => callees.others.push((name.to_owned(), why)),
            }
        }
        callees
    }
}

/// The regions of a function.
fn sites<'a>(reading: &Reading<'a>, function: &str) -> Vec<Site<'a>> {
    let is_bound = !reading.assumes_nothing();
    let site = |scop: &'a Scop, checked: &'a [BTreeMap<String, i64>]| Site { scop, checked, is_bound };
    let regions = reading.regions.iter().map(|region| site(&region.analysed.scop, &region.check.checked));
    let isolated =
        reading.isolated.iter().map(|statement| site(&statement.analysed.scop, &statement.check.checked));
    regions.chain(isolated).filter(|site| site.scop.function == function).collect()
}
