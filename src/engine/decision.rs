//! From what a search has found to a decision: a move, a pass or resigning.

use super::Engine;
use super::think::Brief;
use crate::board::{Color, Move, PointSet};
use crate::search::{Candidate, Estimate, Findings, Restriction, Watch};
use std::fmt;

/// What `genmove` answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A move.
    Play(Move),
    /// The game is given up.
    Resign,
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Decision::Play(mv) => mv.fmt(f),
            Decision::Resign => f.write_str("resign"),
        }
    }
}

/// What a search has led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    pub(super) decision: Decision,
    /// Has the game looked lost?
    pub(super) looks_lost: bool,
}

impl Engine {
    /// Searches and chooses; the game stays as it is.
    pub(super) async fn choose(&mut self, brief: &Brief<'_>, watch: &mut Watch<'_>) -> Choice {
        if let Some(choice) = self.winning_pass(brief) {
            return choice;
        }
        let findings = self.search(brief, watch).await;
        let choice = self.choose_by(brief, &findings);
        self.findings = Some(findings);
        choice
    }

    /// What the findings lead to.
    fn choose_by(&self, brief: &Brief<'_>, findings: &Findings) -> Choice {
        let &Brief { color, wishes, .. } = brief;
        let best = findings.best();
        let other = findings.candidates.iter().find(|candidate| candidate.mv != Move::Pass);
        log::debug!(
            "{} wins {:.1} % after {} of {} playouts in {:.2} s",
            best.mv,
            100.0 * best.value.mean,
            best.visits,
            findings.playouts,
            findings.time.as_secs_f64()
        );
        let pass = findings.of(Move::Pass);
        // Those that were there before are behind the figures too.
        let visits = findings.candidates.iter().map(|candidate| u64::from(candidate.visits)).sum();
        // Nothing is known of the game where its best move may be one of those that are left out.
        let looks_lost = wishes.restrictions.is_empty() && self.looks_lost(findings, visits);
        if wishes.no_pass {
            return Choice { decision: Decision::Play(best.mv), looks_lost };
        }
        if looks_lost && self.may_resign(color, findings) {
            return Choice { decision: Decision::Resign, looks_lost };
        }
        let mv = match (other, pass) {
            (Some(other), Some(pass)) if !self.should_pass(brief, best, other, pass) => other.mv,
            _ => Move::Pass,
        };
        Choice { decision: Decision::Play(mv), looks_lost }
    }

    /// The pass that ends the game and wins it, if the opponent has just passed.
    pub(super) fn winning_pass(&mut self, brief: &Brief<'_>) -> Option<Choice> {
        let &Brief { color, end, wishes, .. } = brief;
        let lead = end.map(|lead| color.lead_of(lead)).filter(|&lead| lead > 0.0 && !wishes.no_pass)?;
        self.findings = Some(Findings::of_one(color, Move::Pass, 1.0, Some(lead)));
        Some(Choice { decision: Decision::Play(Move::Pass), looks_lost: false })
    }

    /// Is the game lost by these findings, after so many visits of all moves? The best move tells, and beside one that loses for
    /// sure those that do not.
    fn looks_lost(&self, findings: &Findings, visits: u64) -> bool {
        let params = &self.params.engine;
        let best = findings.best().value;
        let known = is_proven(findings) || visits >= u64::from(params.resign_playouts) && !self.is_opening();
        let is_low = |value: Estimate| value.mean < params.resign_rate;
        let mut tried = findings.candidates.iter().filter(|candidate| candidate.visits > 0);
        known && is_low(best) && (!best.is_proven() || tried.all(|candidate| is_low(candidate.value)))
    }

    /// Has too little of the board stones for a game to be given up?
    fn is_opening(&self) -> bool {
        let board = self.game.board();
        let points = PointSet::board(board.size()).len();
        (board.occupied().len() as f32) < self.params.engine.resign_stones * points as f32
    }

    /// May a game be given up that looks lost? If it is proven of all moves, or has been so for long enough, with this move: one
    /// search can overlook a move that the next ones find.
    fn may_resign(&self, color: Color, findings: &Findings) -> bool {
        let params = &self.params.engine;
        let for_long = self.lost_moves.of(color) + 1 >= params.resign_moves;
        params.resign && (for_long || is_proven(findings))
    }

    /// Is it time to pass, with these figures of the best move, of the best that is no pass and of the
    /// pass? When that wins the game as it stands and the search does not mind, when it ends the game in a draw and the search
    /// finds nothing better, or when the other moves promise so little that none was tried, or are useless or clearly worse.
    fn should_pass(&self, brief: &Brief<'_>, best: &Candidate, other: &Candidate, pass: &Candidate) -> bool {
        let params = &self.params.engine;
        let is_best = best.mv == Move::Pass;
        let holds = pass.visits >= params.early_pass_visits && pass.value.mean >= params.early_pass_rate;
        let wins = || {
            let &Brief { color, terms, end, .. } = brief;
            color.lead_of(end.unwrap_or_else(|| self.lead_at_the_end(color, terms))) > 0.0
        };
        let draws = brief.end == Some(0.0);
        if is_best && draws || (is_best || holds) && wins() {
            return true;
        }
        let other_rate = other.value.mean;
        let is_useless = if other.visits > 0 {
            other_rate < params.useful_rate || other_rate + params.useful_rate < pass.value.mean
        } else {
            // Who leaves moves out wants one of the others.
            Restriction::points_of(&brief.wishes.restrictions, brief.color, 0).is_empty()
        };
        is_best && is_useless
    }
}

/// Is it proven of every move what it is worth?
fn is_proven(findings: &Findings) -> bool {
    findings.candidates.iter().all(|candidate| candidate.value.is_proven())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Point;
    use crate::engine::{Config, Wishes};
    use crate::game::Game;
    use crate::pause::at_once;
    use crate::search::Limits;

    const PLAY: Move = Move::Play(Point::new(0, 0));

    fn candidate(mv: Move, visits: u32, mean: f32) -> Candidate {
        let value = Estimate { mean, weight: visits as f32 };
        Candidate { mv, visits, value, score: None, rave: None, line: Vec::new() }
    }

    #[test]
    fn where_no_other_move_was_worth_a_try_it_passes() {
        let engine = Engine::new(Config::default());
        let wishes = Wishes::default();
        let brief = engine.brief(Color::Black, &wishes);
        let pass = candidate(Move::Pass, 8, 0.3);
        let other = |visits| candidate(PLAY, visits, 0.3);
        assert!(engine.should_pass(&brief, &pass, &other(0), &pass));
        assert!(!engine.should_pass(&brief, &pass, &other(1), &pass));
    }

    #[test]
    fn a_move_that_is_useless_or_clearly_worse_gives_way_to_the_pass() {
        let engine = Engine::new(Config::default());
        let wishes = Wishes::default();
        let brief = engine.brief(Color::Black, &wishes);
        let passes = |of_pass, of_play| {
            let (pass, other) = (candidate(Move::Pass, 100, of_pass), candidate(PLAY, 10, of_play));
            engine.should_pass(&brief, &pass, &other, &pass)
        };
        assert!(passes(0.3, 0.24) && !passes(0.3, 0.26));
        assert!(passes(0.04, 0.04) && !passes(0.06, 0.06));
    }

    #[test]
    fn a_won_game_is_passed_early_where_the_pass_wins_for_sure() {
        let engine = Engine::new(Config::default());
        let wishes = Wishes::default();
        let passes = |end, visits, mean| {
            let brief = Brief { end: Some(end), ..engine.brief(Color::White, &wishes) };
            let (pass, best) = (candidate(Move::Pass, visits, mean), candidate(PLAY, 1000, 0.99));
            engine.should_pass(&brief, &best, &best, &pass)
        };
        assert!(passes(-0.5, 50, 0.95));
        assert!(!passes(0.5, 50, 0.95), "White loses by a pass");
        assert!(!passes(-0.5, 49, 0.95) && !passes(-0.5, 50, 0.94), "the search minds");
    }

    /// A search of few playouts in a tree of many visits is not the only thing that its figures are of.
    #[test]
    fn earlier_visits_count_when_a_game_is_given_up() {
        let limits = Limits { playouts: Some(5), ..Limits::default() };
        let mut engine = Engine::new(Config { limits, komi: 70.0, ..Config::default() });
        for (name, value) in [("resign_moves", "1"), ("resign_playouts", "100"), ("resign_stones", "0")] {
            engine.set_param(name, value).unwrap();
        }
        let resigns = |engine: &mut Engine| engine.genmove(Color::Black) == Decision::Resign;
        let few = engine.game().clone();
        assert!(!resigns(&mut engine));
        engine.set_game(few);
        let visits = Limits { playouts: Some(200), ..Limits::default() };
        at_once(engine.analyze_within(Color::Black, &Wishes::default(), visits, &mut Watch::default()));
        assert!(resigns(&mut engine));
    }

    #[test]
    fn a_lost_game_is_given_up_at_once_only_if_every_move_is_proven_to_lose() {
        let mut engine = Engine::new(Config::default());
        engine.set_param("resign_stones", "0").unwrap();
        let wishes = Wishes::default();
        let gives_up = |lost: Estimate| {
            let proven = Estimate { mean: 0.0, weight: f32::INFINITY };
            let tried = [(PLAY, proven), (Move::Pass, lost)];
            let of = |(mv, value)| Candidate { value, ..candidate(mv, 500, 0.0) };
            let candidates = tried.map(of).to_vec();
            let findings = Findings { candidates, ..Findings::of_one(Color::Black, PLAY, 0.0, None) };
            let choice = engine.choose_by(&engine.brief(Color::Black, &wishes), &findings);
            assert!(choice.looks_lost);
            choice.decision == Decision::Resign
        };
        assert!(gives_up(Estimate { mean: 0.0, weight: f32::INFINITY }));
        assert!(!gives_up(Estimate { mean: 0.01, weight: 500.0 }));
    }

    /// Black wins at E9, and nowhere else.
    #[test]
    fn a_game_is_not_given_up_because_its_best_move_is_left_out() {
        let open = "X X X X . O O O O/X . X . X O . O ./X X X X X O O O O/X X X X X O O O O/X X X X X O O O O/\
                    X X X X X O O O O/X X X X X O O O O/X . X . X O . O ./X X X X X O O O O";
        let limits = Limits { playouts: Some(300), ..Limits::default() };
        let mut engine = Engine::new(Config { limits, ..Config::default() });
        engine.set_game(Game::from_board(open.parse().unwrap(), 7.5));
        let points = PointSet::of(Point::parse("E9", 9).unwrap());
        let restrictions = vec![Restriction { color: Color::Black, points, depth: 1 }];
        let wishes = Wishes { restrictions, no_pass: false };
        let decision = engine.genmove_watched(Color::Black, &wishes, &mut Watch::default());
        assert_ne!(decision, Decision::Resign);
        assert_eq!(engine.findings().unwrap().best().value, Estimate { mean: 0.0, weight: f32::INFINITY });
    }

    #[test]
    fn a_pass_that_ends_the_game_has_the_points_that_are_counted_then() {
        for lead in ["network", "rave"] {
            let limits = Limits { playouts: Some(60), ..Limits::default() };
            let mut engine = Engine::new(Config { limits, komi: 6.5, ..Config::default() });
            engine.set_param("lead", lead).unwrap();
            for (color, name) in
                [(Color::Black, "C3"), (Color::Black, "G7"), (Color::White, "E5"), (Color::Black, "pass")]
            {
                let mv = Point::parse(name, 9).map_or(Move::Pass, Move::Play);
                engine.play(color, mv).unwrap();
            }
            let points = |engine: &Engine| engine.findings().unwrap().of(Move::Pass).unwrap().score;
            let (wishes, limits) = (Wishes::default(), engine.limits());
            at_once(engine.analyze_within(Color::White, &wishes, limits, &mut Watch::default()));
            let searched = points(&engine);
            assert_eq!(engine.genmove(Color::White), Decision::Play(Move::Pass), "{lead}");
            let counted = -engine.final_score();
            assert_eq!((searched, points(&engine)), (Some(counted), Some(counted)), "{lead}");
            assert!(counted > 0.0);
        }
    }

    #[test]
    fn a_draw_that_a_pass_makes_is_taken_where_nothing_is_better() {
        let engine = Engine::new(Config::default());
        let wishes = Wishes::default();
        let brief = |end| Brief { end, ..engine.brief(Color::White, &wishes) };
        let (pass, other) = (candidate(Move::Pass, 100, 0.5), candidate(PLAY, 2000, 0.49));
        assert!(engine.should_pass(&brief(Some(0.0)), &pass, &other, &pass));
        assert!(!engine.should_pass(&brief(Some(0.0)), &other, &other, &pass));
        assert!(!engine.should_pass(&brief(Some(0.5)), &pass, &other, &pass), "White loses by a pass");
    }
}
