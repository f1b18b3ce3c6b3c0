//! How a call crosses into C: the only place where ownership and errors are handled.
//!
//! [`call!`] takes the arguments apart, refuses a mixture of contexts, hands over what isl takes,
//! and looks at the context's last error, whatever the call returned: NULL is not the only sign of
//! failure. [`methods!`] declares methods that are exactly one such call.
//!
//! Sound because of two correspondences, which tests/ownership.rs checks against isl's headers: a
//! parameter by value is `__isl_take` and one by reference is `__isl_keep`; an object that is
//! returned is `__isl_give`.

use std::ffi::{CStr, CString, c_char, c_int, c_long, c_uint, c_void};

use isl_sys as sys;

use crate::{Context, DimType, Error, ErrorKind, Result};

// `Val` passes `i64` as C's `long`.
const _: () = assert!(size_of::<c_long>() == size_of::<i64>(), "isl needs a 64-bit `long` here");

/// What a Rust argument becomes for the duration of a call.
pub(crate) trait Hold {
    type Held: Argument;
    fn hold(self) -> Result<Self::Held>;
}

/// An argument that is ready to be passed.
pub(crate) trait Argument: Sized {
    fn context(&self) -> Option<&Context> {
        None
    }
    /// Called after the call: isl now owns what it takes.
    fn release(self) {}
}

/// An argument that can be passed as the C type `C`.
pub(crate) trait ToC<C>: Argument {
    fn to_c(&self) -> C;
}

/// A result of isl, made into a Rust value.
pub(crate) trait Returned: Sized {
    type C;
    /// # Safety
    /// `raw` is the result of a call in `context` whose ownership matches `Self`.
    unsafe fn from_c(context: &Context, raw: Self::C) -> Result<Self>;
}

/// An isl object: a pointer that this value owns.
pub(crate) trait Object: Returned<C = *mut Self::Raw> {
    type Raw;
}

/// The context that all arguments share.
pub(crate) fn common_context(contexts: &[Option<&Context>]) -> Result<Context> {
    let mut known = contexts.iter().copied().flatten();
    let first = known.next().expect("every call into isl has an argument with a context");
    if known.all(|context| context.is_same(first)) {
        Ok(first.clone())
    } else {
        Err(Error::new(ErrorKind::ContextMismatch, "arguments from different contexts"))
    }
}

/// Calls an isl function: `call!(isl_set_dim_min(set = self, pos = 0))`. The names are only labels.
macro_rules! call {
    ($function:ident($($name:ident = $value:expr),* $(,)?)) => {{
        $(let $name = $crate::call::Hold::hold($value)?;)*
        let context =
            $crate::call::common_context(&[$($crate::call::Argument::context(&$name)),*])?;
        // SAFETY: the arguments are live and of one context, and ownership matches (see above).
        unsafe {
            let raw = isl_sys::$function($($crate::call::ToC::to_c(&$name)),*);
            $($crate::call::Argument::release($name);)*
            $crate::call::Returned::from_c(&context, raw)
        }
    }};
}

/// Methods that are one call into isl each: `fn name(self, other: Set) -> Set = isl_set_name;`.
macro_rules! methods {
    ($object:ident {
        $($(#[$doc:meta])* fn $name:ident($($parameters:tt)*) -> $result:ty = $function:ident;)*
    }) => {
        impl $object {
            $($crate::call::method! {
                [$(#[$doc])*] $name($($parameters)*) -> $result = $function
            })*
        }
    };
}

macro_rules! method {
    (
        [$(#[$doc:meta])*]
        $name:ident(&$this:ident $(, $argument:ident: $type:ty)*) -> $result:ty = $function:ident
    ) => {
        $(#[$doc])*
        #[doc = concat!("\n\nisl: `", stringify!($function), "`.")]
        pub fn $name(&$this $(, $argument: $type)*) -> $crate::Result<$result> {
            $crate::call::call!($function(this = $this $(, $argument = $argument)*))
        }
    };
    (
        [$(#[$doc:meta])*]
        $name:ident($this:ident $(, $argument:ident: $type:ty)*) -> $result:ty = $function:ident
    ) => {
        $(#[$doc])*
        #[doc = concat!("\n\nisl: `", stringify!($function), "`.")]
        pub fn $name($this $(, $argument: $type)*) -> $crate::Result<$result> {
            $crate::call::call!($function(this = $this $(, $argument = $argument)*))
        }
    };
    (
        [$(#[$doc:meta])*]
        $name:ident($($argument:ident: $type:ty),*) -> $result:ty = $function:ident
    ) => {
        $(#[$doc])*
        #[doc = concat!("\n\nisl: `", stringify!($function), "`.")]
        pub fn $name($($argument: $type),*) -> $crate::Result<$result> {
            $crate::call::call!($function($($argument = $argument),*))
        }
    };
}

/// Declares the owner of an isl object; `clone` and `print` where isl has a cheap copy and a text.
macro_rules! object {
    ($(#[$doc:meta])* $visibility:vis $object:ident: $raw:ident, free $free:ident
     $(, clone $copy:ident)? $(, print $to_str:ident)?) => {
        $(#[$doc])*
        $visibility struct $object {
            /// NULL only after isl has taken the object.
            raw: *mut isl_sys::$raw,
            context: $crate::Context,
        }

        impl $object {
            /// The context the object lives in.
            #[allow(dead_code)] // The private lists have it too.
            pub fn context(&self) -> &$crate::Context {
                &self.context
            }
        }

        impl Drop for $object {
            fn drop(&mut self) {
                // SAFETY: the pointer is owned, or NULL, which isl ignores.
                unsafe { isl_sys::$free(self.raw) };
            }
        }

        impl $crate::call::Object for $object {
            type Raw = isl_sys::$raw;
        }

        impl $crate::call::Hold for $object {
            type Held = Self;
            fn hold(self) -> $crate::Result<Self> {
                Ok(self)
            }
        }

        impl $crate::call::Argument for $object {
            fn context(&self) -> Option<&$crate::Context> {
                Some(&self.context)
            }
            fn release(mut self) {
                self.raw = std::ptr::null_mut();
            }
        }

        impl $crate::call::ToC<*mut isl_sys::$raw> for $object {
            fn to_c(&self) -> *mut isl_sys::$raw {
                self.raw
            }
        }

        impl $crate::call::Hold for &$object {
            type Held = Self;
            fn hold(self) -> $crate::Result<Self> {
                Ok(self)
            }
        }

        impl $crate::call::Argument for &$object {
            fn context(&self) -> Option<&$crate::Context> {
                Some(&self.context)
            }
        }

        impl $crate::call::ToC<*mut isl_sys::$raw> for &$object {
            fn to_c(&self) -> *mut isl_sys::$raw {
                self.raw
            }
        }

        impl $crate::call::Returned for $object {
            type C = *mut isl_sys::$raw;
            unsafe fn from_c(context: &$crate::Context, raw: Self::C) -> $crate::Result<Self> {
                // Made first, so that it is freed where isl returned an object and an error.
                let object = $object { raw, context: context.clone() };
                context.check()?;
                if raw.is_null() { Err(context.silent_failure()) } else { Ok(object) }
            }
        }

        $(impl Clone for $object {
            fn clone(&self) -> Self {
                // SAFETY: the object is live; isl's copy only counts references.
                let raw = unsafe { isl_sys::$copy(self.raw) };
                $object { raw, context: self.context.clone() }
            }
        })?

        $($crate::call::display! {
            $object: |object| object.context.unlimited(|| {
                $crate::call::call!($to_str(object = object))
            })
        })?
    };
}

/// `Display` and `Debug` from a function that makes the text.
macro_rules! display {
    ($object:ident: |$this:ident| $text:expr) => {
        impl std::fmt::Display for $object {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let text = |$this: &Self| -> $crate::Result<String> { $text };
                f.write_str(&text(self).map_err(|_| std::fmt::Error)?)
            }
        }

        impl std::fmt::Debug for $object {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }
    };
}

/// The constructor that reads isl's notation.
macro_rules! reader {
    ($object:ident, $function:ident) => {
        impl $object {
            /// Reads isl's notation. Fails with [`ErrorKind::Parse`](crate::ErrorKind::Parse) on
            /// anything else.
            #[doc = concat!("\n\nisl: `", stringify!($function), "`.")]
            pub fn read_from_str(context: &Context, text: &str) -> Result<$object> {
                let object: Result<$object> =
                    (|| $crate::call::call!($function(context = context, text = text)))();
                object.map_err($crate::Error::while_reading)
            }
        }
    };
}

/// A list, which exists only to pass a `Vec` to isl.
macro_rules! list {
    ($visibility:vis $list:ident of $element:ident: $raw:ident,
     alloc $alloc:ident, add $add:ident, free $free:ident) => {
        $crate::call::object! {
            #[doc = concat!("A list of [`", stringify!($element), "`].")]
            $visibility $list: $raw, free $free
        }

        impl $list {
            /// The list of `elements`.
            $visibility fn new(
                context: &$crate::Context,
                elements: Vec<$element>,
            ) -> $crate::Result<$list> {
                let n = elements.len() as u32;
                let mut list: $list = $crate::call::call!($alloc(context = context, n = n))?;
                for element in elements {
                    list = $crate::call::call!($add(list = list, element = element))?;
                }
                Ok(list)
            }
        }
    };
}

pub(crate) use {call, display, list, method, methods, object, reader};

/// Arguments that are passed by value and belong to no context.
macro_rules! plain_arguments {
    ($($type:ty => $c:ty: |$value:ident| $convert:expr;)*) => {$(
        impl Hold for $type {
            type Held = $type;
            fn hold(self) -> Result<$type> {
                Ok(self)
            }
        }

        impl Argument for $type {}

        impl ToC<$c> for $type {
            fn to_c(&self) -> $c {
                let $value = *self;
                $convert
            }
        }
    )*};
}

plain_arguments! {
    u32 => c_uint: |position| position;
    i32 => c_int: |value| value;
    i64 => c_long: |value| value;
    DimType => sys::isl_dim_type: |dim_type| dim_type.to_raw();
    *mut c_void => *mut c_void: |user| user;
}

/// A position that isl declares `int`. What does not fit is out of range, which isl reports.
impl ToC<c_int> for u32 {
    fn to_c(&self) -> c_int {
        c_int::try_from(*self).unwrap_or(c_int::MAX)
    }
}

impl Hold for &str {
    type Held = CString;
    fn hold(self) -> Result<CString> {
        CString::new(self).map_err(|_| Error::new(ErrorKind::Invalid, "a text with a NUL character"))
    }
}

impl Argument for CString {}

impl ToC<*const c_char> for CString {
    fn to_c(&self) -> *const c_char {
        self.as_ptr()
    }
}

impl Hold for &Context {
    type Held = Self;
    fn hold(self) -> Result<Self> {
        Ok(self)
    }
}

impl Argument for &Context {
    fn context(&self) -> Option<&Context> {
        Some(self)
    }
}

impl ToC<*mut sys::isl_ctx> for &Context {
    fn to_c(&self) -> *mut sys::isl_ctx {
        self.as_ptr()
    }
}

impl Returned for bool {
    type C = sys::isl_bool;
    unsafe fn from_c(context: &Context, raw: Self::C) -> Result<bool> {
        context.check()?;
        if raw < 0 { Err(context.silent_failure()) } else { Ok(raw != 0) }
    }
}

impl Returned for u32 {
    type C = sys::isl_size;
    unsafe fn from_c(context: &Context, raw: Self::C) -> Result<u32> {
        context.check()?;
        u32::try_from(raw).map_err(|_| context.silent_failure())
    }
}

/// A position that isl answers with -1 if there is none.
impl Returned for Option<u32> {
    type C = c_int;
    unsafe fn from_c(context: &Context, raw: c_int) -> Result<Option<u32>> {
        context.check()?;
        Ok(u32::try_from(raw).ok())
    }
}

impl Returned for i32 {
    type C = c_int;
    unsafe fn from_c(context: &Context, raw: c_int) -> Result<i32> {
        context.check()?;
        Ok(raw)
    }
}

impl Returned for i64 {
    type C = c_long;
    unsafe fn from_c(context: &Context, raw: c_long) -> Result<i64> {
        context.check()?;
        Ok(raw)
    }
}

/// A text that the caller owns.
impl Returned for String {
    type C = *mut c_char;
    unsafe fn from_c(context: &Context, raw: *mut c_char) -> Result<String> {
        // SAFETY: `raw` is NULL or an owned string, which is freed once.
        let text = unsafe {
            let text = borrowed_text(raw);
            sys::free(raw.cast());
            text
        };
        context.check()?;
        text.ok_or_else(|| context.silent_failure())
    }
}

/// A text that isl keeps, NULL where there is none.
impl Returned for Option<String> {
    type C = *const c_char;
    unsafe fn from_c(context: &Context, raw: *const c_char) -> Result<Option<String>> {
        context.check()?;
        // SAFETY: `raw` is NULL or a string that lives as long as the object it was asked of.
        Ok(unsafe { borrowed_text(raw) })
    }
}

/// # Safety
/// `raw` is NULL or a C string.
unsafe fn borrowed_text(raw: *const c_char) -> Option<String> {
    if raw.is_null() {
        return None;
    }
    // SAFETY: the caller's promise.
    Some(unsafe { CStr::from_ptr(raw) }.to_string_lossy().into_owned())
}

/// Runs one of isl's `foreach` functions and returns what it visits.
pub(crate) fn collect<T: Object>(
    context: &Context,
    foreach: impl FnOnce(sys::ForeachCallback<T::Raw>, *mut c_void) -> sys::isl_stat,
) -> Result<Vec<T>> {
    collect_at_most(context, usize::MAX, foreach)
}

/// Like [`collect`], but fails with [`ErrorKind::Quota`] if there are more than `limit`.
pub(crate) fn collect_at_most<T: Object>(
    context: &Context,
    limit: usize,
    foreach: impl FnOnce(sys::ForeachCallback<T::Raw>, *mut c_void) -> sys::isl_stat,
) -> Result<Vec<T>> {
    let mut visit = Visit::new(context, limit);
    let status = foreach(visit_one::<T>, (&raw mut visit).cast());
    visit.finish(status)
}

/// Like [`collect`], for the pieces of a piecewise object.
pub(crate) fn collect_pieces<A: Object, B: Object>(
    context: &Context,
    foreach: impl FnOnce(sys::ForeachPieceCallback<A::Raw, B::Raw>, *mut c_void) -> sys::isl_stat,
) -> Result<Vec<(A, B)>> {
    let mut visit = Visit::new(context, usize::MAX);
    let status = foreach(visit_piece::<A, B>, (&raw mut visit).cast());
    visit.finish(status)
}

/// The state of a walk over elements `T`.
struct Visit<'a, T> {
    context: &'a Context,
    limit: usize,
    visited: Vec<T>,
    /// Why the walk was stopped, if it was.
    failure: Option<Error>,
}

impl<'a, T> Visit<'a, T> {
    fn new(context: &'a Context, limit: usize) -> Self {
        Visit { context, limit, visited: Vec::new(), failure: None }
    }

    /// Records one element, and says whether to go on.
    fn push(&mut self, element: Result<T>) -> sys::isl_stat {
        match element {
            Ok(_) if self.visited.len() == self.limit => {
                let message = format!("more than {} elements", self.limit);
                self.failure = Some(Error::new(ErrorKind::Quota, message));
            }
            Ok(element) => self.visited.push(element),
            Err(error) => self.failure = Some(error),
        }
        if self.failure.is_some() { sys::isl_stat_error } else { sys::isl_stat_ok }
    }

    fn finish(self, status: sys::isl_stat) -> Result<Vec<T>> {
        let checked = self.context.check();
        match self.failure {
            Some(failure) => Err(failure),
            None if checked.is_ok() && status != sys::isl_stat_ok => Err(self.context.silent_failure()),
            None => checked.map(|()| self.visited),
        }
    }
}

unsafe extern "C" fn visit_one<T: Object>(raw: *mut T::Raw, user: *mut c_void) -> sys::isl_stat {
    // SAFETY: `user` is the `Visit` of `collect_at_most`, and `raw` is given to us.
    unsafe {
        let visit = &mut *user.cast::<Visit<'_, T>>();
        let element = T::from_c(visit.context, raw);
        visit.push(element)
    }
}

unsafe extern "C" fn visit_piece<A: Object, B: Object>(
    domain: *mut A::Raw,
    value: *mut B::Raw,
    user: *mut c_void,
) -> sys::isl_stat {
    // SAFETY: `user` is the `Visit` of `collect_pieces`, and both pointers are given to us.
    unsafe {
        let visit = &mut *user.cast::<Visit<'_, (A, B)>>();
        let domain = A::from_c(visit.context, domain);
        let value = B::from_c(visit.context, value);
        visit.push(domain.and_then(|domain| Ok((domain, value?))))
    }
}
