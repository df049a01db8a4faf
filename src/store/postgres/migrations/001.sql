-- 001: the whole record. Everything is in one schema, so that tests and several post offices can share a server.
-- Times are milliseconds since 1970 as the caller said (the store knows no clock); lease times are the database's own clock.
-- Rows are the record's own JSON as text: jsonb would reorder keys and lose bytes. Columns beside it are what is searched, locked
-- or constrained.

CREATE TABLE office (                       -- one row: what all daemons must agree on, and the lock for what is of no game
    one      bool PRIMARY KEY DEFAULT true CHECK (one),
    identity text,                          -- SHA-256 of the identity key: the key itself is on the daemons only
    opened   timestamptz NOT NULL DEFAULT clock_timestamp()
);
INSERT INTO office DEFAULT VALUES;

CREATE SEQUENCE write_no;                   -- CACHE 1 (the default), or numbers would not sort as locks were got
CREATE SEQUENCE letter_no;
CREATE SEQUENCE mail_no;
CREATE SEQUENCE incarnation_no;

CREATE TABLE body (                         -- bodies first: named by foreign keys, so that the sweep cannot take a named one
    shelf     smallint NOT NULL CHECK (shelf BETWEEN 0 AND 2),  -- letters, post, papers
    hash      text COLLATE "C" NOT NULL CHECK (length(hash) = 64),
    bytes     bytea CHECK (octet_length(bytes) <= 67108864),    -- NULL: it held a password and is erased
    sealed    bool NOT NULL DEFAULT false,                      -- encrypted with the daemons' key (welcome mails)
    staged_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (shelf, hash)
);
ALTER TABLE body ALTER bytes SET STORAGE EXTERNAL;              -- base64, PNG and random do not compress: save the CPU

CREATE TABLE entry (                        -- the history: what records and journal are in a folder. Export and rebuild read it.
    write   bigint NOT NULL,
    place   int    NOT NULL,
    request text   UNIQUE,                  -- place 0 only: the caller's key for "did that commit?"
    xact    xid8   NOT NULL DEFAULT pg_current_xact_id(),       -- for who follows the history
    daemon  bigint,                         -- incarnation that wrote it
    entry   text   NOT NULL,                -- the bytes of the entry with its checksum
    PRIMARY KEY (write, place)
);
CREATE TABLE entry_body (                   -- which bodies an entry names
    write bigint NOT NULL, place int NOT NULL, shelf smallint NOT NULL, hash text COLLATE "C" NOT NULL,
    PRIMARY KEY (write, place, shelf, hash),
    FOREIGN KEY (write, place) REFERENCES entry, FOREIGN KEY (shelf, hash) REFERENCES body
);
CREATE INDEX entry_body_of ON entry_body (shelf, hash);

CREATE TABLE game (
    name    text COLLATE "C" PRIMARY KEY,
    turn    int    NOT NULL,
    row     text   NOT NULL,
    version bigint NOT NULL DEFAULT 1,      -- +1 with every write that changes what letters are judged by: what a judgement was made on
    owner   bigint,                         -- who runs its turn or a task: an incarnation
    fence   bigint NOT NULL DEFAULT 0,      -- +1 with every claim
    lease_until timestamptz
);
CREATE TABLE account (
    game text COLLATE "C" NOT NULL REFERENCES game, player text COLLATE "C" NOT NULL, row text NOT NULL, PRIMARY KEY (game, player)
);
CREATE TABLE letter (
    number  bigint PRIMARY KEY,             -- one letter, one verdict: the row holds it
    place   text COLLATE "C" NOT NULL UNIQUE,   -- promise 1: SHA-256 of the TransportKey's JSON
    content text COLLATE "C" UNIQUE,        -- of the first letter that says so, else NULL: an effect happens once
    raw     text COLLATE "C" NOT NULL,
    shelf   smallint NOT NULL DEFAULT 0 CHECK (shelf = 0),
    final   bool   NOT NULL,
    row     text   NOT NULL,
    FOREIGN KEY (shelf, raw) REFERENCES body (shelf, hash)
);
CREATE INDEX letter_pending ON letter (number) WHERE NOT final;
CREATE TABLE held (
    game text COLLATE "C" NOT NULL, letter bigint NOT NULL, row text NOT NULL, PRIMARY KEY (game, letter)
);
CREATE TABLE orders (                       -- the book of the open turn, in order of filing: units, offices, hand edits
    game text COLLATE "C" NOT NULL REFERENCES game, turn int NOT NULL, write bigint NOT NULL, place int NOT NULL, change bigint NOT NULL,
    row text NOT NULL, PRIMARY KEY (game, turn, write, place, change)
);
CREATE TABLE press (
    game text COLLATE "C" NOT NULL REFERENCES game, turn int NOT NULL, write bigint NOT NULL, place int NOT NULL, change bigint NOT NULL,
    row text NOT NULL, PRIMARY KEY (game, turn, write, place, change)
);
CREATE TABLE turn (                         -- one row a closed turn: a turn is closed once, by the primary key
    game text COLLATE "C" NOT NULL REFERENCES game, turn int NOT NULL, row text NOT NULL, PRIMARY KEY (game, turn)
);
CREATE TABLE voided (
    game text COLLATE "C" NOT NULL REFERENCES game, rollback int NOT NULL, turn int NOT NULL, row text NOT NULL,
    PRIMARY KEY (game, rollback, turn)
);
CREATE TABLE receipt (
    game text COLLATE "C" NOT NULL, player text COLLATE "C" NOT NULL, row text NOT NULL, PRIMARY KEY (game, player)
);

CREATE TABLE mail (
    id          bigint PRIMARY KEY,
    message_id  text COLLATE "C" NOT NULL UNIQUE,   -- promise 4
    game        text COLLATE "C",
    player      text COLLATE "C",
    body        text COLLATE "C" NOT NULL,
    shelf       smallint NOT NULL DEFAULT 1 CHECK (shelf = 1),
    secret      bool   NOT NULL,                    -- its body holds a password
    state       text   NOT NULL,                    -- queued, sending, sent, failed, kept, superseded
    next_try_ms bigint NOT NULL,
    row         text   NOT NULL,
    owner       bigint,                             -- the incarnation that has it in hand
    token       bigint NOT NULL DEFAULT 0,          -- +1 with every claim: a late mark does not count
    lease_until timestamptz,
    FOREIGN KEY (shelf, body) REFERENCES body (shelf, hash)
) WITH (fillfactor = 80);                           -- a mail is updated three times: leave room on the page
CREATE INDEX mail_due ON mail (next_try_ms, id) WHERE state = 'queued';
CREATE INDEX mail_in_hand ON mail (lease_until) WHERE state = 'sending';
CREATE INDEX mail_of_player ON mail (game, player) WHERE state IN ('queued', 'sending');
CREATE INDEX mail_secret ON mail (id) WHERE secret;
CREATE TABLE supersede (key text COLLATE "C" PRIMARY KEY, row text NOT NULL);
CREATE TABLE kept_back (
    game text COLLATE "C" NOT NULL, player text COLLATE "C" NOT NULL, mail bigint NOT NULL, row text NOT NULL,
    PRIMARY KEY (game, player, mail)
);
CREATE TABLE given_up (mail bigint PRIMARY KEY, row text NOT NULL);
CREATE TABLE bounces (
    game text COLLATE "C" NOT NULL, player text COLLATE "C" NOT NULL, row text NOT NULL, PRIMARY KEY (game, player)
);
CREATE TABLE trouble (key text COLLATE "C" PRIMARY KEY, row text NOT NULL);
CREATE TABLE counter (what text COLLATE "C" NOT NULL, period bigint NOT NULL, row text NOT NULL, PRIMARY KEY (what, period));
CREATE TABLE audit (
    write bigint NOT NULL, place int NOT NULL, part numeric(20) NOT NULL,   -- numeric: a part may be u64::MAX
    game text COLLATE "C", row text NOT NULL, PRIMARY KEY (write, place, part)
);
CREATE INDEX audit_game ON audit (game, write, place, part);

CREATE TABLE source (                       -- a mailbox: who polls it, how far, and how it goes. No entry tells of it.
    account text COLLATE "C" NOT NULL, folder text COLLATE "C" NOT NULL,
    row text,                               -- how far it was read; NULL: never
    polled_ms bigint, failing_since_ms bigint, trouble text,
    required bool NOT NULL DEFAULT true,    -- a turn waits for it; set false by `fieldpost store retire`
    owner bigint, fence bigint NOT NULL DEFAULT 0, lease_until timestamptz,
    PRIMARY KEY (account, folder)
);
CREATE TABLE duty (                         -- other work that one daemon does at a time
    what text COLLATE "C" PRIMARY KEY, owner bigint, fence bigint NOT NULL DEFAULT 0, lease_until timestamptz
);
INSERT INTO duty (what) VALUES ('care');
CREATE UNLOGGED TABLE attempt (             -- letters being read: outlives a process, not a crash of the server, as promised
    letter text COLLATE "C" NOT NULL, incarnation bigint NOT NULL, alone bool NOT NULL, PRIMARY KEY (letter, incarnation)
);
CREATE UNLOGGED TABLE suspect (letter text COLLATE "C" PRIMARY KEY, deaths int NOT NULL);
CREATE TABLE daemon (                       -- who is there: one row an incarnation (a process's life)
    incarnation bigint PRIMARY KEY, name text NOT NULL, version text NOT NULL,
    started timestamptz NOT NULL DEFAULT clock_timestamp(), seen timestamptz NOT NULL DEFAULT clock_timestamp(), clock_ms bigint NOT NULL
);
