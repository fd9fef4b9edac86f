//! A person at the keyboard: shows news, position and question, and reads until there is an answer.

use std::path::Path;

use super::position;
use super::question::{Meant, Numbered};
use crate::tools::console::Console;
use crate::tools::ending::Stop;
use crate::tools::grid;
use crate::tools::input::Input;
use crate::tools::interrupt;
use crate::tools::paint::{clean, count};
use crate::tools::progress;
use tavola_game::{Error, Line, WhyNot};
use tavola_lab::Bot;
use tavola_lab::table::missing;
use tavola_lab::table::{GameTable, HINT};
use tavola_lab::whole;
use tavola_page::scene::Stage;
use tavola_syntax::text::capital;

/// Maximum number of matching options named in a sentence.
const FEW: usize = 8;
/// Maximum number of options in a hint.
const HINTS: usize = 3;
const HELP: &str = "\
\x20 NUMBER or NAME        answer the question; the beginning of a name, or of some of its words, is enough
  A; B; C               give several answers, or several parts of one answer
  back, all             if a question is asked part by part: go back one part, or list all answers
  enough                if a question comes again in your turn: answer no (or done) for the rest of the turn,
                        unless something else is offered or somebody else answers
  show                  show the position
  log                   show everything that has happened
  undo                  take your last answer back, with the bots' answers since; not possible after something
                        was revealed or rolled, or another person has answered
  why NAME              explain why an option is not offered: by its name, its parts, a thing or a place (why e2 e5)
  why! NAME             explain it with the line of the rules
  hint, hint BOT        ask a bot what it would do in your place, from what you see; `hint mcts:5000ms` thinks
                        for five seconds
  clause, clause ID     show the clauses cited beside the question, or any other clause
  save FILE             save a copy of the game, with all hidden information
  save FILE --as NAME   save the game as that player saw it
  quit                  stop; the game can be resumed";

/// Result of a question to a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reply {
    /// An option was chosen.
    Option(usize),
    /// An option was chosen for the rest of the turn.
    Enough(usize),
    /// The position has changed (undo): ask again.
    Again,
    /// The person leaves: `quit`, or the end of the input.
    Leave,
}

/// Request for the reason why a text is not an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum WhyAsked {
    /// None: the text was meant as an answer.
    Not,
    /// `why`: in plain words.
    Plainly,
    /// `why!`: with the line of the rules.
    Exactly,
}

/// The keyboard and the screen, and the player in front of them.
pub(super) struct Terminal<'a> {
    pub(super) console: &'a mut Console,
    pub(super) input: Input,
    stage: Stage,
    shown_to: Option<usize>,
}

impl<'a> Terminal<'a> {
    /// Creates a terminal that has shown nothing yet.
    pub(super) fn new(console: &'a mut Console, stage: Stage) -> Self {
        Self { console, input: Input::new(), stage, shown_to: None }
    }

    /// Asks a person the open question.
    ///
    /// # Errors
    /// If stdout cannot be written.
    pub(super) fn ask(&mut self, table: &mut GameTable, seat: usize) -> Result<Reply, Stop> {
        let several = table.humans.iter().filter(|&&human| human).count() > 1;
        let new_here = self.shown_to != Some(seat);
        if several && new_here {
            if let Some(reply) = self.leave_to(table, seat)? {
                return Ok(reply);
            }
            if !self.input.hand_over(&table.names[seat], self.console)? {
                return Ok(Reply::Leave);
            }
        }
        self.shown_to = Some(seat);
        self.news(table, seat)?;
        if new_here || !table.goes_on(seat) {
            self.show(table, Some(seat))?;
        }
        let Some(asked) = table.question() else { return Ok(Reply::Again) };
        let mut question = Numbered::new(asked);
        question.enough = table.enough(seat);
        self.put(table, seat, &question)?;
        self.read(table, seat, &mut question)
    }

    /// Before the keyboard goes to another player: shows the results of the last player's answers and offers to undo one.
    /// `None`: the next player may sit down.
    fn leave_to(&mut self, table: &mut GameTable, next: usize) -> Result<Option<Reply>, Stop> {
        let Some(last) = self.shown_to.filter(|_| self.input.is_terminal()) else {
            return Ok(None);
        };
        self.news(table, last)?;
        loop {
            let undo = if table.can_undo(last) { " (or type `undo`)" } else { "" };
            let prompt = format!("\n{}, press Enter and hand over to {}{undo}. ", table.names[last], table.names[next]);
            let Some(line) = self.input.read(&prompt, self.console)? else {
                return Ok(Some(Reply::Leave));
            };
            match line.to_lowercase().as_str() {
                "undo" | "u" if self.undo(table, last)? => return Ok(Some(Reply::Again)),
                "" => return Ok(None),
                "quit" | "q" | "exit" => return Ok(Some(Reply::Leave)),
                _ => {}
            }
        }
    }

    /// Prints what a player has not seen yet. A long set-up is only summarised.
    fn news(&mut self, table: &mut GameTable, seat: usize) -> Result<(), Stop> {
        if let Some((lines, headings)) = table.pass_set_up(seat) {
            self.console.say(format!("  set-up: {} (`log` shows them)", count(lines, "line")))?;
            self.log_lines(&headings)?;
        }
        self.log_lines(&table.news(Some(seat)))
    }

    /// Prints lines of the log.
    ///
    /// # Errors
    /// If stdout cannot be written.
    pub(super) fn log_lines(&mut self, lines: &[Line]) -> Result<(), Stop> {
        let paint = self.console.paint;
        let shown = |line: &Line| if line.heading { paint.bold(&line.to_string()) } else { line.text.clone() };
        lines.iter().try_for_each(|line| self.console.say(format!("  {}", shown(line))))
    }

    /// Prints the position as a viewer may see it.
    ///
    /// # Errors
    /// If stdout cannot be written.
    pub(super) fn show(&mut self, table: &mut GameTable, viewer: Option<usize>) -> Result<(), Stop> {
        let view = table.view(viewer);
        self.console.say("")?;
        for line in position::draw(&view, &self.stage, self.console.paint, self.console.width()) {
            self.console.say(line)?;
        }
        Ok(())
    }

    fn put(&mut self, table: &mut GameTable, seat: usize, question: &Numbered) -> Result<(), Stop> {
        self.console.say("")?;
        question.piles().iter().try_for_each(|line| self.console.say(format!("  {line}")))?;
        let lines = question.lines(&capital(&table.names[seat]), self.console.paint, self.console.width());
        lines.into_iter().try_for_each(|line| self.console.say(line))
    }

    fn read(&mut self, table: &mut GameTable, seat: usize, question: &mut Numbered) -> Result<Reply, Stop> {
        loop {
            let Some(line) = self.input.next("> ", self.console)? else {
                return Ok(Reply::Leave);
            };
            if line.is_empty() {
                continue;
            }
            match question.exactly(&line) {
                Meant::Option(option) => return Ok(Reply::Option(option)),
                Meant::Several(options) => {
                    self.several(table, seat, question, (&line, options))?;
                    continue;
                }
                Meant::Nothing => {}
            }
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            match (word.to_lowercase().as_str(), rest.trim()) {
                ("enough", "") if let Some(option) = question.enough => return Ok(Reply::Enough(option)),
                ("enough", "") if question.find(&line) == Meant::Nothing => {
                    self.console.say("`enough` can be used where the question names it below its options.")?;
                }
                ("help" | "h" | "?", "") => self.console.say(HELP)?,
                ("quit" | "q" | "exit", "") => return Ok(Reply::Leave),
                ("show" | "s", "") => {
                    self.show(table, Some(seat))?;
                    self.put(table, seat, question)?;
                }
                ("all", "") if question.is_narrowed() => {
                    question.all(self.console.width()).into_iter().try_for_each(|line| self.console.say(line))?;
                }
                ("back" | "b", "") if question.is_narrowed() => {
                    if !question.widen() {
                        self.console.say("This question has no answer yet; `undo` takes your last answer back.")?;
                    }
                    self.put(table, seat, question)?;
                }
                ("log" | "l", "") => self.log_lines(&table.lines_of(Some(seat)))?,
                ("undo" | "u", "") => {
                    if self.undo(table, seat)? {
                        return Ok(Reply::Again);
                    }
                }
                ("hint", bot) => self.hint(table, seat, question, bot)?,
                ("save", file) => self.save(table, file)?,
                ("clause" | "clauses", id) => self.clause(table, question, id)?,
                ("why", text) => self.why(table, question, text, false)?,
                ("why!", text) => self.why(table, question, text, true)?,
                _ => match question.find(&line) {
                    Meant::Option(option) => return Ok(Reply::Option(option)),
                    Meant::Several(options) => self.several(table, seat, question, (&line, options))?,
                    Meant::Nothing => self.refuse(table, question, &line, WhyAsked::Not)?,
                },
            }
        }
    }

    /// Handles an answer that fits several options. A question that is asked part by part continues with its next part.
    /// Otherwise a few options are named in a sentence, more in a list.
    fn several(
        &mut self,
        table: &mut GameTable,
        seat: usize,
        question: &mut Numbered,
        (said, options): (&str, Vec<usize>),
    ) -> Result<(), Stop> {
        if question.is_narrowed() {
            question.narrow(said, options);
            return self.put(table, seat, question);
        }
        self.input.forget();
        if options.len() <= FEW {
            let names: Vec<String> = options.iter().map(|&option| question.name(option)).collect();
            return self.console.say(format!("Several options match: {}.", names.join("; or ")));
        }
        self.console.say(format!("{} options match:", options.len()))?;
        question.listed(options, self.console.width()).into_iter().try_for_each(|line| self.console.say(line))
    }

    fn undo(&mut self, table: &mut GameTable, seat: usize) -> Result<bool, Stop> {
        self.input.forget();
        match table.undo(seat) {
            Ok(Some(label)) => self.console.say(format!("Taken back: {}", clean(&label))).map(|()| true),
            Ok(None) => {
                let why =
                    "Nothing can be taken back: something was revealed, rolled or answered by another person since.";
                self.console.say(why).map(|()| false)
            }
            Err(error) => {
                self.unwritten(&error);
                Ok(false)
            }
        }
    }

    fn save(&mut self, table: &mut GameTable, file: &str) -> Result<(), Stop> {
        if file.is_empty() {
            return self.console.say("Which file? For instance: save game.yaml");
        }
        if let Some((file, name)) = file.split_once(" --as ") {
            return self.save_lines(table, file.trim(), name.trim());
        }
        let saved = table.keeper.save(Path::new(file));
        table.keeper.lock_file().into_iter().for_each(interrupt::remove_at_end);
        match saved {
            Ok(()) => self.console.say(format!("Saved: `{file}`; resume it with --resume {file}")),
            Err(error) => self.console.say(error.message),
        }
    }

    /// Writes a copy for one player, without anything that they do not see.
    fn save_lines(&mut self, table: &GameTable, file: &str, name: &str) -> Result<(), Stop> {
        let Some(story) = table.story(name) else {
            return self.console.say(format!(
                "there is no player `{}`; players: {}",
                clean(name),
                table.names.join(", ")
            ));
        };
        let _writing = whole::writing();
        match story.write(Path::new(file)) {
            Ok(()) => {
                self.console.say(format!("Saved: `{file}`, as {name} saw it; print it with `tavola replay {file}`"))
            }
            Err(error) => self.console.say(error.message),
        }
    }

    /// Prints clauses: one, those of a section, or those of the question.
    fn clause(&mut self, table: &GameTable, question: &Numbered, id: &str) -> Result<(), Stop> {
        let wanted = if id.is_empty() { question.clauses() } else { vec![id.to_uppercase()] };
        let is_in = |clause: &str, id: &str| {
            clause.strip_prefix(id).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let found: Vec<(&String, &String)> = table
            .clauses
            .iter()
            .filter(|(clause, _)| wanted.iter().any(|id| is_in(&clause.to_uppercase(), id)))
            .collect();
        if found.is_empty() {
            return self.console.say("The rulebook has no such clause.");
        }
        for (clause, text) in found {
            let lines = grid::wrap(&format!("{} {}", clean(clause), clean(text)), self.console.width(), "  ");
            lines.iter().try_for_each(|line| self.console.say(line))?;
        }
        Ok(())
    }

    /// Prints how a bot rates the best options.
    fn hint(&mut self, table: &mut GameTable, seat: usize, question: &Numbered, bot: &str) -> Result<(), Stop> {
        let bot = match bot {
            "" => HINT,
            bot => match bot.parse::<Bot>() {
                Ok(Bot::Random) => return self.console.say("This bot plays at random and has no preference."),
                Ok(bot) => bot,
                Err(why) => return self.console.say(clean(&why)),
            },
        };
        let spinner = progress::thinking("thinking");
        let thought = table.hint(bot, seat);
        spinner.finish_and_clear();
        if thought.options.is_empty() {
            return self.console.say("No game could be played from here; the options cannot be rated.");
        }
        let playouts = count(thought.playouts, "playout");
        let head = format!("Estimate after {playouts} (100: you win all of them; 0: last in all):");
        self.console.say(head)?;
        for expected in thought.options.iter().take(HINTS) {
            let (name, worth) = (question.name(expected.option), expected.value * 100.0);
            self.console.say(format!("  {name}: estimate {worth:.0}, {}", count(expected.playouts, "playout")))?;
        }
        Ok(())
    }

    /// Explains why an option is not offered, or says that it is. `exactly`: with the line of the rules.
    fn why(&mut self, table: &mut GameTable, question: &Numbered, text: &str, exactly: bool) -> Result<(), Stop> {
        if text.is_empty() {
            return self.console.say("Write `why NAME` with the name of the option that is missing.");
        }
        match question.find(text) {
            Meant::Option(option) => self.console.say(format!("That is offered: {}", question.name(option))),
            Meant::Several(options) => {
                let names: Vec<String> = options.iter().take(FEW).map(|&o| question.name(o)).collect();
                self.console.say(format!("That is offered, in several ways: {}", names.join("; ")))
            }
            Meant::Nothing => {
                self.refuse(table, question, text, if exactly { WhyAsked::Exactly } else { WhyAsked::Plainly })
            }
        }
    }

    /// Explains why a text is not an answer.
    fn refuse(&mut self, table: &mut GameTable, question: &Numbered, text: &str, asked: WhyAsked) -> Result<(), Stop> {
        let exactly = asked == WhyAsked::Exactly;
        self.input.forget();
        let found = missing(text, question.notations(), |text| table.find(text));
        let lines_of = match found {
            Err(refusal) if refusal.unknown => table.why_not(&[text]),
            Err(refusal) => WhyNot::Refused(refusal),
            Ok(option) => WhyNot::Offered(option),
        };
        let refusal = match lines_of {
            WhyNot::Offered(option) if asked != WhyAsked::Not => {
                return self.console.say(format!("That is offered: {}", question.name(option)));
            }
            WhyNot::Offered(option) => {
                return self.console.say(format!("No answer was taken. Did you mean: {}?", question.name(option)));
            }
            WhyNot::Refused(refusal) => refusal,
        };
        let clauses =
            if refusal.clauses.is_empty() { String::new() } else { format!(" [{}]", refusal.clauses.join(", ")) };
        let message = match refusal.unknown {
            true => format!("`{}` is not an answer to this question. Offered: {}", clean(text), question.some()),
            false if exactly => clean(&refusal.message),
            false => clean(&refusal.plain),
        };
        self.console.say(format!("{message}{clauses}"))?;
        // If the author wrote no message, the text of the clauses says what is required.
        let cited = refusal.clauses.iter().filter(|_| !refusal.said);
        for (id, text) in cited.filter_map(|id| Some((id, table.clauses.get(id)?))) {
            let lines = grid::wrap(&format!("  {} {}", clean(id), clean(text)), self.console.width(), "    ");
            lines.iter().try_for_each(|line| self.console.say(self.console.paint.dim(line)))?;
        }
        if let Some(place) = refusal.place.as_ref().filter(|_| exactly) {
            let condition = refusal.condition.as_ref().map_or_else(String::new, |text| format!("  {text}"));
            self.console.say(self.console.paint.dim(&clean(&format!("  {place}{condition}"))))?;
        }
        if refusal.unknown {
            self.console.say("  (answer with a number or the beginning of a name; `help` lists other commands)")?;
        }
        Ok(())
    }

    /// Prints that the record cannot be written at present.
    pub(super) fn unwritten(&mut self, error: &Error) {
        self.input.forget();
        self.console.warn(&error.message);
        self.console.note(
            "No answer was taken: an answer counts only once it is recorded. Answer again when the record can be written, \
             or type `save FILE` to continue in that file.",
        );
    }

    /// Waits until a person wants to retry after an answer of chance or a bot could not be written. Returns false if they leave.
    ///
    /// # Errors
    /// If stdout cannot be written.
    pub(super) fn tries_again(&mut self, table: &mut GameTable) -> Result<bool, Stop> {
        loop {
            let Some(line) =
                self.input.read("Press Enter to try again, or type `save FILE` or `quit`. ", self.console)?
            else {
                return Ok(false);
            };
            match line.split_once(char::is_whitespace).unwrap_or((&line, "")) {
                ("", "") => return Ok(true),
                ("save", file) => {
                    self.save(table, file.trim())?;
                    return Ok(true);
                }
                ("quit" | "q" | "exit", _) => return Ok(false),
                _ => {}
            }
        }
    }
}
