//! What names mean in the text that is written.
//!
//! The stages before know arrays, parameters and counters; C knows names and scopes. So the new text is parsed like any
//! other, and every identifier in its functions must stand for what it is meant to:
//!
//! - where the text is as it was, what it stood for there;
//! - in new text, something that is declared, unless the text of the same function's regions named it undeclared before. A
//!   variable of other text that new text gives a value was given one by these regions, too. What is called like a size is
//!   that size. Which of the declared variables it reads otherwise isn't told.
//!
//! A counter whose declaration got lost, and that takes another variable of its name, is found by that.

use crate::input::Input;
use crate::output::Unwritten;
use crate::pipeline::Region;
use codegen::splice::{Origin, Traced};
use diagnostics::token::{TokenKind, tokens};
use diagnostics::{SourceMap, Span};
use frontend::{Meaning, Unit};
use polyhedral::Scop;
use std::collections::{BTreeMap, BTreeSet};

/// Checks the names of `meant`, in which `regions` of `input` are transformed.
///
/// # Errors
/// A sentence about a name that means something else: a mistake, but for a size that something in the region hides.
pub fn check(input: &Input, regions: &[&Region], meant: &Traced) -> Result<(), Unwritten> {
    let map = SourceMap::new(as_preprocessed(&meant.text), |_| None);
    let (unit, _) = Unit::parse(&map, &|| None);
    if let Some(lost) = input.unit.functions().difference(&unit.functions()).next() {
        return Err(Unwritten::Wrong(format!("`{lost}` can't be parsed any more")));
    }
    let changed: Vec<_> = regions.iter().filter(|region| region.changes()).collect();
    let scops: Vec<_> = changed.iter().map(|region| &region.analysed.scop).collect();
    let before = Before::new(input.unit.meanings(), &scops, meant);
    unit.meanings().iter().try_for_each(|after| before.check(after, meant))
}

/// `text` as a preprocessor would leave it, with everything where it was: no comments, and directives at the starts of
/// their lines.
fn as_preprocessed(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for token in tokens(text) {
        let between = &text[plain.len()..token.span.start];
        match token.kind {
            TokenKind::Directive => {
                let (line, blank) = between.split_at(between.trim_end_matches([' ', '\t']).len());
                plain.push_str(line);
                plain.push_str(&"\n".repeat(blank.len()));
            }
            _ => plain.push_str(between),
        }
        match token.kind {
            TokenKind::Comment => {
                plain.extend(token.span.of(text).bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
            }
            _ => plain.push_str(token.span.of(text)),
        }
    }
    plain.push_str(&text[plain.len()..]);
    plain
}

/// What a name stands for, the same in both texts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Home {
    /// What is declared at this place.
    Declared(Origin),
    /// Nothing that is declared.
    Nowhere(String),
}

/// What the names of the original stand for.
struct Before {
    /// By place.
    homes: BTreeMap<usize, Home>,
    /// What regions name, by function, and whether they may set it or a cell of it.
    named: BTreeSet<(usize, Home, bool)>,
    /// What the sizes of regions stand for, with the regions' places and what variables they are spelled by.
    sizes: Vec<(Span, String, Home)>,
}

impl Before {
    fn new(meanings: Vec<Meaning>, regions: &[&Scop], meant: &Traced) -> Self {
        let (mut homes, mut named) = (BTreeMap::new(), BTreeSet::new());
        for meaning in meanings {
            let home = home(&meaning, &|place| meant.fate(place));
            let place = meaning.place;
            let is_changed = matches!(meant.fate(place.start), Origin::Changed(_));
            if is_changed || regions.iter().any(|region| region.span.contains(place)) {
                named.insert((meaning.function, home.clone(), meaning.may_be_set));
            }
            homes.insert(place.start, home);
        }
        let sizes = regions.iter().flat_map(|region| sizes(region, meant)).collect();
        Before { homes, named, sizes }
    }

    /// Whether new text that takes the place of `replaced` means the size that is called `name`, if there is one.
    fn is_size(&self, name: &str, home: &Home, replaced: Span) -> bool {
        let end = replaced.end.max(replaced.start + 1);
        let is_here = |region: &Span| replaced.start < region.end && region.start < end;
        let mut sizes = self.sizes.iter().filter(|(region, called, _)| called == name && is_here(region));
        sizes.all(|(_, _, size)| size == home)
    }

    fn check(&self, after: &Meaning, meant: &Traced) -> Result<(), Unwritten> {
        let home = home(after, &|place| meant.origin(place));
        let name = &after.name;
        match meant.origin(after.place.start) {
            Origin::Kept(place) => match self.homes.get(&place) {
                Some(before) if *before != home => {
                    Err(Unwritten::Wrong(format!("`{name}` stands for something else")))
                }
                _ => Ok(()),
            },
            Origin::Changed(change) if !self.is_size(name, &home, meant.replaced(change)) => {
                Err(Unwritten::Unsafe(format!("`{name}`, a size, is hidden where new text names it")))
            }
            Origin::Changed(_) if matches!(home, Home::Declared(Origin::Changed(_))) => Ok(()),
            Origin::Changed(_) => {
                let is_named = |is_set| self.named.contains(&(after.function, home.clone(), is_set));
                // compilers declare what is called so
                let is_known = matches!(home, Home::Declared(_))
                    || is_named(true)
                    || is_named(false)
                    || name.starts_with("__builtin_");
                match (is_known, after.is_set && !is_named(true)) {
                    (true, false) => Ok(()),
                    (_, true) => {
                        Err(Unwritten::Wrong(format!("`{name}`, which isn't to change, gets a value")))
                    }
                    (false, false) => {
                        Err(Unwritten::Wrong(format!("new text names `{name}`, which nothing declares")))
                    }
                }
            }
        }
    }
}

fn home(meaning: &Meaning, origin: &dyn Fn(usize) -> Origin) -> Home {
    match meaning.declared {
        Some(place) => Home::Declared(origin(place.start)),
        None => Home::Nowhere(meaning.name.clone()),
    }
}

/// What the sizes of a region stand for, by the variables that their spellings start with.
fn sizes(region: &Scop, meant: &Traced) -> impl Iterator<Item = (Span, String, Home)> {
    region.parameters.iter().filter_map(|parameter| {
        let word = tokens(&parameter.spelling).find(|token| token.kind == TokenKind::Identifier)?;
        let home = Home::Declared(meant.fate(parameter.declared?.start));
        Some((region.span, word.text(&parameter.spelling).into_owned(), home))
    })
}
