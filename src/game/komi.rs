//! What can be a komi.

/// The greatest komi, for White or for Black: more is a slip of the pen, and sums with it would lose their decimals.
pub const MOST_KOMI: f32 = 400.0;

/// Is the number a komi, up to [`MOST_KOMI`]?
pub fn is_komi(number: f32) -> bool {
    number.abs() <= MOST_KOMI
}

/// The komi that a word names.
pub fn read_komi(word: &str) -> Option<f32> {
    word.parse().ok().filter(|&komi| is_komi(komi))
}
