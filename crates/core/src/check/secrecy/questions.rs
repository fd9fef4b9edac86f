//! Questions: what their options, texts and labels show, and the sheets that menus offer.

use super::conditions::Condition;
use super::expr_reads::shared_params;
use super::flow::{Flow, you};
use super::leak::Through;
use super::reads::Read;
use super::{possible, variables};
use crate::ir::visit;
use crate::ir::{
    Arm, ArmKind, Ask, BagChoice, Expr, ExprKind, Guard, LocalId, Menu, Ordering, Query, Rule, Seen, Seer, Text,
    is_open,
};
use tavola_syntax::text::Span;

/// The names of a query with their domains.
fn asked_for(query: &Query) -> impl Iterator<Item = (LocalId, &Expr)> {
    query.binders.iter().map(|(name, domain)| (*name, domain))
}

impl<'b> Flow<'b, '_> {
    /// Analyses a division. Its options reveal the things that are divided and, because a full pile is not
    /// offered, which places have room.
    pub(super) fn divide(&mut self, who: &'b Expr, what: &'b Expr, into: &Expr, span: Span) {
        self.asked(Some(who), None, span);
        self.observe_value(Some(who), what, Through::Options);
        self.observe_value(Some(who), &possible::emptiness(into), Through::Options);
    }

    /// Analyses the parts of a sheet that menus and `p does` evaluate to offer it.
    pub(super) fn sheet(&mut self, rule: &'b Rule) {
        let Some(sheet) = &rule.sheet else { return };
        self.here.origins.of_sheet();
        shared_params(rule).for_each(|(local, ..)| self.here.origins.share(*local));
        for (local, menu, name) in &sheet.remembers {
            self.here.origins.recall(*local, self.known.remembered.of((*menu, *name)));
        }
        let you = you(rule.span);
        for e in visit::of_query(&sheet.params) {
            self.observe_value(Some(&you), e, Through::Options);
        }
        self.must(&possible::of_query(&self.here.origins, &sheet.params), rule.span);
        self.here.origins.drawn(&sheet.params);
        self.here.origins.identities.found(&sheet.params);
        self.here.origins.answered(asked_for(&sheet.params), Some(&you), &None);
        for guard in &sheet.guards {
            match guard {
                Guard::Let(local, value) => {
                    self.bind(*local, value);
                    self.observe_value(Some(&you), value, Through::Options);
                }
                Guard::When { holds, why, .. } => {
                    let said = why.iter().flat_map(visit::of_text);
                    [holds].into_iter().chain(said).for_each(|e| self.observe_value(Some(&you), e, Through::Options));
                    self.here.origins.identities.holds(holds, true);
                }
            }
        }
        let texts = rule.title.iter().chain(&sheet.question).flat_map(visit::of_text);
        texts.for_each(|e| self.observe_value(Some(&you), e, Through::Prompt));
        if self.known.extents.is_offered(self.id) {
            self.logged(rule.title.as_ref());
        }
    }

    /// Analyses the label of an option. The log shows it to everybody once it is chosen, but hides things that were chosen out of a
    /// place from those who do not see into it.
    fn logged(&mut self, label: Option<&Text>) {
        for e in label.into_iter().flat_map(visit::of_text) {
            let mut things = false;
            visit::each_expr(e, &mut |part| {
                things |= matches!(part.kind, ExprKind::Local(name) if self.here.origins.is_thing(name));
            });
            if !things {
                self.observe_value(None, e, Through::Log);
            }
        }
    }

    pub(super) fn ask(&mut self, ask: &'b Ask, span: Span) {
        let who = ask.who.as_ref();
        self.asked(who, ask.prompt.as_ref(), span);
        for arm in &ask.arms {
            let parts = arm.query.iter().flat_map(visit::of_query).chain(&arm.when);
            parts.for_each(|e| self.offered(who, e, &ask.seen));
            let texts = arm.label.iter().flat_map(visit::of_text);
            texts.for_each(|e| self.shown(who, e));
            // The log shows the chosen names, without the words of `showing`.
            if arm.query.is_none() && ask.seen.as_ref().is_none_or(|seen| is_open(seen)) {
                self.logged(arm.label.as_ref());
            }
            if let Some(query) = &arm.query {
                self.here.origins.drawn(query);
                self.here.origins.answered(asked_for(query), who, &ask.seen);
            }
        }
        self.must_some(&possible::of_ask(&self.here.origins, ask), span);
        variables::by_arms(&mut self.sinks, self.book, ask, span);
        if let [Arm { query: Some(query), .. }] = ask.arms.as_slice() {
            self.here.origins.identities.found(query);
        }
        let secret = self.here.origins.secret(None, who, &ask.seen, span).filter(|_| ask.arms.len() > 1);
        if let Some(read) = secret.as_ref().filter(|_| ask.arms.iter().any(|arm| arm.kind == ArmKind::No)) {
            self.passing(read, span);
        }
        self.either(&ask.arms, |flow, arm| {
            let observation = secret.clone().map(|read| Condition::Revealed(vec![read]));
            let begins = ask.extent && !flow.pending.is_open;
            if let Some(who) = who.filter(|_| begins) {
                flow.pending.is_open = true;
                flow.pending.ask(&flow.here.origins.resolved(who), flow.here.conditions.depth());
            }
            flow.under(observation, |flow| {
                let identities = &mut flow.here.origins.identities;
                arm.query.iter().for_each(|query| identities.found(query));
                arm.when.iter().for_each(|when| identities.holds(when, true));
                flow.block(&arm.body);
            });
            if begins {
                flow.pending.close();
            }
        });
    }

    /// Analyses a secret answer by which a player may pass. Nobody notices what is answered in a `together` block.
    fn passing(&mut self, read: &Read, span: Span) {
        if self.here.origins.about.is_none() {
            let observation = self.here.observation(None, Through::Passing, span);
            self.sinks.summary.observe(observation);
            if self.until_all_pass > 0 {
                self.sinks.report(&self.here, Through::Passing, span.into(), read);
            }
        }
    }

    /// Handles a question that must have an option.
    fn must_some(&mut self, reads: &[Read], at: Span) {
        if !reads.is_empty() {
            self.must(reads, at);
        }
    }

    pub(super) fn family(&mut self, family: &'b BagChoice, span: Span) {
        let (who, of) = (family.who.as_ref(), &family.of);
        self.asked(who, family.prompt.as_ref(), span);
        let parts = [&family.least].into_iter().chain(&family.most).chain(&family.filter);
        parts.for_each(|e| self.offered(who, e, &family.seen));
        self.offered(who, of, &family.seen);
        self.must_some(&possible::of_bag_choice(&self.here.origins, family), span);
        self.here.origins.out_of(family.name, of);
        self.here.origins.answered([(family.name, of)], who, &family.seen);
    }

    pub(super) fn order(&mut self, order: &'b Ordering, span: Span) {
        let (who, of) = (order.who.as_ref(), &order.of);
        self.asked(who, order.prompt.as_ref(), span);
        self.offered(who, of, &order.seen);
        self.here.origins.answered([(order.name, of)], who, &order.seen);
    }

    pub(super) fn menu(&mut self, menu: &'b Menu, span: Span) {
        self.under(menu.until.iter().map(Condition::Holds), |flow| {
            // Looking ahead ends where a menu begins.
            flow.pending.cut_questions();
            flow.asked(Some(&menu.who), menu.prompt.as_ref(), span);
            menu.done.iter().flat_map(visit::of_text).for_each(|e| flow.shown(Some(&menu.who), e));
            flow.logged(menu.done.as_ref());
            for item in &menu.items {
                flow.calls(item.rule, std::slice::from_ref(&menu.who), false, span);
            }
            flow.pending.cut();
        });
    }

    /// Analyses that a player is asked, and the text of the question.
    pub(super) fn asked(&mut self, who: Option<&'b Expr>, prompt: Option<&Text>, span: Span) {
        let Some(one) = who else {
            self.pending.cut();
            prompt.into_iter().flat_map(visit::of_text).for_each(|e| self.observe_value(None, e, Through::Log));
            return self.existence(None, span, Through::Noticed);
        };
        prompt.into_iter().flat_map(visit::of_text).for_each(|e| self.shown(who, e));
        self.existence(who, span, Through::Asking);
        // Everybody also notices who is asked.
        self.under([Condition::Holds(one)], |flow| flow.existence(None, span, Through::Noticed));
        self.pending.ask(&self.here.origins.resolved(one), self.here.conditions.depth());
    }

    /// Analyses an option. Options are read by the player who is asked, outcomes of chance by those who see them.
    fn offered(&mut self, who: Option<&Expr>, e: &Expr, seen: &Seen) {
        if who.is_some() {
            return self.observe_value(who, e, Through::Options);
        }
        // A thing from a hidden place is shown only to those who see into it.
        if matches!(e.kind, ExprKind::BagAt(..)) {
            return;
        }
        let Some(seen) = seen else { return self.observe_value(None, e, Through::Rolled) };
        for seer in seen {
            match seer {
                Seer::All(_) => self.observe_value(None, e, Through::Rolled),
                Seer::Player(seer, _) => self.observe_value(Some(seer), e, Through::Rolled),
            }
        }
    }

    /// Analyses a text that the asked player reads.
    fn shown(&mut self, who: Option<&Expr>, e: &Expr) {
        if who.is_some() {
            self.observe_value(who, e, Through::Prompt);
        }
    }
}
