//! An isolated statement as C: counterparts of its variables, copies in, the statement with all its references
//! shifted, copies back (Guelton, Amini, Creusillet, *Beyond Do Loops*, section 3).
//!
//! The statement keeps its text; only the names of variables change, and subscripts by the offset of the
//! rectangle that their array's counterpart holds: `V[i][j] = v[i + α₁][j + α₂]`. What is copied is said once, as
//! [`Counterpart`]s; [`Means`] says how C spells it.

pub mod clone;
mod copies;
mod kernel;
mod means;
mod memory;
mod references;
mod stretch;

pub use means::{Devices, Means};
pub use memory::{LASTING_MARKER, MARKER};
pub use stretch::{STAYING_MARKER, Start, wrap};

use crate::layout::Layout;
use crate::splice::{Edit, Patch};
use clone::Clones;
use diagnostics::{SourceMap, Span};
use polyhedral::{Call, Condition, Expression, Variable};
use std::collections::BTreeMap;

/// What stands for a variable of the program in the memory space of the statement.
#[derive(Clone, Debug)]
pub struct Counterpart<'a> {
    /// The variable.
    pub variable: &'a Variable,
    /// The counterpart's name.
    pub name: String,
    /// What it holds.
    pub kind: Kind,
}

/// What a counterpart holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The value of a number that the statement doesn't change.
    Value,
    /// A number that the statement changes.
    Number {
        /// Whether it is copied in.
        load: bool,
        /// Whether it is copied back.
        store: bool,
    },
    /// Some cells of an array.
    Cells {
        /// Its cells.
        buffer: Rectangle,
        /// The least subscript of the buffer, by dimension.
        offsets: Vec<Offset>,
        /// What is copied in.
        loads: Vec<Copied>,
        /// What is copied back.
        stores: Vec<Copied>,
        /// Whether the buffer lasts for all iterations of the loop around the statement.
        lasts: bool,
        /// How the outermost subscript wraps around, if it does; the buffer has that many rows.
        window: Option<Box<Window>>,
    },
    /// Some cells of an array that are in the statement's memory space already, and stay there.
    Resident {
        /// The buffer's cells.
        buffer: Rectangle,
        /// The least subscript of the buffer, by dimension.
        offsets: Vec<Offset>,
    },
}

impl Kind {
    /// What there is of an array: the buffer's cells, its least subscripts, and how rows wrap around.
    pub(super) fn cells(&self) -> Option<(&Rectangle, &[Offset], Option<&Window>)> {
        match self {
            Kind::Cells { buffer, offsets, window, .. } => Some((buffer, offsets, window.as_deref())),
            Kind::Resident { buffer, offsets } => Some((buffer, offsets, None)),
            Kind::Value | Kind::Number { .. } => None,
        }
    }
}

/// The modulus of an outermost subscript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The variable that holds it, unless it is constant.
    pub name: String,
    /// Its value.
    pub rows: Expression,
}

impl Window {
    /// As it is written.
    fn modulus(&self) -> Expression {
        match self.rows.constant() {
            Some(constant) => Expression::Constant(constant),
            None => Expression::variable(&self.name),
        }
    }

    /// The row in which that of the whole buffer lies.
    fn wrapped(&self, row: Expression) -> Expression {
        match row.constant() {
            Some(0) => row,
            _ => Expression::Modulo(Box::new(row), Box::new(self.modulus())),
        }
    }
}

/// A rectangle of cells, in parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rectangle {
    /// Where there is any cell.
    pub present: Condition,
    /// The least subscripts, outermost first; right where there is any cell.
    pub first: Vec<Expression>,
    /// The numbers of subscripts, likewise.
    pub count: Vec<Expression>,
}

/// A copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copied {
    /// In which iterations.
    pub when: Condition,
    /// The cells.
    pub cells: Rectangle,
    /// How many of the outer dimensions are stepped through.
    pub stepped: usize,
    /// Whether it runs while another iteration works.
    pub is_meanwhile: bool,
}

/// What is subtracted from a subscript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offset {
    /// A number.
    Constant(i64),
    /// A variable in the statement's memory space, with its value.
    Named(String, Expression),
}

/// A variable for something that the copies need several times, or that is long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shared {
    /// Whether something holds.
    Holds(String, Condition),
    /// A number.
    Value(String, Expression),
}

/// A loop that does nothing but to run an isolated statement.
#[derive(Clone, Debug)]
pub struct Around {
    /// Its first token.
    pub first_token: Span,
    /// Its last token.
    pub last_token: Span,
    /// The white space before it.
    pub indentation: String,
}

/// An isolated statement.
#[derive(Clone, Debug)]
pub struct Isolated<'a> {
    /// How parameters are spelled.
    pub layout: Layout<'a>,
    /// What stands for which variable, in order of first mention.
    pub counterparts: Vec<Counterpart<'a>>,
    /// The calls in it that hand over arrays.
    pub calls: &'a [Call],
    /// By variable the names of the lengths of its counterpart's rows, for those that are handed over.
    pub widths: BTreeMap<String, Vec<String>>,
    /// The functions that nothing calls any more.
    pub idle: Vec<String>,
    /// The functions that are called instead.
    pub clones: &'a Clones<'a>,
    /// What is computed first.
    pub shared: Vec<Shared>,
    /// The names of the counters of loops that step through rows; as many as any copy steps through.
    pub counters: Vec<String>,
    /// The names of the variables by which a copy is split that wraps around: where it starts, and the rows of its first part.
    pub split: [String; 2],
    /// The loop around the statement, if buffers last for all of it.
    pub around: Option<Around>,
    /// The statement's tokens, in the preprocessed text.
    pub statement: Span,
    /// The name of the function that the statement becomes, if it becomes one.
    pub kernel: Option<String>,
    /// Where this function goes: in front of this line of the user's file.
    pub line: u32,
    /// The statement's last token, in the preprocessed text.
    pub last_token: Span,
    /// The user's lines between which the transfers in stand: from `#pragma polycc isolate` to before the statement.
    pub pragma_lines: (u32, u32),
    /// The white space before the statement.
    pub indentation: String,
    /// How transfers are spelled.
    pub means: Means,
}

impl Isolated<'_> {
    /// The edits that isolate the statement.
    ///
    /// # Errors
    /// A mention that can't be shifted, with its place and a phrase that says why.
    pub fn edits(&self, map: &SourceMap, as_written: bool) -> Result<Vec<Edit>, (Span, String)> {
        let token = |span: Span| span.of(map.text());
        let mut last = token(self.last_token).to_string();
        let (first, behind) = self.pragma_lines;
        let mut edits = vec![Edit::ReplaceLines { first, last: behind, text: self.before() }];
        if let Some(kernel) = &self.kernel {
            last = self.means.launch(kernel, &self.parameters()).join(&format!("\n{}", self.indentation));
            let unexpanded = self.kernel(kernel, map, as_written)?;
            if !as_written {
                last = self.means.expanded(&last);
            }
            let text = if as_written { unexpanded } else { self.means.expanded(&unexpanded) };
            edits.push(Edit::ReplaceLines { first: self.line, last: self.line - 1, text });
        } else {
            for counterpart in &self.counterparts {
                edits.extend(references::edits(counterpart)?);
            }
            let placed = |name: &str| self.placed(name);
            edits.extend(self.calls.iter().flat_map(|call| clone::call_edits(call, self.clones, &placed)));
        }
        let ending = if self.kernel.is_some() { self.statement } else { self.last_token };
        let mut after = format!("{last}\n{}", self.after().trim_end());
        if let Some(around) = &self.around {
            let [before, behind] = self.lasting(around);
            let first = format!("{}\n{}{}", before.trim(), around.indentation, token(around.first_token));
            edits.push(Edit::Replace(Patch { span: around.first_token, replacement: first }));
            if around.last_token == self.last_token {
                after = format!("{after}\n{}", behind.trim_end());
            } else {
                let replacement = format!("{}\n{}", token(around.last_token), behind.trim_end());
                edits.push(Edit::Replace(Patch { span: around.last_token, replacement }));
            }
        }
        edits.push(Edit::Replace(Patch { span: ending, replacement: after }));
        Ok(edits)
    }
}
