//! The last step of lowering: the same program, worked out in fewer steps. Nothing else changes: not a value, not a fault of
//! an option that could be chosen, not an order.
//!
//! - [`peep`]: small nodes become smaller ones; defines that are short are written out where they are called.
//! - [`keep`]: what stays the same while a loop of a query goes on is worked out once; conditions on outer names are looked
//!   at before inner ones are gone through; what stands in a condition and is wanted for each result, too, is worked out once
//!   ([`share`]).

mod keep;
pub(super) mod operands;
pub(super) mod peep;
mod share;

use crate::code::Program;

use super::Lower;

impl Lower {
    /// Tunes the program.
    pub(super) fn tune(&mut self) {
        peep::peep(&mut self.program);
        self.program.layout.regs = keep::keep(&mut self.program, self.next_reg);
    }
}

/// How many steps a define takes at least, roughly; long ones are all alike.
fn cost_of(p: &Program, fun: usize) -> u32 {
    const MOST: u32 = 32;
    let (mut open, mut cost) = (vec![p.funs[fun].body], 0);
    while let Some(e) = open.pop() {
        cost += 1;
        if cost >= MOST {
            break;
        }
        p.each_part(e, &mut |part| open.push(part));
    }
    cost
}
