//! Parameters of the methods.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

/// Parameters of a method without any.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NoParams {}

/// Parameters of `check`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CheckParams {
    /// Name of the game, as `games` lists it.
    pub(super) game: String,
    /// Variant of the game, or several in order: `night,short`. Without it, the game and all its variants are checked.
    #[serde(default)]
    pub(super) variant: Option<String>,
}

/// Parameters of `clause`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ClauseParams {
    /// Name of the game, as `games` lists it.
    pub(super) game: String,
    /// Id of a clause, or words that all stand in it.
    pub(super) words: String,
}

/// Value of a setting.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged, expecting = "the value of a setting is a number, true, false or a name")]
pub(super) enum SettingText {
    /// A number.
    Number(i64),
    /// `true` for yes, `false` for no.
    Switch(bool),
    /// A name, as the rules write it.
    Name(String),
}

impl SettingText {
    /// The value in the language.
    fn text(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Switch(on) => if *on { "yes" } else { "no" }.to_owned(),
            Self::Name(name) => name.clone(),
        }
    }
}

/// A seat: the name of its player, or its number from 1.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged, expecting = "a seat is a name, or a number from 1")]
pub(super) enum SeatText {
    /// Its number.
    Number(u64),
    /// The name of its player.
    Name(String),
}

impl SeatText {
    /// The seat as a command gets it.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Name(name) => name.clone(),
        }
    }
}

/// Seats that people play.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged, expecting = "`people` is a list of seats (names, or numbers from 1), \"all\" or \"none\"")]
pub(super) enum PeopleText {
    /// These seats.
    Seats(Vec<SeatText>),
    /// `all`, `none`, or one seat.
    Word(SeatText),
}

impl PeopleText {
    /// The seats as a command gets them.
    pub(super) fn words(&self) -> Vec<String> {
        match self {
            Self::Seats(seats) => seats.iter().map(SeatText::text).collect(),
            Self::Word(word) => vec![word.text()],
        }
    }
}

/// Settings and rulings by name.
pub(super) type Settings = BTreeMap<String, SettingText>;

/// Settings as a command gets them.
pub(super) fn pairs(settings: &Settings) -> Vec<(String, String)> {
    settings.iter().map(|(name, value)| (name.clone(), value.text())).collect()
}

/// Parameters of `start`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct StartParams {
    /// Name of the game, as `games` lists it.
    pub(super) game: String,
    /// Number of players. Default: as many as there are names, else the largest.
    #[serde(default)]
    pub(super) players: Option<usize>,
    /// Names of the players by seat. Seats without a name get one.
    #[serde(default)]
    pub(super) names: Vec<String>,
    /// Seats that get a key: a list of names or seat numbers from 1, `all` or `none`. Bots play the others. Default: all.
    #[serde(default)]
    pub(super) people: Option<PeopleText>,
    /// Bots of the other seats: `random`, `greedy`, `flat:N` or `mcts:N` (N playouts per answer); for some seats:
    /// `anna=mcts:500,2=greedy`. Default: `random`.
    #[serde(default)]
    pub(super) bots: Option<String>,
    /// Settings and rulings that differ from their default.
    #[serde(default)]
    pub(super) set: Settings,
    /// Variant of the game, or several in order.
    #[serde(default)]
    pub(super) variant: Option<String>,
    /// Seed of chance and bots. It determines all hidden cards, so who plays must not know it. Default: a secret one.
    #[serde(default)]
    pub(super) seed: Option<u64>,
    /// True for a key of the host, which opens the record with all hidden information at any time.
    #[serde(default)]
    pub(super) host: bool,
}

/// Parameters of `question`, `record` and `close`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct KeyParams {
    /// Key of a seat, from `start`.
    pub(super) key: String,
    /// Name of the player whose key this is. With another one, the request is refused.
    #[serde(default)]
    pub(super) seat: Option<String>,
}

/// Parameters of `options`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OptionsParams {
    /// Key of a seat, from `start`.
    pub(super) key: String,
    /// Name of the player whose key this is. With another one, the request is refused.
    #[serde(default)]
    pub(super) seat: Option<String>,
    /// Index of the first option. Default: 0.
    #[serde(default)]
    pub(super) from: usize,
    /// Maximum number of options. Default: 100.
    #[serde(default)]
    pub(super) most: Option<usize>,
}

/// Parameters of `why_not`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WhyNotParams {
    /// Key of a seat, from `start`.
    pub(super) key: String,
    /// Name of the player whose key this is. With another one, the request is refused.
    #[serde(default)]
    pub(super) seat: Option<String>,
    /// The answer: notation, label, or the name of a thing or a place.
    pub(super) answer: String,
}

/// Parameters of `answer`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AnswerParams {
    /// Key of the seat that is asked, from `start`.
    pub(super) key: String,
    /// Name of the player whose key this is. With another one, the request is refused.
    #[serde(default)]
    pub(super) seat: Option<String>,
    /// The `number` of the question, so that no question is answered twice.
    pub(super) number: u64,
    /// Index of an option. Either this or `answer` is required.
    #[serde(default)]
    pub(super) option: Option<usize>,
    /// Notation or label of an option.
    #[serde(default)]
    pub(super) answer: Option<String>,
}

/// Parameters of `view`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ViewParams {
    /// Key of a seat, from `start`.
    pub(super) key: String,
    /// Name of the player whose key this is. With another one, the request is refused.
    #[serde(default)]
    pub(super) seat: Option<String>,
    /// True to include the log. Default: false.
    #[serde(default)]
    pub(super) log: bool,
}

/// Parameters of `log`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LogParams {
    /// Key of a seat, from `start`.
    pub(super) key: String,
    /// Name of the player whose key this is. With another one, the request is refused.
    #[serde(default)]
    pub(super) seat: Option<String>,
    /// Index of the first line. Default: 0.
    #[serde(default)]
    pub(super) from: usize,
}

/// Parameters of `think`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ThinkParams {
    /// Key of the seat that is asked, from `start`.
    pub(super) key: String,
    /// Name of the player whose key this is. With another one, the request is refused.
    #[serde(default)]
    pub(super) seat: Option<String>,
    /// The bot: `greedy`, `flat:N` or `mcts:N`. Default: `mcts:400`.
    #[serde(default)]
    pub(super) bot: Option<String>,
    /// Seed of the bot. Default: the `number` of the question.
    #[serde(default)]
    pub(super) seed: Option<u64>,
}

/// Parameters of `bot`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BotParams {
    /// Key of the seat that is asked, from `start`.
    pub(super) key: String,
    /// Name of the player whose key this is. With another one, the request is refused.
    #[serde(default)]
    pub(super) seat: Option<String>,
    /// The `number` of the question, so that no question is answered twice.
    pub(super) number: u64,
    /// The bot: `random`, `greedy`, `flat:N` or `mcts:N`. Default: `random`.
    #[serde(default)]
    pub(super) bot: Option<String>,
    /// Seed of the bot. Default: the `number` of the question.
    #[serde(default)]
    pub(super) seed: Option<u64>,
}

/// Parameters of `simulate`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SimulateParams {
    /// Name of the game, as `games` lists it.
    pub(super) game: String,
    /// Number of players. Default: the largest.
    #[serde(default)]
    pub(super) players: Option<usize>,
    /// Number of games. Default: 1000.
    #[serde(default)]
    pub(super) games: Option<u64>,
    /// Bots, as for `start`. Default: `random`.
    #[serde(default)]
    pub(super) bots: Option<String>,
    /// True to move the bots one seat on after each game. Default: false.
    #[serde(default)]
    pub(super) rotate: bool,
    /// Settings and rulings that differ from their default.
    #[serde(default)]
    pub(super) set: Settings,
    /// Variant of the game, or several in order.
    #[serde(default)]
    pub(super) variant: Option<String>,
    /// Seed of chance and bots. Default: 1.
    #[serde(default)]
    pub(super) seed: Option<u64>,
}

/// A side of `compare`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SideParams {
    /// Name of the game, as `games` lists it.
    pub(super) game: String,
    /// Settings and rulings that differ from their default.
    #[serde(default)]
    pub(super) set: Settings,
    /// Variant of the game, or several in order.
    #[serde(default)]
    pub(super) variant: Option<String>,
    /// Bots, as for `start`. Default: `random`.
    #[serde(default)]
    pub(super) bots: Option<String>,
}

/// Parameters of `compare`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CompareParams {
    /// The first side.
    pub(super) before: SideParams,
    /// The second side.
    pub(super) after: SideParams,
    /// Number of players. Default: the largest that both sides allow.
    #[serde(default)]
    pub(super) players: Option<usize>,
    /// Maximum number of pairs of games. Default: 1000.
    #[serde(default)]
    pub(super) games: Option<u64>,
    /// True to move the bots one seat on after each game. Default: false.
    #[serde(default)]
    pub(super) rotate: bool,
    /// Smallest relevant difference: in percentage points for shares, otherwise in percent. Default: 2.
    #[serde(default)]
    pub(super) matters: Option<f64>,
    /// Seed of chance and bots. Default: 1.
    #[serde(default)]
    pub(super) seed: Option<u64>,
}
