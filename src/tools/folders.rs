//! Folders of games: a game's folder has a `.tavola` file of its own (the prelude of the language does not count), or a `rulebook.yaml`.

use std::path::{Path, PathBuf};

use super::builtin_games;
use super::ending::Stop;
use tavola_syntax::diagnostic::nearest;
use tavola_syntax::text::{self, is_hidden, shell_path};

/// File of the language's library. A folder that has only this is not a game.
const PRELUDE: &str = "prelude.tavola";

/// Finds the only game of a path.
///
/// # Errors
/// If there is no such folder, no game in it, or several.
pub(crate) fn one(path: &Path) -> Result<PathBuf, Stop> {
    let mut found = all(path)?;
    if found.len() == 1 {
        return Ok(found.remove(0));
    }
    let shown: Vec<String> = found.iter().map(|f| format!("`{}`", f.display())).collect();
    Err(Stop::usage(format!("`{}` contains several games; name one of them: {}", path.display(), shown.join(", "))))
}

/// Finds the games of a path: itself, or the games in its folders and their subfolders, sorted by name.
///
/// # Errors
/// If there is no such folder, or no game in it.
pub(crate) fn all(path: &Path) -> Result<Vec<PathBuf>, Stop> {
    let path = &folder_of(path)?;
    if has_rules(path) {
        return Ok(vec![path.clone()]);
    }
    let found: Vec<PathBuf> = games_in(path)?.into_iter().filter(|folder| has_rules(folder)).collect();
    if found.is_empty() {
        return Err(Stop::usage(format!("there are no rules in `{}`: no file ends in .tavola", path.display())));
    }
    Ok(found)
}

/// The paths, or the default if none is given: `rules`, else the current folder.
pub(crate) fn or_default(paths: &[PathBuf]) -> Vec<PathBuf> {
    if !paths.is_empty() {
        return paths.to_vec();
    }
    let rules = PathBuf::from("rules");
    vec![if rules.is_dir() { rules } else { PathBuf::from(".") }]
}

/// Folder in which a new game is written if none is named: `rules` if it exists, else the current folder.
pub(crate) fn of_new_games() -> PathBuf {
    let rules = PathBuf::from("rules");
    if rules.is_dir() { rules } else { PathBuf::new() }
}

/// Folders whose files a verb reads for these paths.
///
/// # Errors
/// If one of them is no folder of games.
pub(crate) fn watched(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Stop> {
    or_default(paths).iter().map(|path| all(path).and_then(|_| folder_of(path))).collect()
}

/// Finds the folder of a game that a record names: beside the record, under `rules`, here, or the current folder.
///
/// # Errors
/// If it is not found.
pub(crate) fn by_name(game: &str, record: &Path) -> Result<PathBuf, Stop> {
    let beside = record.parent().unwrap_or(Path::new("."));
    let mut places: Vec<PathBuf> = Vec::new();
    for at in [Path::new("."), beside] {
        let rules = at.join("rules");
        places.extend([rules.join(game), at.join(game)]);
        places.extend(subfolders(&rules).into_iter().flatten().map(|folder| folder.join(game)));
    }
    let here = std::env::current_dir().ok().filter(|d| d.file_name().is_some_and(|n| n == game));
    let found = places.into_iter().chain(here).find(|place| has_rules(place));
    found.map(|place| place.strip_prefix(".").map(Path::to_path_buf).unwrap_or(place)).ok_or_else(|| {
        let builtin_games = unpacking(game, Path::new("rules"));
        let builtin_games =
            builtin_games.map(|command| format!("write them with `{command}`, or ")).unwrap_or_default();
        Stop::usage(format!(
            "`{}` is a game of `{game}`, but its rules are not in `rules/{game}`; {builtin_games}say where they are",
            record.display()
        ))
    })
}

/// Finds the folder of a game by its name: under `rules` or in its subfolders.
pub(crate) fn named(game: &str) -> Option<PathBuf> {
    games_in(Path::new("rules")).ok()?.into_iter().find(|folder| has_rules(folder) && name_of(folder) == game)
}

/// Lists the records of a folder: all its `.yaml` files, sorted by name.
///
/// # Errors
/// If it cannot be read, or has none.
pub(crate) fn records_in(path: &Path) -> Result<Vec<PathBuf>, Stop> {
    let unread = |error| Stop::usage(text::unread(path, &error));
    let inside = std::fs::read_dir(path).map_err(unread)?.collect::<Result<Vec<_>, _>>().map_err(unread)?;
    let mut inside: Vec<PathBuf> = inside.into_iter().map(|entry| entry.path()).collect();
    inside.retain(|file| file.is_file() && file.extension().is_some_and(|ext| ext == "yaml") && !is_hidden(file));
    if inside.is_empty() {
        return Err(Stop::usage(format!("`{}` contains no records (`.yaml` files)", path.display())));
    }
    inside.sort();
    Ok(inside)
}

/// Last part of a game's path. Names a game in summaries until its name is known.
pub(crate) fn name_of(folder: &Path) -> String {
    let full = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
    full.file_name().unwrap_or(full.as_os_str()).to_string_lossy().into_owned()
}

/// Quotes a path for a shell.
pub(crate) fn shell(path: &Path) -> String {
    shell_path(&path.display().to_string())
}

/// Returns a folder as it is, and the folder of a rules file.
fn folder_of(path: &Path) -> Result<PathBuf, Stop> {
    if path.is_dir() {
        return Ok(path.to_path_buf());
    }
    if !path.exists() {
        return Err(Stop::usage(missing(path)));
    }
    if path.extension().is_none_or(|e| e != "tavola") {
        return Err(Stop::usage(format!("`{}` is neither the folder of a game nor a rules file", path.display())));
    }
    let parent = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if parent.file_name().is_some_and(|n| n == "variants") {
        let game = parent.parent().unwrap_or(Path::new("."));
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        return Err(Stop::usage(format!("this is a variant; use `{} --variant {name}`", game.display())));
    }
    Ok(parent.to_path_buf())
}

/// Message that a path does not exist, with a suggestion.
fn missing(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let parent = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let here = Path::new(".");
    if has_rules(here) && name_of(here) == name {
        return format!("there is no `{}`; you are in this folder: write `.` for it", path.display());
    }
    let near = |folder: &Path| -> Option<PathBuf> {
        let games: Vec<PathBuf> = games_in(folder).ok()?.into_iter().filter(|folder| has_rules(folder)).collect();
        let names: Vec<String> = games.iter().map(|folder| name_of(folder)).collect();
        let meant = nearest(&name, names.iter().map(String::as_str))?;
        games.into_iter().zip(&names).find(|(_, name)| *name == meant).map(|(folder, _)| folder)
    };
    let meant = near(parent).or_else(|| near(Path::new("rules")));
    // A game of this name that lies here already need not be written.
    if meant.as_deref().is_none_or(|folder| name_of(folder) != name)
        && let Some(command) = unpacking(&name, parent)
    {
        return format!("there is no `{}`; write the built-in game with `{command}`", path.display());
    }
    let hint = meant.map(|f| format!("; did you mean `{}`?", f.display())).unwrap_or_default();
    format!("there is no `{}`{hint}", path.display())
}

/// The command that writes a built-in game into a folder.
fn unpacking(game: &str, into: &Path) -> Option<String> {
    let place = if into == Path::new(".") { String::new() } else { format!(" -o {}", shell(into)) };
    builtin_games::has(game).then(|| format!("tavola games {game}{place}"))
}

/// Folders in a path. A folder without rules stands for its subfolders, because games may be grouped in folders.
fn games_in(path: &Path) -> Result<Vec<PathBuf>, Stop> {
    let mut found = Vec::new();
    for folder in subfolders(path)? {
        if has_rules(&folder) {
            found.push(folder);
        } else {
            found.extend(subfolders(&folder)?);
        }
    }
    Ok(found)
}

fn subfolders(path: &Path) -> Result<Vec<PathBuf>, Stop> {
    let entries = std::fs::read_dir(path).map_err(|error| Stop::usage(text::unread(path, &error)))?;
    let mut found: Vec<PathBuf> = entries.flatten().map(|e| e.path()).filter(|p| p.is_dir() && !is_hidden(p)).collect();
    found.sort();
    Ok(found)
}

fn has_rules(folder: &Path) -> bool {
    if folder.join("rulebook.yaml").is_file() {
        return true;
    }
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path());
    let mut rules = entries.filter(|p| p.is_file() && p.extension().is_some_and(|e| e == "tavola") && !is_hidden(p));
    rules.any(|p| p.file_name().is_some_and(|n| n != PRELUDE))
}
