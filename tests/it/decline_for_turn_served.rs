//! `enough` in a browser: a question that repeats within a turn is declined for the rest of the turn.

use std::fs;

use crate::cli::decline_for_turn::rules;
use crate::serve::serve;

#[test]
fn a_repeated_question_is_declined_for_the_turn_by_one_click() {
    let folder = tempfile::tempdir().expect("a folder");
    let gems = folder.path().join("gems");
    fs::create_dir(&gems).expect("a folder can be made");
    fs::write(gems.join("gems.tavola"), rules()).expect("writable");
    let served = serve(&gems, &["--human", "anna", "--players", "2", "--seed", "7", "--no-record"]);
    let table = || served.get("anna", "/table");
    let enough = || {
        let body = format!("question={}", table().number());
        served.send("POST", &format!("/{}/enough", served.key("anna")), &[("x-table", "1")], body.as_bytes()).status
    };
    let offer = "/enough\"";
    assert!(table().text().contains("In between?") && !table().text().contains(offer));
    assert_eq!(enough(), 409, "it has not come again");
    let no = 2;
    assert_eq!(served.answer("anna", table().number(), no).status, 204);
    let page = table().text();
    assert!(page.contains("In between?") && page.contains(offer), "{page}");
    assert_eq!(enough(), 204);
    let page = table().text();
    assert!(page.contains("<h2>How much?</h2>") && !page.contains(offer), "{page}");
    assert!(page.contains("In between? no (4 times)"), "{page}");
    let number = table().number();
    let undo = format!("/{}/undo", served.key("anna"));
    assert_eq!(served.send("POST", &undo, &[("x-table", "1")], format!("question={number}").as_bytes()).status, 204);
    assert!(table().text().contains(offer), "undo goes back over all that was answered by itself");
}
