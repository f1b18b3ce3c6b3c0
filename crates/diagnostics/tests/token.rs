//! The tokenizer on ordinary and on broken text.

use diagnostics::token::{Token, TokenKind, plainly_spelled, tokens, tokens_without_comments};

fn kinds(text: &str) -> Vec<(TokenKind, String)> {
    tokens(text).map(|token| (token.kind, token.text(text).into_owned())).collect()
}

fn texts(text: &str) -> Vec<String> {
    tokens_without_comments(text).map(|token| token.text(text).into_owned()).collect()
}

#[test]
fn each_kind() {
    use TokenKind::{Character, Comment, Identifier, Number, Punctuator, String, Unknown};
    let expected = [
        (Identifier, "u8x"),
        (Punctuator, "="),
        (Number, "0x1.8p+3f"),
        (Punctuator, "+"),
        (Number, ".5e-3"),
        (String, "u8\"a\\\"//\""),
        (Character, "L'\\''"),
        (Comment, "/* c */"),
        (Unknown, "@"),
        (Identifier, "été$"),
        (Comment, "// d"),
    ];
    let expected: Vec<_> = expected.map(|(kind, text)| (kind, text.to_owned())).into();
    assert_eq!(kinds("u8x = 0x1.8p+3f+.5e-3 u8\"a\\\"//\"L'\\''/* c */@été$ // d\r\n"), expected);
}

#[test]
fn longest_punctuators() {
    assert_eq!(
        texts("a+++b>>=c->d...<:%:%:"),
        ["a", "++", "+", "b", ">>=", "c", "->", "d", "...", "<:", "%:%:"]
    );
    assert_eq!(texts("a::b?:c"), ["a", "::", "b", "?:", "c"]);
}

#[test]
fn directives_are_whole_lines_without_trailing_comments() {
    let text = "  # pragma omp /* a */ parallel \\\r\n  for // b\n/* c */ #pragma x \"/*\"\na # b";
    let spelled: Vec<_> = tokens(text).map(|token| (token.kind, token.spelling(text).into_owned())).collect();
    let directives: Vec<_> = spelled.iter().filter(|(kind, _)| *kind == TokenKind::Directive).collect();
    assert_eq!(directives[0].1, "#pragma omp parallel for");
    assert_eq!(directives[1].1, "#pragma x \"/*\"");
    assert_eq!(directives.len(), 2);
    assert_eq!(spelled[1], (TokenKind::Comment, "// b".to_owned()));
}

#[test]
fn continued_lines() {
    assert_eq!(
        texts("lo\\\nng 1\\ \r\n2 \"a\\\nb\" +\\\n+ /\\\n/ gone\\\nhere\nx"),
        ["long", "12", "\"ab\"", "++", "x"]
    );
    let text = "a\\\nb c";
    let token = tokens(text).next().unwrap();
    assert_eq!((token.span.start, token.span.end), (0, 4));
}

#[test]
fn what_is_not_closed_ends_somewhere() {
    assert_eq!(texts("\"abc\nx 'y\r\nz"), ["\"abc", "x", "'y\r", "z"]);
    assert_eq!(
        kinds("a /* b\nc"),
        [(TokenKind::Identifier, "a".into()), (TokenKind::Comment, "/* b\nc".into())]
    );
    assert_eq!(texts("\"a\\"), ["\"a\\"]);
    assert_eq!(texts("# \"a\nb"), ["# \"a", "b"]);
}

#[test]
fn a_byte_order_mark_is_no_token() {
    let text = "\u{feff}#pragma x";
    let first = tokens(text).next().unwrap();
    assert_eq!((first.kind, first.span.start), (TokenKind::Directive, 3));
}

/// Texts made of the pieces that are hard to tokenize, in an order that is arbitrary but always the same.
fn odd_texts() -> impl Iterator<Item = String> {
    const PIECES: [&str; 24] = [
        "\"", "'", "\\", "\n", "\r\n", "/*", "*/", "//", "#", " ", "\t", "é", "\u{feff}", "a", "1e", "+",
        "L", "u8", "%:", "..", "@", "\0", "\u{1}", "(",
    ];
    let mut state = 1u64;
    std::iter::repeat_with(move || {
        let mut text = String::new();
        for _ in 0..12 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            text.push_str(PIECES[(state >> 33) as usize % PIECES.len()]);
        }
        text
    })
    .take(5000)
}

#[test]
fn any_text_is_cut_into_tokens_in_order() {
    for text in odd_texts() {
        let mut end = 0;
        for token @ Token { span, .. } in tokens(&text) {
            assert!(span.start >= end && span.end > span.start, "{text:?}");
            let _ = token.spelling(&text);
            end = span.end;
        }
        assert!(end <= text.len());
    }
}

#[test]
fn letters_by_their_numbers() {
    let text = "gr\\u00f6\\U000000DFer \"\\u00f6\" '\\u00f6' \\u0041 x\\u00f \\ud800 \\\nu";
    let (first, _) = text.split_once(' ').unwrap();
    assert_eq!(texts(text)[0], first);
    let token = tokens(text).next().unwrap();
    assert_eq!(token.spelling(text), "gr\u{f6}\u{df}er");
    let plain = plainly_spelled(format!("#pragma names({first}) \"\\u00f6\"\n{text}"));
    assert!(plain.starts_with(
        "#pragma names(gr\u{f6}\u{df}er) \"\\u00f6\"\ngr\u{f6}\u{df}er \"\\u00f6\" '\\u00f6' \\u0041 x\\u00f"
    ));
    assert_eq!(plainly_spelled("a<:1:>".into()), "a[ 1] ");
}
