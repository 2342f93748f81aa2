//! Files in `assets/` are part of the binary: a new one means building again.

fn main() {
    println!("cargo::rerun-if-changed=assets");
}
