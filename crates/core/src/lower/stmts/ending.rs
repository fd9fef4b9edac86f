//! The end of a run: its statements after the last question to a player (reachability analysis).

use super::frames::Frame;
use crate::code::effect::Next;
use crate::code::{Ending, Pc, Program};

/// The longest suffix of the statements of the whole run that never asks a player anything.
pub(super) fn after(p: &Program, play: &Frame) -> Option<Ending> {
    let mut quiet = vec![false; p.ops.len()];
    let asking = play.steps.iter().rposition(|&step| asks(p, step, &mut quiet));
    let begin = match asking {
        Some(at) => *play.steps.get(at + 1)?,
        None => *play.steps.first().filter(|_| asks(p, play.entry, &mut quiet))?,
    };
    Some(Ending { begin, frame: play.base + play.size })
}

/// True if a player can be asked from here on. `quiet`: operations already found not to lead to such a question.
fn asks(p: &Program, from: Pc, quiet: &mut [bool]) -> bool {
    let mut open = vec![from];
    while let Some(pc) = open.pop() {
        if std::mem::replace(&mut quiet[pc.index()], true) {
            continue;
        }
        let next = Pc(pc.0 + 1);
        match p.ops[pc.index()].next(p) {
            Next::On => open.push(next),
            Next::To(to) => open.push(to),
            Next::Either(to) => open.extend([next, to]),
            // A callee returns to the next operation.
            Next::Into(entry, _) => open.extend([next, entry]),
            Next::Answer(ask) if p.asks[ask.index()].who.is_some() => return true,
            Next::Answer(ask) => open.extend(p.asks[ask.index()].arms.iter().map(|arm| arm.goto)),
            Next::Back(_) | Next::Nowhere => {}
        }
    }
    false
}
