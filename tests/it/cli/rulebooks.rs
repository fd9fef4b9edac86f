//! Messages and pages for a rules editor: mistakes in `rulebook.yaml`, review marks, and pages with its examples.

use super::Home;

const CASES: &str = "\
- name: a gem is drawn
  clauses: [GM-3]
  players: [bea, cleo]
  call: bea gains 3 score
  then: { \"score[bea]\": 3 }
- name: three is the most
  clauses: [GM-4]
  players: [bea, cleo]
  do: [{ chance: ruby }]
  refused: { bea: 4 }
- name: all is said
  clauses: [GM-5]
  players: [bea, cleo]
  call: bea gains 4 score
  then: { \"score[bea]\": 4 }
  asked: nobody
";

/// A home whose rulebook is changed by the text that replaces a part of it.
fn changed(part: &str, instead: &str) -> Home {
    let home = Home::new();
    let book = home.read("rules/gems/rulebook.yaml");
    assert!(book.contains(part), "{book}");
    home.write("rules/gems/rulebook.yaml", book.replacen(part, instead, 1));
    home
}

/// Texts in quotes and tabs are the first stumbling blocks of YAML.
#[test]
fn quotes_and_tabs_in_a_text_are_explained() {
    let home = changed("text: Take gems.", "text: \"Take \"three\" gems.\"");
    home.run("check rules/gems")
        .ends(1)
        .says(&["the text in quotes ends before this", "write `\\\"` for a `\"` inside"]);
    let home = changed("text: Take gems.", "text: 'A player's gem.'");
    home.run("check rules/gems").ends(1).says(&["write `''` for a `'` inside the text"]);
    let home = changed("  - { id: GM-1", "\t- { id: GM-1");
    home.run("check rules/gems").ends(1).says(&["a tab stands where only spaces may", "indent with spaces"]);
}

/// A clause between two others was probably removed, not misspelt. A clause that is defined twice is said first.
#[test]
fn a_removed_clause_is_named_with_its_neighbours() {
    let home = changed("  - { id: GM-3, section: Play, text: Take gems., kind: rule }\n", "");
    home.write("rules/gems/scenarios/a.yaml", CASES);
    let run = home.run("check rules/gems").ends(1);
    let run = run.says(&["there are `GM-2` and `GM-4`: was the line of `GM-3` removed?"]);
    assert!(!run.out.contains("did you mean `GM"), "{}", run.out);
    let home = changed("id: GM-3", "id: GM-2");
    let out = home.run("check rules/gems --format plain").ends(1).out;
    assert!(out.starts_with("Error E0902") && out.contains("`GM-2` is defined twice"), "{out}");
}

#[test]
fn a_misspelt_word_of_seen_by_is_corrected() {
    let home = Home::with(&super::GEMS.replace("| heap     | p       |", "| heap     | al      |"));
    home.run("check rules/gems").ends(1).says(&["there is no `al`", "did you mean `all`?"]);
}

/// A section that is interrupted by a misspelt one, begins again, or is called nearly like the one above it.
#[test]
fn a_misplaced_section_is_reported() {
    let sections = |names: [&str; 6]| {
        let home = Home::new();
        let clause = |(at, name): (usize, &&str)| {
            format!("  - {{ id: GM-{}, section: {name}, text: Take gems., kind: rule }}\n", at + 1)
        };
        let clauses: String = names.iter().enumerate().map(clause).collect();
        home.write("rules/gems/rulebook.yaml", format!("game: gems\nsource: {{ title: Gems }}\nclauses:\n{clauses}"));
        let run = home.run("check rules/gems").ends(0);
        assert!(run.out.matches("W0910").count() <= 1, "{}", run.out);
        run
    };
    let says = ["W0910", "section `3 Placing` is interrupted here by `3 Plcing`", "did you mean `3 Placing`?"];
    sections(["2 Play", "3 Placing", "3 Placing", "3 Plcing", "3 Placing", "4 End"]).says(&says);
    sections(["3 Placing", "3 Plcing", "4 End", "4 End", "4 End", "4 End"])
        .says(&["is called nearly like `3 Placing`"]);
    sections(["A part", "B part of it", "C", "D", "A part", "A part"]).says(&["section `A part` begins again here"]);
    let fine = sections(["1 Turns", "2 Turns", "3 Turns", "Data", "The end", "Examples"]);
    assert!(!fine.out.contains("W0910"), "{}", fine.out);
}

/// Without a mark nothing notices that the text of a clause changes.
#[test]
fn a_rulebook_without_review_marks_is_noted() {
    let home = Home::new();
    let note = "gems: no clause is marked as reviewed, so changes of their texts are not noticed";
    home.run("check rules/gems --deny warnings").ends(0).says(&[note, "`tavola check rules/gems --reviewed all`"]);
    let run = home.run("check rules/gems --reviewed GM-1").ends(0);
    assert!(!run.err.contains(note), "{}", run.err);
}

/// Refused answers and the end of a case are lines of an example; its players sit at the pictured table.
#[test]
fn an_example_shows_what_is_not_possible() {
    let home = Home::new();
    home.write("rules/gems/scenarios/a.yaml", CASES);
    let page = home.run("doc rules/gems --prose").ends(0).out;
    assert!(page.contains("Bea cannot choose 4: it is not one of 1 to 3\n"), "{page}");
    assert!(page.contains("- Bea: score 0 → 4 (+4)\n- Nothing more is asked\n"), "{page}");
    home.run("doc rules/gems --prose -o book.md").ends(0);
    let picture = home.read("book.svg");
    assert!(picture.contains("Bea") && picture.contains("Cleo") && !picture.contains("Ben"), "{picture}");
}

#[test]
fn the_edition_is_printed_below_the_title() {
    let home = changed("source: { title: Gems }", "source: { title: Gems, year: 2026, edition: second edition }");
    let page = home.run("doc rules/gems --prose").ends(0).out;
    assert!(page.contains("# Gems\n\n*2026 · second edition · 2 to 3 players*\n"), "{page}");
}

/// The name of a rewritten case may now be wrong, and readers of the rulebook see it.
#[test]
fn rewritten_cases_that_are_printed_are_listed() {
    let home = Home::new();
    home.write("rules/gems/scenarios/a.yaml", CASES.replace("\"score[bea]\": 3", "\"score[bea]\": 2"));
    let run = home.run("test rules/gems --update --yes").ends(0);
    run.says(&["1 rewritten case is printed as an example; read its name:\n  a gem is drawn  rules/gems/scenarios/a.yaml:1:3\n"]);
    let run = home.run("test rules/gems --update --yes").ends(0);
    assert!(!run.err.contains("rewritten"), "{}", run.err);
}
