//! What must be chosen before a game begins.

use tavola_syntax::syntax::is_name;

/// Words that stand where the name of a player can stand, too.
const MEAN_SOMETHING: [&str; 10] =
    ["all", "chance", "done", "everybody", "no", "nobody", "none", "players", "yes", "you"];

/// Seats, settings, variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The players' names by seat; their number is the number of players. A name is a word that answers and scenarios can use, see
    /// [`Setup::unfit_name`].
    pub players: Vec<String>,
    /// Changed settings and rulings, as name and value: `("rounds", "12")`, `("roles", "chosen")`.
    pub set: Vec<(String, String)>,
    /// Name of the variant, or several in the order in which they apply: `night,short`.
    pub variant: Option<String>,
}

/// Names for seats that nobody named.
pub const SEAT_NAMES: [&str; 8] = ["anna", "ben", "chris", "diana", "emil", "flora", "gino", "helena"];

impl Setup {
    /// So many players with customary names, everything else as printed.
    pub fn of(players: usize) -> Self {
        let name =
            |seat: usize| SEAT_NAMES.get(seat).map_or_else(|| format!("player_{}", seat + 1), ToString::to_string);
        Self { players: (0..players).map(name).collect(), set: Vec::new(), variant: None }
    }

    /// Why a text cannot be the name of a player, if so.
    pub fn unfit_name(name: &str) -> Option<&'static str> {
        if MEAN_SOMETHING.contains(&name) {
            return Some("the word means something else");
        }
        let is_fit = is_name(name) && !name.starts_with('_');
        (!is_fit).then_some("a name is one word of letters, digits and `_`, for instance `anna`")
    }
}
