//! Reading a table: what lies in each column and in the free cell, once the board is placed.

use super::assign::HOPELESS;
use super::glyph::{Evidence, Glyphs, Leans};
use super::judge::Placed;
use super::kinds::{self, Costs, LEAST_CONTRAST};
use super::layout::Layout;
use super::memory::Memory;
use super::outline::{PIECES, is_back, outline};
use super::pixels::Pixels;
use super::rows::RowGain;
use super::skin::{SHAPES, shape_of};
use super::{CardSighting, Holds, Placement};
use crate::frame::{LayoutPx, Point, Rect};
use crate::game::pasyans::{COLUMNS, Kind, MAX_COLUMN, Place};

/// What was seen on a table; kept between frames for its buffers.
#[derive(Debug)]
pub(super) struct Table {
    pub columns: [Holds; COLUMNS],
    pub cell: Holds,
    /// Where each card lies and what was seen there; `kind` is set by the picture alone.
    pub cards: Vec<CardSighting>,
    /// The costs of the kinds for each card.
    pub costs: Vec<Costs>,
    /// The level of blank paper between scan lines.
    pub paper: f32,
    /// How bright the rows are on which the columns lie.
    pub paper_rows: RowGain,
    cell_rows: RowGain,
    memory: Memory,
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
            paper: 0.0,
            paper_rows: RowGain::default(),
            cell_rows: RowGain::default(),
            memory: Memory::default(),
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
        self.paper = placed.paper / self.paper_rows.share().max(0.2);
        let color = paper_color(pixels, layout, placed.placement);
        let paper = self.paper;
        let memory = &mut self.memory;
        let mut eye = Eye { pixels, layout, glyphs, placed, color, paper, memory, is_coarse: false };
        for column in 0..COLUMNS as u8 {
            let place = Place::Column(column);
            let holds = eye.place(&self.paper_rows, place, MAX_COLUMN as u8, &mut self.cards, &mut self.costs);
            self.columns[usize::from(column)] = holds;
        }
        self.cell = eye.place(&self.cell_rows, Place::Cell, 1, &mut self.cards, &mut self.costs);
        let is_coarse = eye.is_coarse;
        self.distrust_a_poor_picture(is_coarse);
    }

    /// A picture on which hardly a card is clear makes one of them clear by accident: at 600x338, moved by half a pixel,
    /// five cards of 420 were, and one of those was wrong. So does a coarse one that hardly shows where cards lie: compressed
    /// as JPEG 60, a few cards of a 600x338 picture were seen, and 11 of 450 were wrong.
    fn distrust_a_poor_picture(&mut self, is_coarse: bool) {
        let clear = self.cards.iter().filter(|card| card.kind.is_some()).count();
        let hardly_seen = 2 * (self.cards.len() + 4 * self.locked()) < 36;
        if 2 * clear < self.cards.len() || is_coarse && hardly_seen {
            self.cards.iter_mut().for_each(|card| card.kind = None);
        }
    }

    /// How a card that was seen lies between the shapes that it may have.
    pub fn compare(&self, pixels: Pixels, layout: &Layout, glyphs: &mut Glyphs, placed: &Placed, card: usize) -> Leans {
        let (sighting, costs) = (&self.cards[card], &self.costs[card]);
        let least = costs.iter().copied().fold(f32::INFINITY, f32::min);
        // Nothing was recognised there at all.
        if least == 0.0 {
            return Leans::default();
        }
        let mut among = [false; SHAPES];
        let candidates = Kind::all().zip(costs).filter(|&(_, &cost)| cost <= least + HOPELESS);
        candidates.for_each(|(kind, _)| among[shape_of(kind)] = true);
        let corner = layout.card(sighting.place, sighting.depth);
        let at = placed.placement.point(Point::new(corner.x, corner.y));
        let expected = placed.placement.rect(layout.corner(sighting.place, sighting.depth));
        let shift = ((sighting.corner.x - expected.x) as f32, (sighting.corner.y - expected.y) as f32);
        let gain = if sighting.place == Place::Cell { &self.cell_rows } else { &self.paper_rows };
        glyphs.lean(pixels, gain, at, shift, among)
    }

    /// How well the shapes fit, on average over the cards; `None` with too few cards to tell.
    pub fn fit(&self) -> Option<f32> {
        let fits = || self.cards.iter().map(|card| card.score).filter(|&score| score > 0.5);
        let count = fits().count();
        (count >= 8).then(|| fits().sum::<f32>() / count as f32)
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
    /// Between scan lines.
    paper: f32,
    memory: &'a mut Memory,
    /// Did too few pixels show some corner for a card to be trusted by itself?
    is_coarse: bool,
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
            let pieces = outline(self.pixels, gain, self.placed.placement, card, self.paper);
            let evidence = self.memory.look(self.pixels, gain, self.glyphs, (place, depth), at);
            let inked = evidence.contrast >= LEAST_CONTRAST;
            let clear = inked && evidence.fit[evidence.best] >= CLEAR;
            // The pale mark of an empty column has an outline too.
            let mark = depth == 0 && !inked && self.is_bare(gain, card);
            if mark || pieces < OUTLINED && !clear {
                return match depth {
                    0 if mark || self.is_bare(gain, card) => Holds::Nothing,
                    0 => Holds::Unknown,
                    depth => Holds::Cards(depth),
                };
            }
            self.is_coarse |= kinds::is_coarse(&evidence);
            let (sighting, cost) = self.judge(place, depth, &evidence);
            cards.push(sighting);
            costs.push(cost);
        }
        Holds::Cards(most)
    }

    fn judge(&self, place: Place, depth: u8, evidence: &Evidence) -> (CardSighting, Costs) {
        let costs = kinds::costs(evidence, self.paper);
        let mut corner = self.placed.placement.rect(self.layout.corner(place, depth));
        let explained = |kind: Kind| kinds::explained(&costs, evidence, kind);
        let (score, second) = match kinds::best(&costs) {
            Some((best, second, _)) => {
                corner.x += f64::from(evidence.shift.0);
                corner.y += f64::from(evidence.shift.1);
                (explained(best), explained(second))
            }
            None => (evidence.fit[evidence.best].clamp(0.0, 1.0), 0.0),
        };
        (CardSighting { place, depth, corner, kind: kinds::sure(&costs, evidence), score, second }, costs)
    }

    /// Is nothing but the pale mark of an empty place there? Scan lines are evened out: sampled as they come, they made the
    /// empty cell of a 3840x2160 screen too dark.
    fn is_bare(&self, gain: &RowGain, card: Rect<LayoutPx>) -> bool {
        let (columns, rows) = (3, 4);
        let (w, h) = (card.w / f64::from(columns), card.h / f64::from(rows));
        (0..columns * rows).all(|cell| {
            let (x, y) = (f64::from(cell % columns), f64::from(cell / columns));
            let rect = self.placed.placement.rect(Rect::new(card.x + x * w, card.y + y * h, w, h));
            // The mark's hatching takes a tenth of the brightness; a card's art takes more in some part.
            gain.level(self.pixels, rect, SAMPLES).is_some_and(|level| (0.78..1.1).contains(&(level / self.paper)))
        })
    }
}

/// Samples across and down a block of an empty place: its hatching is 14 pixels apart.
const SAMPLES: (i32, i32) = (6, 24);
