//! `tavola studio` over the loopback interface with a plain client: what its page asks, and what is refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::serve::{Reply, Served, start};

/// A studio for a new game in a folder of its own.
pub(crate) struct Open {
    _folder: TempDir,
    pub(crate) game: PathBuf,
    pub(crate) served: Served,
}

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_tavola"))
}

pub(crate) fn open(more: &[&str]) -> Open {
    let folder = tempfile::tempdir().expect("a folder");
    let game = folder.path().join("my");
    assert!(program().arg("new").arg(&game).output().expect("it runs").status.success());
    let mut command = program();
    command.arg("studio").arg(&game).args(["--seed", "4"]).args(more);
    let served = start(command, "studio");
    Open { _folder: folder, game, served }
}

/// A studio in a folder, for a path in it. `path` may be empty.
pub(crate) fn open_in(folder: TempDir, path: &str) -> Open {
    let mut command = program();
    command.arg("studio").args(Some(path).filter(|path| !path.is_empty())).current_dir(folder.path());
    let served = start(command, "studio");
    Open { game: folder.path().join(path), _folder: folder, served }
}

impl Open {
    /// Path of the page, with its key.
    pub(crate) fn page(&self) -> String {
        format!("/{}", self.served.key("studio"))
    }

    pub(crate) fn post(&self, what: &str, body: &Value) -> Reply {
        let path = format!("{}/{what}", self.page());
        self.served.send("POST", &path, &[], body.to_string().as_bytes())
    }

    /// The answer to a request that is accepted.
    pub(crate) fn ask(&self, what: &str, body: &Value) -> Value {
        let reply = self.post(what, body);
        assert_eq!(reply.status, 200, "{what}: {}", reply.text());
        serde_json::from_str(&reply.text()).expect("JSON")
    }

    pub(crate) fn refused(&self, what: &str, body: &Value, status: u16, words: &str) {
        let reply = self.post(what, body);
        assert!(reply.status == status && reply.text().contains(words), "{what}: {} {}", reply.status, reply.text());
    }

    pub(crate) fn text(&self, file: &str) -> String {
        self.ask("open", &json!({ "file": file }))["text"].as_str().expect("a text").to_owned()
    }

    /// Saves a file with a replaced text.
    pub(crate) fn change(&self, file: &str, from: &str, to: &str) -> Value {
        let read = self.ask("open", &json!({ "file": file }));
        let text = read["text"].as_str().expect("a text");
        assert!(text.contains(from), "{from}");
        self.ask("save", &json!({ "file": file, "text": text.replace(from, to), "print": read["print"] }))
    }

    /// Paths of the seats of the table, each with its kind.
    pub(crate) fn seats(&self, asked: &Value) -> Vec<(String, String)> {
        let table = self.ask("table", asked);
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let seats = table["seats"].as_array().expect("seats").iter();
        seats.map(|seat| (text(&seat["kind"]), text(&seat["path"]))).collect()
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.served.send("GET", path, &[], b"")
    }
}

pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

#[test]
fn the_page_and_its_requests_need_the_key() {
    let open = open(&[]);
    let page = open.get(&open.page());
    assert!(page.status == 200 && page.text().contains("id=\"editor\""), "{}", page.text());
    assert!(page.head.contains("content-security-policy: default-src 'self'"), "{}", page.head);
    for file in ["studio.js", "studio.css", "icon.svg"] {
        assert_eq!(open.get(&format!("{}/{file}", open.page())).status, 200, "{file}");
    }
    let guessed = format!("/page/{}", "0".repeat(32));
    for path in [guessed.clone(), format!("{guessed}/files"), format!("{guessed}/studio.js")] {
        assert_eq!(open.get(&path).status, 404, "{path}");
        assert_eq!(open.served.send("POST", &path, &[], b"{}").status, 404, "{path}");
    }
    let seats = open.seats(&json!({}));
    let by_seat = format!("/page{}/files", seats[0].1);
    assert_eq!(open.served.send("POST", &by_seat, &[], b"{}").status, 404, "the key of a seat is not that of the page");
}

#[test]
fn requests_of_other_pages_are_refused() {
    let open = open(&[]);
    let path = format!("{}/files", open.page());
    let send = |headers: &[(&str, &str)], body: &[u8]| open.served.send("POST", &path, headers, body).status;
    let own = format!("http://{}", open.served.at);
    assert_eq!(send(&[("origin", &own)], b"{}"), 200);
    assert_eq!(send(&[("origin", "http://elsewhere.example")], b"{}"), 403);
    assert_eq!(send(&[("origin", "null")], b"{}"), 403);
    assert_eq!(send(&[("sec-fetch-site", "cross-site")], b"{}"), 403);
    assert_eq!(send(&[], b"\xff\xfe"), 400, "no text");
    assert_eq!(send(&[], &vec![b' '; 5 << 20]), 413);
    assert_eq!(open.served.send("PUT", &path, &[], b"{}").status, 405);
    open.refused("open", &json!({ "no": 1 }), 400, "malformed");
    open.refused("nothing", &json!({}), 404, "no such request");
}

#[test]
fn only_files_of_the_game_are_read_and_written() {
    let open = open(&[]);
    let outside = open.game.parent().expect("a folder").join("outside.tavola");
    fs::write(&outside, "secret").expect("writable");
    let listed = open.ask("files", &json!({}));
    let listed: Vec<&str> = list(&listed["files"]).iter().filter_map(|file| file["path"].as_str()).collect();
    let own = ["my.tavola", "rulebook.yaml", "scenarios/end.yaml", "scenarios/long_road.yaml", "scenarios/turns.yaml"];
    assert!(own.iter().all(|file| listed.contains(file)), "{listed:?}");
    assert!(!listed.contains(&"README.md"), "{listed:?}");
    let absolute = outside.to_str().expect("a path");
    let others =
        ["../outside.tavola", "scenarios/../../outside.tavola", "./my.tavola", absolute, "README.md", "new.tavola", ""];
    for file in others {
        open.refused("open", &json!({ "file": file }), 409, "the game has no file");
        open.refused("save", &json!({ "file": file, "text": "x", "print": "" }), 409, "the game has no file");
        if file != "new.tavola" {
            open.refused("check", &json!({ "texts": { file: "x" } }), 409, "the game has no file");
        }
        open.refused("hover", &json!({ "file": file, "text": "x", "at": 0 }), 409, "the game has no file");
    }
    assert_eq!(fs::read_to_string(&outside).expect("readable"), "secret");
    assert!(!open.game.join("new.tavola").exists());
}

/// The text in the editor is not lost with its file.
#[test]
fn a_removed_file_is_checked_and_saved_again() {
    let open = open(&[]);
    let read = open.ask("open", &json!({ "file": "scenarios/end.yaml" }));
    let (text, print) = (read["text"].as_str().expect("a text"), &read["print"]);
    fs::remove_file(open.game.join("scenarios/end.yaml")).expect("it can be removed");
    let checked = open.ask("check", &json!({ "texts": { "scenarios/end.yaml": format!("{text}nonsense: [") } }));
    assert!(!list(&checked["findings"]).is_empty(), "the text is checked: {checked}");
    open.ask("save", &json!({ "file": "scenarios/end.yaml", "text": text, "print": print }));
    assert_eq!(fs::read_to_string(open.game.join("scenarios/end.yaml")).expect("readable"), text);
    // Nobody could read this name.
    let asked = json!({ "file": "scenarios/\u{202e}.yaml", "text": text, "print": print });
    open.refused("save", &asked, 409, "the game has no file");
}

#[test]
fn a_write_protected_file_stays() {
    let open = open(&[]);
    let read = open.ask("open", &json!({ "file": "my.tavola" }));
    let path = open.game.join("my.tavola");
    let mut permissions = fs::metadata(&path).expect("a file").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).expect("it can be protected");
    let asked = json!({ "file": "my.tavola", "text": "x", "print": read["print"] });
    open.refused("save", &asked, 409, "write-protected");
    assert_eq!(fs::read_to_string(&path).expect("readable"), read["text"].as_str().expect("a text"));
}

/// A file that cannot be read is listed, and opening it says why.
#[test]
fn a_file_that_is_no_text_is_listed() {
    let open = open(&[]);
    fs::write(open.game.join("more.tavola"), b"# caf\xe9\n").expect("writable");
    let listed = open.ask("files", &json!({}));
    assert!(list(&listed["files"]).iter().any(|file| file["path"] == "more.tavola"), "{listed}");
    open.refused("open", &json!({ "file": "more.tavola" }), 409, "UTF-8");
}

#[cfg(unix)]
#[test]
fn a_link_to_a_file_outside_is_not_read_or_written() {
    let open = open(&[]);
    let outside = open.game.parent().expect("a folder").join("outside.tavola");
    fs::write(&outside, "# a comment\n").expect("writable");
    std::os::unix::fs::symlink(&outside, open.game.join("more.tavola")).expect("a link");
    open.refused("open", &json!({ "file": "more.tavola" }), 409, "outside of the game's folder; it is not read");
    let save = json!({ "file": "more.tavola", "text": "# another\n", "print": "0" });
    open.refused("save", &save, 409, "outside of the game's folder");
    assert_eq!(fs::read_to_string(&outside).expect("readable"), "# a comment\n");
}

#[test]
fn a_file_that_changed_meanwhile_is_not_overwritten() {
    let open = open(&[]);
    let file = "scenarios/end.yaml";
    let read = open.ask("open", &json!({ "file": file }));
    let theirs = format!("{}\n# theirs\n", open.text(file));
    fs::write(open.game.join(file), theirs.replace('\n', "\r\n")).expect("writable");
    let mine = json!({ "file": file, "text": "# mine\n", "print": read["print"] });
    let conflict = open.ask("save", &mine);
    assert_eq!(conflict["changed"]["text"], json!(theirs), "{conflict}");
    assert!(fs::read_to_string(open.game.join(file)).expect("readable").ends_with("# theirs\r\n"), "nothing is lost");
    let saved = open.ask("save", &json!({ "file": file, "text": "# mine\n", "print": conflict["changed"]["print"] }));
    assert_eq!(fs::read_to_string(open.game.join(file)).expect("readable"), "# mine\r\n", "its line ends stay");
    assert_eq!(saved["print"], open.ask("open", &json!({ "file": file }))["print"]);
}

/// Offsets count as a browser counts: `𝄞` is two.
#[test]
fn findings_follow_texts_that_are_not_saved() {
    let open = open(&[]);
    let file = "my.tavola";
    let text = format!("# 𝄞\n{}", open.text(file)).replace("if deck is not none", "if dekc is not none");
    let before = fs::read_to_string(open.game.join(file)).expect("readable");
    let found = open.ask("check", &json!({ "file": file, "texts": { file: text } }));
    let finding = &list(&found["findings"])[0];
    let units: Vec<u16> = text.encode_utf16().collect();
    let range = |at: &Value| at["from"].as_u64().unwrap_or(0) as usize..at["to"].as_u64().unwrap_or(0) as usize;
    assert_eq!(String::from_utf16_lossy(&units[range(&finding["at"])]), "dekc", "{finding}");
    assert_eq!(finding["error"], json!(true));
    let line = text[..text.find("dekc").expect("it is there")].matches('\n').count() + 1;
    assert_eq!(finding["at"]["line"], json!(line));
    let edit = &finding["fixes"][0]["edits"][0];
    assert_eq!((edit["text"].as_str(), range(edit)), (Some("deck"), range(&finding["at"])), "{finding}");
    let colours: Vec<&str> = list(&found["colours"]).iter().filter_map(|token| token[2].as_str()).collect();
    assert!(["keyword", "comment", "clause", "number"].iter().all(|sort| colours.contains(sort)), "{colours:?}");
    assert_eq!(fs::read_to_string(open.game.join(file)).expect("readable"), before, "nothing is written");
    assert_eq!(open.ask("check", &json!({}))["findings"], json!([]), "the texts on the disk have none");
}

#[test]
fn the_editor_is_answered_about_a_position() {
    let open = open(&[]);
    let file = "my.tavola";
    let text = open.text(file);
    open.ask("check", &json!({ "file": file }));
    let spot = |words: &str, more: usize| {
        let at = text[..text.find(words).expect("it is there")].encode_utf16().count() + more;
        json!({ "file": file, "text": text, "at": at, "name": "silver" })
    };
    let hover = open.ask("hover", &spot("l.worth coins", 9));
    assert!(hover["declaration"].as_str().is_some_and(|line| line.starts_with("track coins")), "{hover}");
    let defined = open.ask("define", &spot("l.worth coins", 9));
    let track = text[..text.find("coins[Player]").expect("it is there")].matches('\n').count() + 1;
    assert_eq!((&defined["file"], &defined["line"]), (&json!(file), &json!(track)));
    let complete = open.ask("complete", &spot("l.worth coins", 2));
    assert!(list(&complete["options"]).iter().any(|offer| offer["label"] == "worth"), "{complete}");
    let renamed = open.ask("rename", &spot("l.worth coins", 9));
    assert!(list(&renamed["edits"]).iter().any(|edit| edit["file"] == "scenarios/end.yaml"), "{renamed}");
    open.refused("rename", &json!({ "file": file, "text": text, "at": 0, "name": "x" }), 409, "no name of the game");
    let messy = text.replace("| hand_size | 3     |", "| hand_size | 3 |");
    let formatted = open.ask("format", &json!({ "file": file, "text": messy }));
    assert_eq!(list(&formatted["edits"]).len(), 1, "{formatted}");
    let misspelt = text.replace("if deck is not none", "if dekc is not none");
    open.ask("check", &json!({ "file": file, "texts": { file: misspelt } }));
    let at = misspelt[..misspelt.find("dekc").expect("it is there")].encode_utf16().count();
    let offered = open.ask("actions", &json!({ "file": file, "text": misspelt, "at": at }));
    assert_eq!(offered[0]["title"], "Replace `dekc` with `deck`", "{offered}");
}

#[test]
fn tests_run_on_the_saved_files() {
    let open = open(&[]);
    let results = open.ask("tests", &json!({}));
    assert!(list(&results["cases"]).iter().all(|case| case["passed"] == json!(true)), "{results}");
    open.change("my.tavola", "you gains l.worth coins", "you gains l.worth + 1 coins");
    let results = open.ask("tests", &json!({}));
    let failed: Vec<&Value> = list(&results["cases"]).iter().filter(|case| case["passed"] == json!(false)).collect();
    let names: Vec<&str> = failed.iter().filter_map(|case| case["name"].as_str()).collect();
    assert_eq!(names, ["the game ends after the last round", "a letter is delivered in its village only"]);
    let failure = &failed[1]["failures"][0];
    assert_eq!((failure["what"].as_str(), failure["expected"].as_str()), (Some("coins[anna]"), Some("1")), "{failure}");
    assert_eq!(failure["at"]["file"], json!("scenarios/turns.yaml"));
    let line = failure["at"]["line"].as_u64().expect("a line") as usize;
    assert!(open.text("scenarios/turns.yaml").lines().nth(line - 1).is_some_and(|line| line.contains("coins[anna]")));
    assert_eq!(failure["rule"]["file"], json!("my.tavola"));
    open.change("my.tavola", "winner p in", "winner q in");
    let results = open.ask("tests", &json!({}));
    assert!(results["problem"].as_str().is_some_and(|why| why.contains("have errors")), "{results}");
}

#[test]
fn clauses_and_settings_are_listed_with_their_places() {
    let open = open(&[]);
    let text = "kind: rule, text: \"Each turn:\\n- pay\\n- play <one>\" }";
    open.change("rulebook.yaml", "clauses:", &format!("clauses:\n  - {{ id: MY-99, section: Lists, {text}"));
    let clauses = open.ask("clauses", &json!({}));
    let listed = list(&clauses).iter().find(|clause| clause["id"] == "MY-99").expect("it is listed");
    assert_eq!(listed["text"], json!("<p>Each turn:</p><ul><li>pay</li><li>play &lt;one&gt;</li></ul>"));
    let clause = list(&clauses).iter().find(|clause| clause["id"] == "MY-10").expect("it is listed");
    assert_eq!(clause["rules"][0]["file"], json!("my.tavola"));
    assert_eq!(clause["scenarios"][0]["text"], json!("the player who delivered more letters wins a tie"));
    let settings = open.ask("settings", &json!({}));
    let named = |name: &str| list(&settings).iter().find(|one| one["name"] == name).expect("it is listed");
    assert_eq!((&named("rounds")["kind"], &named("rounds")["value"]), (&json!("setting"), &json!("8")));
    assert_eq!(named("long_road")["kind"], json!("variant"));
    assert_eq!(named("long_road")["choice"], Value::Null);
}

#[test]
fn settings_say_what_can_be_chosen_also_under_a_variant() {
    let open = open(&["--players", "3"]);
    let rows = "| per_seat | 2: 5, 3: 6, 4: 7 | 1..9 | \"stones of each player\" | MY-9 |\n  | free | yes | yes, no | \"is it free?\" | MY-9 |\n";
    open.change("my.tavola", "| rounds    | 8 ", &format!("{rows}  | rounds    | 8 "));
    let choice = |asked: Value, name: &str| {
        let settings = open.ask("settings", &asked);
        list(&settings).iter().find(|one| one["name"] == name).expect("it is listed")["choice"].clone()
    };
    let number = |value: &str, meaning: &str, range: [i64; 2]| json!({ "value": value, "meaning": meaning, "range": range, "values": [] });
    assert_eq!(choice(json!({}), "per_seat"), number("6", "stones of each player", [1, 9]), "for three players");
    let free = json!({ "value": "yes", "meaning": "is it free?", "range": null, "values": ["yes", "no"] });
    assert_eq!(choice(json!({}), "free"), free);
    let make = json!({ "sort": "variant", "name": "short", "set": { "free": "no", "per_seat": "3" } });
    open.ask("make", &make);
    assert_eq!(choice(json!({ "variant": "short" }), "free")["value"], json!("no"));
    assert_eq!(choice(json!({ "variant": "short" }), "per_seat")["value"], json!("3"));
    open.refused("settings", &json!({ "variant": "nothing" }), 409, "nothing");
    kept_over_a_variant(&open);
}

/// Values that are changed while a variant is chosen become a variant over it: both together are the game that was chosen.
fn kept_over_a_variant(open: &Open) {
    let make =
        |name: &str, over: &str| json!({ "sort": "variant", "name": name, "set": { "per_seat": "4" }, "over": over });
    open.ask("make", &make("calm", "short"));
    let settings = open.ask("settings", &json!({ "variant": "calm" }));
    let value = |name: &str| {
        list(&settings).iter().find(|one| one["name"] == name).expect("it is listed")["choice"]["value"].clone()
    };
    assert_eq!((value("free"), value("per_seat")), (json!("no"), json!("4")));
    let found = open.ask("check", &json!({}))["findings"].clone();
    assert!(
        list(&found).iter().all(|finding| finding["variant"].is_null() && finding["error"] == json!(false)),
        "{found}"
    );
    open.refused("make", &make("x", "nothing"), 409, "nothing");
    replaced_by_its_own_values(open);
}

/// A variant that changes values alone is replaced, if its text is the one that was read and no variant would be over itself.
fn replaced_by_its_own_values(open: &Open) {
    let read = |name: &str| open.ask("open", &json!({ "file": format!("variants/{name}.tavola") }));
    let wish = |name: &str, over: &str, print: &Value| json!({ "sort": "variant", "name": name, "set": { "per_seat": "5" }, "over": over, "print": print });
    let (short, before) = (read("short")["print"].clone(), read("calm"));
    open.refused("make", &wish("calm", "short", &short), 409, "another program has changed");
    open.refused("make", &wish("short", "calm", &short), 409, "made over `short`");
    assert_eq!(read("calm"), before);
    // Values that were changed under the variant itself are added to its own.
    open.ask("make", &wish("calm", "calm", &before["print"]));
    let text = before["text"].as_str().expect("a text").replace("| 4 ", "| 5 ");
    assert_eq!(read("calm")["text"], json!(text));
    open.ask("make", &wish("short", "short", &short));
    let both = read("short")["text"].as_str().expect("a text").to_owned();
    assert!(both.contains("| free     | no    |") && both.contains("| per_seat | 5     |"), "{both}");
    let other = format!("{both}\ndefine more = 1\n");
    open.ask("save", &json!({ "file": "variants/short.tavola", "text": other, "print": read("short")["print"] }));
    open.refused("make", &wish("short", "", &read("short")["print"]), 409, "more than settings and rulings");
}

#[test]
fn new_files_stay_in_the_folder_of_the_game() {
    let open = open(&[]);
    let make = |sort: &str, name: &str| json!({ "sort": sort, "name": name, "set": { "rounds": "5" } });
    assert_eq!(open.ask("make", &make("variant", "short")), json!({ "file": "variants/short.tavola" }));
    let text =
        "variant short \"Short\" of my, house rules\n\nchange settings\n  | name   | value |\n  | rounds | 5     |\n";
    assert_eq!(fs::read_to_string(open.game.join("variants/short.tavola")).expect("readable"), text);
    assert_eq!(open.ask("check", &json!({}))["findings"], json!([]));
    open.seats(&json!({ "new": true, "variant": "short" }));
    open.refused("make", &make("variant", "short"), 409, "exists already");
    example_of_a_variant(&open);
    for name in ["../up", "a/b", "", ".hidden", "Big", "a.b"] {
        open.refused("make", &make("scenarios", name), 409, "is not a name");
    }
    open.refused(
        "make",
        &json!({ "sort": "variant", "name": "x", "set": { "rounds": "5 |" } }),
        409,
        "cannot be written",
    );
    for (name, value) in [("rounds", "99999"), ("rounds", "many"), ("round", "5")] {
        open.refused("make", &json!({ "sort": "variant", "name": "x", "set": { name: value } }), 409, "round");
    }
    open.refused("make", &json!({ "sort": "folder", "name": "x" }), 400, "malformed");
    open.change("my.tavola", "winner p in", "winner q in");
    let bad = json!({ "sort": "variant", "name": "bad", "set": { "rounds": "99999", "nope": "1" } });
    open.refused("make", &bad, 409, "the rules have errors");
    open.change("my.tavola", "winner q in", "winner p in");
    open.ask("make", &make("scenarios", "more"));
    assert!(open.text("scenarios/more.yaml").contains("players: [anna, ben]"));
    assert_eq!(names_in(&open.game), ["README.md", "my.tavola", "rulebook.yaml", "scenarios", "variants"]);
}

#[cfg(unix)]
#[test]
fn a_folder_that_is_a_link_gets_no_new_file() {
    let open = open(&[]);
    let outside = open.game.parent().expect("a folder").join("outside");
    fs::create_dir(&outside).expect("a folder can be made");
    fs::remove_dir_all(open.game.join("variants")).expect("it can be removed");
    std::os::unix::fs::symlink(&outside, open.game.join("variants")).expect("a link");
    open.refused("make", &json!({ "sort": "variant", "name": "x" }), 409, "outside of the game's folder");
    assert!(names_in(&outside).is_empty());
}

/// Waits until a page contains these words. The folder is watched, with a short delay.
pub(crate) fn until(open: &Open, path: &str, words: &str) -> String {
    let end = Instant::now() + Duration::from_secs(60);
    loop {
        let text = open.get(&format!("{path}/table")).text();
        if text.contains(words) {
            return text;
        }
        assert!(Instant::now() < end, "timeout: `{words}`: {text}");
        thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn the_table_continues_under_saved_rules() {
    let open = open(&["--players", "3", "--human", "2"]);
    let seats = open.seats(&json!({}));
    let kinds: Vec<&str> = seats.iter().map(|(kind, _)| kind.as_str()).collect();
    assert_eq!(kinds, ["bot", "person", "bot", "spectator"]);
    assert_eq!(open.seats(&json!({})), seats, "the game stays when the page is loaded again");
    let person = &seats[1].1;
    assert!(open.get(person).text().contains("What do you do?"));
    assert!(open.get(&seats[0].1).text().contains("(you)"), "one sees the table as a bot sees it");
    open.change("my.tavola", "What do you do?", "What now?");
    until(&open, person, "What now?");
    let (ride, stay) = ("ride(v in neighbours(site(courier[you])))", "ride(v in neighbours(dell))");
    open.change("my.tavola", ride, stay);
    let page = until(&open, person, "cannot continue under the changed rules");
    assert!(
        page.contains("is no longer possible") && page.contains("New game") && !page.contains("The host"),
        "{page}"
    );
    open.change("my.tavola", stay, ride);
    open.change("my.tavola", "winner p in", "winner q in");
    until(&open, person, "The rules have errors: see Findings.");
    assert!(!open.get(person).text().contains("--&gt;"), "the table does not repeat the findings");
    open.refused("table", &json!({ "new": true }), 409, "The rules have errors");
    assert_eq!(open.get(person).status, 200, "the game at the table stays");
    open.change("my.tavola", "winner q in", "winner p in");
    let again = open.seats(&json!({ "new": true, "variant": "long_road", "set": { "rounds": "2" } }));
    assert_eq!(open.get(person).status, 404, "a new game has new keys");
    assert_eq!(open.get(&again[1].1).status, 200);
    open.refused("table", &json!({ "new": true, "set": { "rounds": "99" } }), 409, "rounds");
    open.refused("table", &json!({ "new": true, "variant": "../../x" }), 409, "");
    assert_eq!(names_in(&open.game), ["README.md", "my.tavola", "rulebook.yaml", "scenarios", "variants"]);
}

/// The page says how many players a new game has and where people sit, and is told who has to answer.
#[test]
fn a_new_game_has_the_players_and_people_that_are_asked_for() {
    let open = open(&["--players", "3", "--names", "mia,tom,ada"]);
    let kinds = |asked: &Value| -> Vec<String> { open.seats(asked).into_iter().map(|(kind, _)| kind).collect() };
    assert_eq!(kinds(&json!({})), ["person", "bot", "bot", "spectator"]);
    assert_eq!(kinds(&json!({ "new": true, "players": 2, "people": "all" })), ["person", "person", "spectator"]);
    assert_eq!(open.ask("course", &json!({}))["asked"], json!([0]), "the second player is not asked yet");
    assert_eq!(kinds(&json!({ "new": true, "people": "none" })), ["bot", "bot", "bot", "spectator"]);
    assert_eq!(open.ask("course", &json!({}))["asked"], json!([]));
    assert_eq!(kinds(&json!({ "new": true, "players": 2, "people": "first" })), ["person", "bot", "spectator"]);
    open.refused("table", &json!({ "new": true, "players": 99 }), 409, "players");
    assert_eq!(open.ask("choices", &json!({}))["example"], json!("coins[anna] >= 10"));
}

/// A new variant without changed values shows as a comment how one is changed, and that is right when it is uncommented.
fn example_of_a_variant(open: &Open) {
    let file = open.ask("make", &json!({ "sort": "variant", "name": "own" }))["file"].clone();
    let text = fs::read_to_string(open.game.join("variants/own.tavola")).expect("readable");
    let (head, example) = text.split_once("below, and write another value than now.\n").expect("an example");
    assert!(head.starts_with("variant own \"Own\" of my, house rules\n\n# "), "{text}");
    assert!(example.starts_with("# change settings\n#   | name "), "{text}");
    let used = text.replace("\n# change", "\nchange").replace("\n#   |", "\n  |");
    let checked = open.ask("check", &json!({ "file": file, "texts": { "variants/own.tavola": used } }));
    assert!(!list(&checked["findings"]).iter().any(|finding| finding["error"] == json!(true)), "{checked}");
    fs::remove_file(open.game.join("variants/own.tavola")).expect("it can be removed");
}

/// Names of the files in a folder.
fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("readable").flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// A studio is for games that cannot be played yet, too.
#[test]
fn a_game_with_errors_is_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = folder.path().join("two");
    fs::create_dir(&game).expect("a folder can be made");
    fs::write(game.join("two.tavola"), "game two \"Two\" for 2 players\n\nplay\n  nonsense\n").expect("writable");
    let mut command = program();
    command.arg("studio").arg(&game);
    let open = Open { served: start(command, "studio"), _folder: folder, game };
    open.refused("table", &json!({}), 409, "The rules have errors");
    assert!(!list(&open.ask("check", &json!({}))["findings"]).is_empty());
    assert!(open.ask("tests", &json!({}))["problem"].is_string());
    assert_eq!(open.ask("clauses", &json!({})), json!([]));
}
