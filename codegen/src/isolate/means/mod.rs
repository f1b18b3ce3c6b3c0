//! How transfers are spelled.

mod cuda;
mod opencl;
mod openmp;

use super::kernel::Parameter;

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
    /// The same, but copies are only started, and done when `dma_wait()` returns.
    Started(String),
    /// OpenMP's default device: `omp_target_memcpy` and the like, and a target region.
    OmpTarget(Devices),
    /// CUDA's runtime; the statement is a kernel.
    Cuda,
    /// OpenCL; the statement is a kernel, which this variable holds.
    OpenCl(String),
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
            Means::OpenCl(kernel) => Means::OpenCl(fresh(kernel)),
            other => other.clone(),
        }
    }

    /// Whether the statement becomes a function, with buffers of one dimension that the program can't read.
    pub fn is_kernel(&self) -> bool {
        matches!(self, Means::Cuda | Means::OpenCl(_))
    }

    /// Whether the kernel may use the program's macros.
    pub(super) fn takes_macros(&self) -> bool {
        *self == Means::Cuda
    }

    /// What stands before the first kernel; with `as_written` unset as the preprocessor leaves it.
    pub fn kernel_prelude(&self, as_written: bool) -> &'static str {
        match self {
            Means::Cuda if as_written => cuda::MACROS,
            Means::OpenCl(_) => opencl::DECLARATIONS,
            _ => "",
        }
    }

    /// `text` as the preprocessor leaves it.
    pub fn expanded(&self, text: &str) -> String {
        if *self == Means::Cuda { cuda::expanded(text) } else { text.to_string() }
    }

    /// The names of the library that may be macros.
    pub fn macros(&self) -> &'static [&'static str] {
        if matches!(self, Means::OpenCl(_)) { &opencl::MACROS } else { &[] }
    }

    /// Why the statement can't have a variable with elements of `type_`, as a phrase.
    pub fn unknown(&self, type_: &str) -> Option<String> {
        let is_known = !matches!(self, Means::OpenCl(_)) || opencl::element(type_).is_some();
        (!is_known).then(|| format!("OpenCL may have no type `{type_}`"))
    }

    /// The function that a statement becomes.
    pub(super) fn definition(&self, name: &str, parameters: &[Parameter], body: &str) -> String {
        match self {
            Means::OpenCl(_) => opencl::definition(name, parameters, body),
            _ => cuda::definition(name, parameters, body),
        }
    }

    /// The lines that run that function.
    pub(super) fn launch(&self, name: &str, parameters: &[Parameter]) -> Vec<String> {
        match self {
            Means::OpenCl(kernel) => opencl::launch(name, parameters, kernel),
            _ => cuda::launch(name, parameters),
        }
    }

    /// The declaration of a buffer of one dimension that a kernel uses.
    pub(super) fn declare(&self, element: &str, name: &str, bytes: &str) -> Vec<String> {
        match self {
            Means::OpenCl(_) => opencl::declare(name, bytes),
            _ => cuda::declare(element, name, bytes),
        }
    }

    /// The place of an element in such a buffer.
    pub(super) fn place(&self, name: &str, element: &str, position: &str) -> String {
        match (self, position) {
            (_, "0") => name.to_string(),
            (Means::OpenCl(_), _) if position.contains(' ') => {
                format!("{name} + sizeof({element}) * ({position})")
            }
            (Means::OpenCl(_), _) => format!("{name} + sizeof({element}) * {position}"),
            _ => format!("{name} + {position}"),
        }
    }

    /// Up to how many dimensions one call steps through.
    pub(super) fn rows(&self) -> usize {
        match self {
            Means::Memcpy | Means::Prefixed(_) | Means::Started(_) => 0,
            Means::Cuda => 1,
            Means::OmpTarget(_) | Means::OpenCl(_) => 2,
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
            (Means::Prefixed(prefix) | Means::Started(prefix), Direction::Load) => format!("{prefix}load"),
            (Means::Prefixed(prefix) | Means::Started(prefix), Direction::Store) => format!("{prefix}store"),
            (Means::OmpTarget(devices), _) => return devices.copy(pieces),
            (Means::Cuda, _) => return cuda::copy(pieces),
            (Means::OpenCl(_), _) => return opencl::copy(pieces),
        };
        let (to, from) = pieces.ends();
        vec![format!("{function}({to}, {from}, {})", pieces.bytes)]
    }

    /// What is put behind the call of a copy to ask whether it has failed; `None` for what can't.
    pub(super) fn failure(&self) -> Option<&'static str> {
        match self {
            Means::Memcpy | Means::Prefixed(_) | Means::Started(_) => None,
            Means::OmpTarget(_) => Some(""),
            Means::Cuda => Some(" != cudaSuccess"),
            Means::OpenCl(_) => Some(" != CL_SUCCESS"),
        }
    }

    /// Whether numbers are assigned, rather than copied: something else brings them to the statement.
    pub(super) fn assigns_numbers(&self) -> bool {
        matches!(self, Means::OmpTarget(_))
    }

    /// The value of a pointer to that many fresh bytes, which is null if there are none.
    pub(super) fn allocate(&self, bytes: &str) -> String {
        match self {
            Means::Memcpy | Means::Cuda | Means::OpenCl(_) => format!("malloc({bytes})"),
            Means::Prefixed(prefix) | Means::Started(prefix) => format!("{prefix}allocate({bytes})"),
            Means::OmpTarget(devices) => devices.allocate(bytes),
        }
    }

    /// The statement that releases memory.
    pub(super) fn release(&self, pointer: &str) -> String {
        match self {
            Means::Memcpy => format!("free({pointer});"),
            Means::Prefixed(prefix) | Means::Started(prefix) => format!("{prefix}free({pointer});"),
            Means::OmpTarget(devices) => devices.release(pointer),
            Means::Cuda => cuda::release(pointer),
            Means::OpenCl(_) => opencl::release(pointer),
        }
    }

    /// What stands directly before the statement, which uses arrays at `pointers`, and directly behind it.
    pub(super) fn frame(&self, pointers: &[&str], numbers: &[Number<'_>]) -> [Option<String>; 2] {
        match self {
            Means::Memcpy | Means::Cuda | Means::OpenCl(_) => [None, None],
            Means::Prefixed(prefix) | Means::Started(prefix) => {
                [Some(format!("{prefix}begin();")), Some(format!("{prefix}end();"))]
            }
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

    /// The call by which all copies are done that were started, where they may run on their own.
    pub(super) fn wait(&self) -> Option<String> {
        match self {
            Means::Started(prefix) => Some(format!("{prefix}wait();")),
            _ => None,
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
            Means::Prefixed(_) | Means::Started(_) => &[("abort", "stdlib.h")],
            Means::OmpTarget(_) => &[("abort", "stdlib.h"), ("omp_target_alloc", "omp.h")],
            Means::Cuda => &[("abort", "stdlib.h"), ("cudaMalloc", "cuda_runtime.h")],
            Means::OpenCl(_) => &[("abort", "stdlib.h"), ("clCreateBuffer", "CL/cl.h")],
        }
    }
}
