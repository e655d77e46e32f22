-- The code by which an earner invites others to a campaign.
CREATE TABLE referral_code (
  campaign_id uuid NOT NULL REFERENCES campaign ON DELETE CASCADE,
  user_id text NOT NULL,
  code text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (campaign_id, user_id)
);

-- Who invited an earner (`user_id`) to a campaign: the first referrer.
CREATE TABLE referral (
  id uuid NOT NULL UNIQUE,
  campaign_id uuid NOT NULL REFERENCES campaign ON DELETE CASCADE,
  user_id text NOT NULL,
  referrer_id text NOT NULL,
  referred_at timestamptz NOT NULL DEFAULT now(),
  -- When to find out whether it counts by now; NULL: something has to change first.
  due_at timestamptz DEFAULT now(),
  PRIMARY KEY (campaign_id, user_id),
  CHECK (referrer_id <> user_id)
);
CREATE INDEX referral_referrer ON referral (campaign_id, referrer_id, id);
CREATE INDEX referral_user ON referral (user_id);
CREATE INDEX referral_due ON referral (due_at) WHERE due_at IS NOT NULL;

-- Referrals that have met the condition of a quest, which is reported to the referrer once.
CREATE TABLE counted_referral (
  quest_id uuid NOT NULL REFERENCES quest ON DELETE CASCADE,
  user_id text NOT NULL,
  referrer_id text NOT NULL,
  counted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (quest_id, user_id)
);

-- Every credit and reversal of an invited earner can decide whether the referral counts.
CREATE FUNCTION make_referral_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE referral SET due_at = now() WHERE campaign_id = NEW.campaign_id AND user_id = NEW.user_id;
  RETURN NULL;
END $$;
CREATE TRIGGER points_ledger_referral AFTER INSERT ON points_ledger
  FOR EACH ROW EXECUTE FUNCTION make_referral_due();

-- Keyed hashes of all sign-in methods that an account has ever had, so that no earner refers an account of their own.
CREATE TABLE earner_method (
  user_id text NOT NULL,
  method_hash text NOT NULL,
  since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, method_hash)
);
CREATE FUNCTION keep_earner_methods() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO earner_method (user_id, method_hash)
  SELECT NEW.user_id, hash FROM unnest(NEW.method_hashes) AS hash
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER earner_methods_kept AFTER INSERT OR UPDATE OF method_hashes ON earner
  FOR EACH ROW EXECUTE FUNCTION keep_earner_methods();
INSERT INTO earner_method (user_id, method_hash)
SELECT DISTINCT user_id, hash FROM earner CROSS JOIN unnest(method_hashes) AS hash;

CREATE INDEX account_merge_survivor ON account_merge (survivor_id) WHERE state <> 'undone';
