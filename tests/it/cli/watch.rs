//! `--watch`: a file is saved, and the verdict appears.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Stdio};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use super::{GEMS, Home, command, ended_by_ctrl_c};

/// A guard against a program that says nothing; no test waits for it.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running `--watch`.
struct Watched {
    child: Child,
    lines: Receiver<String>,
    seen: Vec<String>,
    /// Lines that nobody has waited for yet. Those of stdout and stderr come in any order.
    passed: Vec<String>,
}

impl Watched {
    fn start(home: &Home, args: &str) -> Self {
        let mut command = command(&format!("{args} --watch"));
        command.current_dir(home.path("")).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let (tell, lines) = mpsc::channel();
        read(child.stdout.take().expect("a pipe"), tell.clone());
        read(child.stderr.take().expect("a pipe"), tell);
        let mut watched = Self { child, lines, seen: Vec::new(), passed: Vec::new() };
        watched.says("watching ");
        watched
    }

    /// Waits for a line with this text, and returns it.
    fn says(&mut self, part: &str) -> String {
        if let Some(at) = self.passed.iter().position(|line| line.contains(part)) {
            return self.passed.remove(at);
        }
        loop {
            let Ok(line) = self.lines.recv_timeout(PATIENCE) else {
                let _ = self.child.kill();
                panic!("`{part}` is missing:\n{}", self.seen.join("\n"));
            };
            self.seen.push(line.clone());
            if line.contains(part) {
                return line;
            }
            self.passed.push(line);
        }
    }

    /// Ends with Ctrl-C and its exit code. Returns all lines.
    fn ends(self) -> Vec<String> {
        ended_by_ctrl_c(self.child);
        self.seen.into_iter().chain(self.lines.iter()).collect()
    }
}

fn read(pipe: impl Read + Send + 'static, tell: Sender<String>) {
    thread::spawn(move || {
        for line in BufReader::new(pipe).lines().map_while(Result::ok) {
            let _ = tell.send(line);
        }
    });
}

/// Two files of scenarios, with one case each.
fn scenarios(home: &Home) {
    home.write("rules/gems/scenarios/first.yaml", case("one round", 2));
    home.write("rules/gems/scenarios/second.yaml", case("another round", 3));
}

/// A case in which Anna gains `n` points.
fn case(name: &str, n: u32) -> String {
    format!("- name: {name}\n  players: [anna, ben]\n  call: anna gains {n} score\n  then: {{ 'score[anna]': {n} }}\n")
}

const FILE: &str = "rules/gems/gems.tavola";

#[test]
fn check_says_what_is_new_and_what_is_gone() {
    let home = Home::new();
    let mut watched = Watched::start(&home, "check rules/gems");
    watched.says("gems: ");
    home.write(FILE, GEMS.replace("How much?\"", "How much?\" oops"));
    let line = watched.says(" is new at rules/gems/gems.tavola:");
    assert!(line.contains("; in all "), "{line}");
    watched.says("oops");
    // An editor that saves by a rename, with an error of another sort.
    home.write("rules/gems/.new", GEMS.replace("p gains n score", "p gains m score"));
    fs::rename(home.path("rules/gems/.new"), home.path(FILE)).expect("it is renamed");
    let line = watched.says("E0201 is new at rules/gems/gems.tavola:");
    assert!(line.contains(" is gone"), "{line}");
    home.write(FILE, GEMS);
    watched.says("E0201 is gone");
    let wrong = case("another round", 3).replace("'score[anna]'", "'scare[anna]': 1, 'scare[ben]': 1, 'scree[ben]'");
    home.write("rules/gems/scenarios/wrong.yaml", wrong);
    watched.says(" is new at rules/gems/");
    home.write(FILE, GEMS.replace("rounds in a game", "rounds of a game"));
    watched.says("still ");
    fs::remove_file(home.path("rules/gems/scenarios/wrong.yaml")).expect("it is there");
    watched.says("3 of E1110 are gone");
    home.write(FILE, GEMS);
    watched.says("still ");
    watched.ends();
}

#[test]
fn test_plays_only_the_cases_that_a_change_can_affect() {
    let home = Home::new();
    scenarios(&home);
    let mut watched = Watched::start(&home, "test rules/gems");
    watched.says("2 passed, 0 failed");
    home.write("rules/gems/scenarios/second.yaml", case("another round", 3).replace("': 3", "': 4"));
    let line = watched.says("1 scenario turned red: another round; in all 1 red test");
    assert!(line.contains("(1 of 2 tests ran, "), "{line}");
    watched.says("FAILED gems: another round");
    home.write("rules/gems/scenarios/second.yaml", case("another round", 3));
    let line = watched.says("1 scenario turned green: another round; all is fine");
    assert!(line.contains("(1 of 2 tests ran, "), "{line}");
    // Broken rules: no test runs, and none counts as changed.
    home.write(FILE, GEMS.replace("p gains n score", "p gains m score"));
    let line = watched.says("E0201 is new at ");
    assert!(!line.contains("turned"), "{line}");
    home.write(FILE, format!("# One more line.\n{GEMS}"));
    let line = watched.says("E0201 is gone; all is fine");
    assert!(line.contains("(0 of 2 tests ran, "), "{line}");
    // No case plays rounds, and all have the same box.
    home.write(FILE, GEMS.replace("| rounds | 3 ", "| rounds | 4 "));
    watched.says("still fine (0 of 2 tests ran, ");
    home.write(FILE, GEMS.replace("|      8 |", "|      9 |"));
    watched.says("still fine (2 of 2 tests ran, ");
    fs::remove_file(home.path("rules/gems/scenarios/second.yaml")).expect("it is removed");
    watched.says("still fine (0 of 1 test ran, ");
    watched.ends();
}

#[test]
fn transcripts_are_played_again_if_their_rules_changed() {
    let home = Home::new();
    home.run("test rules/gems --update --yes").ends(0);
    let mut watched = Watched::start(&home, "test rules/gems");
    watched.says("0 passed, 0 failed, 2 transcripts unchanged");
    home.write(FILE, GEMS.replace("How much?", "How many?"));
    let line = watched.says("2 tests turned red: game-2-players, game-3-players");
    assert!(line.contains("(2 of 2 tests ran, "), "{line}");
    home.write(FILE, GEMS);
    watched.says("2 tests turned green");
    home.write(FILE, format!("# A remark.\n{}", GEMS.replace("by most", "by  most")));
    watched.says("still fine (0 of 2 tests ran, ");
    home.write(FILE, GEMS.replace("by most", "by least"));
    let line = watched.says(" turned red");
    assert!(line.contains("(2 of 2 tests ran, "), "{line}");
    watched.ends();
}

#[test]
fn a_change_cancels_a_simulation() {
    let home = Home::new();
    // Such a run ends on no machine before this test.
    let mut watched = Watched::start(&home, "simulate rules/gems --players 2 --games 900000000000");
    home.write(FILE, GEMS.replace("p gains n score", "p gains m score"));
    watched.says("cannot run: the rules have errors");
    watched.says("there is no `m`");
    watched.ends();
}

#[test]
fn simulate_and_compare_show_the_figures_before_and_now() {
    let home = Home::new();
    let mut watched = Watched::start(&home, "simulate rules/gems --players 2 --games 20 --seed 1");
    watched.says("every rule ran");
    home.write(FILE, GEMS.replace("| rounds | 3 ", "| rounds | 4 "));
    watched.says("the figures changed");
    let line = watched.says("questions per game");
    assert_eq!(line.split_whitespace().collect::<Vec<_>>(), ["questions", "per", "game", "12.0", "16.0"]);
    home.write(FILE, format!("{}\n# A remark.\n", GEMS.replace("| rounds | 3 ", "| rounds | 4 ")));
    watched.says("the same figures");
    watched.ends();
    let compare = "compare rules/gems --set rounds=5 --players 2 --games 40 --seed 1";
    let mut watched = Watched::start(&home, compare);
    watched.says("pairs of games");
    home.write(FILE, GEMS);
    watched.says("the figures changed");
    watched.says("Gems, 2 players: difference");
    watched.ends();
}

#[test]
fn a_folder_may_disappear_and_come_back() {
    let home = Home::new();
    let mut watched = Watched::start(&home, "check rules/gems");
    watched.says("gems: ");
    fs::rename(home.path("rules/gems"), home.path("away")).expect("it is moved");
    watched.says("`rules/gems` is gone; waiting until it is back");
    fs::write(home.path("away/gems.tavola"), GEMS.replace("p gains n score", "p gains m score"))
        .expect("it is written");
    fs::rename(home.path("away"), home.path("rules/gems")).expect("it is moved");
    watched.says("E0201 is new at ");
    watched.ends();
}

/// The reader of the output has gone.
#[test]
fn a_closed_pipe_ends_the_watch() {
    let home = Home::new();
    let mut command = command("check rules/gems --watch");
    command.current_dir(home.path("")).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the program starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    home.write(FILE, GEMS.replace("p gains n score", "p gains m score"));
    assert_eq!(child.wait().expect("it ends").code(), Some(141), "{line}");
}

#[test]
fn a_watch_is_for_people() {
    let home = Home::new();
    for verb in ["check", "test", "simulate", "compare"] {
        let run = home.run(&format!("{verb} rules/gems --watch --format json")).ends(2);
        run.says(&["`--watch` prints for people; leave out `--format`"]);
    }
    home.run("check nowhere --watch").ends(2).says(&["there is no `nowhere`"]);
    home.run("simulate rules/gems --players 9 --watch").ends(2).says(&["9"]);
    home.run("simulate rules/gems --csv games.csv --watch").ends(2).says(&["cannot be used with"]);
}

#[test]
fn a_game_that_is_not_reached_is_tested_later() {
    let home = Home::new();
    let gems = home.read(FILE).replace("game gems", "game zeal");
    home.write("rules/zeal/zeal.tavola", &gems);
    home.write("rules/gems/scenarios/first.yaml", case("one round", 2));
    home.write("rules/zeal/scenarios/first.yaml", case("one round", 2));
    let mut watched = Watched::start(&home, "test rules");
    watched.says("2 passed, 0 failed");
    home.write("rules/gems/scenarios/other.yml", "");
    watched.says("cannot run: ");
    home.write("rules/zeal/zeal.tavola", gems.replace("track score[Player] 0..", "track score[Player] 0..1"));
    watched.says("cannot run: ");
    fs::remove_file(home.path("rules/gems/scenarios/other.yml")).expect("it is removed");
    watched.says("runs again; 1 scenario turned red: zeal: one round");
    watched.ends();
}

#[test]
fn transcripts_are_found_by_the_name_of_the_game() {
    let home = Home::new();
    home.write("rules/other/gems.tavola", home.read(FILE));
    fs::remove_dir_all(home.path("rules/gems")).expect("it is removed");
    let mut watched = Watched::start(&home, "test rules/other");
    watched.says("0 passed, 0 failed");
    // The folder of transcripts does not exist yet.
    home.run("test rules/other --update --yes").ends(0);
    watched.says("still fine");
    let file = "snapshots/gems/game-2-players.txt";
    let text = home.read(file);
    home.write(file, format!("{text}One more line.\n"));
    watched.says("1 test turned red: game-2-players");
    home.write(file, text);
    watched.says("1 test turned green: game-2-players");
    watched.ends();
}

#[test]
fn cases_of_one_name_are_told_apart_by_their_files() {
    let home = Home::new();
    let (first, second) = ("rules/gems/scenarios/first.yaml", "rules/gems/scenarios/second.yaml");
    let wrong = case("tie", 2).replace("': 2", "': 3");
    home.write(first, case("tie", 2));
    home.write(second, &wrong);
    let mut watched = Watched::start(&home, "test rules/gems");
    watched.says("1 passed, 1 failed");
    home.write(first, &wrong);
    watched.says("1 scenario turned red: tie; in all 2 red tests");
    home.write(second, case("tie", 2));
    watched.says("1 scenario turned green: tie; in all 1 red test");
    home.write(first, format!("# A remark.\n{wrong}"));
    watched.says("still 1 red test");
    watched.ends();
}
