//! Everything that the screen shows, and where the person is in it.

use super::log::{self, ShownLogLine};
use super::options::OptionList;
use crate::tools::paint::{Paint, clean};
use crate::tools::play::contents::contents;
use crate::tools::play::position;
use crate::tools::play::question::{Numbered, card_lines};
use tavola_game::View;
use tavola_lab::table::GameTable;
use tavola_page::scene::{PlayerScore, Stage};
use tavola_syntax::text::capital;

/// The part of the screen in which keys move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Focus {
    Options,
    Position,
    Log,
}

/// Purpose of the text that is being typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Typing {
    /// An answer: options that do not fit are hidden. Or a line after a prompt.
    Answer,
    /// A command, after `:`.
    Command,
    /// A text to search for, after `/`.
    Search,
}

/// The open question.
pub(super) struct ShownQuestion {
    pub(super) prompt: String,
    pub(super) clauses: String,
    /// Piles of a division.
    pub(super) piles: Vec<String>,
    pub(super) cards: Vec<(String, String)>,
    pub(super) further: Vec<String>,
    /// True if it is asked part by part.
    pub(super) is_narrowed: bool,
}

/// Display of a game for one viewer.
#[derive(Default)]
pub(super) struct ShownGame {
    pub(super) view: Option<View>,
    pub(super) scores: String,
    pub(super) hand: String,
    pub(super) log: Vec<ShownLogLine>,
}

/// First line that is shown of a text, and the number of lines that fit, as they were last drawn.
#[derive(Clone, Copy, Default)]
pub(super) struct Scroll {
    pub(super) from: usize,
    pub(super) height: usize,
    pub(super) lines: usize,
    /// True if the end stays in sight, once it is, when lines are added or the width changes.
    keeps_end: bool,
}

/// The state of the screen.
pub(super) struct ScreenState {
    pub(super) stage: Stage,
    pub(super) title: String,
    /// The player who has to answer, or the activity that is going on.
    pub(super) who: String,
    /// True while a bot thinks: the question is answered, or waits.
    pub(super) is_busy: bool,
    pub(super) game: ShownGame,
    pub(super) question: Option<ShownQuestion>,
    pub(super) options: OptionList,
    /// A prompt that waits for a line, instead of the question.
    pub(super) prompt: Option<String>,
    /// Lines that were said since the last key; they lie over everything else.
    pub(super) notice: Vec<String>,
    pub(super) focus: Focus,
    pub(super) typing: Typing,
    pub(super) typed: String,
    /// Line of position or log that the search is at.
    pub(super) hit: usize,
    /// True if the last line was typed after `:`.
    pub(super) is_command: bool,
    pub(super) position_scroll: Scroll,
    pub(super) log_scroll: Scroll,
    pub(super) notice_scroll: Scroll,
    /// Lines of position and log in lower case, as they were last drawn.
    pub(super) position_texts: Vec<String>,
    pub(super) log_texts: Vec<String>,
    /// Number of options of a page, as they were last drawn.
    pub(super) options_height: usize,
    pub(super) colours: bool,
}

impl ScreenState {
    /// An empty screen for the game of this stage.
    pub(super) fn new(stage: Stage, title: String, colours: bool) -> Self {
        Self {
            stage,
            title,
            who: String::new(),
            is_busy: false,
            game: ShownGame::default(),
            question: None,
            options: OptionList::default(),
            prompt: None,
            notice: Vec::new(),
            focus: Focus::Options,
            typing: Typing::Answer,
            typed: String::new(),
            hit: 0,
            is_command: false,
            position_scroll: Scroll::default(),
            log_scroll: Scroll::at_end(),
            notice_scroll: Scroll::default(),
            position_texts: Vec::new(),
            log_texts: Vec::new(),
            options_height: 1,
            colours,
        }
    }

    /// The first measure by which the rules rank, with its value for each player: `fame: anna 3, ben ?`.
    fn scores(&self, view: &View) -> String {
        let standing = self.stage.standing(view);
        let Some(name) = standing.first().and_then(|score| score.measures.first()).map(|measure| clean(&measure.name))
        else {
            return String::new();
        };
        let one = |score: &PlayerScore| {
            let value = score.measures.first().and_then(|measure| measure.value);
            format!("{} {}", clean(&score.player), value.map_or_else(|| "?".to_owned(), |value| value.to_string()))
        };
        format!("{name}: {}", standing.iter().map(one).collect::<Vec<_>>().join(", "))
    }

    /// Takes over what a viewer sees of the game now.
    pub(super) fn see(&mut self, table: &mut GameTable, viewer: Option<usize>) {
        // Nobody has waited for the set-up: it is not new.
        viewer.and_then(|seat| table.pass_set_up(seat));
        let new = table.news(viewer).len();
        let lines = table.lines_of(viewer);
        let view = table.view(viewer);
        let scores = self.scores(&view);
        let hand = viewer.and_then(|seat| table.names.get(seat)).map(|name| self.hand(&view, name));
        let hand = hand.unwrap_or_default();
        self.game = ShownGame { view: Some(view), scores, hand, log: log::entries(&lines, new) };
        self.log_scroll = Scroll::at_end();
    }

    /// The hand of a player: places that each player has and that not everybody sees into.
    fn hand(&self, view: &View, name: &str) -> String {
        let groups = self.stage.groups(view);
        let hands = groups.iter().filter(|group| self.stage.look().hands.contains(group.id));
        let own = hands.flat_map(|group| {
            let own = group.places().into_iter().filter(|place| place.index.first().is_some_and(|whose| whose == name));
            own.map(|place| (clean(&group.name), contents(place))).collect::<Vec<_>>()
        });
        let filled = own.filter(|(_, what)| !what.is_empty());
        filled.map(|(place, what)| format!("{place}: {what}")).collect::<Vec<_>>().join("; ")
    }

    /// Takes over a question.
    pub(super) fn ask(&mut self, name: &str, question: &Numbered) {
        let (prompt, clauses) = question.prompt();
        self.who = format!("{} answers", capital(&clean(name)));
        self.question = Some(ShownQuestion {
            prompt: format!("{}: {prompt}", capital(&clean(name))),
            clauses,
            piles: question.piles().to_vec(),
            cards: question.cards().to_vec(),
            further: question.further(),
            is_narrowed: question.is_narrowed(),
        });
        self.options = OptionList::new(question.offered(), question.whole());
        self.prompt = None;
        self.clear_typed();
    }

    /// Hides the game from whoever sits there next.
    pub(super) fn hide(&mut self) {
        self.game = ShownGame::default();
        self.question = None;
        self.notice.clear();
        self.position_scroll = Scroll::default();
    }

    /// Begins to type anew.
    pub(super) fn clear_typed(&mut self) {
        self.typed.clear();
        self.typing = Typing::Answer;
        self.options.filter("");
    }

    /// True while position or log is searched.
    pub(super) fn is_search(&self) -> bool {
        self.typing == Typing::Search && self.focus != Focus::Options
    }

    /// Lines of position or log with the text that is searched for.
    pub(super) fn found(&self) -> Vec<usize> {
        let text = self.typed.to_lowercase();
        let lines = if self.focus == Focus::Log { &self.log_texts } else { &self.position_texts };
        (0..lines.len()).filter(|&at| !text.is_empty() && lines[at].contains(&text)).collect()
    }

    /// Scroll of the position or log.
    pub(super) fn scroll(&self) -> Scroll {
        if self.focus == Focus::Log { self.log_scroll } else { self.position_scroll }
    }

    /// Lines of the position.
    pub(super) fn position(&self, width: usize) -> Vec<String> {
        let draw = |view| position::draw(view, &self.stage, Paint::new(true), width);
        let mut lines = self.game.view.as_ref().map_or_else(Vec::new, draw);
        while lines.last().is_some_and(String::is_empty) {
            lines.pop();
        }
        lines
    }

    /// Lines of the things that may be chosen: all, or those of the selected option.
    pub(super) fn cards(&self, all: bool, width: usize) -> Vec<String> {
        let Some(question) = &self.question else { return Vec::new() };
        let selected = self.options.selected().map_or("", |(_, label)| label.as_str());
        card_lines(question.cards.iter().filter(|(title, _)| all || selected.contains(title.as_str())), width)
    }
}

impl Scroll {
    /// At the end of a text.
    pub(super) fn at_end() -> Self {
        Self { from: usize::MAX, keeps_end: true, ..Self::default() }
    }

    /// Moves by a number of lines.
    pub(super) fn step(&mut self, by: isize) {
        self.from = self.from.saturating_add_signed(by);
        self.fit(self.lines, self.height);
    }

    /// Notes how many lines there are and how many fit. Returns those that are shown.
    pub(super) fn fit(&mut self, lines: usize, height: usize) -> std::ops::Range<usize> {
        let last = lines.saturating_sub(height);
        let is_at_end = self.keeps_end && self.from.saturating_add(self.height) >= self.lines;
        self.from = if is_at_end { last } else { self.from.min(last) };
        (self.lines, self.height) = (lines, height);
        self.from..(self.from + height).min(lines)
    }
}
