//! Files of scenarios to which verbs add cases.

use std::path::Path;

use super::ending::Stop;
use tavola_game::Error;
use tavola_lab::scenario::CaseFile;
use tavola_lab::{scenario, whole};
use tavola_syntax::text::is_hidden;
use tavola_syntax::{text, yaml};

/// Comment above a scenario of `find` whose path was not fully shortened.
pub(crate) const UNFINISHED: &str = "stopped before the shortest way was found; resume the search to shorten it";

/// Fails if a scenario in this file would never be read: hidden or not `.yaml`, or in the game's folder but outside
/// `scenarios/`.
pub(crate) fn is_read(file: &Path, game: &Path) -> Result<(), Stop> {
    if file.extension().is_none_or(|ending| ending != "yaml") || is_hidden(file) {
        return Err(refused(file, "would not be read; call a file of scenarios `NAME.yaml`"));
    }
    let (Ok(folder), Ok(game)) = (whole::folder(file).canonicalize(), game.canonicalize()) else { return Ok(()) };
    if folder.starts_with(&game) && folder != game.join("scenarios") {
        return Err(refused(file, "would not be read; put cases of this game into its folder `scenarios`"));
    }
    Ok(())
}

/// Appends scenarios, given by name and text: all of them, or none if one cannot be added. Reads the file again first, because
/// the author may have edited it meanwhile.
pub(crate) fn add(file: &Path, cases: &[(&str, &str)]) -> Result<(), Stop> {
    let mut text = text_of(file)?;
    for (name, case) in cases {
        text = kept(file, &text, name)?.with(case).map_err(|error| refused(file, &error))?;
    }
    whole::write(file, &text).map_err(|error| Error::unwritten("write", file, &error).into())
}

/// Fails if a scenario of this name cannot be added to this file.
pub(crate) fn can_add(file: &Path, name: &str) -> Result<(), Stop> {
    let trial = format!("- name: {}\n", yaml::quoted(name));
    kept(file, &text_of(file)?, name)?.with(&trial).map_err(|error| refused(file, &error))?;
    Ok(())
}

/// Text of a file; empty if there is none yet.
fn text_of(file: &Path) -> Result<String, Stop> {
    if file.exists() {
        return text::read(file).map_err(Stop::usage);
    }
    let missing = || Error::unwritten("write", file, &std::io::ErrorKind::NotFound.into()).into();
    whole::folder(file).is_dir().then(String::new).ok_or_else(missing)
}

/// The file that a scenario of this name will be added to. An unfinished case of that name at its end, left by a stopped
/// search, is taken out.
fn kept(file: &Path, before: &str, name: &str) -> Result<CaseFile, Stop> {
    if !without_comments(before).is_empty()
        && let Some(mistake) = scenario::first_mistake(file, before)
    {
        return Err(refused(file, &format!("has a mistake, so nothing was written: {mistake}")));
    }
    let kept = CaseFile::new(before).map_err(|error| refused(file, &error))?;
    if !kept.has(name) {
        return Ok(kept);
    }
    let mark = format!("# {UNFINISHED}");
    // It is the second line of the comment above the case.
    let line = before.rfind(&mark).map(|at| before[..at].rfind('\n').map_or(0, |end| end + 1));
    let line = line.filter(|&at| before[at..].lines().next().is_some_and(|line| line.trim() == mark));
    let left = line.map(|at| before[..at.saturating_sub(1)].rfind('\n').map_or(0, |end| end + 1));
    let is_it =
        |text: &str| matches!(&scenario::read_texts(&[("", text)], None).scenarios[..], [case] if case.name == name);
    let Some(at) = left.filter(|&at| is_it(&before[at..])) else {
        return Err(refused(file, &format!("already has a case `{name}`; give this one another --name")));
    };
    CaseFile::new(&before[..at]).map_err(|error| refused(file, &error))
}

/// A text without its comments and blanks.
fn without_comments(text: &str) -> String {
    text.lines().filter(|line| !line.trim_start().starts_with('#')).map(str::trim).collect()
}

/// Reason why a case is not added to a file.
fn refused(file: &Path, why: &str) -> Stop {
    Stop::usage(format!("`{}` {why}", file.display()))
}
