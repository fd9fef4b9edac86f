//! Prompts of the Model Context Protocol: tasks for an assistant, with the descriptions of the tools that they name.

use serde_json::{Map, Value};

use super::error::{ErrorCode, RpcError};
use super::methods::METHODS;

/// A task for an assistant.
pub(in crate::tools) struct Prompt {
    pub(in crate::tools) name: &'static str,
    pub(in crate::tools) title: &'static str,
    pub(in crate::tools) about: &'static str,
    pub(in crate::tools) arguments: &'static [PromptArgument],
    /// Instructions. Arguments stand in braces; a line with one that is not given is left out. Tools stand in backticks.
    text: &'static str,
}

/// An argument of a prompt, which is a text.
pub(in crate::tools) struct PromptArgument {
    pub(in crate::tools) name: &'static str,
    pub(in crate::tools) about: &'static str,
    pub(in crate::tools) is_required: bool,
}

const fn required(name: &'static str, about: &'static str) -> PromptArgument {
    PromptArgument { name, about, is_required: true }
}

const fn optional(name: &'static str, about: &'static str) -> PromptArgument {
    PromptArgument { name, about, is_required: false }
}

const GAME: PromptArgument = required("game", "Name of the game, as `games` lists it");

/// All prompts.
pub(in crate::tools) const PROMPTS: [Prompt; 3] = [
    Prompt {
        name: "rules_question",
        title: "Answer a rules question",
        about: "Answer a question about the rules of a game, with the clauses that decide it and the scenarios that prove them.",
        arguments: &[
            GAME,
            required("question", "The question"),
            optional("key", "Key of your seat, if the question is about an open table"),
        ],
        text: "\
Answer a question about the rules of the game {game}: {question}

- The question is about the table that this key opens: {key}. See its position with `view`, and ask `why_not` about a move.
- Find the clauses with `clause`. Search for one or two words of the rulebook at a time, until you have all clauses that \
bear on the question. If the game is unknown, `games` lists the names.
- Give the answer first, in one sentence. Then quote each clause that decides it with its id, and name a scenario that \
proves it with its place.
- Say so if a ruling decides the question, or if clauses contradict each other.
- If no clause answers it, say that the rulebook is silent. Do not guess from other games.",
    },
    Prompt {
        name: "play_seat",
        title: "Play a game",
        about: "Play one seat of a game against bots until the end, by what this seat sees.",
        arguments: &[
            GAME,
            optional("seat", "Name of your player. Default: the assistant chooses one"),
            optional("bots", "Bots of the other seats, as for `start`. Default: random"),
        ],
        text: "\
Play one seat of the game {game} against bots until the game is over.

- Your player is {seat}.
- The bots are {bots}.
- Open a table with `start`: `people` is your player alone, and `seed` is left out. Use the key of your seat only.
- Look up rules that you do not know with `clause`.
- Repeat until `over` is true: read `question` and `options`, look at the table with `view` if you need it, and send your \
choice with `answer` and the number of the question.
- If a move that you want is not offered, ask `why_not` and cite its clauses.
- Say in one sentence why you chose. Choose yourself: ask `think` only if you are told to.
- At the end report the ranking and what decided the game. Get the `record` before you `close` the table.",
    },
    Prompt {
        name: "review_change",
        title: "Review a change of the rules",
        about: "Review a change of the rules of a game: findings, clauses and scenarios, and its effect with confidence intervals.",
        arguments: &[
            GAME,
            optional("after", "Name of the game with the changed rules, if it is another one"),
            optional("variant", "Variant with the change"),
            optional("set", "Settings that change, such as `rounds=5`"),
            optional("purpose", "What the change is meant to achieve"),
        ],
        text: "\
Review a change of the rules of the game {game}.

- The changed rules are the game {after}.
- The changed rules are the variant {variant}.
- The change is this value of a setting: {set}.
- Its purpose: {purpose}
- `check` the rules before and after. Report each finding that only the changed rules have, with its code and place.
- Find the clauses that the change is about with `clause`. Name those that are no longer true as they are written, and \
those without a scenario.
- `compare` both sides with each number of players that `games` lists: with random players first, then with bots that \
search.
- Report each figure that differs with its interval, and the number of games. Without a difference, say that none was \
found with so many games, not that there is none.
- End with a verdict: whether the change does what it is for, what it breaks, and which scenarios it needs.",
    },
];

impl Prompt {
    /// Finds a prompt by its name.
    ///
    /// # Errors
    /// If there is none.
    pub(in crate::tools) fn named(name: &str) -> Result<&'static Self, RpcError> {
        PROMPTS.iter().find(|prompt| prompt.name == name).ok_or_else(|| {
            let names: Vec<String> = PROMPTS.iter().map(|prompt| format!("`{}`", prompt.name)).collect();
            refused(format!("there is no prompt `{name}`; there are {}", names.join(", ")))
        })
    }

    /// The message to the assistant: what to do, and the tools for it.
    ///
    /// # Errors
    /// If a required argument is missing, or one is unknown or no text.
    pub(in crate::tools) fn message(&self, given: &Map<String, Value>) -> Result<String, RpcError> {
        if let Some(unknown) = given.keys().find(|name| self.arguments.iter().all(|known| known.name != *name)) {
            let known: Vec<String> = self.arguments.iter().map(|known| format!("`{}`", known.name)).collect();
            let known = known.join(", ");
            return Err(refused(format!("`{}` has no argument `{unknown}`; it has {known}", self.name)));
        }
        let value = |argument: &PromptArgument| match given.get(argument.name) {
            Some(Value::String(text)) if !text.trim().is_empty() => Ok(Some(text.trim())),
            None | Some(Value::Null | Value::String(_)) if !argument.is_required => Ok(None),
            None | Some(Value::Null | Value::String(_)) => {
                Err(refused(format!("the argument `{}` is missing: {}", argument.name, argument.about)))
            }
            Some(_) => Err(refused(format!("the argument `{}` is a text", argument.name))),
        };
        let values = self.arguments.iter().map(|argument| Ok((argument.name, value(argument)?)));
        let values = values.collect::<Result<Vec<_>, RpcError>>()?;
        let mut message: String = self.text.lines().filter_map(|line| Some(filled(line, &values)? + "\n")).collect();
        message += "\nThe tools:\n";
        for method in METHODS.iter().filter(|method| self.text.contains(&format!("`{}`", method.name))) {
            message += &format!("- `{}`: {}\n", method.name, method.about);
        }
        Ok(message)
    }
}

/// A line with the values of its arguments. `None` if one of them is not given.
fn filled(line: &str, values: &[(&str, Option<&str>)]) -> Option<String> {
    let (mut out, mut rest) = (String::new(), line);
    while let Some((before, (name, after))) =
        rest.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
    {
        let (_, value) = values.iter().find(|(known, _)| *known == name)?;
        out.extend([before, (*value)?]);
        rest = after;
    }
    Some(out + rest)
}

fn refused(message: String) -> RpcError {
    RpcError::new(ErrorCode::Params, message)
}
