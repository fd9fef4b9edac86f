//! Scenarios that are corrected at a terminal: each value after a yes.

use super::terminal::{Screen, ends};
use super::{Home, command};

const WRONG: &str = "\
- { name: a, players: 2, call: anna gains 1 score, then: { \"score[anna]\": 5 } }
- { name: b, players: 2, call: anna gains 2 score, then: { \"score[anna]\": 6 } }
- { name: c, players: 2, call: anna gains 3 score, then: { \"score[anna]\": 7 } }
";

/// The expected values in the file after these replies, one per question.
fn expected(replies: &[&str]) -> Vec<String> {
    let home = Home::new();
    home.write("rules/gems/scenarios/a.yaml", WRONG);
    let (mut screen, side) = Screen::new();
    let handle = || side.try_clone().expect("another handle of it");
    let mut test = command("test rules/gems --update");
    test.current_dir(home.path("")).env("TERM", "xterm").stdin(handle()).stdout(handle()).stderr(side);
    let testing = test.spawn().expect("it starts");
    drop(test);
    for reply in replies {
        screen.until_next("[y/n/a/s]");
        screen.types(&format!("{reply}\n"));
    }
    ends(testing);
    let text = home.read("rules/gems/scenarios/a.yaml");
    text.lines().map(|line| line.rsplit_once("]\": ").expect("a value").1[..1].to_owned()).collect()
}

#[test]
fn only_a_word_is_a_reply() {
    assert_eq!(expected(&["", "what", "YES", "n", "y"]), ["1", "6", "3"]);
    assert_eq!(expected(&["no", "a"]), ["5", "2", "3"], "all that follow");
    assert_eq!(expected(&["y", "s"]), ["1", "6", "7"], "none that follow");
    // The end of the input stops the corrections, too.
    assert_eq!(expected(&["y", "\u{4}"]), ["1", "6", "7"]);
}
