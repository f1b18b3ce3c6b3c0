//! Tells the linker where libisl is.
//!
//! Default: the shared library, as `pkg-config` describes it, or plain `-lisl -lgmp` where there is
//! no isl.pc. With the feature `static`: libisl.a, then libgmp.a. `pkg_config`'s own `statik(true)`
//! is not used, because for libraries in a system directory it silently stays dynamic.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var_os("CARGO_FEATURE_STATIC").is_some() {
        link_static();
    } else if pkg_config::probe_library("isl").is_err() {
        link_by_name();
    }
}

fn link_static() {
    let probe = pkg_config::Config::new().cargo_metadata(false).probe("isl");
    let mut directories = probe.map(|library| library.link_paths).unwrap_or_default();
    directories.extend(pkg_config::get_variable("isl", "libdir").ok().map(Into::into));
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
