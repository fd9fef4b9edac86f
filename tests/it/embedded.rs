//! Needs of a program that embeds the library: answers without a panic, questions put aside, interrupts, data, rules in memory.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{from_str, to_string};
use tavola::game::{
    AnswerError, Doing, Game, GameFolder, Look, OptionValue, Outcome, Pending, Question, Rules, Setup, View,
};
use tavola::game::{SettingInfo, variants_in};
use tavola::play::table::{GameTable, RecordKeeper, TableError, Turn};
use tavola::play::{Bot, Plan, Record, RunHooks, simulate};

fn game(text: &str) -> Game {
    let rules = Rules::from_texts(&[("game.tavola", text)]);
    let findings: Vec<&str> = rules.diagnostics().iter().map(|one| one.message.as_str()).collect();
    rules.game(&Setup::of(2)).unwrap_or_else(|error| panic!("{error}: {findings:?}"))
}

const SUMS: &str = r#"game sums "Sums" for 2 players

track fame[Player] 0..

play
  each p in Player
    p chooses n in 1..3 "How much?"
    p gains n fame

winner p in Player by most fame[p]
"#;

#[test]
fn misuse_of_an_answer_is_an_error() {
    let game = game(SUMS);
    let (mut referee, mut state) = (game.referee(), game.start());
    assert_eq!(referee.try_answer(&mut state, 0), Err(AnswerError::NoQuestion));
    referee.run(&mut state).expect("a question");
    let error = AnswerError::NoOption { option: 3, options: 3 };
    assert_eq!(referee.try_answer(&mut state, 3), Err(error));
    assert_eq!(error.to_string(), "there is no option 3: the open question has options 0 to 2");
    assert_eq!(referee.try_answer(&mut game.start(), 0), Err(AnswerError::OtherPosition));

    let asked = state.clone();
    assert_eq!(referee.try_answer(&mut state, 2), Ok(()));
    assert_eq!(referee.try_answer(&mut state, 2), Err(AnswerError::OtherPosition), "it has been answered");
    let mut copy = asked.clone();
    assert_eq!(referee.try_answer(&mut copy, 2), Ok(()));
    assert!(copy == state && copy != asked);

    while !matches!(referee.run(&mut state), Ok(Pending::Over)) {
        referee.answer(&mut state, 0).expect("it is offered");
    }
    assert_eq!(referee.try_answer(&mut state, 0), Err(AnswerError::NoQuestion), "the game is over");
}

/// A seat or an option that does not exist is named by the panic, or by the error, of every call that takes one.
#[test]
fn a_missing_seat_or_option_is_named() {
    let game = game(SUMS);
    let (mut referee, mut state) = (game.referee(), game.start());
    assert_eq!(referee.option_count(), 0, "no question is open yet");
    let message = |run: &mut dyn FnMut()| {
        let panic = catch_unwind(AssertUnwindSafe(run)).expect_err("it panics");
        panic.downcast::<String>().map_or_else(|_| "no text".to_owned(), |text| *text)
    };
    assert_eq!(message(&mut || drop(referee.notation(0))), "no text", "the text is a constant");
    referee.run(&mut state).expect("a question");
    let no_option = "there is no option 4000: the open question has 3";
    assert_eq!(message(&mut || drop(referee.notation(4000))), no_option);
    assert_eq!(message(&mut || drop(referee.option(4000))), no_option);
    assert_eq!(message(&mut || drop(referee.label(&state, 4000))), no_option);
    assert_eq!(message(&mut || assert_eq!(referee.weight(4000), 1)), no_option);
    assert_eq!(message(&mut || assert_eq!(referee.option_hash(4000), 1)), no_option);

    assert_eq!(message(&mut || drop(referee.way(&state, 4000))), no_option);
    assert_eq!(message(&mut || assert!(referee.sees_answer(&state, 4000, 1))), no_option);
    assert_eq!(message(&mut || drop(referee.open_words(&state, 4000, 1))), no_option);

    let no_seat = "there is no seat 9: seats are 0 to 1";
    assert_eq!(message(&mut || drop(referee.view(&state, Some(9)))), no_seat);
    assert_eq!(message(&mut || drop(referee.measures(&state, Some(9)))), no_seat);
    assert_eq!(message(&mut || drop(referee.sealed_answers(&state, Some(9)))), no_seat);
    assert_eq!(message(&mut || drop(referee.complete(&state, 9, &mut |_| 0))), no_seat);
    assert_eq!(message(&mut || assert_eq!(referee.known_hash(&state, 9), 1)), no_seat);
    assert_eq!(message(&mut || assert!(referee.sees_chance(&state, 9))), no_seat);
    assert_eq!(message(&mut || assert!(referee.sees_answer(&state, 0, 9))), no_seat);
    assert_eq!(message(&mut || drop(referee.open_words(&state, 0, 9))), no_seat);
    assert_eq!(message(&mut || assert!(referee.needs_past(&state, 9))), no_seat);
    let mut numbers = vec![0.0; game.observation().len()];
    let observed = referee.observe(&state, Some(9), &mut numbers).expect_err("there is no such seat");
    let informed = referee.information_state(&game.start(), Some(9)).expect_err("there is no such seat");
    let visible = referee.visibility(&state, Some(9), "fame[anna]").expect_err("there is no such seat");
    assert_eq!([observed.message, informed.message, visible.message], [no_seat; 3]);
}

/// A table takes no answer of a player who is not asked, and none that is not offered: nothing of it gets into the record.
#[test]
fn a_table_refuses_answers_that_are_not_asked_for() {
    let (rules, setup) = (Rules::from_texts(&[("sums", SUMS)]), Setup::of(2));
    let game = rules.game(&setup).expect("it has no errors");
    let keeper = RecordKeeper::nowhere(Record::begin(&rules, &setup, 1));
    let mut table = GameTable::begin(&rules, &game, keeper, vec![true, true]);
    let refused = |taken: Result<(), TableError>| match taken {
        Err(TableError::Refused(error)) => error.message,
        other => panic!("it is refused, not {other:?}"),
    };
    assert_eq!(refused(table.answer_for_person(0, 0)), "This question is not open.", "no question is open");
    assert_eq!(table.run().expect("a question"), Turn::Person(0));
    for seat in [1, 9] {
        assert_eq!(refused(table.answer_for_person(seat, 0)), "This question is not open.");
        assert_eq!(refused(table.give_known_answer(seat, 0)), "This question is not open.");
        assert_eq!(refused(table.leave(seat, 0)), "This question is not open.");
    }
    let no_option = "there is no option 3: the open question has options 0 to 2";
    assert_eq!(refused(table.answer_for_person(0, 3)), no_option);
    assert_eq!(refused(table.answer_at(0, 3)), no_option);
    assert_eq!(refused(table.answer_for_bot_or_chance(Pending::Chance)), "This question is not open.");
    assert!(table.keeper.record().answers.is_empty(), "nothing was written");
    assert_eq!(table.answer_for_person(0, 2), Ok(()));
}

/// Whoever names no bots gets random players, and no games are no error.
#[test]
fn missing_bots_play_at_random_and_no_games_are_counted() {
    let game = game(SUMS);
    let played = |bots: Vec<Bot>, games| {
        let plan = Plan { games, bots, ..Plan::default() };
        simulate(&game, &plan, RunHooks::default()).expect("it can be played")
    };
    assert_eq!(played(Vec::new(), 0).games, 0);
    let random = played(vec![Bot::Random; 2], 3);
    for few in [Vec::new(), vec![Bot::Random]] {
        assert_eq!(played(few, 3).seats, random.seats);
    }
}

#[test]
fn a_question_can_be_put_aside() {
    let game = game(SUMS);
    let (mut referee, mut one) = (game.referee(), game.start());
    referee.run(&mut one).expect("a question");
    let mut two = one.clone();
    referee.answer(&mut two, 2).expect("it is offered");
    let first = referee.take_question();
    assert_eq!((first.option_count(), referee.option_count()), (3, 0));
    assert!(first.belongs_to(&one) && !first.belongs_to(&two));
    assert_eq!(referee.try_answer(&mut one.clone(), 0), Err(AnswerError::NoQuestion));

    referee.run(&mut two).expect("another question");
    let second = referee.take_question();
    referee.put_question(first).expect("it is of this game");
    assert_eq!(referee.notation(1), "2");
    assert_eq!(referee.try_answer(&mut two.clone(), 0), Err(AnswerError::OtherPosition));
    assert_eq!(referee.try_answer(&mut one, 0), Ok(()));

    let mut other = game.referee();
    other.put_question(second).expect("any referee of the game can go on with it");
    assert_eq!(other.try_answer(&mut two, 1), Ok(()));

    let stranger = self::game(&SUMS.replace("1..3", "1..4"));
    let mut elsewhere = stranger.referee();
    assert!(elsewhere.put_question(other.take_question()).is_err_and(|error| error.message.contains("another game")));

    // A trusting referee does not write down where it asked, so nobody else can know.
    let mut trusting = game.referee().without_checks_and_history();
    trusting.run(&mut game.start()).expect("a question");
    other.put_question(trusting.take_question()).expect("it is of this game");
    assert_eq!(other.try_answer(&mut one, 0), Err(AnswerError::NoQuestion));
}

#[test]
fn questions_are_exchanged() {
    let game = game(SUMS);
    let (mut referee, mut one) = (game.referee(), game.start());
    referee.run(&mut one).expect("a question");
    let mut two = one.clone();
    referee.answer(&mut two, 2).expect("it is offered");
    let mut aside = referee.take_question();
    referee.run(&mut two).expect("another question");
    referee.exchange_question(&mut aside).expect("it is of this game");
    assert!(aside.belongs_to(&two) && !aside.belongs_to(&one));
    assert_eq!(referee.try_answer(&mut two.clone(), 0), Err(AnswerError::OtherPosition));
    assert_eq!(referee.try_answer(&mut one, 0), Ok(()));
    referee.exchange_question(&mut aside).expect("it is of this game");
    assert_eq!(referee.try_answer(&mut two, 0), Ok(()));
    let mut stranger = self::game(&SUMS.replace("1..3", "1..4")).referee();
    assert!(stranger.exchange_question(&mut aside).is_err_and(|error| error.message.contains("another game")));
}

/// Some 900,000 steps before the first question, and as many for its options.
const LONG: &str = r#"game long "Long" for 2 players

memory
  | variable | type   | start |
  | found    | number | 0     |

define far(n: number) = count of a in 1..60, b in 1..60, c in 1..60 where a * b * c is n

play
  each p in Player
    set found = found + far(1000) + far(1001) + far(1002) + far(1003)
    p chooses n in 1..3 where far(n + found) > 0 "Which?"

winner p in Player
"#;

#[test]
fn a_run_can_be_interrupted_and_run_again() {
    let game = game(LONG);
    let (mut referee, mut whole) = (game.referee(), game.start());
    referee.collect_events(true);
    let begun = Instant::now();
    referee.run(&mut whole).expect("it is long, not endless");
    let (long, events) = (begun.elapsed(), referee.happened(&whole).len());

    for at in [Doing::Begins, Doing::Runs(Some(0)), Doing::Offers(0)] {
        let (mut referee, mut state) = (game.referee(), game.start());
        let flag = Arc::new(AtomicBool::new(false));
        referee.set_interrupt(Some(Arc::clone(&flag)));
        referee.collect_events(true);
        let sets = Arc::clone(&flag);
        referee.watch(Some(Box::new(move |doing| {
            sets.store(doing == at || sets.load(Ordering::Relaxed), Ordering::Relaxed)
        })));
        let begun = Instant::now();
        let fault = referee.run(&mut state).expect_err("it is interrupted");
        assert!(fault.is_interrupt(), "{fault}");
        if at == Doing::Begins {
            assert!(begun.elapsed() < long / 4 + Duration::from_millis(20), "{:?} of {long:?}", begun.elapsed());
            assert!(state == game.start(), "the state is as it was");
        }
        assert_eq!(referee.try_answer(&mut state, 0), Err(AnswerError::NoQuestion));
        assert!(referee.run(&mut state).is_err_and(|fault| fault.is_interrupt()), "as long as the flag is set");

        referee.watch(None);
        flag.store(false, Ordering::Relaxed);
        assert_eq!(referee.run(&mut state), Ok(Pending::Choice(0)));
        assert!(state == whole);
        assert_eq!(referee.happened(&state).len(), events, "nothing happened twice");
    }
}

#[test]
fn what_a_table_shows_is_data() {
    for folder in super::games() {
        let rules = Rules::read(&folder, None).expect("it can be read");
        let (_, most) = rules.players().expect("it has no errors");
        let setup = Setup::of(most);
        let game = rules.game(&setup).expect("a game");
        assert_eq!(from_str::<Setup>(&to_string(&setup).expect("data")).expect("data"), setup);
        let settings = rules.settings(most);
        assert_eq!(from_str::<Vec<SettingInfo>>(&to_string(&settings).expect("data")).expect("data"), settings);
        let look = to_string(&game.look()).expect("data");
        assert_eq!(to_string(&from_str::<Look>(&look).expect("data")).expect("data"), look);

        let (mut referee, mut state) = (game.referee(), game.start());
        for step in 0..25 {
            let pending = referee.run(&mut state).expect("the rules are fine");
            for viewer in [None, Some(0)] {
                let view = referee.view(&state, viewer);
                assert_eq!(from_str::<View>(&to_string(&view).expect("data")).expect("data"), view);
            }
            if pending == Pending::Over {
                break;
            }
            let options: Vec<OptionValue> = referee.each_option().collect();
            assert_eq!(from_str::<Vec<OptionValue>>(&to_string(&options).expect("data")).expect("data"), options);
            if let Some(question) = referee.question(&state) {
                assert_eq!(from_str::<Question>(&to_string(&question).expect("data")).expect("data"), question);
            }
            referee.answer(&mut state, step * 7 % options.len()).expect("it is offered");
        }
        let outcome = referee.result(&state).expect("there is one");
        assert_eq!(from_str::<Outcome>(&to_string(&outcome).expect("data")).expect("data"), outcome);
    }
}

#[test]
fn rules_in_memory_are_those_of_the_folder() {
    let mut variants = 0;
    for folder in super::games() {
        let read = GameFolder::read(&folder).expect("it can be read");
        let sent: GameFolder = from_str(&to_string(&read).expect("data")).expect("data");
        assert_eq!(sent, read);
        assert_eq!(sent.variants(), variants_in(&folder));
        let names = sent.variants();
        for variant in std::iter::once(None).chain(names.iter().map(|name| Some(name.as_str()))) {
            let [here, there] = [Rules::read(&folder, variant), Rules::read(&sent, variant)];
            let (here, there) = (here.expect("it can be read"), there.expect("it can be read"));
            assert_eq!((here.hash(), here.name(), here.players()), (there.hash(), there.name(), there.players()));
            assert_eq!(here.clause_ids(), there.clause_ids());
            let found =
                |rules: &Rules| -> Vec<String> { rules.diagnostics().iter().map(|one| one.message.clone()).collect() };
            assert_eq!(found(&here), found(&there), "{}", folder.display());
            variants += usize::from(variant.is_some());
        }
    }
    assert!(variants > 1);

    let refused = |folder: &GameFolder, variant| Rules::read(folder, variant).err().expect("it is refused").message;
    let mut folder = GameFolder { name: "sums".into(), ..GameFolder::default() };
    assert_eq!(refused(&folder, None), "these texts are not a game: none has a path that ends in `.tavola`");
    folder.files.insert("sums.tavola".into(), SUMS.into());
    assert_eq!(refused(&folder, Some("night")), "there is no variant `night` in `sums`: the game has no variants");
    folder.files.insert("variants/short.tavola".into(), "variant short \"Short\" of sums\n".into());
    assert_eq!(refused(&folder, Some("night")), "there is no variant `night` in `sums`: the game has short");
    for outside in ["../sums.tavola", "/sums.tavola", "variants/../../short.tavola"] {
        let files = [(outside.to_owned(), SUMS.to_owned()), ("sums.tavola".to_owned(), SUMS.to_owned())].into();
        let message = refused(&GameFolder { name: "sums".into(), files }, None);
        assert!(message.starts_with(&format!("`{outside}` is no path in the folder of a game")), "{message}");
    }
    folder.files.insert("scenarios/other.tavola".into(), "this is not read".into());
    assert_eq!(Rules::read(&folder, None).expect("rules").hash(), Rules::from_texts(&[("a.tavola", SUMS)]).hash());
}
