//! What the network thinks of a position, in the terms of the search.

use super::feature::Scene;
use super::node::View;
use super::prior;
use crate::board::PointMap;
use crate::network::{self, Opinion};
use crate::params::Params;
use libm::powf;

/// The network's view of a scene; `None` if it is not to be asked or does not know such boards.
pub(super) fn view(scene: &Scene<'_>, komi: f32, params: &Params) -> Option<View> {
    if params.network == 0 || !network::knows(scene.board) {
        return None;
    }
    let Opinion { odds, win, .. } = network::opinion(scene.board, scene.last, komi, scene.plays);
    let mut chances = Vec::with_capacity(scene.plays.len() as usize + 1);
    chances.extend(scene.plays.iter().map(|point| powf(odds[point], params.network_power)));
    let total: f32 = chances.iter().sum();
    for chance in &mut chances {
        *chance /= total;
    }
    chances.push(params.network_pass);
    Some(View { worth: win, odds: chances.into() })
}

/// How likely a good player is to choose each play of the scene, as a search thinks at first: by the network where it
/// leads, by the priors elsewhere.
pub fn first_odds(scene: &Scene<'_>, komi: f32, params: &Params) -> PointMap<f32> {
    let Some(View { odds, .. }) = view(scene, komi, params) else { return prior::odds(scene) };
    let mut map = PointMap::filled(0.0);
    for (point, odds) in scene.plays.iter().zip(odds) {
        map[point] = odds;
    }
    map
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::patterns::PatternTable;

    #[test]
    fn plays_share_their_odds_and_other_boards_have_none() {
        let patterns = PatternTable::embedded();
        for (size, power) in [(9, 0.5), (9, 1.0), (7, 1.0)] {
            let (board, params) = (Board::new(size), Params { network_power: power, ..Params::default() });
            let scene = Scene::new(&board, [None; 2], &patterns);
            let Some(View { odds, worth }) = view(&scene, 7.5, &params) else {
                assert_ne!(size, 9);
                continue;
            };
            let (pass, plays) = odds.split_last().unwrap();
            assert_eq!((plays.len(), *pass), (81, params.network_pass));
            assert!((plays.iter().sum::<f32>() - 1.0).abs() < 1e-4);
            assert!((0.2..0.8).contains(&worth), "{worth}");
            let map = first_odds(&scene, 7.5, &params);
            assert!(scene.plays.iter().map(|point| map[point]).eq(plays.iter().copied()));
            assert!(view(&scene, 7.5, &Params { network: 0, ..params }).is_none());
        }
    }
}
