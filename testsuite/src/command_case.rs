//! A `.cli` case: a command line, what it prints, which files it leaves.

use crate::check::Trial;
use crate::golden;

/// Runs the command line of the case and checks its ending, its output and its files.
pub fn try_out(trial: &mut Trial) -> Result<(), String> {
    let folder = trial.out().to_string_lossy().into_owned();
    let arguments: Vec<String> =
        trial.case.arguments.iter().map(|word| word.replace("$TMP", &folder)).collect();
    let outcome = trial.polycc(&arguments)?;
    trial.check_ending(&outcome);
    trial.check_written(&trial.case.written.clone());
    golden::compare(&trial.golden("stdout"), &outcome.stdout)
}
