//! The gallery keeps what its first page promises: each pattern is a short game with a proof, and is in the list of patterns.

use std::fmt::Write;

use super::{Block, blocks, pages, read};

/// Maximum number of lines of rules of a pattern. Blank lines and comments are not among them.
const RULES: usize = 40;

/// Keys of a scenario about answers that are not possible, or about what a player must not see or read.
const REFUSALS: [&str; 4] = ["refused:", "offered:", "hidden:", "untold:"];

#[test]
fn each_pattern_of_the_gallery_is_short_proved_and_listed() {
    let list = read("docs/gallery/README.md");
    let (mut games, mut wrong) = (0, String::new());
    for page in pages().iter().filter(|page| page.starts_with("docs/gallery/")) {
        let file = page.trim_start_matches("docs/gallery/");
        let blocks = blocks(page);
        for (at, game) in blocks.iter().enumerate().filter(|(_, block)| block.info == "tavola game") {
            games += 1;
            if let Some(fault) = fault(game, blocks.get(at + 1)) {
                let _ = writeln!(wrong, "{page}:{}: {fault}", game.line);
            }
        }
        for title in read(page).lines().filter_map(|line| line.strip_prefix("## ")) {
            let anchor = title.to_lowercase().replace(' ', "-").replace(',', "");
            if file != "README.md" && !list.contains(&format!("]({file}#{anchor})")) {
                let _ = writeln!(wrong, "{page}: `{title}` is not in the list of patterns");
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    assert!(games > 25, "the games were found");
}

/// Parts that are missing from a game and the block after it.
fn fault(game: &Block, proof: Option<&Block>) -> Option<String> {
    let is_rule = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let long = game.text.lines().filter(is_rule).count();
    if long > RULES {
        return Some(format!("{long} lines of rules (at most {RULES})"));
    }
    let Some(proof) = proof.filter(|block| block.info == "yaml scenario") else {
        return Some("no scenarios follow".into());
    };
    let refuses = REFUSALS.iter().any(|key| proof.text.contains(key));
    (!refuses).then(|| format!("no scenario has one of {}", REFUSALS.join(" ")))
}
