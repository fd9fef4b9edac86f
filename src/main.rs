//! The program `tavola`: everything it does is in [`tavola::tools`].

use std::process::ExitCode;

fn main() -> ExitCode {
    tavola::tools::main()
}
