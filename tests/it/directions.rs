//! Directions: rays, sights, cells between, connected cells, and rows as each player counts them.

use crate::boards::{finding, holds, run};

const SQUARES: &str = "board field of Cell\n  grid: 8, 6\n";
const HEXAGONS: &str = "board field of Cell\n  hexes: 5, 5\n";
const ROUND: &str = "board field of Cell\n  grid: 6, 4, wrapped\n";

#[test]
fn squares_have_eight_directions() {
    holds(
        SQUARES,
        &[
            "count of Direction is 8 and orthogonal + diagonal is Direction and orthogonal - diagonal is orthogonal",
            "neighbours(b2, Direction) is {a1, a2, a3, b1, b3, c1, c2, c3} and neighbours(b2, orthogonal) is neighbours(b2)",
            "neighbours(h6, Direction) is {g5, g6, h5} and neighbours(h6, diagonal) is {g5} and neighbours(h6, north) is none",
            "ray(f2, northwest) is [e3, d4, c5, b6] and ray(f2, south) is [f1] and ray(f2, south)[2] is none",
            "every d in orthogonal has every c in ray(c3, d) has c.row is 3 or c.column is 3",
            "sum of count of ray(d3, d) for d in Direction is 7 + 5 + (2 + 3) + (2 + 3)",
        ],
    );
}

#[test]
fn hexagons_have_six() {
    holds(
        HEXAGONS,
        &[
            "count of Direction is 6 and orthogonal is Direction",
            "every c in Cell has neighbours(c, Direction) is neighbours(c)",
            "ray(a1, east) is [b1, c1, d1, e1] and ray(a1, southeast) is [a2, a3, a4, a5] and ray(a1, southwest) is none",
            "ray(c3, northeast) is [d2, e1] and ray(c3, southwest) is [b4, a5] and ray(c3, northwest) is [c2, c1]",
            "count of lines(5) is 5 + 5 + 1 and between(a5, e1) is {b4, c3, d2} and between(a1, b2) is none",
            "neighbours(c3, forward(seat(1))) is {b4, c4} and neighbours(c3, forward(seat(2))) is {c2, d2}",
        ],
    );
    let found = finding(HEXAGONS, "require diagonal is none \"none\"");
    assert!(
        found.starts_with(
            "E0305 hexagons have no diagonal directions | write `Direction` or `orthogonal`: all six directions"
        ),
        "{found}"
    );
}

#[test]
fn wrapped_boards_go_round_once() {
    holds(
        ROUND,
        &[
            "ray(cell(2, 1), east) is [cell(3, 1), cell(4, 1), cell(5, 1), cell(6, 1), cell(1, 1)]",
            "ray(cell(2, 1), north)[1] is cell(2, 4)",
            "count of ray(cell(1, 1), southeast) is 11 and cell(1, 1) not in ray(cell(1, 1), southeast)",
            "sight(cell(2, 1), east, {cell(5, 1)}) is {cell(3, 1), cell(4, 1), cell(5, 1)}",
            "sight(cell(2, 1), east, {cell(2, 1)}) is row(1) - {cell(2, 1)}",
            "every c in Cell has count of neighbours(c, Direction) is 8",
            "row(1, seat(2)) is row(4) and cell(0, 0, seat(2)) is cell(6, 1)",
        ],
    );
    // Steps that lead straight back lead nowhere.
    holds(
        "board field of Cell\n  grid: 1, 3, wrapped\n",
        &["ray(cell(1, 1), east) is none", "count of ray(cell(1, 1), south) is 2"],
    );
    let found = finding(ROUND, "require between(cell(1, 1), cell(3, 1)) is none \"two ways\"");
    assert!(found.starts_with("E0305 on a wrapped board two ways lead from cell to cell"), "{found}");
}

#[test]
fn a_sight_ends_at_the_first_stop() {
    holds(
        SQUARES,
        &[
            "sight(b2, orthogonal, {b4, b5, d2}) is {b1, b3, b4, a2, c2, d2}",
            "sight(b2, {northeast, east}, {d4}) is {c3, d4, c2, d2, e2, f2, g2, h2}",
            "sight(b2, north, {}) is {b3, b4, b5, b6} and sight(b2, {}, {}) is none",
            "sight(b2, Direction, Cell) is neighbours(b2, Direction)",
            "every d in Direction has sight(c3, d, {}) is {c for c in ray(c3, d)}",
            "between(a1, d4) is {b2, c3} and between(d4, a1) is {b2, c3} and between(a1, a1) is none and between(a1, b1) is none",
            "between(a1, c2) is none and between(h1, h6) is {h2, h3, h4, h5}",
        ],
    );
}

/// Queries over names become a table, queries over the position do not. Both give the same result.
#[test]
fn tables_give_the_computed_results() {
    let memory = "memory\n  | variable | type        | start |\n  | stops    | set of Cell | {}    |\n  | here     | Cell or none | none |\n";
    for (board, spot) in [(SQUARES, "d3"), (HEXAGONS, "c3"), (ROUND, "cell(4, 2)")] {
        let sentences = format!(
            "set stops = {{cell(2, 2), cell(4, 4), cell(1, 3)}}\nset here = {spot}\n\
             require every c in Cell, d in Direction has sight(c, d, {{cell(2, 2), cell(4, 4), cell(1, 3)}}) is sight(c, d, stops) \"sight\"\n\
             require ray(here, west) is ray({spot}, west) and neighbours(here, Direction) is neighbours({spot}, Direction) \"one\"\n\
             require sight(here, Direction, stops) is sight({spot}, Direction, stops) \"all\"\n\
             set here = none\n\
             require every p in Player has count of neighbours({spot}, forward(p)) > 1 \"forward\""
        );
        assert_eq!(run(&format!("{board}{memory}"), &sentences), [""; 0], "{board}");
    }
}

#[test]
fn rows_are_counted_from_where_a_player_sits() {
    holds(
        SQUARES,
        &[
            "row(1, seat(1)) is row(1) and row(1, seat(2)) is row(6) and row(0, seat(2)) is none and row(7, seat(1)) is none",
            "cell(3, 2, seat(1)) is c2 and cell(3, 2, seat(2)) is c5 and cell(3, 7, seat(2)) is none and cell(9, 1, seat(2)) is none",
            "every p in Player has every c in row(3, p) has every b in neighbours(c, forward(p)) has b in row(4, p)",
            "every p in Player has count of forward(p) is 3 and count of (forward(p) - orthogonal) is 2",
            "neighbours(c2, forward(seat(2)) - diagonal) is {c1}",
        ],
    );
    for sentence in ["count of forward(seat(1)) is 3", "row(1, seat(1)) is row(1)", "cell(1, 1, seat(3)) is a1"] {
        let text = format!(
            "game tiny \"Tiny\" for 2..3 players\n{SQUARES}\nplay\n  require {sentence} \"no\"\n\nwinner p in Player\n"
        );
        let rules = tavola::game::Rules::from_texts(&[("tiny.tavola", &text)]);
        let found: Vec<_> = rules.diagnostics().iter().filter(|f| f.is_error()).map(|f| f.message.clone()).collect();
        let word = sentence.split('(').next().unwrap_or_default().rsplit(' ').next().unwrap_or_default();
        assert_eq!(found, [format!("`{word}` works with one or two players, not with 3")]);
    }
}

#[test]
fn cells_are_connected_in_directions() {
    holds(
        SQUARES,
        &[
            "reach(a1, {a1, b2, a2, d4}) is {a1, a2, b2} and reach(a1, {a1, b2, d4}) is {a1}",
            "reach(a1, {a1, b2, c3, e5}, diagonal) is {a1, b2, c3} and reach(a1, {a1, a2, b3}, Direction) is {a1, a2, b3}",
            "reach(a1, {a1, a2, a3}, south) is {a1} and reach(a1, {a1, a2, a3}, north) is {a1, a2, a3}",
            "reach(row(1), {a1, a2, c2, h1}) is {a1, a2, h1} and reach(b5, row(1)) is none",
            "count of chains({a1, b2, d4}) is 3 and chains({a1, b2, d4}, Direction) is [{a1, b2}, {d4}]",
            "chains({a3, a1, a2, c1}, north) is [{a1, a2, a3}, {c1}]",
            "reach(a1, Cell) is Cell and count of chains(row(1) - row(1)) is 0",
        ],
    );
    let big = "board field of Cell\n  grid: 16, 16\n";
    holds(big, &["reach(a1, Cell) is Cell", "count of chains(Cell) is 1", "count of reach(a1, Cell - row(2)) is 16"]);
}

#[test]
fn misused_directions_are_findings() {
    let graph = "kind Town = {a, b}\nboard map of Town joined by Road\n  a -- b\n";
    for (board, sentence, expected) in [
        (
            graph,
            "ray(a, 1) is none",
            "E0506 `ray` needs exactly one board with a grid, this game has 0 | write `board NAME of KIND` with `grid:",
        ),
        (graph, "sight(a, b, b) is none", "E0506 `sight` needs exactly one board with a grid"),
        (graph, "neighbours(a, orthogonal) is none", "E0506 `neighbours` needs exactly one board with a grid"),
        (graph, "reach(a, {a, b}, {}) is none", "E0506 `reach` needs exactly one board with a grid"),
        (graph, "orthogonal is none", "E0506 `orthogonal` needs exactly one board with a grid"),
        (graph, "forward(seat(1)) is none", "E0506 `forward` needs exactly one board with a grid"),
        (
            "board field of Cell\n  grid: 3, 3\nboard pond of Pad\n  grid: 3, 3\n",
            "count of lines(3) is 8",
            "E0506 `lines` needs exactly one board with a grid, this game has 2 | `lines` cannot say which board: keep one grid",
        ),
        (SQUARES, "ray(a1) is none", "E0302 `ray` takes 2 arguments, found 1"),
        (SQUARES, "ray(a1, orthogonal) is none", "E0301 expected a member of `Direction`, found a set of `Direction`"),
        (SQUARES, "sight(a1, Direction) is none", "E0302 `sight` takes a cell, directions, and a set of cells"),
        (
            SQUARES,
            "neighbours(a1, row(1)) is none",
            "E0301 expected directions, found a set of `Cell` | directions are `Direction` (all)",
        ),
        (
            SQUARES,
            "ray(a1, nort) is none",
            "E0201 there is no `nort`; expected a member of `Direction` | did you mean `north`?",
        ),
        (SQUARES, "chains({a1}, forward(seat(1))) is none", ""),
        (SQUARES, "forward(1) is none", "E0301 expected a player, found a number"),
    ] {
        let found = run(board, &format!("require {sentence} \"no\""));
        assert!(found.len() <= 1 && found.concat().starts_with(expected), "{sentence}: {found:#?}");
    }
    let by_name = "define ways(p in Player) = forward(p)\n";
    let found =
        finding(&format!("{SQUARES}{by_name}"), "each p in Player: require chains({a1}, ways(p)) is none \"no\"");
    assert!(found.starts_with("E1004 the directions that connect cells must be known"), "{found}");
}

/// Names of the game take precedence over the names of directions.
#[test]
fn names_of_the_game_come_first() {
    let named = "kind Gate = {north, south}\nboard field of Cell\n  grid: 4, 4\n";
    holds(
        named,
        &[
            "north.number is 1 and count of Gate is 2",
            "ray(a1, north) is [a2, a3, a4]",
            "neighbours(a1, {north, east}) is {a2, b1}",
        ],
    );
    let taken = "kind Direction = {left, right}\nboard field of Cell\n  grid: 4, 4\n";
    holds(taken, &["count of Direction is 2 and count of orthogonal is 4 and ray(a1, east) is [b1, c1, d1]"]);
    let words = "define orthogonal = 7\nboard field of Cell\n  grid: 4, 4\n";
    holds(words, &["orthogonal is 7 and neighbours(a1, diagonal) is {b2}"]);
}

/// A direction is chosen, stored and compared like any other member.
#[test]
fn directions_are_answers() {
    let text = "game slide \"Slide\" for 2 players\nboard field of Cell\n  grid: 4, 4\n\
        components\n  | component | count | start |\n  | peg | 1 | on[a1] |\n\
        places\n  | place | holds |\n  | on[Cell] | peg |\n\
        memory\n  | variable | type | start |\n  | last | Direction or none | none |\n\
        play\n  each p in Player\n    p chooses d in Direction where ray(site(peg), d)[1] is not none \"Which way?\"\n\
        \x20   set last = d\n    if ray(site(peg), d)[1] is single c: move peg to on[c]\n\nwinner p in Player\n";
    let rules = tavola::game::Rules::from_texts(&[("slide.tavola", text)]);
    assert!(!rules.diagnostics().iter().any(|f| f.is_error()), "{:?}", rules.diagnostics());
    let cases = "- name: slide\n  players: [anna, ben]\n  do:\n    - offered: { anna: { options: 3, includes: [north, northeast, east] } }\n    - { anna: northeast }\n    - { ben: west }\n  then: { peg: \"on[a2]\", last: west }\n";
    let suite = tavola::play::scenario::read_texts(&[("cases.yaml", cases)], None);
    assert!(suite.diagnostics.is_empty(), "{:?}", suite.diagnostics);
    for case in &suite.scenarios {
        let failures = tavola::play::scenario::run(&rules, case).failures;
        assert!(failures.is_empty(), "{failures:?}");
    }
}
