//! Words broken into lines, by the width that they have on a screen: for every report, answer, page of help and terminal.

use std::borrow::Cow;

use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

/// How many columns words take up on a screen: none for a mark over a letter, two for a letter of the Far East.
pub fn width(words: &str) -> usize {
    textwrap::core::display_width(words)
}

/// Words in lines of at most so many columns: the first begins with `first`, those that go on with `hang`. Blanks are one between
/// words, and a word that is longer than a line has one of its own.
pub fn wrapped(words: &str, first: &str, hang: &str, columns: usize) -> Vec<String> {
    spaced(&squeezed(words), first, hang, columns)
}

/// The same of words between which more than one blank may stand, as between fields.
fn spaced(words: &str, first: &str, hang: &str, columns: usize) -> Vec<String> {
    filled(words, options(columns).initial_indent(first).subsequent_indent(hang))
}

/// Words in lines of at most so many columns, whatever their length: a longer word is cut into pieces.
pub fn cut_to(words: &str, columns: usize) -> Vec<String> {
    filled(&squeezed(words), options(columns).break_words(true))
}

fn options<'a>(columns: usize) -> Options<'a> {
    Options::new(columns)
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit)
}

fn filled(words: &str, options: Options<'_>) -> Vec<String> {
    textwrap::wrap(words, options).into_iter().map(Cow::into_owned).collect()
}

fn squeezed(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_on_hangs_below_and_a_long_word_stands_alone() {
        let told = wrapped("of  Hradec\nand Koeniginhof, besieged", "- ", "  ", 12);
        assert_eq!(told, ["- of Hradec", "  and", "  Koeniginhof,", "  besieged"]);
        assert_eq!(spaced("fuel: 3   crew: 9", "", "  ", 12), ["fuel: 3", "  crew: 9"]);
        assert_eq!(spaced("fuel: 3   crew: 9", "", "", 17), ["fuel: 3   crew: 9"]);
        assert_eq!(wrapped("one two", "", "", 7), ["one two"]);
        assert_eq!(wrapped("one two", "", "", 6), ["one", "two"]);
        assert_eq!(wrapped("", "", "", 5), [""]);
    }

    #[test]
    fn a_letter_counts_as_wide_as_it_is_shown() {
        // Two columns each.
        assert_eq!(wrapped("長江 長江", "", "", 8), ["長江", "長江"]);
        assert_eq!((width("長江"), width("Ko\u{308}ln")), (4, 4));
        // The marks are letters of their own, and have no width.
        assert_eq!(
            wrapped("Ko\u{308}niggra\u{308}tz an der Elbe", "", "", 18),
            ["Ko\u{308}niggra\u{308}tz an der", "Elbe"]
        );
    }

    #[test]
    fn what_must_fit_is_cut() {
        assert_eq!(cut_to("abcdefghijkl xy", 5), ["abcde", "fghij", "kl xy"]);
        assert_eq!(cut_to("", 5), [""]);
    }
}
