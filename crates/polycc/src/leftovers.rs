//! What a run that is ended from outside must not leave behind: temporary files, and programs that it has started.
//!
//! Files are removed when what holds them is dropped. A signal ends a process without that, so a thread waits for signals,
//! removes what is registered here, and ends the process as the signal would have done.

use crate::progress::Progress;
use frontend::process;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;
use std::collections::BTreeSet;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::{fs, io, mem, thread};

/// The temporary files and folders that there are. Locked while one is made, so that none is missed.
static PATHS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// A temporary file or folder that doesn't outlive the process.
pub struct Temporary<T> {
    inner: Option<T>,
    path: PathBuf,
}

impl<T: AsRef<Path>> Temporary<T> {
    /// What `make` makes.
    ///
    /// # Errors
    /// Its errors.
    pub fn new(make: impl FnOnce() -> io::Result<T>) -> io::Result<Self> {
        let mut paths = PATHS.lock().unwrap_or_else(PoisonError::into_inner);
        let inner = make()?;
        let path = inner.as_ref().to_path_buf();
        paths.insert(path.clone());
        Ok(Temporary { inner: Some(inner), path })
    }

    /// The file or folder, to be kept or moved.
    pub fn map<R>(mut self, work: impl FnOnce(T) -> R) -> R {
        let inner = self.inner.take().expect("it is taken once");
        work(inner)
    }
}

impl<T> Drop for Temporary<T> {
    fn drop(&mut self) {
        drop(self.inner.take());
        PATHS.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.path);
    }
}

impl<T> Deref for Temporary<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.inner.as_ref().expect("it is there until it is taken")
    }
}

impl<T> DerefMut for Temporary<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.inner.as_mut().expect("it is there until it is taken")
    }
}

/// Cleans up when the user, or the system, ends the process.
///
/// # Errors
/// The system's.
pub fn clean_up_at_signals(progress: Progress) -> io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    thread::Builder::new().spawn(move || {
        if let Some(signal) = signals.forever().next() {
            process::end_all();
            remove_all();
            progress.clear();
            let _ = emulate_default_handler(signal);
            std::process::exit(128 + signal);
        }
    })?;
    Ok(())
}

/// Removes all temporary files, and lets none be made any more.
fn remove_all() {
    let paths = PATHS.lock().unwrap_or_else(PoisonError::into_inner);
    for path in paths.iter() {
        // what isn't there any more is no problem
        let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    }
    mem::forget(paths);
}
