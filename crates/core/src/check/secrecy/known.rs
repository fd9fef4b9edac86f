//! Fixed-point iteration over all rules: the summary of each rule alone, then combined with those of its callees.

use std::rc::Rc;

use super::calls::{self, Decides, RuleSummary, Summaries};
use super::flow;
use super::leak::Leak;
use super::reachability::QuestionReachability;
use crate::check::names::Book;
use crate::ir::{LocalId, RuleId};

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
    let reachability = Rc::new(QuestionReachability::of(&book.ir));
    let mut known = Summaries { reachability: reachability.clone(), ..Summaries::default() };
    // What an action remembers, and whether it can be done, may be revealed by another action.
    for _ in 0..ROUNDS {
        let mut leaks = Vec::new();
        let mut own = Vec::new();
        let before = Summaries { rules: Vec::new(), ..known };
        let mut remembered = before.remembered.clone();
        for at in 0..book.ir.rules.len() {
            let (summary, more) = flow::rule(book, RuleId(at as u32), &before, &mut leaks);
            own.push(summary);
            remembered.extend(more);
        }
        let mut all = vec![None; own.len()];
        (0..own.len()).for_each(|at| all_of(RuleId(at as u32), &own, &mut all));
        let rules: Vec<RuleSummary> = all.into_iter().map(Option::unwrap_or_default).collect();
        let decides = Decides { of: rules.iter().map(|rule| rule.decides.clone()).collect(), ..Decides::default() };
        let decided = !before.decides.wanted.get() || before.decides.of == decides.of;
        let settled = decided && remembered == before.remembered;
        known = Summaries { rules, remembered, decides: Rc::new(decides), reachability: reachability.clone() };
        if settled {
            break;
        }
    }
    known
}

fn all_of(rule: RuleId, own: &[RuleSummary], all: &mut Vec<Option<RuleSummary>>) {
    if all[rule.index()].is_some() {
        return;
    }
    // Recursion is reported separately.
    all[rule.index()] = Some(own[rule.index()].clone());
    let mut found = own[rule.index()].clone();
    for call in &own[rule.index()].calls {
        all_of(call.rule, own, all);
        let Some(callee) = &all[call.rule.index()] else { continue };
        let around: Vec<LocalId> =
            calls::params(&call.around).into_iter().chain(calls::params(&call.decided(callee))).collect();
        for observation in &callee.observed {
            let Some(there) = calls::for_caller(observation, &call.args) else { continue };
            let through = match observation.of {
                Some(param) => calls::params(call.reads.get(param.index()).map_or(&[][..], Vec::as_slice)),
                None => {
                    found.observe(there.clone());
                    around.clone()
                }
            };
            found.observe_each(through, &there);
        }
        // A call without `if possible` can be done only if its callee can be.
        let decides = callee.decides.iter().filter(|_| !call.if_possible);
        found.decide(decides.flat_map(|read| calls::read_for_caller(read, call)));
        for ends in callee.ends.iter().filter(|ends| ends.rule != rule) {
            calls::read_for_caller(&ends.read, call).into_iter().for_each(|read| found.end(ends.rule, read));
        }
    }
    all[rule.index()] = Some(found);
}
