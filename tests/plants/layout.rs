//! Lines and blocks: indentation, missing bodies, missing and doubled items, citations.

use std::ops::Range;

use super::chance::Chance;
use super::judge::Plant;
use super::texts::{Game, Line, Place, Sign, Sort};

fn at(line: &Line, at: Range<usize>, new: String) -> Plant {
    Plant::new(Place { file: line.file, at }, new)
}

fn is_sentence(line: &Line) -> bool {
    ["rule", "phase", "play"].contains(&line.item.as_str()) && !line.is_head && line.heading.is_empty()
}

/// Lines of a block with more than one line: its first indentation, and whether a line of it stands beside.
fn beside(game: &Game, nth: usize) -> bool {
    let line = &game.lines[nth];
    let same = |other: &Line| (other.file, other.nth_item) == (line.file, line.nth_item);
    let before = game.lines[..nth].iter().rev().take_while(|other| same(other) && other.indent >= line.indent);
    let after = game.lines[nth + 1..].iter().take_while(|other| same(other) && other.indent >= line.indent);
    before.chain(after).any(|other| other.indent == line.indent)
}

/// A line one space deeper than its block, or one space less deep. Only in blocks of several lines: a single line may stand anywhere
/// below its heading.
pub(super) fn indentation(game: &Game, chance: &mut Chance, deeper: bool) -> Vec<Plant> {
    let mut all = Vec::new();
    for (nth, line) in game.lines.iter().enumerate().filter(|(_, line)| is_sentence(line)) {
        let first = game.parts(line)[0];
        let goes_on = game.lines.get(nth.wrapping_sub(1)).is_some_and(|before| {
            before.indent < line.indent
                && !game.parts(before).first().is_some_and(|word| *word == "if" || *word == "each")
        });
        if !beside(game, nth) || goes_on || ["else", "and", "or", "then"].contains(&first) {
            continue;
        }
        let by = 1 + chance.below(1);
        let new = if deeper { line.indent + by } else { line.indent - by };
        all.push(at(line, line.whole.start..line.code.start, " ".repeat(new)));
    }
    all
}

/// A line of a block in column 1.
pub(super) fn outside(game: &Game, _: &mut Chance) -> Vec<Plant> {
    let lines = game.lines.iter().filter(|line| is_sentence(line));
    lines.map(|line| at(line, line.whole.start..line.code.start, String::new())).collect()
}

/// A block at the same depth as the line above it.
pub(super) fn flat_block(game: &Game, _: &mut Chance) -> Vec<Plant> {
    let mut all = Vec::new();
    for (nth, line) in game.lines.iter().enumerate().filter(|(_, line)| is_sentence(line)) {
        let above = &game.lines[nth.saturating_sub(1)];
        let word = game.parts(above).first().copied().unwrap_or("");
        let deeper = above.indent < line.indent
            && !above.is_head
            && ["if", "each", "repeat", "together", "else"].contains(&word);
        if deeper && game.parts(line)[0] != "and" && game.parts(line)[0] != "or" {
            all.push(at(line, line.whole.start..line.code.start, " ".repeat(above.indent)));
        }
    }
    all
}

/// Lines of an item, without its first.
fn body(game: &Game, head: &Line) -> Option<Range<usize>> {
    let lines: Vec<&Line> = game
        .lines
        .iter()
        .filter(|line| (line.file, line.nth_item) == (head.file, head.nth_item) && !line.is_head)
        .collect();
    Some(lines.first()?.whole.start..lines.last()?.whole.end + 1)
}

/// An item without its body. An action without parameters needs none: it passes.
pub(super) fn missing_body(game: &Game, _: &mut Chance) -> Vec<Plant> {
    let passes = |line: &&Line| line.item == "action" && !game.of(line, &line.code).contains('(');
    let heads = game
        .lines
        .iter()
        .filter(|line| line.is_head && line.item != "track" && line.item != "define")
        .filter(|line| !passes(line));
    heads.filter_map(|head| Some(at(head, body(game, head)?, String::new()))).collect()
}

/// `if`, `each` or `repeat` without the block below.
pub(super) fn missing_block(game: &Game, _: &mut Chance) -> Vec<Plant> {
    let mut all = Vec::new();
    for (nth, line) in game.lines.iter().enumerate().filter(|(_, line)| is_sentence(line)) {
        let inner: Vec<&Line> = game.lines[nth + 1..]
            .iter()
            .take_while(|other| {
                (other.file, other.nth_item) == (line.file, line.nth_item) && other.indent > line.indent
            })
            .collect();
        let opens = ["if", "each", "repeat", "together", "else"].contains(&game.parts(line)[0]);
        let goes_on = inner.first().is_some_and(|first| ["and", "or", "then"].contains(&game.parts(first)[0]));
        if let (true, false, Some(first), Some(last)) = (opens, goes_on, inner.first(), inner.last()) {
            let mut made = at(line, first.whole.start..last.whole.end + 1, String::new());
            made.place.file = line.file;
            all.push(made);
        }
    }
    all
}

/// An item twice.
pub(super) fn item_twice(game: &Game, _: &mut Chance) -> Vec<Plant> {
    let heads = game.lines.iter().filter(|line| line.is_head && !["always", "display"].contains(&line.item.as_str()));
    heads
        .map(|head| {
            let end = body(game, head).map_or(head.whole.end + 1, |body| body.end);
            let item = game.text(head.file)[head.whole.start..end].to_owned();
            at(head, end..end, format!("\n{item}"))
        })
        .collect()
}

/// A removed item or row whose name is used.
pub(super) fn missing_declaration(game: &Game, _: &mut Chance) -> Vec<Plant> {
    let mut all = Vec::new();
    for one in game.declared.iter().filter(|one| one.sort != Sort::Column && game.uses(one).next().is_some()) {
        let line = game.lines.iter().find(|line| line.file == one.at.file && line.whole.contains(&one.at.at.start));
        let Some(line) = line else { continue };
        let end = if line.is_head {
            body(game, line).map_or(line.whole.end + 1, |body| body.end)
        } else {
            line.whole.end + 1
        };
        if !line.is_head && line.cells.is_empty() {
            continue;
        }
        // Uses inside the item itself do not count.
        let inner = line.whole.start..end;
        let uses = game.uses(one).filter(|(line, token)| line.file != one.at.file || !inner.contains(&token.at.start));
        let also: Vec<Place> = uses.map(|(line, token)| Place { file: line.file, at: token.at.clone() }).collect();
        if !also.is_empty() {
            all.push(Plant { also, ..at(line, inner, String::new()) });
        }
    }
    all
}

/// A game without its `game`, `play` or `winner`.
pub(super) fn missing_item(game: &Game, _: &mut Chance) -> Vec<Plant> {
    let heads =
        game.lines.iter().filter(|line| line.is_head && ["game", "play", "winner"].contains(&line.item.as_str()));
    // The finding stands at the first line of the game, or of the file.
    let first = |line: &&Line| line.item == "game" && line.is_head;
    heads
        .map(|head| {
            let also = game.lines.iter().filter(first).map(|line| Place { file: line.file, at: line.code.clone() });
            let top = Place { file: 0, at: 0..0 };
            let whole = head.whole.start..body(game, head).map_or(head.whole.end + 1, |body| body.end);
            Plant { also: also.chain([top]).collect(), ..at(head, whole, String::new()) }
        })
        .collect()
}

/// A citation with another number, or without its dash.
pub(super) fn citation(game: &Game, chance: &mut Chance) -> Vec<Plant> {
    let mut all = Vec::new();
    for line in &game.lines {
        let rest = &game.text(line.file)[line.code.end..line.whole.end];
        let Some(open) = rest.find('[').filter(|open| rest[..*open].trim().is_empty()) else { continue };
        let Some(close) = rest.find([',', ']']) else { continue };
        let id = &rest[open + 1..close];
        let new = match chance.below(3) {
            0 => id.replace('-', " "),
            1 => format!("{id}77"),
            _ => id.replace('-', "_"),
        };
        let from = line.code.end + open + 1;
        all.push(at(line, from..from + id.len(), new));
    }
    all
}

/// A hole of a text with a misspelt name, or not closed.
pub(super) fn hole(game: &Game, chance: &mut Chance) -> Vec<Plant> {
    let mut all = Vec::new();
    for line in &game.lines {
        for token in line.tokens.iter().filter(|token| token.sign == Sign::Text) {
            let text = game.of(line, &token.at);
            let Some((open, close)) = text.find('{').zip(text.find('}')).filter(|(open, close)| open < close) else {
                continue;
            };
            let from = token.at.start;
            let inner: String =
                text[open + 1..close].chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
            match chance.below(3) {
                0 => all.push(at(line, from + close..from + close + 1, String::new())),
                _ => {
                    let new = chance.misspelt(game, &inner).filter(|_| !inner.is_empty());
                    all.extend(new.map(|new| at(line, from + open + 1..from + open + 1 + inner.len(), new)));
                }
            }
        }
    }
    all
}
