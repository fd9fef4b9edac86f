//! `tavola games`: lists the built-in games, or writes their folders.

use std::path::{Path, PathBuf};

use super::args::GamesArgs;
use super::builtin_games::{self, PackedGame};
use super::console::Console;
use super::create;
use super::document::TextTable;
use super::ending::{Exit, Stop, VerbResult};
use super::folders::shell;
use super::paint::count;
use tavola_game::Rules;
use tavola_lab::whole;
use tavola_syntax::diagnostic::nearest;

/// Message of a build without games.
const NONE: &str = "this build of tavola has no games built in (it was made without the feature `games`); they are in the folder `rules/` of the project";

/// Runs the verb.
///
/// # Errors
/// If a game is unknown, its folder exists already, or the folder cannot be written.
pub(crate) fn run(args: &GamesArgs, console: &mut Console) -> VerbResult {
    let games = builtin_games::games()
        .map_err(|error| Stop::ours(format!("the built-in games cannot be unpacked: {error}")))?;
    if games.is_empty() && args.names.is_empty() {
        console.note(NONE);
        return Ok(Exit::Fine);
    }
    if games.is_empty() {
        return Err(Stop::usage(NONE));
    }
    if args.names.is_empty() {
        let table = TextTable::default().rows(games.iter().map(|(name, game)| row(name, game)));
        table.lines(console.paint, "").iter().try_for_each(|line| console.say(line))?;
        console.note("to write the folder of a game: tavola games NAME");
        return Ok(Exit::Fine);
    }
    let into = args.output.as_deref().unwrap_or(Path::new(""));
    let mut chosen: Vec<(PathBuf, &PackedGame)> = Vec::new();
    for name in &args.names {
        let game = games.get(name).ok_or_else(|| unknown(name, games.keys()))?;
        let folder = into.join(name);
        create::refuse_existing(&folder)?;
        if !chosen.iter().any(|(other, _)| *other == folder) {
            chosen.push((folder, game));
        }
    }
    for (folder, game) in &chosen {
        whole::create_folder(folder, game.files.iter().map(|(path, contents)| (path.as_str(), contents.as_slice())))?;
        console.say(folder.display().to_string())?;
    }
    if let Some((folder, _)) = chosen.first() {
        console.note(format!("to play: tavola play {}", shell(folder)));
    }
    Ok(Exit::Fine)
}

/// Name, title and number of players.
fn row(name: &str, game: &PackedGame) -> [String; 3] {
    // Files in subfolders are variants.
    let own = game.files.iter().filter(|(path, _)| path.ends_with(".tavola") && !path.contains('/'));
    let texts: Vec<(&str, &str)> =
        own.filter_map(|(path, contents)| Some((path.as_str(), str::from_utf8(contents).ok()?))).collect();
    let rules = Rules::from_texts(&texts);
    let players = rules.players().map(|(fewest, most)| match fewest == most {
        true => count(most as u64, "player"),
        false => format!("{fewest}-{most} players"),
    });
    [name.to_owned(), rules.title().unwrap_or_default().to_owned(), players.unwrap_or_default()]
}

/// Error that there is no such game, with a suggestion.
fn unknown<'a>(name: &str, games: impl Iterator<Item = &'a String>) -> Stop {
    let hint = match nearest(name, games.map(String::as_str)) {
        Some(game) => format!("did you mean `{game}`?"),
        None => "`tavola games` lists them".to_owned(),
    };
    Stop::usage(format!("there is no built-in game `{name}`; {hint}"))
}
