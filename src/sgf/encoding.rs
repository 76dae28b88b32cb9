//! What the bytes of a record mean: programs of other days wrote the letters of their country.

use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, WINDOWS_1252};
use std::borrow::Cow;

/// The text of a record: UTF-8 where it is that, else in the encoding that it names (`CA`), else Western European.
pub fn text_of(record: &[u8]) -> Cow<'_, str> {
    encoding_of(record).decode_without_bom_handling(record).0
}

/// The same with as many bytes as the record has: a question mark for each byte of a letter beyond ASCII, for some encodings have
/// brackets and backslashes within their letters; blanks stay blanks, which may stand between properties.
pub(super) fn skeleton_of(record: &[u8]) -> String {
    let mut decoder = encoding_of(record).new_decoder_without_bom_handling();
    let mut skeleton = String::with_capacity(record.len());
    let mut letter = [0; 16];
    let mut pending = 0;
    for byte in record {
        pending += 1;
        let (_, _, written, _) = decoder.decode_to_utf8(std::slice::from_ref(byte), &mut letter, false);
        if written > 0 {
            let told = &letter[..written];
            let is_blank = || str::from_utf8(told).is_ok_and(|text| text.chars().all(char::is_whitespace));
            if byte.is_ascii() && told == std::slice::from_ref(byte) {
                // Before it may be what switches to ASCII.
                skeleton.extend(std::iter::repeat_n('?', pending - 1));
                skeleton.push(char::from(*byte));
            } else {
                skeleton.extend(std::iter::repeat_n(if is_blank() { ' ' } else { '?' }, pending));
            }
            pending = 0;
        }
    }
    skeleton.extend(std::iter::repeat_n('?', pending));
    skeleton
}

/// The first encoding in which all of a record can be read. The letters of ISO-2022-JP are bytes of ASCII, which would
/// be UTF-8 too.
fn encoding_of(record: &[u8]) -> &'static Encoding {
    let reads = |encoding: &'static Encoding| {
        encoding.decode_without_bom_handling_and_without_replacement(record).is_some()
    };
    let named = named_encoding(record);
    let hidden = named.filter(|&encoding| encoding == ISO_2022_JP);
    let mut likely = [hidden, Some(UTF_8), named].into_iter().flatten();
    likely.find(|&encoding| reads(encoding)).unwrap_or(WINDOWS_1252)
}

/// The encoding that a record names.
fn named_encoding(record: &[u8]) -> Option<&'static Encoding> {
    const CHARSET: &[u8] = b"CA[";
    let at = record.windows(CHARSET.len()).position(|window| window == CHARSET)?;
    let name = &record[at + CHARSET.len()..];
    Encoding::for_label(&name[..name.iter().position(|&byte| byte == b']')?])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Second bytes of these are a backslash (許, 功, ソ) and a bracket (ゼ, in EUC-JP none).
    #[test]
    fn letters_are_read_in_the_encoding_that_is_named() {
        for (name, letters) in [
            ("Big5", "許功"),
            ("Shift_JIS", "ソ表ゼ"),
            ("GBK", "誠"),
            ("ISO-8859-1", "Müller"),
            ("EUC-KR", "이세돌"),
        ] {
            let text = format!("(;CA[{name}]PB[{letters}];B[ee])");
            let (bytes, _, unmappable) = Encoding::for_label(name.as_bytes()).unwrap().encode(&text);
            assert!(!unmappable && std::str::from_utf8(&bytes).is_err(), "{name}");
            assert_eq!(text_of(&bytes), text);
            let skeleton = skeleton_of(&bytes);
            assert_eq!(skeleton.len(), bytes.len());
            assert!(
                skeleton.ends_with("];B[ee])") && skeleton.matches(['\\', '[', ']']).count() == 6,
                "{skeleton}"
            );
        }
    }

    /// ポ has a bracket and ボ a backslash.
    #[test]
    fn letters_that_look_like_ascii_are_read_in_the_encoding_that_is_named() {
        let text = "(;CA[ISO-2022-JP]PB[ポボ];B[ee])";
        let (record, _, _) = ISO_2022_JP.encode(text);
        assert!(record.is_ascii());
        assert_eq!(text_of(&record), text);
        assert!(skeleton_of(&record).ends_with("];B[ee])"));
    }

    #[test]
    fn without_a_name_or_with_a_wrong_one_letters_are_western() {
        for record in
            [&b"(;PB[M\xfcller])"[..], b"(;CA[nonsense]PB[M\xfcller])", b"(;CA[UTF-8]PB[M\xfcller])"]
        {
            assert!(text_of(record).contains("PB[Müller])"));
            assert!(skeleton_of(record).ends_with("PB[M?ller])"));
        }
    }

    #[test]
    fn blanks_of_every_kind_stay_blanks() {
        for (record, skeleton) in [
            ("(;B[ee]\u{a0};W[cc])".as_bytes(), "(;B[ee]  ;W[cc])"),
            ("(;B[ee]\u{3000};W[cc])".as_bytes(), "(;B[ee]   ;W[cc])"),
            (b"(;B[ee]\xa0;W[cc])", "(;B[ee] ;W[cc])"),
        ] {
            assert_eq!(skeleton_of(record), skeleton);
        }
    }

    #[test]
    fn utf_8_is_told_by_itself() {
        let record = "\u{feff}(;CA[Big5]PB[Müller])";
        assert_eq!(text_of(record.as_bytes()), record);
        assert_eq!(skeleton_of(record.as_bytes()), "???(;CA[Big5]PB[M??ller])");
    }
}
