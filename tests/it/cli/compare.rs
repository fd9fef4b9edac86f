//! `tavola compare`: two games side by side.

use super::{GEMS, Home};

#[test]
fn games_with_different_settings_differ() {
    let home = Home::new();
    let args = "compare rules/gems --players 2 --seed 1 --set rounds=6";
    let run = home.run(args).ends(0);
    run.says(&[
        "Gems, 2 players",
        "before: rules/gems; random players; rules ",
        "after: rules/gems, rounds=6; random players; rules ",
        "a game asks 12.0 questions more (",
        "threshold 0.24",
        "other differences",
        "score at the end",
        "intervals have a joint confidence of 95%",
    ]);
    let json = home.run(&format!("{args} --format json --jobs 2 --games 500")).ends(0).json();
    assert_eq!(json["version"], 2);
    let one = &json["comparisons"][0];
    assert_eq!((&one["players"], &one["pairs"], &one["stop_reason"]), (&2.into(), &500.into(), &"played".into()));
    let figures = one["figures"].as_array().expect("figures");
    let questions = figures.iter().find(|figure| figure["figure"] == "questions").expect("questions");
    assert_eq!((&questions["before"], &questions["after"]), (&12.0.into(), &24.0.into()));
    assert_eq!((&questions["verdict"], &questions["decides"]), (&"more".into(), &true.into()));
    assert!(figures.iter().any(|figure| figure["figure"] == "wins" && figure["of"] == "anna"));
    assert_eq!(one["after"]["lengths"]["24"], 500);
}

#[test]
fn a_game_does_not_differ_from_itself() {
    let home = Home::new();
    let run = home.run("compare rules/gems rules/gems --players 3 --seed 1").ends(0);
    let run = run.says(&["settled", "no relevant difference: anna wins, ben wins, chris wins, "]);
    assert!(!run.out.contains("other differences"), "{}", run.out);
    let says = ["the two games of a pair had the same figures in 20 of 20 pairs"];
    home.run("compare rules/gems rules/gems --players 3 --seed 1 --games 20").ends(0).says(&says);
    let json =
        home.run("compare rules/gems --players 2 --seed 1 --games 20 --set rounds=6 --format json").ends(0).json();
    assert_eq!(json["comparisons"][0]["pairs_alike"], 0);
    let other = home.run("compare rules/gems --players 2 --seed 1 --games 20 --set rounds=6").ends(0);
    assert!(!other.out.contains("the same figures"), "{}", other.out);
}

/// The second side gives the first player a hundred points. Wins are grouped by seat and by an expression.
#[test]
fn wins_are_compared_by_an_expression() {
    let home = Home::new();
    let given = GEMS.replace("play\n", "play\n  seat(1) gains 100 score\n");
    home.write("edited/gems/gems.tavola", given);
    let by = |expr: &str, when: &str| {
        let words = ["compare", "rules/gems", "edited/gems", "--players", "2", "--seed", "1", "--games", "500"];
        let words = [&words[..], &["--matters", "1", "--format", "json", "--by", expr, "--when", when]].concat();
        let json = home.run_words(&words).ends(0).json();
        let one = json["comparisons"][0].clone();
        assert_eq!((&one["by"]["expression"], &one["by"]["when"]), (&expr.into(), &when.into()));
        let figures = one["figures"].as_array().expect("figures").clone();
        let own = figures.into_iter().filter(|figure| figure["figure"] == "by");
        let own = own.map(|f| {
            let rate = |name: &str| (f[name].as_f64().expect("a number") * 100.0).round() as i64;
            (f["of"].as_str().expect("a name").to_owned(), rate("before"), rate("after"), f["verdict"].clone())
        });
        own.collect::<Vec<_>>()
    };
    let seats = by("player.seat", "setup");
    assert_eq!((seats.len(), seats[0].0.as_str(), seats[1].0.as_str()), (2, "player.seat is 1", "player.seat is 2"));
    assert!(seats[0].2 == 100 && (35..65).contains(&seats[0].1) && seats[0].3 == "more", "{seats:?}");
    assert!(seats[1].2 == 0 && seats[1].1 == 100 - seats[0].1 && seats[1].3 == "less", "{seats:?}");
    // On the first side, nobody has fifty points, so that group has nothing to compare. Of the two players with less, one wins. On the
    // second side, the only player with less loses.
    assert_eq!(by("score[player] > 50", "end"), [("score[player] > 50 is no".into(), 50, 0, "less".into())]);
    let words = ["compare", "rules/gems", "--players", "2", "--seed", "1", "--games", "200", "--by", "player.seat"];
    home.run_words(&words)
        .ends(0)
        .says(&["wins by player.seat, at the first question to a player", "a player with player.seat is 1 wins"]);
    let words = ["compare", "rules/gems", "--players", "2", "--by", "scor[player]"];
    home.run_words(&words).ends(2).says(&["expression:1:1", "did you mean `score`?"]);
    home.run("compare rules/gems --when end").ends(2).says(&["--by"]);
}

/// A bot that takes the most wins more often in every seat, and equally often in each.
#[test]
fn rotating_bots_are_compared_across_seats() {
    let more = "      p chooses more in 1..9 \"And more?\"\n      p gains n + more score\n";
    let home = Home::with(&GEMS.replace("      p gains n score\n", more));
    let args = "compare rules/gems --players 2 --seed 1 --games 300 --base-bots random --bots 1=greedy";
    let of = |args: &str, figure: &str, name: &str| {
        let json = home.run(&format!("{args} --format json")).ends(0).json();
        let figures = json["comparisons"][0]["figures"].as_array().expect("figures").clone();
        let own = figures.into_iter().find(|f| f["figure"] == figure && f["of"] == name);
        own.map(|f| [&f["before"], &f["after"]].map(|rate| rate.as_f64().expect("a number")))
    };
    let moving = format!("{args} --rotate");
    let [before, after] = of(&moving, "bots", "greedy in place of random").expect("it is reported");
    assert!((0.4..0.6).contains(&before) && after > 0.8, "{before} {after}");
    let [before, after] = of(&moving, "bots", "random").expect("it is reported");
    assert!((0.4..0.6).contains(&before) && after < 0.2, "{before} {after}");
    let [_, after] = of(&moving, "wins", "anna").expect("a seat");
    assert!((0.4..0.6).contains(&after), "{after}");
    let [_, after] = of(args, "wins", "anna").expect("a seat");
    assert!(after > 0.8 && of(args, "bots", "random").is_none(), "{after}");
    home.run(&moving).ends(0).says(&[
        "players rotate by one seat after each game",
        "greedy in place of random wins ",
        " percentage points more often",
    ]);
    let alike = format!("{} --rotate", args.replace(" --bots 1=greedy", ""));
    assert!(of(&alike, "bots", "random").is_none(), "there is one sort of them");
}

#[test]
fn pages_are_self_contained() {
    let home = Home::new();
    let args = "compare rules/gems --seed 1 --set rounds=4 --games 100 --format";
    let html = home.run(&format!("{args} html")).ends(0).out;
    assert!(html.starts_with("<!DOCTYPE html>") && html.matches("<svg").count() == 4, "{html}");
    // The page loads nothing: the only addresses are names of XML namespaces.
    assert_eq!(html.matches("http").count(), html.matches("http://www.w3.org/2000/svg").count());
    let markdown = home.run(&format!("{args} markdown")).ends(0);
    markdown.says(&["## Gems, 2 players", "## Gems, 3 players", "| questions of a game | 12.0 | 16.0 | +4.0 | "]);
}

/// Gems with two rulings: one has no effect, one doubles the number of rounds.
fn ruled() -> Home {
    let rulings = "rulings\n  | name | answer | instead of | question | clause |\n  \
         | aloud | yes | no | \"Are gems counted aloud?\" | GM-5 |\n  \
         | long | no | yes | \"Is it played twice?\" | GM-6 |\n\nkind Gem";
    let rules = GEMS.replacen("kind Gem", rulings, 1).replacen("repeat rounds times", "repeat laps times", 1);
    Home::with(&rules.replacen("play\n", "define laps = if long then rounds * 2 else rounds\n\nplay\n", 1))
}

/// The ruling that doubles the rounds comes before the one without an effect.
#[test]
fn rulings_are_ranked_by_their_effect() {
    let home = ruled();
    let run = home.run("compare rules/gems --rulings --players 2 --seed 1 --games 1000").ends(0);
    let place = |name: &str| run.out.find(name).unwrap_or_else(|| panic!("{name}: {}", run.out));
    assert!(place("long ") < place("aloud "), "{}", run.out);
    run.says(&["a game asks 12.0 questions more", "no difference seen"]);
    let page = home.run("compare rules/gems --rulings --players 2 --seed 1 --games 1000 --format markdown").ends(0);
    page.says(&["| long | Is it played twice? | no | yes | "]);
    let page = home.run("compare rules/gems --rulings --players 2 --seed 1 --games 50 --format html").ends(0).out;
    assert!(page.contains("<td>Is it played twice?</td>") && page.matches("<svg").count() == 3, "{page}");
    // A significant difference that is below `--matters`.
    let rules = home.read("rules/gems/gems.tavola").replace("rounds * 2", "rounds + 1");
    home.write("rules/gems/gems.tavola", rules);
    let run = home.run("compare rules/gems --rulings --players 2 --seed 1 --games 300 --matters 50").ends(0);
    run.says(&["questions of a game: no relevant difference (+3.9 to +4.1; threshold 6.0)"]);
    let json = home.run("compare rules/gems --rulings --seed 1 --games 100 --format json").ends(0).json();
    assert_eq!(json["comparisons"].as_array().map(Vec::len), Some(4));
    assert_eq!(json["comparisons"][0]["ruling"]["name"], "long");
}

/// Ctrl-C reports how many rulings were compared, and which comparison is incomplete.
#[cfg(unix)]
#[test]
fn an_interrupted_comparison_of_rulings_is_reported() {
    let home = ruled();
    let long = "compare rules/gems --rulings --players 2 --seed 1 --games 90000000 --matters 0.001";
    let output = super::terminal::interrupted_under_way(&home, long);
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(err.contains("stopped: 0 of 2 other answers compared"), "{err}");
    assert!(out.contains("aloud ") && out.contains(", stopped  ") && !out.contains("long "), "{out}");
}

/// A comparison of a game with itself gets a notice.
#[test]
fn equal_sides_get_a_notice() {
    let home = Home::new();
    home.run("compare rules/gems --players 2 --seed 1 --games 5").ends(0).says(&["both sides are the same"]);
    home.run("compare rules/gems --players 2 --seed 1 --games 5 --set rounds=3")
        .ends(0)
        .says(&["both sides are the same"]);
    home.write("edited/gems/gems.tavola", home.read("rules/gems/gems.tavola"));
    let args = "compare rules/gems edited/gems --players 2 --seed 1 --games 5 --set rounds=4";
    home.run(&format!("{args} --base-set rounds=4")).ends(0).says(&["both sides are the same"]);
    assert!(!home.run(args).ends(0).err.contains("the same"));
    assert!(!home.run("compare rules/gems --games 5 --base-bots greedy").ends(0).err.contains("the same"));
}

#[test]
fn wrong_uses_are_refused() {
    let home = Home::new();
    let says = |args: &str, what: &str| {
        let run = home.run(&format!("compare {args}")).ends(2);
        assert!(run.err.contains(what), "{args}: {}", run.err);
    };
    says("rules/gems --matters 0", "a number above 0");
    says("rules/gems --matters some", "a number above 0");
    says("rules/gems --games 0", "write a whole number of at least 1");
    says("rules/gems --games -1", "write a whole number of at least 1");
    says("rules/gems --players 9", "`gems` is for 2 to 3 players, not for 9");
    says("rules/gems --rulings", "`gems` has no rulings with a setting");
    says("rules/gems --rulings --base-set rounds=1", "cannot be used with");
    says("rules/gems --base-set rounds=99", "rounds");
    says("rules/gems --variant night", "night");
    says("rules/gems --bots eva=random", "there is no seat `eva`");
    home.write("other/other.tavola", GEMS.replace("game gems", "game other"));
    says("rules/gems other", "rules of two games, `gems` and `other`");
    home.write("four/gems/gems.tavola", GEMS.replace("for 2..3 players", "for 4 players"));
    says("rules/gems four/gems", "no number of players in common");
    says("rules/gems four/gems --players 3", "is for 4 players, not for 3");
}

/// A fault is reported with its place, and the exit code is 1.
#[test]
fn a_fault_is_reported() {
    let home = Home::new();
    let broken = GEMS.replace("p gains n score", "p gains 0 - 1 score");
    home.write("edited/gems/gems.tavola", broken);
    let run = home.run("compare rules/gems edited/gems --players 2 --seed 1").ends(1);
    run.says(&["ended by faults", "fault after, game 0: "]);
}

/// Anna wins more often with the second rules.
fn favoured() -> Home {
    let home = Home::new();
    let more = "+ (if p is seat(1) and count of hand[p] > 2 and ruby at hand[p] > 0 then 2 else 0)";
    home.write("edited/gems.tavola", GEMS.replace("most score[p]", &format!("most score[p] {more}")));
    home
}

#[test]
fn a_verdict_in_plain_words() {
    let home = favoured();
    let said = |sides: &str, games: u32, matters: &str, says: &[&str]| {
        home.run(&format!("compare {sides} --players 2 --seed 1 --games {games} --matters {matters}"))
            .ends(0)
            .says(says);
    };
    let above = "threshold 0.0200)\n";
    let more = |who: &str| format!("{who} wins 10.8 percentage points more often (1.8 to 19.7; {above}");
    let less = |who: &str| format!("{who} wins 10.8 percentage points less often (1.8 to 19.7; {above}");
    let open = "several win together: open (-12.6 to +7.6; threshold 0.0200)\n";
    said("rules/gems edited", 200, "0.02", &[&more("anna"), &less("ben"), open]);
    said("edited rules/gems", 200, "0.02", &[&less("anna"), &more("ben")]);
    let open = "anna wins 10.8 percentage points more often (1.8 to 19.7; threshold 9.0: open)\n";
    let units = "threshold: 9 percentage points, or 9% of the value before\n";
    said("rules/gems edited", 200, "9", &[open, "differs; relevance open", units]);
    let args = "compare rules/gems edited --players 2 --seed 1 --games 200 --matters 9 --format json";
    let json = home.run(args).ends(0).json();
    assert_eq!(json["comparisons"][0]["figures"][0]["verdict"], "differs", "{json}");
    assert_eq!(json["comparisons"][0]["before"]["bots"][0], "random", "{json}");
    said("rules/gems edited", 30, "0.0001", &["anna wins: open (-36.1 to +76.1; threshold 0.0001)"]);
    said("rules/gems edited", 30, "99", &["no relevant difference: anna wins, ben wins, ", "  -36.1 to +76.1  "]);
    home.write("long/gems.tavola", GEMS.replace("| rounds | 3 ", "| rounds | 5 "));
    let fewer = "a game asks 8.0 questions fewer (7.9 to 8.1; threshold 0.40)\n";
    said("long rules/gems", 100, "2", &[fewer]);
}

const RARE: &str = r#"game rare "Rare" for 2 players

track fame[Player] 0..

play
  chance a in 1..40 "What?"
  chance b in 1..40 "What else?"
  if a is 0 and b is 1: seat(2) gains 9 fame
  seat(1) gains 1 fame

winner p in Player by most fame[p]
"#;

/// In one of 2,100 games Anna does not win with the second rules. Rounded, the difference is zero, and zero has no sign.
#[test]
fn zero_has_no_sign() {
    let home = Home::new();
    home.write("rare/rare.tavola", RARE);
    home.write("other/rare.tavola", RARE.replace("a is 0", "a is 3"));
    let args = "compare rare other --seed 1 --games 2100 --matters 3";
    let run = home.run(args).ends(0);
    let wins = run.out.lines().find(|line| line.starts_with("  anna wins ")).expect("a row").to_owned();
    assert!(wins.contains("  100.0%         0.0  -0.5 to +0.4  ") && wins.contains("100.0%"), "{wins}");
    let json = home.run(&format!("{args} --format json")).ends(0).json();
    let difference = json["comparisons"][0]["figures"][0]["difference"].as_f64().expect("a number");
    assert!(difference < 0.0 && difference > -0.0005, "{difference}");
}

/// Files of a commit lie in a temporary folder, also while git is still writing them.
#[test]
#[cfg(unix)]
fn ctrl_c_leaves_no_files_of_a_commit() {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;
    use std::process::Stdio;

    use crate::waiting::until;

    let home = Home::new();
    // This git answers all questions, and waits as long as its caller lives before it writes files.
    let wait = "touch begun; while kill -0 $PPID; do sleep 0.1; done";
    home.write("bin/git", format!("#!/bin/sh\ncase \"$*\" in *checkout-index*) {wait};; *) echo 1;; esac\n"));
    fs::set_permissions(home.path("bin/git"), fs::Permissions::from_mode(0o755)).expect("a program");
    fs::create_dir(home.path("tmp")).expect("a folder");
    let mut command = super::command("impact rules/gems@HEAD rules/gems rules");
    let path = format!("{}:{}", home.path("bin").display(), std::env::var("PATH").unwrap_or_default());
    command.current_dir(home.path("")).env("PATH", path).env("TMPDIR", home.path("tmp"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("the program starts");
    let inside = |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let begun = || inside(&home.path("tmp")).any(|files| files.join("gems/begun").exists());
    until("git is started", begun);
    super::ended_by_ctrl_c(child);
    assert_eq!(inside(&home.path("tmp")).count(), 0);
}
