//! `unriddle export`: the playground as a static site.
//!
//! The site runs the engine as a WebAssembly module, which another compiler target builds. It is found where the
//! build leaves it, or where an archive or a package puts it; if it is nowhere, the one command that builds it is
//! named. Nothing is written before everything is found.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use unriddle_games::render::visible;
use unriddle_web::catalog::Catalog;
use unriddle_web::export::{MODULE, Site, SiteOptions};

use crate::args::ExportArgs;
use crate::exit::Exit;
use crate::screen::Screen;

/// Writes the site.
pub(crate) fn run(args: &ExportArgs, screen: &mut Screen) -> io::Result<Exit> {
    match export(args) {
        Ok(site) => {
            let (levels, files, size) = (site.levels(), site.count(), site.size() as f64 / 1e6);
            let folder = args.folder.display().to_string();
            writeln!(screen, "{}: {levels} levels in {files} files, {size:.1} MB", visible(&folder))?;
            Ok(Exit::Answered)
        }
        Err(message) => {
            // If standard error is closed, there is nobody to report to.
            let _ = writeln!(io::stderr(), "unriddle: {}", visible(&message));
            Ok(Exit::Bad)
        }
    }
}

fn export(args: &ExportArgs) -> Result<Site, String> {
    let catalog = Catalog::new(&args.levels)?;
    let module = read_module(args.module.as_deref())?;
    let options = SiteOptions { base: args.base.clone(), server: args.server.clone() };
    let site = Site::new(&catalog, module, &options)?;
    site.write(&args.folder)?;
    Ok(site)
}

/// The module at this path, or where it is usually found.
fn read_module(named: Option<&Path>) -> Result<Vec<u8>, String> {
    if let Some(path) = named {
        return std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
    }
    let program = std::env::current_exe().unwrap_or_default();
    let found = usual_places(&program).into_iter().find_map(|path| std::fs::read(path).ok());
    found.ok_or_else(|| {
        "the WebAssembly module is not built yet: run `crates/wasm/build` in the source folder, or name the file \
         with --module"
            .to_string()
    })
}

/// Where the module is usually found: beside the program in an archive, in `target/` above `target/release/` in a
/// source folder, and in `share/` for an installed package.
fn usual_places(program: &Path) -> Vec<PathBuf> {
    let beside = program.parent().unwrap_or(Path::new(""));
    ["", "..", "../share/unriddle"].iter().map(|folder| beside.join(folder).join(MODULE)).collect()
}
