//! C functions as trees in which every name is resolved, every expression has a type, and every place
//! is one in the preprocessed text.
//!
//! What polycc never takes into a region ([`ExpressionKind::Other`], [`Construct`]) is kept as a
//! description and its parts, so that it can be named in a message and searched for uses of variables.

use diagnostics::Span;

use std::sync::Arc;

use super::records::RecordId;
use super::types::{ArraySize, Type, TypeKind};

/// A text, as [`ExpressionKind::Other`] has it.
pub const TEXT: &str = "a string literal";

/// What [`ExpressionKind::Other`] calls a number that a function of the C library reads into a variable.
pub const READ: &str = "what is read";

/// What [`ExpressionKind::Other`] is called that stands for the address of a number that a function of the C library only looks at:
/// the number.
pub const WRITTEN: &str = "what is written";

/// A text that asks `printf` to write where an argument points to.
pub const WRITING_TEXT: &str = "a format with `%n`";

/// Position in [`Symbols`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SymbolId(pub usize);

/// All objects and functions of a translation unit.
#[derive(Clone, Debug, Default)]
pub struct Symbols(pub Vec<Symbol>);

/// An object, a function or a constant with a name.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// The name.
    pub name: String,
    /// What it is.
    pub kind: SymbolKind,
    /// Its type.
    pub type_: Type,
    /// Where it is declared.
    pub name_span: Span,
    /// Its initializer.
    pub initializer: Option<Initializer>,
    /// How a local variable is declared.
    pub declared: Option<Declared>,
    /// Whether it is a local integer that keeps the constant which its declaration gives it.
    pub is_fixed: bool,
}

/// What a name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// A variable of a block.
    Local {
        /// Whether it is `static`.
        is_static: bool,
    },
    /// A parameter of a function.
    Parameter,
    /// A variable of the file, or one that a block declares `extern`.
    Global,
    /// A constant of an enumeration.
    EnumerationConstant(i128),
    /// A function.
    Function,
    /// A member of a structure, or one in each structure of an array; or a cell with constant subscripts.
    Member(Arc<Member>),
    /// Nothing that is declared.
    Undeclared,
}

/// A path from a variable to a member of a structure.
#[derive(Clone, Debug)]
pub struct Member {
    /// The variable.
    pub object: SymbolId,
    /// The way from there; the last step is the member.
    pub steps: Vec<Step>,
    /// The structure that declares it; `None` for a cell.
    pub record: Option<RecordId>,
    /// Its type; that of the symbol has the path's subscripts, too.
    pub type_: Type,
}

impl Step {
    /// Whether it goes through a pointer.
    pub fn is_pointer(&self) -> bool {
        matches!(self, Step::Dereference | Step::Row | Step::Cell { is_pointer: true, .. })
    }
}

/// A step on the way to a member.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// To a member.
    Field(String),
    /// To what a pointer points to.
    Dereference,
    /// To one of what a pointer points to.
    Row,
    /// To an element of an array.
    Element,
    /// To the one with this number, behind a pointer or in an array.
    Cell {
        /// The number.
        number: i128,
        /// Whether it is behind a pointer.
        is_pointer: bool,
    },
}

/// The places of a local variable's declaration.
#[derive(Clone, Copy, Debug)]
pub struct Declared {
    /// The declarator, without initializer.
    pub declarator: Span,
    /// From the first `[` to the last `]`; empty, after the name, where there is none.
    pub extents: Span,
    /// The whole declaration with its semicolon.
    pub declaration: Span,
    /// Whether the declaration has other declarators too.
    pub shared: bool,
    /// The block or statement in which the variable lives.
    pub scope: Span,
    /// Whether it is a member of the structure that is declared there.
    pub is_member: bool,
}

/// What follows `=` in a declaration.
#[derive(Clone, Debug)]
pub enum Initializer {
    /// A single value.
    Value(Expression),
    /// A list in braces, with the values in it.
    List(Vec<Expression>),
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expression {
    /// What it is.
    pub kind: ExpressionKind,
    /// Its place; parentheses around a variable or a subscripted array are left out.
    pub span: Span,
    /// Its type, arrays not yet turned into pointers.
    pub type_: Type,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub enum ExpressionKind {
    /// A variable, function or enumeration constant.
    Variable(SymbolId),
    /// `structure.member`, `pointer->member`: the symbol for it, and what is in front.
    Member(SymbolId, Box<Expression>),
    /// An integer literal, a character, or a `sizeof` that is constant.
    Integer(i128),
    /// A floating literal.
    Floating,
    /// `a[i]`
    Index(Box<Expression>, Box<Expression>),
    /// `-a`
    Unary(UnaryOperator, Box<Expression>),
    /// `a + b`
    Binary(BinaryOperator, Box<Expression>, Box<Expression>),
    /// `a = b`, `a += b`
    Assign(Option<BinaryOperator>, Box<Expression>, Box<Expression>),
    /// `a++`, `--a`
    Increment {
        /// What is changed.
        operand: Box<Expression>,
        /// What is added: 1 or -1.
        by: i64,
        /// Whether its value is that before the change.
        is_late: bool,
    },
    /// `f(a, b)`
    Call(Box<Expression>, Vec<Expression>),
    /// `(type)a`
    Cast(Box<Expression>),
    /// `a ? b : c`
    Conditional(Box<Expression>, Box<Expression>, Box<Expression>),
    /// `sizeof(type)`, or `sizeof a` with the operand, which isn't evaluated and counts as no part.
    SizeOf(Type, Option<Box<Expression>>),
    /// `a, b`
    Comma(Vec<Expression>),
    /// What polycc doesn't take, with its parts.
    Other(&'static str, Vec<Expression>),
}

/// An operator with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOperator {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `~`
    Complement,
    /// `!`
    Not,
    /// `&`
    Address,
    /// `*`
    Dereference,
}

/// An operator with two operands, without effect on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOperator {
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Modulo,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `<<`
    ShiftLeft,
    /// `>>`
    ShiftRight,
    /// `<` and its like
    Compare(polyhedral::Comparison),
    /// `&`
    BitAnd,
    /// `^`
    BitXor,
    /// `|`
    BitOr,
    /// `&&`
    And,
    /// `||`
    Or,
}

/// A statement or a declaration in a block.
#[derive(Clone, Debug)]
pub struct Statement {
    /// What it is.
    pub kind: StatementKind,
    /// Its place, with its semicolon.
    pub span: Span,
}

/// What a statement is.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// `{ … }`
    Block(Vec<Statement>),
    /// `int a, b = 1;`
    Declaration(Vec<Declaration>),
    /// `a = b;`, or nothing but a semicolon.
    Expression(Option<Expression>),
    /// `if (condition) … else …`
    If(Expression, Box<Statement>, Option<Box<Statement>>),
    /// `for (initial; condition; step) body`
    For(Box<For>),
    /// `label: statement`
    Labeled(String, Box<Statement>),
    /// What polycc doesn't take, with its parts.
    Other(Construct, Vec<Expression>, Vec<Statement>),
}

/// A `for` loop.
#[derive(Clone, Debug)]
pub struct For {
    /// What runs before: a declaration or an expression statement.
    pub initial: Option<Statement>,
    /// What is tested.
    pub condition: Option<Expression>,
    /// What runs after each iteration.
    pub step: Option<Expression>,
    /// What runs in each iteration.
    pub body: Statement,
    /// The call that the text has in the place of the loop.
    pub fill: Option<Fill>,
}

/// A call that gives cells of an array values, which counts as a loop.
#[derive(Clone, Debug)]
pub struct Fill {
    /// The call.
    pub call: Expression,
    /// The bytes of a cell.
    pub element_bytes: u64,
}

/// A declarator with its initializer.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// The variable.
    pub symbol: SymbolId,
    /// The declarator and its initializer.
    pub span: Span,
}

/// A statement that polycc doesn't take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Construct {
    /// `while`
    While,
    /// `do`
    Do,
    /// `switch`
    Switch,
    /// `case` and `default`
    Case,
    /// `goto`, with its label.
    Goto(String),
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `return`
    Return,
    /// `asm`
    Assembly,
}

/// A function with its body.
#[derive(Clone, Debug)]
pub struct Function {
    /// The name.
    pub name: String,
    /// The function itself.
    pub symbol: SymbolId,
    /// Its parameters.
    pub parameters: Vec<SymbolId>,
    /// Its body, a block.
    pub body: Statement,
    /// The whole definition.
    pub span: Span,
}

impl std::ops::Index<SymbolId> for Symbols {
    type Output = Symbol;

    fn index(&self, id: SymbolId) -> &Symbol {
        &self.0[id.0]
    }
}

impl SymbolKind {
    /// Whether it is a variable of a block or of the file.
    pub fn is_variable(&self) -> bool {
        matches!(self, SymbolKind::Local { .. } | SymbolKind::Global)
    }
}

impl Symbol {
    /// Whether it is a member of a local structure that counts as a variable.
    pub fn is_member_of_local(&self) -> bool {
        self.declared.is_some_and(|places| places.is_member)
    }
}

impl Expression {
    /// The direct parts.
    pub fn parts(&self) -> impl DoubleEndedIterator<Item = &Expression> {
        let none: &[Expression] = &[];
        let (first, others): ([Option<&Expression>; 3], _) = match &self.kind {
            ExpressionKind::Variable(_)
            | ExpressionKind::Integer(_)
            | ExpressionKind::Floating
            | ExpressionKind::SizeOf(..) => ([None; 3], none),
            ExpressionKind::Unary(_, a) | ExpressionKind::Cast(a) | ExpressionKind::Member(_, a) => {
                ([Some(a), None, None], none)
            }
            ExpressionKind::Increment { operand, .. } => ([Some(operand), None, None], none),
            ExpressionKind::Index(a, b)
            | ExpressionKind::Binary(_, a, b)
            | ExpressionKind::Assign(_, a, b) => ([Some(a), Some(b), None], none),
            ExpressionKind::Conditional(a, b, c) => ([Some(a), Some(b), Some(c)], none),
            ExpressionKind::Call(callee, arguments) => ([Some(callee), None, None], arguments.as_slice()),
            ExpressionKind::Comma(list) | ExpressionKind::Other(_, list) => ([None; 3], list.as_slice()),
        };
        first.into_iter().flatten().chain(others)
    }

    /// Changes the expression and all its parts, inner ones first.
    pub fn change(&mut self, change: &mut dyn FnMut(&mut Expression)) {
        match &mut self.kind {
            ExpressionKind::Variable(_)
            | ExpressionKind::Integer(_)
            | ExpressionKind::Floating
            | ExpressionKind::SizeOf(..) => {}
            ExpressionKind::Unary(_, a) | ExpressionKind::Cast(a) | ExpressionKind::Member(_, a) => {
                a.change(change);
            }
            ExpressionKind::Increment { operand, .. } => operand.change(change),
            ExpressionKind::Index(a, b)
            | ExpressionKind::Binary(_, a, b)
            | ExpressionKind::Assign(_, a, b) => {
                a.change(change);
                b.change(change);
            }
            ExpressionKind::Conditional(a, b, c) => {
                [a, b, c].into_iter().for_each(|part| part.change(change))
            }
            ExpressionKind::Call(callee, arguments) => {
                callee.change(change);
                arguments.iter_mut().for_each(|argument| argument.change(change));
            }
            ExpressionKind::Comma(list) | ExpressionKind::Other(_, list) => {
                list.iter_mut().for_each(|part| part.change(change));
            }
        }
        change(self);
    }

    /// Calls `visit` on the expression and all its parts, outer ones first.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Expression)) {
        visit(self);
        for part in self.parts() {
            part.walk(visit);
        }
    }

    /// The same, and on what stands in the types that it names and in operands of `sizeof`, which C evaluates for some.
    pub fn walk_with_types<'a>(&'a self, visit: &mut dyn FnMut(&'a Expression)) {
        visit(self);
        match &self.kind {
            ExpressionKind::SizeOf(type_, operand) => {
                walk_extents(type_, visit);
                operand.iter().for_each(|operand| operand.walk_with_types(visit));
            }
            ExpressionKind::Cast(_) => walk_extents(&self.type_, visit),
            _ => {}
        }
        for part in self.parts() {
            part.walk_with_types(visit);
        }
    }

    /// The operands of the comma operator, or the expression itself.
    pub fn sequence(&self) -> Vec<&Expression> {
        match &self.kind {
            ExpressionKind::Comma(list) => list.iter().flat_map(Expression::sequence).collect(),
            _ => vec![self],
        }
    }

    /// The targets of `a = b = e` in the order in which they are assigned, and `e`; of anything else none, and that itself.
    pub fn chain(&self) -> (Vec<&Expression>, &Expression) {
        let (mut targets, mut value) = (Vec::new(), self);
        while let ExpressionKind::Assign(None, target, inner) = &value.kind {
            targets.push(&**target);
            value = inner;
        }
        targets.reverse();
        (targets, value)
    }

    /// Whether a variable is computed with.
    pub fn mentions(&self, symbol: SymbolId) -> bool {
        let mut found = false;
        self.walk(&mut |part| found |= part.variable() == Some(symbol));
        found
    }

    /// What the expression itself gives a value to.
    pub fn assigned(&self) -> Option<&Expression> {
        match &self.kind {
            ExpressionKind::Assign(_, target, _) => Some(target),
            ExpressionKind::Increment { operand, .. } => Some(operand),
            _ => None,
        }
    }

    /// The variable, if it is nothing else.
    pub fn variable(&self) -> Option<SymbolId> {
        match self.kind {
            ExpressionKind::Variable(symbol) => Some(symbol),
            _ => None,
        }
    }

    /// The variable or member, if it is nothing else. A member of a structure in an array is one of many.
    pub fn named(&self) -> Option<SymbolId> {
        match self.kind {
            ExpressionKind::Variable(symbol) | ExpressionKind::Member(symbol, _) => Some(symbol),
            _ => None,
        }
    }

    /// `a[i][j]` as `a` and its subscripts, `a[i].b[j]` as the member and all subscripts; anything else as itself
    /// without subscripts.
    pub fn subscripted(&self) -> (&Expression, Vec<&Expression>) {
        let (mut base, mut subscripts) = (self, Vec::new());
        while let ExpressionKind::Index(array, subscript) = &base.kind {
            subscripts.push(&**subscript);
            base = array;
        }
        let mut path = base;
        while let ExpressionKind::Member(_, inner) | ExpressionKind::Index(inner, _) = &path.kind {
            if let ExpressionKind::Index(_, subscript) = &path.kind {
                subscripts.push(subscript);
            }
            path = inner;
        }
        subscripts.reverse();
        (base, subscripts)
    }

    /// The expression without the casts around it.
    pub fn without_casts(&self) -> &Expression {
        match &self.kind {
            ExpressionKind::Cast(inner) => inner.without_casts(),
            _ => self,
        }
    }
}

impl Member {
    /// How C writes it, in the pieces between the path's subscripts; `object` is the name of the variable.
    pub fn spelling(&self, object: &str) -> Vec<String> {
        let mut pieces = vec![object.to_owned()];
        let mut is_pointer = false;
        for step in &self.steps {
            match step {
                Step::Field(name) => {
                    let operator = if is_pointer { "->" } else { "." };
                    if let Some(piece) = pieces.last_mut() {
                        piece.push_str(operator);
                        piece.push_str(name);
                    }
                }
                Step::Row | Step::Element => pieces.push(String::new()),
                Step::Cell { number, .. } => {
                    if let Some(piece) = pieces.last_mut() {
                        piece.push_str(&format!("[{number}]"));
                    }
                }
                Step::Dereference => {}
            }
            is_pointer = *step == Step::Dereference;
        }
        pieces
    }

    /// The names of the members on the way.
    pub fn fields(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for step in &self.steps {
            if let Step::Field(name) = step {
                names.push(name.as_str());
            }
        }
        names
    }

    /// The names and numbers on the way.
    pub fn words(&self) -> Vec<String> {
        let word = |step: &Step| match step {
            Step::Field(name) => Some(name.clone()),
            Step::Cell { number, .. } => Some(number.to_string()),
            _ => None,
        };
        self.steps.iter().filter_map(word).collect()
    }

    /// Whether it is a cell of what `object` and `steps` lead to.
    pub fn is_cell_of(&self, object: SymbolId, steps: &[Step]) -> bool {
        let is_cell = |step: &Step| matches!(step, Step::Cell { .. });
        let cells = self.steps.iter().rev().take_while(|step| is_cell(step)).count();
        cells > 0 && self.object == object && self.steps[..self.steps.len() - cells] == *steps
    }

    /// Whether it is a member of many structures, one for each value of the path's subscripts.
    pub fn is_one_of_many(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Row | Step::Element))
    }
}

impl PartialEq for Member {
    fn eq(&self, other: &Member) -> bool {
        (self.object, &self.steps) == (other.object, &other.steps)
    }
}

impl Eq for Member {}

impl Initializer {
    /// The expressions in it.
    pub fn expressions(&self) -> &[Expression] {
        match self {
            Initializer::Value(value) => std::slice::from_ref(value),
            Initializer::List(values) => values,
        }
    }

    /// The same, to be changed.
    pub fn expressions_mut(&mut self) -> &mut [Expression] {
        match self {
            Initializer::Value(value) => std::slice::from_mut(value),
            Initializer::List(values) => values,
        }
    }
}

/// Calls `visit` on every expression in the extents of a type.
pub(crate) fn walk_extents<'a>(type_: &'a Type, visit: &mut dyn FnMut(&'a Expression)) {
    if let TypeKind::Array(_, ArraySize::Elements(count)) = &type_.kind {
        count.walk_with_types(visit);
    }
    if let Some(target) = type_.target() {
        walk_extents(target, visit);
    }
}

impl Statement {
    /// The statements directly in it, in the order of the text.
    pub fn children(&self) -> impl DoubleEndedIterator<Item = &Statement> {
        let none: &[Statement] = &[];
        let (first, others): ([Option<&Statement>; 2], _) = match &self.kind {
            StatementKind::Block(list) | StatementKind::Other(_, _, list) => ([None; 2], list.as_slice()),
            StatementKind::Declaration(_) | StatementKind::Expression(_) => ([None; 2], none),
            StatementKind::If(_, then, otherwise) => ([Some(then), otherwise.as_deref()], none),
            StatementKind::For(for_) => ([for_.initial.as_ref(), Some(&for_.body)], none),
            StatementKind::Labeled(_, inner) => ([Some(inner), None], none),
        };
        first.into_iter().flatten().chain(others)
    }

    /// The expressions directly in it, initializers included.
    pub fn expressions<'a>(&'a self, symbols: &'a Symbols) -> Vec<&'a Expression> {
        match &self.kind {
            StatementKind::Block(_) | StatementKind::Labeled(..) => vec![],
            StatementKind::Declaration(list) => {
                let initializers =
                    list.iter().filter_map(|declared| symbols[declared.symbol].initializer.as_ref());
                initializers.flat_map(Initializer::expressions).collect()
            }
            StatementKind::Expression(expression) => expression.iter().collect(),
            StatementKind::If(condition, ..) => vec![condition],
            StatementKind::For(for_) => for_.condition.iter().chain(&for_.step).collect(),
            StatementKind::Other(_, expressions, _) => expressions.iter().collect(),
        }
    }

    /// Calls `visit` on the statement and all in it, outer ones first.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Statement)) {
        visit(self);
        for child in self.children() {
            child.walk(visit);
        }
    }

    /// Whether it is `return;`, in a block perhaps.
    pub fn returns_nothing(&self) -> bool {
        match &self.kind {
            StatementKind::Block(list) => matches!(list.as_slice(), [only] if only.returns_nothing()),
            StatementKind::Other(Construct::Return, results, _) => results.is_empty(),
            _ => false,
        }
    }

    /// The statement in a block of one, or itself.
    pub fn single(&self) -> &Statement {
        match &self.kind {
            StatementKind::Block(list) if list.len() == 1 => list[0].single(),
            _ => self,
        }
    }

    /// Whether there is assembly in it, which does what no expression says.
    pub fn holds_assembly(&self) -> bool {
        self.holds(&|kind| matches!(kind, StatementKind::Other(Construct::Assembly, ..)))
    }

    /// Whether the statement, or one in it, is such a one.
    pub fn holds(&self, is_such: &dyn Fn(&StatementKind) -> bool) -> bool {
        let mut found = false;
        self.walk(&mut |it| found |= is_such(&it.kind));
        found
    }

    /// Whether it declares a variable.
    pub fn declares(&self, symbol: SymbolId) -> bool {
        match &self.kind {
            StatementKind::Declaration(list) => list.iter().any(|declared| declared.symbol == symbol),
            _ => false,
        }
    }

    /// Whether something in it computes with a variable.
    pub fn mentions(&self, symbol: SymbolId, symbols: &Symbols) -> bool {
        let mut found = false;
        self.walk_expressions(symbols, &mut |part| found |= part.variable() == Some(symbol));
        found
    }

    /// Changes every expression in the statement, and all their parts, but for the values in declarations.
    pub fn change_expressions(&mut self, change: &mut dyn FnMut(&mut Expression)) {
        match &mut self.kind {
            StatementKind::Declaration(_) => {}
            StatementKind::Block(list) => list.iter_mut().for_each(|inner| inner.change_expressions(change)),
            StatementKind::Labeled(_, inner) => inner.change_expressions(change),
            StatementKind::Expression(expression) => expression.iter_mut().for_each(|it| it.change(change)),
            StatementKind::If(condition, then, otherwise) => {
                condition.change(change);
                then.change_expressions(change);
                otherwise.iter_mut().for_each(|inner| inner.change_expressions(change));
            }
            StatementKind::For(parts) => {
                parts.initial.iter_mut().for_each(|initial| initial.change_expressions(change));
                parts.condition.iter_mut().chain(&mut parts.step).for_each(|part| part.change(change));
                parts.fill.iter_mut().for_each(|fill| fill.call.change(change));
                parts.body.change_expressions(change);
            }
            StatementKind::Other(_, expressions, list) => {
                expressions.iter_mut().for_each(|part| part.change(change));
                list.iter_mut().for_each(|inner| inner.change_expressions(change));
            }
        }
    }

    /// Calls `change` on the statement, and before that on those in it.
    pub fn change_each(&mut self, change: &mut dyn FnMut(&mut Statement)) {
        match &mut self.kind {
            StatementKind::Block(list) | StatementKind::Other(_, _, list) => {
                list.iter_mut().for_each(|inner| inner.change_each(change));
            }
            StatementKind::If(_, then, otherwise) => {
                then.change_each(change);
                otherwise.iter_mut().for_each(|inner| inner.change_each(change));
            }
            StatementKind::For(parts) => parts.body.change_each(change),
            StatementKind::Labeled(_, inner) => inner.change_each(change),
            StatementKind::Declaration(_) | StatementKind::Expression(_) => {}
        }
        change(self);
    }

    /// Calls `visit` on every expression in the statement and on all their parts.
    pub fn walk_expressions<'a>(&'a self, symbols: &'a Symbols, visit: &mut dyn FnMut(&'a Expression)) {
        self.walk(&mut |statement| {
            for expression in statement.expressions(symbols) {
                expression.walk(visit);
            }
        });
    }

    /// The same, and on what stands in types.
    pub fn walk_with_types<'a>(&'a self, symbols: &'a Symbols, visit: &mut dyn FnMut(&'a Expression)) {
        self.walk(&mut |statement| {
            if let StatementKind::Declaration(list) = &statement.kind {
                list.iter().for_each(|declared| walk_extents(&symbols[declared.symbol].type_, visit));
            }
            for expression in statement.expressions(symbols) {
                expression.walk_with_types(visit);
            }
        });
    }

    /// The statement without its labels, and the innermost label.
    pub fn unlabeled(&self) -> (Option<&str>, &Statement) {
        match &self.kind {
            StatementKind::Labeled(label, inner) => {
                let (innermost, statement) = inner.unlabeled();
                (innermost.or(Some(label)), statement)
            }
            _ => (None, self),
        }
    }
}
