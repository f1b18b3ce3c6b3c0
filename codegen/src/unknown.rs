//! The texts of subscripts that data choose.

use polyhedral::{Statement, Unknown};

/// `reference`, which `statement` makes, with the texts of its unknown subscripts in the place of their names.
pub fn with_texts(mut reference: String, statement: &Statement, text: impl Fn(&Unknown) -> String) -> String {
    for unknown in &statement.unknown {
        let name = &unknown.name;
        if reference.contains(name) {
            let text = text(unknown);
            reference = reference.replace(&format!("[{name}]"), &format!("[{text}]"));
            reference = reference.replace(name, &format!("({text})"));
        }
    }
    reference
}

/// The parts of `reference` around the names of unknown subscripts, with these, in the order of the text.
pub fn parts<'t, 's>(reference: &'t str, statement: &'s Statement) -> (Vec<&'t str>, Vec<&'s Unknown>) {
    let found =
        statement.unknown.iter().filter_map(|unknown| Some((reference.find(&unknown.name)?, unknown)));
    let mut found: Vec<_> = found.collect();
    found.sort_by_key(|(place, _)| *place);
    let (mut parts, mut rest) = (Vec::new(), 0);
    for (place, unknown) in &found {
        parts.push(&reference[rest..*place]);
        rest = place + unknown.name.len();
    }
    parts.push(&reference[rest..]);
    (parts, found.into_iter().map(|(_, unknown)| unknown).collect())
}
