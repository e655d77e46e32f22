-- The last block of each chain that its nodes agreed on.
CREATE TABLE chain_head (
  chain_id text PRIMARY KEY,
  height bigint NOT NULL CHECK (height > 0),
  hash text NOT NULL,
  time timestamptz NOT NULL,
  -- How often the chain was started anew under its id.
  resets integer NOT NULL DEFAULT 0
);

ALTER TABLE escrow_attempt
  -- When the escrow is read next; while a replica reads it, when its lease ends.
  ADD COLUMN due_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN lease uuid,
  -- Readings that failed since the last one that did not.
  ADD COLUMN failures integer NOT NULL DEFAULT 0;
CREATE INDEX escrow_attempt_due ON escrow_attempt (due_at);

ALTER TABLE escrow_state
  -- Of the chain, when the state was read. Heights of different numbers cannot be compared.
  ADD COLUMN resets integer NOT NULL DEFAULT 0,
  -- Since when the chain, started anew, has no such escrow; null: it has.
  ADD COLUMN missing_since timestamptz;
CREATE INDEX escrow_attempt_failing ON escrow_attempt (failures) WHERE failures > 0;
