//! The command line: `tavola new | check | fmt | explain | test | mutate | clause | trace | studio | play | replay | serve | draw | doc | print | cards | simulate | merge | export | compare | completions |
//! tune | count | bench | find | capture | diff | impact | games | schema | grammar | lsp | rpc | mcp`.
//!
//! A verb gets its arguments and a `Console`. It returns an `Exit` (0 success, 1 findings, 2 wrong usage or unreadable input,
//! 3 internal error), or a `Stop` with a sentence for the user. Invariants: results go to stdout and everything else to stderr.
//! Nothing prints by `println!`, because a closed pipe must not be a panic. Nothing uses the internals of rules, code or machine.

mod again;
mod args;
mod bench;
mod bug;
mod builtin_games;
mod by;
mod call;
mod capture;
mod cards;
mod case_file;
mod charts;
mod check;
mod checkpoint;
mod clause;
mod codes;
mod compare;
mod completions;
mod console;
mod count;
mod create;
mod diff;
mod doc;
mod document;
mod draw;
mod ending;
mod explain;
mod export;
mod features;
mod find;
mod findings;
mod fmt;
mod folders;
mod games;
mod grammar;
mod grid;
mod impact;
mod input;
mod interrupt;
mod load;
#[cfg_attr(not(feature = "lsp"), path = "no_lsp.rs")]
mod lsp;
#[cfg_attr(not(feature = "mcp"), path = "no_mcp.rs")]
mod mcp;
mod mutate;
mod new;
mod opened;
mod packed;
mod paint;
mod part;
mod play;
mod print;
mod progress;
mod replay;
mod rows;
#[cfg_attr(not(feature = "serve"), path = "no_rpc.rs")]
mod rpc;
mod sarif;
mod schema;
mod seats;
#[cfg_attr(not(feature = "serve"), path = "no_server.rs")]
mod serve;
mod simulate;
#[cfg_attr(not(feature = "studio"), path = "no_studio.rs")]
mod studio;
mod subject;
mod test;
mod trace;
mod tune;
mod unified;
mod version;
mod watch;

use std::ffi::OsString;
use std::io::{self, Write};
use std::sync::Arc;

use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::Sources;

use args::{Cli, Verb};
use console::Console;
use ending::{Exit, Stop, VerbResult};

pub use call::CommandRun;

/// Runs the program with arguments, from the verb on, and returns its exit code. It handles Ctrl-C and panics of the process.
pub fn main(words: &[OsString]) -> u8 {
    args::keep_words(words);
    bug::install();
    interrupt::install();
    let exit = match args::parse(words) {
        Ok(cli) => {
            let mut console = Console::new(cli.color);
            let ending = run(&cli, &mut console);
            close(ending, &mut console)
        }
        Err(said) => {
            let printed = said.print();
            if said.use_stderr() {
                Exit::Usage
            } else {
                console::ending_of(printed.and_then(|()| io::stdout().flush()))
            }
        }
    };
    exit.code()
}

/// Runs a command inside another program and returns its exit code. The call keeps what it prints. Commands that talk with somebody
/// (`play`, `serve`, `studio`, `test --update`, `lsp`, `rpc`, `mcp`) or run until Ctrl-C (`--watch`) are refused.
pub fn run_call(call: &Arc<CommandRun>) -> u8 {
    let mut console = Console::kept_by(Arc::clone(call));
    let ending = match args::parse(call.words()) {
        Ok(cli) if needs_input(&cli.verb) => {
            Err(Stop::usage("this command waits for input or for changes; run it in a terminal"))
        }
        Ok(cli) => call.during(|| run(&cli, &mut console)),
        Err(said) if said.use_stderr() => Err(Stop { exit: Exit::Usage, message: Some(said.to_string()) }),
        Err(said) => console.write(&said.to_string()).map(|()| Exit::Fine),
    };
    call.during(|| close(ending, &mut console)).code()
}

/// The text that `tavola simulate --format json` prints for runs without laws and without groups of wins: each a tally with the path
/// of its game.
///
/// # Errors
/// A sentence, when it cannot be written as JSON.
pub fn simulated(runs: Vec<(String, tavola_lab::Tally)>) -> Result<String, String> {
    simulate::document(runs).map_err(|stop| stop.message.unwrap_or_default())
}

fn needs_input(verb: &Verb) -> bool {
    match verb {
        Verb::Play(_) | Verb::Serve(_) | Verb::Studio(_) | Verb::Lsp(_) | Verb::Rpc(_) | Verb::Mcp(_) => true,
        Verb::Test(args) => args.update || args.watch,
        Verb::Check(args) => args.watch,
        Verb::Simulate(args) => args.watch,
        Verb::Compare(args) => args.watch,
        Verb::Fmt(args) => args.is_of_stdin(),
        _ => false,
    }
}

fn run(cli: &Cli, console: &mut Console) -> VerbResult {
    match &cli.verb {
        Verb::New(args) => new::run(args, console),
        Verb::Completions(args) => completions::run(args, console),
        Verb::Check(args) => check::run(args, console),
        Verb::Fmt(args) => fmt::run(args, console),
        Verb::Clause(args) => clause::run(args, console),
        Verb::Trace(args) => trace::run(args, console),
        Verb::Explain(args) => explain::run(args, console),
        Verb::Schema(args) => schema::run(args, console),
        Verb::Grammar(args) => grammar::run(args, console),
        Verb::Test(args) => test::run(args, console),
        Verb::Mutate(args) => mutate::run(args, console),
        Verb::Play(args) => play::run(args, console),
        Verb::Replay(args) => replay::run(args, console),
        Verb::Serve(args) => serve::run(args, console),
        Verb::Studio(args) => studio::run(args, console),
        Verb::Draw(args) => draw::run(args, console),
        Verb::Doc(args) => doc::run(args, console),
        Verb::Print(args) => print::run(args, console),
        Verb::Cards(args) => cards::run(args, console),
        Verb::Simulate(args) => simulate::run(args, console),
        Verb::Merge(args) => simulate::merge::run(args, console),
        Verb::Compare(args) => compare::run(args, console),
        Verb::Tune(args) => tune::run(args, console),
        Verb::Count(args) => count::run(args, console),
        Verb::Bench(args) => bench::run(args, console),
        Verb::Find(args) => find::run(args, console),
        Verb::Capture(args) => capture::run(args, console),
        Verb::Diff(args) => diff::run(args, console),
        Verb::Impact(args) => impact::run(args, console),
        Verb::Export(args) => export::run(args, console),
        Verb::Games(args) => games::run(args, console),
        Verb::Lsp(args) => lsp::run(args, console),
        Verb::Rpc(args) => rpc::run(args, console),
        Verb::Mcp(args) => mcp::run(args, console),
    }
}

/// Plays `tavola play` on a screen of any sort and with keys from anywhere, which are asked for with what the screen shows. Tests do.
///
/// # Errors
/// A sentence, when the game cannot be played.
pub fn play_on<B: ratatui::backend::Backend>(
    words: &[OsString],
    screen: (B, bool),
    keys: impl FnMut(&ratatui::buffer::Buffer) -> Option<ratatui::crossterm::event::Event>,
) -> Result<(), String> {
    let call = CommandRun::new(words.to_vec());
    let played = match args::parse(words) {
        Ok(Cli { verb: Verb::Play(args), .. }) => {
            play::run_on(&args, &mut Console::kept_by(call), screen, Box::new(keys))
        }
        Ok(_) => Err(Stop::usage("this is not `play`")),
        Err(said) => Err(Stop::usage(said.to_string())),
    };
    played.map_err(|stop| stop.message.unwrap_or_default())
}

/// Draws findings in all three formats. The fuzz targets use it to test that every finding can be drawn.
pub fn shown(found: &[Diagnostic], sources: &Sources) -> String {
    findings::shown(found, sources)
}

/// Flushes stdout, prints the reason of an early stop, and returns the exit code.
fn close(ending: VerbResult, console: &mut Console) -> Exit {
    let ending = ending.and_then(|exit| console.flush().map(|()| exit));
    let exit = match ending {
        Ok(exit) => exit,
        Err(stop) => {
            if let Some(message) = &stop.message {
                console.complain(message);
            }
            stop.exit
        }
    };
    if interrupt::asked() { Exit::Interrupted } else { exit }
}
