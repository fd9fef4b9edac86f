//! Bots that search: what they must find, what they must not know, and that they are reproducible.

mod thinking;

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tavola::game::{Game, Pending, Rules, Setup, State};
use tavola::play::{Bot, Bots, Plan, Report, RunHooks, seeds, simulate};

fn game(path: &str, players: usize) -> Game {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let rules = Rules::from_texts(&[("game.tavola", &text)]);
    rules.game(&Setup::of(players)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn classic(name: &str) -> Game {
    game(&format!("tests/fixtures/syntax/good/{name}.tavola"), 2)
}

fn played(game: &Game, bots: &[Bot], games: u64, jobs: usize) -> Report {
    let plan = Plan { games, seed: 3, jobs, bots: bots.to_vec(), ..Plan::default() };
    simulate(game, &plan, RunHooks::default()).expect("nothing is asked that could have no meaning")
}

/// Tic-tac-toe is a draw under perfect play.
#[test]
fn tic_tac_toe_is_played_perfectly() {
    let game = classic("tic_tac_toe");
    let mcts = Bot::Mcts(1000);
    let among = played(&game, &[mcts, mcts], 3, 0);
    assert_eq!((among.drawn.count, among.games), (3, 3), "{among:?}");
    for (bots, other) in [([mcts, Bot::Random], 1), ([Bot::Random, mcts], 0)] {
        let report = played(&game, &bots, 5, 0);
        assert_eq!((report.seats[other].alone, report.games), (0, 5), "{bots:?}: {report:?}");
    }
}

/// Where nobody can be ahead, bots rank positions by what `winner` measures, though no playout reaches the goal.
#[test]
fn bots_see_a_common_goal_come_nearer() {
    for (players, winner) in [(2, "where height is 99 by most height"), (1, "by most height")] {
        let text = format!(
            "game climb \"Climb\" for {players} players\n\ntrack height 0..99\n\nplay\n  repeat 24 / {players} rounded down times\n    \
             each p in Player\n      p chooses one of \"Where?\"\n        option \"up\":   raise height by 2\n        \
             option \"down\": lower height by min(1, height)\n        option \"wait\": raise height by 0\n\n\
             winner p in Player {winner}\n"
        );
        let game =
            Rules::from_texts(&[("climb.tavola", &text)]).game(&Setup::of(players)).expect("the rules are sound");
        let height = |bot: Bot| {
            let course = played(&game, &vec![bot; players], 10, 0).course.expect("`winner` measures the height");
            assert!(course.margin.is_none() && course.half_time.is_none(), "nobody leads");
            course.scores[0].spread.as_ref().expect("games ended").mean
        };
        let (random, greedy, flat, mcts) =
            (height(Bot::Random), height(Bot::Greedy), height(Bot::Flat(24)), height(Bot::Mcts(60)));
        assert!(
            random < 20.0 && greedy > 40.0 && flat > 30.0 && mcts > 30.0,
            "{players}: {random} {greedy} {flat} {mcts}"
        );
    }
}

/// A run that is stopped does not wait for the end of a search.
#[test]
fn a_search_hears_the_stop_of_its_run() {
    let game = classic("tic_tac_toe");
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = stop.clone();
    let run = thread::spawn(move || {
        let plan = Plan { games: 1, jobs: 1, bots: vec![Bot::Mcts(u32::MAX); 2], ..Plan::default() };
        simulate(&game, &plan, RunHooks { stop: &stopped, ..RunHooks::default() }).expect("it is played").games
    });
    let wait = |seconds: f64| {
        let end = Instant::now() + Duration::from_secs_f64(seconds);
        while !run.is_finished() && Instant::now() < end {
            thread::sleep(Duration::from_millis(20));
        }
        run.is_finished()
    };
    assert!(!wait(0.5), "the search goes on");
    stop.store(true, Ordering::SeqCst);
    assert!(wait(60.0), "the search does not hear the stop");
    assert_eq!(run.join().expect("no panic"), 0, "the game is abandoned");
}

/// A searching bot beats a random player.
#[test]
fn search_beats_random_play() {
    let game = classic("connect_four");
    for bot in [Bot::Flat(25), Bot::Mcts(25)] {
        let report = played(&game, &[Bot::Random, bot], 4, 0);
        assert!(report.seats[1].alone >= 3, "{bot}: {report:?}");
    }
}

/// The line that gives gold to a player.
const GOLD: &str = "      if rounds <= 30: p gains 1 gold\n";

/// Sixty rounds in which each player digs or rests. Only the first thirty rounds have gold, and points are counted at the end.
const HOARD: &str = r#"
game hoard "Hoard" for 2..2 players

track gold[Player] 0.. start 0
track points[Player] 0.. start 0

memory
  | variable | type  | start |
  | rounds   | 0..60 | 0     |

play
  repeat 60 times
    set rounds = rounds + 1
    each p in Player: dig(p)
  count_gold(1)

rule dig(p in Player)
  p chooses one of "Dig?"
    option "rest"
    option "dig"
      if rounds <= 30: p gains 1 gold

rule count_gold(worth: number)
  each p in Player: p gains worth * gold[p] points

winner p in Player by most points[p]
"#;

/// Playouts are cut off long before points are counted. The bot sees the value of gold all the same.
#[test]
fn a_cut_playout_still_counts_points() {
    let [thinking, random] = dug(HOARD);
    assert!(thinking > 110 && random < 90, "{thinking}, {random}");
}

/// If the rules cannot count points during the game, bots compare the current scores.
#[test]
fn a_count_that_fails_during_the_game_is_skipped() {
    let late = HOARD.replace("count_gold(1)", "count_gold(the n in {1} where rounds is 60)");
    let [unseen, _] = dug(&late);
    let [seen, _] = dug(&late.replace(GOLD, &(GOLD.to_owned() + &GOLD.replace("gold", "points"))));
    assert!(unseen < 90 && seen > 110, "{unseen}, {seen}");
}

/// All gold is gone at half-time: the player with more gold leads, though nobody has points yet.
#[test]
fn the_leader_is_ranked_by_the_final_count() {
    let game = Rules::from_texts(&[("hoard.tavola", HOARD)]).game(&Setup::of(2)).expect("a game");
    let report = played(&game, &[Bot::Random; 2], 20, 1);
    let half_time = report.course.expect("the rules rank by points").half_time.expect("it was analysed in detail");
    assert_eq!(half_time.mean, 1.0);
}

/// Gold in five games: of a searching bot, and of a random one.
fn dug(rules: &str) -> [i64; 2] {
    let game = Rules::from_texts(&[("hoard.tavola", rules)]).game(&Setup::of(2)).expect("a game");
    let mut gold = [0; 2];
    for number in 0..5 {
        let mut bots = Bots::seated(1, number, &[Bot::Mcts(100), Bot::Random]);
        let (mut referee, mut state) = (game.referee(), game.start());
        loop {
            let pending = referee.run(&mut state).expect("the rules do not fault");
            if pending == Pending::Over {
                break;
            }
            let option = bots.answer(pending, &mut referee, &state);
            referee.answer(&mut state, option).expect("an offered option is an answer");
        }
        let dug = game.tracks(&state).into_iter().filter(|track| track.name == "gold").map(|track| track.value);
        gold.iter_mut().zip(dug).for_each(|(sum, dug)| *sum += dug);
    }
    gold
}

#[test]
fn bot_games_do_not_depend_on_the_number_of_threads() {
    let game = classic("leduc_poker");
    let bots = [Bot::Mcts(40), Bot::Flat(20)];
    let report = played(&game, &bots, 40, 1);
    assert_eq!(played(&game, &bots, 40, 2), report);
    assert_eq!(played(&game, &bots, 40, 7), report);
    assert_ne!(played(&game, &[Bot::Mcts(41), Bot::Flat(20)], 40, 1), report);
}

/// A bot that resumes a game answers as if it had never stopped.
#[test]
fn resumed_bots_answer_as_without_a_stop() {
    let game = classic("leduc_poker");
    let seats = [Bot::Mcts(30), Bot::Random];
    for at in 0..12 {
        let (mut bots, mut referee, mut state) = (Bots::seated(9, 0, &seats), game.referee(), game.start());
        let mut rest = Vec::new();
        for answers in 0.. {
            let pending = referee.run(&mut state).expect("the rules do not fault");
            if pending == Pending::Over {
                break;
            }
            let option = bots.answer(pending, &mut referee, &state);
            if answers == at {
                // As after a resume: new bots that know only how often they were asked.
                let mut again = Bots::seated(9, 0, &seats);
                rest.drain(..).for_each(|pending| again.answered(pending));
                assert_eq!(again.answer(pending, &mut referee, &state), option, "after {at} answers");
                break;
            }
            rest.push(pending);
            referee.answer(&mut state, option).expect("an offered option is an answer");
        }
    }
}

/// Kuhn poker is won by the better card or a fold. A player who may call or fold last does not know the other card. So the answer is
/// the same for each hidden card, with every seed.
#[test]
fn a_hidden_card_does_not_change_the_answer() {
    let game = classic("kuhn_poker");
    let mut answers = Vec::new();
    // The asked seat, after these options: at the opening, after a check, after a bet, after a check and a bet.
    let moments: [(usize, &[usize]); 4] = [(0, &[]), (1, &[0]), (1, &[1]), (0, &[0, 1])];
    for ((asked, before), card) in moments.into_iter().flat_map(|moment| (0..3).map(move |card| (moment, card))) {
        for seed in 0..10 {
            let [one, other] =
                [1, 2].map(|step| answer(&game, &dealt(&game, asked, [card, (card + step) % 3], before), seed));
            assert_eq!(one, other, "seat {asked}, card {card}, after {before:?}, seed {seed}");
            answers.push((asked, before.len(), card, one));
        }
    }
    // The best card always calls a bet.
    let called = |&&(asked, before, card, _): &&(usize, usize, usize, usize)| (asked, before, card) == (0, 2, 2);
    assert!(answers.iter().filter(called).all(|answer| answer.3 == 1), "{answers:?}");
}

/// Positions that differ only in hidden things start the search with the same deals, so the bot gives the same answer. These positions
/// come without a history. For positions with a history, the laws check the same.
#[test]
fn positions_that_look_alike_get_the_same_answer() {
    let whole = |name: &str| Game::load(format!("rules/{name}"), &Setup::of(3)).expect("the rules are fine");
    for (game, most) in [(classic("leduc_poker"), 40), (whole("san_marco"), 120), (whole("doge"), 60)] {
        let (mut bots, mut referee, mut state) = (Bots::new(5, 0, game.players()), game.referee(), game.start());
        let (mut dealer, mut rng) = (game.referee(), seeds::generator(5, 0, 99));
        for answers in 0..most {
            let pending = referee.run(&mut state).expect("the rules do not fault");
            if pending == Pending::Over {
                break;
            }
            if let Pending::Choice(seat) = pending {
                let handed_over = state.as_it_stands();
                let twin =
                    dealer.complete(&handed_over, seat, &mut |below| seeds::pick(&mut rng, below)).expect("a deal");
                let [one, other] = [&handed_over, &twin].map(|state| {
                    let mut rng = seeds::generator(answers, 1, 99);
                    dealer.complete(state, seat, &mut |below| seeds::pick(&mut rng, below)).expect("a deal")
                });
                assert!(one == other, "{}: after {answers} answers", game.title());
                if answers % 10 == 0 {
                    let thought = |state| answer(&game, state, answers);
                    assert_eq!(thought(&handed_over), thought(&twin), "{}: after {answers} answers", game.title());
                }
            }
            referee.run(&mut state).expect("running again changes nothing");
            let option = bots.answer(pending, &mut referee, &state);
            referee.answer(&mut state, option).expect("an offered option is an answer");
        }
    }
}

/// The answer of `mcts` in a position.
fn answer(game: &Game, state: &State, seed: u64) -> usize {
    let mut state = state.clone();
    let mut referee = game.referee();
    let pending = referee.run(&mut state).expect("the rules do not fault");
    Bots::seated(seed, 0, &vec![Bot::Mcts(20); game.players()]).answer(pending, &mut referee, &state)
}

/// A position of Kuhn poker in which `asked` has the first of these cards, the other player the second.
fn dealt(game: &Game, asked: usize, cards: [usize; 2], answers: &[usize]) -> State {
    let (mut referee, mut state) = (game.referee(), game.start());
    for seat in 0..2 {
        referee.run(&mut state).expect("the rules do not fault");
        let card = cards[usize::from(seat != asked)];
        let option = referee.find(&state, ["jack", "queen", "king"][card]).expect("the card is there");
        referee.answer(&mut state, option).expect("an offered option is an answer");
    }
    for &option in answers {
        referee.run(&mut state).expect("the rules do not fault");
        referee.answer(&mut state, option).expect("an offered option is an answer");
    }
    assert_eq!(referee.run(&mut state).expect("the rules do not fault"), Pending::Choice(asked));
    state
}
