-- 002: letters of one mailbox are judged by several daemons. Whoever reads the mailbox deals letters out; they lie there too until they
-- are filed, so that nothing is lost with this table: it outlives no crash of the server, and no standby has it.

CREATE UNLOGGED TABLE dealt (
    place    text COLLATE "C" PRIMARY KEY,  -- as in letter
    toward   bigint NOT NULL,               -- the incarnation that is to judge it
    number   bigint GENERATED ALWAYS AS IDENTITY,   -- the order in which they were dealt
    envelope text NOT NULL,
    hash     text COLLATE "C" NOT NULL,
    bytes    bytea NOT NULL                 -- encrypted with the daemons' key: a letter holds its sender's password
);
CREATE INDEX dealt_toward ON dealt (toward, number);
ALTER TABLE dealt ALTER bytes SET STORAGE EXTERNAL;
