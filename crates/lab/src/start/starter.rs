//! A small complete game to change: the folder `starter` beside this file, under another name.

use super::Files;
use tavola_syntax::yaml::quoted;

/// Name of the game in the folder.
const NAME: &str = "starter_game";
/// Its title.
const TITLE: &str = "Starter Game";
/// Beginning of the ids of its clauses.
const CLAUSES: &str = "SG-";

/// Path in the folder and text of each file.
const FILES: [(&str, &str); 7] = [
    ("starter_game.tavola", include_str!("starter/starter_game.tavola")),
    ("rulebook.yaml", include_str!("starter/rulebook.yaml")),
    ("scenarios/turns.yaml", include_str!("starter/scenarios/turns.yaml")),
    ("scenarios/end.yaml", include_str!("starter/scenarios/end.yaml")),
    ("scenarios/long_road.yaml", include_str!("starter/scenarios/long_road.yaml")),
    ("variants/long_road.tavola", include_str!("starter/variants/long_road.tavola")),
    ("README.md", include_str!("starter/README.md")),
];

/// The files of a small complete game with this name and title.
pub(super) fn starter(name: &str, title: &str) -> Files {
    let clauses = format!("{}-", initials(title));
    let in_yaml = (format!("title: {TITLE}"), format!("title: {}", quoted(title)));
    let named = |text: &str| {
        let text = text.replace(&in_yaml.0, &in_yaml.1);
        text.replace(NAME, name).replace(TITLE, title).replace(CLAUSES, &clauses)
    };
    FILES.iter().map(|(path, text)| (named(path), named(text).into_bytes())).collect()
}

/// Two capital letters that begin the ids of clauses: `MG` for `My Game`, `FE` for `Ferries`. `AB` if the title has too few letters.
pub(super) fn initials(title: &str) -> String {
    let capital = |c: char| c.is_ascii_alphabetic().then(|| c.to_ascii_uppercase());
    let words: String = title.split_whitespace().filter_map(|word| word.chars().find_map(capital)).take(2).collect();
    if words.len() == 2 {
        return words;
    }
    let letters: String = title.chars().filter_map(capital).take(2).collect();
    if letters.len() == 2 { letters } else { "AB".to_owned() }
}
