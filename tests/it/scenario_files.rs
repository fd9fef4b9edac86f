//! Files of scenarios: how they are read, extended and corrected.

use std::collections::BTreeSet;

use tavola::diagnostic::Diagnostic;
use tavola::game::Rules;
use tavola::play::scenario::{self, CaseEdit, CaseFile, Step, read_texts};

#[test]
fn a_case_is_read() {
    let text = "- name: a\n  players: [anna, ben]\n  set: { roles: no }\n  given: { active: [anna, ben] }\n  \
                call: [round, 'set x = yes']\n  do: [{ anna: { ben: 2 } }, { chance: 5 }]\n  \
                then: { winner: [anna] }\n  offered: { ben: [x, no] }\n  refused: { ben: y, because: X-1 }\n";
    let suite = read_texts(&[("scenarios/topic.yaml", text)], None);
    assert_eq!(suite.diagnostics, []);
    let case = &suite.scenarios[0];
    assert_eq!(case.call.as_deref(), Some("round\nset x = yes"));
    assert_eq!(case.given[0].right, "[anna, ben]");
    assert_eq!((case.topic.as_str(), case.steps.len()), ("topic", 2));
    let Step::Answer(answer) = &case.steps[1] else { panic!("an answer") };
    assert_eq!(answer.place, "scenarios/topic.yaml:6:32");
}

#[test]
fn mistakes_are_located() {
    let text = "- name: a\n  player: [anna]\n  players: [anna, ben]\n  clauses: [VL-1]\n  do: [{ ana: 5 }, 7]\n  \
                then: [x]\n- name: a\n- 5\n";
    let known = BTreeSet::from(["VL-1.1".to_string()]);
    let suite = read_texts(&[("t.yaml", text)], Some(&known));
    let shown = |d: &Diagnostic| format!("{} {}", d.code, suite.sources.place(d.span).unwrap_or_default());
    let shown: Vec<String> = suite.diagnostics.iter().map(shown).collect();
    let expected = [
        "E1103 t.yaml:2:3",
        "E1106 t.yaml:4:13",
        "E1105 t.yaml:5:10",
        "E1102 t.yaml:5:20",
        "E1102 t.yaml:6:10",
        "E1104 t.yaml:7:3",
        "E1102 t.yaml:8:3",
    ];
    assert_eq!(shown, expected);
    assert!(suite.diagnostics.iter().all(|finding| finding.help.is_some()));
    assert!(suite.scenarios.is_empty());
}

/// The findings of these files, as code, place and help.
fn findings(files: &[(&str, &str)]) -> Vec<(&'static str, String, String)> {
    let suite = read_texts(files, None);
    let place = |d: &Diagnostic| suite.sources.place(d.span).unwrap_or_default();
    suite.diagnostics.iter().map(|d| (d.code, place(d), d.help.clone().unwrap_or_default())).collect()
}

#[test]
fn cases_that_need_an_unread_case_stay_silent() {
    let heirs = "- name: c\n  like: a\n  then: { x: 1 }\n- name: d\n  like: base/a\n  hidden: { anna: [x] }\n- name: e\n  \
                 variant: v\n  instead: base/a\n  players: [anna]\n  then: { x: 1 }\n- name: f\n  players: [anna]\n";
    for (base, place) in [
        ("- name: a\n  players [anna]\n", "base.yaml:2:3"),
        ("-\n  players: [anna]\n  then: { x: 1 }\n", "base.yaml:2:3"),
        ("- title: a\n  players: [anna]\n  then: { x: 1 }\n", "base.yaml:1:3"),
    ] {
        let found = findings(&[("base.yaml", base), ("heirs.yaml", heirs)]);
        assert_eq!(found.iter().map(|(_, place, _)| place.as_str()).collect::<Vec<_>>(), [place], "{found:?}");
    }
    // A name of another file is known, and missing.
    let other = "- name: g\n  like: heirs/a\n  then: { x: 1 }\n";
    let found = findings(&[("base.yaml", "- [\n"), ("heirs.yaml", heirs), ("other.yaml", other)]);
    let found: Vec<_> = found.iter().map(|(code, place, _)| (*code, place.as_str())).collect();
    assert_eq!(found, [("E1101", "base.yaml:1:3"), ("E1109", "other.yaml:2:9")]);
}

#[test]
fn an_unknown_key_beside_the_only_missing_one_is_meant_for_it() {
    let case = |first: &str, players: &str| {
        format!("- {first}: a\n  {players}: [anna]\n  asked: anna\n  hidden: {{ anna: [x] }}\n")
    };
    let meant = |place: &str, key: &str| vec![("E1103", place.to_owned(), format!("did you mean `{key}`?"))];
    let found = |first: &str, players: &str| findings(&[("t.yaml", &case(first, players))]);
    assert_eq!(found("title", "players"), meant("t.yaml:1:3", "name"));
    assert_eq!(found("name", "people"), meant("t.yaml:2:3", "players"));
    // An unknown key that is like another one is no other word for the missing one.
    let codes =
        |found: Vec<(&'static str, String, String)>| found.into_iter().map(|(code, ..)| code).collect::<Vec<_>>();
    assert_eq!(codes(found("clauess", "players")), ["E1104", "E1103"]);
    assert_eq!(codes(found("title", "people")), ["E1104", "E1104", "E1103", "E1103"]);
}

#[test]
fn a_player_who_sits_twice_is_one_finding() {
    let text = "- name: a\n  players: [anna, anna]\n  do: [{ ben: 1 }]\n  hidden: { carla: [x] }\n- name: b\n  like: a\n  \
                then: { x: 1 }\n";
    let found = findings(&[("t.yaml", text)]);
    assert_eq!(found, [("E1102", "t.yaml:2:19".to_owned(), "give each player a name of their own".to_owned())]);
}

#[test]
fn a_map_of_things_is_refused_with_the_right_form() {
    let text = "- name: a\n  players: [anna]\n  given: { \"raw[anna]\": { wool: 1, \"pot[red]\": 2 }, x: {}, fame: { anna: 3 } }\n";
    let suite = read_texts(&[("t.yaml", text)], None);
    let shown: Vec<_> = suite.diagnostics.iter().map(|d| (suite.sources.place(d.span), d.help.as_deref())).collect();
    let place = |column| Some(format!("t.yaml:3:{column}"));
    let help = "write `\"wool at raw[anna]\": 1`, `\"pot[red] at raw[anna]\": 2`";
    let nothing = "write `\"x\": []` where nothing lies there";
    let both = "write `\"anna at fame\": 3`; for tracks and memory `\"fame[anna]\": 3`";
    assert_eq!(shown, [(place(27), Some(help)), (place(56), Some(nothing)), (place(68), Some(both))]);
}

#[test]
fn a_file_without_a_case_is_a_finding() {
    for (text, place) in [("", "t.yaml:1:1"), ("# to be written\n", "t.yaml:1:1"), ("[]\n", "t.yaml:1:1")] {
        let suite = read_texts(&[("t.yaml", text)], None);
        let shown: Vec<_> = suite.diagnostics.iter().map(|d| (d.code, suite.sources.place(d.span))).collect();
        assert_eq!(shown, [("E1102", Some(place.to_owned()))], "{text:?}");
    }
}

const NEW: &str = "# found\n- name: new\n  players: 2\n\n  do:\n    - anna: 3\n";

fn added(text: &str) -> Result<String, String> {
    CaseFile::new(text)?.with(NEW)
}

#[test]
fn an_added_case_has_the_indent_of_the_others() {
    for (text, margin) in [
        ("", ""),
        ("# none yet\n", ""),
        ("- name: a\n  players: 2", ""),
        ("---\n- name: a\n", ""),
        ("# two\n  - name: a\n    call: |\n      set x = 1\n\n  - name: b\n  # the last\n", "  "),
        ("     -   name: a\n         call: >-\n           x\n", "     "),
        ("- name: a\r\n  players: 2\r\n", ""),
    ] {
        let whole = added(text).unwrap_or_else(|error| panic!("{text:?} {error}"));
        let ends = if text.contains('\r') { "\r\n" } else { "\n" };
        let tail = format!("{margin}- name: new{ends}{margin}  players: 2{ends}{ends}{margin}  do:{ends}");
        assert!(whole.starts_with(text) && whole.contains(&tail), "{whole:?}");
        assert!(CaseFile::new(&whole).is_ok(), "{whole:?}");
    }
}

#[test]
fn files_that_could_not_be_read_back_are_refused() {
    for text in [
        "rounds: 5\n",
        "[{ name: a }]\n",
        "- name: a\n...\n",
        "- name: a\n  b: [\n",
        "just words\n",
        "[]\n",
        "&all\n- name: a\n  why: |+\n    x\n  \n",
    ] {
        assert!(added(text).is_err_and(|error| !error.is_empty()) || text.starts_with('&'), "{text:?}");
    }
}

/// Runs a case that expects this list at the first question of a game with these options. Returns the corrected list.
fn relisted(list: &str, options: &[&str]) -> String {
    let options: String = options.iter().map(|name| format!("    option \"{name}\"\n")).collect();
    let rules = format!(
        "game ways \"Ways\" for 2 players\n\ntrack fame[Player] 0..\n\nplay\n  each p in Player\n    p chooses one of \"Where?\"\n{}      \
         option \"stay\"\n        p gains 1 fame\n\nwinner p in Player by most fame[p]\n",
        options.replace("    option", "      option")
    );
    let rules = Rules::from_texts(&[("ways", &rules)]);
    let before = "- name: a\n  players: [anna, ben]\n  offered:\n    anna: ";
    let suite = read_texts(&[("t.yaml", &format!("{before}{list}"))], None);
    assert_eq!(suite.diagnostics, []);
    let result = scenario::run(&rules, &suite.scenarios[0]);
    let mends: Vec<&CaseEdit> = result.failures.iter().filter_map(|failure| failure.mend.as_ref()).collect();
    let files = CaseEdit::rewrite(&mends, &suite.sources);
    assert!(files.len() == 1 && files[0].is_whole(), "{:?}", result.failures);
    files[0].new.strip_prefix(before).expect("nothing else changes").to_owned()
}

#[test]
fn a_corrected_list_keeps_its_layout() {
    let list = "[hill,  mill,\n      \"a, b\", stay] # all\n";
    assert_eq!(relisted(list, &["hill", "a, b"]), "[hill,  \"a, b\", stay] # all\n");
    assert_eq!(relisted(list, &["a, b", "x"]), "[\"a, b\", stay, x] # all\n");
    let last = "[stay,  mill,\n      \"a, b\", pond] # all\n";
    assert_eq!(relisted(last, &["mill"]), "[stay,  mill] # all\n");
    assert_eq!(relisted(last, &["mill", "a, b", "x", "y"]), "[stay,  mill,\n      \"a, b\", x, y] # all\n");
    assert_eq!(relisted("[hill, mill] # all\n", &["x"]), "[x, stay] # all\n");
    assert_eq!(relisted("[]\n", &["x"]), "[x, stay]\n");
}

#[test]
fn special_characters_of_yaml_are_quoted() {
    let options = ["hill", "a, b", "[a", "a: b", "# a", "*a"];
    let right = "[stay, hill, \"a, b\", \"[a\", \"a: b\", \"# a\", \"*a\"]\n";
    assert_eq!(relisted("[stay]\n", &options), right);
}
