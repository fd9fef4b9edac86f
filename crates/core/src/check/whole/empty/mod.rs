//! Mandatory questions that may have no option. What is known where a question stands (conditions around it, what was moved
//! before) must prove that there is one; where it does not, it is told what is not known.
//!
//! [`walk`] goes through the game with what is known at each sentence (`known`, out of `facts`), [`gap`] looks at its
//! questions, `menus` at menus that are offered again, `prove` proves that they have an option. All of them read expressions as `form` writes them.

mod facts;
mod form;
mod gap;
mod known;
mod menus;
mod prove;
mod walk;
mod writes;

use std::collections::BTreeSet;

use crate::check::names::Book;
use crate::ir::{Block, Expr};
use form::{Env, Maker, Writable};
use known::Known;
use walk::GameWalk;
use writes::Writes;

/// All warnings about questions.
pub(crate) fn check(book: &mut Book) {
    let play = book.ir.play;
    let mut walk = GameWalk::new(book);
    if book.ir.rules.get(play.index()).is_some() {
        walk.rule(play, Known::default());
    }
    let found = walk.found;
    book.found.extend(found.into_values());
}

/// What an expression reads of the state.
pub(crate) fn reads(book: &Book, e: &Expr) -> BTreeSet<Writable> {
    form::reads(&Maker::new(book).form(e, &Env::new()))
}

/// What sentences may change.
pub(crate) fn writes(book: &Book, block: &Block) -> BTreeSet<Writable> {
    Writes::new(&book.ir).of(block)
}
