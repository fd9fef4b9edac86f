//! San Marco by its printed rules. Open questions are answered by the default rulings.

mod board;
mod cards;
mod rounds;
mod turns;
mod written;

use super::{Asked, Plain};
use board::{Board, CANALS, DISTRICTS, SAN_MARCO};
use cards::{BOX, Cards, Division, NO_CARDS, actions, limits, sorts};

/// An answer. Districts (6), canals (10), sorts of cards (13) and seats are numbers from 0.
#[derive(Clone, Copy)]
pub(crate) enum Answer {
    Yes,
    No,
    /// Face of a die, or number of an offer.
    Number(usize),
    Stone(usize),
    Card(usize),
    District(usize),
    Canal(usize),
    Aristocrat(usize),
    /// A district, and the opponent whose aristocrat is there.
    Foe(usize, usize),
    /// A canal, and the owner of a bridge over it.
    Bridge(usize, usize),
    Build,
    TakeOver,
    Cross(usize, usize),
    Jump(usize),
    ScoreHere,
}

/// The next question and its data. The player `turn` is asked, unless it is chance.
#[derive(Clone, Copy)]
enum Stage {
    /// A die of the set-up.
    Roll(usize),
    MayRollAgain(usize),
    RollAgain(usize),
    FirstBridge(usize),
    Stone,
    /// Index of the distributor who draws, and the number of cards drawn.
    Draw(usize, usize),
    Divide,
    Offer,
    NextCard,
    /// A district card.
    Arrive(usize),
    MayBridge,
    BuildOrTakeOver,
    Build,
    WhichBridge,
    BridgeTo(usize, usize),
    Transfer,
    Banish,
    BanishRoll(usize),
    /// The district, the face of the die, and the first seat that can still be named.
    WhoGoes(usize, u32, usize),
    DogeEnters,
    Journey([bool; DISTRICTS], bool),
    /// District from which an aristocrat comes if the reserve is empty.
    Origin(Errand),
    Over,
}

/// Purpose for which an aristocrat is sent.
#[derive(Clone, Copy)]
enum Errand {
    Arrive(usize),
    Build(usize),
    TakeOver { canal: usize, foe: usize, to: usize },
}

/// A game.
pub(crate) struct SanMarco {
    board: Board,
    deck: Cards,
    limit_deck: Cards,
    discard: Cards,
    hand: [Cards; 4],
    /// Offers that are not finished yet.
    division: [Division; 4],
    offer: [[Cards; 3]; 4],
    taken: [Cards; 4],
    limits: [Cards; 4],
    passage: usize,
    starter: usize,
    active: [bool; 4],
    final_round: bool,
    /// The stones on the tablet: a distributor, then their decision-makers. With four players, two pairs.
    tablet: Vec<usize>,
    /// The stones drawn for the next tablet.
    drawn: Vec<usize>,
    /// The players whose offers are revealed.
    open: [bool; 4],
    /// The number of the turn in this round.
    turn_number: usize,
    turn: usize,
    /// The card that is played. None for the extra banishment after a passage.
    playing: Option<usize>,
    /// Number of each player's aristocrats named for the banishment so far.
    goes: [u32; 4],
    stage: Stage,
}

impl Plain for SanMarco {
    const RULES: &'static str = "rules/san_marco";
    const PLAYERS: &'static [usize] = &[3, 4];
    const LEFT_OUT: &'static [&'static str] = &["opener"];
    type Answer = Answer;

    fn start(players: usize) -> Self {
        Self {
            board: Board::new(players),
            deck: actions(&BOX),
            limit_deck: limits(&BOX),
            discard: NO_CARDS,
            hand: [NO_CARDS; 4],
            division: [Division::default(); 4],
            offer: [[NO_CARDS; 3]; 4],
            taken: [NO_CARDS; 4],
            limits: [NO_CARDS; 4],
            passage: 1,
            starter: 0,
            active: std::array::from_fn(|player| player < players),
            final_round: false,
            tablet: Vec::new(),
            drawn: Vec::new(),
            open: [false; 4],
            turn_number: 0,
            turn: 0,
            playing: None,
            goes: [0; 4],
            stage: Stage::Roll(0),
        }
    }

    fn ask(&mut self, options: &mut Vec<Answer>) -> Asked {
        options.clear();
        match self.stage {
            Stage::Over => return Asked::Over,
            Stage::Roll(_) | Stage::RollAgain(_) | Stage::BanishRoll(_) | Stage::Stone | Stage::Draw(..) => {
                self.ask_chance(options);
                return Asked::Chance;
            }
            Stage::NextCard => options.extend(sorts(&self.taken[self.turn]).map(Answer::Card)),
            Stage::Offer => options.extend(self.offers_left().map(|offer| Answer::Number(offer + 1))),
            Stage::Divide => {
                let places = self.division[self.turn].places(&self.hand[self.turn], self.form().offers);
                options.extend(places.map(|offer| Answer::Number(offer + 1)));
            }
            _ => self.ask_for_card(options),
        }
        Asked::Player(self.turn)
    }

    fn weight(&self, answer: Answer) -> u32 {
        match (self.stage, answer) {
            (Stage::Draw(..), Answer::Card(sort)) => self.deck[sort] + self.limit_deck[sort],
            _ => 1,
        }
    }

    fn answer(&mut self, answer: Answer) {
        match (self.stage, answer) {
            (Stage::Roll(roll), Answer::Number(face)) => self.set_up_roll(roll, face),
            (Stage::MayRollAgain(district), Answer::Yes) => self.stage = Stage::RollAgain(district),
            (Stage::MayRollAgain(_), _) => self.next_to_roll(),
            (Stage::RollAgain(district), Answer::Number(face)) => self.roll_again(district, face),
            (Stage::FirstBridge(bridge), Answer::Canal(canal)) => self.first_bridge(bridge, canal),
            (Stage::Stone, Answer::Stone(player)) => self.draw_stone(player),
            (Stage::Draw(team, count), Answer::Card(sort)) => self.draw_card(team, count, sort),
            (Stage::Divide, Answer::Number(offer)) => self.lay(offer - 1),
            (Stage::Offer, Answer::Number(offer)) => self.take(offer - 1),
            (Stage::NextCard, Answer::Card(sort)) => self.play(sort),
            _ => self.answer_for_card(answer),
        }
    }

    fn winners(&self) -> Vec<usize> {
        let worth = |&player: &usize| (self.board.prestige[player], self.board.district[SAN_MARCO][player]);
        let best = (0..self.board.players).map(|player| worth(&player)).max();
        (0..self.board.players).filter(|player| Some(worth(player)) == best).collect()
    }

    fn notation(answer: Answer) -> String {
        written::answer(answer)
    }

    fn seen(&self, viewer: Option<usize>) -> Vec<String> {
        written::seen(self, viewer)
    }
}

impl SanMarco {
    fn ask_chance(&self, options: &mut Vec<Answer>) {
        match self.stage {
            Stage::RollAgain(district) => {
                options.extend((1..=6).filter(|&face| face != district + 1).map(Answer::Number));
            }
            Stage::Stone => options.extend(self.in_the_lap().map(Answer::Stone)),
            Stage::Draw(_, count) if count < self.form().actions => {
                options.extend(sorts(&self.deck).map(Answer::Card));
            }
            Stage::Draw(..) => options.extend(sorts(&self.limit_deck).map(Answer::Card)),
            _ => options.extend((1..=6).map(Answer::Number)),
        }
    }

    /// Lists the options for one card, for the extra banishment, and for similar questions of the set-up.
    fn ask_for_card(&self, options: &mut Vec<Answer>) {
        let (board, turn) = (&self.board, self.turn);
        let with_room = |canal: &usize| board.has_room(*canal);
        match self.stage {
            Stage::MayRollAgain(_) | Stage::MayBridge => options.extend([Answer::Yes, Answer::No]),
            Stage::FirstBridge(_) | Stage::Build => {
                options.extend((0..CANALS.len()).filter(with_room).map(Answer::Canal));
            }
            Stage::Arrive(district) => {
                options.extend(board.targets(turn, district).map(Answer::District));
                options.push(Answer::No);
            }
            Stage::BuildOrTakeOver => options.push(if board.supply() > 0 { Answer::Build } else { Answer::TakeOver }),
            Stage::WhichBridge => {
                options.extend(board.foreign_bridges(turn).map(|(canal, foe)| Answer::Bridge(canal, foe)));
            }
            Stage::BridgeTo(from, _) => {
                let possible = |to: &usize| *to == from || board.has_room(*to);
                options.extend((0..CANALS.len()).filter(possible).map(Answer::Canal));
            }
            Stage::Transfer => {
                options.extend(board.transfers(turn).map(|(district, foe)| Answer::Foe(district, foe)));
                options.push(Answer::No);
            }
            Stage::Banish => {
                options.extend((0..DISTRICTS).map(Answer::District));
                options.push(Answer::No);
            }
            Stage::WhoGoes(district, face, from) => {
                options.extend(self.who_may_go(district, face, from).map(Answer::Aristocrat));
            }
            Stage::DogeEnters => options.extend((0..DISTRICTS).map(Answer::District)),
            Stage::Journey(visited, is_first) => self.ask_journey(options, visited, is_first),
            Stage::Origin(errand) => {
                options.extend(board.origins(turn, errand.district()).map(Answer::District));
            }
            _ => {}
        }
    }

    fn ask_journey(&self, options: &mut Vec<Answer>, visited: [bool; DISTRICTS], is_first: bool) {
        let Some(doge) = self.board.doge else { return };
        let crossings = self.board.crossings(self.turn, doge, visited);
        options.extend(crossings.map(|(canal, owner)| Answer::Cross(canal, owner)));
        if is_first {
            options.extend(self.board.jumps(self.turn, doge).map(Answer::Jump));
        }
        options.push(Answer::ScoreHere);
    }
}
