//! Which questions need looking ahead: those behind which, before the action ends, something can fail.
//!
//! An over-approximation over the operations: marking a question that needs none costs time, never correctness.

use crate::code::{Arm, Ask, Domain, MoveWhat, Op, Program};

/// Sets `sure` of every arm and `search` of every question.
pub(super) fn mark(program: &mut Program) {
    let risky = risk(program);
    for ask in &mut program.asks {
        for arm in &mut ask.arms {
            arm.sure = !risky[arm.goto.index()];
        }
        ask.search = ask.at_once.is_none() && ask.who.is_some() && ask.arms.iter().any(|arm| !arm.sure);
    }
}

/// For every operation: whether, from it on and before the extent is over, something can fail. Backwards to a fixed point.
fn risk(program: &Program) -> Vec<bool> {
    let ops = &program.ops;
    let returns = return_sites(program);
    let mut risky = vec![false; ops.len() + 1];
    loop {
        let mut changed = false;
        for at in (0..ops.len()).rev() {
            let ahead = |risky: &[bool]| next(program, at, &returns).iter().any(|&to| risky[to]);
            let now = fails(program, &ops[at]) || (ahead(&risky) && !has_way_out(program, &ops[at], &risky));
            if now && !risky[at] {
                risky[at] = true;
                changed = true;
            }
        }
        if !changed {
            return risky;
        }
    }
}

/// Whether a question has an option that is always there and behind which nothing can fail: to decline, to be done.
fn has_way_out(program: &Program, op: &Op, risky: &[bool]) -> bool {
    let Op::Ask(id) = op else { return false };
    program.asks[id.index()].arms.iter().any(|arm| always_offered(program, arm) && !risky[arm.goto.index()])
}

/// For every operation that returns: where it may go on.
fn return_sites(program: &Program) -> Vec<Vec<usize>> {
    let rule_of =
        |pc: usize| program.rules.iter().position(|rule| (rule.entry.index()..rule.end.index()).contains(&pc));
    let mut after = vec![Vec::new(); program.rules.len()];
    for (at, op) in program.ops.iter().enumerate() {
        if let Op::Call { entry, .. } = op
            && let Some(rule) = rule_of(entry.index())
        {
            after[rule].push(at + 1);
        }
    }
    let mut sites = vec![Vec::new(); program.ops.len()];
    for (rule, code) in program.rules.iter().enumerate() {
        let range = code.entry.index()..code.end.index();
        for (site, op) in sites[range.clone()].iter_mut().zip(&program.ops[range]) {
            if matches!(op, Op::Return { .. }) {
                site.clone_from(&after[rule]);
            }
        }
    }
    sites
}

/// Where the machine may be next inside the extent. The end of an extent may be an inner one: it goes on, too.
fn next(program: &Program, at: usize, returns: &[Vec<usize>]) -> Vec<usize> {
    match program.ops[at] {
        Op::Jump(to) => vec![to.index()],
        Op::Unless { to, .. } | Op::EachNext { exit: to, .. } | Op::Probe { otherwise: to } => vec![at + 1, to.index()],
        Op::Call { entry, .. } => vec![entry.index()],
        Op::Return { .. } => returns[at].clone(),
        Op::Over | Op::Shelve(_) => Vec::new(),
        Op::Ask(id) => match &program.asks[id.index()] {
            Ask { who: None, .. } => Vec::new(),
            ask => ask.arms.iter().map(|arm| arm.goto.index()).collect(),
        },
        Op::End if outermost(program, at) => Vec::new(),
        _ => vec![at + 1],
    }
}

/// Whether an extent that ends here is surely the outermost: it was begun in a menu's loop or by a question's arm.
fn outermost(program: &Program, end: usize) -> bool {
    matches!(program.ops.get(end + 1), Some(Op::Jump(to))
        if matches!(program.ops.get(to.index()), Some(Op::Ask(_) | Op::Unless { .. })) && to.index() < end)
}

fn fails(program: &Program, op: &Op) -> bool {
    match *op {
        Op::Require { .. } => true,
        Op::Step(id) => {
            let step = &program.steps[id as usize];
            let refuses = |end: crate::code::PastEnd| end == crate::code::PastEnd::Refuse;
            (step.low.is_some() && refuses(step.bottom)) || (step.high.is_some() && refuses(step.top))
        }
        Op::Move(id) => {
            let limits = program.layout.families.iter().any(|family| !family.limits.is_empty());
            match program.moves[id as usize].what {
                MoveWhat::Exactly(..) | MoveWhat::ExactlyOf(..) => true,
                _ => limits,
            }
        }
        Op::Ask(id) => {
            let ask = &program.asks[id.index()];
            ask.who.is_some() && !ask.arms.iter().any(|arm| always_offered(program, arm))
        }
        _ => false,
    }
}

/// Whether an arm surely has an option.
fn always_offered(program: &Program, arm: &Arm) -> bool {
    let constant =
        |id: crate::code::ExprId| matches!(program.exprs[id.index()], crate::code::Expr::Const(value) if value != 0);
    let query = match arm.query {
        None => true,
        Some(id) => {
            let query = &program.queries[id.index()];
            query.filter.is_none() && query.binders.iter().all(|binder| full(program, binder.domain))
        }
    };
    query && arm.when.is_none_or(constant)
}

fn full(program: &Program, domain: Domain) -> bool {
    match domain {
        Domain::Set(id) => match program.exprs[id.index()] {
            crate::code::Expr::SetConst(at) => !program.sets[at as usize].is_empty(),
            _ => false,
        },
        Domain::Piles(_) => true,
        _ => false,
    }
}
