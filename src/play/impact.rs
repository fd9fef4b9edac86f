//! What a change of rules does to games that were played: both rules play the answers of a record, side by side.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::record::Record;
use super::replay::{meaning, next};
use super::threads;
use super::transcript::who;
use crate::game::{LoadError, Outcome, Pending, Referee, Rules, Setup, State};

/// What becomes of a recorded game under changed rules, the mildest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Change {
    /// Every question offers the same, and the end is the same.
    Nothing,
    /// All answers are possible and the end is the same; somebody could have answered otherwise than before, or no longer.
    Options,
    /// All answers are possible; what they bring is not the same.
    Result,
    /// An answer is no longer possible.
    Stopped,
}

/// The first place where a game is another one under the changed rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Before which answer, from 0; as many as there are: at the end.
    pub answer: usize,
    /// What differs, in words.
    pub what: String,
    /// The rule at whose question both stood last before it.
    pub rule: String,
    /// Its line in the changed rules: `file:line:column`.
    pub place: String,
    /// The clauses that the line cites.
    pub clauses: Vec<String>,
}

/// What becomes of one record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Impact {
    /// The gravest that happened.
    pub change: Change,
    /// How many answers could be given.
    pub given: usize,
    /// The first difference of any sort.
    pub first: Option<Difference>,
    /// Why it stopped, if it did.
    pub stopped: Option<String>,
}

/// Rules, and the set-up with which a record is played under them.
pub struct Played<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// Players, settings and variant.
    pub setup: Setup,
}

/// One of the two games.
struct Side {
    referee: Referee,
    state: State,
}

/// What one question of a game shows, or its end.
#[derive(PartialEq, Eq)]
struct Seen {
    asked: String,
    /// In alphabetical order: a change of order is none of the game.
    offered: Vec<String>,
    /// Name and value of each track.
    tracks: Vec<(String, i64)>,
    /// Only at the end.
    outcome: Option<Outcome>,
}

/// Plays each record under the rules of before and those of after; in the order of the records, whatever the number of threads (0: as many
/// as there are cores). A record that is left out because `stop` was set has none.
pub fn impact(
    pairs: &[[Played<'_>; 2]],
    records: &[Record],
    jobs: usize,
    progress: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
) -> Vec<Option<Result<Impact, LoadError>>> {
    let done = AtomicU64::new(0);
    let one = |(pair, record): (&[Played<'_>; 2], &Record)| {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let found = step(pair, record);
        progress(done.fetch_add(1, Ordering::Relaxed) + 1);
        Some(found)
    };
    threads::with(jobs, || pairs.par_iter().zip(records).map(one).collect())
}

/// Plays one record under both.
///
/// # Errors
/// If its set-up is not possible under one of them, or its answers are not under the rules of before.
fn step([before, after]: &[Played<'_>; 2], record: &Record) -> Result<Impact, LoadError> {
    let side = |played: &Played<'_>| {
        let game = played.rules.game(&played.setup)?;
        Ok::<_, LoadError>(Side { referee: game.referee(), state: game.start() })
    };
    let (mut old, mut new) = (side(before)?, side(after)?);
    let mut impact = Impact { change: Change::Nothing, given: 0, first: None, stopped: None };
    let mut last = (String::new(), String::new(), Vec::new());
    for answer in record.answers.iter().map(Some).chain([None]) {
        let (was, now) = (old.look(), new.look());
        let was = was.map_err(|why| does_not_fit(impact.given, &why))?;
        match now {
            Ok(now) => {
                let (rule, place) = new.referee.position(&new.state);
                let here = (rule, place, new.referee.clauses());
                // Where what was answered brings something else, the question before it is meant.
                if last.1.is_empty() || (was.tracks == now.tracks && now.outcome.is_none()) {
                    last = here.clone();
                }
                if let Some((change, what)) = differ(&was, &now) {
                    impact.note(change, what, &last);
                }
                last = here;
            }
            Err(why) => return Ok(impact.stop(why, &last)),
        }
        let Some((player, answer)) = answer else { break };
        old.give(player, answer).map_err(|why| does_not_fit(impact.given, &why))?;
        if let Err(why) = new.give(player, answer) {
            return Ok(impact.stop(format!("`{player}: {answer}` is no longer possible: {why}"), &last));
        }
        impact.given += 1;
    }
    Ok(impact)
}

fn does_not_fit(given: usize, why: &str) -> LoadError {
    let message = format!("it is no game under the rules of before: after answer {given}: {why}");
    crate::game::Error::new(message).into()
}

/// What differs between two questions, or two ends.
fn differ(was: &Seen, now: &Seen) -> Option<(Change, String)> {
    let moved = was.tracks.iter().filter_map(|(name, value)| {
        let other = now.tracks.iter().find(|(other, _)| other == name)?.1;
        (other != *value).then(|| format!("{name} is {other}, not {value}"))
    });
    let moved: Vec<String> = moved.take(3).collect();
    if was.asked != now.asked {
        // A game that goes on where it was over, or is over before, does not end as it did.
        let change = if was.outcome.is_some() || now.outcome.is_some() { Change::Result } else { Change::Options };
        return Some((change, format!("{}, not {}", asked(&now.asked), asked(&was.asked))));
    }
    if was.outcome != now.outcome {
        let more = if moved.is_empty() { String::new() } else { format!(": {}", moved.join(", ")) };
        return Some((Change::Result, format!("the game ends otherwise{more}")));
    }
    if !moved.is_empty() {
        return Some((Change::Result, moved.join(", ")));
    }
    let less = only(&was.offered, &now.offered);
    let more = only(&now.offered, &was.offered);
    let said = |text: &str, these: Vec<&str>| match these.len() {
        0 => None,
        1..=3 => Some(format!("{text} {}", these.join(", "))),
        many => Some(format!("{text} {}, .. ({many} options)", these[..2].join(", "))),
    };
    let parts: Vec<String> =
        [said("no longer offered:", less), said("now offered:", more)].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| (Change::Options, parts.join("; ")))
}

fn asked(who: &str) -> String {
    if who.is_empty() { "the game is over".to_owned() } else { format!("{who} is asked") }
}

/// Those of the first list, in order, that are not in the second.
fn only<'a>(these: &'a [String], others: &[String]) -> Vec<&'a str> {
    these.iter().filter(|one| others.binary_search(one).is_err()).map(String::as_str).collect()
}

impl Impact {
    fn note(&mut self, change: Change, what: String, (rule, place, clauses): &(String, String, Vec<String>)) {
        self.change = self.change.max(change);
        self.first.get_or_insert_with(|| Difference {
            answer: self.given,
            what,
            rule: rule.clone(),
            place: place.clone(),
            clauses: clauses.clone(),
        });
    }

    fn stop(mut self, why: String, last: &(String, String, Vec<String>)) -> Self {
        self.note(Change::Stopped, why.clone(), last);
        self.stopped = Some(why);
        self
    }
}

impl Side {
    fn look(&mut self) -> Result<Seen, String> {
        let pending = self.referee.run(&mut self.state).map_err(|fault| meaning(&self.referee, &fault))?;
        let tracks = self.referee.tracks(&self.state);
        let tracks = tracks.into_iter().map(|track| {
            let of = if track.index.is_empty() { String::new() } else { format!("[{}]", track.index.join(", ")) };
            (format!("{}{of}", track.name), track.value)
        });
        let tracks = tracks.collect();
        if pending == Pending::Over {
            let outcome = self.referee.result(&self.state).map_err(|fault| meaning(&self.referee, &fault))?;
            return Ok(Seen { asked: String::new(), offered: Vec::new(), tracks, outcome: Some(outcome) });
        }
        let mut offered: Vec<String> = (0..self.referee.options()).map(|at| self.referee.notation(at)).collect();
        offered.sort_unstable();
        Ok(Seen { asked: who(self.referee.game(), pending), offered, tracks, outcome: None })
    }

    fn give(&mut self, player: &str, answer: &str) -> Result<(), String> {
        let option = next(&mut self.referee, &mut self.state, player, answer)?;
        self.referee.answer(&mut self.state, option).map_err(|fault| meaning(&self.referee, &fault))
    }
}
