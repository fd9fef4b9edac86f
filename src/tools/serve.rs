//! `tavola serve`: a game in browsers, each seat with a link of its own.

use std::net::Ipv4Addr;

use super::args::ServeArgs;
use super::console::Console;
use super::ending::{Exit, Stop, VerbResult};
use super::interrupt;
use super::opened::{begin, resume};
use tavola_lab::table::last_of_table;
use tavola_serve::{GameKept, ServeError, ServeOptions, TableNews, TableServer, can_listen};

/// Runs the verb.
///
/// # Errors
/// If something cannot be read, the rules have errors, or the server cannot listen on the address.
pub(crate) fn run(args: &ServeArgs, console: &mut Console) -> VerbResult {
    let listen = args.port.map_or(args.listen, |port| (Ipv4Addr::LOCALHOST, port).into());
    can_listen(listen).map_err(stop)?;
    let mut play = args.play.clone();
    // An existing record is resumed, so a table survives a restart of its server.
    if let Some(file) = play.record.take_if(|file| file.exists()) {
        let last = last_of_table(&file);
        if last != file {
            console.note(format!("`{}` was followed by `{}`.", file.display(), last.display()));
        }
        play.resume = Some(last);
    }
    let opened = match &play.resume {
        Some(file) => resume(&play, file, console)?,
        None => begin(&play, "", console)?,
    };
    let Some(opened) = opened else { return Ok(Exit::Usage) };
    let options = ServeOptions { listen, hotseat: args.hotseat, resumed: play.resume.is_some() };
    let path = args.play.path.as_ref().map_or_else(String::new, |path| format!(" {}", path.display()));
    let (command, terminal) = (format!("tavola serve{path}"), console.clone());
    let log_lines = move |news| say(news, &command, &terminal);
    let mut server = TableServer::open(opened.table, &opened.rules, &options, log_lines).map_err(stop)?;
    if let Err(error) = server.follow(opened.folder) {
        console.warn(error.message);
    }
    server.links().iter().try_for_each(|link| console.say(format!("  {}: {}", link.who, link.url)))?;
    console.note("Each link opens one seat and shows what its player sees; share it only with that player.");
    console.note("The host's link opens the record, which holds everything. Ctrl-C stops the server.");
    if !server.address().ip().is_loopback() {
        console.warn("other computers in your network can reach this table; the connection is not encrypted");
    }
    server.serve();
    Ok(Exit::Fine)
}

/// Prints an event of the record, or keeps it as the message for Ctrl-C.
fn say(news: TableNews, command: &str, console: &Console) {
    match news {
        TableNews::Kept(GameKept::In(file)) => {
            interrupt::last_word(&format!("The game can be resumed: {command} --resume {}", file.display()));
        }
        TableNews::Kept(GameKept::Lost) => {
            interrupt::last_word("The record could not be written: this game cannot be resumed.");
        }
        TableNews::Kept(GameKept::Nowhere) => interrupt::last_word(""),
        TableNews::NextRecord(file) => console.note(format!("The game is now recorded in `{}`.", file.display())),
        TableNews::Rewritten(how) => console.warn(how),
        TableNews::Unwritten(error) => {
            console.warn(format!("{}; no answer is accepted until it can be", error.message))
        }
        TableNews::WrittenAgain => console.note("The record can be written again: the game continues."),
    }
}

/// The stop of a server that cannot be opened.
pub(crate) fn stop(error: ServeError) -> Stop {
    match error {
        ServeError::Address(error) | ServeError::Keys(error) | ServeError::Notes(error) => Stop::usage(error.message),
        ServeError::System(error) => Stop::ours(error.message),
    }
}
