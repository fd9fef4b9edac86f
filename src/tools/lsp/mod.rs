//! `tavola lsp`: a language server over standard input and output. It reads files and translates; the answers come from `tavola-ide`.
//!
//! ```text
//! stdin --transport--> ServerEvent --server (one thread)--> answers --transport--> stdout
//!                        ^          |
//!                        '--work (other threads): checks of a game, cases that are played
//! ```

mod answers;
mod documents;
mod events;
mod files;
mod games;
mod notes;
mod positions;
mod server;
mod shapes;
mod transport;
mod work;

use super::args::LspArgs;
use super::console::Console;
use super::ending::{Exit, VerbResult};
use server::Server;

/// Runs the verb: serves the editor on standard input and output until it leaves.
///
/// # Errors
/// Never: what an editor sends wrongly is answered as an error.
pub(crate) fn run(_args: &LspArgs, _console: &mut Console) -> VerbResult {
    let (outgoing, writer_thread) = transport::writer();
    let (events, incoming) = transport::reader();
    let ended_well = Server::new(outgoing, events).serve(&incoming);
    // The last answers are written before the program ends.
    let _ = writer_thread.join();
    Ok(if ended_well { Exit::Fine } else { Exit::Findings })
}
