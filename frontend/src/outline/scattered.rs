//! Rows that lie anywhere: `a[i][j]` through a table of pointers that the function was given.
//!
//! Nothing is known of such rows but that their pointers are numbers to nobody: what the region writes is of other types, so they stay what
//! they are in it. Then `a[i][j]` is a cell of an array of two dimensions, as far as no two rows overlap, and none overlaps other memory.
//! That is for a test to tell: such an array is never unaliased.

use polyhedral::{Array, Extent, Scattered, Sharing, Storage};

use super::builder::Builder;
use crate::facts::members::{leads_to_rows, may_be_pointers, member};
use crate::syntax::tree::SymbolId;
use crate::syntax::types::TypeKind;

impl Builder<'_> {
    /// Whether the region may take a table of pointers, and the rows to which they lead, for an array.
    pub fn is_scattered(&self, symbol: SymbolId) -> bool {
        let (around, symbols) = (self.around, self.around.symbols());
        let (mut known, region) = (vec![symbol], around.region);
        known.extend(around.changes_inside().filter(|it| !it.is_whole).map(|it| it.symbol));
        region.is_exact()
            && !region.is_isolated
            && leads_to_rows(&symbols[symbol].type_)
            && member(symbol, symbols).is_none_or(|member| !member.is_one_of_many())
            && !known.iter().any(|written| may_be_pointers(*written, symbols))
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
            scattered: Some(Scattered {
                is_constant: element.is_some_and(|element| element.qualifiers.constant),
            }),
            flat: None,
            sharing: Sharing::default(),
            indeterminate: false,
            stores: vec![],
        }
    }
}
