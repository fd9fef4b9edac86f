//! Sinks: what a rule would tell whom, and what is told while it runs.

use super::calls::{Observation, RuleSummary, params};
use super::conditions::Conditions;
use super::leak::{Leak, OpenedBy, ShownAt, Through};
use super::origins::Origins;
use super::reads::{Read, What, name, surely_hidden};
use crate::ir::{Expr, Rule};
use tavola_syntax::text::Span;

/// Where a sentence stands: what names tell there, and under which conditions it is.
pub(super) struct Here<'b> {
    pub(super) origins: Origins<'b>,
    pub(super) conditions: Conditions<'b>,
}

/// What one rule tells.
pub(super) struct Tells<'b, 'l> {
    pub(super) rule: &'b Rule,
    pub(super) leaks: &'l mut Vec<Leak>,
    pub(super) summary: RuleSummary,
    /// What lines tell by what they do.
    pub(super) opened: Vec<OpenedBy>,
}

impl Tells<'_, '_> {
    /// What an expression reads is told to a player, or else to everybody: the first thing that he cannot see is reported.
    pub(super) fn value(&mut self, here: &Here<'_>, who: Option<&Expr>, e: &Expr, through: Through) {
        let who = who.map(|who| here.origins.resolved(who));
        let told = Observation { who: who.clone(), through, of: None, name: None, shows: e.span };
        self.summary.hear_of(params(&here.origins.reads(e)), &told);
        if let Some(read) = here.origins.hidden_in(who.as_ref(), e) {
            self.report(here, through, read.span.into(), &read);
        }
    }

    /// That something is asked or said is told, and with it the conditions under which it is.
    pub(super) fn existence(&mut self, here: &Here<'_>, who: Option<&Expr>, span: Span, through: Through) {
        let resolved = who.map(|who| here.origins.resolved(who));
        let told = Observation { who: resolved, through, of: None, name: None, shows: span };
        self.summary.hear(told.clone());
        self.summary.hear_of(params(&here.conditions.reads(&here.origins)), &told);
        self.conditions(here, who, span.into(), through);
    }

    /// The conditions here are told.
    pub(super) fn conditions(&mut self, here: &Here<'_>, who: Option<&Expr>, at: ShownAt, through: Through) {
        let who = who.map(|who| here.origins.resolved(who));
        let mut reads = here.conditions.all().flat_map(|condition| condition.reads(&here.origins));
        if let Some(read) = reads.find(|read| surely_hidden(here.origins.book, who.as_ref(), read)) {
            self.report(here, through, at, &read);
        }
    }

    /// A finding, each once. Who is asked and should not be is told first, then everybody else.
    pub(super) fn report(&mut self, here: &Here<'_>, through: Through, at: ShownAt, read: &Read) {
        let leak = self.leak(here, through, at, read);
        self.add(leak);
    }

    /// A finding, with the name of what it tells.
    pub(super) fn leak(&self, here: &Here<'_>, through: Through, at: ShownAt, read: &Read) -> Leak {
        let local = if let What::Answer(Some(local)) = read.what { self.rule.locals.get(local.index()) } else { None };
        let name = local.map_or_else(|| name(here.origins.book, read.what), |local| local.name.clone());
        let (ShownAt { span, inside }, tangled) = (at, read.what == What::Tangled);
        Leak { through, span, path: read.path(), inside, name, tangled }
    }

    /// A finding under this name, each once.
    pub(super) fn report_as(&mut self, through: Through, at: ShownAt, read: &Read, name: String) {
        let (ShownAt { span, inside }, tangled) = (at, read.what == What::Tangled);
        self.add(Leak { through, span, path: read.path(), inside, name, tangled });
    }

    /// Each finding once.
    pub(super) fn add(&mut self, leak: Leak) {
        if !self.leaks.iter().any(|other| other.says(&leak)) {
            self.leaks.push(leak);
        }
    }
}
