-- 003: who reads a mailbox, and who a daemon is. A fieldpost of before leaves these columns as they are.

ALTER TABLE daemon ADD COLUMN mark text;    -- of the folder that it runs from: two of one name are told apart, and a new start is known
ALTER TABLE source ADD COLUMN read_by text; -- the name of the daemon that read it last
ALTER TABLE source ADD COLUMN mark text;    -- of the folder that stands behind a Maildir's name
