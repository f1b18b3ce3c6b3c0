//! That a text with functions of other files means what it means without, and that these mean what they mean in their files.
//!
//! Token by token, what the preprocessor makes of the text is what it made of the file, and in front of a function what it made
//! of the declarations in their own files; the headers that come along stand before these. Each variable stands for one, each
//! name of the file's own text for what it stood for, and each that an imported declaration uses for what it stands for in its
//! own file.

use std::ops::Range;

use diagnostics::token::Token;
use diagnostics::{SourceMap, Span};

use super::file::File;
use super::likeness::Likeness;
use super::sameness::{Sameness, check_body, used};
use super::{Import, Item};
use crate::inline::proof::Bijection;
use crate::inline::{LineNumbers, Origins};

/// Compares the file `home` with `after`, its text with `import`, and with the files that this is made of. Gives where the
/// tokens come from, and the text that these places are in: that of `home`, and those of the others behind it.
///
/// # Errors
/// The first difference, as a phrase.
pub fn imported(
    home: &File,
    others: &[File],
    import: &Import,
    after: &File,
    lines: &LineNumbers,
) -> Result<(SourceMap, Origins), String> {
    let block = Block::of(after, import.place, &import.text());
    let all = after.unit.tokens();
    let behind = all.len() - block.own.end;
    let before = home.unit.tokens().len().checked_sub(behind).ok_or("its own text is shorter")?;
    let (texts, mut bijection) = (Texts::new(home, others), Bijection::default());
    let likeness = others.iter().map(|other| Likeness::new(other.unit.records(), after.unit.records()));
    let mut likeness: Vec<_> = likeness.collect();
    let mut pairs: Vec<(Span, Span)> = Vec::with_capacity(all.len());
    let mut own = home.unit.tokens().iter();
    let mut brought = import.items.iter().flat_map(|item| brought(item, others));
    for (position, token) in all.iter().enumerate() {
        let (file, wanted, copy) = match position {
            _ if block.own.contains(&position) => {
                let (file, token) = brought.next().ok_or("there is more text than was meant")?;
                (&others[file], token, Some(file))
            }
            _ if (before..block.own.start).contains(&position) => {
                if after.map.is_in_main_file(token.span.start) {
                    return Err("there is more text than was meant".into());
                }
                pairs.push((token.span, pairs.last().map_or(Span::default(), |(_, from)| *from)));
                continue;
            }
            _ => (home, own.next().ok_or("there is more text than was meant")?, None),
        };
        let (is, was) = (token.spelling(after.map.text()), wanted.spelling(file.map.text()));
        if is != was && !(copy.is_none() && lines.are(wanted.span, token.span)) {
            return Err(format!("`{is}` would stand where it has `{was}`"));
        }
        let symbols = (file.unit.inlining().symbol(wanted.span), after.unit.inlining().symbol(token.span));
        bijection
            .add(file.unit, after.unit, symbols, copy.map(|copy| (copy, 0)))
            .map_err(|why| format!("`{is}` {why}"))?;
        if let (Some(file), (Some(was), Some(is_now))) = (copy, symbols) {
            let types = (&others[file].unit.symbols()[was].type_, &after.unit.symbols()[is_now].type_);
            if !likeness[file].are_alike(types.0, types.1) {
                return Err(format!("`{is}` has another type"));
            }
        }
        pairs.push((token.span, texts.place(copy, wanted.span)));
    }
    if own.next().is_some() || brought.next().is_some() {
        return Err("there is less text than was meant".into());
    }
    for (index, other) in others.iter().enumerate() {
        let mut same = Sameness::new(other, after);
        for piece in import.items.iter().filter(|item| item.file == index).filter_map(|item| item.piece) {
            check_body(other, piece)?;
            for name in used(other, piece)? {
                same.check(&name)?;
            }
        }
    }
    Ok((texts.map(home, others), Origins::of_pairs(pairs.into_iter())))
}

/// Checks that `after` is `before` without the parts of an import at `place` that aren't kept.
///
/// # Errors
/// The first difference, as a phrase.
pub fn removed(
    (before, import): (&File, &Import),
    is_kept: &[bool],
    (after, rest): (&File, &str),
    lines: &LineNumbers,
) -> Result<(), String> {
    let (was, is) = (Block::of(before, import.place, &import.text()), Block::of(after, import.place, rest));
    let headers = |file: &File, block: &Block| -> Vec<String> {
        let tokens = file.unit.tokens()[block.headers.clone()].iter();
        tokens.map(|token| token.spelling(file.map.text()).into_owned()).collect()
    };
    let mut known = headers(before, &was).into_iter();
    if !headers(after, &is).iter().all(|word| known.any(|known| known == *word)) {
        return Err("its headers aren't those that were there".into());
    }
    let (old, new) = (before.unit.tokens(), after.unit.tokens());
    let mut kept: Vec<&Token> = old[..was.headers.start].iter().collect();
    let mut position = was.own.start;
    for (item, is_kept) in import.items.iter().zip(is_kept) {
        let end = position + item.tokens;
        let tokens = old.get(position..end).ok_or("there is less text than was meant")?;
        kept.extend(tokens.iter().filter(|_| *is_kept));
        position = end;
    }
    if position != was.own.end {
        return Err("there is more text than was meant".into());
    }
    kept.extend(&old[was.own.end..]);
    let new: Vec<&Token> = new[..is.headers.start].iter().chain(&new[is.own.start..]).collect();
    if new.len() != kept.len() {
        return Err("it is longer or shorter than was meant".into());
    }
    let mut bijection = Bijection::default();
    for (wanted, token) in kept.into_iter().zip(new) {
        let (is, was) = (token.spelling(after.map.text()), wanted.spelling(before.map.text()));
        if is != was && !lines.are(wanted.span, token.span) {
            return Err(format!("`{is}` stands where `{was}` was meant"));
        }
        let symbols = (before.unit.inlining().symbol(wanted.span), after.unit.inlining().symbol(token.span));
        bijection.add(before.unit, after.unit, symbols, None).map_err(|why| format!("`{is}` {why}"))?;
    }
    Ok(())
}

/// The tokens of lines of the main file, and those of headers right before them.
struct Block {
    headers: Range<usize>,
    own: Range<usize>,
}

impl Block {
    /// The lines of `text`, which starts at `place`.
    fn of(file: &File, place: usize, text: &str) -> Self {
        let all = file.unit.tokens();
        let line = |bytes: &str| u32::try_from(bytes.matches('\n').count()).unwrap_or(u32::MAX);
        let first = line(&file.own_text()[..place]) + 1;
        let behind = first + line(text);
        let from = |line: u32| {
            let start = file.map.preprocessed_from(line, u32::MAX).start;
            all.partition_point(|token| token.span.start < start)
        };
        let own = from(first)..from(behind);
        let is_header = |token: &&Token| !file.map.is_in_main_file(token.span.start);
        let headers = all[..own.start].iter().rev().take_while(is_header).count();
        Block { headers: own.start - headers..own.start, own }
    }
}

/// The tokens of a part in its own file.
fn brought<'a>(item: &Item, others: &'a [File]) -> impl Iterator<Item = (usize, &'a Token)> {
    let (file, tokens) = (item.file, item.piece.map_or(&[][..], |piece| others[item.file].tokens(piece)));
    tokens.iter().map(move |token| (file, token))
}

/// The texts of several files behind one another.
struct Texts {
    /// Where those of the others start.
    starts: Vec<usize>,
}

impl Texts {
    fn new(home: &File, others: &[File]) -> Self {
        let mut end = home.map.text().len() + 1;
        let starts = others.iter().map(|other| {
            let start = end;
            end += other.map.text().len() + 1;
            start
        });
        Texts { starts: starts.collect() }
    }

    /// A place in a file, `None` for the first, as one in all.
    fn place(&self, file: Option<usize>, span: Span) -> Span {
        let start = file.map_or(0, |file| self.starts[file]);
        Span::new(start + span.start, start + span.end)
    }

    fn map(&self, home: &File, others: &[File]) -> SourceMap {
        let files = || std::iter::once(home).chain(others);
        let text: Vec<_> = files().map(|file| file.map.text()).collect();
        let load = |name: &str| files().find_map(|file| file.map.file_text(name)).map(str::to_owned);
        SourceMap::new(text.join("\n"), load)
    }
}
