//! The table of a game that is played in browsers: whose answer is taken, and what each seat is shown.

use tokio::sync::watch;

use crate::draw;
use crate::game::Fault;
use crate::play::MAX_ANSWERS;
use crate::scene::Scene;
use crate::tools::paint::clean;
use crate::tools::play::{Step, Table, ranking};
use crate::tools::stage::Stage;

/// A game with its seats.
pub(super) struct Hall {
    table: Table,
    stage: Stage,
    seats: Vec<Seat>,
    /// What is said when nobody is asked any more.
    closing: Vec<String>,
}

/// What one key opens: a player's seat, or a chair beside the table.
struct Seat {
    viewer: Option<usize>,
    key: String,
    shown: Option<(Scene, draw::Seat)>,
    html: String,
    number: watch::Sender<u64>,
}

/// Why something was not done.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// Nobody has this key.
    Nobody,
    /// It does not fit the position.
    Why(String),
}

impl Hall {
    /// A game at its first question, with a key for each seat and one for those who watch.
    pub(super) fn new(table: Table, stage: Stage, keys: Vec<(Option<usize>, String)>) -> Self {
        let seat =
            |(viewer, key)| Seat { viewer, key, shown: None, html: String::new(), number: watch::Sender::new(0) };
        let mut hall = Self { table, stage, seats: keys.into_iter().map(seat).collect(), closing: Vec::new() };
        hall.go_on(None);
        hall
    }

    /// The seat of a key. Every key is compared to its end: how long it takes tells nothing.
    fn seat(&self, key: &str) -> Result<usize, Refused> {
        let same = |own: &str| {
            own.len() == key.len() && own.bytes().zip(key.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
        };
        let mut found = None;
        for (at, seat) in self.seats.iter().enumerate() {
            if same(&seat.key) {
                found = Some(at);
            }
        }
        found.ok_or(Refused::Nobody)
    }

    /// The whole page of a seat.
    pub(super) fn page(&self, key: &str) -> Result<String, Refused> {
        let seat = &self.seats[self.seat(key)?];
        let who = seat.viewer.map_or("watching", |seat| self.table.names[seat].as_str());
        Ok(draw::page(self.table.game().title(), who, (key, seat.viewer.is_some()), &seat.html))
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
        let viewer = self.seats[self.seat(key)?].viewer;
        let story = viewer.and_then(|viewer| self.table.story(&self.table.names[viewer]));
        story.map(|story| story.to_yaml()).ok_or_else(|| why("Who watches has no story of his own."))
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
        let given = self.table.answer_at(viewer, option);
        self.took(given);
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
            Err(fault) => {
                self.took(Err(fault));
            }
        }
        self.go_on(Some(at));
        Ok(())
    }

    /// Why a text is no answer of a seat's open question.
    pub(super) fn why(&mut self, key: &str, text: &str) -> Result<String, Refused> {
        let at = self.seat(key)?;
        let asked = self.seats[at].shown.as_ref().is_some_and(|(scene, _)| scene.question.is_some());
        let Some(viewer) = self.seats[at].viewer.filter(|_| asked) else {
            return Err(why("You are not asked now."));
        };
        let word = text.to_lowercase().split_whitespace().collect::<Vec<_>>().join("_");
        let found = [text, &word].map(|text| self.table.find_at(viewer, text));
        if found.iter().any(Result::is_ok) {
            return Ok("That is offered.".to_owned());
        }
        let known = found.into_iter().flat_map(Result::err).find(|refusal| !refusal.unknown);
        Ok(known.map_or_else(
            || "That is no answer here.".to_owned(),
            |refusal| format!("{} {}", clean(&refusal.message), refusal.clauses.join(", ")).trim().to_owned(),
        ))
    }

    /// The player of a seat, if what he answers is what he was shown last.
    fn fresh(&self, at: usize, number: u64) -> Result<usize, Refused> {
        let seat = &self.seats[at];
        let viewer = seat.viewer.ok_or_else(|| why("Who watches does not answer."))?;
        if *seat.number.borrow() != number {
            return Err(why("The table has changed since; look again."));
        }
        Ok(viewer)
    }

    fn took(&mut self, given: Result<(), Fault>) -> bool {
        if let Err(fault) = &given {
            let message = self.table.game().diagnose(fault).message;
            self.closing = vec![format!("The game cannot go on: {}", clean(&message))];
        }
        given.is_ok()
    }

    /// Goes on to the next question to a person; then everybody is shown what he may see. Who has just answered is shown
    /// something new in any case: no answer fits twice.
    fn go_on(&mut self, answered: Option<usize>) {
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
                Err(fault) => {
                    self.took(Err(fault));
                }
            }
        }
        for at in 0..self.seats.len() {
            self.show(at, answered == Some(at));
        }
    }

    fn close(&mut self) {
        match self.table.outcome() {
            Ok(outcome) => {
                let tracks = self.table.view(None).tracks;
                self.closing = ranking(&outcome, &self.table.names, &tracks);
            }
            Err(fault) => {
                self.took(Err(fault));
            }
        }
    }

    /// What a seat is shown; its number grows where that is something else than before.
    fn show(&mut self, at: usize, anyway: bool) {
        let viewer = self.seats[at].viewer;
        let view = self.table.view_at(viewer);
        let asked = match self.table.question_at(viewer) {
            Ok(asked) => asked.filter(|_| self.closing.is_empty()),
            Err(fault) => {
                self.took(Err(fault));
                None
            }
        };
        let mut scene = self.stage.scene(&view, asked.as_ref(), self.table.told(viewer));
        if let together @ [_, ..] = self.table.together() {
            scene.asked = together.iter().map(|&seat| self.table.names[seat].clone()).collect();
        }
        let around = draw::Seat {
            undo: viewer.is_some_and(|viewer| self.table.can_undo_at(viewer)),
            kept: viewer.map_or_else(Vec::new, |viewer| self.table.kept(viewer).to_vec()),
            closing: self.closing.clone(),
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

fn why(message: &str) -> Refused {
    Refused::Why(message.to_owned())
}
