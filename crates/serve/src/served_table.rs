//! The table of a game that is played in browsers: takes answers and decides what each seat is shown.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use super::changed::{Changed, RulesReader};
use super::finished::FinishedGame;
use super::hotseat::{Hotseat, Screen};
use super::keys::{Chair, ChairKey};
use super::moments::LookBack;
use super::pages::{PageNumber, SeatContent, SeatPage};
use super::refused::{RequestRefused, why};
use super::seat_access::{SeatAccess, SeatHolder};
use super::table_sent::TableSent;
use super::table_talk::TableTalk;
use super::wish::{self, UndoRequest, WishShown};
use tavola_game::{Fault, Rules};
use tavola_lab::table::{Advance, GameTable};
use tavola_lab::{MAX_ANSWERS, Record};
use tavola_page::draw;
use tavola_page::scene::Scene;
use tavola_page::scene::Stage;
use tavola_syntax::text::{capital, clean, count};

/// The table of a server, shared by all requests.
pub(super) type SharedTable = Arc<Mutex<ServedTable>>;

/// Locks the table until the guard is dropped.
pub(super) fn lock(served_table: &Mutex<ServedTable>) -> MutexGuard<'_, ServedTable> {
    served_table.lock().unwrap_or_else(PoisonError::into_inner)
}

fn stage_of(table: &GameTable) -> Arc<Stage> {
    Arc::new(Stage::new(&table.game(), table.clauses.clone()))
}

/// A game with its seats.
pub(super) struct ServedTable {
    pub(super) table: GameTable,
    /// Its rules.
    pub(super) rules: Rules,
    /// Names and notes of people.
    pub(super) talk: TableTalk,
    pub(super) stage: Arc<Stage>,
    pub(super) seat_access: SeatAccess,
    pub(super) pages: BTreeMap<Chair, SeatPage>,
    /// Last lines of a game that has ended, normally or by a fault. Empty while it is played.
    pub(super) closing: Vec<String>,
    /// Open request to take an answer back.
    pub(super) wish: Option<UndoRequest>,
    /// Its end, if it was played to its end.
    pub(super) ended: Option<FinishedGame>,
    /// True after "Play again": the name of the record does not hold the seed.
    pub(super) is_next_game: bool,
    /// Outcome of a change of the rules during play.
    pub(super) changed: Changed,
    /// Reader of the notices about changed rules at the seats.
    pub(super) reader: RulesReader,
    /// The shared seat, if all people play at one screen.
    pub(super) hotseat: Option<Hotseat>,
}

/// Decision about a browser that uses a key.
pub(super) enum Admitted {
    /// It may use the key.
    Yes,
    /// It holds the seat from now on, and must send this token with each request.
    Now(String),
    /// Another browser holds the seat. The page that says so.
    Held(String),
}

impl ServedTable {
    /// Opens a game at its first question, with its keys and the number of this opening.
    pub(super) fn new(table: GameTable, rules: &Rules, (keys, opening): (Vec<ChairKey>, u64), is_shared: bool) -> Self {
        let seat_access = SeatAccess::new(keys);
        let pages = seat_access.chairs().map(|chair| (chair, SeatPage::new(opening))).collect();
        let first = table.humans.iter().position(|&human| human).map(Chair::Player);
        let hotseat = first.filter(|_| is_shared).map(Hotseat::new);
        let stage = stage_of(&table);
        let mut served_table = Self {
            talk: TableTalk::new(table.names.len()),
            table,
            rules: rules.clone(),
            stage,
            seat_access,
            pages,
            closing: Vec::new(),
            wish: None,
            ended: None,
            is_next_game: false,
            changed: Changed::new(rules),
            reader: RulesReader::Guest,
            hotseat,
        };
        served_table.go_on(None);
        served_table
    }

    /// The chair that a key opens.
    pub(super) fn chair(&self, key: &str) -> Result<Chair, RequestRefused> {
        self.seat_access.chair_of_key(key)
    }

    /// Checks that a key is the host's.
    pub(super) fn host(&self, key: &str) -> Result<(), RequestRefused> {
        if self.chair(key)? == Chair::Host { Ok(()) } else { Err(why("Only the host can do that.")) }
    }

    /// The page of a key.
    pub(super) fn page_of(&self, key: &str) -> Result<&SeatPage, RequestRefused> {
        Ok(&self.pages[&self.chair(key)?])
    }

    /// Lets a browser use a key, with the token that it sent. The first browser that comes holds a player's seat.
    pub(super) fn admit(&mut self, key: &str, token: Option<&str>, is_heavy: bool) -> Result<Admitted, RequestRefused> {
        let chair = self.seat_access.chair_within_limit(key, is_heavy)?;
        let held = self.seat_access.hold(chair, token)?;
        if matches!(held, SeatHolder::Restored | SeatHolder::New(_)) {
            self.show_host();
        }
        Ok(match held {
            SeatHolder::Already | SeatHolder::Restored => Admitted::Yes,
            SeatHolder::New(token) => Admitted::Now(token),
            SeatHolder::ByAnother => Admitted::Held(draw::held(self.table.game().title(), &self.who(chair), key)),
        })
    }

    /// Gives a player's seat to another browser, and returns its token. The previous browser is notified.
    pub(super) fn take(&mut self, key: &str) -> Result<String, RequestRefused> {
        let chair = self.seat_access.chair_within_limit(key, false)?;
        let token = self.seat_access.hand_on(chair)?;
        self.show(chair, true);
        Ok(token)
    }

    /// Name of a chair: of its player, or of its role.
    pub(super) fn who(&self, chair: Chair) -> String {
        match chair {
            Chair::Player(_) if self.is_hotseat(chair) => "at one screen".to_owned(),
            Chair::Player(seat) => self.shown_name(seat),
            Chair::Spectator => "watching".to_owned(),
            Chair::Host => "the host".to_owned(),
        }
    }

    /// The whole HTML page of a seat.
    pub(super) fn page(&self, key: &str) -> Result<String, RequestRefused> {
        let chair = self.chair(key)?;
        let is_player = chair.player().is_some();
        let page = &self.pages[&chair];
        let (table, number) = (page.table(key, ""), page.number());
        let talk = self.talk_html(key)?;
        Ok(draw::page(
            self.table.game().title(),
            &self.who(chair),
            (key, is_player),
            (&table.html, number, &table.log),
            &talk,
        ))
    }

    /// Makes the stage anew, after the names or the rules have changed.
    pub(super) fn set_stage(&mut self) {
        self.stage = stage_of(&self.table);
    }

    /// Tells all pages that the names or notes have changed.
    pub(super) fn talked(&self) {
        self.pages.values().for_each(SeatPage::talked);
    }

    /// The part of a page that changes, without the log lines that the page has already, and its number.
    pub(super) fn table(&self, key: &str, had: &str) -> Result<(TableSent, u64), RequestRefused> {
        let page = self.page_of(key)?;
        Ok((page.table(key, had), page.number()))
    }

    /// The scene of a seat as JSON.
    pub(super) fn scene(&self, key: &str) -> Result<String, RequestRefused> {
        Ok(serde_json::to_string(&self.page_of(key)?.scene()).unwrap_or_default())
    }

    /// The game so far as a seat was shown it, as a file. Never contains what only others know.
    pub(super) fn story(&self, key: &str) -> Result<String, RequestRefused> {
        let viewer = self.viewer(self.chair(key)?);
        let story = viewer.and_then(|viewer| self.table.story(&self.table.names[viewer]));
        story.map(|story| story.to_yaml()).ok_or_else(|| why("Spectators have no private history."))
    }

    /// The record with all hidden information: for the host at any time, for others after the end of the game.
    pub(super) fn record(&self, key: &str) -> Result<String, RequestRefused> {
        if self.chair(key)? != Chair::Host && self.ended.is_none() {
            return Err(why("The record holds hidden information; it can be downloaded when the game is over."));
        }
        // Sealed answers are kept in the file only.
        Ok(Record { sealed: Vec::new(), ..self.table.keeper.record().clone() }.to_yaml())
    }

    /// The game so far, for a seat that looks at an earlier position.
    pub(super) fn past(&self, key: &str) -> Result<LookBack, RequestRefused> {
        let viewer = self.viewer(self.chair(key)?);
        if !self.table.tells_all() {
            return Err(why("The game is too long to show earlier positions."));
        }
        Ok(LookBack {
            game: self.table.game(),
            humans: self.table.humans.clone(),
            answers: self.table.keeper.record().answers.clone(),
            viewer,
            stage: self.stage.clone(),
        })
    }

    /// The page of an earlier position.
    pub(super) fn moment(&self, key: &str, scene: &Scene, line: usize) -> Result<String, RequestRefused> {
        let lines = self.table.lines_of(self.viewer(self.chair(key)?)).len();
        Ok(draw::moment(scene, key, line, lines))
    }

    /// Returns a channel with the number of a seat's page.
    pub(super) fn watch(&self, key: &str) -> Result<watch::Receiver<PageNumber>, RequestRefused> {
        Ok(self.page_of(key)?.watch())
    }

    /// Takes an answer to the question that the seat was shown with this number.
    pub(super) fn answer(&mut self, key: &str, number: u64, option: usize) -> Result<(), RequestRefused> {
        let chair = self.chair(key)?;
        let viewer = self.fresh(chair, number)?;
        let options =
            self.pages[&chair].question().ok_or_else(|| why("There is no question for you now."))?.options.len();
        if option >= options {
            return Err(why(&format!("There is no such answer; answers are 0 to {}.", options.saturating_sub(1))));
        }
        let taken = self.table.answer_at(viewer, option);
        self.done(taken)?;
        self.go_on(Some(chair));
        Ok(())
    }

    /// Takes a whole division: for each pile, the numbers of the things as the seat was shown them.
    pub(super) fn divide(&mut self, key: &str, number: u64, piles: &[Vec<usize>]) -> Result<(), RequestRefused> {
        let chair = self.chair(key)?;
        let viewer = self.fresh(chair, number)?;
        let asked = self.pages[&chair].question();
        let asked = asked
            .filter(|question| !question.divided.is_empty())
            .ok_or_else(|| why("There is nothing to divide now."))?;
        if piles.len() != asked.divided.len() {
            return Err(why(&format!("This division has {}.", count(asked.divided.len(), "pile"))));
        }
        let cards = asked.cards();
        let thing = |&card: &usize| {
            let (_, thing) = cards
                .get(card)
                .ok_or_else(|| why(&format!("This division has {}, numbered from 0.", count(cards.len(), "thing"))))?;
            Ok(thing.id.clone())
        };
        let piles: Result<Vec<Vec<String>>, RequestRefused> =
            piles.iter().map(|pile| pile.iter().map(thing).collect()).collect();
        let taken = self.table.divide_at(viewer, &piles?);
        self.done(taken)?;
        self.go_on(Some(chair));
        Ok(())
    }

    /// Takes back a seat's last answer.
    pub(super) fn undo(&mut self, key: &str, number: u64) -> Result<(), RequestRefused> {
        let chair = self.chair(key)?;
        let viewer = self.fresh(chair, number)?;
        match self.table.undo_at(viewer) {
            Ok(false) => {
                return Err(why(self.table.why_no_undo(viewer)));
            }
            done => self.done(done.map(|_| ()))?,
        }
        self.carry_again();
        self.go_on(Some(chair));
        Ok(())
    }

    /// The option that a seat may choose for the rest of the turn.
    pub(super) fn offers_enough(&self, chair: Chair) -> Option<usize> {
        self.pages[&chair].enough()
    }

    /// Returns the player of a seat, if they answer the page that they were shown last.
    pub(super) fn fresh(&self, chair: Chair, number: u64) -> Result<usize, RequestRefused> {
        let viewer = self.viewer(chair).ok_or_else(|| why("Spectators do not answer."))?;
        self.is_fresh(chair, number).map(|()| viewer)
    }

    /// Checks that a seat answers the page that it was shown last.
    pub(super) fn is_fresh(&self, chair: Chair, number: u64) -> Result<(), RequestRefused> {
        let page = &self.pages[&chair];
        if page.number() == number {
            return Ok(());
        }
        Err(why(if page.is_of_this_opening(number) {
            "The table has changed; look again."
        } else {
            "The table was restarted after this page was loaded; the answer was not taken. Reload the page and answer its question."
        }))
    }

    /// Ends the game after a fault of the rules.
    pub(super) fn breaks_off(&mut self, fault: &Fault) {
        let message = self.table.game().diagnose(fault).message;
        self.closing = vec![format!("The game cannot continue: {}", clean(&message))];
    }

    /// Runs the game up to the next question to a person, and updates all pages.
    /// The page of the seat `answered` changes in any case, so no answer is taken twice.
    pub(super) fn go_on(&mut self, answered: Option<Chair>) {
        // Before new lines take the numbers of those that were taken back.
        self.unpin_notes();
        while self.closing.is_empty() {
            if self.table.answers() as u64 >= MAX_ANSWERS {
                self.closing = vec![capital(&format!("{}.", self.table.endless().what))];
                break;
            }
            match self.table.step() {
                Ok(Advance::Went) => {}
                Ok(Advance::Waits | Advance::Unwritten) => break,
                Ok(Advance::Over) => {
                    self.close();
                    break;
                }
                Err(fault) => self.breaks_off(&fault),
            }
        }
        if self.carry_after_secrets() {
            return self.go_on(answered);
        }
        // The keeper notes a failed write, and all pages show it.
        let _ = self.table.keeper.flush();
        // A request or a notice lapses when the number of answers has changed.
        let answers = self.table.answers();
        self.wish.take_if(|wish| wish.at != answers);
        self.changed.went_on.take_if(|at| *at != answers);
        let chairs: Vec<Chair> = self.pages.keys().copied().collect();
        for chair in chairs {
            self.show(chair, answered == Some(chair));
        }
    }

    /// Request to take back an answer, as a seat is shown it.
    pub(super) fn wish_shown(&self, viewer: Option<usize>) -> WishShown {
        let viewer = viewer.filter(|_| self.closing.is_empty());
        viewer.map_or_else(WishShown::default, |viewer| {
            wish::shown(self.wish.as_ref(), &self.table, viewer, &|seat| self.shown_name(seat))
        })
    }

    /// Updates the page of a seat. Its number grows if the content differs, or if `anyway`.
    fn show(&mut self, chair: Chair, anyway: bool) {
        if chair == Chair::Host {
            return self.show_host();
        }
        let (viewer, next) = match self.screen(chair) {
            Screen::Seen(viewer, next) => (viewer, next),
            Screen::Blank(next) => {
                let cover = SeatContent::Cover(self.shown_name(next), self.paused());
                return self.put(chair, cover, anyway);
            }
        };
        let view = self.table.view_at(viewer);
        let asked = match self.table.question_at(viewer) {
            Ok(asked) => asked.filter(|_| self.closing.is_empty()),
            Err(fault) => {
                self.breaks_off(&fault);
                None
            }
        };
        let mut scene = self.stage.scene(&view, asked.as_ref(), self.table.lines_of(viewer));
        if let together @ [_, ..] = self.table.together() {
            scene.asked = together.iter().map(|&seat| self.shown_name(seat)).collect();
        }
        let wish = self.wish_shown(viewer);
        let enough = viewer.filter(|_| scene.question.is_some()).and_then(|viewer| self.table.enough_at(viewer));
        let around = draw::Seat {
            paused: self.paused(),
            enough,
            ask: wish.ask && self.hotseat.is_none(),
            wish: wish.line,
            agree: wish.agree,
            undo: viewer.is_some_and(|viewer| self.table.can_undo_at(viewer)),
            kept: viewer.map_or_else(Vec::new, |viewer| self.table.answers_at(viewer).to_vec()),
            ending: self.ending(viewer),
            closing: self.closing.clone(),
            hand_over: next.map(|next| self.shown_name(next)),
            rules: self.changed.shown(self.reader),
        };
        self.put(chair, SeatContent::Table(Box::new((scene, around))), anyway);
    }

    /// Puts a content on the page of a chair. The number of the page grows if the content differs, or if `anyway`.
    pub(super) fn put(&mut self, chair: Chair, content: SeatContent, anyway: bool) {
        if let Some(page) = self.pages.get_mut(&chair) {
            page.show(content, self.seat_access.key(chair), anyway);
        }
    }
}
