//! Boards: neighbours at corners, edges and inside, wrapped ones, distances, chains, pairs, sizes.

use std::collections::BTreeSet;

use tavola::game::{LoadError, Rules, Setup};
use tavola::play::scenario;
use tavola_core::ir::{cell_name, read_cell};

/// Returns the errors of these items, or of these sentences when they run. Empty if every `require` holds.
pub(crate) fn run(items: &str, sentences: &str) -> Vec<String> {
    let text = format!("game tiny \"Tiny\" for 2 players\n{items}\nplay\n  say \"go\"\n\nwinner p in Player\n");
    let rules = Rules::from_texts(&[("tiny.tavola", &text)]);
    let mut findings: Vec<_> = rules.diagnostics().iter().filter(|finding| finding.is_error()).cloned().collect();
    if findings.is_empty() {
        match rules.game_from(&Setup::of(2), Some(sentences)) {
            Ok(game) => {
                let run = game.referee().run(&mut game.start());
                return run.err().map(|fault| game.diagnose(&fault).message).into_iter().collect();
            }
            Err(LoadError::Findings { diagnostics, .. }) => findings = diagnostics,
            Err(error) => panic!("{error:?}"),
        }
    }
    findings.iter().map(|f| format!("{} {} | {}", f.code, f.message, f.help.as_deref().unwrap_or(""))).collect()
}

/// Runs sentences that must all hold.
pub(crate) fn holds(items: &str, sentences: &[&str]) {
    for sentence in sentences {
        assert_eq!(run(items, &format!("require {sentence} \"no\"")), [""; 0], "{sentence}");
    }
}

/// The only finding.
pub(crate) fn finding(items: &str, sentences: &str) -> String {
    let found = run(items, sentences);
    assert_eq!(found.len(), 1, "{found:#?}");
    found.concat()
}

#[test]
fn hexagons_with_edges() {
    let sea = "board sea of Cell joined by Way\n  hexes: 4, 3\n";
    holds(
        sea,
        &[
            "count of Cell is 12",
            "count of Way is 23",
            "neighbours(the c in Cell where c is cell(1, 1)) is {cell(2, 1), cell(1, 2)}",
            "count of neighbours(cell(4, 1)) is 3",
            "count of neighbours(cell(1, 3)) is 3",
            "count of neighbours(cell(4, 3)) is 2",
            "count of neighbours(cell(2, 1)) is 4",
            "count of neighbours(cell(1, 2)) is 4",
            "every c in {cell(2, 2), cell(3, 2)} has count of neighbours(c) is 6",
            "every n in {cell(1, 2), cell(3, 2), cell(2, 1), cell(2, 3), cell(3, 1), cell(1, 3)} has n in neighbours(cell(2, 2))",
            "distance(cell(1, 1), cell(4, 3)) is 5",
            "distance(cell(4, 1), cell(2, 3)) is 2",
            "far(link(cell(1, 2), cell(2, 1)), cell(1, 2)) is cell(2, 1)",
            "link(cell(1, 1), cell(2, 2)) is none",
            "cell(0, 1) is none and cell(5, 1) is none and cell(1, 4) is none",
            "sum of count of links(c) for c in Cell is 2 * count of Way",
            "count of lines(3) is 2 * 3 + 4 + 2",
            "count of row(2) is 4 and count of column(4) is 3",
            "every c in Cell has c is cell(c.column, c.row)",
        ],
    );
}

#[test]
fn wrapped_hexagons_have_six_neighbours_across_the_edges() {
    let sea = "board sea of Cell\n  hexes: 11, 11, wrapped\n";
    holds(
        sea,
        &[
            "count of Cell is 121",
            "every c in Cell has count of neighbours(c) is 6",
            "cell(-1, 3) is cell(10, 3) and cell(12, 0) is cell(1, 11) and cell(0 - 21, 23) is cell(1, 1)",
            "cell(11, 5) in neighbours(cell(1, 5)) and cell(2, 11) in neighbours(cell(1, 1))",
            "distance(cell(1, 1), cell(11, 11)) is 2",
            "max of distance(cell(1, 1), c) for c in Cell is 7",
            "count of lines(11) is 33 and count of lines(12) is 0 and count of lines(2) is 363",
            "row(12) is row(1) and column(0) is column(11)",
        ],
    );
    // Two directions lead to the same neighbour, or back to the start.
    holds("board sea of Cell joined by Way\n  hexes: 2, 2, wrapped\n", &["count of Way is 6"]);
    holds("board sea of Cell joined by Way\n  grid: 1, 2, wrapped\n", &["count of Way is 1"]);
}

#[test]
fn wrapped_squares() {
    let field = "board field of Cell joined by Way\n  grid: 8, 4, wrapped\n";
    holds(
        field,
        &[
            "count of Way is 64",
            "neighbours(cell(1, 1)) is {cell(2, 1), cell(8, 1), cell(1, 2), cell(1, 4)}",
            "distance(cell(1, 1), cell(8, 4)) is 2",
            "cell(9, 5) is cell(1, 1)",
            "count of lines(4) is 32 + 8 + 32 + 32",
        ],
    );
    let known = "memory\n  | variable | type   | start |\n  | n        | number | 9     |\n";
    holds(
        &format!("{field}{known}"),
        &["cell(n, n) is cell(1, 1)", "cell(n - 9, 1) is cell(8, 1)", "row(n) is row(1)"],
    );
}

#[test]
fn sixteen_by_sixteen() {
    let field = "board field of Cell\n  grid: 16, 16\n";
    holds(field, &["count of neighbours(cell(16, 16)) is 2", "distance(cell(1, 1), cell(16, 16)) is 30"]);
    holds(field, &["link(cell(1, 1), cell(1, 2)) is not none"]);
    let found = finding(field, "require count of links(cell(1, 1)) is 2 \"two\"");
    assert!(found.starts_with("E1001 `field` has 480 links; `links` works with at most 256"), "{found}");
    let found = finding("board field of Cell joined by Way\n  grid: 16, 16\n", "say \"go\"");
    assert!(found.starts_with("E1001 `Way` would have 480 links; a kind has at most 256"), "{found}");
    assert!(found.contains("leave out `joined by`"), "{found}");
    holds("board field of Cell\n  grid: 128, 2\n", &["count of Cell is 256"]);
}

#[test]
fn sizes_may_be_settings() {
    let field = "settings\n  | name | value | range | meaning |\n  | side | 5     | 3..20 | \"side\" |\n\nboard sea of Cell\n  hexes: side, side + 1, wrapped\n";
    holds(field, &["count of Cell is 30"]);
    let text = format!("game tiny \"Tiny\" for 2 players\n{field}\nplay\n  say \"go\"\n\nwinner p in Player\n");
    let rules = Rules::from_texts(&[("tiny.tavola", &text)]);
    let mut setup = Setup::of(2);
    setup.settings.push(("side".into(), "17".into()));
    let Err(LoadError::Findings { diagnostics, .. }) = rules.game(&setup) else { panic!("it is too large") };
    let found: Vec<_> = diagnostics.iter().map(|f| format!("{} {}", f.code, f.message)).collect();
    assert_eq!(found, ["E1005 `sea` cannot have 17 by 18 spaces"]);
}

#[test]
fn every_pair_is_linked() {
    let city = "kind Tile = {a, b, c, d, e}\nboard city of Tile joined by Gap\n  every pair\n";
    holds(
        city,
        &[
            "count of Gap is 10",
            "neighbours(c) is {a, b, d, e}",
            "every t in Tile has count of links(t) is 4",
            "far(a--d, d) is a and far(d--a, a) is d",
            "link(a, a) is none and link(e, b) is b--e",
            "distance(a, e) is 1",
            "some g in Gap where g is c--b",
        ],
    );
    holds("board ring of Player joined by Side\n  every pair\n", &["count of Side is 1"]);
    let union = "kind Land = {hill, mill}\nkind Spot = Land + {quay}\nboard map of Spot joined by Way\n";
    let lines = format!("{union}  hill -- quay\n  quay -- mill\n");
    holds(&lines, &["neighbours(quay) is {hill, mill}", "far(quay--mill, mill) is quay"]);
    holds(&format!("{union}  every pair\n"), &["count of Way is 3", "far(quay--mill, mill) is quay"]);
    let found = finding("kind Tile = {a, b}\nboard city of Tile\n  every pair\n  a -- b\n", "say \"go\"");
    assert!(found.starts_with("E0504 `every pair` already links the whole board"), "{found}");
}

#[test]
fn chains_of_links() {
    let map = "kind Town = {a, b, c, d, e, f, g, h}\nboard map of Town joined by Road\n  a -- b, e\n  b -- c\n  c -- d, a\n  e -- f\n  g -- h\n";
    holds(
        map,
        &[
            // A loop with a branch, and one separate road.
            "count of chains(Road) is 2 and chains(Road)[1] is Road - {g--h} and chains(Road)[2] is {g--h}",
            "chains({a--b, c--d, e--f}) is [{a--b}, {c--d}, {e--f}]",
            "chains({e--f, c--d, b--c, g--h})[1] is {b--c, c--d}",
            "count of chains({r in Road where count of Town < 3}) is 0",
            "max of count of chain for chain in chains({a--b, a--e, g--h}) is 2",
            "count of chains({a--b, a--e, a--c}) is 1",
        ],
    );
    holds(
        map,
        &[
            "count of chains(Town) is 2 and chains(Town)[2] is {g, h}",
            "chains({a, b, d, f}) is [{a, b}, {d}, {f}]",
            "reach(a, {a, b, d, f}) is {a, b} and reach(e, {a, b, d, f}) is none",
            "reach({d, g, h}, {a, b, d, g}) is {d, g}",
        ],
    );
    let found = finding(map, "require count of chains(Player) is 0 \"players\"");
    assert!(found.starts_with("E0301 expected a set of links or spaces, found a set of players"), "{found}");
    let found = finding(map, "require reach({a, b}, {a--b}) is none \"links\"");
    assert!(found.starts_with("E0301 expected a set of spaces, found links"), "{found}");
    let found = finding(map, "require reach(a) is none \"alone\"");
    assert!(found.starts_with("E0302 `reach` takes a space, and a set of links or of spaces"), "{found}");
}

#[test]
fn pairs_are_cells() {
    let sea = "board sea of Cell\n  hexes: 11, 11, wrapped\n\nkind Tile\n  | id    | ring   | free     |\n  | north | (3, 1) | (12, -1) |\n  | south | (2, 9) | -        |\n";
    holds(
        sea,
        &[
            "cell(north.ring) is cell(3, 1)",
            "every t in Tile has cell(t.ring).column > 1",
            "cell(north.free) is cell(1, 10) and cell(south.free) is none",
            "{cell(t.ring) for t in Tile} is {cell(3, 1), cell(2, 9)}",
        ],
    );
    let flat = sea.replace(", wrapped", "");
    let found = finding(&flat, "require every t in Tile has cell(t.free) is none \"off\"");
    assert!(found.starts_with("E1030 `(12, -1)` is not a cell of `sea` | it has 11 columns and 11 rows"), "{found}");
    let found = finding(sea, "require north.ring > 3 \"pairs\"");
    assert!(
        found.starts_with("E0305 `ring` is a pair: a cell of a board | only `cell(..)` reads it: `cell(x.ring)`"),
        "{found}"
    );
    let found = finding(sea, "require cell(north) is none \"pairs\"");
    assert!(found.starts_with("E0302 `cell` takes a column and a row, or a column of pairs"), "{found}");
    let found = finding(sea, "require cell(north.rink) is none \"pairs\"");
    assert!(found.starts_with("E0207 a member of `Tile` has no column of pairs `rink`"), "{found}");
    let found = finding(&sea.replace("(2, 9)", "7     "), "say \"go\"");
    assert!(found.starts_with("E0306 in the column `ring` this is not a pair of numbers"), "{found}");
}

#[test]
fn broken_boards_give_one_finding() {
    let found = finding("board sea of Cell\n  hexes: 4\n", "say \"go\"");
    assert!(found.starts_with("E0504 `hexes` has two sizes"), "{found}");
    let found = finding("board sea of Cell\n  hexes: 17, 16\n", "say \"go\"");
    assert!(found.starts_with("E0504 a board of 17 by 16 spaces is not possible"), "{found}");
    let found = finding("board sea of Cell\n  hexes: 4, 4, round\n", "say \"go\"");
    assert!(found.starts_with("E0504 `hexes` has two sizes"), "{found}");
    let found = finding("kind Tile = {a, b}\nboard sea of Cell\n  hexes: 4, 4\n  a -- b\n", "say \"go\"");
    assert!(found.starts_with("E0504 `hexes` already links the whole board"), "{found}");
    let found = finding("board sea of Cell joined by Way\n  every pair\n  hexes: 4, 4\n", "say \"go\"");
    assert!(found.starts_with("E0504 `hexes` already links the whole board"), "{found}");
    let itself =
        "kind Tile\n  | id            |\n  | ship(w in Way) |\n\nboard sea of Tile joined by Way\n  every pair\n";
    let found = finding(itself, "say \"go\"");
    assert!(found.contains("is made of itself"), "{found}");
}

#[test]
fn tiles_lie_on_wrapped_hexagons() {
    let sea = "board sea of Cell\n  hexes: 11, 11, wrapped\n\nkind Tile\n  | id    | ring    |\n  | north | (3, 1)  |\n  | south | (3, 11) |\n  | far   | (7, 7)  |\n\n\
               components\n  | component | count | start |\n  | Tile      | 1     | box   |\n\n\
               places\n  | place      | holds | limit |\n  | box        | Tile  |       |\n  | lies[Cell] | Tile  | 1     |\n";
    let placed = "each t in Tile: move t to lies[cell(t.ring)]\n";
    for sentence in [
        "{u in Tile where site(u) in neighbours(site(north))} is {south}",
        "site(far) is cell(7, 7) and far in lies[cell(7, 7)]",
        "every t in Tile has site(t) is cell(t.ring)",
        "{c in Cell where lies[c] is not none} is {site(t) for t in Tile}",
        "distance(site(north), site(south)) is 1",
    ] {
        assert_eq!(run(sea, &format!("{placed}require {sentence} \"no\"")), [""; 0], "{sentence}");
    }
}

/// Cells are computed when the game is set up. A cell that cannot be computed is a finding, never `none`.
#[test]
fn cells_are_computed_from_the_names_of_their_row() {
    let kind = |cell: &str| format!("kind Step\n  | id | big |\n  | step(n in 1..9) | {cell} |\n\n");
    holds(&kind("n in {2, 3}"), &["count of {s in Step where s.big} is 2", "step(3).big and not step(4).big"]);
    holds(&kind("n > 7"), &["count of {s in Step where s.big} is 2"]);
    let found = finding(&kind("n in {m for m in 1..3}"), "if step(1).big: say \"big\"");
    assert!(found.starts_with("E1004 this must be known before the game begins"), "{found}");
}

/// A board of five by five, where each player says where to put the peg.
const PEGS: &str = r#"
game pegs "Pegs" for 2 players
board field of Cell
  SHAPE: 5, 5, wrapped
kind Mark = {b9, e6}
components
  | component | count | start |
  | peg       | 1     | box   |
  | stone     | 9     | heap  |
places
  | place    | holds |
  | box      | peg   |
  | heap     | stone |
  | on[Cell] | peg, stone |
memory
  | variable | type            | start |
  | last     | Cell or none    | none  |
  | seen     | set of Cell     | {}    |
  | mark     | Mark            | b9    |
play
  each p in Player
    p chooses c in Cell, n in 1..2 where c is not a2 "Where?"
    move peg to on[c]
    add c to seen
    set last = c
    if c is c3: set mark = e6
winner p in Player
"#;

#[test]
fn scenarios_accept_both_names_of_a_cell() {
    let scenarios = r#"
- name: answers and values take both names
  players: [anna, ben]
  do:
    - offered: { anna: { includes: ["[b3, 1]", "[cell(3, 1), 2]"], excludes: ["[a2, 1]"] } }
    - refused: { anna: "[a2, 1]" }
    - { anna: [b3, 1] }
    - { ben: "[ c3,2 ]" }
  then: { peg: "on[c3]", last: c3, seen: ["cell(2, 3)", c3], "site(peg) is cell(3, 3)": yes, "site(peg)": c3, mark: e6, "peg at on[c3]": 1 }
- name: positions, and what is no cell
  players: [anna, ben]
  given: { peg: "on[e5]", last: e5, seen: [a1, "cell(5, 5)"], mark: b9, "stone at on[d4]": 3 }
  call: ["move peg to on[d4]", "require mark is b9 and site(peg) is d4 and d4 not in seen"]
  then: { peg: "on[cell(4, 4)]", last: "cell(5, 5)", seen: [e5, a1], mark: b9, "stone at on[d4]": 3 }
"#;
    let wrapped = "
- name: on a wrapped board what leaves on one side comes back on the other
  players: [anna, ben]
  do: [{ anna: [\"cell(0, 1)\", 1] }, { ben: \"[cell(6, -1), 2]\" }]
  then: { seen: [\"cell(5, 6)\", \"cell(11, 4)\"], last: \"cell(-4, 4)\" }
";
    let scenario = "
- name: what fails is told with the names that players read
  players: [anna, ben]
  do: [{ anna: [b3, 1] }]
  then: { last: d4, seen: [a1] }
";
    let run = |text: &str, scenarios: &str| -> Vec<String> {
        let rules = Rules::from_texts(&[("pegs.tavola", text)]);
        let found: Vec<_> = rules.diagnostics().iter().filter(|f| f.is_error()).map(|f| &f.message).collect();
        assert!(found.is_empty(), "{found:?}");
        let suite = scenario::read_texts(&[("cases.yaml", scenarios)], None);
        assert!(suite.diagnostics.is_empty(), "{:?}", suite.diagnostics);
        let failures = suite.scenarios.iter().flat_map(|case| scenario::run(&rules, case).failures);
        failures.map(|failure| format!("{failure:?}")).collect()
    };
    for shape in ["grid", "hexes"] {
        let board = PEGS.replace("SHAPE", shape);
        assert_eq!(run(&board, &format!("{scenarios}{wrapped}")), [""; 0]);
        assert_eq!(run(&board.replace(", wrapped", ""), scenarios), [""; 0]);
        assert_eq!(run(&board.replace(", wrapped", ""), wrapped).len(), 1, "off the board is no cell");
        let failures = run(&board, scenario);
        assert!(failures[0].contains("actual: \"b3\"") && !failures.concat().contains("cell("), "{failures:?}");
    }
}

#[test]
fn rules_accept_the_printed_names_of_cells() {
    for shape in ["grid: 4, 4", "hexes: 4, 4"] {
        let board = format!("board field of Cell\n  {shape}\n");
        holds(
            &board,
            &["e1 is none", "d5 is none", "a4 is cell(1, 4)", "count of {c in Cell where c in {a1, d4}} is 2"],
        );
        holds(&board, &["distance(a1, a4) is 3", "b2 in neighbours(a2)", "a1.row is 1", "cell(5, 1) is none"]);
    }
    let named = "board field of Cell\n  grid: 4, 4\nkind Mark = {a1, b2}\n";
    holds(named, &["the m in Mark where m is a1 is a1", "a2 is cell(1, 2)"]);
    assert!(finding("kind Mark = {up}\n", "let x = a1").contains("there is no `a1`"));
}

/// The program writes the printed names of cells (in records, transcripts, positions), and reads both. If something else has the
/// printed name, the cell is written by its other name.
#[test]
fn cells_are_written_by_their_printed_names() {
    let options = |text: &str| -> Vec<String> {
        let game = Rules::from_texts(&[("pegs.tavola", text)]).game(&Setup::of(2)).expect("a game");
        let (mut referee, mut state) = (game.referee(), game.start());
        referee.run(&mut state).expect("a question");
        let found =
            |referee: &mut tavola::game::Referee, text: &str| referee.find(&state, text).map_err(|why| why.message);
        assert_eq!(found(&mut referee, "[cell(3, 1), 2]"), found(&mut referee, "[c1, 2]"));
        (0..referee.option_count()).map(|option| referee.notation(option)).collect()
    };
    let pegs = PEGS.replace("SHAPE", "grid");
    assert_eq!(options(&pegs)[..3], ["[a1, 1]", "[a1, 2]", "[b1, 1]"]);
    let taken = options(&pegs.replace("{b9, e6}", "{b9, e6, b1}"));
    assert_eq!(taken[..3], ["[a1, 1]", "[a1, 2]", "[cell(2, 1), 1]"]);
    let old = "game: pegs\nrules: \"0\"\nplayers: [anna, ben]\nseed: 1\nanswers:\n- anna: \"[cell(3, 1), 2]\"\n- ben: \"[a5, 1]\"\n";
    let record = tavola::play::record::read_text("old.yaml", old).expect("a record");
    let rules = Rules::from_texts(&[("pegs.tavola", &pegs)]);
    let replayed = tavola::play::replay(&rules, &record, &mut |_, _, _| ()).expect("the game");
    assert_eq!((replayed.done, replayed.stopped), (2, None));
    assert_eq!(replayed.game.referee().evaluate(&replayed.state, "seen").as_deref(), Ok("{c1, a5}"));
}

/// With two boards, a name means the cell of the board that is expected there.
#[test]
fn a_cell_name_belongs_to_the_expected_board() {
    let text = r#"game two "Two" for 2 players
board field of Cell
  grid: 3, 3
board sea of Wave
  grid: 2, 2, wrapped
components
  | component | count | start |
  | peg       | 1     | box   |
  | boat      | 1     | dock  |
places
  | place        | holds |
  | box          | peg   |
  | dock         | boat  |
  | on[Cell]     | peg   |
  | afloat[Wave] | boat  |
play
  each p in Player
    p chooses c in Cell, w in Wave "Where?"
    move peg to on[c]
    move boat to afloat[w]
    if site(boat) is b2 or boat in afloat[a2]: say "far out"
winner p in Player
"#;
    let cases = r#"- name: both
  players: [anna, ben]
  do:
    - offered: { anna: { options: 36, includes: ["[c3, b2]", "[cell(1, 3), cell(2, 1)]"] } }
    - { anna: [c3, b2] }
    - then: { peg: "on[c3]", boat: "afloat[cell(2, 2)]" }
    - given: { peg: "on[a2]" }
    - then: { "site(peg) is a2": yes, "site(peg)": "cell(1, 2)", "boat at afloat[b2]": 1 }
    - { ben: ["cell(1, 3)", "cell(2, 1)"] }
  then: { peg: "on[a3]", boat: "afloat[b1]" }
"#;
    let rules = Rules::from_texts(&[("two.tavola", text)]);
    let found: Vec<_> = rules.diagnostics().iter().filter(|f| f.is_error()).map(|f| &f.message).collect();
    assert_eq!(found, Vec::<&String>::new());
    let suite = scenario::read_texts(&[("cases.yaml", cases)], None);
    let outcome = scenario::run(&rules, &suite.scenarios[0]);
    assert_eq!(outcome.failures, []);
}

/// Names of cells: a letter for the column, a number for the row.
#[test]
fn cell_names_are_read_back() {
    for (column, row) in [(1, 1), (11, 11), (26, 3), (27, 9), (256, 1), (702, 12)] {
        assert_eq!(read_cell(&cell_name(column, row)), Some((column, row)));
    }
    assert_eq!((cell_name(1, 11), cell_name(27, 3)), ("a11".to_owned(), "aa3".to_owned()));
    for other in ["", "a", "a0", "a01", "11", "A1", "a1b", "a-1", "a_1", "abc1", "a99999999999"] {
        assert_eq!(read_cell(other), None, "{other}");
    }
}

/// The pairs of adjacent cells of a board, by columns and rows from 1. Each pair once, even if two directions join it, as on small
/// wrapped boards.
fn side_by_side(columns: i32, rows: i32, hexes: bool, wrapped: bool) -> BTreeSet<[(i32, i32); 2]> {
    let ways = if hexes { &[(1, 0), (0, 1), (-1, 1)][..] } else { &[(1, 0), (0, 1)] };
    let cells = (1..=columns).flat_map(|column| (1..=rows).map(move |row| (column, row)));
    let step = |(column, row): (i32, i32), (right, up): (i32, i32)| {
        let (column, row) = (column + right, row + up);
        let around = ((column - 1).rem_euclid(columns) + 1, (row - 1).rem_euclid(rows) + 1);
        (wrapped || around == (column, row)).then_some(around)
    };
    let pairs = cells.flat_map(|cell| ways.iter().filter_map(move |way| Some([cell, step(cell, *way)?])));
    pairs.filter(|[one, other]| one != other).map(|[one, other]| [one.min(other), one.max(other)]).collect()
}

#[test]
fn adjacent_cells_are_linked_once() {
    for (columns, rows) in (1..6).flat_map(|columns| (1..6).map(move |rows| (columns, rows))) {
        for (hexes, wrapped) in [(false, false), (false, true), (true, false), (true, true)] {
            let wanted = side_by_side(columns, rows, hexes, wrapped);
            if wanted.is_empty() {
                continue;
            }
            let shape = if hexes { "hexes" } else { "grid" };
            let size = format!("{columns}, {rows}{}", if wrapped { ", wrapped" } else { "" });
            let board = format!("board field of Cell joined by Way\n  {shape}: {size}\n");
            let link = |[one, other]: &[(i32, i32); 2]| {
                format!("require link(cell({}, {}), cell({}, {})) is not none \"it\"\n", one.0, one.1, other.0, other.1)
            };
            let links: String = wanted.iter().map(link).collect();
            let text = format!("require count of Way is {} \"so many\"\n{links}", wanted.len());
            assert_eq!(run(&board, &text), [""; 0], "{shape} {size}: {wanted:?}");
        }
    }
}
