-- Addresses that users chose to be paid at, instead of a wallet that is linked or derived.
CREATE TABLE payout_address (
  user_id text COLLATE "C" NOT NULL REFERENCES user_account,
  chain_id text NOT NULL,
  address text COLLATE "C" NOT NULL,
  chosen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, chain_id)
);
CREATE VIEW published_payout_address_v1 AS SELECT user_id, chain_id, address FROM payout_address;

ALTER TABLE wallet_challenge DROP CONSTRAINT wallet_challenge_purpose_check, DROP CONSTRAINT wallet_challenge_check,
  ADD CONSTRAINT wallet_challenge_purpose_check CHECK (purpose IN ('sign_in', 'link', 'payout')),
  ADD CONSTRAINT wallet_challenge_check CHECK ((purpose = 'sign_in') = (user_id IS NULL));
