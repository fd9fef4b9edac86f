//! Tests that run again after a change of rules: as few as possible, with the results of a fresh run.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use tavola::game::{Affected, Edit, Rules};
use tavola::play::scenario::{self, KnownResults, KnownSuite};
use tavola::play::{sampled, snapshot};
use tavola::text::Span;

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
  say "{p} is rewarded"

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
- { name: read, players: [anna, ben], call: reward(anna), then: { 'fame[anna]': 2 }, told: { ben: [rewarded] } }
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

/// A replacement in the rules: its span, the new text, and its description.
type Replacement = (Span, String, String);

fn replacement(edit: Edit) -> Replacement {
    (edit.span, edit.new, format!("{}: {}", edit.place, edit.words))
}

/// A game with one change after the other. Returns the numbers of cases that were played again, and of all cases.
fn changed(game: &str, changes: impl Fn(&Rules) -> Vec<Replacement>) -> (usize, usize) {
    let home = Home::new();
    home.copy(&Path::new("rules").join(game), "rules/copy");
    let mut watched = Watched::of(&home.path("rules/copy"));
    watched.plays("nothing").expect("it has no errors");
    let rules = watched.rules.clone().expect("it was read");
    let mut counts = (0, 0);
    for (span, new, words) in changes(&rules) {
        let source = rules.sources().get(span.source).expect("it was read");
        let (before, after) = (&source.text[..span.start as usize], &source.text[span.end as usize..]);
        fs::write(&source.name, [before, &new, after].concat()).expect("it is written");
        let (played, all) = watched.plays(&words).unwrap_or_default();
        counts = (counts.0 + played, counts.1 + all);
        fs::write(&source.name, &source.text).expect("it is written");
    }
    counts
}

/// About so many of them, from all parts of a list.
fn some(all: Vec<Replacement>, count: usize) -> Vec<Replacement> {
    let step = (all.len() / count).max(1);
    all.into_iter().skip(step / 2).step_by(step).collect()
}

/// Other words in each text of the rules.
fn texts_of(rules: &Rules) -> Vec<Replacement> {
    let mut all = Vec::new();
    for (id, source) in rules.sources().iter().filter(|(_, source)| source.is_rules()) {
        let quotes: Vec<usize> = source.text.match_indices('"').map(|(at, _)| at + 1).collect();
        let starts = quotes.iter().step_by(2);
        all.extend(starts.map(|&at| (Span::new(id, at, at), "Well, ".to_owned(), format!("a text at byte {at}"))));
    }
    all
}

/// Other words in each question.
fn questions_of(rules: &Rules) -> Vec<Replacement> {
    let asks = |span: &Span| {
        let text = &rules.sources().whole(span.source)[span.start as usize..];
        text.split('"').next().is_some_and(|words| words.ends_with('?'))
    };
    texts_of(rules).into_iter().filter(|(span, ..)| asks(span)).collect()
}

/// Edits of the default values of settings.
fn settings_of(rules: &Rules, names: &[&str]) -> Vec<Replacement> {
    let is_value = |edit: &Edit| {
        let before = &rules.sources().whole(edit.span.source)[..edit.span.start as usize];
        let cells: Vec<&str> = before.rsplit('\n').next().unwrap_or_default().split('|').map(str::trim).collect();
        cells.len() == 3 && names.contains(&cells[1])
    };
    rules.edits().into_iter().filter(is_value).map(replacement).collect()
}

#[test]
fn results_after_an_edit_are_those_of_a_fresh_run() {
    let games = [("san_marco", 5), ("classics/chess", 3), ("classics/connect_four", 6), ("classics/leduc_poker", 8)];
    let (mut played, mut all) = (0, 0);
    for (game, sample) in games {
        let (again, of) =
            changed(game, |rules| sampled(rules.edits(), sample, 7).into_iter().map(replacement).collect());
        (played, all) = (played + again, all + of);
    }
    assert!(played < all, "{played} of {all}");
}

#[test]
fn results_after_a_change_of_words_are_those_of_a_fresh_run() {
    let (played, all) = changed("san_marco", |rules| [some(texts_of(rules), 3), some(questions_of(rules), 4)].concat());
    assert!(0 < played && played < all, "{played} of {all}");
}

#[test]
fn results_after_a_change_of_settings_are_those_of_a_fresh_run() {
    let (played, all) = changed("san_marco", |rules| settings_of(rules, &["toll", "jump_price", "passages"]));
    assert!(0 < played && played < all, "{played} of {all}");
}

#[test]
fn a_transcript_in_other_words_is_that_of_a_game_played_again() {
    for (game, players) in [("san_marco", 3), ("doge", 4)] {
        let home = Home::new();
        home.copy(&Path::new("rules").join(game), "rules/copy");
        let file = Path::new("snapshots").join(game).join(format!("game-{players}-players.txt"));
        let before = Rules::read(&home.path("rules/copy"), None).expect("it can be read");
        let known = snapshot::game_transcript(&before, players, &file).expect("it is played");
        assert_eq!(known.text, snapshot::whole_game(&before, players, &file).expect("it is played"));
        let mut differ = 0;
        for (span, new, words) in some(texts_of(&before), 30) {
            let source = before.sources().get(span.source).expect("it was read");
            let (start, end) = source.text.split_at(span.start as usize);
            fs::write(&source.name, [start, &new, end].concat()).expect("it is written");
            let after = before.read_again(&home.path("rules/copy"), None).expect("it can be read");
            let affected = after.affected_since(&before);
            if affected.is_shown(["play"]) && !affected.is_played(["play"]) {
                let worded = known.reworded(&after, players).expect("it is set up").expect("its words are known");
                let fresh = snapshot::whole_game(&after, players, &file).expect("it is played");
                assert_eq!(worded.text, fresh, "{game}, {words}");
                differ += usize::from(worded.text != known.text);
            }
            fs::write(&source.name, &source.text).expect("it is written");
        }
        assert!(differ > 0, "no text of {game} was read");
    }
}

#[test]
fn only_what_uses_a_changed_part_is_played_again() {
    let home = Home::holding("rules/two/two.tavola", TWO);
    home.write("rules/two/scenarios/all.yaml", CASES);
    let mut watched = Watched::of(&home.path("rules/two"));
    assert_eq!(watched.plays("nothing"), Some((5, 5)));
    let changes = [
        ("game two", "# A remark.\n\ngame two", 0),
        ("p gains bonus fame", "p  gains bonus  fame # why", 0),
        // No case reads the question, and one reads the log.
        ("How much?", "How many?", 0),
        ("is rewarded", "was rewarded", 1),
        ("was rewarded", "got something", 1),
        ("got something", "is rewarded", 1),
        ("define bonus = 2", "define bonus = 3", 3),
        // The failures name another line.
        ("define bonus = 3", "# A remark.\ndefine bonus = 3", 2),
        ("define bonus = 3", "define bonus = 2", 3),
        ("p gains 1 gold\n\nrule ask", "p gains 2 gold\n\nrule ask", 1),
        ("p gains 2 gold\n\nrule ask", "p gains 1 gold\n\nrule ask", 1),
        ("[TW-2]", "[TW-3]", 2),
        ("[TW-3]", "[TW-2]", 2),
        // Only `display` shows it, which no case reads.
        ("fame[p] + gold[p]", "fame[p] + 2 * gold[p]", 0),
        ("first > 5", "first > 0", 1),
        ("after earn(p)", "after reward(p)", 5),
        ("first > 0", "first > 5", 3),
        ("by most", "by least", 5),
        // There is no third player: no program can be made.
        ("by least fame[p]", "by most fame[p] + fame[seat(3)]", 5),
        ("by most fame[p] + fame[seat(3)]", "by most fame[p]", 5),
        // Nothing that is paid asks for it.
        ("| first | 1 ", "| first | 2 ", 4),
        ("| first | 2 ", "| first | 1 ", 4),
        ("| first | 1     | 1..9", "| first | 1     | 1..8", 5),
        ("track gold[Player] 0..", "track gold[Player] 0..5", 5),
        ("define bonus = 2", "define bonus = 2\ndefine unused = 3", 5),
    ];
    let mut text = TWO.to_owned();
    for (old, new, count) in changes {
        assert!(text.contains(old), "{old}");
        text = text.replacen(old, new, 1);
        home.write("rules/two/two.tavola", &text);
        assert_eq!(watched.plays(new), Some((count, 5)), "{new}");
    }
}

#[test]
fn a_rule_affects_all_that_use_it() {
    let rules = |text: &str| Rules::from_texts(&[("two", text)]);
    let before = rules(TWO);
    let after = |old: &str, new: &str| rules(&TWO.replacen(old, new, 1)).affected_since(&before);
    let names = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<BTreeSet<String>>();
    let played = |words: &[&str]| Affected::Names { played: names(words), shown: names(words) };
    let shown = |words: &[&str]| Affected::Names { played: names(&[]), shown: names(words) };
    assert_eq!(after("# A card", "# No card"), played(&[]));
    assert_eq!(after("bonus = 2", "bonus = 4"), played(&["bonus", "play", "reward"]));
    assert_eq!(after("gains 1 gold\n\nplay", "gains 2 gold\n\nplay"), played(&["earn", "thanks"]));
    assert_eq!(after("0..\n\ndisplay", "1..\n\ndisplay"), Affected::Everything);
    assert_eq!(after("How much?", "How many?"), shown(&["ask", "play"]));
    assert_eq!(after("is rewarded", "was rewarded"), shown(&["play", "reward"]));
    // Who reads a value in a text, or a clause beside it, does so in play.
    assert_eq!(after("\"{p} is", "\"{bonus} is"), played(&["play", "reward"]));
    assert_eq!(after("\"How much?\"                    [TW-2]", "\"How many?\" [TW-3]"), played(&["ask", "play"]));
    assert_eq!(after("| first | 1 ", "| first | 2 "), played(&["ask", "earn", "first", "play"]));
    // Settings that depend on others must fit together in every game.
    let related = |value: &str| rules(&TWO.replacen("| first | 1     | 1..9  | \"n\"     |", value, 1));
    let rows = "| first | 1     | 1..9  | \"n\"     |\n  | last | VALUE | 1..9 | \"m\" |";
    let (one, two) = (related(&rows.replace("VALUE", "first")), related(&rows.replace("VALUE", "first + 1")));
    assert_eq!(two.affected_since(&one), Affected::Everything);
}
