//! The modes that all programs run in, as the flags that one types.

/// Those of every program.
pub const FOR_ALL: [&str; 20] = [
    "",
    "--optimize memory",
    "--optimize none",
    "--parallel",
    "--optimize none --parallel",
    "--optimize memory --parallel",
    "--tile",
    "--tile=3,5",
    "--tile=3,5 --parallel",
    "--memory reallocate",
    "--optimize memory --memory reallocate",
    "--optimize memory --memory reallocate --parallel",
    "--allocator successive-modulo",
    "--allocator hyperplane",
    "--allocator lattice",
    "--allocator combined",
    "--allocator storage-hyperplanes",
    "--allocator window",
    "--allocator search",
    "--allocator linear",
];

/// Those of programs with marked regions, besides.
pub const FOR_MARKED: [&str; 2] = ["--scops auto", "--scops auto --tile=3,5 --parallel"];

/// Those of programs with isolated statements, besides.
pub const FOR_ISOLATED: [&str; 5] = [
    "--transfer-reuse",
    "--transfer-overlap",
    "--tile=3,5 --transfer-reuse",
    "--tile=3,5 --transfer-overlap",
    "--optimize memory --transfer-reuse",
];

/// The modes of a program with this text.
pub fn of(text: &str) -> impl Iterator<Item = &'static str> {
    let marked: &[&str] = if text.contains("#pragma scop") { &FOR_MARKED } else { &[] };
    let isolated: &[&str] = if text.contains("#pragma polycc isolate") { &FOR_ISOLATED } else { &[] };
    FOR_ALL.iter().chain(marked).chain(isolated).copied()
}

/// What messages call the mode with these flags.
pub fn name(flags: &str) -> &str {
    if flags.is_empty() { "default" } else { flags }
}

/// The words of the flags.
pub fn words(flags: &str) -> Vec<String> {
    flags.split_whitespace().map(String::from).collect()
}
