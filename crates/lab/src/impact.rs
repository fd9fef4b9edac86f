//! What a change of rules does to games that were played: both rules play the answers of a record, side by side.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::journal::JournalPart;
use super::record::Record;
use super::replay::next;
use super::threads;
use super::transcript::meaning;
use super::transcript::who;
use tavola_game::{LoadError, Outcome, Pending, Referee, Rules, Setup, State};
use tavola_syntax::text::Fingerprint;

/// What becomes of a recorded game under changed rules, the mildest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum GameChange {
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Divergence {
    /// Index of the answer before which they differ; the number of answers if they differ at the end.
    pub answer: usize,
    /// What differs, in words.
    pub what: String,
    /// A changed rule that ran since both were alike, or else the rule at whose question both stood last before it.
    pub rule: String,
    /// Where it is changed, or else its line in the changed rules: `file:line:column`.
    pub place: String,
    /// The clauses that it cites there.
    pub clauses: Vec<String>,
    /// Other changed rules that ran since both were alike.
    pub also: Vec<String>,
}

/// A rule that is not as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChangedRule {
    /// `score`; `play` for the whole game.
    pub name: String,
    /// `file:line:column`
    pub place: String,
    /// The clauses that it cites.
    pub clauses: Vec<String>,
}

/// What becomes of one record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Impact {
    /// The gravest that happened.
    pub change: GameChange,
    /// How many answers could be given.
    pub given: usize,
    /// The first difference of any sort.
    pub first: Option<Divergence>,
    /// Why it stopped, if it did.
    pub stopped: Option<String>,
}

/// A record's game under the rules of before and those of after.
pub struct RecordPair<'a> {
    /// Under those of before.
    pub before: RulesForSetup<'a>,
    /// Under those of after.
    pub after: RulesForSetup<'a>,
    /// The rules that are not the same in both.
    pub changed: &'a [ChangedRule],
}

/// Rules, and the set-up with which a record is played under them.
pub struct RulesForSetup<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// Players, settings and variant.
    pub setup: Setup,
}

/// One of the two games.
struct GameSide {
    referee: Referee,
    state: State,
    /// How often each rule had run at the last question.
    counted: Vec<u64>,
}

/// What one question of a game shows, or its end.
#[derive(PartialEq, Eq)]
struct QuestionSeen {
    asked: String,
    /// In alphabetical order, since another order of options is no difference.
    offered: Vec<String>,
    /// Name and value of each track.
    tracks: Vec<(String, i64)>,
    /// Only at the end.
    outcome: Option<Outcome>,
}

/// Replays each record under the rules before and after. Results are in the order of the records, for any number of threads (0: the number
/// of cores). A record that was not reached before `stop` was set has none; results in the checkpoint `kept` are taken from there.
pub fn impact(
    pairs: &[RecordPair<'_>],
    records: &[Record],
    jobs: usize,
    kept: &JournalPart<'_>,
    progress: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
) -> Vec<Option<Result<Impact, LoadError>>> {
    let done = AtomicU64::new(0);
    let one = |(pair, record): (&RecordPair<'_>, &Record)| {
        let mark = mark(pair, record);
        let known: Option<Impact> = kept.known(mark);
        let is_known = known.is_some();
        if !is_known && stop.load(Ordering::Relaxed) {
            return None;
        }
        let found = known.map_or_else(|| step(pair, record), Ok);
        if let (false, Ok(found)) = (is_known, &found) {
            kept.keep(mark, found);
        }
        progress(done.fetch_add(1, Ordering::Relaxed) + 1);
        Some(found)
    };
    threads::with(jobs, || pairs.par_iter().zip(records).map(one).collect())
}

/// A number for a game and the two rules that it is played under.
fn mark(RecordPair { before, after, .. }: &RecordPair<'_>, record: &Record) -> u64 {
    let mut mark = Fingerprint::default();
    let mut add = |text: &str| mark.add(format!("{text}\n").as_bytes());
    for side in [before, after] {
        add(&side.rules.hash());
        add(&format!("{:?}", side.setup));
    }
    record.answers.iter().for_each(|(player, answer)| add(&format!("{player}: {answer}")));
    mark.number()
}

/// Plays one record under both.
///
/// # Errors
/// If its set-up is not possible under one of them, or its answers are not under the rules of before.
fn step(RecordPair { before, after, changed }: &RecordPair<'_>, record: &Record) -> Result<Impact, LoadError> {
    let (mut old, mut new) = (GameSide::new(before)?, GameSide::new(after)?);
    let mut impact = Impact { change: GameChange::Nothing, given: 0, first: None, stopped: None };
    let mut last = AskedAt::default();
    for answer in record.answers.iter().map(Some).chain([None]) {
        let (was, now) = (old.look(), new.look());
        let was = was.map_err(|why| does_not_fit(impact.given, &why))?;
        let ran = [old.ran(), new.ran()].concat();
        match now {
            Ok(now) => {
                let here = AskedAt::of(&new);
                // Where what was answered brings something else, the question before it is meant.
                let is_meant = last.place.is_empty() || (was.tracks == now.tracks && now.outcome.is_none());
                if let Some((change, what)) = differ(&was, &now) {
                    let at = if is_meant { &here } else { &last };
                    impact.note(change, what, at, changed, &[ran, vec![here.rule.clone(), last.rule.clone()]].concat());
                }
                last = here;
            }
            Err(why) => return Ok(impact.stop(why, &last, changed, &ran)),
        }
        let Some((player, answer)) = answer else { break };
        old.give(player, answer).map_err(|why| does_not_fit(impact.given, &why))?;
        if let Err(why) = new.give(player, answer) {
            let ran = [last.rule.clone()];
            return Ok(impact.stop(format!("`{player}: {answer}` is no longer possible: {why}"), &last, changed, &ran));
        }
        impact.given += 1;
    }
    Ok(impact)
}

fn does_not_fit(given: usize, why: &str) -> LoadError {
    let message = format!("it is no game under the rules of before: after answer {given}: {why}");
    tavola_game::Error::new(message).into()
}

/// What differs between two questions, or two ends.
fn differ(was: &QuestionSeen, now: &QuestionSeen) -> Option<(GameChange, String)> {
    let moved = was.tracks.iter().filter_map(|(name, value)| {
        let other = now.tracks.iter().find(|(other, _)| other == name)?.1;
        (other != *value).then(|| format!("{name} is {other}, not {value}"))
    });
    let moved: Vec<String> = moved.take(3).collect();
    if was.asked != now.asked {
        // A game that goes on where it was over, or is over before, does not end as it did.
        let change =
            if was.outcome.is_some() || now.outcome.is_some() { GameChange::Result } else { GameChange::Options };
        return Some((change, format!("{}, not {}", asked(&now.asked), asked(&was.asked))));
    }
    if was.outcome != now.outcome {
        let more = if moved.is_empty() { String::new() } else { format!(": {}", moved.join(", ")) };
        return Some((GameChange::Result, format!("the game ends otherwise{more}")));
    }
    if !moved.is_empty() {
        return Some((GameChange::Result, moved.join(", ")));
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
    (!parts.is_empty()).then(|| (GameChange::Options, parts.join("; ")))
}

fn asked(who: &str) -> String {
    if who.is_empty() { "the game is over".to_owned() } else { format!("{who} is asked") }
}

/// Those of the first list, in order, that are not in the second.
fn only<'a>(these: &'a [String], others: &[String]) -> Vec<&'a str> {
    these.iter().filter(|one| others.binary_search(one).is_err()).map(String::as_str).collect()
}

impl Impact {
    /// A difference at this question; `ran` are the rules that ran since both games were alike.
    fn note(&mut self, change: GameChange, what: String, at: &AskedAt, changed: &[ChangedRule], ran: &[String]) {
        self.change = self.change.max(change);
        if self.first.is_some() {
            return;
        }
        let mut suspects: Vec<&ChangedRule> = changed.iter().filter(|rule| ran.contains(&rule.name)).collect();
        // Other options are the matter of the question first, other results that of what ran before it.
        suspects.sort_by_key(|rule| (rule.name == at.rule) != (change == GameChange::Options));
        let also = suspects.iter().skip(1).map(|rule| rule.name.clone()).collect();
        let first = suspects.first().copied();
        let (rule, place, clauses) = match first {
            Some(ChangedRule { name, place, clauses }) if *name != at.rule => (name, place, clauses),
            _ => (&at.rule, &at.place, &at.clauses),
        };
        let (rule, place, clauses) = (rule.clone(), place.clone(), clauses.clone());
        self.first = Some(Divergence { answer: self.given, what, rule, place, clauses, also });
    }

    fn stop(mut self, why: String, last: &AskedAt, changed: &[ChangedRule], ran: &[String]) -> Self {
        self.note(GameChange::Stopped, why.clone(), last, changed, ran);
        self.stopped = Some(why);
        self
    }
}

/// A question: the rule that asks it, its line, what that cites.
#[derive(Default)]
struct AskedAt {
    rule: String,
    place: String,
    clauses: Vec<String>,
}

impl AskedAt {
    fn of(side: &GameSide) -> Self {
        let (rule, place) = side.referee.game().position(&side.state);
        Self { rule, place, clauses: side.referee.clauses() }
    }
}

impl GameSide {
    fn new(played: &RulesForSetup<'_>) -> Result<Self, LoadError> {
        let game = played.rules.game(&played.setup)?;
        let (mut referee, state) = (game.referee(), game.start());
        referee.count(true);
        Ok(Self { referee, state, counted: Vec::new() })
    }

    /// The rules that ran since the last time.
    fn ran(&mut self) -> Vec<String> {
        let now = self.referee.counts();
        let before = |at: usize| self.counted.get(at).copied().unwrap_or(0);
        let ran = self.referee.game().rules().into_iter().enumerate().filter(|(at, _)| now[*at] > before(*at));
        let ran = ran.map(|(_, (name, _))| name).collect();
        self.counted = now;
        ran
    }

    fn look(&mut self) -> Result<QuestionSeen, String> {
        let pending = self.referee.run(&mut self.state).map_err(|fault| meaning(&self.referee, &fault))?;
        let tracks = self.referee.game().tracks(&self.state);
        let tracks = tracks.into_iter().map(|track| {
            let of = if track.index.is_empty() { String::new() } else { format!("[{}]", track.index.join(", ")) };
            (format!("{}{of}", track.name), track.value)
        });
        let tracks = tracks.collect();
        if pending == Pending::Over {
            let outcome = self.referee.result(&self.state).map_err(|fault| meaning(&self.referee, &fault))?;
            return Ok(QuestionSeen { asked: String::new(), offered: Vec::new(), tracks, outcome: Some(outcome) });
        }
        let mut offered: Vec<String> = (0..self.referee.options()).map(|at| self.referee.notation(at)).collect();
        offered.sort_unstable();
        Ok(QuestionSeen { asked: who(self.referee.game(), pending), offered, tracks, outcome: None })
    }

    fn give(&mut self, player: &str, answer: &str) -> Result<(), String> {
        let option = next(&mut self.referee, &mut self.state, player, answer)?;
        self.referee.answer(&mut self.state, option).map_err(|fault| meaning(&self.referee, &fault))
    }
}
