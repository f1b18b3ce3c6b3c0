//! Structures that are handed to functions of the file: `total(h)`, which looks at `h->data` and `h->n` alone.
//!
//! What such a function touches of a structure is known where it uses its parameter for nothing but numbers and pointers in that,
//! or hands it on to functions of which the same holds, and changes none of them. What it does with the memory that these
//! pointers lead to is not looked at: it may do anything with that, but knows no other memory of the structure.

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::Span;

use crate::facts::changes::changes;
use crate::facts::members::member;
use crate::rows::is_same;
use crate::structures::{path, start, tested};
use crate::syntax::tree::{Expression, ExpressionKind, Function, SymbolId, SymbolKind, UnaryOperator};
use crate::syntax::types::{Type, TypeKind};
use crate::translation::Translation;

/// An argument that is a structure's address, or a pointer to one.
pub struct Site<'a> {
    /// The argument.
    pub argument: Span,
    /// The structure, or the pointer.
    pub variable: SymbolId,
    /// Where the argument names it.
    pub name: Span,
    structure: &'a Type,
    to: Place,
}

/// Which argument of which function it is, of how many.
#[derive(Clone, Copy)]
struct Place {
    callee: SymbolId,
    position: usize,
    arguments: usize,
}

/// The structures, and pointers to them, that an expression hands on, if it is a call.
pub fn sites(call: &Expression) -> Vec<Site<'_>> {
    let ExpressionKind::Call(callee, arguments) = &call.kind else { return vec![] };
    let Some(callee) = callee.variable() else { return vec![] };
    let site = |(position, argument)| {
        let (name, variable, structure) = structure(argument)?;
        let to = Place { callee, position, arguments: arguments.len() };
        Some(Site { argument: argument.span, variable, name, structure, to })
    };
    arguments.iter().enumerate().filter_map(site).collect()
}

/// What functions of a translation unit touch of the structures that their parameters lead to.
pub struct Handed<'a> {
    translation: &'a Translation,
    text: &'a str,
    functions: BTreeMap<SymbolId, &'a Function>,
    /// By parameter, of those that were looked at; `None` where more is done with one.
    own: BTreeMap<SymbolId, Option<Own>>,
}

/// What a function itself does with a parameter that leads to a structure.
struct Own {
    /// The members that it touches.
    touched: BTreeSet<String>,
    /// Where it hands the parameter on.
    handed: Vec<Place>,
}

impl<'a> Handed<'a> {
    /// Those of a text.
    pub fn of(translation: &'a Translation, text: &'a str) -> Self {
        let functions = translation.resolved.functions.iter().map(|it| (it.symbol, it)).collect();
        Handed { translation, text, functions, own: BTreeMap::new() }
    }

    /// The members that a function, and those that it hands its parameter on to, touch of an argument, if they do nothing else with it.
    pub fn touched(&mut self, site: &Site) -> Option<BTreeSet<String>> {
        let (mut found, mut seen, mut rest) = (BTreeSet::new(), BTreeSet::new(), vec![site.to]);
        while let Some(place) = rest.pop() {
            let function = *self.functions.get(&place.callee)?;
            let parameter = *function.parameters.get(place.position)?;
            (function.parameters.len() == place.arguments).then_some(())?;
            if seen.insert(parameter) {
                self.leads_to(parameter, site.structure).then_some(())?;
                let (translation, text) = (self.translation, self.text);
                let looked_at = || own(parameter, function, translation, text);
                let own = self.own.entry(parameter).or_insert_with(looked_at).as_ref()?;
                found.extend(own.touched.iter().cloned());
                rest.extend(&own.handed);
            }
        }
        Some(found)
    }

    /// Whether a parameter is a pointer to such a structure.
    fn leads_to(&self, parameter: SymbolId, structure: &Type) -> bool {
        let target = self.translation.resolved.symbols[parameter].type_.target();
        target.is_some_and(|target| {
            is_same(target, structure) && !target.qualifiers.volatile && !target.qualifiers.atomic
        })
    }
}

fn own(parameter: SymbolId, function: &Function, translation: &Translation, text: &str) -> Option<Own> {
    let symbols = &translation.resolved.symbols;
    let declared = &symbols[parameter];
    let is_own = |symbol: SymbolId| {
        symbol == parameter || member(symbol, symbols).is_some_and(|member| member.object == parameter)
    };
    let changes = changes(&function.body, symbols);
    let is_fixed = declared.kind == SymbolKind::Parameter
        && !changes.iter().any(|change| change.is_whole && is_own(change.symbol));
    (is_fixed && !function.body.holds_assembly()).then_some(())?;
    let (mut known, mut touched, mut handed) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    let mut are_known = true;
    function.body.walk_expressions(symbols, &mut |part| {
        match &part.kind {
            ExpressionKind::Member(symbol, _) => {
                let own = member(*symbol, symbols).filter(|it| it.object == parameter);
                if let (Some(own), Some(start)) = (own, start(part, symbols)) {
                    known.insert(start);
                    touched.insert(path(own));
                }
            }
            ExpressionKind::Unary(UnaryOperator::Address, operand) => {
                are_known &= !operand.named().is_some_and(is_own);
            }
            ExpressionKind::Call(callee, arguments) => {
                for (position, argument) in arguments.iter().enumerate() {
                    if argument.variable() != Some(parameter) {
                        continue;
                    }
                    if let Some(callee) = callee.variable() {
                        handed.push(Place { callee, position, arguments: arguments.len() });
                        known.insert(argument.span);
                    }
                }
            }
            _ => {}
        }
        known.extend(tested(part));
    });
    function.body.walk_with_types(symbols, &mut |part| {
        are_known &= part.variable() != Some(parameter) || known.contains(&part.span);
    });
    let is_known = |place: Span| known.contains(&place);
    are_known &= translation.table.are_known(&declared.name, function.body.span, text, &is_known);
    are_known.then_some(Own { touched, handed })
}

/// Where an argument names the structure of which it is the address, or the pointer that it is; with that, and its type.
fn structure(argument: &Expression) -> Option<(Span, SymbolId, &Type)> {
    let (named, structure) = match &argument.kind {
        ExpressionKind::Unary(UnaryOperator::Address, structure) => (&**structure, &structure.type_),
        _ => (argument, argument.type_.target()?),
    };
    matches!(structure.kind, TypeKind::Record(_)).then_some((named.span, named.variable()?, structure))
}
