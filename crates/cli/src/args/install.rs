//! The commands that explain and write files: `export`, `games`, `completions` and `man`.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

use super::common::game_ids;

pub(super) const EXPORT_HELP: &str = "\
Examples:
  unriddle export site                       the levels that come with it
  unriddle export site --levels mine other/level.txt
                                             your own levels as well
  unriddle export site --base https://puzzles.example/
                                             links lead there, wherever the page is opened

Any web server can serve the folder, below any path; `python3 -m http.server -d site` does for a try. The
levels are played and solved in the browser, also without a network after the first visit. A second export
to the same folder replaces the first.";

#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// The folder to write: a new one, an empty one, or one that was exported before
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// More levels to show: files, or folders of them
    #[arg(long, value_name = "PATH", num_args = 1..)]
    pub(crate) levels: Vec<PathBuf>,
    /// The address at which the site will be found, for the links that it makes [default: wherever the page is
    /// opened]
    #[arg(long, value_name = "URL", value_parser = web_address)]
    pub(crate) base: Option<String>,
    /// Where `unriddle serve` answers on the same host, relative to the site: long searches go there
    #[arg(long, value_name = "PATH", value_parser = server_path)]
    pub(crate) server: Option<String>,
    /// The WebAssembly module, with FILE-player.wasm beside it [default: the one that was built or installed with this
    /// command]
    #[arg(long, value_name = "FILE")]
    pub(crate) module: Option<PathBuf>,
}

/// An address on the web, as a folder.
fn web_address(typed: &str) -> Result<String, String> {
    let rest = typed.strip_prefix("https://").or_else(|| typed.strip_prefix("http://"));
    let host = rest.and_then(|rest| rest.split('/').next()).filter(|host| !host.is_empty());
    if host.is_none() || typed.contains(|c: char| c.is_whitespace() || c.is_control() || "\"<>#?".contains(c))
    {
        return Err("expected an address such as https://puzzles.example/".to_string());
    }
    Ok(format!("{}/", typed.trim_end_matches('/')))
}

/// A path on the host of the site, as a folder.
fn server_path(typed: &str) -> Result<String, String> {
    if typed.contains("//")
        || typed.contains(|c: char| c.is_whitespace() || c.is_control() || ":\"<>#?".contains(c))
    {
        return Err("expected a path on the same host, such as ./ or /solver/".to_string());
    }
    Ok(format!("{}/", typed.strip_suffix('/').unwrap_or(typed)))
}

pub(super) const GAMES_HELP: &str = "\
Examples:
  unriddle games                             a line for each game
  unriddle games ID                          how its levels and moves are written, and its settings";

#[derive(Debug, Args)]
pub(crate) struct GamesArgs {
    /// Explain this game
    #[arg(value_parser = game_ids())]
    pub(crate) id: Option<String>,
}

pub(super) const COMPLETIONS_HELP: &str = "\
Examples:
  unriddle completions bash > ~/.local/share/bash-completion/completions/unriddle
  unriddle completions fish > ~/.config/fish/completions/unriddle.fish
  unriddle completions zsh > ~/.zfunc/_unriddle
                                             with ~/.zfunc in $fpath, before compinit is run

A new shell has the completions.";

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell to complete in
    pub(crate) shell: Shell,
}

pub(super) const MAN_HELP: &str = "\
Examples:
  unriddle man ~/.local/share/man/man1       then `man unriddle` and `man unriddle-solve` show them
  unriddle man . && man ./unriddle.1         look at one without installing it";

#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// The folder to write to; it is made if it is missing
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_become_folders() {
        assert_eq!(web_address("https://puzzles.example/a").as_deref(), Ok("https://puzzles.example/a/"));
        for bad in ["puzzles.example", "https://", "ftp://a", "https://a b", "https://a/?q", "javascript://a"]
        {
            assert!(web_address(bad).is_err(), "{bad}");
        }
        assert_eq!((server_path("."), server_path("/")), (Ok("./".into()), Ok("/".into())));
        for bad in ["//elsewhere.example/", "https://a/", "a?b"] {
            assert!(server_path(bad).is_err(), "{bad}");
        }
    }
}
