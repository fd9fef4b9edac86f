//! Undo in a browser, although bots have answered since.

use std::fs;

use crate::log_served::marks;
use crate::serve::{Served, given, serve};

fn undo(served: &Served, who: &str) -> u16 {
    let body = format!("question={}", served.get(who, "/table").number());
    served.send("POST", &format!("/{}/undo", served.key(who)), &[("x-table", "1")], body.as_bytes()).status
}

fn answer(served: &Served, who: &str, option: u64) {
    assert_eq!(served.answer(who, served.get(who, "/table").number(), option).status, 204, "{who}");
}

fn offers_undo(served: &Served, who: &str) -> bool {
    served.get(who, "/table").text().contains("/undo\"")
}

#[test]
fn answers_of_bots_are_undone_with_the_players_answer() {
    let (folder, rules) = marks();
    let record = folder.path().join("game.yaml");
    let options = ["--players", "2", "--seed", "7", "--human", "anna", "--record", record.to_str().expect("a path")];
    let served = serve(&rules, &options);
    let scene = || served.get("anna", "/scene").text();
    let (at_first, begun) = (scene(), fs::read_to_string(&record).expect("it is written"));
    answer(&served, "anna", 4);
    let (after, once) = (scene(), given(&record));
    assert!(once.len() == 2 && once[1].starts_with("- ben"), "{once:?}");
    answer(&served, "anna", 6);
    assert!(offers_undo(&served, "anna"));
    assert_eq!((undo(&served, "anna"), scene(), given(&record)), (204, after.clone(), once.clone()));
    assert_eq!((undo(&served, "anna"), scene()), (204, at_first));
    assert_eq!(fs::read_to_string(&record).expect("it is written"), begun);
    assert_eq!((undo(&served, "anna"), offers_undo(&served, "anna")), (409, false));
    answer(&served, "anna", 4);
    assert_eq!((scene(), given(&record)), (after, once), "the bot answers as it would have");
}

#[test]
fn a_later_answer_of_another_person_prevents_undo() {
    let (_folder, rules) = marks();
    let options = ["--players", "3", "--seed", "7", "--human", "anna,chris", "--no-record"];
    let served = serve(&rules, &options);
    answer(&served, "anna", 4);
    assert!(offers_undo(&served, "anna"), "the bot between them has answered, chris not yet");
    answer(&served, "chris", 4);
    assert_eq!((offers_undo(&served, "anna"), undo(&served, "anna")), (false, 409));
    assert!(served.get("anna", "/table").text().contains("Ask to take my last answer back"));
    assert_eq!(undo(&served, "chris"), 204);
    assert!(served.get("chris", "/table").text().contains("name=\"option\""), "chris is asked again");
}

#[test]
fn a_note_on_a_line_that_is_taken_back_goes_to_the_chat() {
    let (_folder, rules) = marks();
    let served = serve(&rules, &["--players", "2", "--seed", "7", "--human", "anna", "--no-record"]);
    let page = || served.get("anna", "").text();
    let note = |line: usize, text: &str| {
        let path = format!("/{}/note", served.key("anna"));
        let body = format!("line={line}&text={text}");
        assert_eq!(served.send("POST", &path, &[("x-table", "1")], body.as_bytes()).status, 204);
    };
    answer(&served, "anna", 4);
    let lines = page().matches("class=\"then\"").count();
    note(lines, "stays");
    answer(&served, "anna", 6);
    note(page().matches("class=\"then\"").count(), "goes");
    assert_eq!(page().matches("data-line").count(), 2);
    assert_eq!(undo(&served, "anna"), 204);
    answer(&served, "anna", 5);
    let page = page();
    assert!(page.matches("data-line").count() == 1 && page.contains("stays") && page.contains("goes"), "{page}");
}
