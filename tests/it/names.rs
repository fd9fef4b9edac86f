//! The index of names: every name of the shipped rules is in it, and renaming by it gives rules that still check.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use tavola::game::{DeclarationSort, GameFolder, Rules, SENTENCES, variants_in};
use tavola_syntax::text::{SourceId, Span};

/// The shipped games, and the fixtures that check without findings, each with its variants.
fn all_rules() -> Vec<(String, GameFolder, Option<String>)> {
    let mut all = Vec::new();
    for path in crate::games() {
        let mut folder = GameFolder::read(&path).expect("a game can be read");
        // Names there are found by their text, as in scenarios.
        folder.files.remove("look.yaml");
        let variants: Vec<String> = variants_in(&path);
        all.push((path.display().to_string(), folder.clone(), None));
        let of = |name: String| (format!("{} {name}", path.display()), folder.clone(), Some(name));
        all.extend(variants.into_iter().map(of));
    }
    for path in fixtures() {
        let text = std::fs::read_to_string(&path).expect("a fixture can be read");
        let files = BTreeMap::from([("rules.tavola".to_owned(), text)]);
        all.push((path.display().to_string(), GameFolder { name: "fixture".into(), files }, None));
    }
    all
}

fn fixtures() -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = std::fs::read_dir("tests/fixtures/syntax/good")
        .expect("the fixtures are there")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|end| end == "tavola"))
        .collect();
    all.sort();
    all
}

/// The rules, if they have no errors.
fn read(folder: &GameFolder, variant: Option<&str>) -> Option<Rules> {
    let rules = Rules::read(folder, variant).expect("there are rules");
    (!rules.diagnostics().iter().any(tavola::diagnostic::Diagnostic::is_error)).then_some(rules)
}

fn text_at(rules: &Rules, span: Span) -> &str {
    rules.sources().text(span)
}

/// `BigFruit` as `big_fruit`, as an index of a thing is read.
fn lower_case(name: &str) -> String {
    let mut lower = String::new();
    for (at, letter) in name.chars().enumerate() {
        if letter.is_uppercase() && at > 0 && !lower.ends_with('_') {
            lower.push('_');
        }
        lower.extend(letter.to_lowercase());
    }
    lower
}

#[test]
fn every_use_reads_like_its_declaration() {
    for (what, folder, variant) in all_rules() {
        let Some(rules) = read(&folder, variant.as_deref()) else { continue };
        let names = rules.names();
        for (_, declared) in names.declarations().filter(|(_, declared)| !declared.span.is_none()) {
            assert_eq!(
                text_at(&rules, declared.span),
                declared.name,
                "{what}: {:?}",
                rules.sources().place(declared.span)
            );
            assert!(declared.item.covers(declared.span), "{what}: {declared:?}");
        }
        for used in names.uses() {
            let declared = names.declaration_of(used);
            let name = if used.lower_case { lower_case(&declared.name) } else { declared.name.clone() };
            assert_eq!(text_at(&rules, used.span), name, "{what}: {:?}", rules.sources().place(used.span));
        }
    }
}

/// Words of a rules text outside of comments and texts, with their places. Holes of texts count.
fn words(text: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let (mut quoted, mut hole, mut comment, mut from) = (false, false, false, None);
    for (at, letter) in text.char_indices().chain([(text.len(), '\n')]) {
        let in_name = letter == '_' || letter.is_alphanumeric();
        if !in_name && let Some(start) = from.take() {
            words.push((start, &text[start..at]));
        }
        match letter {
            '\n' => (quoted, hole, comment) = (false, false, false),
            '#' if !quoted => comment = true,
            '"' if !comment => quoted = !quoted,
            '{' if quoted => hole = true,
            '}' if quoted => hole = false,
            _ if in_name && !comment && (!quoted || hole) => from = from.or(Some(at)),
            _ => {}
        }
    }
    words.retain(|(_, word)| !word.starts_with(|c: char| c.is_numeric()));
    words
}

/// Words that the grammar knows.
fn keywords() -> BTreeSet<String> {
    let read = |name| std::fs::read_to_string(format!("crates/syntax/grammar/{name}.pest")).expect("it can be read");
    let grammar = read("tavola") + &read("text");
    let lines = grammar.lines().filter(|line| !line.trim_start().starts_with("//"));
    let quoted = lines.flat_map(|line| line.split('"').skip(1).step_by(2));
    quoted.flat_map(|words| words.split([' ', ':'])).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Words without a meaning for the checker.
fn is_excepted(rules: &Rules, source: SourceId, at: usize, word: &str) -> bool {
    let text = rules.sources().whole(source);
    let line_from = text[..at].rfind('\n').map_or(0, |at| at + 1);
    let line = text[line_from..].lines().next().unwrap_or_default().trim_start();
    let before = text[..line_from].lines().next_back().unwrap_or_default();
    let first_row = line.starts_with('|') && !before.trim_start().starts_with('|');
    // Headings of tables, which have a fixed meaning, or none: the first one of a kind.
    first_row
        // Colours, for drawing only.
        || matches!(word, "orange" | "purple" | "white")
        // The number of copies of a card: `x5`.
        || line.starts_with("card ") && word.starts_with('x')
        // Words of the head of a game and of a grid, which are no names.
        || line.starts_with("game ") && word == "players"
        || line.starts_with("hexes:") && word == "wrapped"
        // Citations of this line are not in the tree.
        || line.starts_with("past top:") && text[line_from..at].contains('[')
}

#[test]
fn every_name_is_in_the_index() {
    let keywords = keywords();
    let mut missing = Vec::new();
    for (what, folder, variant) in all_rules() {
        let Some(rules) = read(&folder, variant.as_deref()) else { continue };
        let names = rules.names();
        for (source, file) in rules.sources().iter().filter(|(_, file)| file.is_rules()) {
            // Of the game under a variant, some parts are not there any more. The game alone shows that they are in its index.
            if variant.is_some() && !rules.overlays().any(|overlay| overlay == source) {
                continue;
            }
            for (at, word) in words(&file.text) {
                let known = names.at(source, at).is_some_and(|named| named.span().start as usize <= at);
                if !known && !keywords.contains(word) && !is_excepted(&rules, source, at, word) {
                    let place = rules.sources().place(Span::new(source, at, at + word.len())).unwrap_or_default();
                    missing.push(format!("{what}: {word} {place}"));
                }
            }
        }
    }
    assert_eq!(missing, [""; 0], "{}", missing.len());
}

/// Adds `_x` behind each name that these rules declare: by file, place and new name.
fn rename_all(rules: &Rules, edits: &mut BTreeMap<(String, u32, u32), String>) {
    let names = rules.names();
    let fixed = |sort: DeclarationSort| {
        matches!(sort, DeclarationSort::Library | DeclarationSort::Clause | DeclarationSort::Variant)
    };
    let mut edit = |span: Span, new: String| {
        let file = rules.sources().get(span.source).expect("a name stands in a text").name.clone();
        let before = edits.insert((file, span.start, span.end), new.clone());
        assert!(before.is_none_or(|before| before == new), "{new}");
    };
    for (_, declared) in names.declarations().filter(|(_, declared)| !fixed(declared.sort)) {
        edit(declared.span, format!("{}_x", declared.name));
    }
    for used in names.uses().iter().filter(|used| !fixed(names.declaration_of(used).sort)) {
        let name = format!("{}_x", names.declaration_of(used).name);
        edit(used.span, if used.lower_case { lower_case(&name) } else { name });
    }
}

fn findings(rules: &Rules) -> Vec<String> {
    let place = |span| rules.sources().place(span).unwrap_or_default();
    rules.diagnostics().iter().map(|found| format!("{} {} {}", found.code, place(found.span), found.message)).collect()
}

/// One text with new names: that of the game by its index, the parts that variants touch by theirs.
fn renamed(folder: &GameFolder, edits: &BTreeMap<(String, u32, u32), String>) -> GameFolder {
    let mut changed = folder.clone();
    for ((file, start, end), new) in edits.iter().rev() {
        let end_of = |path: &String| path.rsplit('/').next() == file.rsplit('/').next();
        let path = changed.files.keys().find(|path| end_of(path)).expect("it is a file of the folder").clone();
        let text = changed.files.get_mut(&path).expect("it is there");
        text.replace_range(*start as usize..*end as usize, new);
    }
    changed
}

#[test]
fn rules_with_all_names_changed_check_without_findings() {
    let all = all_rules();
    let mut games = 0;
    for (what, folder, _) in all.iter().filter(|(_, _, variant)| variant.is_none()) {
        let variants: Vec<Option<&str>> = all
            .iter()
            .filter(|(_, other, _)| other.name == folder.name && other.files == folder.files)
            .map(|(.., name)| name.as_deref())
            .collect();
        let before: Vec<Rules> = variants.iter().filter_map(|variant| read(folder, *variant)).collect();
        let mut edits = BTreeMap::new();
        before.iter().for_each(|rules| rename_all(rules, &mut edits));
        let changed = renamed(folder, &edits);
        assert!(before.is_empty() || changed.files != folder.files);
        for (rules, variant) in before.iter().zip(&variants) {
            let after = Rules::read(&changed, *variant).expect("there are rules");
            assert_eq!(findings(&after).len(), findings(rules).len(), "{what} {variant:?}: {:#?}", findings(&after));
            let count =
                |rules: &Rules| (rules.names().declarations().count(), rules.names().uses().len(), rules.parts().len());
            assert_eq!(count(&after), count(rules), "{what} {variant:?}");
            games += 1;
        }
    }
    assert!(games > 30, "{games}");
}

/// Declarations of a name with their sorts, and how often each is used.
fn counted(rules: &Rules, name: &str) -> Vec<(DeclarationSort, usize)> {
    let names = rules.names();
    let own = names.declarations().filter(|(_, declared)| declared.name == name);
    own.map(|(id, declared)| (declared.sort, names.uses().iter().filter(|used| used.declaration == id).count()))
        .collect()
}

const HONEY: &str = r#"game honey "Honey" for 2 players

settings
  | name   | value      | range        | meaning       |
  | amount | few        | few, several_jars | "how much" |

# The things of the shop.
kind Thing
  | id       | tax |
  # It is sweet.
  | comb     | 1   |
  | wax      | 2   |

components
  | component     | count | start |
  | Thing         | 3     | store |
  | spoon[Player] | 1     | store |

places
  | place           | holds        |
  | store           | Thing, spoon |
  | basket[Player]  | Thing, spoon |

menu turn "turn"
  remember: left_over = 2

menu other "other"
  remember: left_over = 3

action take(t in Thing) of turn, other
  when: left_over > t.tax
  effect:
    set left_over = left_over - 1
    move 1 t from store to basket[you]

play
  each p in Player
    p does turn
    p does other
    each s in spoon: say "{s.player}"
  if amount is few: say "few"

winner p in Player by most count of basket[p]
"#;

#[test]
fn declarations_know_their_sort_type_item_and_comment() {
    let rules = Rules::from_texts(&[("honey.tavola", HONEY)]);
    assert_eq!(rules.diagnostics(), []);
    let names = rules.names();
    let the = |sort, name: &str| {
        let found = names.declarations().find(|(_, declared)| declared.sort == sort && declared.name == name);
        found.unwrap_or_else(|| panic!("{name} is declared"))
    };
    let (kind, thing) = the(DeclarationSort::Kind, "Thing");
    assert_eq!(rules.comment_above(thing).as_deref(), Some("The things of the shop."));
    let (_, comb) = the(DeclarationSort::Member, "comb");
    assert_eq!((comb.parent, comb.ty.as_deref()), (Some(kind), Some("a member of `Thing`")));
    assert_eq!(rules.comment_above(comb).as_deref(), Some("It is sweet."));
    assert_eq!(text_at(&rules, comb.item), "| comb     | 1   |");
    assert_eq!(the(DeclarationSort::Column, "tax").1.parent, Some(kind));
    let (take, _) = the(DeclarationSort::Action, "take");
    let (_, chosen) = the(DeclarationSort::Parameter, "t");
    assert_eq!((chosen.parent, chosen.ty.as_deref()), (Some(take), Some("a member of `Thing`")));
    // The component is the kind by another name. Both menus remember the same name for their action.
    let same = |id| names.same(id).count();
    assert_eq!((same(kind), same(the(DeclarationSort::Remembered, "left_over").0), same(take)), (2, 2, 1));
    assert_eq!(names.uses_of(the(DeclarationSort::Remembered, "left_over").0).count(), 3);
    assert_eq!(counted(&rules, "few"), [(DeclarationSort::Word, 2)]);
    assert_eq!(counted(&rules, "player"), [(DeclarationSort::Library, 1)]);
}

#[test]
fn names_are_found_although_there_are_errors() {
    let broken = HONEY.replace("say \"few\"", "say \"few\"\n  move 1 spoom from store to basket[seat(1)]");
    let rules = Rules::from_texts(&[("honey.tavola", &broken)]);
    assert_eq!(rules.diagnostics().len(), 1);
    assert_eq!(counted(&rules, "store"), [(DeclarationSort::Place, 4)]);
    let whole = Rules::from_texts(&[("honey.tavola", HONEY)]);
    assert_eq!(counted(&whole, "left_over"), counted(&rules, "left_over"));
}

#[test]
fn a_changed_part_is_declared_in_the_game_and_in_the_variant() {
    let rules = Rules::from_texts(&[("honey.tavola", HONEY)]);
    let change = "change settings\n  | name | value |\n  | amount | several_jars |\n\nchange kind Thing\n  | id | tax |\n  \
                  | wax | 4 |\n\nreplace action take(u in Thing) of turn\n  effect:\n    move 1 u from store to basket[you]\n\n\
                  change menu other\n  remember: left_over = 7\n\nremove menu turn\n";
    let rules = rules.with_variant(SENTENCES, &format!("variant changed \"honey\" of honey\n\n{change}\n"));
    let sorts = |name| counted(&rules, name).into_iter().map(|(sort, _)| sort).collect::<Vec<_>>();
    let names = rules.names();
    for (name, sort) in [
        ("amount", DeclarationSort::Setting),
        ("Thing", DeclarationSort::Kind),
        ("wax", DeclarationSort::Member),
        ("tax", DeclarationSort::Column),
        ("take", DeclarationSort::Action),
        ("other", DeclarationSort::Menu),
        ("turn", DeclarationSort::Menu),
    ] {
        assert_eq!(sorts(name).iter().filter(|own| **own == sort).count(), 2, "{name}: {:?}", sorts(name));
        let firsts = names.declarations().filter(|(_, declared)| declared.name == name);
        let firsts: BTreeSet<_> = firsts.map(|(_, declared)| declared.first).collect();
        assert_eq!(firsts.len(), 1, "{name}");
    }
    let overlay = rules.overlays().next().expect("it is a variant");
    assert!(names.declared_in(overlay).count() >= 9, "{:#?}", names.declared_in(overlay).collect::<Vec<_>>());
}
