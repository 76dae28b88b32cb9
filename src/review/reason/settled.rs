//! What needs no search: eyes, life and areas that are settled.

use super::words::{are, have, the_stones};
use super::{Contrast, Reason, Theme};
use crate::board::{Chain, Color, PointSet};
use crate::tactics::{Placement, enclosed_vital_point, fates, owned_area, pass_alive, real_eyes};

/// An eye of its own color that the move fills.
pub(super) fn own_eye(contrast: &Contrast<'_>) -> Option<Reason> {
    let point = contrast.played.point()?;
    let Contrast { before, after, own, .. } = contrast;
    if !real_eyes(before, *own).contains(point) || !Placement::of(before, *own, point).captured.is_empty() {
        return None;
    }
    let around = before.chains_of(PointSet::neighbors_of(point) & before.stones(*own));
    let stones: PointSet = around.map(Chain::stones).collect();
    let lost = (stones & pass_alive(before, *own)) - pass_alive(after, *own);
    let text = if lost.is_empty() {
        "this fills your own eye".to_owned()
    } else {
        format!("this fills your own second eye: {} had two and now {} not", the_stones(lost), have(lost))
    };
    let points = stones | PointSet::of(point);
    Some(Reason { theme: Theme::OwnEye, text, points, line: Vec::new(), claims: Vec::new() })
}

/// What lives and dies for certain after one of the moves, and not after the other.
pub(super) fn life(contrast: &Contrast<'_>) -> Vec<Reason> {
    let (now, then) = (fates(&contrast.after), fates(&contrast.better));
    let (own, foe) = (contrast.before.stones(contrast.own), contrast.before.stones(contrast.foe()));
    let (best, after) = (contrast.best, &contrast.after);
    let there = |color: Color| after.stones(color);
    let settled = now.alive | now.dead | now.seki;
    // Who is to move then can still turn what is not settled.
    let lost_then = then.dead | (contrast.before.occupied() - contrast.better.occupied());
    let cases = [
        (Theme::Death, own & now.dead & then.alive, format!("now dead, {best} would have helped")),
        (
            Theme::LetLive,
            (foe & there(contrast.foe()) & now.alive & lost_then) - now.seki,
            "now alive".to_owned(),
        ),
        (Theme::Seki, foe & now.seki & lost_then, "now alive in seki".to_owned()),
        (
            Theme::MissedKill,
            ((foe & then.dead & now.judged) - settled) & there(contrast.foe()),
            format!("dead after {best}"),
        ),
        (
            Theme::MissedLife,
            ((own & then.alive & now.judged) - settled) & there(contrast.own),
            format!("alive for good after {best}"),
        ),
    ];
    let reason = |(theme, points, said): (Theme, PointSet, String)| {
        let text = format!("{} {} {said}", the_stones(points), are(points));
        let line = Vec::new();
        (!points.is_empty()).then_some(Reason { theme, text, points, line, claims: Vec::new() })
    };
    cases.into_iter().filter_map(reason).collect()
}

/// Stones in areas that belong to somebody for good.
pub(super) fn areas(contrast: &Contrast<'_>) -> Option<Reason> {
    let point = contrast.played.point()?;
    let Contrast { before, own, .. } = contrast;
    let foe = contrast.foe();
    let (theme, text) = if owned_area(before, foe).contains(point) {
        (Theme::DeadArea, format!("this is {foe}'s area for good: a stone in it is dead"))
    } else if owned_area(before, *own).contains(point) {
        (Theme::OwnArea, "this was your own area for good already, whatever the other side plays".to_owned())
    } else {
        return None;
    };
    Some(Reason { theme, text, points: PointSet::of(point), line: Vec::new(), claims: Vec::new() })
}

/// The best move was the vital point of a small space that one color encloses.
pub(super) fn vital(contrast: &Contrast<'_>) -> Option<Reason> {
    let point = contrast.best.point().filter(|_| contrast.played != contrast.best)?;
    let owner = Color::ALL
        .into_iter()
        .find(|&owner| enclosed_vital_point(contrast.before, owner, point) == Some(point))?;
    let text = format!("{point} is the vital point of {owner}'s eye space");
    let points = PointSet::of(point);
    Some(Reason { theme: Theme::VitalPoint, text, points, line: vec![contrast.best], claims: Vec::new() })
}
