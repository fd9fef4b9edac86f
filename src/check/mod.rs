//! Placeholder until the checker is merged.
use crate::{
    diagnostic::Diagnostic,
    ir::{Define, Rule, Rulebook},
    syntax::ast,
};
use std::collections::BTreeSet;
#[allow(missing_docs)]
pub struct Checked {
    pub rulebook: Option<Rulebook>,
    pub diagnostics: Vec<Diagnostic>,
}
#[allow(missing_docs)]
pub fn check(_f: &[ast::File], _c: Option<&BTreeSet<String>>) -> Checked {
    Checked {
        rulebook: None,
        diagnostics: vec![],
    }
}
#[allow(missing_docs)]
pub fn overlay(b: Vec<ast::File>, _v: &ast::File) -> (Vec<ast::File>, Vec<Diagnostic>) {
    (b, vec![])
}
#[allow(missing_docs)]
pub fn expression(_r: &Rulebook, _s: &[String], _e: &ast::Expr) -> (Option<Define>, Vec<Diagnostic>) {
    (None, vec![])
}
#[allow(missing_docs)]
pub fn sentences(_r: &Rulebook, _s: &[String], _b: &ast::Block) -> (Option<Rule>, Vec<Diagnostic>) {
    (None, vec![])
}
