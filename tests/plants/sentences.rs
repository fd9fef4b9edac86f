//! Words of a sentence in the wrong order, missing or twice, and arguments.

use std::collections::BTreeMap;

use super::chance::Chance;
use super::judge::Plant;
use super::names::plant;
use super::texts::{Game, Line, Place, Sign, Sort, Token};

const BODIES: [&str; 8] = ["rule", "phase", "play", "action", "menu", "card", "hook", "define"];

fn sentences(game: &Game) -> impl Iterator<Item = &Line> {
    game.lines
        .iter()
        .filter(|line| BODIES.contains(&line.item.as_str()) && line.cells.is_empty() && line.heading.is_empty())
}

fn words_of(line: &Line) -> impl Iterator<Item = (usize, &Token)> {
    line.tokens.iter().enumerate().filter(|(_, token)| token.sign == Sign::Word)
}

/// A word from a list, left out.
pub(super) fn missing_word(game: &Game, _: &mut Chance, word: &str) -> Vec<Plant> {
    let mut all = Vec::new();
    for line in sentences(game) {
        let parts = game.parts(line);
        for (nth, token) in words_of(line) {
            let inner = nth > 0 && nth + 1 < parts.len();
            // `is not in` without `in`, `not in` and `p in Player` say something else or nothing.
            if parts[nth] == word && inner {
                let mut made = plant(line, token, String::new());
                made.place.at.end = line.tokens[nth + 1].at.start.max(made.place.at.end);
                all.push(made);
            }
        }
    }
    all
}

/// Two words beside each other, swapped.
pub(super) fn swapped_words(game: &Game, _: &mut Chance) -> Vec<Plant> {
    let mut all = Vec::new();
    for line in sentences(game).filter(|line| !line.is_head) {
        for (nth, token) in words_of(line) {
            let Some(next) = line.tokens.get(nth + 1).filter(|next| next.sign == Sign::Word) else { continue };
            let (a, b) = (game.of(line, &token.at), game.of(line, &next.at));
            if next.at.start == token.at.end + 1 && a != b {
                let mut made = plant(line, token, format!("{b} {a}"));
                made.place.at.end = next.at.end;
                all.push(made);
            }
        }
    }
    all
}

/// A word of the language twice.
pub(super) fn doubled_word(game: &Game, _: &mut Chance) -> Vec<Plant> {
    let doubled = ["from", "to", "in", "of", "where", "by", "is", "at", "and", "or", "each", "if"];
    let words = sentences(game).flat_map(|line| words_of(line).map(move |(_, token)| (line, token)));
    words
        .filter(|(line, token)| doubled.contains(&game.of(line, &token.at)))
        .map(|(line, token)| plant(line, token, format!("{0} {0}", game.of(line, &token.at))))
        .collect()
}

/// A word of programming languages for one of this language.
pub(super) fn foreign_word(game: &Game, _: &mut Chance) -> Vec<Plant> {
    let foreign: BTreeMap<&str, &str> = [
        ("each", "for"),
        ("let", "var"),
        ("repeat", "while"),
        ("not", "!"),
        ("none", "null"),
        ("yes", "true"),
        ("no", "false"),
        ("stop", "break"),
        ("where", "if"),
        ("say", "print"),
        ("chooses", "selects"),
        ("gains", "gets"),
    ]
    .into();
    let words = sentences(game).flat_map(|line| words_of(line).map(move |(nth, token)| (line, nth, token)));
    words
        .filter_map(|(line, _, token)| {
            let new = foreign.get(game.of(line, &token.at))?;
            (!game.words.contains(*new) || *new == "if").then(|| plant(line, token, (*new).to_owned()))
        })
        .collect()
}

/// An operator without what follows.
pub(super) fn unfinished(game: &Game, _: &mut Chance) -> Vec<Plant> {
    let ends = ["+", "-", "*", "and", "or", "where", "is", "in", "of", "to", "from", "by", "<", ">", "<=", ">="];
    let mut all = Vec::new();
    for line in sentences(game) {
        for (nth, token) in line.tokens.iter().enumerate() {
            let last = nth + 2 == line.tokens.len();
            if last && ends.contains(&game.of(line, &token.at)) {
                let rest = &line.tokens[nth + 1];
                all.push(plant(line, rest, String::new()));
            }
        }
    }
    all
}

/// A call or an index: the arguments in the brackets after a name.
struct Call<'g> {
    line: &'g Line,
    name: &'g str,
    is_index: bool,
    /// Range with its brackets.
    whole: std::ops::Range<usize>,
    arguments: Vec<std::ops::Range<usize>>,
}

fn calls(game: &Game) -> Vec<Call<'_>> {
    let mut all = Vec::new();
    for line in game.lines.iter().filter(|line| !line.is_heading) {
        let parts = game.parts(line);
        for (nth, token) in words_of(line) {
            let opens = parts.get(nth + 1).copied().unwrap_or("");
            let is_name = game.declared.iter().any(|one| one.name == parts[nth]);
            let declares = game.declared.iter().any(|one| one.at.file == line.file && one.at.at == token.at);
            let beside = line.tokens.get(nth + 1).is_some_and(|next| next.at.start == token.at.end);
            if !(opens == "(" || opens == "[") || !is_name || declares || !beside {
                continue;
            }
            let (mut depth, mut arguments, mut from) = (0, Vec::new(), line.tokens[nth + 1].at.end);
            for (at, part) in parts.iter().enumerate().skip(nth + 1) {
                match *part {
                    "(" | "[" | "{" => depth += 1,
                    ")" | "]" | "}" => depth -= 1,
                    "," if depth == 1 => {
                        arguments.push(from..line.tokens[at].at.start);
                        from = line.tokens[at].at.end + 1;
                    }
                    _ => {}
                }
                if depth == 0 {
                    arguments.push(from..line.tokens[at].at.start);
                    let whole = line.tokens[nth + 1].at.start..line.tokens[at].at.end;
                    all.push(Call { line, name: parts[nth], is_index: opens == "[", whole, arguments });
                    break;
                }
            }
        }
    }
    all
}

impl Call<'_> {
    fn plant(&self, at: std::ops::Range<usize>, new: String) -> Plant {
        Plant::new(Place { file: self.line.file, at }, new)
    }
}

/// A call without its last argument, or without its first.
pub(super) fn missing_argument(game: &Game, _: &mut Chance) -> Vec<Plant> {
    let calls = calls(game);
    let several = calls.iter().filter(|call| call.arguments.len() > 1);
    several.map(|call| call.plant(call.arguments[0].end..call.arguments[1].end, String::new())).collect()
}

/// A call or a place without its brackets. A component without its index is legal: it means everybody's.
pub(super) fn missing_arguments(game: &Game, _: &mut Chance) -> Vec<Plant> {
    let is_component =
        |call: &&Call| game.declared.iter().any(|one| one.name == call.name && one.sort == Sort::Component);
    calls(game)
        .iter()
        .filter(|call| !is_component(call))
        .map(|call| call.plant(call.whole.clone(), String::new()))
        .collect()
}

/// A call with an argument more.
pub(super) fn extra_argument(game: &Game, _: &mut Chance) -> Vec<Plant> {
    let calls = calls(game);
    let plants = calls.iter().map(|call| {
        let last = call.arguments.last().expect("an argument").end;
        call.plant(last..last, ", 1".into())
    });
    plants.collect()
}

/// Text instead of an argument.
pub(super) fn text_argument(game: &Game, chance: &mut Chance) -> Vec<Plant> {
    let calls = calls(game);
    let plants = calls.iter().map(|call| {
        let at = call.arguments[chance.below(call.arguments.len())].clone();
        call.plant(at, "\"it\"".into())
    });
    plants.collect()
}

/// The types of the parameters of rules and defines, as they are written.
fn parameters(game: &Game) -> BTreeMap<String, Vec<String>> {
    let mut all = BTreeMap::new();
    for line in game
        .lines
        .iter()
        .filter(|line| line.is_head && ["rule", "phase", "define", "action"].contains(&line.item.as_str()))
    {
        let parts = game.parts(line);
        let Some(open) = parts.iter().position(|part| *part == "(").filter(|at| *at == 2) else { continue };
        let Some(close) = parts.iter().position(|part| *part == ")") else { continue };
        let inner = &game.text(line.file)[line.tokens[open].at.end..line.tokens[close].at.start];
        let types = inner
            .split(", ")
            .map(|one| one.split_once(" in ").or(one.split_once(": ")).map_or("", |(_, ty)| ty).to_owned());
        all.insert(parts[1].to_owned(), types.collect());
    }
    all
}

/// Two arguments of different types, swapped where they are given.
pub(super) fn swapped_arguments(game: &Game, _: &mut Chance) -> Vec<Plant> {
    let types = parameters(game);
    let calls = calls(game);
    let wrong = calls.iter().filter(|call| {
        !call.is_index
            && types.get(call.name).is_some_and(|types| types.len() > 1 && types[0] != types[1])
            && call.arguments.len() > 1
    });
    let swapped = wrong.map(|call| {
        let (a, b) = (&call.arguments[0], &call.arguments[1]);
        let new = format!("{}, {}", game.of(call.line, b), game.of(call.line, a));
        call.plant(a.start..b.end, new)
    });
    swapped.collect()
}

/// Two parameters of different types, swapped where they are declared.
pub(super) fn swapped_parameters(game: &Game, _: &mut Chance) -> Vec<Plant> {
    let types = parameters(game);
    let mut all = Vec::new();
    for line in game.lines.iter().filter(|line| line.is_head && ["rule", "define"].contains(&line.item.as_str())) {
        let parts = game.parts(line);
        let Some(types) = parts.get(1).and_then(|name| types.get(*name)) else { continue };
        let used =
            game.declared.iter().find(|one| one.name == parts[1]).is_some_and(|one| game.uses(one).next().is_some());
        if types.len() < 2 || types[0] == types[1] || !used {
            continue;
        }
        let Some(close) = parts.iter().position(|part| *part == ")") else { continue };
        let at = line.tokens[2].at.end..line.tokens[close].at.start;
        let mut each: Vec<&str> = game.text(line.file)[at.clone()].split(", ").collect();
        each.swap(0, 1);
        all.push(Plant::new(Place { file: line.file, at }, each.join(", ")));
    }
    all
}

/// Heads of rules, defines and actions, each with the range of what is between its brackets.
fn heads_with_parameters(game: &Game) -> impl Iterator<Item = (&Line, std::ops::Range<usize>)> {
    let heads =
        game.lines.iter().filter(|line| line.is_head && ["rule", "define", "action"].contains(&line.item.as_str()));
    heads.filter_map(|line| {
        let parts = game.parts(line);
        let close = parts.iter().position(|part| *part == ")").filter(|_| parts.get(2) == Some(&"("))?;
        Some((line, line.tokens[2].at.end..line.tokens[close].at.start))
    })
}

/// A rule, a define or an action without its parameters.
pub(super) fn missing_parameters(game: &Game, _: &mut Chance) -> Vec<Plant> {
    let without = |(line, at): (&Line, std::ops::Range<usize>)| {
        let name = game.of(line, &line.tokens[1].at);
        let used = game.declared.iter().find(|one| one.name == name)?;
        let also = game.uses(used).map(|(line, token)| Place { file: line.file, at: token.at.clone() }).collect();
        Some(Plant { also, ..Plant::new(Place { file: line.file, at: at.start - 1..at.end + 1 }, String::new()) })
    };
    heads_with_parameters(game).filter_map(without).collect()
}

/// A parameter with its type alone.
pub(super) fn nameless_parameter(game: &Game, _: &mut Chance) -> Vec<Plant> {
    let nameless = |(line, at): (&Line, std::ops::Range<usize>)| {
        let (name, kind) = game.text(line.file)[at.clone()].split_once(" in ")?;
        let is_kind = kind.chars().all(char::is_alphanumeric) && kind.starts_with(char::is_uppercase);
        is_kind.then(|| Plant::new(Place { file: line.file, at: at.start..at.start + name.len() + 4 }, String::new()))
    };
    heads_with_parameters(game).filter_map(nameless).collect()
}

/// A component where a move needs a place.
pub(super) fn thing_for_place(game: &Game, chance: &mut Chance) -> Vec<Plant> {
    let of = |sort: Sort| game.declared.iter().filter(move |one| one.sort == sort);
    let things: Vec<&str> = of(Sort::Component).map(|one| one.name.as_str()).collect();
    let places: Vec<&str> = of(Sort::Place).map(|one| one.name.as_str()).collect();
    let mut all = Vec::new();
    for line in game.lines.iter().filter(|_| !things.is_empty()) {
        let parts = game.parts(line);
        let is_target =
            |nth: &usize| parts[*nth] == "to" && places.contains(&parts[nth + 1]) && parts.contains(&"move");
        for nth in (0..parts.len().saturating_sub(1)).filter(is_target) {
            let at = line.tokens[nth + 1].at.clone();
            all.push(Plant::new(Place { file: line.file, at }, things[chance.below(things.len())].to_owned()));
        }
    }
    all
}

/// A number in quotes.
pub(super) fn quoted_number(game: &Game, _: &mut Chance) -> Vec<Plant> {
    let numbers = sentences(game).flat_map(|line| line.tokens.iter().map(move |token| (line, token)));
    numbers
        .filter(|(_, token)| token.sign == Sign::Number)
        .map(|(line, token)| plant(line, token, format!("\"{}\"", game.of(line, &token.at))))
        .collect()
}

/// Contents of a place, as they are written.
fn held(game: &Game) -> BTreeMap<String, (bool, Vec<String>)> {
    let mut all = BTreeMap::new();
    for line in game.lines.iter().filter(|line| line.item == "places" && !line.is_heading && line.cells.len() > 1) {
        let at = line.heading.iter().position(|name| name == "holds");
        let Some(holds) = at.and_then(|at| line.cells.get(at)) else { continue };
        let place = game.of(line, &line.cells[0]);
        let things = game.of(line, holds).split(", ").map(str::to_owned).collect();
        let name = place.split('[').next().unwrap_or(place);
        all.insert(name.to_owned(), (place.contains('['), things));
    }
    all
}

/// A move to a place that holds nothing of what lies in the place where it comes from.
pub(super) fn wrong_place(game: &Game, chance: &mut Chance) -> Vec<Plant> {
    let held = held(game);
    let mut all = Vec::new();
    for line in sentences(game) {
        let parts = game.parts(line);
        let word = |word: &str| parts.iter().position(|part| *part == word);
        if !["move", "draw"].contains(&parts[0]) {
            continue;
        }
        let (Some(from), Some(to)) = (word("from"), word("to")) else { continue };
        let (Some(source), Some(target)) = (parts.get(from + 1), parts.get(to + 1)) else { continue };
        let Some((_, things)) = held.get(*source) else { continue };
        let apart = |holds: &[String]| holds.iter().all(|thing| !things.contains(thing) && !thing.is_empty());
        let Some((indexed, _)) = held.get(*target) else { continue };
        let others: Vec<&String> =
            held.iter().filter(|(_, (other, holds))| !other && apart(holds)).map(|(name, _)| name).collect();
        if !indexed && !others.is_empty() {
            all.push(plant(line, &line.tokens[to + 1], others[chance.below(others.len())].clone()));
        }
    }
    all
}

/// Another sort of thing where a name is expected: a rule for a value, a kind for a place.
pub(super) fn wrong_sort(game: &Game, chance: &mut Chance) -> Vec<Plant> {
    let of = |sort: Sort| game.declared.iter().filter(move |one| one.sort == sort);
    let rules: Vec<&str> = of(Sort::Rule).map(|one| one.name.as_str()).collect();
    let kinds: Vec<&str> = of(Sort::Kind).map(|one| one.name.as_str()).collect();
    let mut all = Vec::new();
    for one in of(Sort::Place).chain(of(Sort::Setting)) {
        let others = if one.sort == Sort::Place { &kinds } else { &rules };
        // `count of Kind` is legal.
        let counted = |line: &Line, token: &Token| game.text(line.file)[..token.at.start].ends_with("of ");
        let uses = game.uses(one).filter(|(line, token)| !others.is_empty() && !counted(line, token));
        for (line, token) in uses {
            all.push(plant(line, token, others[chance.below(others.len())].to_owned()));
        }
    }
    all
}

/// A setting, a kind or a define that is set like memory.
pub(super) fn set_constant(game: &Game, chance: &mut Chance) -> Vec<Plant> {
    let names: Vec<&str> =
        game.declared.iter().filter(|one| one.sort == Sort::Setting).map(|one| one.name.as_str()).collect();
    let mut all = Vec::new();
    for line in sentences(game).filter(|_| !names.is_empty()) {
        let parts = game.parts(line);
        if parts[0] == "set" && parts.get(2) == Some(&"=") {
            all.push(plant(line, &line.tokens[1], names[chance.below(names.len())].to_owned()));
        }
    }
    all
}
