-- Number of times the chain had been reset when a transaction was signed; null: an earlier version signed it. The next chain
-- of the same id does not include it.
ALTER TABLE signed_transaction ADD COLUMN resets integer;
