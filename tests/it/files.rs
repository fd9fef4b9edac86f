//! Atomic file writes, and kept texts for comparison.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use tavola::play::snapshot::{SnapshotState, accept, compare, path, slug};
use tavola::play::whole::{ready, with_line_ends, write};

#[test]
fn a_file_is_replaced_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, other) = (folder.path().join("page.md"), folder.path().join("page.md.new"));
    fs::write(&other, "mine").expect("a file");
    write(&path, "one").expect("writable");
    write(&path, "two").expect("writable");
    assert_eq!(fs::read_to_string(&path).expect("readable"), "two");
    assert_eq!(fs::read_to_string(&other).expect("readable"), "mine");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);
    assert!(write(&folder.path().join("no/page.md"), "x").is_err());
}

#[test]
fn lines_of_a_file_keep_their_ends() {
    assert_eq!(with_line_ends("a\nc\n", "a\r\nb\r\n"), "a\r\nc\r\n");
    assert_eq!(with_line_ends("a\nc\n", "a\nb\n"), "a\nc\n");
    // With both sorts, the lines around a change stay as they are.
    assert_eq!(with_line_ends("a\nX\nc\nd", "a\nb\r\nc\r\nd"), "a\nX\r\nc\r\nd");
    assert_eq!(with_line_ends("a\nb\nc\n", "a\nb\r\nc\n"), "a\nb\r\nc\n");
    assert_eq!(with_line_ends("a\nb\nc\n", "a\nb\r\nc"), "a\nb\r\nc\r\n");
    assert_eq!(with_line_ends("", "a\nb\r\n"), "");
    assert_eq!(with_line_ends("a\na\na\n", "a\na\r\n"), "a\na\r\na\r\n");
}

#[test]
fn an_unwritable_file_is_known_in_advance() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("page.md");
    ready(&path).expect("it can be made");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0, "nothing is left there");
    fs::write(&path, "mine").expect("a file");
    ready(&path).expect("it can be replaced");
    assert_eq!(fs::read_to_string(&path).expect("readable"), "mine");
    let error = ready(&folder.path().join("no/page.md")).expect_err("no folder");
    assert!(error.message.contains("there is no such folder"), "{}", error.message);
    ready(folder.path()).expect_err("a folder is no file");
}

#[test]
fn left_over_drafts_are_removed() {
    let folder = tempfile::tempdir().expect("a folder");
    let before = SystemTime::now() - Duration::from_secs(120);
    for (name, time) in
        [(".tavola-aB3xyz.new", Some(before)), (".tavola-mine.new", Some(before)), (".tavola-aB3xyy.new", None)]
    {
        let file = fs::File::create(folder.path().join(name)).expect("a file");
        time.into_iter().for_each(|time| file.set_modified(time).expect("its owner may"));
    }
    write(&folder.path().join("page.md"), "one").expect("writable");
    let mut left: Vec<_> = fs::read_dir(folder.path()).expect("a folder").flatten().map(|e| e.file_name()).collect();
    left.sort();
    assert_eq!(left, [".tavola-aB3xyy.new", ".tavola-mine.new", "page.md"]);
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().expect("a folder");
    let (path, link) = (folder.path().join("page.md"), folder.path().join("link.md"));
    fs::write(&path, "one").expect("a file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("its owner may");
    symlink(&path, &link).expect("a link");
    write(&link, "two").expect("writable");
    assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
    assert_eq!(fs::read_to_string(&path).expect("readable"), "two");
    assert_eq!(fs::metadata(&path).expect("there").permissions().mode() & 0o777, 0o640);
    write(Path::new("/dev/null"), "x").expect("a device takes it");
}

#[test]
fn names_become_slugs() {
    assert_eq!(slug("Five out of six, or: all?"), "five-out-of-six-or-all");
}

#[test]
fn a_text_is_compared_with_the_accepted_snapshot() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = path(folder.path(), "game", "case");
    assert_eq!(compare(&file, "a\n").expect("readable"), SnapshotState::Missing);
    accept(&file, "a\n").expect("writable");
    assert_eq!(compare(&file, "a\n").expect("readable"), SnapshotState::Same);
    assert_eq!(compare(&file, "b\n").expect("readable"), SnapshotState::Other("a\n".into()));
}
