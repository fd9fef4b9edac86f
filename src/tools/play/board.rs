//! Neighbours of the spaces of a board, for players who see no picture of it.

use super::matching::plain;
use crate::tools::paint::clean;
use tavola_game::Game;

/// For each space of the board with this name (or kind of spaces): `Gate: next to Well, Tree`. None if there is no such
/// board.
pub(super) fn neighbours(game: &Game, name: &str) -> Option<Vec<String>> {
    let look = game.look();
    let is_meant = |own: &str| plain(own) == plain(name);
    let board = look.boards.iter().find(|board| is_meant(&board.name) || is_meant(&board.kind))?;
    let line = |(at, title): (usize, &str)| {
        let other = |(from, to): (usize, usize)| match at {
            _ if at == from => Some(to),
            _ if at == to => Some(from),
            _ => None,
        };
        let next = board.links.iter().filter_map(|link| other(link.ends));
        let titles: Vec<String> = next.map(|other| clean(&board.cells[other].title)).collect();
        let next = if titles.is_empty() { "nothing".to_owned() } else { titles.join(", ") };
        format!("  {}: next to {next}", clean(title))
    };
    Some(board.cells.iter().map(|cell| cell.title.as_str()).enumerate().map(line).collect())
}
