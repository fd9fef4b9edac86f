//! The table of a game that is played in browsers: whose answer is taken, and what each seat is shown.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use tokio::sync::watch;

use super::changed::Changed;
use super::hotseat::{Hotseat, Screen};
use super::keys::{self, Chair, Key};
use super::limits::Bucket;
use super::moments::Past;
use super::refused::{Refused, why};
use super::wish::{self, Wish, WishShown};
use crate::draw;
use crate::game::{Fault, Rules};
use crate::play::MAX_ANSWERS;
use crate::scene::Scene;
use crate::tools::paint::{clean, count};
use crate::tools::play::{Step, Table, missing, ranking};
use crate::tools::stage::Stage;

/// So many names are looked at to tell why one of them is not offered: a thing, and what it lies in.
const MOST_NAMES: usize = 4;

/// The one table of a server, for all its requests.
pub(super) type Shared = Arc<Mutex<Hall>>;

/// A game with its seats.
pub(super) struct Hall {
    pub(super) table: Table,
    pub(super) stage: Arc<Stage>,
    seats: Vec<Seat>,
    /// Of requests with keys that open nothing.
    strangers: Bucket,
    /// What is said when nobody is asked any more.
    pub(super) closing: Vec<String>,
    /// Who wants an answer back.
    pub(super) wish: Option<Wish>,
    /// Whether it was played to its end.
    pub(super) over: bool,
    /// What became of rules that were changed meanwhile.
    pub(super) changed: Changed,
    /// The seat that all people share, if they sit at one screen.
    pub(super) hotseat: Option<Hotseat>,
}

/// What one key opens: a player's seat, a chair beside the table, or what the host may have.
struct Seat {
    chair: Chair,
    key: String,
    /// What the browser that holds a player's seat says with each request.
    holder: Option<String>,
    bucket: Bucket,
    shown: Option<(Scene, draw::Seat)>,
    /// What the host is shown instead.
    hosted: Option<draw::Host>,
    html: String,
    number: watch::Sender<u64>,
}

impl Seat {
    fn viewer(&self) -> Option<usize> {
        match self.chair {
            Chair::Player(seat) => Some(seat),
            Chair::Watch | Chair::Host => None,
        }
    }
}

/// Whether a browser may use a key.
pub(super) enum Admitted {
    /// It may.
    Yes,
    /// It holds the seat from now on, and must say this with each request.
    Now(String),
    /// Another one holds the seat: the page that says so.
    Held(String),
}

impl Hall {
    /// A game at its first question, with its keys.
    pub(super) fn new(table: Table, (stage, rules): (Stage, &Rules), keys: Vec<Key>, is_shared: bool) -> Self {
        let now = Instant::now();
        let seat = |(chair, key)| Seat {
            chair,
            key,
            holder: None,
            bucket: if chair == Chair::Watch { Bucket::shared(now) } else { Bucket::new(now) },
            shown: None,
            hosted: None,
            html: String::new(),
            number: watch::Sender::new(0),
        };
        let seats: Vec<Seat> = keys.into_iter().map(seat).collect();
        let first = seats.iter().position(|seat| seat.viewer().is_some_and(|seat| table.humans[seat]));
        let hotseat = first.filter(|_| is_shared).map(Hotseat::new);
        let strangers = Bucket::new(now);
        let mut hall = Self {
            table,
            stage: Arc::new(stage),
            seats,
            strangers,
            closing: Vec::new(),
            wish: None,
            over: false,
            changed: Changed::new(rules),
            hotseat,
        };
        hall.go_on(None);
        hall
    }

    /// The seat of a key. All keys are looked at: how long it takes tells nothing.
    pub(super) fn seat(&self, key: &str) -> Result<usize, Refused> {
        let mut found = None;
        for (at, seat) in self.seats.iter().enumerate() {
            if keys::same(&seat.key, key) {
                found = Some(at);
            }
        }
        found.ok_or(Refused::Nobody)
    }

    /// Lets a browser use a key, with what it says to hold the seat by. Who comes first holds a player's seat.
    pub(super) fn admit(&mut self, key: &str, token: Option<&str>, is_heavy: bool) -> Result<Admitted, Refused> {
        let at = self.knock(key, is_heavy)?;
        let who = self.who(at);
        let seat = &mut self.seats[at];
        if seat.viewer().is_none() {
            return Ok(Admitted::Yes);
        }
        match (&seat.holder, token.filter(|token| keys::is_key(token))) {
            (Some(own), Some(token)) if keys::same(own, token) => Ok(Admitted::Yes),
            (Some(_), _) => Ok(Admitted::Held(draw::held(self.table.game().title(), &who, key))),
            // Who held it before the server was started again holds it on.
            (None, Some(token)) => {
                seat.holder = Some(token.to_owned());
                self.show_host();
                Ok(Admitted::Yes)
            }
            (None, None) => {
                let token = token_from_system()?;
                seat.holder = Some(token.clone());
                self.show_host();
                Ok(Admitted::Now(token))
            }
        }
    }

    /// Gives a player's seat to another browser: what that must say from now on. Who held it before is told.
    pub(super) fn take(&mut self, key: &str) -> Result<String, Refused> {
        let at = self.knock(key, false)?;
        let token = token_from_system()?;
        self.seats[at].holder = Some(token.clone());
        self.show(at, true);
        Ok(token)
    }

    /// The seat of a key, if it has not sent too many requests.
    fn knock(&mut self, key: &str, is_heavy: bool) -> Result<usize, Refused> {
        let now = Instant::now();
        let found = self.seat(key);
        let bucket = found.as_ref().map_or(&mut self.strangers, |&at| &mut self.seats[at].bucket);
        if bucket.take(now, is_heavy) { found } else { Err(Refused::Often) }
    }

    /// The player of a seat.
    pub(super) fn own_viewer(&self, at: usize) -> Option<usize> {
        self.seats[at].viewer()
    }

    fn who(&self, at: usize) -> String {
        match self.seats[at].chair {
            Chair::Player(_) if self.hotseat.as_ref().is_some_and(|hotseat| hotseat.at == at) => {
                "at one screen".to_owned()
            }
            Chair::Player(seat) => self.table.names[seat].clone(),
            Chair::Watch => "watching".to_owned(),
            Chair::Host => "the host".to_owned(),
        }
    }

    /// The whole page of a seat.
    pub(super) fn page(&self, key: &str) -> Result<String, Refused> {
        let at = self.seat(key)?;
        let seat = &self.seats[at];
        let title = self.table.game().title().to_owned();
        Ok(draw::page(&title, &self.who(at), (key, seat.viewer().is_some()), &seat.html))
    }

    /// What changes on it, and its number.
    pub(super) fn table(&self, key: &str) -> Result<(String, u64), Refused> {
        let seat = &self.seats[self.seat(key)?];
        Ok((seat.html.clone(), *seat.number.borrow()))
    }

    /// The scene of a seat as data.
    pub(super) fn scene(&self, key: &str) -> Result<String, Refused> {
        let seat = &self.seats[self.seat(key)?];
        let scene = seat.shown.as_ref().map(|(scene, _)| scene);
        Ok(serde_json::to_string(&scene).unwrap_or_default())
    }

    /// The game so far as a seat was told it, as a file; never what only others know.
    pub(super) fn story(&self, key: &str) -> Result<String, Refused> {
        let viewer = self.viewer(self.seat(key)?);
        let story = viewer.and_then(|viewer| self.table.story(&self.table.names[viewer]));
        story.map(|story| story.to_yaml()).ok_or_else(|| why("Who watches has no story of his own."))
    }

    /// The record with everything that is hidden: for the host at any time, for all others when the game is over.
    pub(super) fn record(&self, key: &str) -> Result<String, Refused> {
        let seat = &self.seats[self.seat(key)?];
        if seat.chair != Chair::Host && !self.over {
            return Err(why("The record tells everything that is hidden; it can be had when the game is over."));
        }
        Ok(self.table.keeper.record().to_yaml())
    }

    /// The game so far, for a seat that looks back.
    pub(super) fn past(&self, key: &str) -> Result<Past, Refused> {
        let viewer = self.viewer(self.seat(key)?);
        if !self.table.tells_all() {
            return Err(why("The game is too long to be looked back at."));
        }
        Ok(Past {
            game: self.table.game(),
            humans: self.table.humans.clone(),
            answers: self.table.keeper.record().answers.clone(),
            viewer,
            stage: self.stage.clone(),
        })
    }

    /// The page of a moment that a seat looks back at.
    pub(super) fn moment(&self, key: &str, scene: &Scene, line: usize) -> Result<String, Refused> {
        let lines = self.seats[self.seat(key)?].shown.as_ref().map_or(0, |(scene, _)| scene.log.len());
        Ok(draw::moment(scene, key, line, lines))
    }

    /// Tells when the number of a seat changes.
    pub(super) fn watch(&self, key: &str) -> Result<watch::Receiver<u64>, Refused> {
        Ok(self.seats[self.seat(key)?].number.subscribe())
    }

    /// Takes an answer to the question that the seat was shown with this number.
    pub(super) fn answer(&mut self, key: &str, number: u64, option: usize) -> Result<(), Refused> {
        let at = self.seat(key)?;
        let viewer = self.fresh(at, number)?;
        let asked = self.seats[at].shown.as_ref().and_then(|(scene, _)| scene.question.as_ref());
        let options = asked.ok_or_else(|| why("You are not asked now."))?.options.len();
        if option >= options {
            return Err(why(&format!("There is no such answer; there are {options}.")));
        }
        self.table.answer_at(viewer, option).unwrap_or_else(|fault| self.breaks_off(&fault));
        self.go_on(Some(at));
        Ok(())
    }

    /// Takes a whole division: for each pile the numbers of the things that the seat was shown.
    pub(super) fn divide(&mut self, key: &str, number: u64, piles: &[Vec<usize>]) -> Result<(), Refused> {
        let at = self.seat(key)?;
        let viewer = self.fresh(at, number)?;
        let asked = self.seats[at].shown.as_ref().and_then(|(scene, _)| scene.question.as_ref());
        let asked =
            asked.filter(|question| !question.divided.is_empty()).ok_or_else(|| why("Nothing is divided now."))?;
        if piles.len() != asked.divided.len() {
            return Err(why(&format!("It takes {}.", count(asked.divided.len(), "pile"))));
        }
        let cards = asked.cards();
        let thing = |&card: &usize| {
            let (_, thing) = cards
                .get(card)
                .ok_or_else(|| why(&format!("It is about {}, counted from 0.", count(cards.len(), "thing"))))?;
            Ok(thing.id.clone())
        };
        let piles: Result<Vec<Vec<String>>, Refused> =
            piles.iter().map(|pile| pile.iter().map(thing).collect()).collect();
        match self.table.divide_at(viewer, &piles?) {
            Ok(Ok(())) => {}
            Ok(Err(refusal)) => return Err(why(&clean(&refusal))),
            Err(fault) => self.breaks_off(&fault),
        }
        self.go_on(Some(at));
        Ok(())
    }

    /// Takes a seat's last answer back.
    pub(super) fn undo(&mut self, key: &str, number: u64) -> Result<(), Refused> {
        let at = self.seat(key)?;
        let viewer = self.fresh(at, number)?;
        match self.table.undo_at(viewer) {
            Ok(false) => {
                return Err(why(
                    "Nothing can be taken back: something was revealed, rolled or answered by others since.",
                ));
            }
            Ok(true) => {}
            Err(fault) => self.breaks_off(&fault),
        }
        self.go_on(Some(at));
        Ok(())
    }

    /// Why a text is no answer of a seat's open question; of several lines the first of which something can be told.
    pub(super) fn why(&mut self, key: &str, text: &str) -> Result<String, Refused> {
        let at = self.seat(key)?;
        let asked = self.seats[at].shown.as_ref().and_then(|(scene, _)| scene.question.as_ref());
        let (Some(viewer), Some(asked)) = (self.viewer(at), asked) else {
            return Err(why("You are not asked now."));
        };
        let offered = || asked.options.iter().map(|option| option.id.as_str());
        let mut told =
            text.lines().take(MOST_NAMES).map(|text| missing(text, offered(), |text| self.table.find_at(viewer, text)));
        let refusal = match told.find(|told| !matches!(told, Err(refusal) if refusal.unknown)) {
            Some(Ok(_)) => return Ok("That is offered.".to_owned()),
            Some(Err(refusal)) => refusal,
            None => return Ok("That is no answer here.".to_owned()),
        };
        let told = |id: &String| match self.table.clauses.get(id) {
            Some(text) => format!("{id}: {}", clean(text)),
            None => id.clone(),
        };
        let clauses = refusal.clauses.iter().map(told);
        Ok(clauses.fold(clean(&refusal.message), |told, clause| format!("{told}\n{clause}")))
    }

    /// The option that a seat was shown as one for the rest of the turn.
    pub(super) fn offers_enough(&self, at: usize) -> Option<usize> {
        self.seats[at].shown.as_ref().and_then(|(_, around)| around.enough)
    }

    /// The player of a seat, if what he answers is what he was shown last.
    pub(super) fn fresh(&self, at: usize, number: u64) -> Result<usize, Refused> {
        let viewer = self.viewer(at).ok_or_else(|| why("Who watches does not answer."))?;
        self.is_fresh(at, number).map(|()| viewer)
    }

    /// Whether somebody answers what he was shown last.
    pub(super) fn is_fresh(&self, at: usize, number: u64) -> Result<(), Refused> {
        if *self.seats[at].number.borrow() == number {
            Ok(())
        } else {
            Err(why("The table has changed since; look again."))
        }
    }

    /// What a seat is.
    pub(super) fn chair(&self, at: usize) -> Chair {
        self.seats[at].chair
    }

    /// The game cannot go on after a fault of the rules.
    pub(super) fn breaks_off(&mut self, fault: &Fault) {
        let message = self.table.game().diagnose(fault).message;
        self.closing = vec![format!("The game cannot go on: {}", clean(&message))];
    }

    /// Goes on to the next question to a person; then everybody is shown what he may see. Who has just answered is shown
    /// something new in any case: no answer fits twice.
    pub(super) fn go_on(&mut self, answered: Option<usize>) {
        while self.closing.is_empty() {
            if self.table.answers() as u64 >= MAX_ANSWERS {
                self.closing = vec![format!("The game is not over after {MAX_ANSWERS} answers.")];
                break;
            }
            match self.table.step() {
                Ok(Step::Went) => {}
                Ok(Step::Waits) => break,
                Ok(Step::Over) => {
                    self.close();
                    break;
                }
                Err(fault) => self.breaks_off(&fault),
            }
        }
        // Both lapse when the game has gone on, or back.
        let answers = self.table.answers();
        self.wish.take_if(|wish| wish.at != answers);
        self.changed.went_on.take_if(|at| *at != answers);
        for at in 0..self.seats.len() {
            self.show(at, answered == Some(at));
        }
    }

    /// What a seat is shown of somebody's wish to have an answer back.
    pub(super) fn wish_shown(&self, viewer: Option<usize>) -> WishShown {
        let viewer = viewer.filter(|_| self.closing.is_empty());
        viewer.map_or_else(WishShown::default, |viewer| wish::shown(self.wish.as_ref(), &self.table, viewer))
    }

    fn close(&mut self) {
        match self.table.outcome() {
            // That the file cannot be written is noted by the keeper.
            Ok((outcome, _)) => {
                let view = self.table.view(None);
                self.closing = ranking(&outcome, &view, &self.table.game().display(), &self.table.names);
                self.over = true;
            }
            Err(fault) => self.breaks_off(&fault),
        }
    }

    /// Shows the host who is there, and what became of changed rules.
    fn show_host(&mut self) {
        let Some(at) = self.seats.iter().position(|seat| seat.chair == Chair::Host) else { return };
        let shared = self.hotseat.as_ref().map(|hotseat| hotseat.at);
        let is_open = |at: &usize| match shared {
            Some(shared) => *at == shared,
            None => self.own_viewer(*at).is_some_and(|seat| self.table.humans[seat]),
        };
        let open = (0..self.seats.len()).filter(is_open);
        let seats = open.map(|at| (self.who(at), self.seats[at].holder.is_some())).collect();
        let hosted = Some(draw::Host { seats, rules: self.changed.shown(true) });
        let seat = &mut self.seats[at];
        if seat.hosted != hosted {
            let number = *seat.number.borrow() + 1;
            seat.html = hosted.as_ref().map_or_else(String::new, |host| draw::host(host, &seat.key, number));
            seat.hosted = hosted;
            seat.number.send_replace(number);
        }
    }

    /// Between two people at one screen.
    fn show_cover(&mut self, at: usize, next: usize, anyway: bool) {
        let seat = &mut self.seats[at];
        let html = |number| draw::cover(&self.table.names[next], &seat.key, number);
        let now = *seat.number.borrow();
        if anyway || seat.shown.is_some() || seat.html != html(now) {
            seat.html = html(now + 1);
            seat.shown = None;
            seat.number.send_replace(now + 1);
        }
    }

    /// What a seat is shown; its number grows where that is something else than before.
    fn show(&mut self, at: usize, anyway: bool) {
        if self.seats[at].chair == Chair::Host {
            return self.show_host();
        }
        let (viewer, next) = match self.screen(at) {
            Screen::Seen(viewer, next) => (viewer, next),
            Screen::Blank(next) => return self.show_cover(at, next, anyway),
        };
        let view = self.table.view_at(viewer);
        let asked = match self.table.question_at(viewer) {
            Ok(asked) => asked.filter(|_| self.closing.is_empty()),
            Err(fault) => {
                self.breaks_off(&fault);
                None
            }
        };
        let mut scene = self.stage.scene(&view, asked.as_ref(), self.table.told(viewer));
        if let together @ [_, ..] = self.table.together() {
            scene.asked = together.iter().map(|&seat| self.table.names[seat].clone()).collect();
        }
        let wish = self.wish_shown(viewer);
        let enough = viewer.filter(|_| scene.question.is_some()).and_then(|viewer| self.table.enough_at(viewer));
        let around = draw::Seat {
            enough,
            ask: wish.ask && self.hotseat.is_none(),
            wish: wish.line,
            agree: wish.agree,
            undo: viewer.is_some_and(|viewer| self.table.can_undo_at(viewer)),
            kept: viewer.map_or_else(Vec::new, |viewer| self.table.kept(viewer).to_vec()),
            closing: self.closing.clone(),
            over: self.over,
            hand_over: next.map(|next| self.table.names[next].clone()),
            rules: self.changed.shown(false),
        };
        let seat = &mut self.seats[at];
        let shown = Some((scene, around));
        if anyway || seat.shown != shown {
            let number = *seat.number.borrow() + 1;
            if let Some((scene, around)) = &shown {
                seat.html = draw::table(scene, around, &seat.key, number);
            }
            seat.shown = shown;
            seat.number.send_replace(number);
        }
    }
}

fn token_from_system() -> Result<String, Refused> {
    keys::random().map_err(|error| why(&format!("There are no random numbers: {error}")))
}
