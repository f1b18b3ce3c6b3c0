//! What the installed headers of isl declare, with isl's ownership marks.

use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const HEADERS: &str = "/usr/include/isl";

/// The headers that declare what is used.
const INCLUDED: [&str; 19] = [
    "aff",
    "ast",
    "ast_build",
    "constraint",
    "flow",
    "id",
    "ilp",
    "local_space",
    "map",
    "mat",
    "options",
    "point",
    "printer",
    "set",
    "space",
    "union_map",
    "union_set",
    "val",
    "version",
];

/// Macros that expand to nothing, but say who owns what.
pub const MARKS: [&str; 3] = ["__isl_take", "__isl_keep", "__isl_give"];

/// A C function: its types as the header writes them, without the names of parameters.
pub struct Declaration {
    pub result: String,
    pub parameters: Vec<String>,
}

/// The functions that isl's headers declare, `None` where these are not installed.
pub fn declarations(scratch: &Path) -> Option<HashMap<String, Declaration>> {
    if !Path::new(HEADERS).exists() {
        return None;
    }
    keep_ownership_marks(scratch);
    let text = preprocess(scratch);
    Some(text.split([';', '}']).filter_map(parse).collect())
}

/// Puts a ctx.h that does not define the marks as empty into `scratch`, to be found first.
fn keep_ownership_marks(scratch: &Path) {
    let header = fs::read_to_string(Path::new(HEADERS).join("ctx.h")).expect("ctx.h is readable");
    let is_mark = |line: &&str| MARKS.iter().any(|mark| line.starts_with(&format!("#define {mark}")));
    let kept: Vec<&str> = header.lines().filter(|line| !is_mark(line)).collect();
    fs::create_dir_all(scratch.join("isl")).expect("scratch is writable");
    fs::write(scratch.join("isl/ctx.h"), kept.join("\n")).expect("scratch is writable");
}

/// All of isl's headers through the preprocessor, which spells out the lists and tuples.
fn preprocess(scratch: &Path) -> String {
    let compiler = Command::new("cc")
        .args(["-E", "-P", "-x", "c", "-I"])
        .arg(scratch)
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a C compiler, which linking needs too");
    for header in INCLUDED {
        writeln!(compiler.stdin.as_ref().unwrap(), "#include <isl/{header}.h>").unwrap();
    }
    let output = compiler.wait_with_output().expect("the preprocessor ends");
    String::from_utf8_lossy(&output.stdout).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `result name(parameters)`, if that is what `text` is.
fn parse(text: &str) -> Option<(String, Declaration)> {
    let (head, parameters) = text.split_once('(')?;
    let name_start = head.rfind([' ', '*'])? + 1;
    let (result, name) = head.split_at(name_start);
    let parameters = &parameters[..parameters.rfind(')')?];
    let parameters = if parameters == "void" { Vec::new() } else { split_parameters(parameters) };
    name.starts_with("isl_")
        .then(|| (name.to_owned(), Declaration { result: result.trim().to_owned(), parameters }))
}

/// Splits at the commas outside of parentheses, and drops names.
fn split_parameters(text: &str) -> Vec<String> {
    let mut depth = 0;
    let parameters = text.split(|c| {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        c == ',' && depth == 0
    });
    let without_name = |parameter: &str| match parameter.contains('(') {
        true => parameter.trim().to_owned(),
        false => parameter.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_').trim().to_owned(),
    };
    parameters.map(without_name).collect()
}
