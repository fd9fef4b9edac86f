//! The messages for impossible answers.

use tavola::game::{Pending, Rules, Setup, WhyNot};
use tavola::play::laws;

const GAME: &str = r#"
game ferry "Ferry" for 2 players
settings
  | name   | value | range   | meaning                      |
  | barred | no    | yes, no | "Whether the hill is barred" |
kind Town = {hill, mill, ford}
track coins[Player] 0..9 start 2
components
  | component     | count | start      |
  | rider[Player] | 1     | town[hill] |
places
  | place      | holds |
  | town[Town] | rider |
define well_off(p: Player, n: number) = coins[p] >= n
define used_by(t: Town, p: Player) = coins[p] > 1 or rider[p] in town[t]
define here(p: Player) = the t in Town where rider[p] in town[t]
play
  each p in Player: p does ride
menu ride "Where to?"
  until: done "nowhere"
action walk(t in Town) of ride "to {t}"
  when:   t is not here(you) and (barred is no or t is not hill)
  effect: move rider[you] to town[t]
action drive(t in Town, n in 1..4) of ride "to {t} for {n}"
  when:   n >= coins[you] and well_off(you, n)
  effect: move rider[you] to town[t]
action rest(t in Town) of ride "rest at {t}"
  when:   not used_by(t, you)
  effect: move rider[you] to town[t]
winner p in Player by most coins[p]
"#;

/// Compared numbers are shown, members are not. A define is shown by its name and its arguments, without its comparisons. A setting is
/// not shown as a part of the condition.
#[test]
fn a_refusal_shows_the_failing_part_with_its_numbers() {
    let game = Rules::from_texts(&[("game.tavola", GAME)]).game(&Setup::of(2)).expect("the game can be set up");
    let (mut referee, mut state) = (game.referee(), game.start());
    assert_eq!(referee.run(&mut state).expect("the rules do not fault"), Pending::Choice(0));
    for (answer, why) in [
        ("walk(hill)", "`t is not here(you)` does not hold"),
        ("drive(mill, 1)", "`n >= coins[you]` does not hold (1 and 2)"),
        ("drive(mill, 3)", "it is not so: well off (Anna, 3)"),
        ("rest(ford)", "it is so: used by (ford, Anna)"),
        ("drive(mill, 5)", "it is not one of 1 to 4"),
    ] {
        let refusal = referee.find(&state, answer).expect_err(answer);
        assert_eq!(refusal.message, format!("`{answer}` is not possible: {why}"));
    }
    assert_eq!(laws(&game, 1, 4), []);
}

/// Counts over several places, compared with 0 as written or as an optimised sum.
const DICE: &str = r#"game dice "Dice" for 2 players
settings
  | name | value | range | meaning     |
  | toll | 0     | 0..2  | "dice more" |
kind Town = {hill, mill, ford}
components
  | component    | count | start        |
  | die[Player]  | 3     | home[Player] |
places
  | place            | holds |
  | home[Player]     | die   |
  | lies[Town, 1..6] | die   |
track coins[Player] 0..9 start 0
play
  each p in Player: move 1 die[p] from home[p] to lies[hill, p.seat]
  repeat 2 times
    each p in Player: p does visit
menu visit "What do you do?"
  until: done "nothing"
action leave(t in Town) of visit "leave {t}"
  when:   die[you] at lies[t, 1..6] > 0
  effect: move 1 die[you] from lies[t, you.seat] to home[you]
action stay(t in Town) of visit "stay in {t}"
  when:   die[you] at lies[t, 1..6] >= 1
  effect: you gains 1 coins
action both(t in Town) of visit "watch {t}"
  when:   die[you] at lies[t, 1..6] > 1
  effect: you gains 1 coins
action pass(t in Town) of visit "pass through {t}"
  when:   coins[you] > 0
  effect: you pays 1 coins
action wait(t in Town) of visit "wait in {t}"
  when:   die[you] at lies[t, 1..6] > toll
  effect: you gains 1 coins
winner p in Player by most coins[p]
"#;

/// A comparison with a literal 0 needs no numbers: the condition says it. With a name for the 0, both numbers are shown. Optimised and
/// plain programs give the same refusal (the law `rules give the same results without optimisation`).
#[test]
fn a_comparison_with_zero_is_shown_without_numbers() {
    let game = Rules::from_texts(&[("dice.tavola", DICE)]).game(&Setup::of(2)).expect("the game can be set up");
    let (mut referee, mut state) = (game.referee(), game.start());
    assert_eq!(referee.run(&mut state).expect("the rules do not fault"), Pending::Choice(0));
    for (answer, why) in [
        ("leave(mill)", "`die[you] at lies[t, 1..6] > 0` does not hold"),
        ("stay(mill)", "`die[you] at lies[t, 1..6] >= 1` does not hold"),
        ("both(hill)", "`die[you] at lies[t, 1..6] > 1` does not hold (1 and 1)"),
        ("both(mill)", "`die[you] at lies[t, 1..6] > 1` does not hold (0 and 1)"),
        ("pass(hill)", "`coins[you] > 0` does not hold"),
        ("wait(mill)", "`die[you] at lies[t, 1..6] > toll` does not hold (0 and 0)"),
    ] {
        let refusal = referee.find(&state, answer).expect_err(answer);
        assert_eq!(refusal.message, format!("`{answer}` is not possible: {why}"));
    }
    assert_eq!(laws(&game, 1, 6), []);
}

/// The source of the options is named: a define or a place.
#[test]
fn a_refusal_names_the_source_of_the_options() {
    let text = r#"
game stall "Stall" for 2 players
kind Good = {tea, rye, oats}
components
  | component | count | start      |
  | Good      | 2     | open_shelf |
places
  | place      | holds |
  | open_shelf | Good  |
  | old_cart   | Good  |
define good_bids(p in Player) = {n in {1, 3}}
play
  move 1 tea from open_shelf to old_cart
  seat(1) chooses n in good_bids(seat(1)) "How much?"
  seat(1) chooses g in old_cart "Which?"
winner p in Player by most p.seat
"#;
    let game = Rules::from_texts(&[("game.tavola", text)]).game(&Setup::of(2)).expect("the game can be set up");
    let (mut referee, mut state) = (game.referee(), game.start());
    let mut refused = |answer: &str| {
        referee.run(&mut state).expect("the rules do not fault");
        let refusal = referee.find(&state, answer).expect_err(answer).message;
        referee.answer(&mut state, 0).expect("it is offered");
        refusal
    };
    assert_eq!(refused("2"), "`2` is not possible: it is not among the good bids");
    assert_eq!(refused("rye"), "`rye` is not possible: it does not lie in old cart");
}

const LOADS: &str = r#"
game loads "Loads" for 2 players                                   [L-1]
settings
  | name | value | range | meaning         | clause |
  | most | 2     | 0..9  | "coins at most" | L-2    |
kind Town = {hill, mill, ford}
kind Rider
  | id  | home |
  | sam | hill |
  | tom | mill |
components
  | component | count | start |
  | Rider     | 1     | inn   |
  | crate     | 2     | yard  |
  | barrel    | 2     | yard  |
places
  | place | holds         |
  | inn   | Rider         |
  | yard  | crate, barrel |
track coins[Player] 0..9
play
  take(seat(1), most)                                              [L-3]
  take(seat(1), 5)                                                 [L-4]
  ride(seat(1), tom)                                               [L-5]
  seat(1) chooses thing in yard "What do you load?"                [L-6]
  seat(1) gains 1 coins
rule take(p in Player, many: number)
  p chooses n in 0..min(many, 7) "How many coins?"                 [L-7]
  p gains n coins
rule ride(p in Player, r in Rider)
  p chooses t in Town where t is not r.home "Where to?"            [L-8]
  if t is hill: p gains 1 coins
winner p in Player by most coins[p]
"#;

/// A bound cites what sets it: the setting in the argument of the running call, or else the line of the call.
/// A comparison says what holds instead. A thing that can never lie in the place is not asked for.
#[test]
fn a_refusal_cites_what_sets_a_bound_and_says_what_holds() {
    let game = Rules::from_texts(&[("game.tavola", LOADS)]).game(&Setup::of(2)).expect("the game can be set up");
    let (mut referee, mut state) = (game.referee(), game.start());
    let mut refused = |answer: &str| {
        referee.run(&mut state).expect("the rules do not fault");
        let WhyNot::Refused(refusal) = referee.why_not(&state, &[answer]) else { panic!("`{answer}` is offered") };
        referee.answer(&mut state, 0).expect("it is offered");
        refusal
    };
    let three = refused("3");
    assert_eq!(three.plain, "`3` is not possible: it is not one of 0 to 2");
    assert_eq!(three.clauses, ["L-7", "L-2"]);
    assert_eq!(three.condition.as_ref().map(|text| text.0.as_str()), Some("0..min(many, 7)"));
    assert_eq!(refused("6").clauses, ["L-7", "L-4"]);
    let mill = refused("mill");
    assert_eq!(mill.plain, "`mill` is not possible: mill is the home of tom");
    assert_eq!(mill.message, "`mill` is not possible: `t is not r.home` does not hold");
    assert_eq!(mill.condition.as_ref().map(|text| text.0.as_str()), Some("t is not r.home"));
    assert_eq!(refused("sam").plain, "`sam` is not asked for now; the question is: What do you load?");
    assert_eq!(laws(&game, 1, 6), []);
}

/// A `remember:` line of a menu is a source of options of its actions, as a setting is.
#[test]
fn a_refusal_cites_what_a_menu_remembers() {
    let text = r#"
game bazaar "Bazaar" for 2 players
kind Good = {tea, rye, oats}
track coins[Player] 0..
play
  seat(1) does trade
menu trade                                                         [B-1]
  remember: open = Good                                            [B-2]
  until:    done
action sell of trade
  choose:   g in open "What do you sell?"                          [B-3]
  effect:   set open = open - {g}                                  [B-4]
            you gains 1 coins
"#;
    let game = Rules::from_texts(&[("game.tavola", text)]).game(&Setup::of(2)).expect("the game can be set up");
    let (mut referee, mut state) = (game.referee(), game.start());
    referee.run(&mut state).expect("the rules do not fault");
    for answer in ["sell", "tea", "sell"] {
        let option = referee.find(&state, answer).expect("it is offered");
        referee.answer(&mut state, option).expect("it is offered");
        referee.run(&mut state).expect("the rules do not fault");
    }
    let WhyNot::Refused(refusal) = referee.why_not(&state, &["tea"]) else { panic!("it is offered again") };
    assert_eq!(refusal.clauses, ["B-3", "B-2"]);
}

/// A define with one argument that is a side of a comparison is said as a column is: `the homes of ..`.
#[test]
fn a_refusal_says_whose_value_is_compared() {
    let rules = LOADS
        .replace("where t is not r.home \"Where to?\"            [L-8]", "where t in homes(r) \"Where to?\"  [L-8]");
    let rules = format!("{rules}define homes(r in Rider) = {{t in Town where t is not r.home}}\n");
    let game = Rules::from_texts(&[("game.tavola", &rules)]).game(&Setup::of(2)).expect("the game can be set up");
    let (mut referee, mut state) = (game.referee(), game.start());
    for _ in 0..2 {
        referee.run(&mut state).expect("the rules do not fault");
        referee.answer(&mut state, 0).expect("it is offered");
    }
    referee.run(&mut state).expect("the rules do not fault");
    let WhyNot::Refused(refusal) = referee.why_not(&state, &["mill"]) else { panic!("`mill` is offered") };
    assert_eq!(refusal.plain, "`mill` is not possible: mill is not among the homes of tom");
}

const FULL: &str = r#"
game store "Store" for 2 players
components
  | component | count | start |
  | jar       | 9     | yard  |
places
  | place         | holds | limit | clause |
  | yard          | jar   |       |        |
  | shelf[Player] | jar   | 2     | ST-1   |
play
  each p in Player: p does turn                                    [ST-2]
menu turn "What do you do?"
  until: done "nothing"
action fill of turn "fill the shelf"                               [ST-3]
  cost: 3 jar from yard to shelf[you]
winner p in Player by most jar at shelf[p]
"#;

/// The refusal of a full place names it with its limit, and cites the row of the place, also where a variant changes its limit.
#[test]
fn a_full_place_is_named_with_its_limit() {
    let rules = Rules::from_texts(&[("game.tavola", FULL)]);
    let change = "variant small of store, house rules\nchange places\n  | place         | limit |\n  | shelf[Player] | 1     |\n";
    for (rules, most) in [(rules.with_variant("small.tavola", change), 1), (rules, 2)] {
        let game = rules.game(&Setup::of(2)).expect("the game can be set up");
        let (mut referee, mut state) = (game.referee(), game.start());
        referee.run(&mut state).expect("the rules do not fault");
        let refusal = referee.find(&state, "fill").expect_err("there is no room");
        let message = format!("`fill` is not possible: there is no room for it: Anna's shelf holds {most} at most");
        assert_eq!((&refusal.plain, &refusal.message), (&message, &message));
        assert_eq!(refusal.clauses, ["ST-1"], "{most}");
        assert_eq!(refusal.condition.as_ref().map(|text| text.0.as_str()), Some(&*format!("limit {most}")));
    }
}
