//! Functions that other files of the program define, put in front of those that call them.
//!
//! `polycc a.c b.c -o out/` takes both files for one program. What a.c calls and b.c defines comes into a.c's text, word for
//! word, with what that needs and a.c doesn't have: b.c's `static` functions and constant tables, its types, macros, and
//! headers of the C library. So all that knows the functions of a file knows those of others, and calls of them can be inlined.
//! The functions go again before anything is written ([`removed`]); what is inlined may still need the rest.
//!
//! Only copies that mean the same come in: [`proof`] compares what the preprocessor makes of them with what it makes of them in
//! their own file, and what each name stands for ([`sameness`]), by the declarations that [`file`] finds.

mod file;
mod likeness;
mod proof;
mod sameness;

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::token::{Token, TokenKind, tokens, tokens_without_comments};
use diagnostics::{Code, Diagnostic, Span};

use crate::syntax::split::is_attribute;
use crate::syntax::tree::SymbolKind;

use self::file::Mention;
use self::sameness::{Sameness, check_body, used};

pub use self::file::{File, Name};
pub use self::proof::{imported, removed};

/// The most declarations that come along with a function.
const MOST_ITEMS: usize = 200;

/// Headers of the C library: what they declare doesn't depend on what is included before them.
const STANDARD: [&str; 11] = [
    "<complex.h>",
    "<float.h>",
    "<inttypes.h>",
    "<limits.h>",
    "<math.h>",
    "<stdbool.h>",
    "<stddef.h>",
    "<stdint.h>",
    "<stdio.h>",
    "<stdlib.h>",
    "<string.h>",
];

/// A function of another file that can come into the text, with what it needs.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The function's name.
    pub name: String,
    /// Its first call in the file, if there is one.
    pub call: Option<Span>,
    items: BTreeMap<Place, Item>,
}

/// The position of a file among the others, and a byte of it.
type Place = (Kind, usize, usize);

/// A part of another file's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The position of the file among the others.
    file: usize,
    /// Its declaration there, if it is one.
    piece: Option<usize>,
    /// How many tokens that has.
    tokens: usize,
    /// What it is.
    pub kind: Kind,
    /// Its text, whole lines.
    pub text: String,
    /// What it defines.
    pub names: BTreeSet<String>,
}

/// What a part of a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// `#include`
    Header,
    /// `#define`, or a declaration that only this file knows.
    Own,
    /// A function that the whole program knows.
    Function,
}

/// What comes into a file's text.
#[derive(Clone, Debug, Default)]
pub struct Import {
    /// The byte of the main file in front of which it stands.
    pub place: usize,
    /// Its parts, in order.
    pub items: Vec<Item>,
}

impl Import {
    /// Its text.
    pub fn text(&self) -> String {
        self.text_of(|_| true)
    }

    /// The text of the parts at these positions: one line after the other, with empty lines around what has several.
    pub fn text_of(&self, is_wanted: impl Fn(usize) -> bool) -> String {
        let mut text = String::new();
        let mut last: Option<&Item> = None;
        let is_long = |item: &Item| item.text.trim_end().contains('\n');
        for (_, item) in self.items.iter().enumerate().filter(|(position, _)| is_wanted(*position)) {
            let is_apart = last.is_none_or(|last| last.kind != item.kind || is_long(last)) || is_long(item);
            if is_apart && item.kind != Kind::Header {
                text.push('\n');
            }
            text.push_str(item.text.trim_end());
            text.push('\n');
            last = Some(item);
        }
        text
    }

    /// The functions that it brings.
    pub fn functions(&self) -> BTreeSet<&str> {
        let functions = self.items.iter().filter(|item| item.kind != Kind::Header && item.piece.is_some());
        functions.flat_map(|item| &item.names).map(String::as_str).collect()
    }
}

/// The functions that `home` calls and others define, as far as they can come into its text; a note for each other one, at its
/// first call.
pub fn stages(home: &File, others: &[File]) -> (Vec<Stage>, Vec<Diagnostic>) {
    let (mut stages, mut notes) = (Vec::new(), Vec::new());
    let mut finder = Finder::new(home, others);
    let (mut seen, mut owners) = (BTreeSet::new(), BTreeMap::new());
    let mut open: Vec<(String, Option<Span>)> =
        calls(home).into_iter().map(|(name, place)| (name, Some(place))).collect();
    open.reverse();
    while let Some((name, place)) = open.pop() {
        if !seen.insert(name.clone()) || home.definition(&name).is_some() {
            continue;
        }
        let definers: Vec<_> = finder.definers(&name).collect();
        let stage = match definers.as_slice() {
            [] => continue,
            [(file, piece)] => finder.stage(*file, *piece, &name),
            _ => Err("several files define it".to_owned()),
        };
        match (stage, place) {
            (Ok((stage, called)), _) => {
                let items =
                    || stage.items.values().flat_map(|item| item.names.iter().map(|name| (name, item.file)));
                if items().any(|(name, file)| owners.get(name).is_some_and(|owner| *owner != file)) {
                    notes.extend(
                        place.map(|place| {
                            stays(&name, "another file's function brings the same names", place)
                        }),
                    );
                    continue;
                }
                owners.extend(items().map(|(name, file)| (name.clone(), file)));
                stages.push(Stage { call: place, ..stage });
                open.extend(called.into_iter().map(|name| (name, None)));
            }
            (Err(why), place) => notes.extend(place.map(|place| stays(&name, &why, place))),
        }
    }
    (stages, notes)
}

/// Why a call goes to what isn't known.
pub fn stays(name: &str, why: &str, place: Span) -> Diagnostic {
    Diagnostic::note(Code::OtherFile, format!("what `{name}` does isn't known in this file: {why}"))
        .at(place, "")
}

/// Where `stages` go into the text of `home`: in front of its first function that calls one of them.
pub fn import(home: &File, stages: &[&Stage]) -> Option<Import> {
    let names: BTreeSet<&str> = stages.iter().map(|stage| stage.name.as_str()).collect();
    let (_, call) = calls(home).into_iter().find(|(name, _)| names.contains(name.as_str()))?;
    let index = home.pieces.partition_point(|piece| piece.span.end <= call.start);
    let before = home.own_text()[..home.lines(index)?.start].trim_end_matches([' ', '\t', '\r', '\n']);
    // behind the line that stands above, with the empty lines that follow it
    let place = before.len() + home.own_text()[before.len()..].find('\n')? + 1;
    let items: BTreeMap<_, _> = stages.iter().flat_map(|stage| stage.items.clone()).collect();
    Some(Import { place, items: items.into_values().collect() })
}

/// The functions that the main file's functions call, with the first calls, in the order of the text.
fn calls(file: &File) -> Vec<(String, Span)> {
    let mut found: Vec<(String, Span)> = Vec::new();
    for piece in (0..file.pieces.len()).filter(|piece| file.is_own(*piece) && file.is_definition(*piece)) {
        for name in called(file, piece) {
            if found.iter().all(|(known, _)| *known != name.0) {
                found.push(name);
            }
        }
    }
    found
}

/// The functions that a function calls.
fn called(file: &File, piece: usize) -> Vec<(String, Span)> {
    let tokens = file.tokens(piece);
    let is_call = |mention: &Mention| {
        let is_function = file.linked(mention.name.text()).is_some_and(|it| it.kind == SymbolKind::Function);
        is_function && tokens.get(mention.position + 1).is_some_and(|next| file.word(next) == "(")
    };
    let body = file.header(piece).len();
    let mentions = file.mentions(piece).into_iter();
    let calls = mentions.filter(|mention| mention.position > body && is_call(mention));
    calls.map(|mention| (mention.name.text().to_owned(), tokens[mention.position].span)).collect()
}

/// Looks for what functions of other files need.
struct Finder<'a, 'b> {
    home: &'b File<'a>,
    others: &'b [File<'a>],
    same: Vec<Sameness<'a, 'b>>,
    /// By file: the macros that its main file defines, with their directives.
    macros: Vec<BTreeMap<String, Vec<Span>>>,
    /// Those of `home`.
    own_macros: BTreeMap<String, Vec<Span>>,
    /// The words of the main file of `home`, in directives, too.
    words: BTreeSet<String>,
}

impl<'a, 'b> Finder<'a, 'b> {
    fn new(home: &'b File<'a>, others: &'b [File<'a>]) -> Self {
        Finder {
            home,
            others,
            same: others.iter().map(|other| Sameness::new(home, other)).collect(),
            macros: others.iter().map(|other| macros(other.own_text())).collect(),
            own_macros: macros(home.own_text()),
            words: words(home.own_text()).into_iter().collect(),
        }
    }

    /// The files whose main file, or headers, define a function for the whole program.
    fn definers<'c>(&'c self, name: &'c str) -> impl Iterator<Item = (usize, usize)> + 'c {
        let key = Name::Ordinary(name.to_owned());
        self.others.iter().enumerate().filter_map(move |(index, file)| {
            let piece = file.definition(name).filter(|_| !file.is_internal(&key))?;
            Some((index, piece))
        })
    }

    /// A function with all that it needs, and the functions of the whole program that it calls.
    fn stage(&mut self, file: usize, piece: usize, name: &str) -> Result<(Stage, Vec<String>), String> {
        let (home, other) = (self.home, &self.others[file]);
        let key = Name::Ordinary(name.to_owned());
        if !other.is_own(piece) {
            return Err("a header defines it".into());
        }
        if let Some((path, why)) =
            [home, other].into_iter().find_map(|file| file.special().map(|why| (file.path(), why)))
        {
            return Err(format!("`{path}` {why}"));
        }
        if home.declarations(&key).is_empty() || home.is_internal(&key) {
            return Err(format!("`{}` doesn't declare it", home.path()));
        }
        for file in [home, other] {
            let has_attribute = |piece: &usize| {
                let mut words = file.header(*piece).iter().map(|token| file.word(token));
                words.any(|word| is_attribute(word) || word == "_Noreturn" || word == "inline")
            };
            if file.declarations(&key).iter().any(has_attribute) {
                return Err("it is declared with an attribute".into());
            }
        }
        let mut stage = Stage { name: name.to_owned(), call: None, items: BTreeMap::new() };
        let (mut open, mut global) = (vec![piece], Vec::new());
        while let Some(piece) = open.pop() {
            let kind = if other.definition(name) == Some(piece) { Kind::Function } else { Kind::Own };
            let Some(text) = self.add_lines(&mut stage, file, piece, kind)? else { continue };
            if stage.items.len() > MOST_ITEMS {
                return Err("it needs a lot".into());
            }
            self.add_macros(&mut stage, file, &text)?;
            check_body(other, piece)?;
            for needed in used(other, piece)? {
                open.extend(self.needed(&mut stage, file, &needed)?);
            }
            if other.is_definition(piece) {
                global.extend(called(other, piece).into_iter().map(|(name, _)| name));
            }
        }
        Ok((stage, global))
    }

    /// Adds the lines of a declaration, unless it is there; gives their text then.
    fn add_lines(
        &self,
        stage: &mut Stage,
        file: usize,
        piece: usize,
        kind: Kind,
    ) -> Result<Option<String>, String> {
        let other = &self.others[file];
        let lines = other.lines(piece).ok_or("its lines hold something else, too")?;
        let text = with_line_end(lines.of(other.own_text()));
        let names = other.declared_names(piece);
        let item = Item {
            file,
            piece: Some(piece),
            tokens: other.tokens(piece).len(),
            kind,
            text: text.clone(),
            names,
        };
        Ok(stage.items.insert((kind, file, lines.start), item).is_none().then_some(text))
    }

    /// Adds the macros of the main file that a text uses.
    fn add_macros(&self, stage: &mut Stage, file: usize, text: &str) -> Result<(), String> {
        let mut open = words(text);
        while let Some(word) = open.pop() {
            let Some(directives) = self.macros[file].get(&word) else { continue };
            let [directive] = directives.as_slice() else {
                return Err(format!("the macro `{word}` is defined more than once"));
            };
            let text = with_line_end(directive.of(self.others[file].own_text()));
            let is_same = |known: &Span| with_line_end(known.of(self.home.own_text())) == text;
            let is_known = self.home.unit.names_macro(&word);
            if self
                .own_macros
                .get(&word)
                .map_or(!is_known && self.words.contains(&word), |known| !known.iter().all(is_same))
            {
                return Err(format!("`{word}` is something else in `{}`", self.home.path()));
            }
            if is_known {
                continue;
            }
            open.extend(words(&text));
            let names = BTreeSet::from([word.clone()]);
            open.retain(|other| *other != word);
            let item = Item { file, piece: None, tokens: 0, kind: Kind::Own, text, names };
            stage.items.insert((Kind::Own, file, directive.start), item);
        }
        Ok(())
    }

    /// The declarations that must come along for a name, if any must.
    fn needed(&mut self, stage: &mut Stage, file: usize, name: &Name) -> Result<Vec<usize>, String> {
        let (home, other) = (self.home, &self.others[file]);
        let all = other.declarations(name);
        let is_function = |symbol: &crate::tree::Symbol| symbol.kind == SymbolKind::Function;
        let is_global = other.linked(name.text()).is_some_and(is_function) && !other.is_internal(name);
        if !home.declarations(name).is_empty() || all.is_empty() {
            // the function itself is compared when it is there
            let is_itself = is_global && stage.name == name.text();
            return if is_itself { Ok(vec![]) } else { self.same[file].check(name).map(|()| vec![]) };
        }
        let own: Vec<_> = all.iter().copied().filter(|piece| other.is_own(*piece)).collect();
        if own.is_empty() {
            return self.add_headers(stage, file, name).map(|()| vec![]);
        }
        let is_object = other.linked(name.text()).is_some_and(|it| it.kind == SymbolKind::Global);
        if is_global || is_object && !other.is_internal(name) {
            return Err(format!("`{}` doesn't declare `{}`", home.path(), name.text()));
        }
        // where a type could be meant, a name of a parameter is one
        let is_type = matches!(name, Name::Ordinary(text) if other.linked(text).is_none());
        if is_type && self.words.contains(name.text()) {
            return Err(format!("`{}` is something else in `{}`", name.text(), home.path()));
        }
        Ok(own)
    }

    /// Adds the headers of the C library that a file includes and `home` doesn't.
    fn add_headers(&self, stage: &mut Stage, file: usize, name: &Name) -> Result<(), String> {
        let included = |file: &File| -> BTreeMap<String, usize> {
            let text = file.own_text();
            let directives = tokens(text).filter(|token| token.kind == TokenKind::Directive);
            let named = directives.filter_map(|token| {
                let words = token.span.of(text).strip_prefix('#')?.trim_start().strip_prefix("include")?;
                Some((words.trim().to_owned(), token.span.start))
            });
            named.collect()
        };
        let known = included(self.home);
        let missing = included(&self.others[file]).into_iter();
        let missing = missing.filter(|(header, _)| !known.contains_key(header));
        let mut found = missing.filter(|(header, _)| STANDARD.contains(&header.as_str())).peekable();
        if found.peek().is_none() {
            return Err(format!("`{}` doesn't declare `{}`", self.home.path(), name.text()));
        }
        for (header, _) in found {
            let text = format!("#include {header}\n");
            let place = (Kind::Header, 0, STANDARD.iter().position(|it| *it == header).unwrap_or_default());
            let item =
                Item { file, piece: None, tokens: 0, kind: Kind::Header, text, names: BTreeSet::new() };
            stage.items.entry(place).or_insert(item);
        }
        Ok(())
    }
}

/// The macros that a text defines or undefines, with the directives.
fn macros(text: &str) -> BTreeMap<String, Vec<Span>> {
    let mut found: BTreeMap<String, Vec<Span>> = BTreeMap::new();
    for token in tokens(text).filter(|token| token.kind == TokenKind::Directive) {
        let words = token.span.of(text).strip_prefix('#').map_or("", str::trim_start);
        let body = words.strip_prefix("define").or_else(|| words.strip_prefix("undef"));
        let name = body.and_then(|body| tokens_without_comments(body).next().map(|name| name.span.of(body)));
        if let Some(name) = name {
            found.entry(name.to_owned()).or_default().push(token.span);
        }
    }
    found
}

/// The identifiers of a text, those in directives among them.
pub fn words(text: &str) -> Vec<String> {
    let is_name = |token: &Token| token.kind == TokenKind::Identifier;
    let mut found = Vec::new();
    for token in tokens_without_comments(text) {
        match token.kind {
            TokenKind::Directive => {
                let inner = token.span.of(text).trim_start_matches('#');
                let names = tokens_without_comments(inner).filter(is_name);
                found.extend(names.map(|name| name.spelling(inner).into_owned()));
            }
            TokenKind::Identifier => found.push(token.spelling(text).into_owned()),
            _ => {}
        }
    }
    found
}

fn with_line_end(text: &str) -> String {
    if text.ends_with('\n') { text.to_owned() } else { format!("{text}\n") }
}
