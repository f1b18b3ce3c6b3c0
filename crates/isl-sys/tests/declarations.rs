//! Every function declared here exists in the installed headers, with the same types.

use std::collections::HashMap;
use std::path::Path;

mod headers;

#[test]
fn declarations_agree_with_the_headers() {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("declarations");
    let Some(headers) = headers::declarations(&scratch) else {
        eprintln!("skipped: isl's headers are not installed");
        return;
    };
    let ours = our_declarations();
    assert!(ours.len() > 400, "only {} declarations were found", ours.len());
    for (name, types) in ours {
        let header = headers.get(&name).unwrap_or_else(|| panic!("{name} is in no header"));
        let theirs = header.parameters.iter().chain([&header.result]).map(|c| rust_type(c));
        assert_eq!(types, theirs.collect::<Vec<_>>(), "{name}");
    }
}

/// The types of the parameters and of the result of each function that starts with `isl_`.
fn our_declarations() -> HashMap<String, Vec<String>> {
    let sources = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap();
    let texts = sources.map(|source| std::fs::read_to_string(source.unwrap().path()).unwrap());
    texts.flat_map(|text| text.split(';').filter_map(parse).collect::<Vec<_>>()).collect()
}

fn parse(item: &str) -> Option<(String, Vec<String>)> {
    let (_, declaration) = item.split_once("pub fn isl_")?;
    let (name, rest) = declaration.split_once('(')?;
    let (parameters, result) = rest.rsplit_once(')')?;
    let result = result.trim().strip_prefix("-> ").unwrap_or("()").to_owned();
    let types = parameter_types(parameters).into_iter().chain([result]).collect();
    Some((format!("isl_{name}"), types))
}

/// `A` and `B<C, D>` of `a: A, b: B<C, D>`, over one line or several.
fn parameter_types(parameters: &str) -> Vec<String> {
    let text = parameters.split_whitespace().collect::<Vec<_>>().join(" ");
    let pieces: Vec<&str> = text.trim_end_matches(',').split(": ").skip(1).collect();
    let Some((last, others)) = pieces.split_last() else {
        return Vec::new();
    };
    // Each but the last piece ends with the name of the next parameter.
    let before_name = |piece: &&str| piece.rsplit_once(", ").map(|(of_type, _)| of_type.to_owned());
    others.iter().filter_map(before_name).chain([(*last).to_owned()]).collect()
}

/// The Rust type of a C type, whose ownership mark does not matter here.
fn rust_type(c: &str) -> String {
    if c.contains("(*fn)") {
        return callback_type(c);
    }
    let words = c.split_whitespace().filter(|word| !word.starts_with("__isl_") && *word != "struct");
    let bare = words.filter(|word| *word != "enum").collect::<Vec<_>>().join(" ");
    match bare.as_str() {
        "void" => "()".to_owned(),
        "int" => "c_int".to_owned(),
        "long" => "c_long".to_owned(),
        "unsigned" => "c_uint".to_owned(),
        "unsigned long" => "c_ulong".to_owned(),
        "size_t" => "usize".to_owned(),
        "char *" => "*mut c_char".to_owned(),
        "const char *" => "*const c_char".to_owned(),
        "void *" => "*mut c_void".to_owned(),
        other => match other.strip_suffix('*') {
            Some(pointee) => format!("*mut {}", pointee.trim()),
            None => other.to_owned(),
        },
    }
}

/// The callback type of `isl_stat (*fn)(__isl_take A *a, void *user)`.
fn callback_type(c: &str) -> String {
    let (_, parameters) = c.split_once("(*fn)(").expect("a callback has parameters");
    let pointees: Vec<String> = parameters
        .split(',')
        .filter_map(|parameter| parameter.split_once("__isl_take ")?.1.split_once(" *"))
        .map(|(pointee, _)| pointee.to_owned())
        .collect();
    match pointees.len() {
        1 => format!("ForeachCallback<{}>", pointees[0]),
        _ => format!("ForeachPieceCallback<{}>", pointees.join(", ")),
    }
}
