//! Pages of earlier positions. Nothing can be answered there.

use maud::html;

use super::ending::{self, GameEnding};
use super::page::{plain, table_parts};
use super::{log, replay};
use crate::scene::Scene;

/// The page of a past position: the table after a line of the log. Nothing can be answered there.
pub fn moment(scene: &Scene, key: &str, line: usize, lines: usize) -> String {
    let to = |line: usize, text: &str| html! { a href={ "/" (key) "/at/" (line) } { (text) } " " };
    let question = html! {
        section #question aria-label="Looking back" {
            h2 { "The table as it was" }
            p { @if let Some(line) = scene.log.last() { (log::line(line)) } }
            p {
                @if line > 1 { (to(line - 1, "before")) }
                @if scene.log.len() < lines { (to(scene.log.len() + 1, "after")) }
                a href={ "/" (key) } { "back to the game" }
            }
        }
    };
    let who = scene.viewer.as_deref().unwrap_or("watching");
    let body = html! {
        (replay::slider(key, line, lines, true))
        main #table { (table_parts(&question, scene, &log::looked_back_at(scene, key))) }
        @if lines > 1 { script src="/replay.js" defer {} }
    };
    plain(&scene.title, who, &body)
}

/// The page of a position that a program shows. `next` says what is asked there, `end` how the game has ended there, with its result line by
/// line. It has no links.
pub fn still(scene: &Scene, next: &str, end: Option<(&GameEnding, &[String])>) -> String {
    let question = html! {
        section #question aria-label="Looking back" {
            h2 { (next) }
            @if let Some((ending, closing)) = end { (ending::result(ending, closing, scene)) }
            @else if let Some(line) = scene.log.last() { p { (log::line(line)) } }
        }
    };
    let who = scene.viewer.as_deref().unwrap_or("watching");
    plain(&scene.title, who, &html! { main #table { (table_parts(&question, scene, &log::without_links(scene))) } })
}
