//! Requests and replies of the page, as JSON.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A file by its path in the folder.
#[derive(Deserialize)]
pub(crate) struct FileNamed {
    pub(crate) file: String,
}

/// Unsaved texts, and the file that is seen.
#[derive(Deserialize)]
pub(crate) struct TextsNow {
    pub(crate) file: Option<String>,
    #[serde(default)]
    pub(crate) texts: BTreeMap<String, String>,
}

/// A position in a text as it is in the editor.
#[derive(Deserialize)]
pub(crate) struct CursorText {
    pub(crate) file: String,
    pub(crate) text: String,
    #[serde(default)]
    pub(crate) at: usize,
    /// New name, where something is renamed.
    #[serde(default)]
    pub(crate) name: String,
}

/// A clause to cite on the line of a position.
#[derive(Deserialize)]
pub(crate) struct CitationAsked {
    pub(crate) clause: String,
    #[serde(flatten)]
    pub(crate) spot: CursorText,
}

/// Settings that are asked for.
#[derive(Deserialize)]
pub(crate) struct SettingsAsked {
    /// The variant whose values are shown.
    #[serde(default)]
    pub(crate) variant: Option<String>,
}

/// A page of the manual by its path below `docs`.
#[derive(Deserialize)]
pub(crate) struct PageNamed {
    pub(crate) page: String,
}

/// A text to save, with the fingerprint of the text that it replaces.
#[derive(Deserialize)]
pub(crate) struct TextToSave {
    pub(crate) file: String,
    pub(crate) text: String,
    pub(crate) print: String,
}

/// A new file of the game.
#[derive(Deserialize, Clone)]
pub(crate) struct FileToMake {
    pub(crate) sort: NewFileSort,
    /// Name without folder and ending.
    pub(crate) name: String,
    /// Settings and rulings that a variant changes.
    #[serde(default)]
    pub(crate) set: BTreeMap<String, String>,
    /// The variant over which it is made: with it the values were changed.
    pub(crate) over: Option<String>,
    /// Fingerprint of the variant that it replaces.
    pub(crate) print: Option<String>,
}

/// Purpose of a new file.
#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
pub(crate) enum NewFileSort {
    Rules,
    Scenarios,
    Variant,
    Look,
    /// Its name is fixed.
    Rulebook,
}

/// A game that is asked for at the table.
#[derive(Deserialize, Default)]
pub(crate) struct TableAsked {
    /// True for a new game. Otherwise the open one stays, if there is one.
    #[serde(default)]
    pub(crate) new: bool,
    #[serde(default)]
    pub(crate) variant: Option<String>,
    #[serde(default)]
    pub(crate) set: BTreeMap<String, String>,
    /// Number of players. `None`: as the studio was started.
    pub(crate) players: Option<usize>,
    /// Seats of people. `None`: as the studio was started.
    pub(crate) people: Option<PeopleAsked>,
    /// The scenario at whose failure it begins, as `FILE/NAME`.
    #[serde(default)]
    pub(crate) case: Option<String>,
    /// A pattern of the gallery that is played instead of the game.
    #[serde(default)]
    pub(crate) pattern: Option<String>,
    /// A game that the report of figures names.
    #[serde(default)]
    pub(crate) figured: Option<GameOfFigures>,
}

/// Seats of people at a table, by the words of the page.
#[derive(Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum PeopleAsked {
    /// The first seat.
    First,
    /// All seats.
    All,
    /// No seat: bots play.
    None,
}

impl PeopleAsked {
    /// For each of this number of seats, whether a person sits there.
    pub fn seats(self, players: usize) -> Vec<bool> {
        let sits = |seat: usize| match self {
            Self::First => seat == 0,
            Self::All => true,
            Self::None => false,
        };
        (0..players).map(sits).collect()
    }
}

/// A game that the report of a run names.
#[derive(Deserialize)]
pub(crate) struct GameOfFigures {
    pub(crate) run: u64,
    pub(crate) game: String,
}

/// Figures that are asked for.
#[derive(Deserialize)]
pub(crate) struct FiguresAsked {
    pub(crate) sort: FiguresSort,
    pub(crate) players: Option<usize>,
    pub(crate) bots: Option<String>,
    pub(crate) games: Option<u64>,
    /// With which rules the saved ones are compared.
    #[serde(default)]
    pub(crate) other: OtherAsked,
    /// Name of the variant or the commit.
    #[serde(default)]
    pub(crate) name: String,
    /// Condition to find.
    #[serde(default)]
    pub(crate) condition: String,
}

/// The measurement, by the verb of the command line with the same report.
#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
pub(crate) enum FiguresSort {
    Simulate,
    Compare,
    Find,
    Impact,
}

/// Sort of rules with which the saved ones are compared.
#[derive(Deserialize, Clone, Copy, Default)]
#[serde(rename_all = "lowercase")]
pub(crate) enum OtherAsked {
    #[default]
    Save,
    Variant,
    Commit,
}

/// The figures that the page has: number of the run, and of its last report.
#[derive(Deserialize)]
pub(crate) struct FiguresKnown {
    #[serde(default)]
    pub(crate) run: u64,
    #[serde(default)]
    pub(crate) version: u64,
}

/// Something at the table whose rule is asked for.
#[derive(Deserialize, Default)]
pub(crate) struct OriginAsked {
    /// Names of things, places and values.
    #[serde(default)]
    pub(crate) names: Vec<String>,
    /// Key of the seat that is seen, for the others.
    #[serde(default)]
    pub(crate) seat: String,
    /// True for the question of the seat.
    #[serde(default)]
    pub(crate) question: bool,
    /// An option of that question.
    pub(crate) option: Option<usize>,
    /// A line of its log, counted from 1.
    pub(crate) line: Option<usize>,
}

/// Number of answers that stay.
#[derive(Deserialize)]
pub(crate) struct AnswersKept {
    pub(crate) answers: usize,
}

/// Answers of the game at the table that become a scenario.
#[derive(Deserialize)]
pub(crate) struct CaptureAsked {
    /// Number of the first answer, from 1.
    pub(crate) from: usize,
    /// Number of answers.
    pub(crate) count: usize,
    /// Name of the file without folder and ending.
    pub(crate) name: String,
    /// Clauses that it proves, besides those that its lines of rules cite: ids between commas or blanks.
    #[serde(default)]
    pub(crate) clauses: String,
}

/// A text with its fingerprint.
#[derive(Serialize)]
pub(crate) struct ReadFile {
    pub(crate) text: String,
    pub(crate) print: String,
}

/// A new text for a range.
#[derive(Serialize)]
pub(crate) struct TextEdit {
    pub(crate) file: String,
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) text: String,
}

/// An edit that the editor offers.
#[derive(Serialize)]
pub(crate) struct OfferedFix {
    pub(crate) title: String,
    pub(crate) edits: Vec<TextEdit>,
}

/// A finding.
#[derive(Serialize)]
pub(crate) struct ShownFinding {
    pub(crate) code: &'static str,
    pub(crate) error: bool,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
    pub(crate) variant: Option<String>,
    pub(crate) at: Option<ShownPlace>,
    pub(crate) fixes: Vec<OfferedFix>,
}

/// A range of a file, with its line counted from 1.
#[derive(Serialize)]
pub(crate) struct ShownPlace {
    pub(crate) file: String,
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) line: usize,
}

/// A line of a file, with what stands there.
#[derive(Serialize)]
pub(crate) struct LineShown {
    pub(crate) file: String,
    pub(crate) line: usize,
    pub(crate) text: String,
}
