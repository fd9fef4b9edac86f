//! One mistake gives one finding, at its place, with advice and without consequential findings.

use super::{GEMS, Home};

/// The findings of `tavola check` for these rules, as `line: message`.
fn findings(rules: &str) -> Vec<String> {
    let home = Home::with(rules);
    let json = home.run("check rules/gems --format json").json();
    let found = json["games"][0]["findings"].as_array().cloned().unwrap_or_default();
    found.iter().map(|f| format!("{}: {}", f["line"], f["message"].as_str().unwrap_or(""))).collect()
}

/// The game with one replaced text, which must exist.
fn typo(from: &str, to: &str) -> Vec<String> {
    assert!(GEMS.contains(from), "{from}");
    findings(&GEMS.replacen(from, to, 1))
}

#[test]
fn a_missing_rulebook_is_one_finding() {
    let home = Home::new();
    home.run("check rules/gems").ends(0);
    std::fs::remove_file(home.path("rules/gems/rulebook.yaml")).expect("it is there");
    home.run("check rules/gems --deny W0902").ends(1).says(&[
        "W0902",
        "there is no `rules/gems/rulebook.yaml`",
        "1 error in gems",
    ]);
    // Rules without citations need no rulebook.
    let bare: Vec<&str> = GEMS.lines().map(|line| line.split("[GM").next().unwrap_or(line).trim_end()).collect();
    home.write(
        "rules/gems/gems.tavola",
        bare.join("\n").replace("| GM-1    |", "|      |").replace("GM-2", "").replace("GM-3", ""),
    );
    home.run("check rules/gems").ends(0);
}

#[test]
fn a_wrong_indent_is_one_finding() {
    let out_of_line = |line: u32| [format!("{line}: the indentation of this line matches no block above")];
    let ask = "      p chooses n in 1..3";
    assert_eq!(typo(ask, &ask[1..]), out_of_line(28));
    let gain = "      p gains n score";
    assert_eq!(typo(gain, &gain[1..]), out_of_line(30));
    let sheet = "action take\n  when: score[you] > 0\n limit: once\n  cost: 1 score\n  effect: you gains 2 score\n";
    let moved = |line: u32, what: &str| [format!("{line}: `{what}")];
    let of_sheet = |sheet: &str| findings(&format!("{GEMS}{sheet}"));
    assert_eq!(of_sheet(sheet), moved(36, "limit:` is indented by 1 space, `effect:` by 2"));
    // The moved line is reported, not those below it.
    let first = sheet.replace("  when", "   when").replace(" limit", "  limit");
    assert_eq!(of_sheet(&first), moved(35, "when:` is indented by 3 spaces, `effect:` by 2"));
    let last = sheet.replace(" limit", "  limit").replace("  effect", "   effect");
    assert_eq!(of_sheet(&last), moved(38, "effect:` is indented by 3 spaces, `cost:` by 2"));
}

#[test]
fn a_wrong_heading_is_one_finding() {
    let settings = "| name   | value | range | meaning            | clause |";
    assert_eq!(
        typo(settings, "| name   | valeu | range | meaning            | clause |"),
        ["5: this table has no column `valeu`"]
    );
    assert_eq!(
        typo(settings, "| nmae   | value | range | meaning            | clause |"),
        ["5: this table has no column `nmae`"]
    );
    assert_eq!(
        typo(settings, "| name   | zzz   | range | meaning            | clause |"),
        ["5: this table has no column `zzz`"]
    );
    assert_eq!(typo(&format!("  {settings}\n"), ""), ["5: the heading of this table is missing"]);
    assert_eq!(typo("settings\n", "setings\n"), ["4: no item begins with `setings`"]);
    let kind = "| id   | name   | copies | value |";
    assert_eq!(
        typo(kind, "| id   | nmae   | copies | value |"),
        ["9: the column `nmae` has texts, which rules cannot read"]
    );
    assert_eq!(typo(kind, "| id   | copies | value |"), ["9: the heading has 3 cells, its rows have 4"]);
    assert_eq!(typo(kind, "  id   | name   | copies | value |"), ["9: a row of a table belongs here"]);
    assert_eq!(typo(&format!("  {kind}\n"), ""), ["9: the heading of a column needs a name: `first`"]);
    assert_eq!(typo("kind Gem", "knid Gem"), ["8: no item begins with `knid`"]);
    assert_eq!(typo("components\n", "componets\n"), ["13: no item begins with `componets`"]);
    let places = "| place             | holds | order    | seen by | clause |";
    assert_eq!(
        typo(places, "| place             | hold  | order    | seen by | clause |"),
        ["18: this table has no column `hold`"]
    );
    assert_eq!(
        typo(places, "| place             | holds | seen by | clause |"),
        ["18: the heading has 4 cells, its rows have 5"]
    );
}

#[test]
fn a_wrong_row_is_one_finding() {
    // An unknown name is one finding, however often it is used.
    let row = "  | rounds | 3     | 1..9  | \"rounds in a game\" | GM-2    |\n";
    assert_eq!(typo(row, ""), ["24: there is no `rounds`"]);
    let doubled = GEMS
        .replace("p gains n score", "p gains n scores")
        .replace("value for g in hand[p] score", "value for g in hand[p] scores");
    let found = findings(&doubled);
    assert_eq!(found.len(), 1, "{found:?}");
    let home = Home::with(&doubled);
    home.run("check rules/gems").says(&["there is no `scores`", "did you mean `score`", "and here"]);
    assert_eq!(
        typo(
            "| hand[p in Player] | Gem   | heap     | p       | GM-3    |",
            "| hand[p in Player] | Gem   | heap     | p       |"
        ),
        ["20: this row has 4 cells, the heading 5: one is missing"]
    );
}

#[test]
fn an_unknown_basic_name_is_one_finding() {
    // Without the name, the place holds no gems, the action has no points, and the column has words that are no gems.
    assert_eq!(
        typo("| hand[p in Player] | Gem   |", "| hand[p in Player] | Gme   |"),
        ["20: there is no component `Gme`"]
    );
    let more = r#"
menu evening "What now?"
  remember: effort = 2
  until:    effort is 0

action rest of evening "rest"
  cost:     1 effort

kind Box
  | id    | full_of |
  | small | opal    |
  | large | ruby    |

rule look(b in Box, p in Player)
  if b.full_of in hand[p]: p gains 1 score
  p does evening
"#;
    let gems = GEMS.replace("p gains n score\n", "p gains n score\n      look(small, p)\n");
    let with = |from: &str, to: &str| findings(&format!("{gems}{more}").replacen(from, to, 1));
    assert_eq!(with("", ""), [""; 0]);
    assert_eq!(with("rest of evening", "rest of evning"), ["40: there is no menu `evning`"]);
    let row = "  | opal | \"opal\" |     30 |     1 |\n";
    assert_eq!(
        with(row, "  | opal | \"opal\" |     30 |\n"),
        ["11: this row has 3 cells, the heading 4: one is missing"]
    );
}

#[test]
fn an_open_text_or_a_tab_is_one_finding() {
    assert_eq!(
        typo("p chooses n in 1..3 \"How much?\"  ", "p chooses n in 1..3 \"How much?   "),
        ["28: this text is never closed"]
    );
    assert_eq!(typo("    each p in Player clock", "\teach p in Player clock"), ["26: there is a tab here"]);
    assert_eq!(findings(&GEMS.replace("\n      ", "\n\t")), ["27: there is a tab here, and in 3 more lines"]);
}

#[test]
fn a_missing_section_is_one_finding() {
    let home = Home::with("kind Gem = {ruby}\n");
    home.run("check rules/gems").ends(1).says(&["no line says what game this is", "gems.tavola:1:1"]);
    let play = GEMS.find("play\n").map(|at| &GEMS[..at]).unwrap_or_default();
    let found = findings(play);
    assert_eq!(found, ["2: nothing says how the game is played"]);
    assert_eq!(
        typo("game gems \"Gems\" for 2..3 players ", "gmae gems \"Gems\" for 2..3 players "),
        ["2: no item begins with `gmae`"]
    );
}

#[test]
fn a_wrong_value_is_one_finding() {
    assert_eq!(typo("| rounds | 3     |", "| rounds | three |"), ["6: there is no `three`"]);
    let start = typo("track score[Player] 0.. ", "track score[Player] 0..9 start -1 ");
    assert_eq!(start, ["22: `score` starts at -1, outside 0..9"]);
}

#[test]
fn a_mistake_in_a_record_is_one_finding() {
    let home = Home::new();
    let answers = "- chance: opal\n- anna: \"2\"\n".repeat(40);
    home.write("r.yaml", format!("game: gems\nrules: \"0\"\nseed: 1\nanswers:\n{answers}"));
    let run = home.run("replay r.yaml").ends(2).says(&["r.yaml:1:1", "`players` is missing"]);
    assert!(run.err.lines().count() < 12, "{}", run.err);
    let head = "game: gems\nrules: \"0\"\nplayers: [anna, ben]\nseed: 1\n";
    for (more, says) in [
        ("settings: { rounds: 3, round: 4 }\nanswers:\n", "r.yaml:5:31: there is no setting `round`"),
        ("settings: { rounds: 99 }\nanswers:\n", "r.yaml:5:21: `rounds` cannot be `99`"),
        ("variant: huge\nanswers:\n", "r.yaml:5:10: there is no variant `huge`"),
    ] {
        home.write("r.yaml", format!("{head}{more}"));
        home.run("replay r.yaml").ends(2).says(&[says]);
        home.run("play --resume r.yaml").ends(2).says(&[says]);
    }
    home.write("r.yaml", "game: gems\nrules: \"0\"\nplayers: [anna]\nseed: 1\nanswers:\n");
    home.run("replay r.yaml").ends(2).says(&["r.yaml:3:11: Gems is for 2 to 3 players"]);
}

#[test]
fn a_mistake_in_a_scenario_is_one_finding() {
    let home = Home::new();
    home.write(
        "rules/gems/scenarios/a.yaml",
        "- name: a\n  players: [anna, ben]\n  call:\n  - anna gains 1 score\n  - anna gians 1 score\n  asked: nobody\n",
    );
    home.run("test rules/gems").ends(1).says(&["a.yaml:5:5", "did you mean `gains`"]);
    let ends = GEMS.replace("track score[Player] 0..", "track score[Player] 0..20");
    let home = Home::with(&ends);
    home.write(
        "rules/gems/scenarios/a.yaml",
        "- name: a\n  players: [anna, ben]\n  given: { \"score[anna]\": 21 }\n  call: anna gains 0 score\n  asked: nobody\n",
    );
    home.run("test rules/gems").ends(1).says(&["a.yaml:3:12", "`score[anna]` cannot be 21: the track is 0..20"]);
    let limit = "| hand[p in Player] | Gem   | heap     | p       | 3     | GM-3    |";
    let limits = GEMS
        .replace("| seen by | clause |", "| seen by | limit | clause |")
        .replace("| nobody  | GM-3    |", "| nobody  |       | GM-3    |")
        .replace("| hand[p in Player] | Gem   | heap     | p       | GM-3    |", limit);
    let home = Home::with(&limits);
    let case =
        "  players: [anna, ben]\n  given: { \"ruby at hand[ben]\": 3, \"hand[anna]\": [ruby, opal, opal, opal] }\n";
    home.write(
        "rules/gems/scenarios/a.yaml",
        format!("- name: a\n{case}  call: anna gains 0 score\n  asked: nobody\n"),
    );
    home.run("test rules/gems").ends(1).says(&["a.yaml:3:36", "4 lie in `hand[anna]`, its limit is 3"]);
}

#[test]
fn a_position_that_is_too_large_is_one_finding() {
    let big = GEMS.replace(
        "track score",
        "memory\n  | variable | type | start |\n  | seen[1..2000, 1..2000] | number | 0 |\n\ntrack score",
    );
    let home = Home::with(&big);
    for verb in ["check", "play", "simulate"] {
        home.run(&format!("{verb} rules/gems")).ends(1).says(&["E1002", "gems.tavola:24:", "`seen` alone has 4000000"]);
    }
}

/// A broken `winner` declares no name, so an unknown name elsewhere is another mistake.
#[test]
fn a_broken_winner_hides_no_unknown_name() {
    let broken = GEMS.replace("by most score[p]", "by highest score[p]");
    assert_eq!(findings(&broken), ["33: expected `most` or `least`, found `highest`"]);
    let both = findings(&broken.replace("each p in Player clockwise", "each p in Plyaer clockwise"));
    assert_eq!(both, ["33: expected `most` or `least`, found `highest`", "26: there is no `Plyaer`"]);
}
