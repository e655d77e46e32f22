-- Earners of a plan while it is made, in one transaction that also deletes them.
CREATE UNLOGGED TABLE listed_earner (
  plan_id uuid NOT NULL REFERENCES payout_plan ON DELETE CASCADE,
  user_id text COLLATE "C" NOT NULL,
  points bigint NOT NULL CHECK (points > 0),
  last_credit_at timestamptz NOT NULL,
  address text COLLATE "C",
  address_source text,
  -- Null: included, if no other earner with the same address has precedence.
  excluded_reason text,
  PRIMARY KEY (plan_id, user_id),
  CHECK (address IS NOT NULL OR excluded_reason IS NOT NULL)
);
