//! Implicit flows: the conditions a sentence depends on, which its observable effects reveal.

use super::closed::Closed;
use super::leak::Through;
use super::origins::Origins;
use super::reads::{Read, add_read};
use crate::ir::Expr;

/// A condition that a sentence depends on.
#[derive(Clone)]
pub(super) enum Condition<'b> {
    Holds(&'b Expr),
    /// Which of two branches is taken, where both do something: what the other one does in the open may tell it before a draw does.
    Chooses(&'b Expr),
    Revealed(Vec<Read>),
}

impl Condition<'_> {
    fn reads(&self, origins: &Origins<'_>) -> Vec<Read> {
        match self {
            Condition::Holds(e) | Condition::Chooses(e) => origins.reads(e),
            Condition::Revealed(reads) => reads.clone(),
        }
    }
}

/// A condition, and the conditions of `seen by` that surely do not hold where it is evaluated.
#[derive(Clone)]
pub(super) struct EnclosingCondition<'b> {
    condition: Condition<'b>,
    closed: Closed,
}

impl EnclosingCondition<'_> {
    /// The reads of the condition.
    pub(super) fn reads(&self, origins: &Origins<'_>) -> Vec<Read> {
        let mut reads = self.condition.reads(origins);
        reads.iter_mut().for_each(|read| read.stamp(&self.closed));
        reads
    }
}

/// The conditions of the current sentence.
#[derive(Default)]
pub(super) struct Conditions<'b> {
    /// Conditions of the enclosing blocks.
    around: Vec<EnclosingCondition<'b>>,
    /// Conditions under which the current iteration of the loop may have been left earlier.
    left: Vec<EnclosingCondition<'b>>,
    /// Conditions under which the rule may have been left earlier.
    left_rule: Vec<EnclosingCondition<'b>>,
    /// Number of conditions in `around` that also enclose the loop.
    loop_at: usize,
}

/// Saved state of [`Conditions`]: the lengths of its lists, and the beginning of the loop.
pub(super) struct Before {
    around: usize,
    left: usize,
    left_rule: usize,
    loop_at: usize,
}

impl<'b> Conditions<'b> {
    /// Iterates over all conditions.
    pub(super) fn all(&self) -> impl Iterator<Item = &EnclosingCondition<'b>> {
        self.around.iter().chain(&self.left).chain(&self.left_rule)
    }

    /// Iterates over the conditions that an event reveals. A draw does not reveal which of two branches is taken.
    pub(super) fn revealed_by(&self, through: Through) -> impl Iterator<Item = &EnclosingCondition<'b>> {
        self.all().filter(move |one| through != Through::Drawn || !matches!(one.condition, Condition::Chooses(_)))
    }

    /// The reads of all conditions.
    pub(super) fn reads(&self, origins: &Origins<'_>) -> Vec<Read> {
        self.reads_since(0, origins)
    }

    /// The reads of all conditions, without the first `outer` ones of the enclosing blocks.
    pub(super) fn reads_since(&self, outer: usize, origins: &Origins<'_>) -> Vec<Read> {
        reads_of(self.around.iter().skip(outer).chain(&self.left).chain(&self.left_rule), origins)
    }

    /// Number of conditions of the enclosing blocks.
    pub(super) fn depth(&self) -> usize {
        self.around.len()
    }

    /// Enters a block under additional conditions. Returns the state before it, for [`Self::leave`].
    pub(super) fn enter(&mut self, more: impl IntoIterator<Item = Condition<'b>>, closed: &Closed) -> Before {
        let (around, left, left_rule) = (self.around.len(), self.left.len(), self.left_rule.len());
        self.around.extend(more.into_iter().map(|condition| EnclosingCondition { condition, closed: closed.clone() }));
        Before { around, left, left_rule, loop_at: self.loop_at }
    }

    /// Leaves a block.
    pub(super) fn leave(&mut self, before: &Before) {
        self.around.truncate(before.around);
    }

    /// Enters the body of a loop.
    pub(super) fn enter_loop(&mut self, more: impl IntoIterator<Item = Condition<'b>>, closed: &Closed) -> Before {
        let before = self.enter(more, closed);
        self.loop_at = before.around;
        before
    }

    /// Leaves a loop.
    pub(super) fn leave_loop(&mut self, before: &Before) {
        self.leave(before);
        self.left.truncate(before.left);
        self.loop_at = before.loop_at;
    }

    /// True if the loop or the rule may have been left since `before`.
    pub(super) fn left_since(&self, before: &Before) -> bool {
        self.left.len() > before.left || self.left_rule.len() > before.left_rule
    }

    /// Records that the loop is left here.
    pub(super) fn stop(&mut self) {
        self.left.extend_from_slice(&self.around[self.loop_at..]);
    }

    /// Records that the rule is left here.
    pub(super) fn end(&mut self) {
        self.left_rule.extend_from_slice(&self.around);
    }

    /// Records that the rule may have been left, depending on these reads.
    pub(super) fn end_by(&mut self, reads: Vec<Read>, closed: &Closed) {
        if !reads.is_empty() {
            self.left_rule.push(EnclosingCondition { condition: Condition::Revealed(reads), closed: closed.clone() });
        }
    }
}

/// The reads of these conditions, each once.
pub(super) fn reads_of<'c, 'b: 'c>(
    conditions: impl Iterator<Item = &'c EnclosingCondition<'b>>,
    origins: &Origins<'_>,
) -> Vec<Read> {
    let mut all = Vec::new();
    conditions.flat_map(|condition| condition.reads(origins)).for_each(|read| add_read(&mut all, read));
    all
}
