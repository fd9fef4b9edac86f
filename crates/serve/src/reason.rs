//! Reasons why an answer is not offered, as far as the asked player may know them.

use super::refused::{RequestRefused, why};
use super::served_table::ServedTable;
use tavola_game::{BlockText, WhyNot};
use tavola_lab::table::missing;
use tavola_page::scene::{Clause, Question};
use tavola_syntax::text::clean;

/// Maximum number of names examined to explain why a choice is not offered: a thing and what it lies in.
const MOST_NAMES: usize = 4;

const OFFERED: &str = "This option is available.";

/// Kind of an [`AnswerReason`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswerVerdict {
    /// The answer is offered: the index of the option.
    Offered(usize),
    /// The answer has a meaning, but is not offered.
    Refused,
    /// The text is not an answer to the question.
    Unknown,
}

/// Reason why a text is not an answer to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnswerReason {
    /// Its kind.
    pub kind: AnswerVerdict,
    /// The reason in words.
    pub text: String,
    /// Place of the failing condition in the rules: `rules/..:line:column`.
    pub place: Option<String>,
    /// Clauses that it cites.
    pub clauses: Vec<Clause>,
}

impl AnswerReason {
    fn bare(kind: AnswerVerdict, text: &str) -> Self {
        Self { kind, text: text.to_owned(), place: None, clauses: Vec::new() }
    }
}

/// The only option of a question with this notation or label.
pub(super) fn named_option(question: &Question, text: &str) -> Option<usize> {
    let same = |own: &str| own.trim().eq_ignore_ascii_case(text.trim());
    let mut named = question.options.iter().enumerate().filter(|(_, option)| same(&option.id) || same(&option.label));
    named.next().map(|(option, _)| option).filter(|_| named.next().is_none())
}

impl ServedTable {
    /// Explains why a text is not an answer to a seat's question. Of several lines, the first that can be explained.
    pub(super) fn reason(&mut self, key: &str, text: &str) -> Result<AnswerReason, RequestRefused> {
        let chair = self.chair(key)?;
        let viewer = self.viewer(chair);
        let asked = self.page_of(key)?.question();
        let (Some(viewer), Some(asked)) = (viewer, asked) else {
            return Err(why(&self.whose_turn()));
        };
        if let Some(option) = named_option(asked, text) {
            return Ok(AnswerReason::bare(AnswerVerdict::Offered(option), OFFERED));
        }
        let offered: Vec<String> = asked.options.iter().map(|option| option.id.clone()).collect();
        let offered = || offered.iter().map(String::as_str);
        let names: Vec<&str> = text.lines().take(MOST_NAMES).collect();
        let mut reason = names.iter().map(|text| missing(text, offered(), |text| self.table.find_at(viewer, text)));
        let reason = match reason.find(|reason| !matches!(reason, Err(refusal) if refusal.unknown)) {
            Some(Ok(option)) => WhyNot::Offered(option),
            Some(Err(refusal)) => WhyNot::Refused(refusal),
            None => self.table.why_not_at(viewer, &names),
        };
        let refusal = match reason {
            WhyNot::Offered(option) => {
                return Ok(AnswerReason::bare(AnswerVerdict::Offered(option), OFFERED));
            }
            WhyNot::Refused(refusal) if refusal.unknown => {
                return Ok(AnswerReason::bare(AnswerVerdict::Unknown, "That is not an answer to this question."));
            }
            WhyNot::Refused(refusal) => refusal,
        };
        let clause = |id: &String| {
            let text = self.table.clauses.get(id).map(|text| in_lines(text)).unwrap_or_default();
            Clause { id: id.clone(), text }
        };
        let clauses = refusal.clauses.iter().map(clause).collect();
        Ok(AnswerReason { kind: AnswerVerdict::Refused, text: clean(&refusal.plain), place: refusal.place, clauses })
    }

    /// The reason as lines of text: the reason, then its clauses. If the answer is offered, also the index of the option.
    pub(super) fn why(&mut self, key: &str, text: &str) -> Result<(String, Option<usize>), RequestRefused> {
        let AnswerReason { kind, text, clauses, .. } = self.reason(key, text)?;
        let offered = if let AnswerVerdict::Offered(option) = kind { Some(option) } else { None };
        let line = |Clause { id, text }: &Clause| if text.is_empty() { id.clone() } else { format!("{id}: {text}") };
        Ok((clauses.iter().fold(text, |lines, clause| format!("{lines}\n{}", line(clause))), offered))
    }

    /// Message for a seat that is not asked: who is.
    fn whose_turn(&mut self) -> String {
        match self.table.question().and_then(|question| self.table.names.get(question.player)) {
            Some(name) => format!("There is no question for you now; {} is asked.", clean(name)),
            None => "There is no question for you now.".to_owned(),
        }
    }
}

/// A text of several lines without control characters: each paragraph and each item of a list on its own line.
fn in_lines(text: &str) -> String {
    BlockText::read(text).lines().iter().map(|line| clean(line)).collect::<Vec<_>>().join("\n")
}
