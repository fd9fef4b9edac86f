//! Information states: what a player saw since the beginning, equal exactly for what the player cannot tell apart.

use std::collections::{BTreeMap, BTreeSet};

use tavola::game::{Game, HistoryPath, InformationState, Pending, Referee, Rules, SeenEntry, Setup, State};
use tavola::play::{Agent, Chance, RandomAgent, seeds};

use crate::games;

fn game(text: &str) -> Game {
    let rules = Rules::from_texts(&[("game.tavola", text)]);
    let found: Vec<String> = rules.diagnostics().iter().map(|f| format!("{} {}", f.code, f.message)).collect();
    assert_eq!(found, [""; 0]);
    rules.game(&Setup::of(2)).expect("it is set up")
}

fn classic(name: &str) -> String {
    let path = format!("rules/classics/{name}/{name}.tavola");
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A walk through a whole game for two.
struct Walk {
    referee: Referee,
    /// Texts of the information states at the questions of each player, with their options.
    found: [BTreeMap<String, Vec<String>>; 2],
    states: BTreeSet<String>,
    /// The keys by which best responses tell positions apart (see `exploitability`), with the texts.
    keys: BTreeSet<(u64, String)>,
}

impl Walk {
    fn of(game: &Game) -> Self {
        let mut referee = game.referee();
        referee.remember(true);
        let mut walk = Self { referee, found: Default::default(), states: BTreeSet::new(), keys: BTreeSet::new() };
        walk.visit(game.start(), 0);
        walk
    }

    fn visit(&mut self, mut state: State, said: u64) {
        let pending = self.referee.run(&mut state).expect("the rules do not fault");
        let count = if pending == Pending::Over { 0 } else { self.referee.option_count() };
        let Pending::Choice(seat) = pending else {
            (0..count).for_each(|option| self.after(&state, option, said));
            return;
        };
        let codes: Vec<u64> = (0..count).map(|option| self.referee.option_hash(option)).collect();
        let information = self.referee.information_state(&state, Some(seat)).expect("the way is known");
        assert_eq!(information.pending, Some(pending));
        let text = information.to_string();
        let key = self.referee.known_hash(&state, seat) ^ said.rotate_left(17);
        let options: Vec<String> =
            (0..self.referee.option_count()).map(|option| self.referee.notation(option)).collect();
        let known = self.found[seat].entry(text.clone()).or_insert_with(|| options.clone());
        assert_eq!(*known, options, "{text}");
        self.keys.insert((key, text));
        self.states.insert(serde_json::to_string(&information).expect("it is written"));
        for (option, code) in codes.into_iter().enumerate() {
            self.after(&state, option, said.rotate_left(9) ^ code);
        }
    }

    fn after(&mut self, state: &State, option: usize, said: u64) {
        let mut state = state.clone();
        self.referee.run(&mut state).expect("the rules do not fault");
        self.referee.answer(&mut state, option).expect("an offered option is an answer");
        self.visit(state, said);
    }

    /// Numbers of information states of both players. Each is one key, and each key is one information state.
    fn counts(&self) -> [usize; 2] {
        let counts = [0, 1].map(|seat| self.found[seat].len());
        let all = counts.iter().sum::<usize>();
        assert_eq!((self.states.len(), self.keys.len()), (all, all));
        assert_eq!(self.keys.iter().map(|(key, _)| key).collect::<BTreeSet<_>>().len(), all);
        counts
    }
}

/// Kuhn poker has 12 information states, as published: three cards, and two situations in which a player is asked.
#[test]
fn kuhn_poker_has_twelve_information_states() {
    assert_eq!(Walk::of(&game(&classic("kuhn_poker"))).counts(), [6, 6]);
}

/// Leduc poker has 288 information states if cards of a rank are alike, and 936 with suits: the numbers of OpenSpiel.
#[test]
fn leduc_poker_has_its_published_number_of_information_states() {
    let text = classic("leduc_poker");
    assert_eq!(Walk::of(&game(&text)).counts(), [468, 468]);
    let alike = [
        "jack_black  | \"black jack\"  |     1",
        "queen_black | \"black queen\" |     2",
        "king_black  | \"black king\"  |     3",
    ];
    let mut text = text.replacen("| Card      | 1 ", "| Card      | 2 ", 1);
    for row in alike {
        assert!(text.contains(row), "{row}");
        text = text.replacen(&format!("  | {row} |\n"), "", 1);
    }
    assert_eq!(Walk::of(&game(&text)).counts(), [144, 144]);
}

/// A card is shown and hidden again. Nothing of the position says which one it was.
const GLANCE: &str = r#"
game glance "Glance" for 2 players

kind Card = {sun, moon, star}

components
  | component | count | start |
  | Card      | 1     | deck  |

places
  | place | holds | order    | seen by          |
  | deck  | Card  | shuffled | nobody           |
  | box   | Card  |          | all when is_open |

memory
  | variable | type      | start |
  | is_open  | yes or no | no    |
  | hint     | 0..9      | 0     |

track fame[Player] 0..

play
  draw 1 from deck to box
  set is_open = yes
  seat(1) may "Look well?"
    set hint = 3
  set is_open = no
  set hint = 0
  seat(2) chooses n in 1..2 "How much?"
  seat(2) gains n fame

winner p in Player by most fame[p]
"#;

/// The position after these options, and all events on the way.
fn played(game: &Game, options: &[usize]) -> (Referee, State, usize) {
    let (mut referee, mut state, mut events) = (game.referee(), game.start(), 0);
    referee.remember(true);
    referee.collect_events(true);
    for &option in options {
        referee.run(&mut state).expect("it runs");
        events += referee.happened(&state).len();
        referee.answer(&mut state, option).expect("it is offered");
    }
    referee.run(&mut state).expect("it runs");
    events += referee.happened(&state).len();
    (referee, state, events)
}

fn information(game: &Game, options: &[usize], viewer: Option<usize>) -> InformationState {
    let (mut referee, state, _) = played(game, options);
    referee.information_state(&state, viewer).expect("the way is known")
}

#[test]
fn what_was_shown_is_not_forgotten() {
    let game = game(GLANCE);
    let views: Vec<_> = (0..3)
        .map(|card| {
            let (mut referee, state, _) = played(&game, &[card, 1]);
            referee.view(&state, Some(1))
        })
        .collect();
    assert!(views[0] == views[1] && views[1] == views[2]);
    let texts: BTreeSet<String> = (0..3).map(|card| information(&game, &[card, 1], Some(1)).to_string()).collect();
    assert_eq!(texts.len(), 3, "{texts:?}");
    for viewer in [None, Some(0), Some(1)] {
        let text = information(&game, &[2, 0], viewer).to_string();
        assert!(text.contains("box = {1 star}") && text.contains("box is hidden"), "{text}");
    }
}

#[test]
fn a_later_state_begins_with_the_earlier_ones() {
    let game = game(&classic("kuhn_poker"));
    for viewer in [None, Some(0), Some(1)] {
        let mut before: Vec<SeenEntry> = Vec::new();
        for length in 0..=5 {
            let mut now = information(&game, &[2, 0, 0, 1, 1][..length], viewer);
            if let Some(SeenEntry::Question(open)) =
                now.seen.last_mut().filter(|_| now.pending == viewer.map(Pending::Choice))
            {
                assert_eq!(open.answer.take(), None);
                now.seen.pop();
            }
            assert!(now.seen.starts_with(&before), "{before:?} {now}");
            before = now.seen;
        }
        let cites = |seen: &SeenEntry| matches!(seen, SeenEntry::Log(entry) if entry.clauses == ["KP-2"]);
        let own = |seen: &SeenEntry| matches!(seen, SeenEntry::Question(own) if own.answer.is_some());
        assert!(before.iter().any(cites) && before.iter().any(own) == viewer.is_some(), "{before:?}");
    }
}

#[test]
fn an_information_state_survives_json() {
    let state = information(&game(&classic("kuhn_poker")), &[2, 0, 0, 1], Some(0));
    let text = serde_json::to_string(&state).expect("it is written");
    assert_eq!(serde_json::from_str::<InformationState>(&text).expect("it is read"), state);
    let game = game(GLANCE);
    let (mut referee, mut state) = (game.referee(), game.start());
    assert!(referee.information_state(&state, Some(2)).is_err());
    referee.remember(false);
    referee.run(&mut state).expect("it runs");
    referee.answer(&mut state, 0).expect("it is offered");
    let error = referee.information_state(&state, None).expect_err("the answer was not recorded");
    assert!(error.message.contains("Referee::remember"), "{error}");
}

/// Random games: each way that a player cannot tell from the true one gives the same information state. Returns the number of pairs.
fn compare_twins(game: &Game, questions: usize) -> usize {
    let (mut referee, mut state, mut compared) = (game.referee(), game.start(), 0);
    let mut other = game.referee();
    referee.remember(true);
    referee.collect_events(true);
    let mut chance = Chance::new(seeds::generator(5, 0, seeds::CHANCE));
    let mut agent = RandomAgent::new(seeds::generator(5, 0, 1));
    let mut rng = seeds::generator(5, 0, 2);
    let mut events = 0;
    for number in 0..questions {
        let pending = referee.run(&mut state).expect("it runs");
        events += referee.happened(&state).len();
        for seat in 0..game.players() {
            if (number / 2) % 3 != seat % 3 || number % 2 == 1 {
                continue;
            }
            let here = referee.information_state(&state, Some(seat)).expect("the way is known");
            let entries = here.seen.iter().filter(|seen| !matches!(seen, SeenEntry::Position(_))).count();
            assert!(entries <= events + 1, "{}: {entries} {events} {here}", game.name());
            let way = HistoryPath::clone(&other.way_to(&state).expect("the way is known"));
            assert_eq!(other.information_along(&way, Some(seat)).expect("it begins at the start"), here);
            let Some(twin) = other.recall(&way, seat, &mut |below| seeds::pick(&mut rng, below)) else { continue };
            if twin.from > 0 || other.seen_along(&way, seat) != other.seen_along(&twin.way, seat) {
                continue;
            }
            let there = other.information_along(&twin.way, Some(seat)).expect("it begins at the start");
            assert_eq!(here, there, "{}: {here}\n{there}", game.name());
            compared += 1;
        }
        let option = match pending {
            Pending::Over => break,
            Pending::Choice(player) => agent.choose(&mut referee, &state, player),
            Pending::Chance => chance.pick(&referee),
        };
        referee.answer(&mut state, option).expect("it is offered");
    }
    compared
}

#[test]
fn games_that_look_the_same_have_the_same_information_state() {
    let (mut compared, mut texts) = (BTreeMap::new(), Vec::new());
    for path in
        std::fs::read_dir("tests/fixtures/played").expect("a folder").map(|entry| entry.expect("an entry").path())
    {
        if path.extension().is_some_and(|ending| ending == "tavola") {
            texts.push(Rules::from_texts(&[("game.tavola", &std::fs::read_to_string(&path).expect("it can be read"))]));
        }
    }
    texts.extend(games().iter().map(|folder| Rules::read(folder, None).expect("it can be read")));
    for rules in texts {
        let (fewest, _) = rules.players().expect("it says for how many it is");
        let game = rules.game(&Setup::of(fewest)).expect("it is set up");
        *compared.entry(game.name().to_owned()).or_insert(0) += compare_twins(&game, 36);
    }
    assert!(compared.values().sum::<usize>() > 60, "{compared:?}");
}
