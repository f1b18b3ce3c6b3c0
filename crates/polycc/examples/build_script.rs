//! A build script: what `build.rs` of a package with a C kernel holds.

fn main() {
    polycc::Build::new().file("src/kernel.c").include("include").flag("-O3").compile("kernel");
}
