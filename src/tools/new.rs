//! `tavola new`: writes the folder of a new game: a small one to change, a copy of another, or a rulebook without rules.

use std::path::{Path, PathBuf};

use super::args::NewArgs;
use super::console::Console;
use super::create;
use super::ending::{Exit, Stop, VerbResult};
use super::folders::{self, shell};
use super::{builtin_games, load};
use tavola_lab::start::{self, Beginning, Files, new_game};
use tavola_lab::whole;
use tavola_syntax::text;

/// Runs the verb.
///
/// # Errors
/// If the name cannot be one, the folder exists, something cannot be read, or the folder cannot be written.
pub(crate) fn run(args: &NewArgs, console: &mut Console) -> VerbResult {
    let (name, folder) = target(args)?;
    create::refuse_existing(&folder)?;
    let new = new_game(&name, args.title.as_deref(), beginning(args, console)?)?;
    if let (Some(printed), Some(file)) = (&new.printed, &args.rulebook) {
        for note in printed.notes(&called(file)) {
            if note.warns { console.warn(note.text) } else { console.note(note.text) }
        }
    }
    whole::create_folder(&folder, new.files.iter().map(|(path, contents)| (path.as_str(), contents.as_slice())))?;
    console.say(folder.display().to_string())?;
    let next = if args.rulebook.is_some() { "check" } else { "play" };
    console.note(format!("to {next} it: tavola {next} {}", shell(&folder)));
    Ok(Exit::Fine)
}

/// Name of the new game, and its folder. `rules/my_game` names both.
fn target(args: &NewArgs) -> Result<(String, PathBuf), Stop> {
    let path = Path::new(&args.name);
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    start::checked_name(&name)?;
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let into = match (&args.output, parent) {
        (Some(output), parent) => output.join(parent.unwrap_or(Path::new(""))),
        (None, Some(parent)) => parent.to_owned(),
        (None, None) => folders::of_new_games(),
    };
    let folder = into.join(&name);
    Ok((name, folder.strip_prefix(".").map(Path::to_path_buf).unwrap_or(folder)))
}

/// Beginning of the game.
fn beginning(args: &NewArgs, console: &mut Console) -> Result<Beginning, Stop> {
    Ok(match (&args.like, &args.rulebook) {
        (Some(game), _) => match like(game)? {
            Like::Folder(folder) => {
                let name = load::rules(&folder, None, console)?.name().to_owned();
                Beginning::Copy { name, files: start::read(&folder)? }
            }
            Like::BuiltIn(name, files) => Beginning::Copy { name, files },
        },
        (None, Some(file)) => {
            let markdown = text::read(file).map_err(Stop::usage)?;
            Beginning::Rulebook { called: called(file), markdown }
        }
        (None, None) => Beginning::Template,
    })
}

fn called(file: &Path) -> String {
    format!("`{}`", file.display())
}

/// A game to copy.
enum Like {
    Folder(PathBuf),
    BuiltIn(String, Files),
}

/// Finds a game by its folder, or by its name in `rules` or in the program.
fn like(game: &Path) -> Result<Like, Stop> {
    if game.exists() {
        return folders::one(game).map(Like::Folder);
    }
    let name = game.to_string_lossy();
    if let Some(folder) = folders::named(&name) {
        return Ok(Like::Folder(folder));
    }
    let mut games = builtin_games::games()
        .map_err(|error| Stop::ours(format!("the built-in games cannot be unpacked: {error}")))?;
    match games.remove(name.as_ref()) {
        Some(packed) => Ok(Like::BuiltIn(name.into_owned(), packed.files)),
        None if game.components().count() == 1 => {
            let known: Vec<String> = games.into_keys().map(|known| format!("`{known}`")).collect();
            let built_in = if known.is_empty() {
                String::new()
            } else {
                format!(", or write a built-in game: {}", known.join(", "))
            };
            Err(Stop::usage(format!("there is no `{name}`; give its folder: `--like PATH/{name}`{built_in}")))
        }
        None => folders::one(game).map(Like::Folder),
    }
}
