//! Arrays that wrap around and are handed to functions.

use super::Statement;
use codegen::isolate::Kind;
use polyhedral::{Call, Callee};
use std::collections::BTreeSet;

/// A parameter: the function's name and its own.
type Parameter = (String, String);

/// The parameters of functions that get arrays of which the outermost subscript wraps around. With a parameter
/// all that may be handed on to it are among them, so that every caller knows a modulus.
pub fn wrapping(statements: &[Statement]) -> BTreeSet<Parameter> {
    let mut found: BTreeSet<Parameter> = BTreeSet::new();
    for statement in statements {
        let wraps = |name: &str| {
            statement.variables.iter().any(|(variable, held)| {
                variable.name == name && matches!(held.kind, Kind::Cells { window: Some(_), .. })
            })
        };
        let handed = statement.calls.iter().flat_map(handed);
        found.extend(handed.filter(|(variable, _)| wraps(variable)).map(|(_, parameter)| parameter));
    }
    let callees: Vec<&Callee> = statements.iter().flat_map(|statement| &statement.callees).collect();
    loop {
        let mut more = found.clone();
        for callee in &callees {
            for (variable, parameter) in callee.calls.iter().flat_map(handed) {
                let own = (callee.name.clone(), variable);
                if found.contains(&own) || found.contains(&parameter) {
                    more.extend([own, parameter]);
                }
            }
        }
        if more == found {
            return found;
        }
        found = more;
    }
}

/// What a call hands over whole, and to which parameter.
fn handed(call: &Call) -> impl Iterator<Item = (String, Parameter)> {
    let whole = call.arrays.iter().filter(|passed| passed.prefix == 0);
    whole.map(|passed| (passed.variable.clone(), (call.callee.clone(), passed.formal.clone())))
}
