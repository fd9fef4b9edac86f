//! `tavola rpc`: requests and errors, whole games by key, limits, and the pages about it.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};

use crate::cli::{Home, Run, command};

/// A running `tavola rpc`.
pub(crate) struct Session {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Session {
    /// Starts it in a folder.
    pub(crate) fn new(folder: &Path, args: &str) -> Self {
        let mut command = command("rpc");
        let command = command.args(args.split_whitespace()).current_dir(folder);
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        let (input, output) = (child.stdin.take(), child.stdout.take().expect("a pipe"));
        Self { child, input, output: BufReader::new(output) }
    }

    /// Sends a line, and returns the line that answers it.
    pub(crate) fn line(&mut self, line: &str) -> String {
        let input = self.input.as_mut().expect("the input is open");
        writeln!(input, "{line}").expect("the program reads");
        let mut answer = String::new();
        self.output.read_line(&mut answer).expect("the program writes");
        answer
    }

    /// Calls a method, and returns the response.
    pub(crate) fn call(&mut self, method: &str, params: &Value) -> Value {
        let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let answer = self.line(&request.to_string());
        serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{method}: {error}: `{answer}`"))
    }

    /// Calls a method that succeeds.
    pub(crate) fn done(&mut self, method: &str, params: &Value) -> Value {
        let answer = self.call(method, params);
        answer.get("result").cloned().unwrap_or_else(|| panic!("{method} {params}: {answer}"))
    }

    /// Calls a method that is refused: the code and the message.
    pub(crate) fn refused(&mut self, method: &str, params: &Value) -> (i64, String) {
        let answer = self.call(method, params);
        let error = answer.get("error").unwrap_or_else(|| panic!("{method} {params}: {answer}"));
        (error["code"].as_i64().expect("a code"), error["message"].as_str().expect("a message").to_owned())
    }

    /// Closes the input. Returns the exit code.
    pub(crate) fn end(mut self) -> Option<i32> {
        drop(self.input.take());
        self.child.wait().expect("it ends").code()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The key of a seat, or of a role.
pub(crate) fn key(started: &Value, who: &str) -> String {
    let keys = started["keys"].as_array().expect("keys");
    let own = keys.iter().find(|key| key["seat"] == who || key["role"] == who);
    own.and_then(|key| key["key"].as_str()).unwrap_or_else(|| panic!("no key of {who}: {started}")).to_owned()
}

fn answers(home: &Home, input: &str) -> Vec<Value> {
    let Run { out, .. } = home.feed("rpc", input).ends(0);
    out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn codes(answers: &[Value]) -> Vec<i64> {
    answers.iter().map(|answer| answer["error"]["code"].as_i64().unwrap_or_default()).collect()
}

#[test]
fn every_bad_line_is_answered_and_the_next_one_too() {
    let home = Home::new();
    let long = format!("\"{}\"\n", "x".repeat(1 << 20));
    let bad = [
        "nonsense\n",
        "{\"jsonrpc\": \"2.0\", \"id\": 1\n",
        "\u{fffd}\n",
        "[]\n",
        "7\n",
        "{\"id\": 1, \"method\": \"version\"}\n",
        "{\"jsonrpc\": \"2.0\", \"id\": {}, \"method\": \"version\"}\n",
        "{\"jsonrpc\": \"2.0\", \"id\": 1}\n",
        "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"verson\"}\n",
        "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"check\"}\n",
        "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"check\", \"params\": [1]}\n",
        "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"games\", \"params\": {\"game\": 1}}\n",
        &long,
        "\n",
        "{\"jsonrpc\": \"2.0\", \"method\": \"games\"}\n",
        "{\"jsonrpc\": \"2.0\", \"id\": \"last\", \"method\": \"games\"}",
    ];
    let answers = answers(&home, &bad.concat());
    let (parse, request, method, params) = (-32700, -32600, -32601, -32602);
    let expected = [vec![parse; 3], vec![request; 5], vec![method], vec![params; 3], vec![request, 0]];
    assert_eq!(codes(&answers), expected.concat(), "{answers:#?}");
    assert_eq!(
        answers[8]["error"]["message"],
        "there is no method `verson`; did you mean `version`? `version` lists all"
    );
    assert_eq!(answers[9]["error"]["message"], "parameters of `check`: missing field `game`");
    assert_eq!(answers[13]["id"], "last");
    assert_eq!(answers[13]["result"]["games"][0]["game"], "gems");
}

#[test]
fn a_batch_is_answered_by_one_line() {
    let home = Home::new();
    let one = |id: &str| format!("{{\"jsonrpc\":\"2.0\"{id},\"method\":\"games\"}}");
    let batch = format!("[{},{},7]\n[{}]\n", one(",\"id\":5"), one(""), one(""));
    let answers = answers(&home, &batch);
    assert_eq!(answers.len(), 1, "notifications have no answer: {answers:#?}");
    assert_eq!(answers[0][0]["id"], 5);
    assert_eq!(answers[0][1]["error"]["code"], -32600);
    assert_eq!(answers[0].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_closed_output_ends_it_without_a_message() {
    let home = Home::new();
    let mut command = command("rpc");
    let command =
        command.current_dir(home.path("")).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("a pipe");
    // It may end before all lines are written.
    let _ = writeln!(input, "{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"version\"}}");
    let output = child.wait_with_output().expect("it ends");
    drop(input);
    assert_eq!((output.status.code(), output.stderr), (Some(141), Vec::new()));
}

#[test]
fn a_game_is_played_to_its_end_by_key() {
    let home = Home::new();
    let mut session = Session::new(&home.path(""), "rules");
    let params = json!({ "game": "gems", "names": ["zoe"], "players": 2, "people": ["zoe"], "set": { "rounds": 2 } });
    let started = session.done("start", &params);
    assert_eq!(started["players"], json!(["zoe", "anna"]));
    assert_eq!(started["keys"].as_array().map(Vec::len), Some(2), "the bot and the host have none: {started}");
    let zoe = key(&started, "zoe");
    let mut state = session.done("question", &json!({ "key": zoe }));
    let mut answered = 0;
    while state["over"] == false {
        assert_eq!(state["asked"], json!(["zoe"]));
        let options = session.done("options", &json!({ "key": zoe, "from": 1, "most": 1 }));
        assert_eq!(options["total"], state["question"]["options"]);
        assert_eq!(options["options"].as_array().map(Vec::len), Some(1));
        let answer = options["options"][0]["notation"].clone();
        let early = session.refused("record", &json!({ "key": zoe }));
        assert_eq!(early.0, -32003, "{early:?}");
        let request = json!({ "key": zoe, "seat": "zoe", "number": state["number"], "answer": answer });
        state = session.done("answer", &request);
        assert_eq!(state["answered"], options["options"][0]["label"]);
        let again = session.refused("answer", &request);
        assert_eq!(again.0, -32003, "no question is answered twice: {again:?}");
        answered += 1;
    }
    assert_eq!(answered, 4);
    assert!(state["closing"][0].as_str().is_some_and(|line| line.starts_with("1. ")), "{state}");
    let lines = session.done("log", &json!({ "key": zoe }));
    let total = lines["total"].as_u64().expect("a number");
    let last = session.done("log", &json!({ "key": zoe, "from": total - 1 }));
    assert_eq!(last["lines"].as_array().map(Vec::len), Some(1));
    let record = session.done("record", &json!({ "key": zoe }));
    home.write("kept.yaml", record["record"].as_str().expect("a text"));
    home.run("replay kept.yaml").ends(0).says(&["zoe"]);
    assert_eq!(session.done("close", &json!({ "key": zoe }))["table"], started["table"]);
    assert_eq!(session.end(), Some(0));
}

#[test]
fn bots_advise_and_answer_for_a_seat() {
    let home = Home::new();
    let mut session = Session::new(&home.path(""), "rules --playouts 50");
    // With a seed: some games of gems end in a tie, which is a ranking of one rank.
    let params = json!({ "game": "gems", "players": 2, "people": ["anna"], "bots": "mcts:5", "seed": 4 });
    let started = session.done("start", &params);
    let anna = key(&started, "anna");
    let first = session.done("question", &json!({ "key": anna }));
    let think = json!({ "key": anna, "bot": "mcts:50", "seed": 4 });
    let advice = session.done("think", &think);
    assert_eq!(advice, session.done("think", &think), "the same seed gives the same advice");
    let ratings = advice["ratings"].as_array().expect("ratings");
    assert_eq!(ratings.len(), 3, "{advice}");
    assert!(ratings.iter().all(|rating| rating["value"].as_f64().is_some_and(|value| (0.0..=1.0).contains(&value))));
    assert_eq!(session.done("question", &json!({ "key": anna })), first, "advice changes nothing");
    let refused = session.refused("think", &json!({ "key": anna, "bot": "mcts:51" }));
    assert_eq!(refused, (-32004, "`mcts:51` has too many playouts; at most 50 are allowed".to_owned()));
    let timed = session.refused("think", &json!({ "key": anna, "bot": "mcts:5ms" }));
    assert!(timed.0 == -32602 && timed.1.starts_with("`bot: mcts:5ms`: a time-limited bot is not"), "{timed:?}");
    for (method, mut params) in [("think", json!({})), ("bot", json!({ "number": 1 }))] {
        (params["key"], params["bot"]) = (json!(anna), json!("clever"));
        let refused = session.refused(method, &params);
        let advice = "`bot: clever`: `clever` is not a bot: write random, greedy, flat:N or mcts:N with N playouts for each answer (mcts:200)";
        assert_eq!(refused, (-32602, advice.to_owned()), "without bots that are refused next");
    }
    let random = session.refused("think", &json!({ "key": anna, "bot": "random" }));
    assert_eq!(random, (-32602, "`random` rates no options: ask `greedy`, `flat:N` or `mcts:N`".to_owned()));
    let best = &ratings[0]["label"];
    let request = json!({ "key": anna, "number": first["number"], "bot": "mcts:50", "seed": 4 });
    let mut state = session.done("bot", &request);
    assert_eq!(state["answered"], *best);
    assert_eq!(state.get("outcome"), None, "nobody has won yet");
    while state["over"] == false {
        state = session.done("bot", &json!({ "key": anna, "number": state["number"] }));
    }
    let outcome = &state["outcome"];
    assert_eq!(outcome["ranking"][0], outcome["winners"], "{outcome}");
    assert_eq!(outcome["ranking"].as_array().map_or(0, Vec::len), 2, "{outcome}");
    let nothing = session.refused("think", &json!({ "key": anna }));
    assert_eq!(nothing, (-32003, "There is no question for you now.".to_owned()));
}

#[test]
fn a_reason_has_its_place_and_its_clauses() {
    let mut session = Session::new(Path::new("."), "rules/classics/tic_tac_toe");
    let started = session.done("start", &json!({ "game": "tic_tac_toe", "players": 2 }));
    let (first, second) = (key(&started, "anna"), key(&started, "ben"));
    let state = session.done("question", &json!({ "key": first }));
    let options = session.done("options", &json!({ "key": first }));
    let taken = options["options"][4]["notation"].clone();
    session.done("answer", &json!({ "key": first, "number": state["number"], "option": 4 }));
    let label = session.done("options", &json!({ "key": second }))["options"][0]["label"].clone();
    assert_eq!(
        session.done("why_not", &json!({ "key": second, "answer": label }))["offered"],
        true,
        "a label is enough"
    );
    let why = session.done("why_not", &json!({ "key": second, "answer": taken }));
    assert_eq!(why["offered"], false);
    assert!(why["place"].as_str().is_some_and(|place| place.starts_with("rules/classics/tic_tac_toe/")), "{why}");
    let clause = why["clauses"][0]["id"].as_str().expect("a clause").to_owned();
    let found = session.done("clause", &json!({ "game": "tic_tac_toe", "words": clause }));
    assert_eq!(found["clauses"][0]["id"], clause);
    assert_eq!(found["clauses"][0]["text"], why["clauses"][0]["text"]);
    assert!(found["clauses"][0]["scenarios"][0]["place"].is_string(), "{found}");
    let state = session.done("question", &json!({ "key": second }));
    let number = &state["number"];
    let answer = session.call("answer", &json!({ "key": second, "number": number, "answer": taken }));
    assert_eq!(answer["error"]["code"], -32003);
    assert_eq!(answer["error"]["data"], why, "a refused answer has the same reason");
    assert_eq!(session.refused("why_not", &json!({ "key": first, "answer": taken })).0, -32003, "not asked");
}

#[test]
fn an_answer_that_is_not_taken_says_what_helps() {
    let mut session = Session::new(Path::new("."), "rules/classics/tic_tac_toe");
    let started = session.done("start", &json!({ "game": "tic_tac_toe", "players": 2, "people": ["anna"] }));
    let anna = key(&started, "anna");
    let number = session.done("question", &json!({ "key": anna }))["number"].clone();
    let mut refused = |number: &Value, answer: &str| {
        session.refused("answer", &json!({ "key": anna, "number": number, "answer": answer })).1
    };
    let unknown = "`banana` is not an answer to this question; `options` lists the answers.";
    assert_eq!(refused(&number, "banana"), unknown);
    assert_eq!(
        refused(&json!(0), "banana"),
        refused(&json!(0), "put(b2)"),
        "the number is old, whatever the answer is"
    );
    assert!(refused(&json!(0), "banana").contains("look again") || refused(&json!(0), "banana").contains("Reload"));
    session.done("answer", &json!({ "key": anna, "number": number, "answer": "put(b2)" }));
    let next = session.done("question", &json!({ "key": anna }))["number"].clone();
    let stale = session.refused("answer", &json!({ "key": anna, "number": number, "answer": "put(b2)" })).1;
    assert_eq!(stale, "The table has changed; look again.");
    let taken = session.refused("answer", &json!({ "key": anna, "number": next, "answer": "put(b2)" })).1;
    assert_eq!(taken.matches("put(b2)").count(), 1, "{taken}");
}

#[test]
fn limits_are_kept() {
    let home = Home::new();
    let mut session = Session::new(&home.path(""), "rules --tables 1 --games 40 --seconds 1");
    let limits = session.done("version", &json!({}))["limits"].clone();
    assert_eq!(limits, json!({ "games": 40, "line": 1 << 20, "playouts": 2000, "seconds": 1, "tables": 1 }));
    let started = session.done("start", &json!({ "game": "gems" }));
    let full = session.refused("start", &json!({ "game": "gems" }));
    assert_eq!(full, (-32004, "1 tables are open; `close` one first".to_owned()));
    let watching = session.refused("close", &json!({ "key": key(&started, "spectator") }));
    assert_eq!(watching.0, -32003);
    session.done("close", &json!({ "key": key(&started, "anna") }));
    session.done("start", &json!({ "game": "gems" }));
    let many = session.refused("simulate", &json!({ "game": "gems", "games": 41 }));
    assert_eq!(many, (-32004, "41 games are too many; at most 40 are allowed".to_owned()));
    let none =
        session.refused("compare", &json!({ "before": { "game": "gems" }, "after": { "game": "gems" }, "games": 0 }));
    assert_eq!(none.0, -32602);
}

#[test]
fn a_simulation_ends_at_its_time_limit() {
    let mut session = Session::new(Path::new("."), "rules/classics/othello --seconds 1 --games 1000000");
    let report = session.done("simulate", &json!({ "game": "othello", "games": 1_000_000, "bots": "mcts:20" }));
    let games = report["runs"][0]["report"]["games"].as_u64().expect("a number");
    assert!(games < 1_000_000, "{games}");
}

#[test]
fn figures_are_those_of_the_commands() {
    let home = Home::new();
    let mut session = Session::new(&home.path(""), "rules/gems");
    let own = session.done("simulate", &json!({ "game": "gems", "players": 2, "games": 40, "seed": 3 }));
    let command = "simulate rules/gems --players 2 --games 40 --seed 3 --format json";
    assert_eq!(own, home.run(command).ends(0).json());
    let (before, after) = (json!({ "game": "gems" }), json!({ "game": "gems", "set": { "rounds": 4 } }));
    let request = json!({ "before": before, "after": after, "players": 2, "games": 60, "seed": 3 });
    let own = session.done("compare", &request);
    let command = "compare rules/gems --set rounds=4 --players 2 --games 60 --seed 3 --format json";
    assert_eq!(own["comparisons"], home.run(command).ends(0).json()["comparisons"]);
    let own = session.done("check", &json!({ "game": "gems" }));
    assert_eq!(own, home.run("check rules/gems --format json").json());
    let own = session.done("clause", &json!({ "game": "gems", "words": "GM-3" }));
    assert_eq!(own, home.run("clause rules/gems GM-3 --format json").ends(0).json());
}

#[test]
fn only_the_games_of_the_paths_are_read() {
    let home = Home::new();
    home.write("other/secret/secret.tavola", home.read("rules/gems/gems.tavola"));
    home.write("rules/broken/broken.tavola", "game broken \"Broken\" for 2 players\n\nplay\n  nonsense\n");
    #[cfg(unix)]
    std::os::unix::fs::symlink(home.path("other/secret"), home.path("rules/linked")).expect("a link");
    let mut session = Session::new(&home.path(""), "rules");
    let games = session.done("games", &json!({}));
    let names: Vec<&Value> = games["games"].as_array().expect("games").iter().map(|game| &game["game"]).collect();
    assert_eq!(names, ["broken", "gems"], "a link leads outside");
    assert_eq!(games["games"][0]["players"], Value::Null);
    for game in
        ["secret", "../other/secret", "other/secret", "rules/../other/secret", "rules/linked", "linked", "/etc", ""]
    {
        let (code, message) = session.refused("check", &json!({ "game": game }));
        assert_eq!((code, message), (-32602, format!("there is no game `{game}`; `games` lists them")));
    }
    let variant = session.refused("start", &json!({ "game": "gems", "variant": "../../../other/secret/secret" }));
    let message = "the game has no variant `../../../other/secret/secret`; it has none";
    assert_eq!(variant, (-32602, message.to_owned()));
    let broken = session.call("start", &json!({ "game": "broken" }));
    assert_eq!(broken["error"]["code"], -32001);
    assert!(broken["error"]["data"][0]["code"].is_string(), "{broken}");
}

#[test]
fn wrong_parameters_are_refused() {
    let home = Home::new();
    let mut session = Session::new(&home.path(""), "rules");
    let wrong = [
        (json!({ "game": "gems", "players": 9 }), "is for"),
        (json!({ "game": "gems", "players": 4_000_000_000_u64 }), "is for"),
        (json!({ "game": "gems", "people": ["zoe"] }), "`people: zoe`: the seats are"),
        (json!({ "game": "gems", "players": -1 }), "expected a whole number from 0"),
        (json!({ "game": "gems", "people": [[]] }), "`people` is a list of seats (names, or numbers from 1)"),
        (
            json!({ "game": "gems", "set": { "rounds": [] } }),
            "the value of a setting is a number, true, false or a name",
        ),
        (json!({ "game": "gems", "bots": "clever" }), "`bots: clever`"),
        (json!({ "game": "gems", "people": "zoe" }), "`people: zoe`: the seats are"),
        (
            json!({ "game": "gems", "people": true }),
            "`people` is a list of seats (names, or numbers from 1), \"all\" or \"none\"",
        ),
        (json!({ "game": "gems", "set": { "rounds": 99 } }), "rounds"),
        (json!({ "game": "gems", "colour": 1 }), "unknown field `colour`"),
    ];
    for (params, part) in wrong {
        let (code, message) = session.refused("start", &params);
        assert!(code == -32602 && message.contains(part), "{params}: {code} {message}");
    }
    for (people, keys) in [(json!("all"), 4), (json!("none"), 1), (json!("ben"), 2), (json!([]), 1)] {
        let started = session.done("start", &json!({ "game": "gems", "players": 3, "people": people }));
        assert_eq!(started["keys"].as_array().map(Vec::len), Some(keys), "{people}, and a spectator");
    }
    let started = session.done("start", &json!({ "game": "gems" }));
    let anna = key(&started, "anna");
    let neither = session.refused("answer", &json!({ "key": anna, "number": 1 }));
    assert_eq!(neither, (-32602, "give either `option` or `answer`".to_owned()));
    let number = session.done("question", &json!({ "key": anna }))["number"].clone();
    let high = session.refused("answer", &json!({ "key": anna, "number": number, "option": 3 }));
    assert_eq!(high, (-32003, "There is no such answer; answers are 0 to 2.".to_owned()));
}
