//! Which questions need looking ahead: those behind which, before the action ends, something can fail.
//!
//! An over-approximation over the operations: marking a question that needs none costs time, never correctness.

use crate::code::{Arm, Ask, Domain, Expr, ExprId, MoveWhat, Op, Pc, Program};

/// What lowering knows of extents.
#[derive(Clone, Debug, Default)]
pub(super) struct Notes {
    /// Ends of extents that are the outermost of their rule.
    pub(super) outer_ends: Vec<Pc>,
    /// Ends of a menu's actions: nothing is open around them.
    pub(super) menu_ends: Vec<Pc>,
    /// Calls inside an extent of their rule.
    pub(super) inner_calls: Vec<Pc>,
}

/// Sets `sure` of every arm and `search` of every question; takes out probes of what can always be finished.
pub(super) fn mark(program: &mut Program, notes: &Notes) {
    let risky = risk(program, &last_ends(program, notes));
    for ask in &mut program.asks {
        for arm in &mut ask.arms {
            arm.sure = !risky[arm.goto.index()];
        }
        ask.search = match &ask.at_once {
            Some(once) => risky[once.exit.index()],
            None => ask.who.is_some() && ask.arms.iter().any(|arm| !arm.sure),
        };
    }
    for (at, op) in program.ops.iter_mut().enumerate() {
        if matches!(op, Op::Probe { menu: false, .. }) && !risky[at + 1] {
            *op = Op::Jump(Pc(at as u32 + 1));
        }
    }
}

/// Ends of extents with nothing open around them: those of menus, and the outermost ones of rules that are never called
/// inside an extent.
fn last_ends(program: &Program, notes: &Notes) -> Vec<bool> {
    let rule_of =
        |pc: usize| program.rules.iter().position(|rule| (rule.entry.index()..rule.end.index()).contains(&pc));
    let calls: Vec<(Option<usize>, usize, bool)> = program
        .ops
        .iter()
        .enumerate()
        .filter_map(|(at, op)| match op {
            Op::Call { entry, .. } => {
                Some((rule_of(at), rule_of(entry.index())?, notes.inner_calls.contains(&Pc(at as u32))))
            }
            _ => None,
        })
        .collect();
    let mut inside = vec![false; program.rules.len()];
    // Callers come before callees, so one pass would do; a second costs nothing and asks for no order.
    for _ in 0..2 {
        for &(caller, callee, inner) in &calls {
            inside[callee] |= inner || caller.is_some_and(|caller| inside[caller]);
        }
    }
    let mut last = vec![false; program.ops.len()];
    for end in &notes.menu_ends {
        last[end.index()] = true;
    }
    for end in &notes.outer_ends {
        last[end.index()] |= rule_of(end.index()).is_none_or(|rule| !inside[rule]);
    }
    last
}

/// For every operation: whether, from it on and before the extent is over, something can fail. Backwards to a fixed point.
fn risk(program: &Program, last_ends: &[bool]) -> Vec<bool> {
    let ops = &program.ops;
    let returns = return_sites(program);
    let mut risky = vec![false; ops.len() + 1];
    loop {
        let mut changed = false;
        for at in (0..ops.len()).rev() {
            if risky[at] || last_ends[at] {
                continue;
            }
            let ahead = next(program, at, &returns).iter().any(|&to| risky[to]);
            if fails(program, &ops[at]) || (ahead && !has_way_out(program, &ops[at], &risky)) {
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
        Op::Unless { to, .. } | Op::EachNext { exit: to, .. } | Op::Probe { otherwise: to, .. } => {
            vec![at + 1, to.index()]
        }
        Op::Can { behind, .. } => vec![behind.index()],
        Op::Call { entry, .. } => vec![entry.index()],
        Op::Return { .. } => returns[at].clone(),
        Op::Over | Op::Shelve(_) | Op::Leave { menu: true, .. } => Vec::new(),
        Op::Ask(id) => match &program.asks[id.index()] {
            Ask { who: None, .. } => Vec::new(),
            ask => ask.arms.iter().map(|arm| arm.goto.index()).collect(),
        },
        _ => vec![at + 1],
    }
}

fn fails(program: &Program, op: &Op) -> bool {
    match *op {
        Op::Require { .. } => true,
        Op::Step(id) => {
            let step = &program.steps[id as usize];
            let refuses = |end: crate::code::PastEnd| end == crate::code::PastEnd::Refuse;
            // By 0: a transaction closes, wherever the track stands.
            let closes = matches!(program.exprs[step.by.index()], Expr::Const(0));
            let down = step.low.is_some() && refuses(step.bottom) && (closes || !never_negative(program, step.by));
            down || (step.high.is_some() && refuses(step.top))
        }
        Op::Move(id) => {
            let limits = program.layout.families.iter().any(|family| !family.limits.is_empty());
            match program.moves[id as usize].what {
                MoveWhat::Exactly(..) | MoveWhat::ExactlyOf(..) => true,
                MoveWhat::UpTo(..) => false,
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

/// Whether a number is surely 0 or more.
fn never_negative(program: &Program, id: ExprId) -> bool {
    match program.exprs[id.index()] {
        Expr::Const(value) => value >= 0,
        Expr::Array { array, .. } => program.arrays[array as usize].iter().all(|&value| value >= 0),
        Expr::SetSize(_) | Expr::CountOf(_) | Expr::Count { .. } | Expr::CountAll { .. } => true,
        _ => false,
    }
}

/// Whether an arm surely has an option.
fn always_offered(program: &Program, arm: &Arm) -> bool {
    let constant = |id: ExprId| matches!(program.exprs[id.index()], Expr::Const(value) if value != 0);
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
            Expr::SetConst(at) => !program.sets[at as usize].is_empty(),
            _ => false,
        },
        Domain::Piles(_) => true,
        _ => false,
    }
}
