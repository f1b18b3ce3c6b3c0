//! What people and editors get to see.

use diagnostics::render::{to_json, to_text};
use diagnostics::{Code, Diagnostic, SourceMap, Span};

/// A map of one file that the preprocessor changed only by expanding `N` to `100`.
fn map_of(original: &str) -> SourceMap {
    SourceMap::new(format!("# 1 \"copy.c\"\n{}", original.replace('N', "100")), |_| Some(original.to_owned()))
}

fn find(map: &SourceMap, text: &str) -> Span {
    let start = map.text().find(text).unwrap();
    Span::new(start, start + text.len())
}

#[test]
fn several_labels() {
    let map = map_of("#pragma scop\n\nfor (i)\n\tt = A[i] * 3;\n\tB[i] = t + i;\n");
    let diagnostic =
        Diagnostic::error(Code::Step, "this schedule overwrites `t` while its value is still needed")
            .at(find(&map, "t ="), "S0[1] writes `t`")
            .also(find(&map, "#pragma scop"), "under this schedule")
            .also(find(&map, "t + i"), "")
            .with_note("all clashes: { }")
            .with_help("`--expand violated` gives `t` N cells");
    let expected = "\
error[P0312]: this schedule overwrites `t` while its value is still needed
  ┌─ copy.c:4:2
  │
1 │ #pragma scop
  │ ------------ under this schedule
  ·
4 │     t = A[i] * 3;
  │     ^^^ S0[1] writes `t`
5 │     B[i] = t + i;
  │            -----
  │
  = all clashes: { }
  = help: `--expand violated` gives `t` N cells

";
    assert_eq!(to_text(&[diagnostic], Some(&map), false), expected);
}

#[test]
fn what_came_out_of_a_macro() {
    let map = map_of("int t[N];\r\n");
    let text =
        to_text(&[Diagnostic::warning(Code::Step, "large").at(find(&map, "00"), "here")], Some(&map), false);
    assert_eq!(text, "warning[P0312]: large\n  ┌─ copy.c:1:7\n  │\n1 │ int t[N];\n  │       ^ here\n\n");
}

#[test]
fn what_can_not_be_told_apart_is_underlined_as_a_line() {
    let map = SourceMap::new("# 1 \"a.c\"\nx + 1;\n".into(), |_| Some("  /* c */;\n".into()));
    let text = to_text(&[Diagnostic::note(Code::Step, "odd").at(find(&map, "x + 1"), "")], Some(&map), false);
    assert!(text.contains("1 │   /* c */;\n  │   ^^^^^^^^\n"), "{text}");
}

#[test]
fn a_label_of_many_lines() {
    let map = map_of(&format!("a;\nfor (i) {{\n{}}}\nb;\n", "  x;\n".repeat(1000)));
    let loop_span = find(&map, "for").to(find(&map, "}"));
    let text =
        to_text(&[Diagnostic::note(Code::Step, "a loop").at(loop_span, "all of it")], Some(&map), false);
    assert!(text.contains("copy.c:2:1") && text.contains("1003 │"), "{text}");
    assert!(text.lines().count() < 12, "{text}");
}

#[test]
fn long_lines_are_cut() {
    let map = map_of(&format!("{}needle{}\n", "x y ".repeat(50_000), " é".repeat(50_000)));
    let diagnostic = Diagnostic::note(Code::Step, "found")
        .at(find(&map, "needle"), "here")
        .also(find(&map, "x y"), "far away");
    let text = to_text(&[diagnostic], Some(&map), false);
    assert!(text.contains("copy.c:1:200001"), "{text}");
    assert!(text.contains("x y needle é"), "{text}");
    assert!(text.len() < 2000, "{} bytes", text.len());
}

#[test]
fn distant_lines_are_not_copied() {
    let text = "# 1 \"a.c\"\nx;\n# 4000000000\ny;\n";
    let map = SourceMap::new(text.into(), |_| None);
    let diagnostic = Diagnostic::note(Code::Step, "far").at(find(&map, "x"), "").also(find(&map, "y"), "");
    let rendered = to_text(&[diagnostic], Some(&map), false);
    assert!(rendered.contains("4000000000 │ y;"), "{rendered}");
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let map = map_of("int x; \u{1b}[31m\n");
    let text = to_text(&[Diagnostic::note(Code::Step, "red").at(find(&map, "x"), "")], Some(&map), false);
    assert!(text.contains("int x;") && !text.contains('\u{1b}'), "{text:?}");
}

#[test]
fn colour() {
    let diagnostic = [Diagnostic::error(Code::Step, "no")];
    assert!(to_text(&diagnostic, None, true).contains("\u{1b}["));
    assert!(!to_text(&diagnostic, None, false).contains('\u{1b}'));
}

#[test]
fn without_a_map() {
    let diagnostic = Diagnostic::error(Code::Step, "no")
        .at(Span::new(3, 4), "this is why")
        .also(Span::new(5, 6), "")
        .with_help("none");
    assert_eq!(
        to_text(std::slice::from_ref(&diagnostic), None, false),
        "error[P0312]: no\n = this is why\n = help: none\n\n"
    );
    assert!(to_json(&diagnostic, None)["labels"][0]["line"].is_null());
}

#[test]
fn places_out_of_range_are_harmless() {
    let map = map_of("int é;\n");
    for (start, end) in [(0, 3), (11, 17), (16, 17), (5, 400), (400, 500)] {
        let diagnostic = Diagnostic::note(Code::Step, "odd").at(Span::new(start, end), "");
        let _ =
            (to_text(std::slice::from_ref(&diagnostic), Some(&map), false), to_json(&diagnostic, Some(&map)));
    }
}

#[test]
fn json() {
    let map = map_of("int t[N];\nint u;\n");
    let diagnostic = Diagnostic::warning(Code::Step, "large")
        .at(find(&map, "t[100]"), "here")
        .also(find(&map, "u"), "")
        .with_note("n");
    let expected = r#"{"severity":"warning","code":"P0312","message":"large","labels":[{"file":"copy.c","line":1,"column":5,"end_line":1,"end_column":9,"message":"here","primary":true},{"file":"copy.c","line":2,"column":5,"end_line":2,"end_column":6,"message":"","primary":false}],"notes":["n"]}"#;
    assert_eq!(to_json(&diagnostic, Some(&map)).to_string(), expected);
}
