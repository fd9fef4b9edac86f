//! `tavola serve` over the loopback interface with a plain client: games are played, and invalid requests are refused.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::scene::VALLEY;

/// A server with the links that it printed: the address, and the keys by name.
pub(crate) struct Served {
    child: Child,
    pub(crate) at: String,
    keys: Vec<(String, String)>,
    /// Cookies that the server expects, by path.
    cookies: Mutex<BTreeMap<String, String>>,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A response.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    body: Vec<u8>,
}

impl Reply {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn body(&self) -> &[u8] {
        &self.body
    }

    /// The cookie by which a browser holds a seat.
    pub(crate) fn cookie(&self) -> Option<String> {
        let line = self.head.lines().find_map(|line| line.strip_prefix("set-cookie: "))?;
        line.split(';').next().map(ToOwned::to_owned)
    }

    pub(crate) fn number(&self) -> u64 {
        let line = self.head.lines().find_map(|line| line.strip_prefix("x-number: "));
        line.expect("a table has a number").trim().parse().expect("a number")
    }
}

/// The answers of the players so far, from the record.
pub(crate) fn given(record: &Path) -> Vec<String> {
    let text = fs::read_to_string(record).expect("it is written");
    let given = text.lines().filter(|line| line.starts_with("- ") && !line.contains("chance"));
    given.map(ToOwned::to_owned).collect()
}

pub(crate) fn valley() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = folder.path().join("valley");
    fs::create_dir(&rules).expect("a folder can be made");
    fs::write(rules.join("valley.tavola"), VALLEY).expect("writable");
    (folder, rules)
}

pub(crate) fn serve(rules: &Path, more: &[&str]) -> Served {
    serve_by(Command::new(env!("CARGO_BIN_EXE_tavola")), rules, more)
}

/// Opens a table with this command, which gets the verb and its options.
pub(crate) fn serve_by(mut command: Command, rules: &Path, more: &[&str]) -> Served {
    command.arg("serve").arg(rules).args(["--listen", "127.0.0.1:0"]).args(more);
    start(command, "the host")
}

/// Starts a server that prints its links, up to that of `last`.
pub(crate) fn start(mut command: Command, last: &str) -> Served {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program starts");
    let (mut at, mut keys) = (String::new(), Vec::new());
    for line in BufReader::new(child.stdout.take().expect("piped")).lines() {
        let line = line.expect("text");
        if let Some((who, link)) = line.trim().split_once(": http://") {
            let (address, key) = link.split_once('/').expect("a link has a key");
            at = address.to_owned();
            keys.push((who.to_owned(), key.to_owned()));
            if who == last {
                break;
            }
        }
    }
    assert!(!keys.is_empty(), "links were printed");
    Served { child, at, keys, cookies: Mutex::default() }
}

impl Served {
    #[cfg(target_os = "linux")]
    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn key(&self, who: &str) -> &str {
        &self.keys.iter().find(|(name, _)| name == who).expect("the seat has a link").1
    }

    /// The cookie of the first browser at a seat.
    #[cfg(target_os = "linux")]
    pub(crate) fn cookie(&self, who: &str) -> Option<String> {
        self.cookies.lock().expect("no test panicked here").get(&format!("/{}", self.key(who))).cloned()
    }

    /// Sends a request as the first browser of a seat.
    pub(crate) fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
        let seat = path.split('/').take(2).collect::<Vec<_>>().join("/");
        let cookie = self.cookies.lock().expect("no test panicked here").get(&seat).cloned();
        let cookie = cookie.as_deref().map(|cookie| ("cookie", cookie));
        let headers: Vec<(&str, &str)> = headers.iter().copied().chain(cookie).collect();
        let reply = self.send_plainly(method, path, &headers, body);
        if let Some(cookie) = reply.cookie() {
            self.cookies.lock().expect("no test panicked here").insert(seat, cookie);
        }
        reply
    }

    /// Sends a request of any browser.
    pub(crate) fn send_plainly(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
        let mut stream = TcpStream::connect(&self.at).expect("it listens");
        let mut head = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n", self.at);
        headers.iter().for_each(|(name, value)| head.push_str(&format!("{name}: {value}\r\n")));
        head.push_str(&format!("content-length: {}\r\n\r\n", body.len()));
        // A refused connection may be closed before everything is written.
        let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
        let mut reply = Vec::new();
        let _ = stream.read_to_end(&mut reply);
        let end = reply.windows(4).position(|four| four == b"\r\n\r\n");
        let end = end.unwrap_or_else(|| panic!("no reply to {method} {path}"));
        let head = String::from_utf8_lossy(&reply[..end]).to_lowercase();
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
        Reply { status, head, body: reply[end + 4..].to_vec() }
    }

    /// Kills the process immediately, as a power failure would.
    pub(crate) fn kill(&self) {
        let process = self.child.id().to_string();
        let killed = Command::new("kill").args(["-9", &process]).status().expect("it runs");
        assert!(killed.success());
    }

    /// Sends a form as the script does. Returns the status, if there is a response.
    pub(crate) fn try_post(&self, path: &str, body: &[u8]) -> Option<u16> {
        let seat = path.split('/').take(2).collect::<Vec<_>>().join("/");
        let cookie = self.cookies.lock().expect("no test panicked here").get(&seat).cloned().unwrap_or_default();
        let mut stream = TcpStream::connect(&self.at).ok()?;
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\nx-table: 1\r\ncookie: {cookie}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
            self.at,
            body.len()
        );
        stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body)).ok()?;
        let mut reply = String::new();
        stream.read_to_string(&mut reply).ok()?;
        reply.split(' ').nth(1)?.parse().ok()
    }

    pub(crate) fn get(&self, who: &str, what: &str) -> Reply {
        self.send("GET", &format!("/{}{what}", self.key(who)), &[], b"")
    }

    /// The table of a seat as soon as it is as wanted, with `what` for the message. Waits as a page does: until its number changes.
    pub(crate) fn until(&self, who: &str, what: &str, is_so: impl Fn(&str) -> bool) -> String {
        let end = Instant::now() + Duration::from_secs(60);
        loop {
            let table = self.get(who, "/table");
            let text = table.text();
            if is_so(&text) {
                return text;
            }
            assert!(Instant::now() < end, "timeout: {who} waits for {what}: {text}");
            self.get(who, &format!("/wait/{}", table.number()));
        }
    }

    pub(crate) fn answer(&self, who: &str, number: u64, option: u64) -> Reply {
        let body = format!("question={number}&option={option}");
        self.send("POST", &format!("/{}/answer", self.key(who)), &[("x-table", "1")], body.as_bytes())
    }
}

/// All responses to a link, without its key, the time, and the number of this start of the table.
pub(crate) fn responses(served: &Served, who: &str) -> Vec<(String, String)> {
    let parts = ["", "/table", "/scene", "/story", "/at/1", "/at/3", "/at/5"].map(|what| served.get(who, what));
    let number = parts[1].number();
    let counted = |text: String| text.replace(&number.to_string(), &(number % (1 << 24)).to_string());
    let plain = |reply: Reply| {
        let head = reply
            .head
            .lines()
            .filter(|line| !line.starts_with("date:") && !line.starts_with("set-cookie:"))
            .collect::<Vec<_>>()
            .join("\n");
        (counted(head), counted(reply.text()).replace(served.key(who), "KEY"))
    };
    parts.into_iter().map(plain).collect()
}

#[test]
fn a_whole_game_is_played_recorded_and_resumed() {
    let (folder, rules) = valley();
    let record = folder.path().join("game.yaml");
    let options = ["--human", "all", "--seed", "4", "--record", record.to_str().expect("a path")];
    // The server stops during the game. The next one resumes the record.
    for last in [false, true] {
        let served = serve(&rules, &options);
        let is_asked = |who: &&str| served.get(who, "/table").text().contains("name=\"option\"");
        let who = ["anna", "ben"].into_iter().find(is_asked).expect("somebody is asked");
        let reply = served.answer(who, served.get(who, "/table").number(), 0);
        assert_eq!(reply.status, 204, "{}", reply.text());
        let page = served.get("to watch", "").text();
        assert_eq!(page.contains("The game is over") && page.contains("id=\"ranking\""), last, "{page}");
    }
    let text = fs::read_to_string(&record).expect("it was written");
    assert_eq!(
        text.lines().filter(|line| line.starts_with("- anna") || line.starts_with("- ben")).count(),
        4,
        "{text}"
    );
}

#[test]
fn requests_for_another_question_are_refused() {
    let (_folder, rules) = valley();
    let served = serve(&rules, &["--human", "all", "--seed", "4", "--no-record"]);
    let number = served.get("anna", "/table").number();
    let refused = |reply: Reply, status: u16, words: &str| {
        assert!(reply.status == status && reply.text().contains(words), "{} {}", reply.status, reply.text());
    };
    refused(served.answer("anna", number, 99), 409, "no such answer");
    refused(served.answer("anna", number + 1, 0), 409, "look again");
    refused(served.answer("ben", served.get("ben", "/table").number(), 0), 409, "There is no question for you now");
    refused(served.answer("to watch", number, 0), 409, "do not answer");
    let path = format!("/{}/answer", served.key("anna"));
    let good = format!("question={number}&option=0");
    let post = |headers: &[(&str, &str)], body: &[u8]| served.send("POST", &path, headers, body);
    refused(post(&[("origin", "http://elsewhere.example")], good.as_bytes()), 403, "page of this table");
    refused(post(&[("origin", "null")], good.as_bytes()), 403, "page of this table");
    refused(post(&[("sec-fetch-site", "cross-site")], good.as_bytes()), 403, "page of this table");
    refused(post(&[], b"question=\xff\xfe"), 400, "not UTF-8 text");
    refused(post(&[], b"option=0"), 400, "`question`");
    refused(post(&[], &vec![b'a'; 100_000]), 413, "");
    let guessed = "0".repeat(32);
    refused(served.send("POST", &format!("/{guessed}/answer"), &[], good.as_bytes()), 404, "no such seat");
    refused(served.send("GET", &format!("/{guessed}"), &[], b""), 404, "no such seat");
    let own = format!("http://{}", served.at);
    assert_eq!(post(&[("origin", &own), ("x-table", "1")], good.as_bytes()).status, 204, "none of it was taken");
    refused(post(&[("x-table", "1")], good.as_bytes()), 409, "look again");
    let behind_a_proxy = format!("https://{}", served.at);
    refused(post(&[("origin", &behind_a_proxy)], good.as_bytes()), 409, "look again");
    assert_eq!(served.get("anna", "").status, 200, "the server still runs");
}

#[test]
fn a_seat_receives_nothing_hidden() {
    let (folder, rules) = valley();
    let first = folder.path().join("one.yaml");
    drop(serve(&rules, &["--human", "all", "--seed", "4", "--record", first.to_str().expect("a path")]));
    let text = fs::read_to_string(&first).expect("it was written");
    let dealt: Vec<&str> = text.lines().filter(|line| line.starts_with("- chance")).collect();
    assert_eq!(dealt.len(), 2, "{text}");
    let head = &text[..text.find(dealt[0]).expect("it is there")];
    let twin = |card: &str| {
        let file = folder.path().join(format!("{card}.yaml"));
        fs::write(&file, format!("{head}- chance: sun\n- chance: {card}\n")).expect("writable");
        serve(&rules, &["--resume", file.to_str().expect("a path"), "--no-record"])
    };
    let (sun, fog) = (twin("sun"), twin("fog"));
    for answers in 0..=2 {
        for who in ["anna", "to watch"] {
            assert_eq!(responses(&sun, who), responses(&fog, who), "{who} after {answers} answers");
        }
        assert_ne!(responses(&sun, "ben"), responses(&fog, "ben"), "ben sees ben's card");
        // The cards are then played automatically, and the game is over.
        let Some(who) = ["anna", "ben"].get(answers) else { continue };
        for served in [&sun, &fog] {
            let number = served.get(who, "/table").number();
            assert_eq!(served.answer(who, number, 0).status, 204);
        }
    }
}

#[test]
fn a_reopened_table_keeps_its_links_and_a_new_game_does_not() {
    let (folder, rules) = valley();
    let record = folder.path().join("game.yaml");
    let kept = folder.path().join("game.yaml.keys");
    let options = ["--human", "all", "--seed", "4", "--record", record.to_str().expect("a path")];
    let keys = || serve(&rules, &options).keys.clone();
    let first = keys();
    assert_eq!(keys(), first, "the same record, the same links");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |mode| fs::set_permissions(&kept, fs::Permissions::from_mode(mode)).expect("ours");
        assert_eq!(fs::metadata(&kept).expect("kept").permissions().mode() & 0o777, 0o600);
        mode(0o644);
        assert!(refused(&rules, &options).contains("other users can read"), "keys that others can read open no table");
        mode(0o600);
    }
    let text = fs::read_to_string(&kept).expect("readable");
    for forged in [String::new(), text.replacen(char::is_alphanumeric, "", 1), text.clone() + "more\n"] {
        fs::write(&kept, forged).expect("writable");
        assert!(refused(&rules, &options).contains("it must hold 4 keys"), "a broken file opens no table");
    }
    fs::remove_file(&record).expect("it is there");
    fs::write(&kept, "somebody's own notes\n").expect("writable");
    assert!(refused(&rules, &options).contains("this is not a key file"), "a file of somebody else stays");
    assert_eq!(fs::read_to_string(&kept).expect("it is there"), "somebody's own notes\n");
    fs::remove_file(&record).expect("it was begun");
    fs::write(&kept, text).expect("writable");
    assert!(keys().iter().all(|key| !first.contains(key)), "a new game has new links");
}

/// The message of a server that refuses to start. A server that starts is killed.
pub(crate) fn refused(rules: &Path, options: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tavola"));
    command.arg("serve").arg(rules).args(["--listen", "127.0.0.1:0"]).args(options);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines().map_while(Result::ok);
    let link = lines.find(|line| line.contains("http://"));
    if link.is_some() {
        let _ = child.kill();
    }
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(2), "{link:?} {output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_seat_can_download_its_view_and_replay_it() {
    let (folder, rules) = valley();
    let served = serve(&rules, &["--human", "all", "--seed", "4", "--no-record"]);
    let reply = served.get("anna", "/story");
    assert!(reply.status == 200 && reply.head.contains("content-disposition: attachment"), "{}", reply.head);
    let file = folder.path().join("story.yaml");
    fs::write(&file, &reply.body).expect("writable");
    let replay = Command::new(env!("CARGO_BIN_EXE_tavola")).arg("replay").arg(&file).output().expect("it runs");
    assert!(replay.status.success() && !replay.stdout.is_empty(), "{replay:?}");
    assert!(reply.text().starts_with("seen_by: \"anna\"") || reply.text().starts_with("seen_by: anna"));
    assert!(served.get("anna", "").text().contains("/story"), "the page leads there");
    assert_eq!(served.get("to watch", "/story").status, 409, "a spectator has none");
    assert!(!served.get("to watch", "").text().contains("/story"));
}
