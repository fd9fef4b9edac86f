//! Results of the records for people and for programs.

use std::collections::BTreeMap;
use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;

use super::super::console::Console;
use super::super::document::{Document, TextLine, TextTable};
use super::super::ending::Exit;
use super::super::load;
use super::super::paint::count;
use tavola_game::LoadError;
use tavola_lab::Record;
use tavola_lab::impact::{Divergence, GameChange, Impact};

/// Effects of changed rules on recorded games.
#[derive(Serialize, JsonSchema)]
pub(in crate::tools) struct ImpactReport {
    pub(super) version: u32,
    /// The version of the engine.
    pub(super) tavola: &'static str,
    /// Folder of the rules before.
    pub(super) before: String,
    /// Folder of the changed rules.
    pub(super) after: String,
    /// Fingerprint of the rules before.
    pub(super) rules_before: String,
    /// Fingerprint of the changed rules, with `--variant`.
    pub(super) rules_after: String,
    /// True if all records were replayed.
    pub(super) complete: bool,
    /// Number of records by `change`.
    pub(super) games: BTreeMap<&'static str, usize>,
    /// The records, by file.
    pub(super) records: Vec<Replayed>,
}

/// One record.
#[derive(Serialize, JsonSchema)]
pub(super) struct Replayed {
    /// Path of the record.
    pub(super) file: String,
    /// `same`: nothing changes. `options`: other options, the same result. `result`: the same answers have another result.
    /// `stopped`: the recorded answers no longer fit. `unplayed`: it cannot be replayed under both rules.
    pub(super) change: &'static str,
    /// Number of answers that are legal under both rules.
    replayed: usize,
    /// Number of all answers.
    answers: usize,
    /// True if the same answers let other players win.
    other_winners: bool,
    /// The first difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<First>,
    /// Reason why it cannot be played to its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) stopped: Option<String>,
}

/// The first difference.
#[derive(Serialize, JsonSchema)]
pub(super) struct First {
    /// Before this answer, from 1.
    answer: usize,
    /// This answer: `anna: hill`. None at the end of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    recorded_answer: Option<String>,
    /// Description of the difference.
    difference: String,
    /// Name of a changed rule that ran before it, or else of the rule that asks there.
    rule: String,
    /// `file:line:column` of the change, or else of the question.
    place: String,
    /// Clauses that are cited there.
    clauses: Vec<String>,
    /// Other changed rules that ran since both were alike.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    other_rules: Vec<String>,
}

impl First {
    fn new(Divergence { answer, difference, rule, place, clauses, other_rules }: Divergence, record: &Record) -> Self {
        let recorded_answer = record.answers.get(answer).map(|(who, answer)| format!("{who}: {answer}"));
        Self { answer: answer + 1, recorded_answer, difference, rule, place, clauses, other_rules }
    }
}

const RESULT: &str = "result";

/// Sorts of games in the order of the report, with their names.
const SORTS: [(&str, &str); 5] = [
    ("same", "nothing changes"),
    ("options", "other options, the same result"),
    (RESULT, "another result of the same answers"),
    ("stopped", "the recorded answers no longer fit"),
    ("unplayed", "cannot be replayed under both"),
];

impl Replayed {
    /// The result of a record.
    pub(super) fn new(file: &Path, record: &Record, found: Result<Impact, LoadError>, console: &mut Console) -> Self {
        let answers = record.answers.len();
        match found {
            Ok(Impact { change, replayed, first, stopped, other_winners }) => {
                let change = match change {
                    GameChange::Nothing => "same",
                    GameChange::Options => "options",
                    GameChange::Result => RESULT,
                    GameChange::Stopped => "stopped",
                };
                let (file, first) = (file.display().to_string(), first.map(|first| First::new(first, record)));
                Self { file, change, replayed, answers, other_winners, first, stopped }
            }
            Err(error) => {
                let stop = load::explained(error, &file.display().to_string(), Exit::Usage, console);
                Self::unplayed(file, answers, stop.message.as_deref())
            }
        }
    }

    /// A record that was not played. Without `why`, the rules of its variant have errors, which are printed as findings.
    pub(super) fn unplayed(file: &Path, answers: usize, why: Option<&str>) -> Self {
        let stopped = Some(why.unwrap_or("the rules of its variant have errors").to_owned());
        let file = file.display().to_string();
        Self { file, change: "unplayed", replayed: 0, answers, other_winners: false, first: None, stopped }
    }
}

/// Number of records of each sort.
pub(super) fn sorted(report: &[Replayed]) -> BTreeMap<&'static str, usize> {
    let mut games = BTreeMap::new();
    report.iter().for_each(|report| *games.entry(report.change).or_default() += 1);
    games
}

/// The command that shows a record again: by its file, after this number of answers. None: not offered.
pub(in crate::tools) type SeeRecord<'a> = dyn Fn(&str, u64) -> Option<TextLine> + 'a;

/// Number of games of each sort, the rules at which games first differ, and the games that could not be played.
/// `again` says how a record is seen again. `most` is the maximum number of games listed at a rule.
pub(super) fn document(report: &[Replayed], most: usize, again: &SeeRecord<'_>) -> Document {
    let (games, mut out) = (sorted(report), Document::new("Recorded games under changed rules"));
    out.title(count(report.len() as u64, "recorded game"));
    let others = report.iter().filter(|one| one.other_winners).count();
    let winners = match others {
        0 => String::new(),
        _ => format!("; other winners in {}", count(others as u64, "game")),
    };
    let sorts = SORTS.iter().filter_map(|(sort, meaning)| {
        let winners = if *sort == RESULT { &winners } else { "" };
        Some([games.get(sort)?.to_string(), format!("{meaning}{winners}")])
    });
    out.table(TextTable::default().rows(sorts));
    let mut rules: BTreeMap<(&str, &str), Vec<(&Replayed, &First)>> = BTreeMap::new();
    for (one, first) in report.iter().filter_map(|one| Some((one, one.first.as_ref()?))) {
        rules.entry((first.place.as_str(), first.rule.as_str())).or_default().push((one, first));
    }
    let mut rules: Vec<_> = rules.into_iter().collect();
    rules.sort_by_key(|(_, games)| std::cmp::Reverse(games.len()));
    for ((place, rule), games) in rules {
        let clauses = &games[0].1.clauses;
        let cited = if clauses.is_empty() { String::new() } else { format!("  [{}]", clauses.join(", ")) };
        out.section(format!("first difference of {} at `{rule}` {place}{cited}", count(games.len() as u64, "game")));
        let left = games.len().saturating_sub(most);
        let more = (left > 0).then(|| format!(".. and {left} more (`--format markdown` lists all)"));
        let listed = games.iter().take(most).map(|(one, first)| {
            let Replayed { file, answers, .. } = one;
            let at = match first.answer > *answers {
                true => format!("at the end of the game (after {})", count(*answers as u64, "answer")),
                // What stopped a game quotes the answer.
                false => match first.recorded_answer.as_ref().filter(|given| !first.difference.contains(*given)) {
                    Some(given) => format!("answer {} of {answers} (`{given}`)", first.answer),
                    None => format!("answer {} of {answers}", first.answer),
                },
            };
            let winners = if one.other_winners { "; other players win" } else { "" };
            let line = TextLine::from(format!("{file}, {at}: {}{winners}", first.difference));
            match again(file, first.answer.saturating_sub(1) as u64) {
                Some(again) => line.plain(" ").with(again),
                None => line,
            }
        });
        out.list(listed.chain(more.map(TextLine::from)));
    }
    let unplayed = report.iter().filter(|one| one.change == "unplayed");
    out.lines(unplayed.map(|one| format!("{}: {}", one.file, one.stopped.as_deref().unwrap_or_default())));
    out
}

/// Maximum number of games that are listed at a rule on a terminal.
pub(super) const LISTED: usize = 10;
