//! Objects and their cells.
//!
//! Objects that were there before the function ran are the same in both runs ([`crate::inputs`]); each run has its own
//! beside them. A cell that nobody wrote holds what its object held at first.

use crate::terms::Term;
use crate::values::Value;
use frontend::tree::SymbolId;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// An object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ObjectId {
    /// One that both runs know.
    Input(u32),
    /// One of this run.
    Own(u32),
}

/// A place in an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    pub object: ObjectId,
    /// In bytes.
    pub offset: i64,
}

impl Place {
    /// Where nothing is.
    pub const NULL: Place = Place { object: ObjectId::Input(0), offset: 0 };

    /// The start of an object.
    pub fn start(object: ObjectId) -> Place {
        Place { object, offset: 0 }
    }

    pub fn moved(self, bytes: i64) -> Place {
        Place { offset: self.offset.wrapping_add(bytes), ..self }
    }

    /// A number that is different for all cells of all objects; objects are far apart.
    pub fn address(self) -> i128 {
        let number = match self.object {
            ObjectId::Input(number) => i128::from(number),
            ObjectId::Own(number) => i128::from(number) + (1 << 18),
        };
        (number << 40) + i128::from(self.offset)
    }
}

/// What the cells of an object hold that nobody wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// Nothing in particular.
    Vague,
    Zero,
    /// Something: the cells are told apart by where they are.
    Unknown(Term),
}

/// A cell that was written.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    pub value: Value,
    pub bytes: i64,
}

/// An object in one run.
#[derive(Clone, Debug)]
pub struct Object {
    /// The variable, if it is one of this run's.
    pub variable: Option<SymbolId>,
    /// In bytes; `None` where nobody knows.
    pub size: Option<i64>,
    pub base: Base,
    pub is_freed: bool,
    cells: Cells,
    /// The size of all cells that were touched, if it is the same.
    unit: Option<i64>,
    is_mixed: bool,
    /// From the first byte that was touched to behind the last one.
    pub touched: Option<(i64, i64)>,
}

/// Scalars need no table.
#[derive(Clone, Debug)]
enum Cells {
    First(Option<Cell>),
    Many(HashMap<i64, Cell, BuildHasherDefault<OffsetHasher>>),
}

/// Offsets are no adversaries.
#[derive(Default)]
struct OffsetHasher(u64);

impl Hasher for OffsetHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_i64(i64::from(*byte)));
    }

    fn write_i64(&mut self, number: i64) {
        let product = (self.0.rotate_left(5) ^ number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = product ^ (product >> 32);
    }
}

/// Why a cell can't be touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    Outside,
    /// It was written as something else.
    OtherType,
}

impl Object {
    pub fn new(variable: Option<SymbolId>, size: Option<i64>, base: Base) -> Object {
        let (is_freed, is_mixed) = (false, false);
        Object {
            variable,
            size,
            base,
            is_freed,
            cells: Cells::First(None),
            unit: None,
            is_mixed,
            touched: None,
        }
    }

    /// What was written to `bytes` at `offset`; `None` if nobody wrote there.
    pub fn cell(&mut self, offset: i64, bytes: i64) -> Result<Option<Value>, Obstacle> {
        self.touch(offset, bytes)?;
        Ok(self.get(offset).map(|cell| cell.value))
    }

    pub fn write(&mut self, offset: i64, bytes: i64, value: Value) -> Result<(), Obstacle> {
        self.touch(offset, bytes)?;
        let cell = Cell { value, bytes };
        match &mut self.cells {
            Cells::First(first) if offset == 0 => *first = Some(cell),
            Cells::Many(cells) => {
                cells.insert(offset, cell);
            }
            Cells::First(first) => {
                let mut cells = HashMap::default();
                cells.extend(first.map(|first| (0, first)));
                cells.insert(offset, cell);
                self.cells = Cells::Many(cells);
            }
        }
        Ok(())
    }

    /// All cells that were written, in order.
    pub fn written(&self) -> Vec<(i64, Cell)> {
        let mut written: Vec<_> = match &self.cells {
            Cells::First(first) => first.iter().map(|cell| (0, *cell)).collect(),
            Cells::Many(cells) => cells.iter().map(|(offset, cell)| (*offset, *cell)).collect(),
        };
        written.sort_by_key(|(offset, _)| *offset);
        written
    }

    /// Forgets all that was written.
    pub fn reset(&mut self, base: Base) {
        self.base = base;
        self.cells = Cells::First(None);
    }

    /// The size of the cells, if it is known.
    pub fn unit(&self) -> Option<i64> {
        self.unit.filter(|_| !self.is_mixed)
    }

    fn get(&self, offset: i64) -> Option<Cell> {
        match &self.cells {
            Cells::First(first) => first.filter(|_| offset == 0),
            Cells::Many(cells) => cells.get(&offset).copied(),
        }
    }

    fn touch(&mut self, offset: i64, bytes: i64) -> Result<(), Obstacle> {
        let is_inside = self.size.is_none_or(|size| offset >= 0 && offset.saturating_add(bytes) <= size);
        if !is_inside || self.is_freed {
            return Err(Obstacle::Outside);
        }
        self.is_mixed |= self.unit.is_some_and(|unit| unit != bytes) || offset % bytes != 0;
        self.unit = Some(bytes);
        if self.is_mixed && self.overlaps(offset, bytes) {
            return Err(Obstacle::OtherType);
        }
        let behind = offset.saturating_add(bytes);
        let (first, end) = self.touched.unwrap_or((offset, behind));
        self.touched = Some((first.min(offset), end.max(behind)));
        Ok(())
    }

    /// Whether a cell that was written isn't this one but has a part of it.
    fn overlaps(&self, offset: i64, bytes: i64) -> bool {
        /// No number is larger.
        const LARGEST: i64 = 16;
        let candidates = offset.saturating_sub(LARGEST - 1)..offset.saturating_add(bytes);
        candidates.into_iter().any(|other| {
            let overlap = |cell: Cell| {
                other.saturating_add(cell.bytes) > offset && (other, cell.bytes) != (offset, bytes)
            };
            self.get(other).is_some_and(overlap)
        })
    }
}
