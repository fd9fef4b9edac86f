//! Choices before a game begins.

use serde::{Deserialize, Serialize};
use tavola_syntax::syntax::is_name;

/// Words with a meaning in places where a player's name can stand.
const MEAN_SOMETHING: [&str; 10] =
    ["all", "chance", "done", "everybody", "no", "nobody", "none", "players", "yes", "you"];

/// A set-up: players, settings and variants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// Names of the players by seat. Their number is the number of players.
    ///
    /// Answers and scenarios use the names, see [`Setup::unfit_name`].
    pub players: Vec<String>,
    /// Changed settings and rulings as name and value: `("rounds", "12")`, `("roles", "chosen")`.
    #[serde(rename = "set")]
    pub settings: Vec<(String, String)>,
    /// Name of the variant, or several in the order in which they apply: `night,short`.
    pub variant: Option<String>,
}

/// Default names of seats.
pub const SEAT_NAMES: [&str; 8] = ["anna", "ben", "chris", "diana", "emil", "flora", "gino", "helena"];

impl Setup {
    /// A set-up with default names for this number of players, and default settings.
    pub fn of(players: usize) -> Self {
        let name =
            |seat: usize| SEAT_NAMES.get(seat).map_or_else(|| format!("player_{}", seat + 1), ToString::to_string);
        Self { players: (0..players).map(name).collect(), settings: Vec::new(), variant: None }
    }

    /// The reason why a text cannot be the name of a player, if there is one.
    pub fn unfit_name(name: &str) -> Option<&'static str> {
        if MEAN_SOMETHING.contains(&name) {
            return Some("the word means something else");
        }
        let is_fit = is_name(name) && !name.starts_with('_');
        (!is_fit).then_some("a name is one word of letters, digits and `_`, for instance `anna`")
    }
}
