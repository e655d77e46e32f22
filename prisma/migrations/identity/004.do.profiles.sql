-- Whether anybody may see the primary wallet of the account, and find the account by it.
ALTER TABLE user_account ADD COLUMN shows_wallet boolean NOT NULL DEFAULT false;

-- The users somebody referred, newest first.
DROP INDEX referral_referrer;
CREATE INDEX referral_referrer ON referral (referrer_id, referee_id);
