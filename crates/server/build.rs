//! Rebuilds the crate if a file in `assets/` changes.

fn main() {
    println!("cargo::rerun-if-changed=assets");
}
