//! Safe fixes of plants: how many have one, whether a check accepts it, and how often the text is the original one again.

use std::collections::BTreeMap;

use tavola::diagnostic::any_error;
use tavola::play::fix;

use super::judge::{Plant, findings};
use super::texts::Game;
use super::{EACH, SAMPLE, games, plants, sorts};

/// Least percentages of the plants with a safe fix whose fix is accepted, and which then are the original text.
const LEAST: [usize; 2] = [90, 85];

#[derive(Default, Clone, Copy)]
struct Repairs {
    plants: usize,
    offered: usize,
    safe: usize,
    accepted: usize,
    original: usize,
}

impl Repairs {
    fn add(&mut self, other: Self) {
        self.plants += other.plants;
        self.offered += other.offered;
        self.safe += other.safe;
        self.accepted += other.accepted;
        self.original += other.original;
    }

    fn row(&self, name: &str) -> String {
        format!(
            "| {name} | {} | {} | {} | {} | {} |",
            self.plants, self.offered, self.safe, self.accepted, self.original
        )
    }
}

/// A text with single spaces between words. Columns of tables need not be aligned.
fn layout(text: &str) -> String {
    let line = |line: &str| {
        let indent = &line[..line.len() - line.trim_start().len()];
        format!("{indent}{}\n", line.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    text.lines().map(line).collect()
}

fn repair(game: &Game, plant: &Plant, shows: bool) -> Repairs {
    let mut folder = game.folder.clone();
    let file = &game.files[plant.place.file];
    folder.files.insert(file.clone(), plant.text(game));
    let found = findings(&folder).1;
    let mut repairs = Repairs { plants: 1, ..Repairs::default() };
    let mut fixes = found.iter().flat_map(|finding| &finding.fixes);
    repairs.offered = usize::from(fixes.clone().next().is_some());
    if !fixes.any(|fix| fix.safe) {
        return repairs;
    }
    repairs.safe = 1;
    let fixed = fix(folder.clone(), None, None).expect("a game has rules");
    let left = findings(&fixed.folder).1;
    repairs.accepted = usize::from(!any_error(&left) && !fixed.applied.is_empty());
    repairs.original = usize::from(layout(&fixed.folder.files[file]) == layout(game.text(plant.place.file)));
    if shows && repairs.original == 0 {
        let fixes: Vec<String> = fixed.applied.iter().map(|one| format!("{} {}", one.code, one.title)).collect();
        let first =
            found.first().map(|finding| format!("{finding}, {:?}", finding.fixes.first().map(|fix| &fix.title)));
        println!("{} {fixes:?}\n    {}\n    {first:?} left {}", game.folder.name, plant.shown(game), left.len());
    }
    repairs
}

#[test]
fn safe_fixes_of_plants_restore_the_text() {
    let games = games();
    let whole = std::env::var("TAVOLA_PLANTS").is_ok();
    let only = std::env::var("TAVOLA_PLANTS_SORT").ok();
    let (mut all, mut classes) = (Repairs::default(), BTreeMap::<&str, Repairs>::new());
    for sort in sorts::ALL
        .iter()
        .filter(|sort| only.as_ref().is_none_or(|only| sort.class == only || sort.name.contains(only.as_str())))
    {
        let mut of_sort = Repairs::default();
        for (game, plant) in plants(&games, sort, if whole { EACH / 6 } else { SAMPLE }) {
            of_sort.add(repair(game, &plant, whole));
        }
        println!("{}", of_sort.row(&format!("{}: {}", sort.class, sort.name)));
        all.add(of_sort);
        classes.entry(sort.class).or_default().add(of_sort);
    }
    println!(
        "\n| class | plants | with a fix | with a safe one | accepted | original text |\n|---|---|---|---|---|---|"
    );
    classes.iter().for_each(|(class, repairs)| println!("{}", repairs.row(class)));
    println!("{}", all.row("all"));
    if only.is_none() {
        let [accepted, original] = LEAST;
        assert!(all.safe * 5 >= all.plants, "{}", all.row("all"));
        assert!(all.accepted * 100 >= accepted * all.safe, "{}", all.row("all"));
        assert!(all.original * 100 >= original * all.safe, "{}", all.row("all"));
    }
}
