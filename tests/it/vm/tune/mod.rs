//! Tuning: what becomes of small programs that are put together by hand.

mod inline;
mod intersect;
mod peephole;
mod pushdown;
mod reduce;
mod scan;
mod set_algebra;
mod table_filter;
mod tabulate;

use tavola::text::Span;
use tavola_core::code::{Expr, Program};
use tavola_core::lower::tune::peephole;

/// What becomes of the last of some nodes.
fn peeped(exprs: &[Expr]) -> Expr {
    peeped_in(Program::default(), exprs).1
}

/// Makes nodes the only ones of a program and tunes them: the program, and the last node.
fn peeped_in(mut p: Program, exprs: &[Expr]) -> (Program, Expr) {
    p.exprs = exprs.to_vec();
    p.expr_spans = vec![Span::NONE; exprs.len()];
    peephole(&mut p, &mut 100);
    let last = p.exprs[exprs.len() - 1];
    (p, last)
}
