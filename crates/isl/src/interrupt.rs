//! The end of all computations, asked for by another thread.
//!
//! Every context is registered here while it lives. [`interrupt`] makes all calls into isl fail with
//! [`ErrorKind::Quota`](crate::ErrorKind::Quota), as at the end of a budget, until [`resume`]. Printing
//! and freeing work all the same.

use std::collections::BTreeMap;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use isl_sys as sys;

/// Whether all computations are to end. Changed under the lock of [`CONTEXTS`] only.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The live contexts, and how many computations of each must not end.
static CONTEXTS: Mutex<BTreeMap<Handle, u32>> = Mutex::new(BTreeMap::new());

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Handle(NonNull<sys::isl_ctx>);

// SAFETY: other threads than the context's own use it only to set or clear isl's request to stop, which is one word
// that isl provides for that, and they do so under the lock, so that the context is live.
unsafe impl Send for Handle {}

impl Handle {
    /// Asks the context to stop, or to go on.
    ///
    /// # Safety
    /// The context is live.
    unsafe fn set_stopped(self, stopped: bool) {
        // SAFETY: the caller's promise.
        unsafe {
            match stopped {
                true => sys::isl_ctx_abort(self.0.as_ptr()),
                false => sys::isl_ctx_resume(self.0.as_ptr()),
            }
        }
    }
}

fn contexts() -> MutexGuard<'static, BTreeMap<Handle, u32>> {
    CONTEXTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends all computations of all contexts, from whichever thread, also of contexts that are made later.
pub fn interrupt() {
    set_interrupted(true);
}

/// Lets all contexts compute again.
pub fn resume() {
    set_interrupted(false);
}

/// Whether all computations are to end: what takes long without isl asks between its steps.
pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

fn set_interrupted(interrupted: bool) {
    let contexts = contexts();
    INTERRUPTED.store(interrupted, Ordering::Relaxed);
    for (handle, held) in contexts.iter() {
        // SAFETY: registered contexts are live as long as the lock is held.
        unsafe { handle.set_stopped(interrupted && *held == 0) };
    }
}

/// Registers a live context.
pub(crate) fn register(context: NonNull<sys::isl_ctx>) {
    let mut contexts = contexts();
    contexts.insert(Handle(context), 0);
    // SAFETY: the caller's context is live.
    unsafe { Handle(context).set_stopped(is_interrupted()) };
}

/// Forgets a context, which is about to be freed.
pub(crate) fn deregister(context: NonNull<sys::isl_ctx>) {
    contexts().remove(&Handle(context));
}

/// Runs `body`, which is not interrupted.
pub(crate) fn uninterrupted<T>(context: NonNull<sys::isl_ctx>, body: impl FnOnce() -> T) -> T {
    hold(context, 1);
    let result = body();
    hold(context, -1);
    result
}

fn hold(context: NonNull<sys::isl_ctx>, more: i32) {
    let mut contexts = contexts();
    if let Some(held) = contexts.get_mut(&Handle(context)) {
        *held = held.saturating_add_signed(more);
        // SAFETY: registered contexts are live as long as the lock is held.
        unsafe { Handle(context).set_stopped(is_interrupted() && *held == 0) };
    }
}
