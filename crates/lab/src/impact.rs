//! Impact of a rule change on recorded games: a record's answers are played under the old and the new rules, side by
//! side.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::record::Record;
use super::replay::next;
use super::run_hooks::RunHooks;
use super::scenario::WINNER;
use super::threads;
use super::transcript::meaning;
use super::transcript::who;
use tavola_game::{LoadError, MeasureOrder, Outcome, Pending, Referee, Rules, Setup, Standing, State};
use tavola_syntax::text::Fingerprint;

/// Effect of changed rules on a recorded game, the mildest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub enum GameChange {
    /// Every question offers the same options, and the end is the same.
    #[default]
    Nothing,
    /// All answers are possible and the end is the same, but somebody has options more or fewer.
    Options,
    /// All answers are possible, but they have another result.
    Result,
    /// An answer is no longer possible.
    Stopped,
}

/// The first difference between a game under the old and the new rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Divergence {
    /// Index of the answer before which they differ; the number of answers if they differ at the end.
    pub answer: usize,
    /// Description of the difference.
    pub difference: String,
    /// A changed rule that ran since the last common position, or else the rule that asked the last question before the
    /// difference.
    pub rule: String,
    /// Place of the change, or else of the rule's line in the new rules: `file:line:column`.
    pub place: String,
    /// Clauses cited there.
    pub clauses: Vec<String>,
    /// Other changed rules that ran since the last common position.
    pub other_rules: Vec<String>,
}

/// A rule that was changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChangedRule {
    /// Name of the rule, such as `score`; `play` for the whole game.
    pub name: String,
    /// `file:line:column`
    pub place: String,
    /// Clauses that it cites.
    pub clauses: Vec<String>,
}

/// Effect on one record.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Impact {
    /// The most severe effect.
    pub change: GameChange,
    /// Number of answers that are legal under both rules.
    pub replayed: usize,
    /// The first difference of any sort.
    pub first: Option<Divergence>,
    /// Reason for the stop, if the game stopped.
    pub stopped: Option<String>,
    /// True if both games end after the same answers, with other winners.
    #[serde(default)]
    pub other_winners: bool,
}

/// A record's game under the old and the new rules.
pub struct RecordPair<'a> {
    /// The old rules.
    pub before: RulesForSetup<'a>,
    /// The new rules.
    pub after: RulesForSetup<'a>,
    /// Rules that differ between them.
    pub changed: &'a [ChangedRule],
}

/// Rules, and the set-up of a record under them.
pub struct RulesForSetup<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// Players, settings and variant.
    pub setup: Setup,
}

/// The game under one of the two sets of rules.
struct GameSide {
    referee: Referee,
    state: State,
    /// Runs of each rule up to the last question.
    counted: Vec<u64>,
}

/// Observation at a question or at the end.
#[derive(PartialEq, Eq)]
struct QuestionSeen {
    asked: String,
    /// Sorted: another order of options is no difference.
    offered: Vec<String>,
    /// Name and value of each track.
    tracks: Vec<(String, i64)>,
    /// Only at the end.
    outcome: Option<Outcome>,
    /// Only at the end: what `winner` and `payoff` count, and its value for each player.
    counted: Vec<(String, i64)>,
}

/// Replays each record under the old and the new rules.
///
/// Results are in the order of the records, for any number of threads (`jobs`, 0 for the number of cores). A record
/// that was not reached before the stop was set has none. Results in the checkpoint are taken from there.
pub fn impact(
    pairs: &[RecordPair<'_>],
    records: &[Record],
    jobs: usize,
    hooks: &RunHooks<'_>,
) -> Vec<Option<Result<Impact, LoadError>>> {
    let done = AtomicU64::new(0);
    let one = |(pair, record): (&RecordPair<'_>, &Record)| {
        let mark = mark(pair, record);
        let kept = hooks.checkpoint.as_ref();
        let known: Option<Impact> = kept.and_then(|kept| kept.known(mark));
        let is_known = known.is_some();
        if !is_known && hooks.stop.load(Ordering::Relaxed) {
            return None;
        }
        let found = known.map_or_else(|| step(pair, record), Ok);
        if let (Some(kept), false, Ok(found)) = (kept, is_known, &found) {
            kept.store(mark, found);
        }
        (hooks.progress)(done.fetch_add(1, Ordering::Relaxed) + 1);
        Some(found)
    };
    threads::with(jobs, || pairs.par_iter().zip(records).map(one).collect())
}

/// Hash of a game and of the two sets of rules that it is played under.
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

/// Plays one record under both sets of rules.
///
/// # Errors
/// If its set-up is impossible under one of them, or its answers are impossible under the old rules.
fn step(RecordPair { before, after, changed }: &RecordPair<'_>, record: &Record) -> Result<Impact, LoadError> {
    let (mut old, mut new) = (GameSide::new(before)?, GameSide::new(after)?);
    let mut impact = Impact::default();
    let mut last = AskedAt::default();
    for answer in record.answers.iter().map(Some).chain([None]) {
        let (was, now) = (old.look(), new.look());
        let was = was.map_err(|why| does_not_fit(impact.replayed, &why))?;
        let ran = [old.ran(), new.ran()].concat();
        match now {
            Ok(now) => {
                let here = AskedAt::of(&new);
                // If the effect of an answer differs, the difference belongs to the question before it.
                impact.other_winners = matches!((&was.outcome, &now.outcome),
                    (Some(was), Some(now)) if was.winners != now.winners);
                let is_meant = last.place.is_empty() || (was.tracks == now.tracks && now.outcome.is_none());
                if let Some((change, what)) = differ(&was, &now) {
                    let mut ran = [ran, vec![here.rule.clone(), last.rule.clone()]].concat();
                    let is_at_end = was.tracks == now.tracks && was.outcome.is_some() && now.outcome.is_some();
                    if is_at_end {
                        ran.extend(new.unrun(changed));
                    }
                    let winner = AskedAt::winner(after.rules);
                    let at = match is_at_end && was.counted != now.counted {
                        true => &winner,
                        false if is_meant => &here,
                        false => &last,
                    };
                    impact.note(change, what, at, changed, &ran);
                }
                last = here;
            }
            Err(why) => return Ok(impact.stop(why, &last, changed, &ran)),
        }
        let Some((player, answer)) = answer else { break };
        old.give(player, answer).map_err(|why| does_not_fit(impact.replayed, &why))?;
        if let Err(why) = new.give(player, answer) {
            let ran = [last.rule.clone()];
            return Ok(impact.stop(format!("`{player}: {answer}` is no longer possible: {why}"), &last, changed, &ran));
        }
        impact.replayed += 1;
    }
    Ok(impact)
}

fn does_not_fit(given: usize, why: &str) -> LoadError {
    let message = format!("the record does not fit the old rules: after answer {given}: {why}");
    tavola_game::Error::new(message).into()
}

/// Difference between two questions, or between two ends.
fn differ(was: &QuestionSeen, now: &QuestionSeen) -> Option<(GameChange, String)> {
    let moved = was.tracks.iter().filter_map(|(name, value)| {
        let other = now.tracks.iter().find(|(other, _)| other == name)?.1;
        (other != *value).then(|| format!("{name} is {other}, not {value}"))
    });
    let moved: Vec<String> = moved.take(3).collect();
    let counted = was.counted.iter().zip(&now.counted).filter(|((_, value), (_, other))| value != other);
    let counted = counted.map(|((_, value), (name, other))| format!("{name} is {other}, not {value}")).take(3);
    // What is counted is often a track.
    let moved = if moved.is_empty() { counted.collect() } else { moved };
    if was.asked != now.asked {
        // A game that continues after its old end, or ends before it, has another result.
        let change =
            if was.outcome.is_some() || now.outcome.is_some() { GameChange::Result } else { GameChange::Options };
        return Some((change, format!("{}; before, {}", asked(&now.asked, "is"), asked(&was.asked, "was"))));
    }
    if was.outcome != now.outcome {
        let more = if moved.is_empty() { String::new() } else { format!(": {}", moved.join(", ")) };
        return Some((GameChange::Result, format!("the game ends differently{more}")));
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

/// `the game is over`, `anna was asked`
fn asked(who: &str, is: &str) -> String {
    if who.is_empty() { format!("the game {is} over") } else { format!("{who} {is} asked") }
}

/// Elements of the first list that are not in the second, in order.
fn only<'a>(these: &'a [String], others: &[String]) -> Vec<&'a str> {
    these.iter().filter(|one| others.binary_search(one).is_err()).map(String::as_str).collect()
}

impl Impact {
    /// Notes a difference at this question. `ran` are the rules that ran since the last common position.
    fn note(&mut self, change: GameChange, difference: String, at: &AskedAt, changed: &[ChangedRule], ran: &[String]) {
        self.change = self.change.max(change);
        if self.first.is_some() {
            return;
        }
        let mut suspects: Vec<&ChangedRule> = changed.iter().filter(|rule| ran.contains(&rule.name)).collect();
        // A difference in options points at the question first, a difference in results at the rules that ran before
        // it.
        suspects.sort_by_key(|rule| (rule.name == at.rule) != (change == GameChange::Options));
        let other_rules = suspects.iter().skip(1).map(|rule| rule.name.clone()).collect();
        let first = suspects.first().copied();
        let (rule, place, clauses) = match first {
            Some(ChangedRule { name, place, clauses }) if *name != at.rule => (name, place, clauses),
            _ => (&at.rule, &at.place, &at.clauses),
        };
        let (rule, place, clauses) = (rule.clone(), place.clone(), clauses.clone());
        self.first = Some(Divergence { answer: self.replayed, difference, rule, place, clauses, other_rules });
    }

    fn stop(mut self, why: String, last: &AskedAt, changed: &[ChangedRule], ran: &[String]) -> Self {
        self.note(GameChange::Stopped, why.clone(), last, changed, ran);
        self.stopped = Some(why);
        self
    }
}

/// A question: the rule that asks it, its line, and the clauses cited there.
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

    /// The line `winner`.
    fn winner(rules: &Rules) -> Self {
        let part = rules.parts().into_iter().find(|part| part.id.sort == WINNER);
        let (place, clauses) = part.map(|part| (part.place.clone(), part.clauses().to_vec())).unwrap_or_default();
        Self { rule: WINNER.to_owned(), place, clauses }
    }
}

impl GameSide {
    fn new(played: &RulesForSetup<'_>) -> Result<Self, LoadError> {
        let game = played.rules.game(&played.setup)?;
        let (mut referee, state) = (game.referee(), game.start());
        referee.count(true);
        Ok(Self { referee, state, counted: Vec::new() })
    }

    /// Rules that ran since the last call.
    fn ran(&mut self) -> Vec<String> {
        let now = self.referee.counts();
        let before = |at: usize| self.counted.get(at).copied().unwrap_or(0);
        let ran = self.referee.game().rules().into_iter().enumerate().filter(|(at, _)| now[*at] > before(*at));
        let ran = ran.map(|(_, (name, _))| name).collect();
        self.counted = now;
        ran
    }

    /// Names of changed parts whose runs are not counted: defines, and the line `winner`.
    fn unrun(&self, changed: &[ChangedRule]) -> Vec<String> {
        let rules = self.referee.game().rules();
        let is_unrun = |one: &&ChangedRule| !rules.iter().any(|(name, _)| *name == one.name);
        changed.iter().filter(is_unrun).map(|one| one.name.clone()).collect()
    }

    /// Names and values of the measures of `winner`, and of `payoff`, for each player at the end of the game.
    fn counted_at_end(&mut self) -> Result<Vec<(String, i64)>, String> {
        let mut standing = Standing::default();
        self.referee.standing(&self.state, &mut standing).map_err(|fault| meaning(&self.referee, &fault))?;
        let game = self.referee.game();
        let goal = game.goal();
        let measures: Vec<_> = goal.measures.iter().filter(|one| one.sort != MeasureOrder::Condition).collect();
        let mut counted = Vec::new();
        for (seat, player) in game.setup().players.iter().enumerate() {
            let values = if standing.measures == 0 { &[][..] } else { &standing.of(seat)[1..] };
            for (measure, &value) in measures.iter().zip(values) {
                // A standing turns what is least into what is most.
                let value = if measure.sort == MeasureOrder::Least { !value } else { value };
                counted.push((format!("{} of {player}", measure.name), value.into()));
            }
        }
        if self.referee.game().has_payoff() {
            let payoffs = self.referee.returns(&self.state).map_err(|fault| meaning(&self.referee, &fault))?;
            let players = &self.referee.game().setup().players;
            counted.extend(
                players.iter().zip(payoffs).map(|(player, value)| (format!("payoff of {player}"), value as i64)),
            );
        }
        Ok(counted)
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
            let (asked, offered, counted) = (String::new(), Vec::new(), self.counted_at_end()?);
            return Ok(QuestionSeen { asked, offered, tracks, outcome: Some(outcome), counted });
        }
        let mut offered: Vec<String> = (0..self.referee.option_count()).map(|at| self.referee.notation(at)).collect();
        offered.sort_unstable();
        let asked = who(self.referee.game(), pending);
        Ok(QuestionSeen { asked, offered, tracks, outcome: None, counted: Vec::new() })
    }

    fn give(&mut self, player: &str, answer: &str) -> Result<(), String> {
        let option = next(&mut self.referee, &mut self.state, player, answer)?;
        self.referee.answer(&mut self.state, option).map_err(|fault| meaning(&self.referee, &fault))
    }
}
