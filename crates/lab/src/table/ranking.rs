//! Ranking of a finished game as text.

use tavola_game::{Display, Game, Outcome, View};

/// Ranking with one line for each place, and the counts of each player in this view: `1. chris  (points 84, for rows
/// 11)`.
pub fn ranking_lines(outcome: &Outcome, view: &View, game: &Game) -> Vec<String> {
    lines(outcome, &game.shown_names(), &scores(view, &game.display(), &game.setup().players))
}

/// Counts of each player, by seat: `points 84, for rows 11`. `names` are those in the notation.
fn scores(view: &View, display: &Display, names: &[String]) -> Vec<String> {
    let all = counts(view, display);
    let own = |name| {
        let own = all.iter().filter(|(whose, ..)| *whose == name);
        own.map(|(_, what, value)| format!("{what} {value}")).collect::<Vec<_>>()
    };
    names.iter().map(|name| own(name).join(", ")).collect()
}

/// Owner, name and value of each count: the numeric rows of `display`, and tracks.
fn counts<'v>(view: &'v View, display: &Display) -> Vec<(&'v str, String, String)> {
    let shown = view.display_rows.iter().filter_map(|row| {
        let (_, whose, _) = row.of.as_ref()?;
        let value = row.value.as_ref().filter(|value| value.parse::<i64>().is_ok())?;
        Some((whose.as_str(), row.name.clone(), value.clone()))
    });
    let tracks = view.tracks.iter().filter(|track| track.index.len() == 1 && !display.leaves_out(&track.name));
    let tracks = tracks.map(|track| (track.index[0].as_str(), track.name.replace('_', " "), track.value.to_string()));
    shown.chain(tracks).collect()
}

/// Lines such as `1. anna and ben share the victory  (points 8; points 8)` and `3. chris  (points 5)`, with the counts
/// by seat.
fn lines(outcome: &Outcome, names: &[String], scores: &[String]) -> Vec<String> {
    let mut rank = 1;
    let mut lines = Vec::new();
    if outcome.winners.is_empty() {
        lines.push("Nobody wins.".to_string());
    }
    for group in &outcome.ranking {
        let here: Vec<&str> = group.iter().filter_map(|&seat| names.get(seat)).map(String::as_str).collect();
        let shared = if *group == outcome.winners && here.len() > 1 { " share the victory" } else { "" };
        let scores = group.iter().filter_map(|&seat| scores.get(seat)).filter(|scores| !scores.is_empty());
        let scores: Vec<&str> = scores.map(String::as_str).collect();
        if outcome.winners.is_empty() && scores.is_empty() && group.len() == names.len() {
            // All are equal, which the first line says.
            continue;
        }
        let scores = if scores.is_empty() { String::new() } else { format!("  ({})", scores.join("; ")) };
        lines.push(format!("{rank}. {}{shared}{scores}", here.join(" and ")));
        rank += group.len();
    }
    lines
}
