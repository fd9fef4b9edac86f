//! Slips that need not be noticed, and why: `# fine: M0001 the bag is never empty here`.

use super::Edit;
use crate::Rules;
use crate::codes::SLIP;
use tavola_syntax::syntax::ast::Waiver;
use tavola_syntax::text::Span;

/// What a line of the rules says of its slips: why no scenario needs to notice them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    /// Why, in the author's words.
    pub reason: String,
    /// The comment that says so.
    pub span: Span,
    /// `file:line:column` of the comment.
    pub place: String,
    line: Span,
}

impl Explained {
    /// Whether a slip is one of its line: its first word stands there.
    pub fn covers(&self, edit: &Edit) -> bool {
        self.line.source == edit.span.source && (self.line.start..=self.line.end).contains(&edit.first)
    }
}

impl Rules {
    /// All explanations in the files of the game, in their order.
    pub fn explained(&self) -> Vec<Explained> {
        let of = |waiver: &Waiver| {
            let is_slip = waiver.codes.iter().any(|code| code.text == SLIP) && !waiver.reason.is_empty();
            let line = waiver.line.filter(|_| is_slip)?;
            let place = self.sources().place(waiver.span).unwrap_or_default();
            Some(Explained { reason: waiver.reason.clone(), span: waiver.span, place, line })
        };
        self.own_files().into_iter().flat_map(|(_, _, file)| &file.waivers).filter_map(of).collect()
    }
}
