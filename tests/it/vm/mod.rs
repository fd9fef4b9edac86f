//! The machine, and what tunes programs for it, on small programs that are put together by hand.

mod ahead;
mod asm;
mod budgets;
mod division;
mod exprs;
mod lists;
mod matching;
mod menus;
mod moves;
mod play;
mod queries;
mod rows;
mod stacks;
mod states;
mod tune;
mod values;
mod why;
