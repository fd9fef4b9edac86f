//! `tavola compare`: two games side by side.

use super::{GEMS, Home};

#[test]
fn a_setting_that_is_turned() {
    let home = Home::new();
    let args = "compare rules/gems --players 2 --seed 1 --set rounds=6";
    let run = home.run(args).ends(0);
    run.says(&[
        "Gems, 2 players",
        "before: rules/gems; random players; rules ",
        "after: rules/gems, rounds=6; random players; rules ",
        "a game asks 12.0 questions more (",
        "that is above your 0.24",
        "what differs besides",
        "score at the end",
        "all intervals hold together with 95%",
    ]);
    let json = home.run(&format!("{args} --format json --jobs 2 --games 500")).ends(0).json();
    assert_eq!(json["version"], 1);
    let one = &json["comparisons"][0];
    assert_eq!((&one["players"], &one["pairs"], &one["end"]), (&2.into(), &500.into(), &"played".into()));
    let figures = one["figures"].as_array().expect("figures");
    let questions = figures.iter().find(|figure| figure["figure"] == "questions").expect("questions");
    assert_eq!((&questions["before"], &questions["after"]), (&12.0.into(), &24.0.into()));
    assert_eq!((&questions["verdict"], &questions["decides"]), (&"more".into(), &true.into()));
    assert!(figures.iter().any(|figure| figure["figure"] == "wins" && figure["of"] == "anna"));
    assert_eq!(one["after"]["lengths"]["24"], 500);
}

#[test]
fn a_game_and_itself() {
    let home = Home::new();
    let run = home.run("compare rules/gems rules/gems --players 3 --seed 1").ends(0);
    let run = run.says(&["enough is known", "no difference that matters: anna wins, ben wins, chris wins, "]);
    assert!(!run.out.contains("what differs besides"), "{}", run.out);
}

#[test]
fn pages_stand_by_themselves() {
    let home = Home::new();
    let args = "compare rules/gems --seed 1 --set rounds=4 --games 100 --format";
    let html = home.run(&format!("{args} html")).ends(0).out;
    assert!(html.starts_with("<!DOCTYPE html>") && html.matches("<svg").count() == 4, "{html}");
    // Nothing is fetched: the only addresses are the names of the standard.
    assert_eq!(html.matches("http").count(), html.matches("http://www.w3.org/2000/svg").count());
    let markdown = home.run(&format!("{args} markdown")).ends(0);
    markdown.says(&["## Gems, 2 players", "## Gems, 3 players", "| questions of a game | 12.0 | 16.0 | +4.0 | "]);
}

/// The ruling that brings the game twice as many rounds stands before the one that changes nothing.
#[test]
fn rulings_by_what_they_change() {
    let rulings = "rulings\n  | name | answer | instead of | question | clause |\n  \
         | aloud | yes | no | \"Are gems counted aloud?\" | GM-5 |\n  \
         | long | no | yes | \"Is it played twice?\" | GM-6 |\n\nkind Gem";
    let rules = GEMS.replacen("kind Gem", rulings, 1).replacen("repeat rounds times", "repeat laps times", 1);
    let rules = rules.replacen("play\n", "define laps = if long then rounds * 2 else rounds\n\nplay\n", 1);
    let home = Home::with(&rules);
    let run = home.run("compare rules/gems --rulings --players 2 --seed 1 --games 1000").ends(0);
    let place = |name: &str| run.out.find(name).unwrap_or_else(|| panic!("{name}: {}", run.out));
    assert!(place("long ") < place("aloud "), "{}", run.out);
    run.says(&["a game asks 12.0 questions more", "nothing that was seen"]);
    let page = home.run("compare rules/gems --rulings --players 2 --seed 1 --games 1000 --format markdown").ends(0);
    page.says(&["| long | Is it played twice? | no | yes | "]);
    let json = home.run("compare rules/gems --rulings --seed 1 --games 100 --format json").ends(0).json();
    assert_eq!(json["comparisons"].as_array().map(Vec::len), Some(4));
    assert_eq!(json["comparisons"][0]["ruling"]["name"], "long");
}

#[test]
fn wrong_uses_are_told() {
    let home = Home::new();
    let says = |args: &str, what: &str| {
        let run = home.run(&format!("compare {args}")).ends(2);
        assert!(run.err.contains(what), "{args}: {}", run.err);
    };
    says("rules/gems --matters 0", "a number above 0");
    says("rules/gems --matters some", "a number above 0");
    says("rules/gems --games 0", "0 is not in 1..");
    says("rules/gems --players 9", "`gems` is for 2 to 3 players, not for 9");
    says("rules/gems --rulings", "`gems` has no rulings that can be turned");
    says("rules/gems --rulings --base-set rounds=1", "cannot be used with");
    says("rules/gems --base-set rounds=99", "rounds");
    says("rules/gems --variant night", "night");
    says("rules/gems --bots eva=random", "nobody is called `eva`");
    home.write("four/gems/gems.tavola", GEMS.replace("for 2..3 players", "for 4 players"));
    says("rules/gems four/gems", "no number of players in common");
    says("rules/gems four/gems --players 3", "is for 4 players, not for 3");
}

/// A game that faults is told with its place, and the verb ends with 1.
#[test]
fn a_fault_is_told() {
    let home = Home::new();
    let broken = GEMS.replace("p gains n score", "p gains 0 - 1 score");
    home.write("edited/gems/gems.tavola", broken);
    let run = home.run("compare rules/gems edited/gems --players 2 --seed 1").ends(1);
    run.says(&["ended by faults", "fault after, game 0: "]);
}
