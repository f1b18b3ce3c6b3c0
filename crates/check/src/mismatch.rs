//! What is wrong with a transformed program, in words.

use std::fmt;

/// A difference between the original and the transformed program. Displayed as one sentence:
/// `` at N = 4, M = 3, `out[1][2]` gets … ``.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The parameter values at which it shows, in the order of the region's parameters. A lifted
    /// constant that is a plain literal appears as `8 in place of 1024`.
    pub parameters: Vec<Setting>,
    /// What is different there.
    pub fault: Fault,
}

/// A parameter and its value in a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// As C spells the parameter.
    pub spelling: String,
    /// The value in the run.
    pub value: i64,
}

/// The kind of difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A live-out cell ends with the wrong value.
    Value {
        /// The cell.
        cell: Cell,
        /// The read through which the wrong value came in; `None` if it was written to `cell` itself.
        read: Option<WrongRead>,
        /// The value that the original has there.
        expected: Origin,
        /// The value that the transformed program has there.
        found: Origin,
    },
    /// An access misses the array.
    OutsideArray {
        /// Who accesses; `None` for a copy.
        instance: Option<Executed>,
        /// The cell, which doesn't exist.
        cell: Cell,
        /// The extents of the transformed array, where they are known.
        extents: Vec<Option<i64>>,
    },
    /// The transformed array has a size that C doesn't allow.
    EmptyArray {
        /// The array.
        array: String,
        /// The size that is not positive.
        extent: i64,
    },
    /// An instance doesn't run as often as it should.
    Executions {
        /// Which instance.
        instance: Executed,
        /// How often the original runs it.
        original: u64,
        /// How often the transformed program runs it, as far as it went.
        transformed: u64,
    },
    /// Two instances that may run at the same time touch one cell, and one of them writes it.
    Race(Race),
    /// The same in the original: what it computes depends on the threads.
    OriginalRaces(Race),
    /// The original runs an instance more than once, so the region was misunderstood.
    OriginalRepeats(Executed),
    /// The transformed program evaluates an expression that has no value.
    Undefined,
    /// The transformed program makes this many steps without coming to an end.
    Endless(u64),
}

/// Two touches of one cell that nothing orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    /// The cell.
    pub cell: Cell,
    /// The first in the order of the text.
    pub earlier: Touch,
    /// The other.
    pub later: Touch,
}

/// Who touches a cell, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touch {
    /// The instance; `None` for a copy.
    pub by: Option<Executed>,
    /// Whether it writes.
    pub writes: bool,
}

/// A read that gets another value than in the original.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongRead {
    /// Who reads.
    pub instance: Executed,
    /// From which array.
    pub array: String,
}

/// An array's cell; shown as C: `tmp[1][2]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The array's name.
    pub array: String,
    /// Its subscripts.
    pub subscripts: Vec<i64>,
}

/// A statement's instance; shown as in isl: `S0[1,2]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Executed {
    /// The statement's name.
    pub statement: String,
    /// Its iterators, outermost first.
    pub iterators: Vec<i64>,
}

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It was there before the region.
    Initial(Cell),
    /// It is in a cell that the transformation introduced and nobody wrote.
    Unwritten(Cell),
    /// An instance computed it.
    Computed(Executed),
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, setting) in self.parameters.iter().enumerate() {
            write!(f, "{}{setting}", if position == 0 { "at " } else { ", " })?;
        }
        let separator = if self.parameters.is_empty() { "" } else { ", " };
        write!(f, "{separator}{}", self.fault)
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let literal = self.spelling.starts_with(|first: char| first.is_ascii_digit());
        match literal {
            true => write!(f, "{} in place of {}", self.value, self.spelling),
            false => write!(f, "{} = {}", self.spelling, self.value),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Value { cell, read, expected, found } => {
                write_value(f, cell, read.as_ref(), expected, found)
            }
            Fault::OutsideArray { instance, cell, extents } => {
                match instance {
                    Some(instance) => write!(f, "{instance}")?,
                    None => f.write_str("a copy")?,
                }
                write!(f, " accesses `{cell}`, but the array is now `{}", cell.array)?;
                extents.iter().try_for_each(|extent| match extent {
                    Some(extent) => write!(f, "[{extent}]"),
                    None => f.write_str("[]"),
                })?;
                f.write_str("`")
            }
            Fault::EmptyArray { array, extent } => {
                write!(f, "`{array}` is declared with {extent} cells in one dimension")
            }
            Fault::Executions { instance, original, transformed } => {
                write!(f, "{instance} runs {} instead of {}", times(*transformed), times(*original))
            }
            Fault::Race(race) => write!(f, "{race}"),
            Fault::OriginalRaces(race) => write!(f, "{race}, in the program as it was read"),
            Fault::OriginalRepeats(instance) => {
                write!(f, "{instance} runs more than once in the program as it was read")
            }
            Fault::Undefined => {
                f.write_str("the result divides by a number that is not positive, or overflows")
            }
            Fault::Endless(steps) => write!(f, "the result doesn't end within {steps} steps"),
        }
    }
}

impl fmt::Display for Race {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Race { cell, earlier, later } = self;
        write!(f, "{earlier} `{cell}` and {later} it, and nothing says which is first")
    }
}

impl fmt::Display for Touch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = if self.writes { "writes" } else { "reads" };
        match &self.by {
            Some(instance) => write!(f, "{instance} {how}"),
            None => write!(f, "a copy {how}"),
        }
    }
}

fn write_value(
    f: &mut fmt::Formatter<'_>,
    cell: &Cell,
    read: Option<&WrongRead>,
    expected: &Origin,
    found: &Origin,
) -> fmt::Result {
    match read {
        None => write!(f, "`{cell}` gets {found} instead of {expected}"),
        Some(WrongRead { instance, array }) => write!(
            f,
            "`{cell}` gets a wrong value: {instance} reads from `{array}` {found} instead of {expected}"
        ),
    }
}

fn times(count: u64) -> String {
    match count {
        0 => "never".to_owned(),
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        _ => format!("{count} times"),
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.array)?;
        self.subscripts.iter().try_for_each(|subscript| write!(f, "[{subscript}]"))
    }
}

impl fmt::Display for Executed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let iterators: Vec<_> = self.iterators.iter().map(i64::to_string).collect();
        write!(f, "{}[{}]", self.statement, iterators.join(","))
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Initial(cell) => write!(f, "the initial value of `{cell}`"),
            Origin::Unwritten(cell) => write!(f, "what `{cell}` holds before any write"),
            Origin::Computed(instance) => write!(f, "the value of {instance}"),
        }
    }
}
