//! `--time-limit`: the processor time of a run after which the rest stays as it is.

use crate::budget::{Budget, Purse};
use diagnostics::{Code, Diagnostic};
use isl::interrupt;
use rustix::time::{ClockId, clock_gettime};
use std::cell::{Cell, RefCell};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The limit of one run.
pub struct TimeLimit {
    seconds: u64,
    /// That of all of the run, if this is a part of it.
    whole: Option<Duration>,
    purse: RefCell<Purse>,
    is_told: Cell<bool>,
}

/// A thread that interrupts all computations at the limit. Dropping it, or lifting the limit, ends it, and isl computes
/// again.
pub struct Watch {
    thread: Cell<Option<(Sender<()>, JoinHandle<()>)>>,
    was_over: Cell<bool>,
    limit: Option<Duration>,
    /// The limit that goes on behind this one.
    whole: Option<Duration>,
}

impl TimeLimit {
    /// So many seconds; 0 for no limit.
    pub fn new(seconds: u64) -> Self {
        TimeLimit {
            seconds,
            whole: None,
            purse: RefCell::new(Purse::new(seconds)),
            is_told: Cell::new(false),
        }
    }

    /// Runs an attempt at what `divisions` have left of a region, with its budget ([`Purse::budget`]); it gives what it
    /// cost beside its result.
    pub fn spend<T>(
        &self,
        divisions: u32,
        is_divisible: bool,
        attempt: impl FnOnce(Budget) -> (T, u64),
    ) -> T {
        let budget = self.purse.borrow().budget(divisions, is_divisible);
        let (result, cost) = attempt(budget);
        self.purse.borrow_mut().charge(divisions, cost);
        result
    }

    /// Watches until the result is dropped.
    pub fn watch(&self) -> Watch {
        let limit = (self.seconds > 0).then(|| Duration::from_secs(self.seconds));
        let (thread, was_over) = (Cell::new(None), Cell::new(false));
        let watch = Watch { thread, was_over, limit, whole: self.whole };
        watch.start();
        watch
    }

    /// A limit for something that may fail, so that most of the time is left for what comes then.
    #[must_use]
    pub fn part(&self) -> Self {
        let spent = used().as_secs();
        let seconds = match self.seconds {
            0 => 0,
            seconds => spent + (seconds.saturating_sub(spent) / 2).max(1),
        };
        let whole = (self.seconds > 0).then(|| Duration::from_secs(self.seconds));
        TimeLimit { seconds, whole, ..TimeLimit::new(self.seconds) }
    }

    /// Whether nobody was told so far; now somebody is.
    pub fn is_news(&self) -> bool {
        !self.is_told.replace(true)
    }

    /// What stays, from the line of the first region on, if it is known.
    pub fn note(&self, first: Option<u32>) -> Diagnostic {
        let reached = format!("the time limit of {} s is reached", self.seconds);
        let note = Diagnostic::note(
            Code::TimeIsUp,
            match first {
                Some(line) => format!("{reached}: the regions from line {line} on stay as they are"),
                None => format!("{reached}: what isn't done by then stays as it is"),
            },
        );
        note.with_help("`--time-limit` sets another, 0 none")
    }
}

impl Watch {
    fn start(&self) {
        let Some(limit) = self.limit else { return };
        if limit <= used() {
            return interrupt::interrupt();
        }
        let (stop, stopped) = mpsc::channel::<()>();
        let wait = move || {
            // one thread computes, so that no more processor time than time passes
            while let Some(left) = limit.checked_sub(used()).filter(|left| !left.is_zero()) {
                if stopped.recv_timeout(left) != Err(RecvTimeoutError::Timeout) {
                    return;
                }
            }
            interrupt::interrupt();
        };
        // without a thread there is no limit
        let thread = thread::Builder::new().spawn(wait);
        self.thread.set(thread.ok().map(|thread| (stop, thread)));
    }

    /// Runs what this limit isn't for.
    pub fn pause<T>(&self, run: impl FnOnce() -> T) -> T {
        self.lift();
        let result = run();
        self.start();
        result
    }

    /// Whether the limit is reached, and not lifted.
    pub fn is_over(&self) -> bool {
        interrupt::is_interrupted()
    }

    /// Whether it was reached at all.
    pub fn was_over(&self) -> bool {
        self.was_over.get() || self.is_over()
    }

    /// Ends the watch. What follows is short, and must be done.
    pub fn lift(&self) {
        if let Some((stop, thread)) = self.thread.take() {
            drop(stop);
            // it does nothing that fails
            let _ = thread.join();
        }
        self.was_over.set(self.was_over());
        interrupt::resume();
        // what watches all of the run interrupts once
        if self.whole.is_some_and(|whole| whole <= used()) {
            interrupt::interrupt();
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.lift();
    }
}

/// The processor time that the process has used.
fn used() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::try_from(time).unwrap_or_default()
}
