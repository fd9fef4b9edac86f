//! Graph boards as they are drawn: a picture shows clearly which nodes a link joins.

mod hand_made;

use std::collections::BTreeMap;
use std::path::Path;

use tavola::draw;
use tavola::game::{Pending, Rules, Setup};
use tavola::play::Bots;
use tavola::scene::{Scene, Stage};

type Point = (f64, f64);

/// The text between two strings.
fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<&'t str> {
    Some(text.split_once(before)?.1.split_once(after)?.0)
}

fn numbers(text: &str) -> Vec<f64> {
    text.split_whitespace().map(|word| word.parse().unwrap_or_else(|_| panic!("no number: {text}"))).collect()
}

/// The boxes of nodes: name and two corners.
fn boxes(svg: &str) -> Vec<(&str, [Point; 2])> {
    let one = |part: &'_ str| -> Option<[Point; 2]> {
        let [left, top] = numbers(between(part, "translate(", ")")?)[..] else { return None };
        let rest = part.split_once("class=\"box\"")?.1;
        let size = |name: &str| between(rest, &format!("{name}=\""), "\"").map(|text| numbers(text)[0]);
        Some([(left, top), (left + size("width")?, top + size("height")?)])
    };
    let parts = svg.split("<g class=\"cell\" data-id=\"").skip(1);
    parts.filter_map(|part| Some((part.split_once('"')?.0, one(part)?))).collect()
}

/// The lines of links: name and closely spaced points.
fn lines(svg: &str) -> Vec<(&str, Vec<Point>)> {
    let parts = svg.split("<g class=\"link-g\" data-id=\"").skip(1);
    parts
        .filter_map(|part| {
            let way = between(part, "class=\"link\" d=\"M", "\"")?;
            Some((part.split_once('"')?.0, along(way)))
        })
        .collect()
}

/// Points on a path: straight lines, or one curve.
fn along(way: &str) -> Vec<Point> {
    let mixed = |t: f64, a: Point, b: Point| (a.0 + t * (b.0 - a.0), a.1 + t * (b.1 - a.1));
    let steps = || (0..=500).map(|step| f64::from(step) / 500.0);
    let point = |text: &str| (numbers(text)[0], numbers(text)[1]);
    if let Some((from, rest)) = way.split_once(" Q") {
        let [over_x, over_y, x, y] = numbers(rest)[..] else { panic!("{way}") };
        let (from, over, to) = (point(from), (over_x, over_y), (x, y));
        return steps().map(|t| mixed(t, mixed(t, from, over), mixed(t, over, to))).collect();
    }
    let corners: Vec<Point> = way.split(" L").map(point).collect();
    corners.windows(2).flat_map(|pair| steps().map(|t| mixed(t, pair[0], pair[1])).collect::<Vec<_>>()).collect()
}

/// The links that run behind boxes other than their ends, and the number of links.
fn crossed(scene: &Scene, svg: &str) -> (Vec<String>, usize) {
    let (boxes, lines) = (boxes(svg), lines(svg));
    let mut all = Vec::new();
    for (id, points) in &lines {
        let link = scene.boards.iter().flat_map(|board| &board.links).find(|link| link.id == *id).expect("it is drawn");
        let ends = [&link.from[..], &link.to[..]];
        assert!(ends.iter().all(|end| boxes.iter().any(|(name, _)| name == end)), "{ends:?} are drawn");
        for (name, [(left, top), (right, below)]) in boxes.iter().filter(|(name, _)| !ends.contains(name)) {
            if points.iter().any(|(x, y)| (*left..=*right).contains(x) && (*top..=*below).contains(y)) {
                all.push(format!("{id} runs behind {name}"));
            }
        }
    }
    (all, lines.len())
}

/// [`crossed`] for the pictures of a random game.
fn behind(folder: &Path, setup: Setup) -> (Vec<String>, usize) {
    let rules = Rules::read(folder, None).expect("it can be read");
    let game = rules.game(&setup).unwrap_or_else(|error| panic!("{error}"));
    let (mut referee, mut state) = (game.referee(), game.start());
    let stage = Stage::new(&game, BTreeMap::default());
    let mut bots = Bots::new(5, 0, setup.players.len());
    let (mut all, mut links) = (Vec::new(), 0);
    for answer in 0..1500 {
        let pending = referee.run(&mut state).expect("the rules do not fault");
        if answer % 75 == 0 || pending == Pending::Over {
            let scene = stage.scene(&referee.view(&state, None), None, Vec::new());
            let (some, drawn) = crossed(&scene, &draw::svg(&scene));
            links += drawn;
            all.extend(some.into_iter().map(|line| format!("{} after {answer} answers: {line}", folder.display())));
        }
        if pending == Pending::Over {
            break;
        }
        let option = bots.answer(pending, &mut referee, &state);
        referee.answer(&mut state, option).expect("it was offered");
    }
    (all, links)
}

/// A city whose quarters lie on cells of the sea: one picture as soon as all quarters are placed.
#[test]
fn a_graph_that_lies_on_another_board_is_drawn_there() {
    let rules = Rules::read(Path::new("rules/venice_of_the_north"), None).expect("it can be read");
    let at_first = |arrangement: &str| {
        let set = vec![("arrangement".to_owned(), arrangement.to_owned())];
        let game = rules.game(&Setup { settings: set, ..Setup::of(3) }).unwrap_or_else(|error| panic!("{error}"));
        let (mut referee, mut state) = (game.referee(), game.start());
        let mut bots = Bots::new(5, 0, 3);
        let mut pending = referee.run(&mut state).expect("the rules do not fault");
        while !matches!(pending, Pending::Choice(_)) {
            let option = bots.answer(pending, &mut referee, &state);
            referee.answer(&mut state, option).expect("it was offered");
            pending = referee.run(&mut state).expect("the rules do not fault");
        }
        let stage = Stage::new(&game, BTreeMap::default());
        let scene = stage.scene(&referee.view(&state, None), None, Vec::new());
        draw::table(&scene, &draw::Seat::default(), "key", 1)
    };
    assert_eq!(at_first("free").matches("<figure").count(), 2, "no quarter is placed yet");
    let page = at_first("first_games");
    assert_eq!(page.matches("<figure").count(), 1, "{page}");
    assert_eq!(page.matches("data-lies=\"lies_at[").count(), 9, "each quarter is at its piece: {page}");
    let nodes = boxes(&page);
    let corner = |name: &str| nodes.iter().find(|(id, _)| *id == name).expect("it is drawn").1[0];
    let (flax, builders, orders) = (corner("flax_quarter"), corner("builders"), corner("orders"));
    assert!(flax.0 < builders.0 && (flax.1 - builders.1).abs() < 1.0, "in one row: {nodes:?}");
    assert!(
        orders.1 > flax.1 && (flax.0 - orders.0 - (builders.0 - flax.0) / 2.0).abs() <= 1.0,
        "half a cell aside: {nodes:?}"
    );
    assert!(page.matches("<polygon").count() > 9, "with the water around it");
}

#[test]
fn no_link_runs_behind_what_it_does_not_join() {
    let (mut all, mut links) = (Vec::new(), 0);
    for folder in crate::games() {
        let players = Rules::read(&folder, None).expect("it can be read").players().expect("it says so");
        // A city with a different layout in each game: in all its layouts.
        let other = folder.ends_with("venice_of_the_north").then_some(["ring", "canal", "old_town", "delta"]);
        let set = other.into_iter().flatten().map(|word| vec![("arrangement".to_owned(), word.to_owned())]);
        for set in std::iter::once(Vec::new()).chain(set) {
            let (some, drawn) = behind(&folder, Setup { settings: set, ..Setup::of(players.1) });
            all.extend(some);
            links += drawn;
        }
    }
    assert!(all.is_empty(), "{} of {links}: {all:#?}", all.len());
    assert!(links > 500, "{links}");
}
