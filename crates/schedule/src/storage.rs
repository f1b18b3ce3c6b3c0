//! What arrays cost, at the sizes at which storage is compared.

use crate::flow::{Rows, bounds};
use crate::track::Track;
use analysis::{Analysed, Role};
use isl::{DimType, Set, Val};
use polyhedral::{Array, Scop, StatementId};
use std::collections::BTreeMap;

/// What stands for a parameter of which nothing is known.
const UNKNOWN_SIZE: i64 = 1000;
/// What stands for the size of an element of which nothing is known.
const UNKNOWN_BYTES: u64 = 8;
/// What a byte counts that is written or read anyway but need not leave the cache.
const CACHED: f64 = 1.0 / 16.0;

/// Sizes of arrays and numbers of rows.
pub struct Storage<'a> {
    analysed: &'a Analysed,
    values: BTreeMap<String, i64>,
}

impl<'a> Storage<'a> {
    /// At the parameter values `reference`; what they leave open is taken from the program, or is large.
    pub fn new(analysed: &'a Analysed, reference: &BTreeMap<String, i64>) -> Self {
        let value = |parameter: &polyhedral::Parameter| {
            let given = reference.get(&parameter.name).copied();
            (parameter.name.clone(), given.or(parameter.value).unwrap_or(UNKNOWN_SIZE))
        };
        Storage { analysed, values: analysed.scop.parameters.iter().map(value).collect() }
    }

    /// The region.
    pub fn scop(&self) -> &Scop {
        &self.analysed.scop
    }

    /// Per array what it is worth to keep it small, in bytes.
    pub fn worth(&self) -> Vec<f64> {
        let arrays = self.analysed.scop.arrays.iter().zip(&self.analysed.roles);
        let worth = |(array, role): (&Array, &Role)| match role {
            Role::Temporary => self.bytes(array),
            _ => CACHED * self.bytes(array),
        };
        arrays.map(worth).collect()
    }

    fn bytes(&self, array: &Array) -> f64 {
        let extent = |extent: &Option<polyhedral::Extent>| {
            let value = extent.as_ref().and_then(|extent| extent.value.as_ref()?.evaluate(&self.values));
            value.unwrap_or(UNKNOWN_SIZE).max(1) as f64
        };
        let cells: f64 = array.extents.iter().map(extent).product();
        cells * array.element_bytes.unwrap_or(UNKNOWN_BYTES) as f64
    }

    /// Over how many rows `track` takes the instances of `statement`.
    ///
    /// # Errors
    /// isl's.
    pub fn rows(&self, rows: &Rows, statement: StatementId, track: &Track) -> isl::Result<f64> {
        let scop = &self.analysed.scop;
        let instances = scop.statements[statement].domain.clone();
        let used = at(instances.apply(rows.of(statement, track, 0)?)?, scop, &self.values)?;
        if used.is_empty()? {
            return Ok(1.0);
        }
        let used = bounds(used)?;
        Ok(used.least.zip(used.most).map_or(1.0, |(least, most)| (most - least + 1) as f64))
    }
}

/// `set` where the parameters have these values.
fn at(set: Set, scop: &Scop, values: &BTreeMap<String, i64>) -> isl::Result<Set> {
    let parameters = (0..).zip(&scop.parameters);
    parameters.filter_map(|(position, p)| Some((position, values.get(&p.name)?))).try_fold(
        set,
        |set, (position, value)| {
            let value = Val::from_i64(set.context(), *value)?;
            set.fix_val(DimType::Param, position, value)
        },
    )
}
