//! Divisions into places that hold only so much.

use super::Home;

const PILES: &str = r#"game piles "Piles" for 2 players

kind Good = {bread}

components
  | component | count | start |
  | Good      | 6     | store |
  | jar       | 6     | store |

places
  | place             | holds     | limit         |
  | store             | Good, jar |               |
  | basket[Player]    | Good, jar |               |
  | lot[Player, 1..2] | Good, jar | 3 Good, 2 jar |

play
  seat(1) divides basket[seat(1)] into lot[seat(1), 1..2]
  seat(2) may "Go on?": move 1 bread from store to basket[seat(2)]

winner p in Player by most p.seat
"#;

/// What lies in the basket and in the first pile, a division, and whether it is an answer.
const DIVISIONS: [(&str, &str, &str, bool); 10] = [
    ("[bread, bread, bread, bread]", "[]", "[[bread, bread], [bread, bread]]", true),
    ("[bread, bread, bread, bread]", "[]", "[[bread, bread, bread], [bread]]", true),
    ("[bread, bread, bread, bread]", "[]", "[[bread, bread, bread, bread], []]", false),
    // The copies that are left find no room behind.
    ("[bread, bread, bread, bread]", "[]", "[[], [bread, bread, bread, bread]]", false),
    ("[bread, bread, bread]", "[bread, bread]", "[[bread], [bread, bread]]", true),
    ("[bread, bread, bread]", "[bread, bread]", "[[bread, bread], [bread]]", false),
    ("[jar, jar, jar]", "[]", "[[jar, jar], [jar]]", true),
    ("[jar, jar, jar]", "[]", "[[jar, jar, jar], []]", false),
    ("[jar, jar, bread, bread]", "[jar]", "[[jar, bread], [jar, bread]]", true),
    ("[jar, jar, bread]", "[jar]", "[[jar, jar], [bread]]", false),
];

#[test]
fn no_pile_is_offered_that_is_full() {
    let home = Home::new();
    home.write("rules/piles/piles.tavola", PILES);
    let mut cases = String::new();
    for (number, (basket, pile, piles, possible)) in DIVISIONS.iter().enumerate() {
        let given = format!("\"basket[anna]\": {basket}, \"lot[anna, 1]\": {pile}");
        let asked = match possible {
            true => format!("do: [{{ anna: {piles} }}]\n  asked: ben"),
            false => format!("refused: {{ anna: {piles} }}"),
        };
        cases += &format!("- name: case {number}\n  players: 2\n  given: {{ {given} }}\n  {asked}\n");
    }
    home.write("rules/piles/scenarios/a.yaml", &cases);
    home.run("test rules/piles").ends(0).says(&["10 passed"]);
    // Whoever answers at random never lays more than there is room for.
    home.run("simulate rules/piles --games 20 --seed 1 --check").ends(0);
}

/// Where there is no room at all, the finding says which place is full.
#[test]
fn more_than_all_piles_hold_is_told() {
    let home = Home::new();
    home.write("rules/piles/piles.tavola", PILES);
    let case = "- name: a\n  players: 2\n  given: { \"basket[anna]\": [jar, jar, jar, jar, jar] }\n  do: [{ anna: [[jar, jar, jar], [jar, jar]] }]\n  asked: ben\n";
    home.write("rules/piles/scenarios/a.yaml", case);
    home.run("test rules/piles").ends(1).says(&["the place cannot hold that many things"]);
}
