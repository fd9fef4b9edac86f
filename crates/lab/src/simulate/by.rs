//! Wins by whatever can be said of a player: an expression that is worked out for each of them at a moment of each game.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::statistics::{Clusters, Share};
use tavola_game::{Error, Expression, Pending, Posed, Referee, State};

/// More different values are not told apart: an expression with so many says nothing about any.
pub const MOST_VALUES: usize = 1000;

/// By what wins are told apart.
#[derive(Clone, Debug)]
pub struct By {
    /// For each seat, see [`tavola_game::Game::expressions`].
    pub expressions: Vec<Expression>,
    /// When they are worked out.
    pub moment: Moment,
}

/// A moment of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Before anything.
    Start,
    /// At the first question that a player is asked.
    Setup,
    /// At the first question, or the end, after a rule (by its place in [`tavola_game::Game::rules`]) has begun to run.
    Rule(usize),
    /// At the end.
    End,
}

/// How players fared of whom an expression said the same.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Group {
    /// What it said; none: its moment did not come.
    pub value: Option<String>,
    /// Of how many players it said that, in all games.
    pub players: u64,
    /// How many of them won, alone or together with others. The interval takes into account that players of one game depend on
    /// each other.
    pub wins: Share,
}

/// The expressions at one worker.
pub(super) struct Asker {
    moment: Moment,
    posed: Vec<Posed>,
    /// How often the rule had run before this game.
    before: u64,
    /// What they said in this game; empty: not yet.
    said: Vec<String>,
}

impl Asker {
    /// # Errors
    /// When an expression has no meaning in this set-up.
    pub(super) fn new(referee: &mut Referee, by: &By) -> Result<Self, Error> {
        let posed = by.expressions.iter().map(|expression| referee.pose(expression)).collect::<Result<_, Error>>()?;
        Ok(Self { moment: by.moment, posed, before: 0, said: Vec::new() })
    }

    /// A game begins.
    pub(super) fn begin(&mut self, referee: &mut Referee, state: &State) {
        self.said.clear();
        match self.moment {
            Moment::Start => self.ask(referee, state),
            Moment::Rule(rule) => self.before = referee.runs(rule),
            Moment::Setup | Moment::End => {}
        }
    }

    /// A question is asked, or the game is over.
    pub(super) fn look(&mut self, pending: Pending, referee: &mut Referee, state: &State) {
        let comes = match self.moment {
            Moment::Start => false,
            Moment::Setup => pending != Pending::Chance,
            Moment::Rule(rule) => referee.runs(rule) > self.before,
            Moment::End => pending == Pending::Over,
        };
        if comes && self.said.is_empty() {
            self.ask(referee, state);
        }
    }

    fn ask(&mut self, referee: &mut Referee, state: &State) {
        let said =
            self.posed.iter_mut().map(|posed| referee.value_of(state, posed).unwrap_or_else(|_| NO_VALUE.to_owned()));
        self.said = said.collect();
    }

    /// What was said in the game that is over, seat by seat.
    pub(super) fn said(&self) -> Vec<Option<String>> {
        match self.said.is_empty() {
            true => vec![None; self.posed.len()],
            false => self.said.iter().cloned().map(Some).collect(),
        }
    }
}

/// What is said where working it out ends in a fault.
const NO_VALUE: &str = "no value";

/// Wins by what was said. One value more than [`MOST_VALUES`] is kept, so that it is known that there are too many.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups {
    groups: BTreeMap<Option<String>, Clusters>,
}

impl Groups {
    pub(super) fn add(&mut self, said: &[Option<String>], winners: &[usize]) {
        let mut game: BTreeMap<&Option<String>, (u64, u64)> = BTreeMap::new();
        for (seat, value) in said.iter().enumerate() {
            let (wins, players) = game.entry(value).or_default();
            *wins += u64::from(winners.contains(&seat));
            *players += 1;
        }
        for (value, (wins, players)) in game {
            let mut clusters = Clusters::default();
            clusters.add(wins, players);
            self.put(value, &clusters);
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        other.groups.iter().for_each(|(value, clusters)| self.put(value, clusters));
    }

    fn put(&mut self, value: &Option<String>, clusters: &Clusters) {
        if let Some(known) = self.groups.get_mut(value) {
            known.merge(clusters);
        } else if self.groups.len() <= MOST_VALUES {
            self.groups.insert(value.clone(), *clusters);
        }
    }

    /// All of them, numbers by their size; none where there are too many.
    pub(super) fn told(&self) -> Option<Vec<Group>> {
        if self.groups.len() > MOST_VALUES {
            return None;
        }
        let group = |(value, clusters): (&Option<String>, &Clusters)| {
            let (players, wins) = (clusters.tries(), clusters.share());
            Group { value: value.clone(), players, wins }
        };
        let mut groups: Vec<Group> = self.groups.iter().map(group).collect();
        groups.sort_by_key(|group| group.value.as_deref().and_then(|value| value.parse::<i64>().ok()));
        Some(groups)
    }
}
