//! What is said of messages: each code is made somewhere, its example shows it, what cures it doesn't, and the document about them is
//! what the registry says. `BLESS=1` writes the document.

use diagnostics::Code;
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[test]
fn the_document_is_up_to_date() {
    let (path, text) = (root().join("docs/messages.md"), polycc::explain::markdown());
    if std::env::var_os("BLESS").is_some_and(|value| value != "0") {
        fs::write(&path, &text).unwrap();
    }
    assert!(fs::read_to_string(path).unwrap() == text, "`make bless` writes docs/messages.md");
}

/// The texts of all Rust files below `folder`.
fn sources(folder: &Path) -> String {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let text = |path: PathBuf| match path.extension() {
        _ if path.is_dir() => sources(&path),
        Some(extension) if extension == "rs" && !path.ends_with("diagnostics/src/code.rs") => {
            fs::read_to_string(path).unwrap()
        }
        _ => String::new(),
    };
    entries.map(text).collect()
}

#[test]
fn each_code_is_made_somewhere() {
    let mut places = vec![root().join("frontend/src")];
    let crates = fs::read_dir(root().join("crates")).unwrap();
    places.extend(crates.map(|entry| entry.unwrap().path().join("src")));
    let text: String = places.iter().map(|place| sources(place)).collect();
    let is_made = |code: &Code| {
        let name = format!("Code::{}", code.name());
        let mut found = text.match_indices(&name).map(|(start, _)| start + name.len());
        found.any(|end| !text[end..].starts_with(|c: char| c.is_alphanumeric()))
    };
    let idle: Vec<_> = Code::ALL.iter().filter(|code| !is_made(code)).collect();
    assert!(idle.is_empty(), "nothing makes {idle:?}");
}

#[test]
fn each_code_has_a_file_and_each_file_a_code() {
    let files = fs::read_dir(root().join("crates/diagnostics/messages")).unwrap();
    let mut files: Vec<_> = files.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    files.sort();
    assert_eq!(files, Code::ALL.iter().map(|code| format!("{code}.md")).collect::<Vec<_>>());
}

/// The programs in a text: the one that shows a message, and the one that is cured.
fn programs(text: &str) -> Vec<String> {
    let (mut programs, mut current) = (Vec::new(), None::<String>);
    for event in Parser::new(text) {
        match (event, &mut current) {
            (Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))), _) if &*language == "c" => {
                current = Some(String::new());
            }
            (Event::End(TagEnd::CodeBlock), _) => programs.extend(current.take()),
            (Event::Text(text), Some(code)) => code.push_str(&text),
            _ => {}
        }
    }
    programs
}

/// What polycc says of a program, the first line of which may have options, and its exit status.
fn said(program: &str) -> (String, i32) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file.c"), program).unwrap();
    let options = program.lines().next().and_then(|line| line.strip_prefix("// polycc: ")).unwrap_or("");
    let words = ["file.c", "--emit", "messages"].into_iter().chain(options.split_whitespace());
    let done = Command::new(testsuite::polycc()).args(words).current_dir(folder.path()).output().unwrap();
    let text = [done.stdout, done.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    (text, done.status.code().expect("an exit status"))
}

#[test]
fn examples_show_their_messages_and_cures_do_not() {
    let (mut wrong, mut shown) = (Vec::new(), 0);
    for code in Code::ALL {
        let programs = programs(code.explanation());
        let id = format!("[{code}]");
        if let Some(example) = programs.first() {
            shown += 1;
            let (text, _) = said(example);
            if !text.contains(&id) {
                wrong.push(format!("the example of {code} doesn't show it:\n{text}"));
            }
        }
        if let Some(cured) = programs.get(1) {
            let (text, status) = said(cured);
            if status != 0 || text.contains(&id) {
                wrong.push(format!("the cure of {code} is none, status {status}:\n{text}"));
            }
        }
        assert!(programs.len() <= 2, "{code} has {} programs", programs.len());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(2 * shown > Code::ALL.len(), "only {shown} codes have an example");
}
