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
                "The rules were changed and cannot be played so. The game goes on with those before.",
                findings.clone(),
                false,
            ),
            Some(stopped) if host => news(
                "The rules were changed, and under the new ones this game is not possible as a whole. It goes on with those before.",
                vec![stopped.clone()],
                offer.is_some(),
            ),
            Some(_) => news(
                "The rules were changed, and under the new ones this game is not possible as a whole. It goes on with those before; the host sees why, and can go on with the new ones from there.",
                Vec::new(),
                false,
            ),
            None if went_on.is_some() => {
                news("The rules were changed; the game goes on with the new ones.", Vec::new(), false)
            }
            None => None,
        }
    }
}
