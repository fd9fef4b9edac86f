//! Which sort of player a bot is, as people say it: `random`, `greedy`, `flat:500`, `mcts:200`.

use std::fmt;
use std::str::FromStr;

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
}

impl Bot {
    /// Whether it thinks, however little.
    pub fn thinks(self) -> bool {
        self != Self::Random
    }

    /// Who sits where in game `number` of a run in which these bots move one seat on after each game.
    pub fn rotated(bots: &[Self], number: u64) -> Vec<Self> {
        let mut seated = bots.to_vec();
        seated.rotate_right((number % bots.len().max(1) as u64) as usize);
        seated
    }
}

/// More playouts for an answer are refused: a game would not come to its end.
const MOST: u32 = 10_000_000;

impl FromStr for Bot {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let wrong = || {
            format!(
                "`{text}` is no bot: say random, greedy, flat:N or mcts:N, where N is how many playouts it thinks about an answer (mcts:200)"
            )
        };
        let (sort, number) = match text.split_once(':') {
            Some((sort, number)) => (sort, Some(number)),
            None => (text, None),
        };
        let number = match number {
            Some(number) => Some(number.parse::<u32>().ok().filter(|n| (1..=MOST).contains(n)).ok_or_else(wrong)?),
            None => None,
        };
        match (sort, number) {
            ("random", None) => Ok(Self::Random),
            ("greedy", None) => Ok(Self::Greedy),
            ("flat", Some(number)) => Ok(Self::Flat(number)),
            ("mcts", Some(number)) => Ok(Self::Mcts(number)),
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
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_are_read_as_they_are_written() {
        for text in ["random", "greedy", "flat:500", "mcts:200"] {
            assert_eq!(text.parse::<Bot>().map(|bot| bot.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "mcts", "mcts:", "mcts:0", "mcts:-1", "mcts:99999999999", "random:5", "greedy:1", "minimax:3"]
        {
            let refused = text.parse::<Bot>().expect_err(text);
            assert!(refused.contains("mcts:N"), "{refused}");
        }
    }
}
