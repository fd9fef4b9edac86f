//! `tavola test --variant`: what still holds of a game's scenarios in its variant.

use super::Home;

const SCENARIOS: &str = "\
- name: gems count
  clauses: [GM-5]
  players: [anna, ben]
  set: { rounds: 1 }
  do: [{ chance: ruby }, { anna: 2 }, { anna: \"yes\" }, { chance: opal }, { ben: 3 }, { ben: \"yes\" }]
  then: { \"score[anna]\": 5, \"score[ben]\": 4, winner: [anna] }
- name: three at most
  clauses: [GM-4]
  players: [anna, ben]
  do: [{ chance: ruby }]
  offered: { anna: [1, 2, 3] }
- name: three rounds
  clauses: [GM-2]
  players: [anna, ben]
  then: { rounds: 3, ruby.value: 3 }
";

const NIGHT: &str = "\
# At night gems are worth more, and there are more rounds.
variant night \"At night\" of gems

change settings
  | name   | value |
  | rounds | 5     |

change kind Gem
  | id   | value |
  | ruby | 4     |
  | opal | 2     |
";

fn home(more: &str) -> Home {
    let home = Home::new();
    home.write("rules/gems/variants/night.tavola", NIGHT);
    home.write("rules/gems/scenarios/play.yaml", format!("{SCENARIOS}{more}"));
    home
}

/// What differs says because of which change, each by itself; where it takes several changes back, of none.
#[test]
fn scenarios_hold_or_differ() {
    let run = home("").run("test rules/gems --variant night").ends(1);
    let says = [
        "gems under night: 1 scenario as in the game, 0 adapted, 2 unlike it\n1 passed, 2 failed",
        "FAILED gems: gems count",
        "again: tavola test rules/gems \"gems count\" --variant night",
        "if that is right, say so by a scenario with `variant: night` and `instead: three rounds`",
    ];
    let run = run.says(&says);
    assert!(!run.out.contains("because of"), "both rounds and rubies, rubies and opals differ: {}", run.out);

    let home = home("");
    home.write("rules/gems/variants/night.tavola", NIGHT.replace("| opal | 2     |\n", ""));
    home.write("rules/gems/scenarios/play.yaml", SCENARIOS.replace(", ruby.value: 3", ""));
    let says = [
        "because of change settings: | rounds | 5 |  rules/gems/variants/night.tavola:4:1",
        "because of change kind Gem: | ruby | 4 |  rules/gems/variants/night.tavola:8:1",
    ];
    home.run("test rules/gems --variant night").ends(1).says(&says);
    let json = home.run("test rules/gems --variant night --format json").ends(1).json();
    assert_eq!(json["games"][0]["tests"][0]["because"][0], "rules/gems/variants/night.tavola:8:1");
}

/// A scenario of the variant stands for what differs, and only for what differs.
#[test]
fn scenarios_are_adapted() {
    let adapted = "\
- name: night counts
  variant: night
  instead: [gems count, play/three rounds]
  players: [anna, ben]
  then: { rounds: 5, ruby.value: 4 }
";
    let fine = home(adapted);
    fine.run("test rules/gems").ends(0).says(&["4 passed"]);
    let says = ["gems under night: 1 scenario as in the game, 2 adapted, 0 unlike it\n4 passed, 0 failed"];
    fine.run("test rules/gems --variant night").ends(0).says(&says);

    let needless = home(&adapted.replace("[gems count, ", "[gems count, three at most, "));
    let says = ["FAILED gems: three at most", "it differs, since `night counts` stands for it", "it still holds"];
    needless.run("test rules/gems --variant night").ends(1).says(&says).says(&["3 passed, 1 failed"]);

    let cases = [
        (adapted.replace("  variant: night\n", ""), "a case stands for another one only in a variant"),
        (adapted.replace("gems count", "gems cuont"), "did you mean `gems count`"),
        (adapted.replace("5, ruby", "6, ruby"), "FAILED gems: night counts"),
    ];
    for (wrong, says) in cases {
        home(&wrong).run("test rules/gems --variant night").ends(1).says(&[says]);
    }
    home("").run("test rules/gems --variant nihgt").ends(2).says(&["there is no variant `nihgt`", "night"]);
}
