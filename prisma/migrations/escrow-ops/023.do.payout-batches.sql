-- Payouts of a plan that the team pays together.
CREATE TABLE payout_batch (
  id uuid PRIMARY KEY,
  plan_id uuid NOT NULL REFERENCES payout_plan ON DELETE CASCADE,
  -- From 1, per plan.
  batch integer NOT NULL CHECK (batch > 0),
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (plan_id, batch)
);
CREATE INDEX payout_of_batch ON payout (plan_id, batch, rank) WHERE batch IS NOT NULL;

-- Transactions that the team names as payments.
CREATE TABLE payment_import (
  id uuid PRIMARY KEY,
  plan_id uuid NOT NULL REFERENCES payout_plan ON DELETE CASCADE,
  imported_by text NOT NULL,
  imported_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX payment_import_plan ON payment_import (plan_id);

CREATE TABLE imported_payment (
  import_id uuid NOT NULL REFERENCES payment_import ON DELETE CASCADE,
  position integer NOT NULL CHECK (position > 0),
  tx_hash text NOT NULL CHECK (tx_hash ~ '^[0-9A-F]{64}$'),
  -- Null: every payout that the transaction made.
  address text COLLATE "C",
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'paid', 'refused')),
  reason text,
  -- Payouts that it paid.
  payouts integer NOT NULL DEFAULT 0,
  PRIMARY KEY (import_id, position),
  CHECK (status <> 'refused' OR reason IS NOT NULL),
  CHECK ((status = 'paid') = (payouts > 0))
);

-- Transactions that are not verified yet.
CREATE TABLE imported_transaction (
  import_id uuid NOT NULL REFERENCES payment_import ON DELETE CASCADE,
  tx_hash text NOT NULL,
  due_at timestamptz NOT NULL DEFAULT now(),
  lease uuid,
  -- Readings by which the nodes did not have it.
  missed integer NOT NULL DEFAULT 0,
  PRIMARY KEY (import_id, tx_hash)
);
CREATE INDEX imported_transaction_due ON imported_transaction (due_at);

-- A transfer on a chain pays one payout at most, over all campaigns.
CREATE TABLE payout_transfer (
  chain_id text NOT NULL,
  tx_hash text NOT NULL,
  transfer_index integer NOT NULL CHECK (transfer_index >= 0),
  plan_id uuid NOT NULL,
  rank integer NOT NULL,
  PRIMARY KEY (chain_id, tx_hash, transfer_index),
  UNIQUE (plan_id, rank),
  FOREIGN KEY (plan_id, rank) REFERENCES payout ON DELETE CASCADE
);
