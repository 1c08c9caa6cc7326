//! The settings of the games as flags, built from what the games declare.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use unriddle_games::GAMES;
use unriddle_kit::Setting;

/// The game settings on the command line, as (name, value).
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings(pub(crate) Vec<(&'static str, u32)>);

impl Args for Settings {
    fn augment_args(command: Command) -> Command {
        let mut flags: BTreeMap<&str, Vec<(&str, Setting)>> = BTreeMap::new();
        for game in GAMES {
            for setting in game.settings() {
                flags.entry(setting.name).or_default().push((game.name(), *setting));
            }
        }
        command.args(flags.into_iter().map(|(name, meanings)| {
            Arg::new(name)
                .long(name)
                .value_name("N")
                .help_heading("Game settings")
                .help(explain(&meanings))
                .value_parser(clap::value_parser!(u32).range(range(&meanings)))
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// What a flag means in each game that has it.
fn explain(meanings: &[(&str, Setting)]) -> String {
    let meaning = |(game, setting): &(&str, Setting)| {
        let about = setting.about.trim_end_matches('.');
        let game = if about.contains(game) { String::new() } else { format!("{game}: ") };
        format!("{game}{about} [default: {}]", setting.default)
    };
    meanings.iter().map(meaning).collect::<Vec<_>>().join("; ")
}

/// The values that every game with this setting accepts.
fn range(meanings: &[(&str, Setting)]) -> RangeInclusive<i64> {
    let least = meanings.iter().map(|(_, setting)| setting.least).max().unwrap_or(0);
    let most = meanings.iter().map(|(_, setting)| setting.most).min().unwrap_or(u32::MAX);
    i64::from(least)..=i64::from(most.max(least))
}

impl FromArgMatches for Settings {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let names = GAMES.iter().flat_map(|game| game.settings()).map(|setting| setting.name);
        Ok(Settings(names.filter_map(|name| Some((name, *matches.get_one::<u32>(name)?))).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
