//! `tavola serve`: a game in browsers, each seat with a link of its own.

mod back;
mod change;
mod changed;
mod compress;
mod doors;
mod enough;
mod guests;
mod hall;
mod hotseat;
mod keys;
mod limits;
mod listen;
mod moments;
mod pages;
mod refused;
mod shared;
mod tend;
mod told;
mod web;
mod wish;

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use self::guests::Guests;
use self::hall::Hall;
use self::keys::Chair;
use super::args::ServeArgs;
use super::console::Console;
use super::ending::{Exit, Stop, VerbResult};
use super::interrupt;
use super::opened::{begin, resume};
use tavola_page::scene::Stage;

/// Runs the verb.
///
/// # Errors
/// When something cannot be read, the rules have errors, or the address cannot be listened at.
pub(crate) fn run(args: &ServeArgs, console: &mut Console) -> VerbResult {
    let mut play = args.play.clone();
    // A record that is there is gone on with: so a table survives the end of its server.
    if let Some(file) = play.record.take_if(|file| file.exists()) {
        play.resume = Some(file);
    }
    let opened = match &play.resume {
        Some(file) => resume(&play, file, console)?,
        None => begin(&play, console)?,
    };
    let Some(opened) = opened else { return Ok(Exit::Usage) };
    let failed = |what: &str, error: &dyn std::fmt::Display| Stop::ours(format!("{what}: {error}"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| failed("the server cannot be started", &error))?;
    let listener = runtime.block_on(tokio::net::TcpListener::bind(args.listen));
    let listener =
        listener.map_err(|error| Stop::usage(format!("`{}` cannot be listened at: {error}", args.listen)))?;
    let at: SocketAddr = listener.local_addr().map_err(|error| failed("the server has no address", &error))?;
    let keys = keys::of(opened.table.keeper.file(), play.resume.is_some(), opened.table.names.len())?;
    let variant = opened.table.keeper.record().variant.clone();
    let stage = Stage::new(&opened.table.game(), &opened.rules);
    let people = opened.table.humans.iter().filter(|human| **human).count();
    let first = opened.table.humans.iter().position(|human| *human);
    let is_shared = args.hotseat && people > 0;
    let links: Vec<String> = keys
        .iter()
        .filter_map(|(chair, key)| {
            let who = match *chair {
                Chair::Player(seat) if !opened.table.humans[seat] => return None,
                Chair::Player(seat) if is_shared && first != Some(seat) => return None,
                Chair::Player(_) if is_shared => "at one screen",
                Chair::Player(seat) => opened.table.names[seat].as_str(),
                Chair::Watch => "to watch",
                Chair::Host => "the host",
            };
            Some(format!("  {who}: http://{at}/{key}"))
        })
        .collect();
    let path = args.play.path.as_ref().map_or_else(String::new, |path| format!(" {}", path.display()));
    let command = format!("tavola serve{path}");
    let guests = Guests::new(keys.clone());
    // The links open a table that is there: bots have played up to the first question.
    let hall = Hall::new(opened.table, (stage, &opened.rules), (keys, keys::opening()?), is_shared);
    interrupt::last_word(&hall.last_word(&command));
    let hall = Arc::new(Mutex::new(hall));
    let router = web::router(hall.clone());
    tend::watch(hall.clone(), command, console.clone());
    // Kept while it is served.
    let watched = change::watch(opened.folder, variant, hall);
    if let Err(error) = &watched {
        console.warn(format!("changes of the rules are not noticed: {error}"));
    }
    links.iter().try_for_each(|link| console.say(link))?;
    console.note("Each link opens one seat and shows what that player sees: give it to nobody else. The host's opens the record,");
    console.note("which tells everything. Ctrl-C ends.");
    if !at.ip().is_loopback() {
        console.warn("others in your network can reach this table; what is sent is not encrypted");
    }
    runtime.block_on(listen::serve(listener, router, guests));
    Ok(Exit::Fine)
}
