//! What wins a script, in words, and whether its action key is of use.

use unriddle_kit::Game;
use unriddle_puzzlescript::PuzzleScript;

fn script(wins: &str, rules: &str) -> String {
    let head = "title t\n========\nOBJECTS\n========\nBackground\nblack\n\nTarget\nblue\n\nPlayer\nred\n\nCrate\ngreen\n";
    let legend = "=======\nLEGEND\n=======\n. = Background\nP = Player\n* = Crate\nO = Target\n";
    let layers = "=======\nSOUNDS\n=======\n================\nCOLLISIONLAYERS\n================\nBackground\nTarget\nPlayer, Crate\n";
    format!(
        "{head}{legend}{layers}======\nRULES\n======\n{rules}\n==============\nWINCONDITIONS\n==============\n{wins}\n=======\nLEVELS\n=======\n\nP*O\n"
    )
}

#[test]
fn the_aim_says_what_lies_on_what() {
    let aim = |wins| PuzzleScript.read(&script(wins, ""), &[]).expect("a level").aim();
    for (wins, words) in [
        ("all Target on Crate", "To win, bring a crate to every target."),
        ("all Crate on Target", "To win, bring every crate to a target."),
        ("some Player on Target", "To win, bring the player to a target."),
        ("no Crate on Target", "To win, leave no crate on a target."),
        ("no Crate\nsome Player", "To win, leave no crate, and have at least one player."),
    ] {
        assert_eq!(aim(wins).as_deref(), Some(words), "{wins}");
    }
    assert_eq!(aim(""), None);
}

#[test]
fn names_of_several_words_are_read_as_words() {
    let text = script("all GoldCrates on Target", "[ > Player | Crate ] -> [ > Player | > Crate ]")
        .replace("Crate\ngreen", "gold_crate\ngreen")
        .replace("* = Crate", "* = gold_crate\nGoldCrates = gold_crate")
        .replace("Player, Crate", "Player, gold_crate")
        .replace("| Crate", "| gold_crate")
        .replace("> Crate", "> gold_crate");
    let level = PuzzleScript.read(&text, &[]).expect("a level");
    assert_eq!(level.aim().as_deref(), Some("To win, bring every gold crates to a target."));
    let start = level.start();
    let legend: Vec<String> = start.picture().legend.into_iter().map(|(_, name)| name).collect();
    assert_eq!(legend, ["background", "target", "player", "gold crate"]);
    let focus = start.focus(&["r".to_string()]).map(|focus| focus.words);
    assert_eq!(focus.as_deref(), Some("the gold crate at column 2, row 1"));
}

#[test]
fn an_action_key_is_of_use_where_a_rule_asks_for_it() {
    let acts = |rules| PuzzleScript.read(&script("no Crate", rules), &[]).expect("a level").has_action();
    assert!(!acts("[ > Player | Crate ] -> [ > Player | > Crate ]"));
    assert!(acts("[ action Player | Crate ] -> [ Player | ]"));
}
