//! What is said of a position without working anything out.

use tavola_core::code::{DEPTH, PC};
use tavola_core::ir::RuleKind;
use tavola_core::vm::{State, layers};

use super::Game;
use super::view::{NamedValue, tracks};
use super::wording::plain_title;

impl Game {
    /// Where all tracks stand: everybody sees them.
    pub fn tracks(&self, state: &State) -> Vec<NamedValue<i64>> {
        tracks(self.legend(), state)
    }

    /// Whether the order that a state tells of is that of the things that lie there, in every place.
    pub fn order_fits(&self, state: &State) -> bool {
        let layout = &self.program().layout;
        (0..layout.cells.len() as u32).all(|cell| layers::fits(layout, state.words(), cell))
    }

    /// Whether an action that must be finished, or a transaction, is under way.
    pub fn in_action(&self, state: &State) -> bool {
        let open = self.program().layout.transactions;
        state.words()[DEPTH] > 0 || open.is_some_and(|open| state.words()[open as usize] > 0)
    }

    /// Leaves everything that is under way and goes on where the rules ask no player any more: what counts at the end counts as it
    /// lies now. `false` where the rules have no such end: then nothing is changed.
    pub(crate) fn cut_short(&self, state: &mut State) -> bool {
        let Some(ending) = self.program().ending else { return false };
        let words = state.words_mut();
        words[ending.frame as usize..].fill(0);
        words[DEPTH] = 0;
        words[PC] = ending.begin.0 as i32;
        true
    }

    /// Which rule's line the machine stands at: `rule`, `file:line:column`.
    pub fn position(&self, state: &State) -> (String, String) {
        let pc = stands(state);
        let span = self.program().op_spans.get(pc).copied();
        let place = span.and_then(|span| self.sources().place(span)).unwrap_or_default();
        (self.rule_at(pc).unwrap_or_default().to_owned(), place)
    }

    /// The clauses that the line cites at which the machine stands.
    pub fn clauses_here(&self, state: &State) -> Vec<String> {
        let span = self.program().op_spans.get(stands(state));
        span.map_or_else(Vec::new, |&span| self.book().clauses_at(span).to_vec())
    }

    /// What is left undone by the answer "no": the title of the action or card that asks; none where a rule asks.
    pub fn declined(&self, state: &State) -> Option<String> {
        let name = self.rule_at(stands(state))?;
        let is_sheet = |kind| matches!(kind, RuleKind::Action | RuleKind::Card | RuleKind::Interrupt);
        let rule = self.book().rules.iter().find(|rule| rule.name == name && is_sheet(rule.kind))?;
        rule.title.as_ref().map(plain_title)
    }

    /// Where the rules say what must always hold, by its name, and the clauses that are cited there.
    pub fn always_at(&self, what: &str) -> Option<(String, Vec<String>)> {
        let span = self.book().always.iter().find(|invariant| invariant.what == what)?.holds.value.span;
        Some((self.sources().place(span)?, self.book().clauses_at(span).to_vec()))
    }
}

/// The operation at which the machine stands.
pub(super) fn stands(state: &State) -> usize {
    state.words()[PC].max(0) as usize
}
