//! What a layer of the network looks at and puts out: whole numbers for every point.
//!
//! The network is quantized: such a number, a *code*, counts how many units an activation has; the file of weights
//! tells the units.

/// The side of the board that the network knows.
pub const SIDE: usize = 9;

/// Points of a row with a border of one point on each side, which is zero.
pub(super) const WIDTH: usize = SIDE + 2;

/// Channels come in groups of so many: the word of a lane has channel `lane` of a group in its lower half and channel
/// `lane + 16` in its upper half.
pub(super) const GROUP: usize = 32;

/// Words of a group.
pub(super) const GROUP_WORDS: usize = GROUP / 2;

/// The greatest code of a channel that is never below zero: transformed tiles have up to 18 times as much, which fits in
/// 16 bits. Half of it where codes are below zero.
pub(super) const MOST_CODE: i16 = i16::MAX / 18;

/// The channels of every point and of the border, row by row from the upper left, as codes of 16 bits.
#[derive(Clone, Debug)]
pub(super) struct Image {
    words: Vec<i32>,
    /// Words of a point.
    pub(super) pairs: usize,
}

impl Image {
    pub(super) fn new(channels: usize) -> Image {
        let pairs = channels / 2;
        Image { words: vec![0; WIDTH * WIDTH * pairs], pairs }
    }

    /// The words of a point.
    #[inline(always)]
    pub(super) fn at(&self, place: usize) -> &[i32] {
        &self.words[place * self.pairs..][..self.pairs]
    }

    /// The words of a point, to be changed.
    #[inline(always)]
    pub(super) fn at_mut(&mut self, place: usize) -> &mut [i32] {
        &mut self.words[place * self.pairs..][..self.pairs]
    }

    /// The words of the points of a row of the board that begins at that place.
    #[inline(always)]
    pub(super) fn row(&self, place: usize) -> &[i32] {
        &self.words[place * self.pairs..][..SIDE * self.pairs]
    }

    /// Zero everywhere.
    pub(super) fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Puts a code into a channel of a point.
    pub(super) fn put(&mut self, place: usize, channel: usize, code: i16) {
        put_half(&mut self.at_mut(place)[word_of(channel)], channel, code);
    }

    /// The mean of each channel over the board, and then its greatest value, in codes. No channel is below zero.
    #[inline(always)]
    pub(super) fn pool(&self, pooled: &mut [f32]) {
        let (means, greatest) = pooled.split_at_mut(2 * self.pairs);
        for group in 0..self.pairs / GROUP_WORDS {
            let [mut sums, mut most] = [[0i32; GROUP]; 2];
            for place in points() {
                let words = &self.at(place)[group * GROUP_WORDS..][..GROUP_WORDS];
                for (lane, &word) in words.iter().enumerate() {
                    let (low, high) = (word & 0xFFFF, word >> 16);
                    sums[lane] += low;
                    sums[lane + GROUP_WORDS] += high;
                    most[lane] = most[lane].max(low);
                    most[lane + GROUP_WORDS] = most[lane + GROUP_WORDS].max(high);
                }
            }
            for lane in 0..GROUP {
                means[group * GROUP + lane] = sums[lane] as f32 / (SIDE * SIDE) as f32;
                greatest[group * GROUP + lane] = most[lane] as f32;
            }
        }
    }
}

/// The word of a channel among those of a point.
pub(super) fn word_of(channel: usize) -> usize {
    channel / GROUP * GROUP_WORDS + channel % GROUP_WORDS
}

/// Puts the code of a channel into its half of that word.
pub(super) fn put_half(word: &mut i32, channel: usize, code: i16) {
    *word = if channel % GROUP < GROUP_WORDS {
        *word & !0xFFFF | i32::from(code) & 0xFFFF
    } else {
        *word & 0xFFFF | i32::from(code) << 16
    };
}

/// The places of the board's points, row by row from the upper left.
#[inline(always)]
pub(super) fn points() -> impl Iterator<Item = usize> {
    (1..=SIDE).flat_map(|row| (1..=SIDE).map(move |column| row * WIDTH + column))
}
