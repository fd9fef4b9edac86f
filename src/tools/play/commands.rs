//! Commands of a player beside answers: save, clause, hint, why.

use std::path::Path;

use super::question::{Meant, Numbered};
use super::session::{FEW, Session, WhyAsked};
use crate::tools::ending::Stop;
use crate::tools::grid;
use crate::tools::interrupt;
use crate::tools::paint::{clean, count};
use tavola_game::{BlockText, WhyNot};
use tavola_lab::table::{GameTable, HINT, missing};
use tavola_lab::whole;
use tavola_lab::{Bot, has_words};
use tavola_syntax::text::indent;

/// Maximum number of options in a hint.
const HINTS: usize = 3;

impl Session<'_> {
    pub(super) fn save(&mut self, table: &mut GameTable, file: &str) -> Result<(), Stop> {
        if file.is_empty() {
            return self.say("Which file? For instance: save game.yaml");
        }
        if let Some((file, name)) = file.split_once(" --as ") {
            return self.save_lines(table, file.trim(), name.trim());
        }
        let saved = table.keeper.save(Path::new(file));
        table.keeper.lock_file().into_iter().for_each(interrupt::remove_at_end);
        match saved {
            Ok(()) => self.say(format!("Saved: `{file}`; resume it with --resume {file}")),
            Err(error) => self.say(error.message),
        }
    }

    /// Writes a copy for one player, without anything that they do not see.
    fn save_lines(&mut self, table: &GameTable, file: &str, name: &str) -> Result<(), Stop> {
        let Some(story) = table.story(name) else {
            return self.say(format!("there is no player `{}`; players: {}", clean(name), table.names.join(", ")));
        };
        let _writing = whole::writing();
        match story.write(Path::new(file)) {
            Ok(()) => self.say(format!("Saved: `{file}`, as {name} saw it; print it with `tavola replay {file}`")),
            Err(error) => self.say(error.message),
        }
    }

    /// Prints clauses: one, those of a section, or else those with these words; without words those of the question.
    pub(super) fn clause(&mut self, table: &GameTable, question: &Numbered, id: &str) -> Result<(), Stop> {
        let wanted = if id.is_empty() { question.clauses() } else { vec![id.to_uppercase()] };
        let is_in = |clause: &str, id: &str| {
            clause.strip_prefix(id).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let is_wanted = |clause: &str| wanted.iter().any(|id| is_in(&clause.to_uppercase(), id));
        let by_id = table.clauses.keys().any(|clause| is_wanted(clause));
        let words: Vec<String> = id.split_whitespace().map(str::to_owned).collect();
        let is_meant = |clause: &str, text: &str| match by_id || words.is_empty() {
            true => is_wanted(clause),
            false => has_words(&format!("{clause} {text}"), &words),
        };
        let found: Vec<(&String, &String)> =
            table.clauses.iter().filter(|(clause, text)| is_meant(clause, text)).collect();
        if found.is_empty() {
            return self.say("The rulebook has no such clause.");
        }
        for (clause, text) in found {
            let BlockText { lead, blocks } = BlockText::read(text);
            let below = BlockText { lead: String::new(), blocks }.lines();
            for line in
                std::iter::once(format!("  {clause} {lead}")).chain(below.iter().map(|line| format!("    {line}")))
            {
                let margin = " ".repeat(indent(&line));
                grid::wrap(&clean(&line), self.front.width(), &margin).iter().try_for_each(|line| self.say(line))?;
            }
        }
        Ok(())
    }

    /// Prints how a bot rates the best options.
    pub(super) fn hint(
        &mut self,
        table: &mut GameTable,
        seat: usize,
        question: &Numbered,
        bot: &str,
    ) -> Result<(), Stop> {
        let bot = match bot {
            "" => HINT,
            bot => match bot.parse::<Bot>() {
                Ok(Bot::Random) => return self.say("This bot plays at random and has no preference."),
                Ok(bot) => bot,
                Err(why) => return self.say(clean(&why)),
            },
        };
        self.front.thinking(Some("thinking"))?;
        let thought = table.hint(bot, seat);
        self.front.thinking(None)?;
        if thought.options.is_empty() {
            return self.say("No game could be played from here; the options cannot be rated.");
        }
        let playouts = count(thought.playouts, "playout");
        let head = format!("Estimate after {playouts} (100 = wins every playout, 0 = last in every playout):");
        self.say(head)?;
        for expected in thought.options.iter().take(HINTS) {
            let (name, worth) = (question.name(expected.option), expected.value * 100.0);
            self.say(format!("  {name}: estimate {worth:.0}, {}", count(expected.playouts, "playout")))?;
        }
        Ok(())
    }

    /// Explains why an option is not offered, or says that it is.
    pub(super) fn why(
        &mut self,
        table: &mut GameTable,
        question: &Numbered,
        text: &str,
        asked: WhyAsked,
    ) -> Result<(), Stop> {
        if text.is_empty() {
            return self.say("Write `why NAME` with the name of the option that is missing.");
        }
        match question.find(text) {
            Meant::Option(option) => self.say(format!("This option is available: {}", question.name(option))),
            Meant::Several(options) => {
                let names: Vec<String> = options.iter().take(FEW).map(|&o| question.name(o)).collect();
                self.say(format!("This option is available, in several ways: {}", names.join("; ")))
            }
            Meant::Nothing => self.refuse(table, question, text, asked),
        }
    }

    /// Explains why a text is not an answer.
    pub(super) fn refuse(
        &mut self,
        table: &mut GameTable,
        question: &Numbered,
        text: &str,
        asked: WhyAsked,
    ) -> Result<(), Stop> {
        let exactly = asked == WhyAsked::Exactly;
        self.front.forget();
        // A title is read first: its end alone may be the name of another answer.
        let why = table.why_titled(text).unwrap_or_else(|| {
            match missing(text, question.notations(), |text| table.find(text)) {
                Err(refusal) if refusal.unknown => table.why_not(&[text]),
                Err(refusal) => WhyNot::Refused(refusal),
                Ok(option) => WhyNot::Offered(option),
            }
        });
        let refusal = match why {
            WhyNot::Offered(option) if asked != WhyAsked::Not => {
                return self.say(format!("This option is available: {}", question.name(option)));
            }
            WhyNot::Offered(option) => {
                return self.say(format!("No answer was taken. Did you mean: {}?", question.name(option)));
            }
            WhyNot::Refused(refusal) => refusal,
        };
        if refusal.unknown && asked == WhyAsked::Not && self.front.is_command() {
            let word = text.split_whitespace().next().unwrap_or_default();
            return self.say(format!("there is no command `{}`; `:help` lists them", clean(word)));
        }
        let clauses =
            if refusal.clauses.is_empty() { String::new() } else { format!(" [{}]", refusal.clauses.join(", ")) };
        let message = match refusal.unknown {
            true => format!("`{}` is not an answer to this question. Offered: {}", clean(text), question.some()),
            false if exactly => clean(&refusal.message),
            false => clean(&refusal.plain),
        };
        self.say(format!("{message}{clauses}"))?;
        let paint = self.front.paint();
        let dim = |line: &str| paint.dim(line);
        // If the author wrote no message, the text of the clauses says what is required.
        let cited = refusal.clauses.iter().filter(|_| !refusal.said);
        for (id, text) in cited.filter_map(|id| Some((id, table.clauses.get(id)?))) {
            let lines = grid::wrap(&format!("  {} {}", clean(id), clean(text)), self.front.width(), "    ");
            lines.iter().try_for_each(|line| self.say(dim(line)))?;
        }
        if let Some(place) = refusal.place.as_ref().filter(|_| exactly) {
            let condition = refusal.condition.as_ref().map_or_else(String::new, |text| format!("  {}", text.0));
            self.say(dim(&clean(&format!("  {place}{condition}"))))?;
        }
        if refusal.unknown {
            let help = self.front.help_command();
            self.say(format!("  (answer with a number or the beginning of a name; `{help}` lists other commands)"))?;
        }
        Ok(())
    }
}
