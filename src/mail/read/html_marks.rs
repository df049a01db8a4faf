//! By which marks in HTML mail programs set quotes and signatures apart (rows 24, 25, 27).

use scraper::node::Element;

use super::zone::Why;

/// What an element does to the text in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// Not to be read at all.
    Skip,
    /// Its text does not count.
    Out(Why),
    /// Neither its text nor any that follows it in the same parent counts.
    OutFromHere(Why),
    /// Nothing that follows counts, wherever it stands.
    OutToTheEnd(Why),
    /// Nothing special.
    None,
}

const SKIPPED: [&str; 10] =
    ["head", "style", "script", "title", "template", "noscript", "svg", "object", "select", "textarea"];

const QUOTE_CLASSES: [&str; 10] = [
    "gmail_quote",
    "gmail_attr",
    "moz-cite-prefix",
    "yahoo_quoted",
    "protonmail_quote",
    "quoted-text",
    "gmail_quote_container",
    "tutanota_quote",
    "zmail_extra",
    "ymail_android_signature_quote",
];

const SIGNATURE_CLASSES: [&str; 5] = [
    "gmail_signature",
    "moz-signature",
    "protonmail_signature_block",
    "AppleMailSignature",
    "gmail_signature_prefix",
];

const FROM_HERE_IDS: [&str; 6] = [
    "divRplyFwdMsg",
    "appendonsend",
    "OLK_SRC_BODY_SECTION",
    "stopSpelling",
    "reply-intro",
    "mail-editor-reference-message-container",
];

const SIGNATURE_IDS: [&str; 4] =
    ["Signature", "AppleMailSignature", "ms-outlook-mobile-signature", "AppleMailSignatureId"];

pub(super) fn mark(element: &Element) -> Mark {
    let name = element.name();
    if SKIPPED.contains(&name) || is_hidden(element) {
        return Mark::Skip;
    }
    if name == "blockquote" || element.attr("data-marker") == Some("__QUOTED_TEXT__") {
        return Mark::Out(Why::Quote);
    }
    if element.classes().any(|class| QUOTE_CLASSES.contains(&class)) {
        return Mark::Out(Why::Quote);
    }
    if element.classes().any(|class| SIGNATURE_CLASSES.contains(&class)) {
        return Mark::Out(Why::Signature);
    }
    if element.classes().any(|class| class == "moz-forward-container") {
        return Mark::OutToTheEnd(Why::Forward);
    }
    if is_word_divider(element) {
        return Mark::OutToTheEnd(Why::OlderLetter);
    }
    match element.attr("id") {
        Some(id) if FROM_HERE_IDS.contains(&id) => Mark::OutFromHere(Why::OlderLetter),
        Some(id) if SIGNATURE_IDS.contains(&id) => Mark::Out(Why::Signature),
        _ => Mark::None,
    }
}

/// The box with a line above it into which Outlook and Word put an older letter's header.
fn is_word_divider(element: &Element) -> bool {
    let style = plain_style(element);
    let has_line = |side: &str| style.contains(&format!("{side}:solid"));
    element.name() == "div" && style.contains("border:none") && has_line("border-top")
}

fn plain_style(element: &Element) -> String {
    let style: String = element.attr("style").unwrap_or_default().split_whitespace().collect();
    style.to_ascii_lowercase()
}

/// The declarations of an element's style: property and value, in small letters and without blanks.
fn declarations(element: &Element) -> Vec<(String, String)> {
    let style = plain_style(element);
    let pairs = style.split(';').filter_map(|declaration| declaration.split_once(':'));
    pairs.map(|(name, value)| (name.to_string(), value.trim_end_matches("!important").to_string())).collect()
}

/// Whether a value is nothing at all: `0`, `0px`, `0.0`.
fn is_nothing(value: &str) -> bool {
    let digits = value.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
    digits.contains('0') && digits.bytes().all(|byte| matches!(byte, b'0' | b'.'))
}

/// Whether an element is not to be seen. Rows and cells of tables are as high as what they hold, whatever is said of them.
fn is_hidden(element: &Element) -> bool {
    let in_table = matches!(element.name(), "table" | "tbody" | "tr" | "td" | "th");
    let hides = |(name, value): (String, String)| match name.as_str() {
        "display" => value == "none",
        "visibility" => value == "hidden" || value == "collapse",
        "mso-hide" => value == "all",
        // Word gives the mark of a list item so, beside the item.
        "mso-list" => value == "ignore",
        "font-size" | "opacity" => is_nothing(&value),
        "height" | "max-height" | "width" | "max-width" => is_nothing(&value) && !in_table,
        _ => false,
    };
    element.attr("hidden").is_some() || declarations(element).into_iter().any(hides)
}

/// Whether an element strikes its text out.
pub(super) fn is_struck(element: &Element) -> bool {
    let strikes = |(name, value): &(String, String)| {
        name.starts_with("text-decoration") && value.contains("line-through")
    };
    element.name() == "del"
        || element.attr("data-struck").is_some()
        || declarations(element).iter().any(strikes)
}

/// Whether an element that lies in struck-out text is not struck out: one that is set apart from the line it stands in.
pub(super) fn unstrikes(element: &Element) -> bool {
    declarations(element).iter().any(|(name, value)| name == "display" && value == "inline-block")
}
