//! What is known of the arrays that a region touches.

use std::collections::BTreeSet;

use diagnostics::{Code, Diagnostic, Span};
use polyhedral::{
    AccessKind, Array, Expression, Extent, IntegerType, Lifetime, Parameter, Part, Sharing, Storage, Table,
    print,
};

use super::builder::Builder;
use super::facts::LONGEST_CHAIN;
use super::names::unique;
use super::polynomial::Polynomial;
use super::text::indented;
use crate::facts::aliasing::unaliased;
use crate::facts::allocation::{Allocation, Product, allocation, says_type};
use crate::facts::certain::{is_certain_in, meant};
use crate::facts::dead_stores::dead_stores;
use crate::facts::in_front::is_declared_in_front;
use crate::facts::library;
use crate::facts::lifetime::outlives;
use crate::facts::members::{keeps, keeps_within, may_go_on, member, object};
use crate::facts::memory::moved;
use crate::facts::occurrences::Use;
use crate::facts::pinned::{initial_list, pinned};
use crate::facts::sharing::sharing;
use crate::facts::threads::shared;
use crate::refusal::{Reason, refusal};
use crate::row_tables::RowTable;
use crate::suggestion::nearest;
use crate::syntax::fold;
use crate::syntax::tree::{self, Initializer, StatementKind, SymbolId, SymbolKind};
use crate::syntax::types::{ArraySize, Integer, Type, TypeKind};
use crate::text::identifiers;

impl<'a> Builder<'a> {
    /// The region's arrays, in order of first appearance.
    pub fn describe_arrays(&mut self) -> Vec<Array> {
        self.check_aliasing();
        let alone = unaliased(&self.arrays, self.around);
        let mut described = Vec::new();
        for symbol in self.arrays.clone() {
            if let Some(array) = self.inlined.get(&symbol) {
                described.push(array.clone());
                continue;
            }
            if let Some(state) = library::State::stood_for(symbol, self.around.translation) {
                described.push(self.state_of_library(symbol, state));
                continue;
            }
            match self.describe(symbol, &alone) {
                Ok(array) => described.push(array),
                Err(problem) => self.problems.push(problem),
            }
        }
        // what data choose stays a subscript of its own
        for reference in self.statements.iter().flat_map(|statement| &statement.references) {
            let is_known = reference.subscripts.iter().all(Expression::is_known);
            if let Some(array) = described.get_mut(reference.array).filter(|_| !is_known) {
                array.sharing = Sharing { lends: false, borrows: false, ..array.sharing };
            }
        }
        described
    }

    /// The variable without a name that functions of the library read and write.
    fn state_of_library(&self, symbol: SymbolId, state: library::State) -> Array {
        let why = Some("it belongs to the C library".to_owned());
        Array {
            name: state.name().into(),
            c_name: state.name().into(),
            pieces: vec![],
            element: "char".into(),
            element_bytes: Some(1),
            is_rounded: false,
            extents: vec![],
            versions: Vec::new(),
            purpose: None,
            storage: Storage::Library,
            name_span: self.around.symbols()[symbol].name_span,
            outlives: why.clone(),
            comes_back: true,
            pinned: why,
            late: vec![],
            unaliased: true,
            scattered: None,
            sharing: Sharing::default(),
            flat: None,
            indeterminate: false,
            stores: vec![],
        }
    }

    /// Gives each array a name of its own. Those of inner blocks may have to move out, so they give way
    /// to all that their names mean elsewhere in the function, and to sizes that the region's text may not name but new text
    /// does. Those that are used behind the region have to keep theirs.
    pub fn name_apart(&mut self, arrays: &mut [Array], parameters: &[Parameter]) {
        let is_inside = |array: &Array| matches!(array.storage, Storage::Local { inside: true, .. });
        let is_inner = |array: &Array| is_inside(array) && array.outlives.is_none();
        let mut taken = BTreeSet::new();
        for array in arrays.iter_mut().filter(|array| !is_inner(array)) {
            array.name = unique(&array.name, &mut taken);
            if is_inside(array) && array.name != array.c_name {
                let cause = format!("two variables are called `{}`", array.c_name);
                self.problems.push(Reason::Declaration.of(refusal(
                    Code::Declaration,
                    cause,
                    array.name_span,
                    "rename one of them",
                )));
            }
        }
        let known = self.around.index.identifiers.iter();
        let others = known.filter(|(_, places)| !self.are_inner(places));
        taken.extend(others.map(|(name, _)| (*name).to_owned()));
        let extents = arrays.iter().flat_map(|array| &array.extents).flatten().map(|extent| &extent.text);
        for size in parameters.iter().map(|parameter| &parameter.spelling).chain(extents) {
            taken.extend(identifiers(size));
        }
        for array in arrays.iter_mut().filter(|array| is_inner(array)) {
            array.name = unique(&array.name, &mut taken);
        }
    }

    /// Whether identifiers name variables of the region's blocks wherever they stand in the region, and
    /// stand there at all.
    fn are_inner(&self, places: &[Span]) -> bool {
        let index = self.around.index;
        let is_inner = |place: &Span| {
            let named = index.named.get(&place.start).map(|&symbol| &self.around.symbols()[symbol]);
            let declared = named.and_then(|symbol| symbol.declared);
            declared.is_some_and(|declared| self.around.is_inside(declared.declaration))
                || index.not_variables.contains(&place.start)
        };
        let mut within = places.iter().filter(|place| self.around.is_inside(**place)).peekable();
        within.peek().is_some() && within.all(is_inner)
    }

    /// Whether what `symbol` reaches is only read, and all that the region writes is apart from everything, whoever names it.
    fn reaches_nothing_written(&self, symbol: SymbolId, alone: &BTreeSet<SymbolId>) -> bool {
        let references = self.statements.iter().flat_map(|statement| &statement.references);
        let mut written = references.filter(|it| it.kind != AccessKind::Read).map(|it| self.arrays[it.array]);
        written.all(|other| other != symbol && alone.contains(&other))
    }

    fn describe(&mut self, symbol: SymbolId, alone: &BTreeSet<SymbolId>) -> Result<Array, Diagnostic> {
        if self.is_scattered(symbol) {
            return Ok(self.described_as_scattered(symbol));
        }
        let unaliased = alone.contains(&symbol);
        let declared = &self.around.symbols()[symbol];
        let element = match &declared.type_.kind {
            TypeKind::Pointer(target) => target.innermost(),
            _ => declared.type_.innermost(),
        };
        if self.is_whole(symbol) {
            let is_apart =
                unaliased || self.keeps_program_order() || self.reaches_nothing_written(symbol, alone);
            return match is_apart {
                false => Err(self.may_be_written_elsewhere(symbol)),
                true => Ok(self.described_as_a_whole(symbol, element, unaliased)),
            };
        }
        let storage = self.storage(symbol);
        let holds_unknown = matches!(storage, Storage::Other) && self.is_pointer_itself(symbol);
        let outlives = match holds_unknown {
            true => Some(format!("`{}` points to memory that others may know", declared.name)),
            false => outlives(symbol, self.around),
        };
        let pieces = match member(symbol, self.around.symbols()) {
            Some(member) if member.is_one_of_many() => member.spelling(self.name(member.object)),
            _ => vec![],
        };
        Ok(Array {
            name: self.isl_name(symbol),
            c_name: declared.name.clone(),
            pieces,
            element: element.spelling().to_owned(),
            element_bytes: element.scalar_bytes(),
            is_rounded: matches!(element.kind, TypeKind::Floating(_)),
            extents: self.extents(symbol)?,
            versions: Vec::new(),
            purpose: None,
            indeterminate: self.is_indeterminate(symbol, &storage),
            stores: dead_stores(symbol, self.around),
            comes_back: storage.is_static() && !self.around.index.runs_once || self.around.comes_back(symbol),
            storage,
            name_span: declared.name_span,
            outlives: self.directed(&declared.name, outlives),
            pinned: self.pinned(symbol),
            late: self.late_parameters(symbol),
            unaliased,
            scattered: None,
            sharing: sharing(symbol, self.around),
            flat: self.shapes.get(&symbol).map(|shape| shape.flat),
        })
    }

    /// An array or a pointer of which isn't known which cells the region touches.
    fn described_as_a_whole(&self, symbol: SymbolId, element: &Type, unaliased: bool) -> Array {
        let declared = &self.around.symbols()[symbol];
        let why = Some("which of its cells are used isn't known".to_owned());
        Array {
            name: self.isl_name(symbol),
            c_name: declared.name.clone(),
            pieces: vec![],
            element: element.spelling().to_owned(),
            element_bytes: element.scalar_bytes(),
            is_rounded: matches!(element.kind, TypeKind::Floating(_)),
            extents: vec![None],
            versions: Vec::new(),
            purpose: None,
            storage: match self.tables.contains(&symbol) {
                true => self.storage(symbol),
                false => Storage::Other,
            },
            name_span: declared.name_span,
            outlives: why.clone(),
            comes_back: true,
            pinned: why,
            late: vec![],
            unaliased,
            scattered: None,
            sharing: sharing(symbol, self.around),
            flat: None,
            indeterminate: false,
            stores: vec![],
        }
    }

    /// Whether `symbol` is a pointer, rather than a member of what one points to.
    fn is_pointer_itself(&self, symbol: SymbolId) -> bool {
        let symbols = self.around.symbols();
        let own = member(symbol, symbols).map_or(&symbols[symbol].type_, |member| &member.type_);
        matches!(own.kind, TypeKind::Pointer(_))
    }

    /// Why the declaration of `symbol` must stay as it is.
    fn pinned(&self, symbol: SymbolId) -> Option<String> {
        let by_clause = self.named_by_clause(symbol);
        let table = self.around.translation.resolved.row_tables.get(&symbol);
        let is_firm = table.is_some_and(|table| table.sizes.iter().any(Option::is_none));
        // what obtains it in the region goes in front of that
        let region = self.around.region.span;
        let is_there = |table: &RowTable| {
            table.scope.start < region.end && region.end <= table.scope.end && !self.around.may_jump()
        };
        by_clause
            .or_else(|| {
                let may_lack = table.is_some_and(|table| !is_there(table));
                may_lack.then(|| "it may not be obtained where the region runs".into())
            })
            .or_else(|| {
                is_firm.then(|| "what obtains or releases its rows can't be told of another size".into())
            })
            .or_else(|| self.known_flat(symbol))
            .or_else(|| shared(symbol, self.around))
            .or_else(|| pinned(symbol, self.around))
    }

    /// Memory of others stays one dimension: they may count on that.
    fn known_flat(&self, symbol: SymbolId) -> Option<String> {
        let is_own = !matches!(self.storage(symbol), Storage::Parameter | Storage::Other);
        let is_foreign = self.shapes.contains_key(&symbol) && !is_own;
        is_foreign.then(|| "it has one dimension for others".to_owned())
    }

    /// What the user's directives say of the contents of `name` after the region.
    fn directed(&self, name: &str, outlives: Option<String>) -> Option<String> {
        let names = |list: &[(String, Span)]| list.iter().any(|(listed, _)| listed == name);
        let region = self.around.region;
        if names(&region.live_out) {
            return Some("`#pragma polycc live_out` says so".into());
        }
        outlives.filter(|_| !names(&region.temporary))
    }

    /// Directives must name arrays of the region, and not contradict each other.
    pub fn check_directives(&mut self, arrays: &[Array]) {
        let region = self.around.region;
        let known: Vec<&str> = arrays.iter().map(|array| array.c_name.as_str()).collect();
        for (name, place) in region.temporary.iter().chain(&region.live_out) {
            if known.contains(&name.as_str()) {
                continue;
            }
            let problem = Diagnostic::error(Code::UnknownName, format!("the region has no array `{name}`"))
                .at(*place, "unknown");
            let problem = match nearest(name, known.iter().copied()) {
                Some(meant) => problem.with_help(format!("did you mean `{meant}`?")),
                None => problem,
            };
            self.problems.push(problem);
        }
        for (name, place) in &region.temporary {
            if let Some((_, other)) = region.live_out.iter().find(|(listed, _)| listed == name) {
                let problem = Diagnostic::error(
                    Code::TemporaryAndLiveOut,
                    format!("`{name}` can't be both temporary and live-out"),
                );
                self.problems.push(problem.at(*place, "temporary").also(*other, "live-out"));
            }
        }
    }

    /// Whether nothing touches a block between the place where it is obtained and the region, whenever that runs.
    pub fn is_fresh(&self, symbol: SymbolId, allocation: Span) -> bool {
        let region = self.around.region.span;
        let index = self.around.index;
        let mut repeats =
            index.loops.iter().filter(|span| span.contains(region) && !span.contains(allocation));
        let mut uses = self.around.occurrences(symbol).iter().filter(|mention| mention.use_ == Use::Contents);
        let is_later = |place: Span| region.contains(place) || place.start >= region.end;
        !self.around.may_jump()
            && (allocation.end <= region.start || region.contains(allocation))
            && repeats.next().is_none()
            && uses.all(|mention| is_later(mention.place))
    }

    /// Whether nothing gives an array values before the region, whenever that runs.
    fn is_indeterminate(&self, symbol: SymbolId, storage: &Storage) -> bool {
        let start = match storage {
            Storage::Local { initialized: false, lifetime: Lifetime::Automatic, declaration, .. } => {
                *declaration
            }
            Storage::Block { zeroed: false, allocation, .. }
            | Storage::RowTable { zeroed: false, allocation, .. } => *allocation,
            _ => return false,
        };
        let mut uses = self.around.occurrences(symbol).iter();
        self.is_fresh(symbol, start) && !uses.any(|mention| mention.use_ == Use::Escape)
    }

    /// Whether an array holds the zeros with which it starts where the region begins, whenever that runs.
    fn starts_with_zeros(&self, symbol: SymbolId, declaration: Span) -> bool {
        let declared = &self.around.symbols()[symbol];
        match (&declared.kind, &declared.initializer) {
            (SymbolKind::Local { is_static: false }, Some(Initializer::List(values))) => {
                initial_list(symbol, self.around).is_some()
                    && values.iter().all(|value| self.is_zero(value))
                    && self.is_fresh(symbol, declaration)
            }
            (SymbolKind::Local { is_static: true }, None) => {
                let start = self.around.function().span.start;
                self.around.index.runs_once && self.is_fresh(symbol, Span::new(start, start))
            }
            _ => false,
        }
    }

    /// Whether a value is zero by all its bits, as an integer or without a sign.
    fn is_zero(&self, value: &tree::Expression) -> bool {
        let text = value.span.of(self.around.map.text());
        let digits = text.trim_end_matches(['f', 'F', 'l', 'L']);
        match value.kind {
            tree::ExpressionKind::Floating => digits.parse().is_ok_and(|number: f64| number.to_bits() == 0),
            _ => fold::constant(value, self.around.symbols()) == Some(0),
        }
    }

    /// Where an array is stored.
    pub fn storage(&self, symbol: SymbolId) -> Storage {
        let declared = &self.around.symbols()[symbol];
        match declared.kind {
            SymbolKind::Parameter => return Storage::Parameter,
            SymbolKind::Member(_) => return Storage::Other,
            // what another function keeps
            SymbolKind::Local { is_static: true }
                if !self.around.function().span.contains(declared.name_span)
                    && !self.around.translation.resolved.file_arrays.is_static(symbol) =>
            {
                return Storage::Other;
            }
            _ => {}
        }
        if let Some(block) = allocation(symbol, self.around) {
            let Allocation { declarator, keeps_type, allocation, initial, zeroed, releases, by, .. } = block;
            let resolved = &self.around.translation.resolved;
            let (place, declarator) = (declarator, (!keeps_type).then_some(declarator));
            // of the region's text that can be taken out which moves behind its loops
            let is_inside = |place: &&Span| self.around.is_inside(**place);
            let releases = releases.filter(|places| {
                let inside: Vec<_> = places.iter().filter(is_inside).collect();
                let moves =
                    || moved(self.around).is_ok_and(|it| inside.iter().all(|at| it.behind.contains(at)));
                inside.is_empty() || moves()
            });
            let fresh = self.is_fresh(symbol, allocation);
            if let Some(table) = resolved.row_tables.get(&symbol) {
                let (sizes, parts) = (table.sizes.clone(), table.parts().cloned().collect::<Vec<_>>());
                let releases = releases.filter(|_| table.is_replaceable && !self.is_any_inside(&parts));
                let is_of_file = resolved.file_arrays.is_taken(symbol);
                let declarator = declarator.or(is_of_file.then_some(place)).unwrap_or_default();
                return Storage::RowTable { declarator, allocation, zeroed, fresh, sizes, parts, releases };
            }
            return Storage::Block { declarator, allocation, initial, zeroed, fresh, releases, by };
        }
        let is_pointer = matches!(declared.type_.kind, TypeKind::Pointer(_));
        match declared
            .declared
            .filter(|places| !is_pointer && !places.is_member && says_type(symbol, self.around))
        {
            Some(places) => Storage::Local {
                extents_span: places.extents,
                declaration: places.declaration,
                shared: places.shared,
                inside: self.around.is_inside(places.declaration)
                    && !is_declared_in_front(symbol, self.around),
                initialized: declared.initializer.is_some(),
                list: initial_list(symbol, self.around),
                zeroed: self.starts_with_zeros(symbol, places.declaration),
                table: self.table(symbol),
                attributed: self.is_attributed(places.extents),
                lifetime: self.lifetime(symbol),
            },
            None => Storage::Other,
        }
    }

    /// The declaration of a table that stands in the region.
    fn table(&self, symbol: SymbolId) -> Option<Table> {
        let (symbols, table) = (self.around.symbols(), &self.around.translation.table);
        let declared = &symbols[symbol];
        let places = declared.declared.filter(|places| self.around.is_inside(places.declaration))?;
        let declarator = self.declarator(symbol).filter(|_| self.tables.contains(&symbol))?;
        let others = symbols.0.iter().filter_map(|other| other.declared);
        let others = others.filter(|other| other.declaration == places.declaration);
        let first = others.map(|other| other.declarator.start).min()?;
        let text = |place: Span| indented(self.around.map.text(), table, place);
        Some(Table {
            before: text(Span::new(places.declaration.start, first)),
            behind: match text(Span::new(declared.name_span.end, declarator.end)) {
                list if list.starts_with('[') => list,
                value => format!(" {value}"),
            },
        })
    }

    /// What the region declares for a variable, with its initializer.
    fn declarator(&self, symbol: SymbolId) -> Option<Span> {
        let mut found = None;
        for statement in self.around.statements() {
            statement.walk(&mut |inner| {
                if let StatementKind::Declaration(list) = &inner.kind {
                    let own = list.iter().find(|declared| declared.symbol == symbol);
                    found = found.or(own.map(|declared| declared.span));
                }
            });
        }
        found
    }

    fn is_any_inside(&self, parts: &[Part]) -> bool {
        parts.iter().any(|part| self.around.is_inside(part.whole))
    }

    fn lifetime(&self, symbol: SymbolId) -> Lifetime {
        let resolved = &self.around.translation.resolved;
        match resolved.symbols[symbol].kind {
            _ if resolved.file_arrays.is_taken(symbol) => Lifetime::File,
            SymbolKind::Local { is_static: true } if !self.around.is_table(symbol) => Lifetime::Function,
            _ => Lifetime::Automatic,
        }
    }

    /// Whether something stands between the extents of an array and what ends or continues its
    /// declaration.
    fn is_attributed(&self, extents: Span) -> bool {
        let tokens = &self.around.translation.table.tokens;
        let next = tokens.get(tokens.partition_point(|token| token.span.start < extents.end));
        next.is_some_and(|token| !matches!(token.span.of(self.around.map.text()), ";" | "," | "="))
    }

    /// Why the region's text must stay, as a phrase: it declares an array whose type has a name, or that is taken as a whole, which
    /// new text couldn't declare.
    pub fn declares_by_name(&self) -> Option<String> {
        let is_declared = |symbol: SymbolId| {
            let declared = &self.around.symbols()[symbol];
            let places = declared.declared.filter(|places| !places.is_member);
            matches!(declared.type_.kind, TypeKind::Array(..))
                && places.is_some_and(|places| self.around.is_inside(places.declaration))
        };
        let mut declared = self.arrays.iter().copied().filter(|symbol| is_declared(*symbol));
        let is_lost = |symbol: SymbolId| self.is_whole(symbol) && !self.tables.contains(&symbol);
        let symbol = declared.find(|symbol| is_lost(*symbol) || !says_type(*symbol, self.around))?;
        Some(match is_lost(symbol) {
            true => {
                format!("it declares `{}`, of which it isn't known which cells are used", self.name(symbol))
            }
            false => format!("it declares `{}` by a name for its type", self.name(symbol)),
        })
    }

    /// The extents of an array, outermost first.
    pub fn extents(&mut self, symbol: SymbolId) -> Result<Vec<Option<Extent>>, Diagnostic> {
        let declared = &self.around.symbols()[symbol];
        let since = self.extents_since(symbol);
        if self.shapes.contains_key(&symbol) {
            let cells = self.declared_cells(symbol).map(|cells| self.in_rows(symbol, cells));
            let extents = self.shaped_extents(symbol, cells).unwrap_or_default();
            let is_inside = |places: tree::Declared| self.around.is_inside(places.declaration);
            let is_array = matches!(declared.type_.kind, TypeKind::Array(..));
            if is_array && declared.declared.is_some_and(is_inside) && matches!(extents.first(), Some(None)) {
                let cause = format!("the size of `{}` is no multiple of its rows", declared.name);
                return Err(refusal(Code::UnknownSize, cause, declared.name_span, "declared here"));
            }
            return Ok(extents);
        }
        let mut extents = Vec::new();
        let mut type_ = &declared.type_;
        if let TypeKind::Pointer(target) = &type_.kind {
            let elements = allocation(symbol, self.around).and_then(|block| block.elements);
            extents.push(elements.and_then(|elements| self.product_extent(symbol, &elements, since)));
            type_ = target;
        }
        while let TypeKind::Array(element, size) = &type_.kind {
            extents.push(match size {
                ArraySize::Unknown => None,
                ArraySize::Elements(count) => Some(self.extent(count, since)?),
            });
            type_ = element;
        }
        let goes_on = member(symbol, self.around.symbols()).is_some_and(|it| may_go_on(it, self.around));
        if let Some(first) = extents.first_mut().filter(|_| goes_on) {
            *first = None;
        }
        Ok(extents)
    }

    /// How many cells an array of one dimension is declared with, or is obtained for it.
    pub fn declared_cells(&mut self, symbol: SymbolId) -> Option<Polynomial> {
        let since = self.extents_since(symbol);
        match &self.around.symbols()[symbol].type_.kind {
            TypeKind::Array(_, ArraySize::Elements(count)) => self.cells_before(count, since, 1),
            TypeKind::Pointer(_) => {
                let elements = allocation(symbol, self.around)?.elements?;
                let constant = Polynomial::term(vec![], i64::try_from(elements.constant).ok()?);
                let divisor = elements.divisor;
                // as in subscripts, where what has a constant value is that
                let product = elements.factors.iter().try_fold(constant, |product, factor| {
                    let cells = self.cells_before(factor, since, divisor)?;
                    let known = self.constant_here(factor).map(|value| Polynomial::term(vec![], value));
                    product.times(&known.unwrap_or(cells))
                });
                let (cells, rest) = product?.divided(&[], divisor);
                (rest == Polynomial::default()).then_some(cells)
            }
            _ => None,
        }
    }

    /// Where the extents of an array are evaluated.
    fn extents_since(&self, symbol: SymbolId) -> Span {
        match allocation(symbol, self.around) {
            Some(block) if self.has_one_dimension(symbol) || self.is_row_table(symbol) => block.allocation,
            // the type has extents, too
            Some(block) => block.declarator.to(Span::new(block.declarator.start, block.allocation.end)),
            None => {
                let symbols = self.around.symbols();
                symbols[object(symbol, symbols)].name_span
            }
        }
    }

    fn extent(&mut self, count: &tree::Expression, since: Span) -> Result<Extent, Diagnostic> {
        let value = self.stable_value(count, since);
        let text = match &value {
            // what is listed counts
            Some(value) if count.span.is_empty() => print::expression(value),
            // The array may be declared before the variable is.
            Some(value) if self.names_definition(count) => print::expression(&value.simplify()),
            _ => self.spelling(count.span),
        };
        let is_inside = self.around.is_inside(count.span);
        if value.is_none() && is_inside {
            let problem =
                refusal(Code::UnknownSize, "an array's size changes within the region", count.span, "");
            return Err(Reason::Declaration.of(problem.with_help("declare the array before the region")));
        }
        Ok(Extent { text, value })
    }

    fn names_definition(&self, count: &tree::Expression) -> bool {
        let mut found = false;
        count.walk(&mut |part| found |= part.variable().is_some_and(|it| self.definitions.contains_key(&it)));
        found
    }

    fn product_extent(&mut self, symbol: SymbolId, product: &Product<'_>, since: Span) -> Option<Extent> {
        let constant = i64::try_from(product.constant).ok()?;
        let texts = product.factors.iter().map(|factor| self.factor_text(factor));
        let mut texts: Vec<_> = texts.collect();
        if constant != 1 || texts.is_empty() {
            texts.insert(0, constant.to_string());
        }
        if product.divisor > 1 {
            let cells = self.declared_cells(symbol)?;
            let value = self.with_products(&cells, &Integer::size());
            return Some(Extent { text: format!("{} / {}", texts.join(" * "), product.divisor), value });
        }
        let values =
            product.factors.iter().map(|factor| self.stable_value(factor, since)).collect::<Option<Vec<_>>>();
        let value = values.and_then(|values| {
            let constant = Polynomial::term(vec![], constant);
            let cells =
                values.iter().try_fold(constant, |product, value| product.times(&Polynomial::of(value)?))?;
            self.with_products(&cells, &Integer::size())
        });
        Some(Extent { text: texts.join(" * "), value })
    }

    fn factor_text(&self, factor: &tree::Expression) -> String {
        let text = self.spelling(factor.span);
        let is_bare = factor.named().is_some() || text.ends_with(')') && text.starts_with('(');
        if is_bare { text } else { format!("({text})") }
    }

    /// The value of an extent in parameters that haven't changed since it was evaluated.
    fn stable_value(&mut self, count: &tree::Expression, since: Span) -> Option<Expression> {
        let active = std::mem::take(&mut self.active);
        let path = std::mem::take(&mut self.path);
        let value = self.attempt(|builder| {
            let before = builder.obligations.len();
            let value = builder.affine(count, "the extent")?;
            // The array exists, so its extent didn't wrap around.
            builder.obligations.truncate(before);
            match builder.is_stable(count, since) {
                true => Ok(value),
                false => Err(refusal(Code::UnknownSize, "a variable changes", count.span, "")),
            }
        });
        self.active = active;
        self.path = path;
        value.ok()
    }

    /// Whether the variables in `expression` keep their values from `since` to the region.
    pub fn is_stable(&self, expression: &tree::Expression, since: Span) -> bool {
        let mut stable = true;
        expression.walk(&mut |part| {
            if let Some(symbol) = meant(part, self.around) {
                stable &= self.is_unchanged(symbol, since);
            }
        });
        stable
    }

    pub fn is_unchanged(&self, symbol: SymbolId, since: Span) -> bool {
        let declared = &self.around.symbols()[symbol];
        match declared.kind {
            SymbolKind::EnumerationConstant(_) => return true,
            SymbolKind::Member(_) => return self.keeps_for_others(symbol, since),
            SymbolKind::Global if declared.type_.qualifiers.constant => return true,
            SymbolKind::Global if !self.is_set_here_alone(symbol) => return false,
            _ => {}
        }
        let is_later = |place: Span| place.start > since.start || self.around.may_jump_back();
        let changed = self.around.index.changes.iter().any(|change| {
            let is_declaration = change.place.contains(declared.name_span);
            change.symbol == symbol && change.is_whole && !is_declaration && is_later(change.place)
        });
        !changed && (self.around.address_taken(symbol).is_none() || self.keeps_for_others(symbol, since))
    }

    /// Whether a member, or a variable whose address others may have (`load(name, &w, &h)`), has the same value at the region as at
    /// `since`, which may be in it: nothing between them, or around both again and again, calls them, or writes what may be it.
    fn keeps_for_others(&self, symbol: SymbolId, since: Span) -> bool {
        let region = self.around.region.span;
        let mut loops = self.around.index.loops.iter();
        match loops.any(|span| span.contains(region) && !span.contains(since)) {
            true => keeps(symbol, since, self.around),
            false => {
                let start = region.start.min(since.start + 1);
                keeps_within(symbol, Span::new(start, region.end), self.around)
            }
        }
    }

    /// Whether a number of the file is one that nothing changes but this function, in its only run.
    fn is_set_here_alone(&self, symbol: SymbolId) -> bool {
        let resolved = &self.around.translation.resolved;
        let is_here = |function: &SymbolId| *function == self.around.function().symbol;
        let runs_once = self.around.index.runs_once;
        let changers = resolved.changers.get(&symbol);
        changers.is_some_and(|all| all.is_empty() || runs_once && all.iter().all(is_here))
    }

    /// The parameters that a new declaration of an array, or its new subscripts, can't mention: they get
    /// their values later, are hidden from threads, or it must have a constant size.
    fn late_parameters(&self, symbol: SymbolId) -> Vec<String> {
        let declared = &self.around.symbols()[symbol];
        let Some(places) = declared.declared else { return vec![] };
        let since = self.extents_since(symbol);
        let is_block = allocation(symbol, self.around).is_some()
            && (self.has_one_dimension(symbol) || self.is_row_table(symbol));
        let first = if is_block { since.start } else { places.declaration.start };
        let hidden = self.hidden_parameters(symbol);
        let known = |parameter: SymbolId| {
            let is_declared = match self.around.symbols()[parameter].kind {
                // where else the structure is there isn't known
                SymbolKind::Member(_) => self.is_in_extents(parameter, symbol),
                // in a list of values, which are computed in any order
                _ if self.is_given_around(parameter, since) => false,
                _ => self.around.symbols()[parameter].name_span.start < first,
            };
            is_declared && self.is_unchanged(parameter, since) && !hidden.contains(&parameter)
        };
        let is_constant = self.is_constant_size(&declared.type_);
        let late = self.parameters.iter().filter(|&&parameter| is_constant || !known(parameter));
        let late: Vec<_> = late.map(|&parameter| self.isl_name(parameter)).collect();
        let is_late = |product: &&Parameter| product.factors.iter().any(|factor| late.contains(factor));
        let products = self.products_met.iter().filter(is_late).map(|product| product.name.clone());
        products.chain(late.iter().cloned()).collect()
    }

    /// Whether a variable is a table of rows that counts as a block.
    pub fn is_row_table(&self, symbol: SymbolId) -> bool {
        self.around.translation.resolved.row_tables.contains_key(&symbol)
    }

    /// Whether a member of a structure has its value from the declaration in which `place` is.
    fn is_given_around(&self, symbol: SymbolId, place: Span) -> bool {
        let declared = &self.around.symbols()[symbol];
        let is_given = declared.is_member_of_local() && declared.initializer.is_some();
        is_given && declared.declared.is_some_and(|places| places.declaration.end >= place.end)
    }

    /// Whether the program evaluates a member where it evaluates the size of an array.
    fn is_in_extents(&self, parameter: SymbolId, array: SymbolId) -> bool {
        let block = allocation(array, self.around).and_then(|block| block.elements);
        let mut counts = block.map_or(vec![], |elements| elements.factors);
        let mut type_ = &self.around.symbols()[array].type_;
        loop {
            if let TypeKind::Array(_, ArraySize::Elements(count)) = &type_.kind {
                counts.push(count);
            }
            match type_.target() {
                Some(target) => type_ = target,
                None => break,
            }
        }
        counts.into_iter().any(|count| self.is_evaluated_for(parameter, count, LONGEST_CHAIN))
    }

    /// Whether a member is evaluated for an expression, or was for what variables in it were given.
    fn is_evaluated_for(&self, parameter: SymbolId, expression: &tree::Expression, chain: usize) -> bool {
        let mut found = is_certain_in(parameter, expression, self.around);
        expression.walk(&mut |part| {
            let symbol = part.variable().filter(|_| !found && chain > 0);
            // the only value that it is ever given has been evaluated by then
            let only = |symbol| match self.around.values(symbol).as_slice() {
                [only] => Some(*only),
                _ => None,
            };
            let given = symbol.and_then(|symbol| self.value_before(symbol).or_else(|| only(symbol)));
            found |= given.is_some_and(|value| self.is_evaluated_for(parameter, value, chain - 1));
        });
        found
    }

    /// Whether a variable of this type has a constant size that it should keep: `static` arrays must,
    /// and jumps over its declaration must stay allowed.
    fn is_constant_size(&self, type_: &Type) -> bool {
        match &type_.kind {
            TypeKind::Array(element, ArraySize::Elements(count)) => {
                let is_constant = fold::constant(count, self.around.symbols()).is_some();
                is_constant && (element.target().is_none() || self.is_constant_size(element))
            }
            TypeKind::Pointer(target) => !self.around.index.jumps.is_empty() && self.is_constant_size(target),
            _ => false,
        }
    }

    /// The parameters, sorted by where they are declared.
    pub fn describe_parameters(&mut self) -> Vec<Parameter> {
        let symbols = self.around.symbols();
        let mut parameters: Vec<Parameter> = Vec::new();
        for &symbol in &self.mentioned {
            let declared = &symbols[symbol];
            let Some(integer) = declared.type_.integer() else { continue };
            let name = self.isl_name(symbol);
            let counts =
                self.statements.iter().flat_map(|statement| &statement.iterators).any(|it| it.name == name);
            if counts || parameters.iter().any(|parameter| parameter.name == name) {
                let cause = format!("two variables are called `{name}`");
                let problem = refusal(Code::Declaration, cause, declared.name_span, "rename one of them");
                self.problems.push(Reason::Declaration.of(problem));
            }
            parameters.push(Parameter {
                name: name.clone(),
                kind: IntegerType {
                    name: integer.spelling.to_string(),
                    bits: integer.bits,
                    signed: integer.signed,
                },
                value: None,
                spelling: declared.name.clone(),
                declared: Some(symbols[object(symbol, symbols)].name_span),
                factors: vec![],
            });
        }
        parameters.extend(self.products_met.iter().cloned());
        parameters
    }
}
