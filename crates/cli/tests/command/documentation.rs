//! Completions and manual pages know every command and every option.

use crate::support::Folder;

/// The subcommands that `--help` lists, without `help` itself.
fn subcommands(folder: &Folder) -> Vec<String> {
    let help = folder.run(&["--help"]).out;
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    // A description that is continued in the next line is indented further.
    let listed = listed.take_while(|line| !line.is_empty()).filter_map(|line| line.strip_prefix("  "));
    let names = listed.filter(|line| !line.starts_with(' ')).filter_map(|line| line.split(' ').next());
    let names = names.filter(|name| *name != "help").map(str::to_owned).collect::<Vec<_>>();
    assert!(names.len() > 5, "{help}");
    names
}

/// The long options that the help of a command explains.
fn options(folder: &Folder, command: &str) -> Vec<String> {
    let help = folder.run(&[command, "--help"]).out;
    let lines = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    let words = lines.flat_map(|line| line.split([' ', ',', '=', '[']).find(|word| word.starts_with("--")));
    words.map(str::to_owned).collect()
}

#[test]
fn completions_know_every_command_and_option_in_every_shell() {
    let folder = Folder::new(&[]);
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = folder.run(&["completions", shell]);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{shell}");
        for command in subcommands(&folder) {
            assert!(run.out.contains(&command), "{shell}: {command}");
            for option in options(&folder, &command) {
                // fish and elvish name them without hyphens.
                assert!(run.out.contains(option.trim_start_matches('-')), "{shell}: {command} {option}");
            }
        }
    }
}

#[test]
fn a_shell_without_completions_is_refused_with_those_that_have_some() {
    let run = Folder::new(&[]).run(&["completions", "sh"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("bash, elvish, fish, powershell, zsh"), "{}", run.err);
}

#[cfg(target_os = "linux")]
#[test]
fn bash_completes_commands_options_and_values() {
    let folder = Folder::new(&[]);
    let script = folder.run(&["completions", "bash"]).out;
    std::fs::write(folder.path("script"), script).expect("a file can be written");
    let completed = |words: &[&str]| {
        let (last, before) = (words[words.len() - 1], words[words.len() - 2]);
        let line = format!(
            "source ./script; COMP_WORDS=({}); COMP_CWORD={}; _unriddle unriddle '{last}' '{before}'; echo \"${{COMPREPLY[*]}}\"",
            words.join(" "),
            words.len() - 1,
        );
        let mut bash = std::process::Command::new("bash");
        let output = bash.args(["--norc", "-c", &line]).current_dir(folder.path("")).output();
        String::from_utf8(output.expect("bash runs").stdout).expect("the output is text")
    };
    assert_eq!(completed(&["unriddle", "so"]).trim(), "solve");
    assert_eq!(completed(&["unriddle", "solve", "--goa"]).trim(), "--goal");
    assert_eq!(completed(&["unriddle", "solve", "--goal", "al"]).trim(), "all");
    assert_eq!(completed(&["unriddle", "check", "--game", "golf"]).trim(), "golf-peaks");
}

#[test]
fn there_is_a_manual_page_for_each_command_with_its_options_and_examples() {
    let folder = Folder::new(&[]);
    let run = folder.run(&["man", "share/man1"]);
    let names = subcommands(&folder);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert_eq!(run.out, format!("share/man1: {} manual pages\n", names.len() + 1));
    let page = |name: &str| {
        std::fs::read_to_string(folder.path(&format!("share/man1/{name}.1"))).expect("there is a page")
    };
    let files = std::fs::read_dir(folder.path("share/man1")).expect("the folder is there").count();
    assert_eq!(files, names.len() + 1, "there are no other files");
    for name in &names {
        assert!(page("unriddle").contains(&format!("unriddle\\-{name}(1)")), "{name} is not listed");
        let page = page(&format!("unriddle-{name}"));
        for section in ["NAME", "SYNOPSIS", "OPTIONS", "EXAMPLES"] {
            assert!(page.contains(&format!("\n.SH {section}\n")), "{name}: {section}");
        }
        for option in options(&folder, name) {
            assert!(page.contains(&option.replace('-', "\\-")), "{name}: {option}");
        }
    }
    // An example is a line of its own, as it is typed.
    assert!(
        page("unriddle-solve").contains("\nunriddle solve \\-\\-json levels | jq .cost"),
        "{}",
        page("unriddle-solve")
    );
}

#[test]
fn manual_pages_that_cannot_be_written_are_reported() {
    let folder = Folder::new(&[("taken", b"a file")]);
    let run = folder.run(&["man", "taken"]);
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
    assert!(run.err.contains("taken: the manual pages cannot be written"), "{}", run.err);
}
