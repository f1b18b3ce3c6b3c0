//! Transfers to and from a device of OpenMP (4.5 and later): memory from `omp_target_alloc`, copies by
//! `omp_target_memcpy` and `omp_target_memcpy_rect`, the statement in a target region.
//!
//! Numbers that the statement doesn't change are firstprivate there, as OpenMP has it without a clause; those that it
//! changes are mapped: it would change copies otherwise. Without a device all of this runs on the host.

use super::{Devices, Direction, Number, Pieces, Row};

impl Devices {
    pub(super) fn declarations(&self) -> Vec<String> {
        let Devices { device, host } = self;
        vec![format!("const int {device} = omp_get_default_device(), {host} = omp_get_initial_device();")]
    }

    pub(super) fn allocate(&self, bytes: &str) -> String {
        format!("omp_target_alloc({bytes}, {})", self.device)
    }

    pub(super) fn release(&self, pointer: &str) -> String {
        format!("omp_target_free({pointer}, {});", self.device)
    }

    pub(super) fn copy(&self, pieces: &Pieces<'_>) -> Vec<String> {
        let (to, from) = pieces.ends();
        let (original, local) = (sizes(pieces, |row| &row.original), sizes(pieces, |row| &row.local));
        let (devices, to_sizes, from_sizes) = match pieces.direction {
            Direction::Load => (format!("{}, {}", self.device, self.host), local, original),
            Direction::Store => (format!("{}, {}", self.host, self.device), original, local),
        };
        if pieces.rows.is_empty() {
            return vec![format!("omp_target_memcpy({to}, {from}, {}, 0, 0, {devices})", pieces.bytes)];
        }
        let counts = pieces.rows.iter().map(|row| row.count.as_str()).chain([pieces.bytes.as_str()]);
        let counts = array(&counts.collect::<Vec<_>>());
        let dimensions = pieces.rows.len() + 1;
        let origin = array(&vec!["0"; dimensions]);
        vec![
            format!("omp_target_memcpy_rect({to}, {from}, 1, {dimensions},"),
            format!("{counts}, {origin}, {origin},"),
            format!("{to_sizes},"),
            format!("{from_sizes}, {devices})"),
        ]
    }
}

/// The sizes of the array around the pieces, as one of bytes; the outermost counts for nothing.
fn sizes<'a>(pieces: &'a Pieces<'_>, distance: impl Fn(&'a Row) -> &'a String) -> String {
    let distances: Vec<_> = pieces.rows.iter().map(distance).collect();
    let mut sizes: Vec<String> = pieces.rows.first().map(|row| row.count.clone()).into_iter().collect();
    sizes.extend(distances.windows(2).map(|pair| format!("{} / {}", pair[0], pair[1])));
    sizes.extend(distances.last().map(|distance| (*distance).clone()));
    array(&sizes.iter().map(String::as_str).collect::<Vec<_>>())
}

fn array(values: &[&str]) -> String {
    format!("(const size_t[]){{{}}}", values.join(", "))
}

/// The pragma that makes a statement a target region.
pub(super) fn target(pointers: &[&str], numbers: &[Number<'_>]) -> String {
    let named = |load: bool, store: bool| {
        let names = numbers.iter().filter(move |it| (it.load, it.store) == (load, store));
        names.map(|it| it.name).collect::<Vec<_>>()
    };
    let clauses = [
        ("is_device_ptr(", pointers.to_vec()),
        ("map(tofrom: ", named(true, true)),
        ("map(from: ", named(false, true)),
        ("firstprivate(", named(true, false)),
        ("private(", named(false, false)),
    ];
    let clauses = clauses.iter().filter(|(_, names)| !names.is_empty());
    let clauses = clauses.map(|(open, names)| format!(" {open}{})", names.join(", ")));
    format!("#pragma omp target{}", clauses.collect::<String>())
}
