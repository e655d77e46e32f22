-- A pending submission whose check gives no result waits for a proof of the earner, at most until then. Null: it does not.
ALTER TABLE submission ADD COLUMN proof_until timestamptz;
