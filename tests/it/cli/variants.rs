//! `tavola test --variant`: which scenarios of a game still hold in its variant.

use super::{GEMS, Home};

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

#[test]
fn a_case_of_a_missing_variant_is_reported() {
    let home = home("- name: by day\n  variant: day\n  players: [anna, ben]\n  then: { rounds: 3 }\n");
    let places = ["E1110", "there is no variant `day`", "the game has night", "play.yaml:17:12", "1 error in gems"];
    home.run("check rules/gems").ends(1).says(&places);
}

/// Combinations that other cases play are no names to choose from.
#[test]
fn a_missing_variant_of_a_combination_is_reported_by_its_own_name() {
    let home = home("- name: by day\n  variant: [night, nihgt]\n  players: [anna, ben]\n  then: { rounds: 3 }\n");
    let places = ["there is no variant `nihgt`", "did you mean `night`?", "play.yaml:17:13", "1 error in gems"];
    home.run("check rules/gems").ends(1).says(&places);
}

/// Its cases stay silent: they mean nothing until it is corrected.
#[test]
fn a_mistake_in_a_variant_is_one_finding() {
    let cases = ["a", "b"]
        .map(|name| format!("- name: {name}\n  variant: night\n  players: [anna, ben]\n  then: {{ rounds: 5 }}\n"));
    for (wrong, what) in [
        ("change settings\n  | name | value |\n  | laps | 3     |\n", "night.tavola:15:5"),
        ("modify settings\n", "night.tavola:13:1"),
    ] {
        let home = home(&cases.concat());
        home.write("rules/gems/variants/night.tavola", format!("{NIGHT}\n{wrong}"));
        let run = home.run("check rules/gems").ends(1).says(&[what, "1 error in gems with night"]);
        assert!(!run.out.contains("E1110"), "{}", run.out);
    }
}

/// A difference names the change that causes it, tested one by one. If only several together cause it, it names none.
#[test]
fn scenarios_hold_or_differ() {
    let run = home("").run("test rules/gems --variant night").ends(1);
    let says = [
        "gems under night: 1 scenario unchanged, 0 adapted, 2 different\n1 passed, 2 failed",
        "FAILED gems: gems count",
        "again: tavola test rules/gems \"gems count\" --variant night",
        "if this is intended, write a scenario with `variant: night` and `instead: three rounds`",
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
    assert_eq!(json["games"][0]["tests"][0]["caused_by"][0], "rules/gems/variants/night.tavola:8:1");
}

/// A scenario of the variant replaces a case that differs, and only such a case.
#[test]
fn scenarios_of_a_variant_replace_others() {
    let adapted = "\
- name: night counts
  variant: night
  instead: [gems count, play/three rounds]
  players: [anna, ben]
  then: { rounds: 5, ruby.value: 4 }
";
    let fine = home(adapted);
    fine.run("test rules/gems").ends(0).says(&["4 passed"]);
    let says = ["gems under night: 1 scenario unchanged, 2 adapted, 0 different\n4 passed, 0 failed"];
    fine.run("test rules/gems --variant night").ends(0).says(&says);

    let needless = home(&adapted.replace("[gems count, ", "[gems count, three at most, "));
    let says = ["FAILED gems: three at most", "it differs, and `night counts` replaces it", "it still holds"];
    needless.run("test rules/gems --variant night").ends(1).says(&says).says(&["3 passed, 1 failed"]);

    let cases = [
        (adapted.replace("  variant: night\n", ""), "a case can replace another one only in a variant"),
        (adapted.replace("gems count", "gems cuont"), "did you mean `gems count`"),
        (adapted.replace("5, ruby", "6, ruby"), "FAILED gems: night counts"),
    ];
    for (wrong, says) in cases {
        home(&wrong).run("test rules/gems --variant night").ends(1).says(&[says]);
    }
    home("").run("test rules/gems --variant nihgt").ends(2).says(&["there is no variant `nihgt`", "night"]);
}

/// A change without an effect is reported, whatever it is written in. A change with an effect is not.
#[test]
fn changes_without_an_effect_are_reported() {
    let home = home("");
    let check = |changes: &str| {
        home.write("rules/gems/variants/night.tavola", format!("variant night of gems, house rules\n\n{changes}"));
        home.run("check rules/gems").ends(0).out
    };
    let same = [
        ("change settings\n  | name | value |\n  | rounds | 3 |\n", "night.tavola:3:1"),
        ("change kind Gem\n  | id | value |\n  | ruby | 3 |\n  | opal | 2 |\n", "night.tavola:5:3"),
        ("change components\n  | component | count |\n  | Gem | copies |\n", "night.tavola:3:1"),
        ("change places\n  | place | seen by |\n  | bag | nobody |\n", "night.tavola:3:1"),
        ("change track score[Player] 0..\n", "night.tavola:3:1"),
        ("replace winner p in Player by most score[p]   [GM-6]\n", "night.tavola:3:1"),
    ];
    for (changes, place) in same {
        let found = check(changes);
        assert!(found.contains("W0203") && found.contains(place), "{changes}{found}");
        assert_eq!(found.matches("W0203").count(), 1, "{changes}{found}");
    }
    let other = [
        "change settings\n  | name | value |\n  | rounds | 4 |\n",
        "replace winner p in Player by least score[p]   [GM-6]\n",
    ];
    for changes in other {
        assert!(!check(changes).contains("W0203"), "{changes}");
    }
}

/// A clause that loses its last citation is reported at the change that removed it, unless that change cites it.
#[test]
fn lost_citations_of_a_variant_are_reported() {
    let home = home("");
    let check = |cites: &str| {
        let variant = NIGHT.replace("of gems", "of gems, house rules");
        let winner = format!("{variant}\nreplace winner p in Player by least score[p]  {cites}\n");
        home.write("rules/gems/variants/night.tavola", winner);
        home.run("check rules/gems").ends(0).out
    };
    let fine = check("[GM-6]");
    assert!(!fine.contains("W0908"), "{fine}");
    let lost = check("");
    assert!(lost.contains("W0908") && lost.contains("night.tavola:13:1") && lost.contains("cites `GM-6`"), "{lost}");
    // A citation at a change counts with the variant, too.
    let book = home.read("rules/gems/rulebook.yaml")
        + "  - { id: GM-7, section: \"1\", kind: rule, text: \"A gem is spare.\" }\n";
    home.write("rules/gems/rulebook.yaml", &book);
    home.write("rules/gems/gems.tavola", GEMS.replace("play\n", "define spare = 1   [GM-7]\n\nplay\n"));
    let removing = |cites: &str| {
        let variant = format!("variant night of gems, house rules\n\nremove define spare   {cites}\n");
        home.write("rules/gems/variants/night.tavola", variant);
        home.run("check rules/gems --variant night").out
    };
    let (with, without) = (removing("[GM-7]"), removing(""));
    assert!(!with.contains("no rule cites `GM-7`") && without.contains("no rule cites `GM-7`"), "{with}\n{without}");
    // A clause that the variant removes needs no citation, and pages say so.
    let removed = |how: &str| {
        let texts = format!("{book}\nvariants:\n  - {{ variant: night, clause: GM-7{how} }}\n");
        home.write("rules/gems/rulebook.yaml", texts);
    };
    removed(", removed: yes");
    assert!(!home.run("check rules/gems").ends(0).out.contains("W0908"));
    let gone = home.run("check rules/gems --variant night").ends(0).out;
    assert!(!gone.contains("GM-7"), "{gone}");
    home.run("doc rules/gems --prose --variant night")
        .ends(0)
        .says(&["**GM-7** Removed. **In this variant.** *Until now:*"]);
    home.run("diff rules/gems --variant night --format markdown").ends(1).says(&["### GM-7\n\n**Removed:**"]);
    home.run("clause rules/gems GM-7").ends(0).says(&["variant   night: Removed."]);
    removed(", removed: no");
    home.run("check rules/gems").ends(1).says(&["E1102", "`removed` is `yes`, or is left out"]);
    removed("");
    home.run("check rules/gems").ends(1).says(&["E1104", "has no `text`", "`removed: yes`"]);
}

/// A clause that loses its last proof under a variant is reported at the scenario that replaces the last one.
#[test]
fn lost_proofs_of_a_variant_are_reported() {
    let check = |clauses: &str| {
        let home = home(&format!(
            "- name: night counts\n  variant: night\n  instead: [gems count, three rounds]\n  clauses: [{clauses}]\n  \
             players: [anna, ben]\n  then: {{ rounds: 5 }}\n"
        ));
        home.run("check rules/gems").ends(0).out
    };
    let fine = check("GM-5, GM-2");
    assert!(!fine.contains("W0909"), "{fine}");
    let lost = check("GM-5");
    assert!(lost.contains("W0909") && lost.contains("play.yaml:18:25") && lost.contains("proves `GM-2`"), "{lost}");
    assert!(!lost.contains("proves `GM-5`"), "{lost}");
}

/// Clauses that the variant changes stand first among those that its failures touch.
#[test]
fn changed_clauses_are_listed_first() {
    let home = Home::new();
    let night = "variant night \"At night\" of gems\n\nchange settings\n  | name   | value |\n  | rounds | 5     |\n";
    home.write("rules/gems/variants/night.tavola", night);
    let case = "- name: three rounds\n  clauses: [GM-1, GM-2]\n  players: [anna, ben]\n  then: { rounds: 3 }\n";
    home.write("rules/gems/scenarios/play.yaml", case);
    let run = home.run("test rules/gems --variant night").ends(1);
    run.says(&["clauses affected by these failures:\n  GM-2  ", "\n  GM-1  "]);
}

/// A row of `always` and of `display` is changed by its text. It keeps its citations, and other rows stay.
#[test]
fn rows_without_a_name_are_changed_by_their_text() {
    let home = home("");
    let tables = "display\n  | of          | name    | shows        | clause |\n  | p in Player | \"glory\" | score[p]     | GM-4   |\n  \
                  | p in Player | \"luck\"  | score[p] + 7 | GM-4   |\n\n\
                  always\n  | what   | holds                               | clause |\n  | \"few\"  | every p in Player has score[p] < 90 | GM-4   |\n  \
                  | \"some\" | every p in Player has score[p] >= 0 | GM-5   |\n";
    let rules = format!("{}\n{}", home.read("rules/gems/gems.tavola"), tables);
    home.write("rules/gems/gems.tavola", &rules);
    let night = "variant night of gems, house rules\n\n\
                 change always\n  | what  | holds                               |\n  | \"few\" | every p in Player has score[p] < 99 |\n\n\
                 change display\n  | of          | name    | shows         |\n  | p in Player | \"glory\" | 2 * score[p]  |\n  | p in Player | \"other\" | score[p] + 1  |\n";
    home.write("rules/gems/variants/night.tavola", night);
    let merged = rules.replace("< 90", "< 99").replace("score[p]     |", "2 * score[p] |");
    let merged = merged.replace("\n\nalways", "\n  | p in Player | \"other\" | score[p] + 1 |        |\n\nalways");
    home.write("edited/gems.tavola", merged);
    home.write("edited/rulebook.yaml", home.read("rules/gems/rulebook.yaml"));
    home.run("diff rules/gems edited --base-variant night").ends(0).says(&["are equal"]);
    let doc = home.run("doc rules/gems --variant night").ends(0);
    doc.says(&["| few | **`every p in Player has score[p] < 99`** (was `every p in Player has score[p] < 90`) |"]);
}
