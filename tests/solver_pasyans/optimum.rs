//! Plans are shortest, and win.

use std::collections::HashSet;

use exa_pipeline::game::Game;
use exa_pipeline::game::deal::shuffle;
use exa_pipeline::game::pasyans::{
    Board, BoardBuilder, Kind, Move, OlderBot, OnScreen, Pasyans, Place, Position, deal,
};
use exa_pipeline::solver::{self, End, Goal, Solver, greedy, travel};

use super::plain::Plain;
use super::{LIMITS, assert_wins, cases, go_on};

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
    assert_eq!((sum, unwinnable, nodes), (15_567, 3, 463_185));
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
