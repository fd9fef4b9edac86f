//! Records of games, and files of one player's view: they are read back as written, and errors have their place.

mod file;

use tavola::game::LoadError;
use tavola::play::record::{GameResult, places, read_text};
use tavola::play::{Bot, Record, Story};

fn example() -> Record {
    let answer = |who: &str, what: &str| (who.to_string(), what.to_string());
    Record {
        game: "valley".into(),
        rules: "00ff".into(),
        variant: Some("grand tour".into()),
        settings: vec![answer("rounds", "12"), answer("roles", "no")],
        players: vec!["anna".into(), "ben".into()],
        bots: vec![Bot::Random, Bot::Mcts(200)],
        people: Some(vec!["ben".into()]),
        seed: u64::MAX,
        number: 3,
        answers: vec![answer("chance", "5"), answer("anna", "ride(a--b, ben)"), answer("ben", "[x, \"y\": #z]")],
        sealed: Vec::new(),
        result: Some(GameResult {
            winners: vec!["ben".into()],
            ranking: vec![vec!["ben".into()], vec!["anna".into()]],
        }),
    }
}

/// A required key has one finding: the key is missing, or its value has another type.
#[test]
fn a_required_key_is_missing_or_wrong() {
    let found = |game: &str| match Record::from_yaml("r", &format!("{game}rules: a\nplayers: [anna]\nanswers: []\n")) {
        Err(LoadError::Findings { diagnostics, .. }) => diagnostics.into_iter().map(|found| found.message).collect(),
        other => panic!("{other:?}"),
    };
    let missing: Vec<String> = found("");
    assert_eq!(missing, ["`game` is missing"]);
    assert_eq!(found("game: \" \"\n"), missing);
    assert_eq!(found("game: [gems]\n"), ["`game` must be a text, found a list"]);
}

#[test]
fn reads_what_was_written() {
    let record = example();
    assert_eq!(Record::from_yaml("r", &record.to_yaml()).expect("readable"), record);
    let people = Some(Vec::new());
    for result in [None, Some(GameResult::default())] {
        let record = Record { result, ..record.clone() };
        assert_eq!(Record::from_yaml("r", &record.to_yaml()).expect("readable"), record);
    }
    let given = |who: &str, answers: &[&str]| (who.to_string(), answers.iter().map(ToString::to_string).collect());
    let sealed = vec![given("ben", &["3", "[x, \"y\": #z]"]), given("anna", &["ride(a--b, ben)"])];
    let record = Record { sealed, result: None, ..record };
    assert_eq!(Record::from_yaml("r", &record.to_yaml()).expect("readable"), record);
    let record = Record { sealed: Vec::new(), ..record };
    let empty = Record { answers: Vec::new(), settings: Vec::new(), variant: None, people, number: 0, ..record };
    assert_eq!(Record::from_yaml("r", &empty.to_yaml()).expect("readable"), empty);
}

#[test]
fn answers_have_places() {
    let (settings, bots) = (Vec::new(), Vec::new());
    let record = Record { variant: None, settings, bots, people: None, number: 0, ..example() };
    assert_eq!(places("r", &record.to_yaml()), ["r:6:3", "r:7:3", "r:8:3"]);
}

#[test]
fn an_interrupted_line_does_not_count() {
    let record = example();
    let text = record.to_yaml();
    // An interrupted line of the result, too: the record then has no result.
    let end = text.len() - text.lines().last().map_or(0, |line| line.len() + 1);
    for cut in end..text.len() {
        let read = Record::from_yaml("r", &text[..cut]).expect("readable");
        assert_eq!(read, Record { result: None, ..record.clone() }, "{}", &text[..cut]);
    }
    let record = Record { result: None, ..record };
    let sealed = vec![("ben".to_string(), vec!["3".to_string(), "fog".to_string()])];
    let text = Record { sealed, ..record.clone() }.to_yaml();
    for cut in record.to_yaml().len()..text.len() {
        assert_eq!(Record::from_yaml("r", &text[..cut]).expect("readable"), record, "{}", &text[..cut]);
    }
    let text = record.to_yaml();
    let read = Record::from_yaml("r", &text[..text.len() - 4]).expect("readable");
    assert_eq!(read.answers, record.answers[..2]);
    let read = Record::from_yaml("r", text.trim_end()).expect("readable");
    assert_eq!(read.answers, record.answers[..2], "a line without its end may be half a word");
}

#[test]
fn mistakes_have_places() {
    let text = "game: g\nrules: 0\nplayer: [anna]\nplayers: [anna]\nseed: x\nanswers:\n- ana: 5\n- chance: [1]\nsealed: { ben: [1], anna: hill }\n";
    let Err(LoadError::Findings { sources, diagnostics }) = read_text("r", text) else { panic!("has mistakes") };
    let mut shown: Vec<String> = diagnostics
        .iter()
        .map(|d| {
            format!("{} {} {}", sources.place(d.span).unwrap_or_default(), d.code, d.help.as_deref().unwrap_or(""))
        })
        .collect();
    shown.sort();
    let expected = [
        "r:3:1 E1103 did you mean `players`?",
        "r:5:7 E1102 write a whole number; a list is `[a, b]`, a map `{ a: b }`",
        "r:7:3 E1105 did you mean `anna`?",
        "r:8:12 E1102 write one word each; a list is `[a, b]`, a map `{ a: b }`",
        "r:9:11 E1105 players: anna",
        "r:9:27 E1102 write the answers as a list of words: `[hill]`; a list is `[a, b]`, a map `{ a: b }`",
    ];
    assert_eq!(shown, expected);
}

fn ended(winners: &[&str], ranking: &[&[&str]]) -> GameResult {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    GameResult { winners: names(winners), ranking: ranking.iter().map(|group| names(group)).collect() }
}

#[test]
fn a_difference_is_reported() {
    let was = ended(&["anna"], &[&["anna"], &["ben", "cora"]]);
    let said = |now: Option<GameResult>| was.differs(now.as_ref());
    assert_eq!(
        said(Some(ended(&["anna"], &[&["anna"], &["cora", "ben"]]))),
        None,
        "the order of equal lines does not matter"
    );
    assert_eq!(said(None).as_deref(), Some("the game is not over; in the record it is, and anna wins"));
    let shared = said(Some(ended(&["anna", "ben"], &[&["anna", "ben"], &["cora"]])));
    assert_eq!(shared.as_deref(), Some("anna and ben share the victory; in the record anna wins"));
    assert_eq!(said(Some(ended(&[], &[]))).as_deref(), Some("nobody wins; in the record anna wins"));
    let ranked = said(Some(ended(&["anna"], &[&["anna"], &["ben"], &["cora"]])));
    let expected = "the ranking is anna, then ben, then cora; in the record it is anna, then ben and cora";
    assert_eq!(ranked.as_deref(), Some(expected));
}

#[test]
fn a_players_view_is_read_back() {
    let lines = vec!["anna: rose".to_string(), "2 cards: deck → \"hand\" # of ben".to_string()];
    let story = Story { seen_by: "anna".into(), game: "valley".into(), players: vec!["anna".into()], lines };
    for story in [Story { lines: Vec::new(), ..story.clone() }, story] {
        assert_eq!(Story::from_yaml("s", &story.to_yaml()).expect("readable"), Some(story));
    }
    assert_eq!(Story::from_yaml("s", "game: g\nanswers: []\n").expect("readable"), None);
    assert!(Story::from_yaml("s", "seen_by: anna\nseed: 7\n").is_err());
}
