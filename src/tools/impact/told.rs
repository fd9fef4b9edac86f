//! The report of `impact`, for people and for programs.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;

use super::super::console::Console;
use super::super::ending::{Exit, Stop};
use super::super::grid::TextTable;
use super::super::load;
use super::super::paint::{clean, count};
use tavola_game::LoadError;
use tavola_lab::Record;
use tavola_lab::impact::{Divergence, GameChange, Impact};

/// The whole report, for programs.
#[derive(Serialize)]
pub(super) struct ImpactReport {
    pub(super) version: u32,
    /// Version of the engine.
    pub(super) tavola: &'static str,
    pub(super) before: String,
    pub(super) after: String,
    /// False if the run was interrupted.
    pub(super) complete: bool,
    /// Number of games of each sort.
    pub(super) games: BTreeMap<&'static str, usize>,
    pub(super) records: Vec<Replayed>,
}

/// Result of one record.
#[derive(Serialize)]
pub(super) struct Replayed {
    pub(super) file: String,
    pub(super) change: &'static str,
    /// Number of answers that could be given, and of all answers.
    given: usize,
    answers: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<First>,
    /// Reason why it cannot be played to its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) stopped: Option<String>,
}

/// First difference of a game.
#[derive(Serialize)]
pub(super) struct First {
    /// Number of the answer before which it differs, from 1.
    answer: usize,
    what: String,
    rule: String,
    place: String,
    clauses: Vec<String>,
    /// Other changed rules that ran since both games were the same.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    also: Vec<String>,
}

impl From<Divergence> for First {
    fn from(Divergence { answer, what, rule, place, clauses, also }: Divergence) -> Self {
        Self { answer: answer + 1, what, rule, place, clauses, also }
    }
}

/// Sorts of games in the order of the report, with their description.
const SORTS: [(&str, &str); 5] = [
    ("same", "nothing changes"),
    ("options", "other options, the same result"),
    ("result", "another result of the same answers"),
    ("stopped", "an answer is no longer legal"),
    ("unplayed", "cannot be replayed under both"),
];

impl Replayed {
    /// The result of a record.
    pub(super) fn new(file: &Path, record: &Record, found: Result<Impact, LoadError>, console: &mut Console) -> Self {
        let answers = record.answers.len();
        match found {
            Ok(Impact { change, given, first, stopped }) => {
                let change = match change {
                    GameChange::Nothing => "same",
                    GameChange::Options => "options",
                    GameChange::Result => "result",
                    GameChange::Stopped => "stopped",
                };
                let (file, first) = (file.display().to_string(), first.map(First::from));
                Self { file, change, given, answers, first, stopped }
            }
            Err(error) => {
                let stop = load::stop(error, &file.display().to_string(), Exit::Usage, console);
                Self::unplayed(file, answers, stop.message.as_deref())
            }
        }
    }

    /// A record that was not played. `why` is none if findings were printed.
    pub(super) fn unplayed(file: &Path, answers: usize, why: Option<&str>) -> Self {
        let stopped = Some(why.unwrap_or("it has errors").to_owned());
        Self { file: file.display().to_string(), change: "unplayed", given: 0, answers, first: None, stopped }
    }
}

/// Counts the records of each sort.
pub(super) fn sorted(told: &[Replayed]) -> BTreeMap<&'static str, usize> {
    let mut games = BTreeMap::new();
    told.iter().for_each(|told| *games.entry(told.change).or_default() += 1);
    games
}

/// Prints the number of games of each sort, the rules at which games first differ, and records that could not be played.
///
/// # Errors
/// When stdout cannot be written.
pub(super) fn pretty(told: &[Replayed], console: &mut Console) -> Result<(), Stop> {
    let (games, mut sorts) = (sorted(told), TextTable::new());
    for (sort, meaning) in SORTS {
        if let Some(many) = games.get(sort) {
            sorts.row([many.to_string(), meaning.to_owned()]);
        }
    }
    console.say(format!("{}:", count(told.len() as u64, "game")))?;
    sorts.lines("  ").iter().try_for_each(|line| console.say(line))?;
    let mut rules: BTreeMap<(&str, &str), Vec<&Replayed>> = BTreeMap::new();
    for one in told {
        if let Some(first) = &one.first {
            rules.entry((first.place.as_str(), first.rule.as_str())).or_default().push(one);
        }
    }
    let mut rules: Vec<_> = rules.into_iter().collect();
    rules.sort_by_key(|(_, games)| std::cmp::Reverse(games.len()));
    for ((place, rule), games) in rules {
        let Some(first) = &games[0].first else { continue };
        let cited = if first.clauses.is_empty() { String::new() } else { format!("  [{}]", first.clauses.join(", ")) };
        console.say("")?;
        console.say(format!(
            "first difference of {} at `{}` {}{cited}",
            count(games.len() as u64, "game"),
            clean(rule),
            clean(place)
        ))?;
        for one in games.iter().take(3) {
            let Some(first) = &one.first else { continue };
            let at = match first.answer > one.answers {
                true => format!("at the end of the game (after {})", count(one.answers as u64, "answer")),
                false => format!("answer {} of {}", first.answer, one.answers),
            };
            console.say(format!("  {}, {at}: {}", clean(&one.file), clean(&first.what)))?;
        }
        if games.len() > 3 {
            console.say(format!("  .. and {} more", games.len() - 3))?;
        }
    }
    for one in told.iter().filter(|one| one.change == "unplayed") {
        console.say(format!("{}: {}", clean(&one.file), clean(one.stopped.as_deref().unwrap_or_default())))?;
    }
    Ok(())
}
