-- Plans of the payouts of campaigns. Until a campaign has ended its plans are previews.
CREATE TABLE payout_plan (
  id uuid PRIMARY KEY,
  campaign_id uuid NOT NULL,
  project_id uuid NOT NULL,
  -- From 1, per campaign.
  version integer NOT NULL CHECK (version > 0),
  kind text NOT NULL CHECK (kind IN ('preview', 'final')),
  -- ready: planned, not approved. superseded: a later version took its place. rejected: it was discarded on the chain.
  status text NOT NULL CHECK (status IN ('requested', 'ready', 'approved', 'superseded', 'rejected')),
  -- Null: the platform.
  requested_by text,
  requested_at timestamptz NOT NULL DEFAULT now(),
  -- The plan whose earners, points, addresses and exclusions it keeps; null: they were read anew.
  list_of uuid REFERENCES payout_plan,
  planned_at timestamptz,
  -- Credits up to this time count.
  as_of timestamptz,
  -- Terms and amounts of the pool; amounts are base units.
  pool jsonb,
  total numeric(39),
  fee numeric(39),
  leftover numeric(39),
  -- Whether the escrow pays each entry its planned amount.
  is_exact boolean,
  earners integer,
  entries integer,
  -- Credits that count: their number, and the id of the latest.
  ledger_credits bigint,
  ledger_position uuid,
  list_sha256 bytea CHECK (length(list_sha256) = 32),
  allocation_sha256 bytea CHECK (length(allocation_sha256) = 32),
  approved_by text,
  approved_at timestamptz,
  -- When the chain was seen to have its allocation finalized.
  finalized_at timestamptz,
  UNIQUE (campaign_id, version),
  CHECK ((planned_at IS NULL) = (status = 'requested')),
  CHECK ((approved_at IS NULL) = (approved_by IS NULL)),
  CHECK (status <> 'approved' OR approved_at IS NOT NULL)
);
CREATE UNIQUE INDEX payout_plan_current ON payout_plan (campaign_id) WHERE status IN ('ready', 'approved');
CREATE UNIQUE INDEX payout_plan_requested ON payout_plan (campaign_id) WHERE status = 'requested';

-- The payout of an earner, or why there is none.
CREATE TABLE payout (
  plan_id uuid NOT NULL REFERENCES payout_plan ON DELETE CASCADE,
  -- By points, from 1.
  rank integer NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  points bigint NOT NULL CHECK (points > 0),
  address text COLLATE "C",
  address_source text CHECK (address_source IN ('wallet', 'derived', 'manual')),
  -- Base units, which are also the weight in the allocation. Null: excluded.
  amount numeric(39) CHECK (amount > 0),
  excluded_reason text CHECK (excluded_reason IN ('suspended', 'project_member', 'no_payout_address',
    'forbidden_address', 'duplicate_address', 'below_min')),
  status text NOT NULL CHECK (status IN ('projected', 'pending', 'committed', 'paid', 'failed', 'skipped', 'excluded')),
  tx_hash text,
  batch integer CHECK (batch > 0),
  paid_at timestamptz,
  PRIMARY KEY (plan_id, rank),
  CONSTRAINT payout_user UNIQUE (plan_id, user_id),
  CHECK ((amount IS NULL) = (excluded_reason IS NOT NULL)),
  CHECK ((status = 'excluded') = (amount IS NULL)),
  CHECK ((address IS NULL) = (address_source IS NULL)),
  CHECK (amount IS NULL OR address IS NOT NULL),
  CHECK ((status = 'paid') = (paid_at IS NOT NULL))
);
-- In the order of commits; an address is paid once.
CREATE UNIQUE INDEX payout_entry ON payout (plan_id, address) WHERE amount IS NOT NULL;
