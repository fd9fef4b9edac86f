//! After the last question: the ranking, how to go on with a game that stopped, what a fault means.

use super::open::{Opened, shell};
use super::person::Desk;
use super::table::Table;
use crate::game::{Fault, Outcome, Seen};
use crate::tools::console::Console;
use crate::tools::ending::{Ending, Exit, Stop};
use crate::tools::load;

/// The last lines of the log, the final position, and who won.
///
/// # Errors
/// When stdout cannot be written.
pub(super) fn ranking(opened: &mut Opened, desk: &mut Desk<'_>) -> Result<(), Stop> {
    let table = &mut opened.table;
    let mut people = (0..table.names.len()).filter(|&seat| table.humans[seat]);
    let viewer = match (people.next(), people.next()) {
        (Some(one), None) => Some(one),
        _ => None,
    };
    table.news(viewer).iter().try_for_each(|line| desk.console.say(format!("  {line}")))?;
    desk.show(table, viewer)?;
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
    unwritten.iter().for_each(|error| desk.unwritten(error));
    desk.console.say("")?;
    desk.console.say(desk.console.paint.bold("The game is over."))?;
    let tracks = table.view(viewer).tracks;
    for line in lines(&outcome, &table.names, &tracks) {
        desk.console.say(format!("  {line}"))?;
    }
    if let Some(command) = opened.replay() {
        desk.console.note(format!("`{command}` tells it again"));
    }
    Ok(())
}

/// `1. anna and ben share the victory  (points 8; points 8)`, `3. chris  (points 5)`: with the tracks of each player.
pub(crate) fn lines(outcome: &Outcome, names: &[String], tracks: &[Seen<i64>]) -> Vec<String> {
    let own = |name: &str| {
        let own = tracks.iter().filter(|track| track.index.len() == 1 && track.index[0] == name);
        own.map(|track| format!("{} {}", track.name.replace('_', " "), track.value)).collect::<Vec<_>>().join(", ")
    };
    let mut rank = 1;
    let mut lines = Vec::new();
    if outcome.winners.is_empty() {
        lines.push("Nobody wins.".to_string());
    }
    for group in &outcome.ranking {
        let here: Vec<&str> = group.iter().filter_map(|&seat| names.get(seat)).map(String::as_str).collect();
        let shared = if *group == outcome.winners && here.len() > 1 { " share the victory" } else { "" };
        let scores: Vec<String> = here.iter().map(|name| own(name)).filter(|scores| !scores.is_empty()).collect();
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
pub(super) fn how_to_go_on(table: &Table, command: &str) -> String {
    match table.keeper.file() {
        Some(file) => {
            let file = shell(file);
            format!("The game can be resumed: {command} --resume {file}")
        }
        None if table.keeper.is_broken() => {
            "The record could not be written: it ends before this question.".to_string()
        }
        None => "No record was written: this game cannot be resumed.".to_string(),
    }
}

/// A fault of the rules: drawn like any finding; the record leads there again.
///
/// # Errors
/// When stdout cannot be written.
pub(super) fn fault(opened: &Opened, fault: &Fault, console: &mut Console) -> Ending {
    let finding = opened.table.game().diagnose(fault);
    load::draw(&finding, opened.rules.sources(), console);
    if let Some(command) = opened.replay() {
        console.note(format!("the record leads there again: {command}"));
    }
    Ok(load::exit_of(&finding))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_share_a_rank() {
        let names: Vec<String> = ["anna", "ben", "chris"].map(String::from).to_vec();
        let points = |name: &str, value: i64| Seen {
            name: "points".into(),
            index: vec![name.into()],
            shown: vec![name.into()],
            value,
            told: value.to_string(),
        };
        let tracks = [points("anna", 4), points("ben", 4)];
        let won = |ranking: &[&[usize]]| Outcome {
            winners: ranking[0].to_vec(),
            ranking: ranking.iter().map(|group| group.to_vec()).collect(),
        };
        assert_eq!(lines(&won(&[&[2], &[0, 1]]), &names, &[]), ["1. chris", "2. anna and ben"]);
        let shared = ["1. anna and ben share the victory  (points 4; points 4)", "3. chris"];
        assert_eq!(lines(&won(&[&[0, 1], &[2]]), &names, &tracks), shared);
        assert_eq!(lines(&Outcome::default(), &names, &tracks), ["Nobody wins."]);
        let all = Outcome { winners: Vec::new(), ..won(&[&[0, 1, 2]]) };
        assert_eq!(lines(&all, &names, &[]), ["Nobody wins."]);
        let drawn = Outcome { winners: Vec::new(), ..won(&[&[0, 1], &[2]]) };
        let close = ["Nobody wins.", "1. anna and ben  (points 4; points 4)", "3. chris"];
        assert_eq!(lines(&drawn, &names, &tracks), close);
    }
}
