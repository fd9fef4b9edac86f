//! Games that are worth a look, by their numbers.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::played::Played;

/// A game that is worth a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NotableGame {
    /// The reason.
    pub what: NotableWhat,
    /// Its figure.
    pub value: i64,
    /// Number of the game in the run.
    pub game: u64,
}

/// Reason why a game is notable. Of several equal games it is the one with the lowest number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NotableWhat {
    /// It asked its players the fewest questions.
    Shortest,
    /// It asked its players the most questions.
    Longest,
    /// The margin between the first and the second player was the smallest.
    Closest,
    /// That margin was the largest.
    Widest,
    /// The leader changed most often, in the games that were analysed in detail.
    MostChanges,
}

/// Accumulator of such games: for each reason the best figure so far, and the number of its game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct NotableGames(BTreeMap<NotableWhat, (i64, u64)>);

impl NotableGames {
    pub(super) fn add(&mut self, number: u64, game: &Played) {
        let asked = game.questions.asked as i64;
        self.put(NotableWhat::Shortest, (asked, number));
        self.put(NotableWhat::Longest, (asked, number));
        if let Some(lead) = &game.lead {
            if let Some(margin) = lead.margin {
                self.put(NotableWhat::Closest, (margin, number));
                self.put(NotableWhat::Widest, (margin, number));
            }
            let changes = lead.way.map(|way| way.changes as i64).filter(|&changes| changes > 0);
            changes.into_iter().for_each(|changes| self.put(NotableWhat::MostChanges, (changes, number)));
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        other.0.iter().for_each(|(&what, &one)| self.put(what, one));
    }

    fn put(&mut self, what: NotableWhat, one: (i64, u64)) {
        let sign = if matches!(what, NotableWhat::Shortest | NotableWhat::Closest) { 1 } else { -1 };
        let known = self.0.entry(what).or_insert(one);
        if (sign * one.0, one.1) < (sign * known.0, known.1) {
            *known = one;
        }
    }

    /// The games, in the order of the reasons. Where all games have one figure, none is worth a look.
    pub(super) fn summary(&self) -> Vec<NotableGame> {
        let value = |what| self.0.get(&what).map(|one| one.0);
        let differs = |least, most| value(least) != value(most);
        let length = differs(NotableWhat::Shortest, NotableWhat::Longest);
        let margin = differs(NotableWhat::Closest, NotableWhat::Widest);
        let is_notable = |what| match what {
            NotableWhat::Shortest | NotableWhat::Longest => length,
            NotableWhat::Closest | NotableWhat::Widest => margin,
            NotableWhat::MostChanges => true,
        };
        let games = self.0.iter().filter(|(what, _)| is_notable(**what));
        games.map(|(&what, &(value, game))| NotableGame { what, value, game }).collect()
    }
}
