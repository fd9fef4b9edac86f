//! What the walkers do not know they say so of, and the machine falls back to looking at every way by itself: right, but slow.
//! So that nobody forgets a new expression, domain or operation there, those that are left out stand here, with the reason.

use std::collections::BTreeSet;
use std::fs;

/// Variants that a walker leaves out on purpose.
const LEFT_OUT: [(&str, &str, &str); 11] = [
    ("Expr", "DivideDone", "reads the matrix of a division, which menus that are asked at once never hold"),
    ("Domain", "Next", "what leaves a place that keeps order depends on words that no expression names"),
    ("Domain", "Piles", "the question of a division, never inside a menu that is asked at once"),
    ("Op", "Probe", "looks ahead: reads whatever comes after it"),
    ("Op", "Can", "looks ahead: reads whatever comes after it"),
    ("Op", "Shuffle", "changes the order of a place"),
    ("Op", "Refill", "changes the order of a place"),
    ("Op", "DivideNote", "part of a division"),
    ("Op", "DivideApply", "part of a division"),
    ("Op", "Over", "ends the game, and with it the ways"),
    ("Op", "Ask", "what a question reads is worked out for the question, not for the operation"),
];

/// The names of the variants of an enum in a source.
fn variants(path: &str, name: &str) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let body = text.split(&format!("pub enum {name} {{\n")).nth(1).unwrap_or_else(|| panic!("{path}: no enum {name}"));
    let body = body.split("\n}").next().unwrap_or("");
    let starts = |line: &&str| line.starts_with("    ") && line[4..].starts_with(|c: char| c.is_ascii_uppercase());
    let word = |line: &str| line.trim().split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("").to_owned();
    body.lines().filter(starts).map(word).collect()
}

/// Every variant is named in the walker, or left out on purpose, and not both.
fn all_known(name: &str, source: &str, walker: &str) {
    let text = fs::read_to_string(walker).unwrap_or_else(|error| panic!("{walker}: {error}"));
    let prefix = format!("{name}::");
    let words = text.split(prefix.as_str()).skip(1);
    let named: BTreeSet<&str> =
        words.map(|rest| rest.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("")).collect();
    let all = variants(source, name);
    assert!(all.len() > 5, "{source}: only {} variants of {name} were found", all.len());
    for variant in &all {
        let left_out = LEFT_OUT.iter().any(|(of, known, _)| *of == name && known == variant);
        let is_named = named.contains(variant.as_str());
        assert!(
            is_named || left_out,
            "{walker} does not know {name}::{variant}: say there what it reads, or here why it is left out"
        );
        assert!(!(is_named && left_out), "{walker} knows {name}::{variant}: take it out of the list here");
    }
    let gone = LEFT_OUT.iter().find(|(of, known, _)| *of == name && !all.iter().any(|one| one == known));
    assert!(gone.is_none(), "there is no such {name} any more: {gone:?}");
}

#[test]
fn every_expression_is_walked() {
    all_known("Expr", "src/code/exprs.rs", "src/code/walk.rs");
}

#[test]
fn every_domain_is_walked() {
    all_known("Domain", "src/code/exprs.rs", "src/code/walk.rs");
}

#[test]
fn every_operation_says_what_it_reads() {
    all_known("Op", "src/code/ops.rs", "src/vm/reads.rs");
}

#[test]
fn every_move_says_what_it_reads() {
    all_known("MoveWhat", "src/code/ops.rs", "src/vm/reads.rs");
}
