//! Convolutions over the board in whole numbers.

#![allow(
    clippy::needless_range_loop,
    reason = "loops over constant ranges are unrolled, and sums stay in registers"
)]

use super::image::{GROUP, GROUP_WORDS, Image, MOST_CODE, SIDE, WIDTH, put_half, word_of};
use super::level::{Level, Work};

/// Points in a row of a tile.
const TILE: usize = 3;

/// Tiles in a row of the board.
const ACROSS: usize = SIDE / TILE;

/// Tiles of the board.
const TILES: usize = ACROSS * ACROSS;

/// Points in a row of what a tile depends on, and of a transformed tile.
const PATCH: usize = TILE + 2;

/// Places in a transformed tile.
const TILE_PLACES: usize = PATCH * PATCH;

/// The most that a sum of products may be, by the bits of its number.
const MOST_SUM: f32 = 2.13e9;

/// The most that a weight may be.
const MOST_WEIGHT: f32 = 32_000.0;

/// A convolution of 3×3 points.
///
/// A tile of 3×3 points takes 25 multiplications for each channel before and after it instead of 81, and these are of whole
/// numbers of 16 bits, two by one lane of an instruction.
///
/// Source: Lavin, Gray: Fast algorithms for convolutional neural networks, 2016: F(3×3, 3×3), with the points 0, 1,
/// −1, 2 and infinity.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Conv {
    /// Words of a point before the layer.
    pairs: usize,
    /// By group of channels after the layer, place in the transformed tile and pair of channels before it: the weights of the
    /// group's channels.
    weights: Vec<[i32; GROUP]>,
    /// What a sum counts in codes, by group and place.
    units: Vec<[f32; GROUP]>,
}

/// Room for the work of a convolution.
#[derive(Clone, Debug)]
pub(super) struct Workbench {
    /// Transformed tiles by place, then by tile.
    tiles: Vec<i32>,
    /// Sums of products by place, then by tile.
    sums: Box<[[[i32; GROUP]; TILES]; TILE_PLACES]>,
}

/// The bytes of a [`Workbench`].
pub(super) fn bench_bytes(channels: usize) -> usize {
    TILE_PLACES * TILES * (channels * 2 + GROUP * 4)
}

impl Workbench {
    /// For layers with at most so many channels before them.
    pub(super) fn new(channels: usize) -> Workbench {
        Workbench {
            tiles: vec![0; TILE_PLACES * TILES * channels / 2],
            sums: vec![[[0; GROUP]; TILES]; TILE_PLACES].try_into().unwrap_or_else(|_| unreachable!()),
        }
    }
}

/// One dimension of the transform of the weights: three of them become five.
fn spread([a, b, c]: [f32; TILE]) -> [f32; PATCH] {
    [a / 2.0, -(a + b + c) / 2.0, (b - a - c) / 6.0, (a + 2.0 * b + 4.0 * c) / 6.0, c]
}

impl Conv {
    /// The convolution of these weights: `weight(row, column, before, after)` for the 3×3 points, which are read from the
    /// upper left one on, and the channels before and after it. Numbers of channels are multiples of [`GROUP`]. `unit` is what
    /// a code before the layer stands for over what one after it does.
    pub(super) fn new(
        before: usize,
        after: usize,
        unit: f32,
        weight: impl Fn(usize, usize, usize, usize) -> f32,
    ) -> Conv {
        let pairs = before / 2;
        let mut weights = vec![[0; GROUP]; after / GROUP * TILE_PLACES * pairs];
        let mut units = vec![[0.0; GROUP]; after / GROUP * TILE_PLACES];
        for out in 0..after {
            let (group, lane) = (out / GROUP, out % GROUP);
            let spread: Vec<[[f32; PATCH]; PATCH]> = (0..before)
                .map(|channel| {
                    let rows: [[f32; PATCH]; TILE] = std::array::from_fn(|row| {
                        spread(std::array::from_fn(|column| weight(row, column, channel, out)))
                    });
                    std::array::from_fn(|column| spread(std::array::from_fn(|row| rows[row][column])))
                })
                .collect();
            for place in 0..TILE_PLACES {
                let all: Vec<f32> = spread.iter().map(|all| all[place % PATCH][place / PATCH]).collect();
                let (codes, scale) = in_whole_numbers(&all, f32::from(i16::MAX));
                units[group * TILE_PLACES + place][lane] = unit / scale;
                for (channel, code) in codes.into_iter().enumerate() {
                    let row = (group * TILE_PLACES + place) * pairs + word_of(channel);
                    put_half(&mut weights[row][lane], channel, code);
                }
            }
        }
        Conv { pairs, weights, units }
    }

    /// Products of numbers that it makes.
    pub(super) fn multiplications(&self) -> usize {
        TILES * self.weights.len() * GROUP * 2
    }

    /// Leaves in `after` the convolution of `before` with `bias`, in codes, and if it `skips` with what was in
    /// `after` (the residual connection) added; what is below zero becomes zero (ReLU).
    #[inline(always)]
    pub(super) fn apply<L: Level>(
        &self,
        level: L,
        before: &Image,
        after: &mut Image,
        bias: &[f32],
        skips: bool,
        bench: &mut Workbench,
    ) {
        let Workbench { tiles, sums } = bench;
        let tiles = &mut tiles[..TILE_PLACES * TILES * self.pairs];
        level.apart(Enter { image: before, tiles });
        let groups =
            self.weights.chunks_exact(TILE_PLACES * self.pairs).zip(self.units.chunks_exact(TILE_PLACES));
        for (group, (rows, units)) in groups.enumerate() {
            level.apart(Multiply { pairs: self.pairs, rows, tiles, sums: &mut **sums });
            let units = units.first_chunk().expect("every place has a unit");
            let bias = bias[group * GROUP..].first_chunk().expect("every channel has a bias");
            level.apart(Leave { sums, units, bias, group, after, skips });
        }
    }
}

/// A convolution of single points: sums of all channels, as floats.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PointConv {
    pairs: usize,
    /// By group of channels after the layer and pair of channels before it.
    weights: Vec<[i32; GROUP]>,
    /// What a sum counts, by group.
    units: Vec<[f32; GROUP]>,
}

impl PointConv {
    /// The convolution of these weights: `weight(before, after)`; `unit` is what a code before the layer stands for.
    pub(super) fn new(
        before: usize,
        after: usize,
        unit: f32,
        weight: impl Fn(usize, usize) -> f32,
    ) -> PointConv {
        let pairs = before / 2;
        let mut weights = vec![[0; GROUP]; after / GROUP * pairs];
        let mut units = vec![[0.0; GROUP]; after / GROUP];
        for out in 0..after {
            let (group, lane) = (out / GROUP, out % GROUP);
            let all: Vec<f32> = (0..before).map(|channel| weight(channel, out)).collect();
            let (codes, scale) = in_whole_numbers(&all, f32::from(MOST_CODE));
            units[group][lane] = unit / scale;
            for (channel, code) in codes.into_iter().enumerate() {
                put_half(&mut weights[group * pairs + word_of(channel)][lane], channel, code);
            }
        }
        PointConv { pairs, weights, units }
    }

    /// Products of numbers that it makes.
    pub(super) fn multiplications(&self) -> usize {
        SIDE * SIDE * self.weights.len() * GROUP * 2
    }

    /// Leaves the channels after the layer in `after`, by group and point in rows from the upper left.
    #[inline(always)]
    pub(super) fn apply<L: Level>(&self, level: L, before: &Image, after: &mut [[f32; GROUP]]) {
        let mut sums = [[[0; GROUP]; TILES]; 1];
        let groups = self.weights.chunks_exact(self.pairs).zip(&self.units);
        for ((rows, units), after) in groups.zip(after.chunks_exact_mut(SIDE * SIDE)) {
            for (row, after) in after.chunks_exact_mut(SIDE).enumerate() {
                // The points of a row of the board lie side by side, as the tiles of a place do.
                let tiles = before.row((row + 1) * WIDTH + 1);
                level.apart(Multiply { pairs: self.pairs, rows, tiles, sums: &mut sums });
                let [sums] = &sums;
                for (sums, after) in sums.iter().zip(after) {
                    for lane in (0..GROUP).step_by(L::LANES) {
                        let sum = level.to_floats(level.load(&sums[lane..]));
                        let value = level.multiply(sum, level.load_floats(&units[lane..]));
                        level.store_floats(value, &mut after[lane..]);
                    }
                }
            }
        }
    }
}

/// The numbers as whole ones, and what one of them was multiplied by: as large as they can be without a sum of their products
/// with codes up to `most` leaving 32 bits.
fn in_whole_numbers(numbers: &[f32], most: f32) -> (Vec<i16>, f32) {
    let sum: f32 = numbers.iter().map(|number| number.abs()).sum();
    let greatest = numbers.iter().map(|number| number.abs()).fold(f32::MIN_POSITIVE, f32::max);
    let scale = (MOST_SUM / most / sum.max(f32::MIN_POSITIVE)).min(MOST_WEIGHT / greatest);
    (numbers.iter().map(|number| (number * scale).round() as i16).collect(), scale)
}

/// One dimension of the transform of a patch.
#[inline(always)]
fn transform<L: Level>(level: L, [a, b, c, d, e]: [L::Ints; PATCH]) -> [L::Ints; PATCH] {
    let plus = |x, y| level.add_halves(x, y);
    let minus = |x, y| level.subtract_halves(x, y);
    let (ac, bd, bc) = (minus(a, c), minus(d, b), minus(b, c));
    [
        plus(plus(ac, ac), bd),
        minus(minus(bd, b), c),
        plus(minus(plus(bc, bc), c), d),
        bd,
        minus(minus(minus(e, c), bd), bd),
    ]
}

/// From an image to its transformed tiles.
struct Enter<'a> {
    image: &'a Image,
    tiles: &'a mut [i32],
}

impl Work for Enter<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Level>(self, level: L) {
        let pairs = self.image.pairs;
        for tile in 0..TILES {
            let corner = tile / ACROSS * TILE * WIDTH + tile % ACROSS * TILE;
            for word in (0..pairs).step_by(L::LANES) {
                let row = |row: usize| self.row(level, corner + row * WIDTH, word);
                let rows = [row(0), row(1), row(2), row(3), row(4)];
                for column in 0..PATCH {
                    let [a, b, c, d, e] = &rows;
                    let all = transform(level, [a[column], b[column], c[column], d[column], e[column]]);
                    for row in 0..PATCH {
                        let place = row * PATCH + column;
                        level.store(all[row], &mut self.tiles[(place * TILES + tile) * pairs + word..]);
                    }
                }
            }
        }
    }
}

impl Enter<'_> {
    /// A row of a patch that begins at that place, transformed.
    #[inline(always)]
    fn row<L: Level>(&self, level: L, place: usize, word: usize) -> [L::Ints; PATCH] {
        let at = |column: usize| level.load(&self.image.at(place + column)[word..]);
        transform(level, [at(0), at(1), at(2), at(3), at(4)])
    }
}

/// For each place of all tiles: the channels times the weights of a group.
struct Multiply<'a> {
    pairs: usize,
    rows: &'a [[i32; GROUP]],
    tiles: &'a [i32],
    sums: &'a mut [[[i32; GROUP]; TILES]],
}

impl Work for Multiply<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Level>(self, level: L) {
        let places = self.rows.chunks_exact(self.pairs).zip(self.tiles.chunks_exact(TILES * self.pairs));
        for ((rows, tiles), sums) in places.zip(self.sums) {
            for lane in (0..GROUP).step_by(2 * L::LANES) {
                // Of 32 registers 18 hold sums; of 16, ten or eight.
                if L::REGISTERS >= 32 {
                    block::<L, 9, 2>(level, rows, tiles, sums, 0, lane);
                } else {
                    block::<L, 5, 2>(level, rows, tiles, sums, 0, lane);
                    block::<L, 4, 2>(level, rows, tiles, sums, 5, lane);
                }
            }
        }
    }
}

/// The sums of one place for `T` tiles from `first` on and `V` vectors of channels from `lane` on. They stay in registers.
#[inline(always)]
fn block<L: Level, const T: usize, const V: usize>(
    level: L,
    rows: &[[i32; GROUP]],
    tiles: &[i32],
    sums: &mut [[i32; GROUP]; TILES],
    first: usize,
    lane: usize,
) {
    let pairs = rows.len();
    let mut codes = [&tiles[..0]; T];
    for tile in 0..T {
        codes[tile] = &tiles[(first + tile) * pairs..][..pairs];
    }
    let mut block = [[level.ints(0); V]; T];
    for pair in 0..pairs {
        let row = &rows[pair];
        let mut weights = [level.ints(0); V];
        for v in 0..V {
            weights[v] = level.load(&row[lane + v * L::LANES..]);
        }
        for tile in 0..T {
            let code = level.ints(codes[tile][pair]);
            for v in 0..V {
                block[tile][v] = level.add_products(block[tile][v], code, weights[v]);
            }
        }
    }
    for tile in 0..T {
        for v in 0..V {
            level.store(block[tile][v], &mut sums[first + tile][lane + v * L::LANES..]);
        }
    }
}

/// One dimension of the way back: five sums become three.
#[inline(always)]
fn gather<L: Level>(level: L, [a, b, c, d, e]: [L::Floats; PATCH]) -> [L::Floats; TILE] {
    let (two, four) = (level.floats(2.0), level.floats(4.0));
    let (plus, minus) = (level.add(b, c), level.subtract(b, c));
    [
        level.add(level.add(a, plus), d),
        level.add(minus, level.multiply(two, d)),
        level.add(level.add(plus, level.multiply(four, d)), e),
    ]
}

/// From the sums of a group to its codes.
struct Leave<'a> {
    sums: &'a [[[i32; GROUP]; TILES]; TILE_PLACES],
    units: &'a [[f32; GROUP]; TILE_PLACES],
    bias: &'a [f32; GROUP],
    group: usize,
    after: &'a mut Image,
    skips: bool,
}

impl Work for Leave<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Level>(self, level: L) {
        let (least, most) = (level.floats(0.0), level.floats(f32::from(MOST_CODE)));
        for tile in 0..TILES {
            let corner = (tile / ACROSS * TILE + 1) * WIDTH + tile % ACROSS * TILE + 1;
            for lane in (0..GROUP_WORDS).step_by(L::LANES) {
                let low = self.tile(level, tile, lane);
                let high = self.tile(level, tile, lane + GROUP_WORDS);
                for row in 0..TILE {
                    for column in 0..TILE {
                        let point = self.after.at_mut(corner + row * WIDTH + column);
                        let words = &mut point[self.group * GROUP_WORDS + lane..];
                        let mut values = [low[column][row], high[column][row]];
                        if self.skips {
                            let [low, high] = level.halves(level.load(words));
                            values[0] = level.add(values[0], level.to_floats(low));
                            values[1] = level.add(values[1], level.to_floats(high));
                        }
                        let low = level.to_ints(level.clamp(values[0], least, most));
                        let high = level.to_ints(level.clamp(values[1], least, most));
                        level.store(level.join_halves(low, high), words);
                    }
                }
            }
        }
    }
}

impl Leave<'_> {
    /// The points of a tile by column and row, with the bias, for a vector of channels from `lane` on.
    #[inline(always)]
    fn tile<L: Level>(&self, level: L, tile: usize, lane: usize) -> [[L::Floats; TILE]; TILE] {
        let row = |row: usize| self.row(level, row, tile, lane);
        let rows = [row(0), row(1), row(2), row(3), row(4)];
        let bias = level.load_floats(&self.bias[lane..]);
        let column = |column: usize| {
            let [a, b, c, d, e] = &rows;
            let [one, two, three] = gather(level, [a[column], b[column], c[column], d[column], e[column]]);
            [level.add(one, bias), level.add(two, bias), level.add(three, bias)]
        };
        [column(0), column(1), column(2)]
    }

    /// The sums of a row of a transformed tile, on their way back.
    #[inline(always)]
    fn row<L: Level>(&self, level: L, row: usize, tile: usize, lane: usize) -> [L::Floats; TILE] {
        let at = |column: usize| {
            let place = row * PATCH + column;
            let sum = level.to_floats(level.load(&self.sums[place][tile][lane..]));
            level.multiply(sum, level.load_floats(&self.units[place][lane..]))
        };
        gather(level, [at(0), at(1), at(2), at(3), at(4)])
    }
}
