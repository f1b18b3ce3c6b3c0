//! The methods' types say what isl's headers say: by value is `__isl_take`, by reference is
//! `__isl_keep`, a returned object or `String` is `__isl_give`. The safety of `call.rs` rests on
//! it.

use std::path::Path;

#[path = "../../isl-sys/tests/headers/mod.rs"]
mod headers;

#[test]
fn ownership_agrees_with_the_headers() {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ownership");
    let Some(headers) = headers::declarations(&scratch) else {
        eprintln!("skipped: isl's headers are not installed");
        return;
    };
    let methods = methods();
    assert!(methods.len() > 400, "only {} methods were found", methods.len());
    for method in methods {
        let function = &method.function;
        let header = headers.get(function).unwrap_or_else(|| panic!("{function} is in no header"));
        let marks: Vec<&str> = header.parameters.iter().map(|c| mark(c)).collect();
        assert_eq!(method.parameters, marks, "parameters of {function}");
        assert_eq!(method.result, mark(&header.result), "result of {function}");
    }
}

/// A method that is one call, by the marks that its types stand for; "" for a plain value.
struct Method {
    function: String,
    parameters: Vec<&'static str>,
    result: &'static str,
}

/// All lines `fn name(parameters) -> result = isl_function;` of the sources.
fn methods() -> Vec<Method> {
    let sources = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap();
    let texts = sources.map(|source| std::fs::read_to_string(source.unwrap().path()).unwrap());
    texts.flat_map(|text| text.lines().filter_map(parse).collect::<Vec<_>>()).collect()
}

fn parse(line: &str) -> Option<Method> {
    let (head, function) = line.trim().strip_prefix("fn ")?.split_once(" = ")?;
    let (_, signature) = head.split_once('(')?;
    let (parameters, result) = signature.split_once(") -> ")?;
    Some(Method {
        function: function.trim_end_matches(';').to_owned(),
        parameters: parameters.split(", ").map(parameter_mark).collect(),
        result: result_mark(result),
    })
}

fn parameter_mark(parameter: &str) -> &'static str {
    match parameter.split_once(": ").map_or(parameter, |(_, of_type)| of_type) {
        "u32" | "i32" | "i64" | "DimType" | "&str" | "&Context" => "",
        of_type if of_type.starts_with('&') => "__isl_keep",
        _ => "__isl_take",
    }
}

fn result_mark(result: &str) -> &'static str {
    match result {
        "bool" | "u32" | "i32" | "i64" | "Option<u32>" | "Option<String>" => "",
        _ => "__isl_give",
    }
}

/// The ownership mark of a C type. That of a constant text means nothing: nobody frees it.
fn mark(c: &str) -> &str {
    let is_mark = |word: &&str| headers::MARKS.contains(word);
    let mark = c.split_whitespace().find(is_mark).unwrap_or("");
    if c.contains("const char") { "" } else { mark }
}
