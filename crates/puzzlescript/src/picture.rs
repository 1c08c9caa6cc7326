//! What a level looks like: the background as cells, all else as pieces, in the order of the layers.
//!
//! With `flickscreen` only the screen with the player is shown, with `zoomscreen` a window around it. In a terminal an
//! object is the character that levels are written with, or another one if it has none.

use std::collections::{HashMap, HashSet};

use unriddle_kit::{Cell, Picture, Piece, Style, Tone};

use super::game::Compiled;
use super::level::{ScriptLevel, State};
use super::mask::members;
use super::palette::Palette;
use super::script::{Meaning, Script};
use super::sprites::{Pixels, sprite_of};

/// The most turns of `again` that are shown one by one.
pub const MAX_FRAMES: usize = 60;

/// The most pieces that are drawn, for each cell and besides. Where there are more, only the topmost object of each cell
/// is drawn.
const MAX_PIECES: (usize, usize) = (4, 4096);

/// The most pieces of all frames of a motion.
pub const MAX_MOVING: usize = 1 << 14;

/// The size of the picture of a board with so many cells, in the unit of the game's footprint.
pub fn size(cells: usize) -> usize {
    cells + MAX_PIECES.1 / MAX_PIECES.0
}

/// Objects with longer names are called by their numbers where each piece has a name.
const MAX_NAME_LENGTH: usize = 24;

/// Characters for objects whose name offers none.
const SPARE: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!$%&*+/<=>?@^_{}~#:;,'\"";

/// The style of each object.
#[derive(Clone)]
pub struct Looks {
    styles: Vec<Style>,
}

impl Looks {
    /// The looks of all objects of a game.
    pub fn new(game: &Compiled, script: &Script) -> Looks {
        let palette = game.prelude.palette.as_deref().and_then(Palette::named).unwrap_or_else(Palette::usual);
        let glyphs = glyphs(game, script);
        let style = |(id, object): (usize, &super::game::Object)| {
            let colours: Vec<Option<u32>> = object.colours.iter().map(|name| palette.colour(name)).collect();
            let mut pixels: Pixels = [[None; 5]; 5];
            for (y, row) in pixels.iter_mut().enumerate() {
                for (x, pixel) in row.iter_mut().enumerate() {
                    let index = match object.pixels.get(y).and_then(|row| row.get(x)) {
                        _ if object.pixels.is_empty() => Some(0),
                        Some(index) => *index,
                        None => None,
                    };
                    *pixel = index.and_then(|index| colours.get(usize::from(index)).copied().flatten());
                }
            }
            let ground = object.layer == game.objects[game.background].layer;
            Style::new(sprite_of(&pixels, ground), tone(game, id), glyphs[id])
        };
        Looks { styles: game.objects.iter().enumerate().map(style).collect() }
    }

    /// The style of an object.
    pub fn style(&self, id: usize) -> Style {
        self.styles[id]
    }
}

/// A colour by meaning, for terminals: what the player is, what is to be reached, what stands in the way.
fn tone(game: &Compiled, id: usize) -> Tone {
    let has = |mask: &super::mask::Mask| mask.0[id / 64] >> (id % 64) & 1 == 1;
    if game.objects[id].layer == game.objects[game.background].layer {
        return Tone::Floor;
    }
    if has(&game.player.mask) {
        return Tone::Player;
    }
    if game.wins.iter().any(|win| win.on.as_ref().is_some_and(|on| has(&on.mask))) {
        return Tone::Goal;
    }
    if game.wins.iter().any(|win| has(&win.what.mask)) {
        return Tone::Blue;
    }
    if game.objects[id].name.contains("wall") { Tone::Wall } else { Tone::Red }
}

/// A character for each object, no two the same: its key in the legend, a letter of its name, or a spare one.
fn glyphs(game: &Compiled, script: &Script) -> Vec<char> {
    let mut taken: HashSet<char> = HashSet::new();
    let mut glyphs = vec![None; game.objects.len()];
    let single = |name: &str| {
        let mut chars = name.chars();
        chars.next().filter(|c| chars.next().is_none() && c.is_ascii_graphic())
    };
    let ground = &game.objects[game.background].name;
    let mut keys: HashMap<&String, char> = HashMap::new();
    for (name, _) in &script.legend {
        if let (Some(Meaning::Object(object)), Some(key)) = (script.meaning(name), single(name)) {
            keys.entry(object).or_insert(key);
        }
    }
    for (id, object) in game.objects.iter().enumerate() {
        let key = if object.name == *ground { Some('.') } else { keys.get(&object.name).copied() };
        glyphs[id] = key.map(|key| key.to_ascii_uppercase()).filter(|&key| taken.insert(key));
    }
    for (id, object) in game.objects.iter().enumerate().filter(|(_, object)| !object.name.is_empty()) {
        if glyphs[id].is_none() {
            let mut offered = object.name.chars().filter(char::is_ascii_graphic).chain(SPARE.chars());
            glyphs[id] = offered.find(|&glyph| taken.insert(glyph));
        }
    }
    // Beyond a hundred objects, letters of other alphabets.
    let mut further = ('α'..='ω').chain('а'..='я').chain('Ā'..='ſ').filter(|glyph| !taken.contains(glyph));
    glyphs.into_iter().map(|glyph| glyph.or_else(|| further.next()).unwrap_or('?')).collect()
}

/// The part of a board that is shown: its first column and row, width and height.
pub fn window(level: &ScriptLevel, state: &State) -> (usize, usize, usize, usize) {
    let (game, layout) = (level.game(), level.layout());
    let whole = (0, 0, layout.width, layout.height);
    let prelude = &game.prelude;
    let (Some((width, height)), flick) =
        (prelude.flickscreen.or(prelude.zoomscreen), prelude.flickscreen.is_some())
    else {
        return whole;
    };
    let words = game.object_words;
    let mut cells = state.snapshot.objects.chunks(words);
    // The window stays where it was when there is no player; a state does not know where that is.
    let Some(player) = cells.position(|cell| game.player.mask.meets(cell)) else {
        return whole;
    };
    let (x, y) = (player / layout.height, player % layout.height);
    let (width, height) = (width.min(layout.width), height.min(layout.height));
    let first = |at: usize, size: usize, all: usize| {
        if flick { at / size * size } else { at.saturating_sub(size / 2).min(all - size) }
    };
    let (left, top) = (first(x, width, layout.width), first(y, height, layout.height));
    (left, top, width.min(layout.width - left), height.min(layout.height - top))
}

/// How often each object is on the board.
pub fn counts(level: &ScriptLevel, state: &State) -> Vec<usize> {
    let game = level.game();
    let mut count = vec![0; game.objects.len()];
    for cell in state.snapshot.objects.chunks(game.object_words) {
        members(cell).for_each(|id| count[id] += 1);
    }
    count
}

/// The name of the piece for one of `count` equal objects, in a cell. A single one keeps its name wherever it goes; of
/// several, no one knows which is which.
pub fn piece_name(game: &Compiled, id: usize, cell: usize, count: usize) -> String {
    let name = &game.objects[id].name;
    match (name.len() > MAX_NAME_LENGTH, count) {
        (false, 1) => name.clone(),
        (false, _) => format!("{name} {cell}"),
        (true, 1) => format!("object {id}"),
        (true, _) => format!("object {id} {cell}"),
    }
}

/// The picture of a state.
pub fn picture(level: &ScriptLevel, state: &State) -> Picture {
    let (game, looks) = (level.game(), &level.script.looks);
    let (left, top, width, height) = window(level, state);
    let full_height = level.layout().height;
    let ground = game.objects[game.background].layer;
    let count = counts(level, state);
    let mut picture = Picture { width, height, ..Picture::default() };
    let mut seen = vec![false; game.objects.len()];
    let cells = level.layout().width * full_height;
    let top_only = count.iter().sum::<usize>() > (MAX_PIECES.0 + 1) * cells + MAX_PIECES.1;
    for y in 0..height {
        for x in 0..width {
            let cell = (left + x) * full_height + top + y;
            let objects = &state.snapshot.objects[cell * game.object_words..][..game.object_words];
            let topmost = if top_only { members(objects).last() } else { None };
            for id in members(objects) {
                let (object, style) = (&game.objects[id], looks.style(id));
                if topmost.is_some_and(|top| id != top) && object.layer != ground {
                    continue;
                }
                seen[id] = true;
                if object.layer == ground {
                    picture.cells.push(Cell { x, y, style });
                    continue;
                }
                let name = piece_name(game, id, cell, count[id]);
                picture.pieces.push(Piece::new(name, x as f32, y as f32, style));
            }
        }
    }
    let named = (0..game.objects.len()).filter(|&id| seen[id]);
    picture.legend = named.map(|id| (looks.style(id), game.called(id).to_string())).collect();
    picture.caption = state.message.as_ref().map(|message| message.replace('\n', " / "));
    picture
}
