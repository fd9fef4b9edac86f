//! Rules that change while their game is played in browsers.

use std::fs;
use std::path::Path;

use crate::scene::VALLEY;
use crate::serve::{Served, given, responses, serve, valley};

/// Saves the rules with a replaced text.
fn save(rules: &Path, from: &str, to: &str) {
    assert!(VALLEY.contains(from), "{from}");
    fs::write(rules.join("valley.tavola"), VALLEY.replace(from, to)).expect("writable");
}

/// Waits until a page contains these words, or no longer does. The server watches the folder, with a short delay.
fn until(served: &Served, who: &str, words: &str, there: bool) -> String {
    served.until(who, words, |text| text.contains(words) == there)
}

fn answer(served: &Served, who: &str, option: u64) {
    let reply = served.answer(who, served.get(who, "/table").number(), option);
    assert_eq!(reply.status, 204, "{who}: {}", reply.text());
}

fn change(served: &Served, who: &str) -> (u16, String) {
    let body = format!("question={}", served.get(who, "/table").number());
    let path = format!("/{}/change", served.key(who));
    let reply = served.send("POST", &path, &[("x-table", "1")], body.as_bytes());
    (reply.status, reply.text())
}

#[test]
fn a_game_continues_under_changed_rules() {
    let (folder, rules) = valley();
    let record = folder.path().join("game.yaml");
    let served = serve(&rules, &["--human", "all", "--seed", "4", "--record", record.to_str().expect("a path")]);
    answer(&served, "anna", 0);
    let before = (given(&record), fs::read_to_string(&record).expect("readable"));
    save(&rules, "Where does your cart go?", "Whither, friend?");
    let page = until(&served, "ben", "Whither, friend?", true);
    assert!(page.contains("the game continues with the new rules"), "{page}");
    assert_eq!(given(&record), before.0, "what was answered stays");
    let text = fs::read_to_string(&record).expect("readable");
    let hash = |text: &str| text.lines().find(|line| line.starts_with("rules:")).map(ToOwned::to_owned);
    assert!(
        hash(&text).is_some() && hash(&text) != hash(&before.1),
        "the record names the rules that it is played with"
    );
    answer(&served, "ben", 1);
    assert!(!served.get("anna", "/table").text().contains("the game continues with the new rules"), "it was said");
    // Another server resumes the same record with the same rules.
    drop(served);
    let served = serve(&rules, &["--record", record.to_str().expect("a path")]);
    let page = served.get("anna", "/table").text();
    assert!(page.contains("The game is over") && !page.contains("id=\"rules\""), "{page}");
}

#[test]
fn broken_rules_leave_the_last_valid_rules_in_play() {
    let (folder, rules) = valley();
    let served = serve(&rules, &["--human", "all", "--seed", "4", "--no-record"]);
    save(&rules, "p gains s.worth fame", "p gains s.<script>alert(1)</script> fame");
    for who in ["anna", "ben", "to watch", "the host"] {
        let page = until(&served, who, "id=\"rules\"", true);
        assert!(page.contains("The changed rules have errors") && page.contains("valley.tavola:"), "{who}: {page}");
        assert!(page.contains("&lt;script&gt;") && !page.contains("<script>"), "{who}: {page}");
        assert!(!page.contains("Continue from there"), "{who}");
        assert!(!page.contains(&*folder.path().to_string_lossy()), "nobody sees the path of the rules: {page}");
    }
    answer(&served, "anna", 0);
    assert!(served.get("anna", "/table").text().contains("id=\"rules\""), "it is still said");
    save(&rules, "Spot", "Spot");
    until(&served, "anna", "id=\"rules\"", false);
    // The new rules want more players than sit at this table.
    save(&rules, "for 2 players", "for 3 players");
    assert!(until(&served, "anna", "id=\"rules\"", true).contains("The changed rules have errors"));
    answer(&served, "ben", 0);
}

/// A record cannot be resumed under the name of another game.
#[test]
fn rules_of_another_game_are_refused() {
    let (folder, rules) = valley();
    let record = folder.path().join("game.yaml");
    let served = serve(&rules, &["--human", "all", "--seed", "4", "--record", record.to_str().expect("a path")]);
    answer(&served, "anna", 0);
    save(&rules, "game valley", "game dale");
    let page = until(&served, "the host", "these are the rules of `dale`", true);
    assert!(page.contains("The game continues with the previous rules"), "{page}");
    answer(&served, "ben", 1);
    assert!(fs::read_to_string(&record).expect("readable").contains("game: valley"));
}

#[test]
fn the_host_may_cut_a_game_at_its_first_illegal_answer() {
    let (folder, rules) = valley();
    let record = folder.path().join("game.yaml");
    let served = serve(&rules, &["--human", "all", "--seed", "4", "--record", record.to_str().expect("a path")]);
    answer(&served, "anna", 0);
    answer(&served, "ben", 2);
    let before = fs::read_to_string(&record).expect("readable");
    assert!(served.get("ben", "/table").text().contains("The game is over"));
    save(&rules, "p chooses s in Spot ", "p chooses s in Spot where s.worth < 3 ");
    for who in ["anna", "ben", "to watch"] {
        let page = until(&served, who, "id=\"rules\"", true);
        assert!(page.contains("no longer legal") && !page.contains("no longer possible"), "{who}: {page}");
        assert!(!page.contains("Continue from there"), "{who}");
    }
    let page = until(&served, "the host", "id=\"rules\"", true);
    assert!(page.contains("(`ben: ford`) is no longer possible") && page.contains("Continue from there"), "{page}");
    assert_eq!(fs::read_to_string(&record).expect("readable"), before, "nothing is lost without a confirmation");
    assert_eq!(change(&served, "anna").0, 409);
    let stale = format!("question={}", served.get("the host", "/table").number() + 1);
    let path = format!("/{}/change", served.key("the host"));
    assert_eq!(served.send("POST", &path, &[("x-table", "1")], stale.as_bytes()).status, 409);
    assert_eq!(change(&served, "the host").0, 204);
    assert_eq!(given(&record), ["- anna: hill"], "it is cut there");
    let page = served.get("ben", "/table").text();
    assert!(page.contains("Where does your cart go?") && !page.contains("value=\"2\" data-placed"), "{page}");
    assert_eq!(change(&served, "the host").0, 409, "it is done");
    answer(&served, "ben", 1);
    assert!(served.get("anna", "/table").text().contains("The game is over"));
    assert!(fs::read_to_string(&record).expect("readable").contains("result:"), "and this end is written");
}

#[test]
fn changed_rules_reveal_nothing_hidden() {
    let (folder, rules) = valley();
    let first = folder.path().join("one.yaml");
    drop(serve(&rules, &["--human", "all", "--seed", "4", "--record", first.to_str().expect("a path")]));
    let text = fs::read_to_string(&first).expect("it was written");
    let head = &text[..text.find("- chance").expect("cards are dealt")];
    let twin = |card: &str| {
        let file = folder.path().join(format!("{card}.yaml"));
        fs::write(&file, format!("{head}- chance: sun\n- chance: {card}\n")).expect("writable");
        serve(&rules, &["--resume", file.to_str().expect("a path"), "--no-record"])
    };
    let (sun, fog) = (twin("sun"), twin("fog"));
    let same = |when: &str| {
        for who in ["anna", "to watch"] {
            assert_eq!(responses(&sun, who), responses(&fog, who), "{who}: {when}");
        }
    };
    let both = |words: &str| [&sun, &fog].into_iter().for_each(|served| drop(until(served, "anna", words, true)));
    for served in [&sun, &fog] {
        answer(served, "anna", 0);
    }
    save(&rules, "Where does your cart go?", "Whither?");
    both("the game continues with the new rules");
    same("carried over");
    save(&rules, "p gains s.worth fame", "p gains");
    both("The changed rules have errors");
    same("broken");
    // The new deck has no second sun and no fog. So both games become illegal, each for another reason.
    let cards = "| sun | \"Sun\" | 2      | \"\u{263c}\"    |\n  | fog | \"Fog\" |";
    save(&rules, cards, &cards.replace("2 ", "1 ").replace("fog", "ash").replace("Fog", "Ash"));
    both("no longer legal");
    same("not possible");
    let host = |served: &Served| served.get("the host", "/table").text();
    assert!(host(&sun).contains("`chance: sun`") && host(&fog).contains("`chance: fog`"), "the host sees which card");
}

const NUMBERS: &str = "game numbers \"Numbers\" for 2 players\n\ntrack fame[Player] 0..\n\nplay\n  repeat 2 times\n    each p in Player\n      \
                       p chooses n in 1..3 \"How much?\"\n      p gains n fame\n\nwinner p in Player by most fame[p]\n";

/// A table at which ben's first answer is no longer legal under the changed rules, and the host may switch to them.
fn offered() -> (tempfile::TempDir, std::path::PathBuf, Served) {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = folder.path().join("numbers");
    fs::create_dir(&rules).expect("a folder can be made");
    fs::write(rules.join("numbers.tavola"), NUMBERS).expect("writable");
    let record = folder.path().join("game.yaml");
    let served = serve(&rules, &["--human", "all", "--seed", "4", "--record", record.to_str().expect("a path")]);
    answer(&served, "anna", 0);
    answer(&served, "ben", 2);
    fs::write(rules.join("numbers.tavola"), NUMBERS.replace("1..3", "1..2")).expect("writable");
    until(&served, "the host", "Continue from there", true);
    (folder, record, served)
}

/// The rules are carried over with the answers of that moment, not with those of the moment of the change.
#[test]
fn rules_that_wait_are_tried_again_when_answers_are_taken_back() {
    let (_folder, record, served) = offered();
    let body = format!("question={}", served.get("ben", "/table").number());
    let path = format!("/{}/undo", served.key("ben"));
    assert_eq!(served.send("POST", &path, &[("x-table", "1")], body.as_bytes()).status, 204);
    let page = until(&served, "ben", "the game continues with the new rules", true);
    assert!(!page.contains("Continue from there"), "{page}");
    answer(&served, "ben", 1);
    assert_eq!(given(&record), ["- anna: 1", "- ben: 2"]);
    assert_eq!(change(&served, "the host").0, 409, "nothing waits any more");
}

#[test]
fn rules_that_wait_are_those_of_the_next_game() {
    let (folder, record, served) = offered();
    answer(&served, "anna", 0);
    answer(&served, "ben", 0);
    assert!(served.get("anna", "/table").text().contains("The game is over"));
    let body = format!("question={}", served.get("the host", "/table").number());
    assert!(
        [204, 303]
            .contains(&served.send("POST", &format!("/{}/again", served.key("the host")), &[], body.as_bytes()).status)
    );
    assert!(!served.get("the host", "/table").text().contains("Continue from there"));
    answer(&served, "anna", 1);
    let hash = |path: &Path| {
        let text = fs::read_to_string(path).expect("readable");
        text.lines().find(|line| line.starts_with("rules:")).map(ToOwned::to_owned)
    };
    let next = folder.path().join("game-2.yaml");
    assert_eq!(given(&next), ["- anna: 2"]);
    assert!(
        hash(&next).is_some() && hash(&next) != hash(&record),
        "the new game has the new rules, the old one its own"
    );
}
