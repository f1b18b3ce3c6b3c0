//! Table 1.
use allocator::Conflicts;
use allocator::conflicts::Precision;
use analysis::Analysed;
use analysis::order::Order;
use isl::{Context, DimType, Set};

#[test]
fn derive() {
    for name in ["stencil-2d-5x5", "blur-interleaved", "blur-tiled", "lbm-d2q9", "lbm-d3q19", "lbm-d3q27", "heat-2d-tiled","diamond-tile"] {
        let t = std::time::Instant::now();
        let text = std::fs::read_to_string(format!("/work/main/crates/allocator/tests/table1/{name}.scop")).unwrap();
        let set = std::fs::read_to_string(format!("/work/main/crates/allocator/tests/table1/{name}.isl")).unwrap();
        let context = Context::new();
        let scop = polyhedral::text::read(&context, &text).unwrap();
        let analysed = Analysed::new(scop).unwrap();
        let (tmp, _) = analysed.scop.array("tmp").unwrap();
        let order = Order::of_program(&analysed.scop);
        let c = Conflicts::of(&analysed, tmp, &order, Precision::Exact).unwrap();
        let known = analysed.scop.context.clone();
        let mut d = c.differences.clone().intersect_params(known.clone()).unwrap();
        let mut expected = Set::read_from_str(&context, &set).unwrap().intersect_params(known).unwrap();
        if let Some(p) = d.find_dim_by_name(DimType::Param, "T").unwrap() { d = d.project_out(DimType::Param, p, 1).unwrap(); }
        if let Some(p) = expected.find_dim_by_name(DimType::Param, "T").unwrap() { expected = expected.project_out(DimType::Param, p, 1).unwrap(); }
        println!("{name} equal {} {:?}", d.is_equal(&expected).unwrap(), t.elapsed());
        println!("   more {}", d.clone().subtract(expected.clone()).unwrap().coalesce().unwrap());
        println!("   less {}", expected.subtract(d).unwrap().coalesce().unwrap());
    }
}
