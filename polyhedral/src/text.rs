//! The text form of a region: `key: value` lines with an isl object each, as `--emit scop` and
//! `--emit schedule` print them.
//!
//! ```text
//! domain: [N] -> { S0[i] : 0 <= i < N; S1[i] : 0 <= i < N }
//! read: [N] -> { S1[i] -> tmp[i] }
//! must_write: [N] -> { S0[i] -> tmp[i]; S1[i] -> out[i] }
//! schedule: [N] -> { S0[i] -> [0, i]; S1[i] -> [1, i] }
//! unordered(1): S0
//! ```
//!
//! `unordered(1): S0, S1 private t, u` is an entry of [`Scop::unordered`]: instances of these statements
//! whose dates agree before dimension 1 (counted from 0) and differ there run in any order; `private` and
//! what follows it may be left out. There may be any number of such lines.
//!
//! What isn't in the text is left out of the result: statements have no C text and the loop tree is
//! empty, so it serves to analyse, not to write C. Arrays outlive the region unless their name starts
//! with `tmp`.

use crate::expression::{Condition, Expression};
use crate::program::Program;
use crate::scop::{
    Access, AccessKind, Array, Extent, IntegerType, Iterator, Parameter, Scop, Statement, Storage, Unordered,
};
use diagnostics::Span;
use isl::{Context, DimType, Map, Set, UnionMap, UnionSet};

/// Reads a region. Besides the keys above, `may_write`, `context` and `extents(A): [N]` (comma
/// separated expressions, linear in the parameters) are understood.
///
/// # Errors
/// isl's, for values that aren't isl objects; `Parse` for lines that aren't `key: value`, and for
/// `unordered` lines that name what isn't there.
pub fn read(context: &Context, text: &str) -> isl::Result<Scop> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let pairs = lines.map(|line| line.split_once(':').ok_or_else(|| not_a_line(line)));
    let pairs = pairs.collect::<isl::Result<Vec<_>>>()?;
    let value = |key: &str| {
        let found = pairs.iter().find(|(k, _)| *k == key);
        found.map_or("{ }", |(_, value)| value.trim())
    };
    let domain = UnionSet::read_from_str(context, value("domain"))?;
    let parameters = domain.space()?;
    let known = match value("context") {
        "{ }" => Set::universe(parameters.clone())?,
        text => Set::read_from_str(context, text)?.align_params(parameters.clone())?,
    };
    let map = |key| UnionMap::read_from_str(context, value(key))?.align_params(parameters.clone());
    let schedule = map("schedule")?;
    let mut scop = empty(known, schedule)?;
    scop.parameters = parameter_list(&parameters)?;
    for set in sorted_by_text(domain.sets()?, value("domain"))? {
        let statement = statement(set.align_params(parameters.clone())?)?;
        scop.statements.push(statement);
    }
    let kinds = [
        ("read", AccessKind::Read),
        ("must_write", AccessKind::MustWrite),
        ("may_write", AccessKind::MayWrite),
    ];
    for (key, kind) in kinds {
        for relation in map(key)?.maps()? {
            let extents = |array: &str| value(&format!("extents({array})")).to_string();
            add_access(&mut scop, kind, relation, extents)?;
        }
    }
    for (key, value) in &pairs {
        if let Some(dimension) = key.strip_prefix("unordered(").and_then(|rest| rest.strip_suffix(')')) {
            let entry = unordered(&scop, dimension, value);
            scop.unordered.push(entry.ok_or_else(|| not_a_line(&format!("{key}: {value}")))?);
        }
    }
    Ok(scop)
}

/// The lines that stand for [`Scop::unordered`], as keys and values.
pub fn unordered_lines(scop: &Scop) -> Vec<(String, String)> {
    let line = |entry: &Unordered| {
        let statements: Vec<_> =
            entry.statements.iter().map(|id| scop.statements[*id].name.as_str()).collect();
        let private: Vec<_> = entry.private.iter().map(|id| scop.arrays[*id].name.as_str()).collect();
        let private =
            if private.is_empty() { String::new() } else { format!(" private {}", private.join(", ")) };
        (format!("unordered({})", entry.dimension), statements.join(", ") + &private)
    };
    scop.unordered.iter().map(line).collect()
}

/// `S0, S1 private t` as an entry; `None` where it isn't one.
fn unordered(scop: &Scop, dimension: &str, value: &str) -> Option<Unordered> {
    let (statements, private) = value.split_once(" private ").unwrap_or((value, ""));
    let names = |list: &str| -> Vec<String> {
        list.split(',').map(|name| name.trim().to_string()).filter(|name| !name.is_empty()).collect()
    };
    let statement = |name: &String| scop.statement(name).map(|(id, _)| id);
    let array = |name: &String| scop.array(name).map(|(id, _)| id);
    let mut private: Vec<_> = names(private).iter().map(array).collect::<Option<_>>()?;
    private.sort_unstable();
    let statements: Vec<_> = names(statements).iter().map(statement).collect::<Option<_>>()?;
    let dimension = dimension.trim().parse().ok()?;
    Some(Unordered { dimension, statements, private }).filter(|entry| !entry.statements.is_empty())
}

fn not_a_line(line: &str) -> isl::Error {
    isl::Error { kind: isl::ErrorKind::Parse, message: format!("`{line}` is not `key: value`") }
}

fn empty(context: Set, schedule: UnionMap) -> isl::Result<Scop> {
    Ok(Scop {
        function: String::new(),
        file: String::new(),
        lines: (0, 0),
        span: Span::default(),
        parameters: vec![],
        context,
        assumptions: Condition::Constant(true),
        arrays: vec![],
        fixed: None,
        is_divided: false,
        hopes: Default::default(),
        statements: vec![],
        program: Program::default(),
        schedule,
        unordered: vec![],
        threads: None,
        taken: Default::default(),
    })
}

fn parameter_list(space: &isl::Space) -> isl::Result<Vec<Parameter>> {
    let parameter = |position| {
        let name = space.dim_name(DimType::Param, position)?.unwrap_or_default();
        Ok(Parameter {
            spelling: name.clone(),
            name,
            kind: int(),
            value: None,
            declared: None,
            factors: vec![],
        })
    };
    (0..space.dim(DimType::Param)?).map(parameter).collect()
}

fn int() -> IntegerType {
    IntegerType { name: "int".into(), bits: 32, signed: true }
}

/// Statements in the order in which their names first occur in the text.
fn sorted_by_text(sets: Vec<Set>, text: &str) -> isl::Result<Vec<Set>> {
    let place = |set: &Set| {
        let name = set.tuple_name().ok().flatten().unwrap_or_default();
        text.find(&format!("{name}["))
    };
    let mut sets = sets;
    sets.sort_by_key(place);
    Ok(sets)
}

fn statement(domain: Set) -> isl::Result<Statement> {
    let iterator = |position| {
        let name = domain.dim_name(DimType::Set, position)?;
        let name = name.unwrap_or_else(|| format!("i{position}"));
        Ok(Iterator { name, kind: int(), declared_inside: true, used_after: None })
    };
    let iterators = (0..domain.dim(DimType::Set)?).map(iterator).collect::<isl::Result<_>>()?;
    Ok(Statement {
        name: domain.tuple_name()?.unwrap_or_default(),
        iterators,
        domain,
        accesses: vec![],
        unknown: vec![],
        text: vec![],
        span: Span::default(),
        line: 0,
    })
}

fn add_access(
    scop: &mut Scop,
    kind: AccessKind,
    relation: Map,
    extents: impl Fn(&str) -> String,
) -> isl::Result<()> {
    let statement = relation.tuple_name(DimType::In)?.unwrap_or_default();
    let name = relation.tuple_name(DimType::Out)?.unwrap_or_default();
    let array = match scop.array(&name) {
        Some((id, _)) => id,
        None => {
            let dimensions = relation.dim(DimType::Out)? as usize;
            scop.arrays.push(array(&name, dimensions, &extents(&name)));
            scop.arrays.len() - 1
        }
    };
    let access = Access {
        array,
        kind,
        subscripts: vec![],
        guard: Condition::Constant(true),
        relation,
        span: Span::default(),
    };
    let place = scop.statement(&statement).map(|(id, _)| id);
    let id = place.ok_or_else(|| not_a_line(&statement))?;
    scop.statements[id].accesses.push(access);
    Ok(())
}

fn array(name: &str, dimensions: usize, extents: &str) -> Array {
    let texts: Vec<_> = extents.trim_matches(['[', ']']).split(',').map(str::trim).collect();
    let extent = |position: usize| {
        let text = texts.get(position).filter(|_| extents.starts_with('['))?;
        let value = text.parse().map_or(Expression::variable(*text), Expression::Constant);
        Some(Extent { text: (*text).to_string(), value: Some(value) })
    };
    Array {
        name: name.into(),
        c_name: name.into(),
        pieces: Vec::new(),
        element: "double".into(),
        element_bytes: Some(8),
        is_rounded: true,
        extents: (0..dimensions).map(extent).collect(),
        versions: Vec::new(),
        storage: Storage::Other,
        name_span: Span::default(),
        comes_back: false,
        outlives: (!name.starts_with("tmp")).then(|| "it is visible outside".into()),
        pinned: None,
        late: vec![],
        purpose: None,
        unaliased: true,
        scattered: None,
        flat: None,
        sharing: Default::default(),
        indeterminate: false,
        stores: vec![],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRODUCER: &str = "domain: [N] -> { S0[i] : 0 <= i < N; S1[i] : 0 <= i < N }
        read: [N] -> { S1[i] -> tmp[i]; S0[i] -> t[] }
        must_write: [N] -> { S0[i] -> tmp[i] }
        schedule: [N] -> { S0[i] -> [0, i, 0]; S1[i] -> [0, i, 1] }";

    fn read_with(line: &str) -> isl::Result<Scop> {
        read(&Context::new(), &format!("{PRODUCER}\n{line}"))
    }

    #[test]
    fn unordered_instances_are_read_and_written() {
        for line in ["unordered(1): S0, S1", "unordered(1): S0 private t", "unordered(0): S1 private tmp"] {
            let scop = read_with(line).unwrap();
            let written = unordered_lines(&scop);
            let written: Vec<_> = written.iter().map(|(key, value)| format!("{key}: {value}")).collect();
            assert_eq!(written, [line]);
        }
        assert_eq!(read_with("").unwrap().unordered, []);
    }

    #[test]
    fn unordered_lines_name_what_is_there() {
        for line in ["unordered(1): S2", "unordered(x): S0", "unordered(1):", "unordered(1): S0 private u"] {
            assert!(read_with(line).is_err(), "{line}");
        }
    }
}
