//! The playground in a real browser: Chromium, driven through WebDriver.
//!
//! No check is written for a single game: the levels are the shipped ones, the engine solves them when
//! the test runs, and each move is made with the keys or the pointer that its game is played with.
//!
//! The test needs a browser and takes minutes, so it is built only with the feature `browser` and runs only
//! if `UNRIDDLE_BROWSER` is set:
//!
//!     UNRIDDLE_BROWSER=1 cargo test -p unriddle-web --features browser --test web browser
//!
//! Some checks run again on the static site (`site: …`), if its module is built (`crates/wasm/build`).
//!
//! Any other value than 1 is a list of parts of names, with commas: only those checks run. No check depends on
//! how long something takes; `UNRIDDLE_BROWSER=measuring` prints the times from keys to their effects. Chromium and
//! its driver are Debian's packages `chromium` and `chromium-driver`. All checks share a browser, whose
//! storage is cleared in between; so they are one test for `cargo test`. Screenshots of failures are in
//! `target/browser/`, and with `UNRIDDLE_PICTURES=1` those of every view in every size and theme.

mod analysing;
mod axe;
mod driver;
mod editing;
mod file_server;
mod hands;
mod keeping;
mod laying;
mod learning;
mod levels;
mod looking;
mod measuring;
mod moving;
mod paints;
mod playing;
mod sharing;
mod site;
mod solving;
mod tab;
mod trusting;

use std::io::Write;
use std::panic;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use driver::Browser;
use file_server::FileServer;
use levels::Chosen;
use tab::Tab;
use unriddle_games::GAMES;
use unriddle_kit::Controls;

use crate::support::exclusive;

/// After this long, a check that hangs fails.
const HANG: Duration = Duration::from_secs(300);

/// Where a check has panicked last.
static PANICKED_AT: Mutex<String> = Mutex::new(String::new());

type Running = Pin<Box<dyn Future<Output = ()> + Send>>;

/// A promise of the page, and how it is checked.
struct Check {
    name: String,
    /// Whether it is about the static site.
    of_site: bool,
    run: Box<dyn Fn(Arc<Tab>) -> Running>,
}

/// A list of checks from async functions that take a tab.
macro_rules! checks {
    ($($module:ident :: $name:ident),* $(,)?) => {
        vec![$(Check {
            name: concat!(stringify!($module), "::", stringify!($name)).to_string(),
            of_site: false,
            run: Box::new(|tab| Box::pin(async move { $module::$name(&tab).await })),
        }),*]
    };
}

/// The same from functions that take a tab and a level, for each of the levels.
macro_rules! checks_of {
    ($levels:expr => $($module:ident :: $name:ident),* $(,)?) => {{
        let mut checks = Vec::new();
        for level in $levels {
            $(
                let chosen = Arc::clone(level);
                checks.push(Check {
                    name: format!("{}::{} {}", stringify!($module), stringify!($name), level.game.id()),
                    of_site: false,
                    run: Box::new(move |tab| {
                        let chosen = Arc::clone(&chosen);
                        Box::pin(async move { $module::$name(&tab, &chosen).await })
                    }),
                });
            )*
        }
        checks
    }};
}

/// A list of checks of the static site, from functions that take a tab, the server of the site and a level.
macro_rules! checks_of_site {
    ($server:expr, $level:expr => $($name:ident),* $(,)?) => {
        vec![$({
            let (server, chosen) = (Arc::clone($server), Arc::clone($level));
            Check {
                name: concat!("site::", stringify!($name)).to_string(),
                of_site: true,
                run: Box::new(move |tab| {
                    let (server, chosen) = (Arc::clone(&server), Arc::clone(&chosen));
                    Box::pin(async move { site::$name(&tab, &server, &chosen).await })
                }),
            }
        }),*]
    };
}

/// The checks of the static site: its own, and some of the page to show that workers carry everything.
fn site_checks(server: &Arc<FileServer>, levels: &[Arc<Chosen>]) -> Vec<Check> {
    let first = &levels[..1];
    let mut checks = checks![
        playing::the_list_shows_every_level,
        solving::a_lost_position_is_reported,
        solving::a_long_search_is_stopped,
        trusting::strange_addresses_do_no_harm
    ];
    checks.extend(checks_of![levels => playing::a_level_is_won_by_hand]);
    checks.extend(checks_of![levels.iter().filter(|level| level.runs()) => laying::a_film_is_watched]);
    checks.extend(checks_of![first => solving::a_hint_leads_to_the_end, solving::a_solution_is_watched,
        editing::broken_text_is_fixed_by_painting, sharing::saved_files_have_the_right_format,
        learning::every_rule_is_shown, keeping::a_position_survives_a_reload, looking::playing_fits]);
    for check in &mut checks {
        check.name = format!("site: {}", check.name);
        check.of_site = true;
    }
    checks.extend(checks_of_site![server, &levels[0] => a_link_made_there_opens_there,
        an_embedded_level_tells_its_moves, an_embedded_level_is_solved, long_searches_go_to_a_server, it_works_without_a_network, a_new_version_is_offered]);
    checks
}

fn all_checks(levels: &[Arc<Chosen>]) -> Vec<Check> {
    let first = &levels[..1];
    let mut checks = checks![playing::the_list_shows_every_level, playing::keys_are_shown];
    checks.extend(checks_of![levels =>
        playing::a_level_is_won_by_hand, playing::moves_are_undone, playing::fingers_play, playing::buttons_play,
        playing::the_keyboard_is_enough, playing::the_list_goes_to_the_level_that_was_left,
        solving::a_hint_leads_to_the_end, solving::moving_starts_hints_over, solving::tools_stay_while_hints_are_given,
        solving::a_solution_is_watched,
        sharing::a_link_holds_level_and_moves, sharing::moves_of_a_link_are_checked,
        sharing::saved_files_have_the_right_format,
        trusting::markup_in_levels_stays_text,
        moving::pieces_are_seen_on_their_way,
        playing::cost_and_par_are_explained,
        looking::playing_fits, looking::hints_fit, looking::winning_fits,
        learning::every_rule_is_shown, learning::lessons_are_close_at_hand, learning::the_aim_is_said_at_first,
        looking::everything_is_at_hand,
        keeping::a_position_survives_a_reload,
        analysing::a_level_is_analysed,
    ]);
    // A tap is the action key where there is one.
    let tapped =
        |level: &&Arc<Chosen>| level.game.controls() != Controls::Action || !level.level().has_action();
    checks.extend(checks_of![levels.iter().filter(tapped) => playing::a_click_moves]);
    // The last script is a game of chance, which is not solved.
    let solved = levels.iter().filter(|level| level.game.controls() != Controls::Action);
    checks.extend(checks_of![solved => looking::solutions_fit]);
    let painted = levels.iter().filter(|level| !level.game.editor().brushes().is_empty());
    checks.extend(checks_of![painted =>
        editing::broken_text_is_fixed_by_painting, editing::the_right_button_erases,
        editing::a_stroke_is_undone_as_one, editing::edges_grow_and_shrink, editing::keys_paint,
        editing::a_level_is_tried_while_editing, editing::a_new_level_is_created,
        looking::editing_fits, looking::brushes_leave_the_board_on_the_screen,
    ]);
    let laid = levels.iter().filter(|level| level.game.controls() == Controls::Cells);
    checks.extend(
        checks_of![laid => laying::the_right_button_clears, laying::belts_of_a_solution_have_no_order],
    );
    let moved = levels
        .iter()
        .filter(|level| matches!(level.game.controls(), Controls::Directions | Controls::Action));
    checks.extend(checks_of![moved => playing::a_win_is_the_end]);
    let dealt = levels.iter().filter(|level| level.game.controls() == Controls::Hand);
    checks.extend(checks_of![dealt => playing::cards_are_drawn, playing::cards_keep_their_places]);
    checks.extend(checks_of![first => analysing::an_edited_level_is_analysed_again]);
    checks.extend(checks_of![levels.iter().filter(|level| level.runs()) => laying::a_film_is_watched]);
    checks
        .extend(checks_of![first => playing::a_win_is_celebrated_briefly, analysing::panels_fit, solving::an_outcome_is_of_the_position_shown, editing::an_error_turns_the_light_off, keeping::panels_stay_folded,
            keeping::control_z_undoes_moves, keeping::levels_of_ones_own_are_kept, keeping::levels_go_on_where_they_were_left,
            sharing::a_link_carries_name_and_par, looking::errors_fit, looking::levels_of_ones_own_fit]);
    checks.extend(
        checks_of![first => learning::lessons_play_by_themselves, learning::a_lesson_is_tried, learning::lessons_lead_back_to_the_level,
        learning::lessons_stand_still],
    );
    checks.extend(checks![
        playing::a_text_of_no_game_is_refused,
        laying::a_stroke_is_undone_as_one,
        laying::a_fault_looks_like_one,
        solving::a_lost_position_is_reported,
        solving::a_loss_is_traced_to_its_move,
        solving::a_whole_route_is_seen,
        solving::a_hint_after_a_restart_forgets_what_was_undone,
        solving::a_long_search_is_stopped,
        trusting::strange_addresses_do_no_harm,
        trusting::links_of_the_wrong_type_are_rejected,
        moving::a_ball_passes_through_every_cell,
        moving::a_jump_is_an_arc,
        moving::a_molecule_turns_about_its_pivot,
        moving::the_speed_is_chosen,
        analysing::a_needless_piece_is_marked,
        moving::reduced_motion_shows_the_end,
        moving::a_key_during_a_motion_counts,
        looking::the_list_fits,
        looking::messages_fit,
        looking::every_board_fits,
        editing::broken_solutions_are_pointed_out,
        looking::themes_are_chosen,
    ]);
    checks
}

/// What prints times and asserts nothing about them. It runs only if it is named.
fn measurements(levels: &[Arc<Chosen>]) -> Vec<Check> {
    let mut checks = checks_of![levels => measuring::keys];
    checks.extend(checks![measuring::keys_on_a_large_board]);
    checks
}

/// Prints a line at once: `cargo test` captures only what the print macros write.
fn report(line: &str) {
    // A closed output is no reason to fail.
    let _ = writeln!(std::io::stdout(), "{line}");
}

#[test]
fn the_page_keeps_its_promises() {
    let Ok(wanted) = std::env::var("UNRIDDLE_BROWSER") else {
        report("browser tests: skipped. To run them, with Chromium and its driver installed:");
        report("    UNRIDDLE_BROWSER=1 cargo test -p unriddle-web --features browser --test web browser");
        return;
    };
    let failed = run_all(&wanted).unwrap_or_else(|error| panic!("the browser does not start: {error}"));
    assert!(failed.is_empty(), "these checks failed:\n    {}", failed.join("\n    "));
}

/// Starts the browser, runs the wanted checks while no other test does, and returns the names of those that
/// failed.
fn run_all(wanted: &str) -> Result<Vec<String>, String> {
    let _exclusive = exclusive();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    let mut browser = runtime.block_on(Browser::start())?;
    let levels: Vec<Arc<Chosen>> = GAMES.iter().map(|&game| Arc::new(Chosen::of(game))).collect();
    let mut checks = all_checks(&levels);
    match browser.site() {
        Ok(site) => checks.extend(site_checks(site, &levels)),
        Err(reason) => report(&format!("browser tests of the static site: skipped, {reason}")),
    }
    if wanted != "1" {
        checks.extend(measurements(&levels));
    }
    checks.retain(|check| wanted == "1" || wanted.split(',').any(|part| check.name.contains(part)));
    assert!(!checks.is_empty(), "no check has a name with {wanted}");
    // The message of a failed check is printed with its name; the hook keeps the place.
    let usual = panic::take_hook();
    panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(|place| format!("{}:{}", place.file(), place.line()));
        *PANICKED_AT.lock().unwrap_or_else(PoisonError::into_inner) = place.unwrap_or_default();
    }));
    let failed = runtime.block_on(run(&mut browser, checks));
    panic::set_hook(usual);
    Ok(failed)
}

/// Runs the checks one after the other, each once, reports how they went, and returns the names of those that failed.
async fn run(browser: &mut Browser, checks: Vec<Check>) -> Vec<String> {
    report(&format!("\nrunning {} browser checks", checks.len()));
    let started = Instant::now();
    let total = checks.len();
    let mut failed = Vec::new();
    for check in checks {
        let since = Instant::now();
        let name = &check.name;
        match run_one(browser, &check).await {
            Ok(()) => report(&format!("check {name} ... ok ({:.1} s)", since.elapsed().as_secs_f64())),
            Err(reason) => {
                report(&format!("check {name} ... FAILED\n    {reason}"));
                failed.push(check.name);
            }
        }
    }
    browser.discard().await;
    let seconds = started.elapsed().as_secs_f64();
    let passed = total - failed.len();
    report(&format!("browser checks: {passed} passed; {} failed; {seconds:.1} s", failed.len()));
    failed
}

/// Runs a check in a tab without any state of those before it.
async fn run_one(browser: &mut Browser, Check { name, of_site, run }: &Check) -> Result<(), String> {
    let tab = browser.fresh_tab(*of_site).await?;
    let check = tokio::spawn(tokio::time::timeout(HANG, run(Arc::clone(&tab))));
    let outcome = match check.await {
        Ok(Ok(())) => tab.errors_in_log().await,
        Ok(Err(_)) => Err(format!("not done after {} seconds", HANG.as_secs())),
        Err(error) => Err(panic_message(error)),
    };
    if outcome.is_err() {
        let screenshot = tab.screenshot_of_failure(name).await;
        browser.discard().await;
        return outcome.map_err(|reason| format!("{reason}\n    {screenshot}"));
    }
    outcome
}

/// The place and the message of a panic.
fn panic_message(error: tokio::task::JoinError) -> String {
    let Ok(panic) = error.try_into_panic() else { return "it was cancelled".to_string() };
    let message = panic.downcast_ref::<String>().cloned();
    let message = message.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
    let place = PANICKED_AT.lock().unwrap_or_else(PoisonError::into_inner);
    format!("{place}: {}", message.unwrap_or_default())
}
