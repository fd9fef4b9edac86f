//! Panels of players, and tables with a row for each member of a kind.

use maud::{Markup, html};

use super::card::{self, CARD, small_back};
use super::things::{DIE, die, known, values};
use super::{colour_of, initial, look, token};
use crate::scene::{CardFace, KindRow, KindTable, NamedText, Panel, Pile, Scene, Thing};

/// Number of letters up to which titles stand large on cards, if all titles of a pile are as short.
const SHORT: usize = 5;
/// Number of sorts in a stock from which on it can be folded: more than a line of them.
const MANY_SORTS: usize = 6;
/// Number of sorts of each player in a stock above which it is folded.
const OWN_SORTS: usize = 3;

/// The panel of a player. `columns`: names of the columns of the panels, see [`columns`].
pub(super) fn panel(own: &Panel, columns: &[&str], scene: &Scene) -> Markup {
    let turn = scene.asked.contains(&own.player);
    let you = scene.viewer.as_ref() == Some(&own.player);
    html! {
        // The viewer's own panel stays beside the question, where it may have to scroll.
        section .panel .turn[turn] .own[you] tabindex=[you.then_some("0")] aria-label=(own.player) data-id=(own.id) {
            h2 { (token(&own.player, &scene.players)) " " span data-grip { (own.player) } @if you { " (you)" } @if turn { " \u{25c0}" } }
            (belongings(&own.values, own.piles.iter().filter(|pile| !(you && pile.is_hand)), &scene.players, (false, columns)))
        }
    }
}

/// Names of all values and piles of panels, each once: the columns, if the script shows a row for each player.
fn columns<'a>(panels: &[&'a Panel]) -> Vec<&'a str> {
    let mut all: Vec<&str> = Vec::new();
    let values = panels.iter().flat_map(|panel| &panel.values).map(|named| named.name.as_str());
    for name in values.chain(panels.iter().flat_map(|panel| &panel.piles).map(|pile| pile.name.as_str())) {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    all
}

/// The column of a name, after that of the players.
fn at(name: &str, columns: &[&str]) -> Option<String> {
    columns.iter().position(|column| *column == name).map(|at| format!("--at:{}", at + 2))
}

/// Values side by side, and piles with their contents, `faces` as in [`lying`]. Empty piles share one line.
pub(super) fn belongings<'a>(
    values: &[NamedText],
    piles: impl Iterator<Item = &'a Pile>,
    players: &[String],
    (faces, columns): (bool, &[&str]),
) -> Markup {
    let piles: Vec<&Pile> = piles.collect();
    // Free spots are worth a line: how many there are.
    let is_empty = |pile: &Pile| pile.total == Some(0) && pile.most.is_none();
    let empty: Vec<&Pile> = piles.iter().copied().filter(|pile| is_empty(pile)).collect();
    let is_shown = |pile: &Pile| empty.len() < 2 || !is_empty(pile);
    html! {
        @if !values.is_empty() { dl .values { @for named in values { div style=[at(&named.name, columns)] { dt { (named.name) } dd { (named.value) } } } } }
        @if !piles.is_empty() {
            dl .piles .faces[faces] {
                @for pile in piles.iter().filter(|pile| is_shown(pile)) { div style=[at(&pile.name, columns)] { dt { (pile.name) } dd { (room(pile)) @if pile.most.is_none() || pile.total != Some(0) { (heap(pile, players, faces)) } } } }
                @if empty.len() > 1 { div .bare { dt { "empty" } dd .empty { (named_briefly(&empty)) } } }
            }
        }
    }
}

/// Names of piles, `stall Abbey, Mill, hand`: piles of one place share the words that their names begin with.
fn named_briefly(piles: &[&Pile]) -> String {
    let place = |pile: &Pile| pile.id.split('[').next().unwrap_or_default().to_owned();
    let mut text = String::new();
    for (at, pile) in piles.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| piles[before]).filter(|before| place(before) == place(pile));
        let shared = before.map_or(0, |before| {
            let words = pile.name.split_inclusive(' ').zip(before.name.split_inclusive(' '));
            words.take_while(|(own, other)| own == other && own.ends_with(' ')).map(|(own, _)| own.len()).sum()
        });
        text += if at > 0 { ", " } else { "" };
        text += &pile.name[shared..];
    }
    text
}

/// How many things lie in a place with a limit, and how many it holds: `3 / 6`.
pub(super) fn room(pile: &Pile) -> Markup {
    html! {
        @if let (Some(most), Some(total)) = (pile.most, pile.total) {
            span .room title={ "holds " (most) } { (total) "\u{a0}/\u{a0}" (most) } " "
        }
    }
}

/// Contents of a pile. A stock of many sorts can be folded. It is folded if each player has many sorts of pieces there.
fn heap(pile: &Pile, players: &[String], faces: bool) -> Markup {
    let inside = lying(pile, players, faces);
    let Some(total) = pile.total.filter(|_| pile.is_stock && pile.things.len() >= MANY_SORTS) else { return inside };
    let is_shut = pile.things.iter().filter(|thing| thing.owner.is_some()).count() > OWN_SORTS * players.len();
    html! {
        details .fold .stock data-fold=(pile.id) data-shut[is_shut] open[!is_shut] { summary { (total) " in all" } (inside) }
    }
}

/// Contents of a pile, a card for each sort. Cards of a hand have faces; those of others show their backs. `faces`: all cards have them.
pub(super) fn lying(pile: &Pile, players: &[String], faces: bool) -> Markup {
    let is_short = pile.things.iter().all(|thing| thing.icon.is_none() && thing.title.chars().count() <= SHORT);
    html! {
        @for thing in &pile.things {
            @match thing.face.as_ref().filter(|_| pile.is_hand || faces) {
                Some(face) => span .thing .dealt data-id=(thing.id) data-in=(pile.id) data-count=(thing.count) data-text=[text(thing)] { (dealt(thing, face, players)) },
                None => span .thing .face[pile.is_hand || faces] data-id=(thing.id) data-in=(pile.id) data-count=(thing.count) data-text=[text(thing)] title=[name_on_demand(thing)] style=[band(thing)] {
                    (named(thing, players, is_short))
                    @if pile.is_hand || faces { @if let Some(text) = text(thing) { small .prose { (text) } } }
                },
            }
            " " wbr;
        }
        @match &pile.back {
            _ if pile.hidden == 0 => {},
            Some(back) if faces => span .dealt { (backs(back, pile.hidden)) },
            back => span .back .face[pile.is_hand] { @if let Some(back) = back { (small_back(back)) } (pile.hidden) " hidden" },
        }
        wbr;
        @if pile.total.is_none() && pile.things.is_empty() { "unlimited" }
        @if pile.total == Some(0) { "\u{2013}" wbr; }
        @for line in known(pile) { small { " " (line) } }
    }
}

/// A thing by itself, which cannot be clicked.
pub(super) fn alone(thing: &Thing, players: &[String]) -> Markup {
    html! {
        @match &thing.face {
            Some(face) => span .dealt { (dealt(thing, face, players)) },
            None => span .thing style=[band(thing)] { (named(thing, players, false)) },
        }
    }
}

/// The texts of a card, which its hint shows.
fn text(thing: &Thing) -> Option<String> {
    (!thing.texts.is_empty()).then(|| thing.texts.join("\n"))
}

/// Colour of the band of a card.
fn band(thing: &Thing) -> Option<String> {
    thing.colour.as_deref().and_then(|colour| look::coloured("--band", colour))
}

/// A thing in words, after its owner's colour and its icon.
fn named(thing: &Thing, players: &[String], is_short: bool) -> Markup {
    let colour = thing.owner.as_deref().and_then(|owner| colour_of(players, owner));
    html! {
        @if thing.pips.is_some() { svg .icon viewBox="-1 -1 24 24" width="16" height="16" aria-hidden="true" { (die(thing, colour, (0, 0, DIE))) } " " }
        @else if let Some(colour) = colour { span class={ "dot c" (colour) } data-initial=[thing.owner.as_deref().map(initial)] {} }
        @if let Some(icon) = &thing.icon { (look::icon(icon)) } span .name .short[is_short] { (thing.title) } @if thing.count > 1 { b { " \u{d7}" (thing.count) } }
        @if !thing.values.is_empty() { small { " " (values(&thing.values)) } }
    }
}

/// A card as `look.yaml` lays it out. Values that its face does not show stand below.
fn dealt(thing: &Thing, face: &CardFace, players: &[String]) -> Markup {
    let shown = || face.corner.iter().chain(&face.centre).chain(&face.lines);
    let further = thing.values.iter().filter(|named| !shown().any(|value| value.text == named.value));
    let further: Vec<NamedText> = further.cloned().collect();
    let named = shown().map(|value| format!(", {} {}", value.name, value.text));
    let name = std::iter::once(thing.title.clone()).chain(named).collect::<String>();
    html! {
        svg viewBox={ "0 0 " (CARD.0) " " (CARD.1) } role="img" aria-label=(name) { (card::face(thing, face, players, 0).0) }
        @if thing.count > 1 { b { "\u{d7}" (thing.count) } }
        @if !further.is_empty() { small { (values(&further)) } }
    }
}

/// The back of a number of cards that lie together.
fn backs(back: &str, count: u32) -> Markup {
    html! {
        svg viewBox={ "0 0 " (CARD.0) " " (CARD.1) } role="img" aria-label={ (count) " hidden" } { (card::back(back, &[])) }
        @if count > 1 { b { "\u{d7}" (count) } }
    }
}

/// The name of a thing that is known by its icon, with its owner's colour: a dense page shows it on demand.
fn name_on_demand(thing: &Thing) -> Option<&str> {
    thing.icon.is_some().then_some(thing.title.as_str())
}

/// Panels side by side, with the names of their columns.
pub(super) fn panels(all: &[&Panel], scene: &Scene) -> Markup {
    let columns = columns(all);
    html! {
        div #panels style={ "--columns:" (columns.len()) } {
            div .heads aria-hidden="true" { @for column in &columns { span style=[at(column, &columns)] { (column) } } }
            @for own in all { (panel(own, &columns, scene)) }
        }
    }
}

pub(super) fn kind(own: &KindTable, players: &[String]) -> Markup {
    let columns = own.columns();
    let value = |row: &KindRow, column: &str| -> Option<Markup> {
        let named = |named: &NamedText| html! { (named.value) };
        let values = row.values.iter().find(|named| named.name == column).map(named);
        values.or_else(|| row.piles.iter().find(|pile| pile.name == column).map(|pile| lying(pile, players, false)))
    };
    // On a phone a row of many columns is shown as lines, each value behind its name. The roles keep it a table for screen readers.
    html! {
        section .kind {
            div .scroll tabindex="0" role="group" aria-label=(own.kind) { table .broad[columns.len() > 1] role="table" {
                thead role="rowgroup" { tr role="row" { th scope="col" role="columnheader" { (own.kind) } @for column in &columns { th scope="col" role="columnheader" { (column) } } } }
                tbody role="rowgroup" { @for row in &own.rows {
                    tr data-id=(row.id) role="row" { th scope="row" role="rowheader" { span data-grip { @if let Some(icon) = &row.icon { (look::icon(icon)) } (row.title) } }
                        @for column in &columns { td role="cell" data-column=(column) { @if let Some(value) = value(row, column) { (value) } } } }
                } }
            } }
        }
    }
}
