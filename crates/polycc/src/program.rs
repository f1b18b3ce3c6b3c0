//! Several files that are one program: what each knows of the others.
//!
//! A file gets the functions of others that it calls into its text ([`frontend::import`]), goes through all stages with them,
//! and loses them again. So what becomes of it depends on what the others say, not on what becomes of them, nor on their order.

use crate::input::{Input, Origin};
use diagnostics::{Code, Diagnostic};
use frontend::import::{File, Import, Kind, Stage, import, imported, removed, stages, stays, words};
use std::collections::BTreeSet;

/// So many functions are tried one by one where they can't come in together.
const MOST_SINGLE: usize = 40;

/// A file, and what the others that it calls call themselves.
const FILES_DEEP: usize = 2;

/// The files of a program, by their paths.
pub struct Program {
    files: Vec<Input>,
}

/// A file with functions of others in its text.
pub struct Imported {
    /// The file.
    pub input: Input,
    /// What came in.
    pub imports: Imports,
}

/// What came into a file's text.
pub struct Imports {
    import: Import,
    /// The functions that others define.
    pub functions: BTreeSet<String>,
}

impl Program {
    /// Of files that could be read.
    ///
    /// # Errors
    /// Why they aren't one program.
    pub fn new(mut files: Vec<Input>) -> Result<Self, Diagnostic> {
        files.sort_by(|one, other| one.path.cmp(&other.path));
        let with_main: Vec<_> =
            files.iter().filter(|input| input.unit.functions().contains("main")).collect();
        if let [first, second, ..] = with_main.as_slice() {
            let (first, second) = (first.path.display(), second.path.display());
            let problem =
                format!("`{first}` and `{second}` both have a `main`, so each file is taken by itself");
            return Err(Diagnostic::note(Code::TwoPrograms, problem));
        }
        Ok(Program { files })
    }

    /// The other files that define what the file names, or what those name.
    fn around(&self, input: &Input) -> Vec<&Input> {
        let mut names: BTreeSet<String> = words(&input.text).into_iter().collect();
        let mut found: Vec<&Input> = Vec::new();
        for _ in 0..FILES_DEEP {
            let is_new = |other: &&Input| {
                let is_known = found.iter().any(|known| known.path == other.path) || other.path == input.path;
                let is_compiled_so = other.preprocessor.generates_as(&input.preprocessor);
                !is_known && is_compiled_so && own_functions(other).any(|name| names.contains(name))
            };
            let more: Vec<_> = self.files.iter().filter(is_new).collect();
            names.extend(more.iter().flat_map(|other| words(&other.text)));
            found.extend(more);
        }
        found.sort_by(|one, other| one.path.cmp(&other.path));
        found
    }

    /// The file with all functions of others that can come into its text, if any can; and why others can't.
    pub fn imported(&self, input: &Input) -> (Option<Imported>, Vec<Diagnostic>) {
        let others = self.around(input);
        if input.is_ever_divided() || others.iter().any(|other| other.is_ever_divided()) {
            return (None, vec![]);
        }
        let home = File::new(&input.unit, &input.map);
        let others: Vec<_> = others.into_iter().map(|other| File::new(&other.unit, &other.map)).collect();
        let (found, mut notes) = stages(&home, &others);
        let all: Vec<&Stage> = found.iter().collect();
        let with = |stages: &[&Stage]| with(input, (&home, &others), stages);
        match with(&all) {
            _ if all.is_empty() => (None, notes),
            Ok(imported) => (Some(imported), notes),
            Err(_) => {
                let mut fitting = Vec::new();
                for stage in all.into_iter().take(MOST_SINGLE) {
                    match with(&[stage]) {
                        Ok(_) => fitting.push(stage),
                        Err(why) => notes.extend(stage.call.map(|call| stays(&stage.name, &why, call))),
                    }
                }
                let imported =
                    Some(&fitting).filter(|fitting| !fitting.is_empty()).map(|fitting| with(fitting));
                (imported.and_then(Result::ok), notes)
            }
        }
    }
}

/// The functions that the main file defines.
fn own_functions(input: &Input) -> impl Iterator<Item = &str> {
    let all = input.unit.definitions().iter();
    let own = all.filter(|function| input.map.is_in_main_file(function.span.start));
    own.map(|function| function.name.as_str())
}

/// The file with these functions, which means the same.
///
/// # Errors
/// Why there is none, as a phrase.
fn with(input: &Input, (home, others): (&File, &[File]), stages: &[&Stage]) -> Result<Imported, String> {
    let import = import(home, stages).ok_or("there is no place for its text")?;
    let mut text = input.text.clone();
    text.insert_str(import.place, &import.text());
    let mut after = Input::from_sound_text(&input.path, text, &input.preprocessor)?;
    let lines = input.line_numbers_with(&after);
    let (map, origins) = imported(home, others, &import, &File::new(&after.unit, &after.map), &lines)?;
    if let Some(complaint) = after.preprocessor.rejects(after.map.text()) {
        let first = complaint.lines().find(|line| line.contains("error")).unwrap_or(&complaint);
        return Err(format!("the compiler doesn't take it here: {first}"));
    }
    after.comes_from(Origin { map, origins });
    let functions = import.functions().into_iter().map(str::to_owned).collect();
    Ok(Imported { input: after, imports: Imports { import, functions } })
}

impl Imports {
    /// Whether a name came in.
    pub fn bring(&self, name: &str) -> bool {
        self.import.items.iter().any(|item| item.names.contains(name))
    }

    /// `text`, which was made of the file, without what came in and isn't used any more.
    ///
    /// # Errors
    /// That it can't go, as a sentence.
    pub fn removed(&self, input: &Input, text: &str) -> Result<String, String> {
        let block = self.import.text();
        let (before_it, rest) = text.split_once(&block).ok_or("the functions of other files aren't there")?;
        let import = Import { place: before_it.len(), ..self.import.clone() };
        let read = |text: &str| {
            let read = Input::from_text(&input.path, text.to_owned(), &input.preprocessor);
            read.map(|(input, _)| input).map_err(|problem| problem.message)
        };
        let before = read(text)?;
        let mut is_kept = self.used(&format!("{before_it}{rest}"));
        let without = |is_kept: &[bool]| -> Result<String, String> {
            let kept = import.text_of(|position| is_kept[position]);
            let shorter = format!("{before_it}{kept}{rest}");
            let after = read(&shorter)?;
            if let Some(complaint) = after.preprocessor.rejects(after.map.text()) {
                return Err(format!("the compiler doesn't take it: {complaint}"));
            }
            let (was, is) = (File::new(&before.unit, &before.map), File::new(&after.unit, &after.map));
            removed((&was, &import), is_kept, (&is, &kept), &before.line_numbers_with(&after))
                .map(|()| shorter)
        };
        let mut shortest = without(&is_kept)?;
        let headers = self.import.items.iter().take_while(|item| item.kind == Kind::Header).count();
        for position in 0..headers {
            is_kept[position] = false;
            match without(&is_kept) {
                Ok(shorter) => shortest = shorter,
                Err(_) => is_kept[position] = true,
            }
        }
        Ok(shortest)
    }

    /// By part, whether it stays beside `own`, the file's own text: all headers, no function of the whole program, and what is named.
    fn used(&self, own: &str) -> Vec<bool> {
        let items = &self.import.items;
        let mut is_used: Vec<_> = items.iter().map(|item| item.kind == Kind::Header).collect();
        let mut open = words(own);
        while let Some(word) = open.pop() {
            for (item, is_used) in items.iter().zip(&mut is_used) {
                if item.kind == Kind::Own && !*is_used && item.names.contains(&word) {
                    *is_used = true;
                    open.extend(words(&item.text));
                }
            }
        }
        is_used
    }
}
