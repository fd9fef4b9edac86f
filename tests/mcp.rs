//! `tavola mcp` with the client of the SDK: it asks a rules question, and plays games against bots by the key of its own seat.

use std::collections::BTreeSet;
use std::fs;
use std::process::Stdio;

use rmcp::model::{CallToolRequestParams, GetPromptRequestParams, ReadResourceRequestParams, ResourceContents, Role};
use rmcp::service::RunningService;
use rmcp::{RoleClient, ServiceExt};
use serde_json::{Value, json};
use tokio::process::Command;
use tokio::runtime::{Builder, Runtime};

/// Titles of the cards, as logs name them.
const CARDS: [&str; 3] = ["jack", "queen", "king"];

/// A client with its server.
struct Assistant {
    runtime: Runtime,
    client: RunningService<RoleClient, ()>,
}

impl Assistant {
    fn connect(paths: &[&str]) -> Self {
        let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
        let client = runtime.block_on(async {
            let mut server = Command::new(env!("CARGO_BIN_EXE_tavola"));
            let server = server.arg("mcp").args(paths).stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
            let mut server = server.spawn().expect("the program starts");
            let pipes = (server.stdout.take().expect("a pipe"), server.stdin.take().expect("a pipe"));
            // It ends with its input.
            tokio::spawn(async move { server.wait().await });
            ().serve(pipes).await.expect("the server speaks the protocol")
        });
        Self { runtime, client }
    }

    /// Calls a tool. The inner error is a refusal.
    fn call(&self, tool: &str, arguments: &Value) -> Result<Value, Value> {
        let request = CallToolRequestParams::new(tool.to_owned());
        let request = request.with_arguments(arguments.as_object().cloned().unwrap_or_default());
        let result = self.runtime.block_on(self.client.call_tool(request)).expect("the server answers");
        let content = result.structured_content.expect("an object");
        let text = result.content.first().and_then(|content| content.as_text()).expect("a text");
        assert_eq!(serde_json::from_str::<Value>(&text.text).expect("JSON"), content, "the text is for assistants");
        if result.is_error == Some(true) { Err(content) } else { Ok(content) }
    }

    /// The text of a prompt. The error is what the client is told.
    fn prompt(&self, name: &str, arguments: &Value) -> Result<String, String> {
        let request = GetPromptRequestParams::new(name);
        let request = request.with_arguments(arguments.as_object().cloned().unwrap_or_default());
        let got = self.runtime.block_on(self.client.get_prompt(request)).map_err(|error| error.to_string())?;
        let [message] = got.messages.as_slice() else { panic!("{got:?}") };
        assert_eq!(message.role, Role::User);
        Ok(message.content.as_text().expect("a text").text.clone())
    }

    fn done(&self, tool: &str, arguments: &Value) -> Value {
        self.call(tool, arguments).unwrap_or_else(|error| panic!("{tool} {arguments}: {error}"))
    }
}

#[test]
fn tools_have_descriptions_and_schemas() {
    let assistant = Assistant::connect(&["rules/classics/kuhn_poker"]);
    let tools = assistant.runtime.block_on(assistant.client.list_all_tools()).expect("tools");
    let names: BTreeSet<String> = tools.iter().map(|tool| tool.name.to_string()).collect();
    let methods = assistant.done("version", &json!({}));
    let methods = methods["methods"].as_array().expect("methods").iter();
    assert_eq!(names, methods.map(|method| method["name"].as_str().expect("a name").to_owned()).collect());
    for tool in &tools {
        assert!(tool.description.as_ref().is_some_and(|text| text.len() > 30), "{}", tool.name);
        assert_eq!(tool.input_schema.get("type"), Some(&json!("object")), "{}", tool.name);
        let properties = tool.input_schema.get("properties").and_then(Value::as_object);
        let mut all = properties.into_iter().flatten();
        assert!(all.all(|(_, schema)| schema.get("description").is_some()), "{}", tool.name);
    }
    let instructions = assistant.client.peer_info().and_then(|info| info.instructions.clone());
    assert!(instructions.is_some_and(|text| text.contains("cite the clause id")));
    let unknown = assistant.call("nonsense", &json!({})).expect_err("there is no such tool");
    assert_eq!(unknown["code"], -32601);
    let wrong = assistant.call("start", &json!({ "gmae": 1 })).expect_err("there is no such parameter");
    assert_eq!(wrong["code"], -32602);
}

#[test]
fn prompts_say_what_to_do_with_which_tools() {
    let assistant = Assistant::connect(&["rules/classics/tic_tac_toe"]);
    let prompts = assistant.runtime.block_on(assistant.client.list_all_prompts()).expect("prompts");
    let names: Vec<&str> = prompts.iter().map(|prompt| prompt.name.as_str()).collect();
    assert_eq!(names, ["rules_question", "play_seat", "review_change"]);
    let tools = assistant.runtime.block_on(assistant.client.list_all_tools()).expect("tools");
    for prompt in &prompts {
        let arguments = prompt.arguments.as_deref().expect("arguments");
        let value = |name: &str| format!("the {name} {{game}}");
        let given = |all: bool| -> Value {
            let some = arguments.iter().filter(|argument| all || argument.required == Some(true));
            some.map(|argument| (argument.name.clone(), value(&argument.name).into()))
                .collect::<serde_json::Map<_, _>>()
                .into()
        };
        let (whole, short) =
            (assistant.prompt(&prompt.name, &given(true)), assistant.prompt(&prompt.name, &given(false)));
        let (whole, short) = (whole.expect("all are given"), short.expect("all that are required are given"));
        for argument in arguments {
            assert!(
                argument.description.is_some() && whole.contains(&value(&argument.name)),
                "{}: {whole}",
                argument.name
            );
            let is_required = argument.required == Some(true);
            assert_eq!(short.contains(&value(&argument.name)), is_required, "{}: {short}", argument.name);
        }
        let (task, described) = short.split_once("\nThe tools:\n").expect("tools");
        assert!(!task.replace(&value("game"), "").replace(&value("question"), "").contains(['{', '}']), "{task}");
        let named = tools.iter().filter(|tool| task.contains(&format!("`{}`", tool.name)));
        let line =
            |tool: &rmcp::model::Tool| format!("- `{}`: {}\n", tool.name, tool.description.as_deref().unwrap_or(""));
        let lines: Vec<String> = named.map(line).collect();
        assert!(lines.len() >= 2 && lines.iter().all(|line| described.contains(line)), "{described}");
    }
    for (name, arguments, why) in [
        ("nonsense", json!({}), "there is no prompt `nonsense`; there are `rules_question`"),
        ("rules_question", json!({ "game": "chess", "question": " " }), "the argument `question` is missing"),
        ("play_seat", json!({ "gmae": "chess" }), "`play_seat` has no argument `gmae`; it has `game`"),
        ("play_seat", json!({ "game": 1 }), "the argument `game` is a text"),
    ] {
        let error = assistant.prompt(name, &arguments).expect_err(name);
        assert!(error.contains(why) && error.contains("-32602"), "{error}");
    }
}

#[test]
fn a_rules_question_is_answered_with_evidence() {
    let assistant = Assistant::connect(&["rules/classics"]);
    let games = assistant.done("games", &json!({}));
    let game = games["games"].as_array().and_then(|games| games.iter().find(|game| game["title"] == "Tic-tac-toe"));
    let game = game.expect("the game is listed")["game"].clone();
    let found = assistant.done("clause", &json!({ "game": game, "words": "empty cell" }));
    let clause = &found["clauses"][0];
    assert_eq!(clause["id"], "TT-2");
    // The evidence: the scenario is where the answer says.
    let scenario = &clause["scenarios"][0];
    let place = scenario["place"].as_str().expect("a place");
    let [file, line, _] = place.split(':').collect::<Vec<_>>()[..] else { panic!("{place}") };
    let text = fs::read_to_string(file).expect("the file is there");
    let line = text.lines().nth(line.parse::<usize>().expect("a number") - 1).expect("the line is there");
    assert!(line.contains(scenario["name"].as_str().expect("a name")), "{place}: {line}");
    // The clause as a resource.
    let read = |uri: &str| {
        assistant.runtime.block_on(assistant.client.read_resource(ReadResourceRequestParams::new(uri.to_owned())))
    };
    let resource = read("tavola://tic_tac_toe/clause/TT-2").expect("a resource");
    let Some(ResourceContents::TextResourceContents { text, .. }) = resource.contents.first() else {
        panic!("no text: {resource:?}");
    };
    assert_eq!(serde_json::from_str::<Value>(text).expect("JSON")["clauses"][0]["text"], clause["text"]);
    assert!(read("tavola://tic_tac_toe/clause/TT-99").is_err());
    assert!(read("file:///etc/hostname").is_err());
    let templates = assistant.runtime.block_on(assistant.client.list_all_resource_templates()).expect("templates");
    assert_eq!(templates[0].uri_template, "tavola://{game}/clause/{id}");
}

/// Plays a game in one seat against a bot. Returns all answers of the server before the cards are shown.
fn play(assistant: &Assistant, bots: &str) -> (String, Vec<(String, Value)>) {
    let started = assistant.done("start", &json!({ "game": "kuhn_poker", "people": ["anna"], "bots": bots }));
    let keys = started["keys"].as_array().expect("keys");
    assert_eq!(keys.iter().map(|key| &key["role"]).collect::<Vec<_>>(), ["player", "spectator"], "the bot has none");
    let key = keys[0]["key"].clone();
    let mut seen: Vec<(String, Value)> = Vec::new();
    let mut ask = |tool: &str, more: Value| {
        let mut arguments = json!({ "key": key });
        more.as_object().into_iter().flatten().for_each(|(name, value)| arguments[name] = value.clone());
        let answer = assistant.done(tool, &arguments);
        seen.push((tool.to_owned(), answer.clone()));
        answer
    };
    let mut state = ask("question", json!({}));
    let mut reasons = 0;
    while state["over"] == false {
        assert_eq!(state["asked"], json!(["anna"]));
        let options = ask("options", json!({}));
        let offered: Vec<&str> = options["options"]
            .as_array()
            .expect("options")
            .iter()
            .filter_map(|option| option["notation"].as_str())
            .collect();
        // One of these is never offered.
        for answer in ["check", "call"].into_iter().filter(|answer| !offered.contains(answer)) {
            let why = ask("why_not", json!({ "answer": answer }));
            assert!(why["clauses"][0]["id"].as_str().is_some_and(|id| id.starts_with("KP-")), "{why}");
            reasons += 1;
        }
        ask("view", json!({ "log": true }));
        ask("think", json!({ "bot": "mcts:20" }));
        state = ask("answer", json!({ "number": state["number"], "option": 0 }));
    }
    assert!(reasons > 0);
    let last = seen.pop().expect("an answer");
    assert_eq!(last.1["over"], true);
    let record = assistant.done("record", &json!({ "key": key }));
    assistant.done("close", &json!({ "key": key }));
    (record["record"].as_str().expect("a text").to_owned(), seen)
}

/// The texts of a value.
fn texts<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::String(text) => found.push(text),
        Value::Array(all) => all.iter().for_each(|one| texts(one, found)),
        Value::Object(all) => all.values().for_each(|one| texts(one, found)),
        _ => {}
    }
}

#[test]
fn games_are_played_without_the_secrets_of_others() {
    let assistant = Assistant::connect(&["rules/classics/kuhn_poker"]);
    for game in 0..6 {
        let (record, seen) = play(&assistant, ["random", "mcts:10"][game % 2]);
        let drawn: Vec<&str> = record.lines().filter(|line| line.contains("chance")).collect();
        let card = |at: usize| *CARDS.iter().find(|card| drawn[at].contains(**card)).expect("a card");
        let (own, other) = (card(0), card(1));
        let mut views = 0;
        for (tool, answer) in &seen {
            for panel in answer["panels"].as_array().into_iter().flatten() {
                let hand = panel["piles"].as_array().and_then(|piles| piles.iter().find(|pile| pile["name"] == "hand"));
                let hand = hand.unwrap_or_else(|| panic!("no hand: {panel}"));
                let things = hand["things"].as_array().expect("things");
                let is_own = panel["id"] == "anna";
                assert_eq!((things.len(), hand["hidden"].as_u64()), if is_own { (1, Some(0)) } else { (0, Some(1)) });
                assert!(!is_own || things[0]["id"] == own);
                views += 1;
            }
            // Besides the table of all cards, which is public, nothing names the other player's card.
            let mut answer = answer.clone();
            answer.as_object_mut().and_then(|answer| answer.remove("tables"));
            let mut all = Vec::new();
            texts(&answer, &mut all);
            let leak = all.iter().find(|text| text.to_lowercase().contains(other));
            assert_eq!(leak, None, "{tool}: {answer}");
        }
        assert!(views >= 2);
    }
}
