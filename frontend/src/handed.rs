//! Structures that are handed to functions of the file: `total(h)`, which looks at `h->data` and `h->n` alone.
//!
//! What such a function touches of a structure is known where it uses its parameter for nothing but numbers and pointers in that,
//! or hands it on to functions of which the same holds, and changes none of them. What it does with the memory that these
//! pointers lead to is not looked at: it may do anything with that, but knows no other memory of the structure.

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::Span;
use diagnostics::token::TokenKind;

use crate::facts::changes::changes;
use crate::facts::members::member;
use crate::rows::is_same;
use crate::structures::{is_own as is_direct, is_scalar, path, tested};
use crate::syntax::tree::{
    Construct, Expression, ExpressionKind, Function, Statement, StatementKind, SymbolId, SymbolKind,
    UnaryOperator,
};
use crate::syntax::types::{Type, TypeKind};
use crate::translation::Translation;

/// What functions of a translation unit touch of the structures that their parameters lead to.
pub struct Handed<'a> {
    translation: &'a Translation,
    text: &'a str,
    functions: BTreeMap<SymbolId, &'a Function>,
}

impl<'a> Handed<'a> {
    /// Those of a text.
    pub fn of(translation: &'a Translation, text: &'a str) -> Self {
        let functions = translation.resolved.functions.iter();
        Handed { translation, text, functions: functions.map(|it| (it.symbol, it)).collect() }
    }

    /// The structures, and pointers to them, that a call hands on, by the place of the argument, each with where it is named
    /// and what is touched of it.
    pub fn by_call(&self, call: &Expression) -> Vec<(Span, Span, BTreeSet<String>)> {
        let ExpressionKind::Call(callee, arguments) = &call.kind else { return vec![] };
        let Some(callee) = callee.variable() else { return vec![] };
        let each = arguments.iter().enumerate().filter_map(|(position, argument)| {
            let (name, structure) = structure(argument)?;
            let touched = self.touched(callee, arguments.len(), position, structure, &mut BTreeSet::new())?;
            Some((argument.span, name, touched))
        });
        each.collect()
    }

    /// The members that a function touches of what its argument leads to; `above` are the parameters that are looked at already.
    fn touched(
        &self,
        callee: SymbolId,
        arguments: usize,
        position: usize,
        structure: &Type,
        above: &mut BTreeSet<SymbolId>,
    ) -> Option<BTreeSet<String>> {
        let function = self.functions.get(&callee).filter(|it| it.parameters.len() == arguments)?;
        let parameter = *function.parameters.get(position)?;
        if !above.insert(parameter) {
            return Some(BTreeSet::new());
        }
        let symbols = &self.translation.resolved.symbols;
        let declared = &symbols[parameter];
        let is_own = |symbol: SymbolId| {
            symbol == parameter || member(symbol, symbols).is_some_and(|member| member.object == parameter)
        };
        let leads_to_one = declared.type_.target().is_some_and(|target| {
            is_same(target, structure) && !target.qualifiers.volatile && !target.qualifiers.atomic
        });
        let changes = changes(&function.body, symbols);
        let is_fixed = declared.kind == SymbolKind::Parameter
            && leads_to_one
            && !changes.iter().any(|change| change.is_whole && is_own(change.symbol));
        (is_fixed && !is_assembled(&function.body)).then_some(())?;
        let (mut known, mut found, mut handed) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
        let mut are_known = true;
        function.body.walk_expressions(symbols, &mut |part| {
            match &part.kind {
                ExpressionKind::Member(symbol, _) => {
                    let own = member(*symbol, symbols).filter(|it| it.object == parameter);
                    if let (Some(own), Some(start)) = (own, start(part)) {
                        if is_direct(own, symbols) && is_scalar(&part.type_) {
                            known.insert(start);
                            found.insert(path(own));
                        }
                    }
                }
                ExpressionKind::Unary(UnaryOperator::Address, operand) => {
                    are_known &= !operand.named().is_some_and(is_own);
                }
                ExpressionKind::Call(callee, arguments) => {
                    for (position, argument) in arguments.iter().enumerate() {
                        if argument.variable() == Some(parameter) {
                            handed.push((callee.variable(), arguments.len(), position, argument.span));
                        }
                    }
                }
                _ => {}
            }
            known.extend(tested(part));
        });
        for (callee, arguments, position, place) in handed {
            found.extend(self.touched(callee?, arguments, position, structure, above)?);
            known.insert(place);
        }
        function.body.walk_with_types(symbols, &mut |part| {
            are_known &= part.variable() != Some(parameter) || known.contains(&part.span);
        });
        let tokens = self.translation.table.within(function.body.span);
        let text = |position: usize| tokens[position].span.of(self.text);
        let is_name = |at: &usize| tokens[*at].kind == TokenKind::Identifier && text(*at) == declared.name;
        let mut named = (0..tokens.len()).filter(is_name);
        let is_seen =
            |at: usize| known.contains(&tokens[at].span) || at > 0 && matches!(text(at - 1), "." | "->");
        (are_known && named.all(is_seen)).then_some(found)
    }
}

/// Where an argument names the structure of which it is the address, or the pointer that it is, and the type of that structure.
fn structure(argument: &Expression) -> Option<(Span, &Type)> {
    let (named, structure) = match &argument.kind {
        ExpressionKind::Unary(UnaryOperator::Address, structure) => (&**structure, &structure.type_),
        _ => (argument, argument.type_.target()?),
    };
    (named.variable().is_some() && matches!(structure.kind, TypeKind::Record(_)))
        .then_some((named.span, structure))
}

/// Where the variable is named with which the way to a member of a structure starts.
fn start(part: &Expression) -> Option<Span> {
    let mut way = part;
    while let ExpressionKind::Member(_, inner) = &way.kind {
        way = inner;
    }
    if let ExpressionKind::Unary(UnaryOperator::Dereference, pointer) = &way.kind {
        way = pointer;
    }
    way.variable().map(|_| way.span)
}

fn is_assembled(body: &Statement) -> bool {
    let mut found = false;
    body.walk(&mut |it| found |= matches!(it.kind, StatementKind::Other(Construct::Assembly, ..)));
    found
}
