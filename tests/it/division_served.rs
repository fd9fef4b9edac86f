//! Divisions at tables in browsers: sent as a whole, entered part by part, taken back as one.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::serve::{Reply, Served, given, serve};

const MARKET: &str = r#"game market "Market" for 2 players

kind Card
  | id  | name  | copies |
  | sun | "Sun" | 2      |
  | fog | "Fog" | 2      |

components
  | component | count  | start |
  | Card      | copies | pool  |

places
  | place                   | holds |
  | pool                    | Card  |
  | hand[Player]            | Card  |
  | heap[p in Player, 1..3] | Card  |

track fame[Player] 0..9

play
  each p in Player
    p divides pool into heap[p, 1..3], none empty, alike
    each n in 1..3: move all Card from heap[p, n] to pool
  each p in Player: move 1 sun from pool to hand[p]
  each p in Player: move 1 fog from pool to hand[p]
  together p in Player
    p divides hand[p] into heap[p, 1..2]
  each p in Player: p gains count of heap[p, 1] fame
  each p in Player: p gains 2 / (count of heap[p, 1..2]) rounded down fame

winner p in Player by most fame[p]
"#;

fn market() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = folder.path().join("market");
    fs::create_dir(&rules).expect("a folder can be made");
    fs::write(rules.join("market.tavola"), MARKET).expect("writable");
    (folder, rules)
}

fn table(rules: &Path, record: &Path) -> Served {
    serve(rules, &["--human", "all", "--seed", "1", "--record", record.to_str().expect("a path")])
}

fn divide(served: &Served, who: &str, piles: &str) -> Reply {
    let body = format!("question={}{piles}", served.get(who, "/table").number());
    served.send("POST", &format!("/{}/divide", served.key(who)), &[("x-table", "1")], body.as_bytes())
}

#[test]
fn a_division_is_one_answer_in_any_order_of_its_piles() {
    let (folder, rules) = market();
    let record = folder.path().join("game.yaml");
    let served = table(&rules, &record);
    let before = given(&record);
    let page = served.get("anna", "/table").text();
    assert!(page.contains("id=\"division\"") && page.matches("data-card=").count() == 4, "{page}");
    for who in ["ben", "to watch"] {
        assert!(!served.get(who, "/table").text().contains("id=\"division\""), "{who}");
    }
    let refused = |who: &str, piles: &str, status: u16, words: &str| {
        let reply = divide(&served, who, piles);
        assert!(reply.status == status && reply.text().contains(words), "{piles}: {} {}", reply.status, reply.text());
        assert_eq!(given(&record), before, "{piles}: nothing of it was taken");
    };
    refused("ben", "&pile=0,1&pile=2&pile=3", 409, "nothing to divide");
    refused("to watch", "&pile=0,1&pile=2&pile=3", 409, "do not answer");
    refused("anna", "&pile=0,1&pile=2,3", 409, "3 piles");
    refused("anna", "&pile=0,1&pile=2&pile=", 409, "none of these piles");
    refused("anna", "&pile=0,1&pile=2,3&pile=", 409, "no pile may be empty");
    refused("anna", "&pile=0,1&pile=2&pile=3,3", 409, "more than is divided");
    refused("anna", "&pile=0,1&pile=2&pile=9", 409, "4 things");
    refused("anna", "&pile=2&pile=3&pile=", 409, "put into another pile before");
    refused("anna", "&pile=0,1&pile=2&pile=x", 400, "a list");
    refused("anna", "&pile=0,1&pile=2&pile=-1", 400, "a list");
    // Things without a choice go into the first pile, though the browser sends them in the last two. Equal cards are interchangeable.
    assert_eq!(divide(&served, "anna", "&pile=3&pile=1,2&pile=0").status, 204);
    assert_eq!(given(&record)[..4], ["- anna: 1", "- anna: 2", "- anna: 1", "- anna: 3"]);
    let undone = served.send(
        "POST",
        &format!("/{}/undo", served.key("anna")),
        &[("x-table", "1")],
        format!("question={}", served.get("anna", "/table").number()).as_bytes(),
    );
    assert_eq!((undone.status, given(&record)), (204, before), "it is taken back as one");
    assert_eq!(divide(&served, "anna", "&pile=0,1&pile=3&pile=2").status, 204);
    assert_eq!(given(&record)[..4], ["- anna: 1", "- anna: 1", "- anna: 2", "- anna: 3"]);
}

#[test]
fn simultaneous_divisions_count_when_all_have_divided() {
    let (folder, rules) = market();
    let record = folder.path().join("game.yaml");
    let served = table(&rules, &record);
    for who in ["anna", "ben"] {
        assert_eq!(divide(&served, who, "&pile=0,1&pile=3&pile=2").status, 204);
    }
    let before = given(&record);
    // Piles that are not alike keep their order.
    assert_eq!(divide(&served, "ben", "&pile=&pile=0,1").status, 204);
    assert_eq!(given(&record), before, "nobody else knows of it");
    assert!(served.get("ben", "/table").text().contains("You have answered"));
    assert_eq!(divide(&served, "anna", "&pile=1&pile=0").status, 204);
    assert_eq!(given(&record)[before.len()..], ["- anna: 2", "- anna: 1", "- ben: 2", "- ben: 2"]);
    let page = served.get("to watch", "/table").text();
    assert!(page.contains("The game is over") && page.contains("Anna wins"), "{page}");
}
