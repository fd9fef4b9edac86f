//! Leaks: channels through which hidden information is revealed.

use std::collections::BTreeSet;

use super::reads::ReadSource;
use crate::ir::{LocalId, RuleId};
use tavola_syntax::text::Span;

/// Channel of a leak.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Through {
    /// The options of a question.
    Options,
    /// The possible outcomes of chance.
    Rolled,
    /// A prompt or label.
    Prompt,
    /// Being asked at all.
    Asking,
    /// Somebody being asked, which everybody notices.
    Noticed,
    /// Chance being asked for a drawn thing, which everybody notices.
    Drawn,
    /// A pass in a loop that goes on until all pass.
    Passing,
    /// A value in a line of the log.
    Log,
    /// The existence of a line of the log.
    Logging,
    /// An answer that others saw and that is stored as a secret.
    Variable,
    /// An effect that everybody sees. It is allowed, but seldom intended.
    Opened,
    /// An effect that some players see who may not see its source.
    Passed,
    /// The heading of a phase. It is dropped then.
    Heading(RuleId),
}

impl Through {
    /// True if it is seen by what a sentence does.
    pub(super) fn is_effect(self) -> bool {
        matches!(self, Self::Opened | Self::Passed)
    }
}

/// Place at which a leak shows: a sentence, and the source location in a callee.
#[derive(Clone, Copy)]
pub(super) struct ShownAt {
    pub(super) span: Span,
    pub(super) inside: Option<Span>,
}

impl From<Span> for ShownAt {
    fn from(span: Span) -> Self {
        Self { span, inside: None }
    }
}

/// A leak of hidden information.
pub(super) struct Leak {
    pub(super) through: Through,
    /// The expression, or the sentence whose existence leaks.
    pub(super) span: Span,
    /// Source locations from the read to the point that it decides.
    pub(super) path: Vec<Span>,
    /// Source location in a callee where it shows.
    pub(super) inside: Option<Span>,
    /// The sentence that may be impossible for this reason.
    pub(super) fails: Option<Span>,
    /// Conditions of `seen by` that surely do not hold where it shows.
    pub(super) unmet: Vec<Span>,
    /// Name of the hidden place, variable or answer.
    pub(super) name: String,
    /// True if the flow is too complex to analyse.
    pub(super) tangled: bool,
}

impl Leak {
    /// True if this leak makes a report of `other` redundant.
    pub(super) fn says(&self, other: &Self) -> bool {
        let is_heading = |leak: &Self| matches!(leak.through, Through::Heading(_));
        // If everybody notices that a player is asked, a line about what the player does reveals no more.
        let pair = (self.through, other.through);
        let noticed = matches!(pair, (Through::Asking, Through::Noticed) | (Through::Noticed, Through::Logging));
        let same = self.name == other.name && (self.through == other.through || noticed);
        let comparable = self.span == other.span && !is_heading(self) && !is_heading(other);
        comparable && (self.tangled && other.tangled || same)
    }
}

/// A sentence that reveals something by its effect, unless the source itself is revealed afterwards.
pub(super) struct OpenedBy {
    pub(super) leak: Leak,
    /// Names that it reads.
    pub(super) names: BTreeSet<LocalId>,
    pub(super) what: ReadSource,
    /// True if a player may be asked after it.
    pub(super) is_followed: bool,
}
