//! `tavola play` on a whole screen: what it shows, and what keys do.

use std::ffi::OsString;
use std::path::Path;

use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::{Color, Modifier};

use super::questions::DICE;
use super::{GEMS, Home};

/// Terminals of the usual size, and of a large one.
const USUAL: (u16, u16) = (80, 24);
const LARGE: (u16, u16) = (120, 40);

/// The screens of a game: before each of these keys, and after the last one.
struct Played {
    screens: Vec<Buffer>,
}

impl Played {
    /// Plays `gems` alone against bots.
    fn gems(keys: &str) -> Self {
        let home = Home::new();
        Self::of(&home.path("rules/gems"), "", USUAL, keys)
    }

    /// Plays the game of a folder. Keys are letters and names: `3<Enter><Down>`.
    fn of(folder: &Path, args: &str, size: (u16, u16), keys: &str) -> Self {
        Self::painted(folder, args, (size, true), &mut parsed(keys).into_iter())
    }

    fn painted(
        folder: &Path,
        args: &str,
        ((columns, rows), colours): ((u16, u16), bool),
        keys: &mut dyn Iterator<Item = KeyEvent>,
    ) -> Self {
        let mut words: Vec<OsString> = vec!["play".into(), folder.into(), "--no-record".into()];
        words.extend(format!("--seed 7 {args}").split_whitespace().map(OsString::from));
        let mut screens = Vec::new();
        let source = |shown: &Buffer| {
            screens.push(shown.clone());
            keys.next().map(Event::Key)
        };
        tavola::tools::play_on(&words, (TestBackend::new(columns, rows), colours), source).expect("it is played");
        Self { screens }
    }

    /// The last screen.
    fn last(&self) -> String {
        text(self.screens.last().expect("a screen"))
    }

    /// Fails unless the last screen shows each of these texts.
    fn shows(self, parts: &[&str]) -> Self {
        let last = self.last();
        parts.iter().for_each(|part| assert!(last.contains(part), "`{part}` is missing\n{last}"));
        self
    }

    /// Fails if the last screen shows one of these texts.
    fn hides(self, parts: &[&str]) -> Self {
        let last = self.last();
        parts.iter().for_each(|part| assert!(!last.contains(part), "`{part}` is there\n{last}"));
        self
    }

    /// The line of the last screen with this text, and the style of its first letter.
    fn style(&self, part: &str) -> Modifier {
        let screen = self.screens.last().expect("a screen");
        let (line, y) =
            text(screen).lines().map(str::to_owned).zip(0..).find(|(line, _)| line.contains(part)).expect(part);
        let x = line[..line.find(part).expect("it is there")].chars().count();
        screen[(u16::try_from(x).expect("a column"), y)].modifier
    }
}

/// The letters of a screen.
fn text(screen: &Buffer) -> String {
    let rows = screen.content.chunks(screen.area.width.into());
    rows.map(|row| row.iter().map(Cell::symbol).collect::<String>().trim_end().to_owned() + "\n").collect()
}

fn parsed(keys: &str) -> Vec<KeyEvent> {
    let mut parsed = Vec::new();
    let mut rest = keys;
    while let Some(c) = rest.chars().next() {
        let (key, length) = match rest.strip_prefix('<').and_then(|inner| inner.split_once('>')) {
            Some((name, _)) => (named(name), name.len() + 2),
            None => (KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE), c.len_utf8()),
        };
        parsed.push(key);
        rest = &rest[length..];
    }
    parsed
}

fn named(name: &str) -> KeyEvent {
    let control = |c| KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL);
    let code = match name {
        "Enter" => KeyCode::Enter,
        "Esc" => KeyCode::Esc,
        "Tab" => KeyCode::Tab,
        "BackTab" => KeyCode::BackTab,
        "Backspace" => KeyCode::Backspace,
        "Up" => KeyCode::Up,
        "Down" => KeyCode::Down,
        "Left" => KeyCode::Left,
        "Right" => KeyCode::Right,
        "PageUp" => KeyCode::PageUp,
        "PageDown" => KeyCode::PageDown,
        "Home" => KeyCode::Home,
        "End" => KeyCode::End,
        "Ctrl-D" => return control('d'),
        "Ctrl-U" => return control('u'),
        "Ctrl-L" => return control('l'),
        _ => panic!("no such key: {name}"),
    };
    KeyEvent::new(code, KeyModifiers::NONE)
}

fn snapshot(name: &str, screen: &str) {
    insta::with_settings!({ snapshot_path => "../../../snapshots/screen", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, screen);
    });
}

#[test]
fn a_terminal_of_usual_size_shows_the_screen_of_its_snapshot() {
    let home = Home::new();
    let played = Played::of(&home.path("rules/gems"), "", USUAL, "<Down><Enter><Enter>");
    snapshot("a_terminal_of_usual_size_shows_the_screen_of_its_snapshot", &played.last());
}

#[test]
fn a_large_terminal_shows_the_screen_of_its_snapshot() {
    let played = Played::of(Path::new("rules/san_marco"), "", LARGE, "<Down><Enter>");
    snapshot("a_large_terminal_shows_the_screen_of_its_snapshot", &played.last());
}

/// In each shipped game the question stands on the screen with its selected option, however the game goes on.
#[test]
fn questions_are_seen_without_scrolling() {
    for game in ["san_marco", "doge", "masters_of_venice", "patrons_of_venice", "venice_of_the_north"] {
        let moves = ["<Enter>", "<Down><Enter>", "<Right><Enter>", "<End><Enter>", "<Down><Down><Enter>"];
        let keys: String = (0..25).map(|at| moves[(at * at + at / 3) % moves.len()]).collect();
        let played = Played::of(&Path::new("rules").join(game), "", USUAL, &keys);
        let screens: Vec<String> = played.screens.iter().map(text).collect();
        assert!(screens.len() > 25, "{game}");
        for screen in &screens {
            let lines: Vec<&str> = screen.lines().collect();
            assert!(lines[0].contains("Anna answers"), "{game}\n{screen}");
            let at =
                lines.iter().position(|line| line.contains("[Question]")).unwrap_or_else(|| panic!("{game}\n{screen}"));
            assert!(lines[at + 1].starts_with("Anna: "), "{game}\n{screen}");
            assert!(lines[at + 2..].iter().any(|line| line.contains("> ")), "{game}\n{screen}");
        }
    }
}

#[test]
fn cursor_keys_choose_an_option() {
    Played::gems("<Down><Down><Enter>").shows(&["Anna: How much? 3", "Is that all?"]);
    Played::gems("<Down><Down><Up><Enter>").shows(&["Anna: How much? 2"]);
    Played::gems("<End><Home><Enter>").shows(&["Anna: How much? 1"]);
    Played::gems("<PageDown><Enter>").shows(&["Anna: How much? 3"]);
}

#[test]
fn typed_letters_hide_options_that_do_not_fit() {
    let second = "3<Enter>";
    Played::gems(second).shows(&["> 1  no", "  2  yes"]);
    Played::gems(&format!("{second}no")).shows(&["> 1  no"]).hides(&["yes"]);
    Played::gems(&format!("{second}no<Backspace><Backspace>")).shows(&["> 1  no", "  2  yes"]);
    Played::gems(&format!("{second}no<Esc>")).shows(&["> 1  no", "  2  yes"]);
    Played::gems(&format!("{second}no<Ctrl-U>")).shows(&["> 1  no", "  2  yes"]);
    Played::gems(&format!("{second}/no")).shows(&["> 1  no", "/no"]).hides(&["yes"]);
    Played::gems(&format!("{second}no<Enter>")).shows(&["score: Anna 3"]);
}

#[test]
fn a_text_that_fits_no_option_is_an_answer_or_a_command() {
    Played::gems("7").shows(&["no option fits"]);
    Played::gems("q").shows(&["Enter: quit"]).hides(&["no option fits"]);
    Played::gems("7<Enter>").shows(&["Message", "`7` is not possible: it is not one of 1 to 3"]);
    Played::gems("why 7<Enter>").shows(&["Message", "How much?"]);
    Played::gems("3; no<Enter>").shows(&["score: Anna 3"]);
}

#[test]
fn a_colon_begins_a_command() {
    Played::gems(":clause GM-4").shows(&[":clause GM-4"]);
    Played::gems(":clause GM-4<Enter>").shows(&["Message", "GM-4 Take gems."]);
    Played::gems(":help<Enter>").shows(&["NUMBER or NAME"]);
    Played::gems(":hint mcts:5<Enter>").shows(&["Estimate after"]);
    Played::gems(":no such word<Enter>").shows(&["there is no command `no`; `:help` lists them"]).hides(&["Offered"]);
    Played::gems("no such word<Enter>").shows(&["is not an answer", "`:help` lists"]);
    let played = Played::gems(":quit<Enter>");
    assert_eq!(played.screens.len(), 1 + ":quit".len());
}

#[test]
fn a_message_is_closed_before_anything_is_answered() {
    let open = ":clause GM-4<Enter>";
    Played::gems(&format!("{open}<Enter>")).hides(&["Message", "Is that all?"]);
    Played::gems(&format!("{open}<Esc>")).hides(&["Message"]).shows(&["How much?"]);
    Played::gems(&format!("{open}<Down><Enter>")).hides(&["Message"]).shows(&["Anna: How much? 2"]);
    Played::gems(&format!("{open}2<Enter>")).hides(&["Message"]).shows(&["Anna: How much? 2"]);
}

#[test]
fn a_question_mark_shows_the_keys() {
    let played = Played::gems("?").shows(&["Keys", "PageDown", "lines 1-"]);
    let first = played.last();
    let next = Played::gems("?<PageDown>").last();
    assert_ne!(first, next);
    Played::gems("?<End>").shows(&["quit"]);
    Played::gems("?<End><Home>").shows(&["Keys"]);
    // An explanation that is too long continues in its column.
    Played::gems("?").shows(&["\n                        answer or a command as typed\n"]);
    Played::gems("?<Esc>").hides(&["PageDown"]);
}

#[test]
fn u_takes_an_answer_back() {
    Played::gems("2<Enter>u").shows(&["Taken back: 2", "How much?"]);
    Played::gems("2<Enter>:undo<Enter>").shows(&["Taken back: 2"]);
    Played::gems("u").shows(&["Nothing can be taken back"]);
    // In a name it is a letter.
    Played::gems("2<Enter>/u").shows(&["/u", "no option fits"]);
}

#[test]
fn tab_goes_to_position_and_log() {
    let focus = |keys: &str, part: &str| Played::gems(keys).shows(&[&format!("[{part}]")]);
    focus("", "Question");
    focus("<Tab>", "Position");
    focus("<Tab><Tab>", "Log");
    focus("<Tab><Tab><Tab>", "Question");
    focus("<BackTab>", "Log");
    focus("<Tab><Esc>", "Question");
    focus(":show<Enter>", "Position");
    focus(":log<Enter>", "Log");
    // The question stays, and is answered without another Tab.
    focus("<Tab>", "Position").shows(&["How much?", "> 1"]);
    Played::gems("<Tab>3<Enter>").shows(&["Anna: How much? 3"]);
}

#[test]
fn position_and_log_scroll_and_are_searched() {
    let of = |keys: &str| Played::of(Path::new("rules/masters_of_venice"), "", USUAL, keys);
    let top = of("<Tab>").shows(&["cubes at", "How much do you bid?"]);
    let down = of("<Tab><PageDown>").hides(&["cubes at"]);
    assert_ne!(top.last(), down.last());
    of("<Tab><End>").shows(&["beside board"]);
    of("<Tab><End><Home>").shows(&["cubes at"]);
    of("<Tab>/plaza").shows(&["plaza", "/plaza"]);
    of("<Tab>/plaza<Esc>").shows(&["plaza", "[Position]", "Tab next part"]);
    of("<Tab><Tab><Home>").shows(&["-- Set up --"]).hides(&["-- Bidding --"]);
    of("<Tab><Tab>").shows(&["-- Bidding --"]);
    of("<Tab><Tab>/set up").shows(&["-- Set up --", "1 of 1 line found  Enter next  Esc close"]);
    of("<Tab><Tab>/no such line").shows(&["nothing found"]);
}

#[test]
fn a_search_goes_from_line_to_line_and_shows_what_it_finds() {
    let played = |keys: &str| Played::gems(&format!("2<Enter>1<Enter>3<Enter>1<Enter><Tab><Tab><Home>{keys}"));
    let first = played("/how").shows(&["1 of ", " lines found  Enter next"]);
    assert!(first.style("How much").contains(Modifier::REVERSED));
    assert!(!played("").style("How much").contains(Modifier::REVERSED));
    // Nothing is answered.
    played("/how<Enter>").shows(&["2 of ", "[Log]"]);
    let many = first.last();
    let all: usize = many.split_once("1 of ").and_then(|(_, rest)| rest.split(' ').next()).unwrap().parse().unwrap();
    played(&format!("/how{}", "<Enter>".repeat(all))).shows(&["1 of "]);
}

/// The result of a decision stands at the end of its entry.
#[test]
fn the_newest_entry_of_the_log_is_whole() {
    let played = Played::of(Path::new("rules/san_marco"), "", USUAL, "<Down><Enter>");
    let last = played.last();
    let log: Vec<&str> = last.lines().skip_while(|line| !line.contains("Log")).skip(1).take(3).collect();
    assert!(log[0].starts_with("  ") && log.iter().all(|line| !line.ends_with("..")), "{last}");
}

/// A tall screen shows six lines of the log, also below a long position.
#[test]
fn a_tall_screen_has_more_lines_of_the_log() {
    let last = Played::of(Path::new("rules/san_marco"), "", (100, 40), "<Down><Enter>").last();
    let log = last.lines().skip_while(|line| !line.contains(" Log ")).skip(1).take_while(|line| !line.contains("[Que"));
    assert!(log.count() >= 6, "{last}");
}

/// The end of the log stays in sight where its lines are broken anew.
#[test]
fn the_log_stays_at_its_end() {
    let of = |keys: &str| Played::of(Path::new("rules/masters_of_venice"), "", LARGE, keys);
    of("").shows(&["-- Bidding --"]);
    of("<BackTab>").shows(&["-- Bidding --"]);
    of("<BackTab><Home><Esc>").shows(&["-- Set up --"]).hides(&["-- Bidding --"]);
}

#[test]
fn new_lines_of_the_log_are_bright() {
    let played = Played::gems("2<Enter>1<Enter>3<Enter>");
    assert!(played.style("Anna: How much? 3").contains(Modifier::BOLD), "{}", played.last());
    let played = Played::gems("2<Enter>1<Enter>3<Enter><Tab><Tab>");
    assert!(played.style("Anna: How much? 2").contains(Modifier::DIM), "{}", played.last());
}

#[test]
fn the_log_has_a_line_for_each_decision() {
    let home = Home::with(
        &GEMS
            .replace("\"Is that all?\"\n", "\"Is that all?\"\n      if once is yes: move 1 ruby from bag to hand[p]\n"),
    );
    let played = Played::of(&home.path("rules/gems"), "", LARGE, "2<Enter>yes<Enter>");
    let last = played.last();
    assert!(last.contains("Anna: Is that all? yes; ruby"), "{last}");
}

#[test]
fn scores_stand_in_the_title() {
    let played = Played::gems("3<Enter>1<Enter>");
    let title = played.last().lines().next().unwrap_or_default().to_owned();
    assert!(
        title.contains("Gems") && title.contains("Anna answers") && title.contains("score: Anna 3, Ben "),
        "{title}"
    );
}

#[test]
fn without_colours_no_cell_has_one() {
    let home = Home::new();
    let is_coloured = |cell: &Cell| cell.fg != Color::Reset || cell.bg != Color::Reset;
    let played = |colours| {
        Played::painted(&home.path("rules/gems"), "", (USUAL, colours), &mut parsed("2<Enter>why 7<Enter>").into_iter())
    };
    assert!(played(true).screens.iter().any(|screen| screen.content.iter().any(is_coloured)));
    let without = played(false);
    assert!(!without.screens.iter().any(|screen| screen.content.iter().any(is_coloured)));
    // The selection is seen without them.
    assert!(without.screens[0].content.iter().any(|cell| cell.modifier.contains(Modifier::REVERSED)));
}

/// Between two players nothing of the hand of either is on the screen.
#[test]
fn the_screen_is_empty_between_two_players() {
    let home = Home::new();
    let of = |keys: &str| Played::of(&home.path("rules/gems"), "--human anna,ben --players 2", USUAL, keys);
    of("").shows(&["The next question is only for anna"]).hides(&["Your hand", "Position"]);
    of("<Enter>").shows(&["Your hand", "Anna: How much?"]);
    let answered = "<Enter>2<Enter>1<Enter>";
    of(answered).shows(&["anna, press Enter and hand over to ben", "Your hand"]);
    of(&format!("{answered}quit<Enter><Enter>")).shows(&["hand over to ben", "> quit"]);
    of(&format!("{answered}<Enter>")).shows(&["only for ben"]).hides(&["Your hand", "Anna: How much? 2"]);
    of(&format!("{answered}<Enter><Enter>")).shows(&["Ben: How much?", "Your hand"]);
}

#[test]
fn a_question_with_many_options_goes_back_a_part() {
    let home = Home::with(DICE);
    let of = |keys: &str| Played::of(&home.path("rules/gems"), "", USUAL, keys);
    of("").shows(&["> 1  die 1, 0 more .. (6)", "(part by part; `all` lists 12 answers)"]);
    of("<Down><Enter>").shows(&["die 6, 0 more ..", "`back` goes back one part"]);
    of("<Down><Enter><Backspace>").shows(&["> 1  die 1, 0 more .. (6)"]).hides(&["`back`"]);
    of("<Down><Enter>mill").shows(&["to Mill"]).hides(&["to Hill"]);
    of("<Down><Enter>mill<Enter>").shows(&["Anna: Which town? 6, Mill, a1"]);
    of(":all<Enter>").shows(&["Message", "die 6, 0 more, to Ford, boat at b2"]);
}

/// Typed words filter whole answers where they fit no part. Their order does not matter, nor do commas.
#[test]
fn words_of_several_parts_filter_whole_answers() {
    let home = Home::with(DICE);
    let of = |keys: &str| Played::of(&home.path("rules/gems"), "", USUAL, keys);
    for words in ["6 mill b2", "mill, b2, die 6", "b2 6 mil"] {
        of(words).shows(&["> die 6, 0 more, to Mill, boat at b2"]).hides(&["no option fits", "Hill"]);
        of(&format!("{words}<Enter>")).shows(&["Anna: Which town? 6, Mill, b2"]);
    }
    of("6 mill b3").shows(&["no option fits"]);
}

#[test]
fn ctrl_d_ends_the_input() {
    assert_eq!(Played::gems("<Ctrl-L><Ctrl-D>2<Enter>").screens.len(), 2);
}

/// Screens of all sizes are drawn.
#[test]
fn small_screens_are_drawn() {
    for size in [(1, 1), (10, 3), (20, 5), (30, 8), (60, 16), (300, 100)] {
        Played::of(
            Path::new("rules/masters_of_venice"),
            "",
            size,
            "<Down>:help<Enter><Esc><Tab><Down><Tab>?<Esc>5<Enter>",
        );
    }
}
