//! A whole scene as one picture.

use maud::{Markup, html};

use super::board;
use super::things::Drawn;
use super::{COLOURS, wrapped};
use crate::scene::{Pile, Scene, Thing, Told};

/// How wide a picture is at least.
const WIDE: i64 = 760;
/// How high a line of text is.
const LINE: i64 = 17;

/// An SVG of its own, light or dark as whoever looks at it likes.
pub fn svg(scene: &Scene) -> String {
    let boards: Vec<Drawn> = scene.boards.iter().map(|board| board::draw(board, scene)).collect();
    let width = boards.iter().map(|board| board.width + 24).max().unwrap_or(0).max(WIDE);
    let mut below = 40;
    let mut parts: Vec<Markup> = Vec::new();
    for board in &boards {
        parts.push(html! { g transform={ "translate(12 " (below) ")" } { (board.inside) } });
        below += board.height + 16;
    }
    let letters = (width as usize - 24) / 7;
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
    let height = below + 16;
    let whole = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (width) " " (height) } width=(width) height=(height) role="img" {
            title { (scene.title) }
            style { (maud::PreEscaped(COLOURS)) }
            rect class="back" width=(width) height=(height) {}
            text class="b" x="14" y="24" style="font-size:16px" { (scene.title) }
            @for part in &parts { (part) }
        }
    };
    whole.into_string()
}

/// Everything that lies beside the boards, a line each.
fn sections(scene: &Scene) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for panel in &scene.panels {
        let text = both(&panel.values, &panel.piles);
        if !text.is_empty() {
            all.push((panel.player.clone(), text));
        }
    }
    for table in &scene.tables {
        for row in &table.rows {
            all.push((row.title.clone(), both(&row.values, &row.piles)));
        }
    }
    all.extend(scene.piles.iter().map(|pile| (pile.name.clone(), contents(pile))));
    all.extend(scene.values.iter().map(|told| (told.name.clone(), told.value.clone())));
    if let Some(question) = &scene.question {
        let options: Vec<&str> = question.options.iter().take(12).map(|option| option.label.as_str()).collect();
        let more = if question.options.len() > options.len() { "; \u{2026}" } else { "" };
        all.push((question.player.clone(), format!("{} {}{more}", question.prompt, options.join("; "))));
    }
    all
}

fn both(values: &[Told], piles: &[Pile]) -> String {
    let values = values.iter().map(|told| format!("{} {}", told.name, told.value));
    let piles = piles.iter().filter(|pile| pile.total != Some(0));
    let piles = piles.map(|pile| format!("{}: {}", pile.name, contents(pile)));
    values.chain(piles).collect::<Vec<_>>().join("; ")
}

/// What lies in a pile, in words.
pub(super) fn contents(pile: &Pile) -> String {
    let mut all: Vec<String> = pile.things.iter().map(counted).collect();
    if pile.hidden > 0 {
        all.push(format!("{} hidden", pile.hidden));
    }
    if pile.total.is_none() && all.is_empty() {
        all.push("without end".into());
    }
    all.extend(known(pile));
    all.join(", ")
}

/// What is known of the ends of a stack: `top: Duke, then Dame`.
pub(super) fn known(pile: &Pile) -> Vec<String> {
    let mut all: Vec<(&str, String)> = Vec::new();
    for layer in pile.layers.iter().filter(|layer| layer.depth != "middle") {
        let Some(things) = &layer.things else { continue };
        let titles = things.iter().map(counted).collect::<Vec<_>>().join(", ");
        match all.last_mut().filter(|(depth, _)| *depth == layer.depth) {
            Some((_, line)) => *line = format!("{line}, then {titles}"),
            None => all.push((layer.depth, format!("{}: {titles}", layer.depth))),
        }
    }
    all.into_iter().map(|(_, line)| line).collect()
}

fn counted(thing: &Thing) -> String {
    match thing.count {
        1 => thing.title.clone(),
        count => format!("{count}\u{d7} {}", thing.title),
    }
}
