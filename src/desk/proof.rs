//! What a letter must prove before it counts as the game administrator's: the host says how much is enough.

use crate::address::is_same;
pub use crate::arrived::Requirement;
use crate::arrived::{Arrived, Signed, Trust};

/// How far a letter proves that a GA wrote it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Wholly: it bears the GA's signature.
    Whole,
    /// As far as it must but for the GA's password, which has to stand in it.
    ButForPassword,
}

/// How far a letter proves to be from the GA registered at this address, by what the host requires.
///
/// # Errors
/// If no password could make it count, with the reason in a sentence for the GA.
pub fn proof_of(requirement: Requirement, arrived: &Arrived, address: &str) -> Result<Proof, String> {
    if arrived.is_signed_by(address) {
        return Ok(Proof::Whole);
    }
    match requirement {
        Requirement::Password => Ok(Proof::ButForPassword),
        Requirement::PasswordAndDmarc => match fault_of_sender(arrived, address) {
            None => Ok(Proof::ButForPassword),
            Some(why) => Err(format!(
                "this host takes a game administrator's letter only from an address that its mail server has found to be \
                 true, or signed: {why}"
            )),
        },
        Requirement::Signature => Err(format!(
            "this host takes a game administrator's letter only with an OpenPGP signature: {}",
            fault_of_signature(arrived)
        )),
    }
}

fn fault_of_sender(arrived: &Arrived, address: &str) -> Option<String> {
    let from = arrived.from.as_deref().unwrap_or_default();
    if !is_same(from, address) {
        return Some("it did not come from the registered address".into());
    }
    match arrived.trust {
        Trust::Passed => None,
        Trust::Failed => Some("DMARC failed for its sender".into()),
        Trust::Unknown => Some("nothing is known of its sender (no DMARC result that counts)".into()),
    }
}

fn fault_of_signature(arrived: &Arrived) -> String {
    match &arrived.signed {
        Signed::None => "yours bears none".into(),
        Signed::Bad(why) => format!("yours does not count: {why}"),
        Signed::By(signer) => format!("yours is of the key of {}, another address", signer.words()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrived::Signer;
    use crate::record::LetterNo;
    use crate::trial::at;

    const GA: &str = "ga@example.org";

    fn arrived(from: &str, trust: Trust, signed: Signed) -> Arrived {
        Arrived { trust, signed, ..Arrived::plain(at(1), LetterNo(1), Some(from)) }
    }

    fn by(address: &str) -> Signed {
        Signed::By(Signer { addresses: vec![address.into()], at_ms: 0 })
    }

    #[test]
    fn a_signature_of_the_registered_address_is_enough_whatever_is_required() {
        let letter = arrived("elsewhere@example.net", Trust::Failed, by("GA@example.org"));
        for requirement in [Requirement::Password, Requirement::PasswordAndDmarc, Requirement::Signature] {
            assert_eq!(proof_of(requirement, &letter, GA), Ok(Proof::Whole));
        }
    }

    #[test]
    fn dmarc_must_pass_for_the_registered_address() {
        let judge = |from: &str, trust: Trust| {
            proof_of(Requirement::PasswordAndDmarc, &arrived(from, trust, Signed::None), GA)
        };
        assert_eq!(judge("Ga@Example.org", Trust::Passed), Ok(Proof::ButForPassword));
        assert!(judge(GA, Trust::Unknown).unwrap_err().contains("nothing is known"));
        assert!(judge(GA, Trust::Failed).unwrap_err().contains("DMARC failed"));
        assert!(judge("ga@example.com", Trust::Passed).unwrap_err().contains("registered address"));
    }

    #[test]
    fn where_a_signature_is_required_the_reason_is_the_signatures() {
        let judge =
            |signed: Signed| proof_of(Requirement::Signature, &arrived(GA, Trust::Passed, signed), GA);
        assert!(judge(Signed::None).unwrap_err().contains("bears none"));
        assert!(judge(Signed::Bad("it was altered".into())).unwrap_err().contains("it was altered"));
        assert!(judge(by("anna@example.org")).unwrap_err().contains("anna@example.org"));
    }

    #[test]
    fn a_password_alone_needs_nothing_of_the_sender() {
        let letter = arrived("elsewhere@example.net", Trust::Failed, Signed::Bad("no".into()));
        assert_eq!(proof_of(Requirement::Password, &letter, GA), Ok(Proof::ButForPassword));
    }

    #[test]
    fn the_words_of_the_configuration() {
        let read = |word: &str| word.parse::<Requirement>();
        assert_eq!(read("password"), Ok(Requirement::Password));
        assert_eq!(read("password+dmarc"), Ok(Requirement::PasswordAndDmarc));
        assert_eq!(read("signature"), Ok(Requirement::Signature));
        assert_eq!(read("Password"), Err(()));
    }
}
