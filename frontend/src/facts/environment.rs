//! What a program can see of arithmetic but its values: `errno`, the floating-point exceptions that it raised, and the
//! mode in which it rounds.
//!
//! C gives each thread its own of these, so where the program looks at them, or changes modes, its loops can't be
//! divided among threads; and a function of math.h that sets `errno` has an effect. Where a name of the list stands in
//! the text of the program, whatever it does there, that is taken to happen; in functions of the system's headers (those for vectors
//! have some that read modes) only if the program names these. Other translation units are not seen.

use std::collections::BTreeMap;

use diagnostics::Span;
use diagnostics::token::{Token, TokenKind};

use crate::pragma::pragma;
use crate::syntax::split::TokenTable;

/// What stands for `errno` in preprocessed texts, and functions that tell of it.
const ERRORS: [&str; 8] =
    ["errno", "__errno_location", "__errno", "___errno", "__error", "_errno", "perror", "matherr"];

/// What reads or changes exceptions and modes.
const MODES: [&str; 24] = [
    "feclearexcept",
    "fegetexceptflag",
    "feraiseexcept",
    "fesetexcept",
    "fesetexceptflag",
    "fetestexcept",
    "fetestexceptflag",
    "fegetenv",
    "feholdexcept",
    "fesetenv",
    "feupdateenv",
    "fesetround",
    "fegetround",
    "fesetmode",
    "fegetmode",
    "feenableexcept",
    "fedisableexcept",
    "fegetexcept",
    "_mm_setcsr",
    "_mm_getcsr",
    "__builtin_ia32_ldmxcsr",
    "__builtin_ia32_stmxcsr",
    "_controlfp",
    "__fpu_control",
];

/// What lets a program see what goes through a stream as memory of its own, or run functions of its own meanwhile.
const WINDOWS: [&str; 5] =
    ["fmemopen", "open_memstream", "fopencookie", "funopen", "register_printf_function"];

/// Where a translation unit looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    /// The first place that sees what functions leave in `errno`.
    pub errors: Option<Span>,
    /// The first place that sees or changes exceptions and modes.
    pub modes: Option<Span>,
    /// The first place that sees streams as memory.
    pub windows: Option<Span>,
}

/// What a name tells of its place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    Errors,
    Modes,
    Windows,
}

impl Look {
    fn of(word: &str) -> Option<Look> {
        let all = [(&ERRORS[..], Look::Errors), (&MODES[..], Look::Modes), (&WINDOWS[..], Look::Windows)];
        all.into_iter().find(|(names, _)| names.contains(&word)).map(|(_, look)| look)
    }
}

impl Environment {
    /// Of the whole of `text`, but for what looks at `errno` in `failures`, where a function of the library has just set it;
    /// `is_systems` tells which places are in headers of the system.
    pub fn of(text: &str, table: &TokenTable, failures: &[Span], is_systems: &dyn Fn(usize) -> bool) -> Self {
        let mut found = Environment::default();
        let mut note = |look: Look, place: Span| {
            let first = match look {
                Look::Errors if failures.iter().any(|failure| failure.contains(place)) => return,
                Look::Errors => &mut found.errors,
                Look::Modes => &mut found.modes,
                Look::Windows => &mut found.windows,
            };
            first.get_or_insert(place);
        };
        // functions of headers, by name: these look if somebody calls them
        let mut waiting: BTreeMap<&str, Vec<Look>> = BTreeMap::new();
        for (token, function) in uses(text, table) {
            let Some(look) = Look::of(token.span.of(text)) else { continue };
            match function.filter(|_| is_systems(token.span.start)) {
                Some(function) => waiting.entry(function).or_default().push(look),
                None => note(look, token.span),
            }
        }
        let mut is_growing = !waiting.is_empty();
        while is_growing {
            is_growing = false;
            for (token, function) in uses(text, table) {
                let Some(looks) = waiting.get(token.span.of(text)).cloned() else { continue };
                match function.filter(|_| is_systems(token.span.start)) {
                    Some(function) => {
                        let known = waiting.entry(function).or_default();
                        let new: Vec<_> = looks.into_iter().filter(|look| !known.contains(look)).collect();
                        is_growing |= !new.is_empty();
                        known.extend(new);
                    }
                    None => looks.into_iter().for_each(|look| note(look, token.span)),
                }
            }
        }
        let access = table.directives.iter().find(|line| grants_access(text, line));
        found.modes = found.modes.or(access.map(|line| line.span));
        found
    }

    /// Whether somebody sees more of a function of math.h than its result.
    pub fn is_watched(&self) -> bool {
        self.errors.is_some() || self.modes.is_some()
    }
}

/// The names in a text, but for those of functions in their declarations, each with the function in whose body it is.
fn uses<'a>(text: &'a str, table: &'a TokenTable) -> impl Iterator<Item = (&'a Token, Option<&'a str>)> {
    let (mut depth, mut declared) = (0_usize, None);
    let following = table.tokens.iter().skip(1).map(Some).chain([None]);
    table.tokens.iter().zip(following).filter_map(move |(token, next)| {
        match token.span.of(text) {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            ";" if depth == 0 => declared = None,
            _ => {}
        }
        if token.kind != TokenKind::Identifier {
            return None;
        }
        // headers declare these functions outside of all braces
        let is_called = next.is_some_and(|next| next.span.of(text) == "(");
        if depth == 0 && is_called {
            let word = token.span.of(text);
            let is_name = !word.starts_with("__attribute") && !word.contains("asm");
            declared = if is_name { Some(word) } else { declared };
            return None;
        }
        Some((token, declared.filter(|_| depth > 0)))
    })
}

/// Whether a line says that modes change, or that exceptions are looked at: `#pragma STDC FENV_ACCESS ON`.
fn grants_access(text: &str, line: &Token) -> bool {
    let Some(read) = pragma(text, line) else { return false };
    let words: Vec<_> = read.rest.of(text).split_whitespace().collect();
    match read.word {
        "STDC" => matches!(words.as_slice(), ["FENV_ACCESS", "ON", ..] | ["FENV_ROUND", ..]),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::Environment;
    use crate::syntax::split::TokenTable;

    fn words(text: &str) -> [Option<&str>; 2] {
        let found = Environment::of(text, &TokenTable::new(text), &[], &|_| false);
        [found.errors, found.modes].map(|place| place.map(|place| place.of(text)))
    }

    #[test]
    fn uses_are_told_from_declarations() {
        let header = "extern int *__errno_location(void); extern int fetestexcept(int);";
        assert_eq!(words(header), [None, None]);
        let read = format!("{header} int f(void) {{ return (*__errno_location ()); }}");
        assert_eq!(words(&read), [Some("__errno_location"), None]);
        let tested = format!("{header} int f(void) {{ return fetestexcept(1); }}");
        assert_eq!(words(&tested), [None, Some("fetestexcept")]);
        let kept = format!("{header} int (*test)(int) = fetestexcept;");
        assert_eq!(words(&kept), [None, Some("fetestexcept")]);
        assert_eq!(words("struct s { int my_errno; };"), [None, None]);
    }

    #[test]
    fn functions_of_headers_look_if_they_are_called() {
        let header =
            "static int mode(void) { return fegetround(); } static int both(void) { return mode(); }";
        let modes = |own: &str| {
            let text = format!("{header} {own}");
            let is_systems = |place| place < header.len();
            Environment::of(&text, &TokenTable::new(&text), &[], &is_systems).modes.is_some()
        };
        assert!(!modes("int f(void) { return 1; }"));
        assert!(modes("int f(void) { return both(); }"));
        assert!(modes("int f(void) { return fetestexcept(1); }"));
    }

    #[test]
    fn pragmas_that_tell_of_access() {
        assert!(words("#pragma STDC FENV_ACCESS ON\nint x;")[1].is_some());
        for other in ["#pragma STDC FENV_ACCESS OFF\n", "#pragma STDC FP_CONTRACT ON\n", "#pragma omp simd\n"]
        {
            assert_eq!(words(other), [None, None], "{other}");
        }
    }
}
