//! Functions of the C library that put what they read where their arguments point: `scanf("%d", &n)`; and `fwrite(&n, sizeof n, 1, out)`,
//! which looks there.
//!
//! They forget these places when they come back. The trees have `n += …` of something unknown in the place of `&n`: a change of
//! `n` that may leave it as it was, since reading may fail. So `n` is a variable like others, of which nobody has the address, or a
//! cell of an array, where no more than that can be written. What is written to a stream is the number itself. The text stays.

use std::collections::HashSet;

use diagnostics::Span;

use crate::facts::purity::library_name;
use crate::syntax::fold::constant;
use crate::syntax::resolve::Resolved;
use crate::syntax::tree::{
    BinaryOperator, Expression, ExpressionKind, READ, SymbolId, SymbolKind, Symbols, TEXT, UnaryOperator,
    WRITTEN,
};

/// The functions, with how many arguments come before the places.
const READERS: [(&str, usize); 5] = [("scanf", 1), ("fscanf", 2), ("sscanf", 2), ("fread", 0), (WRITER, 0)];

/// The one among them that only looks.
pub const WRITER: &str = "fwrite";

/// Whether a function of this name puts what it reads where its arguments point.
pub fn reads(name: &str) -> bool {
    name != WRITER && READERS.iter().any(|(reader, _)| *reader == name)
}

/// Replaces places of single numbers among the arguments of such functions. `text` is that of the file.
pub fn look_through(resolved: &mut Resolved, text: &str) {
    let own: HashSet<SymbolId> = resolved.functions.iter().map(|function| function.symbol).collect();
    let symbols = &resolved.symbols;
    let skipped = |symbol: SymbolId| {
        let is_foreign = symbols[symbol].kind == SymbolKind::Function && !own.contains(&symbol);
        let known = READERS.iter().find(|(name, _)| is_foreign && *name == library_name(&symbols[symbol]));
        known.map(|(_, count)| (symbol, *count))
    };
    let readers: Vec<(SymbolId, usize)> = (0..symbols.0.len()).map(SymbolId).filter_map(skipped).collect();
    if readers.is_empty() {
        return;
    }
    let is_named = |symbol: SymbolId, name: &str| library_name(&symbols[symbol]) == name;
    let writer = readers.iter().map(|(symbol, _)| *symbol).find(|symbol| is_named(*symbol, WRITER));
    let reads_stream = |symbol: &SymbolId| !is_named(*symbol, "sscanf");
    resolved.readers = readers.iter().map(|(symbol, _)| *symbol).filter(reads_stream).collect();
    resolved.change_expressions(&mut |resolved, expression| {
        let ExpressionKind::Call(callee, arguments) = &mut expression.kind else { return };
        let reader = readers.iter().find(|(symbol, _)| callee.variable() == Some(*symbol));
        let Some((_, skipped)) = reader else { return };
        if callee.variable() == writer {
            if let Some(first) = arguments.first()
                && reads_one(arguments, &resolved.symbols)
                && let Some(place) = place(first, true, &resolved.symbols)
            {
                arguments[0] = as_written(place, first.span);
            }
            return;
        }
        let reads_one = *skipped == 0 && reads_one(arguments, &resolved.symbols);
        let format = skipped.checked_sub(1).and_then(|position| arguments.get(position));
        let sizes = format.and_then(|format| numbers_asked_for(format, text)).unwrap_or_default();
        for (position, argument) in arguments.iter_mut().skip(*skipped).enumerate() {
            let own = bytes_at(argument);
            let may_be_cell = reads_one || own.is_some() && sizes.get(position).copied() == own;
            if let Some(place) = place(argument, may_be_cell, &resolved.symbols) {
                *argument = as_read(place, argument.span);
            }
        }
    });
}

/// What the trees have in the place of the address of a number that is read into, which the text has at `span`.
pub fn as_read(place: Expression, span: Span) -> Expression {
    let type_ = place.type_.clone();
    let read = ExpressionKind::Other(READ, vec![]);
    let read = Box::new(Expression { kind: read, span, type_: type_.clone() });
    let kind = ExpressionKind::Assign(Some(BinaryOperator::Add), Box::new(place), read);
    Expression { kind, span, type_ }
}

/// What they have in the place of the address of a number that is written to a stream.
pub fn as_written(place: Expression, span: Span) -> Expression {
    let type_ = place.type_.clone();
    Expression { kind: ExpressionKind::Other(WRITTEN, vec![place]), span, type_ }
}

/// The number that a reading function puts what it reads in, if an argument stands for that.
pub fn read_into(argument: &Expression) -> Option<&Expression> {
    match &argument.kind {
        ExpressionKind::Assign(Some(BinaryOperator::Add), place, read) => {
            matches!(read.kind, ExpressionKind::Other(READ, _)).then_some(place)
        }
        _ => None,
    }
}

/// The number that a writing function takes from its place, if an argument stands for that.
pub fn written_from(argument: &Expression) -> Option<&Expression> {
    match &argument.kind {
        ExpressionKind::Other(WRITTEN, place) => place.first(),
        _ => None,
    }
}

/// The bytes of the number that an address leads to.
fn bytes_at(address: &Expression) -> Option<u64> {
    address.type_.target().and_then(|target| target.scalar_bytes())
}

/// Whether `fread` or `fwrite` gets one object of the size of what its place names.
fn reads_one(arguments: &[Expression], symbols: &Symbols) -> bool {
    let [place, size, count, _] = arguments else { return false };
    let own = bytes_at(place);
    let size = match &size.without_casts().kind {
        ExpressionKind::SizeOf(type_, _) => type_.scalar_bytes().map(i128::from),
        _ => constant(size, symbols),
    };
    own.is_some() && size == own.map(i128::from) && constant(count, symbols) == Some(1)
}

/// How many bytes a format has put in each place, if all are numbers: characters and texts may be more than one cell.
fn numbers_asked_for(format: &Expression, text: &str) -> Option<Vec<u64>> {
    if !matches!(format.kind, ExpressionKind::Other(TEXT, _)) || !format.span.of(text).starts_with('"') {
        return None;
    }
    // one literal may follow another
    let written = format.span.of(text).replace('"', "");
    let mut parts = written.split('%').skip(1);
    let mut sizes = Vec::new();
    while let Some(part) = parts.next() {
        let is_size = |c: char| c.is_ascii_digit() || c.is_whitespace() || "*hlLqjzt".contains(c);
        let rest = part.trim_start_matches(is_size);
        let before = &part[..part.len() - rest.len()];
        let modifiers: String = before.chars().filter(|c| c.is_alphabetic()).collect();
        let size = match (rest.chars().next(), modifiers.as_str()) {
            (Some('s' | 'c'), _) if before.contains('*') => continue,
            (Some('d' | 'i' | 'u' | 'o' | 'x' | 'X' | 'n'), modifiers) => match modifiers {
                "" => 4,
                "hh" => 1,
                "h" => 2,
                "l" | "ll" | "j" | "z" | "t" => 8,
                _ => return None,
            },
            (Some('f' | 'F' | 'e' | 'E' | 'g' | 'G' | 'a' | 'A'), modifiers) => match modifiers {
                "" => 4,
                "l" => 8,
                "L" => 16,
                _ => return None,
            },
            // two of them stand for one
            (None, _) if part.is_empty() => {
                parts.next();
                continue;
            }
            _ => return None,
        };
        if !before.contains('*') {
            sizes.push(size);
        }
    }
    Some(sizes)
}

/// The number whose address an argument is, if no other lies behind it that might be meant as well, or `may_be_cell`.
fn place(argument: &Expression, may_be_cell: bool, symbols: &Symbols) -> Option<Expression> {
    let ExpressionKind::Unary(UnaryOperator::Address, operand) = &argument.kind else { return None };
    let is_variable = operand.variable().is_some_and(|symbol| {
        matches!(symbols[symbol].kind, SymbolKind::Local { .. } | SymbolKind::Parameter | SymbolKind::Global)
    });
    let is_cell = may_be_cell && matches!(operand.kind, ExpressionKind::Index(..));
    let is_number = operand.type_.is_arithmetic() && operand.type_.is_ordinary();
    ((is_variable || is_cell) && is_number).then(|| (**operand).clone())
}
