//! A small convolutional network: a policy, which moves are worth trying, and a value, who wins and by how much.
//!
//! It looks at 9×9 boards only, as [`Sight`] shows them. What it knows it has learned from a strong network
//! (`scripts/train/README.md`). Products are of whole numbers; what is made of their sums are floats, in the same order on every
//! processor.

mod conv;
mod evaluation;
mod image;
mod level;
mod planes;
mod weights;

pub use image::SIDE;
pub use level::Vectors;
pub use planes::{PLANES, Planes, Sight};
pub use weights::WeightsError;

pub(crate) use evaluation::softmax;

use crate::board::{Board, PointMap, PointSet, Symmetry};
use crate::file::{self, FileError};
use conv::{Conv, PointConv};
use image::{GROUP, WIDTH};
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// Channels of a head.
const HEAD: usize = GROUP;

/// Weights that the program comes with.
const EMBEDDED_NETWORK: &[u8] = include_bytes!("../patterns/moves.net");

/// The weights of the network: a layer, then residual blocks of two layers each, whose input is added to their
/// output; in some blocks the means and maxima of all channels over the board change the biases of the first layer
/// (global pooling). Then two heads: which moves, and whose points.
///
/// Sources: He, Zhang, Ren, Sun: Deep residual learning for image recognition, 2016; Wu: Accelerating self-play learning in
/// Go, 2020 (global pooling, ownership).
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    origin: String,
    channels: usize,
    first: Layer,
    blocks: Vec<Block>,
    /// The channels of both heads, before what global pooling adds.
    heads: PointConv,
    moves_pool: Dense,
    policy: Vec<f32>,
    pass_policy: Dense,
    fate_bias: Vec<f32>,
    owner: Vec<f32>,
    owner_bias: f32,
    sums: Dense,
    /// Win, lead, and the errors of both.
    value: Dense,
}

/// A convolution and its biases, in codes.
#[derive(Clone, Debug, PartialEq)]
struct Layer {
    conv: Conv,
    bias: Vec<f32>,
}

/// A residual block: two layers, to whose output the input is added.
#[derive(Clone, Debug, PartialEq)]
struct Block {
    one: Layer,
    /// What global pooling adds to the first layer's biases.
    pool: Option<Dense>,
    two: Layer,
}

/// A dense (fully connected) layer: each number after it is a weighted sum of all numbers before it.
#[derive(Clone, Debug, PartialEq)]
struct Dense {
    after: usize,
    /// By number before the layer, then after it.
    weights: Vec<f32>,
    bias: Vec<f32>,
}

impl Dense {
    /// The same for numbers that are so many times smaller.
    fn times(mut self, factor: f32) -> Dense {
        self.weights.iter_mut().for_each(|weight| *weight *= factor);
        self
    }

    #[inline(always)]
    fn apply(&self, before: &[f32], after: &mut [f32]) {
        after.copy_from_slice(&self.bias);
        for (number, weights) in before.iter().zip(self.weights.chunks_exact(self.after)) {
            for (sum, weight) in after.iter_mut().zip(weights) {
                *sum += number * weight;
            }
        }
    }
}

/// What the network thinks of a position, as its player to move sees it: all that a search asks.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// How likely a good player is to choose each of the plays that were asked about.
    pub policy: PointMap<f32>,
    /// How likely a good player is to pass; with the plays that adds up to one.
    pub pass: f32,
    /// How likely the player to move is to win, 0 to 1.
    pub value: f32,
    /// Points by which that player will be ahead in the end, komi included.
    pub score: f32,
}

/// An evaluation, and what else the network can tell.
#[derive(Clone, Debug)]
pub struct FullEvaluation {
    /// Policy and value.
    pub evaluation: Evaluation,
    /// How far off it thinks that the value is: the square root of the expected square.
    pub value_error: f32,
    /// The same for the score, in points.
    pub score_error: f32,
    /// Who will own each point, from -1 (the opponent) to 1 (the player to move).
    pub owner: PointMap<f32>,
}

/// Does it know boards of that size?
pub fn knows(board: &Board) -> bool {
    board.size() == SIDE
}

/// Multiplies with these vectors in a loop that does nothing else, in so many rounds, and returns the number of products: what
/// the speed of an evaluation is compared with.
pub(crate) fn multiply_bare(vectors: Vectors, rounds: u32) -> u64 {
    level::run(vectors, level::BareLoop { rounds })
}

/// Which vectors the processor has for it.
pub fn vectors() -> Vectors {
    static VECTORS: OnceLock<Vectors> = OnceLock::new();
    *VECTORS.get_or_init(level::detect)
}

impl Network {
    /// The network that the program comes with; it is read once.
    ///
    /// # Panics
    /// Never: a test reads it.
    pub fn embedded() -> Arc<Network> {
        static NETWORK: OnceLock<Arc<Network>> = OnceLock::new();
        let read = || Arc::new(Network::parse(EMBEDDED_NETWORK).expect("the embedded network is whole"));
        Arc::clone(NETWORK.get_or_init(read))
    }

    /// The network of a file of weights.
    ///
    /// # Errors
    /// It cannot be read or is no such file; one sentence says why.
    pub fn read(file: &Path) -> Result<Network, FileError<WeightsError>> {
        file::parsed(file, weights::LARGEST_FILE, weights::parse)
    }

    /// The network that the bytes of such a file describe.
    ///
    /// # Errors
    /// They describe none; one sentence says why.
    pub fn parse(bytes: &[u8]) -> Result<Network, WeightsError> {
        weights::parse(bytes)
    }

    /// Where its weights come from, in its own words.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// What a thread that has used it keeps for the next time, in bytes.
    pub fn bytes_per_thread(&self) -> usize {
        let images = 3 * WIDTH * WIDTH * self.channels * 2;
        images + conv::bench_bytes(self.channels) + 4 * 3 * self.channels + 2 * SIDE * SIDE * GROUP * 4
    }

    /// Products that an evaluation takes, those of the sums at its end not counted.
    pub fn multiplications(&self) -> usize {
        let layers = self.blocks.iter().flat_map(|block| [&block.one, &block.two]);
        let layers: usize = layers.chain([&self.first]).map(|layer| layer.conv.multiplications()).sum();
        layers + self.heads.multiplications()
    }

    /// What it thinks of a position and of `plays` in it. The board must be one that it [`knows`].
    pub fn evaluate(&self, sight: &Sight<'_>, plays: PointSet) -> Evaluation {
        self.evaluate_with(vectors(), sight, plays)
    }

    /// The same with owners and errors.
    pub fn evaluate_fully(&self, sight: &Sight<'_>, plays: PointSet) -> FullEvaluation {
        self.evaluate_planes_fully(vectors(), &sight.planes(), sight.numbers(), plays)
    }

    /// As for [`Network::evaluate`], if it is shown an image of the position: each of the eight leads to a slightly different
    /// evaluation.
    pub fn evaluate_image(&self, sight: &Sight<'_>, plays: PointSet, symmetry: Symmetry) -> Evaluation {
        let turned = |points| symmetry.points(points, SIDE);
        let image =
            self.evaluate_planes(vectors(), &sight.planes().map(turned), sight.numbers(), turned(plays));
        let mut policy = PointMap::filled(0.0);
        plays.iter().for_each(|point| policy[point] = image.policy[symmetry.point(point, SIDE)]);
        Evaluation { policy, ..image }
    }

    /// What it thinks with these vectors, or lesser ones if the processor lacks them.
    pub(crate) fn evaluate_with(&self, vectors: Vectors, sight: &Sight<'_>, plays: PointSet) -> Evaluation {
        self.evaluate_planes(vectors, &sight.planes(), sight.numbers(), plays)
    }
}

#[cfg(test)]
mod tests {
    use super::level::{Level, Work};
    use super::planes::tests::{random_board, sight};
    use super::*;
    use crate::board::Point;
    use serde_json::Value;
    use std::any::type_name;

    /// All that is in an evaluation.
    fn bits(FullEvaluation { evaluation, value_error, score_error, owner }: &FullEvaluation) -> Vec<u32> {
        let Evaluation { policy, pass, value, score } = evaluation;
        let maps = PointSet::board(SIDE).iter().flat_map(|point| [policy[point], owner[point]]);
        maps.chain([*pass, *value, *score, *value_error, *score_error]).map(f32::to_bits).collect()
    }

    /// What PyTorch said of the network in these positions (`scripts/train/export.py`).
    #[test]
    fn it_says_what_was_trained() {
        let text = include_str!("../tests/network/examples.jsonl");
        let network = Network::embedded();
        let [mut policy, mut owner, mut value, mut score] = [const { Vec::<f32>::new() }; 4];
        for line in text.lines() {
            let example: Value = serde_json::from_str(line).unwrap();
            let number = |value: &Value| value.as_f64().unwrap() as f32;
            let planes: Planes = std::array::from_fn(|plane| {
                let bytes = example["planes"][plane].as_str().unwrap();
                let digit = |at: usize| u8::from_str_radix(&bytes[2 * at..2 * at + 2], 16).unwrap();
                let shown = |(place, _): &(usize, Point)| digit(place / 8) >> (place % 8) & 1 == 1;
                Point::reading_order(SIDE).enumerate().filter(shown).map(|(_, point)| point).collect()
            });
            let numbers = (number(&example["gain"]), example["after_pass"].as_bool().unwrap());
            let FullEvaluation { evaluation: told, owner: owners, .. } =
                network.evaluate_planes_fully(vectors(), &planes, numbers, PointSet::board(SIDE));
            for (place, point) in Point::reading_order(SIDE).enumerate() {
                policy.push(told.policy[point] - number(&example["policy"][place]));
                owner.push(owners[point] - number(&example["owner"][place]));
            }
            policy.push(told.pass - number(&example["policy"][81]));
            value.push(told.value - number(&example["value"]));
            score.push(told.score - number(&example["score"]));
        }
        // What whole numbers round off: the root of the mean square, and the most.
        for (name, errors, usual, most) in [
            ("policy", policy, 0.002, 0.03),
            ("owner", owner, 0.005, 0.08),
            ("value", value, 0.01, 0.08),
            ("score", score, 0.15, 1.0),
        ] {
            let mean = errors.iter().map(|error| error * error).sum::<f32>() / errors.len() as f32;
            let greatest = errors.iter().fold(0.0f32, |most, error| most.max(error.abs()));
            assert!(mean.sqrt() < usual && greatest < most, "{name}: {} and {greatest}", mean.sqrt());
        }
        assert!(text.lines().count() >= 100);
    }

    /// Whose vectors work is done with.
    struct Whose;

    impl Work for Whose {
        type Output = &'static str;

        fn run<L: Level>(self, _: L) -> &'static str {
            type_name::<L>().rsplit("::").next().unwrap()
        }
    }

    #[test]
    fn all_vectors_of_the_processor_say_the_same() {
        let network = Network::embedded();
        let there: Vec<Vectors> = Vectors::ALL.into_iter().filter(|&kind| kind <= vectors()).collect();
        for &kind in &there {
            let name = match kind {
                Vectors::Portable => "Portable",
                Vectors::Avx2 => "V3",
                Vectors::Avx512 => "V4",
                Vectors::Vnni => "Vnni",
            };
            assert_eq!(level::run(kind, Whose), name, "lesser ones would be compared with themselves");
        }
        for seed in 0..100 {
            let (board, last) = random_board(seed, false);
            let planes = sight(&board, last, 7.5).planes();
            let plays = board.legal_moves(board.to_play());
            let told = |kind| bits(&network.evaluate_planes_fully(kind, &planes, (-7.5, false), plays));
            let portable = told(Vectors::Portable);
            for &kind in there.iter().skip(1) {
                assert_eq!(told(kind), portable, "{kind}");
            }
        }
    }

    #[test]
    fn the_policy_adds_up_to_one_and_colors_do_not_matter() {
        let network = Network::embedded();
        for seed in 0..200 {
            let evaluations = [false, true].map(|exchanged| {
                let (board, last) = random_board(seed, exchanged);
                let plays = board.legal_moves(board.to_play());
                let evaluation =
                    network.evaluate_fully(&sight(&board, last, if exchanged { -7.5 } else { 7.5 }), plays);
                let total: f32 = plays.iter().map(|point| evaluation.evaluation.policy[point]).sum();
                assert!((total + evaluation.evaluation.pass - 1.0).abs() < 1e-4, "{total}");
                assert!((0.0..=1.0).contains(&evaluation.evaluation.value));
                bits(&evaluation)
            });
            assert_eq!(evaluations[0], evaluations[1]);
        }
    }

    /// What it says when it is shown an image is what it says of a board that looks so, turned back.
    #[test]
    fn an_image_is_seen_as_the_board_that_looks_so() {
        let network = Network::embedded();
        let mut compared = 0;
        for (seed, symmetry) in (0..80).flat_map(|seed| Symmetry::ALL.map(|symmetry| (seed, symmetry))) {
            let (board, last) = random_board(seed, false);
            let (plays, seen) = (board.legal_moves(board.to_play()), sight(&board, last, 7.5));
            let image_last = last.map(|point| point.map(|point| symmetry.point(point, SIDE)));
            let image = symmetry.board(&board);
            let image_seen = sight(&image, image_last, 7.5);
            // Of several moves that save a chain or catch it the first is shown, and order turns with nothing.
            if image_seen.planes() != seen.planes().map(|points| symmetry.points(points, SIDE)) {
                continue;
            }
            compared += 1;
            let told = network.evaluate_image(&seen, plays, symmetry);
            let of_image = network.evaluate(&image_seen, image.legal_moves(image.to_play()));
            assert_eq!((told.value, told.score, told.pass), (of_image.value, of_image.score, of_image.pass));
            for point in PointSet::board(SIDE) {
                assert_eq!(told.policy[point], of_image.policy[symmetry.point(point, SIDE)]);
            }
        }
        assert!(compared > 400, "{compared}");
    }

    #[test]
    fn only_the_asked_plays_are_in_the_policy() {
        let board = Board::new(9);
        let plays: PointSet = [Point::new(0, 0), Point::new(4, 4)].into_iter().collect();
        let policy = Network::embedded().evaluate(&sight(&board, [None; 2], 7.5), plays).policy;
        assert!(policy[Point::new(4, 4)] > policy[Point::new(0, 0)]);
        assert_eq!(policy[Point::new(4, 3)], 0.0);
    }

    #[test]
    fn broken_files_are_refused() {
        let refused = |bytes: &[u8]| Network::parse(bytes).unwrap_err().to_string();
        assert!(Network::parse(EMBEDDED_NETWORK).is_ok());
        assert_eq!(refused(&EMBEDDED_NETWORK[1..]), "it is no network of this version (tengen network 4)");
        assert_eq!(refused(&EMBEDDED_NETWORK[..20]), "it is no network of this version (tengen network 4)");
        for cut in [1, 2, 1000] {
            assert!(refused(&EMBEDDED_NETWORK[..EMBEDDED_NETWORK.len() - cut]).contains("bytes of weights"));
        }
        assert!(refused(&[EMBEDDED_NETWORK, &[0, 0]].concat()).contains("bytes of weights"));
        let wrong = b"tengen network 4\nplanes 20 channels 33 blocks 5 pools 2\n\n";
        assert!(refused(wrong).contains("its shape cannot be used"));
        let mut endless = EMBEDDED_NETWORK.to_vec();
        let last = endless.len() - 1;
        endless[last] = 0x7c;
        endless[last - 1] = 0;
        assert_eq!(refused(&endless), "one of its weights is no number");
        let later = [b"tengen network 40", EMBEDDED_NETWORK.split_at(16).1].concat();
        assert_eq!(refused(&later), "it is no network of this version (tengen network 4)");
        let mut steep = EMBEDDED_NETWORK.to_vec();
        let ends = steep.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at);
        let first = ends.take(3).last().unwrap() + 1;
        steep[first..first + 4].copy_from_slice(&3e38f32.to_le_bytes());
        assert_eq!(refused(&steep), "one of its steps is out of range");
    }
}
