//! Findings of texts that are not YAML: what is missing, in plain words, and what to write.

use super::Home;

#[test]
fn a_text_that_is_not_yaml_is_explained() {
    let home = Home::new();
    let cases = [
        ("- name: a\n  clauses:[GM-1]\n", "there is no `: ` after this key", "write a space after `clauses:`"),
        ("- { name: a, clauses:[GM-1] }\n", "a `:` cannot stand here", "write a space after `clauses:`"),
        ("- name:a\n  clauses: [GM-1]\n", "a `:` cannot stand here", "write a space after `name:`"),
        ("- { name: a, clauses: [GM-1] do: [] }\n", "a `,` or `}` is missing here", "look for a bracket"),
        ("- name: a\n clauses: [GM-1]\n", "this line is no item of the list above", "for indentation"),
        ("- name: a: b\n", "a `:` cannot stand here", "put a text with `: ` in quotes"),
        (
            "- { name: a, given: { hand[anna]: 2 } }\n",
            "a `,` or `}` is missing here",
            "put a text with brackets in quotes",
        ),
    ];
    for (text, message, help) in cases {
        home.write("rules/gems/scenarios/play.yaml", text);
        let run = home.run("check rules/gems").ends(1).says(&["E1101", message, help]);
        assert!(!run.out.contains("while parsing"), "{}", run.out);
    }
}

/// A clause below an empty list belongs above it.
#[test]
fn a_clause_below_an_empty_list_is_explained() {
    let home = Home::new();
    let book = "game: gems\nsource: { title: Gems }\nclauses:\n  - { id: GM-1, section: Play, kind: rule, text: A. }\nrulings: []\n";
    home.write("rules/gems/rulebook.yaml", format!("{book}  - {{ id: GM-2, section: Play, kind: rule, text: B. }}\n"));
    let help = "if this line belongs under `clauses:`, move it above `rulings:`; otherwise remove the `[]`";
    home.run("check rules/gems").ends(1).says(&["E1101", "rulebook.yaml:6:3", help]);
}
