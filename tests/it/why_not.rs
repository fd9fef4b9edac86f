//! Reasons why something is not offered: asked in words, in part, or by a click. Also for divisions, bags and orders.

use std::collections::BTreeSet;
use std::path::Path;

use tavola::game::{Game, OptionValue, Pending, Referee, Refusal, Rules, Setup, State, Value, WhyNot};
use tavola::play::seeds;

use crate::serve::serve;

fn game(text: &str, players: usize) -> Game {
    let rules = Rules::from_texts(&[("game.tavola", text)]);
    let errors: Vec<_> = rules.diagnostics().iter().filter(|finding| finding.is_error()).collect();
    assert!(errors.is_empty(), "{errors:?}");
    rules.game(&Setup::of(players)).expect("the game can be set up")
}

/// Gives answers in the order of the questions, including chance.
fn after(game: &Game, answers: &[&str]) -> (Referee, State) {
    let (mut referee, mut state) = crate::answered(game, answers);
    assert!(matches!(referee.run(&mut state).expect("the rules do not fault"), Pending::Choice(_)));
    (referee, state)
}

fn refused(referee: &mut Referee, state: &State, names: &[&str]) -> Refusal {
    match referee.why_not(state, names) {
        WhyNot::Refused(refusal) => refusal,
        WhyNot::Offered(option) => panic!("{names:?}: offered as {}", referee.notation(option)),
    }
}

const TOLLS: &str = r#"game tolls "Tolls" for 2 players
kind Gate = {north, south}
track old_coins[Player] 0..9 start 1
play
  seat(1) does turn
menu turn "What?"
  until: done
action amble(a in Gate) of turn "to {a}"
  effect: say "{a}"
action bribe(a in Gate) of turn "open {a}"
  cost: 2 old_coins
  effect: say "{a}"
action beg(a in Gate) of turn "beg at {a}"
  cost: old_coins[you] + 1 old_coins
  effect: say "{a}"
winner p in Player by most p.seat
"#;

/// The beginning of a title asks for its action, which the refusal names with what is known of it. A thing that is not asked for has its
/// printed name.
#[test]
fn the_beginning_of_a_title_names_its_action() {
    let text = TOLLS
        .replace("  cost: 2 old_coins", "  when: old_coins[you] > 1")
        .replace("kind Gate = {north, south}\n", NAMED_GATES);
    let game = game(&text.replace("\"open {a}\"", "\"open a gate at {a}\""), 2);
    let (mut referee, state) = after(&game, &[]);
    let why = |referee: &mut Referee, text: &str| refused(referee, &state, &[text]).plain;
    let reason = "is not possible: you have only 1 old coins";
    let said = why(&mut referee, "open");
    assert!(said.starts_with("`open a gate at ..` is not possible: "), "{said}, not {reason}");
    let said = why(&mut referee, "open a gate");
    assert!(said.starts_with("`open a gate at ..` is not possible: "), "{said}");
    let said = why(&mut referee, "open a gate at north");
    assert!(said.starts_with("`open a gate at North Gate` is not possible: "), "{said}");
    assert_eq!(why(&mut referee, "rich"), "`Collector` is not asked for now; the question is: What?");
}

const NAMED_GATES: &str = r#"kind Gate
  | id    | name         |
  | north | "North Gate" |
  | south | "South Gate" |
kind Goal
  | id   | name        | text                     |
  | rich | "Collector" | "1 more point per shell" |
components
  | component | count | start |
  | Goal      | 1     | yard  |
places
  | place | holds |
  | yard  | Goal  |
"#;

/// A cost is a reason in words for players. A call of an action that does not exist is no answer, whatever its parts name.
#[test]
fn a_cost_is_a_reason_and_an_unknown_action_is_none() {
    let game = game(TOLLS, 2);
    let (mut referee, state) = after(&game, &[]);
    let why = |referee: &mut Referee, text: &str| refused(referee, &state, &[text]).plain;
    let costs = "`bribe(north)` is not possible: it costs 2 old coins, which is more than there is";
    assert_eq!(why(&mut referee, "bribe(north)"), costs);
    assert_eq!(why(&mut referee, "beg(north)"), "`beg(north)` is not possible: not enough old coins to pay for it");
    assert!(refused(&mut referee, &state, &["fly(north)"]).unknown, "there is no such action");
}

/// Costs in sorts of a component: of one sort that is written, of one that is chosen, and by a column. The action `keep` has another
/// title than its name, and shares words with `fulfil`.
const SPICES: &str = r#"game spices "Spices" for 2 players
kind Spice = {pepper, clove}
kind Order
  | id    | name        | wants             | copies |
  | baker | "The baker" | 1 pepper, 2 clove |      1 |
  | cook  | "The cook"  | 2 clove           |      1 |
components
  | component   | count  | start |
  | cube[Spice] | 5      | bag   |
  | Order       | copies | box   |
places
  | place         | holds |
  | bag           | cube  |
  | pouch[Player] | cube  |
  | box           | Order |
  | market        | Order |
  | hand[Player]  | Order |
play
  move 1 baker from box to market
  move 1 cube[clove] from bag to pouch[seat(1)]
  seat(1) does turn
menu turn "What?"
  until: done
action spend of turn "pay a pepper"
  cost: 1 cube[pepper] from pouch[you] to bag
action spend_some(n in 2..3, k in Spice) of turn "pay {n} {k}"
  cost: n cube[k] from pouch[you] to bag
action fulfil(o in market) of turn "fulfil {o}"
  cost: o.wants cube from pouch[you] to bag
action deliver(o in hand[you]) of turn "fulfil {o} from your hand"
  cost: o.wants cube from pouch[you] to bag
action keep(o in market) of turn "take {o} into your hand"
  effect: move o from market to hand[you]
winner p in Player by most count of pouch[p]
"#;

#[test]
fn a_cost_in_sorts_of_a_component_says_what_is_there() {
    let game = game(SPICES, 2);
    let (mut referee, state) = after(&game, &[]);
    let mut why = |text: &str| refused(&mut referee, &state, &[text]).plain;
    for (text, cost) in [
        ("pay a pepper", "it costs 1 pepper cube; in Anna's pouch are 0"),
        ("spend_some(2, clove)", "it costs 2 clove cubes; in Anna's pouch is 1"),
        ("fulfil the baker", "it costs 1 pepper cube and 2 clove cubes; in Anna's pouch are 0 and 1"),
    ] {
        assert_eq!(why(text), format!("`{text}` is not possible: {cost}"));
    }
}

/// The title of an action is read before single names in it, so that no action with the same names answers for it.
#[test]
fn an_action_is_named_by_its_title() {
    let game = game(SPICES, 2);
    let (mut referee, state) = after(&game, &[]);
    for (title, why) in [
        ("take the cook into your hand", "it does not lie in market"),
        ("Take the Cook into your hand", "it does not lie in market"),
        ("pay 3 clove", "it costs 3 clove cubes; in Anna's pouch is 1"),
        ("fulfil the baker from your hand", "it does not lie in hand"),
    ] {
        let refusal = refused(&mut referee, &state, &[title]);
        assert_eq!(refusal.plain, format!("`{title}` is not possible: {why}"));
    }
    let WhyNot::Offered(option) = referee.why_not(&state, &["Take the baker into your hand"]) else {
        panic!("the baker lies in the market")
    };
    assert_eq!(referee.notation(option), "keep(baker)");
}

const GATES: &str = r#"game gates "Gates" for 2 players
kind Gate
  | id         | name         |
  | north      | "North"      |
  | north_gate | "North Gate" |
  | south      | "South"      |
play
  seat(1) does turn
  seat(1) chooses a in Gate where a is not south "Which?"
menu turn "What?"
  until: done
action amble(a in Gate, b in Gate) of turn "from {a} to {b}"
  when: a is not b
  when: b is not south "the south is closed"
  choose: n in 1..3 "How far?"
  effect: say "{n}"
winner p in Player by most p.seat
"#;

#[test]
fn the_longest_of_names_with_a_common_prefix_is_meant() {
    let game = game(GATES, 2);
    let (mut referee, state) = after(&game, &[]);
    let mut offered = |text: &str| match referee.why_not(&state, &[text]) {
        WhyNot::Offered(option) => Ok(referee.notation(option)),
        WhyNot::Refused(refusal) => Err(refusal.plain),
    };
    assert_eq!(offered("amble from north to north_gate"), Ok("amble(north, north_gate)".to_owned()));
    assert_eq!(offered("from the North Gate to North"), Ok("amble(north_gate, north)".to_owned()), "small words");
    for unknown in ["gate", "amble from the blue north to north_gate"] {
        assert!(offered(unknown).is_err(), "{unknown}");
    }
    let closed = offered("amble from the blue north to south").expect_err("it is closed");
    assert!(closed.contains("the south is closed"), "words that name nothing are passed over: {closed}");
    let (mut referee, state) = after(&game, &["done"]);
    let WhyNot::Offered(option) = referee.why_not(&state, &["North Gate"]) else { panic!("the gate is offered") };
    assert_eq!(referee.notation(option), "north_gate");
}

/// Each player divides a hand that the other does not see.
const DIVISION: &str = r#"game share "Share" for 2 players
kind Card = {low, mid, high}
components
  | component | count | start |
  | Card      | 4     | deck  |
places
  | place              | holds | order    | seen by |
  | deck               | Card  | shuffled | nobody  |
  | hand[p in Player]  | Card  |          | p       |
  | pile[Player, 1..2] | Card  |          | all     |
play
  each p in Player: draw 4 from deck to hand[p]
  each p in Player
    p divides hand[p] into pile[p, 1..2]SAID
winner p in Player by most p.seat
"#;

/// The other player's hidden hand does not suppress the reason: a division is about the asked player's own things.
const HANDS: &str = r#"game hands "Hands" for 2 players
kind Suit = {crab, gull}
kind Card
  | id                            | name         | copies |
  | card(s in Suit, rank in 1..3) | "{s} {rank}" |      1 |
components
  | component | count  | start |
  | Card      | copies | deck  |
places
  | place        | holds | order    | seen by |
  | deck         | Card  | shuffled | nobody  |
  | hand[Player] | Card  |          |         |
play
  move card(gull, 1) from deck to hand[seat(1)]
  move card(gull, 2) from deck to hand[seat(1)]
  seat(1) chooses c in hand[seat(1)] "Which card?"
winner p in Player by most p.seat
"#;

/// A word that begins several names lists them, also if it is a name of something that is not asked for.
#[test]
fn a_part_of_several_names_lists_them() {
    let game = game(HANDS, 2);
    let (mut referee, state) = after(&game, &[]);
    let several = refused(&mut referee, &state, &["crab"]);
    assert_eq!(several.plain, "`crab` is part of several names: crab 1, crab 2, crab 3; write one of them");
    assert!(refused(&mut referee, &state, &["crab 2"]).plain.contains("is not possible"));
}

#[test]
fn a_division_says_why_a_pile_may_not_be_chosen() {
    let dealt = ["low", "low", "mid", "high", "low", "low", "mid", "high"];
    let with = |said: &str, parts: &[&str]| {
        let game = game(&DIVISION.replace("SAID", said), 2);
        after(&game, &[&dealt[..], parts].concat())
    };
    let message = |said: &str, parts: &[&str], answer: &str| {
        let (mut referee, state) = with(said, parts);
        referee.find(&state, answer).expect_err(answer).plain
    };
    let empty = message(", none empty", &["1", "1", "1"], "1");
    assert_eq!(empty, "`1` is not possible: no pile may stay empty: nothing would be left for 1 pile still empty");
    assert_eq!(message("", &[], "3"), "`3` is not possible: there are 2 piles, 1 to 2");
    assert_eq!(
        message("", &["2"], "1"),
        "`1` is not possible: the copies of low are placed pile by pile, and pile 2 already has one"
    );
}

const BAG: &str = r#"game pick "Pick" for 2 players
kind Good = {tea, rye, oats}
components
  | component | count | start |
  | Good      | 2     | shelf |
places
  | place        | holds | seen by |
  | shelf        | Good  |         |
  | hand[Player] | Good  |         |
  | cup[p in Player] | Good |  p    |
play
  move 1 rye from shelf to cup[seat(2)]
  seat(1) chooses 2..3 of shelf as taken
  move taken from shelf to hand[seat(1)]
  seat(1) chooses line in orders({tea, rye, oats}) "In which order?"
  seat(1) chooses n in 1..count of hand[seat(1)] "How many?"
winner p in Player by most p.seat
"#;

#[test]
fn bags_orders_and_amounts_list_the_remaining_options() {
    let game = game(BAG, 2);
    let message = |parts: &[&str], answer: &str| {
        let (mut referee, state) = after(&game, parts);
        referee.find(&state, answer).expect_err(answer).plain
    };
    assert_eq!(message(&["tea"], "done"), "`done` is not possible: 1 more must be chosen");
    assert_eq!(message(&["tea", "tea"], "tea"), "`tea` is not possible: all of them are chosen already");
    assert_eq!(message(&["rye"], "rye"), "`rye` is not possible: it is chosen already");
    assert_eq!(
        message(&["rye"], "tea"),
        "`tea` is not possible: things are chosen in their order, and rye comes after it"
    );
    let taken = ["tea", "rye", "done"];
    assert_eq!(
        message(&[&taken[..], &["rye"]].concat(), "rye"),
        "`rye` is not possible: rye has a place in the order already"
    );
    let ordered = [&taken[..], &["rye", "tea", "oats"]].concat();
    assert_eq!(message(&ordered, "3"), "`3` is not possible: it is not one of 1 to 2");
}

fn shipped(folder: &str, players: usize) -> Game {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules").join(folder);
    Game::load(folder, &Setup::of(players)).expect("the game can be set up")
}

/// Input for chess, typed or clicked: two squares, one square, a piece.
#[test]
fn parts_of_an_answer_get_a_reason() {
    let game = shipped("classics/chess", 2);
    let (mut referee, state) = after(&game, &[]);
    for (names, clause) in [
        (&["e2 e5"][..], "CH-2"),
        (&["e2 to e5"], "CH-2"),
        (&["rook"], "CH-2"),
        (&["a1"], "CH-2"),
        (&["rook[anna]", "on[a1]"], "CH-2"),
        (&["a1 on[a4]"], "CH-2"),
        (&["e7"], "CH-2"),
        (&["the rook to a4"], "CH-2"),
    ] {
        let refusal = refused(&mut referee, &state, names);
        assert!(!refusal.unknown && !refusal.plain.contains("no answer here"), "{names:?}: {}", refusal.plain);
        assert!(refusal.clauses.iter().any(|id| id == clause), "{names:?}: {refusal:?}");
        assert!(!refusal.plain.contains("Man["), "no text of the rules: {}", refusal.plain);
    }
    for names in [["e2"], ["knight"], ["e2 e4"]] {
        assert!(matches!(referee.why_not(&state, &names), WhyNot::Offered(_)), "{names:?}");
    }
    assert!(refused(&mut referee, &state, &["banana"]).unknown);
}

/// A click names the thing and its place. A player who is not asked learns whose question it is.
#[test]
fn a_click_at_the_table_gets_a_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let (rules, record) =
        (Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/classics/chess"), folder.path().join("game.yaml"));
    let served = serve(&rules, &["--human", "all", "--seed", "1", "--record", record.to_str().expect("a path")]);
    let why = |who: &str, names: &str| {
        served.send("POST", &format!("/{}/why", served.key(who)), &[("x-table", "1")], names.as_bytes()).text()
    };
    for names in ["rook[anna]\non[a1]", "a1", "e2 e5"] {
        let reason = why("anna", names);
        assert!(reason.contains("is not possible") && reason.contains("CH-2: "), "{names}: {reason}");
        assert!(!reason.contains("Man["), "{names}: no text of the rules: {reason}");
    }
    let offered = |names: &str| {
        let reply = served.send("POST", &format!("/{}/why", served.key("anna")), &[("x-table", "1")], names.as_bytes());
        reply.head.lines().any(|line| line.starts_with("x-option: "))
    };
    assert!(offered("e2 e4") && !offered("e2 e5"), "the page shows the button of an answer in other words");
    let reason = why("ben", "pawn[ben]\non[e7]");
    assert!(reason.to_lowercase().contains("anna is"), "{reason}");
}

/// Number of sampled answers that got a reason.
#[derive(Debug, Default)]
struct RefusalCounts {
    all: usize,
    reasons: usize,
    hidden: usize,
    /// Answers that are no part of the question; this counts as a reason.
    other: usize,
    /// Answers refused by their notation alone.
    before: usize,
    nothing: BTreeSet<String>,
}

/// The name of a value when it is clicked or typed.
fn name(value: &Value) -> Option<String> {
    match value {
        Value::Number(number) => Some(number.to_string()),
        Value::Member { id, .. } | Value::Thing(id) | Value::Place(id) => Some(id.clone()),
        _ => None,
    }
}

/// Samples near an offered answer: with one part replaced by a part of another question, in words, and that part alone.
fn samples(option: &OptionValue, others: &[Value], draw: &mut impl FnMut(usize) -> usize) -> Vec<(String, bool)> {
    let names: Vec<Option<String>> = option.values.iter().map(name).collect();
    let Some(names) = names.into_iter().collect::<Option<Vec<String>>>().filter(|names| !names.is_empty()) else {
        return Vec::new();
    };
    let at = draw(names.len());
    let alike: Vec<String> =
        others.iter().filter(|other| same_sort(other, &option.values[at])).filter_map(name).collect();
    if alike.is_empty() {
        return Vec::new();
    }
    let other = alike[draw(alike.len())].clone();
    let mut parts = names;
    parts[at].clone_from(&other);
    vec![(parts.join(" "), false), (other, true)]
}

fn same_sort(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Member { kind: a, .. }, Value::Member { kind: b, .. }) => a == b,
        _ => std::mem::discriminant(a) == std::mem::discriminant(b),
    }
}

/// Plays random games, and asks at each question for answers that are not offered.
fn sampled(game: &Game, seed: u64, most: usize) -> RefusalCounts {
    let mut rng = seeds::generator(seed, 0, 0);
    let mut draw = |count: usize| seeds::pick_index(&mut rng, count);
    let mut counts = RefusalCounts::default();
    let (mut referee, mut state) = (game.referee(), game.start());
    let mut met: Vec<Value> = Vec::new();
    while let Pending::Choice(_) | Pending::Chance = referee.run(&mut state).expect("the rules do not fault") {
        if counts.all >= most {
            break;
        }
        let pending = referee.run(&mut state).expect("the rules do not fault");
        let count = referee.option_count();
        let option = referee.option(draw(count));
        if let Pending::Choice(_) = pending {
            for (text, _) in samples(&option, &met, &mut draw) {
                if referee.find(&state, &text).is_ok() {
                    continue;
                }
                let before = referee.find(&state, &text).expect_err(&text);
                let WhyNot::Refused(refusal) = referee.why_not(&state, &[&text]) else { continue };
                counts.all += 1;
                counts.before += usize::from(is_reason(&before));
                counts.hidden += usize::from(refusal.plain.contains("that you may not see"));
                counts.other += usize::from(refusal.plain.contains("is not asked for now"));
                if is_reason(&refusal) {
                    counts.reasons += 1;
                } else {
                    counts.nothing.insert(format!("{}: {}", referee.prompt(&state), refusal.plain));
                }
            }
            for value in referee.each_option().flat_map(|option| option.values) {
                if !met.contains(&value) {
                    met.push(value);
                }
            }
        }
        let option = draw(referee.option_count());
        referee.answer(&mut state, option).expect("an option can be answered");
    }
    counts
}

fn is_reason(refusal: &Refusal) -> bool {
    let none = ["that you may not see", "not one of the answers", "it cannot be reached"];
    !refusal.unknown && !none.iter().any(|none| refusal.plain.contains(none))
}

/// Nearly all answers that are not offered get a reason, in words, whole or in part.
#[test]
fn refused_answers_get_a_reason_in_the_five_games_and_chess() {
    let games = [
        ("classics/chess", 2),
        ("san_marco", 3),
        ("doge", 3),
        ("venice_of_the_north", 3),
        ("patrons_of_venice", 3),
        ("masters_of_venice", 3),
    ];
    let mut few = Vec::new();
    for (folder, players) in games {
        let counts = sampled(&shipped(folder, players), 7, 60);
        println!(
            "{folder}: {} of {} told a reason ({} hidden, {} not asked for; by notation alone {})",
            counts.reasons, counts.all, counts.hidden, counts.other, counts.before
        );
        counts.nothing.iter().for_each(|text| println!("    {text}"));
        if counts.all < 40 || (counts.reasons + counts.hidden) * 100 < counts.all * 95 {
            few.push(format!("{folder}: {counts:?}"));
        }
    }
    assert!(few.is_empty(), "{}", few.join("\n"));
}
