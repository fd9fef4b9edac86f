//! The record of a table in browsers: it holds every accepted answer, whatever happens to its file and to the server.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use crate::serve::{Reply, Served, given, refused, serve, serve_by, valley};
use crate::waiting::until;

/// Many small answers in turn.
const COUNT: &str = r#"game count "Count" for 2 players

track fame[Player] 0..

play
  repeat 400 times
    each p in Player
      p chooses n in 0..1 "How many?"
      p gains n fame

winner p in Player by most fame[p]
"#;

struct Table {
    folder: TempDir,
    rules: PathBuf,
    record: PathBuf,
    /// Accepted answers: those that a browser was notified of.
    taken: Vec<String>,
}

impl Table {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let rules = folder.path().join("count");
        let record = folder.path().join("games").join("game.yaml");
        for folder in [&rules, &folder.path().join("games")] {
            fs::create_dir(folder).expect("a folder can be made");
        }
        fs::write(rules.join("count.tavola"), COUNT).expect("writable");
        Self { folder, rules, record, taken: Vec::new() }
    }

    fn options(&self) -> [&str; 6] {
        ["--human", "all", "--seed", "4", "--record", self.record.to_str().expect("a path")]
    }

    fn open(&self) -> Served {
        serve(&self.rules, &self.options())
    }

    /// Answers the next question. The error is the response of a refused answer.
    fn answer(&mut self, served: &Served) -> Result<(), (u16, String)> {
        let (who, option) = (["anna", "ben"][self.taken.len() % 2], u64::from(self.taken.len().is_multiple_of(3)));
        let number = patient(|| served.get(who, "/table")).number();
        let reply = patient(|| served.answer(who, number, option));
        if reply.status == 204 {
            self.taken.push(format!("- {who}: {option}"));
            return Ok(());
        }
        Err((reply.status, reply.text()))
    }

    fn answer_some(&mut self, served: &Served, answers: usize) {
        (0..answers).for_each(|_| assert_eq!(self.answer(served), Ok(())));
    }
}

/// Repeats a request that was rate-limited, as a page does.
fn patient(ask: impl Fn() -> Reply) -> Reply {
    let mut reply = ask();
    until("the rate limit allows it", || {
        let done = reply.status != 429;
        if !done {
            thread::sleep(Duration::from_millis(200));
            reply = ask();
        }
        done
    });
    reply
}

fn is_paused(served: &Served, who: &str) -> bool {
    patient(|| served.get(who, "/table")).text().contains(PAUSED)
}

/// Waits until a table that is paused continues by itself.
fn continues(served: &Served, who: &str) {
    served.until(who, "the end of the pause", |text| !text.contains(PAUSED));
}

const PAUSED: &str = "The game is paused";

const ALL: [&str; 4] = ["anna", "ben", "to watch", "the host"];

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_pauses_the_table_for_everybody() {
    let mut table = Table::new();
    let mut shell = Command::new("sh");
    // Limits the size of files to 512 bytes (or 1,024: shells differ). The limit is lifted later.
    shell.args(["-c", "trap '' XFSZ; ulimit -S -f 1; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_tavola")]);
    let served = serve_by(shell, &table.rules, &table.options());
    let (status, why) = loop {
        if let Err(refused) = table.answer(&served) {
            break refused;
        }
        assert!(table.taken.len() < 150, "the limit is reached");
    };
    assert!(status == 503 && why.contains("No answer is accepted until it can be written"), "{status} {why}");
    assert!(why.contains("the file is too large") && why.contains("All answers so far are kept"), "{why}");
    for who in ALL {
        let page = served.get(who, "/table").text();
        assert!(page.contains("The game is paused") && !page.contains("os error"), "{who}: {page}");
        assert!(!page.contains("game.yaml"), "the name of a record may hold its seed: {page}");
    }
    for _ in 0..3 {
        assert_eq!(table.answer(&served).expect_err("the disk is still full").0, 503);
    }
    assert_eq!(given(&table.record), table.taken, "all that was taken, and nothing else");
    let process = served.process().to_string();
    let more = Command::new("prlimit").args(["--pid", &process, "--fsize=unlimited"]).status().expect("it runs");
    assert!(more.success());
    ALL.iter().for_each(|who| continues(&served, who));
    table.answer_some(&served, 5);
    assert_eq!(given(&table.record), table.taken);
    drop(served);
    let served = table.open();
    table.answer_some(&served, 2);
    assert_eq!(given(&table.record), table.taken);
}

/// Answers of bots on a full disk are neither lost nor searched again: the record is the same as without the interruption.
#[cfg(target_os = "linux")]
#[test]
fn bots_wait_for_disk_space_and_then_answer_the_same() {
    let table = Table::new();
    let files = ["part", "whole"].map(|name| table.record.with_file_name(format!("{name}.yaml")));
    let options =
        |file: &Path| ["--human", "anna", "--seed", "4", "--record", file.to_str().expect("a path")].map(str::to_owned);
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' XFSZ; ulimit -S -f 1; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_tavola")]);
    let served = serve_by(shell, &table.rules, &options(&files[0]).each_ref().map(String::as_str));
    let answer = |served: &Served| {
        let number = patient(|| served.get("anna", "/table")).number();
        patient(|| served.answer("anna", number, 1)).status
    };
    let mut taken = 0;
    while !is_paused(&served, "anna") {
        taken += u32::from(answer(&served) == 204);
        assert!(taken < 150, "the limit is reached");
    }
    let process = served.process().to_string();
    assert!(
        Command::new("prlimit").args(["--pid", &process, "--fsize=unlimited"]).status().expect("it runs").success()
    );
    continues(&served, "anna");
    assert_eq!(answer(&served), 204);
    let whole = serve(&table.rules, &options(&files[1]).each_ref().map(String::as_str));
    (0..=taken).for_each(|_| assert_eq!(answer(&whole), 204));
    let [part, whole] = files.map(|file| fs::read_to_string(file).expect("it is written"));
    assert_eq!(part, whole);
}

/// Changes that an editor, a copy, git or a person may make to the record of a running game.
#[test]
fn a_record_that_others_change_is_rewritten_without_a_loss() {
    let mut table = Table::new();
    let served = table.open();
    let record = table.record.clone();
    let early = fs::read_to_string(&record).expect("it is there");
    let put = |text: &str| {
        let other = record.with_extension("new");
        fs::write(&other, text).expect("writable");
        fs::rename(&other, &record).expect("ours");
    };
    let changes: [(&str, &dyn Fn()); 6] = [
        ("an earlier state is put there", &|| put(&early)),
        ("something else is put there", &|| put("mine, too\n")),
        ("it is written over", &|| fs::write(&record, "mine\n").expect("writable")),
        ("it is emptied", &|| fs::write(&record, "").expect("writable")),
        ("it is removed", &|| fs::remove_file(&record).expect("there")),
        ("it is moved away", &|| fs::rename(&record, record.with_extension("old")).expect("ours")),
    ];
    for (what, change) in changes {
        // Either an answer finds the change first, or the regular check does.
        table.answer_some(&served, 3);
        change();
        table.answer_some(&served, 1);
        assert_eq!(given(&record), table.taken, "{what}");
        change();
        until(what, || fs::read_to_string(&record).is_ok_and(|_| given(&record) == table.taken));
        table.answer_some(&served, 2);
        assert_eq!(given(&record), table.taken, "{what}");
    }
    let found = |name: &str| fs::read_to_string(record.with_file_name(name)).expect("a copy was kept");
    assert_eq!(found("game.yaml.found"), "mine, too\n");
    assert_eq!(found("game.yaml.found-3"), "mine\n");
    assert!(!record.with_file_name("game.yaml.found-5").exists(), "a part of the record is not kept as a copy");
    drop(served);
    let served = table.open();
    table.answer_some(&served, 2);
    assert_eq!(given(&record), table.taken);
}

#[test]
fn a_table_waits_for_its_missing_folder() {
    let mut table = Table::new();
    let served = table.open();
    table.answer_some(&served, 3);
    let (games, away) = (table.folder.path().join("games"), table.folder.path().join("away"));
    fs::rename(&games, &away).expect("ours");
    for who in ALL {
        served.until(who, "the pause, before anybody answers", |text| text.contains(PAUSED));
    }
    let (status, why) = table.answer(&served).expect_err("there is no file");
    assert!(
        status == 503 && why.contains("there is no such folder") && why.contains("Do not stop the server"),
        "{why}"
    );
    let undo = format!("/{}/undo", served.key("anna"));
    let number = served.get("anna", "/table").number();
    let undone = served.send("POST", &undo, &[("x-table", "1")], format!("question={number}").as_bytes());
    assert!([409, 503].contains(&undone.status));
    fs::create_dir(&games).expect("a folder can be made");
    ALL.iter().for_each(|who| continues(&served, who));
    assert_eq!(given(&table.record), table.taken, "the record is whole again");
    until("the links are kept again", || table.record.with_extension("yaml.keys").exists());
    table.answer_some(&served, 1);
    assert_eq!(given(&table.record), table.taken);
}

/// `TAVOLA_KILLS=100 cargo test --test it a_killed_server` sets the number of kills.
#[test]
fn a_killed_server_has_written_all_accepted_answers() {
    let mut table = Table::new();
    let kills = std::env::var("TAVOLA_KILLS").ok().and_then(|kills| kills.parse().ok());
    for round in 0..kills.unwrap_or(6) {
        let served = table.open();
        table.answer_some(&served, 4);
        // In every second round the server is killed during an answer.
        let who = ["anna", "ben"][table.taken.len() % 2];
        let body = format!("question={}&option=1", served.get(who, "/table").number());
        let path = format!("/{}/answer", served.key(who));
        let status = thread::scope(|scope| {
            let reply = scope.spawn(|| served.try_post(&path, body.as_bytes()));
            if round % 2 == 0 {
                thread::sleep(Duration::from_micros(2_000 * (round % 6) + 37 * round));
                served.kill();
            }
            reply.join().expect("it ends")
        });
        let (recorded, is_taken) = (given(&table.record), status == Some(204));
        let more = [&table.taken[..], &[format!("- {who}: 1")]].concat();
        assert!(recorded == more || (!is_taken && recorded == table.taken), "{status:?} {recorded:?}");
        table.taken = recorded;
    }
}

#[cfg(unix)]
#[test]
fn only_the_owner_can_read_a_record() {
    use std::os::unix::fs::PermissionsExt;
    let table = Table::new();
    let mode = |path: &Path| fs::metadata(path).expect("there").permissions().mode() & 0o777;
    drop(table.open());
    assert_eq!(mode(&table.record), 0o600);
    assert_eq!(mode(&table.record.with_extension("yaml.keys")), 0o600);
    // Permissions that the user has changed stay.
    fs::set_permissions(&table.record, fs::Permissions::from_mode(0o644)).expect("ours");
    drop(serve(&table.rules, &[&table.options()[..], &["--sync", "never"]].concat()));
    assert_eq!(mode(&table.record), 0o644);
}

#[test]
fn a_replaced_record_is_still_in_use() {
    let table = Table::new();
    let served = table.open();
    let other = table.record.with_extension("new");
    fs::copy(&table.record, &other).expect("readable");
    fs::rename(&other, &table.record).expect("ours");
    let said = refused(&table.rules, &table.options());
    assert!(said.contains("is in use"), "{said}");
    fs::remove_file(&table.record).expect("there");
    let said = refused(&table.rules, &table.options());
    assert!(said.contains("is in use"), "{said}");
    drop(served);
    drop(table.open());
}

/// A page that was loaded before a restart cannot change anything.
#[test]
fn a_page_from_before_a_restart_is_refused() {
    let (folder, rules) = valley();
    let record = folder.path().join("game.yaml");
    let options = ["--human", "all", "--seed", "4", "--record", record.to_str().expect("a path")];
    let first = serve(&rules, &options);
    let old = ALL.map(|who| first.get(who, "/table").number());
    drop(first);
    let second = serve(&rules, &options);
    let before = fs::read_to_string(&record).expect("readable");
    for (who, old) in ALL.into_iter().zip(old) {
        assert_ne!(second.get(who, "/table").number(), old, "{who}");
        let news = second.send("GET", &format!("/{}/wait/{old}", second.key(who)), &[], b"").text();
        assert_eq!(news, second.get(who, "/table").number().to_string(), "{who} gets the new number immediately");
        for (route, more) in [
            ("answer", "&option=0"),
            ("divide", "&pile=0"),
            ("enough", ""),
            ("undo", ""),
            ("ask", ""),
            ("agree", "&option=1"),
            ("change", ""),
            ("sit", ""),
        ] {
            let path = format!("/{}/{route}", second.key(who));
            let body = format!("question={old}{more}");
            let reply = second.send("POST", &path, &[("x-table", "1")], body.as_bytes());
            assert_eq!(reply.status, 409, "{who} {route}: {}", reply.text());
            let is_asked = ["anna", "ben"].contains(&who) && !["change", "sit"].contains(&route);
            assert!(!is_asked || reply.text().contains("was restarted"), "{who} {route}: {}", reply.text());
        }
    }
    assert_eq!(fs::read_to_string(&record).expect("readable"), before);
    let number = second.get("anna", "/table").number();
    assert_eq!(second.answer("anna", number, 0).status, 204, "a new page can answer");
    // Without the script, the browser is redirected to the table.
    let path = format!("/{}/undo", second.key("anna"));
    let reply = second.send("POST", &path, &[], format!("question={}", old[0]).as_bytes());
    assert!(
        reply.status == 409 && reply.head.contains(&format!("refresh: 5; url=/{}", second.key("anna"))),
        "{}",
        reply.head
    );
}
