//! `tavola new`: a new game is complete as it comes, a copy keeps what its game can do, a printed rulebook becomes clauses.

use std::path::Path;

use super::Home;

/// Requirements of an author's next step: no finding, no failed scenario, no broken law, no clause without rules.
fn is_complete(home: &Home, game: &str) {
    home.run(&format!("check {game} --deny warnings --threshold 100")).ends(0).says(&["fine"]);
    home.run(&format!("test {game}")).ends(0).says(&["0 failed"]);
    home.run(&format!("simulate {game} --games 2 --players 2 --check")).ends(0).says(&["every rule ran"]);
}

#[test]
fn a_new_game_is_complete() {
    let home = Home::new();
    let run = home.run("new my_game -o .").ends(0).says(&["to play it: tavola play"]);
    assert_eq!(run.out.trim_start_matches("./"), "my_game\n");
    is_complete(&home, "my_game");
    home.run("test my_game --variant long_road").ends(0).says(&["1 adapted, 0 different"]);
    let rules = home.read("my_game/my_game.tavola");
    assert!(rules.contains("game my_game \"My Game\" for") && rules.contains("[MG-1]"), "{rules}");
    for file in ["my_game.tavola", "rulebook.yaml", "scenarios/turns.yaml", "variants/long_road.tavola", "README.md"] {
        let text = home.read(&format!("my_game/{file}"));
        assert!(!text.contains("tarter") && !text.contains("SG-"), "{file}: {text}");
    }
}

/// The game is found again where it was written: in `rules`, if there is such a folder.
#[test]
fn a_game_is_written_where_games_are() {
    let home = Home::new();
    assert_eq!(home.run("new ferry --title Fährmann").ends(0).out, "rules/ferry\n");
    assert!(home.read("rules/ferry/rulebook.yaml").contains("title: \"Fährmann\""));
    is_complete(&home, "rules/ferry");
    assert_eq!(home.run("new other/ferry").ends(0).out, "other/ferry\n");
    assert_eq!(home.run("new ferry -o there").ends(0).out, "there/ferry\n");
    home.run("new ferry").ends(2).says(&["`rules/ferry` exists and is not overwritten"]);
    home.write("file", "");
    home.run("new ferry -o file").ends(2).says(&["cannot write `file/ferry`"]);
}

#[test]
fn a_name_that_rules_cannot_have_is_refused() {
    let home = Home::new();
    home.run_words(&["new", "My Game"]).ends(2).says(&["`My Game` cannot be the name of a game", "write `my_game`"]);
    home.run("new to").ends(2).says(&["no word of the language"]);
    home.run("new 7wonders").ends(2);
    home.run_words(&["new", ""]).ends(2);
    home.run_words(&["new", "fine", "--title", "a \"b\""]).ends(2).says(&["a title cannot contain quotes"]);
    assert!(!home.path("fine").exists());
}

/// The copy of a game has its own name everywhere, and does all that its game does.
#[test]
fn a_copy_is_a_game_of_its_own() {
    let home = Home::new();
    home.copy(Path::new("rules/classics/kuhn_poker"), "rules/kuhn_poker");
    home.copy(Path::new("rules/doge"), "doge");
    home.run("new penny --like kuhn_poker").ends(0);
    let text = home.read("rules/penny/penny.tavola");
    assert!(text.contains("game penny \"Penny\" for 2 players"), "{text}");
    is_complete(&home, "rules/penny");
    home.run("new second --like doge -o .").ends(0);
    home.run("check second --deny warnings --threshold 100").ends(0).says(&["second: fine", "2 variants"]);
    assert!(home.read("second/rulebook.yaml").contains("\ngame: second\n"));
    home.run("new third --like nowhere").ends(2).says(&["there is no `nowhere`"]);
    home.run("new third --like doge --rulebook doge/rulebook.yaml").ends(2);
    assert!(!home.path("rules/third").exists());
}

const PRINTED: &str = "\
# The Salt Road

A game of traders.

## 1 Set-up

1. Each player takes 3 salt cubes.
2. Shuffle the cards. **Deal** three to each player.
   Keep them secret.

## 2 A turn

2.1 Move along one road.
2.2 Then sell up to two cubes:
- to the town,
- or to a \"player\".

3 cubes are the most that a road holds.

1. A list begins again.
2. It has numbers.

**SR-9** The game ends after 8 rounds.
";

const MARKS: &str = "\
## 1 Set-up

1. Take *three* salt_road cubes, 2 * 3.
   *Tip: count the cubes
   that are gone.*
   * _A hint_: none.
*2. All is one clause.*
2.10 Move.
2.10 Move on.
";

/// An editor begins with the printed rules: they can be checked, searched and printed, and other commands say what is missing.
#[test]
fn a_printed_rulebook_becomes_clauses() {
    let home = Home::new();
    home.write("printed.md", PRINTED);
    home.run("new salt -o . --rulebook printed.md").ends(0).says(&["5 clauses from `printed.md`", ": line 3; to keep"]);
    let clauses = home.run("clause salt --format json e").ends(0).json();
    let clauses = clauses["clauses"].as_array().expect("clauses").iter();
    let text = |clause: &serde_json::Value, key: &str| clause[key].as_str().unwrap_or_default().to_owned();
    let found: Vec<[String; 3]> = clauses.map(|c| [text(c, "id"), text(c, "section"), text(c, "text")]).collect();
    let wanted = [
        ["1.1", "1 Set-up", "Each player takes 3 salt cubes."],
        ["1.2", "1 Set-up", "Shuffle the cards. Deal three to each player. Keep them secret."],
        ["2.1", "2 A turn", "Move along one road."],
        [
            "2.2",
            "2 A turn",
            "Then sell up to two cubes:\n- to the town,\n- or to a \"player\".\n\n3 cubes are the most that a road holds.\n\n\
             1. A list begins again.\n2. It has numbers.\n",
        ],
        ["SR-9", "2 A turn", "The game ends after 8 rounds."],
    ];
    assert_eq!(found, wanted);
    home.run("check salt --deny warnings").ends(0).says(&["salt: fine", "no rules yet", "5 clauses"]);
    home.run("doc salt --prose").ends(0).says(&["# The Salt Road", "## 2 A turn", "**SR-9** The game ends"]);
    home.run("doc salt").ends(0).says(&["# The Salt Road"]);
    for verb in ["play", "simulate", "trace", "draw"] {
        home.run(&format!("{verb} salt")).ends(2).says(&["`salt` has a rulebook and no rules yet", "`salt.tavola`"]);
    }
    home.write("salt/salt.tavola", "game salt \"Salt\" for 2 players\n\nplay\n  stop   [SR-9]\n");
    home.run("check salt").ends(1);
    home.write("marks.md", MARKS);
    home.run("new marks -o . --rulebook marks.md")
        .ends(0)
        .says(&["4 clauses", "warning: line 9 repeats 2.10 of line 8; its clause became 2.10-2\n"]);
    let book = home.read("marks/rulebook.yaml");
    assert!(!book.lines().any(|line| line.starts_with("source") && line.contains("follows")), "{book}");
    for text in [
        "      Take three salt_road cubes, 2 * 3.\n         Tip: count the cubes\n         that are gone.\n         * A hint: none.\n",
        "All is one clause.",
        "Move.",
        "Move on.",
    ] {
        assert!(book.contains(text), "`{text}` is missing\n{book}");
    }
    home.write("odd.md", "## 3% more\n\n1. A clause.\n");
    home.run("new odd -o . --rulebook odd.md").ends(0);
    home.run("clause odd 1.1").ends(0).says(&["A clause."]);
    home.run("new copy --like no_game")
        .ends(2)
        .says(&["there is no `no_game`; give its folder: `--like PATH/no_game`"]);
    home.write("none.md", "# A\n\nNo numbers here. 3 cubes.\n");
    home.run("new other --rulebook none.md").ends(2).says(&["`none.md` has no numbered clauses", "1.2 Each player"]);
    home.run("new other --rulebook missing.md").ends(2).says(&["missing.md"]);
    assert!(!home.path("other").exists());
}

/// Lines that look like clauses join the clause above. A table is left out.
#[test]
fn doubtful_lines_of_a_printed_rulebook_are_reported() {
    let home = Home::new();
    home.write("many.md", "## 3 A turn\n\n3.10 Choose:\na. Take\n  b. Wait\n§ 4 Leave a cube.\n| thing | value |\n|---|---|\n| cube | 3 |\nThen rest.\n");
    home.run("new many -o . --rulebook many.md").ends(0).says(&[
        "line 4 looks like a clause; it was added to 3.10",
        "line 6 looks",
        "lines 7 to 9 are a table below 3.10, which was left out",
        "change the `kind` of hints and definitions",
    ]);
    let book = home.read("many/rulebook.yaml");
    // Other readers of YAML keep the zero of the id.
    let wanted = [
        "id: \"3.10\"",
        "      Choose:\n      - a. Take\n        - b. Wait\n      § 4 Leave a cube.\n      Then rest.\n",
    ];
    assert!(wanted.iter().all(|text| book.contains(text)), "{book}");
}

const PARTS: &str = "\
# The Ferry

| 1 | Set-up |
| 2 | A turn |

Contents of the box.

See below.

## 1 Set-up

1.1 Each player takes a boat.

> **Example:** Anna takes the red boat.
> Ben takes the blue one.

Nobody takes two boats.

### Example

With three players, three boats are taken.

The others stay in the box.

### Why boats

A boat is a turn.

### Tip

Take a small one.

1.2 The oldest player begins.

### Docks

1.3 Docks are free.

## Questions and answers

**Q: May I stay?**

A: No.

| Q | A |
|---|---|
| 1 | 2 |
";

/// An example becomes a hint, a deeper heading belongs to its clause, and all lines that are left out are named with their section.
#[test]
fn parts_of_a_printed_rulebook_without_numbers_are_kept_or_named() {
    let home = Home::new();
    home.write("parts.md", PARTS);
    home.run("new ferry -o . --rulebook parts.md").ends(0).says(&[
        "lines 3-4 (a table), 6-8, 41-43 (section `Questions and answers`), \
         45-47 (a table in section `Questions and answers`); to keep a sentence, begin it with a number, such as `Q-1`",
    ]);
    let book = home.read("ferry/rulebook.yaml");
    for clause in [
        "id: \"1.1\"\n    section: \"1 Set-up\"\n    kind: rule\n    text: |\n      Each player takes a boat.\n\n      Nobody takes two boats.\n\n      Why boats: A boat is a turn.\n",
        "id: 1.1-E1, section: \"1 Set-up\", kind: hint, text: \"Example: Anna takes the red boat. Ben takes the blue one.\"",
        "id: 1.1-E2\n    section: \"1 Set-up\"\n    kind: hint\n    text: |\n",
        "      Example: With three players, three boats are taken.\n\n      The others stay in the box.\n",
        "  - { id: 1.1-T1, section: \"1 Set-up\", kind: hint, text: \"Tip: Take a small one.\" }",
        "id: \"1.2\", section: \"1 Set-up\", kind: rule, text: \"The oldest player begins.\"",
        "id: \"1.3\", section: Docks, kind: rule, text: \"Docks are free.\"",
    ] {
        assert!(book.contains(clause), "`{clause}` is missing\n{book}");
    }
    let long: String = (1..40).map(|n| format!("## Part {n}\n\nA sentence.\n\n")).collect();
    home.write("long.md", format!("1.1 A clause.\n\n{long}"));
    home.run("new long -o . --rulebook long.md").ends(0).says(&["(section `Part 1`)", "(section `Part 39`)"]);
}

/// The scripts name all commands, also new ones.
#[test]
fn shells_complete_commands() {
    let home = Home::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = home.run(&format!("completions {shell}")).ends(0).out;
        assert!(super::verbs().iter().all(|verb| script.contains(verb.as_str())), "{shell}");
        assert!(script.contains("variant"), "{shell}");
    }
    home.run("completions cmd").ends(2).says(&["bash"]);
}

/// Nothing of a printed rulebook is lost without a word.
#[test]
fn a_printed_rulebook_is_read_as_it_is_written() {
    let home = Home::new();
    let printed = "\u{feff}# The Fair\n\n```\n1.1 in code above\n```\n\n1. One\n\n   1. Inner one\n   2. Inner two\n\n2. Two\n\n```\nA | B\n1. in code\n```\n";
    home.write("printed.md", printed);
    home.run("new fair --rulebook printed.md -o .")
        .ends(0)
        .says(&["2 clauses", "no numbered clause is above them: line 4"]);
    let book = home.read("fair/rulebook.yaml");
    assert!(book.contains("title: \"The Fair\""), "{book}");
    for text in
        ["      One\n\n         1. Inner one\n         2. Inner two\n", "      Two\n\n      A | B\n      1. in code\n"]
    {
        assert!(book.contains(text), "`{text}` is missing\n{book}");
    }
    home.run("doc fair --prose").ends(0).says(&["**TF-1** One\n\n1. Inner one\n2. Inner two\n"]);
}

#[test]
fn a_long_rulebook_is_read_in_time() {
    let home = Home::new();
    let stars = format!("# A\n\n1.1 x\n\n{}\n", "*a ".repeat(100_000));
    let clauses: String = (0..10_000).map(|_| "1.1 Again.\n").collect();
    for (name, text) in [("stars", stars), ("clauses", format!("# A\n\n{clauses}"))] {
        home.write("printed.md", &text);
        let begin = std::time::Instant::now();
        home.run(&format!("new {name} --rulebook printed.md -o .")).ends(0);
        assert!(begin.elapsed().as_secs() < 60, "{name}: {:?}", begin.elapsed());
    }
}
