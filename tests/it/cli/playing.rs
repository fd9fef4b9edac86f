//! `play` and `replay`, through pipes.

use super::{GEMS, Home};

const SEVEN: &str = "play rules/gems --players 2 --seed 7";

/// The answers of a record.
fn answers(home: &Home, file: &str) -> Vec<String> {
    home.read(file).lines().filter_map(|line| line.strip_prefix("- ").map(String::from)).collect()
}

#[test]
fn a_whole_game() {
    let home = Home::new();
    let run = home.feed(SEVEN, "3\nyes\n2\ny\n3; yes\n").ends(0);
    let run =
        run.says(&["Gems: anna (you), ben (bot, random); seed 7", "How much?", "[GM-4]", "The game is over", "1. "]);
    assert!(run.out.contains("hand"), "the position is shown: {}", run.out);
    assert_eq!(answers(&home, "gems-7.yaml").len(), 18);
    let run = home.run("replay gems-7.yaml").ends(0).says(&["anna: How much? 3", "1. "]);
    assert!(run.err.is_empty(), "{}", run.err);
}

#[test]
fn a_game_resumes_where_it_stopped() {
    let home = Home::new();
    let run = home.feed(SEVEN, "3\n").ends(0);
    assert!(run.err.contains("tavola play rules/gems --resume gems-7.yaml"), "{}", run.err);
    let before = answers(&home, "gems-7.yaml");
    assert_eq!(before.last().map(String::as_str), Some("anna: 3"));
    home.feed("play --resume gems-7.yaml", "quit\n").ends(0).says(&["after 2 answers", "Is that all?"]);
    assert_eq!(answers(&home, "gems-7.yaml"), before);
    home.feed("play --resume gems-7.yaml", "undo\nquit\n")
        .ends(0)
        .says(&["Answers from before the game was resumed cannot be taken back."]);
    home.feed("play --resume gems-7.yaml", "no\n1\nno\n1\nno\n").ends(0).says(&["The game is over"]);
    assert_eq!(answers(&home, "gems-7.yaml")[..2], before);
    home.feed("play --resume gems-7.yaml", "").ends(0).says(&["; the game is over"]);
}

#[test]
fn a_long_set_up_is_shown_on_demand() {
    // Each player gets eight gems before the first question. Only their owner sees which.
    let deal = "play\n  repeat 8 times: each p in Player: draw 1 from bag to hand[p]\n";
    let home = Home::with(&GEMS.replace("play\n", deal));
    let run = home.feed(&format!("{SEVEN} --human anna,ben"), "log\n1\nyes\nlog\nquit\n").ends(0);
    let (first, after) = run.out.split_once("Anna: How much?").expect("she is asked");
    assert!(first.contains("  set-up: 17 lines (`log` shows them)\n\n"), "{first}");
    assert!(!first.contains("bag →"), "the table comes first: {first}");
    let (annas, bens) = after.split_once("---- ben ----").expect("ben is asked");
    assert_eq!(annas.matches("bag → Anna's hand").count(), 9, "the log shows all: {annas}");
    let news = bens.split_once("Ben: How much?").expect("ben is asked").0;
    assert!(news.contains("set-up: 17 lines") && news.contains("Anna: How much? 1"), "what came after it: {news}");
    assert!(!news.contains("Anna's hand\n"), "{news}");
    // A short set-up is shown completely.
    let short = Home::new().feed(SEVEN, "quit\n").ends(0);
    assert!(short.out.contains("bag → Anna's hand") && !short.out.contains("set-up"), "{}", short.out);
}

#[test]
fn a_phase_is_a_heading_and_counted() {
    let (head, _) = GEMS.split_once("play\n").expect("it is played");
    let play = "play\n  repeat 3 times: day()\nphase day\n  seat(1) chooses n in 1..3 \"How much?\"\n  seat(1) gains n score\n";
    let home = Home::with(&format!("{head}{play}winner p in Player by most score[p]\n"));
    let run = home.feed(SEVEN, "1\nundo\n2\n3\nlog\nquit\n").ends(0).says(&["Taken back: 1"]);
    let headings = |text: &str| text.lines().filter_map(|line| line.strip_prefix("  -- ")).map(str::to_owned).collect();
    let all: Vec<String> = headings(&run.out);
    let log = ["Day --", "Day 2 --", "Day 3 --"];
    assert_eq!(all, [&["Day --", "Day 2 --", "Day 2 --", "Day 3 --"][..], &log].concat(), "{}", run.out);
    let shown: Vec<String> = headings(&home.run("replay gems-7.yaml --as anna").ends(0).out);
    assert_eq!(shown, log);
    assert!(home.run("replay gems-7.yaml").ends(0).out.contains("\n-- Day 2 --\n"));
}

#[test]
fn an_answer_is_taken_back() {
    let home = Home::new();
    let run = home.feed(SEVEN, "undo\n3\nundo\n1\nyes\nundo\nquit\n").ends(0);
    let run = run.says(&["Taken back: 3"]);
    assert_eq!(run.out.matches("Nothing can be taken back").count(), 2, "{}", run.out);
    let answers = answers(&home, "gems-7.yaml");
    assert_eq!(answers[1], "anna: 1");
    assert!(!answers.contains(&"anna: 3".to_string()));
}

/// Answers of bots are undone with the player's answer, if no chance or reveal came between.
#[test]
fn an_answer_is_taken_back_with_those_of_bots() {
    let (head, _) = GEMS.split_once("play\n").expect("it is played");
    let play = "play\n  repeat 3 times\n    each p in Player\n      p chooses n in 1..9 \"How much?\"\n      p gains n score\n";
    let home = Home::with(&format!("{head}{play}winner p in Player by most score[p]\n"));
    home.feed(&format!("{SEVEN} --record plain.yaml"), "1\n2\nquit\n").ends(0);
    let run = home.feed(SEVEN, "undo\n4\nundo\n1\n7\nundo\nundo\n1\n2\nquit\n").ends(0);
    let run = run.says(&["Taken back: 4", "Taken back: 7", "Taken back: 1"]);
    assert_eq!(run.out.matches("Nothing can be taken back").count(), 1, "{}", run.out);
    assert_eq!(answers(&home, "plain.yaml").len(), 4);
    assert_eq!(home.read("gems-7.yaml"), home.read("plain.yaml"), "the bot answers as it would have");
}

#[test]
fn commands() {
    let home = Home::new();
    let input = "clause taking gem\nhelp\nshow\nlog\nwhy 9\nwhy 2\n17\nbanana\nsave copy.yaml\nsave copy.yaml\nquit\n";
    let run = home.feed(SEVEN, input).ends(0).says(&[
        "GM-6 Take gems.",
        "undo",
        "This option is available",
        "Saved: `copy.yaml`",
        "exists already",
    ]);
    assert!(run.out.matches("players").count() >= 2, "`show` shows the position: {}", run.out);
    assert_eq!(home.read("copy.yaml"), home.read("gems-7.yaml"));
}

/// A game without a record gets one when it is saved. Later answers and undos go into it.
#[test]
fn a_saved_game_continues_in_its_record() {
    let home = Home::new();
    let input = "1\nsave game.yaml\nyes\n2\nundo\nquit\n";
    home.feed("play rules/gems --players 2 --seed 7 --human all --no-record", &input.replace("yes\n", "yes\n\n"))
        .ends(0)
        .says(&["Saved: `game.yaml`", "Taken back: 2"]);
    let text = home.read("game.yaml");
    let answers: Vec<&str> =
        text.lines().filter(|line| line.starts_with("- anna") || line.starts_with("- ben")).collect();
    assert_eq!(answers, ["- anna: 1", "- anna: yes"], "{text}");
}

#[test]
fn two_people_share_a_screen() {
    let home = Home::new();
    let run = home.feed(&format!("{SEVEN} --human anna,ben"), "1\nyes\n2\nno\n").ends(0);
    let run = run.says(&["---- anna ----", "---- ben ----"]);
    assert!(run.err.contains("--human anna,ben --resume gems-7.yaml"), "{}", run.err);
    let bens = run.out.split("---- ben ----").nth(1).and_then(|rest| rest.split("----").next()).unwrap_or_default();
    assert!(bens.contains("1 hidden"), "ben does not see what anna has: {bens}");
}

#[test]
fn games_of_bots_are_reproducible() {
    let home = Home::new();
    let first = home.run("play rules/gems --human none --seed 3 --no-record").ends(0).out;
    assert_eq!(home.run("play rules/gems --human none --seed 3 --no-record").ends(0).out, first);
    assert_ne!(home.run("play rules/gems --human none --seed 3 --game 1 --no-record").ends(0).out, first);
}

#[test]
fn records_get_unique_names() {
    let home = Home::new();
    home.feed(SEVEN, "").ends(0).says(&["gems-7.yaml"]);
    home.feed(SEVEN, "").ends(0).says(&["gems-7-2.yaml"]);
    // Keys and notes of a record that is gone would count for the new one.
    home.write("gems-7-3.yaml.keys", "");
    home.write("gems-7-4.yaml.notes.yaml", "");
    home.feed(SEVEN, "").ends(0).says(&["gems-7-5.yaml"]);
    home.feed("play rules/gems --no-record", "").ends(0).says(&["cannot be resumed"]);
}

#[test]
fn records_of_other_rules_are_reported() {
    let home = Home::new();
    home.feed(SEVEN, "3\nyes\n2\nyes\n3\nyes\n").ends(0);
    home.write("other/gems/gems.tavola", GEMS.replace("n in 1..3", "n in 1..2"));
    let run = home.run("replay gems-7.yaml --rules other/gems").ends(1);
    run.says(&["the rules have changed", "answer 2 of 18 (`anna: 3`)", "is not possible"]);
    home.write("other/gems/gems.tavola", format!("# A comment more.\n{GEMS}"));
    let run = home.run("replay gems-7.yaml --rules other/gems").ends(0);
    assert!(!run.err.contains("the rules have changed") && !run.out.contains("the rules have changed"), "{}", run.err);
    home.write("other/gems/gems.tavola", GEMS.replace("\"How much?\"", "\"How many?\""));
    home.run("replay gems-7.yaml --rules other/gems").ends(0).says(&["the rules have changed"]);
}

/// A record has the result of its game. If the same answers give another result, that is reported.
#[test]
fn a_changed_result_is_reported() {
    let home = Home::new();
    home.feed(SEVEN, "3\nyes\n2\nyes\n3\nyes\n").ends(0);
    let record = home.read("gems-7.yaml");
    let result = record.lines().last().expect("a line").to_owned();
    assert!(result.starts_with("result: { winners: ["), "{result}");
    home.write("other/gems/gems.tavola", GEMS.replace("by most score[p]", "by least score[p]"));
    let shown = ["the rules have changed", "all answers are possible, but the result differs: ", "; in the record "];
    for line in ["replay gems-7.yaml --rules other/gems", "replay gems-7.yaml --rules other/gems --as anna"] {
        home.run(line).ends(1).says(&shown);
    }
    home.feed("play other/gems --resume gems-7.yaml --no-record", "").ends(0).says(&shown);
    assert_eq!(home.read("gems-7.yaml"), record);
    // A game that now continues past its old end gets another result, and its file has one result only.
    home.write("other/gems/gems.tavola", GEMS.replace("3     | 1..9", "4     | 1..9"));
    home.run("replay gems-7.yaml --rules other/gems").ends(1).says(&["the game is not over; in the record it is"]);
    home.feed("play other/gems --resume gems-7.yaml", "3\nyes\n3\nyes\n3\nyes\n").ends(0).says(&["The game is over"]);
    let longer = home.read("gems-7.yaml");
    assert_eq!(longer.lines().filter(|line| line.starts_with("result: ")).count(), 1, "{longer}");
    assert!(longer.lines().count() > record.lines().count());
    // Older records have no result.
    home.write("old.yaml", record.replace(&format!("{result}\n"), ""));
    home.run("replay old.yaml --rules other/gems").ends(0).says(&["The game stops here"]);
    home.write("torn.yaml", &record[..record.len() - 9]);
    home.run("replay torn.yaml").ends(0);
    home.write("wrong.yaml", record.replace("result: { winners: [", "result: { winners: [zoe, "));
    home.run("replay wrong.yaml").ends(2).says(&["E1105", "nobody called `zoe` plays"]);
}

/// Printed commands can be pasted, wherever the rules are.
#[test]
fn rules_may_be_in_any_folder() {
    let home = Home::new();
    home.write("other/place/gems.tavola", GEMS);
    std::fs::remove_dir_all(home.path("rules")).expect("a folder");
    let play = "play other/place --players 2 --seed 7 --human none --record g.yaml";
    home.run(play).ends(0).says(&["`tavola replay g.yaml --rules other/place`"]);
    home.run("replay g.yaml --rules other/place").ends(0);
    home.run("replay g.yaml").ends(2).says(&["say where they are with --rules PATH"]);
    home.run("play --resume g.yaml").ends(2).says(&["say where they are: tavola play PATH --resume g.yaml"]);
}

/// An answer that matches several options narrows them down. Numeric options are their own numbers.
#[test]
fn an_ambiguous_answer_narrows_the_options() {
    let stones = GEMS
        .replace(
            "kind Gem\n",
            "kind Stone\n  | id              | name        |\n  | stone(n in 1..12) | \"stone {n}\" |\n\nkind Gem\n",
        )
        .replace("p chooses once in {yes, no} \"Is that all?\"", "p chooses s in Stone \"Which stone?\"");
    let home = Home::with(&stones);
    let run = home.feed(SEVEN, "x\n2\nstone\nstone 1\n").ends(0);
    let run = run.says(&["Offered: 1; 2; 3\n", "12 options match:\n   1  stone 1"]);
    assert!(run.out.contains("Anna: Which stone? stone 1\n"), "an exact name takes precedence: {}", run.out);
}

/// After a resume, bots and chance continue as without a stop: the game is the same.
#[test]
fn a_resumed_game_is_the_uninterrupted_game() {
    let home = Home::new();
    let mut games = Vec::new();
    for bots in ["random", "anna=greedy"] {
        home.run(&format!("play rules/gems --human none --bots {bots} --seed 5 --game 2 --record {}.yaml", bots.len()));
        let whole = home.read(&format!("{}.yaml", bots.len()));
        let all = answers(&home, &format!("{}.yaml", bots.len()));
        let head = &whole[..whole.find("answers:\n").expect("a record") + 9];
        for kept in 0..all.len() {
            let begun: String = all[..kept].iter().map(|answer| format!("- {answer}\n")).collect();
            home.write("part.yaml", format!("{head}{begun}"));
            home.run("play --resume part.yaml").ends(0);
            assert_eq!(home.read("part.yaml"), whole, "{bots}, after {kept} answers");
        }
        games.push(all);
    }
    assert_ne!(games[0], games[1], "which bot plays makes a difference here");
    home.feed(&format!("{SEVEN} --record typed.yaml"), "1\nundo\n3\nno\n2\ny\n3\nyes\n").ends(0);
    home.feed(&format!("{SEVEN} --record in_parts.yaml"), "").ends(0);
    for answer in ["1\nundo", "3", "no", "2", "y", "3", "yes"] {
        home.feed("play --resume in_parts.yaml", &format!("{answer}\n")).ends(0);
    }
    assert_eq!(home.read("in_parts.yaml"), home.read("typed.yaml"));
}

/// A resumed game keeps the seats of its people. Options that contradict the record are refused.
#[test]
fn a_record_keeps_the_seats() {
    let home = Home::new();
    home.feed(&format!("{SEVEN} --human ben"), "2\nno\n").ends(0);
    assert!(home.read("gems-7.yaml").contains("\npeople: [ben]\n"));
    home.feed("play --resume gems-7.yaml", "quit\n").ends(0).says(&["anna (bot, random), ben (you)"]);
    home.feed("play --resume gems-7.yaml --human anna,ben", "quit\n").ends(0).says(&["---- ben ----"]);
    home.feed("play --resume gems-7.yaml", "quit\n").ends(0).says(&["Gems: anna, ben; after"]);
    home.feed("play --resume gems-7.yaml --human none --no-record", "")
        .ends(0)
        .says(&["anna (bot, random), ben (bot, random)"]);
    let before = home.read("gems-7.yaml");
    for change in ["--set rounds=5", "--variant other", "--game 3", "--seed 8", "--names eva", "--players 2"] {
        let run = home.run(&format!("play --resume gems-7.yaml {change}")).ends(2);
        let argument = change.split(' ').next().unwrap_or_default();
        run.says(&["--resume <FILE>", &format!("cannot be used with '{argument}")]);
    }
    assert_eq!(home.read("gems-7.yaml"), before);
    home.write("r.yaml", before.replace("people: [anna, ben]", "people: [ana]"));
    home.run("play --resume r.yaml").ends(2).says(&[
        "r.yaml:4:10",
        "nobody called `ana` plays",
        "did you mean `anna`?",
    ]);
    home.write("r.yaml", before.replace("people: [anna, ben]\n", ""));
    home.feed("play --resume r.yaml", "quit\n").ends(0).says(&["anna (you), ben (bot, random)"]);
}

/// A running program that waits for its next line.
fn waiting(home: &Home, args: &str) -> std::process::Child {
    use std::io::Read;
    use std::process::Stdio;
    let mut command = super::command(args);
    command.current_dir(home.path("")).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let out = child.stdout.as_mut().expect("a pipe");
    let mut said = Vec::new();
    while !said.ends_with(b"> ") {
        let mut byte = [0];
        out.read_exact(&mut byte).expect("it asks");
        said.extend(byte);
    }
    child
}

#[test]
fn a_record_in_use_is_refused() {
    let home = Home::new();
    home.feed(SEVEN, "3\n").ends(0);
    let mut first = waiting(&home, "play --resume gems-7.yaml");
    home.feed("play --resume gems-7.yaml", "yes\n")
        .ends(2)
        .says(&["`gems-7.yaml` is in use", "--no-record plays without"]);
    home.feed("play --resume gems-7.yaml --no-record", "yes\n").ends(0);
    home.run("replay gems-7.yaml").ends(0);
    first.kill().expect("it runs");
    first.wait().expect("it ends");
    home.feed("play --resume gems-7.yaml", "yes\n").ends(0);
}

#[test]
fn a_record_changed_by_others_is_kept() {
    let home = Home::new();
    let mut game = waiting(&home, SEVEN);
    home.write("gems-7.yaml", "mine\n");
    let mut stdin = game.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut stdin, b"3\nsave rescued.yaml\nyes\nquit\n").expect("it reads");
    drop(stdin);
    let output = game.wait_with_output().expect("it ends");
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(
        err.contains("`gems-7.yaml` was changed, moved or removed by another program and has been rewritten"),
        "{err}"
    );
    assert!(err.contains("are in `gems-7.yaml.found`") && err.contains("--resume gems-7.yaml"), "{err}");
    assert_eq!(home.read("gems-7.yaml.found"), "mine\n");
    assert!(answers(&home, "gems-7.yaml").len() > 2);
    assert!(answers(&home, "rescued.yaml").len() < answers(&home, "gems-7.yaml").len(), "a copy is a copy");
}

/// An answer that cannot be written does not count: a message says so, nothing is lost, and the game can be resumed.
#[cfg(unix)]
#[test]
fn a_full_disk_stops_a_game_without_a_loss() {
    let home = Home::new();
    // Limits the size of files, in blocks.
    let full = |args: &str, blocks: u32, input: &str| {
        use std::io::Write;
        use std::process::Stdio;
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec {} {args}", env!("CARGO_BIN_EXE_tavola"));
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", &script]).current_dir(home.path("")).stdin(Stdio::piped());
        let mut child = shell.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
        let output = child.wait_with_output().expect("it ends");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    // A game of bots stops, and resumes with the same result.
    let long = "play rules/gems --human none --players 3 --set rounds=9 --bots flat:2 --seed 7";
    home.run(&format!("{long} --record whole.yaml")).ends(0);
    let (code, err) = full(&format!("{long} --record part.yaml"), 1, "");
    assert!(
        code == Some(2) && err.contains("too large for this file system") && err.contains("--resume part.yaml"),
        "{err}"
    );
    let (part, whole) = (home.read("part.yaml"), home.read("whole.yaml"));
    assert!(whole.starts_with(&part) && part.len() < whole.len() && part.ends_with('\n'), "{part}");
    home.run("play rules/gems --resume part.yaml").ends(0);
    assert_eq!(home.read("part.yaml"), whole);
    // A person learns that the answer does not count, and may save elsewhere or leave.
    let people = "play rules/gems --players 3 --set rounds=9 --seed 7 --record people.yaml";
    let input = "3\nyes\n".repeat(40);
    let (code, err) = full(people, 1, &input);
    assert!(code == Some(2) && err.contains("an answer counts only once it is recorded"), "{err}");
    assert!(err.contains("The game can be resumed") && err.contains("--resume people.yaml"), "{err}");
    let before = answers(&home, "people.yaml");
    home.feed("play --resume people.yaml", "3\nyes\n").says(&["after"]);
    assert!(answers(&home, "people.yaml").len() > before.len());
}

/// Other files in the folder are not touched, and no temporary files remain.
#[test]
fn files_beside_a_record_are_not_touched() {
    let home = Home::new();
    home.write("gems-7.yaml.new", "mine");
    home.feed(SEVEN, "3\nundo\n2\n").ends(0);
    home.feed("play --resume gems-7.yaml --human all", "undo\n").ends(0);
    assert_eq!(home.read("gems-7.yaml.new"), "mine");
    assert_eq!(std::fs::read_dir(home.path("")).expect("a folder").count(), 3);
}

/// Ctrl-C while a person is asked: the record is complete, and a message says how to resume.
#[cfg(unix)]
#[test]
fn interrupted() {
    use std::io::{BufRead, BufReader, Write};

    let home = Home::new();
    let output = super::interrupted(&home, SEVEN, |child| {
        child.stdin.as_mut().expect("a pipe").write_all(b"3\n").expect("it reads");
        let mut lines = BufReader::new(child.stdout.as_mut().expect("a pipe")).lines();
        assert!(lines.any(|line| line.is_ok_and(|line| line.contains("Is that all?"))));
    });
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(err.contains("--resume gems-7.yaml"), "{err}");
    assert_eq!(answers(&home, "gems-7.yaml").len(), 2);
}

const SEA: &str = r#"game sea "Sea" for 2 players

board sea of Cell joined by Way
  hexes: 6, 8

components
  | component    | count | start |
  | ship         | 1     | port  |
  | buoy[Player] | 5     | port  |

places
  | place    | holds      |
  | port     | ship, buoy |
  | on[Cell] | ship       |
  | marks[Way] | buoy     |

play
  move ship to on[cell(4, 5)]
  repeat 3 times
    each p in Player
      p does mark
      p may choose c in neighbours(the c in Cell where ship at on[c] > 0) "Where to?"
        move ship to on[c]

action mark "lay a buoy"
  optional: yes
  choose:   w in links(cell(4, 5)) where count of marks[w] < 1 "On which way?"
  effect:   move 1 buoy[you] from port to marks[w]

winner p in Player by most buoy[p] at port
"#;

#[test]
fn a_board_of_hexagons() {
    let home = Home::new();
    home.write("rules/sea/sea.tavola", SEA);
    let play = "play rules/sea --seed 1 --no-record --human anna,ben";
    let run = home.feed(play, "sail\nd4 – d5\nno\n\nd5 - e5\nc5\n").ends(0);
    for said in [
        "  4    \u{b7} \u{b7} \u{b7} \u{b7} \u{b7} \u{b7}\n  5     \u{b7} \u{b7} \u{b7} s \u{b7} \u{b7}\n",
        "  (s ship)\n",
        "no, leave it (lay a buoy)",
        "no, choose nothing",
        "`sail` is not an answer to this question. Offered: 1 ",
        "; 7 no, leave it (lay a buoy)",
        "marks d4 – d5",
        "marks d5 – e5",
        "Ben: Where to? c5",
    ] {
        assert!(run.out.contains(said), "`{said}` is missing\n{}", run.out);
    }
    assert!(run.out.lines().all(|line| line.contains("sail") || line.chars().count() <= 80), "{}", run.out);
}

/// During a simultaneous division, no player sees the piles of the others.
#[test]
fn simultaneous_divisions_are_hidden() {
    let home = Home::new();
    let rules = format!("{}/rules/san_marco", env!("CARGO_MANIFEST_DIR"));
    let play = format!("play {rules} --players 4 --seed 5 --human ben --no-record");
    let run = home.feed(&play, "1\n2\n").ends(0);
    let piles: Vec<&str> = run.out.lines().filter(|line| line.starts_with("  pile ")).collect();
    let [castello, bridge] = ["District card Castello", "Bridge card"];
    assert!(run.out.contains(&format!("the {castello} go to")) && run.out.contains(&format!("the {bridge} go to")));
    let first = "  pile 1: District card San Marco";
    assert_eq!(piles, [first, first, &format!("  pile 2: {castello}")], "ben sees only ben's piles: {}", run.out);
}

/// A bot's estimate is a number from 0 to 100.
#[test]
fn a_hint_is_an_estimate() {
    let run = Home::new().feed(SEVEN, "hint\nquit\n").ends(0).says(&["Estimate after 400 playouts (100 = "]);
    let worth = |line: &str| {
        line.strip_suffix(" playouts").and_then(|line| line.rsplit_once(", ")).map(|(shown, _)| shown.to_owned())
    };
    let shown: Vec<i32> = run
        .out
        .lines()
        .filter_map(worth)
        .filter_map(|shown| shown.rsplit_once(": estimate ").and_then(|(_, worth)| worth.parse().ok()))
        .collect();
    assert_eq!(shown.len(), 3, "three answers with their worth: {}", run.out);
    assert!(shown.iter().all(|worth| (0..=100).contains(worth)), "{shown:?}");
}

#[test]
fn without_a_path_the_game_of_this_folder_is_played() {
    Home::new().run("play").ends(0).says(&["`help` lists the commands (`?` on the full screen)"]);
}

/// The log before a fault often shows the cause.
#[test]
fn a_fault_comes_after_the_log_that_led_to_it() {
    let faulty = GEMS.replace("  repeat rounds times\n", "  draw 1 from bag to hand[seat(1)]\n  require 1 / (players - players) rounded down > 0\n  repeat rounds times\n");
    let run = Home::with(&faulty).feed(SEVEN, "").ends(1);
    let run = run.says(&["a division by 0"]);
    assert!(run.out.ends_with("  opal: bag → Anna's hand\n"), "{}", run.out);
}
