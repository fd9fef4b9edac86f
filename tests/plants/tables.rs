//! Tables: cells, rows and headings.

use super::chance::Chance;
use super::judge::Plant;
use super::texts::{Game, Line, Place};

fn rows(game: &Game) -> impl Iterator<Item = &Line> {
    game.lines.iter().filter(|line| line.cells.len() > 1 && !line.is_heading && line.heading.len() == line.cells.len())
}

fn at(line: &Line, at: std::ops::Range<usize>, new: &str) -> Plant {
    Plant::new(Place { file: line.file, at }, new.to_owned())
}

/// The cell of a row below a heading.
fn cell(line: &Line, heading: &str) -> Option<std::ops::Range<usize>> {
    line.heading.iter().position(|name| name == heading).and_then(|at| line.cells.get(at)).cloned()
}

/// A row without one of its cells.
pub(super) fn missing_cell(game: &Game, chance: &mut Chance) -> Vec<Plant> {
    let without = |line: &Line, chance: &mut Chance| {
        let nth = chance.below(line.cells.len() - 1);
        let from = line.cells[nth].start;
        let to = line.cells[nth + 1].start;
        at(line, from..to, "")
    };
    rows(game).map(|line| without(line, chance)).collect()
}

/// A row with a cell more.
pub(super) fn extra_cell(game: &Game, _: &mut Chance) -> Vec<Plant> {
    rows(game).map(|line| at(line, line.code.end..line.code.end, " 1 |")).collect()
}

/// A row without its last bar.
pub(super) fn missing_bar(game: &Game, _: &mut Chance) -> Vec<Plant> {
    rows(game).map(|line| at(line, line.code.end - 1..line.code.end, "")).collect()
}

/// A row without its first bar.
pub(super) fn missing_first_bar(game: &Game, _: &mut Chance) -> Vec<Plant> {
    rows(game).map(|line| at(line, line.code.start..line.code.start + 1, " ")).collect()
}

/// A row twice.
pub(super) fn duplicated_row(game: &Game, _: &mut Chance) -> Vec<Plant> {
    rows(game)
        .map(|line| {
            let row = format!("\n{}", &game.text(line.file)[line.whole.clone()]);
            at(line, line.whole.end..line.whole.end, &row)
        })
        .collect()
}

/// A word of a heading that the language gives, misspelt.
pub(super) fn heading(game: &Game, chance: &mut Chance) -> Vec<Plant> {
    let fixed = ["settings", "rulings", "components", "places", "memory", "display", "always"];
    let headings = game.lines.iter().filter(|line| line.is_heading && fixed.contains(&line.item.as_str()));
    let mut all = Vec::new();
    for line in headings {
        for cell in line.cells.iter().filter(|cell| cell.len() > 2) {
            all.extend(chance.misspelt(game, game.of(line, cell)).map(|new| at(line, cell.clone(), &new)));
        }
    }
    all
}

/// A column twice.
pub(super) fn column_twice(game: &Game, chance: &mut Chance) -> Vec<Plant> {
    let headings = game.lines.iter().filter(|line| line.is_heading && line.cells.len() > 2);
    headings
        .map(|line| {
            let nth = 1 + chance.below(line.cells.len() - 1);
            let other = game.of(line, &line.cells[nth - 1]).to_owned();
            at(line, line.cells[nth].clone(), &other)
        })
        .collect()
}

/// A table without its heading.
pub(super) fn missing_heading(game: &Game, _: &mut Chance) -> Vec<Plant> {
    let headings = game.lines.iter().filter(|line| line.is_heading && line.cells.len() > 1);
    headings.map(|line| at(line, line.whole.start..line.whole.end + 1, "")).collect()
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_ascii_digit())
}

/// A column of kinds or settings in which every cell is a number: text, or a word, in one of them.
pub(super) fn not_a_number(game: &Game, _: &mut Chance, new: &str) -> Vec<Plant> {
    let mut all = Vec::new();
    for line in rows(game).filter(|line| ["kind", "settings", "components"].contains(&line.item.as_str())) {
        for (nth, cell) in line.cells.iter().enumerate() {
            let alike = game.lines.iter().filter(|other| {
                (other.file, other.nth_item) == (line.file, line.nth_item) && !other.is_heading && !other.is_head
            });
            let numbers = alike
                .clone()
                .filter(|other| other.cells.get(nth).is_some_and(|cell| is_number(game.of(other, cell))))
                .count();
            // A column of one cell has no other type.
            if is_number(game.of(line, cell)) && numbers == alike.count() && numbers > 1 {
                all.push(at(line, cell.clone(), new));
            }
        }
    }
    all
}

/// A limit of -1.
pub(super) fn negative_limit(game: &Game, _: &mut Chance) -> Vec<Plant> {
    let places = rows(game).filter(|line| line.item == "places");
    places
        .filter_map(|line| {
            let limit = cell(line, "limit")?;
            let empty = limit.is_empty();
            // An order without an end needs its limit.
            let new = if empty { "-1 " } else { "-1" };
            Some(at(line, limit, new))
        })
        .collect()
}

/// A range from its end to its beginning, or a value beyond it.
pub(super) fn bad_range(game: &Game, chance: &mut Chance) -> Vec<Plant> {
    let settings = rows(game).filter(|line| line.item == "settings");
    settings
        .filter_map(|line| {
            let range = cell(line, "range")?;
            let (low, high) = game.of(line, &range).split_once("..")?;
            let (low, high): (i64, i64) = (low.parse().ok()?, high.parse().ok()?);
            let value = cell(line, "value")?;
            Some(match chance.below(2) {
                0 if is_number(game.of(line, &value)) => at(line, value, &(high + 1).to_string()),
                _ => at(line, range, &format!("{high}..{low}")),
            })
        })
        .collect()
}

/// A heading below itself.
pub(super) fn repeated_heading(game: &Game, _: &mut Chance) -> Vec<Plant> {
    let headings = game.lines.iter().filter(|line| line.is_heading && line.cells.len() > 1);
    headings
        .map(|line| {
            let again = format!("\n{}", &game.text(line.file)[line.whole.clone()]);
            at(line, line.whole.end..line.whole.end, &again)
        })
        .collect()
}

/// The second and the third cell of a row of the box exchanged.
pub(super) fn swapped_cells(game: &Game, _: &mut Chance) -> Vec<Plant> {
    let in_box = ["components", "places", "memory", "settings"];
    let rows = rows(game).filter(|line| line.cells.len() > 2 && in_box.contains(&line.item.as_str()));
    rows.filter_map(|line| {
        let (one, other) = (line.cells[1].clone(), line.cells[2].clone());
        let (first, second) = (game.of(line, &one), game.of(line, &other));
        let between = &game.text(line.file)[one.end..other.start];
        let is_full = !first.is_empty() && !second.is_empty();
        is_full.then(|| at(line, one.start..other.end, &format!("{second}{between}{first}")))
    })
    .collect()
}

/// A word that is no such thing in a column that wants one: what a place holds, where a component starts.
pub(super) fn wrong_thing(game: &Game, chance: &mut Chance) -> Vec<Plant> {
    let settings: Vec<&str> = game
        .declared
        .iter()
        .filter(|one| one.sort == super::texts::Sort::Setting)
        .map(|one| one.name.as_str())
        .collect();
    let mut all = Vec::new();
    for line in rows(game).filter(|_| !settings.is_empty()) {
        let column = match line.item.as_str() {
            "components" => "start",
            "places" => "holds",
            "memory" => "type",
            _ => continue,
        };
        let new = settings[chance.below(settings.len())];
        all.extend(cell(line, column).filter(|cell| !cell.is_empty()).map(|cell| at(line, cell, new)));
    }
    all
}
