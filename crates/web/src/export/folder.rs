//! Writes a site to a folder.
//!
//! A folder that is neither new nor empty is written to only if an earlier export has made it: a list of what was
//! written tells. Files of the earlier export that are not part of the new one are removed; anything else in
//! the folder stays.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Component, Path};

/// The name of the list of what was written.
const LIST: &str = "unriddle-site.json";

/// Writes these files, or fails with a message.
pub(super) fn write(files: &BTreeMap<String, Vec<u8>>, folder: &Path) -> Result<(), String> {
    let fail = |path: &Path, error: io::Error| format!("{}: {error}", path.display());
    let before = earlier(folder)?;
    fs::create_dir_all(folder).map_err(|error| fail(folder, error))?;
    // The list comes first: a run that is interrupted leaves a folder that the next one may write to.
    let paths: Vec<&String> =
        files.keys().chain(before.iter().filter(|path| !files.contains_key(*path))).collect();
    write_list(folder, &paths)?;
    for (path, contents) in files {
        let path = folder.join(path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|error| fail(parent, error))?;
        }
        // A file that is the same keeps its date, so that less is uploaded.
        if fs::read(&path).is_ok_and(|old| old == *contents) {
            continue;
        }
        fs::write(&path, contents).map_err(|error| fail(&path, error))?;
    }
    for path in before.iter().filter(|path| !files.contains_key(*path)) {
        remove(folder, path);
    }
    write_list(folder, &files.keys().collect::<Vec<_>>())
}

/// What an earlier export has written to this folder. Fails with a message if something else has.
fn earlier(folder: &Path) -> Result<Vec<String>, String> {
    let mut entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            return Err(format!("{}: this is a file; name a folder", folder.display()));
        }
        Err(error) => return Err(format!("{}: {error}", folder.display())),
    };
    if entries.next().is_none() {
        return Ok(Vec::new());
    }
    let list =
        fs::read(folder.join(LIST)).ok().and_then(|list| serde_json::from_slice::<Vec<String>>(&list).ok());
    let Some(list) = list else {
        let folder = folder.display();
        return Err(format!(
            "{folder}: this folder holds files that no export has written; name a new folder, or empty it"
        ));
    };
    // Only what lies below the folder is ours, whatever the list says.
    let is_below = |path: &str| Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    Ok(list.into_iter().filter(|path| !path.is_empty() && is_below(path)).collect())
}

fn write_list(folder: &Path, paths: &[&String]) -> Result<(), String> {
    let list = serde_json::to_vec_pretty(paths).map_err(|error| error.to_string())?;
    fs::write(folder.join(LIST), list).map_err(|error| format!("{}: {error}", folder.join(LIST).display()))
}

/// Removes a file and the folders that become empty. What cannot be removed does no harm.
fn remove(folder: &Path, path: &str) {
    let mut path = folder.join(path);
    let _ = fs::remove_file(&path);
    while path.pop() && path != *folder && fs::remove_dir(&path).is_ok() {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(paths: &[&str]) -> BTreeMap<String, Vec<u8>> {
        paths.iter().map(|path| (path.to_string(), path.as_bytes().to_vec())).collect()
    }

    #[test]
    fn a_second_export_replaces_the_first_and_leaves_the_rest() {
        let folder = tempfile::tempdir().expect("a folder");
        let site = folder.path().join("new/site");
        write(&files(&["a.html", "old/b.txt", "old/deep/c.txt"]), &site).expect("a new folder");
        fs::write(site.join("CNAME"), "puzzles.example").expect("a file of the user");
        write(&files(&["a.html", "d.txt"]), &site).expect("the same folder");
        assert!(site.join("a.html").exists() && site.join("d.txt").exists() && site.join("CNAME").exists());
        assert!(!site.join("old").exists());
    }

    #[test]
    fn a_folder_of_others_is_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("thesis.txt"), "years of work").expect("a file");
        let error = write(&files(&["thesis.txt"]), folder.path()).expect_err("it is not ours");
        assert!(error.contains("no export has written"), "{error}");
        assert_eq!(fs::read(folder.path().join("thesis.txt")).expect("it is there"), b"years of work");
        let error = write(&files(&["a"]), &folder.path().join("thesis.txt")).expect_err("a file");
        assert!(error.contains("name a folder"), "{error}");
    }

    #[test]
    fn a_list_cannot_name_files_elsewhere() {
        let folder = tempfile::tempdir().expect("a folder");
        let (outside, site) = (folder.path().join("outside.txt"), folder.path().join("site"));
        fs::write(&outside, "safe").expect("a file");
        fs::create_dir(&site).expect("a folder");
        let list = serde_json::to_vec(&["../outside.txt", outside.to_str().expect("UTF-8")]).expect("JSON");
        fs::write(site.join(LIST), list).expect("a list");
        write(&files(&["a"]), &site).expect("it looks like ours");
        assert!(outside.exists());
    }
}
