//! Transcripts: games as text for readers, with every question, its options, its answer and the log.

use std::fmt::Write;

use super::agent::{Bots, MAX_ANSWERS};
use super::endless::Endless;
use tavola_game::{Fault, Game, Happened, Pending, Referee, RefusedAnswer, State};

/// Maximum number of characters of a question with its options on one line. Longer ones take two lines.
const LINE: usize = 110;
/// Maximum number of options that are listed.
const SHOWN_OPTIONS: usize = 12;

/// Separates the parts of a line whose words are not known yet. No marked game has this character.
const PART: char = '\u{E001}';

/// Begins the line of a fault.
pub(super) const FAULT: &str = "fault: ";
/// Begins the last line of an endless game.
pub(super) const AND_SO_ON: &str = ".. and so on: ";
/// Number of lines that are kept of an endless game.
const BEGINNING: usize = 200;

/// Transcript of the whole game that random players play with this seed, with everything hidden shown.
///
/// A fault ends the text and is reported in it. An endless game gives its beginning, and the loop that is never left.
pub fn transcript(game: &Game, seed: u64) -> String {
    let mut notes = headed(game, seed);
    match whole_game(game, seed, &mut notes, MAX_ANSWERS) {
        Ok((Some(_), _)) => {}
        Ok((None, state)) => {
            let beginning: Vec<&str> = notes.text.lines().take(BEGINNING).collect();
            notes.text = beginning.join("\n");
            notes.line(&format!("\n{AND_SO_ON}{}", Endless::at(game, &state).what));
        }
        Err(fault) => notes.line(&format!("{FAULT}{}", meaning(&game.referee(), &fault))),
    }
    notes.text
}

/// [`transcript`] of a game that ends without a fault after at most this number of answers. None for another game.
pub(super) fn short_transcript(game: &Game, seed: u64, most: u64) -> Option<String> {
    let mut notes = headed(game, seed);
    whole_game(game, seed, &mut notes, most + 1).ok()?.0?;
    Some(notes.text)
}

/// [`short_transcript`] of a marked game, for the words of a game that is played alike.
pub(super) fn marked_transcript(game: &Game, seed: u64, most: u64) -> Option<String> {
    let marked = game.marked()?;
    let mut notes = Notes { open_lines: true, ..headed(&marked, seed) };
    whole_game(&marked, seed, &mut notes, most + 1).ok()?.0?;
    Some(notes.text)
}

/// A marked transcript in the words of a game.
pub(super) fn in_words_of(game: &Game, marked: &str) -> Option<String> {
    let text = game.unmarked(marked)?;
    let line = |line: &str| match line.splitn(3, PART).collect::<Vec<_>>().as_slice() {
        [question, offered, answer] => in_lines(question, offered, answer),
        _ => line.to_owned(),
    };
    Some(text.split_inclusive('\n').map(line).collect())
}

/// The first line of a transcript.
fn headed(game: &Game, seed: u64) -> Notes {
    let mut notes = Notes::new(true);
    let players = game.setup().players.join(", ");
    notes.line(&format!("{}: {players}; seed {seed}\n", game.title()));
    notes
}

/// Seed in the first line of a transcript.
pub(super) fn seed(text: &str) -> Option<u64> {
    text.lines().next()?.rsplit_once("; seed ")?.1.trim().parse().ok()
}

/// Number of answers in that game. None if it is ended by a fault or does not end.
pub(super) fn length(game: &Game, seed: u64) -> Option<u64> {
    whole_game(game, seed, &mut Notes::new(false), MAX_ANSWERS).ok()?.0
}

/// Plays a game. Returns the number of its answers, or none if it does not end with fewer than `bound` answers; and the last position.
fn whole_game(game: &Game, seed: u64, notes: &mut Notes, bound: u64) -> Result<(Option<u64>, State), Fault> {
    let mut bots = Bots::new(seed, 0, game.players());
    let (mut referee, mut state) = (game.referee(), game.start());
    referee.collect_events(notes.on);
    for answers in 0..bound {
        let pending = referee.run(&mut state)?;
        notes.happened(&mut referee, &state);
        if pending == Pending::Over {
            notes.ending(&mut referee, &state)?;
            return Ok((Some(answers), state));
        }
        let option = bots.answer(pending, &mut referee, &state);
        notes.answer(&mut referee, &state, pending, option);
        referee.answer(&mut state, option)?;
    }
    Ok((None, state))
}

/// A transcript that is being written.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    on: bool,
    /// True if the lines of questions are broken later, when their words are known.
    open_lines: bool,
    /// Text so far.
    pub(crate) text: String,
    /// Lines of the log, answers included.
    pub(crate) log_lines: Vec<String>,
}

impl Notes {
    /// Creates a transcript. If it is not `on`, nothing is written.
    pub(crate) fn new(on: bool) -> Self {
        Self { on, ..Self::default() }
    }

    /// Adds a line.
    pub(crate) fn line(&mut self, line: &str) {
        if self.on {
            self.text.push_str(line);
            self.text.push('\n');
        }
    }

    /// Adds the open question and the answer that it is about to be given.
    pub(crate) fn answer(&mut self, referee: &mut Referee, state: &State, pending: Pending, option: usize) {
        if self.on {
            self.line(&if self.open_lines {
                answer_parts(referee, state, pending, option).join(&PART.to_string())
            } else {
                answered(referee, state, pending, option)
            });
        }
    }

    /// Adds the new events of a referee, with everything hidden shown.
    pub(crate) fn happened(&mut self, referee: &mut Referee, state: &State) {
        if self.on {
            let happened = referee.happened(state);
            self.tell(&happened);
        }
    }

    /// Adds a line about an answer that is not possible.
    pub(crate) fn refused(&mut self, who: &str, RefusedAnswer { label, reason }: &RefusedAnswer) {
        if self.is_on() {
            self.log_lines.push(format!("{who} cannot choose {label}: {reason}"));
        }
    }

    /// True if anything is written.
    pub(crate) fn is_on(&self) -> bool {
        self.on
    }

    /// Adds events, with everything hidden shown. Answers are in the text already, and headings are left out.
    pub(crate) fn tell(&mut self, happened: &[Happened]) {
        let happened = if self.on { happened } else { &[] };
        for (at, one) in happened.iter().enumerate().filter(|(_, one)| !one.is_heading()) {
            let line = one.tell_all();
            if !one.is_answer() {
                self.line(&format!("    {line}"));
            }
            let is_said_again = happened.get(at + 1).is_some_and(|next| is_draw_of(one, next));
            if !one.is_division() && !one.is_repeated() && !is_said_again {
                self.log_lines.push(line);
            }
        }
    }

    /// Adds the ranking and the tracks.
    fn ending(&mut self, referee: &mut Referee, state: &State) -> Result<(), Fault> {
        let players = referee.game().setup().players.clone();
        let outcome = referee.result(state)?;
        self.line("");
        if outcome.winners.is_empty() {
            self.line("nobody wins");
        }
        for (place, group) in outcome.ranking.iter().enumerate() {
            let names: Vec<&str> = group.iter().filter_map(|&seat| players.get(seat)).map(String::as_str).collect();
            self.line(&format!("{}. {}", place + 1, names.join(", ")));
        }
        for track in referee.view(state, None).tracks {
            let index = if track.index.is_empty() { String::new() } else { format!("[{}]", track.index.join(", ")) };
            self.line(&format!("{}{index}: {}", track.name, track.value));
        }
        Ok(())
    }
}

/// The open question, its options, and the answer that it is about to be given: one line, or two if they are long.
pub(super) fn answered(referee: &mut Referee, state: &State, pending: Pending, option: usize) -> String {
    let [question, offered, answer] = answer_parts(referee, state, pending, option);
    in_lines(&question, &offered, &answer)
}

/// The open question, its options, and the answer that it is about to be given.
fn answer_parts(referee: &mut Referee, state: &State, pending: Pending, option: usize) -> [String; 3] {
    let mut question = format!("{} · {}", who(referee.game(), pending), referee.prompt(state));
    let clauses = referee.clauses();
    if !clauses.is_empty() {
        let _ = write!(question, " [{}]", clauses.join(", "));
    }
    let answer = referee.notation(option);
    let offered = match pending {
        Pending::Choice(_) if referee.option_count() > 1 => format!(" {}", options(referee).join(" / ")),
        _ => String::new(),
    };
    [question, offered, answer]
}

/// A question, its options and its answer: one line, or two if they are long.
fn in_lines(question: &str, offered: &str, answer: &str) -> String {
    let is_long = question.chars().count() + offered.chars().count() > LINE;
    let between = if is_long { "\n   " } else { "" };
    format!("{question}{between}{offered} → {answer}")
}

/// Name of the asked player; `chance`, or `nobody` at the end.
pub fn who(game: &Game, pending: Pending) -> String {
    match pending {
        Pending::Choice(seat) => {
            game.setup().players.get(seat).cloned().unwrap_or_else(|| format!("seat {}", seat + 1))
        }
        Pending::Chance => "chance".to_string(),
        Pending::Over => "nobody".to_string(),
    }
}

/// Notations of the open question's options, shortened if there are many.
pub(crate) fn options(referee: &Referee) -> Vec<String> {
    let all = referee.option_count();
    let shown = if all > SHOWN_OPTIONS { SHOWN_OPTIONS - 1 } else { all };
    let mut options: Vec<String> = (0..shown).map(|option| referee.notation(option)).collect();
    if shown < all {
        options.push(format!(".. {all} options"));
    }
    options
}

/// Message of a fault, with its place.
pub(crate) fn meaning(referee: &Referee, fault: &Fault) -> String {
    let finding = referee.game().diagnose(fault);
    let place = referee.game().sources().place(finding.span);
    let said = format!("{}: {}", finding.code, finding.message);
    place.map_or_else(|| said.clone(), |place| format!("{said} ({place})"))
}

/// True if an event is a draw by chance that the next one says again: `drawn from the deep: pearl`, then `pearl: deep → net`.
fn is_draw_of(one: &Happened, next: &Happened) -> bool {
    if !one.is_answer() || one.is_choice() || next.is_answer() {
        return false;
    }
    let draw = one.tell_all();
    draw.rsplit_once(": ").is_some_and(|(_, drawn)| next.tell_all().starts_with(&format!("{drawn}: ")))
}
