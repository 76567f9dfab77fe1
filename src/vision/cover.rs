//! What lies over a board: the win banner, other windows, notices.

use super::layout::Layout;
use super::pixels::Pixels;
use super::place::Placed;
use super::table::{Holds, Table};
use crate::frame::{FramePx, LayoutPx, Rect};
use crate::game::pasyans::{COLUMNS, Place};

/// The side of the blocks in which the free paper is looked over, in layout pixels: a third of the gap that is always
/// free beside a dragged card, and larger than the strokes of the cards' art.
const BLOCK: f64 = 8.0;
/// Free paper is as bright as other paper within these bounds; the panel's shadow and video leave it above the lower.
const FREE: std::ops::Range<f32> = 0.72..1.09;
/// Fewer blocks than this are the mouse pointer, whose picture is up to 32 pixels high.
const POINTER: usize = 16;
/// A window covers what it covers wholly; a card in flight shows mostly its own paper.
const SOLID: f32 = 0.6;

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
        !block.overlaps(cell) && pixels.block(on_frame).is_none_or(|level| !FREE.contains(&(level / placed.paper)))
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
