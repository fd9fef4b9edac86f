//! Who would be told what: by options, texts and lines, by being asked at all, by what a called rule does with what it is handed.

use super::calls::{self, Called, Told};
use super::flow::{Condition, Flow};
use super::leak::{Leak, Through};
use super::reads::{Read, What, add_read, name, reads_of, resolved, surely_hidden};
use crate::ir::visit;
use crate::ir::{Expr, ExprKind, RuleId, Seen, Seer, Text};
use crate::text::Span;

impl<'b> Flow<'b, '_> {
    /// That somebody is asked, and with which text.
    pub(super) fn asked(&mut self, who: Option<&'b Expr>, prompt: Option<&'b Text>, span: Span) {
        let Some(one) = who else {
            prompt.into_iter().flat_map(visit::of_text).for_each(|e| self.told(None, e, Through::Log));
            return self.existence(None, span, Through::Noticed);
        };
        prompt.into_iter().flat_map(visit::of_text).for_each(|e| self.shown(who, e));
        self.existence(who, span, Through::Asking);
        // Whom it is that is asked is noticed, too.
        self.around.push(Condition::Holds(one));
        self.existence(None, span, Through::Noticed);
        self.around.pop();
    }

    /// What is offered is read by the one who is asked; what chance can say by those who are told it.
    pub(super) fn offered(&mut self, who: Option<&Expr>, e: &Expr, seen: &Seen) {
        if who.is_some() {
            return self.told(who, e, Through::Options);
        }
        // A thing out of a hidden place is told to those who see into it.
        if matches!(e.kind, ExprKind::BagAt(..)) {
            return;
        }
        let Some(seen) = seen else { return self.told(None, e, Through::Rolled) };
        for seer in seen {
            match seer {
                Seer::All(_) => self.told(None, e, Through::Rolled),
                Seer::Player(seer, _) => self.told(Some(seer), e, Through::Rolled),
            }
        }
    }

    /// What the player who is asked reads.
    pub(super) fn shown(&mut self, who: Option<&Expr>, e: &Expr) {
        if who.is_some() {
            self.told(who, e, Through::Prompt);
        }
    }

    /// A call as it stands here.
    pub(super) fn call(&self, rule: RuleId, args: &'b [Expr], if_possible: bool) -> Called {
        let reads = args.iter().map(|arg| reads_of(self.book, arg, &self.sources)).collect();
        let args = args.iter().map(|arg| resolved(arg, &self.sources)).collect();
        Called { rule, args, reads, around: self.around_reads(), if_possible }
    }

    /// What follows stands under what decides whether the call can be done.
    pub(super) fn decide(&mut self, call: &Called) {
        let decided = self.known.rules.get(call.rule.index()).map(|callee| call.decided(callee)).unwrap_or_default();
        self.around.push(Condition::Told(decided));
    }

    /// A call: what is asked and logged in it stands under the conditions around it, and depends on what it is handed.
    pub(super) fn called(&mut self, call: Called, args: &'b [Expr], span: Span) {
        let known = self.known;
        if let Some(callee) = known.rules.get(call.rule.index()) {
            let around = self.around.len();
            self.decide(&call);
            for told in &callee.heard {
                let Some(told) = calls::for_caller(told, &call.args) else { continue };
                match told.of {
                    None => self.under_conditions(told.who.as_ref(), span, told.through),
                    Some(param) if told.through == Through::Kept => {
                        let arg = args.get(param.index());
                        arg.into_iter().for_each(|arg| self.told_before(arg, told.name.as_deref(), None));
                    }
                    Some(param) => {
                        let mut reads = call.reads.get(param.index()).into_iter().flatten();
                        let found = reads.find(|read| surely_hidden(self.book, told.who.as_ref(), read)).cloned();
                        found.into_iter().for_each(|read| self.report(told.through, span, &read));
                    }
                }
            }
            self.around.truncate(around);
            let mut left = Vec::new();
            for ends in &callee.ends {
                calls::read_for_caller(&ends.read, &call).into_iter().for_each(|read| add_read(&mut left, read));
            }
            if !left.is_empty() {
                self.left_rule.push(Condition::Told(left));
            }
        }
        self.summary.calls.push(call);
    }

    /// The conditions under which something is asked or said.
    pub(super) fn existence(&mut self, who: Option<&Expr>, span: Span, through: Through) {
        let resolved = who.map(|who| resolved(who, &self.sources));
        calls::add(&mut self.summary.heard, Told { who: resolved.clone(), through, of: None, name: None });
        for param in calls::params(&self.around_reads()) {
            let told = Told { who: resolved.clone(), through, of: Some(param), name: None };
            calls::add(&mut self.summary.heard, told);
        }
        self.under_conditions(who, span, through);
    }

    fn under_conditions(&mut self, who: Option<&Expr>, span: Span, through: Through) {
        let who = who.map(|who| resolved(who, &self.sources));
        let hidden = |read: &Read| surely_hidden(self.book, who.as_ref(), read);
        let found = self.conditions().find_map(|condition| self.reads_of(condition).into_iter().find(hidden));
        found.into_iter().for_each(|read| self.report(through, span, &read));
    }

    /// Reports the first thing that an expression reads and that a player (or else somebody) cannot see.
    pub(super) fn told(&mut self, who: Option<&Expr>, e: &Expr, through: Through) {
        let who = who.map(|who| resolved(who, &self.sources));
        for param in calls::params(&reads_of(self.book, e, &self.sources)) {
            calls::add(&mut self.summary.heard, Told { who: who.clone(), through, of: Some(param), name: None });
        }
        if let Some(read) = self.leak(who.as_ref(), e) {
            self.report(through, read.span, &read);
        }
    }

    /// A finding, each once. Who is asked and should not be is told first, then everybody else.
    pub(super) fn report(&mut self, through: Through, span: Span, read: &Read) {
        let name = match read.what {
            What::Answer(Some(local)) => {
                let local = self.book.ir.rules[self.id.index()].locals.get(local.index());
                local.map_or_else(|| name(self.book, read.what), |local| local.name.clone())
            }
            what => name(self.book, what),
        };
        self.report_as(through, span, read, name);
    }

    /// A finding under this name, each once.
    pub(super) fn report_as(&mut self, through: Through, span: Span, read: &Read, name: String) {
        let tangled = read.what == What::Tangled;
        let is_heading = |through: Through| matches!(through, Through::Heading(_));
        let alike = |leak: &Leak| {
            let noticed = through == Through::Noticed && leak.through == Through::Asking;
            let comparable = !is_heading(through) && !is_heading(leak.through);
            leak.span == span
                && comparable
                && (tangled && leak.tangled || leak.name == name && (leak.through == through || noticed))
        };
        if !self.leaks.iter().any(alike) {
            self.leaks.push(Leak { through, span, read: read.span, name, tangled });
        }
    }

    /// The first thing that an expression reads and that a player (or else somebody) cannot see.
    pub(super) fn leak(&self, who: Option<&Expr>, e: &Expr) -> Option<Read> {
        let who = who.map(|who| resolved(who, &self.sources));
        let reads = reads_of(self.book, e, &self.sources);
        reads.into_iter().find(|read| surely_hidden(self.book, who.as_ref(), read))
    }
}
