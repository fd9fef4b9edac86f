//! The texts of one game's folder, with what is known about them.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use tavola_game::{GameFolder, Rules, RulesTexts, YAML_FILES, is_picture};
use tavola_lab::scenario::Suite;
use tavola_syntax::syntax::{Parsed, parse};
use tavola_syntax::text::{Sources, plain_ends};

use crate::check::{CheckJob, CheckedTexts};
use crate::declared::{Declared, declared};
use crate::findings::FileFinding;
use crate::layers::NameLayer;
use crate::outside::OutsideNames;

/// The texts of one game's folder in memory. The last rules without errors stay known while a text is broken.
///
/// ```
/// use tavola_ide::Workspace;
///
/// let mut game = Workspace::new("two");
/// let rules = "game two \"Two\" for 2 players\n\ntrack fame[Player] 0..\n\nplay\n  each p in Player\n    \
///              p chooses n in 1..3 \"How much?\"\n    p gains n fame\n\nwinner p in Player by most fame[p]\n";
/// game.set("two.tavola", Some(rules.replace("gains n fame", "gains n fmae")));
/// game.check();
/// assert_eq!(game.findings()[0].code, "E0201");
/// game.set("two.tavola", Some(rules.to_owned()));
/// game.check();
/// assert!(game.findings().is_empty());
/// assert_eq!(game.rules().map(|rules| rules.name()), Some("two"));
/// ```
pub struct Workspace {
    name: String,
    files: BTreeMap<String, FileText>,
    findings: Vec<FileFinding>,
    texts: Option<RulesTexts>,
    good: Option<Rules>,
    suite: Suite,
    uncited: Vec<String>,
    /// The rules as the texts are now, for names. Made when they are first asked for.
    layers: OnceLock<Vec<NameLayer>>,
    /// Names in the files beside the rules, as the texts are now. Made when they are first asked for.
    outside: OnceLock<OutsideNames>,
}

/// A text with its tree.
struct FileText {
    text: String,
    /// Tree of the text as it is now. Empty until it is asked for.
    tree: OnceLock<Arc<Parsed>>,
    /// Names that it declared when it was last parsed.
    names: OnceLock<Vec<Declared>>,
}

/// True for the path of a file that belongs to a game's folder: rules, variants, scenarios, clauses, budgets, the look and its pictures.
pub fn is_part(path: &str) -> bool {
    let in_folder = |(folder, name): (&str, &str)| match folder {
        "variants" => name.ends_with(".tavola"),
        "scenarios" => name.ends_with(".yaml"),
        _ => false,
    };
    let beside = path.ends_with(".tavola") || YAML_FILES.contains(&path);
    let name = path.rsplit('/').next().unwrap_or(path);
    !name.starts_with('.')
        && path.matches('/').count() < 2
        && (is_picture(path) || path.split_once('/').map_or(beside, in_folder))
}

impl Workspace {
    /// A folder of this name without texts.
    pub fn new(name: impl Into<String>) -> Self {
        let (name, files) = (name.into(), BTreeMap::new());
        Self {
            name,
            files,
            findings: Vec::new(),
            texts: None,
            good: None,
            suite: Suite::default(),
            uncited: Vec::new(),
            layers: OnceLock::new(),
            outside: OnceLock::new(),
        }
    }

    /// Sets the text of a file, or removes the file. Line ends become `\n`. Paths that are no part of a game are ignored
    /// ([`is_part`]).
    pub fn set(&mut self, path: &str, text: Option<String>) {
        let text = text.filter(|_| is_part(path)).map(plain_ends);
        if self.text(path) == text.as_deref() {
            return;
        }
        self.layers = OnceLock::new();
        self.outside = OnceLock::new();
        match (self.files.get_mut(path), text) {
            (Some(file), Some(text)) => {
                file.text = text;
                file.tree = OnceLock::new();
            }
            (None, Some(text)) => {
                self.files.insert(path.to_owned(), FileText { text, tree: OnceLock::new(), names: OnceLock::new() });
            }
            (_, None) => drop(self.files.remove(path)),
        }
    }

    /// Text of a file.
    pub fn text(&self, path: &str) -> Option<&str> {
        self.files.get(path).map(|file| file.text.as_str())
    }

    /// Paths of all files, in order.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// Tree of a file of rules as it is now. `None` for other files.
    pub(crate) fn tree(&self, path: &str) -> Option<&Parsed> {
        let file = self.files.get(path).filter(|_| is_rules(path))?;
        Some(file.tree.get_or_init(|| Arc::new(parsed(path, &file.text))))
    }

    /// Names that the rules declare, each with its file: as of the last check, or of now for a file that was not checked yet.
    ///
    /// A file that cannot be read as a whole keeps the names that it had before.
    pub fn names(&self) -> impl Iterator<Item = (&str, &Declared)> {
        let rules = self.files.iter().filter(|(path, _)| is_rules(path));
        rules.flat_map(|(path, file)| {
            let now = || self.tree(path).map(|tree| declared(&tree.file)).unwrap_or_default();
            file.names.get_or_init(now).iter().map(move |name| (path.as_str(), name))
        })
    }

    /// The game as its texts are now, then the game with each variant.
    pub(crate) fn layers(&self) -> &[NameLayer] {
        self.layers.get_or_init(|| NameLayer::all(&self.job().folder))
    }

    /// Names in the files beside the rules, as the texts are now.
    pub(crate) fn outside(&self) -> &OutsideNames {
        self.outside.get_or_init(|| OutsideNames::of(&self.job().folder, self.layers()))
    }

    /// A check of the texts as they are now.
    pub fn job(&self) -> CheckJob {
        let files = self.files.iter().map(|(path, file)| (path.clone(), file.text.clone())).collect();
        CheckJob { folder: GameFolder { name: self.name.clone(), files }, known: self.texts.clone() }
    }

    /// Keeps the result of a check.
    pub fn take(&mut self, checked: CheckedTexts) {
        if let Some(good) = checked.good() {
            self.good = Some(good.clone());
        }
        self.findings = checked.findings;
        self.texts = checked.rules.map(|rules| rules.texts().clone());
        self.suite = checked.suite;
        self.uncited = checked.uncited;
        for (path, (text, tree)) in checked.trees {
            let Some(file) = self.files.get_mut(&path) else { continue };
            file.remember(&tree);
            if file.text == text {
                file.tree = OnceLock::from(tree);
            }
        }
        let variants: Vec<String> =
            self.paths().filter(|path| path.starts_with("variants/")).map(str::to_owned).collect();
        for path in variants {
            let Some(tree) = self.tree(&path).cloned() else { continue };
            if let Some(file) = self.files.get_mut(&path) {
                file.remember(&tree);
            }
        }
    }

    /// Checks the texts as they are now, and keeps the result.
    pub fn check(&mut self) {
        if let Some(checked) = self.job().run(&|| false) {
            self.take(checked);
        }
    }

    /// Findings of the last check.
    pub fn findings(&self) -> &[FileFinding] {
        &self.findings
    }

    /// The last rules without errors.
    pub fn rules(&self) -> Option<&Rules> {
        self.good.as_ref()
    }

    /// Ids of the clauses that no rule cites, by the last check.
    pub(crate) fn uncited(&self) -> &[String] {
        &self.uncited
    }

    /// The scenarios of the last check.
    pub fn scenarios(&self) -> &Suite {
        &self.suite
    }
}

impl FileText {
    /// Keeps the names that a tree declares. Those of before stay known if a part of the text could not be read.
    fn remember(&mut self, tree: &Parsed) {
        let mut names = declared(&tree.file);
        if !tree.diagnostics.is_empty() {
            let before = self.names.take().unwrap_or_default();
            let lost: Vec<Declared> = before.into_iter().filter(|old| !names.iter().any(|name| name.is(old))).collect();
            names.extend(lost);
        }
        self.names = OnceLock::from(names);
    }
}

/// True for the path of rules or of a variant.
pub(crate) fn is_rules(path: &str) -> bool {
    path.ends_with(".tavola")
}

fn parsed(path: &str, text: &str) -> Parsed {
    let mut sources = Sources::new();
    let id = sources.add(path, text);
    parse(&sources, id)
}
