//! The vectors of the processor at hand: what the layers of the network are written in.
//!
//! The same numbers come out at every level: whole numbers are exact, and floats are added and multiplied one lane at a time,
//! in an order that does not depend on how many lanes there are.

use bytemuck::cast;
use std::fmt;
use std::hint::black_box;
use wide::{f32x4, i16x8, i32x4};

/// Lanes of the widest vectors. Rows of numbers are as long as some of them.
const WIDEST: usize = 16;

/// Vectors of one kind of processor.
pub(super) trait Level: Copy {
    /// Lanes of 32 bits; a divisor of [`WIDEST`].
    const LANES: usize;

    /// Registers for vectors.
    const REGISTERS: usize;

    /// A vector of whole numbers of 32 bits, one for each lane, or of twice as many halves of 16 bits.
    type Ints: Copy;

    /// A vector of floats of 32 bits, one for each lane.
    type Floats: Copy;

    /// Does the work in a function of its own: what stays in registers there does not compete with what is around.
    fn apart<W: Work>(self, work: W) -> W::Output;

    /// The number in every lane.
    fn ints(self, number: i32) -> Self::Ints;

    /// The first lanes of a row.
    fn load(self, row: &[i32]) -> Self::Ints;

    /// Puts the lanes into the first places of a row.
    fn store(self, ints: Self::Ints, row: &mut [i32]);

    /// `sum` and the products of the halves of 16 bits of each lane.
    fn add_products(self, sum: Self::Ints, a: Self::Ints, b: Self::Ints) -> Self::Ints;

    /// Sums of the halves of 16 bits; they wrap.
    fn add_halves(self, a: Self::Ints, b: Self::Ints) -> Self::Ints;

    /// Differences of the halves of 16 bits; they wrap.
    fn subtract_halves(self, a: Self::Ints, b: Self::Ints) -> Self::Ints;

    /// The lower half of each lane of `low`, and above it that of `high`.
    fn join_halves(self, low: Self::Ints, high: Self::Ints) -> Self::Ints;

    /// The lower and the upper half of each lane, which are not below zero.
    fn halves(self, ints: Self::Ints) -> [Self::Ints; 2];

    /// The nearest floats.
    fn to_floats(self, ints: Self::Ints) -> Self::Floats;

    /// The nearest whole numbers, of two the even one.
    fn to_ints(self, floats: Self::Floats) -> Self::Ints;

    /// The number in every lane.
    fn floats(self, number: f32) -> Self::Floats;

    /// The first lanes of a row.
    fn load_floats(self, row: &[f32]) -> Self::Floats;

    /// Puts the lanes into the first places of a row.
    fn store_floats(self, floats: Self::Floats, row: &mut [f32]);

    /// Sums.
    fn add(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;

    /// Differences.
    fn subtract(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;

    /// Products.
    fn multiply(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;

    /// The floats, at least `least` and at most `most`.
    fn clamp(self, a: Self::Floats, least: Self::Floats, most: Self::Floats) -> Self::Floats;
}

/// Which vectors there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Vectors {
    /// 128 bits, as every processor has them.
    Portable,
    /// 256 bits.
    Avx2,
    /// 512 bits.
    Avx512,
    /// 512 bits, with an instruction that adds products (VNNI).
    Vnni,
}

impl Vectors {
    /// All of them, the least first.
    pub const ALL: [Vectors; 4] = [Vectors::Portable, Vectors::Avx2, Vectors::Avx512, Vectors::Vnni];
}

impl fmt::Display for Vectors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Vectors::Portable => "portable",
            Vectors::Avx2 => "avx2",
            Vectors::Avx512 => "avx512",
            Vectors::Vnni => "vnni",
        })
    }
}

/// Vectors of 128 bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

// Always inlined, as all that work on vectors does: a function of its own would be compiled without them.
#[inline(always)]
fn first<T: Copy, const N: usize>(row: &[T]) -> [T; N] {
    *row.first_chunk().expect("a row has a vector")
}

#[inline(always)]
fn put_first<T, const N: usize>(row: &mut [T], lanes: [T; N]) {
    *row.first_chunk_mut().expect("a row has room for a vector") = lanes;
}

impl Level for Portable {
    const LANES: usize = 4;
    const REGISTERS: usize = if cfg!(target_arch = "aarch64") { 32 } else { 16 };
    type Ints = i32x4;
    type Floats = f32x4;

    #[inline(never)]
    fn apart<W: Work>(self, work: W) -> W::Output {
        work.run(self)
    }

    #[inline(always)]
    fn ints(self, number: i32) -> i32x4 {
        i32x4::splat(number)
    }

    #[inline(always)]
    fn load(self, row: &[i32]) -> i32x4 {
        first::<_, 4>(row).into()
    }

    #[inline(always)]
    fn store(self, ints: i32x4, row: &mut [i32]) {
        put_first(row, ints.to_array());
    }

    #[inline(always)]
    fn add_products(self, sum: i32x4, a: i32x4, b: i32x4) -> i32x4 {
        sum + cast::<_, i16x8>(a).dot(cast::<_, i16x8>(b))
    }

    #[inline(always)]
    fn add_halves(self, a: i32x4, b: i32x4) -> i32x4 {
        cast(cast::<_, i16x8>(a) + cast::<_, i16x8>(b))
    }

    #[inline(always)]
    fn subtract_halves(self, a: i32x4, b: i32x4) -> i32x4 {
        cast(cast::<_, i16x8>(a) - cast::<_, i16x8>(b))
    }

    #[inline(always)]
    fn join_halves(self, low: i32x4, high: i32x4) -> i32x4 {
        (low & i32x4::splat(0xFFFF)) | (high << 16u32)
    }

    #[inline(always)]
    fn halves(self, ints: i32x4) -> [i32x4; 2] {
        [ints & i32x4::splat(0xFFFF), ints >> 16u32]
    }

    #[inline(always)]
    fn to_floats(self, ints: i32x4) -> f32x4 {
        ints.round_float()
    }

    #[inline(always)]
    fn to_ints(self, floats: f32x4) -> i32x4 {
        floats.fast_round_int()
    }

    #[inline(always)]
    fn floats(self, number: f32) -> f32x4 {
        f32x4::splat(number)
    }

    #[inline(always)]
    fn load_floats(self, row: &[f32]) -> f32x4 {
        first::<_, 4>(row).into()
    }

    #[inline(always)]
    fn store_floats(self, floats: f32x4, row: &mut [f32]) {
        put_first(row, floats.to_array());
    }

    #[inline(always)]
    fn add(self, a: f32x4, b: f32x4) -> f32x4 {
        a + b
    }

    #[inline(always)]
    fn subtract(self, a: f32x4, b: f32x4) -> f32x4 {
        a - b
    }

    #[inline(always)]
    fn multiply(self, a: f32x4, b: f32x4) -> f32x4 {
        a * b
    }

    #[inline(always)]
    fn clamp(self, a: f32x4, least: f32x4, most: f32x4) -> f32x4 {
        a.fast_max(least).fast_min(most)
    }
}

/// What is done with vectors.
pub(super) trait Work {
    /// What comes of it.
    type Output;

    /// Does it; always inlined into code that is compiled for the vectors.
    fn run<L: Level>(self, level: L) -> Self::Output;
}

/// Does the work with these vectors, or with lesser ones if the processor lacks them.
#[cfg_attr(not(target_arch = "x86_64"), expect(unused_variables, reason = "others have one kind"))]
pub(super) fn run<W: Work>(vectors: Vectors, work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    {
        if vectors == Vectors::Vnni
            && let Some(level) = Vnni::try_new()
        {
            return level.vectorize(WithLevel { level, work });
        }
        if vectors >= Vectors::Avx512
            && let Some(level) = V4::try_new()
        {
            return level.vectorize(WithLevel { level, work });
        }
        if vectors >= Vectors::Avx2
            && let Some(level) = V3::try_new()
        {
            return level.vectorize(WithLevel { level, work });
        }
    }
    work.run(Portable)
}

/// A bare loop of the instructions that layers spend their time in, on registers, with as many sums as layers have where there
/// are sixteen of these.
#[derive(Clone, Copy, Debug)]
pub(super) struct BareLoop {
    /// How often each sum is added to.
    pub(super) rounds: u32,
}

impl BareLoop {
    const SUMS: usize = 10;
}

impl Work for BareLoop {
    /// Products that it made.
    type Output = u64;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> u64 {
        let mut sums: [L::Ints; BareLoop::SUMS] = std::array::from_fn(|i| level.ints(black_box(i as i32)));
        let factor = level.ints(black_box(0x0003_0005));
        for _ in 0..self.rounds {
            for sum in &mut sums {
                // A product of its own each time, or the compiler makes it once.
                *sum = level.add_products(*sum, *sum, factor);
            }
        }
        let mut row = [0; WIDEST];
        for sum in sums {
            level.store(sum, &mut row);
            black_box(&row);
        }
        u64::from(self.rounds) * (BareLoop::SUMS * L::LANES * 2) as u64
    }
}

/// The widest vectors that the processor has.
pub(super) fn detect() -> Vectors {
    #[cfg(target_arch = "x86_64")]
    {
        if Vnni::is_available() {
            return Vectors::Vnni;
        }
        if V4::is_available() {
            return Vectors::Avx512;
        }
        if V3::is_available() {
            return Vectors::Avx2;
        }
    }
    Vectors::Portable
}

#[cfg(target_arch = "x86_64")]
use x86::{V3, V4, Vnni, WithLevel};

/// The vectors of x86-64.
#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Level, Work, first, put_first};
    use bytemuck::cast;
    pub(super) use pulp::x86::{V3, V4};
    use std::arch::x86_64::{__m256, __m256i, __m512, __m512i};

    pulp::simd_type! {
        /// What [`V4`] has, and VNNI. Nothing here names its instruction: the compiler makes it of a product and a sum.
        pub(super) struct Vnni {
            avx: "avx",
            avx2: "avx2",
            avx512f: "avx512f",
            avx512bw: "avx512bw",
            avx512cd: "avx512cd",
            avx512dq: "avx512dq",
            avx512vl: "avx512vl",
            avx512vnni: "avx512vnni",
        }
    }

    /// Work at a level, in the form that `pulp` compiles for it.
    pub(super) struct WithLevel<L, W> {
        pub(super) level: L,
        pub(super) work: W,
    }

    impl<L: Level, W: Work> pulp::NullaryFnOnce for WithLevel<L, W> {
        type Output = W::Output;

        #[inline(always)]
        fn call(self) -> W::Output {
            self.work.run(self.level)
        }
    }

    macro_rules! level {
        ($($level:ident),+: $lanes:literal, $registers:literal, $ints:ty, $floats:ty,
         $int:ident: $set1:ident $madd:ident $add:ident $addh:ident $subh:ident $and:ident $or:ident $shift:ident $back:ident;
         $float:ident: $tof:ident $toi:ident $set1f:ident $addf:ident $subf:ident $mulf:ident $maxf:ident $minf:ident;
         $half:ident $whole:ident) => {$(
            impl Level for $level {
                const LANES: usize = $lanes;
                const REGISTERS: usize = $registers;
                type Ints = $ints;
                type Floats = $floats;

                #[inline(always)]
                fn apart<W: Work>(self, work: W) -> W::Output {
                    self.vectorize(WithLevel { level: self, work })
                }

                #[inline(always)]
                fn ints(self, number: i32) -> $ints {
                    self.$float.$set1(number)
                }

                #[inline(always)]
                fn load(self, row: &[i32]) -> $ints {
                    cast(first::<_, $lanes>(row))
                }

                #[inline(always)]
                fn store(self, ints: $ints, row: &mut [i32]) {
                    put_first(row, cast::<_, [i32; $lanes]>(ints));
                }

                #[inline(always)]
                fn add_products(self, sum: $ints, a: $ints, b: $ints) -> $ints {
                    self.$whole.$add(sum, self.$half.$madd(a, b))
                }

                #[inline(always)]
                fn add_halves(self, a: $ints, b: $ints) -> $ints {
                    self.$half.$addh(a, b)
                }

                #[inline(always)]
                fn subtract_halves(self, a: $ints, b: $ints) -> $ints {
                    self.$half.$subh(a, b)
                }

                #[inline(always)]
                fn join_halves(self, low: $ints, high: $ints) -> $ints {
                    let low = self.$whole.$and(low, self.ints(0xFFFF));
                    self.$whole.$or(low, self.$whole.$shift::<16>(high))
                }

                #[inline(always)]
                fn halves(self, ints: $ints) -> [$ints; 2] {
                    [self.$whole.$and(ints, self.ints(0xFFFF)), self.$whole.$back::<16>(ints)]
                }

                #[inline(always)]
                fn to_floats(self, ints: $ints) -> $floats {
                    self.$float.$tof(ints)
                }

                #[inline(always)]
                fn to_ints(self, floats: $floats) -> $ints {
                    self.$float.$toi(floats)
                }

                #[inline(always)]
                fn floats(self, number: f32) -> $floats {
                    self.$float.$set1f(number)
                }

                #[inline(always)]
                fn load_floats(self, row: &[f32]) -> $floats {
                    cast(first::<_, $lanes>(row))
                }

                #[inline(always)]
                fn store_floats(self, floats: $floats, row: &mut [f32]) {
                    put_first(row, cast::<_, [f32; $lanes]>(floats));
                }

                #[inline(always)]
                fn add(self, a: $floats, b: $floats) -> $floats {
                    self.$float.$addf(a, b)
                }

                #[inline(always)]
                fn subtract(self, a: $floats, b: $floats) -> $floats {
                    self.$float.$subf(a, b)
                }

                #[inline(always)]
                fn multiply(self, a: $floats, b: $floats) -> $floats {
                    self.$float.$mulf(a, b)
                }

                #[inline(always)]
                fn clamp(self, a: $floats, least: $floats, most: $floats) -> $floats {
                    self.$float.$minf(self.$float.$maxf(a, least), most)
                }
            }
        )+};
    }

    level! {
        V3: 8, 16, __m256i, __m256,
        avx2: _mm256_set1_epi32 _mm256_madd_epi16 _mm256_add_epi32 _mm256_add_epi16 _mm256_sub_epi16
            _mm256_and_si256 _mm256_or_si256 _mm256_slli_epi32 _mm256_srli_epi32;
        avx: _mm256_cvtepi32_ps _mm256_cvtps_epi32 _mm256_set1_ps _mm256_add_ps _mm256_sub_ps _mm256_mul_ps
            _mm256_max_ps _mm256_min_ps;
        avx2 avx2
    }

    level! {
        V4, Vnni: 16, 32, __m512i, __m512,
        avx512f: _mm512_set1_epi32 _mm512_madd_epi16 _mm512_add_epi32 _mm512_add_epi16 _mm512_sub_epi16
            _mm512_and_si512 _mm512_or_si512 _mm512_slli_epi32 _mm512_srli_epi32;
        avx512f: _mm512_cvtepi32_ps _mm512_cvtps_epi32 _mm512_set1_ps _mm512_add_ps _mm512_sub_ps _mm512_mul_ps
            _mm512_max_ps _mm512_min_ps;
        avx512bw avx512f
    }
}
