//! `tavola studio`: rules, tests and a table on one page.

use std::net::Ipv4Addr;
use std::path::Path;

use super::args::StudioArgs;
use super::console::Console;
use super::ending::{Exit, Stop, VerbResult};
use super::opened::new_record;
use super::paint::clean;
use super::serve::stop;
use super::{folders, seats};
use tavola_game::{Error, LoadError, Rules, Setup};
use tavola_lab::table::{GameTable, RecordKeeper};
use tavola_lab::{Bot, Record, scenario};
use tavola_studio::{Studio, StudioOptions, TableWish};
use tavola_syntax::diagnostic::any_error;

/// Runs the verb.
///
/// # Errors
/// If there is no such game, or the server cannot listen on the port.
pub(crate) fn run(args: &StudioArgs, console: &mut Console) -> VerbResult {
    let folder = folders::one(args.path.as_deref().unwrap_or(Path::new(".")))?;
    let (asked, rules) = (args.clone(), folder.clone());
    let begin = Box::new(move |wish: &TableWish| begin(&asked, wish, &rules).map_err(|why| clean(&why)));
    let listen = (Ipv4Addr::LOCALHOST, args.port).into();
    let studio = Studio::open(StudioOptions { listen, folder, begin }).map_err(stop)?;
    console.say(format!("  studio: {}", studio.url()))?;
    console.note("Open this link in a browser on this computer. It can change the files of the game: do not share it.");
    console.note("Ctrl-C stops the studio. What is saved stays; the game at the table is not recorded.");
    studio.serve();
    Ok(Exit::Fine)
}

/// Begins a game for the table. Its rules are read again each time.
fn begin(args: &StudioArgs, wish: &TableWish, folder: &Path) -> Result<(Rules, GameTable), String> {
    if let Some(case) = &wish.case {
        return begin_case(args, case, folder);
    }
    let variant = wish.variant.clone().or_else(|| args.choices.variant.clone());
    let rules = playable(folder, variant.as_deref())?;
    let said = |stop: Stop| stop.message.unwrap_or_default();
    let most = seats::most(&rules);
    let players = seats::names(&args.names, args.players, most).map_err(said)?;
    seats::admit(players.len(), &rules).map_err(said)?;
    let humans = seats::humans(&args.human, &players).map_err(said)?;
    let bots = seats::bots(args.bots.as_deref(), &players).map_err(said)?;
    let settings = args.choices.set.iter().chain(&wish.settings).cloned().collect();
    let setup = Setup { players, settings, variant };
    let game = rules.game(&setup).map_err(|error| match error {
        LoadError::Error(Error { message, .. }) => message,
        LoadError::Findings { diagnostics, .. } => {
            diagnostics.first().map(|finding| finding.message.clone()).unwrap_or_default()
        }
    })?;
    let seed = args.seed.unwrap_or_else(seats::any_seed);
    let record = new_record((&rules, &game), (&humans, bots), seed);
    let table = GameTable::begin(&rules, &game, RecordKeeper::nowhere(record), humans);
    Ok((rules, table))
}

/// Begins a game where a scenario fails. People sit in all seats, so that nothing happens by itself.
fn begin_case(args: &StudioArgs, id: &str, folder: &Path) -> Result<(Rules, GameTable), String> {
    let rules = playable(folder, None)?;
    let suite = scenario::read(&folder.join("scenarios"), None, None).map_err(|error| error.message)?;
    let case = suite.scenarios.iter().find(|case| format!("{}/{}", case.topic, case.name) == id);
    let case = case.ok_or_else(|| format!("There is no scenario `{id}` now."))?;
    let rules = match &case.setup.variant {
        Some(variant) => playable(folder, Some(variant))?,
        None => rules,
    };
    let begun = scenario::begin_at_failure(&rules, case).map_err(|failures| {
        let why = failures.first().map_or_else(String::new, |one| format!(": {}: {}", one.what, one.actual));
        format!("The position of `{id}` cannot be set up{why}")
    })?;
    let players = &case.setup.players;
    let (humans, bots) = (vec![true; players.len()], vec![Bot::Random; players.len()]);
    let record = new_record((&rules, &begun.game), (&humans, bots), args.seed.unwrap_or_else(seats::any_seed));
    let record = Record { answers: begun.answers.clone(), ..record };
    let table = GameTable::of_case(&rules, &begun, RecordKeeper::nowhere(record), humans);
    Ok((rules, table))
}

/// The rules of a folder, if a game can begin under them.
fn playable(folder: &Path, variant: Option<&str>) -> Result<Rules, String> {
    let rules = Rules::read(folder, variant).map_err(|error| error.message)?;
    if any_error(rules.diagnostics()) {
        return Err("The rules have errors. A game can begin when they are fixed and saved.".to_owned());
    }
    if rules.is_unwritten() {
        return Err("There are no rules yet. A game can begin when they are written.".to_owned());
    }
    Ok(rules)
}
