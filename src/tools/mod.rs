//! The command line: `tavola check | explain | test | mutate | clause | trace | play | replay | serve | draw | doc | simulate | merge | export | compare |
//! tune | count | bench | find | diff | impact | games | schema | grammar`.
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
mod charts;
mod check;
mod clause;
mod codes;
mod compare;
mod console;
mod count;
mod diff;
mod doc;
mod document;
mod draw;
mod ending;
mod explain;
mod export;
mod find;
mod findings;
mod folders;
mod games;
mod grammar;
mod grid;
mod impact;
mod input;
mod interrupt;
mod keep;
mod load;
mod mutate;
mod opened;
mod paint;
mod play;
mod progress;
mod replay;
mod rows;
mod schema;
mod seats;
#[cfg_attr(not(feature = "serve"), path = "no_server.rs")]
mod serve;
mod simulate;
mod subject;
mod test;
mod trace;
mod tune;
mod version;

use std::process::ExitCode;

use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::Sources;

use args::Verb;
use console::Console;
use ending::{Exit, VerbResult};

/// Runs the program with the arguments of the process, and returns its exit code.
pub fn main() -> ExitCode {
    bug::install();
    interrupt::install();
    let cli = match args::parse() {
        Ok(cli) => cli,
        Err(code) => return code,
    };
    let mut console = Console::new(cli.color);
    let ending = match &cli.verb {
        Verb::Check(args) => check::run(args, &mut console),
        Verb::Clause(args) => clause::run(args, &mut console),
        Verb::Trace(args) => trace::run(args, &mut console),
        Verb::Explain(args) => explain::run(args, &mut console),
        Verb::Schema(args) => schema::run(args, &mut console),
        Verb::Grammar(args) => grammar::run(args, &mut console),
        Verb::Test(args) => test::run(args, &mut console),
        Verb::Mutate(args) => mutate::run(args, &mut console),
        Verb::Play(args) => play::run(args, &mut console),
        Verb::Replay(args) => replay::run(args, &mut console),
        Verb::Serve(args) => serve::run(args, &mut console),
        Verb::Draw(args) => draw::run(args, &mut console),
        Verb::Doc(args) => doc::run(args, &mut console),
        Verb::Simulate(args) => simulate::run(args, &mut console),
        Verb::Merge(args) => simulate::merge::run(args, &mut console),
        Verb::Compare(args) => compare::run(args, &mut console),
        Verb::Tune(args) => tune::run(args, &mut console),
        Verb::Count(args) => count::run(args, &mut console),
        Verb::Bench(args) => bench::run(args, &mut console),
        Verb::Find(args) => find::run(args, &mut console),
        Verb::Diff(args) => diff::run(args, &mut console),
        Verb::Impact(args) => impact::run(args, &mut console),
        Verb::Export(args) => export::run(args, &mut console),
        Verb::Games(args) => games::run(args, &mut console),
    };
    close(ending, &mut console)
}

/// Draws findings in all three formats. The fuzz targets use it to test that every finding can be drawn.
#[doc(hidden)]
pub fn shown(found: &[Diagnostic], sources: &Sources) -> String {
    findings::shown(found, sources)
}

/// Flushes stdout, prints the reason of an early stop, and returns the exit code.
fn close(ending: VerbResult, console: &mut Console) -> ExitCode {
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
    if interrupt::asked() { Exit::Interrupted.into() } else { exit.into() }
}
