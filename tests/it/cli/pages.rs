//! `tavola doc`: the pages of the shipped games are current, and have all required parts.

use std::fs;
use std::path::Path;

use tavola::doc::{self, CardFaces};
use tavola::game::Rules;

use super::Home;

const RULEBOOK: &str = r#"game: gems
source: { title: Gems, designers: [Ada, Ben], publisher: Nobody, year: 2026, follows: this test }
clauses:
  - { id: GM-1, section: 1 The box, text: A bag of gems., kind: data }
  - { id: GM-3, section: 2 Play, text: "Draw a gem, unseen by others.", kind: rule }
  - { id: GM-4, section: 2 Play, text: Say how much you want., kind: rule, player_counts: [2] }
  - { id: GM-5, section: 2 Play, text: In the end gems count., kind: rule }
  - { id: GM-6, section: 2 Play, text: The most wins., kind: rule }
  - { id: GM-7, section: 2 Play, text: Rubies are red., kind: hint }
  - { id: GM-8, section: 2 Play, text: Nobody cites this., kind: rule }
rulings:
  - { id: GM-R1, question: May all want 3?, answer: "Yes.", rejected: ["No."], why: Nothing forbids it. }
  - { id: GM-R2, question: How long is a game?, answer: Three rounds., alternatives: [Longer.], setting: rounds }
reconstructed:
  - { id: GM-2, what: The number of rounds., how: A guess. }
"#;

#[test]
fn pages_are_current() {
    let index = fs::read_to_string("docs/games/README.md").expect("there is an index of games");
    let mut stale = Vec::new();
    for folder in crate::games() {
        let name = folder.file_name().expect("a folder has a name").to_string_lossy().into_owned();
        let rules = Rules::read(&folder, None).expect("a game can be read");
        let kept = format!("docs/games/{name}.md");
        let page =
            doc::page(&folder, &rules, Some(Path::new(&kept)), &CardFaces::default()).expect("a page can be made");
        if fs::read_to_string(&kept).unwrap_or_default() != page {
            stale.push(format!("{kept} is not what the rules say: cargo run -- doc {} -o {kept}", folder.display()));
        }
        if !index.contains(&format!("({name}.md)")) {
            stale.push(format!("docs/games/README.md does not link {kept}"));
        }
        let links = page.match_indices("](#").map(|(at, _)| page[at + 3..].split(')').next().unwrap_or_default());
        for link in links {
            let chapter = page.lines().any(|line| line.strip_prefix("## ").is_some_and(|title| anchor(title) == link));
            if !chapter && !page.contains(&format!("<a id=\"{link}\">")) {
                stale.push(format!("{kept}: nothing is there for the link #{link}"));
            }
        }
    }
    for file in fs::read_dir("docs/games").expect("there are pages").map(|entry| entry.expect("an entry").path()) {
        let is_page = file.file_name().is_some_and(|name| name == "README.md")
            || crate::games().iter().any(|game| game.file_name() == file.file_stem());
        if !is_page {
            stale.push(format!("{}: there is no such game any more", file.display()));
        }
    }
    assert!(stale.is_empty(), "{}", stale.join("\n"));
}

fn anchor(title: &str) -> String {
    title.to_lowercase().replace(' ', "-")
}

#[test]
fn a_page_has_all_parts() {
    let home = Home::new();
    home.write("rules/gems/rulebook.yaml", RULEBOOK);
    home.write("rules/gems/variants/quick.tavola", "# In a hurry.\nvariant quick \"Quick gems\" of gems, house rules\n\nchange settings\n  | name   | value |\n  | rounds | 1     |\n");
    let page = home.run("doc rules/gems").ends(0).out;
    for part in [
        "# Gems",
        "*Ada and Ben · Nobody · 2026 · 2 to 3 players*",
        "- [Who wins](#rule-winner)",
        "| `hand[p in Player]` | `Gem` | `heap` | `p` | [GM-3](#gm-3) |",
        "| `ruby` | ruby | `8` | `3` |",
        "> [**GM-3**](#gm-3) Draw a gem, unseen by others.<br>",
        "winner p in Player by most score[p]  [GM-6]",
        "| How much? | `p in Player clockwise from seat(1)` | `n in 1..3` | [The whole game](#rule-play) | [GM-4](#gm-4) |",
        "| `1` drawn to `hand[p]` | `bag` | [The whole game](#rule-play) | [GM-3](#gm-3) |",
        "| `rounds` | `3` | `1..9` | rounds in a game | [GM-2](#gm-2) ◆ |",
        "Rejected: *No.*",
        "Letters in ids: R: Rulings.",
        "Or, with another value of `rounds`: Longer.",
        "### Quick gems\n\nHouse rules: the printed rulebook does not have them.\n",
        "*In a hurry.* Played with `--variant quick`.",
        "- <a id=\"gm-2\"></a>**GM-2** The number of rounds. *A guess.* — [Settings](#settings)",
        "**GM-4** Say how much you want. *(with 2 players)* — [The box](#the-box), [The whole game](#rule-play)",
        "**GM-7** Rubies are red. — a hint",
        "**GM-8** Nobody cites this. — *cited by no rule, proved by no scenario*",
    ] {
        assert!(page.contains(part), "`{part}` is missing\n{page}");
    }
    home.run("doc rules/gems -o gems.md").ends(0);
    let (made, rest) = page.split_once('\n').expect("the page has lines");
    assert_eq!(made, "<!-- Made by `tavola doc rules/gems`; edit the rules instead. -->");
    let made = "<!-- Made by `tavola doc rules/gems -o gems.md`; edit the rules instead. -->";
    assert_eq!(home.read("gems.md"), format!("{made}\n{rest}"));
    home.run("doc rules/gems -o pages/gems.md")
        .ends(2)
        .says(&["cannot write `pages/gems.md`: there is no such folder"]);
    assert!(!home.path("pages").exists());
    let html = home.run("doc rules/gems --format html").ends(0).out;
    for part in
        ["<!doctype html>", "<title>Gems</title>", "<a id=\"the-box\"></a>The box</h2>", "<td><code>ruby</code></td>"]
    {
        assert!(html.contains(part), "`{part}` is missing\n{html}");
    }
    assert!(!html.contains("<script") && !html.contains("http"), "nothing from elsewhere");
}

/// A page says who sees an answer, beside its options.
#[test]
fn a_page_says_who_sees_an_answer() {
    let home = Home::new();
    let rules = home.read("rules/gems/gems.tavola");
    let asked = "    p chooses n in 1..3 \"How much?\"";
    assert!(rules.contains(asked), "{rules}");
    home.write("rules/gems/gems.tavola", rules.replace(asked, &format!("{asked} seen by p, left(p)")));
    let page = home.run("doc rules/gems").ends(0).out;
    let part = "| `n in 1..3` (seen by `p`, `left(p)`) |";
    assert!(page.contains(part), "`{part}` is missing\n{page}");
}

/// A comment inside a question of several lines is not part of its options.
#[test]
fn a_page_has_no_comments_in_its_options() {
    let home = Home::new();
    let rules = home.read("rules/gems/gems.tavola");
    let asked = "p chooses n in 1..3 \"How much?\"                              [GM-4]";
    assert!(rules.contains(asked), "{rules}");
    let long = "p chooses n in 1..3                                          [GM-4]   # few\n        where n is not 2 \"How much?\"";
    home.write("rules/gems/gems.tavola", rules.replace(asked, long));
    let page = home.run("doc rules/gems").ends(0).out;
    assert!(page.contains("| `n in 1..3 where n is not 2` |"), "{page}");
}

#[test]
fn a_page_without_a_rulebook() {
    let home = Home::new();
    std::fs::remove_file(home.path("rules/gems/rulebook.yaml")).expect("it is there");
    let page = home.run("doc rules/gems").ends(0).out;
    assert!(page.contains("*2 to 3 players*") && !page.contains("## The clauses") && !page.contains('◆'), "{page}");
}

#[test]
fn no_page_of_broken_rules() {
    let home = Home::with("game gems \"Gems\" for 2 players\nplay\n  p gains 1 fame\n");
    home.run("doc rules/gems").ends(1).says(&["there is no `p`"]);
    Home::new().run("doc rules/none").ends(2).says(&["rules/none"]);
    let home = Home::new();
    home.write("taken", "");
    home.run("doc rules/gems -o taken/page.md").ends(2).says(&["cannot write `taken/page.md`"]);
}

/// The ending of the output file is its format, unless one is given.
#[test]
fn the_ending_of_a_file_is_its_format() {
    let home = Home::new();
    let is_html = |args: &str, file: &str| {
        home.run(&format!("{args} -o {file}")).ends(0);
        home.read(file).starts_with("<!doctype html>")
    };
    assert!(is_html("doc rules/gems", "page.html") && is_html("doc rules/gems --format html", "html.md"));
    assert!(!is_html("doc rules/gems", "page.md") && !is_html("doc rules/gems --format markdown", "page.htm"));
    home.run("draw rules/gems -o scene.json").ends(0);
    assert!(home.read("scene.json").starts_with('{'));
    home.run("draw rules/gems -o scene.svg").ends(0);
    assert!(home.read("scene.svg").starts_with("<svg"));
}

/// Links to headings are those that readers of Markdown give them.
#[test]
fn contents_link_to_headings() {
    let home = Home::new();
    let book = home.read("rules/gems/rulebook.yaml").replace("section: Play", "section: 1. The cards");
    home.write("rules/gems/rulebook.yaml", book);
    let page = home.run("doc rules/gems --prose").ends(0).out;
    assert!(page.contains("[1. The cards](#1-the-cards)") && page.contains("\n## 1. The cards\n"), "{page}");
    let page = home.run("doc rules/gems --prose --format html").ends(0).out;
    assert!(page.contains("href=\"#1-the-cards\"") && page.contains("id=\"1-the-cards\""), "{page}");
}

const GIVEN: &str = "- name: wanting three brings three\n  clauses: [GM-4]\n  players: [anna, ben]\n  call: anna gains 3 score\n  then: { 'score[anna]': 3 }\n";

/// The rulebook as a proof-reader needs it, without lines of rules.
#[test]
fn a_rulebook_can_be_proof_read() {
    let home = Home::with(&super::GEMS.replace("kind Gem\n", "kind Gem  [GM-1]\n"));
    home.write("rules/gems/rulebook.yaml", RULEBOOK);
    home.write("rules/gems/scenarios/scores.yaml", GIVEN);
    home.write("rules/gems/variants/night.tavola", NIGHT);
    let page = home.run("doc rules/gems --prose -o book.md").ends(0);
    assert_eq!(page.out, "");
    let page = home.read("book.md");
    for part in [
        "# Gems\n\n*Ada and Ben · Nobody · 2026 · 2 to 3 players*\n\nIt follows this test.\n",
        "[1 The box](#1-the-box) · [2 Play](#2-play)",
        "![The table before the first decision](book.svg)",
        "**GM-1** A bag of gems.\n\n| Gem | Copies | Value |\n| --- | --- | --- |\n| ruby | 8 | 3 |\n| opal | 30 | 1 |\n",
        "**GM-4** *With 2 players.* Say how much you want.\n\n*Example with 2 players: wanting three brings three.*\n\n- Anna: score 0 → 3 (+3)\n",
        "**GM-7** *Rubies are red.*",
        "## Other rulings\n\n> **GM-R1** *May all want 3?* Yes.\n",
        "> **GM-R2** *How long is a game?* Three rounds. *Variant:* Longer.",
        "## Other numbers\n\nRounds in a game: **3**\n",
        "## What was reconstructed\n\n- **GM-2** The number of rounds. *A guess.*\n\n\
         *Legend.* Letters in ids: R: Rulings. A ruling is a question in italics that the printed rules leave open, \
         and the answer that is played. After *Variant:* stands an answer that a setting or a variant plays instead.\n",
    ] {
        assert!(page.contains(part), "`{part}` is missing\n{page}");
    }
    assert!(!page.contains("```") && !page.contains("rules/gems"), "no line of the rules:\n{page}");
    let picture = home.read("book.svg");
    assert!(picture.starts_with("<svg") && !picture.contains("How much?"), "{picture}");
    let html = home.run("doc rules/gems --prose --format html").ends(0).out;
    assert!(html.contains("<figure>\n<svg") && html.contains("</svg>\n<figcaption>"), "{html}");
    assert!(!html.contains("&lt;svg"), "{html}");
    let night = home.run("doc rules/gems --prose --variant night").ends(0).out;
    for part in [
        "**At night**",
        "Rounds in a game: **5** *(was 3)*",
        "**In this variant:** ruby: value **4** *(was 3)* and jade is new.",
        "## Also changed in this variant\n\nThe rules for these cite no clause, so a clause above may still state what \
         was before:\n\n- spare is new\n",
    ] {
        assert!(night.contains(part), "`{part}` is missing\n{night}");
    }
    assert!(
        night.contains("**GM-6** The most wins.\n\n**In this variant:** who wins is decided differently."),
        "{night}"
    );
    std::fs::remove_file(home.path("rules/gems/rulebook.yaml")).expect("it is there");
    home.run("doc rules/gems --prose").ends(2).says(&["no `rulebook.yaml`"]);
}

const NIGHT: &str = "\
variant night \"At night\" of gems

change settings
  | name   | value |
  | rounds | 5     |

change kind Gem
  | id   | name    | copies | value |
  | ruby | \"ruby\"  |      8 |     4 |
  | jade | \"jade\"  |      2 |     9 |

replace winner p in Player by least score[p]

define spare = rounds - 1
";

/// A variant says whether it is in the printed rules.
#[test]
fn a_page_says_who_made_a_variant() {
    let home = Home::new();
    home.write("rules/gems/rulebook.yaml", RULEBOOK);
    let variant = |head: &str| {
        home.write(
            "rules/gems/variants/quick.tavola",
            format!("{head}\n\nchange settings\n  | name   | value |\n  | rounds | 1     |\n"),
        );
        let page = home.run("doc rules/gems --variant quick").ends(0).out;
        (home.run("check rules/gems").ends(0).out, page)
    };
    let (found, page) = variant("variant quick \"Quick gems\" of gems");
    assert!(found.contains("W0907") && found.contains("variants/quick.tavola:1:1"), "{found}");
    assert!(!page.contains("printed rulebook"), "{page}");
    let (found, page) = variant("variant quick \"Quick gems\" of gems   [GM-3]");
    assert!(!found.contains("W0907"), "{found}");
    assert!(page.contains("*Quick gems.* An option of the printed rulebook: [GM-3](#gm-3).\n\n- "), "{page}");
    let (found, page) = variant("variant quick \"Quick gems\" of gems, house rules");
    assert!(!found.contains("W0907"), "{found}");
    assert!(page.contains("*Quick gems.* House rules: the printed rulebook does not have them.\n\n- "), "{page}");
    home.run("play rules/gems --variant quick --human none --seed 3 --no-record")
        .ends(0)
        .says(&["Gems (Quick gems, house rules): "]);
    home.write("rules/gems/variants/quick.tavola", "variant quick \"Quick gems\" of gems, rules of ours\n");
    home.run("check rules/gems").ends(1).says(&["variants/quick.tavola:1:37", "`house`"]);
}

/// The page of a variant: tables with the old values of changed cells, replaced items in place, and new items.
#[test]
fn a_page_of_a_variant_shows_its_changes() {
    let home = Home::new();
    home.write("rules/gems/variants/night.tavola", NIGHT);
    let page = home.run("doc rules/gems --variant night").ends(0).out;
    let parts = [
        "## What the variant changes\n\n*At night.*\n\n- `change settings: | rounds | 5 |`\n- `change kind Gem: | ruby | \"ruby\" | 8 | 4 |`",
        "| `rounds` | **`5`** (was `3`) | `1..9` |",
        "| `ruby` | ruby | `8` | **`4`** (was `3`) |",
        "| **`jade`** | **jade** | **`2`** | **`9`** |",
        "Who wins — *different in this variant*",
        "replace winner p in Player by least score[p]",
        "### The variant\n",
        "define spare = rounds - 1",
    ];
    for part in parts {
        assert!(page.contains(part), "`{part}` is missing\n{page}");
    }
    for other in ["by most score[p]", "## Variants"] {
        assert!(!page.contains(other), "`{other}` is there\n{page}");
    }
    let base = home.run("doc rules/gems").ends(0).out;
    assert!(!base.contains("(was") && base.contains("## Variants"), "{base}");
    home.run("doc rules/gems --variant nihgt").ends(2).says(&["there is no variant `nihgt`"]);
}

/// A removed item is listed once.
#[test]
fn a_removed_item_is_listed_once() {
    let home = Home::new();
    let rules = home.read("rules/gems/gems.tavola");
    home.write("rules/gems/gems.tavola", format!("{rules}\nrule linger \"Lingering\"\n  say \"all linger\"\n"));
    home.write(
        "rules/gems/variants/brisk.tavola",
        "variant brisk \"Brisk\" of gems, house rules\n\nremove rule linger\n",
    );
    let page = home.run("doc rules/gems --variant brisk").ends(0).out;
    assert_eq!(page.matches("- `remove rule linger`\n").count(), 1, "{page}");
    assert!(!page.contains("Lingering"), "{page}");
}
