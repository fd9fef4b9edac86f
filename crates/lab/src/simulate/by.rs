//! Wins grouped by an expression, which is evaluated for each player at a moment of each game.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::pairs;
use crate::statistics::{Clusters, Share};
use tavola_game::{Error, Expression, Game, Pending, PreparedExpression, Referee, State};

/// Maximum number of different values. An expression with more of them says nothing about any.
pub const MOST_VALUES: usize = 1000;

/// Grouping of wins.
#[derive(Clone, Debug)]
pub struct Grouping {
    /// Expression for each seat, see [`tavola_game::Game::expressions`].
    pub expressions: Vec<Expression>,
    /// Moment of evaluation.
    pub moment: Moment,
}

/// A moment of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// At the start, before anything happens.
    Start,
    /// At the first question to a player.
    Setup,
    /// At the first question, or the end, after a rule has begun to run. The rule is an index into
    /// [`tavola_game::Game::rules`].
    Rule(usize),
    /// At the end.
    End,
}

impl Moment {
    /// The moment with this name: `start`, `setup`, `end`, or a rule. None if there is no such rule.
    pub fn of(name: &str, game: &Game) -> Option<Self> {
        match name {
            "start" => Some(Self::Start),
            "setup" => Some(Self::Setup),
            "end" => Some(Self::End),
            _ => game.rules().iter().position(|(rule, _)| rule == name).map(Self::Rule),
        }
    }
}

/// Results of the players with the same value of an expression.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Group {
    /// The value. None: the moment did not come.
    pub value: Option<String>,
    /// Number of players with this value, in all games.
    pub players: u64,
    /// Number of them who won, alone or together with others. The interval takes into account that players of one game
    /// depend on each other (cluster sampling).
    pub wins: Share,
}

/// Expressions of one worker.
pub(super) struct Asker {
    moment: Moment,
    prepared_expression: Vec<PreparedExpression>,
    /// Number of runs of the rule before this game.
    before: u64,
    /// Values in this game. Empty before the evaluation.
    said: Vec<String>,
}

impl Asker {
    /// # Errors
    /// If an expression has no meaning in this set-up.
    pub(super) fn new(referee: &mut Referee, by: &Grouping) -> Result<Self, Error> {
        let prepared_expression =
            by.expressions.iter().map(|expression| referee.prepare(expression)).collect::<Result<_, Error>>()?;
        Ok(Self { moment: by.moment, prepared_expression, before: 0, said: Vec::new() })
    }

    /// Begins a game.
    pub(super) fn begin(&mut self, referee: &mut Referee, state: &State) {
        self.said.clear();
        match self.moment {
            Moment::Start => self.ask(referee, state),
            Moment::Rule(rule) => self.before = referee.runs(rule),
            Moment::Setup | Moment::End => {}
        }
    }

    /// Observes a question, or the end of the game.
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
        let said = self.prepared_expression.iter_mut().map(|prepared_expression| {
            referee.evaluate_prepared(state, prepared_expression).unwrap_or_else(|_| NO_VALUE.to_owned())
        });
        self.said = said.collect();
    }

    /// Values in the finished game, seat by seat.
    pub(super) fn said(&self) -> Vec<Option<String>> {
        match self.said.is_empty() {
            true => vec![None; self.prepared_expression.len()],
            false => self.said.iter().cloned().map(Some).collect(),
        }
    }
}

/// Value of an expression whose evaluation faults.
const NO_VALUE: &str = "no value";

/// Wins by value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound(serialize = "V: Serialize", deserialize = "V: Ord + Deserialize<'de>"))]
pub(super) struct Groups<V = String> {
    /// Empty if there are too many.
    #[serde(with = "pairs")]
    groups: BTreeMap<Option<V>, Clusters>,
    /// True if there are more than [`MOST_VALUES`].
    too_many: bool,
}

impl<V> Default for Groups<V> {
    fn default() -> Self {
        Self { groups: BTreeMap::new(), too_many: false }
    }
}

impl<V: Ord + Clone> Groups<V> {
    pub(super) fn add(&mut self, said: &[Option<V>], winners: &[usize]) {
        let mut game: BTreeMap<&Option<V>, (u64, u64)> = BTreeMap::new();
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
        if other.too_many {
            self.overflow();
        }
    }

    fn put(&mut self, value: &Option<V>, clusters: &Clusters) {
        if let Some(known) = self.groups.get_mut(value) {
            known.merge(clusters);
        } else if self.groups.len() == MOST_VALUES {
            self.overflow();
        } else if !self.too_many {
            self.groups.insert(value.clone(), *clusters);
        }
    }

    /// Drops all values. Which of them came first would depend on the order of merging.
    fn overflow(&mut self) {
        *self = Self { groups: BTreeMap::new(), too_many: true };
    }

    /// All values; none for players without one. Empty if there are too many.
    pub(super) fn values(&self) -> impl Iterator<Item = Option<&V>> {
        self.groups.keys().map(Option::as_ref)
    }

    /// All groups, numbers in ascending order. None if there are too many. `name` writes a value.
    pub(super) fn summary(&self, name: impl Fn(&V) -> String) -> Option<Vec<Group>> {
        if self.too_many {
            return None;
        }
        let group = |(value, clusters): (&Option<V>, &Clusters)| {
            let (players, wins) = (clusters.tries(), clusters.share());
            Group { value: value.as_ref().map(&name), players, wins }
        };
        let mut groups: Vec<Group> = self.groups.iter().map(group).collect();
        groups.sort_by_key(|group| group.value.as_deref().and_then(|value| value.parse::<i64>().ok()));
        Some(groups)
    }
}
