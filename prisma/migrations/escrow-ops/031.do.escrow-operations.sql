-- What the operator does for each created escrow.
CREATE TABLE escrow_operation (
  campaign_id uuid NOT NULL,
  attempt integer NOT NULL,
  chain_id text NOT NULL,
  -- The last decision. send: a message is next. stop: the chain contradicts the plan.
  state text NOT NULL DEFAULT 'wait' CHECK (state IN ('send', 'wait', 'stop', 'done')),
  code text NOT NULL DEFAULT 'not_ended',
  reason text NOT NULL DEFAULT '',
  -- When a wait is over; null: not at a known time.
  until timestamptz,
  decided_at timestamptz NOT NULL DEFAULT now(),
  -- Since when the state has this code.
  since timestamptz NOT NULL DEFAULT now(),
  -- When the next decision is due; while a replica decides, when its lease ends.
  next_look_at timestamptz NOT NULL DEFAULT now(),
  lease uuid,
  -- When its last message was handed to the lane: campaigns take turns.
  turn_at timestamptz NOT NULL DEFAULT '-infinity',
  last_error text,
  last_error_at timestamptz,
  -- OperatorMemory: of the messages that were sent.
  memory jsonb NOT NULL DEFAULT '{}',
  -- Comparison: how far the committed entries were compared with a plan.
  comparison jsonb,
  -- Recording: how far the outcomes of payouts were recorded.
  recording jsonb,
  PRIMARY KEY (campaign_id, attempt),
  FOREIGN KEY (campaign_id, attempt) REFERENCES escrow_attempt
);
CREATE INDEX escrow_operation_due ON escrow_operation (next_look_at);
CREATE INDEX escrow_operation_ready ON escrow_operation (chain_id, turn_at) WHERE state = 'send';
