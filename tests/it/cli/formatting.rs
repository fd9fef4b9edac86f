//! `tavola fmt`: files, standard input, what is written and what is only shown.

use std::fs;

use super::Home;

const MESSY: &str = "variant short \"Short\" of gems\n\nchange settings\n    | name | value |\n    | rounds|2|\n";
const NEAT: &str = "variant short \"Short\" of gems\n\nchange settings\n  | name   | value |\n  | rounds | 2     |\n";

/// A game with a variant that is not formatted, among files that are.
fn home() -> Home {
    let home = Home::new();
    home.run("fmt").ends(0).says(&["1 of 1 file changed"]);
    home.write("rules/gems/variants/short.tavola", MESSY);
    home
}

#[test]
fn files_are_written_only_if_they_change() {
    let home = home();
    let game = home.path("rules/gems/gems.tavola");
    let before =
        (home.read("rules/gems/gems.tavola"), fs::metadata(&game).expect("a file").modified().expect("a time"));
    home.run("fmt rules").ends(0).says(&["1 of 2 files changed"]);
    assert_eq!(home.read("rules/gems/variants/short.tavola"), NEAT);
    let after = (home.read("rules/gems/gems.tavola"), fs::metadata(&game).expect("a file").modified().expect("a time"));
    assert_eq!(before, after);
    home.run("fmt rules").ends(0).says(&["0 of 2 files changed"]);
}

#[test]
fn check_and_diff_write_nothing() {
    let home = home();
    let run = home.run("fmt --check").ends(1);
    assert_eq!(run.out, "rules/gems/variants/short.tavola\n1 of 2 files would change\n");
    let run = home.run("fmt --diff rules/gems").ends(1);
    let head =
        "--- rules/gems/variants/short.tavola\n+++ rules/gems/variants/short.tavola (formatted)\n@@ -1,5 +1,5 @@\n";
    assert!(run.out.starts_with(head), "{}", run.out);
    assert!(run.out.contains("\n-    | rounds|2|\n") && run.out.ends_with("\n+  | rounds | 2     |\n"), "{}", run.out);
    assert_eq!(home.read("rules/gems/variants/short.tavola"), MESSY);
    home.run("fmt --check --diff").ends(2);
    home.run("fmt rules/gems/variants/short.tavola").ends(0).says(&["1 of 1 file changed"]);
    home.run("fmt --check").ends(0);
    assert_eq!(home.run("fmt --diff").ends(0).out, "");
}

#[test]
fn stdin_becomes_stdout() {
    let home = home();
    assert_eq!(home.feed("fmt -", MESSY).ends(0).out, NEAT);
    home.feed("fmt --check -", MESSY).ends(1).says(&["stdin"]);
    home.feed("fmt --check -", NEAT).ends(0);
    home.feed("fmt --diff -", MESSY).ends(1).says(&["--- stdin", "+  | rounds | 2     |"]);
    home.feed("fmt - rules", MESSY).ends(2).says(&["cannot be combined"]);
}

/// Programs read this text, and a terminal does not.
#[test]
fn stdin_keeps_characters_that_a_terminal_would_obey() {
    let text = "# a\u{2028}b\u{b}c\n";
    assert_eq!(home().feed("fmt -", text).out, text);
}

#[test]
fn broken_rules_are_formatted_as_far_as_they_can_be_read() {
    let home = home();
    home.write("rules/gems/more.tavola", "rule a\n   moev   2\n   stop\n");
    home.run("fmt rules")
        .ends(0)
        .says(&["`rules/gems/more.tavola` has 1 error, the first at rules/gems/more.tavola:2:4"]);
    assert_eq!(home.read("rules/gems/more.tavola"), "rule a\n  moev   2\n  stop\n");
    let many = "x y  z\n".repeat(200);
    home.write("rules/gems/more.tavola", &many);
    home.run("fmt rules").ends(1).says(&["stays as it is: it has too many lines or errors"]);
    assert_eq!(home.read("rules/gems/more.tavola"), many);
    home.write("rules/gems/more.tavola", [0xff, 0xfe]);
    home.run("fmt rules").ends(2).says(&["is not a text file"]);
    home.run("fmt nowhere").ends(2).says(&["there is no `nowhere`"]);
}

/// The old file stays if the new one cannot be written, and its permissions stay in any case.
#[cfg(unix)]
#[test]
fn files_are_replaced_as_a_whole() {
    use std::os::unix::fs::PermissionsExt;
    let home = home();
    let file = home.path("rules/gems/variants/short.tavola");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("changed");
    home.run("fmt").ends(0);
    assert_eq!(fs::metadata(&file).expect("a file").permissions().mode() & 0o777, 0o640);
    home.write("rules/gems/variants/short.tavola", MESSY);
    // A limit on the size of files stands for a full disk.
    let program = env!("CARGO_BIN_EXE_tavola");
    let limited = format!("ulimit -f 0; trap '' XFSZ; exec {program} fmt rules");
    let output = std::process::Command::new("sh").args(["-c", &limited]).current_dir(home.path("")).output();
    let output = output.expect("sh runs");
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(home.read("rules/gems/variants/short.tavola"), MESSY);
}
