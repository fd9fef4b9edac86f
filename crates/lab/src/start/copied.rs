//! The files of a folder, and copies of games under another name.

use std::fs;
use std::path::Path;

use super::Files;
use tavola_game::{Error, GameFolder, YAML_FILES};
use tavola_syntax::text::{self, is_hidden};

/// Greatest depth of folders in the folder of a game.
const DEPTH: usize = 8;

/// Reads the files of a game's folder: path in the folder and contents, sorted by path. Hidden files, records of games with what lies
/// beside them, and what is no ordinary file of the folder are left out.
///
/// # Errors
/// If a file or folder cannot be read, or folders nest too deeply.
pub fn read(folder: &Path) -> Result<Files, Error> {
    let mut files = Vec::new();
    below(folder, "", 0, &mut files)?;
    Ok(files)
}

/// True for records of games, notes on them, and keys of tables.
fn is_of_a_game(shown: &str) -> bool {
    let is_yaml = !shown.contains('/') && shown.ends_with(".yaml");
    shown == "records" || shown.ends_with(".keys") || is_yaml && !YAML_FILES.contains(&shown)
}

fn below(folder: &Path, shown: &str, depth: usize, files: &mut Files) -> Result<(), Error> {
    let unread = |path: &Path, error: std::io::Error| Error::new(text::unread(path, &error));
    if depth > DEPTH {
        return Err(Error::new(format!("`{}` nests folders too deeply", folder.display())));
    }
    let entries = fs::read_dir(folder).map_err(|error| unread(folder, error))?;
    let mut paths = entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>();
    paths.iter_mut().for_each(|paths| paths.sort());
    for path in paths.map_err(|error| unread(folder, error))?.into_iter().filter(|path| !is_hidden(path)) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let shown = if shown.is_empty() { name } else { format!("{shown}/{name}") };
        let kind = fs::symlink_metadata(&path).map_err(|error| unread(&path, error))?.file_type();
        if is_of_a_game(&shown) {
            continue;
        }
        if kind.is_dir() {
            below(&path, &shown, depth + 1, files)?;
        } else if kind.is_file() {
            files.push((shown, fs::read(&path).map_err(|error| unread(&path, error))?));
        }
    }
    Ok(())
}

/// The files of a game under another name and title. `old` is its name.
pub fn renamed(mut files: Files, old: &str, name: &str, title: &str) -> Files {
    let mut game = GameFolder { name: old.to_owned(), ..GameFolder::default() };
    files.retain(|(path, contents)| match std::str::from_utf8(contents) {
        Ok(text) if path.ends_with(".tavola") || path == "rulebook.yaml" => {
            game.files.insert(path.clone(), text.to_owned());
            false
        }
        _ => true,
    });
    files.extend(game.renamed(name, title).files.into_iter().map(|(path, text)| (path, text.into_bytes())));
    files.sort();
    files
}
