-- That somebody who linked what another account has can have both accounts made one.
CREATE TABLE merge_offer (
  id uuid PRIMARY KEY,
  survivor_id text COLLATE "C" NOT NULL REFERENCES user_account,
  absorbed_id text COLLATE "C" NOT NULL REFERENCES user_account,
  -- That proved to have both; it may have ended.
  session_id uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  CHECK (survivor_id <> absorbed_id)
);
CREATE INDEX merge_offer_expiry ON merge_offer (expires_at);

-- An offer that was taken, under the offer's id.
CREATE TABLE account_merge (
  id uuid PRIMARY KEY,
  survivor_id text COLLATE "C" NOT NULL REFERENCES user_account,
  absorbed_id text COLLATE "C" NOT NULL REFERENCES user_account,
  -- `releasing`: it did not come to be, and quests-verify is to be told.
  state text NOT NULL CHECK (state IN ('reserving', 'releasing', 'moving', 'done', 'undoing', 'undone')),
  -- Confirmations of it that run at once; the last one that is refused releases it.
  attempts integer NOT NULL DEFAULT 1,
  asked_at timestamptz NOT NULL DEFAULT now(),
  merged_at timestamptz,
  -- By what the undoing finds what moved and what was dropped; forgotten when there can be none any more.
  moved jsonb,
  sums jsonb
);
CREATE UNIQUE INDEX account_merge_absorbed ON account_merge (absorbed_id) WHERE state <> 'undone';
CREATE INDEX account_merge_survivor ON account_merge (survivor_id);
CREATE INDEX account_merge_open ON account_merge (asked_at) WHERE state IN ('reserving', 'releasing');
CREATE INDEX account_merge_moved ON account_merge (merged_at) WHERE moved IS NOT NULL;
