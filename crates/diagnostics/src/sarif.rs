//! Diagnostics in SARIF 2.1.0, the format that code hosts and editors show findings of tools from.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::code::Code;
use crate::diagnostic::{Diagnostic, Label};
use crate::source_map::{Location, SourceMap};

/// One finding: an object `result`. Without a map it has no place.
pub fn result(diagnostic: &Diagnostic, map: Option<&SourceMap>) -> Value {
    let text = std::iter::once(&diagnostic.message).chain(&diagnostic.notes).cloned().collect::<Vec<_>>();
    let place = |label: &Label| Some(location(label, map?));
    let locations = |primary: bool| -> Vec<Value> {
        diagnostic.labels.iter().filter(|label| label.primary == primary).filter_map(place).collect()
    };
    json!({
        "ruleId": diagnostic.code.id(),
        "level": diagnostic.severity.name(),
        "message": { "text": text.join("\n") },
        "locations": locations(true),
        "relatedLocations": locations(false),
    })
}

/// What findings of a code are about.
fn rule(code: Code) -> Value {
    let text = code.explanation();
    json!({
        "id": code.id(),
        "name": code.name(),
        "shortDescription": { "text": code.title() },
        "help": { "text": text, "markdown": text },
    })
}

fn location(label: &Label, map: &SourceMap) -> Value {
    let (start, end) = map.locate_span(label.span);
    json!({
        "physicalLocation": {
            "artifactLocation": { "uri": uri(&start.file) },
            "region": {
                "startLine": start.line,
                "startColumn": column(&start, map),
                "endLine": end.line,
                "endColumn": column(&end, map),
            },
        },
        "message": { "text": label.message },
    })
}

/// The column in characters.
fn column(place: &Location, map: &SourceMap) -> usize {
    let bytes = place.column as usize;
    let before = map.line_text(&place.file, place.line).and_then(|line| line.get(..bytes.saturating_sub(1)));
    before.map_or(bytes, |before| before.chars().count() + 1)
}

/// A path as a reference: relative ones stay so, as tools that show findings want them.
fn uri(path: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-~+".contains(&byte);
    let escaped =
        |byte: u8| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    let path: String = path.bytes().map(escaped).collect();
    if path.starts_with('/') { format!("file://{path}") } else { path }
}

/// A whole log with the findings of one run of `version`.
pub fn log(results: &[Value], version: &str) -> Value {
    let ids = results.iter().filter_map(|result| result["ruleId"].as_str()?.parse().ok());
    let rules: Vec<_> = ids.collect::<BTreeSet<Code>>().into_iter().map(rule).collect();
    json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "polycc", "version": version, "rules": rules } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::Span;

    #[test]
    fn places_are_lines_and_characters() {
        let text = "/* \u{e4} */ x;\ny;\n";
        let map = SourceMap::new(format!("# 1 \"a b.c\"\n{text}"), |_| Some(text.to_owned()));
        let start = map.text().find("x;").unwrap();
        let diagnostic = Diagnostic::warning(Code::Step, "no").at(Span::new(start, start + 1), "here");
        let found = result(&diagnostic.with_help("more"), Some(&map));
        assert_eq!((&found["ruleId"], &found["level"]), (&json!("P0312"), &json!("warning")));
        assert_eq!(found["message"]["text"], "no\nhelp: more");
        let place = &found["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "a%20b.c");
        assert_eq!((&place["region"]["startLine"], &place["region"]["startColumn"]), (&json!(1), &json!(9)));
        let rules = &log(&[found], "1")["runs"][0]["tool"]["driver"]["rules"];
        assert_eq!(
            (&rules[0]["id"], &rules[0]["name"], &rules[1]),
            (&json!("P0312"), &json!("Step"), &Value::Null)
        );
    }
}
