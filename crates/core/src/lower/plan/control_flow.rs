//! Interprocedural control flow: reachability over operations with calls and returns, and elimination of dead copies.
//!
//! Used for the operations that can follow a question that is asked at once.

use super::effects::Effect;
use crate::code::effect::Next;
use crate::code::{AskId, Expr, Op, Pc, Program, Slot};

/// The inner question that this operation asks, if it asks one.
pub(super) fn asked(p: &Program, pc: Pc) -> Option<AskId> {
    match p.ops[pc.index()] {
        Op::Ask(ask) => Some(ask).filter(|ask| p.asks[ask.index()].at_once.is_none()),
        _ => None,
    }
}

/// The operations reachable from `entries` before `exit`, in order. `through`: also beyond questions. `None` if a path may lead
/// elsewhere.
pub(super) fn reachable(p: &Program, entries: &[Pc], exit: Pc, through: bool) -> Option<Vec<Pc>> {
    let rule_of = |pc: Pc| p.rules.iter().position(|rule| (rule.entry.0..rule.end.0).contains(&pc.0));
    let mut seen = vec![false; p.ops.len()];
    let (mut open, mut found) = (entries.to_vec(), Vec::new());
    // Call sites: the callee, the word of its return address, the position after the call. Returns: the rule, the word.
    let mut sites: Vec<(usize, Slot, Pc)> = Vec::new();
    let mut returns: Vec<(usize, Slot)> = Vec::new();
    while let Some(pc) = open.pop() {
        if pc == exit || std::mem::replace(seen.get_mut(pc.index())?, true) {
            continue;
        }
        found.push(pc);
        let next = Pc(pc.0 + 1);
        match p.ops[pc.index()].next(p) {
            Next::On => open.push(next),
            Next::To(to) => open.push(to),
            Next::Either(to) => open.extend([next, to]),
            Next::Into(entry, ret) => {
                let rule = rule_of(entry)?;
                sites.push((rule, ret, next));
                open.push(entry);
                open.extend(returns.iter().filter(|(from, _)| *from == rule).map(|_| next));
            }
            Next::Back(ret) => {
                let rule = rule_of(pc)?;
                returns.push((rule, ret));
                open.extend(sites.iter().filter(|(to, ..)| *to == rule).map(|(.., site)| *site));
            }
            Next::Answer(ask) => {
                let code = &p.asks[ask.index()];
                match code.at_once {
                    Some(_) => open.push(next),
                    None if !through => {}
                    None => open.extend(code.arms.iter().map(|arm| arm.goto)),
                }
            }
            Next::Nowhere => return None,
        }
    }
    // A rule that is left from inside a callee, or that was called before `entries`, returns elsewhere.
    let inside = |(rule, ret): &(usize, Slot)| {
        let mut own = sites.iter().filter(|(to, ..)| to == rule).peekable();
        own.peek().is_some() && own.all(|(_, site, _)| site == ret)
    };
    found.sort_unstable();
    returns.iter().all(inside).then_some(found)
}

/// The operations that can follow a question, if it can be asked again before `exit`.
pub(super) fn if_recurring(p: &Program, ops: &[Pc], ask: AskId, exit: Pc) -> Option<Vec<Pc>> {
    let arms: Vec<Pc> = p.asks[ask.index()].arms.iter().map(|arm| arm.goto).collect();
    let following = reachable(p, &arms, exit, true).unwrap_or_else(|| ops.to_vec());
    following.iter().any(|pc| asked(p, *pc) == Some(ask)).then_some(following)
}

/// Removes the reads of dead copies: words copied to where nothing reads them before `exit`.
pub(super) fn drop_dead_copies(p: &Program, ops: &[Pc], effects: &mut [Effect], shown: &[Effect]) {
    loop {
        let read: Vec<(Slot, u32)> = effects.iter().chain(shown).flat_map(Effect::all_read).collect();
        let idle = |slot: Slot| !read.iter().any(|&(base, count)| (base..base + count).contains(&slot));
        let mut found = false;
        for (pc, effect) in ops.iter().zip(&mut *effects) {
            if let Op::Set { slot, value } = p.ops[pc.index()]
                && let Expr::Slot(_) = p.exprs[value.index()]
                && !effect.reads.is_empty()
                && idle(slot)
            {
                effect.reads.clear();
                found = true;
            }
        }
        if !found {
            return;
        }
    }
}
