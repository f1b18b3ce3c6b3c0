//! How transfers are spelled.

mod openmp;

/// How C spells a transfer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Means {
    /// `memcpy`, `malloc` and `free`: runs anywhere.
    #[default]
    Memcpy,
    /// The user's own functions or macros, which all start with this prefix: `dma_load(local, original, bytes)`,
    /// `dma_store(original, local, bytes)`, `dma_allocate(bytes)`, `dma_free(local)`, and around the statement
    /// `dma_begin()`, by when all loads must be done, and `dma_end()`.
    Prefixed(String),
    /// OpenMP's default device: `omp_target_memcpy` and the like, and a target region.
    OmpTarget(Devices),
}

/// The variables that hold OpenMP's numbers of devices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Devices {
    /// The one that the statement runs on.
    pub device: String,
    /// The one that the program runs on.
    pub host: String,
}

impl Default for Devices {
    fn default() -> Self {
        Devices { device: "device".into(), host: "host".into() }
    }
}

/// Where a transfer goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// Into the memory space of the statement.
    Load,
    /// Back.
    Store,
}

/// Pieces of the same size at regular distances, which one call copies.
pub(super) struct Pieces<'a> {
    pub direction: Direction,
    /// The address of the first one in the program's memory.
    pub original: &'a str,
    /// The address of the first one in the memory of the statement.
    pub local: &'a str,
    /// The numbers of pieces, outermost dimension first; none for a single one.
    pub rows: Vec<Row>,
    /// The size of a piece.
    pub bytes: String,
}

/// A dimension of [`Pieces`].
pub(super) struct Row {
    /// How many there are.
    pub count: String,
    /// The bytes from one to the next in the program's memory.
    pub original: String,
    /// The bytes from one to the next in the memory of the statement.
    pub local: String,
}

/// A number that the statement may change.
pub(super) struct Number<'a> {
    pub name: &'a str,
    /// Whether it has a value before.
    pub load: bool,
    /// Whether its value is used behind.
    pub store: bool,
}

impl Pieces<'_> {
    /// Where they go, and where they come from.
    fn ends(&self) -> (&str, &str) {
        match self.direction {
            Direction::Load => (self.local, self.original),
            Direction::Store => (self.original, self.local),
        }
    }
}

impl Means {
    /// With names that `fresh` finds free for the variables that transfers need.
    pub fn with_names(&self, mut fresh: impl FnMut(&str) -> String) -> Means {
        match self {
            Means::OmpTarget(Devices { device, host }) => {
                Means::OmpTarget(Devices { device: fresh(device), host: fresh(host) })
            }
            other => other.clone(),
        }
    }

    /// Up to how many dimensions one call steps through.
    pub(super) fn rows(&self) -> usize {
        match self {
            Means::Memcpy | Means::Prefixed(_) => 0,
            Means::OmpTarget(_) => 2,
        }
    }

    /// The declarations in front of all others, if there are arrays.
    pub(super) fn prelude(&self) -> Vec<String> {
        match self {
            Means::OmpTarget(devices) => devices.declarations(),
            _ => vec![],
        }
    }

    /// `memcpy(local, original, bytes)` for a load, in one line or several.
    pub(super) fn copy(&self, pieces: &Pieces<'_>) -> Vec<String> {
        let function = match (self, pieces.direction) {
            (Means::Memcpy, _) => "memcpy".to_string(),
            (Means::Prefixed(prefix), Direction::Load) => format!("{prefix}load"),
            (Means::Prefixed(prefix), Direction::Store) => format!("{prefix}store"),
            (Means::OmpTarget(devices), _) => return devices.copy(pieces),
        };
        let (to, from) = pieces.ends();
        vec![format!("{function}({to}, {from}, {})", pieces.bytes)]
    }

    /// What is put behind the call of a copy to ask whether it has failed; `None` for what can't.
    pub(super) fn failure(&self) -> Option<&'static str> {
        match self {
            Means::Memcpy | Means::Prefixed(_) => None,
            Means::OmpTarget(_) => Some(""),
        }
    }

    /// Whether numbers are assigned, rather than copied: something else brings them to the statement.
    pub(super) fn assigns_numbers(&self) -> bool {
        matches!(self, Means::OmpTarget(_))
    }

    /// The value of a pointer to that many fresh bytes.
    pub(super) fn allocate(&self, bytes: &str) -> String {
        match self {
            Means::Memcpy => format!("malloc({bytes})"),
            Means::Prefixed(prefix) => format!("{prefix}allocate({bytes})"),
            Means::OmpTarget(devices) => devices.allocate(bytes),
        }
    }

    /// The statement that releases memory.
    pub(super) fn release(&self, pointer: &str) -> String {
        match self {
            Means::Memcpy => format!("free({pointer});"),
            Means::Prefixed(prefix) => format!("{prefix}free({pointer});"),
            Means::OmpTarget(devices) => devices.release(pointer),
        }
    }

    /// What stands directly before the statement, which uses arrays at `pointers`, and directly behind it.
    pub(super) fn frame(&self, pointers: &[&str], numbers: &[Number<'_>]) -> [Option<String>; 2] {
        match self {
            Means::Memcpy => [None, None],
            Means::Prefixed(prefix) => [Some(format!("{prefix}begin();")), Some(format!("{prefix}end();"))],
            Means::OmpTarget(_) => [Some(openmp::target(pointers, numbers)), None],
        }
    }

    /// The lines around a function that the statement calls.
    pub(super) fn function_marks(&self) -> [&'static str; 2] {
        match self {
            Means::OmpTarget(_) => ["#pragma omp declare target\n", "#pragma omp end declare target\n"],
            _ => ["", ""],
        }
    }

    /// Whether small arrays may be variables.
    pub(super) fn allows_variables(&self) -> bool {
        *self == Means::Memcpy
    }

    /// The functions that a program must declare for this, and where the C library has them.
    pub fn functions(&self) -> &'static [(&'static str, &'static str)] {
        match self {
            Means::Memcpy => {
                &[("malloc", "stdlib.h"), ("free", "stdlib.h"), ("abort", "stdlib.h"), ("memcpy", "string.h")]
            }
            Means::Prefixed(_) => &[("abort", "stdlib.h")],
            Means::OmpTarget(_) => &[("abort", "stdlib.h"), ("omp_target_alloc", "omp.h")],
        }
    }
}
