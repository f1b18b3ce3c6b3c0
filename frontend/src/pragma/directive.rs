//! What follows `#pragma polycc`, read with pest.

use diagnostics::{Diagnostic, Span};
use pest::Parser;
use pest::error::{Error, ErrorVariant, InputLocation};
use pest::iterators::Pair;
use polyhedral::Condition;

use super::assume;
use crate::suggestion::nearest;

#[derive(pest_derive::Parser)]
#[grammar = "pragma/grammar.pest"]
struct Grammar;

/// The rules that start a directive, with the words that name them.
const DIRECTIVES: [(&str, Rule); 4] = [
    ("schedule", Rule::schedule),
    ("temporary", Rule::temporary),
    ("live_out", Rule::live_out),
    ("assume", Rule::assume),
];

/// Deeper brackets than anybody writes; the grammar recurses on them.
const DEEPEST_BRACKETS: usize = 64;

/// More operators than anybody writes in an assumption; its tree is as deep as it has operators.
const MOST_OPERATORS: usize = 256;

/// A directive.
#[derive(Clone, Debug, PartialEq)]
pub enum Directive {
    /// The order that the user wants.
    Schedule(ScheduleDirective),
    /// Arrays whose contents aren't needed after the region.
    Temporary(Vec<(String, Span)>),
    /// Arrays whose contents are.
    LiveOut(Vec<(String, Span)>),
    /// What holds of the parameters.
    Assume(Assumption),
}

/// A schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScheduleDirective {
    /// A union map in isl's notation, as written.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// An assumption on the parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Assumption {
    /// The condition, over the names that C gives the parameters.
    pub condition: Condition,
    /// The names in it, each with the place where it stands first.
    pub names: Vec<(String, Span)>,
    /// Its place.
    pub span: Span,
}

/// Reads the directive that stands at `rest`.
pub fn read(text: &str, rest: Span) -> Result<Directive, Diagnostic> {
    let source = rest.of(text);
    let (word, rule) = named_rule(source, rest)?;
    check_size(source, rest)?;
    let pairs = Grammar::parse(Rule::directive, source).map_err(|error| misread(&error, rest, word))?;
    let pair = pairs.into_iter().next().filter(|pair| pair.as_rule() == rule);
    let pair = pair.ok_or_else(|| Diagnostic::error(format!("`{word}` is malformed")).at(rest, ""))?;
    match rule {
        Rule::schedule => schedule(pair, rest),
        Rule::temporary => Ok(Directive::Temporary(names(pair, rest))),
        Rule::live_out => Ok(Directive::LiveOut(names(pair, rest))),
        _ => assume::read(pair, rest).map(Directive::Assume),
    }
}

/// The place of `pair` in the preprocessed text.
pub(super) fn place(pair: &Pair<'_, Rule>, rest: Span) -> Span {
    let span = pair.as_span();
    Span::new(rest.start + span.start(), rest.start + span.end())
}

/// The directive's word and its rule.
fn named_rule(source: &str, rest: Span) -> Result<(&'static str, Rule), Diagnostic> {
    let trimmed = source.trim_start();
    let start = rest.end - trimmed.len();
    let length = trimmed.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(trimmed.len());
    let word = &trimmed[..length];
    if let Some(&found) = DIRECTIVES.iter().find(|(known, _)| *known == word) {
        return Ok(found);
    }
    let known = DIRECTIVES.map(|(known, _)| known);
    let place = Span::new(start, start + length);
    let problem = match word {
        "" => Diagnostic::error("a polycc pragma without directive").at(rest, "nothing follows"),
        _ => Diagnostic::error(format!("polycc knows no directive `{word}`")).at(place, "unknown directive"),
    };
    Err(match nearest(word, known) {
        Some(meant) => problem.with_help(format!("did you mean `{meant}`?")),
        None => problem
            .with_help(format!("the directives are {}", known.map(|word| format!("`{word}`")).join(", "))),
    })
}

fn check_size(source: &str, rest: Span) -> Result<(), Diagnostic> {
    let mut depth = 0usize;
    for character in source.chars() {
        match character {
            '(' | '{' => depth += 1,
            ')' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST_BRACKETS {
            return Err(Diagnostic::error("this pragma is nested too deeply").at(rest, ""));
        }
    }
    let operators = source.bytes().filter(|byte| b"+-*!&|<>=".contains(byte)).count();
    if source.trim_start().starts_with("assume") && operators > MOST_OPERATORS {
        return Err(Diagnostic::error("this assumption is too long").at(rest, ""));
    }
    Ok(())
}

/// pest's error as ours, at its column.
fn misread(error: &Error<Rule>, rest: Span, word: &str) -> Diagnostic {
    let offset = match error.location {
        InputLocation::Pos(offset) | InputLocation::Span((offset, _)) => offset,
    };
    let start = (rest.start + offset).min(rest.end);
    let place = Span::new(start, (start + 1).min(rest.end));
    let expected = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => describe_all(positives),
        ErrorVariant::CustomError { message } => message.clone(),
    };
    let problem = Diagnostic::error(format!("this `{word}` pragma can't be read")).at(place, expected);
    match word {
        "schedule" => {
            problem.with_help("a schedule looks like `schedule { S0[i,j] -> [i,j]; S1[i,j] -> [i,j+2] }`")
        }
        "assume" => problem.with_help("an assumption looks like `assume(N >= 4 && M <= 2 * N)`"),
        _ => problem.with_help(format!("it looks like `{word}(a, b)`")),
    }
}

fn describe_all(rules: &[Rule]) -> String {
    let mut described: Vec<_> = rules.iter().map(|rule| describe(*rule)).collect();
    described.sort_unstable();
    described.dedup();
    match described.as_slice() {
        [] => "unexpected here".into(),
        _ => format!("expected {}", described.join(" or ")),
    }
}

fn describe(rule: Rule) -> &'static str {
    match rule {
        Rule::EOI => "the end of the line",
        Rule::name => "a name",
        Rule::number => "a number",
        Rule::relation => "a map in braces",
        Rule::parallel => "`parallel(…)`",
        Rule::open => "`(`",
        Rule::close => "`)`",
        Rule::comma => "`,`",
        Rule::close_brace => "`}`",
        Rule::relational => "a comparison",
        Rule::additive | Rule::multiplicative | Rule::sign => "an operator",
        Rule::sum | Rule::product | Rule::signed => "an expression",
        Rule::comparison | Rule::disjunction | Rule::conjunction | Rule::grouped | Rule::negation => {
            "a condition"
        }
        _ => "something else",
    }
}

fn schedule(pair: Pair<'_, Rule>, rest: Span) -> Result<Directive, Diagnostic> {
    let mut schedule = ScheduleDirective { text: String::new(), span: rest };
    for part in pair.into_inner() {
        let span = place(&part, rest);
        match part.as_rule() {
            Rule::parallel => {
                return Err(Diagnostic::error("parallel dimensions are not supported")
                    .at(span, "")
                    .with_help("leave it out: the schedule then is sequential"));
            }
            _ => schedule = ScheduleDirective { text: part.as_str().to_owned(), span },
        }
    }
    Ok(Directive::Schedule(schedule))
}

fn names(pair: Pair<'_, Rule>, rest: Span) -> Vec<(String, Span)> {
    let names = pair.into_inner().filter(|part| part.as_rule() == Rule::name);
    names.map(|name| (name.as_str().to_owned(), place(&name, rest))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> Result<Directive, Diagnostic> {
        read(text, Span::new(0, text.len()))
    }

    #[test]
    fn schedules_are_taken_verbatim() {
        let text = " schedule [N] -> { S[i] -> [i, {a}] } ";
        let Ok(Directive::Schedule(schedule)) = read_text(text) else { panic!("a schedule") };
        assert_eq!(schedule.text, "[N] -> { S[i] -> [i, {a}] }");
        assert_eq!(schedule.span.of(text), schedule.text);
    }

    #[test]
    fn names_come_with_their_places() {
        let text = " temporary( a,b )";
        let Ok(Directive::Temporary(names)) = read_text(text) else { panic!("names") };
        let expected = [("a".to_owned(), Span::new(12, 13)), ("b".to_owned(), Span::new(14, 15))];
        assert_eq!(names, expected);
    }

    #[test]
    fn mistakes_are_reported_at_their_column() {
        let column = |text: &str| read_text(text).unwrap_err().labels[0].span.start;
        assert_eq!(column(" temporary(a b)"), 13);
        assert_eq!(column(" schedule { S[i] -> [i]"), 23);
        assert_eq!(column(" assume(N >= )"), 13);
        assert_eq!(column(" assume(N >= 4) x"), 16);
    }

    #[test]
    fn unknown_directives_get_a_suggestion() {
        let notes = |text: &str| read_text(text).unwrap_err().notes.join("");
        assert!(notes(" shcedule { }").contains("did you mean `schedule`"));
        assert!(notes(" isolate").contains("the directives are"));
        assert!(read_text("").is_err());
        assert!(
            read_text(" schedule { S[i] -> [i] } parallel(0)").unwrap_err().message.contains("not supported")
        );
    }

    #[test]
    fn nesting_does_not_overflow() {
        assert!(read_text(&format!(" schedule {}", "{".repeat(100_000))).is_err());
        assert!(read_text(&format!(" assume({})", "(".repeat(100_000))).is_err());
        assert!(read_text(&format!(" assume({}x > 0)", "-".repeat(100_000))).is_err());
    }
}
