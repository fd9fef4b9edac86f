//! Design goals of a game: `tavola test --balance` and `tavola tune`.

use super::{GEMS, Home};

fn balance(text: &str) -> Home {
    Home::holding("rules/gems/balance.yaml", text)
}

#[test]
fn check_reads_the_balance_too() {
    let home = balance("5\n");
    home.run("check rules/gems").ends(1).says(&["E1102", "rules/gems/balance.yaml:1:1", "1 error"]);
    balance("- { players: 2, expect: [each seat wins below 90%] }\n").run("check rules/gems").ends(0);
}

/// Nothing is played for it.
#[test]
fn check_reads_what_a_balance_names() {
    let found = |text: &str, what: &[&str]| {
        let home = balance(text);
        home.run("check rules/gems").ends(1).says(&["E1110", "1 error in gems"]).says(what);
    };
    found(
        "- players: 77\n  expect: anna wins below 90%\n",
        &["balance.yaml:1:12", "`gems` is for 2 to 3 players, not for 77"],
    );
    found("- players: many\n  expect: anna wins below 90%\n", &["balance.yaml:1:12", "write 4, 3-4 or 2,4"]);
    found("- expect: each seat wins under 36%\n", &["balance.yaml:1:11", "write `each seat wins below 36%`"]);
    found("- expect: [beauty of the game below 3]\n", &["`beauty of the game` is not a figure of this game"]);
    found("- expect: anna wins near 50%\n", &["`near` cannot be decided by a test"]);
    found("- bots: 1=clever\n  expect: anna wins below 90%\n", &["balance.yaml:1:9", "`clever` is not a bot"]);
    found("- set: { laps: 1 }\n  expect: anna wins below 90%\n", &["balance.yaml:1:10", "laps"]);
    found("- variant: night\n  expect: anna wins below 90%\n", &["balance.yaml:1:12", "there is no variant `night`"]);
}

#[test]
fn a_balance_is_met_or_missed() {
    let home = balance(
        "- players: 2\n  seed: 1\n  games: 800\n  expect:\n    - each seat wins below 70%\n    - questions of a game below 20\n- players: 3\n  \
         set: { rounds: 5 }\n  expect: questions of a game above 29\n",
    );
    home.run("test rules --balance").ends(0).says(&[
        "Gems, 2 players: ",
        "\nrandom players; rules ",
        "; tavola ",
        "kept    each seat wins below 70%: anna wins ",
        ", ben wins ",
        "kept    questions of a game below 20: questions of a game 12.0 (",
        "Gems, 3 players: ",
        "kept    questions of a game above 29: questions of a game 30.0 (",
    ]);
    // A change of the rules that doubles the length of the game.
    home.write("rules/gems/gems.tavola", GEMS.replace("repeat rounds times", "repeat rounds * 2 times"));
    home.run("test rules/gems --balance")
        .ends(1)
        .says(&["broken  questions of a game below 20: questions of a game 24.0 (", "rules/gems/balance.yaml:6:7"]);
    let github = home.run("test --balance --format github").ends(1);
    github.says(&["::error title=balance,file=rules/gems/balance.yaml,line=6,col=7::questions of a game below 20: "]);
    let junit = home.run("test --balance --format junit").ends(1).out;
    assert!(
        junit.contains("failures=\"1\"") && junit.contains("<failure message=\"questions of a game 24.0 ("),
        "{junit}"
    );
    assert!(junit.contains("file=\"rules/gems/balance.yaml\" line=\"6\""), "{junit}");
    let json = home.run("test --balance --format json").ends(1).json();
    assert_eq!((&json[0]["players"], &json[0]["expected"][1]["met"]), (&2.into(), &"no".into()));
    assert_eq!(json[0]["expected"][0]["figures"].as_array().map(Vec::len), Some(2));
}

/// A goal that needs more games to decide is open, and does not fail.
#[test]
fn a_balance_may_be_open() {
    let home = balance("- players: 2\n  seed: 1\n  games: 100\n  expect: anna wins below 50%\n");
    home.run("test --balance").ends(0).says(&["open    anna wins below 50%: anna wins "]);
    home.run("test --balance --format junit").ends(0).says(&["<skipped message=\"undecided: anna wins "]);
}

#[test]
fn wrong_balances_are_located() {
    let says = |text: &str, code: i32, what: &str| {
        let run = balance(text).run("test --balance").ends(code);
        assert!(run.err.contains(what), "{text}: {}", run.err);
    };
    says(
        "- players: 2\n  expect: joy above 3\n",
        2,
        "rules/gems/balance.yaml:2:11: `joy` is not a figure of this game",
    );
    says("- players: 2\n  expect: anna wins above 3\n", 2, "`anna wins` is a share: write it in percent");
    says("- players: 2\n  expect: anna wins above 300%\n", 2, "from 0% to 100%");
    says("- players: 2\n  expect: questions of a game above 3%\n", 2, "is not a share: write a number without `%`");
    says("- players: 2\n  expect: questions of a game above ten\n", 2, "`ten` is not a number");
    says("- players: 2\n  expect: anna wins\n", 2, "is not a goal: write for instance");
    says("- players: 2\n  expect: anna wins near 50%\n", 2, "`near` cannot be decided by a test");
    says(
        "- players: 9\n  expect: anna wins above 1%\n",
        2,
        "rules/gems/balance.yaml:1:3: `gems` is for 2 to 3 players",
    );
    says("- bots: eva=random\n  expect: anna wins above 1%\n", 2, "there is no seat `eva`");
    says("- set: { laps: 1 }\n  expect: anna wins above 1%\n", 2, "laps");
    says("- players: 2\n", 1, "an entry of a balance has no `expect`");
    says("- players: 2\n  expects: anna wins above 1%\n", 1, "unknown key `expects`");
    says("players: 2\n", 1, "expected a list of entries");
    says("- [\n", 1, "balance.yaml:");
    let home = Home::new();
    let run = home.run("test --balance").ends(2);
    assert!(run.err.contains("no game here has a `balance.yaml`"), "{}", run.err);
}

/// Each of nine possible numbers of rounds brings four questions, for two players. Seven rounds bring 28.
#[test]
fn tuning_finds_the_setting_for_a_goal() {
    let home = Home::new();
    let args = "tune rules/gems --players 2 --seed 1 --games 900 --goal GOAL --over rounds";
    let with_goal = |args: &str| {
        let words: Vec<String> =
            args.split(' ').map(|word| word.replace("GOAL", "questions of a game near 28")).collect();
        home.run_words(&words.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let run = with_goal(args).ends(0);
    run.says(&[
        "Gems, 2 players: 9 combinations of 9, 899 games, seed 1\nrandom players; rules ",
        "goals: questions of a game near 28",
        "rounds=7 in ",
        "fresh games of each",
        "unchanged (rounds=3)",
        "`misses by` is larger where few games were played: compare only rows with as many games",
        "\nIn fresh games rounds=7 misses by 0.0, unchanged by 57.1: an improvement of 57.1 (95% interval 57.1 to 57.1).\n",
    ]);
    with_goal(&format!("{args} --format markdown")).ends(0).says(&["In fresh games rounds=7 misses by 0.0"]);
    let json = with_goal(&format!("{args} --format json --jobs 2")).ends(0).json();
    let best = &json["tried"][0];
    assert_eq!((&best["settings"][0][1], &best["miss"]), (&"7".into(), &0.0.into()));
    assert_eq!(json["tried"].as_array().map(Vec::len), Some(9), "the unchanged game is one of the nine");
    let unchanged = json["tried"].as_array().into_iter().flatten().find(|tried| tried["as_it_is"] == true);
    assert_eq!(unchanged.map(|tried| &tried["settings"][0][1]), Some(&"3".into()));
    // The number of games in the head is exact. With few games, each remaining candidate gets one per stage: nine, five, three, two.
    let played = |json: &serde_json::Value| {
        let games = json["tried"].as_array().into_iter().flatten().map(|tried| tried["games"].as_u64());
        games.sum::<Option<u64>>()
    };
    assert_eq!(played(&json), Some(899));
    let few = args.replace("900", "3");
    with_goal(&few).ends(0).says(&["9 combinations of 9, 19 games, seed 1"]);
    assert_eq!(played(&with_goal(&format!("{few} --format json")).ends(0).json()), Some(19));
    // Better candidates get more games.
    assert!(best["games"].as_u64() > json["tried"][8]["games"].as_u64());
    assert_eq!((&json["fresh"][0]["as_it_is"], &json["fresh"][0]["tuned"]), (&12.0.into(), &28.0.into()));
    assert_eq!((&json["fresh_misses"]["after"], &json["fresh_misses"]["high"]), (&0.0.into(), &(-57.142857).into()));
    assert!(json["fresh_misses"]["verdict"].as_str().is_some_and(|said| said.starts_with("In fresh games rounds=7")));
    assert_eq!(with_goal(&format!("{args} --format json --jobs 1")).ends(0).json(), json);
    // No candidate is closer than the unchanged game.
    let run =
        with_goal("tune rules/gems --players 2 --seed 1 --games 90 --goal GOAL --over rounds=1,8..9 --set rounds=7");
    run.ends(0).says(&["3 combinations of 3", "no candidate comes nearer to the goals than the unchanged game"]);
}

/// The names of the report of `simulate` are goals, too.
#[test]
fn figures_have_the_names_of_simulate_as_well() {
    let home = Home::new();
    for goal in ["questions to players near 12", "shared victory below 90%", "options per question below 9"] {
        let words = ["tune", "rules/gems", "--seed", "1", "--games", "20", "--over", "rounds=3", "--goal", goal];
        home.run_words(&words).ends(0).says(&[goal]);
    }
}

#[test]
fn wrong_tunings_are_refused() {
    let home = Home::new();
    let says = |words: &[&str], what: &str| {
        let all = [&["tune", "rules/gems"], words].concat();
        let run = home.run_words(&all).ends(2);
        assert!(run.err.contains(what), "{words:?}: {}", run.err);
    };
    let goal = "questions of a game near 20";
    says(&["--goal", goal, "--over", "laps"], "there is no setting `laps`; there are rounds");
    says(&["--goal", goal, "--over", "rounds=20"], "`rounds` may be 1..9");
    says(&["--goal", goal, "--over", "rounds=8..4"], "`8..4` runs backwards: write 4..8");
    says(&["--goal", goal, "--over", "rounds", "--over", "rounds=2"], "`rounds` is given twice");
    says(&["--goal", goal, "--over", "rounds=2..20"], "`rounds` may be 1..9");
    says(&["--goal", "joy near 2", "--over", "rounds"], "`joy` is not a figure of this game");
    says(&["--goal", "joy near 2", "--over", "rounds"], "`joy` is not a figure of this game; the figures are: ");
    says(&["--goal", "questions near 20", "--over", "rounds"], "did you mean `questions of a game`? The figures are: ");
    says(&["--goal", goal], "--over");
    says(&["--over", "rounds"], "--goal");
    says(&["--goal", goal, "--over", "rounds", "--players", "9"], "`gems` is for 2 to 3 players, not for 9");
}

/// A range that is too long to list needs explicit values. A value outside the range cannot be set up.
#[test]
fn some_of_very_many_values_are_tried() {
    let home = Home::with(&GEMS.replace("| 1..9  |", "| 1..5000 |"));
    let tune = |over: &str| {
        let goal = ["--goal", "questions of a game near 8", "--games", "90", "--seed", "1", "--players", "2"];
        home.run_words(&[&["tune", "rules/gems", "--over", over], &goal[..]].concat())
    };
    tune("rounds=2..3").ends(0).says(&["2 combinations of 2", "rounds=2", "unchanged (rounds=3)"]);
    tune("rounds=2,2").ends(0).says(&["2 combinations of 2", "rounds=2", "unchanged "]);
    tune("rounds=2,9000").ends(0).says(&["1 cannot be set up: `rounds` cannot be `9000`: it may be 1..5000"]);
    tune("rounds").ends(2).says(&["give the values to try"]);
}

/// Ctrl-C reports the results so far, and that they are incomplete.
#[cfg(unix)]
#[test]
fn interrupted_goals_are_reported() {
    use super::terminal::{Screen, interrupted_at, interrupted_under_way};

    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let home = balance(
        "- players: 2\n  seed: 1\n  games: 90000000\n  expect: questions of a game below 12\n- players: 3\n  expect: anna wins below 90%\n",
    );
    let output = interrupted_under_way(&home, "test rules --balance");
    let out = text(&output.stdout);
    assert!(out.starts_with("Gems, 2 players: stopped after "), "{out}");
    assert!(!out.contains("3 players"), "{out}");
    assert!(text(&output.stderr).contains("stopped: "), "{output:?}");
    let mut tune = super::command("tune rules/gems --players 2 --seed 1 --over rounds --games 90000000");
    tune.args(["--goal", "questions of a game near 16"]);
    let output = interrupted_at(&home, tune, Screen::until_progress);
    assert!(text(&output.stderr).contains(" --goal 'questions of a game near 16'"), "{output:?}");
    let out = text(&output.stdout);
    assert!(out.starts_with("Gems, 2 players: 9 combinations of 9, stopped after "), "{out}");
    assert!(out.contains(" of 90,000,000 games, seed 1"), "{out}");
    let output =
        interrupted_at(&home, super::command("bench rules/gems --seconds 60"), |screen| screen.until("gems with 2"));
    assert!(text(&output.stderr).contains("stopped: "), "{output:?}");
}
