//! The line of the rules to which a wrong value leads.

use tavola_game::{Game, State};
use tavola_syntax::text::place_parts;

/// A line of the rules, `file:line:column`, and the clauses that it cites.
pub(super) type CitedLine = (String, Vec<String>);

/// Among the lines that may have run since a question, and the line that asked it, the one that cites most clauses of the case. Among equals
/// the one that names most of what the value is about, and the line that asked before others. `ran`: rules that began since the question.
pub(super) fn of_value(
    game: &Game,
    (asked, state): (&CitedLine, &State),
    ran: impl Iterator<Item = usize>,
    value: &str,
    is_proved: &dyn Fn(&str) -> bool,
) -> CitedLine {
    let about: Vec<&str> = names(value).collect();
    let worth = |(place, clauses): &CitedLine| {
        let proved = clauses.iter().filter(|id| is_proved(id)).count();
        let line = line_at(game, place).unwrap_or_default();
        (proved, about.iter().filter(|name| names(line).any(|own| own == **name)).count())
    };
    // The rule that asked goes on after the question, or, in a loop, again before it.
    let (rule, _) = game.position(state);
    let asking = game.rules().into_iter().position(|(name, _)| name == rule);
    let own = asking.into_iter().flat_map(|rule| game.cited_lines(rule));
    let (after, before): (Vec<_>, Vec<_>) = own.partition(|line| number(&line.0) > number(&asked.0));
    let mut best = (worth(asked), asked.clone());
    for line in after.into_iter().chain(ran.flat_map(|rule| game.cited_lines(rule))).chain(before) {
        let own = worth(&line);
        if own > best.0 {
            best = (own, line);
        }
    }
    best.1
}

/// The number of the line of a place.
fn number(place: &str) -> Option<usize> {
    place_parts(place)?.1.parse().ok()
}

/// The line of the rules at a place.
fn line_at<'g>(game: &'g Game, place: &str) -> Option<&'g str> {
    let (file, ..) = place_parts(place)?;
    let (_, source) = game.sources().iter().find(|(_, source)| source.name == file)?;
    source.text.lines().nth(number(place)?.checked_sub(1)?)
}

/// The names in an expression or line, without its comment.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let code = text.split('#').next().unwrap_or_default();
    code.split(|sign: char| !sign.is_alphanumeric() && sign != '_').filter(|word| !word.is_empty())
}
