//! Golden files beside the cases: compared, or written anew when `BLESS=1` is in the environment.

use std::fs;
use std::path::Path;

/// Whether this run refreshes the golden files.
pub fn blessing() -> bool {
    std::env::var_os("BLESS").is_some_and(|value| value != "0")
}

/// Compares `actual` with the golden file at `path`. Nothing to say is a file that does not exist.
pub fn compare(path: &Path, actual: &[u8]) -> Result<(), String> {
    if blessing() {
        return bless(path, actual).map_err(|error| format!("{}: {error}", path.display()));
    }
    let expected = fs::read(path).unwrap_or_default();
    match first_difference(&expected, actual) {
        None => Ok(()),
        Some(difference) => Err(format!(
            "{} differs (`make bless` accepts what is new), {difference}",
            path.file_name().unwrap_or_default().to_string_lossy()
        )),
    }
}

fn bless(path: &Path, actual: &[u8]) -> std::io::Result<()> {
    if !actual.is_empty() {
        return fs::write(path, actual);
    }
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The first line in which two texts differ, told in short; `None` when all bytes are equal.
pub fn first_difference(expected: &[u8], actual: &[u8]) -> Option<String> {
    if expected == actual {
        return None;
    }
    let (mut left, mut right) = (lines(expected), lines(actual));
    for number in 1.. {
        match (left.next(), right.next()) {
            (None, None) => break,
            (one, other) if one != other => {
                let (one, other) = (shorten(one), shorten(other));
                return Some(format!("line {number}:\n  expected {one}\n  got      {other}"));
            }
            _ => {}
        }
    }
    Some("in the bytes that end it".to_string())
}

fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split_inclusive(|byte| *byte == b'\n')
}

fn shorten(line: Option<&[u8]>) -> String {
    let Some(line) = line else { return "the end".to_string() };
    let text: String = String::from_utf8_lossy(line).chars().take(160).collect();
    format!("{text:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_differing_line_is_named() {
        let difference = first_difference(b"a\nb\n", b"a\nc\n").unwrap();
        assert!(difference.starts_with("line 2:") && difference.contains("\"c\\n\""));
        assert_eq!(first_difference(b"a\n", b"a\n"), None);
        assert!(first_difference(b"a\n", b"a").is_some());
    }
}
