//! Loading of rules, games and records for verbs that play. Errors are drawn on stderr and stop the verb.

use std::path::{Path, PathBuf};

use super::console::Console;
use super::ending::{Exit, Stop};
use super::paint::clean;
use super::{findings, folders};
use tavola_game::{Fault, Game, LoadError, Rules, Setup, draw_finding, is_budget};
use tavola_lab::scenario::{self, Suite};
use tavola_lab::{Record, Story};
use tavola_syntax::diagnostic::{self, Diagnostic};
use tavola_syntax::text::{self, Sources};

/// Maximum number of errors drawn before a verb stops. The others are counted.
const DRAWN: usize = 20;

/// Reads rules that can be played. Warnings are not drawn, because `check` shows them.
///
/// # Errors
/// If they cannot be read (exit code 2) or have errors (1).
pub(crate) fn rules(folder: &Path, variant: Option<&str>, console: &mut Console) -> Result<Rules, Stop> {
    let rules = rules_or_rulebook(folder, variant, console)?;
    if rules.is_unwritten() {
        let (shown, name) = (folder.display(), rules.name());
        return Err(Stop::usage(format!("`{shown}` has a rulebook and no rules yet: write them into `{name}.tavola`")));
    }
    Ok(rules)
}

/// Reads rules without errors. The folder may have a rulebook alone.
///
/// # Errors
/// See [`rules`].
pub(crate) fn rules_or_rulebook(folder: &Path, variant: Option<&str>, console: &mut Console) -> Result<Rules, Stop> {
    let rules = Rules::read(folder, variant)?;
    if diagnostic::any_error(rules.diagnostics()) {
        return Err(findings(rules.diagnostics(), rules.sources(), rules.name(), console));
    }
    Ok(rules)
}

/// Checks that the rules of two folders are of one game.
///
/// # Errors
/// If they are of two games.
pub(crate) fn one_game(before: &Rules, after: &Rules) -> Result<(), Stop> {
    let (one, two) = (before.name(), after.name());
    if one == two { Ok(()) } else { Err(Stop::usage(format!("these are rules of two games, `{one}` and `{two}`"))) }
}

/// Reads the scenarios of a game.
///
/// # Errors
/// If they cannot be read (exit code 2) or some of them have errors (1).
pub(crate) fn suite(folder: &Path, rules: &Rules, console: &mut Console) -> Result<Suite, Stop> {
    let suite = scenario::read(&folder.join("scenarios"), None, rules.clause_ids().as_ref())?;
    if diagnostic::any_error(&suite.diagnostics) {
        return Err(findings(&suite.diagnostics, &suite.sources, rules.name(), console));
    }
    Ok(suite)
}

/// Sets a game up.
///
/// # Errors
/// If the set-up is not possible (exit code 2) or shows errors in the rules (1).
pub(crate) fn game(rules: &Rules, setup: &Setup, console: &mut Console) -> Result<Game, Stop> {
    rules.game(setup).map_err(|error| stop(error, rules.name(), Exit::Findings, console))
}

/// A [`game`] for verbs that play thousands of games. Hot expressions are JIT-compiled.
///
/// # Errors
/// See [`game`].
pub(crate) fn fast_game(rules: &Rules, setup: &Setup, console: &mut Console) -> Result<Game, Stop> {
    let game = game(rules, setup, console)?;
    enable_jit(&game);
    Ok(game)
}

/// JIT-compiles a game that is played thousands of times, see [`Game::enable_jit`]. `TAVOLA_NATIVE=off` disables it.
pub(crate) fn enable_jit(game: &Game) {
    if std::env::var_os("TAVOLA_NATIVE").is_none_or(|said| said != "off") {
        game.enable_jit();
    }
}

/// Reads a record.
///
/// # Errors
/// If it cannot be read or is not a record (exit code 2).
pub(crate) fn record(file: &Path, console: &mut Console) -> Result<Record, Stop> {
    let name = file.display().to_string();
    tavola_lab::record::read_file(file).map_err(|error| stop(error, &name, Exit::Usage, console))
}

/// Advice of verbs with `--rules` where the rules of a record are not found.
pub(crate) const BY_RULES: &str = " with --rules PATH";

/// The folder and the rules of a record: those that are named, or those found by the name of its game. `advice` ends the message if there
/// are none.
///
/// # Errors
/// If there are none, or see [`rules`].
pub(crate) fn rules_of_record(
    record: &Record,
    file: &Path,
    (named, advice): (Option<&Path>, &str),
    console: &mut Console,
) -> Result<(PathBuf, Rules), Stop> {
    let folder = match named {
        Some(path) => folders::one(path)?,
        None => folders::by_name(&record.game, file)
            .map_err(|stop| Stop { message: stop.message.map(|m| format!("{m}{advice}")), ..stop })?,
    };
    let rules =
        rules(&folder, record.variant.as_deref(), console).map_err(|stop| in_record(stop, file, &["variant"]))?;
    Ok((folder, rules))
}

/// Refuses a game as one player saw it where a record is needed.
pub(crate) fn no_record(file: &Path, story: &Story, why: &str) -> Stop {
    Stop::usage(format!("`{}` is a game as {} saw it, not a record; {why}", file.display(), clean(&story.seen_by)))
}

/// Reads a game as a player saw it. `None` if the file is something else.
///
/// # Errors
/// If it cannot be read or has errors (exit code 2).
pub(crate) fn story(file: &Path, console: &mut Console) -> Result<Option<Story>, Stop> {
    let name = file.display().to_string();
    Story::from_file(file).map_err(|error| stop(error, &name, Exit::Usage, console))
}

/// Place of an answer (from 0) in a record: `game.yaml:7:3: `. Empty if it is unknown.
pub(crate) fn answer_at(file: &Path, number: usize) -> String {
    let text = text::read(file).unwrap_or_default();
    let places = tavola_lab::record::places(&file.display().to_string(), &text);
    places.get(number).map(|place| format!("{place}: ")).unwrap_or_default()
}

/// Adds the place in a record to the message of a stop.
pub(crate) fn in_record(stop: Stop, file: &Path, keys: &[&str]) -> Stop {
    let text = text::read(file).unwrap_or_default();
    let place = tavola_lab::record::place(&file.display().to_string(), &text, keys).filter(|_| !keys.is_empty());
    let message = stop.message.map(|message| match place {
        Some(place) => format!("{place}: {message}"),
        None => message,
    });
    Stop { message, ..stop }
}

/// Turns a load error into a stop. Findings are drawn and give the exit code `exit`.
pub(crate) fn stop(error: LoadError, name: &str, exit: Exit, console: &mut Console) -> Stop {
    match error {
        LoadError::Error(error) => error.into(),
        LoadError::Findings { sources, diagnostics } => {
            let stop = findings(&diagnostics, &sources, name, console);
            Stop { exit, ..stop }
        }
    }
}

/// Turns a load error into a stop as [`stop`] does. Its message has the first finding, for a report that shows none of those that are drawn.
pub(crate) fn explained(error: LoadError, name: &str, exit: Exit, console: &mut Console) -> Stop {
    let why = match &error {
        LoadError::Findings { sources, diagnostics } => {
            diagnostics.iter().find(|finding| finding.is_error()).map(|first| {
                let place = sources.place(first.span).map(|place| format!(" ({place})")).unwrap_or_default();
                clean(&format!("{}{place}", first.message))
            })
        }
        LoadError::Error(_) => None,
    };
    let stop = stop(error, name, exit, console);
    Stop { message: stop.message.or(why), ..stop }
}

/// Draws a fault of the rules on stderr.
pub(crate) fn faulted(game: &Game, fault: &Fault, console: &Console) -> Stop {
    let finding = game.diagnose(fault);
    draw(&finding, game.sources(), console);
    Stop::quiet(exit_of(finding.code))
}

/// Draws the errors among findings on stderr.
fn findings(all: &[Diagnostic], sources: &Sources, name: &str, console: &mut Console) -> Stop {
    let errors: Vec<Diagnostic> = all.iter().filter(|f| f.is_error()).cloned().collect();
    for finding in errors.iter().take(DRAWN) {
        draw(finding, sources, console);
    }
    if errors.len() > DRAWN {
        console.note(format!("... and {} more (`tavola check` shows them)\n", errors.len() - DRAWN));
    }
    console.note(findings::summary((errors.len(), 0), name, console.err_paint()));
    Stop::quiet(Exit::Findings)
}

/// Draws one finding on stderr.
pub(crate) fn draw(finding: &Diagnostic, sources: &Sources, console: &Console) {
    let drawing = draw_finding(finding, sources, console.err_paint().is_on(), console.width());
    console.note(format!("{drawing}\n"));
}

/// Exit code of a fault of the rules, by the code of its finding. An exhausted budget differs from a wrong rule.
pub(crate) fn exit_of(code: &str) -> Exit {
    if is_budget(code) { Exit::Ours } else { Exit::Findings }
}
