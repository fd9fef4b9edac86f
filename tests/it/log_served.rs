//! Responses to a page: only new lines of the log, compressed if the client accepts that.

use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::process::Command;
use std::thread;
use std::time::Duration;

use flate2::read::GzDecoder;
use tempfile::TempDir;

use crate::serve::{Reply, Served, serve, serve_by};

/// Anna answers, then the bot. Nothing is hidden.
pub(crate) fn marks() -> (TempDir, PathBuf) {
    const MARKS: &str = "game marks \"Marks\" for 2..3 players\n\ntrack score[Player] 0..\n\nplay\n  repeat 200 times\n    \
                         each p in Player\n      p chooses n in 1..9 \"How many marks?\"\n      p gains n score\n\n\
                         winner p in Player by most score[p]\n";
    let folder = tempfile::tempdir().expect("a folder");
    let rules = folder.path().join("marks");
    fs::create_dir(&rules).expect("a folder can be made");
    fs::write(rules.join("marks.tavola"), MARKS).expect("writable");
    (folder, rules)
}

/// Begin of the lines of a log.
const LINES: &str = "<div class=\"lines\">";

const ANNA: [&str; 7] = ["--human", "anna", "--players", "2", "--seed", "7", "--no-record"];

/// Repeats a request that was rate-limited, as a page does.
fn patiently(ask: impl Fn() -> Reply) -> Reply {
    loop {
        let reply = ask();
        if reply.status != 429 {
            return reply;
        }
        thread::sleep(Duration::from_millis(50));
    }
}

fn answer(served: &Served, option: u64) {
    let number = table(served, &[]).number();
    assert_eq!(patiently(|| served.answer("anna", number, option)).status, 204);
}

fn get(served: &Served, what: &str, headers: &[(&str, &str)]) -> Reply {
    patiently(|| served.send("GET", &format!("/{}{what}", served.key("anna")), headers, b""))
}

fn table(served: &Served, headers: &[(&str, &str)]) -> Reply {
    get(served, "/table", headers)
}

fn header<'a>(reply: &'a Reply, name: &str) -> &'a str {
    let line = reply.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    line.unwrap_or_else(|| panic!("{name} in {}", reply.head))
}

/// The lines of the log on a page, newest first.
fn lines(page: &str) -> Vec<&str> {
    let log = page.split_once(LINES).expect("a log").1.split("</div>").next().expect("its end");
    log.split("<li").skip(1).map(|line| line.split("</li>").next().unwrap_or_default()).collect()
}

#[test]
fn a_page_gets_only_new_log_lines() {
    let (_folder, rules) = marks();
    let served = serve(&rules, &ANNA);
    (0..25).for_each(|at| answer(&served, at % 9));
    let before = table(&served, &[]);
    let had = header(&before, "x-log").to_owned();
    assert!(lines(&before.text()).len() > 80 && header(&before, "x-from") == "0");
    let page = get(&served, "", &[]).text();
    assert!(page.contains(&format!("data-log=\"{had}\"")), "the page says what it has at first");
    for _ in 0..3 {
        answer(&served, 3);
    }
    let (whole, news) = (table(&served, &[]), table(&served, &[("x-log", &had)]));
    let (whole, new) = (whole.text(), news.text());
    let from: usize = header(&news, "x-from").parse().expect("a number");
    assert!(lines(&new).len() < 16, "{new}");
    let before = before.text();
    let old = lines(&before);
    assert_eq!([lines(&new), old[old.len() - from..].to_vec()].concat(), lines(&whole), "together they are all");
    let rest = |page: &str| {
        let (before, log) = page.split_once(LINES).expect("a log");
        format!("{before}{}", log.split_once("</div>").expect("its end").1)
    };
    assert_eq!(rest(&new), rest(&whole), "everything else is the same");
    let forged = ["-", "2", "0-0", "2-", "99999999999999999999-0", "2-zz", "-1-00"];
    for lost in ["", "x", "5-0", "999999-0000000000000000"].into_iter().chain(forged) {
        assert_eq!(table(&served, &[("x-log", lost)]).text(), whole, "an unknown position gets the whole log: {lost}");
    }
    // After an undo the page's position in the log is no longer valid.
    let had = header(&news, "x-log").to_owned();
    let body = format!("question={}", news.number());
    let undo = format!("/{}/undo", served.key("anna"));
    assert_eq!(patiently(|| served.send("POST", &undo, &[("x-table", "1")], body.as_bytes())).status, 204);
    assert_eq!(header(&table(&served, &[("x-log", &had)]), "x-from"), "0");
}

/// The last line may change (`(4 times)`). Then a page gets it again.
#[test]
fn a_last_line_that_changes_is_sent_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let gems = folder.path().join("gems");
    fs::create_dir(&gems).expect("a folder can be made");
    fs::write(gems.join("gems.tavola"), crate::cli::decline_for_turn::rules()).expect("writable");
    let served = serve(&gems, &ANNA);
    answer(&served, 2);
    let before = table(&served, &[]);
    let (had, old) = (header(&before, "x-log").to_owned(), before.text());
    assert!(lines(&old)[0].contains("In between? no") && !old.contains(" times)"), "{old}");
    let body = format!("question={}", before.number());
    let enough = format!("/{}/enough", served.key("anna"));
    assert_eq!(patiently(|| served.send("POST", &enough, &[("x-table", "1")], body.as_bytes())).status, 204);
    let (whole, new) = (table(&served, &[]).text(), table(&served, &[("x-log", &had)]));
    let from: usize = header(&new, "x-from").parse().expect("a number");
    assert!(from > 0 && whole.contains("In between? no (4 times)"), "{from}: {whole}");
    let (new, old) = (new.text(), lines(&old));
    assert_eq!([lines(&new), old[old.len() - from..].to_vec()].concat(), lines(&whole), "together they are all");
}

#[test]
fn a_page_of_an_earlier_position_does_not_grow_with_the_game() {
    let (_folder, rules) = marks();
    let served = serve(&rules, &ANNA);
    (0..60).for_each(|_| answer(&served, 4));
    let early = get(&served, "/at/60", &[]).text();
    let late = get(&served, "/at/190", &[]).text();
    assert!(late.len() < early.len() + 500, "{} and {} bytes", early.len(), late.len());
    assert!(lines(&late).len() == 40 && late.contains("what came before"), "{late}");
    assert!(late.contains("<ol reversed start=\"19"), "the lines keep their numbers: {late}");
}

#[test]
fn responses_are_compressed_if_accepted() {
    let (_folder, rules) = marks();
    let served = serve(&rules, &ANNA);
    (0..20).for_each(|at| answer(&served, at % 9));
    let plain = table(&served, &[]);
    assert!(!plain.head.contains("content-encoding") && plain.head.contains("vary: accept-encoding"));
    let packed = table(&served, &[("accept-encoding", "gzip, deflate, br")]);
    assert_eq!(header(&packed, "content-encoding"), "gzip");
    assert_eq!(header(&packed, "content-length"), packed.body().len().to_string());
    assert!(packed.body().len() * 5 < plain.body().len(), "{} of {}", packed.body().len(), plain.body().len());
    let mut unpacked = String::new();
    GzDecoder::new(packed.body()).read_to_string(&mut unpacked).expect("it is gzip");
    assert_eq!(unpacked, plain.text());
    let takes = |said: &str| table(&served, &[("accept-encoding", said)]).head.contains("content-encoding: gzip");
    for said in ["gzip", "br;q=1.0, GZIP;q=0.5", "identity;q=0,gzip ; q=1"] {
        assert!(takes(said), "{said}");
    }
    for said in ["", "br", "gzip;q=0", "gzip;q=0.0", "xgzip", "gzip;q=x"] {
        assert!(!takes(said), "{said}");
    }
    let short = get(&served, "/wait/0", &[("accept-encoding", "gzip")]);
    assert!(short.status == 200 && !short.head.contains("content-encoding"), "a number is too short to be compressed");
}

/// Compressed pages are cached for equal requests, in a bounded cache.
#[cfg(target_os = "linux")]
#[test]
fn the_cache_of_compressed_pages_is_bounded() {
    let (_folder, rules) = marks();
    let file = rules.join("marks.tavola");
    let text = fs::read_to_string(&file).expect("readable");
    fs::write(&file, text.replace("How many marks?", &"How many marks? ".repeat(400))).expect("writable");
    // Freed memory goes back to the system immediately. Otherwise the measurement would include what threads keep in reserve.
    let mut command = Command::new(env!("CARGO_BIN_EXE_tavola"));
    command.env("MALLOC_ARENA_MAX", "1").env("MALLOC_MMAP_THRESHOLD_", "65536").env("MALLOC_TRIM_THRESHOLD_", "65536");
    let served = serve_by(command, &rules, &ANNA);
    (0..70).for_each(|at| answer(&served, at % 9));
    // Each of these pages is different.
    let page = |at: usize| get(&served, &format!("/at/{at}"), &[("accept-encoding", "gzip")]).body().len();
    let kilobytes = || {
        let status = fs::read_to_string(format!("/proc/{}/status", served.process())).expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its memory");
        line.trim().trim_end_matches(" kB").parse::<usize>().expect("a number")
    };
    (20..40).for_each(|at| assert!(page(at) > 0));
    let (before, plain) = (kilobytes(), get(&served, "/at/40", &[]).body().len() / 1024);
    (40..130).for_each(|at| assert!(page(at) > 0));
    // Far more than the usual fluctuation of the process.
    let (after, most) = (kilobytes(), 90 * plain);
    assert!(most > 10_000 && after < before + most, "{before} kB, then {after} kB; 90 pages are {most} kB");
}
