//! From lang-c's trees to ours: names are looked up, types worked out, places made absolute.
//!
//! One pass over the translation unit in the order of the text, as C's scopes ask for.

mod assertions;
mod attributes;
mod cells;
mod declarations;
mod expressions;
mod members;
mod statements;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use diagnostics::Span;
use lang_c::ast;
use lang_c::span::Node;
use polyhedral::Obtained;

use super::fold;
use super::parse::{External, Tree};
use super::records::Records;
use super::split::TokenTable;
use super::tree::{
    Declared, Expression, ExpressionKind, Function, Step, Symbol, SymbolId, SymbolKind, Symbols,
    UnaryOperator,
};
use super::types::Type;
use crate::clamps::Clamp;
use crate::facts::library;
use crate::file_arrays::FileArrays;
use crate::row_tables::RowTable;
use crate::rows::Row;
use crate::settled::Settled;

pub use attributes::Promise;
pub use cells::{difference, offset};

/// The functions of a translation unit, with what their names stand for.
#[derive(Default)]
pub struct Resolved {
    /// Everything that has a name.
    pub symbols: Symbols,
    /// The functions that have a body.
    pub functions: Vec<Function>,
    /// Numbers in arrays with constant subscripts, by the array and these.
    pub cells: HashMap<(SymbolId, Vec<i128>), SymbolId>,
    /// The structures and unions.
    pub records: Records,
    /// The members that have symbols, by their paths.
    members: HashMap<(SymbolId, Vec<Step>), SymbolId>,
    /// The members that get the values of a list, by the structure that is declared with it.
    pub listed: HashMap<SymbolId, Vec<String>>,
    /// The functions that obtain structures on the heap, set their members and do nothing else.
    pub obtaining: BTreeSet<SymbolId>,
    /// The structures, and pointers to such, of which each member is a variable in the trees.
    pub taken_apart: BTreeSet<SymbolId>,
    /// Whether a function of the file gets one of them, or gives one back.
    pub hands_on: bool,
    /// The calls of functions that obtain blocks for others, by their places; the trees have `malloc` or `calloc` there.
    pub obtained: HashMap<Span, Obtained>,
    /// The tables of rows that count as blocks.
    pub row_tables: BTreeMap<SymbolId, RowTable>,
    /// What attributes say of functions.
    pub promises: HashMap<SymbolId, Promise>,
    /// The pointers that stand for places in arrays; all of their cells are the arrays' in the trees.
    pub rows: Vec<Row>,
    /// The calls of functions that do no more than to read one place, by theirs; the trees have that place there.
    pub getters: HashMap<Span, Expression>,
    /// The functions that compute an integer from integers alone.
    pub computations: BTreeMap<SymbolId, Computation>,
    /// The names of results that are read from arrays.
    pub results: BTreeSet<SymbolId>,
    /// Whether no function of another file ever runs.
    pub is_whole_program: bool,
    /// `main`, if it is its program's only run, and the functions of a whole program that run once at most.
    pub once: BTreeSet<SymbolId>,
    /// The variables of the file that no other file sees.
    pub statics: BTreeSet<SymbolId>,
    /// The other variables of the file, with the places of their declarations but for those that say `extern`.
    pub globals: BTreeMap<SymbolId, Vec<Option<Declared>>>,
    /// The `static` numbers that are known by their names alone.
    pub kept: BTreeSet<SymbolId>,
    /// By those of them of which that is known, the functions that change them.
    pub changers: BTreeMap<SymbolId, BTreeSet<SymbolId>>,
    /// Those of them that only count loops.
    pub counters: BTreeSet<SymbolId>,
    /// The functions of the C library that read or write a stream, and get places in memory for that.
    pub readers: BTreeSet<SymbolId>,
    /// The functions of the C library that keep a state and do nothing else.
    pub library: BTreeMap<SymbolId, library::State>,
    /// The functions of the file that give back a block that nobody else knows.
    pub fresh: BTreeSet<SymbolId>,
    /// The arrays of the file that no other file sees.
    pub file_arrays: FileArrays,
    /// The tests of pointers that can only come out one way, with whether they hold.
    pub null_tests: HashMap<Span, bool>,
    /// The conditions that give integers another value, by their places.
    pub clamps: HashMap<Span, Clamp>,
    /// The settings of integers that have one value at a time.
    pub settled: Vec<Settled>,
    /// What assertions have for warnings alone.
    pub unevaluated: Vec<Span>,
}

/// An integer that a function computes from its parameters, which have these types.
pub struct Computation {
    /// The parameters, in order.
    pub parameters: Vec<(SymbolId, Type)>,
    /// The value, in these.
    pub value: Expression,
}

impl Resolved {
    /// Changes every expression in the functions and in the values of declarations, and all their parts, inner ones first. What is given
    /// along lacks the functions meanwhile, and the value that is being changed.
    pub fn change_expressions(&mut self, change: &mut dyn FnMut(&mut Resolved, &mut Expression)) {
        let mut functions = std::mem::take(&mut self.functions);
        for function in &mut functions {
            function.body.change_expressions(&mut |expression| change(self, expression));
        }
        for id in 0..self.symbols.0.len() {
            let Some(mut initializer) = self.symbols.0[id].initializer.take() else { continue };
            for value in initializer.expressions_mut() {
                value.change(&mut |expression| change(self, expression));
            }
            self.symbols.0[id].initializer = Some(initializer);
        }
        self.functions = functions;
    }

    /// The symbol for `a[2]`, `*a` or `p->a[2]`, if it is an integer.
    pub fn cell(&self, expression: &Expression) -> Option<SymbolId> {
        let (base, subscripts) = self.constant_cell(expression)?;
        self.cells.get(&(base, subscripts)).copied()
    }

    /// The array and the subscripts of a cell whose subscripts are constant.
    fn constant_cell(&self, expression: &Expression) -> Option<(SymbolId, Vec<i128>)> {
        let (base, subscripts) = match &expression.kind {
            ExpressionKind::Unary(UnaryOperator::Dereference, pointer) => (&**pointer, vec![0]),
            ExpressionKind::Index(..) => {
                let (base, subscripts) = expression.subscripted();
                let numbers = subscripts.into_iter().map(|it| fold::constant(it, &self.symbols));
                (base, numbers.collect::<Option<_>>()?)
            }
            _ => return None,
        };
        base.named().map(|base| (base, subscripts))
    }
}

/// What a name means in a scope.
#[derive(Clone)]
enum Binding {
    Symbol(SymbolId),
    Type(Type),
}

struct Scope {
    names: HashMap<String, Binding>,
    span: Span,
}

/// The pass in progress.
struct Resolver<'a> {
    text: &'a str,
    table: &'a TokenTable,
    external: &'a External,
    scopes: Vec<Scope>,
    resolved: Resolved,
}

/// Resolves all that could be parsed.
pub fn resolve(text: &str, table: &TokenTable, externals: &[External]) -> Resolved {
    let Some(first) = externals.first() else { return Resolved::default() };
    let file = Scope { names: HashMap::new(), span: Span::new(0, text.len()) };
    let mut resolver =
        Resolver { text, table, external: first, scopes: vec![file], resolved: Resolved::default() };
    for external in externals {
        resolver.external = external;
        match &external.tree {
            Tree::Whole(tree) => resolver.external_declaration(tree),
            Tree::Function(name) => resolver.unnamed_function(*name),
            Tree::Unknown(_) => {}
        }
    }
    resolver.resolved
}

impl<'a> Resolver<'a> {
    fn external_declaration(&mut self, tree: &'a ast::ExternalDeclaration) {
        let declared = match tree {
            ast::ExternalDeclaration::Declaration(declaration) => {
                self.declaration(&declaration.node, self.place(declaration.span))
            }
            ast::ExternalDeclaration::StaticAssert(_) => return,
            ast::ExternalDeclaration::FunctionDefinition(definition) => {
                self.function(&definition.node, self.place(definition.span)).into_iter().collect()
            }
        };
        let tokens = &self.table.tokens[self.external.piece.tokens.clone()];
        if let Some(promise) = attributes::promise(self.text, tokens) {
            self.resolved.promises.extend(declared.into_iter().map(|symbol| (symbol, promise)));
        }
    }

    /// A function that nothing names, so that its type doesn't matter.
    fn unnamed_function(&mut self, name_span: Span) {
        self.declare_linked(Symbol {
            is_fixed: false,
            name: name_span.of(self.text).to_owned(),
            kind: SymbolKind::Function,
            type_: Type::unknown(),
            name_span,
            initializer: None,
            declared: None,
        });
    }

    /// A place of lang-c's, without white space at its edges.
    fn place(&self, span: lang_c::span::Span) -> Span {
        self.table.trimmed(self.external.place(span))
    }

    /// A name as it stands in the text; the tree may have a plainer one of the same length.
    fn name(&self, identifier: &Node<ast::Identifier>) -> String {
        let name = &identifier.node.name;
        let place = self.external.place(identifier.span);
        let written = self.text.get(place.start..place.end).filter(|written| written.len() == name.len());
        written.unwrap_or(name).to_owned()
    }

    fn lookup(&self, name: &str) -> Option<&Binding> {
        self.scopes.iter().rev().find_map(|scope| scope.names.get(name))
    }

    fn enter(&mut self, span: Span) {
        self.scopes.push(Scope { names: HashMap::new(), span });
    }

    fn leave(&mut self) {
        self.scopes.pop();
    }

    fn scope_span(&self) -> Span {
        self.scopes.last().map_or(Span::default(), |scope| scope.span)
    }

    fn bind(&mut self, name: &str, binding: Binding) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.names.insert(name.to_owned(), binding);
        }
    }

    /// Adds `symbol` to the current scope.
    fn declare(&mut self, symbol: Symbol) -> SymbolId {
        let id = SymbolId(self.resolved.symbols.0.len());
        self.bind(&symbol.name.clone(), Binding::Symbol(id));
        self.resolved.symbols.0.push(symbol);
        id
    }

    /// Adds an object or function with linkage, or finds the one that was declared before.
    fn declare_linked(&mut self, symbol: Symbol) -> SymbolId {
        let known = self.scopes.first().and_then(|file| file.names.get(&symbol.name));
        let Some(&Binding::Symbol(id)) = known else {
            let id = SymbolId(self.resolved.symbols.0.len());
            if let Some(file) = self.scopes.first_mut() {
                file.names.insert(symbol.name.clone(), Binding::Symbol(id));
            }
            return self.declare(symbol);
        };
        self.bind(&symbol.name, Binding::Symbol(id));
        let earlier = &mut self.resolved.symbols.0[id.0];
        if symbol.initializer.is_some() || !declarations::is_complete(&earlier.type_) {
            *earlier = symbol;
        }
        id
    }

    /// The symbol called `name`, which is added to the file if nothing declares it.
    fn symbol(&mut self, name: &str, place: Span) -> SymbolId {
        if let Some(Binding::Symbol(id)) = self.lookup(name) {
            return *id;
        }
        self.declare(Symbol {
            is_fixed: false,
            name: name.to_owned(),
            kind: SymbolKind::Undeclared,
            type_: Type::unknown(),
            name_span: place,
            initializer: None,
            declared: None,
        })
    }
}
