//! A small convolutional network: a policy, which moves are worth trying, and a value, who wins.
//!
//! It has seen what the search found in its own games (`patterns/README.md`). It looks at 9×9 boards only, and at one in
//! some tens of microseconds.

mod layer;

use crate::board::{Board, Color, MAX_SIZE, Point, PointMap, PointSet};
use layer::{Channels, Image, LANES, Layer, MOST_CODE, OUT, WIDTH, Workbench, vectors};
use libm::expf;
use std::cell::RefCell;
use std::sync::OnceLock;
use wide::{f32x16, i16x32};

/// Rows of the board that it looks at.
const HEIGHT: usize = MAX_SIZE;

/// Channels between its layers.
const CHANNELS: usize = 32;

/// Weights that the program comes with.
const EMBEDDED_NETWORK: &[u8] = include_bytes!("../patterns/moves.net");

/// What a file of weights begins with.
const MAGIC: &[u8] = b"tengen network 3\n";

/// Sums from which it tells who wins.
const SUMS: usize = 32;

/// The weights of the network: a layer, then pairs of layers around which the input of a pair is led (a residual
/// network), then two sums for each point.
///
/// Source: He, Zhang, Ren, Sun: Deep residual learning for image recognition, 2016.
#[derive(Clone, Debug, PartialEq)]
struct Network {
    first: Layer<PLANE_PAIRS>,
    pairs: Vec<[Layer<LANES>; 2]>,
    /// What makes a point a good move.
    moves: Channels,
    /// What makes a point one's own in the end, and what that sum begins with.
    owner: Channels,
    owner_bias: f32,
    win: Win,
}

/// Who wins: by the score over its spread, and by sums over the board.
#[derive(Clone, Debug, PartialEq)]
struct Win {
    /// What the score over its spread counts.
    slope: f32,
    /// For each sum the weights of the channels' means and of their greatest values.
    weights: Box<[[Channels; 2]; SUMS]>,
    biases: [f32; SUMS],
    /// What each sum counts, if it is above zero.
    worths: [f32; SUMS],
    bias: f32,
}

/// What a thread looks with: a network and room for its work.
struct Workspace {
    network: Network,
    image: Image,
    between: Image,
    bench: Workbench,
}

/// Memory that a thread takes once it has asked the network, in bytes: 25 codes and their units come from 9 weights.
pub(crate) const BYTES_PER_THREAD: usize = size_of::<Workspace>() + 3 * EMBEDDED_NETWORK.len();

/// What the network thinks of a position.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// How likely a good player is to choose each of the plays that were asked about; they add up to one.
    pub policy: PointMap<f32>,
    /// How many points the player to move will be ahead in the end, komi included.
    pub score: f32,
    /// How likely that player is to win, 0 to 1.
    pub value: f32,
}

/// The planes of the input, from the view of the player to move. 0 to 2 are own chains of one, two, and more
/// liberties, 3 to 5 those of the enemy.
mod plane {
    pub(super) const LAST: usize = 6;
    pub(super) const PREVIOUS: usize = 7;
    pub(super) const KO: usize = 8;
    pub(super) const BOARD: usize = 9;
    pub(super) const KOMI_GAIN: usize = 10;
    pub(super) const OWN_STONES: usize = 11;
    pub(super) const ENEMY_STONES: usize = 12;
}

/// Room for the planes, in pairs.
const PLANE_PAIRS: usize = LANES / 2;

/// What komi is divided by.
const KOMI_UNIT: f32 = 10.0;

/// Does it know boards of that size?
pub fn knows(board: &Board) -> bool {
    board.size() == HEIGHT
}

/// What it thinks of a position and of `plays` in it. `last` are the points of the last two moves, the last one first.
pub fn evaluate(board: &Board, last: [Option<Point>; 2], komi: f32, plays: PointSet) -> Evaluation {
    thread_local! {
        /// Two cores that read the same weights were an eleventh slower than with a copy for each.
        static WORKSPACE: RefCell<Box<Workspace>> = RefCell::new(Workspace::new(Network::embedded().clone()));
    }
    WORKSPACE.with_borrow_mut(|workspace| workspace.evaluate(board, last, komi, plays))
}

impl Network {
    /// The network that the program comes with; it is read once.
    ///
    /// # Panics
    /// Never: a test reads it.
    fn embedded() -> &'static Network {
        static NETWORK: OnceLock<Network> = OnceLock::new();
        NETWORK.get_or_init(|| Network::read(EMBEDDED_NETWORK).expect("the embedded network is whole"))
    }

    /// The network of a file: a line that names the format, the number of pairs in one byte, and the weights as upper
    /// halves of `f32`, low byte first. `None` if it is no such file.
    fn read(bytes: &[u8]) -> Option<Network> {
        let (&pairs, bytes) = bytes.strip_prefix(MAGIC)?.split_first()?;
        let float = |half: &[u8; 2]| f32::from_bits(u32::from(u16::from_le_bytes(*half)) << 16);
        let (halves, []) = bytes.as_chunks() else { return None };
        let mut floats = halves.iter().map(float);
        let first = layer(&mut floats)?;
        let pairs =
            (0..pairs).map(|_| Some([layer(&mut floats)?, layer(&mut floats)?])).collect::<Option<_>>()?;
        let (moves, owner) = (vectors(&some(&mut floats)?), vectors(&some(&mut floats)?));
        let [owner_bias] = some(&mut floats)?;
        let win = Win::read(&mut floats)?;
        floats.next().is_none().then_some(Network { first, pairs, moves, owner, owner_bias, win })
    }

    /// Whose each point will be, in the mean: 1 is the player to move, −1 the opponent.
    fn owned(&self, image: &Image) -> impl Iterator<Item = f32> {
        let logit = |point: Point| sum(&image[place(point)], &self.owner) + self.owner_bias;
        // The hyperbolic tangent of a half.
        PointSet::board(HEIGHT).iter().map(move |point| 1.0 - 2.0 / (1.0 + expf(logit(point))))
    }

    /// The policy over the plays: a softmax.
    fn policy(&self, image: &Image, plays: PointSet) -> PointMap<f32> {
        let mut shares = PointMap::filled(0.0);
        let mut most = f32::MIN;
        for point in plays {
            shares[point] = sum(&image[place(point)], &self.moves);
            most = most.max(shares[point]);
        }
        let mut total = 0.0;
        for point in plays {
            shares[point] = expf(shares[point] - most);
            total += shares[point];
        }
        for point in plays {
            shares[point] /= total;
        }
        shares
    }
}

impl Workspace {
    fn new(network: Network) -> Box<Workspace> {
        let image = [[f32x16::ZERO; OUT]; WIDTH * WIDTH];
        Box::new(Workspace { network, image, between: image, bench: Workbench::new() })
    }

    fn evaluate(
        &mut self,
        board: &Board,
        last: [Option<Point>; 2],
        komi: f32,
        plays: PointSet,
    ) -> Evaluation {
        see(board, last, komi, &mut self.bench);
        self.look();
        let Workspace { network, image, .. } = &*self;
        let (mut score, mut variance) = (ahead(board, komi), 0.0);
        for owned in network.owned(image) {
            score += owned;
            variance += 1.0 - owned * owned;
        }
        // The standard deviation of the score, as if every point went its own way; at least a point.
        let spread = variance.sqrt().max(1.0);
        Evaluation {
            policy: network.policy(image, plays),
            score,
            value: network.win.chance(score / spread, image),
        }
    }

    /// Leaves the last channels of every point in the image.
    fn look(&mut self) {
        let Workspace { network, image, between, bench } = self;
        network.first.apply(bench, image);
        for [one, two] in &network.pairs {
            bench.put(image);
            one.apply(bench, between);
            bench.put(between);
            two.add(bench, image);
        }
    }
}

impl Win {
    fn read(floats: &mut impl Iterator<Item = f32>) -> Option<Win> {
        let [slope] = some(floats)?;
        let mut weights = Box::new([[[f32x16::ZERO; OUT]; 2]; SUMS]);
        for sum in &mut *weights {
            *sum = [vectors(&some(floats)?), vectors(&some(floats)?)];
        }
        let (biases, worths, [bias]) = (some(floats)?, some(floats)?, some(floats)?);
        Some(Win { slope, weights, biases, worths, bias })
    }

    /// The chance to win with that score, in its standard deviations.
    fn chance(&self, score: f32, image: &Image) -> f32 {
        let (mut mean, mut most) = ([f32x16::ZERO; OUT], [f32x16::ZERO; OUT]);
        for channels in image {
            for v in 0..OUT {
                mean[v] += channels[v];
                most[v] = most[v].max(channels[v]);
            }
        }
        let mean = mean.map(|sum| sum / (HEIGHT * HEIGHT) as f32);
        let mut logit = self.slope * score + self.bias;
        for ((weights, bias), worth) in self.weights.iter().zip(self.biases).zip(self.worths) {
            logit += worth * (sum(&mean, &weights[0]) + sum(&most, &weights[1]) + bias).max(0.0);
        }
        1.0 / (1.0 + expf(-logit))
    }
}

/// The sum of the channels of a point, each times its weight.
///
/// Halves of the vector are added to each other until one number is left: that order is the same on every processor.
fn sum(channels: &Channels, weights: &Channels) -> f32 {
    let products = channels.iter().zip(weights).map(|(&channel, &weight)| channel * weight);
    let mut lanes = products.fold(f32x16::ZERO, |sum, product| sum + product).to_array();
    let mut half = LANES / 2;
    while half > 0 {
        for lane in 0..half {
            lanes[lane] += lanes[lane + half];
        }
        half /= 2;
    }
    lanes[0]
}

/// What komi gives the player to move.
fn ahead(board: &Board, komi: f32) -> f32 {
    if board.to_play() == Color::White { komi } else { -komi }
}

/// The next so many floats.
fn some<const N: usize>(floats: &mut impl Iterator<Item = f32>) -> Option<[f32; N]> {
    let all: Vec<f32> = floats.take(N).collect();
    all.try_into().ok()
}

/// The next layer: its weights by row, column, channel before and after it, then its biases.
fn layer<const PAIRS: usize>(floats: &mut impl Iterator<Item = f32>) -> Option<Layer<PAIRS>> {
    let before = 2 * PAIRS;
    let weights: Vec<f32> = floats.take(9 * before * CHANNELS).collect();
    let bias = some(floats)?;
    (weights.len() == 9 * before * CHANNELS).then(|| {
        Layer::new(
            |row, column, from, to| weights[((row * 3 + column) * before + from) * CHANNELS + to],
            bias,
        )
    })
}

/// Where a point is in an image.
fn place(point: Point) -> usize {
    (point.row() + 1) * WIDTH + point.column() + 1
}

/// Puts what the network sees on the bench.
fn see(board: &Board, last: [Option<Point>; 2], komi: f32, bench: &mut Workbench) {
    /// The code of one; a quarter of a point of komi has one too.
    const ONE: i16 = 40;
    let color = board.to_play();
    bench.codes = [i16x32::ZERO; WIDTH * WIDTH];
    bench.unit = 1.0 / f32::from(ONE);
    let mut put = |point: Point, plane: usize, value: i16| {
        let (pair, half) = (plane % PLANE_PAIRS, plane / PLANE_PAIRS);
        bench.codes[place(point)].as_mut_array()[2 * pair + half] = value;
    };
    for (owner, first, all) in [(color, 0, plane::OWN_STONES), (!color, 3, plane::ENEMY_STONES)] {
        for chain in board.chains_of(board.stones(owner)) {
            let liberties = chain.liberties().len().min(3) as usize;
            for point in chain.stones() {
                put(point, first + liberties - 1, ONE);
                put(point, all, ONE);
            }
        }
    }
    for (point, plane) in last.into_iter().zip([plane::LAST, plane::PREVIOUS]) {
        point.inspect(|&point| put(point, plane, ONE));
    }
    board.ko().inspect(|&point| put(point, plane::KO, ONE));
    let most = f32::from(MOST_CODE / 2);
    let ahead = (ahead(board, komi) / KOMI_UNIT * f32::from(ONE)).round().clamp(-most, most) as i16;
    for point in PointSet::board(HEIGHT) {
        put(point, plane::BOARD, ONE);
        put(point, plane::KOMI_GAIN, ahead);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Move;
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

    /// The training computes the planes in Python; both are compared with one file (`scripts/train/test_planes.py`).
    #[test]
    fn planes_are_those_of_the_training() {
        let text = include_str!("../tests/network/planes.jsonl");
        let (mut bench, mut kos) = (Workbench::new(), 0);
        for line in text.lines() {
            let example: Value = serde_json::from_str(line).unwrap();
            let (mut board, mut last) = (Board::new(9), [None; 2]);
            for number in example["moves"].as_array().unwrap() {
                let number = number.as_u64().unwrap() as usize;
                let point = (number < 81).then(|| Point::new(number % 9, 8 - number / 9));
                let color = board.to_play();
                assert_eq!(board.play(color, point.map_or(Move::Pass, Move::Play)), Ok(()));
                last = [point, last[0]];
            }
            kos += usize::from(board.ko().is_some());
            let komi = example["komi"].as_f64().unwrap() as f32;
            see(&board, last, komi, &mut bench);
            let rows = (0..LANES).filter(|&plane| plane != plane::KOMI_GAIN).map(|plane| {
                let bits = (0..81).fold(0u128, |bits, number| {
                    let codes = bench.codes[place(Point::new(number % 9, 8 - number / 9))].to_array();
                    bits << 1 | u128::from(codes[2 * (plane % PLANE_PAIRS) + plane / PLANE_PAIRS] != 0)
                });
                Value::from(format!("{bits:021x}"))
            });
            assert_eq!(example["planes"], rows.collect::<Value>(), "{line}");
        }
        assert!(text.lines().count() >= 100 && kos > 10);
    }

    #[test]
    fn the_policy_adds_up_to_one_and_colors_do_not_matter() {
        for seed in 0..200 {
            let evaluations = [false, true].map(|swapped| {
                let (board, last) = random_board(seed, swapped);
                let plays = board.legal_moves(board.to_play());
                let Evaluation { policy, score, value } =
                    evaluate(&board, last, if swapped { -7.5 } else { 7.5 }, plays);
                let total: f32 = plays.iter().map(|point| policy[point]).sum();
                assert!(plays.is_empty() || (total - 1.0).abs() < 1e-4, "{total}");
                assert!((0.0..=1.0).contains(&value), "{value}");
                (plays.iter().map(|point| policy[point]).collect::<Vec<_>>(), score, value)
            });
            assert_eq!(evaluations[0], evaluations[1]);
        }
    }

    #[test]
    fn only_the_asked_plays_are_in_the_policy() {
        let board = Board::new(9);
        let plays: PointSet = [Point::new(0, 0), Point::new(4, 4)].into_iter().collect();
        let policy = evaluate(&board, [None; 2], 7.5, plays).policy;
        assert!(policy[Point::new(4, 4)] > 0.9);
        assert_eq!(policy[Point::new(4, 3)], 0.0);
    }

    #[test]
    fn who_has_the_board_is_ahead() {
        let board: Board = [". X . . X . . X ."; 9].join("/").parse().unwrap();
        for (to_play, sign) in [(Color::Black, 1.0), (Color::White, -1.0)] {
            let mut board = board.clone();
            board.set_to_play(to_play);
            let score = |komi| sign * evaluate(&board, [None; 2], komi, PointSet::EMPTY).score;
            assert!((50.0..81.0).contains(&score(7.5)), "{}", score(7.5));
            assert!(score(200.0) < -80.0, "{}", score(200.0));
        }
    }

    #[test]
    fn broken_files_are_refused() {
        assert!(Network::read(EMBEDDED_NETWORK).is_some());
        assert!(Network::read(&EMBEDDED_NETWORK[1..]).is_none());
        assert!(Network::read(&EMBEDDED_NETWORK[..MAGIC.len()]).is_none());
        for cut in [1, 2, 1000] {
            assert!(Network::read(&EMBEDDED_NETWORK[..EMBEDDED_NETWORK.len() - cut]).is_none());
        }
        let longer = [EMBEDDED_NETWORK, &[0, 0]].concat();
        assert!(Network::read(&longer).is_none());
    }
}
