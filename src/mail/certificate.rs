//! Whose a certificate is and who issued it (X.509, RFC 5280), as far as a refusal names them.

/// Who issued a certificate.
pub(crate) fn issuer(certificate: &[u8]) -> String {
    names(certificate).map_or_else(|| "nameless".to_owned(), |(issuer, _)| words(issuer))
}

pub(crate) fn subject(certificate: &[u8]) -> String {
    names(certificate).map_or_else(|| "nameless".to_owned(), |(_, subject)| words(subject))
}

/// An element of DER: its tag, what is in it, and what follows.
fn element(der: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (tag, der) = der.split_first()?;
    let (first, der) = der.split_first()?;
    let (length, der) = match usize::from(*first) {
        short @ 0..=127 => (short, der),
        long => {
            let (bytes, der) = der.split_at_checked((long & 127).min(8))?;
            let length =
                bytes.iter().fold(0_usize, |length, byte| length.saturating_mul(256) | usize::from(*byte));
            (length, der)
        }
    };
    let (inside, rest) = der.split_at_checked(length)?;
    Some((*tag, inside, rest))
}

/// The names of issuer and subject.
fn names(certificate: &[u8]) -> Option<(&[u8], &[u8])> {
    /// The version, which stands before the serial number or is left out.
    const VERSION: u8 = 0xa0;
    let (_, signed, _) = element(certificate)?;
    let (_, fields, _) = element(signed)?;
    let (tag, _, after) = element(fields)?;
    let after_serial = if tag == VERSION { element(after)?.2 } else { after };
    let (_, _algorithm, rest) = element(after_serial)?;
    let (_, issuer, rest) = element(rest)?;
    let (_, _validity, rest) = element(rest)?;
    let (_, subject, _) = element(rest)?;
    Some((issuer, subject))
}

/// A name's organization, unit and common name.
fn words(mut name: &[u8]) -> String {
    const ATTRIBUTES: [&[u8]; 3] = [&[0x55, 4, 10], &[0x55, 4, 11], &[0x55, 4, 3]];
    let mut words = Vec::new();
    while let Some((_, mut set, rest)) = element(name) {
        name = rest;
        while let Some((_, pair, rest)) = element(set) {
            set = rest;
            let value = element(pair).filter(|(_, oid, _)| ATTRIBUTES.contains(oid));
            if let Some((_, value, _)) = value.and_then(|(_, _, value)| element(value)) {
                let value = String::from_utf8_lossy(value).into_owned();
                words.push(value.chars().filter(|c| !c.is_control()).take(80).collect::<String>());
            }
        }
    }
    if words.is_empty() { "nameless".to_owned() } else { words.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_certificate_has_no_names_and_does_no_harm() {
        for bytes in [
            &b""[..],
            b"\x30",
            b"\x30\xff\xff\xff\xff\xff\xff\xff\xff\xff",
            b"\x30\x03\x02\x01\x01",
            &[0x30; 64],
        ] {
            assert_eq!(
                (issuer(bytes), subject(bytes)),
                ("nameless".to_owned(), "nameless".to_owned()),
                "{bytes:?}"
            );
        }
    }

    #[test]
    fn a_name_is_told_by_its_organization_and_common_name() {
        // SET { SEQUENCE { 2.5.4.10 (O), "Acme" } }, SET { SEQUENCE { 2.5.4.6 (C), "DE" } }, SET { SEQUENCE { 2.5.4.3 (CN), "mail" } }
        let pair = |oid: u8, value: &str| {
            let mut pair = vec![6, 3, 0x55, 4, oid, 12, value.len() as u8];
            pair.extend_from_slice(value.as_bytes());
            let sequence = [&[0x30, pair.len() as u8][..], &pair].concat();
            [&[0x31, sequence.len() as u8][..], &sequence].concat()
        };
        assert_eq!(words(&[pair(10, "Acme"), pair(6, "DE"), pair(3, "mail")].concat()), "Acme, mail");
    }
}
