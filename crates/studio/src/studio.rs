//! The studio: answers the page, and opens games at the table beside it.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tavola_game::Rules;
use tavola_ide::{Workspace, is_part};
use tavola_lab::table::GameTable;
use tavola_serve::{PageReply, PageRequest, PageServer, ServeError, TablePlace};

use crate::bodies::{CursorText, FileNamed, ReadFile, TextToSave, TextsNow};
use crate::files::{GameFiles, SavedFile, fingerprint};
use crate::tests::KnownTests;
use crate::{clauses, edits, layout, links, new_files, page, settings, timeline};

/// What a game at the table begins with, besides the players.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TableWish {
    /// Variants, separated by commas.
    pub variant: Option<String>,
    /// Changed settings and rulings.
    pub settings: Vec<(String, String)>,
    /// The scenario at whose failure it begins, as `FILE/NAME`. It has its own players, settings and variant.
    pub case: Option<String>,
}

/// Begins a game for the table, or says why it cannot begin.
type Begin = dyn Fn(&TableWish) -> Result<(Rules, GameTable), String> + Send + Sync;

/// What a studio is opened with.
pub struct StudioOptions {
    /// Address to listen on. Port 0 is any free port.
    pub listen: SocketAddr,
    /// Folder of the game. Nothing outside of it is written.
    pub folder: PathBuf,
    /// Begins a game for the table, or returns a sentence that says why it cannot begin.
    pub begin: Box<Begin>,
}

/// A page to write the rules of one game.
pub struct Studio {
    server: PageServer,
    open: OpenStudio,
}

/// Everything that answers the page.
pub(crate) struct OpenStudio {
    path: String,
    pub(crate) files: GameFiles,
    pub(crate) begin: Box<Begin>,
    pub(crate) place: TablePlace,
    workspace: Mutex<Workspace>,
    tests: Mutex<KnownTests>,
    /// The seats of the game at the table. Empty before the first one.
    pub(crate) seats: Mutex<Vec<Value>>,
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
        let files = GameFiles::new(options.folder);
        let open = OpenStudio {
            path: server.path(),
            workspace: Mutex::new(Workspace::new(files.name())),
            files,
            begin: options.begin,
            place: server.place(),
            tests: Mutex::default(),
            seats: Mutex::default(),
        };
        Ok(Self { server, open })
    }

    /// The link of the page. Anyone who knows it can change the files of the game.
    pub fn url(&self) -> String {
        self.server.url()
    }

    /// Serves browsers forever.
    pub fn serve(self) {
        let open = self.open;
        self.server.serve(move |request| open.reply(&request));
    }
}

impl OpenStudio {
    fn reply(&self, request: &PageRequest) -> PageReply {
        let fixed = |kind, body: String| PageReply { status: 200, kind, body };
        let Some(body) = &request.body else {
            return match request.path.as_str() {
                "" => fixed("text/html", page::page(&self.path)),
                "icon.svg" => fixed("image/svg+xml", page::ICON.to_owned()),
                "studio.js" => fixed("text/javascript", page::SCRIPT.to_owned()),
                "studio.css" => fixed("text/css", page::STYLE.to_owned()),
                path if path.starts_with("still/") => {
                    self.still(path).map_or_else(|why| refused(&why), |page| fixed("text/html", page))
                }
                _ => refused(&PageRefused(404, "There is no such page.".to_owned())),
            };
        };
        match self.answer(&request.path, body) {
            Ok(value) => fixed("application/json", value.to_string()),
            Err(why) => refused(&why),
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
            "format" => self.about(body, |workspace, spot| {
                Ok(value(edits::offered(workspace, "Format", &workspace.format(&spot.file))))
            }),
            "tests" => Ok(value(lock(&self.tests).run(&self.files)?)),
            "clauses" => Ok(value(clauses::clauses(&self.files)?)),
            "settings" => Ok(value(settings::settings(&self.files, &self.files.rules()?)?)),
            "table" => self.table(&parsed(body)?),
            "origin" => self.origin(&parsed(body)?),
            "touched" => self.about(body, |workspace, spot| Ok(value(links::touched(workspace, spot)))),
            "look" => Ok(layout::look(&self.files, &self.workspace(), &parsed(body)?)),
            "dress" => Ok(value(layout::dress(&self.files, &self.workspace(), parsed(body)?)?)),
            "picture" => Ok(json!({ "file": layout::add_picture(&self.files, &parsed(body)?)? })),
            "course" => Ok(timeline::questions(&self.files, &self.game()?.1)),
            "rewind" => self.rewind(&parsed(body)?),
            "capture" => Ok(timeline::capture(&self.files, &self.game()?, &parsed(body)?)?),
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
            SavedFile::Saved(print) => Ok(json!({ "print": print })),
            SavedFile::Changed(text) => Ok(json!({ "changed": ReadFile { print: fingerprint(&text), text } })),
        }
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
        let mut workspace = lock(&self.workspace);
        if workspace.text(&spot.file).is_none() {
            // Nothing was checked yet, or there is no such file.
            self.files.known(&spot.file)?;
        }
        workspace.set(&spot.file, Some(spot.text.clone()));
        Ok(answer(&workspace, &spot)?)
    }
}

fn parsed<T: DeserializeOwned>(body: &str) -> Result<T, PageRefused> {
    serde_json::from_str(body).map_err(|error| PageRefused(400, format!("The request is malformed: {error}.")))
}

pub(crate) fn value(of: impl Serialize) -> Value {
    serde_json::to_value(of).unwrap_or_default()
}

fn refused(PageRefused(status, why): &PageRefused) -> PageReply {
    PageReply { status: *status, kind: "text/plain", body: why.clone() }
}

pub(crate) fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
