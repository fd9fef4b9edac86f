//! Answers to a question of a `together` block that the case meant for a later question: the messages, and what the transcript keeps.

use super::{BIDS, bids_of_two, fails, outcome};

/// The last lines of the transcript.
fn last_lines(players: &str, lines: &str, many: usize) -> Vec<String> {
    let transcript = outcome(players, lines).transcript;
    let all: Vec<String> = transcript.lines().map(str::to_owned).collect();
    all[all.len().saturating_sub(many)..].to_vec()
}

#[test]
fn a_transcript_ends_with_the_pending_answers() {
    let kept =
        last_lines("anna, ben, chris", &format!("{BIDS}  do: [{{ chris: 0 }}, {{ ben: 3 }}]\n  asked: chris\n"), 3);
    assert_eq!(
        kept,
        [
            "kept until all have answered (missing: anna, ben):",
            "    chris · How much? 0 / 1 / 2 / 3 → 0",
            "    ben · How much? 0 / 1 / 2 / 3 → 3"
        ]
    );
    // An answer that does not fit, and an automatic answer.
    let kept =
        last_lines("anna, ben, chris", &format!("{BIDS}  do: [{{ chris: 2 }}, {{ ben: 4 }}]\n  asked: anna\n"), 3);
    assert_eq!(
        kept,
        [
            "kept until all have answered (missing: anna, ben):",
            "    chris · How much? 0 / 1 / 2 / 3 → 2",
            "    chris · What do you bring? → plum"
        ]
    );
    // A complete block has no pending answers, and neither has a mere check.
    let bids = bids_of_two();
    for lines in ["  do: [{ ben: 1 }, { anna: 1 }]\n  asked: anna\n", "  offered: { ben: 5 options }\n"] {
        let transcript = outcome("anna, ben", &format!("{bids}{lines}")).transcript;
        assert!(!transcript.is_empty() && !transcript.contains("kept until"), "{transcript}");
    }
}

/// Two blocks in a row: `How many?` comes when all have answered `How much?`.
fn bids_and_cuts() -> String {
    bids_of_two().replace("call: bids", "call: [bids, cuts]")
}

#[test]
fn an_early_answer_is_reported_with_the_question_that_it_fits() {
    let taken = "it was taken for \"How much?\" of the `together` block";
    // In the order of the seats and before it. The answer fits the same part, the next block, or nothing.
    for (who, fruit, first, piles) in
        [("anna", "plum", "pear", "[[pear], [plum]]"), ("ben", "rose", "pear", "[[rose], [pear]]")]
    {
        let within = format!("{taken}, and would fit \"What do you bring?\", which comes after that");
        fails(&format!("{}  do: [{{ {who}: {fruit} }}]\n  asked: nobody\n", bids_of_two()), &within);
        let behind = format!(
            "{taken}, and would fit \"Which pile does the {first} go to?\", which comes when all have answered"
        );
        fails(&format!("{}  do: [{{ {who}: {piles} }}]\n  asked: nobody\n", bids_and_cuts()), &behind);
        let nothing = outcome("anna, ben", &format!("{}  do: [{{ {who}: 7 }}]\n  asked: nobody\n", bids_of_two()));
        assert!(
            nothing.failures[0].actual.ends_with(&format!("{taken}; offered: 0, 1, 2, 3")),
            "{:?}",
            nothing.failures
        );
        assert!(nothing.failures[0].place.starts_with("t.yaml:5:"), "{:?}", nothing.failures);
    }
    // A player who has already answered, and is asked again only when all have.
    let later =
        "what ben has answered is kept until all have; `2` would fit \"How many?\", which comes when all have answered";
    fails(&format!("{}  do: [{{ ben: 1 }}, {{ ben: 2 }}]\n  asked: nobody\n", bids_and_cuts()), later);
}

#[test]
fn a_misplaced_answer_is_reported_at_the_question_that_it_fits() {
    let rest = "{ anna: 0 }, { anna: 1 }, { anna: [[pear], [plum]] }";
    let taken = "(t.yaml:5:10) was taken for \"How much?\" of the `together` block, and would fit here, too";
    // Ben's 1 was meant for `How many?`. Then the game asks more, or the case ends.
    let reason = format!("; `ben: 1` {taken}");
    fails(&format!("{}  do: [{{ ben: 1 }}, {rest}]\n  then: {{ \"fame[ben]\": 1 }}\n", bids_and_cuts()), &reason);
    fails(&format!("{}  do: [{{ ben: 1 }}, {rest}, {{ chance: pear }}]\n  asked: nobody\n", bids_and_cuts()), &reason);
    // An answer that fits only its own question is not reported.
    let bid = outcome(
        "anna, ben",
        &format!("{}  do: [{{ ben: 0 }}, {rest}]\n  then: {{ \"fame[ben]\": 0 }}\n", bids_and_cuts()),
    );
    assert!(bid.failures.iter().all(|failure| !failure.actual.contains("was taken")), "{:?}", bid.failures);
}

/// A pending answer can be read immediately. A wrong value points at that answer, not at the one before.
#[test]
fn a_wrong_pending_value_points_at_its_answer() {
    let case =
        format!("{}  do: [{{ ben: 1 }}, then: {{ \"n[ben]\": 2 }}, {{ anna: 0 }}]\n  asked: nobody\n", bids_of_two());
    let failures = outcome("anna, ben", &case).failures;
    let hints: Vec<_> = failures.iter().filter_map(|failure| failure.hint.as_deref()).collect();
    assert_eq!(hints, ["since `ben: 1`; next: anna is asked: How much?"]);
    assert!(failures[0].rule.as_deref().is_some_and(|rule| rule.starts_with("fair:25:")), "{failures:?}");
}
