//! Integer vectors and matrices: Hermite form, unimodular completion, inverse (Darte, Isoard, Yuki,
//! *Extended Lattice-Based Memory Allocation*, sections 4.1.2 and 4.2.2).
//!
//! Entries are coefficients of subscripts and reuse vectors, which are small; arithmetic is checked and
//! an overflow is `None`, as is what doesn't exist.

/// A vector of one entry per dimension of the array.
pub type Vector = Vec<i64>;
/// Its rows.
pub type Matrix = Vec<Vector>;

/// The non-negative greatest common divisor of the entries, 0 for the zero vector.
pub fn content(vector: &[i64]) -> i64 {
    vector.iter().fold(0, |divisor, &entry| gcd(divisor, entry))
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.saturating_abs() } else { gcd(b, a.wrapping_rem(b)) }
}

/// `vector` as `multiple * direction` with a primitive direction: entries without common divisor.
/// `None` for the zero vector.
pub fn primitive(vector: &[i64]) -> Option<(i64, Vector)> {
    let multiple = content(vector);
    (multiple > 0).then(|| (multiple, vector.iter().map(|entry| entry / multiple).collect()))
}

/// The identity of `n` rows.
pub fn identity(n: usize) -> Matrix {
    (0..n).map(|row| (0..n).map(|column| i64::from(row == column)).collect()).collect()
}

/// The transposed matrix; of no rows, the empty one.
pub fn transpose(matrix: &Matrix) -> Matrix {
    let columns = matrix.first().map_or(0, Vec::len);
    (0..columns).map(|column| matrix.iter().map(|row| row[column]).collect()).collect()
}

/// `left . right`
pub fn dot(left: &[i64], right: &[i64]) -> Option<i64> {
    left.iter().zip(right).try_fold(0i64, |sum, (a, b)| sum.checked_add(a.checked_mul(*b)?))
}

/// `sum of weight * row`
pub fn combination(weights: &[i64], rows: &[Vector]) -> Option<Vector> {
    let columns = rows.first().map_or(0, Vec::len);
    let entry = |column: usize| {
        let terms = weights.iter().zip(rows).map(|(weight, row)| weight.checked_mul(row[column]));
        terms.into_iter().try_fold(0i64, |sum, term| sum.checked_add(term?))
    };
    (0..columns).map(entry).collect()
}

/// A matrix A in Hermite form H = A U: lower triangular in its first columns, 0 in the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hermite {
    /// H: positive on the diagonal; to its left non-negative and smaller.
    pub form: Matrix,
    /// U: unimodular.
    pub transformation: Matrix,
}

/// The Hermite form of a matrix of linearly independent rows, each of `columns` entries; `None` where
/// they depend on one another.
pub fn hermite(matrix: &Matrix, columns: usize) -> Option<Hermite> {
    // work on columns as vectors: entries of A's column followed by those of U's
    let rows = matrix.len();
    if rows > columns {
        return None;
    }
    let of_column = |column: usize| {
        let unit = (0..columns).map(|row| i64::from(row == column));
        matrix.iter().map(|row| row[column]).chain(unit).collect::<Vector>()
    };
    let mut work: Matrix = (0..columns).map(of_column).collect();
    for row in 0..rows {
        clear_right(&mut work, row)?;
        reduce_left(&mut work, row)?;
    }
    let part = |from: usize, to: usize| (from..to).map(|r| work.iter().map(|c| c[r]).collect()).collect();
    Some(Hermite { form: part(0, rows), transformation: part(rows, rows + columns) })
}

/// Euclid's algorithm on the entries of `row` from the diagonal on, until only the diagonal's is left.
fn clear_right(work: &mut Matrix, row: usize) -> Option<()> {
    loop {
        let candidates = (row..work.len()).filter(|&column| work[column][row] != 0);
        let least = candidates.min_by_key(|&column| work[column][row].unsigned_abs())?;
        work.swap(row, least);
        if work[row][row] < 0 {
            work[row] = work[row].iter().map(|entry| entry.checked_neg()).collect::<Option<_>>()?;
        }
        let mut cleared = true;
        for column in row + 1..work.len() {
            subtract_multiple(work, column, row, row)?;
            cleared &= work[column][row] == 0;
        }
        if cleared {
            return Some(());
        }
    }
}

fn reduce_left(work: &mut Matrix, row: usize) -> Option<()> {
    (0..row).try_for_each(|column| subtract_multiple(work, column, row, row))
}

/// Reduces entry `row` of column `target` modulo that of column `by`.
fn subtract_multiple(work: &mut Matrix, target: usize, by: usize, row: usize) -> Option<()> {
    let factor = work[target][row].checked_div_euclid(work[by][row])?;
    for entry in 0..work[target].len() {
        let subtrahend = factor.checked_mul(work[by][entry])?;
        work[target][entry] = work[target][entry].checked_sub(subtrahend)?;
    }
    Some(())
}

/// Rows that complete `vectors` into a unimodular matrix of `n` rows; `None` where there are none: the
/// vectors depend on one another, or span a lattice coarser than the integer points of their space.
///
/// From `C U = (L 0)` with L triangular of unit diagonal follows `(C; D) = (L 0; 0 I) U^-1` for D the
/// last rows of `U^-1`, whose determinant is 1 or -1.
pub fn completion(vectors: &Matrix, n: usize) -> Option<Matrix> {
    if vectors.is_empty() {
        return Some(identity(n));
    }
    let hermite = hermite(vectors, n)?;
    let is_unit = (0..vectors.len()).all(|row| hermite.form[row][row] == 1);
    let rows = if is_unit { inverse(&hermite.transformation)? } else { return None };
    Some(rows[vectors.len()..].to_vec())
}

/// The inverse of a unimodular matrix, whose Hermite form is the identity; `None` for others.
pub fn inverse(matrix: &Matrix) -> Option<Matrix> {
    let hermite = hermite(matrix, matrix.len())?;
    (hermite.form == identity(matrix.len())).then_some(hermite.transformation)
}

/// The absolute value of the determinant of a square matrix.
pub fn determinant(matrix: &Matrix) -> Option<i64> {
    match hermite(matrix, matrix.len()) {
        Some(hermite) => {
            (0..matrix.len()).try_fold(1i64, |product, row| product.checked_mul(hermite.form[row][row]))
        }
        None => Some(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn product(left: &Matrix, right: &Matrix) -> Matrix {
        left.iter().map(|row| combination(row, right).unwrap()).collect()
    }

    #[test]
    fn the_inverse_of_the_papers_example() {
        // section 5.1: the columns (1,1) and (1,0)
        let inverse = inverse(&vec![vec![1, 1], vec![1, 0]]).unwrap();
        assert_eq!(inverse, vec![vec![0, 1], vec![1, -1]]);
    }

    #[test]
    fn only_unimodular_matrices_have_an_inverse() {
        assert_eq!(inverse(&vec![vec![2, 0], vec![0, 1]]), None);
        assert_eq!(inverse(&vec![vec![1, 1], vec![2, 2]]), None);
    }

    #[test]
    fn multiples_cannot_be_completed() {
        assert_eq!(completion(&vec![vec![2, 2]], 2), None);
        assert!(completion(&vec![vec![2, 3]], 2).is_some());
        assert_eq!(completion(&vec![vec![1, 1, 0], vec![1, -1, 0]], 3), None);
    }

    proptest! {
        #[test]
        fn hermite_forms_are_what_they_say(
            entries in prop::collection::vec(prop::collection::vec(-6i64..=6, 4), 1..=4),
        ) {
            let Some(Hermite { form, transformation }) = hermite(&entries, 4) else {
                return Ok(());
            };
            prop_assert_eq!(&product(&entries, &transformation), &form);
            prop_assert_eq!(determinant(&transformation), Some(1));
            for (row, entries) in form.iter().enumerate() {
                prop_assert!(entries[row] > 0);
                prop_assert!(entries[..row].iter().all(|e| (0..entries[row]).contains(e)));
                prop_assert!(entries[row + 1..].iter().all(|e| *e == 0));
            }
        }

        #[test]
        fn primitive_vectors_are_completed(vector in prop::collection::vec(-9i64..=9, 1..=5)) {
            let Some((_, direction)) = primitive(&vector) else { return Ok(()) };
            let n = direction.len();
            let mut matrix = completion(&vec![direction.clone()], n).unwrap();
            matrix.insert(0, direction);
            prop_assert_eq!(determinant(&matrix), Some(1));
            let inverse = inverse(&matrix).unwrap();
            prop_assert_eq!(product(&matrix, &inverse), identity(n));
        }
    }
}
