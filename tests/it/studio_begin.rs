//! `tavola studio` without a game: what its start page makes, and what it refuses.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::serve::start;
use crate::studio::{Open, list, open, open_in};

/// A printed rulebook with a line that belongs to no clause, and one that may be a clause.
const PRINTED: &str =
    "# Salt\n\nBefore all.\n\n## 1 Set-up\n\n1. Each player takes three cubes.\na) Or four.\n2. Shuffle the cards.\n";

fn tavola(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tavola")).args(words).current_dir(folder).output().expect("it runs")
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// All files below a folder, by their paths.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inside) = folders.pop() {
        for entry in fs::read_dir(inside).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("it is below").to_string_lossy().into_owned();
                found.insert(name, fs::read_to_string(path).expect("a text"));
            }
        }
    }
    found
}

/// Makes a game on the start page of a studio for `made`, which does not exist yet, and compares it with what `tavola new` writes.
fn makes_what_new_makes(folder: TempDir, asked: &Value, words: &[&str]) -> (Open, Value) {
    let new = tavola(folder.path(), &[&["new", "made", "-o", "by_new"], words].concat());
    assert!(new.status.success(), "{}", String::from_utf8_lossy(&new.stderr));
    let wanted = files(&folder.path().join("by_new/made"));
    let open = open_in(folder, "by_page/made");
    let made = open.ask("create", asked);
    assert_eq!(files(&open.game), wanted);
    (open, made)
}

#[test]
fn without_a_game_a_page_makes_one_and_the_studio_opens() {
    let (folder, other) = (folder(), folder());
    tavola(other.path(), &["new", "my"]);
    let open = open_in(folder, "");
    assert!(open.get(&open.page()).text().contains("id=\"new\""), "the start page");
    assert_eq!(open.get(&format!("{}/start.js", open.page())).status, 200);
    let offers = open.ask("start", &json!({}));
    assert_eq!((&offers["into"], &offers["name"], &offers["note"]), (&json!("."), &json!(""), &json!("")));
    assert!(list(&offers["patterns"]).len() > 25, "{offers}");
    open.refused("files", &json!({}), 409, "no game yet");
    let made = open.ask("create", &json!({ "name": "my" }));
    assert_eq!(made, json!({ "folder": "my", "notes": [] }));
    assert_eq!(files(&open.game.join("my")), files(&other.path().join("my")), "the game of `tavola new`");
    assert!(open.get(&open.page()).text().contains("id=\"editor\""), "the studio under the same link");
    assert_eq!(open.ask("files", &json!({}))["game"], json!("my"));
    assert!(!open.seats(&json!({})).is_empty(), "it is played at the table");
    open.refused("create", &json!({ "name": "more" }), 409, "open already");
    open.refused("start", &json!({}), 409, "open already");
    assert!(!open.game.join("more").exists());
}

#[test]
fn a_printed_rulebook_becomes_what_new_makes_of_it() {
    let folder = folder();
    fs::write(folder.path().join("printed.md"), PRINTED).expect("writable");
    let asked = json!({ "name": "made", "markdown": PRINTED, "file": "printed.md" });
    let (open, made) = makes_what_new_makes(folder, &asked, &["--rulebook", "printed.md"]);
    let notes: Vec<&str> = list(&made["notes"]).iter().filter_map(|note| note["text"].as_str()).collect();
    let wanted = [
        "2 clauses from `printed.md`",
        "left out, because no numbered clause is above them: line 3; to keep a sentence, begin it with a number, such as `Q-1`",
        "line 8 looks like a clause; it was added to 1.1",
    ];
    assert_eq!(notes[..3], wanted, "{notes:?}");
    assert_eq!(list(&made["notes"])[2]["warns"], json!(true));
    assert_eq!(open.ask("check", &json!({}))["findings"], json!([]));
    open.refused("table", &json!({}), 409, "no rules yet");
    // The first rules have the name of the game, and can be played.
    assert_eq!(open.ask("make", &json!({ "sort": "rules", "name": "any" }))["file"], json!("made.tavola"));
    let findings = open.ask("check", &json!({}))["findings"].clone();
    assert!(list(&findings).iter().all(|finding| finding["error"] == json!(false)), "{findings}");
    let text = open.text("made.tavola");
    let layout = open.ask("format", &json!({ "file": "made.tavola", "text": text }));
    assert_eq!(layout["edits"], json!([]), "{text}");
    assert_eq!(open.seats(&json!({})).len(), 5);
    open.ask("make", &json!({ "sort": "rules", "name": "more" }));
    assert_eq!(open.text("more.tavola"), "# More rules of the game.\n");
}

#[test]
fn a_copy_of_a_game_is_what_new_makes_of_it() {
    let folder = folder();
    tavola(folder.path(), &["new", "valley", "--title", "Valley: the # [long] road"]);
    assert!(tavola(folder.path(), &["check", "valley"]).status.success(), "a title may have signs of YAML");
    let own = |name: &str| folder.path().join("valley").join(name);
    fs::create_dir(own("records")).expect("a folder");
    for name in ["records/a.yaml", "friday.yaml", "friday.yaml.keys", "friday.yaml.notes.yaml"] {
        fs::write(own(name), "secret").expect("writable");
    }
    let asked = json!({ "name": "made", "like": "valley", "title": "" });
    let (open, _) = makes_what_new_makes(folder, &asked, &["--like", "valley"]);
    let asked = json!({ "name": "made", "title": "x" });
    open.refused("create", &asked, 409, "open already");
    assert!(!files(&open.game).values().any(|text| text == "secret"), "records and keys are not copied");
    let print = open.ask("open", &json!({ "file": "rulebook.yaml" }))["print"].clone();
    open.refused("save", &json!({ "file": "variants/../x.tavola", "text": "x", "print": print }), 409, "no file");
}

#[test]
fn a_pattern_and_the_tutorial_become_games_without_findings() {
    for (pattern, cases) in [("seeds", 3), ("hedgehogs", 0)] {
        let open = open_in(folder(), "my_own");
        let offers = open.ask("start", &json!({}));
        assert_eq!(offers["name"], json!("my_own"));
        assert!(offers["note"].as_str().is_some_and(|note| note.contains("there is no `my_own`")), "{offers}");
        open.ask("create", &json!({ "name": "my_own", "title": "My Own", "pattern": pattern }));
        let rules = fs::read_to_string(open.game.join("my_own.tavola")).expect("the rules");
        assert!(rules.starts_with("game my_own \"My Own\" for 2..4 players\n"), "{rules}");
        let errors = open.ask("check", &json!({}));
        let errors = list(&errors["findings"]).iter().filter(|finding| finding["error"] == json!(true)).count();
        assert_eq!(errors, 0, "{pattern}");
        let results = open.ask("tests", &json!({}));
        let passed = list(&results["cases"]).iter().filter(|case| case["passed"] == json!(true)).count();
        assert_eq!(passed, cases, "{results}");
    }
}

#[test]
fn an_empty_folder_becomes_the_folder_of_the_game() {
    let folder = folder();
    fs::create_dir(folder.path().join("empty")).expect("a folder");
    let open = open_in(folder, "empty");
    let offers = open.ask("start", &json!({}));
    assert_eq!((&offers["name"], &offers["note"]), (&json!("empty"), &json!("")));
    open.ask("create", &json!({ "name": "empty" }));
    assert!(open.game.join("empty.tavola").exists());
}

/// A refused request leaves nothing behind.
#[test]
fn names_titles_and_texts_are_refused_as_new_refuses_them() {
    let folder = folder();
    fs::create_dir(folder.path().join("taken")).expect("a folder");
    let open = open_in(folder, "");
    let refused = |asked: &Value, words: &str| open.refused("create", asked, 409, words);
    refused(&json!({ "name": "My Game" }), "`My Game` cannot be the name of a game");
    refused(&json!({ "name": "My Game" }), "write `my_game`");
    for name in ["", "if", "../up", "a/b", "/tmp/x", "a\u{0}b"] {
        refused(&json!({ "name": name }), "cannot be the name of a game");
    }
    refused(&json!({ "name": "taken" }), "`taken` exists and is not overwritten; choose another name");
    refused(&json!({ "name": "my", "title": "a \"b\"" }), "A title cannot contain quotes or braces");
    refused(&json!({ "name": "my", "like": "nothing" }), "no game `nothing` to copy");
    refused(&json!({ "name": "my", "like": "../my" }), "to copy");
    refused(&json!({ "name": "my", "pattern": "nothing" }), "no pattern `nothing`");
    refused(&json!({ "name": "my", "markdown": "No numbers." }), "The text has no numbered clauses");
    open.refused("create", &json!({}), 400, "malformed");
    assert_eq!(fs::read_dir(&open.game).expect("a folder").count(), 1, "nothing was written");
    assert!(files(&open.game).is_empty());
}

#[test]
fn a_folder_with_something_else_in_it_stays() {
    let folder = folder();
    fs::create_dir(folder.path().join("notes")).expect("a folder");
    fs::write(folder.path().join("notes/mine.txt"), "mine").expect("writable");
    let refused = |path: &str, words: &str| {
        let output = tavola(folder.path(), &["studio", path]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && said.contains(words), "{path}: {said}");
    };
    refused("notes", "there are no rules in `notes`");
    refused("notes/mine.txt", "is neither the folder of a game nor a rules file");
    refused("nothing.tavola", "there is no `nothing.tavola`");
    for game in ["one", "two"] {
        tavola(folder.path(), &["new", game]);
    }
    refused(".", "contains several games");
}

/// The tutorial's game gets its other files in the studio, too.
#[test]
fn files_of_rules_and_the_rulebook_are_made_in_the_studio() {
    let open = open_in(folder(), "hedgehogs");
    open.ask("create", &json!({ "name": "hedgehogs", "pattern": "hedgehogs" }));
    let make = |sort: &str, name: &str| json!({ "sort": sort, "name": name });
    assert_eq!(open.ask("make", &make("rules", "garden"))["file"], json!("garden.tavola"));
    assert_eq!(open.ask("make", &make("rulebook", "any"))["file"], json!("rulebook.yaml"));
    open.refused("make", &make("rulebook", "any"), 409, "`rulebook.yaml` exists already");
    open.refused("make", &make("rules", "hedgehogs"), 409, "`hedgehogs.tavola` exists already");
    open.refused("make", &make("rules", "../up"), 409, "is not a name");
    let clauses = open.ask("clauses", &json!({}));
    assert_eq!(list(&clauses).iter().map(|clause| clause["id"].as_str()).collect::<Vec<_>>(), [Some("HE-1")]);
    let found = open.ask("check", &json!({}));
    assert!(list(&found["findings"]).iter().all(|finding| finding["error"] == json!(false)), "{found}");
}

/// Only who knows the link of the page makes a game, and no guest of a table does.
#[test]
fn guests_make_no_games() {
    let unopened = open_in(folder(), "");
    let guessed = format!("/page/{}", "0".repeat(32));
    for path in ["start", "create", "manual", "page"] {
        let body = json!({ "name": "my" }).to_string();
        assert_eq!(unopened.served.send("POST", &format!("{guessed}/{path}"), &[], body.as_bytes()).status, 404);
    }
    assert_eq!(unopened.get(&guessed).status, 404);
    assert_eq!(unopened.get(&format!("{}/create", unopened.page())).status, 409, "nothing is made by reading");
    let elsewhere = [("origin", "http://elsewhere.example")];
    let path = format!("{}/create", unopened.page());
    assert_eq!(unopened.served.send("POST", &path, &elsewhere, b"{\"name\":\"my\"}").status, 403);
    assert!(files(&unopened.game).is_empty());

    let studio = open(&[]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_tavola"));
    command.args(["serve", "--seed", "4", "--no-record", "--players", "2"]).arg(&studio.game);
    let served = start(command, "the host");
    let key = served.key("anna");
    for path in ["start", "create", "manual", "page", "cite", "rulebook"] {
        for path in [format!("/{key}/{path}"), format!("/page/{key}/{path}")] {
            assert_eq!(served.send("POST", &path, &[], b"{}").status, 404, "{path}");
            assert_eq!(served.send("GET", &path, &[], b"").status, 404, "{path}");
        }
    }
}

/// A game is written as a whole folder, which cannot replace a link.
#[test]
#[cfg(unix)]
fn a_link_to_an_empty_folder_is_refused_at_once() {
    let folder = folder();
    fs::create_dir(folder.path().join("empty")).expect("a folder");
    std::os::unix::fs::symlink("empty", folder.path().join("link")).expect("a link");
    let mut studio = Command::new(env!("CARGO_BIN_EXE_tavola"));
    studio.args(["studio", "link"]).current_dir(folder.path()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut studio = studio.spawn().expect("it starts");
    let end = Instant::now() + Duration::from_secs(60);
    while studio.try_wait().expect("it is there").is_none() && Instant::now() < end {
        sleep(Duration::from_millis(20));
    }
    // A studio that opens never ends.
    let _ = studio.kill();
    let refused = studio.wait_with_output().expect("it ends");
    let err = String::from_utf8_lossy(&refused.stderr);
    assert!(refused.status.code() == Some(2) && err.contains("`link` is a link"), "{err}");
}
