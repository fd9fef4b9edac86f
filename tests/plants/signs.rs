//! Missing signs, and signs of programming languages.

use super::chance::Chance;
use super::judge::Plant;
use super::names::plant;
use super::texts::{Game, Line, Sign, Token};

fn marks<'g>(game: &'g Game, list: &'g [&str]) -> impl Iterator<Item = (&'g Line, usize, &'g Token)> {
    game.lines.iter().flat_map(move |line| {
        let is_it =
            move |(_, token): &(usize, &Token)| list.contains(&game.of(line, &token.at)) && token.sign != Sign::Text;
        line.tokens.iter().enumerate().filter(is_it).map(move |(nth, token)| (line, nth, token))
    })
}

fn is_row(game: &Game, line: &Line) -> bool {
    game.of(line, &line.code).starts_with('|')
}

/// A sign from a list, left out.
pub(super) fn missing(game: &Game, _: &mut Chance, list: &[&str]) -> Vec<Plant> {
    marks(game, list).map(|(line, _, token)| plant(line, token, String::new())).collect()
}

/// A missing comma between two things, not at the end of a line.
pub(super) fn missing_comma(game: &Game, _: &mut Chance) -> Vec<Plant> {
    let inner = |(line, nth, _): &(&Line, usize, &Token)| nth + 1 < line.tokens.len();
    marks(game, &[","]).filter(inner).map(|(line, _, token)| plant(line, token, String::new())).collect()
}

/// A dot before a column, left out.
pub(super) fn missing_dot(game: &Game, _: &mut Chance) -> Vec<Plant> {
    marks(game, &["."]).map(|(line, _, token)| plant(line, token, " ".into())).collect()
}

/// A quotation mark, left out at the beginning or the end of a text.
pub(super) fn missing_quote(game: &Game, chance: &mut Chance) -> Vec<Plant> {
    let texts = game.lines.iter().flat_map(|line| line.tokens.iter().map(move |token| (line, token)));
    texts
        .filter(|(_, token)| token.sign == Sign::Text && token.at.len() > 2)
        .map(|(line, token)| {
            let text = game.of(line, &token.at);
            let new = if chance.below(2) == 0 { &text[1..] } else { &text[..text.len() - 1] };
            plant(line, token, new.to_owned())
        })
        .collect()
}

/// Curly quotation marks around a text.
pub(super) fn curly_quotes(game: &Game, _: &mut Chance) -> Vec<Plant> {
    let texts = game.lines.iter().flat_map(|line| line.tokens.iter().map(move |token| (line, token)));
    texts
        .filter(|(_, token)| token.sign == Sign::Text && token.at.len() > 2)
        .map(|(line, token)| {
            let text = game.of(line, &token.at);
            plant(line, token, format!("\u{201c}{}\u{201d}", &text[1..text.len() - 1]))
        })
        .collect()
}

/// A colon after `if`, `else`, `each`, or the word of a line of a sheet, left out.
pub(super) fn missing_colon(game: &Game, _: &mut Chance) -> Vec<Plant> {
    let says = |(line, nth, _): &(&Line, usize, &Token)| !is_row(game, line) && nth + 1 < line.tokens.len();
    marks(game, &[":"]).filter(says).map(|(line, _, token)| plant(line, token, String::new())).collect()
}

fn comparisons(game: &Game) -> impl Iterator<Item = (&Line, usize, &Token)> {
    marks(game, &["is"]).filter(|(line, nth, _)| {
        let parts = game.parts(line);
        let next = parts.get(nth + 1).copied().unwrap_or("none");
        let before = nth.checked_sub(1).map_or("", |nth| parts[nth]);
        !["not", "none", "single", "several", "in", "a", "any"].contains(&next) && before != "there"
    })
}

/// A sign of programming for `is`.
pub(super) fn equals(game: &Game, _: &mut Chance, sign: &str) -> Vec<Plant> {
    comparisons(game).map(|(line, _, token)| plant(line, token, sign.to_owned())).collect()
}

/// `!=` for `is not`.
pub(super) fn not_equals(game: &Game, _: &mut Chance) -> Vec<Plant> {
    let not = |(line, nth, _): &(&Line, usize, &Token)| {
        let parts = game.parts(line);
        parts.get(nth + 1) == Some(&"not") && parts.get(nth + 2) != Some(&"none")
    };
    marks(game, &["is"])
        .filter(not)
        .map(|(line, nth, token)| {
            let mut made = plant(line, token, "!=".into());
            made.place.at.end = line.tokens[nth + 1].at.end;
            made
        })
        .collect()
}

/// A word for a sign of programming: `&&` for `and`.
pub(super) fn word_as_sign(game: &Game, _: &mut Chance, word: &str, sign: &str) -> Vec<Plant> {
    let rows = |line: &Line| sign == "||" && is_row(game, line);
    let words = game.all_words().filter(|(line, _, found)| *found == word && !rows(line) && !line.is_heading);
    words.map(|(line, token, _)| plant(line, token, sign.to_owned())).collect()
}

/// `set x := 1`, `let x == 1`: another sign where a value is given.
pub(super) fn assignments(game: &Game, chance: &mut Chance) -> Vec<Plant> {
    let gives = |(line, ..): &(&Line, usize, &Token)| {
        let first = game.parts(line).first().copied().unwrap_or("");
        ["set", "let"].contains(&first)
    };
    let sign = ["==", ":=", "<-", "is"];
    marks(game, &["="])
        .filter(gives)
        .map(|(line, _, token)| plant(line, token, sign[chance.below(4)].to_owned()))
        .collect()
}

/// An increment as programs write it.
pub(super) fn increments(game: &Game, _: &mut Chance) -> Vec<Plant> {
    let sets = |line: &&Line| game.parts(line).first() == Some(&"set");
    let lines = game.lines.iter().filter(sets);
    lines
        .filter_map(|line| {
            let equals = line.tokens.iter().find(|token| game.of(line, &token.at) == "=")?;
            Some(plant(line, equals, "+=".into()))
        })
        .collect()
}

/// A tab for the spaces at the beginning of a line.
pub(super) fn tabs(game: &Game, _: &mut Chance) -> Vec<Plant> {
    let indented = game.lines.iter().filter(|line| line.indent > 0);
    indented
        .map(|line| {
            let mut made = plant(line, &line.tokens[0], "\t".into());
            made.place.at = line.whole.start..line.code.start;
            made
        })
        .collect()
}

/// A semicolon at the end of a sentence.
pub(super) fn semicolons(game: &Game, _: &mut Chance) -> Vec<Plant> {
    let says =
        |line: &&Line| !line.is_head && !is_row(game, line) && ["rule", "phase", "play"].contains(&line.item.as_str());
    ends(game, says, ";")
}

/// A comma at the end of a sentence.
pub(super) fn commas(game: &Game, _: &mut Chance) -> Vec<Plant> {
    let says =
        |line: &&Line| !line.is_head && !is_row(game, line) && ["rule", "phase", "play"].contains(&line.item.as_str());
    ends(game, says, ",")
}

fn ends(game: &Game, says: impl Fn(&&Line) -> bool, sign: &str) -> Vec<Plant> {
    game.lines
        .iter()
        .filter(says)
        .filter(|line| line.tokens.last().is_some_and(|token| game.of(line, &token.at) != ","))
        .map(|line| {
            let mut made = plant(line, &line.tokens[0], sign.to_owned());
            made.place.at = line.code.end..line.code.end;
            made
        })
        .collect()
}
