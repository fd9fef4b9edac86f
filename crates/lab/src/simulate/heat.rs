//! Counts of choices: actions and answers, and the members of kinds (towns, cells), things and places that answers
//! name.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::statistics::{Clusters, Share};
use tavola_game::{Answered, OptionValue, Referee, State, Value};

/// Maximum number of options in the cache of a worker. Other options are analysed each time.
const KNOWN: usize = 1 << 16;

/// Choice counts of something that answers name.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ChoiceCount {
    /// Its sort: `action`, `answer`, `thing`, `place`, or the name of its kind.
    pub what: String,
    /// Its name in the rules. An answer includes the rule that asks.
    pub name: String,
    /// The question of an answer in the words of the rules, without its values; none if other questions are
    /// answered like this, too.
    #[serde(skip)]
    pub asked: Option<String>,
    /// Number of questions that offered it. None if offers were not counted.
    pub offered: Option<u64>,
    /// Number of answers that named it.
    pub chosen: u64,
    /// Number of times that a player chose it at least once in a game.
    pub players: u64,
    /// Share of those players who won.
    pub wins: Share,
}

/// Name of answers among the kinds.
const ANSWER: &str = "answer";

/// Numbers of offers and of choices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Often {
    offered: u64,
    chosen: u64,
}

/// Merged counts of several workers.
pub(super) type ChoiceCounters = BTreeMap<(String, String), Heated>;

/// Number of times that something was offered and chosen, and the lines that ask for it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Heated {
    often: [u64; 2],
    places: BTreeSet<String>,
    /// Players who chose it at least once in a game, and those of them who won.
    #[serde(default)]
    wins: Clusters,
}

impl Heated {
    /// Adds the counts of another worker.
    pub(super) fn add(&mut self, other: Self) {
        self.often.iter_mut().zip(other.often).for_each(|(sum, more)| *sum += more);
        self.places.extend(other.places);
        self.wins.merge(&other.wins);
    }
}

/// Counts of one worker.
#[derive(Default)]
pub(super) struct ChoiceCounter {
    /// Names in an option, by its code.
    known: BTreeMap<u64, Arc<[usize]>>,
    numbers: BTreeMap<(String, String), usize>,
    /// The lines that ask for an answer, by its name.
    places: BTreeMap<String, BTreeSet<String>>,
    often: Vec<Often>,
    /// Names in the options of the open question.
    offered: Vec<usize>,
    /// A choice in this game: its number, and the seat.
    in_game: BTreeSet<(usize, usize)>,
    /// Wins of those who chose something, by its number.
    wins: Vec<Clusters>,
}

impl ChoiceCounter {
    /// Begins a game.
    pub(super) fn begin(&mut self) {
        self.in_game.clear();
    }

    /// Ends a game with these winners.
    pub(super) fn end(&mut self, winners: &[usize]) {
        self.wins.resize_with(self.often.len(), Clusters::default);
        let chosen: Vec<(usize, usize)> = std::mem::take(&mut self.in_game).into_iter().collect();
        for same in chosen.chunk_by(|one, next| one.0 == next.0) {
            let won = same.iter().filter(|(_, seat)| winners.contains(seat)).count();
            self.wins[same[0].0].add(won as u64, same.len() as u64);
        }
    }

    /// Counts the answer of the player in a seat and, if `all`, everything that was offered.
    pub(super) fn answered(&mut self, referee: &Referee, state: &State, (seat, option): (usize, usize), all: bool) {
        if all {
            self.offered.clear();
            for option in 0..referee.option_count() {
                let names = self.names(referee, state, option);
                self.offered.extend_from_slice(&names);
            }
            self.offered.sort_unstable();
            self.offered.dedup();
            self.offered.iter().for_each(|&at| self.often[at].offered += 1);
        }
        for &at in self.names(referee, state, option).iter() {
            self.often[at].chosen += 1;
            self.in_game.insert((at, seat));
        }
    }

    /// Names in an option, without repetition.
    fn names(&mut self, referee: &Referee, state: &State, option: usize) -> Arc<[usize]> {
        let code = referee.option_hash(option);
        if let Some(known) = self.known.get(&code) {
            return Arc::clone(known);
        }
        let OptionValue { answer, values } = referee.option(option);
        let mut named = Vec::new();
        match answer {
            Answered::Action(name) => named.push(("action".to_owned(), name)),
            Answered::Yes | Answered::No | Answered::Done | Answered::OneOf(_) => {
                let (name, place) = with_rule(referee, state, option);
                self.places.entry(name.clone()).or_default().insert(place);
                named.push((ANSWER.to_owned(), name));
            }
            Answered::Choice | Answered::AtOnce => {}
        }
        values.into_iter().for_each(|value| all_in(value, &mut named));
        let mut names: Vec<usize> = named.into_iter().map(|name| self.number(name)).collect();
        names.sort_unstable();
        names.dedup();
        let names: Arc<[usize]> = names.into();
        if self.known.len() < KNOWN {
            self.known.insert(code, Arc::clone(&names));
        }
        names
    }

    fn number(&mut self, name: (String, String)) -> usize {
        let next = self.often.len();
        let number = *self.numbers.entry(name).or_insert(next);
        if number == next {
            self.often.push(Often::default());
        }
        number
    }

    /// Adds the counts of this worker.
    pub(super) fn add_to(&self, heats: &mut ChoiceCounters) {
        for (name, &at) in &self.numbers {
            let places = self.places.get(&name.1).filter(|_| name.0 == ANSWER).cloned().unwrap_or_default();
            let often = [self.often[at].offered, self.often[at].chosen];
            let wins = self.wins.get(at).copied().unwrap_or_default();
            heats.entry(name.clone()).or_default().add(Heated { often, places, wins });
        }
    }
}

/// An option with the rule that asks, and the place of its question: `flood: yes`.
fn with_rule(referee: &Referee, state: &State, option: usize) -> (String, String) {
    let (rule, place) = referee.game().position(state);
    (format!("{rule}: {}", referee.notation(option)), place)
}

/// Name of an option among those of all questions: with the rule that asks where the notation alone says nothing, such as `yes` or
/// a number.
pub(super) fn full_name(referee: &Referee, state: &State, option: usize) -> String {
    let notation = || referee.notation(option);
    match referee.option(option).answer {
        Answered::Choice | Answered::AtOnce if notation().parse::<i64>().is_err() => notation(),
        Answered::Action(_) | Answered::OneOf(_) => notation(),
        _ => with_rule(referee, state, option).0,
    }
}

/// Collects everything that a value names. Numbers name nothing.
fn all_in(value: Value, named: &mut Vec<(String, String)>) {
    match value {
        Value::Member { kind, id } => named.push((kind, id)),
        Value::Thing(name) => named.push(("thing".to_owned(), name)),
        Value::Place(name) => named.push(("place".to_owned(), name)),
        Value::Several(values) => values.into_iter().for_each(|value| all_in(value, named)),
        Value::None | Value::Number(_) | Value::Truth(_) | Value::Notation(_) => {}
    }
}

/// The counts by kind, the most frequent choice first. `questions`: see [`tavola_game::Game::questions`].
pub(super) fn summary(heats: &ChoiceCounters, offers: bool, questions: &[(String, String)]) -> Vec<ChoiceCount> {
    // Words that one rule alone asks say more than its name.
    let mut asking: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for ((_, name), heated) in heats {
        let rule = name.split(": ").next().unwrap_or_default();
        for (words, _) in questions.iter().filter(|(_, place)| heated.places.contains(place)) {
            asking.entry(words).or_default().insert(rule);
        }
    }
    let words = |heated: &Heated| {
        let own = questions.iter().filter(|(_, place)| heated.places.contains(place)).map(|(words, _)| words);
        let own: BTreeSet<&String> = own.collect();
        let only = own.first().filter(|words| own.len() == 1 && !words.is_empty())?;
        (asking[only.as_str()].len() == 1).then(|| (*only).clone())
    };
    let named = |((what, name), heated): (&(String, String), &Heated)| {
        let [offered, chosen] = heated.often;
        let (what, name, offered) = (what.clone(), name.clone(), offers.then_some(offered));
        let (players, wins) = (heated.wins.tries(), heated.wins.share());
        ChoiceCount { what, name, asked: words(heated), offered, chosen, players, wins }
    };
    let mut summary: Vec<ChoiceCount> = heats.iter().map(named).collect();
    summary.sort_by(|one, other| one.what.cmp(&other.what).then(other.chosen.cmp(&one.chosen)));
    summary
}
