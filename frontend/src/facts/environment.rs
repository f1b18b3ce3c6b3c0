//! What a program can see of arithmetic but its values: `errno`, the floating-point exceptions that it raised, and the
//! mode in which it rounds.
//!
//! C gives each thread its own of these, so where the program looks at them, or changes modes, its loops can't be
//! divided among threads; and a function of math.h that sets `errno` has an effect. Where a name of the list stands in
//! the text of the program, whatever it does there, that is taken to happen. Other translation units are not seen.

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

impl Environment {
    /// Of the whole of `text`, but for what looks at `errno` in `failures`, where a function of the library has just set it.
    pub fn of(text: &str, table: &TokenTable, failures: &[Span]) -> Self {
        let mut found = Environment::default();
        let mut depth = 0_usize;
        for (position, token) in table.tokens.iter().enumerate() {
            let word = token.span.of(text);
            match word {
                "{" => depth += 1,
                "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            // headers declare these functions outside of all braces
            let is_called = table.tokens.get(position + 1).is_some_and(|next| next.span.of(text) == "(");
            if token.kind != TokenKind::Identifier || (depth == 0 && is_called) {
                continue;
            }
            let is_in = |names: &[&str]| names.contains(&word);
            let is_told = || failures.iter().any(|place| place.contains(token.span));
            found.errors = found.errors.or((is_in(&ERRORS) && !is_told()).then_some(token.span));
            found.modes = found.modes.or(is_in(&MODES).then_some(token.span));
            found.windows = found.windows.or(is_in(&WINDOWS).then_some(token.span));
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
        let found = Environment::of(text, &TokenTable::new(text), &[]);
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
    fn pragmas_that_tell_of_access() {
        assert!(words("#pragma STDC FENV_ACCESS ON\nint x;")[1].is_some());
        for other in ["#pragma STDC FENV_ACCESS OFF\n", "#pragma STDC FP_CONTRACT ON\n", "#pragma omp simd\n"]
        {
            assert_eq!(words(other), [None, None], "{other}");
        }
    }
}
