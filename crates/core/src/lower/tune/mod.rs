//! The optimiser, the last step of lowering: the same program in fewer steps. It preserves all values, their order, and the faults of
//! options that can be chosen.
//!
//! - `peephole`: local simplification, node by node; it drives `set_algebra`, `reduce` (sums over adjacent words), `intersect`
//!   (conditions on the sets of a list) and `inline` (calls of short defines). `equal` compares expressions up to names.
//! - `tabulate`: memoisation. Expressions that read no state become tables if `interval` analysis bounds the names in them. Such a
//!   condition on a member becomes a table of members (`table_filter`).
//! - `scan`: a condition on a word of each member becomes one scan over all members.
//! - `hoist`: loop-invariant code motion. A value that no inner loop changes is evaluated once; filters move outwards, and into the
//!   domain of a name (`pushdown`).
//! - `pool`: new nodes and constants.

mod equal;
mod hoist;
mod inline;
mod intersect;
mod interval;
mod peephole;
mod pool;
mod pushdown;
mod reduce;
mod scan;
mod set_algebra;
mod table_filter;
mod tabulate;

use super::emit::Emit;

pub use hoist::hoist;
pub use peephole::peephole;
pub(super) use pool::push;
pub use tabulate::tabulate;

/// Optimises the program.
pub(super) fn tune(emit: &mut Emit) {
    let Emit { program, next_reg, members, .. } = emit;
    peephole::peephole(program, next_reg);
    program.layout.regs = *next_reg;
    tabulate::tabulate(program, members);
    program.layout.regs = hoist::hoist(program, *next_reg);
}
