//! What the deck knows: 36 cards, two of each number and colour, four of each suit. It confirms, settles what is merely
//! doubtful when one assignment fits clearly better than any other, and refuses what cannot be.

use super::glyph::Leans;
use super::kinds::{Costs, KINDS, index};
use super::skin::shape_of;
use crate::game::pasyans::{DECK, Kind};

/// Several doubtful cards are settled together by the deck if the next best way to deal them out is this much worse.
const SURE_TOGETHER: f32 = 0.3;
/// Or if, card by card, what differs between the two ways looks on average this much more like the better one: 1 is
/// exactly like it, -1 exactly like the other. The red 6s, 8s and 9s of the video on two monitors reach 0.55 against
/// each other.
const LEAN_TOGETHER: f32 = 0.35;
/// And no single card looks so much more like what the other way makes of it.
const LEAN_AGAINST: f32 = -0.25;
/// With more unknown cards than this the deck cannot be expected to settle anything.
pub(super) const MOST_OPEN: usize = 8;
/// The search for an assignment gives up after so many steps; six cards with three choices each need about a thousand.
const MOST_STEPS: u32 = 50_000;
/// Explained so much worse than by its best kind (ten times as much is left), a card is no candidate at all.
pub(super) const HOPELESS: f32 = 2.3;

/// What was seen at each card.
#[derive(Clone, Copy)]
pub(super) struct Seen<'a> {
    pub costs: &'a [Costs],
    /// For the cards that are not known; of no matter for the others.
    pub leans: &'a [Leans],
}

/// Settles all cards of a whole deck. `known` are kinds given by the picture alone (or by the board before); on success
/// every card has its kind. `locked` is the number of locked piles, each four faces of a suit that is not seen.
pub(super) fn settle(known: &mut [Option<Kind>], seen: Seen, locked: usize) -> bool {
    if known.len() + 4 * locked != 36 {
        return false;
    }
    if solve(known, seen, locked) {
        return true;
    }
    // A kind seen too often: one of its cards was misread, and the picture alone cannot say which.
    let mut count = [0; KINDS];
    known.iter().flatten().for_each(|kind| count[index(*kind)] += 1);
    let too_many = |kind: Kind| count[index(kind)] > usize::from(DECK[index(kind)].1);
    if !known.iter().flatten().any(|&kind| too_many(kind)) {
        return false;
    }
    known.iter_mut().for_each(|card| *card = card.filter(|&kind| !too_many(kind)));
    solve(known, seen, locked)
}

fn solve(known: &mut [Option<Kind>], seen: Seen, locked: usize) -> bool {
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
    let open = &open[..count];
    let mut deal = Deal { open, seen, locked, left, chosen: [0; MOST_OPEN], steps: 0 };
    let Some(best) = deal.best() else { return false };
    if best.margin < SURE_TOGETHER && !deal.leans_to(&best) {
        return false;
    }
    for (&card, &kind) in open.iter().zip(&best.chosen) {
        known[card] = Some(DECK[kind].0);
    }
    true
}

/// The way to deal out what is left of the deck that costs least.
struct Best {
    cost: f32,
    /// How much more the next best way costs.
    margin: f32,
    chosen: [usize; MOST_OPEN],
}

/// Every way to deal what is left of the deck out to the open cards.
struct Deal<'a> {
    open: &'a [usize],
    seen: Seen<'a>,
    locked: usize,
    left: [i8; KINDS],
    chosen: [usize; MOST_OPEN],
    steps: u32,
}

impl Deal<'_> {
    /// `None` if there is no way, or too many.
    fn best(&mut self) -> Option<Best> {
        let mut best: Option<Best> = None;
        self.each(0, 0.0, &mut |cost, chosen| match &mut best {
            Some(best) if cost >= best.cost => best.margin = best.margin.min(cost - best.cost),
            _ => {
                let margin = best.as_ref().map_or(f32::INFINITY, |best| best.cost - cost);
                best = Some(Best { cost, margin, chosen: *chosen });
            }
        });
        best.filter(|_| self.steps < MOST_STEPS)
    }

    /// Does what differs speak for the best way against each other one that costs hardly more?
    fn leans_to(&mut self, best: &Best) -> bool {
        let (open, leans) = (self.open, self.seen.leans);
        let mut beaten = true;
        self.steps = 0;
        self.each(0, 0.0, &mut |cost, rival| {
            let differ = || (0..open.len()).filter(|&at| rival[at] != best.chosen[at]);
            let lean = |at: usize| {
                let [a, b] = [best.chosen, *rival].map(|chosen| shape_of(DECK[chosen[at]].0));
                leans[open[at]].between(a, b)
            };
            let count = differ().count();
            if cost - best.cost < SURE_TOGETHER && count > 0 {
                let mean = differ().map(lean).sum::<f32>() / count as f32;
                beaten &= mean >= LEAN_TOGETHER && differ().all(|at| lean(at) >= LEAN_AGAINST);
            }
        });
        beaten && self.steps < MOST_STEPS
    }

    /// Calls `visit` with the cost and the kinds of every way.
    fn each(&mut self, depth: usize, cost: f32, visit: &mut impl FnMut(f32, &[usize; MOST_OPEN])) {
        self.steps += 1;
        if self.steps >= MOST_STEPS {
            return;
        }
        let Some(&card) = self.open.get(depth) else {
            if self.closes() {
                visit(cost, &self.chosen);
            }
            return;
        };
        let costs = &self.seen.costs[card];
        let cheapest = costs.iter().copied().fold(f32::INFINITY, f32::min);
        for (kind, &more) in costs.iter().enumerate() {
            if self.left[kind] == 0 || more - cheapest > HOPELESS {
                continue;
            }
            self.left[kind] -= 1;
            self.chosen[depth] = kind;
            self.each(depth + 1, cost + more, visit);
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

    fn settled(known: &mut [Option<Kind>], costs: &[Costs], locked: usize) -> bool {
        settle(known, Seen { costs, leans: &[Leans::default(); 36] }, locked)
    }

    #[test]
    fn one_hidden_card_is_the_one_that_is_missing() {
        for hidden in 0..36 {
            let mut known = deck();
            let truth = known[hidden].take();
            assert!(settled(&mut known, &[[0.0; KINDS]; 36], 0));
            assert_eq!(known[hidden], truth);
        }
    }

    #[test]
    fn two_hidden_cards_of_different_kinds_stay_unknown() {
        let mut known = deck();
        (known[0], known[35]) = (None, None);
        assert!(!settled(&mut known, &[[0.0; KINDS]; 36], 0));
        let mut same = deck();
        (same[34], same[35]) = (None, None);
        assert!(settled(&mut same, &[[0.0; KINDS]; 36], 0), "both can only be spades");
    }

    #[test]
    fn doubt_is_settled_by_the_deck_only_when_it_is_clear() {
        let mut known = deck();
        let card = known.iter().position(|&card| card == Some(kind("8R"))).expect("an 8R");
        known[card] = None;
        let mut costs = vec![[0.0; KINDS]; 36];
        costs[card] = torn("9R", "8R", 0.05);
        assert!(settled(&mut known, &costs, 0), "only the 8R is missing");
        assert_eq!(known[card], Some(kind("8R")));
        // Two cards that may be swapped, with hardly a difference.
        let other = known.iter().position(|&card| card == Some(kind("9R"))).expect("a 9R");
        (known[card], known[other]) = (None, None);
        costs[other] = torn("9R", "8R", 0.05);
        assert!(!settled(&mut known, &costs, 0));
        costs[card] = torn("8R", "9R", 0.4);
        assert!(settled(&mut known, &costs, 0));
        assert_eq!((known[card], known[other]), (Some(kind("8R")), Some(kind("9R"))));
    }

    #[test]
    fn a_kind_too_many_is_refused_unless_the_picture_shows_which() {
        let mut known = deck();
        let card = known.iter().position(|&card| card == Some(kind("C"))).expect("a club");
        known[card] = Some(kind("S"));
        let mut costs: Vec<Costs> =
            known.iter().map(|card| torn(&card.expect("known").to_string(), "C", 1.0)).collect();
        assert!(!settled(&mut known.clone(), &costs, 0), "five spades, none more doubtful than the others");
        costs[card] = torn("S", "C", 0.2);
        assert!(settled(&mut known, &costs, 0));
        assert_eq!(known[card], Some(kind("C")));
    }

    #[test]
    fn locked_piles_stand_for_suits_that_are_not_seen() {
        let visible: Vec<_> = deck().into_iter().filter(|&card| card != Some(kind("H"))).collect();
        assert!(settled(&mut visible.clone(), &vec![[0.0; KINDS]; 32], 1));
        let mut wrong = visible;
        let spade = wrong.iter().position(|&card| card == Some(kind("S"))).expect("a spade");
        wrong[spade] = Some(kind("H"));
        assert!(!settled(&mut wrong, &vec![[0.0; KINDS]; 32], 1), "three spades and a heart beside a locked pile");
    }

    #[test]
    fn what_differs_settles_what_the_whole_picture_leaves_open() {
        let mut known = deck();
        let card = known.iter().position(|&card| card == Some(kind("6R"))).expect("a 6R");
        let other = known.iter().position(|&card| card == Some(kind("8R"))).expect("an 8R");
        (known[card], known[other]) = (None, None);
        let mut costs = vec![[0.0; KINDS]; 36];
        (costs[card], costs[other]) = (torn("6R", "8R", 0.05), torn("8R", "6R", 0.02));
        let [six, eight] = ["6R", "8R"].map(|name| shape_of(kind(name)));
        let mut leans = [Leans::default(); 36];
        let mut settles = |first: f32, second: f32| {
            leans[card] = Leans::default().with(six, eight, first);
            leans[other] = Leans::default().with(eight, six, second);
            let mut known = known.clone();
            settle(&mut known, Seen { costs: &costs, leans: &leans }, 0).then(|| (known[card], known[other]))
        };
        assert_eq!(settles(0.8, 0.4), Some((Some(kind("6R")), Some(kind("8R")))));
        assert_eq!(settles(0.8, -0.4), None, "the second looks more like a 6");
        assert_eq!(settles(0.1, 0.2), None, "nothing clear");
    }
}
