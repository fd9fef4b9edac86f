//! The program `tavola`: everything it does is in [`tavola::tools`].

use std::process::ExitCode;

/// Reading and checking rules makes and drops many small trees.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    tavola::tools::main()
}
