//! `tavola test --variant --update`: drafts of cases that replace scenarios which differ.

use super::{GEMS, Home};

const SCENARIOS: &str = "\
- name: gems count
  clauses: [GM-5]
  players: [anna, ben]
  set: { rounds: 1 }
  do: [{ chance: ruby }, { anna: 2 }, { anna: \"yes\" }, { chance: opal }, { ben: 3 }, { ben: \"yes\" }]
  then: { \"score[anna]\": 5, \"score[ben]\": 4, winner: [anna] }   # a ruby is worth three
- name: three at most
  players: [anna, ben]
  do: [{ chance: ruby }]
  offered: { anna: [1, 2, 3] }
- name: ben follows
  players: [anna, ben]
  do:
    - { chance: ruby }
    - { anna: 3 }
    - then:
        # on the way
        \"score[anna]\": 0
        ruby.value: 3
    - { anna: \"no\" }
  asked: chance
";

/// Rubies are worth more.
const NIGHT: &str = "\
variant night \"At night\" of gems, house rules

change kind Gem
  | id   | value |
  | ruby | 4     |
";

fn home(night: &str) -> Home {
    let home = Home::holding("rules/gems/scenarios/play.yaml", SCENARIOS);
    home.write("rules/gems/variants/night.tavola", night);
    home
}

/// The draft continues the case, with the values of the variant. The game's own case stays.
#[test]
fn a_scenario_that_differs_gets_a_draft() {
    let home = home(NIGHT);
    home.run("test rules/gems --variant night")
        .ends(1)
        .says(&["1 scenario unchanged, 0 adapted, 2 different", "--update drafts it"]);
    let asks = ["2 scenarios of `gems` can get a draft under `night`", "no terminal to ask", "--yes"];
    home.run("test rules/gems --variant night --update").ends(2).says(&asks);
    assert!(!home.path("rules/gems/scenarios/night.yaml").exists());
    let says = [
        "rules/gems/scenarios/play.yaml:1:3: gems count [GM-5]\n  `score[anna]` is 6, the case says 5\n  + # A draft",
        "  +   then: { \"score[anna]\": 6, \"score[ben]\": 4, winner: [anna] }\n",
        "changed: rules/gems/scenarios/night.yaml",
        "gems under night: 1 scenario unchanged, 2 adapted, 0 different",
    ];
    home.run("test rules/gems --variant night --update --yes").ends(0).says(&says);
    let drafts = home.read("rules/gems/scenarios/night.yaml");
    let first = r#"# A draft: the values are what `night` gives. Read them, then delete this line.
- name: "gems count, under night"
  variant: night
  instead: "play/gems count"
  like: "play/gems count"
  clauses: [GM-5]
  then: { "score[anna]": 6, "score[ben]": 4, winner: [anna] }
"#;
    assert!(drafts.starts_with(first), "{drafts}");
    assert_eq!(home.read("rules/gems/scenarios/play.yaml"), SCENARIOS);
    home.run("test rules/gems").ends(0).says(&["5 passed"]);
    // A second run finds nothing to draft.
    home.run("test rules/gems --variant night --update").ends(0);
    assert_eq!(home.read("rules/gems/scenarios/night.yaml"), drafts);
}

/// A case with checks between its answers cannot be continued: its answers are repeated, with their layout.
#[test]
fn checks_between_answers_are_in_the_draft() {
    let home = home(NIGHT);
    home.run("test rules/gems follows --variant night --update --yes").ends(0);
    let wanted = r#"  instead: "play/ben follows"
  players: [anna, ben]
  do:
    - { chance: ruby }
    - { anna: 3 }
    - then:
        # on the way
        "score[anna]": 0
        ruby.value: 4
    - { anna: "no" }
  asked: chance
"#;
    let drafts = home.read("rules/gems/scenarios/night.yaml");
    assert!(drafts.ends_with(wanted), "{drafts}");
}

/// A comment about a value that changes is not copied; others are.
#[test]
fn stale_comments_are_not_in_the_draft() {
    let home = home(NIGHT);
    let case = "\
- name: commented
  players: [anna, ben]
  do: [{ chance: ruby }]
  then:
    # nothing yet
    \"score[anna]\": 0   # zero
    # three, as printed
    ruby.value: 3   # 3
";
    home.write("rules/gems/scenarios/play.yaml", case);
    home.run("test rules/gems --variant night --update --yes").ends(0);
    let drafts = home.read("rules/gems/scenarios/night.yaml");
    let wanted = "  then:\n    # nothing yet\n    \"score[anna]\": 0   # zero\n    ruby.value: 4\n";
    assert!(drafts.ends_with(wanted), "{drafts}");
}

/// Drafts are added behind the last case of the variant. A wrong value of such a case is corrected, as without a variant.
#[test]
fn drafts_stand_with_the_cases_of_the_variant() {
    let home = home(NIGHT);
    let own = "- name: rubies\n  variant: night\n  players: [anna, ben]\n  then: { ruby.value: 5 }\n";
    home.write("rules/gems/scenarios/variants.yaml", own);
    home.run("test rules/gems --variant night --update --yes").ends(0).says(&["`ruby.value` is 4, the case says 5"]);
    let text = home.read("rules/gems/scenarios/variants.yaml");
    assert!(text.starts_with(&own.replace('5', "4")) && text.contains("instead: \"play/ben follows\""), "{text}");
    assert!(!home.path("rules/gems/scenarios/night.yaml").exists());
    assert_eq!(home.read("rules/gems/scenarios/play.yaml"), SCENARIOS);
}

/// A file that cannot take all drafts takes none.
#[test]
fn drafts_are_written_together_or_not_at_all() {
    let home = home(NIGHT);
    let taken =
        "- name: \"ben follows, under night\"\n  variant: night\n  players: [anna, ben]\n  then: { rounds: 3 }\n";
    home.write("rules/gems/scenarios/variants.yaml", taken);
    let says = ["variants.yaml` already has a case `ben follows, under night`"];
    home.run("test rules/gems --variant night --update --yes").ends(2).says(&says);
    assert_eq!(home.read("rules/gems/scenarios/variants.yaml"), taken);
}

/// No other value helps where an answer is not possible. The reason is reported, and the rest gets its drafts.
#[test]
fn what_has_no_draft_is_reported() {
    let play = GEMS.split("\nplay\n").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("the play");
    let no_three = format!("{NIGHT}\nreplace play\n{}\n", play.replace("1..3", "1..2"));
    // What cannot be drafted is not promised.
    let before = home(&no_three).run("test rules/gems --variant night").ends(1);
    let before = before.says(&["`instead: ben follows` by hand\n", "`instead: three at most`; --update drafts it\n"]);
    assert_eq!(before.out.matches("--update drafts it").count(), 1, "{}", before.out);
    let run = home(&no_three).run("test rules/gems --variant night --update --yes").ends(1);
    let run = run.says(&["`instead: gems count` by hand\n"]);
    assert!(!run.out.contains("--update drafts it"), "{}", run.out);
    run.says(&[
        "play.yaml:1:3: gems count [GM-5]: no draft: ben: 3: expected an answer that is possible, actual `3` is not possible",
        "play.yaml:11:3: ben follows: no draft: anna: 3: ",
        "  anna is no longer offered 3\n",
        "1 adapted, 2 different",
    ]);
}
