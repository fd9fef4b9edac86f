//! The page of actions has the spaces of the shipped games. `TAVOLA_WRITE=1 cargo test --test it docs::actions` writes it.

use std::fs;
use std::path::Path;

use tavola::game::{ActionGroup, ActionSpace, Rules, Setup};

use super::read;
use crate::games;

const PAGE: &str = "docs/reference/actions.md";
/// The line behind which everything is generated.
const MARK: &str = "<!-- generated from here on -->\n";

/// The name of a question: its rule, and the words that it asks.
fn question(group: &ActionGroup) -> String {
    format!("`{}`: {}", group.rule, group.prompt)
}

/// The questions that are asked part by part, a row each.
fn by_parts(space: &ActionSpace, name: &str, page: &mut String) {
    let mut groups = space.groups().iter().filter(|group| group.part.is_some()).peekable();
    while let Some(group) = groups.next() {
        let mut sizes = vec![group.ids.len().to_string()];
        while let Some(next) = groups.next_if(|next| next.part.is_some_and(|part| part > 1)) {
            sizes.push(next.ids.len().to_string());
        }
        *page += &format!("| {name} | {} | {} |\n", question(group), sizes.join(" + "));
    }
}

#[test]
fn the_page_of_actions_has_the_spaces_of_the_games() {
    let text = read(PAGE);
    let (start, _) = text.split_once(MARK).expect("the page has its mark");
    let mut page = format!(
        "{start}{MARK}\n| game | players | actions of players | of chance | groups | most ids of a group of players |\n|---|---|---|---|---|---|\n"
    );
    let mut parts = "\nQuestions that are asked part by part, with the number of ids of each part:\n\n| game | question | ids |\n|---|---|---|\n".to_owned();
    for folder in games() {
        let rules = Rules::read(Path::new(&folder), None).expect("it can be read");
        let (fewest, most) = rules.players().expect("a game says for how many it is");
        for players in fewest..=most {
            let game = rules.game(&Setup::of(players)).expect("it is set up");
            let space = game.actions();
            let of_players = || space.groups().iter().filter(|group| !group.chance);
            let largest = of_players().max_by_key(|group| group.ids.len()).expect("players are asked");
            let chance = space.len() - space.of_players();
            page += &format!(
                "| {} | {players} | {} | {chance} | {} | {}, {} |\n",
                game.title(),
                space.of_players(),
                space.groups().len(),
                largest.ids.len(),
                question(largest)
            );
            if players == fewest {
                by_parts(space, game.title(), &mut parts);
            }
        }
    }
    page += &parts;
    if std::env::var_os("TAVOLA_WRITE").is_some() {
        fs::write(PAGE, &page).expect("writable");
    }
    assert!(read(PAGE) == page, "{PAGE} is not what the games have: TAVOLA_WRITE=1 cargo test --test it docs::actions");
}
