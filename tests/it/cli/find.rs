//! `tavola find`: a position in which a condition is true, and a short sequence that leads there.

use std::io::Read;
use std::process::Stdio;

use super::{GEMS, Home, Run, command};
#[cfg(unix)]
use crate::waiting::until;

impl Home {
    /// Runs `tavola find rules/gems CONDITION ARGS`.
    fn find(&self, condition: &str, args: &str) -> Run {
        let mut command = command("find rules/gems");
        command.arg(condition).args(args.split_whitespace()).current_dir(self.path("."));
        let output = command.stdin(Stdio::null()).output().expect("it runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        Run { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
    }
}

/// The answers of a scenario.
fn answers(scenario: &str) -> usize {
    scenario.lines().filter(|line| line.starts_with("    - ")).count()
}

/// A draw, the amount, and whether that is all: no sequence is shorter.
#[test]
fn the_sequence_is_shortest_and_passes_as_a_test() {
    let home = Home::new();
    home.write("rules/gems/scenarios/README", "");
    let run = home.find("score[anna] is 3", "-o rules/gems/scenarios/found.yaml --seed 4").ends(0);
    run.says(&["has 3 answers with a choice", "positions of 64 games"]);
    let scenario = home.read("rules/gems/scenarios/found.yaml");
    assert_eq!(answers(&scenario), 3, "{scenario}");
    assert!(scenario.contains("- anna: 3\n") && scenario.contains("then: { \"score[anna] is 3\": yes }"), "{scenario}");
    home.run("test rules/gems").ends(0).says(&["1 passed"]);
}

/// The first random game takes long to get there. In steps of three, two rounds are enough.
#[test]
fn the_sequence_is_shortened() {
    let home = Home::new();
    for seed in 1..=6 {
        let run = home.find("score[anna] >= 6", &format!("--set rounds=9 --games 1 --seed {seed}")).ends(0);
        assert_eq!(answers(&run.out), 9, "seed {seed}: {}", run.out);
        assert_eq!(run.out.matches("- anna: 3\n").count(), 2, "seed {seed}: {}", run.out);
    }
    let run = home.find("score[anna] >= 6", "--set rounds=9 --games 1 --seed 2");
    run.says(&["has 9 answers with a choice; in game 0, where it was seen, it had 21."]);
}

/// A second case is added to a file, but not under a used name. A file that holds no scenarios is not changed.
#[test]
fn a_case_is_added_to_a_file() {
    let home = Home::new();
    home.write("rules/gems/scenarios/README", "");
    let into = "-o rules/gems/scenarios/found.yaml";
    home.find("score[anna] is 3", into).ends(0);
    home.find("score[anna] is 3", into).ends(2).says(&["already has a case `score[anna] is 3`", "--name"]);
    home.find("score[anna] is 3", &format!("{into} --asked ben --name again")).ends(0);
    home.run("test rules/gems").ends(0).says(&["2 passed"]);
    assert!(home.read("rules/gems/scenarios/found.yaml").contains("  asked: ben\n"));
    home.write("notes.yaml", "rounds: 5\n");
    home.find("score[anna] is 3", "-o notes.yaml")
        .ends(2)
        .says(&["notes.yaml:1:1: expected a list of cases, found a map"]);
    assert_eq!(home.read("notes.yaml"), "rounds: 5\n");
}

/// In an indented list, the new case gets the same indent. A list in brackets is refused, and nothing is written.
#[test]
fn an_added_case_keeps_the_indent() {
    let home = Home::new();
    let file = "rules/gems/scenarios/found.yaml";
    let first = "  # ours\r\n  - name: first\r\n    players: 2\r\n    then: { \"1 is 1\": yes }\r\n";
    home.write(file, first);
    home.find("score[anna] is 3", &format!("-o {file}")).ends(0);
    let text = home.read(file);
    assert!(text.starts_with(first) && text.contains("\r\n  - name: \"score[anna] is 3\"\r\n    players: "), "{text}");
    home.run("test rules/gems").ends(0).says(&["2 passed"]);
    let brackets = "[{ name: first, players: 2, then: { \"1 is 1\": yes } }]\n";
    home.write(file, brackets);
    let run = home.find("score[anna] is 3", &format!("-o {file}")).ends(2).says(&["holds its cases in brackets"]);
    assert!(!run.err.contains("positions"), "it is reported before the search: {}", run.err);
    assert_eq!(home.read(file), brackets);
}

/// The scenario has the same variant, settings and number of players. The end of the game is a position, too.
#[test]
fn a_found_scenario_has_the_set_up_of_the_search() {
    let home = Home::new();
    home.write(
        "rules/gems/variants/short.tavola",
        "variant short \"Short\" of gems, house rules\n\nchange settings\n  | name   | value |\n  | rounds | 2     |\n",
    );
    let run = home.find("rounds is 1 and score[chris] >= 4", "--players 3 --variant short --set rounds=1");
    let run = run.ends(0);
    let wanted = ["players: [anna, ben, chris]", "variant: short", "set: { rounds: 1 }", "asked: nobody"];
    let run = run.says(&wanted);
    home.write("rules/gems/scenarios/found.yaml", &run.out);
    home.run("test rules/gems").ends(0).says(&["1 passed"]);
}

/// If nobody is asked, the game is over. Chance can be the asked player, too.
#[test]
fn ends_and_draws_are_found() {
    let home = Home::new();
    let run = home.find("winner[1] is {anna}", "--asked nobody").ends(0);
    let run = run.says(&["  asked: nobody\n", "--asked nobody"]);
    home.write("rules/gems/scenarios/found.yaml", run.out);
    home.run("test rules/gems").ends(0).says(&["1 passed"]);
    home.find("score[anna] is 2", "--asked chance").ends(0).says(&["  asked: chance\n"]);
}

/// If the file cannot be written, the result is still shown.
#[cfg(target_os = "linux")]
#[test]
fn a_sequence_that_cannot_be_written_is_shown() {
    let run =
        Home::new().find("score[anna] is 3", "-o /proc/found.yaml").ends(2).says(&["cannot write `/proc/found.yaml`"]);
    assert_eq!(answers(&run.out), 3, "{}", run.out);
}

/// The number of threads changes neither the found game nor the shortening.
#[test]
fn a_search_is_reproducible() {
    let home = Home::new();
    for (condition, args) in [
        ("score[anna] is 8 and score[ben] is 3", "--games 600"),
        ("score[anna] >= 6", "--set rounds=9 --games 1 --seed 2"),
    ] {
        let find = |jobs: u32| home.find(condition, &format!("{args} --jobs {jobs}")).ends(0).out;
        let one = find(1);
        assert!(answers(&one) >= 9, "{one}");
        assert_eq!(one, find(2));
        assert_eq!(one, find(5));
    }
}

/// A failed search reports what it has searched.
#[test]
fn a_failed_search_is_reported() {
    let run = Home::new().find("score[anna] > 100", "--games 10 --players 2").ends(1);
    let run = run.says(&["examined 190 positions of 10 games", "was never true", "--games"]);
    assert_eq!(run.out, "");
}

/// An invalid condition is located, and so is an expression of another type.
#[test]
fn wrong_conditions_are_located() {
    let home = Home::new();
    home.find("score[anna] > ", "").ends(2).says(&["condition:1:", "error[E"]);
    home.find("skore[anna] > 3", "").ends(2).says(&["condition:1:1", "did you mean `score`?"]);
    home.find("score[anna]", "").ends(2).says(&["condition:1:1", "error[E0301]", "not a condition"]);
    home.find("score[anna] is 3", "--asked eva").ends(2).says(&["`--asked eva`", "anna, ben"]);
    home.find("score[anna] is 3", "--players 7").ends(2).says(&["2 to 3 players"]);
    let run = home.find("score[anna] is 3", "-o no/such/folder.yaml").ends(2).says(&["there is no such folder"]);
    assert!(!run.err.contains("positions"), "it is reported before the search: {}", run.err);
}

/// A closed pipe is no failure of the program.
#[test]
fn a_closed_pipe_is_no_bug() {
    let home = Home::new();
    let mut command = command("find rules/gems");
    command.arg("score[anna] is 3").current_dir(home.path(".")).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    drop(child.stdout.take());
    let mut said = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("UTF-8");
    assert_eq!(child.wait().expect("it ends").code(), Some(141), "{said}");
    assert!(!said.contains("panicked"), "{said}");
}

/// Earlier games of searching bots come from the progress file: for this condition, or another one.
#[test]
fn games_in_the_progress_file_are_not_played_again() {
    let home = Home::new();
    let args = "--bots flat:3 --games 20 --seed 3 --set rounds=4";
    let never = "score[anna] > 99";
    let whole = home.find(never, args).ends(1);
    let kept = format!("{args} --progress it.progress");
    assert_eq!(home.find(never, &kept).ends(1).err, whole.err);
    let full = home.read("it.progress");
    assert_eq!(full.lines().count(), 2 + 20, "a head, and a line for each game");
    home.find(never, &kept).ends(1).says(&["of 20 games, 20 of them from the checkpoint"]);
    assert_eq!(home.read("it.progress"), full);
    // The last line is cut off, and a third is missing.
    super::resume::cut(&home);
    home.find(never, &format!("{kept} --jobs 1")).ends(1).says(&["12 of them from the checkpoint"]);
    assert_eq!(home.read("it.progress").lines().count(), 22);
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(String::from).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&home.read("it.progress")), sorted(&full), "the same games");
    let other = "score[ben] >= 8";
    assert_eq!(home.find(other, &kept).ends(0).out, home.find(other, args).ends(0).out);
    // The answers in the file are authoritative: changed answers give another game.
    let odd: String = full
        .lines()
        .map(|line| if line.starts_with("games\t") { line.replace(",2,", ",0,") } else { line.to_owned() } + "\n")
        .collect();
    home.write("it.progress", odd);
    assert!(home.find(other, &kept).ends(0).out != home.find(other, args).ends(0).out);
    home.find(never, &kept.replace("flat:3", "flat:4")).ends(2).says(&["to another run", "--bots is flat:3"]);
    home.find(never, &kept.replace("--seed 3", "--seed 4")).ends(2).says(&["there the seed is 3, here it is 4"]);
}

/// Ctrl-C without a progress file creates one and prints how to resume. Games of random players are not kept.
#[cfg(unix)]
#[test]
fn a_stopped_search_says_how_to_resume() {
    use super::terminal::interrupted_under_way;

    let home = Home::new();
    home.write("rules/it's/gems.tavola", GEMS);
    let long = "find rules/it's rounds>9 --bots flat:50 --games 100000000";
    let output = interrupted_under_way(&home, long);
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(err.contains("stopped before the condition was true"), "{err}");
    let again = "resume with: tavola find 'rules/it'\\''s' 'rounds>9' --bots flat:50 --games 100000000 --seed 1 --progress find-1.progress";
    assert!(err.contains(again), "{err}");
    let kept = home.read("find-1.progress").lines().count() - 2;
    assert!(kept > 0);
    // The search plays 64 games before it checks their positions.
    let some =
        format!("find rules/it's rounds>9 --bots flat:50 --games {} --progress find-1.progress", (kept / 64 + 1) * 64);
    home.run(&some).ends(1).says(&[&format!("{kept} of them from the checkpoint")]);
    let random = "find rules/gems rounds>9 --games 100000000 --seed 77";
    let output = interrupted_under_way(&home, random);
    assert!(!String::from_utf8_lossy(&output.stderr).contains("to go on"));
    assert!(!home.path("find-77.progress").exists());
}

const LONG: &str = "--set rounds=9 --games 1 --seed 2";
const FAR: &str = "score[anna]+score[ben]>44";

/// The stages of shortening in a progress file.
fn stages(progress: &str) -> Vec<&str> {
    progress.lines().filter(|line| line.starts_with("ways ")).collect()
}

/// Shortening resumes from any stage with the same result, and repeats nothing.
#[test]
fn shortening_resumes() {
    let home = Home::new();
    let whole = home.find(FAR, LONG).ends(0);
    let kept = format!("{LONG} --progress it.progress");
    assert_eq!(home.find(FAR, &kept).ends(0).out, whole.out);
    let full = home.read("it.progress");
    let all = stages(&full).len();
    assert!(all > 8, "{full}");
    assert!(stages(&full)[0].starts_with("ways [\"score[anna]+score[ben]>44\",null]\t0\t"), "{full}");
    for left in [all, all - 1, all / 2, 1] {
        let mut seen = 0;
        let some = full.lines().filter(|line| {
            !line.starts_with("ways ") || {
                seen += 1;
                seen <= left
            }
        });
        let text: String = some.map(|line| format!("{line}\n")).collect();
        home.write("it.progress", text);
        assert_eq!(home.find(FAR, &format!("{kept} --jobs 1")).ends(0).out, whole.out, "{left} of {all}");
        assert_eq!(stages(&home.read("it.progress")).len(), all, "{left} of {all}");
    }
    // Another condition, or another asked player, needs another sequence.
    for (condition, args) in [("score[anna] > 9", ""), ("score[anna] > 9", " --asked ben")] {
        let whole = home.find(condition, &format!("{LONG}{args}")).ends(0);
        assert_eq!(home.find(condition, &format!("{kept}{args}")).ends(0).out, whole.out);
    }
}

/// A stage that does not lead to the condition is located, and so is an invalid line.
#[test]
fn a_damaged_stage_is_located() {
    let home = Home::new();
    let kept = format!("{LONG} --progress it.progress");
    home.find(FAR, &kept).ends(0);
    let full = home.read("it.progress");
    let (at, last) = full.lines().enumerate().filter(|(_, line)| line.starts_with("ways ")).last().expect("a stage");
    let place = format!("it.progress:{}: ", at + 1);
    for (edited, why) in [
        (last.replacen("\"way\":[", "\"way\":[9,", 1), "it does not lead to a position in which the condition is true"),
        (
            last.replacen("\"way\":[", "\"way\":[0,0,0,0,0,0,0,0,0,", 1),
            "it does not lead to a position in which the condition is true",
        ),
        (last.replacen("\"rng\"", "\"rnd\"", 1), "not a line of a progress file"),
        (last[..last.len() - 1].to_owned(), "not a line of a progress file"),
        ("<<<<<<< ours".to_owned(), "not a line of a progress file"),
    ] {
        let damaged = full.replace(last, &edited);
        home.write("it.progress", &damaged);
        home.find(FAR, &kept).ends(2).says(&[&place, why, "remove this line"]);
        assert_eq!(home.read("it.progress"), damaged, "nothing is lost");
        home.write("it.progress", damaged.replace(&format!("{edited}\n"), ""));
        home.find(FAR, &kept).ends(0);
    }
}

/// Ctrl-C during shortening gives the shortest sequence so far. The printed command resumes, and replaces that case.
#[cfg(unix)]
#[test]
fn shortening_can_be_stopped() {
    let home = Home::new();
    let rules = format!("{}/rules/san_marco", env!("CARGO_MANIFEST_DIR"));
    let find = format!("find {rules} prestige[anna]>10 --games 8 --jobs 1");
    home.run(&format!("{find} -o whole.yaml")).ends(0);
    let whole = home.read("whole.yaml");
    let args = format!("{find} --progress it.progress -o far.yaml");
    let output = super::interrupted(&home, &args, |_| {
        until("a stage", || {
            std::fs::read_to_string(home.path("it.progress")).is_ok_and(|text| !stages(&text).is_empty())
        });
    });
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(err.contains("resume with: tavola find"), "{err}");
    let so_far = home.read("far.yaml");
    assert!(so_far.contains("\n# stopped before the shortest way was found"), "{so_far}");
    assert!(answers(&so_far) >= answers(&whole), "{so_far}");
    home.run(&args).ends(0);
    assert_eq!(home.read("far.yaml"), whole);
    home.run(&args).ends(2).says(&["already has a case"]);
}
