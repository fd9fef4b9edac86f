//! Calls: the summary of the callee, applied to the conditions around the call and to its arguments.

use super::calls::{Called, Observation, RuleSummary, for_caller, in_caller, read_for_caller};
use super::conditions::Condition;
use super::expr_reads::with_shared;
use super::extents::{Awaiting, is_asked_for};
use super::flow::Flow;
use super::leak::{ShownAt, Through};
use super::reads::{Read, ReadSource, add_read};
use super::{opens, variables};
use crate::ir::{Expr, RuleId};
use tavola_syntax::text::Span;

impl<'b> Flow<'b, '_> {
    /// Analyses a call such as `send(you, on[c])` or `p does build`. A sheet that is called without its parameters asks for
    /// them.
    pub(super) fn call(&mut self, rule: RuleId, args: &'b [Expr], if_possible: bool, span: Span) {
        let callee = &self.book.ir.rules[rule.index()];
        if is_asked_for(callee, args) {
            let decided = self.decided(&self.called(rule, args, if_possible));
            self.under([decided], |flow| flow.asked(args.first(), None, span));
        }
        self.calls(rule, args, if_possible, span);
    }

    /// Applies the summary of the callee, under the conditions around the call and with the reads of its arguments.
    pub(super) fn calls(&mut self, rule: RuleId, args: &'b [Expr], if_possible: bool, span: Span) {
        let (known, call) = (self.known, self.called(rule, args, if_possible));
        if let Some(callee) = known.rules.get(rule.index()) {
            self.under([self.decided(&call)], |flow| {
                let observed = callee.observed.iter().map(|observation| for_caller(observation, &call.args));
                observed.for_each(|observation| flow.observed(&observation, &call, args, span));
            });
            if !if_possible {
                self.obliged(callee, &call, span);
            }
            self.passed(callee, &call);
            let mut left = Vec::new();
            let ends = callee.ends.iter().flat_map(|ends| read_for_caller(&ends.read, &call));
            ends.for_each(|read| add_read(&mut left, read));
            self.here.conditions.end_by(left, &self.here.origins.closed);
        }
        self.sinks.summary.calls.push(self.here.origins.call_at_entry(call));
    }

    /// Handles what can fail in a callee.
    fn obliged(&mut self, callee: &RuleSummary, call: &Called, span: Span) {
        for obligation in &callee.obligations {
            let asked = obligation.asked.as_ref().map(|asked| in_caller(asked, &call.args));
            let reads: Vec<Read> = obligation.reads.iter().flat_map(|read| read_for_caller(read, call)).collect();
            match asked {
                None => self.must(&reads, span),
                Some(Some(asked)) => self.must_after(Some(&asked), &reads, span),
                // Nobody can say who that is.
                Some(None) => {}
            }
        }
    }

    /// Goes on after a call: looking ahead from earlier questions may have ended in it, and questions in it may depend on what
    /// follows.
    fn passed(&mut self, callee: &RuleSummary, call: &Called) {
        let before = std::mem::take(&mut self.pending.awaiting);
        for pass in &callee.passes {
            let asked = pass.as_ref().map(|asked| in_caller(asked, &call.args));
            let after = before.iter().filter_map(|one| match &asked {
                None => Some(one.clone()),
                Some(asked) => one.then(asked.as_ref()?).map(|who| Awaiting { who: Some(who), ..one.clone() }),
            });
            self.pending.join(after);
        }
        if self.pending.is_open {
            let around = self.here.conditions.depth();
            let asked = callee.awaits.iter().filter_map(|who| in_caller(who, &call.args));
            self.pending.join(asked.map(|who| Awaiting { who: Some(who), is_callers: false, around }));
        }
    }

    /// The call in terms of the locals here.
    fn called(&self, rule: RuleId, args: &[Expr], if_possible: bool) -> Called {
        let origins = &self.here.origins;
        let all = with_shared(self.book, rule, args);
        let reads = all.iter().map(|arg| origins.argument(arg).stamped(&origins.closed)).collect();
        let resolved = all.iter().map(|arg| origins.resolved(arg)).collect();
        let repeated = opens::repetitions(origins, &self.repeated, args);
        Called { rule, args: resolved, reads, around: self.here.conditions.reads(origins), repeated, if_possible }
    }

    /// The condition that a call can be done.
    fn decided(&self, call: &Called) -> Condition<'b> {
        let callee = self.known.rules.get(call.rule.index());
        Condition::Revealed(callee.map(|callee| call.decided(callee)).unwrap_or_default())
    }

    /// Reports an event of a callee at the call. Hidden is what is hidden at both.
    fn observed(&mut self, observation: &Observation, call: &Called, args: &[Expr], span: Span) {
        let both = self.here.origins.closed.meet(&observation.closed);
        let before = std::mem::replace(&mut self.here.origins.closed, both);
        self.observed_here(observation, call, args, span);
        self.here.origins.closed = before;
    }

    fn observed_here(&mut self, observation: &Observation, call: &Called, args: &[Expr], span: Span) {
        let at = ShownAt { span, inside: Some(observation.shows) };
        let Some(param) = observation.of else {
            if observation.through == Through::Passing {
                let read = Read::new(ReadSource::Answer(None), Vec::new(), span);
                return if self.until_all_pass > 0 {
                    self.sinks.report(&self.here, Through::Passing, at, &read)
                };
            }
            if observation.through.is_effect() {
                let who = observation.who.as_ref();
                let read = call.repeated.iter().find(|read| self.here.origins.is_hidden(who, read));
                let through = observation.through;
                return read.into_iter().for_each(|read| self.sinks.open(&self.here, (through, at), read, &[]));
            }
            return self.sinks.conditions(&self.here, observation.who.as_ref(), at, observation.through);
        };
        if let (Through::Variable, Some(name)) = (observation.through, &observation.name) {
            let arg = args.get(param.local.index());
            return arg
                .into_iter()
                .for_each(|arg| variables::shown_before(&mut self.sinks, &self.here.origins, arg, name, None));
        }
        let mut reads = call.behind(param).iter();
        if let Some(read) = reads.find(|read| self.here.origins.is_hidden(observation.who.as_ref(), read)) {
            match observation.through {
                through if through.is_effect() => {
                    let args: Vec<&Expr> = args.get(param.local.index()).into_iter().collect();
                    self.sinks.open(&self.here, (through, at), read, &args);
                }
                through => self.sinks.report(&self.here, through, at, read),
            }
        }
    }
}
