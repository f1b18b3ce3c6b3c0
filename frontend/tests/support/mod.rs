//! From a C text to what the frontend makes of its first region.

#![allow(dead_code)] // Each test file uses its part.
#![allow(clippy::result_large_err)] // Tests may be slow.

use std::path::Path;

use diagnostics::{Diagnostic, Severity, SourceMap};
use frontend::preprocess::Preprocessor;
use frontend::{Constants, Unit};
use polyhedral::Scop;

/// A region with the map of its text.
pub struct Modelled {
    pub scop: Scop,
    pub map: SourceMap,
    pub context: isl::Context,
}

/// The map of a text, preprocessed by the system's compiler.
pub fn source_map(text: &str) -> SourceMap {
    let preprocessor = Preprocessor::new("cc", vec![]);
    let preprocessed = preprocessor.run_text(text, Path::new("test.c")).unwrap();
    SourceMap::new(preprocessed, |name| (name == "test.c").then(|| text.to_owned()))
}

/// The first region of `text`, or what is said about it.
pub fn try_model(text: &str, constants: Constants) -> Result<Modelled, (Vec<Diagnostic>, SourceMap)> {
    let map = source_map(text);
    let (unit, problems) = Unit::parse(&map, &|| None);
    if !problems.is_empty() {
        return Err((problems, map));
    }
    let context = isl::Context::new();
    let region = unit.regions().first().expect("a region");
    match unit.model(region, &map, &context, constants) {
        Ok(scop) => {
            let wrong = polyhedral::verify::problems(&scop).unwrap();
            assert!(wrong.is_empty(), "{wrong:?}");
            Ok(Modelled { scop, map, context })
        }
        Err(problems) => Err((problems, map)),
    }
}

/// The first region of `text`, which must be taken.
pub fn model(text: &str) -> Modelled {
    try_model(text, Constants::Literal).unwrap_or_else(|(problems, _)| panic!("refused: {problems:#?}"))
}

/// A function around a region, with what most regions need.
pub fn function(body: &str) -> String {
    format!(
        "void f(int n, int m, double *restrict a, double *restrict b, double c[restrict n][m])\n{{\n\
         #pragma scop\n{body}\n#pragma endscop\n}}\n"
    )
}

/// What is said against a region, which must be refused with warnings only.
pub fn refusal(text: &str) -> String {
    let (problems, map) = match try_model(text, Constants::Literal) {
        Ok(modelled) => panic!("taken: {:?}", modelled.scop.statements),
        Err(found) => found,
    };
    assert!(problems.iter().all(|problem| problem.severity == Severity::Warning), "{problems:#?}");
    describe(&problems, &map)
}

/// Messages with the text they point at.
pub fn describe(problems: &[Diagnostic], map: &SourceMap) -> String {
    let mut lines = Vec::new();
    for problem in problems {
        lines.push(problem.message.clone());
        lines.extend(
            problem.labels.iter().map(|label| format!("  `{}` {}", map.slice(label.span), label.message)),
        );
        lines.extend(problem.notes.iter().map(|note| format!("  {note}")));
    }
    lines.join("\n")
}

impl Modelled {
    /// Asserts that the domain of a statement is `expected`.
    pub fn assert_domain(&self, statement: &str, expected: &str) {
        let (_, statement) = self.scop.statement(statement).expect("the statement");
        let expected = isl::Set::read_from_str(&self.context, expected).unwrap();
        assert!(statement.domain.is_equal(&expected).unwrap(), "{} is not {expected}", statement.domain);
    }

    /// Asserts that the schedule is `expected` on the instances.
    pub fn assert_schedule(&self, expected: &str) {
        let expected = isl::UnionMap::read_from_str(&self.context, expected).unwrap();
        assert!(self.scop.schedule.is_equal(&expected).unwrap(), "{} is not {expected}", self.scop.schedule);
    }

    /// Asserts that the accesses of a statement are `expected`, each with `R` or `W` in front.
    pub fn assert_accesses(&self, statement: &str, expected: &[&str]) {
        let (_, statement) = self.scop.statement(statement).expect("the statement");
        let kinds: Vec<_> = statement.accesses.iter().map(|access| access.writes()).collect();
        assert_eq!(
            kinds,
            expected.iter().map(|text| text.starts_with('W')).collect::<Vec<_>>(),
            "{statement:#?}"
        );
        for (access, text) in statement.accesses.iter().zip(expected) {
            let map = isl::Map::read_from_str(&self.context, &text[1..]).unwrap();
            let map = map.intersect_domain(statement.domain.clone()).unwrap();
            assert!(access.relation.is_equal(&map).unwrap(), "{} is not {map}", access.relation);
        }
    }

    /// The text of a statement, references in `<…>` and counters in `{…}`.
    pub fn text(&self, statement: &str) -> String {
        let (_, statement) = self.scop.statement(statement).expect("the statement");
        let piece = |piece: &polyhedral::Piece| match piece {
            polyhedral::Piece::Text(text) | polyhedral::Piece::Macro { name: text, .. } => text.clone(),
            polyhedral::Piece::Access(index) => {
                let access = &statement.accesses[*index];
                let subscripts: Vec<_> = access.subscripts.iter().map(|e| format!("[{e}]")).collect();
                format!("<{}{}>", self.scop.arrays[access.array].name, subscripts.concat())
            }
            polyhedral::Piece::Iterator(index) => format!("{{{}}}", statement.iterators[*index].name),
            polyhedral::Piece::Counter { value, .. } => format!("{{{value:?}}}"),
            polyhedral::Piece::Items => "1".to_owned(),
        };
        statement.text.iter().map(piece).collect()
    }

    /// An array by its name.
    pub fn array(&self, name: &str) -> &polyhedral::Array {
        self.scop.array(name).expect("the array").1
    }

    /// The names of the parameters.
    pub fn parameters(&self) -> Vec<&str> {
        self.scop.parameters.iter().map(|parameter| parameter.name.as_str()).collect()
    }
}
