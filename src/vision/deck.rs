//! What the deck knows: 36 cards, two of each number and colour, four of each suit. It confirms, settles what is merely
//! doubtful when one assignment fits clearly better than any other, and refuses what cannot be.

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
/// Several doubtful cards are settled together by the deck if the next best way to deal them out is this much worse.
const SURE_TOGETHER: f32 = 0.3;
/// Below this correlation no shape is recognised, whatever the runner-up.
const LEAST_FIT: f32 = 0.6;
/// Ink is darker than paper by this part at least; the hatching of an empty cell and the thin inner frame are by 0.1.
pub(super) const LEAST_CONTRAST: f32 = 0.25;
/// Where black and red ink part: black ink darkens red light as much as green and blue (1.0, in video down to 0.91),
/// red ink hardly does (0.1 to 0.4, in video up to 0.77 where colours bleed).
const BLACK_FROM: f32 = 0.83;
/// How much a tenth of distance from there costs.
const COLOUR_COST: f32 = 0.3;
/// The search for an assignment gives up after so many steps; six cards with three choices each need about a thousand.
const MOST_STEPS: u32 = 50_000;

/// The costs of all kinds for what was seen at a corner; all 0 if no shape is recognised.
pub(super) fn costs(evidence: &Evidence, paper: f32) -> Costs {
    let shape_fit = evidence.fit[evidence.best];
    // A corner is printed on paper as bright as the rest; on a dark window a correlation means nothing.
    let on_paper = (0.6..1.4).contains(&(evidence.paper / paper.max(1.0)));
    if shape_fit < LEAST_FIT || evidence.contrast < LEAST_CONTRAST || !on_paper {
        return [0.0; KINDS];
    }
    let blacker = (evidence.blackness - BLACK_FROM) * 10.0 * COLOUR_COST;
    let mut costs = [0.0; KINDS];
    for (cost, kind) in costs.iter_mut().zip(Kind::all()) {
        let fit = evidence.fit[shape_of(kind).min(SHAPES - 1)].max(0.0);
        // Half a percent is never explained: thickness of strokes, sub-pixel place.
        let unexplained = (1.0 - fit * fit).max(0.005).ln();
        *cost = unexplained + if is_red(kind) { blacker.max(0.0) } else { (-blacker).max(0.0) };
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

/// The kind that the picture alone settles.
pub(super) fn sure(costs: &Costs) -> Option<Kind> {
    best(costs).filter(|&(_, _, gap)| gap >= SURE).map(|(kind, _, _)| kind)
}

/// Settles all cards of a whole deck. `known` are kinds given by the picture alone (or by the board before); on success
/// every card has its kind. `locked` is the number of locked piles, each four faces of a suit that is not seen.
pub(super) fn settle(known: &mut [Option<Kind>], costs: &[Costs], locked: usize) -> bool {
    if known.len() + 4 * locked != 36 {
        return false;
    }
    if solve(known, costs, locked) {
        return true;
    }
    // A kind seen too often: one of its cards was misread, and the picture alone cannot say which.
    let mut seen = [0; KINDS];
    known.iter().flatten().for_each(|kind| seen[index(*kind)] += 1);
    let too_many = |kind: Kind| seen[index(kind)] > usize::from(DECK[index(kind)].1);
    if !known.iter().flatten().any(|&kind| too_many(kind)) {
        return false;
    }
    known.iter_mut().for_each(|card| *card = card.filter(|&kind| !too_many(kind)));
    solve(known, costs, locked)
}

fn solve(known: &mut [Option<Kind>], costs: &[Costs], locked: usize) -> bool {
    let mut left: [i8; KINDS] = std::array::from_fn(|index| DECK[index].1 as i8);
    for kind in known.iter().flatten() {
        left[index(*kind)] -= 1;
    }
    if left.iter().any(|&left| left < 0) {
        return false;
    }
    let mut open = [0_usize; MOST_OPEN];
    let mut count = 0;
    for card in (0..known.len()).filter(|&card| known[card].is_none()) {
        if count == MOST_OPEN {
            return false;
        }
        open[count] = card;
        count += 1;
    }
    let mut search = Search {
        open: &open[..count],
        costs,
        locked,
        left,
        chosen: [0; MOST_OPEN],
        best: None,
        second: f32::INFINITY,
        steps: 0,
    };
    search.go(0, 0.0);
    let Some((cost, chosen)) = search.best.filter(|_| search.steps < MOST_STEPS) else { return false };
    if count > 0 && search.second - cost < SURE_TOGETHER {
        return false;
    }
    for (&card, &kind) in open[..count].iter().zip(&chosen) {
        known[card] = Some(DECK[kind].0);
    }
    true
}

/// With more unknown cards than this the deck cannot be expected to settle anything.
const MOST_OPEN: usize = 8;

struct Search<'a> {
    open: &'a [usize],
    costs: &'a [Costs],
    locked: usize,
    left: [i8; KINDS],
    chosen: [usize; MOST_OPEN],
    best: Option<(f32, [usize; MOST_OPEN])>,
    second: f32,
    steps: u32,
}

impl Search<'_> {
    fn go(&mut self, depth: usize, cost: f32) {
        self.steps += 1;
        if self.steps >= MOST_STEPS {
            return;
        }
        let Some(&card) = self.open.get(depth) else {
            if self.closes() {
                match self.best {
                    Some((best, _)) if cost >= best => self.second = self.second.min(cost),
                    _ => {
                        self.second = self.best.map_or(f32::INFINITY, |(best, _)| best);
                        self.best = Some((cost, self.chosen));
                    }
                }
            }
            return;
        };
        let cheapest = self.costs[card].iter().copied().fold(f32::INFINITY, f32::min);
        for kind in 0..KINDS {
            // Ten times as badly explained is no candidate at all.
            if self.left[kind] == 0 || self.costs[card][kind] - cheapest > 2.3 {
                continue;
            }
            self.left[kind] -= 1;
            self.chosen[depth] = kind;
            self.go(depth + 1, cost + self.costs[card][kind]);
            self.left[kind] += 1;
        }
    }

    /// Is every number dealt out, and are exactly as many suits wholly unseen as piles are locked?
    fn closes(&self) -> bool {
        let whole = |left: i8| left == 0;
        let numbers = self.left.iter().zip(DECK).all(|(&left, (kind, _))| kind.is_face() || whole(left));
        let faces = || self.left.iter().zip(DECK).filter(|(_, (kind, _))| kind.is_face()).map(|(&left, _)| left);
        numbers
            && faces().all(|left| left == 0 || left == 4)
            && faces().filter(|&left| left == 4).count() == self.locked
    }
}

fn index(kind: Kind) -> usize {
    usize::from(kind.code()) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deck() -> Vec<Option<Kind>> {
        DECK.iter().flat_map(|&(kind, count)| std::iter::repeat_n(Some(kind), usize::from(count))).collect()
    }

    fn kind(name: &str) -> Kind {
        name.parse().expect("a kind")
    }

    /// Costs of a card of which the picture says that it is `best`, or a little less likely `second`.
    fn torn(best: &str, second: &str, gap: f32) -> Costs {
        let mut costs = [0.0; KINDS];
        costs[index(kind(best))] = -3.0;
        costs[index(kind(second))] = -3.0 + gap;
        costs
    }

    #[test]
    fn one_hidden_card_is_the_one_that_is_missing() {
        for hidden in 0..36 {
            let mut known = deck();
            let truth = known[hidden].take();
            assert!(settle(&mut known, &[[0.0; KINDS]; 36], 0));
            assert_eq!(known[hidden], truth);
        }
    }

    #[test]
    fn two_hidden_cards_of_different_kinds_stay_unknown() {
        let mut known = deck();
        (known[0], known[35]) = (None, None);
        assert!(!settle(&mut known, &[[0.0; KINDS]; 36], 0));
        let mut same = deck();
        (same[34], same[35]) = (None, None);
        assert!(settle(&mut same, &[[0.0; KINDS]; 36], 0), "both can only be spades");
    }

    #[test]
    fn doubt_is_settled_by_the_deck_only_when_it_is_clear() {
        let mut known = deck();
        let card = known.iter().position(|&card| card == Some(kind("8R"))).expect("an 8R");
        known[card] = None;
        let mut costs = vec![[0.0; KINDS]; 36];
        costs[card] = torn("9R", "8R", 0.05);
        assert!(settle(&mut known, &costs, 0), "only the 8R is missing");
        assert_eq!(known[card], Some(kind("8R")));
        // Two cards that may be swapped, with hardly a difference.
        let other = known.iter().position(|&card| card == Some(kind("9R"))).expect("a 9R");
        (known[card], known[other]) = (None, None);
        costs[other] = torn("9R", "8R", 0.05);
        assert!(!settle(&mut known, &costs, 0));
        costs[card] = torn("8R", "9R", 0.4);
        assert!(settle(&mut known, &costs, 0));
        assert_eq!((known[card], known[other]), (Some(kind("8R")), Some(kind("9R"))));
    }

    #[test]
    fn a_kind_too_many_is_refused_unless_the_picture_shows_which() {
        let mut known = deck();
        let card = known.iter().position(|&card| card == Some(kind("C"))).expect("a club");
        known[card] = Some(kind("S"));
        let mut costs: Vec<Costs> =
            known.iter().map(|card| torn(&card.expect("known").to_string(), "C", 1.0)).collect();
        assert!(!settle(&mut known.clone(), &costs, 0), "five spades, none more doubtful than the others");
        costs[card] = torn("S", "C", 0.2);
        assert!(settle(&mut known, &costs, 0));
        assert_eq!(known[card], Some(kind("C")));
    }

    #[test]
    fn locked_piles_stand_for_suits_that_are_not_seen() {
        let visible: Vec<_> = deck().into_iter().filter(|&card| card != Some(kind("H"))).collect();
        assert!(settle(&mut visible.clone(), &vec![[0.0; KINDS]; 32], 1));
        let mut wrong = visible;
        let spade = wrong.iter().position(|&card| card == Some(kind("S"))).expect("a spade");
        wrong[spade] = Some(kind("H"));
        assert!(!settle(&mut wrong, &vec![[0.0; KINDS]; 32], 1), "three spades and a heart beside a locked pile");
    }
}
