//! The geometry of a board: where things lie, in pixels of a 1920x1080 screen.

use serde::Deserialize;
use thiserror::Error;

use crate::frame::{LayoutPx, Rect};
use crate::game::pasyans::Place;

/// Where things lie on the board. Rectangles are in [`LayoutPx`]; a [`super::Placement`] puts them on a frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    file: LayoutFile,
}

/// Why a layout file cannot be used.
#[derive(Clone, Debug, PartialEq, Error)]
#[allow(missing_docs)]
pub enum LayoutError {
    #[error("not a layout: {0}")]
    Syntax(String),
    #[error("{key} is {value}: expected a length above 0")]
    Length { key: &'static str, value: f64 },
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct LayoutFile {
    board: BoardPart,
    cards: CardsPart,
    cell: CellPart,
    controls: ControlsPart,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardPart {
    panel: [f64; 4],
    paper: [f64; 4],
    banner: [f64; 4],
    stripes: Vec<[f64; 2]>,
    bar: [f64; 2],
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct CardsPart {
    first: [f64; 2],
    pitch: [f64; 2],
    size: [f64; 2],
    back_rises: f64,
    corner: [f64; 4],
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct CellPart {
    card: [f64; 2],
    frame: [f64; 4],
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct ControlsPart {
    new_game: [f64; 4],
    counter: [f64; 4],
}

fn rect([x, y, w, h]: [f64; 4]) -> Rect<LayoutPx> {
    Rect::new(x, y, w, h)
}

impl Layout {
    /// Reads a `layout.toml`.
    ///
    /// # Errors
    /// A text that is no layout, or a size that is not above 0.
    pub fn parse(text: &str) -> Result<Layout, LayoutError> {
        let file: LayoutFile =
            toml::from_str(text).map_err(|error| LayoutError::Syntax(error.message().to_string()))?;
        let lengths = [
            ("board.panel width", file.board.panel[2]),
            ("board.panel height", file.board.panel[3]),
            ("cards.pitch across", file.cards.pitch[0]),
            ("cards.pitch down", file.cards.pitch[1]),
            ("cards.size width", file.cards.size[0]),
            ("cards.size height", file.cards.size[1]),
            ("cards.corner width", file.cards.corner[2]),
            ("cards.corner height", file.cards.corner[3]),
        ];
        match lengths.into_iter().find(|&(_, value)| value.is_nan() || value <= 0.0) {
            Some((key, value)) => Err(LayoutError::Length { key, value }),
            None => Ok(Layout { file }),
        }
    }

    /// The panel with everything on it, from the header down to the lower bar.
    pub fn panel(&self) -> Rect<LayoutPx> {
        rect(self.file.board.panel)
    }

    /// The light part of the panel on which the columns lie.
    pub fn paper(&self) -> Rect<LayoutPx> {
        rect(self.file.board.paper)
    }

    /// The banner of a won game.
    pub fn banner(&self) -> Rect<LayoutPx> {
        rect(self.file.board.banner)
    }

    /// A whole card, `depth` cards behind it in its column. The free cell has no depth.
    pub fn card(&self, place: Place, depth: u8) -> Rect<LayoutPx> {
        let cards = &self.file.cards;
        let [x, y] = match place {
            Place::Column(column) => [
                cards.first[0] + cards.pitch[0] * f64::from(column),
                cards.first[1] + cards.pitch[1] * f64::from(depth),
            ],
            Place::Cell => self.file.cell.card,
        };
        Rect::new(x, y, cards.size[0], cards.size[1])
    }

    /// The back of a locked pile, or of the deck in the free cell.
    pub fn back(&self, place: Place) -> Rect<LayoutPx> {
        let card = self.card(place, 0);
        Rect::new(card.x, card.y - self.file.cards.back_rises, card.w, card.h + self.file.cards.back_rises)
    }

    /// The part of a card that its corner picture shows.
    pub fn corner(&self, place: Place, depth: u8) -> Rect<LayoutPx> {
        let card = self.card(place, depth);
        let [x, y, w, h] = self.file.cards.corner;
        Rect::new(card.x + x, card.y + y, w, h)
    }

    /// The corner picture seen from a card's upper left corner.
    pub fn corner_of_card(&self) -> Rect<LayoutPx> {
        rect(self.file.cards.corner)
    }

    /// How far apart columns are, and cards in a column.
    pub fn pitch(&self) -> (f64, f64) {
        (self.file.cards.pitch[0], self.file.cards.pitch[1])
    }

    /// The free cell with its frame.
    pub fn cell_frame(&self) -> Rect<LayoutPx> {
        rect(self.file.cell.frame)
    }

    /// The NEW GAME button.
    pub fn new_game(&self) -> Rect<LayoutPx> {
        rect(self.file.controls.new_game)
    }

    /// The win counter.
    pub fn counter(&self) -> Rect<LayoutPx> {
        rect(self.file.controls.counter)
    }

    /// The stripes that cross the panel under the header, as (upper edge, lower edge); the first touches the header.
    pub(super) fn stripes(&self) -> &[[f64; 2]] {
        &self.file.board.stripes
    }

    /// Upper and lower edge of the bar with the buttons.
    pub(super) fn bar(&self) -> [f64; 2] {
        self.file.board.bar
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHIPPED: &str = include_str!("../../card_back/layout.toml");

    #[test]
    fn the_shipped_layout_is_read_and_columns_lie_on_the_panel() {
        let layout = Layout::parse(SHIPPED).expect("the shipped layout");
        let panel = layout.panel();
        for column in 0..9 {
            assert!(panel.contains(layout.card(Place::Column(column), 7).center()));
        }
        assert_eq!(layout.card(Place::Column(1), 2).x - layout.card(Place::Column(0), 0).x, 134.0);
        assert!(layout.cell_frame().contains(layout.card(Place::Cell, 0).center()));
    }

    #[test]
    fn nonsense_is_refused_with_its_key() {
        assert!(matches!(Layout::parse("[board]\n"), Err(LayoutError::Syntax(_))));
        let unknown = SHIPPED.replace("back_rises", "back_sinks");
        assert!(matches!(Layout::parse(&unknown), Err(LayoutError::Syntax(text)) if text.contains("back_sinks")));
        let flat = SHIPPED.replace("size = [119.0, 181.0]", "size = [0.0, 181.0]");
        assert_eq!(Layout::parse(&flat), Err(LayoutError::Length { key: "cards.size width", value: 0.0 }));
    }
}
