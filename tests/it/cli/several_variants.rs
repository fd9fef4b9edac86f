//! Several variants at once: how they are named, which outputs use them, and clashes.

use super::Home;

/// `night` (rubies worth more), `long` (more rounds), `late` (other rounds: clashes with `long`), `both` over both.
fn home() -> Home {
    let home = Home::new();
    let rounds = |n: u8| format!("change settings\n  | name   | value |\n  | rounds | {n}     |\n");
    let write = |name: &str, head: &str, body: &str| {
        home.write(
            &format!("rules/gems/variants/{name}.tavola"),
            format!("variant {name} {head}, house rules\n\n{body}"),
        );
    };
    write("night", "\"At night\" of gems", "change kind Gem\n  | id   | value |\n  | ruby | 4     |\n");
    write("long", "\"Long\" of gems", &rounds(5));
    write("late", "\"Late\" of gems", &rounds(6));
    write("both", "\"Long and late\" of gems over long, late", &rounds(7));
    home
}

/// A finding of one variant is headed by it, also if a combination with a smaller name has it, too.
#[test]
fn a_finding_of_one_variant_is_not_headed_by_a_combination() {
    let home = home();
    home.write(
        "rules/gems/variants/night.tavola",
        "variant night \"At night\" of gems, house rules\n\nchange rubbish\n",
    );
    let case = "- name: a\n  players: [anna, ben]\n  variant: [long, night]\n  asked: chance\n";
    home.write("rules/gems/scenarios/a.yaml", case);
    let out = home.run("check rules/gems").ends(1).out;
    assert!(out.contains(" in gems with night\n") && !out.contains("with long,night"), "{out}");
}

#[test]
fn several_variants_are_applied_in_order() {
    let home = home();
    home.run("check rules/gems --variant night,long --deny W0203").ends(0).says(&["gems: fine"]);
    // The changes of one variant add to those of the other.
    let diff = home.run("diff rules/gems --variant night,long").ends(1);
    diff.says(&["rules/gems, night,long", "+ value: 4", "+ value: 5"]);
    home.run("diff rules/gems --base-variant night,long --variant long,night").ends(0);
    let page = home.run("doc rules/gems --variant night,long").ends(0).out;
    for part in [
        "--variant night,long`",
        "*At night.*",
        "*Long.*",
        "**`4`** (was `3`)",
        "**`5`** (was `3`)",
        "`change settings: | rounds | 5 |`",
    ] {
        assert!(page.contains(part), "`{part}` is missing: {page}");
    }
    let prose = home.run("doc rules/gems --prose --variant night,long").ends(0).out;
    assert!(prose.contains("**At night + Long**"), "{prose}");
    let played = home.run("play rules/gems --variant night,long --human none --seed 3 --record game.yaml").ends(0);
    played.says(&["Gems (At night + Long, house rules)"]);
    let figures = "rules/gems --variant night,long --players 2 --games 5 --seed 1";
    let report = home.run(&format!("simulate {figures} --format json")).ends(0).json();
    assert!(report.to_string().contains("\"variant\":\"night,long\""), "{report}");
    home.run(&format!("simulate {figures}"))
        .ends(0)
        .says(&["again: tavola simulate rules/gems --games 5 --variant night,long"]);
    for rest in [
        "count rules/gems --depth 1",
        "find rules/gems rounds>4",
        "trace rules/gems --games 2",
        "draw rules/gems",
        "compare rules/gems --games 8 --base-variant night",
        "impact rules/gems rules/gems game.yaml",
    ] {
        let (verb, rest) = rest.split_once(' ').expect("a verb");
        let run = home.run(&format!("{verb} {rest} --variant night,long"));
        assert!(run.code < 2, "{verb}: {}{}", run.out, run.err);
    }
    home.run("check rules/gems --variant night,night").ends(2).says(&["the variant `night` is named twice"]);
    home.run("check rules/gems --variant night,").ends(2).says(&["a name of a variant is missing"]);
    home.run("check rules/gems --variant night,logn").ends(2).says(&["there is no variant `logn`", "long"]);
}

/// A record lists all variants in order. An older record with a single variant is still read.
#[test]
fn records_list_their_variants() {
    let home = home();
    home.run("play rules/gems --variant night,long --human none --seed 3 --record game.yaml").ends(0);
    let record = home.read("game.yaml");
    assert!(record.contains("variant: \"night,long\"\n") || record.contains("variant: night,long\n"), "{record}");
    home.run("replay game.yaml").ends(0);
    home.write("game.yaml", record.replace("night,long", "night"));
    home.run("replay game.yaml").says(&["the rules have changed", "the game is over already"]);
    let list = record.replace("\"night,long\"", "night,long").replace("variant: night,long", "variant: [night, long]");
    home.write("game.yaml", list);
    home.run("replay game.yaml").ends(0);
    home.run("play rules/gems --variant night --human none --seed 3 --record one.yaml").ends(0);
    assert!(home.read("one.yaml").contains("variant: night\n"));
    home.run("replay one.yaml").ends(0);
}

#[test]
fn clashes_show_both_places() {
    let home = home();
    let wanted = [
        "error[E0214]: `long` and `late` both change `value` of `rounds` in the settings",
        "variants/late.tavola:5:3",
        "variants/long.tavola:5:3",
        "`long` says this",
        "write a variant `over long, late`",
    ];
    for verb in ["check rules/gems", "simulate rules/gems --games 1", "test rules/gems", "diff rules/gems"] {
        let run = home.run(&format!("{verb} --variant long,late")).ends(1).says(&wanted);
        let all = run.out + &run.err;
        assert_eq!(all.matches("error[").count(), 1, "{all}");
    }
    home.run("check rules/gems --variant late,night,long").ends(1).says(&["`late` and `long` both change"]);
    // A variant over both applies both, and has the last word.
    for names in ["both", "late,both", "long,late,both", "both,night"] {
        home.run(&format!("check rules/gems --variant {names} --deny warnings")).ends(0);
        home.run(&format!("diff rules/gems --variant {names}")).ends(1).says(&["+ value: 7"]);
    }
    home.run("check rules/gems").ends(0);
}

/// The variants below a variant must exist, or a finding says where they are named.
#[test]
fn variants_below_a_variant_must_exist() {
    let home = home();
    let both = |over: &str| {
        let text = format!("variant both \"Both\" of gems over {over}, house rules\n\nremove winner\n");
        home.write("rules/gems/variants/both.tavola", text.replace("\n\nremove winner", ""));
        home.run("check rules/gems")
    };
    both("lnog").ends(1).says(&["`both` is applied over `lnog`, and there is no such variant", "both.tavola:1:34"]);
    both("both").ends(1).says(&["`both` is applied over `both`, which is applied over this one"]);
    home.write("rules/gems/variants/late.tavola", "variant late of gems over both, house rules\n");
    both("long, late").ends(1).says(&["`late` is applied over `both`, which is applied over this one"]);
}

/// Findings on a variant over others concern only its own changes. Findings on the others are reported for these alone.
#[test]
fn findings_on_a_variant_over_others_concern_its_own_changes() {
    let home = home();
    home.run("check rules/gems --deny warnings").ends(0);
    let same = "variant both \"Both\" of gems over long, house rules\n\nchange settings\n  | name   | value |\n  | rounds | 5     |\n";
    home.write("rules/gems/variants/both.tavola", same);
    let run = home.run("check rules/gems").ends(0);
    assert_eq!(run.out.matches("W0203").count(), 1, "{}", run.out);
    run.says(&["both.tavola:3:1"]);
    // A clause that `long` no longer cites is reported for `long`, not for the variant over it.
    let long = home.read("rules/gems/variants/long.tavola");
    home.write("rules/gems/variants/long.tavola", long + "\nreplace winner p in Player by least score[p]\n");
    let run = home.run("check rules/gems").ends(0);
    assert_eq!(run.out.matches("W0908").count(), 1, "{}", run.out);
    run.says(&["long.tavola:7:1"]);
}

/// A scenario can play several variants, and replace a case that differs under them. A scenario of one of them can, too.
#[test]
fn scenarios_play_several_variants() {
    let home = home();
    let case = |rest: &str| {
        let own = "- name: rubies and rounds\n  players: [anna, ben]\n  then: { rounds: 3, ruby.value: 3 }\n";
        home.write("rules/gems/scenarios/play.yaml", format!("{own}{rest}"));
    };
    let two = "- name: at night\n  players: [anna, ben]\n  variant: [night, long]\n  instead: rubies and rounds\n  then: { rounds: 5, ruby.value: 4 }\n";
    case(two);
    home.run("test rules/gems").ends(0).says(&["2 passed"]);
    home.run("test rules/gems --variant night,long")
        .ends(0)
        .says(&["gems under night,long: 0 scenarios unchanged, 1 adapted"]);
    home.run("test rules/gems --variant night, long").ends(2);
    // In the reverse order it is another combination, so nothing replaces the game's own case.
    home.run("test rules/gems --variant long,night").ends(1).says(&["1 different"]);
    case(&two.replace("[night, long]", "night").replace("5, ruby", "3, ruby"));
    home.run("test rules/gems --variant night,long").ends(0).says(&["1 adapted"]);
    home.run("test rules/gems --variant long").ends(1).says(&["1 different"]);

    case(&two.replace("[night, long]", "[night, logn]"));
    home.run("check rules/gems").ends(1).says(&["play.yaml:6:13", "there is no variant `logn`"]);
    // Combinations that other cases play are no variants.
    case(&(two.to_owned() + &two.replace("[night, long]", "nigth").replace("at night", "misspelt")));
    let check = home.run("check rules/gems").ends(1).says(&["there is no variant `nigth`", "did you mean `night`?"]);
    assert!(!check.out.contains("night,long"), "{}", check.out);
    case(&two.replace("[night, long]", "[late, long]"));
    home.run("test rules/gems").ends(1).says(&["both change"]);
    home.run("check rules/gems").ends(1).says(&["both change", "late.tavola:5:3"]);
    // A case may change the rules, too. The name of a variant's file need not be a word of the language.
    let long = home.read("rules/gems/variants/long.tavola");
    home.write("rules/gems/variants/long-day.tavola", long);
    case(
        &two.replace(
            "  instead: rubies and rounds\n",
            "  change: |\n    change settings\n      | name   | value |\n      | rounds | 9     |\n",
        )
        .replace("rounds: 5", "rounds: 9")
        .replace("[night, long]", "[night, long-day]"),
    );
    home.run("test rules/gems").ends(0);
}

#[test]
fn a_balance_may_combine_variants() {
    let home = home();
    let text = "- players: 2\n  variant: [night, long]\n  games: 100\n  expect: questions of a game above 19\n";
    home.write("rules/gems/balance.yaml", text);
    home.run("test rules/gems --balance").ends(0).says(&["kept", "questions of a game 20.0"]);
}

/// Warnings of each variant are reported, whatever the order. So is a needless waiver.
#[test]
fn warnings_of_each_variant_are_reported() {
    let home = home();
    let more = "\ndefine spare = 3\n\ndefine other = 4   # fine: W0704 later\n";
    let path = "rules/gems/variants/night.tavola";
    home.write(path, home.read(path) + more);
    for names in ["night,long", "long,night"] {
        let run = home.run(&format!("check rules/gems --variant {names}")).ends(0);
        run.says(&["W0201", "nothing uses the define `spare`", "night.tavola:7:8", "W0202"]);
    }
}
