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
use tavola_page::scene::Stage;

/// Prints the last lines of the log, the final position, and the ranking.
///
/// # Errors
/// If stdout cannot be written.
pub(super) fn ranking(opened: &mut Opened, front: &mut PlainLines<'_>) -> Result<(), Stop> {
    let table = &mut opened.table;
    let viewer = last_viewer(table);
    front.log_lines(&table.news(viewer))?;
    front.show(table, viewer)?;
    if table.calls {
        front.say("The rule that the scenario calls has ended.")?;
        return standing(table, viewer, front);
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

/// Prints the ranking of a position in which the game is not over, if the rules can evaluate it there.
fn standing(table: &mut GameTable, viewer: Option<usize>, front: &mut PlainLines<'_>) -> Result<(), Stop> {
    let Ok((outcome, _)) = table.outcome() else { return Ok(()) };
    front.say("If the game ended here:")?;
    ranking_lines(&outcome, &table.view(viewer), &table.game())
        .iter()
        .try_for_each(|line| front.say(&format!("  {line}")))
}

/// Who looks at the end of a game: the only person at the table, or a spectator.
fn last_viewer(table: &GameTable) -> Option<usize> {
    let mut people = (0..table.names.len()).filter(|&seat| table.humans[seat]);
    people.next().filter(|_| people.next().is_none())
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

/// Prints the last lines of the log, draws the fault of the rules that followed them, and prints the command that replays the game up to it.
///
/// # Errors
/// If stdout cannot be written.
pub(super) fn fault(opened: &mut Opened, fault: &Fault, stage: Stage, console: &mut Console) -> VerbResult {
    let news = opened.table.news(last_viewer(&opened.table));
    PlainLines::new(console, stage).log_lines(&news)?;
    let stop = load::faulted(&opened.table.game(), fault, console);
    if let Some(command) = opened.replay() {
        console.note(format!("replay the record to get there: {command}"));
    }
    Ok(stop.exit)
}
