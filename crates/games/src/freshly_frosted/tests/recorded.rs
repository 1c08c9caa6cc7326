//! Layouts recorded by players, from a folder outside the repository.
//!
//! `UNRIDDLE_LEVELS` names the folder. Without it, these tests print a message and pass.

use std::collections::BTreeMap;
use std::path::PathBuf;

use unriddle_kit::Symmetry;

use super::super::flow::Flow;
use super::super::judge::Judge;
use super::super::layout::Layout;
use super::super::level::{Factory, Tile};
use super::super::words::tell;
use super::super::{format, notation};
use super::{flow_is_time, turned};

#[derive(serde::Deserialize)]
struct Expected {
    solutions: Vec<String>,
}

/// A file, its level and its recorded layouts.
type Recorded = (String, Factory, Vec<Layout>);

/// Each level that can be parsed, with its recorded layouts; and the files that cannot.
fn recorded() -> Option<(Vec<Recorded>, Vec<String>)> {
    let Some(folder) = std::env::var_os("UNRIDDLE_LEVELS") else {
        eprintln!("skipped: UNRIDDLE_LEVELS is not set");
        return None;
    };
    let folder = PathBuf::from(folder).join("freshly-frosted");
    let Ok(expected) = std::fs::read_to_string(folder.join("expected.json")) else {
        eprintln!("skipped: no levels in {}", folder.display());
        return None;
    };
    let expected: BTreeMap<String, Expected> = serde_json::from_str(&expected).expect("JSON");
    let (mut levels, mut malformed) = (Vec::new(), Vec::new());
    for (file, Expected { solutions }) in expected {
        let text = std::fs::read_to_string(folder.join(&file)).expect("a file");
        match format::read(&text) {
            Ok(factory) => {
                let layouts = solutions.iter().map(|grid| layout(&factory, grid)).collect();
                levels.push((file, factory, layouts));
            }
            Err(_) => malformed.push(file),
        }
    }
    Some((levels, malformed))
}

fn layout(factory: &Factory, grid: &str) -> Layout {
    let mut layout = Layout::bare(factory);
    let moves = notation::read(factory, &layout, grid).unwrap_or_else(|error| panic!("{error}\n{grid}"));
    moves.into_iter().for_each(|mv| layout.set(mv.cell, mv.belt));
    layout
}

/// Recorded layouts that the rules reject; docs/freshly-frosted.md explains why.
const REJECTED: [(&str, usize); 2] = [("05/10.txt", 1), ("11/05.txt", 2)];

/// Files that are not levels.
const MALFORMED: [&str; 1] = ["12/10.txt"];

#[test]
fn recorded_layouts_are_accepted_but_for_the_known_ones() {
    let Some((levels, malformed)) = recorded() else { return };
    assert!(malformed.iter().all(|file| MALFORMED.contains(&file.as_str())), "{malformed:?}");
    let mut accepted = 0;
    for (file, factory, layouts) in &levels {
        let mut judge = Judge::new(factory);
        for (at, layout) in layouts.iter().enumerate() {
            let judgement = judge.judge(layout);
            let known = REJECTED.contains(&(file.as_str(), at + 1));
            assert_eq!(
                judgement.is_solved(),
                !known,
                "{file}, layout {}: {}",
                at + 1,
                tell(factory, judgement)
            );
            accepted += usize::from(judgement.is_solved());
        }
    }
    eprintln!("{accepted} recorded layouts accepted");
}

#[test]
fn what_is_accepted_is_accepted_when_turned() {
    let Some((levels, _)) = recorded() else { return };
    for (file, factory, layouts) in &levels {
        let splits = factory.tiles.iter().any(|tile| matches!(tile, Tile::Splitter(_)));
        for layout in layouts {
            let judgement = Judge::new(factory).judge(layout);
            for symmetry in Symmetry::all().filter(|symmetry| !(symmetry.mirror && splits)) {
                let (factory, layout) = turned(factory, layout, symmetry);
                let again = Judge::new(&factory).judge(&layout);
                let (turned, before) = (tell(&factory, again), tell(&factory, judgement));
                assert_eq!(
                    again.is_solved(),
                    judgement.is_solved(),
                    "{file} {symmetry:?}: {turned}, not {before}"
                );
            }
        }
    }
}

#[test]
fn where_nothing_waits_both_judges_agree() {
    let Some((levels, _)) = recorded() else { return };
    for (file, factory, layouts) in &levels {
        for layout in layouts.iter().filter(|layout| flow_is_time(factory, layout)) {
            let flow = Flow::new(factory).judge(factory, layout).is_ok();
            assert_eq!(Judge::new(factory).judge(layout).is_solved(), flow, "{file}");
        }
    }
}
