//! What several commands take: how levels are read, and the limits of a search.

use std::time::Duration;

use clap::Args;
use clap::builder::PossibleValuesParser;
use unriddle_games::GAMES;
use unriddle_search::Limits;
use unriddle_web::memory;

use super::Settings;
use crate::units;

/// How levels are read.
#[derive(Clone, Debug, Args)]
pub(crate) struct Reading {
    /// Read the levels as this game instead of detecting it
    #[arg(long, value_name = "ID", value_parser = game_ids())]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) settings: Settings,
}

pub(super) fn game_ids() -> PossibleValuesParser {
    PossibleValuesParser::new(GAMES.iter().map(|game| game.id()))
}

/// The limits of a search.
#[derive(Debug, Args)]
pub(crate) struct Effort {
    /// Stop each search after this time: 500ms, 30s, 2m, 1h
    #[arg(long, value_parser = units::time)]
    time: Option<Duration>,
    /// Stop each search at this much memory: 512MB, 8GB, 1GiB [default: ¾ of the free memory]
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    memory: Option<u64>,
    /// Stop each search at this many stored states: 1000, 1e6, 1M
    #[arg(long, value_name = "N", value_parser = units::count)]
    states: Option<u64>,
    /// Use at most this many threads; the answer does not depend on it [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

impl Effort {
    /// The limits of each search, up to solutions of this cost.
    pub(crate) fn limits(&self, cost: Option<u32>) -> Limits {
        let memory = Some(self.memory.unwrap_or_else(memory::default_limit));
        Limits { time: self.time, memory, states: self.states, cost }
    }

    /// The limits of a process that shares its machine with others: each has its part of the free memory.
    pub(crate) fn shared_limits(&self, cost: Option<u32>, sharers: usize) -> Limits {
        let memory = self.memory.unwrap_or_else(|| memory::default_limit() / sharers as u64);
        Limits { memory: Some(memory), ..self.limits(cost) }
    }

    /// The number of threads of a process that shares its machine with others: each has its part of the cores.
    pub(crate) fn shared_threads(&self, sharers: usize) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or((cores / sharers).max(1), usize::from)
    }

    /// The number of threads; 0 is one per core.
    pub(crate) fn threads(&self) -> usize {
        self.threads.map_or(0, usize::from)
    }
}
