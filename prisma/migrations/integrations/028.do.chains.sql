-- Chains whose wallets and transactions the platform knows.
CREATE TABLE chain (
  -- As the chain itself states it.
  chain_id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL,
  family text NOT NULL DEFAULT 'Cosmos',
  bech32_prefix text NOT NULL,
  key_algorithm text NOT NULL CHECK (key_algorithm IN ('secp256k1', 'eth_secp256k1')),
  coin_type integer NOT NULL CHECK (coin_type >= 0),
  network text NOT NULL CHECK (network IN ('mainnet', 'testnet')),
  rest_urls text[] NOT NULL DEFAULT '{}',
  rpc_urls text[] NOT NULL DEFAULT '{}',
  public_rest_url text,
  -- A list of denomination and price.
  gas_prices jsonb NOT NULL DEFAULT '[]',
  enabled boolean NOT NULL DEFAULT true,
  sign_in boolean NOT NULL DEFAULT false,
  linking boolean NOT NULL DEFAULT true,
  -- The contracts of the reward escrow; null: none.
  escrow jsonb,
  -- Members that the variable CHAINS sets.
  configured text[] NOT NULL DEFAULT '{}',
  built_in boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text
);

INSERT INTO chain (chain_id, name, bech32_prefix, key_algorithm, coin_type, network, sign_in, built_in) VALUES
  ('celestia', 'Celestia', 'celestia', 'secp256k1', 118, 'mainnet', true, true),
  ('cosmoshub-4', 'Cosmos Hub', 'cosmos', 'secp256k1', 118, 'mainnet', true, true),
  ('evmos_9001-2', 'Evmos', 'evmos', 'eth_secp256k1', 60, 'mainnet', true, true),
  ('injective-1', 'Injective', 'inj', 'eth_secp256k1', 60, 'mainnet', true, true),
  ('juno-1', 'Juno', 'juno', 'secp256k1', 118, 'mainnet', true, true),
  ('neutron-1', 'Neutron', 'neutron', 'secp256k1', 118, 'mainnet', true, true),
  ('osmosis-1', 'Osmosis', 'osmo', 'secp256k1', 118, 'mainnet', true, true),
  ('pion-1', 'Neutron Testnet', 'neutron', 'secp256k1', 118, 'testnet', false, true),
  ('questp-local-1', 'Local test chain', 'wasm', 'secp256k1', 118, 'testnet', true, true);

-- What other services read. A view is never changed once it is read: another shape is the next version.
CREATE VIEW published_chain_v1 AS
  SELECT chain_id, name, family, bech32_prefix, key_algorithm, coin_type, network, rest_urls, rpc_urls, public_rest_url,
    gas_prices, enabled, sign_in, linking, escrow, configured
  FROM chain;
