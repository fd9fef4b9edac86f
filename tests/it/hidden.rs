//! Hidden things and secret answers: deals fit the known facts, answers may come in any order, scenarios can prove secrecy.

use std::collections::BTreeSet;
use std::fs;

use tavola::game::{Game, Pending, Referee, Rules, Setup, State};
use tavola::play::{laws, scenario};

fn fixture(name: &str, players: usize) -> Game {
    let path = format!("tests/fixtures/syntax/good/{name}.tavola");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    game(name, &text, players)
}

pub(crate) fn game(name: &str, text: &str, players: usize) -> Game {
    Rules::from_texts(&[(name, text)]).game(&Setup::of(players)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A pseudo-random generator: the same numbers on every machine.
fn random(seed: &mut u64) -> impl FnMut(u32) -> u32 + '_ {
    |below| {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((*seed >> 33) % u64::from(below)) as u32
    }
}

/// Gives the answers with these names, in turn.
pub(crate) fn play(referee: &mut Referee, state: &mut State, answers: &[&str]) {
    for answer in answers {
        referee.run(state).expect("the rules do not fault");
        let option = referee.find(state, answer).unwrap_or_else(|refusal| panic!("{answer}: {}", refusal.message));
        referee.answer(state, option).expect("it was offered");
    }
    referee.run(state).expect("the rules do not fault");
}

fn values(referee: &mut Referee, state: &State, texts: &[&str]) -> Vec<String> {
    texts
        .iter()
        .map(|text| referee.evaluate(state, text).unwrap_or_else(|error| panic!("{text}: {}", error.message)))
        .collect()
}

#[test]
fn laws_hold_with_secret_bags() {
    for players in 2..=4 {
        let broken = laws(&fixture("harvest_lots", players), 7, 6);
        assert!(broken.is_empty(), "{players} players: {broken:?}");
    }
}

/// Two players pick cards from their hands. The cards stay there, or go to a pile that only their owner sees.
const PILES: &str = r#"game piles "Piles" for 2 players

kind Card = {low, mid, high, top}

components
  | component | count | start |
  | Card      | 3     | deck  |

places
  | place             | holds | order    | seen by |
  | deck              | Card  | shuffled | nobody  |
  | hand[p in Player] | Card  | heap     | p       |
  | pile[p in Player] | Card  | heap     | p       |
  | well              | Card  | heap     | nobody  |

track fame[Player] 0..

play
  each p in Player: draw 4 from deck to hand[p]
  together p in Player
    p chooses 2 of hand[p] as kept "Which two?"
    p chooses c in hand[p] "And which do you like?"
    let best = max of k.number for k in kept
  seat(1) may "Before?": seat(1) gains 1 fame
  each p in Player: move kept[p] from hand[p] to pile[p]
  seat(1) may "After?": seat(1) gains 1 fame
  move kept[seat(1)] from pile[seat(1)] to well
  seat(1) may "In the well?": seat(1) gains 1 fame
  move kept[seat(1)] from well to pile[seat(1)]
  each p in Player: p gains best[p] fame

winner p in Player by most fame[p]
"#;

/// Plays up to a question of the first player.
fn piles(answers: &[&str]) -> (Game, Referee, State) {
    let game = game("piles", PILES, 2);
    let (mut referee, mut state) = (game.referee(), game.start());
    play(&mut referee, &mut state, &["low", "low", "mid", "high", "mid", "high", "top", "top"]);
    play(&mut referee, &mut state, answers);
    (game, referee, state)
}

const ANSWERS: [&str; 6] = ["low", "high", "mid", "high", "top", "mid"];

#[test]
fn a_secret_bag_is_masked_after_its_block() {
    let (_, mut referee, state) = piles(&ANSWERS);
    let view = referee.view(&state, Some(0));
    let answers: Vec<(String, usize, Option<String>, Option<u32>)> =
        view.answers.into_iter().map(|answer| (answer.name, answer.player, answer.value, answer.total)).collect();
    let own = |name: &str, value: &str, total| (name.to_owned(), 0, Some(value.to_owned()), total);
    let other = |name: &str, total| (name.to_owned(), 1, None, total);
    let wanted = [
        own("kept", "{1 low, 1 high}", Some(2)),
        other("kept", Some(2)),
        own("c", "mid", None),
        other("c", None),
        own("best", "3", None),
        other("best", None),
    ];
    assert_eq!(answers, wanted);
    let spectator = referee.view(&state, None);
    assert!(spectator.answers.iter().all(|answer| answer.value.is_none()));
}

#[test]
fn answers_are_hidden_before_the_block_ends() {
    let (_, mut referee, state) = piles(&ANSWERS[..3]);
    assert_eq!(referee.view(&state, Some(1)).answers.len(), 3, "only the player's own");
    assert_eq!(referee.view(&state, None).answers.len(), 0);
    assert_eq!(referee.view(&state, Some(0)).answers[0].value.as_deref(), Some("{1 low, 1 high}"));
}

#[test]
fn a_dealt_bag_fits_the_dealt_things() {
    for more in [&[][..], &["no"][..]] {
        let (_, mut referee, state) = piles(&[&ANSWERS[..], more].concat());
        let (mut seed, mut seen) = (1, BTreeSet::new());
        for _ in 0..200 {
            let mut dealt = referee.complete(&state, 0, &mut random(&mut seed)).expect("there is a deal");
            assert_eq!(referee.view(&dealt, Some(0)), referee.view(&state, Some(0)));
            let bag = referee.view(&dealt, Some(1)).answers[1].value.clone().expect("the player's own");
            let best = referee.view(&dealt, Some(1)).answers[5].value.clone().expect("the player's own");
            let numbers = [("top", 4), ("high", 3), ("mid", 2), ("low", 1)];
            let highest = numbers.iter().find(|(name, _)| bag.contains(name)).map(|(_, number)| number.to_string());
            assert_eq!(Some(best), highest, "{bag}");
            seen.insert(bag);
            // The game continues from the deal: the bag lies where the rules move it from.
            for _ in more.len()..3 {
                referee.run(&mut dealt).expect("the deal can be played on");
                let option = referee.find(&dealt, "no").expect("a question of the first player");
                referee.answer(&mut dealt, option).expect("it was offered");
            }
            assert_eq!(referee.run(&mut dealt), Ok(Pending::Over));
        }
        assert!(seen.len() > 5, "many bags are possible: {seen:?}");
    }
}

#[test]
fn a_player_remembers_the_cards_put_into_a_hidden_place() {
    let (_, mut referee, state) = piles(&[&ANSWERS[..], &["no", "no"]].concat());
    let mut seed = 3;
    for _ in 0..50 {
        let dealt = referee.complete(&state, 0, &mut random(&mut seed)).expect("there is a deal");
        assert_eq!(
            values(&mut referee, &dealt, &["low at well", "high at well"]),
            ["1", "1"],
            "the player knows their own cards"
        );
        let other = referee.complete(&state, 1, &mut random(&mut seed)).expect("there is a deal");
        assert_eq!(values(&mut referee, &other, &["count of well"]), ["2"]);
    }
}

#[test]
fn a_half_answered_bag_is_asked_again_in_a_deal() {
    let (_, mut referee, state) = piles(&ANSWERS[..4]);
    assert_eq!(referee.view(&state, None).asked, Some(1), "the second player is asked for the second thing");
    let (mut seed, mut first) = (5, BTreeSet::new());
    for _ in 0..100 {
        let mut dealt = referee.complete(&state, 0, &mut random(&mut seed)).expect("there is a deal");
        assert_eq!(referee.run(&mut dealt), Ok(Pending::Choice(1)));
        first.insert((0..referee.option_count()).map(|at| referee.notation(at)).collect::<Vec<_>>());
    }
    assert!(first.len() > 3, "{first:?}");
}

/// Hidden places that hold different sorts, where no sort fits everywhere: a greedy deal gets stuck.
const KNOT: &str = r#"game knot "Knot" for 2 players

components
  | component | count | start |
  | red       | 2     | a     |
  | green     | 2     | b     |
  | blue      | 2     | c     |
  | black     | 2     | d     |

places
  | place | holds        | seen by |
  | a     | red, green   | nobody  |
  | b     | green, blue  | nobody  |
  | c     | blue, black  | nobody  |
  | d     | black, red   | nobody  |

play
  seat(1) chooses n in 1..2 "How many?"
  move n red from a to d
  move n green from b to a
  move n blue from c to b
  move n black from d to c

winner p in Player by most p.seat
"#;

#[test]
fn a_deal_is_found_where_places_hold_different_sorts() {
    let game = game("knot", KNOT, 2);
    let (mut referee, mut state) = (game.referee(), game.start());
    play(&mut referee, &mut state, &["1"]);
    let (mut seed, mut seen) = (1, BTreeSet::new());
    for _ in 0..300 {
        let dealt = referee.complete(&state, 0, &mut random(&mut seed)).expect("there is a deal");
        assert_eq!(referee.view(&dealt, Some(0)), referee.view(&state, Some(0)));
        seen.insert(values(&mut referee, &dealt, &["red at a", "green at b", "blue at c", "black at d"]));
    }
    assert_eq!(seen.len(), 3, "all in their first places, one of each, or none: {seen:?}");
}

/// Each player's pieces stay in that player's places: a deal may not mix them.
const OWN: &str = r#"game own "Own" for 3 players

kind Seal = {wax, lead}

components
  | component    | count | start       |
  | chip[Player] | 4     | bag[Player] |
  | star[Player] | 4     | bag[Player] |
  | Seal[Player] | 2     | bag[Player] |

places
  | place            | holds            | seen by |
  | bag[p in Player] | chip, star, Seal | p       |
  | out[p in Player] | chip, star, Seal | p       |

play
  each p in Player
    p chooses 2 of bag[p] as gone "Which two?"
    move gone from bag[p] to out[p]

winner p in Player by most chip[p] at out[p]
"#;

#[test]
fn a_deal_puts_nothing_where_it_can_never_be() {
    let game = game("own", OWN, 3);
    let (mut referee, mut state) = (game.referee(), game.start());
    play(&mut referee, &mut state, &["chip[anna]", "star[anna]", "chip[ben]", "chip[ben]"]);
    let mut seed = 9;
    let mut outs = BTreeSet::new();
    for _ in 0..100 {
        let dealt = referee.complete(&state, 2, &mut random(&mut seed)).expect("there is a deal");
        let texts = ["chip", "star", "Seal"].map(|thing| format!("{thing}[anna] at out[anna]"));
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let found: Vec<i32> = values(&mut referee, &dealt, &texts).iter().filter_map(|n| n.parse().ok()).collect();
        assert_eq!(found.iter().sum::<i32>(), 2, "{found:?}");
        outs.insert(found);
    }
    assert_eq!(outs.len(), 6);
}

#[test]
fn answers_are_gathered_in_any_order() {
    let game = fixture("harvest_lots", 3);
    let (mut referee, mut state) = (game.referee(), game.start());
    referee.run(&mut state).expect("the rules do not fault");
    let mut ends = Vec::new();
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
        let mut gathering = referee.gather(&state).expect("the rules do not fault").expect("a block is open");
        assert_eq!(gathering.still_to_answer(), [0, 1, 2]);
        for player in order {
            while gathering.run_to_question(&mut referee, player).expect("the rules do not fault") {
                let last = referee.option_count() - 1;
                gathering.answer(&mut referee, player, last).expect("it was offered");
            }
        }
        assert!(gathering.still_to_answer().is_empty());
        assert!(gathering.position(0).is_none());
        let mut end = state.clone();
        gathering.finish(&mut referee, &mut end).expect("everybody has answered");
        assert_eq!(referee.run(&mut end), Ok(Pending::Choice(0)), "the question behind the block");
        ends.push(end);
    }
    assert!(ends.iter().all(|end| *end == ends[0]));
    let gathering = referee.gather(&state).expect("the rules do not fault").expect("a block is open");
    let error = gathering.finish(&mut referee, &mut state.clone()).expect_err("nobody has answered");
    assert_eq!(error.message, "anna still has to answer");
    assert!(referee.gather(&ends[0]).expect("the rules do not fault").is_none(), "no block is open any more");
}

#[test]
fn the_log_keeps_a_secret_choice() {
    let log_of = |rules: &str, viewer: Option<usize>| {
        let game = game("piles", rules, 2);
        let (mut referee, mut state) = (game.referee(), game.start());
        play(&mut referee, &mut state, &["low", "low", "mid", "high", "mid", "high", "top", "top"]);
        referee.collect_events(true);
        play(&mut referee, &mut state, &ANSWERS);
        play(&mut referee, &mut state, &["no"]);
        let happened = referee.happened(&state);
        happened.iter().filter_map(|one| one.tell(viewer)).collect::<Vec<_>>()
    };
    let spectator = ["Anna: Before? no", "2 cards: Anna's hand → Anna's pile", "2 cards: Ben's hand → Ben's pile"];
    assert_eq!(log_of(PILES, None), spectator);
    assert_eq!(
        log_of(PILES, Some(1))[..3],
        ["Ben: Which two? high", "Ben: Which two? top", "Ben: And which do you like? mid"]
    );
    // The place that all options share is no secret.
    let named = PILES.replace("| start |", "| start | name    |").replace("| deck  |\n", "| deck  | \"ticket\" |\n");
    assert_eq!(log_of(&named, None)[1], "2 × ticket: Anna's hand → Anna's pile");
}

/// A bag with a condition on the whole choice, step by step and in secret.
const HALF: &str = r#"game half "Half" for 2 players

kind Coin
  | id    | worth |
  | one   |     1 |
  | three |     3 |
  | five  |     5 |

components
  | component    | count | start         |
  | Coin[Player] | 2     | purse[Player] |

places
  | place              | holds | seen by |
  | purse[p in Player] | Coin  | p       |
  | bank               | Coin  | all     |

play
  each p in Player
    p chooses 1..3 of purse[p] as paid where sum of c.worth for c in paid is 6 "What do you pay?"
    move paid from purse[p] to bank
  together p in Player
    p chooses any of purse[p] as bid where sum of c.worth for c in bid < 5 "What do you bid?"
  each p in Player: move bid[p] from purse[p] to bank

winner p in Player by most sum of c.worth for c in purse[p]
"#;

#[test]
fn a_condition_on_a_bag_limits_each_step() {
    let game = game("half", HALF, 2);
    let broken = laws(&game, 3, 10);
    assert!(broken.is_empty(), "{broken:?}");
    let (mut referee, mut state) = (game.referee(), game.start());
    play(&mut referee, &mut state, &["one[anna]"]);
    let options: Vec<String> = (0..referee.option_count()).map(|at| referee.notation(at)).collect();
    assert_eq!(options, ["five[anna]"], "one and one and three are five, one and five are six");
}

/// Breaches of secrecy in copies of the shipped rules. Scenarios find each.
#[test]
fn scenarios_prove_secrecy() {
    let rules = fs::read_to_string("rules/san_marco/san_marco.tavola").expect("the rules are there");
    let cases = fs::read_to_string("rules/san_marco/scenarios/secrecy.yaml").expect("the scenarios are there");
    let suite = scenario::read_texts(&[("secrecy.yaml", &cases)], None);
    assert_eq!(suite.diagnostics, []);
    let failing = |text: &str| {
        let rules = Rules::from_texts(&[("rules", text)]);
        suite.scenarios.iter().filter(|case| !scenario::run(&rules, case).passed).count()
    };
    assert_eq!(failing(&rules), 0);
    let squeezed = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    for (old, new) in [
        (
            "| hand[p in Player] | ActionCard, LimitCard | heap | | p |",
            "| hand[p in Player] | ActionCard, LimitCard | heap | | all |",
        ),
        ("| p, all when p in open |", "| all |"),
        ("| p, all when p in open |", "| p |"),
        (
            "| deck | ActionCard | shuffled, refilled from discard | | nobody |",
            "| deck | ActionCard | shuffled, refilled from discard | | all |",
        ),
        ("add distributor(team) to open ", "say \"opened\" "),
        ("set open = {}", "say \"closed\""),
    ] {
        let lines: Vec<String> = rules
            .lines()
            .map(|line| {
                let indent = &line[..line.len() - line.trim_start().len()];
                let bare = squeezed(line);
                if bare.contains(old.trim()) {
                    format!("{indent}{}", bare.replace(old.trim(), new.trim()))
                } else {
                    line.to_owned()
                }
            })
            .collect();
        let changed = lines.join("\n");
        assert_ne!(changed, rules, "{old}");
        assert!(failing(&changed) > 0, "nothing finds `{new}`");
    }
}

const DICE: &str = r#"game dice "Dice" for 2 players
memory
  | variable         | type | start | seen by |
  | die[p in Player] | 0..6 | 0     | p       |
track fame[Player] 0..
play
  each p in Player
    chance n in 1..6 "die" seen by p
    set die[p] = n
    p chooses m in 0..n "How many?" seen by p
    p gains 1 fame
  together p in Player
    p chooses bid in 1..3 "bid" seen by p
  each p in Player: p may "Go on?": p gains bid[p] fame
winner p in Player by most fame[p]
"#;

#[test]
fn secret_answers_are_shown_only_to_named_players() {
    let mut referee = game("dice", DICE, 2).referee();
    let mut state = referee.game().start();
    referee.collect_events(true);
    play(&mut referee, &mut state, &["4", "3"]);
    let log = referee.happened(&state);
    let [anna, ben, others] = [Some(0), Some(1), None].map(|viewer| {
        log.iter().filter(|line| line.is_answer()).filter_map(|line| line.tell(viewer)).collect::<Vec<_>>()
    });
    assert_eq!(anna, ["die: 4", "Anna: How many? 3"]);
    assert_eq!(ben, ["die: kept secret", "Anna answers in secret"]);
    assert_eq!(others, ben);
}

#[test]
fn secret_answers_are_masked_and_redealt() {
    let mut referee = game("dice", DICE, 2).referee();
    let mut state = referee.game().start();
    play(&mut referee, &mut state, &["4"]);
    let (mut seed, mut ends) = (5, BTreeSet::new());
    for _ in 0..60 {
        let mut twin = referee.complete(&state, 1, &mut random(&mut seed)).expect("a deal is found");
        referee.run(&mut twin).expect("the rules do not fault");
        ends.insert(referee.option_count());
    }
    assert_eq!(ends.into_iter().collect::<Vec<_>>(), [2, 3, 4, 5, 6, 7], "every die that it may be");
    referee.run(&mut state).expect("the rules do not fault");
    play(&mut referee, &mut state, &["3", "6", "0", "2", "1"]);
    let bids = |referee: &mut Referee, viewer| {
        referee.view(&state, viewer).answers.into_iter().map(|answer| answer.value).collect::<Vec<_>>()
    };
    assert_eq!(bids(&mut referee, Some(0)), [Some("2".to_string()), None]);
    assert_eq!(bids(&mut referee, Some(1)), [None, Some("1".to_string())]);
    assert_eq!(bids(&mut referee, None), [None, None]);
}
