//! Accessibility as axe-core checks it: roles, names, contrast, structure.
//!
//! It is not part of the project, as its licence differs: `.ci/run` fetches it from npm into `target/tools`. Where it
//! is missing, nothing is checked, and the tests say so:
//!
//!     npm install --prefix target/tools --no-save axe-core

use std::path::Path;
use std::sync::OnceLock;

use serde_json::json;

use super::report;
use super::tab::Tab;

/// The script, if it is on this machine.
fn script() -> Option<&'static str> {
    static SCRIPT: OnceLock<Option<String>> = OnceLock::new();
    let script = SCRIPT.get_or_init(|| {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent()?;
        let script = std::fs::read_to_string(target.join("tools/node_modules/axe-core/axe.min.js")).ok();
        if script.is_none() {
            report("accessibility: not checked, axe-core is not in target/tools");
        }
        script
    });
    script.as_deref()
}

/// What axe-core checks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Rules {
    /// Everything.
    All,
    /// What depends on the theme.
    Contrast,
}

/// Fails if axe-core finds something wrong in what a tab shows.
pub async fn is_accessible(tab: &Tab, name: &str, rules: Rules) {
    let Some(script) = script() else { return };
    if tab.value("typeof axe").await == "undefined" {
        tab.run(script, vec![]).await;
    }
    let only = if rules == Rules::Contrast { json!(["color-contrast"]) } else { json!(null) };
    let check = "const [only, done] = arguments;
        // These are off unless they are asked for.
        const rules = only ? {} : { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } };
        // What is not laid out yet has no place, and is checked where it is seen.
        const exclude = [...document.querySelectorAll('.shelf > *')]
            .filter((one) => !one.checkVisibility({ contentVisibilityAuto: true }));
        axe.run({ include: [document], exclude }, { resultTypes: ['violations'], rules, ...(only && { runOnly: only }) }).then(({ violations }) =>
            done(violations.flatMap(({ id, nodes }) =>
                nodes.slice(0, 4).map(({ target, failureSummary }) => [id, target.join(' '), failureSummary].join(': ')))),
            (error) => done([String(error)]));";
    let found = tab.client.execute_async(check, vec![only]).await;
    let found = found.unwrap_or_else(|error| panic!("axe-core does not run on {name}: {error}"));
    assert_eq!(found, json!([]), "{name} is not accessible to everybody");
}
