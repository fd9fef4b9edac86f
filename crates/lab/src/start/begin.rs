//! The files of a new game, and the refusals of names, titles and folders.

use std::fs;
use std::path::Path;

use super::notes::PrintedClauses;
use super::rulebook::{printed_clauses, title_of};
use super::starter::{initials, starter};
use super::{Files, renamed};
use tavola_game::{Error, GameFolder, Rules, is_name};
use tavola_syntax::diagnostic::any_error;
use tavola_syntax::format::format;

/// Beginning of a new game.
pub enum Beginning {
    /// A small complete game to change.
    Template,
    /// The files of another game.
    Copy {
        /// Its name.
        name: String,
        /// Its files.
        files: Files,
    },
    /// A printed rulebook in Markdown. The rules are written later.
    Rulebook {
        /// Its name in messages: "`printed.md`".
        called: String,
        /// The text.
        markdown: String,
    },
}

/// A new game that is not written yet.
pub struct NewGame {
    /// Its files.
    pub files: Files,
    /// The clauses that were read from a printed rulebook.
    pub printed: Option<PrintedClauses>,
}

/// The files of a new game. Without a title, it is that of the printed rulebook, or else the name in words.
///
/// # Errors
/// If the name or title cannot be one, or the printed rulebook has no numbered clauses.
pub fn new_game(name: &str, title: Option<&str>, beginning: Beginning) -> Result<NewGame, Error> {
    checked_name(name)?;
    let printed_title = || match &beginning {
        Beginning::Rulebook { markdown, .. } => title_of(markdown),
        _ => None,
    };
    let title = title.map(str::to_owned).or_else(printed_title).unwrap_or_else(|| in_words(name));
    if title.contains(|c: char| "\"{}".contains(c) || c.is_control()) {
        return Err(Error::new("a title cannot contain quotes or braces"));
    }
    let mut new = match beginning {
        Beginning::Template => NewGame { files: starter(name, &title), printed: None },
        Beginning::Copy { name: old, files } => NewGame { files: renamed(files, &old, name, &title), printed: None },
        Beginning::Rulebook { called, markdown } => from_markdown((&called, &markdown), name, &title)?,
    };
    // The new name is shorter or longer than the old one.
    for (_, contents) in new.files.iter_mut().filter(|(path, _)| path.ends_with(".tavola")) {
        if let Ok(text) = std::str::from_utf8(contents) {
            *contents = format(text).text.into_bytes();
        }
    }
    Ok(new)
}

/// Refuses what cannot be the name of a game.
///
/// # Errors
/// If it is no single word, or a word of the language. The message suggests a name.
pub fn checked_name(name: &str) -> Result<(), Error> {
    if is_name(name) {
        return Ok(());
    }
    let meant: String = name.to_lowercase().chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    let hint = if is_name(&meant) { format!("; write `{meant}`, and `{name}` as its title") } else { String::new() };
    let why = "it must be one word of letters, digits and `_`, and no word of the language";
    Err(Error::new(format!("`{name}` cannot be the name of a game: {why}{hint}")))
}

/// Refuses a folder that exists.
///
/// # Errors
/// If it does.
pub fn refuse_existing(folder: &Path) -> Result<(), Error> {
    match fs::symlink_metadata(folder) {
        Ok(_) => Err(Error::new(format!("`{}` exists and is not overwritten", folder.display()))),
        Err(_) => Ok(()),
    }
}

/// `my_game` as `My Game`.
fn in_words(name: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>())
    };
    name.split('_').filter_map(capital).collect::<Vec<_>>().join(" ")
}

/// A rulebook alone. A rules file is written when there are rules.
fn from_markdown((called, markdown): (&str, &str), name: &str, title: &str) -> Result<NewGame, Error> {
    let printed = printed_clauses(markdown, name, title, &initials(title));
    if printed.clauses == 0 {
        let how = "begin each clause with a number: `1.2 Each player ..`, or `4. ..` below a heading";
        return Err(Error::new(format!("{called} has no numbered clauses; {how}")));
    }
    let folder =
        GameFolder { name: name.to_owned(), files: [("rulebook.yaml".to_owned(), printed.text.clone())].into() };
    let is_readable = |rules: Rules| !any_error(rules.diagnostics());
    if !Rules::read(&folder, None).is_ok_and(is_readable) {
        return Err(Error::new(format!("the rulebook made of {called} cannot be read")));
    }
    let files = vec![("rulebook.yaml".to_owned(), printed.text.clone().into_bytes())];
    Ok(NewGame { files, printed: Some(printed) })
}
