//! Mail addresses in headers (row 36).

use mail_parser::{Addr, Address, HeaderValue};

/// The addresses of a header's value, as written; those with control characters or without an `@` are none.
pub(super) fn addresses(value: &HeaderValue<'_>) -> Vec<String> {
    let HeaderValue::Address(list) = value else { return Vec::new() };
    let found: Vec<String> = match list {
        Address::List(list) => list.iter().filter_map(written).collect(),
        Address::Group(groups) => groups.iter().flat_map(|g| &g.addresses).filter_map(written).collect(),
    };
    found.into_iter().filter(|address| is_address(address)).collect()
}

/// An address as it was written. The parser takes a quoted local part that stands without brackets for a name.
fn written(one: &Addr<'_>) -> Option<String> {
    let address = one.address.as_deref()?.trim();
    match &one.name {
        Some(name) if address.starts_with('@') => Some(format!("{name}{address}")),
        _ => Some(unquoted(address)),
    }
}

/// An address without quotes round its local part, with which some write one that has dots in a row: it is the same address.
fn unquoted(address: &str) -> String {
    let inner = address.rsplit_once('@').and_then(|(local, domain)| {
        let local = local.strip_prefix('"')?.strip_suffix('"')?;
        Some(format!("{local}@{domain}"))
    });
    inner.unwrap_or_else(|| address.to_string())
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
    fn quotes_round_a_local_part_are_not_of_it() {
        let from =
            |field: &str| crate::read::read(format!("From: {field}\n\nHELP\n").as_bytes()).headers.from;
        let is = Some("a..b.@docomo.example".to_string());
        for field in ["a..b.@docomo.example", "\"a..b.\"@docomo.example", "Anna <\"a..b.\"@docomo.example>"] {
            assert_eq!(from(field), is, "{field}");
        }
        assert_eq!(from("\"a b\"@docomo.example"), None);
    }

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
