//! `unriddle export`: the playground as a static site.
//!
//! The site runs the engine as a WebAssembly module, which another compiler target builds, and a smaller one that only
//! plays. They are found where the build leaves them, or where an archive or a package puts them; if they are nowhere,
//! the one command that builds them is named. Nothing is written before everything is found.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use unriddle_render::visible;
use unriddle_web::catalog::Catalog;
use unriddle_web::export::{MODULE, Modules, Site, SiteOptions};

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
    let modules = read_modules(args.module.as_deref())?;
    let options = SiteOptions { base: args.base.clone(), server: args.server.clone() };
    let site = Site::new(&catalog, modules, &options)?;
    site.write(&args.folder)?;
    Ok(site)
}

/// The modules at this path and beside it, or where they are usually found.
fn read_modules(named: Option<&Path>) -> Result<Modules, String> {
    if let Some(path) = named {
        return Modules::read(path);
    }
    let program = std::env::current_exe().unwrap_or_default();
    let found = usual_places(&program).into_iter().find_map(|path| Modules::read(&path).ok());
    found.ok_or_else(|| {
        "the WebAssembly module is not built yet: run `crates/wasm/build` in the source folder, or name the file \
         with --module"
            .to_string()
    })
}

/// Where the engine is usually found: beside the program in an archive, in `target/` above `target/release/` in a
/// source folder, and in `share/` for an installed package.
fn usual_places(program: &Path) -> Vec<PathBuf> {
    let beside = program.parent().unwrap_or(Path::new(""));
    ["", "..", "../share/unriddle"].iter().map(|folder| beside.join(folder).join(MODULE)).collect()
}
