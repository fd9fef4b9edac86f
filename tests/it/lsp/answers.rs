//! Answers of the server about a file.

use serde_json::{Value, json};

use super::session::{Session, edit, game, place, uri};

/// A session in which the game is open and checked.
fn opened() -> (crate::cli::Home, Session, std::path::PathBuf, String) {
    let (home, file, text) = game();
    let cases = "- name: one round\n  clauses: [GM-4]\n  players: [anna, ben]\n  call: \"anna gains 2 score\"\n  \
                 then: { \"score[anna]\": 2 }\n- name: a wrong one\n  clauses: [GM-4]\n  players: [anna, ben]\n  \
                 call: \"anna gains 2 score\"\n  then: { \"score[anna]\": 3 }\n";
    home.write("rules/gems/scenarios/play.yaml", cases);
    let mut session = Session::new();
    session.open(&file, &text);
    assert!(session.findings(&file, 1).is_empty());
    (home, session, file, text)
}

#[test]
fn completion_knows_where_it_is() {
    let (_home, mut session, file, mut text) = opened();
    let end = text.matches('\n').count();
    let items = session.offers(&file, end, 0);
    assert!(["kind", "places", "rule", "winner"].iter().all(|word| items.contains(&(*word).to_owned())), "{items:?}");
    // A cell takes what its column takes, and a citation the clauses of the rulebook.
    let (line, column) = place(&text, "Gem       | copies");
    let cell = session.offers(&file, line, column);
    assert!(cell.contains(&"Gem".to_owned()) && !cell.contains(&"bag".to_owned()), "{cell:?}");
    let (line, column) = place(&text, "bag   | \"gem\"");
    assert_eq!(session.offers(&file, line, column)[..2], ["bag", "hand"]);
    let (line, column) = place(&text, "GM-5]");
    let clauses = session.offers(&file, line, column + 4);
    assert_eq!(clauses, ["GM-1", "GM-2", "GM-3", "GM-4", "GM-5", "GM-6"]);
    // The names stay known while the line is broken.
    let change = edit(&mut text, "      p gains n score\n", "      \n");
    session.change(&file, 2, change);
    let (line, _) = place(&text, "      \n");
    let sentences = session.offers(&file, line, 6);
    assert!(["each", "move", "p"].iter().all(|word| sentences.contains(&(*word).to_owned())), "{sentences:?}");
    let change = edit(&mut text, "      \n", "      p gains n \n");
    session.change(&file, 3, change);
    let amount = session.offers(&file, line, 16);
    assert_eq!(amount[0], "Gem", "components and tracks can be gained: {amount:?}");
    assert!(amount[..2].contains(&"score".to_owned()), "{amount:?}");
}

#[test]
fn completion_replaces_the_word_that_is_written() {
    let (_home, mut session, file, text) = opened();
    let (line, column) = place(&text, "GM-5]");
    let position = json!({ "line": line, "character": column + 3 });
    let answer =
        session.call("textDocument/completion", json!({ "textDocument": { "uri": uri(&file) }, "position": position }));
    let range = &answer["items"][0]["textEdit"]["range"];
    assert_eq!(range["start"], json!({ "line": line, "character": column }));
    assert_eq!(range["end"], position);
    assert_eq!(answer["items"][0]["detail"], "Take gems.");
}

#[test]
fn outlines_and_folds_follow_the_text() {
    let (home, mut session, file, text) = opened();
    let symbols = session.about("textDocument/documentSymbol", &file);
    let symbols = symbols.as_array().expect("a list");
    let named =
        |name: &str| symbols.iter().find(|one| one["name"] == name).unwrap_or_else(|| panic!("{name}: {symbols:?}"));
    let rows = |one: &Value| {
        one["children"].as_array().expect("rows").iter().map(|row| row["name"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(rows(named("Gem")), ["name", "copies", "value", "ruby", "opal"]);
    assert_eq!(rows(named("places")), ["bag", "hand"]);
    let (line, column) = place(&text, "score[Player]");
    assert_eq!(named("score")["selectionRange"]["start"], json!({ "line": line, "character": column }));
    let folds = session.about("textDocument/foldingRange", &file);
    let (first, _) = place(&text, "settings\n");
    assert!(
        folds.as_array().expect("a list").iter().any(|fold| fold["startLine"] == first && fold["endLine"] == first + 2),
        "{folds}"
    );
    let scenarios = home.path("rules/gems/scenarios/play.yaml");
    let cases = session.about("textDocument/documentSymbol", &scenarios);
    assert_eq!((&cases[0]["name"], &cases[1]["name"]), (&json!("one round"), &json!("a wrong one")));
}

#[test]
fn tokens_say_what_words_are() {
    let (_home, mut session, file, text) = opened();
    let data = session.about("textDocument/semanticTokens/full", &file)["data"].clone();
    let data: Vec<u64> = data.as_array().expect("a list").iter().filter_map(Value::as_u64).collect();
    let (mut line, mut column) = (0, 0);
    let mut found = Vec::new();
    for token in data.chunks(5) {
        column = if token[0] == 0 { column + token[1] } else { token[1] };
        line += token[0];
        found.push(((line as usize, column as usize), token[2], token[3], token[4]));
    }
    let of = |part: &str| {
        *found.iter().find(|token| token.0 == place(&text, part)).unwrap_or_else(|| panic!("{part}: {found:?}"))
    };
    assert_eq!((of("# A game").2, of("game gems").2, of("\"Gems\"").2), (10, 0, 9));
    assert_eq!((of("Gem\n").2, of("Gem\n").3), (1, 1), "a kind is declared");
    assert_eq!(of("GM-1").2, 11);
    assert_eq!(of("rounds times").2, 4);
    assert_eq!(of("value for g").2, 3, "a column behind a dot");
}

#[test]
fn lenses_play_scenarios() {
    let (_home, mut session, file, _) = opened();
    let lenses = session.about("textDocument/codeLens", &file);
    let lens = lenses
        .as_array()
        .expect("a list")
        .iter()
        .find(|lens| lens["command"]["title"] == "2 scenarios prove this: run");
    let command = &lens.unwrap_or_else(|| panic!("{lenses}"))["command"];
    let params = json!({ "command": command["command"], "arguments": command["arguments"] });
    let played = session.call("workspace/executeCommand", params);
    assert_eq!(played["passed"], false);
    let said = played["message"].as_str().expect("a text");
    assert!(
        said.contains("2 scenarios: 1 failed") && said.contains("play/a wrong one: score[anna]: expected 3, actual 2"),
        "{said}"
    );
    let shown = session.wait(|message| message["method"] == "window/showMessage");
    assert_eq!(shown["params"]["message"], said);
    let alone = json!({ "command": "tavola.run", "arguments": [command["arguments"][0], ["play/one round"]] });
    assert_eq!(
        session.call("workspace/executeCommand", alone),
        json!({ "passed": true, "message": "1 scenario: passed" })
    );
    let refused = session.ask("workspace/executeCommand", json!({ "command": "other", "arguments": [] }));
    assert_eq!(refused["error"]["code"], -32602);
}

/// An editor with a terminal plays a game from the position of a case on. Others are not offered what they cannot do.
#[test]
fn a_lens_plays_from_a_scenario_on() {
    let (home, mut session, _, _) = opened();
    let cases = home.path("rules/gems/scenarios/play.yaml");
    let text = std::fs::read_to_string(&cases).expect("scenarios");
    session.open(&cases, &text);
    let titles = |lenses: &Value| -> Vec<(String, String)> {
        let lenses = lenses.as_array().expect("a list").iter();
        let part = |lens: &Value, part: &str| lens["command"][part].as_str().expect("a text").to_owned();
        lenses.map(|lens| (part(lens, "title"), part(lens, "command"))).collect()
    };
    let lenses = session.about("textDocument/codeLens", &cases);
    let run = ("run".to_owned(), "tavola.run".to_owned());
    let play = ("play from here".to_owned(), "tavola.play".to_owned());
    assert_eq!(titles(&lenses)[..2], [run.clone(), play], "{lenses}");
    assert_eq!(lenses[1]["command"]["arguments"][1], json!(["play/one round"]));
    assert_eq!(lenses[1]["range"], lenses[0]["range"]);
    let mut other = Session::silent();
    other.call("initialize", json!({ "capabilities": {} }));
    other.tell("initialized", json!({}));
    other.open(&cases, &text);
    let lenses = titles(&other.about("textDocument/codeLens", &cases));
    assert!(!lenses.is_empty() && lenses.iter().all(|lens| *lens == run), "{lenses:?}");
}

#[test]
fn actions_edit_the_line() {
    let (_home, mut session, file, mut text) = opened();
    // A setting without a use is a warning; GM-6 is no longer cited.
    let row = "  | rounds | 3     | 1..9  |";
    let spare = "  | spare  | 3     | 1..9  | \"not used\"         | GM-2    |";
    let change = edit(&mut text, row, &format!("{spare}\n{row}"));
    session.change(&file, 2, change);
    let change = edit(&mut text, "score[p]                                [GM-6]", "score[p]");
    session.change(&file, 3, change);
    let found = session.findings(&file, 3);
    assert_eq!(found[0]["code"], "W0201", "{found:?}");
    let ask = |session: &mut Session, range: &Value| {
        let params = json!({ "textDocument": { "uri": uri(&file) }, "range": range, "context": { "diagnostics": [] } });
        session.call("textDocument/codeAction", params).as_array().expect("a list").clone()
    };
    let edits = |action: &Value| action["edit"]["changes"][uri(&file)][0].clone();
    let actions = ask(&mut session, &found[0]["range"]);
    assert_eq!((&actions[0]["kind"], &actions[0]["diagnostics"][0]["code"]), (&json!("quickfix"), &json!("W0201")));
    let cite = actions
        .iter()
        .find(|action| action["title"] == "Cite GM-6: Take gems.")
        .unwrap_or_else(|| panic!("{actions:?}"));
    assert_eq!(edits(cite)["newText"], ", GM-6", "in the column of a row");
    // The offered waiver takes the warning away.
    let titled = |title: &str| actions.iter().find(|action| action["title"] == title).expect("it is offered");
    assert_eq!(edits(titled("Remove the setting `spare`"))["newText"], "");
    let waiver = edits(titled("Accept W0201 on this line, with a reason"));
    session.change(&file, 4, json!([{ "range": waiver["range"], "text": waiver["newText"] }]));
    assert!(session.findings(&file, 4).is_empty());
    let (line, _) = place(&text, "winner p");
    let at = json!({ "line": line, "character": 0 });
    let actions = ask(&mut session, &json!({ "start": at, "end": at }));
    assert_eq!(edits(&actions[0])["newText"], "  [GM-6]");
}

#[test]
fn hints_show_values_and_printed_names() {
    let (_home, file, text) = game();
    let mut session = Session::new();
    let text = text
        .replace("| rounds | 3     |", "| rounds | 2: 4, 3: 3 |")
        .replace("\"opal\"", "\"milk stone\"")
        .replace("for g in hand[p] score", "for g in hand[p] where g is not opal score");
    session.open(&file, &text);
    assert!(session.findings(&file, 1).is_empty());
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let hints =
        session.call("textDocument/inlayHint", json!({ "textDocument": { "uri": uri(&file) }, "range": range }));
    let hints: Vec<(&Value, &Value)> =
        hints.as_array().expect("a list").iter().map(|hint| (&hint["label"], &hint["position"])).collect();
    let (line, column) = place(&text, "rounds times");
    let (other, behind) = place(&text, "opal score");
    let wanted = [
        (json!("4 with 2, 3 with 3 players"), json!({ "line": line, "character": column + 6 })),
        (json!("\"milk stone\""), json!({ "line": other, "character": behind + 4 })),
    ];
    assert_eq!(hints, wanted.iter().map(|(label, at)| (label, at)).collect::<Vec<_>>());
}

/// Asks about the name at a place of a text.
fn at(session: &mut Session, method: &str, file: &std::path::Path, text: &str, part: &str, more: &Value) -> Value {
    let (line, column) = place(text, part);
    let mut params = json!({ "textDocument": { "uri": uri(file) }, "position": { "line": line, "character": column } });
    for (key, value) in more.as_object().expect("a map") {
        params[key] = value.clone();
    }
    session.ask(method, params)
}

#[test]
fn names_lead_to_their_declaration_and_uses() {
    let (home, mut session, file, text) = opened();
    let none = json!({});
    let hover = at(&mut session, "textDocument/hover", &file, &text, "score  [GM-5]", &none);
    assert!(
        hover["result"]["contents"]["value"].as_str().is_some_and(|text| text.contains("track score[Player] 0..")),
        "{hover}"
    );
    let clause = at(&mut session, "textDocument/hover", &file, &text, "GM-5]", &none);
    assert!(clause["result"]["contents"]["value"].as_str().is_some_and(|text| text.contains("Take gems.")), "{clause}");
    // A citation leads to its clause, a name to its declaration.
    let to = at(&mut session, "textDocument/definition", &file, &text, "GM-5]", &none);
    assert_eq!(to["result"][0]["uri"], uri(&home.path("rules/gems/rulebook.yaml")), "{to}");
    let to = at(&mut session, "textDocument/definition", &file, &text, "score  [GM-5]", &none);
    let (line, column) = place(&text, "score[Player]");
    assert_eq!(to["result"][0]["range"]["start"], json!({ "line": line, "character": column }), "{to}");
    let more = json!({ "context": { "includeDeclaration": true } });
    let all = at(&mut session, "textDocument/references", &file, &text, "score[Player]", &more);
    let files: Vec<&str> =
        all["result"].as_array().expect("a list").iter().filter_map(|one| one["uri"].as_str()).collect();
    assert_eq!(files.iter().filter(|one| **one == uri(&file)).count(), 4, "{all}");
    assert_eq!(files.len() - 4, 4, "in scenarios, too: {all}");
}

#[test]
fn names_are_renamed_in_all_files() {
    let (home, mut session, file, text) = opened();
    let none = json!({});
    let here = at(&mut session, "textDocument/prepareRename", &file, &text, "score[Player]", &none);
    let (line, column) = place(&text, "score[Player]");
    assert_eq!(here["result"]["start"], json!({ "line": line, "character": column }), "{here}");
    let edits = at(&mut session, "textDocument/rename", &file, &text, "score[Player]", &json!({ "newName": "fame" }));
    let changes = &edits["result"]["changes"];
    assert_eq!(changes[uri(&file)].as_array().map(Vec::len), Some(4), "{edits}");
    let cases = home.path("rules/gems/scenarios/play.yaml");
    assert_eq!(changes[uri(&cases)].as_array().map(Vec::len), Some(4), "{edits}");
    let refused = at(&mut session, "textDocument/rename", &file, &text, "score[Player]", &json!({ "newName": "hand" }));
    assert_eq!(refused["error"]["code"], -32803, "{refused}");
    let refused = at(&mut session, "textDocument/prepareRename", &file, &text, "# A game", &none);
    assert_eq!(refused["error"]["code"], -32803, "{refused}");
}

#[test]
fn a_text_gets_its_layout() {
    let (_home, mut session, file, mut text) = opened();
    let change = edit(&mut text, "  each p in Player: p gains sum", "  each   p in Player:  p gains sum");
    session.change(&file, 2, change);
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    let ask = json!({ "textDocument": { "uri": uri(&file) }, "options": options });
    let edits = session.call("textDocument/formatting", ask.clone());
    let edits = edits.as_array().expect("a list");
    assert!(
        edits
            .iter()
            .any(|one| one["newText"].as_str().is_some_and(|text| text.contains("each p in Player: p gains sum"))),
        "{edits:?}"
    );
    let changes: Vec<Value> =
        edits.iter().map(|one| json!({ "range": one["range"], "text": one["newText"] })).collect();
    session.change(&file, 3, json!(changes));
    assert_eq!(session.call("textDocument/formatting", ask), json!([]), "a second time nothing is left");
    assert!(session.findings(&file, 3).is_empty());
}

/// A misspelt name has a preferred quick fix. All fixes at once are made when the editor asks for them.
#[test]
fn fixes_are_code_actions() {
    let (_home, mut session, file, mut text) = opened();
    let change = edit(&mut text, "p gains n score", "p gains n scroe");
    session.change(&file, 2, change);
    let found = session.findings(&file, 2);
    assert_eq!(found[0]["code"], "E0201", "{found:?}");
    let ask = |session: &mut Session, only: Value| {
        let context = json!({ "diagnostics": [], "only": only });
        let params = json!({ "textDocument": { "uri": uri(&file) }, "range": found[0]["range"], "context": context });
        session.call("textDocument/codeAction", params).as_array().expect("a list").clone()
    };
    let quick = ask(&mut session, json!(["quickfix"]));
    assert_eq!((&quick[0]["kind"], &quick[0]["isPreferred"]), (&json!("quickfix"), &json!(true)), "{quick:?}");
    assert_eq!(quick[0]["title"], "Replace `scroe` with `score`");
    assert_eq!(quick[0]["diagnostics"][0]["code"], "E0201");
    let all = ask(&mut session, json!(["source"]));
    assert_eq!((all.len(), &all[0]["kind"]), (1, &json!("source.fixAll")), "{all:?}");
    let edit = &quick[0]["edit"]["changes"][uri(&file)][0];
    session.change(&file, 3, json!([{ "range": edit["range"], "text": edit["newText"] }]));
    assert!(session.findings(&file, 3).is_empty());
    assert!(ask(&mut session, json!(["source.fixAll"])).is_empty());
    assert_eq!(all[0]["edit"]["changes"][uri(&file)][0]["newText"], text.replace("scroe", "score"));
}
