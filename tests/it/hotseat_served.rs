//! Several players at one screen in a browser: the screen shows one player's view, and is blank between turns.

use std::path::{Path, PathBuf};

use crate::serve::{Served, serve};

const SCREEN: &str = "at one screen";

fn kuhn() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/classics/kuhn_poker")
}

fn post(served: &Served, what: &str, more: &str) -> u16 {
    let number = served.get(SCREEN, "/table").number();
    let body = format!("question={number}{more}");
    served.send("POST", &format!("/{}/{what}", served.key(SCREEN)), &[("x-table", "1")], body.as_bytes()).status
}

fn page(served: &Served) -> String {
    served.get(SCREEN, "/table").text()
}

/// True if nothing of the table can be read: neither on the page nor by other requests.
fn is_covered(served: &Served, name: &str) {
    let page = page(served);
    assert!(page.contains(&format!("I am {name}")), "{page}");
    for word in ["id=\"stands\"", "id=\"log\"", "name=\"option\""] {
        assert!(!page.contains(word), "{word}: {page}");
    }
    assert_eq!(served.get(SCREEN, "/scene").text(), "null");
    assert_eq!(served.get(SCREEN, "/story").status, 409);
    assert_eq!(post(served, "answer", "&option=0"), 409);
    assert_eq!(post(served, "undo", ""), 409);
}

fn viewer(served: &Served) -> String {
    let scene: serde_json::Value = serde_json::from_str(&served.get(SCREEN, "/scene").text()).expect("data");
    scene["viewer"].as_str().map_or_else(String::new, ToOwned::to_owned)
}

#[test]
fn the_screen_is_blank_between_turns() {
    let served = serve(&kuhn(), &["--human", "all", "--hotseat", "--seed", "4", "--no-record"]);
    is_covered(&served, "Anna");
    let old = served.get(SCREEN, "/table").number();
    assert_eq!(post(&served, "sit", ""), 204);
    assert_eq!(viewer(&served), "Anna");
    let stale = format!("question={old}&option=0");
    let path = format!("/{}/answer", served.key(SCREEN));
    assert_eq!(served.send("POST", &path, &[("x-table", "1")], stale.as_bytes()).status, 409, "what was shown before");
    assert_eq!(post(&served, "sit", ""), 409, "she is asked: nobody else sits down");
    assert_eq!(post(&served, "answer", "&option=0"), 204);
    // The player sees the result until handing over.
    assert_eq!(viewer(&served), "Anna");
    let after = page(&served);
    assert!(after.contains("Hand over to Ben") && !after.contains("name=\"option\""), "{after}");
    assert_eq!(post(&served, "sit", ""), 204);
    is_covered(&served, "Ben");
    assert_eq!(post(&served, "sit", ""), 204);
    assert_eq!(viewer(&served), "Ben");
    assert!(page(&served).contains("name=\"option\""), "and ben is asked");
    assert!(served.get("the host", "").text().contains("at one screen: has opened the link"));
    for _ in 0..6 {
        if page(&served).contains("The game is over") {
            break;
        }
        let what = if page(&served).contains("name=\"option\"") { ("answer", "&option=0") } else { ("sit", "") };
        assert_eq!(post(&served, what.0, what.1), 204);
    }
    assert!(page(&served).contains("The game is over"), "{}", page(&served));
    assert_eq!(viewer(&served), "", "all look on together");
}

#[test]
fn a_table_with_separate_screens_has_no_handover() {
    let served = serve(&kuhn(), &["--human", "all", "--seed", "4", "--no-record"]);
    let number = served.get("anna", "/table").number();
    let path = format!("/{}/sit", served.key("anna"));
    let body = format!("question={number}");
    assert_eq!(served.send("POST", &path, &[("x-table", "1")], body.as_bytes()).status, 409);
}
