//! How transfers are spelled.

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
}

/// Where a transfer goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// Into the memory space of the statement.
    Load,
    /// Back.
    Store,
}

impl Means {
    /// `memcpy(local, original, bytes);` for a load.
    pub(super) fn copy(&self, direction: Direction, original: &str, local: &str, bytes: &str) -> String {
        let (to, from) = match direction {
            Direction::Load => (local, original),
            Direction::Store => (original, local),
        };
        let function = match (self, direction) {
            (Means::Memcpy, _) => "memcpy".to_string(),
            (Means::Prefixed(prefix), Direction::Load) => format!("{prefix}load"),
            (Means::Prefixed(prefix), Direction::Store) => format!("{prefix}store"),
        };
        format!("{function}({to}, {from}, {bytes});")
    }

    /// The value of a pointer to that many fresh bytes.
    pub(super) fn allocate(&self, bytes: &str) -> String {
        match self {
            Means::Memcpy => format!("malloc({bytes})"),
            Means::Prefixed(prefix) => format!("{prefix}allocate({bytes})"),
        }
    }

    /// The statement that releases memory.
    pub(super) fn release(&self, pointer: &str) -> String {
        match self {
            Means::Memcpy => format!("free({pointer});"),
            Means::Prefixed(prefix) => format!("{prefix}free({pointer});"),
        }
    }

    /// The calls directly before the statement and directly behind it, if there are any.
    pub(super) fn frame(&self) -> Option<(String, String)> {
        match self {
            Means::Memcpy => None,
            Means::Prefixed(prefix) => Some((format!("{prefix}begin();"), format!("{prefix}end();"))),
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
        }
    }
}
