//! Draws what a table shows into a picture, at any place and size.

use std::sync::Arc;

use image::RgbaImage;

use super::area::{Area, blit};
use super::layout::{self, PITCH};
use super::sheet::{Art, Exact, Figure, Placed, Sheet};
use super::view::{CellView, PileView, TableView};
use crate::frame::{LayoutPx, Point};
use crate::game::pasyans::Place;

/// Sheets kept for windows of former sizes, the last used first: a window that is resized often comes back to a size.
const SHEETS: usize = 4;

/// Draws tables. Pictures are drawn once for each window size and kept.
pub struct Painter {
    art: Arc<Art>,
    sheets: Vec<Sheet>,
}

impl Default for Painter {
    fn default() -> Self {
        Painter::new()
    }
}

impl Painter {
    /// A painter that has drawn nothing yet.
    pub fn new() -> Painter {
        Painter { art: Art::load(), sheets: Vec::new() }
    }

    /// Draws the table as a window that fills the whole picture: the board keeps its shape, centred.
    pub fn draw(&mut self, view: &TableView, picture: &mut RgbaImage) {
        self.draw_at(view, Area::of(picture), picture);
    }

    /// Draws the table's window at `window` on the picture and leaves the rest as it is.
    pub fn draw_at(&mut self, view: &TableView, window: Area, picture: &mut RgbaImage) {
        for placed in self.layers(view, (window.w as u32, window.h as u32)) {
            self.lay(placed, window, window, picture);
        }
    }

    /// The pictures that make up the window of that size, from bottom to top. All of them are ready to be laid.
    pub fn layers(&mut self, view: &TableView, size: (u32, u32)) -> Vec<Placed> {
        let sheet = self.sheet(size);
        let mut layers = Vec::with_capacity(48);
        for (figure, at, exact) in figures(view) {
            let placed = sheet.place(figure, at, exact);
            sheet.prepare(placed);
            layers.push(placed);
        }
        layers
    }

    /// Lays one of the layers of the last size asked for into the picture, within `clip`.
    pub fn lay(&self, placed: Placed, window: Area, clip: Area, picture: &mut RgbaImage) {
        let at = (window.x + placed.area.x, window.y + placed.area.y);
        blit(picture, self.sheets[0].picture(placed), at, clip.and(window));
    }

    /// The pictures for a window of that size.
    pub fn sheet(&mut self, size: (u32, u32)) -> &mut Sheet {
        let sheet = match self.sheets.iter().position(|sheet| sheet.size() == size) {
            Some(place) => self.sheets.remove(place),
            None => Sheet::new(size, Arc::clone(&self.art)),
        };
        self.sheets.insert(0, sheet);
        self.sheets.truncate(SHEETS);
        &mut self.sheets[0]
    }
}

/// What is to be drawn where, from bottom to top.
fn figures(view: &TableView) -> Vec<(Figure, Point<LayoutPx>, Exact)> {
    let mut figures = vec![(Figure::Scenery, Point::new(0.0, 0.0), Exact::Quarter)];
    let mut lies = |figure, at| figures.push((figure, at, Exact::Quarter));
    lies(Figure::Count(view.wins), Point::new(layout::WIN_COUNT.x, layout::WIN_COUNT.y));
    match view.cell {
        CellView::Empty => {}
        CellView::Card(card) => lies(Figure::Card(card), layout::slot(Place::Cell, 0)),
        CellView::Deck => lies(Figure::Back, layout::slot(Place::Cell, 0)),
    }
    for (place, pile) in (0..).map(Place::Column).zip(&view.columns) {
        match pile {
            PileView::Locked(_) => lies(Figure::Back, layout::slot(place, 0)),
            PileView::Cards(cards) if cards.is_empty() => lies(Figure::EmptyPlace, layout::slot(place, 0)),
            PileView::Cards(cards) => {
                for (depth, &card) in cards.iter().enumerate() {
                    lies(Figure::Card(card), layout::slot(place, depth));
                }
            }
        }
    }
    if view.won {
        lies(Figure::Banner, Point::new(layout::VEIL.x, layout::VEIL.y));
    }
    for run in &view.air {
        for (row, &card) in run.cards.iter().enumerate() {
            let at = Point::new(run.at.x, run.at.y + PITCH.1 * row as f64);
            figures.push((Figure::Card(card), at, Exact::Whole));
        }
    }
    figures.extend(view.cursor.map(|tip| (Figure::Cursor, tip, Exact::Whole)));
    figures
}
