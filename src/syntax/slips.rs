//! What went wrong in a line that a rule could not read, in the words of an author.

use pest::error::{ErrorVariant, InputLocation};

use super::codes;
use super::grammar::Failure;
use crate::diagnostic::Diagnostic;
use crate::text::{SourceId, Span};

/// Where a text that is being read stands, for messages.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    /// The code of what cannot be read here.
    pub(super) code: &'static str,
    /// What is wanted: "column `count` wants a number". Empty: only say what was expected.
    pub(super) wants: String,
    /// What to do instead.
    pub(super) help: Option<String>,
}

impl Spot {
    pub(super) fn new(code: &'static str, wants: impl Into<String>) -> Self {
        Self {
            code,
            wants: wants.into(),
            help: None,
        }
    }

    pub(super) fn hole() -> Self {
        Self::new(codes::HOLE, "")
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

pub(super) fn explain(source: SourceId, text: &str, at: usize, failure: &Failure, spot: &Spot) -> Diagnostic {
    let pos = match failure.location {
        InputLocation::Pos(p) => p,
        InputLocation::Span((p, _)) => p,
    };
    let message = match &failure.variant {
        ErrorVariant::ParsingError { positives, .. } => format!("{}: expected {positives:?} in `{text}`", spot.wants),
        ErrorVariant::CustomError { message } => message.clone(),
    };
    Diagnostic::error(spot.code, Span::new(source, at + pos, at + pos + 1), message)
}

pub(super) fn explain_row(span: Span, _failure: &Failure, spot: &Spot) -> Diagnostic {
    Diagnostic::error(spot.code, span, "this row cannot be divided into cells")
}

pub(super) fn alike(a: &str, b: &str) -> bool {
    strsim::damerau_levenshtein(a, b) <= 2
}

pub(super) fn did_you_mean(word: &str, names: &[&str]) -> String {
    format!("{word} {names:?}")
}
