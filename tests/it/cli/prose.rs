//! `tavola doc --prose`: the printed rulebook for its readers.

use super::{GEMS, Home};
use crate::serve::serve;

const BOOK: &str = "\
game: gems
source: { title: Gems }
clauses:
  - { id: GM-1, section: Play, text: A box of gems., kind: data }
  - { id: GM-2, section: Play, text: There are three rounds., kind: data }
  - { id: GM-3, section: Play, text: Draw a gem., kind: rule }
  - { id: GM-4, section: Play, text: Say how much., kind: rule }
  - { id: GM-5, section: The end, text: Gems count what is written on them., kind: rule }
  - { id: GM-6, section: The end, text: Who has most wins., kind: rule }
";

fn home(scenarios: &str) -> Home {
    let stones = GEMS.replace("kind Gem\n", "kind GemStone   [GM-1]\n").replace("| Gem  ", "| GemStone");
    assert!(stones.contains("| GemStone     | copies"), "{stones}");
    let home = Home::with(&stones);
    home.write("rules/gems/rulebook.yaml", BOOK);
    home.write("rules/gems/scenarios/play.yaml", scenarios);
    home
}

fn prose(home: &Home) -> String {
    home.run("doc rules/gems --prose").ends(0).out
}

/// An example describes its starting position in players' words.
#[test]
fn an_example_describes_its_position() {
    let home = home(
        "\
- name: three more
  clauses: [GM-4]
  players: [anna, ben]
  given: { \"score[anna]\": 20, \"score[ben]\": 7, \"ruby at hand[ben]\": 2 }
  call: anna gains 3 score
  then: { \"score[anna]\": 23 }
",
    );
    let page = prose(&home);
    let example = "*Example with 2 players: three more.* Score: Anna 20, Ben 7; Ben's hand: 2 × ruby.\n\n\
                   - Anna: score 20 → 23 (+3)\n";
    assert!(page.contains(example), "{page}");
    assert!(page.contains("In the examples, Anna and Ben sit clockwise in this order."), "{page}");
}

/// A difference that cannot be printed leads to the clause that describes the variant.
#[test]
fn a_changed_rule_leads_to_the_clause_of_its_variant() {
    let home = home("");
    let rules = home.read("rules/gems/gems.tavola").replace("      p gains n score\n", "      earn(p, n)\n");
    home.write("rules/gems/gems.tavola", rules + "\nrule earn(p in Player, n: number)   [GM-4]\n  p gains n score\n");
    home.write(
        "rules/gems/rulebook.yaml",
        format!("{BOOK}  - {{ id: GM-7, section: Variants, text: It counts twice., kind: rule }}\n"),
    );
    let night = "variant night \"At night\" of gems   [GM-7]\n\nreplace rule earn(p in Player, n: number)   [GM-4]\n  p gains 2 * n score\n";
    home.write("rules/gems/variants/night.tavola", night);
    let page = home.run("doc rules/gems --prose --variant night").ends(0).out;
    assert!(
        page.contains("**In this variant:** the rule behind this clause is different; see [GM-7](#gm-7)."),
        "{page}"
    );
}

/// A variant may have a text of its own for a clause. It stands in place of the printed one on all pages, and no changed rule is listed
/// beside it.
#[test]
fn a_variant_has_the_new_text_of_a_clause() {
    let home = home("- name: a draw\n  players: [anna, ben]\n  asked: chance\n");
    let rules = home.read("rules/gems/gems.tavola").replace("      p gains n score\n", "      earn(p, n)\n");
    home.write("rules/gems/gems.tavola", rules + "\nrule earn(p in Player, n: number)   [GM-4]\n  p gains n score\n");
    let night = "variant night of gems, house rules\n\nreplace rule earn(p in Player, n: number)   [GM-4]\n  p gains 2 * n score\n";
    home.write("rules/gems/variants/night.tavola", night);
    let texts = "variants:\n  - { variant: night, clause: GM-4, text: Say how much; it counts twice. }\n";
    home.write("rules/gems/rulebook.yaml", format!("{BOOK}{texts}"));
    let page = home.run("doc rules/gems --prose --variant night").ends(0).out;
    let clause = "**GM-4** Say how much; it counts twice. **In this variant.** *Until now:* Say how much.\n";
    assert!(page.contains(clause) && !page.contains("is different"), "{page}");
    assert!(prose(&home).contains("**GM-4** Say how much.\n"));
    let sheet = home.run("diff rules/gems --variant night --format markdown").ends(1);
    sheet.says(&["### GM-4\n\n**Until now:** Say how much.\n\n**From now on:** Say how much; it counts twice.\n"]);
    home.run("clause rules/gems GM-4")
        .ends(0)
        .says(&["Say how much.", "variant   night: Say how much; it counts twice."]);
    home.run("trace rules/gems --variant night --format json").ends(0).says(&["Say how much; it counts twice."]);
    // Reviews and errata are about the game's own text.
    home.run("check rules/gems --reviewed GM-4").ends(0);
    let check = home.run("check rules/gems --variant night").ends(0);
    assert!(!check.out.contains("W0906") && !check.err.contains("W0906"), "{}{}", check.out, check.err);
}

/// A draw and the move of what was drawn are one line.
#[test]
fn an_example_shows_a_draw_once() {
    let home = home(
        "\
- name: a ruby is drawn
  clauses: [GM-3]
  players: [anna, ben]
  do: [{ chance: ruby }, { anna: 1 }, { anna: \"no\" }]
  then: { \"score[anna]\": 1 }
",
    );
    let page = prose(&home);
    assert!(page.contains("- ruby: bag → Anna's hand\n- Anna: How much? 1\n"), "{page}");
    assert!(!page.contains("drawn from the bag: ruby"), "{page}");
}

/// The position of a row and of a stack shows their order. A move to the same place is no move.
#[test]
fn an_example_shows_order() {
    let home = home(
        "\
- name: the first goes last
  clauses: [GM-4]
  players: [anna, ben]
  given: { line: [opal, ruby, opal], pile: [ruby], \"top of pile\": [opal, ruby, opal] }
  call: turn
  then: { \"score[anna]\": 1 }
",
    );
    let rules = home.read("rules/gems/gems.tavola");
    let places = "  | line              | Gem   | row      | all     | GM-3 |\n  | pile              | Gem   | stack    | all     | GM-3 |\n";
    let rules = rules
        .replace("\n\ntrack", &format!("\n{places}\ntrack"))
        .replace("| line              | Gem  ", "| line              | GemStone");
    let rules = rules.replace("| pile              | Gem  ", "| pile              | GemStone");
    let turn = "rule turn   [GM-4]\n  move ruby from line to line\n  seat(1) gains 1 score\n";
    home.write("rules/gems/gems.tavola", format!("{rules}\n{turn}"));
    let page = prose(&home);
    let example = "Line: opal, ruby, opal; pile: opal, ruby, opal, ruby (from the top).\n\n\
                   - ruby: stays in line\n- Anna: score 0 → 1 (+1)\n";
    assert!(page.contains(example), "{page}");
}

/// A position with many parts becomes a table.
#[test]
fn a_long_position_is_a_table() {
    let home = home(
        "\
- name: three more
  clauses: [GM-4]
  players: [anna, ben, chris]
  given:
    \"score[anna]\": 20
    \"ruby at hand[anna]\": 2
    \"opal at hand[anna]\": 1
    \"ruby at hand[ben]\": 2
    \"opal at hand[chris]\": 3
  call: anna gains 3 score
  then: { \"score[anna]\": 23 }
",
    );
    let page = prose(&home);
    let table = "\n\n| Where | At the start |\n| --- | --- |\n| score | Anna 20 |\n| Anna's hand | 2 × ruby, opal |\n| Ben's hand | 2 × ruby |\n";
    assert!(page.contains(table), "{page}");
}

/// Steps before the first decision are no example, and equal examples are printed once.
#[test]
fn each_example_is_printed_once() {
    let again = "players: [anna, ben]\n  do: [{ chance: ruby }, { anna: 2 }, { anna: \"yes\" }]\n  then: { \"score[anna]\": 2 }\n";
    let home = home(&format!(
        "- name: two are two\n  clauses: [GM-4]\n  {again}- name: again\n  clauses: [GM-5]\n  {again}\
         - name: only offered\n  clauses: [GM-6]\n  players: [anna, ben]\n  offered: {{ chance: [ruby, opal] }}\n"
    ));
    let page = prose(&home);
    assert_eq!(page.matches("*Example").count(), 1, "{page}");
    assert!(page.contains("*Example with 2 players: two are two.*\n\n- "), "{page}");
}

/// A simultaneous answer is printed once, although it is revealed later.
#[test]
fn an_answer_is_printed_once() {
    let home = home(
        "\
- name: both want two
  clauses: [GM-4]
  players: [anna, ben]
  call: bids
  do: [{ anna: 2 }, { ben: 2 }]
  then: { \"score[anna]\": 2 }
",
    );
    let bids = "rule bids   [GM-4]\n  together p in Player\n    p chooses n in 1..3 \"How much?\"\n  each p in Player: p gains n[p] score\n";
    home.write("rules/gems/gems.tavola", home.read("rules/gems/gems.tavola") + "\n" + bids);
    let page = prose(&home);
    assert!(page.contains("- Anna: How much? 2\n- Ben: How much? 2\n- Anna: score 0 → 2 (+2)\n"), "{page}");
    assert_eq!(page.matches("- Anna: How much? 2").count(), 1, "{page}");
}

/// The winner is part of the example that shows it.
#[test]
fn an_example_names_the_winner() {
    let home = home(
        "\
- name: most wins
  clauses: [GM-6]
  players: [anna, ben]
  given: { \"score[ben]\": 90 }
  unless_said: { chance: ruby, anna: 1, ben: 1 }
  call: ben gains 1 score
  then: { \"score[ben]\": 91, winner: [ben] }
",
    );
    let page = prose(&home);
    assert!(page.contains("- Ben: score 90 → 91 (+1)\n- Ben wins\n"), "{page}");
}

/// The ranking, or the payoff, is part of the example that checks it.
#[test]
fn an_example_names_the_ranking() {
    let case = |end: &str| {
        format!(
            "\
- name: most wins
  clauses: [GM-6]
  players: [anna, ben]
  given: {{ \"score[ben]\": 90 }}
  unless_said: {{ chance: ruby, anna: 1, ben: 1 }}
  call: ben gains 1 score
  then: {{ {end} }}
"
        )
    };
    let page = |end: &str| prose(&home(&case(end)));
    let ranked = page("ranking: [[ben], [anna]]");
    assert!(ranked.contains("- Ben: score 90 → 91 (+1)\n- Ben is first, then Anna\n"), "{ranked}");
    let both = page("winner: [ben], ranking: [[ben], [anna]]");
    assert!(both.contains("- Ben wins\n- Ben is first, then Anna\n"), "{both}");
    let home = home(&case("payoff: [-91, 91]"));
    home.write(
        "rules/gems/gems.tavola",
        home.read("rules/gems/gems.tavola") + "\npayoff p in Player = score[p] - score[left(p)]\n",
    );
    let paid = prose(&home);
    assert!(paid.contains("- Anna gets -91, Ben gets 91\n"), "{paid}");
}

/// A ruling stands below the clause that it names, or else below the first that is cited beside it. The clause must exist.
#[test]
fn a_ruling_stands_below_its_clause() {
    let home = home("- name: a\n  clauses: [GM-4]\n  players: 2\n  then: { \"score[anna]\": 0 }\n");
    let rules = home.read("rules/gems/gems.tavola");
    home.write("rules/gems/gems.tavola", rules.replacen("[GM-5]", "[GM-3, GM-5, GM-R1, GM-R2]", 1));
    let book = |of: &str| {
        let ruling =
            |n: i32, of: &str| format!("  - {{ id: GM-R{n},{of} question: Question {n}?, answer: \"Yes.\" }}\n");
        home.write("rules/gems/rulebook.yaml", format!("{BOOK}rulings:\n{}{}", ruling(1, ""), ruling(2, of)));
    };
    book(" of: GM-6,");
    let page = prose(&home);
    let below = |clause: &str, next: &str| {
        let from = page.find(&format!("**{clause}**")).expect("the clause");
        page[from..].split(next).next().unwrap_or_default().to_owned()
    };
    assert!(below("GM-3", "**GM-4**").contains("Question 1?"), "{page}");
    assert!(below("GM-6", "\n## ").contains("Question 2?") && page.matches("Question 2?").count() == 1, "{page}");
    home.run("clause rules/gems GM-6").ends(0).says(&["ruling    GM-R2 Question 2? Yes."]);
    book(" of: GM-66,");
    home.run("check rules/gems").ends(1).says(&[
        "error[E0901]: the rulebook has no clause `GM-66`",
        "rules/gems/rulebook.yaml:12:22",
        "did you mean `GM-6`?",
    ]);
}

/// A `table` of the rules stands below the first clause that it cites, and one without clauses near the end.
#[test]
fn tables_of_values_are_printed() {
    let home = home("");
    let rules = home.read("rules/gems/gems.tavola");
    let tables = r#"
table prize(taken: number, g in GemStone) "points for what was taken"   [GM-4]
  | taken | g          || points     | extra |
  | 0     | any        || rounds     | {}    |
  | 1..2  | ruby, opal || 4          | {1, 2} |
  | >= 3  | ruby       || rounds + 2 | {1}   |
  | >= 3  | opal       || 9          | {1}   |

table toll(n: number)
  | n   || to_pay |
  | < 2 || 1      |
  | > 1 || 2      |
"#;
    let used = "      p gains prize(n, ruby).points + toll(n) + (count of prize(n, opal).extra) score\n";
    home.write("rules/gems/gems.tavola", rules.replace("      p gains n score\n", used) + tables);
    let page = prose(&home);
    let below = "Points for what was taken:\n\n| Taken | G | Points | Extra |\n| --- | --- | --- | --- |\n| 0 | any | 3 | – |\n\
                 | 1–2 | ruby, opal | 4 | 1, 2 |\n| 3 or more | ruby | rounds + 2 | 1 |\n| 3 or more | opal | 9 | 1 |\n";
    let clause = page.split("**GM-4**").nth(1).and_then(|rest| rest.split("**GM-5**").next()).expect("the clause");
    assert!(clause.contains(below), "{page}");
    let other =
        "## Other numbers\n\nToll:\n\n| N | To pay |\n| --- | --- |\n| less than 2 | 1 |\n| more than 1 | 2 |\n";
    assert!(page.contains(other), "{page}");
}

/// A table has the name that is printed on its components, not the name in the rules.
#[test]
fn a_table_has_the_printed_name() {
    let page = prose(&home("- name: a\n  clauses: [GM-4]\n  players: 2\n  then: { \"score[anna]\": 0 }\n"));
    assert!(page.contains("| Gem | Copies | Value |\n"), "{page}");
    assert!(!page.contains("GemStone"), "{page}");
}

/// A changed number of components is printed at its clause.
#[test]
fn a_changed_number_of_components_is_printed() {
    let home = home("- name: a\n  clauses: [GM-4]\n  players: 2\n  then: { \"score[anna]\": 0 }\n");
    let variant = "variant few \"Few\" of gems, house rules\n\nchange components\n  | component | count |\n  | GemStone  | 20    |\n";
    home.write("rules/gems/variants/few.tavola", variant);
    let page = home.run("doc rules/gems --prose --variant few").ends(0).out;
    assert!(page.contains("**In this variant:** gem: number **20** *(was as in the table)*."), "{page}");
    let page = home.run("doc rules/gems --variant few").ends(0).out;
    assert!(page.contains("| `GemStone` | **`20`** (was `copies`) |"), "{page}");
}

/// An example of a whole game shows what comes before its first answer, unless that is longer than an example.
#[test]
fn an_example_begins_with_the_set_up() {
    let case = "- name: one more\n  clauses: [GM-4]\n  players: [anna, ben]\n  do: [{ chance: ruby }, { anna: 2 }, { anna: \"yes\" }]\n  \
                then: { \"score[anna]\": 7 }\n";
    let page = |times: &str| {
        let home = home(&case.replace('7', times));
        let rules = home.read("rules/gems/gems.tavola");
        let set_up = format!(
            "play\n  repeat {} times: each p in Player: p gains 1 score\n",
            times.parse::<u32>().expect("a number") - 2
        );
        home.write("rules/gems/gems.tavola", rules.replace("play\n", &set_up));
        prose(&home)
    };
    let short = page("3");
    assert!(
        short.contains("*Example with 2 players: one more.*\n\n- Anna: score 0 → 1 (+1)\n- Ben: score 0 → 1 (+1)\n"),
        "{short}"
    );
    let long = page("12");
    assert!(long.contains("*Example with 2 players: one more.*\n\n- ruby: bag → Anna's hand\n"), "{long}");
}

/// The rulebooks of the shipped games contain no names of the rules, no placeholders, and no piles of divisions.
#[test]
fn shipped_rulebooks_have_no_names_of_the_rules() {
    for (game, not) in [("san_marco", "LimitCard"), ("doge", "{d}"), ("venice_of_the_north", "\\_")] {
        let out =
            super::Run::of(super::command(&format!("doc rules/{game} --prose")).output().expect("it runs")).ends(0);
        for not in [not, "→ pile"] {
            assert!(!out.out.contains(not), "`{not}` is in the rulebook of {game}");
        }
        let blocks: Vec<&str> = out.out.split("\n\n").filter(|block| block.starts_with("- ")).collect();
        let starts: Vec<&str> = out.out.split("\n\n*Example").skip(1).collect();
        assert!(starts.len() > 15, "{game}: {} examples", starts.len());
        let mut once = blocks.clone();
        once.sort_unstable();
        once.dedup();
        assert!(once.len() * 10 >= blocks.len() * 8, "{game}: {} of {} blocks are the same", once.len(), blocks.len());
    }
}

/// A terminal opens no links, so it shows no targets of them. A file and a pipe keep them.
#[cfg(unix)]
#[test]
fn a_terminal_shows_no_targets_of_links() {
    let home = Home::new();
    let piped = home.run("doc rules/gems --prose").ends(0).out;
    assert!(piped.contains("<a id=\"gm-2\"></a>"), "{piped}");
    let (screen, side) = super::terminal::Screen::new();
    let mut doc = super::command("doc rules/gems --prose");
    doc.current_dir(home.path("")).env("TERM", "xterm").stdin(std::process::Stdio::null()).stdout(side);
    let child = doc.spawn().expect("it starts");
    drop(doc);
    assert!(super::terminal::ends(child).success());
    let shown = screen.rest().replace("\r\n", "\n");
    assert!(shown.contains("Take gems.") && !shown.contains("<a id"), "{shown}");
    assert_eq!(
        shown,
        piped
            .split("<a id=\"")
            .map(|part| part.split_once("\"></a>").map_or(part, |(_, rest)| rest))
            .collect::<String>()
    );
}

/// A clause with a list, and one with words that only look like one.
const LISTS: &str = "  - id: GM-3
    section: Play
    text: |
      Draw a gem. Then
      choose one:
      - keep it,
        if you may
      - or:
        1. put it back
        2. take 3. The rest stays.
      Others wait.
    kind: rule
  - { id: GM-4, section: Play, text: \"Say how - and why.\\n2. is no item.\", kind: rule }
";

/// `GM-3` and `GM-4` of the rulebook with lists, and an erratum about the first.
fn listed() -> String {
    let (before, rest) = BOOK.split_once("  - { id: GM-3").expect("it has the clause");
    let (_, after) = rest.split_once("  - { id: GM-5").expect("it has the clause");
    let now: String =
        LISTS.lines().skip(3).take(8).map(|line| format!("      {}\n", line.trim_start_matches("      "))).collect();
    let erratum = format!(
        "errata:\n  - date: 2026-05-01\n    source: the shop\n    clause: GM-3\n    before: \"Draw:\\n- a gem\"\n    after: |\n{now}"
    );
    format!("{before}{LISTS}  - {{ id: GM-5{after}{erratum}")
}

/// Lines of a clause that begin with `-` or a number are a list on every page that shows the clause.
#[test]
fn bullets_of_a_clause_are_a_list() {
    let home = home("- name: a draw\n  players: [anna, ben]\n  asked: chance\n");
    home.write("rules/gems/rulebook.yaml", listed());
    let page = prose(&home);
    let list = "Draw a gem. Then choose one:\n\n- keep it, if you may\n- or:\n  1. put it back\n  2. take 3. The rest stays.\n\nOthers wait.\n";
    assert!(page.contains(&format!("**GM-3** {list}")), "{page}");
    assert!(page.contains("**GM-4** Say how - and why. 2. is no item.\n"), "{page}");
    assert!(page.contains("Before:* Draw:\n>\n> - a gem\n"), "{page}");
    let html = home.run("doc rules/gems --prose --format html").ends(0).out;
    let items = "<ul>\n<li>keep it, if you may</li>\n<li>or:\n<ol>\n<li>put it back</li>\n<li>take 3. The rest stays.</li>\n</ol>\n</li>\n</ul>\n<p>Others wait.</p>";
    assert!(html.contains(items), "{html}");
    let lines = "  Draw a gem. Then choose one:\n    - keep it, if you may\n    - or:\n      1. put it back\n      2. take 3. The rest stays.\n    Others wait.\n";
    let clause = home.run("clause rules/gems GM-3").ends(0).out;
    assert!(clause.contains(lines) && clause.contains("before \"Draw:\n    - a gem\""), "{clause}");
    let doc = home.run("doc rules/gems").ends(0).out;
    assert!(doc.contains("(#gm-3) Draw a gem. Then choose one:\n>\n> - keep it, if you may\n"), "{doc}");
    assert!(
        doc.contains(
            "</a>**GM-3** Draw a gem. Then choose one:\n\n  - keep it, if you may\n  - or:\n    1. put it back\n"
        ),
        "{doc}"
    );
}

/// The panel of clauses at a table shows the list, and `clause` in the terminal prints it.
#[test]
fn bullets_of_a_clause_are_a_list_at_tables() {
    let home = home("");
    home.write(
        "rules/gems/rulebook.yaml",
        listed().replace("Say how - and why.\\n2. is no item.", "Say:\\n- how\\n- <why>"),
    );
    let served = serve(&home.path("rules/gems"), &["--human", "anna", "--players", "2", "--no-record"]);
    served.until("anna", "the list", |table| {
        table.contains("<p><b>GM-4</b> Say:</p><ul><li>how</li><li>&lt;why&gt;</li></ul>")
    });
    let play =
        home.feed("play rules/gems --players 2 --human anna --seed 1 --no-record", "clause GM-3\nquit\n").ends(0);
    play.says(&["  GM-3 Draw a gem. Then choose one:\n    - keep it, if you may\n    - or:\n      1. put it back\n"]);
}
