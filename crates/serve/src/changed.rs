//! What became of rules that were changed while their game is played, and what is said of it.

use tavola_game::Rules;
use tavola_lab::table::Carried;
use tavola_page::draw::RulesNews;

/// What became of rules that were changed.
#[derive(Default)]
pub(super) struct Changed {
    /// Of the rules in play.
    pub(super) hash: String,
    /// What is wrong with the changed ones.
    pub(super) findings: Vec<String>,
    /// Why the game cannot be carried over as a whole.
    pub(super) stopped: Option<String>,
    /// The game as far as it is possible.
    pub(super) offer: Option<Carried>,
    /// How many answers there were when the game went on under changed rules.
    pub(super) went_on: Option<usize>,
}

impl Changed {
    /// With the rules that a game begins with.
    pub(super) fn new(rules: &Rules) -> Self {
        Self { hash: rules.hash(), ..Self::default() }
    }

    /// What is said of changed rules, to the host or to everybody.
    pub(super) fn shown(&self, host: bool) -> Option<RulesNews> {
        let Self { findings, stopped, offer, went_on, .. } = self;
        let news = |line: &str, details: Vec<String>, offer| Some(RulesNews { line: line.to_owned(), details, offer });
        match stopped {
            _ if !findings.is_empty() => news(
                "The changed rules have errors. The game continues with the previous rules.",
                findings.clone(),
                false,
            ),
            Some(stopped) if host => news(
                "Under the changed rules, an answer of this game is no longer legal. The game continues with the previous rules.",
                vec![stopped.clone()],
                offer.is_some(),
            ),
            Some(_) => news(
                "Under the changed rules, an answer of this game is no longer legal. The game continues with the previous rules; the host sees why and may switch to the new rules at that point.",
                Vec::new(),
                false,
            ),
            None if went_on.is_some() => {
                news("The rules were changed; the game continues with the new rules.", Vec::new(), false)
            }
            None => None,
        }
    }
}
