//! What the engine knows of a position before it searches, in the formats of GoGui's analyze commands.

use super::arguments::Arguments;
use super::command::Command;
use super::standard::points_text;
use super::{CommandError, Reply, Session};
use crate::board::{Move, PointMap, PointSet};
use crate::network;
use crate::search::{self, Feature, Lead};
use crate::tactics;

pub(super) const FACTS_COMMANDS: &[Command] = &[
    Command::new(
        "tengen-eyes",
        "COLOR",
        "its one-point eyes: `real`, `false`, or `convertible` by one move",
        eyes,
    ),
    Command::new("tengen-safe", "COLOR", "points of safe regions, which playouts leave alone", safe),
    Command::new(
        "tengen-ladder",
        "VERTEX",
        "what becomes of the chain in a ladder, by who moves first",
        ladder,
    ),
    Command::new(
        "tengen-self_atari",
        "COLOR VERTEX",
        "`none`, `bad`, `ko`, `capture`, `snapback`, `throw-in`, `squeeze` or `nakade`",
        self_atari,
    ),
    Command::new(
        "tengen-pattern",
        "COLOR VERTEX",
        "classes and weight of the diamond around an empty point",
        pattern,
    ),
    Command::new(
        "tengen-prior",
        "COLOR",
        "how likely a good player is to choose each move, in percent, where RAVE leads",
        prior,
    ),
    Command::new("tengen-network", "COLOR", "the same by the network, on boards of 9x9 points", network),
    Command::new(
        "tengen-features",
        "[COLOR]",
        "a line for each move with its features; without a color, their names",
        features,
    ),
];

/// `tengen-eyes COLOR`: its one-point eyes with their kinds, as GoGui's pairs of point and label.
fn eyes(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let eyes = tactics::eyes(session.engine.game().board(), arguments.color()?);
    let kinds = [(eyes.real, "real"), (eyes.convertible, "convertible"), (eyes.false_, "false")];
    let pairs =
        |(points, kind): (PointSet, &'static str)| points.iter().map(move |point| format!("{point} {kind}"));
    Ok(kinds.into_iter().flat_map(pairs).collect::<Vec<_>>().join(" "))
}

/// `tengen-safe COLOR`: the empty points that it need not fill and its enemy need not enter, as a GoGui
/// list of points.
fn safe(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    Ok(points_text(tactics::safe_points(session.engine.game().board(), arguments.color()?)))
}

/// `tengen-ladder V`: what a ladder does to the chain on a point, if the attacker moves first and if its
/// owner does: `attack: captured D5, defend: escapes`. The words are `captured`, `escapes` and `unknown`,
/// with the move where one is needed.
fn ladder(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let point = arguments.point()?;
    let board = session.engine.game().board();
    if board.empty().contains(point) {
        return Err(CommandError::NoStone);
    }
    let [attack, defend] =
        [tactics::attack, tactics::defend].map(|read| read(board, point, tactics::LADDER_NODES));
    Ok(format!("attack: {attack}, defend: {defend}"))
}

fn self_atari(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let (color, point) = (arguments.color()?, arguments.point()?);
    let (game, mv) = (session.engine.game(), Move::Play(point));
    game.legality(color, mv).map_err(|reason| CommandError::IllegalMove { mv, reason })?;
    let kind = tactics::self_atari(game.board(), color, point);
    Ok(kind.map_or("none".to_owned(), |kind| kind.to_string()))
}

/// `tengen-pattern COLOR V`: the classes of the diamond around an empty point as that color sees it, the
/// weight of a move there, and the points that settle a convertible eye.
fn pattern(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let (color, point) = (arguments.color()?, arguments.point()?);
    let board = session.engine.game().board();
    if !board.empty().contains(point) {
        return Err(CommandError::NotEmpty);
    }
    let entry = session.engine.knowledge().patterns.entry(board, point, color);
    let points = points_text(entry.points(point, board.size()));
    Ok(format!("{}: weight {} {points}", entry.classes(), entry.weight()))
}

/// `tengen-prior COLOR`: how likely a good player is to choose each move, in percent, as GoGui's pairs of point
/// and label, the likeliest first.
fn prior(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let color = arguments.color()?;
    with_priors(session)?;
    Ok(session.engine.show_scene(color, |scene, _| ranked(scene.plays, &search::prior_policy(scene))))
}

fn network(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    let color = arguments.color()?;
    if !network::knows(session.engine.game().board()) {
        return Err(CommandError::NotForNetwork);
    }
    Ok(session.engine.show_scene(color, |scene, komi| ranked(scene.plays, &scene.evaluate(komi).policy)))
}

/// Refuses where the network leads: what it has no use for is not shown as if it had.
pub(super) fn with_priors(session: &Session) -> Result<(), CommandError> {
    match session.engine.lead() {
        Lead::Rave => Ok(()),
        Lead::Network => Err(CommandError::NetworkLeads),
    }
}

/// The plays with their shares of the policy in percent, the likeliest first.
fn ranked(plays: PointSet, policy: &PointMap<f32>) -> String {
    let mut plays: Vec<_> = plays.iter().collect();
    plays.sort_by(|&a, &b| policy[b].total_cmp(&policy[a]));
    let pairs = plays.into_iter().map(|point| format!("{point} {:.1}", 100.0 * policy[point]));
    pairs.collect::<Vec<_>>().join(" ")
}

fn features(session: &mut Session, arguments: &mut Arguments<'_>) -> Reply {
    if arguments.peek().is_none() {
        return Ok(Feature::ALL.iter().map(|feature| feature.name()).collect::<Vec<_>>().join(" "));
    }
    let color = arguments.color()?;
    Ok(session.engine.show_scene(color, |scene, _| {
        let mut lines: Vec<String> = scene.plays.iter().map(|point| point.to_string()).collect();
        scene.features(|feature, points| {
            scene.plays.for_each_in(points, |rank, _| {
                if let Some(line) = lines.get_mut(rank) {
                    line.push(' ');
                    line.push_str(feature.name());
                }
            });
        });
        lines.join("\n")
    }))
}
