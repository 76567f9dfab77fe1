//! Moves against the referee's, on random walks.

use exa_pipeline::game::pasyans::{BoardBuilder, Move, Pasyans, Position, deal};
use exa_pipeline::game::{Game, Graded, Wasting};
use proptest::prelude::*;

use super::{drag, referee};

proptest! {
    /// A walk of random legal moves: the program and the referee agree on every move that is legal and on every board,
    /// the 36 cards stay, and what the position keeps up move by move is what it would be made anew.
    #[test]
    fn random_walks_agree_with_the_referee(seed in 0..10_000_u64, picks in proptest::collection::vec(any::<u16>(), 1..60)) {
        let mut position = Position::from(deal(seed));
        let mut table = referee::read(&position.board().to_string());
        let deck = referee::deck(&table);
        for pick in picks {
            let mut moves = Vec::new();
            Pasyans.moves(&position, &mut moves);
            let mut ours: Vec<_> = moves.iter().map(|&mv| drag(mv)).collect();
            ours.sort_by_key(|drag| (drag.from, drag.to, drag.count));
            prop_assert_eq!(ours, table.drags());
            // A move of the search, so that its own way to play is walked too; not every board has one left.
            let mut wasting = Vec::new();
            Pasyans.wasting_moves(&position, &mut wasting);
            if wasting.is_empty() {
                break;
            }
            let chosen = wasting[usize::from(pick) % wasting.len()];
            let before = position;
            Pasyans.play_wasting(&mut position, chosen);
            table = table.drag(drag(chosen.mv)).map_err(TestCaseError::fail)?;
            prop_assert_eq!(&referee::read(&position.board().to_string()), &table);
            prop_assert_eq!(&referee::deck(&table), &deck);
            let mut plainly = before;
            Pasyans.play(&mut plainly, chosen.mv);
            prop_assert_eq!(&plainly, &position);
            let anew = Position::from(*position.board());
            prop_assert_eq!(&anew, &position);
            prop_assert_eq!(before.lower_bound() + chosen.waste, position.lower_bound() + 1);
            prop_assert_eq!(position.board().is_won(), table.is_won());
            prop_assert_eq!(Pasyans.is_won(&position), table.is_won());
        }
    }

    /// The tiers together hold each move of the search once.
    #[test]
    fn tiers_part_the_moves(seed in 0..10_000_u64, picks in proptest::collection::vec(any::<u16>(), 0..40)) {
        let mut position = Position::from(deal(seed));
        for pick in picks {
            let mut moves = Vec::new();
            Pasyans.wasting_moves(&position, &mut moves);
            if moves.is_empty() {
                break;
            }
            Pasyans.play_wasting(&mut position, moves[usize::from(pick) % moves.len()]);
        }
        let mut all = Vec::new();
        Pasyans.wasting_moves(&position, &mut all);
        // What a quick search tries is what wastes nothing, or one of those.
        let mut tried = Vec::new();
        let free: Vec<_> = all.iter().copied().filter(|mv| mv.waste == 0).collect();
        match Pasyans.moves_to_try(&position, &mut tried) {
            true => prop_assert_eq!(&tried, &free),
            false => prop_assert!(tried.len() == 1 && free.contains(&tried[0])),
        }
        let mut by_tier = Vec::new();
        for tier in 0..=Pasyans::LAST_TIER {
            let first = by_tier.len();
            Pasyans.moves_of_tier(&position, tier, &mut by_tier);
            prop_assert!(by_tier[first..].iter().all(|mv| mv.waste <= tier));
        }
        let sorted = |mut moves: Vec<Wasting<Move>>| {
            moves.sort_by_key(|mv| (mv.mv.from, mv.mv.to, mv.mv.count));
            moves
        };
        prop_assert_eq!(sorted(by_tier), sorted(all));
    }

    /// What is said of moves that can be taken back: a legal move leads back, tidying up comes to an end that does not hang on
    /// the order of columns, and independent moves can be made in either order.
    #[test]
    fn moves_can_be_taken_back(
        seed in 0..10_000_u64,
        picks in proptest::collection::vec(any::<u16>(), 0..80),
        turn in 0..9_usize,
    ) {
        let mut position = Position::from(deal(seed));
        for pick in picks {
            let mut moves = Vec::new();
            Pasyans.moves(&position, &mut moves);
            let Some(&mv) = moves.get(usize::from(pick) % moves.len().max(1)) else { break };
            Pasyans.play(&mut position, mv);
        }
        let after = |from: &Position, mv: Move| {
            let mut moves = Vec::new();
            Pasyans.moves(from, &mut moves);
            moves.contains(&mv).then(|| {
                let mut to = *from;
                Pasyans.play(&mut to, mv);
                to
            })
        };
        let leads_to = |from: &Position, key| {
            let mut moves = Vec::new();
            Pasyans.moves(from, &mut moves);
            moves.into_iter().filter_map(|mv| after(from, mv)).any(|to| Pasyans.key(&to) == key)
        };
        let shifts_of = |position: &Position, last| {
            let mut shifts = Vec::new();
            Pasyans.shifts(position, last, &mut shifts);
            shifts
        };
        let shifts = shifts_of(&position, None);
        let (mut moves, mut of_shifts) = (Vec::new(), shifts.iter().map(|shift| shift.mv).collect::<Vec<_>>());
        Pasyans.wasting_moves(&position, &mut moves);
        let mut moves: Vec<_> = moves.into_iter().map(|mv| mv.mv).collect();
        for list in [&mut moves, &mut of_shifts] {
            list.sort_by_key(|mv| (mv.from, mv.to, mv.count));
        }
        prop_assert_eq!(moves, of_shifts);
        for shift in &shifts {
            let there = after(&position, shift.mv).expect("a legal move");
            if shift.can_be_undone {
                prop_assert!(leads_to(&there, Pasyans.key(&position)), "{:?} on {}", shift, position.board());
            }
            for other in shifts.iter().filter(|other| other.way.is_apart_from(shift.way)) {
                let one_way = after(&there, other.mv);
                let other_way = after(&position, other.mv).and_then(|there| after(&there, shift.mv));
                prop_assert!(one_way.is_some() && one_way == other_way, "{:?}, {:?} on {}", shift, other, position.board());
            }
            // What is left out behind a shift could be done before it.
            let behind = shifts_of(&there, Some(shift.way));
            let key = |mv: Move| Pasyans.key(&after(&there, mv).expect("a legal move"));
            let apart: Vec<_> = shifts.iter().filter(|apart| apart.way.is_apart_from(shift.way)).map(|apart| key(apart.mv)).collect();
            let all_behind = shifts_of(&there, None);
            prop_assert!(behind.iter().all(|other| all_behind.contains(other)));
            for other in all_behind.iter().filter(|other| !behind.contains(other)) {
                prop_assert!(apart.contains(&key(other.mv)), "{:?} behind {:?} on {}", other, shift, position.board());
            }
        }

        let tidy = |mut position: Position| {
            for _ in 0..100 {
                let Some(mv) = Pasyans.tidying_move(&position) else { return Ok(position) };
                let can_be_undone = shifts_of(&position, None).iter().any(|shift| shift.mv == mv && shift.can_be_undone);
                prop_assert!(can_be_undone, "{:?} on {}", mv, position.board());
                position = after(&position, mv).ok_or_else(|| TestCaseError::fail("an illegal move"))?;
            }
            Err(TestCaseError::fail("tidying up comes to no end"))
        };
        let mut turned = BoardBuilder { columns: position.board().columns().map(|c| c.iter().collect()), cell: position.board().cell() };
        turned.columns.rotate_left(turn);
        let turned = Position::from(turned.build().expect("the same cards"));
        prop_assert_eq!(Pasyans.key(&tidy(position)?), Pasyans.key(&tidy(turned)?));
    }
}
