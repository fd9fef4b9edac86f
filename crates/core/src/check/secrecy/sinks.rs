//! Sinks: what a rule reveals to which player, and the events while it runs.

use super::calls::{Observation, RuleSummary, params};
use super::closed::Closed;
use super::conditions::{Conditions, reads_of};
use super::leak::{Leak, OpenedBy, ShownAt, Through};
use super::origins::Origins;
use super::reads::{Read, ReadSource, name, seers, unmet};
use crate::ir::{Expr, Rule};
use tavola_syntax::text::Span;

/// State of the analysis at a sentence: the taint of names, and the conditions around it.
pub(super) struct Here<'b> {
    pub(super) origins: Origins<'b>,
    pub(super) conditions: Conditions<'b>,
}

impl Here<'_> {
    /// The conditions of `seen by` that surely do not hold now, without the names of this rule.
    pub(super) fn closed(&self) -> Closed {
        self.origins.closed.everywhere()
    }

    /// Something that a player (`None`: everybody) sees here. `shows`: where it shows.
    pub(super) fn observation(&self, who: Option<Expr>, through: Through, shows: Span) -> Observation {
        let who = who.map(|who| self.origins.at_entry(&who));
        Observation { who, through, of: None, name: None, shows, closed: self.closed() }
    }
}

/// Everything that one rule reveals.
pub(super) struct Sinks<'b, 'l> {
    pub(super) rule: &'b Rule,
    pub(super) leaks: &'l mut Vec<Leak>,
    pub(super) summary: RuleSummary,
    /// Effects that reveal something.
    pub(super) opened: Vec<OpenedBy>,
}

impl Sinks<'_, '_> {
    /// Records that a player (`None`: everybody) sees a value. Reports the first read that is hidden from the player.
    pub(super) fn value(&mut self, here: &Here<'_>, who: Option<&Expr>, e: &Expr, through: Through) {
        let who = who.map(|who| here.origins.resolved(who));
        let observation = here.observation(who.clone(), through, e.span);
        self.summary.observe_each(params(&here.origins.reads(e)), &observation);
        if let Some(read) = here.origins.hidden_in(who.as_ref(), e) {
            self.report(here, through, read.span.into(), &read);
        }
    }

    /// Records that the options of a question to a player depend on these reads.
    pub(super) fn offered(&mut self, here: &Here<'_>, who: Option<&Expr>, reads: &[Read]) {
        let through = Through::Options;
        let observation = here.observation(who.cloned(), through, self.rule.span);
        self.summary.observe_each(params(reads), &observation);
        if let Some(read) = reads.iter().find(|read| here.origins.is_hidden(who, read)) {
            self.report(here, through, read.span.into(), read);
        }
    }

    /// Records that something is asked or logged, which reveals the conditions around it.
    pub(super) fn existence(&mut self, here: &Here<'_>, who: Option<&Expr>, span: Span, through: Through) {
        let resolved = who.map(|who| here.origins.resolved(who));
        let observation = here.observation(resolved, through, span);
        self.summary.observe(observation.clone());
        self.summary.observe_each(params(&reads_of(here.conditions.revealed_by(through), &here.origins)), &observation);
        self.conditions(here, who, span.into(), through);
    }

    /// Reports a condition here that is hidden from a player (`None`: from everybody).
    pub(super) fn conditions(&mut self, here: &Here<'_>, who: Option<&Expr>, at: ShownAt, through: Through) {
        let who = who.map(|who| here.origins.resolved(who));
        let mut reads = here.conditions.revealed_by(through).flat_map(|condition| condition.reads(&here.origins));
        if let Some(read) = reads.find(|read| here.origins.is_hidden(who.as_ref(), read)) {
            self.report(here, through, at, &read);
        }
    }

    /// Reports a leak once. A leak to the asked player comes before the same leak to everybody.
    pub(super) fn report(&mut self, here: &Here<'_>, through: Through, at: ShownAt, read: &Read) {
        let leak = self.leak(here, through, at, read);
        self.add(leak);
    }

    /// Builds a leak with the name of its source.
    pub(super) fn leak(&self, here: &Here<'_>, through: Through, at: ShownAt, read: &Read) -> Leak {
        let local =
            if let ReadSource::Answer(Some(local)) = read.what { self.rule.locals.get(local.index()) } else { None };
        let name = local.map_or_else(|| name(here.origins.book, read.what), |local| local.name.clone());
        let (ShownAt { span, inside }, tangled) = (at, read.what == ReadSource::Tangled);
        let seers = seers(here.origins.book, read.what).iter();
        let when = seers.filter_map(|seer| unmet(seer, &here.origins.closed, read));
        let unmet = when.map(|when| when.span).collect();
        Leak { through, span, path: read.path(), inside, fails: read.fails, unmet, name, tangled }
    }

    /// Reports a leak under a given name, once.
    pub(super) fn report_as(&mut self, through: Through, at: ShownAt, read: &Read, name: String) {
        let (ShownAt { span, inside }, tangled) = (at, read.what == ReadSource::Tangled);
        self.add(Leak { through, span, path: read.path(), inside, fails: None, unmet: Vec::new(), name, tangled });
    }

    /// Adds a leak, unless another one says the same.
    pub(super) fn add(&mut self, leak: Leak) {
        if !self.leaks.iter().any(|other| other.says(&leak)) {
            self.leaks.push(leak);
        }
    }
}
