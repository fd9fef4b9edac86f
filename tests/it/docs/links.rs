//! Checks of all pages: links, lengths of lines, and statements about the games.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::{blocks, pages, prose, read};

/// Maximum length of a line of prose, and of a table row, in characters.
const PROSE: usize = 200;
const ROW: usize = 300;

#[test]
fn links_lead_somewhere() {
    let mut wrong = Vec::new();
    for page in pages() {
        let text = read(&page);
        let folder = Path::new(&page).parent().unwrap_or(Path::new(""));
        for target in prose(&text).split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            if file.contains("://") {
                continue;
            }
            let file = if file.is_empty() { PathBuf::from(&page) } else { folder.join(file) };
            let known = if anchor.is_empty() {
                file.exists()
            } else {
                fs::read_to_string(&file).is_ok_and(|text| anchors(&text).contains(anchor))
            };
            if !known {
                wrong.push(format!("{page}: there is no `{target}`"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Files of source code that a page names are there, also if only the end of their path is given. So are the items that it names in
/// them: "`NAME` in `FILE.rs`".
#[test]
fn files_and_items_of_code_that_pages_name_exist() {
    let mut known = vec!["build.rs".to_owned()];
    for folder in ["benches", "crates", "fuzz", "python/src", "src", "tests"] {
        sources(Path::new(folder), &mut known);
    }
    let mut wrong = Vec::new();
    for page in pages().into_iter().filter(|page| page != "CHANGELOG.md") {
        let text = prose(&read(&page)).replace('\n', " ");
        let parts: Vec<&str> = text.split('`').collect();
        for (at, name) in parts.iter().enumerate().skip(1).step_by(2).filter(|(_, name)| name.ends_with(".rs")) {
            let end = format!("/{name}");
            let mut files = known.iter().filter(|file| file == name || file.ends_with(&end)).peekable();
            // `main.rs` is a file of the reader.
            if name.contains(['*', ' ']) || *name == "main.rs" {
                continue;
            }
            if files.peek().is_none() {
                wrong.push(format!("{page}: there is no file `{name}`"));
            }
            let item = at.checked_sub(2).map(|before| parts[before]).filter(|item| is_item(item));
            let item = item.filter(|_| [" in ", " of "].contains(&parts[at - 1]));
            if let Some(item) = item.filter(|item| !files.any(|file| declares(&read(file), item))) {
                wrong.push(format!("{page}: there is no `{item}` in `{name}`"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn is_item(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// True if this file declares an item, or a method, with this name.
fn declares(text: &str, name: &str) -> bool {
    let words = ["fn", "const", "static", "struct", "enum", "trait", "type", "mod"];
    words.iter().any(|word| {
        text.split(&format!("{word} {name}"))
            .skip(1)
            .any(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    })
}

/// The paths of all `.rs` files in a folder.
fn sources(folder: &Path, found: &mut Vec<String>) {
    for path in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path.to_string_lossy().into_owned());
        }
    }
}

/// The anchors of a page: its headings, as GitHub and mdBook name them, and explicit ones.
fn anchors(page: &str) -> BTreeSet<String> {
    let heads = prose(page);
    let heads = heads.lines().filter(|line| line.starts_with('#')).map(|line| {
        let title = line.trim_start_matches('#').trim().to_lowercase();
        let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | ' '));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    });
    let set = page.split("<a id=\"").skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned);
    heads.chain(set).collect()
}

/// Each page of the documentation is in the table of contents exactly once.
#[test]
fn the_table_of_contents_has_every_page() {
    let contents = read("docs/SUMMARY.md");
    let mut wrong = Vec::new();
    let games = crate::games();
    let generated = games.iter().filter_map(|game| game.file_name()).map(|name| format!("games/{}.md", name.display()));
    let pages = pages().into_iter().filter_map(|page| page.strip_prefix("docs/").map(str::to_owned));
    for page in pages.chain(generated).filter(|page| page != "SUMMARY.md") {
        let found = contents.matches(&format!("({page})")).count();
        if found != 1 {
            wrong.push(format!("docs/SUMMARY.md has {page} {found} times"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The home page has the parts of the table of contents, and links every how-to guide.
#[test]
fn the_home_page_has_every_part_and_guide() {
    let (contents, home) = (read("docs/SUMMARY.md"), read("docs/README.md"));
    let parts: Vec<&str> = contents.lines().filter_map(|line| line.strip_prefix("# ")).skip(1).collect();
    let rows = home.lines().filter_map(|line| line.strip_prefix("| **")?.split("**").next());
    assert_eq!(rows.collect::<Vec<_>>(), parts, "docs/README.md has the parts of docs/SUMMARY.md");
    let guides = pages().into_iter().filter_map(|page| page.strip_prefix("docs/").map(str::to_owned));
    for guide in guides.filter(|page| page.starts_with("how-to/")) {
        assert!(home.contains(&format!("({guide}")), "docs/README.md does not link {guide}");
    }
}

#[test]
fn no_line_is_too_long_to_read() {
    let mut wrong = Vec::new();
    for page in pages() {
        for (at, line) in prose(&read(&page)).lines().enumerate() {
            let most = if line.starts_with('|') { ROW } else { PROSE };
            let long = line.chars().count();
            if long > most && !line.starts_with('<') {
                wrong.push(format!(
                    "{page}: {long} characters (at most {most}), line {} of its prose: {line:.60}",
                    at + 1
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The tables of games count lines of rules: neither blank nor a comment.
#[test]
fn the_tables_of_games_count_lines_of_rules() {
    let is_counted = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let (mut rows, mut wrong) = (0, Vec::new());
    for folder in crate::games() {
        let files = fs::read_dir(&folder).expect("a game").map(|entry| entry.expect("an entry").path());
        let rules = files.filter(|file| file.extension().is_some_and(|ending| ending == "tavola"));
        let count = |file| fs::read_to_string(file).expect("rules").lines().filter(is_counted).count();
        let lines = rules.map(count).sum::<usize>().to_string();
        let name = folder.file_name().expect("a folder has a name").to_string_lossy().into_owned();
        if name == "san_marco" {
            for page in ["docs/performance.md", "docs/explanation/proof.md"] {
                assert!(read(page).contains(&format!(" {lines} lines.")), "{page}: {name} has {lines} lines of rules");
            }
        }
        for page in ["README.md", "docs/games/README.md"] {
            let text = read(page);
            let is_row = |line: &&str| line.starts_with("| [") && line.contains(&format!("{name}.md)"));
            for row in text.lines().filter(is_row) {
                rows += 1;
                if !row.split('|').any(|cell| cell.trim() == lines) {
                    wrong.push(format!("{page}: {name} has {lines} lines of rules"));
                }
            }
        }
    }
    assert!(rows > 15, "only {rows} rows were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Rules that the README shows exist in the games.
#[test]
fn the_readme_shows_rules_as_they_are() {
    let squeezed = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut known = BTreeSet::new();
    for game in crate::games() {
        for file in fs::read_dir(game).expect("a game").map(|entry| entry.expect("an entry").path()) {
            if file.extension().is_some_and(|end| end == "tavola") {
                known.extend(fs::read_to_string(file).expect("rules").lines().map(squeezed));
            }
        }
    }
    for block in blocks("README.md").iter().filter(|block| block.info == "tavola") {
        for line in block.text.lines().map(squeezed).filter(|line| !line.is_empty()) {
            assert!(known.contains(&line), "README.md:{}: `{line}` is not in the rules", block.line);
        }
    }
}

/// The page of variants lists all variants, so that authors of new ones can find them. Each of the five games has at least two.
#[test]
fn every_variant_is_compared_with_its_game() {
    let page = read("docs/variants.md");
    let mut games = 0;
    for entry in fs::read_dir("rules").expect("the rules").map(|entry| entry.expect("a folder").path()) {
        let name = |path: &Path| path.file_stem().expect("a name").to_string_lossy().into_owned();
        if name(&entry) == "classics" {
            continue;
        }
        games += 1;
        let files = fs::read_dir(entry.join("variants")).expect("variants");
        let variants: Vec<String> = files.map(|file| name(&file.expect("a file").path())).collect();
        assert!(variants.len() >= 2, "{} has {variants:?}", entry.display());
        for variant in variants {
            assert!(page.contains(&format!("(`--variant {variant}`; ")), "`{variant}` is not in docs/variants.md");
        }
    }
    assert_eq!(games, 5);
}
