//! Waivers of mutants: `# fine: M0001 the bag is never empty here`.

use super::Edit;
use crate::Rules;
use crate::codes::SURVIVOR;
use tavola_syntax::syntax::ast::Waiver;
use tavola_syntax::text::Span;

/// A waiver of the mutants of a line: the reason why no scenario needs to kill them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    /// The reason, in the author's words.
    pub reason: String,
    /// The comment.
    pub span: Span,
    /// `file:line:column` of the comment.
    pub place: String,
    line: Span,
}

impl Explained {
    /// True if the mutant begins in the line of this waiver.
    pub fn covers(&self, edit: &Edit) -> bool {
        self.line.source == edit.span.source && (self.line.start..=self.line.end).contains(&edit.first)
    }
}

impl Rules {
    /// All waivers of mutants in the files of the game, in order.
    pub fn explained(&self) -> Vec<Explained> {
        let of = |waiver: &Waiver| {
            let is_survivor = waiver.codes.iter().any(|code| code.text == SURVIVOR) && !waiver.reason.is_empty();
            let line = waiver.line.filter(|_| is_survivor)?;
            let place = self.sources().place(waiver.span).unwrap_or_default();
            Some(Explained { reason: waiver.reason.clone(), span: waiver.span, place, line })
        };
        self.files(|_| true).into_iter().flat_map(|(_, _, file)| &file.waivers).filter_map(of).collect()
    }
}
