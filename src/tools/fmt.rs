//! `tavola fmt`: rules in their layout.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::args::FmtArgs;
use super::console::Console;
use super::ending::{Exit, Stop, VerbResult};
use super::folders;
use super::paint::count;
use super::unified;
use tavola_game::Error;
use tavola_lab::whole;
use tavola_syntax::format::{FormatRefusal, Formatted, format};
use tavola_syntax::text::{self, MAX_SOURCE_BYTES, Sources};

/// Name of stdin in messages and diffs.
const STDIN: &str = "stdin";

/// Numbers of files.
#[derive(Default)]
struct FileCounts {
    files: u64,
    changed: u64,
    refused: u64,
    /// Files that cannot be read.
    unread: u64,
}

/// Runs the verb.
///
/// # Errors
/// When a file cannot be read or written.
pub(crate) fn run(args: &FmtArgs, console: &mut Console) -> VerbResult {
    let mut counts = FileCounts::default();
    if args.is_of_stdin() {
        if args.paths.len() > 1 {
            return Err(Stop::usage("`-` stands for stdin, and cannot be combined with other paths"));
        }
        let before = stdin()?;
        let formatted = formatted(STDIN, &before, &mut counts, console);
        if !args.check && !args.diff {
            console.write_file(&formatted.text)?;
            return Ok(if counts.refused > 0 { Exit::Findings } else { Exit::Fine });
        }
        show(args, STDIN, (&before, &formatted.text), console)?;
        return Ok(ending(args, &counts));
    }
    for path in folders::or_default(&args.paths) {
        for file in files(&path)? {
            let name = file.display().to_string();
            let before = match text::read(&file) {
                Ok(before) => before,
                Err(why) => {
                    console.complain(why);
                    counts.unread += 1;
                    continue;
                }
            };
            let formatted = formatted(&name, &before, &mut counts, console);
            if args.check || args.diff {
                show(args, &name, (&before, &formatted.text), console)?;
            } else if formatted.text != before {
                whole::write(&file, &formatted.text).map_err(|error| Error::unwritten("write", &file, &error))?;
            }
        }
    }
    let would = if args.check || args.diff { "would change" } else { "changed" };
    let line = format!("{} of {} {would}", counts.changed, count(counts.files, "file"));
    if args.diff {
        console.note(line)
    } else {
        console.say(line)?
    }
    Ok(ending(args, &counts))
}

fn ending(args: &FmtArgs, counts: &FileCounts) -> Exit {
    let differs = (args.check || args.diff) && counts.changed > 0;
    Exit::of_games(counts.unread > 0, differs || counts.refused > 0)
}

/// Formats a text, and reports on stderr what stays as it is written.
fn formatted(name: &str, before: &str, counts: &mut FileCounts, console: &Console) -> Formatted {
    let formatted = format(before);
    counts.files += 1;
    counts.changed += u64::from(formatted.text != before);
    match formatted.refusal {
        Some(refusal) => {
            counts.refused += 1;
            let why = match refusal {
                FormatRefusal::Unread => "it has too many lines or errors",
                FormatRefusal::Changed => "its layout would say something else, which is a bug of the formatter",
            };
            console.complain(format!("`{name}` stays as it is: {why}"));
        }
        None if !formatted.diagnostics.is_empty() => {
            let mut sources = Sources::new();
            sources.add(name, before);
            let first = formatted.diagnostics.first().and_then(|finding| sources.place(finding.span));
            let lines = count(formatted.diagnostics.len() as u64, "error");
            let first = first.unwrap_or_else(|| name.to_owned());
            console
                .note(format!("`{name}` has {lines}, the first at {first}; those lines keep their words and spaces"));
        }
        None => {}
    }
    formatted
}

/// Prints what would change: the name of the file, or the lines.
fn show(args: &FmtArgs, name: &str, (before, after): (&str, &str), console: &mut Console) -> Result<(), Stop> {
    if before == after {
        return Ok(());
    }
    if args.check {
        return console.say(name);
    }
    unified::print(name, [before, after], "formatted", console)
}

/// All rules files of a path: itself, or those of the games in it with their variants.
fn files(path: &Path) -> Result<Vec<PathBuf>, Stop> {
    if path.is_file() && path.extension().is_some_and(|ending| ending == "tavola") {
        return Ok(vec![path.to_path_buf()]);
    }
    let mut files = Vec::new();
    for folder in folders::all(path)? {
        files.extend(Sources::list(&folder, "tavola").map_err(Stop::usage)?);
        let variants = folder.join("variants");
        if variants.is_dir() {
            files.extend(Sources::list(&variants, "tavola").map_err(Stop::usage)?);
        }
    }
    Ok(files)
}

fn stdin() -> Result<String, Stop> {
    let mut bytes = Vec::new();
    let read = io::stdin().lock().take(MAX_SOURCE_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|error| Stop::usage(format!("cannot read stdin: {}", text::in_words(&error))))?;
    if bytes.len() as u64 > MAX_SOURCE_BYTES {
        return Err(Stop::usage(format!("stdin is too large: a text may have {MAX_SOURCE_BYTES} bytes")));
    }
    String::from_utf8(bytes).map_err(|_| Stop::usage("stdin is not a text in UTF-8"))
}
