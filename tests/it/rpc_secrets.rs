//! Secrecy of the keys of `tavola rpc`: two games that differ only in what a seat may not know give its key byte-equal answers to every
//! method. Unknown keys are refused alike.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use crate::rpc::{Session, key};

/// A table of poker with three cards, one in each hand.
struct Poker {
    started: Value,
    cards: [String; 2],
}

/// A table with this seed. The cards are in the record, which the host sees.
fn deal(session: &mut Session, seed: u64) -> Poker {
    let started = session.done("start", &json!({ "game": "kuhn_poker", "seed": seed, "host": true }));
    let record = session.done("record", &json!({ "key": key(&started, "host") }));
    let record = record["record"].as_str().expect("a text");
    let drawn: Vec<&str> = record.lines().filter(|line| line.contains("chance")).collect();
    let card = |at: usize| {
        let known = ["jack", "queen", "king"].into_iter().find(|card| drawn[at].contains(card));
        known.unwrap_or_else(|| panic!("no card in `{}`", drawn[at])).to_owned()
    };
    Poker { cards: [card(0), card(1)], started }
}

/// Two tables at which a player has the same card, and the other one another.
fn twins(session: &mut Session, seat: usize) -> [Poker; 2] {
    let mut known: BTreeMap<String, Poker> = BTreeMap::new();
    for seed in 1..100 {
        let poker = deal(session, seed);
        match known.remove(&poker.cards[seat]) {
            Some(other) if other.cards[1 - seat] != poker.cards[1 - seat] => return [other, poker],
            other => {
                let close = |session: &mut Session, poker: &Poker| {
                    session.done("close", &json!({ "key": key(&poker.started, "host") }));
                };
                if let Some(other) = other {
                    close(session, &other);
                }
                known.insert(poker.cards[seat].clone(), poker);
            }
        }
    }
    panic!("no twins among 99 seeds");
}

/// Every method with a key, in lines as they are sent: the key is `KEY`.
fn requests(number: &Value) -> Vec<(&'static str, Value)> {
    let mut requests = vec![
        ("question", json!({})),
        ("options", json!({})),
        ("view", json!({ "log": true })),
        ("log", json!({})),
        ("record", json!({})),
        ("think", json!({ "bot": "mcts:60", "seed": 1 })),
        ("think", json!({ "bot": "flat:30" })),
        ("think", json!({ "bot": "greedy" })),
        ("answer", json!({ "number": number, "option": 99 })),
        ("answer", json!({ "number": 0, "option": 0 })),
    ];
    for text in
        ["jack", "queen", "king", "check", "bet", "fold", "call", "hand[anna]", "hand[ben]", "deck", "done", "?"]
    {
        requests.push(("why_not", json!({ "answer": text })));
        requests.push(("answer", json!({ "number": 0, "answer": text })));
    }
    requests
}

/// All answers to a key, as bytes.
fn seen(session: &mut Session, key: &str) -> Vec<(String, String)> {
    let number = session.done("question", &json!({ "key": key }))["number"].clone();
    let mut ask = |(method, mut params): (&str, Value)| {
        params["key"] = json!(key);
        let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let answer = session.line(&request.to_string());
        params["key"] = json!("KEY");
        (format!("{method} {params}"), answer)
    };
    requests(&number).into_iter().map(&mut ask).collect()
}

fn alike(session: &mut Session, [one, other]: &[Poker; 2], who: &str) {
    let (own, twin) = (seen(session, &key(&one.started, who)), seen(session, &key(&other.started, who)));
    for (own, twin) in own.iter().zip(&twin) {
        assert_eq!(own, twin, "{who} can tell {:?} from {:?}", one.cards, other.cards);
    }
}

/// Answers at both tables.
fn both(session: &mut Session, tables: &[Poker; 2], who: &str, answer: &str) {
    for table in tables {
        let key = key(&table.started, who);
        let number = session.done("question", &json!({ "key": key }))["number"].clone();
        session.done("answer", &json!({ "key": key, "number": number, "answer": answer }));
    }
}

#[test]
fn no_method_shows_what_its_seat_may_not_know() {
    let mut session = Session::new(Path::new("."), "rules/classics/kuhn_poker");
    for (seat, who) in [(0, "anna"), (1, "ben")] {
        let tables = twins(&mut session, seat);
        let look = |session: &mut Session| {
            alike(session, &tables, who);
            alike(session, &tables, "spectator");
        };
        look(&mut session);
        both(&mut session, &tables, "anna", "check");
        look(&mut session);
        both(&mut session, &tables, "ben", "bet");
        look(&mut session);
        // Nobody shows their card. Only the record does then.
        let other = if seat == 0 { "ben" } else { "anna" };
        let [own, hidden] = [who, other].map(|who| key(&tables[0].started, who));
        assert_ne!(seen(&mut session, &own), seen(&mut session, &hidden), "the two players see different cards");
        for table in &tables {
            session.done("close", &json!({ "key": key(&table.started, "host") }));
        }
    }
}

#[test]
fn the_test_of_twins_sees_a_difference() {
    let mut session = Session::new(Path::new("."), "rules/classics/kuhn_poker");
    let tables = twins(&mut session, 0);
    let [one, other] = [&tables[0], &tables[1]].map(|table| key(&table.started, "ben"));
    let (one, other) = (seen(&mut session, &one), seen(&mut session, &other));
    let differs = |method: &str| one.iter().zip(&other).any(|(own, twin)| own.0.starts_with(method) && own != twin);
    assert!(differs("view"), "ben has another card at the other table");
    assert!(!differs("record"));
}

#[test]
fn other_forged_and_old_keys_are_refused_alike() {
    let mut session = Session::new(Path::new("."), "rules/classics/kuhn_poker");
    let started = session.done("start", &json!({ "game": "kuhn_poker", "seed": 1, "host": true }));
    let closed = session.done("start", &json!({ "game": "kuhn_poker", "seed": 1 }));
    let anna = key(&started, "anna");
    let old = key(&closed, "anna");
    session.done("close", &json!({ "key": old }));
    let forged = anna.chars().rev().collect::<String>();
    let refused = (-32002, "There is no such seat.".to_owned());
    let mut methods = requests(&json!(1));
    methods.push(("bot", json!({ "number": 1 })));
    methods.push(("close", json!({})));
    for (method, params) in methods {
        for (key, seat) in
            [(&old, None), (&forged, None), (&anna, Some("ben")), (&anna, Some("")), (&String::new(), None)]
        {
            let mut params = params.clone();
            params["key"] = json!(key);
            params["seat"] = json!(seat);
            assert_eq!(session.refused(method, &params), refused, "{method} {params}");
        }
    }
    let spectator = key(&started, "spectator");
    for (method, params) in
        [("options", json!({})), ("why_not", json!({ "answer": "bet" })), ("bot", json!({ "number": 1 }))]
    {
        let mut params = params;
        params["key"] = json!(spectator);
        assert_eq!(session.refused(method, &params).0, -32003, "{method}: spectators are not asked");
    }
    let host = json!({ "key": key(&started, "host") });
    assert_eq!(session.refused("view", &host), (-32003, "The host's key opens `record` and `close` only.".to_owned()));
    assert!(session.done("record", &host)["record"].is_string());
}

#[test]
fn a_secret_seed_is_another_one_each_time() {
    let mut session = Session::new(Path::new("."), "rules/classics/kuhn_poker");
    let mut seeds = Vec::new();
    for _ in 0..4 {
        let started = session.done("start", &json!({ "game": "kuhn_poker", "host": true }));
        assert!(!started.to_string().contains("seed"), "{started}");
        let record = session.done("record", &json!({ "key": key(&started, "host") }));
        let record = record["record"].as_str().expect("a text").to_owned();
        let seed = record.lines().find_map(|line| line.strip_prefix("seed: ")).expect("a seed").to_owned();
        assert!(!seeds.contains(&seed), "{seed}");
        seeds.push(seed);
    }
}
