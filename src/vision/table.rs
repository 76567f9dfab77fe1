//! Reading a table: what lies in each column and in the free cell, once the board is placed.

use super::deck::{self, Costs, LEAST_CONTRAST};
use super::glyph::{Evidence, Glyphs};
use super::layout::Layout;
use super::outline::{PIECES, is_back, outline};
use super::pixels::Pixels;
use super::place::Placed;
use super::rows::RowGain;
use super::{CardSighting, Placement};
use crate::frame::{LayoutPx, Point, Rect};
use crate::game::pasyans::{COLUMNS, MAX_COLUMN, Place};

/// What a place holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    /// That many cards, face up.
    Cards(u8),
    Nothing,
    /// A gold back: a locked pile, or the deck in the free cell.
    Back,
    /// Something that is none of these.
    Unknown,
}

/// What was seen on a table; kept between frames for its buffers.
#[derive(Debug)]
pub(super) struct Table {
    pub columns: [Holds; COLUMNS],
    pub cell: Holds,
    /// Where each card lies and what was seen there; `kind` is set by the picture alone.
    pub cards: Vec<CardSighting>,
    /// The costs of the kinds for each card.
    pub costs: Vec<Costs>,
    paper_rows: RowGain,
    cell_rows: RowGain,
}

/// With this many pieces of its outline a card is there even if its corner cannot be read.
const OUTLINED: usize = PIECES - 2;
/// A corner this clear shows a card even where its outline is hidden.
const CLEAR: f32 = 0.85;

impl Default for Table {
    fn default() -> Table {
        Table {
            columns: [Holds::Unknown; COLUMNS],
            cell: Holds::Unknown,
            cards: Vec::new(),
            costs: Vec::new(),
            paper_rows: RowGain::default(),
            cell_rows: RowGain::default(),
        }
    }
}

impl Table {
    /// Looks at every column and at the free cell.
    pub fn look(&mut self, pixels: Pixels, layout: &Layout, glyphs: &mut Glyphs, placed: &Placed) {
        self.cards.clear();
        self.costs.clear();
        self.paper_rows.measure_paper(pixels, layout, placed.placement);
        self.cell_rows.measure_cell(pixels, layout, placed.placement);
        let mut eye = Eye { pixels, layout, glyphs, placed, color: paper_color(pixels, layout, placed.placement) };
        for column in 0..COLUMNS as u8 {
            let place = Place::Column(column);
            let holds = eye.place(&self.paper_rows, place, MAX_COLUMN as u8, &mut self.cards, &mut self.costs);
            self.columns[usize::from(column)] = holds;
        }
        self.cell = eye.place(&self.cell_rows, Place::Cell, 1, &mut self.cards, &mut self.costs);
    }

    /// How many columns hold a gold back.
    pub fn locked(&self) -> usize {
        self.columns.iter().filter(|&&holds| holds == Holds::Back).count()
    }
}

/// The blank paper's colour.
fn paper_color(pixels: Pixels, layout: &Layout, placement: Placement) -> [f32; 3] {
    let paper = layout.paper();
    let blank = Rect::new(paper.x + 30.0, paper.y + 15.0, 900.0, 70.0);
    pixels.color(placement.rect(blank)).unwrap_or([0.0; 3])
}

struct Eye<'a> {
    pixels: Pixels<'a>,
    layout: &'a Layout,
    glyphs: &'a mut Glyphs,
    placed: &'a Placed,
    color: [f32; 3],
}

impl Eye<'_> {
    fn place(
        &mut self,
        gain: &RowGain,
        place: Place,
        most: u8,
        cards: &mut Vec<CardSighting>,
        costs: &mut Vec<Costs>,
    ) -> Holds {
        if is_back(self.pixels, self.placed.placement, self.layout.back(place), self.color) {
            return Holds::Back;
        }
        for depth in 0..most {
            let card = self.layout.card(place, depth);
            let at = self.placed.placement.point(Point::new(card.x, card.y));
            let pieces = outline(self.pixels, gain, self.placed.placement, card, self.placed.paper);
            let evidence = self.glyphs.look(self.pixels, gain, at);
            let clear = evidence.fit[evidence.best] >= CLEAR && evidence.contrast >= LEAST_CONTRAST;
            if pieces < OUTLINED && !clear {
                return match depth {
                    0 if self.is_bare(card) => Holds::Nothing,
                    0 => Holds::Unknown,
                    depth => Holds::Cards(depth),
                };
            }
            let (sighting, cost) = self.judge(place, depth, &evidence);
            cards.push(sighting);
            costs.push(cost);
        }
        Holds::Cards(most)
    }

    fn judge(&self, place: Place, depth: u8, evidence: &Evidence) -> (CardSighting, Costs) {
        let costs = deck::costs(evidence, self.placed.paper);
        let mut corner = self.placed.placement.rect(self.layout.corner(place, depth));
        let explained = |kind: crate::game::pasyans::Kind| {
            let cost = costs[usize::from(kind.code()) - 1];
            (1.0 - cost.exp()).max(0.0).sqrt()
        };
        let (score, second) = match deck::best(&costs) {
            Some((best, second, _)) => {
                corner.x += f64::from(evidence.shift.0);
                corner.y += f64::from(evidence.shift.1);
                (explained(best), explained(second))
            }
            None => (evidence.fit[evidence.best].clamp(0.0, 1.0), 0.0),
        };
        (CardSighting { place, depth, corner, kind: deck::sure(&costs), score, second }, costs)
    }

    /// Is nothing but the pale mark of an empty place there?
    fn is_bare(&self, card: Rect<LayoutPx>) -> bool {
        let (columns, rows) = (3, 4);
        let (w, h) = (card.w / f64::from(columns), card.h / f64::from(rows));
        (0..columns * rows).all(|cell| {
            let (x, y) = (f64::from(cell % columns), f64::from(cell / columns));
            let rect = self.placed.placement.rect(Rect::new(card.x + x * w, card.y + y * h, w, h));
            // The mark's hatching takes a tenth of the brightness; a card's art takes more in some part.
            self.pixels.block(rect).is_some_and(|level| (0.78..1.1).contains(&(level / self.placed.paper)))
        })
    }
}
