//! Reports of `check` and `simulate`, for people and for programs.

use super::{GEMS, Home};

#[test]
fn a_game_without_findings() {
    let home = Home::new();
    home.run("check rules/gems").ends(0).says(&["gems: fine", "2-3 players", "1 setting"]);
    home.run("check rules/gems/gems.tavola").ends(0).says(&["gems: fine"]);
    let json = home.run("check rules --format json").ends(0).json();
    assert_eq!(json["version"], 1);
    // Check, test and simulation name the rules by the same fingerprint.
    let of_check = json["games"][0]["rules"].as_str().expect("a fingerprint").to_owned();
    let simulated = home.run("simulate rules/gems --players 2 --games 2 --seed 1 --format json").ends(0).json();
    assert_eq!((of_check.len(), simulated["runs"][0]["rules"].as_str()), (16, Some(of_check.as_str())));
    assert_eq!((&json["errors"], &json["games"][0]["game"]), (&0.into(), &"gems".into()));
    assert_eq!(home.run("check rules/gems --format github").ends(0).out, "");
    home.write("rules/gems/scenarios/play.yaml", "- name: a draw\n  players: [anna, ben]\n  asked: chance\n");
    let tested = home.run("test rules/gems --format json").json();
    assert_eq!(tested["games"][0]["rules"].as_str(), Some(of_check.as_str()));
}

#[test]
fn a_simulation_is_reported() {
    let home = Home::new();
    let run = home.run("simulate rules/gems --players 3 --games 60 --seed 5").ends(0);
    let run = run.says(&["Gems, 3 players", "seed 5", "anna", "95% interval", "score", "answers", "invariants"]);
    assert!(run.err.contains("games/s") && run.err.contains("--seed 5"), "{}", run.err);
    assert!(!run.out.contains("games/s"), "timing is not for stdout");
    let run = home.run("simulate rules/gems --games 10").ends(0);
    assert!(run.err.contains("--seed "), "the seed is printed: {}", run.err);
}

#[test]
fn reports_do_not_depend_on_the_number_of_jobs() {
    let home = Home::new();
    let figures = |jobs: u32| {
        let args = format!("simulate rules/gems --games 200 --seed 9 --format json --jobs {jobs}");
        home.run(&args).ends(0)
    };
    let (one, two) = (figures(1), figures(2));
    assert_eq!(one.out, two.out);
    let json = one.json();
    assert_eq!(json["runs"].as_array().map(Vec::len), Some(2), "for 2 and for 3 players");
    assert_eq!(json["runs"][1]["report"]["games"], 200);
}

#[test]
fn laws_are_checked() {
    let home = Home::new();
    home.run("simulate rules/gems --players 2 --games 20 --seed 1 --check").ends(0).says(&["laws: all held"]);
    let json = home.run("simulate rules/gems --players 2 --games 5 --seed 1 --check --format json").ends(0).json();
    assert_eq!(json["runs"][0]["laws"], serde_json::json!([]));
}

/// A rule that a ruling turns off is not listed as a rule that never ran.
#[test]
fn rules_that_a_ruling_turns_off_are_not_listed() {
    let rules = GEMS
        .replace("  each p in Player: p gains sum of", "  pay_out\n\nrule pay_out\n  each p in Player: p gains sum of");
    let rules = rules.replace(
        "winner p in Player by",
        "rulings\n  | name | answer | instead of | question |\n  | bonus | once   | twice, rarely | \"How often?\" |\n\n\
         hook pay_twice after pay_out() where bonus is twice\n  pay_out_again\n\nrule pay_out_again\n  \
         each p in Player: p gains 1 score\n\n\
         hook rare_pay after pay_out() where bonus is rarely and score[seat(1)] > 99999\n  order: after pay_twice\n  \
         say \"rare\"\n\nwinner p in Player by",
    );
    let home = Home::with(&rules);
    let run = |set: &str| home.run(&format!("simulate rules/gems --players 2 --games 2 --seed 1 {set}")).ends(0);
    run("").says(&["every rule ran"]);
    run("--set bonus=twice").says(&["every rule ran", "pay out again"]);
    run("--set bonus=rarely").says(&["never ran: rare_pay"]);
}

#[test]
fn a_setting_changes_the_game() {
    let home = Home::new();
    let answers = |set: &str| {
        let run = home.run(&format!("simulate rules/gems --players 2 --games 9 --seed 1 --format json {set}")).ends(0);
        run.json()["runs"][0]["report"]["answers"]["mean"].as_f64()
    };
    assert_eq!(answers(""), Some(18.0));
    assert_eq!(answers("--set rounds=1"), Some(6.0));
}

#[test]
fn a_broken_invariant_can_be_replayed() {
    let always = "always\n  | what | holds |\n  | \"nobody has 9\" | every p in Player has score[p] < 9 |\n";
    let home = Home::with(&format!("{}\n{always}", super::GEMS));
    let run = home
        .run("simulate rules/gems --players 2 --games 20 --seed 1")
        .ends(1)
        .says(&["nobody has 9: at the end of the game (in ", "again: "]);
    let again = run.out.lines().find_map(|line| line.trim().strip_prefix("again: tavola ")).expect("a command");
    home.run(&format!("{again} --no-record")).ends(0).says(&["The game is over", "does not hold: nobody has 9"]);
}

/// If all games fault, the report claims nothing: no invariants that held, no rules that ran, no winners.
#[test]
fn games_that_fault_prove_nothing() {
    let faulty = super::GEMS.replace("      p gains n score\n", "      p gains n / (n - n) rounded down score\n");
    let home = Home::with(&faulty);
    let run = home.run("simulate rules/gems --players 2 --games 900 --seed 1").ends(1);
    let run = run.says(&["no game ended", "stopped after 16 of 900 games: one fault broke off 16 of them, seed 1"]);
    for claim in ["all held", "every rule ran", "95% interval"] {
        assert!(!run.out.contains(claim), "`{claim}` is said of no game\n{}", run.out);
    }
    assert!(run.out.contains("(in 16 games)") && run.out.matches("again: ").count() == 1, "{}", run.out);
    let bytes = |jobs| home.run(&format!("simulate rules/gems --games 99 --seed 1 --format json --jobs {jobs}")).out;
    assert_eq!(bytes(1), bytes(2));
    let always = "always\n  | what | holds |\n  | \"some\" | every p in Player has score[p] >= 0 |\n";
    let home = Home::with(&format!("{faulty}\n{always}"));
    home.run("simulate rules/gems --players 2 --games 3").ends(1).says(&["invariants: not checked"]);
    Home::new().run("simulate rules/gems --players 2 --games 3").ends(0).says(&["none declared"]);
}

#[test]
fn laws_are_checked_in_the_requested_games() {
    let home = Home::new();
    let check =
        |games: &str| home.run(&format!("simulate rules/gems --players 2 --seed 1 --set rounds=1 --check {games}"));
    let sampled = "laws: all held at every question of 20 games, and at a sample of the questions of 5 more (--check-all: at every one)";
    check("--games 25").ends(0).says(&[sampled, "laws checked at "]);
    check("").ends(0).says(&["of the first 20 games", "1,000 games"]);
    let all = home.run("simulate rules/gems --players 2 --seed 1 --set rounds=1 --check-all --games 25").ends(0);
    all.says(&["laws: all held at every question of 25 games", "--check-all"]);
}

/// A fault that ends many games is listed once, and does not count as a broken law.
#[test]
fn a_fault_is_no_broken_law() {
    let faulty = super::GEMS.replace("      p gains n score\n", "      p gains n score\n      set odd = 6 / (n - n)\n");
    let faulty =
        faulty.replace("play\n", "memory\n  | variable | type   | start |\n  | odd      | number | 0     |\n\nplay\n");
    for cited in ["", "  [GM-4, GM-5]"] {
        let divides = format!("6 / (n - n) rounded down{cited}");
        let home = Home::with(&faulty.replace("6 / (n - n)", &divides));
        let run = home.run("simulate rules/gems --players 2 --games 30 --seed 1 --check").ends(1);
        let run = run.says(&["faults in 16 games"]);
        assert!(!run.out.contains("broken law"), "{}{}", run.out, run.err);
    }
}

/// A payment that is too high says so, with all clauses of its line. Faults come before the figures, which are those of the other games.
#[test]
fn faults_come_before_the_figures() {
    let pays =
        super::GEMS.replace("      p gains n score\n", "      p gains n score\n      p pays 3 score  [GM-4, GM-5]\n");
    let home = Home::with(&pays);
    let run = home.run("simulate rules/gems --players 2 --set rounds=1 --games 30 --seed 1").ends(1);
    let run = run.says(&[
        "error[F0010]: the player has less than must be paid here",
        "the clauses are GM-4, GM-5",
        "help: test first, or pay what there is: `min(points[p], 2)`",
        "  the player has less than must be paid here (GM-4, GM-5): after ",
        "games were broken off. The results are those of the ",
    ]);
    let at = |words: &str| run.out.find(words).unwrap_or_else(|| panic!("{words}\n{}", run.out));
    assert!(at("faults in ") < at("games were broken off") && at("games were broken off") < at("95% interval"));
    // In an action the call may be left out.
    let action = "\naction pay_up \"pay\"\n  cost: 9 score\n  effect: you gains 1 score\n";
    let home = Home::with(&(super::GEMS.replace("      p gains n score\n", "      p does pay_up\n") + action));
    let run = home.run("simulate rules/gems --players 2 --set rounds=1 --games 3 --seed 1").ends(1);
    run.says(&["the player has less than must be paid here", "help: add `, if possible` to the call"]);
}

/// A clause that states a rule is cited and proved, or has a reason why it cannot be.
#[test]
fn unproved_clauses_are_warnings() {
    let home = Home::new();
    home.run("check rules/gems --threshold 100").ends(1).says(&[
        "E0904",
        "0 of 6 clauses",
        "are cited by rules and named by scenarios",
        "help: prove GM-1, GM-2, GM-3, GM-4, GM-5, GM-6 by scenarios, or write `not_observable: why`",
    ]);
    let case = |clauses: &str| {
        format!(
            "- name: {clauses}\n  clauses: [{clauses}]\n  players: [anna, ben]\n  call: ben gains 1 score\n  asked: nobody\n"
        )
    };
    home.write("rules/gems/scenarios/a.yaml", case("GM-1, GM-2, GM-3, GM-4"));
    home.write("rules/gems/scenarios/b.yaml", case("GM-5, GM-6"));
    home.run("check rules/gems --threshold 100").ends(0).says(&["6 named by scenarios"]);
    std::fs::remove_file(home.path("rules/gems/scenarios/b.yaml")).expect("it is there");
    let run = home.run("check rules/gems").says(&["W0903", "no scenario proves `GM-5`", "rulebook.yaml:8:", "`GM-6`"]);
    assert!(!run.out.contains("fine"), "{}", run.out);
    home.run("check rules/gems --threshold 66").says(&["W0903"]);
    home.run("check rules/gems --threshold 67").ends(1).says(&["E0904", "4 of 6 clauses that state a rule are"]);
    home.write("rules/gems/gems.tavola", GEMS.replace("GM-5", "GM-6"));
    let both = "help: cite GM-5 in the rules and prove GM-5, GM-6 by scenarios, or write";
    home.run("check rules/gems --threshold 100").ends(1).says(&[both]);
    home.write("rules/gems/gems.tavola", GEMS);
    let book = home.read("rules/gems/rulebook.yaml");
    let silent = |id: &str| format!("id: {id}, not_observable: nobody sees it");
    home.write(
        "rules/gems/rulebook.yaml",
        book.replace("id: GM-5", &silent("GM-5")).replace("id: GM-6", &silent("GM-6")),
    );
    home.run("check rules/gems --threshold 100").ends(0).says(&["4 named by scenarios, 2 not observable"]);
    home.write("rules/gems/rulebook.yaml", book.replace("id: GM-1", &silent("GM-1")));
    home.run("check rules/gems").says(&["W0904", "`GM-1` is declared not observable, but a scenario proves it"]);
    home.write("rules/gems/gems.tavola", super::GEMS.replace("[GM-4]", ""));
    home.run("check rules/gems").says(&["W0903", "no rule cites `GM-4`"]);
}

/// A record stays valid if only a comment of the rules changes.
#[test]
fn a_comment_does_not_change_the_rules() {
    use tavola::game::Rules;
    let hash = |text: &str| Rules::from_texts(&[("gems", text)]).hash();
    let plain = hash(super::GEMS);
    assert_eq!(plain, hash(&super::GEMS.replace("# A game for tests.", "\n# Other words: «é».\n")));
    assert_eq!(
        plain,
        hash(&super::GEMS.replace("  repeat rounds times\n", "  repeat rounds times   # each round\n\n    # in it\n"))
    );
    assert_ne!(plain, hash(&super::GEMS.replace("in 1..3", "in 1..4")));
    assert_ne!(plain, hash(&super::GEMS.replace("\"Gems\"", "\"Gems # 2\"")), "that is no comment");
}

/// Ctrl-C during the laws stops them within a game, and reports the results so far.
#[cfg(unix)]
#[test]
fn the_check_of_laws_can_be_interrupted() {
    use std::io::{BufRead, BufReader};

    use super::interrupted;

    let home = Home::new();
    home.write(
        "rules/many/many.tavola",
        r#"game many "Many" for 2 players

track fame[Player] 0..20 start 0

play
  repeat 1000 times
    each p in Player
      p chooses a in 1..40, b in 1..40 "Which two?"
      if a is b and fame[p] < 20: p gains 1 fame

winner p in Player by most fame[p]
"#,
    );
    // The games are finished. Next come the laws, in one game with 2,000 questions.
    let output = interrupted(&home, "simulate rules/many --games 1 --check --format json", |child| {
        let mut lines = BufReader::new(child.stderr.as_mut().expect("a pipe")).lines();
        assert!(lines.any(|line| line.is_ok_and(|line| line.starts_with("again:"))));
    });
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(out.contains(r#""law_games": 0"#) && out.contains(r#""law_games_wanted": 1"#), "{out}");
}

/// Exact counts for people and programs. A wrong path, number or depth is refused.
#[test]
fn sequences_are_counted() {
    let home = Home::new();
    let run = home.run("count rules/gems --depth 3 --players 2 --divide").ends(0);
    // A ruby or an opal is drawn, 1 to 3 are wanted, and that is all or not.
    let run = run.says(&[
        "Gems, 2 players; a step is an answer",
        "  3             12",
        "  first  sequences of 3",
        "  ruby                6",
    ]);
    assert!(run.err.contains("positions/s") && !run.out.contains("positions/s"), "timing is not for stdout");
    let json = home.run("count rules/gems --depth 9 --per action --set rounds=1 --format json").ends(0).json();
    let runs = json["runs"].as_array().expect("a run for each number of players");
    assert_eq!(runs.len(), 2);
    let deepest =
        |run: usize, depth: usize| (&runs[run]["depths"][depth - 1], runs[run]["depths"].as_array().map(Vec::len));
    let six = serde_json::json!({ "depth": 6, "sequences": 144, "over": 144, "over_by": 144 });
    assert_eq!(deepest(0, 6), (&six, Some(9)));
    assert_eq!((&runs[1]["depths"][8]["over_by"], &runs[0]["per"]), (&1728.into(), &"action".into()));
    assert_eq!(runs[0]["stopped"], false);
    home.run("count rules/gems").ends(2).says(&["--depth"]);
    home.run("count rules/gens --depth 1").ends(2).says(&["did you mean `rules/gems`"]);
    let far = home.run("count rules/nope --depth 1").ends(2);
    assert!(!far.err.contains("did you mean"), "half of the letters differ: {}", far.err);
    home.run("count rules/gems --depth 1 --players 4").ends(2).says(&["for 2 to 3 players"]);
    home.run("count rules/gems --depth 1 --per move").ends(2).says(&["answer", "action"]);
    let home = Home::with(&GEMS.replace("gains n score", "gains 6 / (3 - n) rounded down score"));
    home.run("count rules/gems --depth 9 --set rounds=1").ends(1).says(&["F0002", "gems.tavola:"]);
}

/// A folder may hold several games: commands that take several find them all, and a record finds its own.
#[test]
fn games_in_a_folder_of_folders() {
    let home = Home::new();
    home.write("rules/old/other/other.tavola", GEMS.replace("game gems", "game other"));
    home.write("rules/old/other/rulebook.yaml", home.read("rules/gems/rulebook.yaml").replace("gems", "other"));
    home.write("rules/old/notes/readme.txt", "no game");
    home.run("check").ends(0).says(&["gems: fine", "other: fine", "2 games"]);
    home.run("check rules/old").ends(0).says(&["other: fine"]);
    home.run("play rules/othr").ends(2).says(&["did you mean `rules/old/other`"]);
    home.run("play rules/old/other --human none --players 2 --seed 1 --record other.yaml").ends(0);
    home.run("replay other.yaml").ends(0);
    home.run("test rules/old/other --update --yes").ends(0);
    assert!(home.path("snapshots/other").is_dir() && !home.path("rules/old/other/snapshots").exists());
}

/// Laws are checked on games of random players, whichever bots play the counted games. The printed command checks them again and finds
/// the same broken laws.
#[test]
fn a_broken_law_can_be_reproduced() {
    let always = "always\n  | what | holds |\n  | \"scores are small\" | every p in Player has score[p] < 3 |\n";
    let home = Home::with(&format!("{GEMS}\n{always}"));
    let run = home.run("simulate rules/gems --players 2 --games 1 --seed 3 --bots mcts:2 --check").ends(1);
    let (counted, laws) = run.out.split_once("laws: ").expect("laws");
    let again = "    again: tavola play rules/gems --players 2 --human none";
    assert!(counted.contains(&format!("{again} --bots mcts:2 --seed 3 --game 0\n")), "{counted}");
    let again = "tavola simulate rules/gems --players 2 --seed 3 --games 1 --check";
    assert!(laws.contains(&format!("    again: {again}\n")) && !laws.contains("--bots"), "{laws}");
    // The command finds the same laws broken in the same way, at the same place.
    assert!(laws.contains("scores are small\n    in game 0 after 6 answers (rules/gems/gems.tavola:"), "{laws}");
    let seen = home.run(again.strip_prefix("tavola ").unwrap_or(again)).ends(1);
    assert_eq!(seen.out.split_once("laws: ").map(|(_, seen)| seen), Some(laws));
}

/// A simulation of many games without native code gets one notice about the feature.
#[cfg(not(feature = "native"))]
#[test]
fn many_games_without_native_code_get_a_notice() {
    let tiny = "game gems \"Gems\" for 2 players\n\ntrack score[Player] 0..\n\nplay\n  seat(1) chooses n in 1..2 \"How much?\"\n  seat(1) gains n score\n\nwinner p in Player by most score[p]\n";
    let home = Home::with(tiny);
    let notes = |games: &str| home.run(&format!("simulate rules/gems --games {games} --seed 1")).ends(0).err;
    assert!(!notes("100").contains("native code"));
    assert_eq!(notes("10000").matches("native code").count(), 1);
}

/// A report has the same content as a page and in Markdown.
#[test]
fn every_report_has_all_formats() {
    let home = Home::new();
    home.run("play rules/gems --human none --players 2 --seed 1 --record game.yaml").ends(0);
    home.write("edited/gems/gems.tavola", GEMS.replace("p gains n score", "p gains n + 1 score"));
    for (args, ends, title, part) in [
        ("simulate rules/gems --players 2 --games 20 --seed 1", 0, "Gems: figures", "95% interval"),
        (
            "compare rules/gems --players 2 --games 20 --seed 1 --set rounds=4",
            0,
            "Gems: compared",
            "questions of a game",
        ),
        ("count rules/gems --players 2 --depth 2 --divide", 0, "Gems: counts", "sequences of 2"),
        ("clause rules/gems GM-2", 0, "Gems: clauses", "Take gems."),
        ("trace rules/gems --games 5", 0, "Gems: clauses and rules", "GM-6"),
        ("impact rules/gems edited/gems game.yaml", 1, "Recorded games under changed rules", "another result"),
        ("diff rules/gems edited/gems", 1, "Errata: Gems", "Removed:"),
    ] {
        let page = home.run(&format!("{args} --format html")).ends(ends).out;
        let markdown = home.run(&format!("{args} --format markdown")).ends(ends).out;
        assert!(page.starts_with("<!DOCTYPE html>") && page.contains(&format!("<h1>{title}</h1>")), "{args}: {page}");
        assert!(markdown.starts_with(&format!("# {title}\n")), "{args}: {markdown}");
        assert!(page.contains(part) && markdown.contains(part), "{args}: {page}{markdown}");
    }
}

/// Answers are named by their question if only one rule asks it, otherwise by the rule. JSON names the rule.
#[test]
fn answers_are_named_by_their_question() {
    let names = |questions: &str| {
        let home = Home::with(&GEMS.replace("play\n", &format!("play\n{questions}")));
        let args = "simulate rules/gems --players 2 --games 20 --seed 1";
        let json = home.run(&format!("{args} --format json")).ends(0).json();
        assert!(json["runs"][0]["report"]["chosen"].to_string().contains("\"play: yes\""));
        home.run(args).ends(0).out
    };
    let (more, less) = (
        "  each p in Player\n    p may \"One more?\": p gains 1 score\n",
        "  seat(1) may \"No more?\": seat(1) gains 1 score\n",
    );
    assert!(names(more).contains("\"One more?\" yes "));
    assert!(names(&[more, less].concat()).contains("play: yes "));
}
