use ludometer_record::journal::{
    Entry,
    frame::{self, HEAD, Unwrapped, Wrong},
};
use proptest::prelude::*;

use crate::common::{bytes, exchange, json, place, read_all, sample};

#[test]
fn a_record_looks_as_documented() {
    // CRC-32 of `{"a":1}` by Python: zlib.crc32(b'{"a":1}') == 0x561bacaf.
    assert_eq!(frame::wrap(br#"{"a":1}"#), b"00000007 561bacaf {\"a\":1}\n");
}

#[test]
fn heads_are_lower_case_and_believable() {
    let line = frame::wrap(b"{}");
    let with = |at: usize, byte: u8| {
        let mut line = line.clone();
        line[at] = byte;
        line
    };
    let upper = with(9, line[9].to_ascii_uppercase());
    let head = Unwrapped::Wrong(Wrong::Head);
    for (what, bytes) in [
        ("a tab for a blank", with(8, b'\t')),
        ("a sign", with(0, b'+')),
        ("a letter too far", with(3, b'g')),
        ("a length past the limit", with(0, b'f')),
    ] {
        assert_eq!(frame::unwrap(&bytes), head, "{what}");
    }
    if upper != line {
        assert_eq!(frame::unwrap(&upper), head);
    }
}

proptest! {
    #[test]
    fn any_text_comes_back(text in any::<String>(), more in "[\\n\\r\\x00\"\\\\é♞\u{2028}\u{10ffff}]{0,20}") {
        let entry = exchange("g", 0, &(text + &more));
        let line = frame::wrap(json(&entry).as_bytes());
        prop_assert_eq!(line.split(|byte| *byte == b'\n').count() - 1, 1);
        let Unwrapped::Whole { json: inside, ended: true } = frame::unwrap(&line) else {
            return Err(TestCaseError::fail("no whole record"));
        };
        let back: Entry = serde_json::from_slice(inside).unwrap();
        prop_assert_eq!(json(&back), json(&entry));
    }

    #[test]
    fn any_bytes_are_judged_without_a_panic(bytes in any::<Vec<u8>>(), cut in 0_usize..40) {
        let _ = frame::unwrap(&bytes);
        let line = frame::wrap(&bytes);
        let cut = cut.min(line.len());
        let seen = frame::unwrap(&line[..cut]);
        prop_assert_eq!(seen == Unwrapped::Cut, cut < HEAD + bytes.len());
    }

    #[test]
    fn numbers_come_back_to_the_last_bit(bits in any::<u64>()) {
        let number = f64::from_bits(bits);
        prop_assume!(number.is_finite());
        let text = serde_json::to_string(&number).unwrap();
        prop_assert_eq!(serde_json::from_str::<f64>(&text).unwrap().to_bits(), bits);
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(value.as_f64().unwrap().to_bits(), bits);
    }
}

#[test]
fn a_whole_journal_comes_back() {
    let (_folder, path) = place();
    std::fs::write(&path, bytes(&sample())).unwrap();
    let (entries, reading) = read_all(&path).unwrap();
    assert_eq!(entries, sample().iter().map(json).collect::<Vec<_>>());
    assert_eq!(reading.records, 4);
}
