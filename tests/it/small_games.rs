//! Small games under `tests/fixtures/played`: no findings, all scenarios hold, all laws hold.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use tavola::game::{Pending, Rules, Setup};
use tavola::play::{Agent, Chance, RandomAgent, laws, scenario, seeds};

/// Index of the word of a state that counts open extents.
const DEPTH: usize = 1;

fn rules(text: &str) -> Rules {
    Rules::from_texts(&[("game.tavola", text)])
}

/// The failures of the scenarios, one line each.
fn failures(rules: &Rules, name: &str, cases: &str) -> Vec<String> {
    let suite = scenario::read_texts(&[(name, cases)], None);
    let mut found: Vec<String> = suite.diagnostics.iter().map(|finding| finding.message.clone()).collect();
    for outcome in suite.scenarios.iter().map(|case| scenario::run(rules, case)) {
        for failure in &outcome.failures {
            found.push(format!(
                "{}: {}: expected {}, found {}",
                outcome.name, failure.what, failure.expected, failure.actual
            ));
        }
    }
    found
}

fn games() -> Vec<PathBuf> {
    let folder = fs::read_dir("tests/fixtures/played").expect("the folder is there");
    let mut all: Vec<PathBuf> = folder.map(|entry| entry.expect("an entry").path()).collect();
    all.retain(|path| path.extension().is_some_and(|ending| ending == "tavola"));
    all.sort();
    all
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn small_games_have_no_findings_and_pass_their_scenarios() {
    for path in games() {
        let rules = rules(&text(&path));
        let found: Vec<String> = rules.diagnostics().iter().map(|f| format!("{} {}", f.code, f.message)).collect();
        assert_eq!(found, [""; 0], "{}", path.display());
        let cases = path.with_extension("yaml");
        assert_eq!(failures(&rules, "cases.yaml", &text(&cases)), [""; 0], "{}", path.display());
        let (fewest, most) = rules.players().expect("a game says for how many it is");
        for players in fewest..=most {
            let game = rules.game(&Setup::of(players)).unwrap_or_else(|_| panic!("{}", path.display()));
            let broken: Vec<String> =
                laws(&game, 7, 2).iter().map(|law| format!("{}: {} at {}", law.law, law.what, law.place)).collect();
            assert_eq!(broken, [""; 0], "{}", path.display());
        }
    }
}

/// No extent stays open between actions, whichever way rules and menus were left.
#[test]
fn leaving_an_extent_closes_it() {
    let rules = rules(&text(Path::new("tests/fixtures/played/stalls.tavola")));
    let game = rules.game(&Setup::of(2)).expect("the fixture is fine");
    let mut referee = game.referee();
    for seed in 0..40 {
        let mut state = game.start();
        let mut chance = Chance::new(seeds::generator(seed, 0, seeds::CHANCE));
        let mut agent = RandomAgent::new(seeds::generator(seed, 0, 1));
        loop {
            let option = match referee.run(&mut state).expect("the rules do not fault") {
                Pending::Over => break,
                Pending::Chance => chance.pick(&referee),
                Pending::Choice(player) => {
                    let open = state.words()[DEPTH];
                    let expected = i32::from(!referee.prompt(&state).starts_with("What"));
                    assert!(open.signum() == expected, "{open} are open at {}", referee.prompt(&state));
                    agent.choose(&mut referee, &state, player)
                }
            };
            referee.answer(&mut state, option).expect("it was offered");
        }
    }
}

/// A member of a wrong kind is a fault with its own message.
#[test]
fn a_member_of_a_wrong_kind_is_a_fault() {
    let rules = rules(&text(Path::new("tests/fixtures/played/unions.tavola")));
    let case = "- { name: a, players: [anna, ben], call: \"each c in Card: anna gains level(c) fame\", asked: nobody }";
    let found = failures(&rules, "case.yaml", case);
    assert!(found.len() == 1 && found[0].contains("this is not a member of the kind that is needed here"), "{found:?}");
    let rules = self::rules(&text(Path::new("tests/fixtures/played/families.tavola")));
    let case =
        "- { name: a, players: [anna, ben], call: \"anna gains councillor(fame[anna]).worth fame\", asked: nobody }";
    let found = failures(&rules, "case.yaml", case);
    assert!(found.len() == 1 && found[0].contains("this is not a member of the kind that is needed here"), "{found:?}");
}

/// A set cannot keep a negative number. That is an error, not a silent loss.
#[test]
fn numbers_outside_a_set_are_errors() {
    let mut text = text(Path::new("tests/fixtures/played/negatives.tavola"));
    for (rule, sentence) in [
        ("keep(n: number)", "add n to kept"),
        ("keep_more(n: number)", "set kept = {n - m for m in 0..2}"),
        ("keep_last", "set kept = (rank n in -1..1 by least n)[1]"),
        ("keep_list", "set kept = {m in seen}"),
    ] {
        writeln!(text, "\nrule {rule}\n  {sentence}").expect("it can be written");
    }
    let game = rules(&text);
    for call in ["keep(-1)", "keep(256)", "keep_more(1)", "keep_last", "[\"add -3 to seen\", keep_list]"] {
        let case = format!("- {{ name: a, players: [anna, ben], call: {call}, asked: nobody }}");
        let found = failures(&game, "case.yaml", &case);
        assert!(found.len() == 1 && found[0].contains("a set cannot keep this number"), "{call}: {found:?}");
    }
    let fine = "- { name: a, players: [anna, ben], call: [keep(255), keep_more(2)], asked: nobody }";
    assert_eq!(failures(&game, "case.yaml", fine), [""; 0]);
    let changed = text.replace("add max(d, 0) to kept", "set kept = {n, 1} + {-1, 2}");
    let found = match rules(&changed).game(&Setup::of(2)) {
        Err(tavola::game::LoadError::Findings { diagnostics, .. }) => diagnostics,
        other => panic!("{:?}", other.is_ok()),
    };
    let said = |f: &tavola::diagnostic::Diagnostic| {
        format!("{} {} | {}", f.code, f.message, f.help.clone().unwrap_or_default())
    };
    let expected =
        "E1014 a set cannot keep -1 | a set keeps 0 to 255: write a list, `[-1, 1]`, or a range, `n in -1..1`";
    assert_eq!(found.iter().map(said).collect::<Vec<_>>(), [expected]);
}

/// Sets and lists are not single values: queries that find, rank or collect them are refused, without a panic.
#[test]
fn queries_do_not_return_whole_lists() {
    let text = "game f \"F\" for 2 players\ntrack score[Player] 0..\nplay\n  let order = [p in Player]\n  let teams = cut(order, 1)\n  let podium = rank p in Player by most score[p]\n  LINE\nwinner p in Player by most score[p]\n";
    let found = |line: &str| match rules(&text.replace("LINE", line)).game(&Setup::of(2)) {
        Err(tavola::game::LoadError::Findings { diagnostics, .. }) => {
            diagnostics.iter().map(|finding| finding.code.to_owned()).collect()
        }
        Err(tavola::game::LoadError::Error(error)) => vec![error.message],
        Ok(_) => Vec::new(),
    };
    for line in [
        "let one = first team in teams where seat(2) in team",
        "let one = the team in teams where seat(2) in team",
        "let one = [team in teams where seat(2) in team]",
        "let one = first group in podium where seat(2) in group",
        "let one = the group in podium where seat(2) in group",
        "let one = [group in podium where seat(2) in group]",
        "let one = rank group in podium by most count of group",
        "let one = {group in podium where seat(2) in group}",
    ] {
        assert_eq!(found(line), ["E1020"], "{line}");
    }
    for line in [
        "each team in teams where seat(2) in team: seat(2) gains 1 score",
        "let one = podium[1]",
        "let one = [p in podium[1]]",
    ] {
        assert_eq!(found(line), [""; 0], "{line}");
    }
}
