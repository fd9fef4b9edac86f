//! Fixed-point iteration over all rules: the summary of each rule alone, then combined with those of its callees.

use std::rc::Rc;

use super::calls::{self, Called, Decides, Remembered, RuleSummary, Summaries};
use super::closings::Closings;
use super::extents::Extents;
use super::flow;
use super::leak::Leak;
use super::reachability::QuestionReachability;
use super::reads::ParamRead;
use super::searches;
use crate::check::names::Book;
use crate::check::whole::touched;
use crate::ir::{Calls, RuleId};

/// Maximum number of rounds of the fixed-point iteration, for information that one rule reveals through another.
const ROUNDS: usize = 3;

/// All leaks of the rules.
pub(super) fn leaks(book: &Book) -> Vec<Leak> {
    let known = known(book);
    let mut leaks = Vec::new();
    for at in 0..book.ir.rules.len() {
        flow::rule(book, RuleId(at as u32), &known, &mut leaks);
    }
    leaks
}

/// Summaries of all rules, callees included.
fn known(book: &Book) -> Summaries {
    let (calls, rules) = (Calls::of(&book.ir), book.ir.rules.len());
    let mut known = Summaries {
        reachability: Rc::new(QuestionReachability::of(&book.ir)),
        extents: Rc::new(Extents::of(&book.ir)),
        closed: Rc::new(Closings::of(&book.ir, &calls)),
        looped: searches::looped_params(&book.ir),
        writes: book.ir.rules.iter().map(|rule| touched::writes(&book.ir, &rule.body)).collect(),
        ..Summaries::default()
    };
    // What an action remembers, and whether it can be done, may be revealed by another action.
    for _ in 0..ROUNDS {
        known.rules = vec![RuleSummary::default(); rules];
        let mut remembered = known.remembered.clone();
        let mut seen = vec![false; rules];
        for at in 0..rules {
            summarise(book, RuleId(at as u32), &calls, &mut known, &mut (&mut seen, &mut remembered));
        }
        let decides = Decides { of: known.rules.iter().map(RuleSummary::decides).collect(), ..Decides::default() };
        let decided = !known.decides.wanted.get() || known.decides.of == decides.of;
        let settled = decided && remembered == known.remembered;
        (known.remembered, known.decides) = (remembered, Rc::new(decides));
        if settled {
            break;
        }
    }
    known
}

/// Summarises a rule after its callees. Recursion is reported separately.
fn summarise(
    book: &Book,
    rule: RuleId,
    calls: &Calls,
    known: &mut Summaries,
    (seen, remembered): &mut (&mut Vec<bool>, &mut Remembered),
) {
    if std::mem::replace(&mut seen[rule.index()], true) {
        return;
    }
    for &callee in calls.from(rule) {
        summarise(book, callee, calls, known, &mut (seen, remembered));
    }
    let (mut summary, more) = flow::rule(book, rule, known, &mut Vec::new());
    for call in std::mem::take(&mut summary.calls) {
        summary.add_call(rule, &call, &known.rules[call.rule.index()]);
    }
    remembered.extend(more);
    known.rules[rule.index()] = summary;
}

impl RuleSummary {
    /// Adds what a callee reveals, and how it ends the callers of this rule.
    fn add_call(&mut self, rule: RuleId, call: &Called, callee: &Self) {
        let around: Vec<ParamRead> =
            calls::params(&call.around).into_iter().chain(calls::params(&call.decided(callee))).collect();
        for observation in &callee.observed {
            let there = calls::for_caller(observation, &call.args);
            let through = match observation.of {
                Some(param) => calls::params(call.behind(param)),
                None => {
                    self.observe(there.clone());
                    if observation.through.is_effect() { calls::params(&call.repeated) } else { around.clone() }
                }
            };
            self.observe_each(through, &there);
        }
        for ends in callee.ends.iter().filter(|ends| ends.rule != rule) {
            calls::read_for_caller(&ends.read, call).into_iter().for_each(|read| self.end(ends.rule, read));
        }
    }
}
