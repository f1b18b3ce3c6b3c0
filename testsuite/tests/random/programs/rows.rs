//! Cells that are reached by pointers to rows, and by indexes, which statements in front set.

use super::build::Builder;

/// How cells are reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// By their arrays.
    Arrays,
    /// By pointers that blocks declare.
    Declared,
    /// By pointers and indexes of the function that statements set.
    Set,
}

impl Style {
    pub(super) fn of(choice: u8) -> Style {
        match choice / 64 {
            2 => Style::Declared,
            3 => Style::Set,
            _ => Style::Arrays,
        }
    }

    /// What stands where the function starts.
    pub(super) fn declarations(self) -> &'static str {
        match self {
            Style::Set => {
                "    __attribute__((unused)) double *d0;\n    __attribute__((unused)) const double *c0, *c1;\n    \
                 __attribute__((unused)) int e0, e1;\n"
            }
            _ => "",
        }
    }
}

impl Builder {
    /// An assignment, with pointers in the place of some arrays, and what sets them in front.
    pub(super) fn by_rows(&mut self, line: &str) {
        let (mut text, mut rest) = (String::new(), line);
        let (mut constants, mut indexes) = (0, 0);
        while let Some((before, cell, after)) = self.next_cell(rest) {
            text.push_str(before);
            let (name, brackets) = cell.split_once('[').unwrap_or((cell, ""));
            let element =
                self.arrays.iter().find(|array| array.name == name).map_or("double", |it| it.element);
            let last = cell.rfind('[').unwrap_or(0);
            let is_target = text.is_empty();
            let (row, own) = (&cell[..last], &cell[last..]);
            let is_row = row.len() > name.len();
            self.rows += 1;
            let number = self.rows;
            let constant = if is_target { "" } else { "const " };
            let replaced = match self.style {
                Style::Declared if is_row && number % 3 != 0 => {
                    let sum = if number % 2 == 0 { row.to_string() } else { format!("&{row}[0]") };
                    self.line(&format!("{constant}{element} *p{number} = {sum};"));
                    format!("p{number}{own}")
                }
                Style::Set
                    if is_row && element == "double" && (is_target || constants < 2) && number % 4 != 0 =>
                {
                    let pointer = if is_target { "d0".to_string() } else { format!("c{constants}") };
                    constants += usize::from(!is_target);
                    self.line(&format!("{pointer} = {row};"));
                    format!("{pointer}{own}")
                }
                Style::Set if !brackets.is_empty() && indexes < 2 && number % 2 == 0 => {
                    let index = format!("e{indexes}");
                    indexes += 1;
                    self.line(&format!("{index} = {};", &own[1..own.len() - 1]));
                    format!("{row}[{index}]")
                }
                _ => cell.to_string(),
            };
            text.push_str(&replaced);
            rest = after;
        }
        text.push_str(rest);
        self.line(&text);
    }

    /// The first cell in `text`, and what is around it.
    fn next_cell<'t>(&self, text: &'t str) -> Option<(&'t str, &'t str, &'t str)> {
        let is_start =
            |(at, _): &(usize, &str)| !text[..*at].ends_with(|before: char| before.is_alphanumeric());
        let start = text.match_indices('a').filter(is_start).map(|(at, _)| at);
        let start =
            start.into_iter().find(|at| text[at + 1..].starts_with(|next: char| next.is_ascii_digit()))?;
        let (mut depth, mut end) = (0, start);
        for (at, character) in text[start..].char_indices() {
            match character {
                '[' => depth += 1,
                ']' => depth -= 1,
                _ if depth == 0 && !character.is_alphanumeric() => break,
                _ => {}
            }
            end = start + at + character.len_utf8();
        }
        Some((&text[..start], &text[start..end], &text[end..]))
    }
}
