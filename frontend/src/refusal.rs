//! What polycc says of a region that it leaves alone.

use diagnostics::{Code, Diagnostic, Severity, Span};

use crate::syntax::records::NOT_TAKEN;
use crate::syntax::tree::{BinaryOperator, Construct, Expression, ExpressionKind, UnaryOperator};
use crate::syntax::types::TypeKind;

/// How refusals of regions that are marked start, and of loops in which no region was found.
const OF_REGION: &str = "this region stays as it is: ";
const OF_LOOP: &str = "this loop stays as it is: ";
/// How it is told why a loop keeps its order.
const OF_ORDER: &str = "this loop keeps its order: ";
/// How refusals of statements start that must be isolated.
const OF_ISOLATED: &str = "this statement can't be isolated: ";

/// Kinds of reasons for which something isn't taken, in words that reports count by.
///
/// They are set where a refusal arises, from what stands in the program there; the first one stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// A call of a function that the file doesn't define, and of which nothing is known.
    UnknownCall,
    /// A call of a function of the file that has effects.
    CallOfFile,
    CallThroughPointer,
    StructureMember,
    /// An object that is a structure as a whole.
    Structure,
    /// A pointer where an array's name or a number should be.
    Pointer,
    LocalPointer,
    /// A loop whose counter is a pointer.
    PointerCounter,
    /// Names that may reach the same memory.
    Overlap,
    FormOfLoop,
    Step,
    /// The counter of a loop is changed in it, visible to others, or needed behind it.
    Counter,
    Bound,
    FirstValue,
    Subscript,
    Condition,
    /// What may only stand where no condition depends on data.
    BranchOnData,
    /// A value read from memory where it must be known.
    Memory,
    Product,
    Variable,
    /// An operator, or a form of expression.
    Operator,
    Conversion,
    NoInteger,
    While,
    Switch,
    /// `break`, `continue`, `return`, `goto`.
    Jump,
    AssignmentInside,
    Declaration,
    InitializerList,
    NoEffect,
    VolatileOrAtomic,
    MayNotEnd,
    TooHard,
    Macro,
}

impl Reason {
    /// How reports call it.
    pub fn key(self) -> &'static str {
        match self {
            Reason::UnknownCall => "unknown call",
            Reason::CallOfFile => "call of a function of the file",
            Reason::CallThroughPointer => "call through a pointer",
            Reason::StructureMember => "structure member",
            Reason::Structure => "structure",
            Reason::Pointer => "pointer",
            Reason::LocalPointer => "local pointer",
            Reason::PointerCounter => "pointer as counter",
            Reason::Overlap => "same memory",
            Reason::FormOfLoop => "form of the loop",
            Reason::Step => "step of the loop",
            Reason::Counter => "counter",
            Reason::Bound => "bound not affine",
            Reason::FirstValue => "first value not affine",
            Reason::Subscript => "subscript not affine",
            Reason::Condition => "condition not affine",
            Reason::BranchOnData => "branch on data",
            Reason::Memory => "read from memory",
            Reason::Product => "product",
            Reason::Variable => "variable that changes",
            Reason::Operator => "operator",
            Reason::Conversion => "conversion",
            Reason::NoInteger => "no integer",
            Reason::While => "while loop",
            Reason::Switch => "switch",
            Reason::Jump => "jump",
            Reason::AssignmentInside => "assignment in an expression",
            Reason::Declaration => "declaration",
            Reason::InitializerList => "initializer list",
            Reason::NoEffect => "no effect",
            Reason::VolatileOrAtomic => "volatile or atomic",
            Reason::MayNotEnd => "may not end",
            Reason::TooHard => "too hard",
            Reason::Macro => "macro",
        }
    }

    /// A problem with an expression that can't be taken, by what it is.
    pub fn of_expression(expression: &Expression) -> Reason {
        match &expression.kind {
            ExpressionKind::Member(..) => Reason::StructureMember,
            ExpressionKind::Other(what, _) if NOT_TAKEN.contains(what) => Reason::StructureMember,
            ExpressionKind::Index(..) => Reason::Memory,
            ExpressionKind::Unary(UnaryOperator::Dereference | UnaryOperator::Address, _) => Reason::Pointer,
            ExpressionKind::Call(..) => Reason::UnknownCall,
            ExpressionKind::Assign(..) | ExpressionKind::Increment { .. } => Reason::AssignmentInside,
            ExpressionKind::Binary(BinaryOperator::Multiply, ..) => Reason::Product,
            ExpressionKind::Cast(_) => Reason::Conversion,
            ExpressionKind::Floating => Reason::NoInteger,
            ExpressionKind::Variable(_) => match &expression.type_.kind {
                TypeKind::Integer(_) => Reason::Variable,
                TypeKind::Pointer(_) | TypeKind::Array(..) => Reason::Pointer,
                TypeKind::Record(_) => Reason::Structure,
                _ => Reason::NoInteger,
            },
            _ => Reason::Operator,
        }
    }

    /// A construct that can't be taken.
    pub fn of_construct(construct: &Construct) -> Reason {
        match construct {
            Construct::While | Construct::Do => Reason::While,
            Construct::Switch | Construct::Case => Reason::Switch,
            Construct::Goto(_) | Construct::Break | Construct::Continue | Construct::Return => Reason::Jump,
            Construct::Assembly => Reason::UnknownCall,
        }
    }

    /// `problem`, which has this reason if none is known yet.
    pub fn of(self, problem: Diagnostic) -> Diagnostic {
        problem.of_kind(self.key())
    }

    /// `problem`, which is about a part of what this reason speaks of.
    pub fn around(self, mut problem: Diagnostic) -> Diagnostic {
        let inner = problem.kind.take();
        problem.of_kind(inner.map_or(self.key().to_owned(), |inner| format!("{}, {inner}", self.key())))
    }
}

/// The code of `what`, which is a form of expression, where it isn't supported.
pub(crate) fn unsupported(what: &str) -> Code {
    if NOT_TAKEN.contains(&what) { Code::Structure } else { Code::UnsupportedExpression }
}

/// A warning that the region can't be modelled, because of what stands at `place`.
pub(crate) fn refusal(
    code: Code,
    cause: impl std::fmt::Display,
    place: Span,
    remark: impl Into<String>,
) -> Diagnostic {
    Diagnostic::warning(code, format!("{OF_REGION}{cause}")).at(place, remark)
}

/// The same of a loop that nobody marked.
pub(crate) fn of_loop(problem: Diagnostic) -> Diagnostic {
    let message = problem.message.replacen(OF_REGION, OF_LOOP, 1);
    Diagnostic { message, ..problem }
}

/// What was said against such a loop, where it is taken, though not exactly.
pub(crate) fn keeps_order(problem: Diagnostic) -> Diagnostic {
    let message = problem.message.replacen(OF_REGION, OF_ORDER, 1);
    Diagnostic { message, ..problem }
}

/// The same of a statement that is to be isolated: then it is an error.
pub(crate) fn of_isolated(problem: Diagnostic) -> Diagnostic {
    let message = problem.message.replacen(OF_REGION, OF_ISOLATED, 1);
    Diagnostic { message, severity: Severity::Error, ..problem }
}

/// A warning that isl failed on the region: it ran out of its budget, as a rule.
pub(crate) fn isl_failed(error: &isl::Error, place: Span) -> Diagnostic {
    let problem = match error.kind {
        isl::ErrorKind::Quota => refusal(Code::TooComplicated, "its sets are too complicated", place, "")
            .with_help("fewer nested conditions, divisions and remainders would help"),
        _ => refusal(Code::TooComplicated, "its sets can't be computed", place, "")
            .with_note(error.to_string()),
    };
    Reason::TooHard.of(problem)
}
