//! `tavola studio`: from the table to the rules and back, earlier positions, captured and failed scenarios.

use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use crate::serve::start;
use crate::studio::{Open, list, open, until};

/// The line of a file at which something stands.
fn stands(open: &Open, at: &Value) -> String {
    let line = at["line"].as_u64().expect("a line") as usize;
    open.text(at["file"].as_str().expect("a file")).lines().nth(line - 1).unwrap_or_default().trim().to_owned()
}

/// The only rule behind something at the table, with the line at which it stands.
fn origin(open: &Open, asked: &Value) -> (Value, String) {
    let found = open.ask("origin", asked);
    assert_eq!(list(&found).len(), 1, "{asked}: {found}");
    let line = stands(open, &found[0]["line"]);
    (found[0].clone(), line)
}

/// Key of the seat of the first person.
fn person(open: &Open) -> String {
    let seats = open.seats(&json!({}));
    let path = seats.iter().find(|(kind, _)| kind == "person").map(|(_, path)| path.as_str());
    path.expect("a person").trim_start_matches('/').to_owned()
}

/// Lines of the log of a seat, the first one first.
fn log(open: &Open, seat: &str) -> Vec<String> {
    let page = open.get(&format!("/{seat}/table")).text();
    let lines = page.split("<li value=").skip(1).map(|line| line.split_once('>').expect("a line").1.to_owned());
    let mut lines: Vec<String> = lines.collect();
    lines.reverse();
    lines
}

/// Answers the open question of a seat with its first option.
fn answer(open: &Open, seat: &str) {
    let page = open.get(&format!("/{seat}/table")).text();
    let number = page.split("name=\"question\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
    let form = format!("question={}&option=0", number.expect("a question"));
    let reply = open.served.send("POST", &format!("/{seat}/answer"), &[("x-table", "1")], form.as_bytes());
    assert_eq!(reply.status, 204, "{}", reply.text());
}

fn answers(open: &Open) -> u64 {
    open.ask("course", &json!({}))["answers"].as_u64().expect("a number")
}

#[test]
fn what_lies_at_the_table_leads_to_its_declaration() {
    let open = open(&[]);
    let (hand, line) = origin(&open, &json!({ "names": ["hand[anna]"] }));
    assert_eq!((&hand["sort"], &hand["name"]), (&json!("place"), &json!("hand")));
    assert!(line.starts_with("| hand[p in Player]"), "{line}");
    assert_eq!(hand["clauses"][0]["id"], json!("MY-4"));
    assert!(hand["clauses"][0]["text"].as_str().is_some_and(|text| text.contains("letters")), "{hand}");
    let used: Vec<&str> = list(&hand["used"]).iter().filter_map(|line| line["text"].as_str()).collect();
    assert!(used.iter().any(|line| line.starts_with("action deliver(l in hand[you])")), "{used:?}");
    for (name, begins) in [
        ("courier[anna]", "| courier[Player]"),
        ("crown", "| crown"),
        ("dell", "| dell"),
        ("coins", "track coins[Player]"),
        ("valley", "board valley"),
        ("Village", "kind Village"),
        ("winner", "winner p in Player"),
    ] {
        let (found, line) = origin(&open, &json!({ "names": [name] }));
        assert!(line.starts_with(begins), "{name}: {line}");
        assert!(!list(&found["clauses"]).is_empty(), "a row has the clauses of its kind: {found}");
    }
    let several = open.ask("origin", &json!({ "names": ["crown", "hand[anna]", "abbey--bridge"] }));
    let names: Vec<&str> = list(&several).iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(names, ["crown", "hand", "abbey", "bridge"], "the first that was clicked comes first");
    assert_eq!(open.ask("origin", &json!({ "names": ["anna", "nothing"] })), json!([]));
}

#[test]
fn questions_answers_and_lines_of_the_log_lead_to_their_rules() {
    let open = open(&["--players", "2"]);
    let seat = person(&open);
    let (question, line) = origin(&open, &json!({ "seat": seat, "question": true }));
    assert!(line.starts_with("menu turn"), "{line}");
    assert_eq!(question["clauses"][0]["id"], json!("MY-6"));
    let (_, line) = origin(&open, &json!({ "seat": seat, "question": true, "option": 0 }));
    assert!(line.starts_with("action ride"), "{line}");
    let lines = log(&open, &seat);
    let behind = |words: &str| {
        let at = lines.iter().position(|line| line.contains(words)).unwrap_or_else(|| panic!("{words}: {lines:#?}"));
        origin(&open, &json!({ "seat": seat, "line": at + 1 }))
    };
    let (drawn, line) = behind("deck");
    assert!(line.starts_with("each p in Player: draw hand_size"), "{line}");
    assert_eq!(drawn["clauses"][0]["id"], json!("MY-4"));
    assert!(behind("Day").1.starts_with("phase day"), "a heading leads to its phase");
    answer(&open, &seat);
    let lines = log(&open, &seat);
    let moved = lines.iter().rposition(|line| line.contains("street")).expect("the courier moved") + 1;
    let (_, line) = origin(&open, &json!({ "seat": seat, "line": moved }));
    assert_eq!(line, "effect:   move courier[you] to street[v]");
    assert_eq!(open.ask("origin", &json!({ "seat": seat, "line": 9999 })), json!([]));
    open.refused("origin", &json!({ "seat": "0".repeat(32), "line": 1 }), 409, "no such seat");
}

#[test]
fn a_line_of_the_rules_names_what_it_touches_at_the_table() {
    let open = open(&[]);
    let (file, text) = ("my.tavola", open.text("my.tavola"));
    open.ask("check", &json!({ "file": file }));
    let touched = |words: &str| {
        let at = text[..text.find(words).expect("it is there")].encode_utf16().count();
        let found = open.ask("touched", &json!({ "file": file, "text": text, "at": at }));
        let names = list(&found).iter().filter_map(|name| name["name"].as_str().map(str::to_owned));
        names.collect::<Vec<String>>()
    };
    assert_eq!(touched("move l from hand"), ["hand", "delivered"]);
    assert_eq!(touched("you gains l.worth"), ["worth", "coins"]);
    let village = touched("kind Village");
    assert!(["Village", "abbey", "elm"].iter().all(|name| village.contains(&(*name).to_owned())), "{village:?}");
    assert_eq!(touched("| dell   | \"Dell\""), ["dell"]);
    let whole = touched("menu turn");
    assert!(whole.is_empty(), "{whole:?}");
    let day = touched("phase day");
    assert!(day.is_empty(), "{day:?}");
    let rule = touched("play\n  each");
    assert!(rule.contains(&"deck".to_owned()) && rule.contains(&"hand".to_owned()), "the whole rule: {rule:?}");
    assert_eq!(open.ask("touched", &json!({ "file": "rulebook.yaml", "text": "", "at": 0 })), json!([]));
}

#[test]
fn an_earlier_position_is_seen_and_the_game_goes_on_from_it() {
    let open = open(&["--players", "2"]);
    let seat = person(&open);
    let before = open.ask("course", &json!({}));
    let questions = list(&before["questions"]);
    assert_eq!(questions.len() as u64, answers(&open) + 1);
    let last = questions.last().expect("the open question");
    assert_eq!(last["answer"], Value::Null);
    assert!(stands(&open, &last["at"]).starts_with("menu turn"), "{last}");
    let first = answers(&open);
    answer(&open, &seat);
    let after = answers(&open);
    assert!(after > first);
    let given = open.ask("course", &json!({}))["questions"][first as usize].clone();
    assert_eq!(given["who"], json!("Anna"), "as players read it");
    let still = |answers: u64| open.get(&format!("{}/still/{seat}/{answers}", open.page()));
    let (then, now) = (still(first).text(), still(after).text());
    assert!(then.contains("Anna: What do you do?") && then != now, "{then}");
    assert!(!then.contains("<form") && !then.contains("<script"), "nothing can be answered there: {then}");
    assert_eq!(still(0).status, 200);
    assert_eq!(still(after + 50).text(), now, "there is nothing later");
    open.ask("rewind", &json!({ "answers": first }));
    assert_eq!(answers(&open), first);
    assert_eq!(open.ask("course", &json!({})), before, "the game stands where it stood");
    answer(&open, &seat);
    assert_eq!(answers(&open), after, "bots and chance answer as before");
    for path in [format!("still/{seat}/x"), format!("still/{seat}"), "still/".to_owned()] {
        assert_eq!(open.get(&format!("{}/{path}", open.page())).status, 404, "{path}");
    }
    assert_eq!(open.get(&format!("{}/still/{}/0", open.page(), "0".repeat(32))).status, 409);
}

#[test]
fn answers_of_the_game_become_a_scenario() {
    let open = open(&["--players", "2"]);
    let seat = person(&open);
    let from = answers(&open) + 1;
    answer(&open, &seat);
    let capture = |from: u64, count: u64, name: &str| json!({ "from": from, "count": count, "name": name });
    let captured = open.ask("capture", &capture(from, 1, "first_ride"));
    assert_eq!(captured, json!({ "file": "scenarios/first_ride.yaml", "from": from, "to": from }));
    let text = open.text("scenarios/first_ride.yaml");
    assert!(text.contains("name: \"first ride\"") && text.contains("# captured in the studio"), "{text}");
    assert!(text.contains("MY-6") && text.contains("then:"), "{text}");
    let results = open.ask("tests", &json!({}));
    let own = list(&results["cases"]).iter().find(|case| case["name"] == "first ride").expect("it is run");
    assert_eq!(own["passed"], json!(true), "{own}");
    open.refused("capture", &capture(from, 1, "first_ride"), 409, "exists already");
    let proving = json!({ "from": from, "count": 1, "name": "proved", "clauses": "MY-1, MY-2" });
    open.ask("capture", &proving);
    let proved = open.text("scenarios/proved.yaml");
    assert!(proved.contains("MY-1") && proved.contains("MY-2]"), "{proved}");
    fs::remove_file(open.game.join("scenarios/proved.yaml")).expect("it is there");
    let wrong = json!({ "from": from, "count": 1, "name": "wrong", "clauses": "the first" });
    open.refused("capture", &wrong, 409, "`the` cannot be cited");
    assert_eq!(open.text("scenarios/first_ride.yaml"), text, "nothing is overwritten");
    for wrong in [capture(0, 1, "x"), capture(1, 0, "x"), capture(1, 10_000, "x"), capture(u64::MAX >> 1, 2, "x")] {
        open.refused("capture", &wrong, 409, "the game has ");
    }
    open.refused("capture", &capture(1, 1, "../x"), 409, "is not a name");
    assert!(!open.game.join("scenarios/x.yaml").exists());
}

#[test]
fn a_failed_test_is_opened_where_it_fails() {
    let open = open(&["--players", "2"]);
    open.change("my.tavola", "you gains l.worth coins", "you gains l.worth + 1 coins");
    let case = "turns/a letter is delivered in its village only";
    let seats = open.seats(&json!({ "new": true, "case": case }));
    assert!(seats.iter().all(|(kind, _)| kind == "person" || kind == "spectator"), "{seats:?}");
    let seat = seats[0].1.trim_start_matches('/');
    let course = open.ask("course", &json!({}));
    assert_eq!(course["whole"], json!(false), "it calls a rule: {course}");
    let page = open.get(&format!("{}/still/{seat}/{}", open.page(), course["answers"])).text();
    assert!(page.contains("<dt>coins</dt><dd>2</dd>"), "the actual value is seen: {page}");
    let now = open.get(&format!("/{seat}/table")).text();
    assert!(
        now.contains("The rule that the scenario calls has ended.") && !now.contains("Anna wins"),
        "nobody wins a part: {now}"
    );
    open.refused("capture", &json!({ "from": 1, "count": 1, "name": "x" }), 409, "gives");
    open.ask("rewind", &json!({ "answers": 0 }));
    assert_eq!(open.get(&format!("/{seat}")).status, 200);
    let whole = open.seats(&json!({ "new": true, "case": "end/the game ends after the last round" }));
    let seat = whole[0].1.trim_start_matches('/');
    let course = open.ask("course", &json!({}));
    let page = open.get(&format!("{}/still/{seat}/{}", open.page(), course["answers"]));
    assert_eq!(page.status, 200, "{}", page.text());
    open.refused("table", &json!({ "new": true, "case": "turns/none" }), 409, "no scenario `turns/none`");
    assert_eq!(open.get(&format!("/{seat}")).status, 200, "the game at the table stays");
}

/// Answers after the failure are not played: neither after a check nor after an answer that is not possible.
#[test]
fn a_test_that_fails_in_the_middle_is_opened_there() {
    let open = open(&["--players", "2"]);
    let head = "  players: [anna, ben]\n  given: { \"hand[anna]\": [seed, crown] }\n  call: anna does turn\n  do:\n    \
                - { anna: deliver(seed) }\n    - { chance: lantern }\n";
    let checked = "    - then: { \"coins[anna]\": 5 }\n    - { anna: ride(abbey) }\n";
    let refused = "    - { anna: ride(bridge) }\n    - { anna: ride(abbey) }\n  then: { \"coins[ben]\": 0 }\n";
    let cases = format!("- name: checked\n{head}{checked}- name: refused\n{head}{refused}");
    fs::write(open.game.join("scenarios/middle.yaml"), cases).expect("writable");
    for case in ["checked", "refused"] {
        let seats = open.seats(&json!({ "new": true, "case": format!("middle/{case}") }));
        assert_eq!(answers(&open), 2, "{case}");
        let seat = seats[0].1.trim_start_matches('/');
        let page = open.get(&format!("{}/still/{seat}/2", open.page())).text();
        assert!(page.contains("Anna: What do you do?") && page.contains("<dt>coins</dt><dd>1</dd>"), "{case}: {page}");
        let first = open.get(&format!("{}/still/{seat}/0", open.page())).text();
        assert!(first.contains("<dt>coins</dt><dd>0</dd>"), "the answers of the case are steps: {first}");
    }
    open.change("my.tavola", "What do you do?", "What now?");
    let seat = person(&open);
    until(&open, &format!("/{seat}"), "This game cannot continue under the changed rules.");
}

/// Rules are for the studio alone: the links of `tavola serve` show no place in them, and answer no such request.
#[test]
fn guests_are_not_led_to_the_rules() {
    let open = open(&[]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_tavola"));
    command.args(["serve", "--seed", "4", "--no-record", "--players", "2"]).arg(&open.game);
    let served = start(command, "the host");
    let key = served.key("anna");
    let get = |path: &str| served.send("GET", path, &[], b"");
    for path in [format!("/{key}"), format!("/{key}/table"), format!("/{key}/scene"), format!("/{key}/at/1")] {
        let page = get(&path);
        assert_eq!(page.status, 200, "{path}");
        assert!(!page.text().contains(".tavola"), "{path}: {}", page.text());
    }
    for path in ["origin", "touched", "course", "rewind", "capture", "choices", "figures", "progress", "stop"] {
        assert_eq!(served.send("POST", &format!("/{key}/{path}"), &[], b"{}").status, 404, "{path}");
        assert_eq!(served.send("POST", &format!("/page/{key}/{path}"), &[], b"{}").status, 404, "{path}");
    }
    assert_eq!(get(&format!("/{key}/still/0")).status, 404);
    // The seats of a studio are no pages of it.
    let seat = person(&open);
    for path in [format!("/{seat}/still/{seat}/0"), format!("/page/{seat}/still/{seat}/0")] {
        assert_eq!(open.get(&path).status, 404, "{path}");
    }
    for path in ["course", "choices", "figures", "progress", "stop"] {
        assert_eq!(open.served.send("POST", &format!("/page/{seat}/{path}"), &[], b"{}").status, 404, "{path}");
    }
    fs::metadata(open.game.join("my.tavola")).expect("the rules stay");
}
