//! `tavola impact`: what a change of rules does to games that were played.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::args::{Figures, ImpactArgs};
use super::console::Console;
use super::ending::{Ending, Exit, Stop};
use super::grid::Grid;
use super::paint::{clean, count};
use super::{folders, interrupt, load, progress};
use crate::game::{LoadError, Rules};
use crate::play::Record;
use crate::play::impact::{self, Change, Difference, Impact, Played};

/// All of it, for programs.
#[derive(Serialize)]
struct Figured {
    version: u32,
    /// The version of the engine.
    tavola: &'static str,
    before: String,
    after: String,
    /// How many games there are of each sort.
    games: BTreeMap<&'static str, usize>,
    records: Vec<Told>,
}

/// One record.
#[derive(Serialize)]
struct Told {
    file: String,
    change: &'static str,
    /// How many answers could be given, of how many.
    given: usize,
    answers: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<First>,
    /// Why it cannot be played to its end, if it cannot.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
}

/// Where it differs first.
#[derive(Serialize)]
struct First {
    /// Before this answer, from 1.
    answer: usize,
    what: String,
    rule: String,
    place: String,
    clauses: Vec<String>,
}

impl From<Difference> for First {
    fn from(Difference { answer, what, rule, place, clauses }: Difference) -> Self {
        Self { answer: answer + 1, what, rule, place, clauses }
    }
}

/// Sorts of games in the order in which they are told, and what they are called.
const SORTS: [(&str, &str); 5] = [
    ("same", "nothing changes"),
    ("options", "other options, the same game"),
    ("result", "the same answers bring something else"),
    ("stopped", "an answer is no longer possible"),
    ("unplayed", "cannot be played under both"),
];

/// Runs the verb.
///
/// # Errors
/// When rules or records cannot be read, or stdout not be written.
pub(crate) fn run(args: &ImpactArgs, console: &mut Console) -> Ending {
    let (before, after) = (folders::one(&args.before)?, folders::one(&args.after)?);
    let files = files(&args.records)?;
    let records = files.iter().map(|file| load::record(file, console)).collect::<Result<Vec<Record>, Stop>>()?;
    // A record may have been played with a variant: both rules have it, unless another one is asked for.
    let mut read: BTreeMap<(bool, Option<String>), Rules> = BTreeMap::new();
    for record in &records {
        let wanted = args.choices.variant.clone().or_else(|| record.variant.clone());
        for (key, folder) in [((false, record.variant.clone()), &before), ((true, wanted), &after)] {
            if let Entry::Vacant(entry) = read.entry(key) {
                let rules = load::rules(folder, entry.key().1.as_deref(), console)?;
                entry.insert(rules);
            }
        }
    }
    for rules in read.values() {
        if let Some(at) = records.iter().position(|record| record.game != rules.name()) {
            let (file, game, other) = (files[at].display(), &records[at].game, rules.name());
            return Err(Stop::usage(format!("`{file}` is a record of `{game}`, and there are rules of `{other}`")));
        }
    }
    let rules = |after: bool, variant: &Option<String>| &read[&(after, variant.clone())];
    let changed: Vec<Record> = records.iter().map(|record| with(record, args)).collect();
    let pairs: Vec<[Played<'_>; 2]> = records
        .iter()
        .zip(&changed)
        .map(|(old, new)| {
            [
                Played { rules: rules(false, &old.variant), setup: old.setup() },
                Played { rules: rules(true, &new.variant), setup: new.setup() },
            ]
        })
        .collect();
    interrupt::be_patient();
    let bar = progress::bar(records.len() as u64, "games");
    let jobs = args.jobs.unwrap_or(0).into();
    let found = impact::impact(&pairs, &records, jobs, &|done| bar.set_position(done), interrupt::flag());
    bar.finish_and_clear();
    let told: Vec<Told> = files
        .iter()
        .zip(&records)
        .zip(found)
        .filter_map(|((file, record), found)| found.map(|found| tell(file, record, found, console)))
        .collect();
    if told.len() < files.len() {
        console.note(format!("stopped: {} of {} were played", told.len(), count(files.len() as u64, "record")));
    }
    let mut games: BTreeMap<&'static str, usize> = BTreeMap::new();
    told.iter().for_each(|told| *games.entry(told.change).or_default() += 1);
    let fine = told.iter().all(|told| told.change == "same");
    match args.format {
        Figures::Pretty => pretty(&told, &games, console)?,
        Figures::Json => console.json(&Figured {
            version: 1,
            tavola: env!("CARGO_PKG_VERSION"),
            before: before.display().to_string(),
            after: after.display().to_string(),
            games,
            records: told,
        })?,
    }
    Ok(if fine { Exit::Fine } else { Exit::Findings })
}

/// The record as it is under the changed rules: another variant, settings turned.
fn with(record: &Record, args: &ImpactArgs) -> Record {
    let mut record = record.clone();
    record.variant = args.choices.variant.clone().or(record.variant);
    for (name, value) in &args.choices.set {
        record.settings.retain(|(other, _)| other != name);
        record.settings.push((name.clone(), value.clone()));
    }
    record.answers.clear();
    record
}

/// All files that are named, and of folders all `.yaml` files in them, by name.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Stop> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let unread = |error| Stop::usage(format!("`{}` cannot be read: {error}", path.display()));
        let inside = std::fs::read_dir(path).map_err(unread)?.collect::<Result<Vec<_>, _>>().map_err(unread)?;
        let mut inside: Vec<PathBuf> = inside.into_iter().map(|entry| entry.path()).collect();
        inside.retain(|file| file.is_file() && file.extension().is_some_and(|ext| ext == "yaml"));
        if inside.is_empty() {
            return Err(Stop::usage(format!("`{}` holds no records (`.yaml` files)", path.display())));
        }
        inside.sort();
        files.extend(inside);
    }
    Ok(files)
}

fn tell(file: &Path, record: &Record, found: Result<Impact, LoadError>, console: &mut Console) -> Told {
    let (file, answers) = (file.display().to_string(), record.answers.len());
    match found {
        Ok(Impact { change, given, first, stopped }) => {
            let change = match change {
                Change::Nothing => "same",
                Change::Options => "options",
                Change::Result => "result",
                Change::Stopped => "stopped",
            };
            Told { file, change, given, answers, first: first.map(First::from), stopped }
        }
        Err(error) => {
            let stop = load::stop(error, &file, Exit::Usage, console);
            let why = stop.message.unwrap_or_else(|| "its set-up is not possible".to_owned());
            Told { file, change: "unplayed", given: 0, answers, first: None, stopped: Some(why) }
        }
    }
}

fn pretty(told: &[Told], games: &BTreeMap<&'static str, usize>, console: &mut Console) -> Result<(), Stop> {
    let mut sorts = Grid::new();
    for (sort, meaning) in SORTS {
        if let Some(many) = games.get(sort) {
            sorts.row([many.to_string(), meaning.to_owned()]);
        }
    }
    console.say(format!("{}:", count(told.len() as u64, "game")))?;
    sorts.lines("  ").iter().try_for_each(|line| console.say(line))?;
    let mut rules: BTreeMap<(&str, &str), Vec<&Told>> = BTreeMap::new();
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
            "{} part at `{}` {}{cited}",
            count(games.len() as u64, "game"),
            clean(rule),
            clean(place)
        ))?;
        for one in games.iter().take(3) {
            let Some(first) = &one.first else { continue };
            let at =
                if first.answer > one.answers { "at the end".to_owned() } else { format!("answer {}", first.answer) };
            console.say(format!("  {}, {at} of {}: {}", clean(&one.file), one.answers, clean(&first.what)))?;
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
