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
            let start = std::time::Instant::now();
            let found = run(&problem);
            let time = start.elapsed();
            match found {
                Ok(Some(c)) => {
                    let proved =
                        c.to_mapping().map(|m| allocator::certificate::proves(&m, &problem.differences));
                    println!(
                        "{name} {method} {:?} {} [{}] {proved:?} {time:?}",
                        c.matrix
                            .iter()
                            .map(|r| r.iter().map(|e| e.to_string()).collect::<Vec<_>>())
                            .collect::<Vec<_>>(),
                        c.moduli.iter().map(|e| e.to_string()).collect::<Vec<_>>().join(" , "),
                        c.size()
                    )
                }
                other => println!("{name} {method} {other:?} {time:?}"),
            }
        }
    }
}
