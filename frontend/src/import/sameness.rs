//! Whether a name stands for the same in two files.
//!
//! It does if the same tokens declare it in both, and all names in these tokens stand for the same. A function or an object
//! with external linkage is one in the program however each file declares it, as long as they agree on its type: as the
//! files' own compiler sees to it where both see a definition, or by the same declarations.

use std::collections::{BTreeSet, HashSet};

use super::file::{File, Name};
use crate::facts::tables::may_be_copied;
use crate::syntax::tree::{StatementKind, SymbolId, SymbolKind};
use crate::syntax::types::{Type, TypeKind};

/// Two files, and the names that are known to stand for the same in both.
pub struct Sameness<'a, 'b> {
    one: &'b File<'a>,
    other: &'b File<'a>,
    same: HashSet<Name>,
}

impl<'a, 'b> Sameness<'a, 'b> {
    /// Of two files.
    pub fn new(one: &'b File<'a>, other: &'b File<'a>) -> Self {
        Sameness { one, other, same: HashSet::new() }
    }

    /// Checks that a name stands for the same.
    ///
    /// # Errors
    /// What differs, as a phrase.
    pub fn check(&mut self, name: &Name) -> Result<(), String> {
        let mut seen = HashSet::new();
        let mut open = vec![name.clone()];
        while let Some(name) = open.pop() {
            if self.same.contains(&name) || !seen.insert(name.clone()) {
                continue;
            }
            for piece in self.common(&name)? {
                check_body(self.one, piece)?;
                open.extend(used(self.one, piece)?);
            }
        }
        self.same.extend(seen);
        Ok(())
    }

    /// The declarations of a name in the first file that make it the same in the second.
    fn common(&self, name: &Name) -> Result<Vec<usize>, String> {
        let (one, other) = (self.one, self.other);
        let (ours, theirs) = (one.declarations(name), other.declarations(name));
        let differs =
            || Err(format!("`{}` isn't the same in `{}` and `{}`", name.text(), one.path(), other.path()));
        let linked = match name {
            Name::Tag(_) => (None, None),
            Name::Ordinary(text) => (one.linked(text), other.linked(text)),
        };
        let is_known = |file: &File| !file.declarations(name).is_empty();
        let kind = match linked {
            (None, None) => None,
            (Some(ours), Some(theirs)) if ours.kind == theirs.kind && is_known(one) && is_known(other) => {
                Some(&ours.kind)
            }
            _ => return differs(),
        };
        let words = |file: &File, pieces: &[usize]| -> BTreeSet<String> {
            pieces.iter().map(|piece| file.spelled(*piece)).collect()
        };
        let are_equal = |ours: &[usize], theirs: &[usize]| words(one, ours) == words(other, theirs);
        let is_internal = one.is_internal(name) || other.is_internal(name);
        let is_definition = |piece: &usize| one.is_definition(*piece);
        match kind {
            Some(SymbolKind::Function) if !is_internal => {
                let (defined, plain): (Vec<_>, Vec<_>) = ours.iter().partition(|piece| is_definition(piece));
                let (theirs_defined, theirs_plain): (Vec<usize>, Vec<usize>) =
                    theirs.iter().partition(|piece| other.is_definition(**piece));
                match () {
                    () if !defined.is_empty() && are_equal(&defined, &theirs_defined) => Ok(defined),
                    () if !plain.is_empty() && are_equal(&plain, &theirs_plain) => Ok(plain),
                    () => differs(),
                }
            }
            Some(SymbolKind::Global) if !is_internal => {
                let known = words(other, theirs);
                let common: Vec<_> =
                    ours.iter().copied().filter(|piece| known.contains(&one.spelled(*piece))).collect();
                if common.is_empty() { differs() } else { Ok(common) }
            }
            _ if are_equal(ours, theirs) => Ok(ours.to_vec()),
            _ => differs(),
        }
    }
}

/// The names that a declaration uses.
///
/// # Errors
/// A use that asks for more than what the name stands for, as a phrase.
pub fn used(file: &File, piece: usize) -> Result<Vec<Name>, String> {
    let tokens = file.tokens(piece);
    let mut found = BTreeSet::new();
    for mention in file.mentions(piece) {
        let is_own = file.declarations(&mention.name).contains(&piece);
        if !is_own && is_table(file, &mention.name)? && !is_value(file, piece, mention.position) {
            return Err(format!("it does more with `{}` than to read it", mention.name.text()));
        }
        if file.is_undeclared(&tokens[mention.position]) {
            return Err(format!("nothing declares `{}`", mention.name.text()));
        }
        found.insert(mention.name);
    }
    Ok(found.into_iter().collect())
}

/// Checks that a function keeps nothing from call to call, and declares nothing that isn't its own.
///
/// # Errors
/// What it does, as a phrase.
pub fn check_body(file: &File, piece: usize) -> Result<(), String> {
    if !file.is_definition(piece) {
        return Ok(());
    }
    let body = &file.tokens(piece)[file.header(piece).len()..];
    let count = |text: &str| body.iter().filter(|token| file.word(token) == text).count();
    let name = |text: &str| count(text) > 0;
    match () {
        () if count("static") > tables(file, piece) || name("_Thread_local") => {
            Err("it has a variable that lives on".into())
        }
        () if name("extern") => Err("it declares what isn't its own".into()),
        () => Ok(()),
    }
}

/// How many declarations in a function's body are of `static` tables alone, of which a copy may have its own.
fn tables(file: &File, piece: usize) -> usize {
    let (functions, symbols) = (file.unit.definitions(), file.unit.symbols());
    let Some(function) = functions.iter().find(|function| function.span == file.pieces[piece].span) else {
        return 0;
    };
    let mut found = 0;
    function.body.walk(&mut |statement| {
        if let StatementKind::Declaration(list) = &statement.kind {
            let mut own = list.iter().map(|declared| declared.symbol);
            let is_static = |id: SymbolId| symbols[id].kind == SymbolKind::Local { is_static: true };
            let is_table = |id: SymbolId| is_static(id) && may_be_copied(id, function, functions, symbols);
            found += usize::from(!list.is_empty() && own.all(is_table));
        }
    });
    found
}

/// Whether a name is an object of this file alone, which must be one of numbers that are never written.
fn is_table(file: &File, name: &Name) -> Result<bool, String> {
    let Name::Ordinary(text) = name else { return Ok(false) };
    let Some(symbol) = file.linked(text).filter(|symbol| symbol.kind.is_variable()) else {
        return Ok(false);
    };
    if !file.is_internal(name) {
        return Ok(false);
    }
    let element = symbol.type_.innermost();
    let is_constant = element.is_arithmetic() && element.qualifiers.constant && !element.qualifiers.volatile;
    match is_constant {
        true => Ok(true),
        false => Err(format!("it uses the variable `{text}` of `{}`", file.path())),
    }
}

/// Whether nothing but the value of a table's element, or the table's size, is asked for.
fn is_value(file: &File, piece: usize, position: usize) -> bool {
    let tokens = file.tokens(piece);
    let word = |at: usize| tokens.get(at).map_or("", |token| file.word(token));
    let before = |count: usize| position.checked_sub(count).map_or("", word);
    if before(1) == "sizeof" || before(1) == "(" && before(2) == "sizeof" {
        return true;
    }
    let Some(symbol) = file.linked(word(position)) else { return false };
    let mut end = position + 1;
    for _ in 0..dimensions(&symbol.type_) {
        if word(end) != "[" {
            return false;
        }
        let mut depth = 0usize;
        loop {
            match word(end) {
                "[" => depth += 1,
                "]" => depth -= 1,
                "" => return false,
                _ => {}
            }
            end += 1;
            if depth == 0 {
                break;
            }
        }
    }
    let outside = (1..).find(|count| before(*count) != "(").unwrap_or(1);
    before(outside) != "&"
}

fn dimensions(type_: &Type) -> usize {
    match &type_.kind {
        TypeKind::Array(element, _) => 1 + dimensions(element),
        _ => 0,
    }
}
