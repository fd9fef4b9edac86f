//! The prompt of a sheet that is offered alone: its `question:`, its title, or a general one.

use tavola::game::{Choice, Part, Pending, Question, Rules, Setup};
use tavola::play::laws;

/// The prompts of all questions to players. Each question is answered with its first option.
fn asked(text: &str) -> Vec<String> {
    let rules = Rules::from_texts(&[("game.tavola", text)]);
    let found: Vec<String> = rules.diagnostics().iter().map(|f| format!("{} {}", f.code, f.message)).collect();
    assert_eq!(found, [""; 0]);
    let game = rules.game(&Setup::of(2)).expect("the game can be set up");
    let (mut referee, mut state) = (game.referee(), game.start());
    let mut texts = Vec::new();
    while referee.run(&mut state).expect("the rules do not fault") != Pending::Over {
        texts.push(referee.prompt(&state));
        referee.answer(&mut state, 0).expect("an offered option is an answer");
    }
    texts
}

#[test]
fn an_action_with_parameters_asks_its_question() {
    let text = r#"
game doors "Doors" for 2 players
kind Door = {red, blue}
track fame[Player] 0..
play
  seat(1) does open
  seat(2) does close
  seat(1) does paint
action open(d in Door) "open the {d} door"
  question: "Which door do you open, seat {you.seat}?"
  effect:   you gains 1 fame
action close(d in Door) "close a door"
  effect:   you gains 1 fame
action paint(d in Door) "paint the {d} door"
  effect:   you gains 1 fame
winner p in Player by most fame[p]
"#;
    assert_eq!(asked(text), ["Which door do you open, seat 1?", "close a door", "What do you choose?"]);
}

/// The answer that declines an action names it with the values of its title.
#[test]
fn what_is_declined_is_named_with_its_values() {
    let text = r#"
game quay "Quay" for 2 players
kind Ware = {wool, silk}
kind Shop = {mill, dyer}
track fame[Player] 0..
play
  seat(1) does sell
  each w in Ware: offer(seat(1), w)
rule offer(p in Player, w in Ware)
  p does show
menu show "What do you show?"
  until: done
action sell(w in Ware) "sell {w}"
  optional: yes
  choose:   s in Shop "Where?"
  effect:   you gains 1 fame
action wait of show "wait"
  optional: yes
  choose:   s in Shop "Where?"
  effect:   you gains 1 fame
winner p in Player by most fame[p]
"#;
    let rules = Rules::from_texts(&[("game.tavola", text)]);
    let game = rules.game(&Setup::of(2)).expect("the game can be set up");
    let (mut referee, mut state) = (game.referee(), game.start());
    let mut answer = |text: &str| {
        referee.run(&mut state).expect("the rules do not fault");
        let question = referee.question(&state).expect("a player is asked");
        let option = referee.find(&state, text).unwrap_or_else(|why| panic!("{text}: {}", why.message));
        let label = question.label(&question.options[option]);
        referee.collect_events(true);
        referee.answer(&mut state, option).expect("it was offered");
        let log: Vec<String> = referee.happened(&state).iter().filter_map(|event| event.tell(Some(0))).collect();
        (label, log)
    };
    answer("sell(silk)");
    let (label, log) = answer("no");
    assert_eq!(label, "no, leave it (sell silk)");
    assert_eq!(log, ["Anna: Where? no"], "the log says `no`, as ever");
    answer("wait");
    assert_eq!(answer("no").0, "no, leave it (wait)");
}

#[test]
fn the_interrupts_of_a_moment_ask_their_questions_once() {
    let text = r#"
game bells "Bells" for 2 players
kind Bell = {big, small}
track fame[Player] 0.. start 2
track rung 0..
play
  each b in Bell: ring(b)
rule ring(b in Bell)
  raise rung by 1
interrupt hush before ring(b) "hush"
  question: "Does the {b} bell ring?"
  who:      seat(1)
  cost:     2 fame
  effect:   lower rung by 0
interrupt praise before ring(which) "praise"
  question: "Does the {which} bell ring?"
  who:      seat(1)
  cost:     2 fame
  effect:   lower rung by 0
interrupt hum after ring "hum"
  who:      seat(2)
  cost:     1 fame
  effect:   lower rung by 0
interrupt sing after ring "sing"
  who:      seat(2)
  cost:     1 fame
  effect:   lower rung by 0
winner p in Player by most fame[p]
"#;
    assert_eq!(asked(text), ["Does the big bell ring?", "hum / sing", "hum / sing"]);
}

/// No number is between 4 and 1: no option exists, wherever the bounds come from.
#[test]
fn a_reversed_range_is_a_fault() {
    for range in ["4..1", "most..least", "worth + 4..worth + 1", "min(most, count of tree)..least"] {
        let text = format!(
            "
game nuts \"Nuts\" for 2 players
settings
  | name  | value | range | meaning       |
  | least | 1     | 0..4  | \"the fewest\" |
  | most  | 4     | 0..4  | \"the most\"   |
components
  | component | count | start |
  | nut       | 9     | tree  |
places
  | place | holds |
  | tree  | nut   |
  | bowl  | nut   |
track worth 0..
play
  seat(1) chooses {range} of tree as taken \"How many?\"
  move taken from tree to bowl
  raise worth by least + most
winner p in Player
"
        );
        let rules = Rules::from_texts(&[("game.tavola", &text)]);
        let game = rules.game(&Setup::of(2)).expect("the game can be set up");
        let fault = game.referee().run(&mut game.start()).expect_err("there is nothing to choose");
        let finding = game.diagnose(&fault);
        assert_eq!(finding.message, "a required condition does not hold: the range begins above its end");
        assert_eq!(game.sources().text(finding.span), range);
    }
}

#[test]
fn a_refusal_and_a_fault_say_why() {
    let text = r#"
game keys "Keys" for 2 players
track keys[Player] 0..
play
  require keys[seat(1)] > 0 "nobody has a key"
winner p in Player by most keys[p]
"#;
    let rules = Rules::from_texts(&[("game.tavola", text)]);
    let game = rules.game(&Setup::of(2)).expect("the game can be set up");
    let fault = game.referee().run(&mut game.start()).expect_err("it does not hold");
    assert_eq!(game.diagnose(&fault).message, "a required condition does not hold: nobody has a key");
    let text = text.replace("nobody has a key", "{seat(1)} has {keys[seat(1)]} keys");
    let rules = Rules::from_texts(&[("game.tavola", &text)]);
    let found: Vec<&str> = rules.diagnostics().iter().map(|finding| rules.sources().text(finding.span)).collect();
    assert_eq!(found, ["seat(1)"], "one finding, at the first hole");
}

/// A condition that the action also needs is computed once per option. It must not be evaluated before there is an option.
#[test]
fn a_shared_condition_is_evaluated_for_each_option() {
    let text = r#"
game ferry "Ferry" for 1..2 players
kind Town = {hill, mill}
kind Quay = {north, south, far}
components
  | component | count | start       |
  | ferry     | 1     | moored[far] |
places
  | place        | holds |
  | moored[Quay] | ferry |
memory
  | variable    | type        | start |
  | quays[Town] | set of Quay | {}    |
play
  set quays[hill] = {north, south}
  set quays[mill] = {far, south}
  each p in Player: p does crossing
menu crossing "Where does the ferry go?"
  until: done "nowhere"
action cross(t in Town, q in quays[t]) of crossing "to {q}, from {t}"
  when:   site(ferry) in quays[t]
  effect: require site(ferry) in quays[t]
          move ferry to moored[q]
winner p in Player by most p.seat
"#;
    let game = Rules::from_texts(&[("game.tavola", text)]).game(&Setup::of(1)).expect("the game can be set up");
    let (mut referee, mut state) = (game.referee(), game.start());
    assert_eq!(referee.run(&mut state).expect("the rules do not fault"), Pending::Choice(0));
    let options: Vec<String> = (0..referee.option_count()).map(|option| referee.label(&state, option)).collect();
    assert_eq!(options, ["to south, from mill", "to far, from mill", "nowhere"]);
    assert_eq!(laws(&game, 1, 2), []);
}

/// A stall with public piles, and a bag that only its owner sees.
const STALL: &str = r#"
game stall "Stall" for 2 players
kind Good
  | id  | name  | copies | price |
  | tea | "tea" | 3      | 4     |
  | rye | "rye" | 3      | 1     |
components
  | component | count  | start |
  | Good      | copies | shop  |
places
  | place            | holds | seen by |
  | shop             | Good  | all     |
  | pile[1..2]       | Good  | all     |
  | bag[p in Player] | Good  | p       |
play
  move 2 tea from shop to pile[1]
  move 1 rye from shop to pile[1]
  move 1 rye from shop to pile[2]
  move 1 tea from shop to bag[seat(2)]
  seat(1) chooses n in 1..2 "Which pile?" showing LABEL
  move all from pile[n] to bag[seat(1)]
winner p in Player by most count of bag[p]
"#;

#[test]
fn an_option_has_the_label_of_its_line() {
    let rules =
        Rules::from_texts(&[("game.tavola", &STALL.replace("LABEL", r#""pile {n}: {pile[n]}, {3 * n} coins""#))]);
    let game = rules.game(&Setup::of(2)).expect("the game can be set up");
    let (mut referee, mut state) = (game.referee(), game.start());
    referee.run(&mut state).expect("the rules do not fault");
    let question = referee.question(&state).expect("a player is asked");
    let read: Vec<_> = question.options.iter().map(|option| (&*option.notation, &*option.label)).collect();
    assert_eq!(read, [("1", "pile 1: 2 tea and 1 rye, 3 coins"), ("2", "pile 2: 1 rye, 6 coins")]);
    assert_eq!(question.options[0].parts, ["pile 1", ": 2 tea and 1 rye", ", 3 coins"]);
    // All players read the log, so it shows the notation of the answer.
    referee.collect_events(true);
    referee.answer(&mut state, 1).expect("it is offered");
    let lines: Vec<String> = referee.happened(&state).iter().map(|line| line.tell_all()).collect();
    assert_eq!(lines.first().map(String::as_str), Some("Anna: Which pile? 2"), "{lines:?}");
}

#[test]
fn a_label_shows_nothing_hidden_from_the_asked_player() {
    let found = |text: &str| -> Vec<String> {
        let rules = Rules::from_texts(&[("game.tavola", text)]);
        rules.diagnostics().iter().map(|finding| format!("{} {}", finding.code, finding.message)).collect()
    };
    let hidden = found(&STALL.replace("LABEL", r#""{n}: {bag[seat(2)]}""#));
    assert!(hidden.len() == 1 && hidden[0].starts_with("E0804"), "{hidden:?}");
    let bag =
        STALL.replace("n in 1..2 \"Which pile?\" showing LABEL", "1 of pile[1] as n \"Which?\" showing \"{players}\"");
    let bag = found(&bag.replace("move all from pile[n]", "move n from pile[1]"));
    assert_eq!(bag, ["E0305 only a choice from a set can have a label"]);
}

/// The steps shown below an option start after those in its label.
#[test]
fn steps_below_an_option_do_not_repeat_its_label() {
    let way = |label: &str, way: &[&str]| {
        let parts = label.split(", ").map(ToOwned::to_owned).collect();
        let way = way.iter().map(ToString::to_string).collect();
        Choice { notation: label.into(), label: label.into(), parts, way, steps: Vec::new(), drawn: Vec::new() }
            .further_way()
    };
    assert_eq!(way("3, Hill", &["3", "walk to Mill", "walk to Hill"]), ["walk to Mill", "walk to Hill"]);
    assert_eq!(way("die 3, 0 more", &["3", "walk to Mill"]), ["walk to Mill"]);
    assert_eq!(way("die 3, change 0", &["3, 0", "walk to Mill"]), ["walk to Mill"]);
    assert_eq!(way("3, Mill", &["walk to Mill"]), ["walk to Mill"]);
}

#[test]
fn a_division_names_the_thing_that_it_asks_about() {
    let asked = |prompt: &str| Question {
        player: 0,
        prompt: prompt.into(),
        about: Vec::new(),
        clauses: Vec::new(),
        options: Vec::new(),
        declined: None,
        cards: Vec::new(),
        part: Part::Whole,
        thing: Some("opal".into()),
        division: None,
    };
    assert_eq!(asked("Which pile?").whole_prompt(), "Which pile? (opal)");
    assert_eq!(asked("Which pile does the opal go to?").whole_prompt(), "Which pile does the opal go to?");
}
