//! After the last question: the ranking, how to go on with a game that stopped, what a fault means.

use super::open::{Opened, shell};
use super::table::GameTable;
use super::terminal::Terminal;
use crate::tools::console::Console;
use crate::tools::ending::{Exit, Stop, VerbResult};
use crate::tools::load;
use crate::tools::paint::clean;
use tavola_game::{Display, Fault, Outcome, View};

/// The last lines of the log, the final position, and who won.
///
/// # Errors
/// When stdout cannot be written.
pub(super) fn ranking(opened: &mut Opened, terminal: &mut Terminal<'_>) -> Result<(), Stop> {
    let table = &mut opened.table;
    let mut people = (0..table.names.len()).filter(|&seat| table.humans[seat]);
    let viewer = match (people.next(), people.next()) {
        (Some(one), None) => Some(one),
        _ => None,
    };
    terminal.hear(&table.news(viewer))?;
    terminal.show(table, viewer)?;
    let (outcome, unwritten) = match table.outcome() {
        Ok(outcome) => outcome,
        Err(fault) => {
            let message = table.game().diagnose(&fault).message;
            return Err(Stop {
                exit: Exit::Findings,
                message: Some(format!("the winner cannot be worked out: {message}")),
            });
        }
    };
    unwritten.iter().for_each(|error| terminal.unwritten(error));
    terminal.console.say("")?;
    terminal.console.say(terminal.console.paint.bold("The game is over."))?;
    for line in ranked(&outcome, &table.view(viewer), &table.game().display(), &table.names) {
        terminal.console.say(format!("  {line}"))?;
    }
    for what in table.broken() {
        terminal.console.say(format!("{}: {}", terminal.console.paint.red("does not hold"), clean(&what)))?;
    }
    if let Some(command) = opened.replay() {
        terminal.console.note(format!("`{command}` tells it again"));
    }
    Ok(())
}

/// How all rank, a line for each place: `1. chris  (points 84, for rows 11)`, with what one who sees this is told of each player's counts.
pub(crate) fn ranked(outcome: &Outcome, view: &View, display: &Display, names: &[String]) -> Vec<String> {
    lines(outcome, names, &scores(view, display, names))
}

/// What the rules count for each player, by seat: `points 84, for rows 11`. Numbers that the rows of `display` show, and tracks.
fn scores(view: &View, display: &Display, names: &[String]) -> Vec<String> {
    let shown = view.shown.iter().filter_map(|row| {
        let (_, whose, _) = row.of.as_ref()?;
        let value = row.value.as_ref().filter(|value| value.parse::<i64>().is_ok())?;
        Some((whose, format!("{} {value}", row.name)))
    });
    let tracks = view.tracks.iter().filter(|track| track.index.len() == 1 && !display.leaves_out(&track.name));
    let tracks = tracks.map(|track| (&track.index[0], format!("{} {}", track.name.replace('_', " "), track.value)));
    let all: Vec<(&String, String)> = shown.chain(tracks).collect();
    let own =
        |name| all.iter().filter(|(whose, _)| *whose == name).map(|(_, score)| score.as_str()).collect::<Vec<_>>();
    names.iter().map(|name| own(name).join(", ")).collect()
}

/// `1. anna and ben share the victory  (points 8; points 8)`, `3. chris  (points 5)`: with what each player's counts are, by seat.
fn lines(outcome: &Outcome, names: &[String], scores: &[String]) -> Vec<String> {
    let mut rank = 1;
    let mut lines = Vec::new();
    if outcome.winners.is_empty() {
        lines.push("Nobody wins.".to_string());
    }
    for group in &outcome.ranking {
        let here: Vec<&str> = group.iter().filter_map(|&seat| names.get(seat)).map(String::as_str).collect();
        let shared = if *group == outcome.winners && here.len() > 1 { " share the victory" } else { "" };
        let scores = group.iter().filter_map(|&seat| scores.get(seat)).filter(|scores| !scores.is_empty());
        let scores: Vec<&str> = scores.map(String::as_str).collect();
        if outcome.winners.is_empty() && scores.is_empty() && group.len() == names.len() {
            // All are alike, and that was said.
            continue;
        }
        let scores = if scores.is_empty() { String::new() } else { format!("  ({})", scores.join("; ")) };
        lines.push(format!("{rank}. {}{shared}{scores}", here.join(" and ")));
        rank += group.len();
    }
    lines
}

/// The sentence that ends a game before its end.
pub(super) fn how_to_go_on(table: &GameTable, command: &str) -> String {
    match table.keeper.file() {
        Some(file) => {
            let file = shell(file);
            format!("The game can be resumed: {command} --resume {file}")
        }
        None if table.keeper.failed().is_some() => {
            "The record could not be written: this game cannot be resumed.".to_string()
        }
        None => "No record was written: this game cannot be resumed.".to_string(),
    }
}

/// A fault of the rules: drawn like any finding; the record leads there again.
///
/// # Errors
/// When stdout cannot be written.
pub(super) fn fault(opened: &Opened, fault: &Fault, console: &mut Console) -> VerbResult {
    let finding = opened.table.game().diagnose(fault);
    load::draw(&finding, opened.rules.sources(), console);
    if let Some(command) = opened.replay() {
        console.note(format!("the record leads there again: {command}"));
    }
    Ok(load::exit_of(&finding))
}
