//! Rulings that a variant, a setting or an edited copy answers in another way: sheets for players, and pages.

use super::{GEMS, Home};
use tavola::game::Rules;

const RULINGS: &str = "\
rulings
  | name  | answer | instead of | question               | clause |
  | long  | no     | yes        | \"Is it played twice?\"  | GM-R1  |
  | spare | zero   | one, two   | \"How many are spared?\" | GM-R2  |

define laps = if long then rounds * 2 else rounds   [GM-1, GM-R1]

play
";

const TEXTS: &str = "\
rulings:
  - { id: GM-R1, question: Is it played twice?, answer: It is played once., alternatives: [It is played twice.], setting: long, why: We say so. }
  - { id: GM-R2, question: How many are spared?, answer: None., alternatives: [Just one.], setting: spare }
  - { id: GM-R3, question: How long is a game?, answer: Three rounds., alternatives: [Longer.], setting: rounds }
";

const BOTH_CHANGES: &str = "\
variant twice \"Twice\" of gems, house rules

change rulings
  | name | answer |
  | long | yes    |
";

/// A game with rulings, and a variant that answers one of them in another way.
fn home() -> Home {
    let ruled = GEMS.replacen("play\n", RULINGS, 1).replacen("repeat rounds times", "repeat laps times", 1);
    assert!(ruled.contains("repeat laps"), "{ruled}");
    let home = Home::with(&ruled);
    home.write("rules/gems/rulebook.yaml", home.read("rules/gems/rulebook.yaml") + TEXTS);
    home.write("rules/gems/variants/twice.tavola", BOTH_CHANGES);
    home
}

/// A sheet prints the answer that is played now, and the one until now: for a variant, a setting and an edited copy.
#[test]
fn a_sheet_prints_the_new_answer() {
    let home = home();
    let copy = home.read("rules/gems/gems.tavola").replace("| no     | yes        |", "| yes    | no         |");
    home.write("edited/gems/gems.tavola", copy);
    home.write("edited/gems/rulebook.yaml", home.read("rules/gems/rulebook.yaml"));
    for how in ["rules/gems --variant twice", "rules/gems --set long=yes", "rules/gems edited/gems"] {
        let sheet = home.run(&format!("diff {how} --format markdown")).ends(1);
        let beside = "### GM-1\n\n**As printed:** Take gems.\n\n**Ruling GM-R1:** Is it played twice? It is played twice. \
                      **Until now:** It is played once.\n";
        let sheet = sheet.says(&[beside]);
        assert_eq!(sheet.out.matches("Is it played twice?").count(), 1, "it is printed once: {}", sheet.out);
        assert!(!sheet.out.contains("No rule changes"), "{how}: {}", sheet.out);
        home.run(&format!("diff {how} --format html"))
            .ends(1)
            .says(&["<strong>Until now:</strong> It is played once."]);
        home.run(&format!("diff {how}")).ends(1).says(&[
            "- answer: no",
            "+ answer: yes",
            "- instead of: yes",
            "+ instead of: no",
            "    - Is it played twice? It is played once.\n    + Is it played twice? It is played twice.",
        ]);
        let json = home.run(&format!("diff {how} --format json")).ends(1).json();
        let clauses = json["clauses"].as_array().expect("clauses");
        let ruling = clauses.iter().find(|clause| clause["id"] == "GM-R1").expect("the ruling");
        assert_eq!(ruling["before"], "Is it played twice? It is played once.");
        assert_eq!(ruling["after"], "Is it played twice? It is played twice.");
    }
}

/// An answer without a sentence in the rulebook, and one that is a number, are printed as what they are.
#[test]
fn a_sheet_names_answers_without_a_sentence() {
    let home = home();
    let sheet = |set: &str| home.run(&format!("diff rules/gems --set {set} --format markdown")).ends(1);
    sheet("spare=one").says(&["**Until now:** None.\n\n**From now on:** Just one.\n"]);
    sheet("spare=two").says(&["**Until now:** None.\n\n**From now on:** Two.\n"]);
    sheet("rounds=5").says(&[
        "**Until now:** Three rounds.\n\n**From now on:** Rounds in a game: 5.\n",
        "**Changed:** rounds in a game: 5 instead of 3.",
    ]);
    // A value of `--set` stands in no file.
    let place = "settings, rounds changed  [GM-2]  rules/gems/gems.tavola:6:3\n";
    home.run("diff rules/gems --set rounds=5").ends(1).says(&[place]);
    home.run("diff rules/gems --set rounds=55").ends(2).says(&["`rounds` cannot be `55`: it may be 1..9"]);
    home.run("diff rules/gems --set rouns=5").ends(2).says(&["there is no setting `rouns`"]);
}

/// The pages of a variant print the answer that is played and the one until now, once each.
#[test]
fn pages_of_a_variant_print_the_new_answer() {
    let home = home();
    let now = "It is played twice. **In this variant.** *Until now:* It is played once.";
    let prose = home.run("doc rules/gems --prose --variant twice").ends(0).out;
    assert!(prose.contains(&format!("> **GM-R1** *Is it played twice?* {now}\n")), "{prose}");
    let page = home.run("doc rules/gems --variant twice").ends(0).out;
    let chapter = format!("{now} — We say so.<br>\nOr, with `--set long=no`: It is played once.");
    assert!(page.contains(&chapter), "{page}");
    assert!(
        page.contains(&format!("*Is it played twice?* {now}<br>"))
            || page.contains(&format!("*Is it played twice?* {now}\n")),
        "{page}"
    );
    assert!(!page.contains("--set long=yes"), "{page}");
    let trace = home.run("trace rules/gems --games 0 --variant twice").ends(0);
    trace.says(&["GM-R1  Is it played twice? It is played twice.\n"]);
    let base = home.run("doc rules/gems --prose").ends(0).out;
    assert!(base.contains("*Is it played twice?* It is played once. *Variant:* It is played twice.\n"), "{base}");
}

/// A sheet says what it is, says numbers in the words of the box, and goes to a file.
#[test]
fn a_sheet_is_for_players() {
    let home = home();
    let rich = "variant rich \"Rich\" of gems, house rules\n\nchange kind Gem\n  | id   | copies | value |\n  | ruby | 9 | 4     |\n";
    home.write("rules/gems/variants/rich.tavola", rich);
    home.write(
        "rules/gems/gems.tavola",
        home.read("rules/gems/gems.tavola").replace("kind Gem\n", "kind Gem   [GM-3]\n"),
    );
    let run = home.run("diff rules/gems --variant rich -o sheet.md").ends(1).says(&["wrote `sheet.md`"]);
    assert_eq!(run.out, "");
    let sheet = home.read("sheet.md");
    for part in [
        "# Variant: Gems, Rich\n",
        "**As printed:** ",
        "**Changed:** ruby: copies 9 instead of 8, value 4 instead of 3.",
    ] {
        assert!(sheet.contains(part), "`{part}` is missing\n{sheet}");
    }
    assert!(!sheet.contains("Errata") && !sheet.contains("rules/gems"), "{sheet}");
    home.run("diff rules/gems --variant rich -o sheet.html").ends(1);
    assert!(home.read("sheet.html").contains("<h1>Variant: Gems, Rich</h1>"));
    home.run("diff rules/gems --variant rich --format json -o sheet.json").ends(2).says(&["`-o` writes a sheet"]);
}

/// At a table with another answer, refusals print that answer.
#[test]
fn texts_at_a_table_are_those_of_its_settings() {
    let home = home();
    let rules = Rules::read(&home.path("rules/gems"), None).expect("it can be read");
    let text = |set: &[(&str, &str)]| {
        let set: Vec<(String, String)> = set.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        rules.clause_texts(&set)["GM-R1"].clone()
    };
    assert_eq!(text(&[]), "Is it played twice? It is played once.");
    assert_eq!(text(&[("spare", "one"), ("long", "yes")]), "Is it played twice? It is played twice.");
    assert_eq!(text(&[("long", "true")]), "Is it played twice? It is played twice.");
    let both = rules.read_again(&home.path("rules/gems"), Some("twice")).expect("it can be read");
    let played = both.rulings(&[("long".to_owned(), "no".to_owned())]);
    assert_eq!((played[0].answer.as_str(), played[0].until_now()), ("It is played once.", None));
}
