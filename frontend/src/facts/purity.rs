//! Calls without effect, whose result depends on their arguments alone.
//!
//! Known to be such are the functions of math.h, unless the program looks at `errno` or at exceptions, which most of them
//! set ([`super::environment`]); those that the user declares so by an attribute, and those whose body proves it: it uses
//! nothing but its own arithmetic variables, structures that it has or gets by value, constants, and calls of the same kind. Functions of string.h and ctype.h that
//! only look at memory have no effect either, but their results depend on it.

use std::collections::HashMap;

use super::members::member;
use super::states::State;
use crate::structures::is_own;
use crate::syntax::resolve::Promise;
use crate::syntax::tree::{
    Construct, Expression, ExpressionKind, Function, Member, Statement, StatementKind, Symbol, SymbolId,
    SymbolKind, Symbols, UnaryOperator,
};
use crate::syntax::types::{Type, TypeKind};
use crate::translation::Translation;

/// What a call may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purity {
    /// Nothing; and the result depends on the arguments alone.
    Constant,
    /// Nothing, but the result may depend on memory.
    ReadsMemory,
    /// Anything.
    Unknown,
}

/// The functions of math.h and stdlib.h that only compute, in their `double` or `int` form.
const COMPUTING: &str = " acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 \
    fabs fdim floor fma fmax fmin fmod hypot ilogb ldexp llrint llround log log10 log1p log2 logb lrint \
    lround nearbyint nextafter nexttoward pow remainder rint round scalbln scalbn sin sinh sqrt tan tanh tgamma trunc \
    abs labs llabs isnan isinf isfinite isnormal signbit isgreater isgreaterequal isless islessequal islessgreater \
    isunordered cabs carg cexp cimag clog conj cpow creal csqrt csin ccos ctan ";

/// Those of them that neither set `errno` nor raise exceptions.
const SILENT: &str = " abs labs llabs fabs copysign isnan isinf isfinite isnormal signbit isgreater isgreaterequal isless \
    islessequal islessgreater isunordered conj creal cimag fmax fmin nearbyint ";

/// Others of them that take a few instructions.
const LIGHT: &str = " sqrt floor ceil rint lrint round lround trunc fma ";

/// Functions of string.h and ctype.h that look at what their arguments lead to, or at the locale, and return.
const READING: &str = " strlen strnlen strcmp strncmp strcasecmp strncasecmp memcmp memchr strchr strrchr strstr strspn strcspn strpbrk \
    isalnum isalpha isascii isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower toupper \
    __ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc ";

/// What compilers have beside that, under their own prefix only: constants as of `INFINITY`, and counts of bits.
const COMPILERS_OWN: &str = " inf huge_val nan nans popcount popcountl clz clzl ctz ctzl ffs ffsl parity parityl clrsb \
    clrsbl bswap16 bswap32 bswap64 ";

/// The prefix of compilers' own versions of library functions.
const BUILTIN: &str = "__builtin_";

/// What is known of the unit's functions.
pub struct Purities<'a> {
    pub(super) translation: &'a Translation,
    /// Those that were looked at; one that is being looked at counts as unknown, so recursion does.
    known: HashMap<SymbolId, Purity>,
    /// The same for the numbers that they keep.
    pub(super) states: HashMap<SymbolId, State>,
    /// How many are being looked at.
    depth: usize,
}

/// Longer chains of calls aren't followed.
const LONGEST_CHAIN: usize = 32;

impl<'a> Purities<'a> {
    /// Of the functions of `unit`.
    pub fn new(translation: &'a Translation) -> Self {
        Purities { translation, known: HashMap::new(), states: HashMap::new(), depth: 0 }
    }

    /// What a call of the function `symbol` may do.
    pub fn of(&mut self, symbol: SymbolId) -> Purity {
        if let Some(&known) = self.known.get(&symbol) {
            return known;
        }
        if self.depth == LONGEST_CHAIN {
            return Purity::Unknown;
        }
        self.known.insert(symbol, Purity::Unknown);
        self.depth += 1;
        let purity = self.determine(symbol);
        self.depth -= 1;
        self.known.insert(symbol, purity);
        purity
    }

    fn determine(&mut self, symbol: SymbolId) -> Purity {
        let translation = self.translation;
        let resolved = &translation.resolved;
        if resolved.promises.get(&symbol) == Some(&Promise::Constant) {
            return Purity::Constant;
        }
        let body = resolved.functions.iter().find(|function| function.symbol == symbol);
        match (body, resolved.promises.get(&symbol)) {
            (Some(function), _) if self.only_computes(function) => Purity::Constant,
            (_, Some(Promise::Pure)) => Purity::ReadsMemory,
            (Some(_), _) => Purity::Unknown,
            (None, _) => library_purity(&resolved.symbols, symbol, translation.environment.is_watched()),
        }
    }

    fn only_computes(&mut self, function: &Function) -> bool {
        let symbols = &self.translation.resolved.symbols;
        let parameters = function.parameters.iter();
        if !parameters.into_iter().all(|&parameter| is_value(&symbols[parameter].type_)) {
            return false;
        }
        let mut fine = true;
        function.body.walk(&mut |statement| fine &= self.is_allowed(statement));
        if fine {
            function
                .body
                .walk_expressions(symbols, &mut |expression| fine = fine && self.is_harmless(expression));
        }
        fine
    }

    fn is_allowed(&self, statement: &Statement) -> bool {
        let symbols = &self.translation.resolved.symbols;
        match &statement.kind {
            StatementKind::Other(Construct::Assembly, ..) => false,
            StatementKind::Declaration(list) => list.iter().all(|declared| {
                let symbol = &symbols[declared.symbol];
                symbol.kind == SymbolKind::Local { is_static: false }
                    && (is_plain_number(symbol.type_.innermost()) || is_value(&symbol.type_))
            }),
            _ => true,
        }
    }

    fn is_harmless(&mut self, expression: &Expression) -> bool {
        let symbols = &self.translation.resolved.symbols;
        match &expression.kind {
            ExpressionKind::Other("a compound literal", _) => is_value(&expression.type_),
            ExpressionKind::Other(..) => false,
            ExpressionKind::Member(symbol, _) => {
                let is_own = |member: &Member| {
                    let is_there = matches!(
                        symbols[member.object].kind,
                        SymbolKind::Parameter | SymbolKind::Local { is_static: false }
                    );
                    is_there && is_own(member, symbols)
                };
                is_plain_number(&expression.type_) && member(*symbol, symbols).is_some_and(is_own)
            }
            ExpressionKind::Unary(operator, _) => {
                !matches!(operator, UnaryOperator::Address | UnaryOperator::Dereference)
            }
            ExpressionKind::Variable(symbol) => match symbols[*symbol].kind {
                SymbolKind::Parameter | SymbolKind::Local { is_static: false } => true,
                SymbolKind::EnumerationConstant(_) | SymbolKind::Function => true,
                SymbolKind::Member(_) => false,
                SymbolKind::Global | SymbolKind::Local { is_static: true } => {
                    is_constant(&symbols[*symbol].type_)
                }
                // A compiler's own function.
                SymbolKind::Undeclared => symbols[*symbol].name.starts_with(BUILTIN),
            },
            ExpressionKind::Call(callee, arguments) => {
                let numbers =
                    arguments.iter().all(|argument| is_value(&argument.type_.decayed()) || is_call(argument));
                numbers && callee.variable().is_some_and(|callee| self.of(callee) == Purity::Constant)
            }
            _ => true,
        }
    }
}

/// Whether it is a call, whose type may not be known although it is a number.
fn is_call(expression: &Expression) -> bool {
    matches!(expression.kind, ExpressionKind::Call(..))
}

/// Whether it is a number, or a structure that is handed on by value.
pub fn is_value(type_: &Type) -> bool {
    let is_record = matches!(type_.kind, TypeKind::Record(_));
    is_plain_number(type_) || is_record && type_.is_ordinary()
}

/// Whether it is a number that can't change by itself.
pub fn is_plain_number(type_: &Type) -> bool {
    type_.is_arithmetic() && type_.is_ordinary()
}

/// Whether it is a constant number, or an array of such.
pub fn is_constant(type_: &Type) -> bool {
    let element = type_.innermost();
    is_plain_number(element) && element.qualifiers.constant
}

/// What a function is called without the compilers' own prefix.
pub fn library_name(function: &Symbol) -> &str {
    function.name.strip_prefix(BUILTIN).unwrap_or(&function.name)
}

/// Whether a call is pure but for what it does to `errno` and to exceptions, which the program looks at.
pub fn sets_errors(symbols: &Symbols, symbol: SymbolId) -> bool {
    let purity = |is_watched| library_purity(symbols, symbol, is_watched);
    purity(false) != purity(true)
}

/// Whether a function is one of the C library that only computes a value, or looks at memory for it; `errno` may change.
pub fn only_computes(symbols: &Symbols, symbol: SymbolId) -> bool {
    library_purity(symbols, symbol, false) != Purity::Unknown
}

/// Whether a function is one of the C library that takes a few instructions.
pub fn is_light(symbols: &Symbols, symbol: SymbolId) -> bool {
    let name = library_name(&symbols[symbol]);
    library_purity(symbols, symbol, false) == Purity::Constant && (is_in(SILENT, name) || is_in(LIGHT, name))
}

fn library_purity(symbols: &Symbols, symbol: SymbolId, is_watched: bool) -> Purity {
    let symbol = &symbols[symbol];
    let (name, is_builtin) = (library_name(symbol), symbol.name.starts_with(BUILTIN));
    let listed = if is_watched { SILENT } else { COMPUTING };
    let is_declared =
        symbol.kind == SymbolKind::Function || (is_builtin && symbol.kind == SymbolKind::Undeclared);
    match is_declared {
        true if is_in(listed, name) || is_builtin && is_in(COMPILERS_OWN, name) => Purity::Constant,
        true if READING.split_whitespace().any(|reading| reading == name) => Purity::ReadsMemory,
        _ => Purity::Unknown,
    }
}

/// Whether a library function is in `list`; `f` and `l` at the end tell variants for other types.
fn is_in(list: &str, name: &str) -> bool {
    let is_listed = |name: &str| list.split_whitespace().any(|listed| listed == name);
    is_listed(name) || name.strip_suffix(['f', 'l']).is_some_and(is_listed)
}

#[cfg(test)]
mod tests {
    use super::{COMPUTING, SILENT, is_in};

    #[test]
    fn variants_of_library_functions() {
        let is_computing = |name: &str| is_in(COMPUTING, name);
        assert!(["sqrt", "sqrtf", "fmal", "abs", "fabsf"].iter().all(|name| is_computing(name)));
        assert!(["rand", "frexp", "modf", "sqrtff", "printf"].iter().all(|name| !is_computing(name)));
    }

    #[test]
    fn silent_functions_compute() {
        assert!(SILENT.split_whitespace().all(|name| is_in(COMPUTING, name)));
        assert!(["sqrt", "exp", "floor", "rint", "pow"].iter().all(|name| !is_in(SILENT, name)));
    }
}
