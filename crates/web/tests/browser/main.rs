//! The playground in a real browser: Chromium, driven through its WebDriver.
//!
//! Nothing here is written for one game: levels are taken from the shelves, their solutions are
//! found by the engine when the tests run, and each move is made with the keys or the pointer
//! that its game is handled with.
//!
//! They take a browser and half a minute, so they run only where `UNRIDDLE_BROWSER` is set:
//!
//!     UNRIDDLE_BROWSER=1 cargo test -p unriddle-web --test browser [-- PART-OF-A-NAME…]
//!
//! which needs Debian's `chromium` and `chromium-driver`, or what they are elsewhere. All tests
//! share one browser, which forgets everything in between. Pictures of what they saw, and of what
//! went wrong, are in `target/browser/`.

mod browser;
mod editing;
mod hands;
mod levels;
mod looking;
mod paints;
mod playing;
mod sharing;
mod solving;
mod tab;
mod trusting;

use std::pin::Pin;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use browser::Browser;
use levels::Chosen;
use tab::Tab;
use unriddle_games::{GAMES, Handling};

/// The longest that one test may take.
const LIMIT: Duration = Duration::from_secs(240);

/// Where a test has panicked last.
static PANICKED_AT: Mutex<String> = Mutex::new(String::new());

type Running = Pin<Box<dyn Future<Output = ()> + Send>>;

/// A promise of the page, and how it is tried.
struct Test {
    name: String,
    run: Box<dyn FnOnce(Arc<Tab>) -> Running>,
}

/// Makes a list of tests of async functions that take a tab.
macro_rules! tests {
    ($($module:ident :: $name:ident),* $(,)?) => {
        vec![$(Test {
            name: concat!(stringify!($module), "::", stringify!($name)).to_string(),
            run: Box::new(|tab| Box::pin(async move { $module::$name(&tab).await })),
        }),*]
    };
}

/// The same of functions that take a tab and a level, for each of the levels.
macro_rules! tests_of {
    ($levels:expr => $($module:ident :: $name:ident),* $(,)?) => {{
        let mut tests = Vec::new();
        for level in $levels {
            $(
                let chosen = Arc::clone(level);
                tests.push(Test {
                    name: format!("{}::{} {}", stringify!($module), stringify!($name), level.game.id()),
                    run: Box::new(|tab| Box::pin(async move { $module::$name(&tab, &chosen).await })),
                });
            )*
        }
        tests
    }};
}

fn all_tests() -> Vec<Test> {
    let levels: Vec<Arc<Chosen>> = GAMES.iter().map(|&game| Arc::new(Chosen::of(game))).collect();
    let first = &levels[..1];
    let mut tests = tests![playing::the_list_shows_every_level, playing::keys_are_shown];
    tests.extend(tests_of![&levels =>
        playing::is_won_by_hand, playing::moves_are_undone, playing::fingers_play, playing::buttons_play,
        playing::the_keyboard_is_enough,
        solving::a_hint_leads_to_the_end, solving::a_solution_is_watched,
        editing::broken_text_is_mended_by_painting, editing::the_right_button_erases,
        editing::a_stroke_is_undone_as_one, editing::edges_grow_and_shrink, editing::keys_paint, editing::a_level_is_tried_while_editing,
        editing::a_new_level_is_begun,
        sharing::a_link_holds_level_and_moves, sharing::moves_of_a_link_are_checked,
        sharing::files_are_what_they_say,
        trusting::markup_in_levels_stays_text,
        looking::playing_fits, looking::solutions_fit, looking::editing_fits,
    ]);
    let laid = levels.iter().filter(|level| level.game.handling() == Handling::Cells);
    tests.extend(tests_of![laid => playing::the_right_button_clears]);
    tests.extend(tests_of![levels.iter().filter(|level| level.runs()) => playing::what_runs_is_watched]);
    tests
        .extend(tests_of![first => looking::pieces_glide_or_not, looking::winning_fits, looking::errors_fit]);
    tests.extend(tests![
        solving::a_lost_position_is_told,
        solving::a_long_search_is_stopped,
        trusting::strange_addresses_do_no_harm,
        trusting::links_of_the_wrong_shape_are_refused,
        looking::the_list_fits,
        looking::themes_are_chosen,
    ]);
    tests
}

fn main() -> ExitCode {
    if std::env::var_os("UNRIDDLE_BROWSER").is_none() {
        println!("\nbrowser tests: skipped. To run them, with Chromium and its driver on the machine:");
        println!("    UNRIDDLE_BROWSER=1 cargo test -p unriddle-web --test browser\n");
        return ExitCode::SUCCESS;
    }
    let parts: Vec<String> = std::env::args().skip(1).filter(|part| !part.starts_with('-')).collect();
    let wanted = |test: &Test| parts.is_empty() || parts.iter().any(|part| test.name.contains(part));
    let tests: Vec<Test> = all_tests().into_iter().filter(wanted).collect();
    match begin(tests) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            println!("browser tests: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Starts what the tests need, runs them, and ends it again. Whether all of them passed.
fn begin(tests: Vec<Test>) -> Result<bool, String> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    let mut browser = Browser::start()?;
    // What a test has to say is told with its name; where it was is told with it.
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(|place| format!("{}:{}", place.file(), place.line()));
        *PANICKED_AT.lock().unwrap_or_else(PoisonError::into_inner) = place.unwrap_or_default();
    }));
    let passed = runtime.block_on(run(&mut browser, tests));
    Ok(passed)
}

/// Runs the tests one after the other, and tells how they went: whether all of them passed.
async fn run(browser: &mut Browser, tests: Vec<Test>) -> bool {
    println!("\nrunning {} browser tests", tests.len());
    let began = Instant::now();
    let mut failed = 0;
    let total = tests.len();
    for Test { name, run } in tests {
        let since = Instant::now();
        match attempt(browser, &name, run).await {
            Ok(()) => println!("test {name} ... ok ({:.1} s)", since.elapsed().as_secs_f64()),
            Err(reason) => {
                println!("test {name} ... FAILED\n    {reason}");
                failed += 1;
            }
        }
    }
    browser.discard().await;
    let word = if failed == 0 { "ok" } else { "FAILED" };
    let seconds = began.elapsed().as_secs_f64();
    println!(
        "\ntest result: {word}. {} passed; {failed} failed; finished in {seconds:.1} s\n",
        total - failed
    );
    failed == 0
}

/// Runs one test in a tab that knows nothing of those before it.
async fn attempt(
    browser: &mut Browser,
    name: &str,
    run: Box<dyn FnOnce(Arc<Tab>) -> Running>,
) -> Result<(), String> {
    let tab = browser.fresh_tab().await?;
    let test = tokio::spawn(tokio::time::timeout(LIMIT, run(Arc::clone(&tab))));
    let outcome = match test.await {
        Ok(Ok(())) => tab.complaints().await,
        Ok(Err(_)) => Err(format!("it was not done after {} seconds", LIMIT.as_secs())),
        Err(error) => Err(words_of(error)),
    };
    if outcome.is_err() {
        let picture = tab.picture_of_failure(name).await;
        browser.discard().await;
        return outcome.map_err(|reason| format!("{reason}\n    {picture}"));
    }
    outcome
}

/// What a test that panicked had to say.
fn words_of(error: tokio::task::JoinError) -> String {
    let Ok(panic) = error.try_into_panic() else { return "it was ended".to_string() };
    let words = panic.downcast_ref::<String>().cloned();
    let words = words.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
    let place = PANICKED_AT.lock().unwrap_or_else(PoisonError::into_inner);
    format!("{place}: {}", words.unwrap_or_default())
}
