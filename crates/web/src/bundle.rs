//! The page's modules in one script, so that a browser asks once instead of once for each module.
//!
//! The page is written as plain modules, which browsers load one import after the other; on a slow network
//! that takes longer than everything else. Here each module becomes a function that returns its exports,
//! in an order in which imports come first. That needs only two forms, which is how the page is written:
//! statements that begin with `import` at the start of a line, and declarations that begin with `export`.
//! Bindings are copied, not live, so an exported variable must never change; there are no cycles.
//!
//! Comments that fill their lines and indentation are left out, which is a third of the script. So no text in
//! backquotes goes over the end of a line.

use std::collections::HashSet;
use std::fmt::Write;

/// The module `entry` and all that it imports, as one script. `read` returns the text of a module. Fails
/// with a message if a module is missing or written in another form.
pub(crate) fn bundle(entry: &str, read: &dyn Fn(&str) -> Option<String>) -> Result<String, String> {
    let mut bundle = Bundle { read, seen: HashSet::new(), script: String::from("const modules = {};\n") };
    bundle.add(entry)?;
    Ok(bundle.script)
}

struct Bundle<'a> {
    read: &'a dyn Fn(&str) -> Option<String>,
    seen: HashSet<String>,
    script: String,
}

impl Bundle<'_> {
    /// Adds a module after those that it imports.
    fn add(&mut self, name: &str) -> Result<(), String> {
        if !self.seen.insert(name.to_string()) {
            return Ok(());
        }
        let text = (self.read)(name).ok_or_else(|| format!("there is no module {name}"))?;
        let (mut body, mut exports) = (String::new(), Vec::new());
        let text = bare(&text);
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            if line.starts_with("import ") {
                let mut statement = line.to_string();
                while !statement.ends_with(';') {
                    let more = lines.next().ok_or_else(|| format!("{name}: {statement} has no end"))?;
                    statement.push(' ');
                    statement.push_str(more.trim());
                }
                let (names, path) = import(&statement).ok_or_else(|| format!("{name}: {statement}"))?;
                let module = resolve(name, path).ok_or_else(|| format!("{name}: {path} leads nowhere"))?;
                self.add(&module)?;
                // Writing to a string cannot fail.
                let _ = writeln!(body, "const {names} = modules['{module}'];");
            } else if let Some(declaration) = line.strip_prefix("export ") {
                exports.push(declared(declaration).ok_or_else(|| format!("{name}: {line}"))?.to_string());
                let _ = writeln!(body, "{declaration}");
            } else {
                body.push_str(line);
                body.push('\n');
            }
        }
        let exports = exports.join(", ");
        let _ = writeln!(self.script, "modules['{name}'] = (() => {{\n{body}return {{ {exports} }};\n}})();");
        Ok(())
    }
}

/// A module without indentation, and without the comments that fill their lines.
fn bare(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    let mut is_comment = false;
    for line in text.lines().map(str::trim) {
        is_comment |= line.starts_with("/*");
        if !is_comment && !line.starts_with("//") && !line.is_empty() {
            bare.push_str(line);
            bare.push('\n');
        }
        is_comment &= !line.ends_with("*/");
    }
    bare
}

/// The names that a statement imports, as a pattern, and the path that it names.
fn import(statement: &str) -> Option<(String, &str)> {
    let rest = statement.strip_prefix("import ")?.strip_suffix("';")?;
    let (names, path) = rest.split_once(" from '")?;
    let pattern = match names.strip_prefix("* as ") {
        Some(name) => name.to_string(),
        None => names.replace(" as ", ": "),
    };
    Some((pattern, path))
}

/// The name that a declaration declares.
fn declared(declaration: &str) -> Option<&str> {
    let rest = declaration.strip_prefix("async ").unwrap_or(declaration);
    let kinds = ["function* ", "function ", "class ", "const "];
    let rest = kinds.iter().find_map(|kind| rest.strip_prefix(kind))?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$')?;
    (end > 0).then(|| &rest[..end])
}

/// The name of the module at a path that the module `from` names.
fn resolve(from: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str) -> Option<String> {
        let text = match name {
            "app.js" => {
                "import { one } from './deep/one.js';\nimport {\n  two as second,\n} from './two.js';\none(second);\n"
            }
            "deep/one.js" => {
                "import * as two from '../two.js';\nexport async function one() {\n  return two.two;\n}\n"
            }
            "two.js" => "export const two = 2;\n",
            "odd.js" => "export default 3;\n",
            "lost.js" => "import { a } from './none.js';\n",
            _ => return None,
        };
        Some(text.to_string())
    }

    #[test]
    fn modules_come_after_what_they_import_and_once() {
        let script = bundle("app.js", &read).expect("a script");
        let at = |part: &str| script.find(part).unwrap_or_else(|| panic!("{part} is not in {script}"));
        assert!(at("modules['two.js'] =") < at("modules['deep/one.js'] ="));
        assert!(at("modules['deep/one.js'] =") < at("modules['app.js'] ="));
        assert_eq!(script.matches("modules['two.js'] =").count(), 1);
        assert!(script.contains("const { two: second, } = modules['two.js'];"));
        assert!(script.contains("const two = modules['two.js'];") && script.contains("return { one };"));
    }

    #[test]
    fn comments_and_indentation_are_left_out() {
        let module = "// One.\n\n/** Two\n * lines. */\nconst a = {\n  b: 'https://c', // Three.\n};\n/** Four. */\na();\n";
        assert_eq!(bare(module), "const a = {\nb: 'https://c', // Three.\n};\na();\n");
    }

    #[test]
    fn no_text_goes_over_the_end_of_a_line() {
        let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        let mut folders = vec![page];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("a folder of the page") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|kind| kind == "js") {
                    let text = std::fs::read_to_string(&path).expect("a script");
                    let text = text.replace("'`'", "");
                    let open = text.lines().find(|line| line.matches('`').count() % 2 == 1);
                    assert_eq!(open, None, "{}", path.display());
                }
            }
        }
    }

    #[test]
    fn other_forms_and_missing_modules_are_errors() {
        assert!(bundle("odd.js", &read).expect_err("no default").contains("export default"));
        assert!(bundle("lost.js", &read).expect_err("no module").contains("none.js"));
    }
}
