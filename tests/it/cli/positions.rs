//! Positions in `tavola play`: a table of the players, tables of places with one name, and lines for the rest.

use super::Home;
use super::boards::shown;

const TOWN: &str = r#"game town "Town" for 2 players

kind Spot
  | id       | name       |
  | old_town | "Old Town" |
  | new_town | "New Town" |

kind Card
  | id          | name          | copies |
  | crown_card  | "crown card"  | 4      |
  | limit_three | "limit three" | 40     |

components
  | component        | count  | start   |
  | courtier[Player] | 25     | box     |
  | duke             | 1      | box     |
  | Card             | copies | deck    |

places
  | place             | holds          | order    | seen by |
  | box               | courtier, duke |          |         |
  | harbor[Spot]      | courtier, duke |          |         |
  | reserve           | courtier       |          |         |
  | supply            | courtier       |          |         |
  | deck              | Card           | shuffled | nobody  |
  | hand[p in Player] | Card           |          | p       |

track standing[Player]

memory
  | variable         | type           | start |
  | starter          | Player         | seat(1) |
  | guests[Player]   | set of Player  | {}    |
  | open             | set of Spot    | Spot  |

play
  each p in Player: draw 3 from deck to hand[p]
  each p in Player: move 15 courtier[p] from box to reserve
  move 1 courtier[seat(1)] from box to reserve
  move 2 courtier[seat(2)] from box to harbor[old_town]
  move duke to harbor[old_town]
  move 8 courtier[seat(1)] from box to harbor[new_town]
  seat(1) gains 8 standing
  seat(2) pays 1 standing
  seat(1) chooses n in 1..2 "How many?"
  if seat(1) is starter: seat(1) gains n standing
  add seat(1) to guests[seat(1)]
  remove old_town from open
  if count of guests[seat(1)] + count of open + count of supply > 99: seat(1) gains 0 standing

winner p in Player by most standing[p]
"#;

const TILES: &str = r#"game tiles "Tiles" for 2 players

kind Spot = {hill, mill, ford, lake}

kind Tile = {castle, well, gate, tower}

board field of Plot
  grid: 2, 1

components
  | component | count | start |
  | Tile      | 1     | box   |
  | aa        | 1     | box   |
  | a         | 1     | box   |
  | duke      | 4     | box   |

places
  | place      | holds | seen by |
  | box        | Tile, aa, a, duke  | |
  | lies[Spot] | Tile  | |
  | on[Plot]   | aa, a | |
  | dark[Plot] | duke  | nobody |

track fame[Player] 0..

play
  move castle to lies[hill]
  move well to lies[mill]
  move gate to lies[ford]
  move tower to lies[lake]
  move aa to on[cell(1, 1)]
  move a to on[cell(2, 1)]
  move 1 duke from box to dark[cell(2, 1)]
  seat(1) chooses n in 1..2 "How many?"
  seat(1) gains n fame

winner p in Player by most fame[p]
"#;

const VALUES: &str = r#"game values "Values" for 2 players

kind Spot
  | id   | name                |
  | old  | "Old Mill and Ford" |
  | mill | "Mill"              |
  | hill | "Hill"              |

board field of Plot
  grid: 14, 1

memory
  | variable    | type         | start |
  | depth[Plot] | 0..9         | 0     |
  | rise[Plot]  | 0..9         | 4     |
  | few[Spot]   | 0..9         | 0     |
  | near[Spot]  | Spot or none | none  |

track fame[Player] 0..

play
  each c in {cell(8, 1), cell(14, 1)}: set depth[c] = 5
  each s in Spot: set few[s] = 3
  set near[old] = old
  set near[hill] = mill
  seat(1) chooses n in 1..2 "How many?"
  if some c in Plot where depth[c] > 8 or rise[c] > 8 or few[old] > 8 or near[mill] is mill: seat(1) gains n fame

winner p in Player by most fame[p]
"#;

const UNDER: &str = r#"game under "Under" for 2 players

kind Gem
  | id   | name   | copies |
  | ruby | "ruby" | 9      |
  | opal | "opal" | 9      |

components
  | component | count  | start |
  | Gem       | copies | deck  |

places
  | place              | holds | order    | seen by |
  | deck               | Gem   | shuffled | nobody  |
  | drawn[p in Player] | Gem   |          | p       |

track fame[Player]

play
  each p in Player: draw 2 from deck to drawn[p]
  move all from drawn[seat(2)] to bottom of deck
  move all from drawn[seat(1)] to bottom of deck
  draw 2 from deck to drawn[seat(2)]
  move all from drawn[seat(2)] to top of deck
  seat(1) chooses n in 1..2 "How many?"
  seat(1) gains n fame

winner p in Player by most fame[p]
"#;

/// Empty places and unset variables are omitted.
#[test]
fn a_larger_position_is_shown() {
    let home = Home::with(TOWN);
    let run = home.feed("play rules/gems --seed 1 --no-record", "quit\n").ends(0);
    let right = "
harbor      courtier   duke
            Anna  Ben
  Old Town     .    2     1
  New Town     8    .     .

players  standing  box          reserve       hand
  Anna          8  courtier     16x courtier  3x limit three
  Ben          -1  8x courtier  15x courtier  3 hidden

deck     38 hidden
starter  Anna
open     Old Town and New Town

Anna: How many?
";
    assert!(run.out.contains(right), "{}", run.out);
}

#[test]
fn single_things_are_listed() {
    let right = ["lies", "  hill  castle", "  mill  well", "  ford  gate", "  lake  tower"];
    assert_eq!(shown(TILES, "", "", "lies"), right);
    assert_eq!(shown(TILES, "", "", "dark"), ["dark", "  b1  1 hidden"]);
}

/// Only unusual values are listed. Values of several words come after a colon.
#[test]
fn many_values_are_summarised() {
    let right = [
        "depth  h1 5, n1 5, all others 0",
        "rise   all 4",
        "few    Old Mill and Ford 3, Mill 3, Hill 3",
        "near   Old Mill and Ford: Old Mill and Ford; Hill: Mill",
    ];
    assert_eq!(shown(VALUES, "", "", "depth"), right);
}

/// A value is usual if more than half of the members have it, in the terminal and in the scene. Otherwise all are listed.
#[test]
fn without_a_usual_value_all_are_listed() {
    let cells = |from: u32, to: u32| (from..=to).map(|at| format!("cell({at}, 1)")).collect::<Vec<_>>().join(", ");
    let waves = format!(
        "play\n  each c in {{{}}}: set wave[c] = 1\n  each c in {{{}}}: set wave[c] = 2\n",
        cells(1, 5),
        cells(6, 10)
    );
    let rules = VALUES.replace("  | rise[Plot]", "  | wave[Plot]  | 0..9         | 0     |\n  | rise[Plot]");
    let rules = rules.replace("play\n", &waves).replace("rise[c] > 8", "rise[c] > 8 or wave[c] > 8");
    let right = ["wave   a1 1, b1 1, c1 1, d1 1, e1 1, f1 2, g1 2, h1 2, i1 2, j1 2, k1 0, l1 0,", "       m1 0, n1 0"];
    assert_eq!(shown(&rules, "", "", "wave")[..2], right);
    let scene = Home::with(&rules).run("draw rules/gems --format json").ends(0).out;
    let named = |name: &str| scene.matches(&format!("\"name\": \"{name}\"")).count();
    assert_eq!((named("wave"), named("depth"), named("rise")), (14, 2, 0));
}

#[test]
fn known_packets_of_a_stack_are_listed_from_the_top() {
    let deck = |human: &str| shown(UNDER, human, "show\n", "deck");
    assert_eq!(deck("--human anna"), ["deck  18 hidden (bottom: 2 hidden, then ruby, opal)"]);
    let ben = UNDER.replace("seat(1) chooses", "seat(2) chooses");
    let right = ["deck  18 hidden (top: ruby, opal; bottom: 2x opal, then 2 hidden)"];
    assert_eq!(shown(&ben, "--human ben", "show\n", "deck"), right);
    let plain = UNDER.replace("  move all from drawn[seat(1)] to bottom of deck\n", "");
    assert_eq!(shown(&plain, "--human anna", "show\n", "deck"), ["deck  16 hidden"]);
}

/// Characters that take two columns, and combining characters.
#[test]
fn wide_and_combining_characters_take_their_columns() {
    let wide = "\u{5c71}".repeat(5);
    let note = |words: usize| vec![wide.as_str(); words].join(" ");
    let display = format!("display\n  | of | name | shows |\n  | | \"note\" | \"{}\" |\n\nplay\n", note(20));
    let rules = TOWN.replace("\"Old Town\"", "\"\u{5c71}\"").replace("\"New Town\"", "\"e\u{301}\"");
    let rules = rules.replace("play\n", &display);
    let right = [
        "harbor  courtier   duke",
        "        Anna  Ben",
        "  \u{5c71}       .    2     1",
        "  e\u{301}        8    .     .",
    ];
    assert_eq!(shown(&rules, "", "", "harbor"), right);
    // Ten columns each: six of them fit after the name on a line of 80 columns.
    let lines = shown(&rules, "", "", "note");
    assert_eq!(lines[..2], [format!("note     {}", note(6)), format!("         {}", note(6))]);
}

/// A fault on the way is drawn with its place. A position that is too far away is refused, as the size of positions demands.
#[test]
fn a_drawing_ends_where_its_position_is_not_reached() {
    let faulty =
        Home::with(&super::GEMS.replace("play\n", "play\n  seat(1) gains 1 / (rounds - rounds) rounded up score\n"));
    faulty.run("draw rules/gems").ends(1).says(&["error[F0002]: a division by 0", "gems.tavola:", "while `play` runs"]);
    let long = r#"game long "Long" for 2 players

components
  | component | count  | start |
  | jar       | 900000 | box   |

places
  | place | holds | order    |
  | box   | jar   | shuffled |
  | shelf | jar   | row      |

track fame[Player] 0..

play
  draw 300000 from box to shelf
  each p in Player: p chooses n in 0..1 "How much?"

winner p in Player by most fame[p]
"#;
    let home = Home::holding("rules/long/long.tavola", long);
    let far = "the position that is drawn is not reached after";
    home.run("draw rules/long").ends(3).says(&[far]);
    home.run("draw rules/long --at 5 --format json").ends(0);
}
