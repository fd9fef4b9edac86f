//! The game at the table over time: its questions, and answers of it as a scenario.

use serde_json::{Value, json};
use tavola_game::Rules;
use tavola_ide::in_scenario;
use tavola_lab::capture::{RecordedCourse, Stretch};
use tavola_lab::table::{AnsweredQuestion, GameSoFar};
use tavola_syntax::text::{clean, count};

use crate::bodies::CaptureAsked;
use crate::files::GameFiles;
use crate::new_files::is_name;
use crate::tests::line;

/// All questions of the game, the open one last, each with the line that asks it, and the seats of the people who are `asked` now.
pub(crate) fn questions(files: &GameFiles, game: &GameSoFar, asked: &[usize]) -> Value {
    let question = |AnsweredQuestion { who, answer, line: asked, is_begun }: AnsweredQuestion| {
        let at = asked.as_ref().and_then(|asked| line(files, &asked.place));
        json!({ "who": who, "answer": answer.map(|answer| clean(&answer)), "at": at, "begun": is_begun })
    };
    let questions: Vec<Value> = game.questions().into_iter().map(question).collect();
    json!({ "answers": game.answers(), "questions": questions, "asked": asked, "whole": game.is_whole })
}

/// Writes answers of the game as a scenario in a new file. Returns its path, and the first and last answer in it.
///
/// # Errors
/// If the name is none, the game has no such answers or began at a position that they do not lead to, they end in an unfinished division,
/// a clause is none, or the file exists.
pub(crate) fn capture(
    files: &GameFiles,
    (rules, game): &(Rules, GameSoFar),
    asked: &CaptureAsked,
) -> Result<Value, String> {
    let name = asked.name.as_str();
    is_name(name)?;
    if !game.is_whole {
        return Err(
            "this game began at a position that a scenario gives; only games from the start can be captured".into()
        );
    }
    let (first, last) = (asked.from, asked.from.saturating_add(asked.count).saturating_sub(1));
    if first == 0 || asked.count == 0 || last > game.answers() {
        return Err(format!("the game has {}; choose some of them", count(game.answers(), "answer")));
    }
    let mut course = RecordedCourse::default();
    let mut replay = game.replay(&mut |referee, state, answer| course.take(referee, state, answer));
    let Stretch { first, last } = course.whole(Stretch { first, last }).map_err(|why| why.to_string())?;
    let (title, comment) = (name.replace('_', " "), "captured in the studio");
    let script = course.script(rules, &mut replay, Stretch { first, last }, (&title, comment));
    let script = script.map_err(|error| clean(&error.message))?;
    let path = format!("scenarios/{name}.yaml");
    files.create(&path, proving(script.text, &asked.clauses)?)?;
    Ok(json!({ "file": path, "from": first, "to": last }))
}

/// The text of a scenario that also proves these clauses: ids between commas or blanks.
fn proving(mut text: String, clauses: &str) -> Result<String, String> {
    for id in clauses.split([',', ' ']).map(str::trim).filter(|id| !id.is_empty()) {
        if let Some((at, new)) = in_scenario(&text, text.len(), id)? {
            text.insert_str(at, &new);
        }
    }
    Ok(text)
}
