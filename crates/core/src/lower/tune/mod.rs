//! The last step of lowering: the same program, worked out in fewer steps. Nothing else changes: not a value, not a fault of
//! an option that could be chosen, not an order.
//!
//! - `peep`: small nodes become smaller ones; defines that are short are written out where they are called; sums over what
//!   lies side by side need no name (`sums`).
//! - `tables`: what reads no position is looked up, not worked out, wherever the names in it have `bounds`; defines that are
//!   handed such lists are written out with them (`written`).
//!   A condition on a member that reads no position becomes a table of those members (`fixed`).
//! - `columns`: what is asked of a word of each member is asked of all members at once, and so it is of the sets of a list
//!   (`meets`).
//! - `keep`: what stays the same while a loop of a query goes on is worked out once; conditions on outer names are looked
//!   at before inner ones are gone through; names go through those members only of which a word is what a condition asks for
//!   (`narrow`).

mod alike;
mod bounds;
mod columns;
mod fixed;
mod keep;
mod meets;
mod narrow;
mod peep;
mod pool;
mod sets;
mod sums;
mod tables;
mod written;

use super::emit::Emit;

pub use keep::keep;
pub use peep::peep;
pub(super) use pool::push;
pub use tables::mark;

/// Tunes the program.
pub(super) fn tune(emit: &mut Emit) {
    let Emit { program, next_reg, members, .. } = emit;
    peep::peep(program, next_reg);
    program.layout.regs = *next_reg;
    tables::mark(program, members);
    program.layout.regs = keep::keep(program, *next_reg);
}
