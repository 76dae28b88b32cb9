//! A small convolutional network: a policy, which moves are worth trying, and a value, who wins and by how much.
//!
//! It looks at 9×9 boards only, as [`Sight`] shows them. What it knows it has learned from a strong network and from its own
//! games (`scripts/train/README.md`). It is evaluated in whole numbers but for its last sums, in the same order on every
//! processor.

mod conv;
mod image;
mod level;
mod planes;
mod weights;

pub use image::SIDE;
pub use level::Vectors;
pub use planes::{PLANES, Planes, Sight};
pub use weights::{NetworkError, WeightsError};

use crate::board::{Board, PointMap, PointSet};
use conv::{Conv, PointConv, Workbench};
use image::{GROUP, Image, MOST_CODE, WIDTH};
use level::Level;
use libm::{expf, tanhf};
use std::cell::RefCell;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use weights::{NUMBERS, ONE};

/// Channels of a head.
const HEAD: usize = GROUP;

/// Weights that the program comes with.
const EMBEDDED_NETWORK: &[u8] = include_bytes!("../patterns/moves.net");

/// The weights of the network: a layer, then pairs of layers around which the input of a pair is led (a residual
/// network); in some pairs what the whole board says is added between the layers. Then two heads: which moves, and whose points.
///
/// Sources: He, Zhang, Ren, Sun: Deep residual learning for image recognition, 2016; Wu: Accelerating self-play learning in
/// Go, 2020 (global pooling, ownership).
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    origin: String,
    channels: usize,
    first: Conv,
    first_bias: Vec<f32>,
    blocks: Vec<Block>,
    /// The channels of both heads, before what the whole board adds.
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

/// Two layers around which the input is led. Biases are in codes.
#[derive(Clone, Debug, PartialEq)]
struct Block {
    one: Conv,
    one_bias: Vec<f32>,
    /// What the whole board adds to the first layer's.
    pool: Option<Dense>,
    two: Conv,
    two_bias: Vec<f32>,
}

/// Sums of all numbers, each with weights of its own.
#[derive(Clone, Debug, PartialEq)]
struct Dense {
    after: usize,
    /// By number before the layer, then after it.
    weights: Vec<f32>,
    bias: Vec<f32>,
}

impl Dense {
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

/// What the network thinks of a position, as its player to move sees it.
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
    /// How far off it thinks that `value` and `score` are: square roots of the expected squares.
    pub errors: [f32; 2],
    /// Who will own each point, from -1 (the opponent) to 1 (the player to move).
    pub owner: PointMap<f32>,
}

/// Room for the work of a thread.
#[derive(Clone, Debug)]
struct Workspace {
    input: Image,
    image: Image,
    between: Image,
    bench: Workbench,
    pooled: Vec<f32>,
    bias: Vec<f32>,
    /// The channels of the heads, by head and point.
    heads: Vec<[f32; GROUP]>,
}

impl Workspace {
    fn new(channels: usize) -> Workspace {
        let input = (PLANES + NUMBERS).next_multiple_of(GROUP);
        Workspace {
            input: Image::new(input),
            image: Image::new(channels),
            between: Image::new(channels),
            bench: Workbench::new(channels.max(input)),
            pooled: vec![0.0; 2 * channels],
            bias: vec![0.0; channels],
            heads: vec![[0.0; GROUP]; 2 * SIDE * SIDE],
        }
    }
}

/// Does it know boards of that size?
pub fn knows(board: &Board) -> bool {
    board.size() == SIDE
}

/// Makes products with these vectors in a loop that has nothing else to do, `rounds` times some; how many there were. What
/// the time of a look is to be compared with.
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
    pub fn read(file: &Path) -> Result<Network, NetworkError> {
        weights::read(file)
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

    /// Products that a look takes, those of the sums at its end not counted.
    pub fn multiplications(&self) -> usize {
        let layers = self.blocks.iter().flat_map(|block| [&block.one, &block.two]);
        let layers: usize = layers.chain([&self.first]).map(Conv::multiplications).sum();
        layers + self.heads.multiplications()
    }

    /// What it thinks of a position and of `plays` in it. The board must be one that it [`knows`].
    pub fn evaluate(&self, sight: &Sight<'_>, plays: PointSet) -> Evaluation {
        self.evaluate_with(vectors(), sight, plays)
    }

    /// The same with these vectors, or lesser ones if the processor lacks them.
    pub(crate) fn evaluate_with(&self, vectors: Vectors, sight: &Sight<'_>, plays: PointSet) -> Evaluation {
        self.evaluate_planes(vectors, &sight.planes(), (sight.gain(), sight.after_pass), plays)
    }

    /// The same from planes and numbers, with these vectors or lesser ones if the processor lacks them.
    fn evaluate_planes(
        &self,
        vectors: Vectors,
        planes: &Planes,
        (gain, after_pass): (f32, bool),
        plays: PointSet,
    ) -> Evaluation {
        thread_local! {
            static WORKSPACE: RefCell<Option<(usize, Box<Workspace>)>> = const { RefCell::new(None) };
        }
        WORKSPACE.with_borrow_mut(|kept| {
            if kept.as_ref().is_none_or(|(channels, _)| *channels != self.channels) {
                *kept = Some((self.channels, Box::new(Workspace::new(self.channels))));
            }
            let Some((_, space)) = kept else { unreachable!() };
            see(planes, gain, after_pass, &mut space.input);
            let raw = level::run(vectors, Look { network: self, space });
            self.conclude(raw, space, plays)
        })
    }

    /// Leaves the channels of the heads in `space`; the numbers that speak for the pass, and of the value.
    #[inline(always)]
    fn look<L: Level>(&self, level: L, space: &mut Workspace) -> Raw {
        let Workspace { input, image, between, bench, pooled, bias, heads } = space;
        self.first.apply(level, input, image, &self.first_bias, false, bench);
        for block in &self.blocks {
            bias.copy_from_slice(&block.one_bias);
            if let Some(pool) = &block.pool {
                image.pool(pooled);
                pool.apply(pooled, bias);
                for (sum, bias) in bias.iter_mut().zip(&block.one_bias) {
                    *sum += bias;
                }
            }
            block.one.apply(level, image, between, bias, false, bench);
            block.two.apply(level, between, image, &block.two_bias, true, bench);
        }
        image.pool(pooled);
        self.heads.apply(level, image, heads);
        let (moves, fate) = heads.split_at_mut(SIDE * SIDE);
        let mut moves_bias = [0.0; HEAD];
        self.moves_pool.apply(pooled, &mut moves_bias);
        raise(moves, &moves_bias);
        raise(fate, &self.fate_bias);
        let mut pass = [0.0];
        self.pass_policy.apply(pooled, &mut pass);
        let mut fates = [0.0; 2 * HEAD];
        let (means, greatest) = fates.split_at_mut(HEAD);
        for channels in fate.iter() {
            for ((mean, most), channel) in means.iter_mut().zip(greatest.iter_mut()).zip(channels) {
                *mean += channel;
                *most = if *channel > *most { *channel } else { *most };
            }
        }
        means.iter_mut().for_each(|mean| *mean /= (SIDE * SIDE) as f32);
        let (mut sums, mut value) = ([0.0; 2 * HEAD], [0.0; 4]);
        self.sums.apply(&fates, &mut sums);
        sums.iter_mut().for_each(|sum| *sum = if *sum > 0.0 { *sum } else { 0.0 });
        self.value.apply(&sums, &mut value);
        Raw { pass: pass[0], value }
    }

    /// From the channels of the heads to an opinion.
    fn conclude(&self, Raw { pass, value }: Raw, space: &Workspace, plays: PointSet) -> Evaluation {
        let (moves, fate) = space.heads.split_at(SIDE * SIDE);
        let mut policy = PointMap::filled(0.0);
        let mut most = pass;
        for point in plays {
            policy[point] = sum(&moves[planes::reading_place(point)], &self.policy);
            most = most.max(policy[point]);
        }
        let mut total = 0.0;
        for point in plays {
            policy[point] = expf(policy[point] - most);
            total += policy[point];
        }
        let pass = expf(pass - most);
        total += pass;
        for point in plays {
            policy[point] /= total;
        }
        let mut owner = PointMap::filled(0.0);
        for point in PointSet::board(SIDE) {
            owner[point] = tanhf(sum(&fate[planes::reading_place(point)], &self.owner) + self.owner_bias);
        }
        let [win, lead, win_error, lead_error] = value;
        let error = |raw: f32| libm::log1pf(expf(raw.min(30.0))).sqrt();
        Evaluation {
            policy,
            pass: pass / total,
            value: 1.0 / (1.0 + expf(-win)),
            score: 10.0 * lead,
            errors: [error(win_error), 10.0 * error(lead_error)],
            owner,
        }
    }
}

/// Numbers that come out at the end of the network.
#[derive(Clone, Copy, Debug)]
struct Raw {
    pass: f32,
    value: [f32; 4],
}

/// A look at what is in a workspace.
struct Look<'a> {
    network: &'a Network,
    space: &'a mut Workspace,
}

impl level::Work for Look<'_> {
    type Output = Raw;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> Raw {
        self.network.look(level, self.space)
    }
}

/// Adds the biases; nothing is below zero.
#[inline(always)]
fn raise(points: &mut [[f32; GROUP]], bias: &[f32]) {
    for channels in points {
        for (channel, bias) in channels.iter_mut().zip(bias) {
            let sum = *channel + bias;
            *channel = if sum > 0.0 { sum } else { 0.0 };
        }
    }
}

/// The sum of the channels of a point, each times its weight: halves of them are added to each other until one is left.
fn sum(channels: &[f32; GROUP], weights: &[f32]) -> f32 {
    let mut products = *channels;
    products.iter_mut().zip(weights).for_each(|(product, weight)| *product *= weight);
    let mut half = GROUP / 2;
    while half > 0 {
        for lane in 0..half {
            products[lane] += products[lane + half];
        }
        half /= 2;
    }
    products[0]
}

/// Puts what the network sees into its first image.
fn see(planes: &Planes, gain: f32, after_pass: bool, image: &mut Image) {
    image.clear();
    for (plane, &points) in planes.iter().enumerate() {
        for point in points {
            image.put(planes::image_place(point), plane, ONE);
        }
    }
    let most = f32::from(MOST_CODE / 2);
    let gain = (gain / 10.0 * f32::from(ONE)).round().clamp(-most, most) as i16;
    let after_pass = if after_pass { ONE } else { 0 };
    for place in image::points() {
        image.put(place, PLANES, gain);
        image.put(place, PLANES + 1, after_pass);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Point};
    use crate::rng::Rng;
    use serde_json::Value;

    /// A board after random moves, the same with colors swapped, and the last two points.
    fn random_board(seed: u64, swapped: bool) -> (Board, [Option<Point>; 2]) {
        let mut rng = Rng::new(seed, 0);
        let (mut board, mut last) = (Board::new(9), [None; 2]);
        board.set_to_play(if swapped { Color::White } else { Color::Black });
        for _ in 0..seed % 60 {
            let color = board.to_play();
            let Some(point) = board.legal_moves(color).pick(&mut rng) else { break };
            board.play_legal(color, point);
            last = [Some(point), last[0]];
        }
        (board, last)
    }

    fn sight(board: &Board, last: [Option<Point>; 2], komi: f32) -> Sight<'_> {
        Sight { board, last, after_pass: false, komi }
    }

    /// All that is in an evaluation.
    fn bits(Evaluation { policy, pass, value, score, errors, owner }: &Evaluation) -> Vec<u32> {
        let maps = PointSet::board(SIDE).iter().flat_map(|point| [policy[point], owner[point]]);
        maps.chain([*pass, *value, *score]).chain(*errors).map(f32::to_bits).collect()
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
            let places: PointMap<usize> = {
                let mut places = PointMap::filled(0);
                PointSet::board(SIDE).iter().for_each(|point| places[point] = planes::reading_place(point));
                places
            };
            let planes: Planes = std::array::from_fn(|plane| {
                let bytes = example["planes"][plane].as_str().unwrap();
                let digit = |at: usize| u8::from_str_radix(&bytes[2 * at..2 * at + 2], 16).unwrap();
                let shown = |point: &Point| digit(places[*point] / 8) >> (places[*point] % 8) & 1 == 1;
                PointSet::board(SIDE).iter().filter(shown).collect()
            });
            let numbers = (number(&example["gain"]), example["after_pass"].as_bool().unwrap());
            let told = network.evaluate_planes(vectors(), &planes, numbers, PointSet::board(SIDE));
            for point in PointSet::board(SIDE) {
                policy.push(told.policy[point] - number(&example["policy"][places[point]]));
                owner.push(told.owner[point] - number(&example["owner"][places[point]]));
            }
            policy.push(told.pass - number(&example["policy"][81]));
            value.push(told.value - number(&example["value"]));
            score.push(told.score - number(&example["score"]));
        }
        // What whole numbers round off: the root of the mean square, and the most.
        for (name, errors, usual, most) in [
            ("policy", policy, 0.002, 0.03),
            ("owner", owner, 0.005, 0.08),
            ("value", value, 0.01, 0.04),
            ("score", score, 0.15, 1.0),
        ] {
            let mean = errors.iter().map(|error| error * error).sum::<f32>() / errors.len() as f32;
            let greatest = errors.iter().fold(0.0f32, |most, error| most.max(error.abs()));
            assert!(mean.sqrt() < usual && greatest < most, "{name}: {} and {greatest}", mean.sqrt());
        }
        assert!(text.lines().count() >= 100);
    }

    #[test]
    fn all_vectors_say_the_same() {
        let network = Network::embedded();
        for seed in 0..100 {
            let (board, last) = random_board(seed, false);
            let planes = sight(&board, last, 7.5).planes();
            let [portable, others @ ..] =
                [Vectors::Portable, Vectors::Avx2, Vectors::Avx512].map(|vectors| {
                    bits(&network.evaluate_planes(
                        vectors,
                        &planes,
                        (-7.5, false),
                        board.legal_moves(board.to_play()),
                    ))
                });
            assert!(others.iter().all(|other| *other == portable));
        }
    }

    #[test]
    fn the_policy_adds_up_to_one_and_colors_do_not_matter() {
        let network = Network::embedded();
        for seed in 0..200 {
            let evaluations = [false, true].map(|swapped| {
                let (board, last) = random_board(seed, swapped);
                let plays = board.legal_moves(board.to_play());
                let evaluation =
                    network.evaluate(&sight(&board, last, if swapped { -7.5 } else { 7.5 }), plays);
                let total: f32 = plays.iter().map(|point| evaluation.policy[point]).sum();
                assert!((total + evaluation.pass - 1.0).abs() < 1e-4, "{total}");
                assert!((0.0..=1.0).contains(&evaluation.value));
                bits(&evaluation)
            });
            assert_eq!(evaluations[0], evaluations[1]);
        }
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
    }
}
