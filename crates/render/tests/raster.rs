//! PNG images and films: what every game promises of them.

#![cfg(feature = "raster")]

use std::io;
use std::path::Path;

use serde_json::{Map, Value};
use unriddle_games::{GAMES, read, read_as};
use unriddle_kit::{Level, Picture, Request};
use unriddle_render as render;
use unriddle_render::{GifError, GifOptions, Layout, SIDES, Theme};
use unriddle_search::Monitor;

/// The shipped levels.
fn shipped() -> Vec<(String, Box<dyn Level>)> {
    let mut all = Vec::new();
    for game in GAMES {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels").join(game.id());
        let list = std::fs::read_to_string(folder.join("expected.json")).expect("a list of results");
        let list: Map<String, Value> = serde_json::from_str(&list).expect("it is JSON");
        // Of a file with several levels the first one is drawn.
        let first = |name: &String| name.split_once('#').is_none_or(|(_, number)| number == "1");
        let files = list.keys().filter(|name| first(name)).map(|name| name.split('#').next().unwrap_or(name));
        for name in files {
            let text = std::fs::read_to_string(folder.join(name)).expect("a level");
            all.push((name.to_string(), read_as(*game, &text, &[]).expect("it can be read")));
        }
    }
    all
}

/// The moves of a solution.
fn solution(level: &dyn Level) -> Vec<String> {
    let answer = level.start().solve(&Request::default(), &mut Monitor::default());
    answer.outcome.solution().expect("it can be solved").moves.clone()
}

fn png(level: &dyn Level, moves: &[String], side: Option<u32>, theme: Theme) -> Image {
    let mut position = level.start();
    moves.iter().for_each(|name| position.advance(name).expect("it can be made"));
    let mut file = Vec::new();
    render::png(&position.picture(), side, theme, &mut file).expect("memory can be written");
    decode(&file)
}

/// Red, green and blue of each pixel.
#[derive(Clone, PartialEq)]
struct Image {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 3]>,
}

fn decode(file: &[u8]) -> Image {
    let mut reader = png::Decoder::new(io::Cursor::new(file)).read_info().expect("a PNG image");
    let mut bytes = vec![0; reader.output_buffer_size().expect("it has a size")];
    let info = reader.next_frame(&mut bytes).expect("it is whole");
    let pixels = bytes[..info.buffer_size()].as_chunks::<3>().0.to_vec();
    Image { width: info.width as usize, height: info.height as usize, pixels }
}

/// The number of frames of a film, its length in hundredths of a second, and what is seen at its end.
fn play(file: &[u8]) -> (usize, usize, Image) {
    let mut decoder = gif::DecodeOptions::new();
    decoder.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = decoder.read_info(file).expect("a GIF film");
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut seen = Image { width, height, pixels: vec![[0; 3]; width * height] };
    let (mut count, mut time) = (0, 0);
    while let Some(frame) = decoder.read_next_frame().expect("it is whole") {
        (count, time) = (count + 1, time + usize::from(frame.delay));
        let (left, top, wide) = (usize::from(frame.left), usize::from(frame.top), usize::from(frame.width));
        for (at, pixel) in frame.buffer.as_chunks::<4>().0.iter().enumerate() {
            if pixel[3] > 0 {
                let place = (top + at / wide) * width + left + at % wide;
                seen.pixels[place] = [pixel[0], pixel[1], pixel[2]];
            }
        }
    }
    (count, time, seen)
}

fn film(level: &dyn Level, moves: &[String], options: &GifOptions) -> (render::Footage, Vec<u8>) {
    let mut file = Vec::new();
    let footage = render::gif(level, moves, options, &mut file).expect("the moves can be made");
    (footage, file)
}

/// The most that two images differ in a pixel.
fn difference(one: &Image, other: &Image) -> u8 {
    assert_eq!((one.width, one.height), (other.width, other.height));
    let pairs = one.pixels.iter().flatten().zip(other.pixels.iter().flatten());
    pairs.map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0)
}

#[test]
fn every_level_has_an_image_of_the_size_that_was_asked_for() {
    for (name, level) in shipped() {
        let image = png(level.as_ref(), &[], Some(200), Theme::Light);
        assert_eq!(image.width.max(image.height), 200, "{name}");
        let colours: std::collections::HashSet<[u8; 3]> = image.pixels.iter().copied().collect();
        assert!(colours.len() > 3, "{name} has {} colours", colours.len());
    }
}

#[test]
fn light_and_dark_show_the_same_drawing() {
    for (name, level) in shipped().into_iter().step_by(5) {
        let [light, dark] =
            [Theme::Light, Theme::Dark].map(|theme| png(level.as_ref(), &[], Some(160), theme));
        assert!(light != dark, "{name}");
        assert_eq!((light.width, light.height), (dark.width, dark.height), "{name}");
        // The corner is empty: paper is lighter in the light.
        assert!(light.pixels[0][0] > dark.pixels[0][0], "{name}");
    }
}

#[test]
fn a_film_ends_with_the_picture_of_the_last_position() {
    let still = |level: &dyn Level, moves: &[String]| {
        let mut position = level.start();
        moves.iter().for_each(|name| position.advance(name).expect("it can be made"));
        position.film(0).is_empty()
    };
    let mut games = std::collections::BTreeMap::new();
    for (name, level) in shipped() {
        // The first levels of a game are easy to solve.
        let seen = games.entry(level.game().id()).or_insert(0);
        *seen += 1;
        if *seen > 2 {
            continue;
        }
        let moves = solution(level.as_ref());
        if !still(level.as_ref(), &moves) {
            continue;
        }
        let options = GifOptions { side: Some(240), theme: Theme::Light, steps: 10 };
        let (footage, file) = film(level.as_ref(), &moves, &options);
        let (count, time, last) = play(&file);
        assert_eq!((count, moves.len()), (footage.frames, footage.moves), "{name}");
        assert!(count > moves.len() && time > 100, "{name}: {count} frames, {time}/100 s");
        let image = png(level.as_ref(), &moves, Some(240), Theme::Light);
        assert!(difference(&last, &image) < 48, "{name}: {}", difference(&last, &image));
        let same = last.pixels.iter().zip(&image.pixels).filter(|(a, b)| a == b).count();
        assert!(same * 10 > image.pixels.len() * 9, "{name}: {same} of {} pixels", image.pixels.len());
    }
    assert_eq!(games.len(), GAMES.len());
}

#[test]
fn what_runs_by_itself_is_filmed() {
    let level = read("+> > > > > ->", &[]).expect("a factory");
    let frames = |steps| {
        let options = GifOptions { side: Some(120), theme: Theme::Dark, steps };
        film(level.as_ref(), &[], &options).0.frames
    };
    assert!(frames(0) == 1 && frames(6) > 6, "{} and {}", frames(0), frames(6));
}

#[test]
fn a_long_film_of_a_large_board_leaves_moves_out() {
    let row = ".".repeat(300);
    let text = format!("{row}\n").repeat(299) + "S" + &".".repeat(298) + "E";
    let level = read(&text, &[]).expect("a maze");
    let moves = level.start().split("F299").expect("moves");
    let options = GifOptions { side: Some(300), theme: Theme::Light, steps: 0 };
    let (footage, file) = film(level.as_ref(), &moves, &options);
    assert!(footage.moves < moves.len() && footage.frames <= footage.moves + 1, "{footage:?}");
    let (_, _, last) = play(&file);
    let image = png(level.as_ref(), &moves, Some(300), Theme::Light);
    assert!(difference(&last, &image) < 48);
}

#[test]
fn no_size_takes_more_than_a_large_image() {
    let level = read("S.E", &[]).expect("a maze");
    for side in [0, 1, 5000, u32::MAX] {
        let image = png(level.as_ref(), &[], Some(side), Theme::Light);
        let longer = u32::try_from(image.width.max(image.height)).expect("it is small");
        assert!(SIDES.contains(&longer), "{longer}");
    }
    let endless = Picture { width: 3, height: usize::MAX, ..Picture::default() };
    assert!(Layout::of_side(&endless, u32::MAX).pixels() <= 4096 * 4096);
}

#[test]
fn a_film_that_cannot_be_written_is_an_error() {
    struct Full;
    impl io::Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let level = read("S.E", &[]).expect("a maze");
    let options = GifOptions { side: None, theme: Theme::Light, steps: 0 };
    let failed = render::gif(level.as_ref(), &["F".to_string()], &options, Full);
    assert!(matches!(failed, Err(GifError::Write(_))), "{failed:?}");
    let failed = render::gif(level.as_ref(), &["nonsense".to_string()], &options, io::sink());
    assert!(matches!(failed, Err(GifError::Play(_))), "{failed:?}");
    assert!(render::png(&level.start().picture(), None, Theme::Light, Full).is_err());
}
