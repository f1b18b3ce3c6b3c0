//! Arrays that share memory, and memory per statement, from isl strings.

use allocator::reallocation::reallocate;
use allocator::sharing::{blocks, share};
use allocator::size::Reference;
use allocator::{Allocation, Decision, Selection, allocate_by};
use analysis::{Analysed, Order};
use isl::Context;
use polyhedral::{Scop, Sharing, Storage};
use std::collections::BTreeMap;

fn region(text: &str) -> Scop {
    let mut scop = polyhedral::text::read(&Context::new(), text).unwrap();
    for (position, array) in scop.arrays.iter_mut().enumerate() {
        let place = diagnostics::Span::new(position, position + 1);
        array.name_span = place;
        array.sharing = Sharing { lends: true, borrows: true, is_static: false };
        array.storage = Storage::variable(place, false);
    }
    scop
}

fn allocated(analysed: &Analysed) -> Vec<Allocation> {
    let scop = &analysed.scop;
    let reference = Reference::new(&scop.parameters, &BTreeMap::new());
    let order = Order::sequential(scop.schedule.clone());
    let arrays = 0..scop.arrays.len();
    let each = arrays.map(|id| allocate_by(Selection::Fewest, analysed, id, &order, &reference).unwrap());
    share(analysed, &order, &reference, None, each.collect()).unwrap()
}

/// Mappings and extents of what is shared.
fn shared(text: &str) -> Vec<String> {
    let analysed = Analysed::new(region(text)).unwrap();
    let allocations = allocated(&analysed);
    let name = |id: usize| analysed.scop.arrays[id].name.clone();
    let mut lines = Vec::new();
    for block in blocks(&allocations) {
        for member in &block.members {
            let allocation = &allocations[*member];
            assert!(allocation.proved && allocation.decision == Decision::Contracted);
            let dimensions = ["i".to_string(), "j".to_string()];
            let dimensions = &dimensions[..analysed.scop.arrays[*member].dimensions()];
            lines.push(allocation.mapping.describe_into(&name(*member), &name(block.host), dimensions));
        }
        let extents: Vec<_> = block.extents.iter().map(ToString::to_string).collect();
        lines.push(format!("{} [{}]", name(block.host), extents.join(", ")));
    }
    lines
}

/// Two rows: tmp1 is filled, then tmp2 from cells of tmp1, then all of tmp2 is read.
fn chain(read: &str, extents: &str) -> String {
    format!(
        "
        domain: [n] -> {{ S0[i] : 0 <= i < n; S1[i] : 0 <= i < n; S2[i] : 0 <= i < n }}
        read: [n] -> {{ S1[i] -> tmp1[j] : {read} and 0 <= j < n; S2[i] -> tmp2[n - 1 - i] }}
        must_write: [n] -> {{ S0[i] -> tmp1[i]; S1[i] -> tmp2[i]; S2[i] -> out[i] }}
        schedule: [n] -> {{ S0[i] -> [0, i]; S1[i] -> [1, i]; S2[i] -> [2, i] }}
        extents(tmp1): [n]
        extents(tmp2): [{extents}]
        "
    )
}

#[test]
fn a_map_works_in_place() {
    assert_eq!(shared(&chain("j = i", "n")), ["tmp1[i] -> tmp1[i]", "tmp2[i] -> tmp1[i]", "tmp1 [n]"]);
}

#[test]
fn a_window_needs_a_cell_more() {
    let found = shared(&chain("i - 1 <= j <= i", "n"));
    assert_eq!(found, ["tmp1[i] -> tmp1[i + 1]", "tmp2[i] -> tmp1[i]", "tmp1 [n + 1]"]);
}

#[test]
fn what_is_alive_together_stays_apart() {
    assert_eq!(shared(&chain("0 <= j < n", "n")), [""; 0]);
}

#[test]
fn arrays_that_are_never_alive_together_take_the_same_cells() {
    let text = "
        domain: [n] -> { S0[i] : 0 <= i < n; S1[i] : 0 <= i < n; S2[i, j] : 0 <= i, j < n; S3[i, j] : 0 <= i, j < n }
        read: [n] -> { S1[i] -> tmp1[n - 1 - i]; S3[i, j] -> tmp2[j, i] }
        must_write: [n] -> { S0[i] -> tmp1[i]; S1[i] -> out[i]; S2[i, j] -> tmp2[i, j]; S3[i, j] -> more[i, j] }
        schedule: [n] -> { S0[i] -> [0, i, 0]; S1[i] -> [1, i, 0]; S2[i, j] -> [2, i, j]; S3[i, j] -> [3, i, j] }
        extents(tmp1): [n]
        extents(tmp2): [n, n]
    ";
    assert_eq!(shared(text), ["tmp1[i] -> tmp1[0, i]", "tmp2[i,j] -> tmp1[i, j]", "tmp1 [n, n]"]);
}

#[test]
fn elements_of_other_types_are_not_shared() {
    let mut scop = region(&chain("j = i", "n"));
    let (second, _) = scop.array("tmp2").unwrap();
    scop.arrays[second].element = "float".into();
    let allocations = allocated(&Analysed::new(scop).unwrap());
    assert!(allocations.iter().all(|allocation| allocation.block.is_none()));
}

#[test]
fn each_statement_gets_the_memory_that_it_needs() {
    // S0 keeps all of tmp alive, S2 one cell; S3 reads what S2 writes, S1 what S0 does
    let analysed = Analysed::new(region(
        "
        domain: [n] -> { S0[i] : 0 <= i < n; S1[i] : 0 <= i < n; S2[i] : 0 <= i < n; S3[i] : 0 <= i < n }
        read: [n] -> { S1[i] -> tmp[n - 1 - i]; S3[i] -> tmp[i] }
        must_write: [n] -> { S0[i] -> tmp[i]; S1[i] -> out[i]; S2[i] -> tmp[i]; S3[i] -> more[i] }
        schedule: [n] -> { S0[i] -> [0, i, 0]; S1[i] -> [1, i, 0]; S2[i] -> [2, i, 0]; S3[i] -> [2, i, 1] }
        extents(tmp): [n]
        ",
    ))
    .unwrap();
    let (tmp, _) = analysed.scop.array("tmp").unwrap();
    let (expanded, again) = reallocate(&analysed).unwrap().expect("two statements write tmp");
    let parts: Vec<_> = expanded.origins.iter().filter(|(_, origin)| **origin == tmp).collect();
    assert_eq!(parts.len(), 2);
    let reference = Reference::new(&again.scop.parameters, &BTreeMap::new());
    let order = Order::sequential(again.scop.schedule.clone());
    let sizes: Vec<String> = parts
        .iter()
        .map(|(part, _)| {
            let allocation = allocate_by(Selection::Rows, &again, **part, &order, &reference).unwrap();
            assert!(allocation.proved);
            allocation.mapping.extents().iter().map(ToString::to_string).collect()
        })
        .collect();
    // the text has no subscripts, so S0's array is a new one, too, whose extent may be anything
    assert_eq!(sizes, ["n > 1 ? n : 1", ""]);
}

#[test]
fn what_is_read_at_one_place_stays_together() {
    // a sum: S1 reads what S0 or S1 wrote, and writes the same place
    let analysed = Analysed::new(region(
        "
        domain: [n] -> { S0[i] : 0 <= i < n; S1[i, j] : 0 <= i, j < n; S2[i] : 0 <= i < n }
        read: [n] -> { S1[i, j] -> tmp[i]; S2[i] -> tmp[n - 1 - i] }
        must_write: [n] -> { S0[i] -> tmp[i]; S1[i, j] -> tmp[i]; S2[i] -> out[i] }
        schedule: [n] -> { S0[i] -> [0, i, 0]; S1[i, j] -> [1, i, j]; S2[i] -> [2, i, 0] }
        extents(tmp): [n]
        ",
    ))
    .unwrap();
    assert!(reallocate(&analysed).unwrap().is_none());
}
