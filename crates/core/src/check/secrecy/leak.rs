//! Leaks: the channels through which something hidden would be told.

use std::collections::BTreeSet;

use super::reads::What;
use crate::ir::{LocalId, RuleId};
use tavola_syntax::text::Span;

/// How something hidden would be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Through {
    /// By what is offered.
    Options,
    /// By what chance can say.
    Rolled,
    /// By a prompt or label.
    Prompt,
    /// By being asked at all.
    Asking,
    /// By somebody being asked: everybody notices it.
    Noticed,
    /// By a line of the log.
    Log,
    /// By there being a line.
    Logging,
    /// By an answer that was told and is kept as a secret.
    Kept,
    /// By what a line does, which everybody sees: not forbidden, and seldom meant.
    Opened,
    /// By the heading of a phase: it has none then.
    Heading(RuleId),
}

/// Where something shows: a sentence, and where in what it calls.
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

/// Something hidden that would be told.
pub(super) struct Leak {
    pub(super) through: Through,
    /// The expression, or the sentence that should not be there.
    pub(super) span: Span,
    /// From where it is read to what it decides.
    pub(super) path: Vec<Span>,
    /// In what is called there: where it shows.
    pub(super) inside: Option<Span>,
    /// What it lies in.
    pub(super) name: String,
    /// Nobody can say what it reads.
    pub(super) tangled: bool,
}

impl Leak {
    /// Whether this one says what another one would say, too.
    pub(super) fn says(&self, other: &Self) -> bool {
        let is_heading = |leak: &Self| matches!(leak.through, Through::Heading(_));
        // Where everybody notices that somebody is asked, a line about what he does tells no more.
        let pair = (self.through, other.through);
        let noticed = matches!(pair, (Through::Asking, Through::Noticed) | (Through::Noticed, Through::Logging));
        let same = self.name == other.name && (self.through == other.through || noticed);
        let comparable = self.span == other.span && !is_heading(self) && !is_heading(other);
        comparable && (self.tangled && other.tangled || same)
    }
}

/// A line that tells something, unless what it tells of is put into the open behind it.
pub(super) struct OpenedBy {
    pub(super) leak: Leak,
    /// The names that it reads.
    pub(super) names: BTreeSet<LocalId>,
    pub(super) what: What,
    /// A player may be asked behind it.
    pub(super) is_followed: bool,
}
