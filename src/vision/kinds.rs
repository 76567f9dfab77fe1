//! What a corner tells of each of the fourteen kinds, and when that is enough by itself.

use super::glyph::Evidence;
use super::skin::{SHAPES, is_red, shape_of};
use crate::game::pasyans::{DECK, Kind};

/// Number of kinds.
pub(super) const KINDS: usize = DECK.len();

/// How badly each kind explains what is seen at a corner: the logarithm of the part of the picture left unexplained.
/// 0 for every kind says that nothing is known.
pub(super) type Costs = [f32; KINDS];

/// A card is read on its own if the runner-up leaves a fifth more of the picture unexplained than the best kind does.
/// Bleached video has right readings down to 1.2 and ties between 8 and 9 at 1.0.
const SURE: f32 = 0.17;
/// A kind that explains so much less than the best one is not out of the question, if something else speaks for it.
pub(super) const DOUBT: f32 = 0.3;
/// The less of the picture is explained at all, the clearer the difference must be: for each hundredth of correlation
/// below 0.95 by so much. Boards at half resolution, looked at with sharp shapes, had clubs that passed for spades.
const SURE_SLOPE: f32 = 0.03;
/// A difference counts in full on so many pixels, and by the square of their part on fewer: noise and smear make more of
/// it there. A picture at 600x338 has 30 to 36 on a corner and is read; under scan lines it has 20, and a 6 passed for an 8,
/// as an 8 did for a 6 in noise when 44 were enough. A screen at 1280x720 has 150.
const ENOUGH_PIXELS: f32 = 50.0;
/// Below this correlation no shape is recognised, whatever the runner-up.
const LEAST_FIT: f32 = 0.6;
/// Where few pixels show a shape, the right one fits better than this; what fits less may be anything: at 600x338,
/// resampled by 0.97, a diamond passed for a red 6 with a correlation of 0.953, and half a pixel off clubs for spades.
const LEAST_FIT_OF_FEW: f32 = 0.96;
/// Ink is darker than paper by this part at least; the hatching of an empty cell and the thin inner frame are by 0.1.
pub(super) const LEAST_CONTRAST: f32 = 0.25;
/// Where black and red ink part: black ink darkens red light as much as green and blue (1.0, in video down to 0.91),
/// red ink hardly does (0.1 to 0.4, in video up to 0.77 where colours bleed).
const BLACK_FROM: f32 = 0.83;
/// How much a tenth of distance from there costs.
const COLOUR_COST: f32 = 0.3;

/// The costs of all kinds for what was seen at a corner; all 0 if no shape is recognised.
pub(super) fn costs(evidence: &Evidence, paper: f32) -> Costs {
    let shape_fit = evidence.fit[evidence.best];
    // A corner is printed on paper as bright as the rest; on a dark window a correlation means nothing.
    let on_paper = (0.6..1.4).contains(&(evidence.paper / paper.max(1.0)));
    if shape_fit < LEAST_FIT || evidence.contrast < LEAST_CONTRAST || !on_paper {
        return [0.0; KINDS];
    }
    let weight = weight(evidence.pixels);
    let blacker = (evidence.blackness - BLACK_FROM) * 10.0 * COLOUR_COST;
    let mut costs = [0.0; KINDS];
    for (cost, kind) in costs.iter_mut().zip(Kind::all()) {
        let fit = evidence.fit[shape_of(kind).min(SHAPES - 1)].max(0.0);
        // Half a percent is never explained: thickness of strokes, sub-pixel place.
        let unexplained = (1.0 - fit * fit).max(0.005).ln();
        let cost_of_ink = if is_red(kind) { blacker.max(0.0) } else { (-blacker).max(0.0) };
        *cost = weight * (unexplained + cost_of_ink);
    }
    costs
}

/// The cheapest kind and how much dearer the next one is; `None` where nothing is known.
pub(super) fn best(costs: &Costs) -> Option<(Kind, Kind, f32)> {
    let mut order: [usize; KINDS] = std::array::from_fn(|index| index);
    order.sort_by(|&a, &b| costs[a].total_cmp(&costs[b]));
    let gap = costs[order[1]] - costs[order[0]];
    (gap > 0.0 || costs[order[0]] != 0.0).then(|| (DECK[order[0]].0, DECK[order[1]].0, gap))
}

/// How well a kind explains what is seen: the correlation that its cost stands for.
pub(super) fn explained(costs: &Costs, evidence: &Evidence, kind: Kind) -> f32 {
    (1.0 - (costs[index(kind)] / weight(evidence.pixels)).exp()).max(0.0).sqrt()
}

/// Do so few pixels show the corner that what is seen there alone may be chance?
pub(super) fn is_coarse(evidence: &Evidence) -> bool {
    weight(evidence.pixels) < 1.0
}

/// How much a difference seen on that many pixels counts, up to 1.
pub(super) fn weight(pixels: f32) -> f32 {
    (pixels / ENOUGH_PIXELS).powi(2).clamp(0.01, 1.0)
}

/// The kind that the picture alone settles.
pub(super) fn sure(costs: &Costs, evidence: &Evidence) -> Option<Kind> {
    let (kind, _, gap) = best(costs)?;
    let fit = explained(costs, evidence, kind);
    if is_coarse(evidence) && fit < LEAST_FIT_OF_FEW {
        return None;
    }
    (gap >= SURE + SURE_SLOPE * (95.0 - 100.0 * fit).max(0.0)).then_some(kind)
}

/// A kind's place among the [`Costs`].
pub(super) fn index(kind: Kind) -> usize {
    usize::from(kind.code()) - 1
}
