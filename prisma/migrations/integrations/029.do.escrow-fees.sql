-- The fees that each escrow key signed on the last day (UTC) on which it signed, by chain and coin.
CREATE TABLE escrow_fee (
  provider text NOT NULL,
  chain_id text NOT NULL,
  denom text NOT NULL,
  day date NOT NULL,
  -- Base units.
  amount numeric NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (provider, chain_id, denom)
);
