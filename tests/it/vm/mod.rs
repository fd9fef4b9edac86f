//! The machine, and the optimiser of its programs, on small hand-made programs.

mod asm;
mod budgets;
mod division;
mod exprs;
mod lists;
mod lookahead;
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
