-- What deleted accounts completed, by a keyed hash of each of their sign-in methods. Identity has the key.
CREATE TABLE former_completion (
  quest_id uuid REFERENCES quest ON DELETE CASCADE,
  method_hash text COLLATE "C",
  period_key text COLLATE "C",
  status text NOT NULL CHECK (status IN ('claimed', 'reversed')),
  PRIMARY KEY (quest_id, method_hash, period_key)
);

-- Hashes of the earner's sign-in methods. Null: identity has not sent them yet.
ALTER TABLE earner ADD COLUMN method_hashes text[] COLLATE "C";
