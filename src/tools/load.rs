//! Rules, games and records for the verbs that play: findings are drawn on stderr, then the verb stops.

use std::path::Path;

use super::console::Console;
use super::ending::{Exit, Stop};
use super::findings;
use tavola_game::{Game, LoadError, Rules, Setup, draw_finding, is_budget};
use tavola_lab::scenario::{self, Suite};
use tavola_lab::{Record, Story};
use tavola_syntax::diagnostic::{self, Diagnostic};
use tavola_syntax::text::{self, Sources};

/// So many errors are drawn before a verb stops; the rest is counted.
const DRAWN: usize = 20;

/// Reads rules that can be played. Warnings are counted only: `check` shows them.
///
/// # Errors
/// When they cannot be read (2) or have errors (1).
pub(crate) fn rules(folder: &Path, variant: Option<&str>, console: &mut Console) -> Result<Rules, Stop> {
    let rules = Rules::read(folder, variant)?;
    if diagnostic::any_error(rules.diagnostics()) {
        return Err(findings(rules.diagnostics(), rules.sources(), rules.name(), console));
    }
    Ok(rules)
}

/// Whether two folders have rules of one game.
///
/// # Errors
/// When they are of two.
pub(crate) fn one_game(before: &Rules, after: &Rules) -> Result<(), Stop> {
    let (one, two) = (before.name(), after.name());
    if one == two { Ok(()) } else { Err(Stop::usage(format!("these are rules of two games, `{one}` and `{two}`"))) }
}

/// Reads the scenarios of a game.
///
/// # Errors
/// When they cannot be read (2) or some of them have errors (1).
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
/// When the set-up is not possible (2) or shows errors in the rules (1).
pub(crate) fn game(rules: &Rules, setup: &Setup, console: &mut Console) -> Result<Game, Stop> {
    rules.game(setup).map_err(|error| stop(error, rules.name(), Exit::Findings, console))
}

/// A [`game`] for verbs that play thousands of games: what is asked often is made into machine code.
///
/// # Errors
/// See [`game`].
pub(crate) fn fast_game(rules: &Rules, setup: &Setup, console: &mut Console) -> Result<Game, Stop> {
    let game = game(rules, setup, console)?;
    hasten(&game);
    Ok(game)
}

/// Makes a game fast that is played thousands of times, see [`Game::hasten`]; `TAVOLA_NATIVE=off` switches it off.
pub(crate) fn hasten(game: &Game) {
    if std::env::var_os("TAVOLA_NATIVE").is_none_or(|said| said != "off") {
        game.hasten();
    }
}

/// Reads a record.
///
/// # Errors
/// When it cannot be read or is none (2).
pub(crate) fn record(file: &Path, console: &mut Console) -> Result<Record, Stop> {
    let name = file.display().to_string();
    tavola_lab::record::read_file(file).map_err(|error| stop(error, &name, Exit::Usage, console))
}

/// Reads a game as a player was told it; none if the file is none.
///
/// # Errors
/// When it cannot be read or has mistakes (2).
pub(crate) fn story(file: &Path, console: &mut Console) -> Result<Option<Story>, Stop> {
    let name = file.display().to_string();
    Story::from_file(file).map_err(|error| stop(error, &name, Exit::Usage, console))
}

/// Where an answer (from 0) of a record stands: `game.yaml:7:3: `; empty if it cannot be said.
pub(crate) fn answer_at(file: &Path, number: usize) -> String {
    let text = text::read(file).unwrap_or_default();
    let places = tavola_lab::record::places(&file.display().to_string(), &text);
    places.get(number).map(|place| format!("{place}: ")).unwrap_or_default()
}

/// A reason to stop that stands in a record, with its place.
pub(crate) fn in_record(stop: Stop, file: &Path, keys: &[&str]) -> Stop {
    let text = text::read(file).unwrap_or_default();
    let place = tavola_lab::record::place(&file.display().to_string(), &text, keys).filter(|_| !keys.is_empty());
    let message = stop.message.map(|message| match place {
        Some(place) => format!("{place}: {message}"),
        None => message,
    });
    Stop { message, ..stop }
}

/// Draws what is wrong, if it is a matter of a text; `exit` is the end for that.
pub(crate) fn stop(error: LoadError, name: &str, exit: Exit, console: &mut Console) -> Stop {
    match error {
        LoadError::Error(error) => error.into(),
        LoadError::Findings { sources, diagnostics } => {
            let stop = findings(&diagnostics, &sources, name, console);
            Stop { exit, ..stop }
        }
    }
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

/// How a fault of the rules ends a verb: a spent budget is another matter than a wrong rule.
pub(crate) fn exit_of(finding: &Diagnostic) -> Exit {
    if is_budget(finding.code) { Exit::Ours } else { Exit::Findings }
}
