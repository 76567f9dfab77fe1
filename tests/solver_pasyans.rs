//! The solver of ПАСЬЯНС against the plain referee.

mod referee;

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use exa_pipeline::game::deal::shuffle;
use exa_pipeline::game::pasyans::{
    Board, BoardBuilder, Kind, Move, OlderBot, OnScreen, Pasyans, Place, Position, deal,
};
use exa_pipeline::game::{Dragged, Game, Graded, Wasting};
use exa_pipeline::solver::{self, End, Goal, Limit, Limits, Progress, Solver, greedy, travel};
use proptest::prelude::*;
use referee::{CELL, Drag};

const LIMITS: Limits = Limits { nodes: 10_000_000, bytes: 1 << 28 };

fn go_on(_: Progress<'_, Move>) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn drag(mv: Move) -> Drag {
    let place = |place| match place {
        Place::Column(column) => usize::from(column),
        Place::Cell => CELL,
    };
    Drag { from: place(mv.from), to: place(mv.to), count: usize::from(mv.count) }
}

fn assert_wins(board: &Board, plan: &[Move]) {
    let end = referee::replay(&referee::read(&board.to_string()), plan.iter().map(|&mv| drag(mv)));
    assert!(end.is_won(), "the plan ends in {end:?}");
}

/// The rules without any cleverness: all legal moves, graded by the bound before and after.
#[derive(Clone, Copy)]
struct Plain;

impl Game for Plain {
    type State = Position;
    type Move = Move;
    type Key = <Pasyans as Game>::Key;

    fn moves(&self, state: &Position, moves: &mut Vec<Move>) {
        Pasyans.moves(state, moves);
    }

    fn play(&self, state: &mut Position, mv: Move) {
        Pasyans.play(state, mv);
    }

    fn is_won(&self, state: &Position) -> bool {
        state.board().is_won()
    }

    fn key(&self, state: &Position) -> Self::Key {
        Pasyans.key(state)
    }

    fn lower_bound(&self, state: &Position) -> u32 {
        state.lower_bound()
    }
}

impl Graded for Plain {
    const LAST_TIER: u32 = 2;

    fn moves_of_tier(&self, state: &Position, tier: u32, moves: &mut Vec<Wasting<Move>>) {
        let mut legal = Vec::new();
        self.moves(state, &mut legal);
        for mv in legal {
            let mut after = *state;
            self.play(&mut after, mv);
            let waste = 1 + after.lower_bound() - state.lower_bound();
            if waste == tier {
                moves.push(Wasting { mv, waste });
            }
        }
    }

    fn play_wasting(&self, state: &mut Position, mv: Wasting<Move>) {
        self.play(state, mv.mv);
    }

    fn hash(&self, state: &Position) -> u64 {
        Pasyans.hash(state)
    }
}

/// The length of a shortest win by breadth-first search, which knows no bound; `Err` if there are more states than that.
fn breadth_first(start: Position, most: usize) -> Result<Option<usize>, ()> {
    let mut seen = HashSet::from([Plain.key(&start)]);
    let mut layer = vec![start];
    let mut moves = Vec::new();
    for depth in 0.. {
        if layer.iter().any(|position| position.board().is_won()) {
            return Ok(Some(depth));
        }
        let mut next = Vec::new();
        for position in &layer {
            moves.clear();
            Plain.moves(position, &mut moves);
            for &mv in &moves {
                let mut after = *position;
                Plain.play(&mut after, mv);
                if seen.insert(Plain.key(&after)) {
                    next.push(after);
                }
            }
        }
        if next.is_empty() {
            return Ok(None);
        }
        if seen.len() > most {
            return Err(());
        }
        layer = next;
    }
    unreachable!("the layers end")
}

/// A board of 10 to 16 cards, shuffled by the seed: some chains 10 to 6 and some suits; the other suits stand locked,
/// as walls that make room short. One card may lie in the free cell.
fn small_board(seed: u64) -> BoardBuilder {
    let (chains, suits) = [(2, 0), (1, 1), (2, 1), (0, 3), (1, 1), (0, 4), (3, 0)][(seed % 7) as usize];
    let mut cards: Vec<Kind> = Vec::new();
    for chain in 0..chains {
        let colours = if chain % 2 == 0 { ["R", "B"] } else { ["B", "R"] };
        cards.extend((6..=10).map(|rank| kind(&format!("{rank}{}", colours[rank % 2]))));
    }
    let names = ["C", "D", "H", "S"];
    cards.extend(names[..suits].iter().flat_map(|suit| [kind(suit); 4]));
    shuffle(&mut cards, seed);
    let mut board = BoardBuilder::default();
    let mut next = 0;
    for wall in &names[suits..] {
        board.columns[next] = vec![kind(wall); 4];
        next += 1;
    }
    if seed.is_multiple_of(3) {
        board.cell = cards.pop();
    }
    let columns = cards.len().div_ceil(4);
    for (index, card) in cards.into_iter().enumerate() {
        board.columns[next + index % columns].push(card);
    }
    board
}

fn kind(name: &str) -> Kind {
    name.parse().expect("a card")
}

/// How many cases, unless `EXA_TEST_CASES` asks for a longer run.
fn cases(usual: u64) -> u64 {
    std::env::var("EXA_TEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(usual)
}

#[test]
fn the_optimum_is_that_of_breadth_first_search_on_small_boards() {
    let (mut compared, mut unwinnable) = (0, 0);
    for seed in 0..cases(140) {
        let position = Position::of_part(&small_board(seed));
        let Ok(shortest) = breadth_first(position, 8_000) else { continue };
        let end = solver::solve(Pasyans, &position, LIMITS, &mut go_on).end;
        match (shortest, &end) {
            (Some(length), End::Optimal(plan)) => assert_eq!(plan.len(), length, "seed {seed}\n{}", position.board()),
            (None, End::Unwinnable) => unwinnable += 1,
            _ => panic!("seed {seed}: {shortest:?} by breadth-first search, {end:?}\n{}", position.board()),
        }
        compared += 1;
    }
    println!("{compared} boards compared, {unwinnable} of them unwinnable");
    assert!(compared >= 50);
}

#[test]
fn tiers_deadlocks_and_safe_moves_do_not_cost_a_move() {
    let mut plain = Solver::new(Plain);
    let mut full = Solver::new(Pasyans);
    for seed in 0..cases(60) {
        let position = Position::from(deal(seed));
        let expected = plain.solve(&position, Goal::Shortest, LIMITS, &mut go_on).end;
        let end = full.solve(&position, Goal::Shortest, LIMITS, &mut go_on).end;
        let lengths = |end: &End<Move>| end.moves().map(<[Move]>::len);
        assert_eq!(lengths(&end), lengths(&expected), "deal {seed}");
        assert!(matches!(end, End::Optimal(_) | End::Unwinnable), "deal {seed}: {end:?}");
    }
}

#[test]
fn every_plan_replays_to_a_win_under_the_referee() {
    let mut solver = Solver::new(Pasyans);
    for seed in 0..60 {
        let board = deal(seed);
        let position = Position::from(board);
        let quick = solver.solve(&position, Goal::Quick, LIMITS, &mut go_on).end;
        let best = solver.solve(&position, Goal::Shortest, LIMITS, &mut go_on).end;
        let greedy = greedy::search(&OlderBot::default(), &position, 100, LIMITS, &mut go_on).end;
        for end in [&quick, &best, &greedy] {
            let plan = end.moves().unwrap_or_else(|| panic!("deal {seed}: {end:?}"));
            assert_wins(&board, plan);
        }
        let plan = best.moves().expect("won");
        let ordered = travel::least_travel(&OnScreen::default(), &position, plan);
        assert_wins(&board, &ordered);
        let way = |plan| travel::travel(&OnScreen::default(), &position, plan);
        assert!(ordered.len() == plan.len() && way(&ordered) <= way(plan), "deal {seed}");
    }
}

#[test]
fn from_every_board_of_a_shortest_plan_the_rest_of_it_is_shortest() {
    for seed in [3, 6, 22, 134] {
        let mut board = deal(seed);
        let mut solver = Solver::new(Pasyans);
        let mut length =
            |board: Board| match solver.solve(&Position::from(board), Goal::Shortest, LIMITS, &mut go_on).end {
                End::Optimal(plan) => plan,
                end => panic!("deal {seed}: {end:?}\n{board}"),
            };
        let plan = length(board);
        for (index, &mv) in plan.iter().enumerate() {
            board = board.try_play(mv).expect("legal");
            assert_eq!(length(board).len(), plan.len() - index - 1, "deal {seed} after {} moves", index + 1);
        }
        assert!(board.is_won());
    }
}

#[test]
fn a_dealt_lock_stays_where_it_is() {
    let text =
        "[C]\n10R 9B 8R 7B\n6R 10B 9R 8B\n7R 6B 10R 9B\n8R 7B 6R 10B\n9R 8B 7R 6B\nD D H H\nS S D D\nH H S S\ncell: -";
    let board: Board = text.parse().expect("a board");
    let end = solver::solve(Pasyans, &Position::from(board), LIMITS, &mut go_on).end;
    let End::Optimal(plan) = end else { panic!("{end:?}") };
    assert_wins(&board, &plan);
    assert!(plan.iter().all(|mv| mv.from != Place::Column(0) && mv.to != Place::Column(0)));
}

/// The bench number of a short list: a commit that changes it says so.
#[test]
fn the_fixed_list_has_its_lengths_and_its_node_count() {
    let mut solver = Solver::new(Pasyans);
    let (mut sum, mut unwinnable, mut nodes) = (0, 0, 0);
    for seed in 0..500 {
        let report = solver.solve(&Position::from(deal(seed)), Goal::Shortest, LIMITS, &mut go_on);
        nodes += report.nodes;
        match report.end {
            End::Optimal(plan) => sum += plan.len(),
            End::Unwinnable => unwinnable += 1,
            end => panic!("deal {seed}: {end:?}"),
        }
    }
    assert_eq!((sum, unwinnable, nodes), (15_567, 3, 573_410));
}

#[test]
fn the_same_input_gives_the_same_report_whatever_was_solved_before() {
    let position = Position::from(deal(12));
    let fresh = solver::solve(Pasyans, &position, LIMITS, &mut go_on);
    let mut used = Solver::new(Pasyans);
    used.solve(&Position::from(deal(355)), Goal::Shortest, LIMITS, &mut go_on);
    let again = used.solve(&position, Goal::Shortest, LIMITS, &mut go_on);
    assert_eq!((&again.end, again.nodes), (&fresh.end, fresh.nodes));
}

/// A node costs a few microseconds at worst; so few between two calls are well below 5 ms.
#[test]
fn the_observer_is_asked_often_and_obeyed_at_once() {
    let position = Position::from(deal(355));
    let mut last = 0;
    let mut plans = 0;
    let report = solver::solve(Pasyans, &position, LIMITS, &mut |progress| {
        match progress {
            Progress::Plan(plan) => {
                assert_wins(position.board(), plan);
                plans += 1;
            }
            Progress::Searching { nodes, .. } => {
                assert!(nodes - last <= 256);
                last = nodes;
            }
        }
        if last >= 10_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(report.nodes, last);
    assert!(plans == 1 && matches!(report.end, End::Solved { .. }), "{:?}", report.end);

    let at_once = solver::solve(Pasyans, &position, LIMITS, &mut |_| ControlFlow::Break(()));
    assert!(at_once.nodes <= 256 && matches!(at_once.end, End::Cancelled | End::Solved { .. }));
}

#[test]
fn limits_end_a_search_with_what_is_known() {
    let position = Position::from(deal(355));
    let few = solver::solve(Pasyans, &position, Limits { nodes: 20, bytes: 1 << 28 }, &mut go_on);
    assert_eq!((few.end, few.nodes), (End::Limit(Limit::Nodes), 20));
    let some = solver::solve(Pasyans, &position, Limits { nodes: 20_000, bytes: 1 << 28 }, &mut go_on);
    assert!(matches!(some.end, End::Solved { at_least, ref moves } if moves.len() as u32 > at_least));
    let small = solver::solve(Pasyans, &position, Limits { nodes: 1 << 40, bytes: 1 << 22 }, &mut go_on);
    assert!(matches!(small.end, End::Solved { .. }) && small.bytes <= 1 << 22, "{small:?}");
}

#[test]
fn a_search_that_runs_out_of_memory_without_a_plan_says_so() {
    let unwinnable = Position::from(deal(4989));
    let report = solver::solve(Pasyans, &unwinnable, Limits { nodes: 1 << 40, bytes: 1 << 21 }, &mut go_on);
    assert!(report.end == End::Limit(Limit::Memory) && report.bytes <= 1 << 21, "{report:?}");
}

/// Who waits for the optimum only so long gets the quick plan if it takes longer, and loses nothing by its first move that
/// the search from the next board does not make good as far as can be.
#[test]
fn the_quick_plan_stands_in_while_the_optimum_is_not_proved() {
    let mut solver = Solver::new(Pasyans);
    let mut stood_in = 0;
    for seed in 0..40 {
        let board = deal(seed);
        let position = Position::from(board);
        let mut solve_within = |patience: u64| {
            let mut has_plan = false;
            let report = solver.solve(&position, Goal::Shortest, LIMITS, &mut |progress| {
                has_plan |= matches!(progress, Progress::Plan(_));
                let waited = matches!(progress, Progress::Searching { nodes, .. } if nodes >= patience);
                if has_plan && waited { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            report.end
        };
        assert!(matches!(solve_within(u64::MAX), End::Optimal(_)), "deal {seed}");
        let End::Solved { moves: quick, .. } = solve_within(0) else { continue };
        assert_wins(&board, &quick);
        let next = Position::from(board.try_play(quick[0]).expect("legal"));
        let End::Optimal(better) = solver.solve(&next, Goal::Shortest, LIMITS, &mut go_on).end else {
            panic!("deal {seed}")
        };
        assert!(better.len() < quick.len(), "deal {seed}");
        stood_in += 1;
    }
    println!("the quick plan stood in for {stood_in} of 40 deals");
    assert!(stood_in > 0);
}

/// The least travel of all plans of that length, by going through every board that so many moves can lead to; `None` if
/// those are too many.
fn least_travel_by_force(start: Position, length: usize, most: usize) -> Option<u32> {
    let screen = OnScreen::default();
    let mut ways = HashMap::from([((*start.board(), None), (start, 0))]);
    let mut moves = Vec::new();
    for _ in 0..length {
        let mut next = HashMap::new();
        for ((_, hand), (position, travelled)) in &ways {
            moves.clear();
            Pasyans.moves(position, &mut moves);
            for &mv in &moves {
                let (grab, drop) = screen.drag(position, mv);
                let reach = hand.map_or(0, |hand| screen.distance(hand, grab));
                let travelled = travelled + reach + screen.distance(grab, drop);
                let after = Position::from(position.board().try_play(mv).expect("legal"));
                let known = next.entry((*after.board(), Some(drop))).or_insert((after, travelled));
                known.1 = known.1.min(travelled);
            }
        }
        if next.len() > most {
            return None;
        }
        ways = next;
    }
    ways.into_values().filter(|(position, _)| position.board().is_won()).map(|(_, travelled)| travelled).min()
}

#[test]
fn of_all_shortest_plans_the_one_with_least_travel_is_taken() {
    let screen = OnScreen::default();
    let (mut compared, mut improved) = (0, 0);
    for seed in 0..cases(30) {
        // The last moves of a shortest plan are a shortest plan from there, and few enough to try all others.
        let board = deal(seed);
        let End::Optimal(plan) = solver::solve(Pasyans, &Position::from(board), LIMITS, &mut go_on).end else {
            continue;
        };
        let (first, last) = plan.split_at(plan.len() - 4);
        let board = first.iter().fold(board, |board, &mv| board.try_play(mv).expect("legal"));
        let position = Position::from(board);
        let Some(least) = least_travel_by_force(position, last.len(), 10_000) else { continue };
        let way = |plan: &[Move]| travel::travel(&screen, &position, plan);
        let best = travel::least_travel_of(&screen, &position, last, usize::MAX);
        assert_eq!((best.len(), way(&best)), (last.len(), least), "deal {seed}\n{board}");
        compared += 1;
        improved += usize::from(way(&best) < way(last));
    }
    println!("{compared} boards compared, {improved} plans improved");
    assert!(compared > 0);
}

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
}
