//! The names of a script by number, because rules are copied and compared many times.

use std::collections::HashMap;

use crate::script::{Meaning, Script};

/// A name of the script in rules: an index into [`Names`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(pub u32);

/// All names of a script, numbered: the objects first, in the order of their declaration.
#[derive(Clone, Debug, Default)]
pub struct Names {
    list: Vec<(String, Named)>,
    numbers: HashMap<String, Name>,
    selves: Vec<Name>,
}

/// What a numbered name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// An object.
    Object,
    /// All of these objects.
    Aggregate(Vec<Name>),
    /// Any of these objects.
    Property(Vec<Name>),
    /// Nothing, because of an error.
    Nothing,
}

impl Names {
    /// The names of a script. Another name of an object has the number of the object.
    pub fn new(script: &Script) -> Names {
        let mut names = Names::default();
        for object in &script.objects {
            names.add(&object.name, Named::Object);
        }
        for (name, _) in &script.legend {
            if names.numbers.contains_key(name) {
                continue;
            }
            let numbers = |members: &[String]| members.iter().filter_map(|m| names.number(m)).collect();
            let named = match script.meaning(name) {
                Some(Meaning::Object(object)) => {
                    if let Some(number) = names.number(object) {
                        names.numbers.insert(name.clone(), number);
                        continue;
                    }
                    Named::Nothing
                }
                Some(Meaning::Aggregate(members)) => Named::Aggregate(numbers(members)),
                Some(Meaning::Property(members)) => Named::Property(numbers(members)),
                Some(Meaning::Nothing) | None => Named::Nothing,
            };
            names.add(name, named);
        }
        names
    }

    fn add(&mut self, name: &str, named: Named) {
        let number = Name(self.list.len() as u32);
        self.numbers.insert(name.to_string(), number);
        self.selves.push(number);
        self.list.push((name.to_string(), named));
    }

    /// The number of a name.
    pub fn number(&self, name: &str) -> Option<Name> {
        self.numbers.get(name).copied()
    }

    /// The name as text.
    pub fn text(&self, name: Name) -> &str {
        &self.list[name.0 as usize].0
    }

    /// What a name stands for.
    pub fn named(&self, name: Name) -> &Named {
        &self.list[name.0 as usize].1
    }

    /// The name of an object as the list of its objects.
    pub fn itself(&self, name: Name) -> &[Name] {
        std::slice::from_ref(&self.selves[name.0 as usize])
    }

    /// The members of a property; nothing for any other name.
    pub fn property(&self, name: Name) -> Option<&[Name]> {
        match self.named(name) {
            Named::Property(members) => Some(members),
            _ => None,
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.list.len()
    }
}
