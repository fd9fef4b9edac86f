//! Speed of the engine: reading and checking a game, random games, single steps of play.
//!
//! `cargo bench` prints medians; quote ratios from one run, not single times.

use std::path::Path;

use divan::Bencher;
use divan::counter::ItemsCount;
use tavola::game::{Game, OpenIds, Pending, Referee, Rules, Setup, State};
use tavola::play::{Agent, Chance, RandomAgent, seeds};

const FOLDER: &str = "rules/san_marco";

/// The games that are measured, with their numbers of players.
const GAMES: [(&str, usize); 14] = [
    ("san_marco", 3),
    ("san_marco", 4),
    ("doge", 3),
    ("doge", 4),
    ("venice_of_the_north", 2),
    ("venice_of_the_north", 3),
    ("venice_of_the_north", 4),
    ("masters_of_venice", 2),
    ("masters_of_venice", 3),
    ("masters_of_venice", 4),
    ("masters_of_venice", 5),
    ("patrons_of_venice", 3),
    ("patrons_of_venice", 4),
    ("patrons_of_venice", 5),
];

fn main() {
    divan::main();
}

fn game(players: usize) -> Game {
    Game::load(FOLDER, &Setup::of(players)).expect("the shipped rules are fine")
}

fn name((game, players): &(&str, usize)) -> String {
    format!("{game} {players}")
}

fn shipped(name: &str) -> Referee {
    let (game, players) = GAMES.iter().find(|one| self::name(one) == name).expect("it is in the list");
    Game::load(format!("rules/{game}"), &Setup::of(*players)).expect("the shipped rules are fine").referee()
}

/// Parses and checks a whole folder.
#[divan::bench]
fn check() -> usize {
    let rules = Rules::read(Path::new(FOLDER), None).expect("the folder is there");
    rules.diagnostics().len()
}

/// Lowers checked rules to a program.
#[divan::bench(args = [3, 4])]
fn lower(bencher: Bencher<'_, '_>, players: usize) {
    let rules = Rules::read(Path::new(FOLDER), None).expect("the folder is there");
    bencher.bench(|| rules.game(&Setup::of(players)).expect("the shipped rules are fine").players());
}

/// Plays one random game to its end. Returns the number of answers.
fn random_game(referee: &mut Referee, seed: u64) -> u64 {
    let mut state = referee.game().start();
    let mut chance = Chance::new(seeds::generator(seed, 0, seeds::CHANCE));
    let mut agent = RandomAgent::new(seeds::generator(seed, 0, 1));
    let mut answers = 0;
    loop {
        let option = match referee.run(&mut state).expect("the shipped rules do not fault") {
            Pending::Over => return answers,
            Pending::Chance => chance.pick(referee),
            Pending::Choice(player) => agent.choose(referee, &state, player),
        };
        referee.answer(&mut state, option).expect("an offered option is an answer");
        answers += 1;
    }
}

/// Random games on one core: items are games.
#[divan::bench(args = GAMES.iter().map(name), sample_count = 20)]
fn random_games(bencher: Bencher<'_, '_>, name: &str) {
    let mut referee = shipped(name);
    let mut seed = 0;
    bencher.counter(ItemsCount::new(1_u64)).bench_local(|| {
        seed += 1;
        random_game(&mut referee, seed)
    });
}

/// Four random games on one core: items are answers.
#[divan::bench(args = GAMES.iter().map(name), sample_count = 10)]
fn random_answers(bencher: Bencher<'_, '_>, name: &str) {
    let mut referee = shipped(name);
    let answers: u64 = (0..4).map(|seed| random_game(&mut referee, seed)).sum();
    bencher
        .counter(ItemsCount::new(answers))
        .bench_local(|| (0..4).map(|seed| random_game(&mut referee, seed)).sum::<u64>());
}

/// A game with menus that are asked at once: hundreds of options for each question, from thousands of paths. Items are games.
#[divan::bench(sample_count = 20)]
fn walks_at_once(bencher: Bencher<'_, '_>) {
    let game = Game::load("benches/stalls", &Setup::of(3)).expect("the game for measuring is fine");
    let mut referee = game.referee();
    let mut seed = 0;
    bencher.counter(ItemsCount::new(1_u64)).bench_local(|| {
        seed += 1;
        random_game(&mut referee, seed)
    });
}

/// A position after 300 answers of a random game.
fn middle(referee: &mut Referee) -> State {
    let mut state = referee.game().start();
    let mut chance = Chance::new(seeds::generator(1, 0, seeds::CHANCE));
    let mut agent = RandomAgent::new(seeds::generator(1, 0, 1));
    for _ in 0..300 {
        let option = match referee.run(&mut state).expect("the shipped rules do not fault") {
            Pending::Over => break,
            Pending::Chance => chance.pick(referee),
            Pending::Choice(player) => agent.choose(referee, &state, player),
        };
        referee.answer(&mut state, option).expect("an offered option is an answer");
    }
    state
}

/// Copies a position over another.
#[divan::bench]
fn clone(bencher: Bencher<'_, '_>) {
    let state = middle(&mut game(4).referee());
    let mut copy = state.clone();
    bencher.bench_local(|| copy.clone_from(divan::black_box(&state)));
}

/// Builds the view of one player.
#[divan::bench]
fn view(bencher: Bencher<'_, '_>) {
    let mut referee = game(4).referee();
    let state = middle(&mut referee);
    bencher.bench_local(|| referee.view(divan::black_box(&state), Some(0)));
}

/// Determinization: deals everything that is hidden from one player at random.
#[divan::bench]
fn complete(bencher: Bencher<'_, '_>) {
    let mut referee = game(4).referee();
    let state = middle(&mut referee);
    let mut next = 1_u32;
    bencher.bench_local(|| {
        referee.complete(divan::black_box(&state), 0, &mut |below| {
            next = next.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (next >> 8) % below
        })
    });
}

/// 40 questions to players, in random games of San Marco: each referee has one open.
fn questions() -> Vec<Referee> {
    let game = game(3);
    let mut found = Vec::new();
    for seed in 0..40 {
        let (mut referee, mut state) = (game.referee(), game.start());
        let mut chance = Chance::new(seeds::generator(seed, 0, seeds::CHANCE));
        let mut agent = RandomAgent::new(seeds::generator(seed, 0, 1));
        for answer in 0.. {
            let option = match referee.run(&mut state).expect("the shipped rules do not fault") {
                Pending::Over => break,
                Pending::Chance => chance.pick(&referee),
                Pending::Choice(_) if answer >= 10 * seed => {
                    found.push(referee);
                    break;
                }
                Pending::Choice(player) => agent.choose(&mut referee, &state, player),
            };
            referee.answer(&mut state, option).expect("an offered option is an answer");
        }
    }
    found
}

/// Lists the ids of all options. Items are options.
#[divan::bench]
fn action_ids(bencher: Bencher<'_, '_>) {
    let (referees, mut open) = (questions(), OpenIds::default());
    let options: usize = referees.iter().map(Referee::option_count).sum();
    bencher.counter(ItemsCount::new(options)).bench_local(|| {
        for referee in &referees {
            referee.begin_actions(&mut open).expect("a question is open");
        }
        open.ids().len()
    });
}

/// Marks the ids of all options in a mask. Items are options.
#[divan::bench]
fn action_mask(bencher: Bencher<'_, '_>) {
    let referees = questions();
    let options: usize = referees.iter().map(Referee::option_count).sum();
    let (mut mask, mut open) = (vec![false; referees[0].game().actions().of_players()], OpenIds::default());
    bencher.counter(ItemsCount::new(options)).bench_local(|| {
        for referee in &referees {
            referee.begin_actions(&mut open).expect("a question is open");
            open.mask(&mut mask).expect("the mask is long enough");
        }
        mask[0]
    });
}

/// Writes the observation of the asked player: items are observations.
#[divan::bench(args = GAMES.iter().map(name))]
fn observe(bencher: Bencher<'_, '_>, name: &str) {
    let mut referee = shipped(name);
    let positions = positions(&mut referee);
    let mut out = vec![0.0; referee.game().observation().len()];
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        for (state, viewer) in &positions {
            let written = referee.observe(divan::black_box(state), Some(*viewer), &mut out);
            written.expect("the length is right");
            divan::black_box(&out);
        }
    });
}

/// The first 200 positions of a random game at which a player is asked, with the player.
fn positions(referee: &mut Referee) -> Vec<(State, usize)> {
    let mut state = referee.game().start();
    let mut chance = Chance::new(seeds::generator(1, 0, seeds::CHANCE));
    let mut agent = RandomAgent::new(seeds::generator(1, 0, 1));
    let mut positions = Vec::new();
    while positions.len() < 200 {
        let option = match referee.run(&mut state).expect("the shipped rules do not fault") {
            Pending::Over => break,
            Pending::Chance => chance.pick(referee),
            Pending::Choice(player) => {
                positions.push((state.clone(), player));
                agent.choose(referee, &state, player)
            }
        };
        referee.answer(&mut state, option).expect("an offered option is an answer");
    }
    positions
}
