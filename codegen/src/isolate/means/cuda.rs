//! Transfers by CUDA's runtime, and the statement as a kernel of one thread.
//!
//! The two macros let a program launch kernels otherwise, or be compiled without a CUDA compiler.

use super::{Direction, Pieces};
use crate::isolate::kernel::Parameter;

/// What stands before the first kernel.
pub(super) const MACROS: &str = "#ifndef POLYCC_KERNEL
#define POLYCC_KERNEL __global__
#define POLYCC_LAUNCH(kernel) kernel<<<1, 1>>>
#endif
";

pub(super) fn declare(element: &str, name: &str, bytes: &str) -> Vec<String> {
    vec![
        format!("{element} *{name};"),
        format!("if (cudaMalloc((void **)&{name}, {bytes}) != cudaSuccess)"),
        "    abort();".into(),
    ]
}

pub(super) fn copy(pieces: &Pieces<'_>) -> Vec<String> {
    let (to, from) = pieces.ends();
    let bytes = &pieces.bytes;
    let kind = match pieces.direction {
        Direction::Load => "cudaMemcpyHostToDevice",
        Direction::Store => "cudaMemcpyDeviceToHost",
    };
    match pieces.rows.as_slice() {
        [] => vec![format!("cudaMemcpy({to}, {from}, {bytes}, {kind})")],
        [.., row] => {
            let (to_pitch, from_pitch) = match pieces.direction {
                Direction::Load => (&row.local, &row.original),
                Direction::Store => (&row.original, &row.local),
            };
            let rows = &row.count;
            vec![format!("cudaMemcpy2D({to}, {to_pitch}, {from}, {from_pitch}, {bytes}, {rows}, {kind})")]
        }
    }
}

pub(super) fn release(name: &str) -> String {
    format!("cudaFree({name});")
}

/// The kernel; in the program's own text with macros.
pub(super) fn definition(name: &str, parameters: &[Parameter], body: &str) -> String {
    let parameters = parameters.iter().map(|Parameter { element, name, is_buffer }| match is_buffer {
        true => format!("{element} *{name}"),
        false => format!("{element} {name}"),
    });
    let parameters = parameters.collect::<Vec<_>>().join(", ");
    format!("POLYCC_KERNEL void {name}({parameters})\n{body}")
}

/// The statements that run it.
pub(super) fn launch(kernel: &str, parameters: &[Parameter]) -> Vec<String> {
    let arguments = parameters.iter().map(|it| it.name.as_str()).collect::<Vec<_>>().join(", ");
    vec![
        format!("POLYCC_LAUNCH({kernel})({arguments});"),
        "if (cudaGetLastError() != cudaSuccess)".into(),
        "    abort();".into(),
    ]
}

/// `text` as the preprocessor leaves it.
pub(super) fn expanded(text: &str) -> String {
    let text = text.replace("POLYCC_KERNEL ", "__global__ ");
    let mut parts = text.split("POLYCC_LAUNCH(");
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |text, part| match part.split_once(')') {
        Some((kernel, behind)) => format!("{text}{kernel}<<<1, 1>>>{behind}"),
        None => format!("{text}{part}"),
    })
}
