//! Letters that one daemon reads from a mailbox and another judges.
//!
//! They lie in the mailbox until they are filed, and what is filed from one place is filed once, whoever does it: so nothing hangs on what
//! becomes of the table, and none of its writes waits for a standby.

use crate::body::BodyHash;
use crate::deeds::keys::digest_of_place;
use crate::deeds::row::{read_row, to_json};
use crate::error::{Result, StoreError};
use crate::letter::TransportKey;
use crate::postgres::connect::is_passing;
use crate::postgres::{PostgresStore, bodies, number};
use crate::write::{Company, Dealt, Envelope};

/// How many letters are taken up at once.
const AT_ONCE: i64 = 50;

fn digests(places: &[TransportKey]) -> Vec<String> {
    places.iter().map(|place| digest_of_place(place).to_string()).collect()
}

impl PostgresStore {
    /// Those that were heard of within a lease, and this one.
    pub(super) fn living_daemons(&self) -> Result<Company> {
        let sql = "SELECT incarnation FROM daemon WHERE incarnation = $1 \
                   OR seen > clock_timestamp() - make_interval(secs => $2) ORDER BY incarnation";
        let lease = self.config.lease.as_secs_f64();
        let rows = self.claims.ask(|tx| tx.query(sql, &[&self.incarnation, &lease]))?;
        let living = rows.iter().map(|row| row.get::<_, i64>(0).cast_unsigned()).collect();
        Ok(Company { living, own: self.incarnation.cast_unsigned() })
    }

    pub(super) fn deal_out(&self, letters: &[Dealt]) -> Result<()> {
        let places = letters.iter().map(|dealt| dealt.envelope.place.clone()).collect::<Vec<_>>();
        let toward = letters.iter().map(|dealt| number(dealt.toward)).collect::<Vec<_>>();
        let envelopes = letters
            .iter()
            .map(|dealt| to_json(&dealt.envelope).map(|json| String::from_utf8_lossy(&json).into_owned()));
        let envelopes = envelopes.collect::<Result<Vec<_>>>()?;
        let hashes = letters.iter().map(|dealt| BodyHash::of(&dealt.bytes)).collect::<Vec<_>>();
        let sealed = letters.iter().zip(&hashes);
        let sealed = sealed.map(|(dealt, hash)| bodies::sealed(&dealt.bytes, hash, &self.config.seal));
        let sealed = sealed.collect::<Result<Vec<_>>>()?;
        let hashes = hashes.iter().map(BodyHash::as_str).collect::<Vec<_>>();
        let sql = "INSERT INTO dealt (place, toward, envelope, hash, bytes) \
                   SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::bytea[]) \
                   ON CONFLICT (place) DO UPDATE SET toward = excluded.toward";
        self.writer.change(|tx| {
            is_passing(tx)?;
            tx.query(sql, &[&digests(&places), &toward, &envelopes, &hashes, &sealed]).map(drop)
        })?;
        let mut held = self.writer.hold();
        self.writer.made(&mut held)?.tell(&self.channel())
    }

    pub(super) fn dealt_to_this(&self) -> Result<Vec<Dealt>> {
        let sql = "SELECT envelope, hash, bytes FROM dealt WHERE toward = $1 ORDER BY number LIMIT $2";
        let rows = self.reader.ask(|tx| tx.query(sql, &[&self.incarnation, &AT_ONCE]))?;
        let dealt = |row: &postgres::Row| {
            let hash = row.get::<_, String>(1).parse();
            let hash: BodyHash = hash.map_err(|_| StoreError::Broken("a hash that is none".into()))?;
            let bytes = bodies::opened(row.get(2), &hash, &self.config.seal)?;
            let envelope: Envelope = read_row(row.get::<_, String>(0).as_bytes())?;
            Ok(Dealt { toward: self.incarnation.cast_unsigned(), envelope, bytes })
        };
        rows.iter().map(dealt).collect()
    }

    pub(super) fn take_back(&self, places: &[TransportKey]) -> Result<()> {
        self.writer.change(|tx| {
            is_passing(tx)?;
            tx.query("DELETE FROM dealt WHERE place = ANY($1)", &[&digests(places)]).map(drop)
        })
    }

    /// Whether this daemon reads more mailboxes than its share of those that there are.
    pub(super) fn reads_more_than_its_share(&self) -> Result<bool> {
        let sql = "SELECT count(*) FILTER (WHERE owner = $1 AND lease_until > clock_timestamp()), count(*), \
                   (SELECT count(*) FROM daemon WHERE incarnation = $1 \
                    OR seen > clock_timestamp() - make_interval(secs => $2)) FROM source WHERE required";
        let lease = self.config.lease.as_secs_f64();
        let row = self.reader.ask(|tx| tx.row(sql, &[&self.incarnation, &lease]))?;
        let (own, all, daemons): (i64, i64, i64) =
            row.map_or((0, 0, 1), |row| (row.get(0), row.get(1), row.get(2)));
        Ok(own > all.div_euclid(daemons.max(1)) + i64::from(all % daemons.max(1) > 0))
    }
}
