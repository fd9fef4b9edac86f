//! Implicit flows: the conditions under which a sentence stands, which what it shows reveals.

use super::origins::Origins;
use super::reads::{Read, add_read};
use crate::ir::Expr;

/// What a sentence stands under.
#[derive(Clone)]
pub(super) enum Condition<'b> {
    Holds(&'b Expr),
    Told(Vec<Read>),
}

impl Condition<'_> {
    /// What it reads.
    pub(super) fn reads(&self, origins: &Origins<'_>) -> Vec<Read> {
        match self {
            Condition::Holds(e) => origins.reads(e),
            Condition::Told(reads) => reads.clone(),
        }
    }
}

/// The conditions of the sentence at hand.
#[derive(Default)]
pub(super) struct Conditions<'b> {
    /// Those around it.
    around: Vec<Condition<'b>>,
    /// Those under which this turn of the loop has been left by now.
    left: Vec<Condition<'b>>,
    /// Those under which the rule has been left by now.
    left_rule: Vec<Condition<'b>>,
    /// Number of those around it that stand around the loop.
    loop_at: usize,
}

/// Number of conditions, and where the loop began.
pub(super) struct Before {
    around: usize,
    left: usize,
    left_rule: usize,
    loop_at: usize,
}

impl<'b> Conditions<'b> {
    /// All of them.
    pub(super) fn all(&self) -> impl Iterator<Item = &Condition<'b>> {
        self.around.iter().chain(&self.left).chain(&self.left_rule)
    }

    /// What they tell.
    pub(super) fn reads(&self, origins: &Origins<'_>) -> Vec<Read> {
        let mut all = Vec::new();
        self.all().flat_map(|condition| condition.reads(origins)).for_each(|read| add_read(&mut all, read));
        all
    }

    /// What follows stands under more.
    pub(super) fn enter(&mut self, more: impl IntoIterator<Item = Condition<'b>>) -> Before {
        let (around, left, left_rule) = (self.around.len(), self.left.len(), self.left_rule.len());
        self.around.extend(more);
        Before { around, left, left_rule, loop_at: self.loop_at }
    }

    /// What follows stands outside again.
    pub(super) fn leave(&mut self, before: &Before) {
        self.around.truncate(before.around);
    }

    /// What follows is a turn of a loop.
    pub(super) fn enter_loop(&mut self, more: impl IntoIterator<Item = Condition<'b>>) -> Before {
        let before = self.enter(more);
        self.loop_at = before.around;
        before
    }

    /// What follows stands behind the loop.
    pub(super) fn leave_loop(&mut self, before: &Before) {
        self.leave(before);
        self.left.truncate(before.left);
        self.loop_at = before.loop_at;
    }

    /// Whether the loop or the rule has been left since.
    pub(super) fn left_since(&self, before: &Before) -> bool {
        self.left.len() > before.left || self.left_rule.len() > before.left_rule
    }

    /// The loop is left here.
    pub(super) fn stop(&mut self) {
        self.left.extend_from_slice(&self.around[self.loop_at..]);
    }

    /// The rule is left here.
    pub(super) fn end(&mut self) {
        self.left_rule.extend_from_slice(&self.around);
    }

    /// The rule may have been left where this was read.
    pub(super) fn end_by(&mut self, reads: Vec<Read>) {
        if !reads.is_empty() {
            self.left_rule.push(Condition::Told(reads));
        }
    }
}
