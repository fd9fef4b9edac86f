//! The record of a running game: it grows, goes back, and loses nothing that another program has written.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use tavola::game::Error;
use tavola::play::whole;
use tavola::play::{Record, RecordWriter};

fn example() -> Record {
    Record { game: "g".into(), rules: "0".into(), players: vec!["anna".into()], ..Record::default() }
}

fn answer(who: &str, what: &str) -> (String, String) {
    (who.to_string(), what.to_string())
}

#[test]
fn grows_and_goes_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.yaml");
    let mut record = example();
    let mut writer = RecordWriter::create(&path, &record).expect("writable");
    writer.append("anna", "yes").expect("writable");
    writer.append("chance", "5").expect("writable");
    let read = || Record::from_yaml("r", &fs::read_to_string(&path).expect("readable")).expect("a record");
    assert_eq!(read().answers.len(), 2);
    record.answers = vec![answer("anna", "yes")];
    writer.cut(&record).expect("writable");
    assert_eq!(read(), record);
    writer.append("anna", "no").expect("writable");
    assert_eq!(read().answers, [answer("anna", "yes"), answer("anna", "no")]);
    drop(writer);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing else is left there");
}

#[test]
fn a_file_that_exists_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.yaml");
    fs::write(&path, "mine").expect("a file");
    let error = RecordWriter::create(&path, &example()).expect_err("it is there");
    assert!(error.message.ends_with("exists already"), "{error}");
    assert_eq!(fs::read_to_string(&path).expect("readable"), "mine");
}

/// A record that nobody holds. A process that another test starts holds the locks of this one until its program runs.
fn claimed(path: &Path) -> RecordWriter {
    let end = Instant::now() + Duration::from_secs(60);
    loop {
        match RecordWriter::claim(path) {
            Ok(writer) => return writer,
            Err(error) => assert!(Instant::now() < end, "free: {error}"),
        }
        thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn one_program_at_a_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.yaml");
    let first = RecordWriter::create(&path, &example()).expect("writable");
    let refused = || RecordWriter::claim(&path).expect_err("in use").message;
    assert!(refused().contains("is in use"), "{}", refused());
    drop(first);
    let second = claimed(&path);
    assert!(refused().contains("is in use"));
    let second = second.go_on(&Record { seed: 8, ..example() }).expect("writable");
    assert!(refused().contains("is in use"), "the file that was put there is locked, too");
    drop(second);
    claimed(&path);
}

#[test]
fn interrupted_lines_and_hand_written_lines_are_repaired() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.yaml");
    let record = Record { answers: vec![answer("anna", "yes")], ..example() };
    let text = record.to_yaml();
    let by_hand = text.replace("seed: 0\n", "# A comment\nseed:   0\n");
    for found in [text.clone(), format!("{text}- anna: n"), by_hand, format!("{text}more: {{}}\n")] {
        fs::write(&path, &found).expect("a file");
        let mut writer = RecordWriter::claim(&path).expect("free").go_on(&record).expect("writable");
        writer.append("chance", "5").expect("writable");
        assert_eq!(fs::read_to_string(&path).expect("readable"), format!("{text}- chance: 5\n"), "{found}");
        drop(writer);
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
}

#[test]
fn a_changed_record_is_kept_beside_the_rewritten_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.yaml");
    let beside = |name: &str| fs::read_to_string(folder.path().join(name)).ok();
    let other = example().to_yaml();
    let changes: [(&dyn Fn(), Option<&str>); 5] = [
        (&|| fs::write(&path, "mine").expect("writable"), Some("mine")),
        (&|| whole::write(&path, &format!("{other}- ben: no\n")).expect("writable"), Some("ben: no")),
        // These changes lose nothing.
        (&|| whole::write(&path, &other).expect("writable"), None),
        (&|| fs::write(&path, "").expect("writable"), None),
        (&|| fs::remove_file(&path).expect("there"), None),
    ];
    for (change, kept) in changes {
        let mut record = example();
        let mut writer = RecordWriter::create(&path, &record).expect("writable");
        writer.append("anna", "yes").expect("writable");
        record.answers = vec![answer("anna", "yes")];
        change();
        let found = fs::read(&path).ok();
        assert!(writer.append("anna", "no").expect_err("changed").message.contains("was changed"));
        assert!(writer.cut(&example()).is_err() && !writer.is_whole());
        assert_eq!(fs::read(&path).ok(), found, "nothing is written over by the way");
        let aside = writer.renew(&record).expect("writable");
        assert_eq!(aside.is_some(), kept.is_some());
        assert!(kept.is_none_or(|words| beside("game.yaml.found").is_some_and(|text| text.contains(words))));
        assert!(writer.is_whole());
        writer.append("anna", "no").expect("writable");
        record.answers.push(answer("anna", "no"));
        assert_eq!(fs::read_to_string(&path).expect("there"), record.to_yaml());
        drop(writer);
        for file in [Some(path.clone()), aside].into_iter().flatten() {
            fs::remove_file(file).expect("there");
        }
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    }
}

#[test]
fn kept_copies_have_unique_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.yaml");
    let mut writer = RecordWriter::create(&path, &example()).expect("writable");
    for number in ["", "-2", "-3"] {
        fs::write(&path, format!("mine{number}")).expect("writable");
        let aside = writer.renew(&example()).expect("writable").expect("it was kept");
        assert_eq!(aside.file_name().and_then(|name| name.to_str()), Some(&*format!("game.yaml.found{number}")));
        assert_eq!(fs::read_to_string(aside).expect("readable"), format!("mine{number}"));
    }
}

#[test]
fn a_replaced_record_stays_in_use() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, other) = (folder.path().join("game.yaml"), folder.path().join("other.yaml"));
    let writer = RecordWriter::create(&path, &example()).expect("writable");
    fs::write(&other, example().to_yaml()).expect("writable");
    fs::rename(&other, &path).expect("ours");
    let refused = |done: Result<RecordWriter, Error>| done.expect_err("in use").message.contains("is in use");
    assert!(refused(RecordWriter::claim(&path)));
    fs::remove_file(&path).expect("there");
    assert!(refused(RecordWriter::create(&path, &example())));
    drop(writer);
    drop(RecordWriter::create(&path, &example()).expect("free"));
    // A killed program leaves its lock file behind, without a lock.
    fs::write(folder.path().join(".game.yaml.lock"), "").expect("writable");
    RecordWriter::claim(&path).expect("free");
}

#[cfg(unix)]
#[test]
fn only_the_owner_reads_it_unless_permissions_were_changed() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.yaml");
    let mode = || fs::metadata(&path).expect("there").permissions().mode() & 0o777;
    let mut writer = RecordWriter::create(&path, &example()).expect("writable");
    assert_eq!(mode(), 0o600);
    whole::write(&path, "mine").expect("writable");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o666)).expect("ours");
    writer.renew(&example()).expect("writable");
    assert_eq!(mode(), 0o600, "what others put there opens nothing");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("ours");
    writer.renew(&example()).expect("writable");
    assert_eq!(mode(), 0o640);
}

#[test]
fn a_missing_folder_is_named() {
    let error = RecordWriter::create(Path::new("no/such/folder/game.yaml"), &Record::default());
    let message = error.expect_err("there is no such folder").message;
    assert_eq!(message, "cannot save the game in `no/such/folder/game.yaml`: there is no such folder");
}
