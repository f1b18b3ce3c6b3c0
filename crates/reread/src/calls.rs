//! Calls.

use crate::expressions::Use;
use crate::joined::operation;
use crate::layout::unknown;
use crate::memory::Base;
use crate::run::{Machine, Stop};
use crate::terms::Term;
use crate::values::Value;
use diagnostics::Span;
use frontend::tree::{Expression, SymbolId, SymbolKind, Type, TypeKind};

impl<'a> Machine<'a, '_> {
    /// `callee(arguments)`, of this type.
    pub(crate) fn call(
        &mut self,
        callee: &Expression,
        arguments: &[Expression],
        type_: &Type,
        place: Span,
    ) -> Result<Value, Stop> {
        let source = self.source;
        let symbol = callee.variable().ok_or_else(|| unknown("a call through a pointer"))?;
        let known = &source.symbols[symbol];
        if !matches!(known.kind, SymbolKind::Function | SymbolKind::Undeclared) {
            return Err(unknown("a call through a pointer"));
        }
        let name = known.name.as_str();
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            values.push(match is_structure(argument) {
                true => self.structure(argument)?,
                false => self.value(argument)?,
            });
        }
        let gets_structures = arguments.iter().any(is_structure);
        let body = source.functions.iter().find(|function| function.symbol == symbol);
        let body = body.or_else(|| source.function(name));
        let computes = source.computing.contains(&symbol);
        let is_integer = matches!(type_.kind, TypeKind::Integer(_));
        match body {
            _ if gets_structures && !computes => Err(unknown("a structure that is handed on")),
            Some(function) if !gets_structures && (!computes || is_integer) => {
                let mut passed = Vec::with_capacity(values.len());
                for (position, (value, argument)) in values.iter().zip(arguments).enumerate() {
                    let Some(&parameter) = function.parameters.get(position) else {
                        return Err(unknown("too many arguments"));
                    };
                    let type_ = source.symbols[parameter].type_.decayed();
                    passed.push(self.convert(*value, &argument.type_, &type_)?);
                }
                match self.enter(function, Some(passed)) {
                    Err(Stop::Unknown(_)) if computes => self.computed(symbol, &values, type_),
                    result => result,
                }
            }
            _ if computes && !matches!(name, "abs" | "labs" | "llabs") => {
                self.computed(symbol, &values, type_)
            }
            _ => self.library(name, arguments, &values, type_, place),
        }
    }

    /// A structure as what is in it.
    fn structure(&mut self, argument: &Expression) -> Result<Value, Stop> {
        let place = self.place(argument, Use::Touched)?;
        let bytes = self.size_of(&argument.type_)?;
        let object = self.object_mut(place.object);
        let mut parts = match object.base {
            Base::Unknown(base) => vec![base, Term::number(i128::from(place.offset))],
            Base::Zero | Base::Vague => vec![],
        };
        let inside = place.offset..place.offset + bytes;
        for (offset, cell) in object.written().into_iter().filter(|(offset, _)| inside.contains(offset)) {
            let value = cell.value.term().ok_or_else(|| unknown("a structure with places"))?;
            parts.extend([Term::number(i128::from(offset - place.offset)), value]);
        }
        Ok(Value::data(Term::of("structure", &parts)))
    }

    /// What a function without effect makes of its arguments.
    fn computed(&mut self, symbol: SymbolId, values: &[Value], type_: &Type) -> Result<Value, Stop> {
        let terms: Option<Vec<_>> = values.iter().map(|value| value.term()).collect();
        let terms = terms.ok_or_else(|| unknown("a call with places"))?;
        let name = &self.source.symbols[symbol].name;
        let operation = operation(name, type_).filter(|_| self.source.function(name).is_none());
        let term = match (operation, terms.as_slice()) {
            (Some(operation), &[a, b]) => self.joined.of(operation, [a, b]),
            _ => Term::of(name, &terms),
        };
        let is_vague = values.iter().any(|value| value.is_vague);
        Ok(Value::computed(term, type_).vague_if(is_vague))
    }
}

fn is_structure(argument: &Expression) -> bool {
    matches!(argument.type_.kind, TypeKind::Record(_))
}
