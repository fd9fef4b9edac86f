//! The specification of a set-up's observations, and the writing of one.

use std::sync::{Arc, OnceLock};

use crate::sight::{Eye, OpenRules};
use crate::view::Viewing;
use crate::{Error, Game};

use super::answers::AnswerRows;
use super::asked::QuestionRows;
use super::copied::CopiedRuns;
use super::places::PlaceRows;
use super::plane::{Plane, Planes};
use super::values::{self, MemoryRows};

/// The planes of a set-up's observations. It depends on the rules and the set-up alone.
///
/// Planes come in this order: places, tracks, memory, answers, and the planes of `asked` and `viewer.seat`.
///
/// | plane | axes after the indexes | numbers |
/// |---|---|---|
/// | `PLACE` (unless nobody ever sees it) | `thing` | count of each visible sort |
/// | `PLACE.hidden` | | count of things that the viewer does not see |
/// | `PLACE.order` (rows) | `position`, `thing` | 1 for the thing at each position |
/// | `PLACE.layers` (stacks with ordered parts) | `position`, `depth` | count of things in each layer from the top |
/// | `PLACE.layers.known` | `position`, `thing` | those that the viewer knows |
/// | `TRACK`, `VARIABLE` of numbers or `yes or no` | | the value |
/// | `VARIABLE` of a kind, things or places | members | 1 for the value |
/// | `VARIABLE` of sets | members | 1 for each element |
/// | `VARIABLE` of lists | `position`, those of an element | the elements; their number is in `VARIABLE.length` |
/// | `VARIABLE.none`, `VARIABLE.hidden` | | 1 if the value is none, or if the viewer does not see it |
/// | `NAME.answer` | player, those of the value | answers of a `together` block that the rules still use |
/// | `NAME.answer.known`, `.hidden` (if it can be secret), `.total` (bags) | player | flags; number of things |
/// | `asked.who`, `asked.question` | party, question | 1 for those that are asked |
/// | `asked.thing`, `asked.piles` (divisions) | `thing`; `thing`, `pile` | the thing asked about; the piles so far |
/// | `asked.chosen` (bags), `asked.order` (orders) | `thing`; `position`, those of an element | the parts chosen so far |
///
/// Only the asked player sees the parts of an answer before it is complete. Numbers are not scaled. Those that are absent or hidden are 0. A track that is past an end while the rules deal with it shows the end.
/// Rows of `display` and the log are not part of an observation.
#[derive(Debug)]
pub struct ObservationSpec {
    planes: Vec<Plane>,
    len: usize,
    /// Counts of things in public places, tracks, public numbers of the memory.
    numbers: CopiedRuns,
    places: Vec<PlaceRows>,
    memory: Vec<MemoryRows>,
    answers: Vec<AnswerRows>,
    asked: QuestionRows,
}

/// A lazily made specification.
pub(crate) type SpecMadeOnce = OnceLock<Arc<ObservationSpec>>;

/// Scratch memory of observations, reused from one to the next.
#[derive(Debug, Default)]
pub(crate) struct ObservationScratch {
    open: OpenRules,
}

impl Game {
    /// The planes of this set-up's observations, for [`Referee::observe`](crate::Referee::observe). It is made once.
    pub fn observation(&self) -> Arc<ObservationSpec> {
        Arc::clone(self.observation_once())
    }

    pub(crate) fn observation_once(&self) -> &Arc<ObservationSpec> {
        self.observation.get_or_init(|| Arc::new(ObservationSpec::of(self)))
    }
}

impl ObservationSpec {
    fn of(game: &Game) -> Self {
        let (mut machine, start) = (game.machine(), game.start());
        let mut eye = Eye { lowered: game.lowered(), machine: &mut machine };
        let mut planes = Planes::default();
        let mut numbers = CopiedRuns::default();
        let places = PlaceRows::all(&mut planes, &mut numbers, &mut eye, &start);
        values::tracks(&mut planes, &mut numbers, game.lowered());
        let memory = MemoryRows::all(&mut planes, &mut numbers, game, &mut eye, &start);
        let answers = AnswerRows::all(&mut planes, game.lowered());
        let asked = QuestionRows::of(&mut planes, game);
        let Planes { all: planes, len } = planes;
        Self { planes, len, numbers, places, memory, answers, asked }
    }

    /// Number of numbers in an observation.
    #[expect(clippy::len_without_is_empty, reason = "an observation is never empty")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// All planes, in the order of their numbers.
    pub fn planes(&self) -> &[Plane] {
        &self.planes
    }

    /// The plane with this name.
    pub fn plane(&self, name: &str) -> Option<&Plane> {
        self.planes.iter().find(|plane| plane.name == name)
    }

    /// Writes an observation.
    pub(crate) fn write(
        &self,
        viewing: &mut Viewing<'_>,
        scratch: &mut ObservationScratch,
        out: &mut [f32],
    ) -> Result<(), Error> {
        let wanted = self.len;
        if out.len() != wanted {
            let title = viewing.game.title();
            let message = format!("an observation of {title} has {wanted} numbers, not {}", out.len());
            return Err(Error::new(message));
        }
        viewing.game.check_viewer(viewing.viewer)?;
        out.fill(0.0);
        self.numbers.write(viewing.state.words(), out);
        self.places.iter().for_each(|rows| rows.write(viewing, out));
        self.memory.iter().for_each(|rows| rows.write(viewing, out));
        AnswerRows::write(&self.answers, viewing, &mut scratch.open, out);
        self.asked.write(viewing, out);
        Ok(())
    }
}
