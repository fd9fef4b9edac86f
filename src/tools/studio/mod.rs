//! `tavola studio`: rules, tests and a table on one page.

mod figures;
mod found;
mod measured;
mod parted;

use std::collections::BTreeMap;
use std::fs;
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::args::{SetupArgs, StudioArgs};
use super::console::Console;
use super::ending::{Exit, Stop, VerbResult};
use super::opened::new_record;
use super::paint::clean;
use super::serve::stop;
use super::{builtin_games, folders, packed, seats};
use tavola_game::{Error, LoadError, Rules, Setup};
use tavola_lab::table::{GameTable, RecordKeeper};
use tavola_lab::{Bot, Record, scenario, whole};
use tavola_studio::{
    CopySource, FiguresWatch, FiguresWish, GameToCopy, NewGamePlace, Studio, StudioFolder, StudioOptions, TableWish,
};
use tavola_syntax::diagnostic::any_error;

use figures::FigureMaker;

/// Pages of the documentation, packed by `build.rs`.
const MANUAL: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/manual.zlib"));

/// Runs the verb.
///
/// # Errors
/// If there is no such game, or the server cannot listen on the port.
pub(crate) fn run(args: &StudioArgs, console: &mut Console) -> VerbResult {
    let folder = folder(args.path.as_deref())?;
    if let StudioFolder::New(place) = &folder {
        console.note(if place.note.is_empty() {
            "There is no game here yet. The page makes one."
        } else {
            &place.note
        });
    }
    let asked = args.clone();
    let begin = Box::new(move |folder: &Path, wish: &TableWish| begin(&asked, wish, folder).map_err(|why| clean(&why)));
    let pages = packed::texts(MANUAL).map_err(|why| Stop::ours(format!("the pages of the manual: {why}")))?;
    let listen = (Ipv4Addr::LOCALHOST, args.port).into();
    let maker = FigureMaker::new(args);
    let measure = move |folder: &Path, wish: &FiguresWish, watch: &FiguresWatch<'_>| maker.measure(folder, wish, watch);
    let options = StudioOptions { listen, folder, begin, pages, measure: Arc::new(measure), players: args.players };
    let studio = Studio::open(options).map_err(stop)?;
    console.say(format!("  studio: {}", studio.url()))?;
    console.note("Open this link in a browser on this computer. It can change the files of the game: do not share it.");
    console.note("Ctrl-C stops the studio. What is saved stays; the game at the table is not recorded.");
    studio.serve();
    Ok(Exit::Fine)
}

/// The game of a path, or where a new one is made: if there is nothing at the path, or no game in the current folder.
fn folder(path: Option<&Path>) -> Result<StudioFolder, Stop> {
    let is_free = match path {
        None => near().is_empty(),
        Some(path) => {
            let is_missing = fs::symlink_metadata(path).is_err() && path.extension().is_none_or(|end| end != "tavola");
            is_missing || fs::read_dir(path).is_ok_and(|mut inside| inside.next().is_none())
        }
    };
    let is_link = |path: &Path| fs::symlink_metadata(path).is_ok_and(|file| file.is_symlink());
    if let Some(link) = path.filter(|path| is_free && is_link(path)) {
        let why = "is a link, and a game is written as a whole folder: name the folder itself, or a new one";
        return Err(Stop::usage(format!("`{}` {why}", link.display())));
    }
    let why = match folders::one(path.unwrap_or(Path::new("."))) {
        Ok(folder) => return Ok(StudioFolder::Game(folder)),
        Err(why) if !is_free => return Err(why),
        Err(why) => why,
    };
    let (into, name) = match path {
        Some(path) => {
            (whole::folder(path).to_owned(), path.file_name().unwrap_or_default().to_string_lossy().into_owned())
        }
        None => (folders::of_new_games(), String::new()),
    };
    // An empty folder needs no explanation; a missing one may be a mistyped name.
    let note = path.filter(|path| !path.exists()).and(why.message).unwrap_or_default();
    Ok(StudioFolder::New(NewGamePlace { into, name, note, games: games_to_copy() }))
}

/// The games of the current folder and of `rules`.
fn near() -> Vec<PathBuf> {
    ["rules", "."].into_iter().flat_map(|path| folders::all(Path::new(path)).unwrap_or_default()).collect()
}

/// Games near the current folder, and those in the program.
fn games_to_copy() -> Vec<GameToCopy> {
    let near = near().into_iter().map(|folder| (folders::name_of(&folder), CopySource::Folder(folder)));
    let built_in = builtin_games::games()
        .unwrap_or_default()
        .into_iter()
        .map(|(name, game)| (name, CopySource::Files(game.files)));
    // What lies here comes first: it may have been changed.
    let mut all: BTreeMap<String, CopySource> = built_in.collect();
    all.extend(near);
    all.into_iter().map(|(name, source)| GameToCopy { name, source }).collect()
}

/// Begins a game for the table. Its rules are read again each time.
fn begin(args: &StudioArgs, wish: &TableWish, folder: &Path) -> Result<(Rules, GameTable), String> {
    if let Some(game) = &wish.other {
        let rules = Rules::read(game, None).map_err(|error| error.message)?;
        let (players, names, human, bots) = (None, Vec::new(), Vec::new(), None);
        let args = StudioArgs { players, names, human, bots, choices: SetupArgs::default(), ..args.clone() };
        return begin_rules(&args, wish, rules);
    }
    if let Some(case) = &wish.case {
        return begin_case(args, case, folder);
    }
    let variant = wish.variant.clone().or_else(|| args.choices.variant.clone());
    let rules = playable(folder, variant.as_deref(), GAME)?;
    begin_rules(args, &TableWish { variant, ..wish.clone() }, rules)
}

fn begin_rules(args: &StudioArgs, wish: &TableWish, rules: Rules) -> Result<(Rules, GameTable), String> {
    let said = |stop: Stop| stop.message.unwrap_or_default();
    let most = seats::most(&rules);
    // The page asks for a number: then names beyond it have no seat.
    let names = &args.names[..args.names.len().min(wish.players.unwrap_or(usize::MAX))];
    let players = seats::names(names, wish.players.or(args.players), most).map_err(said)?;
    seats::admit(players.len(), &rules).map_err(said)?;
    let humans = match wish.people {
        Some(people) => people.seats(players.len()),
        None => seats::humans(&args.human, &players).map_err(said)?,
    };
    let bots = seats::bots(args.bots.as_deref(), &players).map_err(said)?;
    let settings = args.choices.set.iter().chain(&wish.settings).cloned().collect();
    let setup = Setup { players, settings, variant: wish.variant.clone() };
    let game = rules.game(&setup).map_err(sentence)?;
    let seed = args.seed.unwrap_or_else(seats::any_seed);
    let record = new_record((&rules, &game), (&humans, bots), seed);
    let table = GameTable::begin(&rules, &game, RecordKeeper::nowhere(record), humans);
    Ok((rules, table))
}

/// Begins a game where a scenario fails. People sit in all seats, so that nothing happens by itself.
fn begin_case(args: &StudioArgs, id: &str, folder: &Path) -> Result<(Rules, GameTable), String> {
    let rules = playable(folder, None, GAME)?;
    let suite = scenario::read(&folder.join("scenarios"), None, None).map_err(|error| error.message)?;
    let case = suite.scenarios.iter().find(|case| format!("{}/{}", case.topic, case.name) == id);
    let case = case.ok_or_else(|| format!("There is no scenario `{id}` now."))?;
    let rules = match &case.setup.variant {
        Some(variant) => playable(folder, Some(variant), GAME)?,
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

/// The task that needs rules without errors, as the beginning of a sentence.
const GAME: &str = "A game can begin";

/// The rules of a folder, if a game can begin under them. `what` needs them.
fn playable(folder: &Path, variant: Option<&str>, what: &str) -> Result<Rules, String> {
    let rules = Rules::read(folder, variant).map_err(|error| error.message)?;
    if any_error(rules.diagnostics()) {
        return Err(format!("The rules have errors. {what} when they are fixed and saved."));
    }
    if rules.is_unwritten() {
        return Err(format!("There are no rules yet. {what} when they are written."));
    }
    Ok(rules)
}

/// A load error as a sentence.
fn sentence(error: LoadError) -> String {
    match error {
        LoadError::Error(Error { message, .. }) => message,
        LoadError::Findings { diagnostics, .. } => {
            diagnostics.first().map(|finding| finding.message.clone()).unwrap_or_default()
        }
    }
}
