//! Where the cursor begins.

use unriddle_kit::Controls;
use unriddle_kit::session::first_cell;

use unriddle_games::read;

#[test]
fn the_cursor_begins_where_something_can_be_laid() {
    let factory = read("#  #  #\n+> . ->", &[]).expect("a level");
    let position = factory.start();
    assert_eq!(first_cell(position.as_ref(), Controls::Cells, (3, 2)), Some((1, 1)));
    assert_eq!(first_cell(position.as_ref(), Controls::Directions, (3, 2)), None);
}
