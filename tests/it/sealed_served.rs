//! Answers of an open `together` block at tables in browsers: kept in the record, hidden from everybody else, and restored after a
//! restart.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::serve::{Served, given, responses, serve};
use crate::together_served::{FAIR, fair};

fn give(served: &Served, who: &str, option: u64) {
    let reply = served.answer(who, served.get(who, "/table").number(), option);
    assert_eq!(reply.status, 204, "{who}: {}", reply.text());
}

/// Waits until Anna's page contains a text. The server watches the folder, with a short delay.
fn until(served: &Served, seen: &str) {
    until_shown(served, "anna", seen);
}

fn until_shown(served: &Served, who: &str, seen: &str) {
    served.until(who, seen, |text| text.contains(seen));
}

/// The host accepts the changed rules, and the game continues from the last legal answer.
fn continue_game(served: &Served) {
    let body = format!("question={}", served.get("the host", "/table").number());
    let path = format!("/{}/change", served.key("the host"));
    assert_eq!(served.send("POST", &path, &[("x-table", "1")], body.as_bytes()).status, 204);
}

fn sealed(record: &Path) -> Option<String> {
    let text = fs::read_to_string(record).expect("it is written");
    text.lines().find(|line| line.starts_with("sealed:")).map(ToOwned::to_owned)
}

/// Runs a verb. Returns its exit code and its whole output.
fn run(args: &[&str], input: &str) -> (Option<i32>, String) {
    use std::io::Write;
    use std::process::Stdio;
    let mut command = Command::new(env!("CARGO_BIN_EXE_tavola"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&said).into_owned())
}

#[test]
fn secret_answers_survive_a_restart_and_stay_hidden() {
    let (folder, rules) = fair();
    let record = folder.path().join("game.yaml");
    let file = record.to_str().expect("a path");
    let options = ["--human", "anna,ben", "--players", "3", "--seed", "4", "--record", file];
    let served = serve(&rules, &options);
    // Everything that others receive, and the host's copy of the record.
    let others = |served: &Served| {
        (responses(served, "anna"), responses(served, "to watch"), served.get("the host", "/record").text())
    };
    let before = others(&served);
    give(&served, "ben", 3);
    give(&served, "ben", 1);
    assert_eq!(sealed(&record).as_deref(), Some("sealed: { ben: [3, fog] }"));
    assert_eq!(given(&record), Vec::<String>::new());
    assert_eq!(others(&served), before);
    drop(served);
    for _ in 0..3 {
        let served = serve(&rules, &options);
        assert!(served.get("ben", "/table").text().contains("You have answered: <b>3; Fog</b>. It is kept"));
        assert_eq!(others(&served), before);
    }
    // Taken back and given again, after another restart.
    let served = serve(&rules, &options);
    let undo = format!("/{}/undo", served.key("ben"));
    let number = served.get("ben", "/table").number();
    assert_eq!(served.send("POST", &undo, &[("x-table", "1")], format!("question={number}").as_bytes()).status, 204);
    assert_eq!(sealed(&record).as_deref(), Some("sealed: { ben: [3] }"));
    drop(served);
    let served = serve(&rules, &options);
    assert!(served.get("ben", "/table").text().contains("What do you bring?"));
    give(&served, "ben", 0);
    give(&served, "anna", 0);
    assert_eq!(given(&record)[..3], ["- anna: 0", "- ben: 3", "- ben: sun"]);
    assert_eq!(sealed(&record), None, "they are revealed");
    drop(served);
    let served = serve(&rules, &options);
    assert!(served.get("anna", "/table").text().contains("And now?"));
}

#[test]
fn a_complete_block_continues_after_a_restart() {
    let (folder, rules) = fair();
    let record = folder.path().join("game.yaml");
    let file = record.to_str().expect("a path");
    let served = serve(&rules, &["--human", "all", "--players", "2", "--seed", "4", "--record", file]);
    give(&served, "ben", 0);
    drop(served);
    // As if the server had been killed between the last answer and the end of the block.
    let text = fs::read_to_string(&record).expect("readable");
    fs::write(&record, text.replace("sealed: { ben: [0] }", "sealed: { ben: [0], anna: [1] }")).expect("writable");
    let served = serve(&rules, &["--record", file]);
    assert_eq!(given(&record), ["- anna: 1", "- ben: 0"]);
    assert!(sealed(&record).is_none() && served.get("anna", "/table").text().contains("And now?"));
}

#[test]
fn secret_answers_survive_changed_rules() {
    let (folder, rules) = fair();
    let record = folder.path().join("game.yaml");
    let file = record.to_str().expect("a path");
    let served = serve(&rules, &["--human", "all", "--players", "3", "--seed", "4", "--record", file]);
    give(&served, "ben", 3);
    give(&served, "ben", 1);
    give(&served, "chris", 1);
    let save = |text: &str| fs::write(rules.join("fair.tavola"), text).expect("writable");
    // The host sees what the rules mean for the secret answers, and may decide before they are revealed.
    save(&FAIR.replace("n in 0..3 \"How much do you bid?\"", "n in 0..2 \"And your bid?\""));
    until_shown(&served, "the host", "what ben answered in secret (`sealed`) is no longer possible");
    assert!(served.get("ben", "/table").text().contains("You have answered: <b>3; Fog</b>"));
    assert_eq!(sealed(&record).as_deref(), Some("sealed: { ben: [3, fog], chris: [1] }"));
    continue_game(&served);
    let page = served.get("ben", "/table").text();
    assert!(page.contains("And your bid?") && !page.contains("You have answered"), "{page}");
    assert_eq!(sealed(&record).as_deref(), Some("sealed: { chris: [1] }"));
    // A sealed answer belongs to its own question only.
    let first = "  each p in Player\n    p chooses k in 0..2 \"In the open?\"\n    p gains k fame\n";
    save(&FAIR.replace("  together p in Player", &format!("{first}  together p in Player")));
    until_shown(&served, "the host", "what chris answered in secret (`sealed`) is no longer possible");
    continue_game(&served);
    until(&served, "In the open?");
    give(&served, "anna", 0);
    give(&served, "ben", 0);
    let asked = served.get("chris", "/table").text();
    assert!(asked.contains("In the open?"), "chris is asked: {asked}");
    give(&served, "chris", 0);
    assert!(given(&record)[..3] == ["- anna: 0", "- ben: 0", "- chris: 0"] && sealed(&record).is_none());
}

/// Changed rules are tried when the secret answers are revealed. Until then nobody learns from them what was answered.
#[test]
fn changed_rules_wait_for_secret_answers() {
    let table = |bid: u64| {
        let (folder, rules) = fair();
        let record = folder.path().join("game.yaml");
        let file = record.to_str().expect("a path");
        let served = serve(&rules, &["--human", "all", "--players", "2", "--seed", "4", "--record", file]);
        give(&served, "ben", bid);
        (folder, rules, record, served)
    };
    let (still_legal, not_legal) = (table(1), table(0));
    let others = |served: &Served| (responses(served, "anna"), responses(served, "to watch"));
    for (_, rules, record, served) in [&still_legal, &not_legal] {
        let before = fs::read_to_string(record).expect("readable");
        fs::write(rules.join("fair.tavola"), FAIR.replace("n in 0..3", "n in 1..3")).expect("writable");
        until(served, "Some answers are still secret");
        assert_eq!(fs::read_to_string(record).expect("readable"), before);
    }
    assert_eq!(others(&still_legal.3), others(&not_legal.3));
    for (_, _, _, served) in [&still_legal, &not_legal] {
        give(served, "anna", 1);
    }
    let shown = |served: &Served| served.get("anna", "/table").text();
    assert!(shown(&still_legal.3).contains("the game continues with the new rules"), "{}", shown(&still_legal.3));
    assert!(shown(&not_legal.3).contains("no longer legal"), "{}", shown(&not_legal.3));
}

/// A restart under changed rules does not change the record either.
#[test]
fn an_illegal_sealed_answer_is_reported_and_kept() {
    let (folder, rules) = fair();
    let record = folder.path().join("game.yaml");
    let (file, path) = (record.to_str().expect("a path"), rules.to_str().expect("a path"));
    let served = serve(&rules, &["--human", "all", "--players", "3", "--seed", "4", "--record", file]);
    give(&served, "ben", 3);
    drop(served);
    let before = fs::read_to_string(&record).expect("it is written");
    fs::write(rules.join("fair.tavola"), FAIR.replace("n in 0..3", "n in 0..2")).expect("writable");
    for args in [&["play", path, "--resume", file][..], &["replay", file, "--rules", path]] {
        let (code, said) = run(args, "");
        let is_reported = said.contains("what ben answered in secret (`sealed`) is no longer possible");
        assert!(code == Some(1) && is_reported, "{args:?}: {code:?} {said}");
    }
    assert_eq!(fs::read_to_string(&record).expect("it is there"), before);
}

/// All verbs accept a record with sealed answers: the game is at the start of its block.
#[test]
fn other_verbs_accept_a_record_with_sealed_answers() {
    let (folder, rules) = fair();
    let record = folder.path().join("game.yaml");
    let file = record.to_str().expect("a path");
    let path = rules.to_str().expect("a path");
    let served = serve(&rules, &["--human", "anna,ben", "--players", "2", "--seed", "4", "--record", file]);
    give(&served, "ben", 3);
    give(&served, "ben", 1);
    drop(served);
    let reads = |args: &[&str], words: &str| {
        let (code, said) = run(args, "");
        assert!(code == Some(0) && said.contains(words), "{args:?}: {code:?} {said}");
    };
    reads(&["replay", file, "--rules", path], "ben has given 2 answers that will be revealed when all have answered");
    reads(&["replay", file, "--rules", path, "--as", "anna"], "as anna saw it");
    reads(&["impact", path, path, file], "");
    reads(&["draw", path, "--record", file, "--as", "anna", "--format", "json"], "How much do you bid?");
    // At one keyboard, the sealed answers also count.
    let (code, said) = run(&["play", path, "--resume", file], "0\n0\n0\n");
    assert!(code == Some(0) && said.contains("The game is over"), "{code:?} {said}");
    assert_eq!(given(&record), ["- anna: 0", "- ben: 3", "- ben: fog", "- anna: 0", "- ben: 0"]);
    assert_eq!(sealed(&record), None);
}
