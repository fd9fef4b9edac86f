//! Names of files, ids and games: which are skipped, and which are reported.

use super::{Home, Run};

/// `._gems.tavola` is a binary file in archives made on a Mac.
const RESOURCE_FORK: [u8; 4] = [0, 5, 22, 7];

fn home() -> Home {
    let home = Home::new();
    home.write(
        "rules/gems/scenarios/a.yaml",
        "- name: a\n  players: 2\n  call: anna gains 1 score\n  then: { \"score[anna]\": 1 }\n",
    );
    home.write("rules/gems/variants/short.tavola", SHORT);
    home
}

const SHORT: &str =
    "variant short \"Short\" of gems, house rules\n\nchange settings\n  | name   | value |\n  | rounds | 2     |\n";

#[test]
fn hidden_files_are_skipped() {
    let home = home();
    let before = home.run("check rules/gems").ends(0).out;
    for folder in ["", "scenarios/", "variants/", "__MACOSX/", "scenarios/__MACOSX/"] {
        for name in ["._gems.tavola", "._a.yaml", ".DS_Store", ".gems.tavola"] {
            home.write(&format!("rules/gems/{folder}{name}"), RESOURCE_FORK);
        }
    }
    home.write("rules/__MACOSX/gems/._gems.tavola", RESOURCE_FORK);
    assert_eq!(home.run("check rules/gems").ends(0).out, before);
    home.run("check rules").ends(0);
    home.run("test rules").ends(0).says(&["1 passed"]);
    home.run("simulate rules/gems --games 2 --variant short").ends(0);
    home.run("simulate rules/gems --games 2 --variant .gems").ends(2).says(&["the game has short"]);
}

#[test]
fn unexpected_names_are_reported() {
    let home = home();
    let warns = |path: &str, text: &str, says: &[&str]| {
        home.write(path, text);
        home.run("check rules/gems").ends(0).says(says);
        std::fs::remove_file(home.path(path)).expect("removed");
    };
    warns("rules/gems/rulebook.yml", "x: 1\n", &["W1160", "rulebook.yml` is not read", "rename it to `rulebook.yaml`"]);
    warns("rules/gems/Scenarios/b.yaml", "[]\n", &["W1160", "Scenarios` is not read", "rename it to `scenarios`"]);
    std::fs::remove_dir(home.path("rules/gems/Scenarios")).expect("removed");
    warns("rules/gems/Variants/b.tavola", SHORT, &["W1160", "rename it to `variants`"]);
    std::fs::remove_dir(home.path("rules/gems/Variants")).expect("removed");
    warns("rules/gems/more.Tavola", "x\n", &["W1160", "more.Tavola` is not read", "`.tavola`"]);
    warns("rules/gems/variants/a,b.tavola", SHORT, &["W1160", "a,b.tavola` is not read", "comma"]);
    warns("rules/gems/variants/a.b.tavola", SHORT, &["W1160", "a.b.tavola` is not read"]);
    warns("rules/gems/variants/foo.tavola", SHORT, &["W1161", "foo.tavola:1:9", "`short.tavola`"]);
    let run = home.run("check rules/gems").ends(0);
    assert!(!run.out.contains("W1160") && !run.out.contains("W1161"), "{}", run.out);
    home.write("rules/gems/scenarios/b.yml", "");
    home.run("test rules/gems").ends(2).says(&["b.yml` is not read", "rename it"]);
}

#[test]
fn a_rulebook_is_that_of_its_game() {
    let home = home();
    let text = home.read("rules/gems/rulebook.yaml").replacen("game: gems", "game: other", 1);
    home.write("rules/gems/rulebook.yaml", text);
    home.run("check rules/gems").ends(1).says(&["E1162", "rulebook.yaml:1:7", "write `game: gems`"]);
}

/// Rules that cite a clause with this id, and their rulebook.
fn cited(id: &str) -> Run {
    let home = Home::with(&super::GEMS.replacen("[GM-1]", &format!("[{id}]"), 1));
    let text = home.read("rules/gems/rulebook.yaml");
    home.write(
        "rules/gems/rulebook.yaml",
        format!("{text}  - {{ id: \"{id}\", section: Play, text: Take gems., kind: data }}\n"),
    );
    home.run("check rules/gems")
}

#[test]
fn clause_ids_of_printed_rulebooks_can_be_cited() {
    for id in
        ["B-1", "ABCDE-1", "1.2", "4.1.3b", "G9-1", "12a", "§4", "§4.1", "III.2", "Setup-3.1", "VL-R2", "Б-1", "A.1-b"]
    {
        let run = cited(id).ends(0);
        assert!(run.out.contains("gems: fine") || !run.out.contains(&format!("`{id}`")), "{id}: {}", run.out);
    }
    for id in ["4", "a", "a-1", "4-1", "A", "A 1", "A_1", "A-", "1..2"] {
        cited(id).ends(1).says(&[
            "E1163",
            &format!("rules cannot cite `{id}`"),
            "rulebook.yaml:10:11",
            "an id reads like",
        ]);
    }
}

/// Brackets at the end of a line may be an index or a list instead of a citation.
#[test]
fn indexes_and_lists_are_no_citations() {
    let rules = super::GEMS.replacen(
        "  repeat rounds",
        "  let many = [1, 2]\n  let one = [7]\n  let some_seat = [seat(1)]\n  repeat rounds",
        1,
    );
    let rules = rules.replacen("p gains n score", "p gains (n + many[1] - one[1] + 6) score", 1);
    let run = Home::with(&rules).run("check rules/gems");
    assert!(!run.out.contains("E0157") && !run.out.contains("error"), "{}", run.out);
}

/// A text that YAML cuts at a comma is one finding with advice, the same in each file.
#[test]
fn a_text_with_a_comma_needs_quotes() {
    let home = home();
    let text =
        home.read("rules/gems/rulebook.yaml").replacen("text: Take gems.,", "text: Draw two, then play one.,", 1);
    home.write("rules/gems/rulebook.yaml", text);
    let says = ["E1164", "ends at the comma", "`text: \"Draw two, then play one.\"`"];
    let run = home.run("check rules/gems").ends(1).says(&says);
    assert!(!run.out.contains("unknown key") && run.out.matches("error[").count() == 1, "{}", run.out);
    let home = self::home();
    home.write("rules/gems/scenarios/b.yaml", "- { name: one, and two, players: 2, then: { \"1 is 1\": yes } }\n");
    home.run("check rules/gems").ends(1).says(&["E1164", "`name: \"one, and two\"`"]);
    home.write("rules/gems/rulebook.yaml", "game: gems\nsource: { title: G }\nclauses:\n- { id: GM-1, nix: 1 }\n");
    let run = home.run("check rules/gems").ends(1);
    assert!(
        run.out.lines().filter(|line| line.contains("known keys")).all(|line| line.matches(" id").count() == 1),
        "{}",
        run.out
    );
}

/// Numbers are written in digits.
#[test]
fn numbers_must_be_digits() {
    let home = home();
    for players in ["2.0", "0x2", "+2", "2_0", "1e1", "[2.0]", "999"] {
        home.write(
            "rules/gems/scenarios/a.yaml",
            format!("- name: a\n  players: {players}\n  then: {{ \"1 is 1\": yes }}\n"),
        );
        home.run("check rules/gems").ends(1).says(&["E1102", "a.yaml:2:1", "is not a number of players"]);
    }
    home.write("rules/gems/scenarios/a.yaml", "- name: a\n  players: 2\n  offered: { anna: { options: 0x2 } }\n");
    home.run("check rules/gems").ends(1).says(&["E1102", "a.yaml:3:"]);
}

/// `any` stands for one draw, so it is no default for all of them.
#[test]
fn any_is_not_a_default_for_chance() {
    let home = home();
    let case = "- name: a\n  players: 2\n  unless_said: { chance: any }\n  then: { \"1 is 1\": yes }\n";
    home.write("rules/gems/scenarios/a.yaml", case);
    home.run("check rules/gems").ends(1).says(&["E1102", "a.yaml:3:", "one draw of `do`"]);
}

/// A file is selected by its name or its path.
#[test]
fn tests_of_a_file_are_found_by_its_name() {
    let home = home();
    for filter in ["a.yaml", "scenarios/a.yaml", "a"] {
        home.run(&format!("test rules/gems {filter}")).ends(0).says(&["1 passed"]);
    }
    home.run("test rules/gems b.yaml").ends(2);
}

/// An answer that can never be legal is refused in `unless_said`.
#[test]
fn unless_said_takes_possible_answers_only() {
    let home = home();
    let case = |answer: &str| {
        home.write(
            "rules/gems/scenarios/a.yaml",
            format!("- name: a\n  players: 2\n  unless_said: {{ anna: {answer} }}\n  call: anna gains 1 score\n  then: {{ \"score[anna]\": 1 }}\n"),
        );
        home.run("test rules/gems")
    };
    case("no").ends(0);
    case("blorp").ends(1).says(&["unless_said: anna", "nothing here is called `blorp`", "a.yaml:3:18"]);
}

/// `ben` means `figure[ben]` if a figure can be chosen: in a map, in a list, alone.
#[test]
fn things_are_refused_and_chosen_by_their_short_names() {
    let home = Home::with(FIGURES);
    let case = |lines: &str| {
        home.write("rules/gems/scenarios/a.yaml", format!("- name: a\n  players: 3\n  do:\n{lines}"));
        home.run("test rules/gems")
    };
    let refused =
        ["{ ben: 2, chris: 1 }", "{ anna: 1 }", "{ anna: 1, ben: 1 }", "{ 'figure[anna]': 1, ben: 1 }", "anna"];
    let refused: String = refused.map(|answer| format!("    - refused: {{ anna: {answer} }}\n")).concat();
    let chosen = "    - { anna: { ben: 1, chris: 1 } }\n    - { ben: chris }\n    - { chris: ben }\n";
    case(&(refused + chosen)).ends(0);
    case("    - refused: { anna: { ben: 1, chris: 1 } }\n").ends(1).says(&["possible"]);
    case("    - refused: { anna: { bon: 2, chris: 1 } }\n").ends(1).says(&["means nothing here", "`bon`"]);
    case("    - refused: { anna: bon }\n").ends(1).says(&["means nothing here", "`bon`"]);
}

const FIGURES: &str = r#"game figures "Figures" for 3 players

components
  | component      | count | start |
  | figure[Player] | 3     | area  |

places
  | place | holds  |
  | area  | figure |
  | gone  | figure |

track score[Player] 0..

play
  let me = seat(1)
  me chooses 1..2 of area as leaving where figure[me] not in leaving "Who goes?"
  move leaving from area to gone
  each p in Player where p is not me
    p chooses x in figure at area where x is not figure[p] "And who else?"
    move x from area to gone

winner p in Player by most score[p]
"#;

/// A game in `.` has the name of the folder. Errors that are not shown are counted.
#[test]
fn the_current_folder_has_a_name() {
    let home = home();
    let rules = super::GEMS.replace("winner p", "winnner p")
        + &(0..70).map(|n| format!("rule r{n}\n  moev x{n}\n\n")).collect::<String>();
    home.write("rules/gems/gems.tavola", rules);
    let inside = |line: &str| {
        let mut command = super::command(line);
        let output = command.current_dir(home.path("rules/gems")).output().expect("it runs");
        (String::from_utf8_lossy(&output.stdout).into_owned(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert!(inside("check .").0.contains(" in gems\n"));
    let (_, err) = inside("simulate .");
    assert!(err.contains("... and 51 more") && err.contains("71 errors in gems"), "{err}");
}

/// The same mistake on two lines is one finding, and has no consequential findings.
#[test]
fn the_same_mistake_twice_is_one_finding() {
    let define = |name: &str| format!("define {name}(p in Player) = some x in nope where x > 1 by most x\n");
    let run = Home::with(&(define("a") + &define("b") + super::GEMS)).run("check rules/gems").ends(1);
    assert!(run.out.contains("and here") && !run.out.contains("E0305"), "{}", run.out);
}

/// A review mark is indented like the other keys.
#[test]
fn review_marks_are_indented_like_other_keys() {
    let home = home();
    let indented: String = home.read("rules/gems/rulebook.yaml").lines().map(|line| format!("  {line}\n")).collect();
    home.write("rules/gems/rulebook.yaml", indented);
    home.run("check rules/gems --reviewed GM-1").ends(0);
    let marked = home.read("rules/gems/rulebook.yaml");
    assert!(marked.contains("\n  reviewed:\n    GM-1: "), "{marked}");
    home.run("check rules/gems --reviewed all").ends(0);
    assert_eq!(home.read("rules/gems/rulebook.yaml").matches("reviewed:").count(), 1);
    let flow = "{ game: gems, source: { title: G }, clauses: [{ id: GM-1, section: S, kind: data, text: T }, { id: GM-2, section: S, kind: data, text: T }, { id: GM-3, section: S, kind: data, text: T }, { id: GM-4, section: S, kind: data, text: T }, { id: GM-5, section: S, kind: data, text: T }, { id: GM-6, section: S, kind: data, text: T }] }\n";
    home.write("rules/gems/rulebook.yaml", flow);
    home.run("check rules/gems --reviewed GM-1").ends(2).says(&["cannot hold the marks"]);
    assert_eq!(home.read("rules/gems/rulebook.yaml"), flow);
}

/// A game in which a card has the name of the fourth player.
const ROLES: &str = r#"game roles "Roles" for 2..4 players

kind Role = {diana, monk}

components
  | component | count | start |
  | Role      | 4     | deck  |

places
  | place        | holds | seen by |
  | deck         | Role  | all     |
  | hand[Player] | Role  | all     |

track fame[Player] 0..

play
  each p in Player
    p chooses r in deck "Which role?"
    move r from deck to hand[p]
    if r is diana: p gains 2 fame

winner p in Player by most fame[p]
"#;

/// A scenario means the same for two, three and four players.
#[test]
fn a_player_and_a_card_may_have_the_same_name() {
    let home = Home::new();
    home.write("rules/roles/roles.tavola", ROLES);
    let scenario = |players: usize| {
        format!(
            "- name: for {players}\n  players: {players}\n  given: {{ \"hand[anna]\": [diana], \"diana at hand[ben]\": 2 }}\n  do: \
             [{{ anna: monk }}, {{ ben: diana }}]\n  then: {{ \"diana at hand[ben]\": 3, \"diana in hand[anna]\": yes, \"count of {{p in Player \
             where diana in hand[p]}}\": 2 }}\n"
        )
    };
    let named = "- name: where a player is wanted\n  players: 4\n  given: { \"fame[diana]\": 2 }\n  do: [{ anna: monk }]\n  then: { \
                 \"fame[diana]\": 2, \"diana is seat(4)\": yes, \"{p in Player where fame[p] > 1} is {diana}\": yes }\n";
    let all: String = (2..=4).map(scenario).chain([named.to_owned()]).collect();
    home.write("rules/roles/scenarios/a.yaml", &all);
    home.run("check rules/roles").ends(0);
    home.run("test rules/roles").ends(0).says(&["4 passed"]);
}

#[test]
fn players_are_named_in_all_scripts() {
    let home = Home::new();
    for [one, other] in [["Zoë", "Юрий"], ["ANNA", "Ben_2"], ["はな", "李"], ["सीता", "עדי"]] {
        home.write(
            "rules/gems/scenarios/a.yaml",
            format!(
                "- name: a\n  players: [{one}, {other}]\n  call: {one} gains 1 score\n  then: {{ \"score[{one}]\": 1, \"score[{other}]\": 0 }}\n"
            ),
        );
        home.run("check rules/gems").ends(0);
        home.run("test rules/gems").ends(0).says(&["1 passed"]);
        let play =
            home.run(&format!("play rules/gems --names {one},{other} --human none --seed 1 --record r.yaml")).ends(0);
        assert!(play.out.contains(one) && play.out.contains(other), "{}", play.out);
        home.run("replay r.yaml").ends(0).says(&[one, other]);
        home.run(&format!("replay r.yaml --as {other}")).ends(0).says(&[other]);
        std::fs::remove_file(home.path("r.yaml")).expect("removed");
    }
}

#[test]
fn a_search_accepts_names_of_players() {
    let home = home();
    let run = home.run_words(&[
        "find",
        "rules/gems",
        "score[Юрий] > 0",
        "--names",
        "Zoë,Юрий",
        "-o",
        "rules/gems/scenarios/b.yaml",
    ]);
    let _ = run.ends(0);
    let found = home.read("rules/gems/scenarios/b.yaml");
    assert!(found.contains("players: [Zoë, Юрий]") && found.contains("--names Zoë,Юрий"), "{found}");
    home.run("test rules/gems").ends(0).says(&["2 passed"]);
    home.run("find rules/gems moon --names a,b,c,d").ends(2).says(&["for 2 to 3 players"]);
}
