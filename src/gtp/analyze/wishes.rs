//! The arguments of the analysis commands.

use crate::board::Color;
use crate::engine::{EarlyMoves, Wishes};
use crate::gtp::CommandError;
use crate::gtp::arguments::Arguments;
use crate::search::LONGEST_TIME;
use std::time::Duration;

/// What an analysis command asks for.
#[derive(Clone, Debug)]
pub(super) struct AnalysisRequest {
    pub(super) color: Color,
    /// Time between two reports; `None` wants one report at the end.
    pub(super) interval: Option<Duration>,
    /// At least so many moves are reported, however little they have been tried, and at most so many.
    pub(super) least_moves: usize,
    pub(super) most_moves: usize,
    pub(super) wishes: Wishes,
    pub(super) root_info: bool,
    pub(super) ownership: bool,
    pub(super) ownership_deviation: bool,
    pub(super) moves_ownership: bool,
    pub(super) moves_ownership_deviation: bool,
    pub(super) line_visits: bool,
    pub(super) line_edge_visits: bool,
    pub(super) no_result: bool,
}

/// The shortest interval: faster than anybody reads.
const SHORTEST: Duration = Duration::from_millis(50);

impl AnalysisRequest {
    /// A request for that color without arguments.
    pub(super) fn new(color: Color) -> AnalysisRequest {
        AnalysisRequest {
            color,
            interval: None,
            least_moves: 1,
            most_moves: usize::MAX,
            wishes: Wishes::default(),
            root_info: false,
            ownership: false,
            ownership_deviation: false,
            moves_ownership: false,
            moves_ownership_deviation: false,
            line_visits: false,
            line_edge_visits: false,
            no_result: false,
        }
    }

    /// Reads `[COLOR] [CENTISECONDS] [KEY VALUE …]`, in any order, as the programs send them.
    pub(super) fn parse(
        arguments: &mut Arguments<'_>,
        to_play: Color,
    ) -> Result<AnalysisRequest, CommandError> {
        let mut request = AnalysisRequest::new(to_play);
        let (mut avoided, mut allowed) = (Vec::new(), Vec::new());
        while let Some(word) = arguments.peek() {
            if Color::parse(word).is_some() {
                request.color = arguments.color()?;
                continue;
            }
            if word.parse::<f64>().is_ok() {
                request.interval = Some(centiseconds(arguments)?);
                continue;
            }
            arguments.optional();
            match word.to_ascii_lowercase().as_str() {
                "interval" => request.interval = Some(centiseconds(arguments)?),
                "minmoves" => request.least_moves = arguments.number("the number of moves")? as usize,
                "maxmoves" => request.most_moves = (arguments.number("the number of moves")? as usize).max(1),
                "avoid" => avoided.push(early_moves(arguments)?),
                "allow" => allow(&mut allowed, early_moves(arguments)?),
                "rootinfo" => request.root_info = truth(arguments)?,
                "ownership" => request.ownership = truth(arguments)?,
                "ownershipstdev" => request.ownership_deviation = truth(arguments)?,
                "movesownership" => request.moves_ownership = truth(arguments)?,
                "pvvisits" => request.line_visits = truth(arguments)?,
                "pvedgevisits" => request.line_edge_visits = truth(arguments)?,
                "movesownershipstdev" => request.moves_ownership_deviation = truth(arguments)?,
                "noresultvalue" => request.no_result = truth(arguments)?,
                _ => return Err(CommandError::Syntax(format!("'{word}' is no option of an analysis"))),
            }
        }
        avoided.extend(allowed.iter().map(|moves| moves.others(arguments.size())));
        request.wishes = Wishes::without(&avoided, request.color);
        Ok(request)
    }
}

/// Adds to what is allowed: what one `allow` of a color names another does not forbid.
fn allow(allowed: &mut Vec<EarlyMoves>, more: EarlyMoves) {
    match allowed.iter_mut().find(|known| known.color == more.color) {
        Some(known) => {
            known.points |= more.points;
            known.pass |= more.pass;
            known.depth = known.depth.max(more.depth);
        }
        None => allowed.push(more),
    }
}

/// `COLOR VERTEX,VERTEX… DEPTH`
fn early_moves(arguments: &mut Arguments<'_>) -> Result<EarlyMoves, CommandError> {
    let color = arguments.color()?;
    let names = arguments.word("a list of moves")?.split(',').filter(|name| !name.is_empty());
    let moves = names.map(|name| arguments.as_move(name)).collect::<Result<Vec<_>, _>>()?;
    let depth = arguments.number("the depth")? as usize;
    if depth == 0 {
        return Err(CommandError::Syntax("the depth is 1 or more".to_owned()));
    }
    Ok(EarlyMoves::new(color, &moves, depth))
}

fn truth(arguments: &mut Arguments<'_>) -> Result<bool, CommandError> {
    let word = arguments.word("true or false")?;
    match word.to_ascii_lowercase().as_str() {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => Err(CommandError::Syntax(format!("'{word}' is neither true nor false"))),
    }
}

fn centiseconds(arguments: &mut Arguments<'_>) -> Result<Duration, CommandError> {
    let seconds = arguments.decimal("an interval")? / 100.0;
    Ok(Duration::from_secs_f64(seconds.clamp(0.0, LONGEST_TIME)).max(SHORTEST))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Point, PointSet};
    use crate::search::Restriction;

    fn parse(text: &str) -> Result<AnalysisRequest, CommandError> {
        AnalysisRequest::parse(&mut Arguments::new(text, 9), Color::White)
    }

    #[test]
    fn intervals_in_every_form_that_programs_send() {
        let half = Some(Duration::from_millis(500));
        for text in
            ["B 50", "b 50 ownership true", "50 black", "interval 50 b", "black interval 50 minmoves 2"]
        {
            let request = parse(text).unwrap();
            assert_eq!((request.color, request.interval), (Color::Black, half), "{text}");
        }
        assert_eq!(parse("12.5").unwrap().interval, Some(Duration::from_millis(125)));
        assert_eq!(parse("0").unwrap().interval, Some(SHORTEST));
        assert_eq!(parse("-3").unwrap().interval, Some(SHORTEST));
        assert_eq!(parse("1e300").unwrap().interval, Some(Duration::from_hours(24)));
        assert_eq!((parse("").unwrap().interval, parse("").unwrap().color), (None, Color::White));
    }

    #[test]
    fn moves_to_avoid_and_to_allow() {
        let points = |names: &str| -> PointSet {
            names.split_whitespace().map(|name| Point::parse(name, 9).unwrap()).collect()
        };
        let request = parse("w 10 avoid w c3,D4 1 avoid b e5,pass 3").unwrap();
        let [first, second] = request.wishes.restrictions[..] else { panic!() };
        assert_eq!(first, Restriction { color: Color::White, points: points("C3 D4"), depth: 1 });
        assert_eq!(second, Restriction { color: Color::Black, points: points("E5"), depth: 3 });
        assert!(!request.wishes.no_pass);
        let request = parse("allow w c3 1 allow w d4 1").unwrap();
        let [all] = request.wishes.restrictions[..] else { panic!() };
        assert_eq!(all.points, PointSet::board(9) - points("C3 D4"));
        assert!(request.wishes.no_pass);
        assert!(!parse("allow w c3,pass 1").unwrap().wishes.no_pass);
        for (text, no_pass) in [("avoid b pass 1 b", true), ("b avoid w pass 1", false)] {
            assert_eq!(parse(text).unwrap().wishes.no_pass, no_pass, "{text}");
        }
    }

    #[test]
    fn what_is_no_option_is_refused() {
        for text in
            ["ownership", "ownership maybe", "nonsense true", "avoid w c3", "avoid w z9 1", "nan", "inf"]
        {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    /// As KataGo and Leela Zero do: it would hold for no move, and for the pass none the less.
    #[test]
    fn a_depth_of_no_move_is_refused() {
        for text in ["avoid w c3 0", "avoid w pass 0", "allow w c3 0"] {
            assert!(parse(text).is_err(), "{text}");
        }
        assert!(parse("avoid w pass 1").is_ok());
    }
}
