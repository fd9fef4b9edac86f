//! Counts of choices: actions and answers, and the members of kinds (towns, cells), things and places that answers
//! name.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use tavola_game::{Answered, OptionValue, Referee, State, Value};

/// Maximum number of options in the cache of a worker. Other options are analysed each time.
const KNOWN: usize = 1 << 16;

/// Choice counts of something that answers name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChoiceCount {
    /// Its sort: `action`, `answer`, `thing`, `place`, or the name of its kind.
    pub what: String,
    /// Its name in the rules. An answer includes the rule that asks.
    pub name: String,
    /// Number of questions that offered it. None if offers were not counted.
    pub offered: Option<u64>,
    /// Number of answers that named it.
    pub chosen: u64,
}

/// Numbers of offers and of choices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Often {
    offered: u64,
    chosen: u64,
}

/// Merged counts of several workers.
pub(super) type Heats = BTreeMap<(String, String), [u64; 2]>;

/// Counts of one worker.
#[derive(Default)]
pub(super) struct Heat {
    /// Names in an option, by its code.
    known: BTreeMap<u64, Arc<[usize]>>,
    numbers: BTreeMap<(String, String), usize>,
    often: Vec<Often>,
    /// Names in the options of the open question.
    offered: Vec<usize>,
}

impl Heat {
    /// Counts a player's answer and, if `all`, everything that was offered.
    pub(super) fn answered(&mut self, referee: &Referee, state: &State, option: usize, all: bool) {
        if all {
            self.offered.clear();
            for option in 0..referee.options() {
                let names = self.names(referee, state, option);
                self.offered.extend_from_slice(&names);
            }
            self.offered.sort_unstable();
            self.offered.dedup();
            self.offered.iter().for_each(|&at| self.often[at].offered += 1);
        }
        self.names(referee, state, option).iter().for_each(|&at| self.often[at].chosen += 1);
    }

    /// Names in an option, without repetition.
    fn names(&mut self, referee: &Referee, state: &State, option: usize) -> Arc<[usize]> {
        let code = referee.option_code(option);
        if let Some(known) = self.known.get(&code) {
            return Arc::clone(known);
        }
        let OptionValue { answer, values } = referee.option(option);
        let mut named = Vec::new();
        match answer {
            Answered::Action(name) => named.push(("action".to_owned(), name)),
            Answered::Yes | Answered::No | Answered::Done | Answered::OneOf(_) => {
                let rule = referee.game().position(state).0;
                named.push(("answer".to_owned(), format!("{rule}: {}", referee.notation(option))));
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
    pub(super) fn add_to(&self, heats: &mut Heats) {
        for (name, &at) in &self.numbers {
            let sums = heats.entry(name.clone()).or_default();
            sums[0] += self.often[at].offered;
            sums[1] += self.often[at].chosen;
        }
    }
}

/// Collects everything that a value names. Numbers name nothing.
fn all_in(value: Value, named: &mut Vec<(String, String)>) {
    match value {
        Value::Member { kind, id } => named.push((kind, id)),
        Value::Thing(name) => named.push(("thing".to_owned(), name)),
        Value::Place(name) => named.push(("place".to_owned(), name)),
        Value::Several(values) => values.into_iter().for_each(|value| all_in(value, named)),
        Value::None | Value::Number(_) | Value::Truth(_) | Value::Written(_) => {}
    }
}

/// Sorts the counts: by sort, then the most frequent choices first.
pub(super) fn told(heats: Heats, offers: bool) -> Vec<ChoiceCount> {
    let named = |((what, name), [offered, chosen]): ((String, String), [u64; 2])| {
        let offered = offers.then_some(offered);
        ChoiceCount { what, name, offered, chosen }
    };
    let mut told: Vec<ChoiceCount> = heats.into_iter().map(named).collect();
    told.sort_by(|one, other| one.what.cmp(&other.what).then(other.chosen.cmp(&one.chosen)));
    told
}
