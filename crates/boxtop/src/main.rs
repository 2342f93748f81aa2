//! The `boxtop` binary.

use std::process::ExitCode;

/// Views and messages are many short allocations, made on one thread and freed on another.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cli::main()
}
