//! The C text that calls a function with arguments made for it.
//!
//! It stands behind the text of the function's file, so it sees what is `static` there. Types are left to the compiler: a function
//! with the very parameters of the one that is driven fills what these lead to, so that only names of parameters, members and
//! variables are spelled here. The header `driver.h` and the program `harness.c` have what is called.

use diagnostics::{SourceMap, Span};
use frontend::Unit;
use frontend::tree::{ExpressionKind, Function, RecordId, SymbolId, SymbolKind, Type, TypeKind};
use std::collections::{BTreeMap, BTreeSet};

/// So many structures in one another, and no more.
const DEEPEST: usize = 6;
/// What the harness has room for.
const MOST_NUMBERS: usize = 256;

/// How a function is called.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Driver {
    /// The function.
    pub function: String,
    /// The integers that it is called at, as the program spells them: parameters, and members that these lead to.
    pub sizes: Vec<String>,
    /// How many pointers lead to blocks of cells.
    pub blocks: usize,
    /// The function's own list of parameters.
    parameters: String,
    /// Variables for structures that are handed over as they are.
    declarations: String,
    /// What it is called with, first without blocks and then with them.
    without: Vec<String>,
    with: Vec<String>,
    /// Statements that note how large cells are.
    cells: String,
    /// Statements that fill all memory, call the function, and tell what is to be compared.
    body: String,
}

/// Behind the text of a file, before all drivers.
pub const HEADER: &str = include_str!("driver.h");

impl Driver {
    /// For one of a file's functions, in which `ignored` are variables that nobody looks at afterwards.
    ///
    /// # Errors
    /// Why it can't be driven, as a phrase.
    pub fn new(
        unit: &Unit,
        map: &SourceMap,
        function: &Function,
        ignored: &BTreeSet<String>,
    ) -> Result<Self, String> {
        let (parameters, each) =
            parameters(unit, map, function).ok_or("its parameters aren't declared in one list")?;
        let driver = Driver { function: function.name.clone(), parameters, ..Driver::default() };
        let mut writer = Writer { unit, driver, depth: 0, parameter_blocks: BTreeMap::new() };
        for (id, text) in function.parameters.iter().zip(&each) {
            writer.parameter(*id, text)?;
        }
        let mut globals = globals(unit, map, function);
        globals.retain(|id| !ignored.contains(&unit.symbols()[*id].name));
        globals.iter().for_each(|id| writer.global(*id));
        writer.call(function)?;
        for id in function.parameters.iter().chain(&globals) {
            writer.look(*id);
        }
        writer.write("polycc_end();");
        let driver = writer.driver;
        match driver.sizes.len().max(driver.blocks) > MOST_NUMBERS {
            true => Err("it has too many parameters".into()),
            false => Ok(driver),
        }
    }

    /// Its text; `number` tells it from others of a program. What the compiler knows of the function mustn't change how the driver is
    /// compiled, so the call goes through a pointer.
    pub fn text(&self, number: usize) -> String {
        let Driver { function, parameters, declarations, cells, body, .. } = self;
        let (without, with) = (self.without.join(", "), self.with.join(", "));
        format!(
            "static __typeof__(&{function}) volatile polycc_callee_{number} = {function};\n\
             #define polycc_callee polycc_callee_{number}\n\
             static void polycc_cells_{number}{parameters}\n{{\n{cells}}}\n\
             static void polycc_with_{number}{parameters}\n{{\n{body}}}\n\
             #undef polycc_callee\n\
             extern void polycc_drive_{number}(void);\n\
             void polycc_drive_{number}(void)\n{{\n{declarations}\
             polycc_cells_{number}({without});\npolycc_with_{number}({with});\n}}\n"
        )
    }
}

/// The list of a function's parameters with its parentheses, and each of them.
fn parameters(unit: &Unit, map: &SourceMap, function: &Function) -> Option<(String, Vec<String>)> {
    let head = Span::new(function.span.start, function.body.span.start);
    let tokens = unit.tokens_within(head);
    let words: Vec<&str> = tokens.iter().map(|token| token.span.of(map.text())).collect();
    let open = words.windows(2).position(|pair| pair[0] == function.name && pair[1] == "(")? + 1;
    let (mut depth, mut each, mut first) = (0, Vec::new(), open + 1);
    let text = |from: usize, to: usize| words.get(from..to).unwrap_or_default().join(" ");
    for (place, word) in words.iter().enumerate().skip(open) {
        depth += match *word {
            "(" | "[" | "{" => 1,
            ")" | "]" | "}" => -1,
            _ => 0,
        };
        let is_end = depth == 0;
        if is_end || depth == 1 && *word == "," {
            each.push(text(first, place));
            first = place + 1;
        }
        if is_end {
            // declarations of parameters may follow, as they did before there were prototypes
            let is_last = words.get(place + 1).is_none_or(|next| next.starts_with("__attribute"));
            return is_last.then(|| (text(open, place + 1), each));
        }
    }
    None
}

/// The file's variables that a function, or one that it names, mentions.
fn globals(unit: &Unit, map: &SourceMap, function: &Function) -> Vec<SymbolId> {
    let (mut found, mut open, mut seen) = (BTreeSet::new(), vec![function], BTreeSet::new());
    while let Some(next) = open.pop() {
        if !seen.insert(next.symbol) {
            continue;
        }
        next.body.walk_with_types(unit.symbols(), &mut |part| {
            let ExpressionKind::Variable(symbol) = part.kind else { return };
            match unit.symbols()[symbol].kind {
                SymbolKind::Function => {
                    open.extend(unit.definitions().iter().find(|it| it.symbol == symbol));
                }
                SymbolKind::Global | SymbolKind::Local { .. } if unit.is_of_file(symbol) => {
                    found.insert(symbol);
                }
                _ => {}
            }
        });
    }
    let is_own = |id: &SymbolId| {
        let place = unit.symbols()[*id].name_span;
        map.is_in_main_file(place.start) && !is_extern(unit, map, place)
    };
    found.into_iter().filter(is_own).collect()
}

/// Whether the declaration of the name at `place` only says that another file has it.
fn is_extern(unit: &Unit, map: &SourceMap, place: Span) -> bool {
    let before = unit.tokens_within(Span::new(0, place.start));
    let own = before.iter().rev().map(|token| token.span.of(map.text()));
    own.take_while(|word| !matches!(*word, ";" | "}")).any(|word| word == "extern")
}

/// A driver as it grows.
struct Writer<'a> {
    unit: &'a Unit,
    driver: Driver,
    /// How many loops are around what is written.
    depth: usize,
    /// What parameters lead to.
    parameter_blocks: BTreeMap<SymbolId, usize>,
}

/// Something that has an address: how the driver writes it, and how the program does.
#[derive(Clone)]
struct Place {
    written: String,
    spelled: String,
    /// What names its members.
    arrow: &'static str,
    /// Structures and pointers around it.
    depth: usize,
}

/// What is done with all numbers of an object, or with what its pointers to numbers lead to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Fill,
    Watch,
    Look,
}

impl What {
    fn statement(self) -> Option<&'static str> {
        match self {
            What::Fill => Some("POLYCC_FILL"),
            What::Watch => Some("POLYCC_WATCH"),
            What::Look => None,
        }
    }
}

impl Place {
    fn variable(name: &str) -> Self {
        Place { written: name.to_owned(), spelled: name.to_owned(), arrow: ".", depth: 0 }
    }

    fn member(&self, name: &str) -> Self {
        Place {
            written: format!("{}.{name}", self.written),
            spelled: format!("{}{}{name}", self.spelled, self.arrow),
            arrow: ".",
            depth: self.depth + 1,
        }
    }

    fn element(&self, subscript: &str, arrow: &'static str) -> Self {
        let written = format!("{}[{subscript}]", self.written);
        Place { written, spelled: self.spelled.clone(), arrow, depth: self.depth + 1 }
    }
}

impl Writer<'_> {
    fn parameter(&mut self, id: SymbolId, text: &str) -> Result<(), String> {
        let symbol = &self.unit.symbols()[id];
        let (name, place) = (&symbol.name, Place::variable(&symbol.name));
        let argument = match &symbol.type_.kind {
            TypeKind::Integer(_) => format!("polycc_sizes[{}]", self.size(name)),
            TypeKind::Floating(_) => format!("polycc_number({})", self.driver.with.len()),
            TypeKind::Record(record) => {
                self.complete(*record).map_err(|why| format!("`{name}` is {why}"))?;
                self.driver.declarations += &format!("{text} = {{0}};\n");
                self.fill(&place, &symbol.type_);
                name.clone()
            }
            TypeKind::Pointer(target) | TypeKind::Array(target, _) => {
                self.leads_somewhere(target).map_err(|why| format!("`{name}` leads to {why}"))?;
                let block = self.block();
                self.parameter_blocks.insert(id, block);
                self.driver.cells += &format!("polycc_bytes[{block}] = sizeof *{name};\n");
                self.driver.without.push("polycc_nowhere".into());
                self.driver.with.push(format!("polycc_block({block}, polycc_bytes[{block}])"));
                self.fill_cells(&place, target, block);
                return Ok(());
            }
            _ => return Err(format!("the type of `{name}` isn't known")),
        };
        self.driver.without.push(argument.clone());
        self.driver.with.push(argument);
        Ok(())
    }

    /// What the function finds in a variable of the file: what its declaration gives it, or else anything.
    fn global(&mut self, id: SymbolId) {
        let symbol = &self.unit.symbols()[id];
        let place = Place::variable(&symbol.name);
        let type_ = &symbol.type_;
        if type_.innermost().qualifiers.constant || matches!(type_.kind, TypeKind::Function(_)) {
            return;
        }
        // a lone integer may say what state the file is in
        let is_free = symbol.initializer.is_none() && !matches!(type_.kind, TypeKind::Integer(_));
        if is_free { self.fill(&place, type_) } else { self.watch(&place, type_) }
    }

    /// Has what pointers in a variable lead to afterwards compared.
    fn look(&mut self, id: SymbolId) {
        let symbol = &self.unit.symbols()[id];
        let place = Place::variable(&symbol.name);
        let is_own = symbol.kind != SymbolKind::Parameter;
        match &symbol.type_.kind {
            TypeKind::Pointer(target) | TypeKind::Array(target, _) if !is_own => {
                let TypeKind::Record(record) = target.kind else { return };
                let block = self.parameter_blocks.get(&id).copied();
                let Some(block) = block.filter(|_| self.has_pointers(record, 0)) else { return };
                self.each(&format!("polycc_cells[{block}]"), |writer, counter| {
                    writer.numbers(&place.element(counter, "->"), target, What::Look);
                });
            }
            _ if is_own => self.numbers(&place, &symbol.type_, What::Look),
            _ => {}
        }
    }

    fn call(&mut self, function: &Function) -> Result<(), String> {
        let names: Vec<&str> =
            function.parameters.iter().map(|id| self.unit.symbols()[*id].name.as_str()).collect();
        let call = format!("polycc_callee({})", names.join(", "));
        let TypeKind::Function(result) = &self.unit.symbols()[function.symbol].type_.kind else {
            return Err("its type isn't known".into());
        };
        match &result.kind {
            TypeKind::Void => self.write(&format!("{call};")),
            TypeKind::Integer(_) | TypeKind::Floating(_) | TypeKind::Record(_) => {
                self.write(&format!("__auto_type polycc_result = {call};"));
                let place = Place { spelled: "the result".into(), ..Place::variable("polycc_result") };
                self.watch(&place, result);
            }
            TypeKind::Pointer(target) if target.innermost().is_arithmetic() => {
                self.write(&format!("__auto_type polycc_result = {call};"));
                let number = format!("polycc_result[0]{}", zeros(target));
                self.write(&format!("POLYCC_LOOK(\"the result\", polycc_result, {number}, 1);"));
            }
            TypeKind::Pointer(_) => return Err("it returns a pointer to something else than numbers".into()),
            _ => return Err("the type of its result isn't known".into()),
        }
        Ok(())
    }

    fn write(&mut self, line: &str) {
        self.driver.body += line;
        self.driver.body += "\n";
    }

    fn size(&mut self, name: &str) -> usize {
        let sizes = &mut self.driver.sizes;
        let known = sizes.iter().position(|known| known == name);
        known.unwrap_or_else(|| {
            sizes.push(name.to_owned());
            sizes.len() - 1
        })
    }

    fn block(&mut self) -> usize {
        self.driver.blocks += 1;
        self.driver.blocks - 1
    }

    /// Writes what runs for each of `count` elements.
    fn each(&mut self, count: &str, inner: impl FnOnce(&mut Self, &str)) {
        let counter = format!("polycc_k{}", self.depth);
        self.write(&format!("for (long {counter} = 0; {counter} < (long)({count}); {counter}++) {{"));
        self.depth += 1;
        inner(self, &counter);
        self.depth -= 1;
        self.write("}");
    }

    /// Fills the cells behind a pointer.
    fn fill_cells(&mut self, pointer: &Place, target: &Type, block: usize) {
        let Place { written, spelled, .. } = pointer;
        if target.innermost().is_arithmetic() {
            let number = format!("{written}[0]{}", zeros(target));
            self.write(&format!(
                "POLYCC_FILL(\"{spelled}\", {written}, polycc_cells[{block}] * sizeof *{written}, {number});"
            ));
            return;
        }
        // a structure tells sizes, many of them hold data, unless each has a block of its own
        let is_data = matches!(target.kind, TypeKind::Record(record) if !self.has_pointers(record, 0));
        self.each(&format!("polycc_cells[{block}]"), |writer, counter| {
            let cell = pointer.element(counter, "->");
            writer.fill(&cell, target);
            if is_data {
                writer.write(&format!("if ({counter} > 0) {{"));
                writer.fill_data(&cell, target);
                writer.write("}");
            }
        });
    }

    /// Fills an object that is no parameter itself.
    fn fill(&mut self, place: &Place, type_: &Type) {
        let Place { written, spelled, depth, .. } = place;
        match &type_.kind {
            TypeKind::Integer(_) => {
                let size = self.size(spelled);
                self.write(&format!(
                    "polycc_set_integer((void *)&{written}, sizeof {written}, polycc_sizes[{size}]);"
                ));
                self.watch(place, type_);
            }
            TypeKind::Floating(_) => self.fill_data(place, type_),
            TypeKind::Array(..) if type_.innermost().is_arithmetic() => self.fill_data(place, type_),
            TypeKind::Array(element, _) => {
                self.each(&format!("sizeof {written} / sizeof {written}[0]"), |writer, counter| {
                    writer.fill(&place.element(counter, "."), element);
                });
            }
            // what leads nowhere is a null pointer, as memory is at first
            TypeKind::Pointer(target) if *depth < DEEPEST && self.leads_somewhere(target).is_ok() => {
                let block = self.block();
                self.write(&format!(
                    "polycc_set_pointer((void *)&{written}, polycc_block({block}, sizeof *{written}));"
                ));
                self.fill_cells(&Place { depth: depth + 1, ..place.clone() }, target, block);
            }
            TypeKind::Record(record) => {
                self.members(*record, place, &mut |writer, member, type_| writer.fill(member, type_));
            }
            _ => {}
        }
    }

    /// Fills all numbers of an object with data.
    fn fill_data(&mut self, place: &Place, type_: &Type) {
        self.numbers(place, type_, What::Fill);
    }

    /// Has all numbers of an object compared.
    fn watch(&mut self, place: &Place, type_: &Type) {
        self.numbers(place, type_, What::Watch);
    }

    fn numbers(&mut self, place: &Place, type_: &Type, what: What) {
        let Place { written, spelled, .. } = place;
        match &type_.kind {
            _ if type_.innermost().is_arithmetic() => {
                let (Some(statement), number) = (what.statement(), format!("{written}{}", zeros(type_)))
                else {
                    return;
                };
                self.write(&format!("{statement}(\"{spelled}\", &{written}, sizeof {written}, {number});"));
            }
            TypeKind::Pointer(target) if what == What::Look && target.innermost().is_arithmetic() => {
                let number = format!("{written}[0]{}", zeros(target));
                self.write(&format!("POLYCC_LOOK(\"{spelled}\", {written}, {number}, 0);"));
            }
            TypeKind::Array(element, _) => {
                self.each(&format!("sizeof {written} / sizeof {written}[0]"), |writer, counter| {
                    writer.numbers(&place.element(counter, "."), element, what);
                });
            }
            TypeKind::Record(record) => {
                self.members(*record, place, &mut |writer, member, type_| {
                    writer.numbers(member, type_, what)
                });
            }
            _ => {}
        }
    }

    /// Visits the members that have an address of their own.
    fn members(&mut self, record: RecordId, place: &Place, visit: &mut dyn FnMut(&mut Self, &Place, &Type)) {
        let record = &self.unit.records().0[record.0];
        if record.is_union || place.depth > 2 * DEEPEST {
            return;
        }
        for field in record.fields.iter().flatten().filter(|field| !field.is_bits) {
            match (&field.name, &field.type_.kind) {
                (Some(name), _) => visit(self, &place.member(name), &field.type_),
                (None, TypeKind::Record(inner)) => self.members(*inner, place, visit),
                (None, _) => {}
            }
        }
    }

    /// Whether a structure holds pointers.
    fn has_pointers(&self, record: RecordId, depth: usize) -> bool {
        let fields = self.unit.records().0[record.0].fields.iter().flatten();
        fields.map(|field| field.type_.innermost()).any(|type_| match type_.kind {
            TypeKind::Pointer(_) => true,
            TypeKind::Record(inner) => depth < DEEPEST && self.has_pointers(inner, depth + 1),
            _ => false,
        })
    }

    /// Whether a pointer to `target` leads to something that can be filled; else what it leads to.
    fn leads_somewhere(&self, target: &Type) -> Result<(), &'static str> {
        match &target.innermost().kind {
            TypeKind::Integer(_) | TypeKind::Floating(_) => Ok(()),
            TypeKind::Record(record) => self.complete(*record),
            TypeKind::Pointer(inner) => self.leads_somewhere(inner),
            TypeKind::Void => Err("memory without a type"),
            TypeKind::Function(_) => Err("a function"),
            _ => Err("something of unknown type"),
        }
    }

    fn complete(&self, record: RecordId) -> Result<(), &'static str> {
        let record = &self.unit.records().0[record.0];
        match record.is_union {
            true => Err("a union"),
            false if record.fields.is_none() => Err("a structure that isn't declared here"),
            false => Ok(()),
        }
    }
}

/// The subscripts that lead to the first number of an array.
fn zeros(type_: &Type) -> String {
    match &type_.kind {
        TypeKind::Array(element, _) => format!("[0]{}", zeros(element)),
        _ => String::new(),
    }
}
