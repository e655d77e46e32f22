-- One row per funding attempt of a campaign. The follower reads the escrow of each from the chain.
CREATE TABLE escrow_attempt (
  campaign_id uuid NOT NULL,
  -- From 1. A higher attempt can be funded only after the lower one was cancelled.
  attempt integer NOT NULL CHECK (attempt > 0),
  project_id uuid NOT NULL,
  chain_id text NOT NULL,
  factory text NOT NULL,
  -- Predicted from the factory and the escrow code of the ticket. The address of the created escrow is in escrow_state.
  address text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (campaign_id, attempt)
);

-- The last state of each created escrow that the nodes of its chain agreed on.
CREATE TABLE escrow_state (
  campaign_id uuid NOT NULL,
  attempt integer NOT NULL,
  address text NOT NULL,
  -- The answers of the contracts to their queries, all at this height.
  entry jsonb NOT NULL,
  config jsonb NOT NULL,
  ownership jsonb NOT NULL,
  status jsonb NOT NULL,
  height bigint NOT NULL CHECK (height > 0),
  block_time timestamptz NOT NULL,
  read_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (campaign_id, attempt),
  FOREIGN KEY (campaign_id, attempt) REFERENCES escrow_attempt
);
