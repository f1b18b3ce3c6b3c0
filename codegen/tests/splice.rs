//! Edits made against the output of a real preprocessor, and the result preprocessed again.

use std::fs;
use std::path::Path;
use std::process::Command;

use codegen::sameness::{self, SHIFT, same_tokens};
use codegen::splice::{
    Edit, Patch, SpliceError, expected_marked, expected_preprocessed, splice, splice_whole_lines,
};
use diagnostics::token::{TokenKind, tokens_without_comments};
use diagnostics::{SourceMap, Span};
use tempfile::TempDir;

/// A file `a.c` in a directory of its own.
struct Case {
    compiler: &'static str,
    directory: TempDir,
    original: String,
    map: SourceMap,
}

impl Case {
    fn new(original: &str) -> Self {
        Case::preprocessed_by("cc", original, "")
    }

    /// `header` becomes the file `a.h`.
    fn preprocessed_by(compiler: &'static str, original: &str, header: &str) -> Self {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("a.c"), original).unwrap();
        fs::write(directory.path().join("a.h"), header).unwrap();
        let load = |name: &str| fs::read_to_string(directory.path().join(name)).ok();
        let map = SourceMap::new(preprocess(compiler, directory.path()), load);
        Case { compiler, directory, original: original.to_owned(), map }
    }

    /// The occurrence number `index`, from 0, of `text` in the preprocessed text, after what the compiler puts first.
    fn find(&self, text: &str, index: usize) -> Span {
        let own = self.map.text().find("\n# 1 \"a.c\"").unwrap();
        let found = self.map.text().match_indices(text).filter(|(start, _)| *start > own).nth(index);
        let (start, _) = found.unwrap_or_else(|| panic!("no `{text}` in\n{}", self.map.text()));
        Span::new(start, start + text.len())
    }

    fn replace(&self, text: &str, index: usize, replacement: &str) -> Edit {
        Edit::Replace(Patch { span: self.find(text, index), replacement: replacement.to_owned() })
    }

    fn comment(&self, before: &str, text: &str) -> Edit {
        Edit::Comment { before: self.find(before, 0), text: text.to_owned() }
    }

    /// The spliced text, which is what was meant once preprocessed.
    fn splice(&self, edits: &[Edit]) -> String {
        let spliced = splice(&self.original, &self.map, edits).unwrap();
        self.assert_is_meant(&spliced, edits);
        spliced
    }

    fn assert_is_meant(&self, spliced: &str, edits: &[Edit]) {
        assert!(self.is_meant(spliced, edits), "not what was meant:\n{spliced}");
    }

    fn is_meant(&self, spliced: &str, edits: &[Edit]) -> bool {
        fs::write(self.directory.path().join("a.c"), spliced).unwrap();
        same_tokens(
            &preprocess(self.compiler, self.directory.path()),
            &expected_preprocessed(&self.map, edits),
        )
    }
}

/// The compiler may have options.
fn preprocess(compiler: &str, directory: &Path) -> String {
    let mut words = compiler.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or("cc"));
    let output = command.args(words).args(["-E", "a.c"]).current_dir(directory).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn extents_given_by_macros() {
    let case = Case::new("#define N 100\n#define M 50\nvoid f(void) {\n\tdouble tmp[N][M]; // N rows\n}\n");
    let spliced = case.splice(&[case.replace("[100][50]", 0, "[2][M]".replace('M', "50").as_str())]);
    assert_eq!(spliced, "#define N 100\n#define M 50\nvoid f(void) {\n\tdouble tmp[2][50]; // N rows\n}\n");
}

#[test]
fn nothing_to_do() {
    let original = "int x;\r\n\tint y; /* \u{e4} */ \n\nint z;";
    assert_eq!(Case::new(original).splice(&[]), original);
}

#[test]
fn an_access_in_a_macro_with_parameters() {
    let case = Case::new(
        "#define TWICE(e) ((e) + (e))\nint f(int *a, int i) {\n    return TWICE(a[i]); // both\n}\n",
    );
    let spliced = case.splice(&[case.replace("a[i]", 1, "a[i % 2]")]);
    assert!(spliced.contains("\n    return ((a[i]) + (a[i % 2])); // both\n}"), "{spliced}");
}

#[test]
fn an_access_beside_a_macro_with_parameters() {
    let case = Case::new("#define F(e) (e)\nint f(int *a, int i) { return F(a[i]) + a[i]; }\n");
    let spliced = case.splice(&[case.replace("a[i]", 1, "a[i % 2]")]);
    assert!(spliced.contains("return F(a[i]) + a[i % 2]; }"), "{spliced}");
}

#[test]
fn a_type_macro_before_parentheses_stays() {
    let case = Case::new("#define REAL double\n#define N 8\nvoid f(REAL (*row)[N]) { row[1][2] = 0; }\n");
    let spliced = case.splice(&[case.replace("[8]", 0, "[4]"), case.replace("[1]", 0, "[0]")]);
    assert!(spliced.contains("void f(REAL (*row)[4]) { row[0][2] = 0; }"), "{spliced}");
}

#[test]
fn a_macro_that_is_the_declaration() {
    let case = Case::new("#define DECLARE double t[100];\nvoid f(void) {\n  DECLARE /* t */\n  int i;\n}\n");
    let spliced = case.splice(&[case.replace("[100]", 0, "[2]")]);
    assert!(spliced.contains("\n  double t[2]; /* t */\n  int i;\n"), "{spliced}");
}

#[test]
fn a_macro_invoked_over_several_lines() {
    let original = "#define ADD(a, b) ((a) + (b))\nint f(int *t) {\n    int q = ADD(t[1], // one\n        t[2]\n    ) + ADD(t[3],\n    t[4]); int r = 5;\n    return q + r;\n}\n";
    let case = Case::new(original);
    let spliced = case.splice(&[case.replace("t[2]", 0, "t[0]")]);
    assert!(
        spliced.contains(
            "int q = ((t[1]) + (t[0]))\n    + ((t[3]) + (t[4]))\n    ; int r = 5;\n    return q + r;\n"
        ),
        "{spliced}"
    );
    let last = Case::new(original);
    let spliced = last.splice(&[last.replace("r = 5", 0, "r = 6")]);
    assert_eq!(spliced, original.replace("r = 5", "r = 6"));
}

#[test]
fn a_macro_name_on_the_line_before_its_arguments() {
    let case =
        Case::new("#define F(x) (x)\nint f(int *t) {\n  int x = F\n    (t[1]) + t[2];\n  return x;\n}\n");
    let spliced = case.splice(&[case.replace("t[1]", 0, "t[0]")]);
    assert!(spliced.contains("t[0]"), "{spliced}");
}

#[test]
fn a_system_macro_breaks_the_line_for_the_preprocessor_only() {
    let case = Case::new(
        "#include <stddef.h>\n#define N 9\nvoid f(void) {\n\tint *p = NULL, t[N + 1]; int u[N];\n}\n",
    );
    let spliced = case.splice(&[case.replace("[9 + 1]", 0, "[1]")]);
    assert!(spliced.contains("\n\tint *p = NULL, t[1]; int u[N];\n"), "{spliced}");
    let spliced = case.splice(&[case.replace("9 + 1", 0, "1")]);
    assert!(spliced.contains("\n\tint *p = ((void *)0) , t[1]; int u[9];\n"), "{spliced}");
}

#[test]
fn comments_between_tokens() {
    let case = Case::new(
        "void f(void) { double t /* the */ [ 100 /* cells */ ] /* of t */ ; /* over\n lines */ int x; }\n",
    );
    let spliced = case.splice(&[case.replace("[ 100", 0, "[ 2"), case.replace("x;", 0, "y;")]);
    assert!(
        spliced.contains("double t /* the */ [ 2 /* cells */ ] /* of t */ ; /* over\n lines */ int y; }"),
        "{spliced}"
    );
}

#[test]
fn a_line_in_a_comment_is_not_torn() {
    let case = Case::new("#define N 3\nvoid f(void) { int t[N]; /* over\n lines */ int u[N]; }\n");
    let spliced = case.splice(&[case.replace("3", 1, "4")]);
    assert!(spliced.contains("void f(void) { int t[3];\n int u[4]; }\n"), "{spliced}");
}

#[test]
fn line_ends_of_windows() {
    let case = Case::new("#define N 3\r\nvoid f(void)\r\n{\r\n\tint t[N];\r\n\tint u[N + N]; // u\r\n}\r\n");
    let edits = [
        case.comment("int t", "smaller"),
        case.replace("[3]", 0, "[1]"),
        case.replace("3 + 3", 0, "1 +\n\t\t1"),
        Edit::ReplaceLines { first: 6, last: 6, text: "\tt[0] = 0;\n}\n".into() },
    ];
    let spliced = case.splice(&edits);
    let expected = "#define N 3\r\nvoid f(void)\r\n{\r\n\t/* smaller */\r\n\tint t[1];\r\n\tint u[1 +\r\n\t\t1]; // u\r\n\tt[0] = 0;\r\n}\r\n";
    assert_eq!(spliced, expected);
}

#[test]
fn no_line_end_at_the_end() {
    let case = Case::new("#define N 3\nint t[N];");
    assert_eq!(case.splice(&[case.replace("[3]", 0, "[1]")]), "#define N 3\nint t[1];");
    let lines = Edit::ReplaceLines { first: 2, last: 2, text: "int u;\n".into() };
    assert_eq!(case.splice(&[lines]), "#define N 3\nint u;");
}

#[test]
fn continued_lines() {
    let case = Case::new("#define N 3\nint lo\\\nng_name[N] = { N, \\\n  1 }; int u[N];\n");
    let spliced = case.splice(&[case.replace("long_name", 0, "t"), case.replace("u[3]", 0, "u[1]")]);
    assert_eq!(spliced, "#define N 3\nint t[N] = { N, \\\n  1 }; int u[1];\n");
    let spliced = case.splice(&[case.comment("1 }", "a\nb"), case.replace("3,", 0, "2,")]);
    assert!(spliced.starts_with("#define N 3\n/* a\n   b */\nint long_name["), "{spliced}");
}

#[test]
fn two_patches_on_one_line() {
    let case = Case::new("#define N 3\nint t[N][N], u[N];\n");
    let both = [case.replace("[3]", 0, "[1]"), case.replace("[3]", 2, "[2]")];
    assert_eq!(case.splice(&both), "#define N 3\nint t[1][N], u[2];\n");
    let one_in_a_macro = [case.replace("3", 1, "1"), case.replace("[3]", 2, "[2]")];
    assert_eq!(case.splice(&one_in_a_macro), "#define N 3\nint t[3][1], u[2];\n");
}

#[test]
fn repeated_tokens_on_one_line() {
    let case = Case::new("#define P x[0] + x[0]\nint f(int *x) { return P + x[0] + P + x[0]; }\n");
    for index in 0..6 {
        case.splice(&[case.replace("x[0]", index, "x[1]")]);
    }
    let spliced = case.splice(&[case.replace("x[0]", 5, "x[1]")]);
    assert!(spliced.contains("return P + x[0] + P + x[1]; }"), "{spliced}");
}

#[test]
fn text_that_was_not_compiled() {
    let case = Case::new("#define A x\nint f(int x) {\n  A = 1;\n#if 0\n  x = 1;\n#endif\n  return x;\n}\n");
    let spliced = case.splice(&[case.replace("x = 1", 0, "x = 2")]);
    assert!(spliced.contains("\n  x = 2;\n#if 0\n  x = 1;\n#endif\n"), "{spliced}");
}

#[test]
fn a_macro_that_mentions_itself_is_caught() {
    let case = Case::new("int g(int);\n#define g(x) g(x) + x\nint f(int a) { return g(a); }\n");
    let edits = [case.replace("a) + a", 0, "a + 1) + a")];
    let guess = splice(&case.original, &case.map, &edits).unwrap();
    assert!(!case.is_meant(&guess, &edits));
    assert!(!same_tokens("int x;", "int y;") && !same_tokens("int x;", "int x; int y;"));
}

#[test]
fn whole_lines_on_request() {
    let case = Case::new("#define N 3\n  int t[N], u[N]; // t\n");
    let edits = [case.replace("t[3]", 0, "t[1]")];
    let spliced = splice_whole_lines(&case.original, &case.map, &edits).unwrap();
    assert_eq!(spliced, "#define N 3\n  int t[1], u[3]; // t\n");
    case.assert_is_meant(&spliced, &edits);
}

#[test]
fn lines_of_a_region() {
    let original = "#define N 3\nvoid f(int *t) {\n#pragma scop\n  for (int i = 0; i < N; i++) // all\n    t[i] = N;\n#pragma endscop\n}\n";
    let case = Case::new(original);
    let (scop, endscop) = (case.find("#pragma scop", 0), case.find("#pragma endscop", 0));
    let (first, last) = (case.map.locate(scop.start).line + 1, case.map.locate(endscop.start).line - 1);
    let spliced = case.splice(&[Edit::ReplaceLines { first, last, text: "  t[0] = 3;\n".into() }]);
    assert_eq!(spliced, "#define N 3\nvoid f(int *t) {\n#pragma scop\n  t[0] = 3;\n#pragma endscop\n}\n");
    let inserted =
        case.splice(&[Edit::ReplaceLines { first, last: first - 1, text: "  t[0] = 3;\n".into() }]);
    assert_eq!(inserted, original.replace("  for", "  t[0] = 3;\n  for"));
}

#[test]
fn a_region_is_replaced_as_tokens() {
    let case = Case::new(
        "#define N 3\nvoid f(int *t) {\n  int x = N; for (int i = 0; i < N; i++) { // all\n    t[i] = N; } x++;\n}\n",
    );
    let span = case.find("for", 0).to(case.find("}", 0));
    let spliced = case.splice(&[Edit::Replace(Patch { span, replacement: "t[0] =\n    x;".into() })]);
    assert!(spliced.contains("  int x = N; t[0] =\n    x; x++;\n"), "{spliced}");
}

#[test]
fn pragmas_and_their_comments() {
    let case =
        Case::new("#define N 3\n#pragma scop   /* here */\nint t[N]; _Pragma(\"endscop\") int u[N + 1];\n");
    let spliced = case.splice(&[case.replace("3 + 1", 0, "1")]);
    assert_eq!(spliced, "#define N 3\n#pragma scop   /* here */\nint t[3];\n#pragma endscop\nint u[1];\n");
}

#[test]
fn line_numbers_may_move() {
    let case = Case::new(
        "#include <assert.h>\nvoid f(int *t) {\n  int u[3];\n  t[0] = 1;\n  assert(t[0] == 1);\n  t[__LINE__] = u[0];\n  t[6] = 6;\n}\n",
    );
    let edits = [
        case.comment("int u", "one\ntwo"),
        case.replace("[3]", 0, "[1]"),
        case.replace("t[0] = 1", 0, "t[0] =\n\n1"),
    ];
    let spliced = splice(&case.original, &case.map, &edits).unwrap();
    let marked = |text: &str| {
        fs::write(case.directory.path().join("a.c"), format!("#line 1 \"a.c\"\n{text}")).unwrap();
        let plain = preprocess(case.compiler, case.directory.path());
        fs::write(case.directory.path().join("a.c"), format!("#line {} \"a.c\"\n{text}", SHIFT + 1)).unwrap();
        let shifted = preprocess(case.compiler, case.directory.path());
        (sameness::marked(&plain, &shifted).unwrap(), shifted)
    };
    let expected = expected_marked(&case.map, &edits, &marked(&case.original).1).unwrap();
    assert!(same_tokens(&marked(&spliced).0, &expected));
    assert!(!same_tokens(&marked(&spliced.replace("t[6]", "t[9]")).0, &expected));
    assert!(!case.is_meant(&spliced, &edits), "only where marks tell");
}

#[test]
fn a_comment_can_not_end_early() {
    let case = Case::new("int t;\nint u;");
    let edits = [case.comment("int u", "a */ b"), case.comment("int u", "c")];
    assert_eq!(case.splice(&edits), "int t;\n/* a * / b */\n/* c */\nint u;");
}

#[test]
fn a_comment_above_a_replaced_line() {
    let case = Case::new("#define D int t[9]; int\n  D x;\n  int y;\n");
    let edits = [case.comment("int t", "one cell"), case.replace("[9]", 0, "[1]")];
    assert!(case.splice(&edits).contains("\n  /* one cell */\n  int t[1]; int x;\n  int y;\n"));
    let lines =
        [case.comment("int y", "above"), Edit::ReplaceLines { first: 2, last: 3, text: "int z;\n".into() }];
    assert!(case.splice(&lines).ends_with("\n  /* above */\nint z;\n"));
}

#[test]
fn a_byte_order_mark_stays_first() {
    let case = Case::new("\u{feff}int t[3];\n");
    let edits = [case.comment("int t", "one cell"), case.replace("[3]", 0, "[1]")];
    assert_eq!(case.splice(&edits), "\u{feff}/* one cell */\nint t[1];\n");
}

#[test]
fn refused_edits() {
    let case = Case::preprocessed_by("cc", "#include \"a.h\"\nint x = 1 + 2;\n", "\nint h[4];\n");
    let refusal = |edits: &[Edit]| splice(&case.original, &case.map, edits).unwrap_err();
    let in_header = refusal(&[case.replace("[4]", 0, "[1]")]);
    assert_eq!(in_header.to_string(), "a.h:2:6: this would have to change in an included file");
    let overlapping = [case.replace("1 + 2", 0, "3"), case.replace("2;", 0, "3;")];
    assert_eq!(refusal(&overlapping), SpliceError::Overlap(2));
    let inside_lines =
        [case.replace("1 + 2", 0, "3"), Edit::ReplaceLines { first: 2, last: 2, text: String::new() }];
    assert_eq!(refusal(&inside_lines), SpliceError::Overlap(2));
    assert!(matches!(refusal(&[case.replace(" x ", 0, "y")]), SpliceError::NotTokens(_)));
    assert_eq!(splice("int y;", &case.map, &[]), Err(SpliceError::OtherText));
}

#[test]
fn every_token_can_be_replaced() {
    assert_every_token_can_be_replaced("cc -D__LINE__=0 -Wno-builtin-macro-redefined");
}

/// Clang puts the tokens on other lines than gcc.
#[test]
fn every_token_can_be_replaced_with_clang() {
    if Command::new("clang").arg("--version").output().is_ok() {
        assert_every_token_can_be_replaced("clang -D__LINE__=0 -Wno-builtin-macro-redefined");
    }
}

/// Replaces each token of a file full of macros in turn.
/// Lines have no numbers here: edits move them, which is the business of `codegen::sameness`.
fn assert_every_token_can_be_replaced(compiler: &'static str) {
    let case = Case::preprocessed_by(compiler, include_str!("macros.c"), "");
    let own = case.find("int marker", 0).start;
    for token in
        tokens_without_comments(&case.map.text()[own..]).filter(|token| token.kind != TokenKind::Directive)
    {
        let span = Span::new(own + token.span.start, own + token.span.end);
        let edits = [Edit::Replace(Patch { span, replacement: " replaced ".into() })];
        case.splice(&edits);
        let by_lines = splice_whole_lines(&case.original, &case.map, &edits).unwrap();
        case.assert_is_meant(&by_lines, &edits);
    }
}
