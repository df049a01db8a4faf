//! Mail addresses in headers (row 36).

use mail_parser::{Address, HeaderValue};

/// The addresses of a header's value, as written; those with control characters or without an `@` are none.
pub(super) fn addresses(value: &HeaderValue<'_>) -> Vec<String> {
    let HeaderValue::Address(list) = value else { return Vec::new() };
    let found: Vec<&str> = match list {
        Address::List(list) => list.iter().filter_map(|a| a.address.as_deref()).collect(),
        Address::Group(groups) => {
            groups.iter().flat_map(|g| &g.addresses).filter_map(|a| a.address.as_deref()).collect()
        }
    };
    found.into_iter().map(str::trim).filter(|address| is_address(address)).map(str::to_string).collect()
}

/// How many mailboxes a header's value names, good or bad.
pub(super) fn mailboxes(value: &HeaderValue<'_>) -> usize {
    match value {
        HeaderValue::Address(Address::List(list)) => list.len(),
        HeaderValue::Address(Address::Group(groups)) => groups.iter().map(|g| g.addresses.len()).sum(),
        _ => 0,
    }
}

/// Whether a text can be a mail address: local part and domain, nothing in it that could end a header or
/// an SMTP command. Generous beyond that, since only registered addresses are ever written to.
pub(super) fn is_address(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    let odd = |c: char| {
        c.is_control() || c.is_whitespace() || matches!(c, '<' | '>' | ',' | ';' | '"' | '\u{FFFD}')
    };
    text.len() <= 254 && !local.is_empty() && !domain.is_empty() && !text.chars().any(odd)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_two_sides_and_nothing_odd() {
        for good in ["a@b", "war+g.x@example.org", "jürgen@exämple.de"] {
            assert!(is_address(good), "{good}");
        }
        for bad in ["", "a", "@b", "a@", "a b@c", "a@b\r\nRCPT TO", "a@b\0", "<a@b>", "a@b,c@d"] {
            assert!(!is_address(bad), "{bad}");
        }
    }
}
