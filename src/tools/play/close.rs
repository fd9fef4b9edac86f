//! End of a game: the ranking, how to resume a game that was stopped, and faults.

use super::front_end::{self, FrontEnd};
use super::lines::PlainLines;
use crate::tools::console::Console;
use crate::tools::ending::{Exit, Stop, VerbResult};
use crate::tools::folders::shell;
use crate::tools::load;
use crate::tools::opened::Opened;
use crate::tools::paint::clean;
use tavola_game::Fault;
use tavola_lab::table::{GameTable, ranking_lines};

/// Prints the last lines of the log, the final position, and the ranking.
///
/// # Errors
/// If stdout cannot be written.
pub(super) fn ranking(opened: &mut Opened, front: &mut PlainLines<'_>) -> Result<(), Stop> {
    let table = &mut opened.table;
    let mut people = (0..table.names.len()).filter(|&seat| table.humans[seat]);
    let viewer = match (people.next(), people.next()) {
        (Some(one), None) => Some(one),
        _ => None,
    };
    front.log_lines(&table.news(viewer))?;
    front.show(table, viewer)?;
    if table.calls {
        return front.say("The rule that the scenario calls has ended.");
    }
    let (outcome, unwritten) = match table.outcome() {
        Ok(outcome) => outcome,
        Err(fault) => {
            let message = table.game().diagnose(&fault).message;
            return Err(Stop {
                exit: Exit::Findings,
                message: Some(format!("the winner cannot be evaluated: {message}")),
            });
        }
    };
    unwritten.iter().for_each(|error| front_end::unwritten(front, error));
    front.say("")?;
    front.say(&front.paint().bold("The game is over."))?;
    for line in ranking_lines(&outcome, &table.view(viewer), &table.game()) {
        front.say(&format!("  {line}"))?;
    }
    for what in table.broken_invariants() {
        front.say(&format!("{}: {}", front.paint().red("does not hold"), clean(&what)))?;
    }
    if let Some(command) = opened.replay() {
        front.note(&format!("print it again with `{command}`"));
    }
    Ok(())
}

/// Message at a stop before the end: how to resume the game.
pub(super) fn how_to_go_on(table: &GameTable, command: &str) -> String {
    match table.keeper.file() {
        Some(file) => {
            let file = shell(file);
            format!("The game can be resumed: {command} --resume {file}")
        }
        None if table.keeper.failed().is_some() => {
            "The record could not be written: this game cannot be resumed.".to_string()
        }
        None if let Some(why) = table.keeper.unrecorded() => format!("This game cannot be resumed: {why}."),
        None => "No record was written: this game cannot be resumed.".to_string(),
    }
}

/// Draws a fault of the rules, and prints the command that replays the game up to it.
///
/// # Errors
/// If stdout cannot be written.
pub(super) fn fault(opened: &Opened, fault: &Fault, console: &mut Console) -> VerbResult {
    let finding = opened.table.game().diagnose(fault);
    load::draw(&finding, opened.rules.sources(), console);
    if let Some(command) = opened.replay() {
        console.note(format!("replay the record to get there: {command}"));
    }
    Ok(load::exit_of(finding.code))
}
