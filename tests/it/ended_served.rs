//! The end of a game in browsers: who won and by what, scores as each seat could see them, another game.

use std::fs;
use std::path::PathBuf;

use tavola::game::{Rules, Setup};
use tavola::play::Record;
use tavola::play::table::{GameTable, RecordKeeper};
use tempfile::TempDir;

use crate::serve::{Served, serve};

/// Suns in the hand count, and nobody else sees into it before the end. Each plays a card, twice.
pub(crate) fn hands() -> (TempDir, PathBuf) {
    const HANDS: &str = "game hands \"Hands\" for 2 players\n\nkind Card\n  | id  | copies |\n  | sun | 3      |\n  | fog | 3      |\n\n\
         components\n  | component | count  | start |\n  | Card      | copies | deck  |\n\n\
         places\n  | place             | holds | order    | seen by |\n  | deck              | Card  | shuffled | nobody  |\n  \
         | hand[p in Player] | Card  |          | p       |\n  | won[Player]       | Card  |          |         |\n\n\
         play\n  each p in Player: draw 3 from deck to hand[p]\n  repeat 3 times\n    each p in Player\n      \
         p chooses c in hand[p] \"Which card?\"\n      move c from hand[p] to won[p]\n\n\
         winner p in Player by most sun at hand[p] + sun at won[p]\n";
    let folder = tempfile::tempdir().expect("a folder");
    let rules = folder.path().join("hands");
    fs::create_dir(&rules).expect("a folder can be made");
    fs::write(rules.join("hands.tavola"), HANDS).expect("writable");
    (folder, rules)
}

fn play(served: &Served) {
    for _ in 0..40 {
        for who in ["anna", "ben"] {
            let table = served.get(who, "/table");
            if table.text().contains("The game is over") {
                return;
            }
            if table.text().contains("name=\"option\"") {
                assert_eq!(served.answer(who, table.number(), 0).status, 204);
            }
        }
    }
    panic!("the game does not end");
}

/// `anna: 2 to 3` in the spoken form of the chart, for each player.
fn course(page: &str) -> Vec<String> {
    let shown =
        page.split_once(" over the game: ").map_or("", |(_, shown)| shown.split('"').next().unwrap_or_default());
    shown.split("; ").map(str::to_owned).collect()
}

#[test]
fn the_end_shows_scores_as_the_seat_could_see_them() {
    let (_folder, rules) = hands();
    let served = serve(&rules, &["--human", "all", "--seed", "5", "--no-record"]);
    play(&served);
    let (anna, ben, watch) = (
        served.get("anna", "/table").text(),
        served.get("ben", "/table").text(),
        served.get("to watch", "/table").text(),
    );
    for page in [&anna, &ben, &watch] {
        assert!(page.contains("id=\"won\"") && page.contains("id=\"ranking\""), "{page}");
    }
    // Looking back, nobody sees more than at that time.
    let (then, own) = (served.get("ben", "/at/3").text(), served.get("anna", "/at/3").text());
    let unknown = |page: &str| page.matches("not known").count();
    assert_eq!((unknown(&then), unknown(&own), unknown(&served.get("to watch", "/at/3").text())), (2, 2, 4), "{then}");
    // Her own score is the same all the time. The others knew it when her hand was empty.
    let own = course(&anna);
    let ends = |shown: &str| -> Vec<String> {
        shown.split(": ").last().unwrap_or_default().split(" to ").map(str::to_owned).collect()
    };
    assert_eq!(ends(&own[0])[0], ends(&own[0])[1], "{own:?}");
    let points = |page: &str, seat: usize| {
        let line = page
            .split(&format!("class=\"l{seat}\" points=\""))
            .nth(1)
            .expect("a line")
            .split('"')
            .next()
            .expect("points");
        line.split(' ').count()
    };
    assert!(points(&anna, 0) > points(&anna, 1), "anna did not know ben's score");
    assert!(points(&ben, 1) > points(&ben, 0), "ben did not know anna's score");
    let watched = [points(&watch, 0), points(&watch, 1)];
    assert_eq!(watched, [points(&ben, 0), points(&anna, 1)], "a spectator knew what each knew of the other");
}

#[test]
fn the_host_begins_another_game_at_the_same_table() {
    let (folder, rules) = hands();
    let record = folder.path().join("evening.yaml");
    let file = record.to_str().expect("a name");
    let served = serve(&rules, &["--human", "all", "--seed", "5", "--record", file]);
    let again = |who: &str| {
        let number = served.get(who, "/table").number();
        served.send("POST", &format!("/{}/again", served.key(who)), &[], format!("question={number}").as_bytes())
    };
    assert_eq!(again("the host").status, 409, "the game is not over");
    play(&served);
    let before = fs::read_to_string(&record).expect("the record");
    assert_eq!(again("anna").status, 409, "only the host");
    // The result stands above everything else.
    let host = served.get("the host", "/table").text();
    let at = |text: &str| host.find(text).unwrap_or_else(|| panic!("`{text}` is missing: {host}"));
    assert!(at("id=\"won\"") < at("Play again") && at("Play again") < at("id=\"links\""), "{host}");
    assert!(host.contains("evening.yaml") && !host.contains("so far") && !host.contains("before the game"), "{host}");
    // Where each hand holds equal cards, nobody has a choice, and the game is over at once.
    let begun = (2..40).find(|_| {
        assert!([204, 303].contains(&again("the host").status));
        !served.get("anna", "/table").text().contains("The game is over")
    });
    let begun = begun.expect("a game with a choice");
    let page = served.get("anna", "/table").text();
    assert!(page.contains("Which card?") || served.get("ben", "/table").text().contains("Which card?"), "{page}");
    assert_eq!(fs::read_to_string(&record).expect("the record"), before, "the old record stays");
    let name = format!("evening-{begun}.yaml");
    assert!(served.get("the host", "/table").text().contains(&name));
    let next = fs::read_to_string(folder.path().join(&name)).expect("the new record");
    let seed = |text: &str| text.lines().find(|line| line.starts_with("seed:")).map(str::to_owned);
    assert_ne!(seed(&next), seed(&before));
    let keys = |name: &str| fs::read_to_string(folder.path().join(name)).expect("keys");
    assert_eq!(keys(&format!("{name}.keys")), keys("evening.yaml.keys"), "the links stay");
    play(&served);
    assert!([204, 303].contains(&again("the host").status));
    assert!(folder.path().join(format!("evening-{}.yaml", begun + 1)).exists());
    let is_over = |served: &Served| served.get("anna", "/table").text().contains("The game is over");
    (2..40).find(|_| !is_over(&served) || again("the host").status == 409).expect("a game with a choice");
    // The same command again leads to the last game of the table, not to the first, which is over.
    served.kill();
    drop(served);
    let served = serve(&rules, &["--human", "all", "--record", file]);
    assert!(!is_over(&served));
}

/// The rules rank by a condition alone, so the page has the ranking as lines with the counts of the players.
#[test]
fn the_lines_of_the_ranking_have_the_chosen_names_and_the_counts() {
    const CHOICE: &str = "game choice \"Choice\" for 2 players\n\ntrack fame[Player] 0..9\n\nplay\n  repeat 2 times\n    \
         each p in Player\n      p chooses n in 1..3 \"How many?\"\n      p gains n fame\n\n\
         winner p in Player where fame[p] > 1\n";
    let folder = tempfile::tempdir().expect("a folder");
    let rules = folder.path().join("choice");
    fs::create_dir(&rules).expect("a folder can be made");
    fs::write(rules.join("choice.tavola"), CHOICE).expect("writable");
    let served = serve(&rules, &["--human", "all", "--seed", "5", "--no-record"]);
    let rename = |name: &str| {
        let path = format!("/{}/name", served.key("anna"));
        assert_eq!(served.send("POST", &path, &[("x-table", "1")], format!("name={name}").as_bytes()).status, 204);
    };
    rename("Zoe");
    play(&served);
    let page = served.get("ben", "/table").text();
    assert!(page.contains("1. Zoe and Ben share the victory  (fame 2; fame 2)"), "{page}");
    rename("Ida");
    for who in ["anna", "ben", "to watch", "the host"] {
        let page = served.get(who, "/table").text();
        assert!(page.contains("1. Ida and Ben share the victory  (fame 2; fame 2)") && !page.contains("Zoe"), "{page}");
    }
}

/// Answers of a resumed game cannot be taken back. The next game has none of them.
#[test]
fn another_game_begins_without_resumed_answers() {
    let (_folder, rules) = hands();
    let rules = Rules::read(&rules, None).expect("rules");
    let game = rules.game(&Setup::of(2)).expect("a game");
    let answers = vec![("anna".to_owned(), "sun".to_owned())];
    let record = Record { answers, ..Record::begin(&rules, game.setup(), 5) };
    let mut table = GameTable::begin(&rules, &game, RecordKeeper::nowhere(record), vec![true, true]);
    assert!(table.why_no_undo(0).contains("before the game was resumed"));
    assert!(table.why_no_wish(0).contains("before the game was resumed"));
    table.play_again(6).expect("a table without a file");
    assert!(!table.why_no_undo(0).contains("before the game was resumed"), "{}", table.why_no_undo(0));
}
