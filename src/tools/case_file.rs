//! Files of scenarios to which verbs add cases.

use std::path::Path;

use super::ending::Stop;
use tavola_game::Error;
use tavola_lab::scenario::CaseFile;
use tavola_lab::{scenario, whole};
use tavola_syntax::diagnostic::Diagnostic;
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

/// Appends a scenario. Reads the file again first, because the author may have edited it during the search.
pub(crate) fn add(file: &Path, name: &str, case: &str) -> Result<(), Stop> {
    let text = kept(file, name)?.with(case).map_err(|error| refused(file, &error))?;
    whole::write(file, &text).map_err(|error| Error::unwritten("write", file, &error).into())
}

/// Reads the file that a scenario of this name will be added to. An unfinished case of that name at its end, left by a stopped
/// search, is replaced.
pub(crate) fn kept(file: &Path, name: &str) -> Result<CaseFile, Stop> {
    if !file.exists() {
        // Told before the search, which may take minutes.
        let missing = || Error::unwritten("write", file, &std::io::ErrorKind::NotFound.into()).into();
        return if whole::folder(file).is_dir() { Ok(CaseFile::default()) } else { Err(missing()) };
    }
    let mut before = text::read(file).map_err(Stop::usage)?;
    let cases = |text: &str| scenario::read_texts(&[(&file.display().to_string(), text)], None);
    let is_wrong = |finding: &Diagnostic| finding.is_error() && !scenario::is_of_several_files(finding);
    if !without_comments(&before).is_empty() && cases(&before).diagnostics.iter().any(is_wrong) {
        return Err(refused(file, "is not a file of scenarios"));
    }
    let mut kept = CaseFile::new(&before).map_err(|error| refused(file, &error))?;
    if kept.has(name) {
        let mark = format!("# {UNFINISHED}");
        // It is the second line of the comment above the case.
        let line = before.rfind(&mark).map(|at| before[..at].rfind('\n').map_or(0, |end| end + 1));
        let line = line.filter(|&at| before[at..].lines().next().is_some_and(|line| line.trim() == mark));
        let left = line.map(|at| before[..at.saturating_sub(1)].rfind('\n').map_or(0, |end| end + 1));
        let left = left.filter(|&at| matches!(&cases(&before[at..]).scenarios[..], [case] if case.name == name));
        let Some(at) = left else {
            return Err(refused(file, &format!("already has a case `{name}`; give this one another --name")));
        };
        before.truncate(at);
        kept = CaseFile::new(&before).map_err(|error| refused(file, &error))?;
    }
    let trial = format!("- name: {}\n", yaml::quoted(name));
    kept.with(&trial).map_err(|error| refused(file, &error))?;
    Ok(kept)
}

/// A text without its comments and blanks.
fn without_comments(text: &str) -> String {
    text.lines().filter(|line| !line.trim_start().starts_with('#')).map(str::trim).collect()
}

/// Reason why a case is not added to a file.
fn refused(file: &Path, why: &str) -> Stop {
    Stop::usage(format!("`{}` {why}", file.display()))
}
