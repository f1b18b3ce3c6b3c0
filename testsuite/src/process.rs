//! Running a program with a time limit, its output caught.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// What a program left behind.
#[derive(Debug)]
pub struct Outcome {
    /// The exit status; `None` when a signal ended it.
    pub status: Option<i32>,
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Standard error, decoded.
    pub stderr: String,
}

impl Outcome {
    /// Whether the program ended with status 0.
    pub fn succeeded(&self) -> bool {
        self.status == Some(0)
    }

    /// How it ended, in words.
    pub fn ending(&self) -> String {
        self.status.map_or("ended by a signal".to_string(), |status| format!("ended with status {status}"))
    }
}

/// Runs `command` for at most `limit`; its output goes through files in `scratch`, so that a
/// program that prints much cannot block. A program that does not end is killed, an error.
pub fn run(command: &mut Command, scratch: &Path, limit: Duration) -> Result<Outcome, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let (out, err) = (scratch.join("stdout"), scratch.join("stderr"));
    let started = start(command, &out, &err).map_err(|error| format!("{name}: {error}"))?;
    let status = wait(started, limit).map_err(|error| format!("{name}: {error}"))?;
    let read = |path: &Path| fs::read(path).map_err(|error| format!("{name}: {error}"));
    let stderr = String::from_utf8_lossy(&read(&err)?).into_owned();
    Ok(Outcome { status, stdout: read(&out)?, stderr })
}

fn start(command: &mut Command, out: &Path, err: &Path) -> io::Result<std::process::Child> {
    command
        .env("LC_ALL", "C")
        .env_remove("CC")
        .env_remove("COLUMNS")
        .stdin(Stdio::null())
        .stdout(File::create(out)?)
        .stderr(File::create(err)?)
        .spawn()
}

fn wait(mut child: std::process::Child, limit: Duration) -> io::Result<Option<i32>> {
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.code());
        }
        if began.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            return Err(io::Error::other(format!("did not end within {} s", limit.as_secs())));
        }
        sleep(Duration::from_millis(2));
    }
}
