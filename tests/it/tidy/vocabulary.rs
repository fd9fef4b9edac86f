//! The engine contains no word of any game.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::{files, lines, none, read, sources, words};
use tavola::text::Sources;
use tavola_syntax::syntax::ast::{CellKind, File, Item, ItemKind, KindBody, Name};
use tavola_syntax::syntax::parse;

/// Words of games that are ordinary English, or belong to the language or the machine, and may appear in the engine. All other words that
/// a game declares belong to that game.
const ORDINARY: [&str; 49] = [
    "arrive",
    "aside",
    "build",
    "builder",
    "character",
    "characters",
    "cover",
    "decision",
    "deck",
    "discard",
    "drop",
    "everywhere",
    "fill",
    "hand",
    "jump",
    "limits",
    "location",
    "north",
    "offer",
    "on",
    "one",
    "open",
    "paper",
    "plain",
    "points",
    "reserve",
    "rolled",
    "round",
    "route",
    "score",
    "setup",
    "shift",
    "sign",
    "south",
    "space",
    "span",
    "spent",
    "spread",
    "squares",
    "strong",
    "supply",
    "swap",
    "symbols",
    "taken",
    "three",
    "transfer",
    "two",
    "wide",
    "zero",
];

/// Every word that a game declares, with its game: kinds, members, cards, components, boards, tracks, places, actions, menus, and the
/// words of its name.
fn words_of_games() -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for path in files("rules", ".tavola") {
        let mut sources = Sources::new();
        let id = sources.read_file(&path).expect("a rules file can be read");
        let folder = path.ancestors().skip(1).find(|above| above.file_name().is_some_and(|name| name != "variants"));
        let game = folder.and_then(Path::file_name).map_or_else(String::new, |name| name.to_string_lossy().into());
        let mut names = declared(&parse(&sources, id).file);
        names.extend(game.split('_').map(str::to_owned));
        names.push(game.clone());
        for name in names {
            found.insert(name.to_lowercase(), game.clone());
        }
    }
    let pages = [PathBuf::from("docs/language.md")].into_iter().chain(files("docs/language", ".md"));
    let reference = pages.map(|page| read(&page).to_lowercase()).collect::<String>();
    let taught: BTreeSet<&str> =
        words(&reference).flat_map(|word| [word, word.strip_suffix('s').unwrap_or(word)]).collect();
    found.retain(|word, _| word.len() > 3 && !ORDINARY.contains(&word.as_str()) && !taught.contains(word.as_str()));
    found
}

fn declared(file: &File) -> Vec<String> {
    file.items.iter().flat_map(declared_by).map(|name| name.text.clone()).collect()
}

fn declared_by(item: &Item) -> Vec<&Name> {
    match &item.kind {
        ItemKind::Kind { name, body, .. } => {
            let mut names = vec![name];
            if let KindBody::Rows(table) = body {
                let cells = table.rows.iter().flat_map(|row| &row.cells);
                names.extend(cells.filter_map(|cell| match &cell.kind {
                    CellKind::Member(name, _) => Some(name),
                    _ => None,
                }));
            }
            names
        }
        ItemKind::Board { name, joined, .. } => [Some(name), joined.as_ref()].into_iter().flatten().collect(),
        ItemKind::Components(rows) => rows.iter().map(|row| &row.head.name).collect(),
        ItemKind::Places(rows) => rows.iter().map(|row| &row.head.name).collect(),
        ItemKind::Track { head, .. } => vec![&head.name],
        ItemKind::Sheet(sheet) => std::iter::once(&sheet.name).chain(&sheet.of).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn the_engine_contains_no_words_of_games() {
    let games = words_of_games();
    let mut findings = Vec::new();
    let engine = sources().into_iter().chain(files("grammar", ".pest")).chain([PathBuf::from("build.rs")]);
    for path in engine {
        for (place, line) in lines(&path) {
            for word in words(&line) {
                let small = word.to_lowercase();
                let plain = small.strip_suffix('s').unwrap_or(&small);
                if let Some(game) = games.get(&small).or_else(|| games.get(plain)) {
                    findings.push(format!("{place}: `{word}` is a word of {game}"));
                }
            }
        }
    }
    none(&findings);
}
