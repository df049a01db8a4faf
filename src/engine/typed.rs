//! What phones and word processors make of plain signs, undone (hazard 23): for orders, commands and passwords alike.

/// A character as it is typed on a plain keyboard: dashes, quotes, blanks and digits of every kind as the plain ones; `None` for what
/// cannot be seen. Letters stay. It is asked before and after Unicode's own plain form (NFKC), which this does not make.
pub fn plain(c: char) -> Option<char> {
    match c {
        '\t' | '\u{00A0}' | '\u{1680}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}' => {
            Some(' ')
        }
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{FE58}' | '\u{FE63}' | '\u{FF0D}' | '\u{2043}' => Some('-'),
        // What Japanese keyboards give for a dash, and lines drawn as one.
        '\u{30FC}' | '\u{FF70}' | '\u{301C}' | '\u{FF5E}' | '\u{2500}' | '\u{2501}' => Some('-'),
        '\u{0660}'..='\u{1819}' if digit(c).is_some() => digit(c),
        '\u{2018}'..='\u{201B}' | '\u{2032}' | '\u{00B4}' | '`' => Some('\''),
        '\u{201C}'..='\u{201F}' | '\u{2033}' | '\u{00AB}' | '\u{00BB}' | '\u{300C}' | '\u{300D}' => Some('"'),
        '\u{00AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{2064}' | '\u{FEFF}' => None,
        '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{061C}' | '\u{180E}' => None,
        '\u{FE00}'..='\u{FE0F}' => None,
        c if c.is_control() => None,
        c => Some(c),
    }
}

/// The plain digit of another script's; NFKC makes full-width ones plain.
fn digit(c: char) -> Option<char> {
    /// Where the ten digits of a script begin, Arabic and Persian first, then those of India and beyond, in order.
    const ZEROS: [u32; 18] = [
        0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6, 0x0D66,
        0x0E50, 0x0ED0, 0x0F20, 0x1040, 0x17E0, 0x1810,
    ];
    let value = ZEROS.iter().find_map(|zero| u32::from(c).checked_sub(*zero).filter(|value| *value < 10));
    value.and_then(|value| char::from_digit(value, 10))
}
