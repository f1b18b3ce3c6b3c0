//! The line on a terminal that says what a long run is at.
//!
//! It comes up in the second second, so that short runs show nothing, and goes before anything else is said.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How long a run is quiet.
const DELAY: Duration = Duration::from_secs(1);

/// How often the line is drawn.
const TICK: Duration = Duration::from_millis(100);

/// What a run is at. A clone is the same; the default is never shown.
#[derive(Clone, Default)]
pub struct Progress(Option<Arc<Shown>>);

struct Shown {
    bar: ProgressBar,
    state: Mutex<State>,
}

/// What the line says.
#[derive(Clone, Debug, Default)]
struct State {
    file: String,
    /// The region at work, from 1, of how many, and its first line.
    region: Option<(usize, usize, u32)>,
    stage: &'static str,
    /// How many orders were tried.
    tried: usize,
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some((number, of, line)) = self.region {
            write!(f, ": region {number} of {of} (line {line})")?;
        }
        if !self.stage.is_empty() {
            write!(f, ": {}", self.stage)?;
        }
        match self.tried {
            0 => Ok(()),
            1 => write!(f, ", 1 order tried"),
            tried => write!(f, ", {tried} orders tried"),
        }
    }
}

impl Progress {
    /// A line on standard error, if that is a terminal.
    pub fn on_terminal() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("{spinner} {wide_msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        let shown = Arc::new(Shown { bar, state: Mutex::default() });
        let weak = Arc::downgrade(&shown);
        // without a thread nothing is shown
        let _ = thread::Builder::new().spawn(move || {
            thread::sleep(DELAY);
            if let Some(shown) = weak.upgrade() {
                shown.bar.set_draw_target(ProgressDrawTarget::stderr());
                shown.bar.enable_steady_tick(TICK);
            }
        });
        Progress(Some(shown))
    }

    /// The file at work.
    pub fn file(&self, name: &str) {
        self.change(|state| *state = State { file: name.to_owned(), ..State::default() });
    }

    /// The region at work, from 1, of so many, and its first line.
    pub fn region(&self, number: usize, of: usize, line: u32) {
        self.change(|state| {
            state.region = Some((number, of, line));
            state.tried = 0;
        });
    }

    /// The stage at work.
    pub fn stage(&self, name: &'static str) {
        self.change(|state| state.stage = name);
    }

    /// One more order of a region was tried.
    pub fn tried(&self) {
        self.change(|state| state.tried += 1);
    }

    /// Runs `work`, which writes to the terminal.
    pub fn without<T>(&self, work: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(shown) => shown.bar.suspend(work),
            None => work(),
        }
    }

    /// Takes the line away for good.
    pub fn clear(&self) {
        if let Some(shown) = &self.0 {
            shown.bar.finish_and_clear();
        }
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        let Some(shown) = &self.0 else { return };
        let mut state: MutexGuard<State> = shown.state.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut state);
        shown.bar.set_message(state.to_string());
    }
}

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Progress").field(&self.0.is_some()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_what_is_known() {
        let mut state = State { file: "a.c".into(), stage: "find", ..State::default() };
        assert_eq!(state.to_string(), "a.c: find");
        state.region = Some((2, 7, 40));
        state.stage = "choice";
        assert_eq!(state.to_string(), "a.c: region 2 of 7 (line 40): choice");
        state.tried = 1;
        assert_eq!(state.to_string(), "a.c: region 2 of 7 (line 40): choice, 1 order tried");
        state.tried = 3;
        assert_eq!(state.to_string(), "a.c: region 2 of 7 (line 40): choice, 3 orders tried");
    }
}
