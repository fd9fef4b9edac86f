//! The documentation: its examples run, its links lead somewhere, its lines are short.

mod actions;
mod commands;
mod console;
#[cfg(unix)]
mod findings;
#[cfg(unix)]
mod fixes;
mod gallery;
#[cfg(unix)]
mod guides;
#[cfg(feature = "serve")]
mod interface;
mod language;
mod links;
mod sizes;
mod tables;
mod words;

use std::fs;
use std::path::Path;

/// A fenced block: the line of its fence, the words after it, its text.
struct Block {
    line: usize,
    info: String,
    text: String,
}

/// The fenced blocks of a page.
fn blocks(page: &str) -> Vec<Block> {
    let text = read(page);
    let mut lines = text.lines().enumerate();
    let mut found = Vec::new();
    while let Some((at, line)) = lines.next() {
        let Some(info) = line.strip_prefix("```") else { continue };
        let text = lines.by_ref().map(|(_, line)| line.to_owned() + "\n").take_while(|line| line != "```\n").collect();
        found.push(Block { line: at + 1, info: info.to_owned(), text });
    }
    found
}

/// The pages that people write, in the order of their names: those beside the README, and all of `docs` but the pages of games, which
/// `tavola doc` writes.
fn pages() -> Vec<String> {
    let mut found = Vec::new();
    for name in fs::read_dir(".").expect("the project").map(|entry| entry.expect("an entry").file_name()) {
        let name = name.to_string_lossy();
        if name.ends_with(".md") {
            found.push(name.into_owned());
        }
    }
    below(Path::new("docs"), &mut found);
    found.sort();
    found
}

fn below(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        let name = entry.to_string_lossy().into_owned();
        if entry.is_dir() {
            below(&entry, found);
        } else if name.ends_with(".md") && (folder != Path::new("docs/games") || name.ends_with("README.md")) {
            found.push(name);
        }
    }
}

fn read(page: &str) -> String {
    fs::read_to_string(page).unwrap_or_else(|error| panic!("{page}: {error}"))
}

/// A page without its blocks of code.
fn prose(page: &str) -> String {
    let mut inside = false;
    let kept = page.lines().filter(|line| {
        let fence = line.trim_start().starts_with("```");
        inside ^= fence;
        !inside && !fence
    });
    kept.flat_map(|line| [line, "\n"]).collect()
}

/// Readers copy what the pages show, so it is laid out as `tavola fmt` does. Blocks that show mistakes or parts of rules are not.
#[test]
fn blocks_of_rules_are_formatted() {
    let mut seen = 0;
    for page in pages() {
        for block in blocks(&page).into_iter().filter(|block| block.info.starts_with("tavola")) {
            let formatted = tavola::format::format(&block.text);
            if formatted.diagnostics.is_empty() {
                assert!(formatted.text == block.text, "{page}:{}: `tavola fmt` writes\n{}", block.line, formatted.text);
                seen += 1;
            }
        }
    }
    assert!(seen > 80, "only {seen} blocks can be read");
}
