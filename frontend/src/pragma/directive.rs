//! What follows `#pragma polycc`, read with pest.

use diagnostics::{Code, Diagnostic, Span};
use pest::error::{Error, ErrorVariant, InputLocation};
use pest::iterators::Pair;
use pest::{Parser, RuleType};
use polyhedral::Condition;

use super::assume;
use crate::suggestion::nearest;

#[derive(pest_derive::Parser)]
#[grammar = "pragma/grammar.pest"]
struct Grammar;

/// The rules that start a directive, with the words that name them.
const DIRECTIVES: [(&str, Rule); 6] = [
    ("schedule", Rule::schedule),
    ("order", Rule::order),
    ("temporary", Rule::temporary),
    ("live_out", Rule::live_out),
    ("assume", Rule::assume),
    ("isolate", Rule::isolate),
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
    /// What must be before what.
    Order(OrderDirective),
    /// Arrays whose contents aren't needed after the region.
    Temporary(Vec<(String, Span)>),
    /// Arrays whose contents are.
    LiveOut(Vec<(String, Span)>),
    /// What holds of the parameters.
    Assume(Assumption),
    /// The next statement runs in a memory space of its own.
    Isolate,
}

/// A schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScheduleDirective {
    /// A union map in isl's notation, as written.
    pub text: String,
    /// Its place.
    pub span: Span,
    /// The dimensions that `parallel(…)` marks, each with its place, as written.
    pub parallel: Vec<(u32, Span)>,
}

/// What must be before what: `{ S0[i] -> S1[i] }` keeps each `S0[i]` before `S1[i]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderDirective {
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
    let pair = pair.ok_or_else(|| {
        Diagnostic::error(Code::MalformedPragma, format!("`{word}` is malformed")).at(rest, "")
    })?;
    match rule {
        Rule::schedule => schedule(pair, rest).map(Directive::Schedule),
        Rule::order => Ok(Directive::Order(order(pair, rest))),
        Rule::temporary => Ok(Directive::Temporary(names(pair, rest))),
        Rule::live_out => Ok(Directive::LiveOut(names(pair, rest))),
        Rule::isolate => Ok(Directive::Isolate),
        _ => assume::read(pair, rest).map(Directive::Assume),
    }
}

/// The place of `pair` in the preprocessed text.
pub(super) fn place<R: RuleType>(pair: &Pair<'_, R>, rest: Span) -> Span {
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
        "" => Diagnostic::error(Code::UnknownDirective, "a polycc pragma without directive")
            .at(rest, "nothing follows"),
        _ => Diagnostic::error(Code::UnknownDirective, format!("polycc knows no directive `{word}`"))
            .at(place, "unknown directive"),
    };
    Err(match nearest(word, known) {
        Some(meant) => problem.with_help(format!("did you mean `{meant}`?")),
        None => problem
            .with_help(format!("the directives are {}", known.map(|word| format!("`{word}`")).join(", "))),
    })
}

fn check_size(source: &str, rest: Span) -> Result<(), Diagnostic> {
    if is_too_deep(source) {
        return Err(Diagnostic::error(Code::MalformedPragma, "this pragma is nested too deeply").at(rest, ""));
    }
    let operators = source.bytes().filter(|byte| b"+-*!&|<>=".contains(byte)).count();
    if source.trim_start().starts_with("assume") && operators > MOST_OPERATORS {
        return Err(Diagnostic::error(Code::MalformedPragma, "this assumption is too long").at(rest, ""));
    }
    Ok(())
}

/// Whether brackets in `source` are nested too deeply for a grammar that recurses on them.
pub(super) fn is_too_deep(source: &str) -> bool {
    let mut depth = 0usize;
    for character in source.chars() {
        match character {
            '(' | '{' => depth += 1,
            ')' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST_BRACKETS {
            return true;
        }
    }
    false
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
    let problem = Diagnostic::error(Code::MalformedPragma, format!("this `{word}` pragma can't be read"))
        .at(place, expected);
    match word {
        "schedule" => {
            problem.with_help("a schedule looks like `schedule { S0[i,j] -> [i,j]; S1[i,j] -> [i,j+2] }`")
        }
        "order" => problem.with_help("an order looks like `order { S0[i] -> S1[i]; S1[i] -> S0[i+1] }`"),
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

fn schedule(pair: Pair<'_, Rule>, rest: Span) -> Result<ScheduleDirective, Diagnostic> {
    let mut schedule = ScheduleDirective { text: String::new(), span: rest, parallel: vec![] };
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::parallel => schedule.parallel = dimensions(part, rest)?,
            _ => (schedule.text, schedule.span) = (part.as_str().to_owned(), place(&part, rest)),
        }
    }
    Ok(schedule)
}

/// The numbers in `parallel(0, 2)`.
fn dimensions(pair: Pair<'_, Rule>, rest: Span) -> Result<Vec<(u32, Span)>, Diagnostic> {
    let numbers = pair.into_inner().filter(|part| part.as_rule() == Rule::number);
    let number = |number: Pair<'_, Rule>| {
        let span = place(&number, rest);
        let value = number.as_str().parse();
        value
            .map(|value| (value, span))
            .map_err(|_| Diagnostic::error(Code::MalformedPragma, "this number is too large").at(span, ""))
    };
    numbers.map(number).collect()
}

fn order(pair: Pair<'_, Rule>, rest: Span) -> OrderDirective {
    let relation = pair.into_inner().next();
    let written = |part: &Pair<'_, Rule>| (part.as_str().to_owned(), place(part, rest));
    let (text, span) = relation.as_ref().map_or_else(|| (String::new(), rest), written);
    OrderDirective { text, span }
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
    fn parallel_dimensions_come_with_their_places() {
        let read_dimensions = |dimensions: &str| -> Result<Vec<(u32, String)>, Diagnostic> {
            let text = format!(" schedule {{ S[i,j] -> [i,j] }} parallel({dimensions})");
            match read_text(&text)? {
                Directive::Schedule(schedule) => {
                    let spelled = |(value, span): (u32, Span)| (value, span.of(&text).to_owned());
                    Ok(schedule.parallel.into_iter().map(spelled).collect())
                }
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(read_dimensions("0, 12"), Ok(vec![(0, "0".into()), (12, "12".into())]));
        assert!(read_dimensions("99999999999").unwrap_err().message.contains("too large"));
        assert!(read_dimensions("").unwrap_err().message.contains("can't be read"));
        assert!(read_dimensions("-1").unwrap_err().message.contains("can't be read"));
    }

    #[test]
    fn orders_are_taken_verbatim() {
        let text = " order [N] -> { S0[i] -> S1[i]; S1[i] -> S0[i + 1] } ";
        let Ok(Directive::Order(order)) = read_text(text) else { panic!("an order") };
        assert_eq!(order.text, "[N] -> { S0[i] -> S1[i]; S1[i] -> S0[i + 1] }");
        assert_eq!(order.span.of(text), order.text);
        for wrong in [" order", " order S0", " order { S0[i] -> S1[i] } parallel(0)"] {
            let problem = read_text(wrong).unwrap_err();
            assert!(problem.notes.join("").contains("an order looks like"), "{problem:?}");
        }
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
        assert!(notes(" offload").contains("the directives are"));
        assert_eq!(read_text(" isolate"), Ok(Directive::Isolate));
        assert!(read_text(" isolate(a)").unwrap_err().message.contains("can't be read"));
        assert!(read_text("").is_err());
    }

    #[test]
    fn nesting_does_not_overflow() {
        assert!(read_text(&format!(" schedule {}", "{".repeat(100_000))).is_err());
        assert!(read_text(&format!(" assume({})", "(".repeat(100_000))).is_err());
        assert!(read_text(&format!(" assume({}x > 0)", "-".repeat(100_000))).is_err());
    }
}
