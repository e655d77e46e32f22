ALTER TABLE signer_lane
  -- The last day (UTC) on which the lane reached its limit of fees.
  ADD COLUMN capped_on date;
CREATE INDEX signed_transaction_by_day ON signed_transaction (chain_id, key, signed_at);
