//! A person at the keyboard: shows news, position and question, and reads until there is an answer. The same for all front ends.

use super::front_end::{FrontEnd, unwritten};
use super::help::HELP;
use super::question::{Meant, Numbered};
use crate::tools::ending::Stop;
use crate::tools::paint::clean;
use tavola_lab::table::GameTable;

/// Maximum number of matching options named in a sentence.
pub(super) const FEW: usize = 8;

/// Request for the reason why a text is not an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WhyAsked {
    /// None: the text was meant as an answer or a command.
    Not,
    /// `why`: in plain words.
    Plainly,
    /// `why!`: with the line of the rules.
    Exactly,
}

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

/// The person at the keyboard, and where they see the game.
pub(super) struct Session<'a> {
    pub(super) front: Box<dyn FrontEnd + 'a>,
    shown_to: Option<usize>,
}

impl<'a> Session<'a> {
    /// Creates a session in which nobody has seen anything yet.
    pub(super) fn new(front: Box<dyn FrontEnd + 'a>) -> Self {
        Self { front, shown_to: None }
    }

    /// Shows a line.
    ///
    /// # Errors
    /// If it cannot be shown.
    pub(super) fn say(&mut self, line: impl AsRef<str>) -> Result<(), Stop> {
        self.front.say(line.as_ref())
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
            if !self.front.hand_over(&table.names[seat])? {
                return Ok(Reply::Leave);
            }
        }
        self.shown_to = Some(seat);
        let afresh = new_here || !table.goes_on(seat);
        self.front.present(table, Some(seat), afresh)?;
        let Some(asked) = table.question() else { return Ok(Reply::Again) };
        let mut question = Numbered::new(asked);
        question.enough = table.enough(seat);
        self.front.put(&table.names[seat], &question)?;
        self.read(table, seat, &mut question)
    }

    /// Before the keyboard goes to another player: shows the results of the last player's answers and offers to undo one.
    /// `None`: the next player may sit down.
    fn leave_to(&mut self, table: &mut GameTable, next: usize) -> Result<Option<Reply>, Stop> {
        let Some(last) = self.shown_to.filter(|_| self.front.is_terminal()) else {
            return Ok(None);
        };
        self.front.present(table, Some(last), false)?;
        loop {
            let undo = if table.can_undo(last) { " (or type `undo`)" } else { "" };
            let prompt = format!("\n{}, press Enter and hand over to {}{undo}. ", table.names[last], table.names[next]);
            let Some(line) = self.front.read(&prompt)? else {
                return Ok(Some(Reply::Leave));
            };
            match line.to_lowercase().as_str() {
                "undo" | "u" if self.undo(table, last)? => return Ok(Some(Reply::Again)),
                "" => return Ok(None),
                word if quits(word) => return Ok(Some(Reply::Leave)),
                _ => {}
            }
        }
    }

    fn read(&mut self, table: &mut GameTable, seat: usize, question: &mut Numbered) -> Result<Reply, Stop> {
        loop {
            let Some(line) = self.front.next()? else {
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
                    self.say("`enough` can be used where the question names it below its options.")?;
                }
                ("help" | "h" | "?", "") => self.say(HELP)?,
                (word, "") if quits(word) => return Ok(Reply::Leave),
                ("show" | "s", "") => {
                    self.front.show(table, Some(seat))?;
                    self.front.put(&table.names[seat], question)?;
                }
                ("show", name) if let Some(lines) = super::board::neighbours(&table.game(), name) => {
                    lines.into_iter().try_for_each(|line| self.say(line))?;
                }
                ("all", "") if question.is_narrowed() => {
                    question.all(self.front.width()).into_iter().try_for_each(|line| self.say(line))?;
                }
                ("back" | "b", "") if question.is_narrowed() => {
                    if !question.widen() {
                        self.say("This question has no answer yet; `undo` takes your last answer back.")?;
                    }
                    self.front.put(&table.names[seat], question)?;
                }
                ("log" | "l", "") => self.front.log(table, Some(seat))?,
                ("undo" | "u", "") => {
                    if self.undo(table, seat)? {
                        return Ok(Reply::Again);
                    }
                }
                ("hint", bot) => self.hint(table, seat, question, bot)?,
                ("save", file) => self.save(table, file)?,
                ("clause" | "clauses", id) => self.clause(table, question, id)?,
                ("why", text) => self.why(table, question, text, WhyAsked::Plainly)?,
                ("why!", text) => self.why(table, question, text, WhyAsked::Exactly)?,
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
            return self.front.put(&table.names[seat], question);
        }
        self.front.forget();
        if options.len() <= FEW {
            let names: Vec<String> = options.iter().map(|&option| question.name(option)).collect();
            return self.say(format!("Several options match: {}.", names.join("; or ")));
        }
        self.say(format!("{} options match:", options.len()))?;
        question.listed(options, self.front.width()).into_iter().try_for_each(|line| self.say(line))
    }

    fn undo(&mut self, table: &mut GameTable, seat: usize) -> Result<bool, Stop> {
        self.front.forget();
        match table.undo(seat) {
            Ok(Some(label)) => self.say(format!("Taken back: {}", clean(&label))).map(|()| true),
            Ok(None) => {
                let why = table.why_no_undo(seat);
                self.say(why).map(|()| false)
            }
            Err(error) => {
                unwritten(&mut *self.front, &error);
                Ok(false)
            }
        }
    }

    /// Waits until a person wants to retry after an answer of chance or a bot could not be written. Returns false if they leave.
    ///
    /// # Errors
    /// If stdout cannot be written.
    pub(super) fn tries_again(&mut self, table: &mut GameTable) -> Result<bool, Stop> {
        loop {
            let Some(line) = self.front.read("Press Enter to try again, or type `save FILE` or `quit`. ")? else {
                return Ok(false);
            };
            match line.split_once(char::is_whitespace).unwrap_or((&line, "")) {
                ("", "") => return Ok(true),
                ("save", file) => {
                    self.save(table, file.trim())?;
                    return Ok(true);
                }
                (word, _) if quits(word) => return Ok(false),
                _ => {}
            }
        }
    }
}

/// True for a word that ends `play`, in any case.
pub(super) fn quits(word: &str) -> bool {
    ["quit", "q", "exit"].iter().any(|known| word.eq_ignore_ascii_case(known))
}
