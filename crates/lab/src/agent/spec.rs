//! Which sort of player a bot is, as people say it: `random`, `greedy`, `flat:500`, `mcts:200`, `mcts:500ms`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Serialize, Serializer};

/// A sort of player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bot {
    /// Takes any option.
    #[default]
    Random,
    /// Takes the option after which it stands best, at the end of the same moment.
    Greedy,
    /// Tries its options evenly by so many short playouts, and takes the best.
    Flat(u32),
    /// Searches a tree over what players know, by so many playouts.
    Mcts(u32),
    /// Searches as [`Bot::Mcts`], but for so many milliseconds an answer, by one playout at least. How many there are is up to the machine
    /// and what else it does: the same seed does not give the same answers.
    MctsFor(u32),
}

impl Bot {
    /// Whether it thinks, however little.
    pub fn thinks(self) -> bool {
        self != Self::Random
    }

    /// How long it thinks about an answer, where the clock tells it when to stop.
    pub fn time(self) -> Option<Duration> {
        match self {
            Self::MctsFor(millis) => Some(Duration::from_millis(millis.into())),
            Self::Random | Self::Greedy | Self::Flat(_) | Self::Mcts(_) => None,
        }
    }

    /// Whether the clock tells it when to stop: then it does not answer the same again.
    pub fn is_timed(self) -> bool {
        self.time().is_some()
    }

    /// Who sits where in game `number` of a run in which these bots move one seat on after each game.
    pub fn rotated(bots: &[Self], number: u64) -> Vec<Self> {
        let mut seated = bots.to_vec();
        seated.rotate_right((number % bots.len().max(1) as u64) as usize);
        seated
    }
}

/// More playouts for an answer are refused: a game would not come to its end.
pub(super) const MOST: u32 = 10_000_000;
/// A longer time for an answer is refused: who thinks about an answer cannot be stopped.
const LONGEST: u32 = 60_000;

impl FromStr for Bot {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let wrong = || {
            format!(
                "`{text}` is no bot: say random, greedy, flat:N or mcts:N, where N is how many playouts it thinks about an answer (mcts:200), \
                 or mcts:Nms, where N is how many milliseconds, up to {LONGEST} (mcts:2000ms)"
            )
        };
        let (sort, number) = text.split_once(':').map_or((text, None), |(sort, number)| (sort, Some(number)));
        let within =
            |text: &str, most: u32| text.parse::<u32>().ok().filter(|n| (1..=most).contains(n)).ok_or_else(wrong);
        match (sort, number) {
            ("random", None) => Ok(Self::Random),
            ("greedy", None) => Ok(Self::Greedy),
            ("flat", Some(number)) => within(number, MOST).map(Self::Flat),
            ("mcts", Some(number)) => match number.strip_suffix("ms") {
                Some(millis) => within(millis, LONGEST).map(Self::MctsFor),
                None => within(number, MOST).map(Self::Mcts),
            },
            _ => Err(wrong()),
        }
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

/// As it is said.
impl Serialize for Bot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
