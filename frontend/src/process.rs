//! Programs that run for polycc, and end with it.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use rustix::process::{Pid, Signal, kill_process};

/// Those that run now, by number. The lock of one is held only to end it, or once it has nothing to say any more.
static RUNNING: Mutex<Running> = Mutex::new(Running { started: 0, children: BTreeMap::new() });

struct Running {
    started: u64,
    children: BTreeMap<u64, Arc<Mutex<Child>>>,
}

fn running() -> MutexGuard<'static, Running> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `command` with `input` on its standard input, and collects what it prints.
///
/// # Errors
/// The system's.
pub fn output(command: &mut Command, input: &[u8]) -> io::Result<Output> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let (number, child, stdin, stdout, stderr) = {
        // a program that is started, or isn't among those that run yet, while all are ended would be left
        let mut running = running();
        let mut child = command.spawn()?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let child = Arc::new(Mutex::new(child));
        running.started += 1;
        let number = running.started;
        running.children.insert(number, Arc::clone(&child));
        (number, child, stdin, stdout, stderr)
    };
    let (stdout, stderr) = std::thread::scope(|scope| {
        // A program that stops early closes its input; its status tells the rest.
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(input)));
        let stderr = scope.spawn(move || all_of(stderr));
        (all_of(stdout), stderr.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    let status = child.lock().unwrap_or_else(PoisonError::into_inner).wait();
    running().children.remove(&number);
    Ok(Output { status: status?, stdout: stdout?, stderr: stderr? })
}

fn all_of(pipe: Option<impl Read>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    pipe.map_or(Ok(0), |mut pipe| pipe.read_to_end(&mut bytes))?;
    Ok(bytes)
}

/// Asks all programs that run to end; none starts from then on. For a process that is about to end itself.
pub fn end_all() {
    let running = running();
    for child in running.children.values() {
        let mut child = match child.try_lock() {
            Ok(child) => child,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            // it is ending
            Err(TryLockError::WouldBlock) => continue,
        };
        // what has ended, and was waited for, may have given its number to another
        if let Ok(None) = child.try_wait() {
            // a compiler removes its temporary files then; one that has ended is no problem
            let _ = kill_process(Pid::from_child(&child), Signal::TERM);
        }
    }
    std::mem::forget(running);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_program_reads_and_prints_comes_through() {
        let long = "x".repeat(1 << 20);
        let done = output(&mut Command::new("cat"), long.as_bytes()).unwrap();
        assert!(done.status.success());
        assert_eq!(done.stdout, long.as_bytes());
        let mut command = Command::new("sh");
        command.args(["-c", "echo a; echo b >&2; exit 3"]);
        let done = output(&mut command, b"nobody reads this").unwrap();
        assert_eq!((done.stdout.as_slice(), done.stderr.as_slice()), (&b"a\n"[..], &b"b\n"[..]));
        assert_eq!(done.status.code(), Some(3));
    }
}
