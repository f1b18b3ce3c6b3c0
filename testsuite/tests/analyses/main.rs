//! Every analysis against plain enumeration: at small parameters the relations that isl computes must
//! hold exactly the points that are found by running the region and looking at all pairs and triples of
//! instances (`check::enumerate`). On the kernels of the testsuite, and on random programs under random
//! orders: `POLYCC_RANDOM_PROGRAMS` sets their number, `POLYCC_RANDOM_SEED` the first seed.

mod comparison;
mod generator;
mod orders;
mod points;
mod random;
mod region_alone;
mod runs;
mod tally;
mod under_order;

use comparison::Subject;
use diagnostics::SourceMap;
use frontend::preprocess::Preprocessor;
use frontend::{Constants, Unit};
use orders::Given;
use polyhedral::{Access, AccessKind, Condition, Instance, Scop};
use random::Random;
use std::path::{Path, PathBuf};
use tally::Tally;
use testsuite::case::Case;
use testsuite::cases_folder;

/// Functions in a file of random programs.
const FUNCTIONS: usize = 25;
/// Orders for a region besides the program's.
const ORDERS: usize = 2;

#[test]
fn analyses_of_the_kernels_are_what_enumeration_finds() {
    let mut tally = Tally::default();
    let mut random = Random(1);
    for file in files() {
        let (map, unit) = read(&file);
        for region in unit.regions() {
            for constants in [Constants::Lifted, Constants::Literal] {
                let context = isl::Context::new();
                // what can't be modelled is another test's concern
                let Ok(scop) = unit.model(region, &map, &context, constants) else { continue };
                let has_lifted = scop.lifted().next().is_some();
                let name = format!("{} {} {constants:?}", file.display(), region.function);
                compare(name, scop, &mut random, &mut tally);
                if !has_lifted {
                    break;
                }
            }
        }
    }
    report(&tally);
}

#[test]
fn analyses_of_random_programs_are_what_enumeration_finds() {
    let programs = number("POLYCC_RANDOM_PROGRAMS", 100);
    let first = number("POLYCC_RANDOM_SEED", 1);
    let mut tally = Tally::default();
    let mut refused = 0;
    for seed in first..first + programs.div_ceil(FUNCTIONS) {
        refused += compare_random(seed, &mut tally);
    }
    println!("{refused} refused");
    report(&tally);
    assert!(refused * 10 < tally.regions, "the generator stays within the model");
}

/// The programs of `seed`; how many of them were refused.
fn compare_random(seed: usize, tally: &mut Tally) -> usize {
    let mut random = Random(seed as u64);
    let functions = generator::functions(&mut random, FUNCTIONS);
    let text = functions.concat();
    let map = SourceMap::new(format!("# 1 \"random.c\"\n{text}"), |_| Some(text.clone()));
    let (unit, problems) = Unit::parse(&map, &|| None);
    assert_eq!(problems, [], "seed {seed}:\n{text}");
    let mut refused = 0;
    for (region, function) in unit.regions().iter().zip(&functions) {
        let context = isl::Context::new();
        let Ok(mut scop) = unit.model(region, &map, &context, Constants::Literal) else {
            refused += 1;
            continue;
        };
        if random.one_in(4) {
            make_uncertain(&mut scop, &mut random);
        }
        if random.one_in(5) {
            write_more(&mut scop, &mut random);
        }
        let known = tally.differences.len();
        compare(format!("seed {seed} {}", region.function), scop, &mut random, tally);
        if tally.differences.len() > known {
            tally.differences.push(function.clone());
        }
    }
    refused
}

/// Makes some writes uncertain.
fn make_uncertain(scop: &mut Scop, random: &mut Random) {
    let accesses = scop.statements.iter_mut().flat_map(|statement| &mut statement.accesses);
    for access in accesses.filter(|access| access.writes()) {
        if random.one_in(2) {
            access.kind = AccessKind::MayWrite;
        }
    }
}

/// Makes writes of some reads that always happen, so that statements have several.
fn write_more(scop: &mut Scop, random: &mut Random) {
    let mut order: Vec<Vec<usize>> = Vec::new();
    for statement in &mut scop.statements {
        let is_read = |access: &Access| access.kind == AccessKind::Read;
        let always = |access: &Access| access.guard == Condition::Constant(true);
        let accesses = &mut statement.accesses;
        for access in accesses.iter_mut().filter(|access| is_read(access) && always(access)) {
            if random.one_in(3) {
                access.kind = AccessKind::MustWrite;
            }
        }
        // reads first
        let positions = (0..accesses.len()).collect::<Vec<_>>();
        let (reads, writes): (Vec<_>, Vec<_>) = positions.into_iter().partition(|p| is_read(&accesses[*p]));
        let positions = [reads, writes].concat();
        *accesses = positions.iter().map(|position| accesses[*position].clone()).collect();
        order.push(positions);
    }
    scop.program = scop.program.map_instances(&|instance| {
        let positions = order[instance.statement].iter();
        let subscripts = positions.map(|position| instance.subscripts[*position].clone()).collect();
        Instance { subscripts, ..instance.clone() }
    });
}

fn compare(name: String, scop: Scop, random: &mut Random, tally: &mut Tally) {
    let orders = (0..ORDERS).map(|_| orders::random(&scop, random));
    let orders: Vec<_> = std::iter::once(Given::Program).chain(orders).collect();
    let subject = Subject::new(name.clone(), scop, random);
    subject.unwrap_or_else(|error| panic!("{name}: {error}")).compare(&orders, tally);
}

fn report(tally: &Tally) {
    println!("{tally}");
    assert!(tally.differences.is_empty(), "{}", tally.differences.join("\n"));
}

/// The cases with kernels, below the folder of the cases.
fn files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in ["kernels", "real"] {
        let entries = std::fs::read_dir(cases_folder().join(folder)).unwrap();
        files.extend(entries.map(|entry| Path::new(folder).join(entry.unwrap().file_name())));
    }
    let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    files.retain(|path| name(path).ends_with(".c") && !name(path).ends_with(".out.c"));
    files.sort();
    files
}

fn read(file: &Path) -> (SourceMap, Unit) {
    let case = Case::read(&cases_folder(), file).unwrap();
    let path = cases_folder().join(file);
    let folder = path.parent().unwrap().display().to_string();
    let mut arguments = vec!["-iquote".into(), folder.clone(), format!("-I{folder}/../include")];
    arguments.extend(case.preprocessor_flags());
    let preprocessor = Preprocessor::new("cc", arguments);
    let text = preprocessor.run(&path).unwrap_or_else(|problem| panic!("{}: {problem:?}", file.display()));
    let map = SourceMap::new(text, |name| std::fs::read_to_string(name).ok());
    let (unit, _) = Unit::parse(&map, &|| None);
    (map, unit)
}

fn number(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}
