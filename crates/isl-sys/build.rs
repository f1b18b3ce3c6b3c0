//! Tells the linker where libisl is.
//!
//! Where there are archives of isl and of gmp, which it calls for each number, these are linked: calls within an executable take less
//! time. Else, or with the feature `shared`, the shared library is, as `pkg-config` describes it, or plain `-lisl -lgmp` where there
//! is no isl.pc. `pkg_config`'s own `statik(true)` is not used, because for libraries in a system directory it silently stays dynamic.

use std::path::PathBuf;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let is_shared = std::env::var_os("CARGO_FEATURE_SHARED").is_some();
    match archives().filter(|_| !is_shared) {
        Some(directories) => link_archives(directories),
        None if pkg_config::probe_library("isl").is_ok() => {}
        None => link_by_name(),
    }
}

/// The folders with libisl.a and libgmp.a, if both are there.
fn archives() -> Option<[PathBuf; 2]> {
    let places = |library| {
        let probe = pkg_config::Config::new().cargo_metadata(false).probe(library);
        let paths = probe.map(|library| library.link_paths).unwrap_or_default();
        paths.into_iter().chain(pkg_config::get_variable(library, "libdir").ok().map(PathBuf::from))
    };
    let (isl, gmp) = (places("isl"), places("gmp"));
    let all: Vec<PathBuf> = isl.chain(gmp).collect();
    let folder_of = |file| all.iter().find(|folder| folder.join(file).is_file()).cloned();
    Some([folder_of("libisl.a")?, folder_of("libgmp.a")?])
}

fn link_archives(directories: [PathBuf; 2]) {
    for directory in directories {
        println!("cargo:rustc-link-search=native={}", directory.display());
    }
    // The order matters: isl refers to gmp.
    println!("cargo:rustc-link-lib=static=isl");
    println!("cargo:rustc-link-lib=static=gmp");
}

fn link_by_name() {
    println!("cargo:rustc-link-lib=isl");
    println!("cargo:rustc-link-lib=gmp");
}
