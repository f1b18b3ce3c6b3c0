//! The text around stretches of the program for which arrays stay in the other memory space.

use super::Statement;
use super::abbreviations::Abbreviations;
use super::resident::Stay;
use super::text::{self, Names, Problem};
use crate::input::Input;
use codegen::isolate::clone::Clones;
use codegen::isolate::{Counterpart, Isolated, Kind, Means, Shared, Start, wrap};
use codegen::splice::{Edit, Patch};
use codegen::{Spelling, Unchanged};
use diagnostics::FileId;
use std::collections::BTreeMap;

/// A stretch whose buffers have names.
pub struct Named<'a> {
    stay: &'a Stay,
    /// By array its buffer's name, and what it holds.
    arrays: Vec<(String, Kind)>,
    shared: Vec<Shared>,
    counters: Vec<String>,
    widths: BTreeMap<String, Vec<String>>,
    means: Means,
}

/// All stretches, with names that their functions don't have; `by_function` gets what is taken then.
pub fn named<'a>(
    statements: &'a [Statement],
    means: &Means,
    names: &Names,
    by_function: &mut BTreeMap<&'a str, Names>,
) -> Vec<Named<'a>> {
    let mut all = Vec::new();
    for stay in statements.iter().flat_map(|statement| &statement.stays) {
        let names = by_function.entry(&stay.place.region.function).or_insert_with(|| names.clone());
        let arrays = stay.arrays.iter().map(|(variable, held, _)| {
            let name = names.fresh(&format!("{}_local", variable.name));
            (name, text::named(&held.kind, &variable.name, names))
        });
        let mut arrays: Vec<_> = arrays.collect();
        let mut abbreviations = Abbreviations { names, shared: vec![] };
        for ((variable, ..), (_, kind)) in stay.arrays.iter().zip(&mut arrays) {
            abbreviations.shorten(kind, &variable.name);
        }
        let mut widths = BTreeMap::new();
        for ((variable, ..), (_, kind)) in stay.arrays.iter().zip(&arrays).filter(|_| means.is_kernel()) {
            widths.insert(variable.name.clone(), abbreviations.widths(kind, &variable.name, 0));
        }
        let shared = abbreviations.shared;
        let counters = text::counters(arrays.iter().map(|(_, kind)| kind), names);
        let means = means.with_names(|wanted| names.fresh(wanted));
        all.push(Named { stay, arrays, shared, counters, widths, means });
    }
    // what is inside of another comes first
    all.sort_by_key(|named| {
        let span = named.stay.place.region.span;
        (span.end - span.start, span.start)
    });
    all
}

impl Named<'_> {
    /// Adds the transfers around the stretch to the edits of what is in it.
    pub fn wrap(
        &self,
        input: &Input,
        spelling: Spelling,
        clones: &Clones<'_>,
        edits: &mut Vec<Edit>,
    ) -> Result<(), Problem> {
        let scop = &self.stay.scop;
        let unchanged = Unchanged::of(scop);
        let layout = unchanged.layout(spelling);
        let span = self.stay.place.region.span;
        let counterparts = self.stay.arrays.iter().zip(&self.arrays);
        let counterparts = counterparts.map(|((variable, ..), (name, kind))| Counterpart {
            variable,
            name: name.clone(),
            kind: kind.clone(),
        });
        let indentation = text::indentation(input, span);
        let last_token = text::last_token(input, span);
        let isolated = Isolated {
            layout,
            counterparts: counterparts.collect(),
            calls: &[],
            widths: self.widths.clone(),
            idle: vec![],
            clones,
            shared: self.shared.clone(),
            counters: self.counters.clone(),
            // nothing wraps around
            split: Default::default(),
            around: None,
            statement: span,
            kernel: None,
            line: 0,
            last_token,
            pragma_lines: (0, 0),
            indentation: indentation.clone(),
            means: self.means.clone(),
        };
        let lost = || Problem::Lost("what is copied has no place in the file".into());
        // a call that stands alone has no pragma
        let starting = input.unit.isolated().iter().find(|it| it.region.span.start == span.start);
        let start = match starting {
            Some(isolated) => {
                let lines = input.map.original_lines(isolated.pragma);
                Start::Line(lines.filter(|lines| lines.file == FileId::MAIN).ok_or_else(lost)?.first)
            }
            None => Start::Token(text::first_token(input, span)),
        };
        let text = input.map.text();
        let token = |token: diagnostics::Span| token.of(text);
        for (argument, name) in &self.stay.passed {
            let position = self.stay.arrays.iter().position(|(kept, ..)| kept.name == *name);
            let (buffer, _) = position.map(|position| &self.arrays[position]).ok_or_else(lost)?;
            edits.push(Edit::Replace(Patch { span: *argument, replacement: buffer.clone() }));
        }
        let is_placed = wrap(edits, start, last_token, &isolated.staying(), &indentation, &token);
        if is_placed { Ok(()) } else { Err(lost()) }
    }

    /// The name of the buffer that stands for a variable in a statement, and what it holds there.
    pub fn counterpart(&self, user: usize, variable: &str) -> Option<(String, Kind)> {
        if !self.stay.users.contains(&user) {
            return None;
        }
        let position = self.stay.arrays.iter().position(|(kept, ..)| kept.name == variable)?;
        let (name, kind) = &self.arrays[position];
        let Kind::Cells { buffer, offsets, .. } = kind else { return None };
        Some((name.clone(), Kind::Resident { buffer: buffer.clone(), offsets: offsets.clone() }))
    }
}
