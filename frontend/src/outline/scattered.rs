//! Rows that lie anywhere: `a[i][j]` through a table of pointers that the function was given.
//!
//! The pointers stay what they are in a region that writes numbers alone, since these are of other types; characters may be part of
//! anything. Then `a[i][j]` is a cell of an array of two dimensions, as far as no two rows overlap, none overlaps other memory, and no
//! character that is written is part of a pointer. That is for a test to tell: such an array is never unaliased.

use polyhedral::{Array, Extent, Scattered, Sharing, Storage};

use super::builder::Builder;
use crate::facts::members::{Cell, cell, leads_to_rows, member};
use crate::syntax::tree::{SymbolId, SymbolKind};
use crate::syntax::types::{Integer, Type, TypeKind};

impl Builder<'_> {
    /// Whether the region may take a table of pointers, and the rows to which they lead, for an array.
    pub fn is_scattered(&self, symbol: SymbolId) -> bool {
        let (around, symbols) = (self.around, self.around.symbols());
        let may_be = leads_to_rows(&symbols[symbol].type_)
            && around.region.is_exact()
            && !around.region.is_isolated
            && !self.is_whole(symbol)
            && member(symbol, symbols).is_none_or(|member| !member.is_one_of_many());
        let is_own =
            matches!(symbols[symbol].kind, SymbolKind::Local { is_static: false } | SymbolKind::Parameter)
                && around.address_taken(symbol).is_none();
        let stays = |written: SymbolId| match cell(written, symbols) {
            Cell::Number => true,
            Cell::Character => is_own,
            Cell::Other => false,
        };
        let mut written = around.changes_inside().filter(|it| !it.is_whole).map(|it| it.symbol);
        may_be && stays(symbol) && written.all(stays)
    }

    /// Such an array: rows of any length that others know.
    pub fn described_as_scattered(&self, symbol: SymbolId) -> Array {
        let declared = &self.around.symbols()[symbol];
        let element = declared.type_.target().and_then(|rows| rows.target());
        let why = Some("it holds pointers to its rows".to_owned());
        let extents: Vec<Option<Extent>> = vec![None, None];
        Array {
            name: self.isl_name(symbol),
            c_name: declared.name.clone(),
            pieces: vec![],
            element: element.map_or(String::new(), |element| element.spelling().to_owned()),
            element_bytes: element.and_then(|element| element.scalar_bytes()),
            is_rounded: element.is_some_and(|element| matches!(element.kind, TypeKind::Floating(_))),
            extents,
            versions: Vec::new(),
            purpose: None,
            storage: Storage::Other,
            name_span: declared.name_span,
            outlives: why.clone(),
            comes_back: true,
            pinned: why,
            late: vec![],
            unaliased: false,
            scattered: element.map(scattered),
            flat: None,
            sharing: Sharing::default(),
            indeterminate: false,
            stores: vec![],
        }
    }
}

/// Rows of elements of a type.
fn scattered(element: &Type) -> Scattered {
    let spelling = element.spelling();
    let is_plain = spelling.split_whitespace().all(|word| WORDS.contains(&word));
    let own = if is_plain { None } else { plain(element) };
    let is_named = own.is_some() || element.qualifiers.constant;
    Scattered { element: own.unwrap_or_else(|| spelling.to_owned()), is_named }
}

/// What types without a name are written with.
const WORDS: [&str; 10] =
    ["char", "short", "int", "long", "float", "double", "signed", "unsigned", "_Bool", "bool"];

/// How C writes a number's type without a name for it.
fn plain(element: &Type) -> Option<String> {
    match &element.kind {
        TypeKind::Floating(floating) => match floating.bytes {
            4 => Some("float".into()),
            8 => Some("double".into()),
            16 => Some("long double".into()),
            _ => None,
        },
        TypeKind::Integer(integer) => {
            let name = match integer.rank {
                0 => return Some("_Bool".into()),
                1 => "char",
                2 => "short",
                Integer::INT_RANK => "int",
                4 => "long",
                5 => "long long",
                _ => return None,
            };
            let sign = match (integer.signed, integer.rank) {
                (true, 1) => "signed ",
                (true, _) => "",
                (false, _) => "unsigned ",
            };
            Some(format!("{sign}{name}"))
        }
        _ => None,
    }
}
