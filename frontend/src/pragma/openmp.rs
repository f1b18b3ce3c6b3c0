//! What follows `#pragma omp`, read with pest.
//!
//! Taken are the constructs whose instances form a series-parallel graph, as the loop tree does: loops whose
//! iterations have no order, sections, and the blocks of a team of threads around them. Everything else
//! is refused where it stands: directives that order instances in other ways (`task`, `ordered`,
//! `critical`), and clauses that change what the taken ones mean (`nowait`).

use diagnostics::token::{TokenKind, tokens_without_comments};
use diagnostics::{Code, Diagnostic, Span};
use pest::Parser;
use pest::iterators::Pair;

use super::directive::{is_too_deep, place};
use crate::refusal::refusal;
use crate::suggestion::nearest;

#[derive(pest_derive::Parser)]
#[grammar = "pragma/openmp.pest"]
struct Grammar;

/// An OpenMP pragma, or one that says the same.
#[derive(Clone, Debug)]
pub struct OpenMp {
    /// The line.
    pub span: Span,
    /// What it says, or why a region that has it is left alone.
    pub directive: Result<Directive, Diagnostic>,
}

/// A directive that is taken.
#[derive(Clone, Debug, PartialEq)]
pub struct Directive {
    /// What it says of the statement behind it.
    pub construct: Construct,
    /// The clauses.
    pub clauses: Vec<Clause>,
    /// The line.
    pub span: Span,
}

/// What a directive says of the statement behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Construct {
    /// `parallel`: all threads of a new team run it.
    Parallel,
    /// `for`, `for simd`: the team shares the iterations.
    For,
    /// `parallel for`, `parallel for simd`: a new team does.
    ParallelFor,
    /// `simd`: one thread runs the iterations, some of them at the same time.
    Simd,
    /// `sections`: the team shares the sections in it.
    Sections,
    /// `parallel sections`: a new team does.
    ParallelSections,
    /// `section`: one of them starts here.
    Section,
    /// `single`: one thread of the team runs it.
    Single,
    /// `barrier`: says nothing of a statement; the team meets here.
    Barrier,
}

/// A clause that is taken.
#[derive(Clone, Debug, PartialEq)]
pub enum Clause {
    /// `collapse(n)`: the number as written.
    Collapse(String, Span),
    /// Variables of which each thread has its own.
    Private(Privacy, Vec<(String, Span)>),
    /// `shared`.
    Shared(Vec<(String, Span)>),
    /// `default(none)`: all variables must be listed.
    ListAll,
    /// How the threads share the iterations, or how many run at the same time, computed from these variables.
    Share(Vec<(String, Span)>),
    /// Whether there are several threads, and where, computed from these variables.
    Whether(Vec<(String, Span)>),
    /// How many there are: the clause, and the variables that it is computed from.
    Threads(String, Vec<(String, Span)>),
}

/// What a thread's own variable has to do with the one outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Privacy {
    /// `private`: nothing.
    Private,
    /// `firstprivate`: it starts with its value.
    First,
    /// `lastprivate`: it leaves the value of the last iteration.
    Last,
    /// `reduction`: all are joined to one value.
    Reduction,
}

impl Construct {
    /// Whether threads are started for it.
    pub fn starts_team(self) -> bool {
        matches!(self, Construct::Parallel | Construct::ParallelFor | Construct::ParallelSections)
    }

    /// Whether it holds sections.
    pub fn has_sections(self) -> bool {
        matches!(self, Construct::Sections | Construct::ParallelSections)
    }

    /// Whether the threads that come to it share what it holds.
    pub fn is_shared_work(self) -> bool {
        matches!(self, Construct::For | Construct::Sections | Construct::Single)
    }

    /// The construct that has this name, if it is taken.
    fn named(words: &[&str]) -> Option<Construct> {
        Some(match words {
            ["parallel"] => Construct::Parallel,
            ["for"] | ["for", "simd"] => Construct::For,
            ["parallel", "for"] | ["parallel", "for", "simd"] => Construct::ParallelFor,
            ["simd"] => Construct::Simd,
            ["sections"] => Construct::Sections,
            ["parallel", "sections"] => Construct::ParallelSections,
            ["section"] => Construct::Section,
            ["single"] => Construct::Single,
            ["barrier"] => Construct::Barrier,
            _ => return None,
        })
    }
}

impl Directive {
    /// The variables of which each thread has its own.
    pub fn private(&self) -> impl Iterator<Item = (Privacy, &(String, Span))> {
        self.clauses.iter().flat_map(|clause| match clause {
            Clause::Private(privacy, names) => names.iter().map(|name| (*privacy, name)).collect(),
            _ => vec![],
        })
    }

    /// Whether it says when there are several threads.
    pub fn is_conditional(&self) -> bool {
        self.clauses.iter().any(|clause| matches!(clause, Clause::Whether(_)))
    }

    /// The clause that says how many threads there are.
    pub fn threads(&self) -> Option<&str> {
        self.clauses.iter().find_map(|clause| match clause {
            Clause::Threads(text, _) => Some(text.as_str()),
            _ => None,
        })
    }

    /// The variables that its clauses compute with.
    pub fn used(&self) -> impl Iterator<Item = &(String, Span)> {
        self.clauses.iter().flat_map(|clause| match clause {
            Clause::Share(names) | Clause::Whether(names) | Clause::Threads(_, names) => names.as_slice(),
            _ => &[],
        })
    }
}

/// Words that directives are made of and that are no clauses.
const WORDS: [&str; 7] = ["parallel", "for", "simd", "sections", "section", "single", "barrier"];

/// The words that OpenMP's directives start with.
const DIRECTIVES: [&str; 46] = [
    "parallel",
    "for",
    "simd",
    "sections",
    "section",
    "single",
    "barrier",
    "task",
    "taskwait",
    "taskgroup",
    "taskyield",
    "taskloop",
    "critical",
    "atomic",
    "ordered",
    "master",
    "masked",
    "flush",
    "threadprivate",
    "target",
    "teams",
    "distribute",
    "declare",
    "cancel",
    "cancellation",
    "loop",
    "scan",
    "scope",
    "requires",
    "metadirective",
    "begin",
    "end",
    "depobj",
    "allocate",
    "allocators",
    "assume",
    "assumes",
    "error",
    "nothing",
    "tile",
    "unroll",
    "interop",
    "dispatch",
    "interchange",
    "reverse",
    "fuse",
];

/// A warning if what follows `#pragma omp` looks like a directive and isn't.
pub fn misspelt(text: &str, rest: Span) -> Option<Diagnostic> {
    let token =
        tokens_without_comments(rest.of(text)).next().filter(|it| it.kind == TokenKind::Identifier)?;
    let place = Span::new(rest.start + token.span.start, rest.start + token.span.end);
    let word = place.of(text);
    if DIRECTIVES.contains(&word) {
        return None;
    }
    let meant = nearest(&word.to_ascii_lowercase(), DIRECTIVES)?;
    let problem = Diagnostic::warning(Code::UnknownOpenMp, format!("OpenMP has no directive `{word}`"));
    Some(problem.at(place, "compilers pass over it").with_help(format!("did you mean `{meant}`?")))
}

/// Clauses without argument.
const BARE_CLAUSES: [&str; 2] = ["nowait", "ordered"];

/// Reads the OpenMP directive that stands at `rest`, in the line at `span`.
pub fn read(text: &str, rest: Span, span: Span) -> OpenMp {
    OpenMp { span, directive: directive(text, rest, span) }
}

/// A pragma by which other compilers are told that the iterations of a loop may run at the same time; `None`
/// for all others.
pub fn read_other(text: &str, word: &str, rest: Span, span: Span) -> Option<OpenMp> {
    let said: Vec<_> = rest.of(text).split_whitespace().collect();
    let simd = Directive { construct: Construct::Simd, clauses: vec![], span };
    let directive = match (word, said.as_slice()) {
        ("ivdep", _) | ("GCC", ["ivdep"]) => Ok(simd),
        ("clang", ["loop", rest @ ..]) if rest.concat().contains("assume_safety") => Ok(simd),
        ("acc", _) => {
            Err(refusal(Code::UnsupportedOpenMp, "it has an OpenACC pragma", span, "not supported"))
        }
        _ => return None,
    };
    Some(OpenMp { span, directive })
}

fn directive(text: &str, rest: Span, span: Span) -> Result<Directive, Diagnostic> {
    let source = rest.of(text);
    let unread = || refusal(Code::MalformedPragma, "an OpenMP pragma in it can't be read", span, "");
    if is_too_deep(source) {
        return Err(unread());
    }
    let items = Grammar::parse(Rule::pragma, source).map_err(|_| unread())?;
    let items: Vec<_> =
        items.filter(|pair| pair.as_rule() == Rule::item).map(|pair| Item::new(pair, rest)).collect();
    let is_word = |item: &&Item| item.argument.is_none() && WORDS.contains(&item.name.of(text));
    let words: Vec<_> = items.iter().take_while(is_word).map(|item| item.name.of(text)).collect();
    let is_clause = |item: &Item| item.argument.is_some() || BARE_CLAUSES.contains(&item.name.of(text));
    let is_whole = items.get(words.len()).is_none_or(is_clause);
    let construct = Construct::named(&words).filter(|_| is_whole);
    let construct = construct.ok_or_else(|| unknown_directive(text, &items, span))?;
    let clauses = items[words.len()..].iter().map(|item| item.clause(text));
    Ok(Directive { construct, clauses: clauses.collect::<Result<_, _>>()?, span })
}

/// A directive that isn't taken, by the words up to its first argument.
fn unknown_directive(text: &str, items: &[Item], span: Span) -> Diagnostic {
    let name: Vec<_> =
        items.iter().take_while(|item| item.argument.is_none()).map(|item| item.name.of(text)).collect();
    let name = match (name.as_slice(), items) {
        ([], [first, ..]) => first.name.of(text).to_owned(),
        _ => name.join(" "),
    };
    refusal(Code::UnsupportedOpenMp, format!("`#pragma omp {name}` isn't supported"), span, "")
        .with_help("`parallel`, `for`, `simd`, `sections` and `single` can be taken")
}

/// A word with its argument.
struct Item {
    name: Span,
    argument: Option<Span>,
    whole: Span,
}

impl Item {
    fn new(pair: Pair<'_, Rule>, rest: Span) -> Item {
        let whole = place(&pair, rest);
        let mut item = Item { name: whole, argument: None, whole };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::name => item.name = place(&part, rest),
                _ => item.argument = Some(place(&part, rest)),
            }
        }
        item
    }

    fn clause(&self, text: &str) -> Result<Clause, Diagnostic> {
        let name = self.name.of(text);
        let unsupported = || {
            let problem = refusal(
                Code::UnsupportedOpenMp,
                format!("the OpenMP clause `{name}` isn't supported"),
                self.whole,
                "",
            );
            match name {
                "nowait" => problem.with_help("without it the threads meet behind the construct"),
                _ => problem,
            }
        };
        let argument = self.argument.ok_or_else(unsupported)?;
        let odd = || {
            refusal(
                Code::UnsupportedOpenMp,
                format!("this OpenMP clause `{name}` isn't supported"),
                self.whole,
                "",
            )
        };
        let variables = || names(text, argument, Rule::variables).ok_or_else(odd);
        Ok(match name {
            "private" => Clause::Private(Privacy::Private, variables()?),
            "firstprivate" => Clause::Private(Privacy::First, variables()?),
            "lastprivate" => Clause::Private(Privacy::Last, variables()?),
            "reduction" => {
                Clause::Private(Privacy::Reduction, names(text, argument, Rule::reduction).ok_or_else(odd)?)
            }
            "shared" => Clause::Shared(variables()?),
            "default" => match argument.of(text).trim() {
                "none" => Clause::ListAll,
                "shared" => Clause::Shared(vec![]),
                _ => return Err(odd()),
            },
            "collapse" => Clause::Collapse(argument.of(text).trim().to_owned(), argument),
            "schedule" | "safelen" | "simdlen" => Clause::Share(used(text, argument).ok_or_else(odd)?),
            "if" | "proc_bind" => Clause::Whether(used(text, argument).ok_or_else(odd)?),
            "num_threads" => {
                Clause::Threads(self.whole.of(text).to_owned(), used(text, argument).ok_or_else(odd)?)
            }
            _ => return Err(unsupported()),
        })
    }
}

/// The names in an argument that `rule` describes.
fn names(text: &str, argument: Span, rule: Rule) -> Option<Vec<(String, Span)>> {
    let pairs = Grammar::parse(rule, argument.of(text)).ok()?;
    let names = pairs.filter(|pair| pair.as_rule() == Rule::name);
    Some(names.map(|name| (name.as_str().to_owned(), place(&name, argument))).collect())
}

/// The identifiers in an argument; `None` where computing it may have an effect.
fn used(text: &str, argument: Span) -> Option<Vec<(String, Span)>> {
    let source = argument.of(text);
    let tokens: Vec<_> = tokens_without_comments(source).collect();
    let word = |position: usize| tokens.get(position).map_or("", |token| token.span.of(source));
    let mut found = Vec::new();
    for (position, token) in tokens.iter().enumerate() {
        let is_name = token.kind == TokenKind::Identifier;
        let changes = matches!(
            word(position),
            "=" | "++" | "--" | "+=" | "-=" | "*=" | "/=" | "%=" | "<<=" | ">>=" | "&=" | "|=" | "^="
        );
        let calls = word(position + 1) == "(" && !word(position).starts_with("omp_get_");
        if changes || (is_name && calls) || (!is_name && word(position) == ")" && word(position + 1) == "(") {
            return None;
        }
        if is_name {
            let place = Span::new(argument.start + token.span.start, argument.start + token.span.end);
            found.push((word(position).to_owned(), place));
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> Result<Directive, Diagnostic> {
        let whole = Span::new(0, text.len());
        read(text, whole, whole).directive
    }

    #[test]
    fn directives_are_told_by_their_words() {
        for (text, construct) in [
            (" parallel for", Construct::ParallelFor),
            (" parallel for simd", Construct::ParallelFor),
            ("\tfor simd schedule(static)", Construct::For),
            (" parallel", Construct::Parallel),
            (" simd safelen(4), simdlen(2)", Construct::Simd),
            (" parallel sections num_threads(2)", Construct::ParallelSections),
            (" sections", Construct::Sections),
            (" section", Construct::Section),
            (" single", Construct::Single),
            (" barrier", Construct::Barrier),
        ] {
            assert_eq!(read_text(text).unwrap().construct, construct, "{text}");
        }
    }

    #[test]
    fn clauses_come_with_their_variables() {
        let text = " parallel for private(i, j) reduction(max:s) collapse( 2 ) default(none) shared(a) \
                    schedule(nonmonotonic: dynamic, n / (2)) if(parallel: n > 4)";
        let directive = read_text(text).unwrap();
        let private: Vec<_> = directive
            .private()
            .map(|(privacy, (name, place))| (privacy, name.as_str(), place.of(text)))
            .collect();
        let expected =
            [(Privacy::Private, "i", "i"), (Privacy::Private, "j", "j"), (Privacy::Reduction, "s", "s")];
        assert_eq!(private, expected);
        let used: Vec<_> = directive.used().map(|(name, _)| name.as_str()).collect();
        assert_eq!(used, ["nonmonotonic", "dynamic", "n", "parallel", "n"]);
        assert!(matches!(&directive.clauses[2], Clause::Collapse(number, _) if number == "2"));
        assert!(directive.clauses.contains(&Clause::ListAll));
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        for (text, message) in [
            (" task", "`#pragma omp task` isn't supported"),
            (" parallel master", "`#pragma omp parallel master` isn't supported"),
            (" critical(name)", "`#pragma omp critical` isn't supported"),
            (" atomic update", "`#pragma omp atomic update` isn't supported"),
            (" for parallel", "`#pragma omp for parallel` isn't supported"),
            (" target teams distribute map(to: a[0:n])", "`#pragma omp target teams distribute` isn't"),
            (" for nowait", "the OpenMP clause `nowait` isn't supported"),
            (" for ordered", "the OpenMP clause `ordered` isn't supported"),
            (" for ordered(2)", "the OpenMP clause `ordered` isn't supported"),
            (" parallel for linear(x:1)", "the OpenMP clause `linear` isn't supported"),
            (" parallel for default(private)", "this OpenMP clause `default`"),
            (" parallel for reduction(mine: s)", "this OpenMP clause `reduction`"),
            (" parallel for reduction(+: a[0:n])", "this OpenMP clause `reduction`"),
            (" for lastprivate(conditional: x)", "this OpenMP clause `lastprivate`"),
            (" parallel num_threads(n++)", "this OpenMP clause `num_threads`"),
            (" parallel num_threads(count())", "this OpenMP clause `num_threads`"),
            (" parallel if((f)(n))", "this OpenMP clause `if`"),
            (" parallel for private(x", "can't be read"),
            (" parallel for + 1", "can't be read"),
            ("", "can't be read"),
        ] {
            let problem = read_text(text).unwrap_err();
            assert!(problem.message.contains(message), "{text}: {}", problem.message);
        }
        assert!(read_text(&format!(" parallel if({}", "(".repeat(100_000))).is_err());
        assert!(read_text(" parallel num_threads(omp_get_max_threads() / 2)").is_ok());
    }
}
