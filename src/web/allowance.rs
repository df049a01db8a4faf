//! How often one address may ask: so many times a minute, all of them at once if it likes.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};
use std::time::{Duration, Instant};

/// More addresses than this are not remembered: the memory that askers take is bounded, whoever they are.
const MOST_ADDRESSES: usize = 10_000;

const MINUTE: Duration = Duration::from_secs(60);

/// Who has asked lately.
pub(crate) struct Allowance {
    /// How long one question uses up.
    each: Duration,
    /// Until when what an address has asked is used up.
    until: BTreeMap<IpAddr, Instant>,
}

impl Allowance {
    /// So many questions a minute, 1 upward.
    pub fn new(per_minute: u32) -> Self {
        Allowance { each: MINUTE / per_minute.max(1), until: BTreeMap::new() }
    }

    /// Whether an address may ask at this moment; if so, it has.
    pub fn takes(&mut self, who: IpAddr, now: Instant) -> bool {
        let who = household(who);
        if self.until.len() >= MOST_ADDRESSES && !self.until.contains_key(&who) {
            self.until.retain(|_, until| *until > now);
            if self.until.len() >= MOST_ADDRESSES {
                self.until.clear();
            }
        }
        let begun = self.until.get(&who).map_or(now, |until| (*until).max(now));
        let until = begun + self.each;
        let may = until.duration_since(now) <= MINUTE;
        if may {
            self.until.insert(who, until);
        }
        may
    }
}

/// An address as one asker has it: of IPv6 the network of 64 bits, since whoever has one has all of its addresses.
pub(crate) fn household(who: IpAddr) -> IpAddr {
    match who.to_canonical() {
        IpAddr::V6(six) => {
            let [a, b, c, d, ..] = six.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        four => four,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_so_many_a_minute_and_others_have_theirs() {
        let (mut allowance, now) = (Allowance::new(3), Instant::now());
        let [one, other] = ["192.0.2.1", "192.0.2.2"].map(|who| who.parse::<IpAddr>().unwrap());
        let mapped = "::ffff:192.0.2.1".parse().unwrap();
        assert_eq!([one, one, mapped, one].map(|who| allowance.takes(who, now)), [true, true, true, false]);
        assert!(allowance.takes(other, now));
        assert!(!allowance.takes(one, now + MINUTE / 4), "a third of a minute is one question");
        assert!(allowance.takes(one, now + MINUTE / 3));
        assert!(!allowance.takes(one, now + MINUTE / 3));
    }

    #[test]
    fn a_network_of_ipv6_is_one_asker() {
        let (mut allowance, now) = (Allowance::new(1), Instant::now());
        assert!(allowance.takes("2001:db8::1".parse().unwrap(), now));
        assert!(!allowance.takes("2001:db8::ffff:2".parse().unwrap(), now));
        assert!(allowance.takes("2001:db8:0:1::1".parse().unwrap(), now));
    }

    #[test]
    fn however_many_ask_the_memory_of_them_is_bounded() {
        let (mut allowance, now) = (Allowance::new(2), Instant::now());
        for number in 0..u32::try_from(3 * MOST_ADDRESSES).unwrap() {
            assert!(allowance.takes(IpAddr::V4(number.into()), now));
            assert!(allowance.until.len() <= MOST_ADDRESSES);
        }
    }
}
