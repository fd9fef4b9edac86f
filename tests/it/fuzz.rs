//! A short run of the fuzz targets (`fuzz/`): realistic texts, damaged in many ways. The texts are the same in each run.
//!
//! `TAVOLA_FUZZ=20000 cargo test --test it fuzz` tries more texts; `fuzz/run TARGET SECONDS` is guided by code coverage.

use std::fs;
use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

// `fuzz` is a crate of its own.
#[allow(unreachable_pub)]
#[path = "../../fuzz/src/lib.rs"]
mod targets;

use targets::{below, seed};

/// Number of texts per target, unless `TAVOLA_FUZZ` sets it.
const DOSE: usize = 100;
/// For variants, each of which means that a whole game is read twice.
const DOSE_OF_VARIANTS: usize = 40;

/// Maximum time for a text, on a slow machine without optimisation.
const LIMIT: Duration = Duration::from_secs(30);

/// Typing errors, and input that nobody types.
const ODD: [&str; 32] = [
    "é",
    "灯",
    "\u{202e}",
    "\u{0}",
    "\u{feff}",
    "👩‍🚀",
    "\t",
    "\r",
    "\n",
    "\"",
    "'",
    "`",
    "|",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    "..",
    "-1",
    "0",
    "2147483647",
    "2147483648",
    "-9223372036854775808",
    "99999999999999999999",
    "*",
    "#",
    ": ",
    "- ",
    "&a",
    "*a",
];

/// Runs a target on its seeds and on texts made from them. A failure shows the text.
fn dose(target: &str, run: fn(&str), texts: usize) {
    let seeds = seeds(target);
    assert!(!seeds.is_empty(), "{target}: there are no seeds");
    let more = std::env::var("TAVOLA_FUZZ").ok().and_then(|count| count.parse().ok());
    let mut number = seed(target);
    let made = (0..more.unwrap_or(texts)).map(|_| broken(&seeds, &mut number));
    let texts: Vec<String> = seeds.iter().cloned().chain(made).collect();
    // A single worker thread: if a text never ends, the waiting thread reports it.
    let (sender, receiver) = mpsc::channel();
    let worker = std::thread::spawn(move || {
        for (at, text) in texts.into_iter().enumerate() {
            if sender.send((at, text.clone())).is_err() {
                return;
            }
            run(&text);
        }
    });
    let mut last = (0, String::new());
    loop {
        match receiver.recv_timeout(LIMIT) {
            Ok(next) => last = next,
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
            Err(mpsc::RecvTimeoutError::Timeout) => {
                panic!("{target}: text {} takes longer than {LIMIT:?}:\n{}", last.0, last.1)
            }
        }
    }
    assert!(worker.join().is_ok(), "{target}: text {} makes it panic:\n{}", last.0, last.1);
}

/// The seeds of a target: fixtures, and earlier findings.
fn seeds(target: &str) -> Vec<String> {
    let (_, folders, ending) = targets::SEEDS.iter().find(|(name, ..)| *name == target).expect("a target");
    let mut found = Vec::new();
    let mut open: Vec<_> = folders.iter().map(|folder| Path::new(folder).to_path_buf()).collect();
    while let Some(folder) = open.pop() {
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for path in entries.map(|entry| entry.expect("it can be listed").path()) {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|end| end == *ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found.iter().map(|path| fs::read_to_string(path).expect("a seed can be read")).collect()
}

/// A seed with a few changes.
fn broken(seeds: &[String], number: &mut u64) -> String {
    let seeds: Vec<&str> = seeds.iter().map(String::as_str).collect();
    let mut text = some(&seeds, number).to_owned();
    for _ in 0..=below(number, 4) {
        let other = some(&seeds, number);
        text = match below(number, 12) {
            0 => lines(&text, |lines| lines.truncate(lines.len() / 2), number),
            1 => lines(&text, |lines| lines.push(lines[0]), number),
            2 => lines(&text, |lines| lines.reverse(), number),
            3 => {
                let foreign: Vec<&str> = other.lines().collect();
                let line = if foreign.is_empty() { "" } else { some(&foreign, number) };
                lines(&text, |lines| lines.push(line), number)
            }
            4 => piece(&text, some(&ODD, number), 0, number),
            5 => piece(&text, some(&ODD, number), 1 + below(number, 6) as usize, number),
            6 => {
                let foreign: Vec<&str> = other.split_whitespace().collect();
                let word = if foreign.is_empty() { "" } else { some(&foreign, number) };
                word_replaced(&text, word, number)
            }
            7 => piece(&text, &" ".repeat(1 + below(number, 5) as usize), 0, number),
            8 => text.trim_end().replace('\n', "\r\n"),
            9 => {
                // Lines that are too long, in rules that mean the same.
                let words: Vec<&str> = text.split_whitespace().collect();
                let word = if words.is_empty() { "" } else { some(&words, number) };
                text.replace(&format!(" {word} "), &format!(" {word}{word}{word}{word} "))
            }
            10 => {
                let spaces: Vec<usize> = text.match_indices(' ').map(|(at, _)| at).collect();
                let at = if spaces.is_empty() { 0 } else { some(&spaces, number) };
                format!("{}\n{}{}", &text[..at], " ".repeat(below(number, 9) as usize), &text[at..])
            }
            _ => word_replaced(&text, some(&ODD, number), number),
        };
    }
    text
}

fn some<T: Copy>(all: &[T], number: &mut u64) -> T {
    all[below(number, all.len() as u32) as usize]
}

/// Changes up to four adjacent lines.
fn lines<'a>(text: &'a str, change: impl FnOnce(&mut Vec<&'a str>), number: &mut u64) -> String {
    let mut all: Vec<&str> = text.lines().collect();
    if all.is_empty() {
        return String::new();
    }
    let from = below(number, all.len() as u32) as usize;
    let to = (from + 1 + below(number, 3) as usize).min(all.len());
    let mut part = all[from..to].to_vec();
    change(&mut part);
    all.splice(from..to, part);
    all.join("\n") + "\n"
}

/// Replaces a number of characters with a text.
fn piece(text: &str, new: &str, letters: usize, number: &mut u64) -> String {
    let at = below(number, text.chars().count() as u32 + 1) as usize;
    text.chars().take(at).chain(new.chars()).chain(text.chars().skip(at + letters)).collect()
}

/// Replaces a word.
fn word_replaced(text: &str, new: &str, number: &mut u64) -> String {
    let words: Vec<(usize, &str)> = text
        .split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .filter(|word| !word.is_empty())
        .map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
        .collect();
    if words.is_empty() {
        return text.to_owned();
    }
    let (at, word) = some(&words, number);
    format!("{}{new}{}", &text[..at], &text[at + word.len()..])
}

#[test]
fn rules_never_panic() {
    dose("rules", targets::rules, DOSE);
}

#[test]
fn variants_never_panic() {
    dose("variants", targets::variants, DOSE_OF_VARIANTS);
}

#[test]
fn scenarios_never_panic() {
    dose("scenarios", targets::scenarios, DOSE);
}

#[test]
fn records_never_panic() {
    dose("records", targets::records, DOSE);
}

#[test]
fn rulebooks_never_panic() {
    dose("rulebooks", targets::rulebooks, DOSE);
}

/// The layout of a text keeps what it says. Texts are only formatted, which is quick.
#[test]
fn layouts_keep_their_laws() {
    dose("layouts", targets::layouts, DOSE);
}

#[test]
fn answers_never_panic() {
    dose("answers", targets::answers, DOSE);
}
