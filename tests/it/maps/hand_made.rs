//! Hand-made boards as they are drawn: links avoid boxes, rows move closer, a wrapped board is shifted.

use std::sync::Arc;

use tavola::draw;
use tavola::scene::{Board, Cell, Layer, Link, NamedText, Pile, Scene, Shape, VERSION};

use super::{Point, boxes, crossed, lines, numbers};

fn texts(count: usize) -> Vec<NamedText> {
    (0..count).map(|at| NamedText { name: format!("n{at}"), value: "1".to_owned() }).collect()
}

fn cell(at: usize, spot: (i64, i64), values: usize) -> Cell {
    let id = format!("c{at}");
    let values = texts(values);
    Cell { title: id.clone(), id, at: Some(spot), colour: None, ink: None, icon: None, piles: Vec::new(), values }
}

fn scene(shape: Shape, wrapped: bool, cells: Vec<Cell>, links: Vec<Link>) -> Scene {
    let (name, size) = ("land".to_owned(), None);
    let board = Board { name, shape, wrapped, bears: true, cells, links, size, background: None, figures: false };
    Scene {
        version: VERSION,
        title: "Land".to_owned(),
        viewer: None,
        players: Vec::new(),
        asked: Vec::new(),
        goal: None,
        standing: Vec::new(),
        boards: vec![board],
        panels: Vec::new(),
        tables: Vec::new(),
        piles: Vec::new(),
        values: Vec::new(),
        log: Vec::new(),
        question: None,
        colours: Vec::new(),
        pictures: Arc::default(),
    }
}

/// A graph with nodes at these positions, each with a number of lines in its box, and links, each with a number of lines beside it.
fn graph(nodes: &[((i64, i64), usize)], links: &[(usize, usize, usize)]) -> Scene {
    let cells = nodes.iter().enumerate().map(|(at, &(spot, values))| cell(at, spot, values)).collect();
    let link = |(at, &(from, to, values)): (usize, &(usize, usize, usize))| {
        let (id, [from, to]) = (format!("l{at}"), [from, to].map(|end| format!("c{end}")));
        Link { title: id.clone(), id, from, to, piles: Vec::new(), values: texts(values) }
    };
    scene(Shape::Graph, false, cells, links.iter().enumerate().map(link).collect())
}

/// Four nodes in one row, and one far below.
const ROW: [((i64, i64), usize); 4] = [((0, 0), 0), ((1, 0), 0), ((2, 0), 0), ((1, 3), 0)];

/// The lines of a picture, each as its corners. A straight line has two.
fn corners(svg: &str) -> Vec<&str> {
    svg.split("class=\"link\" d=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn a_link_runs_around_the_box_between_its_ends() {
    let scene = graph(&ROW, &[(0, 1, 0), (0, 2, 0), (0, 3, 0)]);
    let svg = draw::svg(&scene);
    assert_eq!(crossed(&scene, &svg), (Vec::new(), 3));
    let ways = corners(&svg);
    assert_eq!(ways[0].matches(" L").count(), 1, "nothing is between them: {ways:?}");
    let is_straight = |way: &str| way.matches(" L").count() == 1 && !way.contains(" Q");
    assert!(is_straight(ways[0]) && !is_straight(ways[1]), "{ways:?}");
    // The line stays inside the picture of the board.
    let left_above = |&(x, y): &Point| x >= 0.0 && y >= 0.0;
    assert!(lines(&svg).iter().all(|(_, points)| points.iter().all(left_above)), "{ways:?}");
}

#[test]
fn a_link_gets_corners_if_a_curve_is_impossible() {
    // Six rows of five nodes: no curve leads from one corner to the other.
    let nodes: Vec<((i64, i64), usize)> = (0..30).map(|at| ((at % 5, at / 5), 0)).collect();
    let links: Vec<(usize, usize, usize)> =
        (0..6).flat_map(|from| (from + 1..30).map(move |to| (from, to, 0))).collect();
    let scene = graph(&nodes, &links);
    let svg = draw::svg(&scene);
    assert_eq!(crossed(&scene, &svg), (Vec::new(), links.len()));
    let round = corners(&svg).iter().filter(|way| way.matches(" L").count() > 1).count();
    assert!(round > 10, "{round} of {}", links.len());
}

#[test]
fn texts_on_links_overlap_nothing() {
    let links = [(0, 2, 1), (0, 2, 1), (0, 2, 1), (0, 1, 1)];
    let svg = draw::svg(&graph(&ROW, &links));
    let mut taken: Vec<[Point; 2]> = boxes(&svg).into_iter().map(|(_, corners)| corners).collect();
    assert_eq!(taken.len(), 4);
    // A letter is six units wide, and ten high above its baseline.
    for sign in svg.split("<g class=\"link-g halo\"").skip(1) {
        let (place, rest) = sign.split_once("translate(").and_then(|(_, rest)| rest.split_once(')')).expect("a place");
        let [x, y] = numbers(place)[..] else { panic!("{place}") };
        let (high, text) = rest.split_once("y=\"").and_then(|(_, rest)| rest.split_once("\">")).expect("a text");
        let (low, text) = (y + numbers(high)[0], text.split('<').next().unwrap_or_default());
        assert_eq!(text, "n0: 1");
        taken.push([(x, low - 9.0), (x + 6.0 * 5.0, low)]);
    }
    assert_eq!(taken.len(), 4 + links.len());
    let apart = |one: &[Point; 2], other: &[Point; 2]| {
        one[1].0 <= other[0].0 || other[1].0 <= one[0].0 || one[1].1 <= other[0].1 || other[1].1 <= one[0].1
    };
    for (at, one) in taken.iter().enumerate() {
        assert!(taken[..at].iter().all(|other| apart(one, other)), "{taken:?}");
    }
}

#[test]
fn rows_of_a_high_board_move_closer() {
    let nodes = [((0, 0), 0), ((0, 1), 4), ((2, 2), 0), ((0, 9), 2)];
    let svg = draw::svg(&graph(&nodes, &[]));
    let drawn = boxes(&svg);
    let middles: Vec<f64> = drawn.iter().map(|(_, corners)| f64::midpoint(corners[0].1, corners[1].1)).collect();
    let downs: Vec<f64> = middles.iter().map(|middle| middle - middles[0]).collect();
    assert!(drawn[1].1[0].1 > drawn[0].1[1].1, "its box and the room: {drawn:?}");
    assert!(downs[1] < downs[2] && downs[2] < downs[3], "the order stays: {downs:?}");
    assert!(downs[3] < 9.0 * downs[1], "distant rows move closer: {downs:?}");
}

/// The columns in which the occupied cells of a wrapped row of eleven are drawn, and the number of columns.
fn columns(taken: &[usize]) -> (Vec<usize>, usize) {
    let heap = |at: usize| Pile {
        id: format!("on[c{at}]"),
        name: "on".to_owned(),
        things: Vec::new(),
        hidden: 1,
        most: None,
        total: None,
        layers: Vec::<Layer>::new(),
        is_hand: false,
        is_stock: false,
        owner: None,
        back: None,
    };
    let cells = (0..11).map(|at| Cell {
        piles: if taken.contains(&at) { vec![heap(at)] } else { Vec::new() },
        ..cell(at, (at as i64, 0), 0)
    });
    let svg = draw::svg(&scene(Shape::Squares, true, cells.collect(), Vec::new()));
    let drawn = svg.split("<g class=\"cell\" data-id=\"").skip(1).filter_map(|part| {
        let (id, rest) = part.split_once('"')?;
        Some((id, numbers(rest.split_once(" x=\"")?.1.split('"').next()?)[0] as usize))
    });
    let drawn: Vec<(&str, usize)> = drawn.collect();
    let first = drawn.iter().map(|(_, x)| *x).min().expect("something is drawn");
    let side = drawn.iter().map(|(_, x)| x - first).filter(|gap| *gap > 0).min().expect("several are drawn");
    let column = |at: &usize| {
        let id = format!("c{at}");
        let found = drawn.iter().find(|(name, _)| *name == id).expect("it is drawn");
        (found.1 - first) / side
    };
    (taken.iter().map(column).collect(), drawn.len())
}

#[test]
fn a_group_across_a_wrapped_edge_is_drawn_together() {
    // With an empty cell on each side.
    assert_eq!(columns(&[10, 0, 1]), (vec![1, 2, 3], 5));
    assert_eq!(columns(&[4, 5]), (vec![1, 2], 4));
    assert_eq!(columns(&[9, 0, 2]), (vec![1, 3, 5], 7), "the widest gap is at the sides");
    assert_eq!(columns(&[]), (Vec::new(), 11), "an empty board is drawn completely");
}
