//! Members of structures as variables of their own.
//!
//! A path like `p->size.w`, from a variable over its members, becomes a symbol: equal paths are the same symbol,
//! and all that is done with variables can be done with it. Subscripts within a path (`v[i].x`) are its first
//! subscripts, so that an array of structures is one array for each path: `v[].x`.

use diagnostics::Span;
use lang_c::ast;
use std::sync::Arc;

use super::expressions::{other, typed};
use super::{Resolved, Resolver};
use crate::syntax::records::{IN_TABLE, UNDECLARED, UNNAMED};
use crate::syntax::tree::{
    Expression, ExpressionKind, Member, Step, Symbol, SymbolId, SymbolKind, UnaryOperator,
};
use crate::syntax::types::{ArraySize, Type, TypeKind};

/// How a path gets from a variable to a structure.
struct Path {
    object: SymbolId,
    steps: Vec<Step>,
    /// For each subscript on the way, the number of elements; `None` behind a pointer.
    extents: Vec<Option<ArraySize>>,
}

impl<'a> Resolver<'a> {
    /// `structure.name` or `pointer->name`.
    pub(super) fn member(&mut self, member: &'a ast::MemberExpression, span: Span) -> Expression {
        let mut inner = self.expression(&member.expression);
        let mut is_indirect = member.operator.node == ast::MemberOperator::Indirect;
        // `(&s)->x`, as macros write it, is `s.x`
        if let (true, ExpressionKind::Unary(UnaryOperator::Address, operand)) = (is_indirect, &inner.kind) {
            inner = (**operand).clone();
            is_indirect = false;
        }
        let name = &member.identifier;
        let place = self.place(name.span);
        match self.resolved.member_symbol(&inner, is_indirect, &self.name(name), place) {
            Ok((symbol, type_)) => {
                typed(ExpressionKind::Member(symbol, Box::new(inner)), type_, self.without_parentheses(span))
            }
            Err(what) => other(what, vec![inner], span),
        }
    }

    /// Makes a symbol for a number in an array that is named with constant subscripts.
    pub(super) fn note_cell(&mut self, expression: &Expression) {
        if expression.type_.integer().is_none() {
            return;
        }
        let Some(key) = self.resolved.constant_cell(expression) else { return };
        let symbol = &self.resolved.symbols[key.0];
        let (object, mut steps) = match &symbol.kind {
            SymbolKind::Member(member) if !member.is_one_of_many() => (member.object, member.steps.clone()),
            SymbolKind::Local { .. } | SymbolKind::Parameter | SymbolKind::Global => (key.0, vec![]),
            _ => return,
        };
        let is_first_pointer =
            symbol.kind == SymbolKind::Parameter || matches!(symbol.type_.kind, TypeKind::Pointer(_));
        let mut type_ = &symbol.type_;
        for (position, &number) in key.1.iter().enumerate() {
            let is_pointer = position == 0 && is_first_pointer;
            match &type_.kind {
                TypeKind::Array(element, _) => type_ = element,
                TypeKind::Pointer(target) if is_pointer => type_ = target,
                _ => return,
            }
            steps.push(Step::Cell { number, is_pointer });
        }
        if self.resolved.cells.contains_key(&key) {
            return;
        }
        let member = Member { object, steps, record: None, type_: expression.type_.clone() };
        let id = SymbolId(self.resolved.symbols.0.len());
        self.resolved.symbols.0.push(Symbol {
            is_fixed: false,
            name: member.spelling(&self.resolved.symbols[object].name).concat(),
            kind: SymbolKind::Member(Arc::new(member)),
            type_: expression.type_.clone(),
            name_span: expression.span,
            initializer: None,
            declared: None,
        });
        self.resolved.cells.insert(key, id);
    }
}

impl Resolved {
    /// The symbol for a member of what `inner` is or points to, and the member's type.
    pub fn member_symbol(
        &mut self,
        inner: &Expression,
        is_indirect: bool,
        name: &str,
        place: Span,
    ) -> Result<(SymbolId, Type), &'static str> {
        let structure = match is_indirect {
            true => inner.type_.target().ok_or(UNNAMED)?,
            false => &inner.type_,
        };
        let TypeKind::Record(record) = structure.kind else {
            return Err(UNDECLARED);
        };
        let (type_, record) = self.records.member(record, name)?;
        let mut type_ = type_.clone().with_qualifiers(structure.qualifiers);
        // what such a member says of other pointers depends on the life of its structure
        type_.qualifiers.restrict = false;
        let mut path = self.path(inner).ok_or(UNNAMED)?;
        if is_indirect {
            path = self.behind(path, &inner.type_, Step::Dereference).ok_or(IN_TABLE)?;
        }
        path.steps.push(Step::Field(name.to_owned()));
        let key = (path.object, path.steps);
        if let Some(known) = self.members.get(&key) {
            return Ok((*known, type_));
        }
        let whole = path.extents.iter().rev().fold(type_.clone(), |element, extent| {
            let element = Arc::new(element);
            Type::plain(match extent {
                Some(size) => TypeKind::Array(element, size.clone()),
                None => TypeKind::Pointer(element),
            })
        });
        let (object, steps) = key.clone();
        let member = Member { object, steps, record: Some(record), type_: type_.clone() };
        let id = SymbolId(self.symbols.0.len());
        self.symbols.0.push(Symbol {
            is_fixed: false,
            name: member.spelling(&self.symbols[object].name).join("[]"),
            kind: SymbolKind::Member(Arc::new(member)),
            type_: whole,
            name_span: place,
            initializer: None,
            declared: None,
        });
        self.members.insert(key, id);
        Ok((id, type_))
    }

    /// The path to what an expression names, if it starts with a variable and has no effect.
    fn path(&self, expression: &Expression) -> Option<Path> {
        match &expression.kind {
            ExpressionKind::Variable(object) => {
                let kind = &self.symbols[*object].kind;
                let is_object =
                    matches!(kind, SymbolKind::Local { .. } | SymbolKind::Parameter | SymbolKind::Global);
                is_object.then(|| Path { object: *object, steps: vec![], extents: vec![] })
            }
            ExpressionKind::Member(symbol, inner) => {
                let SymbolKind::Member(member) = &self.symbols[*symbol].kind else { return None };
                let extents = self.path(inner)?.extents;
                Some(Path { object: member.object, steps: member.steps.clone(), extents })
            }
            ExpressionKind::Unary(UnaryOperator::Dereference, pointer) => {
                self.behind(self.path(pointer)?, &pointer.type_, Step::Dereference)
            }
            ExpressionKind::Index(array, _) => {
                let path = self.path(array)?;
                let is_parameter =
                    path.steps.is_empty() && self.symbols[path.object].kind == SymbolKind::Parameter;
                match &array.type_.kind {
                    TypeKind::Array(_, size) if !is_parameter => {
                        let mut path = path;
                        path.steps.push(Step::Element);
                        path.extents.push(Some(size.clone()));
                        Some(path)
                    }
                    TypeKind::Array(..) => self.behind(path, &array.type_.decayed(), Step::Row),
                    _ => self.behind(path, &array.type_, Step::Row),
                }
            }
            _ => None,
        }
    }

    /// A path through a pointer; one that subscripts choose leads to no array.
    fn behind(&self, mut path: Path, pointer: &Type, step: Step) -> Option<Path> {
        let is_pointer = matches!(pointer.kind, TypeKind::Pointer(_));
        if !is_pointer || !path.extents.is_empty() {
            return None;
        }
        path.extents.extend((step == Step::Row).then_some(None));
        path.steps.push(step);
        Some(path)
    }
}
