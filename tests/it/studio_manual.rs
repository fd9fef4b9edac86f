//! `tavola studio`: the manual beside the editor, patterns at the table, citations, the printed rulebook.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::studio::{Open, list, open};

/// A page of HTML as the text that is read.
fn plain(html: &str) -> String {
    let mut parts = html.split('<');
    let first = parts.next().unwrap_or_default().to_owned();
    let text = parts.fold(first, |text, part| text + part.split_once('>').map_or("", |(_, rest)| rest));
    let signs = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    signs.into_iter().fold(text, |text, (from, to)| text.replace(from, to))
}

/// The pages of `docs` that belong to the manual.
fn documented() -> Vec<String> {
    let mut found = vec!["language.md".to_owned(), "tutorial.md".to_owned()];
    for part in ["gallery", "language", "tutorial"] {
        let files = fs::read_dir(Path::new("docs").join(part)).expect("a folder");
        let names = files.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
        found.extend(names.map(|name| format!("{part}/{name}")));
    }
    found.sort();
    found
}

/// Values of an attribute, in their order.
fn attributes<'h>(html: &'h str, name: &str) -> Vec<&'h str> {
    html.split(&format!("{name}=\"")).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

fn page(open: &Open, path: &str) -> String {
    open.ask("page", &json!({ "page": path }))["html"].as_str().expect("HTML").to_owned()
}

/// The manual shows the pages of `docs` of this commit, with every heading and every block of code.
#[test]
fn the_manual_has_the_pages_of_the_documentation() {
    let open = open(&[]);
    let contents = open.ask("manual", &json!({}));
    let listed: Vec<&str> = list(&contents["pages"]).iter().filter_map(|page| page["path"].as_str()).collect();
    assert_eq!(listed, documented());
    for path in &listed {
        let (html, text) = (page(&open, path), fs::read_to_string(Path::new("docs").join(path)).expect("a page"));
        let shown = plain(&html);
        let mut blocks = text.split("```");
        while let (Some(prose), block) = (blocks.next(), blocks.next()) {
            for title in prose.lines().filter(|line| line.starts_with('#')) {
                let title = title.trim_start_matches('#').trim().replace('`', "");
                assert!(shown.contains(&title), "{path}: the heading `{title}` is missing");
            }
            let Some((_, code)) = block.and_then(|block| block.split_once('\n')) else { continue };
            assert!(shown.contains(code), "{path}: a block is missing:\n{code}");
        }
    }
    assert!(page(&open, "tutorial/02-a-garden-and-a-first-choice.md").contains("<ins>+"), "changes are marked");
    open.refused("page", &json!({ "page": "../README.md" }), 409, "no page");
}

#[test]
fn links_between_pages_of_the_manual_lead_somewhere() {
    let open = open(&[]);
    let pages = documented();
    let mut followed = BTreeSet::new();
    for path in &pages {
        let html = page(&open, path);
        for (target, at) in attributes(&html, "data-page").into_iter().zip(attributes(&html, "data-at")) {
            assert!(pages.iter().any(|page| page == target), "{path}: {target}");
            if !at.is_empty() && followed.insert(format!("{target}#{at}")) {
                let there = page(&open, target);
                assert!(attributes(&there, "id").contains(&at), "{path}: {target}#{at}");
            }
        }
        for outside in html.split("<small>(").skip(1).filter_map(|rest| rest.split(')').next()) {
            assert!(PathBuf::from(outside).exists(), "{path}: {outside}");
        }
    }
    assert!(followed.len() > 20, "links were followed: {followed:?}");
    let html = page(&open, "tutorial.md");
    assert!(html.contains("<a href=\"https://rustup.rs\" target=\"_blank\""), "{html}");
}

#[test]
fn a_pattern_is_played_and_nothing_is_written() {
    let open = open(&["--players", "2", "--human", "all"]);
    let contents = open.ask("manual", &json!({}));
    let seeds = list(&contents["patterns"]).iter().find(|pattern| pattern["id"] == "seeds").expect("a pattern");
    assert_eq!(
        (&seeds["title"], &seeds["page"], &seeds["at"]),
        (&json!("Hand limit"), &json!("gallery/hands.md"), &json!("hand-limit"))
    );
    assert!(
        seeds["purpose"].as_str().is_some_and(|text| text.starts_with("A hand limit: at the end of a turn")),
        "{seeds}"
    );
    let before = open.ask("files", &json!({}));
    open.seats(&json!({}));
    let all: Vec<&str> = list(&contents["patterns"]).iter().filter_map(|pattern| pattern["id"].as_str()).collect();
    assert!(all.len() > 25 && all.iter().collect::<BTreeSet<_>>().len() == all.len(), "{all:?}");
    for pattern in all {
        assert!(!open.seats(&json!({ "new": true, "pattern": pattern })).is_empty(), "{pattern}");
    }
    let seats = open.seats(&json!({ "new": true, "pattern": "seeds" }));
    assert_eq!(seats.iter().filter(|(kind, _)| kind == "bot").count(), 3, "as many as its rules allow: {seats:?}");
    assert!(open.get(&format!("{}/table", seats[0].1)).text().contains("Which cards do you discard?"));
    open.refused("origin", &json!({ "names": ["hand"] }), 409, "A pattern of the gallery is at the table");
    open.refused("capture", &json!({ "from": 1, "count": 1, "name": "x" }), 409, "A pattern of the gallery");
    open.refused("table", &json!({ "new": true, "pattern": "none" }), 409, "no pattern `none`");
    assert_eq!(open.ask("files", &json!({})), before);
    let own = open.seats(&json!({ "new": true }));
    assert_eq!(own.iter().filter(|(kind, _)| kind == "person").count(), 2, "{own:?}");
    assert!(!list(&open.ask("origin", &json!({ "names": ["hand"] }))).is_empty());
}

/// The text after the citation of a clause on a line.
fn cited(open: &Open, text: &str, line: &str, clause: &str) -> String {
    let edits = open.ask("cite", &asked(text, line, clause))["edits"].clone();
    let [edit] = list(&edits) else { panic!("one edit: {edits}") };
    let units: Vec<u16> = text.encode_utf16().collect();
    let at = |name: &str| edit[name].as_u64().expect("an offset") as usize;
    let new: Vec<u16> = edit["text"].as_str().expect("a text").encode_utf16().collect();
    String::from_utf16([&units[..at("from")], &new, &units[at("to")..]].concat().as_slice()).expect("text")
}

fn asked(text: &str, line: &str, clause: &str) -> Value {
    let at = text[..text.find(line).expect("it is there")].encode_utf16().count();
    json!({ "file": "my.tavola", "text": text, "at": at, "clause": clause })
}

#[test]
fn a_clause_is_cited_where_it_is_dropped() {
    let open = open(&[]);
    let text = open.text("my.tavola");
    for (line, clause, wanted) in [
        ("phase day", "MY-6", "phase day"),
        ("  repeat rounds times: day", "MY-6", "MY-6]"),
        ("| hand_size |", "MY-6", "MY-4, MY-6 |"),
        ("menu turn", "MY-7", "[MY-6, MY-7]"),
    ] {
        let now = cited(&open, &text, line, clause);
        let number = text[..text.find(line).expect("it is there")].matches('\n').count();
        let own = now.lines().nth(number).expect("the line").trim_end();
        assert!(own.contains(wanted) && own.contains(clause), "{line}: {own}");
        let layout = open.ask("format", &json!({ "file": "my.tavola", "text": now }));
        assert_eq!(layout["edits"], json!([]), "the layout of the formatter: {own}");
        let found = open.ask("check", &json!({ "file": "my.tavola", "texts": { "my.tavola": now } }));
        assert_eq!(found["findings"], json!([]), "{own}");
        open.refused("cite", &asked(&now, line, clause), 409, "cites MY-");
    }
    let messy = text.replace("| hand_size | 3     |", "| hand_size | 3 |");
    let now = cited(&open, &messy, "| hand_size |", "MY-6");
    assert!(now.contains("| hand_size | 3 |"), "a text without that layout keeps its own");
    assert_eq!(open.text("my.tavola"), text, "nothing is saved");
}

/// In a file of scenarios the clause belongs to the scenario around the cursor.
#[test]
fn a_clause_is_cited_in_a_scenario() {
    let open = open(&[]);
    let file = "scenarios/more.yaml";
    open.ask("make", &json!({ "sort": "scenarios", "name": "more" }));
    let text = "# Cases.\n- name: one\n  players: [anna, ben]\n\n- name: two # the second\n  clauses: [MY-1]\n  players: [anna, ben]\n";
    let spot = |text: &str, at: &str, clause: &str| {
        let at = text.find(at).expect("it is there");
        json!({ "file": file, "text": text, "at": at, "clause": clause })
    };
    let cited = |at: &str, clause: &str| open.ask("cite", &spot(text, at, clause))["edits"][0].clone();
    let one = text.find("\n  players").expect("it is there");
    assert_eq!(cited("[anna", "MY-2"), json!({ "file": file, "from": one, "to": one, "text": "\n  clauses: [MY-2]" }));
    let two = text.find("MY-1]").expect("it is there") + "MY-1".len();
    assert_eq!(cited("# the second", "MY-2"), json!({ "file": file, "from": two, "to": two, "text": ", MY-2" }));
    open.refused("cite", &spot(text, "- name: two", "MY-1"), 409, "cites MY-1 already");
    open.refused("cite", &spot(text, "# Cases", "MY-1"), 409, "no scenario");
}

#[test]
fn a_citation_that_is_not_possible_is_explained() {
    let open = open(&[]);
    let text = open.text("my.tavola");
    let refused = |asked: &Value, words: &str| open.refused("cite", asked, 409, words);
    refused(&asked(&text, "# The numbers of the game", "MY-6"), "this line says nothing");
    refused(&asked(&text, "| abbey  | \"Abbey\"", "MY-6"), "no last column `clause`");
    refused(&asked(&text, "phase day", "not an id"), "it is not the id of a clause");
    refused(
        &json!({ "file": "rulebook.yaml", "text": "game: my", "at": 0, "clause": "MY-6" }),
        "in rules and in scenarios",
    );
    refused(&json!({ "file": "other.tavola", "text": "x", "at": 0, "clause": "MY-6" }), "no file");
}

#[test]
fn the_printed_rulebook_follows_what_is_saved() {
    let open = open(&[]);
    let rulebook = || open.get(&format!("{}/rulebook", open.page()));
    let page = rulebook();
    assert!(page.status == 200 && page.text().contains("<a id=\"my-9\"></a><strong>MY-9</strong>"), "{}", page.text());
    assert!(page.text().contains("Rounds in a game: <strong>8</strong>"));
    open.change("my.tavola", "| rounds    | 8 ", "| rounds    | 9 ");
    assert!(rulebook().text().contains("Rounds in a game: <strong>9</strong>"));
    open.change("my.tavola", "winner p in", "winner q in");
    assert!(rulebook().text().contains("has errors"), "{}", rulebook().text());
    fs::remove_file(open.game.join("rulebook.yaml")).expect("it can be removed");
    open.change("my.tavola", "winner q in", "winner p in");
    assert!(rulebook().text().contains("rulebook.yaml"), "{}", rulebook().text());
}
