//! Tables of recorded games: games, players, tracks, questions, answers, options.

use super::model::{ColumnRow, ColumnType, DataCell, DataColumn, columns};
use super::recorded::{RecordedGame, RecordedOption, RecordedQuestion};
use crate::record::CHANCE;

/// A table of an export. Tables are joined by `game`, and those below a game by `question` or `seat`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordTable {
    /// A row for each game.
    Games,
    /// A row for each seat of each game.
    Players,
    /// A row for each track and index of each game.
    Tracks,
    /// A row for each question.
    Questions,
    /// A row for each answer.
    Answers,
    /// A row for each option of each question.
    Options,
}

const NUMBER: ColumnRow = ("game", ColumnType::Count, "number of the game in the export, from 0");
const QUESTION: ColumnRow = ("question", ColumnType::Count, "number of the question in its game, from 1");
const WHO: ColumnRow = ("who", ColumnType::Text, "name of the asked player, or `chance`");
const SEAT: ColumnRow = ("seat", ColumnType::Count, "seat of the player, from 1; empty for chance");
const RULE: ColumnRow = ("rule", ColumnType::Text, "name of the rule that asks");
const PROMPT: ColumnRow = ("prompt", ColumnType::Text, "text of the question");
const OPTION: ColumnRow = ("option", ColumnType::Count, "number of the option, from 0");
const LABEL: ColumnRow = ("label", ColumnType::Text, "label of the option for players");
const ACTIONS: ColumnRow = ("actions", ColumnType::Text, "action ids of the option, separated by spaces");

const GAMES: [ColumnRow; 14] = [
    NUMBER,
    ("file", ColumnType::Text, "path of the record, as it was given"),
    ("name", ColumnType::Text, "name of the game in the rules"),
    ("rules", ColumnType::Text, "fingerprint of the rules, 16 hexadecimal digits"),
    ("variant", ColumnType::Text, "variant, or several separated by commas; empty for the game itself"),
    ("settings", ColumnType::Text, "settings and rulings that differ from the rules: `rounds=3 fare=2`"),
    ("seed", ColumnType::Count, "seed of chance and of the bots"),
    ("number", ColumnType::Count, "number of the game in a simulation with this seed, from 0"),
    ("players", ColumnType::Count, "number of players"),
    ("over", ColumnType::Flag, "true if the game is over; otherwise its results are empty"),
    ("questions", ColumnType::Count, "number of questions to players"),
    ("chance", ColumnType::Count, "number of questions to chance"),
    ("options", ColumnType::Count, "number of options of all questions to players"),
    ("winners", ColumnType::Text, "names of the winners, separated by spaces"),
];
const PLAYERS: [ColumnRow; 9] = [
    NUMBER,
    ("seat", ColumnType::Count, "seat, from 1"),
    ("player", ColumnType::Text, "name of the player"),
    ("person", ColumnType::Flag, "true for a person, false for a bot; empty if the record does not say"),
    ("bot", ColumnType::Text, "bot of the seat, which plays if no person does"),
    ("won", ColumnType::Part, "share of the victory: 1, or a part if several won"),
    ("place", ColumnType::Count, "place in the ranking, from 1; players who tie share the better place"),
    ("score", ColumnType::Number, "first criterion of `winner` at the end, for instance points"),
    ("return", ColumnType::Part, "the payoff of the rules, or else from 1 (first place) to -1 (last place)"),
];
const TRACKS: [ColumnRow; 4] = [
    NUMBER,
    ("track", ColumnType::Text, "name of the track"),
    ("index", ColumnType::Text, "its indexes, separated by spaces, for instance a player"),
    ("value", ColumnType::Number, "value after the last answer"),
];
const QUESTIONS: [ColumnRow; 8] = [
    NUMBER,
    QUESTION,
    WHO,
    SEAT,
    RULE,
    PROMPT,
    ("clauses", ColumnType::Text, "clauses that the line of the question cites, separated by spaces"),
    ("options", ColumnType::Count, "number of options"),
];
const ANSWERS: [ColumnRow; 10] = [
    NUMBER,
    QUESTION,
    WHO,
    SEAT,
    RULE,
    OPTION,
    ("chosen", ColumnType::Text, "the answer in the notation of records"),
    LABEL,
    ACTIONS,
    ("log", ColumnType::Text, "lines of the log up to the next question, one below the other"),
];
const OPTIONS: [ColumnRow; 9] = [
    NUMBER,
    QUESTION,
    RULE,
    OPTION,
    ("notation", ColumnType::Text, "the option in the notation of records"),
    LABEL,
    ACTIONS,
    ("weight", ColumnType::Count, "weight for chance: the probability is weight / sum of weights; 1 for players"),
    ("taken", ColumnType::Flag, "true if it was chosen"),
];

impl RecordTable {
    /// All tables, in the order in which they are described.
    pub const ALL: [Self; 6] =
        [Self::Games, Self::Players, Self::Tracks, Self::Questions, Self::Answers, Self::Options];

    /// Name: `games`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Games => "games",
            Self::Players => "players",
            Self::Tracks => "tracks",
            Self::Questions => "questions",
            Self::Answers => "answers",
            Self::Options => "options",
        }
    }

    /// Meaning of a row.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Games => "a row for each game",
            Self::Players => "a row for each seat of each game",
            Self::Tracks => "a row for each track and index of each game",
            Self::Questions => "a row for each question, to players and to chance",
            Self::Answers => "a row for each answer, of players and of chance",
            Self::Options => "a row for each option of each question; only with `--options`",
        }
    }

    /// Columns.
    pub fn columns(self) -> Vec<DataColumn> {
        match self {
            Self::Games => columns(&GAMES),
            Self::Players => columns(&PLAYERS),
            Self::Tracks => columns(&TRACKS),
            Self::Questions => columns(&QUESTIONS),
            Self::Answers => columns(&ANSWERS),
            Self::Options => columns(&OPTIONS),
        }
    }

    /// Rows of a game: a cell for each column. `number` is that of the game in the export, `file` the path of its
    /// record.
    pub fn rows(self, number: u64, file: &str, game: &RecordedGame) -> Vec<Vec<DataCell>> {
        let head = DataCell::Count(number);
        let with = |cells: Vec<DataCell>| [vec![head.clone()], cells].concat();
        let numbered = || game.questions.iter().zip(1..);
        match self {
            Self::Games => vec![with(one(file, game))],
            Self::Players => game.players.iter().zip(1..).map(|(player, seat)| with(seated(seat, player))).collect(),
            Self::Tracks => game
                .tracks
                .iter()
                .map(|track| {
                    let cells = [DataCell::text(&track.track), DataCell::text(track.index.join(" "))];
                    with([cells.to_vec(), vec![DataCell::Number(track.value)]].concat())
                })
                .collect(),
            Self::Questions => numbered().map(|(asked, number)| with(question(number, asked, game))).collect(),
            Self::Answers => numbered().filter_map(|(asked, number)| answer(number, asked, game).map(with)).collect(),
            Self::Options => numbered().flat_map(|(asked, number)| options(number, asked)).map(with).collect(),
        }
    }
}

fn one(file: &str, game: &RecordedGame) -> Vec<DataCell> {
    let settings: Vec<String> = game.settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let of_players = || game.questions.iter().filter(|question| question.seat.is_some());
    let winners = game.players.iter().filter(|player| player.won.is_some_and(|won| won > 0.0));
    let winners: Vec<&str> = winners.map(|player| player.player.as_str()).collect();
    vec![
        DataCell::text(file),
        DataCell::text(&game.game),
        DataCell::text(&game.rules),
        DataCell::or_empty(game.variant.as_ref(), DataCell::text),
        DataCell::text(settings.join(" ")),
        DataCell::Count(game.seed),
        DataCell::Count(game.number),
        DataCell::Count(game.players.len() as u64),
        DataCell::Flag(game.over),
        DataCell::Count(of_players().count() as u64),
        DataCell::Count((game.questions.len() - of_players().count()) as u64),
        DataCell::Count(of_players().map(|question| question.option_count).sum()),
        DataCell::or_empty(game.over.then(|| winners.join(" ")), DataCell::Text),
    ]
}

fn seated(seat: u64, player: &super::RecordedSeat) -> Vec<DataCell> {
    vec![
        DataCell::Count(seat),
        DataCell::text(&player.player),
        DataCell::or_empty(player.person, DataCell::Flag),
        DataCell::text(&player.bot),
        DataCell::or_empty(player.won, DataCell::Part),
        DataCell::or_empty(player.place, DataCell::Count),
        DataCell::or_empty(player.score, DataCell::Number),
        DataCell::or_empty(player.returns, DataCell::Part),
    ]
}

/// Number, player and seat of a question.
fn asked(number: u64, question: &RecordedQuestion, game: &RecordedGame) -> Vec<DataCell> {
    let player = question.seat.and_then(|seat| game.players.get(seat as usize - 1));
    vec![
        DataCell::Count(number),
        DataCell::text(player.map_or(CHANCE, |player| &player.player)),
        DataCell::or_empty(question.seat, DataCell::Count),
        DataCell::text(&question.rule),
    ]
}

fn question(number: u64, question: &RecordedQuestion, game: &RecordedGame) -> Vec<DataCell> {
    let mut cells = asked(number, question, game);
    cells.push(DataCell::text(&question.prompt));
    cells.push(DataCell::text(question.clauses.join(" ")));
    cells.push(DataCell::Count(question.option_count));
    cells
}

fn answer(number: u64, question: &RecordedQuestion, game: &RecordedGame) -> Option<Vec<DataCell>> {
    let answer = question.answer.as_ref()?;
    let mut cells = asked(number, question, game);
    cells.push(DataCell::Count(answer.option));
    cells.extend(offered(&answer.chosen));
    cells.push(DataCell::text(answer.log.join("\n")));
    Some(cells)
}

fn options(number: u64, question: &RecordedQuestion) -> impl Iterator<Item = Vec<DataCell>> {
    let taken = question.answer.as_ref().map(|answer| answer.option);
    question.options.iter().zip(0..).map(move |(option, at)| {
        let mut cells = vec![DataCell::Count(number), DataCell::text(&question.rule), DataCell::Count(at)];
        cells.extend(offered(option));
        cells.push(DataCell::Count(option.weight.into()));
        cells.push(DataCell::or_empty(taken.map(|taken| taken == at), DataCell::Flag));
        cells
    })
}

/// Notation, label and action ids of an option.
fn offered(option: &RecordedOption) -> [DataCell; 3] {
    let actions: Vec<String> = option.actions.iter().map(u32::to_string).collect();
    [DataCell::text(&option.notation), DataCell::text(&option.label), DataCell::text(actions.join(" "))]
}
