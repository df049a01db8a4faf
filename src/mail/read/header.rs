//! Where a letter's header ends.

/// The byte that ends a letter's lines: LF, with or without CR before it, unless there is none in all of it.
pub(super) fn line_end(raw: &[u8]) -> u8 {
    if raw.contains(&b'\r') && !raw.contains(&b'\n') { b'\r' } else { b'\n' }
}

/// The length of the header block in bytes, up to and with its first empty line; the whole if there is none.
pub(super) fn header_length(raw: &[u8]) -> usize {
    let (mut start, end) = (0, line_end(raw));
    for line in raw.split_inclusive(|byte| *byte == end) {
        start += line.len();
        if line == [end] || line == b"\r\n" {
            return start;
        }
    }
    raw.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_ends_at_the_first_empty_line() {
        assert_eq!(header_length(b"A: b\r\n\r\nbody"), 8);
        assert_eq!(header_length(b"A: b\n\nbody"), 6);
        assert_eq!(header_length(b"A: b"), 4);
        assert_eq!(header_length(b""), 0);
    }
}
