//! First answers of players, by which wins are grouped.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::by::{Group, Groups};
use super::heat;
use tavola_game::{Referee, State};

/// The first answer of a player in a game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct FirstAnswer {
    /// Its name, see [`heat::full_name`].
    name: String,
    /// The text of its question with its values left out; of one without a text the name of the rule that asks.
    question: String,
}

impl FirstAnswer {
    /// The answer of the asked player. Call [`Referee::run`] on the state before.
    pub(super) fn of(referee: &Referee, state: &State, option: usize) -> Self {
        let (rule, place) = referee.game().position(state);
        let text = referee.game().questions().into_iter().find(|(_, at)| *at == place).map(|(text, _)| text);
        let question = text.filter(|text| !text.is_empty()).unwrap_or(rule);
        Self { name: heat::full_name(referee, state, option), question }
    }
}

/// Wins by first answer. An answer that several questions have is named with its question. None if there are too many.
pub(super) fn summary(first: &Groups<FirstAnswer>) -> Option<Vec<Group>> {
    let mut questions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for FirstAnswer { name, question } in first.values().flatten() {
        questions.entry(name).or_default().insert(question);
    }
    let is_ambiguous = |name: &str| questions.get(name).is_some_and(|questions| questions.len() > 1);
    let groups = first.summary(|FirstAnswer { name, question }| match is_ambiguous(name) {
        true => format!("{name} ({question})"),
        false => name.clone(),
    });
    groups.map(|groups| groups.into_iter().filter(|of| of.value.is_some()).collect())
}
