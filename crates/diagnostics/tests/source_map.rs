//! Places in the output of a real preprocessor, and in texts made to look like one.

use std::process::Command;
use std::time::{Duration, Instant};
use std::{env, fs, process};

use diagnostics::{SourceMap, Span};

/// The map of `original`, preprocessed as `a.c` in a directory that is named after the test.
fn preprocessed(test: &str, original: &str) -> SourceMap {
    let directory = env::temp_dir().join(format!("diagnostics-{test}-{}", process::id()));
    fs::create_dir_all(&directory).unwrap();
    fs::write(directory.join("a.c"), original).unwrap();
    let output = Command::new("cc").args(["-E", "a.c"]).current_dir(&directory).output().unwrap();
    fs::remove_dir_all(&directory).unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    SourceMap::new(text, |name| (name == "a.c").then(|| original.to_owned()))
}

/// The occurrence number `index`, from 0, of `text` in the file's own part of the preprocessed text.
fn find(map: &SourceMap, text: &str, index: usize) -> Span {
    let own = map.text().find("\n# 1 \"a.c\"").unwrap_or_default();
    let (start, _) = map.text().match_indices(text).filter(|(start, _)| *start >= own).nth(index).unwrap();
    Span::new(start, start + text.len())
}

fn place(map: &SourceMap, text: &str, index: usize) -> (u32, u32) {
    let location = map.locate(find(map, text, index).start);
    assert_eq!(location.file, "a.c");
    (location.line, location.column)
}

fn original<'a>(map: &'a SourceMap, text: &str, index: usize) -> Option<&'a str> {
    let span = map.original(find(map, text, index))?;
    Some(&map.file_text(map.file_name(span.file)).unwrap()[span.start..span.end])
}

fn nearest<'a>(map: &'a SourceMap, text: &str, index: usize) -> &'a str {
    let span = map.nearest(find(map, text, index)).unwrap();
    &map.file_text(map.file_name(span.file)).unwrap()[span.start..span.end]
}

#[test]
fn columns_behind_a_macro() {
    let map = preprocessed("columns", "#define N 100\nvoid f(void) {\n\tdouble  t[N][N]; int y;\n}\n");
    assert_eq!(place(&map, "double", 0), (3, 2));
    assert_eq!(place(&map, "y;", 0), (3, 23));
    assert_eq!(place(&map, "100", 1), (3, 15), "the macro's own place");
    assert_eq!(map.locate(find(&map, "double", 0).start + 3).column, 5);
    assert_eq!(original(&map, "t[100][100]", 0), Some("t[N][N]"));
    assert_eq!(original(&map, "100", 0), None);
    assert_eq!(original(&map, "oubl", 0), None, "a part of a token");
    assert_eq!(nearest(&map, "100", 1), "N");
}

#[test]
fn arguments_of_macros() {
    let map = preprocessed("arguments", "#define F(x) ((x) + 1)\nint f(int *a) { return F(a[0]) - a[1]; }\n");
    assert_eq!(original(&map, "a[0]", 0), None);
    assert_eq!(original(&map, "a[1]", 0), Some("a[1]"));
    assert_eq!(place(&map, "a[0]", 0), (2, 26));
    assert_eq!(nearest(&map, "a[0]", 0), "a[0]");
}

#[test]
fn windows_line_ends() {
    let map = preprocessed("windows", "#define N 3\r\n/* c\r\n*/ int t[N];\r\nint u\\\r\nv;\r\n");
    assert_eq!(place(&map, "int t", 0), (3, 4));
    assert_eq!(place(&map, "uv", 0), (4, 5));
    assert_eq!(original(&map, "uv", 0), Some("u\\\r\nv"));
    let lines = map.original_lines(find(&map, "uv", 0)).unwrap();
    assert_eq!((lines.first, lines.last), (4, 5));
    let lines = map.original_lines(find(&map, "int t", 0)).unwrap();
    assert_eq!((lines.first, lines.last), (2, 3));
}

#[test]
fn lines_of_an_invocation() {
    let map = preprocessed(
        "lines",
        "#define A(x, y) x + y\nint a;\nint f(void) { return A(a,\n  2\n  ) - A(a,\n 3) + a; }\nint b;\n",
    );
    for (text, index) in [("a + 2", 0), ("a + 3", 0), ("a; }", 0)] {
        let lines = map.original_lines(find(&map, text, index)).unwrap();
        assert_eq!((lines.first, lines.last), (3, 6), "{text}");
        assert_eq!(map.slice(lines.preprocessed).matches("return").count(), 1);
    }
    let alone = map.original_lines(find(&map, "int b", 0)).unwrap();
    assert_eq!((alone.first, alone.last), (7, 7));
    assert_eq!(original(&map, "a; }", 0), Some("a; }"));
}

#[test]
fn no_line_end_and_a_byte_order_mark() {
    let map = preprocessed("mark", "\u{feff}int x;\nint y;");
    assert_eq!(place(&map, "int x", 0), (1, 1));
    assert_eq!(place(&map, "int y", 0), (2, 1));
    assert_eq!(original(&map, "int y;", 0), Some("int y;"));
}

#[test]
fn included_files() {
    let text = "# 0 \"a.c\"\n# 0 \"<built-in>\"\nint z;\n# 1 \"a.c\"\n# 1 \"s.h\" 1 3\nint s;\n# 2 \"a.c\" 2\n# 1 \"h.h\" 1\n\nint h;\n# 3 \"a.c\" 2\nint a;\n";
    let mut asked = vec![];
    let map = SourceMap::new(text.into(), |name| {
        asked.push(name.to_owned());
        (name == "h.h").then(|| "\n   int h;".to_owned())
    });
    assert_eq!(asked, ["a.c", "h.h"], "neither system headers nor what is no file");
    let locate = |text: &str| {
        let location = map.locate(map.text().find(text).unwrap());
        (location.file, location.line, location.column)
    };
    assert_eq!(locate("int s"), ("s.h".into(), 1, 1));
    assert_eq!(locate("int h"), ("h.h".into(), 2, 4));
    assert_eq!(locate("int a"), ("a.c".into(), 3, 1));
    assert_eq!(locate("int z"), ("<built-in>".into(), 0, 1));
    assert_eq!(map.main_file(), "a.c");
    assert!(
        map.is_in_main_file(text.find("int a").unwrap()) && !map.is_in_main_file(text.find("int h").unwrap())
    );
    assert_eq!(map.file_text("s.h"), None);
    assert_eq!(map.line_text("s.h", 1), Some("int s;"));
    assert_eq!(map.original_lines(Span::new(0, text.len())), None);
}

#[test]
fn a_text_without_markers_is_its_own_file() {
    let map = SourceMap::new("int x;\nint y;".into(), |_| None);
    let location = map.locate(11);
    assert_eq!((location.file.as_str(), location.line, location.column), ("<input>", 2, 5));
    let empty = SourceMap::new(String::new(), |_| None);
    assert_eq!((empty.main_file(), empty.locate(0).line), ("", 1));
}

#[test]
fn line_numbers_that_lie() {
    let text = "# 1 \"a.c\"\nf(x\n# 4000000000 \"a.c\"\n);\n# 2 \"a.c\"\ny\n# 4294967295 \"a.c\"\nz\nz\n";
    let map = SourceMap::new(text.into(), |_| Some("F(x\ny /*".into()));
    for start in 0..text.len() {
        for end in start..=text.len() {
            let span = Span::new(start, end);
            let _ = (map.locate(start), map.locate_span(span), map.original(span), map.original_lines(span));
        }
    }
}

#[test]
fn large_texts_are_fast() {
    let header = "extern int function(int argument, const char *text);\n".repeat(40_000);
    let line = format!("int t[] = {{ {} }};\n", "N, ".repeat(100_000));
    let expanded = line.replace('N', "100");
    let text = format!("# 1 \"a.c\"\n# 1 \"h.h\" 1\n{header}# 2 \"a.c\" 2\n{expanded}int x;\n");
    let original = format!("#include \"h.h\"\n{line}int x;\n");
    let begin = Instant::now();
    let map =
        SourceMap::new(text, |name| Some(if name == "a.c" { original.clone() } else { header.clone() }));
    assert_eq!(place(&map, "int x", 0), (3, 1));
    for offset in find(&map, "t[]", 0).start..find(&map, "t[]", 0).start + 1000 {
        assert_eq!(map.locate(offset).line, 2);
    }
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
}
