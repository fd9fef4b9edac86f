//! JIT-compiled code and the interpreter agree, word for word.

use std::path::Path;

use tavola::game::{Game, Pending, Setup};

/// Maximum number of answers per game.
const ANSWERS: usize = 250;
/// Number of options per question whose notations are compared.
const NAMED: usize = 12;

/// Plays a game both ways with the same answers.
fn follow(folder: &Path, players: usize, seed: u64) -> Game {
    let load =
        || Game::load(folder, &Setup::of(players)).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let (plain, fast) = (load(), load());
    // Compiles every expression.
    fast.enable_jit_after(0);
    let (mut reader, mut hurried) = (plain.referee(), fast.referee());
    let (mut state, mut other) = (plain.start(), fast.start());
    let mut random = seed;
    for number in 0..ANSWERS {
        let place = format!("{}, answer {number}", folder.display());
        let (pending, hasty) = (reader.run(&mut state), hurried.run(&mut other));
        assert_eq!(pending, hasty, "{place}");
        assert_eq!(state.words(), other.words(), "{place}");
        if !matches!(pending, Ok(Pending::Choice(_) | Pending::Chance)) {
            break;
        }
        let options = reader.options();
        assert_eq!(options, hurried.options(), "{place}");
        for option in 0..options {
            assert_eq!(reader.weight(option), hurried.weight(option), "{place}, option {option}");
        }
        for option in (0..options).step_by(options.div_ceil(NAMED)) {
            assert_eq!(reader.notation(option), hurried.notation(option), "{place}, option {option}");
        }
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let option = (random >> 33) as usize % options;
        assert_eq!(reader.answer(&mut state, option), hurried.answer(&mut other, option), "{place}");
    }
    fast
}

#[test]
fn compiled_code_agrees_with_the_interpreter() {
    let games = ["rules", "rules/classics"].map(|folder| std::fs::read_dir(folder).expect("a folder can be read"));
    let games = games.into_iter().flatten().map(|entry| entry.expect("a folder can be read").path());
    let games: Vec<_> = games.filter(|path| path.is_dir() && !path.ends_with("classics")).collect();
    assert!(games.len() >= 15, "games are found: {games:?}");
    for folder in games {
        let rules = tavola::game::Rules::read(&folder, None).expect("a game that is shipped can be read");
        let (_, most) = rules.players().expect("it says for how many players it is");
        let game = follow(&folder, most, 7);
        let (made, _) = game.jit_counts();
        assert!(made > 0, "{}: nothing was compiled", folder.display());
    }
}
