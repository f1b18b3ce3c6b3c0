//! What an isolated statement mentions of the program around it, by place in the preprocessed text.

use diagnostics::Span;

/// A variable from outside of an isolated statement.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// The type of its elements as C text, without `const`.
    pub element: String,
    /// Whether it is a number rather than an array or a pointer.
    pub is_scalar: bool,
    /// Whether the statement assigns it.
    pub is_written: bool,
    /// Whether the statement starts with giving it a value, whatever it was.
    pub is_renewed: bool,
    /// Whether what it is after the statement may be used.
    pub is_used_after: bool,
    /// Whether nothing else in the function mentions it but its declaration.
    pub is_only_here: bool,
    /// Every mention, in the order of the text.
    pub mentions: Vec<Mention>,
}

/// A place where a variable is mentioned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The identifier.
    pub name: Span,
    /// The brackets of all its subscripts, outermost first.
    pub brackets: Vec<Brackets>,
    /// Whether it is an argument of one of the program's own functions.
    pub is_passed: bool,
}

/// A pair of brackets around a subscript.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Brackets {
    /// `[`
    pub open: Span,
    /// `]`
    pub close: Span,
    /// Whether what is in them must be put into parentheses to subtract from it.
    pub is_loose: bool,
    /// The constant at the end of the subscript.
    pub tail: Option<Tail>,
}

/// A constant that is added or subtracted at the end of a subscript (`- 1`, with the value -1), or that is all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tail {
    /// The operator and the number.
    pub span: Span,
    /// What is added.
    pub value: i64,
    /// Whether there is nothing else.
    pub is_all: bool,
}

/// A call that hands over arrays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The function.
    pub callee: String,
    /// Where it is named.
    pub name: Span,
    /// `(`
    pub open: Span,
    /// The arrays, in the order of the parameters.
    pub arrays: Vec<Passed>,
}

/// An array that a call hands over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passed {
    /// The parameter.
    pub formal: String,
    /// The array.
    pub variable: String,
    /// How many subscripts it has in the call.
    pub prefix: usize,
}

/// A function that isolated statements call.
#[derive(Clone, Debug)]
pub struct Callee {
    /// Its name.
    pub name: String,
    /// All of it.
    pub definition: Span,
    /// Its name, in the definition.
    pub name_span: Span,
    /// The `(` before its parameters.
    pub open: Span,
    /// Its parameters that are arrays.
    pub formals: Vec<Formal>,
    /// The calls in it that hand over arrays.
    pub calls: Vec<Call>,
}

/// A parameter that is an array.
#[derive(Clone, Debug)]
pub struct Formal {
    /// Its name.
    pub name: String,
    /// The number of its subscripts.
    pub dimensions: usize,
    /// What its declaration says of the sizes of all dimensions but the outermost.
    pub widths: Vec<Span>,
    /// Its mentions in the function.
    pub variable: Option<Variable>,
}
