//! Types and declarators.

use std::ffi::c_char;
use std::sync::Arc;

use diagnostics::Span;
use lang_c::ast;
use lang_c::span::Node;

use super::{Binding, Resolver};
use crate::syntax::fold;
use crate::syntax::mend::BOOL;
use crate::syntax::records::{Field, Record, RecordId};
use crate::syntax::tree::{
    Declared, Expression, ExpressionKind, Function, Initializer, Symbol, SymbolId, SymbolKind,
};
use crate::syntax::types::{ArraySize, Floating, Integer, Qualifiers, Type, TypeKind};

/// What the specifiers of a declaration say.
#[derive(Default)]
struct Specified {
    words: Words,
    named: Option<Type>,
    qualifiers: Qualifiers,
    is_typedef: bool,
    is_static: bool,
    is_extern: bool,
    spelling: Vec<String>,
}

/// The keywords among type specifiers, of which some come in any order.
#[derive(Default)]
struct Words {
    long: u32,
    short: bool,
    signed: bool,
    unsigned: bool,
    complex: bool,
    base: Option<Base>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Base {
    Void,
    Bool,
    Char,
    Int,
    Float,
    Double,
}

/// Whether nothing is missing: an array without extent is incomplete.
pub fn is_complete(type_: &Type) -> bool {
    !matches!(type_.kind, TypeKind::Array(_, ArraySize::Unknown) | TypeKind::Unknown)
}

/// The name that a declarator declares, with its place.
fn declared_name(declarator: &ast::Declarator) -> Option<&Node<ast::Identifier>> {
    match &declarator.kind.node {
        ast::DeclaratorKind::Abstract => None,
        ast::DeclaratorKind::Identifier(name) => Some(name),
        ast::DeclaratorKind::Declarator(inner) => declared_name(&inner.node),
    }
}

/// Attributes after which a type isn't what its keywords say.
fn changes_type(extension: &ast::Extension) -> bool {
    let ast::Extension::Attribute(attribute) = extension else { return false };
    matches!(attribute.name.node.trim_matches('_'), "vector_size" | "mode" | "ext_vector_type" | "cleanup")
}

impl<'a> Resolver<'a> {
    /// Adds what a declaration declares to the current scope.
    pub(super) fn declaration(&mut self, declaration: &'a ast::Declaration, place: Span) -> Vec<SymbolId> {
        let mut specified = Specified::default();
        declaration
            .specifiers
            .iter()
            .for_each(|specifier| self.declaration_specifier(&specifier.node, &mut specified));
        let base = self.specified_type(&specified);
        let shared = declaration.declarators.len() > 1;
        let declarators = declaration.declarators.iter();
        declarators
            .filter_map(|init| self.init_declarator(&init.node, &specified, &base, place, shared))
            .collect()
    }

    fn init_declarator(
        &mut self,
        init: &'a ast::InitDeclarator,
        specified: &Specified,
        base: &Type,
        declaration: Span,
        shared: bool,
    ) -> Option<SymbolId> {
        let declarator = &init.declarator;
        let name = declared_name(&declarator.node)?;
        let type_ = self.declared_type(&declarator.node, base.clone());
        if specified.is_typedef {
            if let TypeKind::Record(record) = type_.kind
                && self.scopes.len() == 1
                && type_.qualifiers == Qualifiers::default()
            {
                let name = self.name(name);
                self.resolved.records.0[record.0].name.get_or_insert(name);
            }
            self.bind(&self.name(name), Binding::Type(type_));
            return None;
        }
        let name_span = self.place(name.span);
        let declared = Declared {
            declarator: self.place(declarator.span),
            extents: self.extents_span(&declarator.node, name_span),
            declaration,
            shared,
            scope: self.scope_span(),
            is_member: false,
        };
        let is_local = self.scopes.len() > 1;
        let kind = match &type_.kind {
            TypeKind::Function(_) => SymbolKind::Function,
            _ if is_local && !specified.is_extern => SymbolKind::Local { is_static: specified.is_static },
            _ => SymbolKind::Global,
        };
        let is_linked = !matches!(kind, SymbolKind::Local { .. });
        let is_of_file = !is_local && specified.is_static;
        let is_file_array = is_of_file && matches!(type_.kind, TypeKind::Array(..));
        let is_file_pointer = is_of_file && matches!(type_.kind, TypeKind::Pointer(_));
        let places = declared;
        let declared = (!is_linked).then_some(declared);
        let symbol = Symbol {
            is_fixed: false,
            name: self.name(name),
            kind,
            type_,
            name_span,
            initializer: None,
            declared,
        };
        let id = if is_linked { self.declare_linked(symbol) } else { self.declare(symbol) };
        if !is_local && specified.is_static {
            self.resolved.statics.insert(id);
        }
        if self.resolved.symbols.0[id.0].kind == SymbolKind::Global && !specified.is_static {
            let places = (!specified.is_extern).then_some(places);
            self.resolved.globals.entry(id).or_default().push(places);
        }
        if is_file_array {
            self.resolved.file_arrays.add(id, places);
        }
        if is_file_pointer {
            self.resolved.file_arrays.add_pointer(id, places);
        }
        if let Some(initializer) = &init.initializer {
            if let (TypeKind::Record(record), ast::Initializer::List(items)) =
                (&self.resolved.symbols.0[id.0].type_.kind, &initializer.node)
            {
                let listed = self.listed(*record, items);
                self.resolved.listed.extend(listed.map(|names| (id, names)));
            }
            // The variable is in scope in its own initializer.
            let values = self.initializer(&initializer.node);
            self.complete_type(id, &initializer.node);
            self.resolved.symbols.0[id.0].initializer = Some(values);
        }
        Some(id)
    }

    /// For each value in a list, the member of a structure that gets it, if these are numbers and pointers.
    fn listed(&self, record: RecordId, items: &[Node<ast::InitializerListItem>]) -> Option<Vec<String>> {
        let record = &self.resolved.records.0[record.0];
        let fields = record.fields.as_ref().filter(|_| !record.is_union)?;
        let mut names: Vec<String> = Vec::new();
        let mut next = 0;
        for item in items {
            match item.node.designation.as_slice() {
                [] => {}
                [only] => {
                    let ast::Designator::Member(name) = &only.node else { return None };
                    let name = self.name(name);
                    next = fields.iter().position(|field| field.name.as_ref() == Some(&name))?;
                }
                _ => return None,
            }
            let field = fields.get(next)?;
            let is_scalar = field.type_.is_arithmetic() || matches!(field.type_.kind, TypeKind::Pointer(_));
            let is_plain = matches!(item.node.initializer.node, ast::Initializer::Expression(_));
            let name = field.name.as_ref().filter(|name| is_scalar && is_plain && !names.contains(name))?;
            names.push(name.clone());
            next += 1;
        }
        Some(names)
    }

    /// `int a[] = { 1, 2 }` has as many elements as are listed. Where that takes more than to count, no other meaning is
    /// given to it.
    fn complete_type(&mut self, id: SymbolId, initializer: &ast::Initializer) {
        let ast::Initializer::List(items) = initializer else { return };
        let symbol = &mut self.resolved.symbols.0[id.0];
        let TypeKind::Array(element, ArraySize::Unknown) = &symbol.type_.kind else { return };
        let is_one = |item: &Node<ast::InitializerListItem>| {
            let is_alike = match &item.node.initializer.node {
                ast::Initializer::List(_) => !element.is_arithmetic(),
                ast::Initializer::Expression(value) => {
                    element.is_arithmetic() && !matches!(value.node, ast::Expression::StringLiteral(_))
                }
            };
            is_alike && item.node.designation.is_empty() && !matches!(element.kind, TypeKind::Unknown)
        };
        symbol.type_.kind = match items.iter().all(is_one) && !items.is_empty() {
            true => {
                let count = Expression {
                    kind: ExpressionKind::Integer(items.len() as i128),
                    span: Span::new(symbol.name_span.end, symbol.name_span.end),
                    type_: Type::int(),
                };
                TypeKind::Array(element.clone(), ArraySize::Elements(Arc::new(count)))
            }
            false => TypeKind::Unknown,
        };
    }

    fn initializer(&mut self, initializer: &'a ast::Initializer) -> Initializer {
        match initializer {
            ast::Initializer::Expression(value) => Initializer::Value(self.expression(value)),
            ast::Initializer::List(items) => {
                let mut values = Vec::new();
                self.initializer_values(items, &mut values);
                Initializer::List(values)
            }
        }
    }

    pub(super) fn initializer_values(
        &mut self,
        items: &'a [Node<ast::InitializerListItem>],
        values: &mut Vec<Expression>,
    ) {
        for item in items {
            match &item.node.initializer.node {
                ast::Initializer::Expression(value) => values.push(self.expression(value)),
                ast::Initializer::List(inner) => self.initializer_values(inner, values),
            }
        }
    }

    fn declaration_specifier(&mut self, specifier: &'a ast::DeclarationSpecifier, specified: &mut Specified) {
        match specifier {
            ast::DeclarationSpecifier::StorageClass(class) => match class.node {
                ast::StorageClassSpecifier::Typedef => specified.is_typedef = true,
                ast::StorageClassSpecifier::Extern => specified.is_extern = true,
                ast::StorageClassSpecifier::Static => specified.is_static = true,
                // each thread's own, so no region may hold it
                ast::StorageClassSpecifier::ThreadLocal => {
                    specified.is_static = true;
                    specified.qualifiers.volatile = true;
                }
                ast::StorageClassSpecifier::Auto | ast::StorageClassSpecifier::Register => {}
            },
            ast::DeclarationSpecifier::TypeSpecifier(type_) => self.type_specifier(type_, specified),
            ast::DeclarationSpecifier::TypeQualifier(qualifier) => {
                add_qualifier(&qualifier.node, &mut specified.qualifiers);
            }
            ast::DeclarationSpecifier::Function(_) | ast::DeclarationSpecifier::Alignment(_) => {}
            ast::DeclarationSpecifier::Extension(extensions) => self.extensions(extensions, specified),
        }
    }

    fn specifier_qualifier(&mut self, specifier: &'a ast::SpecifierQualifier, specified: &mut Specified) {
        match specifier {
            ast::SpecifierQualifier::TypeSpecifier(type_) => self.type_specifier(type_, specified),
            ast::SpecifierQualifier::TypeQualifier(qualifier) => {
                add_qualifier(&qualifier.node, &mut specified.qualifiers);
            }
            ast::SpecifierQualifier::Extension(extensions) => self.extensions(extensions, specified),
        }
    }

    fn extensions(&mut self, extensions: &[Node<ast::Extension>], specified: &mut Specified) {
        if extensions.iter().any(|extension| changes_type(&extension.node)) {
            specified.named = Some(Type::unknown());
        }
    }

    fn type_specifier(&mut self, specifier: &'a Node<ast::TypeSpecifier>, specified: &mut Specified) {
        let words = &mut specified.words;
        match &specifier.node {
            ast::TypeSpecifier::Void => words.base = Some(Base::Void),
            ast::TypeSpecifier::Char => words.base = Some(Base::Char),
            ast::TypeSpecifier::Short => words.short = true,
            ast::TypeSpecifier::Int => words.base = Some(Base::Int),
            ast::TypeSpecifier::Long => words.long += 1,
            ast::TypeSpecifier::Float => words.base = Some(Base::Float),
            ast::TypeSpecifier::Double => words.base = Some(Base::Double),
            ast::TypeSpecifier::Signed => words.signed = true,
            ast::TypeSpecifier::Unsigned => words.unsigned = true,
            ast::TypeSpecifier::Bool => words.base = Some(Base::Bool),
            ast::TypeSpecifier::Complex => words.complex = true,
            ast::TypeSpecifier::Atomic(inner) => {
                let inner = self.type_name(&inner.node);
                specified.qualifiers.atomic = true;
                specified.named = Some(inner);
            }
            ast::TypeSpecifier::Struct(structure) => {
                specified.named = Some(Type::plain(TypeKind::Record(self.record(&structure.node))));
            }
            ast::TypeSpecifier::Enum(enumeration) => {
                specified.named = Some(self.enumeration(&enumeration.node));
            }
            ast::TypeSpecifier::TypedefName(name) => match self.lookup(&self.name(name)) {
                Some(Binding::Type(type_)) => specified.named = Some(type_.clone()),
                _ if name.node.name == BOOL => words.base = Some(Base::Bool),
                _ => specified.named = Some(Type::unknown()),
            },
            ast::TypeSpecifier::TypeOf(of) => {
                let type_ = match &of.node {
                    ast::TypeOf::Expression(expression) => self.expression(expression).type_,
                    ast::TypeOf::Type(name) => self.type_name(&name.node),
                };
                specified.named = Some(type_);
            }
            ast::TypeSpecifier::TS18661Float(_) => specified.named = Some(Type::unknown()),
        }
        specified.spelling.push(self.place(specifier.span).of(self.text).to_owned());
    }

    /// Declares the constants of an enumeration; compilers make its type `unsigned int` where none is negative.
    fn enumeration(&mut self, enumeration: &'a ast::EnumType) -> Type {
        let mut next = 0i128;
        let mut is_signed = false;
        for enumerator in &enumeration.enumerators {
            if let Some(expression) = &enumerator.node.expression {
                let expression = self.expression(expression);
                next = fold::constant(&expression, &self.resolved.symbols).unwrap_or(i128::MAX);
            }
            let identifier = &enumerator.node.identifier;
            let kind = match i64::try_from(next) {
                Ok(value) => SymbolKind::EnumerationConstant(i128::from(value)),
                Err(_) => SymbolKind::Undeclared,
            };
            is_signed |= next < 0;
            let rank =
                if Integer::int().range().1 < next { Integer::INT_RANK + 1 } else { Integer::INT_RANK };
            self.declare(Symbol {
                is_fixed: false,
                name: self.name(identifier),
                kind,
                type_: Type::plain(TypeKind::Integer(Integer::of_rank(rank, true))),
                name_span: self.place(identifier.span),
                initializer: None,
                declared: None,
            });
            next = next.saturating_add(1);
        }
        let type_ = Type::plain(TypeKind::Integer(Integer::of_rank(Integer::INT_RANK, is_signed)));
        let Some(tag) = &enumeration.identifier else { return type_ };
        // No identifier has a blank in it, so tags can share the table of names.
        let tag = format!("enum {}", self.name(tag));
        match self.lookup(&tag) {
            Some(Binding::Type(known)) if enumeration.enumerators.is_empty() => known.clone(),
            _ if enumeration.enumerators.is_empty() => Type::unknown(),
            _ => {
                self.bind(&tag, Binding::Type(type_.clone()));
                type_
            }
        }
    }

    /// The structure or union that a specifier names or declares.
    fn record(&mut self, structure: &'a ast::StructType) -> RecordId {
        let is_union = structure.kind.node == ast::StructKind::Union;
        let word = if is_union { "union" } else { "struct" };
        // No identifier has a blank in it, so tags can share the table of names.
        let tag = structure.identifier.as_ref().map(|tag| format!("{word} {}", self.name(tag)));
        let is_known = tag.as_ref().and_then(|tag| self.known_record(tag, structure.declarations.is_some()));
        let id = is_known.unwrap_or_else(|| {
            let id = RecordId(self.resolved.records.0.len());
            let name = tag.clone().filter(|_| self.scopes.len() == 1);
            self.resolved.records.0.push(Record { is_union, name, fields: None });
            id
        });
        if let Some(tag) = tag.filter(|_| is_known.is_none()) {
            self.bind(&tag, Binding::Type(Type::plain(TypeKind::Record(id))));
        }
        if let Some(declarations) = &structure.declarations {
            let fields = self.fields(declarations);
            self.resolved.records.0[id.0].fields = Some(fields);
        }
        id
    }

    /// What a tag stands for already; one that is `declared` here may only have been named in this scope.
    fn known_record(&self, tag: &str, declared: bool) -> Option<RecordId> {
        let known = if declared { self.scopes.last()?.names.get(tag) } else { self.lookup(tag) };
        match known {
            Some(Binding::Type(Type { kind: TypeKind::Record(id), .. })) => Some(*id),
            _ => None,
        }
    }

    /// The members that a structure or union declares. Constants of enumerations in it belong to the scope around it.
    fn fields(&mut self, declarations: &'a [Node<ast::StructDeclaration>]) -> Vec<Field> {
        let mut fields = Vec::new();
        for declaration in declarations {
            let ast::StructDeclaration::Field(field) = &declaration.node else { continue };
            let mut specified = Specified::default();
            for specifier in &field.node.specifiers {
                self.specifier_qualifier(&specifier.node, &mut specified);
            }
            let base = self.specified_type(&specified);
            if field.node.declarators.is_empty() {
                fields.push(Field { name: None, type_: base.clone(), is_bits: false });
            }
            for declarator in &field.node.declarators {
                let is_bits = declarator.node.bit_width.is_some();
                let Some(declarator) = &declarator.node.declarator else { continue };
                let Some(name) = declared_name(&declarator.node) else { continue };
                let type_ = self.declared_type(&declarator.node, base.clone());
                fields.push(Field { name: Some(self.name(name)), type_, is_bits });
            }
        }
        fields
    }

    fn specified_type(&self, specified: &Specified) -> Type {
        let mut type_ = specified.named.clone().unwrap_or_else(|| Type::plain(specified.words.kind()));
        let spelling = specified.spelling.join(" ").into();
        match &mut type_.kind {
            TypeKind::Integer(integer) => integer.spelling = spelling,
            TypeKind::Floating(floating) => floating.spelling = spelling,
            _ => {}
        }
        type_.with_qualifiers(specified.qualifiers)
    }

    pub(super) fn type_name(&mut self, name: &'a ast::TypeName) -> Type {
        let mut specified = Specified::default();
        name.specifiers
            .iter()
            .for_each(|specifier| self.specifier_qualifier(&specifier.node, &mut specified));
        let base = self.specified_type(&specified);
        match &name.declarator {
            Some(declarator) => self.declared_type(&declarator.node, base),
            None => base,
        }
    }

    /// The type of what `declarator` declares, where its specifiers say `base`.
    ///
    /// Pointers stand in front and apply first; of what stands behind, the last applies first.
    fn declared_type(&mut self, declarator: &'a ast::Declarator, base: Type) -> Type {
        let mut type_ = base;
        if declarator.extensions.iter().any(|extension| changes_type(&extension.node)) {
            type_ = Type::unknown();
        }
        for derived in &declarator.derived {
            if let ast::DerivedDeclarator::Pointer(qualifiers) = &derived.node {
                type_ = pointer_to(type_, qualifiers);
            }
        }
        for derived in declarator.derived.iter().rev() {
            type_ = self.suffixed(type_, &derived.node);
        }
        match &declarator.kind.node {
            ast::DeclaratorKind::Declarator(inner) => self.declared_type(&inner.node, type_),
            _ => type_,
        }
    }

    fn suffixed(&mut self, type_: Type, derived: &'a ast::DerivedDeclarator) -> Type {
        match derived {
            ast::DerivedDeclarator::Pointer(_) => type_,
            ast::DerivedDeclarator::Array(array) => {
                let size = match &array.node.size {
                    ast::ArraySize::Unknown | ast::ArraySize::VariableUnknown => ArraySize::Unknown,
                    ast::ArraySize::VariableExpression(size) | ast::ArraySize::StaticExpression(size) => {
                        ArraySize::Elements(Arc::new(self.expression(size)))
                    }
                };
                let mut qualifiers = Qualifiers::default();
                array
                    .node
                    .qualifiers
                    .iter()
                    .for_each(|qualifier| add_qualifier(&qualifier.node, &mut qualifiers));
                Type { kind: TypeKind::Array(Arc::new(type_), size), qualifiers }
            }
            ast::DerivedDeclarator::Function(_) | ast::DerivedDeclarator::KRFunction(_) => {
                Type::plain(TypeKind::Function(Arc::new(type_)))
            }
            ast::DerivedDeclarator::Block(_) => Type::unknown(),
        }
    }

    /// From the first to the last bracket of a declarator.
    fn extents_span(&self, declarator: &ast::Declarator, name: Span) -> Span {
        let arrays = declarator
            .derived
            .iter()
            .filter(|derived| matches!(derived.node, ast::DerivedDeclarator::Array(_)));
        let spans = arrays.map(|derived| self.place(derived.span));
        spans.reduce(Span::to).unwrap_or(Span::new(name.end, name.end))
    }

    /// A function with its body.
    pub(super) fn function(
        &mut self,
        definition: &'a ast::FunctionDefinition,
        place: Span,
    ) -> Option<SymbolId> {
        let mut specified = Specified::default();
        definition
            .specifiers
            .iter()
            .for_each(|specifier| self.declaration_specifier(&specifier.node, &mut specified));
        let base = self.specified_type(&specified);
        let name = declared_name(&definition.declarator.node)?;
        let type_ = self.declared_type(&definition.declarator.node, base);
        let symbol = self.declare_linked(Symbol {
            is_fixed: false,
            name: self.name(name),
            kind: SymbolKind::Function,
            type_,
            name_span: self.place(name.span),
            initializer: None,
            declared: None,
        });
        self.enter(place);
        let mut parameters = self.parameters(&definition.declarator.node);
        parameters.extend(self.old_parameters(definition));
        let body = self.statement(&definition.statement);
        self.leave();
        let name = self.name(name);
        self.resolved.functions.push(Function { name, symbol, parameters, body, span: place });
        Some(symbol)
    }

    /// The parameters in the declarator that is nearest to the function's name.
    fn parameters(&mut self, declarator: &'a ast::Declarator) -> Vec<SymbolId> {
        if let ast::DeclaratorKind::Declarator(inner) = &declarator.kind.node {
            let found = self.parameters(&inner.node);
            if !found.is_empty() {
                return found;
            }
        }
        let function = declarator.derived.iter().find_map(|derived| match &derived.node {
            ast::DerivedDeclarator::Function(function) => Some(function),
            _ => None,
        });
        let parameters = function.map_or(&[][..], |function| &function.node.parameters);
        parameters.iter().filter_map(|parameter| self.parameter(&parameter.node)).collect()
    }

    /// Those that are declared behind the names of parameters, in the order of the names: `int f(n) int n; { … }`. One that
    /// isn't declared is an `int`.
    fn old_parameters(&mut self, definition: &'a ast::FunctionDefinition) -> Vec<SymbolId> {
        let names = definition.declarator.node.derived.iter().find_map(|derived| match &derived.node {
            ast::DerivedDeclarator::KRFunction(names) => Some(names),
            _ => None,
        });
        let mut declared = Vec::new();
        for declaration in &definition.declarations {
            declared.extend(self.declaration(&declaration.node, self.place(declaration.span)));
        }
        names.into_iter().flatten().map(|name| self.old_parameter(name, &declared)).collect()
    }

    fn old_parameter(&mut self, name: &Node<ast::Identifier>, declared: &[SymbolId]) -> SymbolId {
        let (name, name_span) = (self.name(name), self.place(name.span));
        let symbols = &mut self.resolved.symbols.0;
        let Some(own) = declared.iter().copied().find(|id| symbols[id.0].name == name) else {
            let (kind, type_) = (SymbolKind::Parameter, Type::plain(TypeKind::Integer(Integer::int())));
            return self.declare(Symbol {
                is_fixed: false,
                name,
                kind,
                type_,
                name_span,
                initializer: None,
                declared: None,
            });
        };
        symbols[own.0].kind = SymbolKind::Parameter;
        symbols[own.0].declared = None;
        own
    }

    fn parameter(&mut self, parameter: &'a ast::ParameterDeclaration) -> Option<SymbolId> {
        let mut specified = Specified::default();
        parameter
            .specifiers
            .iter()
            .for_each(|specifier| self.declaration_specifier(&specifier.node, &mut specified));
        let base = self.specified_type(&specified);
        let declarator = parameter.declarator.as_ref()?;
        let name = declared_name(&declarator.node)?;
        let type_ = self.declared_type(&declarator.node, base);
        Some(self.declare(Symbol {
            is_fixed: false,
            name: self.name(name),
            kind: SymbolKind::Parameter,
            type_,
            name_span: self.place(name.span),
            initializer: None,
            declared: None,
        }))
    }
}

fn add_qualifier(qualifier: &ast::TypeQualifier, qualifiers: &mut Qualifiers) {
    match qualifier {
        ast::TypeQualifier::Const => qualifiers.constant = true,
        ast::TypeQualifier::Volatile => qualifiers.volatile = true,
        ast::TypeQualifier::Atomic => qualifiers.atomic = true,
        ast::TypeQualifier::Restrict => qualifiers.restrict = true,
        ast::TypeQualifier::Nonnull | ast::TypeQualifier::NullUnspecified | ast::TypeQualifier::Nullable => {}
    }
}

fn pointer_to(target: Type, qualifiers: &[Node<ast::PointerQualifier>]) -> Type {
    let mut own = Qualifiers::default();
    for qualifier in qualifiers {
        if let ast::PointerQualifier::TypeQualifier(qualifier) = &qualifier.node {
            add_qualifier(&qualifier.node, &mut own);
        }
    }
    Type { kind: TypeKind::Pointer(Arc::new(target)), qualifiers: own }
}

impl Type {
    /// With further qualifiers; those of an array are its elements'.
    pub fn with_qualifiers(self, qualifiers: Qualifiers) -> Type {
        match self.kind {
            TypeKind::Array(element, size) => {
                let element = Arc::unwrap_or_clone(element).with_qualifiers(qualifiers);
                Type { kind: TypeKind::Array(Arc::new(element), size), qualifiers: self.qualifiers }
            }
            kind => Type { kind, qualifiers: self.qualifiers.and(qualifiers) },
        }
    }
}

impl Words {
    fn kind(&self) -> TypeKind {
        let integer = |rank, signed| TypeKind::Integer(Integer::of_rank(rank, signed));
        let floating = |bytes: u64| {
            TypeKind::Floating(Floating {
                spelling: Arc::default(),
                bytes: if self.complex { 2 * bytes } else { bytes },
            })
        };
        match self.base {
            Some(Base::Void) => TypeKind::Void,
            Some(Base::Bool) => integer(0, false),
            Some(Base::Char) => integer(1, self.signed || (!self.unsigned && c_char::MIN != 0)),
            Some(Base::Float) => floating(4),
            Some(Base::Double) if self.long > 0 => floating(16),
            Some(Base::Double) => floating(8),
            _ if self.complex => floating(8),
            _ if self.short => integer(2, !self.unsigned),
            _ if self.long > 1 => integer(Integer::INT_RANK + 2, !self.unsigned),
            _ if self.long > 0 => integer(Integer::INT_RANK + 1, !self.unsigned),
            _ => integer(Integer::INT_RANK, !self.unsigned),
        }
    }
}
