//! Boards on which shades and numbers show how often each space and link was chosen.

use std::collections::BTreeMap;

use maud::{PreEscaped, html};

use super::look::{PictureSource, definitions};
use super::{LIGHT, board};
use crate::scene::{Board, NamedText, Scene};

/// Colours of what was never chosen and of what was chosen most, red, green and blue. Dark text is readable on both.
const SHADES: [[f64; 3]; 2] = [[253.0, 252.0, 249.0], [126.0, 178.0, 222.0]];

/// The boards of a scene as one light picture. `often` has the number for each chosen space and link, by its notation; others count as
/// 0 and stay without a number. None if no board has any of them.
pub fn heat(scene: &Scene, often: &BTreeMap<String, f64>) -> Option<String> {
    let known = |board: &Board| {
        let mut ids = board.cells.iter().map(|cell| &cell.id).chain(board.links.iter().map(|link| &link.id));
        ids.any(|id| often.contains_key(id))
    };
    let boards: Vec<Board> =
        scene.boards.iter().filter(|board| known(board)).map(|board| shaded(board, often)).collect();
    let scene = Scene { boards, ..scene.clone() };
    let pictures = board::pictures(&scene, 0);
    let width = pictures.iter().map(|picture| picture.drawn.width).max()? + 24;
    let height: i64 = pictures.iter().map(|picture| picture.drawn.height + 16).sum();
    let mut below = 8;
    let drawn = pictures.iter().map(|picture| {
        let drawn = html! { g transform={ "translate(12 " (below) ")" } { (picture.drawn.inside) } };
        below += picture.drawn.height + 16;
        drawn
    });
    let drawn: Vec<_> = drawn.collect();
    let whole = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (width) " " (height) } width=(width) height=(height) role="img" aria-label="Boards with the number of choices of each space and link" {
            style { (PreEscaped(LIGHT)) }
            (definitions(&scene, PictureSource::Page))
            rect class="back" width=(width) height=(height) {}
            @for picture in &drawn { (picture) }
        }
    };
    Some(whole.into_string())
}

/// A board without things, its cells shaded, with numbers in cells and on links.
fn shaded(board: &Board, often: &BTreeMap<String, f64>) -> Board {
    let mut board = board.clone();
    let most = |ids: &mut dyn Iterator<Item = &String>| {
        ids.filter_map(|id| often.get(id)).copied().fold(0.0, f64::max).max(f64::MIN_POSITIVE)
    };
    let number = |id: &String| {
        let number = often.get(id).copied().filter(|number| *number > 0.0);
        let text = |number| if number >= 9.95 { format!("{number:.0}") } else { format!("{number:.1}") };
        number.map(|number| NamedText { name: "chosen".to_owned(), value: text(number) }).into_iter().collect()
    };
    let most_of_cells = most(&mut board.cells.iter().map(|cell| &cell.id));
    for cell in &mut board.cells {
        let share = often.get(&cell.id).copied().unwrap_or(0.0) / most_of_cells;
        let shade = |at: usize| (SHADES[0][at] + (SHADES[1][at] - SHADES[0][at]) * share).round() as u8;
        cell.colour = Some(format!("#{:02x}{:02x}{:02x}", shade(0), shade(1), shade(2)));
        cell.ink = None;
        cell.values = number(&cell.id);
        cell.piles.clear();
    }
    for link in &mut board.links {
        link.values = number(&link.id);
        link.piles.clear();
    }
    board
}
