//! `-` as an output file: stdout, or a refusal, never a file of this name.

use super::Home;

#[test]
fn a_minus_is_stdout_where_stdout_is_free() {
    let home = Home::new();
    home.run("play rules/gems --human none --players 2 --seed 1 --record game.yaml").ends(0);
    for args in [
        "doc rules/gems",
        "doc rules/gems --prose",
        "draw rules/gems",
        "capture game.yaml --at 2",
        "diff rules/gems --set rounds=4 --format markdown",
    ] {
        let (own, minus) = (home.run(args), home.run(&format!("{args} -o -")));
        assert_eq!((own.code, &own.out), (minus.code, &minus.out), "{args}: {}", minus.err);
        assert!(!own.out.is_empty() && !home.path("-").exists(), "{args}");
    }
    let find = |more: &str| home.run(&format!("find rules/gems score[anna]>5 --seed 1 --games 50{more}")).ends(0).out;
    assert_eq!(find(" -o -"), find(""));
}

#[test]
fn a_minus_is_refused_where_stdout_has_the_report() {
    let home = Home::new();
    home.run("play rules/gems --human none --players 2 --seed 1 --record game.yaml").ends(0);
    for option in ["--html", "--profile --flame", "--csv", "--csv-answers", "--records", "--progress"] {
        let run = home.run(&format!("simulate rules/gems --players 2 --games 2 {option} -")).ends(2);
        run.says(&["`-` is stdout", "name a file"]);
        assert!(!home.path("-").exists(), "{option}");
    }
    home.run("simulate rules/gems --html -").ends(2).says(&["--format html"]);
    home.run("trace rules/gems -o -").ends(2).says(&["--format html"]);
    home.run("play rules/gems --human none --record -").ends(2).says(&["name a file"]);
    home.run("replay game.yaml --as anna -o -").ends(2).says(&["name a file"]);
    home.run("compare rules/gems --progress -").ends(2).says(&["name a file"]);
    home.run("export game.yaml --rules rules/gems -o -").ends(2).says(&["name a folder"]);
    home.run("print rules/gems --format tts -o -").ends(2).says(&["`-o FOLDER`"]);
    assert!(!home.path("-").exists());
}
