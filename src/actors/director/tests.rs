//! Tables of (phase, event) pairs: no threads, no clock, no screen.

mod fixture;

use std::time::Duration;

use super::*;
use crate::actors::message::{
    ActResult, Acted, Alarm, Answer, Drift, Expect, Finding, FrameCount, Obstacle, Plan, Purpose, RequestId, Shown,
    Thought, Verdict,
};
use crate::frame::Rect;
use crate::game::pasyans::deal;
use fixture::{Run, SECOND, after_first_step, look, two_steps};

#[test]
fn a_settled_board_is_solved_and_the_first_move_is_dragged() {
    let run = Run::dragging();
    assert_eq!(run.clicks(), [Purpose::Drag(two_steps().steps[0].mv)]);
    assert!(matches!(run.state().phase, Phase::Dragging { .. }));
}

#[test]
fn before_anything_was_clicked_an_obstacle_ends_the_run_and_clicks_nothing() {
    let obstacles = [
        Obstacle::NoGame,
        Obstacle::SeveralBoards(2),
        Obstacle::Unreadable(3),
        Obstacle::NoDeck,
        Obstacle::Moving,
        Obstacle::Dealing,
        Obstacle::Covered,
    ];
    for obstacle in obstacles {
        let mut run = Run::new(Mode::Play);
        run.sees(Finding::Unsettled(obstacle.clone()));
        assert_eq!(run.stop(), Some(&Stop::NoBoard(obstacle)));
        assert!(run.clicks().is_empty());
    }
}

#[test]
fn after_a_drag_the_screen_is_asked_for_the_board_after_it() {
    let mut run = Run::dragging();
    run.acts(ActResult::Done);
    let watches = run.commands.iter().filter_map(|command| match command {
        Command::Watch { watch, .. } => Some((watch.expect, watch.settled_not_before - watch.not_before)),
        _ => None,
    });
    let strokes = run.state().pace.strokes();
    let [(Expect::After { before, after, .. }, settling)] = watches.collect::<Vec<_>>()[..] else {
        panic!("{:?}", run.commands)
    };
    assert_eq!((before, after), (deal(1), after_first_step()));
    assert_eq!(settling, strokes.rest - strokes.look);
    assert!(!settling.is_zero());
    run.sees(Finding::Confirmed(Shown::Board(after_first_step())));
    assert_eq!(run.clicks(), [Purpose::Drag(two_steps().steps[1].mv)]);
}

#[test]
fn a_lost_gesture_is_made_again_slower_and_the_fifth_failure_ends_the_run() {
    let mut run = Run::dragging();
    for failure in 1..=5 {
        let before = run.state().pace.strokes();
        run.acts(ActResult::Done).sees(Finding::Drift(Drift::StillThere));
        if failure < 5 {
            assert_eq!(run.clicks().len(), 1, "failure {failure}");
            assert!(run.state().pace.strokes().press >= before.press);
        }
    }
    assert_eq!(run.stop(), Some(&Stop::GestureFails { times: 5, obeyed: false }));
    assert_eq!(run.state().tally.drifts, 5);
}

#[test]
fn a_step_that_keeps_failing_is_got_round_but_not_for_ever() {
    // No other step can go before the only one.
    let step = two_steps().steps[0];
    let mut run = Run::new(Mode::Play);
    run.state_mut().obeyed = true;
    run.sees(Finding::Confirmed(Shown::Board(deal(1))));
    run.thinks(Answer::Plan(Plan { steps: vec![step], ..two_steps() }));
    let mut avoided = 0;
    while run.stop().is_none() {
        let solve = run.commands.iter().find_map(|command| match command {
            Command::Solve { avoid, .. } => Some(*avoid),
            _ => None,
        });
        match solve {
            Some(avoid) => {
                assert_eq!(avoid, Some(step.mv));
                avoided += 1;
                run.thinks(Answer::Nothing { nodes: 1 });
            }
            None => _ = run.acts(ActResult::Done).sees(Finding::Drift(Drift::StillThere)),
        }
    }
    assert_eq!((avoided, run.stop()), (1, Some(&Stop::GestureFails { times: 5, obeyed: true })));
}

#[test]
fn a_board_that_nobody_expected_is_planned_anew() {
    for drift in [Drift::Elsewhere(deal(2)), Drift::OtherBoard(deal(2))] {
        let mut run = Run::dragging();
        run.acts(ActResult::Done).sees(Finding::Drift(drift));
        assert!(
            matches!(run.commands.iter().find(|c| matches!(c, Command::Solve { .. })), Some(Command::Solve { board, .. }) if *board == deal(2))
        );
    }
}

#[test]
fn nothing_is_clicked_where_something_lies_over_it() {
    let mut run = Run::new(Mode::Play);
    let everything = vec![Rect::new(0.0, 0.0, 1920.0, 1080.0)];
    run.sees_under(Finding::Confirmed(Shown::Board(deal(1))), everything.clone()).thinks(Answer::Plan(two_steps()));
    assert!(run.clicks().is_empty());
    assert!(matches!(run.state().phase, Phase::Looking { game: Some(_), .. }));
    // Uncovered, it goes on with the plan it has.
    run.sees(Finding::Confirmed(Shown::Board(deal(1))));
    assert_eq!(run.clicks(), [Purpose::Drag(two_steps().steps[0].mv)]);
}

#[test]
fn a_plan_that_was_broken_off_is_bettered_but_never_made_longer() {
    let mut run = Run::new(Mode::Play);
    run.sees(Finding::Confirmed(Shown::Board(deal(1))));
    run.thinks(Answer::Plan(Plan { optimal: false, unfinished: true, ..two_steps() }));
    run.acts(ActResult::Done).sees(Finding::Confirmed(Shown::Board(after_first_step())));
    assert!(matches!(run.state().phase, Phase::Thinking { .. }), "it thinks on after each move");
    let rest = two_steps().steps.split_off(1);
    let longer = [rest.clone(), rest.clone()].concat();
    run.thinks(Answer::Plan(Plan { steps: longer, optimal: false, unfinished: true, nodes: 1 }));
    match &run.state().phase {
        Phase::Dragging { game, .. } => assert_eq!(game.steps, rest),
        other => panic!("{other:?}"),
    }
}

#[test]
fn at_the_start_a_game_is_waited_for_as_long_as_the_user_says() {
    let run = Run::new(Mode::Play);
    let patience = |run: &Run| match &run.commands[..] {
        [Command::Watch { watch, .. }, ..] => watch.patience,
        other => panic!("{other:?}"),
    };
    assert_eq!(patience(&run), Some(15 * SECOND));
    // No lack of progress in the meantime, but no endless wait either where no picture comes at all.
    let mut run = Run::new(Mode::Play);
    run.feed(Event::Tick { at: 74 * SECOND });
    assert_eq!(run.stop(), None);
    run.feed(Event::Tick { at: 75 * SECOND });
    assert!(matches!(run.stop(), Some(Stop::NoProgress { .. })));
}

#[test]
fn an_unwinnable_deal_is_skipped_by_new_game() {
    let mut run = Run::new(Mode::Play);
    run.sees(Finding::Confirmed(Shown::Board(deal(1)))).thinks(Answer::Unwinnable { nodes: 9 });
    assert_eq!(run.clicks(), [Purpose::NewGame]);
    assert_eq!(run.state().tally.skipped, 1);
    run.acts(ActResult::Done);
    assert!(matches!(run.state().phase, Phase::Dealing { .. }));
    run.sees(Finding::Confirmed(Shown::Board(deal(2))));
    assert!(matches!(run.state().phase, Phase::Thinking { board, .. } if board == deal(2)));
}

#[test]
fn new_game_after_new_game_without_a_readable_board_ends_the_run_at_the_twentieth() {
    let mut run = Run::new(Mode::Play);
    run.sees(Finding::Confirmed(Shown::Board(deal(1)))).thinks(Answer::Unwinnable { nodes: 9 });
    for nth in 1..=20 {
        // However long each takes, it is a deal, and these are counted: no lack of progress.
        run.at += 20 * SECOND;
        run.acts(ActResult::Done).sees(Finding::Unsettled(Obstacle::Unreadable(2)));
        assert_eq!(run.stop().is_some(), nth == 20, "unreadable board {nth}");
    }
    assert_eq!(run.stop(), Some(&Stop::Unreadable(20)));
}

#[test]
fn new_game_that_does_nothing_is_given_up_after_five_clicks() {
    let mut run = Run::new(Mode::Play);
    run.sees(Finding::Confirmed(Shown::Banner));
    assert!(run.clicks().is_empty(), "the button does not work yet");
    run.at = 2 * SECOND;
    run.sees(Finding::Confirmed(Shown::Banner));
    for nth in 1..=5 {
        run.acts(ActResult::Done).sees(Finding::Drift(Drift::Banner));
        assert_eq!(run.stop().is_some(), nth == 5, "click {nth}");
    }
    assert_eq!(run.stop(), Some(&Stop::NewGameFails { times: 5, obeyed: false }));
}

#[test]
fn the_last_game_asked_for_ends_the_run_without_a_new_deal() {
    let mut run = Run::dragging();
    run.acts(ActResult::Done).sees(Finding::Drift(Drift::Banner));
    run.at = 2 * SECOND;
    run.sees(Finding::Confirmed(Shown::Banner));
    assert_eq!(run.clicks(), [Purpose::NewGame]);
    run.acts(ActResult::Done).sees(Finding::Confirmed(Shown::Board(deal(3)))).thinks(Answer::Plan(two_steps()));
    run.acts(ActResult::Done).sees(Finding::Confirmed(Shown::Banner));
    assert_eq!(run.stop(), Some(&Stop::Wins(2)));
    assert!(run.clicks().is_empty());
}

#[test]
fn the_person_comes_first() {
    let mut run = Run::dragging();
    run.acts(ActResult::UserMoved);
    assert!(matches!(run.state().phase, Phase::Paused { .. }));
    assert!(run.clicks().is_empty());
    run.acts(ActResult::Done);
    assert!(matches!(run.state().phase, Phase::Looking { .. }));

    let mut run = Run::dragging();
    run.state_mut().orders.on_user = UserPolicy::Stop;
    run.acts(ActResult::UserMoved);
    assert_eq!(run.stop(), Some(&Stop::UserMoved));
}

#[test]
fn an_alarm_ends_every_phase() {
    let mut runs = vec![Run::new(Mode::Play), Run::dragging()];
    let mut thinking = Run::new(Mode::Play);
    thinking.sees(Finding::Confirmed(Shown::Board(deal(1))));
    runs.push(thinking);
    for run in &mut runs {
        run.feed(Event::Alarm { alarm: Alarm::Stop, at: Duration::ZERO });
        assert_eq!(run.stop(), Some(&Stop::Interrupted));
        assert!(run.clicks().is_empty());
    }
}

#[test]
fn answers_to_requests_that_nobody_waits_for_are_dropped() {
    let mut run = Run::dragging();
    let stale = RequestId(0);
    let before = run.state().phase.clone();
    run.feed(Event::Thought(Thought { id: stale, answer: Answer::Unwinnable { nodes: 0 }, at: Duration::ZERO }));
    run.feed(Event::Acted(Acted { id: stale, result: ActResult::Done, at: Duration::ZERO }));
    let frames = FrameCount::default();
    let finding = Finding::Confirmed(Shown::Banner);
    let verdict = Verdict { id: stale, finding, look: Some(look(Vec::new())), frames, at: Duration::ZERO };
    run.feed(Event::Verdict(Box::new(verdict)));
    assert_eq!(run.state().phase, before);
}

#[test]
fn without_progress_the_run_ends_but_not_while_the_button_may_be_down() {
    let mut run = Run::dragging();
    run.feed(Event::Tick { at: 61 * SECOND });
    assert_eq!(run.stop(), None);
    run.at = 62 * SECOND;
    run.acts(ActResult::Done);
    assert!(matches!(run.stop(), Some(Stop::NoProgress { .. })));
}

#[test]
fn a_dry_run_announces_the_plan_and_clicks_nothing() {
    let mut run = Run::new(Mode::DryRun);
    run.sees(Finding::Confirmed(Shown::Board(deal(1)))).thinks(Answer::Plan(two_steps()));
    let announced = run.commands.iter().filter(|command| matches!(command, Command::Announce(_))).count();
    assert_eq!(announced, 2);
    assert!(run.clicks().is_empty());
    assert_eq!(run.stop(), Some(&Stop::DryRun));
}

#[test]
fn the_games_own_counter_can_end_the_run() {
    let mut run = Run::dragging();
    run.state_mut().orders.until_wins = Some(7);
    run.acts(ActResult::Done).sees(Finding::Confirmed(Shown::Banner));
    assert_eq!(run.stop(), Some(&Stop::WinCounter(7)));
}
