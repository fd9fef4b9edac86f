//! What must be chosen before a game begins.

/// Seats, settings, variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The players' names by seat; their number is the number of players. A name is a word of the language
    /// (small letters, digits, `_`): answers and scenarios use it.
    pub players: Vec<String>,
    /// Settings and rulings turned: name and value, as written: `("rounds", "12")`, `("roles", "chosen")`.
    pub set: Vec<(String, String)>,
    /// The variant's name, or several in the order in which they are laid over the game: `night,short`.
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
}
