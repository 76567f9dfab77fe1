//! Every state that can be reached: a win however long, or the proof that there is none.
//!
//! Most moves can be taken back by one move. States that such moves lead to from each other make a *group*: all of it can be
//! won, or none. One state stands for a group, the tidy one that [`Graded::tidying_move`] ends at. Only tidy states are kept,
//! and the states on the way to them; the others of the group are met where it is expanded, in a table that stays in the
//! processor's cache, and forgotten again. Deal 4989, which cannot be won, has 137,648 states in 13,772 groups: 5 MiB and
//! half the time instead of 16 MiB for a table of all states.
//!
//! The members of a group are expanded in the order in which they are met. Once a member was expanded, all that one shift
//! leads to from there was met; but not every shift need be made for that (deal 4989: 213,171 of 549,840):
//!
//! - One that carries on what the last shift has carried: the member before has met what that leads to.
//! - One that shares no place with the last shift, b, and led the member before, p, to a member q that was met before this
//!   one, s. Then q is expanded before s, and what b leads to from q, which is what the shift leads to from s, is met by then.
//!   (In partial order reduction such a shift is *asleep*.) So of the shifts apart from b only those are made that p made
//!   behind b; p hands them on.
//!
//! Of the moves that cannot be taken back, a move m need not be made from a member where a shift b leads to one that is expanded
//! before, if m and b share no place. There m can be made as well, and where it leads to, the taking back of b leads to where m
//! leads to from here: these two are of one group. So m must touch a place of the last shift at least (deal 4989: 77,059 of
//! 199,568).
//!
//! (Should a group have two tidy states, it is searched twice.)

use std::ops::Range;

use super::buckets::Buckets;
use super::table::{Node, NodeId, NodeOf, Offer, Table};
use super::{Budget, Stop};
use crate::game::{Graded, Shift, Ways};

/// Searches until there is a plan or every state was expanded: then `None`, and no win exists. `beside` says how much
/// memory is in use elsewhere, in bytes.
pub(super) fn search<G: Graded>(
    game: &G,
    table: &mut Table<G>,
    root: &G::State,
    beside: usize,
    budget: &mut Budget<'_, '_, G::Move>,
) -> Result<Option<Vec<G::Move>>, Stop> {
    table.clear();
    let mut open = Buckets::new();
    let mut group = Group::new(game);
    let mut offered = vec![Node { state: *root, parent: None, depth: 0 }];
    let mut depth = 0;
    loop {
        for node in offered.drain(..) {
            if let Some((id, tidy)) = take_in(game, table, node) {
                open.push(depth + game.lower_bound(&tidy), (id, depth));
            }
        }
        let Some((id, groups)) = open.pop() else { return Ok(None) };
        depth = groups + 1;
        group.begin(&table.node(id).state);
        while let Some(member) = group.next() {
            budget.spend(|more| table.bytes_for(more) + group.members.bytes_for(more) + open.bytes() + beside)?;
            if game.is_won(&group.members.node(member).state) {
                let end = group.members.path(game, member);
                let states = table.states_to(id);
                let ways = states.iter().zip(&states[1..]).flat_map(|(from, to)| group.way(from, to));
                return Ok(Some(ways.chain(end).collect()));
            }
            group.expand(member, |mv, state| offered.push(Node { state, parent: Some((id, mv)), depth: 0 }));
        }
        table.drop_known(game, &mut offered);
    }
}

/// Takes a state into the table and then its tidy state, so that neither is looked at twice; gives that if it is new. The
/// nodes know no depth, as a shorter way would not make them worth a second look.
fn take_in<G: Graded>(game: &G, table: &mut Table<G>, mut node: NodeOf<G>) -> Option<(NodeId, G::State)> {
    loop {
        let Offer::New(id) = table.offer(game, node) else { return None };
        let Some(mv) = game.tidying_move(&node.state) else { return Some((id, node.state)) };
        node.parent = Some((id, mv));
        game.play(&mut node.state, mv);
    }
}

/// The states of a group, as far as they were met.
struct Group<'a, G: Graded> {
    game: &'a G,
    /// The tidy state first.
    members: Table<G>,
    /// Of each member, in the same order.
    traces: Vec<Trace<G::Move>>,
    /// What members have from those they were met from, one after the other.
    handed_on: Vec<Shift<G::Move>>,
    expanded: usize,
    shifts: Vec<Shift<G::Move>>,
    /// Those of the shifts that lead to members which the expansion met, and whether they met them first.
    fresh: Vec<(Shift<G::Move>, bool)>,
}

/// What is known of a member by the way it was met.
#[derive(Clone)]
struct Trace<M> {
    /// The shift that led here.
    last: Option<Shift<M>>,
    /// Its part of the shifts handed on.
    handed_on: Range<usize>,
    /// Ways of shifts that lead from here to members which are expanded before this one.
    earlier: Ways,
}

impl<'a, G: Graded> Group<'a, G> {
    fn new(game: &'a G) -> Group<'a, G> {
        let members = Table::new();
        let (traces, handed_on) = (Vec::new(), Vec::new());
        Group { game, members, traces, handed_on, expanded: 0, shifts: Vec::new(), fresh: Vec::new() }
    }

    fn begin(&mut self, tidy: &G::State) {
        self.members.clear();
        self.traces.clear();
        self.handed_on.clear();
        self.expanded = 0;
        self.members.offer(self.game, Node { state: *tidy, parent: None, depth: 0 });
        self.traces.push(Trace { last: None, handed_on: 0..0, earlier: Ways::default() });
    }

    /// The next member to expand.
    fn next(&mut self) -> Option<NodeId> {
        let next = self.members.nth(self.expanded);
        self.expanded += 1;
        next
    }

    /// Meets the members that one move leads to, and tells of the other states that one move leads to.
    fn expand(&mut self, id: NodeId, mut outside: impl FnMut(G::Move, G::State)) {
        let Group { game, members, traces, handed_on, shifts, fresh, .. } = self;
        let game = *game;
        let member = *members.node(id);
        let Trace { last, handed_on: mine, mut earlier } = traces[id.index()].clone();
        earlier = last.map_or(earlier, |last| earlier.with(last.way.back()));
        let met = members.len();
        fresh.clear();
        shifts.clear();
        shifts.extend_from_slice(&handed_on[mine]);
        game.shifts(&member.state, last.map(|last| last.way), shifts);
        let after = |mv| {
            let mut node = Node { state: member.state, parent: Some((id, mv)), depth: 0 };
            game.play(&mut node.state, mv);
            node
        };
        for &shift in shifts.iter().filter(|shift| shift.can_be_undone) {
            if last.is_some_and(|last| shift.carries_on(&last)) {
                continue;
            }
            match members.offer(game, after(shift.mv)) {
                Offer::Known(other) if other < id => earlier = earlier.with(shift.way),
                Offer::Known(other) if other.index() < met => {}
                offer => fresh.push((shift, matches!(offer, Offer::New(_)))),
            }
        }
        for (n, &(shift, is_new)) in fresh.iter().enumerate() {
            if is_new {
                let begin = handed_on.len();
                let others = fresh[n + 1..].iter().map(|&(other, _)| other);
                handed_on.extend(others.filter(|other| other.way.is_apart_from(shift.way)));
                let earlier = earlier.apart_from(shift.way);
                traces.push(Trace { last: Some(shift), handed_on: begin..handed_on.len(), earlier });
            }
        }
        for shift in shifts.iter().filter(|shift| !shift.can_be_undone) {
            if earlier.apart_from(shift.way).is_empty() {
                outside(shift.mv, after(shift.mv).state);
            }
        }
    }

    /// The moves from one state in the search's table to the next.
    fn way(&mut self, from: &G::State, to: &G::State) -> Vec<G::Move> {
        if let Some(mv) = self.game.tidying_move(from) {
            return vec![mv];
        }
        self.begin(from);
        while let Some(member) = self.next() {
            let mut last = None;
            self.expand(member, |mv, state| last = last.or((state == *to).then_some(mv)));
            if let Some(mv) = last {
                let mut moves = self.members.path(self.game, member);
                moves.push(mv);
                return moves;
            }
        }
        unreachable!("the search came this way")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::ops::ControlFlow;

    use rand_core::{Rng, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::game::Game;
    use crate::game::pasyans::{Move, Pasyans, Position, deal};
    use crate::solver::Limits;

    fn all_from(root: Position) -> Result<Option<Vec<Move>>, Stop> {
        let mut go_on = |_: crate::solver::Progress<'_, _>| ControlFlow::Continue(());
        let limits = Limits { nodes: 40_000, bytes: 1 << 28 };
        let mut budget = Budget::new(limits, root.lower_bound(), &mut go_on);
        search(&Pasyans, &mut Table::new(), &root, 0, &mut budget)
    }

    fn search_all(seed: u64) -> Option<Vec<Move>> {
        all_from(Position::from(deal(seed))).expect("within the limits")
    }

    fn played_at_random(seed: u64, moves_made: usize, random: &mut Pcg64Mcg) -> Position {
        let mut position = Position::from(deal(seed));
        for _ in 0..moves_made {
            let mut moves = Vec::new();
            Pasyans.moves(&position, &mut moves);
            let Some(&mv) = moves.get(random.next_u32() as usize % moves.len().max(1)) else { break };
            Pasyans.play(&mut position, mv);
        }
        position
    }

    /// Plainly, by all legal moves; `None` where that takes too many states.
    fn can_be_won(root: Position) -> Option<bool> {
        let (mut met, mut waiting) = (HashSet::from([Pasyans.key(&root)]), vec![root]);
        while let Some(state) = waiting.pop() {
            if Pasyans.is_won(&state) {
                return Some(true);
            }
            if met.len() > 40_000 {
                return None;
            }
            let mut moves = Vec::new();
            Pasyans.moves(&state, &mut moves);
            for mv in moves {
                let mut after = state;
                Pasyans.play(&mut after, mv);
                if met.insert(Pasyans.key(&after)) {
                    waiting.push(after);
                }
            }
        }
        Some(false)
    }

    #[test]
    fn finds_a_win_exactly_where_there_is_one() {
        let mut random = Pcg64Mcg::seed_from_u64(7);
        let (mut won, mut lost) = (0, 0);
        for seed in 0..400 {
            // Many of these are lost, and with few states left.
            let position = played_at_random(seed, 100, &mut random);
            let (Ok(plan), Some(expected)) = (all_from(position), can_be_won(position)) else { continue };
            assert_eq!(plan.is_some(), expected, "deal {seed}: {}", position.board());
            *(if plan.is_some() { &mut won } else { &mut lost }) += 1;
            if let Some(plan) = plan {
                let end = plan.iter().try_fold(*position.board(), |board, &mv| board.try_play(mv));
                assert!(end.is_ok_and(|board| board.is_won()), "deal {seed}: {plan:?}");
            }
        }
        assert!(won >= 50 && lost >= 50, "{won} won, {lost} lost");
    }

    #[test]
    fn meets_every_member_of_a_group() {
        let mut random = Pcg64Mcg::seed_from_u64(8);
        let mut members_met = 0;
        for seed in 0..1000 {
            let position = played_at_random(seed, 20 + seed as usize % 100, &mut random);
            let mut group = Group::new(&Pasyans);
            group.begin(&position);
            while let Some(id) = group.next() {
                group.expand(id, |_, _| {});
            }
            let member = |n| group.members.nth(n).map(|id| Pasyans.key(&group.members.node(id).state));
            let members: HashSet<_> = (0..).map_while(member).collect();

            let (mut met, mut waiting) = (HashSet::from([Pasyans.key(&position)]), vec![position]);
            while let Some(state) = waiting.pop() {
                let mut shifts = Vec::new();
                Pasyans.shifts(&state, None, &mut shifts);
                for shift in shifts.iter().filter(|shift| shift.can_be_undone) {
                    let mut after = state;
                    Pasyans.play(&mut after, shift.mv);
                    if met.insert(Pasyans.key(&after)) {
                        waiting.push(after);
                    }
                }
            }
            assert!(members == met, "deal {seed}: {} of {}: {}", members.len(), met.len(), position.board());
            members_met += met.len();
        }
        assert!(members_met > 30_000, "{members_met}");
    }

    #[test]
    fn wins_what_can_be_won() {
        for seed in 0..20 {
            let mut position = Position::from(deal(seed));
            let plan = search_all(seed).expect("a plan");
            plan.iter().for_each(|&mv| Pasyans.play(&mut position, mv));
            assert!(Pasyans.is_won(&position), "deal {seed}");
        }
    }

    #[test]
    fn proves_that_the_rest_cannot() {
        // Of the first 10,000 deals those with the fewest states.
        for seed in [9108, 8831, 9810, 3945, 8720, 2870, 9990] {
            assert_eq!(search_all(seed), None, "deal {seed}");
        }
    }
}
