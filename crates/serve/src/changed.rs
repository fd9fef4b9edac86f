//! Outcome of a change of the rules during play, and the notice about it.

use tavola_game::Rules;
use tavola_page::draw::RulesNews;

/// Reason why changed rules cannot be played.
#[derive(Default)]
pub(super) struct RulesErrors {
    pub(super) texts: Vec<String>,
    /// True if they are findings, drawn with the lines of the rules.
    is_drawn: bool,
}

impl RulesErrors {
    /// An error without a place in the rules.
    pub(super) fn plain(text: impl Into<String>) -> Self {
        Self { texts: vec![text.into()], is_drawn: false }
    }

    /// Drawn findings.
    pub(super) fn drawn(texts: Vec<String>) -> Self {
        Self { is_drawn: !texts.is_empty(), texts }
    }
}

/// Notice that changed rules wait. It is the same for all secret answers.
const WAITS: &str =
    "The rules were changed. Some answers are still secret: the new rules are tried when they are revealed.";

/// Outcome of a change of the rules during play.
#[derive(Default)]
pub(super) struct Changed {
    /// Fingerprint of the rules in play.
    pub(super) hash: String,
    /// Errors of the changed rules.
    pub(super) errors: RulesErrors,
    /// Reason why the game cannot be carried over completely.
    pub(super) stopped: Option<String>,
    /// The changed rules, to which the host may switch. The game is carried over when that happens: answers can change until then.
    pub(super) offer: Option<Rules>,
    /// True while the changed rules wait until all secret answers are revealed. Otherwise everybody would learn which of these the rules
    /// still allow.
    pub(super) waits: bool,
    /// Number of answers at which the game continued under changed rules.
    pub(super) went_on: Option<usize>,
}

/// Reader of the notice about changed rules.
#[derive(Clone, Copy)]
pub(super) enum RulesReader {
    /// Sees everything, and may continue under the changed rules.
    Host,
    /// Sees what the own seat sees.
    Guest,
    /// Writes the rules in the studio around the table, and sees all seats.
    Writer,
}

impl Changed {
    /// The state before any change, with the rules at the start of the game.
    pub(super) fn new(rules: &Rules) -> Self {
        Self { hash: rules.hash(), ..Self::default() }
    }

    /// Notice about changed rules.
    pub(super) fn shown(&self, reader: RulesReader) -> Option<RulesNews> {
        let Self { errors: RulesErrors { texts, is_drawn }, stopped, offer, waits, went_on, .. } = self;
        let news = |line: &str, details: Vec<String>, offer| Some(RulesNews { line: line.to_owned(), details, offer });
        match (stopped, reader) {
            // The studio lists drawn findings beside the table.
            (_, RulesReader::Writer) if *is_drawn => news(
                "The rules have errors: see Findings. The game continues under the last rules without errors.",
                Vec::new(),
                false,
            ),
            _ if !texts.is_empty() => {
                news("The changed rules have errors. The game continues with the previous rules.", texts.clone(), false)
            }
            _ if *waits => {
                let is_host = matches!(reader, RulesReader::Host);
                let details = stopped.iter().filter(|_| is_host).cloned().collect();
                news(WAITS, details, is_host)
            }
            (Some(stopped), RulesReader::Host) => news(
                "Under the changed rules, an answer of this game is no longer legal. The game continues with the previous rules.",
                vec![stopped.clone()],
                offer.is_some(),
            ),
            (Some(stopped), RulesReader::Writer) => news(
                "This game cannot continue under the changed rules. It continues with the previous rules. \
                 \"New game\" begins one with the changed rules.",
                vec![stopped.clone()],
                false,
            ),
            (Some(_), RulesReader::Guest) => news(
                "Under the changed rules, an answer of this game is no longer legal. The game continues with the previous rules. \
                 The host sees why, and may switch to the new rules at that point.",
                Vec::new(),
                false,
            ),
            (None, _) if went_on.is_some() => {
                news("The rules were changed; the game continues with the new rules.", Vec::new(), false)
            }
            (None, _) => None,
        }
    }
}
