-- Account that paid; null: not paid, or not recorded.
ALTER TABLE payout ADD COLUMN payer text;

-- Paid payouts whose transaction is searched again.
CREATE INDEX payout_without_transaction ON payout (plan_id, address) WHERE status = 'paid' AND tx_hash IS NULL;

-- The latest reading of a part's messages, for the next reader.
CREATE TABLE payout_part_reading (
  plan_id uuid NOT NULL,
  batch integer NOT NULL,
  part integer NOT NULL CHECK (part > 0),
  read_by text NOT NULL,
  sender text NOT NULL,
  read_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (plan_id, batch, part, read_by, sender),
  FOREIGN KEY (plan_id, batch) REFERENCES payout_batch (plan_id, batch) ON DELETE CASCADE
);
