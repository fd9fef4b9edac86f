//! Lines that reveal hidden contents by what they do (W0808), and how a secrecy finding shows the path of the secret.

use tavola::game::Rules;

const TABLE: &str = r#"game telling "Telling" for 2 players

kind Card = {low, mid, high}

components
  | component | count     | start |
  | Card      | 4         | deck  |
  | coin      | unlimited | bank  |
  | man[Player] | 9       | yard  |

places
  | place             | holds | order    | seen by |
  | deck              | Card  | shuffled | nobody  |
  | hand[p in Player] | Card  |          | p       |
  | pile              | Card  |          | nobody  |
  | table             | Card  |          | all     |
  | bank              | coin  |          | all     |
  | purse[Player]     | coin  |          | all     |
  | yard              | man   |          | all     |
  | square            | man   |          | all     |
  | field[0..9]       | man   |          | all     |

memory
  | variable          | type          | start | seen by |
  | wish[p in Player] | 0..9          | 0     | p       |
  | open[p in Player] | 0..9          | 0     | all     |
  | note[p in Player] | 0..9          | 0     | p       |
  | named             | set of Player | {}    | all     |

track fame[Player] 0..

play
  each p in Player
    draw 3 from deck to hand[p]
    p chooses n in 1..2 "How many?" seen by p
    set wish[p] = n
    act(p)

winner p in Player by most fame[p]

rule copied(p in Player, n: number)
  set open[p] = n

rule one_more(p in Player)
  p gains 1 fame

define counted(p in Player) = count of n in 1..9 where n <= wish[p]
define bonus(p in Player) = if wish[p] > 1 then 3 else 0

rule shown(p in Player, c in Card)
  p gains c.number fame
  move c from hand[p] to table

rule act(p in Player)
"#;

/// Lines of `act`, and the secrets that they reveal.
const LINES: [(&str, Option<&str>); 59] = [
    ("set open[p] = wish[p]", Some("wish")),
    ("set open[p] = wish[p] + 1", Some("wish")),
    ("let n = wish[p]; set open[p] = n", Some("wish")),
    ("copied(p, wish[p])", Some("wish")),
    ("set note[p] = wish[p]", None),
    ("set open[p] = count of hand[p]", None),
    ("copied(p, fame[p])", None),
    ("p gains wish[p] fame", Some("wish")),
    ("p gains high at hand[p] fame", Some("hand")),
    ("p gains high at hand[p] coin", Some("hand")),
    ("p gains count of hand[p] coin", None),
    ("repeat wish[p] times: p gains 1 fame", Some("wish")),
    ("repeat wish[p] times: one_more(p)", Some("wish")),
    ("each n in 1..9 where n <= wish[p]: p gains 1 fame", Some("wish")),
    ("each c in hand[p] where c is high: p gains 1 fame", Some("hand")),
    ("each c in hand[p]: p gains 1 fame", None),
    ("repeat wish[p] times: set open[p] = open[p] + 1", Some("wish")),
    ("repeat until fame[p] >= wish[p]: p gains 1 fame", Some("wish")),
    // A value that a hidden condition finds or counts is a copy of it.
    ("set open[p] = the n in 0..9 where n is wish[p]", Some("wish")),
    ("set open[p] = count of n in 1..9 where n <= wish[p]", Some("wish")),
    ("set open[p] = sum of (if n <= wish[p] then 1 else 0) for n in 1..9", Some("wish")),
    ("set open[p] = counted(p)", Some("wish")),
    ("if {n in 0..9 where n is wish[p]} is single found: set open[p] = found", Some("wish")),
    ("if first q in Player by most wish[q] is single q: add q to named", Some("wish")),
    // Whether a hidden condition holds is none.
    ("set open[p] = if wish[p] > 1 then 1 else 0", None),
    ("set open[p] = bonus(p)", None),
    ("each q in Player where wish[q] > 1: q gains 1 fame", None),
    ("each q in Player where wish[q] > 1: one_more(q)", None),
    // A value that the game computes from a secret is no copy of it.
    ("if wish[p] > 1: p gains 1 fame", None),
    ("if high in hand[p]: add p to named", None),
    // A move to a public place reveals on purpose.
    ("p gains (sum of c.number for c in hand[p]) fame; move all from hand[p] to table", None),
    ("move all from hand[p] to table; p gains (sum of c.number for c in table) fame", None),
    ("p chooses c in hand[p] \"Which?\"; p gains c.number fame; move c from hand[p] to table", None),
    ("p chooses c in hand[p] \"Which?\"; p gains c.number fame; move c from hand[p] to pile", Some("hand")),
    ("p chooses c in hand[p] \"Which?\"; shown(p, c)", None),
    ("move all high from hand[p] to table", None),
    // The total number of all sorts is visible anyway.
    ("move all from hand[p] to pile", None),
    ("move all high from hand[p] to pile", Some("hand")),
    ("move up to 2 high from hand[p] to pile", Some("hand")),
    ("move up to 2 Card from hand[p] to pile", None),
    ("p may \"Show?\": set open[p] = wish[p]", Some("wish")),
    ("repeat 2 times: set open[p] = wish[p]", Some("wish")),
    // The log shows in which order things happen.
    ("each q in Player by most wish[q]: q gains 1 fame", Some("wish")),
    ("each q in Player by most wish[q]: one_more(q)", Some("wish")),
    ("each q in Player by most wish[q]: set open[q] = 1", Some("wish")),
    ("each q in Player by most wish[q]: set note[q] = 1", None),
    ("each q in Player by most fame[q]: q gains 1 fame", None),
    // Things of a player say nothing of a secret of that player.
    ("move wish[p] man[p] from yard to square", Some("wish")),
    ("move 1 man[p] from yard to field[wish[p]]", Some("wish")),
    // A loop that compares its values with a secret finds it.
    ("each n in 0..9 where n is wish[p]: set open[p] = n", Some("wish")),
    ("each n in 0..9 where n is wish[p]: move 1 man[p] from yard to field[n]", Some("wish")),
    ("each n in {m in 0..9 where m is wish[p]}: set open[p] = n", Some("wish")),
    ("each n in 1..9: if n <= wish[p]: p gains 1 fame", Some("wish")),
    ("each n in 1..9: if n is wish[p]: p gains n fame", Some("wish")),
    ("each n in 1..9: if n is wish[p]: copied(p, n)", Some("wish")),
    ("each q in Player: if wish[q] > 1: q gains 1 fame", None),
    ("each n in 1..9: if n is fame[p]: set open[p] = n", None),
    ("each c in hand[p]: if c is high: move c from hand[p] to table", None),
    ("each n in 1..9: if n is wish[p]: set note[p] = n", None),
];

fn revealed(text: &str) -> Vec<String> {
    let rules = Rules::from_texts(&[("telling.tavola", text)]);
    let errors: Vec<&str> =
        rules.diagnostics().iter().filter(|one| one.is_error()).map(|one| one.message.as_str()).collect();
    assert!(errors.is_empty(), "{errors:?}: {text}");
    rules.diagnostics().iter().filter(|one| one.code == "W0808").map(|one| one.message.clone()).collect()
}

fn block(lines: &str) -> String {
    lines.split("; ").map(|line| format!("  {line}\n")).collect()
}

#[test]
fn lines_that_reveal_hidden_contents_are_found() {
    for (lines, hidden) in LINES {
        let expected: Vec<String> =
            hidden.iter().map(|what| format!("this reveals to everybody what is hidden in `{what}`")).collect();
        assert_eq!(revealed(&format!("{TABLE}{}", block(lines))), expected, "{lines}");
    }
}

/// Memory of another player shows what is stored in it to that player.
#[test]
fn secrets_that_are_passed_to_other_players_are_found() {
    let to_others = ["this reveals to others what is hidden in `wish`"];
    for line in [
        "set note[left(p)] = wish[p]",
        "let n = wish[p]; set note[left(p)] = n",
        "copied_to(p, left(p), wish[p])",
        "repeat wish[p] times: set note[left(p)] = note[left(p)] + 1",
    ] {
        let copied_to = "\nrule copied_to(p in Player, q in Player, n: number)\n  set note[q] = n\n";
        assert_eq!(revealed(&format!("{TABLE}{}{copied_to}", block(line))), to_others, "{line}");
    }
}

/// A rule finds a secret if a loop calls it with each of its values.
#[test]
fn a_rule_that_is_called_in_a_loop_finds_secrets() {
    let hidden = vec!["this reveals to everybody what is hidden in `wish`".to_owned()];
    for (call, body, expected) in [
        ("each n in 1..9: compare(p, n)", "if n is wish[p]: set open[p] = n", &hidden),
        ("each n in 1..9: pass_on(p, n)", "if n is wish[p]: set open[p] = n", &hidden),
        ("each n in 1..9: compare(p, n)", "if n is wish[p]: set note[p] = n", &Vec::new()),
        ("each n in 1..9: compare(p, n)", "if n is fame[p]: set open[p] = n", &Vec::new()),
        ("compare(p, 3)", "if n is wish[p]: set open[p] = n", &Vec::new()),
    ] {
        let rules = format!(
            "\nrule compare(p in Player, n: number)\n  {body}\n\nrule pass_on(p in Player, k: number)\n  compare(p, k)\n"
        );
        assert_eq!(&revealed(&format!("{TABLE}{}{rules}", block(call))), expected, "{call}: {body}");
    }
}

/// After the last question, the game may count points from secrets. A question in a later rule still counts as a question.
#[test]
fn revealing_after_the_last_question_is_no_finding() {
    let scored = "    act(p)\n  each p in Player: count_up(p)\n";
    let rule = "\nrule count_up(p in Player)\n  p gains high at hand[p] fame\n";
    let last = TABLE.replace("    act(p)\n", scored);
    assert_eq!(revealed(&format!("{last}  p gains 1 fame\n{rule}")), Vec::<String>::new());
    let asked = last.replace("count_up(p)\n", "count_up(p)\n  again(seat(1))\n");
    let again = "\nrule again(p in Player)\n  p may \"Again?\": p gains 1 fame\n";
    let found = revealed(&format!("{asked}  p gains 1 fame\n{rule}{again}"));
    assert_eq!(found, ["this reveals to everybody what is hidden in `hand`"]);
}

/// A comment waives an intended reveal.
#[test]
fn an_intended_reveal_is_waived() {
    let waived = "  set open[p] = wish[p]   # fine: W0808 all wishes are read out now\n";
    let rules = Rules::from_texts(&[("telling.tavola", &format!("{TABLE}{waived}"))]);
    let left: Vec<&str> = rules.diagnostics().iter().map(|one| one.code).filter(|code| *code != "W0201").collect();
    assert!(left.is_empty(), "{left:?}");
}

/// A sentence may be impossible, and a track that stays at its end mends it.
#[test]
fn a_finding_marks_what_may_be_impossible() {
    let act = "  left(p) may \"Doubt it?\"\n    if high at hand[p] > 1: lower lives[p] by 1\n";
    let with = |track: &str| format!("{TABLE}{act}\ntrack lives[Player] 0..3 start 3{track}\n");
    let game = with("");
    let rules = Rules::from_texts(&[("telling.tavola", &game)]);
    let finding = rules.diagnostics().iter().find(|one| one.code == "E0804").expect("it is found");
    let at = |span: tavola::text::Span| &game[span.start as usize..span.end as usize];
    let label = finding.labels.iter().find(|label| label.text == "this may be impossible then").expect("a label");
    assert_eq!(at(label.span), "lower lives[p] by 1");
    let help = finding.help.as_deref().expect("a help");
    assert!(help.ends_with("or let the track stay at its end: `past bottom: stay`"), "{help}");
    let mended = with("\n  past bottom: stay");
    assert!(Rules::from_texts(&[("telling.tavola", &mended)]).diagnostics().iter().all(|one| one.code != "E0804"));
}

/// Labels in order: where the secret is read, what passes it on, where it shows.
#[test]
fn a_finding_shows_the_path_of_a_secret() {
    let game = format!(
        "{TABLE}  let held = high at hand[p]\n  let many = held > 1\n  invite(p, many)\n\nrule invite(p in Player, many: yes or no)\n  if many: left(p) may \"Come in?\": p gains 1 fame\n"
    );
    let rules = Rules::from_texts(&[("telling.tavola", &game)]);
    let finding = rules.diagnostics().iter().find(|one| one.code == "E0804").expect("it is found");
    let at = |start: usize, end: usize| &game[start..end];
    let labels: Vec<(&str, &str)> = finding
        .labels
        .iter()
        .map(|label| (label.text.as_str(), at(label.span.start as usize, label.span.end as usize)))
        .collect();
    let mut steps = labels.iter().map(|(text, _)| *text);
    assert_eq!(steps.next(), Some("1. it is read here"), "{labels:?}");
    assert_eq!(labels[0].1, "hand[p]");
    assert_eq!(labels[1], ("2. it passes through here", "held"));
    let (last, place) = labels[labels.len() - 1];
    assert!(last.ends_with("it shows here") && place.contains("Come in?"), "{labels:?}");
}
