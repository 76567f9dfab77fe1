//! Where everything lies on the table, in pixels of a 1920x1080 screen, as measured on captures of the game.

use crate::frame::{LayoutPx, Point, Rect};
use crate::game::pasyans::{COLUMNS, Place};

/// The picture all of this is measured on.
pub const SIZE: (f64, f64) = (1920.0, 1080.0);
/// A card's face, without its shadow.
pub const CARD: (f64, f64) = (119.0, 181.0);
/// From one column to the next, and from a card to the one in front of it.
pub const PITCH: (f64, f64) = (134.0, 30.0);
/// A locked pile and the deck lie so much higher than a card.
pub const BACK_RISE: f64 = 8.0;
/// The cream panel with its dark header.
pub const SCREEN: Rect<LayoutPx> = Rect::new(333.0, 145.0, 1255.0, 784.0);
/// The header; cream begins below it.
pub const HEADER: Rect<LayoutPx> = Rect::new(333.0, 145.0, 1255.0, 153.0);
/// The free cell's frame.
pub const CELL_FRAME: Rect<LayoutPx> = Rect::new(1346.0, 193.0, 164.0, 224.0);
/// The bar along the bottom.
pub const BAR: Rect<LayoutPx> = Rect::new(333.0, 880.0, 1255.0, 40.0);
/// The win counter's field.
pub const WIN_COUNT: Rect<LayoutPx> = Rect::new(500.0, 888.0, 108.0, 22.0);
/// The button INSTRUCTIONS.
pub const INSTRUCTIONS: Rect<LayoutPx> = Rect::new(1003.0, 880.0, 246.0, 40.0);
/// The button NEW GAME.
pub const NEW_GAME: Rect<LayoutPx> = Rect::new(1254.0, 880.0, 246.0, 40.0);
/// The win banner.
pub const BANNER: Rect<LayoutPx> = Rect::new(333.0, 513.0, 1255.0, 195.0);
/// What the veil under the banner covers.
pub const VEIL: Rect<LayoutPx> = Rect::new(333.0, 440.0, 1255.0, 400.0);
/// Where a player may press: the columns' whole area (to the foot of a column of eight).
pub const COLUMNS_AREA: Rect<LayoutPx> = Rect::new(351.0, 449.0, 1221.0, 411.0);

const FIRST: Point<LayoutPx> = Point::new(366.0, 459.0);
const CELL: Point<LayoutPx> = Point::new(1366.0, 214.0);
/// A drop counts for a column this far beside and beyond its cards.
const DROP_MARGIN: (f64, f64) = (7.0, 10.0);

/// The top left corner of the card with `depth` cards behind it.
pub fn slot(place: Place, depth: usize) -> Point<LayoutPx> {
    match place {
        Place::Cell => CELL,
        Place::Column(column) => Point::new(FIRST.x + PITCH.0 * f64::from(column), FIRST.y + PITCH.1 * depth as f64),
    }
}

/// The card in `place` that shows at this point, as the number of cards behind it; `lens` are the columns' lengths.
pub fn touched(point: Point<LayoutPx>, lens: &[usize; COLUMNS], cell_full: bool) -> Option<(Place, usize)> {
    if cell_full && face(CELL, 1).contains(point) {
        return Some((Place::Cell, 0));
    }
    let column = (0..COLUMNS as u8).map(Place::Column).zip(lens);
    let (place, len) =
        column.into_iter().find(|&(place, &len)| len > 0 && face(slot(place, 0), len).contains(point))?;
    Some((place, (((point.y - FIRST.y) / PITCH.1) as usize).min(len - 1)))
}

/// Where cards let go with the pointer at this point would land.
pub fn drop_target(point: Point<LayoutPx>, lens: &[usize; COLUMNS]) -> Option<Place> {
    if CELL_FRAME.contains(point) {
        return Some(Place::Cell);
    }
    let column = (0..COLUMNS as u8).map(Place::Column).zip(lens);
    column.into_iter().find_map(|(place, &len)| {
        let cards = face(slot(place, 0), len.max(1));
        let wide = Rect::new(
            cards.x - DROP_MARGIN.0,
            cards.y - DROP_MARGIN.1,
            cards.w + 2.0 * DROP_MARGIN.0,
            cards.h + 2.0 * DROP_MARGIN.1,
        );
        wide.contains(point).then_some(place)
    })
}

/// May a player press there: on the columns, the free cell or NEW GAME?
pub fn is_for_players(point: Point<LayoutPx>) -> bool {
    [COLUMNS_AREA, CELL_FRAME, NEW_GAME].iter().any(|area| area.contains(point))
}

/// What a column of `len` cards covers, from its back card's corner.
fn face(corner: Point<LayoutPx>, len: usize) -> Rect<LayoutPx> {
    Rect::new(corner.x, corner.y, CARD.0, CARD.1 + PITCH.1 * (len - 1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_covered_card_shows_a_strip_and_the_front_card_all_of_it() {
        let lens = [4, 0, 1, 4, 4, 4, 4, 4, 8];
        let at = |x, y| touched(Point::new(x, y), &lens, false);
        assert_eq!(at(370.0, 460.0), Some((Place::Column(0), 0)));
        assert_eq!(at(370.0, 488.9), Some((Place::Column(0), 0)));
        assert_eq!(at(370.0, 489.0), Some((Place::Column(0), 1)));
        assert_eq!(at(484.9, 729.9), Some((Place::Column(0), 3)));
        assert_eq!(at(484.9, 730.1), None);
        assert_eq!(at(485.1, 600.0), None);
        assert_eq!(at(520.0, 500.0), None, "an empty column");
        assert_eq!(at(1440.0, 849.0), Some((Place::Column(8), 7)));
        assert_eq!(at(1400.0, 300.0), None, "an empty cell");
        assert_eq!(touched(Point::new(1400.0, 300.0), &lens, true), Some((Place::Cell, 0)));
    }

    #[test]
    fn an_empty_column_takes_a_drop_where_its_first_card_would_lie() {
        let lens = [4, 0, 4, 4, 4, 4, 4, 4, 4];
        assert_eq!(drop_target(Point::new(560.0, 600.0), &lens), Some(Place::Column(1)));
        assert_eq!(drop_target(Point::new(560.0, 700.0), &lens), None);
        assert_eq!(drop_target(Point::new(426.0, 700.0), &lens), Some(Place::Column(0)));
        assert_eq!(drop_target(Point::new(1350.0, 200.0), &lens), Some(Place::Cell));
    }
}
