//! Tests that run again after a change of rules: as few as possible, with the results of a fresh run.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use tavola::game::{Affected, Edit, Rules};
use tavola::play::sampled;
use tavola::play::scenario::{self, KnownResults, KnownSuite};

use crate::cli::Home;

/// Rules and defines that use each other, or not.
const TWO: &str = r#"game two "Two" for 2 players                                        [TW-1]

settings
  | name  | value | range | meaning |
  | first | 1     | 1..9  | "n"     |

track fame[Player] 0..
track gold[Player] 0..

display
  | of          | name    | shows    |
  | p in Player | "worth" | worth(p) |

define bonus = 2
define worth(p in Player) = fame[p] + gold[p]

rule reward(p in Player)
  p gains bonus fame

rule earn(p in Player)
  p gains 1 gold

rule ask(p in Player)
  p chooses n in 1..3 where n > first "How much?"                    [TW-2]
  p gains n fame

# A card table would be here.
hook thanks after earn(p) where first > 5
  p gains 1 gold

play
  each p in Player: reward(p)
  each p in Player: ask(p)

winner p in Player by most fame[p]
"#;

const CASES: &str = "\
- { name: rewarded, players: [anna, ben], call: reward(anna), then: { 'fame[anna]': 2 } }
- { name: paid, players: [anna, ben], call: earn(anna), then: { 'gold[anna]': 1 } }
- { name: refused, players: [anna, ben], call: ask(anna), refused: { anna: 1, because: TW-2 } }
- { name: a game, players: [anna, ben], do: [{ anna: 3 }, { ben: 2 }], then: { winner: anna } }
";

/// A game whose cases are played again and again.
struct Watched {
    folder: PathBuf,
    rules: Option<Rules>,
    suite: KnownSuite,
    known: KnownResults,
}

impl Watched {
    fn of(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), rules: None, suite: KnownSuite::default(), known: KnownResults::default() }
    }

    /// Plays what the last change of the files can affect, and everything. Returns the numbers of cases that were played.
    fn plays(&mut self, change: &str) -> Option<(usize, usize)> {
        let read = self
            .rules
            .as_ref()
            .map_or_else(|| Rules::read(&self.folder, None), |before| before.read_again(&self.folder, None));
        let rules = read.expect("it can be read");
        self.rules = Some(rules.clone());
        rules.title()?;
        let ids = rules.clause_ids();
        let suite = self.suite.read(&self.folder.join("scenarios"), None, ids.clone()).expect("it can be read");
        let fresh = scenario::read(&self.folder.join("scenarios"), None, ids.as_ref()).expect("it can be read");
        assert_eq!(suite.scenarios, fresh.scenarios, "{change}");
        let stop = AtomicBool::new(false);
        let (results, played) =
            self.known.run(&self.folder, &rules, &suite.scenarios, &stop).expect("nothing stops it");
        let rules = Rules::read(&self.folder, None).expect("it can be read");
        let fresh = scenario::run_all(&self.folder, &rules, &fresh.scenarios);
        for (known, fresh) in results.iter().zip(&fresh) {
            assert_eq!(known, fresh, "{change}");
        }
        assert_eq!(results.len(), fresh.len(), "{change}");
        Some((played, fresh.len()))
    }
}

/// The text with an edit.
fn edited(text: &str, edit: &Edit) -> String {
    let (start, end) = (edit.span.start as usize, edit.span.end as usize);
    format!("{}{}{}", &text[..start], edit.new, &text[end..])
}

/// Mutants of a game. Returns the numbers of cases that were played again, and of all cases.
fn mutants(game: &str, sample: usize) -> (usize, usize) {
    let home = Home::new();
    home.copy(&Path::new("rules").join(game), "rules/copy");
    let mut watched = Watched::of(&home.path("rules/copy"));
    watched.plays("nothing").expect("it has no errors");
    let rules = watched.rules.clone().expect("it was read");
    let mut counts = (0, 0);
    for edit in sampled(rules.edits(), sample, 7) {
        let source = rules.sources().get(edit.span.source).expect("it was read");
        fs::write(&source.name, edited(&source.text, &edit)).expect("it is written");
        let (played, all) = watched.plays(&format!("{}: {}", edit.place, edit.words)).unwrap_or_default();
        counts = (counts.0 + played, counts.1 + all);
        fs::write(&source.name, &source.text).expect("it is written");
    }
    counts
}

#[test]
fn results_after_an_edit_are_those_of_a_fresh_run() {
    let games = [("san_marco", 5), ("classics/chess", 3), ("classics/connect_four", 6), ("classics/leduc_poker", 8)];
    let (mut played, mut all) = (0, 0);
    for (game, sample) in games {
        let (again, of) = mutants(game, sample);
        (played, all) = (played + again, all + of);
    }
    assert!(played < all, "{played} of {all}");
}

#[test]
fn only_what_uses_a_changed_part_is_played_again() {
    let home = Home::holding("rules/two/two.tavola", TWO);
    home.write("rules/two/scenarios/all.yaml", CASES);
    let mut watched = Watched::of(&home.path("rules/two"));
    assert_eq!(watched.plays("nothing"), Some((4, 4)));
    let changes = [
        ("game two", "# A remark.\n\ngame two", 0),
        ("p gains bonus fame", "p  gains bonus  fame # why", 0),
        ("define bonus = 2", "define bonus = 3", 2),
        // The failure names another line.
        ("define bonus = 3", "# A remark.\ndefine bonus = 3", 1),
        ("define bonus = 3", "define bonus = 2", 2),
        ("p gains 1 gold\n\nrule ask", "p gains 2 gold\n\nrule ask", 1),
        ("p gains 2 gold\n\nrule ask", "p gains 1 gold\n\nrule ask", 1),
        ("[TW-2]", "[TW-3]", 2),
        ("[TW-3]", "[TW-2]", 2),
        // Only `display` shows it, which no case reads.
        ("fame[p] + gold[p]", "fame[p] + 2 * gold[p]", 0),
        ("first > 5", "first > 0", 1),
        ("after earn(p)", "after reward(p)", 4),
        ("first > 0", "first > 5", 2),
        ("by most", "by least", 4),
        // There is no third player: no program can be made.
        ("by least fame[p]", "by most fame[p] + fame[seat(3)]", 4),
        ("by most fame[p] + fame[seat(3)]", "by most fame[p]", 4),
        ("| first | 1 ", "| first | 2 ", 4),
        ("\"n\"", "\"m\"", 4),
        ("track gold[Player] 0..", "track gold[Player] 0..5", 4),
        ("define bonus = 2", "define bonus = 2\ndefine unused = 3", 4),
    ];
    let mut text = TWO.to_owned();
    for (old, new, count) in changes {
        assert!(text.contains(old), "{old}");
        text = text.replacen(old, new, 1);
        home.write("rules/two/two.tavola", &text);
        assert_eq!(watched.plays(new), Some((count, 4)), "{new}");
    }
}

#[test]
fn a_rule_affects_all_that_use_it() {
    let rules = |text: &str| Rules::from_texts(&[("two", text)]);
    let before = rules(TWO);
    let after = |old: &str, new: &str| rules(&TWO.replacen(old, new, 1)).affected_since(&before);
    let names = |words: &[&str]| Affected::Names(words.iter().map(|word| (*word).to_owned()).collect());
    assert_eq!(after("# A card", "# No card"), names(&[]));
    assert_eq!(after("bonus = 2", "bonus = 4"), names(&["bonus", "play", "reward"]));
    assert_eq!(after("gains 1 gold\n\nplay", "gains 2 gold\n\nplay"), names(&["earn", "thanks"]));
    assert_eq!(after("0..\n\ndisplay", "1..\n\ndisplay"), Affected::Everything);
}
