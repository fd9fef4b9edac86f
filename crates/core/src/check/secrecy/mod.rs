//! Information-flow analysis: hidden values must not flow into what others observe (Denning 1976, lattice model; Denning and
//! Denning 1977, certification of programs).
//!
//! Sources are hidden places, variables and answers. Sinks are questions, chance and the log.

mod applied;
mod calls;
mod closed;
mod closings;
mod conditions;
mod expr_reads;
mod extents;
mod flow;
mod identities;
mod known;
mod leak;
mod opens;
mod origins;
mod possible;
mod questions;
mod reachability;
mod reads;
mod searches;
mod sights;
mod sinks;
mod variables;

use std::rc::Rc;

use crate::check::codes;
use crate::check::names::Book;
use crate::ir::visit::{self, of_seer};
use crate::ir::{Block, ExprKind, Past, Seer, Stmt, StmtKind, is_open};
use leak::{Leak, Through};
use origins::Origins;
use reads::{name, seers};
use tavola_syntax::diagnostic::{Diagnostic, Remedy};
use tavola_syntax::text::Span;

/// Checks that conditions of `seen by` read public state, questions what their player sees, and the log what everybody sees.
pub(super) fn check(book: &mut Book) {
    seen_by(book);
    for leak in known::leaks(book) {
        if let Through::Heading(phase) = leak.through {
            book.ir.rule_mut(phase.index()).heading = false;
            continue;
        }
        let finding = match leak.through {
            Through::Opened | Through::Passed => opened(&leak),
            _ => {
                let (code, message, help) = said(&leak);
                let help = match leak.through {
                    _ if is_moment(book, leak.span) => ASKED_ALWAYS,
                    Through::Asking | Through::Noticed | Through::Drawn if is_play(book, leak.span) => PLAYED_OPENLY,
                    _ => help,
                };
                let stays = leak.fails.and_then(|span| refused_end(book, span));
                let help = stays.map_or_else(
                    || help.to_owned(),
                    |end| format!("{help}; or let the track stay at its end: `{end}: stay`"),
                );
                let mut help = Remedy::from(help);
                if matches!(leak.through, Through::Variable) {
                    help.fixes.extend(variables::ask_in_secret(book, leak.span));
                }
                Diagnostic::error(code, leak.span, message).help(help)
            }
        };
        book.found.push(labelled(finding, &leak));
    }
}

/// Warning about a sentence that reveals hidden information by its effect. Not an error, since it may be intended.
fn opened(leak: &Leak) -> Diagnostic {
    let whom = if leak.through == Through::Passed { "others" } else { "everybody" };
    let message = format!("this reveals to {whom} what is hidden in `{}`", leak.name);
    let help = "store it where the same players see it, reveal the source before, or waive this if it is intended: `# fine: W0808 REASON`";
    Diagnostic::warning(codes::TELLS_HIDDEN, leak.span, message).help(help)
}

/// Help for a line of the log that would reveal something.
const SHOW_FIRST: &str =
    "use only what everybody sees; to show things, move them to an open place and then go through what lies there";

/// Help for interrupts that are asked for a hidden reason.
const ASKED_ALWAYS: &str = "add `asked: always` to the interrupt, or let its conditions read what everybody sees";

/// Help for a hidden card whose own questions show which card it is.
const PLAYED_OPENLY: &str =
    "the questions of a card show which it is: move it to a place that everybody sees before it is played";

/// True if the sentence at `span` plays a card.
fn is_play(book: &Book, span: Span) -> bool {
    let mut found = false;
    for rule in &book.ir.rules {
        visit::statements(&rule.body, &mut |stmt| {
            found |= stmt.span == span && matches!(stmt.kind, StmtKind::Play(..))
        });
    }
    found
}

/// The end that refuses the step of a track at `span`.
fn refused_end(book: &Book, span: Span) -> Option<&'static str> {
    let mut found = None;
    for rule in &book.ir.rules {
        visit::statements(&rule.body, &mut |stmt| {
            if let (StmtKind::Step(track, _, by), true) = (&stmt.kind, stmt.span == span) {
                let track = &book.ir.tracks[track.index()];
                let falls = matches!(by.kind, ExprKind::Number(..=0)) || possible::is_negated(by);
                let bottom = falls && track.past_bottom == Past::Refuse;
                let top = !falls && track.past_top == Past::Refuse && track.high.is_some();
                found = found.or(bottom.then_some("past bottom")).or(top.then_some("past top"));
            }
        });
    }
    found
}

/// True if interrupts are asked at `span`.
fn is_moment(book: &Book, span: Span) -> bool {
    book.moments.values().any(|menu| book.ir.rules[menu.index()].span == span)
}

/// Labels the path of the hidden information, from where it is read to where it shows.
fn labelled(finding: Diagnostic, leak: &Leak) -> Diagnostic {
    let mut steps: Vec<(Span, &str)> = Vec::new();
    for &span in leak.path.iter().filter(|&&span| span != leak.span) {
        let what = if steps.is_empty() { "it is read here" } else { "it passes through here" };
        if !steps.iter().any(|(other, _)| *other == span) {
            steps.push((span, what));
        }
    }
    let inside = leak.inside.filter(|&span| span != leak.span && !steps.iter().any(|(other, _)| *other == span));
    steps.extend(inside.map(|span| (span, "it shows here")));
    let fails = leak.fails.filter(|&span| span != leak.span && !steps.iter().any(|(other, _)| *other == span));
    let finding = fails.into_iter().fold(finding, |finding, span| finding.label(span, "this may be impossible then"));
    let finding = leak.unmet.iter().fold(finding, |finding, span| finding.label(*span, "this does not hold then"));
    match steps.as_slice() {
        [(span, what)] => finding.label(*span, *what),
        steps => steps
            .iter()
            .enumerate()
            .fold(finding, |finding, (number, (span, what))| finding.label(*span, format!("{}. {what}", number + 1))),
    }
}

/// Code, message and help of a finding.
fn said(leak: &Leak) -> (&'static str, String, &'static str) {
    let name = &leak.name;
    if leak.tangled {
        let message = "this is too complex to be checked for leaks".to_owned();
        return (codes::TANGLED, message, "name its parts with `let`, or read less at once");
    }
    let (code, what, help) = match leak.through {
        Through::Options => {
            (codes::HIDDEN_READ, "these options would reveal", "ask about what the player sees, or let chance pick")
        }
        Through::Rolled => (
            codes::HIDDEN_READ,
            "the outcomes of chance would reveal",
            "let it range over what everybody sees, or end it with `seen by`",
        ),
        Through::Prompt => {
            (codes::HIDDEN_READ, "this text would reveal to its player", "name only what the player sees")
        }
        Through::Asking => (
            codes::HIDDEN_READ,
            "asking this would reveal",
            "ask in any case and say afterwards whether it was possible, or let the condition read what the player sees",
        ),
        Through::Noticed => (
            codes::HIDDEN_READ,
            "asking this would reveal to everybody",
            "ask in any case and say afterwards whether it was possible, or let the condition read what everybody sees",
        ),
        Through::Drawn => (
            codes::HIDDEN_READ,
            "drawing here would reveal to everybody",
            "draw in any case, or let the number and the conditions read what everybody sees",
        ),
        Through::Passing => (
            codes::HIDDEN_READ,
            "ending the loop would reveal to everybody",
            "let everybody see whether a player passes, or end the loop with another `until`",
        ),
        Through::Log => (codes::HIDDEN_SAID, "this line would reveal to everybody", SHOW_FIRST),
        Through::Logging => (codes::HIDDEN_SAID, "the presence of this line would reveal to everybody", SHOW_FIRST),
        Through::Heading(_) | Through::Opened | Through::Passed => unreachable!("no error"),
        Through::Variable => {
            let message = format!("`{name}` keeps secret what others have seen");
            let help = "end the question with `seen by p`, so that only those who see the variable see the answer";
            return (codes::TOLD_SECRET, message, help);
        }
    };
    (code, format!("{what} what is hidden in `{name}`"), help)
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

/// Viewers of the answers of all questions of a block.
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
        StmtKind::BagChoice(family) => family.seen.as_ref(),
        StmtKind::Order(order) => order.seen.as_ref(),
        _ => None,
    }
}
