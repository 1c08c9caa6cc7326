//! Claims about changes hold when they are tried, figures do not depend on threads, and each game gets those that make sense.

use unriddle_analysis::{PartKind, Role, pictures};
use unriddle_games::game;
use unriddle_kit::{Game, Request};
use unriddle_render::svg;
use unriddle_search::{Cost, Goal, Monitor, Options, Outcome};

use super::{analysed, games_with_spaces, limits, random_levels, text};

/// The optimum of a text by breadth-first search, where the analysis uses what suits the game.
fn optimum(game: &dyn Game, text: &str) -> Option<Cost> {
    let level = game.read(text, &[]).expect("a change leaves a level");
    let options = Options {
        method: unriddle_search::Method::BreadthFirst,
        goal: Goal::Optimal,
        limits: limits(200_000),
        threads: 1,
    };
    let answer = level.start().solve(&Request { options, ..Request::default() }, &mut Monitor::new());
    assert!(!matches!(answer.outcome, Outcome::Stopped { .. } | Outcome::Solved { .. }), "{text}");
    answer.outcome.cost()
}

#[test]
fn what_is_said_about_parts_and_changes_holds_when_solved_again() {
    let (mut parts, mut proposals) = (0, 0);
    for game in games_with_spaces() {
        for level in random_levels(game, 6, 200) {
            let analysis = analysed(level.as_ref(), 2, 60);
            for part in analysis.parts.iter().flat_map(|parts| &parts.parts) {
                parts += 1;
                let without = optimum(game, &part.change.text);
                let expected = match (without, analysis.cost) {
                    (None, _) => vec![Role::Needed],
                    (Some(without), Some(with)) if without < with => vec![Role::Hinders],
                    (Some(without), Some(with)) if without > with => vec![Role::Helps],
                    _ if part.change.kind == PartKind::Ground => vec![Role::Decoration],
                    _ => vec![Role::Unneeded, Role::RedHerring],
                };
                assert!(
                    expected.contains(&part.role),
                    "{} {:?} {}",
                    part.change.words,
                    part.role,
                    text(level.as_ref())
                );
            }
            if let Some(why) = &analysis.why_not {
                for proposal in &why.proposals {
                    proposals += 1;
                    let solved = optimum(game, &proposal.text);
                    assert!(solved.is_some() && (solved == Some(proposal.cost) || !proposal.optimal));
                }
                let mut position = level.start();
                position.play_strict(&why.furthest).expect("the way to the furthest state can be played");
            }
        }
    }
    assert!(parts > 100 && proposals > 10, "{parts} parts, {proposals} proposals");
}

#[test]
fn an_analysis_does_not_depend_on_the_number_of_threads() {
    // Where there is no space, searches without a part end by time.
    for game in games_with_spaces() {
        let level = game.read(game.editor().starter(), &[]).expect("the starter is a level");
        let alone = analysed(level.as_ref(), 1, 30);
        assert_eq!(analysed(level.as_ref(), 2, 30), alone, "{}", game.id());
    }
}

#[test]
fn a_game_of_belts_gets_only_the_figures_that_make_sense() {
    let game = game("freshly-frosted").expect("there is such a game");
    let level = game.read("+> . . ->0\n.  . . .\n", &[]).expect("it is a level");
    let analysis = analysed(level.as_ref(), 1, 0);
    assert!(analysis.shape.is_none() && analysis.score.is_none() && analysis.steps.is_empty());
    assert!(analysis.heat.is_none() && analysis.map.is_none() && analysis.information.is_none());
    assert_eq!((analysis.outcome, analysis.cost), ("optimal", Some(2)));
    let solutions = analysis.solutions.expect("there is a solution");
    assert_eq!(solutions.count.as_deref(), Some("1"));
    assert!(
        analysis.figures.iter().any(|figure| (figure.name, figure.count) == ("slack", 4)),
        "{:?}",
        analysis.figures
    );
}

#[test]
fn pictures_are_well_formed_and_show_every_state() {
    for game in games_with_spaces() {
        let level = game.read(game.editor().starter(), &[]).expect("the starter is a level");
        let analysis = analysed(level.as_ref(), 1, 0);
        let (map, heat) = (analysis.map.expect("a map"), analysis.heat.expect("heat"));
        let shape = analysis.shape.expect("a shape");
        let board = level.start().picture().bare();
        assert_eq!(map.points.len(), shape.states as usize);
        assert!(
            map.points.iter().all(|point| (0.0..=1.0).contains(&point.y) && point.x < map.columns as f32)
        );
        let drawings = [
            pictures::space_map(&map),
            pictures::heat_map(svg(&board), &heat, pictures::HeatOf::Play),
            pictures::heat_map(svg(&board), &heat, pictures::HeatOf::Solutions),
            pictures::histogram(&shape.histogram),
            pictures::tension(&analysis.steps),
        ];
        for drawing in drawings {
            assert!(drawing.starts_with("<svg ") && drawing.ends_with("</svg>\n"));
            assert_eq!(drawing.matches("<g").count(), drawing.matches("</g>").count());
            assert!(!drawing.contains("NaN") && !drawing.contains("inf"));
        }
    }
}
