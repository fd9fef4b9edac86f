//! Scenarios that must fail: each fails, and says why. So a scenario cannot pass by mistake.

use tavola::game::Rules;
use tavola::play::scenario::{self, CaseResult};

pub(crate) const LOTS: &str = r#"game lots "Lots" for 2..3 players

kind Jar = {quince, plum, rose}

components
  | component | count | start  |
  | Jar       | 2     | cellar |

places
  | place               | holds | order    | seen by |
  | cellar              | Jar   | shuffled | nobody  |
  | basket[p in Player] | Jar   |          | p       |
  | lot[Player, 1..2]   | Jar   |          | all     |

track fame[Player] 0..9

play
  each p in Player: draw 2 from cellar to basket[p]
  bids

rule bids
  together p in Player
    p chooses n in 0..3 "How much?"
  each p in Player: p gains n[p] fame

rule brings(p in Player)
  p chooses 1..2 of basket[p] as brought "What do you bring?"
  p gains count of brought fame

rule cuts(p in Player)
  p divides basket[p] into lot[p, 1..2], none empty, alike

menu stroll "Where to?"
  until: done "home, {fame[you]} famous"

action walk of stroll "on"
  effect: you gains 1 fame

winner p in Player by most fame[p]

always
  | what                 | holds                          |
  | "fame is never four" | every p in Player has fame[p] is not 4 |
"#;

/// The outcomes of the cases of a file.
pub(crate) fn outcomes(cases: &str) -> Vec<CaseResult> {
    let rules = Rules::from_texts(&[("lots", LOTS)]);
    let suite = scenario::read_texts(&[("t.yaml", cases)], None);
    assert_eq!(suite.diagnostics, []);
    suite.scenarios.iter().map(|case| scenario::run(&rules, case)).collect()
}

/// The failures of a case with these lines, as `what: actual`.
fn failures(lines: &str) -> Vec<String> {
    let case = format!("- name: a\n  players: [anna, ben]\n{}", lines.trim_start_matches('\n'));
    let outcome = outcomes(&case).remove(0);
    outcome.failures.iter().map(|failure| format!("{}: {}", failure.what, failure.actual)).collect()
}

pub(crate) fn holds(lines: &str) {
    assert_eq!(failures(lines), Vec::<String>::new(), "{lines}");
}

pub(crate) fn fails(lines: &str, why: &str) {
    let failures = failures(lines);
    assert!(failures.iter().any(|failure| failure.contains(why)), "{lines}\n{failures:?}");
}

pub(crate) const BASKET: &str = "  given: { \"basket[anna]\": [quince, plum] }\n";

/// A refusal whose line cites nothing says where its clause can be cited.
#[test]
fn a_refusal_without_a_clause_names_its_line() {
    let because = "{ anna: 5, because: LO-1 }";
    fails(
        &format!("  call: bids\n  refused: {because}\n"),
        "(no clause; if it follows from LO-1, cite that at the end of line 23)",
    );
}

#[test]
fn a_legal_bag_is_never_refused() {
    let case = |refused: &str| format!("{BASKET}  call: brings(anna)\n  refused: {{ anna: {refused} }}\n");
    for legal in ["{ quince: 1 }", "{ plum: 1 }", "[plum, quince]", "plum"] {
        fails(&case(legal), "possible");
    }
    for illegal in ["[]", "{ quince: 2 }", "[quince, rose]", "rose", "[quince, plum, rose]", "no"] {
        holds(&case(illegal));
    }
    fails(&case("[quince, pear]"), "means nothing here");
}

#[test]
fn whole_bags_are_offered() {
    let case = |offered: &str| format!("{BASKET}  call: brings(anna)\n  offered: {{ anna: {offered} }}\n");
    for right in [
        "3 options",
        "[[quince], [plum], [plum, quince]]",
        "[quince, plum, { quince: 1, plum: 1 }]",
        "{ options: 3, includes: [[quince, plum]], excludes: [rose, []] }",
    ] {
        holds(&case(right));
    }
    fails(&case("2 options"), "3 options");
    fails(&case("[quince, plum]"), "not expected: {quince, plum}");
    fails(&case("[[quince], [plum], [plum, quince], [rose]]"), "missing: [rose]");
    fails(&case("{ excludes: [plum] }"), "not expected: {plum}");
}

/// A case may use the label of "done" instead of "done". It must be the label that players read.
#[test]
fn done_may_be_written_with_its_current_label() {
    let start = "  call: anna does stroll\n";
    let (right, wrong) = ("done \"home, 0 famous\"", "done \"home, 1 famous\"");
    let offered = |items: &str| format!("{start}  offered: {{ anna: {items} }}\n");
    holds(&offered(&format!("[walk, '{right}']")));
    holds(&offered("[walk, done]"));
    holds(&offered(&format!("{{ options: 2, includes: ['{right}'] }}")));
    fails(
        &offered(&format!("[walk, '{wrong}']")),
        "missing: done \"home, 1 famous\"; not expected: done \"home, 0 famous\"",
    );
    fails(&offered(&format!("{{ excludes: ['{right}'] }}")), "not expected: done \"home, 0 famous\"");
    fails(&offered(&format!("{{ includes: ['{right}'], excludes: [done] }}")), "not expected: done");
    fails(&offered(&format!("{{ excludes: ['{wrong}'] }}")), "here players read `done \"home, 0 famous\"`");
    holds(&format!("{start}  do: [{{ anna: walk }}, {{ anna: '{wrong}' }}]\n  then: {{ \"fame[anna]\": 1 }}\n"));
    fails(&format!("{start}  do: [{{ anna: walk }}, {{ anna: '{right}' }}]\n  asked: nobody\n"), "here players read");
    holds(&format!("{start}  unless_said: {{ anna: '{right}' }}\n  then: {{ \"fame[anna]\": 0 }}\n"));
    fails(&format!("{start}  refused: {{ anna: '{wrong}' }}\n"), "means nothing here");
    fails(&format!("{BASKET}  call: brings(anna)\n  refused: {{ anna: '{right}' }}\n"), "means nothing here");
}

#[test]
fn divisions_are_checked_as_a_whole() {
    let start = "  given: { \"basket[anna]\": [quince, plum, rose] }\n  call: cuts(anna)\n";
    holds(&format!("{start}  do: [{{ anna: [[plum], [quince, rose]] }}]\n  then: {{ \"plum at lot[anna, 2]\": 1 }}\n"));
    holds(&format!("{start}  refused: {{ anna: [[plum, quince, rose], []] }}\n"));
    holds(&format!(
        "{start}  offered: {{ anna: [[[quince], [plum, rose]], [[plum], [rose, quince]], [[rose], [plum, quince]]] }}\n"
    ));
    fails(&format!("{start}  offered: {{ anna: [[[quince], [plum, rose]]] }}\n"), "not expected");
    fails(&format!("{start}  refused: {{ anna: [[plum], [quince, rose]] }}\n"), "possible");
    fails(&format!("{start}  refused: {{ anna: [[plum, rose], [quince, rose]] }}\n"), "means nothing here");
    fails(&format!("{start}  refused: {{ anna: [[plum], [rose]] }}\n"), "means nothing here");
    // A single possible division is not asked.
    let two = start.replace(", rose", "");
    holds(&format!("{two}  asked: nobody\n"));
}

#[test]
fn piles_that_are_not_alike_are_told_apart_by_order() {
    let start =
        "  given: { \"basket[anna]\": [quince, plum] }\n  call: anna divides basket[anna] into lot[anna, 1..2]\n";
    holds(&format!("{start}  do: [{{ anna: [[plum], [quince]] }}]\n  then: {{ \"plum at lot[anna, 1]\": 1 }}\n"));
    holds(&format!("{start}  do: [{{ anna: [[], [plum, quince]] }}]\n  then: {{ \"count of lot[anna, 2]\": 2 }}\n"));
    holds(&format!(
        "{start}  offered: {{ anna: [[[quince], [plum]], [[plum], [quince]], [[plum, quince], []], [[], [quince, plum]]] }}\n"
    ));
    fails(&format!("{start}  refused: {{ anna: [[], [plum, quince]] }}\n"), "possible");
    fails(&format!("{start}  offered: {{ anna: [[[quince], [plum]], [[plum, quince], []]] }}\n"), "not expected");
}

#[test]
fn a_call_must_end_unless_the_case_says_who_is_asked() {
    let start = format!("{BASKET}  call: brings(anna)\n");
    fails(&format!("{start}  then: {{ \"fame[anna]\": 0 }}\n"), "anna is asked");
    holds(&format!("{start}  then: {{ \"fame[anna]\": 0 }}\n  asked: anna\n"));
    fails(&format!("{start}  asked: nobody\n"), "anna is asked");
    holds(&format!("{start}  do: [{{ anna: [plum] }}]\n  asked: nobody\n"));
}

#[test]
fn nobody_has_won_before_the_end() {
    fails("  then: { winner: [anna, ben] }\n", "not over yet");
    fails("  then: { ranking: [[anna, ben]] }\n", "not over yet");
    let bids = "  call: bids\n  do: [{ anna: 1 }, { ben: 3 }]\n";
    holds(&format!("{bids}  then: {{ winner: [ben], ranking: [[ben], [anna]] }}\n"));
    holds(&format!("{bids}  then: {{ winner: ben }}\n"));
    fails(&format!("{bids}  then: {{ winner: anna }}\n"), "[ben]");
    fails(&format!("{bids}  then: {{ ranking: [[anna], [ben]] }}\n"), "[[ben], [anna]]");
}

#[test]
fn invariants_are_checked() {
    fails("  given: { \"fame[anna]\": 4 }\n  call: bids\n  asked: anna\n", "in the position that is given");
    holds("  given: { \"fame[anna]\": 4 }\n  call: bids\n  asked: anna\n  impossible: to show that it can be said\n");
    // This holds even if the call repairs the position at once.
    let mends = "  given: { \"fame[anna]\": 4 }\n  call: anna gains 1 fame\n  then: { \"fame[anna]\": 5 }\n";
    fails(mends, "in the position that is given");
    holds(&format!("{mends}  impossible: to show that it can be said\n"));
    fails(
        "  call: bids\n  do: [given: { \"fame[anna]\": 4 }, { anna: 1 }, { ben: 0 }]\n  asked: nobody\n",
        "does not hold",
    );
    fails(
        "  given: { \"fame[anna]\": 3 }\n  call: bids\n  do: [{ anna: 1 }, { ben: 0 }]\n  asked: nobody\n",
        "after `ben: 0`",
    );
}

#[test]
fn answers_of_a_block_come_in_any_order_and_can_be_read() {
    let then = "  then: { \"fame[anna]\": 1, \"fame[ben]\": 2 }\n";
    holds(&format!("  call: bids\n  do: [{{ ben: 2 }}, {{ anna: 1 }}]\n{then}"));
    holds(&format!("  call: bids\n  do: [{{ anna: 1 }}, then: {{ \"n[anna]\": 1 }}, {{ ben: 2 }}]\n{then}"));
    holds("  call: bids\n  asked: [anna, ben]\n");
    fails("  call: bids\n  do: [{ ben: 2 }, { ben: 1 }]\n  asked: nobody\n", "the question is for anna");
}

#[test]
fn steps_can_check_change_and_use_defaults() {
    holds(
        "  call: [bids, bids]\n  unless_said: { ben: 1 }\n  do:\n    - { anna: 1 }\n    - { anna: 0 }\n    \
         - then: { \"fame[anna]\": 1, \"fame[ben]\": 1 }\n    - given: { \"fame[anna]\": 5 }\n  \
         then: { \"fame[anna]\": 5, \"fame[ben]\": 2 }\n",
    );
    fails("  call: bids\n  do: [{ anna: 1 }, then: { \"n[anna]\": 2 }, { ben: 0 }]\n  asked: nobody\n", "n[anna]: 1");
}

#[test]
fn draws_can_be_listed_or_open() {
    holds(
        "  do: [{ chance: [rose, rose, plum, quince] }]\n  then: { \"basket[anna]\": { rose: 2 }, \"basket[ben]\": [plum, quince] }\n",
    );
    fails("  do: [{ chance: [rose, rose, rose] }]\n  asked: anna\n", "rose");
    holds("  do: [{ chance: any }, { chance: any }]\n  then: { \"count of basket[anna]\": 2 }\n  asked: chance\n");
    fails("  do: [{ chance: any }]\n  then: { \"rose at basket[anna]\": 0 }\n", "rose at basket[anna]: 1");
    holds(
        "  unless_said: { chance: [rose, plum, rose, quince], anna: 1, ben: 2 }\n  do: [{ anna: 3 }]\n  then: { \"basket[anna]\": [rose, plum], \"basket[ben]\": [rose, quince], \"n[anna]\": 3 }\n  asked: ben\n",
    );
    fails(
        "  unless_said: { chance: [rose, rose, rose] }\n  do: [{ anna: 3 }]\n  asked: ben\n",
        "the question is for chance",
    );
}

/// The first scenario of a card game: the author gives a position and forgets that the set-up is played, too.
#[test]
fn an_answer_before_a_draw_says_what_is_missing() {
    let hint = |lines: &str| {
        let case = format!("- name: a\n  players: [anna, ben]\n{lines}");
        outcomes(&case).remove(0).failures.remove(0).hint.unwrap_or_default()
    };
    let given = "  given: { \"fame[anna]\": 1 }\n";
    let set_up = "without `call` the set-up is played, too; to begin with `given`, call a rule, phase or action: `call: RULE(anna)` or `call: anna does ACTION`";
    assert_eq!(hint(&format!("{given}  do: [{{ anna: 3 }}]\n  asked: ben\n")), set_up);
    let draw = "chance is answered like a player: put `{ chance: .. }` before this line, or `{ chance: any }`";
    assert_eq!(hint("  do: [{ anna: 3 }]\n  asked: ben\n"), draw);
    assert_eq!(hint(&format!("{given}  do: [{{ chance: rose }}, {{ anna: 3 }}]\n  asked: ben\n")), draw);
}

#[test]
fn any_draw_is_played_in_all_combinations_up_to_a_limit() {
    let two = |most: u32| {
        format!(
            "  call: ['chance a in 1..{most} \"a\"', 'chance b in 1..{most} \"b\"']\n  do: [{{ chance: any }}, {{ chance: any }}]\n"
        )
    };
    holds(&format!("{}  asked: nobody\n", two(5)));
    fails(&format!("{}  asked: nobody\n", two(60)), "more than 2000 combinations");
}

#[test]
fn told_and_untold_check_the_log_of_a_player() {
    let draws = "  do: [{ chance: [rose, rose, plum, quince] }]\n";
    holds(&format!("{draws}  told: {{ anna: [rose] }}\n  untold: {{ ben: [rose], anna: [plum, quince] }}\n"));
    fails(&format!("{draws}  told: {{ ben: [rose] }}\n"), "no line says that");
    fails(&format!("{draws}  untold: {{ anna: [rose] }}\n"), "a line says");
    // No line of the game can contain these words, so `untold` would hold under any rules.
    fails(&format!("{draws}  untold: {{ ben: [roose] }}\n"), "nothing in the game says `roose`");
    fails(&format!("{draws}  untold: {{ ben: [a lemon] }}\n"), "nothing in the game says `lemon`");
    holds(&format!("{draws}  untold: {{ ben: [2 × plum, \"Anna's basket → bottom of cellar\"] }}\n"));
}

#[test]
fn a_change_of_the_rules_affects_one_case() {
    let bids = "  call: bids\n  do: [{ anna: 5 }, { ben: 0 }]\n  then: { \"fame[anna]\": 5 }\n";
    fails(bids, "not possible");
    let change = "  change: |\n    replace rule bids\n      together p in Player\n        p chooses n in 0..5 \"How much?\"\n      each p in Player: p gains n[p] fame\n";
    holds(&format!("{change}{bids}"));
}

#[test]
fn a_failure_says_since_when_and_lists_automatic_answers() {
    let outcome = outcomes("- name: a\n  players: [anna, ben]\n  call: [bids, bids]\n  do: [{ anna: 1 }, { ben: 0 }, { anna: 0 }, { ben: 0 }]\n  then: { \"fame[anna]\": 2 }\n").remove(0);
    assert_eq!(outcome.failures[0].hint.as_deref(), Some("since `ben: 0`"));
    let one =
        "  given: { \"basket[anna]\": [plum] }\n  call: brings(anna)\n  do: [{ anna: [rose] }]\n  asked: nobody\n";
    fails(one, "(answered automatically: anna: plum)");
}

#[test]
fn an_early_automatic_answer_is_reported() {
    let swapped = "  given: { \"basket[anna]\": [plum], \"basket[ben]\": [rose, quince] }\n  \
                   call: [brings(anna), brings(ben)]\n  do: [{ ben: [rose] }, { anna: [plum] }]\n  asked: nobody\n";
    fails(
        swapped,
        "the game has no further question here (`anna: plum` was answered automatically before `ben: [rose]`)",
    );
}

#[test]
fn impossible_is_required_only_for_impossible_positions() {
    let case = |fame: u32| {
        format!("  given: {{ \"fame[anna]\": {fame} }}\n  call: bids\n  asked: anna\n  impossible: to show it\n")
    };
    holds(&case(4));
    fails(&case(3), "all invariants hold at every moment");
}

#[test]
fn excluded_options_must_exist() {
    let case =
        |excluded: &str| format!("{BASKET}  call: brings(anna)\n  offered: {{ anna: {{ excludes: [{excluded}] }} }}\n");
    for known in ["rose", "[rose, quince]", "\"[rose, _]\"", "[]"] {
        holds(&case(known));
    }
    fails(&case("pear"), "`pear` means nothing here");
    fails(&case("[quince, pear]"), "means nothing here");
    fails(&case("\"[pear, _]\""), "nothing is called `pear`");
    let two = |excluded: &str| {
        let call = "anna chooses a in basket[anna], n in 1..2";
        format!("{BASKET}  call: {call}\n  offered: {{ anna: {{ excludes: [\"{excluded}\"] }} }}\n")
    };
    for known in ["[rose, _]", "[_, 3]", "[_, _, 1]"] {
        holds(&two(known));
    }
    fails(&two("[plum, _]"), "not expected: [plum, 1], [plum, 2]");
    fails(&two("[pear, _]"), "nothing is called `pear`");
    fails(&two("[anna, _]"), "nothing offered in place of `_` makes it an answer");
    fails(&two("take(_)"), "nothing is called `take`");
}

/// Cases that would hold under any rules.
#[test]
fn empty_expectations_are_refused() {
    let code = |lines: &str| {
        let case = format!("- name: a\n  players: [anna, ben]\n  call: bids\n{lines}");
        codes(&[("x.yaml", &case)])
    };
    assert_eq!(code("  offered: { anna: [_] }\n"), ["E1104"]);
    assert_eq!(code("  offered: { anna: { includes: [_] } }\n"), ["E1104"]);
    assert_eq!(code("  offered: { anna: [1, 2, 1] }\n"), ["E1101"]);
    assert_eq!(code("  told: { anna: [\" \"] }\n"), ["E1104"]);
    assert_eq!(code("  asked: anna\n  impossible: \"\"\n"), ["E1104"]);
    assert_eq!(code("  offered: { anna: [1, 2, 3] }\n"), [""; 0]);
}

/// A wrong value points at the line that changed it, whatever the case proves, not at the question before it.
#[test]
fn a_failure_points_at_the_rule_that_ran() {
    let rules = LOTS
        .replace("  each p in Player: p gains n[p] fame\n", "  each p in Player: paid(p, n[p])\n\nrule paid(p in Player, n: number)\n  say \"paid\"   [LT-3]\n  p gains n fame   [LT-2]\n")
        .replace("\"How much?\"", "\"How much?\"   [LT-1]");
    let rules = Rules::from_texts(&[("lots", &rules)]);
    let line = |clause: &str| {
        let case = format!(
            "- name: a\n  clauses: [{clause}]\n  players: [anna, ben]\n  call: bids\n  do: [{{ anna: 1 }}, {{ ben: 0 }}]\n  then: {{ \"fame[anna]\": 2 }}\n"
        );
        let suite = scenario::read_texts(&[("t.yaml", &case)], None);
        scenario::run(&rules, &suite.scenarios[0]).failures.remove(0).clauses
    };
    assert_eq!(line("LT-2"), ["LT-2"]);
    assert_eq!(line("LT-3"), ["LT-2"]);
    assert_eq!(line("LT-1"), ["LT-2"]);
}

/// The codes of the findings in files.
fn codes(texts: &[(&str, &str)]) -> Vec<&'static str> {
    scenario::read_texts(texts, None).diagnostics.iter().map(|finding| finding.code).collect()
}

#[test]
fn cases_continue_others_across_files() {
    let base = "- name: bids are made\n  players: [anna, ben]\n  call: bids\n  do: [{ anna: 1 }, { ben: 3 }]\n";
    let heir = "- name: b\n  like: bids are made\n  given: { \"fame[ben]\": 0 }\n  then: { \"fame[anna]\": 1, \"fame[ben]\": 0 }\n";
    let suite = scenario::read_texts(&[("x.yaml", base), ("y.yaml", heir)], None);
    assert_eq!(suite.diagnostics, []);
    let rules = Rules::from_texts(&[("lots", LOTS)]);
    let names: Vec<&str> = suite.scenarios.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(names, ["b"], "an entry that only gives a position is no case");
    assert_eq!(scenario::run(&rules, &suite.scenarios[0]).failures, []);
    assert_eq!(codes(&[("x.yaml", base)]), ["E1108"]);
    assert_eq!(codes(&[("y.yaml", heir)]), ["E1109"]);
    let circle = "- name: a\n  like: b\n  asked: anna\n- name: b\n  like: a\n  asked: anna\n";
    assert_eq!(codes(&[("x.yaml", circle)]), ["E1109", "E1109"]);
    let repeated = "- name: c\n  like: bids are made\n  call: bids\n  asked: anna\n";
    assert_eq!(codes(&[("x.yaml", base), ("y.yaml", repeated)]), ["E1109"]);
    assert_eq!(codes(&[("x.yaml", "- name: a\n  players: [anna, ben]\n  offered: {}\n")]), ["E1104"]);
}

/// A comma divides a name of a list that stands in no quotes.
#[test]
fn a_name_that_its_comma_divides_is_found() {
    let of_game = "- name: a favor is bought, and the gap is filled\n  players: [anna, ben]\n  asked: chance\n";
    let own = "- name: b\n  players: [anna, ben]\n  variant: night\n  instead: [x/a favor is bought, and the gap is filled]\n  asked: chance\n";
    let suite = scenario::read_texts(&[("x.yaml", of_game), ("y.yaml", own)], None);
    let [finding] = &suite.diagnostics[..] else { panic!("{:?}", suite.diagnostics) };
    assert_eq!(finding.message, "the comma divides the name `x/a favor is bought, and the gap is filled` into 2 names");
    assert_eq!(finding.help.as_ref().map(ToString::to_string).as_deref(), Some("a name with a comma stands in quotes"));
    assert_eq!(suite.sources.text(finding.span), "x/a favor is bought, and the gap is filled");
}

#[test]
fn scenarios_are_checked_without_a_game() {
    let rules = Rules::from_texts(&[("lots", LOTS)]);
    let text = "- name: a\n  players: [anna, ben]\n  set: { toll: 3 }\n  asked: anna\n- name: b\n  players: [anna, ben]\n  \
                given: { \"fame[anna]\": 99 }\n  then: { \"fame[cleo]\": 1 }\n- name: c\n  players: [anna, ben]\n  call: bid\n  asked: anna\n\
                - name: d\n  players: [anna, ben]\n  change: remove rule bidz\n  asked: anna\n";
    let suite = scenario::read_texts(&[("t.yaml", text)], None);
    let found = scenario::review(&rules, &scenario::Variants::new(), &suite.scenarios);
    let lines: Vec<u32> = found
        .iter()
        .map(|one| suite.sources.get(one.span.source).map_or(0, |source| source.line_column(one.span.start).0 as u32))
        .collect();
    // Each finding at its own line.
    assert_eq!(lines, [3, 7, 8, 11, 15], "{found:?}");
}
