//! Another thread ends all computations. It does that for the whole process: a program of its own.

use isl::{Context, ErrorKind, Result, Set, interrupt};
use std::thread;

#[test]
fn an_interrupt_ends_all_computations_until_they_resume() -> Result<()> {
    let context = Context::new();
    let line = Set::read_from_str(&context, "[n] -> { A[i] : 0 <= i < n }")?;
    let union = line.clone().to_union_set()?;
    drop(Context::new());
    thread::spawn(interrupt::interrupt).join().unwrap();
    assert!(interrupt::is_interrupted());
    assert_eq!(line.clone().lexmin().unwrap_err().kind, ErrorKind::Quota);
    assert_eq!(line.to_string(), "[n] -> { A[i] : 0 <= i < n }");
    assert_eq!(union.to_string(), "[n] -> { A[i] : 0 <= i < n }");
    let inside = context.with_budget(1_000_000, || line.clone().lexmin());
    assert_eq!(inside.unwrap_err().kind, ErrorKind::Quota, "printing lets nothing go on");
    let later = Context::new();
    assert_eq!(Set::read_from_str(&later, "{ [i] }").unwrap_err().kind, ErrorKind::Quota);
    interrupt::resume();
    assert_eq!(line.lexmin()?.to_string(), "[n] -> { A[i = 0] : n > 0 }");
    Set::read_from_str(&later, "{ [i] }").map(drop)
}
