use allocator::Problem;
use allocator::methods::METHODS;
use std::collections::BTreeMap;
fn main() {
    for name in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&name).unwrap();
        let context = isl::Context::new();
        let set = isl::Set::read_from_str(&context, &text).unwrap();
        let problem = Problem::new(set, &BTreeMap::new()).unwrap();
        for (method, run) in METHODS {
            let mut line = format!("{name} {method}");
            for b in [20_000, 50_000, 100_000, 200_000, 300_000, 400_000, 500_000, 1_000_000u64] {
            let start = std::time::Instant::now();
            let found = context.with_budget(b, || run(&problem));
            let time = start.elapsed();
            line += &match found {
                Ok(Some(c)) => format!(" {}k:{}({:?})", b/1000, c.cells(&problem.reference), time),
                Ok(None) => format!(" {}k:None({time:?})", b/1000),
                Err(e) => format!(" {}k:{:?}({time:?})",b/1000, e.kind),
            };
            }
            println!("{line}");
        }
    }
}
