//! The compiler's options on polycc's command line, so that a Makefile's can be given as they are.
//!
//! Those that preprocessing depends on go to all runs of the compiler; those that matter only later are left out. An
//! option that makes C mean something else than polycc reckons with is refused.

use crate::dependencies::Dependencies;

/// A command line taken apart.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// polycc's own options, and the files.
    pub own: Vec<String>,
    /// What the compiler is to get.
    pub compiler: Vec<String>,
    /// The rule for `make` to write beside the output.
    pub dependencies: Option<Dependencies>,
}

/// Options with a word of their own behind them.
const WITH_WORD: [&str; 6] = ["-iquote", "-idirafter", "-isysroot", "-imacros", "--sysroot", "--param"];

/// Beginnings of options that go to the compiler.
const HANDED_ON: [&str; 15] = [
    "-iquote",
    "-idirafter",
    "-isysroot",
    "-imacros",
    "--sysroot=",
    "--target=",
    "--param=",
    "-nostdinc",
    "-ansi",
    "-pthread",
    "-O",
    "-f",
    "-m",
    "-B",
    "-Wp,",
];

/// Beginnings of options that only say what to write beside the code, or what to link it with.
const LEFT_OUT: [&str; 11] = [
    "-g",
    "-pedantic",
    "-Wp,-M",
    "-fdump",
    "-fdiagnostics",
    "-fprofile",
    "-fstack-usage",
    "-fcallgraph-info",
    "-fopt-info",
    "-l",
    "-L",
];

/// Options for the linker with a word of their own behind them.
const LINKING: [&str; 2] = ["-l", "-L"];

/// What says nothing about the code, beside warnings.
const IGNORED: [&str; 3] = ["-c", "-w", "-pipe"];

/// Beginnings of options after which numbers overflow, characters, pointers or types are other ones, or the preprocessor
/// prints something else.
const REFUSED: [&str; 17] = [
    "-m16",
    "-m32",
    "-mx32",
    "-mabi",
    "-fwrapv",
    "-ftrapv",
    "-fno-strict-overflow",
    "-fno-strict-aliasing",
    "-funsigned-char",
    "-fno-signed-char",
    "-fshort",
    "-fpack-struct",
    "-fdirectives-only",
    "-fpreprocessed",
    "-fworking-directory",
    "-ftest-coverage",
    "-fsyntax-only",
];

/// An option of the compiler's after which C means something else than polycc reckons with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}`: polycc's proofs don't hold for C that is compiled so")]
pub struct Unsound(pub String);

/// Takes `arguments` apart; `takes_value` tells of polycc's options which have a word behind them.
///
/// # Errors
/// An option that is refused.
pub fn split(
    arguments: impl Iterator<Item = String>,
    takes_value: impl Fn(&str) -> bool,
) -> Result<Flags, Unsound> {
    let mut flags = Flags::default();
    let mut arguments = arguments;
    // the name of the program
    flags.own.extend(arguments.next());
    while let Some(argument) = arguments.next() {
        let starts = |beginnings: &[&str]| beginnings.iter().any(|start| argument.starts_with(start));
        if argument == "--" {
            flags.own.push(argument);
            flags.own.extend(arguments.by_ref());
        } else if takes_value(&argument) {
            flags.own.push(argument);
            flags.own.extend(arguments.next());
        } else if Dependencies::is_option(&argument) {
            Dependencies::add(&mut flags.dependencies, &argument, &mut arguments);
        } else if starts(&REFUSED) {
            return Err(Unsound(argument));
        } else if WITH_WORD.contains(&argument.as_str()) {
            flags.compiler.push(argument);
            flags.compiler.extend(arguments.next());
        } else if LINKING.contains(&argument.as_str()) {
            arguments.next();
        } else if !says_nothing(&argument) {
            let list = if starts(&HANDED_ON) { &mut flags.compiler } else { &mut flags.own };
            list.push(argument);
        }
    }
    Ok(flags)
}

/// Whether preprocessing depends on one of the compiler's options, or may: what isn't known is handed on.
///
/// # Errors
/// An option that is refused.
pub fn is_for_preprocessing(option: &str) -> Result<bool, Unsound> {
    match REFUSED.iter().any(|start| option.starts_with(start)) {
        true => Err(Unsound(option.to_owned())),
        false => Ok(!says_nothing(option)),
    }
}

/// Whether an option says nothing about the code.
fn says_nothing(option: &str) -> bool {
    let is_warning = option.starts_with("-W") && !option.starts_with("-Wp,");
    LEFT_OUT.iter().any(|start| option.starts_with(start)) || IGNORED.contains(&option) || is_warning
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split_words(words: &str) -> Result<Flags, Unsound> {
        let words = std::iter::once("polycc").chain(words.split(' '));
        split(words.map(String::from), |option| option == "-o")
    }

    fn flags(own: &str, compiler: &str) -> Result<Flags, Unsound> {
        let list = |words: &str| words.split_whitespace().map(String::from).collect();
        Ok(Flags { own: list(own), compiler: list(compiler), dependencies: None })
    }

    #[test]
    fn each_goes_where_it_belongs() {
        let line = "-O2 -Wall -Werror -march=native -fopenmp -iquote include --sysroot=/ -g3 -c -w -pthread -pedantic a.c";
        let handed_on = "-O2 -march=native -fopenmp -iquote include --sysroot=/ -pthread";
        assert_eq!(split_words(line), flags("polycc a.c", handed_on));
        assert_eq!(split_words("-o -g -I x -Wp,-DX -Wp,-MD,a.d"), flags("polycc -o -g -I x", "-Wp,-DX"));
        assert_eq!(split_words("a.c -lm -L lib -l m"), flags("polycc a.c", ""));
        assert_eq!(split_words("-- -g"), flags("polycc -- -g", ""));
        assert_eq!(split_words("a.c -fwrapv"), Err(Unsound("-fwrapv".into())));
    }
}
