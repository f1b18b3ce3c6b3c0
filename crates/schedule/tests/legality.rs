//! Which schedules are legal, from isl strings.

use analysis::Analysed;
use analysis::violation::{Violation, violations};
use isl::Context;
use schedule::{explain, user};

/// The matrix product after scalar promotion: *Ignoring memory-based dependences*, Fig. 2.
const PRODUCT: &str = "
    domain: [N] -> { S0[i, j] : 0 <= i, j < N; S1[i, j, k] : 0 <= i, j, k < N; S2[i, j] : 0 <= i, j < N }
    read: [N] -> { S1[i, j, k] -> tmp_t[]; S1[i, j, k] -> B[i, k]; S1[i, j, k] -> C[k, j]; S2[i, j] -> tmp_t[] }
    must_write: [N] -> { S0[i, j] -> tmp_t[]; S1[i, j, k] -> tmp_t[]; S2[i, j] -> A[i, j] }
    schedule: [N] -> { S0[i, j] -> [0, i, 0, j, 0, 0, 0]; S1[i, j, k] -> [0, i, 0, j, 1, k, 0]; S2[i, j] -> [0, i, 0, j, 2, 0, 0] }
";

/// `for i { t = A[i]; B[i] = t; }`
const COPY: &str = "
    domain: [N] -> { S0[i] : 0 <= i < N; S1[i] : 0 <= i < N }
    read: [N] -> { S0[i] -> A[i]; S1[i] -> tmp_t[] }
    must_write: [N] -> { S0[i] -> tmp_t[]; S1[i] -> B[i] }
    schedule: [N] -> { S0[i] -> [0, i, 0]; S1[i] -> [0, i, 1] }
";

fn messages(region: &str, schedule: &str) -> Vec<String> {
    let scop = polyhedral::text::read(&Context::new(), region).unwrap();
    let analysed = Analysed::new(scop).unwrap();
    match user::parse(&analysed.scop, schedule, None, &[]) {
        Err(diagnostic) => vec![diagnostic.message],
        Ok(schedule) => {
            let all = explain::legality(&analysed, &schedule, None).unwrap();
            let text = |d: diagnostics::Diagnostic| {
                let labels = d.labels.iter().map(|label| label.message.clone());
                format!("{}; {}", d.message, labels.collect::<Vec<_>>().join("; "))
            };
            all.into_iter().map(text).collect()
        }
    }
}

#[test]
fn interchanging_the_promoted_matrix_product_is_legal() {
    let interchanged = "{ S0[i,j] -> [j,i,0,0]; S1[i,j,k] -> [j,i,1,k]; S2[i,j] -> [j,i,2,0] }";
    assert_eq!(messages(PRODUCT, interchanged), Vec::<String>::new());
}

#[test]
fn distribution_that_breaks_live_ranges_names_both_instances_and_the_cell() {
    let found = messages(COPY, "{ S0[i] -> [0,i]; S1[i] -> [1,i] }");
    assert_eq!(
        found,
        ["this schedule overwrites `tmp_t` while its value is still needed; \
          instance S0[1] writes `tmp_t` at date (0,1), for S1[1] to read; \
          before instance S1[0] reads, at date (1,0), the value that S0[0] wrote at date (0,0)"]
    );
}

#[test]
fn reading_before_writing_is_a_flow_violation() {
    let found = messages(COPY, "{ S0[i] -> [i,1]; S1[i] -> [i,0] }");
    assert!(found[0].starts_with("this schedule reads `tmp_t` before the value is written"), "{found:?}");
}

#[test]
fn equal_dates_run_in_textual_order() {
    assert_eq!(messages(COPY, "{ S0[i] -> [i]; S1[i] -> [i] }"), Vec::<String>::new());
    // all of S0 at date 0 comes before all of S1 at date 0
    assert_eq!(messages(COPY, "{ S0[i] -> [0]; S1[i] -> [0] }").len(), 1);
}

#[test]
fn reversal_is_legal_where_only_a_scalar_connects_instances() {
    assert_eq!(messages(COPY, "{ S0[i] -> [-i]; S1[i] -> [-i] }"), Vec::<String>::new());
}

#[test]
fn overwriting_the_final_value_is_refused() {
    let last = "
        domain: [N] -> { S0[i] : 0 <= i < N }
        read: { }
        must_write: [N] -> { S0[i] -> x[] }
        schedule: [N] -> { S0[i] -> [i] }
    ";
    let found = messages(last, "{ S0[i] -> [-i] }");
    assert!(found[0].starts_with("this schedule leaves another value in `x`"), "{found:?}");
    let scop = polyhedral::text::read(&Context::new(), last).unwrap();
    let analysed = Analysed::new(scop).unwrap();
    let reversed = user::parse(&analysed.scop, "{ S0[i] -> [-i] }", None, &[]).unwrap();
    let all = violations(&analysed, &reversed.order).unwrap();
    assert!(matches!(all[..], [(_, Violation::LiveOut(_))]));
}

#[test]
fn overwriting_an_input_too_early_is_refused() {
    let shift = "
        domain: [N] -> { S0[i] : 0 <= i < N }
        read: [N] -> { S0[i] -> a[i + 1] }
        must_write: [N] -> { S0[i] -> a[i] }
        schedule: [N] -> { S0[i] -> [i] }
    ";
    assert_eq!(messages(shift, "{ S0[i] -> [i] }"), Vec::<String>::new());
    let found = messages(shift, "{ S0[i] -> [-i] }");
    assert!(found[0].contains("S0[0]") && found[0].contains("S0[1] writes `a"), "{found:?}");
}

#[test]
fn malformed_schedules_are_explained() {
    let one = |text: &str| messages(COPY, text).remove(0);
    assert!(one("{ S0[i] -> [i]; S1[i] -> ").contains("isl notation"));
    assert!(one("{ S0[i] -> [i]; S1[i,j] -> [i] }").contains("it has 1: `S1[i]`"));
    assert!(one("{ S0[i] -> [i]; S1[i] -> [i]; S7[i] -> [i] }").contains("`S7`"));
    assert!(one("{ S0[i] -> [i]; S1[i] -> [i, 0] }").contains("length"));
    assert!(one("{ S0[i] -> [i]; S1[i] -> [i] : i > 3 }").contains("without a date"));
    assert!(one("{ S0[i] -> [i]; S1[i] -> [t] : i <= t <= i + 1 }").contains("several dates"));
    assert!(one("[Q] -> { S0[i] -> [i + Q]; S1[i] -> [i + Q] }").contains("parameter"));
    assert!(one("{ S0[i] -> [i] }").contains("`S1`"));
}
