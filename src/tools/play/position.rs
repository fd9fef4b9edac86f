//! A position drawn from a view, for any game: players in one table, indexed places in tables of their own, the rest in
//! lines. What the viewer cannot see is a number.

use super::contents::contents;
use super::kinds::{KindColumn, Kinds};
use super::players::Players;
use super::values::values;
use super::written::{ROWS, listed, row_name, words};
use super::{counts, map, pieces};
use crate::tools::grid;
use crate::tools::paint::{Paint, clean};
use tavola_game::{Display, PlaceView, View};

/// Draws it, as the game's rows of `display` say. `names` are the seats' names.
pub(super) fn draw(view: &View, display: &Display, names: &[String], paint: Paint, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut players = Players::new(names, view, display);
    let mut single: Vec<(String, String)> = Vec::new();
    let mut kinds = Kinds::new(view, names);
    for group in groups(view).into_iter().filter(|group| !display.leaves_out(&group[0].place)) {
        let name = display.title(&group[0].place).map_or_else(|| words(&group[0].place), clean);
        if group.len() == 1 && group[0].index.is_empty() {
            if !players.owned(&name, group[0]) {
                single.push((name, contents(group[0])));
            }
        } else if group.iter().all(|p| matches!(p.index.as_slice(), [one] if names.contains(one))) {
            players.place(&name, &group);
        } else if let Some(board) = pieces::draw(&group, names, width) {
            lines.push(paint.bold(&name));
            lines.extend(board);
            lines.push(String::new());
        } else {
            table(&name, &group, &mut kinds, paint, width, &mut lines);
        }
    }
    values(view, display, names, &mut single);
    kinds.draw(paint, width, &mut lines);
    players.draw(paint, width, &mut lines);
    let single: Vec<(String, String)> = single.into_iter().filter(|(_, what)| !what.is_empty()).collect();
    let widest = single.iter().map(|(name, _)| grid::width(name)).max().unwrap_or(0);
    for (name, what) in single {
        let gap = " ".repeat(widest - grid::width(&name));
        listed(&format!("{}{gap}  ", paint.bold(&name)), widest + 2, &what, width, &mut lines);
    }
    lines
}

/// Places of one name, in the order of the rules.
fn groups(view: &View) -> Vec<Vec<&PlaceView>> {
    let mut groups: Vec<Vec<&PlaceView>> = Vec::new();
    for place in &view.places {
        match groups.iter_mut().find(|g| g[0].place == place.place) {
            Some(group) => group.push(place),
            None => groups.push(vec![place]),
        }
    }
    groups
}

/// Rows: places; columns: what lies there, things of one sort beside each other.
fn table(name: &str, group: &[&PlaceView], kinds: &mut Kinds<'_>, paint: Paint, width: usize, lines: &mut Vec<String>) {
    let full = |p: &PlaceView| p.total != Some(0);
    let rows: Vec<&PlaceView> = group.iter().copied().filter(|p| group.len() <= ROWS || full(p)).collect();
    let empty = group.len() - rows.len();
    // Where empty places are left out, what is told of them would be lost.
    let told = if empty == 0 { kinds.of(group) } else { Vec::new() };
    if !group.iter().any(|p| full(p)) {
        return;
    }
    let map = map::draw(&rows, group, width);
    let listed_better = !map.is_empty() || !group.iter().all(|p| p.open) || each_once(&rows);
    let wide = |drawn: &[String]| drawn.iter().any(|line| grid::width(line) > width);
    let values = |columns: &[KindColumn<'_>]| -> Vec<String> {
        if listed_better { Vec::new() } else { counts::table(name, &rows, columns) }
    };
    let mut drawn = values(&told);
    if listed_better || wide(&drawn) {
        drawn = values(&[]);
    } else if empty == 0 {
        kinds.told(group);
    }
    if listed_better || wide(&drawn) {
        lines.push(paint.bold(name));
        lines.extend(map);
        let widest = rows.iter().map(|p| grid::width(&row_name(p))).max().unwrap_or(0);
        for place in rows.iter().filter(|p| full(p)) {
            let head = row_name(place);
            let gap = " ".repeat(widest - grid::width(&head));
            listed(&format!("  {head}{gap}  "), widest + 4, &contents(place), width, lines);
        }
    } else {
        lines.extend(drawn.iter().enumerate().map(|(at, line)| if at == 0 { paint.bold(line) } else { line.clone() }));
    }
    if empty > 0 && group[0].spot.is_none() {
        lines.push(paint.dim(&format!("  (empty: {empty} more)")));
    }
    lines.push(String::new());
}

/// Whether many things lie there, each of them once in all: a column for each would be a table of ones.
fn each_once(rows: &[&PlaceView]) -> bool {
    let mut seen: Vec<&str> = Vec::new();
    let once = rows.iter().flat_map(|row| &row.things).all(|(notation, _, n)| {
        let new = *n == 1 && !notation.contains('[') && !seen.contains(&notation.as_str());
        seen.push(notation);
        new
    });
    once && seen.len() > 3
}
