-- One row per key and chain: the transactions of an account are sent one after another.
CREATE TABLE signer_lane (
  chain_id text NOT NULL,
  key text NOT NULL CHECK (key IN ('escrow_operator', 'escrow_pauser')),
  -- Until then one process works on the lane. The value identifies its lease.
  leased_until timestamptz NOT NULL DEFAULT '-infinity',
  PRIMARY KEY (chain_id, key)
);

-- Every signed transaction, stored before it is broadcast.
CREATE TABLE signed_transaction (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  chain_id text NOT NULL,
  key text NOT NULL,
  campaign_id uuid NOT NULL,
  contract text NOT NULL,
  -- Name of the message to the contract.
  action text NOT NULL,
  signer text NOT NULL,
  sequence bigint NOT NULL,
  -- SHA-256 of the bytes, upper-case hex.
  hash text NOT NULL UNIQUE,
  bytes bytea NOT NULL,
  gas_limit bigint NOT NULL,
  fee_denom text NOT NULL,
  fee_amount numeric NOT NULL,
  -- No later block includes it.
  timeout_height bigint NOT NULL,
  signed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The reason for which a node last refused it.
  refusal text,
  -- Height at which the sequence of the account was first seen beyond the one of this transaction.
  passed_height bigint,
  -- succeeded, failed: in a block. expired: in none up to timeout_height. replaced: another one used its sequence.
  outcome text CHECK (outcome IN ('succeeded', 'failed', 'expired', 'replaced')),
  height bigint,
  code integer,
  gas_used bigint,
  -- The log of a failed one.
  error text,
  decided_at timestamptz,
  FOREIGN KEY (chain_id, key) REFERENCES signer_lane,
  CHECK ((outcome IS NULL) = (decided_at IS NULL)),
  CHECK ((height IS NULL) = (outcome IS NULL OR outcome IN ('expired', 'replaced')))
);

-- At most one transaction of a lane is not decided.
CREATE UNIQUE INDEX signed_transaction_open ON signed_transaction (chain_id, key) WHERE outcome IS NULL;
CREATE INDEX signed_transaction_by_contract ON signed_transaction (contract, id);
CREATE INDEX signed_transaction_by_campaign ON signed_transaction (campaign_id, id);
