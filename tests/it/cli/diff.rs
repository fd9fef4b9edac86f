//! `tavola diff`: differences of rules, settings and clauses.

use super::{GEMS, Home};
use tavola::game::{Differs, Rules, differences};

/// A game, and a copy of it with a replaced text.
fn edited(changes: &[(&str, &str)]) -> Home {
    let home = Home::new();
    let rules = changes.iter().fold(GEMS.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    });
    home.write("edited/gems/gems.tavola", rules);
    home.write("edited/gems/rulebook.yaml", home.read("rules/gems/rulebook.yaml"));
    home
}

#[test]
fn layout_is_no_difference() {
    let home = edited(&[
        ("# A game for tests.", "# The same game."),
        (
            "  | rounds | 3     | 1..9  | \"rounds in a game\" | GM-2    |",
            "  | rounds | 3 | 1..9 | \"rounds in a game\" | GM-2 |",
        ),
        ("p gains n score\n", "p gains n score   # so many\n"),
        ("winner p in Player by most score[p]     ", "winner p in Player\n  by most score[p]"),
    ]);
    let run = home.run("diff rules/gems edited/gems").ends(0);
    assert_eq!(run.out, "rules/gems and edited/gems are equal\n");
}

#[test]
fn cells_sentences_and_citations_differ() {
    let home = edited(&[
        ("| rounds | 3     |", "| rounds | 4     |"),
        ("      p gains n score\n", "      p gains n + 1 score\n"),
        (
            "winner p in Player by most score[p]                                [GM-6]",
            "winner p in Player by most score[p]   [GM-1]",
        ),
    ]);
    let run = home.run("diff rules/gems edited/gems").ends(1);
    run.says(&[
        "rules/gems -> edited/gems: 3 parts of the rules changed, 0 clauses reworded",
        "settings, rounds changed  [GM-2]  edited/gems/gems.tavola:6:",
        "  - value: 3\n  + value: 4",
        "play changed  [GM-3, GM-4, GM-5]",
        "  -       p gains n score\n  +       p gains n + 1 score",
        "winner changed  [GM-6, GM-1]",
        "  - [GM-6]\n  + [GM-1]",
    ]);
    let json = home.run("diff rules/gems edited/gems --format json").ends(1).json();
    let first = &json["differences"][0];
    assert_eq!(
        (&first["sort"], &first["row"], &first["differs"]),
        (&"settings".into(), &"rounds".into(), &"changed".into())
    );
    assert_eq!(first["after"]["lines"][0], "value: 4");
    assert_eq!(first["after"]["clauses"][0], "GM-2");
    assert_ne!(json["before"]["rules"], json["after"]["rules"]);
}

#[test]
fn additions_removals_and_moves_are_shown() {
    let home = edited(&[
        ("  | ruby | \"ruby\" |      8 |     3 |\n", ""),
        (
            "  | opal | \"opal\" |     30 |     1 |\n",
            "  | opal | \"opal\" |     30 |     1 |\n  | ruby | \"ruby\" |      8 |     3 |\n",
        ),
        (
            "winner p in Player by most score[p]",
            "define most_gems = 3   # fine: W0201 variants use it\n\nwinner p in Player by most score[p]",
        ),
    ]);
    home.run("diff rules/gems edited/gems").ends(1).says(&[
        "kind Gem in another order",
        "  - ruby, opal\n  + opal, ruby",
        "define most_gems added",
        "  + define most_gems = 3\n",
    ]);
    home.run("diff edited/gems rules/gems").ends(1).says(&["define most_gems removed", "  - define most_gems = 3\n"]);
}

/// A variant may omit a row over which the place counts.
#[test]
fn a_variant_changes_cells_and_lines() {
    let home = Home::new();
    let night = "variant night \"At night\" of gems, house rules\n\nchange places\n  | place | seen by |\n  | hand  | all     |\n\n\
                 change kind Gem\n  | id   | value |\n  | ruby | 4     |\n";
    home.write("rules/gems/variants/night.tavola", night);
    let run = home.run("diff rules/gems --variant night").ends(1);
    let run = run.says(&["2 parts of the rules", "places, hand changed  [GM-3]", "  - seen by: p\n  + seen by: all"]);
    let run = run.says(&["variants/night.tavola:5:", "kind Gem, ruby changed", "  - value: 3\n  + value: 4"]);
    assert!(!run.out.contains("opal"), "{}", run.out);
    let page = home.run("doc rules/gems --variant night").ends(0).out;
    assert_eq!(page.matches("| `hand").count(), 1, "the page shows the place once: {page}");
    assert!(page.contains("| `hand[p in Player]` | `Gem` |") && page.contains("**`all`**"), "{page}");
    home.run("diff rules/gems --variant night --base-variant night").ends(0);
}

#[test]
fn an_errata_sheet_is_sorted_by_clause() {
    let home = edited(&[("| rounds | 3     |", "| rounds | 4     |")]);
    let said = |id: &str, text: &str| format!("id: {id}, section: Play, text: {text},");
    let book = home.read("rules/gems/rulebook.yaml");
    let now = book.replace(&said("GM-2", "Take gems."), &said("GM-2", "There are four rounds."));
    let now = now.replace(&said("GM-5", "Take gems."), &said("GM-5", "Gems *score* too."));
    home.write("edited/gems/rulebook.yaml", now);
    let sheet = home.run("diff rules/gems edited/gems --format markdown --date 2026-05-01").ends(1);
    sheet.says(&[
        "# Errata: Gems\n\n2026-05-01\n",
        "### GM-2\n\n**Until now:** Take gems.\n\n**From now on:** There are four rounds.\n",
        "**Changed:** rounds in a game: 4 instead of 3.",
        "### GM-5\n",
        "**From now on:** Gems \\*score\\* too.",
        "No rule changes with it.",
    ]);
    let page = home.run("diff rules/gems edited/gems --format html").ends(1);
    page.says(&["<h1>Errata: Gems</h1>", "<strong>Until now:</strong> Take gems."]);
    let titled = "diff rules/gems edited/gems --title Second_edition";
    home.run(&format!("{titled} --format markdown")).ends(1).says(&["# Second\\_edition\n"]);
    home.run(titled).ends(2).says(&["belong to a sheet for players"]);
    home.write("edited/gems/gems.tavola", GEMS);
    home.run("diff rules/gems edited/gems")
        .ends(1)
        .says(&["0 parts of the rules changed, 2 clauses reworded", "    - Take gems."]);
}

/// Clauses whose rules read a changed setting are affected, also through a define that cites nothing, although nothing that they are
/// cited by differs.
#[test]
fn clauses_whose_rules_read_a_change_are_affected() {
    let rules = GEMS.replacen("play\n", "define laps = rounds * 2\n\nplay\n", 1);
    let rules = rules.replacen("in 1..3 \"How much?\" ", "in 1..laps \"How much?\"", 1);
    let rules = rules.replacen("g in hand[p] score  [GM-5]", "g in hand[p] where rounds > 1 score  [GM-5]", 1);
    let home = Home::with(&rules);
    home.write("edited/gems/gems.tavola", rules.replace("| rounds | 3     |", "| rounds | 4     |"));
    home.write("edited/gems/rulebook.yaml", home.read("rules/gems/rulebook.yaml"));
    home.run("diff rules/gems edited/gems").ends(1).says(&[
        "clauses affected:\n  GM-2  Take gems.\n  GM-4  Take gems.  (its rules use `rounds`)\n  GM-5  Take gems.  (its rules use `rounds`)\n",
    ]);
    let sheet = home.run("diff rules/gems edited/gems --format markdown").ends(1);
    let sheet = sheet
        .says(&["**Changed:** rounds in a game: 4", "### Read again\n\nRules that use `rounds`: **GM-4, GM-5**.\n"]);
    assert!(!sheet.out.contains("### GM-4"), "{}", sheet.out);
    let json = home.run("diff rules/gems edited/gems --format json").ends(1).json();
    assert_eq!(json["clauses"][1]["reads"], serde_json::json!(["rounds"]));
    home.run("clause rules/gems rounds").ends(0).says(&["  clauses   GM-2\n  read by   the rules of GM-4, GM-5\n"]);
    let json = home.run("clause rules/gems rounds --format json").ends(0).json();
    assert_eq!(json["names"][0]["readers"], serde_json::json!(["GM-4", "GM-5"]));
}

/// Without `--date` a sheet has the date of the newest erratum that is new in it.
#[test]
fn an_errata_sheet_has_the_date_of_its_newest_erratum() {
    let home = edited(&[("| rounds | 3     |", "| rounds | 4     |")]);
    let erratum = |date: &str, clause: &str| {
        format!("  - {{ date: {date}, source: us, clause: {clause}, before: Take., after: Take gems. }}\n")
    };
    let book = home.read("rules/gems/rulebook.yaml");
    let old = format!("{book}errata:\n{}", erratum("2026-06-01", "GM-3"));
    home.write("rules/gems/rulebook.yaml", &old);
    home.write("edited/gems/rulebook.yaml", &old);
    let sheet = home.run("diff rules/gems edited/gems --format markdown").ends(1).out;
    assert!(sheet.starts_with("# Errata: Gems\n\n#"), "{sheet}");
    let new = old + &erratum("2026-05-01", "GM-1") + &erratum("2026-04-01", "GM-2");
    home.write("edited/gems/rulebook.yaml", new);
    home.run("diff rules/gems edited/gems --format markdown").ends(1).says(&["# Errata: Gems\n\n2026-05-01\n"]);
    home.run("diff rules/gems edited/gems --format markdown --date today").ends(1).says(&["# Errata: Gems\n\ntoday\n"]);
}

/// The sheet lists a clause if its text, its ruling or a setting changed, but not if only a citing rule changed.
#[test]
fn an_errata_sheet_lists_changes_for_players() {
    let ruling = "rulings\n  | name | answer | instead of | question | clause |\n  \
         | long | no | yes | \"Is it played twice?\" | GM-R1 |\n\ndefine laps = if long then rounds * 2 else rounds   [GM-1, GM-R1]\n\nplay\n";
    let ruled = GEMS.replacen("play\n", ruling, 1).replacen("repeat rounds times", "repeat laps times", 1);
    let home = Home::with(&ruled);
    let said = "rulings:\n  - { id: GM-R1, question: Is it played twice?, answer: No., alternatives: [Yes.], setting: long, why: We say so. }\n";
    home.write("rules/gems/rulebook.yaml", home.read("rules/gems/rulebook.yaml") + said);
    home.write("edited/gems/rulebook.yaml", home.read("rules/gems/rulebook.yaml"));
    let now =
        ruled.replace("| long | no | yes |", "| long | yes | no |").replace("p gains n score", "p gains n + 1 score");
    home.write("edited/gems/gems.tavola", now);
    let sheet = home.run("diff rules/gems edited/gems --format markdown").ends(1);
    let sheet = sheet.says(&[
        "### GM-1\n\n**As printed:** Take gems.\n\n**Ruling GM-R1:** Is it played twice? Yes. **Until now:** No.\n",
        "Also changed, without a new text of a clause: the rule behind GM-3, GM-4 and GM-5.",
    ]);
    assert!(!sheet.out.contains("No rule changes") && !sheet.out.contains("### GM-3"), "{}", sheet.out);

    // The clause that the rulebook names for a ruling goes before those that are cited beside it, also for a new ruling.
    let of = |side: &str| {
        let book = home.read(&format!("{side}/gems/rulebook.yaml")).replace("{ id: GM-R1,", "{ id: GM-R1, of: GM-3,");
        home.write(&format!("{side}/gems/rulebook.yaml"), book);
    };
    ["rules", "edited"].into_iter().for_each(of);
    let new = "  - { id: GM-R2, of: GM-4, question: Are gems round?, answer: Yes., why: We say so. }\n";
    home.write("edited/gems/rulebook.yaml", home.read("edited/gems/rulebook.yaml") + new);
    let sheet = home.run("diff rules/gems edited/gems --format markdown").ends(1);
    let sheet = sheet.says(&[
        "### GM-3\n\n**As printed:** Take gems.\n\n**Ruling GM-R1:** Is it played twice? Yes. **Until now:** No.\n",
        "### GM-4\n\n**As printed:** Take gems.\n\n**New ruling GM-R2:** Are gems round? Yes.\n",
    ]);
    assert!(!sheet.out.contains("### GM-1") && !sheet.out.contains("### GM-R2"), "{}", sheet.out);
}

#[test]
fn wrong_comparisons_are_refused() {
    let home = edited(&[("game gems", "game stones")]);
    home.run("diff rules/gems edited/gems").ends(1).says(&["E1162", "write `game: stones`"]);
    home.write("edited/gems/rulebook.yaml", home.read("edited/gems/rulebook.yaml").replace("gems", "stones"));
    home.run("diff rules/gems edited/gems").ends(2).says(&["rules of two games, `gems` and `stones`"]);
    home.run("diff rules/gems").ends(2).says(&["AFTER"]);
    home.run("diff rules/gems --variant night").ends(2).says(&["night"]);
    home.write(
        "edited/gems/gems.tavola",
        GEMS.replace("game gems", "game stones").replace("n in 1..3", "n in 1..Gemm"),
    );
    home.run("diff rules/gems edited/gems").ends(1).says(&["Gemm"]);
}

/// Each change of a variant is a difference from its game, and there are no others.
#[test]
fn a_variant_differs_by_its_changes() {
    for game in ["doge", "masters_of_venice", "patrons_of_venice", "san_marco", "venice_of_the_north"] {
        let folder = std::path::PathBuf::from(format!("rules/{game}"));
        let base = Rules::read(&folder, None).expect("readable");
        assert_eq!(differences(&base, &base), []);
        for file in std::fs::read_dir(folder.join("variants")).expect("variants") {
            let path = file.expect("a file").path();
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let variant = Rules::read(&folder, Some(&name)).expect("readable");
            let found = differences(&base, &variant);
            assert_eq!(found.len(), variant.changes().len(), "{game}, {name}: {found:#?}");
            let back = differences(&variant, &base);
            let added =
                |all: &[tavola::game::Difference], differs| all.iter().filter(|one| one.differs == differs).count();
            assert_eq!(added(&found, Differs::Added), added(&back, Differs::Removed), "{game}, {name}");
            assert_eq!(found.len(), back.len(), "{game}, {name}");
        }
    }
}

/// A variant file generated from an edited copy checks clean, and has the same effect as the copy.
#[test]
fn an_edited_copy_becomes_a_variant() {
    let home = edited(&[
        ("| rounds | 3     | 1..9  |", "| rounds | 4     | 1..12 |"),
        (
            "  | opal | \"opal\" |     30 |     1 |",
            "  | opal | \"opal\" |     25 |     1 |\n  | jade | \"jade\" |      5 |     2 |",
        ),
        ("| hand[p in Player] | Gem   | heap     | p       |", "| hand[p in Player] | Gem   | heap     | all     |"),
        ("      p gains n score\n", "      p gains n score\n      bonus(p)\n"),
        (
            "winner p in Player by most score[p] ",
            "rule bonus(p in Player)\n  p gains 1 score   [GM-4]\n\nwinner p in Player by least score[p] ",
        ),
    ]);
    let file = "rules/gems/variants/jade.tavola";
    home.write("rules/gems/variants/readme.txt", "");
    let run = home.run(&format!("diff rules/gems edited/gems --as-variant jade -o {file}")).ends(0);
    assert_eq!(run.out, "");
    home.run(&format!("fmt --check {file}")).ends(0);
    // Columns are aligned.
    let text = home.read(file);
    let squeezed = |line: &str| {
        let words = line.split_whitespace().collect::<Vec<_>>().join(" ");
        format!("{}{words}\n", &line[..line.len() - line.trim_start().len()])
    };
    let text: String = text.lines().map(squeezed).collect();
    assert!(text.starts_with("variant jade \"Jade\" of gems, house rules\n"), "{text}");
    for part in [
        "change settings\n  | name | value | range |\n  | rounds | 4 | 1..12 |\n",
        "change kind Gem\n  | id | copies |\n  | opal | 25 |\n",
        "change kind Gem\n  | id | name | copies | value |\n  | jade | \"jade\" | 5 | 2 |\n",
        "change places\n",
        "\nreplace play\n",
        "\nrule bonus(p in Player)\n  p gains 1 score [GM-4]\n",
        "\nreplace winner p in Player by least score[p]",
    ] {
        assert!(text.contains(part), "`{part}` is missing in\n{text}");
    }
    assert!(!text.contains("replace settings") && !text.contains("track"), "{text}");
    home.run("check rules/gems --deny warnings").ends(0);
    let rules = |folder: &str, variant| Rules::read(&home.path(folder), variant).expect("rules");
    let (base, copy) = (rules("rules/gems", None), rules("edited/gems", None));
    let varied = rules("rules/gems", Some("jade"));
    assert_eq!(differences(&varied, &copy), []);
    let changes_of = |other: &Rules| {
        let part = |one: tavola::game::Difference| {
            (one.differs, one.part().id.sort, one.part().id.name.clone(), one.part().lines.clone())
        };
        let mut all: Vec<_> = differences(&base, other).into_iter().map(part).collect();
        all.sort_by_key(|one| format!("{one:?}"));
        all
    };
    assert_eq!(changes_of(&varied), changes_of(&copy));
    assert!(changes_of(&copy).iter().any(|one| one.0 == Differs::Added));
}

/// An emptied cell or a removed row needs the whole table. A removed item is removed with its citations.
#[test]
fn tables_are_replaced_if_cells_are_not_enough() {
    let opening = GEMS.replace("play\n", "rule extra   [GM-3]\n  say \"hm\"\n\nplay\n  extra\n");
    let home = Home::with(&opening);
    let copy = GEMS.replace("  | ruby | \"ruby\" |      8 |     3 |\n", "").replace(
        "| bag               | Gem   | shuffled | nobody  | GM-3    |",
        "| bag               | Gem   | shuffled |         | GM-3    |",
    );
    home.write("edited/gems/gems.tavola", copy);
    let run = home.run("diff rules/gems edited/gems --as-variant opals --title Opals").ends(0);
    run.says(&[
        "variant opals \"Opals\" of gems",
        "replace kind Gem\n",
        "replace places\n",
        "\nremove rule extra                                                       [GM-3]\n",
        "replace play\n",
    ]);
}

#[test]
fn changes_that_a_variant_cannot_make_are_located() {
    let home = edited(&[
        ("\"Gems\" for 2..3 players", "\"Gems\" for 2..4 players"),
        ("| rounds | 3     |", "| rounds | 4     |"),
    ]);
    let run = home.run("diff rules/gems edited/gems --as-variant more").ends(1);
    run.says(&["change settings", "edited/gems/gems.tavola:2:1: a variant cannot say this: game gems changed"]);
    home.run("diff rules/gems edited/gems --as-variant More").ends(2).says(&["small letters"]);
    home.run("diff rules/gems --as-variant more --variant x").ends(2);
}

/// A game at a commit against the one in the folder: for `diff`, `compare` and `impact`.
#[test]
fn a_folder_is_compared_with_a_commit() {
    let home = Home::new();
    let git = |words: &[&str]| {
        let who = ["-c", "user.name=anna", "-c", "user.email=anna@example.org"];
        let git = std::process::Command::new("git").current_dir(home.path("")).args(who).args(words).output();
        let git = git.expect("git is there");
        assert!(git.status.success(), "{words:?}: {git:?}");
    };
    home.run("diff rules/gems@HEAD rules/gems").ends(2).says(&["`rules/gems@HEAD`: fatal: not a git repository"]);
    git(&["init", "--quiet"]);
    home.write("read.me", "Rules come later.");
    git(&["add", "read.me"]);
    git(&["commit", "--quiet", "-m", "Nothing yet"]);
    git(&["add", "."]);
    git(&["commit", "--quiet", "-m", "Gems"]);
    home.run("play rules/gems --human none --players 2 --seed 1 --record game.yaml").ends(0);
    home.write("rules/gems/gems.tavola", GEMS.replace("p gains n score", "p gains n + 1 score"));
    home.run("diff rules/gems@HEAD rules/gems")
        .ends(1)
        .says(&["rules/gems@HEAD -> rules/gems: 1 part of the rules", "+       p gains n + 1 score"]);
    home.run("diff rules/gems rules/gems@HEAD").ends(1).says(&["-       p gains n + 1 score"]);
    home.run("compare rules/gems@HEAD rules/gems --players 2 --seed 1 --games 20")
        .ends(0)
        .says(&["before: rules/gems@HEAD; ", "after: rules/gems; "]);
    home.run("impact rules/gems@HEAD rules/gems game.yaml").ends(1).says(&["another result of the same answers"]);
    let wrong = |version: &str, what: &str| {
        home.run(&format!("diff {version} rules/gems")).ends(2).says(&[&format!("`{version}`: {what}")]);
    };
    wrong("rules/gems@HEAD~5", "git finds no commit `HEAD~5` there");
    wrong("rules/gems@--help", "git finds no commit `--help` there");
    wrong("rules/gems@HEAD~1", "the folder did not exist at that commit");
    home.run("diff rules/none@HEAD rules/gems").ends(2).says(&["there is no `rules/none@HEAD`"]);
    // The repository is unchanged.
    git(&["checkout", "--quiet", "rules"]);
    let clean = std::process::Command::new("git").current_dir(home.path("")).args(["status", "--porcelain"]).output();
    assert_eq!(String::from_utf8_lossy(&clean.expect("git is there").stdout), "?? game.yaml\n");
}

/// A variant becomes the game: its changes stand in the texts, its cases take the place of others, its clauses are those of the game.
#[test]
fn a_variant_becomes_the_game() {
    let home = Home::new();
    let book = home.read("rules/gems/rulebook.yaml");
    let texts = "  - { id: GM-7, section: \"1\", kind: rule, text: \"A gem is spare.\" }\nvariants:\n  - { variant: night, clause: GM-5, text: \"Gems count twice.\" }\n  \
                 - { variant: night, clause: GM-7, removed: yes }\n";
    home.write("rules/gems/rulebook.yaml", format!("{book}{texts}"));
    home.write(
        "rules/gems/gems.tavola",
        GEMS.replace(
            "  each p in Player: p gains sum",
            "  score_up\n\n# Points.\nrule score_up\n  each p in Player: p gains sum",
        ),
    );
    let night = "variant night of gems, house rules\n\n# More rounds.\nchange settings\n  | name   | value |\n  | rounds | 4     |\n\n\
                 change kind Gem\n  | id   | value |\n  | ruby | 5     |\n\n\
                 change kind Gem\n  | id   | value | copies | name   |\n  | jade | 2     | 4      | \"jade\" |\n\n\
                 # Twice.\nreplace rule score_up\n  each p in Player: p gains 2 * (sum of g.value for g in hand[p]) score   [GM-5]\n";
    home.write("rules/gems/variants/night.tavola", night);
    home.write(
        "rules/gems/variants/long.tavola",
        "variant long of gems, house rules\n\nchange settings\n  | name   | value |\n  | rounds | 8 |\n",
    );
    let cases = "# Cases.\n- name: three rounds\n  players: [anna, ben]\n  then: { rounds: 3 }\n\n- name: four rounds\n  clauses: [GM-7, GM-5]\n  variant: night\n  instead: three rounds\n  \
                 players: [anna, ben]\n  then: { rounds: 4 }\n\n- name: eight rounds\n  variant: long\n  instead: three rounds\n  players: [anna, ben]\n  then: { rounds: 8 }\n";
    home.write("rules/gems/scenarios/play.yaml", cases);
    home.write("rules/gems/gems-7.yaml.keys", "anna: secret\n");
    home.run("diff rules/gems --variant night --as-game -o merged").ends(0).says(&["merged"]);
    assert!(!home.path("merged/gems-7.yaml.keys").exists(), "keys of a table open its seats");
    home.run("diff rules/gems merged --base-variant night").ends(0).says(&["are equal"]);
    let rules = home.read("merged/gems.tavola");
    for part in [
        "# More rounds.\nsettings\n",
        "| rounds | 4     |",
        "| ruby | \"ruby\" |      8 |     5 |",
        "| jade | \"jade\" |      4 |     2 |",
    ] {
        assert!(rules.contains(part), "`{part}` is missing: {rules}");
    }
    assert!(rules.contains("# Points.\n# Twice.\nrule score_up\n"), "{rules}");
    let cases = home.read("merged/scenarios/play.yaml");
    assert_eq!(
        cases,
        "# Cases.\n- name: four rounds\n  clauses: [GM-5]\n  players: [anna, ben]\n  then: { rounds: 4 }\n\n- name: eight rounds\n  variant: long\n  \
         instead: \"play/four rounds\"\n  players: [anna, ben]\n  then: { rounds: 8 }\n"
    );
    let book = home.read("merged/rulebook.yaml");
    assert!(book.contains("Gems count twice.") && !book.contains("variants:") && !book.contains("GM-7"), "{book}");
    assert!(!home.path("merged/variants/night.tavola").exists() && home.path("merged/variants/long.tavola").exists());
    home.run("check merged").ends(0);
    // An existing folder is not touched, and a game that cannot be merged is not written.
    home.run("diff rules/gems --variant night --as-game -o merged").ends(2).says(&["`merged` exists"]);
    let track = format!("{night}\nchange track score[Player] start 1\n");
    home.write("rules/gems/variants/night.tavola", track);
    let run = home.run("diff rules/gems --variant night --as-game -o other").ends(1);
    run.says(&[
        "night.tavola:",
        "this changes a part of a line of the game: write `replace track`",
        "nothing was written",
    ]);
    assert!(!home.path("other").exists());
}
