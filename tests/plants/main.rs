//! Single mistakes, planted into the shipped games: how many of them the checker finds, where, and with how many findings.
//!
//! `cargo test --test plants` tries a sample. `TAVOLA_PLANTS=all cargo test --test plants -- --nocapture` tries all of them, prints
//! their rates (`docs/findings-measured.md`), and shows each plant that is not found at its place by exactly one finding.
//! `TAVOLA_PLANTS_SORT=tables` tries one class or sort. Safe fixes of the same plants: `repaired.rs`.
//!
//! A plant counts only if it is a mistake. Each sort makes texts that break the rules by themselves, and leaves out what is legal:
//!
//! - A misspelt word is no word of the game or of the language.
//! - A misspelt declaration is used elsewhere, and so is a removed one. Its uses count as its place, too.
//! - Swapped arguments have different types, as they are written in the declaration.
//! - A move goes to a place that can hold nothing of what lies where it comes from.
//! - A component without its index, an action without parameters and lines, and the only line of a block at any depth are legal.

mod chance;
mod judge;
mod layout;
mod names;
mod repaired;
mod sentences;
mod signs;
mod sorts;
mod tables;
mod texts;

use std::path::{Path, PathBuf};

use chance::Chance;
use judge::{Plant, Verdict, judge};
use tavola::text::Sources;
use texts::Game;

/// Plants of each sort: among all, and in the sample.
const EACH: usize = 30;
const SAMPLE: usize = 1;
/// Least percentages of plants that are found; of found plants that are located, and that give exactly one finding.
const LEAST: [usize; 3] = [99, 98, 97];
/// The same for the sample, in which a plant weighs a percent.
const LEAST_OF_SAMPLE: [usize; 3] = [98, 96, 94];

fn games() -> Vec<Game> {
    let folders = |path: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(path).expect("a folder can be read").flatten().map(|entry| entry.path());
        entries.filter(|path| path.is_dir()).collect()
    };
    let is_game = |path: &PathBuf| Sources::list(path, "tavola").is_ok_and(|files| !files.is_empty());
    let mut all: Vec<PathBuf> = folders(Path::new("rules"))
        .into_iter()
        .flat_map(|folder| if is_game(&folder) { vec![folder] } else { folders(&folder) })
        .collect();
    all.sort();
    all.iter().map(|path| Game::read(path)).collect()
}

/// Plants of a sort, taken from all games in turn.
fn plants<'g>(games: &'g [Game], sort: &sorts::Mistake, count: usize) -> Vec<(&'g Game, Plant)> {
    let mut made: Vec<(&Game, Vec<Plant>)> = games
        .iter()
        .map(|game| {
            let mut chance = Chance::of(&format!("{} {} {}", sort.class, sort.name, game.folder.name));
            let mut all = (sort.make)(game, &mut chance);
            all.retain(|plant| plant.text(game) != game.text(plant.place.file));
            chance.shuffle(&mut all);
            (game, all)
        })
        .collect();
    let mut taken = Vec::new();
    while taken.len() < count && made.iter().any(|(_, all)| !all.is_empty()) {
        for (game, all) in &mut made {
            taken.extend(all.pop().map(|plant| (*game, plant)));
        }
    }
    taken.truncate(count);
    taken
}

#[derive(Default, Clone, Copy)]
struct Rates {
    plants: usize,
    found: usize,
    located: usize,
    single: usize,
}

impl Rates {
    fn add(&mut self, verdict: Verdict) {
        self.plants += 1;
        self.found += usize::from(verdict.found);
        self.located += usize::from(verdict.located);
        self.single += usize::from(verdict.single);
    }

    fn join(&mut self, other: Self) {
        self.plants += other.plants;
        self.found += other.found;
        self.located += other.located;
        self.single += other.single;
    }

    fn row(&self, name: &str) -> String {
        let percent = |part: usize, whole: usize| format!("{:.1}%", 100.0 * part as f64 / whole.max(1) as f64);
        format!(
            "| {name} | {} | {} | {} | {} |",
            self.plants,
            percent(self.found, self.plants),
            percent(self.located, self.found),
            percent(self.single, self.found)
        )
    }
}

/// A plant that is not found at its place by exactly one finding.
fn show(sort: &sorts::Mistake, game: &Game, plant: &Plant, verdict: Verdict, report: &str) {
    let what = match (verdict.found, verdict.located, verdict.single) {
        (true, true, true) => return,
        (false, ..) => "not found",
        (_, false, _) => "found elsewhere",
        _ => "several findings",
    };
    let text = plant.shown(game).replace('\n', "\n    ");
    let line = game.line_of(&plant.place);
    println!("{what}: {}, {}, {}:{line}\n    {text}\n{report}", sort.class, sort.name, game.folder.name);
}

#[test]
fn mistakes_are_found_at_their_place() {
    let games = games();
    let whole = std::env::var("TAVOLA_PLANTS").is_ok();
    let only = std::env::var("TAVOLA_PLANTS_SORT").ok();
    let is_wanted = |sort: &&sorts::Mistake| {
        only.as_ref().is_none_or(|only| sort.class == only || sort.name.contains(only.as_str()))
    };
    let mut all = Rates::default();
    let mut classes: Vec<(&str, Rates)> = Vec::new();
    for sort in sorts::ALL.iter().filter(is_wanted) {
        let mut rates = Rates::default();
        for (game, plant) in plants(&games, sort, if whole { EACH } else { SAMPLE }) {
            let (verdict, report) = judge(game, &plant);
            rates.add(verdict);
            if whole {
                show(sort, game, &plant, verdict, &report);
            }
        }
        println!("{}", rates.row(&format!("{}: {}", sort.class, sort.name)));
        all.join(rates);
        match classes.iter_mut().find(|(class, _)| *class == sort.class) {
            Some((_, of_class)) => of_class.join(rates),
            None => classes.push((sort.class, rates)),
        }
    }
    println!("\n| class | plants | found | located | one finding |\n|---|---|---|---|---|");
    classes.iter().for_each(|(class, rates)| println!("{}", rates.row(class)));
    println!("{}", all.row("all"));
    assert!(sorts::ALL.len() >= 44, "{} sorts", sorts::ALL.len());
    if only.is_none() {
        let [found, located, single] = if whole { LEAST } else { LEAST_OF_SAMPLE };
        assert!(all.plants >= if whole { 2000 } else { sorts::ALL.len() - 2 }, "{} plants", all.plants);
        assert!(all.found * 100 >= found * all.plants, "{}", all.row("all"));
        assert!(all.located * 100 >= located * all.found, "{}", all.row("all"));
        assert!(all.single * 100 >= single * all.found, "{}", all.row("all"));
    }
}
