//! May-fail analysis: finds the operations after which an operation can fail before the extent ends (interprocedural dataflow
//! analysis, with one summary for each rule).
//!
//! An over-approximation: a false alarm costs time, never correctness.

use crate::code::effect::{Next, always_offered};
use crate::code::{Ask, Op, Pc, Program, Slot};
use crate::lower::emit::ProgramNotes;

/// A call site: its position, the calling rule, the called rule.
struct Site {
    at: usize,
    caller: Option<usize>,
    callee: usize,
    /// True if the calling rule has opened an extent around it.
    inner: bool,
}

/// For each operation, the possible events before the extent is over. Rules have separate summaries, so that operations after one
/// call of a rule do not count for another call.
pub(super) struct MayFail<'a> {
    program: &'a Program,
    /// The rule of each operation.
    rule_of: Vec<Option<usize>>,
    sites: Vec<Site>,
    /// Rules that may be called while an extent is open.
    inside: Vec<bool>,
    /// Ends of extents with no extent open around them.
    outermost_end: Vec<bool>,
    /// Operations that can fail; operations that end the extent that is looked ahead; successors of operations.
    fails: Vec<bool>,
    ends: Vec<bool>,
    next: Vec<Next>,
    /// For each operation, true if something can fail before its rule returns.
    within: Vec<bool>,
    /// For each operation, true if its rule can return from there on.
    returns: Vec<bool>,
    /// For each rule, true if something can fail after one of its calls.
    after_call: Vec<bool>,
}

impl<'a> MayFail<'a> {
    pub(super) fn of(program: &'a Program, notes: &ProgramNotes) -> Self {
        let mut rule_of = vec![None; program.ops.len()];
        for (number, rule) in program.rules.iter().enumerate() {
            rule_of[rule.entry.index()..rule.end.index()].fill(Some(number));
        }
        let site = |(at, op): (usize, &Op)| match op {
            Op::Call { entry, .. } => Some(Site {
                at,
                caller: rule_of[at],
                callee: rule_of[entry.index()]?,
                inner: notes.inner_calls.contains(&Pc(at as u32)),
            }),
            _ => None,
        };
        let sites: Vec<Site> = program.ops.iter().enumerate().filter_map(site).collect();
        let mut inside = vec![false; program.rules.len()];
        // Callers precede callees, so one pass is enough. The second one is a safeguard against another order.
        for _ in 0..2 {
            for site in &sites {
                inside[site.callee] |= site.inner || site.caller.is_some_and(|caller| inside[caller]);
            }
        }
        let mut outermost_end = vec![false; program.ops.len()];
        for end in &notes.menu_ends {
            outermost_end[end.index()] = true;
        }
        for end in &notes.outer_ends {
            outermost_end[end.index()] |= rule_of[end.index()].is_none_or(|rule| !inside[rule]);
        }
        let (ops, rules) = (program.ops.len() + 1, program.rules.len());
        let (within, returns, after_call) = (vec![false; ops], vec![false; ops], vec![false; rules]);
        let of_ops = |of: &dyn Fn(Op) -> bool| program.ops.iter().map(|&op| of(op)).collect();
        let (fails, ends) = (of_ops(&|op| op.can_fail(program)), of_ops(&|op| op.ends_extent(program)));
        let next = program.ops.iter().map(|op| op.next(program)).collect();
        let mut analysis =
            Self { program, rule_of, sites, inside, outermost_end, fails, ends, next, within, returns, after_call };
        while analysis.step() {}
        analysis
    }

    /// For every operation, true if something can fail from there on.
    pub(super) fn all(&self) -> Vec<bool> {
        (0..self.program.ops.len()).map(|at| self.from(at)).collect()
    }

    /// True if something can fail from an operation on.
    pub(super) fn from(&self, at: usize) -> bool {
        self.within[at] || self.returns[at] && self.rule_of[at].is_some_and(|rule| self.after_call[rule])
    }

    /// True if an operation can fail.
    pub(super) fn fails_at(&self, at: usize) -> bool {
        self.fails[at]
    }

    /// True if an operation ends an extent with no extent open around it, or leaves the menu.
    pub(super) fn is_outermost_end(&self, at: usize) -> bool {
        self.outermost_end[at] || self.ends[at]
    }

    /// True if a return leaves the rule that contains it.
    pub(super) fn is_own(&self, at: usize, ret: Slot) -> bool {
        self.rule_of[at].is_some_and(|own| self.program.rules[own].frame == ret)
    }

    /// One backward pass of the fixed-point iteration. Returns true if anything changed.
    fn step(&mut self) -> bool {
        let mut changed = false;
        for at in (0..self.program.ops.len()).rev() {
            let (within, returns) = if self.outermost_end[at] { (false, false) } else { self.at(at) };
            changed |= (within, returns) != (self.within[at], self.returns[at]);
            (self.within[at], self.returns[at]) = (within, returns);
        }
        for at in 0..self.sites.len() {
            let site = &self.sites[at];
            let open = site.inner || site.caller.is_some_and(|caller| self.inside[caller]);
            if open && !self.after_call[site.callee] && self.from(site.at + 1) {
                self.after_call[site.callee] = true;
                changed = true;
            }
        }
        changed
    }

    /// The transfer function of an operation: true if something can fail, and true if the rule can return, from there on.
    fn at(&self, at: usize) -> (bool, bool) {
        let to = |to: usize| (self.within[to], self.returns[to]);
        let either = |a: (bool, bool), b: (bool, bool)| (a.0 || b.0, a.1 || b.1);
        let (within, returns) = match self.next[at] {
            _ if self.ends[at] => (false, false),
            Next::On => to(at + 1),
            Next::To(pc) => to(pc.index()),
            Next::Either(pc) => either(to(at + 1), to(pc.index())),
            Next::Into(entry, _) => {
                let (within, returns) = to(entry.index());
                let (after, on) = if returns { to(at + 1) } else { (false, false) };
                (within || after, on)
            }
            Next::Back(ret) => self.transfer_return(at, ret),
            Next::Answer(id) => match &self.program.asks[id.index()] {
                Ask { who: None, .. } => (false, false),
                ask => {
                    let arms = ask.arms.iter().map(|arm| to(arm.goto.index()));
                    let (within, returns) = arms.fold((false, false), either);
                    (within && !self.has_way_out(ask), returns)
                }
            },
            Next::Nowhere => (false, false),
        };
        (within || self.fails[at], returns)
    }

    /// The transfer function of a return. It may leave an outer rule (`end NAME`): one of those that have this frame.
    fn transfer_return(&self, at: usize, ret: Slot) -> (bool, bool) {
        let rules = &self.program.rules;
        if self.is_own(at, ret) {
            return (false, true);
        }
        let outer = rules.iter().zip(&self.after_call).any(|(rule, &after_call)| rule.frame == ret && after_call);
        (outer, false)
    }

    /// True if a question has an option that is always offered and after which nothing can fail, such as `no` or `done`.
    fn has_way_out(&self, ask: &Ask) -> bool {
        ask.arms.iter().any(|arm| always_offered(self.program, arm) && !self.within[arm.goto.index()])
    }
}
