//! The context: what isl's objects share, and the budget that bounds their computations.
//!
//! Every object holds its context by `Rc`, because freeing a context with live objects does nothing
//! (isl keeps it and all its memory). That also makes everything here `!Send`: isl has no locks.
//! One context per thread is fine.

use std::ffi::CStr;
use std::fmt;
use std::ptr::NonNull;
use std::rc::Rc;

use isl_sys as sys;

use crate::{Error, ErrorKind, Result, interrupt};

/// An isl context. A clone is the same context; it is freed with the last object that uses it.
#[derive(Clone)]
pub struct Context(Rc<RawContext>);

struct RawContext(NonNull<sys::isl_ctx>);

impl Drop for RawContext {
    fn drop(&mut self) {
        interrupt::deregister(self.0);
        // SAFETY: allocated in `Context::new`; every object holds an `Rc` to it, so none is left.
        unsafe { sys::isl_ctx_free(self.0.as_ptr()) }
    }
}

/// Which isl this is: `isl-0.25-GMP`, say.
pub fn version() -> String {
    // SAFETY: a constant text of isl's, with a zero at its end.
    let text = unsafe { CStr::from_ptr(sys::isl_version()) };
    text.to_string_lossy().trim().to_owned()
}

impl Context {
    /// A new context, whose errors are reported as [`Error`] and never printed.
    ///
    /// # Panics
    /// Where there is not even memory for an empty context.
    #[allow(clippy::new_without_default)] // A context is an identity, not a value with a default.
    pub fn new() -> Context {
        // SAFETY: `isl_ctx_alloc` has no precondition.
        let raw = NonNull::new(unsafe { sys::isl_ctx_alloc() }).expect("memory for an isl context");
        let context = Context(Rc::new(RawContext(raw)));
        interrupt::register(raw);
        context.set_option(sys::isl_options_set_on_error, sys::ISL_ON_ERROR_CONTINUE);
        context
    }

    pub(crate) fn as_ptr(&self) -> *mut sys::isl_ctx {
        self.0.0.as_ptr()
    }

    /// Whether both are the same context.
    pub fn is_same(&self, other: &Context) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    /// `Err` if isl recorded an error since the last look, which is thereby forgotten.
    pub(crate) fn check(&self) -> Result<()> {
        // SAFETY: the context is live.
        let Some(kind) = ErrorKind::from_raw(unsafe { sys::isl_ctx_last_error(self.as_ptr()) }) else {
            return Ok(());
        };
        let message = self.last_error_message();
        self.reset_error();
        Err(self.failure(kind, message))
    }

    /// The error for a call that failed and left no error behind.
    pub(crate) fn silent_failure(&self) -> Error {
        self.failure(ErrorKind::Unknown, "the call failed without a message".to_owned())
    }

    /// The error of that kind, unless the time is up or the budget is used up. Then that is the cause, which isl often
    /// hides behind what follows from it: its parser answers "syntax error".
    fn failure(&self, kind: ErrorKind, message: String) -> Error {
        // SAFETY: the context is live.
        let is_stopped = unsafe { sys::isl_ctx_aborted(self.as_ptr()) } != 0;
        if is_stopped || kind == ErrorKind::Abort {
            return Error::new(ErrorKind::Quota, "the time is up");
        }
        if self.limit() != NO_LIMIT && !self.spend_one() {
            return Error::new(ErrorKind::Quota, "the budget of operations is used up");
        }
        Error::new(kind, message)
    }

    fn last_error_message(&self) -> String {
        // SAFETY: the message is NULL or a string that lives until the error is reset.
        unsafe {
            let message = sys::isl_ctx_last_error_msg(self.as_ptr());
            if message.is_null() {
                return "no message".to_owned();
            }
            CStr::from_ptr(message).to_string_lossy().into_owned()
        }
    }

    fn reset_error(&self) {
        // SAFETY: the context is live.
        unsafe { sys::isl_ctx_reset_error(self.as_ptr()) }
    }
}

/// The budget. isl counts its operations (roughly, allocations); the counts are the same on every
/// platform, so that what fits a budget is reproducible.
impl Context {
    /// Runs `body`; whatever in it needs more than `max_operations` fails with
    /// [`ErrorKind::Quota`]. Afterwards the context is as usable as before.
    ///
    /// Inside another budget the inner one is cut to what the outer one has left, and what it uses
    /// is charged to the outer one. Printing and freeing always work, whatever the budget.
    pub fn with_budget<T>(&self, max_operations: u64, body: impl FnOnce() -> Result<T>) -> Result<T> {
        let budget = Budget::enter(self, max_operations);
        let result = body();
        drop(budget);
        result
    }

    /// The operations left in the current budget, `None` without one.
    ///
    /// isl has no question for this, but an allocation is one operation and fails exactly when the
    /// count has reached the limit: lower the limit by bisection until it does.
    pub fn remaining(&self) -> Option<u64> {
        let limit = self.limit();
        if limit == NO_LIMIT {
            return None;
        }
        let (mut used, mut unreached) = (0, limit + 1);
        while used + 1 < unreached {
            let middle = used + (unreached - used) / 2;
            self.set_limit(middle);
            if self.spend_one() {
                // The count was below `middle`, and the probe itself has just raised it by one.
                unreached = middle + 1;
            } else {
                used = middle;
            }
        }
        self.set_limit(limit);
        Some(limit - used)
    }

    /// Starts counting anew towards `limit`.
    fn arm(&self, limit: u64) {
        // SAFETY: the context is live.
        unsafe { sys::isl_ctx_reset_operations(self.as_ptr()) }
        // To isl a limit of 0 is no limit. A limit of 1, spent, is what 0 means here.
        self.set_limit(limit.max(1));
        if limit == 0 {
            self.spend_one();
        }
    }

    /// Spends one operation, or answers `false` if none is left.
    fn spend_one(&self) -> bool {
        // SAFETY: the block is freed at once; `free` accepts NULL.
        let succeeded = unsafe {
            let block = sys::isl_malloc_or_die(self.as_ptr(), 1);
            sys::free(block);
            !block.is_null()
        };
        self.reset_error();
        succeeded
    }

    /// Runs `body` without a limit (but not without counting), and to its end. For printing, which otherwise
    /// answers NULL once a budget is used up.
    pub(crate) fn unlimited<T>(&self, body: impl FnOnce() -> T) -> T {
        let limit = self.limit();
        self.set_limit(NO_LIMIT);
        let result = interrupt::uninterrupted(self.0.0, body);
        self.set_limit(limit);
        result
    }

    fn limit(&self) -> u64 {
        // SAFETY: the context is live.
        unsafe { sys::isl_ctx_get_max_operations(self.as_ptr()) }
    }

    fn set_limit(&self, limit: u64) {
        // SAFETY: the context is live.
        unsafe { sys::isl_ctx_set_max_operations(self.as_ptr(), limit) }
    }
}

/// How isl writes "any number of operations".
const NO_LIMIT: u64 = 0;

/// The largest limit that has a successor.
const MAX_LIMIT: u64 = u64::MAX - 1;

/// A budget in force; dropping it (also by a panic) restores the outer one.
struct Budget<'a> {
    context: &'a Context,
    granted: u64,
    outer: Option<u64>,
}

impl Budget<'_> {
    fn enter(context: &Context, max_operations: u64) -> Budget<'_> {
        let outer = context.remaining();
        let granted = outer.unwrap_or(MAX_LIMIT).min(max_operations);
        context.arm(granted);
        Budget { context, granted, outer }
    }
}

impl Drop for Budget<'_> {
    fn drop(&mut self) {
        match self.outer {
            None => self.context.set_limit(NO_LIMIT),
            Some(outer) => {
                let left = self.context.remaining().unwrap_or(0);
                let used = self.granted.saturating_sub(left);
                self.context.arm(outer.saturating_sub(used));
            }
        }
        self.context.reset_error();
    }
}

/// How the AST generator finds the bounds of a separation class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SeparationBounds {
    /// From the constraints as they stand.
    Explicit,
    /// By eliminating the inner dimensions first.
    Implicit,
}

/// Options of the AST generator.
impl Context {
    /// Generate `i <= min(a, b)` as one bound rather than as a conjunction.
    pub fn set_ast_build_atomic_upper_bound(&self, on: bool) {
        self.set_option(sys::isl_options_set_ast_build_atomic_upper_bound, on.into());
    }

    /// Prefer `pdiv_q` and `pdiv_r` (C's `/` and `%`) where the dividend is known non-negative.
    pub fn set_ast_build_prefer_pdiv(&self, on: bool) {
        self.set_option(sys::isl_options_set_ast_build_prefer_pdiv, on.into());
    }

    /// Turn conditional expressions into `min` and `max` where they are that.
    pub fn set_ast_build_detect_min_max(&self, on: bool) {
        self.set_option(sys::isl_options_set_ast_build_detect_min_max, on.into());
    }

    /// Use the bounds of inner loops to simplify the conditions of outer ones.
    pub fn set_ast_build_exploit_nested_bounds(&self, on: bool) {
        self.set_option(sys::isl_options_set_ast_build_exploit_nested_bounds, on.into());
    }

    /// How the bounds of separation classes are found.
    pub fn set_ast_build_separation_bounds(&self, bounds: SeparationBounds) {
        let bounds = match bounds {
            SeparationBounds::Explicit => sys::ISL_AST_BUILD_SEPARATION_BOUNDS_EXPLICIT,
            SeparationBounds::Implicit => sys::ISL_AST_BUILD_SEPARATION_BOUNDS_IMPLICIT,
        };
        self.set_option(sys::isl_options_set_ast_build_separation_bounds, bounds);
    }

    /// Let a strided loop count by one and scale its iterator.
    pub fn set_ast_build_scale_strides(&self, on: bool) {
        self.set_option(sys::isl_options_set_ast_build_scale_strides, on.into());
    }

    /// Keep statements that share a schedule point next to each other.
    pub fn set_ast_build_group_coscheduled(&self, on: bool) {
        self.set_option(sys::isl_options_set_ast_build_group_coscheduled, on.into());
    }

    /// Allow `else` branches.
    pub fn set_ast_build_allow_else(&self, on: bool) {
        self.set_option(sys::isl_options_set_ast_build_allow_else, on.into());
    }

    /// Allow `||` in conditions.
    pub fn set_ast_build_allow_or(&self, on: bool) {
        self.set_option(sys::isl_options_set_ast_build_allow_or, on.into());
    }

    fn set_option(&self, setter: sys::OptionSetter, value: i32) {
        // SAFETY: the context is live, and isl's option setters fail only on a NULL context.
        unsafe { setter(self.as_ptr(), value) };
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Context")
    }
}
