//! A loop tree as C.

use crate::comments::Comments;
use crate::declare;
use crate::delay;
use crate::ends::{End, with_names};
use crate::items::{Cells, RowOfItems};
use crate::lanes::is_over_lanes;
use crate::layout::{Layout, Spelling};
use crate::rotation::Rotation;
use crate::rows::Rows;
use crate::scopes::{Scopes, is_assignment};
use crate::strips::{is_over_strips, is_over_strips_or_chunks};
use crate::unknown::with_texts;
use crate::window;
use crate::work::Work;
use polyhedral::print::{condition, expression, factor};
use polyhedral::{
    ArrayId, Cell, Comparison, Condition, Copy, Expression, Instance, IntegerType, Loop, Node, Piece,
    Program, StatementId, Storage, Unknown,
};
use std::collections::BTreeSet;
use std::fmt::Write;

/// `program` as C lines, each indented by `indentation` and further by four spaces a level, with the
/// declarations of variables that the region's inner blocks declared.
pub fn region(layout: &Layout, program: &Program, comments: &Comments, indentation: &str) -> String {
    printed(layout, program, comments, indentation, None, false)
}

/// As [`region`], where polycc chose the parallel loops: they start threads only where there is enough work.
pub fn in_parallel(layout: &Layout, program: &Program, comments: &Comments, indentation: &str) -> String {
    printed(layout, program, comments, indentation, None, true)
}

/// A line before each tile.
#[derive(Clone, Copy, Debug)]
pub struct Mark<'a> {
    /// The line.
    pub line: &'a str,
    /// Whether no variable of the region's inner blocks holds a value from one tile to another, so that each declares
    /// its own.
    pub declares: bool,
}

/// As [`region`], with `mark` before each tile.
pub fn marked(
    layout: &Layout,
    program: &Program,
    comments: &Comments,
    indentation: &str,
    mark: Option<Mark>,
) -> String {
    printed(layout, program, comments, indentation, mark, false)
}

fn printed(
    layout: &Layout,
    program: &Program,
    comments: &Comments,
    indentation: &str,
    mark: Option<Mark>,
    tests_work: bool,
) -> String {
    let scopes = Scopes::new(layout, program);
    let (lasting, declarations) = declarations(layout, &scopes.all());
    let (own, declarations) = match mark {
        Some(Mark { declares: true, .. }) => (declarations, vec![]),
        _ => (vec![], declarations),
    };
    let mark = mark.map(|mark| mark.line);
    let indentation = indentation.to_string();
    let (commented, wide) = (BTreeSet::new(), BTreeSet::new());
    let text = String::new();
    let rows = Rows::new(layout, program);
    let (in_parallel, is_fresh, in_loop) = (false, false, false);
    let mut printer = Printer {
        layout,
        comments,
        rows,
        commented,
        wide,
        in_parallel,
        is_fresh,
        in_loop,
        tests_work,
        in_tiles: false,
        ends: Vec::new(),
        items: "1".to_owned(),
        mark,
        own,
        scopes,
        text,
        indentation,
    };
    mappings(layout).iter().chain(&lasting).for_each(|line| printer.line(line));
    let declares = |node: &Node| printer.rotation(node).is_some_and(|rotation| !rotation.before.is_empty());
    if declarations.is_empty() && !program.body.iter().any(declares) {
        printer.nodes(&program.body);
    } else {
        // in a block of their own they can't clash with names around the region
        printer.line("{");
        printer.nested(|printer| {
            declarations.iter().for_each(|line| printer.line(line));
            printer.nodes(&program.body);
        });
        printer.line("}");
    }
    comments.rest.iter().for_each(|comment| printer.comment(comment));
    printer.text
}

/// The comments about memory that is declared elsewhere and stays declared as it is.
fn mappings(layout: &Layout) -> Vec<String> {
    let foreign = |id: &usize| matches!(layout.scop.arrays[*id].storage, Storage::Parameter | Storage::Other);
    let arrays = (0..layout.scop.arrays.len()).filter(foreign);
    arrays.filter_map(|id| layout.comment(id)).map(|comment| format!("/* {comment} */")).collect()
}

/// The lines that declare what was declared inside the region, but for what is declared `further_in`: what is used behind it, and the
/// rest.
fn declarations(layout: &Layout, further_in: &BTreeSet<ArrayId>) -> (Vec<String>, Vec<String>) {
    let (mut lasting, mut others) = (Vec::new(), Vec::new());
    for (id, array) in layout.scop.arrays.iter().enumerate() {
        if layout.is_guest(id) || further_in.contains(&id) {
            continue;
        }
        if let Storage::Local { inside: true, table, .. } = &array.storage {
            let lines = if array.outlives.is_some() { &mut lasting } else { &mut others };
            lines.extend(layout.comment(id).map(|comment| format!("/* {comment} */")));
            if let Some(table) = table {
                let text = format!("{} {}{};", table.before, layout.name(array), table.behind);
                lines.extend(text.lines().map(str::to_owned));
                continue;
            }
            let mapped = layout.extents(id).map(|extents| layout.declared(array, &extents));
            let brackets = mapped.unwrap_or_else(|| {
                let texts = array.extents.iter().flatten().map(|e| format!("[{}]", e.text));
                if array.flat.is_some() { layout.one_dimension(array) } else { texts.collect() }
            });
            lines.push(format!("{} {}{brackets};", array.element, layout.name(array)));
        }
    }
    (lasting, others)
}

struct Printer<'a> {
    layout: &'a Layout<'a>,
    comments: &'a Comments,
    /// The pointers to rows of arrays that are declared at the place of the printer.
    rows: Rows<'a>,
    /// The statements whose comments are printed.
    commented: BTreeSet<StatementId>,
    /// The counters around that are wider than `int`.
    wide: BTreeSet<String>,
    /// Whether a loop around runs in parallel.
    in_parallel: bool,
    /// The line before each tile; `None` in a tile.
    mark: Option<&'a str>,
    /// What each tile declares.
    own: Vec<String>,
    /// The variables that are declared further in.
    scopes: Scopes,
    /// Whether the loop around is one whose iterations threads run: their own arrays hold nothing yet.
    is_fresh: bool,
    /// Whether there is a loop around.
    in_loop: bool,
    /// Whether parallel loops test that they have enough work.
    tests_work: bool,
    /// Whether there is a loop over tiles around.
    in_tiles: bool,
    /// The variables for ends of loops in the strip or tile around.
    ends: Vec<End>,
    /// How many items the call at hand reads or writes.
    items: String,
    text: String,
    indentation: String,
}

impl<'a> Printer<'a> {
    fn line(&mut self, line: &str) {
        writeln!(self.text, "{}{line}", self.indentation).expect("a string takes all text");
    }

    fn nested(&mut self, print: impl FnOnce(&mut Self)) {
        let outer = self.indentation.clone();
        self.indentation.push_str("    ");
        print(self);
        self.indentation = outer;
    }

    fn nodes(&mut self, nodes: &[Node]) {
        let rotating = nodes.iter().filter(|node| self.rotation(node).is_some()).count();
        for node in nodes {
            self.declared(node);
            self.node(node, rotating > 1);
        }
    }

    /// The declarations of variables in front of a node, but for those that it makes itself.
    fn declared(&mut self, node: &Node) {
        for id in self.scopes.at(node).to_vec() {
            if let Some(comment) = self.layout.comment(id) {
                self.line(&format!("/* {comment} */"));
            }
            if !matches!(node, Node::Instance(instance) if is_assignment(self.layout, instance, id)) {
                let declaration = self.declaration(id);
                self.line(&format!("{declaration};"));
            }
        }
    }

    /// `double sum`
    fn declaration(&self, id: ArrayId) -> String {
        let array = &self.layout.scop.arrays[id];
        format!("{} {}", array.element, self.layout.name(array))
    }

    /// A node, a tile behind its mark.
    fn node(&mut self, node: &Node, in_block: bool) {
        let mark = self.mark.filter(|_| !has_loop_over_tiles(node));
        let Some(mark) = mark else { return self.unmarked(node, in_block) };
        writeln!(self.text, "{mark}").expect("a string takes all text");
        self.mark = None;
        if self.own.is_empty() {
            self.unmarked(node, in_block);
        } else {
            self.line("{");
            self.nested(|printer| {
                printer.own.clone().iter().for_each(|line| printer.line(line));
                printer.unmarked(node, in_block);
            });
            self.line("}");
        }
        self.mark = Some(mark);
    }

    /// A node; loops with declarations in front of them get a block each if told so.
    fn unmarked(&mut self, node: &Node, in_block: bool) {
        let cells = Cells { mappings: self.layout.mappings, windows: self.layout.windows };
        if let Node::Loop(counted) = node
            && let Some(row) = RowOfItems::of(self.layout.scop, cells, counted)
        {
            return self.row_of_items(&row);
        }
        match (node, self.rotation(node)) {
            (Node::Loop(counted), Some(rotation)) if in_block => {
                self.line("{");
                self.nested(|printer| printer.rotating_loop(counted, rotation));
                self.line("}");
            }
            (Node::Loop(counted), Some(rotation)) => self.rotating_loop(counted, rotation),
            _ => self.plain(node),
        }
    }

    /// A call for a row of items, if there are any: a count that is negative would be a large one.
    fn row_of_items(&mut self, row: &RowOfItems) {
        let some = Condition::Compare(Comparison::Greater, row.count.clone(), Expression::Constant(0));
        let count = expression(&self.layout.spelled_signed(&row.count));
        let outer = std::mem::replace(&mut self.items, count);
        // it may be about a counter, of which nothing is known
        let is_known = row.count.constant().is_some_and(|count| count > 0)
            || self.layout.scop.implies(&some).unwrap_or(false);
        if is_known {
            self.statement(&row.first, "");
        } else {
            self.line(&format!("if ({})", condition(&self.spelled(&some))));
            self.nested(|printer| printer.statement(&row.first, ""));
        }
        self.items = outer;
    }

    fn plain(&mut self, node: &Node) {
        match node {
            Node::Loop(counted) => self.counted_loop(counted, &[]),
            Node::If { condition: test, then_body, else_body } => {
                self.alternatives("", (test, then_body, else_body));
            }
            // one of the orders that the sections allow
            Node::Sections(sections) => sections.iter().for_each(|body| self.nodes(body)),
            Node::Instance(instance) => {
                let made = self.scopes.at(node).iter().find(|id| is_assignment(self.layout, instance, **id));
                let kind = made.map(|id| format!("{} ", self.layout.scop.arrays[*id].element));
                self.statement(instance, &kind.unwrap_or_default());
            }
            Node::Copy(Copy { from, to }) => {
                let cell = |cell: &Cell| self.rows.reference(cell.array, &cell.subscripts);
                self.line(&format!("{} = {};", cell(to), cell(from)));
            }
        }
    }

    /// An `if`, behind the word `else` where it is what runs otherwise.
    fn alternatives(&mut self, word: &str, (test, then_body, else_body): (&Condition, &[Node], &[Node])) {
        let head = format!("{word}if ({})", condition(&self.spelled(test)));
        self.body(&head, then_body, !else_body.is_empty());
        let is_bare = self.mark.is_none() && self.rows.around(else_body).1.is_empty();
        match else_body {
            [] => {}
            [Node::If { condition: test, then_body, else_body }] if is_bare => {
                self.alternatives("else ", (test, then_body, else_body));
            }
            _ => self.body("else", else_body, false),
        }
    }

    /// An instance behind the type of the variable that it declares, with the user's comments where its statement is printed for the
    /// first time.
    fn statement(&mut self, instance: &Instance, kind: &str) {
        let mut line = format!("{kind}{}", self.instance(instance));
        let comments = self.comments.around(instance.statement);
        if let Some(around) = comments.filter(|_| self.commented.insert(instance.statement)) {
            around.before.iter().for_each(|comment| self.comment(comment));
            around.behind.iter().for_each(|comment| line = format!("{line} {comment}"));
        }
        line.lines().for_each(|line| self.line(line));
    }

    /// A comment on lines of its own.
    fn comment(&mut self, comment: &str) {
        for (position, line) in comment.lines().map(str::trim).enumerate() {
            let indented = position > 0 && !line.is_empty();
            self.line(&if indented { format!("   {line}") } else { line.to_string() });
        }
    }

    /// `head` and its body, in braces unless that is a single simple statement.
    fn body(&mut self, head: &str, body: &[Node], needs_braces: bool) {
        self.body_between(head, body, needs_braces, (&[], &[]));
    }

    /// The same with some lines at its start and at its end.
    fn body_between(
        &mut self,
        head: &str,
        body: &[Node],
        needs_braces: bool,
        (first, last): (&[String], &[String]),
    ) {
        let is_simple = |node: &Node| match node {
            _ if self.mark.is_some() && !has_loop_over_tiles(node) => false,
            Node::Loop(counted) => !self.is_pragma_due(counted) && self.rotation(node).is_none(),
            Node::Instance(instance) => self.layout.scop.statements[instance.statement].start() != "if",
            Node::Copy(_) => true,
            _ => false,
        };
        let (rows, pointers) = self.rows.around(body);
        let declares = body.iter().any(|node| !self.scopes.at(node).is_empty());
        let needs_braces = needs_braces || declares;
        let is_plain = pointers.is_empty() && first.is_empty() && last.is_empty() && !needs_braces;
        let simple = matches!(body, [node] if is_simple(node)) && is_plain;
        if let ([Node::Instance(instance)], true) = (body, is_plain)
            && self.is_block(instance)
        {
            let outer = std::mem::replace(&mut self.rows, rows);
            let text = self.instance(instance);
            self.rows = outer;
            format!("{head} {text}").lines().for_each(|line| self.line(line));
            return;
        }
        self.line(&if simple { head.to_string() } else { format!("{head} {{") });
        let outer = std::mem::replace(&mut self.rows, rows);
        self.nested(|printer| {
            first.iter().chain(&pointers).for_each(|line| printer.line(line));
            printer.nodes(body);
            last.iter().for_each(|line| printer.line(line));
        });
        self.rows = outer;
        if !simple {
            self.line("}");
        }
    }

    /// Whether an instance is a block, with no comments to print in front.
    fn is_block(&self, instance: &Instance) -> bool {
        let statement = &self.layout.scop.statements[instance.statement];
        let around = self.comments.around(instance.statement);
        let is_said = around.is_none_or(|around| around.before.is_empty() && around.behind.is_empty())
            || self.commented.contains(&instance.statement);
        is_said && statement.start() == "{"
    }

    /// The rows, or cells, that a loop goes through in turn.
    fn rotation(&self, node: &Node) -> Option<Rotation<'a>> {
        let Node::Loop(counted) = node else { return None };
        let delays = || delay::rotation(self.layout, &self.rows, counted, self.in_loop);
        let rows = || Rotation::of(self.layout, &self.rows, counted, self.is_fresh);
        window::rotation(self.layout, &self.rows, counted).or_else(rows).or_else(delays)
    }

    /// A loop with pointers to the rows that it goes through, or variables for cells.
    fn rotating_loop(&mut self, counted: &Loop, rotation: Rotation<'a>) {
        rotation.before.iter().for_each(|line| self.line(line));
        let outer = std::mem::replace(&mut self.rows, rotation.rows);
        self.counted_loop(counted, &rotation.after);
        self.rows = outer;
        rotation.behind.iter().for_each(|line| self.line(line));
    }

    /// A loop; its body ends with some lines more.
    fn counted_loop(&mut self, counted: &Loop, last: &[String]) {
        let name = &counted.iterator;
        let (kind, declared) = self.counter(counted);
        let declaration = if declared { format!("{kind} ") } else { String::new() };
        let (initial, test) = match is_over_tiles(counted) {
            true => {
                let wide = |value: &Expression| self.layout.spelled_wide(value);
                (wide(&counted.initial), counted.condition.map(&wide))
            }
            false => {
                let test = with_names(counted, &self.ends);
                (self.layout.spelled_signed(&counted.initial), self.spelled(&test))
            }
        };
        let (initial, test) = (expression(&initial), condition(&test));
        let is_wide = kind == "long" && self.wide.insert(name.clone());
        let step = match counted.step {
            1 => format!("{name}++"),
            -1 => format!("{name}--"),
            step if step < 0 => format!("{name} -= {}", step.unsigned_abs()),
            step => format!("{name} += {step}"),
        };
        let head = format!("for ({declaration}{name} = {initial}; {test}; {step})");
        let starts_threads = self.is_pragma_due(counted);
        let (mut own, mut last) = (Vec::new(), last.to_vec());
        if starts_threads {
            let (declarations, releases) = self.per_thread(counted);
            own = declarations;
            last.extend(releases);
            let threads = self.layout.scop.threads.iter().map(|clause| format!(" {clause}")).collect();
            let clauses = [threads, self.work_clause(counted), self.private_clause(counted)].concat();
            self.line(&format!("#pragma omp parallel for{clauses}"));
            self.in_parallel = true;
        }
        let in_tiles = self.in_tiles;
        // the text of isolated tiles is analysed again
        self.in_tiles |= is_over_tiles(counted) && !is_over_strips(counted) && self.mark.is_none();
        let outer_ends = self.ends.len();
        if self.in_tiles || self.goes_over_strips(counted) {
            let ends = End::all(self.layout.scop, counted, &self.ends);
            own.extend(ends.iter().map(|end| self.end(end)));
            self.ends.extend(ends);
        }
        let is_fresh = std::mem::replace(&mut self.is_fresh, starts_threads);
        let in_loop = std::mem::replace(&mut self.in_loop, true);
        self.body_between(&head, &counted.body, false, (&own, &last));
        self.is_fresh = is_fresh;
        self.in_loop = in_loop;
        self.ends.truncate(outer_ends);
        self.in_tiles = in_tiles;
        if starts_threads {
            self.in_parallel = false;
        }
        if is_wide {
            self.wide.remove(name);
        }
    }

    /// `int last = n - 1 < t + 127 ? n - 1 : t + 127;`
    fn end(&self, end: &End) -> String {
        let value = expression(&self.layout.spelled_signed(&end.value));
        format!("{} {} = {value};", self.counter(&end.counted).0, end.name)
    }

    /// Whether a loop goes over strips, in each of which a thread may have windows of its own.
    fn goes_over_strips(&self, counted: &Loop) -> bool {
        let mut windows = self.layout.windows.values();
        let is_of_window = !counted.parallel || windows.any(|window| window.strip == counted.step);
        is_of_window && is_over_strips_or_chunks(counted)
    }

    /// Whether the loop runs in parallel and no loop around it does.
    fn is_pragma_due(&self, counted: &Loop) -> bool {
        counted.parallel && !self.in_parallel
    }

    /// ` if(n > 1000)`: whether there is enough work for threads, where that isn't known. Loops that the user's order
    /// calls parallel are.
    fn work_clause(&self, counted: &Loop) -> String {
        let scop = self.layout.scop;
        let work = match counted.line {
            _ if !self.tests_work => return String::new(),
            _ if is_over_strips_or_chunks(counted) => Work::of_pieces(scop, counted),
            _ if is_over_tiles(counted) => return String::new(),
            0 if counted.step != 1 => Work::of_statements(scop, &Node::statements(&counted.body)),
            _ => Work::of_loop(scop, counted),
        };
        work.is_enough(self.layout).map_or_else(String::new, |test| format!(" if({test})"))
    }

    /// ` private(s, j)`: the arrays in the loop of which each iteration has its own, and the counters of
    /// inner loops that are declared outside.
    fn private_clause(&self, counted: &Loop) -> String {
        let private = self.private_arrays(counted);
        let private = private.iter().filter(|array| !self.layout.is_per_thread(**array));
        // those that are declared in the loop are its iterations' own anyway
        let declared = self.scopes.within(&counted.body);
        let private = private.filter(|array| !declared.contains(array));
        let names = private.map(|array| self.layout.name(&self.layout.scop.arrays[*array]).to_string());
        let mut names: Vec<_> = names.collect();
        let mut counters = BTreeSet::new();
        self.shared_counters(&counted.body, &mut counters);
        counters.remove(&counted.iterator);
        names.extend(counters);
        if names.is_empty() { String::new() } else { format!(" private({})", names.join(", ")) }
    }

    /// The arrays in the loop of which each iteration has its own.
    fn private_arrays(&self, counted: &Loop) -> BTreeSet<ArrayId> {
        let inside = Node::instances(&counted.body);
        let statements = inside.iter().map(|instance| &self.layout.scop.statements[instance.statement]);
        let touched = statements.flat_map(|statement| &statement.accesses).map(|access| access.array);
        touched.filter(|array| self.layout.private.contains(array)).collect()
    }

    /// The lines that obtain the blocks of each iteration of the loop, and those that release them.
    fn per_thread(&self, counted: &Loop) -> (Vec<String>, Vec<String>) {
        let blocks =
            self.private_arrays(counted).into_iter().filter(|array| self.layout.is_per_thread(*array));
        let (declarations, releases): (Vec<_>, Vec<_>) =
            blocks.map(|array| declare::per_thread(self.layout, array)).unzip();
        (declarations.concat(), releases.into_iter().flatten().collect())
    }

    /// The counters of the loops in `nodes` that these don't declare.
    fn shared_counters(&self, nodes: &[Node], found: &mut BTreeSet<String>) {
        for node in nodes {
            match node {
                Node::Loop(counted) => {
                    if !self.counter(counted).1 {
                        found.insert(counted.iterator.clone());
                    }
                    self.shared_counters(&counted.body, found);
                }
                Node::If { then_body, else_body, .. } => {
                    self.shared_counters(then_body, found);
                    self.shared_counters(else_body, found);
                }
                Node::Sections(bodies) => bodies.iter().for_each(|body| self.shared_counters(body, found)),
                Node::Instance(_) | Node::Copy(_) => {}
            }
        }
    }

    /// The type of the loop's counter, and whether the loop declares it.
    fn counter(&self, counted: &Loop) -> (&'static str, bool) {
        let tree = Program { body: counted.body.clone() };
        let statements = &self.layout.scop.statements;
        let inside = tree.instances();
        let iterators = inside.iter().flat_map(|instance| &statements[instance.statement].iterators);
        let wide = is_over_tiles(counted) || iterators.clone().any(|i| is_wider_than_int(&i.kind));
        let outer = iterators.clone().find(|i| i.name == counted.iterator && !i.declared_inside);
        let kind = if wide { "long" } else { "int" };
        let reuses = outer.is_some_and(|i| i.kind.signed && (!wide || i.kind.bits > 32));
        (kind, !reuses)
    }

    /// The statement's text with its references and iterators in the counters of the loops around.
    fn instance(&self, instance: &Instance) -> String {
        self.pieces(instance, &self.layout.scop.statements[instance.statement].text)
    }

    /// A part of that text.
    fn pieces(&self, instance: &Instance, pieces: &[Piece]) -> String {
        let statement = &self.layout.scop.statements[instance.statement];
        let mut text = String::new();
        for (position, piece) in pieces.iter().enumerate() {
            let in_place = |value: Value| match is_delimited(pieces, position) {
                true => value.bare,
                false => value.operand,
            };
            match piece {
                Piece::Text(verbatim) => text.push_str(verbatim),
                Piece::Macro { name, body } => text.push_str(match self.layout.spelling {
                    Spelling::Macros => name,
                    Spelling::Values => body,
                }),
                Piece::Access(access) => {
                    let subscripts = &instance.subscripts[*access];
                    let reference = self.rows.access(&statement.accesses[*access], subscripts);
                    let unknown = |unknown: &Unknown| self.pieces(instance, &unknown.text);
                    let reference = with_texts(reference, statement, unknown);
                    // the first cell of a row is where the row is
                    let row = reference.strip_suffix("[0]").filter(|_| statement.is_of_items());
                    match row.filter(|_| text.ends_with('&')) {
                        Some(row) => {
                            text.pop();
                            text.push_str(row);
                        }
                        None => text.push_str(&reference),
                    }
                }
                Piece::Items => text.push_str(&self.items),
                Piece::Iterator(iterator) => {
                    let kind = &statement.iterators[*iterator].kind;
                    text.push_str(&in_place(self.value(&instance.iterators[*iterator], kind)));
                }
                Piece::Counter { value, iterator } => {
                    let kind = &statement.iterators[*iterator].kind;
                    let now = |name: &str| {
                        let position = statement.iterators.iter().position(|it| it.name == name)?;
                        let now = &instance.iterators[position];
                        // products are computed in that type
                        Some(match kind.name.as_str() {
                            "int" => now.clone(),
                            _ => Expression::variable(self.value(now, kind).operand),
                        })
                    };
                    text.push_str(&in_place(self.value(&value.substitute(&now), kind)));
                }
            }
        }
        text
    }

    /// An iterator's value with its C type, so that arithmetic on it stays what it was.
    fn value(&self, value: &Expression, kind: &IntegerType) -> Value {
        let spelled = self.layout.spelled_signed(value);
        let is_name = matches!(spelled, Expression::Variable(_));
        if kind.name == "int" && !self.is_wide(value) {
            let bare = expression(&spelled);
            let operand = if is_name { bare.clone() } else { format!("({bare})") };
            return Value { bare, operand };
        }
        let cast = format!(
            "({}){}",
            kind.name,
            if is_name { expression(&spelled) } else { parenthesized(&spelled) }
        );
        Value { operand: format!("({cast})"), bare: cast }
    }

    /// Whether C computes `value` in a type wider than `int`.
    fn is_wide(&self, value: &Expression) -> bool {
        let mut names = BTreeSet::new();
        value.variables(&mut names);
        let parameters = &self.layout.scop.parameters;
        let of_parameter = |name: &String| {
            let parameter = parameters.iter().find(|parameter| parameter.name == *name);
            parameter.is_some_and(|parameter| is_wider_than_int(&parameter.kind))
        };
        names.iter().any(|name| self.wide.contains(name) || of_parameter(name))
    }

    fn spelled(&self, test: &Condition) -> Condition {
        self.layout.spelled_condition(test)
    }
}

/// Whether the loop was put around loops of the user, or goes from strip to strip. Its counter takes sums of their bounds, which `int` need
/// not hold.
fn is_over_tiles(counted: &Loop) -> bool {
    fn has_user_loop(nodes: &[Node]) -> bool {
        nodes.iter().any(|node| match node {
            Node::Loop(counted) => counted.line > 0 || has_user_loop(&counted.body),
            Node::If { then_body, else_body, .. } => has_user_loop(then_body) || has_user_loop(else_body),
            _ => false,
        })
    }
    counted.line == 0 && (has_user_loop(&counted.body) || is_over_strips(counted) || is_over_lanes(counted))
}

/// Whether a node holds a loop over tiles, so that it is no tile itself.
fn has_loop_over_tiles(node: &Node) -> bool {
    Node::loops(std::slice::from_ref(node)).into_iter().any(is_over_tiles)
}

/// Whether `int` doesn't have all values of this type.
fn is_wider_than_int(kind: &IntegerType) -> bool {
    kind.bits > 32 || (kind.bits == 32 && !kind.signed)
}

/// An iterator's value as C: as it is, and as an operand.
struct Value {
    bare: String,
    operand: String,
}

fn parenthesized(value: &Expression) -> String {
    let text = factor(value);
    if text.starts_with('(') { text } else { format!("({text})") }
}

/// Whether the piece at `position` stands between delimiters, so that any expression fits.
fn is_delimited(pieces: &[Piece], position: usize) -> bool {
    let text = |piece: Option<&Piece>| piece.and_then(Piece::text).unwrap_or_default().trim().to_owned();
    let before = text(position.checked_sub(1).and_then(|p| pieces.get(p)));
    let after = text(pieces.get(position + 1));
    let opens = before.ends_with(['(', '[', ',']) || (before.ends_with('=') && !before.ends_with("=="));
    let closes = after.starts_with([')', ']', ',', ';']);
    // `(double)(i)` is a cast, and what it applies to would change
    opens && closes
}
