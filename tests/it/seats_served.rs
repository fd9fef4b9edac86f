//! Seats at tables in browsers: who holds one, what he may have as a file, what he may look back at, how much he may ask.

use std::fs;
use std::thread;
use std::time::Instant;

use crate::at_once_served::fair;
use crate::serve::{Reply, Served, given, serve, told, valley};

/// Options of a game for two people.
const TWO: [&str; 5] = ["--human", "all", "--seed", "4", "--no-record"];

fn as_browser(served: &Served, cookie: &str, method: &str, what: &str) -> Reply {
    let path = format!("/{}{what}", served.key("anna"));
    let headers = [("cookie", cookie), ("x-table", "1")];
    served.send_plainly(method, &path, if cookie.is_empty() { &headers[1..] } else { &headers }, b"")
}

#[test]
fn who_opens_a_seat_first_holds_it_until_another_takes_it() {
    let (folder, rules) = valley();
    let record = folder.path().join("game.yaml");
    let options = ["--human", "all", "--seed", "4", "--record", record.to_str().expect("a path")];
    let served = serve(&rules, &options);
    let first = as_browser(&served, "", "GET", "").cookie().expect("who comes first holds the seat");
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
    // The first browser waits for news, and is told by them that it holds the seat no more.
    let number = as_browser(&served, &first, "GET", "/table").number();
    let taken = thread::scope(|scope| {
        let waits = scope.spawn(|| as_browser(&served, &first, "GET", &format!("/wait/{number}")));
        let taken = served.send_plainly("POST", &path, &[], b"");
        // Either it waited and was woken, or it came too late and is refused at once.
        let heard = waits.join().expect("it is answered");
        assert!(heard.status == 403 || heard.text() != number.to_string(), "{} {}", heard.status, heard.text());
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
fn the_record_is_the_hosts_and_everybodys_when_the_game_is_over() {
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
    assert!(page.contains("anna: is there") && !page.contains("Old Mill"), "{page}");
}

#[test]
fn a_seat_looks_back_at_what_it_was_shown() {
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
    // Whose turn it is is left out of what has been.
    let boards = |text: &str| {
        let (_, from) = text.split_once("<div id=\"stands\"").expect("what stands where");
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

/// Whether a seat that many requests are sent to lets in no more than one person's: its first ones, and those that come back each
/// second. A machine that is too busy to send so many is never refused.
fn is_held_back(served: &Served, path: &str, most: usize) -> bool {
    let (let_in, allowed) = let_in(served, path, most);
    let_in as f64 <= allowed
}

/// How many of so many requests a seat lets in before it refuses one, and how many are one person's in that time.
fn let_in(served: &Served, path: &str, most: usize) -> (usize, f64) {
    let begin = Instant::now();
    let let_in = (0..most).take_while(|_| served.send("GET", path, &[], b"").status != 429).count();
    (let_in, 60.0 + 20.0 * begin.elapsed().as_secs_f64())
}

#[test]
fn who_asks_too_often_waits_and_nobody_else_does() {
    let (_folder, rules) = valley();
    let served = serve(&rules, &TWO);
    let before = told(&served, "ben");
    for (path, what) in
        [(format!("/{}/table", served.key("anna")), "one seat"), (format!("/{}", "0".repeat(32)), "guessed keys")]
    {
        let (let_in, allowed) = let_in(&served, &path, 200);
        assert!(let_in >= 60 && let_in as f64 <= allowed, "{what}: {let_in} of {allowed}");
    }
    assert_eq!(told(&served, "ben"), before, "the others go on");
}

#[test]
fn two_hundred_who_look_on_by_one_link_are_all_told() {
    let (_folder, rules) = valley();
    let served = serve(&rules, &TWO);
    assert!((0..200).all(|_| served.get("to watch", "/table").status == 200));
    // Meanwhile more than it holds has come back to nobody.
    assert!(is_held_back(&served, &format!("/{}/table", served.key("anna")), 300), "a seat that was silent");
    // To look back is work for the server, which nobody asks of it two hundred times at once.
    assert!(is_held_back(&served, &format!("/{}/at/1", served.key("to watch")), 200));
}

/// Sends a form of the page as it stands.
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
    assert!(served.get("ben", "/table").text().contains("Ask the others for my last answer back"));
    assert_eq!(form(&served, "ben", "ask", "").status, 204);
    refused("ben", "agree");
    assert!(served.get("anna", "/table").text().contains("ben asks to take back the last answer"));
    assert_eq!(form(&served, "anna", "agree", "&option=0").status, 204);
    assert!(served.get("ben", "/table").text().contains("anna does not agree"));
    assert_eq!((answers().len(), served.get("to watch", "/scene").text()), (3, before), "all is as it was");
    // A wish lapses when the game goes on; anna takes her own answer back alone, and gives it again.
    assert_eq!(form(&served, "anna", "undo", "").status, 204);
    refused("anna", "agree");
    assert_eq!(served.answer("anna", served.get("anna", "/table").number(), 1).status, 204);
    assert_eq!(form(&served, "ben", "ask", "").status, 204);
    assert_eq!(form(&served, "anna", "agree", "&option=1").status, 204);
    assert_eq!(answers(), ["- anna: 0"], "what was answered since is gone, too");
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
