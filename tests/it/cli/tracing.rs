//! `tavola trace`: for each clause, the rules and scenarios that cite it, and how often they ran.

use super::{GEMS, Home};

/// `GM-6` is cited by an unreachable rule, `GM-5` by nothing.
fn home() -> Home {
    let rules = GEMS
        .replace("score  [GM-5]", "score")
        .replace("most score[p]                                [GM-6]", "most score[p]")
        .replace("      p gains n score\n", "      earn(p, n)\n      if n > 3: windfall(p)\n");
    let home = Home::with(&format!(
        "{rules}\nrule earn(p in Player, n: number)   [GM-4]\n  p gains n score\n\nrule windfall(p in Player)   [GM-6]\n  p gains 9 score\n"
    ));
    let case = |name: &str, clauses: &str| {
        let answers =
            "[{ chance: ruby }, { anna: 2 }, { anna: \"yes\" }, { chance: opal }, { ben: 3 }, { ben: \"yes\" }]";
        let play = format!("  players: [anna, ben]\n  set: {{ rounds: 1 }}\n  do: {answers}\n");
        format!("- name: {name}\n  clauses: [{clauses}]\n{play}  then: {{ \"score[anna]\": 5 }}\n")
    };
    let cases = case("gems <count>", "GM-1, GM-2, GM-3, GM-4, GM-6") + &case("again", "GM-1, GM-3, GM-4");
    home.write("rules/gems/scenarios/play.yaml", cases);
    home
}

#[test]
fn clauses_are_traced_to_rules_scenarios_and_games() {
    let home = home();
    let run = home.run("trace rules/gems --games 10").ends(0);
    run.says(&[
        "GM-4  Take gems.\n    rule, cited by score, play, earn; 2 scenarios; ",
        "GM-3  Take gems.\n    rule, cited by place bag, place hand, play; 2 scenarios; ",
        "GM-5  Take gems.\n    rule, cited by nothing; 0 scenarios; not cited, not proved\n",
        "GM-6  Take gems.\n    rule, cited by windfall; 1 scenario; its rules: 0 runs in scenarios, 0.0 a game; never ran in a game, proved by one scenario only\n",
        "Gems: 4 of 6 clauses that state a rule are cited and proved: the rules of 3 have run, 1 cited only where nothing runs (2 scenarios, 20 games)\nrandom players; rules ",
        "; tavola ",
        "   1  not cited",
        "   2  proved by one scenario only",
    ]);
    let json = home.run("trace rules/gems --games 10 --format json").ends(0).json();
    let clauses = json["clauses"].as_array().expect("clauses");
    let four = &clauses[3];
    assert_eq!((&four["id"], &four["cited_by"][2]), (&"GM-4".into(), &"earn".into()));
    assert_eq!(clauses[5]["flags"][0], "never ran in a game");
    let none = home.run("trace rules/gems --games 0 --format json").ends(0).json();
    assert_eq!((&none["games"], &none["covered"]), (&0.into(), &5.into()), "without games nothing is said of them");
    assert!(none["clauses"][3]["runs_per_game"].is_null());
    let jobs = |jobs: u32| home.run(&format!("trace rules/gems --games 10 --jobs {jobs}")).ends(0).out;
    assert_eq!(jobs(1), jobs(3));
}

#[test]
fn coverage_below_the_threshold_fails() {
    let home = home();
    home.run("trace rules/gems --games 5 --threshold 66").ends(0);
    home.run("trace rules/gems --games 5 --threshold 67").ends(1).says(&["less than 67% of the clauses"]);
}

#[test]
fn a_page_is_self_contained() {
    let home = home();
    home.run("trace rules/gems --games 5 -o trace.html").ends(0).says(&["wrote `trace.html`", "4 of 6 clauses"]);
    home.run("trace rules/gems --games 5 -o trace.md").ends(0).says(&["wrote `trace.md`"]);
    assert!(home.read("trace.md").starts_with("# Gems: clauses and rules\n"), "{}", home.read("trace.md"));
    let page = home.read("trace.html");
    for part in [
        "<article id=\"GM-6\" data-flags=\"never ran in a game|proved by one scenario only\">",
        "gems &lt;count&gt;",
        "<pre>rule windfall(p in Player)",
        "No rule cites it.",
    ] {
        assert!(page.contains(part), "`{part}` is missing");
    }
    assert!(!page.contains("http") && !page.contains("<script src"), "nothing from elsewhere");
    // An unwritable file is reported before a game is played.
    let run = home.run("trace rules/gems --games 90000000 -o no/trace.html").ends(2);
    run.says(&["cannot write `no/trace.html`: there is no such folder"]);
    std::fs::remove_file(home.path("rules/gems/rulebook.yaml")).expect("a file");
    home.run("trace rules/gems").ends(2).says(&["has no `rulebook.yaml`"]);
}

/// A failing scenario proves nothing. An unreadable scenario is reported, here and by `mutate`.
#[test]
fn scenarios_that_fail_prove_nothing() {
    let home = home();
    let file = "rules/gems/scenarios/play.yaml";
    let cases = home.read(file);
    home.write(file, cases.replacen("\"score[anna]\": 5", "\"score[anna]\": 6", 1));
    let run = home.run("trace rules/gems --games 5").ends(0);
    run.says(&[
        "1 scenario that fails proves nothing; run `tavola test rules/gems`",
        "GM-6  Take gems.\n    rule, cited by windfall; 0 scenarios; its rules: 0 runs in scenarios, 0.0 a game; not proved, never ran in a game\n",
        "(1 scenario, 10 games)",
    ]);
    home.write(file, cases + "- nam: x\n");
    for verb in ["trace rules/gems --games 5", "mutate rules/gems --sample 1"] {
        home.run(verb).ends(1).says(&["rules/gems/scenarios/play.yaml:", "error[E11", "in gems"]);
    }
}

/// Results of `mutate` are shown beside their clauses, and marked as outdated if the rules have changed.
#[test]
fn mutants_are_shown_beside_their_clauses() {
    let home = home();
    let trace = "trace rules/gems --games 5 --mutants mutants.progress";
    home.run(trace).ends(2).says(&[
        "there is no `mutants.progress`; write it with `tavola mutate rules/gems --progress mutants.progress`",
    ]);
    home.run("mutate rules/gems --progress mutants.progress").ends(0);
    home.run(trace).ends(0).says(&[
        "mutants killed\n",
        "  a mutant survives\n",
        "4 of 6 clauses that state a rule are cited and proved: the rules of 3 have run",
    ]);
    // As many as `mutate` finds in the lines of the clause alone.
    let alone = home.run("mutate rules/gems --only GM-4 --progress mutants.progress --format json").ends(0).json();
    let json = home.run(&format!("{trace} --format json -o trace.html")).ends(0).json();
    let mutants = &json["clauses"][3]["mutants"];
    let all = alone["killed"].as_u64().zip(alone["survived"].as_u64()).map(|(killed, survived)| killed + survived);
    assert_eq!((&mutants["killed"], mutants["all"].as_u64()), (&alone["killed"], all));
    assert!(all > Some(2) && home.read("trace.html").contains(" mutants killed"), "{mutants}");
    home.run("mutate rules/gems --only GM-4 --progress part.progress").ends(0);
    let part = home.run(&trace.replace("mutants.progress", "part.progress")).ends(0);
    let run =
        part.out.lines().find(|line| line.starts_with("only ") && line.contains(" mutants were run")).expect("a line");
    assert!(!home.run(trace).out.contains(" mutants were run"), "{run}");
    home.write("rules/gems/gems.tavola", format!("{}# Later.\n", home.read("rules/gems/gems.tavola")));
    home.run(trace)
        .ends(2)
        .says(&["`mutants.progress` belongs to another run: since then, this has changed: the text of the rules;"]);
}

/// Ctrl-C reports the results so far and that they are incomplete. Rules that have not run yet are not judged.
#[cfg(unix)]
#[test]
fn a_stopped_trace_says_so() {
    let home = home();
    let stopped = |more: &str| {
        let args = format!("trace rules/gems --games 90000000 --jobs 1 {more}");
        let output = super::terminal::interrupted_under_way(&home, &args);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (text(&output.stdout), text(&output.stderr))
    };
    let (out, err) = stopped("--threshold 100 -o trace.html");
    assert!(out.contains(" (2 scenarios, stopped after ") && out.contains(" of 180,000,000 games)"), "{out}");
    assert!(!err.contains("of a hundred"), "{err}");
    let page = home.read("trace.html");
    assert!(
        page.contains("stopped after ") && page.contains(" of 180,000,000 games of all numbers of players"),
        "{page}"
    );
    let json: serde_json::Value = serde_json::from_str(&stopped("--format json").0).expect("data");
    assert!(json["planned"] == 180_000_000u64 && json["games"].as_u64() < json["planned"].as_u64());
}

/// Rows of tables with comments between them, definitions, settings and the line that says who wins count as what they are used by.
#[test]
fn what_rules_use_runs_with_them() {
    let rules = GEMS
        .replace("p gains n score\n", "bank(p, n)\n")
        .replace("sum of g.value for g in hand[p] score  [GM-5]", "value_of(p) score")
        .replace("play\n", "define value_of(p in Player) = sum of g.value for g in hand[p]   [GM-5]\n\nplay\n");
    let home = Home::with(&format!(
        "{rules}\nrule bank(p in Player, n: number)\n  decide                       [GM-1]\n    | n   || do              | clause |\n    # Nothing else.\n    | any || p gains n score | GM-4   |\n"
    ));
    let case = "- name: three\n  clauses: [GM-4, GM-6]\n  players: [anna, ben]\n  call: bank(anna, 3)\n  then: { \"score[anna]\": 3, winner: [anna] }\n";
    home.write("rules/gems/scenarios/play.yaml", case);
    home.run("trace rules/gems --games 10").ends(0).says(&[
        "GM-2  Take gems.\n    rule, cited by rounds; 0 scenarios; its rules: 0 runs in scenarios, 1.0 a game",
        "GM-4  Take gems.\n    rule, cited by score, play, bank; 1 scenario; its rules: 1 run in scenarios, ",
        "GM-5  Take gems.\n    rule, cited by value_of; 0 scenarios; its rules: 0 runs in scenarios, 1.0 a game",
        "GM-6  Take gems.\n    rule, cited by winner; 1 scenario; its rules: 1 run in scenarios, 1.0 a game",
    ]);
}

/// Only clauses that lack something, also those that state no rule, but no hints; `check` names few.
#[test]
fn clauses_that_lack_something_are_listed() {
    let home = home();
    let book = home.read("rules/gems/rulebook.yaml");
    let book = book.replace(
        "id: GM-5, section: Play, text: Take gems., kind: rule",
        "id: GM-5, section: Play, text: Five., kind: data",
    );
    let hint = "  - { id: GM-7, section: Play, text: Be quick., kind: hint }\n";
    home.write("rules/gems/rulebook.yaml", book + hint);
    let run = home.run("trace rules/gems --games 5 --only unproved").ends(0);
    assert!(run.out.starts_with("GM-5  Five.\n    data, cited by nothing; 0 scenarios\n\nGems: "), "{}", run.out);
    // The totals count what is listed.
    run.says(&["   0  not proved, and 1 that state no rule\n"]);
    let json = home.run("trace rules/gems --games 5 --only once,unrun --format json").ends(0).json();
    let ids: Vec<&str> =
        json["clauses"].as_array().expect("clauses").iter().filter_map(|row| row["id"].as_str()).collect();
    assert_eq!(ids, ["GM-2", "GM-6"]);
    home.run("trace rules/gems --games 5")
        .ends(0)
        .says(&["GM-7  Be quick.\n    hint, cited by nothing; 0 scenarios\n"]);
    home.run("check rules/gems").ends(0).says(&["7 clauses (5 state a rule, 1 is a hint): 5 cited"]);
    home.run("trace rules/gems --only other").ends(2).says(&["uncited, unproved"]);
    home.run("check rules/gems")
        .ends(0)
        .says(&["5 cited by rules (not needed for data or definitions: GM-5), 5 named by scenarios (not needed for data or definitions: GM-5)"]);
}
