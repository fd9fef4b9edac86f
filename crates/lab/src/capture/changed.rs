//! The differences between two positions as lines of a case.

use tavola_game::{PlaceChange, PositionDifference, Referee, State};

/// Maximum number of sorts in a place that get a line each.
const SORTS: usize = 2;
/// Maximum number of things in a place that are listed.
const LISTED: u64 = 8;
/// Maximum number of characters of a value that a person would read.
const READ: usize = 80;

/// A line of `given` or `then`: an expression and its value.
pub(super) type ValueLine = (String, String);

/// Lines of `then`: what is different in `to`, as far as an expression says it in few words.
///
/// Where a sort starts is the stock from which it came, and gets no line.
pub(super) fn then_lines(referee: &mut Referee, from: &State, to: &State) -> Vec<ValueLine> {
    let changes = referee.game().changes(from, to);
    let lines = changes.into_iter().flat_map(|change| match change {
        PositionDifference::Value { name, value } => vec![(name, value)],
        // Some figures have a value of their own in expressions.
        PositionDifference::Figure { name, place } => match referee.evaluate(to, &name) {
            Ok(value) if value == place => vec![(name, place)],
            _ => vec![(format!("{name} in {place}"), "yes".to_owned())],
        },
        PositionDifference::Place(place) => {
            let sorts = place.sorts.iter().filter(|sort| !sort.starts_here).count();
            match sorts > SORTS {
                _ if place.is_row => vec![list(&place)],
                true if total(&place) <= LISTED => vec![list(&place)],
                true => vec![(format!("count of {}", place.name), total(&place).to_string())],
                false => each(&place),
            }
        }
    });
    let lines: Vec<ValueLine> = lines.collect();
    let mut is_readable = |(left, right): &ValueLine| right.len() <= READ && referee.evaluate(to, left).is_ok();
    lines.into_iter().filter(|line| is_readable(line)).collect()
}

/// Lines of `given` that make `to` of the position in which the game starts, as far as lines can.
pub(super) fn given_lines(referee: &Referee, start: &State, to: &State) -> Vec<ValueLine> {
    let lines = referee.game().changes(start, to).into_iter().flat_map(|change| match change {
        PositionDifference::Value { name, value } | PositionDifference::Figure { name, place: value } => {
            vec![(name, value)]
        }
        PositionDifference::Place(place) => {
            let is_stock = place.sorts.iter().any(|sort| sort.starts_here);
            let is_listed = place.sorts.len() > 1 && total(&place) <= LISTED;
            if !is_stock && (place.is_row || is_listed) { vec![list(&place)] } else { each(&place) }
        }
    });
    lines.collect()
}

fn total(place: &PlaceChange) -> u64 {
    place.contents.iter().map(|&(_, count)| u64::from(count)).sum()
}

/// `"hand[anna]": [letter, box]`
fn list(place: &PlaceChange) -> ValueLine {
    let things = place.contents.iter().flat_map(|(name, count)| (0..*count).map(|_| name.as_str()));
    (place.name.clone(), format!("[{}]", things.collect::<Vec<_>>().join(", ")))
}

/// `"jar at shelf[anna]": 2`
fn each(place: &PlaceChange) -> Vec<ValueLine> {
    let sorts = place.sorts.iter().filter(|sort| !sort.starts_here);
    sorts.map(|sort| (format!("{} at {}", sort.name, place.name), sort.count.to_string())).collect()
}
