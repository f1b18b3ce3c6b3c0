//! Transfers by OpenCL (1.1 and later), and the statement as a kernel of one work-item, whose source is a string.
//!
//! The program has a context, a queue that runs commands in order, and a function that makes a kernel of a source.

use super::{Direction, Pieces};
use crate::isolate::kernel::Parameter;

/// What stands before the first kernel.
pub(super) const DECLARATIONS: &str = "/* polycc: the program is to define these */
extern cl_context polycc_context;
extern cl_command_queue polycc_queue;
extern cl_kernel polycc_kernel(const char *name, const char *source);
";

/// The names of CL/cl.h that may be macros.
pub(super) const MACROS: [&str; 4] = ["CL_MEM_READ_WRITE", "CL_SUCCESS", "CL_TRUE", "NULL"];

/// What C calls OpenCL's types.
const TYPES: [(&str, &str); 28] = [
    ("char", "char"),
    ("signed char", "char"),
    ("unsigned char", "uchar"),
    ("short", "short"),
    ("short int", "short"),
    ("unsigned short", "ushort"),
    ("unsigned short int", "ushort"),
    ("int", "int"),
    ("signed int", "int"),
    ("unsigned", "uint"),
    ("unsigned int", "uint"),
    ("long", "long"),
    ("long int", "long"),
    ("long long", "long"),
    ("unsigned long", "ulong"),
    ("unsigned long int", "ulong"),
    ("unsigned long long", "ulong"),
    ("float", "float"),
    ("double", "double"),
    ("int8_t", "char"),
    ("uint8_t", "uchar"),
    ("int16_t", "short"),
    ("uint16_t", "ushort"),
    ("int32_t", "int"),
    ("uint32_t", "uint"),
    ("int64_t", "long"),
    ("uint64_t", "ulong"),
    ("size_t", "ulong"),
];

/// What OpenCL calls an element of this type; `None` if it may have no such type.
pub(super) fn element(type_: &str) -> Option<&'static str> {
    TYPES.iter().find(|(known, _)| *known == type_).map(|(_, name)| *name)
}

pub(super) fn declare(name: &str, bytes: &str) -> Vec<String> {
    vec![
        format!("cl_mem {name} = clCreateBuffer(polycc_context, CL_MEM_READ_WRITE, {bytes}, NULL, NULL);"),
        format!("if (!{name})"),
        "    abort();".into(),
    ]
}

/// Here a place in the memory of the statement is a buffer and the bytes before, `buffer + bytes`.
pub(super) fn copy(pieces: &Pieces<'_>) -> Vec<String> {
    let Pieces { direction, original, local, rows, bytes } = pieces;
    let (buffer, start) = local.split_once(" + ").unwrap_or((local, "0"));
    let verb = match direction {
        Direction::Load => "Write",
        Direction::Store => "Read",
    };
    let ending = "0, NULL, NULL)";
    if rows.is_empty() {
        let place = format!("{start}, {bytes}, {original}");
        return vec![format!("clEnqueue{verb}Buffer(polycc_queue, {buffer}, CL_TRUE, {place}, {ending}")];
    }
    let mut counts = vec![bytes.as_str()];
    counts.extend(rows.iter().rev().map(|row| row.count.as_str()));
    counts.resize(3, "1");
    let pitches = |distance: &dyn Fn(&super::Row) -> String| {
        let mut pitches: Vec<_> = rows.iter().rev().map(distance).collect();
        pitches.resize(2, "0".into());
        pitches.join(", ")
    };
    vec![
        format!("clEnqueue{verb}BufferRect(polycc_queue, {buffer}, CL_TRUE,"),
        format!("(const size_t[]){{{start}, 0, 0}}, (const size_t[]){{0, 0, 0}},"),
        format!("(const size_t[]){{{}}},", counts.join(", ")),
        format!("{}, {},", pitches(&|row| row.local.clone()), pitches(&|row| row.original.clone())),
        format!("{original}, {ending}"),
    ]
}

pub(super) fn release(name: &str) -> String {
    format!("clReleaseMemObject({name});")
}

/// The kernel as a string; results are those of the program only without fused multiplications.
pub(super) fn definition(name: &str, parameters: &[Parameter], body: &str) -> String {
    let parameters = parameters.iter().map(|Parameter { element: type_, name, is_buffer }| {
        let type_ = element(type_).unwrap_or(type_);
        if *is_buffer { format!("__global {type_} *{name}") } else { format!("{type_} {name}") }
    });
    let head = format!("__kernel void {name}({})\n", parameters.collect::<Vec<_>>().join(", "));
    let words: Vec<_> = body.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').collect();
    let is_used = |known: &&(&str, &str)| known.0.ends_with("_t") && words.contains(&known.0);
    let types = TYPES.iter().filter(is_used).filter(|(known, _)| *known != "size_t");
    let types = types.map(|(known, name)| format!("typedef {name} {known};\n")).collect::<String>();
    let source = format!("#pragma OPENCL FP_CONTRACT OFF\n{types}{head}{body}");
    let lines = source.lines().map(|line| {
        let escaped = line.replace('\\', "\\\\").replace('"', "\\\"");
        format!("    \"{escaped}\\n\"")
    });
    format!("static const char {name}_source[] =\n{};", lines.collect::<Vec<_>>().join("\n"))
}

/// The statements that run it.
pub(super) fn launch(kernel: &str, parameters: &[Parameter], variable: &str) -> Vec<String> {
    let mut lines =
        vec![format!("const cl_kernel {variable} = polycc_kernel(\"{kernel}\", {kernel}_source);")];
    let arguments = parameters.iter().enumerate().map(|(position, parameter)| {
        let Parameter { name, .. } = parameter;
        format!("clSetKernelArg({variable}, {position}, sizeof {name}, &{name}) != CL_SUCCESS")
    });
    let run = format!(
        "clEnqueueNDRangeKernel(polycc_queue, {variable}, 1, NULL, &(const size_t){{1}}, NULL, 0, NULL, NULL) != CL_SUCCESS"
    );
    let mut tests: Vec<String> = arguments.chain([run]).collect();
    tests[0].insert_str(0, "if (");
    let last = tests.len() - 1;
    for (position, test) in tests.iter_mut().enumerate() {
        if position > 0 {
            test.insert_str(0, "        ");
        }
        test.push_str(if position == last { ")" } else { " ||" });
    }
    lines.extend(tests);
    lines.push("    abort();".into());
    lines
}
