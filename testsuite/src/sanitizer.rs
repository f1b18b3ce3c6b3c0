//! Parallel loops under a sanitizer that sees races of threads.
//!
//! clang's thread sanitizer knows nothing of OpenMP's barriers; a library that comes with OpenMP's runtime (archer) tells it.
//! Without that library it would see races where there are none, so without it nothing is checked.

use crate::compilers::RACES;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// How many threads a program runs in, one run after the other.
const THREADS: [u32; 2] = [2, 8];

/// What archer says in a program that it serves.
const SERVES: &str = "Archer detected OpenMP application with TSan";

/// The sanitizer, where it works.
#[derive(Debug)]
pub struct Sanitizer {
    archer: PathBuf,
}

impl Sanitizer {
    /// The sanitizer of this machine; tried out once, and a note if there is none.
    pub fn installed() -> Option<&'static Sanitizer> {
        static FOUND: OnceLock<Option<Sanitizer>> = OnceLock::new();
        let found = FOUND.get_or_init(|| {
            let found = Sanitizer::find();
            if found.is_none() {
                eprintln!("note: no thread sanitizer that knows OpenMP (clang, libomp with libarcher): races aren't looked for");
            }
            found
        });
        found.as_ref()
    }

    fn find() -> Option<Sanitizer> {
        let answer = Command::new("clang").arg("-print-resource-dir").output().ok()?;
        let resources = PathBuf::from(String::from_utf8(answer.stdout).ok()?.trim());
        // the folder of libraries lies around that of clang's own headers
        let places = resources.ancestors().map(|folder| folder.join("libarcher.so"));
        let sanitizer = Sanitizer { archer: places.into_iter().find(|place| place.exists())? };
        sanitizer.works().unwrap_or(false).then_some(sanitizer)
    }

    /// Whether it sees a race where there is one, and none where there is none.
    fn works(&self) -> Result<bool, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let tells = |name: &str, shared: &str| {
            let text = format!(
                "double x[64], y[64];\nint main(void)\n{{\n    double t;\n#pragma omp parallel for {shared}(t)\n    \
                 for (int i = 0; i < 64; i++) {{\n        t = x[i];\n        y[i] = t;\n    }}\n    return 0;\n}}\n"
            );
            let source = folder.path().join(format!("{name}.c"));
            fs::write(&source, text).map_err(|error| error.to_string())?;
            Ok::<_, String>(self.check(&source, &[], folder.path(), folder.path()).is_err())
        };
        Ok(tells("racy", "shared")? && !tells("fine", "private")?)
    }

    /// Builds `source`, with headers from `folder` and below, in `scratch` and runs it, iterations dealt out one by one.
    ///
    /// # Errors
    /// What the sanitizer says of a race, or why there is no result.
    pub fn check(
        &self,
        source: &Path,
        flags: &[String],
        folder: &Path,
        scratch: &Path,
    ) -> Result<(), String> {
        let text = fs::read_to_string(source).map_err(|error| error.to_string())?;
        let dealt = scratch.join("dealt_one_by_one.c");
        fs::write(&dealt, one_by_one(&text)).map_err(|error| error.to_string())?;
        let program = RACES.compile(&dealt, flags, folder, &scratch.join("races"))?;
        let variables = [
            ("OMP_TOOL_LIBRARIES", self.archer.display().to_string()),
            ("ARCHER_OPTIONS", "verbose=1".to_string()),
            ("TSAN_OPTIONS", "ignore_noninstrumented_modules=1 halt_on_error=1".to_string()),
        ];
        for threads in THREADS {
            let complaint = |complaint| format!("with {threads} threads the output {complaint}");
            let outcome = program.run_with(threads, &variables).map_err(complaint)?;
            let is_served = format!("{}{}", String::from_utf8_lossy(&outcome.stdout), outcome.stderr);
            if !is_served.contains(SERVES) {
                return Err(format!("`{}` isn't in use", self.archer.display()));
            }
        }
        Ok(())
    }
}

/// `text` with parallel loops whose iterations go to the threads in turn, where it doesn't say how they do.
fn one_by_one(text: &str) -> String {
    let dealt = |line: &str| match line.contains("#pragma omp") && !line.contains("schedule(") {
        true => ["parallel for", "omp for"].into_iter().find(|words| line.contains(words)).map_or_else(
            || line.to_string(),
            |words| line.replacen(words, &format!("{words} schedule(static, 1)"), 1),
        ),
        false => line.to_string(),
    };
    text.split_inclusive('\n').map(dealt).collect()
}

#[cfg(test)]
mod tests {
    use super::one_by_one;

    #[test]
    fn loops_are_dealt_out_once() {
        for (line, expected) in [
            (
                "  #pragma omp parallel for private(t)\n",
                "  #pragma omp parallel for schedule(static, 1) private(t)\n",
            ),
            ("#pragma omp for nowait", "#pragma omp for schedule(static, 1) nowait"),
            ("#pragma omp parallel for schedule(dynamic)\n", "#pragma omp parallel for schedule(dynamic)\n"),
            ("#pragma omp parallel\n", "#pragma omp parallel\n"),
            ("x = 1; /* parallel for */\n", "x = 1; /* parallel for */\n"),
        ] {
            assert_eq!(one_by_one(line), expected);
        }
    }
}
