//! What the documents say: links lead to something that is there, and the README's first example is what polycc does.

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The documents for users and for those who change polycc.
fn documents() -> Vec<PathBuf> {
    let top = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "testsuite/README.md"]
        .map(|name| root().join(name));
    let docs = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let mut all: Vec<_> =
        docs.filter(|path| path.extension().is_some_and(|it| it == "md")).chain(top).collect();
    all.sort();
    all
}

/// The names under which links reach the headings of a document.
fn anchors(text: &str) -> BTreeSet<String> {
    let (mut anchors, mut heading) = (BTreeSet::new(), None::<String>);
    for event in Parser::new(text) {
        match (event, &mut heading) {
            (Event::Start(Tag::Heading { .. }), _) => heading = Some(String::new()),
            (Event::End(TagEnd::Heading(_)), Some(words)) => {
                let kept =
                    words.to_lowercase().replace(|c: char| !c.is_alphanumeric() && c != ' ' && c != '-', "");
                anchors.insert(kept.replace(' ', "-"));
                heading = None;
            }
            (Event::Text(text) | Event::Code(text), Some(words)) => words.push_str(&text),
            _ => {}
        }
    }
    anchors
}

#[test]
fn links_lead_to_what_is_there() {
    let mut broken = Vec::new();
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        for event in Parser::new(&text) {
            let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event else {
                continue;
            };
            let (path, anchor) = dest_url.split_once('#').unwrap_or((&dest_url, ""));
            let target =
                if path.is_empty() { document.clone() } else { document.parent().unwrap().join(path) };
            let is_there = match anchor {
                "" => target.exists(),
                _ => fs::read_to_string(&target).is_ok_and(|text| anchors(&text).contains(anchor)),
            };
            if !is_there && !path.contains("://") {
                broken.push(format!("{}: {dest_url}", document.display()));
            }
        }
    }
    assert_eq!(broken, Vec::<String>::new());
}

/// The texts of the code blocks, with their languages.
fn code_blocks(text: &str) -> Vec<(String, String)> {
    let (mut blocks, mut current) = (Vec::new(), None::<(String, String)>);
    for event in Parser::new(text) {
        match (event, &mut current) {
            (Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))), _) => {
                current = Some((language.to_string(), String::new()));
            }
            (Event::End(TagEnd::CodeBlock), _) => blocks.extend(current.take()),
            (Event::Text(text), Some((_, code))) => code.push_str(&text),
            _ => {}
        }
    }
    blocks
}

/// The first block is a program, the second what changes in it, the third what polycc says.
#[test]
fn the_first_example_is_what_polycc_does() {
    let text = fs::read_to_string(root().join("README.md")).unwrap();
    let blocks = code_blocks(&text);
    let [(_, program), (_, lines), (_, said), ..] = blocks.as_slice() else { panic!("three blocks") };
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("relax.c"), program).unwrap();
    let words = ["relax.c", "-o", "out.c", "--at", "steps=500,n=1000"];
    assert!(text.contains(&format!("polycc {}", words.join(" "))));
    let done = Command::new(testsuite::polycc()).args(words).current_dir(folder.path()).output().unwrap();
    assert!(done.status.success());
    assert_eq!(String::from_utf8_lossy(&done.stderr), said.as_str());
    let (output, source) = (fs::read_to_string(folder.path().join("out.c")).unwrap(), program.as_str());
    let new: Vec<&str> = output.lines().filter(|line| !source.lines().any(|known| known == *line)).collect();
    let shown: Vec<&str> = lines.lines().filter(|line| line.trim() != "…").collect();
    assert_eq!(new, shown);
}
