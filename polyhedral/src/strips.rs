//! Loops in strips of elements, and the windows of cells that they touch.

use crate::expression::Expression;
use crate::scop::StatementId;
use std::collections::BTreeMap;

/// A loop over strips, in which several loops run one after the other, each over the elements of the strip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StripLoop {
    /// How many elements a strip has.
    pub strip: i64,
    /// The dimension of dates that holds the first element of a strip; the next but one holds the element.
    pub dimension: u32,
    /// Whether strips are a few rows, which are done at a time where they are whole: innermost loops over them are written out.
    pub is_lanes: bool,
    /// The statements in it; with the only element that a statement has, in parameters, where no loop counts its elements but a
    /// window holds it.
    pub statements: BTreeMap<StatementId, Option<Expression>>,
}

impl StripLoop {
    /// The same for strips of `strip` elements.
    pub fn with_strip(&self, strip: i64) -> Self {
        StripLoop { strip, ..self.clone() }
    }
}

/// The cells of an array of one dimension that a strip of elements touches. They live where the remainders of their subscripts by
/// [`Window::cells`] say, or, in text, at their distance from the first of them: of the next strip's window the first
/// [`Window::more`] are the last of this one, and move there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// How many elements the strip has.
    pub strip: i64,
    /// How many cells each element has, side by side, as those of several channels.
    pub each: i64,
    /// The first cell, counted from the first one of the first element.
    pub first: i64,
    /// How many cells there are beyond those of each element; no more than of a strip.
    pub more: i64,
}

impl Window {
    /// The fewest elements that a strip has in text.
    pub const LEAST_STRIP: i64 = 128;

    /// The number of cells.
    pub fn cells(&self) -> i64 {
        self.step() + self.more
    }

    /// By how many cells the window of the next strip lies further on.
    pub fn step(&self) -> i64 {
        self.each * self.strip
    }

    /// The same for strips of `strip` elements.
    pub fn with_strip(self, strip: i64) -> Self {
        Window { strip, ..self }
    }
}
