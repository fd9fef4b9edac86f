//! `tavola new`: writes the folder of a new game: a small one to change, a copy of another, or a rulebook without rules.

use std::path::{Path, PathBuf};

use super::args::NewArgs;
use super::console::Console;
use super::create;
use super::ending::{Exit, Stop, VerbResult};
use super::folders::{self, shell};
use super::paint::count;
use super::{builtin_games, load};
use tavola_game::{GameFolder, Rules, is_name};
use tavola_lab::start::{self, Files};
use tavola_syntax::diagnostic::any_error;
use tavola_syntax::format::format;
use tavola_syntax::text;

/// Number of lines of a rulebook that a note names.
const NAMED: usize = 8;

/// Runs the verb.
///
/// # Errors
/// If the name cannot be one, the folder exists, something cannot be read, or the folder cannot be written.
pub(crate) fn run(args: &NewArgs, console: &mut Console) -> VerbResult {
    let (name, folder) = target(args)?;
    create::refuse_existing(&folder)?;
    let read = |file: &PathBuf| text::read(file).map(|markdown| (file.clone(), markdown));
    let printed = args.rulebook.as_ref().map(read).transpose().map_err(Stop::usage)?;
    let printed_title = || printed.as_ref().and_then(|(_, markdown)| start::title_of(markdown));
    let title = args.title.clone().or_else(printed_title).unwrap_or_else(|| in_words(&name));
    if title.contains(|c: char| "\"{}".contains(c) || c.is_control()) {
        return Err(Stop::usage("a title cannot contain quotes or braces"));
    }
    let mut files = match (&args.like, &printed) {
        (Some(game), _) => copy(game, &name, &title, console)?,
        (None, Some((file, markdown))) => from_markdown((file, markdown), &name, &title, console)?,
        (None, None) => start::starter(&name, &title),
    };
    // The new name is shorter or longer than the old one.
    for (_, contents) in files.iter_mut().filter(|(path, _)| path.ends_with(".tavola")) {
        if let Ok(text) = std::str::from_utf8(contents) {
            *contents = format(text).text.into_bytes();
        }
    }
    create::folder(&folder, files.iter().map(|(path, contents)| (path.as_str(), contents.as_slice())))?;
    console.say(folder.display().to_string())?;
    let next = if args.rulebook.is_some() { "check" } else { "play" };
    console.note(format!("to {next} it: tavola {next} {}", shell(&folder)));
    Ok(Exit::Fine)
}

/// Name of the new game, and its folder. `rules/my_game` names both.
fn target(args: &NewArgs) -> Result<(String, PathBuf), Stop> {
    let path = Path::new(&args.name);
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    if !is_name(&name) {
        let meant: String = name.to_lowercase().chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
        let hint =
            if is_name(&meant) { format!("; write `{meant}`, and the title with `--title`") } else { String::new() };
        let why = "it must be one word of letters, digits and `_`, and no word of the language";
        return Err(Stop::usage(format!("`{name}` cannot be the name of a game: {why}{hint}")));
    }
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let rules = Path::new("rules");
    let into = match (&args.output, parent) {
        (Some(output), parent) => output.join(parent.unwrap_or(Path::new(""))),
        (None, Some(parent)) => parent.to_owned(),
        (None, None) if rules.is_dir() => rules.to_owned(),
        (None, None) => PathBuf::new(),
    };
    let folder = into.join(&name);
    Ok((name, folder.strip_prefix(".").map(Path::to_path_buf).unwrap_or(folder)))
}

/// `my_game` as `My Game`.
fn in_words(name: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>())
    };
    name.split('_').filter_map(capital).collect::<Vec<_>>().join(" ")
}

/// The files of another game under a new name.
fn copy(game: &Path, name: &str, title: &str, console: &mut Console) -> Result<Files, Stop> {
    match like(game)? {
        Like::Folder(folder) => {
            let rules = load::rules(&folder, None, console)?;
            Ok(start::copied(&folder, rules.name(), name, title)?)
        }
        Like::BuiltIn(old, files) => Ok(start::renamed(files, &old, name, title)),
    }
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
        Some(packed) => {
            let files = packed.files.into_iter().map(|(path, text)| (path, text.into_bytes())).collect();
            Ok(Like::BuiltIn(name.into_owned(), files))
        }
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

/// A rulebook alone, made from Markdown. A rules file is written when there are rules.
fn from_markdown(
    (file, markdown): (&Path, &str),
    name: &str,
    title: &str,
    console: &mut Console,
) -> Result<Files, Stop> {
    let made = start::printed_clauses(markdown, name, title, &start::initials(title));
    if made.clauses == 0 {
        let how = "begin each clause with a number: `1.2 Each player ..`, or `4. ..` below a heading";
        return Err(Stop::usage(format!("`{}` has no numbered clauses; {how}", file.display())));
    }
    let folder = GameFolder { name: name.to_owned(), files: [("rulebook.yaml".to_owned(), made.text.clone())].into() };
    let is_readable = |rules: Rules| !any_error(rules.diagnostics());
    if !Rules::from_folder(&folder, None).is_ok_and(is_readable) {
        return Err(Stop::ours(format!("the rulebook made of `{}` cannot be read", file.display())));
    }
    console.note(format!("{} from `{}`", count(made.clauses as u64, "clause"), file.display()));
    if !made.left_out.is_empty() {
        let lines: Vec<String> = made.left_out.iter().take(NAMED).map(usize::to_string).collect();
        let more = if made.left_out.len() > NAMED { " .." } else { "" };
        console.note(format!("left out, because no numbered clause is above them: lines {}{more}", lines.join(", ")));
    }
    for (line, id) in made.unsure.iter().take(NAMED) {
        console.warn(format!("line {line} looks like a clause or a table; it was added to {id}"));
    }
    if made.unsure.len() > NAMED {
        console.warn(format!(".. and {} more", count((made.unsure.len() - NAMED) as u64, "line")));
    }
    console.note("set the `kind` of each clause: hints and definitions are `rule`, too");
    Ok(vec![("rulebook.yaml".to_owned(), made.text.into_bytes())])
}
