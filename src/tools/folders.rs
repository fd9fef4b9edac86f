//! Which folders are games: a game's folder has a `.tavola` file of its own (the prelude of the language does not count).

use std::path::{Path, PathBuf};

use super::aboard;
use super::ending::Stop;
use tavola_syntax::text::is_hidden;

/// The library of the language lies beside the games and is none.
const PRELUDE: &str = "prelude.tavola";

/// The one game of a path.
///
/// # Errors
/// When there is no such folder, no game in it, or several.
pub(crate) fn one(path: &Path) -> Result<PathBuf, Stop> {
    let mut found = all(path)?;
    if found.len() == 1 {
        return Ok(found.remove(0));
    }
    let shown: Vec<String> = found.iter().map(|f| format!("`{}`", f.display())).collect();
    Err(Stop::usage(format!("`{}` contains several games; name one of them: {}", path.display(), shown.join(", "))))
}

/// The games of a path: itself, or the folders in it and the folders in those that are no games, in the order of their names.
///
/// # Errors
/// When there is no such folder, or no game in it.
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

/// The paths, or what is meant when none is given.
pub(crate) fn or_default(paths: &[PathBuf]) -> Vec<PathBuf> {
    if !paths.is_empty() {
        return paths.to_vec();
    }
    let rules = PathBuf::from("rules");
    vec![if rules.is_dir() { rules } else { PathBuf::from(".") }]
}

/// The folder of a game that a record calls by its name: beside the record, under `rules`, here, or the current folder.
///
/// # Errors
/// When it is nowhere.
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
        let aboard = unpacking(game, Path::new("rules"));
        let aboard = aboard.map(|command| format!("write them with `{command}`, or ")).unwrap_or_default();
        Stop::usage(format!(
            "`{}` is a game of `{game}`, but its rules are not in `rules/{game}`; {aboard}say where they are",
            record.display()
        ))
    })
}

/// The last part of a game's path: how summaries call it while it has no better name.
pub(crate) fn name_of(folder: &Path) -> String {
    let full = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
    full.file_name().unwrap_or(full.as_os_str()).to_string_lossy().into_owned()
}

/// A path as a shell takes it.
pub(crate) fn shell(path: &Path) -> String {
    let shown = path.display().to_string();
    let plain = shown.chars().all(|c| c.is_alphanumeric() || "/._-+:\\".contains(c));
    if plain { shown } else { format!("'{}'", shown.replace('\'', r"'\''")) }
}

/// A folder stays; a rules file stands for its folder.
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

/// Why a path is not there, with what was perhaps meant.
fn missing(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let parent = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let near = |folder: &Path| -> Option<PathBuf> {
        let games = games_in(folder).ok()?;
        let far = |f: &PathBuf| strsim::damerau_levenshtein(&name, &name_of(f));
        games.into_iter().filter(|f| has_rules(f)).map(|f| (far(&f), f)).filter(|(d, _)| *d <= 3).min().map(|(_, f)| f)
    };
    let meant = near(parent).or_else(|| near(Path::new("rules")));
    // What lies here under this very name need not be written.
    if meant.as_deref().is_none_or(|folder| name_of(folder) != name)
        && let Some(command) = unpacking(&name, parent)
    {
        return format!("there is no `{}`; it is built in: {command}", path.display());
    }
    let hint = meant.map(|f| format!("; did you mean `{}`?", f.display())).unwrap_or_default();
    format!("there is no `{}`{hint}", path.display())
}

/// The command that writes a game which the program brings along into a folder.
fn unpacking(game: &str, into: &Path) -> Option<String> {
    let place = if into == Path::new(".") { String::new() } else { format!(" -o {}", shell(into)) };
    aboard::has(game).then(|| format!("tavola games {game}{place}"))
}

/// The folders in a path; of those that are no games, the folders in them: games may be kept together in a folder.
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
    let entries = std::fs::read_dir(path).map_err(|e| Stop::usage(format!("cannot read `{}`: {e}", path.display())))?;
    let mut found: Vec<PathBuf> = entries.flatten().map(|e| e.path()).filter(|p| p.is_dir() && !is_hidden(p)).collect();
    found.sort();
    Ok(found)
}

fn has_rules(folder: &Path) -> bool {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path());
    let mut rules = entries.filter(|p| p.is_file() && p.extension().is_some_and(|e| e == "tavola") && !is_hidden(p));
    rules.any(|p| p.file_name().is_some_and(|n| n != PRELUDE))
}
