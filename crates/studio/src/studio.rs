//! The studio: answers the page, and opens games at the table beside it.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tavola_game::{GameFolder, Rules};
use tavola_ide::{Workspace, is_part};
use tavola_lab::table::GameTable;
use tavola_serve::{PageReply, PageRequest, PageServer, ServeError, TablePlace};

use crate::bodies::{CitationAsked, CursorText, FileNamed, PageNamed, PeopleAsked, ReadFile, TextToSave, TextsNow};
use crate::figures::FigureRuns;
use crate::figures_wish::MeasureFigures;
use crate::files::{GameFiles, SavedFile, fingerprint};
use crate::lock::lock;
use crate::manual::Manual;
use crate::saved_rules::SavedRules;
use crate::start::{MadeGame, NewGamePlace, StartPage};
use crate::tests::KnownTests;
use crate::{clauses, edits, layout, links, new_files, page, rulebook, timeline};

/// Beginning of a game at the table, besides the players.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TableWish {
    /// Variants, separated by commas.
    pub variant: Option<String>,
    /// Number of players. `None`: as the studio was started.
    pub players: Option<usize>,
    /// Seats of people. `None`: as the studio was started.
    pub people: Option<PeopleAsked>,
    /// Changed settings and rulings.
    pub settings: Vec<(String, String)>,
    /// The scenario at whose failure it begins, as `FILE/NAME`. It has its own players, settings and variant.
    pub case: Option<String>,
    /// Another game that is played instead. It has its own number of players.
    pub other: Option<GameFolder>,
}

/// Begins a game of a folder for the table, or says why it cannot begin.
type Begin = dyn Fn(&Path, &TableWish) -> Result<(Rules, GameTable), String> + Send + Sync;

/// The game of a studio.
pub enum StudioFolder {
    /// The folder of a game. Nothing outside of it is written.
    Game(PathBuf),
    /// None yet: the page makes one first.
    New(NewGamePlace),
}

/// Options of a studio.
pub struct StudioOptions {
    /// Address to listen on. Port 0 is any free port.
    pub listen: SocketAddr,
    /// The game.
    pub folder: StudioFolder,
    /// Begins a game for the table, or returns a sentence that says why it cannot begin.
    pub begin: Box<Begin>,
    /// Pages of the documentation: path below `docs`, and Markdown.
    pub pages: Vec<(String, String)>,
    /// Measures figures of the saved rules.
    pub measure: Arc<MeasureFigures>,
    /// Number of players of figures that name none. `None`: the largest.
    pub players: Option<usize>,
}

/// A page to write the rules of one game.
pub struct Studio {
    server: PageServer,
    page: StudioPage,
}

/// The start page, and the studio as soon as there is a game.
struct StudioPage {
    shared: Arc<SharedParts>,
    start: Option<StartPage>,
    open: OnceLock<OpenStudio>,
    /// Held while a game is made.
    making: Mutex<()>,
}

/// The parts that do not depend on the game.
pub(crate) struct SharedParts {
    /// Path of the page.
    path: String,
    pub(crate) begin: Box<Begin>,
    pub(crate) place: TablePlace,
    pub(crate) manual: Manual,
    measure: Arc<MeasureFigures>,
    pub(crate) players: Option<usize>,
}

/// The studio of a game: everything that answers its page.
pub(crate) struct OpenStudio {
    pub(crate) shared: Arc<SharedParts>,
    pub(crate) files: GameFiles,
    workspace: Mutex<Workspace>,
    tests: Mutex<KnownTests>,
    pub(crate) figures: FigureRuns,
    pub(crate) saved: Mutex<SavedRules>,
    /// The seats of the game at the table. Empty before the first one.
    pub(crate) seats: Mutex<Vec<Value>>,
    /// True while a pattern of the gallery is at the table.
    pub(crate) has_pattern: AtomicBool,
}

/// A refusal: HTTP status and a sentence.
pub(crate) struct PageRefused(pub(crate) u16, pub(crate) String);

impl From<String> for PageRefused {
    fn from(why: String) -> Self {
        Self(409, why)
    }
}

impl Studio {
    /// Opens a studio. Browsers are let in by [`Studio::serve`].
    ///
    /// # Errors
    /// If the address cannot be used, or there are no random numbers.
    pub fn open(options: StudioOptions) -> Result<Self, ServeError> {
        let server = PageServer::open(options.listen)?;
        let (path, place, manual) = (server.path(), server.place(), Manual::new(options.pages));
        let StudioOptions { begin, measure, players, .. } = options;
        let shared = Arc::new(SharedParts { path, begin, place, manual, measure, players });
        let (open, start) = match options.folder {
            StudioFolder::Game(folder) => (OnceLock::from(OpenStudio::new(shared.clone(), folder)), None),
            StudioFolder::New(place) => (OnceLock::new(), Some(StartPage::new(place))),
        };
        Ok(Self { server, page: StudioPage { shared, start, open, making: Mutex::default() } })
    }

    /// The link of the page. Anyone who knows it can change the files of the game.
    pub fn url(&self) -> String {
        self.server.url()
    }

    /// Serves browsers forever.
    pub fn serve(self) {
        let page = self.page;
        self.server.serve(move |request| page.reply(&request));
    }
}

impl StudioPage {
    fn reply(&self, request: &PageRequest) -> PageReply {
        let path = request.path.as_str();
        match (path, &request.body) {
            ("icon.svg", None) => found("image/svg+xml", page::ICON.to_owned()),
            ("studio.js", None) => found("text/javascript", page::SCRIPT.to_owned()),
            ("start.js", None) => found("text/javascript", page::START_SCRIPT.to_owned()),
            ("studio.css", None) => found("text/css", page::STYLE.to_owned()),
            ("manual", Some(_)) => answered(Ok(self.shared.manual.contents())),
            ("page", Some(body)) => answered(self.page(body)),
            ("start", Some(_)) => answered(self.offers()),
            ("create", Some(body)) => answered(self.create(body)),
            (_, body) => match (self.open.get(), body) {
                (Some(open), None) => open.shown(path),
                (Some(open), Some(body)) => answered(open.answer(path, body)),
                (None, None) if path.is_empty() => found("text/html", page::start(&self.shared.path)),
                (None, _) => refused(&PageRefused(409, "There is no game yet.".to_owned())),
            },
        }
    }

    /// A page of the manual.
    fn page(&self, body: &str) -> Result<Value, PageRefused> {
        let PageNamed { page } = parsed(body)?;
        Ok(self.shared.manual.page(&page)?)
    }

    /// Choices for the beginning of a new game.
    fn offers(&self) -> Result<Value, PageRefused> {
        Ok(self.start()?.offers(&self.shared.manual))
    }

    /// Makes a game, and opens it.
    fn create(&self, body: &str) -> Result<Value, PageRefused> {
        let _making = lock(&self.making);
        let MadeGame { folder, shown } = self.start()?.make(parsed(body)?, &self.shared.manual)?;
        self.open.get_or_init(|| OpenStudio::new(self.shared.clone(), folder));
        Ok(shown)
    }

    /// The start page, as long as there is no game.
    fn start(&self) -> Result<&StartPage, PageRefused> {
        let start = self.start.as_ref().filter(|_| self.open.get().is_none());
        start.ok_or_else(|| PageRefused(409, "A game is open already. Reload this page.".to_owned()))
    }
}

impl OpenStudio {
    fn new(shared: Arc<SharedParts>, folder: PathBuf) -> Self {
        let figures = FigureRuns::new(folder.clone(), shared.measure.clone());
        let files = GameFiles::new(folder);
        Self {
            shared,
            figures,
            saved: Mutex::default(),
            workspace: Mutex::new(Workspace::new(files.name())),
            files,
            tests: Mutex::default(),
            seats: Mutex::default(),
            has_pattern: AtomicBool::default(),
        }
    }

    /// A page that is only read.
    fn shown(&self, path: &str) -> PageReply {
        match path {
            "" => found("text/html", page::page(&self.shared.path)),
            "rulebook" => found("text/html", rulebook::rulebook(&self.files)),
            path if path.starts_with("still/") => {
                self.still(path).map_or_else(|why| refused(&why), |page| found("text/html", page))
            }
            _ => refused(&PageRefused(404, "There is no such page.".to_owned())),
        }
    }

    fn answer(&self, path: &str, body: &str) -> Result<Value, PageRefused> {
        match path {
            "files" => self.list(),
            "open" => self.open(&parsed(body)?),
            "save" => self.save(&parsed(body)?),
            "make" => Ok(json!({ "file": new_files::make(&self.files, &parsed(body)?)? })),
            "check" => self.check(parsed(body)?),
            "complete" => self.about(body, |workspace, spot| Ok(value(edits::complete(workspace, spot)))),
            "hover" => self.about(body, |workspace, spot| Ok(edits::hover(workspace, spot))),
            "define" => self.about(body, |workspace, spot| Ok(value(edits::define(workspace, spot)))),
            "actions" => self.about(body, |workspace, spot| Ok(value(edits::actions(workspace, spot)))),
            "rename" => self.about(body, |workspace, spot| Ok(value(edits::rename(workspace, spot)?))),
            "cite" => self.cite(&parsed(body)?),
            "format" => self.about(body, |workspace, spot| {
                Ok(value(edits::offered(workspace, "Format", &workspace.format(&spot.file))))
            }),
            "tests" => self.tests(),
            "clauses" => Ok(value(clauses::clauses(&self.files)?)),
            "settings" => self.settings(&parsed(body)?),
            "table" => self.table(&parsed(body)?),
            "origin" => self.origin(&parsed(body)?),
            "touched" => self.about(body, |workspace, spot| Ok(value(links::touched(workspace, spot)))),
            "look" => Ok(layout::look(&self.files, &self.workspace(), &parsed(body)?)),
            "dress" => Ok(value(layout::dress(&self.files, &self.workspace(), parsed(body)?)?)),
            "picture" => Ok(json!({ "file": layout::add_picture(&self.files, &parsed(body)?)? })),
            "course" => Ok(timeline::questions(&self.files, &self.game()?.1, &self.shared.place.people_asked())),
            "rewind" => self.rewind(&parsed(body)?),
            "choices" => self.figure_choices(),
            "figures" => self.figures(parsed(body)?),
            "progress" => Ok(self.figures.progress(&parsed(body)?)),
            "stop" => {
                self.figures.stop();
                Ok(json!({}))
            }
            "capture" => {
                self.refuse_pattern()?;
                Ok(timeline::capture(&self.files, &self.game()?, &parsed(body)?)?)
            }
            _ => Err(PageRefused(404, "There is no such request.".to_owned())),
        }
    }

    /// All files with the fingerprints of their texts.
    fn list(&self) -> Result<Value, PageRefused> {
        let file = |(path, print): (String, String)| json!({ "path": path, "print": print });
        let files: Vec<Value> = self.files.prints().into_iter().map(file).collect();
        Ok(json!({ "game": self.files.name(), "files": files }))
    }

    fn open(&self, FileNamed { file }: &FileNamed) -> Result<Value, PageRefused> {
        let text = self.files.read(file)?;
        Ok(value(ReadFile { print: fingerprint(&text), text }))
    }

    fn save(&self, TextToSave { file, text, print }: &TextToSave) -> Result<Value, PageRefused> {
        match self.files.save(file, text, print)? {
            SavedFile::Saved(print) => {
                self.figures.stop();
                Ok(json!({ "print": print }))
            }
            SavedFile::Changed(text) => Ok(json!({ "changed": ReadFile { print: fingerprint(&text), text } })),
        }
    }

    /// Runs the tests, and keeps the saved rules if they have no errors.
    fn tests(&self) -> Result<Value, PageRefused> {
        let mut tests = lock(&self.tests);
        let shown = tests.run(&self.files)?;
        if tests.are_playable() {
            let mut texts = self.files.texts();
            // A look needs its pictures, and is no rule.
            texts.remove("look.yaml");
            lock(&self.saved).take(texts);
        }
        Ok(value(shown))
    }

    /// Checks the game with the unsaved texts in place of those on the disk.
    fn check(&self, TextsNow { file, texts }: TextsNow) -> Result<Value, PageRefused> {
        let mut now = self.files.texts();
        now.extend(self.files.pictures());
        for (path, text) in texts {
            // A file that somebody removed is checked as it stands in the editor.
            if !is_part(&path) {
                return Err(PageRefused(409, format!("the game has no file `{path}`")));
            }
            now.insert(path, text);
        }
        // Without the lock, so that completion does not wait for a check.
        let job = self.with(&now).job();
        let checked = job.run(&|| false);
        let mut workspace = self.with(&now);
        checked.into_iter().for_each(|checked| workspace.take(checked));
        let colours = file.map(|file| edits::colours(&workspace, &file)).unwrap_or_default();
        let title = workspace.rules().map(|rules| rules.title().to_owned());
        Ok(json!({ "findings": edits::findings(&workspace), "colours": colours, "title": title }))
    }

    /// The workspace as it was checked last, or with the texts on the disk.
    pub(crate) fn workspace(&self) -> MutexGuard<'_, Workspace> {
        let workspace = lock(&self.workspace);
        if workspace.paths().next().is_some() {
            return workspace;
        }
        drop(workspace);
        self.with(&self.files.texts())
    }

    /// The workspace with these texts. Each request brings its own.
    fn with(&self, now: &BTreeMap<String, String>) -> MutexGuard<'_, Workspace> {
        let mut workspace = lock(&self.workspace);
        let gone: Vec<String> = workspace.paths().filter(|path| !now.contains_key(*path)).map(str::to_owned).collect();
        gone.iter().for_each(|path| workspace.set(path, None));
        now.iter().for_each(|(path, text)| workspace.set(path, Some(text.clone())));
        workspace
    }

    /// Answers about a position in a text as it is in the editor.
    fn about(
        &self,
        body: &str,
        answer: impl FnOnce(&Workspace, &CursorText) -> Result<Value, String>,
    ) -> Result<Value, PageRefused> {
        let spot: CursorText = parsed(body)?;
        Ok(answer(&*self.workspace_at(&spot)?, &spot)?)
    }

    /// Edits that cite a clause.
    fn cite(&self, asked: &CitationAsked) -> Result<Value, PageRefused> {
        Ok(value(edits::cite(&*self.workspace_at(&asked.spot)?, asked)?))
    }

    /// The workspace with the text of a position.
    fn workspace_at(&self, spot: &CursorText) -> Result<MutexGuard<'_, Workspace>, PageRefused> {
        let mut workspace = lock(&self.workspace);
        if workspace.text(&spot.file).is_none() {
            // Nothing was checked yet, or there is no such file.
            self.files.known(&spot.file)?;
        }
        workspace.set(&spot.file, Some(spot.text.clone()));
        Ok(workspace)
    }
}

fn parsed<T: DeserializeOwned>(body: &str) -> Result<T, PageRefused> {
    serde_json::from_str(body).map_err(|error| PageRefused(400, format!("The request is malformed: {error}.")))
}

pub(crate) fn value(of: impl Serialize) -> Value {
    serde_json::to_value(of).unwrap_or_default()
}

fn found(kind: &'static str, body: String) -> PageReply {
    PageReply { status: 200, kind, body }
}

fn answered(answer: Result<Value, PageRefused>) -> PageReply {
    answer.map_or_else(|why| refused(&why), |value| found("application/json", value.to_string()))
}

fn refused(PageRefused(status, why): &PageRefused) -> PageReply {
    PageReply { status: *status, kind: "text/plain", body: why.clone() }
}
