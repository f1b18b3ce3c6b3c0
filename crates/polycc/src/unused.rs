//! Options that speak of something that no file has.

use crate::driver::Job;
use crate::{Region, isolate};
use codegen::isolate::Means;
use diagnostics::{Code, Diagnostic};
use std::collections::BTreeSet;

/// What the regions that are taken have.
#[derive(Default)]
pub struct Seen {
    parameters: BTreeSet<String>,
    arrays: BTreeSet<String>,
    isolates: bool,
    /// Whether anything is taken at all; else that is what there is to say.
    takes: bool,
}

impl Seen {
    /// Adds what a file has.
    pub fn add(&mut self, regions: &[Region], isolated: &[isolate::Statement]) {
        let all = regions.iter().map(|region| &region.analysed.scop);
        for scop in all.chain(isolated.iter().map(|statement| &statement.analysed.scop)) {
            self.parameters.extend(scop.parameters.iter().map(|parameter| parameter.name.clone()));
            self.arrays.extend(scop.arrays.iter().map(|array| array.c_name.clone()));
        }
        let stays = isolated.iter().flat_map(|statement| &statement.stays);
        self.parameters.extend(stays.flat_map(|stay| stay.scop.parameters.iter().map(|it| it.name.clone())));
        self.isolates |= !isolated.is_empty();
        self.takes |= self.isolates || !regions.is_empty();
    }

    /// A warning for each option of `job` that has nothing to speak of.
    pub fn unused(&self, job: &Job) -> Vec<Diagnostic> {
        let values = job.at.iter().filter(|(name, _)| !self.parameters.contains(*name));
        let values = values.map(|(name, value)| (format!("--at {name}={value}"), "parameter", name));
        let names = job.temporaries.iter().filter(|name| !self.arrays.contains(*name));
        let names = names.map(|name| (format!("--temporary {name}"), "array", name));
        let missing = values.chain(names).map(|(option, what, name)| {
            Diagnostic::warning(
                Code::UnusedOption,
                format!("`{option}`: no region that is taken has {} `{name}`", article(what)),
            )
        });
        missing.filter(|_| self.takes).chain(self.unused_transfers(job)).collect()
    }

    fn unused_transfers(&self, job: &Job) -> Option<Diagnostic> {
        let option = match &job.means {
            _ if self.isolates => return None,
            Means::Prefixed(_) | Means::Started(_) => "--transfer-prefix",
            Means::Memcpy if job.overlaps => "--transfer-overlap",
            Means::Memcpy if job.reuses => "--transfer-reuse",
            Means::Memcpy => return None,
            _ => "--transfer",
        };
        let warning = Diagnostic::warning(
            Code::UnusedOption,
            format!("`{option}`: no statement is isolated, so nothing is transferred"),
        );
        Some(warning.with_help("`#pragma polycc isolate` stands before a statement that is to be"))
    }
}

fn article(noun: &str) -> String {
    let is_vowel = noun.starts_with(['a', 'e', 'i', 'o', 'u']);
    format!("{} {noun}", if is_vowel { "an" } else { "a" })
}
