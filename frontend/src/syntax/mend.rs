//! Text for lang-c in the place of C that it doesn't know, at equal length, so that places stay what they are.
//!
//! What has no meaning for the model is blanked: attributes, `static_assert`, labels of the assembler. What C23 calls otherwise gets
//! its old name. Types without a name in lang-c's grammar (`__int128`) count as type names that nobody knows. Names of letters
//! that lang-c doesn't take get others, and so do escapes in strings; the tree's names are read from the text, so nobody sees them. Anything else isn't mended,
//! and [`unknown`] finds a word for it.

use std::collections::{HashMap, HashSet};

use diagnostics::Span;
use diagnostics::token::{Token, TokenKind};

/// A declaration that lang-c may understand.
pub struct Mended {
    /// As long as the original.
    pub source: String,
    /// The names in it that must be declared as types.
    pub types: Vec<&'static str>,
}

/// Types that only some compilers know, whose values polycc doesn't.
const FOREIGN_TYPES: [&str; 15] = [
    "__int128",
    "__int128_t",
    "__uint128_t",
    "__float128",
    "__float80",
    "__ibm128",
    "_Float16",
    "__fp16",
    "__bf16",
    "_BitInt",
    "__auto_type",
    "_Decimal32",
    "_Decimal64",
    "_Decimal128",
    "nullptr_t",
];

/// The type `bool` where it is a keyword.
pub const BOOL: &str = "bool";

/// What starts a declaration, beside names of types.
const SPECIFIERS: [&str; 30] = [
    "void",
    "char",
    "short",
    "int",
    "long",
    "float",
    "double",
    "signed",
    "unsigned",
    "_Bool",
    "_Complex",
    "struct",
    "union",
    "enum",
    "const",
    "volatile",
    "static",
    "extern",
    "register",
    "auto",
    "typedef",
    "inline",
    "restrict",
    "__typeof__",
    "typeof",
    "_Thread_local",
    "_Alignas",
    "constexpr",
    "thread_local",
    "__thread",
];

/// What may follow a backslash (C11 6.4.4.4), also where a line ends with it.
const ESCAPES: &[u8] = b"'\"?\\abfnrtvx01234567\r\n";

/// Attributes that change what a declaration means.
const TELLING: [&str; 4] = ["vector_size", "ext_vector_type", "mode", "cleanup"];

/// `span`, whose tokens are `tokens`, mended; `None` if there is nothing to mend. `names` are those of [`plain_names`].
pub fn mended(
    text: &str,
    tokens: &[Token],
    span: Span,
    is_type: impl Fn(&str) -> bool,
    names: &HashMap<String, String>,
) -> Option<Mended> {
    let mut mending = Mending { text, span, bytes: span.of(text).as_bytes().to_vec(), types: HashSet::new() };
    let mut depth = 0usize;
    let mut position = 0;
    while let Some(token) = tokens.get(position) {
        let (before, rest) = tokens.split_at(position);
        let starts = before.last().is_none_or(|last| matches!(last.span.of(text), ";" | "{" | "}" | ":"));
        match token.span.of(text) {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        position += mending.token(rest, Place { depth, starts }, names)?;
    }
    mending.labels(tokens, is_type);
    let Mending { bytes, types, .. } = mending;
    let mut types: Vec<_> = types.into_iter().collect();
    types.sort_unstable();
    let source = String::from_utf8(bytes).ok()?;
    (source != span.of(text) || !types.is_empty()).then_some(Mended { source, types })
}

/// Where a token stands.
#[derive(Clone, Copy)]
struct Place {
    /// Between so many braces.
    depth: usize,
    /// Whether a statement or a declaration may start there.
    starts: bool,
}

struct Mending<'a> {
    text: &'a str,
    span: Span,
    bytes: Vec<u8>,
    types: HashSet<&'static str>,
}

impl Mending<'_> {
    /// Mends what starts with the first of `rest` and tells how many tokens that is. `None` if it means more than can be
    /// left out.
    fn token(&mut self, rest: &[Token], place: Place, names: &HashMap<String, String>) -> Option<usize> {
        let text = self.text;
        let word = |position: usize| rest.get(position).map_or("", |token| token.span.of(text));
        let tells = |token: &Token| TELLING.contains(&token.span.of(text).trim_matches('_'));
        match word(0) {
            "__attribute__" | "__attribute" => {
                let length = 1 + group(text, &rest[1..])?;
                (!rest[..length].iter().any(tells)).then(|| self.blank(&rest[..length]))
            }
            "[" if word(1) == "[" => {
                let length = group(text, rest)?;
                (!rest[..length].iter().any(tells)).then(|| self.blank(&rest[..length]))
            }
            // between statements it is one itself
            "__asm__" | "__asm" | "asm" if place.depth == 0 => {
                let length = 1 + group(text, &rest[1..])?;
                Some(self.blank(&rest[..length]))
            }
            "static_assert" | "_Static_assert" if place.starts && word(1) == "(" => {
                let length = 1 + group(text, &rest[1..])?;
                let length = length + usize::from(word(length) == ";");
                Some(self.blank(&rest[..length]))
            }
            "alignas" if place.starts && word(1) == "(" => {
                let length = 1 + group(text, &rest[1..])?;
                Some(self.blank(&rest[..length]))
            }
            "__extension__" | "_Noreturn" => Some(self.blank(&rest[..1])),
            "constexpr" => Some(self.replace(&rest[0], "const")),
            // each thread's own: no region may hold it
            "__thread" | "thread_local" => Some(self.replace(&rest[0], "volatile")),
            "unsigned" | "signed" if FOREIGN_TYPES.contains(&word(1)) => Some(self.blank(&rest[..1])),
            "_BitInt" if word(1) == "(" => {
                self.types.insert("_BitInt");
                let length = group(text, &rest[1..])?;
                Some(1 + self.blank(&rest[1..1 + length]))
            }
            BOOL => {
                self.types.insert(BOOL);
                Some(1)
            }
            name => {
                if let Some(foreign) = FOREIGN_TYPES.iter().find(|foreign| **foreign == name) {
                    self.types.insert(foreign);
                }
                if let Some(plain) = names.get(name) {
                    self.replace(&rest[0], plain);
                }
                if rest[0].kind == TokenKind::String {
                    self.spell_characters(&rest[0]);
                }
                Some(1)
            }
        }
    }

    /// Makes tokens white space and tells how many they are.
    fn blank(&mut self, tokens: &[Token]) -> usize {
        if let [first, .., last] | [first @ last] = tokens {
            let place = first.span.start - self.span.start..last.span.end - self.span.start;
            self.bytes[place].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
        }
        tokens.len()
    }

    /// Puts `word`, which is no longer, in the place of a token.
    fn replace(&mut self, token: &Token, word: &str) -> usize {
        self.blank(std::slice::from_ref(token));
        let start = token.span.start - self.span.start;
        self.bytes[start..start + word.len()].copy_from_slice(word.as_bytes());
        1
    }

    /// Puts other escapes in the place of characters that a string names (`\u2588`), and of what compilers take besides C's own (`\e`);
    /// nobody looks at what is in it.
    fn spell_characters(&mut self, string: &Token) {
        let start = string.span.start - self.span.start;
        let mut position = start;
        while position + 1 < string.span.end - self.span.start {
            if self.bytes[position] != b'\\' {
                position += 1;
                continue;
            }
            let letter = &mut self.bytes[position + 1];
            match letter {
                b'u' | b'U' => *letter = b'x',
                _ if letter.is_ascii() && !ESCAPES.contains(letter) => *letter = b'a',
                _ => {}
            }
            position += 2;
        }
    }

    /// Puts empty statements behind labels that have none.
    fn labels(&mut self, tokens: &[Token], is_type: impl Fn(&str) -> bool) {
        let text = self.text;
        let is_visible = |token: &&Token| self.bytes[token.span.start - self.span.start] != b' ';
        let tokens: Vec<Token> = tokens.iter().filter(is_visible).copied().collect();
        let word = |position: usize| tokens.get(position).map_or("", |token: &Token| token.span.of(text));
        for position in 1..tokens.len() {
            let next = word(position + 1);
            let is_named = || {
                (is_type(next) || FOREIGN_TYPES.contains(&next) || next == BOOL)
                    && starts_name(word(position + 2))
            };
            let declares = next == "}" || SPECIFIERS.contains(&next) || is_named();
            if word(position) != ":" || !declares || !ends_label(text, &tokens[..position]) {
                continue;
            }
            let after = tokens[position].span.end - self.span.start;
            let is_free = matches!(
                self.bytes.get(after..after + 2),
                Some([b' ' | b'\t', _] | [b'\n', b' ' | b'\t' | b'}'])
            );
            if is_free {
                self.bytes[after] = b';';
            }
        }
    }
}

/// Whether a declarator may start so.
fn starts_name(word: &str) -> bool {
    word == "*" || word.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Whether a colon behind `tokens` ends a label, rather than a part of `?:` or the name of a bit field.
fn ends_label(text: &str, tokens: &[Token]) -> bool {
    let words = tokens.iter().rev().map(|token| token.span.of(text));
    let mut words = words.take_while(|word| !matches!(*word, ";" | "{" | "}" | ":"));
    let Some(last) = words.next() else { return false };
    let before: Vec<_> = words.collect();
    match before.as_slice() {
        [] => last.starts_with(|c: char| c.is_alphabetic() || c == '_'),
        before => before.last() == Some(&"case") && !before.contains(&"?"),
    }
}

/// How many tokens the brackets take that `tokens` start with.
fn group(text: &str, tokens: &[Token]) -> Option<usize> {
    let mut depth = 0usize;
    for (position, token) in tokens.iter().enumerate() {
        match token.span.of(text) {
            "(" | "[" => depth += 1,
            ")" | "]" => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return (position > 0).then_some(position + 1);
        }
    }
    None
}

/// Names as long and with plain letters only for those that lang-c doesn't take; no two the same, and none that `text` has.
pub fn plain_names(text: &str, tokens: &[Token]) -> HashMap<String, String> {
    let all =
        tokens.iter().filter(|token| token.kind == TokenKind::Identifier).map(|token| token.span.of(text));
    let all: HashSet<&str> = all.collect();
    let is_foreign = |name: &&&str| !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let mut foreign: Vec<&str> = all.iter().filter(is_foreign).copied().collect();
    foreign.sort_unstable();
    let mut taken: HashSet<String> = HashSet::new();
    let mut names = HashMap::new();
    for name in foreign {
        let free = |candidate: &String| !all.contains(candidate.as_str()) && !taken.contains(candidate);
        if let Some(plain) = candidates(name.len()).find(free) {
            taken.insert(plain.clone());
            names.insert(name.to_owned(), plain);
        }
    }
    names
}

/// Names of so many letters, the same each time.
fn candidates(length: usize) -> impl Iterator<Item = String> {
    const MOST: usize = 20_000;
    (0..MOST).map_while(move |number| {
        let mut name = vec![b'X'; length];
        let mut rest = number;
        for letter in name.iter_mut().rev() {
            *letter = b'A' + u8::try_from(rest % 26).unwrap_or_default();
            rest /= 26;
        }
        (rest == 0).then(|| String::from_utf8(name).unwrap_or_default())
    })
}

/// The first construct in `tokens` that the parser is known not to know, by its name.
pub fn unknown(text: &str, tokens: &[Token]) -> Option<(Span, &'static str)> {
    let word = |position: usize| tokens.get(position).map_or("", |token: &Token| token.span.of(text));
    let found = |(position, token): (usize, &Token)| {
        let before = if position == 0 { "" } else { word(position - 1) };
        let name = match token.span.of(text) {
            "?:" => "`a ?: b`",
            "?" if word(position + 1) == ":" => "`a ?: b`",
            "&&" if matches!(before, "=" | "(" | "," | "{" | "return" | "[") => "an address of a label",
            "*" if before == "goto" => "a computed `goto`",
            "__builtin_types_compatible_p" => "`__builtin_types_compatible_p`",
            "vector_size" | "__vector_size__" | "ext_vector_type" => "a vector type",
            "mode" | "__mode__" if before == "(" => "a type of another width",
            "cleanup" | "__cleanup__" if before == "(" => {
                "a function that runs at the end of a variable's life"
            }
            "nullptr" => "`nullptr`",
            "typeof_unqual" => "`typeof_unqual`",
            _ => return None,
        };
        Some((token.span, name))
    };
    tokens.iter().enumerate().find_map(found)
}
