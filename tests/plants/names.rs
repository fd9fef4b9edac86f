//! Misspelt words: of the language, uses of names, and names where they are declared.

use std::collections::BTreeSet;

use super::chance::Chance;
use super::judge::Plant;
use super::texts::{Declared, Game, Line, Place, Sign, Sort, Token};

pub(super) fn plant(line: &Line, token: &Token, new: String) -> Plant {
    Plant::new(Place { file: line.file, at: token.at.clone() }, new)
}

/// Each use of a name of a sort, misspelt.
pub(super) fn uses(game: &Game, chance: &mut Chance, sort: Sort) -> Vec<Plant> {
    let mut all = Vec::new();
    for one in game.declared.iter().filter(|one| one.sort == sort) {
        for (line, token) in game.uses(one) {
            all.extend(chance.misspelt(game, &one.name).map(|new| plant(line, token, new)));
        }
    }
    all
}

/// Each declaration of a sort whose name is used, misspelt.
pub(super) fn declarations(game: &Game, chance: &mut Chance, sort: Sort) -> Vec<Plant> {
    let used = game.declared.iter().filter(|one| one.sort == sort && game.uses(one).next().is_some());
    used.filter_map(|one| Some(Plant::new(one.at.clone(), chance.misspelt(game, &one.name)?))).collect()
}

/// Each declaration of a sort whose name is used, under a name that is like no other.
pub(super) fn renamed(game: &Game, sort: Sort) -> Vec<Plant> {
    let other = |name: &str| if name.starts_with(char::is_uppercase) { "Zanzibar" } else { "zanzibar" };
    let used = game.declared.iter().filter(|one| one.sort == sort && game.uses(one).next().is_some());
    let plant = |one: &Declared| {
        let also = game.uses(one).map(|(line, token)| Place { file: line.file, at: token.at.clone() }).collect();
        Plant { also, ..Plant::new(one.at.clone(), other(&one.name).to_owned()) }
    };
    used.map(plant).collect()
}

const OPENERS: [&str; 16] = [
    "move", "draw", "let", "each", "if", "set", "add", "say", "repeat", "together", "chance", "raise", "lower", "take",
    "shuffle", "else",
];

/// The first word of a sentence, misspelt.
pub(super) fn sentence_words(game: &Game, chance: &mut Chance) -> Vec<Plant> {
    let first = |line: &&Line| !line.is_head && line.cells.is_empty();
    let lines = game.lines.iter().filter(first);
    lines
        .filter_map(|line| {
            let token = line.tokens.first().filter(|token| OPENERS.contains(&game.of(line, &token.at)))?;
            Some(plant(line, token, chance.misspelt(game, game.of(line, &token.at))?))
        })
        .collect()
}

/// The first word of an item, misspelt.
pub(super) fn item_words(game: &Game, chance: &mut Chance) -> Vec<Plant> {
    let heads = game.lines.iter().filter(|line| line.is_head);
    heads
        .filter_map(|line| {
            let token = line.tokens.first()?;
            Some(plant(line, token, chance.misspelt(game, game.of(line, &token.at))?))
        })
        .collect()
}

/// The word of a line of a sheet, misspelt: `efect:`.
pub(super) fn sheet_words(game: &Game, chance: &mut Chance) -> Vec<Plant> {
    let sheets = ["action", "menu", "card", "interrupt", "hook", "track"];
    let lines = game.lines.iter().filter(|line| !line.is_head && sheets.contains(&line.item.as_str()));
    lines
        .filter_map(|line| {
            let [word, colon, ..] = line.tokens.as_slice() else { return None };
            let known = ["effect", "choose", "when", "cost", "limit", "until", "remember", "optional", "let", "also"];
            let is_it = game.of(line, &colon.at) == ":" && known.contains(&game.of(line, &word.at));
            is_it.then(|| Some(plant(line, word, chance.misspelt(game, game.of(line, &word.at))?))).flatten()
        })
        .collect()
}

/// A word of the language from a list, within a line, misspelt.
pub(super) fn words(game: &Game, chance: &mut Chance, list: &[&str]) -> Vec<Plant> {
    let inner = |(line, token, word): &(&Line, &Token, &str)| {
        list.contains(word) && token.at.start > line.code.start && !line.is_heading
    };
    let declared: BTreeSet<&str> = game.declared.iter().map(|one| one.name.as_str()).collect();
    game.all_words()
        .filter(inner)
        .filter(|(.., word)| !declared.contains(word))
        .filter_map(|(line, token, word)| Some(plant(line, token, chance.misspelt(game, word)?)))
        .collect()
}

/// A name of one item: its first use, and whether another one follows.
struct Local<'g> {
    line: &'g Line,
    token: &'g Token,
    name: &'g str,
    binds: bool,
}

/// Names that an item introduces with `let`, `as` or `NAME in`, in their order.
fn locals(game: &Game) -> Vec<Vec<Local<'_>>> {
    let declared: BTreeSet<&str> = game.declared.iter().map(|one| one.name.as_str()).collect();
    let mut items: Vec<Vec<Local>> = Vec::new();
    let mut current = (usize::MAX, 0);
    for line in game
        .lines
        .iter()
        .filter(|line| ["rule", "phase", "play", "define", "action", "menu", "card"].contains(&line.item.as_str()))
    {
        if (line.file, line.nth_item) != current {
            current = (line.file, line.nth_item);
            items.push(Vec::new());
        }
        let parts = game.parts(line);
        for (nth, token) in line.tokens.iter().enumerate().filter(|(_, token)| token.sign == Sign::Word) {
            let name = parts[nth];
            let before = nth.checked_sub(1).map_or("", |nth| parts[nth]);
            let after = parts.get(nth + 1).copied().unwrap_or("");
            if declared.contains(name) || before == "." || name.starts_with(char::is_uppercase) {
                continue;
            }
            let item = items.last_mut().expect("an item");
            let known = item.iter().any(|local| local.name == name);
            let bound = ["let", "as", "each", "chance", "chooses", "some", "every", "no", "the", "first"]
                .contains(&before)
                || before == "(" && after == "in"
                || before == "{" && after == "in"
                || before == "for" && after == "in";
            let binds = bound && (after == "in" || before == "as" || before == "let");
            if binds || known {
                item.push(Local { line, token, name, binds });
            }
        }
    }
    items
}

/// A use of a local name, misspelt.
pub(super) fn local_uses(game: &Game, chance: &mut Chance) -> Vec<Plant> {
    let items = locals(game);
    let uses = items.iter().flatten().filter(|local| !local.binds);
    uses.filter_map(|local| Some(plant(local.line, local.token, chance.misspelt(game, local.name)?))).collect()
}

/// A local name, misspelt where it is introduced.
pub(super) fn local_declarations(game: &Game, chance: &mut Chance) -> Vec<Plant> {
    let items = locals(game);
    let mut all = Vec::new();
    for item in &items {
        for (nth, local) in item.iter().enumerate().filter(|(_, local)| local.binds) {
            let next = item[nth + 1..].iter().find(|later| later.name == local.name);
            if next.is_some_and(|next| !next.binds) {
                all.extend(chance.misspelt(game, local.name).map(|new| plant(local.line, local.token, new)));
            }
        }
    }
    all
}

/// A name of a plural for a singular, or the other way round.
pub(super) fn plurals(game: &Game, _: &mut Chance) -> Vec<Plant> {
    let mut all = Vec::new();
    for one in &game.declared {
        let new = match one.name.strip_suffix('s') {
            Some(stem) if stem.len() > 2 => stem.to_owned(),
            _ => format!("{}s", one.name),
        };
        if !game.words.contains(&new) {
            all.extend(game.uses(one).map(|(line, token)| plant(line, token, new.clone())));
        }
    }
    all
}

/// A name with a small letter for a capital, or the other way round.
pub(super) fn name_capitals(game: &Game, _: &mut Chance) -> Vec<Plant> {
    let mut all = Vec::new();
    for one in &game.declared {
        let turned = |letter: char| {
            if letter.is_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
        };
        let new: String =
            one.name.chars().enumerate().map(|(at, letter)| if at == 0 { turned(letter) } else { letter }).collect();
        if !game.words.contains(&new) {
            all.extend(game.uses(one).map(|(line, token)| plant(line, token, new.clone())));
        }
    }
    all
}

/// The first word of a sentence with a capital.
pub(super) fn sentence_capitals(game: &Game, _: &mut Chance) -> Vec<Plant> {
    let lines = game.lines.iter().filter(|line| !line.is_head && line.cells.is_empty());
    let opener = |line: &&Line| line.tokens.first().is_some_and(|token| OPENERS.contains(&game.of(line, &token.at)));
    lines
        .filter(opener)
        .filter_map(|line| {
            let word = game.of(line, &line.tokens.first()?.at);
            Some(plant(line, line.tokens.first()?, format!("{}{}", word[..1].to_uppercase(), &word[1..])))
        })
        .collect()
}

/// A reserved word as the name of something that is declared.
pub(super) fn reserved_names(game: &Game, chance: &mut Chance) -> Vec<Plant> {
    let words = ["to", "from", "at", "in", "of", "by", "as", "times", "may", "option", "for", "until"];
    let declared =
        game.declared.iter().map(|one| Plant::new(one.at.clone(), words[chance.below(words.len())].to_owned()));
    declared.collect()
}

/// A declaration with a name that something else has.
pub(super) fn taken_names(game: &Game, chance: &mut Chance) -> Vec<Plant> {
    let other = |sort: Sort| sort != Sort::Column && sort != Sort::Row;
    let names: Vec<&str> = game.declared.iter().filter(|one| other(one.sort)).map(|one| one.name.as_str()).collect();
    let declared = game.declared.iter().filter(|one| other(one.sort));
    declared
        .filter_map(|one| {
            let new = names.get(chance.below(names.len())).filter(|new| **new != one.name)?;
            Some(Plant::new(one.at.clone(), (*new).to_owned()))
        })
        .collect()
}
