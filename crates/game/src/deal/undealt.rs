//! Reasons why no deal was found.

use thiserror::Error;

/// Reason why no deal was found, see [`crate::Referee::complete`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Undealt {
    /// The hidden things cannot be distributed so that each lies where the rules can bring it.
    #[error("the hidden things that the rules can bring to `{0}` do not fill it")]
    Things(String),
    /// A place would hold more than its limit.
    #[error("`{0}` holds more than its limit in every deal that was tried")]
    Limit(String),
    /// The values of a secret variable cannot be enumerated. The flag is true if it holds numbers.
    #[error("cannot list the values of `{0}`{help}", help = if *.1 { ": a secret number needs a range" } else { "" })]
    Values(String, bool),
    /// An invariant about secrets holds in no deal that was tried.
    #[error("no deal was found that keeps the invariant: {0}")]
    Always(String),
    /// The asked player would have no answer.
    #[error("the asked player has no answer in the deals that were tried")]
    Nothing,
    /// No deal fits hidden things that a player has chosen.
    #[error("no deal was found that fits the hidden things that a player has chosen")]
    Chosen,
    /// No deal allows the secret answers of other players in a block or a division.
    #[error("no deal was found in which the other players could give their secret answers")]
    Answers,
}
