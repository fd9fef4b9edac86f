//! Marks of things: generated letters, or the author's symbol.

use super::{Scene, scene};
use tavola::game::{Rules, Setup};
use tavola::scene::Thing;

const COURT: &str = r#"game court "Court" for 2 players

kind Hut
  | id          | name  | symbol | colour | copies |
  | hut(n in 1..2) | "hut" | "⌂"    | "red"  | 1      |

components
  | component    | count  | start        | name      |
  | duke[Player] | 1      | lane[Player] | "duke"    |
  | dame         | 1      | yard         | "dame"    |
  | old_dog      | 1      | yard         | "old dog" |
  | Hut          | copies | yard         |           |

places
  | place        | holds              |
  | yard         | dame, old_dog, Hut |
  | lane[Player] | duke               |

play
  seat(1) chooses n in 1..2

winner p in Player by most p.seat
"#;

fn things(scene: &Scene) -> Vec<&Thing> {
    let panels = scene.panels.iter().flat_map(|panel| &panel.piles);
    scene.piles.iter().chain(panels).flat_map(|pile| &pile.things).collect()
}

#[test]
fn each_sort_has_unique_letters_or_the_authors_symbol() {
    let rules = Rules::from_texts(&[("court", COURT)]);
    assert!(rules.diagnostics().iter().all(|finding| !finding.is_error()), "{:#?}", rules.diagnostics());
    let players = Setup { players: vec!["anna".into(), "ben".into()], ..Setup::of(2) };
    let game = rules.game(&players).unwrap_or_else(|error| panic!("{error}"));
    let scene = scene(&game, &[], None);
    let all = things(&scene);
    let thing = |id: &str| *all.iter().find(|thing| thing.id == id).unwrap_or_else(|| panic!("{id} of {all:?}"));
    let read = ["duke[anna]", "dame", "old_dog", "hut(1)"].map(|id| thing(id).mark.as_str());
    assert_eq!(read, ["D", "Da", "O", "\u{2302}"]);
    assert_eq!((thing("duke[anna]").owner.as_deref(), thing("dame").owner.as_deref()), (Some("Anna"), None));
    assert_eq!(thing("hut(1)").colour.as_deref(), Some("red"));
}
