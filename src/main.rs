//! The program `tavola`. Everything it does is in [`tavola::tools`].

use std::ffi::OsString;
use std::process::ExitCode;

/// Allocator. Reading and checking rules allocates and frees many small trees, which `mimalloc` does fast.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    tavola::tools::main(&words).into()
}
