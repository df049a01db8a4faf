//! Addresses as they stand on the wire: domains beyond ASCII in ASCII (IDNA, RFC 5890 ff.), odd local parts quoted.

/// An address as it stands in envelopes and headers: `moltke@bücher.example` is `moltke@xn--bcher-kva.example`, and `a..b.@docomo.example`,
/// of which a large provider has many, is `"a..b."@docomo.example` (RFC 5321, 4.1.2). A domain that is none is left as it is.
pub fn ascii_domain(address: &str) -> String {
    let Some((local, domain)) = address.rsplit_once('@') else { return address.to_string() };
    let ascii = if domain.is_ascii() { None } else { idna::domain_to_ascii(domain).ok() };
    format!("{}@{}", quoted(local), ascii.as_deref().unwrap_or(domain))
}

/// A local part that is no row of words between dots is quoted, unless it is.
fn quoted(local: &str) -> String {
    let is_quoted = local.len() > 1 && local.starts_with('"') && local.ends_with('"');
    let has_gap = local.split('.').any(str::is_empty);
    let is_odd = |c: char| "()<>[]:;@\\,\"".contains(c) || c.is_whitespace();
    if local.is_empty() || is_quoted || !has_gap && !local.contains(is_odd) {
        return local.to_string();
    }
    format!("\"{}\"", local.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domains_go_out_in_ascii_and_odd_local_parts_quoted() {
        assert_eq!(ascii_domain("moltke@Bücher.example"), "moltke@xn--bcher-kva.example");
        assert_eq!(ascii_domain("a@x.org"), "a@x.org");
        assert_eq!(ascii_domain("jürgen@straße.de"), "jürgen@xn--strae-oqa.de");
        for (written, quoted) in [
            ("a..b.@docomo.example", "\"a..b.\"@docomo.example"),
            (".a@x.org", "\".a\"@x.org"),
            ("\"a b\"@x.org", "\"a b\"@x.org"),
            ("a(b@x.org", "\"a(b\"@x.org"),
            ("a+b_c-d=e/f@x.org", "a+b_c-d=e/f@x.org"),
            ("o'neil@x.org", "o'neil@x.org"),
        ] {
            assert_eq!(ascii_domain(written), quoted);
            assert_eq!(ascii_domain(quoted), quoted, "once");
            assert!(quoted.parse::<lettre::Address>().is_ok(), "{quoted}");
        }
        for odd in ["", "ü", "@ü", "a@ü b", "a@\u{FFFD}", "a@."] {
            ascii_domain(odd);
        }
    }
}
