//! The machine, on small programs that are put together by hand.

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
mod why;
