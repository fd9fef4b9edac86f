//! `tavola games`: the games in the program, in a build with them.

use super::Home;

/// A build without games says where to get them. An empty list is no failure.
#[cfg(not(feature = "games"))]
#[test]
fn a_build_without_games_says_so() {
    let home = Home::new();
    let none =
        "no games built in (it was made without the feature `games`); they are in the folder `rules/` of the project";
    let run = home.run("games").ends(0).says(&[none]);
    assert_eq!(run.out, "");
    home.run("games chess").ends(2).says(&[none]);
    home.run("games -o there").ends(2).says(&["<NAME"]);
    let run = home.run("check chess").ends(2).says(&["there is no `chess`"]);
    assert!(!run.err.contains("tavola games"), "{}", run.err);
}

#[cfg(feature = "games")]
mod aboard {
    use std::collections::BTreeMap;
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::Home;
    use crate::serve::serve;

    /// The files of a folder, by their paths in it.
    fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut found = BTreeMap::new();
        let mut open = vec![folder.to_owned()];
        while let Some(next) = open.pop() {
            for entry in fs::read_dir(&next).unwrap_or_else(|error| panic!("{}: {error}", next.display())) {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    open.push(path);
                } else {
                    let name = path.strip_prefix(folder).expect("it lies in it").to_owned();
                    found.insert(name, fs::read(&path).expect("a file"));
                }
            }
        }
        found
    }

    fn name(folder: &Path) -> String {
        folder.file_name().expect("a name").to_string_lossy().into_owned()
    }

    #[test]
    fn each_game_is_listed_with_its_title_and_players() {
        let list = Home::new().run("games").ends(0).says(&["to write the folder of a game: tavola games NAME"]).out;
        let lines: Vec<Vec<&str>> =
            list.lines().map(|line| line.split("  ").filter(|c| !c.is_empty()).collect()).collect();
        let mut names: Vec<String> = crate::games().iter().map(|folder| name(folder)).collect();
        names.sort();
        assert_eq!(lines.iter().map(|line| line[0]).collect::<Vec<_>>(), names, "{list}");
        let has = |row: [&str; 3]| lines.iter().any(|line| line.iter().map(|cell| cell.trim()).eq(row));
        assert!(has(["chess", "Chess", "2 players"]), "{list}");
        assert!(has(["san_marco", "San Marco", "3-4 players"]), "{list}");
        assert!(has(["masters_of_venice", "Masters of Venice", "2-5 players"]), "{list}");
    }

    #[test]
    fn the_written_files_are_those_of_the_project() {
        let home = Home::new();
        let games = crate::games();
        let names: Vec<String> = games.iter().map(|folder| name(folder)).collect();
        home.run(&format!("games {} -o all/of/them", names.join(" "))).ends(0);
        let mut count = 0;
        for folder in &games {
            let (copied, wanted) = (files(&home.path("all/of/them").join(name(folder))), files(folder));
            assert_eq!(copied.keys().collect::<Vec<_>>(), wanted.keys().collect::<Vec<_>>(), "{}", folder.display());
            for (path, text) in &wanted {
                assert!(copied[path] == *text, "{}: {} differs", folder.display(), path.display());
            }
            count += wanted.len();
        }
        assert!(count > 100, "{count} files");
        // Nothing else remains there.
        assert_eq!(fs::read_dir(home.path("all/of/them")).expect("the folder").count(), games.len());
    }

    #[test]
    fn written_games_can_be_checked_tested_and_played() {
        let home = Home::new();
        let run = home.run("games tic_tac_toe tic_tac_toe").ends(0).says(&["to play: tavola play tic_tac_toe"]);
        assert_eq!(run.out, "tic_tac_toe\n");
        home.run("check tic_tac_toe --deny warnings").ends(0).says(&["fine"]);
        home.run("test tic_tac_toe").ends(0).says(&["passed"]);
        home.run("simulate tic_tac_toe --games 3 --seed 1").ends(0);
    }

    /// A PNG is no text.
    #[test]
    fn a_copy_of_a_built_in_game_shows_its_picture() {
        let home = Home::new();
        home.run("new five --like gomoku -o .").ends(0);
        let picture = fs::read("rules/classics/gomoku/wood.png").expect("the game has a picture");
        assert_eq!(fs::read(home.path("five/wood.png")).expect("the copy has it"), picture);
        let served = serve(&home.path("five"), &["--human", "all", "--seed", "1", "--no-record"]);
        let page = served.get("anna", "/table").text();
        let file = page.split_once("href=\"/look/").and_then(|(_, rest)| rest.split_once('"')).expect("a picture").0;
        let reply = served.send("GET", &format!("/look/{file}"), &[], b"");
        assert!(reply.head.to_lowercase().contains("image/png"), "{}", reply.head);
        assert_eq!((reply.status, reply.body()), (200, picture.as_slice()));
    }

    #[test]
    fn no_file_is_overwritten() {
        let home = Home::new();
        home.write("chess/mine", "a note");
        let run = home.run("games hex chess").ends(2).says(&["`chess` exists and is not overwritten", "-o FOLDER"]);
        assert!(
            run.out.is_empty() && !home.path("hex").exists(),
            "what can be written is written with the rest, or not at all"
        );
        assert_eq!(files(&home.path("chess")).len(), 1);
        home.write("file", "");
        home.run("games hex -o file").ends(2).says(&["cannot write `file/hex`"]);
        home.run("games hex chess -o .").ends(2);
        home.run("games hex chess -o other").ends(0);
        assert!(home.path("other/chess/chess.tavola").exists());
    }

    #[test]
    fn an_unknown_name_is_refused() {
        let home = Home::new();
        home.run("games ches").ends(2).says(&["there is no built-in game `ches`", "did you mean `chess`?"]);
        home.run("games chess backgammon").ends(2).says(&["`backgammon`", "`tavola games` lists them"]);
        home.run("games ../chess").ends(2);
        assert!(!home.path("chess").exists());
    }

    /// A missing path to a game that the program contains: the message has the command that writes it, and the command works.
    #[test]
    fn a_missing_path_suggests_the_built_in_game() {
        let home = Home::new();
        let along = "write the built-in game with `tavola games";
        for verb in ["check", "play", "test", "simulate", "doc"] {
            home.run(&format!("{verb} hex")).ends(2).says(&[&format!("there is no `hex`; {along} hex`\n")]);
        }
        home.run("check mine/hex").ends(2).says(&[&format!("there is no `mine/hex`; {along} hex -o mine`\n")]);
        let run = home.run_words(&["check", "my own/hex"]).ends(2);
        run.says(&[&format!("there is no `my own/hex`; {along} hex -o 'my own'`\n")]);
        home.run("games hex -o mine").ends(0);
        home.run("check mine/hex").ends(0);
        // A folder here takes precedence.
        home.run("games chess -o rules").ends(0);
        home.run("check chess").ends(2).says(&["did you mean `./rules/chess`?"]);
        home.run("check gem").ends(2).says(&["did you mean `./rules/gems`?"]);
    }

    #[test]
    fn a_record_without_its_game_suggests_it() {
        let home = Home::new();
        home.run("games connect_four -o rules").ends(0);
        home.feed("play rules/connect_four --seed 1 --human 1 --record kept.yaml", "1\nquit\n").ends(0);
        fs::remove_dir_all(home.path("rules/connect_four")).expect("it was there");
        home.run("replay kept.yaml").ends(2).says(&[
            "; write them with `tavola games connect_four -o rules`, or say where they are with --rules PATH\n",
        ]);
        home.run("play --resume kept.yaml")
            .ends(2)
            .says(&[", or say where they are: tavola play PATH --resume kept.yaml\n"]);
        home.run("games connect_four -o rules").ends(0);
        home.run("replay kept.yaml").ends(0);
    }
}
