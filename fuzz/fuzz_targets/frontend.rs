//! Any text as C.

#![no_main]

mod take_in;

libfuzzer_sys::fuzz_target!(|text: &str| take_in::take_in(text));
