//! The levels of one text.

use unriddle_kit::Collection;

use unriddle_games::read;

#[test]
fn levels_are_taken_by_number() {
    let level = |text: &str| read(text, &[]).expect("a maze");
    let both = || Collection::new(vec![level("S.E"), level("S..E")]).expect("two levels");
    assert_eq!(both().count(), 2);
    let cells = |number: usize| Some(both().take(number)?.start().picture().width);
    assert_eq!((cells(0), cells(1), cells(2), cells(3)), (None, Some(3), Some(4), None));
    assert!(Collection::new(Vec::new()).is_none());
}
