//! `tavola mutate`: which mutants of the rules the scenarios kill.

use super::Home;
#[cfg(unix)]
use crate::waiting::until;

/// The scenarios check what decides a round, but not the value of an opal.
const RULES: &str = "\
game gems \"Gems\" for 2 players                                [GM-1]

kind Gem
  | id   | name   | copies | value |
  | ruby | \"ruby\" |      8 |     3 |
  | opal | \"opal\" |     30 |     1 |

components
  | component | count  | start | name  |
  | Gem       | copies | bag   | \"gem\" |

places
  | place | holds | order    | seen by |
  | bag   | Gem   | shuffled | nobody  |
  | table | Gem   | heap     | all     |

track score[Player] 0..

play
  repeat until score[seat(1)] >= 6                             [GM-2]
    draw 1 from bag to table
    each p in Player
      p chooses n in 1..2 \"How much?\"                          [GM-4]
      p gains n score                                          [GM-5]

winner p in Player by most score[p]                            [GM-6]
";

const SCENARIOS: &str = "\
- name: two at most
  clauses: [GM-4]
  players: [anna, ben]
  do: [{ chance: ruby }]
  offered: { anna: [1, 2] }
- name: what is said counts
  clauses: [GM-5]
  players: [anna, ben]
  do: [{ chance: ruby }, { anna: 2 }, { ben: 1 }, { chance: opal }]
  then: { \"score[anna]\": 2, \"score[ben]\": 1 }
";

fn home(scenarios: &str) -> Home {
    let home = Home::with(RULES);
    home.write("rules/gems/scenarios/play.yaml", scenarios);
    home
}

/// A wrong number in a variant is found by the scenarios that play it, and only by them.
#[test]
fn mutants_of_a_variant_are_killed_by_its_scenarios() {
    let home = home(SCENARIOS);
    let variant =
        "variant rich \"Rich\" of gems, house rules\n\nchange kind Gem\n  | id   | value |\n  | opal | 4     |\n";
    home.write("rules/gems/variants/rich.tavola", variant);
    let list = home.run("mutate rules/gems --variant rich --list").ends(0).out;
    assert!(list.lines().all(|line| line.starts_with("rules/gems/variants/rich.tavola:")), "{list}");
    assert!(list.contains("`4` becomes `5`"), "{list}");
    let own = |expected: u8| {
        format!("- name: rich opals\n  players: [anna, ben]\n  variant: rich\n  then: {{ opal.value: {expected} }}\n")
    };
    home.write("rules/gems/scenarios/rich.yaml", own(4));
    let run = home.run("mutate rules/gems --variant rich --format json").ends(0).json();
    let mutants = run["mutants"].as_array().expect("mutants");
    let number = mutants.iter().find(|one| one["edit"] == "`4` becomes `5`").expect("the number");
    assert_eq!((&number["status"], &number["scenario"]), (&"killed".into(), &"rich opals".into()));
    home.write("rules/gems/scenarios/rich.yaml", own(5));
    home.run("mutate rules/gems --variant rich").ends(2).says(&["the scenario `rich opals` fails already"]);
}

/// Survivors are shown with their lines. Fewer scenarios kill fewer mutants. The figures do not depend on the number of threads.
#[test]
fn mutants_survive_in_unchecked_lines() {
    let lines = home(SCENARIOS).run("mutate rules/gems --format github").ends(0).out;
    assert!(
        lines.lines().all(|line| line.starts_with("::warning title=M0001,file=rules/gems/gems.tavola,line=")),
        "{lines}"
    );
    let run = home(SCENARIOS).run("mutate rules/gems").ends(0);
    let run = run.says(&[
        "`6` becomes `7`",
        "`most` becomes `least`",
        "GM-2; 2 players, game",
        "mutants that change play",
        "without effect: rules/gems/gems.tavola:",
    ]);
    assert!(!run.out.contains("`2` becomes `3`"), "a scenario checks the possible amounts: {}", run.out);
    let json =
        |scenarios: &str, jobs: u32| home(scenarios).run(&format!("mutate rules/gems --format json --jobs {jobs}"));
    let (one, two) = (json(SCENARIOS, 1), json(SCENARIOS, 2));
    assert_eq!(one.out, two.out);
    let figures = one.json();
    let of = |fate: &str| {
        figures["mutants"].as_array().expect("a list").iter().filter(|mutant| mutant["status"] == fate).count()
    };
    assert_eq!(figures["survived"], of("survived"));
    assert!(of("killed") > 5 && of("refused") > 0 && of("unobserved") > 0, "{figures}");
    let fewer = json(SCENARIOS.split("- name: what").next().expect("a part"), 2).json();
    assert!(fewer["score"].as_f64() < figures["score"].as_f64(), "{fewer}");
    assert!(fewer["survived"].as_u64() > figures["survived"].as_u64(), "{fewer}");
}

#[test]
fn mutants_can_be_selected() {
    let home = home(SCENARIOS);
    let all = home.run("mutate rules/gems --list").ends(0).out;
    assert!(all.contains("rules/gems/gems.tavola:24:9  [GM-5]  `gains` becomes `pays`"), "{all}");
    assert!(all.contains("gems.tavola:23:7  [GM-4]  this line is left out"), "{all}");
    let spared = ["gems.tavola:1:", "gems.tavola:23:37", "gems.tavola:23:64"];
    assert!(spared.iter().all(|place| !all.contains(place)), "nothing in the head, in texts and in ids: {all}");
    let only = home.run("mutate rules/gems --list --only GM-5").ends(0).out;
    assert!(only.lines().count() > 1 && only.lines().all(|line| line.contains("[GM-5]")), "{only}");
    let at = home.run("mutate rules/gems --list --only gems.tavola:20").ends(0).out;
    assert!(at.contains("`6` becomes `7`") && at.lines().all(|line| line.contains(".tavola:20:")), "{at}");
    // Line 2 does not include line 20.
    home.run("mutate rules/gems --list --only gems.tavola:2")
        .ends(2)
        .says(&["no line with `gems.tavola:2` can be mutated"]);
    home.run("mutate rules/gems --list --only ems.tavola:20").ends(2);
    let sample = |seed: u32| home.run(&format!("mutate rules/gems --list --sample 5 --seed {seed}")).ends(0).out;
    assert_eq!((sample(1).lines().count(), sample(1) == sample(1), sample(1) == sample(2)), (5, true, false));
    home.run("mutate rules/gems --only GM-9").ends(2).says(&["no line with `GM-9` can be mutated"]);
}

/// Mutants negate or drop conditions, replace names by others of the same kind, and make loops one longer or shorter.
#[test]
fn conditions_names_and_bounds_are_mutated() {
    let rules = RULES.replace(
        "      p gains n score                                          [GM-5]",
        "      if n > 1 and score[p] < 5: p gains n score               [GM-5]
      repeat 1 + n times: p gains 1 score
      each g in {opal, ruby} where g.value in 1..n: p gains 1 score",
    );
    let home = Home::with(&rules);
    let all = home.run("mutate rules/gems --list").ends(0).out;
    let mutants = [
        "[GM-5]  `n > 1 and score[p] < 5` becomes `yes`",
        "[GM-5]  `n > 1` becomes `yes`",
        "[GM-5]  `score[p] < 5` becomes `not (score[p] < 5)`",
        "[GM-5]  `p` becomes `left(p)`",
        "`1 + n` becomes `(1 + n) + 1`",
        "`{opal, ruby} where` becomes `{opal, ruby} where g is not (first one_less in {opal, ruby}) and`",
        "`n` becomes `n + 1`",
        "`opal` becomes `ruby`",
    ];
    for mutant in mutants {
        assert!(all.contains(mutant), "{mutant} is missing in:\n{all}");
    }
    let tried = home.run("mutate rules/gems --format json --only gems.tavola:24").ends(0).json();
    let mutants = tried["mutants"].as_array().expect("a list");
    let survivor = mutants.iter().find(|mutant| mutant["status"] == "survived").expect("nobody looks");
    assert_eq!(survivor["differs"]["seed"], 1, "{survivor}");
    assert!(survivor["differs"]["players"] == 2 && survivor["differs"]["game"].is_u64(), "{survivor}");
}

/// Ids of clauses are no numbers of the rules, in a line or in a table.
#[test]
fn clause_ids_are_not_mutated() {
    let rules = RULES
        .replace("[GM-5]", "[2.1, 2.2]")
        .replace("[GM-6]", "[3.3]")
        .replace("| id   | name   | copies | value |", "| id   | name   | copies | value | clause |")
        .replace("|     3 |", "|     3 | 3.3    |")
        .replace("|     1 |", "|     1 |        |");
    let home = Home::with(&rules);
    let ids = [("GM-3,", "'2.1',"), ("GM-5,", "'2.2',"), ("GM-6,", "'3.3',")];
    let book = home.read("rules/gems/rulebook.yaml");
    home.write("rules/gems/rulebook.yaml", ids.iter().fold(book, |book, (old, new)| book.replace(old, new)));
    let all = home.run("mutate rules/gems --list").ends(0).out;
    assert!(all.contains("[2.1, 2.2]  `p` becomes `left(p)`") && all.contains("[3.3]  `8` becomes `9`"), "{all}");
    // The upper bound of the choice, and the value of a ruby.
    assert_eq!(["`2` becomes `3`", "`3` becomes `4`"].map(|mutant| all.matches(mutant).count()), [1, 1], "{all}");
}

#[test]
fn a_score_below_the_threshold_fails() {
    let home = home(SCENARIOS);
    home.run("mutate rules/gems --only GM-4 --threshold 100").ends(0).says(&["100.0%"]);
    home.run("mutate rules/gems --only GM-6 --threshold 1")
        .ends(1)
        .says(&["kill 0 of 3 mutants", "error: mutation score 0.0%, less than 1%"]);
    let github = "mutate rules/gems --only GM-6 --threshold 1 --format github";
    home.run(github).ends(1).says(&["::error title=mutation score::mutation score 0.0%25, less than 1%25"]);
    home.write("rules/gems/scenarios/play.yaml", SCENARIOS.replace("\"score[ben]\": 1", "\"score[ben]\": 7"));
    home.run("mutate rules/gems").ends(2).says(&["`what is said counts` fails already", "tavola test"]);
}

/// Transcripts and laws may kill mutants that survive the scenarios. They are listed separately and do not count for the score.
#[test]
fn transcripts_and_laws_kill_more_mutants() {
    let always = "\nalways\n  | what | holds |\n  | \"the first player stops in time\" | score[seat(1)] <= 7 |\n";
    let home = Home::with(&format!("{RULES}{always}"));
    home.write("rules/gems/scenarios/play.yaml", SCENARIOS);
    let tried = |jobs: u32| home.run(&format!("mutate rules/gems --format json --jobs {jobs}")).ends(0).json();
    let with = |figures: &serde_json::Value, key: &str| {
        figures["mutants"].as_array().expect("a list").iter().filter(|mutant| mutant[key].is_string()).count()
    };
    let before = tried(1);
    let score = before["score"].as_f64().expect("a number");
    assert_eq!(score, (score * 1e6).round() / 1e6, "{before}");
    assert!(before["rules"].is_string() && before["tavola"].is_string() && before["seed"] == 1, "{before}");
    let laws = before["laws"].as_u64().expect("a number");
    assert_eq!(
        (before["transcripts"].as_u64(), with(&before, "transcript")),
        (Some(0), 0),
        "no transcript is kept: {before}"
    );
    assert!(laws > 0 && laws < before["survived"].as_u64().expect("a number"), "{before}");
    assert_eq!(with(&before, "law") as u64, laws);
    let broken = before["mutants"].as_array().expect("a list").iter().find(|mutant| mutant["law"].is_string());
    assert_eq!(broken.expect("one")["law"], "invariants hold", "{before}");

    home.run("test rules/gems --update").ends(0);
    let (after, again) = (tried(1), tried(2));
    assert_eq!(after, again);
    let transcripts = after["transcripts"].as_u64().expect("a number");
    assert!(transcripts > 0 && with(&after, "transcript") as u64 == transcripts, "{after}");
    assert_eq!(after["score"], before["score"], "scenarios count");
    let says = ["the transcript `game-2-players` catches it", "caught by transcripts", "by laws only"];
    home.run("mutate rules/gems").ends(0).says(&says);
}

/// A line may waive its mutants, with a reason. They are listed and counted separately. A needless waiver is a finding.
#[test]
fn survivors_are_waived() {
    let fine = "score[p]                            [GM-6]     # fine: M0001 who wins is looked at elsewhere";
    let rules = RULES.replace("score[p]                            [GM-6]", fine);
    let home = Home::with(&rules);
    home.write("rules/gems/scenarios/play.yaml", SCENARIOS);
    assert!(!home.run("check rules/gems").ends(0).out.contains("W0202"));
    let run = home.run("mutate rules/gems --only GM-6 --threshold 100").ends(0);
    let run = run.says(&["waived: ", "`most` becomes `least`: who wins is looked at elsewhere", "3 waived"]);
    assert!(!run.out.contains("M0001") && !run.out.contains("M0002"), "{}", run.out);
    let json = home.run("mutate rules/gems --only GM-6 --format json").ends(0).json();
    assert_eq!(
        (&json["waived"], &json["survived"], &json["unneeded_waivers"]),
        (&3.into(), &0.into(), &serde_json::json!([]))
    );
    assert_eq!(json["mutants"][0]["status"], "waived");
    assert_eq!(json["mutants"][0]["reason"], "who wins is looked at elsewhere");

    let needless = RULES.replace("[GM-4]\n", "[GM-4]   # fine: M0001 it does not matter\n");
    home.write("rules/gems/gems.tavola", &needless);
    home.run("mutate rules/gems --only GM-4").ends(0).says(&["warning[M0002]", "no mutant of this line survives"]);
    // A sample does not show that the waiver is needless.
    let some = home.run("mutate rules/gems --only GM-4 --sample 1").ends(0);
    assert!(!some.out.contains("M0002"), "{}", some.out);
    home.write("rules/gems/gems.tavola", RULES.replace("[GM-4]\n", "[GM-4]   # fine: M0001\n"));
    home.run("check rules/gems").ends(0).says(&["W0202", "gives no reason"]);
}

/// Mutants that change play only with a non-default setting are listed with it and do not count.
#[test]
fn mutants_of_a_setting_are_listed_with_it() {
    let rules = RULES.replace(
        "kind Gem\n",
        "settings\n  | name | value | range   | meaning |\n  | last | no    | yes, no | \"is the last gem worth more?\" |\n\nkind Gem\n",
    );
    let rules = rules.replace("      p gains n score ", "      if last: p gains 2 score\n      p gains n score ");
    let home = Home::with(&rules);
    home.write("rules/gems/scenarios/play.yaml", SCENARIOS);
    let run = home.run("mutate rules/gems --only gems.tavola:28").ends(0);
    let run = run.says(&[
        "only with last: yes: rules/gems/gems.tavola:28:",
        "`2` becomes `3`",
        "change play only with another setting",
    ]);
    assert!(!run.out.contains("M0001"), "{}", run.out);
    let json = home.run("mutate rules/gems --only gems.tavola:28 --format json").ends(0).json();
    let mutants = json["mutants"].as_array().expect("a list");
    let turned =
        mutants.iter().filter(|mutant| mutant["status"] == "setting_only" && mutant["setting"] == "last: yes").count();
    assert!(turned > 1 && json["setting_only"] == turned, "{json}");
}

/// Mutants in the progress file are not tried again. The report is byte-identical.
#[test]
fn mutants_in_the_progress_file_are_not_tried_again() {
    let home = home(SCENARIOS);
    let args = "mutate rules/gems --format json";
    let whole = home.run(args).ends(0).out;
    let kept = format!("{args} --progress it.progress");
    assert!(home.run(&kept).ends(0).out == whole);
    let full = home.read("it.progress");
    let mutants = full.lines().count() - 2;
    assert_eq!(mutants, home.run("mutate rules/gems --list").ends(0).out.lines().count());
    let run = home.run(&kept).ends(0);
    assert!(run.out == whole);
    run.says(&[&format!("{mutants} of them from the checkpoint")]);
    super::resume::cut(&home);
    assert!(home.run(&format!("{kept} --jobs 1")).ends(0).out == whole);
    assert_eq!(home.read("it.progress").lines().count(), mutants + 2);
    // Some of them are the same mutants.
    home.run(&format!("{kept} --only GM-5")).ends(0).says(&["of them from the checkpoint"]);
    assert_eq!(home.read("it.progress").lines().count(), mutants + 2);
    // The report uses the results of the file.
    home.write("it.progress", full.replace("\"Unobserved\"", "{\"Killed\":\"a sharp eye\"}"));
    home.run(&kept).ends(0).says(&["a sharp eye"]);

    home.write("it.progress", &full);
    home.write("rules/gems/scenarios/play.yaml", SCENARIOS.replace("two at most", "not more than two"));
    home.run(&kept).ends(2).says(&["`it.progress` belongs to another run: since then, this has changed: the scenarios; name another file, or remove it"]);
    home.write("rules/gems/gems.tavola", format!("# A line more.\n{RULES}"));
    home.run(&kept).ends(2).says(&["this has changed: the text of the rules;"]);
    assert_eq!(home.read("it.progress"), full);
}

/// Ctrl-C reports the results so far, and how to resume.
#[cfg(unix)]
#[test]
fn a_stopped_run_tries_the_rest_later() {
    let home = home(SCENARIOS);
    home.write("rules/gems/gems.tavola", RULES.replace(">= 6", ">= 2000"));
    let lines = || std::fs::read_to_string(home.path("it.progress")).map_or(0, |text| text.lines().count());
    let args = "mutate rules/gems --format json --jobs 1";
    let kept = format!("{args} --progress it.progress");
    let output = super::interrupted(&home, &kept, |_| {
        until("the first mutants", || lines() >= 4);
    });
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("known results are reported");
    assert!(json["not_run"].as_u64() > Some(0), "{json}");
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(err.contains(&format!("resume with: tavola {kept}")), "{err}");
    let tried = lines() - 2;
    home.run(&format!("{kept} --only GM-4")).ends(0);
    assert!(lines() - 2 > tried);
}

/// Without a row of a table a random game meets a fault. The unoptimised program looks ahead and meets it one question
/// earlier, which is no difference between the programs.
#[test]
fn a_mutant_with_a_fault_names_the_fault() {
    let asks = "      p chooses n in 1..2 \"How much?\"                          [GM-4]\n      p gains n score                                          [GM-5]\n";
    let chooses = "      p chooses one of \"What do you do?\"
        option \"wait\": p gains 1 score
        option \"sell\", when score[p] >= 2: sell(p)
";
    let sell = "
rule sell(p in Player)
  p chooses n in 1..min(2, score[p] - 1) \"How much?\"
  p gains prize(n) score

table prize(n: number)
  | n || points |
  | 1 || 1      |
  | 2 || 2      |
";
    let home = Home::with(&(RULES.replace(asks, chooses) + sell));
    let case = "- name: a draw\n  players: [anna, ben]\n  do: [{ chance: ruby }]\n  asked: anna\n";
    home.write("rules/gems/scenarios/play.yaml", case);
    let rules = home.read("rules/gems/gems.tavola");
    let line = 1 + rules.lines().position(|line| line.contains("| 1 || 1")).expect("the row");
    let run = home.run(&format!("mutate rules/gems --only gems.tavola:{line}")).ends(0);
    let run = run.says(&["this line is left out", "a random game meets a fault: F0003: there is no value here"]);
    assert!(!run.out.contains("breaks a law"), "{}", run.out);
}
