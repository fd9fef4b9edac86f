//! Optimisation of small hand-made programs.

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

/// The optimised form of the last of some nodes.
fn peeped(exprs: &[Expr]) -> Expr {
    peeped_in(Program::default(), exprs).1
}

/// Optimises a program that has only these nodes. Returns the program and the last node.
fn peeped_in(mut p: Program, exprs: &[Expr]) -> (Program, Expr) {
    p.exprs = exprs.to_vec();
    p.expr_spans = vec![Span::NONE; exprs.len()];
    peephole(&mut p, &mut 100);
    let last = p.exprs[exprs.len() - 1];
    (p, last)
}
