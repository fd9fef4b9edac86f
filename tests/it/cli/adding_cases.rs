//! Cases that `find` adds to files of scenarios, and files that are refused.

use super::Home;

fn home() -> Home {
    let home = Home::new();
    home.write("rules/gems/scenarios/README", "");
    home
}

fn find(home: &Home, more: &[&str]) -> super::Run {
    home.run_words(&[&["find", "rules/gems", "score[anna] is 3", "--seed", "4"], more].concat())
}

/// The file is checked before the search, which may take minutes: it must be read as scenarios, and must not break the game.
#[test]
fn a_case_is_written_only_where_it_will_be_read() {
    let home = home();
    home.write("rules/gems/scenarios/sub/README", "");
    for (file, why) in [
        ("rules/gems/scenarios/a.yml", "call a file of scenarios `NAME.yaml`"),
        ("rules/gems/scenarios/A.YAML", "call a file of scenarios `NAME.yaml`"),
        ("rules/gems/scenarios/a.txt", "call a file of scenarios `NAME.yaml`"),
        ("rules/gems/scenarios/.a.yaml", "call a file of scenarios `NAME.yaml`"),
        ("rules/gems/scenarios/sub/a.yaml", "into its folder `scenarios`"),
        ("rules/gems/rulebook.yaml", "into its folder `scenarios`"),
    ] {
        find(&home, &["-o", file]).ends(2).says(&[file, "would not be read", why]);
        assert!(file.ends_with("rulebook.yaml") || !home.path(file).exists(), "{file}");
    }
    find(&home, &["-o", "elsewhere.yaml"]).ends(0);
    find(&home, &["-o", "rules/gems/scenarios/a.yaml", "--name", " "]).ends(2).says(&["a case needs a name"]);
}

#[test]
fn a_case_is_added_to_a_file_with_a_byte_order_mark() {
    let home = home();
    let case = "- name: first\n  players: 2\n  do: []\n  then: { \"score[anna]\": 0 }\n";
    home.write("rules/gems/scenarios/a.yaml", format!("\u{feff}{case}"));
    find(&home, &["-o", "rules/gems/scenarios/a.yaml"]).ends(0);
    home.run("test rules/gems").ends(0).says(&["2 passed"]);
}

/// Cases of the file may continue cases of other files, or give others their position. A name counts in each of them.
#[test]
fn a_case_is_added_beside_cases_that_need_other_files() {
    let home = home();
    let position = "- name: rich\n  players: 2\n  given: { \"score[anna]\": 2 }\n";
    home.write("rules/gems/scenarios/a.yaml", position);
    let heir = "- name: heir\n  like: a/rich\n  then: { \"score[anna]\": 2 }\n";
    home.write("rules/gems/scenarios/b.yaml", heir);
    find(&home, &["-o", "rules/gems/scenarios/a.yaml"]).ends(0);
    find(&home, &["-o", "rules/gems/scenarios/b.yaml"]).ends(0);
    home.run("test rules/gems").ends(0).says(&["3 passed"]);
    for (file, name) in [("a", "rich"), ("b", "heir")] {
        let file = format!("rules/gems/scenarios/{file}.yaml");
        find(&home, &["-o", &file, "--name", name]).ends(2).says(&[&format!("already has a case `{name}`")]);
    }
}

/// The players of a case may stand in another file. `test` reads such a file, so cases can be added to it.
#[test]
fn a_case_is_added_beside_one_whose_players_are_in_another_file() {
    let home = home();
    home.write("rules/gems/scenarios/a.yaml", "- name: drawn\n  players: [anna, ben]\n  do: [{ chance: ruby }]\n");
    let heir = "- name: heir\n  like: a/drawn\n  told: { anna: [ruby] }\n  then: { \"score[anna]\": 0 }\n";
    home.write("rules/gems/scenarios/b.yaml", heir);
    home.run("test rules/gems").ends(0);
    find(&home, &["-o", "rules/gems/scenarios/b.yaml"]).ends(0);
    home.run("test rules/gems").ends(0).says(&["2 passed"]);
}

/// A mistake in the file is named with its line, and the file stays as it is.
#[test]
fn a_file_with_a_mistake_gets_no_case() {
    let home = home();
    let wrong = "- name: wrong\n  players: [anna, ben]\n  asked: carl\n";
    home.write("rules/gems/scenarios/a.yaml", wrong);
    let says = "rules/gems/scenarios/a.yaml:3:10: ";
    find(&home, &["-o", "rules/gems/scenarios/a.yaml"]).ends(2).says(&["nothing was written", says, "carl"]);
    assert_eq!(home.read("rules/gems/scenarios/a.yaml"), wrong);
}

/// A broken link in the folder is reported. Otherwise its tests would be missing without a notice.
#[cfg(unix)]
#[test]
fn a_broken_link_is_reported() {
    use std::os::unix::fs::symlink;
    for (file, ends) in [("scenarios/b.yaml", 2), ("x.tavola", 2), ("rulebook.yaml", 1), ("scenarios", 0)] {
        let home = Home::new();
        let link = home.path("rules/gems").join(file);
        std::fs::create_dir_all(link.parent().expect("a folder")).expect("a folder");
        let _ = std::fs::remove_file(&link);
        symlink("/nowhere/at-all", &link).expect("a link");
        let run = home.run("check rules/gems");
        let said = format!("{}{}", run.out, run.err);
        assert!(run.code == ends && said.contains("broken link"), "{file}: {} {said}", run.code);
    }
}

#[test]
fn an_unknown_name_is_not_reported_as_offered() {
    let home = Home::new();
    let said = |text: &str| home.feed("play rules/gems --human all --no-record --seed 1", text).out;
    for text in ["why zz 3", "zz 3", "why [", "["] {
        let output = said(&format!("{text}\nquit\n"));
        assert!(
            output.contains("is not an answer to this question") && !output.contains("This option is available"),
            "{text}: {output}"
        );
    }
}
