//! Whether two mail addresses are one: mail programs write a domain with umlauts as it is or in ASCII (IDNA, RFC 5890 ff.), and
//! either in any case.

/// The form in which an address is compared: in small letters, its domain in ASCII.
pub fn folded(address: &str) -> String {
    let address = address.trim();
    let Some((local, domain)) = address.rsplit_once('@') else { return address.to_lowercase() };
    let domain = idna::domain_to_ascii(domain).unwrap_or_else(|_| domain.to_lowercase());
    format!("{}@{domain}", local.to_lowercase())
}

/// Whether two addresses are the same.
pub fn is_same(one: &str, other: &str) -> bool {
    one == other || folded(one) == folded(other)
}

/// An address without its tag, which begins with a plus sign: mail to either comes to the same mailbox.
pub fn without_tag(address: &str) -> String {
    let Some((local, domain)) = address.rsplit_once('@') else { return address.to_owned() };
    format!("{}@{domain}", local.split_once('+').map_or(local, |(bare, _)| bare))
}

/// Why an address is none, in a clause.
pub fn fault_of(address: &str) -> Option<String> {
    let is_bad = |letter: char| letter.is_whitespace() || letter.is_control() || "<>,;\"".contains(letter);
    let is_sound = address.split_once('@').is_some_and(|(name, domain)| {
        !name.is_empty() && domain.contains('.') && !domain.contains('@') && !domain.ends_with('.')
    });
    let is_none = !is_sound || address.contains(is_bad) || address.len() > 254;
    is_none.then(|| format!("{address} is no mail address such as anna@example.org"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_left_out_and_nothing_else() {
        let bare = ["war+g.demo@x.org", "war@x.org", "+a@x.org", "no address", "a+b"].map(without_tag);
        assert_eq!(bare, ["war@x.org", "war@x.org", "@x.org", "no address", "a+b"]);
    }

    #[test]
    fn an_umlaut_and_its_ascii_are_the_same_domain() {
        assert!(is_same("moltke@bücher.example", "Moltke@XN--BCHER-KVA.example"));
        assert!(is_same("moltke@BÜCHER.example", "moltke@bücher.example"));
        assert!(is_same("JÜRGEN@x.org", "jürgen@X.org"));
        assert!(!is_same("moltke@bucher.example", "moltke@bücher.example"));
        assert!(!is_same("a@x.org", "b@x.org") && is_same("", "") && !is_same("", "a@x.org"));
        for odd in ["@", "a@", "@b", "a@xn--", "a@xn--\u{FFFD}", "a@b c", "ß@ß", "a@.."] {
            assert!(is_same(odd, odd), "{odd}");
        }
    }
}
