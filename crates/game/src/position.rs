//! Facts about a position that need no evaluation.

use tavola_core::code::{DEPTH, PC};
use tavola_core::ir::RuleKind;
use tavola_core::vm::{State, layers};

use tavola_syntax::text::Span;

use super::Game;
use super::titles::plain_title;
use super::view::{NamedValue, tracks};

/// A line of the rules, for their author.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleLine {
    /// `file:line:column`.
    pub place: String,
    /// Clauses that it cites.
    pub clauses: Vec<String>,
}

impl Game {
    /// Values of all tracks. They are public.
    pub fn tracks(&self, state: &State) -> Vec<NamedValue<i64>> {
        tracks(self.legend(), state)
    }

    /// True if the stored order of every place matches the things that lie there.
    pub fn order_fits(&self, state: &State) -> bool {
        let layout = &self.program().layout;
        (0..layout.cells.len() as u32).all(|cell| layers::fits(layout, state.words(), cell))
    }

    /// True if an action that must be finished, or a transaction, is open.
    pub fn in_action(&self, state: &State) -> bool {
        let open = self.program().layout.transactions;
        state.words()[DEPTH] > 0 || open.is_some_and(|open| state.words()[open as usize] > 0)
    }

    /// Leaves everything that is open and jumps to the part of the rules after the last question, where scoring happens.
    /// Returns `false`, and changes nothing, if the rules have no such part.
    pub(crate) fn cut_short(&self, state: &mut State) -> bool {
        let Some(ending) = self.program().ending else { return false };
        let words = state.words_mut();
        words[ending.frame as usize..].fill(0);
        words[DEPTH] = 0;
        words[PC] = ending.begin.0 as i32;
        true
    }

    /// Name of the rule and place (`file:line:column`) of the line at which a state stands.
    pub fn position(&self, state: &State) -> (String, String) {
        let pc = stands(state);
        let span = self.program().op_spans.get(pc).copied();
        let place = span.and_then(|span| self.sources().place(span)).unwrap_or_default();
        (self.rule_at(pc).unwrap_or_default().to_owned(), place)
    }

    /// Clauses that the line cites at which a state stands.
    pub fn clauses_here(&self, state: &State) -> Vec<String> {
        let span = self.program().op_spans.get(stands(state));
        span.map_or_else(Vec::new, |&span| self.book().clauses_at(span).to_vec())
    }

    /// The line of a span. `None` if nothing is written there.
    pub(crate) fn rule_line(&self, span: Span) -> Option<RuleLine> {
        let place = self.sources().place(span)?;
        Some(RuleLine { place, clauses: self.book().clauses_at(span).to_vec() })
    }

    /// Title of the action or card that the answer "no" would decline. `None` if the question belongs to a rule.
    pub fn declined(&self, state: &State) -> Option<String> {
        let name = self.rule_at(stands(state))?;
        let is_sheet = |kind| matches!(kind, RuleKind::Action | RuleKind::Card | RuleKind::Interrupt);
        let rule = self.book().rules.iter().find(|rule| rule.name == name && is_sheet(rule.kind))?;
        rule.title.as_ref().map(plain_title)
    }

    /// The line of an invariant (`always`), found by its name.
    pub fn always_at(&self, what: &str) -> Option<RuleLine> {
        let span = self.book().always.iter().find(|invariant| invariant.what == what)?.holds.value.span;
        self.rule_line(span)
    }
}

/// Index of the operation at which a state stands.
pub(super) fn stands(state: &State) -> usize {
    state.words()[PC].max(0) as usize
}
