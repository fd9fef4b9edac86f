//! The end of a game on the page: who won and by what, the ranking, and the scores over the game.

use maud::{Markup, PreEscaped, html};

use super::look::colours;
use super::{OWNERS, course, token};
use crate::scene::{MeasuredValue, PlayerScore, Scene};

/// End of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameEnding {
    /// Names of the winners. Empty if nobody wins.
    pub winners: Vec<String>,
    /// Rank and name of each player, best first. Empty if the rules have no `winner`.
    pub ranks: Vec<(usize, String)>,
    /// Points over the game: each has the score by seat, where the viewer could know it.
    pub course: Vec<Vec<Option<i64>>>,
}

/// `lines` is the ranking in words, for rules that count nothing.
pub(super) fn result(ending: &GameEnding, lines: &[String], scene: &Scene) -> Markup {
    let measures = scene.standing.first().map_or(&[][..], |score| &score.measures);
    let score = |name: &str| scene.standing.iter().find(|score| score.player == name);
    let ranked: Vec<&PlayerScore> = ending.ranks.iter().filter_map(|(_, name)| score(name)).collect();
    let shown = deciding(&ranked);
    html! {
        p #won { b { (won(ending, scene)) } }
        @if measures.is_empty() {
            @for line in lines.iter().filter(|line| !line.starts_with("Nobody")) { p { (line) } }
        } @else {
            div .scroll tabindex="0" role="group" aria-label="Ranking" { table #ranking {
                thead { tr { th scope="col" { "rank" } th scope="col" { "player" } @for measure in measures.iter().take(shown) { th scope="col" { (measure.name) } } } }
                tbody { @for (rank, name) in &ending.ranks {
                    tr { td { (rank) "." } th scope="row" { (token(name, &scene.players)) " " (name) }
                        @for measure in score(name).map_or(&[][..], |score| &score.measures).iter().take(shown) { td { (value(measure)) } } }
                } }
            } }
        }
        // A page without a board has no fills of players' colours yet.
        style { (PreEscaped(OWNERS)) (PreEscaped(colours(scene))) }
        @if let Some(measure) = measures.first() { (course::chart(&ending.course, &measure.name, &scene.players)) }
    }
}

/// Number of measures after which the order of the players is decided: later ones break no tie.
fn deciding(ranked: &[&PlayerScore]) -> usize {
    let differ = |pair: &[&PlayerScore]| {
        let measures = pair[0].measures.iter().zip(&pair[1].measures);
        let same = measures.take_while(|(one, other)| one.value.is_none() || one.value == other.value).count();
        same + 1
    };
    ranked.windows(2).map(differ).max().unwrap_or(1)
}

fn value(measured: &MeasuredValue) -> String {
    measured.value.map_or_else(|| "?".to_owned(), |value| value.to_string())
}

/// `chris wins: fame 84 to 75`
fn won(ending: &GameEnding, scene: &Scene) -> String {
    let names: Vec<&str> = ending.winners.iter().map(String::as_str).collect();
    match names.as_slice() {
        [] => "Nobody wins.".to_owned(),
        [winner] => {
            let next = ending.ranks.iter().map(|(_, name)| name).find(|name| name != winner);
            let score = |name: &str| scene.standing.iter().find(|score| score.player == name);
            let by = next.and_then(|next| by_what(score(winner)?, score(next)?));
            format!("{winner} wins{}.", by.unwrap_or_default())
        }
        names => format!("{} share the victory.", names.join(" and ")),
    }
}

/// The first measure in which two players differ, if all before it are known.
fn by_what(winner: &PlayerScore, next: &PlayerScore) -> Option<String> {
    for (at, (own, other)) in winner.measures.iter().zip(&next.measures).enumerate() {
        let (most, less) = (own.value?, other.value?);
        if most != less {
            let tie = if at > 0 { " after a tie" } else { "" };
            return Some(format!("{tie}: {} {most} to {less}", own.name));
        }
    }
    None
}
