//! Scores over a game as a small line chart.

use maud::{Markup, html};

use super::initial;

/// Size of the chart, and the space for the letters on its right and the numbers on its left.
const WIDTH: f64 = 360.0;
const HEIGHT: f64 = 150.0;
const RIGHT: f64 = 24.0;
const LEFT: f64 = 34.0;
/// Least distance of two letters.
const APART: f64 = 15.0;

/// A line for each player. Empty if there are fewer than two points, or all known values are equal.
pub(super) fn chart(points: &[Vec<Option<i64>>], name: &str, players: &[String]) -> Markup {
    let known = || points.iter().flatten().flatten();
    let (Some(&least), Some(&most)) = (known().min(), known().max()) else { return html! {} };
    if points.len() < 2 || least == most {
        return html! {};
    }
    let across = |at: usize| LEFT + (WIDTH - LEFT - RIGHT) * at as f64 / (points.len() - 1) as f64;
    let down = |value: i64| 10.0 + (HEIGHT - 20.0) * (most - value) as f64 / (most - least) as f64;
    let of = |seat: usize| points.iter().enumerate().filter_map(move |(at, all)| Some((at, (*all.get(seat)?)?)));
    let line = |seat: usize| {
        of(seat).map(|(at, value)| format!("{:.1},{:.1}", across(at), down(value))).collect::<Vec<_>>().join(" ")
    };
    let mut letters: Vec<(usize, f64)> =
        (0..players.len()).filter_map(|seat| Some((seat, down(of(seat).next_back()?.1)))).collect();
    spread(&mut letters);
    let of_seat = |seat: usize| {
        let (first, last) = (of(seat).next()?.1, of(seat).next_back()?.1);
        Some(format!("{}: {first} to {last}", players[seat]))
    };
    let said: Vec<String> = (0..players.len()).filter_map(of_seat).collect();
    html! {
        figure #course {
            figcaption { (name) " over the game" }
            svg viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-label={ (name) " over the game: " (said.join("; ")) } {
                @for value in [least, (least + most) / 2, most] {
                    line .edge x1=(LEFT) x2=(WIDTH - RIGHT) y1=(down(value)) y2=(down(value)) {}
                    text .value x=(LEFT - 5.0) y=(down(value) + 4.0) { (value) }
                }
                @for seat in 0..players.len() { polyline .under points=(line(seat)) {} polyline class={ "l" (seat % 8) } points=(line(seat)) {} }
                @for (seat, y) in &letters {
                    circle class={ "p" (seat % 8) } cx=(WIDTH - RIGHT / 2.0) cy=(format!("{y:.1}")) r="7" {}
                    text class={ "mark t" (seat % 8) } x=(WIDTH - RIGHT / 2.0) y=(format!("{:.1}", y + 3.5)) { (initial(&players[*seat])) }
                }
            }
        }
    }
}

/// Moves letters apart that would cover each other, from the top down, and then up from the lower edge.
fn spread(letters: &mut [(usize, f64)]) {
    letters.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    for at in 1..letters.len() {
        letters[at].1 = letters[at].1.max(letters[at - 1].1 + APART);
    }
    let mut lowest = HEIGHT - 8.0;
    for (_, y) in letters.iter_mut().rev() {
        *y = y.min(lowest);
        lowest = *y - APART;
    }
}
