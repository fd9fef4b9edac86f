//! Observations: they hold what the view holds, stay inside their bounds, and show nothing that the viewer may not know.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use tavola::game::{
    Depth, Game, ObservationSpec, Part, Pending, Plane, PlaneKind, Question, Referee, Rules, Setup, State, View,
};
use tavola::play::{Agent, Chance, RandomAgent, laws, seeds};

/// An observation with the names of its numbers.
struct Observed<'a> {
    spec: &'a ObservationSpec,
    out: &'a [f32],
}

impl Observed<'_> {
    fn find(&self, name: &str) -> Option<&Plane> {
        self.spec.plane(name)
    }

    fn plane(&self, name: &str) -> &Plane {
        self.find(name).unwrap_or_else(|| panic!("no plane `{name}`"))
    }

    /// The axes after the first indexes, and the numbers there.
    fn at(&self, name: &str, index: &[String]) -> (Vec<Vec<String>>, &[f32]) {
        let plane = self.plane(name);
        let (mut from, mut len) = (plane.offset, plane.range().len());
        for (axis, member) in plane.axes.iter().zip(index) {
            len /= axis.members.len();
            from += len * axis.members.iter().position(|known| known == member).expect("an index is a member");
        }
        let rest = plane.axes[index.len()..].iter().map(|axis| axis.members.clone()).collect();
        (rest, &self.out[from..from + len])
    }

    fn number(&self, name: &str, index: &[String]) -> f32 {
        self.at(name, index).1[0]
    }

    /// All renderings that a value may have in notation.
    fn renderings(&self, name: &str, index: &[String]) -> Vec<String> {
        let none = format!("{name}.none");
        if self.find(&none).is_some() && self.number(&none, index) > 0.0 {
            return vec!["none".to_owned()];
        }
        let (axes, numbers) = self.at(name, index);
        let length = format!("{name}.length");
        if self.find(&length).is_none() {
            return value(&axes, numbers);
        }
        let length = self.number(&length, index) as usize;
        let each = numbers.len() / axes[0].len().max(1);
        let items = numbers.chunks(each.max(1)).take(length).map(|item| value(&axes[1..], item).swap_remove(0));
        vec![format!("[{}]", items.collect::<Vec<_>>().join(", "))]
    }
}

fn value(axes: &[Vec<String>], numbers: &[f32]) -> Vec<String> {
    let [members] = axes else {
        return vec![numbers[0].to_string(), if numbers[0] == 0.0 { "no" } else { "yes" }.to_owned()];
    };
    let there = || members.iter().zip(numbers).filter(|(_, number)| **number != 0.0);
    let set: Vec<&str> = there().map(|(member, _)| member.as_str()).collect();
    let bag: Vec<String> = there().map(|(member, number)| format!("{number} {member}")).collect();
    vec![
        if set.is_empty() { "none".to_owned() } else { set.join(" and ") },
        format!("{{{}}}", set.join(", ")),
        format!("{{{}}}", bag.join(", ")),
    ]
}

/// A value in notation with its numbers as an observation can hold them.
fn rounded(value: &str) -> String {
    let parts = value.split_inclusive([' ', ',', '[', ']']);
    let round = |part: &str| {
        let number = part.trim_end_matches([' ', ',', ']']);
        let rounded = number.parse::<i32>().map(|number| (number as f32).to_string());
        rounded.map_or_else(|_| part.to_owned(), |rounded| rounded + &part[number.len()..])
    };
    parts.map(round).collect()
}

/// True if a sort of a plane is the thing of a view. A view leaves out the owner where the place says it.
fn is_sort(sort: &str, id: &str, index: &[String]) -> bool {
    let own = |rest: &str| rest.trim_end_matches(']').split(", ").all(|part| index.iter().any(|at| at == part));
    sort == id || sort.strip_prefix(id).and_then(|rest| rest.strip_prefix('[')).is_some_and(own)
}

/// Things as the numbers of a plane say, one after the other.
fn things(axes: &[Vec<String>], numbers: &[f32]) -> Vec<(String, u32)> {
    let sorts = axes.last().expect("things have sorts");
    let there = sorts.iter().zip(numbers).filter(|(_, count)| **count != 0.0);
    there.map(|(sort, count)| (sort.clone(), *count as u32)).collect()
}

fn same_things(found: &[(String, u32)], wanted: &[(String, String, u32)], index: &[String]) -> bool {
    let mut left: Vec<&(String, u32)> = found.iter().collect();
    let all = wanted.iter().all(|(id, _, count)| {
        let at = left.iter().position(|(sort, found)| is_sort(sort, id, index) && found == count);
        at.map(|at| left.swap_remove(at)).is_some()
    });
    all && left.is_empty()
}

/// Compares an observation with a view: places, tracks, memory, answers and who is asked.
fn holds_the_view(observed: &Observed<'_>, view: &View) {
    places_hold(observed, view);
    for track in &view.tracks {
        let plane = observed.plane(&track.name);
        let shown = (track.value as f32).clamp(plane.low, plane.high);
        assert_eq!(observed.number(&track.name, &track.index), shown, "{track:?}");
    }
    for memory in &view.memory {
        let renderings = observed.renderings(&memory.name, &memory.index);
        assert!(renderings.contains(&rounded(&memory.value)), "{memory:?}: {renderings:?}");
    }
    let hidden = |plane: &&Plane| plane.kind == PlaneKind::Detail && plane.name.ends_with(".hidden");
    for plane in observed.spec.planes().iter().filter(hidden).filter(|plane| !plane.name.contains(".answer")) {
        let name = plane.name.trim_end_matches(".hidden");
        let all = plane.range().len();
        let seen = view.memory.iter().filter(|memory| memory.name == name).count();
        let flags = observed.out[plane.range()].iter().filter(|flag| **flag == 1.0).count();
        assert_eq!(flags, all - seen, "{}", plane.name);
    }
    let asked = observed.plane("asked.who");
    let who = observed.out[asked.range()].iter().position(|flag| *flag == 1.0).expect("somebody, chance or nobody");
    assert_eq!((who + 2 < asked.range().len()).then_some(who), view.asked);
    let seat = observed.out[observed.plane("viewer.seat").range()].iter().position(|flag| *flag == 1.0);
    assert_eq!(seat, view.viewer);
    answers_hold(observed, view);
}

fn places_hold(observed: &Observed<'_>, view: &View) {
    for place in &view.places {
        let in_row = format!("{}.order", place.place);
        if observed.find(&place.place).is_none() {
            assert!(place.things.is_empty(), "{place:?}");
        } else if observed.find(&in_row).is_some() {
            let (axes, row) = observed.at(&in_row, &place.index);
            let each = row.len() / axes[0].len();
            let found: Vec<_> = row.chunks(each).flat_map(|one| things(&axes, one)).collect();
            assert_eq!(found.len(), place.things.len(), "{place:?}");
            let alike = found.iter().zip(&place.things).all(|((sort, _), (id, ..))| is_sort(sort, id, &place.index));
            assert!(alike, "{place:?}: {found:?}");
        } else {
            let (axes, numbers) = observed.at(&place.place, &place.index);
            assert!(same_things(&things(&axes, numbers), &place.things, &place.index), "{place:?}");
        }
        let hidden = format!("{}.hidden", place.place);
        let number = observed.find(&hidden).map_or(0.0, |_| observed.number(&hidden, &place.index));
        assert_eq!(number as u32, place.hidden(), "{place:?}");
        let layers = format!("{}.layers", place.place);
        if observed.find(&layers).is_none() {
            assert!(place.layers.is_empty(), "{place:?}");
            continue;
        }
        let (sizes, known) =
            (observed.at(&layers, &place.index), observed.at(&format!("{layers}.known"), &place.index));
        let each = known.1.len() / known.0[0].len();
        let mut found = sizes.1.chunks(3).zip(known.1.chunks(each));
        for layer in &place.layers {
            let (size, known_things) = found.next().expect("there is room for all layers");
            let depth = match layer.depth {
                Depth::Top => 0,
                Depth::Middle => 1,
                Depth::Bottom => 2,
            };
            let mut wanted = [0.0; 3];
            wanted[depth] = layer.count as f32;
            assert_eq!(size, wanted, "{place:?}");
            let things = things(&known.0, known_things);
            assert!(same_things(&things, layer.things.as_deref().unwrap_or_default(), &place.index), "{place:?}");
        }
        assert!(found.all(|(size, known)| size.iter().chain(known).all(|number| *number == 0.0)), "{place:?}");
    }
}

fn answers_hold(observed: &Observed<'_>, view: &View) {
    let planes = observed.spec.planes();
    let players: Vec<String> = observed.plane("viewer.seat").axes[0].members.clone();
    let mut flags = 0.0;
    for answer in &view.answers {
        let player = [players[answer.player].clone()];
        // Several blocks may use a name, of which one is open.
        let names = planes.iter().filter(|plane| plane.kind == PlaneKind::Answer);
        let mut names = names.filter(|plane| plane.name.split('.').next() == Some(&answer.name));
        let found = names.any(|plane| {
            let flag = |of: &str| {
                let name = format!("{}.{of}", plane.name);
                observed.find(&name).map_or(0.0, |_| observed.number(&name, &player))
            };
            let total = format!("{}.total", plane.name);
            let total = observed.find(&total).map(|_| observed.number(&total, &player) as u32);
            match &answer.value {
                Some(value) => flag("known") == 1.0 && observed.renderings(&plane.name, &player).contains(value),
                None => flag("hidden") == 1.0 && answer.total.is_none_or(|wanted| total == Some(wanted)),
            }
        });
        assert!(found, "{answer:?}");
        flags += 1.0;
    }
    let details = planes.iter().filter(|plane| plane.name.contains(".answer"));
    let details = details.filter(|plane| plane.name.ends_with(".known") || plane.name.ends_with(".hidden"));
    let found: f32 = details.flat_map(|plane| &observed.out[plane.range()]).sum();
    assert_eq!(found, flags, "{:?}", view.answers);
}

/// Plays random games of at most this many answers, and calls `look` at each question.
fn walk(game: &Game, seed: u64, most: usize, look: &mut dyn FnMut(&mut Referee, &State)) {
    let (mut referee, mut state) = (game.referee(), game.start());
    let mut chance = Chance::new(seeds::generator(seed, 0, seeds::CHANCE));
    let mut agent = RandomAgent::new(seeds::generator(seed, 0, 1));
    for _ in 0..most {
        // Some of the small games fault at random play.
        let Ok(pending) = referee.run(&mut state) else { return };
        look(&mut referee, &state);
        referee.run(&mut state).expect("running again changes nothing");
        let option = match pending {
            Pending::Choice(player) => agent.choose(&mut referee, &state, player),
            Pending::Chance => chance.pick(&referee),
            Pending::Over => return,
        };
        referee.answer(&mut state, option).expect("an offered option is an answer");
    }
}

/// Compares observations with views along a random game. Returns the names of the planes that were not 0.
fn holds_all_views(game: &Game, seed: u64, most: usize) -> BTreeSet<String> {
    let spec = game.observation();
    assert_eq!(spec.planes().iter().map(|plane| plane.range().len()).sum::<usize>(), spec.len());
    let mut out = vec![f32::NAN; spec.len()];
    let mut used = BTreeSet::new();
    walk(game, seed, most, &mut |referee, state| {
        for viewer in (0..game.players()).map(Some).chain([None]) {
            let view = referee.view(state, viewer);
            referee.observe(state, viewer, &mut out).expect("the length is right");
            for plane in spec.planes() {
                let inside = |number: &f32| number.is_finite() && (plane.low..=plane.high).contains(number);
                assert!(out[plane.range()].iter().all(inside), "{}: {:?}", plane.name, &out[plane.range()]);
            }
            holds_the_view(&Observed { spec: &spec, out: &out }, &view);
            let filled = spec.planes().iter().filter(|plane| out[plane.range()].iter().any(|number| *number != 0.0));
            used.extend(filled.map(|plane| plane.name.clone()));
        }
    });
    used
}

#[test]
fn observations_hold_what_views_hold() {
    for folder in crate::games() {
        let rules = Rules::read(&folder, None).expect("the folder can be read");
        let players = rules.players().expect("it says for how many").1;
        let game = rules.game(&Setup::of(players)).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
        holds_all_views(&game, 3, 120);
    }
}

fn texts(folder: &str) -> Vec<(String, String)> {
    let files = fs::read_dir(folder).expect("a folder can be read").flatten().map(|file| file.path());
    let mut files: Vec<_> = files.filter(|path| path.extension().is_some_and(|ending| ending == "tavola")).collect();
    files.sort();
    let text = |path: &Path| (path.display().to_string(), fs::read_to_string(path).expect("a file can be read"));
    files.iter().map(|path| text(path)).collect()
}

#[test]
fn observations_of_small_games_hold_what_views_hold() {
    let all = ["tests/fixtures/newcomers", "tests/fixtures/syntax/good"].map(texts).concat();
    let mut games = 0;
    for (name, text) in &all {
        let rules = Rules::from_texts(&[(name, text)]);
        let Some((_, players)) = rules.players() else { continue };
        let game = rules.game(&Setup::of(players)).unwrap_or_else(|error| panic!("{name}: {error}"));
        holds_all_views(&game, 5, 60);
        games += 1;
    }
    assert!(games > 40, "{games} games are found");
}

/// Every sort of declaration: rows, stacks, figures, an unlimited supply, variables of every type, secrets, answers.
const MANY: &str = r#"game many "Many" for 2 players

kind Card = {low, mid, high, top}
kind Town = {hill, mill}

components
  | component    | count     | start |
  | Card         | 3         | deck  |
  | pawn[Player] | 1         | camp  |
  | coin         | unlimited | bank  |

places
  | place             | holds | order    | seen by |
  | deck              | Card  | shuffled | nobody  |
  | hand[p in Player] | Card  |          | p       |
  | pile              | Card  | stack    | all     |
  | line              | Card  | row      | all     |
  | camp              | pawn  |          | all     |
  | tent[p in Player] | pawn  |          | p       |
  | bank              | coin  |          | all     |
  | purse[Player]     | coin  |          | all     |

memory
  | variable          | type           | start   | seen by |
  | first_one         | Player         | seat(1) |         |
  | last              | Player or none | none    |         |
  | round             | 1..9           | 1       |         |
  | sum_of            | number         | 0       |         |
  | late              | yes or no      | no      |         |
  | been[Player]      | set of Town    | {}      |         |
  | path              | list of Town   | []      |         |
  | bid[p in Player]  | 1..5           | 1       | p       |

track fame[Player] 2..6 start 3
  past top: stay
track week 1..4

play
  each p in Player: draw 4 from deck to hand[p]
  repeat 2 times
    together p in Player
      p chooses 1 of hand[p] as kept "Which?"
      p chooses n in 1..3 "How many?"
    each p in Player
      move kept[p] from hand[p] to pile
      p chooses t in Town "Where?"
      add t to been[p]
      if count of path < 2: add t to path
      p chooses b in 1..5 "How much?" seen by p
      set bid[p] = b
      set last = p
      set sum_of = sum_of + n[p]
      set late = sum_of > 4
      p gains n[p] fame
      p gains 1 coin
      if pawn[p] at camp > 0: move pawn[p] from camp to tent[p]
    each p in Player
      if count of hand[p] > 0
        p chooses c in hand[p] "Which goes back?"
        move c from hand[p] to bottom of deck
    draw 1 from deck to line
    raise week by 1
    set round = round + 1

winner p in Player by most fame[p]
"#;

#[test]
fn every_declaration_has_its_planes() {
    let game = crate::hidden::game("many", MANY, 2);
    let spec = game.observation();
    let used: BTreeSet<String> = (0..4).flat_map(|seed| holds_all_views(&game, seed, 200)).collect();
    let unused: Vec<&str> =
        spec.planes().iter().map(|plane| plane.name.as_str()).filter(|name| !used.contains(*name)).collect();
    assert_eq!(unused, ["asked.chosen"], "never anything but 0, since one thing of a bag has no parts before it");
    let bounds = |name: &str| spec.plane(name).map(|plane| (plane.shape(), plane.low, plane.high));
    assert_eq!(bounds("hand"), Some((vec![2, 4], 0.0, 3.0)));
    assert_eq!(bounds("hand.hidden"), Some((vec![2], 0.0, 12.0)));
    assert_eq!(bounds("fame"), Some((vec![2], 2.0, 6.0)));
    assert_eq!(bounds("round"), Some((vec![], 1.0, 9.0)));
    assert_eq!(bounds("bid"), Some((vec![2], 0.0, 5.0)), "what is hidden is 0");
    assert_eq!(bounds("last.none"), Some((vec![], 0.0, 1.0)));
    assert_eq!(bounds("been"), Some((vec![2, 2], 0.0, 1.0)));
    assert_eq!(bounds("line.order").map(|(shape, ..)| shape.len()), Some(2));
    assert_eq!(bounds("bank"), None, "an unlimited supply has no counts");
    assert_eq!((bounds("deck"), bounds("deck.hidden")), (None, Some((vec![], 0.0, 12.0))), "nobody sees the deck");
    assert!(bounds("pile.layers").is_some() && bounds("tent.hidden").is_some() && bounds("kept.answer").is_some());
    assert!(bounds("table").is_none());
}

/// Writes what a viewer observes.
type Observer<'a> = &'a mut dyn FnMut(&mut Referee, &State, usize, &mut [f32]);

/// The first plane that differs between a position and its twin with the same view, in random games.
fn leak(game: &Game, (seed, most): (u64, usize), observe: Observer<'_>) -> Option<String> {
    let spec = game.observation();
    let (mut here, mut there) = (vec![0.0; spec.len()], vec![0.0; spec.len()]);
    let (mut found, mut twins) = (None, 0);
    let mut rng = seeds::generator(seed, 1, 0);
    walk(game, seed, most, &mut |referee, state| {
        for viewer in 0..game.players() {
            let twin = referee.complete(state, viewer, &mut |below| seeds::pick(&mut rng, below));
            let twin = twin.expect("what is hidden can be dealt again");
            if twin == *state || referee.view(state, Some(viewer)) != referee.view(&twin, Some(viewer)) {
                continue;
            }
            twins += 1;
            observe(referee, state, viewer, &mut here);
            observe(referee, &twin, viewer, &mut there);
            let mut differ = spec.planes().iter().filter(|plane| here[plane.range()] != there[plane.range()]);
            found = found.take().or_else(|| differ.next().map(|plane| plane.name.clone()));
        }
    });
    assert!(twins > 3, "{} has {twins} twins", game.title());
    found
}

fn honest(referee: &mut Referee, state: &State, viewer: usize, out: &mut [f32]) {
    referee.observe(state, Some(viewer), out).expect("the length is right");
}

#[test]
fn twins_have_the_same_observation() {
    let many = crate::hidden::game("many", MANY, 2);
    let shipped = |name: &str, players| Game::load(format!("rules/{name}"), &Setup::of(players));
    let load = |name, players| shipped(name, players).unwrap_or_else(|error| panic!("{name}: {error}"));
    for (game, most) in [
        (many, 120),
        (load("san_marco", 3), 120),
        (load("doge", 3), 60),
        (load("masters_of_venice", 2), 60),
        (load("patrons_of_venice", 3), 60),
        (load("venice_of_the_north", 2), 40),
        (load("classics/leduc_poker", 2), 20),
    ] {
        for seed in 0..2 {
            assert_eq!(leak(&game, (seed, most), &mut honest), None, "{}", game.title());
        }
    }
}

/// Observers that read what their viewer does not see: the numbers of cards in another hand, another's memory, all of another seat.
#[test]
fn planted_leaks_are_found() {
    let game = crate::hidden::game("many", MANY, 2);
    let spec = game.observation();
    let mut other = vec![0.0; spec.len()];
    for name in ["hand", "bid", "tent"] {
        let plane = spec.plane(name).expect("it is declared").range();
        let leaking = &mut |referee: &mut Referee, state: &State, viewer: usize, out: &mut [f32]| {
            honest(referee, state, viewer, out);
            honest(referee, state, 1 - viewer, &mut other);
            out[plane.clone()].iter_mut().zip(&other[plane.clone()]).for_each(|(out, other)| *out += other);
        };
        let found = (0..6).find_map(|seed| leak(&game, (seed, 120), leaking));
        // Where a pawn stands is known: there are only two places.
        assert_eq!(found.as_deref(), (name != "tent").then_some(name), "{name}");
    }
}

#[test]
fn a_hidden_hand_is_seen_by_its_owner_alone() {
    let game = Game::load("rules/classics/leduc_poker", &Setup::of(2)).unwrap_or_else(|error| panic!("{error}"));
    let spec = game.observation();
    let hand = spec.planes().iter().find(|plane| plane.kind == PlaneKind::Hidden && plane.axes.len() == 1);
    let hidden = hand.expect("each player has a hidden card").clone();
    let name = hidden.name.trim_end_matches(".hidden");
    let plane = spec.plane(name).expect("it is a place");
    let mut checked = 0;
    let mut out = vec![0.0; spec.len()];
    walk(&game, 2, 3, &mut |referee, state| {
        let Pending::Choice(_) = referee.run(&mut state.clone()).expect("the rules do not fault") else { return };
        let sorts = plane.axes[1].members.len();
        for viewer in [Some(0), Some(1), None] {
            referee.observe(state, viewer, &mut out).expect("the length is right");
            for owner in 0..2 {
                let cards = &out[plane.offset + owner * sorts..][..sorts];
                let own = if viewer == Some(owner) { 1.0 } else { 0.0 };
                assert_eq!((cards.iter().sum::<f32>(), out[hidden.offset + owner]), (own, 1.0 - own));
            }
        }
        checked += 1;
    });
    assert!(checked > 0);
}

#[test]
fn wrong_calls_get_an_error() {
    let game = Game::load("rules/classics/tic_tac_toe", &Setup::of(2)).unwrap_or_else(|error| panic!("{error}"));
    let (mut referee, state) = (game.referee(), game.start());
    let len = game.observation().len();
    let message = |result: Result<(), tavola::game::Error>| result.expect_err("it is refused").message;
    let short = message(referee.observe(&state, Some(0), &mut vec![0.0; len - 1]));
    assert_eq!(short, format!("an observation of Tic-tac-toe has {len} numbers, not {}", len - 1));
    let stranger = message(referee.observe(&state, Some(2), &mut vec![0.0; len]));
    assert_eq!(stranger, "there is no seat 2: seats are 0 to 1");
}

/// The law of observations is one of the laws, also where others do not see how far a player has come.
#[test]
fn laws_hold_with_observations() {
    let fixture = |path: &str| (path.to_owned(), fs::read_to_string(path).unwrap_or_else(|error| panic!("{error}")));
    let folders = ["syntax/good/harvest_lots", "newcomers/simultaneous", "newcomers/sealed_bids", "newcomers/drafting"];
    let mut all = folders.map(|name| fixture(&format!("tests/fixtures/{name}.tavola"))).to_vec();
    all.push(("many".to_owned(), MANY.to_owned()));
    for (name, text) in &all {
        let rules = Rules::from_texts(&[(name, text)]);
        let players = rules.players().expect("it says for how many").0;
        let game = rules.game(&Setup::of(players)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let broken = laws(&game, 1, 3);
        assert!(broken.is_empty(), "{name}: {broken:?}");
    }
}

/// A bag and an order are chosen part by part.
const PARTS: &str = r#"game parts "Parts" for 2 players

kind Card = {low, mid, high}

components
  | component | count | start |
  | Card      | 3     | deck  |

places
  | place             | holds | order    | seen by |
  | deck              | Card  | shuffled | nobody  |
  | hand[p in Player] | Card  |          | p       |
  | table             | Card  |          | all     |

play
  each p in Player: draw 4 from deck to hand[p]
  each p in Player
    p chooses line in orders(Card) "In which order?"
    p chooses 3 of hand[p] as kept "Which?"
    move kept from hand[p] to table
    if line[1] is low: say "low"

winner p in Player by most p.seat
"#;

/// While an answer is given part by part, the asked player observes the parts so far, and nobody else does.
#[test]
fn parts_of_an_answer_are_observed() {
    let marco = Rules::read(Path::new("rules/san_marco"), None).expect("the folder can be read");
    for (rules, wanted) in [
        (marco, "asked.chosen asked.piles"),
        (Rules::from_texts(&[("parts.tavola", PARTS)]), "asked.chosen asked.order"),
    ] {
        let game =
            rules.game(&Setup::of(rules.players().expect("it says for how many").1)).expect("the rules are sound");
        let spec = game.observation();
        let mut out = vec![0.0; spec.len()];
        let (mut used, mut chosen, mut before) = (BTreeSet::new(), 0, None);
        walk(&game, 3, 300, &mut |referee, state| {
            let question = referee.question(state);
            // Elements and things are counted from question to question; a division says its piles.
            let role = question.as_ref().map(|question| (question.player, question.part.clone()));
            chosen = if before == role { chosen + 1 } else { 0 };
            before.clone_from(&role);
            let so_far = |question: &Question| match (&question.part, &question.division) {
                (Part::Whole, _) => 0,
                (_, Some(division)) => {
                    division.piles.iter().flat_map(|(_, things)| things).map(|(.., count)| *count as usize).sum()
                }
                _ => chosen,
            };
            for viewer in (0..game.players()).map(Some).chain([None]) {
                referee.observe(state, viewer, &mut out).expect("the length is right");
                let parts =
                    spec.planes().iter().filter(|plane| plane.kind == PlaneKind::Part && plane.name != "asked.thing");
                let shown: Vec<&Plane> =
                    parts.filter(|plane| out[plane.range()].iter().any(|number| *number != 0.0)).collect();
                let sum: f32 = shown.iter().flat_map(|plane| &out[plane.range()]).sum();
                let asked = question.as_ref().filter(|question| viewer == Some(question.player));
                assert_eq!(sum as usize, asked.map_or(0, so_far), "{viewer:?}: {shown:?}");
                if let Some(thing) = spec.plane("asked.thing") {
                    let is_divided = asked.is_some_and(|question| question.thing.is_some());
                    assert_eq!(out[thing.range()].iter().sum::<f32>(), f32::from(u8::from(is_divided)), "{viewer:?}");
                }
                used.extend(shown.iter().map(|plane| plane.name.clone()));
            }
        });
        assert_eq!(used.into_iter().collect::<Vec<_>>().join(" "), wanted);
    }
}
