//! Boards in `tavola play`: with letters on the cells, as a small map, or as a list.

use super::Home;

const COURT: &str = r#"game court "Court" for 2..3 players

board field of Plot
  grid: 2, 2

components
  | component    | count | start |
  | duke[Player] | 2     | box   |
  | dame[Player] | 1     | box   |
  | stone        | 1     | box   |

places
  | place     | holds             |
  | box       | duke, dame, stone |
  | on[Plot]  | duke, dame, stone |

track fame[Player] 0..

play
  move 1 duke[seat(1)] from box to on[cell(1, 1)]
  move dame[seat(2)] to on[cell(1, 2)]
  move 1 duke[seat(2)] from box to on[cell(2, 2)]
  seat(1) chooses n in 1..2 "How many?"
  seat(1) gains n fame

winner p in Player by most fame[p]
"#;

const BEADS: &str = r#"game beads "Beads" for 3 players

board row of Plot
  grid: 3, 1

components
  | component    | count | start |
  | bead[Player] | 9     | box   |

places
  | place     | holds |
  | box       | bead  |
  | lies[Plot] | bead |

track fame[Player] 0..

play
  each p in Player: move 1 bead[p] from box to lies[cell(p.seat, 1)]
  seat(1) chooses n in 1..2 "How many?"
  move 1 bead[seat(1)] from box to lies[cell(1, 1)]
  seat(1) chooses m in 1..2 "How many?"
  seat(1) gains n + m fame

winner p in Player by most fame[p]
"#;

const FIELD: &str = r#"game field "Field" for 2 players

settings
  | name  | value | range | meaning           |
  | width | 5     | 5..15 | "width of a field" |

board field of Plot
  grid: width, 4

components
  | component | count | start |
  | stone     | 9     | box   |

places
  | place    | holds |
  | box      | stone |
  | on[Plot] | stone |

track fame[Player] 0..

play
  each c in {cell(1, 1), cell(width, 4), cell(3, 3)}: move 2 stone from box to on[c]
  seat(1) chooses n in 1..2 "How many?"
  seat(1) gains n fame

winner p in Player by most fame[p]
"#;

const ISLE: &str = r#"game isle "Isle" for 2 players

board sea of Cell
  hexes: 11, 11, wrapped

components
  | component | count | start |
  | boat      | 20    | port  |

places
  | place    | holds |
  | port     | boat  |
  | on[Cell] | boat  |

track fame[Player] 0..

play
  seat(1) chooses n in 1..4 "Where?"
  if n is 1: each c in {k11, a11, a1, b1}: move 1 boat from port to on[c]
  if n is 2: each c in {e6, f6, e7}: move 1 boat from port to on[c]
  if n is 3: each c in {k1, a1, c1}: move 1 boat from port to on[c]
  if n is 4: each c in {a1, b1, c1, d1, e1, f1, g1, h1, i1, j1}: move 1 boat from port to on[c]
  seat(1) chooses m in 1..2 "How many?"
  seat(1) gains m fame

winner p in Player by most fame[p]
"#;

/// The output about a place after these lines of input, up to the next empty line.
pub(super) fn shown(rules: &str, more: &str, input: &str, place: &str) -> Vec<String> {
    let home = Home::with(rules);
    let play = format!("play rules/gems --seed 1 --no-record {more}");
    let run = home.feed(&play, &format!("{input}quit\n")).ends(0);
    let from = run.out.rfind(&format!("\n{place}")).unwrap_or_else(|| panic!("no {place}: {}", run.out));
    run.out[from + 1..].lines().take_while(|line| !line.is_empty()).map(str::to_owned).collect()
}

#[test]
fn sorts_have_letters_and_the_first_player_has_capitals() {
    let right = ["on", "  2 d u", "  1 U \u{b7}", "    a b", "  (d dame, u duke; capitals: Anna)"];
    assert_eq!(shown(COURT, "--players 2", "", "on"), right);
    let three = shown(COURT, "--players 3", "", "on");
    assert_eq!(three[..2], ["on    duke       dame", "      Anna  Ben   Ben"], "two cases are not enough for three");
    // The legend is too wide for a terminal with 80 columns.
    let long = COURT.replace("duke", &format!("duke_{}", "of_the_north_".repeat(4).trim_end_matches('_')));
    let listed = shown(&long.replace("dame", "governess_of_the_harbour"), "--players 2", "", "on");
    assert!(listed.len() == 4 && listed[1].starts_with("  a1  Anna's duke of the north"), "{listed:?}");
}

#[test]
fn a_single_sort_is_marked_by_owner() {
    let right = ["lies", "  1 a b c", "    a b c", "  (a Anna, b Ben, c Chris)"];
    assert_eq!(shown(BEADS, "", "", "lies"), right);
}

#[test]
fn things_without_a_letter_are_listed() {
    let two = shown(BEADS, "", "1\nshow\n", "lies");
    assert_eq!(two[..3], ["lies  bead", "      Anna  Ben  Chris", "  a1     2    .      ."], "two things on a cell");
    let hidden = BEADS.replace("  | place     | holds |", "  | place | holds | seen by |");
    let hidden =
        hidden.replace("| bead  |", "| bead | |").replace("| lies[Plot] | bead |", "| lies[Plot] | bead | nobody |");
    assert_eq!(shown(&hidden, "", "", "lies")[1], "  a1  1 hidden");
    // No letter is left for the second sort.
    let like = COURT.replace("duke", "aa").replace("dame", "a");
    assert_eq!(shown(&like, "--players 2", "", "on")[0], "on    aa           a");
}

#[test]
fn square_and_hexagonal_boards_are_maps() {
    let squares = shown(FIELD, "", "", "on");
    let right = [
        "  a1  \u{b7}   \u{b7}   \u{b7}   \u{b7}",
        "  \u{b7}   \u{b7}   \u{b7}   \u{b7}   \u{b7}",
        "  \u{b7}   \u{b7}   c3  \u{b7}   \u{b7}",
        "  \u{b7}   \u{b7}   \u{b7}   \u{b7}   e4",
    ];
    assert_eq!(squares[1..5], right);
    let wide = FIELD.replace("| 5     |", "| 15    |").replace("5..15", "5..25");
    assert_eq!(shown(&wide, "", "", "on").len(), 1 + 4 + 3);
    let wider = wide.replace("| 15    |", "| 25    |");
    assert_eq!(shown(&wider, "", "", "on")[0], "on    stone", "a map of 25 columns is too wide");
    let hexes = shown(&ISLE.replace(", wrapped", ""), "", "2\nshow\n", "on");
    assert_eq!(hexes[0], "on");
    let three = ISLE.replace(", wrapped", "").replace("move 1 boat", "move 2 boat");
    let right = [
        "  \u{b7}   \u{b7}   \u{b7}   \u{b7}",
        "    \u{b7}   e6  f6  \u{b7}",
        "      \u{b7}   e7  \u{b7}   \u{b7}",
        "        \u{b7}   \u{b7}   \u{b7}   \u{b7}",
    ];
    assert_eq!(shown(&three, "", "2\nshow\n", "on")[1..5], right);
}

/// A group that wraps around the edge of a board is drawn together.
#[test]
fn a_group_across_a_wrapped_edge_is_drawn_together() {
    let drawn = |number: u32| shown(ISLE, "", &format!("{number}\nshow\n"), "on");
    let right = [
        "  \u{b7}   \u{b7}   \u{b7}   \u{b7}   \u{b7}",
        "    \u{b7}   k11 a11 \u{b7}   \u{b7}",
        "      \u{b7}   \u{b7}   a1  b1  \u{b7}",
        "        \u{b7}   \u{b7}   \u{b7}   \u{b7}   \u{b7}",
    ];
    assert_eq!(drawn(1)[1..5], right);
    assert_eq!(drawn(2)[2], "    \u{b7}   e6  f6  \u{b7}");
    assert_eq!(drawn(3)[2], "    \u{b7}   k1  a1  \u{b7}   c1  \u{b7}");
    assert_eq!(drawn(4)[2].matches(['1', '\u{b7}']).count(), 11, "all columns");
}
