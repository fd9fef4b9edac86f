//! Saved positions: what a head refuses, what words are refused, and that damaged positions never harm a referee.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use tavola::game::{Game, Misfit, Pending, Referee, Rules, SavedState, Setup, State, StateError};

const RULES: &str = r#"game row "Row" for 2..3 players

settings
  | name | value | range | meaning    |
  | goal | 2     | 1..5  | "how many" |

kind Town = {hill, mill, ford}

components
  | component    | count | start |
  | cart[Player] | 3     | yard  |
  | king         | 1     | yard  |
  | stone[Town]  | 1     | heap  |

places
  | place      | holds      | order |
  | yard       | cart, king |       |
  | town[Town] | cart, king |       |
  | heap       | stone      | stack |

track fame[Player] 0..9

memory
  | variable | type                 | start |
  | starter  | Player or none       | none  |
  | towns    | set of Town          | {}    |
  | late     | yes or no            | no    |
  | past     | list of Town up to 4 | []    |

play
  each p in Player
    p chooses t in Town "Which town?"
    move 1 cart[p] from yard to town[t]
    move king to town[t]
    set starter = p
    set towns = towns + {t}
    p gains 1 fame

winner p in Player by most fame[p]
"#;

fn game(text: &str, setup: &Setup) -> Game {
    let rules = Rules::from_texts(&[("row.tavola", text)]);
    let findings: Vec<String> = rules
        .diagnostics()
        .iter()
        .filter(|one| one.is_error())
        .map(|one| format!("{} {:?}", one.message, one.help))
        .collect();
    rules.game(setup).unwrap_or_else(|error| panic!("{error}: {findings:?}"))
}

/// A game after its first question was answered.
fn begun(game: &Game) -> State {
    let (mut referee, mut state) = (game.referee(), game.start());
    referee.run(&mut state).expect("the rules are fine");
    referee.answer(&mut state, 1).expect("the rules are fine");
    referee.run(&mut state).expect("the rules are fine");
    state
}

#[test]
fn a_head_says_what_differs() {
    let here = game(RULES, &Setup::of(2));
    let saved = here.save(&begun(&here));
    assert!(here.restore(&saved).is_ok_and(|state| state == begun(&here)));

    let named = Setup { players: vec!["zoe".into(), "yuri".into()], ..Setup::of(2) };
    assert!(game(RULES, &named).restore(&saved).is_ok(), "names of players do not count");
    let usual = Setup { settings: vec![("goal".into(), "2".into())], ..Setup::of(2) };
    assert!(game(RULES, &usual).restore(&saved).is_ok(), "a default value is no other set-up");
    let other = Setup { settings: vec![("goal".into(), "3".into())], ..Setup::of(2) };
    assert_eq!(game(RULES, &other).restore(&saved), Err(StateError::Setup));
    assert_eq!(game(RULES, &Setup::of(3)).restore(&saved), Err(StateError::Setup));
    assert!(here.plain().restore(&saved).is_ok(), "the plain program has the same states");

    let changed = RULES.replace("gains 1 fame", "gains 2 fame");
    assert_eq!(game(&changed, &Setup::of(2)).restore(&saved), Err(StateError::Rules));
    let renamed = RULES.replace("game row", "game line");
    assert!(matches!(game(&renamed, &Setup::of(2)).restore(&saved), Err(StateError::Game { .. })));
    let code = SavedState { code: "0".repeat(16), ..saved.clone() };
    assert_eq!(here.restore(&code), Err(StateError::Code));
    assert_eq!(here.restore(&SavedState { format: 2, ..saved.clone() }), Err(StateError::Format(2)));

    let rules = Rules::from_texts(&[("row.tavola", RULES)]);
    let sentences = |text| rules.game_from(&Setup::of(2), Some(text)).unwrap_or_else(|error| panic!("{error}"));
    let [one, two] = ["set starter = seat(1)", "set starter = seat(2)"].map(sentences);
    assert_eq!(two.restore(&one.save(&one.start())), Err(StateError::Setup));
}

#[test]
fn the_text_of_a_saved_position_is_read_as_it_was_written() {
    let game = game(RULES, &Setup::of(2));
    let saved = game.save(&begun(&game));
    let text = saved.to_string();
    assert!(text.is_ascii() && !text.contains('\n'));
    assert_eq!(text.parse(), Ok(saved.clone()));
    let json = serde_json::to_string(&saved).expect("it can be written");
    assert_eq!(serde_json::from_str::<SavedState>(&json).expect("it can be read"), saved);

    let read = |text: &str| text.parse::<SavedState>().and_then(|saved| game.restore(&saved));
    for end in 0..text.len() - 1 {
        assert!(read(&text[..end]).is_err() || read(&text[..end]) != read(&text), "cut off at {end}");
    }
    let words = |words: &str| game.restore(&SavedState { words: words.into(), ..saved.clone() });
    for cut in ["", "0,", "3*", "0,1,3*"] {
        assert_eq!(words(cut), Err(StateError::Truncated), "`{cut}`");
    }
    assert!(matches!(words("1,2"), Err(StateError::Length { found: 2, .. })));
    assert!(matches!(words("99999999999*0"), Err(StateError::Length { .. })));
    assert!(matches!(words("0,1,x"), Err(StateError::Word(word)) if word == "x"));
    assert_eq!("tavola-record 1".parse::<SavedState>(), Err(StateError::Text));
    assert_eq!("tavola-state 1 row".parse::<SavedState>(), Err(StateError::Truncated));
    assert_eq!("tavola-state 7 new".parse::<SavedState>(), Err(StateError::Format(7)));
}

/// A saved position with other words.
fn with_words(saved: &SavedState, words: &[i32]) -> SavedState {
    let words: Vec<String> = words.iter().map(ToString::to_string).collect();
    SavedState { words: words.join(","), ..saved.clone() }
}

#[test]
fn a_word_out_of_its_range_is_named_as_the_rules_name_it() {
    let game = game(RULES, &Setup::of(2));
    let state = begun(&game);
    let saved = game.save(&state);
    let mut found = std::collections::BTreeSet::new();
    for at in 0..state.words().len() {
        for word in [-5, 77, 123_456, i32::MAX] {
            let mut words = state.words().to_vec();
            words[at] = word;
            match game.restore(&with_words(&saved, &words)) {
                Ok(_) => {}
                Err(StateError::Misfit(Misfit { place, why, word })) => {
                    assert!(word == at || why.contains("all places") || why.contains("order"), "{place}: {why}");
                    found.insert(place);
                }
                Err(other) => panic!("{other}"),
            }
        }
    }
    let wanted = [
        "rules",
        "open actions",
        "yard",
        "town[mill]",
        "king",
        "heap",
        "fame[ben]",
        "starter",
        "towns",
        "late",
        "past",
        "play",
    ];
    let missing: Vec<&str> = wanted.into_iter().filter(|place| !found.contains(*place)).collect();
    assert_eq!(missing, [""; 0], "{found:?}");

    let mut words = state.words().to_vec();
    let yard = words.iter().position(|&word| word == 3).expect("nobody else moved a cart");
    words[yard] = 2;
    let error = game.restore(&with_words(&saved, &words)).expect_err("a cart is lost");
    assert_eq!(error.to_string(), "the saved position is damaged at `cart[ben]`: there are 2 in all places, not 3");
}

/// All games: those that are shipped, with the smallest and the largest number of players, and small ones.
fn all() -> Vec<(String, Game)> {
    let mut all = Vec::new();
    let mut set_up = |name: String, rules: &Rules| {
        let Some((fewest, most)) = rules.players() else { panic!("{name} has errors") };
        for players in std::collections::BTreeSet::from([fewest, most]) {
            let game = rules.game(&Setup::of(players)).unwrap_or_else(|error| panic!("{name}: {error}"));
            all.push((format!("{name} for {players}"), game));
        }
    };
    for folder in super::games() {
        set_up(folder.display().to_string(), &Rules::read(&folder, None).expect("it can be read"));
    }
    for folder in ["tests/fixtures/order/council", "tests/fixtures/order/quarry", "tests/fixtures/things/shelves"] {
        set_up(folder.to_owned(), &Rules::read(Path::new(folder), None).expect("it can be read"));
    }
    let mut small: Vec<_> = std::fs::read_dir("tests/fixtures/played").expect("it is there").flatten().collect();
    small.sort_by_key(std::fs::DirEntry::path);
    for entry in small.iter().filter(|entry| entry.path().extension().is_some_and(|ending| ending == "tavola")) {
        let text = std::fs::read_to_string(entry.path()).expect("it can be read");
        set_up(entry.path().display().to_string(), &Rules::from_texts(&[("game.tavola", &text)]));
    }
    all
}

/// Pseudo-random numbers, the same on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count.max(1)
    }
}

/// Answers at random until the game is over, and shows each position before and after an answer.
fn play(game: &Game, dice: &mut Dice, answers: usize, look: &mut dyn FnMut(&State, &mut Dice)) {
    let (mut referee, mut state) = (game.referee(), game.start());
    for _ in 0..answers {
        match referee.run(&mut state) {
            Ok(Pending::Over) => return look(&state, dice),
            Ok(_) => look(&state, dice),
            Err(_) => return,
        }
        let option = dice.below(referee.option_count());
        if referee.answer(&mut state, option).is_err() {
            return;
        }
        look(&state, dice);
    }
}

#[test]
fn every_position_of_every_game_can_be_restored() {
    for (name, game) in all() {
        play(&game, &mut Dice(7), 120, &mut |state, _| {
            let saved: SavedState = game.save(state).to_string().parse().expect("it is read as it was written");
            match game.restore(&saved) {
                Ok(restored) => assert!(restored == *state, "{name}"),
                Err(error) => panic!("{name}: {error}"),
            }
        });
    }
}

/// Another word, of the sort that a damaged file or a forger would write.
fn odd(words: &[i32], at: usize, dice: &mut Dice) -> i32 {
    match dice.below(12) {
        0 => i32::MIN,
        1 => i32::MAX,
        2 => -1,
        3 => 123_456,
        4 => words[at].wrapping_add(1),
        5 => words[at].wrapping_sub(1),
        6 => words[dice.below(words.len())],
        7 => 1 << dice.below(31),
        8 => words[at] ^ (1 << dice.below(32)),
        9 => 0,
        10 => dice.below(300) as i32,
        _ => dice.below(8) as i32,
    }
}

/// Does with a position what a table does, for some answers.
fn play_on(referee: &mut Referee, mut state: State, dice: &mut Dice) {
    for _ in 0..6 {
        let asked = referee.run(&mut state);
        drop((referee.view(&state, Some(0)), referee.view(&state, None), referee.broken_invariants(&state)));
        drop((referee.gather(&state).is_ok(), referee.is_question_public(&state), referee.result(&state)));
        match asked {
            Ok(Pending::Choice(_) | Pending::Chance) => {}
            Ok(Pending::Over) | Err(_) => return,
        }
        drop((referee.prompt(&state), referee.question(&state)));
        let options = referee.option_count();
        for option in [0, options / 2, options - 1] {
            drop((referee.notation(option), referee.label(&state, option), referee.weight(option)));
        }
        drop(referee.complete(&state, 0, &mut |count| dice.below(count as usize) as u32));
        // A replay may have moved the question.
        if !matches!(referee.run(&mut state), Ok(Pending::Choice(_) | Pending::Chance)) {
            return;
        }
        let option = dice.below(referee.option_count());
        if referee.answer(&mut state, option).is_err() {
            return;
        }
    }
}

/// Damaged positions of all games are refused, or can be played on without a panic and without end.
///
/// `TAVOLA_FUZZ=200 cargo test --test it saved` damages more of them.
#[test]
fn damaged_positions_are_refused_or_played_on() {
    let dose = std::env::var("TAVOLA_FUZZ").ok().and_then(|count| count.parse().ok()).unwrap_or(2);
    let (mut refused, mut played, mut failures) = (0, 0, Vec::new());
    for (name, game) in all() {
        let mut referee = game.referee();
        play(&game, &mut Dice(3), 40, &mut |state, dice| {
            let saved = game.save(state);
            for _ in 0..dose {
                let mut words = state.words().to_vec();
                for _ in 0..=dice.below(3) {
                    let at = dice.below(words.len());
                    words[at] = odd(&words, at, dice);
                }
                if words == state.words() {
                    continue;
                }
                let Ok(restored) = game.restore(&with_words(&saved, &words)) else {
                    refused += 1;
                    continue;
                };
                played += 1;
                let (begun, seed) = (Instant::now(), dice.0);
                let went = catch_unwind(AssertUnwindSafe(|| play_on(&mut referee, restored, &mut Dice(seed))));
                let differs = words.iter().zip(state.words()).enumerate().filter(|(_, (new, old))| new != old);
                let differs: Vec<_> = differs.collect();
                if went.is_err() || begun.elapsed() > LIMIT {
                    let what = if went.is_err() { "a panic" } else { "no end" };
                    failures.push(format!("{name}: {what} after {differs:?} of {}", game.save(state)));
                    referee = game.referee();
                }
            }
        });
    }
    assert_eq!(failures, [""; 0]);
    assert!(refused > 100 && played > 100, "{refused} refused, {played} played on");
}

/// No damaged position may keep a referee longer, on a slow machine, without optimization.
const LIMIT: Duration = Duration::from_secs(60);
