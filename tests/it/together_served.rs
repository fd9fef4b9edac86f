//! `together` blocks at tables in browsers: all asked players answer at the same time, and nobody sees the other answers before the
//! block ends.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use crate::serve::{Served, given, responses, serve};

pub(crate) const FAIR: &str = r#"game fair "The Fair" for 2..3 players

kind Card
  | id  | name  | copies |
  | sun | "Sun" | 6      |
  | fog | "Fog" | 6      |

components
  | component | count  | start |
  | Card      | copies | deck  |

places
  | place             | holds | order    | seen by |
  | deck              | Card  | shuffled | nobody  |
  | hand[p in Player] | Card  |          | p       |
  | stall[Player]     | Card  |          | all     |

track fame[Player] 0..

play
  each p in Player: draw 2 from deck to hand[p]
  together p in Player
    p chooses n in 0..3 "How much do you bid?"
    if n > 1
      p chooses 1 of hand[p] as brought "What do you bring?"
  each p in Player
    p gains n[p] fame
    move brought[p] from hand[p] to stall[p]
  each p in Player
    p chooses m in 0..1 "And now?"
    p gains m fame

winner p in Player by most fame[p]
"#;

pub(crate) fn fair() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = folder.path().join("fair");
    fs::create_dir(&rules).expect("a folder can be made");
    fs::write(rules.join("fair.tavola"), FAIR).expect("writable");
    (folder, rules)
}

/// Answers the open question of a seat.
fn give(served: &Served, who: &str, option: u64) {
    let reply = served.answer(who, served.get(who, "/table").number(), option);
    assert_eq!(reply.status, 204, "{who}: {}", reply.text());
}

fn prompt(served: &Served, who: &str) -> Option<String> {
    let scene: serde_json::Value = serde_json::from_str(&served.get(who, "/scene").text()).expect("data");
    scene["question"]["prompt"].as_str().map(ToOwned::to_owned)
}

#[test]
fn answers_of_a_block_count_when_all_have_answered() {
    let (folder, rules) = fair();
    let record = folder.path().join("game.yaml");
    let file = record.to_str().expect("a path");
    let served = serve(&rules, &["--human", "anna,ben", "--players", "3", "--seed", "4", "--record", file]);
    let answers = || given(&record);
    let waiting = |who: &str| responses(&served, who);
    let before = [waiting("anna"), waiting("to watch")];
    for who in ["anna", "ben"] {
        assert_eq!(prompt(&served, who).as_deref(), Some("How much do you bid?"), "{who} is asked");
    }
    assert_eq!(prompt(&served, "to watch"), None);
    give(&served, "ben", 2);
    assert_eq!(prompt(&served, "ben").as_deref(), Some("What do you bring?"), "ben continues alone");
    give(&served, "ben", 0);
    assert!(served.get("ben", "/table").text().contains("You have answered: <b>2; Sun</b>"));
    assert_eq!(
        served.answer("ben", served.get("ben", "/table").number(), 0).status,
        409,
        "ben has no further question"
    );
    // Taken back one by one and answered again: neither the other players nor the record change.
    for wanted in ["What do you bring?", "How much do you bid?"] {
        let undone = format!("question={}", served.get("ben", "/table").number());
        let path = format!("/{}/undo", served.key("ben"));
        assert_eq!(served.send("POST", &path, &[("x-table", "1")], undone.as_bytes()).status, 204);
        assert_eq!(prompt(&served, "ben").as_deref(), Some(wanted));
    }
    give(&served, "ben", 3);
    give(&served, "ben", 1);
    assert_eq!([waiting("anna"), waiting("to watch")], before, "nobody else sees what ben does");
    assert_eq!(answers(), Vec::<String>::new(), "nothing counts before all have answered");
    give(&served, "anna", 0);
    let given = answers();
    assert_eq!(given[..3], ["- anna: 0", "- ben: 3", "- ben: fog"], "in the order of the rules");
    assert!(given[3..].iter().all(|line| line.starts_with("- chris")), "the bot has answered in its turn: {given:?}");
    assert_eq!(prompt(&served, "anna").as_deref(), Some("And now?"));
    assert!(!served.get("anna", "/table").text().contains("Take my last answer back"), "all have seen it");
    // The game continues with these answers, and the record replays to the same game.
    for who in ["anna", "ben"] {
        give(&served, who, 1);
    }
    assert!(served.get("to watch", "/table").text().contains("The game is over"));
    drop(served);
    let again = serve(&rules, &["--resume", file, "--no-record"]);
    assert!(again.get("to watch", "/table").text().contains("Ben: How much do you bid? 3"));
}

#[test]
fn a_block_reveals_no_hidden_cards() {
    let (folder, rules) = fair();
    let record = folder.path().join("one.yaml");
    drop(serve(
        &rules,
        &["--human", "all", "--players", "3", "--seed", "4", "--record", record.to_str().expect("a path")],
    ));
    let text = fs::read_to_string(&record).expect("it was written");
    let head = &text[..text.find("- chance").expect("cards are dealt")];
    let twin = |card: &str| {
        let file = folder.path().join(format!("{card}.yaml"));
        let dealt = ["sun", "fog", "sun", card, "fog", "sun"].map(|card| format!("- chance: {card}\n")).concat();
        fs::write(&file, format!("{head}{dealt}")).expect("writable");
        serve(&rules, &["--resume", file.to_str().expect("a path"), "--no-record"])
    };
    // A player with two equal cards is not asked which of them to bring.
    let twins = [twin("sun"), twin("fog")];
    let alike = |when: &str| {
        let [sun, fog] = twins.each_ref().map(|served| ["anna", "chris", "to watch"].map(|who| responses(served, who)));
        assert_eq!(sun, fog, "{when}");
    };
    alike("at first");
    twins.iter().for_each(|served| give(served, "ben", 3));
    assert_eq!(prompt(&twins[0], "ben"), None, "two suns: nothing is left to be asked");
    assert!(prompt(&twins[1], "ben").is_some());
    alike("when ben is asked more in one of them");
    give(&twins[1], "ben", 0);
    twins.iter().for_each(|served| give(served, "chris", 0));
    alike("when ben and chris have answered");
    twins.iter().for_each(|served| give(served, "anna", 1));
    alike("when all have answered");
}
