//! Seats at tables in browsers: who holds one, which files and past positions it may read, and the rate limit.

use std::fs;
use std::thread;
use std::time::Instant;

use crate::serve::{Reply, Served, given, responses, serve, valley};
use crate::together_served::fair;

/// Options of a game for two human players.
const TWO: [&str; 5] = ["--human", "all", "--seed", "4", "--no-record"];

fn as_browser(served: &Served, cookie: &str, method: &str, what: &str) -> Reply {
    let path = format!("/{}{what}", served.key("anna"));
    let headers = [("cookie", cookie), ("x-table", "1")];
    served.send_plainly(method, &path, if cookie.is_empty() { &headers[1..] } else { &headers }, b"")
}

#[test]
fn the_first_browser_holds_a_seat_until_another_takes_it() {
    let (folder, rules) = valley();
    let record = folder.path().join("game.yaml");
    let options = ["--human", "all", "--seed", "4", "--record", record.to_str().expect("a path")];
    let served = serve(&rules, &options);
    let first = as_browser(&served, "", "GET", "").cookie().expect("the first browser holds the seat");
    let again = as_browser(&served, &format!("other=1; {first}"), "GET", "");
    assert!(again.status == 200 && again.cookie().is_none(), "the same browser comes back: {}", again.head);
    for stranger in ["", "seat=00000000000000000000000000000000", "seat=", "seat=x"] {
        let page = as_browser(&served, stranger, "GET", "");
        assert!(page.status == 409 && page.text().contains("Take this seat here"), "{stranger}: {}", page.text());
        assert!(!page.text().contains("name=\"option\"") && page.cookie().is_none(), "nothing of the table is shown");
        for what in ["/table", "/scene", "/story", "/wait/0", "/at/1", "/record"] {
            assert_eq!(as_browser(&served, stranger, "GET", what).status, 403, "{stranger} {what}");
        }
        for what in ["/answer", "/undo", "/why"] {
            assert_eq!(as_browser(&served, stranger, "POST", what).status, 403, "{stranger} {what}");
        }
    }
    let path = format!("/{}/take", served.key("anna"));
    let foreign = [("origin", "http://elsewhere.example")];
    assert_eq!(served.send_plainly("POST", &path, &foreign, b"").status, 403, "no other page can take it");
    assert_eq!(as_browser(&served, &first, "GET", "/table").status, 200, "it is still held");
    let guessed = format!("/{}/take", "0".repeat(32));
    assert_eq!(served.send_plainly("POST", &guessed, &[], b"").status, 404);
    // The first browser waits for news, and learns that it no longer holds the seat.
    let number = as_browser(&served, &first, "GET", "/table").number();
    let taken = thread::scope(|scope| {
        let waits = scope.spawn(|| as_browser(&served, &first, "GET", &format!("/wait/{number}")));
        let taken = served.send_plainly("POST", &path, &[], b"");
        // Either its request was waiting and returns, or it came too late and is refused.
        let news = waits.join().expect("it is answered");
        assert!(news.status == 403 || news.text() != number.to_string(), "{} {}", news.status, news.text());
        taken
    });
    let second = taken.cookie().expect("the other browser holds the seat");
    assert_eq!((taken.status, as_browser(&served, &second, "GET", "").status), (303, 200));
    assert_eq!(as_browser(&served, &first, "GET", "").status, 409);
    assert_eq!(as_browser(&served, &first, "GET", "/table").status, 403);
    for open in ["to watch", "the host"] {
        for _ in 0..2 {
            let path = format!("/{}", served.key(open));
            assert_eq!(served.send_plainly("GET", &path, &[], b"").status, 200, "{open}: nobody holds that");
        }
    }
    drop(served);
    let served = serve(&rules, &options);
    assert_eq!(as_browser(&served, &second, "GET", "/table").status, 200, "another server, the same browser");
    assert_eq!(as_browser(&served, &first, "GET", "").status, 409);
}

#[test]
fn the_record_is_public_when_the_game_is_over() {
    let (folder, rules) = valley();
    let record = folder.path().join("game.yaml");
    let served = serve(&rules, &["--human", "all", "--seed", "4", "--record", record.to_str().expect("a path")]);
    let file = || fs::read_to_string(&record).expect("it is written");
    for who in ["anna", "ben"] {
        for seat in ["anna", "ben", "to watch"] {
            let refused = served.get(seat, "/record");
            assert!(refused.status == 409 && refused.text().contains("when the game is over"), "{}", refused.text());
            assert!(!served.get(seat, "").text().contains("/record"));
        }
        assert_eq!(served.get("the host", "/record").text(), file(), "the host has it at any time");
        assert_eq!(served.answer(who, served.get(who, "/table").number(), 0).status, 204);
    }
    for seat in ["anna", "ben", "to watch", "the host"] {
        let reply = served.get(seat, "/record");
        assert!(reply.head.contains("content-disposition: attachment") && reply.text() == file(), "{seat}");
        assert!(served.get(seat, "").text().contains("/record"), "the page leads there");
    }
    assert_eq!(served.answer("the host", 0, 0).status, 409, "the host does not play");
    let page = served.get("the host", "").text();
    assert!(page.contains("Anna: has opened the link") && !page.contains("Old Mill"), "{page}");
}

#[test]
fn a_seat_can_view_its_past_positions() {
    let (_folder, rules) = valley();
    let served = serve(&rules, &TWO);
    let at_first = served.get("anna", "/scene").text();
    let scene =
        |who: &str| -> serde_json::Value { serde_json::from_str(&served.get(who, "/scene").text()).expect("data") };
    let lines = |who: &str| scene(who)["log"].as_array().map_or(0, Vec::len);
    let before = lines("anna");
    assert_eq!(served.answer("anna", served.get("anna", "/table").number(), 0).status, 204);
    assert!(lines("anna") > before, "{at_first}");
    let now = served.get("anna", "/table").text();
    assert!(now.contains(&format!("/at/{before}\"")), "each line leads back");
    let page = served.get("anna", &format!("/at/{before}"));
    // A past position does not mark the player in turn.
    let boards = |text: &str| {
        let (_, from) = text.split_once("<div id=\"stands\"").expect("the places");
        let to = from.split("</main>").next().expect("the rest of the page");
        to.replace("panel turn", "panel").replace(" \u{25c0}", "")
    };
    assert!(page.status == 200 && !page.text().contains("name=\"option\""), "nothing is answered there");
    assert_ne!(boards(&page.text()), boards(&now), "the cart was not there yet");
    let last = served.get("anna", &format!("/at/{}", lines("anna"))).text();
    assert_eq!(boards(&last), boards(&now), "and now it is");
    for (line, status) in [("9999", 409), ("18446744073709551616", 400), ("x", 400), ("-1", 400)] {
        assert_eq!(served.get("anna", &format!("/at/{line}")).status, status, "{line}");
    }
    assert_eq!(served.get("to watch", "/at/1").status, 200);
}

/// True if a seat accepts no more requests than the limit of one client: a burst of 60, and 20 per second. A machine that is too slow to
/// exceed the limit is never refused.
fn is_limited(served: &Served, path: &str, most: usize) -> bool {
    let (let_in, allowed) = let_in(served, path, most);
    let_in as f64 <= allowed
}

/// The number of requests that a seat accepts before it refuses one, and the limit for that time.
fn let_in(served: &Served, path: &str, most: usize) -> (usize, f64) {
    let begin = Instant::now();
    let let_in = (0..most).take_while(|_| served.send("GET", path, &[], b"").status != 429).count();
    (let_in, 60.0 + 20.0 * begin.elapsed().as_secs_f64())
}

#[test]
fn the_rate_limit_affects_only_one_seat() {
    let (_folder, rules) = valley();
    let served = serve(&rules, &TWO);
    let before = responses(&served, "ben");
    for (path, what) in
        [(format!("/{}/table", served.key("anna")), "one seat"), (format!("/{}", "0".repeat(32)), "guessed keys")]
    {
        let (let_in, allowed) = let_in(&served, &path, 200);
        assert!(let_in >= 60 && let_in as f64 <= allowed, "{what}: {let_in} of {allowed}");
    }
    assert_eq!(responses(&served, "ben"), before, "the others are not affected");
}

#[test]
fn two_hundred_spectators_share_one_link() {
    let (_folder, rules) = valley();
    let served = serve(&rules, &TWO);
    assert!((0..200).all(|_| served.get("to watch", "/table").status == 200));
    // The other keys keep their limit.
    assert!(is_limited(&served, &format!("/{}/table", served.key("anna")), 300), "a seat that was silent");
    // Past positions cost the server work, so their limit is lower than 200 at once.
    assert!(is_limited(&served, &format!("/{}/at/1", served.key("to watch")), 200));
}

/// Sends a form of the current page.
fn form(served: &Served, who: &str, what: &str, more: &str) -> Reply {
    let body = format!("question={}{more}", served.get(who, "/table").number());
    served.send("POST", &format!("/{}/{what}", served.key(who)), &[("x-table", "1")], body.as_bytes())
}

#[test]
fn an_answer_comes_back_when_all_others_agree() {
    let (folder, rules) = fair();
    let record = folder.path().join("game.yaml");
    let file = record.to_str().expect("a path");
    let served = serve(&rules, &["--human", "all", "--players", "2", "--seed", "4", "--record", file]);
    let answers = || given(&record);
    let refused = |who: &str, what: &str| assert_eq!(form(&served, who, what, "&option=1").status, 409, "{who} {what}");
    refused("anna", "ask");
    for (who, option) in [("anna", 0), ("ben", 1), ("anna", 1)] {
        assert_eq!(served.answer(who, served.get(who, "/table").number(), option).status, 204, "{who}");
    }
    assert_eq!(answers(), ["- anna: 0", "- ben: 1", "- anna: 1"]);
    let before = served.get("to watch", "/scene").text();
    refused("anna", "ask");
    refused("anna", "agree");
    refused("to watch", "ask");
    assert!(served.get("ben", "/table").text().contains("Ask to take my last answer back"));
    assert_eq!(form(&served, "ben", "ask", "").status, 204);
    refused("ben", "agree");
    let asked = served.get("anna", "/table").text();
    let wanted = "Ben asks to take back the last answer (line 5, Ben: 1) and the answer after it (Anna: 1).";
    assert!(asked.contains(wanted), "{asked}");
    assert_eq!(form(&served, "anna", "agree", "&option=0").status, 204);
    assert!(served.get("ben", "/table").text().contains("Anna does not agree"));
    assert_eq!((answers().len(), served.get("to watch", "/scene").text()), (3, before), "all is as it was");
    // A request lapses when the game continues. Anna takes her own answer back without consent, and gives it again.
    assert_eq!(form(&served, "anna", "undo", "").status, 204);
    refused("anna", "agree");
    assert_eq!(served.answer("anna", served.get("anna", "/table").number(), 1).status, 204);
    assert_eq!(form(&served, "ben", "ask", "").status, 204);
    assert_eq!(form(&served, "anna", "agree", "&option=1").status, 204);
    assert_eq!(answers(), ["- anna: 0"], "later answers are gone, too");
    refused("anna", "agree");
    let asked = served.get("ben", "/table").text();
    assert!(asked.contains("How much do you bid?") && !served.get("anna", "/table").text().contains("And now?"));
    for (who, option) in [("ben", 0), ("anna", 1), ("ben", 1)] {
        assert_eq!(served.answer(who, served.get(who, "/table").number(), option).status, 204, "{who}");
    }
    assert_eq!(answers(), ["- anna: 0", "- ben: 0", "- anna: 1", "- ben: 1"]);
    assert!(served.get("ben", "/table").text().contains("The game is over"));
    refused("ben", "ask");
}
