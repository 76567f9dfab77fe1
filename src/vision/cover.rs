//! What lies over a board: the win banner, other windows, notices.

use super::Holds;
use super::judge::Placed;
use super::layout::Layout;
use super::pixels::Pixels;
use super::table::Table;
use crate::frame::{FramePx, LayoutPx, Rect};
use crate::game::pasyans::{COLUMNS, Place};

/// The side of the blocks in which the free paper is looked over, in layout pixels: a third of the gap that is always
/// free beside a dragged card, and wider than the strokes of the cards' art.
const BLOCK: f64 = 12.0;
/// Samples across and down a block.
const SAMPLES: (i32, i32) = (3, 4);
/// Free paper is as bright as other paper within these bounds; the panel's shadow and video leave it above the lower.
const FREE: std::ops::Range<f32> = 0.72..1.09;
/// Fewer blocks than this are the mouse pointer, whose picture is up to 32 pixels high.
const POINTER: usize = 8;
/// A window covers what it covers wholly; a card in flight shows mostly its own paper.
const SOLID: f32 = 0.6;

/// The ends of NEW GAME are slanted by so much, in layout pixels.
const SLANT: f64 = 14.0;
/// NEW GAME is looked over in so many pieces, above and below what is written on it.
const BUTTON_PIECES: u32 = 6;
/// How bright NEW GAME is against paper: 0.47, under the pointer 0.6; other windows are darker or brighter.
const BUTTON: std::ops::Range<f32> = 0.25..0.85;
/// The paper beside a card in the free cell is looked over in so many pieces on each side.
const CELL_PIECES: u32 = 4;

/// Is the banner of a won game up? It is dark across the whole panel, also where no card can lie, with paper above and
/// below; what is written on it does not matter.
pub(super) fn banner(pixels: Pixels, layout: &Layout, placed: &Placed) -> bool {
    let banner = layout.banner();
    let level = |x: f64, y: f64, h: f64| {
        let rect: Rect<LayoutPx> = Rect::new(x, y, 8.0, h);
        pixels.block(placed.placement.rect(rect)).map(|level| level / placed.paper)
    };
    let (mut dark, mut paper, mut gaps) = (0, 0, 0);
    for x in gaps_between_columns(layout) {
        gaps += 1;
        // Its lower quarter is striped in gold.
        dark += i32::from(level(x, banner.y + 15.0, 110.0).is_some_and(|level| level < 0.4));
        let below = banner.y + banner.h + 15.0;
        let light = [(banner.y - 45.0, 30.0), (below, layout.bar()[0] - below - 15.0)]
            .into_iter()
            .all(|(y, h)| level(x, y, h).is_some_and(|level| level > 0.7));
        paper += i32::from(light);
    }
    // The portraits at the ends and a pointer may spoil a few.
    dark * 10 >= gaps * 7 && paper * 10 >= gaps * 6
}

/// The middles of the free strips beside the columns.
fn gaps_between_columns(layout: &Layout) -> impl Iterator<Item = f64> {
    let (first, (pitch, _)) = (layout.card(Place::Column(0), 0), layout.pitch());
    let gap = pitch - first.w;
    (0..=COLUMNS).map(move |column| first.x - gap / 2.0 - 3.0 + pitch * column as f64)
}

/// Looks over the paper that should be free, and adds what lies on it to `covers`. Says whether it hides something
/// wholly, as a window does, and is no card in flight.
pub(super) fn find(
    pixels: Pixels,
    layout: &Layout,
    placed: &Placed,
    table: &Table,
    covers: &mut Vec<Rect<FramePx>>,
) -> bool {
    let paper = layout.paper();
    let cell = layout.cell_frame();
    let (mut x0, mut y0, mut x1, mut y1) = (f64::INFINITY, f64::INFINITY, 0.0_f64, 0.0_f64);
    let mut odd = 0;
    let blocks = |rect: Rect<LayoutPx>| {
        let (columns, rows) = ((rect.w / BLOCK) as u32, (rect.h / BLOCK) as u32);
        (0..rows).flat_map(move |row| {
            (0..columns).map(move |column| {
                Rect::<LayoutPx>::new(rect.x + BLOCK * f64::from(column), rect.y + BLOCK * f64::from(row), BLOCK, BLOCK)
            })
        })
    };
    let is_odd = |block: Rect<LayoutPx>| {
        let on_frame = placed.placement.rect(block);
        let level = || table.paper_rows.level(pixels, on_frame, SAMPLES).unwrap_or(0.0);
        !block.overlaps(cell) && !FREE.contains(&(level() / table.paper))
    };
    for_each_free(layout, table, |free| {
        for block in blocks(free) {
            if is_odd(block) {
                odd += 1;
                (x0, y0) = (x0.min(block.x), y0.min(block.y));
                (x1, y1) = (x1.max(block.x + BLOCK), y1.max(block.y + BLOCK));
            }
        }
    });
    if odd < POINTER {
        return false;
    }
    let bounds = Rect::new(x0, y0.max(paper.y), x1 - x0, y1 - y0);
    let mut inside = 0;
    for_each_free(layout, table, |free| {
        inside += blocks(free).filter(|block| bounds.contains(block.center()) && !block.overlaps(cell)).count();
    });
    let solid = odd as f32 >= SOLID * inside as f32;
    if solid {
        covers.push(placed.placement.rect(bounds));
    }
    solid
}

/// Adds what lies over NEW GAME and over the free cell to `covers`.
pub(super) fn find_over_controls(pixels: Pixels, layout: &Layout, placed: &Placed, covers: &mut Vec<Rect<FramePx>>) {
    let odd = |rect: Rect<LayoutPx>, usual: &std::ops::Range<f32>| {
        pixels.block(placed.placement.rect(rect)).is_none_or(|level| !usual.contains(&(level / placed.paper)))
    };
    let button = layout.new_game();
    let width = (button.w - 2.0 * SLANT) / f64::from(BUTTON_PIECES);
    for piece in 0..BUTTON_PIECES {
        let x = button.x + SLANT + width * f64::from(piece);
        let edges = [button.y + 4.0, button.y + button.h - 10.0];
        if edges.iter().all(|&y| odd(Rect::new(x, y, width, 6.0), &BUTTON)) {
            covers.push(placed.placement.rect(Rect::new(x, button.y, width, button.h)));
        }
    }
    let cell = layout.cell_frame();
    // Between the gold frame, 11 pixels wide, and the card, 22 pixels from the frame's outer edge.
    let height = (cell.h - 26.0) / f64::from(CELL_PIECES);
    let sides = [cell.x + 13.0, cell.x + cell.w - 20.0];
    let pieces = sides.into_iter().flat_map(|x| {
        (0..CELL_PIECES).map(move |piece| Rect::new(x, cell.y + 13.0 + height * f64::from(piece), 7.0, height))
    });
    // A window over the cell hides more than half of them; the pointer, or a card that flies past, does not.
    if pieces.filter(|&piece| odd(piece, &FREE)).count() > CELL_PIECES as usize {
        covers.push(placed.placement.rect(cell));
    }
}

/// Each part of the paper where no card of this table lies.
fn for_each_free(layout: &Layout, table: &Table, mut see: impl FnMut(Rect<LayoutPx>)) {
    let (paper, (pitch, _)) = (layout.paper(), layout.pitch());
    let first = layout.card(Place::Column(0), 0);
    // In from the panel's shadow; above the backs, which begin 8 pixels higher than cards.
    let (left, right) = (paper.x + 14.0, paper.x + paper.w - 14.0);
    let above = layout.back(Place::Column(0)).y - 6.0;
    see(Rect::new(left, paper.y + 4.0, right - left, above - paper.y - 4.0));
    let bottom = paper.y + paper.h - 6.0;
    for (column, holds) in table.columns.iter().enumerate() {
        let cards = match holds {
            Holds::Cards(cards) => *cards,
            Holds::Nothing | Holds::Back | Holds::Unknown => 1,
        };
        let front = layout.card(Place::Column(column as u8), cards - 1);
        // A card's shadow reaches six pixels below it.
        let top = front.y + front.h + 10.0;
        see(Rect::new(first.x + pitch * column as f64, top, front.w, bottom - top));
    }
    for x in gaps_between_columns(layout) {
        see(Rect::new(x - 1.0, above, BLOCK + 0.5, bottom - above));
    }
}
