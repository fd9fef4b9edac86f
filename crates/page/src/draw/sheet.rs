//! A whole scene as one picture.

use maud::{Markup, html};

use super::board::Picture;
use super::card::{self, CARD};
use super::look::{PictureSource, colours, definitions};
use super::things::{Drawing, contents};
use super::{COLOURS, board, graph, grid, things, wrapped};
use crate::scene::{Board, NamedText, Panel, Pile, Scene, Thing};

/// Minimum width of a picture.
const WIDE: i64 = 760;
/// Height of a line of text.
const LINE: i64 = 17;
/// Width and height of a card.
const SMALL_CARD: (i64, i64) = (CARD.0 * 17 / 100, CARD.1 * 17 / 100);

/// A stand-alone SVG that follows the light or dark theme of the viewer.
pub fn svg(scene: &Scene) -> String {
    let pictures = board::pictures(scene, 0);
    let tables: Vec<Drawing> = scene.tables.iter().map(|table| grid::draw(table, &scene.players)).collect();
    let boards = pictures.iter().map(|picture| &picture.drawn);
    let width = boards.chain(&tables).map(|drawn| drawn.width + 28).max().unwrap_or(0).max(WIDE);
    let letters = (width as usize - 24) / 7;
    let mut below = 40;
    let mut parts: Vec<Markup> = Vec::new();
    for Picture { boards, drawn, .. } in &pictures {
        parts.push(html! { g transform={ "translate(12 " (below) ")" } { (drawn.inside) } });
        below += drawn.height + 16;
        for line in legend(boards, letters) {
            parts.push(html! { text class="dim" x="14" y=(below) { (line) } });
            below += LINE;
        }
    }
    // As many tables side by side as fit.
    let (mut x, mut high) = (14, 0);
    for drawn in &tables {
        if x + drawn.width > width - 14 {
            (below, x, high) = (below + high + 14, 14, 0);
        }
        parts.push(html! { g transform={ "translate(" (x) " " (below) ")" } { (drawn.inside) } });
        (x, high) = (x + drawn.width + 32, high.max(drawn.height));
    }
    below += high + if tables.is_empty() { 0 } else { 14 };
    let mut lines: Vec<(bool, String)> = Vec::new();
    for (head, text) in sections(scene) {
        let first = if head.is_empty() { text } else { format!("{head}: {text}") };
        for (at, line) in wrapped(&first, letters).into_iter().enumerate() {
            lines.push((at == 0, line));
        }
    }
    for (first, line) in &lines {
        below += LINE;
        let x = if *first { 14 } else { 28 };
        let (head, rest) = match line.split_once(": ").filter(|_| *first) {
            Some((head, rest)) => (format!("{head}:\u{a0}"), rest),
            None => (String::new(), line.as_str()),
        };
        parts.push(html! { text x=(x) y=(below) { tspan class="b" { (head) } (rest) } });
    }
    for (head, pile) in shown_hands(scene) {
        let drawn = faces(&head, pile, &scene.players, width);
        parts.push(html! { g transform={ "translate(0 " (below) ")" } { (drawn.inside) } });
        below += drawn.height;
    }
    let height = below + 16;
    let whole = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (width) " " (height) } width=(width) height=(height) role="img" {
            title { (scene.title) }
            style { @for part in COLOURS { (maud::PreEscaped(part)) } (maud::PreEscaped(colours(scene))) }
            (definitions(scene, PictureSource::Page))
            rect class="back" width=(width) height=(height) {}
            text class="b" x="14" y="24" style="font-size:16px" { (scene.title) }
            @for part in &parts { (part) }
        }
    };
    whole.into_string()
}

/// Hands of which the viewer sees all cards, and all have faces, each with its name.
fn shown_hands(scene: &Scene) -> Vec<(String, &Pile)> {
    let of = |panel: &Panel, pile: &Pile| format!("{}: {}", panel.player, pile.name);
    let piles = scene.panels.iter().flat_map(|panel| panel.piles.iter().map(move |pile| (panel, pile)));
    piles.filter(|(_, pile)| is_shown_hand(pile)).map(|(panel, pile)| (of(panel, pile), pile)).collect()
}

fn is_shown_hand(pile: &Pile) -> bool {
    let has_faces = pile.things.iter().all(|thing| thing.face.is_some());
    pile.is_hand && pile.hidden == 0 && !pile.things.is_empty() && has_faces
}

/// The faces of a hand below its name, in lines of a width.
fn faces(head: &str, pile: &Pile, players: &[String], width: i64) -> Drawing {
    let (mut x, mut y) = (14, LINE + 12);
    let mut cards = Vec::new();
    for thing in &pile.things {
        if x + SMALL_CARD.0 > width - 14 {
            (x, y) = (14, y + SMALL_CARD.1 + 8);
        }
        cards.push(html! { g transform={ "translate(" (x) " " (y) ") scale(0.17)" } { (small_card(thing, players)) } });
        x += SMALL_CARD.0 + 8;
    }
    let inside = html! { text class="b" x="14" y=(LINE + 4) { (head) } @for card in &cards { (card) } };
    Drawing { inside, width, height: y + SMALL_CARD.1 }
}

/// A face as on a table, with the number of such cards.
fn small_card(thing: &Thing, players: &[String]) -> Markup {
    html! {
        @if let Some(face) = &thing.face { (card::face(thing, face, players, 0).0) }
        @if thing.count > 1 {
            text class="b" x=(CARD.0 - 40) y=(CARD.1 - 40) text-anchor="end" style="font-size:90px;fill:#1c1b19" { "\u{d7}" (thing.count) }
        }
        title { (thing.title) @if thing.count > 1 { " \u{d7} " (thing.count) } }
    }
}

/// Legend of the letters on boards, in lines.
fn legend(boards: &[Board], letters: usize) -> Vec<String> {
    let values: Vec<&str> = boards.iter().filter_map(graph::named_once).flatten().collect();
    let marks = boards.iter().flat_map(things::legend);
    let marks = marks.map(|(mark, _, sort)| format!("{}: {sort}", if mark.is_empty() { "\u{25cb}" } else { mark }));
    let in_spaces = (!values.is_empty()).then(|| format!("in a space: {}", values.join(" \u{b7} ")));
    let all: Vec<String> = in_spaces.into_iter().chain(marks).collect();
    if all.is_empty() { Vec::new() } else { wrapped(&all.join("; "), letters) }
}

/// Panels of the players, and things without owner, one line each.
fn sections(scene: &Scene) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for panel in &scene.panels {
        let text = both(&panel.values, &panel.piles);
        if !text.is_empty() {
            all.push((panel.player.clone(), text));
        }
    }
    all.extend(scene.piles.iter().map(|pile| (pile.name.clone(), contents(pile))));
    all.extend(scene.values.iter().map(|named| (named.name.clone(), named.value.clone())));
    if let Some(question) = &scene.question {
        let options: Vec<&str> = question.options.iter().take(12).map(|option| option.label.as_str()).collect();
        let more = if question.options.len() > options.len() { "; \u{2026}" } else { "" };
        all.push((question.player.clone(), format!("{} {}{more}", question.prompt, options.join("; "))));
    }
    all
}

fn both(values: &[NamedText], piles: &[Pile]) -> String {
    let values = values.iter().map(|named| format!("{} {}", named.name, named.value));
    let piles = piles.iter().filter(|pile| pile.total != Some(0) && !is_shown_hand(pile));
    let piles = piles.map(|pile| format!("{}: {}", pile.name, contents(pile)));
    values.chain(piles).collect::<Vec<_>>().join("; ")
}
