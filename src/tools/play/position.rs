//! Draws a position of any game from a view: players in one table, indexed places in tables of their own, all else in lines.
//! Of hidden things only the number is drawn.

use super::contents::contents;
use super::kinds::{KindColumn, Kinds};
use super::labels::{list, row_name};
use super::players::Players;
use super::values::text_of;
use super::{counts, map, pieces};
use crate::tools::grid;
use crate::tools::paint::{Paint, clean};
use tavola_game::{PlaceView, View};
use tavola_page::scene::{ROWS, Stage};

/// Draws a view, with the names and values of the stage.
pub(super) fn draw(view: &View, stage: &Stage, paint: Paint, width: usize) -> Vec<String> {
    let (groups, ids) = (stage.groups(view), stage.ids());
    let mut lines = Vec::new();
    let (mut players, mut kinds) = (Players::new(ids, stage.names()), Kinds::default());
    let (of_places, of_values): (Vec<_>, Vec<_>) = groups.iter().partition(|group| !group.places().is_empty());
    let (mut single, mut values) = (Vec::new(), Vec::new());
    for group in of_values {
        if group.is_of_players(ids) {
            players.add(group);
        } else if group.is_row() && !group.kinds.is_empty() {
            kinds.add(group, view);
        } else {
            values.push((clean(&group.name), text_of(group)));
        }
    }
    for group in of_places {
        let (name, places) = (clean(&group.name), group.places());
        if group.is_of_players(ids) {
            players.add(group);
        } else if let ([one], []) = (places.as_slice(), group.kinds) {
            if !players.owned(&name, one) {
                single.push((name, contents(one)));
            }
        } else if let Some(board) = pieces::draw(&places, stage, width) {
            lines.push(paint.bold(&name));
            lines.extend(board);
            lines.push(String::new());
        } else {
            table(&name, &places, &mut kinds, (stage, paint, width), &mut lines);
        }
    }
    kinds.draw(paint, width, &mut lines);
    players.draw(paint, width, &mut lines);
    single.extend(values);
    single.retain(|(_, what)| !what.is_empty());
    list("", |name| paint.bold(name), &single, width, &mut lines);
    lines
}

/// Draws places of one name: a row for each place, a column for each sort of thing.
fn table(
    name: &str,
    group: &[&PlaceView],
    kinds: &mut Kinds<'_>,
    (stage, paint, width): (&Stage, Paint, usize),
    lines: &mut Vec<String>,
) {
    let rows: Vec<&PlaceView> = group.iter().copied().filter(|p| group.len() <= ROWS || !p.is_empty()).collect();
    let empty = group.len() - rows.len();
    // Empty places are left out together with their values, so the values are drawn elsewhere.
    let text_of = if empty == 0 { kinds.of(group) } else { Vec::new() };
    if group.iter().all(|p| p.is_empty()) {
        return;
    }
    let map = map::draw(&rows, group, width);
    let listed_better = !map.is_empty() || !group.iter().all(|p| p.open) || each_once(&rows);
    let wide = |drawn: &[String]| drawn.iter().any(|line| grid::width(line) > width);
    let values = |columns: &[KindColumn<'_>]| -> Vec<String> {
        if listed_better { Vec::new() } else { counts::table(name, &rows, columns, stage) }
    };
    let mut drawn = values(&text_of);
    if listed_better || wide(&drawn) {
        drawn = values(&[]);
    } else if empty == 0 {
        kinds.write_group(group);
    }
    if listed_better || wide(&drawn) {
        lines.push(paint.bold(name));
        lines.extend(map);
        let rows: Vec<(String, String)> = rows.iter().map(|place| (row_name(place), contents(place))).collect();
        list("  ", str::to_owned, &rows, width, lines);
    } else {
        lines.extend(drawn.iter().enumerate().map(|(at, line)| if at == 0 { paint.bold(line) } else { line.clone() }));
    }
    if empty > 0 && group[0].spot.is_none() {
        lines.push(paint.dim(&format!("  (empty: {empty} more)")));
    }
    lines.push(String::new());
}

/// True if many things are there, each only once. A column for each would be a table of ones.
fn each_once(rows: &[&PlaceView]) -> bool {
    let mut seen: Vec<&str> = Vec::new();
    let once = rows.iter().flat_map(|row| &row.things).all(|(notation, _, n)| {
        let new = *n == 1 && !notation.contains('[') && !seen.contains(&notation.as_str());
        seen.push(notation);
        new
    });
    once && seen.len() > 3
}
