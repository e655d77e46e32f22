-- The code of a request starts with its number, so that each try is compared with one code of the address. The version
-- before leaves it null.
ALTER TABLE email_challenge ADD COLUMN number smallint;
