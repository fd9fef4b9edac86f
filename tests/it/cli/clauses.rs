//! `tavola clause`, errata, and the clauses that failures name.

use super::{GEMS, Home};

const BOOK: &str = "\
game: gems
source: { title: Gems }
clauses:
  - { id: GM-1, section: Play, text: A box of gems., kind: data }
  - { id: GM-2, section: Play, text: There are three rounds., kind: rule }
  - { id: GM-3, section: Play, text: Draw a gem., kind: rule }
  - { id: GM-4, section: Play, text: Say how much., kind: rule }
  - { id: GM-5, section: The end, text: Gems count what is written on them., kind: rule }
  - { id: GM-6, section: The end, text: Who has most wins., kind: rule }
rulings:
  - { id: GM-R1, question: May one say nothing?, answer: \"No.\" }
";

const ERRATA: &str = "\
errata:
  - { date: 2025-02-01, source: the shop, clause: GM-5, before: Gems count two., after: Gems count what is written on them. }
  - { date: 2024-02-01, source: the fair, clause: GM-5, before: Gems count one., after: Gems count two. }
";

const SCENARIOS: &str = "\
- name: gems count
  clauses: [GM-5]
  players: [anna, ben]
  set: { rounds: 1 }
  do: [{ chance: ruby }, { anna: 2 }, { anna: \"yes\" }, { chance: opal }, { ben: 3 }, { ben: \"yes\" }]
  then: { \"score[anna]\": 5, \"score[ben]\": 4, winner: [anna] }
";

fn home(book: &str) -> Home {
    let home = Home::new();
    home.write("rules/gems/rulebook.yaml", book);
    home.write("rules/gems/scenarios/play.yaml", SCENARIOS);
    home
}

/// Clauses are found by id or by words, with their lines, scenarios and errata.
#[test]
fn clauses_are_found() {
    let home = home(&format!("{BOOK}{ERRATA}"));
    let out = home.run("clause rules/gems gm-5").ends(0).out;
    let said = [
        "GM-5  The end\n  Gems count what is written on them.",
        "erratum   2024-02-01, the fair: before \"Gems count one.\"\n  erratum   2025-02-01, the shop",
        "rules/gems/gems.tavola:31:3  each p in Player: p gains sum of g.value",
        "scenario  rules/gems/scenarios/play.yaml:1:3  gems count",
    ];
    for said in said {
        assert!(out.contains(said), "{said}\n{out}");
    }
    assert_eq!(out.matches("GM-").count(), 1, "{out}");
    let words = home.run("clause rules/gems GEMS written").ends(0).out;
    assert_eq!(words, out);
    // Words are found with other endings, too.
    assert_eq!(home.run("clause rules/gems counting gemed").ends(0).out, out);
    home.run("clause rules/gems e").ends(0).says(&[" found\n"]);
    home.run("clause rules/gems nothing say").ends(0).says(&["GM-R1  Rulings", "May one say nothing? No."]);
    let answers = "answer: \"No.\", alternatives: [Once.], rejected: [Always.], why: The text is clear. }";
    home.write("rules/gems/rulebook.yaml", format!("{BOOK}{ERRATA}").replace("answer: \"No.\" }", answers));
    home.run("clause rules/gems GM-R1").ends(0).says(&["why       The text", "or        Once.", "rejected  Always."]);
    home.run("clause rules/gems gems rubies").ends(2).says(&["no clause, ruling", "`gems rubies`"]);
    let json = home.run("clause rules/gems GM-5 --format json").ends(0).json();
    assert_eq!(json["clauses"][0]["errata"][1]["before"], "Gems count two.");
    assert_eq!(json["clauses"][0]["scenarios"][0]["name"], "gems count");
    assert_eq!((&json["version"], json["clauses"][0]["lines"].as_array().map(Vec::len)), (&2.into(), Some(1)));
}

/// A scenario is found by its name. Below a clause that is found anyway, it is not repeated.
#[test]
fn scenarios_are_found_by_name() {
    let home = home(BOOK);
    home.run("clause rules/gems count gem").ends(0).says(&["GM-5  The end", "scenario  "]);
    let case = SCENARIOS.replace("name: gems count", "name: a purple lantern glows");
    home.write("rules/gems/scenarios/play.yaml", case);
    let out = home.run("clause rules/gems lanterns purple").ends(0).out;
    assert!(out.starts_with("scenario a purple lantern glows  rules/gems/scenarios/play.yaml:1:"), "{out}");
    assert!(out.contains("clauses   GM-5"), "{out}");
    let json = home.run("clause rules/gems lantern --format json").ends(0).json();
    assert_eq!((&json["names"][0]["kind"], &json["names"][0]["clauses"][0]), (&"scenario".into(), &"GM-5".into()));
}

/// A line that cites a clause twice, as a whole and in a part, is listed once.
#[test]
fn a_citing_line_is_listed_once() {
    let home = home(BOOK);
    let rules = GEMS.replace("  each p in Player: p gains sum", "  each p in Player: if rounds > 0: p gains sum");
    home.write("rules/gems/gems.tavola", rules);
    let json = home.run("clause rules/gems GM-5 --format json").ends(0).json();
    assert_eq!(json["clauses"][0]["lines"].as_array().map(Vec::len), Some(1), "{json}");
}

/// A ruling that no rule cites is listed below the clauses.
#[test]
fn an_uncited_ruling_is_listed() {
    let home = Home::new();
    home.write("rules/gems/rulebook.yaml", BOOK);
    home.run("check rules/gems").ends(0).says(&["gems: fine", "\n  rulings that no rule cites: GM-R1\n"]);
    home.write("rules/gems/gems.tavola", GEMS.replace("[GM-5]", "[GM-5, GM-R1]"));
    let out = home.run("check rules/gems").ends(0).says(&["gems: fine"]).out;
    assert!(!out.contains("rulings that"), "{out}");
}

#[test]
fn errata_are_on_the_page() {
    let home = home(&format!("{BOOK}{ERRATA}"));
    home.run("check rules/gems").ends(0);
    let page = home.run("doc rules/gems").ends(0).out;
    assert!(page.contains("*([changed](#errata) on 2025-02-01)*"), "{page}");
    assert!(page.contains("- 2024-02-01, the fair: [**GM-5**](#gm-5)<br>\n  Before: *Gems count one.*<br>"), "{page}");
}

/// Without a word everything is listed; an id means its clause, and not those whose ids begin with it.
#[test]
fn all_clauses_are_listed_and_an_id_means_one() {
    let home = Home::new();
    home.write("g/g.tavola", "game g \"G\" for 2 players\n\nsettings\n  | name | value | meaning |\n  | prize | 1 | \"gain of a turn\" |\n\n\
               track fame[Player] 0..\n\nplay\n  each p in Player: p gains prize fame [G-1]\n\nwinner p in Player by most fame[p] [G-10]\n");
    let clause = |id: &str| format!("  - {{ id: {id}, section: A, kind: rule, text: \"Text of {id}.\" }}\n");
    home.write(
        "g/rulebook.yaml",
        format!("game: g\nsource: {{ title: G }}\nclauses:\n{}{}", clause("G-1"), clause("G-10")),
    );
    let all = home.run("clause g").ends(0).says(&["G-1  A", "G-10  A", "setting prize"]).out;
    assert_eq!(all.matches("  Text of ").count(), 2, "{all}");
    let one = home.run("clause g g-1").ends(0).out;
    assert!(one.contains("Text of G-1.") && !one.contains("G-10"), "{one}");
    home.run("clause g text").ends(0).says(&["G-1  A", "G-10  A"]);
}

/// A chain of errata must end with the current text of the clause.
#[test]
fn errata_agree_with_their_clauses() {
    let cases = [
        ("Gems count two., after", "Gems count 2., after", "W0905", "the next erratum starts from another text"),
        ("after: Gems count what is written on them.", "after: Gems count nothing.", "W0905", "has another text"),
        (
            "clause: GM-5, before: Gems count one.",
            "clause: GM-55, before: Gems count one.",
            "E0901",
            "did you mean `GM-5`",
        ),
        ("2024-02-01", "2024-13-01", "E1102", "is not a date"),
        ("2024-02-01", "1 February 2024", "E1102", "date: 2024-03-01"),
        ("source: the fair, ", "", "E1104", "the erratum has no `source`"),
        ("source: the fair", "from: the fair", "E1103", "rulebook.yaml:14:"),
    ];
    for (old, new, code, says) in cases {
        let errata = ERRATA.replacen(old, new, 1);
        assert_ne!(errata, ERRATA, "{old}");
        home(&format!("{BOOK}{errata}")).run("check rules/gems").says(&[code, says]);
    }
}

/// A failure names the clauses of its scenario and of the failing line, with their texts.
#[test]
fn failures_name_clauses() {
    let home = home(BOOK);
    home.write("rules/gems/scenarios/play.yaml", SCENARIOS.replace("{ ben: 3 }", "{ ben: 4 }"));
    let says = [
        "play.yaml:5:76 [GM-5]",
        "gems.tavola:28:22 [GM-4]",
        "clauses affected by these failures:\n  GM-4  Say how much.\n  GM-5  Gems count",
    ];
    home.run("test rules/gems").ends(1).says(&says);
    let json = home.run("test rules/gems --format json").ends(1).json();
    let test = &json["games"][0]["tests"][0];
    assert_eq!((&test["clauses"][0], &test["failures"][0]["clauses"][0]), (&"GM-5".into(), &"GM-4".into()));
    assert_eq!(json["games"][0]["affected_clauses"][0]["text"], "Say how much.");
}

/// A reviewed clause is reported when its text, a rule or a scenario changes, until it is reviewed again.
#[test]
fn changed_clauses_need_another_review() {
    let home = home(BOOK);
    let rules = home.read("rules/gems/gems.tavola");
    home.run("check rules/gems --reviewed GM-5,GM-4").ends(0);
    let book = home.read("rules/gems/rulebook.yaml");
    assert!(book.starts_with(BOOK), "what was there stays: {book}");
    assert_eq!(book.matches("\n  GM-").count(), 2, "{book}");
    assert!(!home.run("check rules/gems").ends(0).out.contains("W0906"));

    // Layout and comments are no change.
    home.write(
        "rules/gems/gems.tavola",
        rules
            .replace("g.value for g in", "g.value  for  g in  ")
            .replace("\n  each p in Player: p gains", "\n  # All gems.\n  each p in Player: p gains"),
    );
    home.write("rules/gems/scenarios/play.yaml", SCENARIOS.replace("then:", "then:   "));
    assert!(!home.run("check rules/gems").ends(0).out.contains("W0906"));

    let changes = [
        ("rules/gems/gems.tavola", rules.replace("sum of g.value", "sum of 2 * g.value"), "`GM-5`: its rules changed"),
        ("rules/gems/scenarios/play.yaml", SCENARIOS.replace("ben: 3", "ben: 2"), "`GM-5`: its scenarios changed"),
        ("rules/gems/rulebook.yaml", book.replace("Say how much.", "Say how many."), "`GM-4`: its text changed"),
    ];
    for (file, text, says) in &changes {
        let home = self::home(&book);
        home.write(file, text);
        let run = home.run("check rules/gems").ends(0).says(&["W0906", says, "rulebook.yaml:", "--reviewed GM-"]);
        assert_eq!(run.out.matches("W0906").count(), 1, "{}", run.out);
        home.run("check rules/gems --deny W0906").ends(1);
        home.run("check rules/gems --reviewed all").ends(0);
        assert!(!home.run("check rules/gems").ends(0).out.contains("W0906"), "{file}");
        let book = home.read("rules/gems/rulebook.yaml");
        assert_eq!((book.matches("\n  GM-").count(), book.matches("\nreviewed:").count()), (7, 1), "{book}");
    }

    home.run("check rules/gems --reviewed GM-9").ends(2).says(&["rulebook.yaml` has no clause `GM-9`"]);
    home.write("rules/gems/rulebook.yaml", book.replace("  GM-4: ", "  GM-44: "));
    home.run("check rules/gems").ends(1).says(&["E0901", "`GM-44`"]);
    home.write("rules/gems/rulebook.yaml", book.replace("  GM-4: ", "  GM-4: x"));
    home.run("check rules/gems").ends(0).says(&["W0906", "its mark cannot be read"]);
}

/// In a sentence of several lines, the line with the citation is shown.
#[test]
fn the_line_with_the_citation_is_shown() {
    let home = home(BOOK);
    let more = "\ndefine well_off(p in Player) = score[p] > 3                 [GM-4]\n  and score[p] < 9      [GM-5]\n";
    home.write("rules/gems/gems.tavola", format!("{GEMS}{more}"));
    let last = GEMS.lines().count() + 3;
    let of = |clause: &str| home.run(&format!("clause rules/gems {clause}")).ends(0).out;
    assert!(of("GM-5").contains(&format!("gems.tavola:{last}:3  and score[p] < 9")), "{}", of("GM-5"));
    let first = format!("gems.tavola:{}:1  define well_off(p in Player) = score[p] > 3", last - 1);
    assert!(of("GM-4").contains(&first), "{}", of("GM-4"));
}

/// A text that differs from the reviewed one is a change. An erratum must start from the reviewed text.
#[test]
fn an_erratum_starts_from_the_reviewed_text() {
    let home = home(BOOK);
    home.run("check rules/gems --reviewed GM-5").ends(0);
    let read = home.read("rules/gems/rulebook.yaml");
    let (old, new) = ("Gems count what is written on them.", "Gems count double.");
    let changed = read.replace(old, new);
    let erratum = |before: &str| {
        let entry = format!("{{ date: 2026-02-01, source: the shop, clause: GM-5, before: {before}, after: {new} }}");
        format!("{changed}errata:\n  - {entry}\n")
    };
    let found = |book: &str| {
        home.write("rules/gems/rulebook.yaml", book);
        home.run("check rules/gems").ends(0).says(&["W0906", "`GM-5`: its text changed since it was reviewed"]).out
    };

    let none = found(&changed);
    assert!(!none.contains("no erratum"), "the rulebook has no errata: {none}");
    assert!(none.contains("note it under `errata:`"), "{none}");
    let says_how_much = "clause: GM-4, before: Say a number., after: Say how much.";
    let unnoted = found(&format!("{changed}errata:\n  - {{ date: 2026-02-01, source: the shop, {says_how_much} }}\n"));
    assert!(unnoted.contains("since it was reviewed, and no erratum says so"), "{unnoted}");
    let renamed = read.replace("  GM-5: ", "  GM-15: ");
    home.write("rules/gems/rulebook.yaml", renamed);
    home.run("check rules/gems").ends(1).says(&["E0901", "no clause `GM-15`", "`tavola check GAME --reviewed ID`"]);
    let other = found(&erratum("Gems count one."));
    assert!(other.contains("since it was reviewed, and no erratum begins with the text that was reviewed"), "{other}");
    assert!(other.contains("this one begins with another text"), "{other}");
    let right = found(&erratum(old));
    assert!(!right.contains("no erratum"), "{right}");
    for page in [none, other, right] {
        assert!(page.contains("tavola check rules/gems --reviewed GM-5"), "the path of the game: {page}");
        assert!(!page.contains("GAME"), "{page}");
    }
}

/// Settings, rulings and variants are found by name, too, with a description and the cited clauses.
#[test]
fn settings_and_variants_are_found() {
    let home = home(BOOK);
    let heading = "variant quick \"In a hurry\" of gems   [GM-6]\n";
    home.write(
        "rules/gems/variants/quick.tavola",
        format!("{heading}\nchange settings\n  | name   | value |\n  | rounds | 1     |\n"),
    );
    let out = home.run("clause rules/gems rounds").ends(0).out;
    assert!(out.contains("GM-2  Play\n  There are three rounds."), "the clause that has the word: {out}");
    let setting = "setting rounds  rules/gems/gems.tavola:6:3\n  rounds in a game: 3 (1..9)\n  clauses   GM-2\n";
    assert!(out.contains(setting), "{out}");
    let out = home.run("clause rules/gems Quick").ends(0).out;
    let variant = "variant quick  rules/gems/variants/quick.tavola:1:1\n  In a hurry\n  clauses   GM-6, GM-2\n";
    assert!(out.contains(variant), "{out}");
    let json = home.run("clause rules/gems quick --format json").ends(0).json();
    assert_eq!((&json["names"][0]["kind"], &json["names"][0]["clauses"][0]), (&"variant".into(), &"GM-6".into()));
    home.run("clause rules/gems nothing_like_it").ends(2).says(&["no clause, ruling, setting, variant or scenario"]);
    // Where nothing else has the words, rows of tables are found by their cells and heads.
    let out = home.run("clause rules/gems shuffled").ends(0).out;
    let row =
        "places bag  rules/gems/gems.tavola:19:3\n  holds: Gem; order: shuffled; seen by: nobody\n  clauses   GM-3\n\n";
    assert_eq!(out, row);
    let out = home.run("clause rules/gems seen by").ends(0).out;
    assert!(out.contains("places hand  ") && out.contains("places bag  "), "{out}");
}

const RACE: &str = "\
game race \"Race\" for 2 players

track step[Player] 0..9

play
  each p in Player: run(p)

rule run(p in Player)
  p gains 1 step   [RC-1]

winner p in Player by most step[p]
";

const RACE_BOOK: &str = "\
game: race
source: { title: Race }
clauses:
  - { id: RC-0, section: A, text: A step is a step., kind: definition }
  - { id: RC-1, section: A, text: Make one step., kind: rule }
  - { id: RC-2, section: A, text: By night make two steps., kind: rule }
";

const RACE_NIGHT: &str = "\
variant night \"Night\" of race, house rules

replace rule run(p in Player)
  p gains 2 step   [RC-1, RC-2]
";

const RACE_CASES: &str = "\
- name: a step
  clauses: [RC-1]
  players: [anna, ben]
  call: run(anna)
  then: { \"step[anna]\": 1 }
- name: two steps
  variant: night
  clauses: [RC-1, RC-2]
  players: [anna, ben]
  call: run(anna)
  then: { \"step[anna]\": 2 }
";

/// A clause that only a variant cites is no gap of the game, and the sheet of the variant prints it.
#[test]
fn variants_cite_clauses_for_their_game() {
    let home = Home::holding("race/race.tavola", RACE);
    home.write("race/rulebook.yaml", RACE_BOOK);
    home.write("race/scenarios/run.yaml", RACE_CASES);
    home.write("race/variants/night.tavola", RACE_NIGHT);
    let summary = "3 clauses (2 state a rule): 2 cited by rules (not needed for data or definitions: RC-0; RC-2 by variant night only), \
                   2 named by scenarios (not needed for data or definitions: RC-0)";
    home.run("check race").ends(0).says(&["race: fine", summary]);
    let sheet = "### RC-2\n\nBy night make two steps.\n\n**Changed:** the rule behind RC-1 and RC-2.\n";
    let printed = home.run("diff race --variant night --format markdown").ends(1).says(&[sheet]).out;
    assert!(!printed.contains("### RC-1"), "{printed}");
    home.write("race/variants/night.tavola", RACE_NIGHT.replace(", RC-2", ""));
    home.run("check race").says(&["no rule cites `RC-2`"]);
}
