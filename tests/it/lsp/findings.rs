//! Findings while an author types.

use std::fs;

use serde_json::json;

use super::session::{Session, edit, game, place, uri};

/// Codes of findings.
fn codes(findings: &[serde_json::Value]) -> Vec<&str> {
    findings.iter().map(|one| one["code"].as_str().expect("a code")).collect()
}

#[test]
fn a_finding_appears_and_disappears_while_typing() {
    let (_home, file, mut text) = game();
    let mut session = Session::new();
    session.open(&file, &text);
    assert_eq!(session.findings(&file, 1), Vec::<serde_json::Value>::new());
    let change = edit(&mut text, "p gains n score", "p gains n scroe");
    session.change(&file, 2, change);
    let found = session.findings(&file, 2);
    assert_eq!(codes(&found), ["E0201"], "{found:?}");
    let (line, column) = place(&text, "scroe");
    assert_eq!(found[0]["range"]["start"], json!({ "line": line, "character": column }));
    assert_eq!(found[0]["range"]["end"], json!({ "line": line, "character": column + 5 }));
    assert_eq!((found[0]["severity"].as_i64(), found[0]["source"].as_str()), (Some(1), Some("tavola")));
    assert_eq!(found[0]["codeDescription"]["href"], "https://example.org/findings/E0201.md");
    let change = edit(&mut text, "scroe", "score");
    session.change(&file, 3, change);
    assert_eq!(codes(&session.findings(&file, 3)), Vec::<&str>::new());
}

#[test]
fn columns_count_utf_16_units() {
    let (_home, file, text) = game();
    let mut session = Session::new();
    // An emoji has two units, a Chinese character has one.
    let mut text = text.replace("\"Is that all?\"", "\"\u{1F48E}\u{5B9D}\u{77F3}\" nowhere");
    session.open(&file, &text);
    let found = session.findings(&file, 1);
    let (line, column) = place(&text, "nowhere");
    assert_eq!(found[0]["range"]["start"], json!({ "line": line, "character": column }), "{found:?}");
    // A change behind these characters meets its place.
    let change = edit(&mut text, " nowhere", "");
    session.change(&file, 2, change);
    assert_eq!(session.findings(&file, 2), Vec::<serde_json::Value>::new());
    let change = edit(&mut text, "\u{5B9D}\u{77F3}\"", "?\" showing \"{onse}\"");
    session.change(&file, 3, change);
    let found = session.findings(&file, 3);
    let (line, column) = place(&text, "onse");
    assert_eq!(found[0]["range"]["start"], json!({ "line": line, "character": column }), "{found:?}");
}

#[test]
fn many_edits_end_with_the_findings_of_the_last_one() {
    let (_home, file, mut text) = game();
    let mut session = Session::new();
    session.open(&file, &text);
    for version in 2..=201 {
        // The last one is even: it mends the name.
        let (from, to) = if version % 2 == 0 { ("n score", "n scoree") } else { ("n scoree", "n score") };
        let change = edit(&mut text, from, to);
        session.change(&file, version, change);
    }
    assert_eq!(codes(&session.findings(&file, 201)), Vec::<&str>::new());
    let change = edit(&mut text, "p gains n score", "p gains n scoree");
    session.change(&file, 202, change);
    assert_eq!(codes(&session.findings(&file, 202)), ["E0201"]);
}

#[test]
fn two_games_are_apart() {
    let (home, file, text) = game();
    home.write("rules/pearls/pearls.tavola", text.replace("game gems", "game pearls").replace("n score", "n scroe"));
    let other = home.path("rules/pearls/pearls.tavola");
    let mut session = Session::new();
    session.open(&file, &text);
    session.open(&other, &home.read("rules/pearls/pearls.tavola"));
    assert!(session.findings(&file, 1).is_empty());
    assert!(codes(&session.findings(&other, 1)).contains(&"E0201"));
    // Symbols of all open games are found.
    let found = session.call("workspace/symbol", json!({ "query": "ruby" }));
    let uris: Vec<&str> =
        found.as_array().expect("a list").iter().filter_map(|one| one["location"]["uri"].as_str()).collect();
    assert_eq!(uris, [uri(&file), uri(&other)]);
    // Closing the last file of a game takes its findings away.
    session.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri(&other) } }));
    let address = uri(&other);
    let cleared = session.wait(|note| note["params"]["uri"] == address && note["params"]["diagnostics"] == json!([]));
    assert_eq!(cleared["method"], "textDocument/publishDiagnostics");
    assert_eq!(session.call("workspace/symbol", json!({ "query": "ruby" })).as_array().map(Vec::len), Some(1));
}

#[test]
fn a_file_outside_of_games_has_no_findings() {
    let (home, file, text) = game();
    home.write("notes/list.yaml", "- a: [");
    let notes = home.path("notes/list.yaml");
    let mut session = Session::new();
    session.open(&notes, "- a: [");
    session.open(&file, &text);
    assert!(session.findings(&file, 1).is_empty());
    assert!(session.about("textDocument/documentSymbol", &notes).is_null());
    assert!(session.about("textDocument/foldingRange", &notes).is_null());
    // An unsaved buffer is no file at all.
    let document = json!({ "uri": "untitled:new", "languageId": "tavola", "version": 1, "text": "game" });
    session.tell("textDocument/didOpen", json!({ "textDocument": document }));
    assert!(
        session.call("textDocument/documentSymbol", json!({ "textDocument": { "uri": "untitled:new" } })).is_null()
    );
}

#[test]
fn a_broken_rulebook_is_a_finding_in_its_file() {
    let (home, file, text) = game();
    let rulebook = home.path("rules/gems/rulebook.yaml");
    let mut book = home.read("rules/gems/rulebook.yaml");
    let mut session = Session::new();
    session.open(&file, &text);
    assert!(session.findings(&file, 1).is_empty());
    session.open(&rulebook, &book);
    assert!(session.findings(&rulebook, 1).is_empty());
    let change = edit(&mut book, "clauses:\n", "clauses: [\n");
    session.change(&rulebook, 2, change);
    assert_eq!(codes(&session.findings(&rulebook, 2))[0], "E1101");
    let change = edit(&mut book, "clauses: [\n", "clauses:\n");
    session.change(&rulebook, 3, change);
    assert!(session.findings(&rulebook, 3).is_empty());
    // A citation without its clause is found in the rules.
    let change = edit(&mut book, "id: GM-6", "id: GM-7");
    session.change(&rulebook, 4, change);
    session.findings(&rulebook, 4);
    let address = uri(&file);
    session.wait(|note| note["params"]["uri"] == address && note["params"]["diagnostics"][0]["code"] == "E0901");
}

#[test]
fn files_on_the_disk_are_read_again_when_they_change() {
    let (home, file, text) = game();
    let mut session = Session::new();
    let asked = session.wait(|message| message["method"] == "client/registerCapability");
    assert_eq!(asked["params"]["registrations"][0]["method"], "workspace/didChangeWatchedFiles");
    session.open(&file, &text);
    assert!(session.findings(&file, 1).is_empty());
    let case = "- name: nobody plays\n  players: [anna, zoe, ben, carl]\n  then: { \"score[anna]\": 0 }\n";
    home.write("rules/gems/scenarios/few.yaml", case);
    let scenario = home.path("rules/gems/scenarios/few.yaml");
    let changed = |session: &mut Session| {
        session.tell("workspace/didChangeWatchedFiles", json!({ "changes": [{ "uri": uri(&scenario), "type": 1 }] }));
    };
    changed(&mut session);
    let address = uri(&scenario);
    session.wait(|note| note["params"]["uri"] == address && note["params"]["diagnostics"][0]["code"] == "E1110");
    fs::remove_file(&scenario).expect("it is there");
    changed(&mut session);
    session.wait(|note| note["params"]["uri"] == address && note["params"]["diagnostics"] == json!([]));
}
