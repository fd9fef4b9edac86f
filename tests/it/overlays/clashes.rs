//! Two variants clash if they change the same part in different ways, and only then.

use super::{CLASH, Game, both_ways};

/// One pair for every kind of change, and its message.
#[test]
#[allow(clippy::too_many_lines, reason = "a pair a sort")]
fn each_kind_of_clash_has_its_message() {
    let rounds = |n: u8| format!("change settings\n  | name   | value |\n  | rounds | {n}     |\n");
    let rains = "change settings\n  | name  | value | range | meaning |\n  | rains | 1     | 0..3  | \"rain\"  |\n";
    let kale = |n: u8| format!("change kind Bed\n  | id   | name   | worth |\n  | kale | \"Kale\" | {n}     |\n");
    let pairs: &[(&str, &str, &str)] = &[
        (&rounds(5), &rounds(6), "`a` and `b` both change `value` of `rounds` in the settings"),
        (rains, &rains.replace("| 1 ", "| 2 "), "`a` and `b` both add `rains` of the settings"),
        (
            rains,
            "change settings\n  | name  | value |\n  | rains | 3     |\n",
            "`a` and `b` both add `rains` of the settings",
        ),
        (
            "change rulings\n  | name  | answer |\n  | weeds | go     |\n",
            "change rulings\n  | name  | instead of |\n  | weeds | spread     |\n",
            "`a` and `b` both change `answer` of `weeds` in the rulings",
        ),
        (&kale(1), &kale(2), "`a` and `b` both add `kale` of the kind `Bed`"),
        (
            "change kind Bed\n  | id   | worth |\n  | rose | 5     |\n",
            "change kind Bed\n  | id   | worth |\n  | rose | 6     |\n",
            "`a` and `b` both change `worth` of `rose` in the kind `Bed`",
        ),
        (&kale(1), "remove kind Bed\n", "`a` adds `kale` of the kind `Bed`, and `b` removes the kind `Bed`"),
        (
            "change board paths of Bed joined by Path\n  rose -- bean\n",
            "replace board paths of Bed joined by Path\n  rose -- leek\n",
            "and `b` replaces the board `paths`",
        ),
        (
            "change track fame[Player] 0..30\n",
            "change track fame[Player] 0..40\n",
            "`a` and `b` both change `range` of the track `fame`",
        ),
        (
            "change memory\n  | variable | start   |\n  | starter  | seat(2) |\n",
            "change memory\n  | variable | start   |\n  | starter  | seat(1) |\n",
            "`a` and `b` both change `start` of `starter` in the memory",
        ),
        (
            "change places\n  | place | order |\n  | deck  | stack |\n",
            "change places\n  | place | order |\n  | deck  | heap  |\n",
            "`a` and `b` both change `order` of `deck` in the places",
        ),
        (
            "change components\n  | component | count |\n  | stone     | 3     |\n",
            "change components\n  | component | count |\n  | stone     | 4     |\n",
            "`a` and `b` both change `count` of `stone` in the components",
        ),
        (
            "replace rule help(p in Player)\n  p gains 2 fame\n",
            "replace rule help(p in Player)\n  p gains 3 fame\n",
            "`a` and `b` both replace the rule `help`",
        ),
        (
            "replace define bonus(p in Player) = 2\n",
            "remove define bonus\n",
            "`a` replaces the define `bonus`, and `b` removes the define `bonus`",
        ),
        (
            "table prize(n: number)\n  | n    || prize |\n  | 0..9 || 2     |\n",
            "table prize(n: number)\n  | n    || prize |\n  | 0..9 || 3     |\n",
            "`a` and `b` both add the table `prize`",
        ),
        (
            "replace winner p in Player by least fame[p]\n",
            "replace winner p in Player by most bonus(p)\n",
            "`a` and `b` both replace `winner`",
        ),
        (
            "change always\n  | what | holds |\n  | \"x\"  | 1 is 1 |\n",
            "replace always\n  | what | holds |\n  | \"y\"  | 2 is 2 |\n",
            "and `b` replaces `always`",
        ),
        (
            "change always\n  | what | holds |\n  | \"x\"  | 1 is 1 |\n",
            "change always\n  | what | holds |\n  | \"x\"  | 2 is 2 |\n",
            "`a` and `b` both add a row of `always`",
        ),
        (
            "change action sow\n  when: free > 1\n",
            "change action sow\n  when: free > 2\n",
            "`a` and `b` both change `when` of the action `sow`",
        ),
        (
            "change action sow\n  when: free > 1\n",
            "remove action sow\n",
            "`a` changes `when` of the action `sow`, and `b` removes the action `sow`",
        ),
        ("change action sow\n  let: far = 3\n", "change action sow\n  let: both = far + 1\n", "`a` and `b` both"),
        (
            "change action sow\n  let: far = 3\n",
            "change action sow\n  let: both = count of far in Bed\n",
            "`a` and `b` both",
        ),
        ("change card dig x3\n", "change card dig x4\n", "`a` and `b` both change `copies` of the card `dig`"),
        (
            "card sing x2 of Chore\n  effect: you gains 1 fame\n",
            "change card sing x3\n",
            "`a` adds the card `sing`, and `b` changes the card `sing`",
        ),
        (
            "remove interrupt boast\n",
            "change interrupt boast\n  limit: any number\n",
            "`a` removes the interrupt `boast`, and `b` changes",
        ),
        (
            "remove hook tired\n",
            "replace hook tired before evening\n  say \"so\"\n",
            "`a` removes the hook `tired`, and `b` replaces",
        ),
        (
            "replace phase day\n  each p in Player: help(p)\n",
            "replace phase day\n  each p in Player: p does turn\n",
            "`a` and `b` both replace the phase `day`",
        ),
        ("replace play\n  day\n", "replace play\n  evening\n", "`a` and `b` both replace `play`"),
    ];
    for (one, other, wanted) in pairs {
        let game = Game::with(&[("a", "", one), ("b", "", other)]);
        let (_, findings) = game.lay(&[0, 1]);
        let [finding] = findings.as_slice() else { panic!("one finding: {findings:?}\n{one}\n{other}") };
        assert_eq!(finding.code, CLASH, "{finding:?}");
        assert!(finding.message.contains(wanted), "`{}` says not `{wanted}`", finding.message);
        // Both places: the later one in the message, the earlier one in the label.
        let source = |at: usize| game.variants[at].file.source.expect("a source");
        assert_eq!((finding.span.source, finding.labels[0].span.source), (source(1), source(0)), "{finding:?}");
        assert!(finding.help.as_deref().is_some_and(|help| help.contains("over a")), "{finding:?}");
    }
}

/// No clash: other cells, other rows, other lines, additions to the same menu, and equal changes.
#[test]
fn changes_of_different_parts_do_not_clash() {
    let action = |name: &str| format!("action {name} of turn \"{name}\"\n  effect: you gains 1 fame\n");
    let pairs: &[(&str, &str)] = &[
        (
            "change kind Bed\n  | id   | worth |\n  | rose | 5     |\n",
            "change kind Bed\n  | id   | name  |\n  | rose | \"Red\" |\n",
        ),
        ("change action sow\n  when: free > 1\n", "change action sow\n  limit: once\n"),
        ("change action sow\n  let: far = 1\n", "change action sow\n  let: near = 1\n"),
        // The name is longer, so it is another name.
        ("change action sow\n  let: fa = 1\n", "change action sow\n  let: near = far\n"),
        (
            "change display\n  | of | name | shows |\n  | | \"a\" | 1 |\n",
            "change display\n  | of | name | shows |\n  | | \"b\" | 2 |\n",
        ),
        (&action("nod"), &action("wink")),
        ("remove card water\n", "remove card water   [GA-1]\n"),
        ("replace define bonus(p in Player) = 2\n", "replace define bonus(p in Player) =  2\n"),
        (&action("nod"), &action("nod")),
    ];
    for (one, other) in pairs {
        let game = Game::with(&[("a", "", one), ("b", "", other)]);
        assert_eq!(game.messages(&[0, 1]), [""; 0], "{one}\n{other}");
        assert!(!both_ways(&game, 0, 1));
    }
}
