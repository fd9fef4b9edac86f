//! Results of the methods, besides those that are reports of commands.

use schemars::JsonSchema;
use serde::Serialize;

use tavola_game::SettingInfo;
use tavola_page::scene::{Choice, Clause, Line, Scene};
use tavola_serve::{AnswerReason, AnswerVerdict, KeyedTable, TableStatus};

/// Version of the interface. It grows when a method, a parameter or a result changes its meaning or is removed.
pub(super) const INTERFACE: u32 = 1;

/// Result of `version`.
#[derive(Serialize, JsonSchema)]
pub(super) struct VersionResult {
    /// Version of the interface.
    pub(super) interface: u32,
    /// Version of Tavola.
    pub(super) tavola: &'static str,
    /// The limits of this program.
    pub(super) limits: Limits,
    /// The methods.
    pub(super) methods: Vec<MethodResult>,
}

/// A method.
#[derive(Serialize, JsonSchema)]
pub(super) struct MethodResult {
    pub(super) name: &'static str,
    /// Description.
    pub(super) about: &'static str,
}

/// Limits of requests.
#[derive(Serialize, JsonSchema, Clone, Copy, Debug)]
pub(in crate::tools) struct Limits {
    /// Maximum number of open tables.
    pub(in crate::tools) tables: usize,
    /// Maximum number of games of a simulation or pairs of games of a comparison.
    pub(in crate::tools) games: u64,
    /// Maximum duration of a simulation or comparison in seconds.
    pub(in crate::tools) seconds: u64,
    /// Maximum number of playouts of a bot for one answer.
    pub(in crate::tools) playouts: u32,
    /// Maximum length of a line in bytes.
    pub(in crate::tools) line: usize,
}

/// Result of `games`.
#[derive(Serialize, JsonSchema)]
pub(super) struct GamesResult {
    pub(super) games: Vec<ListedGame>,
}

/// A game that is open to this program.
#[derive(Serialize, JsonSchema)]
pub(super) struct ListedGame {
    /// Name for the parameter `game` of other methods.
    pub(super) game: String,
    /// Title; none while the rules have errors.
    pub(super) title: Option<String>,
    /// Path of its folder.
    pub(super) path: String,
    /// Fewest and most players; none while the rules have errors.
    pub(super) players: Option<(usize, usize)>,
    /// Names of its variants.
    pub(super) variants: Vec<String>,
    /// Settings and rulings, with the defaults for the most players.
    pub(super) settings: Vec<SettingResult>,
    /// Number of errors in the rules; `check` lists them.
    pub(super) errors: usize,
}

/// A setting or a ruling.
#[derive(Serialize, JsonSchema)]
pub(super) struct SettingResult {
    name: String,
    /// Default value.
    value: String,
    /// Allowed values.
    range: String,
    /// Meaning of a setting, or question of a ruling.
    meaning: String,
    /// True for a ruling.
    ruling: bool,
}

impl From<SettingInfo> for SettingResult {
    fn from(SettingInfo { name, value, range, meaning, ruling, .. }: SettingInfo) -> Self {
        Self { name, value, range, meaning, ruling }
    }
}

/// Result of `start`.
#[derive(Serialize, JsonSchema)]
pub(super) struct StartResult {
    /// Number of the table.
    pub(super) table: u64,
    /// Names of the players, by seat.
    pub(super) players: Vec<String>,
    /// The keys. Bots have none.
    pub(super) keys: Vec<KeyResult>,
}

/// A key.
#[derive(Serialize, JsonSchema)]
pub(super) struct KeyResult {
    /// Access that it gives.
    pub(super) role: Role,
    /// Name of the player; none for spectators and the host.
    pub(super) seat: Option<String>,
    /// The key. Who has it sees what this seat sees.
    pub(super) key: String,
}

/// Access that a key gives.
#[derive(Serialize, JsonSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(super) enum Role {
    /// The seat of a player.
    Player,
    /// Everything that all may see.
    Spectator,
    /// The record.
    Host,
}

/// Result of `question`, `answer` and `bot`: the state of the table after it.
#[derive(Serialize, JsonSchema)]
pub(super) struct QuestionResult {
    /// Number of the question, for `answer`. It changes with everything that the seat sees.
    number: u64,
    /// Name of the player whose key this is; none for a spectator.
    seat: Option<String>,
    /// Names of the players who are asked now. Several answer at the same time.
    asked: Vec<String>,
    /// The question to this seat; none if it is not asked.
    question: Option<AskedResult>,
    /// True if the game was played to its end.
    over: bool,
    /// The ranking of a finished game, or the fault that ended it.
    closing: Vec<String>,
    /// Who won; only when the game was played to its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<OutcomeResult>,
    /// Label of the answer that this request gave.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) answered: Option<String>,
}

/// The end of a game, with names of players.
#[derive(Serialize, JsonSchema)]
pub(super) struct OutcomeResult {
    /// The winners. Several share the victory; none if nobody wins.
    winners: Vec<String>,
    /// All players, best first. Players of one group are tied. Empty if the rules have no `winner`.
    ranking: Vec<Vec<String>>,
}

/// A question.
#[derive(Serialize, JsonSchema)]
pub(super) struct AskedResult {
    /// Its text.
    prompt: String,
    /// The clauses on which it rests.
    clauses: Vec<Clause>,
    /// Number of options; `options` lists them.
    options: usize,
}

impl QuestionResult {
    /// The state of a table for the seat of a scene. `ids` are the names that requests use, by seat.
    pub(super) fn new(scene: &Scene, status: TableStatus, ids: &[String]) -> Self {
        let id = |shown: &String| ids.get(scene.players.iter().position(|name| name == shown)?).cloned();
        let TableStatus { number, over, closing, outcome } = status;
        let seats = |seats: &[usize]| seats.iter().filter_map(|&seat| ids.get(seat).cloned()).collect();
        let outcome = outcome.map(|outcome| OutcomeResult {
            winners: seats(&outcome.winners),
            ranking: outcome.ranking.iter().map(|group| seats(group)).collect(),
        });
        let question = scene.question.as_ref().map(|question| AskedResult {
            prompt: question.prompt.clone(),
            clauses: question.clauses.clone(),
            options: question.options.len(),
        });
        let asked = if closing.is_empty() { scene.asked.iter().filter_map(id).collect() } else { Vec::new() };
        let seat = scene.viewer.as_ref().and_then(id);
        Self { number, seat, asked, question, over, closing, outcome, answered: None }
    }
}

/// Result of `options`.
#[derive(Serialize, JsonSchema)]
pub(super) struct OptionsResult {
    /// Number of the question, for `answer`.
    pub(super) number: u64,
    /// Number of all options.
    pub(super) total: usize,
    pub(super) options: Vec<OptionResult>,
}

/// An option.
#[derive(Serialize, JsonSchema)]
pub(super) struct OptionResult {
    /// Index, for `answer`.
    option: usize,
    /// Notation of the language.
    notation: String,
    /// Label for players.
    label: String,
    /// The steps that lead to it, if several answers are asked as one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    way: Vec<String>,
}

impl OptionResult {
    pub(super) fn new(option: usize, choice: &Choice) -> Self {
        let Choice { id, label, way, .. } = choice;
        Self { option, notation: id.clone(), label: label.clone(), way: way.clone() }
    }
}

/// Result of `why_not`.
#[derive(Serialize, JsonSchema)]
pub(super) struct ReasonResult {
    /// True if the answer is offered.
    offered: bool,
    /// Index of the option, if it is offered.
    #[serde(skip_serializing_if = "Option::is_none")]
    option: Option<usize>,
    /// The reason in words.
    reason: String,
    /// Place of the failing condition in the rules.
    place: Option<String>,
    /// The clauses that say so.
    clauses: Vec<Clause>,
}

impl From<AnswerReason> for ReasonResult {
    fn from(AnswerReason { kind, text, place, clauses }: AnswerReason) -> Self {
        let option = match kind {
            AnswerVerdict::Offered(option) => Some(option),
            AnswerVerdict::Refused | AnswerVerdict::Unknown => None,
        };
        Self { offered: option.is_some(), option, reason: text, place, clauses }
    }
}

/// Result of `log`.
#[derive(Serialize, JsonSchema)]
pub(super) struct LogResult {
    /// Number of all lines.
    pub(super) total: usize,
    /// The lines from `from` on, as this seat sees them.
    pub(super) lines: Vec<Line>,
}

/// Result of `think`.
#[derive(Serialize, JsonSchema)]
pub(super) struct ThinkResult {
    /// Number of the question, for `answer`.
    pub(super) number: u64,
    /// Options that the bot tried, best first.
    pub(super) ratings: Vec<RatingResult>,
}

/// Rating of an option.
#[derive(Serialize, JsonSchema)]
pub(super) struct RatingResult {
    #[serde(flatten)]
    pub(super) option: OptionResult,
    /// Number of playouts that took it.
    pub(super) playouts: u32,
    /// Expected share in the victory, from 0 to 1.
    pub(super) value: f64,
}

/// Result of `record`.
#[derive(Serialize, JsonSchema)]
pub(super) struct RecordResult {
    /// The record as a file for `tavola replay`, with the seed and all hidden information.
    pub(super) record: String,
}

/// Result of `close`.
#[derive(Serialize, JsonSchema)]
pub(super) struct CloseResult {
    /// Number of the table that was closed.
    pub(super) table: u64,
}

/// The option of a table's question to a key, for results.
pub(super) fn option(table: &KeyedTable, key: &str, option: usize) -> Option<OptionResult> {
    let question = table.scene(key).ok()?.question.as_ref()?;
    question.options.get(option).map(|choice| OptionResult::new(option, choice))
}

impl OptionResult {
    /// Label for players.
    pub(super) fn label(self) -> String {
        self.label
    }
}
