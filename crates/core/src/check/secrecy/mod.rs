//! Information-flow analysis: hidden values must not flow into what others observe (Denning 1976, lattice model; Denning and
//! Denning 1977, certification of programs).
//!
//! What questions and the log may tell: nobody learns from them what is hidden from him.

mod calls;
mod conditions;
mod flow;
mod followed;
mod kept;
mod known;
mod leak;
mod opens;
mod origins;
mod possible;
mod reads;
mod tells;

use std::rc::Rc;

use crate::check::codes;
use crate::check::names::Book;
use crate::ir::visit::{self, of_seer};
use crate::ir::{Block, Seer, Stmt, StmtKind, is_open};
use leak::{Leak, Through};
use origins::Origins;
use reads::{name, seers};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::Span;

/// Conditions of `seen by` read open state; what a player is asked reads what he sees, the log what everybody sees.
pub(super) fn check(book: &mut Book) {
    seen_by(book);
    for leak in known::leaks(book) {
        if let Through::Heading(phase) = leak.through {
            book.ir.rule_mut(phase.index()).heading = false;
            continue;
        }
        let finding = match leak.through {
            Through::Opened => opened(&leak),
            _ => {
                let (code, message, help) = said(&leak);
                let help = if is_moment(book, leak.span) { ASKED_ALWAYS } else { help };
                Diagnostic::error(code, leak.span, message).help(help)
            }
        };
        book.found.push(labelled(finding, &leak));
    }
}

/// A line that tells everybody what lies hidden by what it does: no error, since it may be meant.
fn opened(leak: &Leak) -> Diagnostic {
    let message = format!("this tells everybody what lies hidden in `{}`", leak.name);
    let help = "keep it where the same players see it, move it into the open before, or waive this where it is meant";
    Diagnostic::warning(codes::TELLS_HIDDEN, leak.span, message).help(help)
}

/// What helps where interrupts are asked for a hidden reason.
const ASKED_ALWAYS: &str = "add `asked: always` to the interrupt, or let its conditions read what everybody sees";

/// Whether interrupts are asked here.
fn is_moment(book: &Book, span: Span) -> bool {
    book.moments.values().any(|menu| book.ir.rules[menu.index()].span == span)
}

/// The way of what is hidden, from where it is read to where it shows.
fn labelled(finding: Diagnostic, leak: &Leak) -> Diagnostic {
    let mut steps: Vec<(Span, &str)> = Vec::new();
    for &span in leak.path.iter().filter(|&&span| span != leak.span) {
        let what = if steps.is_empty() { "it is read here" } else { "this carries it on" };
        if !steps.iter().any(|(other, _)| *other == span) {
            steps.push((span, what));
        }
    }
    let inside = leak.inside.filter(|&span| span != leak.span && !steps.iter().any(|(other, _)| *other == span));
    steps.extend(inside.map(|span| (span, "this is where it shows")));
    match steps.as_slice() {
        [(span, what)] => finding.label(*span, *what),
        steps => steps
            .iter()
            .enumerate()
            .fold(finding, |finding, (number, (span, what))| finding.label(*span, format!("{}. {what}", number + 1))),
    }
}

/// The finding's code, message and help.
fn said(leak: &Leak) -> (&'static str, String, &'static str) {
    let name = &leak.name;
    if leak.tangled {
        let message = "this is too tangled to be checked for secrets".to_owned();
        return (codes::TANGLED, message, "give its parts names with `let`, or read less at once");
    }
    match leak.through {
        Through::Options => {
            let message = format!("these options would tell what lies hidden in `{name}`");
            (codes::HIDDEN_READ, message, "ask about what the player sees, or let chance pick")
        }
        Through::Rolled => {
            let message = format!("what chance can say would tell what lies hidden in `{name}`");
            (codes::HIDDEN_READ, message, "let it range over what everybody sees, or end it with `seen by`")
        }
        Through::Prompt => {
            let message = format!("this text would tell its player what lies hidden in `{name}`");
            (codes::HIDDEN_READ, message, "name only what the player sees")
        }
        Through::Asking => {
            let message = format!("that this is asked would tell what lies hidden in `{name}`");
            (codes::HIDDEN_READ, message, "ask in any case, or let the condition read what the player sees")
        }
        Through::Noticed => {
            let message = format!("that this is asked would tell everybody what lies hidden in `{name}`");
            (codes::HIDDEN_READ, message, "ask in any case, or let the condition read what everybody sees")
        }
        Through::Log => {
            let message = format!("this line would tell everybody what lies hidden in `{name}`");
            (codes::HIDDEN_SAID, message, "name only what everybody sees, or move it into the open before")
        }
        Through::Logging => {
            let message = format!("that this line is there would tell everybody what lies hidden in `{name}`");
            (codes::HIDDEN_SAID, message, "let the condition read what everybody sees, or open it before")
        }
        Through::Heading(_) | Through::Opened => unreachable!("no error"),
        Through::Kept => {
            let message = format!("`{name}` keeps as a secret what others were told");
            let help = "end the question with `seen by p`, so that only those who see the variable are told the answer";
            (codes::TOLD_SECRET, message, help)
        }
    }
}

fn seen_by(book: &mut Book) {
    let mut wrong: Vec<(Span, String)> = Vec::new();
    let places = book.ir.places.iter().map(|place| &place.seen);
    let questions = book.ir.rules.iter().flat_map(|rule| asked_in(&rule.body));
    for seen in places.chain(book.ir.memory.iter().map(|memory| &memory.seen)).chain(questions) {
        for e in seen.iter().flat_map(of_seer) {
            let reads = Origins::new(book, 0, &Rc::default()).reads(e);
            let hidden = reads.iter().find(|read| !is_open(seers(book, read.what)));
            wrong.extend(hidden.map(|read| (e.span, name(book, read.what))));
        }
    }
    for (span, name) in wrong {
        let message = format!("who sees this depends on `{name}`, which not everybody sees");
        book.error(codes::SEEN_BY_HIDDEN, span, message, "let it depend on open places and open memory only");
    }
}

/// Who is told the answers of the questions of a block.
fn asked_in(block: &Block) -> Vec<&Vec<Seer>> {
    let mut all = Vec::new();
    for stmt in block {
        all.extend(seen_of(stmt));
        all.extend(visit::blocks(stmt).into_iter().flat_map(asked_in));
    }
    all
}

fn seen_of(stmt: &Stmt) -> Option<&Vec<Seer>> {
    match &stmt.kind {
        StmtKind::Ask(ask) => ask.seen.as_ref(),
        StmtKind::Family(family) => family.seen.as_ref(),
        StmtKind::Order(order) => order.seen.as_ref(),
        _ => None,
    }
}
