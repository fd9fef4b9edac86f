//! The bar with who leads and why: seats in their order, so that nothing moves while the ranks change.

use maud::{Markup, html};

use super::clause::clause_text;
use super::token;
use crate::scene::{MeasuredValue, PlayerScore, Scene, WinningRule};

/// The bar of a table.
pub(super) fn bar(scene: &Scene) -> Markup {
    html! {
        section #score aria-label="Who leads" {
            ul { @for score in &scene.standing { (seat(score, scene)) } }
            @if let Some(goal) = &scene.goal { (what_wins(goal)) }
        }
    }
}

fn seat(score: &PlayerScore, scene: &Scene) -> Markup {
    let asked = scene.asked.contains(&score.player);
    let measures: Vec<String> = score.measures.iter().map(said).collect();
    // Nobody leads as long as all have the same rank.
    let leads = score.rank == Some(1) && scene.standing.iter().any(|other| other.rank != Some(1));
    html! {
        li .asked[asked] .leads[leads] data-seat=(score.player) title=(measures.join(", ")) {
            span .rank { @if let Some(rank) = score.rank { (rank) "." } }
            " " (token(&score.player, &scene.players)) " "
            span .name { (score.player) } " "
            @if let Some(first) = score.measures.first() { b aria-hidden="true" { (first.value.map_or_else(|| "?".to_owned(), |value| value.to_string())) } }
            span .spoken { " " (measures.join(", ")) @if asked { ", is to answer" } }
        }
    }
}

/// `fame 12`
fn said(measured: &MeasuredValue) -> String {
    match measured.value {
        Some(value) => format!("{} {value}", measured.name),
        None => format!("{} not known", measured.name),
    }
}

/// One line, with the clauses on demand.
fn what_wins(goal: &WinningRule) -> Markup {
    html! {
        details #goal {
            summary title=(goal.text) { (goal.text) }
            div { p { (goal.text) } @for clause in &goal.clauses { (clause_text(&html! { b { (clause.id) } " " }, &clause.text)) } }
        }
    }
}
