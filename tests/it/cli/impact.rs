//! `tavola impact`: the effect of changed rules on recorded games.

use super::{GEMS, Home, Run};

/// Two finished games of gems by the old rules, and changed rules.
fn changed(from: &str, to: &str) -> Home {
    let home = Home::new();
    std::fs::create_dir(home.path("games")).expect("a folder");
    for seed in [1, 2] {
        home.run(&format!("play rules/gems --human none --players 2 --seed {seed} --record games/{seed}.yaml")).ends(0);
    }
    let rules = GEMS.replace(from, to);
    assert_ne!(rules, GEMS);
    home.write("edited/gems/gems.tavola", rules);
    home
}

fn impact(home: &Home, args: &str) -> Run {
    home.run(&format!("impact rules/gems {args}"))
}

#[test]
fn a_comment_changes_nothing() {
    let home = changed("# A game for tests.", "# The same game.");
    impact(&home, "edited/gems games").ends(0).says(&["2 recorded games\n", "2  nothing changes"]);
}

/// All answers stay legal, but the score differs: the first line that differs is named.
#[test]
fn the_same_answers_may_have_another_result() {
    let home = changed("p gains n score", "p gains n + 1 score");
    let run = impact(&home, "edited/gems games").ends(1);
    let run = run.says(&[
        "2  another result of the same answers",
        "first difference of 2 games at `play`",
        "edited/gems/gems.tavola:",
        "score[anna] is ",
    ]);
    let json = impact(&home, "edited/gems games/1.yaml --format json --jobs 1").ends(1).json();
    assert_eq!(json["games"]["result"], 1);
    assert!(json["rules_before"].is_string() && json["rules_before"] != json["rules_after"], "{json}");
    let one = &json["records"][0];
    assert_eq!((&one["replayed"], &one["change"]), (&one["answers"], &"result".into()));
    // A card, the amount, and whether that is all: after these three the score differs.
    assert_eq!(one["first"]["answer"], 4);
    let given = one["first"]["recorded_answer"].as_str().expect("an answer");
    let record = home.read("games/1.yaml");
    let fourth = record.split_once("answers:\n").and_then(|(_, answers)| answers.lines().nth(3));
    assert_eq!(fourth, Some(format!("- {given}").as_str()), "{record}");
    run.says(&[&format!("games/1.yaml, answer 4 of {} (`{given}`): score[anna] is ", one["answers"])]);
}

/// The report says in how many games other players win. A terminal lists some games at a rule, Markdown all.
#[test]
fn other_winners_are_counted() {
    let home = changed("by most score[p]", "by least score[p]");
    for seed in 3..=12 {
        home.run(&format!("play rules/gems --human none --players 2 --seed {seed} --record games/{seed}.yaml")).ends(0);
    }
    let json = impact(&home, "edited/gems games --format json").ends(1).json();
    let records = json["records"].as_array().expect("records");
    let others = records.iter().filter(|one| one["other_winners"] == true).count();
    assert!(others > 9, "{json}");
    let counted = format!("12  another result of the same answers; other winners in {others} games\n");
    let run = impact(&home, "edited/gems games").ends(1);
    run.says(&[&counted, "; other players win\n", "  .. and 2 more (`--format markdown` lists all)"]);
    let page = impact(&home, "edited/gems games --format markdown").ends(1).out;
    assert!(page.contains("## 12 recorded games\n\n|  |  |\n|---|---|\n| 12 | another result"), "{page}");
    assert_eq!(page.matches("\n- games/").count(), 12, "{page}");
}

/// The changed rule is named, not the rule that asked last.
#[test]
fn the_changed_rule_is_named() {
    let apart = GEMS.replace("      p gains n score\n", "      earn(p, n)\n");
    let rules = format!("{apart}\nrule earn(p in Player, n: number)   [GM-5]\n  p gains n score\n");
    let home = Home::with(&rules);
    home.run("play rules/gems --human none --players 2 --seed 1 --record 1.yaml").ends(0);
    home.write("edited/gems/gems.tavola", rules.replace("p gains n score\n", "p gains 2 * n score\n"));
    impact(&home, "edited/gems 1.yaml")
        .ends(1)
        .says(&["first difference of 1 game at `earn` edited/gems/gems.tavola:35:", "[GM-5]"]);
    // A rule that only moved is not named.
    let both =
        rules.replace("p gains n score\n", "p gains n score\n  say \"so many\"\n").replace("n in 1..3", "n in 1..4");
    home.write("edited/gems/gems.tavola", both);
    let json = impact(&home, "edited/gems 1.yaml --format json").ends(1).json();
    let first = &json["records"][0]["first"];
    assert_eq!((&first["rule"], &first["clauses"][0]), (&"play".into(), &"GM-4".into()), "{first}");
}

/// For a changed setting, the rule that reads it is named, even if it reads it in a define.
#[test]
fn the_rule_that_reads_a_setting_is_named() {
    let apart = GEMS.replace("      p gains n score\n", "      earn(p, n)\n").replace(
        "\"rounds in a game\" | GM-2    |",
        "\"rounds in a game\" | GM-2    |\n  | bonus  | 1     | 1..3  | \"for each gem\"     | GM-2    |",
    );
    let rules = format!(
        "{apart}\nrule earn(p in Player, n: number)   [GM-5]\n  p gains earned(n) score\n\ndefine earned(n: number) = bonus * n\n"
    );
    let home = Home::with(&rules);
    home.run("play rules/gems --human none --players 2 --seed 1 --record 1.yaml").ends(0);
    home.write("edited/gems/gems.tavola", rules.replace("| bonus  | 1 ", "| bonus  | 2 "));
    impact(&home, "edited/gems 1.yaml")
        .ends(1)
        .says(&["first difference of 1 game at `earn` edited/gems/gems.tavola:36:", "[GM-5]"]);
    impact(&home, "rules/gems 1.yaml --set bonus=2")
        .ends(1)
        .says(&["first difference of 1 game at `earn` rules/gems/gems.tavola:36:"]);
}

/// A difference at the end says after how many answers.
#[test]
fn a_difference_at_the_end_has_a_number_of_answers() {
    let home = changed("p gains sum of g.value for g in hand[p] score", "p gains 100 score");
    let run = impact(&home, "edited/gems games/1.yaml").ends(1);
    let json = impact(&home, "edited/gems games/1.yaml --format json").ends(1).json();
    run.says(&[&format!("games/1.yaml, at the end of the game (after {} answers): ", json["records"][0]["answers"])]);
}

#[test]
fn who_is_asked_is_compared_with_before() {
    let home = changed("| rounds | 3 ", "| rounds | 1 ");
    impact(&home, "edited/gems games").ends(1).says(&["the game is over; before, chance was asked"]);
    let back = home.run("impact rules/gems rules/gems games/1.yaml --set rounds=4").ends(1);
    back.says(&["chance is asked; before, the game was over"]);
}

#[test]
fn new_options_are_reported() {
    let home = changed("n in 1..3 \"How much?\"", "n in 1..4 \"How much?\"");
    let run = impact(&home, "edited/gems games").ends(1);
    run.says(&["2  other options, the same result", "answer 2 of", "now offered: 4", "[GM-4]"]);
}

#[test]
fn illegal_answers_are_reported() {
    let home = changed("n in 1..3 \"How much?\"", "n in 4..5 \"How much?\"");
    let json = impact(&home, "edited/gems games --format json").ends(1).json();
    assert_eq!(json["games"]["stopped"], 2);
    assert_eq!(json["records"][0]["replayed"], 1);
    assert!(json["records"][0]["stopped"].as_str().is_some_and(|why| why.contains("is no longer possible")));
}

#[test]
fn a_changed_setting_has_an_impact() {
    let home = changed("3     | 1..9", "4     | 1..9");
    let by_setting = impact(&home, "rules/gems games --set rounds=4 --format json").ends(1).json();
    let by_edit = impact(&home, "edited/gems games --format json").ends(1).json();
    for at in 0..2 {
        let (one, other) = (&by_setting["records"][at], &by_edit["records"][at]);
        assert_eq!((&one["change"], &one["first"]["answer"]), (&other["change"], &other["first"]["answer"]));
        // The game now continues where it was over.
        assert_eq!(one["change"], "result");
    }
}

/// One invalid file among a thousand records must not stop the run.
#[test]
fn an_invalid_record_does_not_stop_the_others() {
    let home = changed("# A game for tests.", "# The same game.");
    let record = home.read("games/1.yaml");
    home.write("games/0.yaml", "- a list\n");
    home.write("games/3.yaml", record.replace("game: gems", "game: stones"));
    home.write("games/4.yaml", record.replace("players: [", "variant: night\nplayers: ["));
    home.write("games/5.yaml", record.replace("rules: ", "rules: f"));
    let run = impact(&home, "edited/gems games").ends(1);
    let run = run.says(&[
        "6 recorded games\n",
        "3  nothing changes",
        "3  cannot be replayed under both",
        "recorded with other rules than BEFORE: 1 of 3 games",
    ]);
    let run = run.says(&["games/0.yaml: a record must be a map, found a list (games/0.yaml:1:3)"]);
    run.says(&["games/3.yaml: it is a record of `stones`", "games/4.yaml: ", "night"]);
    let json = impact(&home, "edited/gems games --format json").ends(1).json();
    assert_eq!((&json["complete"], &json["games"]["unplayed"]), (&true.into(), &3.into()));
    impact(&home, "edited/gems games/0.yaml games/3.yaml").ends(2).says(&["it is a record of `stones`"]);
    impact(&home, "edited/gems games --variant night").ends(2).says(&["night"]);
}

#[test]
fn records_of_other_games_are_refused() {
    let home = changed("p gains n score", "p gains n + 1 score");
    home.write("edited/other/other.tavola", GEMS.replace("game gems", "game other"));
    impact(&home, "edited/other games").ends(2).says(&["rules of two games, `gems` and `other`"]);
    impact(&home, "edited/gems nowhere").ends(2).says(&["error: there is no `nowhere`"]);
    impact(&home, "edited/gems games nowhere").ends(2).says(&["error: there is no `nowhere`"]);
    home.write("empty/README", "");
    impact(&home, "edited/gems empty").ends(2).says(&["contains no records"]);
    let records: Vec<String> =
        (1..=4).map(|jobs| impact(&home, &format!("edited/gems games --jobs {jobs}")).out).collect();
    assert!(records.windows(2).all(|pair| pair[0] == pair[1]), "the same on any number of threads");
}

/// A game that is named both directly and by its folder counts once.
#[test]
fn a_record_counts_once() {
    let home = changed("p gains n score", "p gains n + 1 score");
    let once = impact(&home, "edited/gems games").out;
    let name = std::fs::read_dir(home.path("games")).expect("records").flatten().next().expect("a record").file_name();
    let name = name.to_string_lossy().into_owned();
    assert_eq!(impact(&home, &format!("edited/gems games games/{name} ./games")).out, once);
}

/// The ranking is the same, and no track differs: only what `winner` counts, which a `define` computes.
#[test]
fn what_the_winner_line_counts_is_compared() {
    let rules = GEMS.replace("  each p in Player: p gains sum of g.value for g in hand[p] score  [GM-5]\n", "").replace(
        "winner p in Player by most score[p]                                [GM-6]",
        "define points(p in Player) = 2 * score[p]                          [GM-5]\n\nwinner p in Player by most points(p)   [GM-6]",
    );
    let home = Home::with(&rules);
    home.run("play rules/gems --human none --players 2 --seed 1 --record 1.yaml").ends(0);
    home.write("edited/gems/gems.tavola", rules.replace("2 * score[p]", "3 * score[p]"));
    let run = impact(&home, "edited/gems 1.yaml").ends(1);
    run.says(&[
        "1  another result of the same answers",
        "first difference of 1 game at `points` edited/gems/gems.tavola:32:",
        "[GM-5]",
        "at the end of the game",
        "points of anna is ",
    ]);
    // The line itself is named, where it is what changed.
    home.write("edited/gems/gems.tavola", rules.replace("by most points(p)", "by most points(p) + 1"));
    let run = impact(&home, "edited/gems 1.yaml").ends(1);
    run.says(&["first difference of 1 game at `winner` edited/gems/gems.tavola:34:", "[GM-6]"]);
    // So is a payoff.
    let paid = format!("{rules}\npayoff p in Player = score[p] - 6\n");
    home.write("rules/gems/gems.tavola", &paid);
    home.write("edited/gems/gems.tavola", paid.replace("score[p] - 6", "score[p] - 7"));
    home.run("play rules/gems --human none --players 2 --seed 1 --record paid.yaml").ends(0);
    let run = impact(&home, "edited/gems paid.yaml").ends(1);
    run.says(&["first difference of 1 game at `payoff` edited/gems/gems.tavola:36:", "payoff of anna is "]);
    // The least is the best.
    let least = rules.replace("by most points(p)", "by least points(p)");
    home.write("rules/gems/gems.tavola", &least);
    home.run("play rules/gems --human none --players 2 --seed 1 --record least.yaml").ends(0);
    home.write("edited/gems/gems.tavola", least.replace("2 * score[p]", "3 * score[p]"));
    let json = impact(&home, "edited/gems least.yaml --format json").ends(1).json();
    let what = json["records"][0]["first"]["difference"].as_str().expect("a difference").to_owned();
    let numbers: Vec<i64> = what.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
    assert!(numbers.len() >= 2 && numbers[0] * 2 == numbers[1] * 3, "{what}");
}
