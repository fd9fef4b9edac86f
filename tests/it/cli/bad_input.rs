//! Bad input of every kind: a message with a place and a reason, the right exit code, no loss, no panic.

use std::net::TcpListener;
use std::process::Stdio;

use super::{GEMS, Home, command};

#[test]
fn wrong_usage() {
    let home = Home::new();
    home.run("").ends(2);
    home.run("plya").ends(2).says(&["play"]);
    home.run("trace rules/gems --only survivors").ends(2).says(&["needs `--mutants FILE`"]);
    home.run("serve rules/gems --no-record --listen 192.0.2.1:8766")
        .ends(2)
        .says(&["this is not an address of this machine"]);
    home.run("serve rules/gems --no-record --listen localhost").ends(2).says(&["localhost:8000"]);
    home.run("play rules/gems --set rounds").ends(2).says(&["name=value"]);
    home.run("simulate rules/gems --games 0").ends(2);
    home.run("simulate rules/gems --players x").ends(2).says(&["3-4"]);
}

#[test]
fn a_port_in_use_begins_no_game() {
    let home = Home::new();
    let taken = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = taken.local_addr().expect("it listens").port();
    for option in [format!("--port {port}"), format!("--listen localhost:{port}")] {
        let run = home.run(&format!("serve rules/gems --seed 7 {option}"));
        let printed = run.out.clone();
        run.ends(2).says(&["another program listens there", &format!("127.0.0.1:{port}")]);
        assert_eq!(printed, "");
    }
    home.run("replay gems-7.yaml").ends(2);
}

#[test]
fn verbs_of_other_programs_lead_to_the_meant_ones() {
    let home = Home::new();
    for (word, verbs) in [
        ("validate", &["`tavola check`: Check the rules"][..]),
        ("lint", &["`tavola check`:"]),
        ("format", &["`tavola fmt`:"]),
        ("run", &["`tavola play`:", "`tavola simulate`:"]),
        ("init", &["`tavola new`:"]),
        ("perft", &["`tavola count`:"]),
        ("coverage", &["`tavola trace`:"]),
    ] {
        home.run(word).ends(2).says(verbs);
    }
    home.run("simulate rules/gems -n 2").ends(0).says(&["2 games"]);
}

#[test]
fn an_unknown_game_is_refused() {
    let home = Home::new();
    for verb in ["check", "test", "play", "simulate"] {
        home.run(&format!("{verb} rules/gens"))
            .ends(2)
            .says(&["there is no `rules/gens`", "did you mean `rules/gems`"]);
    }
    home.write("empty/readme.txt", "nothing");
    home.run("check empty").ends(2).says(&["no rules in `empty`"]);
    home.run("check rules/gems/none.yaml").ends(2);
}

#[test]
fn a_rulebook_that_does_not_agree_with_the_rules() {
    let home = Home::new();
    let clause = |n: i32| format!("  - {{ id: GM-{n}, section: '1', text: Take gems., kind: rule }}\n");
    let clauses: String = (1..=6).map(clause).collect();
    let head = format!("game: gems\nsource: {{ title: Gems }}\nclauses:\n{clauses}");
    home.write("rules/gems/rulebook.yaml", format!("{head}{}", clause(2)));
    home.run("check rules/gems").ends(1).says(&["E0902", "`GM-2` is defined twice", "rulebook.yaml:10:"]);
    let ruling = "rulings:\n  - { id: GM-R1, question: Why?, answer: So., alternatives: [Else.]";
    home.write("rules/gems/rulebook.yaml", format!("{head}{ruling} }}\n"));
    home.run("check rules/gems --deny W0901").ends(1).says(&[
        "W0901",
        "nobody can play the alternatives of `GM-R1`",
        "`rejected:`",
    ]);
    home.write("rules/gems/rulebook.yaml", format!("{head}{ruling}, setting: ronds }}\n"));
    home.run("check rules/gems").ends(1).says(&["E0903", "no setting or ruling `ronds`", "did you mean"]);
}

#[test]
fn an_invalid_rulebook_is_refused() {
    let home = Home::new();
    let cases: [(&[u8], &[&str]); 5] = [
        (b"", &["E1102", "a rulebook must be a map, found nothing", "rulebook.yaml:1:1"]),
        (b"- 3\n", &["E1102", "a rulebook must be a map, found a list", "rulebook.yaml:1:3"]),
        (
            b"game: gems\nsource: { title: Gems }\nclausez: []\n",
            &["E1103", "`clausez`", ":3:1", "`clauses`?", "1 error in"],
        ),
        (b"game: [\n", &["E1101", "this is not YAML"]),
        (b"\xff\x00", &["E1101", "rulebook.yaml` is not a text file"]),
    ];
    for (text, says) in cases {
        home.write("rules/gems/rulebook.yaml", text);
        let run = home.run("check rules/gems").ends(1).says(says);
        assert!(!run.out.contains("E0901"), "clauses that could not be read are not missing: {}", run.out);
        home.run("play rules/gems").ends(1).says(&says[..2]);
    }
}

/// An error in the clauses hides neither other errors nor those of the rules, in any format.
#[test]
fn all_mistakes_of_a_rulebook_are_shown() {
    let home = Home::with(&GEMS.replace("GM-1", "GM-9").replace("repeat rounds", "repeat ronds"));
    let book = "game: gems\nsource: { title: \"id: GM-2\", yeer: 1 }\nclauses:\n  \
                - { id: GM-1, section: Play, kind: rul, text: \"see id: GM-2\" }\n  \
                - { id: GM-2, section: Play, kind: rule }\n  \
                - { id: GM-2, section: Play, kind: rule, text: Twice., not_observable: \"\" }\n  \
                - { id: GM-2, section: Play, kind: rule, text: Thrice., player_counts: [two] }\n";
    home.write("rules/gems/rulebook.yaml", book);
    let places = [
        ("E0201", "gems.tavola"),
        ("E0901", "gems.tavola"),
        ("E1103", "rulebook.yaml:2:"),
        ("E1102", "rulebook.yaml:4:"),
        ("E1104", "rulebook.yaml:5:"),
        ("E0902", "rulebook.yaml:6:"),
        ("E1104", "rulebook.yaml:6:"),
        ("E0902", "rulebook.yaml:7:"),
        ("E1102", "rulebook.yaml:7:"),
    ];
    let json = home.run("check rules/gems --format json").ends(1).json();
    let findings = json["games"][0]["findings"].as_array().expect("findings");
    let place = |f: &serde_json::Value| format!("{}:{}:", f["file"].as_str().unwrap_or("?"), f["line"]);
    let listed: Vec<(&str, String)> = findings.iter().map(|f| (f["code"].as_str().unwrap_or("?"), place(f))).collect();
    for (code, place) in places {
        assert!(listed.iter().any(|(c, p)| *c == code && p.contains(place)), "{code} {place}: {listed:#?}");
    }
    assert_eq!(listed.iter().filter(|(_, place)| place.contains("rulebook")).count(), 7, "{listed:#?}");
    home.run("check rules/gems").ends(1).says(&["E0201", "rulebook.yaml:6:"]);
    home.run("check rules/gems --format github").ends(1).says(&["rulebook.yaml,line=6", "gems.tavola,line="]);
}

#[test]
fn several_games_instead_of_one_are_refused() {
    let home = Home::new();
    home.write("rules/other/other.tavola", GEMS.replace("game gems", "game other"));
    home.write("rules/other/rulebook.yaml", home.read("rules/gems/rulebook.yaml").replace("gems", "other"));
    home.run("play rules").ends(2).says(&["several games", "rules/gems", "rules/other"]);
    home.run("check").ends(0).says(&["gems", "other", "2 games"]);
}

#[test]
fn an_empty_file_and_a_binary_one() {
    for (text, says) in [(&b""[..], "in gems"), (&b"\x00\xff\xfe\x80\x00"[..], "not a text file")] {
        let home = Home::new();
        home.write("rules/gems/gems.tavola", text);
        let run = home.run("check rules/gems").says(&[says]);
        assert!([1, 2].contains(&run.code), "{}", run.err);
        let run = home.run("play rules/gems");
        assert!([1, 2].contains(&run.code), "{}", run.err);
    }
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let home = Home::with("game \u{1b}[2J\u{0}x \"X\" for 2 players\n");
    let run = home.run("check rules/gems").ends(1);
    assert!(!run.out.contains('\u{1b}'), "{:?}", run.out);
}

/// Terminal control characters and direction marks, in every text outside the rules.
#[test]
fn control_characters_of_other_files_do_not_reach_the_terminal() {
    let home = Home::new();
    let odd = r"x\e[2J\e]0;t\ay\u202ez\u2066\x9b";
    let book = home.read("rules/gems/rulebook.yaml").replace("title: Gems", &format!("title: \"{odd}\""));
    home.write("rules/gems/rulebook.yaml", book.replace("text: Take gems.", &format!("text: \"{odd}\"")));
    let answer = "answers: [{ anna: \"1\" }]";
    home.write(
        "rules/gems/scenarios/a.yaml",
        format!("scenarios:\n  - name: \"{odd}\"\n    players: [anna, ben]\n    {answer}\n"),
    );
    let seen = |text: &str| text.contains(|c: char| (c.is_control() && c != '\n') || "\u{202e}\u{2066}".contains(c));
    for args in [
        "doc rules/gems",
        "doc rules/gems --format html",
        "check rules/gems",
        "test rules/gems",
        "test rules/gems --format json",
    ] {
        let run = home.run(args);
        assert!(!seen(&run.out) && !seen(&run.err), "{args}: {:?} {:?}", run.out, run.err);
    }
    assert!(home.run("doc rules/gems").out.contains("x\u{fffd}"));
    home.run("doc rules/gems -o page.md").ends(0);
    assert!(!seen(&home.read("page.md")));
    let run = home.feed("play rules/gems --players 2 --seed 7 --no-record", "clause\nclause GM-4\nquit\n").ends(0);
    assert!(run.out.contains("x\u{fffd}[2J") && !seen(&run.out), "{:?}", run.out);
}

/// Endless input is not read: devices, pipes, very large files.
#[cfg(target_os = "linux")]
#[test]
fn endless_files_are_refused() {
    let home = Home::new();
    let made = std::process::Command::new("mkfifo").arg(home.path("pipe")).status().expect("mkfifo is there");
    assert!(made.success());
    for file in ["/dev/zero", "/dev/tty", "pipe"] {
        home.run(&format!("replay {file}")).ends(2).says(&[file, "only ordinary files are read"]);
        home.run(&format!("play --resume {file}")).ends(2).says(&[file, "only ordinary files are read"]);
    }
    std::os::unix::fs::symlink("/dev/zero", home.path("rules/gems/rulebook.link")).expect("a link");
    home.write("big.yaml", vec![b' '; (4 << 20) + 1]);
    home.run("replay big.yaml").ends(2).says(&["`big.yaml` is too large"]);
    std::fs::rename(home.path("rules/gems/rulebook.link"), home.path("rules/gems/rulebook.yaml")).expect("a file");
    home.run("check rules/gems").ends(1).says(&["E1101", "rulebook.yaml` is a device or a pipe"]);
}

/// An endless game exhausts the budget of every verb that plays it.
#[test]
fn an_endless_game_exhausts_the_budget() {
    let play = GEMS.find("play\n").map(|at| &GEMS[..at]).unwrap_or_default();
    let home = Home::with(&format!(
        "{play}play\n  repeat\n    seat(1) chooses n in 1..3 \"How much?\"\n    say \"again and again\"\n\nwinner p in Player by most score[p]\n"
    ));
    home.run("simulate rules/gems --games 1 --seed 1 --players 2").ends(3).says(&["not over after 200000 answers"]);
    home.run("play rules/gems --human none --players 2 --no-record").ends(3).says(&["not over after 200000 answers"]);
}

#[test]
fn mistakes_in_rules_are_all_shown() {
    let home = Home::with(&GEMS.replace("gains n score", "gains n skore").replace("to hand[p]", "to hnad[p]"));
    home.run("check rules/gems").ends(1).says(&["gems.tavola:27:", "skore", "hnad", "2 errors", "in gems"]);
    home.run("play rules/gems").ends(1).says(&["gems.tavola:", "2 errors"]);
    home.run("test rules/gems").ends(1).says(&["2 errors"]);
    home.run("simulate rules/gems").ends(1);
    let json = home.run("check rules/gems --format json").ends(1).json();
    assert_eq!(json["errors"], 2);
    assert_eq!(json["games"][0]["findings"][0]["severity"], "error");
    assert!(json["games"][0]["findings"][0]["line"].as_u64() > Some(20));
    let github = home.run("check rules/gems --format github").ends(1).out;
    assert_eq!(github.lines().count(), 2, "{github}");
    assert!(github.lines().all(|line| line.starts_with("::error ")), "{github}");
}

/// Warnings alone are no failure, unless they are denied. Waived findings are counted and listed.
#[test]
fn warnings_are_denied_and_waived() {
    let doubtful = GEMS.replace("winner p", "define spare = 3\n\nwinner p");
    let home = Home::with(&doubtful);
    home.run("check rules/gems").ends(0).says(&["W0201", "1 warning"]);
    home.run("check rules/gems --deny W0704").ends(0);
    home.run("check rules/gems --deny W0704 --deny W0201").ends(1).says(&["error[W0201]", "1 error in gems"]);
    let json = home.run("check rules/gems --deny warnings --format json").ends(1).json();
    assert_eq!((&json["errors"], &json["warnings"]), (&1.into(), &0.into()));
    home.run("check rules/gems --deny warnings --format github").ends(1).says(&["::error title=W0201,"]);
    let sarif = home.run("check rules/gems --deny warnings --format sarif").ends(1).json();
    assert_eq!(sarif["runs"][0]["results"][0]["level"], "error");
    home.run("check rules/gems --deny W0799").ends(2).says(&["the code of a warning"]);
    home.run("check rules/gems --deny E0201").ends(2);
    let home = Home::with(&doubtful.replace("spare = 3", "spare = 3   # fine: W0201 a variant uses it"));
    home.run("check rules/gems --deny warnings").ends(0).says(&["gems: fine", "1 finding waived"]);
    let json = home.run("check rules/gems --format json").ends(0).json();
    assert_eq!((&json["waived"], &json["warnings"]), (&1.into(), &0.into()));
    let waived = &json["games"][0]["waived"][0];
    assert_eq!((&waived["code"], &waived["reason"]), (&"W0201".into(), &"a variant uses it".into()));
    assert!(waived["line"].as_u64() > Some(20));
    home.write(
        "rules/gems/variants/more.tavola",
        "variant more \"More\" of gems, house rules\n\ndefine fourth = 4   # fine: W0201 later\n",
    );
    home.run("check rules/gems --deny warnings").ends(0).says(&["2 findings waived"]);
}

#[test]
fn a_waiver_without_a_finding_is_a_warning() {
    let rules = GEMS.replace("gains sum of g.value for g in hand[p] score", "gains total(p) score");
    let rules = rules.replace(
        "winner p",
        "define total(p in Player) = sum of g.value for g in hand[p]   # fine: W0201 not all variants count\n\nwinner p",
    );
    let home = Home::with(&rules);
    home.run("check rules/gems --deny warnings").ends(1).says(&["W0202", "this line has no finding `W0201` to waive"]);
}

/// Every documented warning can be denied.
#[test]
fn every_warning_can_be_denied() {
    let page = include_str!("../../../docs/findings.md");
    let home = Home::new();
    let codes: Vec<&str> =
        page.lines().filter_map(|line| line.strip_prefix("| [W")).filter_map(|line| line.get(..4)).collect();
    assert!(codes.len() > 20, "{codes:?}");
    for code in codes {
        home.run(&format!("check rules/gems --deny W{code}")).ends(0);
    }
}

#[test]
fn an_unknown_variant_setting_or_value() {
    let home = Home::new();
    for verb in ["play", "simulate"] {
        home.run(&format!("{verb} rules/gems --variant huge")).ends(2).says(&["huge"]);
        home.run(&format!("{verb} rules/gems --set round=4")).ends(2).says(&["round"]);
        home.run(&format!("{verb} rules/gems --set rounds=99")).ends(2).says(&["rounds", "99"]);
        home.run(&format!("{verb} rules/gems --set rounds=ruby")).ends(2).says(&["rounds"]);
    }
}

#[test]
fn wrong_numbers_of_players() {
    let home = Home::new();
    for name in ["chance", "all", "none", "or", "2nd", "a-b"] {
        let play = format!("play rules/gems --names anna,{name} --human none --no-record");
        home.run(&play).ends(2).says(&[&format!("`{name}` cannot be a player's name")]);
    }
    for players in ["1", "4"] {
        home.run(&format!("play rules/gems --players {players}")).ends(2).says(&["for 2 to 3 players", players]);
        home.run(&format!("simulate rules/gems --players {players}")).ends(2).says(&["for 2 to 3 players", players]);
    }
    home.run("play rules/gems --human eva").ends(2).says(&["eva", "anna, ben, chris"]);
}

#[test]
fn records_with_mistakes() {
    let home = Home::new();
    home.run("replay none.yaml").ends(2).says(&["none.yaml"]);
    let good = "game: gems\nrules: \"0\"\nplayers: [anna, ben]\nseed: 1\nanswers:\n";
    let cases = [
        ("game: [\n", "r.yaml:"),
        ("7\n", "r.yaml"),
        ("game: gems\nrules: \"0\"\nplayers: [anna, ben]\nseed: x\nanswers:\n", "r.yaml:4:"),
        ("game: gems\nrules: \"0\"\nplayers: [anna, ben]\nseed: 1\nansers:\n", "did you mean `answers`"),
        ("game: gems\nrules: \"0\"\nplayers: [anna, ben]\nseed: 1\nanswers:\n- ana: 5\n", "did you mean `anna`"),
        ("game: jems\nrules: \"0\"\nplayers: [anna, ben]\nseed: 1\nanswers:\n", "jems"),
        ("game: gems\nrules: \"0\"\nplayers: [anna]\nseed: 1\nanswers:\n", "players"),
    ];
    for (text, says) in cases {
        home.write("r.yaml", text);
        home.run("replay r.yaml").ends(2).says(&[says]);
        home.run("play --resume r.yaml").ends(2).says(&[says]);
        assert_eq!(home.read("r.yaml"), text, "nothing was changed");
    }
    home.write("r.yaml", format!("{good}- chance: opal\n- anna: 7\n- anna: 2\n"));
    home.run("replay r.yaml").ends(1).says(&["rules have changed", "answer 2 of 3 (`anna: 7`)"]);
    home.run("play --resume r.yaml").ends(1).says(&["answer 2 of 3"]);
    home.write("r.yaml", format!("{}- ben: 1\n- ben: 1\n- chance: opal\n- ben: 1\n", good.replace("ben", "zoe")));
    home.run("replay r.yaml").ends(2).says(&["nobody called `ben` plays", "1 error in r.yaml"]);
    home.write("r.yaml", format!("{good}- chance: opal\n- anna: 2\n- anna: ye"));
    home.run("replay r.yaml").ends(0).says(&["after 2 answers"]);
    home.feed("play --resume r.yaml", "quit\n").ends(0).says(&["after 2 answers", "Is that all?"]);
    assert!(home.read("r.yaml").ends_with("- anna: 2\n"), "half a line is no answer");
    home.write("r.yaml", [0xff, 0x00, 0x80]);
    home.run("replay r.yaml").ends(2).says(&["not a text file"]);
}

#[test]
fn a_folder_that_cannot_be_written() {
    let home = Home::new();
    home.run("play rules/gems --record no/such/folder.yaml").ends(2).says(&["no/such/folder.yaml", "--no-record"]);
    home.write("taken.yaml", "mine");
    home.run("play rules/gems --record taken.yaml").ends(2).says(&["exists already"]);
    assert_eq!(home.read("taken.yaml"), "mine");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk() {
    let home = Home::new();
    for args in [
        "check rules/gems",
        "simulate rules/gems --games 20 --seed 1",
        "play rules/gems --human none --no-record",
        "play --help",
        "--version",
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a full disk");
        let mut command = command(args);
        let output = command.current_dir(home.path("")).stdin(Stdio::null()).stdout(full).output().expect("it ends");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{err}");
        assert!(err.contains("cannot write `stdout`: the disk is full"), "{err}");
    }
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_the_program() {
    let home = Home::new();
    for args in
        ["check rules/gems", "simulate rules/gems --games 20 --seed 1", "play rules/gems --human none --no-record"]
    {
        let mut command = command(args);
        let command = command.current_dir(home.path("")).stdin(Stdio::null());
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = command.stdout(writer).stderr(Stdio::piped()).output().expect("it ends");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(141), "{err}");
        assert!(!err.contains("error") && !err.contains("bug"), "{err}");
    }
}

#[test]
fn endless_and_faulty_rules_end_with_a_message() {
    let play = GEMS.find("play\n").map(|at| &GEMS[..at]).unwrap_or_default();
    let end = "winner p in Player by most score[p]\n";
    let cases = [
        ("repeat\n    set turns = turns", 3, "F0012"),
        ("seat(1) gains 10 / (turns - turns) rounded up score", 1, "F0002"),
        ("set turns = -2147483647 - 1", 1, "F0001"),
        ("each a in 1..70, b in 1..70 where turns is 0: set turns = 0", 1, "a loop has too many results"),
        ("repeat 40 times: set turns = turns * turns * 1000 + 1000", 1, "F0001"),
    ];
    for (sentence, code, says) in cases {
        let memory = "memory\n  | variable | type   | start |\n  | turns    | number | 0     |\n\n";
        let home = Home::with(&format!("{play}{memory}play\n  {sentence}\n\n{end}"));
        home.run("play rules/gems --human none").ends(code).says(&["gems.tavola:", says]);
        home.run("simulate rules/gems --games 2 --seed 1").ends(code).says(&["gems.tavola:", says]);
    }
}

#[test]
fn rules_that_need_gigabytes_are_refused() {
    let big = GEMS.replace("| opal | \"opal\" |     30 |", "| opal | \"opal\" | 2000000000 |");
    let home =
        Home::with(&big.replace("| bag               | Gem   | shuffled |", "| bag               | Gem   | row |"));
    let run = home.run("check rules/gems");
    assert!((0..=3).contains(&run.code), "{}", run.err);
    let run = home.run("simulate rules/gems --games 2 --seed 1");
    assert!((0..=3).contains(&run.code) && !run.err.contains("bug"), "{}", run.err);
}

/// A limit on the size of files stands for a full disk. Files that are there stay as they are.
#[cfg(unix)]
#[test]
fn a_full_disk_keeps_the_old_files() {
    let home = Home::new();
    let full = |words: &str| {
        let program = env!("CARGO_BIN_EXE_tavola");
        let limited = format!("ulimit -f 0; trap '' XFSZ; exec {program} {words}");
        let output = std::process::Command::new("sh").args(["-c", &limited]).current_dir(home.path("")).output();
        super::Run::of(output.expect("sh runs"))
    };
    let simulate = "simulate rules/gems --players 2 --games 40 --seed 1 --csv g.csv";
    home.run(simulate).ends(0);
    let before = home.read("g.csv");
    full(&simulate.replace("40", "41")).ends(2).says(&["cannot write `", "g.csv`: the file is too large"]);
    assert_eq!(home.read("g.csv"), before);
    assert!(!home.path("g.csv.part").exists());
    home.run(&simulate.replace("40", "41")).ends(0);
    assert_eq!(home.read("g.csv").lines().count(), before.lines().count() + 1);
    full("test rules/gems --update --yes").ends(2).says(&["cannot write `"]);
}

/// The games after one that cannot be read are checked, tested and formatted.
#[test]
fn a_game_that_cannot_be_read_does_not_hide_the_others() {
    let home = Home::new();
    let other = GEMS.replace("game gems", "game other").replace("score", "points");
    home.write("rules/a/a.tavola", other.replace("game other", "game a"));
    home.write("rules/a/scenarios/a.yaml/b.yaml", "[]");
    home.write("rules/other/other.tavola", other.replace("points[p]", "pionts[p]"));
    home.run("check rules").ends(2).says(&["rules/a/scenarios/a.yaml", "other.tavola:", "gems: fine"]);
    home.run("test rules").ends(2).says(&["rules/a/scenarios/a.yaml", "other.tavola:"]);
    home.write("rules/a/a.tavola", [0xff, 0xfe]);
    home.write("rules/gems/gems.tavola", GEMS.replace("play\n", "play  \n"));
    home.run("fmt rules").ends(2).says(&["not a text file", "2 of 2 files changed"]);
    assert!(home.read("rules/gems/gems.tavola").contains("play\n"), "it is formatted");
}

/// A name of another length is no misspelling.
#[test]
fn only_a_similar_game_is_suggested() {
    let home = Home::new();
    home.write("bom/bom.tavola", GEMS.replace("game gems", "game bom"));
    let run = home.run("check nope").ends(2).says(&["there is no `nope`"]);
    assert!(!run.err.contains("did you mean"), "{}", run.err);
    home.run("check bmo").ends(2).says(&["did you mean `./bom`?"]);
}
