//! Names of bots, as users write them: `random`, `greedy`, `flat:500`, `mcts:200`, `mcts:500ms`.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A bot: the algorithm and its budget for each answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Bot {
    /// Takes a random option.
    #[default]
    Random,
    /// Takes the option with the best expected standing when its effects are done (one-ply lookahead).
    Greedy,
    /// Flat Monte Carlo: shares this number of short playouts evenly among the options and takes the best.
    Flat(u32),
    /// Information-set Monte Carlo tree search with this number of playouts.
    Mcts(u32),
    /// The search of [`Bot::Mcts`] with a time limit in milliseconds and at least one playout. The number of playouts
    /// depends on the machine and its load, so the same seed does not give the same answers.
    MctsFor(u32),
}

impl Bot {
    /// True if the bot searches at all.
    pub fn thinks(self) -> bool {
        self != Self::Random
    }

    /// Time limit for an answer, if the bot has one.
    pub fn time(self) -> Option<Duration> {
        match self {
            Self::MctsFor(millis) => Some(Duration::from_millis(millis.into())),
            Self::Random | Self::Greedy | Self::Flat(_) | Self::Mcts(_) => None,
        }
    }

    /// True if the bot is time-limited, so that its answers are not reproducible.
    pub fn is_timed(self) -> bool {
        self.time().is_some()
    }

    /// Bots for all seats of a game: these in the first ones, random players in the others.
    pub(crate) fn in_all_seats(bots: &[Self], seats: usize) -> Vec<Self> {
        let mut seated = bots.to_vec();
        seated.resize(seats, Self::Random);
        seated
    }

    /// Parses a bot whose answers are reproducible: one without a time limit.
    ///
    /// # Errors
    /// If this is not the name of a bot, or the bot is time-limited. The message does not advise a time limit.
    pub fn steady(text: &str) -> Result<Self, String> {
        let text = text.trim();
        match Self::read(text).unwrap_or_else(|| Err(format!("`{text}` is not a bot: {PLAYOUTS}")))? {
            bot if bot.is_timed() => Err("a time-limited bot is not reproducible, and here the same seed must give \
                 the same games; give a number of playouts, such as mcts:200"
                .to_owned()),
            bot => Ok(bot),
        }
    }

    /// The bot of this name; an error for a number out of range, and `None` for other texts.
    fn read(text: &str) -> Option<Result<Self, String>> {
        let (sort, number) = text.split_once(':').map_or((text, None), |(sort, number)| (sort, Some(number)));
        let within = |digits: &str, unit: &str, most: u32, bot: fn(u32) -> Self| {
            let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            let number = digits.parse().ok().filter(|number| (1..=most).contains(number));
            is_number.then(|| number.map(bot).ok_or_else(|| format!("`{text}`: {unit} for an answer are 1 to {most}")))
        };
        match (sort, number) {
            ("random", None) => Some(Ok(Self::Random)),
            ("greedy", None) => Some(Ok(Self::Greedy)),
            ("flat", Some(number)) => within(number, "playouts", MOST, Self::Flat),
            ("mcts", Some(number)) => match number.strip_suffix("ms") {
                Some(millis) => within(millis, "milliseconds", LONGEST, Self::MctsFor),
                None => within(number, "playouts", MOST, Self::Mcts),
            },
            _ => None,
        }
    }

    /// Bots by seat in game `number` of a run in which they rotate: each bot moves to the next seat after every game.
    pub fn rotated(bots: &[Self], number: u64) -> Vec<Self> {
        let mut seated = bots.to_vec();
        seated.rotate_right((number % bots.len().max(1) as u64) as usize);
        seated
    }
}

/// Maximum number of playouts for an answer. With more, a game would not finish.
pub(super) const MOST: u32 = 10_000_000;
/// Maximum time for an answer in milliseconds. A search cannot be interrupted.
const LONGEST: u32 = 60_000;
/// How bots without a time limit are named.
const PLAYOUTS: &str = "write random, greedy, flat:N or mcts:N with N playouts for each answer (mcts:200)";

impl FromStr for Bot {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (text, time) = (text.trim(), " or mcts:Nms with N milliseconds (mcts:2000ms)");
        Self::read(text).unwrap_or_else(|| Err(format!("`{text}` is not a bot: {PLAYOUTS},{time}")))
    }
}

impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Greedy => f.write_str("greedy"),
            Self::Flat(number) => write!(f, "flat:{number}"),
            Self::Mcts(number) => write!(f, "mcts:{number}"),
            Self::MctsFor(millis) => write!(f, "mcts:{millis}ms"),
        }
    }
}

impl JsonSchema for Bot {
    fn schema_name() -> Cow<'static, str> {
        "Bot".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "description": "Name of a bot: `random`, `mcts:200`" })
    }
}

/// Serialized as its name.
impl Serialize for Bot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Deserialized from its name.
impl<'de> Deserialize<'de> for Bot {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
