//! Full-rank sublattices of Z^n: Hermite and Smith normal forms.
//!
//! A mapping `z -> Mz mod b` sends to 0 exactly a lattice, and it is valid iff that lattice meets the
//! conflicting differences in 0 only
//! (*Extended Lattice-Based Memory Allocation*, section 4.2). Two mappings of the same lattice are
//! equally good, so a lattice is the better thing to search; its determinant is the number of cells.

/// A sublattice of Z^n of full rank, by the rows of its Hermite normal form: upper triangular, positive
/// on the diagonal, and each entry above a diagonal element non-negative and smaller than it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lattice {
    rows: Vec<Vec<i64>>,
}

impl Lattice {
    /// All of Z^n.
    pub fn integers(dimensions: usize) -> Self {
        Lattice { rows: (0..dimensions).map(|k| unit(dimensions, k)).collect() }
    }

    /// The lattice that these rows generate; `None` if it isn't of full rank or its entries get huge.
    pub fn generated_by(rows: &[Vec<i64>]) -> Option<Self> {
        let dimensions = rows.first().map_or(0, Vec::len);
        let mut rows: Vec<Vec<i64>> = rows.to_vec();
        for k in 0..dimensions {
            eliminate(&mut rows[k..], |row| row[k])?;
            (rows.get(k)?[k] != 0).then_some(())?;
            if rows[k][k] < 0 {
                rows[k].iter_mut().for_each(|c| *c = -*c);
            }
        }
        rows.truncate(dimensions);
        let mut lattice = Lattice { rows };
        for k in (0..dimensions).rev() {
            let (row, below) = (k, k + 1);
            let mut reduced = lattice.rows[row].clone();
            lattice.reduce_from(below, &mut reduced)?;
            lattice.rows[row] = reduced;
        }
        Some(lattice)
    }

    /// The lattice of all `z` with `matrix z = 0 mod moduli`; `None` if its entries get huge.
    pub fn kernel(matrix: &[Vec<i64>], moduli: &[i64], dimensions: usize) -> Option<Self> {
        let moduli: Vec<_> = moduli.iter().copied().map(Some).collect();
        match dimensions {
            0 => Some(Lattice::integers(0)),
            _ => Lattice::generated_by(&mapped_to_zero(matrix, &moduli, dimensions)?),
        }
    }

    /// The lattice one dimension higher, with `first` (which has one entry more) as its first row.
    pub(crate) fn with_first(&self, first: Vec<i64>) -> Self {
        let longer = |row: &Vec<i64>| [&[0], row.as_slice()].concat();
        Lattice { rows: std::iter::once(first).chain(self.rows.iter().map(longer)).collect() }
    }

    /// The rows of the Hermite normal form.
    pub fn rows(&self) -> &[Vec<i64>] {
        &self.rows
    }

    /// The number of residues: the cells of a mapping with this kernel.
    pub fn determinant(&self) -> i64 {
        self.rows.iter().enumerate().map(|(k, row)| row[k]).fold(1, i64::saturating_mul)
    }

    /// The number of `z`'s class modulo the lattice, below the determinant.
    pub(crate) fn class(&self, z: &mut [i64]) -> usize {
        let mut class = 0;
        for (k, row) in self.rows.iter().enumerate() {
            let quotient = z[k].div_euclid(row[k]);
            if quotient != 0 {
                z[k..].iter_mut().zip(&row[k..]).for_each(|(c, r)| *c -= quotient * r);
            }
            class = class * row[k] as usize + z[k] as usize;
        }
        class
    }

    /// The representative of a class, the inverse of [`Lattice::class`].
    pub(crate) fn representative(&self, mut class: usize) -> Vec<i64> {
        let mut z = vec![0; self.rows.len()];
        for (k, row) in self.rows.iter().enumerate().rev() {
            z[k] = (class % row[k] as usize) as i64;
            class /= row[k] as usize;
        }
        z
    }

    fn reduce_from(&self, first: usize, z: &mut [i64]) -> Option<()> {
        for (k, row) in self.rows.iter().enumerate().skip(first) {
            let quotient = z[k].div_euclid(row[k]);
            subtract(z, quotient, row)?;
        }
        Some(())
    }

    /// A mapping `(M, b)` with this kernel and the fewest rows, by the Smith normal form: where
    /// `U B V = D` is diagonal for the basis rows B, `z = uB` holds iff `zV` is a multiple of D.
    pub fn mapping(&self) -> Option<(Vec<Vec<i64>>, Vec<i64>)> {
        let dimensions = self.rows.len();
        let mut left = self.rows.clone();
        // columns of V, as rows; all operations on columns of `left` are repeated on it
        let mut columns = Lattice::integers(dimensions).rows;
        for k in 0..dimensions {
            diagonalize(&mut left, &mut columns, k)?;
        }
        let mut rows = Vec::new();
        let mut moduli = Vec::new();
        for (k, column) in columns.iter().enumerate().rev() {
            let modulus = left[k][k].abs();
            if modulus > 1 {
                rows.push(simplest_multiple(column, modulus));
                moduli.push(modulus);
            }
        }
        Some((rows, moduli))
    }

    /// A basis of short vectors, shortest first: pairs are reduced against each other until none gets
    /// shorter.
    pub fn short_basis(&self) -> Vec<Vec<i64>> {
        shorten(self.rows.clone())
    }
}

/// A basis of all `z` with `row z = 0` modulo the row's modulus, or exactly where it has none. `None` if
/// numbers get huge.
pub fn mapped_to_zero(
    matrix: &[Vec<i64>],
    moduli: &[Option<i64>],
    dimensions: usize,
) -> Option<Vec<Vec<i64>>> {
    let mut basis = Lattice::integers(dimensions).rows;
    for (row, modulus) in matrix.iter().zip(moduli) {
        let fits = |z: &Vec<i64>| dot(row, z).is_some();
        if modulus.is_some_and(|modulus| modulus < 1) || !basis.iter().all(fits) {
            return None;
        }
        let value = |z: &Vec<i64>| {
            let value = dot(row, z).unwrap_or(0);
            modulus.map_or(value, |modulus| value.rem_euclid(modulus))
        };
        eliminate(&mut basis, value)?;
        match (basis.first_mut(), modulus) {
            (Some(first), Some(modulus)) => {
                let order = modulus / gcd(value(first), *modulus);
                for c in first.iter_mut() {
                    *c = c.checked_mul(order)?;
                }
            }
            (Some(first), None) if value(first) != 0 => {
                basis.remove(0);
            }
            _ => {}
        }
    }
    Some(basis)
}

/// Reduces vectors against one another until none gets shorter, and sorts them.
pub fn shorten(mut basis: Vec<Vec<i64>>) -> Vec<Vec<i64>> {
    let norm = |z: &[i64]| z.iter().map(|c| i128::from(*c) * i128::from(*c)).sum::<i128>();
    let product =
        |a: &[i64], b: &[i64]| a.iter().zip(b).map(|(a, b)| i128::from(*a) * i128::from(*b)).sum::<i128>();
    loop {
        basis.sort_by_key(|z| (norm(z), z.iter().map(|c| -c).collect::<Vec<_>>()));
        let mut changed = false;
        for long in (1..basis.len()).rev() {
            for short in 0..long {
                let square = norm(&basis[short]).max(1);
                let twice = 2 * product(&basis[long], &basis[short]) + square;
                let quotient = twice.div_euclid(2 * square);
                let (shorter, rest) = basis.split_at_mut(long);
                let before = norm(&rest[0]);
                let kept = rest[0].clone();
                let quotient = i64::try_from(quotient).unwrap_or(0);
                if subtract(&mut rest[0], quotient, &shorter[short]).is_none() || norm(&rest[0]) >= before {
                    rest[0] = kept;
                } else {
                    changed = true;
                }
            }
        }
        if !changed {
            basis.iter_mut().for_each(|z| make_positive(z));
            return basis;
        }
    }
}

/// Of `z` and `-z` the one whose first non-zero entry is positive.
pub(crate) fn make_positive(z: &mut [i64]) {
    if z.iter().find(|c| **c != 0).is_some_and(|c| *c < 0) {
        z.iter_mut().for_each(|c| *c = -*c);
    }
}

/// Of the multiples of `row` that map alike modulo `modulus` (those by units) the simplest: smallest
/// entries, residues taken around 0, first entry positive.
fn simplest_multiple(row: &[i64], modulus: i64) -> Vec<i64> {
    /// Units tried; for larger moduli the row is only reduced.
    const MOST_UNITS: i64 = 1 << 12;
    let scaled = |unit: i64| {
        let residue = |c: &i64| {
            let residue = (i128::from(*c) * i128::from(unit)).rem_euclid(modulus.into()) as i64;
            if residue > modulus / 2 { residue - modulus } else { residue }
        };
        let mut row: Vec<i64> = row.iter().map(residue).collect();
        make_positive(&mut row);
        row
    };
    let simplicity = |row: &Vec<i64>| {
        let sizes = row.iter().map(|c| c.abs());
        (sizes.clone().max(), sizes.sum::<i64>(), row.iter().map(|c| -c).collect::<Vec<_>>())
    };
    let units = (1..modulus.min(MOST_UNITS)).filter(|unit| gcd(*unit, modulus) == 1);
    units.map(scaled).min_by_key(simplicity).unwrap_or_else(|| scaled(1))
}

/// Row and column operations that leave only the diagonal element in row and column `k`, which divides
/// all that follows.
fn diagonalize(left: &mut [Vec<i64>], columns: &mut [Vec<i64>], k: usize) -> Option<()> {
    let n = left.len();
    loop {
        eliminate(&mut left[k..], |row| row[k])?;
        // columns: as rows of the transposed matrix, with V alongside
        for j in k + 1..n {
            while left[k][j] != 0 {
                let quotient = left[k][k].div_euclid(left[k][j]);
                for row in left.iter_mut() {
                    row[k] = row[k].checked_sub(quotient.checked_mul(row[j])?)?;
                    row.swap(k, j);
                }
                let (first, rest) = columns.split_at_mut(j);
                subtract(&mut first[k], quotient, &rest[0])?;
                columns.swap(k, j);
            }
        }
        if (k + 1..n).any(|i| left[i][k] != 0) {
            continue;
        }
        let pivot = left[k][k];
        let Some(i) = (k + 1..n).find(|i| left[*i].iter().skip(k + 1).any(|c| c % pivot != 0)) else {
            return Some(());
        };
        let (first, rest) = left.split_at_mut(i);
        subtract(&mut first[k], -1, &rest[0])?;
    }
}

/// Euclid's algorithm on `rows` by `value`, which is additive: afterwards only the first may have a
/// non-zero value.
fn eliminate(rows: &mut [Vec<i64>], value: impl Fn(&Vec<i64>) -> i64) -> Option<()> {
    loop {
        let nonzero = (0..rows.len()).filter(|i| value(&rows[*i]) != 0);
        let Some(least) = nonzero.min_by_key(|i| value(&rows[*i]).abs()) else { return Some(()) };
        rows.swap(0, least);
        let (first, rest) = rows.split_first_mut()?;
        let pivot = value(first);
        let mut done = true;
        for row in rest {
            let quotient = value(row).div_euclid(pivot);
            subtract(row, quotient, first)?;
            done &= value(row) == 0;
        }
        if done {
            return Some(());
        }
    }
}

fn subtract(z: &mut [i64], factor: i64, row: &[i64]) -> Option<()> {
    for (c, r) in z.iter_mut().zip(row) {
        *c = c.checked_sub(factor.checked_mul(*r)?)?;
    }
    Some(())
}

fn dot(a: &[i64], b: &[i64]) -> Option<i64> {
    a.iter().zip(b).try_fold(0i64, |sum, (a, b)| sum.checked_add(a.checked_mul(*b)?))
}

pub(crate) fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a.rem_euclid(b)) }
}

fn unit(dimensions: usize, k: usize) -> Vec<i64> {
    (0..dimensions).map(|d| i64::from(d == k)).collect()
}
