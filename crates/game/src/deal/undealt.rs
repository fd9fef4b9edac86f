//! Why hidden things cannot be dealt anew.

use thiserror::Error;

/// What stood in the way of a deal, see [`crate::Referee::complete`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Undealt {
    /// The hidden things cannot be laid so that each lies where the rules can bring it.
    #[error("what is hidden does not fill `{0}` with things that the rules can bring there")]
    Things(String),
    /// A place would hold more than its limit.
    #[error("`{0}` holds more than its limit in every deal that was tried")]
    Limit(String),
    /// Nobody can list the values of a secret variable; whether it holds numbers.
    #[error("nobody can list the values of `{0}`{help}", help = if *.1 { ": a secret number needs a range" } else { "" })]
    Values(String, bool),
    /// What is always true of secrets was true of no deal.
    #[error("no deal was found in which it is always true that: {0}")]
    Always(String),
    /// Whoever is asked would have nothing to answer.
    #[error("whoever is asked has no answer in the deals that were tried")]
    Nothing,
    /// Things that somebody has chosen, and that lie hidden, fit to no deal.
    #[error("no other things could have been chosen where somebody has chosen hidden ones")]
    Chosen,
    /// The others' answers in a block or a division cannot be given anew.
    #[error("what others have answered in secret cannot be answered otherwise in the deals that were tried")]
    Answers,
}
