//! What builds did: a line of JSON for each C file, from which a summary is made.
//!
//! The lines go to the file that `POLYCC_LOG` names, or to one in the user's cache. Compilers that run side by side add to it, each
//! with one write.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// What became of a C file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Its whole path.
    pub input: PathBuf,
    /// Its path as it was given to the compiler, which the texts about regions begin with.
    pub given: String,
    /// That of what it was compiled to.
    pub output: PathBuf,
    /// The regions that changed, each as a run tells of it.
    pub regions: Vec<String>,
    /// Why the compiler got it as it is, if polycc couldn't take it.
    pub left: Option<String>,
}

/// So many files are named of those that are left for the same reason.
const MOST_NAMED: usize = 3;

/// How long the file may become before it is begun anew.
const MOST_BYTES: u64 = 16 << 20;

impl Record {
    /// Adds it to the log. A log that can't be written is nobody's concern in a build.
    pub fn write(&self) {
        let _ = self.try_write();
    }

    fn try_write(&self) -> Option<()> {
        let file = file()?;
        fs::create_dir_all(file.parent()?).ok()?;
        if fs::metadata(&file).is_ok_and(|known| known.len() > MOST_BYTES) {
            fs::rename(&file, file.with_extension("old.jsonl")).ok()?;
        }
        let line = format!("{}\n", serde_json::to_string(self).ok()?);
        OpenOptions::new().create(true).append(true).open(file).ok()?.write_all(line.as_bytes()).ok()
    }
}

/// The log.
fn file() -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let in_cache =
        || Some(named("XDG_CACHE_HOME").or_else(|| Some(named("HOME")?.join(".cache")))?.join("polycc"));
    named("POLYCC_LOG").or_else(|| Some(in_cache()?.join("builds.jsonl")))
}

/// What the last builds of the files in `folder` did.
///
/// # Errors
/// That there is no log.
pub fn summary(folder: &Path) -> Result<String, String> {
    let file = file().ok_or("neither `POLYCC_LOG` nor `HOME` is set, so there is no log")?;
    let text = match fs::read_to_string(&file) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        read => read.map_err(|error| format!("cannot read `{}`: {error}", file.display()))?,
    };
    let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    Ok(summary_of(&text, &folder))
}

fn summary_of(log: &str, folder: &Path) -> String {
    // a line that a build was ended in says nothing
    let records = log.lines().filter_map(|line| serde_json::from_str::<Record>(line).ok());
    let inside = records.filter(|record| record.input.starts_with(folder) && record.input.exists());
    let last: BTreeMap<_, _> =
        inside.map(|record| ((record.input.clone(), record.output.clone()), record)).collect();
    let mut text = String::new();
    // one file may be compiled for several libraries
    let inside = |record: &Record| record.input.strip_prefix(folder).unwrap_or(&record.input).to_owned();
    let regions = last.values().flat_map(|record| {
        let name = inside(record).display().to_string();
        let named = move |region: &String| match region.strip_prefix(&record.given) {
            Some(rest) => format!("{name}{rest}"),
            None => region.clone(),
        };
        record.regions.iter().map(named)
    });
    regions.collect::<BTreeSet<_>>().iter().for_each(|region| text.push_str(region));
    let mut left: BTreeMap<&str, BTreeSet<PathBuf>> = BTreeMap::new();
    for record in last.values() {
        if let Some(why) = &record.left {
            left.entry(why).or_default().insert(inside(record));
        }
    }
    for (why, files) in left {
        let named = files
            .iter()
            .take(MOST_NAMED)
            .map(|file| file.display().to_string())
            .collect::<Vec<_>>()
            .join(", ");
        let more = files.len().saturating_sub(MOST_NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        writeln!(text, "compiled as they are: {named}{more}\n  {}", why.trim_end())
            .expect("a string takes all text");
    }
    let count = |is_meant: &dyn Fn(&Record) -> bool| {
        last.values()
            .filter(|record| is_meant(record))
            .map(|record| &record.input)
            .collect::<BTreeSet<_>>()
            .len()
    };
    let (all, folder) = (count(&|_| true), folder.display());
    let (changed, left) =
        (count(&|record| !record.regions.is_empty()), count(&|record| record.left.is_some()));
    let left = if left > 0 { format!(", {left} compiled as they are") } else { String::new() };
    writeln!(text, "{all} C files in {folder}: {changed} changed{left}").expect("a string takes all text");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_build_of_each_file_counts() {
        let folder = tempfile::tempdir().unwrap();
        let record = |name: &str, region: &str, left: Option<&str>| {
            let input = folder.path().join(name);
            fs::write(&input, "").unwrap();
            let regions = if region.is_empty() { vec![] } else { vec![format!("{name}:1 {region}\n")] };
            let (given, left) = (name.to_owned(), left.map(String::from));
            let record = Record { input, given, output: "x.o".into(), regions, left };
            serde_json::to_string(&record).unwrap()
        };
        let log = [
            record("a.c", "old", None),
            record("b.c", "", None),
            record("a.c", "new", None),
            record("c.c", "", Some("no")),
            "{\"inp".into(),
        ];
        let summary = summary_of(&log.join("\n"), folder.path());
        let last = format!("3 C files in {}: 1 changed, 1 compiled as they are\n", folder.path().display());
        assert_eq!(summary, format!("a.c:1 new\ncompiled as they are: c.c\n  no\n{last}"));
    }
}
