//! The manual: pages of the documentation, and the patterns of its gallery.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};
use tavola_game::GameFolder;
use tavola_page::doc::{heading_anchor, manual_page};

/// Folder of the gallery below `docs`.
const GALLERY: &str = "gallery/";
/// The page on which the tutorial's game is written first.
const FIRST_STEP: &str = "tutorial/01-berries.md";
/// Info of a block with the rules of a pattern, and of the block with its scenarios.
const RULES: &str = "tavola game";
const SCENARIOS: &str = "yaml scenario";

/// Pages of the documentation by their path below `docs`, in the order of their paths.
pub(crate) struct Manual {
    pages: BTreeMap<String, String>,
}

/// A small game of the gallery that shows one pattern.
#[derive(Serialize)]
pub(crate) struct Pattern {
    /// Name of its game.
    id: String,
    /// Title of the pattern.
    title: String,
    /// First paragraph of its section.
    purpose: String,
    /// Title of its page.
    group: String,
    page: String,
    at: String,
    #[serde(skip)]
    rules: String,
    #[serde(skip)]
    scenarios: String,
}

impl Manual {
    pub(crate) fn new(pages: Vec<(String, String)>) -> Self {
        Self { pages: pages.into_iter().collect() }
    }

    /// All pages with their titles, and all patterns.
    pub(crate) fn contents(&self) -> Value {
        let page = |(path, text): (&String, &String)| json!({ "path": path, "title": title(text) });
        let pages: Vec<Value> = self.pages.iter().map(page).collect();
        json!({ "pages": pages, "patterns": self.patterns() })
    }

    /// A page as HTML.
    ///
    /// # Errors
    /// If there is no such page.
    pub(crate) fn page(&self, path: &str) -> Result<Value, String> {
        let text = self.pages.get(path).ok_or_else(|| format!("the manual has no page `{path}`"))?;
        let html = manual_page(path, text, &|other| self.pages.contains_key(other));
        Ok(json!({ "title": title(text), "html": html }))
    }

    /// The game of the tutorial's first page: its file of rules. `None` if there is no such page.
    pub(crate) fn tutorial(&self) -> Option<GameFolder> {
        let page = self.pages.get(FIRST_STEP)?;
        let file = page.lines().find_map(|line| line.strip_prefix("```tavola "))?;
        let rules = block(page, &format!("tavola {file}"))?.to_owned();
        Some(GameFolder { name: file.strip_suffix(".tavola")?.to_owned(), files: [(file.to_owned(), rules)].into() })
    }

    /// The game of a pattern, or of the tutorial.
    ///
    /// # Errors
    /// If there is no such pattern.
    pub(crate) fn pattern(&self, id: &str) -> Result<GameFolder, String> {
        if let Some(game) = self.tutorial().filter(|game| game.name == id) {
            return Ok(game);
        }
        let found = self.patterns().into_iter().find(|pattern| pattern.id == id);
        let Pattern { id, rules, scenarios, .. } = found.ok_or_else(|| format!("the gallery has no pattern `{id}`"))?;
        let files = [(format!("{id}.tavola"), rules), ("scenarios/rules.yaml".to_owned(), scenarios)];
        Ok(GameFolder { name: id, files: files.into() })
    }

    /// All patterns of the gallery, in the order of its pages.
    pub(crate) fn patterns(&self) -> Vec<Pattern> {
        let pages = self.pages.iter().filter(|(path, _)| path.starts_with(GALLERY));
        pages.flat_map(|(path, text)| patterns(path, text)).collect()
    }
}

/// Title of a page: its first heading.
fn title(text: &str) -> &str {
    text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default()
}

/// Patterns of a page: sections with the rules of a game.
fn patterns(path: &str, text: &str) -> Vec<Pattern> {
    let pattern = |section: &str| {
        let (heading, body) = section.split_once('\n')?;
        let rules = block(body, RULES)?;
        let mut words = rules.lines().find_map(|line| line.strip_prefix("game "))?.split_whitespace();
        let paragraph = body.trim_start().split("\n\n").next().unwrap_or_default();
        Some(Pattern {
            id: words.next()?.to_owned(),
            title: heading.trim().to_owned(),
            purpose: paragraph.replace("**", "").replace('\n', " "),
            group: title(text).to_owned(),
            page: path.to_owned(),
            at: heading_anchor(heading.trim()),
            scenarios: block(body, SCENARIOS).unwrap_or_default().to_owned(),
            rules: rules.to_owned(),
        })
    };
    text.split("\n## ").skip(1).filter_map(pattern).collect()
}

/// Text of the first block with these words after its fence.
fn block<'t>(text: &'t str, info: &str) -> Option<&'t str> {
    let inside = text.split_once(&format!("```{info}\n"))?.1;
    inside.find("\n```").and_then(|end| inside.get(..=end))
}
