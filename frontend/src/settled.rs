//! Local variables with one value at a time: where a statement of a block gives them one, the rest of that block may use it,
//! until another statement of the block gives them the next.
//!
//! Nothing else may change such a variable, no pragma mentions it, and no jump leads past the statement ([`Jumps`]). A value stays what it is there if no
//! variable in it changes meanwhile; what it reads from memory is for others to look at.

use std::collections::BTreeSet;

use diagnostics::Span;
use diagnostics::token::tokens_without_comments;

use crate::facts::members::{member, object};
use crate::jumps::Jumps;
use crate::pragma::pragma;
use crate::syntax::split::TokenTable;
use crate::syntax::tree::{
    Declaration, Expression, ExpressionKind, Function, Initializer, Statement, StatementKind, SymbolId,
    SymbolKind, UnaryOperator,
};
use crate::syntax::types::{Type, TypeKind};
use crate::translation::Translation;

/// A statement or declarator that gives a variable a value.
pub struct Setting<'a> {
    /// The variable.
    pub symbol: SymbolId,
    /// Its place.
    pub set: Span,
    /// What it gives.
    pub value: &'a Expression,
    /// Where the variable has that value, if anything looks at it there.
    pub scope: Span,
    /// Whether it may keep the value from before.
    pub is_clamp: bool,
}

impl Setting<'_> {
    /// Whether the variable may keep the value from before.
    fn keeps(&self) -> bool {
        let mut keeps = false;
        self.value.walk(&mut |part| keeps |= self.is_clamp && part.variable() == Some(self.symbol));
        keeps
    }

    /// Whether another setting looks at the value that this one gives.
    fn is_before(&self, other: &Setting) -> bool {
        other.is_clamp && self.symbol == other.symbol && self.scope.end + 1 == other.set.end
    }
}

/// The settings of a function.
pub struct Settings<'a> {
    translation: &'a Translation,
    function: &'a Function,
    /// In the order of the text.
    pub all: Vec<Setting<'a>>,
    /// What assignments change, and where.
    changed: Vec<(SymbolId, Span)>,
    /// Of which variables the address is taken.
    known_elsewhere: BTreeSet<SymbolId>,
    /// What pragmas mention.
    in_pragmas: BTreeSet<String>,
}

/// A setting of an integer, with all that looks at its value.
#[derive(Clone, Debug)]
pub struct Settled {
    /// The variable.
    pub symbol: SymbolId,
    /// The declarator or the statement that sets it.
    pub set: Span,
    /// Where it is mentioned while it has that value.
    pub uses: Vec<Span>,
    /// Where it has that value, if anything looks at it there.
    pub scope: Span,
}

/// Those of a translation unit.
pub fn settled(translation: &Translation, text: &str) -> Vec<Settled> {
    let functions = translation.resolved.functions.iter();
    functions.flat_map(|function| Settings::new(translation, text, function, &is_integer).settled()).collect()
}

/// The words that pragmas at a place mention.
pub fn words_of_pragmas(translation: &Translation, text: &str, place: Span) -> BTreeSet<String> {
    let all = pragmas(&translation.table, text, place);
    all.flat_map(|rest| tokens_without_comments(rest).map(move |word| word.span.of(rest).to_owned()))
        .collect()
}

/// What pragmas at a place say.
fn pragmas<'t>(table: &'t TokenTable, text: &'t str, place: Span) -> impl Iterator<Item = &'t str> {
    let lines = table.directives_within(place).iter();
    lines.filter_map(move |line| pragma(text, line)).map(move |line| line.rest.of(text))
}

/// The same, but for those that clauses name as shared: that is what variables outside of the loops are anyway.
pub fn words_of_clauses(table: &TokenTable, text: &str, place: Span) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for rest in pragmas(table, text, place) {
        let (mut is_shared, mut before) = (false, "");
        for token in tokens_without_comments(rest) {
            let word = token.span.of(rest);
            is_shared = match word {
                "(" => before == "shared",
                ")" => false,
                _ => is_shared,
            };
            if !is_shared {
                found.insert(word.to_owned());
            }
            before = word;
        }
    }
    found
}

fn is_integer(type_: &Type) -> bool {
    type_.integer().is_some_and(|kind| kind.bits > 1)
}

impl<'a> Settings<'a> {
    /// Of the variables whose types fit.
    pub fn new(
        translation: &'a Translation,
        text: &str,
        function: &'a Function,
        fits: &dyn Fn(&Type) -> bool,
    ) -> Self {
        let mut settings = Settings {
            translation,
            function,
            all: vec![],
            changed: vec![],
            known_elsewhere: BTreeSet::new(),
            in_pragmas: words_of_pragmas(translation, text, function.span),
        };
        function.body.walk_with_types(&translation.resolved.symbols, &mut |part| {
            if let ExpressionKind::Unary(UnaryOperator::Address, operand) = &part.kind {
                settings.known_elsewhere.extend(operand.variable());
            }
            let changed = part.assigned().and_then(|target| target.without_casts().variable());
            settings.changed.extend(changed.map(|symbol| (symbol, part.span)));
        });
        if !function.body.holds_assembly() {
            settings.all = settings.found(fits, &Jumps::new(&translation.table, text, function));
        }
        settings
    }

    /// In the order of the text.
    fn found(&self, fits: &dyn Fn(&Type) -> bool, jumps: &Jumps) -> Vec<Setting<'a>> {
        let mut found = Vec::new();
        let mut nested = BTreeSet::new();
        self.function.body.walk(&mut |statement| {
            let StatementKind::Block(list) = &statement.kind else { return };
            nested.extend(list.iter().filter(|it| is_block(it)).map(|it| it.span));
            if nested.contains(&statement.span) {
                return;
            }
            let list = in_a_row(list);
            for (position, inner) in list.iter().enumerate() {
                for (symbol, set, value) in self.set_by(inner) {
                    let sets = |it: &&&Statement| self.set_by(it).iter().any(|(other, ..)| *other == symbol);
                    let again = list[position + 1..].iter().find(sets);
                    let end = again.map_or(self.end_of(symbol, statement), |again| match is_clamp(again) {
                        // which looks at the value from before
                        true => again.span.end - 1,
                        false => again.span.start,
                    });
                    let entered = jumps.before_entries(Span::new(set.start, end)).end;
                    let (scope, is_clamp) = (Span::new(set.end, entered), is_clamp(inner));
                    if set.end <= entered {
                        found.push(Setting { symbol, set, value, scope, is_clamp });
                    }
                }
            }
        });
        // the branches of a condition are part of it
        let clamps: Vec<Span> = found.iter().filter(|it| it.is_clamp).map(|it| it.set).collect();
        found.retain(|it| !clamps.iter().any(|clamp| *clamp != it.set && clamp.contains(it.set)));
        found.sort_by_key(|setting| setting.set.start);
        let is_plain = |symbol: SymbolId| {
            self.is_plain(symbol) && fits(&self.translation.resolved.symbols[symbol].type_)
        };
        let mut plain: BTreeSet<SymbolId> = found.iter().map(|setting| setting.symbol).collect();
        plain.retain(|symbol| is_plain(*symbol) && self.is_settled(*symbol, &found));
        found.retain(|setting| plain.contains(&setting.symbol));
        found
    }

    /// The variables that a statement of a block sets, and does nothing else.
    fn set_by(&self, statement: &'a Statement) -> Vec<(SymbolId, Span, &'a Expression)> {
        let symbols = &self.translation.resolved.symbols;
        match &statement.kind {
            StatementKind::Declaration(list) => {
                let value = |declared: &Declaration| match &symbols[declared.symbol].initializer {
                    Some(Initializer::Value(value)) => Some((declared.symbol, declared.span, value)),
                    _ => None,
                };
                list.iter().filter_map(value).collect()
            }
            StatementKind::Expression(Some(Expression {
                kind: ExpressionKind::Assign(None, target, value),
                ..
            })) => target.variable().map(|symbol| (symbol, statement.span, &**value)).into_iter().collect(),
            StatementKind::If(..) => {
                let clamp = self.translation.resolved.clamps.get(&statement.span);
                clamp.map(|clamp| (clamp.symbol, statement.span, &clamp.value)).into_iter().collect()
            }
            _ => vec![],
        }
    }

    /// Where a variable that is set in a block ends, or the block does.
    fn end_of(&self, symbol: SymbolId, block: &Statement) -> usize {
        let declared = self.translation.resolved.symbols[symbol].declared.as_ref();
        declared.map_or(block.span.end, |declared| declared.scope.end.min(block.span.end))
    }

    fn is_plain(&self, symbol: SymbolId) -> bool {
        let declared = &self.translation.resolved.symbols[symbol];
        let qualifiers = declared.type_.qualifiers;
        declared.kind == (SymbolKind::Local { is_static: false })
            && !qualifiers.volatile
            && !qualifiers.atomic
            && !self.in_pragmas.contains(&declared.name)
    }

    /// Whether nothing but statements of blocks gives the variable values, and none where another one counts.
    fn is_settled(&self, symbol: SymbolId, all: &[Setting<'a>]) -> bool {
        let own: Vec<_> = all.iter().filter(|setting| setting.symbol == symbol).collect();
        let initial = usize::from(self.translation.resolved.symbols[symbol].initializer.is_some());
        let changes = self.changed.iter().filter(|(changed, _)| *changed == symbol).count();
        own.len() == initial + changes
            && own.iter().all(|setting| {
                let is_first = !own.iter().any(|other| other.is_before(setting));
                let is_alone = !own.iter().any(|other| setting.scope.contains(other.set));
                is_alone && !(setting.keeps() && is_first)
            })
    }

    /// The members and variables of the file that `part` is computed from, if nothing but memory can change its value in the
    /// scope of a setting.
    pub fn read_by(&self, part: &Expression, setting: &Setting<'a>) -> Option<Vec<SymbolId>> {
        let symbols = &self.translation.resolved.symbols;
        let (mut variables, mut memory, mut is_simple) = (Vec::new(), Vec::new(), true);
        part.walk(&mut |inner| match &inner.kind {
            ExpressionKind::Variable(symbol) => match symbols[*symbol].kind {
                SymbolKind::Local { .. } | SymbolKind::Parameter => variables.push(*symbol),
                SymbolKind::EnumerationConstant(_) => {}
                SymbolKind::Global if matches!(inner.type_.kind, TypeKind::Array(..)) => {}
                SymbolKind::Global => memory.push(*symbol),
                _ => is_simple = false,
            },
            ExpressionKind::Member(symbol, _) => {
                is_simple &= member(*symbol, symbols).is_some_and(|member| !member.is_one_of_many());
                variables.push(object(*symbol, symbols));
                memory.push(*symbol);
            }
            ExpressionKind::Integer(_)
            | ExpressionKind::SizeOf(_, None)
            | ExpressionKind::Binary(..)
            | ExpressionKind::Conditional(..) => {}
            ExpressionKind::Index(..) => is_simple &= matches!(inner.type_.kind, TypeKind::Array(..)),
            ExpressionKind::Unary(operator, _) => {
                is_simple &= *operator != UnaryOperator::Address;
            }
            ExpressionKind::Cast(_) => is_simple &= inner.type_.integer().is_some(),
            _ => is_simple = false,
        });
        (is_simple && self.are_kept(&variables, setting)).then_some(memory)
    }

    /// Whether nothing between the setting and the end of its scope changes one of `variables`.
    fn are_kept(&self, variables: &[SymbolId], setting: &Setting<'a>) -> bool {
        let around = Span::new(setting.set.start, setting.scope.end);
        let is_changed = |symbol: &SymbolId| {
            self.changed.iter().any(|(it, place)| it == symbol && around.contains(*place))
        };
        // that is its own value from before
        let is_own = |symbol: &SymbolId| setting.is_clamp && *symbol == setting.symbol;
        let is_kept = |symbol: &SymbolId| {
            !self.known_elsewhere.contains(symbol) && (is_own(symbol) || !is_changed(symbol))
        };
        variables.iter().all(is_kept)
    }

    /// The settings of those variables all of whose values stay what they are while something looks at them.
    fn settled(&self) -> Vec<Settled> {
        let variables: BTreeSet<_> = self.all.iter().map(|setting| setting.symbol).collect();
        let is_kept = |setting: &&Setting<'a>| self.read_by(setting.value, setting).is_some();
        let kept: Vec<_> = self.all.iter().filter(is_kept).collect();
        let mut found: Vec<_> = kept
            .iter()
            .map(|it| Settled { symbol: it.symbol, set: it.set, uses: vec![], scope: it.scope })
            .collect();
        for clamp in kept.iter().filter(|it| it.keeps()) {
            let before = kept.iter().position(|it| it.is_before(clamp));
            let place = Span::new(clamp.set.start, clamp.set.start);
            before.into_iter().for_each(|before| found[before].uses.push(place));
        }
        let mut other = self.known_elsewhere.clone();
        for (symbol, place, _) in self.mentions(&variables) {
            match kept.iter().position(|it| it.symbol == symbol && it.scope.contains(place)) {
                Some(position) => found[position].uses.push(place),
                None => {
                    other.insert(symbol);
                }
            }
        }
        found.retain(|settled| !other.contains(&settled.symbol));
        found
    }

    /// Every mention of one of the variables, but where it is set: its place, and whether it is the start of a cell.
    pub fn mentions(&self, variables: &BTreeSet<SymbolId>) -> Vec<(SymbolId, Span, bool)> {
        let symbols = &self.translation.resolved.symbols;
        let (mut all, mut known, mut cells) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
        self.function.body.walk_with_types(symbols, &mut |part| {
            all.extend(part.variable().filter(|it| variables.contains(it)).map(|symbol| (symbol, part.span)));
        });
        self.function.body.walk_expressions(symbols, &mut |part| match &part.kind {
            ExpressionKind::Index(pointer, _) if pointer.variable().is_some() => {
                cells.insert(pointer.span);
            }
            ExpressionKind::Assign(None, target, _) if target.variable().is_some() => {
                known.insert(target.span);
            }
            _ => {}
        });
        let others = all.into_iter().filter(|(_, place)| !known.contains(place));
        others.map(|(symbol, place)| (symbol, place, cells.contains(&place))).collect()
    }
}

fn is_clamp(statement: &Statement) -> bool {
    matches!(statement.kind, StatementKind::If(..))
}

fn is_block(statement: &Statement) -> bool {
    matches!(statement.kind, StatementKind::Block(_))
}

/// Statements that run one after another, those of blocks among them.
fn in_a_row(list: &[Statement]) -> Vec<&Statement> {
    let mut row = Vec::new();
    for statement in list {
        match &statement.kind {
            StatementKind::Block(inner) => row.extend(in_a_row(inner)),
            _ => row.push(statement),
        }
    }
    row
}
