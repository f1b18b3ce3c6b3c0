//! A tokenizer for C text, preprocessed or not.
//!
//! It serves to align the user's text with the preprocessor's output, to find pragmas and to fetch comments; the parser
//! proper is lang-c's. It therefore knows the preprocessing tokens only, accepts any text, and never fails: a string that
//! isn't closed ends with its line, a comment that isn't closed ends with the text, and a stray character is a token of
//! kind [`TokenKind::Unknown`].
//!
//! A preprocessing directive is one token, from `#` to the last thing on its line that is no comment. A backslash before a
//! line end joins the lines wherever it stands, within a token too: [`Token::text`] leaves it out. Trigraphs aren't known.

use std::borrow::Cow;

use crate::span::Span;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// A name or a keyword.
    Identifier,
    /// A preprocessing number: whatever starts like a number and runs on.
    Number,
    /// A string literal with its prefix.
    String,
    /// A character constant with its prefix.
    Character,
    /// An operator or a bracket.
    Punctuator,
    /// A comment of either kind.
    Comment,
    /// A preprocessing directive or a line marker: all of the line from `#`, without trailing comments.
    Directive,
    /// A character that C doesn't know.
    Unknown,
}

/// A token and its place in the text it was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands in the text that was tokenized.
    pub span: Span,
}

impl Token {
    /// The characters of the token, lines that a backslash continues joined.
    pub fn text(self, source: &str) -> Cow<'_, str> {
        let text = self.span.of(source);
        if text.contains('\\') { Cow::Owned(join_lines(text)) } else { Cow::Borrowed(text) }
    }

    /// What two tokens that mean the same have in common: [`Token::text`], for a digraph the bracket that it stands for, for
    /// a name its characters, and for a directive its parts with one blank between them.
    pub fn spelling(self, source: &str) -> Cow<'_, str> {
        match self.kind {
            TokenKind::Identifier => return with_characters(self.text(source)),
            TokenKind::Directive => {}
            _ => return self.bracket(source).map_or_else(|| self.text(source), Cow::Borrowed),
        }
        let parameters = &self.span.of(source)["#".len()..];
        let name = |part: Token| match part.kind {
            TokenKind::Identifier => with_characters(part.text(parameters)),
            _ => part.text(parameters),
        };
        let parts: Vec<_> = tokens_without_comments(parameters).map(name).collect();
        Cow::Owned(format!("#{}", parts.join(" ")))
    }
}

/// The ways to write brackets without them.
const DIGRAPHS: [(&str, &str); 4] = [("<:", "["), (":>", "]"), ("<%", "{"), ("%>", "}")];

impl Token {
    /// The bracket that a digraph stands for.
    fn bracket(self, source: &str) -> Option<&'static str> {
        let word = (self.kind == TokenKind::Punctuator).then(|| self.span.of(source))?;
        DIGRAPHS.iter().find(|(digraph, _)| *digraph == word).map(|(_, bracket)| *bracket)
    }
}

/// `source` with brackets and a blank in the place of digraphs, and names with characters in the place of their numbers,
/// which is how some preprocessors print them.
pub fn plainly_spelled(source: String) -> String {
    if !DIGRAPHS.iter().any(|(digraph, _)| source.contains(digraph))
        && !NUMBERED.iter().any(|start| source.contains(start))
    {
        return source;
    }
    let mut text = String::with_capacity(source.len());
    let mut position = 0;
    for token in tokens(&source) {
        let word = token.span.of(&source);
        let plain = match token.kind {
            TokenKind::Identifier if word.contains('\\') => with_characters(token.text(&source)),
            TokenKind::Directive if word.contains('\\') => directive_with_characters(word),
            _ => match token.bracket(&source) {
                Some(bracket) => format!("{bracket:<width$}", width = word.len()).into(),
                None => continue,
            },
        };
        text.push_str(&source[position..token.span.start]);
        text.push_str(&plain);
        position = token.span.end;
    }
    text + &source[position..]
}

/// How characters of names start that are written by their numbers: `gr\u00fcn`.
const NUMBERED: [&str; 2] = ["\\u", "\\U"];

/// A name with characters in the place of their numbers.
fn with_characters(name: Cow<'_, str>) -> Cow<'_, str> {
    if !name.contains('\\') {
        return name;
    }
    let mut plain = String::with_capacity(name.len());
    let mut rest = name.as_ref();
    while let Some(next) = rest.chars().next() {
        let (character, length) = numbered_character(rest.as_bytes()).unwrap_or((next, next.len_utf8()));
        plain.push(character);
        rest = &rest[length..];
    }
    Cow::Owned(plain)
}

/// The same for all names in a directive.
fn directive_with_characters(directive: &str) -> Cow<'_, str> {
    let (hash, parameters) = directive.split_at("#".len());
    let mut plain = hash.to_owned();
    let mut position = 0;
    for part in tokens(parameters).filter(|part| part.kind == TokenKind::Identifier) {
        plain.push_str(&parameters[position..part.span.start]);
        plain.push_str(&with_characters(part.text(parameters)));
        position = part.span.end;
    }
    Cow::Owned(plain + &parameters[position..])
}

/// The character beyond ASCII whose number `bytes` start with, and the length of that.
fn numbered_character(bytes: &[u8]) -> Option<(char, usize)> {
    let length = match bytes {
        [b'\\', b'u', ..] => "\\u00f6".len(),
        [b'\\', b'U', ..] => "\\U000000f6".len(),
        _ => return None,
    };
    let digits = std::str::from_utf8(bytes.get(2..length)?).ok()?;
    let is_number = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let number = is_number.then(|| u32::from_str_radix(digits, 16).ok())??;
    let character = char::from_u32(number).filter(|character| !character.is_ascii())?;
    Some((character, length))
}

/// All tokens of `source`, comments included.
pub fn tokens(source: &str) -> Tokens<'_> {
    let position = if source.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
    Tokens { cursor: Cursor { bytes: source.as_bytes(), position }, at_line_start: true }
}

/// The tokens of `source` without comments.
pub fn tokens_without_comments(source: &str) -> impl Iterator<Item = Token> {
    tokens(source).filter(|token| token.kind != TokenKind::Comment)
}

/// Stands before the text in some files and means nothing.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// The punctuators of more than one character; a longer one stands before those it starts with.
const PUNCTUATORS: [&str; 31] = [
    "%:%:", "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "*=",
    "/=", "%=", "+=", "-=", "&=", "^=", "|=", "##", "<:", ":>", "<%", "%>", "%:", "::", "?:",
];

/// The prefixes of string literals and character constants.
const LITERAL_PREFIXES: [&str; 4] = ["L", "u", "U", "u8"];

/// An iterator over the tokens of a text; see [`tokens`].
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    cursor: Cursor<'a>,
    at_line_start: bool,
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        self.at_line_start |= self.cursor.skip_white_space();
        let start = self.cursor.start_of_next()?;
        let kind = self.cursor.scan(self.at_line_start);
        if kind != TokenKind::Comment {
            self.at_line_start = false;
        }
        Some(Token { kind, span: Span::new(start, self.cursor.position) })
    }
}

/// A place in the text that sees through continued lines.
///
/// Tokens begin and end beside ASCII bytes only, since all others count as letters: spans fall between characters.
#[derive(Clone, Copy, Debug)]
struct Cursor<'a> {
    bytes: &'a [u8],
    position: usize,
}

impl Cursor<'_> {
    /// Where the next byte stands that isn't part of a line continuation.
    fn start_of_next(&self) -> Option<usize> {
        let mut position = self.position;
        while let Some(length) = continuation_length(&self.bytes[position..]) {
            position += length;
        }
        (position < self.bytes.len()).then_some(position)
    }

    fn peek(&self) -> Option<u8> {
        self.start_of_next().map(|position| self.bytes[position])
    }

    fn peek_second(&self) -> Option<u8> {
        let mut ahead = *self;
        ahead.advance();
        ahead.peek()
    }

    fn advance(&mut self) {
        self.position = self.start_of_next().map_or(self.bytes.len(), |position| position + 1);
    }

    fn advance_while(&mut self, accepted: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&accepted) {
            self.advance();
        }
    }

    /// Goes past `text` if it stands here.
    fn accept(&mut self, text: &str) -> bool {
        let mut ahead = *self;
        for expected in text.bytes() {
            if ahead.peek() != Some(expected) {
                return false;
            }
            ahead.advance();
        }
        self.position = ahead.position;
        true
    }

    /// Goes to the next token and tells whether a line ended on the way.
    fn skip_white_space(&mut self) -> bool {
        let mut line_ended = false;
        while let Some(byte) = self.peek().filter(|&byte| is_white_space(byte)) {
            line_ended |= byte == b'\n';
            self.advance();
        }
        line_ended
    }

    /// Goes past one token, which starts here.
    fn scan(&mut self, at_line_start: bool) -> TokenKind {
        match self.peek() {
            Some(b'#') if at_line_start => self.scan_directive(),
            Some(b'/') if self.peek_second() == Some(b'/') => self.scan_line_comment(),
            Some(b'/') if self.peek_second() == Some(b'*') => self.scan_block_comment(),
            Some(quote @ (b'"' | b'\'')) => self.scan_literal(quote),
            Some(b'.') if self.peek_second().is_some_and(|byte| byte.is_ascii_digit()) => self.scan_number(),
            Some(byte) if byte.is_ascii_digit() => self.scan_number(),
            Some(byte) if is_letter(byte) || self.numbered_letter().is_some() => self.scan_word(),
            _ => self.scan_punctuator(),
        }
    }

    fn scan_directive(&mut self) -> TokenKind {
        self.advance();
        let mut end = self.position;
        while !self.skip_white_space_in_line() {
            if self.scan(false) != TokenKind::Comment {
                end = self.position;
            }
        }
        self.position = end;
        TokenKind::Directive
    }

    /// Goes to the next token of the line and tells whether there is none.
    fn skip_white_space_in_line(&mut self) -> bool {
        self.advance_while(|byte| is_white_space(byte) && byte != b'\n');
        matches!(self.peek(), None | Some(b'\n'))
    }

    fn scan_line_comment(&mut self) -> TokenKind {
        self.advance_while(|byte| byte != b'\n');
        if self.bytes[..self.position].ends_with(b"\r") {
            self.position -= 1;
        }
        TokenKind::Comment
    }

    fn scan_block_comment(&mut self) -> TokenKind {
        self.accept("/*");
        while self.peek().is_some() && !self.accept("*/") {
            self.advance();
        }
        TokenKind::Comment
    }

    fn scan_literal(&mut self, quote: u8) -> TokenKind {
        self.advance();
        while let Some(byte) = self.peek().filter(|&byte| byte != b'\n') {
            self.advance();
            if byte == quote {
                break;
            }
            if byte == b'\\' && self.peek() != Some(b'\n') {
                self.advance();
            }
        }
        if quote == b'"' { TokenKind::String } else { TokenKind::Character }
    }

    fn scan_number(&mut self) -> TokenKind {
        while let Some(byte) =
            self.peek().filter(|&byte| is_letter(byte) || byte.is_ascii_digit() || byte == b'.')
        {
            self.advance();
            let exponent = matches!(byte, b'e' | b'E' | b'p' | b'P');
            if exponent && matches!(self.peek(), Some(b'+' | b'-')) {
                self.advance();
            }
        }
        TokenKind::Number
    }

    fn scan_word(&mut self) -> TokenKind {
        let may_be_prefix = matches!(self.peek(), Some(b'L' | b'u' | b'U'));
        let prefixes = LITERAL_PREFIXES.iter().filter(|_| may_be_prefix);
        let prefix = prefixes.into_iter().find_map(|prefix| self.after_literal_prefix(prefix));
        if let Some((position, quote)) = prefix {
            self.position = position;
            return self.scan_literal(quote);
        }
        loop {
            self.advance_while(|byte| is_letter(byte) || byte.is_ascii_digit());
            let Some(end) = self.numbered_letter() else { return TokenKind::Identifier };
            self.position = end;
        }
    }

    /// The end of the letter that stands here by its number.
    fn numbered_letter(&self) -> Option<usize> {
        let start = self.start_of_next()?;
        numbered_character(&self.bytes[start..]).map(|(_, length)| start + length)
    }

    /// The place of the quote, and the quote, if `prefix` and a quote come next.
    fn after_literal_prefix(&self, prefix: &str) -> Option<(usize, u8)> {
        let mut ahead = *self;
        let quote = if ahead.accept(prefix) { ahead.peek() } else { None };
        quote.filter(|quote| matches!(quote, b'"' | b'\'')).map(|quote| (ahead.position, quote))
    }

    fn scan_punctuator(&mut self) -> TokenKind {
        // most stand alone
        if self.peek().is_some_and(|byte| b"[](){};,~".contains(&byte)) {
            self.advance();
            return TokenKind::Punctuator;
        }
        if PUNCTUATORS.iter().any(|punctuator| self.accept(punctuator)) {
            return TokenKind::Punctuator;
        }
        let known = self.peek().is_some_and(|byte| b"[](){}.&*+-~!/%<>^|?:;=,#".contains(&byte));
        self.advance();
        if known { TokenKind::Punctuator } else { TokenKind::Unknown }
    }
}

fn is_white_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'\x0b' | b'\x0c')
}

/// Whether an identifier may hold `byte`; compilers take `$` and characters beyond ASCII too.
fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$' || !byte.is_ascii()
}

/// The length of the line continuation that `bytes` start with.
///
/// Compilers let white space stand between the backslash and the line end.
fn continuation_length(bytes: &[u8]) -> Option<usize> {
    let after = bytes.strip_prefix(b"\\")?;
    let white_space = after.iter().take_while(|&&byte| is_white_space(byte) && byte != b'\n').count();
    (after.get(white_space) == Some(&b'\n')).then_some(white_space + 2)
}

fn join_lines(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(backslash) = rest.find('\\') {
        let length = continuation_length(&rest.as_bytes()[backslash..]);
        joined.push_str(&rest[..backslash]);
        if length.is_none() {
            joined.push('\\');
        }
        rest = &rest[backslash + length.unwrap_or(1)..];
    }
    joined + rest
}
