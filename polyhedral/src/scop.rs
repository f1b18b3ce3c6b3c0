//! A static control part: what the frontend knows of one region.
//!
//! Spaces: a statement `S` has instances `S[i]` with its surrounding iterators outermost first, an
//! array `A` has cells `A[x]` with its subscripts outermost first (a scalar has the single cell
//! `A[]`), and all share the parameters of [`Scop::parameters`], in that order.

use crate::expression::{Condition, Expression};
use crate::lower;
use crate::program::Program;
use crate::unknown::Unknown;
use diagnostics::Span;
use isl::{DimType, Map, Set, UnionMap, UnionSet};
use std::collections::BTreeSet;

/// Position in [`Scop::statements`].
pub type StatementId = usize;
/// Position in [`Scop::arrays`].
pub type ArrayId = usize;

/// One region in polyhedral form. Immutable once built; [`crate::verify`] lists its invariants.
#[derive(Clone, Debug)]
pub struct Scop {
    /// The C function around the region.
    pub function: String,
    /// The user's file that holds the region, as the preprocessor names it.
    pub file: String,
    /// First and last line of the region in the user's file, counted from 1: those of `#pragma scop`
    /// and `#pragma endscop` where they mark it.
    pub lines: (u32, u32),
    /// The region's bytes in the preprocessed text.
    pub span: Span,
    /// Integers that the region doesn't change.
    pub parameters: Vec<Parameter>,
    /// `{ : … }`: what is known of the parameters: the user's assumptions, and for lifted constants
    /// that they are not small (see [`Parameter::value`]).
    pub context: Set,
    /// The same as a condition, for those that don't use isl.
    pub assumptions: Condition,
    /// Arrays and scalars that the region touches, in order of first appearance.
    pub arrays: Vec<Array>,
    /// Why nothing may be computed in another order than the program's, as a phrase.
    pub fixed: Option<String>,
    /// Whether loops of the program are several here: then references in the program's text say less than the model, and
    /// what changes in them needs a new text.
    pub is_divided: bool,
    /// What must be tested before the region runs, since the model relies on it; the context says it, too.
    pub hopes: Hopes,
    /// The statements in textual order.
    pub statements: Vec<Statement>,
    /// What the region executes, as written.
    pub program: Program,
    /// `{ S[i] -> [0,i,0,…] }`: the order of [`Scop::program`], total and injective, all dates of one
    /// length (2d+1 encoding, padded with zeros). Sections count as a loop whose counter is the number of
    /// the section.
    pub schedule: UnionMap,
    /// Where the program leaves the order open, in the order of the text: one entry for each parallel loop
    /// and for each [`crate::Node::Sections`] that hold statements.
    pub unordered: Vec<Unordered>,
    /// OpenMP's clause for how many threads its parallel loops get, as C; `None` for as many as there are.
    pub threads: Option<String>,
    /// The identifiers of the region's text and the macros of the user's files: names that mean
    /// something already.
    pub taken: BTreeSet<String>,
}

/// What only a run knows: where its function starts it must be tested.
#[derive(Clone, Debug, Default)]
pub struct Hopes {
    /// Conditions on parameters.
    pub sizes: Vec<Condition>,
    /// Structures that must not lie in what is touched of an array: pointers to them, as C spells them.
    pub apart: Vec<(String, ArrayId)>,
    /// Members that must be such as can be read, as C spells them.
    pub readable: Vec<String>,
}

impl Hopes {
    /// Whether there is nothing to test.
    pub fn is_empty(&self) -> bool {
        self.sizes.is_empty() && self.apart.is_empty() && self.readable.is_empty()
    }
}

/// Instances that may run in any order or at the same time: two of these statements whose dates
/// ([`Scop::schedule`]) agree before `dimension` and differ there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unordered {
    /// The position in the dates, counted from 0.
    pub dimension: u32,
    /// The statements inside the construct, in textual order.
    pub statements: Vec<StatementId>,
    /// Arrays and scalars that each thread, or each iteration, has for itself: what one iteration does to
    /// them concerns no other. In increasing order.
    pub private: Vec<ArrayId>,
}

/// An integer that is constant while the region runs.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The name in isl objects and expressions. For a lifted constant a name that no C identifier of
    /// the file has.
    pub name: String,
    /// Its C type.
    pub kind: IntegerType,
    /// For a **lifted constant**, a large literal of the program that analyses treat as a parameter
    /// so that results hold for every large enough size and can be checked at small ones: the value
    /// it really has. `None` for a variable of the program.
    pub value: Option<i64>,
    /// How C spells it: the variable, or for a lifted constant the macro or the literal.
    pub spelling: String,
    /// Where the variable that the spelling starts with is declared; `None` for a constant, and for a product.
    pub declared: Option<Span>,
    /// The parameters whose product it is, by their names; none for others.
    pub factors: Vec<String>,
}

impl Parameter {
    /// Whether C spells it as one word: a variable, a macro or a number, not `p->w`.
    pub fn is_word(&self) -> bool {
        self.spelling.chars().all(|c| c.is_alphanumeric() || c == '_')
    }
}

/// An integer type of C.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntegerType {
    /// As the user wrote it: `size_t`, `unsigned int`.
    pub name: String,
    /// Width in bits.
    pub bits: u32,
    /// Whether it has negative values.
    pub signed: bool,
}

/// An array, or a scalar as an array without dimensions.
#[derive(Clone, Debug)]
pub struct Array {
    /// The name in isl objects: the C name, made unique where two block-local variables share one.
    pub name: String,
    /// The C name; for a member of structures its path: `p->size`, `v[].x`.
    pub c_name: String,
    /// What C writes in front of each of the first subscripts and behind the last of these, where that isn't
    /// the name and nothing: `v`, `.x` for `v[i].x`. Empty for all others.
    pub pieces: Vec<String>,
    /// The element's type as C text, without `const`.
    pub element: String,
    /// The element's size; `None` where it isn't known.
    pub element_bytes: Option<u64>,
    /// Whether the elements are floating-point numbers: a sum of these waits for each of its parts, in their order.
    pub is_rounded: bool,
    /// One per dimension, outermost first. `None` for an outermost extent that the declaration
    /// doesn't give (`double *a`, `a[]`).
    pub extents: Vec<Option<Extent>>,
    /// The iterators that tell the versions of a cell apart, in an array that was expanded: its first
    /// dimensions. None in the program.
    pub versions: Vec<String>,
    /// What it holds, as a phrase (`what S1 writes to t`), for an array that takes the place of one of the program
    /// with other subscripts or other values. `None` in the program.
    pub purpose: Option<String>,
    /// How its memory is obtained.
    pub storage: Storage,
    /// Where its declaration names it, in the preprocessed text.
    pub name_span: Span,
    /// Why its contents may be seen by others after the region, as a phrase (`it is a parameter`,
    /// `line 30 reads it`); `None` where nobody can: then it dies with the region.
    pub outlives: Option<String>,
    /// Whether the region may run again and find in it what this run leaves.
    pub comes_back: bool,
    /// Why its declaration must stay as it is, as a phrase (`line 30 uses it`), though its contents may
    /// die with the region; `None` where only the region depends on it.
    pub pinned: Option<String>,
    /// The parameters that its declaration can't mention, since they get their values later.
    pub late: Vec<String>,
    /// Whether it is declared `restrict`, or is memory of its own, so that no other name reaches it.
    pub unaliased: bool,
    /// Set where its first subscript chooses one of the pointers in a table: its rows lie anywhere, are as long as they like, and may
    /// overlap one another.
    pub scattered: Option<Scattered>,
    /// Set where C sees it as an array of one dimension, in which the cells lie row by row.
    pub flat: Option<Flat>,
    /// Whether its declaration lets it share its memory.
    pub sharing: Sharing,
    /// Whether nothing has given it values when the region starts, whenever that runs: what is read of a cell before the region
    /// has written it is indeterminate, and no value.
    pub indeterminate: bool,
    /// Statements elsewhere that do nothing but give it values, which nobody reads where the region reads none from before: with fewer
    /// cells it has no place for these, and they go.
    pub stores: Vec<Span>,
}

/// Whether the declaration of an array lets it share memory with others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sharing {
    /// Others may live in its memory: that is there whenever the region runs, and its name means it in all of
    /// the region.
    pub lends: bool,
    /// It may live in the memory of another: its own may go.
    pub borrows: bool,
    /// It is `static`.
    pub is_static: bool,
}

/// How C computes where a cell is, in an array of one dimension that is used as one of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flat {
    /// Whether the program computes it in 64 bits, at least for some cells.
    pub wide: bool,
    /// Whether rows may be longer than the distance between them, so that several subscripts mean one cell. Nothing in the
    /// region writes such an array.
    pub overlapping: bool,
}

/// Rows that lie anywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scattered {
    /// The element's type, in words of C that mean it in all of the file.
    pub element: String,
    /// Whether the pointers to them are said to be of another type: to `const` elements, or to some of a type with a name.
    pub is_named: bool,
}

/// The size of one dimension.
#[derive(Clone, Debug)]
pub struct Extent {
    /// As written in the declaration, macros expanded.
    pub text: String,
    /// Its value, if it is an expression in the parameters.
    pub value: Option<Expression>,
}

/// How an array's memory is obtained, with what is needed to change that. Spans lie in the
/// preprocessed text.
#[derive(Clone, Debug)]
pub enum Storage {
    /// A local variable: `double tmp[N][M];`, also `static`.
    Local {
        /// From the first `[` to the last `]` of the declarator; empty, after the name, for a scalar.
        extents_span: Span,
        /// The whole declaration with its semicolon.
        declaration: Span,
        /// Whether other declarators stand in the same declaration.
        shared: bool,
        /// Whether the declaration stands inside the region.
        inside: bool,
        /// Whether it has an initializer.
        initialized: bool,
        /// A list of numbers that it gets where it is declared, from the `=` on: what nobody reads can go.
        list: Option<Span>,
        /// Whether the region finds zeros in it, whenever that runs.
        zeroed: bool,
        /// Its declaration, if that stands inside the region and gives it constants that nothing changes.
        table: Option<Table>,
        /// Whether attributes follow the extents.
        attributed: bool,
        /// How long it is there.
        lifetime: Lifetime,
    },
    /// A block from `malloc` that a local pointer, or a member of a local structure, holds and the same function frees.
    Block {
        /// The declarator of the pointer without the initializer: `(*tmp)[M]` or `*tmp`; `None` for a member of a structure,
        /// which has its type elsewhere.
        declarator: Option<Span>,
        /// The allocating expression, with a cast in front of it: `malloc(sizeof(double[N][M]))`; empty where it is in a function
        /// that others call, too, so that the block keeps its size.
        allocation: Span,
        /// Whether the declaration itself obtains it.
        initial: bool,
        /// Whether the block is zeroed (`calloc`).
        zeroed: bool,
        /// Whether the region finds it as it was obtained, whenever it runs.
        fresh: bool,
        /// The statements that free it, if nothing but these and references to its cells mention it, so that
        /// a variable can take its place.
        releases: Option<Vec<Span>>,
        /// The function of the file that obtains it, if it isn't `malloc` or `calloc` itself.
        by: Option<Obtained>,
    },
    /// A table of pointers to rows that a local pointer holds, with its rows: `double **tmp`. Statements of the function, or others
    /// that these call, obtain and release both.
    RowTable {
        /// The declarator of the pointer without the initializer: `**tmp`.
        declarator: Span,
        /// What obtains the table, maybe with the rows.
        allocation: Span,
        /// Whether the rows are zeroed.
        zeroed: bool,
        /// Whether the region finds it as it was obtained, whenever it runs.
        fresh: bool,
        /// By dimension, all places that tell the extent; none where more memory than is used does no harm. `None` where it
        /// can't be changed.
        sizes: [Option<Vec<SizePlace>>; 2],
        /// The statements that give it rows, and that release these.
        parts: Vec<Part>,
        /// The statements that free it, if nothing but these, the `parts` and references to its cells mention it, so that a variable
        /// can take its place.
        releases: Option<Vec<Span>>,
    },
    /// No variable, but what functions of the C library keep between calls.
    Library,
    /// A parameter of the function.
    Parameter,
    /// An object with linkage, or a local pointer to memory that polycc doesn't know.
    Other,
}

/// The declaration of a variable that keeps what that gives it, so that it may stand anywhere. Has as many lines as it has in
/// the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// What stands before its declarator: `static const float`.
    pub before: String,
    /// What follows its name: `[3] = {1, 2, 1}`.
    pub behind: String,
}

/// A place that tells an extent of a table of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SizePlace {
    /// An expression.
    Count(Span),
    /// An expression for one less: `i <= n`.
    Last(Span),
    /// An argument of a function that refuses sizes which aren't positive: these must stay what they are.
    Argument {
        /// The expression.
        place: Span,
        /// The same as text.
        spelling: String,
    },
    /// A statement in a loop over more rows: `if (i < 2)` goes in front.
    Guard {
        /// Its first token.
        first: Span,
        /// The same as text.
        spelling: String,
        /// The loop's counter.
        counter: String,
    },
}

/// A statement, or a loop with statements, that does something for the rows of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The loop.
    pub whole: Span,
    /// The statements in it that are about the table.
    pub own: Vec<Span>,
    /// All statements in it.
    pub all: Vec<Span>,
}

/// A function that obtains a block of the size that its arguments say, and does nothing else.
#[derive(Clone, Debug)]
pub struct Obtained {
    /// The function.
    pub by: String,
    /// How many bytes one is that the product of its arguments counts; 0 where they say more than that.
    pub unit: u64,
    /// How many arguments it has behind the first one.
    pub others: usize,
}

impl Storage {
    /// That of a variable of the function, declared at `place`, or `inside` of the region, where nothing else is said.
    pub fn variable(place: Span, inside: bool) -> Storage {
        Storage::Local {
            extents_span: place,
            declaration: place,
            shared: false,
            inside,
            initialized: false,
            list: None,
            zeroed: false,
            table: None,
            attributed: false,
            lifetime: Lifetime::Automatic,
        }
    }

    /// Whether it is one variable for all runs of the region.
    pub fn is_static(&self) -> bool {
        matches!(self, Storage::Local { lifetime: Lifetime::Function | Lifetime::File, .. })
    }
}

/// How long a variable is there, and for whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lifetime {
    /// For one run of its block.
    Automatic,
    /// For all runs of its function, which declares it `static`.
    Function,
    /// For all runs of the only function that uses it; the file declares it `static`.
    File,
}

/// A statement: an assignment, with what it touches.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The C label, else `S` and the statement's position.
    pub name: String,
    /// The iterators of the surrounding loops, outermost first.
    pub iterators: Vec<Iterator>,
    /// `{ S[i] : … }`, not restricted to the context.
    pub domain: Set,
    /// Reads first, in the order of the text, then the write.
    pub accesses: Vec<Access>,
    /// Subscripts that data choose.
    pub unknown: Vec<Unknown>,
    /// The C text between its first token and its semicolon (included), in pieces.
    pub text: Vec<Piece>,
    /// Its bytes in the preprocessed text, without label.
    pub span: Span,
    /// First line in the user's file.
    pub line: u32,
}

impl Statement {
    /// All pieces of its text, those of unknown subscripts included.
    pub fn pieces(&self) -> impl std::iter::Iterator<Item = &Piece> {
        self.text.iter().chain(self.unknown.iter().flat_map(|unknown| &unknown.text))
    }

    /// Whether it writes, or may write, to `array`.
    pub fn writes_to(&self, array: ArrayId) -> bool {
        self.accesses.iter().any(|access| access.array == array && access.writes())
    }

    /// Whether it reads or writes an item of several that one call could.
    pub fn is_of_items(&self) -> bool {
        self.text.contains(&Piece::Items)
    }

    /// The word, or the brace, with which its text starts; empty if that is something else.
    pub fn start(&self) -> &str {
        let Some(Piece::Text(text)) = self.text.first() else { return "" };
        match text.starts_with('{') {
            true => "{",
            false => text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default(),
        }
    }
}

/// The counter of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Iterator {
    /// Its name in isl objects and in the loop tree: the C name.
    pub name: String,
    /// Its C type.
    pub kind: IntegerType,
    /// Whether it is declared in the region: by the loop (`for (int i = …`) or by a block around it, whose
    /// declarations don't outlive a new text of the region. If not, it is declared outside.
    pub declared_inside: bool,
    /// Where the value is used that it has after the loop, so that the loop must leave that value.
    pub used_after: Option<Span>,
}

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AccessKind {
    /// May read the cell.
    Read,
    /// Writes the cell for certain.
    MustWrite,
    /// May write the cell.
    MayWrite,
}

/// One reference to memory. A compound assignment has two, at the same place.
#[derive(Clone, Debug)]
pub struct Access {
    /// The array.
    pub array: ArrayId,
    /// What is done to the cell.
    pub kind: AccessKind,
    /// The cell, in the statement's iterators, the parameters and its unknown subscripts; one per dimension of the array.
    pub subscripts: Vec<Expression>,
    /// When the reference is evaluated, for one inside `?:`, `&&` or `||`, in the statement's iterators
    /// and the parameters; `Constant(true)` for all others. Where the C condition isn't affine, the
    /// condition that the cell lies in the array: `And` of nothing where its size isn't known.
    pub guard: Condition,
    /// `{ S[i] -> A[x] }` on the instances of the domain where `guard` holds. With unknown subscripts all cells that may be
    /// meant: then a read reads any of them, and no write is certain.
    pub relation: Map,
    /// Its bytes in the preprocessed text, from the name to the last `]`.
    pub span: Span,
}

/// A part of a statement's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// C text to copy.
    Text(String),
    /// A macro without parameters, and what it stands for.
    Macro {
        /// As the user wrote it.
        name: String,
        /// As the preprocessor left it.
        body: String,
    },
    /// A reference: the position in [`Statement::accesses`] (the write, for a compound assignment).
    Access(usize),
    /// The statement's iterator at this position, used as a value.
    Iterator(usize),
    /// What several iterators stand for, used as a value: a sum of products of iterators and parameters, in the type of the statement's
    /// iterator at this position.
    Counter {
        /// The sum, by the names of both.
        value: Expression,
        /// The iterator whose type it has.
        iterator: usize,
    },
    /// How many items a call reads or writes from the cell before on: one, or those of all iterations of a loop along a row.
    Items,
}

impl Piece {
    /// The C text that is copied, as the preprocessor left it.
    pub fn text(&self) -> Option<&str> {
        match self {
            Piece::Text(text) | Piece::Macro { body: text, .. } => Some(text),
            Piece::Access(_) | Piece::Iterator(_) | Piece::Counter { .. } | Piece::Items => None,
        }
    }
}

impl Array {
    /// Whether its elements are one field each of structures (`v[i].x`), so that others lie between them.
    pub fn is_field(&self) -> bool {
        self.pieces.last().is_some_and(|behind| !behind.is_empty())
    }

    /// Whether it isn't as the program declares it, so that it can't be kept.
    pub fn is_made(&self) -> bool {
        self.purpose.is_some() || !self.versions.is_empty()
    }

    /// Whether its name is a variable's, rather than the path to a member of a structure.
    pub fn is_variable(&self) -> bool {
        self.c_name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$')
    }

    /// Whether nobody else has its memory, be that as large as it was or not.
    pub fn is_own(&self) -> bool {
        matches!(self.storage, Storage::Local { .. } | Storage::Block { .. })
    }

    /// Whether its memory is declared or obtained with its size, so that it gets another one with another size.
    pub fn is_resized(&self) -> bool {
        match &self.storage {
            Storage::Local { .. } | Storage::RowTable { .. } => true,
            Storage::Block { allocation, .. } => !allocation.is_empty(),
            Storage::Parameter | Storage::Library | Storage::Other => false,
        }
    }

    /// Whether it has as many subscripts with another size, one of them 0 perhaps.
    pub fn keeps_rank(&self) -> bool {
        matches!(
            self.storage,
            Storage::RowTable { .. } | Storage::Parameter | Storage::Library | Storage::Other
        )
    }

    /// How many of its extents needn't be positive: they declare no memory.
    pub fn free_extents(&self) -> usize {
        match self.storage {
            Storage::Local { inside: true, .. } | Storage::RowTable { .. } => self.dimensions(),
            Storage::Local { .. } => 0,
            Storage::Block { .. } | Storage::Parameter | Storage::Library | Storage::Other => 1,
        }
    }

    /// What each subscript must be less than, as far as that is known; where rows overlap a subscript may go beyond its row.
    pub fn limits(&self) -> impl std::iter::Iterator<Item = Option<&Expression>> {
        let is_limited = !self.flat.is_some_and(|flat| flat.overlapping);
        let extents = self.extents.iter().map(move |extent| extent.as_ref().filter(|_| is_limited));
        extents.map(|extent| extent?.value.as_ref())
    }

    /// The number of dimensions; 0 for a scalar.
    pub fn dimensions(&self) -> usize {
        self.extents.len()
    }

    /// Whether it has elements, and none of them is read behind the region: fewer cells may do.
    pub fn may_shrink(&self) -> bool {
        self.outlives.is_none() && self.dimensions() > 0
    }
}

impl Access {
    /// Whether this access writes, certainly or maybe.
    pub fn writes(&self) -> bool {
        self.kind != AccessKind::Read
    }

    /// Whether it is known which cell it means.
    pub fn is_known(&self) -> bool {
        self.subscripts.iter().all(Expression::is_known)
    }
}

impl Scop {
    /// Whether a condition on parameters holds wherever the context does.
    ///
    /// # Errors
    /// isl's; where it names something else.
    pub fn implies(&self, test: &Condition) -> isl::Result<bool> {
        let holds = lower::condition(test, &self.context.space()?.set_from_params()?)?.params()?;
        self.context.is_subset(&holds)
    }

    /// `{ S[i] : … }` of all statements, within the context.
    pub fn domain(&self) -> isl::Result<UnionSet> {
        self.domain_of(0..self.statements.len())?.coalesce()
    }

    /// `{ S[i] : … }` of these statements, within the context.
    ///
    /// # Errors
    /// isl's.
    pub fn domain_of(&self, statements: impl IntoIterator<Item = StatementId>) -> isl::Result<UnionSet> {
        let empty = UnionSet::empty(self.context.space()?)?;
        let domain = |id: StatementId| self.statements[id].domain.clone().to_union_set();
        let all = statements.into_iter().try_fold(empty, |all, id| all.union(domain(id)?))?;
        all.intersect_params(self.context.clone())
    }

    /// The arrays that statements touch.
    pub fn touched(&self, statements: impl IntoIterator<Item = StatementId>) -> BTreeSet<ArrayId> {
        let statements = statements.into_iter().map(|statement| &self.statements[statement]);
        statements.flat_map(|statement| &statement.accesses).map(|access| access.array).collect()
    }

    /// By dimension of `array` whether data choose any subscript of it.
    pub fn chosen_by_data(&self, array: ArrayId) -> Vec<bool> {
        let accesses = self.statements.iter().flat_map(|statement| &statement.accesses);
        let own: Vec<_> = accesses.filter(|access| access.array == array).collect();
        let is_chosen = |dimension: usize| {
            own.iter().any(|access| access.subscripts.get(dimension).is_some_and(|it| !it.is_known()))
        };
        (0..self.arrays[array].dimensions()).map(is_chosen).collect()
    }

    /// `{ S[i] -> A[x] }` of all accesses that `select` takes, within the context.
    pub fn accesses(&self, select: impl Fn(&Statement, &Access) -> bool) -> isl::Result<UnionMap> {
        let mut all = UnionMap::empty(self.context.space()?)?;
        for statement in &self.statements {
            for access in statement.accesses.iter().filter(|access| select(statement, access)) {
                all = all.union(access.relation.clone().to_union_map()?)?;
            }
        }
        all.intersect_params(self.context.clone())?.coalesce()
    }

    /// The space of the cells `A[x]` of `array`.
    pub fn cell_space(&self, array: ArrayId) -> isl::Result<isl::Space> {
        let array = &self.arrays[array];
        let space = self.context.space()?.add_unnamed_tuple_ui(array.dimensions() as u32)?;
        space.set_tuple_name(DimType::Set, &array.name)
    }

    /// The statement that has this name.
    pub fn statement(&self, name: &str) -> Option<(StatementId, &Statement)> {
        self.statements.iter().enumerate().find(|(_, statement)| statement.name == name)
    }

    /// The statements that write to `array`.
    pub fn writers(&self, array: ArrayId) -> impl std::iter::Iterator<Item = StatementId> {
        let statements = self.statements.iter().enumerate();
        statements.filter(move |(_, statement)| statement.writes_to(array)).map(|(id, _)| id)
    }

    /// The array that has this name.
    pub fn array(&self, name: &str) -> Option<(ArrayId, &Array)> {
        self.arrays.iter().enumerate().find(|(_, array)| array.name == name)
    }

    /// `map` with lifted constants replaced by their values: what the user's program says.
    pub fn concrete_map(&self, map: UnionMap) -> isl::Result<UnionMap> {
        let mut map = map.align_params(self.context.space()?)?;
        map = map.intersect_params(self.lifted_values()?)?;
        for parameter in self.lifted() {
            map = match map.space()?.find_dim_by_name(DimType::Param, &parameter.name)? {
                Some(position) => map.project_out(DimType::Param, position, 1)?,
                None => map,
            };
        }
        map.coalesce()
    }

    /// A counter whose value after its loop is used, and where. Loops in a new order leave others.
    pub fn counter_used_after(&self) -> Option<(&str, Span)> {
        let mut iterators = self.statements.iter().flat_map(|statement| &statement.iterators);
        iterators.find_map(|iterator| Some((iterator.name.as_str(), iterator.used_after?)))
    }

    /// `expression` with lifted constants replaced by their values.
    pub fn concrete(&self, expression: &Expression) -> Expression {
        let value = |name: &str| {
            let parameter = self.lifted().find(|parameter| parameter.name == name)?;
            parameter.value.map(Expression::Constant)
        };
        expression.substitute(&value).simplify()
    }

    /// The parameters that stand for constants.
    pub fn lifted(&self) -> impl std::iter::Iterator<Item = &Parameter> {
        self.parameters.iter().filter(|parameter| parameter.value.is_some())
    }

    /// As [`Scop::concrete_map`], for sets of parameter values.
    pub fn concrete_params(&self, values: Set) -> isl::Result<Set> {
        let mut values = values.intersect(self.lifted_values()?)?;
        for parameter in self.lifted() {
            if let Some(position) = values.space()?.find_dim_by_name(DimType::Param, &parameter.name)? {
                values = values.project_out(DimType::Param, position, 1)?;
            }
        }
        values.coalesce()
    }

    /// `{ : p = value for all lifted constants }`
    pub fn lifted_values(&self) -> isl::Result<Set> {
        let space = self.context.space()?;
        let mut values = Set::universe(space)?;
        for (position, parameter) in (0..).zip(&self.parameters) {
            if let Some(value) = parameter.value {
                let value = isl::Val::from_i64(self.context.context(), value)?;
                values = values.fix_val(DimType::Param, position, value)?;
            }
        }
        Ok(values)
    }
}
