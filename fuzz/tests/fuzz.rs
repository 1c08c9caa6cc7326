//! Every fuzz target as a test: short and deterministic, or as long as the environment sets.
//! See `docs/testing.md`.

use std::path::Path;

use unriddle_fuzz::{TARGETS, plain};

/// Defines a test for each target, and one that checks that no target is missing.
macro_rules! targets {
    ($($name:ident),* $(,)?) => {
        $(
            #[test]
            fn $name() {
                plain::check(stringify!($name), &Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz"));
            }
        )*

        #[test]
        fn every_target_is_a_test() {
            assert_eq!(TARGETS.map(|target| target.name), [$(stringify!($name)),*]);
        }
    };
}

targets!(
    reading_never_panics_and_round_trips,
    edits_give_levels_or_errors,
    drawing_fits_and_never_panics,
    playing_is_consistent,
    methods_and_threads_agree,
    interruption_never_claims_a_proof,
    requests_are_answered,
    scripts_are_read_and_played,
    scripts_are_solved_as_they_are_played,
);
