//! The question on the page: its text, notes on the options, the answers, and divisions.

use maud::{Markup, html};

use super::clause::clause_text;
use super::panels;
use super::things::values;
use crate::scene::branches;
use crate::scene::{Choice, Question, Target, Thing};

/// The question. `players`: names by seat.
pub(super) fn asked(
    question: &Question,
    players: &[String],
    enough: Option<usize>,
    (key, number): (&str, u64),
) -> Markup {
    html! {
        h2 { (question.prompt) }
        (about(question, players))
        @if !question.clauses.is_empty() {
            details .clauses {
                summary { @if question.clauses.len() == 1 { "Rule" } @else { "Rules" } @for clause in &question.clauses { " " span { (clause.id) } } }
                @for clause in &question.clauses { (clause_text(&html! { b { (clause.id) } " " }, &clause.text)) }
            }
        }
        @if !question.cards.is_empty() { (cards(question)) }
        @for pile in question.divided.iter().filter(|pile| !pile.things.is_empty()) {
            p .divided { b { (pile.name) ": " } @for thing in &pile.things { (thing.count) "\u{d7} " (thing.title) " " } }
        }
        @if !question.divided.is_empty() { (division(question, number)) }
        button #more .quiet type="button" hidden {}
        form #answers method="post" action={ "/" (key) "/answer" } {
            input type="hidden" name="question" value=(number);
            p { input #find type="search" autocomplete="off" placeholder="find an answer, or ask why it is missing" aria-label="Find an answer";
                " " button #clear .quiet type="button" hidden { "clear" } }
            // A line of its own, which goes at the next click. A long reason is scrolled.
            p #why role="status" tabindex="0" {}
            div #trail role="group" aria-label="Chosen so far" hidden {}
            (options(question))
            @if let Some(option) = enough.and_then(|option| question.options.get(option)) {
                p { button .quiet formaction={ "/" (key) "/enough" } title="You are asked again when something else is offered or somebody else has answered." {
                    (option.label) ", for the rest of the turn"
                } }
            }
        }
    }
}

/// The things that the text of the question names, if more can be shown than their names.
fn about(question: &Question, players: &[String]) -> Markup {
    let shown = |thing: &&Thing| thing.face.is_some() || thing.icon.is_some() || !thing.values.is_empty();
    let things: Vec<&Thing> = question.about.iter().filter(shown).collect();
    html! { @if !things.is_empty() { p #about { @for thing in things { (panels::alone(thing, players)) " " } } } }
}

/// Notes on the things that may be chosen: values are visible, clauses open on demand.
fn cards(question: &Question) -> Markup {
    let valued = || question.cards.iter().filter(|card| !card.values.is_empty());
    let mut seen: Vec<&str> = question.clauses.iter().map(|clause| clause.id.as_str()).collect();
    let mut cited = Vec::new();
    for (card, clause) in question.cards.iter().flat_map(|card| card.clauses.iter().map(move |clause| (card, clause))) {
        if !seen.contains(&clause.id.as_str()) && !clause.text.is_empty() {
            seen.push(&clause.id);
            cited.push((card, clause));
        }
    }
    html! {
        @if valued().next().is_some() {
            dl .cards { @for card in valued() { div { dt { (card.title) } dd { (values(&card.values)) } } } }
        }
        @if !cited.is_empty() {
            details .clauses {
                summary { "What they do" }
                @for (card, clause) in cited { (clause_text(&html! { b { (card.title) } " (" (clause.id) ") " }, &clause.text)) }
            }
        }
    }
}

/// All options; if they are many, branch by branch.
fn options(question: &Question) -> Markup {
    let parts: Vec<&[String]> = question.options.iter().map(|option| option.parts.as_slice()).collect();
    let all: Vec<usize> = (0..question.options.len()).collect();
    if branches::are_many(&parts) {
        return grown(question, &parts, &all);
    }
    html! { div .options { @for (at, option) in question.options.iter().enumerate() { (button(at, option, &option.label)) } } }
}

fn grown(question: &Question, parts: &[&[String]], some: &[usize]) -> Markup {
    html! {
        div .options {
            @for branch in branches::branches(parts, some) {
                @if let [one] = branch.options[..] {
                    (button(one, &question.options[one], &branch.title))
                } @else {
                    details .branch {
                        summary { (branch.title) " " small .count { (branch.options.len()) } }
                        (grown(question, parts, &branch.options))
                    }
                }
            }
        }
    }
}

fn button(at: usize, option: &Choice, title: &str) -> Markup {
    html! {
        button name="option" value=(at) data-placed=(placed(option)) data-through=[through(option)] data-label=(option.label) {
            (title)
            @if !option.way.is_empty() { small { " " (option.way.join(", ")) } }
        }
    }
}

/// A whole division, shown by the script: things are dragged between piles, or moved by keys.
fn division(question: &Question, number: u64) -> Markup {
    let cards = question.cards();
    let heap = |pile: usize, name: &str| {
        html! {
            section .heap data-pile=(pile) aria-label=(name) {
                button .here .quiet type="button" { (name) }
                div .lying { @for (at, (_, thing)) in cards.iter().enumerate().filter(|(_, (lies, _))| *lies == pile) {
                    span .card role="button" tabindex="0" aria-pressed="false" data-card=(at) { (thing.title) }
                } }
            }
        }
    };
    html! {
        div #division hidden {
            p { small { "Drag each item to its pile, or choose an item and then a pile. Keys: the number of the pile, or left and right." } }
            div .heaps {
                (heap(0, "not placed yet"))
                @for (at, pile) in question.divided.iter().enumerate() { (heap(at + 1, &pile.name)) }
            }
            p { button #lay type="button" disabled data-question=(number) { "Divide like this" } " " span #divided role="status" {} }
            p { small { "Or one by one:" } }
        }
    }
}

/// The names in an option, one per line. The name of a thing is followed by a tab and the pile from which it is chosen, if known.
fn placed(option: &Choice) -> String {
    let name = |target: &Target| match (target.what, &target.pile) {
        ("thing", pile) => format!("{}\t{}", target.id, pile.as_deref().unwrap_or_default()),
        _ => target.id.clone(),
    };
    option.placed.iter().map(name).collect::<Vec<_>>().join("\n")
}

/// The cells of its way, one per line.
fn through(option: &Choice) -> Option<String> {
    (!option.through.is_empty()).then(|| option.through.join("\n"))
}
