//! Output: help, columns, colours, annotations, and escaped control characters.

use super::{GEMS, Home, verbs};

/// Contradictory definitions of options make a development build panic as soon as the verb is parsed.
#[test]
fn each_verb_has_help() {
    let home = Home::new();
    assert!(!home.run("--help").ends(0).out.contains("\nOthers:\n"), "each verb is in a group");
    for verb in verbs() {
        home.run(&format!("help {verb}")).ends(0).says(&["Usage: "]);
    }
}

#[test]
fn many_options_are_printed_in_columns() {
    let home = Home::with(&GEMS.replace("n in 1..3", "n in 1..40"));
    let run = home.feed("play rules/gems --players 2 --seed 7 --no-record", "quit\n").ends(0);
    let line = |from: u32, to: u32| (from..=to).step_by(3).map(|n| format!("{n:4}")).collect::<Vec<_>>().join(" ");
    let right = format!("\n{}\n{}\n{}\n", line(1, 40), line(2, 38), line(3, 39));
    assert!(run.out.contains(&right), "{}", run.out);
}

/// Numbers are right-aligned, with or without a sign.
#[test]
fn numbers_are_right_aligned() {
    let rules =
        GEMS.replace("track score[Player] 0..", "track score[Player]").replace("p gains n score", "p pays 5 * n score");
    let run =
        Home::with(&rules).feed("play rules/gems --players 2 --seed 7 --no-record", "3\nyes\nshow\nquit\n").ends(0);
    let right = ["players  score  ", "  Anna     -15  ", "  Ben     "];
    let lines: Vec<&str> = run.out.lines().skip_while(|line| !line.starts_with("  Anna     -15")).take(2).collect();
    assert!(lines.len() == 2 && lines[0].starts_with(right[1]) && lines[1].starts_with(right[2]), "{}", run.out);
    assert!(run.out.contains(right[0]) && lines[1].find(char::is_numeric) >= Some(12), "{}", run.out);
}

const CASE: &str =
    "- name: \"100% odd: a, b\"\n  players: [anna, ben]\n  call: anna gains 1 score\n  then: { \"score[anna]\": 2 }\n";

#[test]
fn an_annotation_stays_on_one_line() {
    let home = Home::new();
    home.write("rules/gems/scenarios/a.yaml", CASE);
    let run = home.run("test rules/gems --format github").ends(1);
    let right = "::error title=100%25 odd%3A a%2C b,file=rules/gems/scenarios/a.yaml,line=4,col=11::score[anna]%0Aexpected: 2%0Aactual: 1";
    assert_eq!(run.out.trim_end(), right);
    home.write("rules/gems/a,b.tavola", "define odd = scoree[seat(1)] > 3\n");
    let run = home.run("check rules/gems --format github").ends(1);
    let right = "::error title=E0201,file=rules/gems/a%2Cb.tavola,line=1,endLine=1,col=14,endColumn=20::there is no `scoree`%0Adid you mean `score`?";
    assert_eq!(run.out.trim_end(), right);
}

#[test]
fn a_summary_counts_findings() {
    let home = Home::new();
    home.write("rules/gems/odd.tavola", "define odd = scoree[seat(1)] > 3\ndefine even = skore[seat(1)] > 3\n");
    home.run("check rules/gems").ends(1).says(&["\n2 errors in gems\n"]);
    home.write("rules/gems/rulebook.yaml", home.read("rules/gems/rulebook.yaml").replace("id: GM-6", "id: GM-7"));
    home.write("rules/gems/odd.tavola", "define odd = score[seat(1)] > 3\n");
    home.run("check rules/gems").ends(1).says(&["\n1 error, 1 warning in gems\n"]);
}

#[test]
fn disabled_colours_change_nothing() {
    let home = Home::new();
    home.write("rules/gems/scenarios/a.yaml", CASE);
    let run = |color: &str| home.run(&format!("test rules/gems --color {color}")).ends(1).out;
    assert!(run("always").contains("\u{1b}[1m\u{1b}[31mFAILED\u{1b}[0m gems"), "{:?}", run("always"));
    assert!(run("never").contains("FAILED gems") && !run("never").contains('\u{1b}'), "{:?}", run("never"));
}

/// Our own colours pass, escape sequences of a rulebook do not.
#[test]
fn only_own_escape_sequences_pass() {
    let home = Home::new();
    let odd = r"a\e[8mb\e[2Jc\e]0;d\ae\u202ef\u2066g\x9bh\x7fi\rj\e[38;2;1;1;1mk\e[1";
    let plain = "Caf\u{e9} \u{5c71}\u{1f468}\u{200d}\u{1f469} a";
    let book = home.read("rules/gems/rulebook.yaml");
    let book = book.replacen("Take gems.", &format!("\"{odd}\""), 1).replacen("Take gems.", &format!("\"{plain}\""), 1);
    home.write("rules/gems/rulebook.yaml", book);
    for color in ["always", "never"] {
        let text = |id: &str| home.run(&format!("clause rules/gems {id} --color {color}")).ends(0).out;
        let shown = text("GM-1");
        let line = shown.lines().nth(1).expect("its text");
        // A carriage return ends a line, and the lines of a paragraph are joined.
        assert_eq!(line.matches('\u{fffd}').count(), 10, "{line:?}");
        assert!(!line.contains(|c: char| c.is_control() || "\u{202e}\u{2066}".contains(c)), "{line:?}");
        assert_eq!(shown.contains("\u{1b}[1mGM-1\u{1b}[0m"), color == "always", "{shown:?}");
        assert!(text("GM-2").contains(plain));
    }
}

/// Results of a command do not replace a file that a game consists of.
#[test]
fn files_of_a_game_are_not_overwritten() {
    let home = Home::new();
    home.run("new my_game -o .").ends(0);
    let files = ["my_game.tavola", "rulebook.yaml", "scenarios/turns.yaml", "variants/long_road.tavola"];
    for file in files {
        let path = format!("my_game/{file}");
        let before = home.read(&path);
        for verb in ["print my_game -o", "doc my_game -o", "draw my_game -o", "simulate my_game --games 1 --html"] {
            home.run(&format!("{verb} {path}")).ends(2).says(&["this file belongs to a game and is not overwritten"]);
        }
        home.run(&format!("simulate my_game --games 1 --csv {path}")).ends(2).says(&["belongs to a game"]);
        home.run(&format!("cards my_game --csv {path}")).ends(2).says(&["belongs to a game"]);
        assert_eq!(home.read(&path), before, "{file}");
    }
    home.run("doc my_game -o my_game/page.md").ends(0);
    home.run("doc my_game -o my_game/page.md").ends(0);
}

/// A limit for the size of files is an error like a full disk: the program says so, and leaves no half file.
#[cfg(unix)]
#[test]
fn a_file_over_the_limit_of_its_size_is_an_error() {
    let home = Home::new();
    home.run("new my_game -o .").ends(0);
    let command = format!("ulimit -f 1; exec {} doc my_game -o page.md", env!("CARGO_BIN_EXE_tavola"));
    let run =
        std::process::Command::new("sh").args(["-c", &command]).current_dir(home.path("")).output().expect("it runs");
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert_eq!(run.status.code(), Some(2), "{said}");
    assert!(said.contains("cannot write `page.md`: the file is too large"), "{said}");
    let left = std::fs::read_dir(home.path("")).expect("a folder").flatten().map(|file| file.file_name());
    assert!(!left.into_iter().any(|name| name.to_string_lossy().contains(".tavola-")), "no draft is left");
}
