//! A scene as HTML: the page, and the table on it, which is replaced after every change.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::asked::asked;
use super::assets::{aids, enlarging};
use super::board::{self, Picture};
use super::ending::GameEnding;
use super::look::{PictureSource, colours, of_page};
use super::panels::{belongings, kind, lying, panel, panels, room};
use super::things::contents;
use super::{COLOURS, graph, log, things, token};
use super::{ending, replay, score};
use crate::scene::{Board, Cell, Panel, Pile, Question, Scene, Target};

/// The page around a table. The key is the path of the viewer's seat, and whether it is a player's: players can save their story.
/// `number` and `log` name the table and the lines of the log that the page has, `talk` is the section of names and notes.
pub fn page(
    title: &str,
    who: &str,
    (key, plays): (&str, bool),
    (table, number, log): (&str, u64, &str),
    talk: &str,
) -> String {
    let whole = html! {
        (DOCTYPE)
        html lang="en" {
            (head(title, who))
            body data-key=(key) {
                // New lines of the log, for screen readers: the log itself is replaced.
                div #news .spoken role="log" {}
                header { h1 { (title) } p { (who) } p #state role="status" {} }
                script src="/script.js" defer {}
                main #table data-number=(number) data-log=(log) { (PreEscaped(table)) }
                (PreEscaped(talk))
                (aids())
                footer { p { a href="#talk" { "Notes, names, sound" } @if plays { a href={ "/" (key) "/story" } download title="Save my view of the game as a file" { "Save my view" } } } }
            }
        }
    };
    whole.into_string()
}

/// Contents of a seat's page besides its scene.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seat {
    /// Reason for the pause: the record cannot be written.
    pub paused: Option<String>,
    /// The option that it may repeat for the rest of the turn, if the question comes again.
    pub enough: Option<usize>,
    /// True if its last answer can be taken back.
    pub undo: bool,
    /// True if it may ask the others to take its last answer back.
    pub ask: bool,
    /// Message about a request to take an answer back.
    pub wish: Option<String>,
    /// True if it must answer that request.
    pub agree: bool,
    /// Its own answer, while others may still answer the same question.
    pub kept: Vec<String>,
    /// End of the game, if it was played to its end: then the record is open.
    pub ending: Option<GameEnding>,
    /// Result of a finished game, line by line.
    pub closing: Vec<String>,
    /// The next player at a shared screen.
    pub hand_over: Option<String>,
    /// State of changed rules.
    pub rules: Option<RulesNews>,
}

/// Everything that changes: the question with its number, boards, panels, the log (without its lines, see
/// [`with_lines`](super::with_lines)).
pub fn table(scene: &Scene, seat: &Seat, key: &str, number: u64) -> String {
    let names: Vec<&str> = scene.asked.iter().map(String::as_str).collect();
    let question = html! {
        section #question tabindex="-1" aria-label="Question" {
            (paused(seat.paused.as_deref()))
            (wish(seat, key, number))
            @match (&scene.question, names.as_slice()) {
                _ if !seat.closing.is_empty() => {
                    h2 { "The game is over" }
                    @match &seat.ending {
                        Some(ending) => (ending::result(ending, &seat.closing, scene)),
                        None => @for line in &seat.closing { p { (line) } },
                    }
                    @if seat.ending.is_some() {
                        (replay::slider(key, scene.log.len(), scene.log.len(), false))
                        p { a href={ "/" (key) "/record" } download { "Save the record of the whole game as a file" } }
                    }
                },
                (Some(question), _) => (asked(question, &scene.players, seat.enough, (key, number))),
                (None, []) => p { "There is no question now." },
                (None, [name]) => p { "Waiting for " b { (name) } "." },
                // Who has answered already may be secret.
                (None, _) if !seat.kept.is_empty() => p { "Waiting until everybody has answered." },
                (None, names) => p { "Waiting for all answers: " b { (names.join(", ")) } "." },
            }
            @if scene.question.is_some() && names.len() > 1 { p { "All answer at once: " (names.join(", ")) "." } }
            @if !seat.kept.is_empty() {
                p #kept { "You have answered: " b { (seat.kept.join("; ")) } ". It is kept, and counts as soon as all have answered." }
            }
            @if seat.ask {
                form method="post" action={ "/" (key) "/ask" } {
                    input type="hidden" name="question" value=(number);
                    button .quiet { "Ask to take my last answer back" }
                }
            }
            @if let Some(next) = &seat.hand_over { (sit(key, number, &format!("Hand over to {next}"))) }
            @if seat.undo {
                form method="post" action={ "/" (key) "/undo" } { input type="hidden" name="question" value=(number); button .quiet { "Take my last answer back" } }
            }
        }
        @if let Some(news) = &seat.rules { (rules(news, key, number)) }
    };
    table_parts(&question, scene, &log::section()).into_string()
}

/// A request to take an answer back, which comes before the question: a list of answers may be long.
fn wish(seat: &Seat, key: &str, number: u64) -> Markup {
    html! {
        @if let Some(wish) = &seat.wish { p #wish { (wish) } }
        @if seat.agree {
            form method="post" action={ "/" (key) "/agree" } {
                input type="hidden" name="question" value=(number);
                button .quiet name="option" value="1" { "I agree" } " " button .quiet name="option" value="0" { "I do not agree" }
            }
        }
    }
}

fn sit(key: &str, number: u64, text: &str) -> Markup {
    html! {
        form method="post" action={ "/" (key) "/sit" } { input type="hidden" name="question" value=(number); button #sit { (text) } }
    }
}

/// Notice that the game is paused, with the reason.
fn paused(why: Option<&str>) -> Markup {
    html! { @if let Some(why) = why { p #paused role="alert" { b { (why) } } } }
}

/// Blank page between two players at a shared screen: it shows nothing of the table.
pub fn cover(next: &str, why: Option<&str>, key: &str, number: u64) -> String {
    let question = html! {
        section #question tabindex="-1" aria-label="Question" {
            (paused(why))
            h2 { (next) ", it is your turn" }
            p { "Only you should see this screen now." }
            (sit(key, number, &format!("I am {next}")))
        }
    };
    question.into_string()
}

/// The parts of a table in the order of the page: who leads, question, own panel, log; then boards and the panels of others. Question and boards
/// stay visible, the rest can be folded.
pub(super) fn table_parts(question: &Markup, scene: &Scene, log: &Markup) -> Markup {
    let (own, others): (Vec<&Panel>, Vec<&Panel>) =
        shown_panels(scene).partition(|panel| scene.viewer.as_ref() == Some(&panel.player));
    let hand: Vec<&Pile> = own.iter().flat_map(|panel| &panel.piles).filter(|pile| pile.is_hand).collect();
    let pictures = board::pictures(scene, 0);
    let is_wide = pictures.iter().any(|picture| picture.drawn.width > BESIDE);
    let has_cards = hand.iter().flat_map(|pile| &pile.things).any(|thing| thing.face.is_some());
    let divides = scene.question.as_ref().is_some_and(|question| !question.divided.is_empty());
    let is_on_board = scene.question.as_ref().is_some_and(is_on_board);
    html! {
        (of_page(scene, PictureSource::Server))
        // Its classes tell the style what there is: to look for it would cost a look at the whole page after each change.
        div #parts .is-wide[is_wide] .has-hand[!hand.is_empty()] .has-cards[has_cards] .has-heaps[divides] .is-on-board[is_on_board] {
            (score::bar(scene))
            div #side { (question) @for own in own { (panel(own, &[], scene)) } (log) }
            (stands(&pictures, &others, scene))
            // The viewer's hand stays at the lower edge of the screen.
            @if !hand.is_empty() {
                section #hand tabindex="0" role="group" aria-label="Your hand" {
                    @for pile in hand { div .cards { h2 { (pile.name) " " (room(pile)) } (lying(pile, &scene.players, true)) } }
                }
            }
        }
    }
}

/// True if a question with many answers can be answered by clicks on boards alone: a small screen gives the board more room than the list.
fn is_on_board(question: &Question) -> bool {
    let on_board = |target: &Target| matches!(target.what, "cell" | "link");
    question.options.len() > SHORT_LIST && question.options.iter().all(|option| option.placed.iter().any(on_board))
}

/// Boards, the panels of others, tables of kinds, and what belongs to nobody.
fn stands(pictures: &[Picture], others: &[&Panel], scene: &Scene) -> Markup {
    // A game of cards alone has room for the faces of those that lie open.
    let faces = scene.boards.is_empty() && scene.tables.is_empty();
    html! {
        div #stands {
            @if !pictures.is_empty() {
                div #boards { @for picture in pictures { (drawn(picture, pictures.len() > 1, scene)) } }
            }
            @if !others.is_empty() { (fold("Players", "Players", &panels(others, scene))) }
            @if !scene.tables.is_empty() {
                (fold("Tables", "Tables", &html! { div #kinds { @for own in &scene.tables { (kind(own, &scene.players)) } } }))
            }
            @if !(scene.piles.is_empty() && scene.values.is_empty()) {
                @let title = if scene.boards.is_empty() { "On the table" } else { "Beside the board" };
                (fold("Beside the board", title, &html! { div .rest { (belongings(&scene.values, scene.piles.iter(), &scene.players, (faces, &[]))) } }))
            }
        }
    }
}

/// The panels of the players. None if nobody has anything, and no player can be chosen: the bar names the players.
fn shown_panels(scene: &Scene) -> impl Iterator<Item = &Panel> {
    let has = |panel: &Panel| !(panel.values.is_empty() && panel.piles.is_empty());
    let options = scene.question.iter().flat_map(|question| &question.options);
    let is_chosen = options.flat_map(|option| &option.placed).any(|target| target.what == "player");
    let some = is_chosen || scene.panels.iter().any(has);
    scene.panels.iter().filter(move |_| some)
}

/// A part that can be folded. The script remembers its state by its name.
fn fold(name: &str, title: &str, inside: &Markup) -> Markup {
    html! { details .fold data-fold=(name) open { summary { (title) } (inside) } }
}

/// The page of a seat that another browser holds.
pub fn held(title: &str, who: &str, key: &str) -> String {
    plain(
        title,
        who,
        &html! {
            main {
                section #question {
                    h2 { "This seat is held at another screen" }
                    p { "The browser that opened this link first plays here. If that was you on another browser or machine, you can continue here; the other screen shows it." }
                    form method="post" action={ "/" (key) "/take" } { button { "Take this seat here" } }
                }
            }
        },
    )
}

/// Contents of the host's page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Host {
    /// The links of people, by seat.
    pub seats: Vec<HostSeat>,
    /// Number of lines of the spectators' log of a finished game; 0 while it is played, and if it is too long to look back.
    pub lines: usize,
    /// Result of a finished game, line by line. Empty while it is played.
    pub closing: Vec<String>,
    /// Its end, with its last position as spectators see it, if it was played to its end.
    pub ending: Option<Box<(GameEnding, Scene)>>,
    /// Name of the record's file, if it may be shown.
    pub record: Option<String>,
    /// Reason why the game is paused: its record cannot be written.
    pub paused: Option<String>,
    /// State of changed rules.
    pub rules: Option<RulesNews>,
}

/// A link on the host's page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HostSeat {
    /// Name of the player.
    pub who: String,
    /// Secret part of the link.
    pub key: String,
    /// True if a browser holds the seat.
    pub held: bool,
}

/// The page of the host: players, record, and state of changed rules.
pub fn host(host: &Host, key: &str, number: u64) -> String {
    let over = !host.closing.is_empty();
    let whole = html! {
        section #question {
            h2 { @if over { "The game is over" } @else { "Your table" } }
            (paused(host.paused.as_deref()))
            @if over { (finished(host, key, number)) }
            p { "Send each player the link of their seat, or let them scan its code. Who opens a link first has the seat." }
            ul #links {
                @for seat in &host.seats {
                    li {
                        h3 { (seat.who) ": " @if seat.held { "has opened the link" } @else { "has not opened the link" } }
                        img src={ "/" (key) "/qr/" (seat.key) } alt={ "QR code of the link of " (seat.who) } width="180" height="180";
                        p { a href={ "/" (seat.key) } data-link { "/" (seat.key) } }
                    }
                }
            }
            @if let Some(file) = &host.record { p { "The game is recorded in " b { (file) } "." } }
            @if !over {
                p { a href={ "/" (key) "/at/1" } { "Look back at what spectators have seen" } }
                p { a href={ "/" (key) "/record" } download { "Save the record so far as a file" } }
                p { "The record holds hidden information; players should not read it before the game is over. Secret answers that are not revealed yet are not in this copy." }
            }
        }
        @if let Some(news) = &host.rules { (rules(news, key, number)) }
    };
    whole.into_string()
}

/// Result of a finished game on the host's page, and what can follow.
fn finished(host: &Host, key: &str, number: u64) -> Markup {
    html! {
        @match host.ending.as_deref() {
            Some((ending, scene)) => { (of_page(scene, PictureSource::Server)) (ending::result(ending, &host.closing, scene)) }
            None => @for line in &host.closing { p { (line) } },
        }
        form method="post" action={ "/" (key) "/again" } {
            input type="hidden" name="question" value=(number);
            p { button { "Play again" } }
            p { small { "The same seats and links, with new chance. The record of this game is kept; the next one has a file of its own." } }
        }
        (replay::slider(key, host.lines, host.lines, false))
        p { a href={ "/" (key) "/record" } download { "Save the record of the whole game as a file" } }
    }
}

/// State of rules that were changed during their game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulesNews {
    /// One sentence.
    pub line: String,
    /// Findings, as in a terminal.
    pub details: Vec<String>,
    /// True if the viewer may continue under them from the last possible position.
    pub offer: bool,
}

fn rules(news: &RulesNews, key: &str, number: u64) -> Markup {
    html! {
        section #rules aria-label="Rules" {
            p { (news.line) }
            @for detail in &news.details { pre tabindex="0" { (detail) } }
            @if news.offer {
                form method="post" action={ "/" (key) "/change" } {
                    input type="hidden" name="question" value=(number);
                    button { "Continue from there with the new rules" }
                }
                p { small { "Later answers are removed from the record." } }
            }
        }
    }
}

/// A page without a script.
pub(super) fn plain(title: &str, who: &str, body: &Markup) -> String {
    let whole = html! {
        (DOCTYPE)
        html lang="en" {
            (head(title, who))
            body { header { h1 { (title) } p { (who) } } (body) }
        }
    };
    whole.into_string()
}

fn head(title: &str, who: &str) -> Markup {
    html! {
        head {
            meta charset="utf-8";
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta name="referrer" content="same-origin";
            title { (title) " \u{2013} " (who) }
            link rel="icon" href="/icon.svg";
            link rel="stylesheet" href="/style.css";
        }
    }
}

/// Number of answers up to which their list is short.
const SHORT_LIST: usize = 6;
/// Widest board that fits into half a page. A wider one stands below the question, in full width.
const BESIDE: i64 = 1400;

/// A board. Its name is a heading where there are several, and else for screen readers alone.
fn drawn(picture: &Picture, is_headed: bool, scene: &Scene) -> Markup {
    let (Picture { boards, drawn, .. }, name) = (picture, picture.name());
    html! {
        figure .wide[drawn.width > BESIDE] style={ "--wide:" (drawn.width) ";--high:" (drawn.height) } {
            figcaption { span { span .spoken[!is_headed] { (name) } } (legend(boards, &scene.players)) (enlarging()) }
            div .scroll tabindex="0" role="group" aria-label=(name) {
                svg viewBox={ "0 0 " (drawn.width) " " (drawn.height) }
                    role="group" aria-label=(name) {
                    style { @for part in COLOURS { (PreEscaped(part)) } (PreEscaped(colours(scene))) }
                    (drawn.inside)
                }
            }
            @for board in boards { (spoken(board)) }
        }
    }
}

/// Legend of the letters on boards. Letters of owners stand in their tokens.
fn legend(boards: &[Board], players: &[String]) -> Markup {
    let lines: Vec<_> = boards.iter().flat_map(things::legend).collect();
    let values: Vec<&str> = boards.iter().filter_map(graph::named_once).flatten().collect();
    html! {
        @if !(lines.is_empty() && values.is_empty()) {
            p .legend { @if !values.is_empty() { span { "in a space: " (values.join(" \u{b7} ")) } " " } @for (mark, is_owned, sort) in lines {
                span {
                    @if mark.is_empty() {
                        @for player in players { (token(player, players)) }
                    } @else {
                        span class=(if is_owned { "owned" } else { "free" }) { (mark) }
                    }
                    " " (sort)
                } " "
            } }
        }
    }
}

/// The board in words, for screen readers.
fn spoken(own: &Board) -> Markup {
    let has_contents = |cell: &&Cell| !(cell.piles.is_empty() && cell.values.is_empty());
    html! {
        ul .spoken {
            @for cell in own.cells.iter().filter(has_contents) { li { (things::label(cell)) } }
            @for link in own.links.iter().filter(|link| !link.piles.is_empty()) {
                li { (link.title) ": " @for pile in &link.piles { (contents(pile)) " " } }
            }
        }
    }
}
