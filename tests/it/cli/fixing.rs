//! `tavola check --fix`: safe fixes go into the files, and nothing else changes.

use tavola::play::{fix, read_all, write_fixed};

use super::Home;

const RULES: &str = "\
game g \"G\" for 2 players

track fame[Player] 0..

settings
  | name    | value | meaning  |
  | tribute | 1     | \"a gift\" |

rule gift(p in Player)
  p gains tribute fame
  p gains tribte fame   # small

play
  each p in Player: gift(p)

winner p in Player by most fame[p]
";

fn with(rules: &str) -> Home {
    Home::holding("g/g.tavola", rules)
}

#[test]
fn a_fix_is_written_and_reported() {
    let home = with(RULES);
    let run = home.run("check g --fix").ends(0);
    assert!(run.out.starts_with("fixed g/g.tavola:11: replace `tribte` with `tribute` (E0201)\n"), "{}", run.out);
    assert!(run.out.contains("g: fine"), "{}", run.out);
    assert_eq!(home.read("g/g.tavola"), RULES.replace("tribte", "tribute"));
    let again = home.run("check g --fix").ends(0);
    assert!(!again.out.contains("fixed"), "{}", again.out);
}

#[test]
fn a_diff_writes_nothing() {
    let home = with(RULES);
    let run = home.run("check g --fix --diff").ends(1);
    assert!(run.out.starts_with("--- g/g.tavola\n+++ g/g.tavola (fixed)\n"), "{}", run.out);
    assert!(run.out.contains("\n-  p gains tribte fame   # small\n+  p gains tribute fame   # small\n"), "{}", run.out);
    assert_eq!(home.read("g/g.tavola"), RULES);
    home.run("check g --fix").ends(0);
    let run = home.run("check g --fix --diff").ends(0);
    assert_eq!(run.out, "");
}

#[test]
fn programs_read_which_fixes_there_are_and_which_were_applied() {
    let home = with(RULES);
    let json = home.run("check g --format json").ends(1).json();
    let fix = &json["games"][0]["findings"][0]["fixes"][0];
    assert_eq!((&fix["title"], &fix["safe"]), (&"replace `tribte` with `tribute`".into(), &true.into()));
    let edit = &fix["edits"][0];
    assert_eq!((&edit["text"], &edit["line"], &edit["column"]), (&"tribute".into(), &11.into(), &11.into()));
    let sarif = home.run("check g --format sarif").ends(1).json();
    let change = &sarif["runs"][0]["results"][0]["fixes"][0]["artifactChanges"][0];
    assert_eq!(change["artifactLocation"]["uri"], "g/g.tavola");
    let replacement = &change["replacements"][0];
    assert_eq!(
        (&replacement["insertedContent"]["text"], &replacement["deletedRegion"]["endColumn"]),
        (&"tribute".into(), &17.into())
    );
    let json = home.run("check g --fix --format json").ends(0).json();
    let fixed = &json["fixed"][0];
    assert_eq!((&fixed["file"], &fixed["line"], &fixed["code"]), (&"g/g.tavola".into(), &11.into(), &"E0201".into()));
    assert_eq!(json["errors"], 0);
}

#[test]
fn options_that_contradict_it_are_refused() {
    let home = with(RULES);
    home.run("check g --fix --watch").ends(2);
    home.run("check g --fix --reviewed all").ends(2);
    home.run("check g --diff").ends(2);
}

#[test]
fn all_files_of_a_game_are_fixed() {
    let home = with(&RULES.replace("tribte", "tribute"));
    home.write("g/rulebook.yaml", "game: g\nsuorce: { title: G }   # the box\nclauses: []\n");
    home.write(
        "g/variants/rich.tavola",
        "variant rich \"Rich\" of g, house rules\nreplace rule gift(p in Player)\n\tp gains 2 fame\n",
    );
    home.write(
        "g/scenarios/gift.yaml",
        "- name: a gift\n  players: [anna, ben]\n  call: gift(anna)\n  thne: { \"fame[anna]\": 2 }\n",
    );
    let run = home.run("check g --fix").ends(0);
    let lines: Vec<&str> = run.out.lines().filter(|line| line.starts_with("fixed ")).collect();
    assert_eq!(lines.len(), 3, "{}", run.out);
    assert!(home.read("g/rulebook.yaml").contains("\nsource: { title: G }   # the box\n"));
    assert!(home.read("g/variants/rich.tavola").contains("\n  p gains 2 fame\n"));
    assert!(home.read("g/scenarios/gift.yaml").contains("\n  then: {"));
}

/// `fme` is near to `fame`, but a track is no number. The fix would only move the error.
#[test]
fn a_fix_that_leads_to_another_error_is_refused() {
    let rules = RULES.replace("tribte", "fme");
    let home = with(&rules);
    let run = home.run("check g --fix").ends(1);
    assert!(!run.out.contains("fixed"), "{}", run.out);
    assert_eq!(home.read("g/g.tavola"), rules);
}

/// A tab hides the findings of its item. They are no reason to keep it.
#[test]
fn an_error_that_comes_to_light_does_not_hinder_a_fix() {
    let rules = RULES
        .replace("  p gains tribte", "\tp gains 1")
        .replace("  each p in Player: gift(p)", "  unheard_of\n  each p in Player: gift(p)");
    let home = with(&rules);
    let run = home.run("check g --fix").ends(1);
    assert!(run.out.contains("(E0101)\n") && run.out.contains("error[E0201]"), "{}", run.out);
    assert!(!home.read("g/g.tavola").contains('\t'));
}

#[test]
fn line_ends_stay() {
    let home = with(&RULES.replace('\n', "\r\n"));
    home.run("check g --fix").ends(0);
    assert_eq!(home.read("g/g.tavola"), RULES.replace("tribte", "tribute").replace('\n', "\r\n"));
}

#[test]
fn a_file_that_has_changed_meanwhile_stays() {
    let home = with(RULES);
    let path = home.path("g");
    let before = read_all(&path).expect("a game");
    let after = fix(before.clone(), None, None).expect("a game").folder;
    home.write("g/g.tavola", format!("# mine\n{RULES}"));
    let error = write_fixed(&path, &before, &after).expect_err("the file has changed");
    assert!(error.message.contains("has changed meanwhile"), "{}", error.message);
    assert!(home.read("g/g.tavola").starts_with("# mine\n"));
}

#[cfg(unix)]
#[test]
fn a_file_outside_of_the_folder_stays() {
    let home = with(&RULES.replace("tribte", "tribute"));
    let wrong = "rule other(p in Player)\n\tp gains 1 fame\n";
    home.write("other.tavola", wrong);
    std::os::unix::fs::symlink(home.path("other.tavola"), home.path("g/other.tavola")).expect("a link");
    let run = home.run("check g --fix").ends(2);
    assert!(run.err.contains("lies outside of the game's folder"), "{}", run.err);
    assert_eq!(home.read("other.tavola"), wrong);
}
