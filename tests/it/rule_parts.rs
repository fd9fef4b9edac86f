//! Rules as source texts: their parts, the clauses that these cite, and drafts of games.

use std::collections::BTreeSet;

use tavola::game::{Rules, Setup, means};
use tavola::play::scenario;

/// The lines of the part with this name, and the clauses that it cites.
fn part(text: &str, name: &str) -> (Vec<String>, Vec<String>) {
    let parts = Rules::from_texts(&[("tiny.tavola", text)]).parts();
    let part = parts.into_iter().find(|part| part.id.name == name).unwrap_or_else(|| panic!("`{name}` is there"));
    (part.lines, part.cites)
}

#[test]
fn citations_are_not_part_of_a_line() {
    let text = "game tiny \"Tiny\" for 2 players\n\nrule walk(p in Player)   [VL-2]\n  move it   [VL-3.1, VL-R2]\n  set order = [anna, ben]\n  set price[wool] = 3   [VL-3.1]  # dear\n";
    let (lines, cites) = part(text, "walk");
    let said = ["rule walk(p in Player)", "  move it", "  set order = [anna, ben]", "  set price[wool] = 3"];
    assert_eq!(
        (lines, cites),
        (said.map(str::to_owned).to_vec(), ["VL-2", "VL-3.1", "VL-R2"].map(str::to_owned).to_vec())
    );
    let bare = part("game tiny \"Tiny\" for 2 players\n\ndefine dear = price[wool]\n", "dear");
    assert_eq!(bare, (vec!["define dear = price[wool]".to_owned()], Vec::new()), "an index is no citation");
}

#[test]
fn blanks_count_only_in_quotes() {
    let (lines, _) = part("game tiny \"Tiny\" for 2 players\n\nrule tell\n  say  \"a  b\"   \n", "tell");
    assert_eq!(lines, ["rule tell", "  say \"a  b\""]);
}

#[test]
fn citing_a_section_cites_its_clauses() {
    let meant = [("A-4", "A-4"), ("A-4", "A-4.1"), ("A-4.1", "A-4.1"), ("A-4.1", "A-4.1.2")];
    let others = [
        ("A-4", "A-40"),
        ("A-4", "A-4.1.2"),
        ("A-4", "A-41.1"),
        ("A-4.1", "A-4"),
        ("A-4.1", "A-4.2"),
        ("A-4.1", "A-4.10"),
    ];
    assert!(meant.iter().all(|(cited, id)| means(cited, id)));
    assert!(!others.iter().any(|(cited, id)| means(cited, id)));
}

/// A position that is set in a draft reads the same in the game.
#[test]
fn positions_of_a_draft_equal_those_of_the_game() {
    let mut put = 0;
    for folder in crate::games() {
        let rules = Rules::read(&folder, None).expect("it can be read");
        let (fewest, most) = rules.players().expect("its rules have no errors");
        let suite = scenario::read(&folder.join("scenarios"), None, None).expect("scenarios can be read");
        for players in fewest..=most {
            let (draft, game) = (rules.draft(&Setup::of(players)), rules.game(&Setup::of(players)));
            let (Ok(mut draft), Ok(game)) = (draft, game) else { panic!("{} for {players}", folder.display()) };
            assert_eq!(draft.start(), game.start(), "{} for {players}", folder.display());
            assert_eq!(draft.rules(), game.rules().len(), "{} for {players}", folder.display());
            let mut referee = game.referee();
            let plain = |case: &&scenario::Scenario| case.change.is_none() && case.setup == *game.setup();
            for case in suite.scenarios.iter().filter(plain) {
                let (mut one, mut other) = (draft.start(), game.start());
                for given in &case.given {
                    let drafted = draft.put(&mut one, &given.left, &given.right).is_ok();
                    assert_eq!(
                        drafted,
                        referee.set_given(&mut other, &given.left, &given.right).is_ok(),
                        "{}",
                        given.place
                    );
                    assert_eq!(one.words(), other.words(), "{}", given.place);
                    put += usize::from(drafted);
                }
            }
        }
    }
    assert!(put > 100, "{put} values are put");
}

/// The parts of a game cite the same clauses as its rules: rows with comments between them, rows of several lines, heads of tables.
#[test]
fn parts_cite_what_the_rules_cite() {
    for folder in crate::games() {
        let rules = Rules::read(&folder, None).expect("it can be read");
        let parts = rules.parts();
        let cited: BTreeSet<String> =
            parts.iter().flat_map(|part| part.cites.iter().chain(&part.under)).cloned().collect();
        assert_eq!(cited, rules.cited(), "{}", folder.display());
    }
    let rows = "game tiny \"Tiny\" for 2 players\n\nrule bank(p in Player)\n  decide   [VL-1]\n    | p.seat || do     | clause |\n    # Few.\n    | 1      || one(p) | VL-2   |\n    | any    || two(p) | VL-3   |\n";
    let (lines, cites) = part(rows, "bank");
    assert_eq!(cites, ["VL-1", "VL-2", "VL-3"]);
    assert!(lines.iter().all(|line| !line.contains("VL-")), "{lines:?}");
    let always = "game tiny \"Tiny\" for 2 players\n\nalways\n  | what | holds  | clause |\n  | \"a\"  | 1 + 1\n             + 1 is 3 | VL-2   |\n  # More.\n  | \"b\"  | 2 is 2 | VL-3   |\n";
    let (lines, cites) = part(always, "");
    assert_eq!(cites, ["VL-2", "VL-3"]);
    assert!(lines.iter().all(|line| !line.contains("VL-")), "{lines:?}");
}
