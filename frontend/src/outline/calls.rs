//! Calls of the program's own functions, in an isolated statement: what they do stands for them.
//!
//! The function is outlined as a region of its own, over its parameters; then the arguments take the parameters'
//! place. What a function does to memory is so known as exactly as that of a loop, and cells are named as the
//! caller names them (Creusillet's translation of regions from callee to caller).
//!
//! Refused with a reason: recursion, functions without body, arrays that don't look the same on both sides,
//! variables of the file.

use std::collections::BTreeMap;

use diagnostics::{Code, Diagnostic, Span};
use polyhedral::expression::LinearForm;
use polyhedral::{AccessKind, Array, Condition, Expression, Lifetime, Storage};

use super::builder::{Builder, Known};
use super::values::Reading;
use super::{Assignment, Node, Outline, Reference, visit_nodes};
use crate::facts::Surroundings;
use crate::facts::index::Index;
use crate::facts::purity::Purity;
use crate::refusal::refusal;
use crate::region::Region;
use crate::syntax::tree::{
    self, BinaryOperator, Construct, ExpressionKind, Function, Statement, StatementKind, SymbolId,
    UnaryOperator,
};

/// What a parameter stands for.
#[derive(Clone)]
enum Actual {
    /// A number in counters and parameters.
    Value(Expression),
    /// An array of the caller: the subscripts before those of the parameter, and what is added to its first.
    Cells { array: SymbolId, prefix: Vec<Expression>, offset: Expression },
}

impl<'a> Builder<'a> {
    /// Whether a statement is a call that what the function does can stand for.
    pub fn is_own_call(&mut self, expression: &tree::Expression) -> bool {
        let ExpressionKind::Call(callee, _) = &expression.kind else { return false };
        let Some(function) = callee.variable().filter(|_| self.around.region.is_isolated) else {
            return false;
        };
        self.purities.of(function) == Purity::Unknown && self.definition(function).is_some()
    }

    fn definition(&self, function: SymbolId) -> Option<(usize, &'a Function)> {
        let functions = self.around.translation.resolved.functions.iter().enumerate();
        functions.into_iter().find(|(_, known)| known.symbol == function)
    }

    /// What a call does.
    pub fn own_call(&mut self, expression: &'a tree::Expression) -> Result<Vec<Node>, Diagnostic> {
        let ExpressionKind::Call(callee, arguments) = &expression.kind else { return Ok(vec![]) };
        let Some((index, function)) = callee.variable().and_then(|callee| self.definition(callee)) else {
            return Err(self.impure_call(callee, arguments, expression.span));
        };
        let region = self.body_region(index, function, expression.span)?;
        if function.parameters.len() != arguments.len() {
            return Err(refusal(
                Code::CallOfFile,
                "a call has another number of arguments",
                expression.span,
                "",
            ));
        }
        let (outline, symbols, parameters) = self.outline_of(&region)?;
        self.check_outside(function, &outline, &symbols, &parameters, expression.span)?;
        self.obligations.clear();
        let mut actuals = BTreeMap::new();
        let mut nodes = Vec::new();
        for (&formal, argument) in function.parameters.iter().zip(arguments) {
            if let Some(position) = symbols.iter().position(|symbol| *symbol == formal) {
                if outline.arrays[position].dimensions() == 0 {
                    nodes.push(self.given_number(formal, &outline.arrays[position], argument)?);
                } else {
                    actuals.insert(formal, self.passed_array(argument, &outline.arrays[position])?);
                }
            } else if parameters.contains(&formal) {
                let kind = self.around.symbols()[formal].type_.integer().cloned();
                let kind = kind.ok_or_else(|| {
                    refusal(Code::CallOfFile, "a parameter is no integer", argument.span, "")
                })?;
                let value = self.operand(argument, &kind, "this argument")?;
                actuals.insert(formal, Actual::Value(value));
            }
        }
        self.check_apart(function, &actuals, &outline, &symbols, arguments)?;
        nodes.extend(self.substituted(outline, &symbols, &actuals, function, expression.span)?);
        Ok(nodes)
    }

    /// The body of a function as a region.
    fn body_region(&self, index: usize, function: &Function, call: Span) -> Result<Region, Diagnostic> {
        let own = self.around.region;
        let name = &function.name;
        let is_known = |known: &usize| *known == index;
        if own.function_index == index || own.callers.iter().any(is_known) {
            return Err(refusal(
                Code::CallOfFile,
                format!("`{name}` calls itself"),
                call,
                "recursion has no bound",
            ));
        }
        let StatementKind::Block(list) = &function.body.kind else {
            return Err(refusal(Code::UnknownCall, format!("`{name}` has no body"), call, ""));
        };
        let list = match list.split_last() {
            Some((last, rest)) if is_plain_return(last) => rest,
            _ => list,
        };
        let (Some(first), Some(last)) = (list.first(), list.last()) else {
            return Err(refusal(Code::CallOfFile, format!("`{name}` does nothing"), call, ""));
        };
        let callers = own.callers.iter().copied().chain([own.function_index]).collect();
        Ok(Region {
            function: name.clone(),
            span: first.span.to(last.span),
            function_index: index,
            mark: call,
            callers,
            ..own.clone()
        })
    }

    /// The outline of a region in another function, the variables that its arrays are, and those that its
    /// parameters are.
    fn outline_of(&self, region: &Region) -> Result<(Outline, Vec<SymbolId>, Vec<SymbolId>), Diagnostic> {
        let Surroundings { translation, map, .. } = self.around;
        let index = Index::new(translation, translation.function(region), map);
        let around = Surroundings { translation, region, map, index: &index };
        let (_, first) = Builder::new(around, Known::default()).run();
        let (outline, second) = Builder::new(around, first.known).run();
        match second.problems.into_iter().next() {
            Some(problem) => Err(problem.also(region.mark, "called here")),
            None => Ok((outline, second.arrays, second.known.parameters.into_iter().collect())),
        }
    }

    /// A function's clone gets all that it needs through its parameters.
    fn check_outside(
        &self,
        function: &Function,
        outline: &Outline,
        arrays: &[SymbolId],
        parameters: &[SymbolId],
        call: Span,
    ) -> Result<(), Diagnostic> {
        let is_own = |array: &Array| matches!(array.storage, Storage::Local { inside: true, .. });
        let foreign = arrays.iter().zip(&outline.arrays).filter(|(_, array)| !is_own(array));
        let mut used = foreign.map(|(symbol, _)| symbol).chain(parameters);
        match used.find(|symbol| !function.parameters.contains(symbol)) {
            Some(symbol) => {
                let cause =
                    format!("`{}` uses `{}`, which is no parameter of it", function.name, self.name(*symbol));
                Err(refusal(Code::CallOfFile, cause, call, "called here").with_help("pass it as an argument"))
            }
            None => Ok(()),
        }
    }

    /// `formal = argument`, for a number.
    fn given_number(
        &mut self,
        formal: SymbolId,
        array: &Array,
        argument: &'a tree::Expression,
    ) -> Result<Node, Diagnostic> {
        let mut reading = Reading::default();
        self.value(&mut reading, argument)?;
        let position = self.own_array(formal, array.clone(), argument.span)?;
        reading.references.push(Reference {
            array: position,
            kind: AccessKind::MustWrite,
            subscripts: vec![],
            guard: Condition::Constant(true),
            span: argument.span,
        });
        Ok(self.finish(reading, argument.span, argument.span, None))
    }

    /// The position of a variable that a function has for itself.
    fn own_array(&mut self, symbol: SymbolId, array: Array, place: Span) -> Result<usize, Diagnostic> {
        let array = Array { storage: inside(&array), outlives: None, comes_back: false, ..array };
        let extents = |array: &Array| -> Vec<_> {
            array
                .extents
                .iter()
                .map(|extent| extent.as_ref().and_then(|extent| extent.value.clone()))
                .collect()
        };
        if let Some(known) = self.inlined.get(&symbol)
            && extents(known) != extents(&array)
        {
            let cause = format!("`{}` has another size in another call", array.c_name);
            return Err(refusal(Code::CallOfFile, cause, place, "called here"));
        }
        self.inlined.insert(symbol, array);
        Ok(self.array(symbol))
    }

    /// The cells that an argument hands over for the parameter `formal`.
    fn passed_array(&mut self, argument: &'a tree::Expression, formal: &Array) -> Result<Actual, Diagnostic> {
        let odd = || {
            refusal(
                Code::CallOfFile,
                "this argument isn't supported",
                argument.span,
                "not an array or a part of one",
            )
            .with_help("pass `a`, `a[i]`, `&a[i]` or `a + i`")
        };
        let mut offset = Expression::Constant(0);
        let mut place = argument;
        let mut is_address = false;
        match &argument.kind {
            ExpressionKind::Binary(BinaryOperator::Add, pointer, distance) => {
                let distance = self.in_address(|builder| builder.affine(distance, "this argument"));
                (place, offset) = (pointer, distance?);
            }
            ExpressionKind::Unary(UnaryOperator::Address, operand) => (place, is_address) = (operand, true),
            _ => {}
        }
        let (base, subscripts) = place.subscripted();
        let array = base.variable().ok_or_else(odd)?;
        let prefix = subscripts.into_iter();
        let prefix =
            prefix.map(|subscript| self.in_address(|builder| builder.affine(subscript, "this argument")));
        let mut prefix = prefix.collect::<Result<Vec<_>, _>>()?;
        if is_address {
            offset = prefix.pop().ok_or_else(odd)?;
        }
        self.array(array);
        let extents = self.extents(array)?;
        if extents.len() != prefix.len() + formal.dimensions() {
            return Err(refusal(
                Code::CallOfFile,
                "a parameter has another number of dimensions",
                argument.span,
                "",
            ));
        }
        let element = self.around.symbols()[array].type_.target().map(|type_| type_.innermost().spelling());
        if element != Some(&formal.element) {
            return Err(refusal(
                Code::CallOfFile,
                "a parameter has another type of elements",
                argument.span,
                "",
            ));
        }
        Ok(Actual::Cells { array, prefix, offset })
    }

    /// Refuses two parameters that are the same memory, if any of it is written.
    fn check_apart(
        &self,
        function: &Function,
        actuals: &BTreeMap<SymbolId, Actual>,
        outline: &Outline,
        symbols: &[SymbolId],
        arguments: &[tree::Expression],
    ) -> Result<(), Diagnostic> {
        let is_written = |formal: &SymbolId| {
            let position = symbols.iter().position(|symbol| symbol == formal);
            let mut references = outline.statements.iter().flat_map(|statement| &statement.references);
            references
                .any(|reference| Some(reference.array) == position && reference.kind != AccessKind::Read)
        };
        let mut seen: BTreeMap<SymbolId, SymbolId> = BTreeMap::new();
        for (formal, argument) in function.parameters.iter().zip(arguments) {
            let Some(Actual::Cells { array, .. }) = actuals.get(formal) else { continue };
            if let Some(other) = seen.insert(*array, *formal)
                && (is_written(formal) || is_written(&other))
            {
                let (one, two) = (self.name(other), self.name(*formal));
                let cause = format!("`{one}` and `{two}` of `{}` are the same memory", function.name);
                return Err(refusal(
                    Code::Overlap,
                    cause,
                    argument.span,
                    format!("`{}` again", self.name(*array)),
                ));
            }
        }
        Ok(())
    }

    /// The nodes of `outline` with arguments for parameters, and the walk's loops around them.
    fn substituted(
        &mut self,
        mut outline: Outline,
        symbols: &[SymbolId],
        actuals: &BTreeMap<SymbolId, Actual>,
        function: &Function,
        call: Span,
    ) -> Result<Vec<Node>, Diagnostic> {
        let renamed = |name: &str| format!("{}_{name}", function.name);
        let mut counters = Vec::new();
        visit_nodes(&mut outline.body, &mut |node| {
            let iterator = match node {
                Node::Loop(counted) => &mut counted.iterator,
                Node::Anywhere(anywhere) => &mut anywhere.iterator,
                _ => return,
            };
            counters.push(iterator.name.clone());
            iterator.name = renamed(&iterator.name);
        });
        let values: BTreeMap<String, Expression> = actuals
            .iter()
            .filter_map(|(symbol, actual)| match actual {
                Actual::Value(value) => Some((self.name(*symbol).to_owned(), value.clone())),
                Actual::Cells { .. } => None,
            })
            .collect();
        let replacement = |name: &str| match counters.iter().any(|counter| counter == name) {
            true => Some(Expression::variable(renamed(name))),
            false => values.get(name).cloned(),
        };
        outline.map(&|expression| expression.substitute(&replacement));
        let Outline { arrays, statements, mut body, .. } = outline;
        let mut places = Vec::new();
        for (symbol, array) in symbols.iter().zip(arrays) {
            places.push(match actuals.get(symbol) {
                Some(Actual::Cells { array: actual, prefix, offset }) => {
                    self.check_extents(*actual, prefix.len(), &array, call)?;
                    (self.array(*actual), prefix.clone(), offset.clone())
                }
                _ => (self.own_array(*symbol, array, call)?, vec![], Expression::Constant(0)),
            });
        }
        let first = self.statements.len();
        let mut obligations = std::mem::take(&mut self.obligations);
        for mut statement in statements {
            for iterator in &mut statement.iterators {
                iterator.name = renamed(&iterator.name);
            }
            let mut references = Vec::new();
            for reference in statement.references {
                let (array, prefix, offset) = &places[reference.array];
                let subscripts = placed(reference.subscripts, prefix, offset);
                // what is handed over is a pointer to the part's first cell
                if !prefix.is_empty() {
                    self.stays_in_row(self.arrays[*array], &subscripts, Some(prefix.len()), call)?;
                }
                references.push(Reference { array: *array, subscripts, ..reference });
            }
            obligations.append(&mut self.obligations);
            obligations.append(&mut statement.obligations);
            let around = self.active.iter().map(|active| active.iterator.clone());
            self.statements.push(Assignment {
                name: self.names.next(None),
                iterators: around.chain(statement.iterators).collect(),
                references,
                obligations: std::mem::take(&mut obligations),
                ..statement
            });
        }
        visit_nodes(&mut body, &mut |node| {
            if let Node::Assignment(position) = node {
                *position += first;
            }
        });
        Ok(body)
    }

    /// Both sides must agree where each cell of a row lies.
    fn check_extents(
        &mut self,
        actual: SymbolId,
        prefix: usize,
        formal: &Array,
        call: Span,
    ) -> Result<(), Diagnostic> {
        let extents = self.extents(actual)?;
        let value = |extent: &Option<polyhedral::Extent>| {
            let value = extent.as_ref().and_then(|extent| extent.value.as_ref());
            value.and_then(|value| LinearForm::of(&value.simplify()).map(sorted))
        };
        let differs = extents[prefix..].iter().zip(&formal.extents).skip(1).any(|(one, other)| {
            let (one, other) = (value(one), value(other));
            one.is_none() || one != other
        });
        match differs {
            true => {
                let cause = format!("rows of `{}` aren't those of `{}`", formal.c_name, self.name(actual));
                Err(refusal(Code::CallOfFile, cause, call, "called here"))
            }
            false => Ok(()),
        }
    }
}

fn sorted(mut form: LinearForm) -> LinearForm {
    form.terms.sort();
    form
}

/// The subscripts of the caller's array.
fn placed(subscripts: Vec<Expression>, prefix: &[Expression], offset: &Expression) -> Vec<Expression> {
    let own = subscripts.into_iter().enumerate().map(|(position, subscript)| match (position, offset) {
        (0, Expression::Constant(0)) | (1.., _) => subscript,
        (0, offset) => (subscript + offset.clone()).simplify(),
    });
    prefix.iter().cloned().chain(own).collect()
}

/// `return;`, or the return of a value that is computed from numbers without effect.
fn is_plain_return(statement: &Statement) -> bool {
    let StatementKind::Other(Construct::Return, values, _) = &statement.kind else { return false };
    let mut is_plain = true;
    for value in values {
        value.walk(&mut |part| {
            is_plain &= matches!(
                part.kind,
                ExpressionKind::Variable(_)
                    | ExpressionKind::Integer(_)
                    | ExpressionKind::Floating
                    | ExpressionKind::Cast(_)
                    | ExpressionKind::Binary(..)
            ) && part.type_.is_arithmetic();
        });
    }
    is_plain
}

/// The storage of a variable that a function has for itself.
fn inside(array: &Array) -> Storage {
    match &array.storage {
        local @ Storage::Local { .. } => local.clone(),
        _ => {
            let place = Span::new(array.name_span.end, array.name_span.end);
            Storage::Local {
                extents_span: place,
                declaration: array.name_span,
                shared: false,
                inside: true,
                initialized: true,
                list: None,
                zeroed: false,
                table: None,
                attributed: false,
                lifetime: Lifetime::Automatic,
            }
        }
    }
}
