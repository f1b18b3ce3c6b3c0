//! Calls that can be inlined.
//!
//! A statement that begins with a call becomes a block, a call of a function that only computes a value becomes that value. Arguments only
//! compute values too, so that it doesn't matter in which order they are evaluated. One that can't change meanwhile stands
//! wherever the parameter does; others become values of declarations, which convert them as a call does.

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::token::{Token, tokens_without_comments};
use diagnostics::{Code, Diagnostic, Span};

use super::adopted::adopted;
use super::around::{Around, declares_types, file_arrays, has_temporaries, temporaries};
use super::asked::{Asked, alternatives, leaves, tested};
use super::block::{self, Argument, Bound, block, computed};
use super::callee::{Callee, Callees, Form, condition, is_in_macro};
use super::chained::chained;
use super::chunks::in_chunks;
use super::exchanges::exchanges;
use super::named::{Which, named};
use super::open::opened;
use super::pragmas::are_within;
use super::walks::walks;
use super::write_back::written_back;
use super::{Inlined, Parsed};
use crate::facts::library::is_text;
use crate::facts::members::object as holder;
use crate::facts::purity::Purity;
use crate::fills::{fills, moves_items};
use crate::readers::reads;
use crate::results::{free_name, given_back, value as value_of};
use crate::rows::is_same;
use crate::syntax::fold::constant;
use crate::syntax::tree::{
    Construct, Expression, ExpressionKind, Function, Initializer, Statement, StatementKind, Symbol, SymbolId,
    SymbolKind, Symbols, UnaryOperator,
};
use crate::syntax::types::{ArraySize, Type, TypeKind};

/// Values of more parts get a name.
const LARGEST: usize = 16;

/// So many items of a stream are an array.
const MANY: i128 = 4096;

/// Adds the calls in one function that can be inlined, and says why others can't.
pub fn inlined<'a>(
    parsed: Parsed<'a>,
    caller: &'a Function,
    callees: &mut Callees<'a>,
    calls: &mut Vec<Inlined>,
    notes: &mut Vec<Diagnostic>,
) {
    let symbols = &parsed.resolved.symbols;
    let sites = Asked::all(caller, parsed);
    let mut around = Around::of(parsed, caller);
    around.lent = lent(parsed, &around, caller, callees);
    // by array: in how many loops and calls, and in how many calls whatever they do
    let (mut shared, mut uses): (BTreeMap<SymbolId, usize>, BTreeMap<SymbolId, usize>) = Default::default();
    let (mut found, mut reasons): (Vec<Inlined>, Vec<Diagnostic>) = (vec![], vec![]);
    // what nobody but a copy for what lies away from the borders wants
    let mut extra: Vec<Inlined> = Vec::new();
    let mut beside: Vec<&Function> = Vec::new();
    let mut may_sweep = false;
    let mut asked_there: Vec<Span> = Vec::new();
    for asked in &sites {
        let (symbol, arguments) = (asked.callee, asked.arguments);
        if asked_there.iter().any(|check| check.contains(asked.statement.span)) {
            continue;
        }
        let Some(callee) = callees.get(symbol).filter(|_| symbol != caller.symbol) else { continue };
        // what only computes a number stays what it is
        let made = asked.made(symbols);
        let mut arrays: Vec<SymbolId> = temporaries(parsed, arguments).into_iter().chain(made).collect();
        let is_stage = callee.as_ref().is_ok_and(|it| matches!(it.form, Form::Statements { .. }));
        if !asked.is_asked() || is_stage {
            arrays.extend(file_arrays(parsed, symbol));
        }
        let is_constant = callees.purities.of(symbol) == Purity::Constant;
        // what reads memory is as much in the way of arrays beside it
        if asked.is_asked() && is_stage && arrays.is_empty() && !is_constant && arguments.iter().any(is_array)
        {
            arrays.extend(in_loop_around(parsed, caller, asked.statement.span));
        }
        let is_number = arrays.is_empty() || is_constant;
        if asked.is_asked() && (is_number || callees.keeps_arrays(symbol)) {
            if let Ok(callee) = &callee
                && is_stage
                && !is_constant
                && is_in_loop(caller, asked.statement.span)
                && arguments.iter().all(|argument| callees.is_pure(argument))
            {
                extra.extend(call(parsed, &around, asked, callee, &[]));
            }
            continue;
        }
        // one that only releases a table, or what a pointer leads to, is known as it is
        let is_led_to = || arguments.iter().all(|argument| argument.without_casts().variable().is_some());
        if callees.releases_table(symbol) || callees.releases_structure(symbol) && is_led_to() {
            continue;
        }
        if callees.owns_arrays(symbol) {
            continue;
        }
        let stages = callee.as_ref().map_or(0, |callee| callee.stages);
        // one that only obtains a block is known as it is
        if made.is_some() && stages == 0 {
            continue;
        }
        for array in &arrays {
            *uses.entry(*array).or_default() += 1;
        }
        let are_pure = arguments.iter().all(|argument| callees.is_pure(argument));
        let called = callee.and_then(|callee| match are_pure {
            true => {
                let inlined = call(parsed, &around, asked, &callee, &beside);
                beside.push(callee.function);
                inlined
            }
            false => Err("an argument does more than to compute a value".into()),
        });
        match called {
            Ok(inlined) => {
                let has_arrays = !arrays.is_empty() || arguments.iter().any(is_array);
                may_sweep |= stages > 0 && has_arrays && around.repeats(asked.call.span, arguments);
                for array in arrays {
                    *shared.entry(array).or_default() += stages;
                }
                let checks = asked.check.iter().map(|check| check.span);
                asked_there.extend(checks.filter(|check| inlined.span.contains(*check)));
                found.push(inlined);
            }
            // nobody expects that of a header's functions
            Err(why) if callees.is_users(symbol) => {
                let name = &symbols[symbol].name;
                let note =
                    Diagnostic::note(Code::StaysCall, format!("the call of `{name}` stays a call: {why}"));
                let place = if asked.is_asked() { asked.call.span } else { asked.statement.span };
                reasons.push(note.at(place, ""));
            }
            Err(_) => {}
        }
    }
    found.extend(apart(parsed, &around, caller, callees));
    for named in named(parsed, &around, caller, callees, &found, Which::WithArrays) {
        for (symbol, arrays) in named.calls {
            let stages = callees.get(symbol).and_then(Result::ok).map_or(0, |callee| callee.stages);
            arrays.into_iter().for_each(|array| *shared.entry(array).or_default() += stages);
        }
        found.push(named.inlined);
    }
    let mut in_loops = Vec::new();
    let mut add = |expression: &'a Expression| match &expression.kind {
        ExpressionKind::Index(array, _) => {
            // or what is in a structure
            let array = array.subscripted().0.named().map(|array| holder(array, symbols));
            shared.entry(array.unwrap_or(caller.symbol)).and_modify(|count| *count += 1);
        }
        ExpressionKind::Call(callee, arguments) => {
            in_loops.extend(callee.variable().map(|symbol| (expression, symbol, arguments)));
        }
        _ => {}
    };
    caller.body.walk(&mut |statement| match &statement.kind {
        StatementKind::For(parts) => parts.body.walk_expressions(symbols, &mut add),
        StatementKind::Other(Construct::While | Construct::Do, _, list) => {
            list.iter().for_each(|inner| inner.walk_expressions(symbols, &mut add));
        }
        _ => {}
    });
    let mut is_joined = may_sweep || shared.values().any(|count| *count > 1);
    for (expression, symbol, arguments) in in_loops {
        let is_apart = found.iter().all(|call| !call.span.contains(expression.span));
        let is_constant = callees.purities.of(symbol) == Purity::Constant;
        if !is_apart || symbol == caller.symbol || is_constant || callees.is_number(symbol, arguments) {
            continue;
        }
        if let Some(Ok(callee)) = callees.get(symbol)
            && let Ok(inlined) = value(parsed, &around, expression, &callee, arguments)
        {
            is_joined = true;
            found.push(inlined);
        }
    }
    if uses.values().any(|count| *count > 1) {
        notes.append(&mut reasons);
    }
    found.iter_mut().for_each(|call| call.is_statement = true);
    let walks = walks(parsed, &around, caller, callees, &found);
    is_joined |= !walks.is_empty() && has_temporaries(parsed, caller);
    found.extend(walks);
    let chained = chained(parsed, &around, caller, &found);
    found.extend(chained);
    // beside what is in them
    let exchanges = exchanges(parsed, &around, caller);
    is_joined |= !exchanges.is_empty();
    let is_apart = |call: &Inlined| {
        let meets = |other: &Inlined| call.span.start < other.span.end && other.span.start < call.span.end;
        !found.iter().any(meets)
    };
    extra.retain(is_apart);
    let known: Vec<Inlined> = found.iter().chain(&extra).cloned().collect();
    let named_values = named(parsed, &around, caller, callees, &known, Which::Reading);
    extra.extend(named_values.into_iter().map(|named| named.inlined));
    found.extend(exchanges);
    let copies = written_back(parsed, &around, caller);
    let chunks = in_chunks(parsed, &around, caller);
    let named = named_result(parsed, &around, caller).ok();
    let caller = &caller.name;
    calls.extend(extra.into_iter().map(|call| Inlined {
        caller: caller.clone(),
        is_extra: true,
        is_statement: true,
        ..call
    }));
    calls.extend(found.into_iter().map(|call| Inlined { caller: caller.clone(), is_joined, ..call }));
    let joined = copies.into_iter().chain(chunks);
    calls.extend(joined.map(|call| Inlined { caller: caller.clone(), is_joined: true, ..call }));
    calls.extend(named.map(|result| Inlined { caller: caller.clone(), is_joined: true, ..result }));
}

/// Whether a place lies in a loop of a function.
fn is_in_loop(function: &Function, place: Span) -> bool {
    function.body.holds(&|kind| matches!(kind, StatementKind::For(parts) if parts.body.span.contains(place)))
}

/// The pointers whose addresses are only handed to functions that look through them.
fn lent(parsed: Parsed, around: &Around, caller: &Function, callees: &mut Callees) -> BTreeSet<SymbolId> {
    let symbols = &parsed.resolved.symbols;
    let (mut taken, mut lent): (Vec<SymbolId>, Vec<SymbolId>) = (vec![], vec![]);
    caller.body.walk_with_types(symbols, &mut |part| match &part.kind {
        ExpressionKind::Unary(UnaryOperator::Address, operand) => taken.extend(operand.variable()),
        ExpressionKind::Call(name, arguments) => {
            let Some(Ok(callee)) = name.variable().and_then(|name| callees.get(name)) else { return };
            for (argument, parameter) in arguments.iter().zip(&callee.parameters) {
                let is_lent = is_place(around, argument, &symbols[parameter.symbol].type_)
                    && is_looked_through(parsed, &callee, parameter.symbol);
                if let (true, ExpressionKind::Unary(_, operand)) = (is_lent, &argument.kind) {
                    lent.extend(operand.variable());
                }
            }
        }
        _ => {}
    });
    let number = |list: &[SymbolId], symbol: SymbolId| list.iter().filter(|it| **it == symbol).count();
    let is_pointer = |symbol: SymbolId| matches!(symbols[symbol].type_.kind, TypeKind::Pointer(_));
    let all: BTreeSet<SymbolId> = lent.iter().copied().collect();
    all.into_iter().filter(|it| is_pointer(*it) && number(&lent, *it) == number(&taken, *it)).collect()
}

/// The arrays of the function, and of the file, in the innermost loop around a place.
fn in_loop_around(parsed: Parsed, caller: &Function, place: Span) -> BTreeSet<SymbolId> {
    let mut innermost = None;
    caller.body.walk(&mut |statement| {
        let is_loop = matches!(statement.kind, StatementKind::For(_)) && statement.span.contains(place);
        innermost = if is_loop { Some(statement) } else { innermost };
    });
    let mut found = BTreeSet::new();
    let symbols = &parsed.resolved.symbols;
    let mut add = |part: &Expression| found.extend(temporaries(parsed, [part]));
    innermost.into_iter().for_each(|it| it.walk_expressions(symbols, &mut add));
    found
}

/// Whether an argument is an array, whoever has it.
fn is_array(argument: &Expression) -> bool {
    matches!(argument.type_.kind, TypeKind::Array(..) | TypeKind::Pointer(_))
}

/// A statement that begins with a call, as a block.
fn call(
    parsed: Parsed,
    around: &Around,
    asked: &Asked,
    callee: &Callee,
    beside: &[&Function],
) -> Result<Inlined, String> {
    let statement = asked.statement.span;
    let mut checked = None;
    if asked.is_asked() && !callee.returns_values() {
        return Err("it may end without a value".into());
    }
    if !asked.is_asked() && !callee.is_silent {
        return Err("it does more than to compute a value where it returns".into());
    }
    if asked.is_asked() && declares_types(parsed, callee.function) {
        return Err("it declares types".into());
    }
    if are_within(parsed, callee.function.body.span) && around.is_after_pragma(statement) {
        return Err("it has pragmas, and one is about the call".into());
    }
    let both = std::iter::once(statement).chain(asked.check.map(|check| check.span));
    let words = both.flat_map(|place| parsed.table.within(place));
    let outside = words.filter(|word| !asked.call.span.contains(word.span));
    let kept = outside.map(|word| word.span.of(parsed.text())).collect();
    let of_call = around.place(asked.call.span)?.1;
    let site = Site { place: asked.call.span, text: of_call, kept, beside };
    let mut bound = bound(parsed, around, callee, &site, asked.arguments, Conversions::ByDeclarations)?;
    let symbols = &parsed.resolved.symbols;
    if let Some(made) = asked.made(symbols) {
        let is_addressed = |symbol| around.is_addressed(symbol);
        let (adopted, endings, is_asked_there) = adopted(parsed, callee, asked, made, &is_addressed)?;
        bound.renamed.insert(adopted.own, symbols[made].name.clone());
        (bound.adopted, bound.endings) = (Some(adopted), endings);
        checked = asked.check.filter(|_| is_asked_there);
    }
    let span = checked.map_or(statement, |check| statement.to(check.span));
    let (place, text) = around.place(span)?;
    let needs_none = callee.is_mixed && around.is_listed(asked.statement);
    let opened = needs_none.then(|| opened(parsed, around, callee, &bound, beside)).flatten();
    let bound = opened.unwrap_or(bound);
    let (block, pieces) = block(parsed, callee, asked, &bound)?;
    let name = |symbol: &SymbolId| bound.renamed.get(symbol).unwrap_or(&symbols[*symbol].name).clone();
    let lasting = bound.lasting.iter().map(name).collect();
    let (callee, adopted) = (Some(callee.function.name.clone()), bound.adopted);
    let text = text.to_owned();
    Ok(Inlined { callee, span, place, text, block, pieces, adopted, lasting, ..Inlined::default() })
}

/// The last statement `return d[n][m];` of a function with several loops as `int result = d[n][m]; return result;`: the first of these can
/// move among the loops.
fn named_result(parsed: Parsed, around: &Around, caller: &Function) -> Result<Inlined, String> {
    let symbols = &parsed.resolved.symbols;
    let none = || String::from("it returns nothing of an array");
    let StatementKind::Block(list) = &caller.body.kind else { return Err(none()) };
    let loops = list.iter().filter(|inner| is_loop(inner, symbols)).count();
    let is_of_table = |last: &Statement| {
        let mut found = false;
        let value = value_of(last, symbols);
        value.iter().for_each(|it| it.walk(&mut |part| found |= part.subscripted().1.len() > 1));
        found
    };
    let last = list.last().filter(|last| loops > 1 && is_of_table(last)).ok_or_else(none)?;
    let type_ = given_back(caller, symbols).filter(|type_| !type_.spelling().is_empty()).ok_or_else(none)?;
    let [_, first, .., end, _] = parsed.table.within(last.span) else { return Err(none()) };
    let value = first.span.to(end.span);
    let name = free_name(parsed.table, parsed.macros, parsed.text());
    let (place, text) = around.place(last.span)?;
    let (block, pieces) = block::named_result(parsed, last.span, value, (type_.spelling(), &name))?;
    Ok(Inlined { span: last.span, place, text: text.to_owned(), block, pieces, ..Inlined::default() })
}

/// Whether a statement is a loop, or a call that counts as one, also where it asks for the result: `if (fread(v, 1, n, f) != n) return;`.
pub(super) fn is_loop(statement: &Statement, symbols: &Symbols) -> bool {
    let called = |part: &Expression| match &part.kind {
        ExpressionKind::Call(callee, arguments) => callee.variable().is_some_and(|it| {
            let name = symbols[it].name.as_str();
            fills(name) || moves_items(name) && moves_many(arguments, symbols)
        }),
        _ => false,
    };
    let is_asked = |value: &Expression| {
        let mut found = false;
        value.walk(&mut |part| found |= called(part));
        found
    };
    match &statement.kind {
        StatementKind::For(_) => true,
        StatementKind::Expression(Some(expression)) => is_asked(expression),
        StatementKind::If(condition, _, None) => is_asked(condition),
        StatementKind::Declaration(list) => {
            list.iter().any(|declared| match &symbols[declared.symbol].initializer {
                Some(Initializer::Value(value)) => is_asked(value),
                _ => false,
            })
        }
        _ => false,
    }
}

/// Whether a call moves as many items of a stream as variables say, or more than headers have.
fn moves_many(arguments: &[Expression], symbols: &Symbols) -> bool {
    let [_, size, count, _] = arguments else { return false };
    let is_counted = |it: &Expression| {
        let number = constant(it, symbols);
        !matches!(it.kind, ExpressionKind::SizeOf(..)) && number.is_none_or(|number| number >= MANY)
    };
    is_counted(size) || is_counted(count)
}

/// The statements `if (make(&a) < 0 || make(&b) < 0) goto fail;` as one for each such call.
fn apart<'a>(
    parsed: Parsed<'a>,
    around: &Around,
    caller: &'a Function,
    callees: &mut Callees<'a>,
) -> Vec<Inlined> {
    let mut found = Vec::new();
    let mut is_call = |operand: &'a Expression| {
        let Some(call) = tested(operand) else { return false };
        let ExpressionKind::Call(callee, arguments) = &call.kind else { return false };
        let symbol = callee.variable().filter(|symbol| *symbol != caller.symbol);
        let Some(symbol) = symbol.filter(|symbol| !callees.keeps_arrays(*symbol)) else { return false };
        let Some(Ok(callee)) = callees.get(symbol) else { return false };
        let is_stage = matches!(callee.form, Form::Statements { .. }) && callee.returns_values();
        is_stage && !temporaries(parsed, arguments).is_empty()
    };
    caller.body.walk(&mut |statement| {
        let StatementKind::Block(list) = &statement.kind else { return };
        for inner in list {
            let StatementKind::If(condition, then, None) = &inner.kind else { continue };
            let all = alternatives(condition);
            if all.len() > 1 && leaves(then, parsed) {
                let calls: Vec<_> = all.into_iter().map(&mut is_call).collect();
                let has_calls = calls.contains(&true);
                found.extend(has_calls.then(|| apart_at(parsed, around, inner, then, &calls).ok()).flatten());
            }
        }
    });
    found
}

/// Such a statement, of whose operands `calls` says which are a call's.
fn apart_at(
    parsed: Parsed,
    around: &Around,
    statement: &Statement,
    then: &Statement,
    calls: &[bool],
) -> Result<Inlined, String> {
    let (place, text) = around.place(statement.span)?;
    let condition = condition(parsed, statement).ok_or("its condition can't be told")?;
    let inside = Span::new(condition.start + 1, condition.end - 1);
    let operands = operands(parsed, inside);
    if operands.len() != calls.len() {
        return Err("its operands can't be told".into());
    }
    // those without a call stay together
    let mut together: Vec<(Span, bool)> = Vec::new();
    for (operand, is_call) in operands.into_iter().zip(calls) {
        match together.last_mut() {
            Some((last, false)) if !is_call => *last = last.to(operand),
            _ => together.push((operand, *is_call)),
        }
    }
    let operands: Vec<_> = together.into_iter().map(|(operand, _)| operand).collect();
    let (block, pieces) = block::alternatives(parsed, statement.span, &operands, then.span)?;
    Ok(Inlined { span: statement.span, place, text: text.to_owned(), block, pieces, ..Inlined::default() })
}

/// The parts of a condition between `||`, by its tokens.
fn operands(parsed: Parsed, condition: Span) -> Vec<Span> {
    let tokens = parsed.table.within(condition);
    let mut depth = 0usize;
    let is_or = |token: &Token| {
        match token.span.of(parsed.text()) {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            "||" => return depth == 0,
            _ => {}
        }
        false
    };
    let parts = tokens.split(is_or);
    parts.filter_map(|part| Some(part.first()?.span.to(part.last()?.span))).collect()
}

/// A call of a function that only computes a value, as that value.
fn value(
    parsed: Parsed,
    around: &Around,
    call: &Expression,
    callee: &Callee,
    arguments: &[Expression],
) -> Result<Inlined, String> {
    let (place, text) = around.place(call.span)?;
    let site = Site { place: call.span, text, kept: BTreeSet::new(), beside: &[] };
    let bound = bound(parsed, around, callee, &site, arguments, Conversions::ByCasts)?;
    if !bound.arguments.values().all(|argument| argument.is_put_in) {
        return Err("an argument is more than a variable or a number".into());
    }
    let (block, pieces) = computed(parsed, callee, call.span, &bound)?;
    let callee = Some(callee.function.name.clone());
    Ok(Inlined { callee, span: call.span, place, text: text.to_owned(), block, pieces, ..Inlined::default() })
}

/// How arguments get the types of parameters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Conversions {
    /// As values of variables.
    ByDeclarations,
    /// Where they stand.
    ByCasts,
}

/// A call in the text.
struct Site<'a> {
    place: Span,
    /// What the user wrote.
    text: &'a str,
    /// The words around it that mean in the block what they mean now.
    kept: BTreeSet<&'a str>,
    /// The functions of the calls beside it that become blocks, too.
    beside: &'a [&'a Function],
}

/// What stands for the parameters in the place of a call.
fn bound<'a>(
    parsed: Parsed<'a>,
    around: &Around,
    callee: &Callee,
    &Site { place, text, ref kept, beside }: &Site<'a>,
    values: &'a [Expression],
    conversions: Conversions,
) -> Result<Bound<'a>, String> {
    let symbols = &parsed.resolved.symbols;
    if callee.parameters.len() != values.len() {
        return Err("the number of arguments is another".into());
    }
    let written = tokens_without_comments(text).collect::<Vec<_>>();
    let (written, read) = (split(&written, text), split(parsed.table.within(place), parsed.text()));
    let (Some(written), Some(read)) = (written, read) else {
        return Err("its arguments can't be told".into());
    };
    if written.len() != values.len() || read.len() != values.len() {
        return Err("its arguments come out of a macro".into());
    }
    let actuals: BTreeMap<_, _> =
        callee.parameters.iter().zip(values).map(|(it, value)| (it.symbol, value)).collect();
    let mut arguments = BTreeMap::new();
    let (mut put_in, mut declared) = (BTreeSet::new(), BTreeSet::new());
    for (index, parameter) in callee.parameters.iter().enumerate() {
        let (value, span) = (&values[index], read[index]);
        let words = parsed.table.within(span).iter().map(|token| token.span.of(parsed.text()));
        let wanted = &symbols[parameter.symbol].type_;
        let type_ = match conversions {
            Conversions::ByDeclarations => None,
            Conversions::ByCasts => conversion(&value.type_, wanted),
        };
        let wanted = if type_.is_some() { &value.type_ } else { wanted };
        let stands = match conversions {
            Conversions::ByDeclarations if is_text(value) => is_handed_on(parsed, callee, parameter.symbol),
            Conversions::ByDeclarations => {
                let is_place = is_place(around, value, wanted)
                    && !parameter.is_in_macro
                    && is_looked_through_or_read(parsed, callee, parameter.symbol);
                is_place || stands(parsed, around, callee, wanted, value, &actuals)
            }
            // all that is read is read at once
            Conversions::ByCasts => {
                let same = |is: &Expression, wanted: &Expression| {
                    is_same_size(is, wanted, &actuals, &|symbol| around.is_fixed(symbol))
                };
                is_read(value) && is_same_value(&value.type_, wanted, &same)
            }
        };
        // what a macro names is what has that name, unless that can't be declared
        let name = symbols[parameter.symbol].name.as_str();
        let is_address = matches!(value.kind, ExpressionKind::Unary(UnaryOperator::Address, _));
        // nothing else would be told of the members
        let leads_to_structure = wanted.target().is_some_and(|it| matches!(it.kind, TypeKind::Record(_)));
        let is_named = !parameter.is_in_macro
            || written[index].of(text) == name
            || parameter.is_expandable
                && (is_address || leads_to_structure || words.clone().any(|word| word == name));
        let is_put_in = !parameter.is_variable && stands && is_named;
        if is_put_in { &mut put_in } else { &mut declared }.extend(words);
        arguments.insert(
            parameter.symbol,
            Argument { value, span, text: written[index].of(text), is_put_in, type_ },
        );
    }
    let mut renamed = BTreeMap::new();
    // the same function may become a block more than once
    let earlier = beside.iter().filter(|it| it.symbol == callee.function.symbol).count();
    let mut rename =
        |symbol: SymbolId| _ = renamed.insert(symbol, fresh(parsed, callee, &symbols[symbol].name, earlier));
    for parameter in &callee.parameters {
        let name = symbols[parameter.symbol].name.as_str();
        let is_declared = arguments.get(&parameter.symbol).is_some_and(|argument| !argument.is_put_in);
        let is_callers = around.names.contains(name) && !parameter.is_in_macro;
        let is_needed = kept.contains(name) || declared.contains(name) || put_in.contains(name);
        if is_declared && (is_callers || is_needed) {
            rename(parameter.symbol);
        }
    }
    let counting = around.counting(place);
    for (id, symbol) in symbols.0.iter().enumerate() {
        let is_local = callee.function.span.contains(symbol.name_span)
            && matches!(symbol.kind, SymbolKind::Local { .. });
        let id = SymbolId(id);
        let name = symbol.name.as_str();
        let is_written = || !is_in_macro(parsed, callee.function, id);
        let hides = || (counting.contains(name) || around.told_by_name.contains(name)) && is_written();
        // what holds memory may move to where another block has that name
        let is_elsewhere = || {
            let is_memory = matches!(symbol.type_.kind, TypeKind::Pointer(_) | TypeKind::Record(_));
            let is_others = || {
                let place = |other: &Symbol| beside.iter().any(|it| it.span.contains(other.name_span));
                symbols.0.iter().any(|other| other.name == symbol.name && place(other))
            };
            is_memory && is_written() && (around.names.contains(name) || is_others())
        };
        if is_local && (put_in.contains(name) || kept.contains(name) || hides() || is_elsewhere()) {
            rename(id);
        }
    }
    let is_own = |name: &str| {
        let of_name =
            |symbol: &Symbol| symbol.name == name && callee.function.span.contains(symbol.name_span);
        symbols.0.iter().any(of_name)
    };
    let is_kept = |name: &str| match is_own(name) {
        true => !renamed.keys().any(|id| symbols[*id].name == name),
        // a variable of the file, if nothing else is called so
        false => {
            let mut all = symbols.0.iter().filter(|symbol| symbol.name == name);
            !around.names.contains(name)
                || all.next().is_some_and(|it| it.kind == SymbolKind::Global) && all.next().is_none()
        }
    };
    match callee.in_pragmas.iter().find(|name| !is_kept(name)) {
        Some(name) => Err(format!("a pragma names `{name}`")),
        None => Ok(Bound { arguments, renamed, adopted: None, endings: vec![], end: None, lasting: vec![] }),
    }
}

/// Another name for a variable of a function that becomes a block, which so many blocks of the same function have `earlier`.
pub(super) fn fresh(parsed: Parsed, callee: &Callee, name: &str, earlier: usize) -> String {
    let first = format!("{}_{name}", callee.function.name);
    let words = parsed.table.tokens.iter().map(|token| token.span.of(parsed.text()));
    let taken: BTreeSet<_> = words.filter(|word| word.starts_with(&first)).collect();
    let others = (2..).map(|number| format!("{first}_{number}"));
    let mut free = std::iter::once(first.clone()).chain(others).filter(|name| !taken.contains(name.as_str()));
    free.nth(earlier).unwrap_or(first)
}

/// The arguments of a call as the parts of its tokens between commas.
fn split(tokens: &[Token], text: &str) -> Option<Vec<Span>> {
    let open = tokens.iter().position(|token| token.span.of(text) == "(")?;
    let (mut depth, mut start, mut found) = (0usize, open + 1, vec![]);
    for (position, token) in tokens.iter().enumerate().skip(open + 1) {
        match token.span.of(text) {
            "(" | "[" | "{" => depth += 1,
            ")" if depth == 0 => {
                let last = tokens[start..position].first().zip(tokens[start..position].last());
                found.extend(last.map(|(first, last)| first.span.to(last.span)));
                return Some(found);
            }
            ")" | "]" | "}" => depth -= 1,
            "," if depth == 0 => {
                let (first, last) = (tokens[start..position].first()?, tokens[start..position].last()?);
                found.push(first.span.to(last.span));
                start = position + 1;
            }
            _ => {}
        }
    }
    None
}

/// Whether an argument can stand wherever its parameter does: it has that type, and is a variable that keeps its value, the address
/// of a structure, an array in one, or a number that is computed from such variables and from members that keep theirs.
fn stands(
    parsed: Parsed,
    around: &Around,
    callee: &Callee,
    wanted: &Type,
    argument: &Expression,
    actuals: &BTreeMap<SymbolId, &Expression>,
) -> bool {
    let symbols = &parsed.resolved.symbols;
    let is_own = |symbol: SymbolId| around.is_own(symbol);
    let is_fixed = |symbol: SymbolId| around.is_fixed(symbol);
    let same = |is: &Expression, wanted: &Expression| is_same_size(is, wanted, actuals, &is_fixed);
    match &argument.kind {
        ExpressionKind::Variable(symbol) => {
            let is_it = |other: &&Expression| match &other.kind {
                ExpressionKind::Unary(UnaryOperator::Address, operand) => operand.variable() == Some(*symbol),
                _ => false,
            };
            // what the function sets by its address changes in it
            let is_lent = || around.lent.contains(symbol) && !actuals.values().copied().any(|it| is_it(&it));
            (is_own(*symbol) || is_lent()) && is_same_value(&symbols[*symbol].type_, wanted, &same)
        }
        // an array in a structure lies where that does
        ExpressionKind::Member(..) if matches!(argument.type_.kind, TypeKind::Array(..)) => {
            let is_there = object(argument).is_some_and(|(_, is_behind_pointer)| !is_behind_pointer);
            is_there && is_same_value(&argument.type_, wanted, &same)
        }
        // the function may go on behind a row
        _ if matches!(argument.type_.kind, TypeKind::Array(..)) => false,
        ExpressionKind::Unary(UnaryOperator::Address, operand) => {
            let is_there = object(operand)
                .is_some_and(|(symbol, is_behind_pointer)| !is_behind_pointer || is_own(symbol));
            let is_record = matches!(operand.type_.kind, TypeKind::Record(_));
            let is_wanted =
                wanted.target().is_some_and(|wanted| is_same_element(&operand.type_, wanted, &same));
            is_there && is_record && is_wanted
        }
        _ => {
            let mut parts = 0;
            argument.walk(&mut |_| parts += 1);
            let is_number = |symbol: SymbolId| {
                is_own(symbol) || matches!(symbols[symbol].kind, SymbolKind::EnumerationConstant(_))
            };
            let is_member = |part: &Expression| {
                let apart = Apart { parsed, callee, actuals, is_fixed: &is_fixed };
                apart.is_kept(part)
            };
            is_same_value(&argument.type_, wanted, &same)
                && parts <= LARGEST
                && is_computed(argument, &is_number, &is_member)
        }
    }
}

/// Whether an argument is the address of a number or a pointer that the caller keeps in a variable, as a parameter of this type wants it.
fn is_place(around: &Around, argument: &Expression, wanted: &Type) -> bool {
    let ExpressionKind::Unary(UnaryOperator::Address, operand) = &argument.kind else { return false };
    let is_local = operand.variable().is_some_and(|symbol| around.names_value(symbol));
    let is_wanted = |wanted: &Type| match (&operand.type_.kind, &wanted.kind) {
        (TypeKind::Pointer(own), TypeKind::Pointer(wanted)) => {
            is_same(own, wanted) && own.qualifiers == wanted.qualifiers
        }
        _ => is_same(&operand.type_, wanted),
    };
    is_local && wanted.target().is_some_and(|wanted| is_wanted(wanted) && wanted.is_ordinary())
}

/// Whether all that a function does with a pointer is to look at what it leads to: `*pointer`.
fn is_looked_through(parsed: Parsed, callee: &Callee, parameter: SymbolId) -> bool {
    all_uses(parsed, callee, parameter, &|part| looked_through(parsed, part))
}

/// The same, where it may also be handed to what reads a number there.
fn is_looked_through_or_read(parsed: Parsed, callee: &Callee, parameter: SymbolId) -> bool {
    let symbols = &parsed.resolved.symbols;
    let reads = |name: &Expression| name.variable().is_some_and(|name| reads(&symbols[name].name));
    all_uses(parsed, callee, parameter, &|part| match &part.kind {
        ExpressionKind::Call(name, values) if reads(name) => values,
        _ => looked_through(parsed, part),
    })
}

/// The pointer in `*pointer`.
fn looked_through<'a>(parsed: Parsed, part: &'a Expression) -> &'a [Expression] {
    match &part.kind {
        // it is its first cell
        ExpressionKind::Unary(UnaryOperator::Dereference, pointer) | ExpressionKind::Index(pointer, _)
            if part.span.of(parsed.text()).trim_start_matches(['(', ' ']).starts_with('*') =>
        {
            std::slice::from_ref(pointer)
        }
        _ => &[],
    }
}

/// Whether a function does no more with a parameter than to hand it on: then a text can stand in its place.
fn is_handed_on(parsed: Parsed, callee: &Callee, parameter: SymbolId) -> bool {
    let symbols = &parsed.resolved.symbols;
    let characters = symbols[parameter].type_.target().and_then(Type::integer);
    characters.is_some_and(|characters| characters.bits == 8)
        && all_uses(parsed, callee, parameter, &|part| match &part.kind {
            ExpressionKind::Call(_, values) => values,
            _ => &[],
        })
}

/// Whether all uses of a parameter are among what expressions have of this sort.
fn all_uses(
    parsed: Parsed,
    callee: &Callee,
    parameter: SymbolId,
    sort: &dyn for<'e> Fn(&'e Expression) -> &'e [Expression],
) -> bool {
    let is_it = |part: &&Expression| part.variable() == Some(parameter);
    let (mut uses, mut fine) = (0, 0);
    callee.function.body.walk_with_types(&parsed.resolved.symbols, &mut |part| {
        uses += usize::from(is_it(&part));
        fine += sort(part).iter().filter(is_it).count();
    });
    uses == fine
}

/// Whether a number is computed from such variables and members.
fn is_computed(
    part: &Expression,
    is_number: &dyn Fn(SymbolId) -> bool,
    is_member: &dyn Fn(&Expression) -> bool,
) -> bool {
    let of_parts = || part.parts().all(|inner| is_computed(inner, is_number, is_member));
    part.type_.is_arithmetic()
        && match &part.kind {
            ExpressionKind::Variable(symbol) => is_number(*symbol),
            ExpressionKind::Member(..) => is_member(part),
            ExpressionKind::Integer(_) | ExpressionKind::Floating => true,
            ExpressionKind::Cast(_) | ExpressionKind::Binary(..) | ExpressionKind::Unary(..) => of_parts(),
            _ => false,
        }
}

/// What a function may change, where it is called with these arguments.
struct Apart<'a> {
    parsed: Parsed<'a>,
    callee: &'a Callee<'a>,
    actuals: &'a BTreeMap<SymbolId, &'a Expression>,
    /// Whether a variable of the function around the call never changes.
    is_fixed: &'a dyn Fn(SymbolId) -> bool,
}

impl Apart<'_> {
    /// Whether the function changes no `structure.member`, or `parameter->member`, of the caller's.
    fn is_kept(&self, member: &Expression) -> bool {
        let Some((root, is_behind_pointer)) = object(member) else { return false };
        let symbols = &self.parsed.resolved.symbols;
        let kind = &symbols[root].kind;
        let is_known = match is_behind_pointer {
            true => *kind == SymbolKind::Parameter && (self.is_fixed)(root),
            false => *kind == (SymbolKind::Local { is_static: false }),
        };
        let mut is_kept = is_known && member.type_.integer().is_some() && member.type_.is_ordinary();
        self.callee.function.body.walk_with_types(symbols, &mut |part| {
            is_kept &= match &part.kind {
                ExpressionKind::Call(function, _) => function.variable().is_some_and(|function| {
                    matches!(symbols[function].name.as_str(), "malloc" | "calloc" | "free")
                }),
                ExpressionKind::Other(what, _) => what.ends_with("literal"),
                _ => part.assigned().is_none_or(|target| self.is_other(target, member, root)),
            };
        });
        is_kept
    }

    /// Whether what the function assigns isn't that member: it has another type, or it is in another variable of the caller's.
    fn is_other(&self, target: &Expression, member: &Expression, root: SymbolId) -> bool {
        let symbols = &self.parsed.resolved.symbols;
        if target.variable().is_some() {
            return true;
        }
        let bits = |type_: &Type| type_.integer().map(|kind| kind.bits);
        let is_of_other_type = match bits(&target.type_) {
            None => target.type_.is_arithmetic() || matches!(target.type_.kind, TypeKind::Pointer(_)),
            Some(own) => own != 8 && Some(own) != bits(&member.type_),
        };
        let is_elsewhere = || {
            let (own, is_behind_pointer) = object(target)?;
            let actual = match is_behind_pointer {
                false => return Some(self.callee.function.span.contains(symbols[own].name_span)),
                true => self.actuals.get(&own)?,
            };
            let ExpressionKind::Unary(UnaryOperator::Address, operand) = &actual.kind else { return None };
            let variable = operand.variable()?;
            let is_local = symbols[variable].kind == SymbolKind::Local { is_static: false };
            Some(is_local && variable != root)
        };
        is_of_other_type || is_elsewhere() == Some(true)
    }
}

/// Whether a value is computed of variables and places alone.
fn is_read(value: &Expression) -> bool {
    let (mut all, mut parts) = (true, 0);
    value.walk(&mut |part| {
        parts += 1;
        let is_known = !matches!(
            part.kind,
            ExpressionKind::Call(..)
                | ExpressionKind::Assign(..)
                | ExpressionKind::Increment { .. }
                | ExpressionKind::Comma(_)
                | ExpressionKind::Other(..)
        );
        all &= is_known && !part.type_.qualifiers.volatile && !part.type_.qualifiers.atomic;
    });
    all && parts <= LARGEST
}

/// The variable that a structure is part of, and whether it is behind that pointer.
fn object(structure: &Expression) -> Option<(SymbolId, bool)> {
    match &structure.kind {
        ExpressionKind::Variable(symbol) => Some((*symbol, false)),
        ExpressionKind::Member(_, inner) => {
            let is_pointer = matches!(inner.type_.kind, TypeKind::Pointer(_));
            let (symbol, is_behind_pointer) = object(inner)?;
            let is_direct = matches!(inner.kind, ExpressionKind::Variable(_));
            (!is_pointer || is_direct).then_some((symbol, is_behind_pointer || is_pointer))
        }
        _ => None,
    }
}

/// The type that a number is converted to where it stands for a parameter of another type.
fn conversion(is: &Type, wanted: &Type) -> Option<String> {
    let are_numbers = is.is_arithmetic() && wanted.is_arithmetic() && !is_same(is, wanted);
    Some(wanted.spelling().to_owned()).filter(|name| are_numbers && !name.is_empty())
}

/// Whether an extent of the caller's has the value of one of the function's, with arguments for parameters.
fn is_same_size(
    is: &Expression,
    wanted: &Expression,
    actuals: &BTreeMap<SymbolId, &Expression>,
    is_fixed: &dyn Fn(SymbolId) -> bool,
) -> bool {
    let is_alike = is_same(&is.type_, &wanted.type_);
    let inner = |is: &Expression, wanted: &Expression| is_same_size(is, wanted, actuals, is_fixed);
    match (&is.kind, &wanted.kind) {
        (_, ExpressionKind::Variable(symbol)) if actuals.contains_key(symbol) => {
            let actual = actuals[symbol];
            is_alike
                && is_same(&actual.type_, &wanted.type_)
                && is_same_size(is, actual, &BTreeMap::new(), is_fixed)
        }
        (ExpressionKind::Variable(one), ExpressionKind::Variable(other)) => one == other && is_fixed(*one),
        (ExpressionKind::Integer(one), ExpressionKind::Integer(other)) => one == other,
        (ExpressionKind::Binary(one, a, b), ExpressionKind::Binary(other, c, d)) => {
            one == other && is_alike && inner(a, c) && inner(b, d)
        }
        _ => false,
    }
}

/// Whether two extents have the same value.
type Same<'a> = &'a dyn Fn(&Expression, &Expression) -> bool;

/// Whether a value of one type is one of the other as it is; arrays are pointers.
fn is_same_value(is: &Type, wanted: &Type, same: Same) -> bool {
    match (&is.kind, &wanted.kind) {
        (
            TypeKind::Pointer(one) | TypeKind::Array(one, _),
            TypeKind::Pointer(other) | TypeKind::Array(other, _),
        ) => is_same_element(one, other, same),
        _ => is.is_ordinary() && wanted.is_ordinary() && is_same(is, wanted),
    }
}

fn is_same_element(is: &Type, wanted: &Type, same: Same) -> bool {
    let kinds = match (&is.kind, &wanted.kind) {
        (
            TypeKind::Array(one, ArraySize::Elements(size)),
            TypeKind::Array(other, ArraySize::Elements(wanted)),
        ) => same(size, wanted) && is_same_element(one, other, same),
        // a table of rows
        (TypeKind::Pointer(one), TypeKind::Pointer(other)) => is_same_element(one, other, same),
        _ => is_same(is, wanted),
    };
    kinds && is.is_ordinary() && wanted.is_ordinary()
}
