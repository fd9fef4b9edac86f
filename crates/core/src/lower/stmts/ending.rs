//! What the rules do after the last question to a player.

use super::frames::Frame;
use crate::code::effect::Next;
use crate::code::{Ending, Pc, Program};

/// Of the sentences of the rule that is the whole run: those at its end by which no player is asked anything, whatever happened
/// before.
pub(super) fn after(p: &Program, play: &Frame) -> Option<Ending> {
    let mut quiet = vec![false; p.ops.len()];
    let asking = play.steps.iter().rposition(|&step| asks(p, step, &mut quiet));
    let begin = match asking {
        Some(at) => *play.steps.get(at + 1)?,
        None => *play.steps.first().filter(|_| asks(p, play.entry, &mut quiet))?,
    };
    Some(Ending { begin, frame: play.base + play.size })
}

/// Whether a player can be asked from here on. `quiet`: the operations from which none can, as far as that has been asked.
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
            // What is called comes back.
            Next::Into(entry, _) => open.extend([next, entry]),
            Next::Answer(ask) if p.asks[ask.index()].who.is_some() => return true,
            Next::Answer(ask) => open.extend(p.asks[ask.index()].arms.iter().map(|arm| arm.goto)),
            Next::Back(_) | Next::Nowhere => {}
        }
    }
    false
}
