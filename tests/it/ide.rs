//! `tavola-ide`: what an editor asks, of texts in memory.

use std::fs;
use std::path::Path;

use tavola_ide::{NameSort, OfferSort, Workspace, is_part};

/// A shipped game in memory.
fn shipped(name: &str) -> Workspace {
    let folder = Path::new("rules").join(name);
    let mut game = Workspace::new(name);
    for under in ["", "variants", "scenarios"] {
        for entry in fs::read_dir(folder.join(under)).into_iter().flatten().flatten() {
            let file = entry.file_name().into_string().expect("a name");
            let path = if under.is_empty() { file } else { format!("{under}/{file}") };
            if is_part(&path) {
                game.set(&path, Some(fs::read_to_string(folder.join(&path)).expect("a text")));
            }
        }
    }
    game
}

/// The offers at `^` in an item that is added to a game: their texts, those of the first rank before a bar.
fn offers(game: &mut Workspace, path: &str, addition: &str) -> (Vec<String>, Vec<String>) {
    let before = game.text(path).expect("a file").to_owned();
    let text = format!("{before}\n{}", addition.replacen('^', "", 1));
    let at = before.len() + 1 + addition.find('^').expect("a place");
    game.set(path, Some(text));
    let offers = game.completion(path, at).offers;
    game.set(path, Some(before));
    let (first, rest): (Vec<_>, Vec<_>) = offers.into_iter().partition(|offer| offer.rank == 0);
    let texts = |offers: Vec<tavola_ide::Offer>| offers.into_iter().map(|offer| offer.text).collect();
    (texts(first), texts(rest))
}

#[test]
fn a_folder_in_memory_has_the_findings_of_the_disk() {
    for name in ["doge", "classics/kuhn_poker"] {
        let mut game = shipped(name);
        let rules = game.paths().find(|path| path.ends_with(".tavola")).expect("rules").to_owned();
        let good = game.text(&rules).expect("a text").to_owned();
        game.check();
        assert_eq!(game.findings(), [], "{name}");
        assert!(game.rules().is_some());
        // A finding of each stage: of the rules, of a scenario, of a variant.
        game.set(&rules, Some(good.replace("play\n", "play\n  say nothing\n")));
        game.check();
        let found: Vec<_> = game.findings().iter().filter_map(|one| one.at.as_ref()).collect();
        assert!(!found.is_empty() && found.iter().all(|at| at.file == rules), "{found:?}");
        assert!(game.rules().is_some(), "the last good rules stay");
        game.set(&rules, Some(good));
        game.set("scenarios/new.yaml", Some("- name: x\n  players: [a, b, c]\n  then: { nowhere: 1 }\n".to_owned()));
        game.set("variants/new.tavola", Some("variant new \"New\" of elsewhere\n".to_owned()));
        game.check();
        let files: Vec<&str> = game.findings().iter().filter_map(|one| Some(one.at.as_ref()?.file.as_str())).collect();
        assert!(files.contains(&"scenarios/new.yaml") && files.contains(&"variants/new.tavola"), "{files:?}");
        game.set("scenarios/new.yaml", None);
        game.set("variants/new.tavola", None);
        game.check();
        assert_eq!(game.findings(), [], "{name}");
    }
}

#[test]
fn a_stopped_check_changes_nothing() {
    let mut game = shipped("classics/kuhn_poker");
    assert!(game.job().run(&|| true).is_none());
    game.check();
    assert!(game.rules().is_some());
}

#[test]
fn names_are_offered_where_they_fit() {
    let mut game = shipped("san_marco");
    game.check();
    let path = "san_marco.tavola";
    let mut at = |addition: &str| offers(&mut game, path, addition);
    let has = |all: &[String], wanted: &[&str]| {
        let missing: Vec<_> = wanted.iter().filter(|word| !all.iter().any(|own| own == *word)).collect();
        assert!(missing.is_empty(), "{missing:?} is missing in {all:?}");
    };
    let lacks = |all: &[String], unwanted: &[&str]| {
        let there: Vec<_> = unwanted.iter().filter(|word| all.iter().any(|own| own == *word)).collect();
        assert!(there.is_empty(), "{there:?} is offered in {all:?}");
    };
    // Words that begin an item, a sentence, a line of a sheet.
    has(&at("^").0, &["kind", "rule", "winner"]);
    lacks(&at("^").0, &["replace", "each"]);
    has(&at("rule x\n  ^").1, &["each", "move", "if", "repeat"]);
    has(&at("rule x\n  each p in Player: ^").1, &["move", "draw"]);
    has(&at("action x\n  ^").0, &["choose: ", "effect: ", "cost: "]);
    has(&at("action x\n  effect: ^").1, &["move", "each"]);
    has(&at("action x\n  effect: stop\n          ^").1, &["move", "each"]);
    lacks(&at("action x\n  effect: stop\n          ^").0, &["choose: "]);
    // Words by the grammar, in the middle of a sentence.
    has(&at("rule x\n  move 1 bridge from supply ^").1, &["to"]);
    has(&at("rule x\n  repeat 3 ^").1, &["times"]);
    has(&at("rule x(p in Player)\n  p ^").1, &["gains", "pays", "chooses", "may"]);
    // Names by the word before.
    let (kinds, _) = at("rule x\n  each d in ^");
    has(&kinds, &["District", "Player", "Canal"]);
    lacks(&kinds, &["cannaregio", "toll"]);
    let (places, _) = at("rule x\n  move 1 bridge from supply to ^");
    has(&places, &["supply", "reserve"]);
    lacks(&places, &["District", "toll"]);
    has(&at("rule x(p in Player)\n  p gains 2 ^").0, &["prestige"]);
    has(&at("rule x(p in Player)\n  p plays ^").0, &["banishment"]);
    let (locals, others) = at("rule x(where_to in District)\n  if ^");
    has(&locals, &["where_to"]);
    has(&others, &["out_at", "District", "count", "neighbours"]);
    // Columns by the kind of a name.
    let (columns, _) = at("rule x(d in District)\n  if d.^");
    has(&columns, &["face", "high_value"]);
    lacks(&columns, &["value", "copies"]);
    // Cells, citations, comments, texts.
    has(&at("components\n  | ^").0, &["component", "count", "start"]);
    has(&at("components\n  | component | start |\n  | bridge | ^").0, &["supply"]);
    has(&at("places\n  | place | holds | order |\n  | x | bridge | ^").1, &["heap", "stack", "shuffled"]);
    has(&at("memory\n  | variable | type | clause |\n  | x | yes or no | ^").0, &["SM-1.1"]);
    has(&at("rule x                [^").0, &["SM-1.1", "SM-R1"]);
    has(&at("rule x                [SM-1.1, S^").0, &["SM-1.2"]);
    assert_eq!(at("rule x   # a rule ^"), (vec![], vec![]));
    assert_eq!(at("rule x\n  say \"to ^\""), (vec![], vec![]));
    has(&at("rule x(p in Player)\n  say \"to {^}\"").0, &["p"]);
}

#[test]
fn keys_and_ids_are_offered_in_yaml() {
    let mut game = shipped("san_marco");
    game.check();
    let mut at = |path: &str, addition: &str| {
        let (first, rest) = offers(&mut game, path, addition);
        [first, rest].concat()
    };
    let file = "scenarios/banishment.yaml";
    for (addition, wanted) in [
        ("- name: x\n  ^", "clauses: "),
        ("- name: x\n  clauses: [SM-1.1, ^", "SM-7.2"),
        ("- name: x\n  like: ^", "banishment/all of one colour"),
        ("- name: x\n  set: { ^", "out_at"),
        ("- name: x\n  set:\n    ^", "may_decline"),
        ("- name: x\n  variant: ^", "grand_tour"),
        ("- name: x\n  call: ^", "each"),
        ("- name: x\n  then:\n    ^", "prestige"),
        ("- name: x\n  do:\n    - ^", "asked: "),
    ] {
        let found = at(file, addition);
        assert!(found.iter().any(|own| own == wanted), "`{wanted}` is missing after `{addition}`: {found:?}");
    }
    // The last list of the file.
    let found = at("rulebook.yaml", "  - { id: SM-D99, ^");
    assert_eq!(found, ["how: ", "id: ", "what: "]);
}

#[test]
fn offers_have_sorts_and_details() {
    let mut game = shipped("san_marco");
    game.check();
    let text = game.text("san_marco.tavola").expect("a file").to_owned();
    let at = text.find("SM-14.1]").expect("a citation");
    let offers = game.completion("san_marco.tavola", at + 3);
    assert_eq!(offers.replaces, at..at + 3);
    let clause = &offers.offers[0];
    assert_eq!((clause.text.as_str(), clause.sort), ("SM-1.1", OfferSort::Named(NameSort::Clause)));
    assert!(clause.detail.starts_with("Three or four people play."), "{clause:?}");
}
