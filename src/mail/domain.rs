//! Domains beyond ASCII (IDNA, RFC 5890 ff.): on the wire they stand in ASCII.

/// An address with its domain as it stands in envelopes and headers: `moltke@bücher.example` is `moltke@xn--bcher-kva.example`. A
/// domain that is none is left as it is.
pub fn ascii_domain(address: &str) -> String {
    let Some((local, domain)) = address.rsplit_once('@').filter(|(_, domain)| !domain.is_ascii()) else {
        return address.to_string();
    };
    idna::domain_to_ascii(domain).map_or_else(|_| address.to_string(), |domain| format!("{local}@{domain}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_domain_with_umlauts_goes_out_in_ascii() {
        assert_eq!(ascii_domain("moltke@Bücher.example"), "moltke@xn--bcher-kva.example");
        assert_eq!(ascii_domain("a@x.org"), "a@x.org");
        assert_eq!(ascii_domain("jürgen@straße.de"), "jürgen@xn--strae-oqa.de");
        for odd in ["", "ü", "@ü", "a@ü b", "a@\u{FFFD}", "a@."] {
            ascii_domain(odd);
        }
    }
}
