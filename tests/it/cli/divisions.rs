//! Divisions into places with limits.

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

/// Contents of the basket and of the first pile, a division, and whether it is legal.
const DIVISIONS: [(&str, &str, &str, bool); 10] = [
    ("[bread, bread, bread, bread]", "[]", "[[bread, bread], [bread, bread]]", true),
    ("[bread, bread, bread, bread]", "[]", "[[bread, bread, bread], [bread]]", true),
    ("[bread, bread, bread, bread]", "[]", "[[bread, bread, bread, bread], []]", false),
    // The later piles have no room for the remaining copies.
    ("[bread, bread, bread, bread]", "[]", "[[], [bread, bread, bread, bread]]", false),
    ("[bread, bread, bread]", "[bread, bread]", "[[bread], [bread, bread]]", true),
    ("[bread, bread, bread]", "[bread, bread]", "[[bread, bread], [bread]]", false),
    ("[jar, jar, jar]", "[]", "[[jar, jar], [jar]]", true),
    ("[jar, jar, jar]", "[]", "[[jar, jar, jar], []]", false),
    ("[jar, jar, bread, bread]", "[jar]", "[[jar, bread], [jar, bread]]", true),
    ("[jar, jar, bread]", "[jar]", "[[jar, jar], [bread]]", false),
];

#[test]
fn a_full_pile_is_not_offered() {
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
    // Random players never exceed a limit.
    home.run("simulate rules/piles --games 20 --seed 1 --check").ends(0);
}

/// If all piles are full, the fault names a full place.
#[test]
fn too_many_things_for_all_piles_are_a_fault() {
    let home = Home::new();
    home.write("rules/piles/piles.tavola", PILES);
    let case = "- name: a\n  players: 2\n  given: { \"basket[anna]\": [jar, jar, jar, jar, jar] }\n  do: [{ anna: [[jar, jar, jar], [jar, jar]] }]\n  asked: ben\n";
    home.write("rules/piles/scenarios/a.yaml", case);
    home.run("test rules/piles").ends(1).says(&["the place cannot hold that many things"]);
}
