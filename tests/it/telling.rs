//! How a finding about a secret shows its way.

use tavola::game::Rules;

const TABLE: &str = r#"game telling "Telling" for 2 players

kind Card = {low, mid, high}

components
  | component | count     | start |
  | Card      | 4         | deck  |
  | coin      | unlimited | bank  |

places
  | place             | holds | order    | seen by |
  | deck              | Card  | shuffled | nobody  |
  | hand[p in Player] | Card  |          | p       |
  | pile              | Card  |          | nobody  |
  | table             | Card  |          | all     |
  | bank              | coin  |          | all     |
  | purse[Player]     | coin  |          | all     |

memory
  | variable          | type          | start | seen by |
  | wish[p in Player] | 0..9          | 0     | p       |
  | open[p in Player] | 0..9          | 0     | all     |
  | note[p in Player] | 0..9          | 0     | p       |
  | named             | set of Player | {}    | all     |

track fame[Player] 0..

play
  each p in Player
    draw 3 from deck to hand[p]
    p chooses n in 1..2 "How many?" seen by p
    set wish[p] = n
    act(p)

winner p in Player by most fame[p]

rule act(p in Player)
"#;

/// From where it is read, over what carries it, to where it shows, in this order.
#[test]
fn a_finding_shows_the_way_of_a_secret() {
    let game = format!(
        "{TABLE}  let held = high at hand[p]\n  let many = held > 1\n  invite(p, many)\n\nrule invite(p in Player, many: yes or no)\n  if many: left(p) may \"Come in?\": p gains 1 fame\n"
    );
    let rules = Rules::from_texts(&[("telling.tavola", &game)]);
    let finding = rules.diagnostics().iter().find(|one| one.code == "E0804").expect("it is found");
    let at = |start: usize, end: usize| &game[start..end];
    let labels: Vec<(&str, &str)> = finding
        .labels
        .iter()
        .map(|label| (label.text.as_str(), at(label.span.start as usize, label.span.end as usize)))
        .collect();
    let mut steps = labels.iter().map(|(text, _)| *text);
    assert_eq!(steps.next(), Some("1. it is read here"), "{labels:?}");
    assert_eq!(labels[0].1, "hand[p]");
    assert_eq!(labels[1], ("2. this carries it on", "held"));
    let (last, place) = labels[labels.len() - 1];
    assert!(last.ends_with("this is where it shows") && place.contains("Come in?"), "{labels:?}");
}
