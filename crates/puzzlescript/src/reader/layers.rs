//! The section COLLISIONLAYERS: a line is a layer. A cell holds at most one object of each layer.

use super::Reader;
use super::cursor::{Cursor, is_space};
use crate::script::Meaning;

impl Reader {
    /// Reads a name and adds its objects to the layer of the line.
    pub(super) fn layers(&mut self, cursor: &mut Cursor, at_start: bool) {
        if at_start {
            self.script.layers.push(Vec::new());
        }
        let place = self.place(cursor);
        let name = cursor.take_while(|c| !is_space(c) && c != ',' && c != '(' && c != ')');
        if name.is_empty() {
            if cursor.take_while(|c| is_space(c) || c == ',').is_empty() {
                let found = cursor.take().unwrap_or(' ');
                self.problems.error(place, format!("`{found}` has no meaning in a layer"));
            }
            return;
        }
        cursor.skip_space();
        let Some(layer) = self.script.layers.len().checked_sub(1) else {
            self.problems.error(place, "a name before the first layer");
            return;
        };
        let alone = "background must be alone in its layer";
        if name == "background" {
            if !self.script.layers[layer].is_empty() {
                self.problems.error(place, alone);
            }
            self.word = 1;
        } else if self.word != 0 {
            self.problems.error(place, alone);
        }
        let mentioned = self.script.members(&name).iter().map(|member| self.script.layer_bytes(member)).sum();
        let what = format!("`{name}` puts too many objects into layers: name each object in one layer, once");
        if !self.script.room.take_or_tell(mentioned, &mut self.problems, place, &what) {
            return;
        }
        let members = match self.script.meaning(&name) {
            Some(Meaning::Aggregate(_)) => {
                let message = format!("`{name}` is several objects at once, which cannot be in one layer");
                self.problems.error(place, message);
                Vec::new()
            }
            Some(_) => self.script.members(&name).to_vec(),
            None => {
                self.problems.error(place, format!("`{name}` is not the name of an object or of the legend"));
                Vec::new()
            }
        };
        let is_earlier = |member: &String| self.layered.get(member).is_some_and(|&first| first < layer);
        if members.iter().any(is_earlier) {
            self.problems.warning(place, format!("`{name}` is in an earlier layer, too; this one counts"));
        }
        for member in &members {
            if !self.layered.contains_key(member) {
                self.layered.insert(member.clone(), layer);
            }
        }
        if self.mentioned.get(&name) == Some(&layer) {
            self.problems.warning(place, format!("`{name}` is twice in this layer"));
        }
        self.mentioned.insert(name, layer);
        self.script.layers[layer].extend(members);
    }
}
