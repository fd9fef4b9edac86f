//! `tavola studio`: figures of the saved rules in the background.

use std::fs;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tavola::game::{Rules, Setup};
use tavola::play::simulate::record;

use crate::studio::{Open, open};

/// Waits until the current run is as wanted. Returns it with its figures.
fn until(open: &Open, wanted: impl Fn(&Value) -> bool) -> Value {
    let end = Instant::now() + Duration::from_secs(120);
    loop {
        let now = open.ask("progress", &json!({}));
        if wanted(&now) {
            return now;
        }
        assert!(Instant::now() < end, "timeout: {now}");
        thread::sleep(Duration::from_millis(50));
    }
}

fn is_over(run: &Value) -> bool {
    run["state"] != "running" && run["state"] != "stopping"
}

/// Starts a run and waits for its end.
fn measured(open: &Open, asked: &Value) -> Value {
    let number = open.ask("figures", asked)["run"].clone();
    let run = until(open, is_over);
    assert_eq!(run["run"], number);
    run
}

fn report(run: &Value) -> &str {
    run["figures"]["report"].as_str().unwrap_or_else(|| panic!("no report: {run}"))
}

/// The game and the number of answers of the first button of a report, behind these words.
fn button(run: &Value, behind: &str) -> (String, String) {
    let (_, rest) = report(run).split_once(behind).unwrap_or_else(|| panic!("{behind}: {run}"));
    let value = |name: &str| rest.split(&format!("data-{name}=\"")).nth(1).and_then(|rest| rest.split('"').next());
    let value = |name: &str| value(name).unwrap_or_else(|| panic!("a button behind {behind}: {run}")).to_owned();
    (value("game"), value("answers"))
}

/// Opens a game of a run at the table. Returns its course.
fn shown(open: &Open, run: &Value, game: &str) -> Value {
    let seats = open.seats(&json!({ "new": true, "figured": { "run": run["run"], "game": game } }));
    assert!(seats.iter().all(|(kind, _)| kind != "bot"), "nothing happens by itself: {seats:?}");
    open.ask("course", &json!({}))
}

/// Saves other rules, and lets the studio read them as its page does.
fn change(open: &Open, from: &str, to: &str) {
    assert!(open.change("my.tavola", from, to)["print"].is_string());
    open.ask("tests", &json!({}));
}

#[test]
fn figures_grow_and_name_games_that_open_at_the_table() {
    let open = open(&[]);
    assert_eq!(open.ask("progress", &json!({}))["state"], "none");
    let run = measured(&open, &json!({ "sort": "simulate", "players": 2, "games": 40 }));
    assert_eq!((&run["state"], &run["done"], &run["most"]), (&json!("done"), &json!(40), &json!(40)));
    assert!(run["version"].as_u64().is_some_and(|version| version > 1), "they grew: {run}");
    for words in ["2 players: 40 games, seed 4", "<svg", "Darker spaces were chosen more often"] {
        assert!(report(&run).contains(words), "{words}: {run}");
    }
    assert!(run["figures"]["rows"].to_string().contains("questions per game"), "{run}");
    let known = open.ask("progress", &json!({ "run": run["run"], "version": run["version"] }));
    assert_eq!(known["figures"], Value::Null, "the page has them already");
    let text = report(&run);
    assert!(text.find("Games to look at") < text.find("95% interval"), "near the verdict: {text}");
    let (game, answers) = button(&run, "most lead changes");
    assert_eq!(answers, "", "a whole game");
    let course = shown(&open, &run, &game);
    let rules = Rules::read(&open.game, None).expect("rules");
    let again = record(&rules, &rules.game(&Setup::of(2)).expect("a game"), 4, game.parse().expect("a number"));
    assert_eq!(course["answers"], json!(again.answers.len()));
    assert_eq!(course["whole"], json!(true), "its answers can be captured");
    let figured = |run: &Value, game: &str| json!({ "new": true, "figured": { "run": run, "game": game } });
    open.refused("table", &figured(&run["run"], "nothing"), 409, "There is no such game.");
    open.refused("table", &figured(&json!(99), &game), 409, "These figures are gone.");
    change(&open, "| rounds    | 8 ", "| rounds    | 4 ");
    open.refused("table", &figured(&run["run"], &game), 409, "The rules have changed since these figures.");
}

#[test]
fn a_save_cancels_figures_and_the_earlier_ones_stay() {
    let open = open(&[]);
    let many = json!({ "sort": "simulate", "games": 10_000, "bots": "greedy" });
    open.ask("figures", &many);
    let first = until(&open, |run| run["figures"].is_object());
    assert_eq!((&first["state"], &first["before"]), (&json!("running"), &Value::Null));
    change(&open, "| rounds    | 8 ", "| rounds    | 4 ");
    assert_ne!(open.ask("progress", &json!({}))["state"], "running", "cancelled by the save");
    let cancelled = until(&open, is_over);
    assert_eq!(cancelled["state"], "stopped");
    assert!(cancelled["done"].as_u64() < Some(10_000), "{cancelled}");
    open.ask("figures", &many);
    open.ask("figures", &many);
    let again = until(&open, |run| run["figures"].is_object());
    assert_eq!(again["run"], json!(3), "the last one that was started is the only one");
    assert_eq!(again["before"]["report"], cancelled["figures"]["report"], "also if the second had none yet");
    open.ask("stop", &json!({}));
    assert_eq!(until(&open, is_over)["state"], "stopped");
    let found = measured(&open, &json!({ "sort": "find", "condition": "coins[anna] >= 3" }));
    assert_eq!(found["before"], Value::Null, "figures of another sort are not compared");
}

#[test]
fn saved_rules_are_compared_with_earlier_ones() {
    let open = open(&[]);
    // Earlier rules are compared without their look, whose pictures are not kept.
    fs::write(open.game.join("map.svg"), "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>").expect("writable");
    fs::write(open.game.join("look.yaml"), "boards: { valley: { background: map.svg } }\n").expect("writable");
    open.ask("tests", &json!({}));
    let with = |other: &str, name: &str| json!({ "sort": "compare", "other": other, "name": name, "players": 2, "games": 100 });
    open.refused("figures", &with("save", ""), 409, "No other rules were saved");
    let git = |words: &[&str]| {
        let own = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
        let out = Command::new("git").current_dir(&open.game).args(own).args(words).output().expect("git");
        assert!(out.status.success(), "{words:?}: {out:?}");
    };
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "first"]);
    let same = measured(&open, &with("commit", "HEAD"));
    assert!(same["problem"].as_str().is_some_and(|why| why.contains("nothing to compare")), "{same}");
    change(&open, "| rounds    | 8 ", "| rounds    | 4 ");
    // A save with errors is not compared with.
    change(&open, "winner p in", "winner q in");
    change(&open, "winner q in", "winner p in");
    for (other, name, before, after) in [
        ("save", "", "before: the last save", "after: saved rules;"),
        ("commit", "HEAD", "my@HEAD", "after: saved rules;"),
        ("variant", "long_road", "my; random players", "after: saved rules, long_road;"),
    ] {
        let run = measured(&open, &with(other, name));
        let text = report(&run);
        assert!(text.contains(before) && text.contains(after), "{other}: {text}");
        assert!(text.contains("95% interval") && text.contains("100 pairs of games, seed 4"), "{other}: {text}");
        assert!(other == "variant" || text.contains("relevant difference"), "{other}: {text}");
    }
    let failed = |asked: &Value, words: &str| {
        let run = measured(&open, asked);
        let why = run["problem"].as_str().unwrap_or_default();
        assert!(run["state"] == "failed" && why.contains(words), "{run}");
    };
    failed(&with("commit", "nothing"), "git finds no commit `nothing`");
    failed(&with("variant", "nothing"), "nothing");
    open.refused("figures", &with("commit", " "), 409, "Name a commit");
    let choices = open.ask("choices", &json!({}));
    let known = json!({ "players": [2, 4, 4], "variants": ["long_road"], "earlier": true, "example": "coins[anna] >= 10", "commits": true, "records": 0 });
    assert_eq!(choices, known);
}

/// A comparison names games whose sides part, and each opens there under the changed rules.
#[test]
fn a_comparison_opens_games_where_they_part() {
    let open = open(&[]);
    open.ask("tests", &json!({}));
    change(&open, "you gains l.worth coins", "you gains l.worth + 1 coins");
    let run = measured(&open, &json!({ "sort": "compare", "other": "save", "players": 2, "games": 20 }));
    let text = report(&run);
    let (verdict, games) = (text.find("class=\"verdict\""), text.find("parts before answer"));
    assert!(verdict < games && games < text.find("95% interval"), "below the verdict: {text}");
    assert!(text.contains("coins[") && text.contains("my.tavola:"), "what differs, and its place: {text}");
    let (game, answers) = button(&run, "parts before answer");
    let course = shown(&open, &run, &game);
    assert!(course["answers"].as_u64() > answers.parse().ok(), "it is played on from there: {answers}: {course}");
    let seat = open.seats(&json!({}))[0].1.clone();
    let page = |answers: &str| open.get(&format!("{}/still{seat}/{answers}", open.page())).text();
    assert!(page(&answers).contains("<dt>coins</dt>"), "{answers}");
}

#[test]
fn a_stopped_comparison_keeps_the_pairs_that_it_has() {
    let open = open(&[]);
    open.ask("tests", &json!({}));
    change(&open, "| rounds    | 8 ", "| rounds    | 4 ");
    open.ask("figures", &json!({ "sort": "compare", "other": "save", "bots": "mcts:20", "games": 10_000 }));
    until(&open, |run| run["done"].as_u64() >= Some(1));
    open.ask("stop", &json!({}));
    let run = until(&open, is_over);
    assert_eq!(run["state"], json!("stopped"));
    assert!(run["done"].as_u64() < Some(64), "before the first figures: {run}");
    assert!(report(&run).contains("stopped; intervals"), "{run}");
}

#[test]
fn a_position_is_found_and_opens_at_the_table() {
    let open = open(&[]);
    let find = |condition: &str| json!({ "sort": "find", "condition": condition, "players": 2, "games": 200 });
    let run = measured(&open, &find("coins[anna] >= 3"));
    assert!(report(&run).contains("<code>coins[anna] &gt;= 3</code> is true after"), "{run}");
    let (game, answers) = button(&run, "is true after");
    let course = shown(&open, &run, &game);
    assert!(course["answers"].as_u64() >= answers.parse().ok(), "{answers}: {course}");
    let seat = open.seats(&json!({}))[0].1.clone();
    let page = open.get(&format!("{}/still{seat}/{answers}", open.page())).text();
    assert!(["3", "4"].iter().any(|coins| page.contains(&format!("<dt>coins</dt><dd>{coins}</dd>"))), "{page}");
    let never = measured(&open, &find("coins[anna] >= 999"));
    assert!(report(&never).contains("was never true") && report(&never).contains("of 200 games"), "{never}");
    let wrong = measured(&open, &find("coinz[anna] >= 3"));
    assert!(wrong["problem"].as_str().is_some_and(|why| why.starts_with("The condition: ")), "{wrong}");
    open.refused("figures", &find(" "), 409, "Write a condition");
}

#[test]
fn recorded_games_show_the_effects_of_a_save() {
    let open = open(&[]);
    open.ask("tests", &json!({}));
    let impact = json!({ "sort": "impact", "other": "save" });
    open.refused("figures", &impact, 409, "There are no records");
    let record = open.game.join("records/one.yaml");
    std::fs::create_dir(open.game.join("records")).expect("a folder can be made");
    let mut play = Command::new(env!("CARGO_BIN_EXE_tavola"));
    play.arg("play")
        .arg(&open.game)
        .args(["--players", "2", "--human", "none", "--seed", "3", "--record"])
        .arg(&record);
    assert!(play.output().expect("it runs").status.success());
    assert_eq!(open.ask("choices", &json!({}))["records"], json!(1));
    change(&open, "cost:     1 hours\n  effect:   move l", "cost:     2 hours\n  effect:   move l");
    let run = measured(&open, &impact);
    assert!(report(&run).contains("First difference of 1 game at `turn`"), "{run}");
    let (file, answers) = button(&run, "one.yaml");
    assert_eq!(file, record.display().to_string());
    let course = shown(&open, &run, &file);
    assert!(course["answers"].as_u64() >= answers.parse().ok(), "{answers}: {course}");
    fs::write(open.game.join("records/two.yaml"), "game: my\nanswers: 7\n").expect("writable");
    let run = measured(&open, &impact);
    assert!(report(&run).contains("two.yaml: `rules` is missing"), "{run}");
    let figured = json!({ "new": true, "figured": { "run": run["run"], "game": "/etc/passwd" } });
    open.refused("table", &figured, 409, "There is no such record.");
}

#[test]
fn faults_lead_to_the_answer_before_them() {
    let open = open(&[]);
    change(&open, "you gains l.worth coins", "you gains 6 / (l.worth - 4) rounded down coins");
    let run = measured(&open, &json!({ "sort": "simulate", "players": 2, "games": 200 }));
    let (game, answers) = button(&run, "faults");
    let course = shown(&open, &run, &game);
    let answers: u64 = answers.parse().expect("a number");
    assert!(course["answers"].as_u64() >= Some(answers), "{answers}: {course}");
    let seat = open.seats(&json!({}))[0].1.clone();
    let page = open.get(&format!("{}/still{seat}/{answers}", open.page()));
    assert!(page.status == 200 && page.text().contains("What do you do?"), "{}", page.text());
}

#[test]
fn figures_need_rules_without_errors_and_bots_that_end() {
    let open = open(&[]);
    let failed = |asked: &Value, words: &str| {
        let run = measured(&open, asked);
        let why = run["problem"].as_str().unwrap_or_default();
        assert!(run["state"] == "failed" && run["figures"].is_null() && why.contains(words), "{run}");
    };
    let with = |bots: &str| json!({ "sort": "simulate", "bots": bots });
    failed(&with("nobody"), "nobody");
    failed(&with("mcts:50ms"), "time-limited");
    failed(&with("mcts:100000"), "at most 500 playouts");
    failed(&json!({ "sort": "simulate", "players": 9 }), "2 to 4 players");
    change(&open, "winner p in", "winner q in");
    failed(&with("random"), "The rules have errors. Figures can be made when they are fixed and saved.");
    open.refused("figures", &json!({ "sort": "simulate", "games": 0 }), 409, "from 1 to 10000");
    open.refused("figures", &json!({ "sort": "simulate", "games": 1_000_000 }), 409, "from 1 to 10000");
    open.refused("figures", &json!({ "sort": "everything" }), 400, "malformed");
}
