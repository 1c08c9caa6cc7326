//! The playground as a static site: files that any web server can serve, below any path.
//!
//! The page is the same as that of the server. Its documents, such as the catalogue of levels, are files here,
//! and a WebAssembly module in a worker answers everything else. All addresses are relative.
//!
//! - `documents` are the games, the lessons, and the levels with their texts and thumbnails;
//! - `html` changes the page so that it needs no server;
//! - `offline` lists all files for the service worker, which keeps them for use without a network;
//! - `folder` writes the files, and replaces only what an earlier export has written.
//!
//! Every file belongs to a *version*, a digest of all of them, which is part of the addresses that the page
//! loads: a browser never mixes the files of two versions.

mod documents;
mod folder;
mod html;
mod offline;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::catalog::Catalog;
use crate::page;

/// The name of the WebAssembly module in the site, and of the file that `crates/wasm/build` writes.
pub const MODULE: &str = "unriddle.wasm";

/// The name of the module that only plays, in the site.
const PLAYER: &str = "unriddle-player.wasm";

/// The WebAssembly modules of a site.
#[derive(Clone, Debug)]
pub struct Modules {
    /// Answers all requests.
    pub engine: Vec<u8>,
    /// Answers all requests but searches, and is smaller: what the first level waits for.
    pub player: Vec<u8>,
}

impl Modules {
    /// Reads the engine from a file, and the player from the one beside it: `unriddle.wasm` and
    /// `unriddle-player.wasm`. Fails with a message.
    pub fn read(engine: &Path) -> Result<Modules, String> {
        let mut name = engine.file_stem().unwrap_or_default().to_os_string();
        name.push("-player.wasm");
        let read = |path: &Path| fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
        Ok(Modules { engine: read(engine)?, player: read(&engine.with_file_name(name))? })
    }
}

/// What can be chosen about a site.
#[derive(Clone, Debug, Default)]
pub struct SiteOptions {
    /// The address at which the site will be found, for links. By default links lead to wherever the page was
    /// opened.
    pub base: Option<String>,
    /// The address of a server for long searches, relative to the site.
    pub server: Option<String>,
}

/// A site: its files by path, with `/` between folders.
#[derive(Clone, Debug)]
pub struct Site {
    files: BTreeMap<String, Vec<u8>>,
    version: String,
    levels: usize,
}

impl Site {
    /// A site with these levels and modules. Fails with a message if a part cannot be made.
    pub fn new(catalog: &Catalog, modules: Modules, options: &SiteOptions) -> Result<Site, String> {
        let mut files = BTreeMap::new();
        for (name, module) in [(MODULE, modules.engine), (PLAYER, modules.player)] {
            if !module.starts_with(b"\0asm") {
                return Err(format!("{name} is not a WebAssembly module"));
            }
            files.insert(name.to_string(), module);
        }
        let levels = documents::add(catalog, &mut files)?;
        files.insert("script.js".to_string(), page::joined_script("app.js")?.into_bytes());
        files.insert("embed-script.js".to_string(), page::joined_script("embed.js")?.into_bytes());
        files.insert("style.css".to_string(), page::joined_style().into_bytes());
        files.insert("icon.svg".to_string(), page::bytes("icon.svg").ok_or("icon.svg is missing")?);
        html::add_assets(&mut files);
        let version = offline::version(&files, options);
        html::add_pages(&mut files, &version, options)?;
        offline::add_service_worker(&mut files, &version)?;
        Ok(Site { files, version, levels })
    }

    /// Writes the site to a folder, which must be new, empty, or written by an earlier export. Fails with a
    /// message.
    pub fn write(&self, folder: &Path) -> Result<(), String> {
        folder::write(&self.files, folder)
    }

    /// The number of files.
    pub fn count(&self) -> usize {
        self.files.len()
    }

    /// The number of levels.
    pub fn levels(&self) -> usize {
        self.levels
    }

    /// The size of all files in bytes.
    pub fn size(&self) -> usize {
        self.files.values().map(Vec::len).sum()
    }

    /// The version: a digest of all files.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The contents of a file.
    pub fn file(&self, path: &str) -> Option<&[u8]> {
        self.files.get(path).map(Vec::as_slice)
    }

    /// The paths of all files.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn modules() -> Modules {
        let module = b"\0asm\x01\0\0\0".to_vec();
        Modules { engine: module.clone(), player: module }
    }

    fn site(options: &SiteOptions) -> Site {
        let catalog = Catalog::new(&[]).expect("the shipped levels");
        Site::new(&catalog, modules(), options).expect("a site")
    }

    fn text<'a>(site: &'a Site, path: &str) -> &'a str {
        str::from_utf8(site.file(path).unwrap_or_else(|| panic!("{path} is missing"))).expect("UTF-8")
    }

    #[test]
    fn every_level_has_its_text_and_its_thumbnail() {
        let site = site(&SiteOptions::default());
        let list: serde_json::Value = serde_json::from_str(text(&site, "levels.json")).expect("JSON");
        let mut count = 0;
        for level in list["shelves"]
            .as_array()
            .into_iter()
            .flatten()
            .flat_map(|shelf| shelf["levels"].as_array())
            .flatten()
        {
            let name = documents::file_name(level["id"].as_str().expect("an id"));
            let document: serde_json::Value =
                serde_json::from_str(text(&site, &format!("levels/{name}.json"))).expect("JSON");
            let held = document["text"].as_str().map(str::to_string);
            let held = held
                .unwrap_or_else(|| text(&site, document["text_file"].as_str().expect("a file")).to_string());
            assert!(!held.is_empty() && document["id"] == level["id"]);
            assert!(text(&site, &format!("thumbnails/{name}.svg")).starts_with("<svg"));
            count += 1;
        }
        assert_eq!((count, count > 90), (site.levels(), true));
    }

    #[test]
    fn all_addresses_are_relative() {
        let site = site(&SiteOptions::default());
        for page in ["index.html", "embed.html", "manifest.webmanifest"] {
            let text = text(&site, page);
            for (at, _) in text.match_indices("href=\"").chain(text.match_indices("src=\"")) {
                let address = text[at..].split('"').nth(1).unwrap_or_default();
                assert!(!address.starts_with('/') && !address.contains("://"), "{page}: {address}");
            }
        }
        let manifest: serde_json::Value =
            serde_json::from_str(text(&site, "manifest.webmanifest")).expect("JSON");
        assert_eq!((manifest["start_url"].as_str(), manifest["scope"].as_str()), (Some("./"), Some("./")));
        for icon in manifest["icons"].as_array().expect("icons") {
            assert!(site.file(icon["src"].as_str().expect("a path")).is_some(), "{icon}");
        }
    }

    #[test]
    fn everything_that_the_pages_load_is_there_in_this_version() {
        let site = site(&SiteOptions::default());
        let mark = format!("?v={}", site.version());
        for page in ["index.html", "embed.html"] {
            let text = text(&site, page);
            for (at, _) in text.match_indices("href=\"").chain(text.match_indices("src=\"")) {
                let address = text[at..].split('"').nth(1).unwrap_or_default();
                if address.starts_with('#') || address == "./" {
                    continue;
                }
                let path = address.strip_suffix(&mark).unwrap_or(address);
                assert!(site.file(path).is_some(), "{page} loads {address}");
                let is_code = path.ends_with(".js") || path.ends_with(".css") || path.ends_with(".json");
                assert!(!is_code || address.ends_with(&mark), "{page} loads {address} of any version");
            }
            assert!(text.contains(&format!("data-version=\"{}\"", site.version())));
        }
    }

    #[test]
    fn the_policy_allows_the_script_in_the_pages() {
        let site = site(&SiteOptions::default());
        for page in ["index.html", "embed.html"] {
            let text = text(&site, page);
            let (_, rest) = text.split_once("<script>").expect("a script in the page");
            let (script, _) = rest.split_once("</script>").expect("its end");
            assert!(text.contains(&format!("'{}'", offline::integrity(script.as_bytes()))), "{page}");
            // The addresses that it makes are those of the files.
            assert!(["worker.js", PLAYER].iter().all(|name| script.contains(name)), "{script}");
        }
    }

    #[test]
    fn another_level_makes_another_version() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("tiny level#1.txt");
        std::fs::write(&path, "#####\n#S.E#\n#####\n").expect("a file");
        let catalog = Catalog::new(&[path]).expect("a level");
        let own = Site::new(&catalog, modules(), &SiteOptions::default()).expect("a site");
        let plain = site(&SiteOptions::default());
        assert_ne!(own.version(), plain.version());
        assert_eq!(own.levels(), plain.levels() + 1);
        assert!(own.file("levels/1_3atiny_20level_231.txt.json").is_some());
    }

    #[test]
    fn a_base_and_a_server_are_written_into_the_pages() {
        let options = SiteOptions {
            base: Some("https://puzzles.example/a\"b/".into()),
            server: Some("../solver/".into()),
        };
        let site = site(&options);
        let page = text(&site, "index.html");
        assert!(page.contains("data-base=\"https://puzzles.example/a&quot;b/\""));
        assert!(page.contains("data-server=\"../solver/\""));
    }

    #[test]
    fn what_is_no_module_is_refused() {
        let catalog = Catalog::new(&[]).expect("the shipped levels");
        let wrong = || b"<html>".to_vec();
        for (modules, name) in [
            (Modules { engine: wrong(), ..modules() }, "unriddle.wasm"),
            (Modules { player: wrong(), ..modules() }, "unriddle-player.wasm"),
        ] {
            let error = Site::new(&catalog, modules, &SiteOptions::default()).expect_err("no module");
            assert_eq!(error, format!("{name} is not a WebAssembly module"));
        }
    }
}
